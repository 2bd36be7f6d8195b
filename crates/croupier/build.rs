//! Gathers every citation of a clause in the source tree, so that `croupier clauses` can name the code and the tests
//! behind each. Gathered at build time, the matrix cannot fall behind the code.
//!
//! A citation belongs to the item it stands in, or, in a doc comment or attribute, to the item that follows. It counts
//! as a test where the file lies in a `tests` folder or the lines stand under `#[cfg(test)]`; anywhere else it is code.
//! Where a round script or a row of the refusal tables has a command refused under a clause, the citation is a refusal
//! too.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Files whose citations say nothing about the program: they show how a citation looks.
const OWN: [&str; 4] = ["Cargo.toml", "croupier/build.rs", "croupier/src/cli.rs", "rules/src/clause.rs"];

/// The refusal tables: whatever their rows cite, the table refuses under it.
const REFUSALS: &str = "crates/table/tests/refusals/rows.rs";

/// The clauses themselves: what lists them does not honour them.
const LAW: &str = "rules/law";

const CHAPTERS: [&str; 4] = ["659a.", "670a.", "657a.", "575."];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = here.join("../..");
    let mut files = Vec::new();
    for folder in ["crates", "rounds", "submissions"] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        gather(&root.join(folder), &mut files)?;
    }
    let named = |file: PathBuf| (file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/"), file);
    let mut files: Vec<(String, PathBuf)> = files.into_iter().map(named).collect();
    files.sort();
    let mut found = Vec::new();
    for (path, file) in files.iter().filter(|(_, file)| !OWN.iter().any(|own| file.ends_with(own))) {
        let source = fs::read_to_string(file)?;
        if path.ends_with(".rs") {
            scan_rust(path, &source, &mut found);
        } else {
            scan_data(path, &source, &mut found);
        }
    }
    let (rules, table, odds) = ("crates/rules/src/", "crates/table/src/", "crates/odds/src/");
    println!("cargo::rustc-env=CROUPIER_RULES_HASH={}", hash(&files, &[rules])?);
    println!("cargo::rustc-env=CROUPIER_TABLE_HASH={}", hash(&files, &[table])?);
    println!("cargo::rustc-env=CROUPIER_ODDS_HASH={}", hash(&files, &[rules, odds])?);
    found.sort();
    found.dedup();
    let mut out = String::from("&[\n");
    for Citation { citation, test, refusal, place } in &found {
        let kind = format!("test: {test}, refusal: {refusal}");
        let _ = writeln!(out, "    Citation {{ citation: {citation:?}, {kind}, place: {place:?} }},");
    }
    out.push_str("]\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("citations.rs"), out)
}

/// The SHA-256 of the code in these folders, file after file in the order of their paths, as `sha256sum` would give it:
/// `find crates/rules/src -name '*.rs' -o -name '*.toml' | LC_ALL=C sort | xargs cat | sha256sum`.
fn hash(files: &[(String, PathBuf)], folders: &[&str]) -> io::Result<String> {
    let mut hash = Sha256::new();
    for (path, file) in files {
        if folders.iter().any(|folder| path.starts_with(folder)) {
            hash.update(fs::read(file)?);
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Citation {
    citation: String,
    test: bool,
    refusal: bool,
    place: String,
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        let kind = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if path.ends_with(LAW) {
            continue;
        } else if path.is_dir() {
            gather(&path, files)?;
        } else if matches!(kind, "rs" | "toml" | "round") {
            files.push(path);
        }
    }
    Ok(())
}

fn scan_rust(path: &str, source: &str, found: &mut Vec<Citation>) {
    let (mut test, refusals) = (path.contains("/tests/"), path.starts_with(REFUSALS));
    let mut item = String::from("module");
    let mut waiting: Vec<String> = Vec::new();
    let mut record = |citation: String, test: bool, item: &str| {
        let refusal = refusals && item != "module";
        found.push(Citation { citation, test, refusal, place: format!("{path}: {item}") });
    };
    for line in source.lines() {
        let line = line.trim();
        test |= line.starts_with("#[cfg(test)]");
        let before_its_item = line.starts_with("///") || line.starts_with("#[");
        if let Some(name) = item_name(line) {
            name.clone_into(&mut item);
        }
        // What was said before a field or a variant belongs to the type it stands in.
        if !before_its_item && !line.is_empty() {
            waiting.drain(..).for_each(|citation| record(citation, test, &item));
        }
        for citation in citations(line) {
            if line.starts_with("//!") {
                record(citation, test, "module");
            } else if before_its_item {
                waiting.push(citation);
            } else {
                record(citation, test, &item);
            }
        }
    }
    waiting.into_iter().for_each(|citation| record(citation, test, &item));
}

fn scan_data(path: &str, source: &str, found: &mut Vec<Citation>) {
    let test = path.ends_with(".round");
    for line in source.lines() {
        let refusal = test && line.trim_start().starts_with("refused:");
        let cited = citations(line).into_iter();
        found.extend(cited.map(|citation| Citation { citation, test, refusal, place: path.to_owned() }));
    }
}

/// The name of the function, type or constant this line begins.
fn item_name(line: &str) -> Option<&str> {
    let mut words =
        line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!')).filter(|word| !word.is_empty());
    loop {
        match words.next()? {
            "pub" | "crate" | "super" | "async" | "unsafe" | "in" => {}
            "const" => match words.next()? {
                "fn" => return words.next(),
                name => return Some(name),
            },
            "fn" | "static" | "struct" | "enum" | "trait" | "mod" | "impl" | "type" => return words.next(),
            _ => return None,
        }
    }
}

/// Every citation in a line: `659a.11(f)(1)(ii)`, `657a.1 "Hand"`, `MA 12(g)(1)`, and readings: `R-02`.
fn citations(line: &str) -> Vec<String> {
    let mut found = readings(line);
    let starts = CHAPTERS.iter().chain(&["MA "]).flat_map(|prefix| line.match_indices(prefix));
    for (at, prefix) in starts {
        let joined = line[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '.');
        let rest = &line[at + prefix.len()..];
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        if joined || digits == 0 {
            continue;
        }
        found.push(format!("{prefix}{}{}", &rest[..digits], tail(&rest[digits..])));
    }
    found
}

fn readings(line: &str) -> Vec<String> {
    let digit = |c: char| c.is_ascii_digit();
    let cited = line.match_indices("R-").filter_map(|(at, _)| {
        let number = line.get(at + 2..at + 4).filter(|number| number.chars().all(digit))?;
        let joined = line[..at].ends_with(|c: char| c.is_alphanumeric()) || line[at + 4..].starts_with(digit);
        (!joined).then(|| format!("R-{number}"))
    });
    cited.collect()
}

/// The paragraphs or the defined term behind a section number.
fn tail(rest: &str) -> String {
    let plain = rest.replace("\\\"", "\"");
    if let Some((term, _)) = plain.strip_prefix(" \"").and_then(|term| term.split_once('"')) {
        return format!(" \"{term}\"");
    }
    let mut end = 0;
    while let Some(inside) = rest[end..].strip_prefix('(') {
        match inside.split_once(')') {
            Some((label, _)) if !label.is_empty() && label.len() <= 4 && label.chars().all(char::is_alphanumeric) => {
                end += label.len() + 2;
            }
            _ => break,
        }
    }
    rest[..end].to_owned()
}
