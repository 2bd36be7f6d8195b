//! The journal of a table: one line of JSON for each command with its events, each line bound to the one before.
//!
//! The first line says by which rules the table is run, with the whole submission, so that any round can be rebuilt
//! from an export alone. Every line ends with the SHA-256 of its own bytes before that, and every line but the first
//! names that of the line before: a changed byte is found in its own line, and a line left out, put in or moved where
//! it does not fit. What no chain shows is a rewrite from some line to the end, or a tail cut off between lines; for
//! the first there is the [`audit`], for both the signed head that a house keeps elsewhere.
//!
//! Two replays: [`restore`] folds the events in and works on any sound chain; [`audit`] gives every command to
//! [`Table::decide_into`] again, which must answer with the very bytes of the line.
//!
//! A journal names the [`Revision`] of the rules it was decided by; a line can adopt a later one between two rounds.
//!
//! An [`Excerpt`], such as one round or one day, is a journal too: its first line has the table as it stood after some
//! line of the whole one, and the lines after that follow byte for byte, still bound to the line they came after.
//! Meters and the house keep chains of the same make with [`seal`] and [`sealed`].

mod excerpt;
mod fault;
mod lines;

pub use excerpt::Excerpt;
pub use fault::{JournalFault, JournalFaultKind};
pub use lines::{JournalEntry, JournalLines, before, read, read_by, sealed};

use crate::actor::{Actor, Timestamp};
use crate::command::{Command, CommandEnvelope, CommandId};
use crate::config::{DealMode, Provenance, TableConfig};
use crate::digest::Digest;
use crate::event::Event;
use crate::table::{Table, TableState};
use croupier_rules::submission::{Severity, check_at};
use croupier_rules::{Registry, Revision};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the journals written, and the only one read.
pub const VERSION: u32 = 1;

/// The first line of a journal: which table it is of, and by which rules that is run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    #[serde(rename = "croupier-journal")]
    version: u32,
    /// The revision of the rules that the first command is decided by.
    #[serde(default, skip_serializing_if = "Revision::is_first")]
    pub revision: Revision,
    /// What the table is called.
    pub table: String,
    /// Whether the cards are known before they are shown.
    pub mode: DealMode,
    /// The program and its version.
    pub program: String,
    /// The hash of its rules' code.
    pub rules: String,
    /// The whole rules submission.
    pub submission: String,
    /// Whether the dealer's hands lie as they are laid: only in round scripts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub as_laid: bool,
    /// Only in these rounds; none if in all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub as_laid_rounds: Vec<u64>,
    /// Where it begins if that is not the beginning of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<Box<Excerpt>>,
}

impl Header {
    /// The first line of a new journal.
    pub fn new(table: &str, mode: DealMode, program: &str, rules: &str, submission: &str) -> Self {
        let [table, program, rules, submission] = [table, program, rules, submission].map(str::to_owned);
        let revision = Revision::CURRENT;
        Self {
            version: VERSION,
            revision,
            table,
            mode,
            program,
            rules,
            submission,
            as_laid: false,
            as_laid_rounds: Vec::new(),
            excerpt: None,
        }
    }

    /// The first line of the same journal, begun after a later line of it.
    #[must_use]
    pub fn excerpt(self, after: &Journal, state: TableState) -> Self {
        let revision = state.revision;
        let excerpt = Excerpt { after: after.commands, head: after.head, state };
        Self { revision, excerpt: Some(Box::new(excerpt)), ..self }
    }

    /// The table before the first command.
    ///
    /// # Errors
    /// As [`house`](Self::house).
    pub fn table(&self) -> Result<Table, JournalFaultKind> {
        self.table_by(Registry::standard())
    }

    /// The table before the first command, whose text may be one that was added to the registry.
    ///
    /// # Errors
    /// As [`house_by`](Self::house_by).
    pub fn table_by(&self, registry: &Registry) -> Result<Table, JournalFaultKind> {
        if self.revision > Revision::CURRENT {
            return Err(JournalFaultKind::Revision(self.revision));
        }
        let house = Arc::new(self.house_by(registry)?);
        Ok(match &self.excerpt {
            Some(excerpt) => Table::restored(house, excerpt.state.clone()),
            None => Table::new(house),
        })
    }

    /// The fixed side of the table. Whoever writes a journal runs the table by this, so that each round names the
    /// hashes it is played by.
    ///
    /// # Errors
    /// The first fault of the submission, if it has one.
    pub fn house(&self) -> Result<TableConfig, JournalFaultKind> {
        self.house_by(Registry::standard())
    }

