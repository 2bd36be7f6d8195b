//! The dealer's hand, and settlement from the right, wager by wager: section .11 from the dealer's cards on, section
//! .12, MA 12(c)-(i).

use super::Decided;
use super::envy::goes_out;
use super::validating::{WinCheck, check_due};
use crate::command::{DeclaredOutcome, Reveal};
use crate::config::TableWager;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::round::{BettingArea, ResultKind, SeatStatus, WagerResult};
use crate::ruling::{Ruling, Verdict};
use crate::table::Table;
use croupier_rules::{
    Card, CardSet, CardsRead, Cents, Clause, Holding, Judgement, Phase, Place, RulesChange, Seat, Setting, Wager,
    WagerFate, WagerKind, WagerOn,
};

/// A seat as it is being settled: the area, and the hands that count.
pub(super) struct ShownHand<'a> {
    pub(super) seat: Seat,
    pub(super) area: &'a BettingArea,
    /// The seat's cards; none where only the outcome is declared.
    pub(super) hand: Option<Setting>,
    /// The dealer's hands.
    pub(super) dealer: Option<Setting>,
    /// How a contest ends that is only declared.
    pub(super) declared: Option<WagerFate>,
    /// Whether wagers that have a result keep it.
    pub(super) anew: bool,
}

impl Table {
    pub(super) fn reveal(&self, seat: Seat, shown: Reveal, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.reveal;
        self.in_phase(&[Phase::Responding, Phase::Settling], clause, "revealing hands")?;
        let round = &self.state.round;
        if !round.dealer_up {
            return refuse(RefusalCode::OutOfTurn, clause, "turn the dealer's cards first");
        }
        if let Some(waiting) = round.waiting {
            let message = format!("{}'s {} win is pending: verify and validate it first", waiting.seat, waiting.wager);
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        let area = self.area(seat);
        match self.to_show().next() {
            Some(next) if next == seat => {}
            _ if !self.shows(seat, None) => {
                return refuse(RefusalCode::Done, clause, format!("{seat} has no hand to reveal"));
            }
            Some(next) => return refuse(RefusalCode::OutOfTurn, clause, format!("reveal {next} before {seat}")),
            None => return refuse(RefusalCode::Done, clause, format!("{seat} has no hand to reveal")),
        }
        if area.may_void {
            return self.has_said(seat);
        }
        let (hand, declared) = self.revealed_hand(seat, shown, clause)?;
        if round.phase == Phase::Responding {
            events.push(Event::Entered(Phase::Settling));
        }
        events.push(Event::Revealed { seat, setting: hand });
        self.settle(seat, area.clone(), hand, declared, events)
    }

    /// What a reveal shows: the hand as it is set, or an outcome alone.
    fn revealed_hand(
        &self,
        seat: Seat,
        shown: Reveal,
        clause: Clause,
    ) -> Result<(Option<Setting>, Option<WagerFate>), Refusal> {
        let area = self.area(seat);
        match shown {
            Reveal::Known if self.sealed() => {
                Ok((Some(area.hand.setting.unwrap_or(Setting::unset(area.hand.cards))), None))
            }
            Reveal::Known => refuse(RefusalCode::Cards, clause, format!("the cards of {seat} are missing")),
            Reveal::Cards(setting) if self.sealed() => {
                let known = area.hand.setting.unwrap_or(Setting::unset(area.hand.cards));
                if setting == known {
                    Ok((Some(setting), None))
                } else {
                    refuse(RefusalCode::Cards, clause, format!("{setting} does not match the hands {seat} has set"))
                }
            }
            Reveal::Cards(_) if self.dealer_unseen() && area.standing != SeatStatus::Surrendered => {
                let clause = self.house.procedure.settling.dealer;
                refuse(RefusalCode::Cards, clause, "enter the dealer's cards first")
            }
            Reveal::Cards(setting) => {
                self.entered_hands(Place::Seat(seat), setting, clause)?;
                // Of two hands it must be seen which is which; four, two and one cards tell it by themselves.
                let lies = [setting.high.len(), setting.medium.len(), setting.low.len()];
                if let Some(shape) = self.house.game.shape().filter(|shape| shape.medium == 0)
                    && lies != [shape.high, shape.medium, shape.low]
                {
                    let clause = self.house.game.shape_clause();
                    return refuse(RefusalCode::Cards, clause, format!("{setting} must have five cards and one card"));
                }
                Ok((Some(setting), None))
            }
            Reveal::Outcome(_) if self.sealed() => {
                refuse(RefusalCode::Cards, clause, "a sealed table knows the cards, so outcomes cannot be announced")
            }
            Reveal::Outcome(DeclaredOutcome::Ties) if !self.house.game.ties() => {
                refuse(RefusalCode::Cards, clause, "there are no ties in this game")
            }
            Reveal::Outcome(declared) => {
                self.may_declare(seat, clause)?;
                Ok((None, Some(WagerFate::of(declared.outcome()))))
            }
        }
    }

    /// An outcome suffices only where no wager reads the cards.
    pub(crate) fn may_declare(&self, seat: Seat, clause: Clause) -> Decided {
        let area = self.area(seat);
        if let Some((wager, _)) = area.wagers().find(|(wager, _)| wager.kind != WagerKind::Main) {
            return refuse(
                RefusalCode::Cards,
                clause,
                format!("{seat}'s {wager} wager depends on the cards: enter the cards"),
            );
        }
        if self.envied(seat, None) {
            return refuse(
                RefusalCode::Cards,
                clause,
                format!("another player may earn envy from {seat}'s cards: enter the cards"),
            );
        }
        let mut prices = self.house.prices().iter().filter(|_| self.includes(RulesChange::EnvyHandsByClause));
        if let Some(clause) = prices.find_map(|price| self.envy_hand_clause(seat, price)) {
            return refuse(
                RefusalCode::Cards,
                clause,
                format!("an envy hand of {seat} must be announced: enter the cards"),
            );
        }
        if self.house.procedure.playing.play_or_fold.is_some() || area.standing != SeatStatus::Live {
            return refuse(RefusalCode::Cards, clause, format!("{seat}'s wagers depend on the cards: enter the cards"));
        }
        Ok(())
    }

    /// Settles a seat that has just been shown.
    pub(super) fn settle(
        &self,
        seat: Seat,
        mut area: BettingArea,
        hand: Option<Setting>,
        declared: Option<WagerFate>,
        events: &mut Vec<Event>,
    ) -> Decided {
        if area.standing == SeatStatus::Live {
            self.cut_play(seat, &mut area, hand, events);
        }
        let dealer = self.state.round.dealer.setting;
        let seen = ShownHand { seat, area: &area, hand, dealer, declared, anew: false };
        let mut paid = Cents(0);
        if area.standing == SeatStatus::Live {
            self.contest(&seen, &mut paid, events)?;
        }
        self.side_wagers(&seen, 0, paid, events);
        Ok(())
    }

    /// a Play Wager placed on unseen cards that turn out below a pair of aces goes back above the Ante.
    pub(super) fn cut_play(&self, seat: Seat, area: &mut BettingArea, hand: Option<Setting>, events: &mut Vec<Event>) {
        let Some(asked) = self.house.procedure.playing.play_or_fold else { return };
        let play = Wager::own(WagerKind::Play);
        let excess = area.stake(play).0 - area.main().0;
        if excess > 0 && hand.is_some_and(|hand| !self.house.game.may_raise(hand.cards())) {
            area.stakes[play.index()] = area.main();
            events.push(Event::PlayCut { seat, amount: Cents(excess), clause: asked.clause });
        }
    }

    /// The wagers that contest the dealer.
    pub(super) fn contest(&self, seen: &ShownHand<'_>, paid: &mut Cents, events: &mut Vec<Event>) -> Decided {
        let judgement = match (seen.hand, seen.dealer, seen.declared) {
            (_, _, Some(fate)) => Judgement::new(WagerKind::Main, fate, self.house.procedure.settling.reveal),
            (Some(hand), Some(dealer), None) => {
                let hand = self.as_ranked(hand);
                match self.house.game.judge(&self.house.rules.choices, &hand, &dealer) {
                    Ok(judgement) => judgement,
                    Err(error) => {
                        // The words end with the error's own clause, which is that of the refusal.
                        let clause = error.clause().unwrap_or(self.house.game.deck_clause());
                        let message = error.to_string().replace(&format!(" ({clause})"), "");
                        return refuse(RefusalCode::Cards, clause, message);
                    }
                }
            }
            _ => {
                return refuse(RefusalCode::Cards, self.house.procedure.settling.dealer, "enter the dealer's cards");
            }
        };
        for (kind, fate, clause) in judgement.iter() {
            let wager = Wager::own(kind);
            let stake = seen.area.stake(wager);
            if stake.0 == 0 {
                continue;
            }
            let row = match (fate, seen.hand) {
                (WagerFate::Pay, Some(hand)) => self.house.row(kind, hand.cards(), &Holding::of(hand.cards())),
                _ => None,
            };
            let ruling = match fate {
                WagerFate::Lose => ruling(seen.seat, wager, Verdict::Loses, stake, clause),
                WagerFate::Return => ruling(seen.seat, wager, Verdict::Returned, stake, clause),
                WagerFate::Pay => self.paid(seen.seat, wager, row, stake, clause, paid),
            };
            events.push(Event::Ruled(ruling));
            if kind == WagerKind::Main {
                Self::coupon(seen.seat, seen.area.coupon, fate, clause, events);
            }
        }
        Ok(())
    }

    /// The cards a contest ranks. § 657a.11(c)(2): all of them, however they lie; the first rules took those before the
    /// bar.
    fn as_ranked(&self, hand: Setting) -> Setting {
        let laid = self.house.game.shape().is_some() || self.includes(RulesChange::CardsNotLaid);
        if laid { hand } else { Setting::unset(hand.high) }
    }

    /// a coupon pays like chips and is taken win or lose.
    pub(super) fn coupon(seat: Seat, amount: Cents, fate: WagerFate, clause: Clause, events: &mut Vec<Event>) {
        if amount.0 > 0 {
            let won = if fate == WagerFate::Pay { amount } else { Cents(0) };
            events.push(Event::CouponTaken { seat, amount, won, clause });
        }
    }

    /// A paid wager within the payout limit of § 575.12(c), which main and bonus of one area share.
    pub(super) fn paid(
        &self,
        seat: Seat,
        wager: Wager,
        row: Option<u8>,
        stake: Cents,
        clause: Clause,
        paid: &mut Cents,
    ) -> Ruling {
        let worth = self.house.award(wager.kind, row).map(|award| award.worth(stake)).unwrap_or_default();
        let left = self.house.rules.payout_limit.map(|limit| Cents((limit.0 - paid.0).max(0)));
        let limited = left.is_some_and(|left| worth.won > left);
        let won = if limited { left.unwrap_or(worth.won) } else { worth.won };
        let clause = if limited { self.house.procedure.settling.payout_limit.unwrap_or(clause) } else { clause };
        paid.0 = paid.0.saturating_add(won.0);
        let verdict = if worth.won.0 == 0 { Verdict::Returned } else { Verdict::Pays };
        Ruling { seat, wager, verdict, stake, won, row, fraction: worth.fraction, limited, clause }
    }

    /// The wagers paid by a ladder, from a place in their order on, until one waits or the seat is settled.
    pub(super) fn side_wagers(&self, seen: &ShownHand<'_>, from: u8, mut paid: Cents, events: &mut Vec<Event>) {
        let own = seen.hand.map(|hand| hand.cards());
        let own_holding = own.map(Holding::of);
        for price in self.house.prices().iter().filter(|price| price.spec.ladder.is_some()) {
            for on in [WagerOn::Own, WagerOn::Dealer] {
                let wager = Wager { kind: price.spec.kind, on };
                let stake = seen.area.stake(wager);
                let step = self.house.step(wager).unwrap_or(0);
                let is_contest = price.spec.placed == croupier_rules::PlacedWhen::ToTakePart;
                if (on == WagerOn::Dealer && wager != Wager::ON_DEALER) || stake.0 == 0 || step < from || is_contest {
                    continue;
                }
                if seen.anew && self.has_result(seen.seat, wager) {
                    continue;
                }
                let stands = || seen.area.standing == SeatStatus::Folded && self.survives_fold(wager);
                if seen.area.standing != SeatStatus::Live && !stands() {
                    continue;
                }
                let (cards, holding) = match (on, price.spec.settled.reads) {
                    (WagerOn::Own, CardsRead::Hand) => (own, own_holding),
                    (WagerOn::Own, CardsRead::HandAndShared) => {
                        let six = own.map(|own| own.union(self.state.round.shared.cards));
                        (six, six.map(Holding::of))
                    }
                    (WagerOn::Dealer, _) => {
                        let dealer = seen.dealer.map(|dealer| dealer.cards());
                        (dealer, dealer.map(Holding::of))
                    }
                };
                let (Some(cards), Some(holding)) = (cards, holding) else { continue };
                if self.side_wager(seen.seat, wager, price, stake, cards, &holding, &mut paid, events) {
                    return;
                }
            }
        }
        self.seat_settled(seen.seat, events);
    }

    /// Settles one wager; true if it waits.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn side_wager(
        &self,
        seat: Seat,
        wager: Wager,
        price: &TableWager,
        stake: Cents,
        cards: CardSet,
        holding: &Holding,
        paid: &mut Cents,
        events: &mut Vec<Event>,
    ) -> bool {
        let settled = &price.spec.settled;
        let row = price.tariff.as_ref().and_then(|tariff| tariff.place(cards, holding));
        let award = row.and_then(|row| self.house.award(wager.kind, Some(row)));
        let wins = award.is_some() || self.extras_won(seat, wager, price, cards).next().is_some();
        let check = check_due(settled.validation, award);
        let waits = match check {
            WinCheck::Nobody => false,
            WinCheck::Dealer => self.includes(RulesChange::HandBonusVerified),
            WinCheck::Floorperson => true,
        };
        if wins && waits {
            events.push(Event::WinWaits { seat, wager, row });
            return true;
        }
        if let (Some(row), Some(_)) = (row, award) {
            events.push(Event::Ruled(self.paid(seat, wager, Some(row), stake, settled.paid, paid)));
        } else {
            events.push(Event::Ruled(ruling(seat, wager, Verdict::Loses, stake, settled.lost)));
        }
        self.extras(seat, wager, price, stake, cards, events);
        false
    }

