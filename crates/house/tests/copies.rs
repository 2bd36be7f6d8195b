//! Backup and restore: a copy holds everything as it stood at one moment, on either database.

mod support;

use croupier_house::store::{Location, MeterChange, MeterEvent, MeterState, NewMeter, RoundSearch, Snapshot, Store};
use croupier_rules::{Cents, Regulation};
use croupier_table::{DeckId, Timestamp};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use support::chains::{Written, whole};
use support::{Folder, Place};

/// A store with something of everything.
async fn furnished(store: &Store) -> Written {
    let node = store.join("here").await.unwrap();
    let meter = store
        .meter(&NewMeter {
            name: "m".to_owned(),
            text: Regulation::Pa657a,
            wager: "five-card-progressive".to_owned(),
            letter: None,
            parameters: json!({ "amount": 100 }),
            seed: Cents(100),
            reseed: Cents(100),
            made: Timestamp(1),
        })
        .await
        .unwrap();
    let mut table = Written::new(store, node, "one").await;
    for _ in 0..70 {
        let mut batch = table.batch(3);
        batch.kept = vec![(DeckId::First, Some(vec![0, 255, 7]))];
        let what = MeterEvent::Became { state: MeterState::Running, approval: json!(null) };
        batch.meters = vec![MeterChange { meter: meter.id, at: Timestamp(3), what }];
        let (seq, head) = (table.journal.commands(), table.journal.head());
        batch.snapshot = Some(Snapshot { seq, head, sealed: vec![9; 300] });
        store.writer().write(batch).await.unwrap();
    }
    store.send(table.table.id, "not to be copied").await.unwrap();
    table
}

/// What was furnished is there, and the house goes on from it.
async fn is_whole(store: &Store, table: &mut Written) {
    assert_eq!(whole(store, table.table.chain).await, table.text);
    assert_eq!(store.sealed_shuffles(table.table.id).await.unwrap(), [(DeckId::First, vec![0, 255, 7])]);
    assert_eq!(store.meters().await.unwrap()[0].meter.sequence, 70);
    assert_eq!(store.meters().await.unwrap()[0].letter, None);
    assert_eq!(store.snapshot(table.table.chain, u64::MAX).await.unwrap().unwrap().seq, 210);
    assert_eq!(store.rounds(&RoundSearch::default()).await.unwrap(), []);
    let house = store.house_chain().await.unwrap();
    assert_eq!(croupier_house::store::verify_chain(&whole(store, house.id).await), Ok((house.seq, house.head)));
    // Nobody runs the tables of a copy, numbers go on, and a node that wrote to the original is fenced off.
    let row = store.table(table.table.id).await.unwrap().unwrap();
    assert_eq!(row.owner, None);
    let node = store.join("there").await.unwrap();
    assert_eq!(store.messages(node).await.unwrap(), []);
    let epoch = store.claim(table.table.id, node).await.unwrap().unwrap();
    assert_eq!(epoch, table.fence.epoch + 1);
    assert_eq!(Written::new(store, node, "two").await.table.id.0, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_moves_from_sqlite_to_postgresql_and_back() {
    let (first, second, third) = (Place::sqlite(), Place::postgres().await, Place::sqlite());
    let store = first.open().await;
    let mut table = furnished(&store).await;
    let copied = store.copy_to(&second.location()).await.unwrap();
    // The chains of the table, of the meter and of the house, with their first lines.
    assert_eq!((copied.chains, copied.rows["lines"], copied.rows["people"]), (3, 71 + 71 + 2, 0));
    assert!(!copied.rows.contains_key("sessions"));
    store.close().await;
    let middle = Store::read(&second.location()).await.unwrap();
    middle.copy_to(&third.location()).await.unwrap();
    middle.close().await;
    for place in [&second, &third] {
        let store = place.open().await;
        is_whole(&store, &mut table).await;
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_one_file_made_while_the_house_goes_on() {
    for place in [Place::sqlite(), Place::postgres().await] {
        let folder = Folder::new();
        let file = Location::File(folder.path().join("backup"));
        let store = place.open().await;
        let mut table = furnished(&store).await;
        let done = AtomicBool::new(false);
        let reader = Store::read(&place.location()).await.unwrap();
        let going_on = async {
            let mut batches = 0;
            while !done.load(Ordering::Relaxed) || batches == 0 {
                store.writer().write(table.batch(2)).await.unwrap();
                batches += 1;
            }
        };
        let ((), copied) = tokio::join!(going_on, async {
            let copied = reader.copy_to(&file).await;
            done.store(true, Ordering::Relaxed);
            copied
        });
        copied.unwrap();
        reader.close().await;
        let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names, ["backup"]);
        // What was written meanwhile is in the copy up to one line, and nothing after it.
        let copy = Store::read(&file).await.unwrap();
        let text = whole(&copy, table.table.chain).await;
        assert!(table.text.starts_with(&text) && text.lines().count() > 210);
        let chain = copy.chain(table.table.chain).await.unwrap().unwrap();
        assert_eq!(croupier_house::store::verify_chain(&text), Ok((chain.seq, chain.head)));
        copy.close().await;
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_goes_into_an_empty_store_only() {
    let (first, second) = (Place::sqlite(), Place::sqlite());
    let store = first.open().await;
    furnished(&store).await;
    second.open().await.close().await;
    let refused = store.copy_to(&second.location()).await.unwrap_err().to_string();
    assert!(refused.contains("the target store must be empty"), "{refused}");
    let after = second.open().await;
    assert_eq!(after.tables().await.unwrap(), []);
    let running = store.copy_to(&second.location()).await.unwrap_err().to_string();
    assert!(running.contains("is used by another process"), "{running}");
    after.close().await;
    store.close().await;
    // A file that is no store is not taken for a backup.
    let folder = Folder::new();
    let file = folder.path().join("backup");
    std::fs::write(&file, "something else, long enough to be looked at as a database file of one hundred bytes or so")
        .unwrap();
    let refused = Store::read(&Location::File(file)).await.unwrap_err().to_string();
    assert!(refused.contains("cannot open") || refused.contains("not a store of a house"), "{refused}");
}

/// Nobody else on the machine reads cards, money or names, whatever the umask was: a database's log and index are as
/// secret as the database.
#[cfg(unix)]
#[tokio::test]
async fn a_store_and_its_backup_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = Folder::new();
    let (data, backup) = (folder.path().join("data"), folder.path().join("backup"));
    let looks = |expected: &[&str]| {
        assert_eq!(mode(&data), 0o700);
        let mut names = Vec::new();
        for file in std::fs::read_dir(&data).unwrap().map(Result::unwrap) {
            assert_eq!(mode(&file.path()), 0o600, "{}", file.path().display());
            names.push(file.file_name().into_string().unwrap());
        }
        names.sort_unstable();
        assert_eq!(names, expected);
    };
    let store = Store::open(&Location::Data(data.clone()), Timestamp(1)).await.unwrap();
    furnished(&store).await;
    looks(&["croupier.db", "croupier.db-shm", "croupier.db-wal", "croupier.lock"]);
    store.copy_to(&Location::File(backup.clone())).await.unwrap();
    assert_eq!(mode(&backup), 0o600);
    store.close().await;
    // What an earlier program left open to others is closed to them.
    std::fs::set_permissions(data.join("croupier.db"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = Store::open(&Location::Data(data.clone()), Timestamp(1)).await.unwrap();
    store.number("anything").await.unwrap();
    looks(&["croupier.db", "croupier.db-shm", "croupier.db-wal", "croupier.lock"]);
    store.close().await;
}
