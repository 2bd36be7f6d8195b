//! Cards and stakes entered anew before they are racked, and their seats ruled anew.

use super::Decided;
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{Code, refuse};
use crate::round::{Area, How, Standing};
use crate::table::Table;
use croupier_rules::submission::Stake;
use croupier_rules::{Cents, Clause, MadeWith, Phase, Place, Seat, Setting, Wager, WagerKind};

impl Table {
    pub(super) fn correct(&self, seat: Seat, setting: Setting, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.reconstruct;
        if self.sealed() {
            return refuse(Code::NotOffered, clause, "the cards of a sealed table are known");
        }
        self.correctable(seat, clause)?;
        self.entered_hands(Place::Seat(seat), setting, clause)?;
        let mut area = self.area(seat).clone();
        area.unsettle();
        self.reversed(seat, events);
        self.ruled_anew(seat, area, setting, events)
    }

    pub(super) fn correct_stake(&self, seat: Seat, wager: Wager, amount: Cents, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.reconstruct;
        let dealt = [Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling];
        self.in_phase(&dealt, clause, "the correction of a stake")?;
        let mut area = self.area(seat).clone();
        if area.stake(wager).0 == 0 || !area.live() {
            return refuse(Code::NotHere, clause, format!("{seat} has no {wager} wager in play"));
        }
        if area.stake(wager) == amount {
            return refuse(Code::Done, clause, format!("{seat}'s {wager} wager is {amount}"));
        }
        Self::is_positive(amount, Some(clause))?;
        let main = if wager.kind == WagerKind::Main { amount } else { area.main() };
        match (self.house.price(wager.kind), self.house.procedure.playing.play_or_fold) {
            (Some(price), _) if price.spec.settled.made_with == MadeWith::Chips => {
                self.amount_fits(price, amount, main)?;
            }
            (None, Some(asked)) if wager.kind == WagerKind::Play => self.play_fits(seat, amount, asked)?,
            _ => return refuse(Code::NotOffered, clause, format!("the {wager} wager is not chips on the felt")),
        }
        // Wagers that equal the main one go along with it.
        let equal =
            |wager: &Wager| self.house.price(wager.kind).is_some_and(|price| price.offered.stake == Stake::EqualToMain);
        let along = area.wagers().map(|(wager, _)| wager).filter(|other| wager.kind == WagerKind::Main && equal(other));
        let wagers: Vec<Wager> = std::iter::once(wager).chain(along).collect();
        let more = wagers.iter().map(|&wager| amount.0 - area.stake(wager).0).sum();
        if let Some(player) = self.player(seat).filter(|_| more > 0) {
            self.funds(Account::Player(player), Cents(more))?;
        }
        let corrected = |wager| Event::StakeCorrected { seat, wager, amount, clause };
        if !area.revealed {
            events.extend(wagers.into_iter().map(corrected));
            return Ok(());
        }
        self.correctable(seat, clause)?;
        let Some(setting) = area.hand.setting else { return Ok(()) };
        area.unsettle();
        self.reversed(seat, events);
        for wager in wagers {
            area.stakes[wager.index()] = amount;
            events.push(corrected(wager));
        }
        self.ruled_anew(seat, area, setting, events)
    }

    /// Cards and stakes can be entered anew until the cards are racked, but not under a win that was validated and paid.
    fn correctable(&self, seat: Seat, clause: Clause) -> Decided {
        self.in_phase(&[Phase::Settling], clause, "a correction")?;
        let (round, area) = (&self.state.round, self.area(seat));
        if round.waiting.is_some() {
            return refuse(Code::OutOfTurn, clause, "a win waits for its checks");
        }
        if !area.settled || area.hand.setting.is_none() || area.standing == Standing::Voided {
            return refuse(Code::OutOfTurn, clause, format!("{seat}'s cards have not been ruled on"));
        }
        if area.validated_paid {
            let message = format!("{seat} was paid after validation: only a void by two persons undoes that");
            return refuse(Code::Done, clause, message);
        }
        Ok(())
    }

    fn ruled_anew(&self, seat: Seat, area: Area, setting: Setting, events: &mut Vec<Event>) -> Decided {
        events.push(Event::Revealed { seat, setting: Some(setting) });
        self.settle(seat, area, Some(setting), None, events)
    }

    pub(super) fn reversed(&self, seat: Seat, events: &mut Vec<Event>) {
        if self.state.round.came.iter().any(|came| matches!(came.how, How::Envy { .. })) {
            events.push(Event::EnvyReversed);
        }
        events.push(Event::SettlementReversed { seat, contest_only: false });
    }
}
