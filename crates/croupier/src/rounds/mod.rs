//! Round scripts: a round told as a floor report, played, and compared line by line.
//!
//! A script is read aloud by people and run by `croupier run`. What stands at the left margin happens; what is indented
//! below it is what must come of it. Everything a script does not mention is done by the book: decks are opened and
//! shuffled, dice are rolled, hands are set by the house way. Each script also runs both replays, and where nothing in it
//! needs cards known beforehand it is played a second time at an observed table, with the same rulings. The language is
//! described in `docs/round-scripts.md`.

mod action;
mod difference;
mod laying;
mod play;
mod script;
mod stage;
mod supply;

pub(crate) use play::{Played, play};
pub(crate) use script::Script;
