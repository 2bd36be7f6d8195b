//! Which wagers a text has, who decides whether they are offered, and when they are placed.

use croupier_rules::{Amount, Offered, Placed, Text, WagerKind, WagerSpec, game};

fn wager(text: Text, kind: WagerKind) -> &'static WagerSpec {
    game(text).wagers().iter().find(|spec| spec.kind == kind).expect("a wager of the text")
}

/// Clause, text, wager, when it is placed, whether the operator has a choice, how its amount is set.
#[test]
fn each_text_has_its_wagers_and_no_others() {
    use {Amount::*, Offered::*, Placed::*, WagerKind::*};
    let rows = [
        ("659a.7(d)", Text::Pa659a, Main, ToTakePart, Always, WithinLimits),
        ("659a.7(e)(1)", Text::Pa659a, FortuneBonus, Beside, IfSubmitted, WithinLimits),
        ("659a.7(e)(2)", Text::Pa659a, Insurance, Beside, IfSubmitted, WithinLimits),
        ("659a.7(e)(3)", Text::Pa659a, Progressive, Beside, IfSubmitted, Fixed),
        ("MA 7(a)", Text::MaAsia, Main, ToTakePart, Always, WithinLimits),
        ("575.7(d)", Text::Pa575, Main, ToTakePart, Always, WithinLimits),
        ("575.7(e)", Text::Pa575, Bonus, Beside, IfSubmitted, WithinLimits),
        ("670a.7(d)", Text::Pa670a, Main, ToTakePart, Always, WithinLimits),
        ("670a.7(e)(1)", Text::Pa670a, DoubleDown, AfterSeeingCards, IfSubmitted, EqualToMain),
        ("670a.7(e)(2)", Text::Pa670a, FortuneBonus, Beside, IfSubmitted, WithinLimits),
        ("670a.7(e)(3)", Text::Pa670a, Insurance, Beside, IfSubmitted, WithinLimits),
        ("670a.7(e)(4)", Text::Pa670a, Progressive, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(1)", Text::Pa657a, Main, ToTakePart, Always, WithinLimits),
        ("657a.7(d)(1)", Text::Pa657a, SuperBonus, ToTakePart, Always, EqualToMain),
        ("657a.7(d)(2)", Text::Pa657a, QueensUp, Beside, Always, WithinLimits),
        ("657a.7(d)(3)", Text::Pa657a, FourCardProgressive, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(4)", Text::Pa657a, FiveCardProgressive, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(5)", Text::Pa657a, FiveCardHandBonus, Beside, IfSubmitted, Fixed),
        ("657a.7(d)(6)", Text::Pa657a, SixCardBonus, Beside, IfSubmitted, WithinLimits),
    ];
    for (clause, text, kind, placed, offered, amount) in rows {
        let spec = wager(text, kind);
        let found = (spec.clause.citation(), spec.placed, spec.offered, spec.amount);
        assert_eq!(found, (clause, placed, offered, amount), "{text} {kind}");
    }
    let count: usize = Text::ALL.iter().map(|&text| game(text).wagers().len()).sum();
    assert_eq!(count, rows.len());
}

/// § 657a.1 "Queens Up Wager" calls it required; § 657a.7(d)(2) lets the player choose: it must be offered.
#[test]
fn queens_up_is_always_offered_and_never_required_of_a_player() {
    let spec = wager(Text::Pa657a, WagerKind::QueensUp);
    assert_eq!((spec.offered, spec.placed), (Offered::Always, Placed::Beside));
}

/// § 657a.1 "Hand": the best four of five cards; § 657a.11(c)(2) forms it for player and dealer alike.
#[test]
fn a_crazy_4_hand_is_four_of_the_five_cards_dealt() {
    let crazy_4 = game(Text::Pa657a);
    assert_eq!((crazy_4.cards_dealt(), crazy_4.shape(), crazy_4.deck().len()), (5, None, 52));
    assert_eq!(crazy_4.ranking(&Default::default()).size, 4);
}

/// §§ 659a.3(a), 575.3(a), 670a.3(a), MA 2(a): one joker; § 657a.3(a): none.
#[test]
fn the_deck_has_one_joker_where_the_text_says_so() {
    for (clause, text, cards) in [
        ("659a.3(a)", Text::Pa659a, 53),
        ("575.3(a)", Text::Pa575, 53),
        ("670a.3(a)", Text::Pa670a, 53),
        ("MA 2(a)", Text::MaAsia, 53),
        ("657a.3(a)", Text::Pa657a, 52),
    ] {
        let game = game(text);
        assert_eq!((game.deck().len(), game.deck_clause().citation()), (cards, clause));
        assert_eq!(game.deck().has_joker(), cards == 53);
    }
}
