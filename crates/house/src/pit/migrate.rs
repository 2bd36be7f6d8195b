//! Moves a table to a new chain: when its keys are lost, when its submission changes, and when the program changes.
//!
//! The new chain begins after the last line of the old one with the table as it then stands, as an excerpt does:
//! numbers go on, commands given before are known, and `croupier verify` reads it. Its first line names the program and
//! the submission every round after it is played by; the old chain stays as it is, and the chain of the house says why.
//!
//! Note on lost keys: a sealed line that cannot be opened hides the order of a deck, and nothing else, since
//! every movement of money stands in plain text. So the table is read without that order, and if a round was open it is
//! void. In the other cases no round is open, and a deck that was sealed is no secret any more: it is shuffled anew.

use super::create::CreateError;
use super::{Pit, TableHandle, meters_of};
use crate::journal_reader::{JournalReadError, JournalReader, SealedLine};
use crate::store::{Chain, HouseLine, ReplacementChain, StoreError, TableId, TableRow};
use croupier_rules::submission::HouseRules;
use croupier_rules::{Phase, Seat};
use croupier_table::commitment::Digest;
use croupier_table::journal::{Header, Journal};
use croupier_table::{Account, Centicents, DealMode, DeckId, DeckStage, Table, TableConfig, TableState, TableStatus};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

impl Pit {
    /// The table on a new chain, if it cannot go on with the one it has.
    pub(super) async fn carried_over(
        &self,
        row: &TableRow,
        book: &JournalReader,
        house: &Arc<TableConfig>,
    ) -> Result<Option<TableRow>, JournalReadError> {
        if let Some(lost) = book.lost_line(&self.shared.store).await? {
            return self.without_keys(row, book, house, lost).await.map(Some);
        }
        let ours = |program: &str, rules: &str| program == self.floor.program && rules == self.floor.rules;
        match house.marks() {
            Some(marks) if !ours(&marks.program, &marks.rules) => self.to_this_program(row, book, house).await,
            _ => Ok(None),
        }
    }

    /// Carries a table over of which a line is sealed under another key.
    async fn without_keys(
        &self,
        row: &TableRow,
        book: &JournalReader,
        house: &Arc<TableConfig>,
        lost: u64,
    ) -> Result<TableRow, JournalReadError> {
        let store = &self.shared.store;
        if store.claim(row.id, self.shared.node).await?.is_none() {
            // Another node runs it, with the right keys.
            return Err(JournalReadError::Sealed { table: row.name.clone(), line: lost });
        }
        let old = self.chain(row).await?;
        let table = book.restore_blind(store, house).await?;
        let (void, balances): (_, Vec<(Account, Centicents)>) =
            (table.cards_are_lost(), table.state().ledger.clone().into());
        let balances: Vec<_> = balances.iter().map(|(account, amount)| (account.to_string(), amount)).collect();
        let told = json!({ "keys-lost": {
            "table": row.id, "chain": old.name, "lost-line": lost, "last-line": old.seq, "head": old.head,
            "round-void": void, "balances": balances,
        }});
        let state = unshuffled(row.mode, table.state());
        let carried = self.begin_anew(row, &old, &row.submission, state, Vec::new(), (&"house", told)).await?;
        tracing::error!(
            table = %row.name, chain = %old.name, lost_line = lost, round_void = void,
            "THE KEYS ARE LOST: the order of a deck cannot be read. The open round is void and all stakes are \
                returned; the table continues with a new chain. If the right key file is found, keep it for the old \
                chain"
        );
        Ok(carried)
    }

    /// Carries a table over whose chain another program began. A round that is open is played to its end on the old
    /// chain, and the table carried over by the next start.
    async fn to_this_program(
        &self,
        row: &TableRow,
        book: &JournalReader,
        house: &Arc<TableConfig>,
    ) -> Result<Option<TableRow>, JournalReadError> {
        let store = &self.shared.store;
        if store.claim(row.id, self.shared.node).await?.is_none() {
            return Ok(None);
        }
        let old = self.chain(row).await?;
        let restored = book.restore(store, house).await?;
        if restored.table.round().phase != Phase::Closed {
            return Ok(None);
        }
        let opened =
            restored.sealed.into_iter().flatten().map(|SealedLine { sequence, line }| (sequence, line)).collect();
        let before = house.marks().map(|marks| (&marks.program, &marks.rules));
        let told = json!({ "program-changed": {
            "table": row.id, "chain": old.name, "last-line": old.seq, "head": old.head,
            "before": before, "after": (&self.floor.program, &self.floor.rules),
        }});
        let state = unshuffled(row.mode, restored.table.state());
        let carried = self.begin_anew(row, &old, &row.submission, state, opened, (&"house", told)).await?;
        tracing::info!(table = %row.name, chain = %old.name, "the program has changed: starting a new chain");
        Ok(Some(carried))
    }

    /// Whether a table could be run by another submission as it stands now.
    ///
    /// # Errors
    /// If the submission has faults, or the table cannot be run by it.
    pub async fn could_change(&self, handle: &TableHandle, submission: &str) -> Result<(), CreateError> {
        let rules = super::create::checked(&self.floor.registry, submission).await?;
        fits(handle, &handle.desk.current().table, rules).map(drop)
    }

