//! A table on the bench: any ready submission, brought to any point of a round in a line, with cards laid as wanted.

mod submissions;

use croupier_rules::submission::check;
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Card, CardSet, Cents, Phase, Place, Position, Revision, Seat, Setting, Wager, WagerKind};
use croupier_table::commitment::{CommittedDraws, CommittedShuffle, Digest};
use croupier_table::{
    Actor, Command, CommandEnvelope, DealMode, DealerStep, DeckId, DeckOrder, DeckStage, Event, LocalMeters, PersonId,
    Prompt, Purse, Refusal, Reservation, Reveal, SeatStatus, ShareDue, StepInputs, Table, TableConfig, TableRole,
    Tender, Timestamp,
};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) const DEALER: Actor = Actor::dealer(1);
pub(crate) const FLOOR: Actor = Actor::floorperson(2);
pub(crate) const MAIN: Wager = Wager::own(WagerKind::Main);

/// The player who sits at a seat of the bench: 101 at seat 1 and so on.
pub(crate) fn player(seat: u8) -> Actor {
    Actor::player(100 + u32::from(seat))
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("one to six")
}

pub(crate) fn cards(written: &str) -> CardSet {
    written.parse().expect("cards")
}

pub(crate) fn setting(written: &str) -> Setting {
    written.parse().expect("a setting")
}

fn submission(name: &str) -> String {
    let found = submissions::SUBMISSIONS.iter().find(|(known, _)| *known == name);
    found.expect("a ready submission").1.to_owned()
}

/// What a bench has of chance: cards as laid, the rest scattered.
pub(crate) struct Fixed {
    pub(crate) laid: BTreeMap<Place, CardSet>,
    pub(crate) set: BTreeMap<Seat, Setting>,
    pub(crate) dice: [u8; 3],
    pub(crate) draws: CommittedDraws,
    pub(crate) meters: LocalMeters,
    pub(crate) cut: u8,
    order: Option<DeckOrder>,
}

pub(crate) const SECRET: &[u8] = b"the secret of the bench";

impl Fixed {
    fn start(&self, table: &Table) -> (Position, [u8; 3]) {
        let counted = |total| Position::counted(total).unwrap_or(Position::DEALER);
        match table.start_method() {
            Some(StartMethod::Dice) => (counted(self.dice.iter().sum()), self.dice),
            Some(StartMethod::Generator) => (counted(self.dice[0]), [self.dice[0], 0, 0]),
            Some(StartMethod::Button) => (table.state().button, [0; 3]),
            None => (Position::DEALER, [0; 3]),
        }
    }

    /// A deck by which each place gets what is laid there.
    fn deck(&self, table: &Table) -> DeckOrder {
        let all = table.house().game.deck();
        let named = self.laid.values().fold(CardSet::EMPTY, |named, cards| named.union(*cards));
        let mut rest: Vec<Card> = all.difference(named).iter().collect();
        rest.sort_by_key(|card| (card.index() * 31 + 7) % 53);
        let mut rest = rest.into_iter();
        let mut laid: BTreeMap<Place, _> = self.laid.iter().map(|(place, cards)| (*place, cards.iter())).collect();
        let mut order: Vec<Card> = Vec::new();
        for place in table.deal_plan(self.start(table).0) {
            let named = place.and_then(|place| laid.get_mut(&place)?.next());
            order.extend(named.or_else(|| rest.next()));
        }
        order.extend(rest);
        order.extend(laid.into_values().flatten());
        DeckOrder::new(&order, all).expect("a whole deck")
    }

    /// The cards that lie at a place.
    pub(crate) fn lying(&self, table: &Table, place: Place) -> CardSet {
        let Some(order) = self.order else { return CardSet::EMPTY };
        let plan = table.deal_plan(self.start(table).0).into_iter().enumerate();
        plan.filter(|(_, to)| *to == Some(place)).filter_map(|(number, _)| order.card(number)).collect()
    }

    /// How a seat sets: as wanted, or by the house way.
    pub(crate) fn setting(&self, table: &Table, seat: Seat) -> Option<Setting> {
        let cards = self.lying(table, Place::Seat(seat));
        self.set.get(&seat).copied().or_else(|| table.house().set(cards).map(|(setting, _)| setting))
    }
}

