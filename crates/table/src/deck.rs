//! A deck from its arrival to its removal: §§ 659a.3-659a.5, 575.3-575.5, 670a.3-670a.5, 657a.3-657a.5, MA 2, 5 and 6.

use crate::actor::Timestamp;
use crate::digest::Digest;
use croupier_rules::{Card, CardSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The cards of a deck from the top down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DeckOrder {
    cards: [Card; 53],
    len: u8,
}

impl DeckOrder {
    /// These cards, if they are a whole deck and none twice.
    pub fn new(cards: &[Card], deck: CardSet) -> Option<Self> {
        let whole = cards.len() == deck.len() && cards.iter().copied().collect::<CardSet>() == deck;
        whole.then(|| {
            let mut order = Self { cards: [Card::JOKER; 53], len: cards.len() as u8 };
            order.cards[..cards.len()].copy_from_slice(cards);
            order
        })
    }

    /// The cards from the top down.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The card at this place from the top, the first being 0.
    pub fn card(&self, place: usize) -> Option<Card> {
        self.cards().get(place).copied()
    }

    /// The order after so many cards from the top have gone to the bottom.
    #[must_use]
    pub fn cut(mut self, depth: u8) -> Self {
        let len = usize::from(self.len);
        if len > 0 {
            self.cards[..len].rotate_left(usize::from(depth) % len);
        }
        self
    }
}

impl fmt::Display for DeckOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.cards().iter().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for DeckOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for DeckOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DeckOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let cards: Result<Vec<Card>, _> = written.split_ascii_whitespace().map(str::parse).collect();
        let cards = cards.map_err(serde::de::Error::custom)?;
        [CardSet::FIFTY_TWO, CardSet::FIFTY_THREE]
            .into_iter()
            .find_map(|deck| Self::new(&cards, deck))
            .ok_or_else(|| serde::de::Error::custom("expected every card of the deck exactly once"))
    }
}

/// Which of the two decks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeckId {
    /// The one deck, or the first of two.
    First,
    /// The second of two.
    Second,
}

impl DeckId {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Its place in a list of decks.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other deck.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// In a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first deck",
            Self::Second => "second deck",
        }
    }
}

/// How far a deck has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeckStage {
    /// It is not at the table.
    #[default]
    Absent,
    /// It has come to the table.
    Received,
    /// The dealer has inspected it.
    Inspected,
    /// The floorperson has verified the inspection.
    Verified,
    /// It lies spread for a player to look at.
    Spread,
    /// The first player has had the chance to look.
    Viewed,
    /// It is washed and stacked, or racked after a round: it must be shuffled.
    Stacked,
    /// It is shuffled and must still be cut.
    Shuffled,
    /// It can be dealt.
    Ready,
    /// It is being played with.
    InPlay,
}

impl DeckStage {
    /// In a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absent => "not at the table",
            Self::Received => "received",
            Self::Inspected => "inspected",
            Self::Verified => "verified",
            Self::Spread => "spread",
            Self::Viewed => "looked at",
            Self::Stacked => "stacked",
            Self::Shuffled => "shuffled",
            Self::Ready => "ready",
            Self::InPlay => "in play",
        }
    }
}

/// What shuffled a deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ShuffledBy {
    /// The dealer's hands.
    Hand,
    /// A device.
    Device,
    /// Whoever shuffled it before it came.
    Before,
}

/// One deck of the table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Deck {
    /// How far it has come.
    pub stage: DeckStage,
    /// Since when it serves.
    pub received: Option<Timestamp>,
    /// Whether it lies face up when it is spread.
    pub face_up: bool,
    /// Whether its second joker is torn.
    pub joker_torn: bool,
    /// What shuffled it last.
    pub shuffled_by: Option<ShuffledBy>,
    /// Its order where that is known: at a sealed table.
    pub order: Option<DeckOrder>,
    /// How many cards the cut took to the bottom since the shuffle.
    pub cut: u8,
    /// The commitment to that order, published before the first card.
    pub seal: Option<Digest>,
}

/// A device that can be out of order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Device {
    /// The shuffling device.
    Shuffler,
    /// The automated shoe.
    Shoe,
}

impl Device {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shuffler => "shuffler",
            Self::Shoe => "shoe",
        }
    }
}
