//! `croupier verify` and `croupier replay` on journals of tables that played by themselves.

#[path = "../../table/tests/simulated/mod.rs"]
mod simulated;

use croupier_rules::{Regulation, submission};
use croupier_table::DealMode;
use simulated::{Simulated, rechained};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A file that goes when the test ends.
struct File(PathBuf);

impl File {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("croupier-{}-{name}.journal", std::process::id()));
        std::fs::write(&path, content).expect("a file");
        Self(path)
    }

    fn given_to(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(arguments)
            .arg(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the program runs")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn journal(text: Regulation, mode: DealMode, rounds: usize) -> Simulated {
    let place = Regulation::ALL.iter().position(|known| *known == text).expect("a text that is shipped");
    let mut simulated = Simulated::open(&submission::template(text), mode, place as u64 + 7);
    simulated.play(rounds);
    simulated
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Verifies bytes that must not hold, and gives what is said of them.
fn refused(name: &str, journal: &[u8]) -> String {
    let output = File::new(name, journal).given_to(&["verify"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(output.stdout.is_empty());
    said
}

#[test]
fn journals_of_all_games_verify() {
    for text in Regulation::ALL {
        for mode in [DealMode::Sealed, DealMode::Observed] {
            let simulated = journal(text, mode, 5);
            let file = File::new(&format!("{text}-{mode:?}"), simulated.lines.as_bytes());
            let output = file.given_to(&["verify"]);
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let said = stdout(&output);
            for expected in ["every line verifies", "5  rounds", "sum to zero", &simulated.head().to_string()] {
                assert!(said.contains(expected), "{expected}: {said}");
            }
            let head = simulated.head().to_string();
            assert_eq!(file.given_to(&["verify", "--head", &head]).status.code(), Some(0));
        }
    }
}

#[test]
fn a_changed_byte_of_each_line_is_found_and_its_line_named() {
    let good = journal(Regulation::Pa575, DealMode::Sealed, 1).lines;
    let mut start = 0;
    for (place, line) in good.lines().enumerate() {
        let mut bad = good.clone().into_bytes();
        bad[start + line.len() / 3] ^= 1;
        let said = refused(&format!("changed-{place}"), &bad);
        assert!(said.contains(&format!(": line {}: ", place + 1)), "{said}");
        start += line.len() + 1;
    }
}

#[test]
fn a_cut_tail_is_found() {
    let simulated = journal(Regulation::Pa659a, DealMode::Sealed, 1);
    let good = &simulated.lines;
    let lines = good.lines().count();
    let said = refused("torn", &good.as_bytes()[..good.len() - 9]);
    assert!(said.contains(&format!("line {lines}: the line is truncated")), "{said}");
    // Between lines the chain holds, and only the head kept elsewhere tells.
    let last = good.trim_end().rfind('\n').expect("lines") + 1;
    let file = File::new("cut", &good.as_bytes()[..last]);
    assert_eq!(file.given_to(&["verify"]).status.code(), Some(0));
    let output = file.given_to(&["verify", "--head", &simulated.head().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("lines are missing at the end"), "{}", stderr(&output));
}

#[test]
fn a_forged_and_rechained_journal_is_found_by_the_audit() {
    let mut lines: Vec<_> = journal(Regulation::Pa657a, DealMode::Sealed, 3).lines.lines().map(str::to_owned).collect();
    let place = lines.iter().position(|line| line.contains("\"verdict\":\"loses\"")).expect("a loss");
    lines[place] = lines[place].replacen("\"verdict\":\"loses\"", "\"verdict\":\"returned\"", 1);
    let said = refused("forged", rechained(&lines).as_bytes());
    assert!(said.contains(&format!(": line {}: the command leads to different events", place + 1)), "{said}");
    assert!(said.contains("loses") && said.contains("returned"), "{said}");
}

#[test]
fn what_is_no_journal_or_no_file_is_told() {
    assert!(refused("empty", b"").contains("line 1: the journal is empty"));
    assert!(refused("nonsense", b"nonsense\n").contains("line 1: not a journal line"));
    for call in ["verify", "replay"] {
        let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args([call, "no-such-file"]).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stderr(&output).lines().count(), 1);
    }
}

#[test]
fn replay_tells_a_round_with_its_cards_rulings_and_money() {
    for text in Regulation::ALL {
        let simulated = journal(text, DealMode::Sealed, 3);
        let file = File::new(&format!("replay-{text}"), simulated.lines.as_bytes());
        let output = file.given_to(&["replay", "--round", "2"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let told = stdout(&output);
        for expected in
            ["Round 2  2026-09-21", "seat 1", "holds ", "dealer turns", "money", "now $", "main", "shuffle commitment"]
        {
            assert!(told.contains(expected), "{expected}: {told}");
        }
        assert!(!told.contains("Round 1 ") && !told.contains("Round 3 "), "{told}");
        let all = stdout(&file.given_to(&["replay"]));
        for expected in ["Before the first round", "Round 1 ", "Round 2 ", "Round 3 "] {
            assert!(all.contains(expected), "{expected}");
        }
        assert_eq!(file.given_to(&["replay", "--round", "4"]).status.code(), Some(2));
    }
}

#[test]
fn replay_tells_what_stands_before_a_line_that_does_not_hold() {
    let good = journal(Regulation::Pa670a, DealMode::Sealed, 2).lines;
    let file = File::new("before", &good.as_bytes()[..good.len() - 1]);
    let output = file.given_to(&["replay"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("Round 2 "));
    assert!(stderr(&output).contains("the line is truncated"));
}
