//! Where a desk publishes what became durable.

use super::messages::TableUpdate;
use super::timers::{TableTimers, Timeouts};
use crate::journal_reader::UpdateLine;
use croupier_table::Table;
use std::sync::Arc;
use tokio::sync::{broadcast, watch};

/// The channels on which a desk publishes its table.
pub(super) struct Feeds {
    pub(super) update: broadcast::Sender<Arc<TableUpdate>>,
    pub(super) shown: watch::Sender<Arc<TableUpdate>>,
}

impl Feeds {
    pub(super) fn update(
        lines: Vec<UpdateLine>,
        table: &Table,
        times: &TableTimers,
        patience: &Timeouts,
    ) -> TableUpdate {
        TableUpdate {
            lines,
            table: Arc::new(table.clone()),
            deadlines: times.deadlines(table, patience),
            sitting_out: times.sitting_out(table, patience),
            stuck: None,
            called: None,
            ready: times.all_ready(),
        }
    }

    pub(super) fn send(&self, update: TableUpdate) {
        let update = Arc::new(update);
        self.shown.send_replace(Arc::clone(&update));
        // Nobody may be listening.
        let _ = self.update.send(update);
    }
}
