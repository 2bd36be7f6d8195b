//! One wager on the sheet: its report, every result it can have, and what follows from those.

use crate::distribution::Distribution;
use crate::fraction::{Fraction, PLACES};
use crate::report::{ProgressiveReport, WagerReport};
use croupier_rules::submission::{HouseRules, Stake};
use croupier_rules::{Award, Cents, WagerKind, WagerSpec, game};
use serde::Serialize;

/// One wager of the submission.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerPar {
    /// What the layout calls it.
    pub title: String,
    /// The wagers whose figures are part of its own: Play and Super Bonus go with the Ante of § 657a.7.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub together_with: Vec<&'static str>,
    /// What may be wagered.
    pub stake: StakeSheet,
    /// The exact figures, as `croupier odds` prints them.
    #[serde(flatten)]
    pub report: WagerReport,
    /// Every result; meters stand at their seeds.
    pub results: Vec<ResultSheet>,
    /// What the house keeps per unit over many rounds, seeds, rates and draws counted.
    pub long_run_edge: Fraction,
    /// The variance of one round, with the meters at their seeds.
    pub round_variance: Fraction,
    /// Its square root.
    pub round_deviation: String,
    /// What the house keeps per unit after many rounds, with a certainty of 90 %.
    pub intervals: Vec<Interval>,
}

/// What may be wagered, in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct StakeSheet {
    /// The least.
    pub minimum: i64,
    /// The most.
    pub maximum: i64,
    /// The step; none where the amount is fixed or follows the main wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<i64>,
}

/// One result of a wager.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResultSheet {
    /// The hand, or what happened.
    pub result: String,
    /// What it pays, as printed; none for an outcome of a contest and for a hand that is not paid.
    pub pays: Option<String>,
    /// How many deals end so.
    #[serde(serialize_with = "crate::report::as_string")]
    pub count: u128,
    /// In which part of the deals.
    pub probability: Fraction,
    /// What the player is up, per unit of the first wager.
    pub net: Fraction,
    /// What the player has put down, in units of the first wager.
    pub wagered: Fraction,
    /// What it adds to the return, per unit of the first wager: what comes back, stakes included, times how often.
    pub returns: Fraction,
}

/// What the house keeps per unit after so many rounds, with a certainty of 90 %.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// So many rounds.
    pub rounds: u64,
    /// At least this, in percent.
    pub low_percent: String,
    /// At most this, in percent.
    pub high_percent: String,
}

/// Ninety of a hundred results of a normal distribution lie within so many deviations of the mean.
pub(super) const DEVIATIONS_OF_90_PERCENT: f64 = 1.645;

impl WagerPar {
    pub(super) fn new(rules: &HouseRules, report: WagerReport) -> Self {
        let distribution = distribution(&report);
        let variance = distribution.variance();
        let long_run_edge = long_run_edge(&report);
        let pays = |name: &str| report.rows.iter().find(|row| row.hand == name).map(|row| row.pays.clone());
        let combinations = distribution.combinations();
        let results = distribution.outcomes.iter().map(|outcome| {
            let probability = Fraction::of(outcome.count, combinations);
            ResultSheet {
                result: outcome.name.to_string(),
                pays: pays(&outcome.name),
                count: outcome.count,
                probability,
                net: outcome.net,
                wagered: outcome.wagered,
                returns: (outcome.net + outcome.wagered) * probability,
            }
        });
        let specs = game(rules.text).wagers();
        let spec = specs.iter().find(|spec| spec.kind == report.wager);
        let part = |spec: &&WagerSpec| matches!(spec.kind, WagerKind::Play | WagerKind::SuperBonus);
        let parts = specs.iter().filter(|_| report.wager == WagerKind::Main).filter(part);
        Self {
            together_with: parts.map(|spec| spec.title).collect(),
            title: spec.map_or(report.wager.name(), |spec| spec.title).to_owned(),
            stake: stake(rules, report.wager),
            results: results.collect(),
            long_run_edge,
            round_variance: variance,
            round_deviation: variance.sqrt_decimal(PLACES as u32),
            intervals: [100, 10_000, 1_000_000].map(|rounds| interval(long_run_edge, variance, rounds)).to_vec(),
            report,
        }
    }

