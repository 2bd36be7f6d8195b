//! Reads one section of the file key by key, checks names and types, and gives every fault its place.
//!
//! Deserialising would stop at the first thing that does not fit. A reader goes on: what cannot be read is reported and
//! left out, and at the end every key nobody asked for is reported too.

use super::codes::CheckCode;
use super::faults::{Diagnostics, Spanned, nearest};
use crate::clause::Clause;
use crate::money::Cents;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned as TomlSpanned;
use toml::de::{DeTable, DeValue};

/// One table, and which of its keys have been asked for.
pub(super) struct Reader<'t> {
    table: Option<&'t DeTable<'t>>,
    /// Where the table stands; a fault about something missing from it is reported here.
    pub(super) span: Range<usize>,
    name: &'static str,
    asked: Vec<&'static str>,
}

/// A value with the place of its key.
pub(super) struct KeyValue<'t> {
    pub(super) key: Range<usize>,
    pub(super) value: &'t TomlSpanned<DeValue<'t>>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(table: &'t DeTable<'t>, span: Range<usize>, name: &'static str) -> Self {
        Self { table: Some(table), span, name, asked: Vec::new() }
    }

    /// A table that is not there: every key is missing from it.
    pub(super) fn absent(span: Range<usize>, name: &'static str) -> Self {
        Self { table: None, span, name, asked: Vec::new() }
    }

    pub(super) fn is_present(&self) -> bool {
        self.table.is_some()
    }

    /// The keys and values, for a table whose keys are names of things.
    pub(super) fn entries(&self) -> impl Iterator<Item = (Spanned<String>, &'t TomlSpanned<DeValue<'t>>)> + use<'t> {
        let entries = self.table.into_iter().flat_map(DeTable::iter);
        entries.map(|(key, value)| (Spanned::new(key.get_ref().to_string(), key.span()), value))
    }

    pub(super) fn entry(&mut self, key: &'static str) -> Option<KeyValue<'t>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let (written, value) = self.table?.iter().find(|(written, _)| written.get_ref() == key)?;
        Some(KeyValue { key: written.span(), value })
    }

    /// A value that could be parsed. Where it could not, the parser has said so and put an empty one in its place.
    fn value(&mut self, key: &'static str) -> Option<&'t TomlSpanned<DeValue<'t>>> {
        self.entry(key).map(|entry| entry.value).filter(|value| !value.span().is_empty())
    }

    /// Reports that a key is missing.
    pub(super) fn missing(&self, key: &str, clause: Option<Clause>, help: &str, faults: &mut Diagnostics) {
        let place = if self.name.is_empty() { "the submission".to_owned() } else { format!("`[{}]`", self.name) };
        faults
            .report(CheckCode::MissingKey, &self.span, format!("{place} is missing `{key}`"))
            .under(clause)
            .help(help);
    }

    pub(super) fn string(&mut self, key: &'static str, faults: &mut Diagnostics) -> Option<Spanned<String>> {
        self.value(key).and_then(|value| string(value, key, faults))
    }

    pub(super) fn boolean(&mut self, key: &'static str, faults: &mut Diagnostics) -> Option<Spanned<bool>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Boolean(written) => Some(Spanned::new(*written, value.span())),
            _ => wrong_type(value, key, "`true` or `false`", faults),
        }
    }

    pub(super) fn integer(&mut self, key: &'static str, faults: &mut Diagnostics) -> Option<Spanned<i64>> {
        let value = self.value(key)?;
        let DeValue::Integer(written) = value.get_ref() else {
            return wrong_type(value, key, "a whole number", faults);
        };
        let read = i64::from_str_radix(written.as_str(), written.radix()).ok();
        if read.is_none() {
            faults.report(CheckCode::NumberOutOfRange, &value.span(), format!("`{key}` is out of range"));
        }
        read.map(|number| Spanned::new(number, value.span()))
    }

    pub(super) fn money(&mut self, key: &'static str, faults: &mut Diagnostics) -> Option<Spanned<Cents>> {
        self.value(key).and_then(|value| money(value, key, faults))
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
        faults: &mut Diagnostics,
    ) -> Option<Spanned<T>> {
        let written = self.string(key, faults)?;
        one_of(&written, words, |written| format!("`{key}` cannot be `{written}`"), CheckCode::UnknownWord, faults)
    }

    /// A list of strings.
    pub(super) fn strings(
        &mut self,
        key: &'static str,
        faults: &mut Diagnostics,
    ) -> Option<Spanned<Vec<Spanned<String>>>> {
        let value = self.value(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            return wrong_type(value, key, "a list of strings", faults);
        };
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        for item in items {
            let Some(read) = string(item, key, faults) else { continue };
            if seen.insert(read.value.clone()) {
                list.push(read);
            } else {
                let message = format!("duplicate `{}` in `{key}`", excerpt(&read.value));
                faults.report(CheckCode::Repeated, &read.span, message).help("remove the second one");
            }
        }
        Some(Spanned::new(list, value.span()))
    }

    /// A table inside this one; absent, it reads as an empty one.
    pub(super) fn table(&mut self, key: &'static str, faults: &mut Diagnostics) -> Reader<'t> {
        let here = self.span.clone();
        match self.entry(key) {
            None => Reader::absent(here, key),
            Some(entry) => as_table(entry.value, entry.key, key, faults).unwrap_or_else(|| Reader::absent(here, key)),
        }
    }

    /// The tables of a list of tables.
    pub(super) fn tables(&mut self, key: &'static str, faults: &mut Diagnostics) -> Vec<Reader<'t>> {
        let Some(entry) = self.entry(key) else { return Vec::new() };
        let DeValue::Array(items) = entry.value.get_ref() else {
            wrong_type::<()>(entry.value, key, "a list of tables", faults);
            return Vec::new();
        };
        items.iter().filter_map(|item| as_table(item, item.span(), key, faults)).collect()
    }

    /// Reports every key nobody asked for.
    pub(super) fn finish(self, faults: &mut Diagnostics) {
        for (key, _) in self.entries() {
            if self.asked.contains(&key.value.as_str()) {
                continue;
            }
            let written = excerpt(&key.value);
            let place = if self.name.is_empty() { "a submission".to_owned() } else { format!("`[{}]`", self.name) };
            let fault = faults.report(CheckCode::UnknownKey, &key.span, format!("unknown key `{written}` in {place}"));
            match nearest(&key.value, self.asked.iter().copied()) {
                Some(word) => fault.help(format!("did you mean `{word}`?")),
                None => fault.help(format!("the keys are {}", list(self.asked.iter().copied()))),
            };
            if faults.is_cut() {
                return;
            }
        }
    }
}

/// Reads a table found as a value.
pub(super) fn as_table<'t>(
    value: &'t TomlSpanned<DeValue<'t>>,
    key: Range<usize>,
    name: &'static str,
    faults: &mut Diagnostics,
) -> Option<Reader<'t>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(Reader::new(table, key, name)),
        _ => wrong_type(value, name, "a table", faults),
    }
}

