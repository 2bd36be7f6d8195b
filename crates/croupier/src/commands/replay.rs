//! `croupier replay`: the rounds of a journal as a floor report.
//!
//! The journal is restored line by line, and each event is told as it is folded in: who gave the command, what it led
//! to, under which clause; at the end of a round the money that moved and where it then stands.

use super::verify::titled;
use crate::atomic_file::read;
use crate::cli::ReplayArgs;
use crate::colour::{Palette, colour};
use crate::output::printable;
use crate::{CommandResult, Failure};
use croupier_rules::{Clause, Registry};
use croupier_table::journal::{self, JournalEntry, JournalFault};
use croupier_table::{Account, Centicents, Command, Event, Table, Timestamp, Verdict};
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) fn run(registry: &Registry, call: &ReplayArgs) -> CommandResult {
    let bytes = read(&call.journal)?;
    let named = |fault: JournalFault| Failure::Content(printable(&format!("{}: {fault}", call.journal.display())));
    let (header, lines) = journal::read_by(registry, &bytes).map_err(named)?;
    let table = header.table_by(registry).map_err(|what| named(JournalFault { line: 1, what }))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut floor = Floor {
        title: titled(&header, table.house()),
        table,
        brush: Palette(colour()),
        only: call.round,
        part: None,
        rows: Vec::new(),
        told: 0,
    };
    for entry in lines {
        match entry.and_then(|entry| Ok((entry.events()?, entry))) {
            Ok((events, entry)) => floor.apply(&entry, &events, &mut out)?,
            Err(fault) => {
                // What stands before a line that does not hold is told all the same.
                floor.end(&mut out)?;
                out.flush()?;
                return Err(named(fault));
            }
        }
    }
    floor.end(&mut out)?;
    out.flush()?;
    match call.round {
        Some(number) if floor.told == 0 => {
            let last = floor.table.round().number;
            Err(Failure::WrongCall(anyhow::anyhow!("unknown round {number}: the last one is {last}")))
        }
        // What is told is what the lines say; whether the rules say so too only the audit knows.
        _ => journal::audit_by(registry, &bytes).fault.map_or(Ok(()), |fault| Err(named(fault))),
    }
}

/// The reason given for a void or an adjustment, and the second person.
fn why(command: &Command) -> Option<String> {
    let (reason, second) = match command {
        Command::VoidRound { reason, second, .. } | Command::EndRound { reason, second } => (reason, *second),
        Command::Adjust { reason, second, .. } => (reason, *second),
        _ => return None,
    };
    let with = second.map_or(String::new(), |second| format!(", with person {second}"));
    Some(format!("because {reason}{with}"))
}

/// The part of a night that is being told: a round, or what lies between two.
struct NightPart {
    round: Option<u64>,
    from: Timestamp,
}

/// One line of the report.
struct ReportRow {
    /// When and by whom, on the first line of a command.
    step: Option<(Timestamp, String)>,
    /// The text, its columns set off by two spaces: seat, wager, what happened.
    text: String,
    clause: Option<Clause>,
    /// How it is painted.
    tone: Tone,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    /// The round went on.
    Step,
    /// It says what became of somebody's hand or money.
    Told,
    /// The house pays.
    Pays,
    /// A heading: a phase of the round.
    Phase,
}

struct Floor {
    title: String,
    table: Table,
    brush: Palette,
    only: Option<u64>,
    part: Option<NightPart>,
    rows: Vec<ReportRow>,
    told: usize,
}

impl Floor {
    fn apply(&mut self, entry: &JournalEntry<'_>, events: &[Event], out: &mut impl Write) -> io::Result<()> {
        let envelope = &entry.envelope;
        // The time and the number of the command first, then its events one by one, each told with the table after it.
        self.table.commit(envelope, &[]);
        let mut step = Some((envelope.at, envelope.by.to_string()));
        for event in events {
            if let Event::RoundOpened { number, .. } = event {
                self.end(out)?;
                self.part = Some(NightPart { round: Some(*number), from: envelope.at });
            }
            self.table.apply(event);
            self.part.get_or_insert(NightPart { round: None, from: envelope.at });
            self.report_event(event, &mut step);
            if let (Event::RoundVoided { .. } | Event::Adjusted { .. }, Some(why)) = (event, why(&envelope.command)) {
                self.rows.push(ReportRow { step: None, text: printable(&why), clause: None, tone: Tone::Step });
            }
            if matches!(event, Event::RoundClosed { .. } | Event::RoundVoided { .. }) {
                self.end(out)?;
            }
        }
        Ok(())
    }

