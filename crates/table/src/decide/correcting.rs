//! Corrections of cards, outcomes and stakes before the cards are racked, and the new rulings that follow.
//!
//! The texts have the cards racked so that every hand can be reconstructed: §§ 659a.11(j), 575.11(i), 670a.11(j),
//! 657a.11(h), MA 12(j). Until then a wrong entry is set right here: the money goes back, a share of a meter goes back
//! onto it as it then stands, and the seat is ruled on as if for the first time. Note: what a floorperson
//! validated is taken back only with a second person.

use super::Decided;
use crate::actor::{Actor, PersonId};
use crate::command::DeclaredOutcome;
use crate::event::Event;
use crate::ledger::Account;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::round::{ResultKind, SeatStatus, WagerResult};
use crate::ruling::Verdict;
use crate::table::Table;
use croupier_rules::submission::Stake;
use croupier_rules::{
    CardSet, CardsRead, Cents, Clause, FundedBy, Phase, Place, RulesChange, Seat, Setting, Wager, WagerFate, WagerKind,
    WagerOn,
};

/// What of a seat's settlement is taken back.
pub(super) enum Scope {
    /// All of it.
    Whole,
    /// The contest with the dealer.
    Contest,
    /// These wagers.
    Wagers(Vec<Wager>),
}

impl Table {
    pub(super) fn correct(
        &self,
        by: Actor,
        seat: Seat,
        setting: Setting,
        second: Option<PersonId>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let clause = self.house.procedure.settling.reconstruct;
        if self.sealed() {
            return refuse(
                RefusalCode::NotOffered,
                clause,
                "a sealed table knows the cards, so they cannot be corrected",
            );
        }
        self.correctable(seat, clause)?;
        self.with_second(by, second, self.area(seat).validated_paid, clause)?;
        self.entered_hands(Place::Seat(seat), setting, clause)?;
        self.take_back_settlement(seat, &Scope::Whole, clause, events);
        self.ruled_anew(seat, Some(setting), None, events)
    }

    /// An outcome is declared anew where no cards were entered.
    pub(super) fn correct_outcome(&self, seat: Seat, outcome: DeclaredOutcome, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.reconstruct;
        if self.sealed() {
            return refuse(
                RefusalCode::NotOffered,
                clause,
                "a sealed table knows the cards, so outcomes cannot be announced",
            );
        }
        self.correctable(seat, clause)?;
        let Some(before) = self.declared_fate(seat) else {
            return refuse(
                RefusalCode::Cards,
                clause,
                format!("{seat}'s cards were entered: correct the cards instead of the outcome"),
            );
        };
        if outcome == DeclaredOutcome::Ties && !self.house.game.ties() {
            return refuse(RefusalCode::Cards, clause, "there are no ties in this game");
        }
        let fate = WagerFate::of(outcome.outcome());
        if fate == before {
            return refuse(RefusalCode::Done, clause, format!("{seat}'s outcome was already announced this way"));
        }
        self.take_back_settlement(seat, &Scope::Whole, clause, events);
        self.ruled_anew(seat, None, Some(fate), events)
    }

    /// The dealer's cards are entered anew: what was settled by them is ruled anew, and nothing else.
    pub(super) fn correct_dealer(
        &self,
        by: Actor,
        setting: Setting,
        shared: Option<CardSet>,
        second: Option<PersonId>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let clause = self.house.procedure.settling.reconstruct;
        if self.sealed() {
            return refuse(
                RefusalCode::NotOffered,
                clause,
                "a sealed table knows the cards, so they cannot be corrected",
            );
        }
        let phases = [Phase::Responding, Phase::Settling];
        self.in_phase(&phases, clause, "correcting the dealer's cards")?;
        let round = &self.state.round;
        if !round.dealer_up {
            return refuse(RefusalCode::OutOfTurn, clause, "turn the dealer's cards first");
        }
        let shared = self.corrected_bonus_card(shared, setting.cards(), clause)?;
        let bonus_changes = shared.is_some_and(|shared| shared != round.shared.cards);
        let except = [Place::Dealer, if bonus_changes { Place::Shared } else { Place::Dealer }];
        self.entered_hands_beside(Place::Dealer, &except, setting, clause)?;
        if !bonus_changes && round.dealer.cards == setting.cards() && round.dealer.setting == Some(setting) {
            return refuse(RefusalCode::Done, clause, format!("the dealer's cards are already entered as {setting}"));
        }
        let affected = self.affected(bonus_changes);
        self.with_second(by, second, affected.iter().any(|(seat, scope)| self.validated(*seat, scope)), clause)?;
        events.push(Event::DealerCorrected { cards: setting.cards(), shared, clause });
        self.set_dealer(setting.cards(), Some(setting), events)?;
        let Some(dealer) = self.after(events).state.round.dealer.setting else { return Ok(()) };
        self.rule_against_dealer(&affected, dealer, clause, events)
    }

