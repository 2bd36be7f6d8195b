//! Shares of meters at electronic tables: every row of every paytable is played to the players' balances over HTTP, and
//! a long random run of all texts in which every round closes.
//!
//! The decks are laid by seed where chance would take too long: a generator of the test's own is given to the house.
//! `CROUPIER_FULL=1` plays the long form, `CROUPIER_SEED` repeats a run.

mod support;

use croupier_rules::WagerOn;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use support::Folder;
use support::audit::Audit;
use support::casino::{data, keys};
use support::client::Client;
use support::shares::{Game, Lay, all, fixed, house, lays, stacked, tables};
use support::stack::{ShareRow, full, share_rows};

#[test]
fn every_share_of_every_meter_is_paid_to_the_players_at_an_electronic_table() {
    let folder = Folder::new();
    let with_meters: Vec<_> = all().into_iter().filter(|(_, text)| !share_rows(&fixed(text)).is_empty()).collect();
    let schedule: BTreeMap<_, Vec<_>> = with_meters
        .iter()
        .map(|(name, text)| (name.clone(), lays(&fixed(text)).into_iter().map(Some).collect()))
        .collect();
    let schedule = Arc::new(schedule);
    let house = house(folder.path(), &with_meters, stacked(7, Arc::clone(&schedule)));
    let mut played = BTreeMap::<String, u64>::new();
    for (id, name) in tables(house.address) {
        println!("{name}");
        let mut game = Game::of(house.address, id, &name);
        for lay in schedule[&game.name].iter().flatten() {
            *played.entry(told(&game.fixed, &lay.row)).or_default() += game.won(lay);
        }
    }
    let (status, health) = Client::new(house.address).ask("GET", "/healthz", None);
    assert_eq!(status, 200, "{health}");
    drop(house);
    Audit::of(&data(folder.path()), &keys(folder.path())).look(&[]);
    println!("{}", listed(&played));
    // 10 % and 100 %, mega, major and minor, and the jackpots on a player's and on the dealer's hand.
    for row in
        ["five aces", "seven-card straight flush", "royal flush", "straight flush", "four-of-a-kind", "four aces"]
    {
        assert!(played.keys().any(|name| name.contains(row)), "{row}");
    }
    assert!(played.keys().any(|name| name.contains("the dealer's")));
}

/// A row by text, letter and hand.
fn told(house: &croupier_table::TableConfig, row: &ShareRow) -> String {
    let paytable = house.rules.paytable(row.wager.kind).unwrap();
    let letter =
        house.price(row.wager.kind).and_then(|price| price.offered.letter).map(String::from).unwrap_or_default();
    let whose = if row.wager.on == WagerOn::Dealer { ", the dealer's" } else { "" };
    let printed = &paytable.rows[usize::from(row.row)];
    format!("{} {} {letter}: {}, {}{whose}", house.rules.text, row.wager.kind, printed.hand, printed.pays)
}

fn listed(played: &BTreeMap<String, u64>) -> String {
    played.iter().fold(String::new(), |mut list, (row, times)| {
        let _ = writeln!(list, "{times:>5}  {row}");
        list
    })
}

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Rounds of chance with laid ones strewn in, so that each row comes so often; all of them in an order by seed.
fn strewn(house: &croupier_table::TableConfig, each: usize, others: usize, seed: &mut u64) -> Vec<Option<Lay>> {
    let mut rounds: Vec<Option<Lay>> = lays(house).into_iter().flat_map(|lay| vec![Some(lay); each]).collect();
    rounds.extend(std::iter::repeat_n(None, others));
    for place in (1..rounds.len()).rev() {
        rounds.swap(place, next(seed) as usize % (place + 1));
    }
    rounds
}

#[test]
fn a_run_of_all_electronic_tables_hits_every_meter_row_and_closes_every_round() {
    let full = full();
    let seed = std::env::var("CROUPIER_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut seed: u64 = seed.unwrap_or_else(|| u64::from(std::process::id()));
    println!("CROUPIER_SEED={seed}");
    let first = seed;
    let (each, others) = if full { (10, 60) } else { (1, 1) };
    let folder = Folder::new();
    let chosen = all();
    let schedule: BTreeMap<_, _> = chosen
        .iter()
        .map(|(name, submission)| (name.clone(), strewn(&fixed(submission), each, others, &mut seed)))
        .collect();
    let schedule = Arc::new(schedule);
    let house = house(folder.path(), &chosen, stacked(first, Arc::clone(&schedule)));
    let (mut rounds, mut played) = (0, BTreeMap::<String, u64>::new());
    for (id, name) in tables(house.address) {
        println!("{name}");
        let mut game = Game::of(house.address, id, &name);
        for lay in &schedule[&game.name] {
            rounds += 1;
            match lay {
                Some(lay) => *played.entry(told(&game.fixed, &lay.row)).or_default() += game.won(lay),
                None => game.round(),
            }
            game.rich();
        }
    }
    let (status, health) = Client::new(house.address).ask("GET", "/healthz", None);
    assert_eq!(status, 200, "{health}");
    drop(house);
    Audit::of(&data(folder.path()), &keys(folder.path())).look(&[]);
    println!("{rounds} rounds at {} tables\n{}", chosen.len(), listed(&played));
    assert!(played.values().all(|times| *times >= each as u64), "{played:?}");
}
