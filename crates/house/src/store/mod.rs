//! The store: SQLite or PostgreSQL, with one text of SQL for both.
//!
//! The truth in it is append-only chains of lines, each sealed with the hash of the one before: one for each table, one
//! for each meter, one for the house. Everything else is derived from them and could be made again, except passwords
//! and sessions, which are keys and no record. Lines are written by the [`Writer`] alone.
//!
//! Note: yes and no are numbers, since the driver for both databases knows no truth values of SQLite; numbers of
//! rows are given out by the store, so that a copy goes on where the original stopped.

mod batch;
mod bulk;
mod chain;
mod copy;
mod dialect;
mod inbox;
mod leases;
mod meters;
mod notices;
mod open;
mod permissions;
mod read;
mod tables;
pub(crate) mod target;
mod transaction;
mod writer;

pub use batch::{
    Batch, Fence, HouseLine, LineRow, RoundPlayer, RoundRow, SignatureRow, Snapshot, WriteError, WriteReceipt,
};
pub use chain::verify as verify_chain;
pub use copy::CopyReport;
pub use dialect::Dialect;
pub use inbox::InboxMessage;
pub use leases::{LEASE, LeaseStatus};
pub use meters::{MeterAmounts, MeterChange, MeterEvent, MeterLine, MeterRow, MeterState, NewMeter};
pub use notices::Notice;
pub use read::RoundSearch;
pub(crate) use tables::ReplacementChain;
pub use tables::{Chain, NewTable, TableRow};
pub use writer::{MeterShareClaim, Writer};

use croupier_table::Timestamp;
use croupier_table::commitment::Digest;
use notices::Notifier;
use open::{AdvisoryLock, Connections, StoreUse, take_turn};
use serde::{Deserialize, Serialize};
use sqlx::{Any, AnyConnection, AnyPool, Row as _, Transaction};
use std::path::PathBuf;
use std::sync::Arc;
use target::DatabaseTargetError;

/// Where the store is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    /// A folder of this machine, with SQLite in it. One process at a time runs it.
    Data(PathBuf),
    /// A SQLite file alone: a backup.
    File(PathBuf),
    /// A PostgreSQL database, by its address: `postgres://…`. On another machine it is reached with TLS.
    Url(String),
    /// A PostgreSQL database that may be reached without TLS on another machine too, as the configuration says.
    PlainUrl(String),
}

impl Location {
    /// The address of a database as the driver is given it; none for SQLite.
    ///
    /// # Errors
    /// If it cannot be read, or would be reached over the network without TLS.
    fn database(&self) -> Option<Result<String, StoreError>> {
        let (url, plaintext) = match self {
            Self::Data(_) | Self::File(_) => return None,
            Self::Url(url) => (url, false),
            Self::PlainUrl(url) => (url, true),
        };
        let reached = target::reach(url, plaintext).map(|(url, _)| url);
        Some(reached.map_err(|error| {
            let allow = match error {
                DatabaseTargetError::Plaintext(..) => ": use `sslmode=verify-full`, or set `database-plaintext = true`",
                DatabaseTargetError::Address(_) => "",
            };
            StoreError::Open(format!("{error}{allow}"))
        }))
    }
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
pub enum ChainKind {
    /// A table.
    Table,
    /// A meter.
    Meter,
    /// The house.
    House,
}

impl ChainKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Meter => "meter",
            Self::House => "house",
        }
    }

    fn read(name: &str) -> Option<Self> {
        [Self::Table, Self::Meter, Self::House].into_iter().find(|kind| kind.name() == name)
    }
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
    /// It has no room left, or may only be read.
    #[error("database is full or read-only")]
    Full,
    /// What is stored cannot be understood.
    #[error("the database contains invalid data: {0}")]
    Damaged(String),
    /// The database says no.
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
}

impl StoreError {
    /// An error of the database; a conflict if it is about something that is there already.
    fn clash(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(clash) if clash.is_unique_violation() || clash.is_foreign_key_violation() => {
                Self::Conflict(clash.message().to_owned())
            }
            _ => Self::Database(error),
        }
    }

    /// The same in other words, if it is a conflict.
    fn about(self, what: &str) -> Self {
        if matches!(self, Self::Conflict(_)) { Self::Conflict(what.to_owned()) } else { self }
    }
}

/// The store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    opened: Connections,
    crier: Notifier,
    writer: Writer,
}

