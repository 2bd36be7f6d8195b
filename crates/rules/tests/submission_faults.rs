//! One row for each fault the check knows, in each text that has the rule: a ready submission, one edit, and what must
//! then be reported, under which clause and where.

#[path = "submission_faults/cards.rs"]
mod cards;
#[path = "submission_faults/deal.rs"]
mod deal;
#[path = "submission_faults/meters.rs"]
mod meters;
#[path = "submission_faults/options.rs"]
mod options;
#[path = "submission_faults/seats.rs"]
mod seats;
#[path = "submission_faults/shape.rs"]
mod shape;
#[path = "submission_faults/table.rs"]
mod table;
#[path = "submission_faults/wagers.rs"]
mod wagers;
#[path = "submission_faults/way.rs"]
mod way;

use croupier_rules::law::Coverage;
use croupier_rules::submission::{CheckCode, Diagnostic, MOST_BYTES, Severity, check};
use croupier_rules::{Clause, law};
use std::fmt::Write;

/// One edit of a ready submission and the fault it makes.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    code: &'static str,
    base: &'static str,
    from: &'static str,
    to: &'static str,
    clause: &'static str,
    at: Option<&'static str>,
}

/// In the submission `base` change `from` into `to`: `code` must be reported under `clause`, inside what was changed.
pub(crate) const fn row(
    code: &'static str,
    base: &'static str,
    from: &'static str,
    to: &'static str,
    clause: &'static str,
) -> Row {
    Row { code, base, from, to, clause, at: None }
}

impl Row {
    /// The fault is reported at this place, not where the change was made.
    pub(crate) const fn at(mut self, place: &'static str) -> Self {
        self.at = Some(place);
        self
    }
}

fn rows() -> impl Iterator<Item = Row> {
    let topics = [
        shape::ROWS,
        table::ROWS,
        wagers::ROWS,
        cards::ROWS,
        deal::ROWS,
        options::ROWS,
        way::ROWS,
        meters::ROWS,
        seats::ROWS,
    ];
    topics.into_iter().flatten().copied()
}

fn base(name: &str) -> &'static str {
    macro_rules! bases {
        ($($name:literal)*) => {
            match name {
                $($name => include_str!(concat!("../../../submissions/", $name, ".toml")),)*
                _ => panic!("no base `{name}`"),
            }
        };
    }
    bases! {
        "pa-659a-a" "pa-659a-b" "pa-659a-c" "pa-659a-d"
        "pa-575-a" "pa-575-b" "pa-575-c"
        "pa-670a-full" "pa-670a-small" "pa-670a-manual"
        "ma-asia-hand" "ma-asia-button" "ma-asia-shoe"
        "pa-657a-a" "pa-657a-b" "pa-657a-c" "pa-657a-e" "pa-657a-hand-bonus"
    }
}

/// Some edits are too long to stand in a row.
fn expand(to: &str) -> String {
    let rules = |count: usize, prefix: &str| {
        (0..count).fold(String::new(), |mut rules, number| {
            write!(rules, "{prefix}name = \"rule {number}\"\nhigh = \"pair\"\n").expect("strings take all");
            rules
        })
    };
    match to {
        "@HUGE@" => "#".repeat(MOST_BYTES),
        "@RULES@" => format!("name = \"ours\"\n{}", rules(101, "[[house-way.rule]]\n")),
        "@THIRTEEN@" => {
            format!("{}[[house-way.rule]]\nname = \"the rest\"", rules(1, "") + &rules(7, "[[house-way.rule]]\n"))
        }
        _ => match to.strip_prefix("@MANY@") {
            Some(rest) => (0..300).fold(String::new(), |all, number| all + &format!("[extra-{number}]\n")) + rest,
            None => to.to_owned(),
        },
    }
}

/// What is wrong with what the check says of a row; nothing if it is as the row has it.
fn miss(row: Row) -> Option<String> {
    let Row { code, from, clause, .. } = row;
    let base = base(row.base);
    let Some(start) = base.find(from) else { return Some("the base lacks it".to_owned()) };
    let to = expand(row.to);
    let edited = base.replacen(from, &to, 1);
    let place = match row.at {
        None => start..start + to.len(),
        Some(place) => match edited.find(place) {
            Some(found) => found..found + place.len(),
            None => return Some(format!("no `{place}` in it")),
        },
    };
    let checked = check(&edited);
    let cited = |found: &&Diagnostic| found.clause.map_or("", Clause::citation) == clause;
    let Some(found) = checked.diagnostics.iter().filter(cited).find(|found| found.code.code() == code) else {
        let codes: Vec<_> = checked.diagnostics.iter().take(5).collect();
        return Some(format!("not reported under `{clause}`: {codes:?}"));
    };
    let span = &found.span;
    if !(place.start..=place.end).contains(&span.start) || span.end > edited.len() {
        return Some(format!("reported at {span:?}, not in {place:?}"));
    }
    let follows = |other: &Diagnostic| other.code.code() == code || (code, other.code.code()) == ("S011", "S002");
    let mut errors = checked.diagnostics.iter().filter(|other| other.severity == Severity::Error);
    if let Some(other) = errors.find(|other| !follows(other)) {
        return Some(format!("reported with {other:?}"));
    }
    (checked.rules.is_some() != (found.severity == Severity::Warning)).then(|| "rules where none may be".to_owned())
}

#[test]
fn each_fault_is_reported_with_its_clause_and_place() {
    let misses: Vec<String> = rows()
        .filter_map(|row| {
            let Row { code, base, from, to, .. } = row;
            miss(row).map(|miss| format!("{code} in {base}: `{from}` → `{to}`: {miss}"))
        })
        .collect();
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}

/// What the check refuses, its label may not leave to the journal or to the opening checklist.
#[test]
fn a_clause_under_which_a_submission_is_refused_is_labelled_enforced_or_data() {
    let refuses = |row: &Row| row.code.parse::<CheckCode>().is_ok_and(|code| code.severity() == Severity::Error);
    let mut wrong = Vec::new();
    for Row { code, clause, .. } in rows().filter(refuses) {
        let labelled = law::laws().iter().find_map(|law| {
            law.clauses.iter().find(|found| law.text.cite(&found.id) == clause).map(|found| found.honoured)
        });
        let (Some(Coverage::Enforced | Coverage::Data) | None) = labelled else {
            wrong.push(format!("{clause} is refused by {code} and labelled {labelled:?}"));
            continue;
        };
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_code_has_a_row() {
    let without: Vec<_> = CheckCode::ALL.iter().filter(|code| rows().all(|row| row.code != code.code())).collect();
    // These two come from the proof over the deck; the tests of the program make that proof.
    assert_eq!(without, [&CheckCode::HouseWayIncomplete, &CheckCode::RuleNeverPlayed]);
}

#[test]
fn every_clause_in_a_row_resolves() {
    for row in rows().filter(|row| !row.clause.is_empty()) {
        assert!(law::resolves(row.clause), "{}", row.clause);
    }
}

#[test]
fn messages_are_in_one_voice() {
    for row in rows() {
        let edited = base(row.base).replacen(row.from, &expand(row.to), 1);
        for found in check(&edited).diagnostics {
            let message = &found.message;
            assert!(!message.ends_with('.') && !message.contains('\n'), "{}: {message}", found.code);
            assert!(found.help.is_some() || found.code.code() < "S100", "{} helps nobody", found.code);
        }
    }
}
