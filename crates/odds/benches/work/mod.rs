//! The work that is measured, by the clock and by instructions.
//!
//! A public evaluator does the same beside ours. Its hands are five or seven cards of common poker, since no public one
//! knows the best four of five.

use aya_poker::base::{CARDS, Hand};
use aya_poker::poker_rank;
use croupier_odds::NoProgress;
use croupier_odds::crazy_4::{BestFour, MainGame, choices_for};
use croupier_odds::evaluators::IndexedLadder;
use croupier_odds::six_card_fortune::{FortuneTable, solve};
use croupier_rules::games::{asia_poker, six_card_fortune};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{Card, CardSet, Choices, Ladder, Readings, Regulation, Shape, game};
use std::hint::black_box;

/// Something measured.
pub(crate) struct Work {
    /// What it is called.
    pub(crate) name: &'static str,
    /// How many hands, or answers, one run goes through.
    pub(crate) units: u64,
    /// How many instructions a hand may take, where there is a limit.
    pub(crate) most: Option<u64>,
    /// Gets ready, and gives what does it once.
    pub(crate) prepare: fn() -> Box<dyn Fn()>,
}

/// Evaluators, a hand at a time; the limits are those of issue 4.
pub(crate) const EVALUATORS: [Work; 10] = [
    Work { most: Some(16), ..each("best four of five, enumerated", FIVES, enumerate_best_four) },
    each("aya_poker five cards, enumerated", FIVES, enumerate_public),
    Work { most: Some(31), ..each("best four of five, random arrays", HANDS, random_best_four) },
    each("aya_poker five cards, random arrays", HANDS, random_public::<5>),
    each("aya_poker seven cards, random arrays", HANDS, random_public::<7>),
    seven("fortune bonus of 659a, seven cards", || ladder::<7>(&asia_poker::FORTUNE_BONUS)),
    seven("insurance of 659a, seven cards", || ladder::<7>(&asia_poker::INSURANCE)),
    seven("progressive of 659a, seven cards", || ladder::<7>(&asia_poker::PROGRESSIVE)),
    seven("bonus of 575, seven cards", || ladder::<7>(&asia_poker::PA_575_BONUS)),
    each("best five of 670a, six cards", HANDS, || ladder::<6>(&six_card_fortune::BEST_FIVE)),
];

/// Whole answers.
pub(crate) const ANSWERS: [Work; 4] = [
    each("crazy 4 main game, solved", 1, solve_crazy_4),
    each("crazy 4, one hand", 1, one_hand_of_crazy_4),
    each("six-card fortune main game, solved", 1, solve_six_card_fortune),
    each("six-card fortune, one hand", 1, one_hand_of_six_card_fortune),
];

const fn each(name: &'static str, units: u64, prepare: fn() -> Box<dyn Fn()>) -> Work {
    Work { name, units, most: None, prepare }
}

const fn seven(name: &'static str, prepare: fn() -> Box<dyn Fn()>) -> Work {
    Work { name, units: HANDS, most: Some(60), prepare }
}

/// The hands of five of 52 cards.
const FIVES: u64 = 2_598_960;
/// The random hands of a run.
const HANDS: u64 = 4_096;

/// Places in a deck of so many cards, N for each hand; the same in every run, and without a dependency.
fn random_hands<const N: usize>(deck: usize) -> Vec<[usize; N]> {
    let mut state = 657_u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % deck
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
    let hands: Vec<[Card; 5]> = random_hands(52).into_iter().map(|hand| hand.map(card)).collect();
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
    let hands: Vec<_> = random_hands::<N>(52).into_iter().map(|hand| hand.map(|card| CARDS[card])).collect();
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

fn ladder<const N: usize>(ladder: &'static Ladder) -> Box<dyn Fn()> {
    let tabled = IndexedLadder::new(ladder, Readings::default()).expect("six or seven cards");
    let set = |hand: [usize; N]| CardSet::from_bits(hand.iter().fold(0, |bits, place| bits | 1 << place));
    let hands: Vec<CardSet> = random_hands::<N>(53).into_iter().map(set).collect();
    Box::new(move || {
        black_box(hands.iter().map(|&hand| tabled.place(hand).unwrap_or(0)).sum::<usize>());
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

fn dealer_of_670a() -> HouseWaySetter<'static> {
    let game = game(Regulation::Pa670a);
    let way = HouseWay::read(game.house_way().unwrap_or_default(), Shape::FIVE_ONE).expect("the shipped house way");
    HouseWaySetter::owning(way, Shape::FIVE_ONE, game.ranking(&Choices::default()))
}

fn solve_six_card_fortune() -> Box<dyn Fn()> {
    let dealer = dealer_of_670a();
    Box::new(move || {
        black_box(solve(Choices::default(), &dealer, &NoProgress)).ok();
    })
}

fn one_hand_of_six_card_fortune() -> Box<dyn Fn()> {
    let dealer = dealer_of_670a();
    let hand: CardSet = "As Ks Qd Jd Tc 2h".parse().expect("six cards");
    Box::new(move || {
        let table = FortuneTable::new(Choices::default(), &dealer).expect("the shipped way sets every hand");
        black_box(table.settings(&dealer, black_box(hand), CardSet::EMPTY));
    })
}
