//! The modules of each crate and what each uses: drawn into docs/ARCHITECTURE.md, and without a cycle.
//!
//! A node is a top-level module of a crate with everything below it; `lib` is the root file. A module uses another when
//! its code names a path into it, by `crate::`, `super::` or a re-export of the root. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 5] = ["rules", "table", "odds", "house", "croupier"];
const BEGIN: &str = "<!-- Module graphs: written by `UPDATE=1 cargo nextest run -p xtask --test module_graph`. -->\n";
const END: &str = "<!-- End of the module graphs. -->";
/// The root file, as a node.
const ROOT: &str = "lib";
const COLUMNS: usize = 120;

type Graph = BTreeMap<String, BTreeSet<String>>;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Where a literal or comment that begins here ends, if one does.
fn end_of_literal(text: &[u8], at: usize) -> Option<usize> {
    let from = |needle: &str, start: usize| {
        text[start..].windows(needle.len()).position(|part| part == needle.as_bytes()).map(|found| start + found)
    };
    let rest = &text[at..];
    if rest.starts_with(b"//") {
        return Some(from("\n", at).unwrap_or(text.len()));
    }
    if rest.starts_with(b"/*") {
        return Some(from("*/", at + 2).map_or(text.len(), |end| end + 2));
    }
    if rest[0] == b'"' {
        let mut end = at + 1;
        while end < text.len() && text[end] != b'"' {
            end += if text[end] == b'\\' { 2 } else { 1 };
        }
        return Some(end + 1);
    }
    if rest[0] == b'r' && !(at > 0 && is_word(text[at - 1])) {
        let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
        if rest.get(1 + hashes) == Some(&b'"') {
            let closing = format!("\"{}", "#".repeat(hashes));
            return Some(from(&closing, at + hashes + 2).map_or(text.len(), |end| end + closing.len()));
        }
    }
    if rest[0] == b'\'' {
        // A character; what is left is the mark of a lifetime.
        let character = if rest.get(1) == Some(&b'\\') { from("'", at + 3) } else { from("'", at + 2) };
        let end = character.filter(|&end| end - at <= if rest[1] == b'\\' { 12 } else { 5 })?;
        let inside = &text[at + 1..end];
        let one = inside[0] == b'\\' || std::str::from_utf8(inside).is_ok_and(|inside| inside.chars().count() == 1);
        return one.then_some(end + 1);
    }
    None
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The words and marks of a source, without comments and literals; `::` is one mark.
fn tokens(source: &str) -> Vec<&str> {
    let text = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if let Some(end) = end_of_literal(text, at) {
            at = end;
        } else if is_word(text[at]) {
            let end = text[at..].iter().position(|&byte| !is_word(byte)).map_or(text.len(), |length| at + length);
            found.push(&source[at..end]);
            at = end;
        } else if text[at..].starts_with(b"::") {
            found.push("::");
            at += 2;
        } else {
            if text[at].is_ascii_graphic() {
                found.push(&source[at..=at]);
            }
            at += 1;
        }
    }
    found
}

/// The tokens after the item that begins here: its braces closed, or its semicolon passed.
fn after_item(tokens: &[&str], from: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match *token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(*token, "}" | ";") {
            return at + 1;
        }
    }
    tokens.len()
}

/// The tokens after an attribute that leaves an item to tests, if one begins here: `#[cfg(test)]`,
/// `#[cfg(all(test, unix))]`.
fn after_test_attribute(tokens: &[&str], at: usize) -> Option<usize> {
    tokens[at..].starts_with(&["#", "[", "cfg", "("]).then_some(())?;
    let end = at + tokens[at..].iter().position(|token| *token == "]")?;
    let condition = &tokens[at..end];
    (condition.contains(&"test") && !condition.contains(&"not")).then_some(end + 1)
}

/// The tokens without what is compiled for tests alone, and the modules that are.
fn without_tests(tokens: &[&str]) -> (Vec<String>, BTreeSet<String>) {
    let (mut kept, mut only_in_tests) = (Vec::new(), BTreeSet::new());
    let mut at = 0;
    while at < tokens.len() {
        if let Some(item) = after_test_attribute(tokens, at) {
            at = after_item(tokens, item);
            let named = tokens[item..at].windows(2).find(|pair| pair[0] == "mod").map(|pair| pair[1].to_owned());
            only_in_tests.extend(named);
        } else {
            kept.push(tokens[at].to_owned());
            at += 1;
        }
    }
    (kept, only_in_tests)
}

