//! Patrons who show no card, at a dealt table: each gets a number of his own, at any node and after any restart.

#[macro_use]
mod support;

use croupier_house::store::Location;
use croupier_rules::{Cents, Seat};
use croupier_table::{Command, PersonId, Purse};
use serde_json::{Value, json};
use std::path::Path;
use support::casino::{FAST, House};
use support::client::Client;
use support::staff::{PASSWORD, Staff};
use support::{Folder, Place};

on_both! {
    patrons_without_a_card_get_numbers_that_nobody_had_before,
    what_is_asked_about_a_seat_is_what_then_happens,
}

const SEAT: Seat = Seat::ALL[2];

/// A dealer at an open table.
struct Pit {
    dealer: Client,
    table: i64,
    house: House,
    next: std::cell::Cell<u64>,
}

impl Pit {
    fn set_up(location: &Location, keys: &Path) -> Self {
        let house = House::open(location, keys, FAST);
        let staff = Staff::of(&house);
        let [manager, dealer] = [("Max", "manager"), ("Dora", "dealer")].map(|(name, role)| staff.hire(name, role));
        let making = json!({ "name": "Pit 1", "submission": include_str!("../../../submissions/pa-657a-a.toml") });
        let table = manager.ask("POST", "/api/tables", Some(&making)).1["id"].as_i64().unwrap();
        let (_, list) = manager.ask("GET", &format!("/api/tables/{table}/checklist"), None);
        let checked: Vec<&Value> = list.as_array().unwrap().iter().map(|item| &item["clause"]).collect();
        let (status, opened) =
            manager.ask("POST", &format!("/api/tables/{table}/open"), Some(&json!({ "checked": checked })));
        assert_eq!(status, 200, "{opened}");
        Self { dealer, table, house, next: 0.into() }
    }

    /// The same after the house was closed and opened again.
    fn restarted(self, location: &Location, keys: &Path) -> Self {
        let Self { table, house, next, .. } = self;
        drop(house);
        let house = House::open(location, keys, FAST);
        let dealer = Client::person(house.address, "Dora", PASSWORD, Some("dealer"));
        Self { dealer, table, house, next }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}/{rest}", self.table)
    }

    fn view(&self) -> Value {
        self.dealer.ask("GET", &self.path("view"), None).1["view"].clone()
    }

    /// As whom a patron without a card is seated.
    fn no_card(&self) -> u32 {
        let (_, sheet) = self.dealer.ask("GET", &format!("/api/tables/{}", self.table), None);
        sheet["no_card"].as_u64().unwrap() as u32
    }

    fn order(&self, command: &Command) -> (u16, Value) {
        self.next.set(self.next.get() + 1);
        let order = json!({ "id": self.next.get(), "expects": self.view()["sequence"], "command": command });
        self.dealer.ask("POST", &self.path("commands"), Some(&order))
    }

    fn take(&self, command: &Command) {
        let (status, answer) = self.order(command);
        assert_eq!(status, 200, "{command:?}: {answer}");
    }

    /// Seats a patron who shows no card; the number he got.
    fn patron(&self) -> u32 {
        self.take(&sit(self.no_card()));
        let view = self.view();
        let seat = view["seats"].as_array().unwrap().iter().find(|place| place["seat"] == json!(SEAT)).unwrap();
        seat["player"].as_u64().unwrap() as u32
    }
}

fn sit(player: u32) -> Command {
    Command::Sit { seat: SEAT, player: PersonId::new(player) }
}

async fn patrons_without_a_card_get_numbers_that_nobody_had_before(place: &Place) {
    let location = place.location();
    let test = move || {
        let folder = Folder::new();
        let keys = folder.path().join("keys.toml");
        let mut pit = Pit::set_up(&location, &keys);
        let no_card = pit.no_card();
        let mut given = vec![no_card];
        for restarts in [false, false, true, false] {
            if restarts {
                pit = pit.restarted(&location, &keys);
            }
            let patron = pit.patron();
            assert!(given.iter().all(|earlier| *earlier < patron), "{patron} after {given:?}");
            given.push(patron);
            // He leaves his chips behind, and the next one at the seat has nothing of them.
            let amount = Cents::dollars(10);
            pit.take(&Command::BuyIn { player: PersonId::new(patron), purse: Purse::Chips, amount });
            pit.take(&Command::Leave(SEAT));
        }
    };
    tokio::task::spawn_blocking(test).await.unwrap();
}

async fn what_is_asked_about_a_seat_is_what_then_happens(place: &Place) {
    let location = place.location();
    let test = move || {
        let folder = Folder::new();
        let pit = Pit::set_up(&location, &folder.path().join("keys.toml"));
        let guest = Client::guest(pit.house.address);
        let no_card = pit.no_card();
        let patron = pit.patron();
        pit.take(&Command::Leave(SEAT));
        let made_up = [no_card + 1, patron + 100, u32::MAX].map(|player| (player, "no-such-player"));
        // A patron who comes back may have his number again, and what he has left there.
        let mut all = vec![(no_card, ""), (patron, ""), (999, "no-such-player"), (guest.who, "guest")];
        all.extend(made_up);
        let asked = json!(all.iter().map(|(player, _)| sit(*player)).collect::<Vec<_>>());
        let (status, told) = pit.dealer.ask("POST", &pit.path("verify-all"), Some(&asked));
        assert_eq!(status, 200, "{told}");
        for ((player, code), told) in all.into_iter().zip(told.as_array().unwrap()) {
            let (_, one) = pit.dealer.ask("POST", &pit.path("verify"), Some(&json!(sit(player))));
            assert_eq!(one, *told);
            let (status, answer) = pit.order(&sit(player));
            assert_eq!(
                (status == 200, code.is_empty()),
                (code.is_empty(), told["lawful"] == true),
                "{player}: {answer}"
            );
            if code.is_empty() {
                pit.take(&Command::Leave(SEAT));
            } else {
                assert_eq!((&answer["code"], &told["problem"]["code"]), (&json!(code), &json!(code)), "{player}");
            }
        }
    };
    tokio::task::spawn_blocking(test).await.unwrap();
}
