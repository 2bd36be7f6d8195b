//! Paytables, envy schedules and meters against the printed page, and against the ladders that read them.

use croupier_rules::{Award, Cents, GAMES, Game, Payouts, Readings, Regulation, WagerKind, WagerSpec, game};

fn pays(text: Regulation, wager: WagerKind, letter: Option<char>, hand: &str) -> String {
    let table = game(text).payouts().paytable(wager, letter).expect("a paytable");
    table.rows.iter().find(|row| row.hand == hand).map_or("nothing".to_owned(), |row| row.pays.clone())
}

/// The column of a printed table, from top to bottom.
fn column(text: Regulation, wager: WagerKind, letter: Option<char>) -> (String, Vec<String>) {
    let table = game(text).payouts().paytable(wager, letter).expect("a paytable");
    (table.clause.citation().to_owned(), table.rows.iter().map(|row| row.pays.clone()).collect())
}

fn check_column(text: Regulation, wager: WagerKind, letters: &str, clause: &str, columns: &[&str]) {
    let letters: Vec<Option<char>> = if letters.is_empty() { vec![None] } else { letters.chars().map(Some).collect() };
    assert_eq!(letters.len(), columns.len());
    for (letter, printed) in letters.into_iter().zip(columns) {
        let printed: Vec<String> = printed.split("; ").map(str::to_owned).collect();
        assert_eq!(column(text, wager, letter), (clause.to_owned(), printed), "{text} {wager} {letter:?}");
    }
}

#[test]
fn every_main_wager_pays_even_money() {
    for (clause, text) in [
        ("659a.12(a)", Regulation::Pa659a),
        ("575.12(a)", Regulation::Pa575),
        ("MA 12(i)", Regulation::MaAsia),
        ("670a.12(a)", Regulation::Pa670a),
    ] {
        check_column(text, WagerKind::Main, "", clause, &["1 to 1"]);
    }
    check_column(Regulation::Pa670a, WagerKind::DoubleDown, "", "670a.12(a)", &["1 to 1"]);
    check_column(Regulation::Pa657a, WagerKind::Main, "", "657a.12(a)", &["1 to 1; 1 to 1"]);
}

#[test]
fn the_tables_of_659a_are_as_printed() {
    check_column(
        Regulation::Pa659a,
        WagerKind::FortuneBonus,
        "ABCD",
        "659a.12(b)",
        &[
            "8,000 to 1; 2,000 to 1; 1,000 to 1; 400 to 1; 150 to 1; 50 to 1; 25 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1",
            "5,000 to 1; 2,000 to 1; 1,000 to 1; 400 to 1; 150 to 1; 50 to 1; 25 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1",
            "5,000 to 1; 1,000 to 1; 750 to 1; 250 to 1; 100 to 1; 50 to 1; 20 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1; \
             push",
            "2,500 to 1; 1,000 to 1; 750 to 1; 250 to 1; 125 to 1; 50 to 1; 25 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1",
        ],
    );
    check_column(
        Regulation::Pa659a,
        WagerKind::Insurance,
        "ABC",
        "659a.12(c)",
        &[
            "100 to 1; 40 to 1; 10 to 1; 7 to 1; 6 to 1; 3 to 1",
            "100 to 1; 50 to 1; 10 to 1; 7 to 1; 5 to 1; 3 to 1",
            "100 to 1; 40 to 1; 10 to 1; 7 to 1; 5 to 1; 3 to 1",
        ],
    );
    check_column(
        Regulation::Pa659a,
        WagerKind::Progressive,
        "",
        "659a.12(d)(1)",
        &["100%; 10%; 500 for 1; 100 for 1; 75 for 1; 4 for 1"],
    );
}

#[test]
fn the_tables_of_575_are_as_printed() {
    check_column(
        Regulation::Pa575,
        WagerKind::Bonus,
        "ABC",
        "575.12(b)",
        &[
            "5,000 to 1; 800 to 1; 200 to 1; 80 to 1; 40 to 1; 30 to 1; 10 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1",
            "5,000 to 1; 800 to 1; 200 to 1; 50 to 1; 40 to 1; 30 to 1; 10 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1",
            "5,000 to 1; 800 to 1; 200 to 1; 50 to 1; 40 to 1; 25 to 1; 10 to 1; 5 to 1; 4 to 1; 3 to 1; 2 to 1",
        ],
    );
}

