//! Deciding commands. Each file answers for one part of a table's day; what they share stands here.
//!
//! Things wrong are looked for in the order of [`Code`](crate::refusal::Code): time, role, status, place, owner, phase,
//! turn, then the command's own content.

mod betting;
mod closing;
mod correcting;
mod dealer;
mod dealing;
mod envy;
mod equipment;
mod floor;
mod irregular;
mod people;
mod playing;
mod settling;
mod validating;

use crate::actor::{Actor, Role};
use crate::command::{Command, Given};
use crate::deck::Stage;
use crate::event::Event;
use crate::refusal::{Code, Refusal, refuse};
use crate::table::{Status, Table};
use croupier_rules::submission::Step;
use croupier_rules::{Clause, Phase, Seat};

type Decided = Result<(), Refusal>;

/// Who may give a command.
enum Acts {
    /// A player, for his own seat.
    Player,
    /// The dealer, or the program where it does this step.
    Dealer(Step),
    /// A floorperson or above; the program only where it does this step with play chips.
    Floor(Option<Step>, Clause),
    /// The dealer or a floorperson.
    Either,
    /// The dealer or a floorperson; the program only with play chips.
    Staff,
    /// Anybody who works here, or the program; with play chips also a player, for himself.
    Cashier,
    /// The program alone.
    House,
}