    /// Whether it contests the dealer's hand.
    pub fn is_contest(&self) -> bool {
        self.report.main.is_some()
    }

    /// What is put down on the average, in units of the first wager.
    pub fn average_wager(&self) -> Fraction {
        self.report.main.as_ref().map_or(Fraction::ONE, |main| main.average_wager)
    }
}

fn stake(rules: &HouseRules, wager: WagerKind) -> StakeSheet {
    match rules.wager(wager).map(|offered| offered.stake) {
        Some(Stake::Within(limits)) => StakeSheet {
            minimum: limits.minimum.0,
            maximum: limits.maximum.0,
            increment: Some(limits.increment.0).filter(|_| limits.minimum < limits.maximum),
        },
        Some(Stake::Fixed(Cents(amount))) => StakeSheet { minimum: amount, maximum: amount, increment: None },
        _ if wager == WagerKind::Main => StakeSheet { minimum: 0, maximum: 0, increment: None },
        _ => StakeSheet { increment: None, ..stake(rules, WagerKind::Main) },
    }
}

/// Every result: the outcomes of a contest, or the rows and the hands that no row pays.
fn distribution(report: &WagerReport) -> Distribution {
    let mut results = Distribution::default();
    if let Some(main) = &report.main {
        for outcome in &main.outcomes {
            results.add(outcome.outcome.clone(), outcome.net, outcome.wagered, outcome.count);
        }
        return results;
    }
    for row in &report.rows {
        // Every row was printed from an award.
        let net = Award::read(&row.pays).map_or(-Fraction::ONE, |award| net(&award, report.progressive.as_ref()));
        results.add(row.hand.clone(), net, Fraction::ONE, row.count);
    }
    let paid: u128 = report.rows.iter().map(|row| row.count).sum();
    results.add("not paid", -Fraction::ONE, Fraction::ONE, report.combinations - paid);
    results
}

/// What an award leaves the player up per unit: 'to' leaves the stake, 'for' does not. Only a progressive pays shares
/// and sums, so its amount is at hand.
fn net(award: &Award, progressive: Option<&ProgressiveReport>) -> Fraction {
    let per_unit = |cents: i64| match progressive {
        Some(wager) => Fraction::new(cents.into(), i128::from(wager.amount.0).max(1)) - Fraction::ONE,
        None => -Fraction::ONE,
    };
    match award {
        Award::To(pays, unit) => Fraction::new((*pays).into(), (*unit).into()),
        Award::Push => Fraction::ZERO,
        Award::For(pays) => Fraction::from(i128::from(*pays) - 1),
        Award::Fixed(sum) => per_unit(sum.0),
        Award::MeterShare(percent, name) => {
            let meters = progressive.map_or(&[][..], |wager| &wager.meters);
            let now = meters.iter().find(|meter| meter.meter == *name).map_or(0, |meter| meter.now.0);
            // a share rounds down to the cent.
            per_unit((i128::from(now) * i128::from(*percent) / 100) as i64)
        }
    }
}

fn long_run_edge(report: &WagerReport) -> Fraction {
    match &report.progressive {
        Some(progressive) => {
            let draws = report.draws.iter().filter_map(|draw| draw.returns).sum::<Fraction>();
            Fraction::ONE - progressive.long_run_return - draws
        }
        None => report.house_edge.unwrap_or(Fraction::ZERO),
    }
}

fn interval(edge: Fraction, variance: Fraction, rounds: u64) -> Interval {
    let spread = DEVIATIONS_OF_90_PERCENT * (variance.to_f64() / rounds as f64).sqrt();
    let percent = |kept: f64| format!("{:.2}", kept * 100.0);
    Interval { rounds, low_percent: percent(edge.to_f64() - spread), high_percent: percent(edge.to_f64() + spread) }
}
