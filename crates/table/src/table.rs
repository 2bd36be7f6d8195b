//! A table: its state, and the two functions everything goes through.
//!
//! [`Table::decide`] answers a command with events or a refusal and changes nothing; [`Table::apply`] folds an event in
//! and cannot fail. Note: a game never appears here. Its [`Procedure`](croupier_rules::procedure::Procedure) says
//! what comes when and under which clause, and the driver reads that.

use crate::actor::{PersonId, Timestamp};
use crate::command::CommandEnvelope;
use crate::config::{DealMode, TableConfig};
use crate::deck::{Deck, DeckId, DeckStage};
use crate::event::Event;
use crate::ledger::Ledger;
use crate::recent_commands::RecentCommands;
use crate::refusal::Refusal;
use crate::round::{BettingArea, Round, SeatStatus};
use crate::status::TableStatus;
use croupier_rules::procedure::{
    DealPattern, DealProcedure, Recipients, SharedCardTiming, StartProcedure, StartTiming, Surrender, SurrenderTiming,
};
use croupier_rules::vocabulary::{DealMethod, StartMethod, Step};
use croupier_rules::{CardSet, Clause, Phase, Place, Position, Revision, RulesChange, Seat, Setting, Wager, WagerKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that changes at a table. Stored and read again it is the same, so that a restart need not begin with the first
/// line of the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TableState {
    /// Whether it is open.
    pub status: TableStatus,
    /// The time of the last command.
    pub clock: Timestamp,
    /// How many commands it has taken.
    pub sequence: u64,
    /// The revision of the rules by which commands are decided.
    #[serde(default, skip_serializing_if = "Revision::is_first")]
    pub revision: Revision,
    /// Why no wager is taken for the moment, if the table is paused.
    pub paused: Option<String>,
    /// Who deals, once that has been said.
    pub dealer: Option<PersonId>,
    /// Whether the inventory has been counted since the table was opened.
    pub counted: bool,
    /// Who sits where, seat 1 first.
    pub seats: [Option<PersonId>; 6],
    /// Whether the game is just beginning and nobody has arrived for it.
    pub nobody_yet: bool,
    /// Who arrived first for a game that is just beginning, and has the first cut of § 670a.5(d)(1).
    pub first_to_arrive: Option<Seat>,
    /// The decks.
    pub decks: [Deck; 2],
    /// The deck of the next round.
    pub next_deck: DeckId,
    /// Which seats have declined the cut.
    pub declined: [bool; 6],
    /// Who cut last: a player, or the dealer.
    pub last_cut: Option<Position>,
    /// Whether a floorperson has required a recut.
    pub recut: bool,
    /// Since when the dice serve.
    pub dice: Option<Timestamp>,
    /// Where the button lies.
    pub button: Position,
    /// Whether the shuffling device is out of order.
    pub shuffler_out: bool,
    /// Whether the automated shoe is out of order.
    pub shoe_out: bool,
    /// Rounds since the stub was last counted.
    pub since_stub: u8,
    /// The money.
    pub ledger: Ledger,
    /// The round.
    pub round: Round,
    /// The betting areas as they last were in a round, for wagers that are repeated.
    pub last: [BettingArea; 6],
    /// The last commands taken, by the numbers clients gave them.
    pub seen: RecentCommands,
}

impl Default for TableState {
    fn default() -> Self {
        Self {
            status: TableStatus::Closed,
            clock: Timestamp(0),
            sequence: 0,
            revision: Revision::FIRST,
            paused: None,
            dealer: None,
            counted: false,
            seats: [None; 6],
            nobody_yet: true,
            first_to_arrive: None,
            decks: Default::default(),
            next_deck: DeckId::First,
            declined: [false; 6],
            last_cut: None,
            recut: false,
            dice: None,
            button: Position::DEALER,
            shuffler_out: false,
            shoe_out: false,
            since_stub: 0,
            ledger: Ledger::default(),
            round: Round::default(),
            last: Default::default(),
            seen: RecentCommands::default(),
        }
    }
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) house: Arc<TableConfig>,
    pub(crate) state: TableState,
}

impl Table {
    /// A closed table by these rules.
    pub fn new(house: Arc<TableConfig>) -> Self {
        let state = TableState { revision: house.first_revision, ..TableState::default() };
        Self { house, state }
    }

    /// A table as it was stored.
    pub fn restored(house: Arc<TableConfig>, state: TableState) -> Self {
        Self { house, state }
    }

    /// The fixed side.
    pub fn house(&self) -> &Arc<TableConfig> {
        &self.house
    }

    /// The state.
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// The round.
    pub fn round(&self) -> &Round {
        &self.state.round
    }

