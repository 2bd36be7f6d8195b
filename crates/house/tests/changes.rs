//! What changes under a table that goes on: its submission, the keys of the house, the program. The old chain stays,
//! and every chain can be taken out of the house and verifies.

#[macro_use]
mod support;

use croupier_house::casino::Program;
use croupier_house::signed_heads::{self, SignedHead};
use croupier_house::store::Location;
use croupier_rules::{Cents, Seat, submission};
use croupier_table::commitment::Digest;
use croupier_table::journal::{self, AuditReport};
use croupier_table::{Command, DealMode, PersonId, Purse, TableConfig as Fixed};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::casino::{FAST, House, program};
use support::client::{Answer, Client, Seated};
use support::staff::{Staff, log};
use support::{Folder, Place, bot};

on_both! {
    a_closed_table_goes_on_by_the_submission_that_two_persons_want,
    keys_that_two_persons_renew_read_what_the_earlier_ones_sealed,
    another_program_begins_a_new_chain_at_every_table_between_rounds,
    after_lost_keys_the_old_chain_can_still_be_taken_out_of_the_house,
}

const SEAT: Seat = Seat::ALL[2];

macro_rules! blocking {
    ($($name:ident $does:ident;)*) => {$(
        async fn $name(place: &Place) {
            let location = place.location();
            tokio::task::spawn_blocking(move || $does(&location)).await.unwrap();
        }
    )*};
}

blocking! {
    a_closed_table_goes_on_by_the_submission_that_two_persons_want changed;
    keys_that_two_persons_renew_read_what_the_earlier_ones_sealed renewed;
    another_program_begins_a_new_chain_at_every_table_between_rounds upgraded;
    after_lost_keys_the_old_chain_can_still_be_taken_out_of_the_house keys_lost;
}

/// A house, those who work there, and a guest at the electronic table of Crazy 4 Poker.
struct Floor {
    location: Location,
    keys: PathBuf,
    house: Option<House>,
    staff: Staff,
    manager: Client,
    floor: Client,
    auditor: Client,
    guest: Client,
    table: i64,
    _folder: Folder,
}

impl Floor {
    fn open(location: &Location) -> Self {
        let folder = Folder::new();
        let keys = folder.path().join("keys.toml");
        let house = House::open(location, &keys, FAST);
        let staff = Staff::of(&house);
        let [manager, floor, auditor] = [("Max", "manager"), ("Flora", "floorperson"), ("Audrey", "auditor")]
            .map(|(name, role)| staff.hire(name, role));
        let guest = Client::guest(house.address);
        let (_, tables) = guest.ask("GET", "/api/tables", None);
        let table = tables.as_array().unwrap().iter().find(|table| table["text"] == json!("pa-657a")).unwrap();
        let table = table["id"].as_i64().unwrap();
        let location = location.clone();
        Self { location, keys, house: Some(house), staff, manager, floor, auditor, guest, table, _folder: folder }
    }

