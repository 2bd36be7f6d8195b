//! Decides commands. Each file covers one part of a table's day; this file has what they share.
//!
//! Things wrong are looked for in the order of [`RefusalCode`](crate::refusal::RefusalCode): time, role, status, place,
//! owner, phase, turn, then the command's own content.

#![deny(clippy::wildcard_enum_match_arm)]

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

use crate::actor::{Actor, TableRole};
use crate::command::{Command, CommandEnvelope};
use crate::command_table::{AllowedRole, CommandStatus, FloorClause};
use crate::deck::DeckStage;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::{Clause, Phase, Seat};

type Decided = Result<(), Refusal>;

impl Table {
    /// As [`decide`](Self::decide), adding the events to a list that can be used again.
    ///
    /// # Errors
    /// As [`decide`](Self::decide); the list may then hold the beginning of what did not happen.
    pub fn decide_into(&self, envelope: &CommandEnvelope, events: &mut Vec<Event>) -> Decided {
        if self.find_duplicate(envelope).is_some() {
            return Ok(());
        }
        if envelope.at < self.state.clock {
            let (now, last) = (envelope.at.0, self.state.clock.0);
            let message = format!("the command's time {now} is before that of the last command, {last}");
            return refuse(RefusalCode::TimeGoesBack, None, message);
        }
        self.check_role(envelope)?;
        self.check_status(envelope)?;
        self.decide_command(envelope, events)
    }

