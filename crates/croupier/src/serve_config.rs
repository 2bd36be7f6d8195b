//! The configuration of `croupier serve`: file, environment and command line, and how their faults are reported.

use crate::cli::ServeArgs;
use crate::colour::colour;
use crate::diagnostics::DiagnosticView;
use crate::environment::variables;
use crate::output::counted;
use crate::submission_file::read_submission;
use crate::{CommandResult, Failure, atomic_file};
use annotate_snippets::Renderer;
use croupier_house::config::{self, Config, ConfigCheck, ConfigFault, ConfigSeverity, ConfigSource};
use croupier_rules::Registry;
use croupier_rules::submission::line_and_column;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The file that is read if none is named, where it is there.
const USUAL: &str = "croupier.toml";

/// A configuration file that was read.
struct ConfigFile {
    path: String,
    text: String,
}

/// The configuration, or the first thing that is wrong with it; what is only doubtful comes beside it, told in a line
/// each.
pub(crate) fn configured(registry: &Registry, call: &ServeArgs) -> Result<(Config, Vec<String>), Failure> {
    let written = written(call)?;
    let ConfigCheck { faults, config, .. } = checked(registry, call, written.as_ref());
    let refusing: Vec<_> = faults.iter().filter(|fault| fault.severity == ConfigSeverity::Error).collect();
    let (Some(config), None) = (config, refusing.first()) else {
        let first = refusing.first().map_or(String::new(), |fault| in_a_line(fault, written.as_ref()));
        let more = refusing.len().saturating_sub(1);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        return Err(Failure::Content(format!("{first}{more}; `croupier serve --check-config` shows all")));
    };
    Ok((config, faults.iter().map(|fault| in_a_line(fault, written.as_ref())).collect()))
}

/// Prints everything that is wrong or doubtful, in the submissions of the first tables too.
pub(crate) fn check(registry: &Registry, call: &ServeArgs) -> CommandResult {
    let written = written(call)?;
    let ConfigCheck { mut faults, config, first_tables } = checked(registry, call, written.as_ref());
    faults.extend(
        config
            .iter()
            .flat_map(|config| &config.first_tables)
            .filter_map(|first| in_a_file(registry, first, &first_tables)),
    );
    let config = config.filter(|_| faults.iter().all(|fault| fault.severity != ConfigSeverity::Error));
    let renderer = if colour() { Renderer::styled() } else { Renderer::plain() };
    let mut out = std::io::stdout().lock();
    for fault in &faults {
        let message = match &fault.place {
            ConfigSource::File(_) | ConfigSource::Default => fault.message.clone(),
            place => format!("{}: {}", named(place), fault.message),
        };
        let place = match (&fault.place, &written) {
            (ConfigSource::File(span), Some(file)) => {
                Some((file.path.as_str(), file.text.as_str(), span.start..span.end, ""))
            }
            _ => None,
        };
        let refuses = fault.severity == ConfigSeverity::Error;
        let shown = DiagnosticView { refuses, code: None, message: &message, place, help: fault.help.as_deref() };
        writeln!(out, "{}\n", shown.render(&renderer))?;
    }
    let wrong = faults.iter().filter(|fault| fault.severity == ConfigSeverity::Error).count();
    let doubtful = counted(faults.len() - wrong, "warning");
    match config {
        Some(_) => Ok(writeln!(out, "the configuration is valid: no faults, {doubtful}")?),
        None => {
            writeln!(out, "{}, {doubtful}", counted(wrong, "fault"))?;
            Err(Failure::BadContent)
        }
    }
}

/// What is wrong with a table of the first start that is named by the path of its submission.
fn in_a_file(registry: &Registry, first: &str, place: &ConfigSource) -> Option<ConfigFault> {
    if registry.text(first).is_ok() {
        return None;
    }
    let said = match read_submission(registry, Path::new(first)) {
        Ok(_) => return None,
        Err(Failure::Content(said)) => said,
        Err(Failure::WrongCall(error)) => format!("{error:#}"),
        Err(Failure::Io(error)) => format!("{first}: {error}"),
        Err(Failure::BadContent) => format!("{first} is refused"),
    };
    let help = Some("write the id of a text, or the path of a submission that `croupier check` accepts".to_owned());
    Some(ConfigFault {
        severity: ConfigSeverity::Error,
        message: format!("`tables.first`: {said}"),
        place: place.clone(),
        help,
    })
}

/// The file named on the command line or in the environment, or the usual one if it is there.
fn written(call: &ServeArgs) -> Result<Option<ConfigFile>, Failure> {
    let named = call.config.clone().or_else(|| std::env::var_os("CROUPIER_CONFIG").map(PathBuf::from));
    let path = match named {
        Some(path) => path,
        None if Path::new(USUAL).is_file() => PathBuf::from(USUAL),
        None => return Ok(None),
    };
    let bytes = atomic_file::read(&path)?;
    let path = path.display().to_string();
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(ConfigFile { path, text })),
        Err(error) => {
            let byte = error.utf8_error().valid_up_to() + 1;
            Err(Failure::Content(format!("{path}: byte {byte} is not valid UTF-8")))
        }
    }
}

fn checked(registry: &Registry, call: &ServeArgs, written: Option<&ConfigFile>) -> ConfigCheck {
    let data = call.data.as_ref().map(|path| path.to_string_lossy().into_owned());
    let plaintext = call.database_plaintext.then(|| "true".to_owned());
    let (database, listen) = (call.database.clone(), call.listen.clone());
    let options = [("data", data), ("database", database), ("database-plaintext", plaintext), ("listen", listen)];
    let options = options.into_iter().filter_map(|(key, value)| Some((key, value?)));
    let mut checked = config::check(written.map(|file| file.text.as_str()), variables(), options);
    // Where nobody names the first tables, every text of this program that brings an electronic table has it opened.
    if let (Some(config), ConfigSource::Default) = (&mut checked.config, &checked.first_tables) {
        let electronic = registry.texts().iter().filter(|text| text.procedure().requirements.electronic.is_some());
        config.first_tables = electronic.map(|text| text.id().to_owned()).collect();
    }
    checked
}

fn in_a_line(fault: &ConfigFault, written: Option<&ConfigFile>) -> String {
    let place = match (&fault.place, written) {
        (ConfigSource::File(span), Some(file)) => {
            let (line, column) = line_and_column(&file.text, span.start);
            format!("{}:{line}:{column}", file.path)
        }
        (place, _) => named(place),
    };
    let help = fault.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
    format!("{place}: {}{help}", fault.message)
}

fn named(place: &ConfigSource) -> String {
    match place {
        ConfigSource::Variable(name) => name.clone(),
        ConfigSource::CommandLine(key) => format!("--{key}"),
        ConfigSource::File(_) | ConfigSource::Default => "the configuration".to_owned(),
    }
}