    /// § 657a.12(f)(3): Magic Card and Lucky Bonus, paid whether or not the wager itself won.
    pub(super) fn extras(
        &self,
        seat: Seat,
        wager: Wager,
        price: &TableWager,
        stake: Cents,
        cards: CardSet,
        events: &mut Vec<Event>,
    ) {
        let Some(clause) = price.spec.settled.extras else { return };
        for row in self.extras_won(seat, wager, price, cards) {
            let Some(award) = self.house.extra(row) else { continue };
            let amount = award.award.worth(stake).won;
            events.push(Event::ExtraPaid { seat, wager, row, amount, clause });
        }
    }

    /// The extras that a wager wins: Magic Card is row 0, Lucky Bonus row 1.
    fn extras_won(&self, seat: Seat, wager: Wager, price: &TableWager, cards: CardSet) -> impl Iterator<Item = u8> {
        let draws = price.spec.settled.extras.and(self.state.round.draws).unwrap_or_default();
        let magic = draws.magic.is_some_and(|card: Card| cards.contains(card));
        let position = match wager.on {
            WagerOn::Own => croupier_rules::Position::of(seat),
            WagerOn::Dealer => croupier_rules::Position::DEALER,
        };
        let lucky = draws.lucky == Some(position);
        [(0, magic), (1, lucky)].into_iter().filter(|&(_, won)| won).map(|(row, _)| row)
    }

