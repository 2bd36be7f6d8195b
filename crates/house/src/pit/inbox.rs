//! Messages for a table that another node runs: they go through the database, which is all that nodes share.

use super::Pit;
use super::desk::Answer;
use super::messages::{Rejection, TableMessage};
use crate::store::{MessageId, Notice, Store, TableId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

/// The messages that a desk has, and whether they are answered.
pub(super) type InboxReplies = Arc<Mutex<BTreeMap<MessageId, bool>>>;

/// How long an answer is waited for, and how often it is looked for when no hint comes.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOKS: Duration = Duration::from_millis(200);

/// Puts a message into the inbox and waits for the answer of the node that runs the table.
pub(super) async fn ask(store: &Store, table: TableId, message: &TableMessage) -> Answer {
    let unavailable = |why: String| Rejection::Unavailable { why };
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
    match store.withdraw(&id).await {
        Ok(true) => Err(unavailable("the node that runs the table does not respond".to_owned())),
        // It was answered at the last moment, or the store went away: the same command again tells.
        _ => Err(unavailable("the response came too late".to_owned())),
    }
}

impl Pit {
    /// Brings what waits in the inbox to the tables of this node, in the order it came; answers follow when they are
    /// there. What a desk has no time for now stays in the inbox.
    pub(super) async fn empty_inbox(&self) {
        // What was answered before the inbox is read is not in it any more.
        self.answering.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, answered| !*answered);
        let messages = match self.shared.store.messages(self.shared.node).await {
            Ok(messages) => messages,
            Err(error) => return tracing::debug!(%error, "cannot read the inbox"),
        };
        for waiting in messages {
            let Some(desk) = self.desk(waiting.table) else { continue };
            let mut answering = self.answering.lock().unwrap_or_else(PoisonError::into_inner);
            if answering.contains_key(&waiting.id) {
                continue;
            }
            let wanted = match serde_json::from_str::<TableMessage>(&waiting.text) {
                Ok(message) => desk.try_want(message),
                Err(error) => {
                    tracing::error!(%error, "the inbox contains a message of another program version");
                    None
                }
            };
            if let Some(wanted) = wanted {
                answering.insert(waiting.id.clone(), false);
                tokio::spawn(reply(self.shared.store.clone(), Arc::clone(&self.answering), waiting.id, wanted));
            }
        }
    }
}

/// Answers a message once the desk has.
async fn reply(store: Store, answering: InboxReplies, id: MessageId, wanted: oneshot::Receiver<Answer>) {
    let closing = || Err(Rejection::Unavailable { why: "the node is closing".to_owned() });
    let answer = wanted.await.unwrap_or_else(|_| closing());
    let answer = serde_json::to_string(&answer).unwrap_or_default();
    if let Err(error) = store.answer(&id, &answer).await {
        tracing::warn!(%error, "cannot answer a message");
    }
    answering.lock().unwrap_or_else(PoisonError::into_inner).insert(id, true);
}
