//! Order in the whole tree: what the architecture and the style promise and no compiler holds.
//!
//! Elsewhere are: that no code of `table` names a game (`crates/table/tests/tidy.rs`), that every citation in code,
//! data and scripts resolves (`crates/croupier/src/commands/clauses.rs`), and spelling (the stage `spelling`).

use croupier_rules::law::resolves;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// The files git knows of, and new ones it does not ignore, that end so: each by its path, with its text.
fn files_ending(endings: &[&str]) -> Vec<(String, String)> {
    let git = Command::new("git")
        .current_dir(root())
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .output()
        .expect("git runs");
    assert!(git.status.success(), "{}", String::from_utf8_lossy(&git.stderr));
    let all = String::from_utf8(git.stdout).expect("paths are text");
    let ends = |path: &&str| endings.iter().any(|ending| path.ends_with(&format!(".{ending}")));
    // A file that is deleted and not yet committed is still listed.
    let read = |path: &str| Some((path.to_owned(), fs::read_to_string(root().join(path)).ok()?));
    all.split('\0').filter(ends).filter_map(read).collect()
}

/// `rules ◄ table ◄ house ◄ croupier`, `rules ◄ odds ◄ croupier`: what each crate may build on, tests included.
const BUILDS_ON: [(&str, &[&str]); 5] = [
    ("rules", &[]),
    ("table", &["croupier-rules"]),
    ("odds", &["croupier-rules"]),
    ("house", &["croupier-rules", "croupier-table"]),
    ("croupier", &["croupier-house", "croupier-odds", "croupier-rules", "croupier-table"]),
];

#[test]
fn no_crate_points_the_wrong_way() {
    let crates = root().join("crates");
    let known = fs::read_dir(&crates).expect("the crates").count();
    assert_eq!(known, BUILDS_ON.len(), "a new crate has its place among the others: name it above");
    for (name, allowed) in BUILDS_ON {
        let manifest = fs::read_to_string(crates.join(name).join("Cargo.toml")).expect("a manifest");
        let manifest: Table = manifest.parse().expect("TOML");
        let sections = ["dependencies", "dev-dependencies", "build-dependencies"].map(|section| manifest.get(section));
        for on in sections.into_iter().flatten().filter_map(|section| section.as_table()).flat_map(Table::keys) {
            let ours = on.starts_with("croupier") || on == "xtask" || on == "three-card-house";
            assert!(!ours || allowed.contains(&on.as_str()), "{name} builds on {on}, which points the wrong way");
        }
    }
}

#[test]
fn no_source_file_is_over_800_lines() {
    let sources = files_ending(&["rs", "ts", "svelte", "css", "js", "py", "sql"]);
    assert!(sources.len() > 400, "the sources are found");
    let long: Vec<&str> =
        sources.iter().filter(|(_, text)| text.lines().count() > 800).map(|(name, _)| name.as_str()).collect();
    assert_eq!(long, [""; 0], "split them");
}

/// How wide a line of source may be, as `rustfmt.toml` and `web/.prettierrc.json` have it.
const COLUMNS: usize = 120;

/// The lines of these sources that are too wide, each by its file and number. Formatters leave comments and strings
/// alone.
fn wide_lines(endings: &[&str]) -> Vec<String> {
    let wide = |(path, text): (String, String)| {
        let lines = text.lines().enumerate().filter(|(_, line)| line.chars().count() > COLUMNS);
        lines.map(|(index, _)| format!("{path}:{}", index + 1)).collect::<Vec<_>>()
    };
    files_ending(endings).into_iter().flat_map(wide).collect()
}

#[test]
fn no_line_of_source_is_over_120_columns() {
    assert_eq!(wide_lines(&["rs", "svelte", "ts", "js", "css", "py", "sql"]), [""; 0]);
}

/// The lines of a page that can be wrapped: not the rows of a table, and not what a program prints.
fn wrappable(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    page.lines().enumerate().filter(move |(_, line)| {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(kind) };
        }
        fence != Some("console") && !line.trim_start().starts_with('|')
    })
}

#[test]
fn no_line_of_the_documents_is_over_120_columns() {
    let wide = files_ending(&["md"]).into_iter().flat_map(|(path, page)| {
        let lines = wrappable(&page).filter(|(_, line)| line.chars().count() > COLUMNS);
        lines.map(|(index, _)| format!("{path}:{}", index + 1)).collect::<Vec<_>>()
    });
    assert_eq!(wide.collect::<Vec<_>>(), [""; 0]);
    let page = "one\n```console\nprinted\n```\n```sh\ncalled\n```\n| row |";
    assert_eq!(wrappable(page).map(|(_, line)| line).collect::<String>(), "one``````shcalled```");
}