impl Table {
    /// As [`decide`](Self::decide), adding the events to a list that can be used again.
    ///
    /// # Errors
    /// As [`decide`](Self::decide); the list may then hold the beginning of what did not happen.
    pub fn decide_into(&self, given: &Given, events: &mut Vec<Event>) -> Decided {
        if self.taken(given).is_some() {
            return Ok(());
        }
        if given.at < self.state.clock {
            let (now, last) = (given.at.0, self.state.clock.0);
            let message = format!("the command's time {now} is before the last one's, {last}");
            return refuse(Code::TimeGoesBack, None, message);
        }
        self.check_role(given)?;
        self.check_status(given)?;
        let by = given.by;
        match &given.command {
            Command::OpenTable
            | Command::CloseTable
            | Command::GoIdle { .. }
            | Command::ReceiveDeck(_)
            | Command::InspectDeck(_)
            | Command::TearJoker(_)
            | Command::VerifyDeck(_)
            | Command::SpreadDeck(_)
            | Command::LookAtDeck(_)
            | Command::WashDeck(_)
            | Command::Shuffle { .. }
            | Command::DeclineCut(_)
            | Command::Cut { .. }
            | Command::OrderRecut(_)
            | Command::OrderShuffle(_)
            | Command::RemoveDeck(_)
            | Command::PlaceDice
            | Command::RestoreDevice(_) => self.decide_equipment(by, &given.command, events),
            Command::Pause { reason } => self.pause(reason, events),
            Command::Resume => self.resume(events),
            Command::AdoptRules { revision } => self.adopt_rules(*revision, events),
            Command::RelieveDealer { dealer } => self.relieve_dealer(*dealer, events),
            Command::CountInventory { counted, second } => self.count_inventory(by, *counted, *second, events),
            Command::Fill { amount, second } => self.fill(by, *amount, *second, events),
            Command::Credit { amount, second } => self.credit(by, *amount, *second, events),
            Command::Tip { seat, amount } => self.tip(by, *seat, *amount, events),
            Command::Sit { seat, player } => self.sit(by, *seat, *player, events),
            Command::Leave(seat) => self.leave(by, *seat, events),
            Command::BuyIn { player, purse, amount } => self.buy(by, *player, *purse, *amount, events),
            Command::CashOut { player, purse, amount } => self.cash(by, *player, *purse, *amount, events),
            Command::Adjust { player, amount, round, second, .. } => {
                self.adjust(by, *player, *amount, *round, *second, events)
            }
            Command::Place { seat, wager, amount, tender } => self.place(by, *seat, *wager, *amount, *tender, events),
            Command::Repeat(seat) => self.repeat(by, *seat, events),
            Command::TakeBack { seat, wager } => self.take_back(by, *seat, *wager, events),
            Command::NoMoreBets => self.no_more_bets(given.at, events),
            Command::CountProgressive { chips } => self.count_progressive(*chips, events),
            Command::CorrectProgressive { seat, wager, made } => self.correct_progressive(*seat, *wager, *made, events),
            Command::SystemDraws(draws) => self.system_draws(*draws, events),
            Command::Roll { shakes, dice, announced } => self.roll(*shakes, *dice, *announced, events),
            Command::DrawStart(number) => self.draw_start(*number, events),
            Command::MarkStart => self.mark_start(events),
            Command::Deal { cards } => self.deal_cards(*cards, events),
            Command::CountStub { cards, misdealt } => self.count_stub(*cards, *misdealt, events),
            Command::RackStub => self.rack_stub(events),
            Command::CollectUnwagered => self.collect_unwagered(events),
            Command::CoverShaker { shakes } => self.cover_shaker(*shakes, events),
            Command::SetHands { seat, setting } => self.set_hands(by, *seat, *setting, events),
            Command::AskHouseWay(seat) => self.ask_house_way(by, *seat, events),
            Command::DoubleDown { seat, take } => self.double_down(by, *seat, *take, events),
            Command::Play { seat, amount } => self.play(by, *seat, *amount, events),
            Command::Fold(seat) => self.fold(by, *seat, events),
            Command::Surrender(seat) => self.surrender(by, *seat, events),
            Command::CountSurrendered { seat, cards } => self.count_surrendered(*seat, *cards, events),
            Command::VoidHand { seat, void } => self.void_hand(by, *seat, *void, events),
            Command::Abandon(seat) => self.abandon(*seat, events),
            Command::AwaitConnection(seat) => self.await_connection(*seat, events),
            Command::Complete(seat) => self.complete(*seat, events),
            Command::TurnDealer { setting, shared } => self.turn_dealer(*setting, *shared, events),
            Command::Reveal { seat, shown } => self.reveal(*seat, *shown, events),
            Command::VerifyWin { light } => self.verify_win(*light, events),
            Command::Reserve(reservation) => self.reserve(reservation, events),
            Command::Validate => self.validate(events),
            Command::Documented(seat) => self.documented(*seat, events),
            Command::Correct { seat, setting, second } => self.correct(by, *seat, *setting, *second, events),
            Command::CorrectOutcome { seat, outcome } => self.correct_outcome(*seat, *outcome, events),
            Command::CorrectDealer { setting, shared, second } => {
                self.correct_dealer(by, *setting, *shared, *second, events)
            }
            Command::CorrectStake { seat, wager, amount, second } => {
                self.correct_stake(by, *seat, *wager, *amount, *second, events)
            }
            Command::Report(what) => self.report(*what, events),
            Command::VoidRound { second, irregularity, .. } => self.void_round(by, *second, *irregularity, events),
            Command::EndRound { second, .. } => self.end_round_early(by, *second, events),
            Command::CloseRound { secret } => self.close_round(secret.as_ref(), events),
        }
    }

