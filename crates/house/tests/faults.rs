//! What the store does when what it stands on fails: it says so, loses nothing it promised, and goes on by itself.

mod support;

use croupier_house::store::{Location, Store, WriteError};
use croupier_table::Timestamp;
use std::time::{Duration, Instant};
use support::chains::{Written, whole};
use support::{Disk, Folder, Server};

/// Writes one line after another until one is refused, or so many are written.
async fn fill(store: &Store, table: &mut Written, most: u32) -> Option<WriteError> {
    for _ in 0..most {
        let before = (table.journal.clone(), table.text.clone());
        if let Err(error) = store.writer().write(table.batch(40)).await {
            // The desk goes back to what was durable.
            (table.journal, table.text) = before;
            return Some(error);
        }
    }
    None
}

/// Reads a table's chain again, as a desk does that does not know what was written.
async fn read_again(store: &Store, table: &mut Written) {
    table.text = whole(store, table.table.chain).await;
    let chain = store.chain(table.table.chain).await.unwrap().unwrap();
    table.journal = croupier_table::journal::Journal::resume(chain.seq, chain.head);
}

/// Every line that was acknowledged is there, and the chain holds.
async fn nothing_is_lost(store: &Store, table: &Written) {
    let text = whole(store, table.table.chain).await;
    assert_eq!(text, table.text);
    assert_eq!(croupier_house::store::verify_chain(&text), Ok((table.journal.commands(), table.journal.head())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_gone_for_ten_seconds_stops_writing_and_nothing_is_lost() {
    let server = Server::set_up();
    let database = server.database("").await;
    let store = Store::open(&Location::Url(server.url(&database)), Timestamp(1)).await.unwrap();
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    assert_eq!(fill(&store, &mut table, 3).await, None);

    let gone = Instant::now();
    server.stop();
    while gone.elapsed() < Duration::from_secs(10) {
        let refused = fill(&store, &mut table, 1).await;
        assert!(matches!(refused, Some(WriteError::Unavailable(_))), "{refused:?}");
        assert!(store.ping().await.is_err());
    }
    server.start();
    store.ping().await.unwrap();
    assert_eq!(fill(&store, &mut table, 3).await, None);
    nothing_is_lost(&store, &table).await;
    // A server that was restarted between two batches is not noticed at all.
    server.stop();
    server.start();
    assert_eq!(fill(&store, &mut table, 1).await, None);
    nothing_is_lost(&store, &table).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_that_stops_in_the_middle_loses_no_acknowledged_line() {
    let server = Server::set_up();
    let database = server.database("").await;
    let store = Store::open(&Location::Url(server.url(&database)), Timestamp(1)).await.unwrap();
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    for _ in 0..3 {
        let (error, ()) = tokio::join!(fill(&store, &mut table, u32::MAX), async {
            tokio::time::sleep(Duration::from_millis(150)).await;
            tokio::task::block_in_place(|| server.stop());
        });
        let acknowledged = table.text.clone();
        server.start();
        read_again(&store, &mut table).await;
        match error {
            Some(WriteError::Unavailable(_)) => assert_eq!(table.text, acknowledged),
            Some(WriteError::Unknown(_)) => assert!(table.text.starts_with(&acknowledged)),
            other => panic!("{other:?}"),
        }
        assert_eq!(fill(&store, &mut table, 1).await, None);
        nothing_is_lost(&store, &table).await;
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_under_sqlite_refuses_and_goes_on_when_there_is_room() {
    let disk = Disk::new(4_096);
    let store = Store::open(&Location::Data(disk.path().join("data")), Timestamp(1)).await.unwrap();
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let filler = disk.fill();
    let refused = fill(&store, &mut table, 10_000).await;
    assert!(matches!(refused, Some(WriteError::Full(_))), "{refused:?}");
    assert!(matches!(fill(&store, &mut table, 1_000).await, Some(WriteError::Full(_))));
    assert!(store.ping().await.is_err());
    nothing_is_lost(&store, &table).await;
    std::fs::remove_file(filler).unwrap();
    assert_eq!(fill(&store, &mut table, 3).await, None);
    store.ping().await.unwrap();
    nothing_is_lost(&store, &table).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_under_postgresql_refuses_and_goes_on_when_there_is_room() {
    let (server, disk) = (Server::running(), Disk::new(16_384));
    server.tell("postgres", &format!("CREATE TABLESPACE small LOCATION '{}'", space(&disk))).await;
    let database = server.database("TABLESPACE small").await;
    let store = Store::open(&Location::Url(server.url(&database)), Timestamp(1)).await.unwrap();
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let filler = disk.fill();
    let refused = fill(&store, &mut table, 10_000).await;
    assert!(matches!(refused, Some(WriteError::Full(_))), "{refused:?}");
    nothing_is_lost(&store, &table).await;
    std::fs::remove_file(filler).unwrap();
    assert_eq!(fill(&store, &mut table, 3).await, None);
    nothing_is_lost(&store, &table).await;
    store.close().await;
    server.tell("postgres", &format!("DROP DATABASE {database} WITH (FORCE)")).await;
}

/// A folder of the disk that belongs to PostgreSQL.
fn space(disk: &Disk) -> String {
    let space = disk.path().join("space");
    std::fs::create_dir(&space).unwrap();
    let _ = std::process::Command::new("chown").arg("postgres").arg(&space).status();
    space.display().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_that_may_only_be_read_refuses_and_goes_on_when_it_may_be_written() {
    let server = Server::running();
    let database = server.database("").await;
    let store = Store::open(&Location::Url(server.url(&database)), Timestamp(1)).await.unwrap();
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'");
    for (only_read, expected) in [("on", false), ("off", true)] {
        let protect = format!("ALTER DATABASE {database} SET default_transaction_read_only = {only_read}; {end}");
        server.tell("postgres", &protect).await;
        match fill(&store, &mut table, 1).await {
            None => assert!(expected),
            Some(error) => assert!(!expected && matches!(error, WriteError::Full(_)), "{error:?}"),
        }
        nothing_is_lost(&store, &table).await;
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_may_only_be_read_is_named_when_the_store_is_opened() {
    let disk = Disk::new(4_096);
    let location = Location::Data(disk.path().join("data"));
    let store = Store::open(&location, Timestamp(1)).await.unwrap();
    store.close().await;
    disk.write_protect();
    let refused = Store::open(&location, Timestamp(1)).await.unwrap_err().to_string();
    assert!(refused.contains("the data folder") && refused.contains("Read-only"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_torn_end_of_the_log_costs_no_acknowledged_line() {
    let folder = Folder::new();
    let location = Location::Data(folder.path().join("data"));
    let store = Store::open(&location, Timestamp(1)).await.unwrap();
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    assert_eq!(fill(&store, &mut table, 3).await, None);
    // The files as a crash would leave them, with half a page more at the end of the log.
    let crashed = folder.path().join("crashed");
    std::fs::create_dir(&crashed).unwrap();
    for name in ["croupier.db", "croupier.db-wal"] {
        std::fs::copy(folder.path().join("data").join(name), crashed.join(name)).unwrap();
    }
    let log = crashed.join("croupier.db-wal");
    let mut bytes = std::fs::read(&log).unwrap();
    bytes.extend_from_slice(&[0x5a; 2_048]);
    std::fs::write(&log, bytes).unwrap();
    store.close().await;
    let store = Store::open(&Location::Data(crashed), Timestamp(1)).await.unwrap();
    nothing_is_lost(&store, &table).await;
    assert_eq!(fill(&store, &mut table, 1).await, None);
    store.close().await;
}