    /// The bonus card that goes with the dealer's cards, if it is entered anew.
    fn corrected_bonus_card(
        &self,
        shared: Option<CardSet>,
        dealer: CardSet,
        clause: Clause,
    ) -> Result<Option<CardSet>, Refusal> {
        let round = &self.state.round;
        if shared.is_some() && round.shared.count == 0 {
            return refuse(RefusalCode::NotOffered, clause, "no bonus card was dealt in this round");
        }
        // A dealer's hand that was never entered has left the bonus card unseen too.
        if shared.is_none() && !round.dealer.cards.is_empty() {
            return Ok(None);
        }
        self.entered_shared(shared, dealer, &[Place::Dealer, Place::Shared])
    }

    /// What each seat has of wagers that the dealer's cards decide: the contest, wagers on the dealer's hand, those
    /// that read the shared card if that changes, and all where a payout limit joins them.
    pub(super) fn affected(&self, bonus_changes: bool) -> Vec<(Seat, Scope)> {
        let limited = self.house.rules.payout_limit.is_some();
        let reads_shared = |wager: Wager| {
            let price = self.house.price(wager.kind);
            price.is_some_and(|price| price.spec.settled.reads == CardsRead::HandAndShared)
        };
        let scope = |seat: Seat| {
            let area = self.area(seat);
            if !area.revealed || area.hand.setting.is_none() {
                return None;
            }
            let live = area.standing == SeatStatus::Live;
            let contest = |wager: Wager| live && self.house.contests(wager.kind);
            let beside =
                |wager: Wager| wager.on == WagerOn::Dealer || (bonus_changes && reads_shared(wager)) || limited;
            let wagers: Vec<Wager> = area
                .wagers()
                .map(|(wager, _)| wager)
                .filter(|&wager| self.has_begun(seat, wager) && (contest(wager) || beside(wager)))
                .collect();
            if wagers.is_empty() {
                None
            } else if wagers.iter().all(|&wager| contest(wager)) && !limited {
                Some((seat, Scope::Contest))
            } else if limited && !wagers.contains(&Wager::ON_DEALER) {
                Some((seat, Scope::Whole))
            } else {
                Some((seat, Scope::Wagers(wagers)))
            }
        };
        Seat::from_the_right().filter_map(scope).collect()
    }

    /// Whether a wager has a result, or waits for its checks.
    fn has_begun(&self, seat: Seat, wager: Wager) -> bool {
        let waits = self.state.round.waiting.is_some_and(|waiting| waiting.seat == seat && waiting.wager == wager);
        waits || self.state.round.came.iter().any(|came| came.seat == seat && came.wager == wager)
    }

