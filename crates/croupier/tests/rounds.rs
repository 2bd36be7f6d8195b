//! The round scripts: all hold, each says which clause it shows, and no operative clause is without one.

use croupier_rules::Text;
use croupier_rules::law::{Honoured, law, names, resolves};
use std::path::{Path, PathBuf};
use std::process::Command;

fn rounds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rounds")
}

/// Every script with the text whose folder it lies in.
fn scripts() -> Vec<(Text, PathBuf)> {
    let of = |text: Text| {
        let folder = std::fs::read_dir(rounds().join(text.id())).expect("a folder for each text");
        folder.map(move |entry| (text, entry.expect("a file").path()))
    };
    Text::ALL.into_iter().flat_map(of).collect()
}

/// The clause a script's name begins with, as code cites it: `659a.11(f)(2)`, `MA 12(h)`.
fn clause(path: &Path) -> String {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let (prefix, rest) = name.strip_prefix("MA-").map_or(("", name), |rest| ("MA ", rest));
    let end = rest.find('-').unwrap_or(rest.len());
    format!("{prefix}{}", &rest[..end])
}

fn croupier(arguments: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().expect("the program runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

#[test]
fn every_round_script_holds() {
    let folder = rounds();
    let (said, status) = croupier(&["run", folder.to_str().expect("a path")]);
    assert_eq!(status, 0, "{said}");
}

#[test]
fn there_are_at_least_250_scripts_and_each_is_a_round() {
    let scripts = scripts();
    assert!(scripts.len() >= 250, "{}", scripts.len());
    for (_, path) in scripts {
        assert_eq!(path.extension().and_then(|extension| extension.to_str()), Some("round"), "{}", path.display());
    }
}

#[test]
fn each_script_is_named_after_a_clause_of_its_text_and_says_so_first() {
    for (text, path) in scripts() {
        let clause = clause(&path);
        assert!(resolves(&clause), "{}: {clause} is no clause", path.display());
        let prefix = text.citation_prefix().trim_end_matches('.');
        assert!(clause.starts_with(prefix), "{}: not of {text}", path.display());
        let script = std::fs::read_to_string(&path).expect("a script");
        let first = script.lines().next().unwrap_or_default();
        let sign = if text == Text::MaAsia { "# " } else { "# § " };
        assert!(first.starts_with(&format!("{sign}{clause}")), "{}: begins with `{first}`", path.display());
    }
}

/// §§ 659a.11-659a.13, 575.11-575.13, 670a.11-670a.13, 657a.11-657a.13, MA 12-14.
#[test]
fn every_operative_clause_of_play_pay_and_irregularities_has_a_script_of_its_own() {
    let scripts = scripts();
    let mut missing = Vec::new();
    for text in Text::ALL {
        let sections: &[&str] = if text == Text::MaAsia { &["12", "13", "14"] } else { &["11", "12", "13"] };
        for row in &law(text).clauses {
            let section = row.id.strip_prefix(text.citation_prefix()).unwrap_or(&row.id);
            let operative = sections.iter().any(|wanted| section.starts_with(&format!("{wanted}(")));
            let idle = matches!(row.honoured, Honoured::Definition | Honoured::Furniture | Honoured::Planned);
            let cited = text.cite(&row.id);
            let shown = |(of, path): &(Text, PathBuf)| *of == text && names(&cited, &clause(path));
            if operative && !idle && !scripts.iter().any(shown) {
                missing.push(cited);
            }
        }
    }
    assert!(missing.is_empty(), "no script for {}", missing.join(", "));
}

#[test]
fn a_script_that_does_not_hold_is_told_in_its_own_form() {
    let folder = std::env::temp_dir().join(format!("croupier-rounds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("wrong.round");
    let script = "# § 659a.11(f)(2)\ntext pa-659a\nseat 3  main $25\ncards seat 3  9c 9d 5h 4s | Kh 7s | Qd\n      dealer  9h 9s 6c 4d | Kc 7h | Jd\nsettle\n  seat 3  main  wins $25  § 659a.11(f)(2)\n";
    std::fs::write(&path, script).expect("a script");
    let file = path.to_str().expect("a path");
    let (said, status) = croupier(&["run", file]);
    assert_eq!(status, 1);
    assert!(said.contains("-   seat 3 main wins $25 § 659a.11(f)(2)"), "{said}");
    assert!(said.contains("+   seat 3 main loses $25 § 659a.11(f)(1)(ii)"), "{said}");
    let (_, status) = croupier(&["run", "--update", file]);
    assert_eq!(status, 0);
    let (_, status) = croupier(&["run", file]);
    assert_eq!(status, 0);
    assert!(
        std::fs::read_to_string(&path).expect("a script").contains("  seat 3  main  loses $25  § 659a.11(f)(1)(ii)")
    );
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn lines_that_make_no_sense_are_named() {
    let folder = std::env::temp_dir().join(format!("croupier-lines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (script, says) in [
        ("seat 3 main $25\n", "names no `text`"),
        ("text pa-999\n", "unknown text `pa-999`"),
        ("text pa-659a\nseat 9 main $25\n", "line 2: `9` is no seat"),
        ("text pa-659a\nseat 3 main 25\n", "line 2: `25` is not an amount of money"),
        ("text pa-659a\nseat 3 side-bet $25\n", "line 2: unknown wager `side-bet`"),
        ("text pa-659a\ndance\n", "line 2: `dance` is nothing a script can do"),
        ("text pa-659a\ncards seat 3 As Ax\n", "line 2: "),
        ("text pa-659a\nwith deal.method = \"foot\"\nsettle\n", "`method` cannot be `foot`"),
        ("text pa-659a\ncards seat 3 As\n  dealer As\n", "As is laid twice"),
    ] {
        let path = folder.join("line.round");
        std::fs::write(&path, script).expect("a script");
        let (said, status) = croupier(&["run", path.to_str().expect("a path")]);
        assert_eq!(status, 1, "{script}");
        assert!(said.contains(says), "{script}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
