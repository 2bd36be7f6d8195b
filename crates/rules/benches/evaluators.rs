//! How fast each evaluator is, over fixed hands from a generator of its own: rankings, ladders, dealers, suit classes.
//!
//! The figure that matters most is `dealer/asia`: the program sets half a million lines a second with it.

#![allow(missing_docs, reason = "the macros of criterion make functions without documentation")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use croupier_rules::games::{asia_poker, crazy_4, six_card_fortune};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::suit_class::each_suit_class;
use croupier_rules::{Card, CardSet, Choices, Ladder, Readings, Regulation, game};
use std::hint::black_box;

const HANDS: usize = 4096;

/// A linear congruential generator: the same hands in every run, and no dependency.
struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// Hands of so many cards that hold `with` and otherwise cards below `deck`.
    fn hands(&mut self, deck: u64, size: usize, with: CardSet) -> Vec<CardSet> {
        let mut hand = || {
            let mut hand = with;
            while hand.len() < size {
                hand = CardSet::from_bits(hand.bits() | 1 << self.below(deck));
            }
            hand
        };
        (0..HANDS).map(|_| hand()).collect()
    }
}

fn measure<T>(criterion: &mut Criterion, group: &str, name: &str, hands: &[CardSet], ask: impl Fn(CardSet) -> T) {
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(hands.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for &hand in hands {
                black_box(ask(black_box(hand)));
            }
        });
    });
    group.finish();
}

fn rankings(criterion: &mut Criterion) {
    let mut generator = Generator(659);
    let joker = CardSet::of(Card::JOKER);
    let ranking = |text| game(text).ranking(&Choices::default());
    let (four, five, best_four) =
        (ranking(Regulation::Pa659a), ranking(Regulation::Pa670a), ranking(Regulation::Pa657a));
    let mut rank = |name, deck, size, with, ranking: &croupier_rules::Ranking| {
        let hands = generator.hands(deck, size, with);
        measure(criterion, "ranking", name, &hands, |hand| ranking.rank(hand));
    };
    rank("four cards", 52, 4, CardSet::EMPTY, &four);
    rank("four cards with the joker", 52, 4, joker, &four);
    rank("five cards", 52, 5, CardSet::EMPTY, &five);
    rank("five cards with the joker", 52, 5, joker, &five);
    let hands = generator.hands(52, 5, CardSet::EMPTY);
    measure(criterion, "best", "four of five", &hands, |hand| best_four.best(hand));
    let hands = generator.hands(53, 6, CardSet::EMPTY);
    measure(criterion, "best", "five of six", &hands, |hand| five.best(hand));
}

fn ladders(criterion: &mut Criterion) {
    let mut generator = Generator(575);
    let all: [(&str, u64, &Ladder); 9] = [
        ("659a fortune bonus", 53, &asia_poker::FORTUNE_BONUS),
        ("659a progressive", 53, &asia_poker::PROGRESSIVE),
        ("659a insurance", 53, &asia_poker::INSURANCE),
        ("575 bonus", 53, &asia_poker::PA_575_BONUS),
        ("670a best five", 53, &six_card_fortune::BEST_FIVE),
        ("670a insurance", 53, &six_card_fortune::INSURANCE),
        ("657a four cards", 52, &crazy_4::FOUR_CARD),
        ("657a five cards", 52, &crazy_4::FIVE_CARD),
        ("657a six card bonus", 52, &crazy_4::SIX_CARD_BONUS),
    ];
    for (name, deck, ladder) in all {
        let hands = generator.hands(deck, ladder.cards, CardSet::EMPTY);
        measure(criterion, "ladder", name, &hands, |hand| ladder.place(hand, Readings::default()));
    }
}

fn dealers(criterion: &mut Criterion) {
    let mut generator = Generator(670);
    for (name, text) in [("asia", Regulation::Pa659a), ("670a", Regulation::Pa670a)] {
        let game = game(text);
        let shape = game.shape().expect("hands are set");
        let way = HouseWay::read(game.house_way().expect("a way is shipped"), shape).expect("the way is read");
        let dealer = HouseWaySetter::new(&way, shape, game.ranking(&Choices::default()));
        let hands = generator.hands(53, shape.cards(), CardSet::EMPTY);
        measure(criterion, "dealer", name, &hands, |hand| dealer.set(hand));
    }
}

fn suit_classes(criterion: &mut Criterion) {
    // Ace, nine and five in the first suit: neither the emptiest part nor the fullest.
    const PART: usize = 0b1_0000_1000_1000;
    let mut classes = 0;
    each_suit_class(7, true, PART, |_| classes += 1);
    let mut group = criterion.benchmark_group("suit classes");
    group.throughput(Throughput::Elements(classes));
    group.bench_function("seven cards", |bencher| {
        bencher.iter(|| {
            let mut weight = 0;
            each_suit_class(7, true, PART, |class| weight += black_box(class).weight);
            weight
        });
    });
    group.finish();
}

criterion_group!(evaluators, rankings, ladders, dealers, suit_classes);
criterion_main!(evaluators);
