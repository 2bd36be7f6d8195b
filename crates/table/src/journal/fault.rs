//! What can be wrong with a journal, in words: always of the first line that does not hold.

use crate::actor::At;
use crate::command::CommandId;
use crate::commitment::Digest;
use crate::refusal::Refusal;
use croupier_rules::Revision;
use std::fmt;

/// A line that does not hold, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, the first being 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: Wrong,
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
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
        at: At,
        /// The time of the line before.
        before: At,
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

impl Wrong {
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

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the journal is empty"),
            Self::Torn => f.write_str("the line is cut off: a line ends with a newline"),
            Self::Changed => f.write_str("the line was changed: its bytes have not the hash it ends with"),
            Self::Unread(why) => write!(f, "not a line of a journal: {why}"),
            Self::Revision(revision) => {
                write!(f, "decided by {revision}, and this program knows revisions up to {}", Revision::CURRENT.0)
            }
            Self::Version(version) => {
                write!(f, "a journal of version {version}, and this program reads version {}", super::VERSION)
            }
            Self::Submission(message) => write!(f, "the rules submission has a fault: {message}"),
            Self::Excerpt { state, after } => {
                write!(f, "the excerpt begins after command {after}, and its table has taken {state}")
            }
            Self::Chain { names, before } => {
                write!(f, "the chain is broken: it follows a line {names}, and the line before is {before}")
            }
            Self::Sequence { has, next } => write!(f, "its number is {has}, and the next is {next}"),
            Self::TimeGoesBack { at, before } => {
                write!(f, "time goes back: it is of {}, and the line before of {}", at.0, before.0)
            }
            Self::Repeated(id) => write!(f, "command {} was given before", id.0),
            Self::Refused(refusal) => write!(f, "the command is refused: {refusal}"),
            Self::Events { right, found } => {
                write!(f, "the command leads to other events: `{right}`, and the line has `{found}`")
            }
            Self::State => f.write_str("the events end in another state than the commands"),
        }
    }
}
