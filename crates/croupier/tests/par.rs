//! The PAR sheet as the program writes it: every submission, every form, the same bytes each time.

mod cli_runner;

use cli_runner::{croupier, full, refused, root};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Runs `croupier par`.
fn par(arguments: &[&str]) -> Output {
    croupier(&[&["par"], arguments].concat())
}

fn printed(submission: &Path, more: &[&str]) -> Vec<u8> {
    let mut arguments = vec![submission.to_str().expect("a plain path")];
    arguments.extend(more);
    let name = submission.file_name().and_then(|name| name.to_str()).expect("a plain name");
    if !full() && ["pa-659a", "pa-575", "ma-asia"].iter().any(|asia| name.starts_with(asia)) {
        arguments.push("--side");
    }
    let output = par(&arguments);
    assert!(output.status.success(), "{}: {}", submission.display(), String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn json(submission: &Path, more: &[&str]) -> Value {
    let mut arguments = vec!["--format", "json"];
    arguments.extend(more);
    serde_json::from_slice(&printed(submission, &arguments)).expect("JSON")
}

fn submissions() -> PathBuf {
    root().join("submissions")
}

fn every_submission() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(submissions()).expect("the submissions are there");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "toml")).collect();
    files.sort();
    assert_eq!(files.len(), 24);
    files
}

/// A fresh folder for what one test writes.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn every_submission_has_a_sheet_in_every_form_and_it_is_the_same_twice() {
    for file in every_submission() {
        for format in ["html", "csv", "json", "pdf"] {
            let first = printed(&file, &["--format", format]);
            assert!(!first.is_empty());
            assert!(first == printed(&file, &["--format", format]), "{} as {format}", file.display());
        }
    }
}

#[test]
fn the_forms_tell_the_same_figures_and_the_counts_add_up() {
    for name in ["pa-659a-a.toml", "pa-575-b.toml", "pa-670a-full.toml", "pa-657a-hand-bonus.toml"] {
        let file = submissions().join(name);
        let sheet = json(&file, &[]);
        let csv = String::from_utf8(printed(&file, &["--format", "csv"])).expect("text");
        let html = String::from_utf8(printed(&file, &[])).expect("text");
        assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
        let wagers = sheet["wagers"].as_array().expect("wagers");
        assert!(!wagers.is_empty());
        for wager in wagers {
            let name = wager["wager"].as_str().expect("a name");
            let combinations = wager["combinations"].as_str().expect("a count");
            let results = wager["results"].as_array().expect("results").iter();
            let counted: u128 = results.map(|result| result["count"].as_str().unwrap().parse::<u128>().unwrap()).sum();
            assert_eq!(counted.to_string(), combinations, "{name}");
            assert!(csv.contains(&format!("\n{name},total,count,{combinations}\n")), "{name}");
            let edge = wager["long_run_edge"]["decimal"].as_str().expect("an edge");
            assert!(csv.contains(&format!("\n{name},,long_run_edge,{edge}\n")), "{name}");
            assert!(html.contains(&format!("<section id=\"{name}\"")), "{name}");
        }
        assert!(!html.contains("NaN") && !csv.contains("NaN"));
    }
}

#[test]
fn a_sheet_without_the_main_game_says_so() {
    let file = submissions().join("pa-657a-a.toml");
    let whole = String::from_utf8(printed(&file, &[])).expect("text");
    assert!(whole.contains("<section id=\"main\"") && !whole.contains("left out"));
    let part = String::from_utf8(printed(&file, &["--side"])).expect("text");
    assert!(!part.contains("<section id=\"main\"") && part.contains("does not include the main game"));
}

/// The trade press gives 3.42 % of the Ante and an element of risk of 1.09 %.
#[test]
fn the_main_game_stands_on_the_sheet() {
    let sheet = json(&submissions().join("pa-657a-a.toml"), &[]);
    let main = &sheet["wagers"][0];
    assert_eq!(main["wager"], "main");
    assert!(main["house_edge"]["decimal"].as_str().is_some_and(|edge| edge.starts_with("0.03418")));
    assert!(main["element_of_risk"]["decimal"].as_str().is_some_and(|risk| risk.starts_with("0.01090")));
    assert_eq!(sheet["exposure"]["wagers"][0]["wager"], "main");
}

