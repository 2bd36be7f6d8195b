//! A player who has the book at the table: the best setting of whatever he is dealt, and whether to double. For
//! simulations.

use super::book::{Beaten, Book};
use super::hands::{Law, Unset};
use crate::progress::Progress;
use crate::simulate::{Decision, Strategy};
use croupier_rules::house_way::Dealer;
use croupier_rules::{CardSet, Choices};

/// Sets the hands as the main wager is worth most, and doubles whenever that pays.
pub struct Player<'way> {
    law: Law<'way>,
    book: Book,
}

impl<'way> Player<'way> {
    /// Has every hand counted against a dealer who sets the hands so.
    ///
    /// # Errors
    /// If no rule of the dealer's way sets some hand.
    pub fn new(choices: Choices, dealer: &'way Dealer<'way>, progress: &dyn Progress) -> Result<Self, Unset> {
        let law = Law::new(choices, dealer);
        progress.begin("Six-Card Fortune Pai Gow", u64::from(super::book::SWEEPS));
        let book = Book::new(&law, progress)?;
        progress.end();
        Ok(Self { law, book })
    }
}

impl Strategy for Player<'_> {
    fn decide(&self, cards: CardSet) -> Option<Decision> {
        let opened = self.book.open(of_class(cards));
        let best = opened.greatest(opened.house, Beaten::worth);
        let (wanted, beaten) = (&opened.plays[best], &opened.beaten[best]);
        let same =
            self.law.settings(cards).into_iter().find(|play| (play.high, play.beats) == (wanted.high, wanted.beats));
        same.map(|play| Decision::Set { setting: play.setting, double_down: beaten.worth_of_double_down() > 0 })
    }
}

/// The hand that stands for the suit class of these cards.
fn of_class(cards: CardSet) -> CardSet {
    let mut suits = cards.suits();
    suits.sort_unstable_by(|one, other| other.cmp(one));
    CardSet::from_suits(suits, cards.has_joker())
}
