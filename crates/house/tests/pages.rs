//! The pages: what they are made from, and how the house hands them out.

mod support;

use std::path::Path;
use support::Place;
use support::casino::{FAST, House};

#[test]
fn the_document_of_the_pages_is_the_houses_own() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let document = croupier_house::api::document().to_pretty_json().expect("the document is JSON") + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &document).expect("web/openapi.json can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("web/openapi.json is there");
    assert!(kept == document, "web/openapi.json is not what the house answers: run this test with UPDATE=1");
}

/// A house asked by a browser: the status, one header after the other, and the body.
fn ask(house: &House, path: &str, accepts: &str) -> (u16, ureq::http::HeaderMap, Vec<u8>) {
    let agent = ureq::Agent::new_with_config(ureq::Agent::config_builder().http_status_as_error(false).build());
    let asked = agent.get(format!("http://{}{path}", house.address)).header("accept-encoding", accepts);
    let mut answer = asked.call().unwrap();
    let body = answer.body_mut().read_to_vec().unwrap();
    (answer.status().as_u16(), answer.headers().clone(), body)
}

#[test]
fn the_house_hands_out_its_pages_beside_its_api() {
    let place = Place::sqlite();
    let Place::Folder(folder) = &place else { unreachable!() };
    let house = House::open(&place.location(), &folder.path().join("keys.toml"), FAST);
    let (status, headers, page) = ask(&house, "/", "identity");
    assert_eq!((status, &headers["content-type"]), (200, &"text/html; charset=utf-8".parse().unwrap()));
    assert_eq!(headers["cache-control"], "no-cache");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(ask(&house, "/tables/3", "identity").2, page, "the page finds its own way");
    for path in ["/api/nothing", "/assets/nothing-1.js", "/keys.toml"] {
        let (status, headers, _) = ask(&house, path, "identity");
        assert_eq!((status, &headers["content-type"]), (404, &"application/problem+json".parse().unwrap()), "{path}");
    }
    // Where the pages are not built there is only the page that says so.
    let page = String::from_utf8(page).unwrap();
    for asset in page.split('"').filter(|part| part.starts_with("/assets/")) {
        let (status, headers, plain) = ask(&house, asset, "identity");
        assert_eq!((status, &headers["cache-control"]), (200, &"public, max-age=31536000, immutable".parse().unwrap()));
        let (_, headers, packed) = ask(&house, asset, "gzip, br");
        // A typeface is packed as it is.
        if asset.ends_with(".woff2") {
            assert_eq!(headers["content-type"], "font/woff2", "{asset}");
            assert_eq!((headers.get("content-encoding"), &packed), (None, &plain), "{asset}");
            continue;
        }
        assert_eq!(headers["content-encoding"], "br", "{asset}");
        assert!(packed.len() < plain.len(), "{asset}");
    }
}
