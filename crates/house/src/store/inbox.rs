//! Messages for a table that another node runs, and their answers.
//!
//! A message is delivered at least once: a node that dies after it acted and before it answered leaves the message to
//! the next owner, at whose table the command's own id keeps it from having a second effect.

use super::notices::Notice;
use super::{MessageId, NodeId, Store, StoreError, TableId};
use sqlx::{AssertSqlSafe, Row as _};

/// A message that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InboxMessage {
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
    pub async fn send(&self, table: TableId, message: &str) -> Result<MessageId, StoreError> {
        let id = MessageId(uuid::Uuid::now_v7().to_string());
        let text =
            format!("INSERT INTO inbox (id, table_id, message, made) VALUES ($1, $2, $3, {})", self.dialect().now());
        let query = sqlx::query(AssertSqlSafe(text)).bind(id.0.as_str()).bind(table.0).bind(message);
        query.execute(self.pool()).await.map_err(StoreError::clash)?;
        self.crier().cry(Notice::Inbox(table));
        Ok(id)
    }

    /// The messages for the tables of a node that are not answered, in the order they came.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn messages(&self, node: NodeId) -> Result<Vec<InboxMessage>, StoreError> {
        let query = sqlx::query(
            "SELECT inbox.id, table_id, message FROM inbox JOIN tables ON tables.id = inbox.table_id \
             WHERE tables.owner = $1 AND answer IS NULL ORDER BY inbox.made, inbox.id",
        );
        let rows = query.bind(node.0).fetch_all(self.pool()).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let (id, table) = (MessageId(row.try_get(0)?), TableId(row.try_get(1)?));
            Ok(InboxMessage { id, table, text: row.try_get(2)? })
        };
        rows.iter().map(read).collect()
    }

    /// Answers a message; the first answer stands.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn answer(&self, message: &MessageId, answer: &str) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE inbox SET answer = $2 WHERE id = $1 AND answer IS NULL");
        query.bind(message.0.as_str()).bind(answer).execute(self.pool()).await?;
        self.crier().cry(Notice::Answer(message.clone()));
        Ok(())
    }

    /// The answer to a message, once there is one.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn answered(&self, message: &MessageId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT answer FROM inbox WHERE id = $1").bind(message.0.as_str());
        let row = query.fetch_optional(self.pool()).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?.flatten())
    }

    /// Takes a message back that was not answered in time, so that nothing comes of it later; false if it was answered.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn withdraw(&self, message: &MessageId) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM inbox WHERE id = $1 AND answer IS NULL").bind(message.0.as_str());
        Ok(query.execute(self.pool()).await?.rows_affected() == 1)
    }

    /// Removes messages older than so many seconds, answered or not, and says how many.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn clear_inbox(&self, seconds: u32) -> Result<u64, StoreError> {
        let text = format!("DELETE FROM inbox WHERE made <= {} - $1", self.dialect().now());
        let query = sqlx::query(AssertSqlSafe(text)).bind(i64::from(seconds) * 1_000);
        Ok(query.execute(self.pool()).await?.rows_affected())
    }
}
