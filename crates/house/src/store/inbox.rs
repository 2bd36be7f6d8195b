//! Messages for a table that another node runs, and their answers.

use super::{MessageId, NodeId, Store, StoreError, TableId};

/// A message that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Its number.
    pub id: MessageId,
    /// The table it is for.
    pub table: TableId,
    /// What it says.
    pub text: String,
}

impl Store {
    /// Puts a message for a table into the inbox.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn send(&self, _table: TableId, _message: &str) -> Result<MessageId, StoreError> {
        todo!()
    }

    /// The messages for the tables of a node that are not answered, in the order they came.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn messages(&self, _node: NodeId) -> Result<Vec<Message>, StoreError> {
        todo!()
    }

    /// Answers a message.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn answer(&self, _message: &MessageId, _answer: &str) -> Result<(), StoreError> {
        todo!()
    }

    /// The answer to a message, once there is one.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn answered(&self, _message: &MessageId) -> Result<Option<String>, StoreError> {
        todo!()
    }

    /// Removes messages older than so many seconds, answered or not.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn clear_inbox(&self, _seconds: u32) -> Result<u64, StoreError> {
        todo!()
    }
}
