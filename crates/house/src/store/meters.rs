//! Meters in the store: one row each with what stands on it, and a chain with every change.

use super::batch::LineRow;
use super::chain::{self, ChainEnd};
use super::{ChainId, ChainKind, MeterId, MeterShareClaim, Store, StoreError, TableId};
use croupier_rules::{Cents, Regulation};
use croupier_table::{Centicents, Meter, Reservation, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::Row as _;
use sqlx::any::AnyRow;

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
    pub text: String,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MeterState {
    /// It takes contributions and pays.
    Running,
    /// It takes no new wagers; rounds under way still feed it and are paid.
    Disabled,
    /// It is gone, and nothing changes it any more.
    Decommissioned,
}

impl MeterState {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Disabled => "disabled",
            Self::Decommissioned => "decommissioned",
        }
    }

    fn read(name: &str) -> Option<Self> {
        [Self::Running, Self::Disabled, Self::Decommissioned].into_iter().find(|state| state.name() == name)
    }
}

/// A meter to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct NewMeter {
    /// Its name: `<link>/<wager>/<meter>`, or `table-<id>/<wager>/<meter>`.
    pub name: String,
    /// The text it is played under.
    pub text: Regulation,
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
    /// When.
    pub made: Timestamp,
}

/// A change of a meter, which is a line of its chain.
#[derive(Clone, PartialEq, Debug)]
pub struct MeterChange {
    /// The meter.
    pub meter: MeterId,
    /// When.
    pub at: Timestamp,
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
        primary: Centicents,
        /// To its reserve.
        reserve: Centicents,
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
        primary: Centicents,
        /// From its reserve.
        reserve: Centicents,
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
        amount: Centicents,
        /// To or from its reserve.
        reserve: Centicents,
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

/// What stands on a meter and in its reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeterAmounts {
    /// On the meter.
    pub amount: Centicents,
    /// In reserve.
    pub reserve: Centicents,
}

impl MeterAmounts {
    fn of(meter: &Meter) -> Self {
        Self { amount: meter.amount, reserve: meter.reserve }
    }
}

/// A line of a meter's chain, but for its number and hashes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeterLine {
    /// When.
    pub at: Timestamp,
    /// What changed it.
    pub what: MeterEvent,
    /// The meter before.
    pub before: MeterAmounts,
    /// The meter after.
    pub after: MeterAmounts,
}

/// The first line of a meter's chain.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Header<'a> {
    croupier_meter: u32,
    name: &'a str,
    at: Timestamp,
    text: &'static str,
    wager: &'a str,
    letter: Option<&'a str>,
    parameters: &'a Value,
    seed: Cents,
    reseed: Cents,
}

/// A meter locked by a transaction, and the lines its chain gets in it.
#[derive(Debug)]
pub(super) struct LockedMeter {
    pub(super) id: MeterId,
    pub(super) chain: ChainId,
    pub(super) meter: Meter,
    pub(super) state: MeterState,
    pub(super) end: ChainEnd,
    lines: String,
    at: Timestamp,
    from: u64,
}

impl LockedMeter {
    /// What is read of a meter to change it. Both rows are locked with it, so both are the latest.
    pub(super) const SELECT: &str = "SELECT meters.id, meters.chain, amount, reserve, reseed, sequence, state, seq, \
        head \
                                     FROM meters JOIN chains ON chains.id = meters.chain";

    pub(super) fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let state: String = row.try_get(6)?;
        let unknown = || StoreError::Damaged(format!("a meter that is `{state}`"));
        let seq = row.try_get::<i64, _>(7)? as u64;
        Ok(Self {
            id: MeterId(row.try_get(0)?),
            chain: ChainId(row.try_get(1)?),
            meter: Meter {
                amount: Centicents(row.try_get(2)?),
                reserve: Centicents(row.try_get(3)?),
                reseed: Cents(row.try_get(4)?),
                sequence: row.try_get::<i64, _>(5)? as u64,
            },
            state: MeterState::read(&state).ok_or_else(unknown)?,
            end: ChainEnd { seq, head: super::digest(row.try_get(8)?)? },
            lines: String::new(),
            at: Timestamp(0),
            from: seq,
        })
    }

    /// Changes it, and returns the number of the change.
    pub(super) fn change(&mut self, at: Timestamp, what: MeterEvent) -> Result<u64, String> {
        let before = MeterAmounts::of(&self.meter);
        let (amount, reserve) = match &what {
            MeterEvent::Contributed { primary, reserve, .. } => (primary.0, reserve.0),
            MeterEvent::Returned { primary, reserve, .. } => (-primary.0, -reserve.0),
            MeterEvent::ShareReturned { reservation, .. } => {
                let (amount, reserve) = reservation.returned();
                (amount.0, reserve.0)
            }
            MeterEvent::Transferred { amount, reserve, .. } => (amount.0, reserve.0),
            MeterEvent::Became { .. } => (0, 0),
            MeterEvent::Reserved { .. } => return Err("a share is taken with the meter locked".to_owned()),
        };
        self.may_change()?;
        let full = || format!("the amount exceeds the range of meter {}", self.id.0);
        self.meter.amount.0 = before.amount.0.checked_add(amount).ok_or_else(full)?;
        self.meter.reserve.0 = before.reserve.0.checked_add(reserve).ok_or_else(full)?;
        self.meter.sequence += 1;
        if let MeterEvent::Became { state, .. } = what {
            self.state = state;
        }
        Ok(self.note(at, what, before))
    }

    /// Takes a share off it.
    pub(super) fn take(&mut self, share: &MeterShareClaim) -> Result<Reservation, String> {
        self.may_change()?;
        let MeterShareClaim { percent, heads, table, round, at, .. } = *share;
        let before = MeterAmounts::of(&self.meter);
        let reservation = self.meter.take(percent, heads);
        self.note(at, MeterEvent::Reserved { table, round, percent, heads, reservation }, before);
        Ok(reservation)
    }

    fn may_change(&self) -> Result<(), String> {
        match self.state {
            MeterState::Decommissioned => Err(format!("meter {} is decommissioned", self.id.0)),
            MeterState::Running | MeterState::Disabled => Ok(()),
        }
    }

    fn note(&mut self, at: Timestamp, what: MeterEvent, before: MeterAmounts) -> u64 {
        self.at = at;
        let line = MeterLine { at, what, before, after: MeterAmounts::of(&self.meter) };
        self.lines.push_str(&self.end.append(&line));
        self.end.seq
    }

    /// Its lines as one row, and the number of the line they follow; none if it did not change.
    pub(super) fn row(&self) -> Option<(LineRow, u64)> {
        let Self { from, at, ref end, ref lines, .. } = *self;
        let row = LineRow { first: from + 1, last: end.seq, at, text: lines.clone().into_bytes(), sealed: false };
        (end.seq > from).then_some((row, from))
    }
}

