//! The last known values of the meters: for display, and to refuse wagers on a meter that is disabled. What a winner is
//! paid is never read from here, but under the meter's lock.

use super::messages::Rejection;
use crate::store::{MeterId, MeterRow, MeterState, Store, StoreError};
use croupier_rules::Cents;
use croupier_table::{Command, Table};
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// A meter as it is shown.
pub type MeterDisplay = MeterRow;

/// What stands on a meter, and whether it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeterLevel {
    /// What stands on it, in whole cents.
    pub amount: Cents,
    /// Whether it runs.
    pub state: MeterState,
}

/// All meters, as last seen.
#[derive(Default, Debug)]
pub struct MeterCache(RwLock<BTreeMap<MeterId, MeterDisplay>>);

impl MeterCache {
    /// One meter.
    pub fn meter(&self, meter: MeterId) -> Option<MeterDisplay> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&meter).cloned()
    }

    /// What stands on a meter.
    pub fn level(&self, meter: MeterId) -> Option<MeterLevel> {
        let meters = self.0.read().unwrap_or_else(PoisonError::into_inner);
        meters.get(&meter).map(|shown| MeterLevel { amount: shown.meter.amount.cents(), state: shown.state })
    }

    /// All of them, by number.
    pub fn all(&self) -> Vec<MeterDisplay> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Looks at the store.
    pub(super) async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        let meters = store.meters().await?.into_iter().map(|meter| (meter.id, meter)).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = meters;
        Ok(())
    }

    /// Why a wager cannot be placed: its meter does not run (§ 657a.7(d)(3), and good practice everywhere).
    pub(super) fn bars(&self, table: &Table, meters: &[MeterId], command: &Command) -> Option<Rejection> {
        let Command::Place { wager, .. } = command else { return None };
        let price = table.house().price(wager.kind)?;
        let stands = |place: &&u8| {
            let meter = meters.get(usize::from(**place)).and_then(|meter| self.level(*meter));
            meter.is_some_and(|meter| meter.state != MeterState::Running)
        };
        let place = price.meters.iter().find(stands)?;
        Some(Rejection::Refused {
            code: "meter-disabled".to_owned(),
            message: format!("the {} is out of service: its wagers are not accepted", table.house().meter_name(*place)),
            clause: Some(price.spec.clause.to_string()),
        })
    }
}
