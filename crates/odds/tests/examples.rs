//! The example of this crate, run.

use std::process::Command;

#[test]
fn the_example_computes_the_edge_of_a_printed_paytable_and_of_one_of_its_own() {
    let own = std::env::current_exe().expect("this test's own file");
    let example = own.ancestors().nth(2).expect("the build's folder").join("examples/compute_an_edge");
    let output = Command::new(example).output().expect("an example that is built with the tests");
    // Of 2,598,960 hands 114,616 are paid for a flush: one unit less for each is 0.0441007 more for the house.
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "paytable A: house edge 0.030606 of each unit, over 2598960 hands\n\
         with 3 to 1 for a flush: house edge 0.074706 of each unit, over 2598960 hands\n"
    );
}
