//! The odds of a table's wagers. The house does not compute them: the program does, from the same submission, once, at
//! the first request.

use super::auth::Anonymous;
use super::tables::find;
use super::{Casino, TABLES};
use crate::odds_report::OddsReport;
use crate::problem::{PathParam, Problem, Problems};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// How long a request waits for the odds before it answers that they are being computed.
const PATIENCE: Duration = Duration::from_secs(2);

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

/// What the wagers of a table cost.
#[utoipa::path(get, path = "/api/tables/{table}/odds", tag = TABLES, security(()),
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, description = "The odds, or that they are being computed", body = TableOdds), Problems))]
pub(super) async fn odds(
    State(casino): State<Arc<Casino>>,
    _: Anonymous,
    PathParam(table): PathParam<i64>,
) -> Result<Json<TableOdds>, Problem> {
    let known = find(&casino, table)?;
    if !casino.odds.has_provider() {
        return Err(Problem::not_found("odds are not available on this server"));
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
