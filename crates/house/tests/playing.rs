//! Guests at the electronic tables of a new house, over HTTP and WebSocket.

mod support;

use croupier_rules::{Cents, Seat};
use croupier_table::{Command, Purse, Who};
use serde_json::{Value, json};
use support::Folder;
use support::casino::House;
use support::client::{Answer, Client, Seated};

#[test]
fn a_guest_sits_down_at_every_electronic_table_of_a_new_house_and_plays() {
    let folder = Folder::new();
    let house = House::of(folder.path(), &[]);
    let client = Client::guest(house.address);
    let (status, tables) = client.ask("GET", "/api/tables", None);
    assert_eq!((status, tables.as_array().unwrap().len()), (200, 5));
    for table in tables.as_array().unwrap() {
        let id = table["id"].as_i64().unwrap();
        let fixed = client.fixed(id);
        let mut player = Seated::sits(&client, id, Seat::ALL[1]);
        let before = held(&player);
        for _ in 0..5 {
            player.round(&fixed).unwrap();
        }
        assert_eq!(player.view["round"], json!(5), "{}", table["name"]);
        let (status, own) = client.ask("GET", &format!("/api/rounds?table={id}"), None);
        let rounds = own.as_array().unwrap();
        assert_eq!((status, rounds.len()), (200, 5), "{own}");
        let net = |round: &Value| round["returned"].as_i64().unwrap() - round["staked"].as_i64().unwrap();
        assert_eq!(
            held(&player) - before,
            rounds.iter().map(net).sum::<i64>(),
            "what he holds tells what he won: {own}"
        );
        let (status, openings) = client.ask("GET", &format!("/api/tables/{id}/openings"), None);
        assert_eq!(status, 200, "{openings}");
    }
}

/// What the player holds at the table, in cents.
fn held(player: &Seated) -> i64 {
    let balances = player.view["balances"].as_array().unwrap();
    balances.iter().map(|balance| balance["amount"].as_i64().unwrap()).sum::<i64>() / 100
}

#[test]
fn a_player_who_holds_more_play_chips_than_he_may_buys_no_more() {
    let folder = Folder::new();
    let limits = [("CROUPIER_PLAY_CHIPS_MOST_PER_BUY_IN", "$50"), ("CROUPIER_PLAY_CHIPS_MOST_HELD", "$100")];
    let house = House::of(folder.path(), &limits);
    let client = Client::guest(house.address);
    let mut player = Seated::at(&client, 1, Seat::ALL[1], 0).unwrap();
    let who = Who(client.who);
    let mut buys = |purse, cents| {
        let code = match player.order(&Command::BuyIn { player: who, purse, amount: Cents(cents) }, false) {
            Answer::Taken(_) => json!("taken"),
            Answer::Declined(problem) => problem["code"].clone(),
            Answer::Gone => panic!("the house is gone"),
        };
        let balances = player.view["balances"].as_array().unwrap();
        (code, balances.iter().map(|balance| balance["amount"].as_i64().unwrap()).sum::<i64>())
    };
    let cent = 100;
    assert_eq!(buys(Purse::Chips, 5_001), (json!("amount"), 0), "more than at once");
    assert_eq!(buys(Purse::Chips, 5_000), (json!("taken"), 5_000 * cent));
    assert_eq!(buys(Purse::Chips, 5_000), (json!("taken"), 10_000 * cent));
    assert_eq!(buys(Purse::Chips, 1), (json!("taken"), 10_001 * cent), "who holds $100 may still buy");
    assert_eq!(buys(Purse::Chips, 1), (json!("amount"), 10_001 * cent), "who holds $100.01 may not");
}
