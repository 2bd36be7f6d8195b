//! The tests of a sequence of outcomes of which all are equally likely: single ones, their neighbours, their patterns.
//!
//! Each is the test of its name in § 810a.5(c), after Knuth's second volume, with the chances worked out for whole
//! numbers rather than for points of a line: a die shows the same twice, a point never does.

use super::RngTestResult;
use super::statistics::{against, chi_square, evenly, normal};

/// Outcomes of one kind in the order they came, each a number below `kinds`.
pub(super) struct Sequence {
    /// What they are outcomes of.
    pub(super) of: &'static str,
    pub(super) kinds: usize,
    pub(super) outcomes: Vec<u8>,
}

impl Sequence {
    pub(super) fn new(of: &'static str, kinds: usize) -> Self {
        Self { of, kinds, outcomes: Vec::new() }
    }

    fn chance(&self) -> f64 {
        1.0 / self.kinds as f64
    }

    fn result(&self, test: &'static str, (statistic, freedom): (f64, f64)) -> RngTestResult {
        RngTestResult::new(test, self.of, statistic, Some(freedom), chi_square(statistic, freedom))
    }

    /// Every test that fits.
    pub(super) fn examine(&self) -> Vec<RngTestResult> {
        let mut findings = vec![
            self.result("equidistribution", evenly(&self.frequencies(&self.outcomes))),
            self.subsequence(),
            self.overlaps(),
            self.duplicates(),
            self.gap(),
            self.poker(),
            self.permutation(),
            self.order_statistic(),
            self.poisson(),
            self.run("runs up", |outcome| outcome),
            self.run("runs down", |outcome| self.kinds - 1 - outcome),
        ];
        findings.extend([1, 2, 3, 7].map(|lag| self.serial_correlation(lag)));
        // Fifty-two kinds take hundreds of outcomes to collect; their suits are collected instead.
        findings.extend(match self.kinds {
            52 => Some(self.coupon_collector(4, |card| card / 13)),
            kinds if kinds < 10 => Some(self.coupon_collector(kinds, |outcome| outcome)),
            _ => None,
        });
        findings
    }

    fn frequencies(&self, outcomes: &[u8]) -> Vec<u64> {
        let mut seen = vec![0; self.kinds];
        for &outcome in outcomes {
            seen[usize::from(outcome)] += 1;
        }
        seen
    }

    /// Every seventh outcome: as many as there are places at a table.
    fn subsequence(&self) -> RngTestResult {
        let seventh: Vec<u8> = self.outcomes.iter().copied().step_by(7).collect();
        self.result("subsequence", evenly(&self.frequencies(&seventh)))
    }

    /// Overlapping pairs. Each outcome stands in two of them; the difference to the single outcomes corrects for that.
    fn overlaps(&self) -> RngTestResult {
        let pairs = self.outcomes.len();
        let mut seen = vec![0_u64; self.kinds * self.kinds];
        let next = self.outcomes.iter().cycle().skip(1);
        for (&one, &other) in self.outcomes.iter().zip(next) {
            seen[usize::from(one) * self.kinds + usize::from(other)] += 1;
        }
        let spread = |seen: &[u64]| {
            let expected = pairs as f64 / seen.len() as f64;
            seen.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum::<f64>()
        };
        let statistic = spread(&seen) - spread(&self.frequencies(&self.outcomes));
        self.result("overlaps", (statistic, (self.kinds * (self.kinds - 1)) as f64))
    }

    /// How often an outcome is the one before it again.
    fn duplicates(&self) -> RngTestResult {
        let pairs = self.outcomes.windows(2);
        let (total, chance) = (pairs.len() as f64, self.chance());
        let same = pairs.filter(|pair| pair[0] == pair[1]).count() as f64;
        let z = (same - total * chance) / (total * chance * (1.0 - chance)).sqrt();
        RngTestResult::new("duplicates", self.of, z, None, normal(z))
    }

    /// How many outcomes of the upper half lie between two of the lower.
    fn gap(&self) -> RngTestResult {
        const LONGEST: usize = 64;
        let half = self.kinds / 2;
        let chance = half as f64 / self.kinds as f64;
        let mut seen = [0_u64; LONGEST + 1];
        let mut gap = 0;
        for &outcome in &self.outcomes {
            if usize::from(outcome) < half {
                seen[gap.min(LONGEST)] += 1;
                gap = 0;
            } else {
                gap += 1;
            }
        }
        let mut rest = 1.0;
        let chances: Vec<f64> = (0..=LONGEST)
            .map(|gap| {
                let here = if gap == LONGEST { rest } else { rest * chance };
                rest -= here;
                here
            })
            .collect();
        self.result("gap", against(&seen, &chances))
    }

    /// How many different ones are among five.
    fn poker(&self) -> RngTestResult {
        const HAND: usize = 5;
        let mut seen = [0_u64; HAND];
        for hand in self.outcomes.chunks_exact(HAND) {
            let different = (0..HAND).filter(|&place| !hand[..place].contains(&hand[place])).count();
            seen[different - 1] += 1;
        }
        // The ways to have so many different ones, drawn one after another.
        let mut ways = [0.0; HAND + 1];
        ways[0] = 1.0;
        for _ in 0..HAND {
            for different in (1..=HAND).rev() {
                let fresh = (self.kinds as f64 - (different as f64 - 1.0)).max(0.0);
                ways[different] = (ways[different] * different as f64 + ways[different - 1] * fresh) * self.chance();
            }
            ways[0] = 0.0;
        }
        self.result("poker", against(&seen, &ways[1..]))
    }

