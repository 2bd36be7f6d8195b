//! A text of law by its name, and how its clauses are cited.
//!
//! This is what a game, its law and its paytables say of the text they belong to. A [`Regulation`](crate::Regulation)
//! joins it with the game.

use std::fmt;

/// The name of a text of law and the beginning of its citations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LegalText {
    id: &'static str,
    citation_prefix: &'static str,
}

#[allow(non_upper_case_globals, reason = "each is named as people write its number")]
impl LegalText {
    /// 58 Pa. Code ch. 659a, Fortune Asia Poker.
    pub const Pa659a: Self = Self::new("pa-659a", "659a.");
    /// The Massachusetts rules of Asia Poker.
    pub const MaAsia: Self = Self::new("ma-asia", "MA ");
    /// 58 Pa. Code ch. 575 (temporary), Asia Poker.
    pub const Pa575: Self = Self::new("pa-575", "575.");
    /// 58 Pa. Code ch. 670a, Six-Card Fortune Pai Gow Poker.
    pub const Pa670a: Self = Self::new("pa-670a", "670a.");
    /// 58 Pa. Code ch. 657a, Crazy 4 Poker.
    pub const Pa657a: Self = Self::new("pa-657a", "657a.");
}

impl LegalText {
    /// The texts that are shipped, in the order of the clause list.
    pub const ALL: [Self; 5] = [Self::Pa659a, Self::MaAsia, Self::Pa575, Self::Pa670a, Self::Pa657a];

    /// A text by its id and by what its citations begin with.
    ///
    /// A prefix that ends with a space (`MA `) stands before the number of every clause; any other (`657a.`) is the
    /// chapter, which is part of the number.
    pub const fn new(id: &'static str, citation_prefix: &'static str) -> Self {
        Self { id, citation_prefix }
    }

    /// The id it goes by.
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// What a citation of this text begins with.
    pub const fn citation_prefix(self) -> &'static str {
        self.citation_prefix
    }

    /// The citation of the clause that its law lists under this id.
    pub fn cite(self, id: &str) -> String {
        if self.numbers_its_chapter() { id.to_owned() } else { format!("{}{id}", self.citation_prefix) }
    }

    /// The id under which its law lists the clause cited; none if the citation is of another text.
    pub fn cited(self, citation: &str) -> Option<&str> {
        if !self.numbers_its_chapter() {
            return citation.strip_prefix(self.citation_prefix);
        }
        let chapter = self.citation_prefix.trim_end_matches('.');
        (citation == chapter || citation.starts_with(self.citation_prefix)).then_some(citation)
    }

    /// Whether the chapter is part of every clause's number: then citations bear the section sign.
    pub fn numbers_its_chapter(self) -> bool {
        !self.citation_prefix.ends_with(' ')
    }
}

impl fmt::Debug for LegalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl fmt::Display for LegalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_of_one_text_and_says_which_clause() {
        assert_eq!(LegalText::MaAsia.cited("MA 12(g)(1)"), Some("12(g)(1)"));
        assert_eq!(LegalText::MaAsia.cite("12(g)(1)"), "MA 12(g)(1)");
        assert_eq!(LegalText::Pa657a.cited("657a.11(b)"), Some("657a.11(b)"));
        assert_eq!(LegalText::Pa657a.cited("657a"), Some("657a"));
        assert_eq!(LegalText::Pa657a.cite("657a.11(b)"), "657a.11(b)");
        assert_eq!(LegalText::Pa657a.cited("659a.11(b)"), None);
    }
}
