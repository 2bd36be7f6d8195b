//! What the floor does beside the game: pauses, who deals, the table inventory, and tips.
//!
//! What is odd: the texts know an inventory, a drop box and a tip box, and leave counts, fills and credits to the internal
//! controls; so two persons are asked for without a clause. At a table with play chips the house is enough.

use super::Decided;
use crate::actor::{Actor, Role, Who};
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{Code, refuse};
use crate::table::{Status, Table};
use croupier_rules::{Cents, Phase, Revision, Seat};

impl Table {
    pub(super) fn pause(&self, reason: &str, events: &mut Vec<Event>) -> Decided {
        if let Some(reason) = &self.state.paused {
            return refuse(Code::Done, None, format!("the table is paused: {reason}"));
        }
        let length = reason.chars().count();
        if !(1..=MOST_LETTERS).contains(&length) {
            let message = format!("a reason has 1 to {MOST_LETTERS} letters, and this has {length}");
            return refuse(Code::Number, None, message);
        }
        events.push(Event::Paused { reason: reason.to_owned() });
        Ok(())
    }

    pub(super) fn resume(&self, events: &mut Vec<Event>) -> Decided {
        if self.state.paused.is_none() {
            return refuse(Code::Done, None, "the table is not paused");
        }
        events.push(Event::Resumed);
        Ok(())
    }

    /// A table changes the revision of its rules only between two rounds, so that a round is decided by one of them.
    pub(super) fn adopt_rules(&self, revision: Revision, events: &mut Vec<Event>) -> Decided {
        let (now, newest) = (self.state.revision, self.house.newest_revision);
        if self.state.round.phase != Phase::Closed {
            let message = format!("rules change between two rounds, and round {} is open", self.state.round.number);
            return refuse(Code::WrongPhase, None, message);
        }
        if revision <= now {
            return refuse(Code::Done, None, format!("the table is at {now}: adopt a later one (got {})", revision.0));
        }
        if revision > newest {
            let message = format!("the submission is accepted up to {newest} (got {})", revision.0);
            return refuse(Code::Number, None, message);
        }
        events.push(Event::RulesAdopted { revision });
        Ok(())
    }

    pub(super) fn relieve_dealer(&self, dealer: Who, events: &mut Vec<Event>) -> Decided {
        if self.state.seats.contains(&Some(dealer)) {
            return refuse(Code::NotYourRole, None, format!("person {} plays at this table", dealer.0));
        }
        if self.state.dealer == Some(dealer) {
            return refuse(Code::Done, None, format!("dealer {} deals already", dealer.0));
        }
        events.push(Event::DealerRelieved { dealer });
        Ok(())
    }

    pub(super) fn count_inventory(
        &self,
        by: Actor,
        counted: Cents,
        second: Option<Who>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let (opening, book) = (!self.state.counted, self.state.ledger.balance(Account::Inventory).cents());
        if opening || counted != book {
            let what = if opening { "the opening count" } else { "a count that differs from the book" };
            self.two_persons(by, second, what)?;
        }
        if opening && self.state.status == Status::Closed {
            let message = "the table is closed, and its inventory was not counted when it was open";
            return refuse(Code::TableStatus, None, message);
        }
        if counted.0 != 0 {
            Self::is_positive(counted, None)?;
        }
        events.push(Event::InventoryCounted { counted, book, opening });
        Ok(())
    }

    pub(super) fn fill(&self, by: Actor, amount: Cents, second: Who, events: &mut Vec<Event>) -> Decided {
        self.inventory_moves(by, amount, second, "a fill")?;
        self.room(Account::Inventory, amount)?;
        events.push(Event::Filled { amount });
        Ok(())
    }

    pub(super) fn credit(&self, by: Actor, amount: Cents, second: Who, events: &mut Vec<Event>) -> Decided {
        self.inventory_moves(by, amount, second, "a credit")?;
        let has = self.state.ledger.balance(Account::Inventory).cents();
        if has < amount {
            return refuse(Code::Funds, None, format!("the inventory has {has}, and {amount} is to leave it"));
        }
        events.push(Event::Credited { amount });
        Ok(())
    }

    fn inventory_moves(&self, by: Actor, amount: Cents, second: Who, what: &str) -> Decided {
        self.two_persons(by, Some(second), what)?;
        if !self.state.counted {
            let message = "the inventory has not been counted since the table opened: count it first";
            return refuse(Code::OutOfTurn, None, message);
        }
        Self::is_positive(amount, None)
    }

    /// Two persons answer for the inventory; where chips are worth nothing the house does.
    fn two_persons(&self, by: Actor, second: Option<Who>, what: &str) -> Decided {
        if by.role == Role::House || second.is_some_and(|second| second != by.who) {
            return Ok(());
        }
        refuse(Code::NotYourRole, None, format!("{what} takes two persons"))
    }

    pub(super) fn tip(&self, by: Actor, seat: Seat, amount: Cents, events: &mut Vec<Event>) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let player = self.owner(by, seat, wagering.seated)?;
        Self::is_positive(amount, wagering.tip_box)?;
        self.funds(Account::Player(player), amount)?;
        events.push(Event::Tipped { seat, amount, clause: wagering.tip_box });
        Ok(())
    }
}

/// The longest reason that is kept.
const MOST_LETTERS: usize = 200;
