//! Meters on SQLite and PostgreSQL: contributions exactly once, winners in order, every cent accounted for by the
//! chain.

#[macro_use]
mod support;

use croupier_house::store::{
    Batch, Location, MeterAmounts, MeterChange, MeterEvent, MeterLine, MeterRow, MeterShareClaim, MeterState, NewMeter,
    Store, WriteError,
};
use croupier_rules::{Cents, Regulation};
use croupier_table::{Centicents, Reservation, Timestamp};
use futures_util::future::join_all;
use serde_json::{Value, json};
use support::Place;
use support::chains::{Written, whole};

on_both! {
    a_meter_is_made_once_and_its_parameters_are_frozen,
    a_batch_that_is_refused_feeds_no_meter,
    two_nodes_that_feed_one_meter_lose_and_double_nothing,
    near_simultaneous_winners_have_an_order_and_share_what_stands,
    what_goes_back_goes_back_to_the_meter_as_it_stands,
    a_decommissioned_meter_is_not_changed,
}

fn new(name: &str) -> NewMeter {
    NewMeter {
        name: name.to_owned(),
        text: Regulation::Pa657a,
        wager: "five-card-progressive".to_owned(),
        letter: Some("A".to_owned()),
        parameters: json!({ "amount": 100, "primary": 60, "reserve": 10 }),
        seed: Cents(1_000_000),
        reseed: Cents(1_000_000),
        made: Timestamp(1),
    }
}

fn fed(table: &Written, meter: &MeterRow, round: u64) -> MeterChange {
    let (primary, reserve) = (Centicents(6_017), Centicents(1_003));
    let what = MeterEvent::Contributed { table: table.table.id, round, seat: 3, primary, reserve };
    MeterChange { meter: meter.id, at: Timestamp(round), what }
}

fn share(table: &Written, meter: &MeterRow, percent: i64) -> MeterShareClaim {
    MeterShareClaim { meter: meter.id, percent, heads: 1, table: table.table.id, round: 1, at: Timestamp(9) }
}

/// The meter as it stands now.
async fn now(store: &Store, meter: &MeterRow) -> MeterRow {
    store.meters().await.unwrap().into_iter().find(|row| row.id == meter.id).unwrap()
}

/// Goes through a meter's chain: every line follows from the one before, and the last is what stands on the meter.
async fn reconcile(store: &Store, meter: &MeterRow) -> Vec<MeterLine> {
    let text = whole(store, meter.chain).await;
    let (seq, _) = croupier_house::store::verify_chain(&text).unwrap();
    let lines: Vec<MeterLine> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut stand = MeterAmounts { amount: Centicents(1_000_000 * 100), reserve: Centicents(0) };
    for line in &lines {
        assert_eq!(line.before, stand);
        stand = line.after;
    }
    let row = now(store, meter).await;
    assert_eq!((row.meter.amount, row.meter.reserve, row.meter.sequence), (stand.amount, stand.reserve, seq));
    lines
}

/// A second node of the same house; on SQLite there is one process, and it stands for itself.
async fn other_node(place: &Place, store: &Store) -> Store {
    match place.location() {
        Location::Url(_) | Location::PlainUrl(_) => place.open().await,
        _ => store.clone(),
    }
}

async fn a_meter_is_made_once_and_its_parameters_are_frozen(place: &Place) {
    let store = place.open().await;
    let wanted = new("link/five-card-progressive/mega");
    let made = join_all((0..4).map(|_| store.meter(&wanted))).await;
    let made: Vec<MeterRow> = made.into_iter().map(Result::unwrap).collect();
    assert!(made.iter().all(|meter| *meter == made[0]));
    assert_eq!(made[0].meter.amount, Centicents::of(Cents(1_000_000)));
    let other = NewMeter { letter: Some("B".to_owned()), ..wanted.clone() };
    let refused = store.meter(&other).await.unwrap_err().to_string();
    assert!(refused.contains("which cannot change") && refused.contains("R-51"), "{refused}");
    assert_eq!(store.meters().await.unwrap(), made[..1]);
    reconcile(&store, &made[0]).await;
    store.close().await;
}

