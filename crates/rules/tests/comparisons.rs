//! Player against dealer, clause by clause, and every way a comparison can be written wrongly.

use croupier_rules::{Choices, HandError, Outcome, ReadingId, Readings, Regulation, game, read_sides};

fn compare(text: Regulation, choices: &Choices, line: &str) -> Result<(Outcome, bool, String), HandError> {
    let game = game(text);
    let (player, dealer) = read_sides(game, line.as_bytes())?;
    let ruling = game.compare(choices, &player, &dealer)?;
    Ok((ruling.outcome, ruling.foul, ruling.clause.citation().to_owned()))
}

fn check(text: Regulation, rows: &[(&str, Outcome, bool, &str)]) {
    for (clause, outcome, foul, line) in rows {
        let found = compare(text, &Choices::default(), line).expect(line);
        assert_eq!(found, (*outcome, *foul, (*clause).to_owned()), "{line}");
    }
}

const WIN: Outcome = Outcome::Win;
const LOSE: Outcome = Outcome::Lose;
const TIE: Outcome = Outcome::Tie;

#[test]
fn fortune_asia_poker_is_won_with_two_of_three_hands() {
    check(
        Regulation::Pa659a,
        &[
            ("659a.11(f)(2)", WIN, false, "Ts Td 5h 4s | Kh 8s | 2d / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("659a.11(f)(2)", WIN, false, "Ts Td 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("659a.11(f)(1)(i)", LOSE, false, "8c 8d 5h 4s | Qh 7s | Jc / 9h 9s 6c 4d | Kc 7h | Td"),
            ("659a.11(f)(1)(i)", LOSE, false, "9c 9d 6h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("659a.11(f)(1)(ii)", LOSE, false, "9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("659a.11(f)(1)(iii)", LOSE, true, "Ac Kd 5h 4s | 8h 8s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("659a.11(f)(1)(iv)", LOSE, true, "Ac Ad 5h 4s | 8h 3s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("659a.11(f)(1)(v)", LOSE, true, "Ac Ad 5h 4s 3s | 8h | 2d / 9h 9s 6c 4d | Kc 7h | Jd"),
        ],
    );
}

#[test]
fn asia_poker_of_575_is_won_with_two_of_three_hands() {
    check(
        Regulation::Pa575,
        &[
            ("575.11(f)(2)", WIN, false, "Ts Td 5h 4s | Kh 8s | 2d / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("575.11(f)(1)(i)", LOSE, false, "8c 8d 5h 4s | Qh 7s | Jc / 9h 9s 6c 4d | Kc 7h | Td"),
            ("575.11(f)(1)(ii)", LOSE, false, "9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("575.11(f)(1)(iii)", LOSE, true, "Ac Kd 5h 4s | 8h 8s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("575.11(f)(1)(iv)", LOSE, true, "Ac Ad 5h 4s | 8h 3s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("575.11(f)(1)(v)", LOSE, true, "Ac Ad 5h 4s 3s | 8h | 2d / 9h 9s 6c 4d | Kc 7h | Jd"),
        ],
    );
}

#[test]
fn asia_poker_of_massachusetts_is_won_with_two_of_three_hands() {
    check(
        Regulation::MaAsia,
        &[
            ("MA 12(h)", WIN, false, "Ts Td 5h 4s | Kh 8s | 2d / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("MA 12(g)(1)", LOSE, false, "8c 8d 5h 4s | Qh 7s | Jc / 9h 9s 6c 4d | Kc 7h | Td"),
            ("MA 12(g)(2)", LOSE, false, "9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("MA 12(g)(3)", LOSE, true, "Ac Kd 5h 4s | 8h 8s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("MA 12(g)(3)", LOSE, true, "Ac Ad 5h 4s | 8h 3s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"),
            ("MA 12(g)(4)", LOSE, true, "Ac Ad 5h 4s 3s | 8h | 2d / 9h 9s 6c 4d | Kc 7h | Jd"),
        ],
    );
}

/// § 659a.1 "Copy hand", § 575.1 "Copy hand", MA 1 "Copy hand": a copy goes to the dealer.
#[test]
fn a_hand_of_equal_rank_is_a_copy_and_does_not_win() {
    let line = "As Ad 5h 4s | Kh 7s | Qd / Ah Ac 5c 4d | Kc 7h | Qs";
    for text in [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia] {
        assert_eq!(compare(text, &Choices::default(), line).expect(line).0, LOSE);
    }
}

#[test]
fn six_card_fortune_is_won_with_both_hands() {
    check(
        Regulation::Pa670a,
        &[
            ("670a.11(f)(1)(i)", LOSE, false, "8s 8d 5h 4s 2c | Qh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(1)(ii)", LOSE, false, "8s 8d 5h 4s 2c | Kh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(1)(iii)", LOSE, false, "9c 9d 6h 4s 2c | Qh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(1)(iv)", LOSE, false, "9c 9d 6h 4s 2c | Kh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(1)(v)", LOSE, true, "Qc Jd 6h 4s 2c | Kh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(2)(i)", TIE, false, "Tc Td 6h 4s 2c | Qh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(2)(ii)", TIE, false, "8c 8d 6h 4s 2c | Ah / 9h 9s 6c 4d 2d | Kc"),
            ("670a.11(f)(3)", WIN, false, "Tc Td 6h 4s 2c | Ah / 9h 9s 6c 4d 2d | Kc"),
        ],
    );
}

/// Reading R-05, on 670a.11(f): identical goes to the dealer by 670a.6(c), so one hand higher and one identical is a
/// tie.
#[test]
fn one_hand_higher_and_the_other_identical_is_a_tie() {
    check(
        Regulation::Pa670a,
        &[
            ("670a.6(c)", TIE, false, "Tc Td 6h 4s 2c | Kh / 9h 9s 6c 4d 2d | Kc"),
            ("670a.6(c)", TIE, false, "9c 9d 6h 4s 2c | Ah / 9h 9s 6c 4d 2d | Kc"),
        ],
    );
}

/// Reading R-06, on 670a.6(c): the player's joker beats an ace in the low hand, the dealer's is one.
#[test]
fn the_players_joker_beats_an_ace_and_the_dealers_is_one() {
    check(
        Regulation::Pa670a,
        &[
            ("670a.11(f)(3)", WIN, false, "Tc Td 6h 4s 2c | Jk / 9h 9s 6c 4d 2d | Ac"),
            ("670a.11(f)(2)(ii)", TIE, false, "8c 8d 6h 4s 2c | Jk / 9h 9s 6c 4d 2d | Ac"),
            ("670a.6(c)", TIE, false, "Tc Td 6h 4s 2c | As / 9h 9s 6c 4d 2d | Jk"),
        ],
    );
}

#[test]
fn crazy_4_compares_the_best_four_and_asks_for_a_king() {
    check(
        Regulation::Pa657a,
        &[
            ("657a.11(c)(3)(ii)(A)", LOSE, false, "As Qd 9c 8h 3d / Ks Kd Qc Jh 9d"),
            ("657a.11(c)(3)(ii)(B)", WIN, false, "As Ad 9c 8h 3d / Ks Kd Qc Jh 9d"),
            ("657a.11(c)(3)(ii)(C)", TIE, false, "Ks Qd 9c 8h 3d / Kd Qc 9h 8c 2d"),
            ("657a.11(c)(3)(i)", WIN, false, "As Qd 9c 8h 3d / Qs Jd 9h 7h 2d"),
            ("657a.11(c)(3)(i)", LOSE, false, "Jc Td 9c 7d 3d / Qs Jd 9h 7h 2d"),
            ("657a.11(c)(3)(ii)(A)", LOSE, false, "Qs Jc 9h 7d 2c / Kd 7c 5h 4h 2d"),
        ],
    );
    for (dealer, qualifies) in [("Ks 7c 5h 4h 2d", true), ("Qs Jd 9h 7h 2d", false), ("2s 2c 3h 7h 8d", true)] {
        let game = game(Regulation::Pa657a);
        let line = format!("As Ad 9c 8c 3d / {dealer}");
        let (player, dealer) = read_sides(game, line.as_bytes()).expect(&line);
        let ruling = game.compare(&Choices::default(), &player, &dealer).expect(&line);
        assert_eq!(ruling.qualifies, Some(qualifies), "657a.11(c)(3): {line}");
    }
}

/// Reading R-02, on 659a.6(c): card by card, or to the letter by the highest card alone; never within one setting.
#[test]
fn equal_top_cards_are_a_copy_only_to_the_letter_of_659a() {
    let to_the_letter = Readings::default().choose(ReadingId::COPY_BY_TOP_CARD).expect("a switch");
    let literal = Choices { readings: to_the_letter, ..Choices::default() };
    // High wins, medium K-8 against K-7 with low lower: the kicker decides.
    let line = "Ts Td 5h 4s | Kh 8s | 2d / 9h 9s 6c 4d | Kc 7h | Jd";
    assert_eq!(compare(Regulation::Pa659a, &Choices::default(), line).expect(line).0, WIN);
    assert_eq!(compare(Regulation::Pa659a, &literal, line).expect(line).0, LOSE);
    assert_eq!(compare(Regulation::Pa575, &literal, line).expect(line).0, WIN, "the switch concerns 659a alone");
    // A pair of nines with an ace beside it has the higher top card than one with a queen.
    let kickers = "9c 9d Ah 4s | Kh 8s | 2d / 9h 9s Qc 4d | Qd 7h | Jd";
    assert_eq!(compare(Regulation::Pa659a, &literal, kickers).expect(kickers).0, WIN);
    // Within a setting K-Q-5-4 stays above K-8, so this is no foul.
    let within = "Kc Qd 5h 4s | Kh 8s | 2d / 9h 9s 6c 4d | Kd 7h | Jd";
    assert!(!compare(Regulation::Pa659a, &literal, within).expect(within).1);
}

/// Reading R-30, on 659a.11(b), 575.11(b), MA 12(a), 670a.11(b): hands of unequal length are compared card by card, and
/// then more cards is higher.
#[test]
fn a_longer_hand_ranks_above_a_shorter_one_that_it_begins_with() {
    let dealer = "2h 2s 3c 4d | 3h 2c | 2d";
    for (player, foul) in [
        ("7s 7d 5h 4s | 7h 7c | Kd", false),
        ("As 9d 5h 3s | Ah 9c | Kd", false),
        ("As 9d 5h 3s | Ah Tc | Kd", true),
        ("Qs Qd 5h 3s | Kh 5c | Kd", false),
        ("Qs Qd 5h 3s | Kh 5c | Ad", true),
        ("7s 7d 5h 4s | 8h 8c | Kd", true),
    ] {
        for text in [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia] {
            let line = format!("{player} / {dealer}");
            assert_eq!(compare(text, &Choices::default(), &line).expect(&line).1, foul, "{line}");
        }
    }
    for (player, foul) in [
        ("As 9d 5h 3s 2c | Ah", false),
        ("As 9d 5h 3s 2c | Jk", false),
        ("Ks 9d 5h 3s 2c | Jk", true),
        ("Ks 9d 5h 3s 2c | Ah", true),
        ("2s 2d 5h 3s 4c | Ah", false),
    ] {
        let line = format!("{player} / 9h 9s 6c 4d 2h | Kc");
        assert_eq!(compare(Regulation::Pa670a, &Choices::default(), &line).expect(&line).1, foul, "{line}");
    }
}

#[test]
fn a_line_that_cannot_be_compared_says_why() {
    let dealer = "9h 9s 6c 4d | Kc 7h | Jd";
    for (text, line, said) in [
        (Regulation::Pa659a, String::new(), "empty line"),
        (Regulation::Pa659a, "9c 9d 5h 4s | Kh 7s | Qd".to_owned(), "PLAYER / DEALER"),
        (Regulation::Pa659a, format!("9c 9d 5h 4s | Kh 7s / {dealer}"), "2 hands, but a setting has 3"),
        (
            Regulation::Pa659a,
            format!("9c 9d 5h | Kh 7s | Qd / {dealer}"),
            "6 cards, but a setting has 7 (§ 659a.11(b))",
        ),
        (Regulation::Pa659a, format!("9h 9d 5h 4s | Kh 7s | Qd / {dealer}"), "`9h` appears on both sides"),
        (
            Regulation::Pa659a,
            "9h 9s 6c 4d | Kc 7h | Jd / Ah 2s 6d 4h | Ks Kd | Jh".to_owned(),
            "the dealer's setting is foul",
        ),
        (Regulation::Pa659a, format!("Jk Jk 5h 4s | Kh 7s | Qd / {dealer}"), "second joker"),
        (Regulation::Pa670a, "9c 9d 5h 4s | Kh 7s / 9h 9s 6c 4d 2d | Kc".to_owned(), "the high hand has 5"),
        (Regulation::Pa657a, "As Ad 9c 8h / Ks Kd Qc Jh 9d".to_owned(), "4 cards, but a hand has 5"),
        (Regulation::Pa657a, "As Ad 9c 8h Jk / Ks Kd Qc Jh 9d".to_owned(), "§ 657a.3(a)"),
    ] {
        let error = compare(text, &Choices::default(), &line).expect_err(&line).to_string();
        assert!(error.contains(said), "{line}: {error}");
    }
}