    /// The fixed side of a table whose text may be one that was added to the registry.
    ///
    /// # Errors
    /// The first fault of the submission, if it has one.
    pub fn house_by(&self, registry: &Registry) -> Result<TableConfig, JournalFaultKind> {
        let checked = check_at(registry, &self.submission, self.revision);
        let newest_revision = checked.accepted_up_to(self.revision).unwrap_or(self.revision);
        let Some(rules) = checked.rules else {
            let first = checked.diagnostics.into_iter().find(|found| found.severity == Severity::Error);
            return Err(JournalFaultKind::Submission(first.map_or(String::new(), |found| found.message)));
        };
        let marks = Provenance {
            program: self.program.clone(),
            rules: self.rules.clone(),
            submission: Digest::of(self.submission.as_bytes()),
            readings: rules.choices.readings.alternatives().map(|id| id.to_string()).collect(),
        };
        let mut house = TableConfig::new(rules, self.mode).marked(marks);
        (house.as_laid, house.as_laid_rounds) = (self.as_laid, self.as_laid_rounds.clone());
        (house.first_revision, house.newest_revision) = (self.revision, newest_revision);
        Ok(house)
    }
}

/// Writes a journal line by line; where the lines go is the caller's business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journal {
    commands: u64,
    head: Digest,
}

/// A line as it is written, but for its own hash.
#[derive(Serialize)]
struct Line<'a> {
    seq: u64,
    prev: Digest,
    at: Timestamp,
    by: Actor,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<CommandId>,
    #[serde(rename = "do")]
    command: &'a Command,
    events: &'a [Event],
}

impl Journal {
    /// Begins a journal; the text is its first line with the newline.
    pub fn begin(header: &Header) -> (Self, String) {
        let mut line = json(header);
        let head = seal(&mut line);
        (Self::after(header, head), line)
    }

    /// As it stands after its first line: the lines of an excerpt go on where the whole journal had come to.
    fn after(header: &Header, head: Digest) -> Self {
        let excerpt = header.excerpt.as_ref();
        excerpt.map_or(Self { commands: 0, head }, |excerpt| Self { commands: excerpt.after, head: excerpt.head })
    }

    /// Goes on with a journal after its last line.
    pub fn resume(commands: u64, head: Digest) -> Self {
        Self { commands, head }
    }

    /// The next line, with the newline: a command that was taken, and what happened. A command given twice has no
    /// second effect and no second line.
    pub fn append(&mut self, envelope: &CommandEnvelope, events: &[Event]) -> String {
        self.commands = self.commands.wrapping_add(1);
        let CommandEnvelope { id, at, by, ref command } = *envelope;
        let mut line = json(&Line { seq: self.commands, prev: self.head, at, by, id, command, events });
        self.head = seal(&mut line);
        line
    }

    /// The hash of the last line.
    pub fn head(&self) -> Digest {
        self.head
    }

    /// How many commands the table had taken with the last line.
    pub fn commands(&self) -> u64 {
        self.commands
    }
}

fn json(what: &impl Serialize) -> String {
    // Nothing in a header, a command or an event refuses to be written: no map has keys other than names.
    serde_json::to_string(what).unwrap_or_default()
}

/// Ends a line, a JSON object with a field or more, with the hash of its bytes so far, and with a newline.
pub fn seal(line: &mut String) -> Digest {
    line.truncate(line.len().saturating_sub(1));
    let hash = Digest::of(line.as_bytes());
    line.push_str(lines::HASH);
    line.push_str(std::str::from_utf8(&hash.digits()).unwrap_or_default());
    line.push_str("\"}\n");
    hash
}

/// What a replay found: how far the journal holds, and what is wrong where it does not.
#[derive(Clone, Debug)]
pub struct AuditReport {
    /// The first line; none if not even that can be read.
    pub header: Option<Header>,
    /// The lines that hold, the first among them.
    pub lines: usize,
    /// The rounds opened in them.
    pub rounds: u64,
    /// The commands in them.
    pub commands: u64,
    /// The events in them.
    pub events: u64,
    /// The hash of the last line that holds.
    pub head: Digest,
    /// The table after the last line that holds; none without rules to run it by.
    pub table: Option<Table>,
    /// The first line that does not hold.
    pub fault: Option<JournalFault>,
}

impl AuditReport {
    /// After which line of the whole journal it begins, if it is an excerpt.
    pub fn after(&self) -> Option<u64> {
        Some(self.header.as_ref()?.excerpt.as_ref()?.after)
    }
}

/// Folds the events of a journal into a table, as a restart does.
pub fn restore(journal: &[u8]) -> AuditReport {
    restore_by(Registry::standard(), journal)
}

/// [`restore`], for a table of any text of the registry.
pub fn restore_by(registry: &Registry, journal: &[u8]) -> AuditReport {
    replay(registry, journal, fold)
}

