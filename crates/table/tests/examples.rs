//! The example of this crate, run.

#![allow(clippy::disallowed_types, reason = "a table starts no programs, but this test starts the example")]

use std::process::Command;

/// § 657a.11(c)(3).
#[test]
fn the_example_plays_a_round_to_its_close_and_its_journal_verifies() {
    let own = std::env::current_exe().expect("this test's own file");
    let example = own.ancestors().nth(2).expect("the build's folder").join("examples/settle_a_round");
    let output = Command::new(example).output().expect("an example that is built with the tests");
    let said = String::from_utf8_lossy(&output.stdout);
    let rulings: Vec<_> = said.lines().filter(|line| line.starts_with("seat 3")).collect();
    assert_eq!(
        rulings,
        [
            "seat 3  main  loses $10  § 657a.11(c)(3)(ii)(A)",
            "seat 3  play  loses $10  § 657a.11(c)(3)(ii)(A)",
            "seat 3  super-bonus  loses $10  § 657a.11(c)(3)(ii)(A)",
        ]
    );
    assert!(said.ends_with("19 commands, 32 events; fault: None\nplayer 7 has $70\n"), "{said}");
}
