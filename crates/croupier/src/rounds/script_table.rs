//! The table on which a script is played, the people at it, and what has happened.

use super::script_inputs::{ScriptInputs, ShufflePlans};
use croupier_rules::{Cents, Place, Registry, Seat, Wager};
use croupier_table::journal::{Header, Journal};
use croupier_table::{
    Account, Actor, Command, CommandEnvelope, DealMode, DealerStep, DeckStep, Event, PersonId, Prompt, Purse, Refusal,
    Table, TableRole, Tender, Timestamp,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The people of a script. A player is known by the number of his first seat.
pub(crate) const DEALER: Actor = Actor::dealer(101);
pub(crate) const FLOORPERSON: Actor = Actor::floorperson(102);
pub(crate) const MANAGER: Actor = Actor { role: TableRole::Manager, who: PersonId::new(103) };

/// What everybody has bought in for.
pub(crate) const BOUGHT: Cents = Cents::dollars(1_000_000);

/// What a seat will answer when it is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SeatAnswer {
    Fold,
    Play(Cents),
    Double,
}

/// How far a script goes on by the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StopPoint {
    Ready,
    /// A second deck that has come to the table is in the device.
    OtherDeck,
    BetsClosed,
    Count,
    Draw,
    Start,
    Deal,
    Stub,
    Collect,
    Deciding,
    Responding,
    Turn,
    Reveal,
    Settled,
    Closed,
}

/// A table with a script's people at it.
pub(crate) struct ScriptTable {
    pub(crate) table: Table,
    pub(crate) supply: ScriptInputs,
    pub(crate) now: Timestamp,
    pub(crate) will: BTreeMap<Seat, SeatAnswer>,
    /// In which rounds the dealer's cards were turned, and whether the script lays them as hands.
    pub(crate) dealer_laid: BTreeMap<u64, bool>,
    /// All that happened.
    pub(crate) happened: Vec<Event>,
    journal: Journal,
    lines: String,
}

impl ScriptTable {
    /// An empty, closed table, and the first line of its journal.
    pub(crate) fn new(registry: &Registry, header: &Header, plans: ShufflePlans) -> Result<Self, String> {
        let house = Arc::new(header.house_by(registry).map_err(|wrong| wrong.to_string())?);
        let supply = ScriptInputs::new(&house, plans);
        let (journal, lines) = Journal::begin(header);
        Ok(Self {
            table: Table::new(house),
            supply,
            now: Timestamp(1_800_000_000_000),
            will: BTreeMap::new(),
            dealer_laid: BTreeMap::new(),
            happened: Vec::new(),
            journal,
            lines,
        })
    }

    /// What has been written down.
    pub(crate) fn journal(&self) -> &str {
        &self.lines
    }

    /// Gives a command and takes in what comes of it.
    pub(crate) fn give(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
        let envelope = CommandEnvelope { id: None, at: self.now, by, command };
        let events = self.table.act(&envelope)?;
        self.supply.apply(&self.table, &events);
        if events.iter().any(|event| matches!(event, Event::DealerTurned { .. })) {
            let laid = self.supply.laid.get(&Place::Dealer).is_some_and(|laid| laid.setting.is_some());
            self.dealer_laid.insert(self.table.round().number, laid);
        }
        self.lines += &self.journal.append(&envelope, &events);
        self.happened.extend(events.iter().cloned());
        Ok(events)
    }

    /// Who does a step: the person the text names, or the house where the submission has it do so.
    pub(crate) fn actor(&self, role: TableRole) -> Actor {
        match role {
            TableRole::Dealer => DEALER,
            TableRole::Floorperson | TableRole::Manager => FLOORPERSON,
            TableRole::Player | TableRole::House => Actor::HOUSE,
        }
    }

    /// The player at a seat.
    pub(crate) fn player(&self, seat: Seat) -> Actor {
        let who = self.table.state().seats[seat.index()].unwrap_or(PersonId::new(u32::from(seat.number())));
        Actor { role: TableRole::Player, who }
    }

    /// Opens the table if it is closed.
    pub(crate) fn open(&mut self) -> Result<(), Refusal> {
        if self.table.state().status == croupier_table::TableStatus::Closed && self.happened.is_empty() {
            self.give(FLOORPERSON, Command::OpenTable)?;
            let dice = self.table.house().rules.start.map(|start| start.method);
            if dice == Some(croupier_rules::vocabulary::StartMethod::Dice) {
                self.give(DEALER, Command::PlaceDice)?;
            }
        }
        Ok(())
    }

    /// Why "no more bets" cannot be announced, where that is what the round waits for.
    fn stuck(&self) -> String {
        let envelope = CommandEnvelope { id: None, at: self.now, by: DEALER, command: Command::NoMoreBets };
        match self.table.verify(&envelope) {
            Err(refusal) if self.table.round().phase == croupier_rules::Phase::Betting => format!(": {refusal}"),
            _ if self.table.round().phase == croupier_rules::Phase::Closed => ": there is no wager".to_owned(),
            _ => String::new(),
        }
    }

    /// Seats a player who is not seated, with money in both purses.
    pub(crate) fn seat(&mut self, seat: Seat, player: PersonId) -> Result<(), Refusal> {
        self.open()?;
        if self.table.state().seats[seat.index()].is_none() {
            self.give(DEALER, Command::Sit { seat, player })?;
            if !self.table.state().ledger.players().any(|known| known == player) {
                for purse in [Purse::Chips, Purse::GameAccount] {
                    self.give(DEALER, Command::BuyIn { player, purse, amount: BOUGHT })?;
                }
            }
        }
        Ok(())
    }

