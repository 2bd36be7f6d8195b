//! Chains and tables: making them, and where they stand.

use super::batch::{HouseLine, LineRow};
use super::bulk::insert;
use super::chain;
use super::transaction::{CommitError, LINES, TransactionWrites, line};
use super::{Batch, ChainId, ChainKind, NodeId, Store, StoreError, TableId};
use croupier_rules::Regulation;
use croupier_table::commitment::Digest;
use croupier_table::{DealMode, Timestamp};
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Row as _, Transaction};

/// A chain and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Its number.
    pub id: ChainId,
    /// What it is a chain of.
    pub kind: ChainKind,
    /// Its name.
    pub name: String,
    /// The number of its last line.
    pub seq: u64,
    /// The hash of its last line.
    pub head: Digest,
}

/// A table as the store has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// Its number.
    pub id: TableId,
    /// Its name.
    pub name: String,
    /// The id of the text it plays by.
    pub text: String,
    /// The whole submission it is run by.
    pub submission: String,
    /// Whether its cards are known before they are shown.
    pub mode: DealMode,
    /// Its chain.
    pub chain: ChainId,
    /// The node that runs it.
    pub owner: Option<NodeId>,
    /// The epoch of the last claim.
    pub epoch: u64,
    /// When it was made.
    pub made: Timestamp,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// Its name.
    pub name: String,
    /// The text it plays by.
    pub text: Regulation,
    /// The whole submission.
    pub submission: String,
    /// Whether its cards are known before they are shown.
    pub mode: DealMode,
    /// The first line of its journal, with the newline.
    pub header: String,
    /// When.
    pub made: Timestamp,
}

/// A new chain for a table that has one.
#[derive(Debug)]
pub(crate) struct ReplacementChain {
    /// The whole submission the table is run by from then on.
    pub(crate) submission: String,
    /// The first line of the new chain, with the newline.
    pub(crate) first: String,
    /// The sealed rows of the old chain that are no secret any more: the number of each, and its lines in plain text.
    pub(crate) opened: Vec<(u64, Vec<u8>)>,
    /// What the chain of the house says about it.
    pub(crate) house: HouseLine,
}

/// The first line of the chain of the house.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct HouseHeader {
    croupier_house: u32,
    at: Timestamp,
}

/// Begins a chain with its first line, which gets the number 0.
pub(super) async fn begin_chain(
    connection: &mut AnyConnection,
    kind: ChainKind,
    name: &str,
    at: Timestamp,
    first: &str,
) -> Result<Chain, StoreError> {
    let unsealed = || StoreError::Conflict("the first line of a chain ends with its hash".to_owned());
    let head = chain::hash(first).ok_or_else(unsealed)?;
    let id = ChainId(super::next_number(connection, "chain").await?);
    sqlx::query("INSERT INTO chains (id, kind, name, seq, head, epoch) VALUES ($1, $2, $3, 0, $4, 0)")
        .bind(id.0)
        .bind(kind.name())
        .bind(name)
        .bind(head.0.to_vec())
        .execute(&mut *connection)
        .await
        .map_err(StoreError::clash)?;
    let row = LineRow { first: 0, last: 0, at, text: first.as_bytes().to_vec(), sealed: false };
    insert(connection, LINES, vec![line(id, &row)], "").await?;
    Ok(Chain { id, kind, name: name.to_owned(), seq: 0, head })
}

