//! The ranks of up to six cards, suits forgotten.
//!
//! There are 24,500 or so such hands where there are 22,957,480 deals, and all that is asked of a hand that holds no
//! flush depends on them alone.

use crate::counting::choose;
use croupier_rules::{Card, CardSet};

/// The symbol of the joker; 1 is a two, 13 an ace, and 0 no card at all.
pub(super) const JOKER: u8 = 14;

/// How many places [`Ranks::place`] gives: six of fifteen symbols, repeated at will.
pub(super) const PLACES: usize = 38_760;

/// Symbols of six cards in rising order, with noughts in front where there are fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankList([u8; 6]);

/// `symbol + i` over `i + 1`: what a symbol in place `i` adds to the place of its hand.
const STEPS: [[u32; 15]; 6] = {
    let mut steps = [[0; 15]; 6];
    let mut i = 0;
    while i < 6 {
        let mut symbol = 0;
        while symbol < 15 {
            steps[i][symbol] = choose(symbol as u32 + i as u32, i as u32 + 1) as u32;
            symbol += 1;
        }
        i += 1;
    }
    steps
};

impl RankList {
    /// The ranks of these cards, at most six.
    pub(super) fn of(cards: CardSet) -> Self {
        let mut symbols = [0; 6];
        let mut next = 6;
        if cards.has_joker() {
            next -= 1;
            symbols[next] = JOKER;
        }
        // All suits of one rank lie in four neighbouring bits, so the highest bit is the highest card left.
        let [mut clubs, mut diamonds, mut hearts, mut spades] = cards.suits();
        while let Some(highest) = (clubs | diamonds | hearts | spades).checked_ilog2() {
            for suit in [&mut clubs, &mut diamonds, &mut hearts, &mut spades] {
                if *suit >> highest != 0 {
                    next -= 1;
                    symbols[next] = highest as u8 + 1;
                    *suit ^= 1 << highest;
                }
            }
        }
        Self(symbols)
    }

    /// Every hand of six cards that the deck of 53 can hold.
    pub(super) fn all() -> Vec<Self> {
        fn extend(symbols: [u8; 6], place: usize, all: &mut Vec<RankList>) {
            if place == 6 {
                all.push(RankList(symbols));
                return;
            }
            let from = if place == 0 { 1 } else { symbols[place - 1] };
            for symbol in from..=JOKER {
                let held = symbols[..place].iter().filter(|&&other| other == symbol).count() as u32;
                if held < copies(symbol) {
                    let mut longer = symbols;
                    longer[place] = symbol;
                    extend(longer, place + 1, all);
                }
            }
        }
        let mut all = Vec::new();
        extend([0; 6], 0, &mut all);
        all
    }

    /// The place among all hands of up to six cards.
    pub(super) fn place(self) -> usize {
        self.0.iter().zip(&STEPS).map(|(&symbol, steps)| steps[usize::from(symbol)]).sum::<u32>() as usize
    }

    /// Each symbol held and how often, in rising order.
    pub(super) fn groups(self) -> impl Iterator<Item = (u8, u32)> {
        let symbols = self.0;
        symbols.into_iter().enumerate().filter_map(move |(i, symbol)| {
            let first = symbol != 0 && (i == 0 || symbols[i - 1] != symbol);
            first.then(|| (symbol, symbols.iter().filter(|&&other| other == symbol).count() as u32))
        })
    }

    /// The ranks held, as bits from the two up; the joker is the fourteenth.
    pub(super) fn mask(self) -> u16 {
        self.groups().fold(0, |mask, (symbol, _)| mask | bit(symbol))
    }

    /// Cards of these ranks in as many suits as can be, so that no five are of one suit, nor four and the joker.
    pub(super) fn mixed(self) -> CardSet {
        let cards = self.0.into_iter().enumerate().filter(|&(_, symbol)| symbol != 0);
        cards.filter_map(|(i, symbol)| card(symbol, i % 4)).collect()
    }

    /// What is left of each group when some cards are taken, for every way to take some: what was taken, and of each
    /// group how many there were and were taken.
    pub(super) fn each_part(self, mut each: impl FnMut(Self, &[(u8, u32, u32)])) {
        let mut taken: Vec<(u8, u32, u32)> = self.groups().map(|(symbol, held)| (symbol, held, 0)).collect();
        loop {
            let mut symbols = [0; 6];
            let mut next = 6;
            for &(symbol, _, some) in taken.iter().rev() {
                for _ in 0..some {
                    next -= 1;
                    symbols[next] = symbol;
                }
            }
            each(Self(symbols), &taken);
            // Counts up like an odometer whose wheels have different sizes.
            let Some(wheel) = taken.iter().position(|&(_, held, some)| some < held) else { return };
            taken[..wheel].iter_mut().for_each(|(_, _, some)| *some = 0);
            taken[wheel].2 += 1;
        }
    }
}

/// How many cards of a symbol the deck has.
pub(super) const fn copies(symbol: u8) -> u32 {
    if symbol == JOKER { 1 } else { 4 }
}

/// A symbol's bit in a mask of ranks.
pub(super) const fn bit(symbol: u8) -> u16 {
    1 << (symbol - 1)
}

/// The card of this symbol in this suit; the joker has none.
pub(super) fn card(symbol: u8, suit: usize) -> Option<Card> {
    Card::from_index(if symbol == JOKER { Card::JOKER.index() } else { 13 * suit + usize::from(symbol) - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_hand_has_a_place_of_its_own_and_all_deals_are_counted() {
        let all = RankList::all();
        let places: HashSet<usize> = all.iter().map(|ranks| ranks.place()).collect();
        assert_eq!(places.len(), all.len());
        assert!(places.iter().all(|&place| place < PLACES));
        let deals = |ranks: &RankList| ranks.groups().map(|(symbol, n)| choose(copies(symbol), n)).product::<u64>();
        assert_eq!(all.iter().map(deals).sum::<u64>(), 22_957_480);
        assert!(all.iter().all(|&ranks| RankList::of(ranks.mixed()) == ranks));
    }
}
