//! `croupier odds` as scripts call it: the shape of its JSON, and what it says of calls that are wrong.

mod cli_runner;

use cli_runner::{croupier, file, full, json, printed, refused, remembering, root};
use serde_json::Value;
use std::path::Path;

/// The object of a side wager.
fn wagers(told: &Value) -> Vec<&Value> {
    told["wagers"].as_array().expect("a list").iter().filter(|told| told["outcomes"].is_null()).collect()
}

#[test]
fn the_edge_of_queens_up_is_the_fraction_the_contract_shows() {
    let told = json(&["odds", "--text", "pa-657a", "--wager", "queens-up", "--paytable", "A"]);
    assert_eq!(told["text"], "pa-657a");
    let [wager] = wagers(&told)[..] else { panic!("{told}") };
    assert_eq!((&wager["wager"], &wager["paytable"]), (&"queens-up".into(), &"A".into()));
    assert_eq!(wager["combinations"], "2598960");
    assert_eq!(wager["rows"][0], serde_json::json!({ "hand": "four-of-a-kind", "count": "624", "pays": "50 to 1" }));
    let edge = serde_json::json!({ "num": "9943", "den": "324870", "decimal": "0.030606088589" });
    assert_eq!(wager["house_edge"], edge);
    assert!(wager["hit_frequency"]["num"].is_string() && wager["variance"]["den"].is_string());
    assert_eq!(wager["standard_deviation"].as_str().map(|deviation| &deviation[..6]), Some("2.2888"));
    assert_eq!(wager["envy"], serde_json::json!([]));
    assert!(wager.get("fixed_return").is_none() && wager.get("not_in_text").is_none());
}

#[test]
fn there_is_one_object_for_each_wager_and_letter() {
    for (text, letters) in [
        (
            "pa-657a",
            "queens-up ABCD four-card-progressive AB five-card-progressive ABCD five-card-hand-bonus - \
                     six-card-bonus ABCDE",
        ),
        ("pa-670a", "fortune-bonus - insurance - progressive -"),
    ] {
        let told = json(&["odds", "--text", text]);
        let found: Vec<_> = wagers(&told)
            .iter()
            .filter(|wager| wager["wager"] != "double-down")
            .map(|wager| (wager["wager"].as_str().unwrap(), wager["paytable"].as_str().unwrap_or("-")))
            .collect();
        let words: Vec<&str> = letters.split_whitespace().collect();
        let right: Vec<_> = words
            .chunks(2)
            .flat_map(|pair| pair[1].split("").filter(|l| !l.is_empty()).map(|l| (pair[0], l)))
            .collect();
        assert_eq!(found, right, "{text}");
    }
}

#[test]
fn a_progressive_has_a_fixed_return_and_meters_and_an_edge_only_at_a_meter() {
    let call = ["odds", "--text", "pa-657a", "--wager", "five-card-progressive", "--paytable", "C"];
    let told = json(&call);
    let wager = wagers(&told)[0];
    assert!(wager.get("house_edge").is_none() && wager.get("standard_deviation").is_none());
    assert!(wager["fixed_return"]["decimal"].is_string());
    let meters: Vec<_> = wager["meters"].as_array().unwrap().iter().map(|row| (&row["meter"], &row["count"])).collect();
    let right = [("mega", "4"), ("major", "36"), ("minor", "624")].map(|(name, count)| (name.into(), count.into()));
    assert_eq!(meters, right.iter().map(|(name, count): &(Value, Value)| (name, count)).collect::<Vec<_>>());
    assert_eq!(wager["meters"][0]["share"]["decimal"], "1.000000000000");
    assert_eq!(wager["envy"][0]["amount"], 100);
    let told = json(&[&call[..], &["--meter", "mega=5000000", "--meter", "minor=30000"]].concat());
    let wager = wagers(&told)[0];
    assert!(wager["house_edge"]["num"].is_string() && wager["standard_deviation"].is_string());
    assert_eq!(wager["progressive"]["meters"][0]["now"], 5_000_000);
    assert_eq!(wager["progressive"]["meters"][1]["now"], 100_000, "the seed");
}

