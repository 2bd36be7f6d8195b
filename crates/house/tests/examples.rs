//! The examples that talk to a house, run against one.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::Folder;
use support::casino::House;

/// The Rust example as this build has it: beside the folder of the tests.
fn rust() -> PathBuf {
    let own = std::env::current_exe().expect("this test's own file");
    own.ancestors().nth(2).expect("the build's folder").join("examples/talk_to_the_house")
}

#[test]
fn the_examples_play_a_round_as_guests_and_tell_what_came_of_each_wager() {
    let folder = Folder::new();
    let house = House::of(folder.path(), &[]);
    let address = format!("http://{}", house.address);
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/talk_to_the_house.py");
    let [mut in_rust, mut in_python] = [Command::new(rust()), Command::new("python3")];
    for (name, example) in [("Rust", &mut in_rust), ("Python", in_python.arg(python))] {
        let output = example.arg(&address).output().unwrap_or_else(|error| panic!("{name}: {error}"));
        let said = String::from_utf8(output.stdout).unwrap().replace('"', "");
        assert!(output.status.success(), "{name}: {said}{}", String::from_utf8_lossy(&output.stderr));
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(lines.len(), 4, "{name}: {said}");
        assert!(lines[0].starts_with("seat 1 holds "), "{name} left no free seat, or has none: {said}");
        for (line, wager) in lines[1..].iter().zip(["main", "play", "super-bonus"]) {
            assert!(line.starts_with(wager) && line.contains(": 1000 cents staked, "), "{name}: {line}");
            assert!(line.contains("657a.11(c)(3)"), "{name} tells no clause: {line}");
        }
    }
}
