//! The house is killed, again and again, while people play at all five electronic tables.
//!
//! After each restart an audit that knows nothing of the house's own ways goes through all chains and all money, before
//! anybody plays on. Each player remembers what he saw last and what was acknowledged to him: the open round must go on
//! where it was, and what he says again must not happen again. `CROUPIER_FULL=1` kills it 200 times, `CROUPIER_SEED`
//! repeats the moments of a run.

mod server_runner;
#[path = "../../house/tests/support/mod.rs"]
mod support;

use croupier_rules::{Cents, Seat};
use croupier_table::{Command, PersonId, Purse, TableConfig};
use serde_json::{Value, json};
use server_runner::Served;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use support::Folder;
use support::audit::{Audit, Taken};
use support::bot;
use support::casino::{FAST, data, keys};
use support::client::{self, Client, Feed};

fn start(folder: &Path) -> Served {
    Served::start(&data(folder), &keys(folder), FAST)
}

#[test]
fn a_house_killed_at_random_moments_loses_nothing_and_doubles_nothing() {
    let seed = std::env::var("CROUPIER_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from(std::process::id()) ^ 0x5eed_0000);
    println!("CROUPIER_SEED={seed}");
    let restarts = if std::env::var_os("CROUPIER_FULL").is_some_and(|full| full == "1") { 200 } else { 8 };
    let (folder, mut chance) = (Folder::new(), Chance(seed));
    let mut audit = Audit::of(&data(folder.path()), &keys(folder.path()));
    // The first start is killed too, and what it had not yet made is made by the next.
    let mut password = None;
    for _ in 0..4 {
        let mut house = start(folder.path());
        std::thread::sleep(chance.moment(400));
        password = house.kill().or(password);
    }
    let (door, seen) = (Arc::new(Door::default()), Arc::new(Mutex::new(Seen::default())));
    let mut players = Vec::new();
    let began = Instant::now();
    for restart in 0..restarts {
        let mut house = start(folder.path());
        let (address, first) = house.opened();
        password = first.or(password);
        let known = seen.lock().unwrap().clone();
        audit.look(&known.taken);
        if players.is_empty() {
            // Whichever start it was that told it: the last one told is good.
            Client::person(address, "administrator", password.as_deref().expect("a first password"), None);
            players = sit_down(address, &door, &seen, &mut chance);
        }
        shown_as_audited(&audit, &known, address);
        door.open(address);
        std::thread::sleep(chance.moment(900));
        house.kill();
        door.close();
        if chance.one_in(4) {
            let mut house = start(folder.path());
            std::thread::sleep(chance.moment(300));
            house.kill();
        }
        println!("restart {}: {} acknowledged after {:?}", restart + 1, known.taken.len(), began.elapsed());
    }
    door.end();
    players.into_iter().for_each(|player| player.join().unwrap());
    let mut house = start(folder.path());
    house.opened();
    let seen = seen.lock().unwrap().clone();
    audit.look(&seen.taken);
    house.kill();
    audit.over_from_the_beginning();
    for declined in &seen.declined {
        assert_eq!(audit.line(declined.table, declined.who, declined.id), None, "{declined:?} was declined");
    }
    // With the keys no restart makes a round void.
    assert_eq!(audit.voided(), 0);
    let lengths: Vec<_> = (1..=5).map(|table| audit.length(table)).collect();
    println!("lines and rounds of each table: {lengths:?}; {seen}");
    assert!(lengths.iter().all(|(lines, rounds)| *lines > 20 && *rounds > 0), "{lengths:?}");
    assert!(seen.repeated > 0 && seen.same > 0 && seen.cards > 0, "{seen}");
}

/// The moments of a run.
struct Chance(u64);

impl Chance {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn moment(&mut self, most: u64) -> Duration {
        Duration::from_micros(self.next() % (most * 1_000))
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.next().is_multiple_of(many)
    }
}

/// Where players wait for the house.
#[derive(Default)]
struct Door {
    /// Where it is open; or that it will not open again.
    state: Mutex<(Option<SocketAddr>, bool)>,
    changed: Condvar,
}

impl Door {
    fn open(&self, address: SocketAddr) {
        self.state.lock().unwrap().0 = Some(address);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.state.lock().unwrap().0 = None;
    }

    fn end(&self) {
        self.state.lock().unwrap().1 = true;
        self.changed.notify_all();
    }

    fn wait(&self) -> Option<SocketAddr> {
        let state = self.state.lock().unwrap();
        let state = self.changed.wait_while(state, |(address, over)| address.is_none() && !*over).unwrap();
        state.0.filter(|_| !state.1)
    }
}

/// What all players together have seen.
#[derive(Clone, Default)]
struct Seen {
    taken: Vec<Taken>,
    declined: Vec<Taken>,
    clients: Vec<(Client, i64)>,
    /// Commands said again after a restart that had been taken before it.
    repeated: usize,
    /// Tables that looked after a restart as before it.
    same: usize,
    /// Hands that were open over a restart.
    cards: usize,
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (taken, declined) = (self.taken.len(), self.declined.len());
        let Self { repeated, same, cards, .. } = self;
        write!(f, "{taken} taken, {declined} declined, {repeated} repeated, {same} the same, {cards} open hands")
    }
}

