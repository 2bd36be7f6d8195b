//! A player's evening: so many rounds from a bankroll, until the last round or until the money is short.
//!
//! Each evening is a table's life of its own, with meters at their seeds, so that evenings are independent of each
//! other and of the number of threads. A player whose bankroll no longer covers a round's wagers, the least Play Wager
//! among them, goes home; one who may raise finds the money for it.

use super::estimate::{Estimate, Sums};
use super::meters::{Hit, MeterBalance, percentiles};
use super::tally::EveningEnd;
use super::wagers::Wagers;
use serde::Serialize;

/// An evening as it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EveningPlan {
    /// How many rounds it has.
    pub rounds: u64,
    /// What the player brings, in cents; none if that does not matter.
    pub bankroll: Option<i64>,
}

/// The evening of the player at seat 1.
pub(super) struct Evening<'a> {
    plan: EveningPlan,
    wagers: &'a Wagers,
    seats: usize,
    /// What a round takes at least.
    least: i64,
    played: u64,
    result: i64,
    ruined: bool,
    /// The meters of each line, once one was hit.
    meters: Vec<Vec<MeterBalance>>,
}

impl<'a> Evening<'a> {
    pub(super) fn new(plan: EveningPlan, wagers: &'a Wagers, seats: usize, least_main: i64) -> Self {
        let beside: i64 = wagers.lines.iter().filter(|line| line.on_the_table).map(|line| line.stake).sum();
        let least = least_main + beside;
        let mut evening = Self { plan, wagers, seats, least, played: 0, result: 0, ruined: false, meters: Vec::new() };
        evening.begin();
        evening
    }

    fn begin(&mut self) {
        self.played = 0;
        self.result = 0;
        self.ruined = self.is_short();
        self.meters.clear();
    }

    fn is_short(&self) -> bool {
        self.plan.bankroll.is_some_and(|bankroll| bankroll.saturating_add(self.result) < self.least)
    }

    /// Takes a round in: what the player was up, and the shares that fell due to anybody. Tells of the evening's end.
    pub(super) fn round(&mut self, net: i64, hits: &[Hit]) -> Option<EveningEnd> {
        if !self.ruined {
            self.result += net;
            for hit in hits.iter().filter(|hit| self.wagers.lines[hit.line].on_the_table) {
                let share = self.share(hit);
                if hit.seat == 0 {
                    self.result += share;
                }
            }
            self.ruined = self.is_short();
        }
        self.played += 1;
        if self.played < self.plan.rounds {
            return None;
        }
        let end = EveningEnd { result: self.result, ruined: self.ruined };
        self.begin();
        Some(end)
    }

    fn share(&mut self, hit: &Hit) -> i64 {
        if self.meters.is_empty() {
            let seeded = |line: &super::wagers::WagerLine| {
                line.meters.iter().map(|meter| MeterBalance::seeded(meter, line.stake, self.seats)).collect()
            };
            self.meters = self.wagers.lines.iter().map(seeded).collect();
        }
        let meter = &mut self.meters[hit.line][hit.meter];
        meter.grow(self.played + 1);
        meter.take(hit.percent)
    }
}

/// What evenings came to. Amounts are in cents.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EveningReport {
    /// How many evenings were played.
    pub evenings: u64,
    /// How many rounds an evening has.
    pub rounds: u64,
    /// What the player brought.
    pub bankroll: Option<i64>,
    /// What he was up at the end.
    pub result: Estimate,
    /// The same at these percentiles.
    pub percentiles: [(usize, i64); 7],
    /// How often he was up at all.
    pub ahead: Estimate,
    /// How often the bankroll fell short.
    pub ruin: Option<Estimate>,
}

impl EveningReport {
    /// Of all evenings; none if not one was played to its end.
    pub(super) fn of(plan: EveningPlan, ends: &[EveningEnd]) -> Option<Self> {
        let evenings = ends.len() as u64;
        let mut results: Vec<i64> = ends.iter().map(|end| end.result).collect();
        results.sort_unstable();
        if results.is_empty() {
            return None;
        }
        let mut sums = Sums::default();
        results.iter().for_each(|&result| sums.add(result));
        let count = |which: &dyn Fn(&EveningEnd) -> bool| ends.iter().filter(|end| which(end)).count() as u64;
        Some(Self {
            evenings,
            rounds: plan.rounds,
            bankroll: plan.bankroll,
            result: sums.estimate(evenings, 1.0),
            percentiles: percentiles(&results),
            ahead: Estimate::share(count(&|end| end.result > 0), evenings),
            ruin: plan.bankroll.map(|_| Estimate::share(count(&|end| end.ruined), evenings)),
        })
    }
}
