//! A guest of a house plays one round of Crazy 4 Poker over the API.
//!
//! Run it against a house that is open: `cargo run -p croupier-house --example talk_to_the_house http://127.0.0.1:8080`

use serde_json::{Value, json};
use std::error::Error;
use std::time::Duration;

/// A guest, and the table he plays at.
struct Guest {
    house: String,
    token: String,
    table: Value,
    orders: u64,
}

impl Guest {
    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, Box<dyn Error>> {
        let request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.house));
        let request = request.header("Authorization", format!("Bearer {}", self.token));
        let request = request.header("Content-Type", "application/json").body(body.to_string())?;
        Ok(serde_json::from_str(&ureq::run(request)?.body_mut().read_to_string()?)?)
    }

    fn look(&self) -> Result<Value, Box<dyn Error>> {
        Ok(self.ask("GET", &format!("/api/tables/{}/view", self.table), &Value::Null)?["view"].take())
    }

    /// Gives a command: with a number of our own, so that it can be sent again, and with what we have seen, so that a
    /// stale page cannot act. `ready` closes our wagers.
    fn order(&mut self, command: Value, ready: bool) -> Result<(), Box<dyn Error>> {
        self.orders += 1;
        let order =
            json!({ "id": self.orders, "expects": self.look()?["sequence"], "command": command, "ready": ready });
        self.ask("POST", &format!("/api/tables/{}/commands", self.table), &order).map(drop)
    }

    fn until(&self, looks: impl Fn(&Value) -> bool) -> Result<Value, Box<dyn Error>> {
        loop {
            match self.look()? {
                view if looks(&view) => return Ok(view),
                _ => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let house = std::env::args().nth(1).ok_or("name the address of a house, such as http://127.0.0.1:8080")?;
    let mut guest = Guest { house, token: String::new(), table: Value::Null, orders: 0 };
    let session = guest.ask("POST", "/api/session/guest", &Value::Null)?;
    guest.token = session["token"].as_str().ok_or("no token")?.to_owned();
    let lobby = guest.ask("GET", "/api/tables", &Value::Null)?;
    let crazy_4 = lobby.as_array().and_then(|tables| tables.iter().find(|table| table["text"] == "pa-657a"));
    let crazy_4 = crazy_4.ok_or("no table of Crazy 4 Poker")?;
    guest.table = crazy_4["id"].clone();
    let (seat, player) = (&crazy_4["free_seats"][0], &session["session"]["person"]);

    let place = |wager| json!({ "place": { "seat": seat, "wager": wager, "amount": 1_000, "tender": "chips" } });
    guest.order(json!({ "sit": { "seat": seat, "player": player } }), false)?;
    guest.order(json!({ "buy-in": { "player": player, "purse": "chips", "amount": 10_000 } }), false)?;
    guest.order(place("main"), false)?;
    guest.order(place("super-bonus"), true)?;
    let asked =
        |asks: &Value| asks.as_array().is_some_and(|asks| asks.iter().any(|ask| ask.get("play-or-fold").is_some()));
    guest.until(|view| asked(&view["asks"]))?;
    guest.order(json!({ "play": { "seat": seat, "amount": 1_000 } }), false)?;
    let view = guest.until(|view| view["phase"] == "closed")?;
    let seats = view["seats"].as_array().ok_or("no seats")?;
    let mine = seats.iter().find(|each| each["seat"] == *seat).ok_or("no such seat")?;
    println!("seat {seat} holds {}, the dealer {}", mine["hand"]["cards"], view["dealer"]["cards"]);
    for came in mine["results"].as_array().into_iter().flatten() {
        let (how, stake, won) = (&came["how"]["ruled"], &came["stake"], &came["won"]);
        println!("{} {how}: {stake} cents staked, {won} won, {}", came["wager"], came["clause"]);
    }
    guest.order(json!({ "leave": seat }), false)
}
