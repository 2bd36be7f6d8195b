//! Guests at the electronic tables of a new house, over HTTP and WebSocket.

mod support;

use croupier_rules::{Seat, submission};
use croupier_table::{Command, House, Mode, Purse, Who};
use serde_json::json;
use support::Place;
use support::bot;
use support::casino::{FAST, House as Opened};
use support::client::{Answer, Client, Seated};

fn seated(client: &Client, table: i64, seat: Seat) -> Seated {
    let mut player = Seated::at(client, table, seat, 1_000_000 * u64::from(client.who)).unwrap();
    let who = Who(client.who);
    let commands = [
        Command::Sit { seat, player: who },
        Command::BuyIn { player: who, purse: Purse::Chips, amount: bot::STAKE },
        Command::BuyIn { player: who, purse: Purse::GameAccount, amount: bot::STAKE },
    ];
    for command in commands {
        match player.order(&command, false) {
            Answer::Taken(_) => {}
            other => panic!("{command:?}: {other:?}"),
        }
    }
    player
}

#[test]
fn a_guest_sits_down_at_every_electronic_table_of_a_new_house_and_plays() {
    let place = Place::sqlite();
    let Place::Folder(folder) = &place else { unreachable!() };
    let house = Opened::open(&place.location(), &folder.path().join("keys.toml"), FAST);
    let client = Client::guest(house.address);
    let (status, tables) = client.ask("GET", "/api/tables", None);
    assert_eq!((status, tables.as_array().unwrap().len()), (200, 5));
    for table in tables.as_array().unwrap() {
        let id = table["id"].as_i64().unwrap();
        let (_, sheet) = client.ask("GET", &format!("/api/tables/{id}"), None);
        let rules = submission::check(sheet["submission"].as_str().unwrap()).rules.unwrap();
        let fixed = House::new(rules, Mode::Sealed);
        let mut player = seated(&client, id, Seat::ALL[1]);
        for _ in 0..5 {
            player.round(&fixed).unwrap();
        }
        assert_eq!(player.view["round"], json!(5), "{}", table["name"]);
        let (status, own) = client.ask("GET", &format!("/api/rounds?table={id}"), None);
        assert_eq!((status, own.as_array().unwrap().len()), (200, 5), "{own}");
        let (status, openings) = client.ask("GET", &format!("/api/tables/{id}/openings"), None);
        assert_eq!(status, 200, "{openings}");
    }
}
