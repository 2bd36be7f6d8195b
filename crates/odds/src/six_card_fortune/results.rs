//! How the main wager and the Double Down Wager end, added up over deals.

use super::dealer_counts::DealerTally;
use super::strategy_table::BeatenCounts;
use crate::distribution::Distribution;
use crate::fraction::Fraction;
use serde::{Deserialize, Serialize};
use std::ops::Add;

impl BeatenCounts {
    /// What the main wager is worth, in units per so many dealer's hands as there are.
    pub(super) fn worth(&self) -> i32 {
        (self.by_high + self.by_low - self.of).all
    }

    /// What the Double Down Wager is worth beside it.
    pub(super) fn worth_of_double_down(&self) -> i32 {
        (self.by_high + self.by_low - self.of).contested
    }

    /// What both are worth if the wager is doubled only when that pays.
    pub(super) fn worth_with_double_down(&self) -> i32 {
        self.worth() + self.worth_of_double_down().max(0)
    }

    /// How many dealer's hands the setting wins, ties and loses against.
    pub(super) fn contest(&self) -> [DealerTally; 3] {
        let tie = self.by_high + self.by_low - self.by_both * 2;
        [self.by_both, tie, self.of - self.by_both - tie]
    }
}

/// How many deals are won, tied and lost.
pub type ContestCounts = [u128; 3];

/// How deals end for a player with one strategy.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PlayResult {
    /// Deals in which the wager was not doubled.
    pub single: ContestCounts,
    /// Deals in which it was doubled, and the dealer's hand contested the Double Down Wager.
    pub contested: ContestCounts,
    /// Deals in which it was doubled, and the Double Down Wager went back.
    pub returned: ContestCounts,
    /// How many of a player's hands are doubled.
    pub hands_doubled: u64,
}

/// What an outcome is called and what it pays, in the order of a [`ContestCounts`].
const ENDS: [(&str, i128); 3] = [("win", 1), ("tie", 0), ("lose", -1)];

impl PlayResult {
    /// Counts so many of a player's hands, set so.
    pub(super) fn count(&mut self, set: &BeatenCounts, hands: u64) {
        let doubled = set.worth_of_double_down() > 0;
        let deals = |tally: i32| u128::from(hands) * tally as u128;
        for (end, tally) in set.contest().into_iter().enumerate() {
            if doubled {
                self.contested[end] += deals(tally.contested);
                self.returned[end] += deals(tally.all - tally.contested);
            } else {
                self.single[end] += deals(tally.all);
            }
        }
        self.hands_doubled += if doubled { hands } else { 0 };
    }

    /// What the main wager comes to by itself.
    pub fn main(&self) -> Distribution {
        let mut main = Distribution::default();
        for (end, (name, pays)) in ENDS.into_iter().enumerate() {
            let deals = self.single[end] + self.contested[end] + self.returned[end];
            main.add(name, Fraction::from(pays), Fraction::ONE, deals);
        }
        main
    }

    /// What the Double Down Wager comes to by itself, in units of the main wager.
    pub fn double_down(&self) -> Distribution {
        let mut doubled = Distribution::default();
        for (end, (name, pays)) in ENDS.into_iter().enumerate() {
            doubled.add(name, Fraction::from(pays), Fraction::ONE, self.contested[end]);
        }
        doubled.add("returned", Fraction::ZERO, Fraction::ONE, self.returned.iter().sum());
        doubled.add("not doubled", Fraction::ZERO, Fraction::ZERO, self.single.iter().sum());
        doubled
    }

    /// What the two come to together, in units of the main wager.
    pub fn both(&self) -> Distribution {
        let (one, two) = (Fraction::ONE, Fraction::from(2));
        let mut both = Distribution::default();
        for (end, (name, pays)) in ENDS.into_iter().enumerate() {
            both.add(name, Fraction::from(pays), one, self.single[end]);
            both.add(format!("{name} doubled"), Fraction::from(2 * pays), two, self.contested[end]);
            both.add(format!("{name}, Double Down returned"), Fraction::from(pays), two, self.returned[end]);
        }
        both
    }
}

impl Add for PlayResult {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let add = |ours: ContestCounts, theirs: ContestCounts| std::array::from_fn(|end| ours[end] + theirs[end]);
        Self {
            single: add(self.single, other.single),
            contested: add(self.contested, other.contested),
            returned: add(self.returned, other.returned),
            hands_doubled: self.hands_doubled + other.hands_doubled,
        }
    }
}