    /// Stops the house, and starts it again.
    fn restart(&mut self, program: Program, meanwhile: impl FnOnce(&Path)) {
        drop(self.house.take());
        meanwhile(&self.keys);
        let house = House::run_by(program, &self.location, &self.keys, FAST);
        let everybody =
            [&mut self.manager, &mut self.floor, &mut self.auditor, &mut self.guest, &mut self.staff.administrator];
        for person in everybody {
            *person = person.at(house.address);
        }
        self.house = Some(house);
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.table)
    }

    /// The submission of the table, and its rules.
    fn submission(&self) -> (String, Fixed) {
        let (_, sheet) = self.guest.ask("GET", &self.path(""), None);
        let text = sheet["submission"].as_str().unwrap().to_owned();
        let rules = submission::check(&text).rules.unwrap();
        (text, Fixed::new(rules, DealMode::Sealed))
    }

    /// The guest at his seat, with money.
    fn seated(&self, first: u64) -> Seated {
        let mut seated = self.back(first);
        let player = PersonId::new(self.guest.who);
        let buy = |purse| Command::BuyIn { player, purse, amount: bot::STAKE };
        for command in [Command::Sit { seat: SEAT, player }, buy(Purse::Chips), buy(Purse::GameAccount)] {
            assert!(matches!(seated.order(&command, false), Answer::Taken(_)), "{command:?}");
        }
        seated
    }

    /// The guest, come back to his seat.
    fn back(&self, first: u64) -> Seated {
        Seated::at(&self.guest, self.table, SEAT, first).unwrap()
    }

    fn order(&self, who: &Client, command: &Command) -> (u16, Value) {
        let (_, now) = who.ask("GET", &self.path("/view"), None);
        let order = json!({ "id": 1, "expects": now["view"]["sequence"], "command": command });
        who.ask("POST", &self.path("/commands"), Some(&order))
    }

    /// Asks for the table to be changed.
    fn change(&self, submission: &str) -> (u16, Value) {
        let change = json!({ "submission": submission, "reason": "the minimum is raised" });
        self.manager.ask("PUT", &self.path("/submission"), Some(&change))
    }

    /// A chain of the table, taken out of the house and verified; its signatures hold.
    fn exported(&self, what: &str) -> (AuditReport, String) {
        let (status, Value::String(text)) = self.auditor.ask("GET", &self.path(&format!("/journal{what}")), None)
        else {
            panic!("a journal has several lines")
        };
        assert_eq!(status, 200);
        let report = journal::verify(text.as_bytes());
        assert!(report.fault.is_none(), "{what}: {:?}", report.fault);
        (report, text)
    }

    /// The signatures of a chain up to a line: the last may be of a deck that is still to be played.
    fn signatures(&self, chain: usize, report: &AuditReport) -> Vec<SignedHead> {
        let path = self.path(&format!("/signatures?most=1000&chain={chain}"));
        let signatures: Vec<SignedHead> = serde_json::from_value(self.auditor.ask("GET", &path, None).1).unwrap();
        let last = report.table.as_ref().unwrap().state().sequence;
        signatures.into_iter().filter(|signed| signed.seq <= last).collect()
    }

    fn chains(&self) -> Vec<Value> {
        let (status, chains) = self.auditor.ask("GET", &self.path("/chains"), None);
        assert_eq!(status, 200, "{chains}");
        chains.as_array().unwrap().clone()
    }

    fn meters_agree(&self) {
        let (_, reckoned) = self.auditor.ask("GET", "/api/meters/reconciliation", None);
        assert!(reckoned.as_array().unwrap().iter().all(|meter| meter["agrees"] == json!(true)), "{reckoned}");
    }

    /// The lines of the house's chain that tell of something.
    fn told(&self, what: &str) -> Vec<Value> {
        log(&self.auditor, 0).into_iter().filter_map(|line| line["what"].get(what).cloned()).collect()
    }
}