/// What the house shows each player after a restart is what the audit says he has.
fn shown_as_audited(audit: &Audit, seen: &Seen, address: SocketAddr) {
    for (client, table) in &seen.clients {
        let (status, now) = client.at(address).ask("GET", &format!("/api/tables/{table}/view"), None);
        assert_eq!(status, 200, "{now}");
        let view = &now["view"];
        let shown = |account: &str| {
            let mut balances = view["balances"].as_array().unwrap().iter();
            let own = balances.find(|balance| balance["account"][account] == json!(client.who));
            own.map_or(0, |balance| balance["amount"].as_i64().unwrap())
        };
        assert_eq!((shown("player"), shown("game")), audit.balance(*table, client.who), "{view}");
    }
}

/// Two players at each table.
fn sit_down(
    address: SocketAddr,
    door: &Arc<Door>,
    seen: &Arc<Mutex<Seen>>,
    chance: &mut Chance,
) -> Vec<std::thread::JoinHandle<()>> {
    let (_, tables) = Client::new(address).ask("GET", "/api/tables", None);
    let tables = tables.as_array().unwrap();
    assert_eq!(tables.len(), 5, "{tables:?}");
    let mut players = Vec::new();
    for table in tables {
        assert_eq!(table["status"], "open", "{table}");
        let id = table["id"].as_i64().unwrap();
        let house = Arc::new(Client::new(address).fixed(id));
        for seat in [Seat::ALL[1], Seat::ALL[3]] {
            let client = Client::guest(address);
            seen.lock().unwrap().clients.push((client.clone(), id));
            let (house, seen, chance) = (Arc::clone(&house), Arc::clone(seen), Chance(chance.next()));
            let view = Value::Null;
            let mut player =
                Player { client, table: id, house, seat, chance, seen, said: 0, view, pending: None, last: None };
            let door = Arc::clone(door);
            players.push(std::thread::spawn(move || {
                while let Some(address) = door.wait() {
                    if player.visit(address).is_none() {
                        // Until the door is seen to be closed.
                        std::thread::sleep(Duration::from_millis(5));
                    }
                }
            }));
        }
    }
    players
}

/// Somebody who plays at one table as long as there is a house.
struct Player {
    client: Client,
    table: i64,
    house: Arc<TableConfig>,
    seat: Seat,
    chance: Chance,
    seen: Arc<Mutex<Seen>>,
    /// The number of his last command.
    said: u64,
    /// The table as he last saw it.
    view: Value,
    /// What he said and heard nothing of.
    pending: Option<(u64, Value)>,
    /// What he said last that was acknowledged, and as which line.
    last: Option<(u64, Value, u64)>,
}

/// The refusals a player may meet who did nothing wrong: he has not seen what another did.
const HARMLESS: &[&str] = &["stale"];

impl Player {
    /// Plays until the house is gone.
    fn visit(&mut self, address: SocketAddr) -> Option<()> {
        let mut feed = self.client.at(address).feed(self.table, None)?;
        let before = std::mem::take(&mut self.view);
        while self.view.is_null() {
            self.hear(&mut feed)?;
        }
        self.compare(&before);
        if let Some((id, command, line)) = self.last.clone() {
            let answer = self.say(&mut feed, id, &command)?;
            assert_eq!((&answer["kind"], &answer["repeated"]), (&json!("taken"), &json!(true)), "{command}: {answer}");
            assert_eq!(answer["seq"], json!(line), "{command}: {answer}");
            self.seen.lock().unwrap().repeated += 1;
        }
        if let Some((id, command)) = self.pending.clone() {
            self.order(&mut feed, id, &command)?;
        }
        let mut ready = None;
        loop {
            match self.next() {
                Some(command) => {
                    // He thinks, so that the house is often killed while a hand is open.
                    std::thread::sleep(self.chance.moment(if self.asked() { 60 } else { 2 }));
                    self.said += 1;
                    let id = self.said + 1_000_000 * u64::from(self.client.who);
                    self.order(&mut feed, id, &json!(command))?;
                }
                None => {
                    let waited = self.view["phase"] == "betting" || client::may_surrender(&self.view, self.seat);
                    let now = waited.then(|| (self.view["round"].clone(), self.view["phase"].clone()));
                    if now.is_some() && now != ready {
                        ready = now;
                        feed.say(&json!({ "do": "ready" }))?;
                    }
                    self.hear(&mut feed)?;
                }
            }
        }
    }

