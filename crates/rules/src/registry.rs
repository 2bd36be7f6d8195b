//! The texts a program knows, as a value: the five that are shipped, and any that a caller adds.
//!
//! Only names are looked up here: the text a submission names, and so the text of a journal, whose first line is a
//! submission. Everything else has its game in hand with the [`Text`]. What is odd: a citation read back from a journal
//! is nothing but words, so the clauses of an added text are known to the whole program from then on.
//!
//! ```
//! use croupier_rules::{Registry, Text};
//!
//! assert_eq!(Registry::standard().text("pa-657a"), Ok(Text::Pa657a));
//! assert!(Registry::standard().with(Text::Pa657a).is_err(), "it is there already");
//! ```

use crate::law;
use crate::text::{Text, UnknownText};
use std::sync::LazyLock;

/// Texts of law by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registry {
    texts: Vec<Text>,
}

impl Registry {
    /// The five texts that are shipped.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Registry> = LazyLock::new(|| Registry { texts: Text::ALL.to_vec() });
        &STANDARD
    }

    /// These texts and one more.
    ///
    /// # Errors
    /// If its id is taken, or a citation could be of it or of another text.
    pub fn with(&self, text: Text) -> Result<Self, Taken> {
        let prefix = text.citation_prefix();
        for other in &self.texts {
            if other.id() == text.id() {
                return Err(Taken::Id(text));
            }
            if prefix.is_empty()
                || prefix.starts_with(other.citation_prefix())
                || other.citation_prefix().starts_with(prefix)
            {
                return Err(Taken::Citations { text, by: *other });
            }
        }
        law::enact(text.law());
        Ok(Self { texts: self.texts.iter().copied().chain([text]).collect() })
    }

    /// The texts, in the order they were added.
    pub fn texts(&self) -> &[Text] {
        &self.texts
    }

    /// The text of this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn text(&self, id: &str) -> Result<Text, UnknownText> {
        let found = self.texts.iter().copied().find(|text| text.id() == id);
        found.ok_or_else(|| UnknownText { id: id.to_owned(), known: self.texts.iter().map(|text| text.id()).collect() })
    }
}

/// Why a text cannot be added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Taken {
    /// Another text has the id.
    #[error("there is a text `{0}` already")]
    Id(Text),
    /// A citation would not say which text it is of.
    #[error("`{text}` is cited by `{}`, which cannot be told from the `{}` of `{by}`", .text.citation_prefix(), .by.citation_prefix())]
    Citations {
        /// The text to be added.
        text: Text,
        /// The text that is there.
        by: Text,
    },
}
