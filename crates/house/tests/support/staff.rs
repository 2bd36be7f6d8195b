//! The people of a house for tests, made by its administrator and signed in with passwords of their own.

use super::casino::House;
use super::client::Client;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Everybody's password, once he has changed his first.
pub(crate) const PASSWORD: &str = "a sentence nobody guesses";

/// The administrator, who makes the others.
pub(crate) struct Staff {
    address: SocketAddr,
    pub(crate) administrator: Client,
}

impl Staff {
    /// The administrator of a house at its first start.
    pub(crate) fn of(house: &House) -> Self {
        let first = house.password.as_deref().expect("a first start");
        let administrator = settled(house.address, "administrator", first, None);
        Self { address: house.address, administrator }
    }

    /// Makes a person with a role, who signs in.
    pub(crate) fn hire(&self, name: &str, role: &str) -> Client {
        let new = json!({ "name": name, "roles": [role] });
        let (status, issued) = self.administrator.ask("POST", "/api/people", Some(&new));
        assert_eq!(status, 201, "{issued}");
        settled(self.address, name, issued["password"].as_str().unwrap(), Some(role))
    }
}

/// Signs in with a first password, changes it, and signs in again.
fn settled(address: SocketAddr, name: &str, first: &str, role: Option<&str>) -> Client {
    let new = Client::person(address, name, first, role);
    let (status, refused) = new.ask("GET", "/api/people", None);
    assert_eq!((status, &refused["code"]), (403, &json!("must-change-password")), "{refused}");
    let change = json!({ "old": first, "new": PASSWORD });
    assert_eq!(new.ask("PUT", "/api/session/password", Some(&change)), (204, Value::String(String::new())));
    Client::person(address, name, PASSWORD, role)
}

/// The lines of the house's chain from a number on, as somebody reads them who may.
pub(crate) fn log(reader: &Client, from: u64) -> Vec<Value> {
    let mut lines: Vec<Value> = Vec::new();
    loop {
        let next = lines.last().map_or(from, |line| line["seq"].as_u64().unwrap() + 1);
        let (status, text) = reader.ask("GET", &format!("/api/log?from={next}&most=1000"), None);
        assert_eq!(status, 200, "{text}");
        // A single line is JSON by itself.
        let page: Vec<Value> = match text {
            Value::String(text) => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            line => vec![line],
        };
        // A row of several lines may begin before the first that is wanted.
        let before = lines.len();
        lines.extend(page.into_iter().filter(|line| line["seq"].as_u64() >= Some(next)));
        if lines.len() == before {
            return lines;
        }
    }
}
