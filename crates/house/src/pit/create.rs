//! Creates a table: from a valid rules submission to a journal with its first line.

use super::desk::sit_down;
use super::pending::DeskContext;
use super::{Pit, TableHandle};
use crate::journal_reader::{JournalReadError, JournalReader};
use crate::store::{Dialect, HouseLine, MeterId, NewMeter, NewTable, StoreError, TableId, TableRow};
use croupier_rules::house_way::proof::Proof;
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::submission::{self, Diagnostic, HouseRules, Severity};
use croupier_rules::suit_class::PARTS;
use croupier_rules::vocabulary::Step;
use croupier_rules::{Registry, game};
use croupier_table::journal::{Header, Journal};
use croupier_table::{DealMode, TableConfig, Timestamp};
use std::sync::{Arc, PoisonError};

/// A table to be made.
#[derive(Clone, Debug)]
pub struct TableToCreate {
    /// What it will be called.
    pub name: String,
    /// The whole rules submission.
    pub submission: String,
}

/// Why a table is not made.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The submission has faults.
    #[error("the rules submission has faults")]
    Submission(Vec<Diagnostic>),
    /// The name, or a meter it would share, does not go with what is there.
    #[error("{0}")]
    Conflict(String),
    /// The store or the table is in trouble.
    #[error(transparent)]
    Trouble(#[from] JournalReadError),
}

impl From<StoreError> for CreateError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(why) => Self::Conflict(why),
            error => Self::Trouble(error.into()),
        }
    }
}

impl Pit {
    /// Makes a table, with its line in the chain of the house; it is closed until somebody opens it.
    ///
    /// # Errors
    /// If the submission has faults, or the name or a linked meter does not go with what is there.
    pub async fn make(&self, new: TableToCreate, by: &impl serde::Serialize) -> Result<TableHandle, CreateError> {
        let TableToCreate { name, submission } = new;
        let rules = checked(&self.floor.registry, &submission).await?;
        let (rules_text, mode) = (rules.text, mode_of(&rules));
        let _one = self.setting_up.lock().await;
        for meter in meters_of(&TableConfig::new(rules, mode), None, self.shared.clock.now()) {
            self.shared.store.meter(&meter).await?;
        }
        let header = Header::new(&name, mode, &self.floor.program, &self.floor.rules, &submission);
        let (_, line) = Journal::begin(&header);
        let made = self.shared.clock.now();
        let told = serde_json::json!({ "table-made": {
            "name": name, "text": rules_text.to_string(),
            "submission": croupier_table::commitment::Digest::of(submission.as_bytes()),
        }});
        let house = HouseLine::new(made, by, &told);
        let table = NewTable { name, text: rules_text, submission, mode, header: line, made };
        let row = self.shared.store.make_table(&table, house).await?;
        let handle = self.set_up(row, true).await?;
        self.shared.meters.refresh(&self.shared.store).await?;
        Ok(handle)
    }

    /// Sets a desk to work on a table of the store, to run it if that is wanted and nobody else does.
    pub(super) async fn set_up(&self, mut row: TableRow, run: bool) -> Result<TableHandle, JournalReadError> {
        let mut book = JournalReader::new(&row, Arc::clone(&self.floor.keys), Arc::clone(&self.floor.registry));
        let mut house = self.house(&row, &book).await?;
        // A node with the wrong keys must not take a table from one that has the right ones.
        let store = &self.shared.store;
        let alone = store.dialect() == Dialect::Sqlite || (run && store.whereabouts(row.id).await?.is_none());
        if alone && let Some(carried) = self.carried_over(&row, &book, &house).await? {
            row = carried;
            book = JournalReader::new(&row, Arc::clone(&self.floor.keys), Arc::clone(&self.floor.registry));
            house = self.house(&row, &book).await?;
        }
        let mut meters: Vec<MeterId> = Vec::new();
        for meter in meters_of(&house, Some(row.id), self.shared.clock.now()) {
            meters.push(self.shared.store.meter(&meter).await?.id);
        }
        let (meters, chance): (Arc<[_]>, _) = (meters.into(), Arc::clone(&self.floor.chance));
        let fixed = DeskContext { book: book.clone(), meters: Arc::clone(&meters), chance };
        let desk = sit_down(Arc::clone(&self.shared), Arc::new(fixed), Arc::clone(&house), run).await?;
        let earlier = self.shared.store.earlier_chains(&row).await?.into();
        let handle = TableHandle { row: Arc::new(row), house, meters, desk, book, earlier };
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert(handle.row.id, handle.clone());
        Ok(handle)
    }

