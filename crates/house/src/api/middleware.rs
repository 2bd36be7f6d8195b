//! Middleware for every request: the origin check and the security headers.
//!
//! What is turned away here or on the way to a duty or a table, because it is malformed, too large, from elsewhere or
//! from nobody, is put on record as such; duties and tables put their own refusals on record.

use super::Problem;
use super::auth::{AuditActor, address};
use crate::casino::Casino;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

/// What every answer tells a browser: take nothing from elsewhere, run nothing that is not a file of this house, show
/// it nowhere else.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Why something is turned away before anybody's duty is asked.
const AT_THE_DOOR: [&str; 8] =
    ["origin", "no-session", "malformed", "not-json", "too-large", "upgrade", "method", "no-such-address"];
/// The most that is put on record of an address.
const MOST_QUOTED: usize = 200;

/// Who came in, once that is known.
#[derive(Clone, Default)]
pub(super) struct RequestUser(pub(super) Arc<OnceLock<AuditActor>>);

/// Refuses what comes from another origin, and puts the headers on every answer.
pub(super) async fn guard(State(casino): State<Arc<Casino>>, mut request: Request, next: Next) -> Response {
    let started = std::time::Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let changes = !matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let from = address(request.headers(), request.extensions(), &casino);
    let door = RequestUser::default();
    request.extensions_mut().insert(door.clone());
    let mut response = if (changes || upgrades) && !same_origin(request.headers(), casino.public_origin()) {
        let detail = "the request comes from a foreign origin";
        Problem::new(StatusCode::FORBIDDEN, "origin", detail).into_response()
    } else {
        next.run(request).await
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>()
        && AT_THE_DOOR.contains(&problem.code.as_str())
        && let Err(too_much) = turned_away(&casino, &door, &from, (&method, &path), &problem).await
    {
        response = too_much.into_response();
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if path.starts_with("/api/") {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    let (status, took) = (response.status().as_u16(), started.elapsed());
    tracing::debug!(%method, path, status, micros = took.as_micros() as u64, "answered");
    metrics::counter!("croupier_requests_total", "status" => status.to_string()).increment(1);
    response
}

/// Puts on record what was turned away. Who fills the record that way from outside soon hears only that it is too much.
async fn turned_away(
    casino: &Casino,
    RequestUser(by): &RequestUser,
    from: &str,
    (method, path): (&Method, &str),
    problem: &Problem,
) -> Result<(), Problem> {
    let path: String = path.chars().take(MOST_QUOTED).collect();
    let what = serde_json::json!({ "turned-away": {
        "method": method.as_str(), "path": path, "code": problem.code, "detail": problem.detail,
    }});
    if let Some(by) = by.get() {
        casino.note_refusal(&by.session, by, &problem.code, &what).await;
    } else {
        casino.limits.anybody(from)?;
        casino.note_refusal(from, &serde_json::json!({ "address": from }), &problem.code, &what).await;
    }
    Ok(())
}

/// Whether a browser sent this from a page of this house. Programs that are no browser send no origin.
fn same_origin(headers: &HeaderMap, public: Option<&str>) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if text(HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site == "cross-site" || site == "same-site") {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(public) = public {
        return origin.eq_ignore_ascii_case(public);
    }
    // Without a public address the house is only known by its number: a name could be anybody's (DNS rebinding).
    let Some((_, authority)) = origin.split_once("://") else { return false };
    text(header::HOST).is_some_and(|host| host == authority) && is_number(authority)
}

/// Whether an authority is `localhost` or an address in digits, with or without a port.
fn is_number(authority: &str) -> bool {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.rsplit_once(':').map_or(authority, |(host, _)| host),
    };
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(origin: Option<&str>, host: &str, site: Option<&str>, public: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        if let Some(site) = site {
            headers.insert("sec-fetch-site", site.parse().unwrap());
        }
        same_origin(&headers, public)
    }

    #[test]
    fn only_pages_of_this_house_change_anything() {
        assert!(from(None, "127.0.0.1:8080", None, None));
        assert!(from(Some("http://127.0.0.1:8080"), "127.0.0.1:8080", Some("same-origin"), None));
        assert!(from(Some("http://[::1]:8080"), "[::1]:8080", None, None));
        assert!(!from(Some("http://evil.example"), "127.0.0.1:8080", None, None));
        assert!(!from(Some("http://evil.example"), "evil.example", None, None), "a name that was bent to our address");
        assert!(!from(Some("null"), "127.0.0.1:8080", None, None));
        assert!(!from(None, "127.0.0.1:8080", Some("cross-site"), None));
        assert!(from(Some("https://tables.example"), "127.0.0.1:8080", None, Some("https://tables.example")));
        assert!(!from(Some("https://other.example"), "other.example", None, Some("https://tables.example")));
    }
}
