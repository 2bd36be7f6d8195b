//! `croupier about`: what this program is and which texts it knows.

use crate::Outcome;
use crate::paint::{Brush, colour};
use croupier_rules::law::{Honoured, laws};
use std::io::Write as _;

pub(super) fn run() -> Outcome {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} {}", brush.bold("Croupier"), env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "Regulated, house-banked poker games from the letter of their rules.\n")?;
    for law in laws() {
        let planned = law.clauses.iter().filter(|row| row.honoured == Honoured::Planned).count();
        writeln!(
            out,
            "  {}  {:<32}{:>4} clauses, {planned:>3} planned   {}",
            brush.cyan(format!("{:<7}", law.text.id())),
            law.title,
            law.clauses.len(),
            brush.dim(&law.source)
        )?;
    }
    writeln!(
        out,
        "\nNow: rank, set and compare hands; check a rules submission; play round scripts at a table, verify and"
    )?;
    writeln!(out, "replay its journal; say what every wager costs; list the clauses. The server is still to come.")?;
    writeln!(out, "`croupier --help` lists the calls.")?;
    Ok(())
}