fn changed(location: &Location) {
    let mut floor = Floor::open(location);
    let (old, old_rules) = floor.submission();
    let new = old.replacen("minimum   = \"$5\"", "minimum   = \"$15\"", 1);
    assert_ne!(old, new);
    let mut player = floor.seated(0);
    for _ in 0..2 {
        player.round(&old_rules).unwrap();
    }
    // Not while it is open, not by one alone, not by what does not go with the table.
    assert_eq!(floor.change(&new).0, 409, "an open table is not changed");
    let (status, closed) = floor.order(&floor.floor, &Command::CloseTable);
    assert_eq!(status, 200, "{closed}");
    let other_text = include_str!("../../../submissions/pa-659a-electronic.toml");
    let dealt = include_str!("../../../submissions/pa-657a-a.toml");
    let unlinked = new.replacen(
        "[wagers.five-card-progressive]\npaytable  = \"A\"",
        "[wagers.five-card-progressive]\npaytable  = \"B\"",
        1,
    );
    assert_ne!(new, unlinked);
    for (submission, status) in [("nothing", 422), (other_text, 409), (dealt, 409), (&unlinked, 409)] {
        let (found, refused) = floor.change(submission);
        assert_eq!(found, status, "{refused}");
    }
    let (status, waits) = floor.change(&new);
    assert_eq!(status, 202, "{waits}");
    let grant = format!("/api/approvals/{}/grant", waits["approval"]);
    let (status, own) = floor.manager.ask("POST", &grant, None);
    assert_eq!((status, &own["code"]), (403, &json!("own-request")), "{own}");
    assert_eq!(floor.submission().0, old);
    let before = floor.auditor.ask("GET", &floor.path("/view"), None).1["view"].clone();
    let (status, granted) = floor.floor.ask("POST", &grant, None);
    assert_eq!((status, &granted["standing"]), (200, &json!("used")), "{granted}");

    // The table stands as it stood, with other rules; who was connected connects again.
    assert_eq!(floor.submission().0, new);
    assert_eq!(floor.auditor.ask("GET", &floor.path("/view"), None).1["view"], before);
    while player.feed.hear().is_some() {}
    let opened = floor.manager.ask("POST", &floor.path("/open"), Some(&json!({ "checked": [] })));
    assert_eq!(opened.0, 200, "{}", opened.1);
    let (_, new_rules) = floor.submission();
    let mut player = floor.back(1_000);
    let too_little = bot::wagers(&old_rules, SEAT).remove(0);
    for refused in [too_little, Command::Repeat(SEAT)] {
        match player.order(&refused, false) {
            Answer::Declined(problem) => assert_eq!(problem["code"], json!("amount"), "{problem}"),
            other => panic!("{refused:?}: {other:?}"),
        }
    }
    player.round(&new_rules).unwrap();
    floor.restart(program(), |_| {});
    floor.back(2_000).round(&new_rules).unwrap();
    floor.is_on_two_chains([&old, &new], [2, 2]);
    assert_eq!(floor.told("table-changed").len(), 1);
    floor.meters_agree();
}

impl Floor {
    /// Both chains verify and are signed, and say by which submission so many rounds each were played.
    fn is_on_two_chains(&self, submissions: [&str; 2], rounds: [u64; 2]) {
        let chains = self.chains();
        assert_eq!(chains.len(), 2, "{chains:?}");
        assert_eq!((&chains[0]["after"], &chains[1]["after"]), (&json!(0), &chains[0]["last"]));
        for (place, (submission, rounds)) in (1..).zip(submissions.into_iter().zip(rounds)) {
            assert_eq!(chains[place - 1]["submission"], json!(Digest::of(submission.as_bytes())));
            let (report, text) = self.exported(&format!("?chain={place}"));
            signed_heads::check(text.as_bytes(), &self.signatures(place, &report), &[]).unwrap();
            assert_eq!((report.rounds, &report.header.unwrap().submission[..]), (rounds, submission));
            assert_eq!(report.table.unwrap().state().ledger.total(), 0);
        }
        // A round is found on its own chain.
        for (round, submission) in [(1, submissions[0]), (rounds[0] + 1, submissions[1])] {
            let (report, _) = self.exported(&format!("?round={round}"));
            assert_eq!((report.rounds, &report.header.unwrap().submission[..]), (1, submission));
            let (status, replay) = self.auditor.ask("GET", &self.path(&format!("/rounds/{round}")), None);
            assert_eq!(status, 200, "{replay}");
        }
        let (status, none) = self.auditor.ask("GET", &self.path("/journal?chain=3"), None);
        assert_eq!(status, 404, "{none}");
        for place in [1, 2] {
            let (_, verified) = self.auditor.ask("GET", &self.path(&format!("/verification?chain={place}")), None);
            assert_eq!(verified["holds"], json!(true), "{verified}");
        }
    }
}

