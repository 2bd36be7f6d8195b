//! The shuffle commitment of a sealed table before the first card, and how it is opened at the close.
//!
//! One salted hash for each place of the deck and each draw, and one hash over them all: the root goes into the journal
//! with the shuffle. At the close each audience gets the openings of what it may know and the hashes of the rest; the
//! auditor gets the secret, from which every salt follows. A stub and a surrendered hand stay closed to others.

pub use crate::digest::Digest;

use crate::deck::DeckOrder;
use croupier_rules::{Card, Position};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Everything a commitment covers: the deck from the top down, and what will be drawn beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommittedShuffle {
    /// The deck.
    pub order: DeckOrder,
    /// The draws.
    pub draws: CommittedDraws,
}

/// What is drawn beside the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CommittedDraws {
    /// The dice, or a generator's number alone.
    pub start: [u8; 3],
    /// § 657a.1 "Magic Card Bonus": the card, if one is drawn.
    pub magic: Option<Card>,
    /// § 657a.1 "Lucky Bonus": the position, if one is drawn.
    pub lucky: Option<Position>,
}

/// One item that a commitment covers: a place of the deck, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CommitmentItem {
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
pub struct Disclosure {
    /// Which thing.
    pub item: CommitmentItem,
    /// What it was, as the hash saw it.
    pub value: [u8; 3],
    /// The salt.
    pub salt: Digest,
}

impl Disclosure {
    /// The hash this opening must have among the published ones.
    pub fn leaf(&self) -> Digest {
        let (kind, place) = match self.item {
            CommitmentItem::Place(place) => (0, place),
            CommitmentItem::Start => (1, 0),
            CommitmentItem::Magic => (2, 0),
            CommitmentItem::Lucky => (3, 0),
        };
        let mut bytes = *b"croupier leaf \0\0\0\0\0................................";
        bytes[14] = kind;
        bytes[15] = place;
        bytes[16..19].copy_from_slice(&self.value);
        bytes[19..51].copy_from_slice(&self.salt.0);
        Digest::of(&bytes)
    }
}

impl CommittedShuffle {
    /// What is promised, in the order of the leaves.
    fn values(&self) -> impl Iterator<Item = (CommitmentItem, [u8; 3])> {
        let CommittedDraws { start, magic, lucky } = self.draws;
        let card = |card: Card| [card.index() as u8 + 1, 0, 0];
        let places: Vec<_> =
            (0..).zip(self.order.cards()).map(|(place, &c)| (CommitmentItem::Place(place), card(c))).collect();
        places.into_iter().chain([
            (CommitmentItem::Start, start),
            (CommitmentItem::Magic, magic.map_or([0; 3], card)),
            (CommitmentItem::Lucky, lucky.map_or([0; 3], |position| [position.number(), 0, 0])),
        ])
    }

    /// The opening of each thing under this secret.
    pub fn openings(&self, secret: &Digest) -> Vec<Disclosure> {
        let salt = |number: u8| {
            let mut bytes = *b"croupier salt ................................\0";
            bytes[14..46].copy_from_slice(&secret.0);
            bytes[46] = number;
            Digest::of(&bytes)
        };
        (0..).zip(self.values()).map(|(number, (item, value))| Disclosure { item, value, salt: salt(number) }).collect()
    }

    /// What is published before the first card.
    pub fn root(&self, secret: &Digest) -> Digest {
        root(self.openings(secret).iter().map(Disclosure::leaf))
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

    fn promise() -> CommittedShuffle {
        let cards: Vec<_> = CardSet::FIFTY_TWO.iter().collect();
        let order = DeckOrder::new(&cards, CardSet::FIFTY_TWO).expect("a whole deck");
        CommittedShuffle {
            order,
            draws: CommittedDraws { start: [1, 2, 3], magic: cards.first().copied(), lucky: None },
        }
    }

    #[test]
    fn any_other_card_draw_or_secret_has_another_root() {
        let (promise, secret) = (promise(), Digest::of(b"secret"));
        let kept = promise.root(&secret);
        let mut others = vec![
            promise.root(&Digest::of(b"other")),
            CommittedShuffle { order: promise.order.cut(1), ..promise }.root(&secret),
        ];
        for draws in [
            CommittedDraws { start: [1, 3, 2], ..promise.draws },
            CommittedDraws { magic: None, ..promise.draws },
            CommittedDraws { lucky: Some(Position::DEALER), ..promise.draws },
        ] {
            others.push(CommittedShuffle { draws, ..promise }.root(&secret));
        }
        assert!(others.iter().all(|other| *other != kept));
        assert_eq!(promise.root(&secret), kept);
    }

    #[test]
    fn one_opening_can_be_checked_against_the_leaves_alone() {
        let (promise, secret) = (promise(), Digest::of(b"secret"));
        let openings = promise.openings(&secret);
        let leaves: Vec<_> = openings.iter().map(Disclosure::leaf).collect();
        assert_eq!(root(leaves.iter().copied()), promise.root(&secret));
        let mut forged = openings[7];
        assert_eq!(forged.leaf(), leaves[7]);
        forged.value[0] ^= 1;
        assert_ne!(forged.leaf(), leaves[7]);
    }
}
