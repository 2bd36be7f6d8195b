//! An audit of a house that knows nothing of how the house works: it reads the rows of the database and the keys file,
//! and does its own sums over what the lines say happened.
//!
//! What was audited once must stand there unchanged ever after, so each audit goes on where the last one ended.

use croupier_house::keys::{Keys, PublicKey, Signature};
use croupier_house::reconciliation;
use croupier_house::store::{Location, Store, verify_chain};
use croupier_table::commitment::Digest;
use croupier_table::journal::{self, Journal, JournalLines};
use croupier_table::{Account, Centicents, Deck, DeckStage, Event, PersonId, Purse, Reservation, Table};
use model::Model;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[path = "../../../table/tests/properties/model.rs"]
mod model;

/// A command that was acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    pub(crate) table: i64,
    pub(crate) who: u32,
    /// The client's number for it.
    pub(crate) id: u64,
    /// The table's.
    pub(crate) sequence: u64,
}

/// What stands on a meter and in its reserve, in hundredths of a cent.
type Sums = (i64, i64);

/// What has been audited of a house.
pub(crate) struct Audit {
    location: Location,
    keys: PathBuf,
    runtime: tokio::runtime::Runtime,
    tables: BTreeMap<i64, Audited>,
}

/// What has been audited of a table.
struct Audited {
    /// Its whole journal, sealed lines in plain text.
    text: Vec<u8>,
    /// The table as its lines make it.
    table: Table,
    journal: Journal,
    /// The same by its events alone, one after the other, for the players' money.
    shadow: Table,
    money: Model,
    /// By line: who gave the command, and his number for it.
    commands: BTreeMap<u64, (u32, Option<u64>)>,
    /// What the events gave and took, by the place of the meter.
    meters: BTreeMap<u8, Sums>,
    /// The lines that opened a round, and those that closed one or made it void.
    rounds: Vec<(u64, u64)>,
    voided: u64,
}

/// A chain as the database has it.
struct Chain {
    id: i64,
    kind: String,
    seq: u64,
    head: Vec<u8>,
}

impl Audit {
    /// Of the house with this store and keys file.
    pub(crate) fn of(location: &Location, keys: &Path) -> Self {
        sqlx::any::install_default_drivers();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { location: location.clone(), keys: keys.to_owned(), runtime, tables: BTreeMap::new() }
    }

    /// Audits all there is since the last time. Nobody may be playing.
    pub(crate) fn look(&mut self, taken: &[Taken]) {
        let keys = Arc::new(Keys::load(&self.keys).unwrap());
        let (location, tables) = (&self.location, &mut self.tables);
        self.runtime.block_on(async {
            let mut database = connection(location, "ro").await;
            let (mut texts, mut ends, mut earlier) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
            for chain in chains(&mut database).await {
                let text = text(&mut database, &keys, chain.id).await;
                if chain.kind != "table" {
                    let held = verify_chain(std::str::from_utf8(&text).unwrap()).unwrap();
                    assert_eq!((held.0, &held.1.0[..]), (chain.seq, &chain.head[..]), "chain {}", chain.id);
                } else {
                    earlier.insert(chain.id);
                }
                texts.insert(chain.id, text);
                ends.insert(chain.id, (chain.seq, chain.head));
            }
            for (id, chain) in numbers(&mut database, "SELECT id, chain FROM tables").await {
                let text = texts.remove(&chain).unwrap();
                earlier.remove(&chain);
                let audited = tables.entry(id).or_insert_with(|| Audited::begin(&text));
                audited.go_on(&text);
                let ends_with = (audited.journal.commands(), audited.journal.head().0.to_vec());
                assert_eq!(ends_with, ends[&chain], "table {id}");
                audited.rounds_are_found(&mut database, chain).await;
                audited.nothing_stays_sealed(&mut database, chain).await;
                audited.heads_are_signed(&mut database, chain).await;
            }
            for chain in earlier {
                let report = journal::verify(&texts[&chain]);
                assert!(report.fault.is_none(), "chain {chain}: {:?}", report.fault);
                let ends_with = (report.table.unwrap().state().sequence, report.head.0.to_vec());
                assert_eq!(ends_with, ends[&chain], "chain {chain}");
            }
            meters_agree(&mut database, &texts, tables).await;
            database.close().await.unwrap();
            let store = Store::read(location).await.unwrap();
            for meter in reconciliation::reckon(&store, &keys, croupier_rules::Registry::standard()).await.unwrap() {
                assert!(meter.agrees, "{meter:?}");
            }
            store.close().await;
        });
        for taken in taken {
            let line = self.tables[&taken.table].commands.get(&taken.sequence);
            assert_eq!(line, Some(&(taken.who, Some(taken.id))), "{taken:?} was acknowledged");
        }
    }