    /// Places a wager with what it is made with.
    pub(crate) fn place(
        &mut self,
        by: Actor,
        seat: Seat,
        wager: Wager,
        amount: Cents,
        tender: Option<Tender>,
    ) -> Result<Vec<Event>, Refusal> {
        use croupier_rules::FundedBy;
        let made_with = self.table.house().price(wager.kind).map(|price| price.spec.settled.made_with);
        let tender = tender.unwrap_or(if made_with == Some(FundedBy::GameAccount) {
            Tender::GameAccount
        } else {
            Tender::Chips
        });
        self.give(by, Command::Place { seat, wager, amount, tender })
    }

    /// What a player has won or lost, both purses together.
    pub(crate) fn net(&self, player: PersonId) -> Cents {
        let ledger = &self.table.state().ledger;
        let has = |account| ledger.balance(account).cents().0;
        Cents(has(Account::Player(player)) + has(Account::Game(player)) - 2 * BOUGHT.0)
    }

    pub(crate) fn reached(&self, until: StopPoint) -> bool {
        use croupier_rules::Phase;
        let (round, asks) = (self.table.round(), self.table.prompts());
        let asked = |wanted: fn(&DealerStep) -> bool| {
            asks.iter().any(|ask| matches!(ask, Prompt::Dealer { step, .. } if wanted(step)))
        };
        match until {
            StopPoint::Ready => self.table.ready(self.table.state().next_deck),
            StopPoint::OtherDeck => {
                let racked = |step: &DeckStep| matches!(step, DeckStep::Shuffle | DeckStep::Cut);
                !asks.iter().any(|ask| matches!(ask, Prompt::Deck { step, .. } if racked(step)))
            }
            StopPoint::BetsClosed => !matches!(round.phase, Phase::Betting | Phase::Closed),
            StopPoint::Count => asked(|step| *step == DealerStep::CountProgressive),
            StopPoint::Draw => asks.iter().any(|ask| matches!(ask, Prompt::SystemDraws { .. })),
            StopPoint::Start => asked(|step| *step == DealerStep::FindStart),
            StopPoint::Deal => asked(|step| *step == DealerStep::Deal),
            StopPoint::Stub => asked(|step| *step == DealerStep::CountStub),
            StopPoint::Collect => asked(|step| *step == DealerStep::CollectUnwagered),
            StopPoint::Deciding => round.phase == Phase::Deciding,
            StopPoint::Responding => round.phase == Phase::Responding,
            StopPoint::Turn => {
                asked(|step| *step == DealerStep::TurnCards) && !asked(|step| *step == DealerStep::CoverShaker)
            }
            StopPoint::Reveal => round.dealer_up,
            StopPoint::Settled => round.settled,
            StopPoint::Closed => round.phase == Phase::Closed && round.number > 0,
        }
    }

    /// Goes on by the book until this is reached; what happened on the way.
    pub(crate) fn go(&mut self, until: StopPoint) -> Result<Vec<Event>, String> {
        let mut events = Vec::new();
        self.open().map_err(|refusal| refusal.to_string())?;
        let over = self.table.round().phase == croupier_rules::Phase::Closed && self.table.round().number > 0;
        if over && matches!(until, StopPoint::Settled | StopPoint::Closed) {
            return Ok(events);
        }
        for _ in 0..400 {
            if self.reached(until) {
                return Ok(events);
            }
            let came = self.step().map_err(|refusal| format!("by the book: {refusal}"))?;
            let Some(came) = came else { break };
            let void = came.iter().any(|event| matches!(event, Event::RoundVoided { .. }));
            events.extend(came);
            if void {
                return Ok(events);
            }
        }
        let asks: Vec<_> = self.table.prompts().iter().map(ToString::to_string).collect();
        let waits = if asks.is_empty() { self.stuck() } else { format!(", it is waiting for: {}", asks.join("; ")) };
        Err(format!("the table does not get there{waits}"))
    }

    /// The next step by the book: the dealer's, the floorperson's, the house's, or a player's answer.
    fn step(&mut self) -> Result<Option<Vec<Event>>, Refusal> {
        let asks = self.table.prompts();
        if let Some(command) = asks.iter().find_map(|ask| self.answer(ask)) {
            let seat = match command {
                Command::SetHands { seat, .. } | Command::DoubleDown { seat, .. } | Command::Play { seat, .. } => seat,
                Command::Fold(seat) | Command::VoidHand { seat, .. } => seat,
                _ => return Ok(None),
            };
            return self.give(self.player(seat), command).map(Some);
        }
        let table = self.table.clone();
        match table.due(&mut self.supply) {
            Some(due) => self.give(self.actor(due.role), due.command).map(Some),
            None => Ok(None),
        }
    }

    fn answer(&self, ask: &Prompt) -> Option<Command> {
        let observed = self.table.house().mode == DealMode::Observed;
        Some(match *ask {
            Prompt::SetHands { seat, .. } => {
                let setting = if observed { None } else { self.supply.setting(&self.table, Place::Seat(seat)) };
                Command::SetHands { seat, setting }
            }
            Prompt::DoubleDown { seat, .. } => {
                Command::DoubleDown { seat, take: matches!(self.will.get(&seat), Some(SeatAnswer::Double)) }
            }
            Prompt::PlayOrFold { seat, least, .. } => match self.will.get(&seat) {
                Some(SeatAnswer::Fold) => Command::Fold(seat),
                Some(SeatAnswer::Play(amount)) => Command::Play { seat, amount: *amount },
                _ => Command::Play { seat, amount: least },
            },
            Prompt::VoidHand { seat, .. } => Command::VoidHand { seat, void: false },
            _ => return None,
        })
    }
}
