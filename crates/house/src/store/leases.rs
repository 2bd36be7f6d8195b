//! Which node runs which table.
//!
//! A node says that it lives by the database's clock; a table whose node has not said so within the lease may be taken
//! by another. A claim raises the epoch of the table's chain, so that whatever the old owner still writes is refused.

use super::dialect::Dialect;
use super::notices::Notice;
use super::{ChainId, NodeId, Store, StoreError, TableId};
use sqlx::{AssertSqlSafe, Row as _};

/// How long a node may be silent before its tables are taken, in milliseconds. It should speak three times as often.
pub const LEASE: i64 = 6_000;

/// How long a node without tables is remembered, in milliseconds.
const REMEMBERED: i64 = 24 * 3_600_000;

/// How a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaseStatus {
    /// The table.
    pub table: TableId,
    /// The node that runs it, if it lives.
    pub owner: Option<NodeId>,
    /// The epoch of the last claim.
    pub epoch: u64,
    /// Its chain.
    pub chain: ChainId,
    /// The number of its last line.
    pub last: u64,
}

impl Store {
    /// Makes this process known as a node.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn join(&self, address: &str) -> Result<NodeId, StoreError> {
        let mut transaction = self.begin().await?;
        let now = self.dialect().now();
        if self.dialect() == Dialect::Sqlite {
            // A data folder has one process, so whoever is known from before is dead.
            sqlx::query("UPDATE tables SET owner = NULL").execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM nodes").execute(&mut *transaction).await?;
        } else {
            let text = format!(
                "DELETE FROM nodes WHERE beat < {now} - {REMEMBERED} AND id NOT IN \
                 (SELECT owner FROM tables WHERE owner IS NOT NULL)"
            );
            sqlx::query(AssertSqlSafe(text)).execute(&mut *transaction).await?;
        }
        let node = NodeId(super::next_number(&mut transaction, "node").await?);
        let text = format!("INSERT INTO nodes (id, address, beat) VALUES ($1, $2, {now})");
        sqlx::query(AssertSqlSafe(text)).bind(node.0).bind(address).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(node)
    }

    /// Makes a node known again that was silent for so long that it was forgotten, under its own number.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn rejoin(&self, node: NodeId, address: &str) -> Result<(), StoreError> {
        let now = self.dialect().now();
        let text = format!("INSERT INTO nodes (id, address, beat) VALUES ($1, $2, {now}) ON CONFLICT (id) DO NOTHING");
        sqlx::query(AssertSqlSafe(text)).bind(node.0).bind(address).execute(self.pool()).await?;
        Ok(())
    }

    /// Says that a node lives. False if it is not known any more, and must join again.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn beat(&self, node: NodeId) -> Result<bool, StoreError> {
        let text = format!("UPDATE nodes SET beat = {} WHERE id = $1", self.dialect().now());
        let beaten = sqlx::query(AssertSqlSafe(text)).bind(node.0).execute(self.pool()).await?;
        Ok(beaten.rows_affected() == 1)
    }

    /// Takes a table that is free, one's own, or of a node that is dead; the epoch it is run under from now on.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn claim(&self, table: TableId, node: NodeId) -> Result<Option<u64>, StoreError> {
        let mut transaction = self.begin().await?;
        let text = format!(
            "UPDATE tables SET owner = $2 WHERE id = $1 AND (owner IS NULL OR owner = $2 OR NOT EXISTS \
             (SELECT 1 FROM nodes WHERE {}))",
            self.living("nodes.id = tables.owner")
        );
        let claimed = sqlx::query(AssertSqlSafe(text)).bind(table.0).bind(node.0).execute(&mut *transaction).await?;
        if claimed.rows_affected() == 0 {
            return Ok(None);
        }
        let raise =
            "UPDATE chains SET epoch = epoch + 1 WHERE id = (SELECT chain FROM tables WHERE id = $1) RETURNING epoch";
        let epoch: i64 = sqlx::query(raise).bind(table.0).fetch_one(&mut *transaction).await?.try_get(0)?;
        transaction.commit().await?;
        // Messages may have been waiting for somebody to run it.
        self.crier().cry(Notice::Inbox(table));
        Ok(Some(epoch as u64))
    }

    /// Gives a table back.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn release(&self, table: TableId, node: NodeId) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE tables SET owner = NULL WHERE id = $1 AND owner = $2");
        query.bind(table.0).bind(node.0).execute(self.pool()).await?;
        self.crier().cry(Notice::Free(table));
        Ok(())
    }

    /// How every table to be run stands, by number.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn statuses(&self) -> Result<Vec<LeaseStatus>, StoreError> {
        let text = format!(
            "SELECT tables.id, nodes.id, chains.epoch, chains.id, chains.seq FROM tables \
             JOIN chains ON chains.id = tables.chain LEFT JOIN nodes ON {} WHERE open = 1 ORDER BY tables.id",
            self.living("nodes.id = tables.owner")
        );
        let rows = sqlx::query(AssertSqlSafe(text)).fetch_all(self.pool()).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(LeaseStatus {
                table: TableId(row.try_get(0)?),
                owner: row.try_get::<Option<i64>, _>(1)?.map(NodeId),
                epoch: row.try_get::<i64, _>(2)? as u64,
                chain: ChainId(row.try_get(3)?),
                last: row.try_get::<i64, _>(4)? as u64,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The nodes that live.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn nodes(&self) -> Result<Vec<NodeId>, StoreError> {
        let text = format!("SELECT id FROM nodes WHERE {}", self.living("TRUE"));
        let rows = sqlx::query(AssertSqlSafe(text)).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok(NodeId(row.try_get(0)?))).collect()
    }

    /// The node that runs a table and its address, if it lives.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn whereabouts(&self, table: TableId) -> Result<Option<(NodeId, String)>, StoreError> {
        let text = format!(
            "SELECT nodes.id, address FROM nodes JOIN tables ON tables.owner = nodes.id WHERE {}",
            self.living("tables.id = $1")
        );
        let row = sqlx::query(AssertSqlSafe(text)).bind(table.0).fetch_optional(self.pool()).await?;
        row.map(|row| Ok((NodeId(row.try_get(0)?), row.try_get(1)?))).transpose()
    }

    /// Leaves: gives all tables of a node back.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn leave(&self, node: NodeId) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for text in ["UPDATE tables SET owner = NULL WHERE owner = $1", "DELETE FROM nodes WHERE id = $1"] {
            sqlx::query(text).bind(node.0).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The condition that a node has spoken within the lease.
    fn living(&self, which: &str) -> String {
        format!("{which} AND nodes.beat > {} - {LEASE}", self.dialect().now())
    }
}