#[test]
fn the_tables_of_670a_are_as_printed() {
    let text = Regulation::Pa670a;
    check_column(
        text,
        WagerKind::FortuneBonus,
        "",
        "670a.12(b)(1)",
        &["1,000 to 1; 250 to 1; 100 to 1; 50 to 1; 15 to 1; 10 to 1; 8 to 1; 5 to 1"],
    );
    check_column(text, WagerKind::Insurance, "", "670a.12(c)", &["100 to 1; 30 to 1; 10 to 1; 7 to 1; 4 to 1; 3 to 1"]);
    check_column(
        text,
        WagerKind::Progressive,
        "",
        "670a.12(d)(1)",
        &["100% of meter; 10% of meter; 300 for 1; 150 for 1; 15 for 1; 6 for 1; 3 for 1"],
    );
}

/// Reading R-17 restores the rows that the copy at hand lacks in Queens Up C and D of 657a.12(c).
#[test]
fn the_tables_of_657a_are_as_printed() {
    let text = Regulation::Pa657a;
    check_column(
        text,
        WagerKind::SuperBonus,
        "",
        "657a.12(b)",
        &["200 to 1; 30 to 1; 15 to 1; 2 to 1; 3 to 2; 1 to 1"],
    );
    check_column(
        text,
        WagerKind::QueensUp,
        "ABCD",
        "657a.12(c)",
        &[
            "50 to 1; 30 to 1; 9 to 1; 4 to 1; 3 to 1; 2 to 1; 1 to 1",
            "50 to 1; 40 to 1; 8 to 1; 4 to 1; 3 to 1; 2 to 1; 1 to 1",
            "50 to 1; 30 to 1; 8 to 1; 4 to 1; 3 to 1; 2 to 1; 1 to 1",
            "50 to 1; 40 to 1; 7 to 1; 4 to 1; 3 to 1; 2 to 1; 1 to 1",
        ],
    );
    check_column(
        text,
        WagerKind::FourCardProgressive,
        "AB",
        "657a.12(d)(1)",
        &["100% of meter; 300 for 1; 100 for 1; 9 for 1", "100% of meter; 300 for 1; 100 for 1; 15 for 1"],
    );
    check_column(
        text,
        WagerKind::FiveCardProgressive,
        "ABCD",
        "657a.12(e)(1)",
        &[
            "100% of meter; 10% of meter; 300 for 1; 50 for 1; 40 for 1; 30 for 1; 9 for 1",
            "100% mega jackpot; 100% major jackpot; 300 for 1; 50 for 1; 40 for 1; 30 for 1; 9 for 1",
            "100% mega jackpot; 100% major jackpot; 100% minor jackpot; 50 for 1; 40 for 1; 30 for 1; 10 for 1",
            "100% mega jackpot; 100% major jackpot; 100% minor jackpot; 50 for 1; 40 for 1; 30 for 1; 9 for 1",
        ],
    );
    check_column(
        text,
        WagerKind::FiveCardHandBonus,
        "",
        "657a.12(f)(1)",
        &["100% of meter; 10% of meter; 500 for 1; 100 for 1; 50 for 1"],
    );
    check_column(text, WagerKind::MagicCardAndLucky, "", "657a.12(f)(3)", &["20 for 1; 5 for 1"]);
    check_column(
        text,
        WagerKind::SixCardBonus,
        "ABCDE",
        "657a.12(g)",
        &[
            "1,000 to 1; 200 to 1; 50 to 1; 25 to 1; 20 to 1; 10 to 1; 5 to 1",
            "1,000 to 1; 200 to 1; 50 to 1; 25 to 1; 15 to 1; 10 to 1; 5 to 1",
            "1,000 to 1; 200 to 1; 100 to 1; 20 to 1; 15 to 1; 9 to 1; 8 to 1",
            "1,000 to 1; 200 to 1; 100 to 1; 20 to 1; 15 to 1; 10 to 1; 7 to 1",
            "200,000 to 1; 20,000 to 1; 1,000 to 1; 200 to 1; 50 to 1; 20 to 1; 15 to 1; 10 to 1; 5 to 1",
        ],
    );
}

