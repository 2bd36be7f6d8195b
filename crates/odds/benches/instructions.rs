//! One evaluator over so many hands, to be counted by `valgrind --tool=callgrind`: two counts of hands told apart give
//! the instructions per hand without what comes before. `cargo xtask instructions` does that.

use croupier_odds::crazy_4::BestFour;
use croupier_rules::{Card, CardSet};
use std::hint::black_box;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [what, times] = arguments.as_slice() else { return };
    let times: u64 = times.parse().expect("how many times");
    match what.as_str() {
        "best four of five, enumerated" => enumerate(times),
        "best four of five, random arrays" => random_arrays(times),
        other => panic!("unknown: {other}"),
    }
}

fn enumerate(times: u64) {
    let tables = BestFour::get();
    for _ in 0..times {
        let mut total = 0;
        tables.each_hand(CardSet::FIFTY_TWO, |_, standing| total += standing.index());
        black_box(total);
    }
}

fn random_arrays(times: u64) {
    let tables = BestFour::get();
    let mut seed = 657_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Card::from_index((seed >> 33) as usize % 52)
    };
    let hands: Vec<[Card; 5]> = std::iter::repeat_with(|| {
        let mut hand = CardSet::EMPTY;
        while hand.len() < 5 {
            hand = draw().map_or(hand, |card| hand.with(card));
        }
        hand.iter().collect::<Vec<_>>().try_into().expect("five cards")
    })
    .take(4096)
    .collect();
    for _ in 0..times {
        let mut total = 0;
        for hand in &hands {
            total += tables.of(hand).index();
        }
        black_box(total);
    }
}
