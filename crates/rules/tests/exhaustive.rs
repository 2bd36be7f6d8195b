//! The crate against the second evaluator of `reference`, on every hand of the deck.
//!
//! Hands are walked one by one, or one of each suit class with the size of the class as its weight where the second
//! evaluator or a house way would take too long; `CROUPIER_FULL=1` walks those one by one as well. Every count is a
//! constant here, so that a change of any definition shows as a changed number. Where the figure is well known or has a
//! closed form, the comment beside it says so.

mod reference;

use croupier_rules::games::{asia_poker, crazy_4, six_card_fortune};
use croupier_rules::house_way::{Dealer, HouseWay, proof::Proof};
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{CardSet, Choices, Ladder, Ranking, ReadingId, Readings, Setting, Text, TieBreak, game};
use rayon::prelude::*;
use reference::ladders::{self, Fives, Held, Rungs};
use reference::{Key, List, Name, Order, dealer::dealer_by_the_text};

const FIVES_OF_52: u64 = 2_598_960;
const FIVES_OF_53: u64 = 2_869_685;
const SIXES_OF_52: u64 = 20_358_520;
const SIXES_OF_53: u64 = 22_957_480;
const SEVENS_OF_53: u64 = 154_143_080;

/// Whether to walk one by one what is otherwise walked by suit classes.
#[allow(clippy::disallowed_methods, reason = "the rules read no environment, but their tests are told by it")]
fn full() -> bool {
    std::env::var("CROUPIER_FULL").is_ok_and(|value| value == "1")
}

/// A way through all hands of a size, cut into parts that threads can share.
#[derive(Clone, Copy)]
enum Walk {
    OneByOne { deck: usize, size: usize },
    Classes { deck: usize, size: usize },
}

use Walk::{Classes, OneByOne};

impl Walk {
    /// The classes, or under `CROUPIER_FULL` every hand.
    fn classes_or_full(deck: usize, size: usize) -> Self {
        if full() { OneByOne { deck, size } } else { Classes { deck, size } }
    }

    /// Calls `ask` with each hand and its weight, and adds up what it counts into so many slots.
    fn tally(self, slots: usize, ask: impl Fn(CardSet, u64, &mut [u64]) + Sync) -> Vec<u64> {
        let parts = match self {
            OneByOne { deck, .. } => deck * deck,
            Classes { .. } => PARTS,
        };
        let add = |mut left: Vec<u64>, right: Vec<u64>| {
            left.iter_mut().zip(&right).for_each(|(left, right)| *left += right);
            left
        };
        let part = |part: usize| {
            let mut counts = vec![0; slots];
            self.part(part, |hand, weight| ask(hand, weight, &mut counts));
            counts
        };
        (0..parts).into_par_iter().map(part).reduce(|| vec![0; slots], add)
    }

    fn part(self, part: usize, mut each: impl FnMut(CardSet, u64)) {
        match self {
            Classes { deck, size } => each_suit_class(size, deck == 53, part, |class| each(class.hand, class.weight)),
            OneByOne { deck, size } => {
                // The part is the two highest cards; the others are every subset of the cards below them.
                let (first, second) = (part / deck, part % deck);
                if second < first {
                    let top = 1_u64 << first | 1 << second;
                    each_subset(second, size - 2, |rest| each(CardSet::from_bits(top | rest), 1));
                }
            }
        }
    }
}

/// Calls `each` with every set of `size` bits among the lowest `bits`, in rising order.
fn each_subset(bits: usize, size: usize, mut each: impl FnMut(u64)) {
    if size == 0 {
        return each(0);
    }
    let mut set = (1_u64 << size) - 1;
    while set >> bits == 0 {
        each(set);
        // The next higher number with as many bits: the lowest run moves up by one, the rest of it falls to the bottom.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        set = carried | ((set ^ carried) / lowest) >> 2;
    }
}

/// Every hand of a size of 53 cards.
fn hands(size: usize) -> Vec<CardSet> {
    let mut hands = Vec::new();
    each_subset(53, size, |bits| hands.push(CardSet::from_bits(bits)));
    hands
}

#[test]
fn suit_classes_exhaustive_walks_cover_the_decks() {
    for (deck, size, classes, hands) in
        [(52, 5, 134_459, FIVES_OF_52), (53, 6, 1_097_447, SIXES_OF_53), (53, 7, 6_972_147, SEVENS_OF_53)]
    {
        let counted = Classes { deck, size }.tally(2, |_, weight, counts| {
            counts[0] += 1;
            counts[1] += weight;
        });
        assert_eq!(counted, [classes, hands], "{size} of {deck}");
    }
}

