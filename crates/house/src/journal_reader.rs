//! Reads the chain of a table from the store, with the keys.
//!
//! A restart reads the last snapshot and the lines after it; an auditor reads a round, a day or all of it as a journal
//! that `croupier verify` accepts. Note: nothing that is still sealed leaves the house. An export ends before the
//! first line of a deck that is still live, and an excerpt is refused if the table it begins with knows such a deck.

use crate::keys::Keys;
use crate::rng::SealedShuffle;
use crate::store::{ChainId, LineRow, RoundSearch, Store, StoreError, TableId, TableRow};
use croupier_rules::Registry;
use croupier_table::journal::{self, Header, Journal, JournalFault};
use croupier_table::{
    Actor, Audience, Command, CommandEnvelope, DeckId, Event, Table, TableConfig, TableState, Timestamp,
};
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::mpsc;
use utoipa::ToSchema;

/// Rows that are read at once.
const PAGE: u32 = 512;
/// The end of every chain.
pub(crate) const END: u64 = u64::MAX >> 1;

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalReadError {
    /// The store is away or says no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A line does not hold, or there is none.
    #[error("{0}")]
    Lost(String),
    /// A sealed line cannot be opened.
    #[error("{table}: line {line} is sealed with another key: this is not the key file it was written with")]
    Sealed {
        /// The table.
        table: String,
        /// The line.
        line: u64,
    },
    /// What is asked for would tell what is still secret.
    #[error("{0}")]
    Secret(String),
}

/// The line of a shuffle whose row is still sealed in the store.
#[derive(Clone)]
pub(crate) struct SealedLine {
    pub(crate) sequence: u64,
    pub(crate) line: Vec<u8>,
}

/// A table as the store has it.
pub(crate) struct RestoredTable {
    pub(crate) table: Table,
    pub(crate) journal: Journal,
    pub(crate) kept: [Option<SealedShuffle>; 2],
    pub(crate) sealed: [Option<SealedLine>; 2],
    /// Where the last round began, as far as the lines read tell.
    pub(crate) opened: (u64, Timestamp),
    pub(crate) snapshot: u64,
}

/// One line of a table's journal, as clients receive it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct UpdateLine {
    /// Its number.
    #[serde(rename = "seq")]
    pub sequence: u64,
    /// When.
    pub at: Timestamp,
    /// Who gave the command.
    pub by: Actor,
    /// What happened.
    pub events: Vec<Event>,
}

impl UpdateLine {
    /// The line as an audience may hear of it, once the table is as it is given.
    #[must_use]
    pub fn for_audience(&self, audience: Audience, table: &Table) -> Self {
        let events = self.events.iter().filter_map(|event| table.event_for(audience, event)).collect();
        Self { events, ..*self }
    }
}

/// Which part of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JournalPart {
    /// All of it.
    Whole,
    /// One round.
    Round(u64),
    /// The rounds closed from one moment until before another.
    Between(Timestamp, Timestamp),
}

impl JournalPart {
    /// The rounds of a day, in UTC.
    ///
    /// # Errors
    /// If it is no day.
    pub fn day(day: &str) -> Result<Self, String> {
        let wrong = |error: jiff::Error| format!("`{day}` is not a date such as 2026-11-16: {error}");
        let date: jiff::civil::Date = day.parse().map_err(wrong)?;
        let begins = |date: jiff::civil::Date| {
            let begins = date.to_zoned(jiff::tz::TimeZone::UTC).map_err(wrong)?.timestamp().as_millisecond();
            Ok::<_, String>(Timestamp(u64::try_from(begins).unwrap_or_default()))
        };
        Ok(Self::Between(begins(date)?, begins(date.tomorrow().map_err(wrong)?)?))
    }
}

/// How to read one table's chain.
#[derive(Clone, Debug)]
pub struct JournalReader {
    /// The table.
    pub table: TableId,
    /// Its chain.
    pub chain: ChainId,
    /// Its name.
    pub name: String,
    keys: Arc<Keys>,
    registry: Arc<Registry>,
}

impl JournalReader {
    /// The book of a table.
    pub fn new(row: &TableRow, keys: Arc<Keys>, registry: Arc<Registry>) -> Self {
        Self { table: row.id, chain: row.chain, name: row.name.clone(), keys, registry }
    }

    /// The same for an earlier chain of the table.
    #[must_use]
    pub fn of(&self, chain: ChainId) -> Self {
        Self { chain, ..self.clone() }
    }

    /// The texts its program knows.
    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The keys it is written with.
    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// What a sealed row is bound to, so that it cannot be put in another's place.
    pub(crate) fn row_context(&self, sequence: u64) -> String {
        format!("row {} {sequence}", self.chain.0)
    }

