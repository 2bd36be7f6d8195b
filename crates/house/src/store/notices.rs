//! Hints that something is new in the store. They may be lost: the truth is what the store says when asked.

use super::{MessageId, Store, TableId};
use tokio::sync::broadcast;

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A table has lines up to this number.
    Lines {
        /// The table.
        table: TableId,
        /// The number of its last line.
        last: u64,
    },
    /// There is a message for a table.
    Inbox(TableId),
    /// A message was answered.
    Answer(MessageId),
}

impl Store {
    /// The hints from now on.
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        todo!()
    }
}
