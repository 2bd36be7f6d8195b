//! Crazy 4 Poker, 58 Pa. Code ch. 657a: what the Ante, Super Bonus and Play Wagers cost together.

mod best_four;
mod dealers;
mod main_game;
mod one_hand;
mod strategy;
mod terms;

pub use best_four::{BestFour, Held, Standing};
pub use dealers::{Against, Dealers, Meeting, meetings};
pub use main_game::{MainGame, Solved};
pub use one_hand::choices_for;
pub use strategy::{Border, Mixed, NotAFour, Rule, Strategy, name_of, read_four};
pub use terms::Decision;
