//! What an Envy Bonus is worth: each other player at the table may hold a hand that earns a fixed sum.
//!
//! All players' hands are alike before the deal, so one more player is worth the same sum whoever else plays. A hand
//! that is folded or thrown in holds nothing for others; the figures are for a player who stays in.

use super::SideWagerTerms;
use super::census::Census;
use crate::fraction::Fraction;
use crate::report::{EnvyReport, EnvyRowReport};
use croupier_rules::{Cents, EnvySchedule, Game};

impl SideWagerTerms<'_> {
    /// The schedules that some wager earns by, or the one that the fixed amount earns by.
    pub(super) fn envy(&self, game: &dyn Game, census: &Census) -> Vec<EnvyReport> {
        let payouts = game.payouts();
        let earned = |amount: Cents| payouts.envy_earned(self.spec.kind, self.letter, amount, self.readings);
        let schedules: Vec<&EnvySchedule> = if self.amount_fixed {
            earned(self.amount).into_iter().collect()
        } else {
            let schedules = payouts.envy(self.spec.kind, self.letter);
            schedules.filter(|schedule| earned(schedule.amount).is_some_and(|other| other == *schedule)).collect()
        };
        schedules.into_iter().map(|schedule| self.schedule(schedule, census)).collect()
    }

    fn schedule(&self, schedule: &EnvySchedule, census: &Census) -> EnvyReport {
        let mut rows: Vec<EnvyRowReport> =
            schedule.rows.iter().map(|(hand, sum)| EnvyRowReport { hand: hand.clone(), count: 0, sum: *sum }).collect();
        for (held, hands) in census.counts() {
            let labels = self.ladder.rungs.iter().enumerate().filter(|(place, _)| held.rungs >> place & 1 == 1);
            let earning =
                labels.map(|(_, rung)| rung.label).find_map(|label| rows.iter().position(|row| row.hand == label));
            if let Some(place) = earning {
                rows[place].count += hands;
            }
        }
        let sums =
            rows.iter().map(|row| Fraction::of(row.count, census.hands()) * Fraction::from(i128::from(row.sum.0)));
        let cents = sums.sum::<Fraction>();
        EnvyReport {
            amount: schedule.amount,
            clause: schedule.clause.to_string(),
            rows,
            cents_per_other_player: cents,
            value_per_other_player: cents / Fraction::from(i128::from(schedule.amount.0)),
        }
    }
}
