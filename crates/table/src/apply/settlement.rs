//! Applies events of the settlement: results, payments, shares of meters, and what is taken back.

use crate::ledger::{Account, Centicents};
use crate::meter::Reservation;
use crate::round::{MeterShare, PendingWin, ResultKind, WagerResult};
use crate::ruling::{Ruling, Verdict};
use crate::table::Table;
use croupier_rules::{Award, CardSet, Cents, Clause, FundedBy, Seat, Setting, Wager, WagerKind, WagerOn};

impl Table {
    pub(super) fn turn_dealer_cards(&mut self, cards: CardSet, shared: Option<CardSet>) {
        let round = &mut self.state.round;
        round.dealer_up = true;
        round.dealer.cards = cards;
        if let Some(shared) = shared {
            round.shared.cards = shared;
        }
    }

    pub(super) fn reveal_hand(&mut self, seat: Seat, setting: Option<Setting>) {
        let from = self.state.round.log.len();
        let area = self.area_mut(seat);
        (area.revealed, area.settled_from) = (true, from);
        if let Some(setting) = setting {
            area.hand.setting = Some(setting);
            area.hand.cards = setting.cards();
        }
    }

    pub(super) fn apply_play_cut(&mut self, seat: Seat, amount: Cents, clause: Clause) {
        let play = Wager::own(WagerKind::Play);
        let area = self.area_mut(seat);
        area.play_cut = amount;
        let stake = &mut area.stakes[play.index()];
        stake.0 = stake.0.saturating_sub(amount.0);
        self.record_result(seat, play, ResultKind::PlayCut, amount, Cents(0), None, clause);
        self.post_about(Account::Felt, self.purse(seat, play), Centicents::of(amount), clause, seat, play);
    }

    pub(super) fn take_coupon(&mut self, seat: Seat, amount: Cents, won: Cents, clause: Clause) {
        let main = Wager::own(WagerKind::Main);
        self.record_result(seat, main, ResultKind::Coupon, amount, won, None, clause);
        self.post_about(Account::Inventory, self.purse(seat, main), Centicents::of(won), clause, seat, main);
    }

    pub(super) fn hold_win(&mut self, seat: Seat, wager: Wager, row: Option<u8>) {
        let (verified, validated, reservation) = (false, false, None);
        self.state.round.waiting = Some(PendingWin { seat, wager, row, verified, validated, reservation });
    }

    pub(super) fn update_waiting(&mut self, change: impl FnOnce(&mut PendingWin)) {
        if let Some(waiting) = &mut self.state.round.waiting {
            change(waiting);
        }
    }

    pub(super) fn reserve_share(&mut self, meter: u8, reservation: Reservation, clause: Clause) {
        let waiting = self.state.round.waiting;
        let on_dealer = waiting.is_some_and(|waiting| waiting.wager.on == WagerOn::Dealer);
        let seat = waiting.filter(|_| !on_dealer).map(|waiting| waiting.seat);
        let wager = waiting.map(|waiting| waiting.wager);
        self.state.round.taken.push(MeterShare { meter, reservation, on_dealer, seat, wager });
        self.update_waiting(|waiting| waiting.reservation = Some(reservation));
        let taken = Centicents::of(reservation.taken);
        self.log_post(Account::Meter(meter), Account::Payable, taken, clause);
        self.log_post(Account::Cage, Account::Meter(meter), Centicents::of(reservation.reseeded), clause);
        self.log_post(Account::Reserve(meter), Account::Meter(meter), reservation.from_reserve, clause);
    }

    pub(super) fn return_share(&mut self, meter: u8, reservation: &Reservation, clause: Clause) {
        let taken = Centicents::of(reservation.taken);
        let reseeded = Centicents::of(reservation.reseeded);
        self.log_post(Account::Payable, Account::Meter(meter), taken, clause);
        self.log_post(Account::Meter(meter), Account::Cage, reseeded, clause);
        self.log_post(Account::Meter(meter), Account::Reserve(meter), reservation.from_reserve, clause);
        // What is back on the meter is not returned once more if the round is void.
        let shares = &mut self.state.round.taken;
        let returned = |share: &MeterShare| share.meter == meter && share.reservation == *reservation;
        if let Some(place) = shares.iter().position(returned) {
            shares.remove(place);
        }
    }

    pub(super) fn pay_share(&mut self, seat: Seat, wager: Wager, row: u8, amount: Cents, clause: Clause) {
        let Some(player) = self.player(seat) else { return };
        self.finish_wager(seat, wager);
        let stake = self.area(seat).stake(wager);
        self.record_result(seat, wager, ResultKind::Share, stake, amount, Some(row), clause);
        let area = self.area_mut(seat);
        (area.undocumented, area.validated_paid) = (Some(wager), true);
        let (from, to) = (Account::Payable, Account::Player(player));
        self.post_about(from, to, Centicents::of(amount), clause, seat, wager);
    }

    pub(super) fn pay_extra(&mut self, seat: Seat, wager: Wager, row: u8, amount: Cents, clause: Clause) {
        let to = self.purse(seat, wager);
        self.record_result(seat, wager, ResultKind::Extra, Cents(0), amount, Some(row), clause);
        self.post_about(Account::Inventory, to, Centicents::of(amount), clause, seat, wager);
    }

