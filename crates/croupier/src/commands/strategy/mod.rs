//! `croupier strategy`: what each choice is worth with one hand, or the best play of a game.
//!
//! Each game is one arm of two matches: its choices for one hand, and its best play.

mod asia_poker;
mod crazy_4;
mod six_card_fortune;

use crate::Outcome;
use crate::asked::Asked;
use crate::cli::{Format, Strategy};
use crate::paint::{Brush, colour};
use anyhow::anyhow;
use croupier_odds::{Choice, Fraction};
use croupier_rules::{CardSet, Game, Text, read_cards, read_hand};
use serde_json::json;
use std::io::Write as _;

pub(super) fn run(call: &Strategy) -> Outcome {
    let asked = call.asking.asked()?;
    let text = asked.game.text();
    if !call.fold_below.is_empty() && text != Text::Pa657a {
        return Err(anyhow!("{text} asks nobody to fold; `--fold-below` is for pa-657a (§ 657a.11(b))").into());
    }
    let Some(hand) = &call.hand else {
        return match text.id() {
            "pa-657a" => crazy_4::best_play(&asked, &call.fold_below, call.format),
            "pa-670a" => six_card_fortune::best_play(&asked, call.format),
            _ => asia_poker::best_play(&asked, call),
        };
    };
    let seen = Seen::read(asked.game, hand, call.known.as_deref().unwrap_or(""))?;
    let mut house_way = None;
    let choices = match text.id() {
        "pa-657a" => croupier_odds::crazy_4::choices_for(&asked.choices, seen.hand, seen.known),
        "pa-670a" => six_card_fortune::choices_for(&asked, seen.hand, seen.known)?,
        _ => {
            let (choices, as_the_house) = asia_poker::choices_for(&asked, &seen, !call.no_cache)?;
            house_way = Some(as_the_house);
            choices
        }
    };
    match call.format {
        Format::Text => tell(&asked, &seen, &choices, house_way.as_deref()),
        Format::Json => print_json(&asked, &seen, &choices, house_way.as_deref()),
    }
}

/// The cards the player sees.
struct Seen {
    hand: CardSet,
    known: CardSet,
}

impl Seen {
    fn read(game: &dyn Game, hand: &str, known: &str) -> anyhow::Result<Self> {
        let clause = game.shape_clause();
        let hand = read_hand(game, hand.as_bytes(), "a hand", game.cards_dealt(), clause)?;
        let known = read_cards(game, known.as_bytes())?;
        if let Some(card) = hand.both(known).first() {
            let deck = game.deck_clause();
            anyhow::bail!("`{card}` is in the hand and known too, but there is one of each card in the deck ({deck})");
        }
        let (left, dealt) = (game.deck().minus(hand).minus(known).len(), game.cards_dealt());
        if left < dealt {
            anyhow::bail!("{left} cards are left unknown, but the dealer has {dealt} ({clause})");
        }
        Ok(Self { hand, known })
    }
}

/// The choices as a table, best first.
fn tell(asked: &Asked, seen: &Seen, choices: &[Choice], house_way: Option<&str>) -> Outcome {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    let known = if seen.known.is_empty() { String::new() } else { format!(", {} known", seen.known) };
    writeln!(out, "{}{known}  {}", brush.bold(seen.hand), brush.dim(asked.game.title()))?;
    let width = choices.iter().map(|choice| choice.name.chars().count()).max().unwrap_or(0);
    for (place, choice) in choices.iter().enumerate() {
        let name = format!("{:<width$}", choice.name);
        let name = if place == 0 { brush.green(name) } else { brush.plain(name) };
        let all = choice.outcomes.combinations();
        let ends = choice.outcomes.counts().into_iter().filter(|&(_, count)| count > 0);
        let ends: Vec<String> =
            ends.map(|(end, count)| format!("{end} {}", Fraction::of(count, all).percent(2))).collect();
        let mark = if house_way == Some(&*choice.name) { "  the house way" } else { "" };
        writeln!(out, "  {name}  {:>16}  {}{mark}", choice.value().to_string(), brush.dim(ends.join(", ")))?;
    }
    Ok(())
}

fn print_json(asked: &Asked, seen: &Seen, choices: &[Choice], house_way: Option<&str>) -> Outcome {
    let told = choices.iter().map(|choice| {
        let ends = choice.outcomes.counts().into_iter();
        let ends = ends.map(|(end, count)| json!({ "outcome": end, "count": count.to_string() }));
        json!({
            "choice": choice.name,
            "value": choice.value(),
            "combinations": choice.outcomes.combinations().to_string(),
            "outcomes": ends.collect::<Vec<_>>(),
        })
    });
    let mut object = json!({
        "text": asked.game.text().id(),
        "hand": seen.hand.to_string(),
        "known": seen.known.to_string(),
        "choices": told.collect::<Vec<_>>(),
    });
    if let Some(setting) = house_way {
        object["house_way"] = setting.into();
    }
    Ok(writeln!(std::io::stdout().lock(), "{object}")?)
}
