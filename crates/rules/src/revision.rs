//! Revisions of the rules: every ruling that this program decides otherwise than an earlier version of it.
//!
//! An audit decides every command of a journal again and compares the events byte for byte, so a changed ruling would
//! make a lawful old journal fail. A journal therefore names the revision it was decided by, and the code keeps what
//! each revision decided: a changed ruling is a variant of [`RulesChange`], and the code asks
//! [`Revision::includes`] before it takes the new way.
//!
//! Note: the numbers stand in journals. A change is added at the end; none is removed, moved or given another meaning.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A revision of the rules: it includes every [`RulesChange`] with its number or a lower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Revision(pub u32);

impl Revision {
    /// The rules as the first program decided them; a journal that names no revision was decided by these.
    pub const FIRST: Self = Self(1);

    /// The rules as this program decides them.
    pub const CURRENT: Self = Self(RulesChange::ALL.len() as u32 + 1);

    /// Whether a change is part of this revision.
    pub const fn includes(self, change: RulesChange) -> bool {
        change.revision().0 <= self.0
    }

    /// Whether this is [`Revision::FIRST`], which journals do not name.
    pub fn is_first(&self) -> bool {
        *self == Self::FIRST
    }
}

impl Default for Revision {
    /// What a journal without a revision means.
    fn default() -> Self {
        Self::FIRST
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rules revision {}", self.0)
    }
}

macro_rules! changes {
    ($($name:ident $number:literal $clauses:literal $reason:literal)*) => {
        /// A ruling that was changed, in the order of the changes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum RulesChange {
            $(#[doc = $reason] $name,)*
        }

        impl RulesChange {
            /// All changes, the oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The first revision that includes it.
            pub const fn revision(self) -> Revision {
                match self { $(Self::$name => Revision($number),)* }
            }

            /// The clauses it follows.
            pub const fn clauses(self) -> &'static str {
                match self { $(Self::$name => $clauses,)* }
            }

            /// What was changed, and why.
            pub const fn reason(self) -> &'static str {
                match self { $(Self::$name => $reason,)* }
            }
        }
    };
}

changes! {
    ButtonAtOpening 2 "575.5(g)(3), MA 11(d)"
        "At the opening of a table the button lies before the dealer. It stayed where the last day had left it."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_numbered_from_two_without_a_gap() {
        let numbers: Vec<u32> = RulesChange::ALL.iter().map(|change| change.revision().0).collect();
        let expected: Vec<u32> = (2..).take(numbers.len()).collect();
        assert_eq!(numbers, expected);
        assert!(!RulesChange::ALL.iter().any(|change| Revision::FIRST.includes(*change)));
        assert!(RulesChange::ALL.iter().all(|change| Revision::CURRENT.includes(*change)));
    }
}
