//! One transaction of the writer: what several batches come to, gathered first and written at the end.
//!
//! The order of locks is the same in every transaction of every node: meters by number, the chains of tables and
//! meters, the chain of the house last; so no two wait for each other. Moving a table's chain on checks three things in
//! one statement: that the chain stands where the batch begins, that the epoch is that of the writer's claim, and that
//! nobody else moves it meanwhile.

use super::batch::{Batch, Fence, HouseLine, LineRow, WriteError, WriteReceipt};
use super::bulk::{BulkValue, insert, list, many};
use super::chain::ChainEnd;
use super::dialect::Dialect;
use super::meters::{LockedMeter, MeterEvent};
use super::{ChainId, MeterId, MeterShareClaim, StoreError, TableId};
use croupier_table::commitment::Digest;
use croupier_table::{DeckId, Reservation, Timestamp};
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};
use std::collections::BTreeMap;

/// How far a chain moves in this transaction.
#[derive(Debug)]
struct Move {
    from: u64,
    to: u64,
    head: Digest,
    epoch: u64,
}

/// Why a transaction was not committed.
#[derive(Debug)]
pub(super) enum CommitError {
    /// What was asked does not go with what is there.
    Refused(WriteError),
    /// The database said no or nothing.
    Database(sqlx::Error),
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for CommitError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(error) => Self::Database(error),
            other => conflict(other.to_string()),
        }
    }
}

fn conflict(what: impl Into<String>) -> CommitError {
    CommitError::Refused(WriteError::Conflict(what.into()))
}

/// Rows for one table of the database.
type Cells = Vec<Vec<BulkValue>>;

/// Everything a transaction is going to write.
#[derive(Debug, Default)]
pub(super) struct TransactionWrites {
    moves: BTreeMap<ChainId, Move>,
    /// Fences of batches without lines, which no move checks.
    fences: Vec<Fence>,
    meters: BTreeMap<MeterId, LockedMeter>,
    lines: Cells,
    opened: Cells,
    kept: BTreeMap<(TableId, DeckId), Option<Vec<u8>>>,
    rounds: Cells,
    players: Cells,
    signatures: Cells,
    snapshots: Cells,
    /// Chains that got a snapshot, and after which line.
    thinned: Vec<(ChainId, u64)>,
    /// Lines for the house, with the place of the batch they came with.
    house: Vec<(usize, HouseLine)>,
    written: Vec<WriteReceipt>,
}

/// Snapshots are thinned out to the last in every so many lines.
const STRETCH: i64 = 1 << 16;

/// A table that stops where it was signed or had its state taken last gets no second of the same line.
const SAME_LINE: &str = " ON CONFLICT (chain, seq) DO NOTHING";