/// Whether both evaluators put these hands into the same order: equal where equal, higher where higher.
fn same_order(what: &str, order: &Order, ranking: &Ranking, hands: &[CardSet], key: fn(&Order, &List) -> Key) {
    let best = hands.iter().any(|hand| hand.len() > ranking.size);
    let rank = |hand: CardSet| if best { ranking.best(hand) } else { ranking.rank(hand) };
    let mut ranked: Vec<(Key, u32, CardSet)> =
        hands.par_iter().map(|&hand| (key(order, &List::of(hand)), rank(hand).strength(), hand)).collect();
    ranked.par_sort_unstable();
    for pair in ranked.windows(2) {
        let ((key, strength, hand), (next_key, next_strength, next)) = (pair[0], pair[1]);
        assert_eq!(key.cmp(&next_key), strength.cmp(&next_strength), "{what}: {hand} and {next}");
    }
    for &(key, _, hand) in &ranked {
        assert_eq!(ranking.category(rank(hand)).name(), spoken(order.name(key)), "{what}: {hand}");
    }
}

/// How many hands there are of each category, the highest first.
fn categories(ranking: &Ranking, hands: &[CardSet]) -> Vec<u64> {
    let place = |hand: CardSet| {
        let rank = if hand.len() > ranking.size { ranking.best(hand) } else { ranking.rank(hand) };
        ranking.order.iter().position(|&(category, _)| category == ranking.category(rank)).expect("it is listed")
    };
    let places: Vec<usize> = hands.par_iter().map(|&hand| place(hand)).collect();
    let mut counts = vec![0; ranking.order.len()];
    places.into_iter().for_each(|place| counts[place] += 1);
    counts
}

fn spoken(name: Name) -> &'static str {
    match name {
        Name::FiveAces => "five aces",
        Name::FourAces => "four aces",
        Name::RoyalFlush => "royal flush",
        Name::StraightFlush => "straight flush",
        Name::FourOfAKind => "four-of-a-kind",
        Name::FullHouse => "full house",
        Name::Flush => "flush",
        Name::Straight => "straight",
        Name::ThreeOfAKind => "three-of-a-kind",
        Name::TwoPair => "two pair",
        Name::Pair => "pair",
        Name::Nothing => "high card",
    }
}

fn ace_low(flush: bool, straight: bool) -> Choices {
    Choices { ace_low_straight_flush_lowest: flush, ace_low_straight_lowest: straight, readings: Readings::default() }
}

fn alternative(id: ReadingId) -> Choices {
    Choices { readings: Readings::default().choose(id).expect("it is a switch"), ..Choices::default() }
}

/// §§ 659a.6(b), 659a.6(c), 575.6(b), 575.6(b)(3), 575.6(b)(6), 575.6(c), MA 3(b), MA 3(d), MA 3(e), and §§ 659a.11(b),
/// 575.11(b), MA 12(a) by R-30: hands of four, two and one cards stand in one order.
#[test]
fn four_card_hands_rank_as_the_reference_exhaustive() {
    let hands: Vec<CardSet> = [hands(4), hands(2), hands(1)].concat();
    let lowest_flush = Order { straight_flushes: reference::STRAIGHT_FLUSHES_ACE_LOWEST, ..reference::PA_575 };
    let lowest_straight = Order { straights: reference::STRAIGHTS_ACE_LOWEST, ..reference::PA_575 };
    let lowest = Order { straights: reference::STRAIGHTS_ACE_LOWEST, ..lowest_flush };
    for (text, choices, order) in [
        (Text::Pa659a, Choices::default(), reference::PA_659A),
        (Text::Pa575, Choices::default(), reference::PA_575),
        (Text::Pa575, ace_low(true, false), lowest_flush),
        (Text::Pa575, ace_low(false, true), lowest_straight),
        (Text::Pa575, ace_low(true, true), lowest),
        (Text::MaAsia, Choices::default(), reference::PA_575),
        (Text::MaAsia, ace_low(true, true), lowest),
    ] {
        same_order(text.id(), &order, &game(text).ranking(&choices), &hands, Order::key);
    }
}

/// § 659a.6(c) to the letter, the alternative of R-02. It speaks only of hands of one size.
#[test]
fn hands_compared_by_the_highest_card_alone_rank_as_the_reference_exhaustive() {
    let order = Order { by_the_highest_card_alone: true, ..reference::PA_659A };
    let ranking = game(Text::Pa659a).ranking(&alternative(ReadingId::COPY_BY_TOP_CARD));
    assert_eq!(ranking.tie_break, TieBreak::HighestCard);
    for size in [4, 2, 1] {
        same_order("R-02", &order, &ranking, &hands(size), Order::key);
    }
}

