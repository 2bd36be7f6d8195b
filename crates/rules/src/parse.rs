//! Reading a hand for a game: the right number of cards, of the right deck, each once.

use crate::card::{Card, CardError};
use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::game::Game;
use crate::hand_error::HandError;
use crate::setting::{Foul, Setting};

/// Reads this many cards of the game's deck.
///
/// # Errors
/// See [`HandError`].
pub fn read_hand(game: &dyn Game, line: &[u8], what: &str, right: usize, clause: Clause) -> Result<CardSet, HandError> {
    let cards = read_cards(game, line)?;
    if cards.is_empty() {
        return Err(HandError::Empty);
    }
    if cards.len() == right {
        Ok(cards)
    } else {
        Err(HandError::Count { found: cards.len(), what: what.to_owned(), right, clause })
    }
}

/// Reads any number of cards of the game's deck, even none.
///
/// # Errors
/// See [`HandError`].
pub fn read_cards(game: &dyn Game, line: &[u8]) -> Result<CardSet, HandError> {
    let cards = CardSet::read(line).map_err(|error| match error {
        CardError::Twice(Card::JOKER) if game.deck().has_joker() => HandError::SecondJoker(game.deck_clause()),
        CardError::Twice(Card::JOKER) => HandError::NoJoker(game.deck_clause()),
        error => HandError::Cards(error),
    })?;
    if cards.difference(game.deck()).is_empty() { Ok(cards) } else { Err(HandError::NoJoker(game.deck_clause())) }
}

/// Reads a setting, its hands separated by `|`; in a game that sets no hands, just the cards.
///
/// Hands of the wrong size are let through as long as all cards dealt are there, since setting five cards high is a
/// foul of the player's and not a slip of the pen (MA 12(g)(4)).
///
/// # Errors
/// See [`HandError`].
pub fn read_setting(game: &dyn Game, line: &[u8]) -> Result<Setting, HandError> {
    let clause = game.shape_clause();
    let Some(shape) = game.shape() else {
        let high = read_hand(game, line, "a hand", game.cards_dealt(), clause)?;
        return Ok(Setting { high, medium: CardSet::EMPTY, low: CardSet::EMPTY });
    };
    if line.iter().all(u8::is_ascii_whitespace) {
        return Err(HandError::Empty);
    }
    let right = if shape.medium == 0 { 2 } else { 3 };
    let parts: Vec<&[u8]> = line.split(|&byte| byte == b'|').take(right + 1).collect();
    if parts.len() != right {
        let found = line.split(|&byte| byte == b'|').count();
        return Err(HandError::Hands { found, right, clause });
    }
    // The whole line is read once with its bars as spaces, so that a card in two hands is found like any double.
    let whole: Vec<u8> = line.iter().map(|&byte| if byte == b'|' { b' ' } else { byte }).collect();
    read_hand(game, &whole, "a setting", shape.cards(), clause)?;
    let hands = parts.iter().map(|part| read_cards(game, part)).collect::<Result<Vec<_>, _>>()?;
    Ok(match hands.as_slice() {
        &[high, medium, low] => Setting { high, medium, low },
        other => Setting { high: other[0], medium: CardSet::EMPTY, low: other[1] },
    })
}

/// Reads `PLAYER / DEALER`.
///
/// # Errors
/// See [`HandError`].
pub fn read_sides(game: &dyn Game, line: &[u8]) -> Result<(Setting, Setting), HandError> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return Err(HandError::Empty);
    }
    let mut sides = line.split(|&byte| byte == b'/');
    match (sides.next(), sides.next(), sides.next()) {
        (Some(player), Some(dealer), None) => Ok((read_setting(game, player)?, read_setting(game, dealer)?)),
        _ => Err(HandError::Sides),
    }
}

/// Checks what every comparison asks: a lawful dealer, and no card on both sides.
///
/// # Errors
/// If the dealer's hands are set foully, or a card lies on both sides.
pub fn check_sides(game: &dyn Game, player: &Setting, dealer: &Setting, foul: Option<Foul>) -> Result<(), HandError> {
    if let Some(foul) = foul {
        return Err(HandError::DealerFoul { foul, clause: game.shape_clause() });
    }
    match player.cards().intersection(dealer.cards()).first() {
        Some(card) => Err(HandError::BothSides { card, clause: game.deck_clause() }),
        None => Ok(()),
    }
}
