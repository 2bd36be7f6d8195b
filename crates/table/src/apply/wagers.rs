//! Applies events of the stakes, from the first wager to the last correction.

use crate::command::Tender;
use crate::ledger::{Account, Centicents};
use crate::table::Table;
use croupier_rules::{Cents, Clause, Seat, Wager, WagerKind};

impl Table {
    pub(super) fn place_wager(&mut self, seat: Seat, wager: Wager, amount: Cents, tender: Tender, clause: Clause) {
        let Some(player) = self.player(seat) else { return };
        let area = self.area_mut(seat);
        area.owner = Some(player);
        match tender {
            Tender::MatchPlay => area.coupon.0 = area.coupon.0.saturating_add(amount.0),
            Tender::Chips | Tender::GameAccount | Tender::SpokenCash => {
                area.stakes[wager.index()].0 = area.stakes[wager.index()].0.saturating_add(amount.0);
                let from = if tender == Tender::GameAccount { Account::Game(player) } else { Account::Player(player) };
                self.post_about(from, Account::Felt, Centicents::of(amount), clause, seat, wager);
            }
        }
    }

    pub(super) fn return_wager(&mut self, seat: Seat, wager: Wager, amount: Cents, clause: Clause) {
        self.area_mut(seat).stakes[wager.index()] = Cents(0);
        if wager == Wager::own(WagerKind::Main) {
            self.area_mut(seat).coupon = Cents(0);
        }
        self.post_about(Account::Felt, self.purse(seat, wager), Centicents::of(amount), clause, seat, wager);
    }

    pub(super) fn apply_progressive_count(&mut self, chips: u8, accepted: u8) {
        let agree = chips == accepted;
        self.state.round.progressive_counted = agree;
        self.state.round.miscounted = (!agree).then_some(chips);
    }

    pub(super) fn correct_progressive_wager(
        &mut self,
        seat: Seat,
        wager: Wager,
        made: bool,
        amount: Cents,
        clause: Clause,
    ) {
        let Some(player) = self.player(seat) else { return };
        let (player, inventory) = (Account::Player(player), Account::Inventory);
        let (from, to) = if made { (player, inventory) } else { (inventory, player) };
        self.area_mut(seat).stakes[wager.index()] = if made { amount } else { Cents(0) };
        self.post_about(from, to, Centicents::of(amount), clause, seat, wager);
        (self.state.round.miscounted, self.state.round.progressive_counted) = (None, false);
    }

    /// The stake as it really was.
    pub(super) fn restake(&mut self, seat: Seat, wager: Wager, amount: Cents, clause: Clause) {
        let purse = self.purse(seat, wager);
        let stake = &mut self.area_mut(seat).stakes[wager.index()];
        let more = amount.0.saturating_sub(stake.0);
        *stake = amount;
        self.post_about(purse, Account::Felt, Centicents::of(Cents(more)), clause, seat, wager);
    }
}