#[test]
fn a_sheet_computed_anew_is_the_one_remembered() {
    let file = submissions().join("pa-657a-a.toml");
    assert!(printed(&file, &[]) == printed(&file, &["--no-cache"]));
}

/// § 575.12(c): what one betting area is paid in a round is limited, whatever its hands would earn.
#[test]
fn exposure_stops_at_the_payout_limit() {
    let exposure = &json(&submissions().join("pa-575-a.toml"), &[])["exposure"];
    assert_eq!(exposure["payout_limit"], 7_500_000);
    assert_eq!(exposure["area"], 7_500_000);
    assert_eq!(exposure["table"], 6 * 7_500_000);
    assert!(exposure["area_unlimited"].as_i64() > exposure["area"].as_i64());
}

#[test]
fn the_hour_follows_what_is_assumed() {
    let file = submissions().join("pa-659a-a.toml");
    let bonus = |more: &[&str]| {
        let session = json(&file, more)["session"].clone();
        let wagers = session["wagers"].as_array().expect("wagers").clone();
        wagers.into_iter().find(|wager| wager["wager"] == "fortune-bonus").expect("the Fortune Bonus")
    };
    let usual = bonus(&[]);
    assert_eq!(usual["wagered_per_hour"], 6 * 500 * 30 / 2);
    // 7.7655746855 % of $450, less envy: three players, five others each, 4.6341 cents, thirty times.
    assert_eq!((&usual["envy_per_hour"], &usual["win_per_hour"]), (&2085.into(), &1409.into()));
    let other = bonus(&["--seats", "1", "--rounds-per-hour", "100", "--mix", "fortune-bonus=40@$20"]);
    assert_eq!(other["wagered_per_hour"], 2000 * 40);
    assert_eq!(other["envy_per_hour"], 0);
}

#[test]
fn a_wrong_call_says_why_and_bad_content_is_told_apart() {
    let good = submissions().join("pa-659a-a.toml");
    let good = good.to_str().expect("a plain path");
    refused(&["par", "no-such-file.toml"], 2, "no-such-file.toml");
    refused(&["par", good, "--format", "docx"], 2, "docx");
    refused(&["par", good, "--seats", "0"], 2, "seats must be 1 to 6");
    refused(&["par", good, "--seats", "7"], 2, "seats must be 1 to 6");
    refused(&["par", good, "--rounds-per-hour", "0"], 2, "rounds per hour");
    refused(&["par", good, "--mix", "queens-up=50"], 2, "does not offer queens-up");
    refused(&["par", good, "--mix", "fortune-bonus=50@$1"], 2, "outside its limits");
    refused(&["par", good, "--mix", "roulette=50"], 2, "unknown wager `roulette`");
    let bad = folder("par-bad").join("bad.toml");
    let seven = std::fs::read_to_string(good).expect("text").replace("positions      = 6", "positions      = 7");
    std::fs::write(&bad, seven).expect("a file");
    refused(&["par", bad.to_str().expect("a plain path")], 1, "659a.2(a)");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let good = submissions().join("pa-657a-a.toml");
    let good = good.to_str().expect("a plain path");
    let folder = folder("par-out");
    let out = folder.join("sheet.csv");
    std::fs::write(&out, "what was there before").expect("a file");
    let output = par(&[good, "--format", "csv", "--out", out.to_str().expect("a plain path")]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(std::fs::read(&out).expect("the sheet"), printed(Path::new(good), &["--format", "csv"]));
    let nowhere = folder.join("missing/sheet.csv");
    refused(&["par", good, "--format", "csv", "--out", nowhere.to_str().expect("a plain path")], 2, "sheet.csv");
    // A folder cannot be replaced by a file, so the rename is what fails.
    let taken = folder.join("taken.csv");
    std::fs::create_dir(&taken).expect("a folder");
    refused(&["par", good, "--format", "csv", "--out", taken.to_str().expect("a plain path")], 2, "taken.csv");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 2, "nothing half-written is left");
}

#[test]
fn the_pdf_is_whole_and_carries_its_fonts() {
    let pdf = printed(&submissions().join("pa-659a-a.toml"), &["--format", "pdf"]);
    let holds = |what: &[u8]| pdf.windows(what.len()).any(|window| window == what);
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    assert!(holds(b"/FontFile3"));
    assert!(!holds(b"/CreationDate"));
}
