//! A player who has the best response at the table: for simulations.
//!
//! He knows only what his best setting of a hand shows, and looks among the lawful settings for one that shows it. So a
//! simulation goes through the law itself, by another road than the count.

use super::deck::Deck;
use super::ranks::numbered;
use super::solve::Solution;
use super::standing::Order;
use crate::progress::Progress;
use crate::simulate::{Decision, Strategy};
use croupier_rules::{CardSet, Ranking};

/// Sets every hand so that it beats most of the dealer's.
pub struct Player {
    order: Order,
    deck: Deck,
}

impl Player {
    /// Learns the best response to a way by heart. The solution must be of the whole game, for hands compared by
    /// `contest`.
    pub fn new(solution: &Solution, contest: Ranking, progress: &dyn Progress) -> Self {
        Self { order: Order::new(contest), deck: Deck::new(|at, class| solution.answers[at][class], progress) }
    }
}

impl Strategy for Player {
    fn decide(&self, cards: CardSet) -> Option<Decision> {
        let best = self.deck.standing(&numbered(cards));
        // Four cards of one suit may show more than was needed, which is as good.
        let setting = self.order.lawful_settings(cards).find(|setting| self.order.standing(setting).covers(best))?;
        Some(Decision::Set { setting, double_down: false })
    }
}
