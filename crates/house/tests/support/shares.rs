//! Guests at electronic tables whose decks are laid so that every row of every paytable pays its share of a meter.

use super::bot;
use super::casino::{FAST, House, data, keys, program};
use super::client::{self, Client};
use super::stack::{ShareRow, electronic, lay, share_rows, submissions};
use croupier_house::casino::ClockAndRng;
use croupier_house::clock::Clock;
use croupier_house::rng::HouseRng;
use croupier_rules::submission::check;
use croupier_rules::{Cents, Phase, Place, Seat, WagerOn};
use croupier_table::{Command, DealMode, DeckId, PersonId, Purse, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the two guests of a table sit.
pub(crate) const SEATS: [Seat; 2] = [Seat::ALL[1], Seat::ALL[3]];

/// What is laid in a round: a row, and where its hands lie.
#[derive(Clone, Debug)]
pub(crate) struct Lay {
    pub(crate) row: ShareRow,
    places: Vec<Place>,
}

impl Lay {
    /// The seats that are paid a share.
    pub(crate) fn winners(&self) -> Vec<Seat> {
        match self.row.wager.on {
            WagerOn::Dealer => SEATS.to_vec(),
            WagerOn::Own => SEATS.into_iter().filter(|seat| self.places.contains(&Place::Seat(*seat))).collect(),
        }
    }
}

/// Every row of a table that pays a share: for one winner, for two, and on the dealer's hand.
pub(crate) fn lays(house: &croupier_table::TableConfig) -> Vec<Lay> {
    let mut lays = Vec::new();
    for row in share_rows(house) {
        match row.wager.on {
            WagerOn::Dealer => lays.push(Lay { row, places: vec![Place::Dealer] }),
            WagerOn::Own => {
                lays.push(Lay { row, places: vec![Place::Seat(SEATS[0])] });
                if row.hands[1].is_some() {
                    lays.push(Lay { row, places: SEATS.map(Place::Seat).to_vec() });
                }
            }
        }
    }
    lays
}

/// The round in which a deck that is shuffled now will be dealt.
fn round_of(table: &Table, deck: DeckId) -> u64 {
    let (number, next) = (table.round().number, table.state().next_deck == deck);
    match table.round().phase {
        Phase::Closed => number + if next { 1 } else { 2 },
        _ => number + u64::from(!next),
    }
}

/// By which rounds the decks of each table are laid.
pub(crate) type Schedule = Arc<BTreeMap<String, Vec<Option<Lay>>>>;

pub(crate) fn stacked(seed: u64, schedule: Schedule) -> HouseRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    HouseRng::stacked(
        bytes,
        Box::new(move |table, deck, kept| {
            let lays = schedule.get(&table.house().rules.name);
            let lay_now = lays.and_then(|lays| lays.get(round_of(table, deck) as usize - 1)?.as_ref());
            if let Some(Lay { row, places }) = lay_now {
                let hands: Vec<_> = places.iter().zip(row.hands).collect();
                let hands = hands.into_iter().map(|(place, hand)| (*place, hand.unwrap().parse().unwrap()));
                lay(table, kept, &SEATS, &hands.collect::<Vec<_>>());
            }
        }),
    )
}

/// An electronic table of a house, with two guests.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) id: i64,
    pub(crate) fixed: croupier_table::TableConfig,
    pub(crate) guests: Vec<Guest>,
}

pub(crate) struct Guest {
    pub(crate) client: Client,
    pub(crate) seat: Seat,
    said: u64,
}

impl Guest {
    pub(crate) fn now(&self, table: i64) -> Value {
        self.try_now(table).expect("a house that answers")
    }

    fn try_now(&self, table: i64) -> Option<Value> {
        let (status, now) = self.client.try_ask("GET", &format!("/api/tables/{table}/view"), None)?;
        assert_eq!(status, 200, "{now}");
        Some(now["view"].clone())
    }

    /// What he has at the table, in hundredths of a cent.
    pub(crate) fn holds(&self, table: i64) -> i64 {
        let view = self.now(table);
        let own = |balance: &&Value| {
            ["player", "game"].iter().any(|account| balance["account"][account] == json!(self.client.who))
        };
        view["balances"].as_array().unwrap().iter().filter(own).map(|own| own["amount"].as_i64().unwrap()).sum()
    }

