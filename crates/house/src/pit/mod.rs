//! The pit: all tables of the house, as this node runs or follows them.
//!
//! A table is made from a checked submission and has one chain of lines from then on. Each has a [`Desk`], a task of
//! its own. Note: on PostgreSQL every node has a desk for every table. One runs it, the others follow what that one
//! records, so that any node can show any table, pass on what is wanted of it, and take over when its node dies.

mod create;
mod desk;
mod desk_mode;
mod feeds;
mod inbox;
mod messages;
mod meter_cache;
mod migrate;
mod pending;
mod step_inputs;
mod stuck;
mod timers;

pub use crate::journal_reader::UpdateLine;
pub(crate) use create::meters_of;
pub use create::{CreateError, TableToCreate};
pub use desk::Desk;
pub use messages::{Accepted, CalledPerson, Deadline, Rejection, Request, StuckStep, TableMessage, TableUpdate, Timer};
pub use meter_cache::{MeterCache, MeterDisplay, MeterLevel};
pub use timers::Timeouts;

use crate::clock::Clock;
use crate::journal_reader::{JournalReadError, JournalReader};
use crate::keys::Keys;
use crate::rng::HouseRng;
use crate::store::{ChainId, Dialect, LEASE, LeaseStatus, NodeId, Notice, Store, TableId, TableRow};
use croupier_rules::{Registry, Seat};
use croupier_table::{Audience, PersonId, Table, TableConfig};
use desk::{DeskCall, DeskShared};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;

/// How often a node says that it lives and looks for tables that nobody runs.
const BEATS: Duration = Duration::from_secs(1);

/// How long a message stays in the inbox, in seconds: longer than anybody waits for its answer.
const REMEMBERED: u32 = 60;

/// The most lines a client that comes back is told; after that it is only shown the table as it is.
const MOST_MISSED: u64 = 2_000;

/// What the pit is built from.
pub struct PitDeps {
    /// The store.
    pub store: Store,
    /// The keys.
    pub keys: Arc<Keys>,
    /// The generator.
    pub chance: Arc<HouseRng>,
    /// The clock.
    pub clock: Arc<Clock>,
    /// How long things take.
    pub patience: Timeouts,
    /// This node.
    pub node: NodeId,
    /// What it is called.
    pub name: String,
    /// The program and its version, as journals name it.
    pub program: String,
    /// The hash of its rules' code, likewise.
    pub rules: String,
    /// The texts it knows.
    pub registry: Arc<Registry>,
}

/// A table of the house.
#[derive(Clone)]
pub struct TableHandle {
    /// As the store has it.
    pub row: Arc<TableRow>,
    /// What does not change about it.
    pub house: Arc<TableConfig>,
    /// Its meters, by their places in the table's own list.
    pub meters: Arc<[crate::store::MeterId]>,
    /// Its desk.
    pub desk: Desk,
    /// Its chain, and how it is read.
    pub book: JournalReader,
    /// The chains it had before it was carried over.
    pub earlier: Arc<[ChainId]>,
}

impl TableHandle {
    /// All its chains.
    pub fn chains(&self) -> Vec<ChainId> {
        self.earlier.iter().copied().chain([self.row.chain]).collect()
    }
}

/// All tables of the house.
pub struct Pit {
    shared: Arc<DeskShared>,
    floor: PitDeps,
    tables: RwLock<BTreeMap<TableId, TableHandle>>,
    /// Desks are set to work one at a time, so that no table gets two.
    setting_up: tokio::sync::Mutex<()>,
    /// When the store was last away.
    away: Mutex<Option<Instant>>,
    /// The messages of the inbox that a desk has, and whether they are answered.
    answering: inbox::InboxReplies,
    /// Whether it is closing down.
    closing: AtomicBool,
}