impl Store {
    /// Begins the chain of the house, if it has none.
    pub(super) async fn begin_house(&self, at: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let query = "SELECT id FROM chains WHERE kind = 'house'";
        if sqlx::query(query).fetch_optional(&mut *transaction).await?.is_none() {
            let (first, _) = chain::sealed(&HouseHeader { croupier_house: 1, at });
            match begin_chain(&mut transaction, ChainKind::House, "house", at, &first).await {
                // Another node was quicker.
                Err(StoreError::Conflict(_)) => return Ok(()),
                begun => drop(begun?),
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Makes a table with its chain, and puts a line into the chain of the house.
    ///
    /// # Errors
    /// If there is a table of that name.
    pub async fn make_table(&self, new: &NewTable, house: HouseLine) -> Result<TableRow, StoreError> {
        let mut transaction = self.begin().await?;
        let id = TableId(super::next_number(&mut transaction, "table").await?);
        let name = format!("table-{}", id.0);
        let chain = begin_chain(&mut transaction, ChainKind::Table, &name, new.made, &new.header).await?;
        sqlx::query(
            "INSERT INTO tables (id, name, text, submission, mode, chain, open, made) \
             VALUES ($1, $2, $3, $4, $5, $6, 1, $7)",
        )
        .bind(id.0)
        .bind(new.name.as_str())
        .bind(new.text.id())
        .bind(new.submission.as_str())
        .bind(mode_name(new.mode))
        .bind(chain.id.0)
        .bind(new.made.0 as i64)
        .execute(&mut *transaction)
        .await
        .map_err(|error| StoreError::clash(error).about(&format!("a table `{}` already exists", new.name)))?;
        self.finish_with(transaction, &Batch { house: vec![house], ..Batch::default() }).await?;
        self.table(id).await?.ok_or_else(|| StoreError::Damaged(format!("table {} does not exist", id.0)))
    }

    /// Begins a new chain for a table, which goes on after the last line of the old one, and puts a line into the chain
    /// of the house. Whoever ran the table runs it no more, and what was kept for the old chain is gone.
    ///
    /// # Errors
    /// If the old chain has gone on meanwhile, or the store cannot be written.
    pub(crate) async fn carry_over(
        &self,
        table: &TableRow,
        old: &Chain,
        new: ReplacementChain,
    ) -> Result<TableRow, StoreError> {
        let ReplacementChain { submission, first, opened, house } = new;
        let (name, times) = old.name.split_once(" #").unwrap_or((&old.name, "1"));
        let name = format!("{name} #{}", times.parse::<u64>().unwrap_or(1) + 1);
        let mut transaction = self.begin().await?;
        let fence = "UPDATE chains SET epoch = epoch + 1 WHERE id = $1 AND seq = $2 RETURNING epoch";
        let fenced = sqlx::query(fence).bind(old.id.0).bind(old.seq as i64).fetch_optional(&mut *transaction).await?;
        let gone_on = || StoreError::Conflict(format!("`{}` has changed in the meantime: try again", table.name));
        let epoch: i64 = fenced.ok_or_else(gone_on)?.try_get(0)?;
        let chain = begin_chain(&mut transaction, ChainKind::Table, &name, house.at, &first).await?;
        sqlx::query("UPDATE chains SET seq = $2, head = $3, epoch = $4 WHERE id = $1")
            .bind(chain.id.0)
            .bind(old.seq as i64)
            .bind(old.head.0.to_vec())
            .bind(epoch)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM kept WHERE table_id = $1").bind(table.id.0).execute(&mut *transaction).await?;
        sqlx::query("UPDATE tables SET chain = $2, submission = $3, owner = NULL WHERE id = $1")
            .bind(table.id.0)
            .bind(chain.id.0)
            .bind(submission)
            .execute(&mut *transaction)
            .await?;
        let batch = Batch { chain: Some((old.id, old.head)), opened, house: vec![house], ..Batch::default() };
        self.finish_with(transaction, &batch).await?;
        self.table(table.id).await?.ok_or_else(|| StoreError::Damaged(format!("table {} does not exist", table.id.0)))
    }

    /// Ends a transaction with what else is to be written.
    pub(super) async fn finish_with(
        &self,
        mut transaction: Transaction<'_, Any>,
        batch: &Batch,
    ) -> Result<(), StoreError> {
        let mut sheet = TransactionWrites::default();
        let write = match sheet.add(batch) {
            Ok(()) => sheet.write(&mut transaction, self.dialect()).await.map(drop),
            refused => refused,
        };
        write.map_err(StoreError::from)?;
        Ok(transaction.commit().await?)
    }

    /// The chains a table had before it was carried over, if it ever was.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn earlier_chains(&self, table: &TableRow) -> Result<Vec<ChainId>, StoreError> {
        let text = "SELECT id FROM chains WHERE id <> $1 AND (name = $2 OR name LIKE $3) ORDER BY id";
        let name = format!("table-{}", table.id.0);
        let query = sqlx::query(text).bind(table.chain.0).bind(name.clone()).bind(format!("{name} #%"));
        query.fetch_all(self.pool()).await?.iter().map(|row| Ok(ChainId(row.try_get(0)?))).collect()
    }

    /// All tables, by number.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn tables(&self) -> Result<Vec<TableRow>, StoreError> {
        let query =
            "SELECT tables.*, chains.epoch FROM tables JOIN chains ON chains.id = tables.chain ORDER BY tables.id";
        let rows = sqlx::query(query).fetch_all(self.pool()).await?;
        rows.iter().map(TableRow::read).collect()
    }

    /// One table.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn table(&self, table: TableId) -> Result<Option<TableRow>, StoreError> {
        let query =
            "SELECT tables.*, chains.epoch FROM tables JOIN chains ON chains.id = tables.chain WHERE tables.id = $1";
        let row = sqlx::query(query).bind(table.0).fetch_optional(self.pool()).await?;
        row.map(|row| TableRow::read(&row)).transpose()
    }

