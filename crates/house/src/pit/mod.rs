//! The pit: all tables of the house, as this node runs or follows them.
//!
//! A table is made from a checked submission and has one chain of lines from then on. Each has a [`Desk`], a task of its
//! own. What is odd: on PostgreSQL every node has a desk for every table. One runs it, the others follow what that one
//! records, so that any node can show any table, pass on what is wanted of it, and take over when its node dies.

mod board;
mod desk;
mod inbox;
mod making;
mod supplies;
mod times;
mod told;
mod work;

pub use board::{MeterBoard, MeterShown, Stands};
pub use desk::Desk;
pub(crate) use making::meters_of;
pub use making::{MakeError, NewDesk};
pub use times::Patience;
pub use told::{Deadline, Declined, Line, Message, Taken, Told, What};

use crate::book::{Book, Trouble};
use crate::chance::Chance;
use crate::clock::Clock;
use crate::keys::Keys;
use crate::store::{NodeId, Notice, Store, TableId, TableRow};
use croupier_rules::Seat;
use croupier_table::{Audience, House, Table, Who};
use desk::{Call, Shared};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How often a node says that it lives and looks for tables that nobody runs.
const BEATS: Duration = Duration::from_secs(1);

/// The most lines a client that comes back is told; after that it is only shown the table as it is.
const MOST_MISSED: u64 = 2_000;

/// What the pit is built from.
pub struct Floor {
    /// The store.
    pub store: Store,
    /// The keys.
    pub keys: Arc<Keys>,
    /// The generator.
    pub chance: Arc<Chance>,
    /// The clock.
    pub clock: Arc<Clock>,
    /// How long things take.
    pub patience: Patience,
    /// This node.
    pub node: NodeId,
    /// The program and its version, as journals name it.
    pub program: String,
    /// The hash of its rules' code, likewise.
    pub rules: String,
}

/// A table of the house.
#[derive(Clone)]
pub struct Known {
    /// As the store has it.
    pub row: Arc<TableRow>,
    /// What does not change about it.
    pub house: Arc<House>,
    /// Its meters, by their places in the table's own list.
    pub meters: Arc<[crate::store::MeterId]>,
    /// Its desk.
    pub desk: Desk,
    /// Its chain, and how it is read.
    pub book: Book,
}

/// All tables of the house.
pub struct Pit {
    shared: Arc<Shared>,
    floor: Floor,
    tables: RwLock<BTreeMap<TableId, Known>>,
}

impl Pit {
    /// Reads all tables and sets a desk to work on each.
    ///
    /// # Errors
    /// If the store is away or a table cannot be read.
    pub async fn open(floor: Floor) -> Result<Arc<Self>, Trouble> {
        let shared = Arc::new(Shared {
            store: floor.store.clone(),
            writer: floor.store.writer().clone(),
            clock: Arc::clone(&floor.clock),
            patience: floor.patience,
            node: floor.node,
            meters: Arc::new(MeterBoard::default()),
        });
        let pit = Arc::new(Self { shared, floor, tables: RwLock::default() });
        pit.look_for_tables().await?;
        pit.shared.meters.refresh(&pit.shared.store).await?;
        Ok(pit)
    }

    /// Keeps the node alive, tables run and the inbox empty until the house closes down.
    pub async fn watch(self: Arc<Self>) {
        let mut notices = self.shared.store.notices();
        let mut beats = tokio::time::interval(BEATS);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beats.tick() => self.beat().await,
                notice = notices.recv() => match notice {
                    Ok(Notice::Lines { table, .. }) => self.notice(table).await,
                    Ok(Notice::Inbox(_)) => self.empty_inbox().await,
                    Ok(Notice::Answer(_)) => {}
                    Ok(Notice::Lost) | Err(RecvError::Lagged(_)) => self.notice_all().await,
                    Err(RecvError::Closed) => return,
                }
            }
        }
    }

    /// All tables, by number.
    pub fn tables(&self) -> Vec<Known> {
        self.read().values().cloned().collect()
    }

    /// One table.
    pub fn table(&self, table: TableId) -> Option<Known> {
        self.read().get(&table).cloned()
    }

    /// What happened at a table after one line and up to another, as an audience may hear of it; nothing if that is
    /// more than a client should be told at once.
    ///
    /// # Errors
    /// If the store is away or a line does not hold.
    pub async fn missed(
        &self,
        known: &Known,
        from: u64,
        upto: u64,
        audience: Audience,
    ) -> Result<Option<Vec<Line>>, Trouble> {
        if upto.saturating_sub(from) > MOST_MISSED {
            return Ok(None);
        }
        let store = &self.shared.store;
        let (mut table, mut journal) = known.book.stood(store, &known.house, from).await?;
        let mut heard = Vec::new();
        let take = |table: &Table, lines: Vec<Line>, _: &[u8]| {
            heard.extend(lines.into_iter().map(|line| line.heard_by(audience, table)));
        };
        known.book.each_row(store, (&mut table, &mut journal), upto, take).await?;
        Ok(Some(heard))
    }

    /// The meters of the house.
    pub fn meters(&self) -> &MeterBoard {
        &self.shared.meters
    }

    /// Looks at the meters in the store.
    ///
    /// # Errors
    /// If it is away.
    pub(crate) async fn look_at_meters(&self) -> Result<(), crate::store::StoreError> {
        self.shared.meters.refresh(&self.shared.store).await
    }

    /// Whether everything at the pit works: wagers can be taken.
    pub fn works(&self) -> bool {
        self.read().values().all(|known| known.desk.works())
    }

    /// Stops all desks after what waits, and lets go of their tables.
    pub async fn close(&self) {
        let desks: Vec<_> = self.tables().into_iter().map(|known| known.desk).collect();
        futures_util::future::join_all(desks.iter().map(Desk::stop)).await;
        if let Err(error) = self.shared.store.leave(self.shared.node).await {
            tracing::warn!(%error, "the node could not sign off");
        }
    }

    fn desk(&self, table: TableId) -> Option<Desk> {
        self.read().get(&table).map(|known| known.desk.clone())
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<TableId, Known>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    async fn notice(&self, table: TableId) {
        if let Some(desk) = self.desk(table) {
            desk.call(Call::Notice).await;
        }
    }

    async fn notice_all(&self) {
        for known in self.tables() {
            known.desk.call(Call::Notice).await;
        }
    }

    /// What is done every second. The store may be away for a while: then nothing is, until it is back.
    async fn beat(self: &Arc<Self>) {
        let store = &self.shared.store;
        let done = async {
            store.beat(self.shared.node).await?;
            self.look_for_tables().await?;
            for table in store.abandoned().await? {
                if let Some(desk) = self.desk(table) {
                    desk.call(Call::TakeOver).await;
                }
            }
            self.shared.meters.refresh(store).await?;
            Ok::<_, Trouble>(())
        };
        if let Err(trouble) = done.await {
            tracing::warn!(%trouble, "the store is away");
        }
        self.notice_all().await;
        self.empty_inbox().await;
    }

    /// Sets desks to work on tables that this node does not know yet.
    async fn look_for_tables(&self) -> Result<(), Trouble> {
        for row in self.shared.store.tables().await? {
            if self.table(row.id).is_none() {
                self.set_up(row).await?;
            }
        }
        Ok(())
    }
}

/// The seats of a player.
pub(crate) fn seats_of(table: &Table, who: Who) -> Vec<Seat> {
    Seat::ALL.into_iter().filter(|seat| table.state().seats[seat.index()] == Some(who)).collect()
}
