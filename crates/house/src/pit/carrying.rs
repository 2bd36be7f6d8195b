//! Carrying a table over to a new chain: when its keys are lost, when its submission is changed, and when another program
//! runs it than the one that began its chain.
//!
//! The new chain begins after the last line of the old one with the table as it then stands, as an excerpt does: numbers
//! go on, commands given before are known, and `croupier verify` reads it. Its first line names the program and the
//! submission every round after it is played by; the old chain stays as it is, and the chain of the house says why.
//!
//! What is odd about lost keys: a sealed line that cannot be opened hides the order of a deck, and nothing else, since
//! every movement of money stands in plain text. So the table is read without that order, and if a round was open it is
//! void. In the other cases no round is open, and a deck that was sealed is no secret any more: it is shuffled anew.

use super::making::MakeError;
use super::{Known, Pit, meters_of};
use crate::book::{Book, Sealed, Trouble};
use crate::store::{Anew, Chain, HouseLine, StoreError, TableId, TableRow};
use croupier_rules::submission::HouseRules;
use croupier_rules::{Phase, Seat};
use croupier_table::commitment::Digest;
use croupier_table::journal::{Header, Journal};
use croupier_table::{Account, DeckId, House, Hundredths, Mode, Stage, State, Status, Table};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

impl Pit {
    /// The table on a new chain, if it cannot go on with the one it has.
    pub(super) async fn carried_over(
        &self,
        row: &TableRow,
        book: &Book,
        house: &Arc<House>,
    ) -> Result<Option<TableRow>, Trouble> {
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
        book: &Book,
        house: &Arc<House>,
        lost: u64,
    ) -> Result<TableRow, Trouble> {
        let store = &self.shared.store;
        if store.claim(row.id, self.shared.node).await?.is_none() {
            // Another node runs it, with the right keys.
            return Err(Trouble::Sealed { table: row.name.clone(), line: lost });
        }
        let old = self.chain(row).await?;
        let table = book.restore_blind(store, house).await?;
        let (void, balances): (_, Vec<(Account, Hundredths)>) =
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
            "THE KEYS ARE LOST: a deck's order cannot be read, so an open round is void and all stakes go back; \
             the table goes on with a new chain. If the right keys file is found, keep it for the old one"
        );
        Ok(carried)
    }

    /// Carries a table over whose chain another program began. A round that is open is played to its end on the old
    /// chain, and the table carried over by the next start.
    async fn to_this_program(
        &self,
        row: &TableRow,
        book: &Book,
        house: &Arc<House>,
    ) -> Result<Option<TableRow>, Trouble> {
        let store = &self.shared.store;
        if store.claim(row.id, self.shared.node).await?.is_none() {
            return Ok(None);
        }
        let old = self.chain(row).await?;
        let restored = book.restore(store, house).await?;
        if restored.table.round().phase != Phase::Closed {
            return Ok(None);
        }
        let opened = restored.sealed.into_iter().flatten().map(|Sealed { sequence, line }| (sequence, line)).collect();
        let before = house.marks().map(|marks| (&marks.program, &marks.rules));
        let told = json!({ "program-changed": {
            "table": row.id, "chain": old.name, "last-line": old.seq, "head": old.head,
            "before": before, "after": (&self.floor.program, &self.floor.rules),
        }});
        let state = unshuffled(row.mode, restored.table.state());
        let carried = self.begin_anew(row, &old, &row.submission, state, opened, (&"house", told)).await?;
        tracing::info!(table = %row.name, chain = %old.name, "another program runs the table from now on: a new chain is begun");
        Ok(Some(carried))
    }

    /// Whether a table could be run by another submission as it stands now.
    ///
    /// # Errors
    /// If the submission has faults, or the table cannot be run by it.
    pub async fn could_change(&self, known: &Known, submission: &str) -> Result<(), MakeError> {
        let rules = super::making::checked(submission).await?;
        fits(known, &known.desk.shown().table, rules).map(drop)
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
    ) -> Result<Known, MakeError> {
        let rules = super::making::checked(submission).await?;
        let _one = self.setting_up.lock().await;
        let known = self.table(table).ok_or_else(|| MakeError::Conflict(format!("there is no table {}", table.0)))?;
        let (store, row) = (&self.shared.store, &known.row);
        let old = self.chain(row).await?;
        // As the store has it: another node may run it.
        let stands = known.book.restore(store, &known.house).await?.table;
        let new = fits(&known, &stands, rules)?;
        for meter in meters_of(&new, Some(table), self.shared.clock.now()) {
            store.meter(&meter).await?;
        }
        // No deck is at a closed table, so that the first comes first.
        let state = State { next_deck: DeckId::First, ..stands.state().clone() };
        let told = json!({ "table-changed": {
            "table": row.id, "chain": old.name, "last-line": old.seq, "head": old.head,
            "before": Digest::of(row.submission.as_bytes()), "after": Digest::of(submission.as_bytes()),
            "approval": approval,
        }});
        let carried = self.begin_anew(row, &old, submission, state, Vec::new(), (by, told)).await?;
        known.desk.stop().await;
        let known = self.set_up(carried, true).await?;
        self.shared.meters.refresh(store).await?;
        Ok(known)
    }

    async fn chain(&self, row: &TableRow) -> Result<Chain, Trouble> {
        let chain = self.shared.store.chain(row.chain).await?;
        chain.ok_or_else(|| Trouble::Lost(format!("{}: its chain is not there", row.name)))
    }

    /// Begins a chain of this program after the last line of another, with the table as it then stands.
    async fn begin_anew(
        &self,
        row: &TableRow,
        old: &Chain,
        submission: &str,
        state: State,
        opened: Vec<(u64, Vec<u8>)>,
        (by, told): (&impl Serialize, Value),
    ) -> Result<TableRow, StoreError> {
        if state.sequence != old.seq {
            let why = format!("`{}` is at line {}, not {}: try again", row.name, state.sequence, old.seq);
            return Err(StoreError::Conflict(why));
        }
        self.shared.clock.not_before(state.clock);
        let header = Header::new(&row.name, row.mode, &self.floor.program, &self.floor.rules, submission);
        let (_, first) = Journal::begin(&header.excerpt(&Journal::resume(old.seq, old.head), state));
        let house = HouseLine::new(self.shared.clock.now(), by, &told);
        let new = Anew { submission: submission.to_owned(), first, opened, house };
        self.shared.store.carry_over(row, old, new).await
    }
}

