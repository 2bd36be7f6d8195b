//! Error responses: problem details (RFC 9457) with a code and, where a rule applies, its clause.

use crate::people::Role;
use crate::pit::Rejection;
use crate::store::{StoreError, WriteError};
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoResponses, ToSchema};

/// The most that is told of why something cannot be understood.
const MOST_QUOTED: usize = 400;

/// What is wrong, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The status of the answer.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// A word for programs.
    #[schema(example = "not-your-role")]
    pub code: String,
    /// A short word for people.
    pub title: String,
    /// What is wrong, and what would be right.
    pub detail: String,
    /// The clause behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "§ 657a.10(a)(2)")]
    pub clause: Option<String>,
    /// Where the table is, for a client that has not seen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u64>,
    /// The roles to choose from, for somebody who holds several and has not said in which he acts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<Role>,
    /// All faults, where there may be several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<ProblemFault>,
}

/// One of several faults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProblemFault {
    /// The fault's own code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The clause behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The line of the file it is in.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What would be right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Problem {
    /// A problem.
    pub fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or("Problem").to_owned();
        let (status, code, detail) = (status.as_u16(), code.to_owned(), detail.into());
        Self { status, code, title, detail, clause: None, sequence: None, roles: Vec::new(), faults: Vec::new() }
    }

    /// Nothing of that name or number is here.
    pub fn not_found(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", what)
    }

    /// It does not go with what is there.
    pub fn conflict(code: &str, why: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, why)
    }

    /// It is understood and not lawful.
    pub fn unlawful(code: &str, why: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, why)
    }

    /// The house cannot do it now.
    pub fn unavailable(why: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", why.to_string())
    }

    /// It cannot be understood. What a client sent may be long and is quoted in part.
    pub(crate) fn malformed(why: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", why.chars().take(MOST_QUOTED).collect::<String>())
    }

    /// The status as HTTP has it.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(&self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if self.status() == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        // The door reads it there.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Rejection> for Problem {
    fn from(declined: Rejection) -> Self {
        match declined {
            Rejection::Refused { code, message, clause } => {
                let status = match code.as_str() {
                    "not-your-role" | "not-yours" => StatusCode::FORBIDDEN,
                    "not-here" => StatusCode::NOT_FOUND,
                    "amount" | "number" | "cards" | "foul" | "not-offered" | "count" | "promise" => {
                        StatusCode::UNPROCESSABLE_ENTITY
                    }
                    _ => StatusCode::CONFLICT,
                };
                Self { clause, ..Self::new(status, &code, message) }
            }
            Rejection::Stale { sequence } => {
                let detail = format!("the table has changed (now at {sequence}): look at it before acting");
                Self { sequence: Some(sequence), ..Self::conflict("stale", detail) }
            }
            Rejection::Unavailable { why } => Self::unavailable(why),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(why) => Self::conflict("conflict", why),
            error => {
                tracing::warn!(%error, "database unavailable");
                Self::unavailable("database unavailable: nothing was done")
            }
        }
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Self {
        tracing::warn!(%error, "database write failed");
        Self::unavailable("database write failed: try again")
    }
}

/// The problems any endpoint may answer with.
#[derive(IntoResponses)]
#[allow(dead_code)]
pub(crate) enum Problems {
    /// The request cannot be understood.
    #[response(status = 400, content_type = "application/problem+json")]
    Malformed(Problem),
    /// Nobody is signed in, or the session is locked or over.
    #[response(status = 401, content_type = "application/problem+json")]
    SignIn(Problem),
    /// This is not for this role, or not for this person.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// There is no such thing.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
    /// It does not go with how things stand.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
    /// It is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// It is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    NotJson(Problem),
    /// It is understood and not lawful.
    #[response(status = 422, content_type = "application/problem+json")]
    Unlawful(Problem),
    /// Too much in too short a time.
    #[response(status = 429, content_type = "application/problem+json")]
    TooMany(Problem),
    /// The store is away: nothing was done.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(Problem),
}

/// A JSON body, with problems instead of axum's own answers.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match <Json<T> as FromRequest<S>>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(malformed(&rejection)),
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> OptionalFromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Problem> {
        match <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await {
            Ok(body) => Ok(body.map(|Json(body)| Self(body))),
            Err(rejection) => Err(malformed(&rejection)),
        }
    }
}

fn malformed(rejection: &JsonRejection) -> Problem {
    let status = rejection.status();
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(status, "too-large", rejection.body_text()),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::new(status, "not-json", rejection.body_text()),
        // JSON of another shape is as malformed as no JSON: 422 is kept for what is understood and not lawful.
        _ => Problem::malformed(&rejection.body_text()),
    }
}

/// What stands in the path, with problems instead of axum's own answers.
pub(crate) struct PathParam<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParam<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(named)) => Ok(Self(named)),
            Err(rejection) => {
                let told = match &rejection {
                    PathRejection::FailedToDeserializePathParams(inner) => inner.body_text(),
                    other => other.body_text(),
                };
                Err(Problem::malformed(&told))
            }
        }
    }
}

/// What stands in the query, likewise.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(asked)) => Ok(Self(asked)),
            Err(rejection) => Err(Problem::malformed(&rejection.body_text())),
        }
    }
}

/// How much of a list is told at once: 100 if nothing is said, and 1,000 at most.
pub(crate) fn page_of(most: Option<u32>) -> u32 {
    most.unwrap_or(100).clamp(1, 1000)
}
