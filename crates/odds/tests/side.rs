//! Side wagers against brute force: every hand of the deck, paid by `Paytable::row`, which is the specification.
//!
//! Hands of five and six cards are walked one by one, hands of seven by suit classes; `CROUPIER_FULL=1` walks those one
//! by one too, all letters and readings.

use croupier_odds::side::{Census, LadderQuery, SideWagerTerms, WhatIf, WhatIfError, census, row_counts, side_wagers};
use croupier_odds::{Fraction, NoProgress, WagerReport};
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{
    CardSet, Cents, Game, Ladder, Paytable, ReadingId, Readings, Regulation, WagerKind, WagerSpec, game, submission,
};
use rayon::prelude::*;
use std::sync::LazyLock;

fn full() -> bool {
    std::env::var("CROUPIER_FULL").is_ok_and(|value| value == "1")
}

/// Every hand of a size, one by one: `first` is its highest card's bit.
fn each_hand(deck: usize, size: usize, first: usize, each: &mut impl FnMut(CardSet)) {
    fn more(left: usize, below: usize, bits: u64, each: &mut impl FnMut(CardSet)) {
        if left == 0 {
            return each(CardSet::from_bits(bits));
        }
        for card in left - 1..below {
            more(left - 1, card, bits | 1 << card, each);
        }
    }
    if first < deck && first + 1 >= size {
        more(size - 1, first, 1 << first, each);
    }
}

/// The rows' counts by asking the specification about each hand.
fn brute_force(game: &dyn Game, ladder: &Ladder, table: &Paytable, readings: Readings) -> Vec<u128> {
    let pay = |hand: CardSet, weight: u64, counts: &mut Vec<u128>| {
        if let Some(paid) = table.row(ladder, hand, readings) {
            let place = table.rows.iter().position(|row| std::ptr::eq(row, paid)).unwrap();
            counts[place] += u128::from(weight);
        }
    };
    let one_by_one = ladder.cards < 7 || full();
    let deck = game.deck().len();
    let parts = if one_by_one { deck } else { PARTS };
    let none = || vec![0; table.rows.len()];
    let part = |mut counts: Vec<u128>, part| {
        if one_by_one {
            each_hand(deck, ladder.cards, part, &mut |hand| pay(hand, 1, &mut counts));
        } else {
            let joker = game.deck().has_joker();
            each_suit_class(ladder.cards, joker, part, |class| pay(class.hand, class.weight, &mut counts));
        }
        counts
    };
    (0..parts).into_par_iter().fold(none, part).reduce(none, |mut all, more| {
        all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
        all
    })
}

fn side(text: Regulation, kind: WagerKind) -> (&'static WagerSpec, &'static Ladder) {
    side_wagers(game(text)).find(|(spec, _)| spec.kind == kind).unwrap()
}

fn readings(alternatives: &[ReadingId]) -> Readings {
    alternatives.iter().fold(Readings::default(), |readings, &id| readings.choose(id).unwrap())
}

fn counted(text: Regulation, kind: WagerKind, readings: Readings) -> Census {
    let (_, ladder) = side(text, kind);
    census(game(text), &[LadderQuery { ladder, readings }], &NoProgress).remove(0)
}

fn check(text: Regulation, kind: WagerKind, letters: &[Option<char>], alternatives: &[ReadingId]) {
    let readings = readings(alternatives);
    let census = counted(text, kind, readings);
    let (_, ladder) = side(text, kind);
    for &letter in letters {
        let table = game(text).payouts().paytable(kind, letter).unwrap();
        let direct = brute_force(game(text), ladder, table, readings);
        assert_eq!(row_counts(ladder, &census, table), direct, "{text} {kind} {letter:?} {alternatives:?}");
    }
}

#[test]
fn every_hand_is_counted_once() {
    for (text, kind, hands) in [
        (Regulation::Pa657a, WagerKind::QueensUp, 2_598_960),
        (Regulation::Pa657a, WagerKind::SixCardBonus, 20_358_520),
        (Regulation::Pa670a, WagerKind::Insurance, 22_957_480),
        (Regulation::Pa575, WagerKind::Bonus, 154_143_080),
    ] {
        assert_eq!(counted(text, kind, Readings::default()).hands(), hands, "{text} {kind}");
    }
}

#[test]
fn rows_of_crazy_4_agree_with_every_hand_of_the_deck_one_by_one() {
    use WagerKind::{FiveCardHandBonus, FiveCardProgressive, FourCardProgressive, QueensUp, SixCardBonus};
    check(Regulation::Pa657a, QueensUp, &[Some('A'), Some('D')], &[]);
    check(Regulation::Pa657a, FourCardProgressive, &[Some('B')], &[]);
    check(Regulation::Pa657a, FiveCardProgressive, &[Some('C')], &[]);
    check(Regulation::Pa657a, FiveCardHandBonus, &[None], &[]);
    // Table E tells diamonds from the other suits; A has no row for the six-card royal flush (R-33).
    check(Regulation::Pa657a, SixCardBonus, &[Some('A'), Some('E')], &[]);
}

