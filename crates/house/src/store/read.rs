//! What is read from the store: tables, lines, snapshots, the search for rounds.

use super::{ChainId, HouseLine, Kind, NodeId, RoundRow, Row, Signature, Snapshot, Store, StoreError, TableId};
use croupier_rules::Text;
use croupier_table::commitment::Digest;
use croupier_table::{At, DeckId, Mode};

/// A chain and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Its number.
    pub id: ChainId,
    /// What it is a chain of.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The number of its last line.
    pub seq: u64,
    /// The hash of its last line.
    pub head: Digest,
}

/// A table as the store has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Its number.
    pub id: TableId,
    /// Its name.
    pub name: String,
    /// The text it plays by.
    pub text: Text,
    /// The whole submission it is run by.
    pub submission: String,
    /// Whether its cards are known before they are shown.
    pub mode: Mode,
    /// Its chain.
    pub chain: ChainId,
    /// The node that runs it.
    pub owner: Option<NodeId>,
    /// The epoch of the last claim.
    pub epoch: u64,
    /// Whether it is to be run.
    pub open: bool,
    /// When it was made.
    pub made: At,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// Its name.
    pub name: String,
    /// The text it plays by.
    pub text: Text,
    /// The whole submission.
    pub submission: String,
    /// Whether its cards are known before they are shown.
    pub mode: Mode,
    /// The first line of its journal, with the newline.
    pub header: String,
    /// When.
    pub made: At,
}

impl Store {
    /// Makes a table with its chain, and a line in the chain of the house.
    ///
    /// # Errors
    /// If there is a table of that name.
    pub async fn make_table(&self, _new: &NewTable, _house: HouseLine) -> Result<TableRow, StoreError> {
        todo!()
    }

    /// Says whether a table is to be run.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn set_open(&self, _table: TableId, _open: bool) -> Result<(), StoreError> {
        todo!()
    }

    /// All tables, by number.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn tables(&self) -> Result<Vec<TableRow>, StoreError> {
        todo!()
    }

    /// One table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn table(&self, _table: TableId) -> Result<Option<TableRow>, StoreError> {
        todo!()
    }

    /// Begins a chain with its first line, which gets the number 0.
    ///
    /// # Errors
    /// If there is one of that name.
    pub async fn begin_chain(&self, _kind: Kind, _name: &str, _at: At, _line: &str) -> Result<Chain, StoreError> {
        todo!()
    }

    /// All chains, by number.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn chains(&self) -> Result<Vec<Chain>, StoreError> {
        todo!()
    }

    /// One chain.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn chain(&self, _chain: ChainId) -> Result<Option<Chain>, StoreError> {
        todo!()
    }

    /// The rows of a chain with lines numbered `from` or more, in order, at most so many: to be asked again with the
    /// number after the last until none comes.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn lines(&self, _chain: ChainId, _from: u64, _most: u32) -> Result<Vec<Row>, StoreError> {
        todo!()
    }

    /// What is kept in secret for the decks of a table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn kept(&self, _table: TableId) -> Result<Vec<(DeckId, Vec<u8>)>, StoreError> {
        todo!()
    }

    /// The last snapshot of a chain at or before a line.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn snapshot(&self, _chain: ChainId, _upto: u64) -> Result<Option<Snapshot>, StoreError> {
        todo!()
    }

    /// The signatures of a chain's heads from a line on, in order.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn signatures(&self, _chain: ChainId, _from: u64) -> Result<Vec<Signature>, StoreError> {
        todo!()
    }

    /// Rounds that fit a search, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn rounds(&self, _search: &RoundSearch) -> Result<Vec<(ChainId, RoundRow)>, StoreError> {
        todo!()
    }
}

/// What an auditor looks for; what is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundSearch {
    /// At this table.
    pub chain: Option<ChainId>,
    /// With this number.
    pub round: Option<u64>,
    /// With this player.
    pub who: Option<croupier_table::Who>,
    /// Closed at or after this.
    pub since: Option<At>,
    /// Closed before this.
    pub before: Option<At>,
    /// Void or not.
    pub void: Option<bool>,
    /// Where a player got back at least so many cents.
    pub won: Option<i64>,
    /// At most so many; 100 if nothing is said.
    pub most: Option<u32>,
}
