//! The crate against the second evaluator of `reference`, on every hand of the deck.
//!
//! Hands are walked one by one, or one of each suit class with the size of the class as its weight where the second
//! evaluator or a house way would take too long; `CROUPIER_FULL=1` walks those one by one as well. Every count is a
//! constant here, so that a change of any definition shows as a changed number. Where the figure is well known or has a
//! closed form, the comment beside it says so. A normal run takes some 90 seconds of one core.

mod reference;

use croupier_rules::games::{asia_poker, crazy_4, six_card_fortune};
use croupier_rules::house_way::{HouseWay, HouseWaySetter, proof::Proof};
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{
    CardSet, Category, Choices, HandRank, Ladder, Rank, Ranking, ReadingId, Readings, Regulation, RulesChange, Shape,
    TieBreak, game,
};
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

/// Checks that both evaluators put these hands into the same order, equal where equal and higher where higher, and name
/// them alike; then counts them by name, the highest first. Hands of more cards than the ranking's size stand for the
/// best hand within them.
fn same_order(what: &str, order: &Order, ranking: &Ranking, hands: &[CardSet]) -> Vec<u64> {
    let both = |&hand: &CardSet| {
        let list = List::of(hand);
        if hand.len() > ranking.size {
            (order.best_without_one(&list), ranking.best(hand), hand)
        } else {
            (order.key(&list), ranking.rank(hand), hand)
        }
    };
    let mut ranked: Vec<(Key, HandRank, CardSet)> = hands.par_iter().map(both).collect();
    ranked.par_sort_unstable();
    for pair in ranked.windows(2) {
        let ((key, rank, hand), (next_key, next_rank, next)) = (pair[0], pair[1]);
        assert_eq!(key.cmp(&next_key), rank.cmp(&next_rank), "{what}: {hand} and {next}");
    }
    let mut counts = vec![0; order.names.len()];
    for (key, rank, hand) in ranked {
        assert_eq!(ranking.category(rank).name(), spoken(order.name(key)), "{what}: {hand}");
        counts[order.names.len() - usize::from(key[0])] += 1;
    }
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
    assert_eq!(hands.len(), 292_825 + 1_378 + 53);
    let lowest_flush = Order { straight_flushes: reference::STRAIGHT_FLUSHES_ACE_LOWEST, ..reference::PA_575 };
    let lowest_straight = Order { straights: reference::STRAIGHTS_ACE_LOWEST, ..reference::PA_575 };
    let lowest = Order { straights: reference::STRAIGHTS_ACE_LOWEST, ..lowest_flush };
    for (text, choices, order) in [
        (Regulation::Pa659a, Choices::default(), reference::PA_659A),
        (Regulation::Pa575, Choices::default(), reference::PA_575),
        (Regulation::Pa575, ace_low(true, false), lowest_flush),
        (Regulation::Pa575, ace_low(false, true), lowest_straight),
        (Regulation::Pa575, ace_low(true, true), lowest),
        (Regulation::MaAsia, Choices::default(), reference::PA_575),
        (Regulation::MaAsia, ace_low(true, true), lowest),
    ] {
        same_order(text.id(), &order, &game(text).ranking(&choices), &hands);
    }
}

/// §§ 659a.6(b), 575.6(b), MA 3(b): the 292,825 high hands and the 1,378 medium hands by category.
#[test]
fn four_and_two_card_hands_are_counted_by_category_exhaustive() {
    let (fours, twos) = (hands(4), hands(2));
    let count =
        |text, order, hands: &[CardSet]| same_order("counts", order, &game(text).ranking(&Choices::default()), hands);
    // Four aces: the natural ones, and three with the joker in four ways.
    let pa_659a = [5, 180, 12, 3_824, 4_812, 2_832, 3_096, 89_136, 188_928];
    assert_eq!(count(Regulation::Pa659a, &reference::PA_659A, &fours), pa_659a);
    assert_eq!(pa_659a.iter().sum::<u64>(), 292_825);
    // The royal flush, four natural and sixteen with the joker, comes out of the straight flushes; all else is equal.
    let pa_575 = [5, 20, 160, 12, 3_824, 4_812, 2_832, 3_096, 89_136, 188_928];
    assert_eq!(count(Regulation::Pa575, &reference::PA_575, &fours), pa_575);
    assert_eq!(count(Regulation::MaAsia, &reference::PA_575, &fours), pa_575);
    // Pairs of two cards: thirteen times six, and the joker with each ace.
    assert_eq!(count(Regulation::Pa659a, &reference::PA_659A, &twos), [0, 0, 0, 0, 0, 0, 0, 82, 1_296]);
}

