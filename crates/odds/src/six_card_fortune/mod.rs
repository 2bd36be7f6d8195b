//! Six-Card Fortune Pai Gow Poker, ch. 670a: what the main wager and the Double Down Wager cost, exactly.
//!
//! A player's six cards are one of 1,097,447 suit classes and the dealer's one of 10,737,573 hands of the other 47 cards:
//! 246,507,617,396,040 deals. `sweep` counts the dealer's hands that each setting beats, for all players' hands at
//! once; `one_hand` does it for a single hand without the others.
//!
//! Both hands must be higher to win, and one of them to tie (§ 670a.11(f), R-05), so a setting is worth the chance that
//! its high hand wins, plus the chance that its low hand wins, less one. Every winning wager is paid 1 to 1
//! (§ 670a.12(a)). The Double Down Wager goes the way of the main wager if the dealer's cards hold a pair of eights or
//! better, and back to the player if not (§ 670a.11(g)); it is made before the hands are set (§ 670a.11(c), R-14) and
//! after the cards are seen, so a player doubles when that pays, and may set the hands for it.

mod book;
mod hands;
mod one_hand;
mod played;
mod ranks;
mod sweep;
#[cfg(test)]
mod tests;

pub use hands::Unset;
pub use one_hand::{Valued, settings};
pub use played::{Contest, Played};

use crate::progress::Progress;
use book::{Beaten, Book, Opened};
use croupier_rules::Choices;
use croupier_rules::house_way::Dealer;
use croupier_rules::suit_class::{PARTS, each_suit_class};
use hands::Law;
use rayon::prelude::*;
use std::ops::Add;

/// The game solved: how it goes for a player who sets the hands in each of three ways, and doubles whenever it pays.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Solution {
    /// Who sets the hands as the main wager is worth most.
    pub best: Played,
    /// Who sets the hands by the house way.
    pub house_way: Played,
    /// Who sets the hands as main wager and Double Down Wager together are worth most.
    pub together: Played,
}

impl Add for Solution {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            best: self.best + other.best,
            house_way: self.house_way + other.house_way,
            together: self.together + other.together,
        }
    }
}

impl Solution {
    fn count(&mut self, opened: &Opened<'_>, weight: u64) {
        let house = &opened.beaten[opened.house];
        let settings = &opened.beaten[..opened.plays.len()];
        // Of settings worth the same the house way's is taken, and else the first.
        let greatest = |worth: fn(&Beaten) -> i32| {
            let better = |best, setting| if worth(setting) > worth(best) { setting } else { best };
            settings.iter().fold(house, better)
        };
        self.best.count(greatest(Beaten::worth), weight);
        self.house_way.count(house, weight);
        self.together.count(greatest(Beaten::worth_with_double_down), weight);
    }
}

/// Looks at every deal under these choices against a dealer who sets the hands so.
///
/// # Errors
/// If no rule of the dealer's way sets some hand.
pub fn solve(choices: Choices, dealer: &Dealer<'_>, progress: &dyn Progress) -> Result<Solution, Unset> {
    progress.begin("Six-Card Fortune Pai Gow", u64::from(book::SWEEPS) + PARTS as u64);
    let book = Book::new(&Law::new(choices, dealer), progress)?;
    let part = |part: usize| {
        let mut solution = Solution::default();
        each_suit_class(6, true, part, |class| solution.count(&book.open(class.hand), class.weight));
        progress.advance(1);
        solution
    };
    let solution = (0..PARTS).into_par_iter().map(part).reduce(Solution::default, Add::add);
    progress.end();
    Ok(solution)
}