/// What a player with an Envy lammer or a progressive wager earns: clause, wager, letter, amount, sums from the top.
fn check_envy(text: Regulation, clause: &str, wager: WagerKind, letter: Option<char>, amount: i64, sums: &[i64]) {
    let found = game(text)
        .payouts()
        .envy(wager, letter)
        .find(|envy| envy.amount == Cents::dollars(amount))
        .unwrap_or_else(|| panic!("{clause}: no schedule for ${amount}"));
    assert_eq!(found.clause.citation(), clause);
    let found: Vec<i64> = found.rows.iter().map(|(_, sum)| sum.0 / 100).collect();
    assert_eq!(found, sums, "{clause} {letter:?} ${amount}");
}

/// § 659a.1 "Envy Bonus", § 670a.1 "Envy Bonus", § 657a.1 "Four-Card Envy Bonus", § 657a.1 "Five-Card Envy Bonus".
#[test]
fn envy_schedules_are_as_printed() {
    let fortune = WagerKind::FortuneBonus;
    check_envy(Regulation::Pa659a, "659a.12(b)", fortune, Some('A'), 5, &[5000, 1000, 500, 250, 50, 20, 5]);
    check_envy(Regulation::Pa659a, "659a.12(b)", fortune, Some('B'), 5, &[3000, 1000, 500, 250, 50, 20, 5]);
    check_envy(Regulation::Pa659a, "659a.12(b)", fortune, Some('C'), 5, &[1000, 250, 100, 50, 25, 10, 5]);
    check_envy(Regulation::Pa659a, "659a.12(b)", fortune, Some('D'), 5, &[1000, 750, 250, 100, 50, 20, 5]);
    check_envy(Regulation::Pa670a, "670a.12(b)(2)", fortune, None, 1, &[1000, 200, 50, 15, 5]);
    check_envy(Regulation::Pa670a, "670a.12(b)(2)", fortune, None, 5, &[5000, 1000, 250, 75, 25]);
    check_envy(Regulation::Pa670a, "670a.12(d)(4)", WagerKind::Progressive, None, 1, &[100, 50, 10, 5]);
    check_envy(Regulation::Pa670a, "670a.12(d)(4)", WagerKind::Progressive, None, 5, &[500, 250, 50, 25]);
    let four = WagerKind::FourCardProgressive;
    check_envy(Regulation::Pa657a, "657a.12(d)(5)(i)", four, Some('A'), 1, &[100, 10, 5]);
    check_envy(Regulation::Pa657a, "657a.12(d)(5)(i)", four, Some('A'), 5, &[500, 50, 25]);
    check_envy(Regulation::Pa657a, "657a.12(d)(5)(ii)", four, Some('B'), 1, &[100, 25]);
    check_envy(Regulation::Pa657a, "657a.12(d)(5)(ii)", four, Some('B'), 5, &[500, 125]);
    for letter in ['A', 'B', 'C', 'D'] {
        check_envy(Regulation::Pa657a, "657a.12(e)(5)", WagerKind::FiveCardProgressive, Some(letter), 1, &[1000, 300]);
        check_envy(Regulation::Pa657a, "657a.12(e)(5)", WagerKind::FiveCardProgressive, Some(letter), 5, &[5000, 1500]);
    }
}

/// § 659a.1 "Envy Bonus Qualifying Hand": four-of-a-kind or better. § 670a.1 "Envy Bonus Qualifying Hand (i)": full
/// house or better, § 670a.1 "Envy Bonus Qualifying Hand (ii)": four-of-a-kind or better. § 657a.1 "Four-Card Envy
/// Bonus Qualifying Hand" and 657a.1 "Five-Card Envy Bonus Qualifying Hand": down to the straight flush, where the
/// table has it.
#[test]
fn the_lowest_hand_that_earns_envy_is_the_one_the_definition_names() {
    let lowest = |text, wager, letter| {
        let payouts: &Payouts = game(text).payouts();
        payouts.envy(wager, letter).map(|envy| envy.rows.last().expect("rows").0.clone()).collect::<Vec<_>>()
    };
    for letter in ['A', 'B', 'C', 'D'] {
        assert_eq!(lowest(Regulation::Pa659a, WagerKind::FortuneBonus, Some(letter)), ["four-of-a-kind"]);
        assert_eq!(lowest(Regulation::Pa657a, WagerKind::FiveCardProgressive, Some(letter)), ["straight flush"; 2]);
    }
    assert_eq!(lowest(Regulation::Pa670a, WagerKind::FortuneBonus, None), ["full house"; 2]);
    assert_eq!(lowest(Regulation::Pa670a, WagerKind::Progressive, None), ["four-of-a-kind"; 2]);
    assert_eq!(
        lowest(Regulation::Pa657a, WagerKind::FourCardProgressive, Some('A')),
        ["straight flush"; 2],
        "657a.1 \"Four-Card Envy Bonus Qualifying Hand\""
    );
    assert_eq!(lowest(Regulation::Pa657a, WagerKind::FourCardProgressive, Some('B')), ["four-of-a-kind"; 2]);
}

