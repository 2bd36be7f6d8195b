//! The program as scripts call it: what it prints, where, and with which status.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn croupier(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends").expect("all input is read");
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn json_lines(output: &Output) -> Vec<serde_json::Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn rank_answers_arguments_in_order_and_names_the_hand() {
    let output = croupier(&["rank", "--text", "pa-659a", "--as", "high", "As Ad Ac Jk", "Ks Qs Js Ts"]);
    assert_eq!(output.status.code(), Some(0));
    let lines = json_lines(&output);
    assert_eq!(lines[0]["category"], "four aces");
    assert_eq!(lines[1]["category"], "straight flush");
    assert!(lines[0]["strength"].as_u64() > lines[1]["strength"].as_u64());
    assert_eq!(lines[0]["cards"], "Jk As Ad Ac");
}

#[test]
fn a_bonus_kind_that_does_not_pay_is_null_and_zero() {
    let output = croupier(&["rank", "--text", "pa-657a", "--as", "five", "9s 9d 3h 3c 2s"]);
    assert_eq!(stdout(&output), "{\"cards\":\"9s 9d 3h 3c 2s\",\"category\":null,\"strength\":0}\n");
}

#[test]
fn a_bad_line_is_answered_with_its_number_and_the_rest_still_follow() {
    let mut input = b"As Ad Ac Ah\n\nAs As Kd Kc\nXx 2s 3s 4s\nAs\nJk Jk 2s 3s\n\xff\xfe\n".to_vec();
    input.extend(std::iter::repeat_n(b'A', 10_000_000));
    input.extend(b"\n2s 3s 4s 5s");
    let output = fed(&["rank", "--text", "pa-659a", "--as", "high"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0]["category"], "four aces");
    assert_eq!(lines[8]["category"], "straight flush");
    for (place, said) in [
        (1, "empty line"),
        (2, "duplicate card `As`"),
        (3, "unknown card `Xx`"),
        (4, "1 card, but `high` has 4 (§ 659a.1 \"High hand\")"),
        (5, "second joker"),
        (6, "not UTF-8"),
        (7, "10000000 bytes"),
    ] {
        let error = lines[place]["error"].as_str().expect("an error");
        assert!(error.contains(said), "{error}");
        assert_eq!(lines[place]["line"], place + 1);
    }
}