    pub(crate) fn order(&mut self, table: i64, command: &Command, ready: bool) {
        self.try_order(table, command, ready).expect("a house that answers");
    }

    /// Gives a command; nothing if the house is gone, and then whether it was taken is open.
    pub(crate) fn try_order(&mut self, table: i64, command: &Command, ready: bool) -> Option<()> {
        self.said += 1;
        let expects = self.try_now(table)?["sequence"].clone();
        let order = json!({ "id": self.said, "expects": expects, "command": command, "ready": ready });
        let (status, answer) = self.client.try_ask("POST", &format!("/api/tables/{table}/commands"), Some(&order))?;
        assert_eq!(status, 200, "{command:?}: {answer}");
        Some(())
    }

    /// What his wagers came to.
    pub(crate) fn results(&self, table: i64) -> Vec<Value> {
        let view = self.now(table);
        let seat = view["seats"].as_array().unwrap().iter().find(|seat| seat["seat"] == json!(self.seat)).unwrap();
        seat["results"].as_array().unwrap().clone()
    }
}

impl Game {
    pub(crate) fn of(address: SocketAddr, id: i64, name: &str) -> Self {
        let fixed = Client::new(address).fixed(id);
        let mut guests = Vec::new();
        for seat in SEATS {
            let mut guest = Guest { client: Client::guest(address), seat, said: 0 };
            let player = PersonId::new(guest.client.who);
            guest.order(id, &Command::Sit { seat, player }, false);
            for purse in Purse::ALL {
                guest.order(id, &Command::BuyIn { player, purse, amount: Cents::dollars(10_000) }, false);
            }
            guests.push(guest);
        }
        Self { name: name.to_owned(), id, fixed, guests }
    }

    /// Both make every wager there is and answer what they are asked, until the round is closed.
    pub(crate) fn round(&mut self) {
        let before = self.number();
        self.wagers(before).and_then(|()| self.play_on(before)).expect("a house that answers");
    }

    /// The number of the last round.
    pub(crate) fn number(&self) -> u64 {
        self.guests[0].now(self.id)["round"].as_u64().unwrap()
    }

    /// Both make every wager that does not lie there yet, in the round after this one.
    pub(crate) fn wagers(&mut self, before: u64) -> Option<()> {
        let id = self.id;
        for guest in &mut self.guests {
            let view = guest.try_now(id)?;
            let open = view["round"].as_u64() == Some(before + 1);
            if open && view["phase"] != "betting" {
                continue;
            }
            let place = view["seats"].as_array().unwrap().iter().find(|place| place["seat"] == json!(guest.seat));
            let lie = place.filter(|_| open).map_or(Vec::new(), |place| place["wagers"].as_array().unwrap().clone());
            let made = |wager: &Command| {
                let Command::Place { wager, .. } = wager else { return false };
                lie.iter().any(|lies| lies[0] == json!(wager))
            };
            for wager in bot::all_wagers(&self.fixed, guest.seat).iter().filter(|wager| !made(wager)) {
                guest.try_order(id, wager, false)?;
            }
        }
        Some(())
    }

