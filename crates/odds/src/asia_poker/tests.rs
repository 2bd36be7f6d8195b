//! The fast count against the plain one.
//!
//! The way is set once for all that is asked of it, which is why these tests ask several things each.

use super::beaten_counts::SideContest;
use super::house_way_table::{HouseWayRow, HouseWaySet};
use super::pattern_counts::PatternContest;
use super::ranks::{RankCounts, card_set, numbered};
use super::setting_rank::{HandOrder, SettingRank};
use super::{AsiaBestPlayer, AsiaSolution, DEALER_HANDS, RuleCost, Shard, Side, WorstHand, neighbours};
use crate::progress::NoProgress;
use crate::simulate::{SeatDecision, Strategy as _};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{CardSet, Choices, Game, Outcome, ReadingId, Regulation, Shape, game};
use rayon::prelude::*;
use std::sync::LazyLock;

const TEXTS: [Regulation; 3] = [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia];

fn shipped(game: &dyn Game) -> HouseWay {
    HouseWay::read(game.house_way().expect("an Asia Poker text"), Shape::FOUR_TWO_ONE).expect("the shipped way")
}

fn house_way_set(choices: &Choices) -> HouseWaySet {
    let game = game(Regulation::Pa659a);
    let (way, ranking) = (shipped(game), game.ranking(choices));
    HouseWaySet::new(&HouseWaySetter::new(&way, Shape::FOUR_TWO_ONE, ranking), ranking, &NoProgress)
        .expect("the way is proved")
}

/// One hand of every suit class, set by the shipped way itself and not by its pattern.
struct PlainSet {
    order: HandOrder,
    /// By the ranks of the hands, in the order of [`RankCounts::all`], and then in that of [`RankCounts::each_hand`].
    shown: Vec<Vec<HouseWayRow>>,
}

static PLAIN: LazyLock<PlainSet> = LazyLock::new(|| {
    let game = game(Regulation::Pa659a);
    let (way, ranking) = (shipped(game), game.ranking(&Choices::default()));
    let (dealer, order) = (HouseWaySetter::new(&way, Shape::FOUR_TWO_ONE, ranking), HandOrder::new(ranking));
    let set = |ranks: RankCounts| {
        let mut shown = Vec::new();
        ranks.each_hand(&mut |hand, _| {
            let set = dealer.set(card_set(hand)).expect("the way is proved");
            shown.push(HouseWayRow { standing: order.rank(&set.setting), rule: set.rule as u8 });
        });
        shown
    };
    let shown = RankCounts::all(7).into_par_iter().map(set).collect();
    PlainSet { order, shown }
});

impl PlainSet {
    /// How many hands of the other side each of these standings beats, when the cards beside it are ours: of a suit
    /// class, the hands that share no card with ours are those renamings of suits in which no suit meets one of ours
    /// that holds a rank of its own.
    fn beaten(&self, asked: &[(CardSet, SettingRank)]) -> Vec<u64> {
        let ours: Vec<_> =
            asked.iter().map(|&(cards, standing)| (cards.suits(), cards.has_joker(), standing)).collect();
        let counted = RankCounts::all(7).into_par_iter().zip(&self.shown).map(|(ranks, shown)| {
            let mut beaten = vec![0; ours.len()];
            let mut next = shown.iter();
            ranks.each_hand(&mut |hand, weight| {
                let Some(shown) = next.next() else { return };
                let theirs = card_set(hand);
                for (beaten, &(suits, joker, standing)) in beaten.iter_mut().zip(&ours) {
                    if standing.beats(shown.standing) && !(joker && theirs.has_joker()) {
                        // Of the 24 namings each hand of the class is met equally often.
                        *beaten += free_namings(theirs.suits(), suits) * weight / 24;
                    }
                }
            });
            beaten
        });
        let add = |sum: Vec<u64>, more: Vec<u64>| sum.into_iter().zip(more).map(|(sum, more)| sum + more).collect();
        counted.reduce(|| vec![0; ours.len()], add)
    }
}

/// In how many of the 24 ways to give their suits the names of ours no card is held twice.
fn free_namings(theirs: [u16; 4], ours: [u16; 4]) -> u64 {
    let free =
        theirs.iter().fold(0, |all, suit| ours.iter().fold(all, |all, name| all << 1 | usize::from(suit & name == 0)));
    u64::from(HOW_MANY[free])
}

/// How many namings there are if each suit may have these names.
static HOW_MANY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    (0..1 << 16).map(|free: usize| namings(&[free >> 12, free >> 8 & 15, free >> 4 & 15, free & 15], 0)).collect()
});

