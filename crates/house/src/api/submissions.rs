//! Rules submissions: checking them, and replacing the submission of a table.

use super::approvals;
use super::auth::User;
use super::tables::{PendingApproval, find, refused};
use super::{Casino, TABLES};
use crate::people::{Approval, ApprovalRequest, ApprovalSubject, Duty};
use crate::pit::CreateError;
use crate::problem::{JsonBody, PathParam, Problem, ProblemFault, Problems};
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
pub(super) struct SubmissionBody {
    /// The rules submission, in TOML.
    submission: String,
}

/// What the check says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct CheckReport {
    /// Whether a table could be made by it.
    sound: bool,
    /// What is wrong with it.
    faults: Vec<ProblemFault>,
    /// What is doubtful.
    warnings: Vec<ProblemFault>,
}

/// A table's new submission.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableChange)]
pub(super) struct SubmissionChange {
    /// The rules submission, in TOML.
    submission: String,
    /// Why.
    reason: String,
}

/// Checks a rules submission clause by clause, without making anything of it.
#[utoipa::path(post, path = "/api/submissions/check", tag = TABLES, request_body = SubmissionBody,
    responses((status = 200, body = CheckReport), Problems))]
pub(super) async fn check(
    State(casino): State<Arc<Casino>>,
    user: User,
    JsonBody(SubmissionBody { submission }): JsonBody<SubmissionBody>,
) -> Result<Json<CheckReport>, Problem> {
    user.may(Duty::MakeTable).await?;
    let checked = croupier_rules::submission::check_by(&casino.registry, &submission);
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
#[utoipa::path(put, path = "/api/tables/{table}/submission", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    request_body = SubmissionChange, responses((status = 202, body = PendingApproval), Problems))]
pub(super) async fn change(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    JsonBody(changing): JsonBody<SubmissionChange>,
) -> Result<(StatusCode, Json<PendingApproval>), Problem> {
    user.may(Duty::ChangeTable).await?;
    let known = find(&casino, table)?;
    if let Err(error) = casino.pit.could_change(&known, &changing.submission).await {
        return Err(refused(&casino, &user, &known, unmade(&changing.submission, error)).await);
    }
    let what = serde_json::to_value(&changing).map_err(Problem::unavailable)?;
    let asked = ApprovalRequest { duty: Duty::ChangeTable, about: ApprovalSubject::Table(table), what };
    let waits = approvals::ask(&casino, &user, asked, &changing.reason).await?;
    Ok((StatusCode::ACCEPTED, Json(waits)))
}

/// Has a table run by the submission that two persons want.
pub(super) async fn carry_out(casino: &Casino, user: &User, table: i64, granted: &Approval) -> Result<(), Problem> {
    let known = find(casino, table)?;
    let SubmissionChange { submission, .. } =
        serde_json::from_value(granted.asked.what.clone()).map_err(Problem::unavailable)?;
    // The request itself, with the whole submission, stands in the chain of the house already.
    let approval = serde_json::json!({ "id": granted.id, "by": granted.by, "decided": granted.decided });
    match casino.pit.change(known.row.id, &submission, &user.mark(), &approval).await {
        Ok(_) => Ok(()),
        Err(error) => Err(refused(casino, user, &known, unmade(&submission, error)).await),
    }
}

/// Why a table is not made or changed.
pub(super) fn unmade(submission: &str, error: CreateError) -> Problem {
    match error {
        CreateError::Submission(found) => {
            let detail = "the rules submission has faults";
            let problem = Problem::unlawful("submission", detail);
            Problem { faults: found.iter().map(|found| fault(submission, found)).collect(), ..problem }
        }
        CreateError::Conflict(why) => Problem::conflict("conflict", why),
        CreateError::Trouble(trouble) => Problem::unavailable(trouble),
    }
}

fn fault(submission: &str, found: &Diagnostic) -> ProblemFault {
    let (line, column) = line_and_column(submission, found.span.start);
    ProblemFault {
        code: found.code.to_string(),
        message: found.message.clone(),
        clause: found.clause.map(|clause| clause.to_string()),
        line,
        column,
        help: found.help.clone(),
    }
}
