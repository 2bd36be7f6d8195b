//! A player who has the book at the table: the best setting of whatever he is dealt, and whether to double. For
//! simulations.

use super::hands::{HandRules, UnsetHand};
use super::strategy_table::{BeatenCounts, StrategyTable};
use crate::progress::Progress;
use crate::simulate::{SeatDecision, Strategy};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Choices};

/// Sets the hands as the main wager is worth most, and doubles whenever that pays.
pub struct FortuneBestPlayer<'way> {
    law: HandRules<'way>,
    book: StrategyTable,
}

impl<'way> FortuneBestPlayer<'way> {
    /// Has every hand counted against a dealer who sets the hands so.
    ///
    /// # Errors
    /// If no rule of the dealer's way sets some hand.
    pub fn new(
        choices: Choices,
        dealer: &'way HouseWaySetter<'way>,
        progress: &dyn Progress,
    ) -> Result<Self, UnsetHand> {
        let law = HandRules::new(choices, dealer);
        progress.begin("Six-Card Fortune Pai Gow", u64::from(super::strategy_table::SWEEPS));
        let book = StrategyTable::new(&law, progress)?;
        progress.end();
        Ok(Self { law, book })
    }
}

impl Strategy for FortuneBestPlayer<'_> {
    fn decide(&self, cards: CardSet) -> Option<SeatDecision> {
        let opened = self.book.open(of_class(cards));
        let best = opened.greatest(opened.house, BeatenCounts::worth);
        let (wanted, beaten) = (&opened.plays[best], &opened.beaten[best]);
        let same =
            self.law.settings(cards).into_iter().find(|play| (play.high, play.beats) == (wanted.high, wanted.beats));
        same.map(|play| SeatDecision::Set { setting: play.setting, double_down: beaten.worth_of_double_down() > 0 })
    }
}

/// The hand that stands for the suit class of these cards.
fn of_class(cards: CardSet) -> CardSet {
    let mut suits = cards.suits();
    suits.sort_unstable_by(|one, other| other.cmp(one));
    CardSet::from_suits(suits, cards.has_joker())
}
