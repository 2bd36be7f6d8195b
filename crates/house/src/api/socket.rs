//! The live feed of a table, and commands over it.
//!
//! Every message carries the table's sequence number. A client that comes back names the last it has seen, and gets what
//! it missed and then what follows; one that is too far behind, or reads too slowly, is shown the whole table anew.
#![allow(unused_qualifications, reason = "utoipa's params do")]

use super::problem::{Asked, Named, Problem, Problems};
use super::sheets::{TableNow, now};
use super::tables::{Order, Outcome, find, give};
use super::visitor::Visitor;
use super::{Casino, TABLES};
use crate::people::Duty;
use crate::pit::{Known, Line, Message, Taken, Told, What};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use croupier_table::CommandId;
use futures_util::SinkExt as _;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use utoipa::{IntoParams, ToSchema};

/// How long a client may take to read a message.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a session is looked at, and a silent connection asked whether it lives.
const LOOKS: Duration = Duration::from_secs(5);
/// How much is read from a connection at once. A command is short, and the library clears the whole buffer before each
/// read: its own default of 128 KiB costs more than everything else about a message.
const READ_AT_ONCE: usize = 8 * 1024;

/// Where a client goes on.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct From {
    /// The last sequence number it has seen.
    from: Option<u64>,
}

/// What a client may send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum Says {
    /// A command.
    Order(Order),
    /// The player has made his wagers, or does not surrender.
    Ready,
    /// The whole table, please.
    Show,
}

/// What is sent to a client.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Hears {
    /// The whole table.
    Table {
        /// The table's sequence number.
        seq: u64,
        /// The table.
        now: TableNow,
    },
    /// What happened, and the table after it.
    Told {
        /// The table's sequence number.
        seq: u64,
        /// What happened, line by line.
        lines: Vec<Line>,
        /// The table; left out in what a client missed.
        #[serde(skip_serializing_if = "Option::is_none")]
        now: Option<TableNow>,
    },
    /// A command was taken.
    Taken {
        /// The table's sequence number.
        seq: u64,
        /// The client's number for it.
        id: CommandId,
        /// Whether it had been taken before.
        repeated: bool,
    },
    /// A command waits for a second person.
    Waits {
        /// The table's sequence number.
        seq: u64,
        /// The client's number for it.
        id: CommandId,
        /// The number of the request.
        approval: i64,
    },
    /// Something was not taken.
    Declined {
        /// The table's sequence number.
        seq: u64,
        /// The client's number for it, if it could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// Why.
        problem: Problem,
    },
}

/// The live feed of a table: a WebSocket. Messages to it are of schema `Says`, from it of schema `Hears`.
#[utoipa::path(get, path = "/api/tables/{table}/feed", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number"), From),
    responses((status = 101, description = "The feed begins"), (status = 426, description = "Not an upgrade to WebSocket", body = Problem, content_type = "application/problem+json"), Problems))]
pub(super) async fn feed(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Asked(From { from }): Asked<From>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    visitor.may(Duty::Watch).await?;
    let known = find(&casino, table)?;
    let Ok(upgrade) = upgrade else {
        let detail = "the feed is a WebSocket: ask for an upgrade";
        return Err(Problem::new(StatusCode::UPGRADE_REQUIRED, "upgrade", detail));
    };
    let counted = casino.limits.socket(&visitor.session.id)?;
    let largest = casino.config.limits.message_bytes;
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE).max_message_size(largest).max_frame_size(largest);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let feed = Feed { casino, visitor, known, socket, seen: 0 };
        feed.run(from).await;
        drop(counted);
    }))
}

struct Feed {
    casino: Arc<Casino>,
    visitor: Visitor,
    known: Known,
    socket: WebSocket,
    /// The sequence number of the table as it was last shown.
    seen: u64,
}

/// The client is gone, or must go.
struct Gone;

impl Feed {
    async fn run(mut self, from: Option<u64>) {
        metrics::gauge!("croupier_sockets").increment(1.0);
        present(&self.visitor, &self.known, true).await;
        let _ = self.talk(from).await;
        present(&self.visitor, &self.known, false).await;
        metrics::gauge!("croupier_sockets").decrement(1.0);
    }