/// The paths that a tree of a `use`, or a path in code, spells from this token on.
fn paths(tokens: &[String], from: usize, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = prefix.to_vec();
    let mut at = from;
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at = paths(tokens, at, &path, found);
                    while tokens.get(at).is_some_and(|token| token != "," && token != "}") {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                return at + 1;
            }
            Some(name) if name == "*" || name.bytes().all(is_word) => path.push(name.to_owned()),
            _ => break,
        }
        at += 1;
        if tokens.get(at).is_none_or(|token| token != "::") {
            break;
        }
        at += 1;
    }
    found.push(path);
    at
}

/// The paths of a module's code from the root of the crate on; `place` is where the module is.
fn paths_from_root(tokens: &[String], place: &[String]) -> Vec<Vec<String>> {
    let mut spelled = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins = matches!(tokens[at].as_str(), "crate" | "super")
            && tokens.get(at + 1).is_some_and(|next| next == "::")
            && (at == 0 || !matches!(tokens[at - 1].as_str(), "in" | "::"));
        at = if begins { paths(tokens, at, &[], &mut spelled) } else { at + 1 };
    }
    let absolute = |path: Vec<String>| {
        let up = path.iter().take_while(|part| *part == "super").count();
        let skip = if path[0] == "crate" { 1 } else { up };
        let base = if path[0] == "crate" { &[] } else { &place[..place.len().saturating_sub(up)] };
        base.iter().cloned().chain(path.into_iter().skip(skip)).collect()
    };
    spelled.into_iter().map(absolute).collect()
}

/// The source files below a folder, each with the path of its module.
fn modules(folder: &Path, place: &[String], found: &mut Vec<(Vec<String>, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            modules(&path, &[place, &[name]].concat(), found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "main" {
            let text = fs::read_to_string(&path).expect("a source");
            let own = if matches!(name.as_str(), "mod" | "lib") { place.to_vec() } else { [place, &[name]].concat() };
            found.push((own, text));
        }
    }
}

/// What the root re-exports: each name with its module.
fn re_exports(root: &[String], modules: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut exported = BTreeMap::new();
    for at in root.iter().enumerate().filter(|(_, token)| *token == "use").map(|(at, _)| at) {
        let mut spelled = Vec::new();
        paths(root, at + 1, &[], &mut spelled);
        let own = spelled.into_iter().filter(|path| path.len() > 1 && modules.contains(&path[0]));
        exported.extend(own.map(|path| (path[path.len() - 1].clone(), path[0].clone())));
    }
    exported
}

/// The graph of a crate's sources.
fn graph(sources: &[(Vec<String>, String)]) -> Graph {
    let read = |(place, text): &(Vec<String>, String)| {
        let (code, only_in_tests) = without_tests(&tokens(text));
        (place.clone(), code, only_in_tests)
    };
    let read: Vec<_> = sources.iter().map(read).collect();
    let below_tests = |place: &[String]| {
        read.iter().any(|(parent, _, tests)| {
            place.len() > parent.len() && place.starts_with(parent) && tests.contains(&place[parent.len()])
        })
    };
    let code: Vec<_> = read.iter().filter(|(place, _, _)| !below_tests(place)).collect();
    let names: BTreeSet<String> = code.iter().filter_map(|(place, _, _)| place.first().cloned()).collect();
    let root = &code.iter().find(|(place, _, _)| place.is_empty()).expect("a root file").1;
    let exported = re_exports(root, &names);
    let mut graph: Graph = names.iter().map(|name| (name.clone(), BTreeSet::new())).collect();
    for (place, tokens, _) in &code {
        let Some(module) = place.first() else { continue };
        for path in paths_from_root(tokens, place) {
            let first = path.first().map_or(ROOT, String::as_str);
            let used = if names.contains(first) { first } else { exported.get(first).map_or(ROOT, String::as_str) };
            if used != module {
                graph.get_mut(module).expect("a module").insert(used.to_owned());
            }
        }
    }
    let of_root = root.windows(2).filter(|pair| pair[1] == "::" && names.contains(&pair[0]));
    graph.insert(ROOT.to_owned(), of_root.map(|pair| pair[0].clone()).collect());
    graph
}

/// The shortest way from a module back to itself, if there is one.
fn cycle_through(graph: &Graph, module: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![module.to_owned()]];
    let mut reached = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            for next in &graph[&way[way.len() - 1]] {
                let further = [&way[..], std::slice::from_ref(next)].concat();
                if next == module {
                    return Some(further);
                }
                if reached.insert(next.clone()) {
                    longer.push(further);
                }
            }
        }
        ways = longer;
    }
    None
}