    /// Whether a command stands in a table's journal, and as which line.
    pub(crate) fn line(&self, table: i64, who: u32, id: u64) -> Option<u64> {
        let mut lines = self.tables.get(&table)?.commands.iter();
        lines.find(|(_, command)| **command == (who, Some(id))).map(|(line, _)| *line)
    }

    /// How many lines a table's journal has, and the rounds in them that were closed.
    pub(crate) fn length(&self, table: i64) -> (u64, usize) {
        let audited = &self.tables[&table];
        (audited.journal.commands(), audited.rounds.len())
    }

    /// The rounds that are void.
    pub(crate) fn voided(&self) -> u64 {
        self.tables.values().map(|audited| audited.voided).sum()
    }

    /// What a player has at a table, in hundredths of a cent: his chips and his game account.
    pub(crate) fn balance(&self, table: i64, who: u32) -> Sums {
        let sum = |purse| self.tables[&table].money.balance(PersonId::new(who), purse) * 100;
        (sum(Purse::Chips), sum(Purse::GameAccount))
    }

    /// Goes through every journal once more from its first line to its last.
    pub(crate) fn over_from_the_beginning(&self) {
        for (id, audited) in &self.tables {
            let report = journal::verify(&audited.text);
            assert!(report.fault.is_none(), "table {id}: {:?}", report.fault);
            assert_eq!(report.table.unwrap().state(), audited.table.state());
        }
    }
}

impl Audited {
    fn begin(text: &[u8]) -> Self {
        let first = text.split_inclusive(|byte| *byte == b'\n').next().unwrap();
        let report = journal::verify(first);
        assert!(report.fault.is_none(), "{:?}", report.fault);
        let table = report.table.unwrap();
        Self {
            text: first.to_vec(),
            shadow: table.clone(),
            table,
            // A table that was carried over goes on where its earlier chain ended.
            journal: Journal::begin(&report.header.unwrap()).0,
            money: Model::default(),
            commands: BTreeMap::new(),
            meters: BTreeMap::new(),
            rounds: Vec::new(),
            voided: 0,
        }
    }

    /// Takes in the lines since the last time, which follow what stood there then.
    fn go_on(&mut self, text: &[u8]) {
        assert!(text.starts_with(&self.text), "what stood in the journal is not there any more");
        let more = &text[self.text.len()..];
        let (header, _) = journal::read(&self.text).unwrap();
        let (_, first) = Journal::begin(&header.excerpt(&self.journal, self.table.state().clone()));
        let report = journal::verify(&[first.as_bytes(), more].concat());
        assert!(report.fault.is_none(), "{:?}", report.fault);
        for entry in
            JournalLines::following(&[self.table.house().rules.text], &self.journal, self.table.state().clock, more)
        {
            let entry = entry.unwrap();
            let envelope = &entry.envelope;
            self.commands.insert(entry.seq, (envelope.by.who.number(), envelope.id.map(|id| id.0)));
            for event in entry.events().unwrap() {
                self.take_in(entry.seq, &event);
            }
        }
        self.table = report.table.unwrap();
        self.journal = Journal::resume(self.table.state().sequence, report.head);
        self.text = text.to_vec();
        let ledger = &self.table.state().ledger;
        assert_eq!(ledger.total(), 0);
        assert_eq!(ledger, &self.shadow.state().ledger);
        self.money.check(&self.table).unwrap();
    }

