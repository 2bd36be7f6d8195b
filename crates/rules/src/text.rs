//! The five texts of law, by the names scripts and files use for them.

use std::fmt;
use std::str::FromStr;

/// One text of law.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Text {
    /// 58 Pa. Code ch. 659a, Fortune Asia Poker.
    Pa659a,
    /// The Massachusetts rules of Asia Poker.
    MaAsia,
    /// 58 Pa. Code ch. 575 (temporary), Asia Poker.
    Pa575,
    /// 58 Pa. Code ch. 670a, Six-Card Fortune Pai Gow Poker.
    Pa670a,
    /// 58 Pa. Code ch. 657a, Crazy 4 Poker.
    Pa657a,
}

impl Text {
    /// All texts, in the order of the clause list.
    pub const ALL: [Self; 5] = [Self::Pa659a, Self::MaAsia, Self::Pa575, Self::Pa670a, Self::Pa657a];

    /// The id it goes by.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Pa659a => "pa-659a",
            Self::MaAsia => "ma-asia",
            Self::Pa575 => "pa-575",
            Self::Pa670a => "pa-670a",
            Self::Pa657a => "pa-657a",
        }
    }

    /// What a citation of this text begins with.
    pub const fn citation_prefix(self) -> &'static str {
        match self {
            Self::Pa659a => "659a.",
            Self::MaAsia => "MA ",
            Self::Pa575 => "575.",
            Self::Pa670a => "670a.",
            Self::Pa657a => "657a.",
        }
    }

    /// Who the text speaks to: Pennsylvania's certificate holder, Massachusetts' gaming licensee.
    pub const fn operator(self) -> &'static str {
        if matches!(self, Self::MaAsia) { "gaming licensee" } else { "certificate holder" }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that is not one of the five.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown text `{0}`: it is one of pa-659a, ma-asia, pa-575, pa-670a, pa-657a")]
pub struct UnknownText(pub String);

impl FromStr for Text {
    type Err = UnknownText;

    fn from_str(id: &str) -> Result<Self, UnknownText> {
        Self::ALL.into_iter().find(|text| text.id() == id).ok_or_else(|| UnknownText(id.to_owned()))
    }
}
