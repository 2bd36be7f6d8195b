//! What a simulation tells: the wagers of `odds`, each with a mean, its error and its interval.

use super::estimate::{Estimate, Sums};
use super::evening::EveningReport;
use super::meters::{Hit, Life, MeterHistory};
use super::tally::Tally;
use super::wagers::{WagerLine, Wagers};
use super::{SimulatedTable, SimulationPlan};
use croupier_rules::WagerKind;
use serde::Serialize;

/// One wager under one letter. Means are per unit of the wager, of the main wager per unit of the first one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SimulatedWager {
    /// Which.
    pub wager: &'static str,
    /// The letter of its paytable, where several are printed.
    pub paytable: Option<char>,
    /// What the player is up, shares of meters included; envy, Magic Card and Lucky Bonus apart.
    #[serde(flatten)]
    pub net: Estimate,
    /// How many rounds were played.
    pub rounds: u64,
    /// What each player staked, in cents.
    pub stake: i64,
    /// How often each row was paid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowCount>,
    /// How often each outcome of the contest came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<OutcomeCount>,
    /// What was put down on the average, in units of the first wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_wager: Option<f64>,
    /// Of a progressive: what its rows return that are no share of a meter, 'for' counted whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_return: Option<Estimate>,
    /// What it earned in envy for the hands of all other players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub envy: Option<Estimate>,
    /// Magic Card and Lucky Bonus.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<ExtraReport>,
    /// The meters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meters: Vec<MeterHistory>,
}

/// How often a row was paid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RowCount {
    /// The hand as the table prints it.
    pub hand: &'static str,
    /// How often.
    pub count: u64,
}

/// How often a contest ended so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OutcomeCount {
    /// What it is called.
    pub outcome: &'static str,
    /// How often.
    pub count: u64,
}

/// What is paid beside a wager's own rows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExtraReport {
    /// Which.
    pub extra: &'static str,
    /// How often it was paid.
    pub count: u64,
    /// What it came to per unit.
    #[serde(flatten)]
    pub paid: Estimate,
}

/// A simulation's results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SimulationReport {
    /// The text.
    pub text: &'static str,
    /// The seed.
    pub seed: u64,
    /// How many rounds.
    pub rounds: u64,
    /// How many players.
    pub seats: u8,
    /// The wagers.
    pub wagers: Vec<SimulatedWager>,
    /// How many rounds an hour has.
    pub rounds_per_hour: f64,
    /// What the table holds per hour with all that lies on it, in cents.
    pub hold_per_hour: Estimate,
    /// Evenings, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evening: Option<EveningReport>,
}

/// A simulation under way: what is added up, and the meters so far.
pub(super) struct SimulationRun<'a> {
    wagers: &'a Wagers,
    seats: usize,
    tally: Tally,
    lives: Vec<Vec<Life>>,
    /// What shares of meters add to each line, and to all that is on the table.
    shares: Vec<Sums>,
    total_shares: Sums,
}

impl<'a> SimulationRun<'a> {
    pub(super) fn new(wagers: &'a Wagers, seats: usize) -> Self {
        let lives = |line: &WagerLine| line.meters.iter().map(|meter| Life::new(meter, line.stake, seats)).collect();
        Self {
            wagers,
            seats,
            tally: Tally::new(wagers.lines.iter().map(|line| line.payments.len())),
            lives: wagers.lines.iter().map(lives).collect(),
            shares: vec![Sums::default(); wagers.lines.len()],
            total_shares: Sums::default(),
        }
    }

    /// Adds the next block and runs the meters through it.
    pub(super) fn append(&mut self, block: &Tally) {
        self.tally.append(block);
        for hits in block.hits.chunk_by(|one, next| one.round == next.round) {
            self.pay(hits);
        }
    }

    /// Pays the hits of one round.
    fn pay(&mut self, hits: &[Hit]) {
        let mut on_the_table = 0;
        let mut paid: Vec<(usize, i64)> = Vec::new();
        for hit in hits {
            let share = self.lives[hit.line][hit.meter].pay(hit.round, hit.percent);
            let before: i64 = paid.iter().filter(|(line, _)| *line == hit.line).map(|(_, share)| share).sum();
            self.shares[hit.line].raise(hit.line_net + before, share);
            paid.push((hit.line, share));
            if self.wagers.lines[hit.line].on_the_table {
                on_the_table += share;
            }
        }
        if let Some(hit) = hits.first() {
            self.total_shares.raise(hit.total, on_the_table);
        }
    }

