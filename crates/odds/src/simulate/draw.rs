//! Chance: ChaCha20, one unbiased draw by rejection, and as much of a Fisher-Yates shuffle as a round deals cards.
//!
//! What is odd: one word of 64 bits yields about ten draws at once. Multiplying a fraction of a word by the places left
//! gives the first draw above the point and a new fraction below it, and so on; the product of all places decides by one
//! comparison whether the word must be thrown away, since only words in whole multiples of that product are fair.

use chacha20::ChaCha20Rng;
use croupier_rules::{Card, CardSet};
use rand_core::{Rng as _, SeedableRng as _};

/// Draws from one stream of one seed.
pub(super) struct Draws(ChaCha20Rng);

impl Draws {
    /// The stream of this number; streams of one seed have nothing to do with each other.
    pub(super) fn stream(seed: u64, stream: u64) -> Self {
        let mut key = *b"croupier simulates from a seed..";
        key[24..].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha20Rng::from_seed(key);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number below `n`, which is above nothing; all are equally likely.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        let (number, _) = widened(self.word(n, n.wrapping_neg() % n), n);
        number
    }

    /// A word that is fair for so many outcomes: one whose product with them does not fall into the incomplete part.
    #[inline]
    fn word(&mut self, outcomes: u64, incomplete: u64) -> u64 {
        loop {
            let word = self.0.next_u64();
            if word.wrapping_mul(outcomes) >= incomplete {
                return word;
            }
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
struct Batch {
    /// The places of the deck that are filled.
    places: std::ops::Range<usize>,
    /// In how many ways.
    outcomes: u64,
    /// How many of the 2^64 words are too many.
    incomplete: u64,
}

/// A deck whose first cards are shuffled anew for every round.
pub(super) struct Deck {
    cards: [Card; Deck::PLACES],
    size: usize,
    batches: Vec<Batch>,
}

impl Deck {
    /// A power of two, so that a place can be masked instead of checked.
    const PLACES: usize = 64;
    /// A product of places below this throws away fewer than one word in sixty.
    const MOST_OUTCOMES: u128 = 1 << 58;

    /// A deck of these cards, of which a round deals so many.
    pub(super) fn new(deck: CardSet, dealt: usize) -> Self {
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

    /// Deals anew. The order left by the last round is as good as any other to start from.
    #[inline]
    pub(super) fn deal(&mut self, draws: &mut Draws) {
        for batch in &self.batches {
            let mut fraction = draws.word(batch.outcomes, batch.incomplete);
            for place in batch.places.clone() {
                let (ahead, rest) = widened(fraction, (self.size - place) as u64);
                fraction = rest;
                let (here, there) = (place & (Self::PLACES - 1), (place + ahead as usize) & (Self::PLACES - 1));
                self.cards.swap(here, there);
            }
        }
    }

    /// `N` of the cards dealt, from a place on, in the order they came.
    #[inline]
    pub(super) fn hand<const N: usize>(&self, from: usize) -> [Card; N] {
        std::array::from_fn(|place| self.cards[(from + place) & (Self::PLACES - 1)])
    }

    /// So many of the cards dealt, from a place on.
    #[inline]
    pub(super) fn cards(&self, from: usize, count: usize) -> CardSet {
        self.cards[from..from + count].iter().copied().collect()
    }

    /// The card dealt to a place.
    pub(super) fn card(&self, place: usize) -> Card {
        self.cards[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of (seen - expected)² / expected, which is about the number of cells and hardly ever above it by five
    /// times the root of twice that.
    fn chi_square_is_plausible(cells: &[u64]) -> bool {
        let expected = cells.iter().sum::<u64>() as f64 / cells.len() as f64;
        let chi: f64 = cells.iter().map(|&seen| (seen as f64 - expected).powi(2) / expected).sum();
        let free = (cells.len() - 1) as f64;
        (chi - free).abs() < 5.0 * (2.0 * free).sqrt()
    }

    #[test]
    fn every_card_is_equally_likely_in_every_place_and_after_every_other() {
        let dealt = 49;
        let mut deck = Deck::new(CardSet::FIFTY_THREE, dealt);
        let mut draws = Draws::stream(7, 0);
        let mut places = vec![[0_u64; 53]; dealt];
        let mut neighbours = vec![0_u64; 53 * 53];
        for _ in 0..200_000 {
            deck.deal(&mut draws);
            assert_eq!(deck.cards(0, dealt).len(), dealt, "no card is dealt twice");
            for (place, seen) in places.iter_mut().enumerate() {
                seen[deck.card(place).index()] += 1;
            }
            // The tenth and the eleventh card come from different words.
            let [tenth, eleventh] = deck.hand::<2>(9);
            neighbours[tenth.index() * 53 + eleventh.index()] += 1;
        }
        assert!(places.iter().all(|seen| chi_square_is_plausible(seen)));
        let pairs: Vec<_> = (0..53 * 53).filter(|pair| pair / 53 != pair % 53).map(|pair| neighbours[pair]).collect();
        assert!(chi_square_is_plausible(&pairs));
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
    fn numbers_below_a_bound_are_equally_likely() {
        let mut draws = Draws::stream(1, 2);
        let mut seen = [0; 7];
        for _ in 0..70_000 {
            seen[draws.below(7) as usize] += 1;
        }
        assert!(chi_square_is_plausible(&seen));
    }

    #[test]
    fn streams_of_a_seed_differ_and_are_repeated() {
        let first = |seed, stream| Draws::stream(seed, stream).below(u64::MAX);
        assert_eq!(first(3, 4), first(3, 4));
        assert_ne!(first(3, 4), first(3, 5));
        assert_ne!(first(3, 4), first(4, 4));
    }
}
