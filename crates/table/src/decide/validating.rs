//! Pending wins: the dealer verifies hand and light, the house takes a share off its meter, a floorperson validates,
//! and the cards stay until the documents are complete: §§ 659a.11(h)(3)(ii), 670a.11(h)(3)(i)(B), 657a.11(e),
//! 657a.11(f).

use super::Decided;
use super::settling::{ShownHand, ruling};
use crate::config::TableWager;
use crate::event::Event;
use crate::ledger::Centicents;
use crate::meter::Reservation;
use crate::prompt::ShareDue;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::round::{PendingWin, ResultKind, SeatStatus, WagerResult};
use crate::ruling::Verdict;
use crate::table::Table;
use croupier_rules::{Award, Cents, Clause, Seat, Setting, SettlementRule, Validation, Wager, WagerOn};

impl Table {
    /// The share of a meter that the waiting win falls due for. It is asked for at the player's turn, so that he is
    /// paid what the meter shows then: §§ 659a.12(d)(4), 670a.12(d)(3), 657a.12(d)(4), 657a.12(e)(4).
    pub(crate) fn share_due(&self) -> Option<ShareDue> {
        let waiting = self.state.round.waiting?;
        let row = waiting.row?;
        let Award::MeterShare(percent, name) = self.house.award(waiting.wager.kind, Some(row))? else {
            return None;
        };
        let meter = self.house.meter(waiting.wager.kind, name)?;
        let heads = match waiting.wager.on {
            WagerOn::Own => 1,
            WagerOn::Dealer => self.heads_on_dealer(),
        };
        Some(ShareDue { meter, percent: *percent, heads })
    }

    /// The players who wagered on the dealer's hand, among whom its jackpot is divided: § 657a.12(f)(2).
    fn heads_on_dealer(&self) -> u8 {
        let on_dealer = |seat: &Seat| self.area(*seat).stake(Wager::ON_DEALER).0 > 0 && self.settles_with_dealer(*seat);
        let mut players: Vec<_> = Seat::ALL.into_iter().filter(on_dealer).map(|seat| self.player(seat)).collect();
        players.sort_unstable();
        players.dedup();
        players.len() as u8
    }

    fn settles_with_dealer(&self, seat: Seat) -> bool {
        !matches!(self.area(seat).standing, SeatStatus::Voided | SeatStatus::Abandoned)
    }

    /// What was already taken for the waiting win: the share on the dealer's hand is taken once.
    fn share_taken(&self) -> Option<Reservation> {
        let waiting = self.state.round.waiting?;
        let taken = || self.state.round.taken.iter().find(|taken| taken.on_dealer).map(|taken| taken.reservation);
        waiting.reservation.or_else(|| if waiting.wager.on == WagerOn::Dealer { taken() } else { None })
    }

    /// The share the house has still to answer for.
    pub(crate) fn reservation_due(&self) -> Option<ShareDue> {
        self.share_due().filter(|_| self.share_taken().is_none())
    }

    fn waiting(&self) -> Result<(PendingWin, &TableWager), Refusal> {
        let section = self.house.procedure.settling.reveal;
        let waiting =
            self.state.round.waiting.and_then(|waiting| Some((waiting, self.house.price(waiting.wager.kind)?)));
        waiting.map_or_else(|| refuse(RefusalCode::Done, section, "no win is pending"), Ok)
    }

    pub(crate) fn validation_clause(&self) -> Clause {
        let price = self.state.round.waiting.and_then(|waiting| self.house.price(waiting.wager.kind));
        match price.map(|price| price.spec.settled.validation) {
            Some(Validation::Always { floorperson, .. } | Validation::From { floorperson, .. }) => floorperson,
            _ => self.house.procedure.settling.reveal,
        }
    }

    /// Where the text has the dealer verify the win that waits.
    pub(crate) fn verification_clause(&self) -> Clause {
        let price = self.state.round.waiting.and_then(|waiting| self.house.price(waiting.wager.kind));
        match price.map(|price| &price.spec.settled) {
            Some(SettlementRule {
                validation: Validation::Always { hand, .. } | Validation::From { hand, .. },
                ..
            }) => *hand,
            Some(settled) => settled.paid,
            None => self.house.procedure.settling.reveal,
        }
    }

    /// The dealer verifies a win; one that no floorperson must see is paid at once.
    pub(super) fn verify_win(&self, light: bool, events: &mut Vec<Event>) -> Decided {
        let (waiting, price) = self.waiting()?;
        let hand = self.verification_clause();
        let lamp = match price.spec.settled.validation {
            Validation::Always { light, .. } => Some(light),
            Validation::From { .. } | Validation::None => None,
        };
        if waiting.verified {
            return refuse(RefusalCode::Done, hand, "the win has already been verified");
        }
        if let Some(clause) = lamp.filter(|_| !light) {
            return refuse(RefusalCode::Count, clause, "the light on the progressive system must be lit for this hand");
        }
        events.push(Event::WinVerified { light: lamp.is_some() });
        let award = waiting.row.and_then(|row| self.house.award(waiting.wager.kind, Some(row)));
        if check_due(price.spec.settled.validation, award) == WinCheck::Floorperson {
            return Ok(());
        }
        self.pay_waiting(&waiting, price, events)
    }

    pub(super) fn reserve(&self, reservation: &Reservation, events: &mut Vec<Event>) -> Decided {
        let (_, price) = self.waiting()?;
        let clause = price.spec.settled.paid;
        let Some(due) = self.reservation_due() else {
            return refuse(RefusalCode::Done, clause, "no share of a meter is to be paid");
        };
        if !adds_up(reservation, due.heads) {
            return refuse(
                RefusalCode::Amount,
                clause,
                "the share is not divisible by the players, or the meter values do not add up",
            );
        }
        events.push(Event::Reserved { meter: due.meter, reservation: Box::new(*reservation), clause });
        Ok(())
    }

