//! Any text as a rules submission: every fault is told, none is a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|toml: &str| {
    let _ = croupier_rules::submission::check(toml);
});