impl TransactionWrites {
    /// Locks the meters that are going to change.
    pub(super) async fn lock(
        &mut self,
        connection: &mut AnyConnection,
        dialect: Dialect,
        meters: impl Iterator<Item = MeterId>,
    ) -> Result<(), CommitError> {
        let mut wanted: Vec<MeterId> = meters.filter(|meter| !self.meters.contains_key(meter)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        for some in wanted.chunks(128) {
            let (places, length) = list(some.len());
            let text = format!("{} WHERE meters.id IN{places} ORDER BY meters.id", LockedMeter::SELECT);
            let mut query = sqlx::query(AssertSqlSafe(text + dialect.for_update()));
            // The last is asked for again until the statement has one of its few lengths.
            let padding = std::iter::repeat_n(some.last(), length - some.len()).flatten();
            for meter in some.iter().chain(padding) {
                query = query.bind(meter.0);
            }
            for row in query.fetch_all(&mut *connection).await? {
                let locked = LockedMeter::read(&row)?;
                self.meters.insert(locked.id, locked);
            }
        }
        match wanted.iter().find(|meter| !self.meters.contains_key(meter)) {
            Some(meter) => Err(conflict(format!("unknown meter {}", meter.0))),
            None => Ok(()),
        }
    }

    /// Adds a batch. Its meters must be locked.
    pub(super) fn add(&mut self, batch: &Batch) -> Result<(), CommitError> {
        let mut written = WriteReceipt::default();
        let place = self.written.len();
        match (batch.chain, batch.rows.as_slice()) {
            (Some((chain, head)), [first, .., last] | [first @ last]) => {
                self.advance(chain, first, last, head, batch.fence)?;
                self.lines.extend(batch.rows.iter().map(|row| line(chain, row)));
            }
            (_, []) => self.fences.extend(batch.fence),
            (None, _) => return Err(conflict("lines without a chain")),
        }
        if let Some((chain, _)) = batch.chain {
            self.add_about(chain, batch);
        }
        if let Some(fence) = batch.fence {
            self.kept.extend(batch.kept.iter().map(|(deck, sealed)| ((fence.table, *deck), sealed.clone())));
        }
        for change in &batch.meters {
            written.meters.push(self.change(change.meter, change.at, change.what.clone())?);
        }
        self.house.extend(batch.house.iter().map(|line| (place, line.clone())));
        self.written.push(written);
        Ok(())
    }

    /// What a batch has to say about its chain beside the lines.
    fn add_about(&mut self, chain: ChainId, batch: &Batch) {
        let id = || BulkValue::Int(chain.0);
        self.opened.extend(
            batch
                .opened
                .iter()
                .map(|(first, text)| vec![id(), BulkValue::Int(*first as i64), BulkValue::Bytes(text.clone())]),
        );
        for round in &batch.rounds {
            let [number, first, last] =
                [round.round, round.first, round.last].map(|number| BulkValue::Int(number as i64));
            let [opened, closed] = [round.opened, round.closed].map(|at| BulkValue::Int(at.0 as i64));
            let [void, staked] = [i64::from(round.void), round.staked].map(BulkValue::Int);
            let returned = round.returned.map_or(BulkValue::NoInt, BulkValue::Int);
            self.rounds.push(vec![id(), number.clone(), first, last, opened, closed, void, staked, returned]);
            self.players.extend(round.players.iter().map(|player| {
                let [who, staked] = [i64::from(player.who.number()), player.staked].map(BulkValue::Int);
                let returned = player.returned.map_or(BulkValue::NoInt, BulkValue::Int);
                vec![id(), number.clone(), who, staked, returned, BulkValue::Text(player.hand.clone())]
            }));
        }
        if let Some(signed) = &batch.signature {
            let [key, signature] = [&signed.key, &signed.signature].map(|bytes| BulkValue::Bytes(bytes.clone()));
            self.signatures.push(vec![id(), BulkValue::Int(signed.seq as i64), hash(signed.head), key, signature]);
        }
        if let Some(taken) = &batch.snapshot {
            let sealed = BulkValue::Bytes(taken.sealed.clone());
            self.snapshots.push(vec![id(), BulkValue::Int(taken.seq as i64), hash(taken.head), sealed]);
            self.thinned.push((chain, taken.seq));
        }
    }

    /// Moves a chain on by a batch's lines; after those of an earlier batch of the same transaction if there are any.
    fn advance(
        &mut self,
        chain: ChainId,
        first: &LineRow,
        last: &LineRow,
        head: Digest,
        fence: Option<Fence>,
    ) -> Result<(), CommitError> {
        let epoch = fence.map_or(0, |fence| fence.epoch);
        let from = first.first.checked_sub(1).ok_or_else(|| conflict("line 0 is written when a chain is begun"))?;
        let (to, end) = (last.last, Move { from, to: last.last, head, epoch });
        match self.moves.get_mut(&chain) {
            None => drop(self.moves.insert(chain, end)),
            Some(before) if before.to == from && before.epoch == epoch => (before.to, before.head) = (to, head),
            Some(before) => return Err(conflict(format!("line {} follows line {}", first.first, before.to))),
        }
        Ok(())
    }

    /// Changes a meter, which must be locked, and returns the number of the change.
    fn change(&mut self, meter: MeterId, at: Timestamp, what: MeterEvent) -> Result<u64, CommitError> {
        let locked = self.meters.get_mut(&meter).ok_or_else(|| conflict(format!("unknown meter {}", meter.0)))?;
        locked.change(at, what).map_err(conflict)
    }

    /// Takes a share off a meter, which must be locked, and counts it to the last batch added.
    pub(super) fn take(&mut self, share: &MeterShareClaim) -> Result<Reservation, CommitError> {
        let unknown = || conflict(format!("unknown meter {}", share.meter.0));
        let locked = self.meters.get_mut(&share.meter).ok_or_else(unknown)?;
        let reservation = locked.take(share).map_err(conflict)?;
        if let Some(written) = self.written.last_mut() {
            written.reservation = Some(reservation);
        }
        Ok(reservation)
    }

    /// Writes everything, and returns what became of each batch once the transaction is committed.
    pub(super) async fn write(
        mut self,
        connection: &mut AnyConnection,
        dialect: Dialect,
    ) -> Result<Vec<WriteReceipt>, CommitError> {
        self.settle_meters(connection).await?;
        self.move_chains(connection, dialect).await?;
        insert(connection, LINES, std::mem::take(&mut self.lines), "").await?;
        self.open_sealed(connection).await?;
        self.write_sealed(connection).await?;
        self.write_derived(connection).await?;
        self.write_house(connection, dialect).await?;
        Ok(self.written)
    }

    /// Writes the meters back, and gathers the lines of their chains.
    async fn settle_meters(&mut self, connection: &mut AnyConnection) -> Result<(), CommitError> {
        let mut rows = Vec::new();
        for locked in std::mem::take(&mut self.meters).into_values() {
            let Some((row, from)) = locked.row() else { continue };
            let LockedMeter { id, chain, ref meter, state, end, .. } = locked;
            self.lines.push(line(chain, &row));
            self.moves.insert(chain, Move { from, to: end.seq, head: end.head, epoch: 0 });
            let numbers = [id.0, meter.amount.0, meter.reserve.0, meter.sequence as i64];
            let mut cells = numbers.map(BulkValue::Int).to_vec();
            cells.push(BulkValue::Text(state.name().to_owned()));
            rows.push(cells);
        }
        let (before, after) = (
            "UPDATE meters SET amount = v.column2, reserve = v.column3, sequence = v.column4, state = v.column5 \
             FROM (VALUES",
            ") AS v WHERE meters.id = v.column1",
        );
        many(connection, before, rows, after).await?;
        Ok(())
    }

    async fn move_chains(&self, connection: &mut AnyConnection, dialect: Dialect) -> Result<(), CommitError> {
        for fence in &self.fences {
            let text = "SELECT chains.epoch FROM chains JOIN tables ON tables.chain = chains.id WHERE tables.id = $1";
            let query = sqlx::query(AssertSqlSafe(text.to_owned() + dialect.for_update())).bind(fence.table.0);
            let epoch: Option<i64> =
                query.fetch_optional(&mut *connection).await?.map(|row| row.try_get(0)).transpose()?;
            if epoch != Some(fence.epoch as i64) {
                return Err(CommitError::Refused(WriteError::Fenced));
            }
        }
        let rows: Cells = self.moves.iter().map(|(chain, to)| to.cells(*chain)).collect();
        let (before, after) = (
            "UPDATE chains SET seq = v.column4, head = v.column5 FROM (VALUES",
            ") AS v WHERE chains.id = v.column1 AND chains.seq = v.column2 AND chains.epoch = v.column3",
        );
        let expected = rows.len() as u64;
        if many(connection, before, rows, after).await? == expected {
            return Ok(());
        }
        Err(self.wrong_move(connection).await?)
    }

    /// Which chain did not move, and why.
    async fn wrong_move(&self, connection: &mut AnyConnection) -> Result<CommitError, CommitError> {
        for (chain, Move { from, to, head, epoch }) in &self.moves {
            let query = sqlx::query("SELECT seq, head, epoch FROM chains WHERE id = $1").bind(chain.0);
            let Some(row) = query.fetch_optional(&mut *connection).await? else {
                return Ok(conflict(format!("unknown chain {}", chain.0)));
            };
            let (seq, stored, now): (i64, Vec<u8>, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if now != *epoch as i64 {
                return Ok(CommitError::Refused(WriteError::Fenced));
            }
            if seq != *to as i64 || stored != head.0 {
                return Ok(conflict(format!("line {} does not follow line {seq}", from + 1)));
            }
        }
        // Every chain stands where it was to go without having moved: the same batch was written before.
        Ok(conflict("the same lines already exist"))
    }

    async fn open_sealed(&mut self, connection: &mut AnyConnection) -> Result<(), CommitError> {
        let expected = self.opened.len() as u64;
        let (before, after) = (
            "UPDATE lines SET text = v.column3, sealed = 0 FROM (VALUES",
            ") AS v WHERE lines.chain = v.column1 AND lines.first = v.column2 AND lines.sealed = 1",
        );
        let opened = many(connection, before, std::mem::take(&mut self.opened), after).await?;
        if opened == expected { Ok(()) } else { Err(conflict("the row to unseal is missing or not sealed")) }
    }

    async fn write_sealed(&mut self, connection: &mut AnyConnection) -> Result<(), CommitError> {
        let (mut kept, mut gone) = (Vec::new(), Vec::new());
        for ((table, deck), sealed) in std::mem::take(&mut self.kept) {
            let key = [table.0, deck.index() as i64].map(BulkValue::Int);
            match sealed {
                Some(sealed) => kept.push([&key[..], &[BulkValue::Bytes(sealed)]].concat()),
                None => gone.push(key.to_vec()),
            }
        }
        let upsert = " ON CONFLICT (table_id, deck) DO UPDATE SET box = excluded.box";
        insert(connection, "kept (table_id, deck, box)", kept, upsert).await?;
        many(connection, "DELETE FROM kept WHERE (table_id, deck) IN (VALUES", gone, ")").await?;
        Ok(())
    }

    /// What is derived from the lines, and the signatures.
    async fn write_derived(&mut self, connection: &mut AnyConnection) -> Result<(), CommitError> {
        let tables = [
            ("rounds (chain, round, first, last, opened, closed, void, staked, returned)", &mut self.rounds, ""),
            ("round_players (chain, round, who, staked, returned, hand)", &mut self.players, ""),
            ("signatures (chain, seq, head, key, signature)", &mut self.signatures, SAME_LINE),
            ("snapshots (chain, seq, head, box)", &mut self.snapshots, SAME_LINE),
        ];
        for (table, rows, clash) in tables {
            insert(connection, table, std::mem::take(rows), clash).await?;
        }
        for (chain, seq) in &self.thinned {
            sqlx::query("DELETE FROM snapshots WHERE chain = $1 AND seq >= $2 AND seq < $3")
                .bind(chain.0)
                .bind(*seq as i64 / STRETCH * STRETCH)
                .bind(*seq as i64)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }

    async fn write_house(&mut self, connection: &mut AnyConnection, dialect: Dialect) -> Result<(), CommitError> {
        let Some((_, first)) = self.house.first() else { return Ok(()) };
        let at = first.at;
        let text = format!("SELECT id, seq, head FROM chains WHERE kind = 'house'{}", dialect.for_update());
        let row = sqlx::query(AssertSqlSafe(text)).fetch_one(&mut *connection).await?;
        let chain = ChainId(row.try_get(0)?);
        let mut end = ChainEnd { seq: row.try_get::<i64, _>(1)? as u64, head: super::digest(row.try_get(2)?)? };
        let from = end.seq;
        let mut lines = String::new();
        for (place, line) in &self.house {
            lines.push_str(&end.append(line));
            if let Some(written) = self.written.get_mut(*place) {
                written.house = Some(end.seq);
            }
        }
        let row = LineRow { first: from + 1, last: end.seq, at, text: lines.into_bytes(), sealed: false };
        insert(connection, LINES, vec![line(chain, &row)], "").await?;
        sqlx::query("UPDATE chains SET seq = $2, head = $3 WHERE id = $1")
            .bind(chain.0)
            .bind(end.seq as i64)
            .bind(end.head.0.to_vec())
            .execute(&mut *connection)
            .await?;
        Ok(())
    }
}

impl Move {
    fn cells(&self, chain: ChainId) -> Vec<BulkValue> {
        let [from, epoch, to] = [self.from, self.epoch, self.to].map(|number| BulkValue::Int(number as i64));
        vec![BulkValue::Int(chain.0), from, epoch, to, hash(self.head)]
    }
}

fn hash(digest: Digest) -> BulkValue {
    BulkValue::Bytes(digest.0.to_vec())
}

/// Where lines go.
pub(super) const LINES: &str = "lines (chain, first, last, at, text, sealed)";

/// A row of `lines`.
pub(super) fn line(chain: ChainId, row: &LineRow) -> Vec<BulkValue> {
    let [first, last, at] = [row.first, row.last, row.at.0].map(|number| BulkValue::Int(number as i64));
    let text = BulkValue::Bytes(row.text.clone());
    vec![BulkValue::Int(chain.0), first, last, at, text, BulkValue::Int(i64::from(row.sealed))]
}
