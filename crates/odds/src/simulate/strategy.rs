//! What simulated players do with their cards.

use crate::crazy_4::{self, BestFour, Standing};
use croupier_rules::house_way::Dealer;
use croupier_rules::{CardSet, Setting, Text, game};

/// What a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
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
    fn decide(&self, cards: CardSet) -> Option<Decision>;
}

/// A Crazy 4 player who folds below one hand and otherwise plays, three times the Ante where § 657a.11(b) allows it.
pub struct FoldBelow(pub Standing);

impl Strategy for FoldBelow {
    fn decide(&self, cards: CardSet) -> Option<Decision> {
        Some(if game(Text::Pa657a).may_raise(cards) {
            Decision::Play(3)
        } else if BestFour::get().of_set(cards) >= self.0 {
            Decision::Play(1)
        } else {
            Decision::Fold
        })
    }
}

/// The best play of Crazy 4.
impl Strategy for crazy_4::Strategy {
    fn decide(&self, cards: CardSet) -> Option<Decision> {
        Some(match Self::decide(self, cards, BestFour::get().of_set(cards)).times() {
            0 => Decision::Fold,
            times => Decision::Play(times),
        })
    }
}

/// A player who sets his hands as the dealer would, and never doubles.
pub struct AsTheHouse<'a>(pub &'a Dealer<'a>);

impl Strategy for AsTheHouse<'_> {
    fn decide(&self, cards: CardSet) -> Option<Decision> {
        self.0.set(cards).map(|set| Decision::Set { setting: set.setting, double_down: false })
    }
}
