//! Reading a journal line by line, with all that can be checked without the rules.

use super::{Header, Journal, JournalFault, JournalFaultKind, VERSION};
use crate::actor::{Actor, Timestamp};
use crate::command::{Command, CommandEnvelope, CommandId};
use crate::digest::Digest;
use crate::event::Event;
use croupier_rules::{Registry, Regulation};
use serde::Deserialize;
use serde_json::value::RawValue;

/// What stands before the hash at the end of a line.
pub(super) const HASH: &str = ",\"hash\":\"";
/// The bytes of a line from there on.
const SEALED: usize = HASH.len() + 64 + 2;

/// One line after the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalEntry<'a> {
    /// Its place in the journal, the first line being 1.
    pub line: usize,
    /// Its number among all commands of the table.
    pub seq: u64,
    /// Its hash.
    pub hash: Digest,
    /// The command.
    pub envelope: CommandEnvelope,
    /// The events as they are written.
    pub(super) events: &'a str,
    /// The texts under which they are read.
    pub(super) texts: &'a [Regulation],
}

impl JournalEntry<'_> {
    /// What happened.
    ///
    /// # Errors
    /// If they are no events.
    pub fn events(&self) -> Result<Vec<Event>, JournalFault> {
        Regulation::reading_under(self.texts, || serde_json::from_str(self.events))
            .map_err(|error| JournalFault { line: self.line, what: JournalFaultKind::Unread(error.to_string()) })
    }

    /// The journal as it stands after this line.
    pub fn journal(&self) -> Journal {
        Journal::resume(self.seq, self.hash)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<'a> {
    seq: u64,
    prev: Digest,
    at: Timestamp,
    by: Actor,
    #[serde(default)]
    id: Option<CommandId>,
    #[serde(rename = "do")]
    command: Command,
    #[serde(borrow)]
    events: &'a RawValue,
    #[serde(rename = "hash")]
    _hash: serde::de::IgnoredAny,
}

/// The lines of a journal after the first, until one does not hold.
#[derive(Clone, Debug)]
pub struct JournalLines<'a> {
    texts: &'a [Regulation],
    rest: &'a [u8],
    line: usize,
    /// After the last line read.
    journal: Journal,
    at: Timestamp,
}

impl<'a> JournalLines<'a> {
    /// The lines that follow in the journal of a table of one of these texts, of which the last command was at this
    /// time.
    pub fn following(texts: &'a [Regulation], journal: &Journal, at: Timestamp, lines: &'a [u8]) -> Self {
        Self { texts, rest: lines, line: 0, journal: journal.clone(), at }
    }

    /// The hash of the last line read; before the first of an excerpt that of the line it comes after.
    pub fn head(&self) -> Digest {
        self.journal.head
    }
}

/// Reads the first line of a journal; the others follow one by one, each checked against the one before.
///
/// # Errors
/// If the first line does not hold.
pub fn read(journal: &[u8]) -> Result<(Header, JournalLines<'_>), JournalFault> {
    read_by(Registry::standard(), journal)
}

/// [`read`], for a table of any text of the registry.
///
/// # Errors
/// If the first line does not hold.
pub fn read_by<'a>(registry: &'a Registry, journal: &'a [u8]) -> Result<(Header, JournalLines<'a>), JournalFault> {
    let wrong = |what| JournalFault { line: 1, what };
    if journal.is_empty() {
        return Err(wrong(JournalFaultKind::Empty));
    }
    let (line, rest) = split(journal).ok_or(wrong(JournalFaultKind::Torn))?;
    let (text, hash) = sealed(line).map_err(wrong)?;
    let header = registry.reading(|| header(text)).map_err(wrong)?;
    let at = header.excerpt.as_ref().map_or(Timestamp(0), |excerpt| excerpt.state.clock);
    let journal = Journal::after(&header, hash);
    Ok((header, JournalLines { texts: registry.texts(), rest, line: 1, journal, at }))
}

fn header(text: &str) -> Result<Header, JournalFaultKind> {
    /// The version is read first, since another may have other fields.
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(rename = "croupier-journal")]
        version: u32,
    }
    let body = format!("{}}}", text.get(..text.len().saturating_sub(SEALED)).unwrap_or_default());
    let unread = |error: serde_json::Error| JournalFaultKind::Unread(error.to_string());
    let Versioned { version } = serde_json::from_str(&body).map_err(unread)?;
    if version != VERSION {
        return Err(JournalFaultKind::Version(version));
    }
    let header: Header = serde_json::from_str(&body).map_err(unread)?;
    header.excerpt.as_ref().map_or(Ok(()), |excerpt| excerpt.check())?;
    Ok(header)
}

/// The first line without its newline, and what follows.
fn split(journal: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = journal.iter().position(|&byte| byte == b'\n')?;
    Some((&journal[..end], &journal[end + 1..]))
}

/// A line without its newline as text, and its hash.
///
/// # Errors
/// If it does not end with a hash, or its bytes have another.
pub fn sealed(line: &[u8]) -> Result<(&str, Digest), JournalFaultKind> {
    let unread = |what: &str| JournalFaultKind::Unread(what.to_owned());
    let (body, end) = line.split_at_checked(line.len().wrapping_sub(SEALED)).ok_or(unread("it is too short"))?;
    let digits = end.strip_prefix(HASH.as_bytes()).and_then(|end| end.strip_suffix(b"\"}"));
    let named = digits.and_then(Digest::read).ok_or(unread("it does not end with a hash"))?;
    if Digest::of(body) != named {
        return Err(JournalFaultKind::Changed);
    }
    let text = std::str::from_utf8(line).map_err(|error| unread(&error.to_string()))?;
    Ok((text, named))
}

/// The hash that the first of these lines names as that of the line before it.
pub fn before(lines: &[u8]) -> Option<Digest> {
    #[derive(Deserialize)]
    struct Link {
        prev: Digest,
    }
    serde_json::from_slice::<Link>(split(lines)?.0).ok().map(|link| link.prev)
}

impl<'a> JournalLines<'a> {
    fn entry(&mut self) -> Result<JournalEntry<'a>, JournalFaultKind> {
        let (line, rest) = split(self.rest).ok_or(JournalFaultKind::Torn)?;
        let (text, hash) = sealed(line)?;
        let written: Written<'a> =
            serde_json::from_str(text).map_err(|error| JournalFaultKind::Unread(error.to_string()))?;
        let Written { seq, prev, at, by, id, command, events, .. } = written;
        let before = self.journal.head;
        if prev != before {
            return Err(JournalFaultKind::Chain { names: prev, before });
        }
        let next = self.journal.commands.wrapping_add(1);
        if seq != next {
            return Err(JournalFaultKind::Sequence { has: seq, next });
        }
        if at < self.at {
            return Err(JournalFaultKind::TimeGoesBack { at, before: self.at });
        }
        (self.rest, self.journal, self.at) = (rest, Journal::resume(seq, hash), at);
        Ok(JournalEntry {
            line: self.line + 1,
            seq,
            hash,
            envelope: CommandEnvelope { id, at, by, command },
            events: events.get(),
            texts: self.texts,
        })
    }
}

impl<'a> Iterator for JournalLines<'a> {
    type Item = Result<JournalEntry<'a>, JournalFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let entry = self.entry().map_err(|what| JournalFault { line: self.line + 1, what });
        self.line += 1;
        if entry.is_err() {
            self.rest = &[];
        }
        Some(entry)
    }
}
