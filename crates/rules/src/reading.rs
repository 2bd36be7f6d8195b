//! Doubtful places in the texts, and how we read them.
//!
//! The readings themselves are data (`law/readings.toml` of this crate); code only asks whether a submission chose the
//! alternative of one that may be switched.

use std::fmt;
use std::str::FromStr;

/// The number of a reading: `R-02`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReadingId(pub u8);

impl ReadingId {
    /// § 659a.6(c): copies card by card, or by the top card alone.
    pub const COPY_BY_TOP_CARD: Self = Self(2);
    /// §§ 670a.1, 670a.12(b)(2): what a Fortune Bonus Wager below $5 earns in envy.
    pub const ENVY_BELOW_FIVE_DOLLARS: Self = Self(7);
    /// § 657a.11(c)(3)(i) with § 657a.2(b)(7)(iv): the Super Bonus of a hand that loses to a dealer below a king.
    pub const SUPER_BONUS_WHEN_BEHIND: Self = Self(9);
    /// §§ 659a.6(e)(3), 670a.6(b)(2): the joker in a royal flush, any card of it or only the ace.
    pub const ROYAL_JOKER_ONLY_ACE: Self = Self(20);
    /// §§ 575.6(d)(3), 659a.6(d)(5): a royal flush made with the joker, or natural only.
    pub const ROYAL_NATURAL_ONLY: Self = Self(22);
    /// § 575.6(d)(7): a 9-high that is also a flush.
    pub const NINE_HIGH_FLUSH: Self = Self(23);
    /// §§ 657a.2(b)(3), 657a.11(e): one 657a progressive at a table, or both.
    pub const BOTH_PROGRESSIVES: Self = Self(42);

    /// Those whose alternative a submission may choose.
    pub const SWITCHES: [Self; 7] = [
        Self::COPY_BY_TOP_CARD,
        Self::ENVY_BELOW_FIVE_DOLLARS,
        Self::SUPER_BONUS_WHEN_BEHIND,
        Self::ROYAL_JOKER_ONLY_ACE,
        Self::ROYAL_NATURAL_ONLY,
        Self::NINE_HIGH_FLUSH,
        Self::BOTH_PROGRESSIVES,
    ];
}

impl fmt::Display for ReadingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R-{:02}", self.0)
    }
}

impl FromStr for ReadingId {
    type Err = ReadingError;

    fn from_str(word: &str) -> Result<Self, ReadingError> {
        word.strip_prefix("R-")
            .filter(|digits| digits.len() == 2)
            .and_then(|digits| digits.parse().ok())
            .map(Self)
            .ok_or_else(|| ReadingError::Unknown(word.to_owned()))
    }
}

/// Which alternatives are chosen; by default none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Readings(u64);

impl Readings {
    /// Whether the alternative of this reading is chosen.
    pub const fn alternative(self, id: ReadingId) -> bool {
        self.0 >> id.0 & 1 == 1
    }

    /// These readings with the alternative of one more.
    ///
    /// # Errors
    /// If that reading has no alternative to choose.
    pub fn choose(self, id: ReadingId) -> Result<Self, ReadingError> {
        if ReadingId::SWITCHES.contains(&id) { Ok(Self(self.0 | 1 << id.0)) } else { Err(ReadingError::NotASwitch(id)) }
    }

    /// Reads a choice as a command line or a submission writes it: `R-23=alternative`.
    ///
    /// # Errors
    /// An unknown reading, one without an alternative, or a choice other than `reading` and `alternative`.
    pub fn choose_written(self, id: &str, choice: &str) -> Result<Self, ReadingError> {
        let id = id.parse::<ReadingId>()?;
        match choice {
            "alternative" => self.choose(id),
            "reading" if ReadingId::SWITCHES.contains(&id) => Ok(Self(self.0 & !(1 << id.0))),
            "reading" => Err(ReadingError::NotASwitch(id)),
            _ => Err(ReadingError::UnknownChoice(choice.to_owned())),
        }
    }

    /// The readings whose alternative is chosen.
    pub fn alternatives(self) -> impl Iterator<Item = ReadingId> {
        ReadingId::SWITCHES.into_iter().filter(move |&id| self.alternative(id))
    }
}

/// What can be wrong with a choice of reading.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadingError {
    /// No such reading.
    #[error("unknown reading `{0}`: readings are numbered from `R-01`")]
    Unknown(String),
    /// The reading has no tenable alternative.
    #[error("reading {0} cannot be switched: only R-02, R-07, R-09, R-20, R-22, R-23 and R-42 have an alternative")]
    NotASwitch(ReadingId),
    /// A word other than the two choices.
    #[error("unknown choice `{0}`: expected `reading` or `alternative`")]
    UnknownChoice(String),
}
