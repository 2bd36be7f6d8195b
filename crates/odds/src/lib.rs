//! What every wager costs: exact counts over the whole deck, best play, and simulation to check them.
//!
//! The readable evaluators of `croupier-rules` are the specification. Whatever is faster here agrees with them on every
//! hand of the deck, and a test says so. Counts are whole numbers and probabilities [`Fraction`]s: nothing is sampled
//! unless it is called a simulation, and then it comes with its confidence interval.
//!
//! Every answer is a [`Distribution`]: outcomes, what each is worth to the player, and how many deals lead to it. Edge,
//! hit frequency and variance follow from that alone. [`OddsEngine`] is the one entry for questions: it finds the
//! game's [`Solver`] in a [`SolverSet`] and joins its answer with the side wagers. [`side`] has the wagers that are
//! paid by a ladder of hands, and [`crazy_4`], [`six_card_fortune`] and [`asia_poker`] the main games under best play;
//! [`ValueService`] says what each choice with one hand is worth; [`simulate`] checks them all, and [`par`] makes the
//! sheet that is filed.
//!
//! ```
//! use croupier_odds::crazy_4::MainGame;
//! use croupier_rules::Choices;
//!
//! // Every hand of the player against every hand of the dealer, with the best decision for each.
//! let best_play = MainGame::solve(&Choices::default()).best_play();
//! assert_eq!(best_play.combinations(), 3_986_646_103_440);
//! assert_eq!(best_play.house_edge().decimal(6), "0.034188");
//! ```

pub mod asia_poker;
pub mod cache;
pub mod choice;
pub mod counting;
pub mod crazy_4;
pub mod distribution;
pub mod error;
pub mod evaluators;
pub mod fraction;
#[cfg(feature = "par")]
pub mod par;
pub mod play_or_fold;
pub mod progress;
pub mod query;
pub mod report;
pub mod rules_source;
pub mod shipped;
pub mod side;
pub mod simulate;
pub mod six_card_fortune;
pub mod solver;
pub mod solvers;
pub mod value;

pub use cache::{AnswerCache, NoCache};
pub use choice::{Choice, DecisionKind, best_first};
pub use distribution::{CountedOutcome, Distribution};
pub use error::OddsError;
pub use fraction::Fraction;
pub use play_or_fold::PlayOrFoldGame;
pub use progress::{NoProgress, Progress};
pub use query::{OddsEngine, OddsQuery, PaytableSelection, QuickReport, SimulatedPlayer};
pub use report::{MainStrategy, Report, WagerReport};
pub use rules_source::RulesSource;
pub use shipped::ShippedAnswers;
pub use solver::{BestPlay, Computation, HandChoices, Solver, ValueTable};
pub use solvers::{PlayOrFoldSolver, SolverSet};
pub use value::ValueService;