async fn a_batch_that_is_refused_feeds_no_meter(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let meter = store.meter(&new("m")).await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let mut batch = table.batch(1);
    batch.meters = vec![fed(&table, &meter, 1), fed(&table, &meter, 1)];
    assert_eq!(store.writer().write(batch.clone()).await.unwrap().meters, [1, 2]);
    // The same again, as after an answer that was lost: the lines are there, so the money is.
    assert!(matches!(store.writer().write(batch).await, Err(WriteError::Conflict(_))));
    let mut stale = table.batch(1);
    stale.meters = vec![fed(&table, &meter, 2)];
    store.claim(table.table.id, node).await.unwrap();
    assert_eq!(store.writer().write(stale).await, Err(WriteError::Fenced));
    assert_eq!(reconcile(&store, &meter).await.len(), 2);
    assert_eq!(now(&store, &meter).await.meter.reserve, Centicents(2 * 1_003));
    store.close().await;
}

async fn two_nodes_that_feed_one_meter_lose_and_double_nothing(place: &Place) {
    let store = place.open().await;
    let other = other_node(place, &store).await;
    let node = store.join("here").await.unwrap();
    let linked = store.meter(&new("link")).await.unwrap();
    let own = store.meter(&new("own")).await.unwrap();
    let mut tables = Vec::new();
    for number in 0..8 {
        tables.push(Written::new(&store, node, &format!("table {number}")).await);
    }
    let playing = tables.iter_mut().enumerate().map(async |(place, table)| {
        let node = if place % 2 == 0 { &store } else { &other };
        for round in 1..=10 {
            let mut batch = table.batch(2);
            // In either order, so that two transactions that lock as they come would wait for each other.
            batch.meters = vec![fed(table, &linked, round), fed(table, &own, round), fed(table, &linked, round)];
            if place % 3 == 0 {
                batch.meters.reverse();
            }
            node.writer().write(batch).await.unwrap();
        }
    });
    join_all(playing).await;
    for (meter, changes) in [(&linked, 160), (&own, 80)] {
        assert_eq!(reconcile(&store, meter).await.len(), changes);
        let stands = now(&store, meter).await.meter;
        let changes = changes as i64;
        assert_eq!(stands.amount, Centicents(100_000_000 + 6_017 * changes));
        assert_eq!(stands.reserve, Centicents(1_003 * changes));
    }
    for table in &tables {
        assert_eq!(whole(&store, table.table.chain).await, table.text);
    }
    other.close().await;
    store.close().await;
}

async fn near_simultaneous_winners_have_an_order_and_share_what_stands(place: &Place) {
    let store = place.open().await;
    let other = other_node(place, &store).await;
    let node = store.join("here").await.unwrap();
    let meter = store.meter(&new("link")).await.unwrap();
    let mut tables = Vec::new();
    for number in 0..6 {
        tables.push(Written::new(&store, node, &format!("table {number}")).await);
    }
    let winning = tables.iter_mut().enumerate().map(async |(place, table)| {
        let node = if place % 2 == 0 { &store } else { &other };
        let share = share(table, &meter, if place < 2 { 100 } else { 10 });
        let mut head = table.batch(1);
        head.meters = vec![fed(table, &meter, 1)];
        let mut told = None;
        let written = node.writer().take(share, head, |reservation| {
            told = Some(reservation);
            table.batch(2)
        });
        let written = written.await.unwrap();
        assert_eq!(written.reservation, told);
        (written.meters[0], told.unwrap())
    });
    let mut won: Vec<(u64, Reservation)> = join_all(winning).await;
    let lines = reconcile(&store, &meter).await;
    assert_eq!(lines.len(), 12);
    won.sort_unstable_by_key(|(_, reservation)| reservation.sequence);
    for (contributed, reservation) in &won {
        // Nobody came between a winner's contribution and his share, and the chain says what he was told.
        assert_eq!(reservation.sequence, contributed + 1);
        let MeterEvent::Reserved { reservation: recorded, .. } = &lines[reservation.sequence as usize - 1].what else {
            panic!("line {} is no share", reservation.sequence)
        };
        assert_eq!(recorded, reservation);
    }
    let paid: i64 = won.iter().map(|(_, share)| Centicents::of(share.taken).0).sum();
    let reseeded: i64 = won.iter().map(|(_, share)| Centicents::of(share.reseeded).0).sum();
    let stands = now(&store, &meter).await.meter;
    assert_eq!(stands.amount.0 + stands.reserve.0, 100_000_000 + 6 * (6_017 + 1_003) + reseeded - paid);
    for table in &tables {
        assert_eq!(whole(&store, table.table.chain).await, table.text);
    }
    other.close().await;
    store.close().await;
}

