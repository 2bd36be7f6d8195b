//! The example of this crate, run.

#![allow(clippy::disallowed_types, reason = "rules start no programs, but this test starts the example")]

use std::process::Command;

/// § 657a.6(b), § 659a.11(f)(1)(ii).
#[test]
fn the_example_ranks_hands_and_names_the_clause() {
    let own = std::env::current_exe().expect("this test's own file");
    let example = own.ancestors().nth(2).expect("the build's folder").join("examples/rank_a_hand");
    let output = Command::new(example).output().expect("an example that is built with the tests");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "three-of-a-kind is higher than flush: true\n\
         9d 9c 5h 4s | Kh 7s | Qd against 9s 9h 6c 4d | Kc 7h | Jd: lose by § 659a.11(f)(1)(ii)\n"
    );
}