impl StepInputs for Fixed {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        let wanted = self.deck(table);
        self.order = Some(wanted);
        let len = wanted.cards().len() as u8;
        // A deck that comes shuffled is cut, whatever shuffles it afterwards.
        let comes_shuffled = table.state().decks[deck.index()].stage == DeckStage::Received;
        let is_cut = comes_shuffled || !table.shuffles_by_device();
        let order = if is_cut { wanted.cut(len - self.cut) } else { wanted };
        let promise = CommittedShuffle { order, draws: CommittedDraws { start: self.start(table).1, ..self.draws } };
        (table.house().mode == DealMode::Sealed).then(|| (order, Some(promise.root(&Digest::of(SECRET)))))
    }

    fn dice(&mut self) -> [u8; 3] {
        self.dice
    }

    fn number(&mut self) -> u8 {
        self.dice[0]
    }

    fn draws(&mut self, _: &Table) -> CommittedDraws {
        self.draws
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        self.meters.answer(due)
    }

    fn secret(&mut self) -> Option<Digest> {
        Some(Digest::of(SECRET))
    }

    fn dealer(&mut self, table: &Table) -> (Option<Setting>, Option<CardSet>) {
        let shared = Some(self.lying(table, Place::Shared)).filter(|shared| !shared.is_empty());
        let setting = Setting::unset(self.lying(table, Place::Dealer));
        if table.house().mode == DealMode::Sealed { (None, None) } else { (Some(setting), shared) }
    }

    fn reveal(&mut self, table: &Table, seat: Seat) -> Reveal {
        match self.setting(table, seat) {
            Some(setting) if table.house().mode == DealMode::Observed => Reveal::Cards(setting),
            _ => Reveal::Known,
        }
    }

    fn cut(&mut self, _: &Table) -> u8 {
        self.cut
    }
}

/// The table and its supply.
pub(crate) struct Bench {
    pub(crate) table: Table,
    pub(crate) supply: Fixed,
    pub(crate) now: Timestamp,
    /// What each seat does when it is asked to play or fold.
    pub(crate) folds: Vec<Seat>,
}

impl Bench {
    /// A closed table by a ready submission, with some words of it replaced.
    pub(crate) fn new(name: &str, mode: DealMode, edits: &[(&str, &str)]) -> Self {
        Self::beginning_at(name, mode, edits, Revision::CURRENT)
    }

    /// The same, begun at this revision of the rules; it adopts those of today between two rounds.
    pub(crate) fn beginning_at(name: &str, mode: DealMode, edits: &[(&str, &str)], revision: Revision) -> Self {
        Self::between(name, mode, edits, (revision, Revision::CURRENT))
    }

    /// The same at a revision of the rules, which the table keeps.
    pub(crate) fn at_revision(name: &str, mode: DealMode, edits: &[(&str, &str)], revision: Revision) -> Self {
        Self::between(name, mode, edits, (revision, revision))
    }

    fn between(name: &str, mode: DealMode, edits: &[(&str, &str)], revisions: (Revision, Revision)) -> Self {
        let written = edits.iter().fold(submission(name), |text, (from, to)| {
            assert!(text.contains(from), "{name} has no {from}");
            text.replacen(from, to, 1)
        });
        let mut house = TableConfig::new(check(&written).rules.expect("a right submission"), mode);
        (house.first_revision, house.newest_revision) = revisions;
        let supply = Fixed {
            laid: BTreeMap::new(),
            set: BTreeMap::new(),
            dice: [2, 2, 3],
            draws: CommittedDraws::default(),
            meters: LocalMeters::seeded(&house),
            cut: 20,
            order: None,
        };
        let table = Table::new(Arc::new(house));
        Self { table, supply, now: Timestamp(1_000_000), folds: Vec::new() }
    }

    pub(crate) fn sealed(name: &str) -> Self {
        Self::new(name, DealMode::Sealed, &[])
    }

    pub(crate) fn observed(name: &str) -> Self {
        Self::new(name, DealMode::Observed, &[])
    }

    /// Lays cards at a place for the next shuffle.
    pub(crate) fn lay(mut self, place: Place, written: &str) -> Self {
        self.supply.laid.insert(place, cards(written));
        self
    }

    pub(crate) fn at(&mut self, seat: u8, written: &str) {
        self.supply.laid.insert(Place::Seat(self::seat(seat)), cards(written));
    }

    /// Gives a command.
    pub(crate) fn give(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
        let envelope = CommandEnvelope { id: None, at: self.now, by, command };
        let events = self.table.act(&envelope)?;
        for event in &events {
            self.supply.meters.apply(event);
        }
        Ok(events)
    }

