//! The best responses that ship with the program are those that it computes, and every submission of the repository
//! has its main wager at once.
//!
//! `UPDATE=1 cargo nextest run -p croupier --test shipped_odds` computes them all and writes them anew.

use croupier_odds::asia_poker::{HouseWayQuery, Shard};
use croupier_odds::shipped::{ShippedAnswers, ShippedSide};
use croupier_odds::{NoCache, NoProgress, OddsEngine, RulesSource, SolverSet};
use croupier_rules::submission::check;
use std::fs;
use std::path::{Path, PathBuf};

/// The part of each answer that is recomputed.
const SAMPLE: Shard = Shard { index: 7, of: 400 };

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every submission of the repository, by its file.
fn submissions() -> Vec<(String, RulesSource)> {
    let files = fs::read_dir(project().join("submissions")).expect("the submissions");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a submission").path()).collect();
    files.sort();
    let source = |file: PathBuf| {
        let rules = check(&fs::read_to_string(&file).expect("a submission")).rules;
        (file.display().to_string(), RulesSource::of_submission(rules.expect("a submission without faults")))
    };
    files.into_iter().map(source).collect()
}

/// The question about the house way of each submission that has one of four, two and one; equal ones once.
fn questions(sources: &[(String, RulesSource)]) -> Vec<HouseWayQuery<'_>> {
    let mut questions: Vec<HouseWayQuery<'_>> = Vec::new();
    for question in sources.iter().filter_map(|(_, source)| HouseWayQuery::new(source, &NoCache)) {
        if !questions.iter().any(|known| known.facts() == question.facts()) {
            questions.push(question);
        }
    }
    questions
}

#[test]
fn what_ships_is_what_is_computed() {
    let sources = submissions();
    let questions = questions(&sources);
    if std::env::var_os("UPDATE").is_some() {
        let compute = |question: &HouseWayQuery<'_>| {
            let set = question.house_way_set(&NoProgress).expect("a whole way");
            let player = set.solve(Shard::WHOLE, &NoProgress).player;
            ShippedSide { facts: question.facts(), player, sample: set.solve(SAMPLE, &NoProgress).player }
        };
        let sides: Vec<ShippedSide> = questions.iter().map(compute).collect();
        let json = serde_json::to_string_pretty(&sides).expect("plain data") + "\n";
        return fs::write(project().join("crates/odds/data/best_responses.json"), json).expect("the file is written");
    }
    assert_eq!(ShippedAnswers::sides().len(), questions.len(), "run this test with UPDATE=1");
    for (shipped, question) in ShippedAnswers::sides().iter().zip(&questions) {
        assert_eq!(shipped.facts, question.facts(), "run this test with UPDATE=1");
        assert!(shipped.player.is_whole());
        let computed = question.house_way_set(&NoProgress).expect("a whole way").solve(SAMPLE, &NoProgress).player;
        assert_eq!(shipped.sample, computed);
        assert!(computed.hands > 100_000, "too small a sample: {}", computed.hands);
    }
}

#[test]
fn the_main_wager_of_every_submission_is_there_at_once() {
    let solvers = SolverSet::standard();
    for (file, source) in submissions() {
        let report = OddsEngine::new(&solvers, &ShippedAnswers, &NoProgress).quick_report(&source).expect("odds");
        assert!(report.skipped.is_empty(), "{file}: {:?}", report.skipped);
    }
}