/// §§ 659a.6(b), 575.6(b), MA 3(b): the 292,825 high hands by category.
#[test]
fn four_card_hands_are_counted_by_category_exhaustive() {
    let fours = hands(4);
    let count = |text| categories(&game(text).ranking(&Choices::default()), &fours);
    assert_eq!(count(Text::Pa659a), []);
    assert_eq!(count(Text::Pa575), []);
    assert_eq!(count(Text::MaAsia), count(Text::Pa575));
}

/// § 670a.6(b), § 670a.6(c), and § 670a.11(b) by R-30: hands of five cards and of one stand in one order.
#[test]
fn five_card_hands_rank_as_the_reference_exhaustive() {
    let hands = [hands(5), hands(1)].concat();
    assert_eq!(hands.len() as u64, FIVES_OF_53 + 53);
    let rankings = [Choices::default(), alternative(ReadingId::ROYAL_JOKER_ONLY_ACE)].map(|choices| {
        let order = Order {
            royal_joker_only_ace: choices.readings.alternative(ReadingId::ROYAL_JOKER_ONLY_ACE),
            ..reference::PA_670A
        };
        let ranking = game(Text::Pa670a).ranking(&choices);
        same_order("pa-670a", &order, &ranking, &hands, Order::key);
        ranking
    });
    let fives = &hands[..FIVES_OF_53 as usize];
    assert_eq!(categories(&rankings[0], fives), []);
    assert_eq!(categories(&rankings[1], fives), []);
}

/// § 657a.6(b), § 657a.6(c), § 657a.11(c)(2): the best four of every five cards of 52.
#[test]
fn best_fours_rank_as_the_reference_exhaustive() {
    let mut hands = Vec::new();
    each_subset(52, 5, |bits| hands.push(CardSet::from_bits(bits)));
    let ranking = game(Text::Pa657a).ranking(&Choices::default());
    same_order("pa-657a", &reference::PA_657A, &ranking, &hands, Order::best_without_one);
    assert_eq!(categories(&ranking, &hands), []);
}

/// § 670a.11(h): the best five of every six cards, and the category it shares with the ladder.
#[test]
fn best_fives_rank_as_the_reference_exhaustive() {
    let hands = std::sync::Mutex::new(Vec::new());
    let walked = Classes { deck: 53, size: 6 }.tally(1, |hand, weight, counts| {
        counts[0] += weight;
        hands.lock().expect("no thread has failed").push(hand);
    });
    assert_eq!(walked, [SIXES_OF_53]);
    let hands = hands.into_inner().expect("no thread has failed");
    let ranking = game(Text::Pa670a).ranking(&Choices::default());
    same_order("pa-670a", &reference::PA_670A, &ranking, &hands, Order::best_without_one);
}

/// A ladder of the crate and the same of the reference.
struct Pair {
    ladder: &'static Ladder,
    reference: fn(&Fives, &Held, Readings) -> Rungs,
    readings: Readings,
}

impl Pair {
    fn new(ladder: &'static Ladder, reference: fn(&Fives, &Held, Readings) -> Rungs) -> Self {
        Self { ladder, reference, readings: Readings::default() }
    }

    fn with(self, id: ReadingId) -> Self {
        Self { readings: alternative(id).readings, ..self }
    }
}

/// Counts the hands each rung pays, then those that none does; both evaluators must agree on all rungs that hold.
fn ladders_agree(walk: Walk, pairs: &[Pair]) -> Vec<Vec<u64>> {
    let fives = Fives::new();
    let slots = 16;
    let counts = walk.tally(slots * pairs.len(), |hand, weight, counts| {
        let held = fives.ask(hand);
        for (pair, counts) in pairs.iter().zip(counts.chunks_mut(slots)) {
            let ours = pair.ladder.places(hand, pair.readings).fold(0, |rungs: Rungs, place| rungs | 1 << place);
            let theirs = (pair.reference)(&fives, &held, pair.readings);
            assert_eq!(ours, theirs, "{hand}: {:?}", pair.ladder.rung(hand, pair.readings));
            counts[if ours == 0 { pair.ladder.rungs.len() } else { ours.trailing_zeros() as usize }] += weight;
        }
    });
    counts.chunks(slots).zip(pairs).map(|(counts, pair)| counts[..=pair.ladder.rungs.len()].to_vec()).collect()
}

