//! The API: REST and WebSocket, described by an OpenAPI document that is made from the same declarations as the routes.
//!
//! Every answer that is not what was asked for is a [`Problem`] with a code and, where a rule is behind it, the clause.
//! What changes anything is refused from other origins; what is too large, too much or not JSON is refused before it is
//! read.

mod admission;
mod approvals;
mod auth;
mod document;
mod dto;
mod hands;
mod house;
mod log;
mod meters;
mod middleware;
mod odds;
mod people;
mod record;
mod replay;
mod session;
mod socket;
mod submissions;
mod tables;

pub use crate::odds_cache::OddsProvider;
pub use crate::odds_report::{
    DealerHandOdds, DrawOdds, EnvyOdds, EnvyRowOdds, ExactFraction, MeterOdds, MeterShareOdds, OddsReport, PayRowOdds,
    ProgressiveOdds, SkippedWager, WagerOdds, WagerOutcome,
};
pub use crate::problem::{Problem, ProblemFault};

use crate::casino::Casino;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::routing::get;
use axum::{Json, Router};
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

const TABLES: &str = "tables";
const SESSION: &str = "session";
const PEOPLE: &str = "people";
const METERS: &str = "meters";
const RECORD: &str = "record";
const HOUSE: &str = "house";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "A table-games house: tables, people, meters and the audit record. Money is in whole cents. \
            Errors are of type application/problem+json, with a code and, where a rule applies, its clause.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(socket::ClientMessage, socket::ServerMessage)),
    security(("session" = []), ("bearer" = [])),
    modifiers(&SecuritySchemes),
)]
struct Document;

/// How one shows who one is.
struct SecuritySchemes;

impl utoipa::Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let cookie = ApiKey::Cookie(ApiKeyValue::new(auth::COOKIE));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// All routes with the document that describes them.
fn routes() -> (Router<Arc<Casino>>, utoipa::openapi::OpenApi) {
    let (router, document) = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(tables::lobby, tables::make))
        .routes(routes!(tables::sheet))
        .routes(routes!(tables::view))
        .routes(routes!(tables::command))
        .routes(routes!(tables::ready))
        .routes(routes!(tables::retry))
        .routes(routes!(tables::verify))
        .routes(routes!(tables::verify_all))
        .routes(routes!(tables::call))
        .routes(routes!(tables::checklist))
        .routes(routes!(tables::open))
        .routes(routes!(tables::openings))
        .routes(routes!(submissions::check))
        .routes(routes!(submissions::change))
        .routes(routes!(hands::settings))
        .routes(routes!(socket::feed))
        .routes(routes!(session::sign_in, session::who, session::sign_out))
        .routes(routes!(session::guest))
        .routes(routes!(session::password))
        .routes(routes!(session::unlock))
        .routes(routes!(session::lock))
        .routes(routes!(people::list, people::make))
        .routes(routes!(people::one, people::amend))
        .routes(routes!(people::reset))
        .routes(routes!(people::lift))
        .routes(routes!(people::pit))
        .routes(routes!(people::duties))
        .routes(routes!(approvals::list))
        .routes(routes!(approvals::grant))
        .routes(routes!(approvals::refuse))
        .routes(routes!(approvals::withdraw))
        .routes(routes!(meters::list))
        .routes(routes!(meters::one))
        .routes(routes!(meters::disable))
        .routes(routes!(meters::enable))
        .routes(routes!(meters::transfer))
        .routes(routes!(meters::decommission))
        .routes(routes!(meters::reconcile))
        .routes(routes!(record::rounds))
        .routes(routes!(record::round))
        .routes(routes!(record::chains))
        .routes(routes!(record::journal))
        .routes(routes!(record::signatures))
        .routes(routes!(record::verify))
        .routes(routes!(log::log))
        .routes(routes!(house::renew_keys))
        .routes(routes!(log::search_log))
        .routes(routes!(replay::steps))
        .routes(routes!(odds::odds))
        .routes(routes!(house::about))
        .routes(routes!(house::healthz))
        .routes(routes!(house::readyz))
        .split_for_parts();
    (router, document::finish(document))
}

/// The document that describes the API.
pub fn document() -> utoipa::openapi::OpenApi {
    routes().1
}

/// The whole API, and the pages at every other address.
pub(crate) fn router(casino: Arc<Casino>) -> Router {
    let (router, document) = routes();
    let document = Arc::new(document);
    let largest = casino.config.limits.body_bytes;
    router
        .route("/api/openapi.json", get(move || async move { Json((*document).clone()) }))
        .fallback(|method: Method, uri: Uri, headers: HeaderMap| async move {
            crate::pages::at(&method, uri.path(), &headers)
        })
        .method_not_allowed_fallback(|| async {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "method not allowed at this address")
        })
        .layer(DefaultBodyLimit::max(largest))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&casino), middleware::guard))
        .with_state(casino)
}