#[test]
fn a_reading_and_a_submission_change_what_is_told() {
    let edge = |more: &[&str]| {
        let told = json(&[&["odds", "--text", "pa-670a", "--wager", "fortune-bonus"], more].concat());
        (told["alternatives"].clone(), wagers(&told)[0]["house_edge"]["decimal"].as_str().unwrap().to_owned())
    };
    let (none, read) = edge(&[]);
    let (chosen, alternative) = edge(&["--reading", "R-20=alternative"]);
    assert_eq!((none, chosen), (serde_json::json!([]), serde_json::json!(["R-20"])));
    assert!(read < alternative);
    let told = json(&["odds", "--text", "pa-657a", "--submission", "submissions/pa-657a-hand-bonus.toml"]);
    let names: Vec<_> = wagers(&told).iter().map(|wager| wager["wager"].as_str().unwrap()).collect();
    assert_eq!(names, ["queens-up", "four-card-progressive", "five-card-hand-bonus"]);
    assert_eq!(wagers(&told)[2]["draws"][0]["return"]["decimal"], "0.192307692307");
}

#[test]
fn a_table_of_ones_own_is_marked_as_not_in_the_text() {
    let own = file("own.toml", "rows = [[\"flush\", \"20 to 1\"], [\"six-card royal flush, diamonds\", \"9 to 1\"]]");
    let call = ["odds", "--text", "pa-657a", "--wager", "six-card-bonus", "--paytable", own.as_str()];
    let told = json(&call);
    let wager = wagers(&told)[0];
    assert_eq!((&wager["not_in_text"], &wager["paytable"]), (&true.into(), &Value::Null));
    // Straight and royal flushes are flushes too where they have no row of their own.
    assert_eq!(wager["rows"][0]["count"], (205_792 + 1_656 + 188 - 1).to_string());
    assert!(printed(croupier(&call)).contains("not in the text"));
}

#[test]
fn the_text_shows_both_sides_of_a_reading_where_they_differ() {
    let shown = printed(croupier(&["odds", "--text", "pa-670a"]));
    assert!(shown.contains("house edge 12.1291 %"), "{shown}");
    assert!(shown.contains("R-20 alternative:  house edge 12.6205 % instead of 12.1291 %"), "{shown}");
    assert!(shown.contains("R-07 alternative:  envy for wagers of $1"), "{shown}");
}

#[test]
fn two_submissions_are_compared_in_what_they_choose_and_what_they_cost() {
    let call = ["odds", "--compare", "submissions/pa-657a-a.toml", "submissions/pa-657a-hand-bonus.toml"];
    let told = json(&call);
    let queens = told["differences"].as_array().unwrap().iter().find(|found| found["what"] == "queens-up").unwrap();
    assert!(queens["sides"][0].as_str().unwrap().starts_with("paytable A"));
    let row = told["wagers"].as_array().unwrap().iter().find(|row| row["wager"] == "queens-up").unwrap();
    assert_eq!(row["house_keeps"][0]["decimal"], "0.030606088589");
    assert!(row["difference"]["decimal"].as_str().unwrap().starts_with("0.0145"));
    assert!(printed(croupier(&call)).contains("not offered"));
}

#[test]
fn an_answer_from_memory_is_the_answer_computed_anew_and_a_damaged_one_is_none() {
    let call = ["odds", "--text", "pa-657a", "--wager", "queens-up", "--format", "json"];
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged-cache");
    let _ = std::fs::remove_dir_all(&cache);
    let anew = printed(remembering(&[&call[..], &["--no-cache"]].concat(), &cache));
    assert!(!cache.exists(), "nothing is remembered with --no-cache");
    for _ in 0..2 {
        assert_eq!(printed(remembering(&call, &cache)), anew);
    }
    let kept: Vec<_> = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "nothing half-written is left beside it");
    for damage in ["", "[]", "[[1", "nonsense"] {
        std::fs::write(&kept[0], damage).unwrap();
        assert_eq!(printed(remembering(&call, &cache)), anew, "{damage:?}");
    }
    let nowhere = kept[0].join("a file is no folder");
    assert_eq!(printed(remembering(&call, &nowhere)), anew);
}

