//! A table driven by sense and nonsense, with every invariant checked after every step.

use crate::desk::Desk;
use crate::model::Model;
use crate::nonsense;
use crate::secrets::{Secrets, cards_in};
use crate::submissions::SUBMISSIONS;
use croupier_rules::submission::{HouseRules, Stake, check};
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Cents, Phase, Place, PlacedWhen, Revision, Seat, Setting, Wager, WagerKind};
use croupier_table::{
    Account, Actor, Audience, Centicents, Command, CommandEnvelope, CommandId, DealMode, DeckId, DeckStage, Device,
    Event, LocalMeters, PersonId, Prompt, Purse, RefusalCode, ResultKind, Table, TableConfig, TableRole, TableState,
    TableStatus, Tender, Timestamp,
};
use std::sync::Arc;

fn rules(submission: usize) -> HouseRules {
    check(SUBMISSIONS[submission].1).rules.expect("a ready submission")
}

/// A table by a ready submission, begun at this revision of the rules.
pub(crate) fn house_from(submission: usize, mode: DealMode, revision: Revision) -> Arc<TableConfig> {
    let mut house = TableConfig::new(rules(submission), mode);
    house.first_revision = revision;
    Arc::new(house)
}

pub(crate) const MAIN: Wager = Wager::own(WagerKind::Main);

/// Players have numbers apart from those of the staff.
pub(crate) const PLAYERS: [u32; 5] = [101, 102, 103, 104, 105];

/// A table at play, what happened at it, and the test's own idea of all that.
pub(crate) struct Driver {
    pub(crate) table: Table,
    pub(crate) desk: Desk,
    /// The same table, made of events alone.
    folded: Table,
    model: Model,
    secrets: Secrets,
    pub(crate) envelope: Vec<(CommandEnvelope, Vec<Event>)>,
    at: u64,
    /// Before the open round: balances are the model's business, meters are kept here.
    meters_before: Option<LocalMeters>,
    last_shown: Option<Seat>,
    /// Whether somebody entered other cards than lie there, at an observed table.
    misread: bool,
    /// How many rounds were closed, and how many were void.
    pub(crate) closed: usize,
    pub(crate) void: usize,
}

impl Driver {
    pub(crate) fn new(house: Arc<TableConfig>, seed: u64) -> Self {
        let meters = LocalMeters::seeded(&house);
        let table = Table::new(house);
        Self {
            folded: table.clone(),
            table,
            desk: Desk::new(seed, meters),
            model: Model::default(),
            secrets: Secrets::default(),
            envelope: Vec::new(),
            at: 1_000_000_000,
            meters_before: None,
            last_shown: None,
            misread: false,
            closed: 0,
            void: 0,
        }
    }

    /// One step: mostly what the table waits for, now and then something else.
    pub(crate) fn step(&mut self, nonsense_in: usize) -> Result<(), String> {
        self.at += self.desk.rng.below(20_000) as u64;
        let saved = self.desk.clone();
        let sensible = nonsense_in == 0 || !self.desk.rng.one_in(nonsense_in);
        let (by, command) = if sensible { self.sensible()? } else { nonsense::command(self) };
        let free = matches!(command, Command::Place { .. } | Command::Sit { .. } | Command::CorrectStake { .. });
        let due = sensible && !free;
        let at = if !sensible && self.desk.rng.one_in(40) { self.at - 50_000 } else { self.at };
        let id = Some(CommandId(self.envelope.len() as u64 + 1)).filter(|_| !self.desk.rng.one_in(3));
        let envelope = CommandEnvelope { id, at: Timestamp(at), by, command };
        let taken = self.give(&envelope)?;
        if taken.is_err() {
            let rng = self.desk.rng.clone();
            self.desk = saved;
            self.desk.rng = rng;
        }
        let misread = self.misread;
        let clash = |code| code == RefusalCode::Cards && misread;
        match taken {
            Err(code)
                if due
                    && !(matches!(code, RefusalCode::Worn | RefusalCode::Promise | RefusalCode::Funds)
                        || clash(code)) =>
            {
                Err(format!("the table asks for {:?} and refuses it with {}", envelope.command, code.name()))
            }
            // Cards entered wrongly before collide with the right ones: a ruling is needed.
            Err(RefusalCode::Cards) if due => self.floor(Command::VoidRound {
                reason: "a card seen twice".into(),
                second: Some(PersonId::new(2)),
                irregularity: None,
            }),
            // A promise that cannot be kept ends in a void.
            Err(RefusalCode::Promise) if due => self.floor(Command::VoidRound {
                reason: "promise".into(),
                second: Some(PersonId::new(2)),
                irregularity: None,
            }),
            // What is worn is changed.
            Err(RefusalCode::Worn) if due => {
                let deck = self.table.state().next_deck;
                let start = self.table.house().rules.start;
                if start.is_some_and(|start| start.method == StartMethod::Dice) {
                    self.dealer(Command::PlaceDice)?;
                }
                self.dealer(Command::RemoveDeck(deck))
            }
            _ => Ok(()),
        }
    }

