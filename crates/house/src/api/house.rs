//! The house itself: what it runs, whether it can take wagers, and its keys.

use super::approvals;
use super::problem::{Body, Problem, Problems};
use super::tables::Waits;
use super::visitor::{Anybody, Visitor};
use super::{Casino, HOUSE};
use crate::people::{About as Of, Approval, Asked, Duty};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// What this house runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HouseSheet)]
pub(super) struct About {
    /// The program and its version.
    program: String,
    /// The key that signatures of this house are checked with, in hexadecimal.
    key: String,
    /// The SHA-256 of the program and of everything it plays by.
    hashes: Vec<Hash>,
}

/// The SHA-256 of something.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Hash {
    /// Of what.
    of: String,
    /// The hash, in hexadecimal.
    sha256: String,
}

/// New keys.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KeyRenewal)]
pub(super) struct Renewal {
    /// Why.
    reason: String,
}

/// That all is well.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Well {
    /// Always `well`.
    status: &'static str,
}

/// What this house runs, with its hashes.
#[utoipa::path(get, path = "/api/about", tag = HOUSE, security(()), responses((status = 200, body = About), Problems))]
pub(super) async fn about(State(casino): State<Arc<Casino>>, _: Anybody) -> Json<About> {
    let hash = |(of, hash): &(String, _)| Hash { of: of.clone(), sha256: ToString::to_string(hash) };
    Json(About {
        program: casino.program.clone(),
        key: casino.keys.public().to_string(),
        hashes: casino.hashes.iter().map(hash).collect(),
    })
}

/// Asks for new keys; a second person must grant it. What was sealed with earlier keys can still be read.
#[utoipa::path(post, path = "/api/keys", tag = HOUSE, request_body = Renewal, responses((status = 202, body = Waits), Problems))]
pub(super) async fn renew_keys(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Body(Renewal { reason }): Body<Renewal>,
) -> Result<(StatusCode, Json<Waits>), Problem> {
    visitor.may(Duty::Keys).await?;
    is_alone(&casino).await?;
    let asked = Asked { duty: Duty::Keys, about: Of::House, what: serde_json::json!("renew-keys") };
    let waits = approvals::ask(&casino, &visitor, asked, &reason).await?;
    Ok((StatusCode::ACCEPTED, Json(waits)))
}

/// Renews the keys, as two persons want.
pub(super) async fn carry_out(casino: &Casino, visitor: &Visitor, granted: &Approval) -> Result<(), Problem> {
    is_alone(casino).await?;
    let (before, after) = casino.keys.renew(&casino.config.keys).map_err(Problem::unavailable)?;
    casino
        .note(
            &visitor.mark(),
            &serde_json::json!({ "keys-renewed": { "approval": granted.id, "before": before, "after": after } }),
        )
        .await;
    tracing::warn!(%before, %after, "the keys are renewed: copy the key file anew");
    Ok(())
}

/// Keys are not renewed behind the back of another node, which could not read what is sealed with them.
async fn is_alone(casino: &Casino) -> Result<(), Problem> {
    if casino.store.nodes().await?.len() > 1 {
        let detail = "other nodes run, with the keys they have: stop them, renew the keys, give each the new file, and start them again";
        return Err(Problem::conflict("other-nodes", detail));
    }
    Ok(())
}

/// Whether wagers can be taken.
#[utoipa::path(get, path = "/healthz", tag = HOUSE, security(()),
    responses((status = 200, body = Well), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(super) async fn healthz(State(casino): State<Arc<Casino>>) -> Result<Json<Well>, Problem> {
    if casino.is_closing() {
        return Err(Problem::unavailable("the house is closing down"));
    }
    casino.store.ping().await.map_err(Problem::unavailable)?;
    if !casino.pit.works() {
        return Err(Problem::unavailable("a table stands still: the store was away"));
    }
    let stuck = casino.pit.stuck();
    if let Some((table, step)) = stuck.first() {
        let others = if stuck.len() > 1 { format!(" ({} tables in all)", stuck.len()) } else { String::new() };
        let why = format!("{table} refuses the program's step {}: {}{others}", step.step, step.message);
        return Err(Problem::unavailable(why));
    }
    Ok(Json(Well { status: "well" }))
}

/// Whether requests can be answered at all.
#[utoipa::path(get, path = "/readyz", tag = HOUSE, security(()),
    responses((status = 200, body = Well), (status = 503, body = Problem, content_type = "application/problem+json")))]
pub(super) async fn readyz(State(casino): State<Arc<Casino>>) -> Result<Json<Well>, Problem> {
    if casino.is_closing() {
        Err(Problem::unavailable("the house is closing down"))
    } else {
        Ok(Json(Well { status: "well" }))
    }
}
