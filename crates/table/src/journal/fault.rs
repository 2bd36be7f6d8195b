//! What can be wrong with a journal: the fault of the first line that fails.

use crate::actor::Timestamp;
use crate::command::CommandId;
use crate::digest::Digest;
use crate::refusal::Refusal;
use croupier_rules::Revision;
use std::fmt;

/// A line that does not hold, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JournalFault {
    /// The line, the first being 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: JournalFaultKind,
}

impl std::error::Error for JournalFault {}

impl fmt::Display for JournalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JournalFaultKind {
    /// There is no line at all.
    Empty,
    /// The last line has no newline: writing it was cut short, or its end is lost.
    Torn,
    /// Its bytes are not those it was sealed with.
    Changed,
    /// It has no place for a hash, or is no JSON, or not that of such a line; this is what was expected.
    Unread(String),
    /// A journal of another version.
    Version(u32),
    /// A journal decided by later rules than this program knows.
    Revision(Revision),
    /// The submission in it has a fault.
    Submission(String),
    /// An excerpt whose table is not as after the line it begins after.
    Excerpt {
        /// How many commands that table has taken.
        state: u64,
        /// After which command the excerpt begins.
        after: u64,
    },
    /// It names another line before than the one that is there.
    Chain {
        /// The hash it names.
        names: Digest,
        /// The hash of the line before.
        before: Digest,
    },
    /// Its number is not the next.
    Sequence {
        /// The number it has.
        has: u64,
        /// The next number.
        next: u64,
    },
    /// Its time is before that of the line before.
    TimeGoesBack {
        /// Its time.
        at: Timestamp,
        /// The time of the line before.
        before: Timestamp,
    },
    /// Its command was given before under the same number, so that it cannot have had an effect.
    Repeated(CommandId),
    /// Its command would not have been taken.
    Refused(Box<Refusal>),
    /// Its command leads to other events: both as far as they differ.
    Events {
        /// What the command leads to.
        right: String,
        /// What the line has.
        found: String,
    },
    /// Folding the events in ends in another state than deciding the commands.
    State,
}

impl JournalFaultKind {
    /// Events that differ, each from a little before the first difference on.
    pub(super) fn events(right: &str, found: &str) -> Self {
        let same = right.bytes().zip(found.bytes()).take_while(|(right, found)| right == found).count();
        Self::Events { right: around(right, same), found: around(found, same) }
    }
}

/// A piece of a line around a byte, short enough to be shown.
fn around(text: &str, at: usize) -> String {
    let from = text.floor_char_boundary(at.saturating_sub(30));
    let upto = text.floor_char_boundary(at.saturating_add(50).min(text.len()));
    let (before, after) = (if from > 0 { "…" } else { "" }, if upto < text.len() { "…" } else { "" });
    format!("{before}{}{after}", text.get(from..upto).unwrap_or_default())
}

impl fmt::Display for JournalFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the journal is empty"),
            Self::Torn => f.write_str("the line is truncated: it must end with a newline"),
            Self::Changed => f.write_str("the line was changed: its hash does not match its bytes"),
            Self::Unread(why) => write!(f, "not a journal line: {why}"),
            Self::Revision(revision) => {
                write!(f, "decided by {revision}, but this program only knows revisions up to {}", Revision::CURRENT.0)
            }
            Self::Version(version) => {
                write!(f, "journal version {version} is not supported (this program reads version {})", super::VERSION)
            }
            Self::Submission(message) => write!(f, "the rules submission has a fault: {message}"),
            Self::Excerpt { state, after } => {
                write!(f, "the excerpt begins after command {after}, but its state has {state} commands")
            }
            Self::Chain { names, before } => {
                write!(
                    f,
                    "the chain is broken: the line names {names} as its predecessor, but that line has the \
                    hash {before}"
                )
            }
            Self::Sequence { has, next } => write!(f, "the line has number {has} (expected {next})"),
            Self::TimeGoesBack { at, before } => {
                write!(f, "time goes backwards: {} after {}", at.0, before.0)
            }
            Self::Repeated(id) => write!(f, "command {} is a duplicate", id.0),
            Self::Refused(refusal) => write!(f, "the command is refused: {refusal}"),
            Self::Events { right, found } => {
                write!(f, "the command leads to different events: `{right}`, but the line has `{found}`")
            }
            Self::State => f.write_str("the events lead to a different state than the commands"),
        }
    }
}
