//! Sitting down, leaving, chips and accounts: section .7(b), (f) and § 657a.7(e), MA 7(b) and 13(a).

use super::{Decided, MOST_HELD};
use crate::actor::{Actor, PersonId, TableRole};
use crate::command::Purse;
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{RefusalCode, refuse};
use crate::table::Table;
use croupier_rules::{Cents, Phase, Seat};

impl Table {
    pub(super) fn sit(&self, by: Actor, seat: Seat, player: PersonId, events: &mut Vec<Event>) -> Decided {
        let rules = &self.house.rules;
        let wagering = &self.house.procedure.wagering;
        if seat.number() > rules.positions {
            return refuse(
                RefusalCode::NotHere,
                None,
                format!("the table has {} positions (got {seat})", rules.positions),
            );
        }
        if by.role == TableRole::Player && by.who != player {
            return refuse(RefusalCode::NotYours, wagering.seated, "players can only seat themselves");
        }
        if self.player(seat).is_some() {
            return refuse(RefusalCode::Done, wagering.seated, format!("{seat} is taken"));
        }
        let own: Vec<_> = Seat::ALL.into_iter().filter(|&other| self.player(other) == Some(player)).collect();
        if own.len() >= usize::from(rules.adjacent_areas) {
            let most = rules.adjacent_areas;
            let message = format!(
                "one player may wager on at most {most} betting area{} at this table",
                if most == 1 { "" } else { "s" }
            );
            return refuse(RefusalCode::NotOffered, wagering.adjacent, message);
        }
        if !own.is_empty() && !own.iter().any(|other| other.adjoins(seat)) {
            return refuse(
                RefusalCode::NotOffered,
                wagering.adjacent,
                format!("{seat} is not adjacent to the player's other area"),
            );
        }
        events.push(Event::Seated { seat, player });
        Ok(())
    }

    pub(super) fn leave(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let seated = self.house.procedure.wagering.seated;
        self.owner(by, seat, seated)?;
        if self.state.round.phase != Phase::Closed && self.area(seat).wagers().next().is_some() {
            let message = format!("{seat} has wagers in the round: the player must stay until the round ends");
            return refuse(RefusalCode::OutOfTurn, seated, message);
        }
        events.push(Event::Left(seat));
        Ok(())
    }

    pub(super) fn buy(
        &self,
        by: Actor,
        player: PersonId,
        purse: Purse,
        amount: Cents,
        events: &mut Vec<Event>,
    ) -> Decided {
        Self::for_himself(by, player)?;
        Self::is_positive(amount, None)?;
        self.room(Account::Drop, amount)?;
        self.room(purse.account(player), amount)?;
        events.push(Event::BoughtIn { player, purse, amount });
        Ok(())
    }

    pub(super) fn cash(
        &self,
        by: Actor,
        player: PersonId,
        purse: Purse,
        amount: Cents,
        events: &mut Vec<Event>,
    ) -> Decided {
        Self::for_himself(by, player)?;
        Self::is_positive(amount, None)?;
        self.funds(purse.account(player), amount)?;
        events.push(Event::CashedOut { player, purse, amount });
        Ok(())
    }

    fn for_himself(by: Actor, player: PersonId) -> Decided {
        if by.role == TableRole::Player && by.who != player {
            return refuse(RefusalCode::NotYours, None, "players can only buy in and cash out for themselves");
        }
        Ok(())
    }

    pub(super) fn adjust(
        &self,
        by: Actor,
        player: PersonId,
        amount: Cents,
        round: u64,
        second: Option<PersonId>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let section = self.house.procedure.irregularities.section;
        // Nobody counts as another person here: the house sees to it that an adjustment names somebody.
        let second = second.unwrap_or_default();
        if second == by.who || second == player || by.who == player {
            let message = "an adjustment requires two persons, neither of them the player concerned";
            return refuse(RefusalCode::NotYourRole, section, message);
        }
        if !self.state.ledger.players().any(|known| known == player) {
            return refuse(RefusalCode::NotHere, section, format!("player {player} has never played here"));
        }
        if round == 0 || round > self.state.round.number {
            return refuse(RefusalCode::NotHere, section, format!("there was no round {round} at this table"));
        }
        if round == self.state.round.number && self.state.round.phase != Phase::Closed {
            let message = format!("round {round} is still open: void or correct it instead");
            return refuse(RefusalCode::OutOfTurn, section, message);
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
            return refuse(RefusalCode::Amount, None, format!("{account} has {has} and can hold at most {MOST_HELD}"));
        }
        Ok(())
    }

    /// Whether an account has this much. At an observed table chips lie on the felt before the program hears of them.
    pub(super) fn funds(&self, account: Account, amount: Cents) -> Decided {
        self.funds_for(account, amount, String::new)
    }

    /// As [`Table::funds`], where the refusal also says what the amount is for.
    pub(super) fn funds_for(&self, account: Account, amount: Cents, parts: impl FnOnce() -> String) -> Decided {
        let has = self.state.ledger.balance(account).cents();
        if self.sealed() && has < amount {
            let message = format!("{account} has only {has} (needs {amount}{})", parts());
            return refuse(RefusalCode::Funds, None, message);
        }
        Ok(())
    }
}