fn renewed(location: &Location) {
    let mut floor = Floor::open(location);
    let (_, rules) = floor.submission();
    let mut player = floor.seated(0);
    player.round(&rules).unwrap();
    // A round is open, its deck sealed with the old key.
    for wager in bot::wagers(&rules, SEAT) {
        assert!(matches!(player.order(&wager, false), Answer::Taken(_)));
    }
    let key = |floor: &Floor| floor.guest.ask("GET", "/api/about", None).1["key"].as_str().unwrap().to_owned();
    let old = key(&floor);
    let reason = json!({ "reason": "a year has gone by" });
    assert_eq!(floor.manager.ask("POST", "/api/keys", Some(&reason)).0, 403);
    let (status, waits) = floor.staff.administrator.ask("POST", "/api/keys", Some(&reason));
    assert_eq!(status, 202, "{waits}");
    let grant = format!("/api/approvals/{}/grant", waits["approval"]);
    for (person, code) in [(&floor.staff.administrator, "not-your-duty"), (&floor.floor, "not-yours-to-grant")] {
        let (status, refused) = person.ask("POST", &grant, None);
        assert_eq!((status, &refused["code"]), (403, &json!(code)), "{refused}");
    }
    assert_eq!(key(&floor), old);
    let (status, granted) = floor.manager.ask("POST", &grant, None);
    assert_eq!((status, &granted["standing"]), (200, &json!("used")), "{granted}");
    let new = key(&floor);
    assert_ne!(old, new);
    let told = floor.told("keys-renewed");
    assert_eq!((told.len(), &told[0]["before"], &told[0]["after"]), (1, &json!(old), &json!(new)));

    // The next start reads the open round, which was sealed with the old key.
    floor.restart(program(), |_| {});
    assert_eq!(key(&floor), new);
    let mut player = floor.back(1_000);
    assert_eq!((&player.view["phase"], &player.view["round"]), (&json!("betting"), &json!(2)));
    player.finish(&rules, 1).unwrap();
    assert_eq!(player.view["round"], json!(2));
    player.round(&rules).unwrap();
    assert_eq!(floor.chains().len(), 1, "nothing is lost");
    let (report, text) = floor.exported("");
    let signatures = floor.signatures(1, &report);
    let by = |key: &str| signatures.iter().filter(|signed| signed.key == key).count();
    assert!(by(&old) > 0 && by(&new) > 0 && by(&old) + by(&new) == signatures.len());
    let shown = signed_heads::check(text.as_bytes(), &signatures, std::slice::from_ref(&new)).unwrap();
    assert_eq!(shown.signatures, by(&new));
    // Who trusts the old key alone does not trust what came after it.
    assert!(signed_heads::check(text.as_bytes(), &signatures, std::slice::from_ref(&old)).is_err());
    assert!(signed_heads::check(text.as_bytes(), &signatures, &["0".repeat(64)]).is_err());
}

fn upgraded(location: &Location) {
    let mut floor = Floor::open(location);
    let (text, rules) = floor.submission();
    let mut player = floor.seated(0);
    for _ in 0..2 {
        player.round(&rules).unwrap();
    }
    let open = |floor: &Floor| {
        let (_, tables) = floor.guest.ask("GET", "/api/tables", None);
        let other = tables.as_array().unwrap().iter().find(|table| table["text"] == json!("pa-670a")).unwrap();
        other["id"].as_i64().unwrap()
    };
    // At another table a round is open.
    let other = open(&floor);
    let (_, sheet) = floor.guest.ask("GET", &format!("/api/tables/{other}"), None);
    let other_rules = submission::check(sheet["submission"].as_str().unwrap()).rules.unwrap();
    let mut waiting = Seated::at(&floor.guest, other, SEAT, 5_000).unwrap();
    let player = PersonId::new(floor.guest.who);
    let buy = Command::BuyIn { player, purse: Purse::Chips, amount: Cents::dollars(1_000) };
    let sits = [Command::Sit { seat: SEAT, player }, buy];
    for command in sits.into_iter().chain(bot::wagers(&Fixed::new(other_rules, DealMode::Sealed), SEAT)) {
        assert!(matches!(waiting.order(&command, false), Answer::Taken(_)), "{command:?}");
    }
    let next = Program { name: "croupier test, the next".to_owned(), ..program() };
    floor.restart(next.clone(), |_| {});
    for first in [1_000, 2_000] {
        floor.back(first).round(&rules).unwrap();
    }
    floor.is_on_two_chains([&text, &text], [2, 2]);
    let programs: Vec<_> = floor.chains().iter().map(|chain| chain["program"].clone()).collect();
    assert_eq!(programs, [json!("croupier test"), json!("croupier test, the next")]);
    let (_, chains) = floor.auditor.ask("GET", &format!("/api/tables/{other}/chains"), None);
    assert_eq!(chains.as_array().unwrap().len(), 1, "its round goes on where it was begun: {chains}");
    // The same program again changes nothing.
    floor.restart(next, |_| {});
    assert_eq!(floor.chains().len(), 2);
    floor.meters_agree();
}

