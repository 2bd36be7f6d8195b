//! Sitting down, leaving, chips and accounts: section .7(b), (f) and § 657a.7(e), MA 7(b) and 13(a).

use super::{Decided, MOST_HELD};
use crate::actor::{Actor, Role, Who};
use crate::command::Purse;
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{Code, refuse};
use crate::table::Table;
use croupier_rules::{Cents, Phase, Seat};

impl Table {
    pub(super) fn sit(&self, by: Actor, seat: Seat, player: Who, events: &mut Vec<Event>) -> Decided {
        let rules = &self.house.rules;
        let wagering = &self.house.procedure.wagering;
        if seat.number() > rules.positions {
            return refuse(Code::NotHere, None, format!("the table has {} positions, no {seat}", rules.positions));
        }
        if by.role == Role::Player && by.who != player {
            return refuse(Code::NotYours, wagering.seated, "a player sits down for himself");
        }
        if self.player(seat).is_some() {
            return refuse(Code::Done, wagering.seated, format!("{seat} is taken"));
        }
        let own: Vec<_> = Seat::ALL.into_iter().filter(|&other| self.player(other) == Some(player)).collect();
        if own.len() >= usize::from(rules.adjacent_areas) {
            let most = rules.adjacent_areas;
            let message = format!("a player may wager on {most} betting area{} here", if most == 1 { "" } else { "s" });
            return refuse(Code::NotOffered, wagering.adjacent, message);
        }
        if !own.is_empty() && !own.iter().any(|other| other.adjoins(seat)) {
            return refuse(
                Code::NotOffered,
                wagering.adjacent,
                format!("{seat} does not adjoin the player's other area"),
            );
        }
        events.push(Event::Seated { seat, player });
        Ok(())
    }

    pub(super) fn leave(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let seated = self.house.procedure.wagering.seated;
        self.owner(by, seat, seated)?;
        if self.state.round.phase != Phase::Closed && self.area(seat).wagers().next().is_some() {
            let message = format!("{seat} has wagers in the round: its player stays seated until it is completed");
            return refuse(Code::OutOfTurn, seated, message);
        }
        events.push(Event::Left(seat));
        Ok(())
    }

    pub(super) fn buy(&self, by: Actor, player: Who, purse: Purse, amount: Cents, events: &mut Vec<Event>) -> Decided {
        Self::for_himself(by, player)?;
        Self::is_positive(amount, None)?;
        self.room(Account::Drop, amount)?;
        self.room(purse.account(player), amount)?;
        events.push(Event::BoughtIn { player, purse, amount });
        Ok(())
    }

    pub(super) fn cash(&self, by: Actor, player: Who, purse: Purse, amount: Cents, events: &mut Vec<Event>) -> Decided {
        Self::for_himself(by, player)?;
        Self::is_positive(amount, None)?;
        self.funds(purse.account(player), amount)?;
        events.push(Event::CashedOut { player, purse, amount });
        Ok(())
    }

    fn for_himself(by: Actor, player: Who) -> Decided {
        if by.role == Role::Player && by.who != player {
            return refuse(Code::NotYours, None, "a player buys in and cashes out for himself");
        }
        Ok(())
    }

    pub(super) fn adjust(
        &self,
        by: Actor,
        player: Who,
        amount: Cents,
        round: u64,
        second: Who,
        events: &mut Vec<Event>,
    ) -> Decided {
        let section = self.house.procedure.irregularities.section;
        if second == by.who || second == player || by.who == player {
            let message = "an adjustment takes two persons, and neither is the player concerned";
            return refuse(Code::NotYourRole, section, message);
        }
        if !self.state.ledger.players().any(|known| known == player) {
            return refuse(Code::NotHere, section, format!("player {} has never played here", player.0));
        }
        if round == 0 || round > self.state.round.number {
            return refuse(Code::NotHere, section, format!("there was no round {round} at this table"));
        }
        if round == self.state.round.number && self.state.round.phase != Phase::Closed {
            let message = format!("round {round} is not closed: void or correct it instead");
            return refuse(Code::OutOfTurn, section, message);
        }
        Self::is_positive(Cents(amount.0.saturating_abs()), None)?;
        if amount.0 < 0 {
            self.funds(Account::Player(player), Cents(-amount.0))?;
        }
        events.push(Event::Adjusted { player, amount, round });
        Ok(())
    }

    /// Whether an account can take this much more without coming near the end of what can be counted.
    pub(super) fn room(&self, account: Account, amount: Cents) -> Decided {
        let has = self.state.ledger.balance(account).cents();
        if has.0.saturating_add(amount.0) > MOST_HELD.0 {
            return refuse(Code::Amount, None, format!("{account} has {has}, and can hold {MOST_HELD} at most"));
        }
        Ok(())
    }

    /// Whether an account has this much. At an observed table chips lie on the felt before the program hears of them.
    pub(super) fn funds(&self, account: Account, amount: Cents) -> Decided {
        let has = self.state.ledger.balance(account).cents();
        if self.sealed() && has < amount {
            return refuse(Code::Funds, None, format!("{account} has {has}, and {amount} is needed"));
        }
        Ok(())
    }
}