#[test]
fn meters_seed_and_grow_as_printed() {
    for (clause, text, wager, letter, meters) in [
        ("659a.12(d)(3)", Regulation::Pa659a, WagerKind::Progressive, None, "meter 10000 10000 28 0"),
        ("670a.12(d)(2)", Regulation::Pa670a, WagerKind::Progressive, None, "meter 5000 5000 21 0"),
        ("657a.12(d)(3)", Regulation::Pa657a, WagerKind::FourCardProgressive, Some('A'), "meter 5000 5000 29 0"),
        ("657a.12(d)(3)", Regulation::Pa657a, WagerKind::FourCardProgressive, Some('B'), "meter 1000 1000 25 5"),
        ("657a.12(e)(3)", Regulation::Pa657a, WagerKind::FiveCardProgressive, Some('A'), "meter 10000 10000 21 0"),
        (
            "657a.12(e)(3)",
            Regulation::Pa657a,
            WagerKind::FiveCardProgressive,
            Some('B'),
            "mega 10000 10000 11 0; major 1000 1000 10 0",
        ),
        (
            "657a.12(e)(3)",
            Regulation::Pa657a,
            WagerKind::FiveCardProgressive,
            Some('C'),
            "mega 10000 10000 9 0; major 1000 1000 7 0; minor 250 250 3 0",
        ),
        (
            "657a.12(e)(3)",
            Regulation::Pa657a,
            WagerKind::FiveCardProgressive,
            Some('D'),
            "mega 10000 10000 10 0; major 1000 1000 8 0; minor 250 250 3 0",
        ),
        ("657a.12(f)(4)", Regulation::Pa657a, WagerKind::FiveCardHandBonus, None, "meter 10000 0 13 8"),
    ] {
        let found: Vec<_> = game(text).payouts().meters(wager, letter).collect();
        assert!(found.iter().all(|meter| meter.clause.citation() == clause), "{clause}");
        let found: Vec<String> = found
            .iter()
            .map(|meter| {
                let (seed, reseed) = (meter.seed.0 / 100, meter.reseed.0 / 100);
                format!("{} {seed} {reseed} {} {}", meter.name, meter.primary, meter.reserve)
            })
            .collect();
        assert_eq!(found.join("; "), meters, "{clause} {letter:?}");
    }
}

fn laddered() -> impl Iterator<Item = (&'static dyn Game, &'static WagerSpec)> {
    GAMES.into_iter().flat_map(|game| game.wagers().iter().map(move |wager| (game, wager)))
}

#[test]
fn every_row_is_a_rung_of_its_wagers_ladder_and_stands_in_its_order() {
    let mut tables = 0;
    for (game, wager) in laddered() {
        let Some(ladder) = wager.ladder else { continue };
        for table in game.payouts().paytables.iter().filter(|table| table.wager == wager.kind) {
            tables += 1;
            let places: Vec<_> = table
                .rows
                .iter()
                .map(|row| {
                    let place = ladder.rungs.iter().position(|rung| rung.label == row.rung().0);
                    place.unwrap_or_else(|| panic!("{} {} has no rung `{}`", game.text(), wager.kind, row.hand))
                })
                .collect();
            assert!(places.is_sorted(), "{} {} {:?}: {places:?}", game.text(), wager.kind, table.letter);
        }
    }
    assert_eq!(tables, 31);
}