#[test]
fn rows_of_six_card_fortune_agree_with_every_hand_of_the_deck_one_by_one() {
    check(Regulation::Pa670a, WagerKind::FortuneBonus, &[None], &[]);
    check(Regulation::Pa670a, WagerKind::Insurance, &[None], &[]);
    check(Regulation::Pa670a, WagerKind::Progressive, &[None], &[ReadingId::ROYAL_JOKER_ONLY_ACE]);
}

#[test]
fn rows_of_asia_poker_agree_with_the_deck() {
    use ReadingId as R;
    let (fortune, insurance): (&[_], &[_]) = if full() {
        (&[Some('A'), Some('B'), Some('C'), Some('D')], &[Some('A'), Some('B'), Some('C')])
    } else {
        (&[Some('C')], &[Some('B')])
    };
    check(Regulation::Pa659a, WagerKind::FortuneBonus, fortune, &[R::ROYAL_NATURAL_ONLY]);
    check(Regulation::Pa659a, WagerKind::Insurance, insurance, &[]);
    check(Regulation::Pa659a, WagerKind::Progressive, &[None], &[R::ROYAL_JOKER_ONLY_ACE]);
    check(Regulation::Pa575, WagerKind::Bonus, &[Some('A')], &[R::NINE_HIGH_FLUSH]);
    if full() {
        check(Regulation::Pa659a, WagerKind::FortuneBonus, fortune, &[]);
        check(Regulation::Pa659a, WagerKind::Progressive, &[None], &[]);
        check(Regulation::Pa575, WagerKind::Bonus, &[Some('A'), Some('B'), Some('C')], &[]);
        check(Regulation::Pa575, WagerKind::Bonus, &[Some('B')], &[R::ROYAL_NATURAL_ONLY]);
    }
}

#[test]
fn seven_card_hands_agree_with_counts_published_elsewhere() {
    // Pai Gow Mania, seven-card hand: https://wizardofodds.com/games/pai-gow-poker/appendix/5/
    let published = [
        ("five aces", 1_128),
        ("royal flush", 26_132),
        ("straight flush with joker", 184_832),
        ("four-of-a-kind", 307_472),
        ("full house", 4_188_528),
        ("flush", 6_172_088),
        ("three-of-a-kind", 7_672_500),
        ("straight", 11_034_204),
    ];
    let wager = side(Regulation::Pa575, WagerKind::Bonus);
    let rows: Vec<_> = published.iter().map(|(hand, _)| format!("[{hand:?}, \"1 to 1\"]")).collect();
    let table = WhatIf::read(&format!("rows = [{}]", rows.join(",")), game(Regulation::Pa575), wager).unwrap().table;
    let census = counted(Regulation::Pa575, WagerKind::Bonus, Readings::default());
    assert_eq!(row_counts(wager.1, &census, &table), published.map(|(_, count)| count));
}

/// The four-card, five-card and six-card hands of Crazy 4, counted once for the tests below.
static FIVE_CARD: LazyLock<Census> =
    LazyLock::new(|| counted(Regulation::Pa657a, WagerKind::FiveCardHandBonus, Readings::default()));

fn report(text: Regulation, kind: WagerKind, letter: Option<char>, census: &Census) -> WagerReport {
    let table = game(text).payouts().paytable(kind, letter).unwrap();
    SideWagerTerms::new(game(text), side(text, kind), table, None, Readings::default()).report(game(text), census)
}

#[test]
fn the_edge_of_queens_up_follows_from_the_counts_of_four_card_hands() {
    // Four of five cards: 624 four-of-a-kind, 2,072 straight flushes, 58,656 three-of-a-kind, 114,616 flushes,
    // 101,808 straights, 123,552 two pair, and the pairs of queens, kings and aces that are nothing better.
    let census = counted(Regulation::Pa657a, WagerKind::QueensUp, Readings::default());
    let told = report(Regulation::Pa657a, WagerKind::QueensUp, Some('A'), &census);
    let counts: Vec<u128> = told.rows.iter().map(|row| row.count).collect();
    assert_eq!(counts[..6], [624, 2_072, 58_656, 114_616, 101_808, 123_552]);
    let pays = [50, 30, 9, 4, 3, 2, 1];
    let won: i128 = counts.iter().zip(pays).map(|(&count, pays)| count as i128 * pays).sum();
    let lost = 2_598_960 - counts.iter().sum::<u128>() as i128;
    assert_eq!(told.house_edge.unwrap(), Fraction::new(lost - won, 2_598_960));
    assert_eq!(told.hit_frequency, Fraction::of(counts.iter().sum(), 2_598_960));
}

