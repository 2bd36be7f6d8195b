//! Two royal flushes at once, at two dealt tables of two nodes that hang on one meter.

mod support;

use croupier_house::keys::Keys;
use croupier_house::pit::{Pit, TableHandle, TableToCreate};
use croupier_house::reconciliation;
use croupier_house::store::{MeterEvent, MeterLine};
use croupier_rules::{CardSet, Phase, Seat, Setting};
use croupier_table::commitment::{CommittedDraws, Digest};
use croupier_table::{
    Actor, Audience, Centicents, Command, DeckId, DeckOrder, Event, NextStep, PersonId, Purse, Reservation, Reveal,
    ShareDue, StepInputs, Table, TableRole,
};
use std::sync::Arc;
use support::chains::whole;
use support::pit::{give, pit};
use support::{Place, bot};

const PLAYER: Actor = Actor::player(7);
const SEAT: Seat = Seat::ALL[0];

/// What is seen at the table: a royal flush against nothing.
struct Royal;

impl StepInputs for Royal {
    fn shuffle(&mut self, _: &Table, _: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        None
    }

    fn dice(&mut self) -> [u8; 3] {
        [1, 2, 3]
    }

    fn number(&mut self) -> u8 {
        1
    }

    fn draws(&mut self, _: &Table) -> CommittedDraws {
        CommittedDraws::default()
    }

    fn reserve(&mut self, _: &ShareDue) -> Option<Reservation> {
        None
    }

    fn dealer(&mut self, _: &Table) -> (Option<Setting>, Option<CardSet>) {
        (Some(Setting::unset("2h 4d 7c 9h Jd".parse().unwrap())), None)
    }

    fn reveal(&mut self, _: &Table, _: Seat) -> Reveal {
        Reveal::Cards(Setting::unset("As Ks Qs Js Ts".parse().unwrap()))
    }
}

/// A dealt table on the linked meter, opened, with a player and his wagers.
async fn opened(pit: &Pit, name: &str) -> TableHandle {
    let submission = include_str!("../../../submissions/pa-657a-a.toml").to_owned();
    let table = pit.make(TableToCreate { name: name.to_owned(), submission }, &"manager").await.unwrap();
    give(&table, Actor::floorperson(2), Command::OpenTable, false).await;
    give(&table, Actor::dealer(3), Command::Sit { seat: SEAT, player: PersonId::new(7) }, false).await;
    for purse in [Purse::Chips, Purse::GameAccount] {
        give(&table, Actor::dealer(3), Command::BuyIn { player: PersonId::new(7), purse, amount: bot::STAKE }, false)
            .await;
    }
    for wager in bot::wagers(&table.house, SEAT) {
        give(&table, PLAYER, wager, false).await;
    }
    table
}

/// Everybody does what he is asked, until something is about to be done.
async fn deal_until(table: &TableHandle, stop: impl Fn(&Command) -> bool) {
    while table.desk.current().table.round().phase != Phase::Closed {
        let shown = table.desk.current();
        let (by, command) = match shown.table.due(&mut Royal) {
            Some(NextStep { role: TableRole::Floorperson, command, .. }) => (Actor::floorperson(2), command),
            Some(NextStep { command, .. }) => (Actor::dealer(3), command),
            None => {
                let view = shown.table.view(Audience::Player(PersonId::new(7)));
                (
                    PLAYER,
                    bot::answer(&table.house, &view, SEAT).unwrap_or_else(|| panic!("{:?}", shown.table.prompts())),
                )
            }
        };
        if stop(&command) {
            return;
        }
        give(table, by, command, false).await;
    }
}

/// What stood on the meter before the first share: its seed and all contributions.
fn meter_before(text: &str) -> Centicents {
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let fed = text.lines().skip(1).map(|line| serde_json::from_str::<MeterLine>(line).unwrap());
    let fed = fed.map(|line| match line.what {
        MeterEvent::Contributed { primary, .. } => primary.0,
        _ => 0,
    });
    Centicents(first["seed"].as_i64().unwrap() * 100 + fed.sum::<i64>())
}

fn reveals(command: &Command) -> bool {
    matches!(command, Command::Reveal { .. })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn near_simultaneous_winners_at_two_nodes_are_paid_in_a_recorded_order() {
    let place = Place::postgres().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.toml");
    let (first, second) = (pit(&place.location(), &file, "first").await, pit(&place.location(), &file, "second").await);
    let keys = Arc::new(Keys::load(&file).unwrap());
    let (one, two) = (opened(&first, "one").await, opened(&second, "two").await);
    deal_until(&one, reveals).await;
    deal_until(&two, reveals).await;
    tokio::join!(deal_until(&one, |_| false), deal_until(&two, |_| false));

    let store = place.open().await;
    let meters = store.meters().await.unwrap();
    let meter = meters.into_iter().find(|meter| meter.name.starts_with("crazy-4-floor/")).unwrap();
    let text = whole(&store, meter.chain).await;
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<MeterLine>(line).unwrap());
    let mut shares = lines.filter_map(|line| match line.what {
        MeterEvent::Reserved { table, reservation, .. } => Some((table, reservation)),
        _ => None,
    });
    let (Some((winner, won)), Some((next, then)), None) = (shares.next(), shares.next(), shares.next()) else {
        panic!("{text}")
    };
    // One has all that stood there, the other what the reseed put in its place, whichever table came first.
    assert_eq!((won.before, won.taken), (meter_before(&text), won.before.cents()));
    assert_eq!((then.before, then.taken), (won.after, won.after.cents()));
    assert!(won.sequence < then.sequence);
    assert!((winner, next) == (one.row.id, two.row.id) || (winner, next) == (two.row.id, one.row.id));
    // Each table was told its own share, once.
    for (handle, pit) in [(&one, &first), (&two, &second)] {
        let upto = handle.desk.current().table.state().sequence;
        let told = pit.missed(handle, 0, upto, Audience::Floor).await.unwrap().unwrap();
        let told = told.iter().flat_map(|line| &line.events).filter_map(|event| match event {
            Event::Reserved { reservation, .. } => Some(**reservation),
            _ => None,
        });
        assert_eq!(told.collect::<Vec<_>>(), [if handle.row.id == winner { won } else { then }]);
    }
    for reckoned in reconciliation::reckon(&store, &keys, croupier_rules::Registry::standard()).await.unwrap() {
        assert!(reckoned.agrees, "{reckoned:?}");
    }
    store.close().await;
    first.close().await;
    second.close().await;
}
