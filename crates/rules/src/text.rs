//! Texts of law, by the names scripts and files use for them, each with the game it regulates.
//!
//! A [`Text`] is a handle: whoever holds one has the game and its law and looks nothing up. Names are read by a
//! [`Registry`], which knows these five and any others a caller adds.

use crate::game::Game;
use crate::games::{asia_poker, crazy_4, six_card_fortune};
use crate::law::Law;
use crate::procedure::Procedure;
use crate::registry::Registry;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// One text of law; two are the same if their ids are.
#[derive(Clone, Copy)]
pub struct Text {
    id: &'static str,
    citation_prefix: &'static str,
    game: &'static dyn Game,
}

#[allow(non_upper_case_globals, reason = "each is named as people write its number")]
impl Text {
    /// 58 Pa. Code ch. 659a, Fortune Asia Poker.
    pub const Pa659a: Self = Self::new("pa-659a", "659a.", &asia_poker::FORTUNE_ASIA_POKER_PA);
    /// The Massachusetts rules of Asia Poker.
    pub const MaAsia: Self = Self::new("ma-asia", "MA ", &asia_poker::ASIA_POKER_MA);
    /// 58 Pa. Code ch. 575 (temporary), Asia Poker.
    pub const Pa575: Self = Self::new("pa-575", "575.", &asia_poker::ASIA_POKER_PA_2011);
    /// 58 Pa. Code ch. 670a, Six-Card Fortune Pai Gow Poker.
    pub const Pa670a: Self = Self::new("pa-670a", "670a.", &six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW);
    /// 58 Pa. Code ch. 657a, Crazy 4 Poker.
    pub const Pa657a: Self = Self::new("pa-657a", "657a.", &crazy_4::CRAZY_4_POKER);
}

impl Text {
    /// The texts that are shipped, in the order of the clause list.
    pub const ALL: [Self; 5] = [Self::Pa659a, Self::MaAsia, Self::Pa575, Self::Pa670a, Self::Pa657a];

    /// A text by its id, by what its citations begin with, and with the game it regulates.
    ///
    /// A prefix that ends with a space (`MA `) stands before the number of every clause; any other (`657a.`) is the
    /// chapter, which is part of the number.
    pub const fn new(id: &'static str, citation_prefix: &'static str, game: &'static dyn Game) -> Self {
        Self { id, citation_prefix, game }
    }

    /// The id it goes by.
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// What a citation of this text begins with.
    pub const fn citation_prefix(self) -> &'static str {
        self.citation_prefix
    }

    /// The game it regulates.
    pub const fn game(self) -> &'static dyn Game {
        self.game
    }

    /// Its clauses.
    pub fn law(self) -> &'static Law {
        self.game.law()
    }

    /// How it runs its table, and what it asks of a submission.
    pub fn procedure(self) -> &'static Procedure {
        self.game.procedure()
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

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By id, which is no order of any page: what is shown in order follows the registry.
impl Ord for Text {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(other.id)
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// A text that a registry does not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown text `{id}`: it is one of {}", .known.join(", "))]
pub struct UnknownText {
    /// The id as written.
    pub id: String,
    /// The ids there are.
    pub known: Vec<&'static str>,
}

/// Finds a text that is shipped.
impl FromStr for Text {
    type Err = UnknownText;

    fn from_str(id: &str) -> Result<Self, UnknownText> {
        Registry::standard().text(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_its_game_and_its_law_name_each_other() {
        for text in Text::ALL {
            assert_eq!((text.game().text(), text.law().text, text.id().parse()), (text, text, Ok(text)));
        }
    }

    #[test]
    fn a_citation_is_of_one_text_and_says_which_clause() {
        assert_eq!(Text::MaAsia.cited("MA 12(g)(1)"), Some("12(g)(1)"));
        assert_eq!(Text::MaAsia.cite("12(g)(1)"), "MA 12(g)(1)");
        assert_eq!(Text::Pa657a.cited("657a.11(b)"), Some("657a.11(b)"));
        assert_eq!(Text::Pa657a.cited("657a"), Some("657a"));
        assert_eq!(Text::Pa657a.cite("657a.11(b)"), "657a.11(b)");
        assert_eq!(Text::Pa657a.cited("659a.11(b)"), None);
    }

    #[test]
    fn a_name_no_text_has_is_answered_with_those_there_are() {
        let told = "pa-658a".parse::<Text>().unwrap_err().to_string();
        assert_eq!(told, "unknown text `pa-658a`: it is one of pa-659a, ma-asia, pa-575, pa-670a, pa-657a");
    }
}
