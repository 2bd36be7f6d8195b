//! How fast a table is: six seats of Crazy 4 with every wager there is, all steps done by the program, through
//! [`Table::decide_into`] and [`Table::take_in`]; and how fast its journal is audited and restored.
//!
//! `TABLE_ROUNDS=1000 target/release/deps/table-… --bench` under callgrind counts instructions per round: the rounds
//! are then played once and nothing is timed.

#![allow(missing_docs, reason = "the macros of criterion make functions without documentation")]
#![allow(clippy::disallowed_methods, reason = "a table reads no environment, but a profile of it is asked for there")]

#[path = "../tests/simulated/mod.rs"]
mod simulated;

use criterion::{Criterion, Throughput, criterion_group};
use croupier_rules::{Cents, Phase, Position, Seat, Wager, submission};
use croupier_table::commitment::{CommittedDraws, Digest};
use croupier_table::journal::{Header, Journal, audit, restore};
use croupier_table::{
    Actor, Command, CommandEnvelope, DealMode, DeckId, DeckOrder, Event, LocalMeters, PersonId, Purse, Reservation,
    ShareDue, StepInputs, Table, TableConfig, Tender, Timestamp,
};
use simulated::{Generator, places, staked};
use std::hint::black_box;
use std::sync::Arc;

/// The electronic pit with the Six Card Bonus beside its other wagers, every step automated.
fn all_wagers() -> String {
    let shipped = include_str!("../../../submissions/pa-657a-hand-bonus.toml");
    let automated = shipped.replace("play-chips = false\nsteps      = []", "play-chips = true\nsteps      = \"all\"");
    let six =
        "[wagers.six-card-bonus]\npaytable  = \"A\"\nminimum   = \"$1\"\nmaximum   = \"$50\"\nincrement = \"$1\"\n\n";
    automated.replace("[cards]", &format!("{six}[cards]"))
}

/// Chance from a generator, and meters of the table's own.
struct Chance {
    generator: Generator,
    meters: LocalMeters,
    cards: Vec<croupier_rules::Card>,
}

impl StepInputs for Chance {
    fn shuffle(&mut self, table: &Table, _deck: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        for place in (1..self.cards.len()).rev() {
            self.cards.swap(place, self.generator.below(place as u64 + 1) as usize);
        }
        DeckOrder::new(&self.cards, table.house().game.deck()).map(|order| (order, None))
    }

    fn dice(&mut self) -> [u8; 3] {
        [0; 3].map(|_: u8| self.generator.below(6) as u8 + 1)
    }

    fn number(&mut self) -> u8 {
        self.generator.below(7) as u8 + 1
    }

    fn draws(&mut self, _table: &Table) -> CommittedDraws {
        let magic = (self.generator.below(10) == 0).then(|| self.cards[self.generator.below(52) as usize]);
        let lucky = if self.generator.below(10) == 0 { Position::counted(self.number()) } else { None };
        CommittedDraws { start: [0; 3], magic, lucky }
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        self.meters.answer(due)
    }
}

/// A table and all it needs to play for ever.
struct Player {
    table: Table,
    chance: Chance,
    events: Vec<Event>,
    places: Vec<(Wager, Cents, Tender)>,
    envelope: u64,
    happened: u64,
    journal: Option<(Journal, String)>,
}

impl Player {
    fn new(house: TableConfig, journal: Option<(Journal, String)>) -> Self {
        let generator = Generator(657);
        let cards = house.game.deck().iter().collect();
        let chance = Chance { generator, meters: LocalMeters::seeded(&house), cards };
        let table = Table::new(Arc::new(house));
        let places = places(&table)
            .into_iter()
            .filter_map(|wager| {
                let (amount, tender) = staked(table.house().price(wager.kind)?, Cents::dollars(20));
                Some((wager, amount, tender))
            })
            .collect();
        let mut player = Self { table, chance, events: Vec::new(), places, envelope: 0, happened: 0, journal };
        player.act(Actor::HOUSE, Command::OpenTable);
        for seat in Seat::ALL {
            let who = PersonId::new(u32::from(seat.number()));
            player.act(Actor::player(who.number()), Command::Sit { seat, player: who });
            for purse in [Purse::Chips, Purse::GameAccount] {
                player.act(Actor::HOUSE, Command::BuyIn { player: who, purse, amount: Cents::dollars(900_000_000) });
            }
        }
        player
    }

