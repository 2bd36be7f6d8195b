//! The tests of whole shuffles: which card lies where, which lie together, and what one shuffle tells of the next.

use super::RngTestResult;
use super::statistics::{against, chi_square, evenly, kolmogorov_smirnov, normal, poisson};
use croupier_rules::{Card, CardSet};

/// What is counted of the shuffles of one deck.
pub(super) struct Shuffles {
    of: &'static str,
    cards: usize,
    rounds: u64,
    /// By place and card.
    places: Vec<u64>,
    /// By two cards that lie together, at a place that wanders through the deck.
    neighbours: Vec<u64>,
    /// By the order of the four cards that lie together at that place.
    orders: [u64; 24],
    /// By how many cards lie where they lay in the shuffle before.
    matches: [u64; Shuffles::MATCHES + 1],
    /// The sum of the rank correlations with the shuffle before, in units of one over the places.
    correlation: f64,
    /// The place of each card in the last shuffle.
    last: Vec<u8>,
    /// The first five cards of each shuffle.
    tops: Vec<u32>,
}

impl Shuffles {
    const MATCHES: usize = 7;
    const FOUR: usize = 4;

    pub(super) fn new(of: &'static str, deck: CardSet) -> Self {
        let cards = deck.len();
        Self {
            of,
            cards,
            rounds: 0,
            places: vec![0; cards * cards],
            neighbours: vec![0; cards * cards],
            orders: [0; 24],
            matches: [0; Self::MATCHES + 1],
            correlation: 0.0,
            last: Vec::new(),
            tops: Vec::new(),
        }
    }

    /// Takes one shuffle in.
    pub(super) fn take(&mut self, order: &[Card]) {
        let mut at = vec![0_u8; self.cards];
        for (place, card) in order.iter().enumerate() {
            self.places[place * self.cards + card.index()] += 1;
            at[card.index()] = place as u8;
        }
        let place = (self.rounds % (self.cards - Self::FOUR + 1) as u64) as usize;
        let four: [usize; Self::FOUR] = std::array::from_fn(|next| order[place + next].index());
        self.neighbours[four[0] * self.cards + four[1]] += 1;
        self.orders[relative_order(four)] += 1;
        let top = order[..5].iter().fold(0_u64, |top, card| top * self.cards as u64 + card.index() as u64);
        self.tops.push(top as u32);
        if !self.last.is_empty() {
            let same = at.iter().zip(&self.last).filter(|(now, before)| now == before).count();
            self.matches[same.min(Self::MATCHES)] += 1;
            let middle = (self.cards as f64 - 1.0) / 2.0;
            let off = |place: u8| f64::from(place) - middle;
            self.correlation += at.iter().zip(&self.last).map(|(&now, &before)| off(now) * off(before)).sum::<f64>();
        }
        self.last = at;
        self.rounds += 1;
    }

    /// Every test of them.
    pub(super) fn examine(&mut self) -> Vec<RngTestResult> {
        let chi = |test, of: &str, (statistic, freedom): (f64, f64)| {
            RngTestResult::new(test, of, statistic, Some(freedom), chi_square(statistic, freedom))
        };
        let apart: Vec<u64> = (0..self.cards * self.cards)
            .filter(|pair| pair / self.cards != pair % self.cards)
            .map(|pair| self.neighbours[pair])
            .collect();
        vec![
            chi("chi-square", self.of, self.each_card_at_each_place()),
            self.worst_place(),
            self.evenness_of_the_places(),
            chi("adjacency", self.of, evenly(&apart)),
            chi("permutation", &format!("{}, four together", self.of), evenly(&self.orders)),
            chi("duplicates", &format!("{}, unchanged places", self.of), against(&self.matches, &matching(self.cards))),
            self.serial_correlation(),
            self.repeated_tops(),
        ]
    }

    /// Rows and columns of the counts are fixed, so that the deviations have (n-1)² degrees of freedom and a scale of
    /// their own: each card lies in one place only.
    fn each_card_at_each_place(&self) -> (f64, f64) {
        let free = self.cards as f64 - 1.0;
        let expected = self.rounds as f64 / self.cards as f64;
        let off: f64 = self.places.iter().map(|&seen| (seen as f64 - expected).powi(2)).sum();
        (off * free / self.rounds as f64, free * free)
    }

