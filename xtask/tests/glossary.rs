//! One word, one meaning: no public type name exists twice in the workspace, and each has its line in the glossary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const MARKER: &str = "<!-- The rest is written by";

struct PublicType {
    name: String,
    /// Its crate, as `rules` or `xtask`.
    owner: String,
    place: String,
    /// The first sentence of its documentation.
    line: String,
    /// Whether other crates can name it.
    exported: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The name of a type that a line declares for other modules, and whether other crates can name it.
fn declared(line: &str) -> Option<(&str, bool)> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let (rest, exported) = match rest.strip_prefix('(') {
        Some(scope) => (scope.split_once(')')?.1, false),
        None => (rest, true),
    };
    let mut words = rest.split_whitespace();
    matches!(words.next()?, "struct" | "enum" | "trait" | "type" | "union").then_some(())?;
    let name = words.next()?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(name.len());
    (end > 0).then_some((&name[..end], exported))
}

/// The first sentence of the documentation above a line, which may take several lines.
fn first_doc_line(lines: &[&str], at: usize) -> String {
    let above = || lines[..at].iter().rev().map(|line| line.trim());
    let attribute = |line: &&str| !line.starts_with("///") && !line.is_empty() && !line.ends_with('}');
    let docs = above().skip_while(attribute).take_while(|line| line.starts_with("///"));
    let mut docs: Vec<&str> = docs.map(|line| line.trim_start_matches('/').trim()).collect();
    docs.reverse();
    let end = docs.iter().position(|line| line.ends_with('.')).map_or(docs.len().min(1), |end| end + 1);
    docs[..end].join(" ")
}

/// A line of documentation without the links that only rustdoc follows: [`X`](crate::X) and [`X`] become `X`.
fn without_links(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, after)) = after.split_once("`]") else { break };
        plain.push_str(&format!("{before}`{name}`"));
        rest = after.strip_prefix('(').and_then(|target| Some(target.split_once(')')?.1)).unwrap_or(after);
    }
    plain + rest
}

#[test]
fn links_of_rustdoc_become_plain_names() {
    assert_eq!(without_links("the game's [`Solver`](crate::Solver) says which"), "the game's `Solver` says which");
    assert_eq!(without_links("see [`A::b`]."), "see `A::b`.");
    assert_eq!(without_links("plain [text] and `code`"), "plain [text] and `code`");
}

fn public_types() -> Vec<PublicType> {
    let mut found = Vec::new();
    let crates = ["rules", "table", "odds", "house", "croupier"].map(|name| (name, root().join("crates").join(name)));
    for (owner, folder) in crates.into_iter().chain([("xtask", root().join("xtask"))]) {
        let mut files = Vec::new();
        rust_files(&folder.join("src"), &mut files);
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).expect("a text file");
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let Some((name, exported)) = declared(line) else { continue };
                let path = file.strip_prefix(root()).expect("a file of the workspace");
                let place = format!("{}:{}", path.display(), at + 1);
                let line = first_doc_line(&lines, at);
                found.push(PublicType { name: name.to_owned(), owner: owner.to_owned(), place, line, exported });
            }
        }
    }
    found
}

#[test]
fn no_public_type_name_exists_twice() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in public_types() {
        places.entry(found.name).or_default().push(found.place);
    }
    let twice: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn every_public_type_has_its_line_in_the_glossary() {
    let path = root().join("docs/GLOSSARY.md");
    let glossary = fs::read_to_string(&path).expect("docs/GLOSSARY.md");
    let end = glossary.find(MARKER).map(|at| at + glossary[at..].find('\n').map_or(0, |line| line + 1));
    let by_hand = &glossary[..end.expect("the marker of the generated part")];
    let mut types: Vec<_> = public_types().into_iter().filter(|found| found.exported).collect();
    types.sort_by(|one, other| one.name.cmp(&other.name));
    let mut right = format!("{by_hand}\n| type | crate | meaning |\n|---|---|---|\n");
    for PublicType { name, owner, line, .. } in &types {
        assert!(!line.is_empty(), "{name} of {owner} has no doc line");
        let _ = writeln!(right, "| `{name}` | {owner} | {} |", without_links(line).replace('|', "\\|"));
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &right).expect("docs/GLOSSARY.md");
    }
    let written = fs::read_to_string(&path).expect("docs/GLOSSARY.md");
    assert!(written == right, "run `UPDATE=1 cargo nextest run -p xtask --test glossary`");
}

/// Words that say a tense, not a role.
const PARTICIPLES: [&str; 18] = [
    "Told", "Kept", "Asked", "Seen", "Taken", "Given", "Came", "Said", "Heard", "Gone", "Known", "Shown", "Held",
    "Found", "Made", "Wanted", "Standing", "Waits",
];

#[test]
fn no_public_type_is_named_by_a_participle_alone() {
    let riddles = public_types().into_iter().filter(|found| PARTICIPLES.contains(&found.name.as_str()));
    let riddles: Vec<_> = riddles.map(|found| format!("{} ({})", found.name, found.place)).collect();
    assert!(riddles.is_empty(), "{riddles:#?}");
}
