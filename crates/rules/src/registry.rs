//! The texts a program knows, as a value: the five that are shipped, and any that a caller adds.
//!
//! Only names are looked up here: the text a submission names, and so the text of a journal, whose first line is a
//! submission. Everything else has its game in hand with the [`Regulation`]. Adding a text changes nothing but the new
//! value: a citation read back from a journal is looked up in the registry under which the journal is read
//! ([`Registry::reading`]).
//!
//! ```
//! use croupier_rules::{Registry, Regulation};
//!
//! assert_eq!(Registry::standard().text("pa-657a"), Ok(Regulation::Pa657a));
//! assert!(Registry::standard().with(Regulation::Pa657a).is_err(), "it is there already");
//! ```

use crate::regulation::Regulation;
use std::str::FromStr;
use std::sync::LazyLock;

/// Texts of law by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registry {
    texts: Vec<Regulation>,
}

impl Registry {
    /// The five texts that are shipped.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Registry> = LazyLock::new(|| Registry { texts: Regulation::ALL.to_vec() });
        &STANDARD
    }

    /// These texts and one more.
    ///
    /// # Errors
    /// If its id is taken, or a citation could be of it or of another text.
    pub fn with(&self, text: Regulation) -> Result<Self, RegistryError> {
        let prefix = text.citation_prefix();
        for other in &self.texts {
            if other.id() == text.id() {
                return Err(RegistryError::Id(text));
            }
            if prefix.is_empty()
                || prefix.starts_with(other.citation_prefix())
                || other.citation_prefix().starts_with(prefix)
            {
                return Err(RegistryError::Citations { text, by: *other });
            }
        }
        Ok(Self { texts: self.texts.iter().copied().chain([text]).collect() })
    }

    /// Reads data whose citations may be of any of these texts.
    pub fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        Regulation::reading_under(&self.texts, read)
    }

    /// Whether a citation names a clause, a section, a chapter or a definition of one of these texts.
    pub fn resolves(&self, citation: &str) -> bool {
        self.texts.iter().any(|text| text.law().has(citation))
    }

    /// The texts, in the order they were added.
    pub fn texts(&self) -> &[Regulation] {
        &self.texts
    }

    /// The text of this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn text(&self, id: &str) -> Result<Regulation, UnknownRegulation> {
        let found = self.texts.iter().copied().find(|text| text.id() == id);
        found.ok_or_else(|| UnknownRegulation {
            id: id.to_owned(),
            known: self.texts.iter().map(|text| text.id()).collect(),
        })
    }
}

/// Why a text cannot be added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// Another text has the id.
    #[error("a text `{0}` already exists")]
    Id(Regulation),
    /// A citation would not say which text it is of.
    #[error("`{text}` (`{}`) and `{by}` (`{}`) are ambiguous", .text.citation_prefix(), .by.citation_prefix())]
    Citations {
        /// The text to be added.
        text: Regulation,
        /// The text that is there.
        by: Regulation,
    },
}

/// A text that a registry does not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown text `{id}`: expected one of {}", .known.join(", "))]
pub struct UnknownRegulation {
    /// The id as written.
    pub id: String,
    /// The ids there are.
    pub known: Vec<&'static str>,
}

/// Finds a text that is shipped.
impl FromStr for Regulation {
    type Err = UnknownRegulation;

    fn from_str(id: &str) -> Result<Self, UnknownRegulation> {
        Registry::standard().text(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shipped_text_is_found_by_its_id() {
        for text in Regulation::ALL {
            assert_eq!(text.id().parse(), Ok(text));
        }
    }

    #[test]
    fn a_name_no_text_has_is_answered_with_those_there_are() {
        let told = "pa-658a".parse::<Regulation>().unwrap_err().to_string();
        assert_eq!(told, "unknown text `pa-658a`: expected one of pa-659a, ma-asia, pa-575, pa-670a, pa-657a");
    }
}