    pub(super) fn validate(&self, events: &mut Vec<Event>) -> Decided {
        let (waiting, price) = self.waiting()?;
        let clause = self.validation_clause();
        if !waiting.verified {
            return refuse(RefusalCode::OutOfTurn, clause, "the dealer must verify the hand first");
        }
        if self.reservation_due().is_some() {
            return refuse(RefusalCode::OutOfTurn, clause, "the house must take the share off the meter first");
        }
        events.push(Event::Validated);
        self.pay_waiting(&waiting, price, events)
    }

    /// Pays the win that waited, and settles what comes after it.
    fn pay_waiting(&self, waiting: &PendingWin, price: &TableWager, events: &mut Vec<Event>) -> Decided {
        let (seat, wager, area) = (waiting.seat, waiting.wager, self.area(waiting.seat));
        let stake = area.stake(wager);
        let mut paid = area.paid;
        let settled = &price.spec.settled;
        match (waiting.row, self.share_taken().filter(|_| self.share_due().is_some())) {
            (Some(row), Some(reservation)) => {
                let amount = if self.head_paid(seat, wager) { Cents(0) } else { reservation.each };
                events.push(Event::SharePaid { seat, wager, row, amount, clause: settled.paid });
            }
            (Some(row), None) => {
                events.push(Event::Ruled(self.paid(seat, wager, Some(row), stake, settled.paid, &mut paid)));
            }
            (None, _) => events.push(Event::Ruled(ruling(seat, wager, Verdict::Loses, stake, settled.lost))),
        }
        let hand = area.hand.setting.or(Some(Setting::unset(area.hand.cards)));
        let seen = ShownHand { seat, area, hand, dealer: self.state.round.dealer.setting, declared: None, anew: true };
        let cards = if wager.on == WagerOn::Dealer { self.state.round.dealer.cards } else { area.hand.cards };
        self.extras(seat, wager, price, stake, cards, events);
        let next = self.house.step(wager).unwrap_or(0) + 1;
        self.side_wagers(&seen, next, paid, events);
        self.rule_later_seats(seat, events)
    }

    /// Whether this player's share on the dealer's hand is already paid at another of his areas.
    fn head_paid(&self, seat: Seat, wager: Wager) -> bool {
        wager.on == WagerOn::Dealer
            && Seat::from_the_right()
                .take_while(|&other| other != seat)
                .filter(|&other| self.player(other) == self.player(seat) && self.settles_with_dealer(other))
                .any(|other| self.area(other).stake(wager).0 > 0)
    }

    /// Whether a floorperson validated what a wager came to.
    pub(crate) fn was_validated(&self, came: &WagerResult) -> bool {
        match (came.how, came.row, self.house.price(came.wager.kind)) {
            (ResultKind::Share, ..) => true,
            (ResultKind::Ruled(Verdict::Pays), Some(row), Some(price)) => {
                let award = self.house.award(came.wager.kind, Some(row));
                check_due(price.spec.settled.validation, award) == WinCheck::Floorperson
            }
            _ => false,
        }
    }

    pub(super) fn documented(&self, seat: Seat, events: &mut Vec<Event>) -> Decided {
        if self.area(seat).undocumented.is_none() {
            let mut prices = self.house.prices().iter();
            let share = prices.find(|price| price.spec.settled.validation != Validation::None);
            let clause = share.map_or(self.house.procedure.settling.racked, |price| price.spec.settled.paid);
            return refuse(RefusalCode::Done, clause, format!("{seat} has no payout to document"));
        }
        events.push(Event::Documented(seat));
        Ok(())
    }

    /// Where the text has a winner's cards wait for the documents.
    pub(crate) fn documents_clause(&self, wager: Wager) -> Clause {
        let racked = self.house.procedure.settling.racked;
        self.house.price(wager.kind).map_or(racked, |price| price.spec.settled.paid)
    }
}

/// The most a share can be, far above any meter.
const MOST_SHARE: i64 = 100_000_000_000;

/// Whether what left a meter is what the winners get, and what stands on it afterwards is the rest.
fn adds_up(share: &Reservation, heads: u8) -> bool {
    let parts = [share.each, share.taken, share.reseeded].map(|part| part.0);
    let most = Centicents::of(Cents(MOST_SHARE)).0;
    if !parts.iter().all(|part| (0..=MOST_SHARE).contains(part)) || !(0..=most).contains(&share.from_reserve.0) {
        return false;
    }
    let change = Centicents::of(share.reseeded).0 - Centicents::of(share.taken).0 + share.from_reserve.0;
    share.taken.0 == share.each.0 * i64::from(heads) && share.before.0.checked_add(change) == Some(share.after.0)
}

/// Who looks at a win before it is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WinCheck {
    /// Nobody.
    Nobody,
    /// The dealer.
    Dealer,
    /// The dealer and a floorperson.
    Floorperson,
}

/// Who looks at a win of this award before it is paid; no award where only an extra is won.
pub(super) fn check_due(validation: Validation, award: Option<&Award>) -> WinCheck {
    match (validation, award) {
        (Validation::None, _) | (Validation::Always { .. }, None) => WinCheck::Nobody,
        (Validation::Always { .. }, Some(_)) => WinCheck::Floorperson,
        (Validation::From { odds, .. }, Some(award)) => match award {
            Award::MeterShare(..) => WinCheck::Floorperson,
            Award::For(pays) if *pays >= odds => WinCheck::Floorperson,
            Award::For(_) | Award::To(..) | Award::Fixed(_) | Award::Push => WinCheck::Dealer,
        },
        (Validation::From { .. }, None) => WinCheck::Dealer,
    }
}