#[test]
fn a_wrong_call_is_told_in_one_line_with_what_would_be_right() {
    let bad_hand = file("bad-hand.toml", "rows = [[\"five of a kind\", \"20 to 1\"]]");
    let too_much = file("too-much.toml", "rows = [[\"flush\", \"1,000,001 to 1\"]]");
    let own = file("good.toml", "rows = [[\"flush\", \"20 to 1\"]]");
    let rows: &[(&[&str], i32, &str)] = &[
        (&[], 2, "--text"),
        (&["--text", "pa-659a", "--wager", "queens-up"], 2, "it has main (§ 659a.7(d)), fortune-bonus"),
        (&["--text", "pa-657a", "--wager", "super-bonus"], 2, "pa-657a has no wager `super-bonus`"),
        (&["--text", "pa-659a", "--wager", "insurance", "--paytable", "D"], 2, "insurance has A, B, C (§ 659a.12(c))"),
        (&["--text", "pa-670a", "--wager", "insurance", "--paytable", "A"], 2, "one table without a letter"),
        (&["--text", "pa-659a", "--paytable", "Z"], 2, "fortune-bonus has A, B, C, D"),
        (&["--text", "pa-659a", "--wager", "progressive", "--meter", "-1"], 2, "cannot be negative"),
        (&["--text", "pa-659a", "--wager", "progressive", "--meter", "meter=-1"], 2, "cannot be negative"),
        (&["--text", "pa-659a", "--wager", "progressive", "--meter", "mega=1"], 2, "there is meter of progressive"),
        (&["--text", "pa-659a", "--wager", "insurance", "--meter", "1"], 2, "there is none"),
        (&["--text", "pa-659a", "--wager", "progressive", "--meter", "1.5"], 2, "whole cents"),
        (&["--text", "pa-659a", "--meter", "1", "--meter", "meter=2"], 2, "already given"),
        (&["--text", "pa-659a", "--meter", "1000000001"], 2, "at most $10,000,000"),
        (&["--text", "pa-659a", "--reading", "R-01=alternative"], 2, "cannot be switched"),
        (&["--text", "pa-657a", "--strategy", "house-way"], 2, "hands are not set in"),
        (&["--text", "pa-659a", "--paytable", "own.toml"], 2, "--wager"),
        (
            &["--text", "pa-659a", "--wager", "insurance", "--paytable", "no-such.toml"],
            2,
            "neither a paytable letter nor",
        ),
        (&["--text", "pa-657a", "--wager", "main", "--paytable", &own], 2, "no paytable of hands"),
        (
            &["--text", "pa-657a", "--wager", "queens-up", "--paytable", &bad_hand],
            1,
            "does not pay for `five of a kind`",
        ),
        (&["--text", "pa-657a", "--wager", "queens-up", "--paytable", &too_much], 1, "at most 1,000,000"),
        (&["--submission", "no-such.toml"], 2, "no-such.toml"),
        (&["--text", "pa-659a", "--submission", "submissions/pa-657a-a.toml"], 2, "not for pa-659a"),
        (&["--submission", "submissions/pa-657a-a.toml", "--wager", "five-card-hand-bonus"], 2, "does not offer"),
        (&["--compare", "submissions/pa-657a-a.toml"], 2, "2 values"),
        (&["--text", "pa-657a", "--side", "--wager", "main"], 2, "cannot be used with"),
    ];
    for (arguments, status, said) in rows {
        refused(&[&["odds"], *arguments].concat(), *status, said);
    }
}

#[test]
fn a_submission_that_does_not_check_has_no_odds() {
    let broken = file("broken.toml", "text = \"pa-659a\"\n");
    refused(&["odds", "--submission", &broken], 1, "croupier check");
}

/// The page holds main games too, whose figures take minutes: they are compared under `CROUPIER_FULL`.
#[test]
fn the_page_of_all_figures_is_up_to_date() {
    let kept = std::fs::read_to_string(root().join("docs/odds.md")).expect("docs/odds.md");
    let (kept, made) = if full() {
        (kept, printed(croupier(&["odds", "--all"])))
    } else {
        (without_main_games(&kept), printed(croupier(&["odds", "--all", "--side"])))
    };
    assert!(kept == made, "docs/odds.md is out of date: `croupier odds --all > docs/odds.md` makes it anew");
}

fn without_main_games(page: &str) -> String {
    let mut main = false;
    let side = page.split_inclusive("\n").filter(|line| {
        main = (main || line.starts_with("### Main")) && !line.starts_with("### Side");
        !main
    });
    side.collect()
}
