//! Applies events around the game: people who come and go, the table inventory, tips.

use crate::actor::PersonId;
use crate::command::Purse;
use crate::ledger::Account;
use crate::table::Table;
use croupier_rules::{Cents, Clause, Seat};

impl Table {
    pub(super) fn seat_player(&mut self, seat: Seat, player: PersonId) {
        self.state.seats[seat.index()] = Some(player);
        if std::mem::take(&mut self.state.nobody_yet) {
            self.state.first_to_arrive = Some(seat);
        }
    }

    pub(super) fn leave_seat(&mut self, seat: Seat) {
        self.state.seats[seat.index()] = None;
        if self.state.first_to_arrive == Some(seat) {
            self.state.first_to_arrive = None;
        }
    }

    pub(super) fn apply_inventory_count(&mut self, counted: Cents, book: Cents) {
        self.state.counted = true;
        let over = Cents(counted.0.saturating_sub(book.0));
        self.post(Account::Cage, Account::Inventory, over, None);
    }

    pub(super) fn tip_dealer(&mut self, seat: Seat, amount: Cents, clause: Option<Clause>) {
        let Some(player) = self.player(seat) else { return };
        self.post(Account::Player(player), Account::Tips, amount, clause);
    }

    pub(super) fn buy_in(&mut self, player: PersonId, purse: Purse, amount: Cents) {
        self.post(Account::Inventory, purse.account(player), amount, None);
        self.post(Account::Patrons, Account::Drop, amount, None);
    }

    pub(super) fn cash_out(&mut self, player: PersonId, purse: Purse, amount: Cents) {
        self.post(purse.account(player), Account::Cage, amount, None);
    }
}
