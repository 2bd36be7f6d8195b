//! Reads a rules submission from a file and checks it.

use crate::atomic_file;
use crate::failure::Failure;
use croupier_rules::Registry;
use croupier_rules::submission::{
    CheckCode, CheckOutcome, Diagnostic, HouseRules, Severity, check_by, line_and_column,
};
use std::path::Path;

/// A submission as it is written, and what the check says of it.
pub(crate) fn checked(registry: &Registry, file: &Path) -> anyhow::Result<(String, CheckOutcome)> {
    let (toml, not_text) = read(file)?;
    let mut checked = check_by(registry, &toml);
    if let Some(at) = not_text {
        refuse_bytes(&mut checked, at);
    }
    Ok((toml, checked))
}

/// Reads a file; bytes that are not text are replaced, and the first of them is named.
fn read(file: &Path) -> anyhow::Result<(String, Option<usize>)> {
    Ok(match String::from_utf8(atomic_file::read(file)?) {
        Ok(toml) => (toml, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(at))
        }
    })
}

/// A submission with bytes that are not text is refused at the first of them, whatever else it says.
fn refuse_bytes(checked: &mut CheckOutcome, at: usize) {
    checked.rules = None;
    checked.diagnostics.insert(
        0,
        Diagnostic {
            code: CheckCode::Syntax,
            severity: Severity::Error,
            message: format!("byte {} is not valid UTF-8", at + 1),
            clause: None,
            span: at..at + '\u{fffd}'.len_utf8(),
            help: Some("save the submission as UTF-8 text".to_owned()),
            since: None,
        },
    );
}

/// A submission that checks, for the calls that work by one.
pub(crate) fn read_submission(registry: &Registry, file: &Path) -> Result<HouseRules, Failure> {
    let (toml, checked) = checked(registry, file)?;
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
