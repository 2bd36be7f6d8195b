//! The live feed of a table, and commands over it.
//!
//! Every message carries the table's sequence number. A client that comes back names the last it has seen, and gets
//! what it missed and then what follows; one that is too far behind, or reads too slowly, is shown the whole table
//! anew.
#![allow(unused_qualifications, reason = "utoipa's params do")]

use super::auth::User;
use super::dto::{CurrentTable, now};
use super::tables::{CommandOutcome, CommandRequest, find, give};
use super::{Casino, TABLES};
use crate::people::Duty;
use crate::pit::{Accepted, Request, TableHandle, TableMessage, TableUpdate, UpdateLine};
use crate::problem::{PathParam, Problem, Problems, QueryParams};
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
pub(super) struct ResumePoint {
    /// The last sequence number it has seen.
    from: Option<u64>,
}

/// What a client may send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum ClientMessage {
    /// A command.
    Order(CommandRequest),
    /// The player has made his wagers, or does not surrender.
    Ready,
    /// The whole table, please.
    Show,
}

/// What is sent to a client.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum ServerMessage {
    /// The whole table.
    Table {
        /// The table's sequence number.
        seq: u64,
        /// The table.
        now: CurrentTable,
    },
    /// What happened, and the table after it.
    Told {
        /// The table's sequence number.
        seq: u64,
        /// What happened, line by line.
        lines: Vec<UpdateLine>,
        /// The table; left out in what a client missed.
        #[serde(skip_serializing_if = "Option::is_none")]
        now: Option<CurrentTable>,
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

/// The live feed of a table: a WebSocket. Messages to it are of schema `ClientMessage`, from it of schema
/// `ServerMessage`.
#[utoipa::path(get, path = "/api/tables/{table}/feed", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number"), ResumePoint),
    responses(
        (status = 101, description = "The feed starts"),
        (status = 426, description = "Not a WebSocket upgrade", body = Problem,
            content_type = "application/problem+json"),
        Problems))]
pub(super) async fn feed(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    QueryParams(ResumePoint { from }): QueryParams<ResumePoint>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    user.may(Duty::Watch).await?;
    let handle = find(&casino, table)?;
    let Ok(upgrade) = upgrade else {
        let detail = "the feed is a WebSocket: request an upgrade";
        return Err(Problem::new(StatusCode::UPGRADE_REQUIRED, "upgrade", detail));
    };
    let counted = casino.limits.socket(&user.session.id)?;
    let largest = casino.config.limits.message_bytes;
    let upgrade = upgrade.read_buffer_size(READ_AT_ONCE).max_message_size(largest).max_frame_size(largest);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let feed = Feed { casino, user, handle, socket, seen: 0 };
        feed.run(from).await;
        drop(counted);
    }))
}

struct Feed {
    casino: Arc<Casino>,
    user: User,
    handle: TableHandle,
    socket: WebSocket,
    /// The sequence number of the table as it was last shown.
    seen: u64,
}

/// The client is gone, or must go.
struct Gone;

impl Feed {
    async fn run(mut self, from: Option<u64>) {
        metrics::gauge!("croupier_sockets").increment(1.0);
        present(&self.user, &self.handle, true).await;
        let _ = self.talk(from).await;
        present(&self.user, &self.handle, false).await;
        metrics::gauge!("croupier_sockets").decrement(1.0);
    }