impl Store {
    /// The meter of this name, made if it is not there.
    ///
    /// # Errors
    /// If there is one of other parameters: they are frozen while it runs.
    pub async fn meter(&self, new: &NewMeter) -> Result<MeterRow, StoreError> {
        if let Some(found) = self.meter_named(&new.name).await? {
            return found.agrees(new);
        }
        match self.make_meter(new).await {
            // Another node may have made it between the question and the answer.
            Err(StoreError::Conflict(why)) => match self.meter_named(&new.name).await? {
                Some(found) => found.agrees(new),
                None => Err(StoreError::Conflict(why)),
            },
            made => made,
        }
    }

    async fn make_meter(&self, new: &NewMeter) -> Result<MeterRow, StoreError> {
        let NewMeter { name, text, wager, letter, parameters, seed, reseed, made } = new;
        let letter = letter.as_deref();
        let (text, at, seed, reseed) = (text.id(), *made, *seed, *reseed);
        let header = Header { croupier_meter: 1, name, at, text, wager, letter, parameters, seed, reseed };
        let (line, _) = chain::sealed(&header);
        let mut transaction = self.begin().await?;
        let chain = super::tables::begin_chain(&mut transaction, ChainKind::Meter, name, at, &line).await?;
        let id = super::next_number(&mut transaction, "meter").await?;
        sqlx::query(
            "INSERT INTO meters (id, name, chain, text, wager, letter, parameters, amount, reserve, reseed, \
             sequence, state) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, 0, 'running')",
        )
        .bind(id)
        .bind(name.as_str())
        .bind(chain.id.0)
        .bind(text)
        .bind(wager.as_str())
        .bind(letter.map(str::to_owned))
        .bind(parameters.to_string())
        .bind(Centicents::of(seed).0)
        .bind(reseed.0)
        .execute(&mut *transaction)
        .await
        .map_err(StoreError::clash)?;
        transaction.commit().await?;
        self.meter_named(name).await?.ok_or_else(|| StoreError::Damaged(format!("meter {name} does not exist")))
    }

    async fn meter_named(&self, name: &str) -> Result<Option<MeterRow>, StoreError> {
        let query = sqlx::query("SELECT * FROM meters WHERE name = $1").bind(name);
        query.fetch_optional(self.pool()).await?.map(|row| MeterRow::read(&row)).transpose()
    }

    /// All meters, by name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn meters(&self) -> Result<Vec<MeterRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM meters ORDER BY name").fetch_all(self.pool()).await?;
        rows.iter().map(MeterRow::read).collect()
    }
}

impl MeterRow {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let damaged = |what: &str| StoreError::Damaged(format!("a meter of {what}"));
        let parameters: String = row.try_get("parameters")?;
        let state: String = row.try_get("state")?;
        Ok(Self {
            id: MeterId(row.try_get("id")?),
            name: row.try_get("name")?,
            chain: ChainId(row.try_get("chain")?),
            text: row.try_get("text")?,
            wager: row.try_get("wager")?,
            letter: row.try_get("letter")?,
            parameters: serde_json::from_str(&parameters).map_err(|_| damaged(&parameters))?,
            meter: Meter {
                amount: Centicents(row.try_get("amount")?),
                reserve: Centicents(row.try_get("reserve")?),
                reseed: Cents(row.try_get("reseed")?),
                sequence: row.try_get::<i64, _>("sequence")? as u64,
            },
            state: MeterState::read(&state).ok_or_else(|| damaged(&state))?,
        })
    }

    /// Itself, if a table that asks for it wants what it is: one text, letter and amount.
    fn agrees(self, new: &NewMeter) -> Result<Self, StoreError> {
        let same = self.text == new.text.id()
            && self.wager == new.wager
            && self.letter == new.letter
            && self.parameters == new.parameters
            && self.meter.reseed == new.reseed;
        if same {
            return Ok(self);
        }
        Err(StoreError::Conflict(format!(
            "the meter {} is running with other parameters, which cannot change: link only tables with the same \
                text, letter and amount (R-51)",
            self.name
        )))
    }
}
