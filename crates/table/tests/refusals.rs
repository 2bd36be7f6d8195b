//! One row for each wrong command: where the table stands, what is wrong with the command, the code and the clause. A
//! row without a code is the other side of a number, where the command is taken.
//!
//! Rows stand in the order of [`RefusalCode`], and a second table has two things wrong at once: the earlier code wins.

#[path = "bench/mod.rs"]
#[allow(dead_code)]
mod bench;
#[path = "refusals/rows.rs"]
mod rows;
#[path = "refusals/stands.rs"]
mod stands;

use bench::Bench;
use croupier_table::{Actor, Command, CommandEnvelope, RefusalCode};
use std::collections::BTreeSet;

/// One command and what comes of it.
pub(crate) struct Row {
    what: &'static str,
    stands: fn() -> Bench,
    by: Actor,
    command: Command,
    /// The code and the clause; none where the command is taken.
    refused: Option<(RefusalCode, &'static str)>,
}

/// A wrong command.
pub(crate) fn no(
    code: RefusalCode,
    clause: &'static str,
    what: &'static str,
    stands: fn() -> Bench,
    by: Actor,
    command: Command,
) -> Row {
    Row { what, stands, by, command, refused: Some((code, clause)) }
}

/// A right one, beside a wrong one.
pub(crate) fn yes(what: &'static str, stands: fn() -> Bench, by: Actor, command: Command) -> Row {
    Row { what, stands, by, command, refused: None }
}

/// What is wrong with a row, if anything is.
fn wrong(row: &Row) -> Option<String> {
    let bench = (row.stands)();
    let envelope = CommandEnvelope { id: None, at: bench.now, by: row.by, command: row.command.clone() };
    let decided = bench.table.decide(&envelope);
    let clause = |refusal: &croupier_table::Refusal| refusal.clause.map_or(String::new(), |clause| clause.to_string());
    match (decided, row.refused) {
        (Ok(_), None) => None,
        (Err(refusal), Some((code, cited))) if refusal.code == code && clause(&refusal) == cited => None,
        (Ok(events), _) => Some(format!("{}: is taken, {events:?}", row.what)),
        (Err(refusal), _) => Some(format!(
            "{}: RefusalCode::{:?}, \"{}\": {}",
            row.what,
            refusal.code,
            clause(&refusal),
            refusal.message
        )),
    }
}

fn check(rows: &[Row]) {
    let wrong: Vec<_> = rows.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn every_wrong_command_is_refused_with_its_code_and_clause() {
    check(&rows::one_thing_wrong());
}

#[test]
fn of_two_things_wrong_the_earlier_code_is_reported() {
    check(&rows::two_things_wrong());
}

#[test]
fn rows_stand_in_the_order_of_precedence() {
    let codes: Vec<_> = rows::one_thing_wrong().iter().filter_map(|row| Some(row.refused?.0)).collect();
    assert!(codes.is_sorted(), "{codes:?}");
}

#[test]
fn every_code_and_every_command_has_a_row() {
    let rows = rows::one_thing_wrong();
    let codes: BTreeSet<_> = rows.iter().filter_map(|row| Some(row.refused?.0)).collect();
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), RefusalCode::ALL);
    let refused = rows.iter().filter(|row| row.refused.is_some());
    let written = refused.map(|row| serde_json::to_string(&row.command).expect("a command is written"));
    let seen: BTreeSet<String> = written.filter_map(|text| Some(text.split('"').nth(1)?.to_owned())).collect();
    // Serde names all variants when it is given one that does not exist.
    let unknown = serde_json::from_str::<Command>("\"no such command\"").expect_err("unknown").to_string();
    let all: BTreeSet<String> = unknown.split('`').skip(3).step_by(2).map(str::to_owned).collect();
    assert!(all.len() > 50, "{unknown}");
    assert_eq!(all.difference(&seen).collect::<Vec<_>>(), Vec::<&String>::new(), "commands without a row");
}
