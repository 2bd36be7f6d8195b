//! A client for tests: over HTTP and WebSocket, as a browser or another program would be.

use super::bot;
use croupier_rules::{CardSet, Seat, submission};
use croupier_table::{Command, DealMode, PersonId, Purse, TableConfig};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// Somebody who may have signed in.
#[derive(Clone)]
pub(crate) struct Client {
    agent: ureq::Agent,
    address: SocketAddr,
    pub(crate) token: Option<String>,
    /// His number, once he has signed in.
    pub(crate) who: u32,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let config =
            ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(20)));
        Self { agent: config.build().into(), address, token: None, who: 0 }
    }

    /// The same person, where the house is now.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    /// A guest.
    pub(crate) fn guest(address: SocketAddr) -> Self {
        Self::new(address).signed(&json!(null), "/api/session/guest")
    }

    /// A person with a password.
    pub(crate) fn person(address: SocketAddr, name: &str, password: &str, role: Option<&str>) -> Self {
        let mut credentials = json!({ "name": name, "password": password });
        if let Some(role) = role {
            credentials["role"] = json!(role);
        }
        Self::new(address).signed(&credentials, "/api/session")
    }

    fn signed(mut self, credentials: &Value, path: &str) -> Self {
        let (status, begun) = self.ask("POST", path, Some(credentials));
        assert_eq!(status, 201, "{begun}");
        self.token = begun["token"].as_str().map(str::to_owned);
        self.who = begun["session"]["person"].as_u64().unwrap() as u32;
        self
    }

    /// Asks, and returns the status with the JSON that was answered; nothing if the house is not there.
    pub(crate) fn try_ask(&self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let text = body.map(ToString::to_string).unwrap_or_default();
        if body.is_some() {
            request = request.header("Content-Type", "application/json");
        }
        let mut response = self.agent.run(request.body(text).unwrap()).ok()?;
        let status = response.status().as_u16();
        let text = response.body_mut().with_config().limit(1 << 30).read_to_string().ok()?;
        Some((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }

    /// Asks a house that is there.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.try_ask(method, path, body).unwrap_or_else(|| panic!("{method} {path}: no answer"))
    }

    /// The numbers of the tables.
    pub(crate) fn tables(&self) -> Vec<i64> {
        let (status, tables) = self.ask("GET", "/api/tables", None);
        assert_eq!(status, 200, "{tables}");
        tables.as_array().unwrap().iter().map(|table| table["id"].as_i64().unwrap()).collect()
    }

    /// What does not change about an electronic table, by its sheet.
    pub(crate) fn fixed(&self, table: i64) -> TableConfig {
        let (_, sheet) = self.ask("GET", &format!("/api/tables/{table}"), None);
        TableConfig::new(submission::check(sheet["submission"].as_str().unwrap()).rules.unwrap(), DealMode::Sealed)
    }

    /// The feed of a table; nothing if it is not to be had.
    pub(crate) fn feed(&self, table: i64, from: Option<u64>) -> Option<Feed> {
        let from = from.map(|from| format!("?from={from}")).unwrap_or_default();
        let mut request = format!("ws://{}/api/tables/{table}/feed{from}", self.address).into_client_request().ok()?;
        let token = self.token.as_deref().unwrap_or_default();
        request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().ok()?);
        let stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(5)).ok()?;
        stream.set_nodelay(true).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
        let (socket, _) = tungstenite::client(request, stream).ok()?;
        Some(Feed { socket })
    }
}

/// A feed.
pub(crate) struct Feed {
    socket: WebSocket<TcpStream>,
}

impl Feed {
    /// The next message; nothing once the connection is gone.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read().ok()? {
                Message::Text(text) => return serde_json::from_str(text.as_str()).ok(),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// What is heard within a while: nothing if it was silent, an error once the connection is gone.
    pub(crate) fn listen(&mut self, patience: Duration) -> Result<Option<Value>, Box<tungstenite::Error>> {
        self.socket.get_ref().set_read_timeout(Some(patience)).map_err(tungstenite::Error::from)?;
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(serde_json::from_str(text.as_str()).ok()),
            Ok(Message::Close(_)) => Err(Box::new(tungstenite::Error::ConnectionClosed)),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(Box::new(error)),
        }
    }

    /// Says something.
    pub(crate) fn say(&mut self, says: &Value) -> Option<()> {
        self.socket.send(Message::text(says.to_string())).ok()
    }
}

/// A player at a seat who plays over a feed.
pub(crate) struct Seated {
    pub(crate) feed: Feed,
    pub(crate) seat: Seat,
    /// The table as he last saw it.
    pub(crate) view: Value,
    next: u64,
    seen: u64,
    /// The commands that were acknowledged: his number for each, and the table's.
    pub(crate) taken: Vec<(u64, u64)>,
}

/// What became of an order.
#[derive(Debug)]
pub(crate) enum Answer {
    Taken(u64),
    Declined(Value),
    Gone,
}

impl Seated {
    /// Opens a feed and waits for the table.
    pub(crate) fn at(client: &Client, table: i64, seat: Seat, first: u64) -> Option<Self> {
        let mut feed = client.feed(table, None)?;
        let view = loop {
            let heard = feed.hear()?;
            if heard["kind"] == "table" {
                break heard["now"]["view"].clone();
            }
        };
        let seen = view["sequence"].as_u64()?;
        Some(Self { feed, seat, view, next: first, seen, taken: Vec::new() })
    }

