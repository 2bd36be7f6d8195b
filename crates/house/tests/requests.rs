//! Requests no honest client makes: malformed, oversized, replayed, reordered, forged, from elsewhere or from nobody.
//! Each hears the right status as problem details, has no effect, and stands in the chain of the house.

mod support;

use croupier_house::store::Store;
use croupier_rules::{Card, CardSet, Cents, Seat};
use croupier_table::commitment::Digest;
use croupier_table::{Command, CommandId, DeckId, DeckOrder, PersonId, Purse, ShuffledBy};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use support::Folder;
use support::casino::{House, data};
use support::client::{Answer, Client, Seated};
use support::staff::{Staff, log};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// A house with an auditor, a guest at table 1, and what was known of it last.
struct Trial {
    house: House,
    auditor: Client,
    guest: Client,
    handle: u64,
    folder: Folder,
}

impl Trial {
    fn new(variables: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        let house = House::of(folder.path(), variables);
        let auditor = Staff::of(&house).hire("Audrey", "auditor");
        let guest = Client::guest(house.address);
        Self { house, auditor, guest, handle: 0, folder }
    }

    /// The last line of the house's chain, the table's number and its journal's length.
    fn standing(&mut self) -> Value {
        self.handle = log(&self.auditor, self.handle).last().unwrap()["seq"].as_u64().unwrap();
        self.unchanged()
    }

    /// What a request could have an effect on.
    fn unchanged(&self) -> Value {
        let view = self.auditor.ask("GET", "/api/tables/1/view", None).1;
        let tables = self.auditor.ask("GET", "/api/tables", None).1;
        json!([view["view"], view["ready"], tables, self.auditor.ask("GET", "/api/people", None).1])
    }

    /// That something was answered with this status and code, as problem details, had no effect, and stands on record.
    fn refuses(&mut self, what: &str, before: &Value, heard: &Heard, status: u16, code: &str) -> Value {
        assert_eq!(heard.status, status, "{what}: {heard:?}");
        assert_eq!(heard.header("content-type"), Some("application/problem+json"), "{what}: {heard:?}");
        assert_eq!(heard.header("x-content-type-options"), Some("nosniff"), "{what}: {heard:?}");
        let problem: Value = serde_json::from_str(&heard.body).unwrap_or_else(|_| panic!("{what}: {heard:?}"));
        assert_eq!((&problem["code"], &problem["status"]), (&json!(code), &json!(status)), "{what}: {problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{what}: {problem}");
        assert_eq!(&self.unchanged(), before, "{what} had an effect");
        self.is_on_record(what, code);
        problem
    }

    /// That the chain of the house has one more line, with this code.
    fn is_on_record(&mut self, what: &str, code: &str) {
        let lines = log(&self.auditor, self.handle + 1);
        let [line] = &lines[..] else { panic!("{what}: {lines:?} instead of one line") };
        let told = line["what"].as_object().and_then(|what| what.values().next()).unwrap();
        assert_eq!(told["code"], json!(code), "{what}: {line}");
        self.handle += 1;
    }
}

