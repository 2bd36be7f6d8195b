//! `croupier verify`: verifies a journal line by line and prints its accounts.

use crate::atomic_file::read;
use crate::cli::VerifyArgs;
use crate::colour::{Palette, colour};
use crate::output::{counted, printable};
use crate::{CommandResult, Failure};
use croupier_house::signed_heads::{self, SignedHead};
use croupier_rules::{Registry, Revision, thousands};
use croupier_table::journal::{AuditReport, Header, verify_by};
use croupier_table::{Account, Ledger, Table, TableConfig};
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(registry: &Registry, call: &VerifyArgs) -> CommandResult {
    let Some(file) = &call.journal else { return super::verify_store::run(registry, call) };
    let journal = read(file)?;
    let report = verify_by(registry, &journal);
    let bad = |said: String| Failure::Content(printable(&format!("{}: {said}", file.display())));
    if let Some(fault) = &report.fault {
        return Err(bad(fault.to_string()));
    }
    if let Some(head) = call.head.as_ref().filter(|head| **head != report.head.to_string()) {
        let last = report.head;
        return Err(bad(format!(
            "the last line has hash {last}, expected {head}: lines are missing at the end or were rewritten"
        )));
    }
    let signatures = signatures(file)?;
    if signatures.is_none() && call.key.is_some() {
        return Err(bad("a key was given, but there is no signature file".to_owned()));
    }
    let shown =
        signatures.map(|signatures| signed_heads::check_by(registry, &journal, &signatures, call.key.as_slice()));
    let shown = shown.transpose().map_err(bad)?;
    summary(&report)?;
    if let Some(shown) = shown {
        let mut out = std::io::stdout().lock();
        let mark = Palette(colour()).green("✓");
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

fn summary(report: &AuditReport) -> CommandResult {
    let (Some(header), Some(table)) = (&report.header, &report.table) else { return Ok(()) };
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    let (house, ledger) = (table.house(), &table.state().ledger);
    writeln!(out, "{}", brush.bold(titled(header, house)))?;
    writeln!(out, "{} every line verifies: chain, restore and audit", brush.green("✓"))?;
    if let Some(after) = report.after() {
        writeln!(out, "excerpt: begins after command {} of the table", thousands(after))?;
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
        writeln!(out, "decided by {first} at first, by revision {} at the end", last.0)?;
    } else if last != Revision::CURRENT {
        writeln!(out, "decided by {last}; this program is at {}", Revision::CURRENT.0)?;
    }
    if header.rules != env!("CROUPIER_RULES_HASH") {
        let other =
            format!("written by {} with different rules code; this program decides it the same way", header.program);
        writeln!(out, "{}", brush.yellow(printable(&other)))?;
    }
    accounts(&mut out, brush, table)?;
    let sum =
        if ledger.total() == 0 { "the accounts sum to zero, as required" } else { "the accounts do not sum to zero" };
    writeln!(out, "{}", brush.dim(sum))?;
    writeln!(out, "head {}", report.head)?;
    if ledger.total() == 0 { Ok(()) } else { Err(Failure::BadContent) }
}

/// What a journal is of, in one line.
pub(super) fn titled(header: &Header, house: &TableConfig) -> String {
    let mode = match house.mode {
        croupier_table::DealMode::Sealed => "sealed",
        croupier_table::DealMode::Observed => "observed",
    };
    printable(&format!("{}, {} ({}, {mode})", header.table, house.rules.name, house.rules.text))
}

/// Every account with money on it, or owed by it.
pub(super) fn accounts(out: &mut impl std::io::Write, brush: Palette, table: &Table) -> std::io::Result<()> {
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
fn players(ledger: &Ledger) -> Vec<croupier_table::PersonId> {
    let mut players: Vec<_> = ledger.players().collect();
    players.sort_unstable();
    players
}