    fn acts(&self, command: &Command) -> Acts {
        let procedure = self.house.procedure;
        match command {
            Command::OpenTable | Command::CloseTable | Command::RemoveDeck(_) | Command::Report(_) => Acts::Either,
            Command::Pause { .. } | Command::Resume | Command::RelieveDealer { .. } => Acts::Either,
            Command::RestoreDevice(_) => Acts::Either,
            Command::CountInventory { .. } | Command::Fill { .. } | Command::Credit { .. } => Acts::Staff,
            Command::Correct { .. } | Command::CorrectStake { .. } => Acts::Either,
            Command::CorrectOutcome { .. } | Command::CorrectDealer { .. } => Acts::Either,
            Command::Documented(_) => Acts::Either,
            Command::GoIdle { .. } | Command::SpreadDeck(_) => Acts::Dealer(Step::Spread),
            Command::ReceiveDeck(_) | Command::InspectDeck(_) | Command::TearJoker(_) => Acts::Dealer(Step::Inspect),
            Command::VerifyDeck(_) => Acts::Floor(Some(Step::Inspect), procedure.cards.verify),
            Command::WashDeck(_) => Acts::Dealer(Step::Wash),
            Command::Shuffle { .. } => Acts::Dealer(Step::Shuffle),
            Command::Cut { .. } => Acts::Dealer(Step::Cut),
            Command::OrderRecut(_) => Acts::Floor(None, procedure.cards.recut),
            Command::OrderShuffle(_) => {
                Acts::Floor(None, procedure.cards.shuffle_ordered.unwrap_or(procedure.cards.shuffle))
            }
            Command::PlaceDice
            | Command::Roll { .. }
            | Command::DrawStart(_)
            | Command::MarkStart
            | Command::CoverShaker { .. } => Acts::Dealer(Step::Roll),
            Command::BuyIn { .. } | Command::CashOut { .. } => Acts::Cashier,
            Command::NoMoreBets | Command::CountProgressive { .. } | Command::Deal { .. } => Acts::Dealer(Step::Deal),
            Command::CorrectProgressive { .. } => {
                Acts::Floor(None, self.dealing().lock_out.unwrap_or(procedure.wagering.closed))
            }
            Command::AdoptRules { .. }
            | Command::SystemDraws(_)
            | Command::Reserve(_)
            | Command::Complete(_)
            | Command::AwaitConnection(_) => Acts::House,
            Command::CountStub { .. } | Command::RackStub | Command::CollectUnwagered => Acts::Dealer(Step::CountStub),
            Command::Abandon(_) => Acts::Floor(None, procedure.wagering.seated),
            Command::CountSurrendered { .. }
            | Command::TurnDealer { .. }
            | Command::Reveal { .. }
            | Command::CloseRound { .. } => Acts::Dealer(Step::Reveal),
            Command::VerifyWin { .. } => Acts::Dealer(Step::Validate),
            Command::Validate => Acts::Floor(Some(Step::Validate), self.validation_clause()),
            // A round that nobody can go on with needs nobody's judgement.
            Command::VoidRound { .. } if self.cards_are_lost() => Acts::Either,
            Command::VoidRound { .. } | Command::EndRound { .. } | Command::Adjust { .. } => {
                Acts::Floor(None, procedure.irregularities.section)
            }
            Command::LookAtDeck(_)
            | Command::DeclineCut(_)
            | Command::Sit { .. }
            | Command::Leave(_)
            | Command::Tip { .. }
            | Command::Place { .. }
            | Command::Repeat(_)
            | Command::TakeBack { .. }
            | Command::SetHands { .. }
            | Command::AskHouseWay(_)
            | Command::DoubleDown { .. }
            | Command::Play { .. }
            | Command::Fold(_)
            | Command::Surrender(_)
            | Command::VoidHand { .. } => Acts::Player,
        }
    }

    fn check_role(&self, given: &Given) -> Decided {
        let role = given.by.role;
        let automation = &self.house.rules.automation;
        let (may, needed, clause) = match self.acts(&given.command) {
            // At an observed table the dealer enters what players do with chips and cards.
            Acts::Player => {
                let for_players = match role {
                    Role::Player => true,
                    Role::Dealer => !self.sealed() || around_the_table(&given.command),
                    Role::House => around_the_table(&given.command),
                    Role::Floorperson | Role::Manager => false,
                };
                (for_players, "a player", None)
            }
            Acts::Dealer(step) => {
                let may = role == Role::Dealer || (role == Role::House && automation.does(step));
                (may, "the dealer", None)
            }
            Acts::Floor(step, clause) => {
                let stands_in = automation.play_chips && step.is_some_and(|step| automation.does(step));
                (role.supervises() || (role == Role::House && stands_in), "a floorperson or above", Some(clause))
            }
            Acts::Either => (role != Role::Player, "the dealer or a floorperson", None),
            Acts::Staff => {
                let may = matches!(role, Role::Dealer | Role::Floorperson | Role::Manager);
                (may || (role == Role::House && automation.play_chips), "the dealer or a floorperson", None)
            }
            Acts::Cashier => {
                (role != Role::Player || automation.play_chips, "the dealer, a floorperson or the house", None)
            }
            Acts::House => (role == Role::House, "the house", None),
        };
        if may {
            return Ok(());
        }
        refuse(Code::NotYourRole, clause, format!("this is for {needed}, not for a {}", role.name()))
    }

