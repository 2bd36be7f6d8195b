//! The order of hands, clause by clause: each list of § .6(b) from the top down, and what tells equals apart.

use croupier_rules::{CardSet, Choices, HandRank, RankMethod, Regulation, game};

fn rank(text: Regulation, choices: &Choices, kind: &str, cards: &str) -> (HandRank, &'static str) {
    let game = game(text);
    let kind = game.kinds().iter().find(|known| known.name == kind).expect("a kind of the text");
    let ranking = game.ranking(choices);
    let cards: CardSet = cards.parse().expect("cards");
    assert_eq!(cards.len(), kind.cards, "{cards} as {}", kind.name);
    let rank = match kind.ranked {
        RankMethod::AsHeld => ranking.rank(cards),
        RankMethod::BestOf => ranking.best(cards),
        RankMethod::Ladder(_) => panic!("{} is a ladder", kind.name),
    };
    (rank, ranking.category(rank).name())
}

/// Checks that hands fall strictly in rank from row to row and are called what the row says.
fn check_falling(text: Regulation, kind: &str, rows: &[(&str, &str, &str)]) {
    check_falling_with(text, &Choices::default(), kind, rows);
}

fn check_falling_with(text: Regulation, choices: &Choices, kind: &str, rows: &[(&str, &str, &str)]) {
    let mut above = None;
    for (clause, cards, category) in rows {
        let (rank, called) = rank(text, choices, kind, cards);
        assert_eq!(called, *category, "{cards} under {clause}");
        if let Some((higher, cards_above)) = above {
            assert!(rank < higher, "{cards_above} must rank above {cards} under {clause}");
        }
        above = Some((rank, cards));
    }
}

fn check_equal(text: Regulation, kind: &str, clause: &str, one: &str, other: &str) {
    let choices = Choices::default();
    assert_eq!(rank(text, &choices, kind, one), rank(text, &choices, kind, other), "{one} and {other} under {clause}");
}

fn option(text: Regulation, name: &str) -> Choices {
    game(text).choose_option(Choices::default(), name, "lowest").expect("an option of the text")
}

#[test]
fn high_hands_of_659a_rank_in_the_order_of_its_list() {
    check_falling(
        Regulation::Pa659a,
        "high",
        &[
            ("659a.6(b)(1)", "As Ad Ah Ac", "four aces"),
            ("659a.6(b)(2)", "As Ks Qs Js", "straight flush"),
            ("659a.6(b)(2)", "As 2s 3s 4s", "straight flush"),
            ("659a.6(b)(2)", "Ks Qs Js Ts", "straight flush"),
            ("659a.6(b)(2)", "2s 3s 4s 5s", "straight flush"),
            ("659a.6(b)(3)", "Ks Kd Kh Kc", "four-of-a-kind"),
            ("659a.6(b)(3)", "2s 2d 2h 2c", "four-of-a-kind"),
            ("659a.6(b)(4)", "As Ks Qs Ts", "flush"),
            ("659a.6(b)(4)", "2s 3s 4s 6s", "flush"),
            ("659a.6(b)(5)", "As Ks Qs Jd", "straight"),
            ("659a.6(b)(5)", "As 2s 3s 4d", "straight"),
            ("659a.6(b)(5)", "Ks Qs Js Td", "straight"),
            ("659a.6(b)(5)", "2s 3s 4s 5d", "straight"),
            ("659a.6(b)(6)", "As Ad Ah Kc", "three-of-a-kind"),
            ("659a.6(b)(6)", "2s 2d 2h 3c", "three-of-a-kind"),
            ("659a.6(b)(7)", "As Ad Kh Kc", "two pair"),
            ("659a.6(b)(7)", "3s 3d 2h 2c", "two pair"),
            ("659a.6(b)(8)", "As Ad Kh Qc", "pair"),
            ("659a.6(b)(8)", "2s 2d 4h 3c", "pair"),
            ("659a.6(c)", "As Kd Qh Tc", "high card"),
            ("659a.6(c)", "As Kd Qh 9c", "high card"),
            ("659a.6(c)", "2s 3d 4h 6c", "high card"),
        ],
    );
    // Reading R-01: the joker ranks as an ace by § 659a.6(a).
    check_equal(Regulation::Pa659a, "high", "659a.6(b)(1)", "As Ad Ah Jk", "As Ad Ah Ac");
}

