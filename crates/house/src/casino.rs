//! A running house: its store, its keys, its people, its pit, and the listener they are reached by.

use crate::api;
use crate::book::Trouble;
use crate::chance::{Chance, NoEntropy};
use crate::clock::Clock;
use crate::config::Config;
use crate::electronic::ELECTRONIC;
use crate::figures::Figures;
use crate::keys::{Keys, KeysError};
use crate::limits::Limits;
use crate::people::{Password, People, PeopleError, Role};
use crate::pit::{Floor, MakeError, Message, NewDesk, Patience, Pit, What};
use crate::refusals::Refusals;
use crate::store::{Batch, HouseLine, Store, StoreError};
use axum::serve::ListenerExt as _;
use croupier_rules::Text;
use croupier_table::commitment::Digest;
use croupier_table::{Actor, Command};
use serde::Serialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// What the house can be reached by.
pub use axum::serve::Listener;

/// A listener without TLS. A message of a table is small and waits for no other.
pub fn plain(listener: TcpListener) -> impl Listener<Addr = SocketAddr> {
    listener.tap_io(|stream| {
        // At worst a message comes a little later.
        let _ = stream.set_nodelay(true);
    })
}

/// A player of whom nothing is heard for so long gives up his seat, in milliseconds.
const ABSENT: u64 = 10 * 60_000;

/// A player who is asked to make a wager has so long before he gives up his seat, in milliseconds.
const NOTICE: u64 = 60_000;

/// What runs the house.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its version, as journals name it.
    pub name: String,
    /// The hash of its rules' code, likewise.
    pub rules: String,
    /// The hashes of the program and of all it plays by.
    pub hashes: Vec<(String, Digest)>,
}

/// Time and chance, as a house is given them.
#[derive(Debug)]
pub struct TimeAndChance {
    /// Its clock.
    pub clock: Clock,
    /// Its generator.
    pub chance: Chance,
}

/// Why a house cannot open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The keys.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The generator.
    #[error(transparent)]
    Chance(#[from] NoEntropy),
    /// A table.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// People.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// A table of the first start.
    #[error("the table `{0}` of the first start cannot be made: {1}")]
    FirstTable(String, String),
    /// The first password.
    #[error("the administrator's first password cannot be told: {0}")]
    Untold(std::io::Error),
    /// The listener.
    #[error("{0}")]
    Listen(String),
}

/// A running house.
pub struct Casino {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) keys: Arc<Keys>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) people: People,
    pub(crate) pit: Arc<Pit>,
    pub(crate) limits: Limits,
    refusals: Refusals,
    pub(crate) odds: api::Odds,
    pub(crate) program: String,
    pub(crate) hashes: Vec<(String, Digest)>,
    closing: AtomicBool,
    closed: Notify,
}

impl Casino {
    /// Opens a house: reads everything back, and on the first start makes the first tables and an administrator, whose
    /// name and first password are told to the operator before they are written: if that is broken off, the next start
    /// tells others, and no password is set that nobody has seen.
    ///
    /// # Errors
    /// If the store, the keys, a table or the operating system's randomness is not to be had, or nothing can be told.
    pub async fn open(
        config: Config,
        program: Program,
        tell: impl FnOnce(&str, &Password) -> std::io::Result<()>,
    ) -> Result<Arc<Self>, OpenError> {
        Self::open_with(config, program, TimeAndChance { clock: Clock::default(), chance: Chance::new()? }, tell).await
    }

