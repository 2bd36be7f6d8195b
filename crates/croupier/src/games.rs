//! The games a program plays.

use croupier_odds::SolverSet;
use croupier_rules::Registry;

/// The games a program plays, with the solvers of their odds.
#[derive(Clone)]
pub struct Games {
    /// The texts, by the names that submissions, journals and calls have for them.
    pub registry: Registry,
    /// The solvers of their games.
    pub solvers: SolverSet,
}

impl Games {
    /// The five games that are shipped.
    pub fn standard() -> Self {
        Self { registry: Registry::standard().clone(), solvers: SolverSet::standard() }
    }
}
