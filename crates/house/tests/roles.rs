//! Everything the house offers, asked by every role and by nobody: who may is let, and who may not leaves nothing but a
//! line in the chain of the house.
//!
//! The endpoints are those of the OpenAPI document and the commands those of its schema, so that a new one without a
//! row here fails.

mod support;

use croupier_house::api;
use croupier_house::people::{Duty, Role, may_give};
use croupier_rules::{Card, Cents, Irregularity, Revision, Seat, Setting, Wager, WagerKind};
use croupier_table::commitment::CommittedDraws;
use croupier_table::{
    Centicents, Command, DeckId, DeclaredOutcome, Device, PersonId, Purse, Reservation, Reveal, ShuffledBy, Tender,
    TwoPersons,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use support::Folder;
use support::casino::House;
use support::client::{Answer, Client, Seated};
use support::staff::{Staff, log};

/// For whom an endpoint is.
#[derive(Clone, Copy)]
enum For {
    /// Anybody, signed in or not.
    Anybody,
    /// Anybody who has signed in.
    SignedIn,
    /// Whose duty one of these is.
    Duty(&'static [Duty]),
}

impl For {
    fn lets(self, role: Option<Role>) -> bool {
        match self {
            Self::Anybody => true,
            Self::SignedIn => role.is_some(),
            Self::Duty(duties) => role.is_some_and(|role| duties.iter().any(|duty| duty.is_for(role))),
        }
    }
}

use For::{Anybody, SignedIn};

const WATCH: For = For::Duty(&[Duty::Watch]);
const ROUNDS: For = For::Duty(&[Duty::OwnRounds, Duty::Rounds]);
const ROUND: For = For::Duty(&[Duty::OwnRounds, Duty::LastRound, Duty::Rounds]);
const CALL: For = For::Duty(&[Duty::Call]);
const PEOPLE: For = For::Duty(&[Duty::People]);
const APPROVE: For = For::Duty(&[Duty::Approve]);
const MAKE: For = For::Duty(&[Duty::MakeTable]);
const METER: For = For::Duty(&[Duty::OperateMeter]);
const MOVE: For = For::Duty(&[Duty::MoveMeter]);
const EXPORT: For = For::Duty(&[Duty::Export]);
const READ_PEOPLE: For = For::Duty(&[Duty::ReadPeople]);

/// An endpoint: method, path, for whom, what is sent, and what those hear who may. What is named in a path is there if
/// it is a table, and otherwise is not: so nothing is changed by those who may.
type Row = (&'static str, &'static str, For, &'static str, &'static [u16]);

const NOTHING: &str = "";

const ROWS: &[Row] = &[
    ("GET", "/api/tables", Anybody, NOTHING, &[200]),
    ("POST", "/api/tables", MAKE, r#"{"name":"no rules","submission":"nothing"}"#, &[422]),
    ("GET", "/api/tables/{table}", Anybody, NOTHING, &[200]),
    ("GET", "/api/tables/{table}/view", WATCH, NOTHING, &[200]),
    (
        "POST",
        "/api/tables/{table}/commands",
        For::Duty(&[Duty::OpenTable]),
        r#"{"id":1,"expects":0,"command":"open-table"}"#,
        &[409],
    ),
    ("POST", "/api/tables/{table}/ready", For::Duty(&[Duty::Play]), NOTHING, &[200]),
    ("POST", "/api/tables/{table}/retry", For::Duty(&[Duty::Supervise]), NOTHING, &[200]),
    ("POST", "/api/tables/{table}/verify", WATCH, r#""open-table""#, &[200]),
    ("POST", "/api/tables/{table}/verify-all", WATCH, r#"["open-table"]"#, &[200]),
    ("POST", "/api/tables/{table}/call", CALL, r#"{"reason":"a dispute"}"#, &[202]),
    ("GET", "/api/tables/{table}/checklist", WATCH, NOTHING, &[200]),
    ("POST", "/api/tables/{table}/open", For::Duty(&[Duty::OpenTable]), r#"{"checked":[]}"#, &[409]),
    ("GET", "/api/tables/{table}/openings", WATCH, NOTHING, &[404]),
    (
        "PUT",
        "/api/tables/{table}/submission",
        For::Duty(&[Duty::ChangeTable]),
        r#"{"submission":"nothing","reason":"a change"}"#,
        &[422],
    ),
    ("GET", "/api/tables/{table}/seats/{seat}/settings", For::Duty(&[Duty::Play]), NOTHING, &[404]),
    ("POST", "/api/submissions/check", MAKE, r#"{"submission":"nothing"}"#, &[200]),
    ("GET", "/api/tables/{table}/feed", WATCH, NOTHING, &[426]),
    ("GET", "/api/people", READ_PEOPLE, NOTHING, &[200]),
    ("POST", "/api/people", PEOPLE, r#"{"name":"","roles":["dealer"]}"#, &[422]),
    ("GET", "/api/people/{person}", READ_PEOPLE, NOTHING, &[404]),
    ("PATCH", "/api/people/{person}", PEOPLE, r#"{"active":false}"#, &[404]),
    ("POST", "/api/people/{person}/password", PEOPLE, NOTHING, &[404]),
    ("POST", "/api/people/{person}/lift", PEOPLE, NOTHING, &[404]),
    ("GET", "/api/pit", For::Duty(&[Duty::Relieve]), NOTHING, &[200]),
    ("GET", "/api/duties", Anybody, NOTHING, &[200]),
    ("GET", "/api/approvals", For::Duty(&[Duty::Approve, Duty::Call]), NOTHING, &[200]),
    ("POST", "/api/approvals/{approval}/grant", APPROVE, NOTHING, &[404]),
    ("POST", "/api/approvals/{approval}/refuse", APPROVE, NOTHING, &[404]),
    ("POST", "/api/approvals/{approval}/withdraw", CALL, NOTHING, &[404]),
    ("GET", "/api/meters", Anybody, NOTHING, &[200]),
    ("GET", "/api/meters/{meter}", Anybody, NOTHING, &[404]),
    ("POST", "/api/meters/{meter}/disable", METER, NOTHING, &[404]),
    ("POST", "/api/meters/{meter}/enable", METER, NOTHING, &[404]),
    ("POST", "/api/meters/{meter}/transfer", MOVE, r#"{"to":1,"reason":"a move"}"#, &[404]),
    ("POST", "/api/meters/{meter}/decommission", MOVE, r#"{"reason":"an end"}"#, &[404]),
    ("GET", "/api/meters/reconciliation", For::Duty(&[Duty::Reconcile]), NOTHING, &[200]),
    ("GET", "/api/rounds", ROUNDS, NOTHING, &[200]),
    ("GET", "/api/tables/{table}/rounds/{round}", ROUND, NOTHING, &[404]),
    ("GET", "/api/tables/{table}/rounds/{round}/steps", ROUNDS, NOTHING, &[404]),
    ("GET", "/api/tables/{table}/odds", Anybody, NOTHING, &[404]),
    ("GET", "/api/tables/{table}/chains", For::Duty(&[Duty::ReadJournal]), NOTHING, &[200]),
    ("GET", "/api/tables/{table}/journal", EXPORT, NOTHING, &[200]),
    ("GET", "/api/tables/{table}/signatures", EXPORT, NOTHING, &[200]),
    ("GET", "/api/tables/{table}/verification", For::Duty(&[Duty::ReadJournal]), NOTHING, &[200]),
    ("GET", "/api/log", For::Duty(&[Duty::ReadLog]), NOTHING, &[200]),
    ("POST", "/api/keys", For::Duty(&[Duty::Keys]), r#"{"reason":"a year has gone by"}"#, &[202]),
    ("GET", "/api/log/search", For::Duty(&[Duty::ReadLog]), NOTHING, &[200]),
    ("GET", "/api/about", Anybody, NOTHING, &[200]),
    ("GET", "/healthz", Anybody, NOTHING, &[200]),
    ("GET", "/readyz", Anybody, NOTHING, &[200]),
    ("POST", "/api/session", Anybody, r#"{"name":"nobody","password":"a wrong one"}"#, &[401]),
    ("POST", "/api/session/guest", Anybody, NOTHING, &[201]),
    ("GET", "/api/session", SignedIn, NOTHING, &[200]),
    // A guest has no password: 403, and otherwise it is wrong.
    ("PUT", "/api/session/password", SignedIn, r#"{"old":"a wrong one","new":"another sentence"}"#, &[401, 403]),
    ("POST", "/api/session/unlock", SignedIn, r#"{"password":"a wrong one"}"#, &[401, 403]),
    ("POST", "/api/session/lock", SignedIn, NOTHING, &[204]),
    ("DELETE", "/api/session", SignedIn, NOTHING, &[204]),
];

/// What is refused for want of a duty or a session.
const REFUSALS: [&str; 2] = ["no-session", "not-your-duty"];

/// A house with somebody in every role, and nobody.
struct Floor {
    house: House,
    everybody: Vec<(Option<Role>, Client)>,
    /// Somebody else in those roles, who looks at what became of it.
    auditor: Client,
    manager: Client,
    /// It outlives the house.
    _folder: Folder,
}

impl Floor {
    fn open() -> Self {
        let folder = Folder::new();
        let house = House::of(folder.path(), &[]);
        let staff = Staff::of(&house);
        let everybody = Role::ALL.map(|role| match role {
            Role::Player => (Some(role), Client::guest(house.address)),
            role => (Some(role), staff.hire(&format!("A {role}"), role.name())),
        });
        let (auditor, manager) = (staff.hire("Audrey", "auditor"), staff.hire("Max", "manager"));
        let everybody = std::iter::once((None, Client::new(house.address))).chain(everybody).collect();
        Self { house, everybody, auditor, manager, _folder: folder }
    }

    /// All that a request could have an effect on, beside the chain of the house.
    fn standing(&self) -> Value {
        let view = self.auditor.ask("GET", "/api/tables/1/view", None).1;
        let told =
            ["/api/people?most=1000", "/api/meters", "/api/tables"].map(|path| self.manager.ask("GET", path, None));
        let approvals = self.manager.ask("GET", "/api/approvals", None);
        json!([view["view"], view["ready"], told, approvals])
    }

    /// That a refusal had no effect but a line in the chain of the house with its code, who wanted it, and whence.
    fn refused(&self, before: &Value, known: &mut u64, who: &Client, answer: &Value, what: &str) {
        assert_eq!(&self.standing(), before, "{what}: a refusal had an effect");
        let lines = log(&self.auditor, *known + 1);
        let [line] = &lines[..] else { panic!("{what}: {lines:?} instead of one line") };
        *known += 1;
        let told = line["what"].as_object().and_then(|what| what.values().next()).unwrap();
        assert_eq!(told["code"], answer["code"], "{what}: {line}");
        assert_eq!(line["by"]["address"], json!("127.0.0.1"), "{what}: {line}");
        if who.who != 0 {
            assert_eq!(line["by"]["person"], json!(who.who), "{what}: {line}");
        }
    }

    /// The number of the last line of the house's chain, which has at least this one.
    fn last_line(&self, known: u64) -> u64 {
        log(&self.auditor, known).last().unwrap()["seq"].as_u64().unwrap()
    }
}

#[test]
fn every_endpoint_is_open_to_whose_duty_it_is_and_to_nobody_else() {
    let document = serde_json::to_value(api::document()).unwrap();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let rows: BTreeSet<_> = ROWS.iter().map(|row| (row.0.to_owned(), row.1.to_owned())).collect();
    assert_eq!(rows, described, "every endpoint has a row here, and every row an endpoint");

    let floor = Floor::open();
    let (mut known, mut counted) = (0, [0, 0]);
    for (method, path, whom, body, heard) in ROWS {
        let path = path.replace("{table}", "1").replace("{round}", "1");
        let path = ["{person}", "{approval}", "{meter}", "{seat}"]
            .iter()
            .fold(path, |path, name| path.replace(name, "999999"));
        let body: Option<Value> = (!body.is_empty()).then(|| serde_json::from_str(body).unwrap());
        let mut before = floor.standing();
        for (role, client) in &floor.everybody {
            let what = format!("{method} {path} by {role:?}");
            known = floor.last_line(known);
            let (status, answer) = client.ask(method, &path, body.as_ref());
            let code = answer["code"].as_str().unwrap_or_default();
            if whom.lets(*role) {
                assert!(heard.contains(&status) && !REFUSALS.contains(&code), "{what}: {status} {answer}");
                before = floor.standing();
                counted[0] += 1;
            } else {
                let status_of_refusal = if role.is_none() { (401, "no-session") } else { (403, "not-your-duty") };
                assert_eq!((status, code), status_of_refusal, "{what}: {answer}");
                floor.refused(&before, &mut known, client, &answer, &what);
                counted[1] += 1;
            }
        }
    }
    assert_eq!(counted.iter().sum::<usize>(), ROWS.len() * 7);
    drop(floor.house);
}

/// One of every command.
fn commands() -> Vec<Command> {
    let (seat, player, deck) = (Seat::ALL[0], PersonId::new(7), DeckId::First);
    let (wager, amount, reason) = (Wager::own(WagerKind::Main), Cents(500), || "a reason".to_owned());
    let setting = Setting::unset("As Ks".parse().unwrap());
    let card: Card = "As".parse().unwrap();
    let zero = Centicents(0);
    let reservation = Reservation {
        each: amount,
        taken: amount,
        before: zero,
        after: zero,
        reseeded: amount,
        from_reserve: zero,
        sequence: 1,
    };
    vec![
        Command::OpenTable,
        Command::CloseTable,
        Command::GoIdle { face_up: false },
        Command::Pause { reason: reason() },
        Command::Resume,
        Command::AdoptRules { revision: Revision(2) },
        Command::RelieveDealer { dealer: player },
        Command::CountInventory { counted: amount, second: None },
        Command::Fill { amount, second: None },
        Command::Credit { amount, second: None },
        Command::RestoreDevice(Device::Shoe),
        Command::ReceiveDeck(deck),
        Command::InspectDeck(deck),
        Command::TearJoker(deck),
        Command::VerifyDeck(deck),
        Command::SpreadDeck(deck),
        Command::LookAtDeck(deck),
        Command::WashDeck(deck),
        Command::Shuffle { deck, by: ShuffledBy::Hand, order: None, seal: None, counted: None },
        Command::DeclineCut(seat),
        Command::Cut { deck, cards: 20, by: None },
        Command::OrderRecut(deck),
        Command::OrderShuffle(deck),
        Command::RemoveDeck(deck),
        Command::PlaceDice,
        Command::Sit { seat, player },
        Command::Leave(seat),
        Command::BuyIn { player, purse: Purse::Chips, amount },
        Command::CashOut { player, purse: Purse::Chips, amount },
        Command::Tip { seat, amount },
        Command::Place { seat, wager, amount, tender: Tender::Chips },
        Command::Repeat(seat),
        Command::TakeBack { seat, wager },
        Command::NoMoreBets,
        Command::CountProgressive { chips: 1 },
        Command::CorrectProgressive { seat, wager, made: true },
        Command::SystemDraws(CommittedDraws { magic: Some(card), ..CommittedDraws::default() }),
        Command::Roll { shakes: 3, dice: [1, 2, 3], announced: 6 },
        Command::DrawStart(3),
        Command::MarkStart,
        Command::Deal { cards: None },
        Command::CountStub { cards: 3, misdealt: false },
        Command::RackStub,
        Command::CollectUnwagered,
        Command::CoverShaker { shakes: 3 },
        Command::SetHands { seat, setting: Some(setting) },
        Command::AskHouseWay(seat),
        Command::DoubleDown { seat, take: true },
        Command::Play { seat, amount },
        Command::Fold(seat),
        Command::Surrender(seat),
        Command::CountSurrendered { seat, cards: 5 },
        Command::VoidHand { seat, void: true },
        Command::Abandon(seat),
        Command::AwaitConnection(seat),
        Command::Complete(seat),
        Command::TurnDealer { setting: None, shared: None },
        Command::Reveal { seat, shown: Reveal::Known },
        Command::VerifyWin { light: true },
        Command::Reserve(Box::new(reservation)),
        Command::Validate,
        Command::Documented(seat),
        Command::Correct { seat, setting, second: None },
        Command::CorrectOutcome { seat, outcome: DeclaredOutcome::Wins },
        Command::CorrectDealer { setting, shared: None, second: None },
        Command::CorrectStake { seat, wager, amount, second: None },
        Command::Report(Irregularity::FaceUp),
        Command::VoidRound { reason: reason(), second: None, irregularity: None },
        Command::EndRound { reason: reason(), second: None },
        Command::CloseRound { secret: None },
        Command::Adjust { player, amount, round: 1, reason: reason(), second: None },
    ]
}

/// The name a command has on the wire.
fn name(command: &Value) -> String {
    let only = || command.as_object().and_then(|command| command.keys().next());
    command.as_str().or_else(|| only().map(String::as_str)).unwrap().to_owned()
}

#[test]
fn every_command_is_taken_from_whose_duty_it_is_and_from_nobody_else() {
    let document = serde_json::to_value(api::document()).unwrap();
    let schemas = &document["components"]["schemas"];
    let named = |kind: &Value| kind["$ref"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let described: BTreeSet<String> = schemas["Command"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| &schemas[named(kind)])
        .flat_map(|kind| {
            let words = kind["enum"].as_array().into_iter().flatten().map(|word| word.as_str().unwrap().to_owned());
            words.chain(kind["properties"].as_object().into_iter().flat_map(|kind| kind.keys().cloned()))
        })
        .collect();
    let mut commands: BTreeMap<String, Command> = BTreeMap::new();
    for command in self::commands() {
        commands.insert(name(&json!(command)), command);
    }
    assert_eq!(commands.keys().cloned().collect::<BTreeSet<_>>(), described, "every command has a row here");
    for (name, command) in &commands {
        // What takes two persons has a place for the second one, and nothing else has.
        let place = command.clone().with_second(PersonId::AnotherPerson).second().is_some();
        assert_eq!((command.rule().name, command.rule().second != TwoPersons::Never), (name.as_str(), place));
    }

    let floor = Floor::open();
    // Nobody is asked to grant what the table would not do, so there is a player whose last round can be set right.
    let guest = Client::guest(floor.house.address);
    let mut seated = Seated::sits(&guest, 1, Seat::ALL[0]);
    // His main wager alone: what feeds a meter is told of a moment later.
    let (wager, amount) = (Wager::own(WagerKind::Main), Cents::dollars(25));
    let place = Command::Place { seat: Seat::ALL[0], wager, amount, tender: Tender::Chips };
    assert!(matches!(seated.order(&place, false), Answer::Taken(_)));
    seated.finish(&guest.fixed(1), 0).unwrap();
    assert!(matches!(seated.order(&Command::Leave(Seat::ALL[0]), false), Answer::Taken(_)));
    for command in commands.values_mut() {
        if let Command::Adjust { player, .. } = command {
            *player = PersonId::new(guest.who);
        }
    }
    let mut known = 0;
    for (id, (name, command)) in commands.iter().enumerate() {
        let mut before = floor.standing();
        for (role, client) in &floor.everybody {
            let what = format!("{name} by {role:?}");
            known = floor.last_line(known);
            // A number that no table has come to, so that nothing is done by those who may.
            let order = json!({ "id": 1000 * id, "expects": 1_000_000, "command": command });
            let (status, answer) = client.ask("POST", "/api/tables/1/commands", Some(&order));
            let code = answer["code"].as_str().unwrap_or_default();
            match role {
                None => assert_eq!((status, code), (401, "no-session"), "{what}: {answer}"),
                Some(role) if may_give(*role, command) => {
                    assert!(!REFUSALS.contains(&code), "{what}: {status} {answer}");
                    assert!(matches!(status, 202 | 403 | 409 | 422), "{what}: {status} {answer}");
                    before = floor.standing();
                    continue;
                }
                Some(_) => assert_eq!((status, code), (403, "not-your-duty"), "{what}: {answer}"),
            }
            floor.refused(&before, &mut known, client, &answer, &what);
        }
    }
}
