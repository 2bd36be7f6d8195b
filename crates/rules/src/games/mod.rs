//! The built-in games, one folder each.

pub mod asia_poker;
pub mod crazy_4;
pub mod six_card_fortune;
