//! `croupier strategy` as scripts call it.

mod cli_runner;

use cli_runner::{croupier, printed, refused};

fn json(arguments: &[&str]) -> serde_json::Value {
    cli_runner::json(&[&["strategy"], arguments].concat())
}

#[test]
fn each_choice_of_a_crazy_4_hand_has_its_exact_value_best_first() {
    let told = json(&["--text", "pa-657a", "--hand", "Ac Ad 8h 4s 2c"]);
    let names: Vec<&str> =
        told["choices"].as_array().unwrap().iter().map(|it| it["choice"].as_str().unwrap()).collect();
    assert_eq!(names, ["play 3x", "play 2x", "play 1x", "fold"]);
    assert_eq!(told["choices"][0]["value"]["num"], "3603404");
    assert_eq!(told["choices"][0]["value"]["den"], "1533939");
    assert_eq!(told["choices"][3]["value"]["decimal"], "-2.000000000000");
    assert_eq!(told["choices"][0]["combinations"], "1533939");
}

#[test]
fn known_cards_are_no_longer_the_dealers() {
    let told = json(&["--text", "pa-657a", "--hand", "Kc Qd 8h 4s 2c", "--known", "As Ah"]);
    assert_eq!(told["choices"][0]["combinations"], "1221759");
    assert_eq!(told["known"], "As Ah");
}

#[test]
fn without_a_hand_the_best_play_its_borders_and_the_price_of_simple_rules_are_told() {
    let told = json(&["--text", "pa-657a", "--fold-below", "K-Q-8-4"]);
    assert_eq!(told["house_edge"]["decimal"], "0.034188549629");
    let rules = told["rules"].as_array().unwrap();
    assert_eq!(
        rules[0]["rule"],
        "raise 3x with pair A-A-5-3 or better, play 1x with K-Q-8-4 or better, otherwise fold"
    );
    assert_eq!(rules[0]["cost"], rules[rules.len() - 1]["cost"]);
    assert_eq!(told["borders"][0]["below"], "fold");
    let text = printed(croupier(&["strategy", "--text", "pa-657a"]));
    assert!(text.contains("K-Q-8-4 with 3: fold   72, play 1x  888"));
}

/// The pages round percentages to the nearest, and so does the program; decimals of JSON are cut.
#[test]
fn percentages_of_outcomes_are_rounded_to_the_nearest() {
    let asked = ["--text", "pa-657a", "--hand", "Ks Qd 8c 4h 2s", "--known", "Kh Qc"];
    let (told, text) = (json(&asked), printed(croupier(&[&["strategy"], &asked[..]].concat())));
    let choice = told["choices"].as_array().unwrap().iter().find(|choice| choice["choice"] == "play 1x").unwrap();
    let number = |value: &serde_json::Value| value.as_str().unwrap().parse::<u128>().unwrap();
    let all = number(&choice["combinations"]);
    let line = text.lines().find(|line| line.contains("play 1x")).unwrap();
    let mut above = 0;
    for outcome in choice["outcomes"].as_array().unwrap() {
        // Hundredths of a percent, and whether the nearest is the one above.
        let (count, name) = (number(&outcome["count"]), outcome["outcome"].as_str().unwrap());
        let (cut, rest) = (count * 10_000 / all, count * 10_000 % all);
        let nearest = cut + u128::from(rest * 2 >= all);
        above += nearest - cut;
        let shown = format!("{name} {}.{:02} %", nearest / 100, nearest % 100);
        assert!(count == 0 || line.contains(&shown), "{shown} is not in {line}");
    }
    assert!(above > 0, "a hand whose percentages cut and rounded are the same shows nothing");
}

#[test]
fn bad_input_is_one_line_with_its_clause_and_status_2() {
    let crazy = ["--text", "pa-657a"];
    for (arguments, said) in [
        (&["--hand", "Kc Qd 8h 4s"][..], "4 cards, but a hand has 5 (§ 657a.11(c)(2))"),
        (&["--hand", "Kc Qd 8h 4s Jk"], "the joker `Jk` is not in this game's deck of 52 (§ 657a.3(a))"),
        (&["--hand", "Kc Kc 8h 4s 2c"], "duplicate card `Kc`"),
        (&["--hand", ""], "empty line"),
        (&["--hand", "Kc Qd 8h 4s 2c", "--known", "As Kc"], "`Kc` is both in the hand and among the known cards"),
        (&["--hand", "Kc Qd 8h 4s 2c", "--known", "Jk"], "the joker `Jk` is not in this game's deck"),
        (&["--known", "As"], "--hand"),
        (&["--fold-below", "K-Q-8"], "`K-Q-8` is not a four-card hand"),
    ] {
        refused(&[&["strategy"], &crazy[..], arguments].concat(), 2, said);
    }
    let all_but_seven: Vec<String> =
        croupier_rules::CardSet::FIFTY_TWO.iter().take(43).map(|card| card.to_string()).collect();
    let hand = ["strategy", "--text", "pa-657a", "--hand", "As Ks Qs Js Ts", "--known", &all_but_seven.join(" ")];
    refused(&hand, 2, "only 4 cards remain unknown, but the dealer has 5");
}
