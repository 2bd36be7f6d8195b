//! The games that are shipped, one folder each.

pub mod asia_poker;
pub mod crazy_4;
pub mod six_card_fortune;

use crate::game::Game;
use crate::text::Text;

/// The games in the order of the texts.
pub static GAMES: [&dyn Game; 5] = {
    let [first, second, third, fourth, fifth] = Text::ALL;
    [first.game(), second.game(), third.game(), fourth.game(), fifth.game()]
};

/// The game a text regulates.
pub const fn game(text: Text) -> &'static dyn Game {
    text.game()
}
