//! Which node runs which table.

use super::{NodeId, Store, StoreError, TableId};

impl Store {
    /// Makes this process known as a node.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn join(&self, _address: &str) -> Result<NodeId, StoreError> {
        todo!()
    }

    /// Says that a node lives. False if it is not known any more, and must join again.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn beat(&self, _node: NodeId) -> Result<bool, StoreError> {
        todo!()
    }

    /// Takes a table that is free, one's own, or of a node that is dead; the epoch it is run under from now on.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn claim(&self, _table: TableId, _node: NodeId) -> Result<Option<u64>, StoreError> {
        todo!()
    }

    /// Gives a table back.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn release(&self, _table: TableId, _node: NodeId) -> Result<(), StoreError> {
        todo!()
    }

    /// The tables to be run that nobody runs.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn abandoned(&self) -> Result<Vec<TableId>, StoreError> {
        todo!()
    }

    /// The address of the node that runs a table, if it lives.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn whereabouts(&self, _table: TableId) -> Result<Option<(NodeId, String)>, StoreError> {
        todo!()
    }

    /// Leaves: gives all tables of a node back.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn leave(&self, _node: NodeId) -> Result<(), StoreError> {
        todo!()
    }
}
