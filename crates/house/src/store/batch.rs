//! A batch: the lines of one table's chain and everything that must be committed with them.

use super::{ChainId, MeterChange, TableId};
use croupier_table::commitment::Digest;
use croupier_table::{DeckId, PersonId, Reservation, Timestamp};
use serde::Serialize;
use serde_json::Value;

/// What one desk writes at once. All of it becomes durable, or none.
///
/// A batch without lines has no chain; it may consist of nothing but lines of the house.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// By what right the writer writes; none where no table is concerned.
    pub fence: Option<Fence>,
    /// The chain of its lines, and the hash of the last of them.
    pub chain: Option<(ChainId, Digest)>,
    /// The lines, consecutive, the first following the last line of the chain.
    pub rows: Vec<LineRow>,
    /// Sealed rows of the chain that are rewritten in plain text: their first line and the text.
    pub opened: Vec<(u64, Vec<u8>)>,
    /// What is kept in secret for a deck of the table, or no longer.
    pub kept: Vec<(DeckId, Option<Vec<u8>>)>,
    /// Changes of meters, in order.
    pub meters: Vec<MeterChange>,
    /// Rounds that were closed, for the auditor's search.
    pub rounds: Vec<RoundRow>,
    /// The signature of the chain's head after the last line.
    pub signature: Option<SignatureRow>,
    /// The table's state after the last line.
    pub snapshot: Option<Snapshot>,
    /// Lines for the chain of the house.
    pub house: Vec<HouseLine>,
}

/// The right to write a table's lines: the epoch of the claim, which a later claim ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fence {
    /// The table.
    pub table: TableId,
    /// The epoch of the claim.
    pub epoch: u64,
}

/// Consecutive lines of a chain that were written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineRow {
    /// The number of the first line; that of the line a chain begins with is 0.
    pub first: u64,
    /// The number of the last.
    pub last: u64,
    /// When they were written.
    pub at: Timestamp,
    /// The lines, each with its newline; encrypted if the row is sealed.
    pub text: Vec<u8>,
    /// Whether they are encrypted.
    pub sealed: bool,
}

/// A closed round, for search. It is derived from the lines and can be made again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRow {
    /// Its number at the table.
    pub round: u64,
    /// Its first line.
    pub first: u64,
    /// Its last line.
    pub last: u64,
    /// When it was opened.
    pub opened: Timestamp,
    /// When it was closed.
    pub closed: Timestamp,
    /// Whether it is void.
    pub void: bool,
    /// What was staked, in cents.
    pub staked: i64,
    /// What came back to the players, stakes among it, in cents; not known of rounds before there was this column.
    pub returned: Option<i64>,
    /// Who played.
    pub players: Vec<RoundPlayer>,
}

/// One player's part in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundPlayer {
    /// Who.
    pub who: PersonId,
    /// What he staked, in cents.
    pub staked: i64,
    /// What came back to him, stakes among it, in cents; not known of rounds before there was this column.
    pub returned: Option<i64>,
    /// His cards, if they were shown.
    pub hand: String,
}

/// The head of a chain, signed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureRow {
    /// The number of the line.
    pub seq: u64,
    /// Its hash.
    pub head: Digest,
    /// The public key.
    pub key: Vec<u8>,
    /// The signature.
    pub signature: Vec<u8>,
}

/// A table's state after a line, encrypted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The number of the line.
    pub seq: u64,
    /// Its hash.
    pub head: Digest,
    /// The state, encrypted under the sealing key.
    pub sealed: Vec<u8>,
}

/// A line for the chain of the house. It gets its number and the hash of the line before when it is written.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HouseLine {
    /// When.
    pub at: Timestamp,
    /// Who, in what role.
    pub by: Value,
    /// What happened.
    pub what: Value,
}

impl HouseLine {
    /// A line.
    pub fn new(at: Timestamp, by: &impl Serialize, what: &impl Serialize) -> Self {
        // Nothing the house records refuses to be written: no map has keys other than names.
        let value = |value: Result<Value, serde_json::Error>| value.unwrap_or_default();
        Self { at, by: value(serde_json::to_value(by)), what: value(serde_json::to_value(what)) }
    }
}

/// What became of a batch that is durable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WriteReceipt {
    /// The numbers its changes of meters got, in order.
    pub meters: Vec<u64>,
    /// The number its last line in the chain of the house got.
    pub house: Option<u64>,
    /// The share taken, if one was asked for.
    pub reservation: Option<Reservation>,
}

/// Why a batch was not written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// Another node has claimed the table since.
    #[error("another node now runs the table")]
    Fenced,
    /// It does not follow what is there.
    #[error("it does not continue the stored chain: {0}")]
    Conflict(String),
    /// The store cannot be written at present. Nothing of the batch was written.
    #[error("database write failed: {0}")]
    Unavailable(String),
    /// The store has no room left, or may only be read. Nothing of the batch was written.
    #[error("database is full or read-only: {0}")]
    Full(String),
    /// The store did not say whether it was written: read it again.
    #[error("the result of the write is unknown: {0}")]
    Unknown(String),
}