    /// Has a table run by another submission from now on, on a new chain. It must be closed.
    ///
    /// # Errors
    /// If the submission has faults, or the table cannot be run by it.
    pub async fn change(
        &self,
        table: TableId,
        submission: &str,
        by: &impl Serialize,
        approval: &impl Serialize,
    ) -> Result<TableHandle, CreateError> {
        let rules = super::create::checked(&self.floor.registry, submission).await?;
        let _one = self.setting_up.lock().await;
        let handle = self.table(table).ok_or_else(|| CreateError::Conflict(format!("unknown table {}", table.0)))?;
        let (store, row) = (&self.shared.store, &handle.row);
        let old = self.chain(row).await?;
        // As the store has it: another node may run it.
        let stands = handle.book.restore(store, &handle.house).await?.table;
        let new = fits(&handle, &stands, rules)?;
        for meter in meters_of(&new, Some(table), self.shared.clock.now()) {
            store.meter(&meter).await?;
        }
        // No deck is at a closed table, so that the first comes first.
        let state = TableState { next_deck: DeckId::First, ..stands.state().clone() };
        let told = json!({ "table-changed": {
            "table": row.id, "chain": old.name, "last-line": old.seq, "head": old.head,
            "before": Digest::of(row.submission.as_bytes()), "after": Digest::of(submission.as_bytes()),
            "approval": approval,
        }});
        let carried = self.begin_anew(row, &old, submission, state, Vec::new(), (by, told)).await?;
        handle.desk.stop().await;
        let handle = self.set_up(carried, true).await?;
        self.shared.meters.refresh(store).await?;
        Ok(handle)
    }

    async fn chain(&self, row: &TableRow) -> Result<Chain, JournalReadError> {
        let chain = self.shared.store.chain(row.chain).await?;
        chain.ok_or_else(|| JournalReadError::Lost(format!("{}: the chain is missing", row.name)))
    }

    /// Begins a chain of this program after the last line of another, with the table as it then stands.
    async fn begin_anew(
        &self,
        row: &TableRow,
        old: &Chain,
        submission: &str,
        state: TableState,
        opened: Vec<(u64, Vec<u8>)>,
        (by, told): (&impl Serialize, Value),
    ) -> Result<TableRow, StoreError> {
        if state.sequence != old.seq {
            let why = format!("`{}` is at line {} (expected {}): try again", row.name, state.sequence, old.seq);
            return Err(StoreError::Conflict(why));
        }
        self.shared.clock.not_before(state.clock);
        let header = Header::new(&row.name, row.mode, &self.floor.program, &self.floor.rules, submission);
        let (_, first) = Journal::begin(&header.excerpt(&Journal::resume(old.seq, old.head), state));
        let house = HouseLine::new(self.shared.clock.now(), by, &told);
        let new = ReplacementChain { submission: submission.to_owned(), first, opened, house };
        self.shared.store.carry_over(row, old, new).await
    }
}

/// The table without a deck whose order the program knew, but for one in play: each is shuffled anew.
fn unshuffled(mode: DealMode, state: &TableState) -> TableState {
    let mut state = state.clone();
    for deck in state.decks.iter_mut().filter(|_| mode == DealMode::Sealed) {
        if matches!(deck.stage, DeckStage::Shuffled | DeckStage::Ready) {
            (deck.stage, deck.order, deck.seal) = (DeckStage::Stacked, None, None);
        }
    }
    state
}

/// The fixed side of a table as it would be by other rules, if those go with how it stands: with its money, its meters
/// and those who sit there.
fn fits(handle: &TableHandle, table: &Table, rules: HouseRules) -> Result<TableConfig, CreateError> {
    let (before, state) = (&handle.house.rules, table.state());
    let conflict = |why: String| Err(CreateError::Conflict(why));
    if state.status != TableStatus::Closed {
        return conflict("the table is open: close it before changing it".to_owned());
    }
    if rules.text != before.text {
        return conflict(format!("the table uses {}: create another table for {}", before.text, rules.text));
    }
    let mode = super::create::mode_of(&rules);
    if mode != handle.row.mode || rules.automation.play_chips != before.automation.play_chips {
        let why = "the dealing mode and the kind of chips of a table cannot change: create another table".to_owned();
        return conflict(why);
    }
    let sits_at = |player| Seat::ALL.into_iter().filter(move |seat| state.seats[seat.index()] == Some(player));
    for player in state.seats.into_iter().flatten() {
        let beyond = sits_at(player).any(|seat| seat.number() > rules.positions);
        if beyond || sits_at(player).count() > usize::from(rules.adjacent_areas) {
            return conflict(format!("player {player} sits at a position that the new submission removes"));
        }
    }
    let new = TableConfig::new(rules, mode);
    let named =
        |house: &TableConfig| meters_of(house, Some(handle.row.id), state.clock).into_iter().map(|meter| meter.name);
    let after: Vec<_> = named(&new).collect();
    for (place, name) in (0..).zip(named(&handle.house)) {
        let holds = |account| state.ledger.balance(account) != Centicents(0);
        let fed = holds(Account::Meter(place)) || holds(Account::Reserve(place));
        if fed && after.get(usize::from(place)) != Some(&name) {
            return conflict(format!(
                "the meter {name} holds money wagered at this table and cannot be changed or removed"
            ));
        }
    }
    Ok(new)
}
