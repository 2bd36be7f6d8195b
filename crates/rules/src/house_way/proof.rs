//! Proves that a house way sets every hand of the deck legally.
//!
//! One hand of each suit class is set, which is enough because a dealer's choice depends on suits only through flushes;
//! the weights of the classes must add up to the deck. Lawfulness is judged by the readable comparison of
//! [`Setting::foul`](crate::setting::Setting::foul), not by the tables the dealer works with.

use super::HouseWaySetter;
use crate::card_set::CardSet;
use crate::suit_class::{PARTS, each_suit_class};

/// How many failing hands a proof keeps to show.
pub const SHOWN: usize = 8;

/// What a walk over the deck found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Hands of the deck covered.
    pub hands: u64,
    /// Suit classes walked.
    pub classes: u64,
    /// Hands set by each rule.
    pub by_rule: Vec<u64>,
    /// Hands no rule sets.
    pub unmatched: u64,
    /// Hands set unlawfully.
    pub unlawful: u64,
    /// Some hands that fail, unmatched or unlawful.
    pub examples: Vec<CardSet>,
}

impl Proof {
    /// Whether every hand walked was set, and lawfully.
    pub fn holds(&self) -> bool {
        self.unmatched == 0 && self.unlawful == 0
    }

    /// Adds what another part found.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.hands += other.hands;
        self.classes += other.classes;
        self.unmatched += other.unmatched;
        self.unlawful += other.unlawful;
        self.by_rule.resize(self.by_rule.len().max(other.by_rule.len()), 0);
        for (ours, theirs) in self.by_rule.iter_mut().zip(&other.by_rule) {
            *ours += theirs;
        }
        self.examples.extend(other.examples);
        self.examples.sort_unstable();
        self.examples.truncate(SHOWN);
        self
    }

    /// Walks one of the [`PARTS`] of the deck.
    pub fn part(dealer: &HouseWaySetter<'_>, part: usize) -> Self {
        let mut proof = Self { by_rule: vec![0; dealer.way().rules.len()], ..Self::default() };
        each_suit_class(dealer.cards(), true, part, |class| {
            proof.hands += class.weight;
            proof.classes += 1;
            proof.count(dealer, class.hand, class.weight);
        });
        proof
    }

    /// Sets one hand and counts how that went.
    pub fn count(&mut self, dealer: &HouseWaySetter<'_>, hand: CardSet, weight: u64) {
        match dealer.set(hand) {
            None => self.unmatched += weight,
            Some(set) if set.setting.foul(dealer.shape(), dealer.ranking()).is_some() => self.unlawful += weight,
            Some(set) => {
                self.by_rule[set.rule] += weight;
                return;
            }
        }
        if self.examples.len() < SHOWN {
            self.examples.push(hand);
        }
    }

    /// Walks the whole deck, part after part.
    pub fn whole(dealer: &HouseWaySetter<'_>) -> Self {
        (0..PARTS).map(|part| Self::part(dealer, part)).fold(Self::default(), Self::and)
    }
}