    fn dealer(&mut self, command: Command) -> Result<(), String> {
        self.must(Actor::dealer(1), command)
    }

    fn floor(&mut self, command: Command) -> Result<(), String> {
        self.must(Actor::floorperson(3), command)
    }

    fn must(&mut self, by: Actor, command: Command) -> Result<(), String> {
        let envelope = CommandEnvelope { id: None, at: Timestamp(self.at), by, command };
        self.give(&envelope)?.map_err(|code| format!("{:?} is refused with {}", envelope.command, code.name()))
    }

    /// Gives a command and checks everything.
    fn give(&mut self, envelope: &CommandEnvelope) -> Result<Result<(), RefusalCode>, String> {
        let before = self.table.state().clone();
        let decided = self.table.decide(envelope);
        if decided != self.table.decide(envelope) {
            return Err(format!("{:?} decided twice differs", envelope.command));
        }
        let taken = self.table.act(envelope);
        if taken != decided {
            return Err(format!("{:?} is taken otherwise than decided", envelope.command));
        }
        let events = match taken {
            Err(refusal) => {
                if *self.table.state() != before {
                    return Err(format!("{:?} is refused and changes the table", envelope.command));
                }
                self.check_refusal(envelope, &refusal)?;
                return Ok(Err(refusal.code));
            }
            Ok(events) => events,
        };
        let why = |why: String| format!("{why}\n  after {:?} by {}\n  {events:?}", envelope.command, envelope.by);
        for event in &events {
            self.follow(event).map_err(why)?;
        }
        self.folded.commit(envelope, &events);
        self.envelope.push((envelope.clone(), events.clone()));
        self.check(&events).map_err(why)?;
        self.check_repeat(envelope).map_err(why)?;
        Ok(Ok(()))
    }

    fn follow(&mut self, event: &Event) -> Result<(), String> {
        if let Event::RoundOpened { .. } = event {
            self.meters_before = Some(self.desk.meters.clone());
            (self.last_shown, self.misread) = (None, false);
        }
        let entered = match *event {
            Event::DealerTurned { cards, .. } | Event::DealerCorrected { cards, .. } => Some((Place::Dealer, cards)),
            Event::Revealed { seat, setting: Some(setting) } => Some((Place::Seat(seat), setting.cards())),
            _ => None,
        };
        self.misread |= entered.is_some_and(|(place, cards)| cards != self.desk.at(place));
        self.desk.follow(&self.folded, event);
        self.model.follow(&self.folded, event);
        self.secrets.follow(&self.folded, event);
        self.desk.meters.apply(event);
        match event {
            Event::HandSet { seat, setting: Some(setting) } => {
                self.desk.set.insert(*seat, *setting);
            }
            Event::SettlementReversed { .. } => self.last_shown = None,
            Event::Revealed { seat, .. } => {
                if self.last_shown.is_some_and(|last| last <= *seat) {
                    return Err(format!("{seat} is shown after {:?}", self.last_shown));
                }
                self.last_shown = Some(*seat);
            }
            Event::RoundVoided { .. } => {
                self.void += 1;
                let stands = |meters: &LocalMeters| meters.0.iter().map(|m| (m.amount, m.reserve)).collect::<Vec<_>>();
                let before = self.meters_before.as_ref().map(stands);
                if before.as_ref() != Some(&stands(&self.desk.meters)) {
                    return Err(format!("a void leaves meters {:?}, before {before:?}", stands(&self.desk.meters)));
                }
            }
            Event::RoundClosed { .. } => self.closed += 1,
            _ => {}
        }
        Ok(())
    }

