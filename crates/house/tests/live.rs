//! An electronic table never waits for somebody who is not there: whatever was done at it, with all players silent its
//! round closes within its times, and everybody gets what is due.

mod support;

use croupier_house::casino::ClockAndRng;
use croupier_house::clock::Clock;
use croupier_house::pit::{Pit, Request, TableHandle, TableMessage, TableToCreate, TableUpdate, Timeouts};
use croupier_house::rng::HouseRng;
use croupier_house::store::Location;
use croupier_rules::{Cents, Irregularity, Phase, Place, Seat, Wager, WagerKind};
use croupier_table::{Account, Actor, Audience, Command, DeckId, Device, Event, PersonId, Purse, Table, Tender};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::casino::{FAST, House, data, keys, program};
use support::client::{Answer, Client, Seated};
use support::pit::{PATIENCE, give, pit_with};
use support::stack::{electronic, full, submissions};
use support::{Folder, bot};

const HOUR: u64 = 3_600_000;
const MAIN: Wager = Wager::own(WagerKind::Main);

/// Quick, as tests want it.
const QUICK: Timeouts = Timeouts { betting: 300, surrender: 100, ..PATIENCE };

async fn pit(folder: &Path, clock: Clock, patience: Timeouts) -> Arc<Pit> {
    pit_of(folder, clock, HouseRng::new().unwrap(), patience).await
}

async fn pit_of(folder: &Path, clock: Clock, chance: HouseRng, patience: Timeouts) -> Arc<Pit> {
    let (location, keys) = (Location::Data(folder.join("data")), folder.join("keys.toml"));
    pit_with(&location, &keys, "test", (Arc::new(clock), Arc::new(chance), patience)).await
}

/// A submission we ship, as that of an electronic table.
fn submission(name: &str, play_chips: bool) -> String {
    let found = submissions().into_iter().find(|(of, _)| of == name).unwrap().1;
    electronic(&found, play_chips)
}

/// An open electronic table.
async fn table(pit: &Pit, name: &str, submission: String) -> TableHandle {
    let table = pit.make(TableToCreate { name: name.to_owned(), submission }, &"manager").await.unwrap();
    give(&table, Actor::HOUSE, Command::OpenTable, false).await;
    table
}

/// A player sits down with chips and with money on the game account.
async fn sits(table: &TableHandle, who: u32, seat: Seat) -> Actor {
    give(table, Actor::player(who), Command::Sit { seat, player: PersonId::new(who) }, false).await;
    for purse in Purse::ALL {
        give(table, Actor::HOUSE, Command::BuyIn { player: PersonId::new(who), purse, amount: bot::STAKE }, false)
            .await;
    }
    Actor::player(who)
}

async fn wagers(table: &TableHandle, player: Actor, seat: Seat) {
    for wager in bot::wagers(&table.house, seat) {
        give(table, player, wager, false).await;
    }
}

async fn ready(table: &TableHandle, player: Actor) {
    table.desk.send(TableMessage { by: player, what: Request::Ready { who: player.who } }).await.unwrap();
}

fn shown(table: &TableHandle) -> Arc<TableUpdate> {
    table.desk.current()
}

fn chips(table: &TableHandle, who: u32) -> Cents {
    shown(table).table.state().ledger.balance(Account::Player(PersonId::new(who))).cents()
}

/// Whether no wager lies on the table.
fn at_rest(table: &Table) -> bool {
    let round = table.round();
    round.phase == Phase::Closed
        || (round.phase == Phase::Betting && round.areas.iter().all(|area| area.wagers().next().is_none()))
}

/// Waits until the table looks so.
async fn until(table: &TableHandle, what: &str, looks: impl Fn(&TableUpdate) -> bool) -> Arc<TableUpdate> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let told = shown(table);
        if looks(&told) {
            return told;
        }
        let (round, asks) = (told.table.round().phase, told.table.prompts());
        assert!(Instant::now() < end, "{}: {what}: {round:?}, {asks:?}, {:?}", table.row.name, told.stuck);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// The events of a table after a line.
