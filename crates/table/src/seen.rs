//! The commands a table remembers, so that one repeated has no second effect.
//!
//! Only the last thousand or so are kept: a table may be open for months, and a client that has heard no answer asks
//! again within minutes. What is forgotten follows from the commands' numbers alone, so that every replay forgets the same.

use crate::actor::Who;
use crate::command::{CommandId, Given};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// How many commands back a repeated one is known.
const REMEMBERED: u64 = 1024;

/// The last commands with a number of their client's, by who gave them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(Who, CommandId, u64)>", into = "Vec<(Who, CommandId, u64)>")]
pub struct Seen {
    by_number: BTreeMap<(Who, CommandId), u64>,
    in_order: VecDeque<(Who, CommandId, u64)>,
}

impl Seen {
    /// The place in the journal a command was given before.
    pub(crate) fn taken(&self, given: &Given) -> Option<u64> {
        self.by_number.get(&(given.by.who, given.id?)).copied()
    }

    /// Remembers a command that is taken as this one of all, and forgets those of long ago.
    pub(crate) fn note(&mut self, given: &Given, sequence: u64) {
        while let Some(&(who, id, old)) = self.in_order.front()
            && old.saturating_add(REMEMBERED) <= sequence
        {
            self.in_order.pop_front();
            self.by_number.remove(&(who, id));
        }
        if let Some(id) = given.id {
            self.by_number.insert((given.by.who, id), sequence);
            self.in_order.push_back((given.by.who, id, sequence));
        }
    }

    /// How many are remembered.
    pub fn len(&self) -> usize {
        self.in_order.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.in_order.is_empty()
    }
}

impl From<Seen> for Vec<(Who, CommandId, u64)> {
    fn from(seen: Seen) -> Self {
        seen.in_order.into()
    }
}

impl From<Vec<(Who, CommandId, u64)>> for Seen {
    fn from(commands: Vec<(Who, CommandId, u64)>) -> Self {
        let by_number = commands.iter().map(|&(who, id, sequence)| ((who, id), sequence)).collect();
        Self { by_number, in_order: commands.into() }
    }
}