    /// Every command has its arm: the compiler finds one that was forgotten.
    #[allow(clippy::too_many_lines, reason = "one arm for each command")]
    fn decide_command(&self, envelope: &CommandEnvelope, events: &mut Vec<Event>) -> Decided {
        let by = envelope.by;
        match &envelope.command {
            Command::OpenTable => self.open_table(events),
            Command::CloseTable => self.close_table(events),
            Command::GoIdle { face_up } => self.go_idle(*face_up, events),
            Command::ReceiveDeck(deck) => self.receive(*deck, events),
            Command::InspectDeck(deck) => self.inspect(*deck, events),
            Command::TearJoker(deck) => self.tear_joker(*deck, events),
            Command::VerifyDeck(deck) => self.verify_inspection(*deck, events),
            Command::SpreadDeck(deck) => self.spread(*deck, events),
            Command::LookAtDeck(deck) => self.look(*deck, events),
            Command::WashDeck(deck) => self.wash(*deck, events),
            Command::Shuffle { deck, by, order, seal, counted } => {
                self.shuffle(*deck, *by, order.as_deref(), *seal, *counted, events)
            }
            Command::DeclineCut(seat) => self.decline_cut(by, *seat, events),
            Command::Cut { deck, cards, by } => self.cut(*deck, *cards, *by, events),
            Command::OrderRecut(deck) => self.recut(*deck, events),
            Command::OrderShuffle(deck) => self.reshuffle(*deck, events),
            Command::RemoveDeck(deck) => self.remove_deck(*deck, events),
            Command::PlaceDice => self.place_dice(events),
            Command::RestoreDevice(device) => self.restore_device(*device, events),
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
            Command::NoMoreBets => self.no_more_bets(envelope.at, events),
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

    fn check_role(&self, envelope: &CommandEnvelope) -> Decided {
        let role = envelope.by.role;
        let automation = &self.house.rules.automation;
        let program = role == TableRole::House;
        let (may, needed, clause) = match envelope.command.rule().by {
            AllowedRole::Player => {
                (role == TableRole::Player || (role == TableRole::Dealer && !self.sealed()), "a player", None)
            }
            AllowedRole::PlayerOrStandIn => (!role.supervises(), "a player", None),
            AllowedRole::Dealer(step) => {
                (role == TableRole::Dealer || (program && automation.does(step)), "the dealer", None)
            }
            AllowedRole::Floor(step, clause) => {
                let stands_in = automation.play_chips && step.is_some_and(|step| automation.does(step));
                (role.supervises() || (program && stands_in), "a floorperson or above", Some(self.floor_clause(clause)))
            }
            // A round that nobody can go on with needs nobody's judgement.
            AllowedRole::FloorOrLostCards(_) if self.cards_are_lost() => {
                (role != TableRole::Player, "the dealer or a floorperson", None)
            }
            AllowedRole::FloorOrLostCards(clause) => {
                (role.supervises(), "a floorperson or above", Some(self.floor_clause(clause)))
            }
            AllowedRole::Pit => (role != TableRole::Player, "the dealer or a floorperson", None),
            AllowedRole::PitStaff => {
                let staff = role != TableRole::Player && !program;
                (staff || (program && automation.play_chips), "the dealer or a floorperson", None)
            }
            AllowedRole::Cashier => {
                (role != TableRole::Player || automation.play_chips, "the dealer, a floorperson or the house", None)
            }
            AllowedRole::House => (program, "the house", None),
        };
        if may {
            return Ok(());
        }
        refuse(RefusalCode::NotYourRole, clause, format!("requires {needed} (got {})", role.name()))
    }

    /// The clause of this table's regulation that gives a command to the floor.
    fn floor_clause(&self, clause: FloorClause) -> Clause {
        let procedure = self.house.procedure;
        match clause {
            FloorClause::Verification => procedure.cards.verify,
            FloorClause::Recut => procedure.cards.recut,
            FloorClause::OrderedShuffle => procedure.cards.shuffle_ordered.unwrap_or(procedure.cards.shuffle),
            FloorClause::LockOut => self.dealing().lock_out.unwrap_or(procedure.wagering.closed),
            FloorClause::Seated => procedure.wagering.seated,
            FloorClause::Validation => self.validation_clause(),
            FloorClause::Irregularities => procedure.irregularities.section,
        }
    }

    fn check_status(&self, envelope: &CommandEnvelope) -> Decided {
        let spread = || self.state.decks.iter().any(|deck| deck.stage == DeckStage::Spread);
        match (self.state.status, envelope.command.rule().status) {
            // The program may end the betting of a paused table, by which the wagers go back.
            (TableStatus::Open, CommandStatus::Wagering) if envelope.by.role != TableRole::House => {
                self.state.paused.as_deref().map_or(Ok(()), |reason| {
                    refuse(RefusalCode::TableStatus, None, format!("the table is paused: {reason}"))
                })
            }
            (TableStatus::Open, _) | (_, CommandStatus::Always) | (TableStatus::Idle, CommandStatus::NotClosed) => {
                Ok(())
            }
            // Where nothing lies spread there is nothing to look at first.
            (TableStatus::Idle, CommandStatus::Open | CommandStatus::Wagering) if !spread() => Ok(()),
            (TableStatus::Idle, CommandStatus::Open | CommandStatus::Wagering) => {
                let clause = self.house.procedure.cards.idle.spread;
                refuse(RefusalCode::TableStatus, clause, "the table is idle: a player must look at the cards first")
            }
            (TableStatus::Closed, CommandStatus::NotClosed | CommandStatus::Open | CommandStatus::Wagering) => {
                refuse(RefusalCode::TableStatus, None, "the table is closed: open it first")
            }
        }
    }

    /// The seat's player, if this actor may speak for the seat.
    fn owner(&self, by: Actor, seat: Seat, clause: Clause) -> Result<crate::actor::PersonId, Refusal> {
        let Some(player) = self.player(seat) else {
            return refuse(
                RefusalCode::NotHere,
                self.house.procedure.wagering.seated,
                format!("nobody sits at {seat}"),
            );
        };
        if by.role == TableRole::Player && by.who != player {
            return refuse(RefusalCode::NotYours, clause, format!("{seat} belongs to another player"));
        }
        Ok(player)
    }

    fn in_phase(&self, phases: &[Phase], clause: Clause, what: &str) -> Decided {
        let phase = self.state.round.phase;
        if phases.contains(&phase) {
            return Ok(());
        }
        let wanted: Vec<_> = phases.iter().map(|phase| phase.name()).collect();
        let message = format!("{what} is only allowed while {} (the round is {phase})", wanted.join(" or "));
        refuse(RefusalCode::WrongPhase, clause, message)
    }

    fn is_positive(amount: croupier_rules::Cents, clause: Option<Clause>) -> Decided {
        if amount.0 <= 0 {
            refuse(RefusalCode::Amount, clause, format!("amount must be positive (got {amount})"))
        } else if amount > MOST {
            refuse(RefusalCode::Amount, clause, format!("amount must be at most {MOST} (got {amount})"))
        } else {
            Ok(())
        }
    }
}

/// More than any table comes to with all that goes through it, and little enough that sums of it cannot overflow.
const MOST_HELD: croupier_rules::Cents = croupier_rules::Cents::dollars(100_000_000_000_000);
/// More than any table moves at once, and little enough that sums cannot overflow.
const MOST: croupier_rules::Cents = croupier_rules::Cents::dollars(1_000_000_000);
