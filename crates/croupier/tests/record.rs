//! `croupier export` and `croupier verify --data` on the record of a house, while it is open and when its keys are
//! away.

#[path = "../../house/tests/support/mod.rs"]
mod support;

use croupier_house::casino::Program;
use croupier_house::keys::Keys;
use croupier_house::store::Store;
use croupier_rules::Seat;
use croupier_table::Command::Leave;
use std::path::Path;
use std::process::{Command, Output};
use support::Folder;
use support::casino::{FAST, House, data, keys, program};
use support::client::{Answer, Client, Seated};

/// Calls the program about the house of a folder.
fn croupier(job: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    for variable in ["CROUPIER_DATA", "CROUPIER_DATABASE", "CROUPIER_KEYS"] {
        command.env_remove(variable);
    }
    command.arg(job).arg("--data").arg(folder.join("data")).args(arguments).output().unwrap()
}

/// A call that is refused as a wrong one; what it says.
fn wrong(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

fn done(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A guest plays a round alone at the first table, and leaves.
fn play(house: &House) {
    let client = Client::guest(house.address);
    let mut seated = Seated::sits(&client, 1, Seat::ALL[1]);
    seated.round(&client.fixed(1)).unwrap();
    assert!(matches!(seated.order(&Leave(Seat::ALL[1]), false), Answer::Taken(_)));
}

/// What the chain of the house tells of exports.
fn exports(folder: &Path) -> Vec<serde_json::Value> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let text = runtime.block_on(async {
        let store = Store::read(&data(folder)).await.unwrap();
        let chain = store.house_chain().await.unwrap();
        store.whole(chain.id).await.unwrap()
    });
    croupier_house::store::verify_chain(&text).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines
        .filter(|line| line["by"]["program"] == "croupier export")
        .map(|line| line["what"]["exported"].clone())
        .collect()
}

#[test]
fn every_chain_of_a_table_is_exported_while_the_house_is_open_and_each_export_is_on_record() {
    let folder = Folder::new();
    let at = folder.path();
    let first = House::of(at, &[]);
    play(&first);
    drop(first);
    // Another program goes on with a new chain.
    let other = Program { name: "croupier test 2".to_owned(), ..program() };
    let house = House::run_by(other, &data(at), &keys(at), FAST);
    play(&house);
    let file = keys(at).display().to_string();
    let export = |name: &str, more: &[&str]| {
        let out = at.join(name).display().to_string();
        croupier("export", at, &[&["--keys", &file, "--table", "1", "--out", &out], more].concat())
    };
    let verified = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        done(&command.arg("verify").arg(at.join(name)).output().unwrap())
    };
    done(&export("old", &["--chain", "1"]));
    assert!(verified("old").contains("1  rounds"), "{}", verified("old"));
    done(&export("new", &["--chain", "2"]));
    done(&export("last", &[]));
    verified("new");
    assert_eq!(std::fs::read(at.join("new")).unwrap(), std::fs::read(at.join("last")).unwrap());
    assert_ne!(std::fs::read(at.join("new")).unwrap(), std::fs::read(at.join("old")).unwrap());
    // A round is found on its own chain.
    done(&export("round", &["--round", "1"]));
    assert!(verified("round").contains("1  rounds"), "{}", verified("round"));
    assert!(wrong(&export("third", &["--chain", "3"])).contains("table 1 has chains 1 to 2 (got 3)"));
    let told = exports(at);
    assert_eq!(told.len(), 4, "{told:?}");
    assert_eq!((&told[0]["table"], &told[0]["chain"]), (&serde_json::json!("1"), &serde_json::json!(1)));
    assert_eq!(told[3]["round"], 1);
    // The house goes on writing the chain that another process has written.
    Client::guest(house.address);
    drop(house);
    assert_eq!(exports(at).len(), 4);

    // What is there is not written over by mistake.
    let before = std::fs::read(at.join("old")).unwrap();
    assert!(wrong(&export("old", &[])).contains("already exists: name another file, or overwrite it with `--force`"));
    assert_eq!(std::fs::read(at.join("old")).unwrap(), before);
    done(&export("old", &["--force"]));
    assert_eq!(std::fs::read(at.join("old")).unwrap(), std::fs::read(at.join("last")).unwrap());
    std::fs::remove_file(at.join("old")).unwrap();
    assert!(wrong(&export("old", &[])).contains("old.sig already exists"));

    // At the second table nobody has played by the other program: nothing is signed there, and no file looks as if it
    // were.
    let quiet = at.join("quiet").display().to_string();
    let said = done(&croupier("export", at, &["--keys", &file, "--table", "2", "--out", &quiet]));
    assert!(said.contains("not signed yet") && !at.join("quiet.sig").exists(), "{said}");
    verified("quiet");
}

#[test]
fn a_store_without_its_keys_is_verified_with_the_key_that_is_named() {
    let folder = Folder::new();
    let at = folder.path();
    let house = House::of(at, &[]);
    play(&house);
    drop(house);
    let public = Keys::load(&keys(at)).unwrap().public().to_string();
    let said = wrong(&croupier("verify", at, &[]));
    let expected = at.join("data/keys.toml");
    assert!(said.contains(&format!("no keys found at {}", expected.display())), "{said}");
    assert!(said.contains("`--keys FILE`") && said.contains("`--key KEY`"), "{said}");
    let said = done(&croupier("verify", at, &["--key", &public]));
    assert!(said.contains("1 rounds"), "{said}");
    assert_eq!(said, done(&croupier("verify", at, &["--keys", &keys(at).display().to_string()])));
    assert!(wrong(&croupier("verify", at, &["--key", "zz"])).contains("not a public key"));
    // Another house's key does not do.
    let other = Keys::of_nobody().unwrap().public().to_string();
    assert_eq!(croupier("verify", at, &["--key", &other]).status.code(), Some(1));
}
