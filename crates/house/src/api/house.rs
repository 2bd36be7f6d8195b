//! The house: what it runs, whether it can accept wagers, and its keys.

use super::approvals;
use super::auth::{Anonymous, User};
use super::tables::PendingApproval;
use super::{Casino, HOUSE};
use crate::people::{Approval, ApprovalRequest, ApprovalSubject as Of, Duty};
use crate::problem::{JsonBody, Problem, Problems};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_table::PersonId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What this house runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HouseSheet)]
pub(super) struct HouseInfo {
    /// The program and its version.
    program: String,
    /// The key that signatures of this house are checked with, in hexadecimal.
    key: String,
    /// The SHA-256 of the program and of everything it plays by.
    hashes: Vec<FileHash>,
    /// The number that stands for a patron without a card; above it are the numbers such patrons get.
    no_card: PersonId,
}

/// The SHA-256 of something.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct FileHash {
    /// Of what.
    of: String,
    /// The hash, in hexadecimal.
    sha256: String,
}

/// New keys.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KeyRenewal)]
pub(super) struct KeyRenewal {
    /// Why.
    reason: String,
}

/// That all is well.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// Always `well`.
    status: &'static str,
}

/// What this house runs, with its hashes.
#[utoipa::path(get, path = "/api/about", tag = HOUSE, security(()),
    responses((status = 200, body = HouseInfo), Problems))]
pub(super) async fn about(State(casino): State<Arc<Casino>>, _: Anonymous) -> Json<HouseInfo> {
    let hash = |(of, hash): &(String, _)| FileHash { of: of.clone(), sha256: ToString::to_string(hash) };
    Json(HouseInfo {
        program: casino.program.clone(),
        key: casino.keys.public().to_string(),
        hashes: casino.hashes.iter().map(hash).collect(),
        no_card: PersonId::NoCard,
    })
}

/// Asks for new keys; a second person must grant it. What was sealed with earlier keys can still be read.
#[utoipa::path(post, path = "/api/keys", tag = HOUSE, request_body = KeyRenewal,
    responses((status = 202, body = PendingApproval), Problems))]
pub(super) async fn renew_keys(
    State(casino): State<Arc<Casino>>,
    user: User,
    JsonBody(KeyRenewal { reason }): JsonBody<KeyRenewal>,
) -> Result<(StatusCode, Json<PendingApproval>), Problem> {
    user.may(Duty::Keys).await?;
    is_alone(&casino).await?;
    let asked = ApprovalRequest { duty: Duty::Keys, about: Of::House, what: serde_json::json!("renew-keys") };
    let waits = approvals::ask(&casino, &user, asked, &reason).await?;
    Ok((StatusCode::ACCEPTED, Json(waits)))
}

/// Renews the keys, as two persons want.
pub(super) async fn carry_out(casino: &Casino, user: &User, granted: &Approval) -> Result<(), Problem> {
    is_alone(casino).await?;
    let (before, after) = casino.keys.renew(&casino.config.keys).map_err(Problem::unavailable)?;
    casino
        .note(
            &user.mark(),
            &serde_json::json!({ "keys-renewed": { "approval": granted.id, "before": before, "after": after } }),
        )
        .await;
    tracing::warn!(%before, %after, "the keys have been renewed: copy the key file again");
    Ok(())
}

/// Keys are not renewed behind the back of another node, which could not read what is sealed with them.
async fn is_alone(casino: &Casino) -> Result<(), Problem> {
    if casino.store.nodes().await?.len() > 1 {
        let detail = "other nodes are running with the old keys: stop them, renew the keys, give each node the new \
            file, and start them again";
        return Err(Problem::conflict("other-nodes", detail));
    }
    Ok(())
}

/// Whether wagers can be taken.
#[utoipa::path(get, path = "/healthz", tag = HOUSE, security(()),
    responses((status = 200, body = Health),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(super) async fn healthz(State(casino): State<Arc<Casino>>) -> Result<Json<Health>, Problem> {
    if casino.is_closing() {
        return Err(Problem::unavailable("the house is closing"));
    }
    casino.store.ping().await.map_err(Problem::unavailable)?;
    if !casino.pit.works() {
        return Err(Problem::unavailable("a table is stopped: the database was unavailable"));
    }
    let stuck = casino.pit.stuck();
    if let Some((table, step)) = stuck.first() {
        let others = if stuck.len() > 1 { format!(" ({} tables in all)", stuck.len()) } else { String::new() };
        let why = format!("{table} refused the program's step {}: {}{others}", step.step, step.message);
        return Err(Problem::unavailable(why));
    }
    Ok(Json(Health { status: "well" }))
}

/// Whether requests can be answered at all.
#[utoipa::path(get, path = "/readyz", tag = HOUSE, security(()),
    responses((status = 200, body = Health),
        (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(super) async fn readyz(State(casino): State<Arc<Casino>>) -> Result<Json<Health>, Problem> {
    if casino.is_closing() {
        Err(Problem::unavailable("the house is closing"))
    } else {
        Ok(Json(Health { status: "well" }))
    }
}