pub(super) fn string(value: &TomlSpanned<DeValue<'_>>, key: &str, faults: &mut Diagnostics) -> Option<Spanned<String>> {
    match value.get_ref() {
        DeValue::String(written) if !value.span().is_empty() => Some(Spanned::new(written.to_string(), value.span())),
        _ => wrong_type(value, key, "a string", faults),
    }
}

pub(super) fn money(value: &TomlSpanned<DeValue<'_>>, key: &str, faults: &mut Diagnostics) -> Option<Spanned<Cents>> {
    let DeValue::String(written) = value.get_ref() else {
        return wrong_type(value, key, "an amount of money in quotes, such as `\"$25\"`", faults);
    };
    match written.parse() {
        Ok(cents) => Some(Spanned::new(cents, value.span())),
        Err(_) => {
            let message = format!("`{}` is not an amount of money", excerpt(written));
            faults.report(CheckCode::NotMoney, &value.span(), message).help("write it as `$5`, `$2.50` or `$5,000`");
            None
        }
    }
}

/// Finds a word among those a key takes.
pub(super) fn one_of<T: Copy>(
    written: &Spanned<String>,
    words: &[(&'static str, T)],
    message: impl FnOnce(&str) -> String,
    code: CheckCode,
    faults: &mut Diagnostics,
) -> Option<Spanned<T>> {
    if let Some(&(_, meant)) = words.iter().find(|(word, _)| *word == written.value) {
        return Some(Spanned::new(meant, written.span.clone()));
    }
    let known = || words.iter().map(|&(word, _)| word);
    let fault = faults.report(code, &written.span, message(&excerpt(&written.value)));
    match nearest(&written.value, known()) {
        Some(word) => fault.help(format!("did you mean `{word}`?")),
        None => fault.help(format!("expected one of {}", list(known()))),
    };
    None
}

pub(super) fn wrong_type<T>(
    value: &TomlSpanned<DeValue<'_>>,
    key: &str,
    wanted: &str,
    faults: &mut Diagnostics,
) -> Option<T> {
    if value.span().is_empty() {
        return None;
    }
    let found = value.get_ref().type_str();
    faults.report(
        CheckCode::WrongType,
        &value.span(),
        format!("`{}` must be {wanted}, not {}", excerpt(key), with_article(found)),
    );
    None
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {kind}")
}

/// What stands in the file, cut to what a line can show.
pub(super) fn excerpt(written: &str) -> String {
    let mut shown: String = written.chars().take(40).map(|c| if c.is_control() { '·' } else { c }).collect();
    if written.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// Words in backticks, with commas.
pub(super) fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