impl Pit {
    /// Reads all tables and sets a desk to work on each.
    ///
    /// # Errors
    /// If the store is away or a table cannot be read.
    pub async fn open(floor: PitDeps) -> Result<Arc<Self>, JournalReadError> {
        let shared = Arc::new(DeskShared {
            store: floor.store.clone(),
            writer: floor.store.writer().clone(),
            clock: Arc::clone(&floor.clock),
            patience: floor.patience,
            node: floor.node,
            meters: Arc::new(MeterCache::default()),
        });
        let (tables, setting_up, away, answering, closing) = Default::default();
        let pit = Arc::new(Self { shared, floor, tables, setting_up, away, answering, closing });
        pit.look_for_tables().await?;
        pit.shared.meters.refresh(&pit.shared.store).await?;
        Ok(pit)
    }

    /// Keeps the node alive, tables run and the inbox empty until the house closes down.
    pub async fn watch(self: Arc<Self>) {
        let mut notices = self.shared.store.notices();
        let mut beats = tokio::time::interval(BEATS);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // What stands in a file was written here, and is no news to anybody.
        let shared = self.shared.store.dialect() == Dialect::Postgres;
        while !self.is_closing() {
            let (mut look, mut inbox) = (false, false);
            let mut next = tokio::select! {
                _ = beats.tick() => Ok(Notice::Lost),
                notice = notices.recv() => match notice {
                    Err(RecvError::Closed) => return,
                    Err(RecvError::Lagged(_)) => Ok(Notice::Lost),
                    Ok(notice) => Ok(notice),
                }
            };
            // However many hints have come meanwhile, the store is looked at once.
            while let Ok(notice) = next {
                match notice {
                    Notice::Lines { table, last } if shared => {
                        if let Some(desk) = self.desk(table) {
                            desk.hint(DeskCall::News(last));
                        }
                    }
                    Notice::Inbox(_) => inbox = true,
                    Notice::Lines { .. } | Notice::Answer(_) => {}
                    Notice::Free(_) | Notice::Lost => look = true,
                }
                next = notices.try_recv();
            }
            if look {
                self.beat().await;
            }
            if look || inbox {
                self.empty_inbox().await;
            }
        }
    }

    /// All tables, by number.
    pub fn tables(&self) -> Vec<TableHandle> {
        self.read().values().cloned().collect()
    }

    /// One table.
    pub fn table(&self, table: TableId) -> Option<TableHandle> {
        self.read().get(&table).cloned()
    }

    /// What happened at a table after one line and up to another, as an audience may hear of it; nothing if that is
    /// more than a client should be told at once.
    ///
    /// # Errors
    /// If the store is away or a line does not hold.
    pub async fn missed(
        &self,
        handle: &TableHandle,
        from: u64,
        upto: u64,
        audience: Audience,
    ) -> Result<Option<Vec<UpdateLine>>, JournalReadError> {
        if upto.saturating_sub(from) > MOST_MISSED {
            return Ok(None);
        }
        let store = &self.shared.store;
        let (mut table, mut journal) = handle.book.table_after(store, &handle.house, from).await?;
        let mut heard = Vec::new();
        let take = |table: &Table, lines: Vec<UpdateLine>| {
            heard.extend(lines.into_iter().map(|line| line.for_audience(audience, table)));
        };
        handle.book.each_row(store, (&mut table, &mut journal), upto, take).await?;
        Ok(Some(heard))
    }

    /// The meters of the house.
    pub fn meters(&self) -> &MeterCache {
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
        self.read().values().all(|handle| handle.desk.works())
    }

    /// The tables where a step of the program is refused, by name.
    pub fn stuck(&self) -> Vec<(String, StuckStep)> {
        let stuck = |handle: &TableHandle| Some((handle.row.name.clone(), handle.desk.current().stuck.clone()?));
        self.read().values().filter_map(stuck).collect()
    }

