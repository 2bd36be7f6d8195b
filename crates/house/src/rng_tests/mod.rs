//! Statistical tests of the generator: those that § 810a.5(c) of 58 Pa. Code and GLI-19 name, on final outcomes.
//!
//! What is examined is what a round draws, by the code that draws it for a table: a shuffle of each deck, the start,
//! the dice, the Magic Card and the Lucky position. Named there and done here: chi-square, equidistribution, gap,
//! overlaps, poker, coupon collector, permutation, Kolmogorov-Smirnov, adjacency, order statistic, runs, interplay,
//! serial correlation, subsequences, Poisson distribution, duplicates.
//!
//! Note: a hundred tests at 99 % confidence would fail a perfect generator two times in three. So the whole
//! examination has that confidence, and each of its m tests fails below 0.01/m (Bonferroni); p-values are two-sided.

mod sequence;
mod shuffles;
mod statistics;

use crate::rng;
use croupier_rules::shuffle::RandomSource;
use croupier_rules::submission::Frequency;
use croupier_rules::{Card, CardSet, Position};
use sequence::Sequence;
use serde::Serialize;
use shuffles::Shuffles;
use statistics::{against, chi_square, evenly};

/// Rounds below which the tests of pairs of cards say nothing: five of each pair.
pub const FEWEST_ROUNDS: u64 = 20_000;
/// Rounds of which all outcomes still fit in memory with room to spare.
pub const MOST_ROUNDS: u64 = 10_000_000;
/// How seldom a perfect generator fails.
pub const SIGNIFICANCE: f64 = 0.01;

/// What one test found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RngTestResult {
    /// The test.
    pub test: &'static str,
    /// What of.
    pub of: String,
    /// Its statistic: chi-square, a standard normal deviate, a distance or a count.
    pub statistic: f64,
    /// Its degrees of freedom, where it is a chi-square.
    pub freedom: Option<f64>,
    /// How likely a statistic at least as far off is.
    pub p: f64,
}

impl RngTestResult {
    /// A statistic that cannot be computed is one of outcomes that should never come.
    fn new(test: &'static str, of: &str, statistic: f64, freedom: Option<f64>, p: f64) -> Self {
        Self { test, of: of.to_owned(), statistic, freedom, p: if p.is_nan() { 0.0 } else { p } }
    }
}

/// What an examination found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RngTestReport {
    /// Rounds examined.
    pub rounds: u64,
    /// The p-value below which one test fails.
    pub threshold: f64,
    /// Every test.
    pub findings: Vec<RngTestResult>,
}

impl RngTestReport {
    /// Whether a test held.
    pub fn holds(&self, finding: &RngTestResult) -> bool {
        finding.p >= self.threshold
    }

    /// Whether all tests held.
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|finding| self.holds(finding))
    }
}

/// How often the draws that do not always fall are made to fall here.
const SOMETIMES: Frequency = Frequency { times: 1, rounds: 20 };
const ALWAYS: Frequency = Frequency { times: 1, rounds: 1 };

/// The outcomes of many rounds.
struct Outcomes {
    decks: [(CardSet, Shuffles, Sequence, Sequence); 2],
    start: Sequence,
    dice: Sequence,
    magic: Sequence,
    lucky: Sequence,
    /// How often a Magic Card and a Lucky position fell that should fall one time in twenty.
    fell: [[u64; 2]; 2],
}

impl Outcomes {
    fn new() -> Self {
        let deck = |deck: CardSet, of, top, last| {
            (deck, Shuffles::new(of, deck), Sequence::new(top, deck.len()), Sequence::new(last, deck.len()))
        };
        Self {
            decks: [
                deck(CardSet::FIFTY_TWO, "52 cards", "first of 52", "last of 52"),
                deck(CardSet::FIFTY_THREE, "53 cards", "first of 53", "last of 53"),
            ],
            start: Sequence::new("start", 7),
            dice: Sequence::new("dice", 6),
            magic: Sequence::new("magic card", 52),
            lucky: Sequence::new("lucky position", 7),
            fell: [[0; 2]; 2],
        }
    }

