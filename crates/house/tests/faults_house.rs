//! What a whole house does when what it stands on fails: it stops taking wagers or goes on, says so, loses no
//! acknowledged cent, and recovers by itself. Each fault is really done.

mod support;

use croupier_house::casino::Casino;
use croupier_house::clock::Clock;
use croupier_house::keys::Keys;
use croupier_house::pit::TableToCreate;
use croupier_house::store::{Location, Store};
use croupier_rules::{Cents, Regulation, Seat, submission};
use croupier_table::journal::{self, JournalFaultKind};
use croupier_table::{Actor, Command, PersonId, Purse, TableConfig, Timestamp};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::audit::{self, Audit, Taken};
use support::casino::{FAST, House as Opened, data, keys};
use support::client::{self, Answer, Client, Seated};
use support::pit::{give, pit_at};
use support::{Disk, Folder, bot};

const SEAT: Seat = Seat::ALL[1];

fn open(folder: &Path) -> Opened {
    Opened::of(folder, &[])
}

/// The numbers of the tables, and what does not change about each.
type Tables = Vec<(i64, TableConfig)>;

fn tables(house: &Opened) -> Tables {
    let client = Client::new(house.address);
    client.tables().into_iter().map(|id| (id, client.fixed(id))).collect()
}

/// A guest who sits down with chips.
fn guest(house: &Opened, table: i64) -> (Client, Seated) {
    let client = Client::guest(house.address);
    let seated = Seated::sits(&client, table, SEAT);
    (client, seated)
}

/// A new house with a guest at every table.
fn full_house(folder: &Path) -> (Opened, Tables, Vec<(Client, Seated)>) {
    let house = open(folder);
    let tables = tables(&house);
    let guests = tables.iter().map(|(table, _)| guest(&house, *table)).collect();
    (house, tables, guests)
}

fn taken(table: i64, client: &Client, seated: &Seated) -> Vec<Taken> {
    let who = client.who;
    seated.taken.iter().map(|&(id, sequence)| Taken { table, who, id, sequence }).collect()
}

fn health(house: &Opened) -> u16 {
    Client::new(house.address).ask("GET", "/healthz", None).0
}

/// Buys in for a dollar until the house takes nothing more, and returns what it says then.
fn until_declined(seated: &mut Seated, player: PersonId) -> Value {
    for _ in 0..20_000 {
        let buys = Command::BuyIn { player, purse: Purse::Chips, amount: Cents::dollars(1) };
        match seated.order(&buys, false) {
            Answer::Taken(_) => {}
            Answer::Declined(problem) => return problem,
            Answer::Gone => panic!("the house is gone"),
        }
    }
    panic!("everything was taken");
}

/// The house takes nothing while a fault lasts and goes on when it is over, and every acknowledged command is on
/// record.
fn stops_and_goes_on(folder: &Path, keys: &Path, house: &Opened, begin: impl FnOnce(), end: impl FnOnce()) {
    let (table, fixed) = tables(house).swap_remove(0);
    let (client, mut seated) = guest(house, table);
    seated.round(&fixed).unwrap();
    assert_eq!(health(house), 200);
    begin();
    let problem = until_declined(&mut seated, PersonId::new(client.who));
    assert_eq!((&problem["status"], &problem["code"]), (&json!(503), &json!("unavailable")), "{problem}");
    for _ in 0..3 {
        assert_eq!(health(house), 503);
        let again = until_declined(&mut seated, PersonId::new(client.who));
        assert_eq!(again["status"], json!(503), "{again}");
    }
    end();
    let well = Instant::now() + Duration::from_secs(20);
    loop {
        let (status, says) = Client::new(house.address).ask("GET", "/healthz", None);
        if status == 200 {
            break;
        }
        assert!(Instant::now() < well, "it is not well again: {says}");
        std::thread::sleep(Duration::from_millis(50));
    }
    seated.round(&fixed).unwrap();
    let mut audit = Audit::of(&Location::Data(folder.to_owned()), keys);
    audit.look(&taken(table, &client, &seated));
    assert_eq!((audit.length(table).1, audit.voided()), (2, 0));
}

#[test]
fn a_house_on_a_full_disk_takes_no_wagers_until_there_is_room() {
    let (disk, folder) = (Disk::new(6_144), Folder::new());
    let house = Opened::open(&data(disk.path()), &keys(folder.path()), FAST);
    let filler: std::cell::OnceCell<PathBuf> = std::cell::OnceCell::new();
    let fill = || filler.set(disk.fill()).unwrap();
    let free = || std::fs::remove_file(filler.get().unwrap()).unwrap();
    stops_and_goes_on(&disk.path().join("data"), &keys(folder.path()), &house, fill, free);
}

