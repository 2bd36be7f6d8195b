//! Hints that something is new in the store. They may be lost: the truth is what the store says when asked.
//!
//! On PostgreSQL they go through the database, so that every node hears them: whatever is to be told while the last
//! notification is under way goes into the next. On SQLite there is one process, which tells itself.

use super::dialect::Dialect;
use super::{Location, MessageId, Store, TableId};
use sqlx::AnyPool;
use sqlx::postgres::PgListener;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// The name nodes listen to.
const CHANNEL: &str = "croupier";
/// PostgreSQL takes less than 8,000 bytes in one notification.
const LONGEST: usize = 7_000;
/// How many hints wait for a slow listener, who is told when he has missed some.
const WAITING: usize = 4_096;

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
    /// A table was let go of.
    Free(TableId),
    /// Hints may have been lost: look at everything.
    Lost,
}

impl Store {
    /// The hints from now on.
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.crier().heard.subscribe()
    }
}

/// Tells the nodes what is new, and hears what others tell.
#[derive(Clone, Debug)]
pub(super) struct Notifier {
    heard: broadcast::Sender<Notice>,
    told: Option<mpsc::UnboundedSender<Notice>>,
}

impl Notifier {
    /// Starts telling and hearing. On PostgreSQL both end with the store.
    pub(super) fn start(location: &Location, dialect: Dialect, pool: &AnyPool) -> Self {
        let heard = broadcast::channel(WAITING).0;
        let told = match (dialect, location.database()) {
            (Dialect::Postgres, Some(Ok(url))) => {
                let (told, telling) = mpsc::unbounded_channel();
                tokio::spawn(send_notices(pool.clone(), telling));
                tokio::spawn(receive_notices(url, pool.clone(), heard.clone()));
                Some(told)
            }
            _ => None,
        };
        Self { heard, told }
    }

    /// Nobody is told anything, for a store that is only read.
    pub(super) fn none() -> Self {
        Self { heard: broadcast::channel(1).0, told: None }
    }

    /// Tells a hint.
    pub(super) fn cry(&self, notice: Notice) {
        match &self.told {
            // Neither has anybody to listen when the store is being closed.
            Some(told) => drop(told.send(notice)),
            None => drop(self.heard.send(notice)),
        }
    }
}

/// Sends what is to be told to the database, as much at once as there is.
async fn send_notices(pool: AnyPool, mut telling: mpsc::UnboundedReceiver<Notice>) {
    let mut waiting = Vec::new();
    while telling.recv_many(&mut waiting, WAITING).await > 0 {
        for payload in payloads(waiting.drain(..)) {
            let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(payload);
            if let Err(error) = query.execute(&pool).await {
                tracing::debug!(%error, "a notification was lost");
            }
        }
    }
}

/// Hears what the database tells, as long as the store is open.
async fn receive_notices(url: String, pool: AnyPool, heard: broadcast::Sender<Notice>) {
    let listening = async {
        loop {
            if let Err(error) = listen(&url, &heard).await {
                tracing::warn!(%error, "no notifications from the database");
            }
            let _ = heard.send(Notice::Lost);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    };
    tokio::select! {
        () = listening => {}
        () = pool.close_event() => {}
    }
}

async fn listen(url: &str, heard: &broadcast::Sender<Notice>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    // None says that the connection was lost and with it perhaps a notification.
    while let Some(notification) = listener.try_recv().await? {
        for notice in notification.payload().split(' ').filter_map(Notice::read) {
            // Nobody may be listening just now.
            let _ = heard.send(notice);
        }
    }
    Ok(())
}

/// Hints as texts for the database, each table's lines once.
fn payloads(notices: impl Iterator<Item = Notice>) -> Vec<String> {
    let mut lines = BTreeMap::new();
    let mut words = Vec::new();
    for notice in notices {
        match notice {
            Notice::Lines { table, last } => {
                let known = lines.entry(table).or_insert(last);
                *known = last.max(*known);
            }
            Notice::Inbox(table) => words.push(format!("inbox:{}", table.0)),
            Notice::Answer(message) => words.push(format!("answer:{}", message.0)),
            Notice::Free(table) => words.push(format!("free:{}", table.0)),
            Notice::Lost => {}
        }
    }
    words.extend(lines.into_iter().map(|(table, last)| format!("lines:{}:{last}", table.0)));
    words.dedup();
    let mut payloads: Vec<String> = Vec::new();
    for word in words {
        match payloads.last_mut() {
            Some(payload) if payload.len() + word.len() < LONGEST => {
                payload.push(' ');
                payload.push_str(&word);
            }
            _ => payloads.push(word),
        }
    }
    payloads
}

impl Notice {
    /// Reads a word of a notification; none if it is of another kind.
    fn read(word: &str) -> Option<Self> {
        let (kind, about) = word.split_once(':')?;
        match kind {
            "lines" => {
                let (table, last) = about.split_once(':')?;
                Some(Self::Lines { table: TableId(table.parse().ok()?), last: last.parse().ok()? })
            }
            "inbox" => Some(Self::Inbox(TableId(about.parse().ok()?))),
            "free" => Some(Self::Free(TableId(about.parse().ok()?))),
            "answer" => Some(Self::Answer(MessageId(about.to_owned()))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_told_once_and_read_as_they_were_told() {
        let lines = |table, last| Notice::Lines { table: TableId(table), last };
        let told =
            [lines(1, 5), Notice::Inbox(TableId(2)), lines(1, 9), Notice::Answer(MessageId("a".into())), lines(1, 7)];
        let payloads = payloads(told.into_iter());
        assert_eq!(payloads, ["inbox:2 answer:a lines:1:9"]);
        let read: Vec<Notice> = payloads[0].split(' ').filter_map(Notice::read).collect();
        assert_eq!(read, [Notice::Inbox(TableId(2)), Notice::Answer(MessageId("a".into())), lines(1, 9)]);
    }

    #[test]
    fn many_hints_go_in_several_notifications() {
        let payloads = payloads((0..2_000).map(|table| Notice::Inbox(TableId(table))));
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() < 8_000));
        assert_eq!(payloads.iter().flat_map(|payload| payload.split(' ')).filter_map(Notice::read).count(), 2_000);
    }
}
