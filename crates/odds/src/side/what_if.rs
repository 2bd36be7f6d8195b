//! A paytable of the caller's own, to see what another row would cost. It is never a table of the text.
//!
//! ```toml
//! rows = [["royal flush", "2,000 to 1"], ["flush", "20 to 1"]]
//! like = "B"   # whose meters and envy schedules go with it, where those have letters
//! ```

use croupier_rules::{Award, Game, Ladder, PayRow, Paytable, WagerSpec};
use serde::Deserialize;

/// The most a row may pay for one: with more, the exact sums would no longer fit.
pub const MOST_PAID: i64 = 1_000_000;
/// The units a row may pay to: a few small ones, for the same reason.
const UNITS: [i64; 4] = [1, 2, 5, 10];
/// A paytable longer than this is something else.
const MOST_BYTES: usize = 1 << 16;

/// What can be wrong with such a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WhatIfError {
    /// Not TOML, or not of that form.
    #[error("{0}")]
    Unreadable(String),
    /// An empty table.
    #[error("a paytable must have at least one row")]
    NoRows,
    /// A hand that the wager is not paid for.
    #[error("{wager} does not pay for `{hand}`: expected one of {known}")]
    UnknownHand {
        /// The hand as written.
        hand: String,
        /// The wager.
        wager: &'static str,
        /// What there is instead.
        known: String,
    },
    /// Two rows for one hand.
    #[error("duplicate row for `{0}`")]
    Twice(String),
    /// Not a payout.
    #[error(
        "`{0}` is not a payout: write `8 to 1`, `3 to 2` (to 1, 2, 5 or 10), `500 for 1`, `100% of meter` or `push`"
    )]
    Payout(String),
    /// A payout beyond what can be counted.
    #[error("`{0}` is too much: a row can pay at most 1,000,000 for 1 or 100% of a meter")]
    TooMuch(String),
    /// A share of a meter that the wager does not have.
    #[error("{wager} has no meter `{meter}`{known}")]
    NoMeter {
        /// The wager.
        wager: &'static str,
        /// The meter as written.
        meter: String,
        /// What there is instead.
        known: String,
    },
    /// A letter that the wager does not have.
    #[error("{wager} has no paytable `{letter}`: the letters are {known}")]
    NoLetter {
        /// The wager.
        wager: &'static str,
        /// The letter as written.
        letter: char,
        /// What there is instead.
        known: String,
    },
}

/// A what-if table, read and in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhatIf {
    /// The table; its letter is none and its clause that of the wager.
    pub table: Paytable,
    /// The letter whose meters and envy schedules go with it.
    pub like: Option<char>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rows: Vec<[String; 2]>,
    like: Option<char>,
}

impl WhatIf {
    /// Reads a table for a wager.
    ///
    /// # Errors
    /// If it is no such table, or names a hand, a payout or a meter that the wager cannot have.
    pub fn read(toml: &str, game: &dyn Game, (spec, ladder): (&WagerSpec, &Ladder)) -> Result<Self, WhatIfError> {
        if toml.len() > MOST_BYTES {
            return Err(WhatIfError::Unreadable(format!("a paytable can have at most {MOST_BYTES} bytes")));
        }
        let written: Written = toml::from_str(toml).map_err(|error| unreadable(toml, &error))?;
        check_letter(game, spec, written.like)?;
        let mut rows: Vec<PayRow> = Vec::new();
        for [hand, pays] in written.rows {
            if !hands(game, spec, ladder).any(|known| known == hand) {
                let known: Vec<_> = hands(game, spec, ladder).map(|known| format!("`{known}`")).collect();
                let known = known.join(", ");
                return Err(WhatIfError::UnknownHand { hand: excerpt(&hand), wager: spec.kind.name(), known });
            }
            if rows.iter().any(|row| row.hand == hand) {
                return Err(WhatIfError::Twice(hand));
            }
            let award = payout(game, spec, written.like, &pays)?;
            rows.push(PayRow { hand, award, pays, envy: None });
        }
        if rows.is_empty() {
            return Err(WhatIfError::NoRows);
        }
        let table = Paytable { text: game.text(), wager: spec.kind, letter: None, clause: spec.clause, rows };
        Ok(Self { table, like: written.like })
    }
}

/// What a row may be called: a rung, or a rung and its suits as some letter prints them.
fn hands<'a>(game: &'a dyn Game, spec: &'a WagerSpec, ladder: &'a Ladder) -> impl Iterator<Item = &'a str> {
    let tables = game.payouts().paytables.iter().filter(|table| table.wager == spec.kind);
    let by_suit = tables.flat_map(|table| &table.rows).map(|row| row.hand.as_str()).filter(|hand| hand.contains(", "));
    ladder.rungs.iter().map(|rung| rung.label).chain(by_suit)
}

fn check_letter(game: &dyn Game, spec: &WagerSpec, like: Option<char>) -> Result<(), WhatIfError> {
    let letters: Vec<char> = game.payouts().letters(spec.kind).collect();
    match like {
        Some(letter) if !letters.contains(&letter) => {
            let known = letters.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none".to_owned() } else { known };
            Err(WhatIfError::NoLetter { wager: spec.kind.name(), letter, known })
        }
        _ => Ok(()),
    }
}

fn payout(game: &dyn Game, spec: &WagerSpec, like: Option<char>, pays: &str) -> Result<Award, WhatIfError> {
    let wager = spec.kind.name();
    match Award::read(pays) {
        Some(Award::To(_, unit)) if !UNITS.contains(&unit) => Err(WhatIfError::Payout(excerpt(pays))),
        Some(Award::To(pay, _) | Award::For(pay)) if pay > MOST_PAID => Err(WhatIfError::TooMuch(excerpt(pays))),
        Some(Award::MeterShare(percent, _)) if percent > 100 => Err(WhatIfError::TooMuch(excerpt(pays))),
        Some(Award::MeterShare(percent, meter)) => {
            let names: Vec<_> = game.payouts().meters(spec.kind, like).map(|meter| meter.name.as_str()).collect();
            if names.contains(&meter.as_str()) {
                return Ok(Award::MeterShare(percent, meter));
            }
            let lettered = like.is_none() && game.payouts().letters(spec.kind).next().is_some();
            let known = match names.as_slice() {
                [] if lettered => ": name the paytable with its meters, such as `like = \"A\"`".to_owned(),
                [] => String::new(),
                names => format!(": it has {}", names.join(", ")),
            };
            Err(WhatIfError::NoMeter { wager, meter: excerpt(&meter), known })
        }
        Some(Award::Fixed(_)) | None => Err(WhatIfError::Payout(excerpt(pays))),
        Some(award) => Ok(award),
    }
}

fn unreadable(toml: &str, error: &toml::de::Error) -> WhatIfError {
    let line = error.span().map_or(1, |span| toml[..span.start.min(toml.len())].matches('\n').count() + 1);
    let said = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    WhatIfError::Unreadable(format!("line {line}: {said}"))
}

/// What somebody wrote, short and without what a terminal would obey.
fn excerpt(written: &str) -> String {
    written.chars().filter(|letter| !letter.is_control()).take(40).collect()
}