/// The table without a deck whose order the program knew, but for one in play: each is shuffled anew.
fn unshuffled(mode: Mode, state: &State) -> State {
    let mut state = state.clone();
    for deck in state.decks.iter_mut().filter(|_| mode == Mode::Sealed) {
        if matches!(deck.stage, Stage::Shuffled | Stage::Ready) {
            (deck.stage, deck.order, deck.seal) = (Stage::Stacked, None, None);
        }
    }
    state
}

/// The fixed side of a table as it would be by other rules, if those go with how it stands: with its money, its meters and
/// those who sit there.
fn fits(known: &Known, table: &Table, rules: HouseRules) -> Result<House, MakeError> {
    let (before, state) = (&known.house.rules, table.state());
    let conflict = |why: String| Err(MakeError::Conflict(why));
    if state.status != Status::Closed {
        return conflict("a table is changed while it is closed: close it first".to_owned());
    }
    if rules.text != before.text {
        return conflict(format!("the table plays by {}: make another for {}", before.text, rules.text));
    }
    let mode = super::making::mode_of(&rules);
    if mode != known.row.mode || rules.automation.play_chips != before.automation.play_chips {
        let why = "who deals and what the chips are worth does not change at a table: make another".to_owned();
        return conflict(why);
    }
    let sits_at = |player| Seat::ALL.into_iter().filter(move |seat| state.seats[seat.index()] == Some(player));
    for player in state.seats.into_iter().flatten() {
        let beyond = sits_at(player).any(|seat| seat.number() > rules.positions);
        if beyond || sits_at(player).count() > usize::from(rules.adjacent_areas) {
            return conflict(format!("player {} sits where the table would have no place for him", player.0));
        }
    }
    let new = House::new(rules, mode);
    let named = |house: &House| meters_of(house, Some(known.row.id), state.clock).into_iter().map(|meter| meter.name);
    let after: Vec<_> = named(&new).collect();
    for (place, name) in (0..).zip(named(&known.house)) {
        let holds = |account| state.ledger.balance(account) != Hundredths(0);
        let fed = holds(Account::Meter(place)) || holds(Account::Reserve(place));
        if fed && after.get(usize::from(place)) != Some(&name) {
            return conflict(format!("the meter {name} holds what was wagered at this table: it stays, as it is"));
        }
    }
    Ok(new)
}
