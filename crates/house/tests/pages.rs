//! The pages: what they are made from, and how the house hands them out.

use std::path::Path;

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