async fn events(pit: &Pit, table: &TableHandle, from: u64) -> Vec<Event> {
    let upto = shown(table).table.state().sequence;
    let lines = pit.missed(table, from, upto, Audience::Floor).await.unwrap().unwrap();
    lines.into_iter().flat_map(|line| line.events).collect()
}

/// § 657a.7(d)(1): the Super Bonus equals the Ante and is placed with it, so a player who places an Ante is dealt in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ante_brings_its_super_bonus_and_the_round_is_dealt() {
    let folder = Folder::new();
    let pit = pit(folder.path(), Clock::default(), PATIENCE).await;
    let table = table(&pit, "crazy", submission("pa-657a-electronic", true)).await;
    let (seat, super_bonus) = (Seat::ALL[1], Wager::own(WagerKind::SuperBonus));
    let player = sits(&table, 7, seat).await;
    let before = chips(&table, 7);
    let place = |wager| Command::Place { seat, wager, amount: Cents::dollars(10), tender: Tender::Chips };
    give(&table, player, place(MAIN), false).await;
    assert_eq!(chips(&table, 7), Cents(before.0 - 2_000));
    assert!(!tries(&table, player, place(super_bonus)).await, "it is placed already");
    ready(&table, player).await;
    let told = until(&table, "the round is dealt", |told| told.table.round().phase == Phase::Deciding).await;
    assert_eq!(told.table.round().area(seat).stake(super_bonus), Cents::dollars(10));
    let events = events(&pit, &table, 0).await;
    assert!(!events.iter().any(|event| matches!(event, Event::WagerReturned { .. })), "{events:?}");
    give(&table, player, Command::Fold(seat), false).await;
    until(&table, "the round closes", |told| told.table.round().phase == Phase::Closed).await;
    pit.close().await;
}

/// §§ 659a.3(c), 657a.3(c)(2), MA 4(a)(1)(iii): decks and dice whose hours end while wagers lie are exchanged, and the
/// round is played with fresh ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decks_and_dice_whose_hours_end_under_wagers_are_exchanged_and_the_round_is_played() {
    let folder = Folder::new();
    let system = Arc::new(AtomicU64::new(1_800_000_000_000));
    let hands = Arc::clone(&system);
    let clock = Clock::with_system(move || hands.fetch_add(1, Ordering::Relaxed));
    let pit = pit(folder.path(), clock, PATIENCE).await;
    for (name, text) in submissions() {
        let table = table(&pit, &name, electronic(&text, true)).await;
        let (seat, handle) = (Seat::ALL[1], shown(&table).table.state().sequence);
        let player = sits(&table, 7, seat).await;
        wagers(&table, player, seat).await;
        system.fetch_add(25 * HOUR, Ordering::Relaxed);
        ready(&table, player).await;
        until(&table, "the round is dealt", |told| told.table.round().phase >= Phase::Dealing).await;
        let removed = events(&pit, &table, handle).await;
        let has_hours = table.house.procedure.cards.hours.is_some();
        assert_eq!(removed.iter().any(|event| matches!(event, Event::DeckRemoved { .. })), has_hours, "{name}");
        assert_eq!(shown(&table).stuck, None, "{name}");
    }
    pit.close().await;
}

