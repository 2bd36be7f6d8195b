//! The store on SQLite and PostgreSQL: what is durable stays, what is refused has no effect, nothing is lost or
//! doubled.

#[macro_use]
mod support;

use croupier_house::store::{
    Batch, Fence, LineRow, Location, Notice, RoundPlayer, RoundRow, RoundSearch, SignatureRow, Snapshot, Store,
    WriteError,
};
use croupier_table::commitment::Digest;
use croupier_table::{DeckId, PersonId, Timestamp};
use futures_util::future::join_all;
use std::time::Duration;
use support::Place;
use support::chains::{Written, said, whole};

on_both! {
    many_batches_at_once_are_all_there_in_order_after_a_restart,
    a_stale_epoch_is_refused_and_has_no_effect,
    lines_that_do_not_follow_are_refused_and_others_of_the_same_moment_are_written,
    a_sealed_row_is_opened_in_place_and_only_once,
    what_is_kept_and_derived_is_found_again,
    the_lines_of_the_house_are_one_chain_whoever_writes_them,
    a_table_is_claimed_by_one_node_until_it_falls_silent,
    a_node_forgotten_for_its_silence_comes_back_under_its_number,
    a_still_store_shows_one_moment,
    a_message_is_answered_once_and_both_are_told,
    a_name_belongs_to_one_table,
    a_store_for_reading_cannot_be_written,
}

async fn many_batches_at_once_are_all_there_in_order_after_a_restart(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut tables = Vec::new();
    for number in 0..20 {
        tables.push(Written::new(&store, node, &format!("table {number}")).await);
    }
    let writing = tables.iter_mut().map(async |table| {
        for round in 0..15 {
            store.writer().write(table.batch(1 + round % 3)).await.unwrap();
        }
    });
    join_all(writing).await;
    store.close().await;

    let store = place.open().await;
    for table in &tables {
        assert_eq!(whole(&store, table.table.chain).await, table.text);
        let chain = store.chain(table.table.chain).await.unwrap().unwrap();
        assert_eq!((chain.seq, chain.head), (table.journal.commands(), table.journal.head()));
    }
    // A row that begins before the line asked for comes with it.
    let row = &store.lines(tables[0].table.chain, 3, 1).await.unwrap()[0];
    assert_eq!((row.first, row.last), (2, 3));
    store.close().await;
}

async fn a_stale_epoch_is_refused_and_has_no_effect(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    store.writer().write(table.batch(2)).await.unwrap();
    let (before, house) = (whole(&store, table.table.chain).await, store.house_chain().await.unwrap());

    let epoch = store.claim(table.table.id, node).await.unwrap().unwrap();
    assert_eq!(epoch, table.fence.epoch + 1);
    let mut stale = table.batch(1);
    stale.house.push(said("by a node that lost its table"));
    stale.kept.push((DeckId::First, Some(vec![1])));
    assert_eq!(store.writer().write(stale.clone()).await, Err(WriteError::Fenced));
    // Nor may it write something that moves no chain.
    let without_lines = Batch { chain: None, rows: Vec::new(), ..stale.clone() };
    assert_eq!(store.writer().write(without_lines).await, Err(WriteError::Fenced));
    assert_eq!(whole(&store, table.table.chain).await, before);
    assert_eq!(store.house_chain().await.unwrap(), house);
    assert_eq!(store.sealed_shuffles(table.table.id).await.unwrap(), []);

    stale.fence = Some(Fence { epoch, ..table.fence });
    store.writer().write(stale).await.unwrap();
    assert_eq!(whole(&store, table.table.chain).await, table.text);
    store.close().await;
}

