//! A citation of a regulation, which every ruling, paytable and diagnostic carries.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A citation: `659a.11(f)(1)(ii)` in Pennsylvania, `MA 12(g)(1)` in Massachusetts.
///
/// Citations are written out in full wherever they stand, in code, data and tests, so that one search finds every
/// place that speaks of a clause; the clause matrix is built from exactly that search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(&'static str);

/// Every citation that data has named, each kept once for as long as the program runs, and whether a shipped text is
/// known to have it. This is only a store of words: which citations data may name is asked of the law each time.
static KEPT: Mutex<BTreeMap<&'static str, bool>> = Mutex::new(BTreeMap::new());

fn kept() -> MutexGuard<'static, BTreeMap<&'static str, bool>> {
    // A thread that panicked here left the store as it was or one citation larger, and either is sound.
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cites a clause.
pub const fn clause(citation: &'static str) -> Clause {
    Clause(citation)
}

impl Clause {
    /// Cites a clause named in data. Each citation is kept once for as long as the program runs, so data from outside
    /// must name clauses that exist before it comes here ([`FromStr`](std::str::FromStr)).
    pub(crate) fn from_data(citation: &str) -> Self {
        Self::keep(citation, false)
    }

    /// The clause, if data has named it before and a shipped text has it: spares the search in the law.
    pub(crate) fn find_shipped(citation: &str) -> Option<Self> {
        let kept = kept();
        let (&known, &shipped) = kept.get_key_value(citation)?;
        shipped.then_some(Self(known))
    }

    /// Cites a clause named in data that exists; `shipped` says whether a shipped text is known to have it.
    pub(crate) fn keep(citation: &str, shipped: bool) -> Self {
        let mut kept = kept();
        let known = match kept.get_key_value(citation) {
            Some((&known, _)) => known,
            None => Box::leak(citation.to_owned().into_boxed_str()),
        };
        *kept.entry(known).or_default() |= shipped;
        Self(known)
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