    /// The p-value of each place for itself.
    fn p_of_places(&self) -> Vec<f64> {
        let p = |seen| {
            let (statistic, freedom) = evenly(seen);
            chi_square(statistic, freedom)
        };
        self.places.chunks_exact(self.cards).map(p).collect()
    }

    /// The place that is least even, at the chance that the least of so many is no more even.
    fn worst_place(&self) -> RngTestResult {
        let least = self.p_of_places().into_iter().fold(1.0, f64::min);
        let p = -(self.cards as f64 * (-least).ln_1p()).exp_m1();
        RngTestResult::new("chi-square", &format!("{}, worst place", self.of), least, None, p)
    }

    /// The p-values of the places must lie evenly between nought and one.
    fn evenness_of_the_places(&self) -> RngTestResult {
        let (distance, p) = kolmogorov_smirnov(&mut self.p_of_places());
        RngTestResult::new("Kolmogorov-Smirnov", &format!("{}, its places", self.of), distance, None, p)
    }

    /// How the places of the cards go with their places in the shuffle before.
    fn serial_correlation(&self) -> RngTestResult {
        let n = self.cards as f64;
        let squares = n * (n * n - 1.0) / 12.0;
        let pairs = self.rounds.saturating_sub(1) as f64;
        let z = self.correlation / (squares / (n - 1.0).sqrt() * pairs.sqrt());
        RngTestResult::new("serial correlation", &format!("{}, place by place", self.of), z, None, normal(z))
    }

    /// How many pairs of shuffles have the same five cards on top in the same order.
    fn repeated_tops(&mut self) -> RngTestResult {
        self.tops.sort_unstable();
        let pairs: u64 = self
            .tops
            .chunk_by(|one, other| one == other)
            .map(|same| (same.len() as u64) * (same.len() as u64 - 1) / 2)
            .sum();
        let ways: f64 = (0..5).map(|taken| (self.cards - taken) as f64).product();
        let rounds = self.rounds as f64;
        let expected = rounds * (rounds - 1.0) / 2.0 / ways;
        let of = format!("{}, repeated top five", self.of);
        RngTestResult::new("duplicates", &of, pairs as f64, None, poisson(pairs, expected))
    }
}

/// Which of the twenty-four orders four different numbers are in.
fn relative_order(four: [usize; 4]) -> usize {
    (0..4).fold(0, |order, place| {
        let below = four[place + 1..].iter().filter(|&&later| later < four[place]).count();
        order * (4 - place) + below
    })
}

/// The chance that so many of the cards lie where they lay; the last is that of this many or more.
fn matching(cards: usize) -> [f64; Shuffles::MATCHES + 1] {
    let mut chances = [0.0; Shuffles::MATCHES + 1];
    let mut factorial = 1.0;
    for (same, chance) in chances.iter_mut().enumerate().take(Shuffles::MATCHES) {
        factorial *= same.max(1) as f64;
        let (mut none, mut term) = (0.0, 1.0);
        for others in 1..=(cards + 1).saturating_sub(same) {
            none += term;
            term /= -(others as f64);
        }
        *chance = none / factorial;
    }
    chances[Shuffles::MATCHES] = 1.0 - chances.iter().sum::<f64>();
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_order_of_four_has_its_own_number() {
        let mut numbers = BTreeSet::new();
        for code in 0..256_usize {
            let four = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
            if four.iter().collect::<BTreeSet<_>>().len() == 4 {
                numbers.insert(relative_order(four.map(|number| number * 7)));
            }
        }
        assert_eq!(numbers, (0..24).collect());
    }

    /// Of the six orders of three cards two move all, three move two and one moves none.
    #[test]
    fn the_chances_of_cards_that_stay_add_up() {
        let three = matching(3);
        for (chance, of_six) in three.iter().zip([2.0, 3.0, 0.0, 1.0]) {
            assert!((chance * 6.0 - of_six).abs() < 1e-9, "{three:?}");
        }
        assert!((matching(52).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
