//! Nodes of one house, each the program itself, and players who go on at another node when theirs is gone.

use crate::server_runner::Served;
use crate::support::casino::FAST;
use crate::support::client::{Client, Feed, answer, may_surrender};
use crate::support::{Folder, Server, bot};
use croupier_house::store::Location;
use croupier_rules::Seat;
use croupier_table::{Command, PersonId, Purse, TableConfig};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A database of one house and what its nodes share beside it.
pub(crate) struct Shared<'a> {
    server: &'a Server,
    database: String,
    folder: Folder,
}

impl<'a> Shared<'a> {
    /// A new one.
    pub(crate) fn new(server: &'a Server) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let database = runtime.block_on(server.database(""));
        Self { server, database, folder: Folder::new() }
    }

    /// Where the store is.
    pub(crate) fn location(&self) -> Location {
        Location::Url(self.server.url(&self.database))
    }

    /// The keys file.
    pub(crate) fn keys(&self) -> PathBuf {
        self.folder.path().join("keys.toml")
    }

    /// Starts a node, which makes tables of these submissions if it is the first.
    pub(crate) fn start(&self, name: &str, first: &[String]) -> Served {
        let mut files = Vec::new();
        for (place, submission) in first.iter().enumerate() {
            let file = self.folder.path().join(format!("{place}.toml"));
            std::fs::write(&file, submission).unwrap();
            files.push(file.display().to_string());
        }
        let files = files.join(",");
        let own =
            [("CROUPIER_NODE", name), ("CROUPIER_TABLES_FIRST", &*files), ("CROUPIER_TIMES_BETTING_SECONDS", "3")];
        Served::start(&self.location(), &self.keys(), &[FAST, &own].concat())
    }

    /// A node that is open.
    pub(crate) fn node(&self, name: &str, first: &[String]) -> Node {
        let mut served = self.start(name, first);
        let (address, _) = served.opened();
        Node { served, address }
    }
}

/// A node and where it is.
pub(crate) struct Node {
    pub(crate) served: Served,
    pub(crate) address: SocketAddr,
}

/// A player who never gives up: what is not answered he says again, under the same number, at whatever node is there.
pub(crate) struct Player {
    /// Himself at each node.
    clients: Vec<Client>,
    /// Which of them he is now.
    at: usize,
    pub(crate) table: i64,
    pub(crate) seat: Seat,
    house: Arc<TableConfig>,
    feed: Option<Feed>,
    /// The table as he last saw it.
    pub(crate) view: Value,
    seen: u64,
    next: u64,
    /// The commands that were acknowledged: his number for each, and the table's.
    pub(crate) taken: Vec<(u64, u64)>,
    /// What he was told, line by line.
    pub(crate) lines: BTreeMap<u64, Value>,
    /// Up to where he was told without a gap.
    told: u64,
    /// How often he was told that nothing can be taken now.
    pub(crate) unavailable: u64,
    /// The round in which he last wagered.
    wagered: u64,
    /// The round in which he last said that he does not surrender.
    keeps: u64,
}

impl Player {
    /// Somebody with a seat, who will be at the first of these nodes as long as it is there.
    pub(crate) fn sits(nodes: &[SocketAddr], table: i64, seat: Seat) -> Self {
        let mut player = Self::stands(nodes, table, seat);
        let who = PersonId::new(player.who());
        let (chips, account) = (Purse::Chips, Purse::GameAccount);
        assert!(player.order(&Command::Sit { seat, player: who }, false));
        for purse in [chips, account] {
            assert!(player.order(&Command::BuyIn { player: who, purse, amount: bot::STAKE }, false));
        }
        player
    }

    /// Somebody who looks on.
    pub(crate) fn stands(nodes: &[SocketAddr], table: i64, seat: Seat) -> Self {
        let guest = Client::guest(nodes[0]);
        let mut player = Self {
            next: 1_000_000 * u64::from(guest.who),
            clients: nodes.iter().map(|node| guest.at(*node)).collect(),
            at: 0,
            table,
            seat,
            house: Arc::new(guest.fixed(table)),
            feed: None,
            view: Value::Null,
            seen: 0,
            taken: Vec::new(),
            lines: BTreeMap::new(),
            told: 0,
            unavailable: 0,
            wagered: 0,
            keeps: 0,
        };
        player.until(|view| !view.is_null());
        player
    }

    /// The same person at another node, with a connection of his own.
    pub(crate) fn also_at(&self, node: SocketAddr) -> Self {
        let mut other = Self {
            clients: vec![self.clients[0].at(node)],
            at: 0,
            house: Arc::clone(&self.house),
            feed: None,
            view: Value::Null,
            taken: Vec::new(),
            lines: BTreeMap::new(),
            ..*self
        };
        other.until(|view| !view.is_null());
        other
    }

    /// His number.
    pub(crate) fn who(&self) -> u32 {
        self.clients[0].who
    }

