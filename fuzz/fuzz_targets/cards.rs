//! Any bytes as a line of cards, a hand, a setting and two sides of each of the five games.
#![no_main]

use croupier_rules::{CardSet, Choices, GAMES, read_hand, read_setting, read_sides};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    if let Ok(cards) = CardSet::read(line) {
        assert_eq!(cards.to_string().parse(), Ok(cards));
    }
    for game in GAMES {
        let _ = read_hand(game, line, "a hand", game.cards_dealt(), game.deck_clause());
        if let Ok(setting) = read_setting(game, line) {
            assert_eq!(setting.cards().len(), game.cards_dealt());
        }
        if let Ok((player, dealer)) = read_sides(game, line) {
            let _ = game.compare(&Choices::default(), &player, &dealer);
        }
    }
});
