//! Progressive meters as the house keeps them: §§ 659a.12(d), 670a.12(d), 657a.12(d), 657a.12(e), 657a.12(f).
//!
//! A table sees a meter only as an input: contributions leave it as events, and a share that falls due is a question to
//! the house, answered with the amount. So a meter can be shared by many tables, and replay needs none.

use crate::event::Event;
use crate::house::House;
use crate::ledger::Hundredths;
use croupier_rules::Cents;
use serde::{Deserialize, Serialize};

/// A meter, its reserve, and how often it has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meter {
    /// What stands on it.
    pub amount: Hundredths,
    /// What stands in reserve and is added at the next reseed.
    pub reserve: Hundredths,
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
    pub before: Hundredths,
    /// The meter after, reseeded if it was won whole.
    pub after: Hundredths,
    /// What the reseed put on it.
    pub reseeded: Cents,
    /// What its reserve added.
    pub from_reserve: Hundredths,
    /// The meter's number for this change.
    pub sequence: u64,
}

impl Reservation {
    /// What comes back onto the meter and into its reserve when the share is returned.
    pub const fn returned(&self) -> (Hundredths, Hundredths) {
        let amount = Hundredths::of(self.taken).0 - Hundredths::of(self.reseeded).0 - self.from_reserve.0;
        (Hundredths(amount), self.from_reserve)
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
        let rest = Hundredths(before.0 - Hundredths::of(taken).0);
        let (reseeded, from_reserve) = if percent == 100 { (self.reseed, self.reserve) } else { Default::default() };
        self.amount = Hundredths(rest.0 + Hundredths::of(reseeded).0 + from_reserve.0);
        self.reserve.0 -= from_reserve.0;
        self.sequence += 1;
        Reservation { each, taken, before, after: self.amount, reseeded, from_reserve, sequence: self.sequence }
    }
}

/// The meters of one table that shares them with no other, in the order of the table's own list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meters(pub Vec<Meter>);

impl Meters {
    /// As the submission seeds them.
    pub fn seeded(house: &House) -> Self {
        let meter = |meter: &croupier_rules::submission::Meter| Meter {
            amount: Hundredths::of(meter.seed),
            reserve: Hundredths(0),
            reseed: meter.reseed,
            sequence: 0,
        };
        Self(house.meters().iter().map(|known| meter(&known.meter)).collect())
    }

    /// Takes in what a table did: contributions, and their return when a round or a hand is void.
    pub fn take_in(&mut self, event: &Event) {
        let (meter, primary, reserve) = match *event {
            Event::Contributed { meter, primary, reserve, .. } => (meter, primary.0, reserve.0),
            Event::ContributionReturned { meter, primary, reserve, .. } => (meter, -primary.0, -reserve.0),
            Event::ShareReturned { meter, ref reservation, .. } => {
                let (amount, reserve) = reservation.returned();
                (meter, amount.0, reserve.0)
            }
            _ => return,
        };
        if let Some(meter) = self.0.get_mut(usize::from(meter)) {
            meter.amount.0 = meter.amount.0.wrapping_add(primary);
            meter.reserve.0 = meter.reserve.0.wrapping_add(reserve);
            meter.sequence += 1;
        }
    }

    /// The answer to a share that falls due.
    pub fn answer(&mut self, due: &crate::ask::ShareDue) -> Option<Reservation> {
        self.0.get_mut(usize::from(due.meter)).map(|meter| meter.take(due.percent, due.heads))
    }
}
