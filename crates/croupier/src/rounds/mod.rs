//! Round scripts: rounds written as floor reports, played, and compared line by line.
//!
//! A script is read aloud by people and run by `croupier run`. What stands at the left margin happens; what is indented
//! below it is what must come of it. Everything a script does not mention is done by the book: decks are opened and
//! shuffled, dice are rolled, hands are set by the house way. Each script also runs both replays, and where nothing in
//! it needs cards known beforehand it is played a second time at an observed table, with the same rulings. The language
//! is described in `docs/round-scripts.md`.

mod action;
mod difference;
mod laying;
#[cfg(test)]
mod mutations;
mod play;
mod script;
mod script_inputs;
mod script_table;

pub(crate) use play::{ScriptResult, play};
pub(crate) use script::Script;
