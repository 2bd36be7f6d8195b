//! Cards as the five texts use them: thirteen ranks, four suits, and one joker that is a card like the others.
//!
//! §§ 659a.3(a), 575.3(a), 670a.3(a) and MA 2(a) play with 53 cards, § 657a.3(a) with 52.

use std::fmt;
use std::str::FromStr;

/// The rank of a card, lowest first: MA 1 "Rank", §§ 659a.6(a), 575.6(a), 670a.6(a), 657a.6(a), MA 3(a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// The two.
    Two,
    /// The three.
    Three,
    /// The four.
    Four,
    /// The five.
    Five,
    /// The six.
    Six,
    /// The seven.
    Seven,
    /// The eight.
    Eight,
    /// The nine.
    Nine,
    /// The ten.
    Ten,
    /// The jack.
    Jack,
    /// The queen.
    Queen,
    /// The king.
    King,
    /// The ace.
    Ace,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The rank with this index, 0 for a two up to 12 for an ace.
    ///
    /// # Panics
    /// If `index` is above 12, which only a mistake in the program can bring about.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index]
    }

    /// 0 for a two up to 12 for an ace.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter it is written with: `A K Q J T 9 … 2`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The word a dealer says, in the singular: `ace`, `king`, `10`, `9`.
    pub const fn word(self) -> &'static str {
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"][self as usize]
    }

    /// The bit of this rank in a thirteen-bit mask of ranks.
    pub const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// A suit: MA 1 "Suit". All suits are equal in rank (§ 657a.6(a)); the order here only sorts cards for printing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Clubs.
    Clubs,
    /// Diamonds.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades.
    Spades,
}

impl Suit {
    /// All suits.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter it is written with.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }
}

/// One of 53 cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker.
    pub const JOKER: Self = Self(52);

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit as u8 * 13 + rank as u8)
    }

    /// The card with this index below 53: thirteen to a suit, then the joker.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 53 { Some(Self(index as u8)) } else { None }
    }

    /// Its index below 53.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its rank; the joker has none of its own.
    pub const fn rank(self) -> Option<Rank> {
        if self.0 == 52 { None } else { Some(Rank::ALL[self.0 as usize % 13]) }
    }

    /// Its suit; the joker has none of its own.
    pub const fn suit(self) -> Option<Suit> {
        if self.0 == 52 { None } else { Some(Suit::ALL[self.0 as usize / 13]) }
    }

    /// The two letters it is written with, as bytes.
    pub const fn letters(self) -> [u8; 2] {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => [rank.letter() as u8, suit.letter() as u8],
            _ => *b"Jk",
        }
    }

    /// Reads two letters.
    pub const fn from_letters(letters: [u8; 2]) -> Option<Self> {
        let rank = match letters[0] {
            digit @ b'2'..=b'9' => (digit - b'2') as usize,
            b'T' => 8,
            b'J' => 9,
            b'Q' => 10,
            b'K' => 11,
            b'A' => 12,
            _ => return None,
        };
        let suit = match letters[1] {
            b'c' => Suit::Clubs,
            b'd' => Suit::Diamonds,
            b'h' => Suit::Hearts,
            b's' => Suit::Spades,
            b'k' if letters[0] == b'J' => return Some(Self::JOKER),
            _ => return None,
        };
        Some(Self::new(Rank::ALL[rank], suit))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, suit] = self.letters();
        write!(f, "{}{}", rank as char, suit as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(word: &str) -> Result<Self, CardError> {
        let letters = <[u8; 2]>::try_from(word.as_bytes()).ok();
        letters.and_then(Self::from_letters).ok_or_else(|| CardError::unknown(word.as_bytes()))
    }
}

/// What can be wrong with cards as written, before any rule of a game is asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// A word that is no card.
    #[error("unknown card `{0}`: write rank and suit, such as `As Td 9c 2h` (`T` is a ten); the joker is `Jk`")]
    Unknown(String),
    /// The same card twice.
    #[error("duplicate card `{0}`")]
    Twice(Card),
    /// Bytes that are not text.
    #[error("input is not UTF-8: write cards such as `As Td 9c 2h`")]
    NotText,
}

impl CardError {
    /// Quotes the offending word, cut short: a line may be megabytes long.
    pub(crate) fn unknown(word: &[u8]) -> Self {
        const SHOWN: usize = 16;
        match std::str::from_utf8(word) {
            Err(_) => Self::NotText,
            Ok(word) if word.chars().nth(SHOWN).is_some() => {
                Self::Unknown(word.chars().take(SHOWN).chain(['…']).collect())
            }
            Ok(word) => Self::Unknown(word.to_owned()),
        }
    }
}
