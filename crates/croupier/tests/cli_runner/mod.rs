//! The program as scripts call it, at the top of the repository.
#![allow(dead_code, reason = "each test program uses a part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether what takes minutes is asked too.
pub(crate) fn full() -> bool {
    std::env::var_os("CROUPIER_FULL").is_some_and(|full| full == "1")
}

/// Calls the program. What one call counted the next remembers, in a folder of the tests' own.
pub(crate) fn croupier(arguments: &[&str]) -> Output {
    remembering(arguments, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// Calls the program with a memory of its own.
pub(crate) fn remembering(arguments: &[&str], cache: &Path) -> Output {
    let mut call = Command::new(env!("CARGO_BIN_EXE_croupier"));
    call.args(arguments).current_dir(root()).env("CROUPIER_CACHE", cache);
    call.stdin(Stdio::null()).output().expect("the program runs")
}

/// What the program prints, having done what it was asked.
pub(crate) fn printed(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What it tells programs.
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    let told = printed(croupier(&[arguments, &["--format", "json"]].concat()));
    serde_json::from_str(&told).expect("JSON")
}

/// A call that is refused in one line, which says so.
pub(crate) fn refused(arguments: &[&str], status: i32, said: &str) {
    let output = croupier(arguments);
    let complaint = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {complaint}");
    assert!(complaint.contains(said) && complaint.lines().count() == 1, "{arguments:?}: {complaint}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

/// A file for the program to read.
pub(crate) fn file(name: &str, content: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a file");
    path.to_str().expect("a plain name").to_owned()
}