async fn lines_that_do_not_follow_are_refused_and_others_of_the_same_moment_are_written(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut tables = Vec::new();
    for number in 0..6 {
        tables.push(Written::new(&store, node, &format!("table {number}")).await);
    }
    let mut batches: Vec<Batch> = tables.iter_mut().map(|table| table.batch(2)).collect();
    // One table writes its lines twice, one leaves a gap, one has lost its claim.
    batches.push(batches[0].clone());
    batches[1].rows[0].first += 1;
    batches[2].fence = Some(Fence { epoch: 99, ..tables[2].fence });
    let answers = join_all(batches.into_iter().map(|batch| store.writer().write(batch))).await;
    for place in [0, 3, 4, 5] {
        assert!(answers[place].is_ok(), "{place}: {:?}", answers[place]);
        assert_eq!(whole(&store, tables[place].table.chain).await, tables[place].text);
    }
    assert_eq!(answers[1], Err(WriteError::Conflict("line 2 does not follow line 0".to_owned())));
    assert_eq!(answers[2], Err(WriteError::Fenced));
    assert_eq!(answers[6], Err(WriteError::Conflict("the same lines already exist".to_owned())));
    for place in [1, 2] {
        assert_eq!(store.lines(tables[place].table.chain, 0, 9).await.unwrap().len(), 1);
    }
    store.close().await;
}

async fn a_sealed_row_is_opened_in_place_and_only_once(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let mut shuffle = table.batch(1);
    let plain = std::mem::replace(&mut shuffle.rows[0].text, b"not to be read".to_vec());
    shuffle.rows[0].sealed = true;
    shuffle.kept.push((DeckId::Second, Some(b"secret".to_vec())));
    store.writer().write(shuffle).await.unwrap();
    let row = &store.lines(table.table.chain, 1, 1).await.unwrap()[0];
    assert_eq!((row.text.as_slice(), row.sealed), (&b"not to be read"[..], true));
    assert_eq!(store.sealed_shuffles(table.table.id).await.unwrap(), [(DeckId::Second, b"secret".to_vec())]);

    let mut close = table.batch(1);
    close.opened.push((1, plain.clone()));
    close.kept.push((DeckId::Second, None));
    store.writer().write(close).await.unwrap();
    assert_eq!(whole(&store, table.table.chain).await, table.text);
    assert!(!store.lines(table.table.chain, 1, 1).await.unwrap()[0].sealed);
    assert_eq!(store.sealed_shuffles(table.table.id).await.unwrap(), []);

    // What is open already cannot be rewritten under the name of opening it.
    let mut again = table.batch(1);
    again.opened.push((1, b"something else".to_vec()));
    assert!(matches!(store.writer().write(again).await, Err(WriteError::Conflict(_))));
    assert_eq!(store.lines(table.table.chain, 1, 1).await.unwrap()[0].text, plain);
    store.close().await;
}