    fn take_in(&mut self, line: u64, event: &Event) {
        self.money.follow(&self.shadow, event);
        self.shadow.apply(event);
        match *event {
            Event::RoundOpened { .. } => self.rounds.push((line, 0)),
            Event::RoundClosed { .. } | Event::RoundVoided { .. } => {
                self.rounds.last_mut().unwrap().1 = line;
                self.voided += u64::from(matches!(event, Event::RoundVoided { .. }));
            }
            Event::Contributed { meter, primary, reserve, .. } => self.feed(meter, primary.0, reserve.0),
            Event::ContributionReturned { meter, primary, reserve, .. } => self.feed(meter, -primary.0, -reserve.0),
            Event::Reserved { meter, ref reservation, .. } => {
                let (amount, reserve) = share(reservation);
                self.feed(meter, -amount, -reserve);
            }
            Event::ShareReturned { meter, ref reservation, .. } => {
                let (amount, reserve) = share(reservation);
                self.feed(meter, amount, reserve);
            }
            _ => {}
        }
    }

    fn feed(&mut self, meter: u8, amount: i64, reserve: i64) {
        let sums = self.meters.entry(meter).or_default();
        *sums = (sums.0 + amount, sums.1 + reserve);
    }

    /// Every round that was closed is in the index, with its first and its last line.
    async fn rounds_are_found(&self, database: &mut AnyConnection, chain: i64) {
        let query = format!("SELECT first, last FROM rounds WHERE chain = {chain} ORDER BY round");
        let found: Vec<_> = numbers(database, &query).await.iter().map(|&(a, b)| (a as u64, b as u64)).collect();
        let closed: Vec<_> = self.rounds.iter().copied().filter(|(_, last)| *last > 0).collect();
        assert_eq!(found, closed);
    }

    /// Only the shuffle of a deck that is still to be played is sealed.
    async fn nothing_stays_sealed(&self, database: &mut AnyConnection, chain: i64) {
        let query = format!("SELECT first, last FROM lines WHERE chain = {chain} AND sealed = 1");
        let sealed = numbers(database, &query).await;
        let live = |deck: &&Deck| matches!(deck.stage, DeckStage::Shuffled | DeckStage::Ready | DeckStage::InPlay);
        let live = self.table.state().decks.iter().filter(live).count();
        assert_eq!(sealed.len(), live, "{sealed:?} of {} lines", self.journal.commands());
    }

    /// After every round the head of the chain is signed.
    async fn heads_are_signed(&self, database: &mut AnyConnection, chain: i64) {
        let Some(&(_, last)) = self.rounds.iter().rfind(|(_, last)| *last > 0) else { return };
        let query = format!(
            "SELECT seq, head, key, signature FROM signatures WHERE chain = {chain} AND seq >= {last} \
             ORDER BY seq LIMIT 1"
        );
        let row = sqlx::query(AssertSqlSafe(query)).fetch_one(database).await.unwrap();
        let words = |column| String::from_utf8(row.get::<Vec<u8>, _>(column)).unwrap();
        let head = Digest(row.get::<Vec<u8>, _>(1).try_into().unwrap());
        let (key, signature): (PublicKey, Signature) = (words(2).parse().unwrap(), words(3).parse().unwrap());
        let name = &journal::read(&self.text).unwrap().0.table;
        assert!(key.verify(name, row.get::<i64, _>(0) as u64, &head, &signature));
        assert!(String::from_utf8_lossy(&self.text).contains(&head.to_string()));
    }
}

/// What leaves a meter and its reserve with a share.
fn share(taken: &Reservation) -> Sums {
    let left = Centicents::of(taken.taken).0 - Centicents::of(taken.reseeded).0 - taken.from_reserve.0;
    (left, taken.from_reserve.0)
}

