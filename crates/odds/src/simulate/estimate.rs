//! Sums in whole cents, and what they estimate: a mean, its standard error and the interval that holds it in 95 of 100
//! simulations.
//!
//! The sums are exact, so they come out the same in whatever order blocks of rounds are added; floating point begins
//! only when a result is read off. One observation is one round with all its seats, since those share the dealer's hand
//! and are not independent of each other.

use serde::Serialize;

/// The normal deviate that leaves 2.5 % on either side.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// What was observed, added up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Sums {
    pub(super) sum: i128,
    pub(super) squares: i128,
}

impl Sums {
    /// Takes one observation in.
    #[inline]
    pub(super) fn add(&mut self, observed: i64) {
        let observed = i128::from(observed);
        self.sum += observed;
        self.squares += observed * observed;
    }

    /// Takes other sums in.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Corrects an observation that was taken in as `before` and turns out greater.
    pub(super) fn raise(&mut self, before: i64, by: i64) {
        let (before, by) = (i128::from(before), i128::from(by));
        self.sum += by;
        self.squares += by * (2 * before + by);
    }

    /// The mean of so many observations, divided by `unit`.
    pub(super) fn estimate(&self, observations: u64, unit: f64) -> Estimate {
        let n = observations as f64;
        let mean = self.sum as f64 / n;
        let spread = if observations > 1 {
            // Whole numbers up to here: squares less the square of the sum would cancel in floating point.
            let scaled = self.squares.checked_mul(i128::from(observations)).zip(self.sum.checked_mul(self.sum));
            let deviations = scaled.map_or_else(
                || self.squares as f64 - mean * self.sum as f64,
                |(squares, square)| (squares - square) as f64 / n,
            );
            Some((deviations.max(0.0) / (n - 1.0) / n).sqrt())
        } else {
            None
        };
        Estimate::new(mean / unit, spread.map(|error| error / unit.abs()))
    }
}

/// A figure found by simulation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; none where one observation is all there is.
    pub standard_error: Option<f64>,
    /// The bounds that hold the true value in 95 of 100 simulations.
    pub confidence_95: Option<[f64; 2]>,
}

impl Estimate {
    /// A mean and its standard error.
    pub fn new(mean: f64, standard_error: Option<f64>) -> Self {
        let within = |error: f64| [mean - TWO_SIDED_95 * error, mean + TWO_SIDED_95 * error];
        Self { mean, standard_error, confidence_95: standard_error.map(within) }
    }

    /// A share of so many trials, with Wilson's interval, which stays sound when the share is near nothing or all.
    pub fn share(hits: u64, trials: u64) -> Self {
        let (p, n, z) = (hits as f64 / trials as f64, trials as f64, TWO_SIDED_95);
        let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        // What never or always happened has a bound that is known, and that rounding would miss.
        let least = if hits == 0 { 0.0 } else { centre - half };
        let most = if hits == trials { 1.0 } else { centre + half };
        Self { mean: p, standard_error: Some((p * (1.0 - p) / n).sqrt()), confidence_95: Some([least, most]) }
    }

    /// The same in other units.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.mean * factor, self.standard_error.map(|error| error * factor.abs()))
    }

    /// The same, counted from elsewhere.
    #[must_use]
    pub fn plus(self, offset: f64) -> Self {
        Self::new(self.mean + offset, self.standard_error)
    }

    /// How many standard errors a value lies from the mean.
    pub fn deviations(&self, value: f64) -> f64 {
        match self.standard_error {
            Some(error) if error > 0.0 => (self.mean - value) / error,
            _ if self.mean == value => 0.0,
            _ => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_are_those_of_the_textbook() {
        let mut sums = Sums::default();
        for observed in [2, 4, 4, 4, 5, 5, 7, 9] {
            sums.add(observed);
        }
        let estimate = sums.estimate(8, 1.0);
        assert_eq!(estimate.mean, 5.0);
        // 32 / 7 is the sample variance.
        assert!((estimate.standard_error.unwrap() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        assert_eq!(sums.estimate(8, 10.0).mean, 0.5);
    }

    #[test]
    fn a_raised_observation_counts_as_if_it_had_been_so_from_the_start() {
        let (mut raised, mut straight) = (Sums::default(), Sums::default());
        raised.add(-100);
        raised.raise(-100, 5_000);
        straight.add(4_900);
        assert_eq!(raised, straight);
    }

    #[test]
    fn one_observation_has_no_error() {
        let mut sums = Sums::default();
        sums.add(3);
        assert_eq!(sums.estimate(1, 1.0).standard_error, None);
    }

    #[test]
    fn a_share_that_never_happened_still_has_an_upper_bound() {
        let never = Estimate::share(0, 100).confidence_95.unwrap();
        assert_eq!(never[0], 0.0);
        assert!(never[1] > 0.03 && never[1] < 0.04);
    }
}