    /// Draws one round.
    fn draw(&mut self, source: &mut impl RandomSource) {
        for (deck, shuffles, first, last) in &mut self.decks {
            let order = rng::shuffle(source, *deck);
            shuffles.take(order.cards());
            first.outcomes.extend(order.cards().first().map(|card| card.index() as u8));
            last.outcomes.extend(order.cards().last().map(|card| card.index() as u8));
        }
        self.start.outcomes.push(rng::number(source) - 1);
        self.dice.outcomes.extend(rng::dice(source).map(|die| die - 1));
        let card = |card: Card| card.index() as u8;
        let position = |position: Position| position.number() - 1;
        self.magic.outcomes.extend(rng::magic(source, ALWAYS).map(card));
        self.lucky.outcomes.extend(rng::lucky(source, ALWAYS).map(position));
        self.fell[0][usize::from(rng::magic(source, SOMETIMES).is_some())] += 1;
        self.fell[1][usize::from(rng::lucky(source, SOMETIMES).is_some())] += 1;
    }

    fn examine(&mut self) -> Vec<RngTestResult> {
        let mut findings = Vec::new();
        for (_, shuffles, first, _) in &mut self.decks {
            findings.extend(shuffles.examine());
            findings.extend(first.examine());
        }
        for sequence in [&self.start, &self.dice, &self.magic, &self.lucky] {
            findings.extend(sequence.examine());
        }
        for (fell, of) in self.fell.iter().zip(["magic card, 1 in 20", "lucky position, 1 in 20"]) {
            let (statistic, freedom) = against(fell, &[0.95, 0.05]);
            findings.push(RngTestResult::new(
                "chi-square",
                of,
                statistic,
                Some(freedom),
                chi_square(statistic, freedom),
            ));
        }
        findings.extend(self.interplay());
        findings
    }

    /// Whether one draw of a round tells anything about another: every pair of outcomes must be equally likely.
    fn interplay(&self) -> Vec<RngTestResult> {
        let [(_, _, first_52, last_52), (_, _, first_53, last_53)] = &self.decks;
        let every = |sequence: &Sequence, which: usize| -> Vec<u8> {
            sequence.outcomes.chunks_exact(3).filter_map(|dice| dice.get(which).copied()).collect()
        };
        let die = |which| Sequence { of: "a die", kinds: 6, outcomes: every(&self.dice, which) };
        let [one, two, three] = [die(0), die(1), die(2)];
        [
            ("start and lucky position", &self.start, &self.lucky),
            ("start and first die", &self.start, &one),
            ("first and second die", &one, &two),
            ("second and third die", &two, &three),
            ("magic card and lucky position", &self.magic, &self.lucky),
            ("first of 52 and start", first_52, &self.start),
            ("first of 53 and start", first_53, &self.start),
            ("last of 52 and first of 53", last_52, first_53),
            ("last of 53 and magic card", last_53, &self.magic),
        ]
        .into_iter()
        .map(|(of, one, other)| {
            let mut seen = vec![0_u64; one.kinds * other.kinds];
            for (&here, &there) in one.outcomes.iter().zip(&other.outcomes) {
                seen[usize::from(here) * other.kinds + usize::from(there)] += 1;
            }
            let (statistic, freedom) = evenly(&seen);
            RngTestResult::new("interplay", of, statistic, Some(freedom), chi_square(statistic, freedom))
        })
        .collect()
    }
}

/// Examines so many rounds drawn from a source, at least [`FEWEST_ROUNDS`]; tells after each thousand.
pub fn examine(source: &mut impl RandomSource, rounds: u64, mut progress: impl FnMut(u64)) -> RngTestReport {
    let rounds = rounds.clamp(FEWEST_ROUNDS, MOST_ROUNDS);
    let mut outcomes = Outcomes::new();
    for round in 1..=rounds {
        outcomes.draw(source);
        if round % 1000 == 0 {
            progress(1000);
        }
    }
    let findings = outcomes.examine();
    RngTestReport { rounds, threshold: SIGNIFICANCE / findings.len() as f64, findings }
}

#[cfg(test)]
mod tests;
