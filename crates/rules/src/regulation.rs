//! Regulations, by the names that scripts and files use, each with the game it regulates.
//!
//! A [`Regulation`] is a handle: whoever holds one has the game and its law and looks nothing up. Names are read by a
//! [`Registry`](crate::Registry), which knows these five and any others a caller adds.

use crate::game::Game;
use crate::games::{asia_poker, crazy_4, six_card_fortune};
use crate::law::{self, Law};
use crate::legal_text::LegalText;
use crate::procedure::Procedure;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// One text of law; two are the same if their ids are.
#[derive(Clone, Copy)]
pub struct Regulation {
    text: LegalText,
    game: &'static dyn Game,
}

#[allow(non_upper_case_globals, reason = "each is named as people write its number")]
impl Regulation {
    /// 58 Pa. Code ch. 659a, Fortune Asia Poker.
    pub const Pa659a: Self = Self::new(LegalText::Pa659a, &asia_poker::FORTUNE_ASIA_POKER_PA);
    /// The Massachusetts rules of Asia Poker.
    pub const MaAsia: Self = Self::new(LegalText::MaAsia, &asia_poker::ASIA_POKER_MA);
    /// 58 Pa. Code ch. 575 (temporary), Asia Poker.
    pub const Pa575: Self = Self::new(LegalText::Pa575, &asia_poker::ASIA_POKER_PA_2011);
    /// 58 Pa. Code ch. 670a, Six-Card Fortune Pai Gow Poker.
    pub const Pa670a: Self = Self::new(LegalText::Pa670a, &six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW);
    /// 58 Pa. Code ch. 657a, Crazy 4 Poker.
    pub const Pa657a: Self = Self::new(LegalText::Pa657a, &crazy_4::CRAZY_4_POKER);
}

impl Regulation {
    /// The texts that are shipped, in the order of the clause list.
    pub const ALL: [Self; 5] = [Self::Pa659a, Self::MaAsia, Self::Pa575, Self::Pa670a, Self::Pa657a];

    /// A text with the game it regulates, which answers the same text to [`Game::text`].
    pub const fn new(text: LegalText, game: &'static dyn Game) -> Self {
        Self { text, game }
    }

    /// The text by its name.
    pub const fn text(self) -> LegalText {
        self.text
    }

    /// The id it goes by.
    pub const fn id(self) -> &'static str {
        self.text.id()
    }

    /// What a citation of this text begins with.
    pub const fn citation_prefix(self) -> &'static str {
        self.text.citation_prefix()
    }

    /// The game it regulates.
    pub const fn game(self) -> &'static dyn Game {
        self.game
    }

    /// Its clauses.
    pub fn law(self) -> &'static Law {
        self.game.law()
    }

    /// Reads data whose citations may be of any of these texts; see [`law::reading_under`].
    pub fn reading_under<T>(texts: &[Self], read: impl FnOnce() -> T) -> T {
        let added = texts.iter().filter(|text| !Self::ALL.contains(text));
        law::reading_under(added.map(|text| text.law()), read)
    }

    /// How it runs its table, and what it asks of a submission.
    pub fn procedure(self) -> &'static Procedure {
        self.game.procedure()
    }

    /// The citation of the clause that its law lists under this id.
    pub fn cite(self, id: &str) -> String {
        self.text.cite(id)
    }

    /// The id under which its law lists the clause cited; none if the citation is of another text.
    pub fn cited(self, citation: &str) -> Option<&str> {
        self.text.cited(citation)
    }

    /// Whether the chapter is part of every clause's number: then citations bear the section sign.
    pub fn numbers_its_chapter(self) -> bool {
        self.text.numbers_its_chapter()
    }
}

/// The games in the order of the texts.
pub static GAMES: [&dyn Game; 5] = {
    let [first, second, third, fourth, fifth] = Regulation::ALL;
    [first.game(), second.game(), third.game(), fourth.game(), fifth.game()]
};

/// The game a text regulates.
pub const fn game(text: Regulation) -> &'static dyn Game {
    text.game()
}

impl PartialEq for Regulation {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Regulation {}

impl PartialOrd for Regulation {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By id, which is no order of any page: what is shown in order follows the registry.
impl Ord for Regulation {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id().cmp(other.id())
    }
}

impl Hash for Regulation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl fmt::Debug for Regulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Regulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_its_game_and_its_law_name_each_other() {
        for text in Regulation::ALL {
            assert_eq!((text.game().text(), text.law().text), (text.text(), text.text()));
        }
    }
}
