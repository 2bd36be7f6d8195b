//! Copies a whole store into an empty one, as a consistent snapshot, while the house runs.
//!
//! It is how a backup is made and restored, and how a house moves from SQLite to PostgreSQL or back. Not copied is what
//! belongs to running processes: nodes, the inbox, sessions; every table is free in the copy.

use super::bulk::{BulkValue, insert};
use super::dialect::{self, Dialect};
use super::open::{Connections, StoreUse, tables};
use super::{Location, Store, StoreError};
use futures_util::TryStreamExt as _;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _};
use std::collections::BTreeMap;
use std::path::Path;

/// What is not copied.
const PROCESSES: [&str; 3] = ["nodes", "inbox", "sessions"];
/// How many rows are copied at once.
const ROWS: usize = 256;

/// What a copy holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyReport {
    /// How many rows each table of the database has.
    pub rows: BTreeMap<String, u64>,
    /// How many chains agree with the original to the last line.
    pub chains: usize,
}

/// A column and what it holds.
struct Column {
    name: String,
    kind: Holds,
}

#[derive(Clone, Copy)]
enum Holds {
    Int,
    Text,
    Bytes,
}

impl Store {
    /// Copies everything into an empty store, and compares the two.
    ///
    /// # Errors
    /// If that one is not empty, one of them cannot be used, or they differ in the end.
    pub async fn copy_to(&self, other: &Location) -> Result<CopyReport, StoreError> {
        let target = Connections::open(other, StoreUse::Run).await?;
        let mut from = self.pool().acquire().await?;
        let mut original = from.begin_with(self.dialect().begin_reading()).await?;
        let mut into = target.pool.acquire().await?;
        let mut copy = into.begin_with(target.dialect.begin()).await?;
        let names = || tables().filter(|name| !PROCESSES.contains(name));
        for name in names() {
            if count(&mut copy, name).await? > 0 {
                return Err(StoreError::Conflict(format!("the target store must be empty, but it contains {name}")));
            }
        }
        for name in names() {
            copy_table(&mut original, self.dialect(), &mut copy, name).await?;
        }
        copy.commit().await?;
        let copied = compare(&mut original, &mut into, names()).await;
        drop(into);
        target.close().await;
        if let Location::File(file) = other {
            without_log(file).await?;
        }
        copied
    }
}

/// Makes a file one that has no log beside it, so that it can be read where nothing may be written. Nobody else may
/// have it open.
async fn without_log(file: &Path) -> Result<(), StoreError> {
    let mut alone = dialect::file(file)?.connect().await?;
    sqlx::raw_sql("PRAGMA journal_mode = DELETE").execute(&mut alone).await?;
    Ok(alone.close().await?)
}

async fn count(connection: &mut AnyConnection, table: &str) -> Result<u64, StoreError> {
    let text = format!("SELECT COUNT(*) FROM {table}");
    let row = sqlx::query(AssertSqlSafe(text)).fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(0)? as u64)
}

async fn copy_table(
    original: &mut AnyConnection,
    dialect: Dialect,
    copy: &mut AnyConnection,
    table: &str,
) -> Result<(), StoreError> {
    let columns = columns(original, dialect, table).await?;
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let into = format!("{table} ({})", names.join(", "));
    let select = format!("SELECT {} FROM {table}", names.join(", "));
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(original);
    let mut waiting = Vec::new();
    while let Some(row) = rows.try_next().await? {
        waiting.push(cells(&row, &columns, table)?);
        if waiting.len() == ROWS {
            insert(copy, &into, std::mem::take(&mut waiting), "").await?;
        }
    }
    insert(copy, &into, waiting, "").await?;
    Ok(())
}

async fn columns(connection: &mut AnyConnection, dialect: Dialect, table: &str) -> Result<Vec<Column>, StoreError> {
    let rows = sqlx::query(dialect.columns()).bind(table).fetch_all(connection).await?;
    let read = |row: &AnyRow| {
        let (name, kind): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let kind = match kind.as_str() {
            "bigint" => Holds::Int,
            "text" => Holds::Text,
            "blob" | "bytea" => Holds::Bytes,
            other => return Err(StoreError::Damaged(format!("a column {table}.{name} of type {other}"))),
        };
        Ok(Column { name, kind })
    };
    rows.iter().map(read).collect()
}

fn cells(row: &AnyRow, columns: &[Column], table: &str) -> Result<Vec<BulkValue>, sqlx::Error> {
    let cell = |(place, column): (usize, &Column)| {
        // The node that runs a table is not copied.
        if (table, column.name.as_str()) == ("tables", "owner") {
            return Ok(BulkValue::NoInt);
        }
        Ok(match column.kind {
            Holds::Int => row.try_get::<Option<i64>, _>(place)?.map_or(BulkValue::NoInt, BulkValue::Int),
            Holds::Text => row.try_get::<Option<String>, _>(place)?.map_or(BulkValue::NoText, BulkValue::Text),
            Holds::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map_or(BulkValue::NoBytes, BulkValue::Bytes),
        })
    };
    columns.iter().enumerate().map(cell).collect()
}

/// Compares how many rows both have, and where every chain stands.
async fn compare(
    original: &mut AnyConnection,
    copy: &mut AnyConnection,
    names: impl Iterator<Item = &'static str>,
) -> Result<CopyReport, StoreError> {
    let mut rows = BTreeMap::new();
    for name in names {
        let (right, found) = (count(original, name).await?, count(copy, name).await?);
        if right != found {
            return Err(StoreError::Damaged(format!(
                "the copy has {found} rows of {name}, but the original has {right}"
            )));
        }
        rows.insert(name.to_owned(), found);
    }
    let (right, found) = (heads(original).await?, heads(copy).await?);
    if right != found {
        return Err(StoreError::Damaged("a chain of the copy ends at a different line than the original".to_owned()));
    }
    Ok(CopyReport { rows, chains: found.len() })
}

/// Where every chain stands, and to which line its rows reach.
async fn heads(connection: &mut AnyConnection) -> Result<Vec<(i64, i64, Vec<u8>, i64)>, StoreError> {
    let text = "SELECT id, seq, head, (SELECT COALESCE(MAX(last), -1) FROM lines WHERE chain = chains.id) \
                FROM chains ORDER BY id";
    let rows = sqlx::query(text).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?))).collect()
}
