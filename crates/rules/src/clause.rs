//! A place in a text of law, as every ruling, paytable and diagnostic carries it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A citation: `659a.11(f)(1)(ii)` in Pennsylvania, `MA 12(g)(1)` in Massachusetts.
///
/// Citations are written out in full wherever they stand, in code, data and tests, so that one search finds every
/// place that speaks of a clause; the clause matrix is built from exactly that search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(&'static str);

static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// Cites a clause.
pub const fn clause(citation: &'static str) -> Clause {
    Clause(citation)
}

impl Clause {
    /// Cites a clause named in data. Each citation is kept once for as long as the program runs, so data from outside
    /// must name clauses that exist ([`law::resolves`](crate::law::resolves)) before it comes here.
    pub(crate) fn from_data(citation: &str) -> Self {
        // A thread that panicked here left the set as it was or one citation larger, and either is sound.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(citation) {
            return Self(known);
        }
        let new: &'static str = Box::leak(citation.to_owned().into_boxed_str());
        kept.insert(new);
        Self(new)
    }

    /// The clause, if data has named it before: spares the search in the law.
    pub(crate) fn known(citation: &str) -> Option<Self> {
        KEPT.lock().unwrap_or_else(PoisonError::into_inner).get(citation).map(|known| Self(known))
    }

    /// The citation without the section sign.
    pub const fn citation(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A chapter has a number; a text that is cited by letters bears no section sign.
        let sign = if self.0.starts_with(|first: char| first.is_ascii_digit()) { "§ " } else { "" };
        write!(f, "{sign}{}", self.0)
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
