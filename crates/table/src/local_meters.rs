//! The meters of a table that shares them with no other: in tests, in round scripts, and in a table used as a library.

use crate::config::TableConfig;
use crate::event::Event;
use crate::ledger::Centicents;
use crate::meter::{Meter, Reservation};
use crate::prompt::ShareDue;

/// The meters of one table that shares them with no other, in the order of the table's own list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalMeters(pub Vec<Meter>);

impl LocalMeters {
    /// As the submission seeds them.
    pub fn seeded(house: &TableConfig) -> Self {
        let meter = |meter: &croupier_rules::submission::MeterTerms| Meter {
            amount: Centicents::of(meter.seed),
            reserve: Centicents(0),
            reseed: meter.reseed,
            sequence: 0,
        };
        Self(house.meters().iter().map(|known| meter(&known.meter)).collect())
    }

    /// Takes in what a table did: contributions, and their return when a round or a hand is void.
    pub fn apply(&mut self, event: &Event) {
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
    pub fn answer(&mut self, due: &ShareDue) -> Option<Reservation> {
        self.0.get_mut(usize::from(due.meter)).map(|meter| meter.take(due.percent, due.heads))
    }
}