fn namings(free: &[usize], taken: usize) -> u8 {
    let Some((names, rest)) = free.split_first() else { return 1 };
    (0..4).map(|name| 1 << name).filter(|name| names & !taken & name != 0).map(|name| namings(rest, taken | name)).sum()
}

/// A few hands with everything in them, dealt from a fixed seed.
fn dealt(count: usize) -> Vec<(CardSet, CardSet)> {
    let mut state = 659_u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        CardSet::from_bits(1 << ((state >> 33) % 53))
    };
    let mut hand = |taken: CardSet| {
        let mut hand = CardSet::EMPTY;
        while hand.len() < 7 {
            hand = hand.union(draw().difference(taken));
        }
        hand
    };
    (0..count)
        .map(|_| {
            let first = hand(CardSet::EMPTY);
            (first, hand(first))
        })
        .collect()
}

/// §§ 659a.11(f), 575.11(f), MA 12(g), with the copies of R-02 both ways.
#[test]
fn standings_beat_each_other_as_the_texts_compare_settings() {
    let literal = Choices::default().readings.choose(ReadingId::COPY_BY_TOP_CARD).expect("a switch");
    for text in TEXTS {
        let game = game(text);
        for choices in [Choices::default(), Choices { readings: literal, ..Choices::default() }] {
            let order = HandOrder::new(game.ranking(&choices));
            let way = shipped(game);
            let dealer = HouseWaySetter::new(&way, Shape::FOUR_TWO_ONE, game.ranking(&choices));
            let mut compared = 0;
            for (player, house) in dealt(40) {
                let house = dealer.set(house).expect("the way is proved").setting;
                for setting in order.lawful_settings(player) {
                    let ruled = game.compare(&choices, &setting, &house).expect("lawful");
                    let wins = order.rank(&setting).beats(order.rank(&house));
                    assert_eq!(wins, ruled.outcome == Outcome::Win, "{text}: {setting} / {house}");
                    compared += 1;
                }
            }
            assert!(compared > 1000);
        }
    }
}

/// Every setting of a hand is met by one at least as high in every hand among those that are thought worth asking
/// about.
#[test]
fn settings_left_out_are_surpassed_by_one_that_is_asked_about() {
    let order = HandOrder::new(game(Regulation::Pa659a).ranking(&Choices::default()));
    for (cards, _) in dealt(300) {
        let hand = numbered(cards);
        let open: Vec<_> =
            order.choices(RankCounts::of(&hand)).into_iter().filter(|choice| choice.open_to(&cards.suits())).collect();
        for choice in &open {
            let shown = order.rank(&choice.setting(&hand));
            assert!(shown.covers(choice.standing), "{cards}: {}", choice.setting(&hand));
        }
        for setting in order.lawful_settings(cards) {
            let standing = order.rank(&setting);
            assert!(open.iter().any(|choice| choice.standing.covers(standing)), "{cards}: {setting}");
        }
    }
}

/// Both sides of the contest, for every hand of some ranks: the count by subsets agrees with the plain count of every
/// hand the other side can hold.
#[test]
fn the_count_by_subsets_agrees_with_the_plain_count_hand_by_hand() {
    let set = house_way_set(&Choices::default());
    let kept = HouseWaySet::from_bytes(&set.to_bytes(), game(Regulation::Pa659a).ranking(&Choices::default()));
    assert!(kept.is_some_and(|kept| kept.rows == set.rows), "what is kept comes back");
    assert!(
        HouseWaySet::from_bytes(&set.to_bytes()[1..], game(Regulation::Pa659a).ranking(&Choices::default())).is_none()
    );

    a_best_response_that_is_kept_comes_back_and_can_be_played(&set);

    let some = some_ranks();
    let deck = set.deck(&NoProgress);
    for copies_win in [false, true] {
        let contest = SideContest { order: &set.order, other: &deck, also: Some(&deck), copies_win };
        let found = contest.gather(
            &some,
            &NoProgress,
            |_| Vec::new(),
            |found: &mut Vec<(CardSet, SettingRank, u64)>, valued| {
                let cards = card_set(valued.hand);
                let ((choice, best), own) = (valued.best(), deck.rank(valued.hand));
                // Hand by hand in turn, the best setting and the way's own.
                let asked =
                    if found.len().is_multiple_of(2) { (choice.standing, best) } else { (own, valued.beaten_by(own)) };
                found.push((cards, asked.0, asked.1));
            },
        );
        let found: Vec<_> = found.into_iter().flatten().collect();
        // A tenth of them is enough for the copies, and all of some three hundred for the player.
        let step = if copies_win { found.len() / 30 } else { found.len() / 300 };
        assert!(step > 0, "at least three hundred hands: {}", found.len());
        let asked: Vec<_> = found.iter().step_by(step).collect();
        let standing = |standing: SettingRank| if copies_win { standing.copies_win() } else { standing };
        let plain = PLAIN.beaten(&asked.iter().map(|(cards, shown, _)| (*cards, standing(*shown))).collect::<Vec<_>>());
        for (&(cards, shown, fast), plain) in asked.into_iter().zip(plain) {
            assert_eq!(fast, plain, "{cards} {shown:?}");
            assert!(fast <= DEALER_HANDS);
        }
    }
}