    /// Both are ready and answer what they are asked, until the round after this one is closed; nothing if the house is
    /// gone.
    pub(crate) fn play_on(&mut self, before: u64) -> Option<()> {
        let id = self.id;
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            for guest in &mut self.guests {
                let view = guest.try_now(id)?;
                if view["phase"] == "closed" && view["round"].as_u64() == Some(before + 1) {
                    return Some(());
                }
                if client::may_surrender(&view, guest.seat) || view["phase"] == "betting" {
                    let (status, _) = guest.client.try_ask("POST", &format!("/api/tables/{id}/ready"), None)?;
                    assert_eq!(status, 200);
                } else if let Some(answer) = client::answer(&self.fixed, &view, guest.seat) {
                    guest.try_order(id, &answer, false)?;
                }
            }
            assert!(Instant::now() < end, "{}: round {} stands: {}", self.name, before + 1, self.guests[0].now(id));
        }
    }

    /// The same guests at a house that listens elsewhere now.
    pub(crate) fn at(&mut self, address: SocketAddr) {
        for guest in &mut self.guests {
            guest.client = guest.client.at(address);
        }
    }

    /// A round whose cards are laid: every winner has a share, all have what the record says, and the table goes on.
    pub(crate) fn won(&mut self, lay: &Lay) -> u64 {
        let before = self.standing();
        self.round();
        self.was_won(lay, before)
    }

    /// What each guest holds.
    pub(crate) fn standing(&self) -> Vec<i64> {
        self.guests.iter().map(|guest| guest.holds(self.id)).collect()
    }

    /// Whether the round that was closed last has paid what was laid, each winner once; how many won.
    pub(crate) fn was_won(&self, lay: &Lay, before: Vec<i64>) -> u64 {
        let mut paid = 0;
        for guest in self.guests.iter().filter(|guest| lay.winners().contains(&guest.seat)) {
            let results = guest.results(self.id);
            let share = |result: &&Value| {
                result["how"] == "share"
                    && result["wager"] == json!(lay.row.wager)
                    && result["row"] == json!(lay.row.row)
            };
            let won = results.iter().find(share).unwrap_or_else(|| panic!("{}, {lay:?}: {results:?}", self.name));
            paid += won["won"].as_i64().unwrap();
        }
        assert!(paid > 0, "{}, {lay:?}", self.name);
        for (guest, before) in self.guests.iter().zip(before) {
            let (status, rounds) = guest.client.ask("GET", &format!("/api/rounds?table={}", self.id), None);
            assert_eq!(status, 200, "{rounds}");
            let newest = rounds.as_array().unwrap().iter().max_by_key(|round| round["round"].as_u64()).unwrap();
            let net = newest["returned"].as_i64().unwrap() - newest["staked"].as_i64().unwrap();
            assert_eq!((guest.holds(self.id) - before) / 100, net, "{}, {lay:?}: {newest}", self.name);
        }
        lay.winners().len() as u64
    }
}

/// A house with an electronic table for each of these submissions, and where they lie.
pub(crate) fn house(folder: &Path, chosen: &[(String, String)], chance: HouseRng) -> House {
    let mut files = Vec::new();
    for (name, submission) in chosen {
        let file = folder.join(format!("{name}.toml"));
        std::fs::write(&file, submission).unwrap();
        files.push(file.display().to_string());
    }
    let first = files.join(",");
    let variables = [FAST, &[("CROUPIER_TABLES_FIRST", &*first), ("CROUPIER_TABLES_SIT_OUT_ROUNDS", "1000")]].concat();
    let given = ClockAndRng { clock: Clock::default(), chance };
    House::run_with(program(), given, &data(folder), &keys(folder), &variables)
}

/// Every submission as that of an electronic table, each under a name of its own.
pub(crate) fn all() -> Vec<(String, String)> {
    let named = |(name, submission): (String, String)| {
        let line = submission.lines().find(|line| line.starts_with("name ")).unwrap().to_owned();
        let submission = electronic(&submission, true).replace(&line, &format!("name = \"{name}\""));
        (name, submission)
    };
    submissions().into_iter().map(named).collect()
}

pub(crate) fn fixed(submission: &str) -> croupier_table::TableConfig {
    let checked = check(submission);
    croupier_table::TableConfig::new(
        checked.rules.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)),
        DealMode::Sealed,
    )
}

/// The tables of a house, by number and name.
pub(crate) fn tables(address: SocketAddr) -> Vec<(i64, String)> {
    let (_, tables) = Client::new(address).ask("GET", "/api/tables", None);
    let named = |table: &Value| (table["id"].as_i64().unwrap(), table["name"].as_str().unwrap().to_owned());
    tables.as_array().unwrap().iter().map(named).collect()
}

impl Game {
    /// Whoever has little left buys in again.
    pub(crate) fn rich(&mut self) {
        for guest in &mut self.guests {
            let view = guest.now(self.id);
            let player = PersonId::new(guest.client.who);
            for (purse, account) in [(Purse::Chips, "player"), (Purse::GameAccount, "game")] {
                let own =
                    view["balances"].as_array().unwrap().iter().find(|own| own["account"][account] == json!(player));
                if own.map_or(0, |own| own["amount"].as_i64().unwrap()) < 200_000 * 100 {
                    guest.order(self.id, &Command::BuyIn { player, purse, amount: Cents::dollars(10_000) }, false);
                }
            }
        }
    }
}