    fn check_status(&self, given: &Given) -> Decided {
        let (status, command) = (self.state.status, &given.command);
        let closed_may = matches!(
            command,
            Command::OpenTable
                | Command::BuyIn { .. }
                | Command::CashOut { .. }
                | Command::Adjust { .. }
                | Command::CountInventory { .. }
                | Command::AdoptRules { .. }
        );
        let idle_may = closed_may
            || matches!(
                command,
                Command::CloseTable
                    | Command::Pause { .. }
                    | Command::Resume
                    | Command::RelieveDealer { .. }
                    | Command::Fill { .. }
                    | Command::Credit { .. }
                    | Command::RestoreDevice(_)
                    | Command::ReceiveDeck(_)
                    | Command::InspectDeck(_)
                    | Command::TearJoker(_)
                    | Command::VerifyDeck(_)
                    | Command::SpreadDeck(_)
                    | Command::LookAtDeck(_)
                    | Command::WashDeck(_)
                    | Command::Shuffle { .. }
                    | Command::RemoveDeck(_)
                    | Command::PlaceDice
                    | Command::Sit { .. }
                    | Command::Leave(_)
                    | Command::Report(_)
            );
        // The program may end the betting of a paused table, by which the wagers go back.
        let ends_betting = *command == Command::NoMoreBets && given.by.role != Role::House;
        let wagers = ends_betting || matches!(command, Command::Place { .. } | Command::Repeat(_));
        match status {
            Status::Open if wagers && self.state.paused.is_some() => {
                let reason = self.state.paused.as_deref().unwrap_or_default();
                refuse(Code::TableStatus, None, format!("the table is paused: {reason}"))
            }
            Status::Open => Ok(()),
            Status::Closed if closed_may => Ok(()),
            // Where nothing lies spread there is nothing to look at first.
            Status::Idle if idle_may || !self.state.decks.iter().any(|deck| deck.stage == Stage::Spread) => Ok(()),
            Status::Closed => refuse(Code::TableStatus, None, "the table is closed: open it first"),
            Status::Idle => {
                let clause = self.house.procedure.cards.idle.spread;
                refuse(Code::TableStatus, clause, "the table is idle: a player must first look at the cards")
            }
        }
    }

    /// The seat's player, if this actor may speak for the seat.
    fn owner(&self, by: Actor, seat: Seat, clause: Clause) -> Result<crate::actor::Who, Refusal> {
        let Some(player) = self.player(seat) else {
            return refuse(Code::NotHere, self.house.procedure.wagering.seated, format!("nobody sits at {seat}"));
        };
        match by.role {
            Role::Player if by.who != player => refuse(Code::NotYours, clause, format!("{seat} is another player's")),
            _ => Ok(player),
        }
    }

    fn in_phase(&self, phases: &[Phase], clause: Clause, what: &str) -> Decided {
        let phase = self.state.round.phase;
        if phases.contains(&phase) {
            return Ok(());
        }
        let wanted: Vec<_> = phases.iter().map(|phase| phase.name()).collect();
        let message = format!("{what} belongs to {}, and the round is {phase}", wanted.join(" or "));
        refuse(Code::WrongPhase, clause, message)
    }

    fn is_positive(amount: croupier_rules::Cents, clause: Option<Clause>) -> Decided {
        if amount.0 <= 0 {
            refuse(Code::Amount, clause, format!("an amount is more than nothing, and this is {amount}"))
        } else if amount > MOST {
            refuse(Code::Amount, clause, format!("{amount} is more than a table can hold, {MOST}"))
        } else {
            Ok(())
        }
    }
}

/// More than any table comes to with all that goes through it, and little enough that sums of it cannot overflow.
const MOST_HELD: croupier_rules::Cents = croupier_rules::Cents::dollars(100_000_000_000_000);
/// More than any table moves at once, and little enough that sums cannot overflow.
const MOST: croupier_rules::Cents = croupier_rules::Cents::dollars(1_000_000_000);

/// Steps around the table that dealer and program may take for a player: they decide nothing for him.
const fn around_the_table(command: &Command) -> bool {
    matches!(command, Command::LookAtDeck(_) | Command::DeclineCut(_) | Command::Sit { .. } | Command::Leave(_))
}
