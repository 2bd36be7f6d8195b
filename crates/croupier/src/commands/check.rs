//! `croupier check`: a compiler for rules submissions. All faults at once, in rustc's manner or as JSON.

use crate::cli::{Check, Format};
use crate::diagnostics::Shown;
use crate::paint::colour;
use crate::proofs::prove;
use crate::told::{counted, printable, write_json};
use crate::{Failure, Outcome, whole_file};
use annotate_snippets::Renderer;
use croupier_rules::house_way::Dealer;
use croupier_rules::submission::{Checked, Code, Diagnostic, HouseRules, Severity, check, line_and_column};
use croupier_rules::{game, thousands};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &Check) -> Outcome {
    let Some(file) = &call.file else {
        return explain(call.explain.as_deref().unwrap_or_default());
    };
    let (toml, mut checked) = checked(file)?;
    let proven = prove_house_way(&mut checked, !call.no_cache);
    let faults = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
    let told = tell(call.format, file, &toml, &checked, faults, proven.as_deref());
    // Whoever reads only the first lines is told by the status all the same.
    if faults > 0 { Err(Failure::BadContent) } else { told }
}

fn tell(format: Format, file: &Path, toml: &str, checked: &Checked, faults: usize, proven: Option<&str>) -> Outcome {
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => {
            let list: Vec<_> = checked.diagnostics.iter().map(|found| as_json(toml, found)).collect();
            write_json(&mut out, &list)?;
        }
        Format::Text => {
            let renderer = if colour() { Renderer::styled() } else { Renderer::plain() };
            let path = file.display().to_string();
            for found in &checked.diagnostics {
                writeln!(out, "{}\n", render(&renderer, toml, &path, found))?;
            }
            summary(&mut out, checked, faults, proven)?;
        }
    }
    Ok(())
}

/// A submission as it is written, and what the check says of it.
fn checked(file: &Path) -> anyhow::Result<(String, Checked)> {
    let (toml, not_text) = read(file)?;
    let mut checked = check(&toml);
    if let Some(at) = not_text {
        refuse_bytes(&mut checked, at);
    }
    Ok((toml, checked))
}

/// Reads a file; bytes that are not text are replaced, and the first of them is named.
fn read(file: &Path) -> anyhow::Result<(String, Option<usize>)> {
    Ok(match String::from_utf8(whole_file::read(file)?) {
        Ok(toml) => (toml, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(at))
        }
    })
}

/// A submission with bytes that are not text is refused at the first of them, whatever else it says.
fn refuse_bytes(checked: &mut Checked, at: usize) {
    checked.rules = None;
    checked.diagnostics.insert(
        0,
        Diagnostic {
            code: Code::Syntax,
            severity: Severity::Error,
            message: format!("byte {} is not UTF-8", at + 1),
            clause: None,
            span: at..at + '\u{fffd}'.len_utf8(),
            help: Some("a rules submission is a text file in UTF-8".to_owned()),
            since: None,
        },
    );
}

/// A submission that checks, for the calls that work by one.
pub(crate) fn read_submission(file: &Path) -> Result<HouseRules, Failure> {
    let (toml, checked) = checked(file)?;
    if let Some(rules) = checked.rules {
        return Ok(rules);
    }
    let faults: Vec<_> = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    let first = faults.first().map_or(String::new(), |found| {
        let (line, column) = line_and_column(&toml, found.span.start);
        let cited = found.clause.map_or(String::new(), |clause| format!(" ({clause})"));
        format!("{line}:{column}: {}{cited}", found.message)
    });
    let more = if faults.len() > 1 { format!(", and {} more", faults.len() - 1) } else { String::new() };
    let file = file.display();
    let said = format!("{file}:{first}{more}; `croupier check {file}` shows all");
    Err(Failure::Content(said))
}

/// Proves the submission's house way and takes the proof in; says in words what was proven.
fn prove_house_way(checked: &mut Checked, remember: bool) -> Option<String> {
    let to_prove = checked.to_prove.as_ref()?;
    let game = game(to_prove.text);
    let proof = prove(&Dealer::new(&to_prove.way, game.shape()?, game.ranking(&to_prove.choices)), remember);
    checked.take_in(&proof);
    let hands = thousands(proof.hands);
    proof.holds().then(|| format!("the house way sets all {hands} hands of the deck, each lawfully"))
}

fn as_json(toml: &str, found: &Diagnostic) -> serde_json::Value {
    let (line, column) = line_and_column(toml, found.span.start);
    json!({
        "code": found.code.code(),
        "severity": found.severity.word(),
        "message": found.message,
        "clause": found.clause.map(|clause| clause.to_string()),
        "line": line,
        "column": column,
        "help": found.help,
    })
}

fn render(renderer: &Renderer, toml: &str, path: &str, found: &Diagnostic) -> String {
    let label = found.clause.map_or(String::new(), |clause| clause.to_string());
    let shown = Shown {
        refuses: found.severity == Severity::Error,
        code: Some(found.code.code()),
        message: &found.message,
        place: Some((path, toml, found.span.clone(), &label)),
        help: found.help.as_deref(),
    };
    shown.render(renderer)
}

fn summary(
    out: &mut impl std::io::Write,
    checked: &Checked,
    faults: usize,
    proven: Option<&str>,
) -> std::io::Result<()> {
    let warnings = checked.diagnostics.len() - faults;
    match &checked.rules {
        Some(rules) => {
            let name = printable(&rules.name);
            writeln!(out, "{name} checks against {}: no fault, {}", rules.text, counted(warnings, "warning"))?;
            proven.map_or(Ok(()), |proven| writeln!(out, "{proven}"))
        }
        None => writeln!(
            out,
            "{}, {}; `croupier check --explain CODE` tells more",
            counted(faults, "fault"),
            counted(warnings, "warning")
        ),
    }
}

fn explain(code: &str) -> Outcome {
    let known = code.parse::<Code>().map_err(|_| {
        let codes: Vec<_> = Code::ALL.iter().map(|code| code.code()).collect();
        anyhow::anyhow!("unknown code `{code}`: it is one of {}", codes.join(" "))
    })?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}\n\n{}", known.code(), known.title(), known.explanation())?;
    Ok(())
}