    fn check(&self, events: &[Event]) -> Result<(), String> {
        let (state, round) = (self.table.state(), self.table.round());
        if self.folded.state() != state {
            return Err("the events alone make another table".to_owned());
        }
        if state.ledger.total() != 0 {
            return Err(format!("the accounts sum to {}", state.ledger.total()));
        }
        let balance = |account| state.ledger.balance(account);
        let felt = balance(Account::Felt);
        if felt.0 < 0 || (round.phase == Phase::Closed && felt.0 != 0) {
            return Err(format!("{felt} on the felt while the round is {}", round.phase));
        }
        if round.phase == Phase::Closed && balance(Account::Payable).0 != 0 {
            return Err(format!("{} stays payable", balance(Account::Payable)));
        }
        for (place, (meter, known)) in (0..).zip(self.desk.meters.0.iter().zip(self.table.house().meters())) {
            let grown = Centicents(meter.amount.0 - Centicents::of(known.meter.seed).0);
            if (balance(Account::Meter(place)), balance(Account::Reserve(place))) != (grown, meter.reserve) {
                return Err(format!("meter {place} has {grown}, the ledger {}", balance(Account::Meter(place))));
            }
        }
        self.check_stored()?;
        self.model.check(&self.table)?;
        self.secrets.check(&self.table, &self.desk, events)?;
        self.check_cards()?;
        self.check_flow()
    }

    /// A table that is stored and read again is the same. Now and then is enough: a state is long.
    fn check_stored(&self) -> Result<(), String> {
        let state = self.table.state();
        if !state.sequence.is_multiple_of(7) {
            return Ok(());
        }
        let written = serde_json::to_string(state).map_err(|error| error.to_string())?;
        let read: TableState = serde_json::from_str(&written).map_err(|error| format!("{error} in {written}"))?;
        if read == *state { Ok(()) } else { Err(format!("the table is stored as {written} and read as another")) }
    }

    fn check_cards(&self) -> Result<(), String> {
        let round = self.table.round();
        if self.table.house().mode == DealMode::Observed || round.phase == Phase::Closed {
            return Ok(());
        }
        for place in Seat::ALL.into_iter().map(Place::Seat).chain([Place::Dealer, Place::Shared]) {
            let (lies, known) = (self.desk.at(place), round.hand(place).cards);
            if lies != known || usize::from(round.hand(place).count) != lies.len() {
                return Err(format!("{place} has {lies}, and the table says {known}"));
            }
        }
        Ok(())
    }

    /// An open round always waits for somebody, and hands are shown from the right.
    fn check_flow(&self) -> Result<(), String> {
        let order: Vec<_> = self.table.to_show().map(Seat::number).collect();
        if !order.is_sorted_by(|one, next| one > next) {
            return Err(format!("hands are shown in the order {order:?}"));
        }
        let round = self.table.round();
        // The other deck may be shuffled at leisure; one in play that is to be cut again keeps the round waiting.
        let waits = |ask: &Prompt| match *ask {
            Prompt::Surrender { .. } => false,
            Prompt::Deck { deck, .. } => round.deck == Some(deck),
            _ => true,
        };
        let open = !matches!(round.phase, Phase::Betting | Phase::Closed);
        if open && !self.table.prompts().iter().any(waits) {
            return Err(format!("the round is {} and waits for nobody", round.phase));
        }
        Ok(())
    }

    /// A command given twice has no second effect, nor one given again later.
    fn check_repeat(&self, envelope: &CommandEnvelope) -> Result<(), String> {
        let Some(id) = envelope.id else { return Ok(()) };
        let mut again = self.table.clone();
        for at in [envelope.at, Timestamp(envelope.at.0 + 5)] {
            match again.act(&CommandEnvelope { id: Some(id), at, ..envelope.clone() }) {
                Ok(events) if events.is_empty() && again.state() == self.table.state() => {}
                other => return Err(format!("repeated, it leads to {other:?}")),
            }
        }
        Ok(())
    }