/// The modules in layers: those of the first use no other, each further one only modules of layers before it.
///
/// # Errors
/// The shortest cycle, as a sentence.
fn layers(graph: &Graph) -> Result<Vec<Vec<&String>>, String> {
    let mut layers: Vec<Vec<&String>> = Vec::new();
    let mut placed = BTreeSet::new();
    while placed.len() < graph.len() {
        let ready = |(name, uses): &(&String, &BTreeSet<String>)| !placed.contains(*name) && uses.is_subset(&placed);
        let layer: Vec<&String> = graph.iter().filter(ready).map(|(name, _)| name).collect();
        if layer.is_empty() {
            let cycles = graph.keys().filter_map(|name| cycle_through(graph, name));
            let shortest = cycles.min_by_key(Vec::len).expect("what cannot be placed is in a cycle or above one");
            return Err(shortest.join(" uses "));
        }
        placed.extend(layer.iter().map(|name| (*name).clone()));
        layers.push(layer);
    }
    Ok(layers)
}

/// Words with a space between, in lines that fit beside a margin.
fn wrapped<'a>(words: impl Iterator<Item = &'a String>, margin: usize) -> String {
    let (mut lines, mut column) = (String::new(), margin);
    for word in words {
        if column > margin && column + 1 + word.len() > COLUMNS {
            let _ = write!(lines, "\n{}", " ".repeat(margin));
            column = margin;
        }
        if column > margin {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += word.len();
    }
    lines
}

fn drawn(name: &str, graph: &Graph) -> Result<String, String> {
    let widest = graph.keys().map(String::len).max().unwrap_or(0);
    let mut text = format!("### `{name}`\n\n```text\n");
    for (number, layer) in layers(graph)?.iter().enumerate() {
        let (using, alone): (Vec<&String>, Vec<&String>) = layer.iter().partition(|module| !graph[**module].is_empty());
        let mut label = format!("{:>2}", number + 1);
        if !alone.is_empty() {
            let _ = writeln!(text, "{label}  {}", wrapped(alone.into_iter(), 4));
        }
        for module in using {
            let uses = wrapped(graph[module].iter(), widest + 8);
            let _ = writeln!(text, "{label}  {module:widest$} -> {uses}");
            label = "  ".to_owned();
        }
    }
    text.push_str("```\n\n");
    Ok(text)
}

fn graph_of(name: &str) -> Graph {
    let mut sources = Vec::new();
    modules(&workspace().join("crates").join(name).join("src"), &[], &mut sources);
    graph(&sources)
}

#[test]
fn the_modules_of_each_crate_are_drawn_and_have_no_cycle() {
    let (mut right, mut cycles) = (String::new(), Vec::new());
    for name in CRATES {
        match drawn(name, &graph_of(name)) {
            Ok(text) => right += &text,
            Err(cycle) => cycles.push(format!("{name}: {cycle}")),
        }
    }
    assert_eq!(cycles, [""; 0], "move what both need into a module below");
    let path = workspace().join("docs/ARCHITECTURE.md");
    let page = fs::read_to_string(&path).expect("docs/ARCHITECTURE.md");
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the module graphs");
    let (written, after) = rest.split_once(END).expect("the end of the module graphs");
    let right = format!("\n{right}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{right}{END}{after}")).expect("docs/ARCHITECTURE.md");
    } else {
        assert!(written == right, "run `UPDATE=1 cargo nextest run -p xtask --test module_graph`");
    }
}

#[test]
fn a_cycle_is_found_and_named() {
    let source = |place: &str, text: &str| {
        (place.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect(), text.to_owned())
    };
    let mut sources = vec![
        source("", "mod a; mod b; mod c; pub use c::{Cup, deep::Dish as Plate}; pub use a::*;"),
        source("a", "use crate::{b::One, c as sea}; // crate::d\n#[cfg(test)] mod tests { use crate::e; }"),
        source("b::below", "fn f() -> super::super::Cup { \"crate::a\"; 'x'; super::beside() }"),
        source("c", "pub(in crate::a) fn f<'a>() { r#\"crate::a\"#; }"),
    ];
    let uses = |graph: &Graph, name: &str| graph[name].iter().cloned().collect::<Vec<_>>().join(" ");
    let found = graph(&sources);
    assert_eq!(["a", "b", "c", "lib"].map(|name| uses(&found, name)), ["b c", "c", "", "a c"]);
    assert!(layers(&found).is_ok());
    sources.push(source("c::deep", "use super::super::a::Ace;"));
    assert_eq!(layers(&graph(&sources)), Err("a uses c uses a".to_owned()));
}
