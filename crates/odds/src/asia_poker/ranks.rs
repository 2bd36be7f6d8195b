//! Cards by rank alone, and the hands that have those ranks.
//!
//! Suits matter to these games only through flushes, so nearly everything about a hand follows from its ranks: all
//! hands of equal ranks ask the same questions. Here cards are numbered by rank and then suit, the joker last, so that
//! the cards of every hand of equal ranks stand in the same order.

use crate::counting::{NAMINGS, choose, choose_table};
use croupier_rules::{Card, CardSet};

/// The joker's place among the ranks, above the ace.
pub(super) const JOKER: u8 = 13;
/// The joker's number among the cards.
const JOKER_CARD: u8 = 52;
/// The cards of the deck.
pub(super) const DECK: usize = 53;

/// How many cards of each rank a hand has: three bits for each of thirteen ranks and the joker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct RankCounts(u64);

impl RankCounts {
    /// Those of a hand.
    #[cfg(test)]
    pub(super) fn of(hand: &[u8]) -> Self {
        hand.iter().fold(Self::default(), |ranks, &card| ranks.with(rank(card)))
    }

    /// These and one more card of this rank.
    pub(super) const fn with(self, rank: u8) -> Self {
        Self(self.0 + (1 << (3 * rank)))
    }

    /// Whether the deck has another card of this rank.
    const fn has_room(self, rank: u8) -> bool {
        self.count(rank) < if rank == JOKER { 1 } else { 4 }
    }

    /// How many cards of this rank.
    pub(super) const fn count(self, rank: u8) -> u64 {
        self.0 >> (3 * rank) & 7
    }

    /// How many cards there are.
    pub(super) fn len(self) -> usize {
        (0..=JOKER).map(|rank| self.count(rank) as usize).sum()
    }

    /// These without some of them.
    pub(super) const fn less(self, some: Self) -> Self {
        Self(self.0 - some.0)
    }

    /// The ranks held exactly once, the joker left out, as bits.
    pub(super) fn single(self) -> u16 {
        (0..JOKER).filter(|&rank| self.count(rank) == 1).fold(0, |all, rank| all | 1 << rank)
    }

    /// The ranks in rising order, each as often as it is held.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        (0..=JOKER).flat_map(move |rank| (0..self.count(rank)).map(move |_| rank))
    }

    /// Calls `each` with these ranks and every way to add so many cards of the deck, in a fixed order.
    pub(super) fn each_with(self, more: usize, each: &mut impl FnMut(Self)) {
        self.add_from(0, more, each);
    }

    fn add_from(self, least: u8, more: usize, each: &mut impl FnMut(Self)) {
        if more == 0 {
            return each(self);
        }
        for rank in (least..=JOKER).filter(|&rank| self.has_room(rank)) {
            self.with(rank).add_from(rank, more - 1, each);
        }
    }

    /// Every way to hold this many cards.
    pub(super) fn all(size: usize) -> Vec<Self> {
        let mut all = Vec::new();
        Self::default().each_with(size, &mut |ranks| all.push(ranks));
        all
    }

    /// Every way to hold this many cards without the joker.
    pub(super) fn all_natural(size: usize) -> Vec<Self> {
        let mut all = Self::all(size);
        all.retain(|ranks| ranks.count(JOKER) == 0);
        all
    }

    /// Calls `each` with one hand of each suit class that has these ranks, and with the size of the class.
    ///
    /// Hands that share their first cards come one after the other. Suits that have held the same ranks so far are
    /// alike, so of alike suits the first are taken; that meets every class once.
    pub(super) fn each_hand(self, each: &mut impl FnMut(&[u8], u64)) {
        let groups: Vec<(u8, u32)> =
            (0..=JOKER).map(|rank| (rank, self.count(rank) as u32)).filter(|&(_, count)| count > 0).collect();
        deal(&groups, [0; 4], &mut Vec::with_capacity(8), 1, each);
    }
}