#[test]
fn letters_run_without_gaps_and_every_meter_share_names_a_meter() {
    for game in GAMES {
        let payouts = game.payouts();
        for kind in WagerKind::ALL {
            let letters: String = payouts.letters(kind).collect();
            assert!("ABCDE".starts_with(&letters), "{} {kind}: {letters}", game.text());
        }
        for table in &payouts.paytables {
            for row in &table.rows {
                if let Award::MeterShare(_, name) = &row.award {
                    let mut meters = payouts.meters(table.wager, table.letter);
                    assert!(meters.any(|meter| meter.name == *name), "{} {}: {name}", game.text(), table.wager);
                }
                assert_eq!(row.award.to_string().replace(" of meter", ""), row.pays.replace(" of meter", ""));
            }
        }
    }
}

/// § 659a.12(d)(2), § 657a.12(d)(2), § 657a.12(e)(2), § 657a.12(f)(2): only the highest hand is paid.
#[test]
fn only_the_highest_hand_is_paid() {
    let row = |text: Regulation, wager: WagerKind, letter, cards: &str| {
        let game = game(text);
        let spec = game.wagers().iter().find(|spec| spec.kind == wager).expect("a wager");
        let table = game.payouts().paytable(wager, letter).expect("a table");
        let cards = cards.parse().expect("cards");
        table.row(spec.ladder.expect("a ladder"), cards, Readings::default()).map(|row| row.pays.clone())
    };
    assert_eq!(
        row(Regulation::Pa659a, WagerKind::Progressive, None, "As Ks Qs Js Ts Ad Ah").as_deref(),
        Some("500 for 1")
    );
    assert_eq!(
        row(Regulation::Pa657a, WagerKind::FourCardProgressive, Some('A'), "As Ad Ah Ac Ks").as_deref(),
        Some("100% of meter")
    );
    assert_eq!(
        row(Regulation::Pa657a, WagerKind::FiveCardProgressive, Some('C'), "9s 9d 9h 9c Ks").as_deref(),
        Some("100% minor jackpot")
    );
    assert_eq!(
        row(Regulation::Pa657a, WagerKind::FiveCardHandBonus, None, "9s 9d 9h Kc Ks").as_deref(),
        Some("100 for 1")
    );
    // Reading R-33: a rung without a row is passed over; table E of 657a.12(g) pays the six-card royal flush by suit.
    let royal = |suit: &str| format!("A{suit} K{suit} Q{suit} J{suit} T{suit} 9{suit}");
    let six = |letter, suit| row(Regulation::Pa657a, WagerKind::SixCardBonus, Some(letter), &royal(suit));
    assert_eq!(six('A', "d").as_deref(), Some("1,000 to 1"));
    assert_eq!(six('E', "d").as_deref(), Some("200,000 to 1"));
    assert_eq!(six('E', "h").as_deref(), Some("20,000 to 1"));
    // Reading R-10: four aces are a row above four-of-a-kind in 657a.12(b), and none in 657a.12(c).
    assert_eq!(row(Regulation::Pa657a, WagerKind::SuperBonus, None, "As Ad Ah Ac Ks").as_deref(), Some("200 to 1"));
    assert_eq!(row(Regulation::Pa657a, WagerKind::QueensUp, Some('A'), "As Ad Ah Ac Ks").as_deref(), Some("50 to 1"));
    // Reading R-04: three pair is a row of table C of 659a.12(b) alone.
    assert_eq!(pays(Regulation::Pa659a, WagerKind::FortuneBonus, Some('C'), "three pair"), "push");
    assert_eq!(pays(Regulation::Pa659a, WagerKind::FortuneBonus, Some('A'), "three pair"), "nothing");
}

/// § 657a.1 "Four-Card Progressive Payout Hand" and § 657a.1 "Five-Card Progressive Payout Hand": three-of-a-kind or
/// better.
#[test]
fn progressive_payout_hands_of_657a_begin_with_three_of_a_kind() {
    for (wager, letters) in [(WagerKind::FourCardProgressive, "AB"), (WagerKind::FiveCardProgressive, "ABCD")] {
        for letter in letters.chars() {
            let table = game(Regulation::Pa657a).payouts().paytable(wager, Some(letter)).expect("a table");
            assert_eq!(table.rows.last().expect("rows").hand, "three-of-a-kind", "{wager} {letter}");
        }
    }
}