/// Ranks of seven different cards, of two pairs with the joker, and of trips and a pair.
fn some_ranks() -> Vec<RankCounts> {
    let ranks = |cards: &&str| RankCounts::of(&numbered(cards.parse().expect("seven cards")));
    ["2c 4c 5d 7h 9s Jc Kd", "3c 3d 8h 8s Tc Ad Jk", "6c 6d 6h 7c Qd Qh As"].iter().map(ranks).collect()
}

/// What lets the count go by patterns: suits matter to a way only where four cards are of one.
#[test]
fn a_way_sets_every_hand_as_its_pattern() {
    let set = house_way_set(&Choices::default());
    RankCounts::all(7).into_par_iter().zip(&PLAIN.shown).for_each(|(ranks, shown)| {
        let mut next = shown.iter();
        ranks.each_hand(&mut |hand, _| {
            assert_eq!(next.next(), Some(&set.row(card_set(hand))), "{}", card_set(hand));
        });
        assert_eq!(next.next(), None);
    });
}

/// The count by patterns, for some three hundred hands of every kind: the best setting and the way's own beat as many
/// hands as the plain count of every hand the dealer can hold says.
#[test]
fn the_count_by_patterns_agrees_with_the_plain_count_hand_by_hand() {
    let set = house_way_set(&Choices::default());
    let contest = PatternContest { order: &set.order, other: set.measure(), own: Some(&set) };
    let found = contest.gather(
        &some_ranks(),
        &NoProgress,
        |_| Vec::new(),
        |found: &mut Vec<(CardSet, SettingRank, u64)>, valued| {
            let cards = card_set(valued.hand);
            let ((choice, best), own) = (valued.best(), set.row(cards).standing);
            let asked =
                if found.len().is_multiple_of(2) { (choice.standing, best) } else { (own, valued.beaten_by(own)) };
            found.push((cards, asked.0, asked.1));
        },
    );
    let found: Vec<_> = found.into_iter().flatten().collect();
    let step = found.len() / 300;
    assert!(step > 0, "at least three hundred hands: {}", found.len());
    let asked: Vec<_> = found.iter().step_by(step).collect();
    let plain = PLAIN.beaten(&asked.iter().map(|(cards, shown, _)| (*cards, *shown)).collect::<Vec<_>>());
    for (&(cards, shown, fast), plain) in asked.into_iter().zip(plain) {
        assert_eq!(fast, plain, "{cards} {shown:?}");
        assert!(fast <= DEALER_HANDS);
    }
}

/// A way one step from one already counted: adding what changed gives the same as counting it anew.
#[test]
fn a_neighbour_counted_by_its_difference_is_as_if_counted_anew() {
    let game = game(Regulation::Pa659a);
    let (way, ranking) = (shipped(game), game.ranking(&Choices::default()));
    let counted = house_way_set(&Choices::default()).counted_for(some_ranks(), &NoProgress);
    let mut changed = 0;
    for neighbour in neighbours(&way).into_iter().step_by(7) {
        let dealer = HouseWaySetter::new(&neighbour.way, Shape::FOUR_TWO_ONE, ranking);
        let Ok(set) = HouseWaySet::new(&dealer, ranking, &NoProgress) else { continue };
        let contest = PatternContest { order: &set.order, other: set.measure(), own: None };
        let anew = contest.gather(
            &some_ranks(),
            &NoProgress,
            |_| Side::default(),
            |side, valued| {
                side.hands += valued.weight;
                side.best += u128::from(valued.weight) * u128::from(valued.best().1);
            },
        );
        let found = counted.best_response(&set, &NoProgress);
        assert_eq!(found.hands, anew.iter().map(|side| side.hands).sum::<u64>(), "{}", neighbour.change);
        assert_eq!(found.best, anew.iter().map(|side| side.best).sum::<u128>(), "{}", neighbour.change);
        changed += 1;
        if changed == 3 {
            return;
        }
    }
    panic!("only {changed} neighbours set every hand");
}

