//! Progressive meters over a simulated life: §§ 659a.12(d), 670a.12(d), 657a.12(d), 657a.12(e), 657a.12(f).
//!
//! What stands on a meter depends on all that went before, while blocks of rounds are played on several cores at once.
//! So blocks only note who hit what, and meters are run through these notes afterwards, one after the other in the
//! order of rounds. That is exact, since every round feeds a meter the same: each seat's stake at the printed
//! percentage. Contributions come before the round's own hits, shares are taken seat by seat from the dealer's right
//! and rounded down to the cent, and a meter won whole starts again with its reseed and its reserve.

use super::estimate::{Estimate, Sums};
use croupier_rules::submission::MeterTerms;
use serde::Serialize;

/// A share of a meter that fell due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    /// In which round, counted from nothing.
    pub(super) round: u64,
    /// To which seat, counted from nothing.
    pub(super) seat: usize,
    /// On which of the table's lines.
    pub(super) line: usize,
    /// Which of the line's meters.
    pub(super) meter: usize,
    /// What percentage of it.
    pub(super) percent: i64,
    /// What the line came to in that round, all seats together and shares apart.
    pub(super) line_net: i64,
    /// The same of all that is on the table.
    pub(super) total: i64,
}

/// What stands on a meter and in its reserve, in hundredths of a cent.
#[derive(Clone, Debug)]
pub(super) struct MeterBalance {
    amount: i128,
    reserve: i128,
    reseed: i128,
    /// What a round adds to each.
    growth: [i128; 2],
    /// Rounds that are added already.
    rounds: u64,
}

impl MeterBalance {
    /// A meter at its seed, fed by so many stakes each round.
    pub(super) fn seeded(meter: &MeterTerms, stake: i64, seats: usize) -> Self {
        // A percent of a cent is a hundredth of a cent, so nothing is lost.
        let fed = |percent: i64| i128::from(percent) * i128::from(stake) * seats as i128;
        Self {
            amount: i128::from(meter.seed.0) * 100,
            reserve: 0,
            reseed: i128::from(meter.reseed.0) * 100,
            growth: [fed(meter.primary), fed(meter.reserve)],
            rounds: 0,
        }
    }

    /// Lets the meter grow until so many rounds have fed it.
    pub(super) fn grow(&mut self, rounds: u64) {
        let more = i128::from(rounds.saturating_sub(self.rounds));
        self.amount += self.growth[0] * more;
        self.reserve += self.growth[1] * more;
        self.rounds = self.rounds.max(rounds);
    }

    /// Takes a share: in cents, rounded down.
    pub(super) fn take(&mut self, percent: i64) -> i64 {
        let share = self.amount * i128::from(percent) / 10_000;
        self.amount -= share * 100;
        if percent == 100 {
            self.amount += self.reseed + self.reserve;
            self.reserve = 0;
        }
        i64::try_from(share).unwrap_or(i64::MAX)
    }

    /// What stands on it, in cents.
    pub(super) fn cents(&self) -> f64 {
        self.amount as f64 / 100.0
    }
}

/// One meter and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Life {
    pub(super) standing: MeterBalance,
    growth_cents: f64,
    /// The round after the last time it was won whole.
    since: u64,
    gaps: Vec<u64>,
    won_whole: Sums,
    highest: i64,
    pub(super) shares: u64,
}

impl Life {
    pub(super) fn new(meter: &MeterTerms, stake: i64, seats: usize) -> Self {
        let standing = MeterBalance::seeded(meter, stake, seats);
        let growth_cents = standing.growth[0] as f64 / 100.0;
        Self { standing, growth_cents, since: 0, gaps: Vec::new(), won_whole: Sums::default(), highest: 0, shares: 0 }
    }

    /// Pays a hit, in cents.
    pub(super) fn pay(&mut self, round: u64, percent: i64) -> i64 {
        self.standing.grow(round + 1);
        let share = self.standing.take(percent);
        self.shares += 1;
        if percent == 100 {
            self.gaps.push(round + 1 - self.since);
            self.since = round + 1;
            self.won_whole.add(share);
            self.highest = self.highest.max(share);
        }
        share
    }

    /// What is told of it after so many rounds.
    pub(super) fn report(mut self, name: &str, rounds: u64) -> MeterHistory {
        self.standing.grow(rounds);
        let hits = self.gaps.len() as u64;
        self.gaps.sort_unstable();
        let mut waited = Sums::default();
        for &gap in &self.gaps {
            waited.add(i64::try_from(gap).unwrap_or(i64::MAX));
        }
        MeterHistory {
            meter: name.to_owned(),
            shares: self.shares,
            hits,
            growth_per_round: self.growth_cents,
            rounds_to_hit: (hits > 0).then(|| waited.estimate(hits, 1.0)),
            rounds_to_hit_percentiles: (hits >= ENOUGH_FOR_PERCENTILES).then(|| percentiles(&self.gaps)),
            amount_at_hit: (hits > 0).then(|| self.won_whole.estimate(hits, 1.0)),
            highest_paid: self.highest,
            at_the_end: self.standing.cents(),
        }
    }
}

/// What is told of a distribution: the value that so many percent of all, which are in rising order, do not exceed.
pub(super) fn percentiles<T: Copy>(all: &[T]) -> [(usize, T); 7] {
    [1, 5, 25, 50, 75, 95, 99].map(|percent| (percent, all[(all.len() * percent).div_ceil(100).max(1) - 1]))
}

/// Fewer waits than these say nothing of their distribution.
const ENOUGH_FOR_PERCENTILES: u64 = 100;

/// What became of a meter. Amounts are in cents.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MeterHistory {
    /// Its name.
    pub meter: String,
    /// How many shares of it were paid, whole or in part.
    pub shares: u64,
    /// How often it was won whole.
    pub hits: u64,
    /// What a round adds.
    pub growth_per_round: f64,
    /// How many rounds passed until it was won whole.
    pub rounds_to_hit: Option<Estimate>,
    /// The same at these percentiles.
    pub rounds_to_hit_percentiles: Option<[(usize, u64); 7]>,
    /// What stood on it when it was won whole.
    pub amount_at_hit: Option<Estimate>,
    /// The most it ever paid.
    pub highest_paid: i64,
    /// What stands on it after the last round.
    pub at_the_end: f64,
}
