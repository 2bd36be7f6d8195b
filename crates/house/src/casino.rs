//! A running house: its store, its keys, its people, its pit, and the listener they are reached by.

use crate::clock::Clock;
use crate::config::Config;
use crate::journal_reader::JournalReadError;
use crate::keys::{Keys, KeysError};
use crate::metrics::Metrics;
use crate::odds_cache::{OddsCache, OddsProvider};
use crate::people::{Password, People, PeopleError, Role};
use crate::pit::{CreateError, Pit, PitDeps, Request, TableMessage, TableToCreate, Timeouts};
use crate::rate_limits::RateLimits;
use crate::refusal_log::RefusalLog;
use crate::rng::{EntropyError, HouseRng};
use crate::store::{Batch, HouseLine, Store, StoreError};
use croupier_rules::Registry;
use croupier_table::commitment::Digest;
use croupier_table::{Actor, Command};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

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
    /// The texts it knows.
    pub registry: Registry,
}

/// The clock and the random number generator of a house.
#[derive(Debug)]
pub struct ClockAndRng {
    /// Its clock.
    pub clock: Clock,
    /// Its generator.
    pub chance: HouseRng,
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
    Chance(#[from] EntropyError),
    /// A table.
    #[error(transparent)]
    Trouble(#[from] JournalReadError),
    /// People.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// A table of the first start.
    #[error("cannot create the first table `{0}`: {1}")]
    FirstTable(String, String),
    /// The first password.
    #[error("cannot print the administrator's initial password: {0}")]
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
    pub(crate) limits: RateLimits,
    pub(crate) refusals: RefusalLog,
    pub(crate) odds: OddsCache,
    pub(crate) program: String,
    pub(crate) hashes: Vec<(String, Digest)>,
    pub(crate) registry: Arc<Registry>,
    closing: AtomicBool,
    pub(crate) closed: Notify,
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
        Self::open_with(config, program, ClockAndRng { clock: Clock::default(), chance: HouseRng::new()? }, tell).await
    }

    /// As [`open`](Self::open), with a clock and a generator that are given: for tests that need a repeatable house.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_with(
        config: Config,
        program: Program,
        given: ClockAndRng,
        tell: impl FnOnce(&str, &Password) -> std::io::Result<()>,
    ) -> Result<Arc<Self>, OpenError> {
        let (clock, chance) = (Arc::new(given.clock), Arc::new(given.chance));
        let store = Store::open(&config.store, clock.now()).await?;
        let people = People::new(store.clone(), config.terms());
        // Nodes that start for the first time take turns, so that everything is made once.
        let turn = if people.has_administrator().await? { None } else { store.first_start().await? };
        let keys = Arc::new(Keys::load_or_make(&config.keys)?);
        let node = store.join(&config.node).await?;
        let Program { name, rules, hashes, registry } = program;
        let registry = Arc::new(registry);
        let patience = Timeouts {
            betting: config.times.betting_seconds * 1_000,
            surrender: config.times.surrender_seconds * 1_000,
            idle: config.times.idle_table_minutes * 60_000,
            absent: ABSENT,
            sit_out: config.times.sit_out_minutes * 60_000,
            sit_out_rounds: config.sit_out_rounds,
            notice: NOTICE,
        };
        let floor = PitDeps {
            store: store.clone(),
            keys: Arc::clone(&keys),
            chance,
            clock: Arc::clone(&clock),
            patience,
            node,
            name: config.node.clone(),
            program: name.clone(),
            rules,
            registry: Arc::clone(&registry),
        };
        let pit = Pit::open(floor).await?;
        let (limits, refusals) = (RateLimits::new(&config.limits), RefusalLog::new(config.limits.refusals_per_minute));
        let (closing, closed) = (AtomicBool::new(false), Notify::new());
        let odds = OddsCache::default();
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
            registry,
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
            let text = self.registry.text(first).ok();
            let submission = match text.and_then(|text| text.procedure().requirements.electronic) {
                Some(submission) => submission.to_owned(),
                None => std::fs::read_to_string(first).map_err(|error| failed(error.to_string()))?,
            };
            let checked = croupier_rules::submission::check_by(&self.registry, &submission);
            let name = checked.rules.map_or_else(|| first.clone(), |rules| rules.name);
            let handle = match self.pit.tables().into_iter().find(|handle| handle.row.name == name) {
                Some(handle) => handle,
                None => match self.pit.make(TableToCreate { name: name.clone(), submission }, &"house").await {
                    Ok(handle) => handle,
                    // Another node was quicker.
                    Err(CreateError::Conflict(_)) if self.store.tables().await?.iter().any(|row| row.name == name) => {
                        continue;
                    }
                    Err(CreateError::Submission(found)) => {
                        let found: Vec<_> = found.into_iter().map(|found| found.message).collect();
                        return Err(failed(found.join("; ")));
                    }
                    Err(error) => return Err(failed(error.to_string())),
                },
            };
            let untouched = handle.desk.current().table.state().sequence == 0;
            // A table that people deal is opened by people, with its checklist.
            if handle.house.rules.automation.play_chips && untouched {
                let command = Box::new(Command::OpenTable);
                let what = Request::Give { id: None, expects: None, command, ready: false };
                let opened = handle.desk.send(TableMessage { by: Actor::HOUSE, what }).await;
                opened.map_err(|declined| failed(format!("{declined:?}")))?;
            }
        }
        Ok(())
    }

    /// The figures of the house, for a listener of their own.
    ///
    /// # Errors
    /// If this process counts otherwise already.
    pub fn figures(&self) -> Result<Metrics, metrics_exporter_prometheus::BuildError> {
        Metrics::begin(self.store.clone())
    }

    /// Says who tells the odds of a rules submission: the house itself has no figures.
    pub fn odds_by(&self, teller: OddsProvider) {
        self.odds.set_provider(teller);
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

    /// Puts a refusal on record: by itself, or counted with others where one user makes too many. He is known by his
    /// session, or by his address.
    pub(crate) async fn note_refusal(&self, user: &str, by: &impl Serialize, code: &str, what: &impl Serialize) {
        if self.refusals.is_recorded(user, by, code, self.clock.now()) {
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
            tracing::error!(%error, "cannot write to the house's chain");
        }
    }
}
