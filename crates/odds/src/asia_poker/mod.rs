//! The main game of the three Asia Poker texts, exactly: seven cards set as four, two and one.
//!
//! Two of three hands must be strictly higher for the player to win, a copy is the dealer's, and there is no tie
//! (§§ 659a.11(f), 575.11(f), MA 12(g), MA 12(h)). The dealer sets by a house way (§§ 659a.11(c), 575.11(c), MA 12(d));
//! the player may copy it, or answer each hand with the setting that beats most of the dealer's hands: the best
//! response. [`HouseWaySet`] answers for one hand, [`HouseWaySet::solve`] for all 154,143,080.
//!
//! Note: the same count serves both sides. Against a player who answers a way with the best response, what each
//! *dealer's* setting is worth follows by changing places, with copies counted as won; so it is known rule by rule what
//! a way gives away ([`HouseWaySet::house_side`]). No other way keeps more against that player than the best setting of
//! every hand, and none keeps more against its own best response than against that player: a change of rules which does
//! not gain against the old best response gains nothing.

mod beaten_counts;
mod cells;
mod codec;
mod deck;
mod house_way_query;
mod house_way_table;
mod measure;
mod neighbours;
mod pattern_counts;
mod patterns;
mod player;
mod ranks;
mod recount;
mod setting_rank;
mod solve;
#[cfg(test)]
mod tests;
mod way_search;

pub(crate) use house_way_query::PLAYER;
pub use house_way_query::{HouseWayCosts, HouseWayQuery, RuleReport, WorstHandReport};
pub use house_way_table::{DEALER_HANDS, HouseWaySet, UncoveredHand};
pub use neighbours::{Neighbour, neighbours};
pub use player::AsiaBestPlayer;
pub use recount::CountedWay;
pub use solve::{AsiaSolution, RuleCost, Shard, Side, WorstHand};
pub use way_search::WaySearch;