#[test]
fn a_house_whose_files_may_only_be_read_takes_no_wagers_until_they_may_be_written() {
    let folder = Folder::new();
    let house = open(folder.path());
    let data = folder.path().join("data");
    let protect = |how: &str| {
        for name in ["croupier.db", "croupier.db-wal"] {
            let done = std::process::Command::new("chattr").arg(how).arg(data.join(name)).status().unwrap();
            assert!(done.success());
        }
    };
    stops_and_goes_on(&data, &keys(folder.path()), &house, || protect("+i"), || protect("-i"));
}

#[test]
fn a_house_whose_clock_stepped_back_goes_on_not_before_its_last_line() {
    let folder = Folder::new();
    let clock = Arc::new(Clock::default());
    let ahead = Timestamp(clock.now().0 + 3_600_000);
    clock.not_before(ahead);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let pit = pit_at(&data(folder.path()), &keys(folder.path()), "ahead", clock).await;
        let submission = Regulation::Pa659a.procedure().requirements.electronic.unwrap();
        let name = submission::check(submission).rules.unwrap().name;
        let table = pit.make(TableToCreate { name, submission: submission.to_owned() }, &"tests").await.unwrap();
        give(&table, Actor::HOUSE, Command::OpenTable, false).await;
        pit.close().await;
    });
    // The data folder is free again when nobody holds the pit.
    drop(runtime);
    let house = open(folder.path());
    assert_eq!(health(&house), 200);
    let (table, fixed) = tables(&house).swap_remove(0);
    let (client, mut seated) = guest(&house, table);
    seated.round(&fixed).unwrap();
    assert!(seated.view["clock"].as_u64() >= Some(ahead.0), "{}", seated.view["clock"]);
    let mut audit = Audit::of(&data(folder.path()), &keys(folder.path()));
    audit.look(&taken(table, &client, &seated));
}

#[test]
fn a_house_that_lost_its_keys_voids_the_open_rounds_returns_the_stakes_and_goes_on() {
    let folder = Folder::new();
    let (house, tables, guests) = full_house(folder.path());
    let mut players = Vec::new();
    for ((_, fixed), (client, mut seated)) in tables.iter().zip(guests) {
        seated.round(fixed).unwrap();
        let before = seated.view["balances"].clone();
        let wagers = bot::wagers(fixed, SEAT);
        for (place, wager) in wagers.iter().enumerate() {
            assert!(matches!(seated.order(wager, place + 1 == wagers.len()), Answer::Taken(_)));
        }
        seated.until(|view| view["phase"] == "deciding").unwrap();
        assert_ne!(seated.view["balances"], before);
        players.push((client, seated, before));
    }
    drop(house);
    let (folder_data, keys_file) = (folder.path().join("data"), keys(folder.path()));
    let old = audit::journals(&folder_data, &keys_file);
    std::fs::rename(&keys_file, folder.path().join("old.toml")).unwrap();

    let house = open(folder.path());
    assert_eq!(health(&house), 200);
    for ((table, fixed), (client, seated, before)) in tables.iter().zip(&players) {
        let client = client.at(house.address);
        let mut again = Seated::at(&client, *table, SEAT, 1_000).unwrap();
        assert_eq!((&again.view["phase"], &again.view["round"]), (&json!("closed"), &json!(2)), "{}", again.view);
        assert_eq!(again.view["balances"], *before, "{}", fixed.rules.name);
        // What was acknowledged before is known still.
        assert!(again.view["sequence"].as_u64() > seated.view["sequence"].as_u64());
        let (_, rounds) = client.ask("GET", &format!("/api/rounds?table={table}"), None);
        let rounds: Vec<_> =
            rounds.as_array().unwrap().iter().map(|round| (round["round"].clone(), round["void"].clone())).collect();
        assert_eq!(rounds, [(json!(2), json!(true)), (json!(1), json!(false))]);
        let (status, replay) = client.ask("GET", &format!("/api/tables/{table}/rounds/1"), None);
        assert_eq!(status, 200, "{replay}");
        again.round(fixed).unwrap();
    }
    drop(house);
    // The next start finds nothing lost.
    let house = open(folder.path());
    for ((table, fixed), (client, ..)) in tables.iter().zip(&players) {
        let mut again = Seated::at(&client.at(house.address), *table, SEAT, 2_000).unwrap();
        again.round(fixed).unwrap();
        assert_eq!(again.view["round"], json!(4));
    }
    let new = audit::journals(&folder_data, &keys_file);
    for (table, (chain, text)) in &new {
        let report = journal::verify(text);
        assert!(report.fault.is_none(), "table {table}: {:?}", report.fault);
        assert!(*chain > old[table].0, "a new chain was begun once");
        let last = journal::verify(&old[table].1);
        assert_eq!(report.header.unwrap().excerpt.unwrap().head, last.head);
        assert_eq!(report.table.unwrap().state().ledger.total(), 0);
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::read(&data(folder.path())).await.unwrap();
        let keys = Arc::new(Keys::load(&keys_file).unwrap());
        for meter in
            croupier_house::reconciliation::reckon(&store, &keys, croupier_rules::Registry::standard()).await.unwrap()
        {
            assert!(meter.agrees, "{meter:?}");
        }
        let house = store.whole(store.house_chain().await.unwrap().id).await.unwrap();
        assert_eq!(house.matches("\"keys-lost\"").count(), Regulation::ALL.len(), "{house}");
        store.close().await;
    });
}

