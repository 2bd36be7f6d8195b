//! The one writer of a node.

use super::{Batch, MeterId, WriteError, Written};
use croupier_table::Reservation;

/// Writes batches, many in one transaction. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {}

/// A share of a meter that falls due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The meter.
    pub meter: MeterId,
    /// How much of it.
    pub percent: i64,
    /// Among how many.
    pub heads: u8,
    /// At this table.
    pub table: super::TableId,
    /// In this round.
    pub round: u64,
}

impl Writer {
    /// Writes a batch, and returns when it is durable.
    ///
    /// # Errors
    /// If it is not.
    pub async fn write(&self, _batch: Batch) -> Result<Written, WriteError> {
        todo!()
    }

    /// Takes a share of a meter in one transaction with the lines before it and those `finish` makes of it.
    /// `finish` is called while the meter is locked, on the caller's own task: it may borrow and must not wait.
    ///
    /// # Errors
    /// If it is not durable; `finish` may have been called nevertheless.
    pub async fn take(
        &self,
        _share: Share,
        _head: Batch,
        _finish: impl FnOnce(Reservation) -> Batch,
    ) -> Result<Written, WriteError> {
        todo!()
    }
}