    /// Sits down with chips and with money on the game account.
    pub(crate) fn sits(client: &Client, table: i64, seat: Seat) -> Self {
        let mut seated = Self::at(client, table, seat, 0).unwrap();
        let player = PersonId::new(client.who);
        let buys = |purse| Command::BuyIn { player, purse, amount: bot::STAKE };
        for command in [Command::Sit { seat, player }, buys(Purse::Chips), buys(Purse::GameAccount)] {
            let answer = seated.order(&command, false);
            assert!(matches!(answer, Answer::Taken(_)), "{command:?}: {answer:?}");
        }
        seated
    }

    fn notice(&mut self, heard: &Value) {
        self.seen = self.seen.max(heard["seq"].as_u64().unwrap_or(0));
        if let Some(view) = heard["now"].get("view") {
            self.view = view.clone();
        }
    }

    /// Gives a command and waits for what becomes of it.
    pub(crate) fn order(&mut self, command: &Command, ready: bool) -> Answer {
        self.next += 1;
        let id = self.next;
        let order = json!({ "do": "order", "id": id, "expects": self.seen, "command": command, "ready": ready });
        if self.feed.say(&order).is_none() {
            return Answer::Gone;
        }
        loop {
            let Some(heard) = self.feed.hear() else { return Answer::Gone };
            self.notice(&heard);
            if heard["id"] != json!(id) {
                continue;
            }
            match heard["kind"].as_str() {
                Some("taken") => {
                    let sequence = heard["seq"].as_u64().unwrap();
                    self.taken.push((id, sequence));
                    // At another node the news may come after the acknowledgement.
                    return match self.until(|view| view["sequence"].as_u64() >= Some(sequence)) {
                        Some(()) => Answer::Taken(sequence),
                        None => Answer::Gone,
                    };
                }
                _ => return Answer::Declined(heard["problem"].clone()),
            }
        }
    }

    /// Waits until the table looks so.
    pub(crate) fn until(&mut self, mut looks: impl FnMut(&Value) -> bool) -> Option<()> {
        let end = Instant::now() + Duration::from_secs(20);
        while !looks(&self.view) {
            if Instant::now() > end {
                return None;
            }
            let heard = self.feed.hear()?;
            self.notice(&heard);
        }
        Some(())
    }

    /// Plays a round alone at the table: wagers, answers, until it is closed.
    pub(crate) fn round(&mut self, house: &TableConfig) -> Option<()> {
        let before = self.view["round"].as_u64()?;
        let wagers = bot::wagers(house, self.seat);
        for (place, wager) in wagers.iter().enumerate() {
            match self.order(wager, place + 1 == wagers.len()) {
                Answer::Taken(_) => {}
                Answer::Declined(problem) => panic!("{wager:?}: {problem}"),
                Answer::Gone => return None,
            }
        }
        self.answer_all(house, before)
    }

    /// Has made his wagers, and plays the round after a number to its end.
    pub(crate) fn finish(&mut self, house: &TableConfig, before: u64) -> Option<()> {
        self.feed.say(&json!({ "do": "ready" }))?;
        self.answer_all(house, before)
    }

    /// Answers what he is asked, and does not surrender.
    fn answer_all(&mut self, house: &TableConfig, before: u64) -> Option<()> {
        let mut keeps = false;
        loop {
            let (seat, number) = (self.seat, u64::from(self.seat.number()));
            self.until(|view| {
                let closed = view["phase"] == "closed" && view["round"].as_u64() > Some(before);
                closed || asked(view, number).next().is_some() || (!keeps && may_surrender(view, seat))
            })?;
            if may_surrender(&self.view, seat) {
                keeps = true;
                self.feed.say(&json!({ "do": "ready" }))?;
                continue;
            }
            let Some(command) = answer(house, &self.view, self.seat) else { return Some(()) };
            match self.order(&command, false) {
                Answer::Taken(_) => {}
                Answer::Declined(problem) => panic!("{command:?}: {problem} {}", self.view),
                Answer::Gone => return None,
            }
        }
    }
}

/// What a seat answers to the first thing it is asked.
pub(crate) fn answer(house: &TableConfig, view: &Value, seat: Seat) -> Option<Command> {
    let number = u64::from(seat.number());
    let (ask, detail) = asked(view, number).next()?;
    match ask.as_str() {
        "set-hands" => {
            let place = view["seats"].as_array()?.iter().find(|place| place["seat"] == json!(number))?;
            let cards: CardSet = place["hand"]["cards"].as_str()?.parse().ok()?;
            Some(Command::SetHands { seat, setting: Some(house.set(cards)?.0) })
        }
        "double-down" => Some(Command::DoubleDown { seat, take: false }),
        "play-or-fold" => Some(Command::Play { seat, amount: croupier_rules::Cents(detail["least"].as_i64()?) }),
        _ => Some(Command::VoidHand { seat, void: false }),
    }
}

/// Whether the house waits for a seat to surrender, or to say that it does not, before it shows the hands.
pub(crate) fn may_surrender(view: &Value, seat: Seat) -> bool {
    let asks = view["asks"].as_array().into_iter().flatten();
    let mut asked = asks.filter(|ask| ask["surrender"]["seat"] == json!(seat));
    view["phase"] == "responding" && asked.next().is_some()
}

/// What a seat is asked that the round waits for.
fn asked(view: &Value, seat: u64) -> impl Iterator<Item = (&String, &Value)> {
    let asks = view["asks"].as_array().into_iter().flatten().filter_map(Value::as_object).flatten();
    asks.filter(move |(ask, detail)| *ask != "surrender" && detail["seat"].as_u64() == Some(seat))
}
