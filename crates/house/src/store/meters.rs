//! Meters in the store: one row each with what stands on it, and a chain with every change.

use super::{ChainId, MeterId, Store, StoreError, TableId};
use croupier_rules::{Cents, Text};
use croupier_table::{Hundredths, Meter, Reservation};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A meter as the store has it.
#[derive(Clone, PartialEq, Debug)]
pub struct MeterRow {
    /// Its number.
    pub id: MeterId,
    /// Its name.
    pub name: String,
    /// Its chain.
    pub chain: ChainId,
    /// The text it is played under.
    pub text: Text,
    /// The wager that feeds it.
    pub wager: String,
    /// The letter of that wager's paytable; none where the text has one only.
    pub letter: Option<String>,
    /// What it is run by, frozen while it runs.
    pub parameters: Value,
    /// What stands on it.
    pub meter: Meter,
    /// Whether it runs.
    pub state: MeterState,
}

/// Whether a meter runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeterState {
    /// It takes contributions and pays.
    Running,
    /// It takes no new wagers; rounds under way still feed it and are paid.
    Disabled,
    /// It is gone, and nothing changes it any more.
    Decommissioned,
}

/// A meter to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewMeter {
    /// Its name: `<link>/<wager>/<meter>`, or `table-<id>/<wager>/<meter>`.
    pub name: String,
    /// The text it is played under.
    pub text: Text,
    /// The wager that feeds it.
    pub wager: String,
    /// The letter of that wager's paytable.
    pub letter: Option<String>,
    /// What it is run by.
    pub parameters: Value,
    /// What it starts with.
    pub seed: Cents,
    /// What it starts again with.
    pub reseed: Cents,
}

/// A change of a meter, which is a line of its chain.
#[derive(Clone, PartialEq, Debug)]
pub struct MeterChange {
    /// The meter.
    pub meter: MeterId,
    /// What changes it.
    pub what: MeterEvent,
}

/// What changes a meter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeterEvent {
    /// A wager feeds it.
    Contributed {
        /// At this table.
        table: TableId,
        /// In this round.
        round: u64,
        /// From this seat.
        seat: u8,
        /// To the meter.
        primary: Hundredths,
        /// To its reserve.
        reserve: Hundredths,
    },
    /// A contribution goes back, since its round or hand is void.
    Returned {
        /// At this table.
        table: TableId,
        /// In this round.
        round: u64,
        /// To this seat.
        seat: u8,
        /// From the meter.
        primary: Hundredths,
        /// From its reserve.
        reserve: Hundredths,
    },
    /// A share is taken for a winner.
    Reserved {
        /// At this table.
        table: TableId,
        /// In this round.
        round: u64,
        /// How much of the meter.
        percent: i64,
        /// Among how many.
        heads: u8,
        /// What it came to.
        reservation: Reservation,
    },
    /// A share goes back, since its round is void.
    ShareReturned {
        /// At this table.
        table: TableId,
        /// In this round.
        round: u64,
        /// The share.
        reservation: Reservation,
    },
    /// Money comes from another meter, or goes there if negative.
    Transferred {
        /// The other meter.
        other: MeterId,
        /// To or from the meter.
        amount: Hundredths,
        /// To or from its reserve.
        reserve: Hundredths,
        /// By whose approval.
        approval: Value,
    },
    /// It is disabled, runs again with the values it had, or is gone.
    Became {
        /// What it became.
        state: MeterState,
        /// By whose approval.
        approval: Value,
    },
}

impl Store {
    /// The meter of this name, made if it is not there.
    ///
    /// # Errors
    /// If there is one of other parameters: they are frozen while it runs.
    pub async fn meter(&self, _new: &NewMeter) -> Result<MeterRow, StoreError> {
        todo!()
    }

    /// All meters, by name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn meters(&self) -> Result<Vec<MeterRow>, StoreError> {
        todo!()
    }
}