    /// The fixed side of a table by the first line of its journal; tables that are run alike share it, since a thousand
    /// of them may be open.
    async fn house(&self, row: &TableRow, book: &JournalReader) -> Result<Arc<TableConfig>, JournalReadError> {
        let (header, _) = book.header(&self.shared.store).await?;
        let alike = |handle: &&TableHandle| {
            let marks = handle.house.marks();
            let same = marks.is_some_and(|marks| marks.program == header.program && marks.rules == header.rules);
            let revision = handle.house.first_revision == header.revision;
            same && revision && handle.row.submission == row.submission && handle.row.mode == row.mode
        };
        if let Some(handle) = self.read().values().find(alike) {
            return Ok(Arc::clone(&handle.house));
        }
        let lost = |wrong| JournalReadError::Lost(format!("{}: {wrong}", row.name));
        Ok(Arc::new(header.house_by(&self.floor.registry).map_err(lost)?))
    }
}

/// The rules of a submission, if it checks without a fault.
pub(super) async fn checked(registry: &Arc<Registry>, submission: &str) -> Result<HouseRules, CreateError> {
    let (registry, text) = (Arc::clone(registry), submission.to_owned());
    let checked = tokio::task::spawn_blocking(move || proved(&registry, &text)).await;
    let checked = checked.map_err(|error| JournalReadError::Lost(error.to_string()))?;
    checked.rules.ok_or_else(|| {
        let faults = checked.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
        CreateError::Submission(faults.collect())
    })
}

/// Whether a table by these rules knows its cards before they are shown.
pub(super) fn mode_of(rules: &HouseRules) -> DealMode {
    if rules.automation.does(Step::Shuffle) { DealMode::Sealed } else { DealMode::Observed }
}

/// The check with its proof: a way that is not the one we ship, and so proved by our tests, is proved here.
fn proved(registry: &Registry, submission: &str) -> submission::CheckOutcome {
    let mut checked = submission::check_by(registry, submission);
    let Some(to_prove) = &checked.to_prove else { return checked };
    let game = game(to_prove.text);
    let Some(shape) = game.shape() else { return checked };
    let shipped = HouseWay::shipped(game).and_then(Result::ok);
    if shipped.is_none_or(|shipped| shipped.rules != to_prove.way.rules) {
        let dealer = HouseWaySetter::owning(to_prove.way.clone(), shape, game.ranking(&to_prove.choices));
        let proof = (0..PARTS).map(|part| Proof::part(&dealer, part)).fold(Proof::default(), Proof::and);
        checked.add_proof(&proof);
    }
    checked
}

/// The meters of a table as the house names them; without a table's number, only those it shares.
pub(crate) fn meters_of(house: &TableConfig, table: Option<TableId>, made: Timestamp) -> Vec<NewMeter> {
    let rules = &house.rules;
    let meter = |handle: &croupier_table::TableMeter| {
        let offered = rules.wager(handle.wager)?;
        let group = match (&offered.link, table) {
            (Some(link), _) => link.name.clone(),
            (None, Some(table)) => format!("table-{}", table.0),
            (None, None) => return None,
        };
        let letter = offered.letter.map(String::from);
        let meter = &handle.meter;
        Some(NewMeter {
            name: format!("{group}/{}/{}", handle.wager, meter.name),
            text: rules.text,
            wager: handle.wager.to_string(),
            letter,
            // All that tables which share a meter must have in common.
            parameters: serde_json::json!({
                "amount": house.fixed(croupier_rules::Wager::own(handle.wager)),
                "seed": meter.seed, "reseed": meter.reseed, "primary": meter.primary, "reserve": meter.reserve,
            }),
            seed: meter.seed,
            reseed: meter.reseed,
            made,
        })
    };
    house.meters().iter().filter_map(meter).collect()
}