    /// What the kept draws of a deck are bound to.
    pub(crate) fn sealed_context(&self, deck: DeckId) -> String {
        format!("kept {} {}", self.chain.0, deck.index())
    }

    /// What a snapshot is bound to.
    pub(crate) fn snapshot_context(&self, sequence: u64) -> String {
        format!("snapshot {} {sequence}", self.chain.0)
    }

    /// The first line: by which rules the table is run.
    ///
    /// # Errors
    /// If the store is away or the line does not hold.
    pub async fn header(&self, store: &Store) -> Result<(Header, Vec<u8>), JournalReadError> {
        let rows = store.lines(self.chain, 0, 1).await?;
        let first = rows
            .into_iter()
            .next()
            .ok_or_else(|| JournalReadError::Lost(format!("{}: the first line is missing", self.name)))?;
        let (header, _) = journal::read_by(&self.registry, &first.text)
            .map_err(|fault| JournalReadError::Lost(format!("{}: {fault}", self.name)))?;
        Ok((header, first.text))
    }

    /// Reads the table as it stands.
    pub(crate) async fn restore(
        &self,
        store: &Store,
        house: &Arc<TableConfig>,
    ) -> Result<RestoredTable, JournalReadError> {
        let (mut table, mut journal) = self.begin(store, house, END).await?;
        let snapshot = journal.commands();
        let mut sealed = [const { None }; 2];
        // A deck may have been shuffled before the snapshot.
        for row in store.sealed_lines(self.chain).await? {
            let line = self.plain(&row)?;
            if let Some(deck) = shuffled(&line) {
                sealed[deck.index()] = Some(SealedLine { sequence: row.first, line });
            }
        }
        let mut opened = (snapshot + 1, table.state().clock);
        loop {
            let rows = store.lines(self.chain, journal.commands() + 1, PAGE).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows {
                let text = self.plain(&row)?;
                let followed = self.follow(&mut table, &mut journal, &row, &text)?;
                let opens = |event: &Event| matches!(event, Event::RoundOpened { .. });
                for (line, (envelope, events)) in (row.first..).zip(&followed) {
                    if events.iter().any(opens) {
                        opened = (line, envelope.at);
                    }
                }
            }
        }
        let mut kept = [None; 2];
        for (deck, text) in store.sealed_shuffles(self.table).await? {
            let opened = self.keys.open(&self.sealed_context(deck), &text);
            kept[deck.index()] = opened.and_then(|kept| serde_json::from_slice(&kept).ok());
        }
        Ok(RestoredTable { table, journal, kept, sealed, opened, snapshot })
    }

    /// The table after its last snapshot at or before a line, or before its first line.
    async fn begin(
        &self,
        store: &Store,
        house: &Arc<TableConfig>,
        upto: u64,
    ) -> Result<(Table, Journal), JournalReadError> {
        if let Some(snapshot) = store.snapshot(self.chain, upto).await? {
            let state = self.keys.open(&self.snapshot_context(snapshot.seq), &snapshot.sealed);
            let state =
                state.and_then(|state| self.registry.reading(|| serde_json::from_slice::<TableState>(&state)).ok());
            if let Some(state) = state {
                return Ok((Table::restored(Arc::clone(house), state), Journal::resume(snapshot.seq, snapshot.head)));
            }
            tracing::warn!(table = %self.name, "cannot read a snapshot: reading the whole journal instead");
        }
        let (header, _) = self.header(store).await?;
        let journal = Journal::begin(&header).0;
        // A table that was carried over begins as it then stood, a new one by the revision its first line names.
        let table = match header.excerpt {
            Some(excerpt) => Table::restored(Arc::clone(house), excerpt.state),
            None => Table::new(Arc::clone(house)),
        };
        Ok((table, journal))
    }

    /// The first line that is sealed under another key, if there is one.
    ///
    /// # Errors
    /// If the store is away.
    pub(crate) async fn lost_line(&self, store: &Store) -> Result<Option<u64>, StoreError> {
        let sealed = store.sealed_lines(self.chain).await?;
        Ok(sealed.iter().find(|row| self.plain(row).is_err()).map(|row| row.first))
    }

