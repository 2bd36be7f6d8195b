//! A house with six games, opened by the program and asked over its API.

use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A house on a folder of its own, which ends with the test.
struct House {
    program: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl House {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut call = Command::new(env!("CARGO_BIN_EXE_three-card-house"));
        call.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path()).current_dir(folder.path());
        let mut program = call.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let mut lines = BufReader::new(program.stdout.take().expect("its output")).lines();
        let address = lines
            .find_map(|line| line.expect("a line").split_once(" is open at ").map(|(_, address)| address.to_owned()))
            .expect("the house opens");
        std::thread::spawn(move || lines.for_each(drop));
        Self { program, address: address.trim_end_matches('/').to_owned(), _folder: folder }
    }

    fn get(&self, path: &str) -> Value {
        let mut answer = ureq::get(format!("{}{path}", self.address)).call().expect("an answer");
        serde_json::from_str(&answer.body_mut().read_to_string().expect("text")).expect("JSON")
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn the_first_start_opens_six_tables_and_the_odds_of_the_sixth_are_exact() {
    let house = House::open();
    let tables = house.get("/api/tables");
    let tables = tables.as_array().expect("a list");
    let texts: Vec<_> = tables.iter().map(|table| table["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["pa-659a", "ma-asia", "pa-575", "pa-670a", "pa-657a", "own-3"]);
    let id = &tables[5]["id"];
    let begun = Instant::now();
    let odds = loop {
        let odds = house.get(&format!("/api/tables/{id}/odds"));
        if odds["ready"] == true {
            break odds;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{odds}");
        std::thread::sleep(Duration::from_millis(200));
    };
    let main = &odds["report"]["wagers"][0];
    assert_eq!(main["wager"], "main");
    assert!(main["house_edge"]["decimal"].as_str().unwrap().starts_with("0.086580"), "{main}");
    assert_eq!(odds["report"]["skipped"], serde_json::json!([]));
}
