//! Journals written by earlier programs verify for ever.
//!
//! `journals/revision-1` was written by the program of November 2026, before rules had revisions: the journal of every
//! round script of that day, and of random play at every ready submission, sealed and observed. Nobody writes them
//! anew: a ruling that changes is a new revision of the rules (`croupier_rules::RulesChange`), and the old one stays.

#![allow(clippy::disallowed_methods, reason = "a table touches no files, but its old journals are files")]

use croupier_rules::{Revision, RulesChange};
use croupier_table::journal::{Header, Journal, JournalFaultKind, verify};
use croupier_table::{DealMode, Event};
use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;

/// How each journal begins.
const FIRST: &str = "{\"croupier-journal\"";

fn journals(name: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/journals/revision-1/{name}.journals.gz"));
    let packed = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut all = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut all).expect("a packed text");
    let starts: Vec<usize> = all.match_indices(FIRST).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([all.len()]);
    starts.iter().zip(ends).map(|(&start, end)| all[start..end].to_owned()).collect()
}

/// Verifies all journals of a file: how many there are, how many rounds they hold, and which events occur in them.
fn verified(name: &str) -> (usize, u64, BTreeSet<String>) {
    let (mut rounds, mut events) = (0, BTreeSet::new());
    let journals = journals(name);
    for journal in &journals {
        let report = verify(journal.as_bytes());
        let header = report.header.as_ref().expect("a header");
        assert_eq!(header.revision, Revision::FIRST, "{}", header.table);
        assert_eq!(report.fault, None, "{name}: {}", header.table);
        rounds += report.rounds;
        for line in journal.lines().skip(1) {
            let events_at = line.find("\"events\":").expect("events") + 9;
            let end = line.rfind(",\"hash\"").expect("a hash");
            let read: Vec<Event> = serde_json::from_str(&line[events_at..end]).expect("events");
            events.extend(read.iter().map(|event| {
                let written = serde_json::to_string(event).expect("an event is written");
                written.split('"').nth(1).unwrap_or_default().to_owned()
            }));
        }
    }
    (journals.len(), rounds, events)
}

fn check(text: &str, scripts: usize, driven: usize, progressives: bool) {
    let (count, rounds, mut events) = verified(&format!("scripts-{text}"));
    assert!(count == scripts && rounds >= scripts as u64 / 2, "{count} journals of scripts, {rounds} rounds");
    let (count, rounds, more) = verified(&format!("driven-{text}"));
    assert!(count == driven && rounds >= driven as u64, "{count} journals of random play, {rounds} rounds");
    events.extend(more);
    let meters = ["envy-paid", "reserved", "share-paid", "share-returned", "validated"];
    let rare = ["irregular", "round-voided", "settlement-reversed", "stake-corrected"];
    for rare in rare.iter().chain(meters.iter().filter(|_| progressives)) {
        assert!(events.contains(*rare), "{text}: no {rare} in {events:?}");
    }
}

#[test]
fn journals_of_the_first_program_verify_ma_asia() {
    check("ma-asia", 176, 32, false);
}

#[test]
fn journals_of_the_first_program_verify_pa_575() {
    check("pa-575", 241, 32, false);
}

#[test]
fn journals_of_the_first_program_verify_pa_657a() {
    check("pa-657a", 254, 56, true);
}

#[test]
fn journals_of_the_first_program_verify_pa_659a() {
    check("pa-659a", 260, 40, true);
}

#[test]
fn journals_of_the_first_program_verify_pa_670a() {
    check("pa-670a", 352, 32, true);
}

#[test]
fn a_journal_decided_by_later_rules_than_this_program_knows_is_named_as_such() {
    let submission = croupier_rules::submission::template(croupier_rules::Regulation::Pa657a);
    let mut header = Header::new("Table 1", DealMode::Sealed, "croupier 9", "", &submission);
    header.revision = Revision(Revision::CURRENT.0 + 1);
    let (_, line) = Journal::begin(&header);
    let fault = verify(line.as_bytes()).fault.expect("a fault");
    assert_eq!(fault.what, JournalFaultKind::Revision(header.revision));
    assert!(fault.to_string().contains(&format!("up to {}", Revision::CURRENT.0)), "{fault}");
    assert!(!RulesChange::ALL.is_empty());
}
