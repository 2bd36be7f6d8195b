//! Setting the hands: seven cards as four, two and one, or six as five and one.

use crate::card::CardError;
use crate::card_set::CardSet;
use crate::ranking::{HandRank, Ranking};
use std::fmt;
use std::str::FromStr;

/// How many cards go into each hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Cards in the high hand.
    pub high: usize,
    /// Cards in the medium hand; none in a game of two hands.
    pub medium: usize,
    /// Cards in the low hand.
    pub low: usize,
}

impl Shape {
    /// § 659a.1 "High hand", "Medium hand", "Low hand", and the same of ch. 575 and MA 1.
    pub const FOUR_TWO_ONE: Self = Self { high: 4, medium: 2, low: 1 };
    /// § 670a.1 "High hand", "Low hand".
    pub const FIVE_ONE: Self = Self { high: 5, medium: 0, low: 1 };

    /// The cards dealt.
    pub const fn cards(self) -> usize {
        self.high + self.medium + self.low
    }

    /// Every way to set these cards, lawful or not: 105 of seven, 6 of six.
    pub fn settings(self, cards: CardSet) -> impl Iterator<Item = Setting> {
        crate::ranking::choose(cards, self.low).flat_map(move |low| {
            crate::ranking::choose(cards.difference(low), self.medium).map(move |medium| Setting {
                high: cards.difference(low).difference(medium),
                medium,
                low,
            })
        })
    }
}

/// A player's or the dealer's cards, set: § 659a.1 "Setting the hands", § 575.1 "Setting the hands",
/// § 670a.1 "Setting the hands", MA 1 "Setting the hands".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setting {
    /// The high hand.
    pub high: CardSet,
    /// The medium hand; empty in a game of two hands.
    pub medium: CardSet,
    /// The low hand.
    pub low: CardSet,
}

/// Why a setting is a foul.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Foul {
    /// The hands have not the right number of cards.
    WrongShape,
    /// The high hand does not rank above the medium one.
    HighNotAboveMedium,
    /// The medium hand does not rank above the low one.
    MediumNotAboveLow,
    /// In a game of two hands, the high hand ranks below the low one.
    HighBelowLow,
}

impl Foul {
    /// What would be right.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::WrongShape => "the hands have the wrong number of cards",
            Self::HighNotAboveMedium => "the high hand must rank above the medium hand",
            Self::MediumNotAboveLow => "the medium hand must rank above the low hand",
            Self::HighBelowLow => "the high hand must rank at least as high as the low hand",
        }
    }
}

impl Setting {
    /// Cards that are not set: all lie in one hand.
    pub const fn unset(cards: CardSet) -> Self {
        Self { high: cards, medium: CardSet::EMPTY, low: CardSet::EMPTY }
    }

    /// All its cards.
    pub const fn cards(&self) -> CardSet {
        self.high.union(self.medium).union(self.low)
    }

    /// Whether a card lies in two of its hands.
    pub const fn overlaps(&self) -> bool {
        self.cards().len() < self.high.len() + self.medium.len() + self.low.len()
    }

    /// The rank of each hand.
    pub fn ranks(&self, ranking: &Ranking) -> [HandRank; 3] {
        [ranking.rank(self.high), ranking.rank(self.medium), ranking.rank(self.low)]
    }

    /// What makes it a foul, if anything does: §§ 659a.11(b), 575.11(b), 670a.11(b), MA 12(a).
    ///
    /// `ranking` must break ties card by card, whatever the text says of copies: within one setting hands are always
    /// compared so. A 5-1 setting may have hands of equal rank, yet the high hand then has more cards and
    /// so the greater number, which is why one comparison serves both games.
    pub fn foul(&self, shape: Shape, ranking: &Ranking) -> Option<Foul> {
        if [self.high.len(), self.medium.len(), self.low.len()] != [shape.high, shape.medium, shape.low] {
            return Some(Foul::WrongShape);
        }
        let [high, medium, low] = self.ranks(ranking);
        match shape.medium {
            0 if high <= low => Some(Foul::HighBelowLow),
            0 => None,
            _ if high <= medium => Some(Foul::HighNotAboveMedium),
            _ if medium <= low => Some(Foul::MediumNotAboveLow),
            _ => None,
        }
    }
}

/// Reads hands set off by bars: high, medium and low, or high and low, or all cards in one hand.
impl FromStr for Setting {
    type Err = CardError;

    fn from_str(line: &str) -> Result<Self, CardError> {
        let mut hands = line.splitn(3, '|').map(str::parse);
        let (high, second, third) = (hands.next(), hands.next().transpose()?, hands.next().transpose()?);
        let high = high.transpose()?.unwrap_or_default();
        let (medium, low) = match (second, third) {
            (Some(medium), Some(low)) => (medium, low),
            (low, _) => (CardSet::EMPTY, low.unwrap_or_default()),
        };
        let setting = Self { high, medium, low };
        let twice = high.intersection(medium).union(high.intersection(low)).union(medium.intersection(low));
        twice.first().map_or(Ok(setting), |card| Err(CardError::Twice(card)))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.medium.is_empty() && self.low.is_empty() {
            self.high.fmt(f)
        } else if self.medium.is_empty() {
            write!(f, "{} | {}", self.high, self.low)
        } else {
            write!(f, "{} | {} | {}", self.high, self.medium, self.low)
        }
    }
}