/// The system's clock steps an hour on and back again, while a round is open and before a restart: no timer stops.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_of_the_clock_on_and_back_stops_no_timer_and_no_restart_does() {
    let folder = Folder::new();
    let system = Arc::new(AtomicU64::new(1_800_000_000_000));
    let by = |system: &Arc<AtomicU64>| {
        let hands = Arc::clone(system);
        Clock::with_system(move || hands.fetch_add(1, Ordering::Relaxed))
    };
    let first = pit(folder.path(), by(&system), QUICK).await;
    let handle = table(&first, "crazy", submission("pa-657a-electronic", true)).await;
    let seat = Seat::ALL[1];
    let player = sits(&handle, 7, seat).await;
    system.fetch_add(HOUR, Ordering::Relaxed);
    wagers(&handle, player, seat).await;
    system.fetch_sub(HOUR, Ordering::Relaxed);
    let stood = shown(&handle).table.state().clock;
    until(&handle, "betting closes", |told| told.table.round().phase == Phase::Deciding).await;
    give(&handle, player, Command::Fold(seat), false).await;
    let told = until(&handle, "the round closes", |told| told.table.round().phase == Phase::Closed).await;
    assert!(told.table.state().clock >= stood, "the journal never goes back");
    first.close().await;
    drop((handle, first));
    // The journal is an hour ahead of the system's clock, and of the clock of the next process.
    let second = pit(folder.path(), by(&system), QUICK).await;
    let handle = second.tables().pop().unwrap();
    wagers(&handle, player, seat).await;
    until(&handle, "betting closes", |told| told.table.round().phase == Phase::Deciding).await;
    second.close().await;
}

/// Whoever sits out so many rounds is asked to wager, and then gives up the seat with all his chips.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_sits_out_too_many_rounds_is_asked_and_then_leaves() {
    let folder = Folder::new();
    let patience = Timeouts { sit_out_rounds: 2, notice: 400, ..QUICK };
    let pit = pit(folder.path(), Clock::default(), patience).await;
    let table = table(&pit, "crazy", submission("pa-657a-electronic", true)).await;
    let (seat, idle) = (Seat::ALL[1], Seat::ALL[3]);
    let player = sits(&table, 7, seat).await;
    sits(&table, 8, idle).await;
    for round in 1..=2 {
        assert_eq!(shown(&table).sitting_out, [], "round {round}");
        wagers(&table, player, seat).await;
        ready(&table, player).await;
        ready(&table, Actor::player(8)).await;
        until(&table, "the round is dealt", |told| told.table.round().phase == Phase::Deciding).await;
        give(&table, player, Command::Fold(seat), false).await;
        until(&table, "the round closes", |told| told.table.round().phase == Phase::Closed).await;
    }
    let told = until(&table, "he is asked", |told| !told.sitting_out.is_empty()).await;
    assert_eq!(told.sitting_out.iter().map(|timer| timer.seat).collect::<Vec<_>>(), [Some(idle)]);
    let told = until(&table, "he leaves", |told| told.table.state().seats[idle.index()].is_none()).await;
    assert_eq!(told.table.state().seats[seat.index()], Some(PersonId::new(7)), "who plays stays");
    assert_eq!(chips(&table, 8), Cents(0));
    pit.close().await;
}

/// Where nobody wagers no round goes by: then it is time that counts. Who makes a wager when he is asked keeps the
/// seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_who_never_wager_do_not_hold_a_table_for_ever() {
    let folder = Folder::new();
    let patience = Timeouts { sit_out: 300, notice: 700, betting: 60_000, ..QUICK };
    let pit = pit(folder.path(), Clock::default(), patience).await;
    let table = table(&pit, "crazy", submission("pa-657a-electronic", true)).await;
    for (who, seat) in (7..).zip(Seat::ALL) {
        sits(&table, who, seat).await;
    }
    until(&table, "all are asked", |told| told.sitting_out.len() == 6).await;
    let seat = Seat::ALL[0];
    let place = Command::Place { seat, wager: MAIN, amount: Cents::dollars(10), tender: Tender::Chips };
    give(&table, Actor::player(7), place, false).await;
    let told = until(&table, "five leave", |told| told.table.state().seats.iter().flatten().count() == 1).await;
    assert_eq!(told.table.state().seats[0], Some(PersonId::new(7)));
    assert_eq!(told.sitting_out, []);
    pit.close().await;
}

