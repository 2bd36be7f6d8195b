//! The embedded pages and their cache headers.
//!
//! Note: an address that is no file is the page itself, since the page finds its own way (`/tables/3`). Files under
//! `assets` have the hash of their content in their name, so a browser may keep them for ever; the page is asked for
//! anew each time. Everything was compressed when it was built. Every build embeds the pages, so that the tests use
//! them as a released program has them.

use crate::problem::Problem;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// The page.
const PAGE: &str = "index.html";
/// Where files lie that never change under their name.
const HASHED: &str = "assets/";
/// Compressed copies, best first: what browsers call them, and how their names end.
const COMPRESSED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A file and what tells it from an earlier one.
struct File {
    bytes: Cow<'static, [u8]>,
    hash: [u8; 32],
}

/// What a browser gets at an address that is none of the API's.
pub(crate) fn at(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    let built = |name: &str| {
        let found = Built::get(name)?;
        Some(File { hash: found.metadata.sha256_hash(), bytes: found.data })
    };
    answer(built, method, path, headers)
}

fn answer(files: impl Fn(&str) -> Option<File>, method: &Method, path: &str, headers: &HeaderMap) -> Response {
    let api = path == "/api" || path.starts_with("/api/");
    if api || !matches!(*method, Method::GET | Method::HEAD) {
        return nothing();
    }
    let name = path.trim_start_matches('/');
    let (name, file) = match files(name).filter(|_| is_shown(name)) {
        Some(file) => (name, Some(file)),
        None if is_of_the_page(name) => (PAGE, files(PAGE)),
        None => (name, None),
    };
    let Some(file) = file else { return nothing() };
    let wanted = COMPRESSED.into_iter().filter(|(coding, _)| takes(headers, coding));
    let compressed = wanted.into_iter().find_map(|(coding, end)| Some((coding, files(&format!("{name}{end}"))?)));
    let (coding, file) = compressed.map_or((None, file), |(coding, file)| (Some(coding), file));
    let tag = tag(&file.hash);
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|value| value.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = match file.bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        Response::new(Body::from(bytes))
    };
    let keep = if name.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let told = response.headers_mut();
    told.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    told.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    told.insert(header::ETAG, tag);
    if let Some(coding) = coding {
        told.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

fn nothing() -> Response {
    let detail = "nothing at this address; GET /api/openapi.json describes the API";
    Problem::new(StatusCode::NOT_FOUND, "no-such-address", detail).into_response()
}

/// Whether a file is one a browser asks for by its name.
fn is_shown(name: &str) -> bool {
    !COMPRESSED.iter().any(|(_, end)| name.ends_with(end))
}

/// Whether the page itself may know what is at an address: a plain one that names no file.
fn is_of_the_page(name: &str) -> bool {
    !name.starts_with(HASHED) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-_".contains(&byte))
}

/// Whether a browser takes a coding: it names it, and not with a weight of nothing.
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        named && !parts.any(|weight| weight.strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0)))
    })
}

fn tag(hash: &[u8; 32]) -> HeaderValue {
    let digits: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    HeaderValue::try_from(format!("\"{digits}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(name: &str) -> Option<File> {
        let bytes: &[u8] = match name {
            "index.html" => b"the page",
            "index.html.br" => b"page.br",
            "chip.svg" => b"<svg/>",
            "assets/table-1a2b.js" => b"play()",
            "assets/table-1a2b.js.br" => b"br",
            "assets/table-1a2b.js.gz" => b"gz",
            _ => return None,
        };
        let mut hash = [0; 32];
        hash[..bytes.len()].copy_from_slice(bytes);
        Some(File { bytes: bytes.into(), hash })
    }

    #[test]
    fn the_pages_lie_in_the_program_itself() {
        let page = Built::get(PAGE).expect("build.rs makes sure that there is a page");
        assert!(matches!(page.data, Cow::Borrowed(_)), "the page is read from a file");
    }

    fn ask(path: &str, told: &[(header::HeaderName, &str)]) -> (u16, HeaderMap) {
        let headers = told.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        let answer = answer(files, &Method::GET, path, &headers);
        (answer.status().as_u16(), answer.headers().clone())
    }

    fn header(headers: &HeaderMap, name: header::HeaderName) -> &str {
        headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[test]
    fn what_is_no_file_is_the_page_which_is_asked_for_anew_each_time() {
        for path in ["/", "/index.html", "/tables/3", "/tables/3/dealer", "/record/rounds"] {
            let (status, headers) = ask(path, &[]);
            assert_eq!(status, 200, "{path}");
            assert_eq!(header(&headers, header::CONTENT_TYPE), "text/html; charset=utf-8", "{path}");
            assert_eq!(header(&headers, header::CACHE_CONTROL), "no-cache", "{path}");
        }
    }

    #[test]
    fn what_is_neither_a_file_nor_of_the_page_is_not_there() {
        let paths = ["/api", "/api/nothing", "/assets/old-1.js", "/assets/old", "/keys.toml", "/%2e%2e/etc", "/a..b"];
        for path in paths.into_iter().chain(["/index.html.br", "/assets/table-1a2b.js.gz"]) {
            let (status, headers) = ask(path, &[]);
            assert_eq!((status, header(&headers, header::CONTENT_TYPE)), (404, "application/problem+json"), "{path}");
        }
        let posted = answer(files, &Method::POST, "/tables/3", &HeaderMap::new());
        assert_eq!(posted.status(), 404);
    }

    #[test]
    fn a_file_with_its_hash_in_its_name_never_changes() {
        let (_, headers) = ask("/assets/table-1a2b.js", &[]);
        assert_eq!(header(&headers, header::CACHE_CONTROL), "public, max-age=31536000, immutable");
        assert_eq!(header(&headers, header::CONTENT_TYPE), "text/javascript; charset=utf-8");
        assert_eq!(header(&ask("/chip.svg", &[]).1, header::CACHE_CONTROL), "no-cache");
    }

    #[test]
    fn a_browser_gets_the_best_coding_it_takes() {
        for (accepted, coding) in [
            ("gzip, deflate, br, zstd", "br"),
            ("gzip", "gzip"),
            ("GZIP;q=0.5", "gzip"),
            ("br;q=0, gzip;q=1.0", "gzip"),
            ("br; q=0.000", ""),
            ("identity", ""),
            ("", ""),
        ] {
            let (_, headers) = ask("/assets/table-1a2b.js", &[(header::ACCEPT_ENCODING, accepted)]);
            assert_eq!(header(&headers, header::CONTENT_ENCODING), coding, "{accepted}");
            assert_eq!(header(&headers, header::VARY), "accept-encoding");
        }
    }

    #[test]
    fn a_page_that_has_not_changed_is_not_sent_again() {
        let (_, headers) = ask("/", &[]);
        let tag = header(&headers, header::ETAG).to_owned();
        assert_eq!(ask("/tables/1", &[(header::IF_NONE_MATCH, &tag)]).0, 304);
        let compressed = ask("/", &[(header::IF_NONE_MATCH, &tag), (header::ACCEPT_ENCODING, "br")]);
        assert_eq!(compressed.0, 200, "the compressed page is another");
    }
}
