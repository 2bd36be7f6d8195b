//! Output: text that is safe for a terminal, numbers with their nouns, JSON for programs.

use serde::Serialize;
use std::io::{self, Write};

/// Text without what a terminal would obey: names in submissions and lines of journals may hold anything.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// So many of something: `1 fault`, `2 faults`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Writes a value as JSON that people can read too, and ends the line.
pub(crate) fn write_json(mut out: impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}
