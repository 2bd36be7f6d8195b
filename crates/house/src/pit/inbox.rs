//! Messages for a table that another node runs: they go through the store, which is all that nodes share.

use super::Pit;
use super::told::{Declined, Message, Taken};
use crate::store::{Notice, Store, TableId};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long an answer is waited for, and how often it is looked for when no hint comes.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOKS: Duration = Duration::from_millis(200);

/// Puts a message into the inbox and waits for the answer of the node that runs the table.
pub(super) async fn ask(store: &Store, table: TableId, message: &Message) -> Result<Taken, Declined> {
    let unavailable = |why: String| Declined::Unavailable { why };
    let mut notices = store.notices();
    let text = serde_json::to_string(message).map_err(|error| unavailable(error.to_string()))?;
    let id = store.send(table, &text).await.map_err(|error| unavailable(error.to_string()))?;
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        let hint = async {
            while let Ok(notice) = notices.recv().await {
                if notice == Notice::Answer(id.clone()) {
                    return;
                }
            }
        };
        let _ = timeout(LOOKS, hint).await;
        match store.answered(&id).await {
            Ok(Some(answer)) => {
                return serde_json::from_str(&answer).unwrap_or_else(|error| Err(unavailable(error.to_string())));
            }
            Ok(None) => {}
            Err(error) => return Err(unavailable(error.to_string())),
        }
    }
    Err(unavailable("the node that runs the table does not answer".to_owned()))
}

impl Pit {
    /// Answers what waits in the inbox for the tables of this node.
    pub(super) async fn empty_inbox(&self) {
        let messages = match self.shared.store.messages(self.shared.node).await {
            Ok(messages) => messages,
            Err(error) => return tracing::debug!(%error, "the inbox cannot be read"),
        };
        for waiting in messages {
            let answer = match (self.desk(waiting.table), serde_json::from_str::<Message>(&waiting.text)) {
                (Some(desk), Ok(message)) => desk.want(message).await,
                (None, _) => continue,
                (_, Err(error)) => Err(Declined::Unavailable { why: error.to_string() }),
            };
            let answer = serde_json::to_string(&answer).unwrap_or_default();
            if let Err(error) = self.shared.store.answer(&waiting.id, &answer).await {
                tracing::warn!(%error, "a message could not be answered");
            }
        }
    }
}