#[test]
fn a_progressive_has_a_fixed_return_and_meters_in_place_of_an_edge() {
    let told = report(Regulation::Pa657a, WagerKind::FiveCardProgressive, Some('A'), &FIVE_CARD);
    assert!(told.house_edge.is_none() && told.variance.is_none());
    let fixed = 624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9;
    assert_eq!(told.fixed_return, Some(Fraction::new(fixed, 2_598_960)));
    let shares: Vec<_> = told.meters.unwrap().into_iter().map(|row| (row.hand, row.count, row.share)).collect();
    let share = |percent| Fraction::new(percent, 100);
    assert_eq!(shares, [("royal flush".to_owned(), 4, share(100)), ("straight flush".to_owned(), 36, share(10))]);
    let figures = told.progressive.unwrap();
    // Four whole meters and thirty-six tenths of one in 2,598,960 wagers of $1.
    let mean_share = Fraction::new(76, 25_989_600);
    assert_eq!(figures.meters[0].mean_share, mean_share);
    let wanting = Fraction::new(2_598_960 - fixed, 2_598_960) * Fraction::from(100);
    assert_eq!(figures.meters[0].break_even, Some(wanting / mean_share));
    // 21% of each wager, and $10,000 whenever the meter is won whole.
    let long_run = Fraction::new(fixed + 4 * 10_000, 2_598_960) + Fraction::new(21, 100);
    assert_eq!(figures.long_run_return, long_run);
}

#[test]
fn a_progressive_has_an_edge_at_a_given_meter_and_none_at_its_break_even() {
    let kind = WagerKind::FiveCardProgressive;
    let table = game(Regulation::Pa657a).payouts().paytable(kind, Some('A')).unwrap();
    let mut terms =
        SideWagerTerms::new(game(Regulation::Pa657a), side(Regulation::Pa657a, kind), table, None, Readings::default());
    let even = terms.report(game(Regulation::Pa657a), &FIVE_CARD).progressive.unwrap().meters[0].break_even.unwrap();
    for (cents, sign) in [(even.num() / even.den() - 100, 1), (even.num() / even.den() + 100, -1)] {
        terms.standing.insert("meter".to_owned(), Cents(i64::try_from(cents).unwrap()));
        let edge = terms.report(game(Regulation::Pa657a), &FIVE_CARD).house_edge.unwrap();
        assert_eq!(edge.num().signum(), sign, "{edge}");
    }
}

#[test]
fn magic_card_and_lucky_bonus_return_by_the_frequency_of_the_submission() {
    let rules = submission::check(include_str!("../../../submissions/pa-657a-hand-bonus.toml")).rules.unwrap();
    let kind = WagerKind::FiveCardHandBonus;
    let table = rules.paytable(kind).unwrap();
    let terms = SideWagerTerms::new(
        game(Regulation::Pa657a),
        side(Regulation::Pa657a, kind),
        table,
        Some(&rules),
        Readings::default(),
    );
    let told = terms.report(game(Regulation::Pa657a), &FIVE_CARD);
    let returns: Vec<_> = told.draws.iter().map(|draw| (draw.per_draw, draw.returns.unwrap())).collect();
    // One of five cards is the card drawn of 52, at 20 for 1; one place is that drawn of seven, at 5 for 1 (R-25).
    let (magic, lucky) = (Fraction::new(100, 52), Fraction::new(5, 7));
    assert_eq!(returns, [(magic, magic / Fraction::from(10)), (lucky, lucky / Fraction::from(10))]);
    assert_eq!(told.fixed_return, Some(Fraction::new(941_800, 2_598_960)), "apart from the draws");
    // 13% to the meter and 8% to its reserve come back; the reseed of § 657a.12(f)(4) is nothing.
    let long_run = Fraction::new(941_800, 2_598_960) + Fraction::new(21, 100);
    let figures = told.progressive.unwrap();
    assert_eq!(figures.long_run_return, long_run);
    // § 657a.12(f)(2): on the dealer's hand the same rows, and the shares of four royal and 36 straight flushes at
    // $10,000.
    let on_dealer = figures.on_dealer.unwrap();
    assert_eq!(on_dealer.fixed_return, Fraction::new(941_800, 2_598_960));
    assert_eq!(on_dealer.shares_undivided, Fraction::new(4 * 10_000 + 36 * 1_000, 2_598_960));
}

