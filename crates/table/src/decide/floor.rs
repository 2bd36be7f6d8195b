//! What the floor does beside the game: pauses, who deals, the table inventory, and tips.
//!
//! Note: the texts know an inventory, a drop box and a tip box, and leave counts, fills and credits to the internal
//! controls; so two persons are asked for without a clause. At a table with play chips the house is enough.

use super::Decided;
use crate::actor::{Actor, PersonId, TableRole};
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{RefusalCode, refuse};
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::{Cents, Phase, Revision, Seat};

impl Table {
    pub(super) fn pause(&self, reason: &str, events: &mut Vec<Event>) -> Decided {
        if let Some(reason) = &self.state.paused {
            return refuse(RefusalCode::Done, None, format!("the table is paused: {reason}"));
        }
        let length = reason.chars().count();
        if !(1..=MOST_LETTERS).contains(&length) {
            let message = format!("the reason must have 1 to {MOST_LETTERS} characters (got {length})");
            return refuse(RefusalCode::Number, None, message);
        }
        events.push(Event::Paused { reason: reason.to_owned() });
        Ok(())
    }

    pub(super) fn resume(&self, events: &mut Vec<Event>) -> Decided {
        if self.state.paused.is_none() {
            return refuse(RefusalCode::Done, None, "the table is not paused");
        }
        events.push(Event::Resumed);
        Ok(())
    }

    /// A table changes the revision of its rules only between two rounds, so that a round is decided by one of them.
    pub(super) fn adopt_rules(&self, revision: Revision, events: &mut Vec<Event>) -> Decided {
        let (now, newest) = (self.state.revision, self.house.newest_revision);
        if self.state.round.phase != Phase::Closed {
            let message =
                format!("rules can only change between rounds, and round {} is open", self.state.round.number);
            return refuse(RefusalCode::WrongPhase, None, message);
        }
        if revision <= now {
            return refuse(
                RefusalCode::Done,
                None,
                format!("the table already uses {now}: adopt a later one (got {})", revision.0),
            );
        }
        if revision > newest {
            let message = format!("the submission is valid up to {newest} (got {})", revision.0);
            return refuse(RefusalCode::Number, None, message);
        }
        events.push(Event::RulesAdopted { revision });
        Ok(())
    }

    pub(super) fn relieve_dealer(&self, dealer: PersonId, events: &mut Vec<Event>) -> Decided {
        if self.state.seats.contains(&Some(dealer)) {
            return refuse(RefusalCode::NotYourRole, None, format!("person {dealer} is a player at this table"));
        }
        if self.state.dealer == Some(dealer) {
            return refuse(RefusalCode::Done, None, format!("dealer {dealer} is already dealing"));
        }
        events.push(Event::DealerRelieved { dealer });
        Ok(())
    }

    pub(super) fn count_inventory(
        &self,
        by: Actor,
        counted: Cents,
        second: Option<PersonId>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let (opening, book) = (!self.state.counted, self.state.ledger.balance(Account::Inventory).cents());
        if opening || counted != book {
            let what = if opening { "the opening count" } else { "a count that differs from the ledger" };
            self.two_persons(by, second, what)?;
        }
        if opening && self.state.status == TableStatus::Closed {
            let message = "the table is closed and its opening inventory was not counted";
            return refuse(RefusalCode::TableStatus, None, message);
        }
        if counted.0 != 0 {
            Self::is_positive(counted, None)?;
        }
        events.push(Event::InventoryCounted { counted, book, opening });
        Ok(())
    }

    pub(super) fn fill(&self, by: Actor, amount: Cents, second: Option<PersonId>, events: &mut Vec<Event>) -> Decided {
        self.inventory_moves(by, amount, second, "a fill")?;
        self.room(Account::Inventory, amount)?;
        events.push(Event::Filled { amount });
        Ok(())
    }

    pub(super) fn credit(
        &self,
        by: Actor,
        amount: Cents,
        second: Option<PersonId>,
        events: &mut Vec<Event>,
    ) -> Decided {
        self.inventory_moves(by, amount, second, "a credit")?;
        let has = self.state.ledger.balance(Account::Inventory).cents();
        if has < amount {
            return refuse(RefusalCode::Funds, None, format!("the inventory has only {has} (needs {amount})"));
        }
        events.push(Event::Credited { amount });
        Ok(())
    }

    fn inventory_moves(&self, by: Actor, amount: Cents, second: Option<PersonId>, what: &str) -> Decided {
        // Nobody counts as another person here: the house sees to it that fills and credits name somebody.
        self.two_persons(by, second.or(Some(PersonId::Nobody)), what)?;
        if !self.state.counted {
            let message = "count the opening inventory first";
            return refuse(RefusalCode::OutOfTurn, None, message);
        }
        Self::is_positive(amount, None)
    }

    /// Two persons answer for the inventory; where chips are worth nothing the house does.
    fn two_persons(&self, by: Actor, second: Option<PersonId>, what: &str) -> Decided {
        if by.role == TableRole::House || second.is_some_and(|second| second != by.who) {
            return Ok(());
        }
        refuse(RefusalCode::NotYourRole, None, format!("{what} requires two persons"))
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