#[test]
fn a_wrong_call_ends_with_status_two_and_one_line() {
    for arguments in [
        &["rank", "--text", "pa-999", "--as", "high"][..],
        &["rank", "--text", "pa-659a", "--as", "tall", "As"],
        &["rank", "--text", "pa-659a", "--as", "high", "--option", "ace-low=lowest", "As Ad Ac Ah"],
        &["rank", "--text", "pa-659a", "--as", "high", "--reading", "R-99=alternative", "As Ad Ac Ah"],
        &["rank", "--text", "pa-659a", "--as", "high", "--reading", "R-02", "As Ad Ac Ah"],
        &["rank", "--no-such-flag"],
        &["frobnicate"],
        &[],
        &["set", "--text", "pa-657a", "As Ad Ac Ah Ks"],
        &["set", "--submission", "no-such-file.toml"],
        &["check", "no-such-file.toml"],
        &["check", "--explain", "S-nonsense"],
        &["clauses", "no-such-clause"],
        &["clauses", "--text", "pa-575", "659a.1"],
    ] {
        let output = croupier(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1, "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn set_prints_the_hands_and_the_rule() {
    let output = croupier(&["set", "--text", "pa-670a", "Ks Qd Jc Th 9c Jk"]);
    let line = &json_lines(&output)[0];
    assert_eq!((line["high"].as_str(), line["low"].as_str()), (Some("Ks Qd Jc Th 9c"), Some("Jk")));
    assert!(line.get("medium").is_none());
    let output = croupier(&["set", "--text", "ma-asia", "As Ad Kc Kd 9h 4s 2c"]);
    let line = &json_lines(&output)[0];
    assert_eq!((line["high"].as_str(), line["medium"].as_str()), (Some("As Ad 4s 2c"), Some("Kd Kc")));
    assert!(line["rule"].as_str().is_some_and(|rule| !rule.is_empty()));
}

#[test]
fn set_prints_a_rack_card() {
    for text in ["pa-659a", "ma-asia", "pa-575", "pa-670a"] {
        let card = stdout(&croupier(&["set", "--text", text, "--card"]));
        let widths: Vec<usize> = card.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{card}");
        assert!(card.contains(" 1. "), "{card}");
    }
}

/// § 659a.11(f)(1)(ii), § 657a.11(c)(3)(ii)(B), MA 12(g)(4).
#[test]
fn compare_prints_result_foul_and_clause() {
    let lines =
        json_lines(&croupier(&["compare", "--text", "pa-659a", "9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd"]));
    let copy_and_lower = serde_json::json!({"result": "lose", "foul": false, "clause": "§ 659a.11(f)(1)(ii)"});
    assert_eq!(lines[0], copy_and_lower);
    let lines = json_lines(&croupier(&["compare", "--text", "pa-657a", "As Ad 9c 8h 3d / Ks Kd Qc Jh 9d"]));
    assert_eq!(lines[0]["qualifies"], true);
    assert_eq!(lines[0]["clause"], "§ 657a.11(c)(3)(ii)(B)");
    let foul = "Ac Ad 5h 4s 3s | 8h | 2d / 9h 9s 6c 4d | Kc 7h | Jd";
    let lines = json_lines(&croupier(&["compare", "--text", "ma-asia", foul]));
    assert_eq!((&lines[0]["foul"], &lines[0]["clause"]), (&true.into(), &"MA 12(g)(4)".into()));
}

#[test]
fn clauses_as_json_has_every_clause_with_its_keys() {
    let output = croupier(&["clauses", "--format", "json"]);
    let list: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(list.len(), 828);
    for row in &list {
        for key in ["text", "clause", "summary", "honoured", "code", "tests", "readings"] {
            assert!(row.get(key).is_some(), "{row} lacks {key}");
        }
    }
    for spelled in ["659a.11(f)(1)(ii)", "§ 659a.11(f)(1)(ii)"] {
        let one = croupier(&["clauses", spelled, "--format", "json"]);
        let one: Vec<serde_json::Value> = serde_json::from_slice(&one.stdout).expect("JSON");
        assert_eq!(one.len(), 1);
        assert_eq!(one[0]["readings"], serde_json::json!(["R-03"]));
        assert!(one[0]["tests"].as_array().is_some_and(|tests| !tests.is_empty()));
    }
    let chapter = croupier(&["clauses", "670a.13", "--format", "json"]);
    let chapter: Vec<serde_json::Value> = serde_json::from_slice(&chapter.stdout).expect("JSON");
    assert_eq!(chapter.len(), 14);
    let massachusetts = stdout(&croupier(&["clauses", "12(g)(1)"]));
    assert!(massachusetts.contains("MA 12(g)(1)"), "{massachusetts}");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    use std::io::{BufRead as _, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["rank", "--text", "pa-659a", "--as", "low"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for card in ["As", "Kd", "Jk"] {
        writeln!(questions, "{card}").expect("asked");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("answered");
        assert!(answer.contains(card), "{answer}");
    }
    drop(questions);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn a_remembered_proof_of_other_numbers_is_no_proof() {
    let cache = std::env::temp_dir().join(format!("croupier-cache-{}", std::process::id()));
    let check = || {
        let file = folder().join("submissions/pa-670a-full.toml");
        let output = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .arg("check")
            .arg(file)
            .env("CROUPIER_CACHE", &cache)
            .output()
            .expect("the program runs");
        stdout(&output)
    };
    let proven = check();
    assert!(proven.contains("all 22,957,480 hands"), "{proven}");
    let kept = std::fs::read_dir(&cache).expect("a folder").next().expect("a proof").expect("a file").path();
    for forged in ["5\n5\n5\n0\n0\n0\n0\n0\n0\n0\n0\n", "", "nonsense"] {
        std::fs::write(&kept, forged).expect("written");
        assert_eq!(check(), proven);
    }
    std::fs::remove_dir_all(&cache).expect("the folder goes");
}

#[test]
fn a_byte_order_mark_is_no_card() {
    let output = fed(&["rank", "--text", "pa-659a", "--as", "low"], b"\xef\xbb\xbfAs\r\nKd\n");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_clause_is_found_without_its_chapter_where_the_text_is_named() {
    let one = stdout(&croupier(&["clauses", "--text", "pa-659a", "11(f)(2)"]));
    assert!(one.contains("§ 659a.11(f)(2)"), "{one}");
    let massachusetts = stdout(&croupier(&["clauses", "--text", "ma-asia", "MA 12(g)(1)"]));
    assert!(massachusetts.contains("MA 12(g)(1)"), "{massachusetts}");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["clauses"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&croupier(&["completions", shell])).contains("clauses"), "{shell}");
    }
}

#[test]
fn help_fits_a_terminal_and_names_every_call() {
    let help = stdout(&croupier(&["--help"]));
    for call in ["rank", "set", "compare", "check", "new", "clauses", "about", "completions"] {
        assert!(help.contains(&format!("  {call}")), "{help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
}

#[test]
fn a_new_submission_checks_clean_for_every_text() {
    for text in ["pa-659a", "ma-asia", "pa-575", "pa-670a", "pa-657a"] {
        let written = croupier(&["new", "--text", text]);
        let file = std::env::temp_dir().join(format!("croupier-new-{}-{text}.toml", std::process::id()));
        std::fs::write(&file, &written.stdout).expect("a file");
        let output = croupier(&["check", &file.display().to_string()]);
        std::fs::remove_file(&file).expect("the file goes");
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    }
}

#[test]
fn every_shipped_submission_checks_clean_and_its_house_way_is_proven() {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder().join("submissions")).expect("submissions") {
        let file = entry.expect("a file").path();
        if file.extension().is_none_or(|kind| kind != "toml") {
            continue;
        }
        let output = croupier(&["check", &file.display().to_string()]);
        assert_eq!(output.status.code(), Some(0), "{}: {}", file.display(), stdout(&output));
        seen += 1;
    }
    assert!(seen >= 5, "{seen} submissions");
}

/// §§ 659a.11(c), 575.11(c), MA 12(d): a way that leaves hands unset is refused, and hands it leaves out are shown.
#[test]
fn a_house_way_that_leaves_hands_unset_is_refused_with_examples() {
    let shipped = std::fs::read_to_string(folder().join("submissions/ma-asia-hand.toml")).expect("a submission");
    let at = shipped.find("[house-way]").expect("a house way");
    let after = shipped[at + 1..].find("\n[").map_or(shipped.len(), |next| at + 1 + next);
    let gap = "[house-way]\nname = \"gap\"\n[[house-way.rule]]\nname = \"never\"\nmedium = \"straight\"\n\
               [[house-way.rule]]\nname = \"pairs only\"\nhigh = \"pair or better\"\n";
    let broken = format!("{}{gap}{}", &shipped[..at], &shipped[after..]);
    let file = std::env::temp_dir().join(format!("croupier-gap-{}.toml", std::process::id()));
    std::fs::write(&file, broken).expect("a file");
    let output = croupier(&["check", &file.display().to_string(), "--format", "json", "--no-cache"]);
    std::fs::remove_file(&file).expect("the file goes");
    assert_eq!(output.status.code(), Some(1));
    let list: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    let unset = list.iter().find(|found| found["code"] == "S615").expect("the way is refused");
    assert_eq!(unset["clause"], "MA 12(d)");
    assert!(unset["message"].as_str().is_some_and(|message| message.contains("154,143,080")), "{unset}");
    assert!(unset["help"].as_str().is_some_and(|help| help.contains("Tc 8c 7c 6d 4h 3d 2h")), "{unset}");
    assert!(unset["line"].as_u64() > Some(1));
    let never = list.iter().find(|found| found["code"] == "S616").expect("a rule that sets no hand is reported");
    assert!(never["message"].as_str().is_some_and(|message| message.contains("`never`")), "{never}");
}

#[test]
fn a_faulty_submission_is_told_by_the_status_to_whoever_reads_no_line_of_it() {
    let mut call = Command::new(env!("CARGO_BIN_EXE_croupier"));
    let mut child = call.args(["check", "/dev/null"]).stdout(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}
