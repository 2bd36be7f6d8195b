//! What every wager costs: exact counts over the whole deck, best play, and simulation to check them.
//!
//! The readable evaluators of `croupier-rules` are the specification. Whatever is faster here agrees with them on every
//! hand of the deck, and a test says so. Counts are whole numbers and probabilities [`Fraction`]s: nothing is sampled
//! unless it is called a simulation, and then it comes with its confidence interval.
//!
//! Every answer is a [`Distribution`]: outcomes, what each is worth to the player, and how many deals lead to it. Edge,
//! hit frequency and variance follow from that alone.

#![forbid(unsafe_code)]

pub mod asia_poker;
pub mod choice;
pub mod counting;
pub mod crazy_4;
pub mod distribution;
pub mod evaluators;
pub mod fraction;
pub mod par;
pub mod play_or_fold;
pub mod progress;
pub mod report;
pub mod side;
pub mod simulate;
pub mod six_card_fortune;

pub use choice::{Choice, best_first};
pub use distribution::{Distribution, Outcome};
pub use fraction::Fraction;
pub use play_or_fold::PlayOrFold;
pub use progress::{Progress, Silent};
pub use report::{Report, Strategy, WagerReport};
