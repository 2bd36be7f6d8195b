//! The work that is measured, by the clock in `odds.rs` and by instructions in `instructions.rs`.
//!
//! A public evaluator does the same beside ours. Its hands are five or seven cards of common poker, since no public one
//! knows the best four of five.

use aya_poker::base::{CARDS, Hand};
use aya_poker::poker_rank;
use croupier_odds::crazy_4::{BestFour, MainGame, choices_for};
use croupier_rules::{Card, CardSet, Choices};
use std::hint::black_box;

/// Something measured.
pub(crate) struct Work {
    /// What it is called.
    pub(crate) name: &'static str,
    /// How many hands, or answers, one run goes through.
    pub(crate) units: u64,
    /// Gets ready, and gives what does it once.
    pub(crate) prepare: fn() -> Box<dyn Fn()>,
}

/// All of it.
pub(crate) const ALL: [Work; 7] = [
    Work { name: "best four of five, enumerated", units: FIVES, prepare: enumerate_best_four },
    Work { name: "aya_poker five cards, enumerated", units: FIVES, prepare: enumerate_public },
    Work { name: "best four of five, random arrays", units: HANDS, prepare: random_best_four },
    Work { name: "aya_poker five cards, random arrays", units: HANDS, prepare: random_public::<5> },
    Work { name: "aya_poker seven cards, random arrays", units: HANDS, prepare: random_public::<7> },
    Work { name: "crazy 4 main game, solved", units: 1, prepare: solve_crazy_4 },
    Work { name: "crazy 4, one hand", units: 1, prepare: one_hand_of_crazy_4 },
];

/// The hands of five of 52 cards.
const FIVES: u64 = 2_598_960;
/// The random hands of a run.
const HANDS: u64 = 4_096;

/// Places in a deck of 52, so many for each hand; the same in every run, and without a dependency.
fn random_hands<const N: usize>() -> Vec<[usize; N]> {
    let mut state = 657_u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % 52
    };
    let mut hand = || {
        let mut hand = [usize::MAX; N];
        for place in 0..N {
            let mut card = draw();
            while hand.contains(&card) {
                card = draw();
            }
            hand[place] = card;
        }
        hand
    };
    (0..HANDS).map(|_| hand()).collect()
}

fn enumerate_best_four() -> Box<dyn Fn()> {
    let tables = BestFour::get();
    Box::new(|| {
        let mut total = 0;
        tables.each_hand(CardSet::FIFTY_TWO, |_, standing| total += standing.index());
        black_box(total);
    })
}

fn random_best_four() -> Box<dyn Fn()> {
    let tables = BestFour::get();
    let card = |place| Card::from_index(place).expect("a card of 52");
    let hands: Vec<[Card; 5]> = random_hands().into_iter().map(|hand| hand.map(card)).collect();
    Box::new(move || {
        black_box(hands.iter().map(|hand| tables.of(hand).index()).sum::<usize>());
    })
}

fn enumerate_public() -> Box<dyn Fn()> {
    let with = |mut hand: Hand, card: usize| {
        hand.insert_unchecked(&CARDS[card]);
        hand
    };
    Box::new(move || {
        let mut total = 0;
        for a in 0..52 {
            let one = with(Hand::new(), a);
            for b in a + 1..52 {
                let two = with(one, b);
                for c in b + 1..52 {
                    let three = with(two, c);
                    for d in c + 1..52 {
                        let four = with(three, d);
                        for card in &CARDS[d + 1..] {
                            let mut five = four;
                            five.insert_unchecked(card);
                            total += u64::from(poker_rank(&five).0);
                        }
                    }
                }
            }
        }
        black_box(total);
    })
}

fn random_public<const N: usize>() -> Box<dyn Fn()> {
    let hands: Vec<_> = random_hands::<N>().into_iter().map(|hand| hand.map(|card| CARDS[card])).collect();
    Box::new(move || {
        let rank = |cards: &[aya_poker::base::Card; N]| {
            let mut hand = Hand::new();
            for card in cards {
                hand.insert_unchecked(card);
            }
            u64::from(poker_rank(&hand).0)
        };
        black_box(hands.iter().map(rank).sum::<u64>());
    })
}

fn solve_crazy_4() -> Box<dyn Fn()> {
    Box::new(|| {
        black_box(MainGame::solve(&Choices::default()).best_play().house_edge());
    })
}

fn one_hand_of_crazy_4() -> Box<dyn Fn()> {
    let hand: CardSet = "Kc Qd 8h 4s 2c".parse().expect("five cards");
    Box::new(move || {
        black_box(choices_for(&Choices::default(), black_box(hand), CardSet::EMPTY));
    })
}
