//! `croupier verify`: whether a journal holds, line by line, and what it adds up to.

use crate::cli::Verify;
use crate::paint::{Brush, colour};
use crate::told::{counted, printable};
use crate::whole_file::read;
use crate::{Failure, Outcome};
use croupier_house::signed::{self, SignedHead};
use croupier_rules::{Revision, thousands};
use croupier_table::journal::{Header, Report, verify};
use croupier_table::{Account, House, Ledger, Table};
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &Verify) -> Outcome {
    let Some(file) = &call.journal else { return super::verify_store::run(call) };
    let journal = read(file)?;
    let report = verify(&journal);
    let bad = |said: String| Failure::Content(printable(&format!("{}: {said}", file.display())));
    if let Some(fault) = &report.fault {
        return Err(bad(fault.to_string()));
    }
    if let Some(head) = call.head.as_ref().filter(|head| **head != report.head.to_string()) {
        let last = report.head;
        return Err(bad(format!(
            "the last line is {last}, not {head}: lines are missing at the end, or were written anew"
        )));
    }
    let signatures = signatures(file)?;
    if signatures.is_none() && call.key.is_some() {
        return Err(bad("a key is named, and there are no signatures beside it".to_owned()));
    }
    let shown = signatures.map(|signatures| signed::check(&journal, &signatures, call.key.as_slice()));
    let shown = shown.transpose().map_err(bad)?;
    summary(&report)?;
    if let Some(shown) = shown {
        let mut out = std::io::stdout().lock();
        let mark = Brush(colour()).green("✓");
        writeln!(
            out,
            "{mark} {} signed, the last at line {}, with {}",
            counted(shown.signatures, "head"),
            shown.upto,
            shown.key
        )?;
    }
    Ok(())
}

/// The signatures beside a journal, if there are any.
fn signatures(file: &Path) -> Result<Option<Vec<SignedHead>>, Failure> {
    let mut name = file.as_os_str().to_owned();
    name.push(".sig");
    let text = match std::fs::read_to_string(&name) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let read = |(place, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            Failure::Content(printable(&format!("{}: line {}: {error}", Path::new(&name).display(), place + 1)))
        })
    };
    text.lines().enumerate().map(read).collect::<Result<Vec<_>, _>>().map(Some)
}

fn summary(report: &Report) -> Outcome {
    let (Some(header), Some(table)) = (&report.header, &report.table) else { return Ok(()) };
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    let (house, ledger) = (table.house(), &table.state().ledger);
    writeln!(out, "{}", brush.bold(titled(header, house)))?;
    writeln!(out, "{} every line holds: chain, restore and audit", brush.green("✓"))?;
    if let Some(after) = report.after() {
        writeln!(out, "an excerpt: it begins after command {} of the table", thousands(after))?;
    }
    let row = |number: u64, what: &str| format!("{:>12}  {what}\n", thousands(number));
    let counts = [
        row(report.lines as u64, "lines"),
        row(report.rounds, "rounds"),
        row(report.commands, "commands"),
        row(report.events, "events"),
    ];
    write!(out, "{}", counts.concat())?;
    let (first, last) = (header.revision, table.state().revision);
    if first != last {
        writeln!(out, "decided by {first} at first, and by revision {} at the end", last.0)?;
    } else if last != Revision::CURRENT {
        writeln!(out, "decided by {last}; this program is at {}", Revision::CURRENT.0)?;
    }
    if header.rules != env!("CROUPIER_RULES_HASH") {
        let other = format!("written by {} with other rules code, and decided alike by this", header.program);
        writeln!(out, "{}", brush.yellow(printable(&other)))?;
    }
    accounts(&mut out, brush, table)?;
    let sum = if ledger.total() == 0 { "they add up to nothing, as they must" } else { "they do not add up" };
    writeln!(out, "{}", brush.dim(sum))?;
    writeln!(out, "head {}", report.head)?;
    if ledger.total() == 0 { Ok(()) } else { Err(Failure::BadContent) }
}

/// What a journal is of, in one line.
pub(super) fn titled(header: &Header, house: &House) -> String {
    let mode = match house.mode {
        croupier_table::Mode::Sealed => "sealed",
        croupier_table::Mode::Observed => "observed",
    };
    printable(&format!("{}, {} ({}, {mode})", header.table, house.rules.name, house.rules.text))
}

/// Every account with money on it, or owed by it.
pub(super) fn accounts(out: &mut impl std::io::Write, brush: Brush, table: &Table) -> std::io::Result<()> {
    let (house, ledger) = (table.house(), &table.state().ledger);
    let mut rows: Vec<(String, i64, String)> = Vec::new();
    let mut row = |name: String, account: Account| {
        let balance = ledger.balance(account);
        rows.push((name, balance.0, balance.to_string()));
    };
    for who in players(ledger) {
        row(Account::Player(who).to_string(), Account::Player(who));
        row(Account::Game(who).to_string(), Account::Game(who));
    }
    for account in Account::OWN {
        row(account.to_string(), account);
    }
    for (place, _) in (0..).zip(house.meters()) {
        row(format!("{}, from this table", house.meter_name(place)), Account::Meter(place));
        row(format!("{} reserve, from this table", house.meter_name(place)), Account::Reserve(place));
    }
    let shown: Vec<_> = rows.iter().filter(|(_, balance, _)| *balance != 0).collect();
    let width = shown.iter().map(|(_, _, text)| text.chars().count()).max().unwrap_or(0).max(12);
    for (name, _, text) in shown {
        writeln!(out, "{text:>width$}  {}", brush.dim(name))?;
    }
    Ok(())
}

/// The players of a ledger, lowest number first.
fn players(ledger: &Ledger) -> Vec<croupier_table::Who> {
    let mut players: Vec<_> = ledger.players().collect();
    players.sort_unstable();
    players
}