async fn what_is_kept_and_derived_is_found_again(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let chain = table.table.chain;
    let player = |who, returned| RoundPlayer {
        who: PersonId::new(who),
        staked: 500,
        returned: Some(returned),
        hand: "As Ad".to_owned(),
    };
    for number in 1..=3 {
        let mut batch = table.batch(4);
        let (seq, head) = (table.journal.commands(), table.journal.head());
        batch.rounds.push(RoundRow {
            round: number,
            first: seq - 3,
            last: seq,
            opened: Timestamp(number * 100),
            closed: Timestamp(number * 100 + 50),
            void: number == 2,
            staked: 1_000,
            returned: Some(700),
            players: vec![player(7, number as i64 * 1_000), player(8, 0)],
        });
        batch.signature = Some(SignatureRow { seq, head, key: vec![1; 32], signature: vec![2; 64] });
        batch.snapshot = Some(Snapshot { seq, head, sealed: vec![number as u8] });
        store.writer().write(batch).await.unwrap();
    }
    let found = async |search: RoundSearch| {
        let rounds = store.rounds(&search).await.unwrap();
        rounds.iter().map(|(_, round)| round.round).collect::<Vec<_>>()
    };
    let any = RoundSearch::default();
    assert_eq!(found(any.clone()).await, [3, 2, 1]);
    assert_eq!(found(RoundSearch { void: Some(true), ..any.clone() }).await, [2]);
    assert_eq!(
        found(RoundSearch { since: Some(Timestamp(250)), before: Some(Timestamp(350)), ..any.clone() }).await,
        [2]
    );
    assert_eq!(
        found(RoundSearch { who: Some(PersonId::new(7)), returned: Some(2_000), most: Some(1), ..any.clone() }).await,
        [3]
    );
    assert!(found(RoundSearch { who: Some(PersonId::new(9)), ..any.clone() }).await.is_empty());
    assert_eq!(found(RoundSearch { skip: 1, most: Some(1), ..any.clone() }).await, [2]);
    assert_eq!(
        found(RoundSearch { staked: Some(500), hand: "Ad As".parse().unwrap(), ..any.clone() }).await,
        [3, 2, 1]
    );
    assert!(found(RoundSearch { staked: Some(501), ..any.clone() }).await.is_empty());
    assert!(found(RoundSearch { hand: "As Kd".parse().unwrap(), ..any.clone() }).await.is_empty());
    assert_eq!(store.rounds(&any).await.unwrap()[0].1.players, [player(7, 3_000), player(8, 0)]);

    let signed = store.signatures(chain, 5, 10).await.unwrap();
    assert_eq!(signed.iter().map(|signed| signed.seq).collect::<Vec<_>>(), [8, 12]);
    // Of snapshots close together the last is kept.
    assert_eq!(store.snapshot(chain, u64::MAX).await.unwrap().unwrap().sealed, [3]);
    assert_eq!(store.snapshot(chain, 11).await.unwrap(), None);
    // A table that stops where it had its state taken writes the same once more, without lines.
    let (seq, head) = (table.journal.commands(), table.journal.head());
    let snapshot = Some(Snapshot { seq, head, sealed: vec![3] });
    let again = Batch { fence: Some(table.fence), chain: Some((chain, head)), snapshot, ..Batch::default() };
    store.writer().write(again).await.unwrap();
    store.close().await;
}

async fn the_lines_of_the_house_are_one_chain_whoever_writes_them(place: &Place) {
    let store = place.open().await;
    // On PostgreSQL a second node writes the same chain.
    let other = match place {
        Place::Folder(_) => store.clone(),
        Place::Database(..) => place.open().await,
    };
    let batch = |store: &Store, place: u32| {
        let house = vec![said(&format!("{place}")), said(&format!("{place} again"))];
        let writer = store.writer().clone();
        async move { writer.write(Batch { house, ..Batch::default() }).await.unwrap().house.unwrap() }
    };
    let written = (0..40).map(|place| batch(if place % 2 == 0 { &store } else { &other }, place));
    let mut numbers = join_all(written).await;
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=40).map(|place| place * 2).collect::<Vec<_>>());
    let chain = store.house_chain().await.unwrap();
    let text = whole(&store, chain.id).await;
    assert_eq!(croupier_house::store::verify_chain(&text), Ok((80, chain.head)));
    assert_eq!(text.matches("\"said\":\"17\"").count(), 1);
    store.close().await;
    other.close().await;
}

/// The tables that nobody runs.
async fn abandoned(store: &Store) -> Vec<croupier_house::store::TableId> {
    let standings = store.statuses().await.unwrap().into_iter();
    standings.filter(|standing| standing.owner.is_none()).map(|standing| standing.table).collect()
}