    fn report_event(&mut self, event: &Event, step: &mut Option<(Timestamp, String)>) {
        let line = self.table.house().report(event);
        let tone = match event {
            Event::Entered(_) => Tone::Phase,
            Event::Ruled(ruling) if ruling.verdict == Verdict::Pays => Tone::Pays,
            Event::SharePaid { .. } | Event::ExtraPaid { .. } | Event::EnvyPaid { .. } => Tone::Pays,
            _ if line.telling => Tone::Told,
            _ => Tone::Step,
        };
        // The opening of a round stands in its heading.
        if !matches!(event, Event::RoundOpened { .. } | Event::RoundSettled | Event::SeatSettled(_)) {
            let step = if tone == Tone::Phase { None } else { step.take() };
            self.rows.push(ReportRow { step, text: line.text, clause: line.clause, tone });
        }
        self.rows.extend(self.beside(event).into_iter().map(|text| ReportRow {
            step: None,
            text,
            clause: None,
            tone: Tone::Step,
        }));
    }

    /// What the table knows beside an event: the promise of the deck, the cards when they are delivered, the rule by
    /// which the dealer's hands are set.
    fn beside(&self, event: &Event) -> Vec<String> {
        let (state, round) = (self.table.state(), self.table.round());
        match event {
            Event::DeckInPlay { deck, .. } => {
                state.decks[deck.index()].seal.map(|seal| format!("shuffle commitment {seal}")).into_iter().collect()
            }
            Event::UnwageredCollected { .. } => {
                let held = round.wagering().map(|seat| (seat.to_string(), round.area(seat).hand.cards));
                let shared = std::iter::once(("shared".to_owned(), round.shared.cards));
                held.chain(shared)
                    .filter(|(_, cards)| !cards.is_empty())
                    .map(|(place, cards)| format!("{place}  holds {cards}"))
                    .collect()
            }
            Event::DealerSet { rule: Some(rule), .. } => {
                let name = self.table.house().rule_name(*rule);
                name.map(|name| format!("by the house way: {name}")).into_iter().collect()
            }
            Event::RoundClosed { secret: Some(secret) } => vec![format!("commitment opened with {secret}")],
            _ => Vec::new(),
        }
    }

    /// Prints the part that ends here.
    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (part, rows) = (self.part.take(), std::mem::take(&mut self.rows));
        let Some(part) = part.filter(|part| self.only.is_none_or(|only| part.round == Some(only))) else {
            return Ok(());
        };
        let brush = self.brush;
        if self.told > 0 {
            writeln!(out)?;
        }
        self.told += 1;
        let between = if self.table.round().number == 0 { "Before the first round" } else { "Between rounds" };
        let name = part.round.map_or(between.to_owned(), |number| format!("Round {number}"));
        let (day, time) = when(part.from);
        writeln!(out, "{}  {}", brush.bold(&name), brush.dim(format!("{day} {time} UTC")))?;
        writeln!(out, "{}", brush.dim(&self.title))?;
        print(out, brush, &rows)?;
        if part.round.is_some() { self.money(out) } else { Ok(()) }
    }

    /// What moved in the round, account by account, and what stands there now.
    fn money(&self, out: &mut impl Write) -> io::Result<()> {
        let (house, ledger) = (self.table.house(), &self.table.state().ledger);
        let mut moved: BTreeMap<Account, i64> = BTreeMap::new();
        for posting in &self.table.round().log {
            for (account, amount) in [(posting.from, posting.amount.0.wrapping_neg()), (posting.to, posting.amount.0)] {
                let net = moved.entry(account).or_default();
                *net = net.wrapping_add(amount);
            }
        }
        moved.retain(|_, net| *net != 0);
        writeln!(out, "  {}", self.brush.bold("money"))?;
        if moved.is_empty() {
            return writeln!(out, "    no money moved");
        }
        for (account, net) in moved {
            let name = match account {
                Account::Meter(place) => format!("{}, from this table", house.meter_name(place)),
                Account::Reserve(place) => format!("{} reserve, from this table", house.meter_name(place)),
                other => other.to_string(),
            };
            let net = format!("{}{}", if net > 0 { "+" } else { "" }, Centicents(net));
            let stands = format!("now {}", ledger.balance(account));
            writeln!(out, "    {name:<52}{net:>14}   {}", self.brush.dim(stands))?;
        }
        Ok(())
    }
}

