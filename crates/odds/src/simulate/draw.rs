//! Random numbers for a simulation: ChaCha20 from a seed, used through [`croupier_rules::shuffle`] as at a table.

use chacha20::ChaCha20Rng;
use croupier_rules::shuffle::{RandomSource, draw};
use rand_core::{Rng as _, SeedableRng as _};

/// Draws from one stream of one seed.
pub(super) struct RandomDraws(ChaCha20Rng);

impl RandomDraws {
    /// The stream of this number; streams of one seed have nothing to do with each other.
    pub(super) fn stream(seed: u64, stream: u64) -> Self {
        let mut key = *b"croupier simulates from a seed..";
        key[24..].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha20Rng::from_seed(key);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number below `n`; all are equally likely.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        draw(self, n)
    }
}

impl RandomSource for RandomDraws {
    #[inline]
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::CardSet;
    use croupier_rules::shuffle::ShuffleDeck;

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
        let mut deck = ShuffleDeck::new(CardSet::FIFTY_THREE, dealt);
        let mut draws = RandomDraws::stream(7, 0);
        let mut places = vec![[0_u64; 53]; dealt];
        let mut neighbours = vec![0_u64; 53 * 53];
        for _ in 0..200_000 {
            deck.shuffle(&mut draws);
            assert_eq!(deck.cards(0, dealt).len(), dealt, "no card is dealt twice");
            for (place, seen) in places.iter_mut().enumerate() {
                seen[deck.order()[place].index()] += 1;
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
    fn numbers_below_a_bound_are_equally_likely() {
        let mut draws = RandomDraws::stream(1, 2);
        let mut seen = [0; 7];
        for _ in 0..70_000 {
            seen[draws.below(7) as usize] += 1;
        }
        assert!(chi_square_is_plausible(&seen));
    }

    #[test]
    fn streams_of_a_seed_differ_and_are_repeated() {
        let first = |seed, stream| RandomDraws::stream(seed, stream).below(u64::MAX);
        assert_eq!(first(3, 4), first(3, 4));
        assert_ne!(first(3, 4), first(3, 5));
        assert_ne!(first(3, 4), first(4, 4));
    }
}
