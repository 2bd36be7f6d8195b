//! A guest of a house plays one round of Crazy 4 Poker over the API.
//!
//! Run it against a house that is open: `cargo run -p croupier-house --example talk_to_the_house http://127.0.0.1:8080`

use serde_json::{Value, json};
use std::error::Error;
use std::time::Duration;

type Answer = Result<Value, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let house = std::env::args().nth(1).ok_or("name the address of a house, such as http://127.0.0.1:8080")?;
    let ask = |method: &str, path: &str, token: &Value, body: Value| -> Answer {
        let request = ureq::http::Request::builder().method(method).uri(format!("{house}{path}"));
        let request = request.header("Authorization", format!("Bearer {}", token.as_str().unwrap_or_default()));
        let request = request.header("Content-Type", "application/json").body(body.to_string())?;
        Ok(serde_json::from_str(&ureq::run(request)?.body_mut().read_to_string()?)?)
    };
    let guest = ask("POST", "/api/session/guest", &Value::Null, Value::Null)?;
    let (token, player) = (&guest["token"], &guest["session"]["person"]);
    let lobby = ask("GET", "/api/tables", token, Value::Null)?;
    let mut tables = lobby.as_array().into_iter().flatten();
    let table = tables.find(|table| table["text"] == "pa-657a").ok_or("no table of Crazy 4 Poker")?;
    let (path, seat) = (format!("/api/tables/{}", table["id"]), &table["free_seats"][0]);

    let look = |until: fn(&Value) -> bool| -> Answer {
        loop {
            match ask("GET", &format!("{path}/view"), token, Value::Null)?["view"].take() {
                view if until(&view) => return Ok(view),
                _ => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    };
    // A number of our own, so that it can be sent again, and what we have seen, so that a stale page cannot act.
    let order = |id: u64, command: Value, ready: bool| -> Answer {
        let order = json!({ "id": id, "expects": look(|_| true)?["sequence"], "command": command, "ready": ready });
        ask("POST", &format!("{path}/commands"), token, order)
    };
    order(1, json!({ "sit": { "seat": seat, "player": player } }), false)?;
    order(2, json!({ "buy-in": { "player": player, "purse": "chips", "amount": 10_000 } }), false)?;
    // The Ante; the Super Bonus, which must equal it, is placed with it.
    let ante = json!({ "place": { "seat": seat, "wager": "main", "amount": 1_000, "tender": "chips" } });
    order(3, ante, true)?;
    look(|view| view["asks"].to_string().contains("play-or-fold"))?;
    order(4, json!({ "play": { "seat": seat, "amount": 1_000 } }), false)?;
    let view = look(|view| view["phase"] == "closed")?;
    let mine = view["seats"].as_array().into_iter().flatten().find(|each| each["seat"] == *seat).ok_or("no seat")?;
    println!("seat {seat} holds {}, the dealer {}", mine["hand"]["cards"], view["dealer"]["cards"]);
    for came in mine["results"].as_array().into_iter().flatten() {
        let (how, stake, won) = (&came["how"]["ruled"], &came["stake"], &came["won"]);
        println!("{} {how}: {stake} cents staked, {won} won, {}", came["wager"], came["clause"]);
    }
    order(5, json!({ "leave": seat }), false).map(drop)
}