    /// Whether commands are decided with this change of the rules.
    pub fn includes(&self, change: RulesChange) -> bool {
        self.state.revision.includes(change)
    }

    /// What a command leads to; nothing if it has been given before.
    ///
    /// # Errors
    /// If it is not lawful now, the first thing wrong with it.
    pub fn decide(&self, envelope: &CommandEnvelope) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        self.decide_into(envelope, &mut events)?;
        Ok(events)
    }

    /// Whether a command would be taken now.
    pub fn can(&self, envelope: &CommandEnvelope) -> bool {
        self.verify(envelope).is_ok()
    }

    /// Why a command would not be taken now.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn verify(&self, envelope: &CommandEnvelope) -> Result<(), Refusal> {
        self.decide(envelope).map(drop)
    }

    /// Takes in a command that was decided: its time and number, and what happened.
    pub fn commit(&mut self, envelope: &CommandEnvelope, events: &[Event]) {
        self.state.clock = envelope.at;
        self.state.sequence = self.state.sequence.wrapping_add(1);
        self.state.seen.note(envelope, self.state.sequence);
        for event in events {
            self.apply(event);
        }
    }

    /// The place in the journal of a command that has been taken before: it would have no second effect.
    pub fn find_duplicate(&self, envelope: &CommandEnvelope) -> Option<u64> {
        self.state.seen.find_duplicate(envelope)
    }

    /// Decides a command and takes it in.
    ///
    /// # Errors
    /// As [`decide`](Self::decide); the table is then unchanged.
    pub fn act(&mut self, envelope: &CommandEnvelope) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(envelope)?;
        // A command given twice leaves no trace, not even of its time.
        if self.find_duplicate(envelope).is_none() {
            self.commit(envelope, &events);
        }
        Ok(events)
    }

    /// Whether the order of the deck in play is gone, without which a sealed round cannot go on: its house has lost the
    /// keys it was sealed with.
    pub fn cards_are_lost(&self) -> bool {
        let open = self.state.round.phase != Phase::Closed;
        let deck = self.state.round.deck.filter(|_| open && self.sealed());
        deck.is_some_and(|deck| self.deck(deck).order.is_none())
    }

    /// How the cards are dealt: by the submission's method, or from a manual shoe once a device it needs is out of
    /// order.
    pub fn method(&self) -> DealMethod {
        let submitted = self.house.rules.deal;
        let needs_device = self.house.procedure.dealing(submitted).pattern != DealPattern::BackAndForth;
        match submitted {
            DealMethod::AutomatedShoe if self.state.shoe_out => DealMethod::ManualShoe,
            DealMethod::Hand if self.state.shuffler_out && needs_device => DealMethod::ManualShoe,
            method => method,
        }
    }

    pub(crate) fn dealing(&self) -> &'static DealProcedure {
        self.house.procedure.dealing(self.method())
    }

    /// Where the text locks out wagers on devices, or else has "no more bets" announced.
    pub(crate) fn lock_out_clause(&self) -> Clause {
        let dealing = self.dealing();
        dealing.lock_out.unwrap_or(dealing.no_more_bets)
    }

    /// How the start is found here, and when; none where it is not.
    pub(crate) fn starting(&self) -> Option<(StartMethod, StartTiming, &'static StartProcedure)> {
        let start = self.house.rules.start?;
        let starting = self.house.procedure.start.as_ref()?;
        // Without device and automated shoe there is no button (§ 575.5(g)(3), MA 11(d)): the generator takes its
        // place.
        let method = match start.method {
            StartMethod::Button if self.state.shoe_out || self.state.shuffler_out => StartMethod::Generator,
            method => method,
        };
        Some((method, self.dealing().start, starting))
    }

    /// How the start is found at this table now; none where it is not.
    pub fn start_method(&self) -> Option<StartMethod> {
        self.starting().map(|(method, ..)| method)
    }

    /// The cards a deck of this game has.
    pub(crate) fn deck_len(&self) -> u8 {
        self.house.game.deck().len() as u8
    }

    /// Whether a device shuffles the cards: one that the submission has, and that works.
    pub fn shuffles_by_device(&self) -> bool {
        self.house.rules.shuffle.method.is_device() && !self.state.shuffler_out
    }

    /// Whether decks come inspected and shuffled, so that the opening steps fall away.
    pub(crate) fn opening_lifted(&self) -> bool {
        let cards = &self.house.rules.cards;
        cards.preinspected && (cards.preshuffled || !self.includes(RulesChange::OpeningOfUnshuffledDecks))
    }

    /// Whether two decks take turns: only with a device that works.
    pub(crate) fn two_decks(&self) -> bool {
        self.house.rules.cards.decks == 2 && !self.state.shuffler_out
    }

    pub(crate) fn deck(&self, deck: DeckId) -> &Deck {
        &self.state.decks[deck.index()]
    }

    /// Whether a deck can be dealt.
    pub fn ready(&self, deck: DeckId) -> bool {
        self.deck(deck).stage == DeckStage::Ready
    }

    /// How the house way sets these cards at this table, and by which of its rules.
    pub fn set(&self, cards: CardSet) -> Option<(Setting, Option<u8>)> {
        self.house.set_at(self.state.revision, cards)
    }

    /// Whether two settings of the same cards have hands of the same rank, so that neither is the better.
    pub(crate) fn set_alike(&self, one: &Setting, other: &Setting) -> bool {
        let ranking = self.house.game.ranking(&self.house.rules.choices).card_by_card();
        let sizes = |setting: &Setting| [setting.high.len(), setting.medium.len(), setting.low.len()];
        sizes(one) == sizes(other) && one.ranks(&ranking) == other.ranks(&ranking)
    }

    pub(crate) fn area(&self, seat: Seat) -> &BettingArea {
        self.state.round.area(seat)
    }

    pub(crate) fn player(&self, seat: Seat) -> Option<PersonId> {
        self.state.seats[seat.index()]
    }

    pub(crate) fn sealed(&self) -> bool {
        self.house.mode == DealMode::Sealed
    }

    /// Where each card would go if the deal started here, from the first dealt to the last; none to the rack.
    pub fn deal_plan(&self, start: Position) -> Vec<Option<Place>> {
        let route = self.route_from(start);
        (0..route.total()).map(|number| route.destination(number)).collect()
    }

    /// The way the cards go in this round.
    pub(crate) fn route(&self) -> DealRoute {
        self.route_from(self.state.round.start.unwrap_or(Position::DEALER))
    }

    fn route_from(&self, start: Position) -> DealRoute {
        let dealing = self.dealing();
        let round = &self.state.round;
        let mut places = [Place::Dealer; 7];
        let mut count = 0;
        let mut add = |place| {
            places[count] = place;
            count += 1;
        };
        match dealing.recipients {
            Recipients::AllPositions => {
                let mut position = start;
                for _ in 0..7 {
                    add(position.place());
                    position = position.clockwise();
                }
            }
            Recipients::WageringPlayers => {
                round.wagering().for_each(|seat| add(Place::Seat(seat)));
                add(Place::Dealer);
            }
        }
        let six_card = Wager::own(WagerKind::SixCardBonus);
        let shared = dealing.shared.filter(|_| round.areas.iter().any(|area| area.stake(six_card).0 > 0));
        DealRoute {
            places,
            count,
            each: self.house.game.cards_dealt(),
            pattern: dealing.pattern,
            shared: shared.map(|shared| shared.comes),
        }
    }

    /// Whether a surrender is open to this seat.
    pub(crate) fn surrender_open(&self, seat: Seat) -> bool {
        use croupier_rules::Phase::{Deciding, Responding, Settling};
        let round = &self.state.round;
        let Some(surrender) = self.house.procedure.playing.surrender else { return false };
        let opened = match surrender.opens {
            SurrenderTiming::WhenDealt => matches!(round.phase, Deciding | Responding | Settling),
            SurrenderTiming::WhenDealerSets => matches!(round.phase, Responding | Settling) && round.dealer_up,
        };
        let area = round.area(seat);
        let barred =
            surrender.barred_by_optional_wager && area.wagers().any(|(wager, _)| wager != Wager::own(WagerKind::Main));
        opened && area.live() && !area.revealed && !area.may_void && !barred
    }

    /// The seats that could not surrender before the dealer's hands were set, and whose hands the program shows next:
    /// were it done at once, nobody could ever surrender (§ 659a.11(d), § 575.11(d)).
    pub fn surrender_waits(&self) -> impl Iterator<Item = Seat> {
        let late = |surrender: Surrender| surrender.opens == SurrenderTiming::WhenDealerSets;
        let waits = self.house.procedure.playing.surrender.is_some_and(late) && self.house.automates(Step::Reveal);
        Seat::ALL.into_iter().filter(move |&seat| waits && self.surrender_open(seat))
    }

    /// Whether a wager of another's stands that can earn envy from this seat's hand, those of a seat that is just going
    /// out of the round left aside.
    pub(crate) fn envied(&self, holder: Seat, going: Option<Seat>) -> bool {
        let others = self.state.round.wagering().filter(|&seat| Some(seat) != going);
        others
            .filter(|&seat| self.player(seat) != self.player(holder))
            .any(|seat| self.earns_envy(seat).next().is_some())
    }

    /// The wagers of a seat that earn envy, with what they are worth.
    pub(crate) fn earns_envy(&self, seat: Seat) -> impl Iterator<Item = (Wager, &croupier_rules::EnvyIndex, Clause)> {
        let area = self.state.round.area(seat);
        let out = matches!(area.standing, SeatStatus::Voided | SeatStatus::Abandoned);
        self.house.prices().iter().filter(move |_| !out).filter_map(move |price| {
            let wager = Wager::own(price.spec.kind);
            let envy = price.envy(area.stake(wager))?;
            Some((wager, envy, price.spec.settled.envy?))
        })
    }

    /// The seats whose hands are still to be shown, in the order they are.
    pub fn to_show(&self) -> impl Iterator<Item = Seat> {
        self.to_show_without(None)
    }

    /// As [`to_show`](Self::to_show) once a seat has gone out of the round.
    pub(crate) fn to_show_without(&self, going: Option<Seat>) -> impl Iterator<Item = Seat> {
        Seat::from_the_right().filter(move |&seat| Some(seat) != going && self.shows(seat, going))
    }

    /// Whether a seat's hand is still to be shown once a seat has gone out of the round.
    pub(crate) fn shows(&self, seat: Seat, going: Option<Seat>) -> bool {
        let area = self.area(seat);
        if area.main().0 == 0 || area.settled {
            return false;
        }
        match area.standing {
            SeatStatus::Live => true,
            SeatStatus::Folded => self.wagers_after_fold(seat).next().is_some(),
            SeatStatus::Surrendered => self.stays_surrendered(going),
            SeatStatus::Voided | SeatStatus::Abandoned => false,
        }
    }

    /// Whether surrendered hands stay on the table and are shown in their turn: while any Qualifying Wager stands, also
    /// the player's own on another area (§ 659a.11(d), R-40). A seat that is just going out of the round is left aside.
    pub(crate) fn stays_surrendered(&self, going: Option<Seat>) -> bool {
        let mut others = self.state.round.wagering().filter(|&seat| Some(seat) != going);
        self.house.procedure.playing.surrender.is_some_and(|surrender| surrender.stays_for_envy)
            && others.any(|seat| self.earns_envy(seat).next().is_some())
    }

    /// The wagers that a fold leaves standing.
    pub(crate) fn wagers_after_fold(&self, seat: Seat) -> impl Iterator<Item = Wager> {
        self.area(seat).wagers().map(|(wager, _)| wager).filter(|wager| self.survives_fold(*wager))
    }

    /// Whether a fold leaves a wager standing.
    pub(crate) fn survives_fold(&self, wager: Wager) -> bool {
        let settled = self.house.price(wager.kind).map(|price| price.spec.settled);
        settled.is_some_and(|settled| matches!(settled.after_fold, Some(croupier_rules::FoldEffect::Stays(_))))
    }

    /// All cards whose faces are known to be out, except at some places.
    pub(crate) fn known_cards_except(&self, except: &[Place]) -> CardSet {
        let places = Seat::ALL.into_iter().map(Place::Seat).chain([Place::Dealer, Place::Shared]);
        places
            .filter(|place| !except.contains(place))
            .fold(CardSet::EMPTY, |seen, place| seen.union(self.state.round.hand(place).cards))
    }
}