    /// A refusal tells nobody a card he may not know.
    fn check_refusal(&self, envelope: &CommandEnvelope, refusal: &croupier_table::Refusal) -> Result<(), String> {
        let audience = match envelope.by.role {
            TableRole::Player => Audience::Player(envelope.by.who),
            TableRole::Dealer => Audience::Dealer,
            TableRole::Floorperson | TableRole::Manager => Audience::Floor,
            TableRole::House => return Ok(()),
        };
        let said = serde_json::to_string(&envelope.command).unwrap_or_default();
        let allowed = self.secrets.allowed(&self.table, &self.desk, audience);
        for word in refusal.message.split(|letter: char| !letter.is_alphanumeric()) {
            if let Some(card) = cards_in(word).difference(allowed).first()
                && !said.contains(word)
            {
                return Err(format!(
                    "{:?} is refused with {:?}, which gives away {card}",
                    envelope.command, refusal.message
                ));
            }
        }
        Ok(())
    }

    /// What somebody with sense would do now.
    fn sensible(&mut self) -> Result<(Actor, Command), String> {
        let state = self.table.state();
        let (dealer, floor) = (Actor::dealer(1), Actor::floorperson(3));
        match state.status {
            TableStatus::Closed => return Ok((dealer, Command::OpenTable)),
            TableStatus::Idle => {
                if let Some(wake) = self.wake() {
                    return Ok((dealer, wake));
                }
            }
            TableStatus::Open => {}
        }
        if state.paused.is_some() && self.desk.rng.one_in(3) {
            return Ok((floor, Command::Resume));
        }
        // Where the program announces "no more bets", the wagers of a paused table go back.
        let automated = self.table.house().automates(croupier_rules::vocabulary::Step::Deal);
        let wagered = state.round.phase == Phase::Betting && state.round.wagering().next().is_some();
        if state.paused.is_some() && automated && wagered && self.desk.rng.one_in(2) {
            return Ok((Actor::HOUSE, Command::NoMoreBets));
        }
        let (now, newest) = (state.revision, self.table.house().newest_revision);
        if now < newest && state.round.phase == Phase::Closed && self.desk.rng.one_in(2) {
            return Ok((Actor::HOUSE, Command::AdoptRules { revision: newest }));
        }
        if let Some(late) = self.late_correction().or_else(|| self.lammer_correction()) {
            return Ok((floor, late));
        }
        if self.desk.rng.one_in(12)
            && let Some(deed) = self.beside_the_game()
        {
            return Ok(deed);
        }
        let state = self.table.state();
        if matches!(state.round.phase, Phase::Betting | Phase::Closed)
            && state.paused.is_none()
            && let Some(bet) = self.bet()
        {
            return Ok(bet);
        }
        let asks = self.table.prompts();
        let seats: Vec<_> = asks.iter().filter(|ask| of_player(ask)).copied().collect();
        let surrender = self.desk.rng.one_in(12);
        let open: Vec<_> =
            seats.into_iter().filter(|ask| surrender || !matches!(ask, Prompt::Surrender { .. })).collect();
        if let Some(Prompt::CorrectProgressive { accepted, .. }) =
            asks.iter().find(|ask| matches!(ask, Prompt::CorrectProgressive { .. }))
        {
            // The floorperson strikes or accepts a wager, or the dealer finds that he had miscounted.
            if self.desk.rng.one_in(2)
                && let Some(correction) = self.correction()
            {
                return Ok((floor, correction));
            }
            return Ok((dealer, Command::CountProgressive { chips: *accepted }));
        }
        if !open.is_empty() && (self.desk.rng.one_in(2) || self.table.round().phase == Phase::Deciding) {
            let ask = self.desk.rng.pick(&open);
            return Ok(self.answer(ask));
        }
        let mut desk = self.desk.clone();
        let due = self.table.due(&mut desk);
        self.desk = desk;
        match due {
            Some(due) => {
                let by = match due.role {
                    TableRole::Dealer | TableRole::Player => dealer,
                    TableRole::Floorperson | TableRole::Manager => floor,
                    TableRole::House => Actor::HOUSE,
                };
                Ok((by, due.command))
            }
            None if !open.is_empty() => {
                let ask = self.desk.rng.pick(&open);
                Ok(self.answer(ask))
            }
            None if self.table.state().paused.is_some() => Ok((floor, Command::Resume)),
            None if matches!(self.table.round().phase, Phase::Betting | Phase::Closed) => Ok(self.unblock()),
            None => Err(format!("nobody knows what comes next: {asks:?}")),
        }
    }