    /// Reads the table without the orders of decks, which stand in lines that cannot be opened.
    pub(crate) async fn restore_blind(
        &self,
        store: &Store,
        house: &Arc<TableConfig>,
    ) -> Result<Table, JournalReadError> {
        let (mut table, mut journal) = self.begin(store, house, END).await?;
        loop {
            let rows = store.lines(self.chain, journal.commands() + 1, PAGE).await?;
            if rows.is_empty() {
                return Ok(table);
            }
            for row in rows {
                let Ok(text) = self.plain(&row) else {
                    let mut state = table.state().clone();
                    state.sequence = row.last;
                    state.decks.iter_mut().for_each(|deck| (deck.order, deck.seal) = (None, None));
                    table = Table::restored(Arc::clone(house), state);
                    // Whatever follows says what its hash was.
                    let next = store.lines(self.chain, row.last + 1, 1).await?;
                    let head = next.first().and_then(|next| journal::before(&next.text));
                    journal = Journal::resume(row.last, head.unwrap_or_default());
                    continue;
                };
                self.follow(&mut table, &mut journal, &row, &text)?;
            }
        }
    }

    /// The table as it stood after a line, and its journal there.
    ///
    /// # Errors
    /// If the store is away, a line does not hold or cannot be opened, or there is no such line.
    pub async fn table_after(
        &self,
        store: &Store,
        house: &Arc<TableConfig>,
        after: u64,
    ) -> Result<(Table, Journal), JournalReadError> {
        let (mut table, mut journal) = self.begin(store, house, after).await?;
        self.each_row(store, (&mut table, &mut journal), after, |_, _| {}).await?;
        if journal.commands() != after {
            return Err(JournalReadError::Lost(format!("{} has no line {after}", self.name)));
        }
        Ok((table, journal))
    }

    /// Goes on through the lines of a table up to one of them, row by row: the table after the row, its lines, its
    /// text.
    ///
    /// # Errors
    /// If the store is away, or a line does not hold or cannot be opened.
    pub async fn each_row(
        &self,
        store: &Store,
        (table, journal): (&mut Table, &mut Journal),
        upto: u64,
        mut take: impl FnMut(&Table, Vec<UpdateLine>),
    ) -> Result<(), JournalReadError> {
        while journal.commands() < upto {
            let rows = store.lines(self.chain, journal.commands() + 1, PAGE).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows.iter().filter(|row| row.first <= upto) {
                // A row may begin before the first line that is wanted and end after the last.
                let from = journal.commands();
                let text = self.plain(row)?;
                let wanted = lines_within(&text, row.first, from + 1, upto);
                let followed = self.follow(table, journal, row, wanted)?;
                let line = |((envelope, events), sequence): ((CommandEnvelope, _), _)| UpdateLine {
                    sequence,
                    at: envelope.at,
                    by: envelope.by,
                    events,
                };
                take(table, followed.into_iter().zip(from + 1..).map(line).collect());
            }
        }
        Ok(())
    }

    /// Likewise, but line by line: the table after the line, its number, what was wanted and what happened.
    ///
    /// # Errors
    /// Likewise.
    pub async fn each_line(
        &self,
        store: &Store,
        (table, journal): (&mut Table, &mut Journal),
        upto: u64,
        mut take: impl FnMut(&Table, u64, CommandEnvelope, Vec<Event>),
    ) -> Result<(), JournalReadError> {
        while journal.commands() < upto {
            let rows = store.lines(self.chain, journal.commands() + 1, PAGE).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows.iter().filter(|row| row.first <= upto) {
                let text = self.plain(row)?;
                let wanted = lines_within(&text, row.first, journal.commands() + 1, upto);
                for line in wanted.split_inclusive(|byte| *byte == b'\n') {
                    for (envelope, events) in self.follow(table, journal, row, line)? {
                        take(table, journal.commands(), envelope, events);
                    }
                }
            }
        }
        Ok(())
    }

    fn follow(
        &self,
        table: &mut Table,
        journal: &mut Journal,
        row: &LineRow,
        text: &[u8],
    ) -> Result<Vec<(CommandEnvelope, Vec<Event>)>, JournalReadError> {
        let damaged = |fault: JournalFault| {
            JournalReadError::Lost(format!("{}, lines {} to {}: {fault}", self.name, row.first, row.last))
        };
        journal::follow(table, journal, text).map_err(damaged)
    }

    /// The lines of a row as they are hashed.
    fn plain(&self, row: &LineRow) -> Result<Vec<u8>, JournalReadError> {
        if !row.sealed {
            return Ok(row.text.clone());
        }
        let opened = self.keys.open(&self.row_context(row.first), &row.text);
        opened.ok_or_else(|| JournalReadError::Sealed { table: self.name.clone(), line: row.first })
    }

