//! One statement for many rows, since each statement costs a round trip.

use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};
use std::fmt::Write as _;

/// How many rows one statement has: the longest first. A few lengths only, so that each is prepared once.
const LENGTHS: [usize; 4] = [64, 16, 4, 1];

/// A value in a row.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    NoInt,
    NoText,
    NoBytes,
}

/// The query with a value bound.
fn bind<'q>(query: Query<'q, Any, sqlx::any::AnyArguments>, cell: Cell) -> Query<'q, Any, sqlx::any::AnyArguments> {
    match cell {
        Cell::Int(int) => query.bind(int),
        Cell::Text(text) => query.bind(text),
        Cell::Bytes(bytes) => query.bind(bytes),
        Cell::NoInt => query.bind(None::<i64>),
        Cell::NoText => query.bind(None::<String>),
        Cell::NoBytes => query.bind(None::<Vec<u8>>),
    }
}

/// Runs `before (…), (…) after` over all rows, and returns how many rows were affected.
pub(super) async fn many(
    connection: &mut AnyConnection,
    before: &str,
    rows: Vec<Vec<Cell>>,
    after: &str,
) -> Result<u64, sqlx::Error> {
    let (mut affected, mut left) = (0, rows.len());
    let mut rows = rows.into_iter();
    while let Some(length) = LENGTHS.into_iter().find(|length| *length <= left) {
        left -= length;
        let some: Vec<Vec<Cell>> = rows.by_ref().take(length).collect();
        let mut text = before.to_owned();
        let mut number = 0;
        for (place, row) in some.iter().enumerate() {
            text.push_str(if place == 0 { " (" } else { ", (" });
            for column in 0..row.len() {
                number += 1;
                let comma = if column == 0 { "" } else { ", " };
                let _ = write!(text, "{comma}${number}");
            }
            text.push(')');
        }
        text.push_str(after);
        let query = some.into_iter().flatten().fold(sqlx::query(AssertSqlSafe(text)), bind);
        affected += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(affected)
}

/// `$1, $2, …` for so many values, or for the next length that is prepared, and how many those are.
pub(super) fn places(values: usize) -> (String, usize) {
    let length = LENGTHS.into_iter().rev().find(|length| *length >= values).unwrap_or(values);
    let places = (1..=length).map(|number| format!("${number}")).collect::<Vec<_>>();
    (places.join(", "), length)
}