    /// A lammer is removed only if the stake that earned it turns out to have been a smaller one.
    fn lammer_correction(&mut self) -> Option<Command> {
        let round = self.table.round();
        let bonus = Wager::own(WagerKind::FortuneBonus);
        let marked = |seat: &Seat| round.area(*seat).lammer && round.area(*seat).stake(bonus).0 > 0;
        let marked: Vec<_> = round.wagering().filter(marked).collect();
        if round.phase != Phase::Deciding || marked.is_empty() || !self.desk.rng.one_in(4) {
            return None;
        }
        let seat = self.desk.rng.pick(&marked);
        Some(Command::CorrectStake { seat, wager: bonus, amount: Cents::dollars(1), second: None })
    }

    /// Envy that is paid is taken back only if a stake is corrected between that and the close.
    fn late_correction(&mut self) -> Option<Command> {
        let round = self.table.round();
        let envied = round.came.iter().any(|came| matches!(came.how, ResultKind::Envy { .. }));
        let settled: Vec<_> = round.wagering().filter(|&seat| round.area(seat).settled).collect();
        if round.phase != Phase::Settling || !envied || settled.is_empty() || self.desk.rng.one_in(2) {
            return None;
        }
        let seat = self.desk.rng.pick(&settled);
        let amount = Cents(self.table.round().area(seat).main().0 + self.desk.rng.pick(&[500, -500]));
        Some(Command::CorrectStake { seat, wager: MAIN, amount, second: None })
    }

    /// What the floor does beside the game, if it is lawful now: pauses, counts, fills, tips, another dealer.
    fn beside_the_game(&mut self) -> Option<(Actor, Command)> {
        let (dealer, floor) = (Actor::dealer(1), Actor::floorperson(3));
        let state = self.table.state();
        let between = state.round.phase == Phase::Closed;
        let book = state.ledger.balance(Account::Inventory).cents();
        let rng = &mut self.desk.rng;
        let amount = Cents::dollars(1 + rng.below(5_000) as i64);
        let out = [(state.shuffler_out, Device::Shuffler), (state.shoe_out, Device::Shoe)];
        if let Some((_, device)) = out.into_iter().find(|(out, _)| *out && between) {
            return Some((dealer, Command::RestoreDevice(device)));
        }
        Some(match rng.below(7) {
            0 if state.paused.is_none() => (floor, Command::Pause { reason: "a spilt drink".to_owned() }),
            1 => {
                let next = PersonId::new(if state.dealer == Some(PersonId::new(1)) { 4 } else { 1 });
                (floor, Command::RelieveDealer { dealer: next })
            }
            2 if !state.counted => {
                (dealer, Command::CountInventory { counted: amount, second: Some(PersonId::new(3)) })
            }
            2 if book.0 >= 0 => (dealer, Command::CountInventory { counted: book, second: None }),
            3 if book.0 > 0 => {
                (dealer, Command::CountInventory { counted: Cents(book.0 / 2), second: Some(PersonId::new(3)) })
            }
            4 if state.counted => (floor, Command::Fill { amount, second: Some(PersonId::new(2)) }),
            5 if state.counted && book >= amount => (floor, Command::Credit { amount, second: Some(PersonId::new(2)) }),
            6 => {
                let seat = rng.pick(&Seat::ALL);
                let player = state.seats[seat.index()]?;
                let amount = Cents(amount.0 / 1_000);
                (Actor::player(player.number()), Command::Tip { seat, amount: amount.max(Cents(1)) })
            }
            _ => return None,
        })
    }

    /// A progressive wager struck or accepted.
    fn correction(&mut self) -> Option<Command> {
        let house = self.table.house().clone();
        let on_device = |price: &&croupier_table::TableWager| {
            price.spec.settled.made_with == croupier_rules::FundedBy::ProgressiveChip
        };
        let wager = Wager::own(house.prices().iter().find(on_device)?.spec.kind);
        let seats: Vec<_> = self.table.round().wagering().collect();
        let seat = self.desk.rng.pick(&seats);
        let made = self.table.round().area(seat).stake(wager).0 == 0;
        Some(Command::CorrectProgressive { seat, wager, made })
    }

