//! The main game of the three Asia Poker texts: seven cards set as four, two and one.

mod beaten;
mod deck;
mod ranks;
mod standing;

use crate::progress::Progress;
use beaten::{Contest, Valued};
use croupier_rules::house_way::Dealer;
use deck::Deck;
use ranks::{Ranks, card_set};
use standing::Order;

/// Trial.
pub fn trial(dealer: &Dealer<'_>, contest: croupier_rules::Ranking, progress: &dyn Progress) -> (u128, u128, u128) {
    let order = Order::new(contest);
    let set = |hand: &[u8]| dealer.set(card_set(hand)).map(|set| order.standing(&set.setting)).unwrap_or_default();
    let deck = Deck::set_by(set, progress);
    let contest = Contest { order: &order, other: &deck, also: Some(&deck), copies_win: false };
    contest.fold(
        &Ranks::all(7),
        progress,
        || (0_u128, 0_u128, 0_u128),
        |found, valued: &Valued<'_>| {
            let w = u128::from(valued.weight);
            found.0 += w;
            found.1 += w * u128::from(valued.best().1);
            found.2 += w * u128::from(valued.beaten_by(deck.standing(valued.hand)));
        },
        |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2),
    )
}
