//! The pages a newcomer reads, held to what they say.
//!
//! Every command in a `console` block of a page is run, and what it prints is what the page shows below it. The blocks
//! of a page are one session of one shell, in a folder of its own that looks like the top of the project. Note: a
//! `…` stands for what may vary, within a line for any text and alone on a line for any lines, and `croupier serve`
//! goes on beside the commands after it, on a free port in place of 8080.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the page's session begins with: a house is opened beside it, and told of once it is open.
const SESSION: &str = r#"
croupier() {
    if [ "$1 $2" != "serve --data" ]; then command croupier "$@"; return; fi
    : >served
    setpriv --pdeathsig KILL croupier "$@" >>served 2>&1 &
    until grep -q Ctrl-C served || ! kill -0 $!; do sleep 0.05; done
    cat served
}
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
"#;

/// What stands between the answers of two commands.
const NEXT: &str = "\u{1e}";

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's folder")
}

/// The pages: those at the top and those in `docs`.
fn pages() -> Vec<PathBuf> {
    let folders = [project(), project().join("docs")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder of pages"));
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

/// A block of a page: what stands after its opening fence, the line of that, and its own lines.
struct Block<'a> {
    kind: &'a str,
    line: usize,
    lines: Vec<&'a str>,
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (place, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => open = Some(Block { kind, line: place + 1, lines: Vec::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// A command of a page, where it stands, and what the page says it prints.
struct Asked<'a> {
    line: usize,
    command: &'a str,
    said: Vec<&'a str>,
}

fn commands(page: &str) -> Vec<Asked<'_>> {
    let mut asked = Vec::new();
    for block in blocks(page).into_iter().filter(|block| block.kind == "console") {
        for (place, text) in block.lines.into_iter().enumerate() {
            let line = block.line + 1 + place;
            match (text.strip_prefix("$ "), asked.last_mut()) {
                (Some(command), _) => asked.push(Asked { line, command, said: Vec::new() }),
                (None, Some(Asked { said, .. })) => said.push(text),
                (None, None) => panic!("line {line}: a console block begins with a command"),
            }
        }
    }
    asked
}

/// A folder that looks like the top of the project, for files that the commands write.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join(".bin")).expect("a folder");
        for entry in ["crates", "docs", "rounds", "submissions"] {
            symlink(project().join(entry), folder.join(entry)).expect("a link");
        }
        symlink(env!("CARGO_BIN_EXE_croupier"), folder.join(".bin/croupier")).expect("a link");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What each of these commands prints, in one session.
fn session(name: &str, commands: &[Asked<'_>]) -> Vec<String> {
    let folder = Folder::new(name);
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let mut script = SESSION.to_owned();
    for Asked { command, .. } in commands {
        script += &format!("printf '{NEXT}'\n{}\n", command.replace("8080", &port.to_string()));
    }
    let path = format!("{}:{}", folder.0.join(".bin").display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("setpriv");
    shell.args(["--pdeathsig", "KILL", "bash", "-c", &format!("exec 2>&1\n{script}")]).current_dir(&folder.0);
    shell.env("PATH", path).env("CROUPIER_CACHE", folder.0.join(".cache"));
    shell.env("CROUPIER_LISTEN", format!("127.0.0.1:{port}")).env("CROUPIER_LOG_LEVEL", "warn");
    let output = shell.stdin(Stdio::null()).output().expect("bash and setpriv, which every Linux has");
    let printed = String::from_utf8(output.stdout).expect("text").replace(&port.to_string(), "8080");
    printed.split(NEXT).skip(1).map(str::to_owned).collect()
}

/// Whether a line is as the page says, `…` for any text.
fn line_holds(said: &str, printed: &str) -> bool {
    let Some((begin, rest)) = said.split_once('…') else { return said.trim_end() == printed.trim_end() };
    let Some(left) = printed.strip_prefix(begin) else { return false };
    let starts = left.char_indices().map(|(place, _)| place).chain([left.len()]);
    starts.into_iter().any(|start| line_holds(rest, &left[start..]))
}

/// Whether lines are as the page says, `…` alone for any lines.
fn holds(said: &[&str], printed: &[&str]) -> bool {
    match said {
        [] => printed.is_empty(),
        ["…", rest @ ..] => (0..=printed.len()).any(|skipped| holds(rest, &printed[skipped..])),
        [line, rest @ ..] => {
            printed.split_first().is_some_and(|(first, left)| line_holds(line, first) && holds(rest, left))
        }
    }
}

#[test]
fn an_ellipsis_stands_for_any_text_or_any_lines_and_for_nothing_else() {
    assert!(holds(&["first", "…", "head …, last"], &["first", "a", "b", "head 1a2b, last"]));
    assert!(holds(&["…"], &[]));
    assert!(!holds(&["first", "…"], &["second"]));
    assert!(!holds(&["head … last"], &["head 1a2b"]));
    assert!(!holds(&["first"], &["first", "second"]));
}

#[test]
fn every_command_of_the_pages_prints_what_they_say() {
    let mut run = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let commands = commands(&text);
        let name = page.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let printed = if commands.is_empty() { Vec::new() } else { session(name, &commands) };
        assert_eq!(printed.len(), commands.len(), "{name}: the session broke off after {printed:?}");
        for (Asked { line, command, said }, printed) in commands.iter().zip(&printed) {
            let lines: Vec<_> = printed.lines().collect();
            let said_so = said.join("\n");
            assert!(
                holds(said, &lines),
                "{}:{line}: `{command}` prints\n{printed}\nand the page says\n{said_so}",
                page.display()
            );
        }
        run += commands.len();
    }
    assert!(run >= 20, "the pages have only {run} commands");
}

/// The last file that a page links to before one of its lines.
fn linked_before(page: &str, line: usize) -> Option<&str> {
    let above: usize = page.lines().take(line - 1).map(|line| line.len() + 1).sum();
    let (_, target) = page[..above].rsplit_once("](")?;
    target.split_once(')').map(|(target, _)| target)
}

/// Whether an excerpt stands in a file: runs of lines, word for word and in order, with `…` between them.
fn stands_in(excerpt: &[&str], file: &str) -> bool {
    let words: Vec<_> = file.lines().map(str::trim).collect();
    let mut left = &words[..];
    excerpt.split(|line| matches!(line.trim(), "…" | "// …")).all(|run| {
        let run: Vec<_> = run.iter().map(|line| line.trim()).collect();
        let found = left.windows(run.len().max(1)).position(|window| window == run);
        found.inspect(|place| left = &left[place + run.len()..]).is_some()
    })
}

#[test]
fn every_excerpt_of_the_walkthrough_stands_word_for_word_in_the_file_linked_above_it() {
    let page = fs::read_to_string(project().join("docs/WALKTHROUGH.md")).expect("the page");
    let excerpts = blocks(&page).into_iter().filter(|block| matches!(block.kind, "rust" | "ts" | "svelte" | "js"));
    let mut seen = 0;
    for Block { line, lines, .. } in excerpts {
        let target = linked_before(&page, line).unwrap_or_else(|| panic!("line {line}: name the file in a link"));
        let file = fs::read_to_string(project().join("docs").join(target)).unwrap_or_else(|_| panic!("no {target}"));
        let excerpt = lines.join("\n");
        assert!(stands_in(&lines, &file), "WALKTHROUGH.md:{line}: this is not in {target}:\n{excerpt}");
        seen += 1;
    }
    assert!(seen >= 8, "the page has only {seen} excerpts");
}

#[test]
fn an_excerpt_with_a_word_changed_or_out_of_order_does_not_stand_in_the_file() {
    let file = "fn a() {\n    one();\n    two();\n    three();\n}\n";
    assert!(stands_in(&["one();", "two();"], file));
    assert!(stands_in(&["fn a() {", "    // …", "    three();", "}"], file));
    assert!(!stands_in(&["one();", "three();"], file));
    assert!(!stands_in(&["three();", "…", "one();"], file));
    assert!(!stands_in(&["one() ;"], file));
}

/// The names in backquotes of a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_map_names_every_module_of_every_crate() {
    let page = fs::read_to_string(project().join("docs/ARCHITECTURE.md")).expect("the page");
    for name in ["rules", "table", "odds", "house", "croupier"] {
        let heading = format!("## Inside `{name}`\n");
        let section = page.split_once(&*heading).unwrap_or_else(|| panic!("no section on {name}")).1;
        let section = section.split("\n## ").next().unwrap_or_default();
        for entry in fs::read_dir(project().join("crates").join(name).join("src")).expect("sources") {
            let entry = entry.expect("an entry");
            let folder = entry.file_type().expect("a kind").is_dir();
            let module = entry.file_name().to_string_lossy().into_owned() + if folder { "/" } else { "" };
            let entry_point = matches!(&*module, "lib.rs" | "main.rs");
            assert!(entry_point || quoted(section).any(|name| name == module), "{heading} does not name `{module}`");
        }
    }
}

/// Everything that the map may name: the sources, the law, the tools.
fn tree() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                below(&path, found);
            }
            found.push(path);
        }
    }
    let mut found = vec![project().join("Cargo.toml")];
    for folder in ["crates", "examples", "web/src", "xtask"].map(|name| project().join(name)) {
        below(&folder, &mut found);
        found.push(folder);
    }
    found
}

