//! Progressive meters as the house stores them: §§ 659a.12(d), 670a.12(d), 657a.12(d), 657a.12(e), 657a.12(f).
//!
//! A table sees a meter only as an input: contributions leave it as events, and a share that falls due is a question to
//! the house, answered with the amount. So a meter can be shared by many tables, and replay needs none.

use crate::ledger::Centicents;
use croupier_rules::Cents;
use serde::{Deserialize, Serialize};

/// A meter, its reserve, and how often it has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meter {
    /// What stands on it.
    pub amount: Centicents,
    /// What stands in reserve and is added at the next reseed.
    pub reserve: Centicents,
    /// What it starts again with.
    pub reseed: Cents,
    /// Each change has the next number, which orders winners that come close together.
    pub sequence: u64,
}

/// A share of a meter, taken off it for a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reservation {
    /// What each winner gets: rounded down to the cent.
    pub each: Cents,
    /// What left the meter: that many times over.
    pub taken: Cents,
    /// The meter before.
    pub before: Centicents,
    /// The meter after, reseeded if it was won whole.
    pub after: Centicents,
    /// What the reseed put on it.
    pub reseeded: Cents,
    /// What its reserve added.
    pub from_reserve: Centicents,
    /// The meter's number for this change.
    pub sequence: u64,
}

impl Reservation {
    /// What comes back onto the meter and into its reserve when the share is returned.
    pub const fn returned(&self) -> (Centicents, Centicents) {
        let amount = Centicents::of(self.taken).0 - Centicents::of(self.reseeded).0 - self.from_reserve.0;
        (Centicents(amount), self.from_reserve)
    }
}

impl Meter {
    /// Takes a share for so many heads: all of it reseeds the meter and empties the reserve.
    pub fn take(&mut self, percent: i64, heads: u8) -> Reservation {
        let heads = i64::from(heads.max(1));
        let before = self.amount;
        let each = i128::from(before.0) * i128::from(percent) / (10_000 * i128::from(heads));
        let each = Cents(i64::try_from(each).unwrap_or(0).max(0));
        let taken = Cents(each.0 * heads);
        let rest = Centicents(before.0 - Centicents::of(taken).0);
        let (reseeded, from_reserve) = if percent == 100 { (self.reseed, self.reserve) } else { Default::default() };
        self.amount = Centicents(rest.0 + Centicents::of(reseeded).0 + from_reserve.0);
        self.reserve.0 -= from_reserve.0;
        self.sequence += 1;
        Reservation { each, taken, before, after: self.amount, reseeded, from_reserve, sequence: self.sequence }
    }
}
