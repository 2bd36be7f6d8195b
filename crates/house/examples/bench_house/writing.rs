//! The one writer with its group commit, beside appends of the same rows without it.
//!
//! Each of some desks brings a batch and waits until it is durable before he brings the next. The reference on SQLite
//! is a transaction of one statement that inserts all their rows at once, over a connection of the same store, so with
//! the same table, index and sync. On PostgreSQL it is `pgbench`, which inserts as many rows of the same size at once.

use crate::support::chains::Written;
use crate::support::{Folder, Place};
use crate::{Pace, beside, median, runtime};
use croupier_house::store::{Batch, Store};
use sqlx::{AssertSqlSafe, Connection as _};
use std::fmt::Write as _;
use std::time::Instant;

/// How many desks write at once.
const DESKS: usize = 64;
/// How many lines a batch has.
const LINES: u64 = 4;
/// How many batches each desk writes in a turn.
const BATCHES: usize = 60;
/// How many turns each of the two has.
const TURNS: usize = 7;

/// Measures the writer on SQLite.
pub(crate) fn sqlite() {
    runtime().block_on(async {
        let place = Place::sqlite();
        let store = place.open().await;
        let (mut desks, mut others) = (desks(&store, "desk").await, desks(&store, "other").await);
        let (mut ours, mut raw) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            raw.push(append(&store, &turn(&mut others)).await.per_second());
            ours.push(write(&store, turn(&mut desks)).await.per_second());
            println!("raw {:.0} batches/s; writer {:.0} batches/s", raw[raw.len() - 1], ours[ours.len() - 1]);
        }
        told("SQLite", "raw appends on SQLite", ours, raw);
        store.close().await;
    });
}

/// Measures the writer on PostgreSQL.
pub(crate) fn postgresql() {
    runtime().block_on(async {
        let place = Place::postgres().await;
        let store = place.open().await;
        let (mut desks, mut others) = (desks(&store, "desk").await, desks(&store, "other").await);
        let folder = Folder::new();
        let (mut ours, mut raw) = (Vec::new(), Vec::new());
        for number in 0..TURNS {
            raw.push(pgbench(&place, &folder, number, &turn(&mut others)));
            ours.push(write(&store, turn(&mut desks)).await.per_second());
            println!("pgbench {:.0} batches/s; writer {:.0} batches/s", raw[raw.len() - 1], ours[ours.len() - 1]);
        }
        told("PostgreSQL", "pgbench, 64 rows a commit", ours, raw);
        store.close().await;
    });
}

fn told(database: &str, reference: &str, ours: Vec<f64>, raw: Vec<f64>) {
    let shares: Vec<f64> = ours.iter().zip(&raw).map(|(ours, raw)| 100.0 * ours / raw).collect();
    println!("shares, turn by turn: {shares:.1?} %");
    let name = format!("writer on {database}, {DESKS} desks");
    beside(&name, median(ours), (reference, median(raw)), "batches/s", ">=70");
}

async fn desks(store: &Store, name: &str) -> Vec<Written> {
    let node = store.join("bench").await.unwrap();
    let mut desks = Vec::new();
    for number in 0..DESKS {
        desks.push(Written::new(store, node, &format!("{name} {number}")).await);
    }
    desks
}

/// What the desks write in a turn.
fn turn(desks: &mut [Written]) -> Vec<Vec<Batch>> {
    desks.iter_mut().map(|desk| (0..BATCHES).map(|_| desk.batch(LINES)).collect()).collect()
}

/// Through the writer.
async fn write(store: &Store, turn: Vec<Vec<Batch>>) -> Pace {
    let begun = Instant::now();
    let desks = turn.into_iter().map(|batches| {
        let writer = store.writer().clone();
        tokio::spawn(async move {
            for batch in batches {
                writer.write(batch).await.unwrap();
            }
        })
    });
    for desk in desks.collect::<Vec<_>>() {
        desk.await.unwrap();
    }
    Pace { done: (DESKS * BATCHES) as u64, took: begun.elapsed() }
}

/// By hand: as many transactions as a desk has batches, each with one of every desk.
async fn append(store: &Store, turn: &[Vec<Batch>]) -> Pace {
    let rows: Vec<String> = (0..turn.len()).map(|row| values(6 * row)).collect();
    let statement = format!("INSERT INTO lines (chain, first, last, at, text, sealed) VALUES {}", rows.join(", "));
    let mut connection = store.pool().acquire().await.unwrap();
    let begun = Instant::now();
    for group in 0..BATCHES {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let mut insert = sqlx::query(AssertSqlSafe(statement.clone()));
        for batch in turn.iter().map(|batches| &batches[group]) {
            let (chain, row) = (batch.chain.unwrap().0, &batch.rows[0]);
            insert = insert.bind(chain.0).bind(row.first as i64).bind(row.last as i64).bind(row.at.0 as i64);
            insert = insert.bind(row.text.as_slice()).bind(0_i64);
        }
        insert.execute(&mut *transaction).await.unwrap();
        transaction.commit().await.unwrap();
    }
    Pace { done: (DESKS * BATCHES) as u64, took: begun.elapsed() }
}

/// The places of one row in a statement.
fn values(before: usize) -> String {
    let mut places = String::new();
    for place in before + 1..=before + 6 {
        let _ = write!(places, "{}${place}", if place == before + 1 { "(" } else { ", " });
    }
    places + ")"
}

/// By `pgbench`: one connection, as the writer has, and in every transaction a row of the same size for each desk; how
/// many rows in a second.
fn pgbench(place: &Place, folder: &Folder, number: usize, turn: &[Vec<Batch>]) -> f64 {
    let Place::Database(server, database) = place else { return f64::NAN };
    let text = String::from_utf8_lossy(&turn[0][0].rows[0].text).replace('\\', "/").replace('\n', " ");
    // Every desk has a chain of its own, far from those of the store, and goes on in it.
    let row = |desk| format!("({}, :first, :first + {}, 1, :text::bytea, 0)", 1_000_000 + desk, LINES - 1);
    let rows: Vec<String> = (0..turn.len()).map(row).collect();
    let insert = format!("INSERT INTO lines (chain, first, last, at, text, sealed) VALUES {};", rows.join(", "));
    let script = folder.path().join("insert.sql");
    std::fs::write(&script, format!("\\set first :first + {LINES}\n{insert}\n")).unwrap();
    let mut pgbench = server.pgbench(database);
    pgbench.args(["-n", "-M", "prepared", "-c", "1", "-T", "3", "-f"]).arg(&script);
    pgbench.args(["-D", &format!("first={}", number * 10_000_000), "-D", &format!("text={text}")]);
    let output = pgbench.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let rate = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse::<f64>().ok());
    let rate = rate.unwrap_or_else(|| panic!("{said}{}", String::from_utf8_lossy(&output.stderr)));
    rate * turn.len() as f64
}