fn keys_lost(location: &Location) {
    let mut floor = Floor::open(location);
    let (text, rules) = floor.submission();
    let mut player = floor.seated(0);
    for _ in 0..2 {
        player.round(&rules).unwrap();
    }
    floor.restart(program(), |keys| std::fs::remove_file(keys).unwrap());
    let mut player = floor.back(1_000);
    for _ in 0..2 {
        player.round(&rules).unwrap();
    }
    floor.is_on_two_chains([&text, &text], [2, 2]);
    assert_eq!(floor.told("keys-lost").len(), 1, "only here was a deck sealed");
}

/// Two nodes of one house: what one changes the other follows, whichever of them runs the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_another_node_runs_is_changed_all_the_same() {
    let location = Place::postgres().await.location();
    tokio::task::spawn_blocking(move || changed_from_elsewhere(&location)).await.unwrap();
}

fn changed_from_elsewhere(location: &Location) {
    let floor = Floor::open(location);
    let one = floor.house.as_ref().unwrap().address;
    let two = House::open(location, &floor.keys, &[FAST, &[("CROUPIER_NODE", "two")]].concat());
    let (old, _) = floor.submission();
    let new = old.replacen("minimum   = \"$5\"", "minimum   = \"$15\"", 1);
    assert_eq!(floor.order(&floor.floor, &Command::CloseTable).0, 200);
    let change = json!({ "submission": new, "reason": "the minimum is raised" });
    for (asked, granted) in [(one, two.address), (two.address, one)] {
        let submission = if asked == one { &new } else { &old };
        let change = json!({ "submission": submission, "reason": change["reason"] });
        let (status, waits) = floor.manager.at(asked).ask("PUT", &floor.path("/submission"), Some(&change));
        assert_eq!(status, 202, "{waits}");
        let grant = format!("/api/approvals/{}/grant", waits["approval"]);
        let (status, answer) = floor.floor.at(granted).ask("POST", &grant, None);
        assert_eq!(status, 200, "{answer}");
        for node in [one, two.address] {
            let end = Instant::now() + Duration::from_secs(20);
            while floor.guest.at(node).ask("GET", &floor.path(""), None).1["submission"] != json!(submission) {
                assert!(Instant::now() < end, "the other node does not hear of it");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }
    assert_eq!(floor.manager.ask("POST", &floor.path("/open"), Some(&json!({ "checked": [] }))).0, 200);
    let (_, rules) = floor.submission();
    for (node, first) in [(one, 0), (two.address, 1_000)] {
        let guest = Client::guest(node);
        let mut player = Seated::at(&guest, floor.table, Seat::ALL[first as usize / 1_000], first).unwrap();
        let who = PersonId::new(guest.who);
        let buy = |purse| Command::BuyIn { player: who, purse, amount: bot::STAKE };
        for command in [Command::Sit { seat: player.seat, player: who }, buy(Purse::Chips), buy(Purse::GameAccount)] {
            assert!(matches!(player.order(&command, false), Answer::Taken(_)), "{command:?}");
        }
        player.round(&rules).unwrap();
        assert!(matches!(player.order(&Command::Leave(player.seat), false), Answer::Taken(_)));
    }
    assert_eq!(floor.chains().len(), 3);
    let (refused, other_nodes) =
        floor.staff.administrator.ask("POST", "/api/keys", Some(&json!({ "reason": "why not" })));
    assert_eq!((refused, &other_nodes["code"]), (409, &json!("other-nodes")), "{other_nodes}");
    floor.meters_agree();
    drop(two);
}
