//! What the wagers of a table cost. The house does not know: the program on top computes it from the same submission,
//! once, when it is first asked for.

use super::odds_report::OddsReport;
use super::problem::{Named, Problem, Problems};
use super::tables::find;
use super::visitor::Anybody;
use super::{Casino, TABLES};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use utoipa::ToSchema;

/// How long an answer is waited for before it is said that it takes longer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Tells the odds of a rules submission.
pub type Teller = Box<dyn Fn(&str) -> Result<OddsReport, String> + Send + Sync>;

/// What is known of the odds of submissions.
#[derive(Default)]
pub(crate) struct Odds {
    teller: OnceLock<Teller>,
    /// By submission; nothing while it is computed.
    told: Mutex<HashMap<String, Option<Result<OddsReport, String>>>>,
    /// One after the other: tables come first.
    busy: Mutex<()>,
}

/// The odds of a table's submission.
#[derive(Serialize, ToSchema)]
pub(super) struct TableOdds {
    /// Whether they are there; if not, they are being computed.
    ready: bool,
    /// As `croupier odds --format json` prints them; `skipped` names what was not computed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    report: Option<OddsReport>,
}

impl Odds {
    /// Says who tells the odds.
    pub(crate) fn tell_by(&self, teller: Teller) {
        // The first stays.
        let _ = self.teller.set(teller);
    }

    fn look(&self, submission: &str) -> Option<Option<Result<OddsReport, String>>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).get(submission).cloned()
    }

    fn note(&self, submission: &str, told: Option<Result<OddsReport, String>>) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(submission.to_owned(), told);
    }

    fn compute(&self, submission: &str) {
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(teller) = self.teller.get() else { return };
        self.note(submission, Some(teller(submission)));
    }
}

/// What the wagers of a table cost.
#[utoipa::path(get, path = "/api/tables/{table}/odds", tag = TABLES, security(()), params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, description = "The odds, or that they are being computed", body = TableOdds), Problems))]
pub(super) async fn odds(
    State(casino): State<Arc<Casino>>,
    _: Anybody,
    Named(table): Named<i64>,
) -> Result<Json<TableOdds>, Problem> {
    let known = find(&casino, table)?;
    if casino.odds.teller.get().is_none() {
        return Err(Problem::not_found("nobody tells the odds in this house"));
    }
    let submission = &known.row.submission;
    if casino.odds.look(submission).is_none() {
        casino.odds.note(submission, None);
        let (casino, submission) = (Arc::clone(&casino), submission.clone());
        let computed = tokio::task::spawn_blocking(move || casino.odds.compute(&submission));
        let _ = tokio::time::timeout(PATIENCE, computed).await;
    }
    match casino.odds.look(submission).flatten() {
        Some(Ok(report)) => Ok(Json(TableOdds { ready: true, report: Some(report) })),
        Some(Err(why)) => Err(Problem::conflict("no-odds", why)),
        None => Ok(Json(TableOdds { ready: false, report: None })),
    }
}
