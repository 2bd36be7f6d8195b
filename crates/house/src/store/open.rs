//! Opening a store: where it is, who may use it, and bringing its tables up to date.

use super::dialect::{self, Dialect};
use super::permissions;
use super::{Location, StoreError};
use croupier_table::commitment::Digest;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Row as _};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The changes of the tables, in order. One that was ever applied somewhere is never edited again: another follows it.
const MIGRATIONS: &[(&str, &str)] = &[
    ("001_house", include_str!("migrations/001_house.sql")),
    ("002_sealed", include_str!("migrations/002_sealed.sql")),
    ("003_returned", include_str!("migrations/003_returned.sql")),
];

/// What the nodes of one PostgreSQL database do in turn: each has the number of a lock that nobody else uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
pub(super) enum AdvisoryLock {
    /// Bringing the database up to date.
    Migrate = 0x0063_726f_7570_6965,
    /// Making what a first start makes.
    FirstStart = 0x0063_726f_7570_6966,
}

/// What a store is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StoreUse {
    /// To run tables.
    Run,
    /// To be read while another process may run it.
    Read,
    /// To put something on record while another process may run it.
    Note,
}

/// The connections of an open store.
#[derive(Debug)]
pub(super) struct Connections {
    pub(super) pool: AnyPool,
    pub(super) dialect: Dialect,
    /// Held as long as the store is open, so that no other process opens the same data folder.
    lock: Mutex<Option<File>>,
}

impl Connections {
    /// Connects, and brings the tables up to date unless it is only for reading.
    pub(super) async fn open(location: &Location, purpose: StoreUse) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (runs, reading) = (purpose == StoreUse::Run, purpose == StoreUse::Read);
        let mut lock = None;
        let (dialect, options) = match location {
            Location::Data(folder) => {
                if runs {
                    lock = Some(locked(folder)?);
                }
                (Dialect::Sqlite, file(&folder.join("croupier.db"), runs)?)
            }
            Location::File(path) => (Dialect::Sqlite, file(path, runs)?),
            Location::Url(url) | Location::PlainUrl(url) => (Dialect::Postgres, server(url, location)?),
        };
        let greeting = dialect.greeting(reading);
        let pool = pool(12).after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(sqlx::raw_sql(greeting)).await.map(drop) })
        });
        let pool = pool.connect_with(options.disable_statement_logging()).await;
        let pool = pool.map_err(|error| refused(location, &error))?;
        let mut connection = pool.acquire().await?;
        if runs {
            migrate(&mut connection, dialect).await?;
        } else {
            is_up_to_date(&mut connection).await?;
        }
        drop(connection);
        Ok(Self { pool, dialect, lock: Mutex::new(lock) })
    }

    /// The same store as it stands at one moment: one connection, which reads in one transaction until it is closed. If
    /// it breaks there is no other, since that would show another moment.
    pub(super) async fn still(&self) -> Result<Self, StoreError> {
        let greeting = format!("{}; {}", self.dialect.greeting(true), self.dialect.begin_reading());
        let connected = Arc::new(AtomicBool::new(false));
        let pool = AnyPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = pool.after_connect(move |connection, _| {
            let (greeting, again) = (greeting.clone(), connected.swap(true, Ordering::Relaxed));
            Box::pin(async move {
                if again {
                    return Err(sqlx::Error::WorkerCrashed);
                }
                connection.execute(sqlx::raw_sql(AssertSqlSafe(greeting))).await.map(drop)
            })
        });
        let pool = pool.connect_with((*self.pool.connect_options()).clone()).await?;
        Ok(Self { pool, dialect: self.dialect, lock: Mutex::new(None) })
    }

    /// Closes the connections, and leaves the data folder to others.
    pub(super) async fn close(&self) {
        self.pool.close().await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Takes the data folder for this process, and makes it if it is not there.
fn locked(folder: &Path) -> Result<File, StoreError> {
    let wrong = |error: std::io::Error| StoreError::Open(format!("the data folder {}: {error}", folder.display()));
    permissions::folder(folder).map_err(wrong)?;
    let lock = permissions::file(&folder.join("croupier.lock")).map_err(wrong)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Open(format!(
            "the data folder {} is used by another process: stop it, or name another folder",
            folder.display()
        ))),
        Err(TryLockError::Error(error)) => Err(wrong(error)),
    }
}