#[test]
fn a_house_that_lost_its_keys_before_the_cards_were_dealt_goes_on_with_another_deck() {
    let folder = Folder::new();
    let (house, tables, guests) = full_house(folder.path());
    let mut players = Vec::new();
    for ((_, fixed), (client, mut seated)) in tables.iter().zip(guests) {
        for wager in &bot::wagers(fixed, SEAT) {
            assert!(matches!(seated.order(wager, false), Answer::Taken(_)));
        }
        assert_eq!(seated.view["phase"], "betting");
        players.push((client, seated.view));
    }
    drop(house);
    std::fs::remove_file(keys(folder.path())).unwrap();
    let house = open(folder.path());
    for ((table, fixed), (client, before)) in tables.iter().zip(&players) {
        let mut seated = Seated::at(&client.at(house.address), *table, SEAT, 1_000).unwrap();
        for still in ["phase", "round", "balances"] {
            assert_eq!(seated.view[still], before[still], "{}", fixed.rules.name);
        }
        assert_eq!(seated.view["seats"][1]["wagers"], before["seats"][1]["wagers"]);
        assert_ne!(seated.view["decks"][0]["seal"], before["decks"][0]["seal"], "another deck, another promise");
        seated.feed.say(&json!({ "do": "ready" })).unwrap();
        let asked = |view: &Value| client::answer(fixed, view, SEAT);
        seated.until(|view| view["phase"] == "closed" || asked(view).is_some()).unwrap();
        while let Some(command) = asked(&seated.view) {
            assert!(matches!(seated.order(&command, false), Answer::Taken(_)));
            seated.until(|view| view["phase"] == "closed" || asked(view).is_some()).unwrap();
        }
        let (_, rounds) = client.at(house.address).ask("GET", &format!("/api/rounds?table={table}"), None);
        assert_eq!((&rounds[0]["round"], &rounds[0]["void"]), (&json!(1), &json!(false)), "{rounds}");
    }
}

#[test]
fn a_row_cut_short_is_found_and_named() {
    let folder = Folder::new();
    let house = open(folder.path());
    let (table, fixed) = tables(&house).swap_remove(0);
    let (_, mut seated) = guest(&house, table);
    seated.round(&fixed).unwrap();
    drop(house);
    let (folder_data, keys_file) = (folder.path().join("data"), keys(folder.path()));
    let (chain, _) = audit::journals(&folder_data, &keys_file)[&table];
    audit::tamper(
        &data(folder.path()),
        &format!(
            "DELETE FROM snapshots; UPDATE lines SET text = substr(text, 1, length(text) - 10) \
             WHERE chain = {chain} AND first = (SELECT MAX(first) FROM lines WHERE chain = {chain} AND sealed = 0)"
        ),
    );
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (_, text) = &audit::journals(&folder_data, &keys_file)[&table];
    let found = journal::verify(text).fault.unwrap();
    // With another line right behind it, it is not seen to end there, but to be another.
    assert!(matches!(found.what, JournalFaultKind::Torn | JournalFaultKind::Changed), "{found}");
    let config = support::casino::configuration(&data(folder.path()), &keys_file, FAST);
    let opening = Casino::open(config, support::casino::program(), |_, _| Ok(()));
    let refused = runtime.block_on(opening);
    let refused = refused.err().expect("a house that does not open").to_string();
    assert!(refused.contains(&fixed.rules.name) && refused.contains("truncated"), "{refused}");
}