    /// Moves the money of a ruling: a stake on the felt goes to the inventory or back; one already in the inventory
    /// comes from there.
    pub(super) fn apply_ruling(&mut self, ruling: &Ruling) {
        let Ruling { seat, wager, verdict, stake, won, row, clause, .. } = *ruling;
        self.finish_wager(seat, wager);
        self.record_result(seat, wager, ResultKind::Ruled(verdict), stake, won, row, clause);
        let collected = self.made_with(wager) != FundedBy::Chips;
        let (lies, purse) = (if collected { Account::Inventory } else { Account::Felt }, self.purse(seat, wager));
        let stake_back = match verdict {
            Verdict::Loses | Verdict::Forfeited => {
                if !collected {
                    self.post_about(lies, Account::Inventory, Centicents::of(stake), clause, seat, wager);
                }
                return;
            }
            Verdict::Returned => true,
            Verdict::Pays => self.house.award(wager.kind, row).is_none_or(Award::returns_stake),
        };
        if stake_back {
            self.post_about(lies, purse, Centicents::of(stake), clause, seat, wager);
        }
        if won.0 > 0 {
            self.post_about(Account::Inventory, purse, Centicents::of(won), clause, seat, wager);
            let contest = self.house.contests(wager.kind);
            let area = self.area_mut(seat);
            area.paid.0 = area.paid.0.saturating_add(won.0);
            if !contest {
                area.side_paid.0 = area.side_paid.0.saturating_add(won.0);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn record_result(
        &mut self,
        seat: Seat,
        wager: Wager,
        how: ResultKind,
        stake: Cents,
        won: Cents,
        row: Option<u8>,
        clause: Clause,
    ) {
        self.state.round.came.push(WagerResult { seat, wager, how, stake, won, row, clause });
    }

    pub(super) fn post_envy(&mut self, seat: Seat, wager: Wager, amount: Cents, clause: Clause) {
        let Some(player) = self.player(seat) else { return };
        let (from, to) = (Account::Inventory, Account::Player(player));
        self.post_about(from, to, Centicents::of(amount), clause, seat, wager);
    }

    /// Takes back what was settled for a seat: all of it, the contest with the dealer, or some of its wagers.
    pub(super) fn reverse_settlement(&mut self, seat: Seat, contest_only: bool, wagers: &[Wager]) {
        let house = self.house.clone();
        let taken_back = |wager: Wager| match contest_only {
            true => house.contests(wager.kind),
            false => wagers.is_empty() || wagers.contains(&wager),
        };
        let from = self.area(seat).settled_from;
        self.reverse(from, |about| about.is_some_and(|(whose, wager)| whose == seat && taken_back(wager)));
        let round = &mut self.state.round;
        round
            .came
            .retain(|came| came.seat != seat || matches!(came.how, ResultKind::Envy { .. }) || !taken_back(came.wager));
        round.waiting = round.waiting.filter(|waiting| waiting.seat != seat || !taken_back(waiting.wager));
        let (paid, side_paid) = self.paid_to(seat);
        let validated = self.round().came.iter().any(|came| came.seat == seat && self.was_validated(came));
        let whole = !contest_only && wagers.is_empty();
        let area = self.area_mut(seat);
        if whole {
            area.unsettle();
        } else {
            if taken_back(Wager::own(WagerKind::Play)) {
                area.restore_play();
            }
            (area.paid, area.side_paid) = (paid, side_paid);
            area.undocumented = area.undocumented.filter(|wager| !taken_back(*wager));
            area.settled &= contest_only;
            area.validated_paid &= contest_only || validated;
        }
        self.state.round.settled &= contest_only;
    }

    /// What the house has paid a seat for its wagers, and what of that for those that do not contest the dealer.
    pub(super) fn paid_to(&self, seat: Seat) -> (Cents, Cents) {
        let ruled =
            self.state.round.came.iter().filter(|came| came.seat == seat && matches!(came.how, ResultKind::Ruled(_)));
        ruled.fold((Cents(0), Cents(0)), |(paid, side), came| {
            let more = |sum: Cents| Cents(sum.0.saturating_add(came.won.0));
            (more(paid), if self.house.contests(came.wager.kind) { side } else { more(side) })
        })
    }

    /// Takes back what envy paid, and nothing else that happened since.
    pub(super) fn reverse_envy(&mut self) {
        self.state.round.settled = false;
        let mut came = std::mem::take(&mut self.state.round.came);
        came.retain(|came| {
            let envy = matches!(came.how, ResultKind::Envy { .. });
            if envy {
                self.post_envy(came.seat, came.wager, Cents(came.won.0.saturating_neg()), came.clause);
            }
            !envy
        });
        self.state.round.came = came;
    }

    /// A win that waited is done with.
    pub(super) fn finish_wager(&mut self, seat: Seat, wager: Wager) {
        let round = &mut self.state.round;
        if let Some(waiting) = round.waiting.filter(|waiting| waiting.seat == seat && waiting.wager == wager) {
            round.waiting = None;
            round.areas[seat.index()].validated_paid |= waiting.validated;
        }
    }
}
