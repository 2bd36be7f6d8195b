//! The house itself: what it runs, and whether it can take wagers.

use super::problem::{Problem, Problems};
use super::visitor::Anybody;
use super::{Casino, HOUSE};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
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
