//! The store: SQLite or PostgreSQL, with one text of SQL for both.

mod batch;
mod inbox;
mod leases;
mod meters;
mod notices;
mod read;
mod writer;

pub use batch::{Batch, Fence, HouseLine, RoundPlayer, RoundRow, Row, Signature, Snapshot, WriteError, Written};
pub use inbox::Message;
pub use meters::{MeterChange, MeterEvent, MeterRow, MeterState, NewMeter};
pub use notices::Notice;
pub use read::{Chain, NewTable, RoundSearch, TableRow};
pub use writer::{Share, Writer};

use serde::{Deserialize, Serialize};
use sqlx::AnyPool;
use std::path::PathBuf;

/// Where the store is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A folder of this machine, with SQLite in it.
    Data(PathBuf),
    /// A PostgreSQL database: `postgres://…`.
    Url(String),
}

/// A number of the store's own.
macro_rules! number {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);
    )*};
}
number! {
    /// The number of a chain.
    ChainId,
    /// The number of a table.
    TableId,
    /// The number of a meter.
    MeterId,
    /// The number of a node.
    NodeId
}

/// The name of a message in the inbox.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub String);

/// What a chain is a chain of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A table.
    Table,
    /// A meter.
    Meter,
    /// The house.
    House,
}

/// What is wrong with the store, or with what is asked of it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be opened.
    #[error("{0}")]
    Open(String),
    /// What is asked does not go with what is there.
    #[error("{0}")]
    Conflict(String),
    /// What is stored cannot be understood.
    #[error("the store holds what it should not: {0}")]
    Damaged(String),
    /// The database says no.
    #[error("the database says: {0}")]
    Database(#[from] sqlx::Error),
}

/// The store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {}

impl Store {
    /// Opens a store, and makes it if there is none.
    ///
    /// # Errors
    /// If it cannot be opened, is another program's, or is used by another process (a data folder).
    pub async fn open(_location: &Location) -> Result<Self, StoreError> {
        todo!()
    }

    /// Whether it can be written.
    ///
    /// # Errors
    /// If it cannot.
    pub async fn ping(&self) -> Result<(), StoreError> {
        todo!()
    }

    /// Waits until everything is written, and closes it.
    pub async fn close(&self) {
        todo!()
    }

    /// The connections, for those who write their own SQL: people, sessions, approvals.
    pub fn pool(&self) -> &AnyPool {
        todo!()
    }

    /// The next number of something that is numbered, such as `person`.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn number(&self, _of: &str) -> Result<i64, StoreError> {
        todo!()
    }

    /// The writer of this node.
    pub fn writer(&self) -> Writer {
        todo!()
    }

    /// The chain of the house.
    pub fn house_chain(&self) -> ChainId {
        todo!()
    }
}