    /// As [`open`](Self::open), with a clock and a generator that are given: for tests that need a repeatable house.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_with(
        config: Config,
        program: Program,
        given: TimeAndChance,
        tell: impl FnOnce(&str, &Password) -> std::io::Result<()>,
    ) -> Result<Arc<Self>, OpenError> {
        let (clock, chance) = (Arc::new(given.clock), Arc::new(given.chance));
        let store = Store::open(&config.store, clock.now()).await?;
        let people = People::new(store.clone(), config.terms());
        // Nodes that start for the first time take turns, so that everything is made once.
        let turn = if people.has_administrator().await? { None } else { store.first_start().await? };
        let keys = Arc::new(Keys::load_or_make(&config.keys)?);
        let node = store.join(&config.node).await?;
        let Program { name, rules, hashes } = program;
        let patience = Patience {
            betting: config.times.betting_seconds * 1_000,
            surrender: config.times.surrender_seconds * 1_000,
            idle: config.times.idle_table_minutes * 60_000,
            absent: ABSENT,
            sit_out: config.times.sit_out_minutes * 60_000,
            sit_out_rounds: config.sit_out_rounds,
            notice: NOTICE,
        };
        let floor = Floor {
            store: store.clone(),
            keys: Arc::clone(&keys),
            chance,
            clock: Arc::clone(&clock),
            patience,
            node,
            name: config.node.clone(),
            program: name.clone(),
            rules,
        };
        let pit = Pit::open(floor).await?;
        let (limits, refusals) = (Limits::new(&config.limits), Refusals::new(config.limits.refusals_per_minute));
        let (closing, closed) = (AtomicBool::new(false), Notify::new());
        let odds = api::Odds::default();
        let casino = Arc::new(Self {
            config,
            store,
            keys,
            clock,
            people,
            pit,
            limits,
            refusals,
            odds,
            program: name,
            hashes,
            closing,
            closed,
        });
        casino.clock.compare();
        casino.started().await?;
        // The tables come first: a first start that is broken off is made whole by the next.
        if !casino.people.has_administrator().await? {
            casino.first_tables().await?;
            let password = Password::random().map_err(PeopleError::from)?;
            tell(Role::Administrator.name(), &password).map_err(OpenError::Untold)?;
            casino.people.first_administrator(password, casino.clock.now()).await?;
        }
        drop(turn);
        tokio::spawn(Arc::clone(&casino.pit).watch());
        tokio::spawn(Arc::clone(&casino).keep_records());
        Ok(casino)
    }

    /// Puts on record what was started.
    async fn started(&self) -> Result<(), OpenError> {
        let hashes: serde_json::Map<_, _> =
            self.hashes.iter().map(|(of, hash)| (of.clone(), serde_json::json!(hash))).collect();
        let what = serde_json::json!({ "started": {
            "program": self.program, "node": self.config.node, "key": self.keys.public().to_string(), "hashes": hashes,
        }});
        let line = HouseLine::new(self.clock.now(), &"house", &what);
        let written = self.store.writer().write(Batch { house: vec![line], ..Batch::default() }).await;
        written.map(drop).map_err(|error| OpenError::Store(StoreError::Open(error.to_string())))
    }

    /// Makes and opens the tables of the first start, but for what another start has done of it.
    async fn first_tables(&self) -> Result<(), OpenError> {
        for first in &self.config.first_tables {
            let failed = |why: String| OpenError::FirstTable(first.clone(), why);
            let electronic = first.parse::<Text>().ok().and_then(|text| {
                ELECTRONIC.into_iter().find(|(name, _)| name.strip_suffix("-electronic") == Some(text.id()))
            });
            let submission = match electronic {
                Some((_, submission)) => submission.to_owned(),
                None => std::fs::read_to_string(first).map_err(|error| failed(error.to_string()))?,
            };
            let checked = croupier_rules::submission::check(&submission);
            let name = checked.rules.map_or_else(|| first.clone(), |rules| rules.name);
            let known = match self.pit.tables().into_iter().find(|known| known.row.name == name) {
                Some(known) => known,
                None => match self.pit.make(NewDesk { name: name.clone(), submission }, &"house").await {
                    Ok(known) => known,
                    // Another node was quicker.
                    Err(MakeError::Conflict(_)) if self.store.tables().await?.iter().any(|row| row.name == name) => {
                        continue;
                    }
                    Err(MakeError::Submission(found)) => {
                        let found: Vec<_> = found.into_iter().map(|found| found.message).collect();
                        return Err(failed(found.join("; ")));
                    }
                    Err(error) => return Err(failed(error.to_string())),
                },
            };
            let untouched = known.desk.shown().table.state().sequence == 0;
            // A table that people deal is opened by people, with its checklist.
            if known.house.rules.automation.play_chips && untouched {
                let command = Box::new(Command::OpenTable);
                let what = What::Give { id: None, expects: None, command, ready: false };
                let opened = known.desk.want(Message { by: Actor::HOUSE, what }).await;
                opened.map_err(|declined| failed(format!("{declined:?}")))?;
            }
        }
        Ok(())
    }

    /// Serves the house until it is told to stop, and then closes it: nothing new is taken, what waits is finished.
    ///
    /// # Errors
    /// If the listener fails.
    pub async fn serve(self: Arc<Self>, listener: impl Listener<Addr = SocketAddr>) -> Result<(), OpenError> {
        let service = api::router(Arc::clone(&self)).into_make_service_with_connect_info::<SocketAddr>();
        let casino = Arc::clone(&self);
        let stop = async move { casino.closed.notified().await };
        // Tapped, whatever it is, since a tapped listener tells the client's address.
        let served = axum::serve(listener.tap_io(|_| {}), service).with_graceful_shutdown(stop).into_future();
        let patience = Duration::from_secs(self.config.times.stop_seconds);
        let casino = Arc::clone(&self);
        let late = async move {
            casino.closed.notified().await;
            tokio::time::sleep(patience).await;
        };
        tokio::select! {
            served = served => served.map_err(|error| OpenError::Listen(error.to_string()))?,
            () = late => tracing::warn!("some requests did not end in time"),
        }
        self.pit.close().await;
        for (by, counted) in self.refusals.all() {
            self.note(&by, &counted).await;
        }
        self.note(&"house", &serde_json::json!("stopped")).await;
        self.store.close().await;
        Ok(())
    }

    /// The figures of the house, for a listener of their own.
    ///
    /// # Errors
    /// If this process counts otherwise already.
    pub fn figures(&self) -> Result<Figures, metrics_exporter_prometheus::BuildError> {
        Figures::begin(self.store.clone())
    }

    /// Says who tells the odds of a rules submission: the house itself has no figures.
    pub fn odds_by(&self, teller: api::Teller) {
        self.odds.tell_by(teller);
    }

    /// Tells the house to stop.
    pub fn stop(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.closed.notify_waiters();
    }

    /// Whether it has been told to stop.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Where its own pages come from, if that is configured.
    pub(crate) fn public_origin(&self) -> Option<&str> {
        self.config.public_address.as_deref()
    }

    /// Whether browsers reach it over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.config.tls.is_some() || self.public_origin().is_some_and(|origin| origin.starts_with("https:"))
    }

    /// Puts a refusal on record: by itself, or counted with others where one visitor makes too many. He is known by his
    /// session, or by his address.
    pub(crate) async fn note_refusal(&self, visitor: &str, by: &impl Serialize, code: &str, what: &impl Serialize) {
        if self.refusals.stands_alone(visitor, by, code, self.clock.now()) {
            self.note(by, what).await;
        }
    }

    /// Puts on record every step of the system's clock, and what was only counted whenever a minute of it is over.
    async fn keep_records(self: Arc<Self>) {
        while !self.is_closing() {
            tokio::time::sleep(Duration::from_secs(1)).await;
            for step in self.clock.steps() {
                let what = serde_json::json!({ "clock-stepped": {
                    "expected": step.expected, "found": step.found, "by-ms": step.by(),
                }});
                self.note(&"house", &what).await;
            }
            for (by, counted) in self.refusals.over(self.clock.now()) {
                self.note(&by, &counted).await;
            }
        }
    }

    /// Puts something on record in the chain of the house.
    pub(crate) async fn note(&self, by: &impl Serialize, what: &impl Serialize) {
        let line = HouseLine::new(self.clock.now(), by, what);
        if let Err(error) = self.store.writer().write(Batch { house: vec![line], ..Batch::default() }).await {
            tracing::error!(%error, "nothing could be put on record in the chain of the house");
        }
    }
}