    /// Gives a command that must be taken.
    pub(crate) fn must(&mut self, by: Actor, command: Command) -> Vec<Event> {
        let told = format!("{command:?}");
        self.give(by, command).unwrap_or_else(|refusal| panic!("{told}: {refusal}"))
    }

    /// Opens the table with dice in the shaker and seats a player with money at each of these.
    pub(crate) fn open(mut self, seats: &[u8]) -> Self {
        self.must(FLOOR, Command::OpenTable);
        if self.table.start_method() == Some(StartMethod::Dice) {
            self.must(DEALER, Command::PlaceDice);
        }
        for &number in seats {
            self.sit(number, player(number).who);
        }
        self
    }

    /// Seats somebody with money in both purses.
    pub(crate) fn sit(&mut self, number: u8, player: PersonId) {
        self.must(DEALER, Command::Sit { seat: seat(number), player });
        for purse in [Purse::Chips, Purse::GameAccount] {
            self.must(DEALER, Command::BuyIn { player, purse, amount: Cents::dollars(100_000) });
        }
    }

    /// Who sits there.
    pub(crate) fn who(&self, number: u8) -> Actor {
        let who = self.table.state().seats[seat(number).index()].expect("somebody sits there");
        Actor { role: TableRole::Player, who }
    }

    /// Places a wager on the player's own hand.
    pub(crate) fn bet(mut self, number: u8, kind: WagerKind, dollars: i64) -> Self {
        self.wager(number, Wager::own(kind), dollars);
        self
    }

    /// Places a wager as it must be made.
    pub(crate) fn wager(&mut self, number: u8, wager: Wager, dollars: i64) {
        let made_with = self.table.house().price(wager.kind).map(|price| price.spec.settled.made_with);
        let electronic = made_with == Some(croupier_rules::FundedBy::GameAccount);
        let tender = if electronic { Tender::GameAccount } else { Tender::Chips };
        let amount = Cents::dollars(dollars);
        self.must(self.who(number), Command::Place { seat: seat(number), wager, amount, tender });
    }

    /// Goes on by the book until the table asks the dealer for this step, or the phase is reached.
    pub(crate) fn until(mut self, reached: impl Fn(&Table) -> bool) -> Self {
        for _ in 0..300 {
            if reached(&self.table) {
                return self;
            }
            self.step();
        }
        panic!("that is never reached: {:?}", self.table.prompts())
    }

    /// Goes on to a phase.
    pub(crate) fn to(self, phase: Phase) -> Self {
        self.until(|table| table.round().phase == phase)
    }

    /// Goes on until the dealer is asked for this.
    pub(crate) fn until_asked(self, wanted: DealerStep) -> Self {
        self.until(|table| {
            table.prompts().iter().any(|ask| matches!(ask, Prompt::Dealer { step, .. } if *step == wanted))
        })
    }

    /// One step by the book.
    pub(crate) fn step(&mut self) -> Vec<Event> {
        let observed = self.table.house().mode == DealMode::Observed;
        for ask in self.table.prompts() {
            let (number, command) = match ask {
                Prompt::SetHands { seat, .. } => {
                    let setting = self.supply.setting(&self.table, seat).filter(|_| !observed);
                    (seat, Command::SetHands { seat, setting })
                }
                Prompt::DoubleDown { seat, .. } => (seat, Command::DoubleDown { seat, take: false }),
                Prompt::PlayOrFold { seat, .. } if self.folds.contains(&seat) => (seat, Command::Fold(seat)),
                Prompt::PlayOrFold { seat, least, .. } => (seat, Command::Play { seat, amount: least }),
                _ => continue,
            };
            return self.must(self.who(number.number()), command);
        }
        let due = self.table.due(&mut self.supply);
        let due = due.unwrap_or_else(|| panic!("nothing is due: {:?}", self.table.prompts()));
        let by = match due.role {
            TableRole::Dealer | TableRole::Player => DEALER,
            TableRole::Floorperson | TableRole::Manager => FLOOR,
            TableRole::House => Actor::HOUSE,
        };
        self.must(by, due.command)
    }

    /// What a player has in chips.
    pub(crate) fn chips(&self, number: u8) -> Cents {
        let account = croupier_table::Account::Player(self.who(number).who);
        self.table.state().ledger.balance(account).cents()
    }

    pub(crate) fn standing(&self, number: u8) -> SeatStatus {
        self.table.round().area(seat(number)).standing
    }
}
