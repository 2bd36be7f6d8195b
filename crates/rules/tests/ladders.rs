//! The bonus hands, clause by clause: each ladder's rungs by name, and the hands just beside them.

use croupier_rules::{CardSet, Choices, RankMethod, ReadingId, Readings, Regulation, game};

fn label(text: Regulation, kind: &str, cards: &str, readings: Readings) -> Option<&'static str> {
    let kind = game(text).kinds().iter().find(|known| known.name == kind).expect("a kind of the text");
    let RankMethod::Ladder(ladder) = kind.ranked else { panic!("{} is no ladder", kind.name) };
    let cards: CardSet = cards.parse().expect("cards");
    assert_eq!(cards.len(), kind.cards, "{cards}");
    ladder.rung(cards, readings).map(|rung| rung.label)
}

fn check(text: Regulation, kind: &str, rows: &[(&str, &str, &str)]) {
    for (clause, cards, wanted) in rows {
        let found = label(text, kind, cards, Readings::default());
        assert_eq!(found.unwrap_or("nothing"), *wanted, "{cards} under {clause}");
    }
}

fn alternative(id: ReadingId) -> Readings {
    Readings::default().choose(id).expect("a switch")
}

#[test]
fn the_fortune_bonus_of_659a_pays_its_rungs() {
    check(
        Regulation::Pa659a,
        "fortune-bonus",
        &[
            ("659a.6(d)(1)", "9s 8s 7s 6s 5s 4s 3s", "seven-card straight flush"),
            ("659a.6(d)(1)", "As 2s 3s 4s 5s 6s 7s", "seven-card straight flush"),
            ("659a.6(d)(2)", "As Ks Qs Js Ts Kd Qd", "royal flush and royal match"),
            ("659a.6(d)(2)", "Jk Ks Qs Js Ts Kd Qd", "royal flush and royal match"),
            ("659a.6(d)(2)", "As Ks Qs Js Ts Kd Qh", "royal flush"),
            ("659a.6(d)(2)", "As Ks Qs Js Ts Kd Jk", "royal flush"),
            ("659a.6(d)(3)", "9s 8s 7s 6s 5s 4s Jk", "seven-card straight flush with joker"),
            ("659a.6(d)(4)", "As Ad Ah Ac Jk 3d 2s", "five aces"),
            ("659a.6(d)(5)", "As Ks Qs Js Ts 3d 2h", "royal flush"),
            ("659a.6(d)(5)", "As Ks Jk Js Ts 3d 2h", "royal flush"),
            ("659a.6(d)(6)", "Ks Qs Js Ts 9s 3d 2h", "straight flush"),
            ("659a.6(d)(6)", "As 2s 3s 4s Jk 9d Kh", "straight flush"),
            ("659a.6(d)(7)", "As Ad Ah Jk 9c 3d 2s", "four-of-a-kind"),
            ("659a.6(d)(8)", "9s 9d 9h 4c 4d 3d 2s", "full house"),
            ("659a.6(d)(8)", "As Jk Kh Kc Kd 3d 2s", "full house"),
            ("659a.6(d)(9)", "Ks 9s 7s 4s 2s 3d 2h", "flush"),
            ("659a.6(d)(9)", "Ks 9s 7s 4s Jk 3d 2h", "flush"),
            ("659a.6(d)(10)", "9s 8d 7h 6c 5s 5d 5h", "three-of-a-kind"),
            ("659a.6(d)(11)", "9s 8d 7h 6c 5s 2d 2h", "straight"),
            ("659a.6(d)(11)", "As 2d 3h 4c 5s 9d 9h", "straight"),
            ("659a.7(e)(1)", "As Jk Kh Kc Qs Qd 2h", "three pair"),
            ("659a.7(e)(1)", "As Ad Kh Kc Qs Jd 2h", "nothing"),
        ],
    );
}

