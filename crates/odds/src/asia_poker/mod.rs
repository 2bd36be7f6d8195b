//! The main game of the three Asia Poker texts: seven cards set as four, two and one.

mod beaten;
mod deck;
mod ranks;
mod standing;

use crate::progress::Progress;
use beaten::{Contest, Valued};
use croupier_rules::CardSet;
use croupier_rules::house_way::Dealer;
use deck::Deck;
use ranks::{Ranks, card_set};
use standing::Order;

/// Trial.
#[allow(clippy::type_complexity)]
pub fn trial(
    dealer: &Dealer<'_>,
    contest: croupier_rules::Ranking,
    dual: bool,
    progress: &dyn Progress,
) -> (f64, f64, Vec<(CardSet, u64, Vec<(u32, u32)>)>) {
    let order = Order::new(contest);
    let ways = Deck::set_by(
        |hand, _| dealer.set(card_set(hand)).map(|set| order.standing(&set.setting)).unwrap_or_default(),
        progress,
    );
    let all = Ranks::all(7);
    let player = Contest { order: &order, other: &ways, also: Some(&ways), copies_win: false };
    let best = player.gather(
        &all,
        progress,
        || (0_u128, 0_u128, Vec::new()),
        |found, valued: &Valued<'_>| {
            let w = u128::from(valued.weight);
            let (choice, wins) = valued.best();
            found.0 += w * u128::from(wins);
            found.1 += w * u128::from(valued.beaten_by(ways.standing(valued.hand)));
            found.2.push(choice.standing);
        },
    );
    let total = 8_250_459_031_214_400_f64;
    let edge = |wins: u128| 1.0 - 2.0 * wins as f64 / total;
    let (b, o) = (edge(best.iter().map(|f| f.0).sum()), edge(best.iter().map(|f| f.1).sum()));
    if !dual {
        return (b, o, Vec::new());
    }
    let sigma = Deck::set_by(|_, [at, class]| best[at].2[class], progress);
    let house = Contest { order: &order, other: &sigma, also: Some(&ways), copies_win: true };
    let tables = house.gather(&all, progress, Vec::new, |found, valued: &Valued<'_>| {
        let cards = card_set(valued.hand);
        if (cards.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % 30 == 0 {
            let own = ways.standing(valued.hand);
            let mut list: Vec<(u32, u32)> = valued.settings().map(|(c, w)| (c.standing.bits(), w as u32)).collect();
            if !list.iter().any(|l| l.0 == own.bits()) {
                list.push((own.bits(), valued.beaten_by(own) as u32));
            }
            found.push((cards, valued.weight, list));
        }
    });
    (b, o, tables.into_iter().flatten().collect())
}

/// Trial.
pub struct Shower(Order);
impl Shower {
    /// Trial.
    pub fn new(contest: croupier_rules::Ranking) -> Self {
        Self(Order::new(contest))
    }
    /// Trial.
    pub fn standing(&self, setting: &croupier_rules::Setting) -> u32 {
        self.0.standing(setting).bits()
    }
}
