//! Hands as far as a house way can tell them apart: by their ranks, and by the suit that can make a flush.
//!
//! A way sees suits only through four cards of one suit, the joker being of every suit. So a hand without such a suit
//! is set by its ranks alone; a hand with one by the ranks in that suit and those of the other cards, of which there
//! are at most three; and a hand of the joker and three cards each of two suits by both. That makes 788,749 patterns of
//! 154,143,080 hands. The test `a_way_sets_every_hand_as_its_pattern` holds it for every suit class.

use super::ranks::{JOKER, RankCounts};
use croupier_rules::CardSet;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The ranks seven cards can have.
pub(super) const RANK_PATTERNS: usize = 67_600;
/// The ranks of a suit that can make a flush, with those of the other cards.
pub(super) const FLUSH_PATTERNS: usize = 680_108;
/// Pairs of three ranks in two suits, beside the joker.
pub(super) const DOUBLE_PATTERNS: usize = 41_041;
/// All patterns: by ranks, then with a flush, then with two.
pub(super) const ALL_PATTERNS: usize = RANK_PATTERNS + FLUSH_PATTERNS + DOUBLE_PATTERNS;

/// In how many ways so many cards beside the flush can have thirteen ranks.
pub(super) const OTHERS: [usize; 4] = [1, 13, 91, 455];

/// The joker's bit among the ranks of a suit.
pub(super) const JOKER_BIT: u16 = 1 << 13;

/// Where each pattern stands among all of its sort.
pub(super) struct Patterns {
    by_ranks: HashMap<RankCounts, u32>,
    /// By the ranks of the suit, the joker as the fourteenth: the place of the first pattern.
    flushes: Vec<u32>,
    /// The sets of three ranks.
    pub(super) threes: Vec<u16>,
    three_places: HashMap<u16, u16>,
}

/// The places of all patterns.
pub(super) static PATTERNS: LazyLock<Patterns> = LazyLock::new(Patterns::new);

impl Patterns {
    fn new() -> Self {
        let by_ranks = RankCounts::all(7).into_iter().zip(0..).collect();
        let (mut flushes, mut next) = (vec![0; 1 << 14], 0);
        for (suit, start) in (0_u16..).zip(&mut flushes) {
            if let Some(others) = beside(suit) {
                *start = next;
                next += OTHERS[others] as u32;
            }
        }
        let threes: Vec<u16> = (0..JOKER_BIT).filter(|ranks| ranks.count_ones() == 3).collect();
        let three_places = threes.iter().copied().zip(0..).collect();
        Self { by_ranks, flushes, threes, three_places }
    }

    /// The place of these ranks among those of seven cards.
    pub(super) fn of_ranks(&self, ranks: RankCounts) -> usize {
        self.by_ranks[&ranks] as usize
    }

    /// The place of the first pattern with these ranks in the suit that can make a flush.
    pub(super) fn first_flush(&self, suit: u16) -> usize {
        self.flushes[usize::from(suit)] as usize
    }

    /// The place of a pattern with a flush.
    pub(super) fn of_flush(&self, suit: u16, others: &[u8]) -> usize {
        self.first_flush(suit) + others_place(others)
    }

    /// The place of a pattern with three ranks in each of two suits.
    pub(super) fn of_double(&self, first: u16, second: u16) -> usize {
        let [first, second] = [first, second].map(|ranks| usize::from(self.three_places[&ranks]));
        let (lower, higher) = (first.min(second), first.max(second));
        higher * (higher + 1) / 2 + lower
    }

    /// The place of a hand's pattern among all.
    pub(super) fn of_hand(&self, cards: CardSet) -> usize {
        let (suits, joker) = (cards.suits(), if cards.has_joker() { JOKER_BIT } else { 0 });
        let mut flushes = suits.iter().copied().filter(|&suit| beside(suit | joker).is_some());
        let Some(first) = flushes.next() else { return self.of_ranks(ranks_of(suits, joker != 0)) };
        if let Some(second) = flushes.next() {
            return RANK_PATTERNS + FLUSH_PATTERNS + self.of_double(first, second);
        }
        let mut others = suits;
        if let Some(flush) = others.iter_mut().find(|suit| **suit == first) {
            *flush = 0;
        }
        let others: Vec<u8> = ranks_of(others, false).iter().collect();
        RANK_PATTERNS + self.of_flush(first | joker, &others)
    }

    /// One hand of every pattern, by its place among all.
    pub(super) fn hands(&self) -> Vec<CardSet> {
        let mut hands = Vec::with_capacity(ALL_PATTERNS);
        // Cards in rising order dealt to the suits in turn: no suit has more than two, and no rank a suit twice.
        hands.extend(RankCounts::all(7).into_iter().map(|ranks| {
            let mut suits = [0; 4];
            for (turn, rank) in ranks.iter().filter(|&rank| rank != JOKER).enumerate() {
                suits[turn % 4] |= 1 << rank;
            }
            CardSet::from_suits(suits, ranks.iter().any(|rank| rank == JOKER))
        }));
        for suit in 0..1 << 14 {
            let Some(count) = beside(suit) else { continue };
            each_others(count, &mut |others| {
                let mut suits = [suit & !JOKER_BIT, 0, 0, 0];
                others.iter().zip(1..).for_each(|(&rank, turn): (_, usize)| suits[turn] |= 1 << rank);
                hands.push(CardSet::from_suits(suits, suit & JOKER_BIT != 0));
            });
        }
        for (higher, &second) in self.threes.iter().enumerate() {
            let firsts = self.threes[..=higher].iter();
            hands.extend(firsts.map(|&first| CardSet::from_suits([first, second, 0, 0], true)));
        }
        hands
    }
}

/// How many cards seven have beside a suit of these ranks, the joker as the fourteenth; none if they make no flush.
pub(super) fn beside(suit: u16) -> Option<usize> {
    let held = suit.count_ones() as usize;
    (4..=7).contains(&held).then(|| 7 - held)
}

/// The ranks of all cards.
pub(super) fn ranks_of(suits: [u16; 4], joker: bool) -> RankCounts {
    let ranks = suits.into_iter().flat_map(|suit| (0..JOKER).filter(move |rank| suit >> rank & 1 == 1));
    let ranks = ranks.fold(RankCounts::default(), RankCounts::with);
    if joker { ranks.with(JOKER) } else { ranks }
}

/// The place of up to three ranks, in rising order, among all as many.
pub(super) fn others_place(others: &[u8]) -> usize {
    let place = |(rank, at): (&u8, usize)| match (usize::from(*rank), at) {
        (rank, 0) => rank,
        (rank, 1) => rank * (rank + 1) / 2,
        (rank, _) => rank * (rank + 1) * (rank + 2) / 6,
    };
    others.iter().zip(0..).map(place).sum()
}

/// Calls `each` with every way to have so many ranks, in the order of their places.
pub(super) fn each_others(count: usize, each: &mut impl FnMut(&[u8])) {
    match count {
        0 => each(&[]),
        1 => (0..JOKER).for_each(|a| each(&[a])),
        2 => (0..JOKER).for_each(|b| (0..=b).for_each(|a| each(&[a, b]))),
        _ => (0..JOKER).for_each(|c| (0..=c).for_each(|b| (0..=b).for_each(|a| each(&[a, b, c])))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_has_a_place_of_its_own() {
        let hands = PATTERNS.hands();
        assert_eq!(hands.len(), ALL_PATTERNS);
        for (place, &hand) in hands.iter().enumerate() {
            assert_eq!((hand.len(), PATTERNS.of_hand(hand)), (7, place), "{hand}");
        }
    }
}
