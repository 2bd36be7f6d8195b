//! A house that an earlier program kept goes on with this one.
//!
//! `data/house-of-the-first-program.tar.gz` is the folder of a house of November 2026, before rules had revisions,
//! killed in the middle of a round of Crazy 4 Poker. Its keys are of no use anywhere else.

mod server_runner;
#[path = "../../house/tests/support/mod.rs"]
mod support;

use croupier_rules::Revision;
use serde_json::json;
use server_runner::Served;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use support::Folder;
use support::casino::{FAST, data};
use support::client::Client;

fn unpacked() -> Folder {
    let folder = Folder::new();
    let house = folder.path().join("data");
    std::fs::create_dir(&house).unwrap();
    let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/house-of-the-first-program.tar.gz");
    assert!(Command::new("tar").arg("-xzf").arg(packed).arg("-C").arg(&house).status().unwrap().success());
    folder
}

/// Runs the program on the folder of the house; what it prints.
fn croupier(folder: &Path, args: &[&str]) -> String {
    let house = folder.join("data");
    let run = Command::new(env!("CARGO_BIN_EXE_croupier")).args(args).arg("--data").arg(house).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{args:?}: {said}");
    said
}

#[test]
fn a_house_of_the_first_program_plays_on_and_adopts_the_present_rules_between_rounds() {
    let folder = unpacked();
    let keys = folder.path().join("data/keys.toml");
    let mut house = Served::start(&data(folder.path()), &keys, FAST);
    let (address, _) = house.opened();
    let guest = Client::guest(address);
    let (_, tables) = guest.ask("GET", "/api/tables", None);
    let tables = tables.as_array().unwrap();
    assert_eq!(tables.len(), 5);
    let crazy_4 = tables.iter().find(|table| table["text"] == json!("pa-657a")).unwrap()["id"].as_i64().unwrap();
    let began = Instant::now();
    let view = || guest.ask("GET", &format!("/api/tables/{crazy_4}/view"), None).1["view"].clone();
    let round = view()["round"].clone();
    while view()["phase"] != json!("closed") {
        assert_eq!(view()["round"], round, "the open round goes on");
        assert!(began.elapsed() < Duration::from_secs(90), "a silent seat is completed: {}", view());
        std::thread::sleep(Duration::from_millis(200));
    }
    house.stop();
    croupier(folder.path(), &["verify"]);
    for table in tables {
        let (id, out) = (table["id"].to_string(), folder.path().join(format!("{}.journal", table["id"])));
        croupier(folder.path(), &["export", "--table", &id, "--out", out.to_str().unwrap()]);
        let journal = std::fs::read_to_string(&out).unwrap();
        let adopted = format!("{{\"rules-adopted\":{{\"revision\":{}}}}}", Revision::CURRENT.0);
        assert_eq!(journal.matches(&adopted).count(), 1, "table {id}: {journal}");
    }
}
