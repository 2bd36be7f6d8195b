//! A player who has the best response at the table: for simulations.
//!
//! He knows only what his best setting of a hand shows, and looks among the lawful settings for one that shows it. So a
//! simulation goes through the law itself, by another road than the count.

use super::deck::DeckSettings;
use super::ranks::numbered;
use super::setting_rank::HandOrder;
use super::solve::AsiaSolution;
use crate::progress::Progress;
use crate::simulate::{SeatDecision, Strategy};
use croupier_rules::{CardSet, Ranking};

/// Sets every hand so that it beats most of the dealer's.
pub struct AsiaBestPlayer {
    order: HandOrder,
    deck: DeckSettings,
}

impl AsiaBestPlayer {
    /// Learns the best response to a way by heart. The solution must be of the whole game, for hands compared by
    /// `contest`.
    pub fn new(solution: &AsiaSolution, contest: Ranking, progress: &dyn Progress) -> Self {
        Self {
            order: HandOrder::new(contest),
            deck: DeckSettings::new(|at, class, _| solution.answers[at][class], progress),
        }
    }
}

impl Strategy for AsiaBestPlayer {
    fn decide(&self, cards: CardSet) -> Option<SeatDecision> {
        let best = self.deck.rank(&numbered(cards));
        // Four cards of one suit may show more than was needed, which is as good.
        let setting = self.order.lawful_settings(cards).find(|setting| self.order.rank(setting).covers(best))?;
        Some(SeatDecision::Set { setting, double_down: false })
    }
}