#[test]
fn every_file_the_map_names_is_there() {
    let page = fs::read_to_string(project().join("docs/ARCHITECTURE.md")).expect("the page");
    let outside_blocks: String = page.split("```").step_by(2).collect();
    let is_path = |name: &&str| {
        !name.contains([' ', '{', '…']) && ["/", ".rs", ".ts", ".toml"].iter().any(|end| name.ends_with(end))
    };
    let (tree, named) = (tree(), quoted(&outside_blocks).filter(is_path).collect::<Vec<_>>());
    assert!(named.len() > 100, "the map names only {named:?}");
    for name in named {
        assert!(tree.iter().any(|path| path.ends_with(name)), "there is no `{name}`");
    }
}

#[test]
fn every_test_the_map_names_is_there() {
    let page = fs::read_to_string(project().join("docs/ARCHITECTURE.md")).expect("the page");
    let sources = tree().into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let sources: String = sources.map(|path| fs::read_to_string(path).expect("a source")).collect();
    let is_sentence = |name: &&str| name.matches('_').count() > 3 && !name.contains(['/', ' ', '(']);
    let named: Vec<_> = quoted(&page).filter(is_sentence).collect();
    assert!(named.len() > 10, "the map names only {named:?}");
    for name in named {
        assert!(sources.contains(&format!("fn {name}(")), "there is no test `{name}`");
    }
}
