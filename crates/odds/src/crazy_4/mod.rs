//! Crazy 4 Poker, 58 Pa. Code ch. 657a: what the Ante, Super Bonus and Play Wagers cost together.

mod best_four;

pub use best_four::{BestFour, Held, Standing};