    fn act(&mut self, by: Actor, command: Command) {
        self.envelope += 1;
        let envelope = CommandEnvelope { id: None, at: Timestamp(self.envelope), by, command };
        self.events.clear();
        if let Err(refusal) = self.table.decide_into(&envelope, &mut self.events) {
            panic!("{envelope:?}: {refusal}");
        }
        self.table.commit(&envelope, &self.events);
        self.happened += self.events.len() as u64;
        for event in &self.events {
            self.chance.meters.apply(event);
        }
        if let Some((journal, lines)) = &mut self.journal {
            lines.push_str(&journal.append(&envelope, &self.events));
        }
    }

    fn round(&mut self) {
        let begun = self.table.round().number > 0;
        for seat in Seat::ALL {
            let by = Actor::player(u32::from(seat.number()));
            // After the first round players repeat their wagers, as players do.
            if begun && self.table.round().area(seat).main().0 + self.table.state().last[seat.index()].main().0 > 0 {
                self.act(by, Command::Repeat(seat));
                continue;
            }
            for place in 0..self.places.len() {
                let (wager, amount, tender) = self.places[place];
                self.act(by, Command::Place { seat, wager, amount, tender });
            }
        }
        loop {
            if self.table.round().phase == Phase::Deciding {
                self.decide();
            }
            let Some((by, command)) = self.table.automated(&mut self.chance) else { break };
            self.act(by, command);
        }
        assert_eq!(self.table.round().phase, Phase::Closed);
    }

    /// Each player folds what is below a king high and raises with a pair of aces: as fast as a player can be, since it
    /// is the table that is measured.
    fn decide(&mut self) {
        for seat in Seat::ALL {
            let area = self.table.round().area(seat);
            let (cards, main) = (area.hand.cards, area.main());
            let suits = cards.suits();
            let high = suits.into_iter().fold(0, |ranks, suit| ranks | suit) >> 11 > 0;
            let aces = suits.into_iter().filter(|suit| suit >> 12 == 1).count();
            let command = if aces > 1 {
                Command::Play { seat, amount: Cents(main.0 * 3) }
            } else if high {
                Command::Play { seat, amount: main }
            } else {
                Command::Fold(seat)
            };
            self.act(Actor::player(u32::from(seat.number())), command);
        }
    }
}

fn house() -> TableConfig {
    let checked = submission::check(&all_wagers());
    TableConfig::new(checked.rules.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)), DealMode::Sealed)
}

/// A journal of so many rounds, and how many events it has.
fn journal(rounds: u64) -> (String, u64) {
    let header = Header::new("Table 1", DealMode::Sealed, "croupier 0.1.0", "", &all_wagers());
    let house = header.house().unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut player = Player::new(house, Some(Journal::begin(&header)));
    (0..rounds).for_each(|_| player.round());
    (player.journal.map(|(_, lines)| lines).unwrap_or_default(), player.happened)
}

fn rounds(criterion: &mut Criterion) {
    const ROUNDS: u64 = 1000;
    let mut player = Player::new(house(), None);
    let (envelope, happened) = (player.envelope, player.happened);
    (0..ROUNDS).for_each(|_| player.round());
    let each = |number: u64| format!("{}.{:02}", number / ROUNDS, number % ROUNDS * 100 / ROUNDS);
    println!(
        "a round has {} commands and {} events",
        each(player.envelope - envelope),
        each(player.happened - happened)
    );
    let mut group = criterion.benchmark_group("rounds");
    group.throughput(Throughput::Elements(ROUNDS));
    group.bench_function("six seats, all wagers", |bencher| {
        bencher.iter(|| (0..ROUNDS).for_each(|_| player.round()));
    });
    group.finish();
}

fn journals(criterion: &mut Criterion) {
    let (journal, events) = journal(200);
    println!("a journal of 200 rounds has {} lines and {} bytes", journal.lines().count(), journal.len());
    let mut group = criterion.benchmark_group("journal");
    group.throughput(Throughput::Elements(events));
    group.bench_function("audit", |bencher| {
        bencher.iter(|| {
            let report = audit(black_box(journal.as_bytes()));
            assert_eq!(report.events, events);
        });
    });
    group.bench_function("restore", |bencher| {
        bencher.iter(|| {
            let report = restore(black_box(journal.as_bytes()));
            assert_eq!(report.events, events);
        });
    });
    group.finish();
}

criterion_group!(benches, rounds, journals);

fn main() {
    if let Some(rounds) = std::env::var("TABLE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()) {
        let mut player = Player::new(house(), None);
        (0..rounds).for_each(|_: u64| player.round());
        println!("{} events", player.happened);
        return;
    }
    if let Some(rounds) = std::env::var("JOURNAL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()) {
        let (journal, _) = journal(rounds);
        println!("{} events", audit(journal.as_bytes()).events);
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