#[test]
fn the_progressive_of_659a_pays_its_rungs() {
    check(
        Regulation::Pa659a,
        "progressive",
        &[
            ("659a.6(e)(1)", "9s 8s 7s 6s 5s 4s Jk", "seven-card straight flush"),
            ("659a.6(e)(1)", "9s 8s 7s 6s 5s 4s 3s", "seven-card straight flush"),
            ("659a.6(e)(2)", "As Ad Ah Ac Jk 3d 2s", "five aces"),
            ("659a.6(e)(3)", "As Ks Qs Js Ts Kd Qd", "royal flush"),
            ("659a.6(e)(3)", "Jk Ks Qs Js Ts 3d 2h", "royal flush"),
            ("659a.6(e)(4)", "Ks Qs Js Ts 9s 3d 2h", "straight flush"),
            ("659a.6(e)(5)", "9s 9d 9h 9c 4d 3d 2s", "four-of-a-kind"),
            ("659a.6(e)(6)", "9s 9d 9h 4c 4d 3d 2s", "full house"),
            ("659a.7(e)(3)", "Ks 9s 7s 4s 2s 3d 2h", "nothing"),
        ],
    );
}

#[test]
fn insurance_pays_the_hand_that_is_worth_nothing() {
    check(
        Regulation::Pa659a,
        "insurance",
        &[
            ("659a.12(c)", "9s 8d 7h 6c 4s 3d 2h", "9-high"),
            ("659a.12(c)", "Ts 8d 7h 6c 4s 3d 2h", "10-high"),
            ("659a.12(c)", "Js 8d 7h 6c 4s 3d 2h", "jack-high"),
            ("659a.12(c)", "Qs 8d 7h 6c 4s 3d 2h", "queen-high"),
            ("659a.12(c)", "Ks 8d 7h 6c 4s 3d 2h", "king-high"),
            ("659a.12(c)", "As 9d 8h 6c 4s 3d 2h", "ace-high"),
            ("659a.7(e)(2)", "9s 9d 7h 6c 4s 3d 2h", "nothing"),
            // Reading R-31: straights and flushes lose too; a joker without an ace is ace-high.
            ("659a.7(e)(2)", "9s 8d 7h 6c 5s 3d 2h", "nothing"),
            ("659a.7(e)(2)", "Ks 9s 7s 4s 2s Qd 3h", "nothing"),
            ("659a.7(e)(2)", "Ks Td 8h 6c 4s 2d Jk", "ace-high"),
            ("659a.7(e)(2)", "As Td 8h 6c 4s 2d Jk", "nothing"),
        ],
    );
    check(
        Regulation::Pa670a,
        "insurance",
        &[
            ("670a.12(c)", "8s 7d 6h 5c 3s 2d", "eight-high"),
            ("670a.12(c)", "9s 7d 6h 5c 3s 2d", "nine-high"),
            ("670a.12(c)", "Ts 7d 6h 5c 3s 2d", "ten-high"),
            ("670a.12(c)", "Js 7d 6h 5c 3s 2d", "jack-high"),
            ("670a.12(c)", "Qs 7d 6h 5c 3s 2d", "queen-high"),
            ("670a.12(c)", "Ks 7d 6h 5c 3s 2d", "king-high"),
            ("670a.7(e)(3)", "As 9d 7h 5c 3s 2d", "nothing"),
            ("670a.7(e)(3)", "Ks Kd 7h 5c 3s 2d", "nothing"),
            ("670a.7(e)(3)", "Ks 9d 7h 5c 3s Jk", "nothing"),
        ],
    );
}

