//! Statements for many rows, because each statement costs a round trip.

use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};
use std::fmt::Write as _;

/// How many rows one statement has. A few lengths only, so that each is prepared once; what is missing to the next is
/// filled up with rows of nothing, which no table takes in and no row is equal to.
const LENGTHS: [usize; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// The next length, or the longest.
fn length(rows: usize) -> usize {
    LENGTHS.into_iter().find(|length| *length >= rows).unwrap_or(128)
}

/// A value in a row.
#[derive(Clone, Debug)]
pub(super) enum BulkValue {
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    NoInt,
    NoText,
    NoBytes,
}

/// The query with a value bound.
fn bind<'q>(
    query: Query<'q, Any, sqlx::any::AnyArguments>,
    cell: BulkValue,
) -> Query<'q, Any, sqlx::any::AnyArguments> {
    match cell {
        BulkValue::Int(int) => query.bind(int),
        BulkValue::Text(text) => query.bind(text),
        BulkValue::Bytes(bytes) => query.bind(bytes),
        BulkValue::NoInt => query.bind(None::<i64>),
        BulkValue::NoText => query.bind(None::<String>),
        BulkValue::NoBytes => query.bind(None::<Vec<u8>>),
    }
}

impl BulkValue {
    /// Nothing, of the same type.
    const fn nothing(&self) -> Self {
        match self {
            Self::Int(_) | Self::NoInt => Self::NoInt,
            Self::Text(_) | Self::NoText => Self::NoText,
            Self::Bytes(_) | Self::NoBytes => Self::NoBytes,
        }
    }
}

/// Puts rows into a table. Their first column is never nothing. `clash` says what happens if one is there.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    table: &str,
    rows: Vec<Vec<BulkValue>>,
    clash: &str,
) -> Result<u64, sqlx::Error> {
    let before = format!("INSERT INTO {table} SELECT * FROM (VALUES");
    many(connection, &before, rows, &format!(") AS v WHERE column1 IS NOT NULL{clash}")).await
}

/// Runs `before (…), (…) after` over all rows, and returns how many rows were affected.
pub(super) async fn many(
    connection: &mut AnyConnection,
    before: &str,
    rows: Vec<Vec<BulkValue>>,
    after: &str,
) -> Result<u64, sqlx::Error> {
    let (mut affected, mut left) = (0, rows.len());
    let mut rows = rows.into_iter();
    while left > 0 {
        let length = length(left);
        let mut some: Vec<Vec<BulkValue>> = rows.by_ref().take(length).collect();
        left -= some.len();
        if let Some(nothing) = some.first().map(|row| row.iter().map(BulkValue::nothing).collect::<Vec<_>>()) {
            some.resize(length, nothing);
        }
        let numbered = connection.backend_name() != "SQLite";
        let text = format!("{before}{}{after}", places(length, some.first().map_or(0, Vec::len), numbered));
        let query = some.into_iter().flatten().fold(sqlx::query(AssertSqlSafe(text)), bind);
        affected += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(affected)
}

/// `($1, $2), ($3, $4)` for so many rows of so many columns; `(?, ?), (?, ?)` where they need no numbers, since SQLite
/// looks each number up in a list of all.
fn places(rows: usize, columns: usize, numbered: bool) -> String {
    let mut text = String::new();
    for row in 0..rows {
        text.push_str(if row == 0 { " (" } else { ", (" });
        for column in 1..=columns {
            text.push_str(if column == 1 { "" } else { ", " });
            match numbered {
                true => drop(write!(text, "${}", row * columns + column)),
                false => text.push('?'),
            }
        }
        text.push(')');
    }
    text
}

/// ` ($1, $2, …)` for so many values or the next length, and how many those are.
pub(super) fn list(values: usize) -> (String, usize) {
    let length = length(values);
    (places(1, length, true), length)
}
