//! Six-Card Fortune Pai Gow Poker, ch. 670a: what the main wager and the Double Down Wager cost, exactly.
//!
//! A player's six cards are one of 1,097,447 suit classes and the dealer's one of 10,737,573 hands of the other 47
//! cards: 246,507,617,396,040 deals. `sweep` counts the dealer's hands that each setting beats, for all players' hands
//! at once; `one_hand` does it for a single hand without the others.
//!
//! Both hands must be higher to win, and one of them to tie (§ 670a.11(f), R-05), so a setting is worth the chance that
//! its high hand wins, plus the chance that its low hand wins, less one. Every winning wager is paid 1 to 1
//! (§ 670a.12(a)). The Double Down Wager goes the way of the main wager if the dealer's cards hold a pair of eights or
//! better, and back to the player if not (§ 670a.11(g)); it is made before the hands are set (§ 670a.11(c), R-14) and
//! after the cards are seen, so a player doubles when that pays, and may set the hands for it.

mod dealer_counts;
mod hands;
mod one_hand;
mod player;
mod ranks;
mod results;
mod strategy;
mod strategy_table;
#[cfg(test)]
mod tests;

pub use hands::UnsetHand;
pub use one_hand::{FortuneTable, SettingValue};
pub use player::FortuneBestPlayer;
pub use results::{ContestCounts, PlayResult};
pub use strategy::{Departure, Doubling, DoublingBorder};

use crate::progress::Progress;
use croupier_rules::games::six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{Choices, Game as _, Ranking};
use hands::HandRules;
use rayon::prelude::*;
use strategy::Departures;
use strategy_table::{BeatenCounts, StrategyEntry, StrategyTable};

/// The game solved: how it goes for a player who sets the hands in each of three ways, and doubles whenever it pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FortuneSolution {
    /// A player who sets the hands so that the main wager is worth most.
    pub best: PlayResult,
    /// A player who sets the hands by the house way.
    pub house_way: PlayResult,
    /// A player who sets the hands so that main wager and Double Down Wager together are worth most.
    pub together: PlayResult,
    /// Where the best setting for the main wager is not that of the house way, those that cost most first.
    pub departures: Vec<Departure>,
    /// How many of a player's hands are set otherwise when the Double Down Wager is thought of as well.
    pub hands_set_for_double_down: u64,
    /// Which hands are doubled by a player who sets the hands for the main wager.
    pub doubling: Doubling,
}

/// What is found in one part of the deck.
#[derive(Default)]
struct Found {
    best: PlayResult,
    house_way: PlayResult,
    together: PlayResult,
    departures: Departures,
    hands_set_for_double_down: u64,
    doubling: Doubling,
}

impl Found {
    fn count(&mut self, ranking: &Ranking, opened: &StrategyEntry<'_>, hands: u64) {
        let best = opened.greatest(opened.house, BeatenCounts::worth);
        let together = opened.greatest(best, BeatenCounts::worth_with_double_down);
        self.best.count(&opened.beaten[best], hands);
        self.house_way.count(&opened.beaten[opened.house], hands);
        self.together.count(&opened.beaten[together], hands);
        self.departures.count(ranking, opened, best, hands);
        self.hands_set_for_double_down += if together == best { 0 } else { hands };
        self.doubling.count(&opened.plays[best], &opened.beaten[best], hands);
    }

    fn and(self, other: Self) -> Self {
        Self {
            best: self.best + other.best,
            house_way: self.house_way + other.house_way,
            together: self.together + other.together,
            departures: self.departures.and(other.departures),
            hands_set_for_double_down: self.hands_set_for_double_down + other.hands_set_for_double_down,
            doubling: self.doubling.and(other.doubling),
        }
    }
}

/// Looks at every deal under these choices against a dealer who sets the hands so.
///
/// # Errors
/// If no rule of the dealer's way sets some hand.
pub fn solve(
    choices: Choices,
    dealer: &HouseWaySetter<'_>,
    progress: &dyn Progress,
) -> Result<FortuneSolution, UnsetHand> {
    let ranking = SIX_CARD_FORTUNE_PAI_GOW.ranking(&choices);
    progress.begin("Six-Card Fortune Pai Gow", u64::from(strategy_table::SWEEPS) + PARTS as u64);
    let book = StrategyTable::new(&HandRules::new(choices, dealer), progress)?;
    let part = |part: usize| {
        let mut found = Found::default();
        each_suit_class(6, true, part, |class| found.count(&ranking, &book.open(class.hand), class.weight));
        progress.advance(1);
        found
    };
    let found = (0..PARTS).into_par_iter().map(part).reduce(Found::default, Found::and);
    progress.end();
    Ok(FortuneSolution {
        best: found.best,
        house_way: found.house_way,
        together: found.together,
        departures: found.departures.by_cost(),
        hands_set_for_double_down: found.hands_set_for_double_down,
        doubling: found.doubling,
    })
}