/// § 659a.6(c) to the letter, the alternative of R-02. It speaks only of hands of one size.
#[test]
fn hands_compared_by_the_highest_card_alone_rank_as_the_reference_exhaustive() {
    let order = Order { by_the_highest_card_alone: true, ..reference::PA_659A };
    let ranking = game(Regulation::Pa659a).ranking(&alternative(ReadingId::COPY_BY_TOP_CARD));
    assert_eq!(ranking.tie_break, TieBreak::HighestCard);
    for size in [4, 2, 1] {
        same_order("R-02", &order, &ranking, &hands(size));
    }
}

/// § 670a.6(b), § 670a.6(c), and § 670a.11(b) by R-30: hands of five cards and of one stand in one order; with the
/// joker as any card of a royal flush, and in the alternative of R-20 only as its ace.
#[test]
fn five_card_hands_rank_as_the_reference_exhaustive() {
    let hands = [hands(5), hands(1)].concat();
    assert_eq!(hands.len() as u64, FIVES_OF_53 + 53);
    let counts = |choices: Choices| {
        let only_ace = choices.readings.alternative(ReadingId::ROYAL_JOKER_ONLY_ACE);
        let order = Order { royal_joker_only_ace: only_ace, ..reference::PA_670A };
        same_order("pa-670a", &order, &game(Regulation::Pa670a).ranking(&choices), &hands)
    };
    // One hand of five aces; royal flushes: four natural, twenty with the joker. The last figure has the 53 single
    // cards.
    let any = [1, 24, 180, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964 + 53];
    assert_eq!(counts(Choices::default()), any);
    let only_ace = [1, 8, 196, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964 + 53];
    assert_eq!(counts(alternative(ReadingId::ROYAL_JOKER_ONLY_ACE)), only_ace);
    assert_eq!(any.iter().sum::<u64>(), FIVES_OF_53 + 53);
}

/// § 657a.6(b), § 657a.6(c), § 657a.11(c)(2): the best four of every five cards of 52.
#[test]
fn best_fours_rank_as_the_reference_exhaustive() {
    let mut hands = Vec::new();
    each_subset(52, 5, |bits| hands.push(CardSet::from_bits(bits)));
    let ranking = game(Regulation::Pa657a).ranking(&Choices::default());
    let counts = same_order("pa-657a", &reference::PA_657A, &ranking, &hands);
    // Well-known figures of Crazy 4 Poker; four-of-a-kind is 13 times 48.
    assert_eq!(counts, [624, 2_072, 58_656, 114_616, 101_808, 123_552, 1_047_552, 1_150_080]);
    assert_eq!(counts.iter().sum::<u64>(), FIVES_OF_52);
}