#[test]
fn high_hands_of_575_rank_in_the_order_of_its_list() {
    check_falling(
        Regulation::Pa575,
        "high",
        &[
            ("575.6(b)(1)", "As Ad Ah Jk", "four aces"),
            ("575.6(b)(2)", "As Ks Qs Js", "royal flush"),
            ("575.6(b)(3)", "As 2s 3s 4s", "straight flush"),
            ("575.6(b)(3)", "Ks Qs Js Ts", "straight flush"),
            ("575.6(b)(3)", "2s 3s 4s 5s", "straight flush"),
            ("575.6(b)(4)", "Ks Kd Kh Kc", "four-of-a-kind"),
            ("575.6(b)(4)", "2s 2d 2h 2c", "four-of-a-kind"),
            ("575.6(b)(5)", "As Ks Qs Ts", "flush"),
            ("575.6(b)(6)", "As Ks Qs Jd", "straight"),
            ("575.6(b)(6)", "As 2s 3s 4d", "straight"),
            ("575.6(b)(6)", "Ks Qs Js Td", "straight"),
            ("575.6(b)(6)", "2s 3s 4s 5d", "straight"),
            ("575.6(b)(7)", "As Ad Ah Kc", "three-of-a-kind"),
            ("575.6(b)(7)", "2s 2d 2h 3c", "three-of-a-kind"),
            ("575.6(b)(8)", "As Ad Kh Kc", "two pair"),
            ("575.6(b)(8)", "3s 3d 2h 2c", "two pair"),
            ("575.6(b)(9)", "As Ad Kh Qc", "pair"),
            ("575.6(b)(9)", "2s 2d 4h 3c", "pair"),
            ("575.6(c)", "As Kd Qh Tc", "high card"),
        ],
    );
}

#[test]
fn high_hands_of_massachusetts_rank_in_the_order_of_its_list() {
    check_falling(
        Regulation::MaAsia,
        "high",
        &[
            ("MA 3(b)(1)", "As Ad Ah Jk", "four aces"),
            ("MA 3(b)(2)", "As Ks Qs Js", "royal flush"),
            ("MA 3(b)(3)", "As 2s 3s 4s", "straight flush"),
            ("MA 3(b)(3)", "Ks Qs Js Ts", "straight flush"),
            ("MA 3(b)(3)", "5s 4s 3s 2s", "straight flush"),
            ("MA 3(b)(4)", "Ks Kd Kh Kc", "four-of-a-kind"),
            ("MA 3(b)(4)", "2s 2d 2h 2c", "four-of-a-kind"),
            ("MA 3(b)(5)", "As Ks Qs Ts", "flush"),
            ("MA 3(b)(6)", "As Ks Qs Jd", "straight"),
            ("MA 3(b)(6)", "As 2s 3s 4d", "straight"),
            ("MA 3(b)(6)", "Ks Qs Js Td", "straight"),
            ("MA 3(b)(6)", "5s 4s 3s 2d", "straight"),
            ("MA 3(b)(7)", "As Ad Ah Kc", "three-of-a-kind"),
            ("MA 3(b)(7)", "2s 2d 2h 3c", "three-of-a-kind"),
            ("MA 3(b)(8)", "As Ad Kh Kc", "two pair"),
            ("MA 3(b)(8)", "3s 3d 2h 2c", "two pair"),
            ("MA 3(b)(9)", "As Ad Kh Qc", "pair"),
            ("MA 3(b)(9)", "2s 2d 4h 3c", "pair"),
            ("MA 3(e)", "As Kd Qh Tc", "high card"),
        ],
    );
}