/// The way cards go: which leaves the deck for where.
pub(crate) struct DealRoute {
    places: [Place; 7],
    count: usize,
    each: usize,
    pattern: DealPattern,
    shared: Option<SharedCardTiming>,
}

impl DealRoute {
    /// How many cards are dealt in all, those of a racked stack among them.
    pub(crate) const fn total(&self) -> usize {
        self.count * self.each
            + match self.shared {
                None => 0,
                Some(SharedCardTiming::First) => 1,
                Some(SharedCardTiming::FromNextStack) => self.each,
            }
    }

    /// Where the card with this number goes; none to the rack.
    pub(crate) fn destination(&self, number: usize) -> Option<Place> {
        let first = matches!(self.shared, Some(SharedCardTiming::First));
        if first && number == 0 {
            return Some(Place::Shared);
        }
        let number = number - usize::from(first);
        if number >= self.count * self.each {
            return (number == self.count * self.each).then_some(Place::Shared);
        }
        let place = match self.pattern {
            DealPattern::Singly => number % self.count,
            DealPattern::Stacks => number / self.each,
            // Left to right, then right to left: MA 9(c).
            DealPattern::BackAndForth => {
                let (pass, stack) = (number / self.count, number % self.count);
                if pass % 2 == 0 { stack } else { self.count - 1 - stack }
            }
        };
        Some(self.places[place])
    }
}
