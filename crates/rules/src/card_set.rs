//! Sets of cards as one word: bit `13 * suit + rank` for each card, bit 52 for the joker.

use crate::card::{Card, CardError, Rank, Suit};
use std::fmt;

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// The 52 cards of § 657a.3(a).
    pub const FIFTY_TWO: Self = Self((1 << 52) - 1);
    /// The 53 cards, one joker among them, of §§ 659a.3(a), 575.3(a), 670a.3(a) and MA 2(a).
    pub const FIFTY_THREE: Self = Self((1 << 53) - 1);

    /// The set with exactly these bits; those above the joker's are dropped.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::FIFTY_THREE.0)
    }

    /// The set's bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A set of one card.
    pub const fn of(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// The set with these ranks in each suit, and the joker or not.
    pub const fn from_suits(suits: [u16; 4], joker: bool) -> Self {
        Self(
            suits[0] as u64
                | (suits[1] as u64) << 13
                | (suits[2] as u64) << 26
                | (suits[3] as u64) << 39
                | (joker as u64) << 52,
        )
    }

    /// The ranks held in one suit, as thirteen bits.
    pub const fn suit(self, suit: Suit) -> u16 {
        (self.0 >> (13 * suit as u32)) as u16 & 0x1fff
    }

    /// The ranks held in each suit.
    pub const fn suits(self) -> [u16; 4] {
        [self.suit(Suit::Clubs), self.suit(Suit::Diamonds), self.suit(Suit::Hearts), self.suit(Suit::Spades)]
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is among them.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether the joker is among them.
    pub const fn has_joker(self) -> bool {
        self.contains(Card::JOKER)
    }

    /// The set with this card.
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.index())
    }

    /// The set without this card.
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    /// The cards of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this one that the other lacks.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The first card in order of index.
    pub fn first(self) -> Option<Card> {
        Card::from_index(self.0.trailing_zeros() as usize)
    }

    /// The cards in order of index.
    pub fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }

    /// The cards highest rank first, the joker before all, as they are printed.
    pub fn by_rank(self) -> impl Iterator<Item = Card> {
        let mut left = self;
        std::iter::from_fn(move || {
            let card = if left.has_joker() {
                Card::JOKER
            } else {
                let [clubs, diamonds, hearts, spades] = left.suits();
                let highest = (clubs | diamonds | hearts | spades).checked_ilog2()?;
                let suit = Suit::ALL.into_iter().rev().find(|&suit| left.suit(suit) >> highest & 1 == 1)?;
                Card::new(Rank::from_index(highest as usize), suit)
            };
            left = left.without(card);
            Some(card)
        })
    }

    /// Reads cards separated by spaces.
    ///
    /// # Errors
    /// An unknown card, or the same card twice.
    pub fn read(line: &[u8]) -> Result<Self, CardError> {
        let mut set = Self::EMPTY;
        for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            let card =
                <[u8; 2]>::try_from(word).ok().and_then(Card::from_letters).ok_or_else(|| CardError::unknown(word))?;
            if set.contains(card) {
                return Err(CardError::Twice(card));
            }
            set = set.with(card);
        }
        Ok(set)
    }
}

impl std::str::FromStr for CardSet {
    type Err = CardError;

    fn from_str(line: &str) -> Result<Self, CardError> {
        Self::read(line.as_bytes())
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.by_rank().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The cards of a set, in order of index.
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Card::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for CardSetIter {}
