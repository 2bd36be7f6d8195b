//! Crazy 4 Poker, 58 Pa. Code ch. 657a: what the Ante, Super Bonus and Play Wagers cost together.

mod best_four;
mod dealers;
mod main_game;
mod one_hand;
mod strategy;
mod terms;

pub use best_four::{BestFour, FourCardRank, PartialHand};
pub use dealers::{Against, Dealers, Matchup, meetings};
pub use main_game::{MainGame, SolvedHand};
pub use one_hand::choices_for;
pub use strategy::{DecisionBorder, DecisionTable, ParseFourError, RankRule, SuitSplit, name_of, read_four};
pub use terms::PlayDecision;
