//! What a sheet has to assume: how many play, how fast, and who places which wager.

use croupier_rules::submission::{HouseRules, Stake};
use croupier_rules::{Cents, ParseMoneyError, PlacedWhen, UnknownWager, WagerKind, game};
use std::str::FromStr;

/// The most rounds an hour that are taken for a table.
pub(super) const MOST_ROUNDS: u32 = 1_000_000;

/// Who places a wager, and how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WagerShare {
    /// Which.
    pub wager: WagerKind,
    /// How many players in a hundred place it.
    pub percent: u8,
    /// What they wager on the average; none for the least there is.
    pub stake: Option<Cents>,
}

/// All that is assumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumptions {
    /// How many play; none for a full table.
    pub seats: Option<u8>,
    /// How many rounds an hour has.
    pub rounds_per_hour: u32,
    /// What is said of single wagers.
    pub mix: Vec<WagerShare>,
}

impl Default for Assumptions {
    fn default() -> Self {
        Self { seats: None, rounds_per_hour: 30, mix: Vec::new() }
    }
}

/// What can be wrong with an assumption.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AssumptionError {
    /// More seats than the table has, or none.
    #[error("seats must be 1 to {1} (got {0})")]
    Seats(u8, u8),
    /// Rounds that no hour has.
    #[error("rounds per hour must be 1 to {MOST_ROUNDS} (got {0})")]
    Rounds(u32),
    /// Not of the form of a share.
    #[error("`{0}` must have the form WAGER=PERCENT or WAGER=PERCENT@STAKE, such as fortune-bonus=40@$5")]
    Form(String),
    /// Not a percentage.
    #[error("`{0}` is not a percentage: write a whole number from 0 to 100")]
    Percent(String),
    /// No such wager.
    #[error(transparent)]
    Wager(#[from] UnknownWager),
    /// A stake that is no money.
    #[error(transparent)]
    Money(#[from] ParseMoneyError),
    /// A wager that is not offered.
    #[error("the submission does not offer {0}")]
    NotOffered(WagerKind),
    /// A stake outside the limits.
    #[error("{0} of {1} is outside its limits")]
    Stake(WagerKind, Cents),
}

impl FromStr for WagerShare {
    type Err = AssumptionError;

    fn from_str(written: &str) -> Result<Self, AssumptionError> {
        let (wager, share) = written.split_once('=').ok_or_else(|| AssumptionError::Form(written.to_owned()))?;
        let (percent, stake) = match share.split_once('@') {
            Some((percent, stake)) => (percent, Some(stake.parse()?)),
            None => (share, None),
        };
        let number = percent.trim_end_matches('%').parse().ok().filter(|percent| *percent <= 100);
        let percent = number.ok_or_else(|| AssumptionError::Percent(percent.to_owned()))?;
        Ok(Self { wager: wager.parse()?, percent, stake })
    }
}

impl Assumptions {
    /// How many play.
    pub fn seats(&self, rules: &HouseRules) -> u8 {
        self.seats.unwrap_or(rules.positions)
    }

    /// How many players in a hundred place a wager, and how much: what was said of it, or else everybody the least main
    /// wager, every other player the least of each optional one, and everybody what best play asks for later.
    pub fn share(&self, rules: &HouseRules, wager: WagerKind) -> (u8, Cents) {
        let said = self.mix.iter().rev().find(|share| share.wager == wager);
        let beside =
            game(rules.text).wagers().iter().any(|spec| spec.kind == wager && spec.placed == PlacedWhen::Beside);
        let percent = said.map_or(if beside { 50 } else { 100 }, |share| share.percent);
        let stake = said.and_then(|share| share.stake).unwrap_or_else(|| match stake(rules, wager) {
            Some(Stake::Within(limits)) => limits.minimum,
            Some(Stake::Fixed(amount)) => amount,
            _ => self.share(rules, WagerKind::Main).1,
        });
        (percent, stake)
    }

    /// Whether all of it is possible at the table.
    ///
    /// # Errors
    /// The first thing that is not.
    pub fn check(&self, rules: &HouseRules) -> Result<(), AssumptionError> {
        let seats = self.seats(rules);
        if seats == 0 || seats > rules.positions {
            return Err(AssumptionError::Seats(seats, rules.positions));
        }
        if self.rounds_per_hour == 0 || self.rounds_per_hour > MOST_ROUNDS {
            return Err(AssumptionError::Rounds(self.rounds_per_hour));
        }
        for share in &self.mix {
            let stake = stake(rules, share.wager).ok_or(AssumptionError::NotOffered(share.wager))?;
            let allowed = |amount: Cents| match stake {
                Stake::Within(limits) => (limits.minimum..=limits.maximum).contains(&amount),
                Stake::Fixed(fixed) => amount == fixed,
                Stake::EqualToMain => false,
            };
            if let Some(amount) = share.stake.filter(|&amount| !allowed(amount)) {
                return Err(AssumptionError::Stake(share.wager, amount));
            }
        }
        Ok(())
    }
}

fn stake(rules: &HouseRules, wager: WagerKind) -> Option<Stake> {
    rules.wager(wager).map(|offered| offered.stake)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_read_with_and_without_its_stake() {
        let share = "fortune-bonus=40@$5".parse::<WagerShare>().unwrap();
        assert_eq!((share.wager, share.percent, share.stake), (WagerKind::FortuneBonus, 40, Some(Cents(500))));
        assert_eq!("insurance=7%".parse::<WagerShare>().unwrap().stake, None);
        for wrong in ["insurance", "insurance=", "insurance=101", "insurance=-1", "roulette=5", "main=50@5"] {
            assert!(wrong.parse::<WagerShare>().is_err(), "{wrong}");
        }
    }
}
