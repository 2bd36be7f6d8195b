//! The cards and meters that a script names.

use super::action;
use super::script_inputs::LaidCards;
use super::script_table::ScriptTable;
use croupier_rules::{Card, CardError, Phase, Place, Setting};

/// `seat 3 9c 9d 5h 4s | Kh 7s | Qd`: cards at a place, and how they are set if bars say so.
pub(super) fn lay(stage: &mut ScriptTable, hand: &str) -> Result<(), String> {
    let (place, cards) = match hand.split_once(' ') {
        Some(("seat", rest)) => {
            let (number, cards) = rest.split_once(' ').ok_or("cards are missing")?;
            (Place::Seat(action::seat(number)?), cards)
        }
        Some(("dealer", cards)) => (Place::Dealer, cards),
        Some(("bonus-card", cards)) => (Place::Shared, cards),
        Some(("deck", cards)) => return lay_deck(stage, cards),
        _ => return Err(format!("`{hand}` must begin with a seat, `dealer`, `bonus-card` or `deck`")),
    };
    if !stage.supply.top.is_empty() {
        return Err("the deck is already named: name either the deck or hands".to_owned());
    }
    let error = |error: CardError| error.to_string();
    let listed: Result<Vec<_>, _> =
        cards.split_whitespace().filter(|word| *word != "|").map(|word| word.parse().map_err(error)).collect();
    let setting: Option<Setting> = if cards.contains('|') { Some(cards.parse().map_err(error)?) } else { None };
    let listed = listed?;
    let game = stage.table.house().game;
    let most = if place == Place::Shared { 1 } else { game.cards_dealt() };
    if listed.len() > most {
        return Err(format!("{place} has {most} cards (got {})", listed.len()));
    }
    if place == Place::Shared && game.procedure().dealing.iter().all(|dealing| dealing.shared.is_none()) {
        return Err(format!("{} has no bonus card", game.title()));
    }
    can_be_laid(stage, &listed)?;
    let others = stage.supply.laid.iter().filter(|(at, _)| **at != place);
    for card in &listed {
        if others.clone().any(|(_, laid)| laid.cards.contains(card)) {
            return Err(format!("{card} appears twice"));
        }
    }
    stage.supply.laid.insert(place, LaidCards { cards: listed, setting });
    Ok(())
}

/// `deck As Kd 3c`: the deck from the top, whoever gets its cards.
fn lay_deck(stage: &mut ScriptTable, cards: &str) -> Result<(), String> {
    let read = |word: &str| word.parse().map_err(|error: CardError| error.to_string());
    let listed: Vec<Card> = cards.split_whitespace().map(read).collect::<Result<_, _>>()?;
    if !stage.supply.laid.is_empty() {
        return Err("hands are already named: name either hands or the deck".to_owned());
    }
    can_be_laid(stage, &listed)?;
    stage.supply.top = listed;
    Ok(())
}

/// Whether these cards can still be laid: before the deal, each once, and of the deck.
fn can_be_laid(stage: &ScriptTable, listed: &[Card]) -> Result<(), String> {
    let round = stage.table.round();
    if !matches!(round.phase, Phase::Betting | Phase::Closed) && round.out > 0 && !round.settled {
        return Err("the cards are already dealt: name them earlier".to_owned());
    }
    for (number, card) in listed.iter().enumerate() {
        if listed[..number].contains(card) {
            return Err(format!("{card} appears twice"));
        }
        if !stage.table.house().game.deck().contains(*card) {
            return Err(format!("{card} is not in the deck"));
        }
    }
    Ok(())
}

/// The place of a meter: by the name it has beside its wager, or by its own where no other meter has it.
pub(super) fn meter(stage: &ScriptTable, name: &str) -> Result<usize, String> {
    let house = stage.table.house();
    let whole = |place: usize| house.meter_name(place as u8).trim_end_matches(" meter").to_owned();
    let all = 0..house.meters().len();
    let named = |place: &usize| whole(*place) == name || house.meters()[*place].meter.name == name;
    let found: Vec<usize> = all.clone().filter(named).collect();
    match found[..] {
        [place] => Ok(place),
        [] if all.is_empty() => Err(format!("unknown meter `{name}`: the table has no meters")),
        [] => Err(format!("unknown meter `{name}`: the table has {}", all.map(whole).collect::<Vec<_>>().join(", "))),
        _ => {
            let names: Vec<_> = found.into_iter().map(whole).collect();
            Err(format!("more than one meter is named `{name}`: write {}", names.join(" or ")))
        }
    }
}
