//! `croupier check`: a compiler for rules submissions. All faults at once, in rustc's manner or as JSON.

use crate::cli::{CheckArgs, Format};
use crate::colour::colour;
use crate::diagnostics::DiagnosticView;
use crate::house_way_proof::prove;
use crate::output::{counted, printable, write_json};
use crate::submission_file::checked;
use crate::{CommandResult, Failure};
use annotate_snippets::Renderer;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::submission::{CheckCode, CheckOutcome, Diagnostic, Severity, line_and_column};
use croupier_rules::{Registry, game, thousands};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(registry: &Registry, call: &CheckArgs) -> CommandResult {
    let Some(file) = &call.file else {
        return explain(call.explain.as_deref().unwrap_or_default());
    };
    let (toml, mut checked) = checked(registry, file)?;
    let proven = prove_house_way(&mut checked, !call.no_cache);
    let faults = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
    let told = print_outcome(call.format, file, &toml, &checked, faults, proven.as_deref());
    // Whoever reads only the first lines is told by the status all the same.
    if faults > 0 { Err(Failure::BadContent) } else { told }
}

fn print_outcome(
    format: Format,
    file: &Path,
    toml: &str,
    checked: &CheckOutcome,
    faults: usize,
    proven: Option<&str>,
) -> CommandResult {
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

/// Proves the submission's house way and takes the proof in; says in words what was proven.
fn prove_house_way(checked: &mut CheckOutcome, remember: bool) -> Option<String> {
    let to_prove = checked.to_prove.as_ref()?;
    let game = game(to_prove.text);
    let proof = prove(&HouseWaySetter::new(&to_prove.way, game.shape()?, game.ranking(&to_prove.choices)), remember);
    checked.add_proof(&proof);
    let hands = thousands(proof.hands);
    proof.holds().then(|| format!("the house way sets all {hands} hands of the deck legally"))
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
    let shown = DiagnosticView {
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
    checked: &CheckOutcome,
    faults: usize,
    proven: Option<&str>,
) -> std::io::Result<()> {
    let warnings = checked.diagnostics.len() - faults;
    match &checked.rules {
        Some(rules) => {
            let name = printable(&rules.name);
            writeln!(out, "{name} conforms to {}: no faults, {}", rules.text, counted(warnings, "warning"))?;
            proven.map_or(Ok(()), |proven| writeln!(out, "{proven}"))
        }
        None => writeln!(
            out,
            "{}, {}; `croupier check --explain CODE` explains a code",
            counted(faults, "fault"),
            counted(warnings, "warning")
        ),
    }
}

fn explain(code: &str) -> CommandResult {
    let known = code.parse::<CheckCode>().map_err(|_| {
        let codes: Vec<_> = CheckCode::ALL.iter().map(|code| code.code()).collect();
        anyhow::anyhow!("unknown code `{code}`: expected one of {}", codes.join(" "))
    })?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}\n\n{}", known.code(), known.title(), known.explanation())?;
    Ok(())
}