    /// Stops all desks after what waits, and lets go of their tables.
    pub async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let desks: Vec<_> = self.tables().into_iter().map(|handle| handle.desk).collect();
        futures_util::future::join_all(desks.iter().map(Desk::stop)).await;
        if let Err(error) = self.shared.store.leave(self.shared.node).await {
            tracing::warn!(%error, "cannot unregister the node");
        }
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    fn desk(&self, table: TableId) -> Option<Desk> {
        self.read().get(&table).map(|handle| handle.desk.clone())
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, BTreeMap<TableId, TableHandle>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is done every second. The store may be away for a while: then nothing is, until it is back.
    async fn beat(&self) {
        if let Err(trouble) = self.look_around().await {
            tracing::warn!(%trouble, "database unavailable");
            *self.away.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
    }

    /// Says that the node lives, and looks at how the tables stand: what nobody runs is taken over, what another node
    /// has recorded is followed.
    async fn look_around(&self) -> Result<(), JournalReadError> {
        let store = &self.shared.store;
        // A node that has signed off is not known either, and shall not be.
        if !store.beat(self.shared.node).await? && !self.is_closing() {
            store.rejoin(self.shared.node, &self.floor.name).await?;
        }
        let standings = self.look_for_tables().await?;
        let nodes: Arc<[NodeId]> = store.nodes().await?.into();
        let mut room = self.room(&standings, &nodes);
        for standing in standings {
            let Some(desk) = self.desk(standing.table) else { continue };
            desk.hint(DeskCall::Stands(standing, Arc::clone(&nodes)));
            let owner = standing.owner;
            if owner.is_none() && room > 0 && !self.was_away() {
                desk.hint(DeskCall::TakeOver);
                room -= 1;
            } else if owner == Some(self.shared.node) && room < 0 && desk.is_quiet() {
                // One at a time: a node that has just come may be slow to take it.
                desk.hint(DeskCall::HandOver);
                room = 0;
            }
        }
        self.shared.meters.refresh(store).await?;
        store.clear_inbox(REMEMBERED).await?;
        Ok(())
    }

    /// Whether the store was away a moment ago: then no node could say that it lives, and a silent one need not be
    /// dead.
    fn was_away(&self) -> bool {
        let away = *self.away.lock().unwrap_or_else(PoisonError::into_inner);
        away.is_some_and(|since| since.elapsed() < Duration::from_millis(LEASE.unsigned_abs()))
    }

    /// How many more tables this node may run, or how many it runs beyond its share: no node runs more than its part of
    /// them all, rounded up, so that several nodes share them out whoever comes first.
    fn room(&self, standings: &[LeaseStatus], nodes: &[NodeId]) -> i64 {
        let own = standings.iter().filter(|standing| standing.owner == Some(self.shared.node)).count();
        standings.len().div_ceil(nodes.len().max(1)) as i64 - own as i64
    }

    /// Sets desks to work on tables that this node does not know yet, or not on the chain they have now; how all of
    /// them stand.
    async fn look_for_tables(&self) -> Result<Vec<LeaseStatus>, JournalReadError> {
        let standings = self.shared.store.statuses().await?;
        let news = |standing: &&LeaseStatus| {
            self.table(standing.table).is_none_or(|handle| handle.row.chain != standing.chain)
        };
        if !standings.iter().any(|standing| news(&standing)) {
            return Ok(standings);
        }
        let _one = self.setting_up.lock().await;
        // One of them may have been set up since.
        let standings = self.shared.store.statuses().await?;
        let mut room = self.room(&standings, &self.shared.store.nodes().await?);
        for standing in standings.iter().filter(news) {
            let Some(row) = self.shared.store.table(standing.table).await? else { continue };
            if let Some(before) = self.desk(standing.table) {
                before.stop().await;
            }
            let run = standing.owner.is_none() && room > 0;
            room -= i64::from(run);
            self.set_up(row, run).await?;
        }
        Ok(standings)
    }
}

/// The seats of a player.
pub(crate) fn seats_of(table: &Table, who: PersonId) -> Vec<Seat> {
    Seat::ALL.into_iter().filter(|seat| table.state().seats[seat.index()] == Some(who)).collect()
}