    /// What puts an idle table to play again.
    fn wake(&self) -> Option<Command> {
        let state = self.table.state();
        if state.seats.iter().all(Option::is_none) {
            let seat = Seat::ALL[0];
            return Some(Command::Sit { seat, player: PersonId::new(PLAYERS[0]) });
        }
        let decks = DeckId::ALL.into_iter().take(usize::from(self.table.house().rules.cards.decks));
        for deck in decks {
            match state.decks[deck.index()].stage {
                DeckStage::Spread => return Some(Command::LookAtDeck(deck)),
                DeckStage::Absent | DeckStage::Received | DeckStage::Inspected | DeckStage::Verified => {}
                _ => {}
            }
        }
        None
    }

    /// The steps no question asks for: dice, or a deck whose time is up.
    fn unblock(&mut self) -> (Actor, Command) {
        let dealer = Actor::dealer(1);
        let state = self.table.state();
        if state.status == TableStatus::Idle {
            return (dealer, Command::CloseTable);
        }
        if state.seats.iter().all(Option::is_none) {
            return (dealer, Command::Sit { seat: Seat::ALL[0], player: PersonId::new(PLAYERS[0]) });
        }
        (dealer, Command::RemoveDeck(state.next_deck))
    }

    /// Sitting down, buying in and wagering, until it is enough.
    fn bet(&mut self) -> Option<(Actor, Command)> {
        let state = self.table.state();
        let house = self.table.house().clone();
        let dealer = Actor::dealer(1);
        if state.dice.is_none() && house.rules.start.is_some_and(|start| start.method == StartMethod::Dice) {
            return Some((dealer, Command::PlaceDice));
        }
        let seated = state.seats.iter().flatten().count();
        if seated == 0 || (seated < 5 && self.desk.rng.one_in(6)) {
            let seat = Seat::ALL[self.desk.rng.below(usize::from(house.rules.positions))];
            let player = PersonId::new(self.desk.rng.pick(&PLAYERS));
            return Some((Actor::player(player.number()), Command::Sit { seat, player }));
        }
        let opened = state.round.phase == Phase::Betting && state.round.wagering().next().is_some();
        if opened && self.desk.rng.one_in(4) {
            return None;
        }
        let seats: Vec<_> = Seat::ALL.into_iter().filter(|seat| state.seats[seat.index()].is_some()).collect();
        let seat = self.desk.rng.pick(&seats);
        let player = state.seats[seat.index()]?;
        let purses = [(Account::Player(player), Purse::Chips), (Account::Game(player), Purse::GameAccount)];
        for (account, purse) in purses {
            if state.ledger.balance(account) < Centicents::of(Cents::dollars(2_000)) {
                return Some((dealer, Command::BuyIn { player, purse, amount: Cents::dollars(5_000) }));
            }
        }
        let by = Actor::player(player.number());
        let staked =
            |wager| if state.round.phase == Phase::Betting { state.round.area(seat).stake(wager) } else { Cents(0) };
        let place = |wager, amount, tender| Some((by, Command::Place { seat, wager, amount, tender }));
        let main = staked(MAIN);
        if main.0 == 0 {
            let amount = self.amount(MAIN)?;
            return place(MAIN, amount, Tender::Chips);
        }
        if house.rules.match_play && state.round.area(seat).coupon.0 == 0 && self.desk.rng.one_in(3) {
            return place(MAIN, main, Tender::MatchPlay);
        }
        let beside: Vec<_> = house.prices().iter().filter(|price| price.spec.placed == PlacedWhen::Beside).collect();
        if beside.is_empty() {
            return None;
        }
        let price = self.desk.rng.pick(&beside);
        let on_dealer = price.spec.kind == WagerKind::FiveCardHandBonus && self.desk.rng.one_in(2);
        let wager = if on_dealer { Wager::ON_DEALER } else { Wager::own(price.spec.kind) };
        if staked(wager).0 > 0 {
            return None;
        }
        let amount = self.amount(wager)?;
        let electronic = price.spec.settled.made_with == croupier_rules::FundedBy::GameAccount;
        place(wager, amount, if electronic { Tender::GameAccount } else { Tender::Chips })
    }

    fn amount(&mut self, wager: Wager) -> Option<Cents> {
        let house = self.table.house().clone();
        Some(match house.price(wager.kind)?.offered.stake {
            Stake::Fixed(amount) => amount,
            Stake::EqualToMain => return None,
            Stake::Within(limits) => {
                let steps = ((limits.maximum.0 - limits.minimum.0) / limits.increment.0).min(4);
                Cents(limits.minimum.0 + limits.increment.0 * self.desk.rng.below(steps as usize + 1) as i64)
            }
        })
    }

