//! The layers of the configuration: defaults, file, environment, command line, each laid over the one before.

use super::ANNOTATED;
use super::keys::{KEYS, Key, Raw, Value, excerpt};
use croupier_rules::Cents;
use croupier_rules::submission::nearest;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Whether a fault refuses the configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConfigSeverity {
    /// It cannot be used.
    Error,
    /// It can be used, but somebody should look.
    Warning,
}

/// Where something was said.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ConfigSource {
    /// These bytes of the file.
    File(ByteRange),
    /// This variable of the environment.
    Variable(String),
    /// This key, set on the command line.
    CommandLine(&'static str),
    /// Nowhere: it is a default.
    Default,
}

/// Bytes of the file, from and to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ByteRange {
    /// The first.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

impl From<Range<usize>> for ByteRange {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// One thing found in a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigFault {
    /// Whether it refuses the configuration.
    pub severity: ConfigSeverity,
    /// What is wrong.
    pub message: String,
    /// Where it was said.
    pub place: ConfigSource,
    /// What would be right.
    pub help: Option<String>,
}

/// A configuration longer than this is something else, and nobody reads more faults than this.
const MOST_BYTES: usize = 1 << 20;
const MOST_FAULTS: usize = 200;

/// Variables of this program that are no keys of the configuration. Cargo sets the hashes when it runs the program.
const OTHER_VARIABLES: &[&str] = &[
    "CROUPIER_CONFIG",
    "CROUPIER_FULL",
    "CROUPIER_CACHE",
    "CROUPIER_SEED",
    "CROUPIER_ODDS_HASH",
    "CROUPIER_RULES_HASH",
    "CROUPIER_TABLE_HASH",
];

/// What has been said so far, by key.
pub(super) struct Layers {
    said: BTreeMap<&'static str, Said>,
    faults: Vec<ConfigFault>,
}

struct Said {
    value: Value,
    place: ConfigSource,
}

impl Layers {
    /// The defaults alone, from the annotated file.
    pub(super) fn of_the_defaults() -> Self {
        let mut defaults = Self { said: BTreeMap::new(), faults: Vec::new() };
        defaults.lay_file(ANNOTATED);
        for said in defaults.said.values_mut() {
            said.place = ConfigSource::Default;
        }
        defaults
    }

    pub(super) fn lay_file(&mut self, toml: &str) {
        if toml.len() > MOST_BYTES {
            let message = format!("a configuration can have at most {MOST_BYTES} bytes (this file has {})", toml.len());
            self.report(ConfigSeverity::Error, ConfigSource::File((0..0).into()), message, None);
            return;
        }
        let (document, errors) = DeTable::parse_recoverable(toml);
        for error in &errors {
            let span = error.span().map_or(0..0, |span| span.start.min(toml.len())..span.end.min(toml.len()));
            self.report(ConfigSeverity::Error, ConfigSource::File(span.into()), error.message().to_owned(), None);
        }
        self.lay_table("", document.get_ref());
    }

    /// Reads one table of the file; below the first there is one level more.
    fn lay_table(&mut self, above: &str, table: &DeTable<'_>) {
        for (name, value) in table.iter() {
            let path =
                if above.is_empty() { name.get_ref().to_string() } else { format!("{above}.{}", name.get_ref()) };
            if let Some(key) = KEYS.iter().find(|key| key.path == path) {
                // Where a value could not be parsed, the parser has said so and put an empty one in its place.
                if !value.span().is_empty() {
                    self.set(*key, &raw(value), ConfigSource::File(value.span().into()));
                }
                continue;
            }
            let is_table = above.is_empty() && KEYS.iter().any(|key| key.path.starts_with(&format!("{path}.")));
            match value.get_ref() {
                DeValue::Table(inner) if is_table => self.lay_table(&path, inner),
                _ if is_table => {
                    let message = format!("`{path}` is a section");
                    let help = Some(format!("write `[{path}]`, and its keys below it"));
                    self.report(ConfigSeverity::Error, ConfigSource::File(value.span().into()), message, help);
                }
                _ => self.unknown(above, name),
            }
        }
    }

    fn unknown(&mut self, above: &str, name: &Spanned<std::borrow::Cow<'_, str>>) {
        let place = if above.is_empty() { "the configuration".to_owned() } else { format!("`[{above}]`") };
        let message = format!("unknown key `{}` in {place}", excerpt(name.get_ref()));
        let known = keys_in(above);
        // A key may stand under the wrong table.
        let elsewhere = KEYS.iter().find(|key| key.path.rsplit('.').next() == Some(name.get_ref()));
        let help = match (nearest(name.get_ref(), known.iter().copied()), elsewhere) {
            (Some(word), _) => format!("did you mean `{word}`?"),
            (None, Some(key)) => format!("`{}` is a key", key.path),
            (None, None) => format!("the keys are {}", known.join(", ")),
        };
        self.report(ConfigSeverity::Error, ConfigSource::File(name.span().into()), message, Some(help));
    }

