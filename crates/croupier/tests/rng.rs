//! `croupier rng` and `croupier about --hashes` as a test lab calls them.

mod cli_runner;

use cli_runner::{croupier, printed, refused, root};
use croupier_table::commitment::Digest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

fn lines(arguments: &[&str]) -> Vec<String> {
    printed(croupier(arguments)).lines().map(str::to_owned).collect()
}

fn outcomes(what: &str, count: usize) -> Vec<String> {
    let lines = lines(&["rng", "outcomes", "--what", what, "--count", &count.to_string()]);
    assert_eq!(lines.len(), count, "{what}");
    lines
}

#[test]
fn raw_writes_as_many_bytes_as_asked_and_never_the_same() {
    for count in [0, 1, 31, 262_144, 262_145] {
        assert_eq!(croupier(&["rng", "raw", "--bytes", &count.to_string()]).stdout.len(), count);
    }
    let [one, other] = [(); 2].map(|()| croupier(&["rng", "raw", "--bytes", "32"]).stdout);
    assert_ne!(one, other);
}

#[test]
fn raw_ends_quietly_when_nobody_reads_on() {
    let mut call = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let mut child = call
        .args(["rng", "raw", "--bytes", "18446744073709551615"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_shuffle_is_a_whole_deck_and_no_two_are_alike() {
    for (what, cards) in [("shuffle52", 52), ("shuffle53", 53)] {
        let shuffles = outcomes(what, 50);
        assert_eq!(shuffles.iter().collect::<BTreeSet<_>>().len(), 50);
        for shuffle in shuffles {
            assert_eq!(shuffle.split(' ').count(), cards, "{shuffle}");
            assert_eq!(shuffle.split(' ').collect::<BTreeSet<_>>().len(), cards, "{shuffle}");
            assert_eq!(shuffle.contains("Jk"), cards == 53, "{shuffle}");
        }
    }
}

#[test]
fn draws_are_within_their_bounds_and_reach_them() {
    let numbers = |lines: &[String]| -> BTreeSet<u8> {
        lines.iter().flat_map(|line| line.split(' ')).map(|word| word.parse().expect(word)).collect()
    };
    assert_eq!(numbers(&outcomes("start", 500)), (1..=7).collect());
    assert_eq!(numbers(&outcomes("lucky", 500)), (1..=7).collect());
    let dice = outcomes("dice", 200);
    assert!(dice.iter().all(|line| line.split(' ').count() == 3));
    assert_eq!(numbers(&dice), (1..=6).collect());
    let magic: BTreeSet<_> = outcomes("magic", 2000).into_iter().collect();
    assert_eq!(magic.len(), 52);
    assert!(!magic.contains("Jk"));
}

#[test]
fn a_magic_card_can_be_made_to_fall_as_seldom_as_at_a_table() {
    let drawn = lines(&["rng", "outcomes", "--what", "magic", "--count", "2000", "--often", "1 in 20"]);
    let fell = drawn.iter().filter(|line| *line != "-").count();
    // A hundred, give or take six times the root of 2,000 x 1/20 x 19/20.
    assert!((42..=158).contains(&fell), "{fell}");
}

#[test]
fn the_examination_is_repeatable_and_names_every_test() {
    let call = ["rng", "test", "--rounds", "20000", "--seed", "c0ffee", "--format", "json"];
    let [one, other] = [(); 2].map(|()| croupier(&call));
    assert_eq!(one.status.code(), Some(0));
    assert_eq!(one.stdout, other.stdout);
    let told: Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!((&told["rounds"], &told["passed"]), (&20_000.into(), &true.into()));
    let tests = told["tests"].as_array().expect("tests");
    let threshold = told["threshold"].as_f64().expect("a number");
    assert!((threshold * tests.len() as f64 - 0.01).abs() < 1e-12);
    for test in tests {
        let p = test["p"].as_f64().expect("a p-value");
        assert_eq!(test["passed"], p >= threshold && p <= 1.0, "{test}");
    }
    let names: BTreeSet<_> = tests.iter().filter_map(|test| test["test"].as_str()).collect();
    // § 810a.5(c), and the duplicates of GLI-19.
    let named = [
        "chi-square",
        "equidistribution",
        "gap",
        "overlaps",
        "poker",
        "coupon collector",
        "permutation",
        "Kolmogorov-Smirnov",
        "adjacency",
        "order statistic",
        "runs up",
        "runs down",
        "interplay",
        "serial correlation",
        "subsequence",
        "Poisson distribution",
        "duplicates",
    ];
    assert_eq!(names, BTreeSet::from(named));
}

#[test]
fn wrong_calls_are_refused_with_what_would_be_right() {
    for (call, said) in [
        (&["rng", "test", "--rounds", "19999"][..], "the number of rounds must be 20,000 to 10,000,000 (got 19,999)"),
        (&["rng", "test", "--rounds", "10000001"], "20,000 to 10,000,000 (got 10,000,001)"),
        (&["rng", "test", "--seed", "xyz"], "1 to 64 hexadecimal digits"),
        (&["rng", "test", "--seed", ""], "1 to 64 hexadecimal digits"),
        (&["rng", "outcomes", "--what", "cards", "--count", "1"], "shuffle52"),
        (&["rng", "outcomes", "--what", "magic", "--count", "1", "--often", "3 in 2"], "not a frequency"),
        (&["rng", "raw", "--bytes", "many"], "--bytes"),
        (&["about", "--hashes", "--submission", "nowhere.toml"], "nowhere.toml"),
        (&["about", "--submission", "submissions/pa-575-a.toml"], "--hashes"),
    ] {
        refused(call, 2, said);
    }
}

#[test]
fn every_hash_is_that_of_the_file_it_names() {
    let given = "submissions/pa-670a-full.toml";
    let listed = lines(&["about", "--hashes", "--submission", given]);
    let mut names = BTreeSet::new();
    for line in &listed {
        let (hash, name) = line.split_once("  ").expect("a hash and a name");
        let file = if name == "program" { env!("CARGO_BIN_EXE_croupier").into() } else { root().join(name) };
        if file.is_file() {
            assert_eq!(hash, Digest::of(&std::fs::read(&file).expect("a file")).to_string(), "{name}");
        } else {
            assert_eq!(hash, Digest::of(&code(&file)).to_string(), "{name}");
        }
        names.insert(name.to_owned());
    }
    for name in ["program", "crates/rules/src", "crates/table/src", "crates/rules/law/readings.toml", given] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    let json = croupier(&["about", "--hashes", "--submission", given, "--format", "json"]);
    let told: Vec<Value> = serde_json::from_slice(&json.stdout).expect("JSON");
    let told: Vec<_> = told.iter().map(|row| format!("{}  {}", text(&row["sha256"]), text(&row["name"]))).collect();
    assert_eq!(told, listed);
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

/// All code of a folder, file after file in the order of their paths.
fn code(folder: &Path) -> Vec<u8> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "toml") {
                files.push(path.to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    files.iter().flat_map(|file| std::fs::read(file).expect("a file")).collect()
}
