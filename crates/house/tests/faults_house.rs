//! What a whole house does when what it stands on fails: it stops taking wagers or goes on, says so, loses no
//! acknowledged cent, and recovers by itself. Each fault is really done.

mod support;

use croupier_house::chance::Chance;
use croupier_house::clock::Clock;
use croupier_house::keys::Keys;
use croupier_house::pit::{Floor, NewDesk, Patience, Pit};
use croupier_house::store::{Location, Store};
use croupier_rules::{Cents, Seat, Text, submission};
use croupier_table::journal::{self, Wrong};
use croupier_table::{At, Command, House, Mode, Purse, Who};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::audit::{self, Audit, Taken};
use support::casino::{FAST, House as Opened};
use support::client::{self, Answer, Client, Seated};
use support::trial::{data, keys};
use support::{Disk, Folder, bot};

const SEAT: Seat = Seat::ALL[1];

fn open(folder: &Path) -> Opened {
    Opened::open(&data(folder), &keys(folder), FAST)
}

/// The numbers of the tables, and what does not change about each.
fn tables(house: &Opened) -> Vec<(i64, House)> {
    let client = Client::new(house.address);
    let (_, tables) = client.ask("GET", "/api/tables", None);
    let ids = tables.as_array().unwrap().iter().map(|table| table["id"].as_i64().unwrap());
    ids.map(|id| {
        let (_, sheet) = client.ask("GET", &format!("/api/tables/{id}"), None);
        let rules = submission::check(sheet["submission"].as_str().unwrap()).rules.unwrap();
        (id, House::new(rules, Mode::Sealed))
    })
    .collect()
}

/// A guest who sits down with chips.
fn guest(house: &Opened, table: i64) -> (Client, Seated) {
    let client = Client::guest(house.address);
    let player = Who(client.who);
    let mut seated = Seated::at(&client, table, SEAT, 0).unwrap();
    for command in [
        Command::Sit { seat: SEAT, player },
        Command::BuyIn { player, purse: Purse::Chips, amount: bot::STAKE },
        Command::BuyIn { player, purse: Purse::GameAccount, amount: bot::STAKE },
    ] {
        assert!(matches!(seated.order(&command, false), Answer::Taken(_)));
    }
    (client, seated)
}

fn taken(table: i64, client: &Client, seated: &Seated) -> Vec<Taken> {
    let who = client.who;
    seated.taken.iter().map(|&(id, sequence)| Taken { table, who, id, sequence }).collect()
}

fn health(house: &Opened) -> u16 {
    Client::new(house.address).ask("GET", "/healthz", None).0
}

/// Buys in for a dollar until the house takes nothing more, and returns what it says then.
fn until_declined(seated: &mut Seated, player: Who) -> Value {
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

/// The house takes nothing while a fault lasts and goes on when it is over, and every acknowledged command is on record.
fn stops_and_goes_on(folder: &Path, keys: &Path, house: &Opened, begin: impl FnOnce(), end: impl FnOnce()) {
    let (table, fixed) = tables(house).swap_remove(0);
    let (client, mut seated) = guest(house, table);
    seated.round(&fixed).unwrap();
    assert_eq!(health(house), 200);
    begin();
    let problem = until_declined(&mut seated, Who(client.who));
    assert_eq!((&problem["status"], &problem["code"]), (&json!(503), &json!("unavailable")), "{problem}");
    for _ in 0..3 {
        assert_eq!(health(house), 503);
        let again = until_declined(&mut seated, Who(client.who));
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
    let ahead = At(Clock::default().now().0 + 3_600_000);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let clock = Arc::new(Clock::default());
        clock.not_before(ahead);
        let store = Store::open(&data(folder.path()), clock.now()).await.unwrap();
        let node = store.join("ahead").await.unwrap();
        let keys = Arc::new(Keys::load_or_make(&keys(folder.path())).unwrap());
        let patience = Patience { betting: 1_000, idle: 600_000, absent: 600_000 };
        let (chance, program, rules) = (Arc::new(Chance::new().unwrap()), String::new(), "0".repeat(64));
        let floor = Floor { store: store.clone(), keys, chance, clock, patience, node, program, rules };
        let pit = Pit::open(floor).await.unwrap();
        let (_, submission) = croupier_house::ELECTRONIC[0];
        let name = submission::check(submission).rules.unwrap().name;
        let table = pit.make(NewDesk { name, submission: submission.to_owned() }, &"tests").await.unwrap();
        let what = croupier_house::pit::What::Give {
            id: None,
            expects: None,
            command: Box::new(Command::OpenTable),
            ready: false,
        };
        table.desk.want(croupier_house::pit::Message { by: croupier_table::Actor::HOUSE, what }).await.unwrap();
        pit.close().await;
        store.close().await;
    });
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
    let house = open(folder.path());
    let tables = tables(&house);
    let mut players = Vec::new();
    for (table, fixed) in &tables {
        let (client, mut seated) = guest(&house, *table);
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
        for meter in croupier_house::reckoning::reckon(&store, &keys).await.unwrap() {
            assert!(meter.agrees, "{meter:?}");
        }
        let house = support::chains::whole(&store, store.house_chain().await.unwrap().id).await;
        assert_eq!(house.matches("\"keys-lost\"").count(), Text::ALL.len(), "{house}");
        store.close().await;
    });
}

