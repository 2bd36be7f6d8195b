//! Durable rounds over WebSocket, beside a plain echo of the same messages over the same client.
//!
//! Each client sits alone at a table of Crazy 4 and plays as fast as he is answered. The echo sends back what the
//! messages of such a round are, in both directions, so a round's worth of them is what the line itself could carry.

use crate::floor;
use crate::line::{Line, Seen};
use crate::support::bot;
use crate::support::casino::{FAST, House as Opened, data, keys};
use crate::support::client::Client;
use crate::{Pace, beside, median, runtime};
use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::routing::any;
use croupier_rules::Seat;
use croupier_table::{Command, PersonId, Purse, TableConfig};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::Utf8Bytes;

/// How many play at once.
const CLIENTS: usize = 64;
/// How long one turn lasts.
const TURN: Duration = Duration::from_secs(3);
/// How much the echo reads at once: as much as the house.
const READ_AT_ONCE: usize = 8 * 1024;
/// How many turns each of the two has.
const TURNS: usize = 5;

/// Measures both by turns.
pub(crate) fn measure() {
    let folder = crate::support::Folder::new();
    let clients = runtime();
    let ids: Vec<i64> = runtime().block_on(async {
        let pit = floor::pit(folder.path()).await;
        let ids = floor::tables(&pit, CLIENTS).await.iter().map(|known| known.row.id.0).collect();
        pit.close().await;
        ids
    });
    let house = Opened::open(&data(folder.path()), &keys(folder.path()), FAST);
    let guests: Vec<Client> = ids.iter().map(|_| Client::guest(house.address)).collect();
    let mut players: Vec<Player> = clients.block_on(async {
        let seated = guests.iter().zip(&ids).map(|(guest, id)| Player::sit(house.address, guest, *id, Seat::ALL[0]));
        futures_util::future::join_all(seated).await
    });
    let script: Arc<[Utf8Bytes]> = clients.block_on(players[0].record()).into();
    let bytes: usize = script.iter().map(|message| message.len()).sum();
    println!("a round is {} messages of {} bytes on average", script.len(), bytes / script.len());

    let server = runtime();
    let echo = server.block_on(echo());
    let mut lines: Vec<Line> = clients
        .block_on(async { futures_util::future::join_all((0..CLIENTS).map(|_| Line::open(echo, "/", ""))).await });
    let (mut played, mut echoed) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let messages = clients.block_on(echo_turn(&mut lines, &script)).per_second();
        echoed.push(messages / script.len() as f64);
        played.push(clients.block_on(round_turn(&mut players)).per_second());
        println!("echo {messages:.0} messages/s; house {:.0} rounds/s", played[played.len() - 1]);
    }
    let shares: Vec<f64> = played.iter().zip(&echoed).map(|(played, echoed)| 100.0 * played / echoed).collect();
    println!("shares of the echo, turn by turn: {shares:.1?} %");
    let reference = ("the echo of a round's messages", median(echoed));
    beside("durable rounds, 64 clients", median(played), reference, "rounds/s", ">=50");
}

/// A server that says back what it hears.
async fn echo() -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let upgrade = |upgrade: WebSocketUpgrade| async move {
        upgrade.read_buffer_size(READ_AT_ONCE).on_upgrade(|mut socket| async move {
            while let Some(Ok(message @ Message::Text(_))) = socket.recv().await {
                if socket.send(message).await.is_err() {
                    return;
                }
            }
        })
    };
    let router = Router::new().route("/", any(upgrade));
    tokio::spawn(async move { axum::serve(croupier_house::server::plain(listener), router).await });
    address
}

/// All lines say the script again and again for a turn; how many messages went there and back, counted both ways.
async fn echo_turn(lines: &mut [Line], script: &Arc<[Utf8Bytes]>) -> Pace {
    let begun = Instant::now();
    let all = lines.iter_mut().map(|line| async move {
        let mut messages = 0;
        while begun.elapsed() < TURN {
            for message in script.iter() {
                line.say(message.clone()).await;
                line.hear().await;
                messages += 2;
            }
        }
        messages
    });
    let done = futures_util::future::join_all(all).await.into_iter().sum();
    Pace { done, took: begun.elapsed() }
}

