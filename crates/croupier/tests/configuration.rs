//! The configuration of `croupier serve` as an operator writes and checks it.

use std::process::{Command, Output};

fn serve(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let mut call = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let Output { status, stdout, stderr } =
        call.arg("serve").args(arguments).envs(variables.iter().copied()).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

fn file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("croupier-{name}-{}.toml", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn what_is_printed_checks_without_a_fault() {
    let (status, printed, _) = serve(&["--print-config"], &[]);
    assert_eq!(status, Some(0));
    let path = file("printed", &printed);
    let (status, said, _) = serve(&["--check-config", "--config", &path], &[]);
    assert_eq!((status, said.as_str()), (Some(0), "the configuration is valid: no faults, 0 warnings\n"));
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn all_faults_are_shown_in_their_lines_and_a_start_names_the_first() {
    let path = file("wrong", "listne = \"127.0.0.1:80\"\n\n[times]\nbetting-seconds = 2\n");
    let (status, said, _) = serve(&["--check-config", "--config", &path], &[("CROUPIER_GUESTS", "perhaps")]);
    assert_eq!(status, Some(1));
    for part in [
        "error: unknown key `listne` in the configuration",
        "1 | listne = \"127.0.0.1:80\"",
        "help: did you mean `listen`?",
        "4 | betting-seconds = 2",
        "help: expected a whole number from 3 to 600",
        "error: CROUPIER_GUESTS: `guests`: `perhaps` is not valid",
        "3 faults, 0 warnings",
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    let (status, _, complaint) = serve(&["--config", &path], &[]);
    assert_eq!(status, Some(1));
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains(":1:1: unknown key `listne` in the configuration") && complaint.contains("and 1 more"));
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn a_file_that_is_not_there_is_a_wrong_call() {
    let (status, _, complaint) = serve(&["--check-config", "--config", "/nowhere/croupier.toml"], &[]);
    assert_eq!(status, Some(2));
    assert!(complaint.contains("/nowhere/croupier.toml"), "{complaint}");
}

/// `--check-config` reads the submissions of the first tables, as the first start would.
#[test]
fn the_files_of_the_first_tables_are_checked_too() {
    let sound = file("sound-table", include_str!("../../../submissions/pa-657a-a.toml"));
    let wrong = file(
        "wrong-table",
        &include_str!("../../../submissions/pa-657a-a.toml").replace("positions      = 6", "positions      = 7"),
    );
    let check = |first: &[&str]| {
        let path = file("first", &format!("[tables]\nfirst = {first:?}\n"));
        let told = serve(&["--check-config", "--config", &path], &[]);
        std::fs::remove_file(path).expect("removed");
        told
    };
    let (status, said, _) = check(&["pa-659a", &sound]);
    assert_eq!((status, said.as_str()), (Some(0), "the configuration is valid: no faults, 0 warnings\n"));
    let (status, said, _) = check(&["pa-659a", &wrong, "/nowhere/table.toml"]);
    assert_eq!(status, Some(1), "{said}");
    for part in [
        "2 | first = ",
        "a table has one to six betting positions (got 7) (§ 657a.2(a))",
        "/nowhere/table.toml",
        "2 faults, 0 warnings",
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    for path in [sound, wrong] {
        std::fs::remove_file(path).expect("removed");
    }
}

/// A database on another machine is reached with TLS, or the configuration says otherwise in so many words.
#[test]
fn a_database_elsewhere_is_not_reached_in_the_clear_unless_the_configuration_says_so() {
    let check = |more: &[&str]| serve(&[&["--check-config", "--database"], more].concat(), &[]);
    for url in ["postgres://me@db.example/house", "postgres://me@localhost/house?sslmode=disable"] {
        let (status, said, _) = check(&[url]);
        assert_eq!((status, said.as_str()), (Some(0), "the configuration is valid: no faults, 0 warnings\n"), "{url}");
    }
    let open = "postgres://me:secret@db.example/house?sslmode=disable";
    let (status, said, _) = check(&[open]);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("without TLS") && said.contains("database-plaintext = true") && !said.contains("secret"),
        "{said}"
    );
    let (status, said, _) = check(&[open, "--database-plaintext"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("may be unencrypted") && said.contains("1 warning") && !said.contains("secret"), "{said}");
}