    pub(super) fn lay_variables(&mut self, variables: impl IntoIterator<Item = (String, String)>) {
        let mut variables: Vec<_> = variables.into_iter().filter(|(name, _)| name.starts_with("CROUPIER_")).collect();
        variables.sort();
        let names: Vec<String> = KEYS.iter().map(|key| key.variable()).collect();
        for (name, text) in variables {
            if let Some((key, _)) = KEYS.iter().zip(&names).find(|(_, known)| **known == name) {
                self.set(*key, &key.kind.of_text(&text), ConfigSource::Variable(name));
            } else if !OTHER_VARIABLES.contains(&name.as_str()) {
                let message = format!("the variable `{}` matches no key", excerpt(&name));
                let help =
                    nearest(&name, names.iter().map(String::as_str)).map(|word| format!("did you mean `{word}`?"));
                self.report(ConfigSeverity::Warning, ConfigSource::Variable(name), message, help);
            }
        }
    }

    pub(super) fn lay_options(&mut self, options: impl IntoIterator<Item = (&'static str, String)>) {
        for (path, text) in options {
            match KEYS.iter().find(|key| key.path == path) {
                Some(key) => self.set(*key, &key.kind.of_text(&text), ConfigSource::CommandLine(path)),
                None => {
                    let message = format!("unknown key `{path}`");
                    self.report(ConfigSeverity::Error, ConfigSource::CommandLine(path), message, None);
                }
            }
        }
    }

    fn set(&mut self, key: Key, raw: &Raw, place: ConfigSource) {
        match key.kind.check(raw) {
            Ok(value) => {
                self.said.insert(key.path, Said { value, place });
            }
            Err((message, right)) => {
                let message = format!("`{}`: {message}", key.path);
                self.report(ConfigSeverity::Error, place, message, Some(format!("expected {right}")));
            }
        }
    }

    /// Reports a fault of several keys at the place of this one.
    pub(super) fn wrong(&mut self, path: &'static str, message: &str, help: &str) {
        self.report(ConfigSeverity::Error, self.place(path), message.to_owned(), Some(help.to_owned()));
    }

    /// Reports something worth a look at the place of this key.
    pub(super) fn doubtful(&mut self, path: &'static str, message: &str, help: &str) {
        self.report(ConfigSeverity::Warning, self.place(path), message.to_owned(), Some(help.to_owned()));
    }

    pub(super) fn place(&self, path: &str) -> ConfigSource {
        self.said.get(path).map_or(ConfigSource::Default, |said| said.place.clone())
    }

    fn report(&mut self, severity: ConfigSeverity, place: ConfigSource, message: String, help: Option<String>) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(ConfigFault { severity, message, place, help });
        }
    }

    /// How high the layer is that says this key; none if nobody does but the default.
    pub(super) fn layer(&self, path: &str) -> Option<u8> {
        match self.said.get(path)?.place {
            ConfigSource::Default => None,
            ConfigSource::File(_) => Some(1),
            ConfigSource::Variable(_) => Some(2),
            ConfigSource::CommandLine(_) => Some(3),
        }
    }

    pub(super) fn value(&self, path: &str) -> Option<Value> {
        self.said.get(path).map(|said| said.value.clone())
    }

    pub(super) fn text(&self, path: &str) -> Option<String> {
        match self.value(path)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn path(&self, path: &str) -> Option<PathBuf> {
        self.text(path).map(PathBuf::from)
    }

    pub(super) fn address(&self, path: &str) -> Option<SocketAddr> {
        match self.value(path)? {
            Value::Address(address) => Some(address),
            _ => None,
        }
    }

    pub(super) fn number(&self, path: &str) -> Option<u64> {
        match self.value(path)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn money(&self, path: &str) -> Option<Cents> {
        match self.value(path)? {
            Value::Money(cents) => Some(cents),
            _ => None,
        }
    }

    /// Everything found, in the order of the file, then of the environment, then of the command line.
    pub(super) fn into_faults(mut self) -> Vec<ConfigFault> {
        self.faults.sort_by(|one, other| one.place.cmp(&other.place));
        self.faults
    }
}

/// The names that stand in a table of the file, or at its top.
fn keys_in(above: &str) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for key in KEYS {
        let name = match key.path.split_once('.') {
            Some((table, name)) if table == above => name,
            Some((table, _)) if above.is_empty() => table,
            None if above.is_empty() => key.path,
            _ => continue,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn raw(value: &Spanned<DeValue<'_>>) -> Raw {
    match value.get_ref() {
        DeValue::String(text) => Raw::Text(text.to_string()),
        DeValue::Boolean(yes) => Raw::Yes(*yes),
        DeValue::Integer(number) => {
            let read = i64::from_str_radix(number.as_str(), number.radix());
            Raw::Number(read.map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()))
        }
        DeValue::Array(items) => {
            let texts: Option<Vec<_>> = items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect();
            texts.map_or(Raw::Other("a list of other things"), Raw::List)
        }
        DeValue::Float(_) => Raw::Other("a number with a fraction"),
        DeValue::Datetime(_) => Raw::Other("a date"),
        DeValue::Table(_) => Raw::Other("a table"),
    }
}