    /// What came of it all.
    pub(super) fn finish(
        self,
        table: &SimulatedTable<'_>,
        plan: &SimulationPlan,
        outcomes: &'static [&'static str],
    ) -> SimulationReport {
        let rounds = self.tally.rounds;
        let mut total = self.tally.total;
        total.merge(&self.total_shares);
        let hold = total.estimate(rounds, -1.0 / plan.rounds_per_hour);
        let wanted = |kind| plan.wagers.is_empty() || plan.wagers.contains(&kind);
        let mut wagers = Vec::new();
        if wanted(WagerKind::Main) {
            wagers.push(self.main(table, outcomes));
        }
        if self.wagers.double_down {
            wagers.push(self.double_down());
        }
        let evening = plan.evening.and_then(|plan| EveningReport::of(plan, &self.tally.evenings));
        let Self { wagers: priced, seats, tally, lives, shares, .. } = self;
        for (((line, tally), lives), shares) in priced.lines.iter().zip(&tally.lines).zip(lives).zip(shares) {
            let unit = (line.stake * seats as i64) as f64;
            let mut net = tally.base;
            net.merge(&shares);
            let counted = line.payments.iter().zip(&tally.rows);
            let names = [("magic card", line.magic_card), ("lucky bonus", line.lucky_bonus)];
            let extras = names.iter().enumerate().filter(|(_, (_, extra))| extra.is_some());
            let meters = line.meters.iter().zip(lives);
            wagers.push(SimulatedWager {
                wager: line.wager.name(),
                paytable: line.letter,
                net: net.estimate(rounds, unit),
                rounds,
                stake: line.stake,
                rows: counted.map(|(payment, &count)| RowCount { hand: &payment.row.hand, count }).collect(),
                outcomes: Vec::new(),
                average_wager: None,
                fixed_return: (!line.meters.is_empty()).then(|| tally.base.estimate(rounds, unit).plus(1.0)),
                envy: line.envy.as_ref().filter(|_| seats > 1).map(|_| tally.envy.estimate(rounds, unit)),
                extras: extras
                    .map(|(place, &(extra, _))| ExtraReport {
                        extra,
                        count: tally.extra_hits[place],
                        paid: tally.extras[place].estimate(rounds, unit),
                    })
                    .collect(),
                meters: meters.map(|(meter, life)| life.report(&meter.name, rounds)).collect(),
            });
        }
        SimulationReport {
            text: table.game.text().id(),
            seed: plan.seed,
            rounds,
            seats: plan.seats,
            wagers,
            rounds_per_hour: plan.rounds_per_hour,
            hold_per_hour: hold,
            evening,
        }
    }

    fn main(&self, table: &SimulatedTable<'_>, outcomes: &'static [&'static str]) -> SimulatedWager {
        let rounds = self.tally.rounds;
        let unit = (self.wagers.main * self.seats as i64) as f64;
        let lasting = |outcome: &&str| *outcome != "tie" || table.game.ties();
        let counted = outcomes.iter().zip(self.tally.outcomes).filter(|(outcome, _)| lasting(outcome));
        SimulatedWager {
            wager: WagerKind::Main.name(),
            paytable: None,
            net: self.tally.main.estimate(rounds, unit),
            rounds,
            stake: self.wagers.main,
            rows: Vec::new(),
            outcomes: counted.map(|(outcome, count)| OutcomeCount { outcome, count }).collect(),
            average_wager: Some(self.tally.wagered as f64 / (rounds as f64 * unit)),
            fixed_return: None,
            envy: None,
            extras: Vec::new(),
            meters: Vec::new(),
        }
    }

    /// Per unit of the main wager, whether doubled or not.
    fn double_down(&self) -> SimulatedWager {
        let rounds = self.tally.rounds;
        let unit = (self.wagers.main * self.seats as i64) as f64;
        let hands = rounds * self.seats as u64;
        let doubled = [("doubled", self.tally.doubled_hands), ("not doubled", hands - self.tally.doubled_hands)];
        SimulatedWager {
            wager: WagerKind::DoubleDown.name(),
            paytable: None,
            net: self.tally.doubled.estimate(rounds, unit),
            rounds,
            stake: self.wagers.main,
            rows: Vec::new(),
            outcomes: doubled.map(|(outcome, count)| OutcomeCount { outcome, count }).to_vec(),
            average_wager: Some(self.tally.doubled_hands as f64 / hands as f64),
            fixed_return: None,
            envy: None,
            extras: Vec::new(),
            meters: Vec::new(),
        }
    }
}