async fn a_table_is_claimed_by_one_node_until_it_falls_silent(place: &Place) {
    let store = place.open().await;
    let first = store.join("first").await.unwrap();
    let table = Written::new(&store, first, "one").await.table.id;
    assert_eq!(store.whereabouts(table).await.unwrap(), Some((first, "first".to_owned())));
    if let Place::Folder(_) = place {
        // Whoever joins a data folder is its only process.
        store.join("second").await.unwrap();
        assert_eq!(abandoned(&store).await, [table]);
        assert!(!store.beat(first).await.unwrap());
        store.close().await;
        return;
    }
    let second = store.join("second").await.unwrap();
    assert_eq!(store.claim(table, second).await.unwrap(), None);
    assert_eq!(abandoned(&store).await, []);
    let silence = sqlx::query("UPDATE nodes SET beat = beat - $1 WHERE id = $2");
    silence.bind(croupier_house::store::LEASE).bind(first.0).execute(store.pool()).await.unwrap();
    assert_eq!(abandoned(&store).await, [table]);
    assert_eq!(store.whereabouts(table).await.unwrap(), None);
    // Of several who try at once one succeeds.
    let third = store.join("third").await.unwrap();
    let claims = join_all([second, third, second, third].map(|node| store.claim(table, node))).await;
    let owner = store.table(table).await.unwrap().unwrap().owner.unwrap();
    assert_ne!(owner, first);
    let won: Vec<bool> = claims.into_iter().map(|claim| claim.unwrap().is_some()).collect();
    assert_eq!(won, [owner == second, owner == third, owner == second, owner == third]);
    // The first speaks again: it lives, and has lost its table.
    assert!(store.beat(first).await.unwrap());
    assert_eq!(store.claim(table, first).await.unwrap(), None);
    store.leave(owner).await.unwrap();
    assert!(store.claim(table, first).await.unwrap().is_some());
    store.release(table, first).await.unwrap();
    assert_eq!(abandoned(&store).await, [table]);
    store.close().await;
}

async fn a_node_forgotten_for_its_silence_comes_back_under_its_number(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    sqlx::query("DELETE FROM nodes").execute(store.pool()).await.unwrap();
    assert!(!store.beat(node).await.unwrap());
    assert_eq!(store.nodes().await.unwrap(), []);
    for _ in 0..2 {
        store.rejoin(node, "here").await.unwrap();
        assert_eq!(store.nodes().await.unwrap(), [node]);
    }
    assert!(store.beat(node).await.unwrap());
    store.close().await;
}

async fn a_still_store_shows_one_moment(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    store.writer().write(table.batch(3)).await.unwrap();
    let still = store.still().await.unwrap();
    let (then, chain) = (still.whole(table.table.chain).await.unwrap(), still.house_chain().await.unwrap());
    assert_eq!(then, table.text);
    // Others write and are written down at once; nothing of that is seen.
    store.writer().write(table.batch(2)).await.unwrap();
    let other = Written::new(&store, node, "two").await;
    assert_eq!(store.whole(table.table.chain).await.unwrap(), table.text);
    assert_eq!(still.whole(table.table.chain).await.unwrap(), then);
    assert_eq!(still.house_chain().await.unwrap(), chain);
    assert_eq!(still.table(other.table.id).await.unwrap(), None);
    assert!(still.number("nothing").await.is_err(), "it is only read");
    still.close().await;
    store.close().await;
}