/// The same counts by the crate alone.
fn ladder_counts(walk: Walk, ladder: &Ladder, readings: Readings) -> Vec<u64> {
    let none = ladder.rungs.len();
    walk.tally(none + 1, |hand, weight, counts| counts[ladder.place(hand, readings).unwrap_or(none)] += weight)
}

fn counts_with_labels(ladder: &Ladder, counts: &[u64]) -> Vec<(&'static str, u64)> {
    ladder.rungs.iter().map(|rung| rung.label).chain(["nothing"]).zip(counts.iter().copied()).collect()
}

#[test]
fn print_exhaustive_counts() {
    let show = |pairs: &[Pair], walk: Walk| {
        let t = std::time::Instant::now();
        for (pair, counts) in pairs.iter().zip(ladders_agree(walk, pairs)) {
            println!(
                "{:?} {:#?} sum {}",
                pair.readings,
                counts_with_labels(pair.ladder, &counts),
                counts.iter().sum::<u64>()
            );
        }
        println!("{:?}", t.elapsed());
    };
    use asia_poker::{FORTUNE_BONUS, INSURANCE, PA_575_BONUS, PROGRESSIVE};
    show(
        &[
            Pair::new(&crazy_4::FOUR_CARD, ladders::four_card_657a),
            Pair::new(&crazy_4::FIVE_CARD, ladders::five_card_657a),
        ],
        OneByOne { deck: 52, size: 5 },
    );
    show(&[Pair::new(&crazy_4::SIX_CARD_BONUS, ladders::six_card_bonus_657a)], OneByOne { deck: 52, size: 6 });
    show(
        &[
            Pair::new(&six_card_fortune::BEST_FIVE, ladders::best_five_670a),
            Pair::new(&six_card_fortune::BEST_FIVE, ladders::best_five_670a).with(ReadingId::ROYAL_JOKER_ONLY_ACE),
            Pair::new(&six_card_fortune::INSURANCE, ladders::insurance_670a),
        ],
        OneByOne { deck: 53, size: 6 },
    );
    show(
        &[
            Pair::new(&FORTUNE_BONUS, ladders::fortune_bonus_659a),
            Pair::new(&FORTUNE_BONUS, ladders::fortune_bonus_659a).with(ReadingId::ROYAL_NATURAL_ONLY),
            Pair::new(&PROGRESSIVE, ladders::progressive_659a),
            Pair::new(&PROGRESSIVE, ladders::progressive_659a).with(ReadingId::ROYAL_JOKER_ONLY_ACE),
            Pair::new(&INSURANCE, ladders::insurance_659a),
            Pair::new(&PA_575_BONUS, ladders::bonus_575),
            Pair::new(&PA_575_BONUS, ladders::bonus_575).with(ReadingId::ROYAL_NATURAL_ONLY),
            Pair::new(&PA_575_BONUS, ladders::bonus_575).with(ReadingId::NINE_HIGH_FLUSH),
        ],
        Classes { deck: 53, size: 7 },
    );
}

#[test]
fn dealer_exhaustive() {
    let t = std::time::Instant::now();
    let text = game(Text::Pa670a);
    let shape = text.shape().expect("hands are set");
    let way = HouseWay::read(text.house_way().expect("it is shipped"), shape).expect("it is read");
    let ranking = text.ranking(&Choices::default());
    let dealer = Dealer::new(&way, shape, ranking);
    Classes { deck: 53, size: 6 }.tally(1, |hand, _, _| {
        let set = dealer.set(hand).expect("every hand is set").setting;
        let list = List::of(hand);
        let low = dealer_by_the_text(&list);
        let (high_key, low_key) = (reference::PA_670A.key(&list.without(low)), list.cards()[low].rank);
        let ours = (reference::PA_670A.key(&List::of(set.high)), List::of(set.low).cards()[0].rank);
        assert_eq!(ours, (high_key, low_key), "{hand}: {set}");
    });
    println!("{:?}", t.elapsed());
    let text = game(Text::Pa659a);
    let shape = text.shape().expect("hands are set");
    let way = HouseWay::read(text.house_way().expect("it is shipped"), shape).expect("it is read");
    let dealer = Dealer::new(&way, shape, text.ranking(&Choices::default()));
    let t = std::time::Instant::now();
    let c = Classes { deck: 53, size: 7 }.tally(1, |hand, _, c| c[0] += dealer.set(hand).unwrap().rule as u64);
    println!("{c:?} dealer asia {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let proof = (0..PARTS).into_par_iter().map(|part| Proof::part(&dealer, part)).reduce(Proof::default, Proof::and);
    println!("{proof:?} {:?}", t.elapsed());
    let _: Option<Setting> = None;
}