/// Whether a declaration of a style names a colour itself: `#f1d58a`, `rgb(…)`, `white`.
fn names_a_colour(declaration: &str) -> bool {
    const FUNCTIONS: [&str; 9] = ["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"];
    const WORDS: [&str; 18] = [
        "aqua", "black", "blue", "brown", "crimson", "gold", "gray", "green", "grey", "ivory", "navy", "orange",
        "pink", "purple", "red", "silver", "white", "yellow",
    ];
    let Some((_, value)) = declaration.split_once(':') else { return false };
    let hex = value.split('#').skip(1).any(|rest| {
        let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
        matches!(digits, 3 | 4 | 6 | 8)
            && !rest[digits..].starts_with(|next: char| next.is_alphanumeric() || next == '-')
    });
    let mut words = value.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    hex || words.any(|word| FUNCTIONS.contains(&word) || WORDS.contains(&word))
}

/// The declarations of a component's style, without comments and selectors.
fn declarations(component: &str) -> Vec<String> {
    let Some((_, style)) = component.split_once("<style>") else { return Vec::new() };
    let uncommented: String =
        style.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, rest)| rest)).collect();
    // What ends in a brace is a selector or the name of a block.
    let ended = uncommented.replace('{', "{;").replace('}', ";");
    ended.split(';').map(str::trim).filter(|part| !part.is_empty() && !part.ends_with('{')).map(str::to_owned).collect()
}

#[test]
fn component_styles_take_every_colour_from_app_css() {
    let components = files_ending(&["svelte"]);
    assert!(components.len() > 80, "the components are found");
    let found: Vec<String> = components
        .iter()
        .flat_map(|(path, text)| declarations(text).into_iter().map(move |declaration| (path, declaration)))
        .filter(|(_, declaration)| names_a_colour(declaration))
        .map(|(path, declaration)| format!("{path}: {declaration}"))
        .collect();
    assert_eq!(found, [""; 0], "use a token of web/src/app.css");
}

#[test]
fn raw_colours_are_recognised() {
    for raw in
        ["color: #fff", "border: 1px solid rgb(0 0 0 / 12%)", "background: color-mix(in srgb, var(--felt), white)"]
    {
        assert!(names_a_colour(raw), "{raw}");
    }
    for token in ["color: var(--white)", "grid-area: 1 / 2", "fill: url(#back-lattice)", "fill: currentColor"] {
        assert!(!names_a_colour(token), "{token}");
    }
    let style = "<p>#1</p><style>\n  .red { color: var(--ink); } /* #fff */\n  a:hover {\n    top: 0;\n  }\n</style>";
    assert_eq!(declarations(style)[..2], ["color: var(--ink)", "top: 0"]);
}

/// The places a page links to: `[words](place)`, outside of code.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_code = false;
    for line in page.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let text: String = if in_code { String::new() } else { line.split('`').step_by(2).collect() };
        found.extend(text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())));
    }
    found
}

/// What a heading is linked by: in lower case, without marks, with dashes for spaces.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let pages = files_ending(&["md"]);
    assert!(pages.len() > 8, "the documents are found");
    let mut followed = 0;
    for (name, page) in &pages {
        for link in links(page).iter().filter(|link| !link.contains("://")) {
            let (place, heading) = link.split_once('#').map_or((link.as_str(), None), |(place, of)| (place, Some(of)));
            let beside = root().join(name);
            let target = if place.is_empty() { beside } else { beside.parent().expect("a folder").join(place) };
            assert!(target.exists(), "{name}: `{link}` leads nowhere");
            if let Some(heading) = heading {
                let text = fs::read_to_string(&target).expect("a page");
                let found = text.lines().any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(found, "{name}: `{link}` names no heading");
            }
            followed += 1;
        }
    }
    assert!(followed > 10, "links are found");
}

/// The clauses a page cites: `§ 659a.11(f)(1)`, `MA 12(g)`.
fn cited(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for prefix in ["659a.", "670a.", "657a.", "575.", "MA "] {
        for (at, _) in page.match_indices(prefix) {
            let joined = page[..at].ends_with(|before: char| before.is_alphanumeric() || matches!(before, '.' | '-'));
            let rest = &page[at + prefix.len()..];
            let section = rest.chars().take_while(char::is_ascii_digit).count();
            if joined || section == 0 {
                continue;
            }
            let mut end = section;
            while let Some(label) = rest[end..].strip_prefix('(').and_then(|inside| Some(inside.split_once(')')?.0)) {
                if label.is_empty() || label.len() > 4 || !label.chars().all(char::is_alphanumeric) {
                    break;
                }
                end += label.len() + 2;
            }
            found.push(format!("{prefix}{}", &rest[..end]));
        }
    }
    found
}

#[test]
fn every_clause_cited_in_the_documents_resolves() {
    let mut looked_up = 0;
    for (name, page) in files_ending(&["md"]) {
        for citation in cited(&page) {
            assert!(resolves(&citation), "{name} cites {citation}, which no text has");
            looked_up += 1;
        }
    }
    assert!(looked_up > 100, "citations are found");
}
