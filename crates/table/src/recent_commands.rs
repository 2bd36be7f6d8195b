//! The recent commands of a table, so that a repeated one has no second effect.
//!
//! Only the last thousand or so are kept: a table may be open for months, and a client that has heard no answer asks
//! again within minutes. What is forgotten follows from the commands' numbers alone, so that every replay forgets the
//! same. They lie in one piece, since every view of the table takes a copy along.

use crate::actor::PersonId;
use crate::command::{CommandEnvelope, CommandId};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How many commands back a repeated one is known.
const REMEMBERED: u64 = 1024;

/// The last commands with a number of their client's, and their places in the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecentCommands(VecDeque<(PersonId, CommandId, u64)>);

impl RecentCommands {
    /// The place in the journal a command was given before.
    pub(crate) fn find_duplicate(&self, envelope: &CommandEnvelope) -> Option<u64> {
        let (who, id) = (envelope.by.who, envelope.id?);
        self.0.iter().rev().find(|old| (old.0, old.1) == (who, id)).map(|old| old.2)
    }

    /// Remembers a command that is taken as this one of all, and forgets those of long ago.
    pub(crate) fn note(&mut self, envelope: &CommandEnvelope, sequence: u64) {
        while self.0.front().is_some_and(|old| old.2.saturating_add(REMEMBERED) <= sequence) {
            self.0.pop_front();
        }
        if let Some(id) = envelope.id {
            self.0.push_back((envelope.by.who, id, sequence));
        }
    }

    /// How many are remembered.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