    /// An open round goes on where it was: nothing happened at the table, or it has the same cards.
    fn compare(&self, before: &Value) {
        if before.is_null() {
            return;
        }
        let mut seen = self.seen.lock().unwrap();
        if before["sequence"] == self.view["sequence"] {
            assert_eq!(*before, self.view);
            seen.same += 1;
        }
        assert!(before["sequence"].as_u64() <= self.view["sequence"].as_u64(), "{before} {}", self.view);
        if before["round"] == self.view["round"] {
            let (seat, now) = (place(before, self.seat), place(&self.view, self.seat));
            let held = &seat["hand"]["cards"];
            if !held.is_null() && before["phase"] != "closed" {
                assert_eq!(*held, now["hand"]["cards"], "{before} {}", self.view);
                assert_eq!(seat["wagers"][0], now["wagers"][0]);
                seen.cards += 1;
            }
        }
    }

    /// Whether he has seen his cards and must answer.
    fn asked(&self) -> bool {
        client::answer(&self.house, &self.view, self.seat).is_some()
    }

    /// What he wants next; nothing if he waits.
    fn next(&mut self) -> Option<Command> {
        let (player, seat) = (PersonId::new(self.client.who), self.seat);
        let here = place(&self.view, seat);
        if here["player"].is_null() {
            return Some(Command::Sit { seat, player });
        }
        for (purse, account) in [(Purse::Chips, "player"), (Purse::GameAccount, "game")] {
            let mut balances = self.view["balances"].as_array()?.iter();
            let own = balances.find(|balance| balance["account"][account] == json!(player));
            let amount = own.map_or(0, |balance| balance["amount"].as_i64().unwrap() / 100);
            if amount < 50_000 {
                return Some(Command::BuyIn { player, purse, amount: bot::STAKE });
            }
            if self.view["phase"] == "closed" && self.chance.one_in(8) {
                return Some(Command::CashOut { player, purse, amount: Cents(amount / 2) });
            }
        }
        if let Some(answer) = client::answer(&self.house, &self.view, seat) {
            return Some(answer);
        }
        let betting = self.view["phase"] == "closed" || self.view["phase"] == "betting";
        // The wagers of a closed round still lie there to be seen.
        let lie = |wager: &Value| {
            let mut wagers = here["wagers"].as_array().unwrap().iter();
            self.view["phase"] == "betting" && wagers.any(|placed| placed[0] == *wager)
        };
        let mut wagers = bot::wagers(&self.house, seat).into_iter().filter(|_| betting);
        wagers.find(|place| matches!(place, Command::Place { wager, .. } if !lie(&json!(wager))))
    }

    /// Gives a command, and takes down what becomes of it.
    fn order(&mut self, feed: &mut Feed, id: u64, command: &Value) -> Option<()> {
        self.pending = Some((id, command.clone()));
        let answer = self.say(feed, id, command)?;
        self.pending = None;
        let mut seen = self.seen.lock().unwrap();
        let (table, who) = (self.table, self.client.who);
        if answer["kind"] == "taken" {
            let sequence = answer["seq"].as_u64().unwrap();
            seen.taken.push(Taken { table, who, id, sequence });
            self.last = Some((id, command.clone(), sequence));
        } else {
            let code = answer["problem"]["code"].as_str().unwrap();
            assert!(HARMLESS.contains(&code), "{command}: {answer} {}", self.view);
            seen.declined.push(Taken { table, who, id, sequence: 0 });
        }
        Some(())
    }

    /// Says something, and waits for its answer.
    fn say(&mut self, feed: &mut Feed, id: u64, command: &Value) -> Option<Value> {
        let expects = self.view["sequence"].as_u64()?;
        feed.say(&json!({ "do": "order", "id": id, "expects": expects, "command": command }))?;
        loop {
            let heard = self.hear(feed)?;
            if heard["id"] == json!(id) {
                return Some(heard);
            }
        }
    }

    fn hear(&mut self, feed: &mut Feed) -> Option<Value> {
        let heard = feed.hear()?;
        if let Some(view) = heard["now"].get("view") {
            self.view = view.clone();
        }
        Some(heard)
    }
}

/// A seat as a view shows it.
fn place(view: &Value, seat: Seat) -> &Value {
    let mut seats = view["seats"].as_array().unwrap().iter();
    seats.find(|place| place["seat"] == json!(seat)).unwrap()
}
