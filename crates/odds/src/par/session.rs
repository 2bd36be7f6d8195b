//! What the table wins in an hour, and how far the result may stray, under stated assumptions.
//!
//! Theoretical win is edge times stake times rounds times players, wager by wager; Envy Bonuses are paid out of it. The
//! spread leaves those out and takes wagers and seats for independent. Seats share the dealer's hand and a seat's
//! wagers its own, so the real spread of a full table is somewhat wider; `croupier simulate` shows it.

use super::assumptions::Assumptions;
use super::wager::{DEVIATIONS_OF_90_PERCENT, WagerPar};
use croupier_rules::submission::HouseRules;
use croupier_rules::{Cents, game};
use serde::Serialize;

/// What the table wins under the assumptions. Money in cents, rounded.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SessionForecast {
    /// How many play.
    pub seats: u8,
    /// Rounds an hour.
    pub rounds_per_hour: u32,
    /// Wager by wager.
    pub wagers: Vec<WagerWin>,
    /// What all put down in an hour.
    pub wagered_per_hour: i64,
    /// What the house wins of it.
    pub win_per_hour: i64,
    /// The deviation of one round's result.
    pub deviation_per_round: i64,
    /// The result after so many hours, with a certainty of 90 %.
    pub expected: Vec<ExpectedWin>,
}

/// What one wager brings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WagerWin {
    /// Which.
    pub wager: &'static str,
    /// What it is called.
    pub title: String,
    /// How many players in a hundred place it.
    pub percent_of_players: u8,
    /// What each wagers on the average.
    pub average_stake: i64,
    /// What all put down in an hour, raises counted.
    pub wagered_per_hour: i64,
    /// What is paid in Envy Bonuses in an hour.
    pub envy_per_hour: i64,
    /// What the house wins in an hour.
    pub win_per_hour: i64,
}

/// The house's result after so many hours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExpectedWin {
    /// So many hours.
    pub hours: u32,
    /// At least this, with a certainty of 90 %.
    pub low: i64,
    /// On the average.
    pub mean: i64,
    /// At most this, with a certainty of 90 %.
    pub high: i64,
}

/// One wager in one round over all seats, in cents.
struct PerRound {
    wagered: f64,
    envy: f64,
    win: f64,
    variance: f64,
}

impl SessionForecast {
    pub(super) fn new(rules: &HouseRules, sheets: &[WagerPar], assumed: &Assumptions) -> Self {
        let seats = assumed.seats(rules);
        let hourly = f64::from(assumed.rounds_per_hour);
        let each: Vec<PerRound> = sheets.iter().map(|sheet| per_round(rules, sheet, assumed)).collect();
        let wagers = sheets.iter().zip(&each).map(|(sheet, round)| {
            let (percent_of_players, stake) = assumed.share(rules, sheet.report.wager);
            WagerWin {
                wager: sheet.report.wager.name(),
                title: sheet.title.clone(),
                percent_of_players,
                average_stake: stake.0,
                wagered_per_hour: cents(round.wagered * hourly),
                envy_per_hour: cents(round.envy * hourly),
                win_per_hour: cents(round.win * hourly),
            }
        });
        let wagers = wagers.collect();
        let sum = |of: fn(&PerRound) -> f64| each.iter().map(of).sum::<f64>();
        let (win, variance) = (sum(|round| round.win), sum(|round| round.variance));
        let expected = [1, 8, 100, 1000].map(|hours| {
            let rounds = hourly * f64::from(hours);
            let spread = DEVIATIONS_OF_90_PERCENT * (variance * rounds).sqrt();
            let mean = win * rounds;
            ExpectedWin { hours, low: cents(mean - spread), mean: cents(mean), high: cents(mean + spread) }
        });
        Self {
            seats,
            rounds_per_hour: assumed.rounds_per_hour,
            wagers,
            wagered_per_hour: cents(sum(|round| round.wagered) * hourly),
            win_per_hour: cents(win * hourly),
            deviation_per_round: cents(variance.sqrt()),
            expected: expected.to_vec(),
        }
    }
}

fn per_round(rules: &HouseRules, sheet: &WagerPar, assumed: &Assumptions) -> PerRound {
    let (percent, stake) = assumed.share(rules, sheet.report.wager);
    let seats = f64::from(assumed.seats(rules));
    let share = f64::from(percent) / 100.0;
    let amount = stake.0 as f64;
    let edge = sheet.long_run_edge.to_f64();
    let envy = seats * share * (seats - 1.0) * envy_per_other_player(rules, sheet, stake);
    // A seat wagers with probability `share`: the mean square is that of the result, the mean its share.
    let square = share * amount * amount * (sheet.round_variance.to_f64() + edge * edge);
    let mean = share * amount * edge;
    PerRound {
        wagered: seats * share * amount * sheet.average_wager().to_f64(),
        envy,
        win: seats * mean - envy,
        variance: seats * (square - mean * mean),
    }
}

/// What a wager of this stake earns by each other player, in cents.
fn envy_per_other_player(rules: &HouseRules, sheet: &WagerPar, stake: Cents) -> f64 {
    let payouts = game(rules.text).payouts();
    let earned = payouts.envy_earned(sheet.report.wager, sheet.report.paytable, stake, rules.choices.readings);
    let schedule = earned.and_then(|earned| sheet.report.envy.iter().find(|envy| envy.amount == earned.amount));
    schedule.map_or(0.0, |schedule| schedule.cents_per_other_player.to_f64())
}

/// Rounded to the cent.
fn cents(amount: f64) -> i64 {
    amount.round() as i64
}