    /// Whether a wager has been ruled on or paid.
    fn has_result(&self, seat: Seat, wager: Wager) -> bool {
        let result = |came: &WagerResult| matches!(came.how, ResultKind::Ruled(_) | ResultKind::Share);
        self.state.round.came.iter().any(|came| came.seat == seat && came.wager == wager && result(came))
    }

    /// Settles what has no result yet of a seat that has been shown.
    pub(super) fn settle_rest(&self, seat: Seat, declared: Option<WagerFate>, events: &mut Vec<Event>) -> Decided {
        let mut area = self.area(seat).clone();
        let (hand, dealer) = (area.hand.setting, self.state.round.dealer.setting);
        let contested = self.has_result(seat, Wager::own(WagerKind::Main)) || area.standing != SeatStatus::Live;
        if !contested {
            self.cut_play(seat, &mut area, hand, events);
        }
        let seen = ShownHand { seat, area: &area, hand, dealer, declared, anew: true };
        let mut paid = area.paid;
        if !contested {
            self.contest(&seen, &mut paid, events)?;
        }
        self.side_wagers(&seen, 0, paid, events);
        Ok(())
    }

    /// Settles seats that were shown and whose settlement was taken back, from the right, until a win waits.
    pub(super) fn settle_shown(mut self, events: &mut Vec<Event>) -> Decided {
        while self.state.round.waiting.is_none()
            && let Some(seat) = Seat::from_the_right().find(|&seat| self.is_unsettled(seat))
        {
            let from = events.len();
            self.settle_rest(seat, None, events)?;
            for event in &events[from..] {
                self.apply(event);
            }
            // A settlement that ends in nothing would go round for ever.
            if self.is_unsettled(seat) {
                break;
            }
        }
        Ok(())
    }