    async fn talk(&mut self, from: Option<u64>) -> Result<(), Gone> {
        let (mut feed, desk) = (self.handle.desk.feed(), self.handle.desk.clone());
        let shown = self.handle.desk.current();
        if let Some(from) = from {
            self.catch_up(from, &shown).await?;
        }
        self.show(&shown).await?;
        in_time(self.socket.flush()).await?;
        let mut looks = tokio::time::interval(LOOKS);
        loop {
            tokio::select! {
                update = feed.recv() => match update {
                    Ok(update) => self.send_update(&update).await?,
                    Err(RecvError::Lagged(_)) => {
                        let shown = self.handle.desk.current();
                        self.show(&shown).await?;
                    }
                    Err(RecvError::Closed) => return Err(Gone),
                },
                () = desk.stopped() => {
                    let why = match self.casino.is_closing() {
                        true => (1001, "the house is closing"),
                        false => (1012, "the table's submission has changed: reconnect"),
                    };
                    return self.close(why.0, why.1).await;
                }
                frame = self.socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => self.receive(text.as_str(), &mut feed).await?,
                    Some(Ok(Frame::Binary(_))) => {
                        self.user.note_denied(&Problem::malformed("send text messages, not binary ones")).await;
                        return self.close(1003, "send text messages").await;
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Err(error)) if is_too_large(&error) => {
                        let largest = self.casino.config.limits.message_bytes;
                        let detail = format!("a message can have at most {largest} bytes");
                        self.user.note_denied(&Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)).await;
                        return self.close(1009, "the message is too large").await;
                    }
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return Err(Gone),
                },
                _ = looks.tick() => {
                    if !self.user.is_still_here().await {
                        return self.close(4401, "the session has ended or is locked").await;
                    }
                    self.queue(Frame::Ping(Vec::new().into())).await?;
                }
            }
            in_time(self.socket.flush()).await?;
        }
    }

    /// What a client that comes back has missed, if that is not too much.
    async fn catch_up(&mut self, from: u64, shown: &TableUpdate) -> Result<(), Gone> {
        let upto = shown.table.state().sequence;
        if from >= upto {
            return Ok(());
        }
        match self.casino.pit.missed(&self.handle, from, upto, self.user.audience()).await {
            Ok(Some(lines)) => self.send(&ServerMessage::Told { seq: upto, lines, now: None }).await,
            Ok(None) => Ok(()),
            Err(trouble) => {
                tracing::warn!(%trouble, "cannot send a client what it missed");
                Ok(())
            }
        }
    }

    async fn show(&mut self, shown: &TableUpdate) -> Result<(), Gone> {
        let now = now(&self.casino, &self.handle, shown, self.user.audience());
        self.seen = now.view.sequence;
        self.send(&ServerMessage::Table { seq: now.view.sequence, now }).await
    }

    async fn send_update(&mut self, update: &TableUpdate) -> Result<(), Gone> {
        let last = update.table.state().sequence;
        if last < self.seen {
            return Ok(());
        }
        let first = update.lines.first().map_or(last + 1, |line| line.sequence);
        if first > self.seen + 1 {
            // The table was read from the store anew, with lines in it that nobody was told.
            self.catch_up(self.seen, update).await?;
            return self.show(update).await;
        }
        let audience = self.user.audience();
        // The feed was opened before the table was shown: what is in both is told once.
        let news = update.lines.iter().filter(|line| line.sequence > self.seen);
        let lines = news.map(|line| line.for_audience(audience, &update.table)).collect();
        let now = now(&self.casino, &self.handle, update, audience);
        self.seen = now.view.sequence;
        self.send(&ServerMessage::Told { seq: now.view.sequence, lines, now: Some(now) }).await
    }

    async fn receive(&mut self, text: &str, feed: &mut broadcast::Receiver<Arc<TableUpdate>>) -> Result<(), Gone> {
        let seq = self.handle.desk.current().table.state().sequence;
        let says = match serde_json::from_str::<ClientMessage>(text) {
            Ok(says) => says,
            Err(error) => {
                let problem = Problem::malformed(&error.to_string());
                self.user.note_denied(&problem).await;
                return self.send(&ServerMessage::Declined { seq, id: None, problem }).await;
            }
        };
        if let Err(problem) = self.user.not_too_fast() {
            return self.send(&ServerMessage::Declined { seq, id: None, problem }).await;
        }
        match says {
            ClientMessage::Order(order) => {
                let id = order.id;
                self.user.is_active().await;
                let given = give(&self.casino, &self.user, &self.handle, order).await;
                // What a command led to is told before it is acknowledged, so that nobody answers a question twice.
                while let Ok(update) = feed.try_recv() {
                    self.send_update(&update).await?;
                }
                let answer = match given {
                    Ok(CommandOutcome::Taken(Accepted { sequence, repeated })) => {
                        ServerMessage::Taken { seq: sequence, id, repeated }
                    }
                    Ok(CommandOutcome::Waits(waits)) => ServerMessage::Waits { seq, id, approval: waits.approval },
                    Err(problem) => {
                        ServerMessage::Declined { seq: problem.sequence.unwrap_or(seq), id: Some(id), problem }
                    }
                };
                self.send(&answer).await
            }
            ClientMessage::Ready => {
                let heard = match (self.user.may(Duty::Play).await, self.user.actor()) {
                    (Ok(()), Ok(by)) => self
                        .handle
                        .desk
                        .send(TableMessage { by, what: Request::Ready { who: by.who } })
                        .await
                        .map_err(Problem::from),
                    (Err(problem), _) | (_, Err(problem)) => Err(problem),
                };
                match heard {
                    Ok(_) => Ok(()),
                    Err(problem) => self.send(&ServerMessage::Declined { seq, id: None, problem }).await,
                }
            }
            ClientMessage::Show => {
                let shown = self.handle.desk.current();
                self.show(&shown).await
            }
        }
    }

    async fn send(&mut self, hears: &ServerMessage) -> Result<(), Gone> {
        let text = serde_json::to_string(hears).map_err(|_| Gone)?;
        self.queue(Frame::Text(text.into())).await
    }

    /// Puts a frame to those that go out together once all is said.
    async fn queue(&mut self, frame: Frame) -> Result<(), Gone> {
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
async fn present(user: &User, handle: &TableHandle, here: bool) {
    if let (true, Ok(by)) = (user.is_player(), user.actor()) {
        // A table that cannot hear it now has worse to do.
        let _ = handle.desk.send(TableMessage { by, what: Request::Present { who: by.who, here } }).await;
    }
}