    /// Connects to the node he is at, or else to the next.
    fn connect(&mut self) -> &mut Feed {
        let end = Instant::now() + Duration::from_secs(40);
        while self.feed.is_none() {
            assert!(Instant::now() < end, "no node is there");
            let from = Some(self.told).filter(|told| *told > 0);
            self.feed = self.clients[self.at].feed(self.table, from);
            if self.feed.is_none() {
                self.at = (self.at + 1) % self.clients.len();
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        self.feed.as_mut().unwrap()
    }

    /// What he hears within a while, which he takes in.
    pub(crate) fn hear(&mut self, patience: Duration) -> Option<Value> {
        let heard = match self.connect().listen(patience) {
            Ok(heard) => heard?,
            Err(_) => {
                self.feed = None;
                return None;
            }
        };
        for line in heard["lines"].as_array().into_iter().flatten() {
            let number = line["seq"].as_u64().unwrap();
            assert!(number <= self.told + 1, "line {number} after line {}", self.told);
            self.told = self.told.max(number);
            let known = self.lines.entry(number).or_insert_with(|| line.clone());
            assert_eq!((&known["at"], &known["by"]), (&line["at"], &line["by"]), "line {number}");
        }
        self.seen = self.seen.max(heard["seq"].as_u64().unwrap_or(0));
        if let Some(view) = heard["now"].get("view") {
            self.view = view.clone();
            if self.told == 0 {
                self.told = view["sequence"].as_u64().unwrap();
            }
            // A node that follows may be a little behind the one he was at.
            assert!(view["sequence"].as_u64() <= Some(self.told), "something happened that was not told");
        }
        Some(heard)
    }

    /// Waits until the table looks so.
    pub(crate) fn until(&mut self, looks: impl Fn(&Value) -> bool) {
        let end = Instant::now() + Duration::from_secs(40);
        while !looks(&self.view) {
            assert!(Instant::now() < end, "{}", self.view);
            self.hear(Duration::from_millis(100));
        }
    }

    /// Gives a command until it is taken or refused; whether it was taken.
    pub(crate) fn order(&mut self, command: &Command, ready: bool) -> bool {
        self.next += 1;
        let id = self.next;
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            assert!(Instant::now() < end, "{command:?} is neither taken nor refused");
            let order = json!({ "do": "order", "id": id, "expects": self.seen, "command": command, "ready": ready });
            if self.connect().say(&order).is_none() {
                self.feed = None;
                continue;
            }
            let Some(answer) = self.answered(id) else { continue };
            let problem = &answer["problem"];
            match (answer["kind"].as_str(), problem["code"].as_str()) {
                (Some("taken"), _) => {
                    let sequence = answer["seq"].as_u64().unwrap();
                    self.taken.push((id, sequence));
                    self.until(|view| view["sequence"].as_u64() >= Some(sequence));
                    return true;
                }
                (_, Some("stale")) => {}
                (_, Some("unavailable")) => {
                    assert_eq!(problem["status"], 503);
                    self.unavailable += 1;
                    std::thread::sleep(Duration::from_millis(100));
                }
                _ => return false,
            }
        }
    }

    /// The answer to what he said under a number; nothing if the connection is gone.
    fn answered(&mut self, id: u64) -> Option<Value> {
        let end = Instant::now() + Duration::from_secs(30);
        while Instant::now() < end {
            let heard = self.hear(Duration::from_millis(500));
            self.feed.as_ref()?;
            if let Some(heard) = heard.filter(|heard| heard["id"] == json!(id)) {
                return Some(heard);
            }
        }
        self.feed = None;
        None
    }

    /// Does the next thing there is to do: answers, wagers in a round he is not yet in, or waits a moment.
    pub(crate) fn step(&mut self) {
        if let Some(command) = answer(&self.house, &self.view, self.seat) {
            self.order(&command, false);
            return;
        }
        let round = self.view["round"].as_u64().unwrap();
        if may_surrender(&self.view, self.seat) && self.keeps < round {
            self.keeps = round;
            // If it is lost on the way, the house waits for him no longer than for anybody.
            let _ = self.connect().say(&json!({ "do": "ready" }));
        }
        let open = match self.view["phase"].as_str() {
            Some("closed") => round + 1,
            Some("betting") => round,
            _ => 0,
        };
        if open <= self.wagered {
            self.hear(Duration::from_millis(100));
            return;
        }
        self.wagered = open;
        let wagers = bot::wagers(&self.house, self.seat);
        for (place, wager) in wagers.iter().enumerate() {
            if !self.order(wager, place + 1 == wagers.len()) {
                return;
            }
        }
    }

    /// Plays until a round after this number is closed.
    pub(crate) fn play_through(&mut self, round: u64) {
        while self.view["round"].as_u64() <= Some(round) || self.view["phase"] != "closed" {
            self.step();
        }
    }

    /// Plays as long as this says so.
    pub(crate) fn play_while(&mut self, on: &AtomicBool) {
        while on.load(Ordering::Relaxed) {
            self.step();
        }
    }

    /// Plays until he is asked something that the round waits for.
    pub(crate) fn play_until_asked(&mut self) {
        while answer(&self.house, &self.view, self.seat).is_none() {
            self.step();
        }
    }

    /// His cards.
    pub(crate) fn cards(&self) -> String {
        let places = self.view["seats"].as_array().into_iter().flatten();
        let own = places.filter(|place| place["seat"] == json!(self.seat));
        own.filter_map(|place| place["hand"]["cards"].as_str()).collect()
    }
}