    fn answer(&mut self, ask: Prompt) -> (Actor, Command) {
        let house = self.table.house().clone();
        let sealed = house.mode == DealMode::Sealed;
        let (seat, command) = match ask {
            Prompt::SetHands { seat, .. } => {
                if sealed && self.desk.rng.one_in(8) {
                    (seat, Command::AskHouseWay(seat))
                } else {
                    let setting = self.setting(seat);
                    if !sealed && let Some(setting) = setting {
                        self.desk.set.insert(seat, setting);
                    }
                    (seat, Command::SetHands { seat, setting: setting.filter(|_| sealed) })
                }
            }
            Prompt::DoubleDown { seat, .. } => (seat, Command::DoubleDown { seat, take: self.desk.rng.one_in(2) }),
            Prompt::PlayOrFold { seat, least, most, .. } => match self.desk.rng.below(4) {
                0 => (seat, Command::Fold(seat)),
                1 => (seat, Command::Play { seat, amount: most }),
                _ => (seat, Command::Play { seat, amount: least }),
            },
            Prompt::Surrender { seat, .. } => (seat, Command::Surrender(seat)),
            Prompt::VoidHand { seat, .. } => (seat, Command::VoidHand { seat, void: self.desk.rng.one_in(2) }),
            _ => (Seat::ALL[0], Command::OpenTable),
        };
        let lost = matches!(ask, Prompt::PlayOrFold { .. }) && !self.table.round().area(seat).awaited;
        if lost && self.desk.rng.one_in(8) {
            return (Actor::HOUSE, Command::AwaitConnection(seat));
        }
        if self.desk.rng.one_in(15) && matches!(ask, Prompt::SetHands { .. } | Prompt::PlayOrFold { .. }) {
            return (Actor::HOUSE, Command::Complete(seat));
        }
        let player = self.table.state().seats[seat.index()].unwrap_or_default();
        (Actor::player(player.number()), command)
    }

    /// A lawful setting of a seat's cards: by the house way, or any other.
    fn setting(&mut self, seat: Seat) -> Option<Setting> {
        let house = self.table.house().clone();
        let cards = self.desk.at(Place::Seat(seat));
        let by_way = house.set(cards).map(|(setting, _)| setting);
        let ranking = house.game.ranking(&house.rules.choices);
        let shape = house.game.shape()?;
        let lawful: Vec<_> = shape.settings(cards).filter(|setting| setting.foul(shape, &ranking).is_none()).collect();
        if lawful.is_empty() || self.desk.rng.one_in(2) { by_way } else { Some(self.desk.rng.pick(&lawful)) }
    }

    /// Deciding all commands again on a fresh table gives the same events and the same table; so do events that were
    /// written down and read again.
    pub(crate) fn replay(&self) -> Result<(), String> {
        let mut again = Table::new(self.table.house().clone());
        let mut restored = again.clone();
        for (envelope, events) in &self.envelope {
            let decided =
                again.act(envelope).map_err(|refusal| format!("{envelope:?} is refused on replay: {refusal}"))?;
            if decided != *events {
                return Err(format!("{envelope:?} is decided otherwise on replay"));
            }
            let written = serde_json::to_string(events).map_err(|error| error.to_string())?;
            let read: Vec<Event> = serde_json::from_str(&written).map_err(|error| format!("{error} in {written}"))?;
            restored.commit(envelope, &read);
            let written = serde_json::to_string(envelope).map_err(|error| error.to_string())?;
            let read: CommandEnvelope =
                serde_json::from_str(&written).map_err(|error| format!("{error} in {written}"))?;
            if read != *envelope {
                return Err(format!("{envelope:?} is read as {read:?}"));
            }
        }
        if again.state() != self.table.state() || restored.state() != self.table.state() {
            return Err("replay makes another table".to_owned());
        }
        Ok(())
    }
}

const fn of_player(ask: &Prompt) -> bool {
    matches!(
        ask,
        Prompt::SetHands { .. }
            | Prompt::DoubleDown { .. }
            | Prompt::PlayOrFold { .. }
            | Prompt::Surrender { .. }
            | Prompt::VoidHand { .. }
    )
}