#[test]
fn the_bonus_of_575_pays_its_rungs() {
    check(
        Regulation::Pa575,
        "bonus",
        &[
            ("575.6(d)(1)", "8s 8d 8h 8c Ks Kd Kh", "three-of-a-kind and four 8s"),
            // Reading R-21: the joker makes three aces of two.
            ("575.6(d)(1)", "8s 8d 8h 8c As Ad Jk", "three-of-a-kind and four 8s"),
            ("575.6(d)(1)", "8s 8d 8h 8c Ks Kd Jk", "four-of-a-kind"),
            ("575.6(d)(1)", "7s 7d 7h 7c Ks Kd Kh", "four-of-a-kind"),
            ("575.6(d)(2)", "As Ad Ah Ac Jk 3d 2s", "five aces"),
            ("575.6(d)(3)", "As Ks Qs Js Ts 3d 2h", "royal flush"),
            ("575.6(d)(4)", "Ks Qs Js Ts 9s 3d 2h", "natural straight flush"),
            ("575.6(d)(4)", "As 2s 3s 4s 5s 9d Kh", "natural straight flush"),
            ("575.6(d)(5)", "Ks Qs Js 9s Jk 3d 2h", "straight flush with joker"),
            ("575.6(d)(6)", "As Ad Ah Jk 9c 3d 2s", "four-of-a-kind"),
            ("575.6(d)(7)", "9s 8d 7h 6c 4s 3d 2h", "9-high"),
            ("575.6(d)(7)", "9s 8d 7h 5c 4s 3d 2h", "9-high"),
            // Reading R-32: the rows printed below 9-high pay too, and 10-high does not.
            ("575.7(e)", "Ts 8d 7h 5c 4s 3d 2h", "nothing"),
            ("575.6(d)(8)", "9s 9d 9h 4c 4d 3d 2s", "full house"),
            ("575.6(d)(9)", "Ks 9s 7s 4s 2s 3d 2h", "flush"),
            ("575.6(d)(10)", "9s 8d 7h 6c 5s 5d 5h", "three-of-a-kind"),
            ("575.6(d)(11)", "9s 8d 7h 6c 5s 2d 2h", "straight"),
        ],
    );
}

#[test]
fn the_five_cards_of_657a_pay_their_rungs() {
    check(
        Regulation::Pa657a,
        "five",
        &[
            ("657a.6(d)(1)", "As Ks Qs Js Ts", "royal flush"),
            ("657a.6(d)(2)", "Ks Qs Js Ts 9s", "straight flush"),
            ("657a.6(d)(2)", "As 2s 3s 4s 5s", "straight flush"),
            ("657a.6(d)(3)", "9s 9d 9h 9c 2s", "four-of-a-kind"),
            ("657a.6(d)(4)", "9s 9d 9h 2c 2s", "full house"),
            ("657a.6(d)(5)", "Ks 9s 7s 4s 2s", "flush"),
            ("657a.6(d)(6)", "9s 8d 7h 6c 5s", "straight"),
            ("657a.6(d)(7)", "9s 9d 9h 3c 2s", "three-of-a-kind"),
            ("657a.6(d)(7)", "9s 9d 3h 3c 2s", "nothing"),
        ],
    );
}

#[test]
fn the_six_card_bonus_of_657a_pays_its_rungs() {
    check(
        Regulation::Pa657a,
        "six-card-bonus",
        &[
            ("657a.6(e)(1)", "As Ks Qs Js Ts 9s", "six-card royal flush"),
            ("657a.6(e)(2)", "As Ks Qs Js Ts 9d", "royal flush"),
            ("657a.6(e)(3)", "Ks Qs Js Ts 9s 8s", "straight flush"),
            ("657a.6(e)(4)", "9s 9d 9h 9c 2s 2d", "four-of-a-kind"),
            ("657a.6(e)(5)", "9s 9d 9h 2c 2s 3d", "full house"),
            ("657a.6(e)(6)", "Ks 9s 7s 4s 2s Kd", "flush"),
            ("657a.6(e)(7)", "9s 8d 7h 6c 5s 5d", "straight"),
            ("657a.6(e)(8)", "9s 9d 9h 3c 2s Kd", "three-of-a-kind"),
            ("657a.7(d)(6)", "9s 9d 3h 3c 2s 2d", "nothing"),
        ],
    );
}

#[test]
fn queens_up_pays_from_a_pair_of_queens() {
    check(
        Regulation::Pa657a,
        "queens-up",
        &[
            ("657a.12(c)", "Qs Qd 9h 3c 2s", "pair of queens or better"),
            ("657a.12(c)", "Js Jd 9h 3c 2s", "nothing"),
            ("657a.12(c)", "3s 3d 2h 2c Ks", "two pair"),
            ("657a.12(b)", "As Ad Ah Ac Ks", "four aces"),
            ("657a.6(b)(1)", "Ks Kd Kh Kc As", "four-of-a-kind"),
            ("657a.6(b)(3)", "Ks Kd Kh 2c 2s", "three-of-a-kind"),
        ],
    );
}

