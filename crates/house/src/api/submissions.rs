//! Rules submissions: checked, and put in the place of the one a table is run by.

use super::approvals;
use super::problem::{Body, Fault, Named, Problem, Problems};
use super::tables::{Waits, find, refused};
use super::visitor::Visitor;
use super::{Casino, TABLES};
use crate::people::{About, Approval, Asked, Duty};
use crate::pit::MakeError;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_rules::submission::{Diagnostic, Severity, line_and_column};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A submission to be checked.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Submitted {
    /// The rules submission, in TOML.
    submission: String,
}

/// What the check says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct CheckReport {
    /// Whether a table could be made by it.
    sound: bool,
    /// What is wrong with it.
    faults: Vec<Fault>,
    /// What is doubtful.
    warnings: Vec<Fault>,
}

/// A table's new submission.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableChange)]
pub(super) struct Changing {
    /// The rules submission, in TOML.
    submission: String,
    /// Why.
    reason: String,
}

/// Checks a rules submission clause by clause, without making anything of it.
#[utoipa::path(post, path = "/api/submissions/check", tag = TABLES, request_body = Submitted,
    responses((status = 200, body = CheckReport), Problems))]
pub(super) async fn check(
    visitor: Visitor,
    Body(Submitted { submission }): Body<Submitted>,
) -> Result<Json<CheckReport>, Problem> {
    visitor.may(Duty::MakeTable).await?;
    let checked = croupier_rules::submission::check(&submission);
    let of = |severity| {
        let found = checked.diagnostics.iter().filter(move |found| found.severity == severity);
        found.map(|found| fault(&submission, found)).collect()
    };
    Ok(Json(CheckReport {
        sound: checked.rules.is_some(),
        faults: of(Severity::Error),
        warnings: of(Severity::Warning),
    }))
}

/// Asks for a closed table to be run by another submission of the same text; a second person must grant it. The table
/// keeps its number, its money and its meters, and goes on with a new chain.
#[utoipa::path(put, path = "/api/tables/{table}/submission", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    request_body = Changing, responses((status = 202, body = Waits), Problems))]
pub(super) async fn change(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Body(changing): Body<Changing>,
) -> Result<(StatusCode, Json<Waits>), Problem> {
    visitor.may(Duty::ChangeTable).await?;
    let known = find(&casino, table)?;
    if let Err(error) = casino.pit.could_change(&known, &changing.submission).await {
        return Err(refused(&casino, &visitor, &known, unmade(&changing.submission, error)).await);
    }
    let what = serde_json::to_value(&changing).map_err(Problem::unavailable)?;
    let asked = Asked { duty: Duty::ChangeTable, about: About::Table(table), what };
    let waits = approvals::ask(&casino, &visitor, asked, &changing.reason).await?;
    Ok((StatusCode::ACCEPTED, Json(waits)))
}

/// Has a table run by the submission that two persons want.
pub(super) async fn carry_out(
    casino: &Casino,
    visitor: &Visitor,
    table: i64,
    granted: &Approval,
) -> Result<(), Problem> {
    let known = find(casino, table)?;
    let Changing { submission, .. } =
        serde_json::from_value(granted.asked.what.clone()).map_err(Problem::unavailable)?;
    // The request itself, with the whole submission, stands in the chain of the house already.
    let approval = serde_json::json!({ "id": granted.id, "by": granted.by, "decided": granted.decided });
    match casino.pit.change(known.row.id, &submission, &visitor.mark(), &approval).await {
        Ok(_) => Ok(()),
        Err(error) => Err(refused(casino, visitor, &known, unmade(&submission, error)).await),
    }
}

/// Why a table is not made or changed.
pub(super) fn unmade(submission: &str, error: MakeError) -> Problem {
    match error {
        MakeError::Submission(found) => {
            let detail = "the rules submission has faults";
            let problem = Problem::unlawful("submission", detail);
            Problem { faults: found.iter().map(|found| fault(submission, found)).collect(), ..problem }
        }
        MakeError::Conflict(why) => Problem::conflict("conflict", why),
        MakeError::Trouble(trouble) => Problem::unavailable(trouble),
    }
}

fn fault(submission: &str, found: &Diagnostic) -> Fault {
    let (line, column) = line_and_column(submission, found.span.start);
    Fault {
        code: found.code.to_string(),
        message: found.message.clone(),
        clause: found.clause.map(|clause| clause.to_string()),
        line,
        column,
        help: found.help.clone(),
    }
}
