//! Which wagers a text has, who decides whether they are offered, and when they are placed.

use croupier_rules::games::crazy_4::{SuperBonus, super_bonus};
use croupier_rules::{
    Amount, Cents, Choices, PlacedWhen, ReadingId, Readings, Regulation, WagerKind, WagerOffer, WagerSpec, game,
};

fn wager(text: Regulation, kind: WagerKind) -> &'static WagerSpec {
    game(text).wagers().iter().find(|spec| spec.kind == kind).expect("a wager of the text")
}

/// Clause, text, wager, when it is placed, whether the operator has a choice, how its amount is set.
#[test]
fn each_text_has_its_wagers_and_no_others() {
    use {Amount::*, PlacedWhen::*, WagerKind::*, WagerOffer::*};
    let rows = [
        ("659a.7(d)", Regulation::Pa659a, Main, ToTakePart, Always, WithinLimits),
        ("659a.7(e)(1)", Regulation::Pa659a, FortuneBonus, Beside, IfSubmitted, WithinLimits),
        ("659a.7(e)(2)", Regulation::Pa659a, Insurance, Beside, IfSubmitted, WithinLimits),
        ("659a.7(e)(3)", Regulation::Pa659a, Progressive, Beside, IfSubmitted, Fixed),
        ("MA 7(a)", Regulation::MaAsia, Main, ToTakePart, Always, WithinLimits),
        ("575.7(d)", Regulation::Pa575, Main, ToTakePart, Always, WithinLimits),
        ("575.7(e)", Regulation::Pa575, Bonus, Beside, IfSubmitted, WithinLimits),
        ("670a.7(d)", Regulation::Pa670a, Main, ToTakePart, Always, WithinLimits),
        ("670a.7(e)(1)", Regulation::Pa670a, DoubleDown, AfterSeeingCards, IfSubmitted, EqualToMain),
        ("670a.7(e)(2)", Regulation::Pa670a, FortuneBonus, Beside, IfSubmitted, WithinLimits),
        ("670a.7(e)(3)", Regulation::Pa670a, Insurance, Beside, IfSubmitted, WithinLimits),
        ("670a.7(e)(4)", Regulation::Pa670a, Progressive, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(1)", Regulation::Pa657a, Main, ToTakePart, Always, WithinLimits),
        ("657a.7(d)(1)", Regulation::Pa657a, SuperBonus, ToTakePart, Always, EqualToMain),
        ("657a.7(d)(2)", Regulation::Pa657a, QueensUp, Beside, Always, WithinLimits),
        ("657a.7(d)(3)", Regulation::Pa657a, FourCardProgressive, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(4)", Regulation::Pa657a, FiveCardProgressive, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(5)", Regulation::Pa657a, FiveCardHandBonus, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(6)", Regulation::Pa657a, SixCardBonus, Beside, IfSubmitted, WithinLimits),
    ];
    for (clause, text, kind, placed, offered, amount) in rows {
        let spec = wager(text, kind);
        let found = (spec.clause.citation(), spec.placed, spec.offered, spec.amount);
        assert_eq!(found, (clause, placed, offered, amount), "{text} {kind}");
    }
    let count: usize = Regulation::ALL.iter().map(|&text| game(text).wagers().len()).sum();
    assert_eq!(count, rows.len());
}

/// § 657a.1 "Queens Up Wager" calls it required; § 657a.7(d)(2) lets the player choose: it must be offered.
#[test]
fn queens_up_is_always_offered_and_never_required_of_a_player() {
    let spec = wager(Regulation::Pa657a, WagerKind::QueensUp);
    assert_eq!((spec.offered, spec.placed), (WagerOffer::Always, PlacedWhen::Beside));
}

/// § 657a.1 "Hand": the best four of five cards; § 657a.11(c)(2) forms it for player and dealer alike.
#[test]
fn a_crazy_4_hand_is_four_of_the_five_cards_dealt() {
    let crazy_4 = game(Regulation::Pa657a);
    assert_eq!((crazy_4.cards_dealt(), crazy_4.shape(), crazy_4.deck().len()), (5, None, 52));
    assert_eq!(crazy_4.ranking(&Default::default()).size, 4);
}

/// §§ 659a.3(a), 575.3(a), 670a.3(a), MA 2(a): one joker; § 657a.3(a): none.
#[test]
fn the_deck_has_one_joker_where_the_text_says_so() {
    for (clause, text, cards) in [
        ("659a.3(a)", Regulation::Pa659a, 53),
        ("575.3(a)", Regulation::Pa575, 53),
        ("670a.3(a)", Regulation::Pa670a, 53),
        ("MA 2(a)", Regulation::MaAsia, 53),
        ("657a.3(a)", Regulation::Pa657a, 52),
    ] {
        let game = game(text);
        assert_eq!((game.deck().len(), game.deck_clause().citation()), (cards, clause));
        assert_eq!(game.deck().has_joker(), cards == 53);
    }
}

/// § 659a.1 "Qualifying Wager", § 670a.1 "Qualifying Fortune Bonus Wager": $5, and reading R-07 for less.
#[test]
fn a_fortune_bonus_wager_earns_envy_from_five_dollars() {
    let earned = |text: Regulation, letter, cents, readings| {
        let payouts = game(text).payouts();
        payouts.envy_earned(WagerKind::FortuneBonus, letter, Cents(cents), readings).map(|envy| envy.amount.0 / 100)
    };
    let switched = Readings::default().choose(ReadingId::ENVY_BELOW_FIVE_DOLLARS).expect("a switch");
    for (text, letter) in [(Regulation::Pa659a, Some('A')), (Regulation::Pa670a, None)] {
        assert_eq!(earned(text, letter, 499, Readings::default()), None, "{text}");
        assert_eq!(earned(text, letter, 500, Readings::default()), Some(5), "{text}");
        assert_eq!(earned(text, letter, 2500, Readings::default()), Some(5), "{text}");
    }
    assert_eq!(earned(Regulation::Pa670a, None, 100, switched), Some(1));
    assert_eq!(earned(Regulation::Pa670a, None, 499, switched), Some(1));
    assert_eq!(earned(Regulation::Pa670a, None, 99, switched), None);
    assert_eq!(earned(Regulation::Pa659a, Some('A'), 499, switched), None, "659a prints no schedule below $5");
}

/// Reading R-28, on 670a.12(d)(4), 657a.12(d)(5) and 657a.12(e)(5): the highest printed schedule not above the wager.
#[test]
fn a_progressive_wager_earns_the_highest_schedule_not_above_it() {
    for (text, wager, letter) in [
        (Regulation::Pa670a, WagerKind::Progressive, None),
        (Regulation::Pa657a, WagerKind::FourCardProgressive, Some('B')),
        (Regulation::Pa657a, WagerKind::FiveCardProgressive, Some('D')),
    ] {
        for (cents, schedule) in [(99, None), (100, Some(1)), (499, Some(1)), (500, Some(5)), (2500, Some(5))] {
            let found = game(text).payouts().envy_earned(wager, letter, Cents(cents), Readings::default());
            assert_eq!(found.map(|envy| envy.amount.0 / 100), schedule, "{text} {wager} {cents}");
        }
    }
}

/// Readings, on 657a.11(c)(3)(ii)(A), 657a.11(c)(3)(i) and 657a.2(b)(7)(iv).
#[test]
fn the_super_bonus_is_paid_from_a_straight_returned_to_a_winner_and_lost_by_a_loser() {
    let switched = Readings::default().choose(ReadingId::SUPER_BONUS_WHEN_BEHIND).expect("a switch");
    let inscription = Choices { readings: switched, ..Choices::default() };
    let ranking = game(Regulation::Pa657a).ranking(&Choices::default());
    let king = "Ks Qd 9h 7c 2d";
    let no_king = "Qs Jd 9h 7h 2d";
    for (clause, player, dealer, fate, otherwise) in [
        ("657a.11(c)(3)(ii)(A)", "5s 4d 3h 2c 9d", "Ks Kd Kh 7c 2s", SuperBonus::Paid, SuperBonus::Paid),
        ("657a.11(c)(3)(ii)(A)", "Ts 9d 7h 3c 2h", king, SuperBonus::Lost, SuperBonus::Lost),
        ("657a.11(c)(3)(ii)(B)", "As 9d 7h 3c 2h", king, SuperBonus::Returned, SuperBonus::Returned),
        ("657a.11(c)(3)(ii)(C)", "Kd Qs 9c 7d 3h", king, SuperBonus::Returned, SuperBonus::Returned),
        ("657a.11(c)(3)(i)", "As 9d 7s 3c 2h", no_king, SuperBonus::Returned, SuperBonus::Returned),
        ("657a.11(c)(3)(i)", "Ts 9d 7s 3c 2h", no_king, SuperBonus::Returned, SuperBonus::Lost),
        ("657a.11(c)(3)(i)", "5s 4d 3h 2c 9d", no_king, SuperBonus::Paid, SuperBonus::Paid),
    ] {
        let best = |cards: &str| ranking.best(cards.parse().expect("cards"));
        let (player, dealer) = (best(player), best(dealer));
        let (found, cited) = super_bonus(&Choices::default(), player, dealer);
        assert_eq!((found, cited.citation()), (fate, clause));
        assert_eq!(super_bonus(&inscription, player, dealer).0, otherwise, "{clause}");
    }
}