    /// The order of three that differ.
    fn permutation(&self) -> RngTestResult {
        let mut seen = [0_u64; 6];
        for three in self.outcomes.chunks_exact(3) {
            let (a, b, c) = (three[0], three[1], three[2]);
            if a != b && b != c && a != c {
                let first = usize::from(a > b) + usize::from(a > c);
                seen[first * 2 + usize::from(b > c)] += 1;
            }
        }
        self.result("permutation", evenly(&seen))
    }

    /// The greatest of five.
    fn order_statistic(&self) -> RngTestResult {
        let mut seen = vec![0_u64; self.kinds];
        for five in self.outcomes.chunks_exact(5) {
            seen[usize::from(five.iter().copied().max().unwrap_or_default())] += 1;
        }
        let at_most = |greatest: usize| (greatest as f64 * self.chance()).powi(5);
        let chances: Vec<f64> = (0..self.kinds).map(|greatest| at_most(greatest + 1) - at_most(greatest)).collect();
        self.result("order statistic", against(&seen, &chances))
    }

    /// How often one outcome falls in as many draws as there are kinds, which is nearly a Poisson distribution.
    fn poisson(&self) -> RngTestResult {
        const MOST: usize = 8;
        let mut seen = [0_u64; MOST + 1];
        for (turn, draws) in self.outcomes.chunks_exact(self.kinds).enumerate() {
            let awaited = turn % self.kinds;
            let fallen = draws.iter().filter(|&&outcome| usize::from(outcome) == awaited).count();
            seen[fallen.min(MOST)] += 1;
        }
        let (draws, chance) = (self.kinds as f64, self.chance());
        let mut here = (1.0 - chance).powf(draws);
        let mut chances = Vec::with_capacity(MOST + 1);
        for fallen in 0..MOST {
            chances.push(here);
            here *= (draws - fallen as f64) / (fallen as f64 + 1.0) * chance / (1.0 - chance);
        }
        chances.push((1.0 - chances.iter().sum::<f64>()).max(0.0));
        self.result("Poisson distribution", against(&seen, &chances))
    }

    /// How many outcomes rise one after another. The one that breaks a run is left out, so that runs are independent.
    fn run(&self, test: &'static str, order: impl Fn(usize) -> usize) -> RngTestResult {
        const LONGEST: usize = 12;
        let mut seen = [0_u64; LONGEST];
        let mut outcomes = self.outcomes.iter().map(|&outcome| order(usize::from(outcome)));
        'runs: while let Some(mut last) = outcomes.next() {
            let mut length = 1;
            loop {
                let Some(next) = outcomes.next() else { break 'runs };
                if next <= last {
                    break;
                }
                (last, length) = (next, length + 1);
            }
            seen[length.min(LONGEST) - 1] += 1;
        }
        // At least so many rise: one choice of that many different ones, among all ways to draw them.
        let mut at_least = vec![1.0];
        for length in 1..LONGEST {
            let fresh = (self.kinds as f64 - length as f64).max(0.0);
            at_least.push(at_least[length - 1] * fresh * self.chance() / (length as f64 + 1.0));
        }
        let chances: Vec<f64> =
            (0..LONGEST).map(|place| at_least[place] - at_least.get(place + 1).copied().unwrap_or(0.0)).collect();
        self.result(test, against(&seen, &chances))
    }

    /// How an outcome goes with an earlier one.
    fn serial_correlation(&self, lag: usize) -> RngTestResult {
        let middle = (self.kinds as f64 - 1.0) / 2.0;
        let variance = ((self.kinds * self.kinds) as f64 - 1.0) / 12.0;
        let off = |outcome: u8| f64::from(outcome) - middle;
        let pairs = self.outcomes.iter().zip(self.outcomes.iter().skip(lag));
        let count = self.outcomes.len().saturating_sub(lag) as f64;
        let sum: f64 = pairs.map(|(&one, &other)| off(one) * off(other)).sum();
        let z = sum / (variance * count.sqrt());
        RngTestResult::new("serial correlation", &format!("{}, lag {lag}", self.of), z, None, normal(z))
    }

    /// How many outcomes it takes until each of so many kinds has come.
    fn coupon_collector(&self, kinds: usize, kind: impl Fn(usize) -> usize) -> RngTestResult {
        let longest = kinds * 12;
        let mut seen = vec![0_u64; longest + 1];
        let (mut have, mut taken) = (0_u64, 0);
        for &outcome in &self.outcomes {
            taken += 1;
            have |= 1 << kind(usize::from(outcome));
            if have.count_ones() as usize == kinds {
                seen[taken.min(longest)] += 1;
                (have, taken) = (0, 0);
            }
        }
        // The chance to have so many kinds after each draw; whoever has all has just collected them.
        let mut having = vec![0.0; kinds + 1];
        having[0] = 1.0;
        let mut chances = vec![0.0; longest + 1];
        for chance in &mut chances[1..longest] {
            for held in (1..=kinds).rev() {
                let stays = if held == kinds { 0.0 } else { having[held] * held as f64 };
                having[held] = (stays + having[held - 1] * (kinds - held + 1) as f64) / kinds as f64;
            }
            having[0] = 0.0;
            *chance = having[kinds];
        }
        chances[longest] = 1.0 - chances.iter().sum::<f64>();
        self.result("coupon collector", against(&seen, &chances))
    }
}