/// § 670a.11(h): the best five of every six cards, and it is the rung that the ladder of § 670a.6(b) finds first.
#[test]
fn best_fives_rank_as_the_reference_exhaustive() {
    let ranking = game(Regulation::Pa670a).ranking(&Choices::default());
    let hands = std::sync::Mutex::new(Vec::new());
    let walked = Classes { deck: 53, size: 6 }.tally(1, |hand, weight, counts| {
        counts[0] += weight;
        hands.lock().expect("no thread has failed").push(hand);
        let best = ranking.category(ranking.best(hand)).name();
        let rung = six_card_fortune::BEST_FIVE.rung(hand, Readings::default()).map(|rung| rung.label);
        let unpaid = matches!(best, "two pair" | "pair" | "high card");
        assert_eq!(rung, if unpaid { None } else { Some(best) }, "{hand}");
    });
    assert_eq!(walked, [SIXES_OF_53]);
    let hands = hands.into_inner().expect("no thread has failed");
    same_order("pa-670a", &reference::PA_670A, &ranking, &hands);
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

/// Asserts that these are the counts of a ladder, hands that do not pay last, and that they add up to the deck.
fn assert_counts<const N: usize>(counts: &[u64], expected: [u64; N], deck: u64) {
    assert_eq!(counts, expected);
    assert_eq!(expected.iter().sum::<u64>(), deck);
}

/// § 657a.6(b), § 657a.6(d), § 657a.12(b), § 657a.12(c), § 657a.12(d): the ladders of five cards of 52.
#[test]
fn five_card_ladders_agree_with_the_reference_exhaustive() {
    let pairs = [
        Pair::new(&crazy_4::FOUR_CARD, ladders::four_card_657a),
        Pair::new(&crazy_4::FIVE_CARD, ladders::five_card_657a),
    ];
    let counts = ladders_agree(OneByOne { deck: 52, size: 5 }, &pairs);
    // Four aces with any of 48 cards, then as for the best four.
    let four_card = [48, 576, 2_072, 58_656, 114_616, 101_808, 123_552, 242_916, 1_954_716];
    assert_counts(&counts[0], four_card, FIVES_OF_52);
    // The figures of every book on five-card poker.
    assert_counts(&counts[1], [4, 36, 624, 3_744, 5_108, 10_200, 54_912, 2_524_332], FIVES_OF_52);
}

/// § 657a.6(e): the Six Card Bonus over six cards of 52.
#[test]
fn the_six_card_bonus_agrees_with_the_reference_exhaustive() {
    let pairs = [Pair::new(&crazy_4::SIX_CARD_BONUS, ladders::six_card_bonus_657a)];
    let counts = ladders_agree(OneByOne { deck: 52, size: 6 }, &pairs);
    // The known figures of six-card poker; the 188 royal flushes, four times 47, include four of six cards.
    let known = [4, 184, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 18_876_456];
    assert_counts(&counts[0], known, SIXES_OF_52);
}

/// § 670a.6(b), § 670a.7(e)(2), § 670a.7(e)(3), § 670a.12(c): the ladders of six cards of 53, and R-20.
#[test]
fn six_card_ladders_agree_with_the_reference_exhaustive() {
    let best_five = || Pair::new(&six_card_fortune::BEST_FIVE, ladders::best_five_670a);
    let pairs = [
        best_five(),
        best_five().with(ReadingId::ROYAL_JOKER_ONLY_ACE),
        Pair::new(&six_card_fortune::INSURANCE, ladders::insurance_670a),
    ];
    let counts = ladders_agree(OneByOne { deck: 53, size: 6 }, &pairs);
    // Five aces with any of 48 cards.
    let any = [48, 1_132, 8_248, 19_752, 196_896, 314_944, 696_228, 853_264, 20_866_968];
    assert_counts(&counts[0], any, SIXES_OF_53);
    // Natural royal flushes, four times 48, and those with the joker as the ace, four times 47.
    let only_ace = [48, 380, 9_000, 19_752, 196_896, 314_944, 696_228, 853_264, 20_866_968];
    assert_counts(&counts[1], only_ace, SIXES_OF_53);
    assert_counts(&counts[2], [12_060, 64_320, 196_980, 470_340, 968_820, 1_804_980, 19_439_980], SIXES_OF_53);
    // The suit classes with their weights give the same.
    assert_eq!(ladders_agree(Classes { deck: 53, size: 6 }, &pairs), counts);
}

/// § 659a.6(d), § 659a.6(e), § 659a.7(e)(2), § 659a.12(b), § 659a.12(c): the ladders of seven cards of 53, and R-20,
///
#[test]
fn seven_card_ladders_of_659a_agree_with_the_reference_exhaustive() {
    let bonus = || Pair::new(&asia_poker::FORTUNE_BONUS, ladders::fortune_bonus_659a);
    let progressive = || Pair::new(&asia_poker::PROGRESSIVE, ladders::progressive_659a);
    let pairs = [
        bonus(),
        bonus().with(ReadingId::ROYAL_NATURAL_ONLY),
        progressive(),
        progressive().with(ReadingId::ROYAL_JOKER_ONLY_ACE),
        Pair::new(&asia_poker::INSURANCE, ladders::insurance_659a),
    ];
    let counts = ladders_agree(Walk::classes_or_full(53, 7), &pairs);
    // Seven-card straight flushes: eight in each suit. Royal match: a royal flush in each suit, natural or with the
    // joker for one of five cards, and a king and queen of another suit: 4 x 6 x 3. Five aces: two of the other 48
    // cards.
    let [sevens, royal_match, five_aces] = [8 * 4, 4 * 6 * 3, 48 * 47 / 2];
    let below = [307_472, 4_188_528, 6_172_088, 7_672_500, 11_034_204, 2_862_000, 121_694_196];
    let [four, full_house, flush, three, straight, three_pair, none] = below;
    let bonus = |royal, straight_flush| {
        let top = [sevens, royal_match, 196, five_aces, royal, straight_flush];
        let [a, b, c, d, e, f] = top;
        [a, b, c, d, e, f, four, full_house, flush, three, straight, three_pair, none]
    };
    assert_counts(&counts[0], bonus(26_020, 184_644), SEVENS_OF_53);
    // Natural royal flushes are 4 x 1,128, of which 12 have a royal match and 4 + 8 are seven-card straight flushes.
    assert_counts(&counts[1], bonus(4_512 - 12 - 12, 206_176), SEVENS_OF_53);
    let progressive = |royal, straight_flush| {
        let unpaid = flush + three + straight + three_pair + none;
        [sevens + 196, five_aces, royal, straight_flush, four, full_house, unpaid]
    };
    assert_counts(&counts[2], progressive(26_020 + royal_match, 184_644), SEVENS_OF_53);
    assert_counts(&counts[3], progressive(8_812, 201_924), SEVENS_OF_53);
    let insurance = [31_080, 248_640, 963_480, 2_719_500, 6_386_940, 14_430_780, 129_362_660];
    assert_counts(&counts[4], insurance, SEVENS_OF_53);
}

/// § 575.6(d): the ladder of seven cards of 53, and.
#[test]
fn the_seven_card_ladder_of_575_agrees_with_the_reference_exhaustive() {
    let bonus = || Pair::new(&asia_poker::PA_575_BONUS, ladders::bonus_575);
    let pairs = [bonus(), bonus().with(ReadingId::ROYAL_NATURAL_ONLY), bonus().with(ReadingId::NINE_HIGH_FLUSH)];
    let counts = ladders_agree(Walk::classes_or_full(53, 7), &pairs);
    // Four 8s with three of twelve ranks in four ways, or with the joker and two of four aces: 48 + 6.
    let (four_eights, five_aces, four, full_house) = (48 + 6, 1_128, 307_418, 4_188_528);
    // A 9-high has two lists of ranks and any suits; in 844 of the 4^7 ways five or more share a suit.
    let (nine_high, flushes_of_it) = (2 * 16_384, 2 * 844);
    let (flush, three, straight, none) = (6_170_400, 7_672_500, 11_034_204, 124_525_116);
    let ladder = |[royal, natural, with_joker]: [u64; 3], nine_high, flush| {
        let top = [four_eights, five_aces, royal, natural, with_joker, four, nine_high, full_house];
        let [a, b, c, d, e, f, g, h] = top;
        [a, b, c, d, e, f, g, h, flush, three, straight, none]
    };
    assert_counts(&counts[0], ladder([26_132, 38_728, 146_104], nine_high, flush), SEVENS_OF_53);
    assert_counts(&counts[1], ladder([4 * 1_128, 38_916, 167_536], nine_high, flush), SEVENS_OF_53);
    let as_flush = ladder([26_132, 38_728, 146_104], nine_high - flushes_of_it, flush + flushes_of_it);
    assert_counts(&counts[2], as_flush, SEVENS_OF_53);
}

/// § 659a.6(d)(10), § 659a.6(d)(11), § 575.6(d)(10), § 575.6(d)(11): three-of-a-kind stands above the straight, which
/// tells on 201,824 hands that hold both and nothing higher.
#[test]
fn hands_with_three_of_a_kind_and_a_straight_are_paid_as_the_three_exhaustive() {
    let places = |ladder: &Ladder| {
        ["three-of-a-kind", "straight"].map(|label| ladder.rungs.iter().position(|rung| rung.label == label))
    };
    for ladder in [&asia_poker::FORTUNE_BONUS, &asia_poker::PA_575_BONUS] {
        let [three, straight] = places(ladder);
        let both = Classes { deck: 53, size: 7 }.tally(1, |hand, weight, counts| {
            let mut held = ladder.places(hand, Readings::default());
            if held.next() == three && held.any(|place| Some(place) == straight) {
                counts[0] += weight;
            }
        });
        assert_eq!(both, [201_824]);
    }
}

/// Proves a shipped way under these choices, by suit classes or, under `CROUPIER_FULL`, hand by hand.
fn prove(text: Regulation, choices: Choices) {
    let game = game(text);
    let shape = game.shape().expect("hands are set");
    let way = HouseWay::read(game.house_way().expect("a way is shipped"), shape).expect("the way is read");
    let dealer = HouseWaySetter::new(&way, shape, game.ranking(&choices));
    let part = |part| {
        if !full() {
            return Proof::part(&dealer, part);
        }
        let mut proof = Proof { by_rule: vec![0; way.rules.len()], ..Proof::default() };
        OneByOne { deck: 53, size: shape.cards() }.part(part, |hand, weight| {
            proof.hands += weight;
            proof.count(&dealer, hand, weight);
        });
        proof
    };
    let parts = if full() { 53 * 53 } else { PARTS };
    let proof = (0..parts).into_par_iter().map(part).reduce(Proof::default, Proof::and);
    assert!(proof.holds(), "{text}: {proof:?}");
    assert_eq!(proof.hands, if shape == Shape::FIVE_ONE { SIXES_OF_53 } else { SEVENS_OF_53 });
    assert_eq!(proof.by_rule.iter().sum::<u64>(), proof.hands);
    assert!(proof.by_rule.iter().all(|&hands| hands > 0), "{text}: a rule sets no hand: {:?}", proof.by_rule);
}

/// § 659a.11(b), § 659a.11(c).
#[test]
fn the_asia_way_sets_every_hand_lawfully_under_659a_exhaustive() {
    prove(Regulation::Pa659a, Choices::default());
}

/// § 575.11(b), § 575.11(c), and MA 12(a), MA 12(d), since Massachusetts ranks hands as chapter 575 does.
#[test]
fn the_asia_way_sets_every_hand_lawfully_under_575_and_massachusetts_exhaustive() {
    same_but_for_clauses(Choices::default());
    prove(Regulation::Pa575, Choices::default());
}

/// § 575.6(b)(3), § 575.6(b)(6), § 575.11(b), and MA 3(d), MA 12(a).
#[test]
fn the_asia_way_sets_every_hand_lawfully_with_ace_low_lowest_exhaustive() {
    same_but_for_clauses(ace_low(true, true));
    prove(Regulation::Pa575, ace_low(true, true));
}

/// Holds chapter 575 and Massachusetts to one order of hands, so that a proof for one is a proof for both.
fn same_but_for_clauses(choices: Choices) {
    let [pa, ma] = [Regulation::Pa575, Regulation::MaAsia].map(|text| game(text).ranking(&choices));
    assert!(pa.order.iter().map(|listed| listed.0).eq(ma.order.iter().map(|listed| listed.0)));
    assert_eq!(Ranking { order: ma.order, ..pa }, ma);
    assert_eq!(game(Regulation::Pa575).house_way(), game(Regulation::MaAsia).house_way());
}

/// § 670a.11(b), § 670a.11(d).
#[test]
fn the_way_of_670a_sets_every_hand_lawfully_exhaustive() {
    prove(Regulation::Pa670a, Choices::default());
}

/// § 670a.11(d)(1), § 670a.11(d)(1)(i), § 670a.11(d)(1)(ii), § 670a.11(d)(2), § 670a.11(d)(3), § 670a.11(d)(4),
/// § 670a.11(d)(5), § 670a.11(d)(6): the way in the rule language sets every six cards as the words of the text do.
#[test]
fn the_way_of_670a_sets_hands_as_the_text_says_exhaustive() {
    as_the_text_says(Choices::default());
}

/// § 670a.11(d) with the joker only as the ace of a royal flush: the alternative of R-20.
#[test]
fn the_way_of_670a_sets_hands_as_the_text_says_under_the_alternative_of_reading_20_exhaustive() {
    as_the_text_says(alternative(ReadingId::ROYAL_JOKER_ONLY_ACE));
}

fn as_the_text_says(choices: Choices) {
    let game = game(Regulation::Pa670a);
    let only_ace = choices.readings.alternative(ReadingId::ROYAL_JOKER_ONLY_ACE);
    let order = Order { royal_joker_only_ace: only_ace, ..reference::PA_670A };
    let way = HouseWay::read(game.house_way().expect("it is shipped"), Shape::FIVE_ONE).expect("it is read");
    let dealer = HouseWaySetter::new(&way, Shape::FIVE_ONE, game.ranking(&choices));
    let walked = Walk::classes_or_full(53, 6).tally(1, |hand, weight, counts| {
        let set = dealer.set(hand).expect("every hand is set").setting;
        let list = List::of(hand);
        let low = dealer_by_the_text(&list, &order);
        let by_the_text = (order.key(&list.without(low)), list.cards()[low].rank);
        let by_the_way = (order.key(&List::of(set.high)), List::of(set.low).cards()[0].rank);
        assert_eq!(by_the_way, by_the_text, "{hand}: {set}");
        counts[0] += weight;
    });
    assert_eq!(walked, [SIXES_OF_53]);
}

/// § 670a.11(d)(5) under the alternative of R-20: the natural royal flush stays beside the joker, and the ace or the
/// joker goes low; the first revision of the rules put the king low. A-Q-J-10 and joker equal A-2-3-4-5.
#[test]
fn a_natural_royal_flush_is_kept_beside_the_joker_under_both_readings() {
    let game = game(Regulation::Pa670a);
    let only_ace = alternative(ReadingId::ROYAL_JOKER_ONLY_ACE);
    let ranking = game.ranking(&only_ace);
    let rank = |hand: &str| ranking.rank(hand.parse().expect("five cards"));
    assert_eq!(rank("As Qs Js Ts Jk"), rank("Ad 2d 3d 4d 5d"));
    assert!(rank("As Qs Js Ts Jk") < rank("Ks Qs Js Ts Jk"));
    let (change, first) = game.earlier_house_ways()[0];
    assert_eq!(change, RulesChange::RoyalFlushKept);
    let read = |way: &str| HouseWay::read(way, Shape::FIVE_ONE).expect("it is read");
    let (now, first) = (read(game.house_way().expect("it is shipped")), read(first));
    for suit in ["c", "d", "h", "s"] {
        let six = format!("A{suit} K{suit} Q{suit} J{suit} T{suit} Jk").parse().expect("six cards");
        for choices in [Choices::default(), only_ace] {
            let set =
                HouseWaySetter::new(&now, Shape::FIVE_ONE, game.ranking(&choices)).set(six).expect("every hand is set");
            assert_eq!(game.ranking(&choices).category(ranking.rank(set.setting.high)), Category::RoyalFlush);
            assert_eq!(List::of(set.setting.low).cards()[0].rank, reference::ACE);
            assert_eq!(now.rules[set.rule].clause.expect("a clause").citation(), "670a.11(d)(5)");
        }
        let before = HouseWaySetter::new(&first, Shape::FIVE_ONE, ranking).set(six).expect("every hand is set").setting;
        assert_eq!(List::of(before.low).cards()[0].rank, reference::KING);
    }
    assert_eq!(
        now.rules.iter().map(|rule| &rule.name).collect::<Vec<_>>(),
        first.rules.iter().map(|rule| &rule.name).collect::<Vec<_>>()
    );
}

/// § 670a.11(d): the examples of R-19, and one hand for each of its sentences.
#[test]
fn the_examples_of_reading_19_are_set_as_it_says() {
    let game = game(Regulation::Pa670a);
    let way = HouseWay::read(game.house_way().expect("it is shipped"), Shape::FIVE_ONE).expect("it is read");
    let dealer = HouseWaySetter::new(&way, Shape::FIVE_ONE, game.ranking(&Choices::default()));
    for (cards, low, clause) in [
        // The highest category unbroken, then the highest card that can leave it.
        ("9s 9d Ac Kh 5s 2d", "A", "670a.11(d)(1)"),
        ("9s 9d 4c 4h Ks 2d", "K", "670a.11(d)(1)"),
        ("9s 9d 9c 4h Ks Qd", "K", "670a.11(d)(1)"),
        ("9s 9d 9c Kh Ks Qd", "Q", "670a.11(d)(1)"),
        // A straight or a flush with a pair keeps the straight or the flush.
        ("9s 8d 7c 6h 5s 5d", "5", "670a.11(d)(1)"),
        ("Ks 9s 7s 4s 2s Kd", "K", "670a.11(d)(1)"),
        // Four of a kind with a pair: one of the pair low.
        ("9s 9d 9c 9h Ks Kd", "K", "670a.11(d)(1)"),
        ("9s 9d 9c 9h 4s 4d", "4", "670a.11(d)(1)"),
        // A straight or a flush made with the joker is a set.
        ("9s 8d 7c 6h 2s Jk", "2", "670a.11(d)(1)"),
        ("Ks 9s 7s 4s Qd Jk", "Q", "670a.11(d)(1)"),
        // Ace and joker are a pair, and one of three pairs.
        ("As Jk 9c 7h 5s 2d", "9", "670a.11(d)(1)"),
        ("As Jk 9c 9h 5s 5d", "A", "670a.11(d)(1)(ii)"),
        ("As Ad Jk 5c 5h 5s", "A", "670a.11(d)(1)(i)"),
        ("Ks Kd Kc 5c 5h 5s", "K", "670a.11(d)(1)(i)"),
        // In (2) the highest card that can leave goes low, the joker as an ace.
        ("Ks Qd Jc Th 9s Jk", "A", "670a.11(d)(2)"),
        ("2s 3d 4c 5h 7s Jk", "7", "670a.11(d)(2)"),
        ("As 2d 3c 4h 5s 6d", "A", "670a.11(d)(2)"),
        ("Ks Js 9s 7s 4s 2s", "K", "670a.11(d)(2)"),
        // (2) before (1): the royal flush gives up its ace.
        ("As Ks Qs Js Ts 9s", "A", "670a.11(d)(2)"),
        // Two straights that are not six in a row.
        ("2s 4d 5c 6h 8s Jk", "8", "670a.11(d)(1)"),
        // A royal flush is its own set.
        ("As Qs Js Ts 8s Jk", "8", "670a.11(d)(5)"),
        ("As Qs Js Ts 8d Jk", "8", "670a.11(d)(4)"),
        // A six-card straight that holds a flush, and one that holds a straight flush.
        ("9s 8s 7s 6s 5d 4s", "5", "670a.11(d)(3)"),
        ("9s 8s 7s 6s 5s 4d", "4", "670a.11(d)(4)"),
        // Nothing: the second highest card low.
        ("Ks Jd 9c 7h 4s 2d", "J", "670a.11(d)(6)"),
        ("Jk Jd 9c 7h 4s 2d", "J", "670a.11(d)(6)"),
    ] {
        let hand: CardSet = cards.parse().expect("six cards");
        let set = dealer.set(hand).expect("every hand is set");
        let list = List::of(hand);
        let by_the_text = list.cards()[dealer_by_the_text(&list, &reference::PA_670A)].rank;
        let letter = |rank: u8| Rank::from_index(usize::from(rank) - 2).letter().to_string();
        assert_eq!(letter(by_the_text), low, "the text on {cards}");
        assert_eq!(letter(List::of(set.setting.low).cards()[0].rank), low, "the way on {cards}");
        let cited = way.rules[set.rule].clause.expect("every rule of this way has its clause");
        assert_eq!(cited.citation(), clause, "{cards}");
    }
}