impl Store {
    /// Opens a store to run tables on it, and makes it if there is none. The time is for the first line of a new one.
    ///
    /// # Errors
    /// If it cannot be opened, is another program's, or is used by another process (a data folder).
    pub async fn open(location: &Location, now: Timestamp) -> Result<Self, StoreError> {
        let opened = Connections::open(location, StoreUse::Run).await?;
        let crier = Notifier::start(location, opened.dialect, &opened.pool);
        let writer = Writer::start(opened.pool.clone(), opened.dialect, crier.clone())
            .map_err(|error| StoreError::Open(format!("cannot start the database writer: {error}")))?;
        let store = Self(Arc::new(Inner { opened, crier, writer }));
        store.begin_house(now).await?;
        Ok(store)
    }

    /// Opens a store to read it, which another process may be running.
    ///
    /// # Errors
    /// If there is none, or it was made by another version.
    pub async fn read(location: &Location) -> Result<Self, StoreError> {
        let opened = Connections::open(location, StoreUse::Read).await?;
        Ok(Self(Arc::new(Inner { opened, crier: Notifier::none(), writer: Writer::none() })))
    }

    /// Puts a line into the chain of a house that another process may be running: the chain is locked while it is
    /// written, as it is between nodes.
    ///
    /// # Errors
    /// If there is no such store, or it cannot be written.
    pub async fn note(location: &Location, line: HouseLine) -> Result<(), StoreError> {
        let opened = Connections::open(location, StoreUse::Note).await?;
        let store = Self(Arc::new(Inner { opened, crier: Notifier::none(), writer: Writer::none() }));
        let transaction = store.begin().await?;
        let noted = store.finish_with(transaction, &Batch { house: vec![line], ..Batch::default() }).await;
        store.close().await;
        noted
    }

    /// The same store as it stands at one moment, to be read while the house goes on. It should be closed soon.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn still(&self) -> Result<Self, StoreError> {
        let opened = self.0.opened.still().await?;
        Ok(Self(Arc::new(Inner { opened, crier: Notifier::none(), writer: Writer::none() })))
    }

    /// Waits until no other node makes what a first start makes; the others wait until this transaction ends.
    ///
    /// # Errors
    /// If another takes too long, or the store cannot be written. A data folder has one process and waits for nobody.
    pub(crate) async fn first_start(&self) -> Result<Option<Transaction<'static, Any>>, StoreError> {
        if self.dialect() == Dialect::Sqlite {
            return Ok(None);
        }
        let mut turn = self.begin().await?;
        take_turn(&mut turn, self.dialect(), AdvisoryLock::FirstStart).await?;
        Ok(Some(turn))
    }

    /// Whether it can be written: it writes something.
    ///
    /// # Errors
    /// If it cannot, or had no room for a batch a moment ago.
    pub async fn ping(&self) -> Result<(), StoreError> {
        if self.0.writer.is_full() {
            return Err(StoreError::Full);
        }
        self.number("ping").await.map(drop)
    }

    /// Waits until everything is written, and closes it.
    pub async fn close(&self) {
        self.0.writer.stop().await;
        self.0.opened.close().await;
    }

    /// The connections, for those who write their own SQL: people, sessions, approvals.
    pub fn pool(&self) -> &AnyPool {
        &self.0.opened.pool
    }

    /// Which database it is.
    pub fn dialect(&self) -> Dialect {
        self.0.opened.dialect
    }

    /// Begins a transaction that writes.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        Ok(self.pool().begin_with(self.dialect().begin()).await?)
    }

    /// The next number of something that is numbered, such as `person`.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn number(&self, of: &str) -> Result<i64, StoreError> {
        let mut connection = self.pool().acquire().await?;
        next_number(&mut connection, of).await
    }

    /// The last number given to something that is numbered; 0 if none was.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn numbered(&self, of: &str) -> Result<i64, StoreError> {
        let last = sqlx::query("SELECT last FROM numbers WHERE what = $1").bind(of).fetch_optional(self.pool()).await?;
        last.map_or(Ok(0), |row| Ok(row.try_get(0)?))
    }

    /// The writer of this node.
    pub fn writer(&self) -> &Writer {
        &self.0.writer
    }

    fn crier(&self) -> &Notifier {
        &self.0.crier
    }
}

/// The next number of something, inside a transaction or without one.
///
/// # Errors
/// If the store cannot be written.
pub async fn next_number(connection: &mut AnyConnection, of: &str) -> Result<i64, StoreError> {
    let text = "INSERT INTO numbers (what, last) VALUES ($1, 1) \
                ON CONFLICT (what) DO UPDATE SET last = numbers.last + 1 RETURNING last";
    Ok(sqlx::query(text).bind(of).fetch_one(connection).await?.try_get(0)?)
}

fn digest(bytes: Vec<u8>) -> Result<Digest, StoreError> {
    let length = bytes.len();
    let bytes = bytes.try_into().map_err(|_| StoreError::Damaged(format!("a hash of {length} bytes")))?;
    Ok(Digest(bytes))
}
