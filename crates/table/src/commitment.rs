//! The promise a sealed table makes before the first card, and how it is kept at the close.
//!
//! One salted hash for each place of the deck and each draw, and one hash over them all: the root goes into the journal
//! with the shuffle. At the close each audience gets the openings of what it may know and the hashes of the rest; the
//! auditor gets the secret, from which every salt follows. A stub and a surrendered hand stay closed to others.

use crate::deck::Order;
use croupier_rules::{Card, Position};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256 value, written as hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The sixty-four digits.
    pub fn digits(self) -> [u8; 64] {
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair[0] = b"0123456789abcdef"[usize::from(byte >> 4)];
            pair[1] = b"0123456789abcdef"[usize::from(byte & 15)];
        }
        digits
    }

    /// Reads sixty-four hexadecimal digits in lower case.
    pub fn read(digits: &[u8]) -> Option<Self> {
        let digits: &[u8; 64] = digits.try_into().ok()?;
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.digits()).unwrap_or_default())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::read(digits.as_bytes()).ok_or_else(|| serde::de::Error::custom("not sixty-four hexadecimal digits"))
    }
}

/// All that is promised before a round: the deck from the top down, and what will be drawn beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Promise {
    /// The deck.
    pub order: Order,
    /// The draws.
    pub draws: Draws,
}

/// What is drawn beside the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Draws {
    /// The dice, or a generator's number alone.
    pub start: [u8; 3],
    /// § 657a.1 "Magic Card Bonus": the card, if one is drawn.
    pub magic: Option<Card>,
    /// § 657a.1 "Lucky Bonus": the position, if one is drawn.
    pub lucky: Option<Position>,
}

/// One thing promised: a place of the deck, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// The card at this place from the top.
    Place(u8),
    /// The start.
    Start,
    /// The Magic Card.
    Magic,
    /// The Lucky position.
    Lucky,
}

/// One thing opened: what it was and its salt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Opening {
    /// Which thing.
    pub item: Item,
    /// What it was, as the hash saw it.
    pub value: [u8; 3],
    /// The salt.
    pub salt: Digest,
}

impl Opening {
    /// The hash this opening must have among the published ones.
    pub fn leaf(&self) -> Digest {
        let (kind, place) = match self.item {
            Item::Place(place) => (0, place),
            Item::Start => (1, 0),
            Item::Magic => (2, 0),
            Item::Lucky => (3, 0),
        };
        let mut bytes = *b"croupier leaf \0\0\0\0\0................................";
        bytes[14] = kind;
        bytes[15] = place;
        bytes[16..19].copy_from_slice(&self.value);
        bytes[19..51].copy_from_slice(&self.salt.0);
        Digest::of(&bytes)
    }
}

impl Promise {
    /// What is promised, in the order of the leaves.
    fn values(&self) -> impl Iterator<Item = (Item, [u8; 3])> {
        let Draws { start, magic, lucky } = self.draws;
        let card = |card: Card| [card.index() as u8 + 1, 0, 0];
        let places: Vec<_> = (0..).zip(self.order.cards()).map(|(place, &c)| (Item::Place(place), card(c))).collect();
        places.into_iter().chain([
            (Item::Start, start),
            (Item::Magic, magic.map_or([0; 3], card)),
            (Item::Lucky, lucky.map_or([0; 3], |position| [position.number(), 0, 0])),
        ])
    }

    /// The opening of each thing under this secret.
    pub fn openings(&self, secret: &Digest) -> Vec<Opening> {
        let salt = |number: u8| {
            let mut bytes = *b"croupier salt ................................\0";
            bytes[14..46].copy_from_slice(&secret.0);
            bytes[46] = number;
            Digest::of(&bytes)
        };
        (0..).zip(self.values()).map(|(number, (item, value))| Opening { item, value, salt: salt(number) }).collect()
    }

    /// What is published before the first card.
    pub fn root(&self, secret: &Digest) -> Digest {
        root(self.openings(secret).iter().map(Opening::leaf))
    }
}

/// The root over the leaves in their order.
pub fn root(leaves: impl Iterator<Item = Digest>) -> Digest {
    let mut hash = Sha256::new();
    hash.update(b"croupier root ");
    for leaf in leaves {
        hash.update(leaf.0);
    }
    Digest(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::CardSet;

    fn promise() -> Promise {
        let cards: Vec<_> = CardSet::FIFTY_TWO.iter().collect();
        let order = Order::new(&cards, CardSet::FIFTY_TWO).expect("a whole deck");
        Promise { order, draws: Draws { start: [1, 2, 3], magic: cards.first().copied(), lucky: None } }
    }

    #[test]
    fn any_other_card_draw_or_secret_has_another_root() {
        let (promise, secret) = (promise(), Digest::of(b"secret"));
        let kept = promise.root(&secret);
        let mut others =
            vec![promise.root(&Digest::of(b"other")), Promise { order: promise.order.cut(1), ..promise }.root(&secret)];
        for draws in [
            Draws { start: [1, 3, 2], ..promise.draws },
            Draws { magic: None, ..promise.draws },
            Draws { lucky: Some(Position::DEALER), ..promise.draws },
        ] {
            others.push(Promise { draws, ..promise }.root(&secret));
        }
        assert!(others.iter().all(|other| *other != kept));
        assert_eq!(promise.root(&secret), kept);
    }

    #[test]
    fn one_opening_can_be_checked_against_the_leaves_alone() {
        let (promise, secret) = (promise(), Digest::of(b"secret"));
        let openings = promise.openings(&secret);
        let leaves: Vec<_> = openings.iter().map(Opening::leaf).collect();
        assert_eq!(root(leaves.iter().copied()), promise.root(&secret));
        let mut forged = openings[7];
        assert_eq!(forged.leaf(), leaves[7]);
        forged.value[0] ^= 1;
        assert_ne!(forged.leaf(), leaves[7]);
    }
}
