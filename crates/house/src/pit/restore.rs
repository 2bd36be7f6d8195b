//! A table read back from the store: the last snapshot, and every line after it.

use super::Trouble;
use super::desk::Shared;
use super::work::{Fixed, Sealed, Work, kept_context, row_context, snapshot_context};
use crate::chance::Kept;
use crate::store::Row;
use croupier_table::journal::{self, Journal};
use croupier_table::{At, Command, DeckId, House, State, Table};
use std::sync::Arc;

/// Rows that are read at once.
const PAGE: u32 = 512;

/// A table as the store has it.
pub(super) struct Restored {
    pub(super) table: Table,
    pub(super) journal: Journal,
    pub(super) kept: [Option<Kept>; 2],
    pub(super) sealed: [Option<Sealed>; 2],
    /// Where the round that is open began, as far as the lines read tell.
    pub(super) opened: (u64, At),
    pub(super) turned: u64,
    pub(super) snapshot: u64,
}

/// Reads a table.
///
/// # Errors
/// If the store is away, a line does not hold, or a sealed line cannot be opened with the keys at hand.
pub(super) async fn restore(shared: &Shared, fixed: &Fixed, house: &Arc<House>) -> Result<Restored, Trouble> {
    let (mut table, mut journal) = begin(shared, fixed, house).await?;
    let snapshot = journal.commands();
    let mut sealed = [const { None }; 2];
    let mut opened = (snapshot, table.state().clock);
    loop {
        let rows = shared.store.lines(fixed.chain, journal.commands() + 1, PAGE).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            let text = plain(fixed, &row)?;
            let before = table.round().number;
            let followed = journal::follow(&mut table, &mut journal, &text).map_err(|fault| Trouble::damaged(fixed, &row, &fault))?;
            if table.round().number != before {
                opened = (row.first, row.at);
            }
            if let (true, Some((given, _))) = (row.sealed, followed.first())
                && let Command::Shuffle { deck, .. } = given.command
            {
                sealed[deck.index()] = Some(Sealed { sequence: row.first, line: text });
            }
        }
    }
    let mut kept = [None; 2];
    for (deck, text) in shared.store.kept(fixed.table).await? {
        kept[deck.index()] = open_kept(fixed, deck, &text);
    }
    Ok(Restored { turned: journal.commands(), table, journal, kept, sealed, opened, snapshot })
}

/// The table after its last snapshot, or before its first line.
async fn begin(shared: &Shared, fixed: &Fixed, house: &Arc<House>) -> Result<(Table, Journal), Trouble> {
    if let Some(snapshot) = shared.store.snapshot(fixed.chain, u64::MAX >> 1).await? {
        let state = fixed.keys.open(&snapshot_context(fixed.chain, snapshot.seq), &snapshot.sealed);
        let state = state.and_then(|state| serde_json::from_slice::<State>(&state).ok());
        if let Some(state) = state {
            return Ok((Table::restored(Arc::clone(house), state), Journal::resume(snapshot.seq, snapshot.head)));
        }
        tracing::warn!(table = %fixed.name, "the last snapshot cannot be read: the whole journal is");
    }
    let first = shared.store.lines(fixed.chain, 0, 1).await?;
    let header = first.first().ok_or_else(|| Trouble::Lost(format!("{} has no first line", fixed.name)))?;
    let line = header.text.strip_suffix(b"\n").unwrap_or(&header.text);
    let (_, head) = journal::sealed(line).map_err(|wrong| Trouble::Lost(format!("{}, first line: {wrong}", fixed.name)))?;
    Ok((Table::new(Arc::clone(house)), Journal::resume(0, head)))
}

/// The lines of a row as they are hashed.
fn plain(fixed: &Fixed, row: &Row) -> Result<Vec<u8>, Trouble> {
    if !row.sealed {
        return Ok(row.text.clone());
    }
    let opened = fixed.keys.open(&row_context(fixed.chain, row.first), &row.text);
    opened.ok_or_else(|| Trouble::Sealed { table: fixed.name.clone(), line: row.first })
}

fn open_kept(fixed: &Fixed, deck: DeckId, text: &[u8]) -> Option<Kept> {
    let opened = fixed.keys.open(&kept_context(fixed.chain, deck), text)?;
    serde_json::from_slice(&opened).ok()
}

/// Folds in what another node has recorded since; whether there was anything.
pub(super) async fn follow(shared: &Shared, fixed: &Fixed, work: &mut Work) -> Result<bool, Trouble> {
    let mut news = false;
    loop {
        let rows = shared.store.lines(fixed.chain, work.sequence() + 1, PAGE).await?;
        if rows.is_empty() {
            return Ok(news);
        }
        for row in rows {
            let text = plain(fixed, &row)?;
            work.follow(&text).map_err(|fault| Trouble::damaged(fixed, &row, &fault))?;
            news = true;
        }
    }
}