/// Folds further lines of a journal into its table. Both are then after the last line that holds; if that is not the
/// last of these, they are of no more use.
///
/// # Errors
/// The first line that does not hold, by its place among these.
pub fn follow(
    table: &mut Table,
    journal: &mut Journal,
    lines: &[u8],
) -> Result<Vec<(CommandEnvelope, Vec<Event>)>, JournalFault> {
    let mut followed = Vec::new();
    let text = table.house().rules.text;
    for entry in JournalLines::following(&[text], journal, table.state().clock, lines) {
        let entry = entry?;
        let mut events = Vec::new();
        take(table, &entry, &mut events, &mut fold)?;
        *journal = entry.journal();
        followed.push((entry.envelope, events));
    }
    Ok(followed)
}

/// What a replay does with a line: it gives the events to the table and leaves them in the list.
type Take<'a> = &'a mut dyn FnMut(&mut Table, &JournalEntry<'_>, &mut Vec<Event>) -> Result<(), JournalFaultKind>;

fn fold(table: &mut Table, entry: &JournalEntry<'_>, events: &mut Vec<Event>) -> Result<(), JournalFaultKind> {
    *events = entry.events().map_err(|fault| fault.what)?;
    table.commit(&entry.envelope, events);
    Ok(())
}

/// Takes a line whose command has not been taken before.
fn take(
    table: &mut Table,
    entry: &JournalEntry<'_>,
    events: &mut Vec<Event>,
    replay: Take<'_>,
) -> Result<(), JournalFault> {
    let id = entry.envelope.id.filter(|_| table.find_duplicate(&entry.envelope).is_some());
    let took = id.map_or_else(|| replay(table, entry, events), |id| Err(JournalFaultKind::Repeated(id)));
    took.map_err(|what| JournalFault { line: entry.line, what })
}

/// Decides every command of a journal again: the events must come out byte for byte.
pub fn audit(journal: &[u8]) -> AuditReport {
    audit_by(Registry::standard(), journal)
}

/// [`audit`], for a table of any text of the registry.
pub fn audit_by(registry: &Registry, journal: &[u8]) -> AuditReport {
    let mut written = Vec::new();
    replay(registry, journal, |table, entry, events| {
        table.decide_into(&entry.envelope, events).map_err(|refusal| JournalFaultKind::Refused(Box::new(refusal)))?;
        written.clear();
        let _ = serde_json::to_writer(&mut written, &events);
        if written != entry.events.as_bytes() {
            return Err(JournalFaultKind::events(&String::from_utf8_lossy(&written), entry.events));
        }
        table.commit(&entry.envelope, events);
        Ok(())
    })
}

/// All that can be asked of a journal: its chain, its audit, its restore, and that both end in the same state.
pub fn verify(journal: &[u8]) -> AuditReport {
    verify_by(Registry::standard(), journal)
}

/// [`verify`], for a table of any text of the registry.
pub fn verify_by(registry: &Registry, journal: &[u8]) -> AuditReport {
    let audited = audit_by(registry, journal);
    if audited.fault.is_some() {
        return audited;
    }
    let mut restored = restore_by(registry, journal);
    if restored.fault.is_none() && restored.table.as_ref().map(Table::state) != audited.table.as_ref().map(Table::state)
    {
        restored.fault = Some(JournalFault { line: restored.lines, what: JournalFaultKind::State });
    }
    if restored.fault.is_some() { restored } else { audited }
}

/// Goes through a journal line by line.
fn replay(
    registry: &Registry,
    journal: &[u8],
    mut each: impl FnMut(&mut Table, &JournalEntry<'_>, &mut Vec<Event>) -> Result<(), JournalFaultKind>,
) -> AuditReport {
    let mut report = AuditReport {
        header: None,
        lines: 0,
        rounds: 0,
        commands: 0,
        events: 0,
        head: Digest::default(),
        table: None,
        fault: None,
    };
    let (header, lines) = match read_by(registry, journal) {
        Ok(read) => read,
        Err(fault) => return AuditReport { fault: Some(fault), ..report },
    };
    let mut table = match header.table_by(registry) {
        Ok(table) => table,
        Err(what) => {
            return AuditReport { header: Some(header), fault: Some(JournalFault { line: 1, what }), ..report };
        }
    };
    report.header = Some(header);
    (report.lines, report.head) = (1, lines.head());
    let mut events = Vec::new();
    for entry in lines {
        let took = entry.and_then(|entry| {
            events.clear();
            take(&mut table, &entry, &mut events, &mut each).map(|()| entry)
        });
        match took {
            Ok(entry) => {
                (report.lines, report.head) = (entry.line, entry.hash);
                report.commands += 1;
                report.events += events.len() as u64;
                report.rounds +=
                    events.iter().filter(|event| matches!(event, Event::RoundOpened { .. })).count() as u64;
            }
            Err(fault) => {
                report.fault = Some(fault);
                break;
            }
        }
    }
    report.table = Some(table);
    report
}
