//! The solvers a program knows, as a value: those of the games that are shipped, and any that a caller adds.
//!
//! A solver is found by the text of the game and nowhere else. A game without one is answered with
//! [`OddsError::NoSolver`], never with another game's solver.
//!
//! ```
//! use croupier_odds::{PlayOrFoldSolver, SolverSet};
//! use croupier_rules::{Regulation, game};
//!
//! let solvers = SolverSet::standard();
//! assert!(solvers.find(game(Regulation::Pa657a)).is_ok());
//! assert!(SolverSet::empty().find(game(Regulation::Pa657a)).is_err());
//! // A game of one's own in which players play on or fold needs no solver of its own.
//! let own = SolverSet::empty().with(Regulation::Pa657a, &PlayOrFoldSolver);
//! assert!(own.find(game(Regulation::Pa657a)).is_ok());
//! ```

mod asia_poker;
mod crazy_4;
mod play_or_fold;
mod six_card_fortune;

pub use asia_poker::AsiaPokerSolver;
pub use crazy_4::Crazy4Solver;
pub use play_or_fold::PlayOrFoldSolver;
pub use six_card_fortune::SixCardFortuneSolver;

use crate::error::OddsError;
use crate::solver::Solver;
use croupier_rules::{Game, LegalText, Regulation};
use std::collections::BTreeMap;

/// Solvers by the text whose game they solve.
#[derive(Clone, Default)]
pub struct SolverSet(BTreeMap<LegalText, &'static dyn Solver>);

impl SolverSet {
    /// No solver.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The solvers of the five texts that are shipped.
    pub fn standard() -> Self {
        Self::empty()
            .with(Regulation::Pa659a, &AsiaPokerSolver)
            .with(Regulation::MaAsia, &AsiaPokerSolver)
            .with(Regulation::Pa575, &AsiaPokerSolver)
            .with(Regulation::Pa670a, &SixCardFortuneSolver)
            .with(Regulation::Pa657a, &Crazy4Solver)
    }

    /// These solvers and that of one more text; a text has one solver, the last that was given.
    #[must_use]
    pub fn with(mut self, text: Regulation, solver: &'static dyn Solver) -> Self {
        self.0.insert(text.text(), solver);
        self
    }

    /// The solver of a game.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, game: &dyn Game) -> Result<&'static dyn Solver, OddsError> {
        let text = game.text();
        self.0.get(&text).copied().ok_or(OddsError::NoSolver(text))
    }
}

/// What a solver says of rules it is not made for.
fn not_for(game: &dyn Game, needs: &str) -> OddsError {
    OddsError::Query(format!("{} has the wrong solver in this program: that solver needs {needs}", game.text()))
}

/// What a solver says that prices no hand to fold below.
fn no_fold_below(game: &dyn Game, why: &str, fold_below: &[String]) -> Result<(), OddsError> {
    if fold_below.is_empty() {
        return Ok(());
    }
    let text = game.text();
    Err(OddsError::Query(format!("{why} {text}; `--fold-below` only applies to pa-657a (§ 657a.11(b))")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoCache, NoProgress, OddsEngine, OddsQuery, RulesSource};
    use croupier_rules::{WagerKind, game};

    #[test]
    fn every_built_in_text_has_a_solver() {
        for text in Regulation::ALL {
            assert!(SolverSet::standard().find(game(text)).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_game_without_a_solver_is_told_so() {
        let none = SolverSet::empty();
        let engine = OddsEngine::new(&none, &NoCache, &NoProgress);
        for text in Regulation::ALL {
            let source = RulesSource::of_text(game(text)).expect("a built-in text");
            let query = OddsQuery { wager: Some(WagerKind::Main), ..OddsQuery::default() };
            let no_solver = Some(OddsError::NoSolver(text.text()));
            assert_eq!(engine.report(&source, &query).err(), no_solver);
            assert_eq!(engine.best_play(&source, &[]).err(), no_solver);
            assert_eq!(engine.player(&source, None, None).err(), no_solver);
        }
        assert!(OddsError::NoSolver(LegalText::Pa657a).to_string().starts_with("no solver for this game"));
    }

    #[test]
    fn a_solver_refuses_rules_it_is_not_made_for() {
        let wrong =
            SolverSet::empty().with(Regulation::Pa670a, &AsiaPokerSolver).with(Regulation::Pa575, &PlayOrFoldSolver);
        let engine = OddsEngine::new(&wrong, &NoCache, &NoProgress);
        for text in [Regulation::Pa670a, Regulation::Pa575] {
            let source = RulesSource::of_text(game(text)).expect("a built-in text");
            let query = OddsQuery { wager: Some(WagerKind::Main), ..OddsQuery::default() };
            assert!(matches!(engine.report(&source, &query), Err(OddsError::Query(_))), "{text}");
        }
    }
}
