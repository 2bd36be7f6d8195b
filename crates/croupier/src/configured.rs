//! The configuration of `croupier serve`: file, environment and command line, and how their faults are told.

use crate::cli::Serve;
use crate::commands::read_submission;
use crate::diagnostics::Shown;
use crate::paint::colour;
use crate::told::counted;
use crate::{Failure, Outcome, whole_file};
use annotate_snippets::Renderer;
use croupier_house::config::{self, Checked, Config, Fault, Place, Severity};
use croupier_rules::Text;
use croupier_rules::submission::line_and_column;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The file that is read if none is named, where it is there.
const USUAL: &str = "croupier.toml";

/// A configuration file that was read.
struct Written {
    path: String,
    text: String,
}

/// The configuration, or the first thing that is wrong with it; what is only doubtful comes beside it, told in a line each.
pub(crate) fn configured(call: &Serve) -> Result<(Config, Vec<String>), Failure> {
    let written = written(call)?;
    let Checked { faults, config, .. } = checked(call, written.as_ref());
    let refusing: Vec<_> = faults.iter().filter(|fault| fault.severity == Severity::Error).collect();
    let (Some(config), None) = (config, refusing.first()) else {
        let first = refusing.first().map_or(String::new(), |fault| in_a_line(fault, written.as_ref()));
        let more = refusing.len().saturating_sub(1);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        return Err(Failure::Content(format!("{first}{more}; `croupier serve --check-config` shows all")));
    };
    Ok((config, faults.iter().map(|fault| in_a_line(fault, written.as_ref())).collect()))
}

/// Prints everything that is wrong or doubtful, in the submissions of the first tables too.
pub(crate) fn check(call: &Serve) -> Outcome {
    let written = written(call)?;
    let Checked { mut faults, config, first_tables } = checked(call, written.as_ref());
    faults.extend(
        config.iter().flat_map(|config| &config.first_tables).filter_map(|first| in_a_file(first, &first_tables)),
    );
    let config = config.filter(|_| faults.iter().all(|fault| fault.severity != Severity::Error));
    let renderer = if colour() { Renderer::styled() } else { Renderer::plain() };
    let mut out = std::io::stdout().lock();
    for fault in &faults {
        let message = match &fault.place {
            Place::File(_) | Place::Default => fault.message.clone(),
            place => format!("{}: {}", named(place), fault.message),
        };
        let place = match (&fault.place, &written) {
            (Place::File(span), Some(file)) => Some((file.path.as_str(), file.text.as_str(), span.start..span.end, "")),
            _ => None,
        };
        let refuses = fault.severity == Severity::Error;
        let shown = Shown { refuses, code: None, message: &message, place, help: fault.help.as_deref() };
        writeln!(out, "{}\n", shown.render(&renderer))?;
    }
    let wrong = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    let doubtful = counted(faults.len() - wrong, "warning");
    match config {
        Some(_) => Ok(writeln!(out, "the configuration is sound: no fault, {doubtful}")?),
        None => {
            writeln!(out, "{}, {doubtful}", counted(wrong, "fault"))?;
            Err(Failure::BadContent)
        }
    }
}

/// What is wrong with a table of the first start that is named by the path of its submission.
fn in_a_file(first: &str, place: &Place) -> Option<Fault> {
    if first.parse::<Text>().is_ok() {
        return None;
    }
    let said = match read_submission(Path::new(first)) {
        Ok(_) => return None,
        Err(Failure::Content(said)) => said,
        Err(Failure::WrongCall(error)) => format!("{error:#}"),
        Err(Failure::Io(error)) => format!("{first}: {error}"),
        Err(Failure::BadContent) => format!("{first} is refused"),
    };
    let help = Some("name a text's id, or the path of a submission that `croupier check` accepts".to_owned());
    Some(Fault { severity: Severity::Error, message: format!("`tables.first`: {said}"), place: place.clone(), help })
}

/// The file named on the command line or in the environment, or the usual one if it is there.
fn written(call: &Serve) -> Result<Option<Written>, Failure> {
    let named = call.config.clone().or_else(|| std::env::var_os("CROUPIER_CONFIG").map(PathBuf::from));
    let path = match named {
        Some(path) => path,
        None if Path::new(USUAL).is_file() => PathBuf::from(USUAL),
        None => return Ok(None),
    };
    let bytes = whole_file::read(&path)?;
    let path = path.display().to_string();
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(Written { path, text })),
        Err(error) => {
            let byte = error.utf8_error().valid_up_to() + 1;
            Err(Failure::Content(format!("{path}: byte {byte} is not UTF-8: a configuration is a text file")))
        }
    }
}

/// The variables of the environment. One whose name is not text cannot be one of ours.
pub(crate) fn variables() -> impl Iterator<Item = (String, String)> {
    let text = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.to_string_lossy().into()));
    std::env::vars_os().filter_map(text)
}

fn checked(call: &Serve, written: Option<&Written>) -> Checked {
    let data = call.data.as_ref().map(|path| path.to_string_lossy().into_owned());
    let plaintext = call.database_plaintext.then(|| "true".to_owned());
    let (database, listen) = (call.database.clone(), call.listen.clone());
    let options = [("data", data), ("database", database), ("database-plaintext", plaintext), ("listen", listen)];
    let options = options.into_iter().filter_map(|(key, value)| Some((key, value?)));
    config::check(written.map(|file| file.text.as_str()), variables(), options)
}

fn in_a_line(fault: &Fault, written: Option<&Written>) -> String {
    let place = match (&fault.place, written) {
        (Place::File(span), Some(file)) => {
            let (line, column) = line_and_column(&file.text, span.start);
            format!("{}:{line}:{column}", file.path)
        }
        (place, _) => named(place),
    };
    let help = fault.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    format!("{place}: {}{help}", fault.message)
}

fn named(place: &Place) -> String {
    match place {
        Place::Variable(name) => name.clone(),
        Place::CommandLine(key) => format!("--{key}"),
        Place::File(_) | Place::Default => "the configuration".to_owned(),
    }
}