async fn a_message_is_answered_once_and_both_are_told(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let mut heard = store.notices();
    // On PostgreSQL listening begins a moment after the store is open, and says so.
    if matches!(place, Place::Database(..)) {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let mut expect = async |wanted: Notice| {
        let hear = async { while heard.recv().await.unwrap() != wanted {} };
        tokio::time::timeout(Duration::from_secs(5), hear).await.unwrap();
    };
    let id = table.table.id;
    let first = store.send(id, "first").await.unwrap();
    expect(Notice::Inbox(id)).await;
    let second = store.send(id, "second").await.unwrap();
    let waiting = store.messages(node).await.unwrap();
    assert_eq!(waiting.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["first", "second"]);
    assert_eq!(store.answered(&first).await.unwrap(), None);
    store.answer(&first, "yes").await.unwrap();
    store.answer(&first, "no").await.unwrap();
    expect(Notice::Answer(first.clone())).await;
    assert_eq!(store.answered(&first).await.unwrap().as_deref(), Some("yes"));
    assert_eq!(store.messages(node).await.unwrap()[0].id, second);
    store.writer().write(table.batch(3)).await.unwrap();
    expect(Notice::Lines { table: id, last: 3 }).await;
    assert_eq!(store.clear_inbox(60).await.unwrap(), 0);
    assert_eq!(store.clear_inbox(0).await.unwrap(), 2);
    assert!(store.send(croupier_house::store::TableId(99), "nobody").await.is_err());
    store.close().await;
}

async fn a_name_belongs_to_one_table(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let table = Written::new(&store, node, "one").await;
    let row = &table.table;
    let new = croupier_house::store::NewTable {
        name: row.name.clone(),
        text: row.text.parse().unwrap(),
        submission: row.submission.clone(),
        mode: row.mode,
        header: table.text.clone(),
        made: Timestamp(3),
    };
    let house = store.house_chain().await.unwrap();
    let refused = store.make_table(&new, said("again")).await.unwrap_err();
    assert_eq!(refused.to_string(), "a table `one` already exists");
    assert_eq!(store.house_chain().await.unwrap(), house);
    let tables = store.tables().await.unwrap();
    assert_eq!((tables.len(), tables[0].epoch, tables[0].owner), (1, 1, Some(node)));
    // A chain does not begin with a line whose hash is not its own.
    let forged =
        croupier_house::store::NewTable { name: "two".to_owned(), header: table.text.replace("one", "two"), ..new };
    assert!(store.make_table(&forged, said("forged")).await.unwrap_err().to_string().contains("ends with its hash"));
    store.close().await;
}

async fn a_store_for_reading_cannot_be_written(place: &Place) {
    let missing = Store::read(&Location::Data("/nowhere".into())).await.unwrap_err();
    assert_eq!(missing.to_string(), "no store found at /nowhere/croupier.db");
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    store.writer().write(table.batch(1)).await.unwrap();
    // While the house runs.
    let reader = Store::read(&place.location()).await.unwrap();
    assert_eq!(whole(&reader, table.table.chain).await, table.text);
    assert!(matches!(reader.writer().write(table.batch(1)).await, Err(WriteError::Unavailable(_))));
    assert!(reader.ping().await.is_err());
    assert!(store.ping().await.is_ok());
    reader.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_data_folder_has_one_process_at_a_time() {
    let place = Place::sqlite();
    let store = place.open().await;
    let refused = Store::open(&place.location(), Timestamp(1)).await.unwrap_err().to_string();
    assert!(refused.contains("is used by another process: stop it"), "{refused}");
    store.close().await;
    place.open().await.close().await;
}

#[tokio::test]
async fn a_store_of_another_version_and_a_wrong_address_are_refused() {
    let place = Place::sqlite();
    let store = place.open().await;
    sqlx::query("UPDATE migrations SET hash = 'x'").execute(store.pool()).await.unwrap();
    store.close().await;
    let refused = Store::open(&place.location(), Timestamp(1)).await.unwrap_err().to_string();
    assert_eq!(refused, "the store was created by another version of the program: its `001_house` differs");
    let refused =
        Store::open(&Location::Url("mysql://x:secret@y/z".to_owned()), Timestamp(1)).await.unwrap_err().to_string();
    assert!(refused.contains("postgres://") && !refused.contains("secret"), "{refused}");
}

#[tokio::test]
async fn a_row_of_no_lines_is_no_batch() {
    let place = Place::sqlite();
    let store = place.open().await;
    let row = LineRow { first: 1, last: 1, at: Timestamp(1), text: Vec::new(), sealed: false };
    let homeless = Batch { rows: vec![row.clone()], ..Batch::default() };
    assert!(matches!(store.writer().write(homeless).await, Err(WriteError::Conflict(_))));
    let unknown = Batch {
        chain: Some((croupier_house::store::ChainId(99), Digest::default())),
        rows: vec![row],
        ..Batch::default()
    };
    assert_eq!(store.writer().write(unknown).await, Err(WriteError::Conflict("unknown chain 99".to_owned())));
    store.close().await;
}
