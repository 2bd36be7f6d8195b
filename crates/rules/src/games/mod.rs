//! The games, one folder each, and the registry that finds them by text.

pub mod asia_poker;
pub mod crazy_4;
pub mod six_card_fortune;

use crate::game::Game;
use crate::text::Text;

/// The games in the order of the texts. Adding a game is a line here and a folder beside this file.
pub static GAMES: [&dyn Game; 5] = [
    &asia_poker::FORTUNE_ASIA_POKER_PA,
    &asia_poker::ASIA_POKER_MA,
    &asia_poker::ASIA_POKER_PA_2011,
    &six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW,
    &crazy_4::CRAZY_4_POKER,
];

/// The game a text regulates.
///
/// # Panics
/// Never: every text has its game, which a test holds.
pub fn game(text: Text) -> &'static dyn Game {
    GAMES.into_iter().find(|game| game.text() == text).expect("every text has its game")
}
