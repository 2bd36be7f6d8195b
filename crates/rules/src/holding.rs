//! What a hand of any size holds: the questions a bonus ladder asks of five, six or seven cards.
//!
//! The joker counts as an ace for pairs and their like, and stands in for one missing card of a straight or a flush
//! (§§ 659a.6(a), 575.6(a), 670a.6(a)). A sequence may begin with an ace in every ladder.

use crate::card::{Rank, Suit};
use crate::card_set::CardSet;

/// Cards laid out to be asked about.
#[derive(Clone, Copy, Debug)]
pub struct Holding {
    suits: [u16; 4],
    joker: bool,
}

/// What the joker may do in a hand that is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joker {
    /// Nothing: the hand must be natural.
    Absent,
    /// Stand for the ace only.
    AceOnly,
    /// Stand for any card.
    Any,
}

const ROYAL: u16 = 0b1_1111_0000_0000;

impl Holding {
    /// Lays these cards out.
    pub const fn of(cards: CardSet) -> Self {
        Self { suits: cards.suits(), joker: cards.has_joker() }
    }

    /// Whether the joker is held.
    pub const fn joker(&self) -> bool {
        self.joker
    }

    /// The ranks held at least once, the joker as an ace.
    pub const fn ranks(&self) -> u16 {
        let [c, d, h, s] = self.suits;
        c | d | h | s | if self.joker { Rank::Ace.bit() } else { 0 }
    }

    /// How many of this rank, the joker as an ace.
    pub fn count(&self, rank: Rank) -> u32 {
        let natural: u32 = self.suits.iter().map(|suit| u32::from(suit >> rank.index() & 1)).sum();
        natural + u32::from(self.joker && rank == Rank::Ace)
    }

    /// The ranks of which at least one, two, three, four and five are held, the joker as an ace.
    pub const fn kinds(&self) -> [u16; 5] {
        let [c, d, h, s] = self.suits;
        let (pair_low, any_low) = (c & d, c | d);
        let (pair_high, any_high) = (h & s, h | s);
        let one = any_low | any_high;
        let two = pair_low | pair_high | (any_low & any_high);
        let three = (pair_low & any_high) | (any_low & pair_high);
        let four = pair_low & pair_high;
        let ace = if self.joker { Rank::Ace.bit() } else { 0 };
        [one | ace, two | one & ace, three | two & ace, four | three & ace, four & ace]
    }

    /// The ranks of which at least `n` are held.
    pub fn of_a_kind(&self, n: u32) -> u16 {
        match n {
            0 => 0x1fff,
            n => self.kinds().get(n as usize - 1).copied().unwrap_or(0),
        }
    }

    /// One card of the lowest rank among those held least often; no card of a hand that has none.
    pub(crate) fn least(&self) -> CardSet {
        let [one, two, three, four, _] = self.kinds();
        let smallest = [one & !two, two & !three, three & !four, four].into_iter().find(|&ranks| ranks != 0);
        let lowest = smallest.map_or(0, |ranks| ranks & ranks.wrapping_neg());
        let suit = self.suits.iter().position(|suit| suit & lowest != 0);
        suit.map_or(CardSet::EMPTY, |suit| CardSet::from_bits(u64::from(lowest) << (13 * suit)))
    }

    /// Whether some rank is held at least `n` times.
    pub fn has_kind(&self, n: u32) -> bool {
        self.of_a_kind(n) != 0
    }

    /// How many ranks are held at least twice.
    pub fn pairs(&self) -> u32 {
        self.of_a_kind(2).count_ones()
    }

    /// Three of one rank and two of another.
    pub fn full_house(&self) -> bool {
        self.has_kind(3) && self.pairs() >= 2
    }

    /// `n` cards of one suit.
    pub fn flush(&self, n: u32) -> bool {
        self.suits.iter().any(|suit| suit.count_ones() + u32::from(self.joker) >= n)
    }

    /// `n` cards in sequence, of any suits.
    pub fn straight(&self, n: u32) -> bool {
        let [c, d, h, s] = self.suits;
        sequence(c | d | h | s, n, self.joker)
    }

    /// `n` cards in sequence of one suit.
    pub fn straight_flush(&self, n: u32, joker: Joker) -> bool {
        let wild = self.joker && joker == Joker::Any;
        let [c, d, h, s] = self.suits;
        // Most hands have no sequence at all, and one look at all ranks spares four at the suits.
        sequence(c | d | h | s, n, wild) && self.suits.iter().any(|&suit| sequence(suit, n, wild))
    }

    /// The first suit in which A-K-Q-J-10 is held.
    pub fn royal_flush(&self, joker: Joker) -> Option<Suit> {
        Suit::ALL.into_iter().find(|&suit| {
            let missing = ROYAL & !self.suits[suit as usize];
            match joker {
                Joker::Any if self.joker => missing.count_ones() <= 1,
                Joker::AceOnly if self.joker => missing & !Rank::Ace.bit() == 0,
                _ => missing == 0,
            }
        })
    }

    /// King and queen of one suit besides those of this suit, both natural.
    pub fn royal_match(&self, royal: Suit) -> bool {
        let match_cards = Rank::King.bit() | Rank::Queen.bit();
        Suit::ALL.into_iter().any(|suit| suit != royal && self.suits[suit as usize] & match_cards == match_cards)
    }

    /// The highest rank held, the joker as an ace.
    pub fn highest(&self) -> Option<Rank> {
        self.ranks().checked_ilog2().map(|index| Rank::from_index(index as usize))
    }
}

/// Whether `n` ranks in a row are among these, one of them missing if the joker can stand for it.
fn sequence(ranks: u16, n: u32, joker: bool) -> bool {
    // The ace below the two as well as above the king, so that A-2-3-4-5 is a run like any other.
    let with_low_ace = ranks << 1 | ranks >> 12;
    if !joker {
        // A run of `n` begins wherever the `n - 1` ranks above are held too.
        return (1..n).fold(with_low_ace, |runs, above| runs & with_low_ace >> above) != 0;
    }
    let run = (1_u16 << n) - 1;
    (0..=14 - n).any(|low| (with_low_ace >> low & run).count_ones() + 1 >= n)
}