/// All players play for a turn.
async fn round_turn(players: &mut [Player]) -> Pace {
    let begun = Instant::now();
    let all = players.iter_mut().map(|player| async move {
        let mut rounds = 0;
        while begun.elapsed() < TURN {
            player.round().await;
            rounds += 1;
        }
        rounds
    });
    let done = futures_util::future::join_all(all).await.into_iter().sum();
    Pace { done, took: begun.elapsed() }
}

/// Somebody who plays alone at a table.
pub(crate) struct Player {
    line: Line,
    next: u64,
    seq: u64,
    seen: Seen,
    wagers: Vec<Command>,
    play: Command,
}

impl Player {
    /// Sits down with money.
    pub(crate) async fn sit(address: SocketAddr, guest: &Client, table: i64, seat: Seat) -> Self {
        let token = guest.token.as_deref().unwrap_or_default();
        let line = Line::open(address, &format!("/api/tables/{table}/feed"), token).await;
        let house = house();
        let (wagers, play) = (floor::wagers(&house, seat), floor::play(&house, seat));
        let next = 1_000_000 * u64::from(guest.who);
        let mut player = Self { line, next, seq: 0, seen: Seen::default(), wagers, play };
        player.hear().await;
        let who = PersonId::new(guest.who);
        player.order(&Command::Sit { seat, player: who }, false).await.unwrap();
        let bank = Command::BuyIn { player: who, purse: Purse::Chips, amount: bot::STAKE };
        player.order(&bank, false).await.unwrap();
        player
    }

    async fn hear(&mut self) -> crate::line::Heard {
        let mut heard = self.line.hear().await;
        self.seq = self.seq.max(heard.seq);
        if let Some(now) = heard.now.take() {
            self.seen = now.view;
        }
        heard
    }

    /// Gives a command, and waits until it is acknowledged or refused.
    pub(crate) async fn order(&mut self, command: &Command, ready: bool) -> Result<(), serde_json::Value> {
        self.next += 1;
        let order = json!({ "do": "order", "id": self.next, "expects": self.seq, "command": command, "ready": ready });
        self.line.say(order.to_string().into()).await;
        loop {
            let heard = self.hear().await;
            if heard.id == Some(self.next) {
                return if heard.kind == "taken" { Ok(()) } else { Err(heard.problem.unwrap_or_default()) };
            }
        }
    }

    /// Plays a round.
    pub(crate) async fn round(&mut self) {
        let before = self.seen.round;
        for place in 0..self.wagers.len() {
            let wager = self.wagers[place].clone();
            self.order(&wager, place + 1 == self.wagers.len()).await.unwrap();
        }
        let play = self.play.clone();
        self.order(&play, false).await.unwrap();
        assert_eq!((self.seen.round, self.seen.phase.as_str()), (before + 1, "closed"));
    }

    /// The messages of a round.
    async fn record(&mut self) -> Vec<Utf8Bytes> {
        self.round().await;
        self.line.script = Some(Vec::new());
        self.round().await;
        self.line.script.take().unwrap_or_default()
    }

    /// Plays for a while as people do: now and then, with somebody else at the table; how many of his wagers were
    /// taken.
    pub(crate) async fn linger(&mut self, pause: Duration, until: Instant) -> u64 {
        let mut taken = 0;
        while Instant::now() < until {
            tokio::time::sleep(pause).await;
            // The other may have closed the wagers already, and there may be nothing to play for: then he is refused.
            for place in 0..self.wagers.len() {
                let wager = self.wagers[place].clone();
                taken += u64::from(self.order(&wager, place + 1 == self.wagers.len()).await.is_ok());
            }
            let play = self.play.clone();
            taken += u64::from(self.order(&play, false).await.is_ok());
        }
        taken
    }
}

/// The rules of the tables.
fn house() -> TableConfig {
    let submission = croupier_rules::Regulation::Pa657a.procedure().requirements.electronic.unwrap();
    let rules = croupier_rules::submission::check(submission).rules.unwrap();
    TableConfig::new(rules, croupier_table::DealMode::Sealed)
}
