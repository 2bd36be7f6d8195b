//! The faults found so far, and values with their place in the file.

use super::codes::CheckCode;
use super::{Diagnostic, Severity};
use crate::clause::Clause;
use crate::revision::{Revision, RulesChange};
use std::collections::BTreeSet;
use std::ops::Range;

/// Something read, and the bytes of the file it stands at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where it stands.
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    pub(super) const fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }
}

/// Nobody reads further than this, and a hostile file must not cost more.
const MOST_FAULTS: usize = 200;

/// Collects diagnostics; nothing stops at the first.
#[derive(Default)]
pub(super) struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Reports a fault. The severity is the code's.
    pub(super) fn report(
        &mut self,
        code: CheckCode,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        if self.found.len() >= MOST_FAULTS {
            // The list is cut here; the last entry says so and takes what is added to it.
            self.found.truncate(MOST_FAULTS);
            let message = format!("more than {MOST_FAULTS} faults; the rest are not listed");
            self.found.push(Diagnostic::new(CheckCode::TooManyFaults, span.clone(), message));
            return self.found.last_mut().expect("just pushed");
        }
        self.found.push(Diagnostic::new(code, span.clone(), message.into()));
        self.found.last_mut().expect("just pushed")
    }

    /// Whether the list has been cut, so that reading on finds nothing that is still listed.
    pub(super) fn is_cut(&self) -> bool {
        self.found.len() > MOST_FAULTS
    }

    /// Whether anything found refuses the submission at this revision of the rules.
    pub(super) fn refuse(&self, revision: Revision) -> bool {
        let checked = |found: &Diagnostic| found.since.is_none_or(|change| revision.includes(change));
        self.found.iter().any(|found| found.severity == Severity::Error && checked(found))
    }

    /// Everything found, in the order of the file, without what only follows from bad syntax at the same place.
    pub(super) fn into_sorted(mut self) -> Vec<Diagnostic> {
        let bad: BTreeSet<usize> =
            self.found.iter().filter(|found| found.code == CheckCode::Syntax).map(|found| found.span.start).collect();
        self.found.retain(|found| found.code == CheckCode::Syntax || !bad.contains(&found.span.start));
        self.found.sort_by_key(|found| (found.span.start, found.code));
        for found in &mut self.found {
            if found.code == CheckCode::TooManyFaults {
                found.clause = None;
                found.help = None;
            }
        }
        self.found
    }
}

impl Diagnostic {
    fn new(code: CheckCode, span: Range<usize>, message: String) -> Self {
        Self { code, severity: code.severity(), message, clause: None, span, help: None, since: None }
    }

    /// Adds the clause behind the fault, where the text has one.
    pub(super) fn under(&mut self, clause: impl Into<Option<Clause>>) -> &mut Self {
        self.clause = clause.into();
        self
    }

    /// Says which change of the rules brought this check, so that journals from before it still load.
    pub(super) fn since(&mut self, change: RulesChange) -> &mut Self {
        self.since = Some(change);
        self
    }

    /// Adds what would be right.
    pub(super) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

/// The known word nearest to a mistyped one, if one is near.
pub fn nearest<'w>(written: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if written.len() > 40 {
        return None;
    }
    known
        .into_iter()
        .map(|word| (edits(written, word), word))
        .filter(|&(edits, word)| edits <= word.chars().count().max(3) / 3)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, word)| word)
}

/// How many letters must be put in, taken out or changed to make one word of the other.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &against) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != against);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_near() {
        let keys = ["minimum", "maximum", "increment"];
        assert_eq!(nearest("minimums", keys), Some("minimum"));
        assert_eq!(nearest("increments", keys), Some("increment"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "ab"), 2);
    }
}