async fn what_goes_back_goes_back_to_the_meter_as_it_stands(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let meter = store.meter(&new("m")).await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let mut head = table.batch(1);
    head.meters = vec![fed(&table, &meter, 1)];
    let share = share(&table, &meter, 100);
    let written = store.writer().take(share, head, |_| table.batch(1)).await.unwrap();
    let reservation = written.reservation.unwrap();
    assert_eq!(reservation.from_reserve, Centicents(1_003));
    let id = table.table.id;
    let (primary, reserve) = (Centicents(6_017), Centicents(1_003));
    let mut void = table.batch(1);
    void.meters = [
        MeterEvent::ShareReturned { table: id, round: 1, reservation },
        MeterEvent::Returned { table: id, round: 1, seat: 3, primary, reserve },
    ]
    .map(|what| MeterChange { meter: meter.id, at: Timestamp(10), what })
    .to_vec();
    store.writer().write(void).await.unwrap();
    reconcile(&store, &meter).await;
    let stands = now(&store, &meter).await.meter;
    assert_eq!((stands.amount, stands.reserve), (Centicents(100_000_000), Centicents(0)));

    // A share whose lines are refused is not taken.
    let (before, chain) = (now(&store, &meter).await, table.table.chain);
    let head = table.batch(1);
    let refused = store.writer().take(share, head, |_| Batch { opened: vec![(1, Vec::new())], ..table.batch(1) }).await;
    assert!(matches!(refused, Err(WriteError::Conflict(_))), "{refused:?}");
    assert_eq!(now(&store, &meter).await, before);
    assert_eq!(store.chain(chain).await.unwrap().unwrap().seq, 3);
    store.close().await;
}

async fn a_decommissioned_meter_is_not_changed(place: &Place) {
    let store = place.open().await;
    let node = store.join("here").await.unwrap();
    let meter = store.meter(&new("m")).await.unwrap();
    let next = store.meter(&new("n")).await.unwrap();
    let mut table = Written::new(&store, node, "one").await;
    let change = |meter: &MeterRow, what| MeterChange { meter: meter.id, at: Timestamp(1), what };
    let became = |state| change(&meter, MeterEvent::Became { state, approval: Value::Null });
    let write = |meters| store.writer().write(Batch { meters, ..Batch::default() });
    // A disabled meter still takes what is under way, and runs again with what it has.
    write(vec![became(MeterState::Disabled)]).await.unwrap();
    let mut batch = table.batch(1);
    batch.meters = vec![fed(&table, &meter, 1)];
    store.writer().write(batch).await.unwrap();
    let disabled = now(&store, &meter).await;
    write(vec![became(MeterState::Running)]).await.unwrap();
    let running = now(&store, &meter).await;
    assert_eq!((running.meter.amount, running.state), (disabled.meter.amount, MeterState::Running));

    let (amount, reserve) = (running.meter.amount, running.meter.reserve);
    let moved = |other: &MeterRow, sign: i64| MeterEvent::Transferred {
        other: other.id,
        amount: Centicents(sign * amount.0),
        reserve: Centicents(sign * reserve.0),
        approval: json!({ "by": 1, "second": 2 }),
    };
    let gone =
        vec![change(&meter, moved(&next, -1)), change(&next, moved(&meter, 1)), became(MeterState::Decommissioned)];
    write(gone).await.unwrap();
    assert_eq!(now(&store, &meter).await.meter.amount, Centicents(0));
    assert_eq!(now(&store, &next).await.meter.amount, Centicents(100_000_000 + amount.0));
    let mut late = table.batch(1);
    late.meters = vec![fed(&table, &meter, 2)];
    let refused = store.writer().write(late.clone()).await.unwrap_err().to_string();
    assert!(refused.contains("is decommissioned"), "{refused}");
    late.meters = vec![];
    let share = share(&table, &meter, 100);
    let refused = store.writer().take(share, late, |_| unreachable!("there is no share")).await;
    assert!(matches!(refused, Err(WriteError::Conflict(_))));
    reconcile(&store, &meter).await;
    reconcile(&store, &next).await;
    store.close().await;
}
