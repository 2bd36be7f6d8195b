//! An evening at a dealt table, run by people over the API: from the submission to the closing count.
//!
//! Dealer and floor do what their views ask of them and nothing else, so that this shows that the asks suffice. What no
//! program sees stands here instead: the cards that lie on the table, the dice, the chips that were counted.

#[macro_use]
mod support;

use croupier_house::signed_heads::{self, SignedHead};
use croupier_house::store::Location;
use croupier_rules::{Cents, Seat, Setting, submission};
use croupier_table::journal;
use croupier_table::{Command, DealMode, DeckId, PersonId, Purse, Reveal, ShuffledBy, TableConfig as Fixed};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use support::audit::{self, Audit, Taken};
use support::casino::{FAST, House};
use support::client::Client;
use support::staff::{PASSWORD, Staff};
use support::{Folder, Place, bot};

on_both! {
    an_evening_of_crazy_4_with_a_linked_progressive,
    an_evening_of_fortune_asia_poker_with_two_decks_and_dice,
}

/// §§ 657a.2(b)(6), 657a.12(f)(3), 575.2(b)(7): what is posted and asked for at a table is what its submission has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_posts_its_draws_and_asks_for_the_sign_of_a_limit_where_one_is_set() {
    let place = Place::sqlite();
    let location = place.location();
    let test = move || {
        let folder = Folder::new();
        let house = House::open(&location, &folder.path().join("keys.toml"), FAST);
        let manager = Staff::of(&house).hire("Max", "manager");
        let made = |name: &str, submission: &str| {
            let making = json!({ "name": name, "submission": submission });
            let (status, table) = manager.ask("POST", "/api/tables", Some(&making));
            assert_eq!(status, 201, "{table}");
            format!("/api/tables/{}", table["id"])
        };
        let drawn = made("Drawn", include_str!("../../../submissions/pa-657a-hand-bonus.toml"));
        let sheet = manager.ask("GET", &drawn, None).1;
        let wagers = sheet["wagers"].as_array().unwrap();
        let bonus = wagers.iter().find(|wager| wager["wager"] == "five-card-hand-bonus").unwrap();
        let posted: Vec<_> = bonus["pays"].as_array().unwrap().iter().map(|row| (&row["hand"], &row["pays"])).collect();
        for row in [("magic card", "20 for 1"), ("lucky bonus", "5 for 1")] {
            assert!(posted.contains(&(&json!(row.0), &json!(row.1))), "{bonus}");
        }
        let limited = made("Limited", include_str!("../../../submissions/pa-575-a.toml"));
        let unlimited = made("Unlimited", include_str!("../../../submissions/pa-575-c.toml"));
        for (table, asked) in [(limited, true), (unlimited, false)] {
            let (_, list) = manager.ask("GET", &format!("{table}/checklist"), None);
            let sign = list.as_array().unwrap().iter().any(|item| item["clause"] == "575.2(b)(7)");
            assert_eq!(sign, asked, "{list}");
            // What the check refuses stays on the list: a program never sees the layout.
            assert!(list.as_array().unwrap().iter().any(|item| item["clause"] == "575.2(b)(1)"), "{list}");
        }
    };
    tokio::task::spawn_blocking(test).await.unwrap();
}

