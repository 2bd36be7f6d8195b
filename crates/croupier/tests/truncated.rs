//! The house is killed, and its database's log is cut off anywhere: only what comes after the tear is lost.

mod server_runner;
#[path = "../../house/tests/support/mod.rs"]
mod support;

use croupier_rules::{Cents, Seat};
use croupier_table::{Command, PersonId, Purse, journal};
use server_runner::Served;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use support::casino::{FAST, data, keys};
use support::client::{Answer, Client, Seated};
use support::{Folder, audit, bot};

/// The journal of each table.
type Texts = BTreeMap<i64, Vec<u8>>;

/// The house of a folder, and where it is.
fn open(folder: &Path) -> (Served, SocketAddr) {
    let mut house = Served::start(&data(folder), &keys(folder), FAST);
    let (address, _) = house.opened();
    (house, address)
}

/// A house that is killed, not closed, so that its log is full of what is not yet in the database file.
fn killed(folder: &Path) -> Texts {
    let (mut house, address) = open(folder);
    let client = Client::guest(address);
    let mut seated = Seated::sits(&client, 1, Seat::ALL[1]);
    let buys = Command::BuyIn { player: PersonId::new(client.who), purse: Purse::Chips, amount: Cents::dollars(1_000) };
    for _ in 0..30 {
        assert!(matches!(seated.order(&buys, false), Answer::Taken(_)));
    }
    house.kill();
    texts(folder)
}

/// The journals of a folder whose house is closed, read from a copy: reading takes the log into the database.
fn texts(folder: &Path) -> Texts {
    let copy = Folder::new();
    for name in ["croupier.db", "croupier.db-wal"] {
        std::fs::copy(folder.join("data").join(name), copy.path().join(name)).unwrap();
    }
    let journals = audit::journals(copy.path(), &keys(folder));
    journals.into_iter().map(|(table, (_, text))| (table, text)).collect()
}

/// Where each transaction of a log ends: after a frame that names the size of the database, of the salt that counts
/// now.
fn commits(log: &[u8]) -> Vec<usize> {
    let number = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
    let (page, salt) = (number(8) as usize, &log[16..24]);
    let frames = (32..log.len()).step_by(24 + page).take_while(|&at| at + 24 + page <= log.len());
    let live = frames.take_while(|&at| log[at + 8..at + 16] == *salt);
    live.filter(|&at| number(at + 4) != 0).map(|at| at + 24 + page).collect()
}

#[test]
fn a_log_torn_anywhere_costs_only_what_comes_after_the_tear() {
    let folder = Folder::new();
    let whole = killed(folder.path());
    let log = folder.path().join("data").join("croupier.db-wal");
    let bytes = std::fs::read(&log).unwrap();
    let commits = commits(&bytes);
    assert!(commits.len() > 30, "{commits:?}");
    let mut before: Option<Texts> = None;
    for end in commits.iter().rev().step_by(7) {
        // Torn right after a transaction, and in the middle of what follows.
        let mut found = Vec::new();
        for cut in [*end, *end + 1, *end + 1_000, *end + 4_119] {
            std::fs::write(&log, &bytes[..cut.min(bytes.len())]).unwrap();
            found.push(texts(folder.path()));
        }
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "what is before the tear is there whole");
        let found = found.swap_remove(0);
        for (table, text) in &found {
            assert!(journal::verify(text).fault.is_none());
            let longer = before.as_ref().unwrap_or(&whole);
            assert!(longer[table].starts_with(text));
        }
        if before.is_none() {
            assert_eq!(found, whole);
        }
        before = Some(found);
    }
    // The house goes on where the tear was.
    let (_house, address) = open(folder.path());
    let client = Client::guest(address);
    let (status, lobby) = client.ask("GET", "/api/tables", None);
    assert_eq!((status, lobby[0]["status"].as_str()), (200, Some("open")));
    let (table, seat) = (lobby[0]["id"].as_i64().unwrap(), Seat::ALL[3]);
    let mut seated = Seated::sits(&client, table, seat);
    let wager = bot::wagers(&client.fixed(table), seat).swap_remove(0);
    assert!(matches!(seated.order(&wager, false), Answer::Taken(_)));
}
