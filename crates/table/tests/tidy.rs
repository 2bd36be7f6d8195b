//! What the architecture promises about this crate's sources.

#![allow(clippy::disallowed_methods, reason = "a table touches no files, but this test reads its sources")]

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { sources(&path, found) } else { found.push(path) }
    }
}

/// The driver reads procedures and asks the game questions of law; it never asks which game it plays. Comments may name
/// clauses and so chapters; code may not.
#[test]
fn the_table_never_asks_which_game_it_plays() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 20);
    let names =
        ["Pa659a", "MaAsia", "Pa575", "Pa670a", "Pa657a", "AsiaPoker", "Crazy4", "SixCardFortune", "games::", "Text::"];
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a source");
        for (number, line) in (1..).zip(source.lines()) {
            let code = line.trim_start();
            let named = names.iter().find(|name| !code.starts_with("//") && code.contains(**name));
            assert!(named.is_none(), "{}:{number} names a game: {code}", file.display());
        }
    }
}