/// The cards of a round.
struct Lies {
    seats: [(u8, &'static str); 2],
    dealer: &'static str,
    shared: Option<&'static str>,
}

/// What is different from table to table.
struct Game {
    submission: &'static str,
    shuffled: ShuffledBy,
    /// Rounds in which the first seat's progressive wager wins.
    progressive: [Lies; 2],
    /// How the winning cards of the second of them might have been read, so that nothing is won by them.
    misread: &'static str,
    /// One in which it does not.
    plain: Lies,
}

async fn an_evening_of_crazy_4_with_a_linked_progressive(place: &Place) {
    let game = Game {
        submission: include_str!("../../../submissions/pa-657a-a.toml"),
        shuffled: ShuffledBy::Hand,
        progressive: [
            Lies {
                seats: [(5, "5h 6h 7h 8h 9h"), (2, "Ac Ad 4s 7c 2d")],
                dealer: "Kc Kd 3s 8c 2s",
                shared: Some("Jc"),
            },
            Lies {
                seats: [(5, "5c 6c 7c 8c 9c"), (2, "Qc Qd 4s 7d 2d")],
                dealer: "Kc Kd 3s 8d 2s",
                shared: Some("Jc"),
            },
        ],
        misread: "Ah Ks 7s 8h 2h",
        plain: Lies {
            seats: [(5, "Ah Kh 7d 8h 2h"), (2, "Qc Qd 4s 7c 2d")],
            dealer: "Kc Kd 3s 8c 2s",
            shared: Some("Jc"),
        },
    };
    evening(place, game).await;
}

async fn an_evening_of_fortune_asia_poker_with_two_decks_and_dice(place: &Place) {
    let dealer = "Kc Kd 9h 8c 5s 3d 2c";
    let game = Game {
        submission: include_str!("../../../submissions/pa-659a-a.toml"),
        shuffled: ShuffledBy::Device,
        progressive: [
            Lies { seats: [(5, "As Ac Ad Ah Jk 7h 2d"), (2, "Qc Qd Jh Tc 6d 4h 3s")], dealer, shared: None },
            Lies { seats: [(5, "As Ks Qs Js Ts 7h 2d"), (2, "Qc Qd Jh Tc 6d 4h 3s")], dealer, shared: None },
        ],
        misread: "As Kh Jd 9d 7s 6h 2d",
        plain: Lies { seats: [(5, "As Kh Jd 9d 7s 6h 2d"), (2, "Qc Qd Jh Tc 6d 4h 3s")], dealer, shared: None },
    };
    evening(place, game).await;
}

/// Everybody is a blocking client of a house that has a runtime of its own.
async fn evening(place: &Place, game: Game) {
    let location = place.location();
    tokio::task::spawn_blocking(move || whole_evening(&location, game)).await.unwrap();
}

fn whole_evening(location: &Location, game: Game) {
    let folder = Folder::new();
    let mut table = Dealt::set_up(location, &folder.path().join("keys.toml"), game);
    table.opens_with_its_checklist();
    table.is_counted_and_made_ready();
    table.lets_nobody_else_sit();
    table.seats_its_players();

    // A progressive win that a floorperson validates.
    table.wagers();
    table.work_until(|view| view["waiting"]["verified"] == json!(true), 0);
    let (status, refused) = table.order(&table.dealer, &Command::Validate);
    assert_eq!((status, &refused["code"]), (403, &json!("not-your-duty")), "{refused}");
    table.work(0);
    table.has_paid_a_progressive();

    table.moves_chips();
    table.pauses();

    // The house restarts in the middle of a round; when it is back the dealer has been away for five minutes.
    table.wagers();
    table.work_until(|view| view["phase"] == json!("deciding"), 1);
    table.restarts_while_the_dealer_is_away();
    table.work_until(|view| view["settled"] == json!(true), 1);
    table.has_paid_a_progressive();
    table.is_corrected_by_two();
    table.is_voided_by_two();

    table.changes_dealers();
    table.wagers();
    table.work(2);
    table.closes();
    table.ends_on_record(location, &folder.path().join("keys.toml"));
}

/// A dealt table, and everybody around it.
struct Dealt {
    location: Location,
    keys: PathBuf,
    house: Option<House>,
    staff: Staff,
    manager: Client,
    dealer: Client,
    relief: Client,
    floor: Client,
    other_floor: Client,
    auditor: Client,
    players: [Client; 2],
    game: Game,
    fixed: Fixed,
    id: i64,
    next: std::cell::Cell<u64>,
    taken: std::cell::RefCell<Vec<Taken>>,
}

impl Dealt {
    fn set_up(location: &Location, keys: &Path, game: Game) -> Self {
        let house = House::open(location, keys, FAST);
        let staff = Staff::of(&house);
        let [manager, dealer, relief, floor, other_floor, auditor] = [
            ("Max", "manager"),
            ("Dora", "dealer"),
            ("Dirk", "dealer"),
            ("Flora", "floorperson"),
            ("Frank", "floorperson"),
            ("Audrey", "auditor"),
        ]
        .map(|(name, role)| staff.hire(name, role));
        let players = ["Paul", "Petra"].map(|name| staff.hire(name, "player"));
        let making = json!({ "name": "Pit 1", "submission": game.submission });
        for other in [&dealer, &floor] {
            assert_eq!(other.ask("POST", "/api/tables", Some(&making)).0, 403);
        }
        let (status, made) = manager.ask("POST", "/api/tables", Some(&making));
        assert_eq!((status, &made["kind"], &made["status"]), (201, &json!("dealt"), &json!("closed")), "{made}");
        let fixed = Fixed::new(submission::check(game.submission).rules.unwrap(), DealMode::Observed);
        Self {
            location: location.clone(),
            keys: keys.to_owned(),
            house: Some(house),
            staff,
            manager,
            dealer,
            relief,
            floor,
            other_floor,
            auditor,
            players,
            game,
            fixed,
            id: made["id"].as_i64().unwrap(),
            next: 0.into(),
            taken: Vec::new().into(),
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}/{rest}", self.id)
    }

    fn view(&self, who: &Client) -> Value {
        let (status, now) = who.ask("GET", &self.path("view"), None);
        assert_eq!(status, 200, "{now}");
        now["view"].clone()
    }

    /// Gives a command; what became of it.
    fn order(&self, who: &Client, command: &Command) -> (u16, Value) {
        self.next.set(self.next.get() + 1);
        let (id, expects) = (self.next.get(), self.view(who)["sequence"].clone());
        let order = json!({ "id": id, "expects": expects, "command": command });
        let (status, answer) = who.ask("POST", &self.path("commands"), Some(&order));
        if status == 200 {
            let sequence = answer["sequence"].as_u64().unwrap();
            self.taken.borrow_mut().push(Taken { table: self.id, who: who.who, id, sequence });
        }
        (status, answer)
    }

    /// Gives a command that is taken.
    fn take(&self, who: &Client, command: &Command) {
        let (status, answer) = self.order(who, command);
        assert_eq!(status, 200, "{command:?}: {answer} {}", self.view(who)["asks"]);
    }

    /// Gives a command that is refused with a code.
    fn refused(&self, who: &Client, command: &Command, status: u16, code: &str) {
        let (found, answer) = self.order(who, command);
        assert_eq!((found, &answer["code"]), (status, &json!(code)), "{command:?}: {answer}");
    }

    /// One asks for something that takes two and cannot grant it himself; another can, once.
    fn both(&self, asks: &Client, command: &Command, grants: &Client) {
        let before = self.view(&self.floor);
        let (status, waits) = self.order(asks, command);
        assert_eq!(status, 202, "{command:?}: {waits}");
        assert_eq!(self.view(&self.floor)["balances"], before["balances"], "nothing moves before it is granted");
        let grant = format!("/api/approvals/{}/grant", waits["approval"]);
        let (status, own) = asks.ask("POST", &grant, None);
        let code = if asks.who == self.dealer.who { "not-your-duty" } else { "own-request" };
        assert_eq!((status, &own["code"]), (403, &json!(code)), "{own}");
        let (status, granted) = grants.ask("POST", &grant, None);
        assert_eq!((status, &granted["standing"]), (200, &json!("used")), "{granted}");
        assert_eq!(granted["decided"]["by"], json!(grants.who));
        assert_eq!(grants.ask("POST", &grant, None).0, 409, "it is granted once");
    }

    /// What stands on an account of the table, in cents.
    fn balance(&self, account: &Value) -> i64 {
        let view = self.view(&self.floor);
        let balances = view["balances"].as_array().unwrap();
        let found = balances.iter().find(|balance| balance["account"] == *account);
        found.unwrap_or_else(|| panic!("no {account} in {balances:?}"))["amount"].as_i64().unwrap() / 100
    }

    fn inventory(&self) -> i64 {
        self.balance(&json!("inventory"))
    }

    fn opens_with_its_checklist(&self) {
        let open = self.path("open");
        let (_, list) = self.manager.ask("GET", &self.path("checklist"), None);
        let clauses: Vec<&str> = list.as_array().unwrap().iter().map(|item| item["clause"].as_str().unwrap()).collect();
        assert!(clauses.len() > 3, "{list}");
        for (checked, missing) in [(&clauses[..0], &clauses[..]), (&clauses[1..], &clauses[..1])] {
            let (status, refused) = self.manager.ask("POST", &open, Some(&json!({ "checked": checked })));
            assert_eq!((status, &refused["code"]), (422, &json!("checklist")), "{refused}");
            let named: Vec<_> = refused["faults"].as_array().unwrap().iter().map(|fault| &fault["clause"]).collect();
            assert_eq!(json!(named), json!(missing));
        }
        assert_eq!(self.view(&self.floor)["status"], json!("closed"));
        let all = json!({ "checked": clauses });
        assert_eq!(self.floor.ask("POST", &open, Some(&all)).0, 403, "the manager opens tables");
        let (status, opened) = self.manager.ask("POST", &open, Some(&all));
        assert_eq!(status, 200, "{opened}");
    }

    fn is_counted_and_made_ready(&self) {
        self.take(&self.floor, &Command::RelieveDealer { dealer: PersonId::new(self.dealer.who) });
        for who in [&self.dealer, &self.floor] {
            assert_eq!(
                self.view(who)["asks"].as_array().unwrap().last(),
                Some(&json!({ "opening-count": { "book": 0 } }))
            );
        }
        let fill = Command::Fill { amount: Cents::dollars(1_000), second: None };
        self.refused(&self.dealer, &fill, 409, "out-of-turn");
        let counted = Command::CountInventory { counted: Cents::dollars(50_000), second: None };
        self.both(&self.dealer, &counted, &self.floor);
        assert_eq!(self.inventory(), 5_000_000);
        // Nobody has come to look at the cards yet.
        self.work(0);
        let waits = self.view(&self.dealer);
        assert!(waits["asks"].as_array().unwrap().iter().all(|ask| ask["deck"]["step"] == json!("look")), "{waits}");
    }

    /// Only players the house knows, and patrons without a card; no guests, since the chips are worth money.
    fn lets_nobody_else_sit(&self) {
        let seat = seat_of(self.game.plain.seats[0].0);
        let guest = Client::guest(self.house.as_ref().unwrap().address);
        let sit = |player: u32| Command::Sit { seat, player: PersonId::new(player) };
        self.refused(&self.dealer, &sit(999), 422, "no-such-player");
        self.refused(&self.dealer, &sit(self.floor.who), 422, "no-player");
        self.refused(&self.dealer, &sit(guest.who), 422, "guest");
        self.refused(&guest, &sit(guest.who), 422, "guest");
        let (_, sheet) = self.dealer.ask("GET", &format!("/api/tables/{}", self.id), None);
        self.take(&self.dealer, &sit(sheet["no_card"].as_u64().unwrap() as u32));
        self.take(&self.dealer, &Command::Leave(seat));
        let amount = Cents::dollars(1);
        let buys = Command::BuyIn { player: PersonId::new(999), purse: Purse::Chips, amount };
        self.refused(&self.dealer, &buys, 422, "no-such-player");
    }

    fn seats_its_players(&self) {
        for (player, (seat, _)) in self.players.iter().zip(&self.game.plain.seats) {
            let (seat, player) = (seat_of(*seat), PersonId::new(player.who));
            self.take(&self.dealer, &Command::Sit { seat, player });
            let amount = Cents::dollars(1_000);
            self.take(&self.dealer, &Command::BuyIn { player, purse: Purse::Chips, amount });
        }
        self.refused(
            &self.players[0],
            &Command::BuyIn {
                player: PersonId::new(self.players[0].who),
                purse: Purse::Chips,
                amount: Cents::dollars(1),
            },
            403,
            "not-your-role",
        );
        self.work(0);
        assert_eq!(self.view(&self.dealer)["asks"], json!([]), "the decks are ready");
    }

    /// Both players wager, and the dealer enters it.
    fn wagers(&self) {
        for (seat, _) in &self.game.plain.seats {
            for wager in bot::wagers(&self.fixed, seat_of(*seat)) {
                self.take(&self.dealer, &wager);
            }
        }
    }

    /// Everybody does what he is asked, until nobody is asked anything.
    fn work(&self, round: usize) {
        while self.step(round) {}
    }

    /// The same, until the table looks so.
    fn work_until(&self, looks: impl Fn(&Value) -> bool, round: usize) {
        while !looks(&self.view(&self.floor)) {
            assert!(self.step(round), "nobody is asked anything: {}", self.view(&self.floor));
        }
    }

    /// Whoever is asked something does it, the dealer first; false if nobody is.
    fn step(&self, round: usize) -> bool {
        let [first, second] = &self.game.progressive;
        let lies = [first, second, &self.game.plain][round];
        for who in [&self.dealer, &self.floor] {
            let view = self.view(who);
            let mut asks = view["asks"].as_array().unwrap().iter().flat_map(|ask| ask.as_object().unwrap());
            if let Some(command) = asks.find_map(|(ask, about)| self.does(&view, ask, about, lies)) {
                self.take(who, &command);
                return true;
            }
        }
        false
    }

    /// What somebody does who is asked something.
    fn does(&self, view: &Value, ask: &str, about: &Value, lies: &Lies) -> Option<Command> {
        let seat = || serde_json::from_value::<Seat>(about["seat"].clone()).unwrap();
        Some(match ask {
            "deck" => return self.with_a_deck(view, about),
            "dealer" => self.deals(view, &about["step"], lies),
            "validate" => Command::Validate,
            "document" => Command::Documented(seat()),
            "play-or-fold" => Command::Play { seat: seat(), amount: Cents(about["least"].as_i64().unwrap()) },
            "set-hands" => Command::SetHands { seat: seat(), setting: None },
            "double-down" => Command::DoubleDown { seat: seat(), take: false },
            // Nobody surrenders.
            "surrender" => return None,
            other => panic!("{other} is asked, and nobody knows what to do: {about}"),
        })
    }

    fn with_a_deck(&self, view: &Value, about: &Value) -> Option<Command> {
        let deck: DeckId = serde_json::from_value(about["deck"].clone()).unwrap();
        let nobody_sits = view["seats"].as_array().unwrap().iter().all(|seat| seat["player"].is_null());
        Some(match about["step"].as_str().unwrap() {
            "receive" => Command::ReceiveDeck(deck),
            "inspect" => Command::InspectDeck(deck),
            "tear-joker" => Command::TearJoker(deck),
            "verify" => Command::VerifyDeck(deck),
            "spread" => Command::SpreadDeck(deck),
            "look" if nobody_sits => return None,
            "look" => Command::LookAtDeck(deck),
            "wash" => Command::WashDeck(deck),
            "shuffle" => Command::Shuffle { deck, by: self.game.shuffled, order: None, seal: None, counted: None },
            "cut" => Command::Cut { deck, cards: 20, by: None },
            other => panic!("{other} a deck that has just come"),
        })
    }

    fn deals(&self, view: &Value, step: &Value, lies: &Lies) -> Command {
        let cards = |text: &str| Setting::unset(text.parse().unwrap());
        if let Some((step, number)) = step.as_object().and_then(|step| step.iter().next()) {
            let number = number.as_u64().unwrap() as u8;
            return match step.as_str() {
                "reveal" => {
                    let held = lies.seats.iter().find(|(seat, _)| *seat == number).unwrap().1;
                    let set = self.fixed.set(held.parse().unwrap()).map_or_else(|| cards(held), |(set, _)| set);
                    Command::Reveal { seat: seat_of(number), shown: Reveal::Cards(set) }
                }
                "verify-win" => Command::VerifyWin { light: true },
                other => panic!("{other} {number}"),
            };
        }
        match step.as_str().unwrap() {
            "place-dice" => Command::PlaceDice,
            "no-more-bets" => Command::NoMoreBets,
            "count-progressive" => Command::CountProgressive { chips: 2 },
            "find-start" => Command::Roll { shakes: 3, dice: [2, 5, 4], announced: 11 },
            "deal" => Command::Deal { cards: None },
            "collect-unwagered" => Command::CollectUnwagered,
            "count-stub" => Command::CountStub { cards: stub(&self.fixed, view), misdealt: false },
            "cover-shaker" => Command::CoverShaker { shakes: 1 },
            "turn-cards" => Command::TurnDealer {
                setting: Some(cards(lies.dealer)),
                shared: lies.shared.map(|card| card.parse().unwrap()),
            },
            "close-round" => Command::CloseRound { secret: None },
            other => panic!("{other}"),
        }
    }

    /// The first seat's progressive wager was paid more than it cost, and its cards are documented.
    fn has_paid_a_progressive(&self) {
        let view = self.view(&self.floor);
        let seats = view["seats"].as_array().unwrap();
        let seat = seats.iter().find(|seat| seat["seat"] == json!(5)).unwrap();
        let progressive = seat["results"]
            .as_array()
            .unwrap()
            .iter()
            .find(|came| came["wager"].as_str().is_some_and(|wager| wager.ends_with("progressive")));
        let progressive = progressive.unwrap_or_else(|| panic!("no progressive wager in {seat}"));
        assert!(progressive["won"].as_i64().unwrap() > 10_000, "{progressive}");
    }

    /// A tip, a fill and a credit.
    fn moves_chips(&self) {
        let (player, before) = (json!({ "player": self.players[1].who }), self.inventory());
        let held = self.balance(&player);
        let amount = Cents::dollars(5);
        self.take(&self.dealer, &Command::Tip { seat: seat_of(self.game.plain.seats[1].0), amount });
        assert_eq!(self.balance(&player), held - 500);
        let fill = Command::Fill { amount: Cents::dollars(2_000), second: None };
        self.both(&self.floor, &fill, &self.other_floor);
        assert_eq!(self.inventory(), before + 200_000);
        self.both(&self.dealer, &Command::Credit { amount: Cents::dollars(500), second: None }, &self.manager);
        assert_eq!(self.inventory(), before + 150_000);
        let named = Command::Fill { amount: Cents::dollars(1), second: Some(PersonId::new(self.other_floor.who)) };
        self.refused(&self.floor, &named, 403, "second-person");
    }

    fn pauses(&self) {
        self.take(&self.floor, &Command::Pause { reason: "a glass was spilt".to_owned() });
        let wager = bot::wagers(&self.fixed, seat_of(5)).remove(0);
        self.refused(&self.dealer, &wager, 409, "table-status");
        self.take(&self.dealer, &Command::Resume);
    }

    /// The house is stopped and started. Whoever was seen five minutes ago must unlock his station, and whoever was
    /// seen four minutes ago need not.
    fn restarts_while_the_dealer_is_away(&mut self) {
        let before = self.view(&self.floor);
        drop(self.house.take());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        for (person, ago) in [(&self.dealer, 5 * 60_000), (&self.floor, 4 * 60_000)] {
            let seen = format!("UPDATE sessions SET seen = {} WHERE person = {}", now - ago, person.who);
            audit::tamper(&self.location, &seen);
        }
        let house = House::open(&self.location, &self.keys, FAST);
        let address = house.address;
        self.house = Some(house);
        let everybody = [
            &mut self.manager,
            &mut self.dealer,
            &mut self.relief,
            &mut self.floor,
            &mut self.other_floor,
            &mut self.auditor,
            &mut self.staff.administrator,
        ];
        for person in everybody.into_iter().chain(&mut self.players) {
            *person = person.at(address);
        }
        assert_eq!(self.view(&self.floor), before, "the round goes on");
        let (status, locked) = self.dealer.ask("GET", &self.path("view"), None);
        assert_eq!((status, &locked["code"]), (401, &json!("session-locked")), "{locked}");
        let unlock =
            |password: &str| self.dealer.ask("POST", "/api/session/unlock", Some(&json!({ "password": password }))).0;
        assert_eq!((unlock("a wrong one"), unlock(PASSWORD)), (401, 204));
        assert_eq!(self.view(&self.dealer)["sequence"], before["sequence"]);
    }

    /// The first seat's cards were misread, and a progressive was validated and paid by them: the dealer asks for the
    /// correction and a floorperson grants it. Then the first reading turns out to have been right, and the win is
    /// verified and validated as if for the first time.
    fn is_corrected_by_two(&self) {
        let player = json!({ "player": self.players[0].who });
        let paid = self.balance(&player);
        let seat = seat_of(self.game.plain.seats[0].0);
        let correct = |held: &str| {
            let cards = held.parse().unwrap();
            let setting = self.fixed.set(cards).map_or_else(|| Setting::unset(cards), |(set, _)| set);
            Command::Correct { seat, setting, second: None }
        };
        let (dull, right) = (correct(self.game.misread), correct(self.game.progressive[1].seats[0].1));
        self.refused(&self.players[0], &dull, 403, "not-your-duty");
        self.both(&self.dealer, &dull, &self.floor);
        self.work_until(|view| view["settled"] == json!(true), 1);
        assert!(self.balance(&player) < paid, "what was won is taken back");
        self.take(&self.dealer, &right);
        self.work_until(|view| view["settled"] == json!(true), 1);
        assert_eq!(self.balance(&player), paid, "the share was back on the meter");
    }

    /// A progressive is paid, so that one floorperson alone cannot void the round.
    fn is_voided_by_two(&self) {
        let players: Vec<Value> = self.players.iter().map(|player| json!({ "player": player.who })).collect();
        let paid: Vec<i64> = players.iter().map(|player| self.balance(player)).collect();
        let void =
            Command::VoidRound { reason: "a card of the other deck".to_owned(), second: None, irregularity: None };
        self.refused(&self.dealer, &void, 403, "not-your-duty");
        self.both(&self.floor, &void, &self.other_floor);
        let (_, rounds) = self.floor.ask("GET", &format!("/api/rounds?table={}&void=true", self.id), None);
        assert_eq!(rounds.as_array().unwrap().len(), 1, "{rounds}");
        assert!(self.balance(&players[0]) < paid[0], "the winner has his stakes back and no more");
        self.work(2);
    }

    /// The dealer goes home; her relief has forgotten his password.
    fn changes_dealers(&mut self) {
        self.take(&self.dealer, &Command::RelieveDealer { dealer: PersonId::new(self.relief.who) });
        assert_eq!(self.view(&self.floor)["dealt_by"], json!(self.relief.who));
        assert_eq!(self.dealer.ask("DELETE", "/api/session", None).0, 204);
        assert_eq!(self.dealer.ask("GET", "/api/session", None).0, 401, "her session is over");

        let address = self.house.as_ref().unwrap().address;
        let sign_in = |password: &str| {
            let (status, answer) = Client::new(address).ask(
                "POST",
                "/api/session",
                Some(&json!({ "name": "Dirk", "password": password })),
            );
            (status, answer["code"].as_str().unwrap_or_default().to_owned())
        };
        let wrong = || sign_in("a wrong one");
        assert_eq!([wrong(), wrong()], [(401, "wrong-password".to_owned()), (401, "wrong-password".to_owned())]);
        assert_eq!(wrong(), (403, "locked-out".to_owned()));
        assert_eq!(sign_in(PASSWORD), (403, "locked-out".to_owned()), "not even with the right one");
        let lift = format!("/api/people/{}/lift", self.relief.who);
        assert_eq!(self.floor.ask("POST", &lift, None).0, 403);
        assert_eq!(self.staff.administrator.ask("POST", &lift, None).0, 200);
        assert_eq!(sign_in(PASSWORD).0, 201);

        let other = "another sentence nobody guesses";
        let change = json!({ "old": PASSWORD, "new": other });
        assert_eq!(self.relief.ask("PUT", "/api/session/password", Some(&change)).0, 204);
        assert_eq!(self.relief.ask("GET", "/api/session", None).0, 401, "a new password ends every session");
        self.dealer = Client::person(address, "Dirk", other, Some("dealer"));
    }

    /// The players cash out, the inventory is counted and the table closed.
    fn closes(&self) {
        self.refused(&self.dealer, &Command::CloseTable, 403, "not-your-duty");
        self.refused(&self.floor, &Command::CloseTable, 409, "seated");
        for (player, (seat, _)) in self.players.iter().zip(&self.game.plain.seats) {
            self.take(&self.dealer, &Command::Leave(seat_of(*seat)));
            let amount = Cents(self.balance(&json!({ "player": player.who })));
            let player = PersonId::new(player.who);
            self.take(&self.dealer, &Command::CashOut { player, purse: Purse::Chips, amount });
        }
        // A chip is missing: that takes two. What agrees with the book does not.
        let short = Cents(self.inventory() - 500);
        self.both(&self.dealer, &Command::CountInventory { counted: short, second: None }, &self.other_floor);
        self.take(&self.floor, &Command::CountInventory { counted: short, second: None });
        self.take(&self.floor, &Command::CloseTable);
        assert_eq!(self.view(&self.floor)["status"], json!("closed"));
        assert_eq!(self.view(&self.dealer)["asks"], json!([]));
        let player = PersonId::new(self.players[0].who);
        let buys = Command::BuyIn { player, purse: Purse::Chips, amount: Cents::dollars(1) };
        self.refused(&self.dealer, &buys, 409, "closed");
    }

    /// What is taken out of the house verifies, is signed to its end, and the meters agree; an audit of the database
    /// comes to the same.
    fn ends_on_record(mut self, location: &Location, keys: &Path) {
        assert_eq!(self.manager.ask("GET", &self.path("journal"), None).0, 403, "one role hands records out");
        let (status, Value::String(text)) = self.auditor.ask("GET", &self.path("journal"), None) else {
            panic!("a journal has several lines")
        };
        assert_eq!(status, 200);
        let report = journal::verify(text.as_bytes());
        assert!(report.fault.is_none(), "{:?}", report.fault);
        assert_eq!((report.rounds, report.commands + 1), (3, report.lines as u64));
        let (_, signatures) = self.auditor.ask("GET", &self.path("signatures"), None);
        let signatures: Vec<SignedHead> = serde_json::from_value(signatures).unwrap();
        let shown = signed_heads::check(text.as_bytes(), &signatures, &[]).unwrap();
        assert_eq!(shown.upto, report.commands, "the close is signed");
        let (_, reckoned) = self.auditor.ask("GET", "/api/meters/reconciliation", None);
        let reckoned = reckoned.as_array().unwrap();
        let fed = |meter: &&Value| meter["sequence"].as_u64() > Some(0);
        assert!(reckoned.iter().any(|meter| fed(&meter)), "{reckoned:?}");
        assert!(reckoned.iter().all(|meter| meter["agrees"] == json!(true)), "{reckoned:?}");
        drop(self.house.take());
        Audit::of(location, keys).look(&self.taken.borrow());
    }
}

fn seat_of(number: u8) -> Seat {
    Seat::ALL[usize::from(number) - 1]
}

/// What is left of the deck when everything lies on the table.
fn stub(fixed: &Fixed, view: &Value) -> u8 {
    let places = view["seats"].as_array().unwrap().iter().map(|seat| &seat["hand"]);
    let out: u64 = places.chain([&view["dealer"], &view["shared"]]).map(|hand| hand["count"].as_u64().unwrap()).sum();
    fixed.game.deck().len() as u8 - out as u8
}
