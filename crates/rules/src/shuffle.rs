//! The unbiased draw by rejection and the Fisher-Yates shuffle, from random words that the caller supplies.
//!
//! The house feeds them from its generator, a simulation from a seed, a test from whatever it likes; so what a test lab
//! examines, what a table deals and what the odds are checked against are the same few lines.
//!
//! Note: one word of 64 bits yields about ten draws of a shuffle at once. Multiplying a fraction of a word by the
//! places left gives the first draw above the point and a new fraction below it, and so on; the product of all places
//! decides by one comparison whether the word must be thrown away, since only words in whole multiples of that product
//! are fair.

use crate::card::Card;
use crate::card_set::CardSet;

/// Where chance comes from: words of 64 bits, all equally likely.
pub trait RandomSource {
    /// The next word.
    fn word(&mut self) -> u64;
}

impl<F: FnMut() -> u64> RandomSource for F {
    #[inline]
    fn word(&mut self) -> u64 {
        self()
    }
}

/// A number below `n`; all are equally likely. Below one, and below nothing, there is only nought.
#[inline]
pub fn draw(source: &mut impl RandomSource, n: u64) -> u64 {
    let n = n.max(1);
    widened(fair_word(source, n, n.wrapping_neg() % n), n).0
}

/// A word that is fair for so many outcomes: one whose product with them does not fall into the incomplete part.
#[inline]
fn fair_word(source: &mut impl RandomSource, outcomes: u64, incomplete: u64) -> u64 {
    loop {
        let word = source.word();
        if word.wrapping_mul(outcomes) >= incomplete {
            return word;
        }
    }
}

/// The whole part and the fraction of a fraction times a number.
#[inline]
const fn widened(fraction: u64, by: u64) -> (u64, u64) {
    let product = fraction as u128 * by as u128;
    ((product >> 64) as u64, product as u64)
}

/// Draws that one word yields.
#[derive(Clone, Debug)]
struct Batch {
    /// The places of the deck that are filled.
    places: std::ops::Range<usize>,
    /// In how many ways.
    outcomes: u64,
    /// How many of the 2^64 words are too many.
    incomplete: u64,
}

/// A deck to shuffle, whole or only as many cards of it as a round deals.
#[derive(Clone, Debug)]
pub struct ShuffleDeck {
    cards: [Card; ShuffleDeck::PLACES],
    size: usize,
    batches: Vec<Batch>,
}

impl ShuffleDeck {
    /// A power of two, so that a place can be masked instead of checked.
    const PLACES: usize = 64;
    /// A product of places below this throws away fewer than one word in sixty.
    const MOST_OUTCOMES: u128 = 1 << 58;

    /// A deck of these cards, of which a round deals so many.
    pub fn new(deck: CardSet, dealt: usize) -> Self {
        let mut cards = [Card::JOKER; Self::PLACES];
        for (place, card) in cards.iter_mut().zip(deck) {
            *place = card;
        }
        let size = deck.len();
        let mut batches = Vec::new();
        let mut first = 0;
        let dealt = dealt.min(size);
        while first < dealt {
            let mut outcomes: u128 = 1;
            let mut last = first;
            while last < dealt && outcomes * (size - last) as u128 <= Self::MOST_OUTCOMES {
                outcomes *= (size - last) as u128;
                last += 1;
            }
            let outcomes = outcomes as u64;
            batches.push(Batch { places: first..last, outcomes, incomplete: outcomes.wrapping_neg() % outcomes });
            first = last;
        }
        Self { cards, size, batches }
    }

    /// Shuffles the cards that are dealt. The order left by the last round is as good as any other to start from.
    #[inline]
    pub fn shuffle(&mut self, source: &mut impl RandomSource) {
        for batch in &self.batches {
            let mut fraction = fair_word(source, batch.outcomes, batch.incomplete);
            for place in batch.places.clone() {
                let (ahead, rest) = widened(fraction, (self.size - place) as u64);
                fraction = rest;
                let (here, there) = (place & (Self::PLACES - 1), (place + ahead as usize) & (Self::PLACES - 1));
                self.cards.swap(here, there);
            }
        }
    }

    /// The whole deck from the top down.
    pub fn order(&self) -> &[Card] {
        &self.cards[..self.size]
    }

    /// So many of the cards, from a place on.
    #[inline]
    pub fn cards(&self, from: usize, count: usize) -> CardSet {
        self.cards.iter().skip(from).take(count).copied().collect()
    }

    /// `N` of the cards, from a place on, in the order they came.
    #[inline]
    pub fn hand<const N: usize>(&self, from: usize) -> [Card; N] {
        std::array::from_fn(|place| self.cards[(from + place) & (Self::PLACES - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that only count upwards from anywhere; enough to see which are thrown away.
    fn counting(from: u64) -> impl RandomSource {
        let mut next = from.wrapping_sub(1);
        move || {
            next = next.wrapping_add(1);
            next
        }
    }

    #[test]
    fn a_batch_leaves_equally_many_words_to_every_outcome() {
        // The same arithmetic on words of eight bits, all of them: 5 x 4 x 3 = 60 outcomes, 256 = 4 x 60 + 16 words.
        let mut seen = [0; 60];
        for word in 0..=u8::MAX {
            if word.wrapping_mul(60) < 16 {
                continue;
            }
            let mut fraction = word;
            let mut outcome = 0;
            for places in [5_u16, 4, 3] {
                let product = u16::from(fraction) * places;
                outcome = outcome * places + (product >> 8);
                fraction = product as u8;
            }
            seen[usize::from(outcome)] += 1;
        }
        assert_eq!(seen, [4; 60]);
    }

    #[test]
    fn a_word_of_the_incomplete_part_is_thrown_away() {
        // 2^64 = 6 x 3074457345618258602 + 4: the word 0 is one of the four too many, the word 1 is not.
        let mut source = counting(0);
        assert_eq!(draw(&mut source, 6), 0);
        assert_eq!(source.word(), 2);
        // For a power of two nothing is thrown away.
        let mut source = counting(0);
        draw(&mut source, 8);
        assert_eq!(source.word(), 1);
    }

    #[test]
    fn the_whole_range_of_words_maps_to_the_whole_range_of_numbers() {
        assert_eq!(draw(&mut counting(u64::MAX), 7), 6);
        assert_eq!(draw(&mut counting(u64::MAX), u64::MAX), u64::MAX - 1);
        assert_eq!(draw(&mut counting(9), 1), 0);
        assert_eq!(draw(&mut counting(9), 0), 0);
    }

    #[test]
    fn a_shuffled_deck_has_every_card_once() {
        for deck in [CardSet::FIFTY_TWO, CardSet::FIFTY_THREE] {
            let mut shuffled = ShuffleDeck::new(deck, deck.len());
            shuffled.shuffle(&mut counting(0x9e37_79b9_7f4a_7c15));
            assert_eq!(shuffled.order().len(), deck.len());
            assert_eq!(shuffled.order().iter().copied().collect::<CardSet>(), deck);
        }
    }

    #[test]
    fn cards_that_are_not_dealt_need_no_words() {
        let mut source = counting(1);
        ShuffleDeck::new(CardSet::FIFTY_TWO, 5).shuffle(&mut source);
        assert_eq!(source.word(), 2, "five cards of 52 take one word");
    }
}