    /// Rules what the dealer's hands decide against these.
    pub(super) fn rule_against_dealer(
        &self,
        affected: &[(Seat, Scope)],
        dealer: Setting,
        clause: Clause,
        events: &mut Vec<Event>,
    ) -> Decided {
        let waits_on = self.state.round.waiting.filter(|waiting| {
            !affected.iter().any(|(seat, scope)| *seat == waiting.seat && self.takes_back(scope, waiting.wager))
        });
        let mut whole = affected.iter().filter(|(_, scope)| !matches!(scope, Scope::Contest));
        if let Some(waiting) = waits_on.filter(|_| whole.next().is_some()) {
            let message = format!("{}'s {} win is pending: verify and validate it first", waiting.seat, waiting.wager);
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        for (seat, scope) in affected {
            match scope {
                Scope::Contest => self.contest_anew(*seat, dealer, clause, events)?,
                Scope::Whole | Scope::Wagers(_) => self.take_back_settlement(*seat, scope, clause, events),
            }
        }
        self.after(events).settle_shown(events)
    }

    pub(super) fn correct_stake(
        &self,
        by: Actor,
        seat: Seat,
        wager: Wager,
        amount: Cents,
        second: Option<PersonId>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let clause = self.house.procedure.settling.reconstruct;
        let dealt = [Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling];
        self.in_phase(&dealt, clause, "correcting a stake")?;
        let area = self.area(seat);
        self.with_second(by, second, area.validated_paid, clause)?;
        if area.stake(wager).0 == 0 || !area.live() {
            return refuse(RefusalCode::NotHere, clause, format!("{seat} has no {wager} wager in play"));
        }
        if area.stake(wager) == amount {
            return refuse(RefusalCode::Done, clause, format!("{seat}'s {wager} wager is already {amount}"));
        }
        self.stake_fits(seat, wager, amount, clause)?;
        // Wagers that equal the main one go along with it.
        let equal =
            |wager: &Wager| self.house.price(wager.kind).is_some_and(|price| price.offered.stake == Stake::EqualToMain);
        let along = area.wagers().map(|(wager, _)| wager).filter(|other| wager.kind == WagerKind::Main && equal(other));
        let wagers: Vec<Wager> = std::iter::once(wager).chain(along).collect();
        let more = wagers.iter().map(|&wager| amount.0 - area.stake(wager).0).sum();
        if let Some(player) = self.player(seat).filter(|_| more > 0) {
            self.funds(Account::Player(player), Cents(more))?;
        }
        if !area.revealed {
            self.stakes_corrected(seat, &wagers, amount, clause, events);
            return Ok(());
        }
        self.correctable(seat, clause)?;
        self.take_back_settlement(seat, &Scope::Whole, clause, events);
        self.stakes_corrected(seat, &wagers, amount, clause, events);
        let (hand, declared) = (area.hand.setting, self.declared_fate(seat));
        if self.includes(RulesChange::EnvyByCorrectedStake) {
            return self.ruled_anew(seat, hand, declared, events);
        }
        let mut area = area.clone();
        area.unsettle();
        wagers.iter().for_each(|wager| area.stakes[wager.index()] = amount);
        events.push(Event::Revealed { seat, setting: hand });
        self.settle(seat, area, hand, declared, events)
    }

    /// Whether a stake of this amount is lawful.
    fn stake_fits(&self, seat: Seat, wager: Wager, amount: Cents, clause: Clause) -> Decided {
        Self::is_positive(amount, Some(clause))?;
        let main = if wager.kind == WagerKind::Main { amount } else { self.area(seat).main() };
        // As when they are placed.
        let coupon = self.area(seat).coupon;
        if coupon > main && self.includes(RulesChange::CouponWithinMain) {
            let clause = self.house.procedure.wagering.match_play.unwrap_or(clause);
            let message =
                format!("match play coupons must not exceed the main wager of {main} (the coupons are {coupon})");
            return refuse(RefusalCode::Amount, clause, message);
        }
        match (self.house.price(wager.kind), self.house.procedure.playing.play_or_fold) {
            (Some(price), _) if price.spec.settled.made_with == FundedBy::Chips => {
                self.amount_fits(price, amount, main)
            }
            (None, Some(asked)) if wager.kind == WagerKind::Play => self.play_fits(seat, amount, asked),
            _ => refuse(
                RefusalCode::NotOffered,
                clause,
                format!("only a wager made with chips on the layout can be corrected, and the {wager} wager is not"),
            ),
        }
    }

    /// The stakes as they really were, with the lammer that goes with them.
    fn stakes_corrected(&self, seat: Seat, wagers: &[Wager], amount: Cents, clause: Clause, events: &mut Vec<Event>) {
        for &wager in wagers {
            events.push(Event::StakeCorrected { seat, wager, amount, clause });
            let Some(clause) = self.dealing().lammers else { continue };
            let Some(price) = self.house.price(wager.kind) else { continue };
            let qualifies = |amount| price.envy(amount).is_some();
            if !self.includes(RulesChange::EnvyByCorrectedStake) {
                continue;
            }
            match (qualifies(self.area(seat).stake(wager)), qualifies(amount)) {
                (false, true) => events.push(Event::Lammer { seat, clause }),
                (true, false) => events.push(Event::LammerRemoved { seat, clause }),
                (true, true) | (false, false) => {}
            }
        }
    }

    /// A seat can be corrected from its reveal until the cards are racked, while no win of another seat waits.
    fn correctable(&self, seat: Seat, clause: Clause) -> Decided {
        self.in_phase(&[Phase::Settling], clause, "correcting a hand")?;
        let (round, area) = (&self.state.round, self.area(seat));
        if let Some(waiting) = round.waiting.filter(|waiting| waiting.seat != seat) {
            let message = format!("{}'s {} win is pending: verify and validate it first", waiting.seat, waiting.wager);
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        let ruled = area.settled || round.waiting.is_some();
        if !ruled || !area.revealed || matches!(area.standing, SeatStatus::Voided | SeatStatus::Abandoned) {
            return refuse(RefusalCode::OutOfTurn, clause, format!("{seat} has not been settled yet"));
        }
        Ok(())
    }

    /// What was paid after a validation is taken back only with a second person.
    fn with_second(&self, by: Actor, second: Option<PersonId>, validated: bool, clause: Clause) -> Decided {
        if validated && second.is_none_or(|second| second == by.who) {
            let message = "the correction takes back a validated payout and requires a second person";
            return refuse(RefusalCode::NotYourRole, clause, message);
        }
        Ok(())
    }

    /// Whether a payout that was validated would be taken back.
    fn validated(&self, seat: Seat, scope: &Scope) -> bool {
        let taken = |came: &&WagerResult| came.seat == seat && self.takes_back(scope, came.wager);
        self.state.round.came.iter().filter(taken).any(|came| self.was_validated(came))
    }

    fn takes_back(&self, scope: &Scope, wager: Wager) -> bool {
        match scope {
            Scope::Whole => true,
            Scope::Contest => self.house.contests(wager.kind),
            Scope::Wagers(wagers) => wagers.contains(&wager),
        }
    }

    /// How the contest of a seat was declared, where no cards were entered.
    fn declared_fate(&self, seat: Seat) -> Option<WagerFate> {
        let area = self.area(seat);
        let main = |came: &&WagerResult| came.seat == seat && came.wager == Wager::own(WagerKind::Main);
        let declared = area.revealed && area.hand.setting.is_none() && area.standing == SeatStatus::Live;
        let mut results = self.state.round.came.iter().filter(|_| declared).filter(main);
        results.find_map(|came| match came.how {
            ResultKind::Ruled(Verdict::Pays) => Some(WagerFate::Pay),
            ResultKind::Ruled(Verdict::Returned) => Some(WagerFate::Return),
            ResultKind::Ruled(Verdict::Loses) => Some(WagerFate::Lose),
            ResultKind::Ruled(Verdict::Forfeited)
            | ResultKind::Share
            | ResultKind::Extra
            | ResultKind::Coupon
            | ResultKind::PlayCut
            | ResultKind::Envy { .. } => None,
        })
    }

    fn ruled_anew(
        &self,
        seat: Seat,
        hand: Option<Setting>,
        declared: Option<WagerFate>,
        events: &mut Vec<Event>,
    ) -> Decided {
        events.push(Event::Revealed { seat, setting: hand });
        self.after(events).settle_rest(seat, declared, events)
    }

    /// Takes back what was settled for a seat, and puts its shares back onto the meters.
    fn take_back_settlement(&self, seat: Seat, scope: &Scope, clause: Clause, events: &mut Vec<Event>) {
        let envy = |came: &WagerResult| matches!(came.how, ResultKind::Envy { .. });
        if self.state.round.came.iter().any(envy) && !events.contains(&Event::EnvyReversed) {
            events.push(Event::EnvyReversed);
        }
        events.push(self.reversal(seat, scope, clause));
        // A share on the dealer's hand goes back only with the dealer's cards, which take back some wagers.
        let named = |wager: Wager| matches!(scope, Scope::Wagers(wagers) if wagers.contains(&wager));
        for taken in &self.state.round.taken {
            let own = taken.seat == Some(seat) && taken.wager.is_some_and(|wager| self.takes_back(scope, wager));
            let (meter, reservation) = (taken.meter, Box::new(taken.reservation));
            let returned = Event::ShareReturned { meter, reservation, clause };
            if (own || (taken.on_dealer && named(Wager::ON_DEALER))) && !events.contains(&returned) {
                events.push(returned);
            }
        }
    }

    /// The settlement of a seat, taken back.
    pub(super) fn reversal(&self, seat: Seat, scope: &Scope, clause: Clause) -> Event {
        let wagers = if let Scope::Wagers(wagers) = scope { wagers.clone() } else { Vec::new() };
        let clause = Some(clause).filter(|_| self.includes(RulesChange::CorrectionsCiteClause));
        Event::SettlementReversed { seat, contest_only: matches!(scope, Scope::Contest), wagers, clause }
    }
}