    /// All chains, by number.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn chains(&self) -> Result<Vec<Chain>, StoreError> {
        let rows =
            sqlx::query("SELECT id, kind, name, seq, head FROM chains ORDER BY id").fetch_all(self.pool()).await?;
        rows.iter().map(Chain::read).collect()
    }

    /// One chain.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn chain(&self, chain: ChainId) -> Result<Option<Chain>, StoreError> {
        let query = sqlx::query("SELECT id, kind, name, seq, head FROM chains WHERE id = $1").bind(chain.0);
        query.fetch_optional(self.pool()).await?.map(|row| Chain::read(&row)).transpose()
    }

    /// The chain of the house.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn house_chain(&self) -> Result<Chain, StoreError> {
        let query = sqlx::query("SELECT id, kind, name, seq, head FROM chains WHERE kind = 'house'");
        Chain::read(&query.fetch_one(self.pool()).await?)
    }
}

impl From<CommitError> for StoreError {
    fn from(failure: CommitError) -> Self {
        match failure {
            CommitError::Refused(why) => Self::Conflict(why.to_string()),
            CommitError::Database(error) => Self::Database(error),
        }
    }
}

impl Chain {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let kind: String = row.try_get(1)?;
        let unknown = || StoreError::Damaged(format!("a chain of `{kind}`"));
        Ok(Self {
            id: ChainId(row.try_get(0)?),
            kind: ChainKind::read(&kind).ok_or_else(unknown)?,
            name: row.try_get(2)?,
            seq: row.try_get::<i64, _>(3)? as u64,
            head: super::digest(row.try_get(4)?)?,
        })
    }
}

const fn mode_name(mode: DealMode) -> &'static str {
    match mode {
        DealMode::Sealed => "sealed",
        DealMode::Observed => "observed",
    }
}

impl TableRow {
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        let damaged = |what: &str| StoreError::Damaged(format!("a table of {what}"));
        let mode: String = row.try_get("mode")?;
        let mode = [DealMode::Sealed, DealMode::Observed].into_iter().find(|known| mode_name(*known) == mode);
        Ok(Self {
            id: TableId(row.try_get("id")?),
            name: row.try_get("name")?,
            text: row.try_get("text")?,
            submission: row.try_get("submission")?,
            mode: mode.ok_or_else(|| damaged("unknown mode"))?,
            chain: ChainId(row.try_get("chain")?),
            owner: row.try_get::<Option<i64>, _>("owner")?.map(NodeId),
            epoch: row.try_get::<i64, _>("epoch")? as u64,
            made: Timestamp(row.try_get::<i64, _>("made")? as u64),
        })
    }
}