/// To find one takes minutes; what the way itself shows serves as well to be kept and played.
fn a_best_response_that_is_kept_comes_back_and_can_be_played(set: &HouseWaySet) {
    let game = game(Regulation::Pa659a);
    let ranking = game.ranking(&Choices::default());
    let rule = RuleCost { hands: 154_143_080, ..RuleCost::default() };
    let player = Side { hands: 154_143_080, best: 5, way: 5, rules: vec![rule] };
    let answers = PLAIN.shown.iter().map(|hands| hands.iter().map(|shown| shown.standing).collect()).collect();
    let solution = AsiaSolution { player, answers };
    let bytes = solution.to_bytes();
    let kept = AsiaSolution::from_bytes(&bytes, ranking).expect("it is whole");
    assert!(kept.player == solution.player && kept.answers == solution.answers);
    assert!(AsiaSolution::from_bytes(&bytes[4..], ranking).is_none());

    let player = AsiaBestPlayer::new(&kept, ranking, &NoProgress);
    let way = shipped(game);
    let dealer = HouseWaySetter::new(&way, Shape::FOUR_TWO_ONE, ranking);
    for (cards, _) in dealt(200) {
        let Some(SeatDecision::Set { setting, .. }) = player.decide(cards) else { panic!("{cards} is not set") };
        let wanted = dealer.set(cards).expect("the way is proved").setting;
        assert!(set.order.rank(&setting).covers(set.order.rank(&wanted)), "{setting} {wanted}");
        assert_eq!(setting.foul(Shape::FOUR_TWO_ONE, &ranking), None, "{setting}");
    }
}

#[test]
fn sums_that_no_count_can_come_to_are_told_from_others() {
    let worst = WorstHand { cards: "2c 2d 4h 5h 6h 7h Jk".into(), best: "4h 5h 6h 7h | 2c 2d | Jk".into(), lost: 9 };
    let rule = RuleCost { hands: 3, cost: 2, worst: Some(worst) };
    let side = Side { hands: 3, best: 7, way: 5, rules: vec![rule] };
    assert!(side.is_possible() && !side.is_whole());
    let wrong: [fn(&mut Side); 9] = [
        |side| side.hands = u64::MAX,
        |side| side.hands = 2,
        |side| side.way = 8,
        |side| side.best = u128::MAX,
        |side| side.best = 6,
        |side| side.rules[0].cost = u128::MAX,
        |side| side.rules[0].worst = None,
        |side| side.rules.push(RuleCost { hands: u64::MAX, ..RuleCost::default() }),
        |side| side.rules[0].worst.as_mut().expect("a hand").cards = "\u{1b}[2J".into(),
    ];
    for (at, make) in wrong.into_iter().enumerate() {
        let mut side = side.clone();
        make(&mut side);
        assert!(!side.is_possible(), "{at}");
    }
}

/// One hand asked about by itself: every lawful setting, and all the hands a dealer can hold.
#[test]
fn a_hand_by_itself_meets_every_hand_a_dealer_can_hold() {
    let set = house_way_set(&Choices::default());
    let cards: CardSet = "As Ad Kc 9h 9d 4s 2c".parse().expect("seven cards");
    let everything = [(cards, SettingRank::default().copies_win()), (cards, set.order.above_all())];
    assert_eq!(PLAIN.beaten(&everything)[1], DEALER_HANDS);
    let settings = set.settings(cards, CardSet::EMPTY);
    let shown: Vec<_> = settings.iter().map(|(setting, _)| (cards, PLAIN.order.rank(setting))).collect();
    assert_eq!(PLAIN.beaten(&shown), settings.iter().map(|&(_, beaten)| beaten).collect::<Vec<_>>());
    let best = settings.iter().max_by_key(|(_, beaten)| beaten).expect("a setting");
    assert_eq!(best.0.medium.len(), 2);
    // With more cards known the dealer has fewer hands.
    let known: CardSet = "Ah Ac Kd".parse().expect("cards");
    let fewer = set.settings(cards, known);
    assert!(fewer.iter().zip(&settings).all(|(fewer, all)| fewer.1 < all.1));
}

/// The whole game, remade: `cargo xtask test --full`.
#[test]
fn the_whole_game_adds_up_from_either_side_full() {
    if std::env::var_os("CROUPIER_FULL").is_none_or(|full| full != "1") {
        return;
    }
    let set = house_way_set(&Choices::default());
    let solution = set.solve(Shard::WHOLE, &NoProgress);
    assert_eq!(solution.player.deals(), 8_250_459_031_214_400);
    let house = set.house_side(&solution, &NoProgress);
    assert_eq!(solution.player.best + house.way, 8_250_459_031_214_400, "what one side wins the other loses");
    let mut halves = set.solve(Shard { index: 0, of: 2 }, &NoProgress).player;
    halves.add(&set.solve(Shard { index: 1, of: 2 }, &NoProgress).player);
    assert_eq!(halves, solution.player, "shards merge by addition");
}
