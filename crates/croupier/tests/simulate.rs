//! `croupier simulate` as scripts call it.

mod cli_runner;

use cli_runner::{croupier, printed, refused};
use serde_json::Value;
use std::process::Output;

fn simulate(arguments: &[&str]) -> Output {
    croupier(&[&["simulate"], arguments].concat())
}

#[test]
fn json_has_mean_error_interval_and_rounds_for_every_wager_and_letter() {
    let output =
        simulate(&["--text", "pa-657a", "--rounds", "20000", "--seed", "1", "--seats", "2", "--format", "json"]);
    let told: Value = serde_json::from_str(&printed(output)).expect("one object");
    assert_eq!((told["text"].as_str(), told["strategy"].as_str()), (Some("pa-657a"), Some("optimal")));
    let wagers = told["wagers"].as_array().expect("wagers");
    let named: Vec<_> =
        wagers.iter().map(|wager| (wager["wager"].as_str().unwrap(), wager["paytable"].as_str())).collect();
    assert_eq!(named[0], ("main", None));
    for wager in [("queens-up", Some("D")), ("five-card-hand-bonus", None), ("six-card-bonus", Some("E"))] {
        assert_eq!(named.iter().filter(|&&found| found == wager).count(), 1, "{wager:?}");
    }
    assert_eq!(named.len(), 1 + 4 + 2 + 4 + 1 + 5);
    for wager in wagers {
        let (mean, error) = (wager["mean"].as_f64().unwrap(), wager["standard_error"].as_f64().unwrap());
        let interval = wager["confidence_95"].as_array().unwrap();
        assert!((interval[0].as_f64().unwrap() - (mean - 1.959_964 * error)).abs() < 1e-6);
        assert_eq!(wager["rounds"], 20_000);
    }
}

#[test]
fn the_answer_is_the_same_to_the_byte_on_any_number_of_threads() {
    let on = |threads| {
        let submission = "submissions/pa-670a-full.toml";
        let strategy = ["--strategy", "house-way", "--evening", "4", "--bankroll", "$1,000", "--format", "json"];
        let call = ["--submission", submission, "--rounds", "140000", "--seed", "7", "--seats", "1"];
        printed(simulate(&[&call[..], &strategy[..], &["--threads", threads]].concat()))
    };
    let one = on("1");
    assert_eq!(one, on("2"));
    assert_eq!(one, on("8"));
}

#[test]
fn people_are_told_the_interval_the_hold_the_evening_and_the_gain_from_shown_cards() {
    let call = ["--text", "pa-657a", "--rounds", "500", "--seed", "1", "--seats", "6", "--shared-cards"];
    let told = printed(simulate(&[&call[..], &["--evening", "1", "--bankroll", "$200"]].concat()));
    let expected =
        ["95 % confidence interval", "hold of the table per hour", "evenings of 40 rounds with $200", "ruined", "gain"];
    for part in expected {
        assert!(told.contains(part), "{part}:\n{told}");
    }
}

#[test]
fn a_wrong_call_is_refused_in_one_line_with_status_2() {
    let crazy_4 = ["--text", "pa-657a", "--seed", "1"];
    for (more, said) in [
        (&["--rounds", "0"][..], "at least one round"),
        (&["--rounds", "many"], "invalid value 'many'"),
        (&["--rounds", "10", "--seats", "0"], "seats must be 1 to 6 (got 0)"),
        (&["--rounds", "10", "--seats", "7"], "seats must be 1 to 6 (got 7)"),
        (&["--rounds", "10", "--wager", "nonsense"], "unknown wager `nonsense`"),
        (&["--rounds", "10", "--wager", "insurance"], "pa-657a has no wager `insurance`"),
        (&["--rounds", "10", "--strategy", "house-way"], "pa-657a has no strategy `house-way`"),
        (&["--rounds", "10", "--strategy", "fold-below=K-Q"], "`K-Q` is not a four-card hand"),
        (&["--rounds", "10", "--threads", "0"], "the number of threads must be"),
        (&["--rounds", "10", "--rounds-per-hour", "0"], "rounds per hour must be above 0"),
        (&["--rounds", "10", "--evening", "4"], "less than one evening"),
        (&["--rounds", "10", "--evening", "nan"], "hours (got NaN)"),
        (&["--rounds", "1000", "--evening", "4", "--bankroll", "5"], "`5` is not an amount of money"),
        (&["--rounds", "10", "--bankroll", "$5"], "--evening"),
        (&[], "--rounds"),
    ] {
        refused(&[&["simulate"], &crazy_4[..], more].concat(), 2, said);
    }
    let six_card = ["--text", "pa-670a", "--seed", "1", "--rounds", "10", "--strategy", "house-way", "--shared-cards"];
    assert_eq!(simulate(&six_card).status.code(), Some(2));
}
