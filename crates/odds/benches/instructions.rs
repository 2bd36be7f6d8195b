//! One evaluator over so many hands, to be counted by `valgrind --tool=callgrind`: two counts of hands told apart give
//! the instructions per hand without what comes before. `cargo xtask instructions` does that.

use croupier_odds::crazy_4::BestFour;
use croupier_odds::evaluators::TabledLadder;
use croupier_rules::games::{asia_poker, six_card_fortune};
use croupier_rules::{Card, CardSet, Ladder, Readings};
use std::hint::black_box;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let [what, times] = arguments.as_slice() else { return };
    let times: u64 = times.parse().expect("how many times");
    match what.as_str() {
        "best four of five, enumerated" => enumerate(times),
        "best four of five, random arrays" => random_arrays(times),
        "fortune bonus of 659a, random hands" => random_hands(&asia_poker::FORTUNE_BONUS, times),
        "insurance of 659a, random hands" => random_hands(&asia_poker::INSURANCE, times),
        "progressive of 659a, random hands" => random_hands(&asia_poker::PROGRESSIVE, times),
        "bonus of 575, random hands" => random_hands(&asia_poker::PA_575_BONUS, times),
        "best five of 670a, random hands" => random_hands(&six_card_fortune::BEST_FIVE, times),
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

/// A ladder over 4096 hands of the deck of 53, so many times.
fn random_hands(ladder: &'static Ladder, times: u64) {
    let tabled = TabledLadder::new(ladder, Readings::default()).expect("six or seven cards");
    let mut seed = 659_u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        CardSet::from_bits(1 << ((seed >> 33) % 53))
    };
    let hand = || {
        let mut hand = CardSet::EMPTY;
        while hand.len() < ladder.cards {
            hand = hand.union(draw());
        }
        hand
    };
    let hands: Vec<CardSet> = std::iter::repeat_with(hand).take(4096).collect();
    for _ in 0..times {
        let total: usize = hands.iter().map(|&hand| tabled.place(hand).unwrap_or(0)).sum();
        black_box(total);
    }
}