/// The lines of a part in columns: time, who, seat, wager, what happened, clause.
fn print(out: &mut impl Write, brush: Palette, rows: &[ReportRow]) -> io::Result<()> {
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let columns: Vec<(&str, &str, &str)> = rows.iter().map(|row| columns(&row.text)).collect();
    let who = width(&mut rows.iter().filter_map(|row| row.step.as_ref()).map(|(_, who)| who.as_str()));
    let wager = width(&mut columns.iter().map(|(_, wager, _)| *wager));
    let wager = if wager > 0 { wager + 2 } else { 0 };
    let text = |(seat, what, rest): &(&str, &str, &str)| match (seat.is_empty(), what.is_empty()) {
        (true, _) => (*rest).to_owned(),
        (false, true) => format!("{seat:<8}{rest}"),
        (false, false) => format!("{seat:<8}{what:<wager$}{rest}"),
    };
    let texts: Vec<String> = columns.iter().map(|columns| printable(&text(columns))).collect();
    let cited = rows.iter().zip(&texts).filter(|(row, _)| row.clause.is_some()).map(|(_, text)| text.as_str());
    let before_clause = width(&mut cited.filter(|text| text.chars().count() <= 96)) + 3;
    for (row, text) in rows.iter().zip(&texts) {
        if row.tone == Tone::Phase {
            writeln!(out, "  {}", brush.bold(text))?;
            continue;
        }
        let (time, by) = match &row.step {
            Some((at, by)) => (when(*at).1, by.as_str()),
            None => (String::new(), ""),
        };
        let gap = row.clause.map_or(0, |_| before_clause.saturating_sub(text.chars().count()).max(3));
        let painted = match row.tone {
            Tone::Step => brush.dim(text.as_str()),
            Tone::Pays => brush.green(text.as_str()),
            Tone::Told | Tone::Phase => brush.plain(text.as_str()),
        };
        write!(out, "    {}  {by:<who$}  {painted}{:gap$}", brush.dim(format!("{time:<8}")), "")?;
        match row.clause {
            Some(clause) => writeln!(out, "{}", brush.cyan(clause))?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Seat, wager and the rest of a line, as far as it has them.
fn columns(text: &str) -> (&str, &str, &str) {
    let mut parts = text.splitn(3, "  ");
    match (parts.next(), parts.next(), parts.next()) {
        (Some(seat), Some(wager), Some(rest)) => (seat, wager, rest),
        (Some(seat), Some(rest), None) => (seat, "", rest),
        (rest, ..) => ("", "", rest.unwrap_or_default()),
    }
}

/// The day and the time of a moment; one beyond the calendar is told as its number.
fn when(Timestamp(moment): Timestamp) -> (String, String) {
    let known = i64::try_from(moment).ok().and_then(|moment| jiff::Timestamp::from_millisecond(moment).ok());
    known.map_or_else(
        || (format!("moment {moment}"), String::new()),
        |known| (known.strftime("%Y-%m-%d").to_string(), known.strftime("%H:%M:%S").to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_by_the_calendar() {
        let told = |moment| {
            let (day, time) = when(Timestamp(moment));
            format!("{day} {time}")
        };
        assert_eq!(told(0), "1970-01-01 00:00:00");
        assert_eq!(told(951_782_400_000), "2000-02-29 00:00:00");
        assert_eq!(told(1_790_000_000_999), "2026-09-21 14:13:20");
        assert_eq!(told(1_798_761_599_000), "2026-12-31 23:59:59");
        let _ = told(u64::MAX);
    }
}