    fn is_unsettled(&self, seat: Seat) -> bool {
        let area = self.area(seat);
        area.revealed && !area.settled && area.main().0 > 0
    }

    /// Once a win that waited is paid, the settlement of seats that were taken back with it goes on.
    pub(super) fn rule_later_seats(&self, paid: Seat, events: &mut Vec<Event>) -> Decided {
        if Seat::ALL.into_iter().any(|seat| seat != paid && self.is_unsettled(seat)) {
            return self.after(events).settle_shown(events);
        }
        Ok(())
    }

    /// The table with these events folded in.
    pub(super) fn after(&self, events: &[Event]) -> Self {
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        after
    }

    pub(super) fn seat_settled(&self, seat: Seat, events: &mut Vec<Event>) {
        self.announce_envy_hand(seat, events);
        events.push(Event::SeatSettled(seat));
        self.maybe_settled(Some(seat), events);
    }

    /// If no other seat is left to show, envy is paid and the round is settled. The events so far are not folded in
    /// yet.
    pub(super) fn maybe_settled(&self, done: Option<Seat>, events: &mut Vec<Event>) {
        let phase = self.state.round.phase;
        let turns = |event: &Event| matches!(event, Event::DealerTurned { .. } | Event::DealerUnseen);
        let up = || self.state.round.dealer_up || events.iter().any(turns);
        let settling = phase == Phase::Settling || (phase == Phase::Responding && up());
        // A hand in play is the common reason to go on, and needs no look at what the events do to the others.
        if !settling || self.state.round.live().any(|seat| Some(seat) != done && !self.area(seat).settled) {
            return;
        }
        let going = done.filter(|_| goes_out(events));
        if self.to_show_without(going).any(|seat| Some(seat) != done) {
            return;
        }
        if phase == Phase::Responding && !events.contains(&Event::Entered(Phase::Settling)) {
            events.push(Event::Entered(Phase::Settling));
        }
        self.envy(done, events);
        events.push(Event::RoundSettled);
    }
}

/// What became of a wager that is paid nothing.
pub(super) const fn ruling(seat: Seat, wager: Wager, verdict: Verdict, stake: Cents, clause: Clause) -> Ruling {
    Ruling { seat, wager, verdict, stake, won: Cents(0), row: None, fraction: 0, limited: false, clause }
}