    /// Writes a part of the book as a journal, piece by piece; the number of its last line.
    ///
    /// # Errors
    /// If the store is away, a line does not hold, there is nothing in that part, or it would tell what is still
    /// secret.
    pub async fn export(
        &self,
        store: &Store,
        part: JournalPart,
        out: &mpsc::Sender<Vec<u8>>,
    ) -> Result<u64, JournalReadError> {
        let (header, first_line) = self.header(store).await?;
        let (first, last) = match part {
            JournalPart::Whole => (1, END),
            _ => self.span(store, part).await?,
        };
        let first_line = match part {
            JournalPart::Whole => first_line,
            _ => {
                let house = Arc::new(
                    header
                        .house_by(&self.registry)
                        .map_err(|wrong| JournalReadError::Lost(format!("{}: {wrong}", self.name)))?,
                );
                let (table, journal) = self.table_after(store, &house, first.saturating_sub(1)).await?;
                self.nothing_live(store, table.state()).await?;
                Journal::begin(&header.excerpt(&journal, table.state().clone())).1.into_bytes()
            }
        };
        // Whoever asked may have gone, and then nothing is left to do.
        let _ = out.send(first_line).await;
        let mut next = first;
        while next <= last {
            let rows = store.lines(self.chain, next, PAGE).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows.iter().filter(|row| row.first <= last) {
                if row.sealed {
                    return Ok(next.saturating_sub(1));
                }
                if out.send(lines_within(&row.text, row.first, next, last).to_vec()).await.is_err() {
                    return Ok(next.saturating_sub(1));
                }
                next = row.last + 1;
            }
        }
        Ok(next.min(last.saturating_add(1)).saturating_sub(1))
    }

    /// As [`export`](Self::export), all in one piece, with the number of its last line.
    ///
    /// # Errors
    /// Likewise.
    pub async fn gather(&self, store: &Store, part: JournalPart) -> Result<(Vec<u8>, u64), JournalReadError> {
        let (sender, mut pieces) = mpsc::channel::<Vec<u8>>(8);
        let gathering = async {
            let mut all = Vec::new();
            while let Some(piece) = pieces.recv().await {
                all.extend_from_slice(&piece);
            }
            all
        };
        let exporting = async {
            let exported = self.export(store, part, &sender).await;
            drop(sender);
            exported
        };
        let (exported, all) = tokio::join!(exporting, gathering);
        exported.map(|last| (all, last))
    }

    /// The first and the last line of some rounds.
    async fn span(&self, store: &Store, part: JournalPart) -> Result<(u64, u64), JournalReadError> {
        let mut search = RoundSearch { chains: vec![self.chain], most: Some(u32::MAX >> 1), ..RoundSearch::default() };
        let what = match part {
            JournalPart::Whole => String::new(),
            JournalPart::Round(round) => {
                search.round = Some(round);
                format!("closed round {round}")
            }
            JournalPart::Between(since, before) => {
                (search.since, search.before) = (Some(since), Some(before));
                "round that was closed on that day".to_owned()
            }
        };
        let rounds = store.rounds(&search).await?;
        let span = rounds.iter().map(|(_, round)| (round.first, round.last));
        span.reduce(|(first, last), (other, later)| (first.min(other), last.max(later)))
            .ok_or_else(|| JournalReadError::Lost(format!("{} has no {what}", self.name)))
    }

    /// Refuses a state that knows the order of a deck which is still live: then the line of its shuffle is sealed
    /// still.
    async fn nothing_live(&self, store: &Store, state: &TableState) -> Result<(), JournalReadError> {
        let sealed = store.sealed_lines(self.chain).await?;
        if sealed.iter().any(|row| row.first <= state.sequence) {
            let why = format!("{}: a deck from that time is still in play: try again after the next round", self.name);
            return Err(JournalReadError::Secret(why));
        }
        Ok(())
    }
}

/// The deck that a line shuffles.
fn shuffled(line: &[u8]) -> Option<DeckId> {
    #[derive(serde::Deserialize)]
    struct Done {
        #[serde(rename = "do")]
        command: Command,
    }
    match serde_json::from_slice::<Done>(line).ok()?.command {
        Command::Shuffle { deck, .. } => Some(deck),
        _ => None,
    }
}

/// The lines of a text, whose first has a number, from one number to another.
fn lines_within(text: &[u8], first: u64, from: u64, upto: u64) -> &[u8] {
    let (mut start, mut end) = (0, 0);
    for (line, number) in text.split_inclusive(|byte| *byte == b'\n').zip(first..) {
        if number < from {
            start += line.len();
        }
        if number <= upto {
            end += line.len();
        }
    }
    text.get(start..end).unwrap_or_default()
}