/// Reading R-22, on 575.6(d)(3) and 659a.6(d)(5): a royal flush with the joker, or natural only.
#[test]
fn a_royal_flush_with_the_joker_pays_as_one_unless_only_natural_ones_do() {
    let joker = "As Ks Jk Js Ts 3d 2h";
    assert_eq!(label(Regulation::Pa575, "bonus", joker, Readings::default()), Some("royal flush"));
    assert_eq!(label(Regulation::Pa659a, "fortune-bonus", joker, Readings::default()), Some("royal flush"));
    let natural_only = alternative(ReadingId::ROYAL_NATURAL_ONLY);
    assert_eq!(label(Regulation::Pa575, "bonus", joker, natural_only), Some("straight flush with joker"));
    assert_eq!(label(Regulation::Pa659a, "fortune-bonus", joker, natural_only), Some("straight flush"));
    // The Royal Match says "with or without a joker" of itself: 659a.6(d)(2).
    let matched = "Jk Ks Qs Js Ts Kd Qd";
    assert_eq!(label(Regulation::Pa659a, "fortune-bonus", matched, natural_only), Some("royal flush and royal match"));
}

/// Reading R-20, on 659a.6(e)(3) and 670a.6(b)(2): the joker as any card of a royal flush, or only as its ace.
#[test]
fn the_joker_is_any_card_of_a_royal_flush_unless_it_may_only_be_the_ace() {
    let only_ace = alternative(ReadingId::ROYAL_JOKER_ONLY_ACE);
    for (cards, otherwise) in [("Jk Ks Qs Js Ts 3d 2h", "royal flush"), ("As Ks Jk Js Ts 3d 2h", "straight flush")] {
        assert_eq!(
            label(Regulation::Pa659a, "progressive", cards, Readings::default()),
            Some("royal flush"),
            "{cards}"
        );
        assert_eq!(label(Regulation::Pa659a, "progressive", cards, only_ace), Some(otherwise), "{cards}");
    }
    let six_card = game(Regulation::Pa670a);
    let category = |choices: &Choices, cards: &str| {
        let ranking = six_card.ranking(choices);
        ranking.category(ranking.rank(cards.parse().expect("cards"))).name()
    };
    let switched = Choices { readings: only_ace, ..Choices::default() };
    assert_eq!(category(&Choices::default(), "As Ks Jk Js Ts"), "royal flush");
    assert_eq!(category(&switched, "As Ks Jk Js Ts"), "straight flush");
    assert_eq!(category(&switched, "Jk Ks Qs Js Ts"), "royal flush");
}

/// Reading R-23, on 575.6(d)(7): a 9-high that is also a flush.
#[test]
fn a_nine_high_that_is_a_flush_pays_as_nine_high_unless_switched() {
    let both = "9s 8s 7s 6s 4s 3d 2h";
    assert_eq!(label(Regulation::Pa575, "bonus", both, Readings::default()), Some("9-high"));
    assert_eq!(label(Regulation::Pa575, "bonus", both, alternative(ReadingId::NINE_HIGH_FLUSH)), Some("flush"));
    let plain = "9s 8s 7s 6s 4h 3d 2h";
    assert_eq!(label(Regulation::Pa575, "bonus", plain, alternative(ReadingId::NINE_HIGH_FLUSH)), Some("9-high"));
}

/// Reading R-34: five-card wheels, up to A-2-3-4-5-6-7, are sequences in every ladder (659a.6(d)(1), 657a.6(d)(2),
/// 575.6(d)(11)).
#[test]
fn a_sequence_may_begin_with_an_ace_in_every_ladder() {
    check(
        Regulation::Pa659a,
        "fortune-bonus",
        &[("659a.6(d)(1)", "As 2s 3s 4s 5s 6s 7s", "seven-card straight flush")],
    );
    check(Regulation::Pa657a, "five", &[("657a.6(d)(6)", "As 2d 3h 4c 5s", "straight")]);
    check(Regulation::Pa657a, "six-card-bonus", &[("657a.6(e)(3)", "As 2s 3s 4s 5s 9d", "straight flush")]);
    check(Regulation::Pa575, "bonus", &[("575.6(d)(11)", "As 2d 3h 4c 5s 9d Kh", "straight")]);
}