    async fn talk(&mut self, from: Option<u64>) -> Result<(), Gone> {
        let (mut feed, desk) = (self.known.desk.feed(), self.known.desk.clone());
        let shown = self.known.desk.shown();
        if let Some(from) = from {
            self.catch_up(from, &shown).await?;
        }
        self.show(&shown).await?;
        in_time(self.socket.flush()).await?;
        let mut looks = tokio::time::interval(LOOKS);
        loop {
            tokio::select! {
                told = feed.recv() => match told {
                    Ok(told) => self.tell(&told).await?,
                    Err(RecvError::Lagged(_)) => {
                        let shown = self.known.desk.shown();
                        self.show(&shown).await?;
                    }
                    Err(RecvError::Closed) => return Err(Gone),
                },
                () = desk.stopped() => {
                    let why = match self.casino.is_closing() {
                        true => (1001, "the house closes down"),
                        false => (1012, "the table is run by other rules now: connect again"),
                    };
                    return self.close(why.0, why.1).await;
                }
                frame = self.socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => self.hear(text.as_str(), &mut feed).await?,
                    Some(Ok(Frame::Binary(_))) => {
                        self.visitor.note_denied(&Problem::malformed("a binary message: messages are text")).await;
                        return self.close(1003, "messages are text").await;
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Err(error)) if is_too_large(&error) => {
                        let largest = self.casino.config.limits.message_bytes;
                        let detail = format!("a message has at most {largest} bytes");
                        self.visitor.note_denied(&Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)).await;
                        return self.close(1009, "the message is too large").await;
                    }
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(Gone),
                },
                _ = looks.tick() => {
                    if !self.visitor.is_still_here().await {
                        return self.close(4401, "the session is over or locked").await;
                    }
                    self.put(Frame::Ping(Vec::new().into())).await?;
                }
            }
            in_time(self.socket.flush()).await?;
        }
    }

    /// What a client that comes back has missed, if that is not too much.
    async fn catch_up(&mut self, from: u64, shown: &Told) -> Result<(), Gone> {
        let upto = shown.table.state().sequence;
        if from >= upto {
            return Ok(());
        }
        match self.casino.pit.missed(&self.known, from, upto, self.visitor.audience()).await {
            Ok(Some(lines)) => self.say(&Hears::Told { seq: upto, lines, now: None }).await,
            Ok(None) => Ok(()),
            Err(trouble) => {
                tracing::warn!(%trouble, "a client cannot be told what it missed");
                Ok(())
            }
        }
    }

    async fn show(&mut self, shown: &Told) -> Result<(), Gone> {
        let now = now(&self.casino, &self.known, shown, self.visitor.audience());
        self.seen = now.view.sequence;
        self.say(&Hears::Table { seq: now.view.sequence, now }).await
    }

    async fn tell(&mut self, told: &Told) -> Result<(), Gone> {
        let last = told.table.state().sequence;
        if last < self.seen {
            return Ok(());
        }
        let first = told.lines.first().map_or(last + 1, |line| line.sequence);
        if first > self.seen + 1 {
            // The table was read from the store anew, with lines in it that nobody was told.
            self.catch_up(self.seen, told).await?;
            return self.show(told).await;
        }
        let audience = self.visitor.audience();
        // The feed was opened before the table was shown: what is in both is told once.
        let news = told.lines.iter().filter(|line| line.sequence > self.seen);
        let lines = news.map(|line| line.heard_by(audience, &told.table)).collect();
        let now = now(&self.casino, &self.known, told, audience);
        self.seen = now.view.sequence;
        self.say(&Hears::Told { seq: now.view.sequence, lines, now: Some(now) }).await
    }

    async fn hear(&mut self, text: &str, feed: &mut broadcast::Receiver<Arc<Told>>) -> Result<(), Gone> {
        let seq = self.known.desk.shown().table.state().sequence;
        let says = match serde_json::from_str::<Says>(text) {
            Ok(says) => says,
            Err(error) => {
                let problem = Problem::malformed(&error.to_string());
                self.visitor.note_denied(&problem).await;
                return self.say(&Hears::Declined { seq, id: None, problem }).await;
            }
        };
        if let Err(problem) = self.visitor.not_too_fast() {
            return self.say(&Hears::Declined { seq, id: None, problem }).await;
        }
        match says {
            Says::Order(order) => {
                let id = order.id;
                self.visitor.is_active().await;
                let given = give(&self.casino, &self.visitor, &self.known, order).await;
                // What a command led to is told before it is acknowledged, so that nobody answers a question twice.
                while let Ok(told) = feed.try_recv() {
                    self.tell(&told).await?;
                }
                let answer = match given {
                    Ok(Outcome::Taken(Taken { sequence, repeated })) => Hears::Taken { seq: sequence, id, repeated },
                    Ok(Outcome::Waits(waits)) => Hears::Waits { seq, id, approval: waits.approval },
                    Err(problem) => Hears::Declined { seq: problem.sequence.unwrap_or(seq), id: Some(id), problem },
                };
                self.say(&answer).await
            }
            Says::Ready => {
                let heard = match (self.visitor.may(Duty::Play).await, self.visitor.actor()) {
                    (Ok(()), Ok(by)) => self
                        .known
                        .desk
                        .want(Message { by, what: What::Ready { who: by.who } })
                        .await
                        .map_err(Problem::from),
                    (Err(problem), _) | (_, Err(problem)) => Err(problem),
                };
                match heard {
                    Ok(_) => Ok(()),
                    Err(problem) => self.say(&Hears::Declined { seq, id: None, problem }).await,
                }
            }
            Says::Show => {
                let shown = self.known.desk.shown();
                self.show(&shown).await
            }
        }
    }

    async fn say(&mut self, hears: &Hears) -> Result<(), Gone> {
        let text = serde_json::to_string(hears).map_err(|_| Gone)?;
        self.put(Frame::Text(text.into())).await
    }

    /// Puts a frame to those that go out together once all is said.
    async fn put(&mut self, frame: Frame) -> Result<(), Gone> {
        in_time(self.socket.feed(frame)).await
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> Result<(), Gone> {
        let last = Frame::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = in_time(self.socket.send(last)).await;
        Err(Gone)
    }
}

/// Waits for the line, but not for ever.
async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), Gone> {
    match tokio::time::timeout(PATIENCE, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

/// Whether a message was refused for its size.
fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<tungstenite::Error>());
    matches!(source, Some(tungstenite::Error::Capacity(_)))
}

/// Tells the table that its player is there, or is not.
async fn present(visitor: &Visitor, known: &Known, here: bool) {
    if let (true, Ok(by)) = (visitor.is_player(), visitor.actor()) {
        // A table that cannot hear it now has worse to do.
        let _ = known.desk.want(Message { by, what: What::Present { who: by.who, here } }).await;
    }
}