fn deal(groups: &[(u8, u32)], alike: [u8; 4], hand: &mut Vec<u8>, weight: u64, each: &mut impl FnMut(&[u8], u64)) {
    let Some((&(rank, count), rest)) = groups.split_first() else { return each(hand, weight) };
    let before = hand.len();
    if rank == JOKER {
        hand.push(JOKER_CARD);
        deal(rest, alike, hand, weight, each);
        hand.truncate(before);
        return;
    }
    for suits in (0..16_u8).filter(|suits| suits.count_ones() == count) {
        let taken = |suit: usize| suits >> suit & 1 == 1;
        let skips =
            |suit: usize| !taken(suit) && (suit + 1..4).any(|later| taken(later) && alike[later] == alike[suit]);
        if (0..4).any(skips) {
            continue;
        }
        let ways: u64 = (0..4)
            .map(|kind| {
                let of_kind = |suit: &usize| alike[*suit] == kind;
                let taken = (0..4).filter(of_kind).filter(|&suit| taken(suit)).count();
                choose((0..4).filter(of_kind).count() as u32, taken as u32)
            })
            .product();
        hand.extend((0..4).filter(|&suit| taken(suit)).map(|suit| 4 * rank + suit as u8));
        // Suits stay alike if they were and both or neither were taken; a kind is named by its first suit.
        let refined = std::array::from_fn(|suit| {
            let same = |other: &usize| alike[*other] == alike[suit] && taken(*other) == taken(suit);
            (0..4).find(same).unwrap_or(suit) as u8
        });
        deal(rest, refined, hand, weight * ways, each);
        hand.truncate(before);
    }
}

/// `card` over `place`: what a card adds to the number of its hand when it stands in this place from below.
pub(super) const CHOOSE: [[u32; 8]; DECK] = choose_table();

/// How many hands of this size the deck has.
pub(super) const fn hands(size: usize) -> usize {
    choose(DECK as u32, size as u32) as usize
}

/// The number of a hand among all hands of its size; its cards are in rising order.
pub(super) fn number(hand: &[u8]) -> usize {
    hand.iter().zip(1..).map(|(&card, place)| CHOOSE[usize::from(card)][place] as usize).sum()
}

/// The hands that differ from this one by a renaming of suits, each in rising order; some may come twice.
pub(super) fn each_renaming(hand: &[u8], each: &mut impl FnMut(&[u8])) {
    let mut renamed = [0; 7];
    for naming in NAMINGS {
        let renamed = &mut renamed[..hand.len()];
        for (new, &card) in renamed.iter_mut().zip(hand) {
            *new = if card == JOKER_CARD { card } else { card & !3 | naming[usize::from(card & 3)] };
        }
        // Only cards of one rank can have changed places, so they are nearly in order.
        renamed.sort_unstable();
        each(renamed);
    }
}

/// The cards as the rules know them.
pub(super) fn card_set(hand: &[u8]) -> CardSet {
    hand.iter().fold(CardSet::EMPTY, |cards, &card| {
        let index =
            if card == JOKER_CARD { Card::JOKER.index() } else { usize::from(card >> 2) + 13 * usize::from(card & 3) };
        cards.union(CardSet::from_bits(1 << index))
    })
}

/// The cards as they are numbered here, in rising order.
pub(super) fn numbered(cards: CardSet) -> Vec<u8> {
    (0..DECK as u8).filter(|&card| !cards.intersection(card_set(&[card])).is_empty()).collect()
}

/// The rank of a card.
pub(super) const fn rank(card: u8) -> u8 {
    card >> 2
}

/// The card of this rank and suit; the joker has no suit.
pub(super) const fn card(rank: u8, suit: u8) -> u8 {
    if rank == JOKER { JOKER_CARD } else { 4 * rank + suit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hand_of_each_suit_class_stands_for_the_whole_deck() {
        for (size, classes, hands) in [(1, 14, 53), (4, 18_187, 292_825), (6, 1_097_447, 22_957_480)] {
            let (mut met, mut weights) = (0, 0);
            for ranks in RankCounts::all(size) {
                ranks.each_hand(&mut |_, weight| {
                    met += 1;
                    weights += weight;
                });
            }
            assert_eq!((met, weights), (classes, hands), "{size} cards");
        }
    }

    #[test]
    fn hands_are_numbered_without_a_gap() {
        let mut seen = vec![false; hands(3)];
        for ranks in RankCounts::all(3) {
            ranks.each_hand(&mut |hand, _| each_renaming(hand, &mut |renamed| seen[number(renamed)] = true));
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
