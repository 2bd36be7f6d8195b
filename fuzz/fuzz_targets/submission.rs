//! Any text as a rules submission: every fault is told, none is a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|toml: &str| {
    let checked = croupier_rules::submission::check(toml);
    for diagnostic in &checked.diagnostics {
        assert!(toml.get(diagnostic.span.clone()).is_some(), "{diagnostic:?} points outside the file");
    }
});