#[test]
fn high_hands_of_670a_rank_in_the_order_of_its_list() {
    check_falling(
        Regulation::Pa670a,
        "high",
        &[
            ("670a.6(b)(1)", "As Ad Ah Ac Jk", "five aces"),
            ("670a.6(b)(2)", "As Ks Qs Js Ts", "royal flush"),
            ("670a.6(b)(3)", "As 2s 3s 4s 5s", "straight flush"),
            ("670a.6(b)(3)", "Ks Qs Js Ts 9s", "straight flush"),
            ("670a.6(b)(3)", "2s 3s 4s 5s 6s", "straight flush"),
            ("670a.6(b)(4)", "As Ad Ah Ac Ks", "four-of-a-kind"),
            ("670a.6(b)(4)", "2s 2d 2h 2c 3s", "four-of-a-kind"),
            ("670a.6(b)(5)", "As Ad Ah Kc Ks", "full house"),
            ("670a.6(b)(5)", "2s 2d 2h 3c 3s", "full house"),
            ("670a.6(b)(6)", "As Ks Qs Js 9s", "flush"),
            ("670a.6(b)(6)", "As Ks Qs Js 8s", "flush"),
            ("670a.6(b)(7)", "As Ks Qs Js Td", "straight"),
            ("670a.6(b)(7)", "As 2s 3s 4s 5d", "straight"),
            ("670a.6(b)(7)", "Ks Qs Js Ts 9d", "straight"),
            ("670a.6(b)(7)", "2s 3s 4s 5s 6d", "straight"),
            ("670a.6(b)(8)", "As Ad Ah Kc Qs", "three-of-a-kind"),
            ("670a.6(b)(8)", "2s 2d 2h 4c 3s", "three-of-a-kind"),
            ("670a.6(b)(9)", "As Ad Kh Kc Qs", "two pair"),
            ("670a.6(b)(9)", "3s 3d 2h 2c 4s", "two pair"),
            ("670a.6(b)(10)", "As Ad Kh Qc Js", "pair"),
            ("670a.6(b)(10)", "2s 2d 5h 4c 3s", "pair"),
            ("670a.6(c)", "As Kd Qh Jc 9s", "high card"),
            ("670a.6(c)", "2s 3d 4h 5c 7s", "high card"),
        ],
    );
    check_equal(Regulation::Pa670a, "high", "670a.6(b)(2)", "Ks Qs Js Ts Jk", "Ad Kd Qd Jd Td");
}

#[test]
fn best_four_of_five_in_657a_rank_in_the_order_of_its_list() {
    check_falling(
        Regulation::Pa657a,
        "best-four",
        &[
            ("657a.6(b)(1)", "As Ad Ah Ac Ks", "four-of-a-kind"),
            ("657a.6(b)(1)", "2s 2d 2h 2c 3s", "four-of-a-kind"),
            ("657a.6(b)(2)", "As Ks Qs Js 2d", "straight flush"),
            ("657a.6(b)(2)", "2s 3s 4s 5s Kd", "straight flush"),
            ("657a.6(b)(2)", "As 2s 3s 4s Kd", "straight flush"),
            ("657a.6(b)(3)", "As Ad Ah Kc Qs", "three-of-a-kind"),
            ("657a.6(b)(3)", "2s 2d 2h 3c 4s", "three-of-a-kind"),
            ("657a.6(b)(4)", "As Ks Qs Ts 2d", "flush"),
            ("657a.6(b)(4)", "2s 3s 4s 6s 7d", "flush"),
            ("657a.6(b)(5)", "As Ks Qs Jd 2d", "straight"),
            ("657a.6(b)(5)", "2s 3s 4s 5d Kd", "straight"),
            ("657a.6(b)(5)", "As 2s 3s 4d Kd", "straight"),
            ("657a.6(b)(6)", "As Ad Kh Kc Qs", "two pair"),
            ("657a.6(b)(6)", "3s 3d 2h 2c 9s", "two pair"),
            ("657a.6(b)(7)", "As Ad Kh Qc 9s", "pair"),
            ("657a.6(b)(7)", "2s 2d 7h 4c 9s", "pair"),
            ("657a.6(c)", "As Kd Qh Tc 9s", "high card"),
            ("657a.6(c)", "As Kd Qh 9c 8s", "high card"),
        ],
    );
    // All suits are equal in rank: 657a.6(a). The fifth card does not count: 657a.6(c).
    check_equal(Regulation::Pa657a, "best-four", "657a.6(a)", "As Kd Qh Tc 9s", "Ac Kh Qd Ts 2c");
}