/// A SQLite file, made if it is to be run. Its log and its index get the permissions it has itself.
fn file(path: &Path, runs: bool) -> Result<AnyConnectOptions, StoreError> {
    if runs {
        let wrong = |error| StoreError::Open(format!("cannot open the store at {}: {error}", path.display()));
        permissions::only(path).map_err(wrong)?;
    } else if !path.is_file() {
        return Err(StoreError::Open(format!("no store found at {}", path.display())));
    }
    dialect::file(path).map_err(StoreError::from)
}

fn server(url: &str, location: &Location) -> Result<AnyConnectOptions, StoreError> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        // The address itself is not shown, since it may hold a password.
        let right = "expected a database URL, such as postgres://croupier@localhost/house";
        return Err(StoreError::Open(right.to_owned()));
    }
    let url = location.database().unwrap_or_else(|| Ok(url.to_owned()))?;
    dialect::server(&url).map_err(|error| StoreError::Open(format!("invalid database URL: {error}")))
}

fn refused(location: &Location, error: &sqlx::Error) -> StoreError {
    match location {
        Location::Data(path) | Location::File(path) => {
            StoreError::Open(format!("cannot open the store at {}: {error}", path.display()))
        }
        Location::Url(_) | Location::PlainUrl(_) => {
            StoreError::Open(format!("cannot connect to the database: {error}"))
        }
    }
}

/// How so many connections are kept.
fn pool(most: u32) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(Duration::from_secs(5))
        // A full disk ends a transaction of SQLite by itself, and the driver then waits for its end for ever.
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
}

/// Waits until no other node is at this turn; it lasts as long as the transaction. What a node does in its turn may
/// take it longer than a statement may wait or a transaction rest otherwise.
pub(super) async fn take_turn(
    transaction: &mut AnyConnection,
    dialect: Dialect,
    turn: AdvisoryLock,
) -> Result<(), StoreError> {
    if dialect == Dialect::Postgres {
        let patience = "SET LOCAL lock_timeout = '60s'; SET LOCAL idle_in_transaction_session_timeout = '60s'";
        sqlx::raw_sql(patience).execute(&mut *transaction).await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(turn as i64).execute(transaction).await?;
    }
    Ok(())
}

/// Applies the migrations that are missing, in one transaction.
async fn migrate(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with(dialect.begin()).await?;
    take_turn(&mut transaction, dialect, AdvisoryLock::Migrate).await?;
    let table = "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL)";
    sqlx::query(table).execute(&mut *transaction).await?;
    for (name, text) in MIGRATIONS.iter().skip(applied(&mut transaction).await?) {
        let statements = text.replace("{bytes}", dialect.bytes());
        sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO migrations (name, hash) VALUES ($1, $2)")
            .bind(*name)
            .bind(Digest::of(text.as_bytes()).to_string())
            .execute(&mut *transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}

/// How many migrations were applied, each of which must be the one of this program.
async fn applied(connection: &mut AnyConnection) -> Result<usize, StoreError> {
    let rows = sqlx::query("SELECT name, hash FROM migrations ORDER BY name").fetch_all(connection).await?;
    for (place, row) in rows.iter().enumerate() {
        let (name, hash): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let known = MIGRATIONS.get(place).filter(|(known, _)| *known == name);
        let Some((_, text)) = known else {
            return Err(StoreError::Open(format!(
                "the store was created by a later version of the program: it has `{name}`"
            )));
        };
        if Digest::of(text.as_bytes()).to_string() != hash {
            return Err(StoreError::Open(format!(
                "the store was created by another version of the program: its `{name}` differs"
            )));
        }
    }
    Ok(rows.len())
}

async fn is_up_to_date(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let applied = applied(connection).await.map_err(|error| match error {
        StoreError::Database(error) => StoreError::Open(format!("this is not a store of a house: {error}")),
        other => other,
    })?;
    if applied < MIGRATIONS.len() {
        return Err(StoreError::Open(
            "the store was created by an earlier version of the program: start the house on it first".into(),
        ));
    }
    Ok(())
}

/// The tables of a store in the order they are made, so that each comes after those it refers to.
pub(super) fn tables() -> impl Iterator<Item = &'static str> {
    let made = MIGRATIONS.iter().flat_map(|(_, text)| text.lines());
    made.filter_map(|line| line.strip_prefix("CREATE TABLE ")?.split_whitespace().next())
}
