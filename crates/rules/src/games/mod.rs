//! The games that are shipped, one folder each.

pub mod asia_poker;
pub mod crazy_4;
pub mod six_card_fortune;

use crate::game::Game;
use crate::text::Text;

/// The games in the order of the texts.
pub static GAMES: [&dyn Game; 5] = [
    &asia_poker::FORTUNE_ASIA_POKER_PA,
    &asia_poker::ASIA_POKER_MA,
    &asia_poker::ASIA_POKER_PA_2011,
    &six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW,
    &crazy_4::CRAZY_4_POKER,
];

/// The game a text regulates.
pub const fn game(text: Text) -> &'static dyn Game {
    text.game()
}