#[test]
fn an_ace_completes_a_sequence_at_either_end_but_not_around_the_corner() {
    for (clause, text, around) in [
        ("659a.6(a)", Regulation::Pa659a, "Qs Kd Ah 2c"),
        ("575.6(a)", Regulation::Pa575, "Qs Kd Ah 2c"),
        ("MA 3(a)", Regulation::MaAsia, "Ks Ad 2h 3c"),
        ("670a.6(a)", Regulation::Pa670a, "Qs Kd Ah 2c 3s"),
        ("657a.6(a)", Regulation::Pa657a, "Ks Ad 2h 3c 9d"),
    ] {
        let kind = if text == Regulation::Pa657a { "best-four" } else { "high" };
        assert_eq!(rank(text, &Choices::default(), kind, around).1, "high card", "{around} under {clause}");
    }
}

#[test]
fn the_joker_is_an_ace_or_completes_a_straight_or_a_flush_and_nothing_else() {
    for (clause, text, cards, category) in [
        ("659a.6(a)", Regulation::Pa659a, "Ks Kd Kh Jk", "three-of-a-kind"),
        ("659a.6(a)", Regulation::Pa659a, "9s 8d 7h Jk", "straight"),
        ("659a.6(a)", Regulation::Pa659a, "9s 4s 2s Jk", "flush"),
        ("659a.6(a)", Regulation::Pa659a, "9s 8s 7s Jk", "straight flush"),
        ("575.6(a)", Regulation::Pa575, "As Qs Js Jk", "royal flush"),
        ("575.6(a)", Regulation::Pa575, "As Kd 7h Jk", "pair"),
        ("MA 3(a)", Regulation::MaAsia, "As Ad 7h Jk", "three-of-a-kind"),
        ("MA 3(c)", Regulation::MaAsia, "2s 3d 5h Jk", "straight"),
        ("MA 3(c)", Regulation::MaAsia, "Ks Qs Js Jk", "royal flush"),
        ("670a.6(a)", Regulation::Pa670a, "Ks Kd Kh Qs Jk", "three-of-a-kind"),
        ("670a.6(a)", Regulation::Pa670a, "Ks Kd Qh Qs Jk", "two pair"),
        ("670a.6(a)", Regulation::Pa670a, "2s 3d 4h 6s Jk", "straight"),
    ] {
        assert_eq!(rank(text, &Choices::default(), "high", cards).1, category, "{cards} under {clause}");
    }
    // Reading R-29: in a flush it is the highest card the hand lacks, never a second ace.
    check_equal(Regulation::Pa659a, "high", "659a.6(a)", "As 9s 4s Jk", "Ah Kh 9h 4h");
    check_equal(Regulation::Pa575, "high", "575.6(a)", "Ks 9s 4s Jk", "Ah Kh 9h 4h");
}

#[test]
fn medium_and_low_hands_rank_by_pair_and_card() {
    for (clause, text) in
        [("659a.6(c)", Regulation::Pa659a), ("575.6(c)", Regulation::Pa575), ("MA 3(e)", Regulation::MaAsia)]
    {
        let medium = [
            (clause, "As Jk", "pair"),
            (clause, "2s 2d", "pair"),
            (clause, "As Kd", "high card"),
            (clause, "Jk Qd", "high card"),
            (clause, "Kd Qd", "high card"),
            (clause, "3d 2d", "high card"),
        ];
        check_falling(text, "medium", &medium);
        check_falling(
            text,
            "low",
            &[(clause, "Jk", "high card"), (clause, "Kd", "high card"), (clause, "2d", "high card")],
        );
        check_equal(text, "low", clause, "Jk", "Ad");
        check_equal(text, "medium", clause, "Ks 9d", "Kh 9c");
    }
    check_falling(Regulation::Pa670a, "low", &[("670a.6(c)", "Ad", "high card"), ("670a.6(c)", "Kd", "high card")]);
    check_equal(Regulation::Pa670a, "low", "670a.6(c)", "As", "Ad");
}

