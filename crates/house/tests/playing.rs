//! Guests at the electronic tables of a new house, over HTTP and WebSocket.

mod support;

use croupier_rules::{Cents, Seat, Wager, WagerKind};
use croupier_table::{Command, PersonId, Purse, Tender};
use serde_json::{Value, json};
use support::Folder;
use support::casino::House;
use support::client::{self, Answer, Client, Seated};

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
    let who = PersonId::new(client.who);
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

const SEAT: Seat = Seat::ALL[2];
const MAIN: Cents = Cents::dollars(25);

/// The texts in which surrender opens with the dealer's hands, and the clause by which the whole wager then goes.
const SURRENDERS: [(&str, &str); 2] = [("pa-659a", "659a.11(d)"), ("pa-575", "575.11(d)")];

/// A house whose electronic tables wait so many seconds for a surrender.
fn waits_for_surrenders(folder: &Folder, seconds: &str) -> House {
    House::of(folder.path(), &[("CROUPIER_TIMES_SURRENDER_SECONDS", seconds)])
}

/// A guest alone at the table of a text, with nothing but a main wager, whose hands and the dealer's are set.
fn may_surrender(client: &Client, text: &str) -> (i64, Seated) {
    let (_, tables) = client.ask("GET", "/api/tables", None);
    let table = tables.as_array().unwrap().iter().find(|table| table["text"] == text).unwrap();
    let table = table["id"].as_i64().unwrap();
    let mut player = Seated::sits(client, table, SEAT);
    let wager = Wager::own(WagerKind::Main);
    let place = Command::Place { seat: SEAT, wager, amount: MAIN, tender: Tender::Chips };
    assert!(matches!(player.order(&place, true), Answer::Taken(_)));
    let fixed = client.fixed(table);
    player.until(|view| client::answer(&fixed, view, SEAT).is_some()).unwrap();
    let sets = client::answer(&fixed, &player.view, SEAT).unwrap();
    assert!(matches!(player.order(&sets, false), Answer::Taken(_)));
    player.until(|view| client::may_surrender(view, SEAT)).unwrap();
    (table, player)
}

/// Until when the house waits for the seat.
fn deadline(client: &Client, table: i64) -> u64 {
    let (_, now) = client.ask("GET", &format!("/api/tables/{table}/view"), None);
    let deadlines = now["deadlines"].as_array().unwrap();
    assert_eq!((deadlines.len(), &deadlines[0]["seat"]), (1, &json!(SEAT)), "{now}");
    deadlines[0]["until"].as_u64().unwrap()
}

/// What the seat's only wager came to: how, and by which clause.
fn came(player: &mut Seated) -> (Value, Value) {
    player.until(|view| view["phase"] == "closed").unwrap();
    let seats = player.view["seats"].as_array().unwrap().iter();
    let results = seats.filter(|seat| seat["seat"] == json!(SEAT)).map(|seat| seat["results"].as_array().unwrap());
    let results: Vec<&Value> = results.flatten().collect();
    assert_eq!(results.len(), 1, "{results:?}");
    (results[0]["how"].clone(), results[0]["clause"].clone())
}

fn surrenders(player: &mut Seated, clause: &str) {
    let before = chips(player);
    assert!(matches!(player.order(&Command::Surrender(SEAT), false), Answer::Taken(_)));
    assert_eq!(came(player), (json!({ "ruled": "loses" }), json!(clause)));
    assert_eq!(chips(player), before, "the wager was on the felt already, and nothing of it comes back");
    let seat = player.view["seats"].as_array().unwrap().iter().find(|seat| seat["seat"] == json!(SEAT)).unwrap();
    assert_eq!(seat["standing"], "surrendered");
}

fn chips(player: &Seated) -> i64 {
    let balances = player.view["balances"].as_array().unwrap().iter();
    balances
        .filter(|balance| balance["account"].get("player").is_some())
        .map(|own| own["amount"].as_i64().unwrap())
        .sum()
}

/// § 659a.11(d), § 575.11(d): the house does every step, and yet waits before it shows a hand that may be surrendered.
#[test]
fn a_player_surrenders_at_an_electronic_table_once_the_dealers_hands_are_set() {
    let folder = Folder::new();
    let house = waits_for_surrenders(&folder, "600");
    for (text, clause) in SURRENDERS {
        let client = Client::guest(house.address);
        let (table, mut player) = may_surrender(&client, text);
        deadline(&client, table);
        surrenders(&mut player, clause);
        player.round(&client.fixed(table)).unwrap();
    }
}

#[test]
fn a_player_who_does_not_surrender_says_so_and_is_settled_at_once() {
    let folder = Folder::new();
    let house = waits_for_surrenders(&folder, "600");
    for (text, clause) in SURRENDERS {
        let client = Client::guest(house.address);
        let (table, mut player) = may_surrender(&client, text);
        let (status, _) = client.ask("POST", &format!("/api/tables/{table}/ready"), None);
        assert_eq!(status, 200);
        assert_ne!(came(&mut player).1, clause);
        // What he said then says nothing about his next wagers.
        let (_, now) = client.ask("GET", &format!("/api/tables/{table}/view"), None);
        assert_eq!(now["ready"], json!([]));
    }
}

#[test]
fn a_player_who_says_nothing_is_settled_when_the_time_for_surrender_is_over() {
    let folder = Folder::new();
    let house = waits_for_surrenders(&folder, "1");
    for (text, clause) in SURRENDERS {
        let client = Client::guest(house.address);
        let (table, mut player) = may_surrender(&client, text);
        let until = deadline(&client, table);
        assert_ne!(came(&mut player).1, clause);
        let (_, now) = client.ask("GET", &format!("/api/tables/{table}/view"), None);
        assert!(now["now"].as_u64().unwrap() >= until, "{now}");
    }
}

#[test]
fn a_house_that_starts_anew_still_waits_for_a_surrender() {
    let folder = Folder::new();
    let house = waits_for_surrenders(&folder, "600");
    let client = Client::guest(house.address);
    let (table, player) = may_surrender(&client, "pa-575");
    let shown = player.view;
    drop(house);
    let house = waits_for_surrenders(&folder, "600");
    let client = client.at(house.address);
    let mut player = Seated::at(&client, table, SEAT, 1_000).unwrap();
    assert_eq!(player.view, shown);
    deadline(&client, table);
    surrenders(&mut player, "575.11(d)");
}