/// Wagers that lie on a paused table go back when the time for wagers is over, and nobody needs to resume.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_table_returns_the_wagers_when_betting_would_have_closed() {
    let folder = Folder::new();
    let pit = pit(folder.path(), Clock::default(), QUICK).await;
    let table = table(&pit, "crazy", submission("pa-657a-electronic", true)).await;
    let seat = Seat::ALL[1];
    let player = sits(&table, 7, seat).await;
    let before = chips(&table, 7);
    wagers(&table, player, seat).await;
    give(&table, Actor::floorperson(2), Command::Pause { reason: "a spilt drink".to_owned() }, false).await;
    until(&table, "the wagers go back", |told| at_rest(&told.table)).await;
    assert_eq!(chips(&table, 7), before);
    pit.close().await;
}

/// A table with worth calls the floorperson whom the text wants, and tells since when; what he does goes on by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_with_worth_calls_a_floorperson_and_tells_how_long_it_has_waited() {
    let folder = Folder::new();
    let pit = pit(folder.path(), Clock::default(), QUICK).await;
    let table = table(&pit, "crazy", submission("pa-657a-electronic", false)).await;
    let told = until(&table, "the inspection waits for the floor", |told| told.called.is_some()).await;
    let called = told.called.clone().unwrap();
    assert_eq!(called.role, "floorperson");
    assert!(called.what.contains("verify"), "{called:?}");
    assert!(called.since > croupier_table::Timestamp(0));
    assert_eq!(told.stuck, None);
    give(&table, Actor::floorperson(2), Command::VerifyDeck(DeckId::First), false).await;
    until(&table, "nobody is called any more", |told| told.called.is_none()).await;
    pit.close().await;
}

