//! What simulated players do with their cards.

use crate::crazy_4::{self, BestFour, FourCardRank};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Regulation, Setting, game};

/// What a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SeatDecision {
    /// § 657a.11(b): the hand is given up.
    Fold,
    /// § 657a.11(b): a Play Wager of so many times the Ante.
    Play(i64),
    /// The cards are set, and the wager doubled or not (§ 670a.7(e)(1)).
    Set {
        /// How.
        setting: Setting,
        /// Whether the wager is doubled.
        double_down: bool,
    },
}

/// A player who always does the same with the same cards.
pub trait Strategy: Sync {
    /// What he does; nothing if the strategy has no answer for these cards.
    fn decide(&self, cards: CardSet) -> Option<SeatDecision>;
}

/// A Crazy 4 player who folds below one hand and otherwise plays, three times the Ante where § 657a.11(b) allows it.
pub struct FoldBelow(pub FourCardRank);

impl Strategy for FoldBelow {
    fn decide(&self, cards: CardSet) -> Option<SeatDecision> {
        Some(if game(Regulation::Pa657a).may_raise(cards) {
            SeatDecision::Play(3)
        } else if BestFour::get().of_set(cards) >= self.0 {
            SeatDecision::Play(1)
        } else {
            SeatDecision::Fold
        })
    }
}

/// The best play of Crazy 4.
impl Strategy for crazy_4::DecisionTable {
    fn decide(&self, cards: CardSet) -> Option<SeatDecision> {
        Some(match Self::decide(self, cards, BestFour::get().of_set(cards)).times() {
            0 => SeatDecision::Fold,
            times => SeatDecision::Play(times),
        })
    }
}

/// A player who sets his hands as the dealer would, and never doubles.
pub struct CopyHouseWay<'a>(pub &'a HouseWaySetter<'a>);

impl Strategy for CopyHouseWay<'_> {
    fn decide(&self, cards: CardSet) -> Option<SeatDecision> {
        self.0.set(cards).map(|set| SeatDecision::Set { setting: set.setting, double_down: false })
    }
}