#[test]
fn the_operator_may_make_a_2_3_4_the_lowest() {
    let both = |text| option(text, "ace-low");
    for (clause, text) in [("575.6(b)(3)", Regulation::Pa575), ("MA 3(d)", Regulation::MaAsia)] {
        let rows = [(clause, "2s 3s 4s 5s", "straight flush"), (clause, "As 2s 3s 4s", "straight flush")];
        check_falling_with(text, &both(text), "high", &rows);
    }
    for (clause, text) in [("575.6(b)(6)", Regulation::Pa575), ("MA 3(d)", Regulation::MaAsia)] {
        let rows = [(clause, "2s 3s 4s 5d", "straight"), (clause, "As 2s 3s 4d", "straight")];
        check_falling_with(text, &both(text), "high", &rows);
    }
    // Reading R-35: in 575 each can be chosen by itself.
    let only_straights = option(Regulation::Pa575, "ace-low-straight");
    check_falling_with(
        Regulation::Pa575,
        &only_straights,
        "high",
        &[
            ("575.6(b)(3)", "As 2s 3s 4s", "straight flush"),
            ("575.6(b)(3)", "Ks Qs Js Ts", "straight flush"),
            ("575.6(b)(6)", "2s 3s 4s 5d", "straight"),
            ("575.6(b)(6)", "As 2s 3s 4d", "straight"),
        ],
    );
    let only_flushes = option(Regulation::Pa575, "ace-low-straight-flush");
    check_falling_with(
        Regulation::Pa575,
        &only_flushes,
        "high",
        &[
            ("575.6(b)(3)", "2s 3s 4s 5s", "straight flush"),
            ("575.6(b)(3)", "As 2s 3s 4s", "straight flush"),
            ("575.6(b)(6)", "As 2s 3s 4d", "straight"),
            ("575.6(b)(6)", "Ks Qs Js Td", "straight"),
        ],
    );
}

#[test]
fn an_option_the_text_does_not_have_is_refused() {
    let refused = |text, name, value| game(text).choose_option(Choices::default(), name, value).is_err();
    assert!(refused(Regulation::Pa659a, "ace-low", "lowest"), "659a.6(b)(2) fixes it");
    assert!(refused(Regulation::MaAsia, "ace-low-straight", "lowest"), "MA 3(d) moves both or none");
    assert!(refused(Regulation::Pa670a, "ace-low", "lowest"));
    assert!(refused(Regulation::Pa657a, "ace-low", "lowest"));
    assert!(refused(Regulation::Pa575, "ace-low", "highest"));
}

/// Kickers tell equal hands apart, card by card: 575.6(c), 670a.6(c), 657a.6(c), MA 3(e), and by R-02 659a.6(c).
#[test]
fn equal_hands_are_told_apart_by_the_highest_card_the_other_lacks() {
    for text in [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia] {
        check_falling(
            text,
            "high",
            &[("", "9s 9d Ah 4c", "pair"), ("", "9h 9c Ad 3s", "pair"), ("", "9s 9d Kh Qc", "pair")],
        );
    }
    check_falling(Regulation::Pa670a, "high", &[("", "9s 9d Ah 4c 3d", "pair"), ("", "9h 9c Ad 4s 2h", "pair")]);
    check_falling(Regulation::Pa657a, "best-four", &[("", "9s 9d Ah 4c 3d", "pair"), ("", "9h 9c Ad 3s 2h", "pair")]);
}

/// MA 1 "Rank" and MA 1 "Suit": rank is the order of cards and hands, and suits only make flushes.
#[test]
fn renaming_suits_changes_no_rank() {
    check_equal(Regulation::MaAsia, "high", "MA 1 \"Suit\"", "As Kd 7h 2c", "Ac Kh 7d 2s");
    check_equal(Regulation::MaAsia, "high", "MA 1 \"Suit\"", "As Ks 7s 2s", "Ad Kd 7d 2d");
    check_falling(
        Regulation::MaAsia,
        "low",
        &[("MA 1 \"Rank\"", "Ks", "high card"), ("MA 1 \"Rank\"", "Qd", "high card")],
    );
}
