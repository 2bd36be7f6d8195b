//! What happens beside the game: pauses, dealers, the table inventory, tips, and waiting for a lost connection.

use crate::event::Event;
use crate::ledger::Account;
use crate::table::Table;
use croupier_rules::Cents;

impl Table {
    pub(super) fn apply_floor(&mut self, event: &Event) {
        match *event {
            Event::Paused { ref reason } => self.state.paused = Some(reason.clone()),
            Event::Resumed => self.state.paused = None,
            Event::RulesAdopted { revision } => self.state.revision = revision,
            Event::DealerRelieved { dealer } => self.state.dealer = Some(dealer),
            Event::InventoryCounted { counted, book, .. } => {
                self.state.counted = true;
                let over = Cents(counted.0.saturating_sub(book.0));
                self.post(Account::Cage, Account::Inventory, over, None);
            }
            Event::Filled { amount } => self.post(Account::Cage, Account::Inventory, amount, None),
            Event::Credited { amount } => self.post(Account::Inventory, Account::Cage, amount, None),
            Event::Tipped { seat, amount, clause } => {
                let Some(player) = self.player(seat) else { return };
                self.post(Account::Player(player), Account::Tips, amount, clause);
            }
            Event::ConnectionAwaited { seat, .. } => self.area_mut(seat).awaited = true,
            _ => {}
        }
    }
}