/// A step that the table refuses is tried again ever more seldom, is told, and two persons can end the round: nobody
/// loses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_step_is_told_and_the_floor_can_retry_it_or_end_the_round() {
    let folder = Folder::new();
    // A start that no generator shows: the table refuses it.
    let spoil = |table: &Table, _: DeckId, kept: &mut croupier_house::rng::SealedShuffle| {
        if table.round().number == 0 {
            kept.draws.start = [9, 0, 0];
        }
    };
    let chance = HouseRng::stacked([1; 32], Box::new(spoil));
    let pit = pit_of(folder.path(), Clock::default(), chance, QUICK).await;
    let table = table(&pit, "fortune", submission("pa-659a-electronic", true)).await;
    let seat = Seat::ALL[1];
    let player = sits(&table, 7, seat).await;
    let before = chips(&table, 7);
    wagers(&table, player, seat).await;
    ready(&table, player).await;
    let told = until(&table, "it is told", |told| told.stuck.is_some()).await;
    let stuck = told.stuck.clone().unwrap();
    assert_eq!((&*stuck.step, stuck.code.as_str()), ("draw-start", "number"));
    assert_eq!(pit.stuck().len(), 1);
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    let tries = shown(&table).stuck.as_ref().unwrap().tries;
    assert!((2..=4).contains(&tries), "{tries}");
    table.desk.send(TableMessage { by: Actor::floorperson(2), what: Request::Retry }).await.unwrap();
    until(&table, "it is tried again", |told| told.stuck.as_ref().is_some_and(|stuck| stuck.tries > tries)).await;
    let end = |second| Command::EndRound { reason: "the generator".to_owned(), second };
    let alone = Request::Give { id: None, expects: None, command: Box::new(end(None)), ready: false };
    assert!(table.desk.send(TableMessage { by: Actor::floorperson(2), what: alone }).await.is_err());
    give(&table, Actor::floorperson(2), end(Some(PersonId::new(3))), false).await;
    let told = until(&table, "the round ends", |told| told.stuck.is_none()).await;
    assert_eq!((told.table.round().phase, chips(&table, 7)), (Phase::Closed, before));
    // The next round is played as ever.
    wagers(&table, player, seat).await;
    ready(&table, player).await;
    until(&table, "the next round is dealt", |told| told.table.round().phase == Phase::Deciding).await;
    pit.close().await;
}

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, many: usize) -> usize {
        (self.next() % many as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Anything that somebody at an electronic table may think of.
fn anything(rng: &mut Rng, handle: &TableHandle) -> (Actor, Command) {
    let seat = rng.pick(&Seat::ALL);
    let place = if rng.below(3) == 0 { Place::Dealer } else { Place::Seat(seat) };
    let table = Arc::clone(&shown(handle).table);
    let player = table.state().seats[seat.index()].unwrap_or(PersonId::new(7 + u32::from(seat.number())));
    let deck = rng.pick(&DeckId::ALL);
    let (dealer, floor, own) = (Actor::dealer(3), Actor::floorperson(2), Actor::player(player.number()));
    let irregular = [
        Irregularity::DiceNotFlat,
        Irregularity::DieFellOut,
        Irregularity::WrongStart,
        Irregularity::Exposed(place),
        Irregularity::Exposed(Place::Seat(seat)),
        Irregularity::FaceUp,
        Irregularity::DrawnInError,
        Irregularity::WrongCount(place),
        Irregularity::StacksOutOfOrder,
        Irregularity::SetWrongly,
        Irregularity::StubMisdealt,
        Irregularity::StubUnexplained,
        Irregularity::ShufflerFails,
        Irregularity::DeviceMiscount,
        Irregularity::ShoeFails,
        Irregularity::ShufflerOutOfOrder,
        Irregularity::ShoeOutOfOrder,
    ];
    let view = table.view(Audience::Player(player));
    match rng.below(26) {
        0 => (own, Command::Sit { seat, player }),
        1 => (own, Command::Leave(seat)),
        2..=5 => {
            let all = bot::all_wagers(&handle.house, seat);
            (own, all[rng.below(all.len())].clone())
        }
        6 => (own, Command::Repeat(seat)),
        7 => (own, Command::TakeBack { seat, wager: MAIN }),
        8..=10 => (own, bot::answer(&handle.house, &view, seat).unwrap_or(Command::AskHouseWay(seat))),
        11 => (own, Command::Surrender(seat)),
        12 => (own, Command::VoidHand { seat, void: rng.below(2) == 0 }),
        13 => (own, Command::DoubleDown { seat, take: true }),
        14 => (floor, Command::Pause { reason: "a question".to_owned() }),
        15 => (floor, Command::Resume),
        16..=19 => (dealer, Command::Report(rng.pick(&irregular))),
        20 => (floor, if rng.pick(&[true, false]) { Command::OrderRecut(deck) } else { Command::OrderShuffle(deck) }),
        21 => (floor, Command::RemoveDeck(deck)),
        22 => (floor, Command::RestoreDevice(rng.pick(&[Device::Shuffler, Device::Shoe]))),
        23 => (floor, Command::Abandon(seat)),
        24 => (dealer, Command::CountProgressive { chips: rng.below(7) as u8 }),
        _ => match rng.below(8) {
            0 => (
                floor,
                Command::VoidRound {
                    reason: "a question".to_owned(),
                    second: Some(PersonId::new(4)),
                    irregularity: None,
                },
            ),
            1 => (floor, Command::EndRound { reason: "a question".to_owned(), second: Some(PersonId::new(4)) }),
            2 => (dealer, Command::GoIdle { face_up: true }),
            3 => (dealer, Command::NoMoreBets),
            4 => (dealer, Command::Deal { cards: Some(1) }),
            5 => (dealer, Command::CountStub { cards: 4, misdealt: rng.below(2) == 0 }),
            6 => (dealer, Command::LookAtDeck(deck)),
            _ => (dealer, Command::DeclineCut(seat)),
        },
    }
}

/// From wherever an electronic table has got to, with all players silent, its round closes within its times.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_anywhere_with_all_players_silent_the_round_closes_within_its_times() {
    let seed = std::env::var("CROUPIER_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from(std::process::id()) ^ 0x11fe);
    println!("CROUPIER_SEED={seed}");
    let turns = if full() { 150 } else { 12 };
    const PACE: u32 = 1_000;
    let folder = Folder::new();
    let patience = Timeouts { betting: 20_000, surrender: 8_000, idle: 30 * 60_000, ..PATIENCE };
    let pit = pit(folder.path(), Clock::quick(PACE), patience).await;
    for (place, (name, text)) in submissions().into_iter().enumerate() {
        let table = table(&pit, &name, electronic(&text, true)).await;
        let mut rng = Rng(seed ^ (place as u64) << 40);
        for turn in 0..turns {
            for seat in Seat::ALL.into_iter().filter(|_| rng.below(3) == 0).collect::<Vec<_>>() {
                let player = PersonId::new(7 + u32::from(seat.number()));
                let by = Actor::player(player.number());
                let all = bot::all_wagers(&table.house, seat);
                let commands = [Command::Sit { seat, player }]
                    .into_iter()
                    .chain(Purse::ALL.map(|purse| Command::BuyIn { player, purse, amount: bot::STAKE }));
                for command in commands.chain(all) {
                    tries(&table, by, command).await;
                }
            }
            let mut done = Vec::new();
            for _ in 0..rng.below(14) {
                let (by, command) = anything(&mut rng, &table);
                if rng.below(8) == 0 {
                    ready(&table, by).await;
                }
                let taken = tries(&table, by, command.clone()).await;
                done.push(format!("{command:?}{}", if taken { "" } else { " (refused)" }));
            }
            rests(&table, turn, &done).await;
        }
    }
    pit.close().await;
}

/// Tries a command; whether it was taken.
async fn tries(table: &TableHandle, by: Actor, command: Command) -> bool {
    let what = Request::Give { id: None, expects: None, command: Box::new(command), ready: false };
    table.desk.send(TableMessage { by, what }).await.is_ok()
}

/// Nobody does anything any more: the table comes to rest, refuses no step of the program, and calls for nobody.
async fn rests(table: &TableHandle, turn: usize, done: &[String]) {
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        let told = shown(table);
        let stands = |why: &str| {
            let (name, round) = (&table.row.name, told.table.round());
            format!("{name}, turn {turn}: {why}: {:?} {:?} after {done:#?}", round.phase, told.table.prompts())
        };
        assert!(told.stuck.is_none(), "{}", stands(&format!("{:?}", told.stuck)));
        assert!(told.called.is_none(), "{}", stands(&format!("{:?}", told.called)));
        if at_rest(&told.table) {
            return;
        }
        assert!(Instant::now() < end, "{}", stands("the round does not close"));
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// A house with one table, whose clock and decks the test has in hand.
fn house(folder: &Folder, text: &str, clock: Clock, chance: HouseRng) -> House {
    let given = ClockAndRng { clock, chance };
    let variables = [FAST, &[("CROUPIER_TABLES_FIRST", text)]].concat();
    House::run_with(program(), given, &data(folder.path()), &keys(folder.path()), &variables)
}

/// A step of the system's clock is put on record in the chain of the house, once, and so is a journal that is ahead of
/// it.
#[test]
fn every_step_of_the_clock_is_put_on_record_once() {
    let folder = Folder::new();
    let system = Arc::new(AtomicU64::new(1_800_000_000_000));
    let clock = |system: &Arc<AtomicU64>| {
        let (hands, began) = (Arc::clone(system), Instant::now());
        Clock::with_system(move || hands.load(Ordering::Relaxed) + began.elapsed().as_millis() as u64)
    };
    let steps = |auditor: &Client| {
        let lines = support::staff::log(auditor, 1);
        let step = |line: Value| line["what"].get("clock-stepped").map(|step| step["by-ms"].as_i64().unwrap());
        lines.into_iter().filter_map(step).collect::<Vec<_>>()
    };
    let first = house(&folder, "pa-657a", clock(&system), HouseRng::new().unwrap());
    let auditor = support::staff::Staff::of(&first).hire("Audrey", "auditor");
    assert_eq!(steps(&auditor), [0; 0]);
    let told = |house: &House, many: usize| {
        let end = Instant::now() + Duration::from_secs(20);
        while steps(&auditor.at(house.address)).len() < many {
            assert!(Instant::now() < end, "{:?}", steps(&auditor.at(house.address)));
            std::thread::sleep(Duration::from_millis(100));
        }
        // Whatever more there is to tell is told within two seconds.
        std::thread::sleep(Duration::from_secs(2));
        steps(&auditor.at(house.address))
    };
    system.fetch_add(HOUR, Ordering::Relaxed);
    // A line of a table that is an hour ahead.
    let guest = Client::guest(first.address);
    Seated::sits(&guest, 1, Seat::ALL[1]);
    assert_eq!(told(&first, 1).len(), 1);
    system.fetch_sub(HOUR, Ordering::Relaxed);
    let found = told(&first, 2);
    let near = |by: i64, hours: i64| (by - hours * HOUR as i64).abs() < 1_000;
    assert!(matches!(found[..], [on, back] if near(on, 1) && near(back, -1)), "{found:?}");
    drop(first);
    let second = house(&folder, "pa-657a", clock(&system), HouseRng::new().unwrap());
    let found = told(&second, 3);
    assert!(found.len() == 3 && found[2] < -60_000, "the journal is ahead of the clock: {found:?}");
}

/// What the floor and whoever watches the house see of a step that a table refuses, and how two persons end it.
#[test]
fn a_table_that_cannot_go_on_is_told_in_the_health_of_the_house_and_ended_by_two_persons() {
    let folder = Folder::new();
    let spoil = |table: &Table, _: DeckId, kept: &mut croupier_house::rng::SealedShuffle| {
        if table.round().number == 0 {
            kept.draws.start = [9, 0, 0];
        }
    };
    let house = house(&folder, "pa-659a", Clock::default(), HouseRng::stacked([1; 32], Box::new(spoil)));
    let staff = support::staff::Staff::of(&house);
    let (floor, manager) = (staff.hire("Flora", "floorperson"), staff.hire("Max", "manager"));
    let anybody = Client::new(house.address);
    assert_eq!(anybody.ask("GET", "/healthz", None).0, 200);
    let guest = Client::guest(house.address);
    let mut player = Seated::sits(&guest, 1, Seat::ALL[1]);
    let before = player.view["balances"].clone();
    let wagers = bot::wagers(&guest.fixed(1), Seat::ALL[1]);
    for (place, wager) in wagers.iter().enumerate() {
        assert!(matches!(player.order(wager, place + 1 == wagers.len()), Answer::Taken(_)));
    }
    let end = Instant::now() + Duration::from_secs(20);
    while anybody.ask("GET", "/healthz", None).0 != 503 {
        assert!(Instant::now() < end, "nobody is told");
    }
    let (_, health) = anybody.ask("GET", "/healthz", None);
    assert!(health["detail"].as_str().unwrap().contains("draw-start"), "{health}");
    assert_eq!(anybody.ask("GET", "/readyz", None).0, 200, "the other tables play on");
    let (_, tables) = floor.ask("GET", "/api/tables", None);
    assert_eq!(tables[0]["stuck"]["step"], "draw-start", "{tables}");
    assert_eq!(floor.ask("POST", "/api/tables/1/retry", None).0, 200);
    let (_, now) = floor.ask("GET", "/api/tables/1/view", None);
    assert_eq!(now["stuck"]["code"], "number", "{now}");
    let order = json!({ "id": 1, "expects": now["view"]["sequence"],
        "command": { "end-round": { "reason": "the generator" } } });
    let (status, waits) = floor.ask("POST", "/api/tables/1/commands", Some(&order));
    assert_eq!(status, 202, "{waits}");
    let (status, granted) = manager.ask("POST", &format!("/api/approvals/{}/grant", waits["approval"]), None);
    assert_eq!(status, 200, "{granted}");
    player.until(|view| view["phase"] == "closed").unwrap();
    assert_eq!(player.view["balances"], before);
    assert_eq!(anybody.ask("GET", "/healthz", None).0, 200);
}