/// Every meter has its seed, what the tables gave it and not what they took; and its chain ends with that.
async fn meters_agree(database: &mut AnyConnection, texts: &BTreeMap<i64, Vec<u8>>, tables: &BTreeMap<i64, Audited>) {
    let mut fed: BTreeMap<String, Sums> = BTreeMap::new();
    for (id, audited) in tables {
        let house = audited.table.house();
        for (place, known) in (0..).zip(house.meters()) {
            let link = house.rules.wager(known.wager).and_then(|offered| offered.link.as_ref());
            let group = link.map_or_else(|| format!("table-{id}"), |link| link.name.clone());
            let sums = fed.entry(format!("{group}/{}/{}", known.wager, known.meter.name)).or_default();
            let (amount, reserve) = audited.meters.get(&place).copied().unwrap_or_default();
            *sums = (sums.0 + amount, sums.1 + reserve);
            let held = |account| audited.table.state().ledger.balance(account).0;
            assert_eq!(held(Account::Meter(place)) + held(Account::Reserve(place)), amount + reserve);
        }
    }
    let rows = sqlx::query("SELECT name, chain, amount, reserve FROM meters").fetch_all(database).await.unwrap();
    assert_eq!(rows.len(), fed.len());
    for row in rows {
        let (name, chain): (String, i64) = (row.get(0), row.get(1));
        let lines: Vec<serde_json::Value> =
            texts[&chain].split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let seed = lines[0]["seed"].as_i64().unwrap() * 100;
        let (amount, reserve) = fed[&name];
        assert_eq!((row.get::<i64, _>(2), row.get::<i64, _>(3)), (seed + amount, reserve), "{name}");
        let after = &lines[lines.len() - 1]["after"];
        if lines.len() > 1 {
            let stands = (after["amount"].as_i64().unwrap(), after["reserve"].as_i64().unwrap());
            assert_eq!(stands, (seed + amount, reserve), "{name}");
        }
    }
}

/// The whole journal of each table, by its number, with the tables' chains.
pub(crate) fn journals(folder: &Path, keys: &Path) -> BTreeMap<i64, (i64, Vec<u8>)> {
    let audit = Audit::of(&Location::Data(folder.to_owned()), keys);
    let keys = Keys::load(keys).unwrap();
    audit.runtime.block_on(async {
        let mut database = connection(&audit.location, "rw").await;
        let mut journals = BTreeMap::new();
        for (id, chain) in numbers(&mut database, "SELECT id, chain FROM tables").await {
            journals.insert(id, (chain, text(&mut database, &keys, chain).await));
        }
        database.close().await.unwrap();
        journals
    })
}

/// Does something to the database of a house that is closed.
pub(crate) fn tamper(location: &Location, statement: &str) {
    let audit = Audit::of(location, Path::new(""));
    audit.runtime.block_on(async {
        let mut database = connection(&audit.location, "rw").await;
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut database).await.unwrap();
        database.close().await.unwrap();
    });
}

/// A connection to the database of a house, to read it or to tamper with it.
async fn connection(location: &Location, mode: &str) -> AnyConnection {
    let url = match location {
        Location::Data(folder) => format!("sqlite://{}/croupier.db?mode={mode}", folder.display()),
        Location::File(file) => format!("sqlite://{}?mode={mode}", file.display()),
        Location::Url(url) | Location::PlainUrl(url) => url.clone(),
    };
    AnyConnection::connect(&url).await.unwrap()
}

async fn chains(database: &mut AnyConnection) -> Vec<Chain> {
    let rows = sqlx::query("SELECT id, kind, seq, head FROM chains").fetch_all(database).await.unwrap();
    let chain = |row: &sqlx::any::AnyRow| Chain {
        id: row.get(0),
        kind: row.get(1),
        seq: row.get::<i64, _>(2) as u64,
        head: row.get(3),
    };
    rows.iter().map(chain).collect()
}

/// All lines of a chain in plain text, its rows one after the other without a gap.
async fn text(database: &mut AnyConnection, keys: &Keys, chain: i64) -> Vec<u8> {
    let query = format!("SELECT first, last, text, sealed FROM lines WHERE chain = {chain} ORDER BY first");
    let (mut all, mut next) = (Vec::new(), 0);
    for row in sqlx::query(AssertSqlSafe(query)).fetch_all(database).await.unwrap() {
        let (first, last, text): (i64, i64, Vec<u8>) = (row.get(0), row.get(1), row.get(2));
        assert_eq!(first, next, "chain {chain} has a gap");
        let sealed = row.get::<i64, _>(3) != 0;
        let opened = if sealed { keys.open(&format!("row {chain} {first}"), &text).unwrap() } else { text };
        next = last + 1;
        if first == 0 {
            // A table that was carried over goes on with the numbers of its old chain.
            let header: serde_json::Value = serde_json::from_slice(&opened).unwrap();
            next += header["excerpt"]["after"].as_i64().unwrap_or(0);
        }
        all.extend(opened);
    }
    all
}

async fn numbers(database: &mut AnyConnection, query: &str) -> Vec<(i64, i64)> {
    let rows = sqlx::query(AssertSqlSafe(query.to_owned())).fetch_all(database).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}
