//! The few statements that differ between SQLite and PostgreSQL.

use sqlx::any::AnyConnectOptions;
use sqlx::{ConnectOptions as _, sqlite::SqliteConnectOptions};
use std::path::Path;
use std::str::FromStr as _;

/// Which of the two databases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// A file of this machine.
    Sqlite,
    /// A server that several nodes share.
    Postgres,
}

impl Dialect {
    /// The type of bytes.
    pub(super) const fn bytes(self) -> &'static str {
        match self {
            Self::Sqlite => "BLOB",
            Self::Postgres => "BYTEA",
        }
    }

    /// How a transaction begins that writes. SQLite takes its one lock at once: a reader that turns writer half way
    /// could be refused it.
    pub(super) const fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// How a transaction begins that reads everything as it stands at one moment.
    pub(super) const fn begin_reading(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN DEFERRED",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// What follows a SELECT whose rows nobody else may change until the end; SQLite has one lock for everything.
    pub(super) const fn for_update(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }

    /// The database's own time in milliseconds, by which leases are judged: nodes' clocks may differ.
    pub(super) const fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            Self::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// What every connection is told first.
    ///
    /// SQLite opens a file that may not be written for reading, and would only read it still when it may be written:
    /// such a connection is refused at once, which takes a write, since it begins any transaction as one that reads.
    /// PostgreSQL may be set up to answer before a commit is on disk, and a node that hangs must not keep its locks.
    pub(super) const fn greeting(self, reading: bool) -> &'static str {
        match (self, reading) {
            (Self::Sqlite, false) => {
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; BEGIN IMMEDIATE; \
                 PRAGMA user_version = 0; ROLLBACK"
            }
            (Self::Sqlite, true) => "PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON",
            (Self::Postgres, false) => {
                "SET synchronous_commit = on; SET lock_timeout = '5s'; \
                 SET idle_in_transaction_session_timeout = '10s'"
            }
            (Self::Postgres, true) => "SET default_transaction_read_only = on",
        }
    }

    /// The columns of a table and their types, in order.
    pub(super) const fn columns(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT name AS name, lower(type) AS type FROM pragma_table_info($1) ORDER BY cid",
            Self::Postgres => {
                "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS type \
                 FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 \
                 ORDER BY ordinal_position"
            }
        }
    }
}

/// How a SQLite file that is there is named to the driver.
pub(super) fn file(path: &Path) -> Result<AnyConnectOptions, sqlx::Error> {
    let url = SqliteConnectOptions::new().filename(path).create_if_missing(false).to_url_lossy();
    AnyConnectOptions::from_url(&url)
}

/// How a PostgreSQL database is named to the driver.
pub(super) fn server(url: &str) -> Result<AnyConnectOptions, sqlx::Error> {
    AnyConnectOptions::from_str(url)
}
