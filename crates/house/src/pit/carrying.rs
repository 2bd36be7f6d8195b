//! Carrying a table over whose keys are lost.
//!
//! A sealed line that cannot be opened hides the order of a deck, and nothing else: every movement of money stands in
//! plain text. So the table is read without that order, a new chain is begun after the last line of the old one with the
//! table as it then stands, and if a round was open it is void. What is odd: the new chain begins as an excerpt does, so
//! that numbers go on, commands given before are known, and `croupier verify` reads it; the chain of the house names the
//! line that is lost, and the old chain stays as it is.

use super::Pit;
use crate::book::{Book, Trouble};
use crate::store::{HouseLine, TableRow};
use croupier_table::journal::Journal;
use croupier_table::{Account, DeckId, House, Hundredths, Stage, Table};
use std::sync::Arc;

impl Pit {
    /// Begins a new chain for a table of which a line is sealed under another key.
    pub(super) async fn carry_over(
        &self,
        row: &TableRow,
        book: &Book,
        house: &Arc<House>,
        lost: u64,
    ) -> Result<TableRow, Trouble> {
        let store = &self.shared.store;
        if store.claim(row.id, self.shared.node).await?.is_none() {
            // Another node runs it, with the right keys.
            return Err(Trouble::Sealed { table: row.name.clone(), line: lost });
        }
        let old = store.chain(row.chain).await?;
        let old = old.ok_or_else(|| Trouble::Lost(format!("{}: its chain is not there", row.name)))?;
        let table = unshuffled(house, &book.restore_blind(store, house).await?);
        if table.state().sequence != old.seq {
            return Err(Trouble::Lost(format!(
                "{} ends at line {}, not {}",
                row.name,
                table.state().sequence,
                old.seq
            )));
        }
        self.shared.clock.not_before(table.state().clock);
        let (header, _) = book.header(store).await?;
        let header = header.excerpt(&Journal::resume(old.seq, old.head), table.state().clone());
        let (_, first) = Journal::begin(&header);
        let balances: Vec<(Account, Hundredths)> = table.state().ledger.clone().into();
        let balances: Vec<_> = balances.iter().map(|(account, amount)| (account.to_string(), amount)).collect();
        let now = self.shared.clock.now();
        let told = serde_json::json!({ "keys-lost": {
            "table": row.id, "chain": old.name, "lost-line": lost, "last-line": old.seq, "head": old.head,
            "round-void": table.cards_are_lost(), "balances": balances,
        }});
        let carried = store.carry_over(row, &old, &first, HouseLine::new(now, &"house", &told)).await?;
        tracing::error!(
            table = %row.name, chain = %old.name, lost_line = lost, round_void = table.cards_are_lost(),
            "THE KEYS ARE LOST: a deck's order cannot be read, so an open round is void and all stakes go back; \
             the table goes on with a new chain. If the right keys file is found, keep it for the old one"
        );
        Ok(carried)
    }
}

/// The table without a deck that is shuffled, but for one in play: each is shuffled anew.
fn unshuffled(house: &Arc<House>, table: &Table) -> Table {
    let mut state = table.state().clone();
    for deck in [DeckId::First, DeckId::Second] {
        let known = &mut state.decks[deck.index()];
        if matches!(known.stage, Stage::Shuffled | Stage::Ready) {
            known.stage = Stage::Stacked;
        }
    }
    Table::restored(Arc::clone(house), state)
}
