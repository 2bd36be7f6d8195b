//! Guests at the electronic tables of a new house, over HTTP and WebSocket.

mod support;

use croupier_rules::Seat;
use serde_json::json;
use support::Folder;
use support::casino::House;
use support::client::{Client, Seated};

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
