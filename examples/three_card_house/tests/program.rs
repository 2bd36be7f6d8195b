//! The program of a house with six games: every subcommand knows the sixth, and the five others are as they were.

use croupier_rules::Regulation;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Calls the program in the folder of the game.
fn call(arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    let mut call = Command::new(env!("CARGO_BIN_EXE_three-card-house"));
    call.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env("CROUPIER_CACHE", cache);
    call.stdin(Stdio::null()).output().expect("the program runs")
}

/// What it prints, having done what it was asked.
fn printed(arguments: &[&str]) -> String {
    let output = call(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--format", "json"]].concat())).expect("JSON")
}

const ELECTRONIC: &str = "submissions/electronic.toml";
const DEALT: &str = "submissions/dealt.toml";

/// The exact edge of the Ante, which `tests/odds.rs` holds against a plain count.
const EDGE: &str = "0.086580";

#[test]
fn a_submission_checks_and_a_fault_is_named_by_its_clause() {
    for submission in [ELECTRONIC, DEALT] {
        assert_eq!(json(&["check", submission]), serde_json::json!([]), "{submission}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seven.toml");
    let wrong = three_card_house::TEMPLATE.replace("positions      = 6", "positions      = 7");
    std::fs::write(&file, wrong).expect("a file");
    let output = call(&["check", file.to_str().expect("a path"), "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&found[0]["code"], &found[0]["clause"]), (&"S101".into(), &"TCH 1(a)".into()));
}

#[test]
fn new_prints_a_submission_that_checks() {
    assert_eq!(printed(&["new", "--text", "own-3"]), three_card_house::TEMPLATE);
}

#[test]
fn a_hand_is_ranked_and_two_are_compared() {
    let ranked = printed(&["rank", "--text", "own-3", "--as", "three", "9s 8h 7d", "Ah Qh 2h", "5s 5h 2d"]);
    let strengths: Vec<(String, u64)> = ranked
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|hand| (hand["category"].as_str().unwrap().to_owned(), hand["strength"].as_u64().unwrap()))
        .collect();
    let names: Vec<_> = strengths.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["straight", "flush", "pair"]);
    assert!(strengths.windows(2).all(|pair| pair[0].1 > pair[1].1), "{strengths:?}");
    let compared = printed(&["compare", "--text", "own-3", "9s 8h 7d / Ah Qh 2h"]);
    assert_eq!(compared.trim(), r#"{"result":"win","foul":false,"qualifies":true,"clause":"TCH 8(d)(3)"}"#);
}

#[test]
fn its_odds_are_told_of_the_text_and_of_a_submission() {
    let of_text = json(&["odds", "--text", "own-3"]);
    let wagers: Vec<_> = of_text["wagers"].as_array().unwrap().iter().map(|wager| &wager["wager"]).collect();
    assert_eq!(wagers, ["main", "bonus", "bonus"]);
    let main = &of_text["wagers"][0];
    assert!(main["house_edge"]["decimal"].as_str().unwrap().starts_with(EDGE), "{main}");
    assert_eq!((&main["strategy"], &main["clause"]), (&"optimal".into(), &"TCH 9(a)".into()));
    let dealt = json(&["odds", "--submission", DEALT]);
    assert_eq!(dealt["wagers"][0]["house_edge"], main["house_edge"]);
    assert_eq!(dealt["wagers"][1]["paytable"], "B");
    let refused = call(&["odds", "--text", "own-3", "--strategy", "house-way"]);
    assert_eq!(refused.status.code(), Some(2), "it has no house way");
}

#[test]
fn its_best_play_is_told_for_the_game_and_for_a_hand() {
    let best = json(&["strategy", "--text", "own-3"]);
    assert!(best["house_edge"]["decimal"].as_str().unwrap().starts_with(EDGE), "{best}");
    let decisions = best["decisions"].as_array().unwrap();
    let names: Vec<_> = decisions.iter().map(|range| &range["decision"]).collect();
    assert_eq!(names, ["fold", "play 1x"]);
    let hands: u64 = decisions.iter().map(|range| range["hands"].as_str().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(hands, 22_100);
    let weakest = decisions[1]["weakest"]["hand"].as_str().unwrap();
    let ranks: String = weakest.split(' ').map(|card| &card[..1]).collect();
    assert_eq!(ranks, "Q64", "the least hand to play");
    let hand = json(&["strategy", "--text", "own-3", "--hand", "Qs 6d 3c"]);
    assert_eq!(hand["choices"][0]["choice"], "fold");
    let text = printed(&["strategy", "--text", "own-3"]);
    assert!(text.contains("Three Card House: the best play"), "{text}");
}

#[test]
fn a_simulation_agrees_with_the_exact_odds() {
    let told = json(&["simulate", "--text", "own-3", "--rounds", "200000", "--seed", "3"]);
    let exact = json(&["odds", "--text", "own-3"]);
    for (simulated, exact) in told["wagers"].as_array().unwrap().iter().zip(exact["wagers"].as_array().unwrap()) {
        assert_eq!((&simulated["wager"], &simulated["paytable"]), (&exact["wager"], &exact["paytable"]));
        let number = |value: &Value| value.as_f64().or_else(|| value.as_str()?.parse().ok()).expect("a number");
        let (mean, error) = (number(&simulated["mean"]), number(&simulated["standard_error"]));
        let edge = number(&exact["house_edge"]["decimal"]);
        assert!((mean + edge).abs() < 4.0 * error, "{}: {mean} ± {error}, exactly {}", exact["wager"], -edge);
    }
}

#[test]
fn it_has_a_par_sheet() {
    let sheet = json(&["par", ELECTRONIC]);
    assert_eq!((&sheet["text"], &sheet["game"]), (&"own-3".into(), &"Three Card House".into()));
    assert!(printed(&["par", ELECTRONIC, "--format", "html"]).contains("Three Card House"));
}

#[test]
fn its_clauses_are_listed_beside_those_of_the_five() {
    let own = json(&["clauses", "--text", "own-3"]);
    assert_eq!(own.as_array().unwrap().len(), three_card_house::TEXT.law().clauses.len());
    let one = json(&["clauses", "TCH 8(b)"]);
    assert_eq!((&one[0]["text"], &one[0]["clause"]), (&"own-3".into(), &"8(b)".into()));
    let of_the_five: usize = Regulation::ALL.iter().map(|text| text.law().clauses.len()).sum();
    assert_eq!(json(&["clauses"]).as_array().unwrap().len(), of_the_five + own.as_array().unwrap().len());
    assert!(printed(&["clauses", "--irregularities", "--text", "own-3"]).contains("TCH 10"));
    assert!(printed(&["about"]).contains("Three Card House"));
}

#[test]
fn its_round_scripts_hold_and_their_journals_verify() {
    assert!(printed(&["run", "rounds"]).contains("4 scripts"), "{}", printed(&["run", "rounds"]));
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("round.journal");
    let journal = journal.to_str().expect("a path");
    printed(&["run", "rounds/8(b)-a-fold-forfeits-all-wagers.round", "--journal", journal]);
    assert!(printed(&["verify", journal]).contains("Three Card House"));
    assert!(printed(&["replay", journal]).contains("TCH 8(b)"));
}

#[test]
fn an_unknown_text_is_answered_with_all_six() {
    let refused = call(&["odds", "--text", "own-4"]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("pa-657a") && said.contains("own-3"), "{said}");
}