#[test]
fn envy_is_worth_the_sum_of_what_another_hand_earns() {
    let told = report(Regulation::Pa657a, WagerKind::FiveCardProgressive, Some('B'), &FIVE_CARD);
    let [one, five] = told.envy.as_slice() else { panic!("{:?}", told.envy) };
    assert_eq!((one.amount, five.amount), (Cents::dollars(1), Cents::dollars(5)));
    let cents = Fraction::new(4 * 100_000 + 36 * 30_000, 2_598_960);
    assert_eq!(one.cents_per_other_player, cents);
    assert_eq!(five.value_per_other_player, cents / Fraction::from(100), "five times the sum for five times the wager");
}

#[test]
fn the_envy_schedule_below_five_dollars_earns_only_in_the_alternative_of_r_07() {
    let kind = WagerKind::FortuneBonus;
    let census = counted(Regulation::Pa670a, kind, Readings::default());
    let table = game(Regulation::Pa670a).payouts().paytable(kind, None).unwrap();
    for (alternatives, amounts) in [
        (&[][..], vec![Cents::dollars(5)]),
        (&[ReadingId::ENVY_BELOW_FIVE_DOLLARS], [1, 5].map(Cents::dollars).to_vec()),
    ] {
        let terms = SideWagerTerms::new(
            game(Regulation::Pa670a),
            side(Regulation::Pa670a, kind),
            table,
            None,
            readings(alternatives),
        );
        let told = terms.report(game(Regulation::Pa670a), &census);
        assert_eq!(told.envy.iter().map(|envy| envy.amount).collect::<Vec<_>>(), amounts);
    }
}

#[test]
fn a_what_if_table_with_the_rows_of_the_text_has_the_edge_of_the_text() {
    let wager = side(Regulation::Pa657a, WagerKind::SixCardBonus);
    let census = counted(Regulation::Pa657a, WagerKind::SixCardBonus, Readings::default());
    let printed = game(Regulation::Pa657a).payouts().paytable(WagerKind::SixCardBonus, Some('E')).unwrap();
    let rows: Vec<_> = printed.rows.iter().map(|row| format!("[{:?}, {:?}]", row.hand, row.pays)).collect();
    let what_if = WhatIf::read(&format!("rows = [{}]", rows.join(",")), game(Regulation::Pa657a), wager).unwrap();
    let edge = |table| {
        SideWagerTerms::new(game(Regulation::Pa657a), wager, table, None, Readings::default())
            .report(game(Regulation::Pa657a), &census)
            .house_edge
    };
    assert_eq!(edge(&what_if.table), edge(printed));
}

#[test]
fn a_what_if_table_that_cannot_be_is_refused() {
    let read =
        |kind, toml: &str| WhatIf::read(toml, game(Regulation::Pa657a), side(Regulation::Pa657a, kind)).unwrap_err();
    let queens = |toml: &str| read(WagerKind::QueensUp, toml);
    assert!(matches!(queens(""), WhatIfError::Unreadable(_)));
    assert!(matches!(queens("rows = [[\"flush\"]]"), WhatIfError::Unreadable(_)));
    assert_eq!(queens("rows = []"), WhatIfError::NoRows);
    assert!(matches!(queens(r#"rows = [["full house", "5 to 1"]]"#), WhatIfError::UnknownHand { .. }));
    assert!(matches!(queens(r#"rows = [["flush", "5 to 1"], ["flush", "4 to 1"]]"#), WhatIfError::Twice(_)));
    for pays in ["five", "-1 to 1", "1 to 0", "1 to 3", "$5", ""] {
        let toml = format!("rows = [[\"flush\", \"{pays}\"]]");
        assert_eq!(queens(&toml), WhatIfError::Payout(pays.to_owned()));
    }
    assert!(
        WhatIf::read(
            r#"rows = [["flush", "1,000,000 to 1"]]"#,
            game(Regulation::Pa657a),
            side(Regulation::Pa657a, WagerKind::QueensUp)
        )
        .is_ok()
    );
    assert!(matches!(queens(r#"rows = [["flush", "1,000,001 to 1"]]"#), WhatIfError::TooMuch(_)));
    assert!(matches!(queens(r#"rows = [["flush", "10% of meter"]]"#), WhatIfError::NoMeter { .. }));
    let five = |toml: &str| read(WagerKind::FiveCardProgressive, toml);
    assert!(matches!(five("like = \"B\"\nrows = [[\"flush\", \"10% minor jackpot\"]]"), WhatIfError::NoMeter { .. }));
    assert!(matches!(five("like = \"E\"\nrows = [[\"flush\", \"9 for 1\"]]"), WhatIfError::NoLetter { .. }));
}
