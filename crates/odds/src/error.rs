//! Why a question about odds has no answer.

use croupier_rules::LegalText;

/// Why a question about odds has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OddsError {
    /// The program has no solver for the game.
    #[error("no solver for this game: {0} has none in this program")]
    NoSolver(LegalText),
    /// The question does not fit the rules it is about.
    #[error("{0}")]
    Query(String),
    /// The rules leave something open, such as a hand that no rule of the house way sets.
    #[error("{0}")]
    Rules(String),
}
