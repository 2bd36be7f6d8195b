//! What a wager comes to: its outcomes, what each is worth, and how many deals lead to it.

use crate::fraction::Fraction;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One outcome of a wager.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountedOutcome {
    /// What happened, in the paytable's or the casino floor's words.
    pub name: Cow<'static, str>,
    /// What the player is up (or down, if negative) per unit of the first wager.
    pub net: Fraction,
    /// What the player has put down in all, in units of the first wager.
    pub wagered: Fraction,
    /// How many deals end so.
    pub count: u128,
}

/// All outcomes of a wager; their counts add up to the deals there are.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Distribution {
    /// The outcomes, in the order they are told.
    pub outcomes: Vec<CountedOutcome>,
}

impl Distribution {
    /// Counts one more way to an outcome.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, net: Fraction, wagered: Fraction, count: u128) {
        let name = name.into();
        let same =
            |outcome: &&mut CountedOutcome| outcome.name == name && outcome.net == net && outcome.wagered == wagered;
        match self.outcomes.iter_mut().find(same) {
            Some(outcome) => outcome.count += count,
            None => self.outcomes.push(CountedOutcome { name, net, wagered, count }),
        }
    }

    /// All deals.
    pub fn combinations(&self) -> u128 {
        self.outcomes.iter().map(|outcome| outcome.count).sum()
    }

    /// The mean of something over all deals.
    ///
    /// # Panics
    /// If there is no deal.
    pub fn mean(&self, of: impl Fn(&CountedOutcome) -> Fraction) -> Fraction {
        // Counts are whole, so one division at the end keeps the sums small.
        let weighted = |outcome: &CountedOutcome| of(outcome) * Fraction::of(outcome.count, 1);
        self.outcomes.iter().map(weighted).sum::<Fraction>() / Fraction::of(self.combinations(), 1)
    }

    /// What the house keeps per unit of the first wager.
    pub fn house_edge(&self) -> Fraction {
        -self.mean(|outcome| outcome.net)
    }

    /// How often the player is up.
    pub fn hit_frequency(&self) -> Fraction {
        self.mean(|outcome| if outcome.net > Fraction::ZERO { Fraction::ONE } else { Fraction::ZERO })
    }

    /// The variance of the player's result, per unit of the first wager squared.
    pub fn variance(&self) -> Fraction {
        let edge = self.house_edge();
        self.mean(|outcome| outcome.net * outcome.net) - edge * edge
    }

    /// What the player puts down on the average, in units of the first wager.
    pub fn average_wager(&self) -> Fraction {
        self.mean(|outcome| outcome.wagered)
    }

    /// What the house keeps per unit put down.
    pub fn element_of_risk(&self) -> Fraction {
        self.house_edge() / self.average_wager()
    }

    /// The names of the outcomes, each once and in the order they are told, with how many deals end so.
    pub fn counts(&self) -> Vec<(&str, u128)> {
        let mut counts: Vec<(&str, u128)> = Vec::new();
        for outcome in &self.outcomes {
            match counts.iter_mut().find(|(name, _)| *name == outcome.name) {
                Some((_, count)) => *count += outcome.count,
                None => counts.push((&outcome.name, outcome.count)),
            }
        }
        counts
    }

    /// How many deals end in an outcome of this name.
    pub fn count(&self, name: &str) -> u128 {
        self.outcomes.iter().filter(|outcome| outcome.name == name).map(|outcome| outcome.count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_frequency_and_variance_follow_from_the_counts() {
        let mut coin = Distribution::default();
        coin.add("win", Fraction::ONE, Fraction::ONE, 2);
        coin.add("lose", -Fraction::ONE, Fraction::ONE, 1);
        coin.add("lose", -Fraction::ONE, Fraction::ONE, 1);
        coin.add("win double", Fraction::from(2), Fraction::from(2), 1);
        assert_eq!(coin.combinations(), 5);
        assert_eq!(coin.count("lose"), 2);
        assert_eq!(coin.counts(), [("win", 2), ("lose", 2), ("win double", 1)]);
        assert_eq!(coin.house_edge(), Fraction::new(-2, 5));
        assert_eq!(coin.hit_frequency(), Fraction::new(3, 5));
        assert_eq!(coin.variance(), Fraction::new(8, 5) - Fraction::new(4, 25));
        assert_eq!(coin.average_wager(), Fraction::new(6, 5));
        assert_eq!(coin.element_of_risk(), Fraction::new(-1, 3));
    }
}
