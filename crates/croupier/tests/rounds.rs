//! The round scripts: all hold, each says which clause it shows, and no operative clause is without one.

use croupier_rules::Regulation;
use croupier_rules::law::{Coverage, names, resolves};
use std::path::{Path, PathBuf};
use std::process::Command;

fn rounds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rounds")
}

/// Every script with the text whose folder it lies in.
fn scripts() -> Vec<(Regulation, PathBuf)> {
    let of = |text: Regulation| {
        let folder = std::fs::read_dir(rounds().join(text.id())).expect("a folder for each text");
        folder.map(move |entry| (text, entry.expect("a file").path()))
    };
    Regulation::ALL.into_iter().flat_map(of).collect()
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
        let sign = if text == Regulation::MaAsia { "# " } else { "# § " };
        assert!(first.starts_with(&format!("{sign}{clause}")), "{}: begins with `{first}`", path.display());
    }
}

/// §§ 659a.11-659a.13, 575.11-575.13, 670a.11-670a.13, 657a.11-657a.13, MA 12-14.
#[test]
fn every_operative_clause_of_play_pay_and_irregularities_has_a_script_of_its_own() {
    let scripts = scripts();
    let mut missing = Vec::new();
    for text in Regulation::ALL {
        let sections: &[&str] = if text == Regulation::MaAsia { &["12", "13", "14"] } else { &["11", "12", "13"] };
        for row in &text.law().clauses {
            let section = row.id.strip_prefix(text.citation_prefix()).unwrap_or(&row.id);
            let operative = sections.iter().any(|wanted| section.starts_with(&format!("{wanted}(")));
            let idle = matches!(row.honoured, Coverage::Definition | Coverage::Furniture | Coverage::Planned);
            let cited = text.cite(&row.id);
            let shown = |(of, path): &(Regulation, PathBuf)| *of == text && names(&cited, &clause(path));
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
    let script = "# § 659a.11(f)(2)\ntext pa-659a\nseat 3  main $25\n\
        cards seat 3  9c 9d 5h 4s | Kh 7s | Qd\n      dealer  9h 9s 6c 4d | Kc 7h | Jd\nsettle\n  \
        seat 3  main  wins $25  § 659a.11(f)(2)\n";
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
        ("seat 3 main $25\n", "has no `text`"),
        ("text pa-999\n", "unknown text `pa-999`"),
        ("text pa-659a\nseat 9 main $25\n", "line 2: `9` is not a seat"),
        ("text pa-659a\nseat 3 main 25\n", "line 2: `25` is not an amount of money"),
        ("text pa-659a\nseat 3 side-bet $25\n", "line 2: unknown wager `side-bet`"),
        ("text pa-659a\ndance\n", "line 2: unknown line `dance`"),
        ("text pa-659a\ncards seat 3 As Ax\n", "line 2: "),
        ("text pa-659a\nwith deal.method = \"foot\"\nsettle\n", "`method` cannot be `foot`"),
        ("text pa-659a\ncards seat 3 As\n  dealer As\n", "As appears twice"),
    ] {
        let path = folder.join("line.round");
        std::fs::write(&path, script).expect("a script");
        let (said, status) = croupier(&["run", path.to_str().expect("a path")]);
        assert_eq!(status, 1, "{script}");
        assert!(said.contains(says), "{script}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// Runs a script of a test's own; what was said, and the status.
fn run(name: &str, script: &str) -> (String, i32) {
    let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("one.round");
    std::fs::write(&path, script).expect("a script");
    let answer = croupier(&["run", path.to_str().expect("a path")]);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    answer
}

/// Two rounds of § 659a: the player wins the first and loses the second.
fn two_rounds(table: &str, between: &str) -> String {
    format!(
        "# § 659a.11(f)(2)\ntext pa-659a\n{table}seat 3 main $25\n\
         cards seat 3 Ac Ad Ah As | Kc Kd | Qh\n      dealer 9c 7s 5h 3d | 8d 4h | 2c\n{between}\
         new cards\nseat 3 main $25\n\
         cards seat 3 9c 7s 5h 3d | 8d 4h | 2c\n      dealer Ac Ad Ah As | Kc Kd | Qh\n\
         settle\n  dealer sets As Ah Ad Ac | Kd Kc | Qh\n  seat 3 main loses $25 § 659a.11(f)(1)(i)\n"
    )
}

const WON: &str = "settle\n  dealer sets 9c 7s 5h 3d | 8d 4h | 2c\n  seat 3 main wins $25 § 659a.11(f)(2)\nclose\n";
const TWO_DECKS: &str = "with cards.decks = 2\nwith cards.back-colours = [\"red\", \"blue\"]\nsealed\n";

#[test]
fn the_cards_of_a_later_round_are_dealt_though_its_deck_was_shuffled_before() {
    let void = "to the cards\nvoid round\n  round void, wagers returned, deck reshuffled\n";
    let recut = "with shuffle.method = \"manual\"\nwith deal.method = \"manual-shoe\"\nsealed\n";
    for (table, between) in [
        (TWO_DECKS, WON.to_owned()),
        ("sealed\n", WON.to_owned()),
        ("", void.to_owned()),
        (TWO_DECKS, void.to_owned()),
        (
            recut,
            WON.replace(
                "settle",
                "to the cards\nrecut\n  recut required\ncut 13\n  13 cards cut by the dealer\nsettle",
            ),
        ),
    ] {
        let script = two_rounds(table, &between);
        let (said, status) = run("later", &script);
        assert_eq!(status, 0, "{script}\n{said}");
    }
}

#[test]
fn a_script_whose_named_cards_are_not_dealt_fails_and_says_which() {
    let crazy = "# § 657a.8(d)\ntext pa-657a\nseat 2 main $15\n\
        cards seat 1 As Ad Ac\n      seat 2 Kd Ah 5c Jh 6d\nto the reveal\n";
    let (said, status) = run("undealt", crazy);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("round 1: seat 1 should get As Ad Ac but is dealt nothing"), "{said}");
}

#[test]
fn the_deck_itself_can_be_named_from_the_top() {
    let script = "# § 657a.8(d)\ntext pa-657a\nseat 2 main $15\n\
        cards deck As Kd Ac 3c Ah 7s Ks 5c Th Ad\nto the decisions\nseat 2 plays $45\nto the reveal\n  \
                  dealer shows Ad Ks Th 7s 5c, high card, qualifies § 657a.11(c)(3)\n";
    let (said, status) = run("deck", script);
    assert_eq!(status, 0, "three aces allow 3x: {said}");
    let (said, status) = run("deck-and-hands", &script.replace("to the decisions", "cards seat 2 Qd"));
    assert_eq!((status, said.contains("name either the deck or hands")), (1, true), "{said}");
}

/// § 670a.11(d), § 657a.11(c)(3): the dealer's hands are part of what a script expects, wherever they are set.
#[test]
fn a_script_shows_how_the_dealer_sets_wherever_that_happens() {
    let head = "# § 670a.11(d)\ntext pa-670a\nseat 3 main $25\ncards seat 3 Qc Qd 6s 4h 2c | 8d\n      \
                dealer Kc Kd 9h 7s 5c 3d\n";
    let set = "  dealer sets Kd Kc 7s 5c 3d | 9h, rule 9 § 670a.11(d)(1)\n";
    for line in ["to the reveal", "to the end", "close", "turn dealer", "reveal seat 3"] {
        let (said, status) = run("dealer", &format!("{head}{line}\n"));
        assert_eq!((status, said.contains(&format!("+ {set}"))), (1, true), "{line}: {said}");
    }
    let settled = format!("{head}settle\n{set}  seat 3 main loses $25 § 670a.11(f)(1)(i)\n");
    let (said, status) = run("settled", &settled);
    assert_eq!((status, said.contains("1 also played at an observed table")), (0, true), "{said}");
    // The hands exchange a card, and the outcome is the same.
    let laid = |script: &str| script.replace("dealer Kc Kd 9h 7s 5c 3d", "dealer Kc Kd 9h 7s 3d | 5c");
    let (said, status) = run("otherwise", &laid(&settled));
    assert_eq!((status, said.contains("+   dealer sets Kd Kc 9h 7s 3d | 5c")), (1, true), "{said}");
}

#[test]
fn a_script_that_expects_nothing_fails() {
    let script = "# § 659a.3(c)(1)\ntext pa-659a\nseat 3 main $25\nno more bets\n";
    let (said, status) = run("nothing", script);
    assert_eq!(
        (status, said.contains("the script expects nothing: end it with a line that shows the result")),
        (1, true)
    );
    let (said, status) = run("something", &format!("{script}asks\n  dealer find the start § 659a.10(b)\n"));
    assert_eq!(status, 0, "{said}");
}

#[test]
fn dice_hold_from_their_line_on_and_new_cards_forget_them() {
    let round = "seat 3 main $25\nclose\n";
    let script = format!("# § 659a.5(g)(1)\ntext pa-659a\n{round}dice 1 1 2\n{round}new cards\n{round}");
    let (journal, status) = journal("dice", &script);
    assert_eq!(status, 0);
    let found: Vec<&str> =
        journal.split("\"start-found\":").skip(1).filter_map(|rest| rest.split('}').next()).collect();
    let shown: Vec<&str> = found.iter().filter_map(|found| found.split("\"dice\":").nth(1)).collect();
    assert_eq!(shown, ["[2,2,3]", "[1,1,2]", "[2,2,3]"], "{found:?}");
}

/// § 575.5(g)(2), § 575.5(g)(3): a start is journalled as it was found.
#[test]
fn starts_of_generator_and_button_are_not_journalled_as_dice() {
    let by = |method: &str| {
        let start = format!("with start.method = \"{method}\"\n");
        journal(
            method,
            &format!("# § 575.5(g)\ntext pa-575\n{start}with start.approved = true\nseat 3 main $25\nclose\n"),
        )
    };
    for (method, found) in [
        ("rng", "{\"start-found\":{\"position\":7,\"number\":7}}"),
        ("button", "{\"start-found\":{\"position\":1,\"button\":true}}"),
    ] {
        let (journal, status) = by(method);
        assert_eq!(status, 0, "{method}");
        assert!(journal.contains(found), "{method}: {journal}");
    }
}

/// Runs a script, whose expectations the program writes, and reads the journal it leaves.
fn journal(name: &str, script: &str) -> (String, i32) {
    let folder = std::env::temp_dir().join(format!("croupier-journal-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (path, out) = (folder.join("one.round"), folder.join("one.journal"));
    std::fs::write(&path, script).expect("a script");
    croupier(&["run", "--update", path.to_str().expect("a path")]);
    let (_, status) = croupier(&["run", "--journal", out.to_str().expect("a path"), path.to_str().expect("a path")]);
    let journal = std::fs::read_to_string(&out).unwrap_or_default();
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    (journal, status)
}

#[test]
fn new_cards_forget_the_magic_card_and_the_lucky_position() {
    let submission = rounds().join("../submissions/pa-657a-hand-bonus.toml");
    let round = "seat 2 main $10\nclose\n";
    let head = format!("# § 657a.12(f)(3)\nsubmission {}\n", submission.to_str().expect("a path"));
    let (journal, status) = journal("magic", &format!("{head}magic Qc\nlucky seat 1\n{round}new cards\n{round}"));
    assert_eq!(status, 0, "{journal}");
    let drew: Vec<&str> = journal.split("\"system-drew\":").skip(1).filter_map(|rest| rest.split('}').next()).collect();
    assert!(drew[0].contains("\"magic\":\"Qc\",\"lucky\":7"), "{drew:?}");
    assert!(drew[1].contains("\"magic\":null,\"lucky\":null"), "{drew:?}");
}

#[test]
fn a_meter_is_named_without_doubt() {
    let script = |meter: &str| {
        format!("# § 659a.12(d)\ntext pa-659a\nmeter {meter} $5,000\nmeters\n  progressive meter $5,000\n")
    };
    for meter in ["meter", "progressive"] {
        let (said, status) = run("meter", &script(meter));
        assert_eq!(status, 0, "{meter}: {said}");
    }
    let (said, status) = run("no-meter", &script("mega"));
    assert_eq!((status, said.contains("unknown meter `mega`: the table has progressive")), (1, true), "{said}");
    // By the other reading of R-42 a table has two meters without a name of their own.
    let submission = rounds().join("../submissions/pa-657a-e.toml");
    let table = format!(
        "# § 657a.11(e)\nsubmission {}\nwith table.areas = none\nwith readings.R-42 = \"alternative\"\n\
         with wagers.five-card-progressive.paytable = \"A\"\nwith wagers.five-card-progressive.amount = \"$1\"\n",
        submission.to_str().expect("a path")
    );
    let (said, status) = run("two-meters", &format!("{table}meter meter $5,000\n"));
    let doubt = "more than one meter is named `meter`: write four-card-progressive or five-card-progressive";
    assert_eq!((status, said.contains(doubt)), (1, true), "{said}");
    let (said, status) = run(
        "the-other-meter",
        &format!(
            "{table}meter five-card-progressive $7,000\nmeters\n  \
             four-card-progressive meter $5,000\n  five-card-progressive meter $7,000\n"
        ),
    );
    assert_eq!(status, 0, "{said}");
}

#[test]
fn a_name_before_a_line_is_who_acts() {
    let script = "# § 659a.7(b)\ntext pa-659a\nseat 1 main $25\nseat 5 sits\n\
                  player 1: seat 5 main $25\n  refused: seat 5 belongs to another player § 659a.7(b)\n\
                  player 1: seat 4 main $25\n  refused: nobody sits at seat 4 § 659a.7(b)\n\
                  player 5: seat 5 main $25\n\
                  player 5: shuffle\n  refused: requires the dealer (got player)\n";
    let (said, status) = run("speaker", script);
    assert_eq!(status, 0, "{said}");
    for line in ["player 5: settle", "player 5: balances", "player 5: seat 5 will fold"] {
        let (said, status) = run("nobody", &format!("{script}{line}\n"));
        assert_eq!((status, said.contains("is not a command, so nobody can give it")), (1, true), "{line}: {said}");
    }
}

#[test]
fn lines_that_came_in_another_order_are_marked() {
    let script = "# § 659a.11(e)\ntext pa-659a\nseat 3 main $25\nseat 5 main $25\n\
                  cards seat 3 Ac Ad Ah As | Kc Kd | Qh\n      dealer 9c 7s 5h 3d | 8d 4h | 2c\n\
                  settle\n  dealer sets 9c 7s 5h 3d | 8d 4h | 2c\n  \
                  seat 3 main wins $25 § 659a.11(f)(2)\n  seat 5 main wins $25 § 659a.11(f)(2)\n";
    let (said, status) = run("order", script);
    assert_eq!(status, 1, "{said}");
    let marked: Vec<&str> = said.lines().filter(|line| line.trim_start().starts_with(['-', '+'])).collect();
    assert_eq!(marked.len(), 2, "{said}");
    assert_eq!(marked[0].replace('-', "+"), marked[1], "the same line leaves one place and comes at another: {said}");
}

#[test]
fn a_refusal_carries_one_clause() {
    let script = "# § 659a.11(b)\ntext pa-659a\nseat 3 main $25\n\
                  cards dealer 2c 3d 5h 7s | 9c 8d | 4h\nto the reveal\nreveal seat 3\n";
    let (said, _) = run("clauses", script);
    assert!(said.contains("the high hand does not rank above the medium hand § 659a.11(b)"), "{said}");
    assert!(!said.contains("659a.3(a)"), "{said}");
}

/// `set wrongly` is shown at an observed table as well, and hands laid for one round leave the others alone.
#[test]
fn set_wrongly_changes_no_round_before_it() {
    let first = "seat 3 main $25\ncards seat 3 Qc Qd 6s 4h 2c | 8d\n      dealer Kc Kd 9h 7s 5c 3d\nto the dealer\n\
                 turn dealer Kc 9h 7s 5c 3d | Kd\n  dealer sets Kc 9h 7s 5c 3d | Kd\n  \
                 dealer set wrongly: dealer's hands set again § 670a.13(i)\n  \
                 dealer sets Kd Kc 7s 5c 3d | 9h, rule 9 § 670a.11(d)(1)\n\
                 settle\n  seat 3 main loses $25 § 670a.11(f)(1)(i)\nclose\nnew cards\n";
    let second = "seat 3 main $25\ncards seat 3 Qc Qd 6s 4h 2c | 8d\n      dealer Kc 9h 7s 5c 3d | Kd\n\
                  settle\n  dealer sets Kc 9h 7s 5c 3d | Kd\n  seat 3 main returned $25 § 670a.11(f)(2)(i)\n\
                  set wrongly\n  dealer set wrongly: dealer's hands set again § 670a.13(i)\n  \
                  dealer sets Kd Kc 7s 5c 3d | 9h, rule 9 § 670a.11(d)(1)\n  \
                  seat 3 settlement taken back § 670a.13(i)\n  \
                  seat 3 main loses $25 § 670a.11(f)(1)(i)\n";
    let head = "# § 670a.13(i)\ntext pa-670a\nwith start.method = \"rng\"\nwith start.approved = true\n";
    let (said, status) = run("wrongly", &format!("{head}{first}{second}"));
    assert_eq!(status, 0, "{said}");
    let (said, status) = run("wrongly-observed", &format!("{head}{second}"));
    assert_eq!((status, said.contains("1 also played at an observed table")), (0, true), "{said}");
}
