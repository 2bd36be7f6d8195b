//! `croupier backup` and `croupier restore` on real stores.

use croupier_house::store::{HouseLine, Location, NewTable, Store};
use croupier_rules::{Regulation, submission};
use croupier_table::journal::{Header, Journal};
use croupier_table::{DealMode, Timestamp};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output};

/// A data folder with one table.
fn furnish(folder: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&Location::Data(folder.to_owned()), Timestamp(1)).await.unwrap();
        let submission = submission::template(Regulation::Pa657a);
        let header = Header::new("one", DealMode::Sealed, "croupier 0", "rules", &submission);
        let (name, header, text) = ("one".to_owned(), Journal::begin(&header).1, Regulation::Pa657a);
        let new = NewTable { name, text, submission, mode: DealMode::Sealed, header, made: Timestamp(2) };
        store.make_table(&new, HouseLine::new(Timestamp(2), &"tests", &"a table")).await.unwrap();
        store.close().await;
    });
}

fn croupier(job: &str, folder: &Path, file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.env_remove("CROUPIER_DATA").env_remove("CROUPIER_DATABASE");
    // A variable of somebody else's that is not text is none of our business.
    command.env("ODD", std::ffi::OsStr::from_bytes(b"\xff"));
    command.arg(job).arg("--data").arg(folder).arg(file).output().unwrap()
}

#[test]
fn a_backup_is_restored_into_an_empty_folder_only_and_is_written_once() {
    let folder = std::env::temp_dir().join(format!("croupier-backup-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (data, other, file) = (folder.join("data"), folder.join("other"), folder.join("backup"));
    furnish(&data);

    let made = croupier("backup", &data, &file);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(said.contains("2 chains agree to the last line") && said.contains("1  tables"), "{said}");
    let again = croupier("backup", &data, &file);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8(again.stderr).unwrap().contains("already exists"));

    let restored = croupier("restore", &other, &file);
    assert_eq!(restored.status.code(), Some(0), "{restored:?}");
    let full = croupier("restore", &other, &file);
    assert_eq!(full.status.code(), Some(2));
    assert!(String::from_utf8(full.stderr).unwrap().contains("the target store must be empty"));

    let nowhere = croupier("backup", &folder.join("nowhere"), &folder.join("second"));
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8(nowhere.stderr).unwrap().contains("no store found at"));
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "nothing else is left behind: {left:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}