#[test]
fn a_house_that_lost_its_keys_before_the_cards_were_dealt_goes_on_with_another_deck() {
    let folder = Folder::new();
    let house = open(folder.path());
    let tables = tables(&house);
    let mut players = Vec::new();
    for (table, fixed) in &tables {
        let (client, mut seated) = guest(&house, *table);
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

/// A house that is killed, not closed, so that its log is full of what is not yet in the database file.
fn killed(folder: &Path) -> BTreeMapOfTexts {
    let mut house = support::trial::Trial::start(folder);
    let address = house.address();
    let client = Client::guest(address);
    let mut seated = Seated::at(&client, 1, SEAT, 0).unwrap();
    let player = Who(client.who);
    assert!(matches!(seated.order(&Command::Sit { seat: SEAT, player }, false), Answer::Taken(_)));
    for _ in 0..30 {
        let buys = Command::BuyIn { player, purse: Purse::Chips, amount: Cents::dollars(1_000) };
        assert!(matches!(seated.order(&buys, false), Answer::Taken(_)));
    }
    house.kill();
    texts(folder)
}

type BTreeMapOfTexts = std::collections::BTreeMap<i64, Vec<u8>>;

/// The journals of a folder whose house is closed, read from a copy: reading takes the log into the database.
fn texts(folder: &Path) -> BTreeMapOfTexts {
    let copy = Folder::new();
    for name in ["croupier.db", "croupier.db-wal"] {
        std::fs::copy(folder.join("data").join(name), copy.path().join(name)).unwrap();
    }
    let journals = audit::journals(copy.path(), &keys(folder));
    journals.into_iter().map(|(table, (_, text))| (table, text)).collect()
}

/// Where each transaction of a log ends: after a frame that names the size of the database, of the salt that counts now.
fn commits(log: &[u8]) -> Vec<usize> {
    let number = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
    let (page, salt) = (number(8) as usize, &log[16..24]);
    let frames = (32..log.len()).step_by(24 + page).take_while(|&at| at + 24 + page <= log.len());
    let live = frames.take_while(|&at| log[at + 8..at + 16] == *salt);
    live.filter(|&at| number(at + 4) != 0).map(|at| at + 24 + page).collect()
}

#[test]
#[ignore = "the process that another test kills"]
fn the_house_under_trial() {
    support::trial::stand_trial();
}

#[test]
fn a_log_torn_anywhere_costs_only_what_comes_after_the_tear() {
    let folder = Folder::new();
    let whole = killed(folder.path());
    let log = folder.path().join("data").join("croupier.db-wal");
    let bytes = std::fs::read(&log).unwrap();
    let commits = commits(&bytes);
    assert!(commits.len() > 30, "{commits:?}");
    let mut before: Option<BTreeMapOfTexts> = None;
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
    let house = open(folder.path());
    let (table, fixed) = tables(&house).swap_remove(0);
    let (status, lobby) = Client::new(house.address).ask("GET", "/api/tables", None);
    assert_eq!((status, lobby[0]["status"].as_str()), (200, Some("open")));
    let client = Client::guest(house.address);
    let seat = Seat::ALL[3];
    let mut seated = Seated::at(&client, table, seat, 0).unwrap();
    let player = Who(client.who);
    assert!(matches!(seated.order(&Command::Sit { seat, player }, false), Answer::Taken(_)));
    for purse in [Purse::Chips, Purse::GameAccount] {
        assert!(matches!(seated.order(&Command::BuyIn { player, purse, amount: bot::STAKE }, false), Answer::Taken(_)));
    }
    let wager = bot::wagers(&fixed, seat).swap_remove(0);
    assert!(matches!(seated.order(&wager, false), Answer::Taken(_)));
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
    assert!(matches!(found.what, Wrong::Torn | Wrong::Changed), "{found}");
    let config = support::casino::configuration(&data(folder.path()), &keys_file, FAST);
    let refused = runtime.block_on(croupier_house::casino::Casino::open(config, support::casino::program()));
    let refused = refused.err().expect("a house that does not open").to_string();
    assert!(refused.contains(&fixed.rules.name) && refused.contains("cut off"), "{refused}");
}