/// An answer as it came.
#[derive(Debug)]
struct Heard {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Heard {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(handle, _)| handle.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// A request as bytes: what stands in its first line, its headers and its body, however wrong.
fn send(address: SocketAddr, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Heard {
    let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        request.push_str(&format!("Host: {address}\r\n"));
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // A house that refuses a body does not read it to the end.
    let _ = stream.write_all(&[request.as_bytes(), body].concat());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{line}: {answer:?}"));
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.into(), value.into()));
    Heard { status, headers: headers.collect(), body: body.to_owned() }
}

fn bearer(client: &Client) -> String {
    format!("Bearer {}", client.token.as_deref().unwrap())
}

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn what_is_malformed_oversized_or_not_json_is_turned_away() {
    let mut trial = Trial::new(&[("CROUPIER_LIMITS_BODY_BYTES", "5000")]);
    let (address, token) = (trial.house.address, bearer(&trial.guest));
    let signed = ("Authorization", token.as_str());
    let order = |command: &str| format!(r#"{{"id":1,"expects":0,"command":{command}}}"#);
    let long = "x".repeat(4_000);
    let bodies = [
        ("no JSON", "{".to_owned()),
        ("nothing at all", String::new()),
        ("another shape", "[]".to_owned()),
        ("a field that is not known", r#"{"id":1,"expects":0,"command":"resume","second":7}"#.to_owned()),
        ("a command that is not known", order(r#""win""#)),
        ("a long command that is not known", order(&format!("{long:?}"))),
        ("two commands", order(r#"{"fold":1,"surrender":1}"#)),
        ("no seat", order(r#"{"fold":0}"#)),
        ("a seat beyond the table", order(r#"{"fold":255}"#)),
        ("a number beyond all", r#"{"id":99999999999999999999,"expects":0,"command":"resume"}"#.to_owned()),
        ("a negative number", r#"{"id":-1,"expects":0,"command":"resume"}"#.to_owned()),
        ("a fraction", r#"{"id":1.5,"expects":0,"command":"resume"}"#.to_owned()),
        ("an amount beyond all", order(r#"{"tip":{"seat":1,"amount":99999999999999999999}}"#)),
        ("deep nesting", "[".repeat(2_000)),
        ("bytes that are no text", "\u{0}\u{1}".to_owned()),
    ];
    for (what, body) in &bodies {
        let before = trial.standing();
        let heard = send(address, "POST /api/tables/1/commands", &[signed, JSON], body.as_bytes());
        let problem = trial.refuses(what, &before, &heard, 400, "malformed");
        assert!(problem["detail"].as_str().unwrap().chars().count() <= 400, "{problem}");
    }
    let before = trial.standing();
    let large = order(&format!("{:?}", "x".repeat(5_000)));
    let heard = send(address, "POST /api/tables/1/commands", &[signed, JSON], large.as_bytes());
    trial.refuses("a large body", &before, &heard, 413, "too-large");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let before = trial.standing();
        let heard = send(address, "POST /api/tables/1/commands", &[signed, ("Content-Type", kind)], b"{}");
        trial.refuses(kind, &before, &heard, 415, "not-json");
    }
    for (line, status, code) in [
        ("GET /api/tables/one/view", 400, "malformed"),
        ("GET /api/tables/99999999999999999999/view", 400, "malformed"),
        ("GET /api/rounds?most=many", 400, "malformed"),
        ("GET /api/tables/1/feed?from=-1", 400, "malformed"),
        ("PUT /api/tables", 405, "method"),
        ("GET /api/tables/1/feed", 426, "upgrade"),
        ("GET /api/../../../../etc/passwd", 404, "no-such-address"),
        ("GET /api/tables/..%2f..%2fetc%2fpasswd", 400, "malformed"),
        ("GET /%2e%2e/%2e%2e/etc/passwd", 404, "no-such-address"),
        ("GET /api/tables/1/journal/../../../keys.toml", 404, "no-such-address"),
        ("GET /keys.toml", 404, "no-such-address"),
    ] {
        let before = trial.standing();
        let heard = send(address, line, &[signed], b"");
        trial.refuses(line, &before, &heard, status, code);
    }
}

#[test]
fn what_comes_from_elsewhere_or_from_nobody_is_turned_away() {
    let mut trial = Trial::new(&[]);
    let (address, token) = (trial.house.address, bearer(&trial.guest));
    let own = format!("http://{address}");
    let fold = br#"{"id":1,"expects":0,"command":{"fold":1}}"#;
    let line = "POST /api/tables/1/commands";
    let strangers: [(&str, &[(&str, &str)]); 6] = [
        ("a foreign origin", &[("Origin", "https://evil.example")]),
        ("no origin to speak of", &[("Origin", "null")]),
        ("another site's form", &[("Sec-Fetch-Site", "cross-site")]),
        ("a neighbouring site", &[("Sec-Fetch-Site", "same-site")]),
        ("a name bent to our address", &[("Origin", "http://evil.example"), ("Host", "evil.example")]),
        ("another port", &[("Origin", "http://127.0.0.1:1")]),
    ];
    for (what, headers) in strangers {
        let before = trial.standing();
        let cookie = format!("croupier_session={}", trial.guest.token.as_deref().unwrap());
        let headers = [headers, &[("Cookie", cookie.as_str()), JSON]].concat();
        let heard = send(address, line, &headers, fold);
        trial.refuses(what, &before, &heard, 403, "origin");
        let upgrade = [&headers[..], &[("Upgrade", "websocket"), ("Connection", "Upgrade")]].concat();
        let heard = send(address, "GET /api/tables/1/feed", &upgrade, b"");
        trial.refuses(what, &before, &heard, 403, "origin");
    }
    let mut forged = token.clone();
    let last = if forged.pop() == Some('A') { 'B' } else { 'A' };
    forged.push(last);
    for (what, shown) in [
        ("a forged token", forged.as_str()),
        ("half a token", &token[..token.len() / 2]),
        ("no token", "Bearer "),
        ("another scheme", "Basic YTpi"),
        ("a long token", &format!("Bearer {}", "A".repeat(8_000))),
        ("a token that is SQL", "Bearer ' OR 1=1 --"),
    ] {
        let before = trial.standing();
        let heard = send(address, line, &[("Authorization", shown), JSON], fold);
        trial.refuses(what, &before, &heard, 401, "no-session");
    }
    let before = trial.standing();
    let heard = send(address, line, &[("Origin", &own), ("Authorization", &token), JSON], fold);
    trial.refuses("our own page with an old view", &before, &heard, 409, "stale");
}

#[test]
fn what_is_forged_in_a_command_is_refused() {
    let mut trial = Trial::new(&[]);
    let address = trial.house.address;
    let other = Client::guest(address);
    let mut seated = Seated::at(&other, 1, Seat::ALL[3], 10).unwrap();
    let sit = Command::Sit { seat: Seat::ALL[3], player: PersonId::new(other.who) };
    assert!(matches!(seated.order(&sit, false), Answer::Taken(_)));
    let guest = trial.guest.clone();
    let seat = Seat::ALL[3];
    let cards: Vec<_> = (0..52).filter_map(Card::from_index).collect();
    let order = DeckOrder::new(&cards, CardSet::FIFTY_TWO).map(Box::new);
    let shuffle =
        |order, seal| Command::Shuffle { deck: DeckId::First, by: ShuffledBy::Hand, order, seal, counted: None };
    let me = PersonId::new(guest.who);
    let forged = [
        (
            "a second person",
            json!(Command::VoidRound { reason: "mine".to_owned(), second: Some(PersonId::new(1)), irregularity: None }),
            403,
            "second-person",
        ),
        ("the order of a deck", json!(shuffle(order, None)), 403, "not-your-duty"),
        ("the promise of a deck", json!(shuffle(None, Some(Digest::of(b"mine")))), 403, "not-your-duty"),
        ("the program's own answer", json!(Command::Complete(seat)), 403, "not-your-duty"),
        ("another's seat", json!(Command::Leave(seat)), 403, "not-yours"),
        ("another's seat, once more", json!(Command::Sit { seat, player: me }), 409, "done"),
        (
            "a seat for another",
            json!(Command::Sit { seat: Seat::ALL[0], player: PersonId::new(other.who) }),
            403,
            "not-yours",
        ),
        (
            "another's chips",
            json!(Command::CashOut { player: PersonId::new(other.who), purse: Purse::Chips, amount: Cents(1) }),
            403,
            "not-yours",
        ),
        (
            "more play chips than there are",
            json!(Command::BuyIn { player: me, purse: Purse::Chips, amount: Cents(i64::MAX) }),
            422,
            "amount",
        ),
        (
            "fewer than none",
            json!(Command::BuyIn { player: me, purse: Purse::Chips, amount: Cents(i64::MIN) }),
            422,
            "amount",
        ),
    ];
    for (number, (what, command, status, code)) in forged.into_iter().enumerate() {
        let before = trial.standing();
        let sequence = before[0]["sequence"].clone();
        let body = json!({ "id": number + 1, "expects": sequence, "command": command }).to_string();
        let headers = [("Authorization", bearer(&guest)), (JSON.0, JSON.1.to_owned())];
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let heard = send(address, "POST /api/tables/1/commands", &headers, body.as_bytes());
        let problem = trial.refuses(what, &before, &heard, status, code);
        if code == "done" {
            assert_eq!(problem["clause"], json!("§ 659a.7(b)"), "the clause behind it: {problem}");
        }
    }
}

#[test]
fn a_replayed_command_has_no_second_effect_and_a_late_one_none() {
    let mut trial = Trial::new(&[]);
    let guest = trial.guest.clone();
    let path = "/api/tables/1/commands";
    let start = trial.standing()[0]["sequence"].clone();
    let command = Command::Sit { seat: Seat::ALL[0], player: PersonId::new(guest.who) };
    let sit = json!({ "id": CommandId(5), "expects": start, "command": command });
    let (status, first) = guest.ask("POST", path, Some(&sit));
    assert_eq!((status, &first["repeated"]), (200, &json!(false)), "{first}");
    let before = trial.standing();
    let (status, second) = guest.ask("POST", path, Some(&sit));
    assert_eq!((status, &second["repeated"], &second["sequence"]), (200, &json!(true), &first["sequence"]), "{second}");
    assert_eq!(trial.unchanged(), before);
    // The same number for another command is neither the first again nor a new one.
    let other = json!({ "id": 5, "expects": first["sequence"], "command": Command::Leave(Seat::ALL[0]) });
    let (status, told) = guest.ask("POST", path, Some(&other));
    assert_eq!(trial.unchanged(), before, "{status} {told}");
    let ahead = json!({ "id": 6, "expects": 1_000_000, "command": Command::Leave(Seat::ALL[0]) });
    let (status, problem) = guest.ask("POST", path, Some(&ahead));
    assert_eq!((status, &problem["code"]), (409, &json!("stale")), "{problem}");
    assert_eq!(problem["sequence"], before[0]["sequence"], "it says where the table is");
    assert_eq!(trial.unchanged(), before);
    let lines = log(&trial.auditor, trial.handle + 1);
    assert_eq!(lines.last().unwrap()["what"]["refused"]["code"], json!("stale"), "{lines:?}");
}

#[test]
fn too_many_requests_are_refused_until_one_waits() {
    let trial = Trial::new(&[
        ("CROUPIER_LIMITS_REQUESTS_PER_SECOND", "20"),
        ("CROUPIER_LIMITS_REQUESTS_AT_ONCE", "30"),
        ("CROUPIER_LIMITS_GUESTS_PER_HOUR", "3"),
        ("CROUPIER_LIMITS_SIGN_INS_PER_MINUTE", "12"),
    ]);
    let asked: Vec<_> = (0..200).map(|_| trial.guest.ask("GET", "/api/session", None)).collect();
    let refused: Vec<_> = asked.iter().filter(|(status, _)| *status == 429).collect();
    assert!(!refused.is_empty() && refused.iter().all(|(_, problem)| problem["code"] == "too-many"), "{refused:?}");
    assert!(asked.iter().all(|(status, _)| matches!(status, 200 | 429)));
    std::thread::sleep(Duration::from_millis(1_100));
    assert_eq!(trial.guest.ask("GET", "/api/session", None).0, 200);
    let nobody = Client::new(trial.house.address);
    let guests: Vec<_> = (0..4).map(|_| nobody.ask("POST", "/api/session/guest", None).0).collect();
    assert_eq!(guests, [201, 201, 429, 429], "one guest was there before");
    let credentials = json!({ "name": "administrator", "password": "a guess" });
    let tries: Vec<_> = (0..14).map(|_| nobody.ask("POST", "/api/session", Some(&credentials)).0).collect();
    assert_eq!(tries.last(), Some(&429), "{tries:?}");
}

/// A socket as it comes.
fn socket(client: &Client, address: SocketAddr, from: &str) -> WebSocket<TcpStream> {
    let mut request = format!("ws://{address}/api/tables/1/feed{from}").into_client_request().unwrap();
    request.headers_mut().insert("Authorization", bearer(client).parse().unwrap());
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    tungstenite::client(request, stream).unwrap().0
}

/// The code a socket is closed with.
fn closed(socket: &mut WebSocket<TcpStream>) -> u16 {
    loop {
        match socket.read() {
            Ok(Message::Close(Some(frame))) => return frame.code.into(),
            Ok(Message::Close(None)) => panic!("closed without a word"),
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_socket_takes_messages_of_its_schema_and_nothing_else() {
    let mut trial = Trial::new(&[("CROUPIER_LIMITS_MESSAGE_BYTES", "4096")]);
    let (address, guest) = (trial.house.address, trial.guest.clone());
    let before = trial.standing();
    let mut feed = guest.feed(1, None).unwrap();
    assert_eq!(feed.hear().unwrap()["kind"], "table");
    for bad in [json!("fold"), json!({ "do": "win" }), json!({ "do": "order", "id": 1 }), json!([])] {
        feed.say(&bad).unwrap();
        let heard = feed.hear().unwrap();
        assert_eq!((&heard["kind"], &heard["problem"]["code"]), (&json!("declined"), &json!("malformed")), "{heard}");
        assert_eq!(trial.unchanged(), before);
        trial.is_on_record("a message that cannot be read", "malformed");
    }
    let mut binary = socket(&guest, address, "");
    binary.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(closed(&mut binary), 1003);
    trial.is_on_record("a binary message", "malformed");
    let mut large = socket(&guest, address, "");
    large.send(Message::text("x".repeat(5_000))).unwrap();
    assert_eq!(closed(&mut large), 1009);
    trial.is_on_record("a message that is too large", "too-large");
}

#[test]
fn a_client_that_comes_back_hears_what_it_missed_and_no_secret() {
    let mut trial = Trial::new(&[]);
    let guest = trial.guest.clone();
    let start = trial.standing()[0]["sequence"].as_u64().unwrap();
    let (_, sheet) = guest.ask("GET", "/api/tables/1", None);
    let rules = croupier_rules::submission::check(sheet["submission"].as_str().unwrap()).rules.unwrap();
    let fixed = croupier_table::TableConfig::new(rules, croupier_table::DealMode::Sealed);
    let (seat, who) = (Seat::ALL[0], PersonId::new(guest.who));
    let mut player = Seated::at(&guest, 1, seat, 100).unwrap();
    let sit = Command::Sit { seat, player: who };
    let buy = |purse| Command::BuyIn { player: who, purse, amount: support::bot::STAKE };
    for command in [sit, buy(Purse::Chips), buy(Purse::GameAccount)] {
        assert!(matches!(player.order(&command, false), Answer::Taken(_)));
    }
    player.round(&fixed).unwrap();
    let end = player.view["sequence"].as_u64().unwrap();
    drop(player);
    let stranger = Client::guest(trial.house.address);
    for (client, own) in [(&guest, true), (&stranger, false)] {
        let mut feed = client.feed(1, Some(start)).unwrap();
        let missed = feed.hear().unwrap();
        assert_eq!(missed["kind"], "told", "{missed}");
        let numbers: Vec<_> =
            missed["lines"].as_array().unwrap().iter().map(|line| line["seq"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (start + 1..=numbers.len() as u64 + start).collect::<Vec<_>>());
        assert!(*numbers.last().unwrap() >= end, "{numbers:?} up to {end}");
        let text = missed.to_string();
        assert!(!text.contains("\"order\":\"") && !text.contains("\"secret\":"), "{text}");
        let (_, replay) = client.ask("GET", "/api/tables/1/rounds/1", None);
        assert_eq!(replay["round"] == json!(1), own, "{replay}");
        assert_eq!(feed.hear().unwrap()["kind"], "table");
    }
    let mut ahead = guest.feed(1, Some(u64::MAX)).unwrap();
    assert_eq!(ahead.hear().unwrap()["kind"], "table", "who knows more than the table is shown the table");
}

#[test]
fn sockets_are_counted_and_a_session_that_ends_closes_its_own() {
    let trial = Trial::new(&[("CROUPIER_LIMITS_SOCKETS_PER_SESSION", "2"), ("CROUPIER_LIMITS_SOCKETS", "3")]);
    let (address, guest) = (trial.house.address, trial.guest.clone());
    let other = Client::guest(address);
    let mut first = socket(&guest, address, "");
    let _second = socket(&guest, address, "");
    assert!(guest.feed(1, None).is_none(), "a third of one session");
    let third = socket(&other, address, "");
    assert!(other.feed(1, None).is_none(), "a fourth of the node");
    drop(third);
    let end = Instant::now() + Duration::from_secs(10);
    while other.feed(1, None).is_none() {
        assert!(Instant::now() < end, "a place that is free again is not given");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(guest.ask("DELETE", "/api/session", None).0, 204);
    assert_eq!(closed(&mut first), 4401);
}

#[test]
fn a_client_that_does_not_read_is_dropped() {
    let trial = Trial::new(&[]);
    let mut feed = socket(&trial.guest, trial.house.address, "");
    feed.get_mut().set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    // It asks for the table until neither side's buffers hold any more.
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) && feed.send(Message::text(r#"{"do":"show"}"#)).is_ok() {}
    // The house waits ten seconds for it to read, and then is gone.
    std::thread::sleep(Duration::from_secs(12));
    let mut rest = vec![0; 1 << 20];
    let stream = feed.get_mut();
    let end = Instant::now() + Duration::from_secs(15);
    let gone = loop {
        match stream.read(&mut rest) {
            Ok(0) => break true,
            Ok(_) if Instant::now() < end => {}
            Ok(_) => break false,
            Err(error) => break error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    };
    assert!(gone, "the house goes on talking to somebody who does not listen");
}

#[test]
fn a_flood_of_refusals_is_counted_and_each_of_them_is_on_record() {
    let mut trial = Trial::new(&[("CROUPIER_LIMITS_REFUSALS_PER_MINUTE", "5")]);
    trial.standing();
    let refused = 40;
    let stands = json!(Command::Leave(Seat::ALL[0]));
    for id in 1..=refused {
        let order = json!({ "id": id, "expects": 0, "command": stands });
        let (status, problem) = trial.guest.ask("POST", "/api/tables/1/commands", Some(&order));
        assert!((400..500).contains(&status), "{problem}");
    }
    let lines = log(&trial.auditor, trial.handle + 1);
    assert_eq!(lines.iter().filter(|line| line["what"].get("refused").is_some()).count(), 5, "{lines:?}");
    let Trial { house, guest, folder, .. } = trial;
    // What is only counted is told when the minute is over, or when the house closes.
    drop(house);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let chain = runtime.block_on(async {
        let store = Store::read(&data(folder.path())).await.unwrap();
        let chain = store.whole(store.house_chain().await.unwrap().id).await.unwrap();
        store.close().await;
        chain
    });
    let lines = chain.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let [counted] = &lines.filter(|line| line["what"].get("refused-too-often").is_some()).collect::<Vec<_>>()[..]
    else {
        panic!("{chain}")
    };
    assert_eq!(counted["by"]["person"], json!(guest.who));
    let told = &counted["what"]["refused-too-often"];
    assert_eq!(told["count"], json!(refused - 5), "{told}");
    assert_eq!(
        told["codes"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>(),
        refused - 5
    );
}
