//! `croupier strategy`: the value of each choice with one hand, or the best play of a game.
//!
//! The game's solver answers; there is one file for each kind of answer about best play.

mod asia_poker;
mod crazy_4;
mod play_or_fold;
mod six_card_fortune;

use crate::cache::answers;
use crate::cli::{Format, StrategyArgs};
use crate::colour::{Palette, colour};
use crate::progress_bar::TerminalProgress;
use crate::{CommandResult, Games};
use croupier_odds::{BestPlay, Choice, Fraction, HandChoices, OddsEngine, RulesSource};
use croupier_rules::{CardSet, Game, read_cards, read_hand};
use serde_json::json;
use std::io::Write as _;

pub(super) fn run(games: &Games, call: &StrategyArgs) -> CommandResult {
    let asked = call.asking.load(&games.registry)?;
    let bar = TerminalProgress::default();
    let engine = OddsEngine::new(&games.solvers, answers(call.no_cache), &bar);
    if let Some(hand) = &call.hand {
        let seen = PlayerCards::read(asked.game, hand, call.known.as_deref().unwrap_or(""))?;
        let HandChoices { choices, house_way } = engine.choices_for(&asked, seen.hand, seen.known)?;
        return match call.format {
            Format::Text => print_choices(&asked, &seen, &choices, house_way.as_deref()),
            Format::Json => print_json(&asked, &seen, &choices, house_way.as_deref()),
        };
    }
    match engine.best_play(&asked, &call.fold_below)? {
        BestPlay::AsiaPoker { player, rules } => asia_poker::print(&asked, &player, &rules, call.format),
        BestPlay::SixCardFortune(solution) => six_card_fortune::print(&asked, &solution, call.format),
        BestPlay::Crazy4 { game, borders, rules } => {
            crazy_4::StrategyOutput { game: &game, borders: &borders, rules: &rules }.write(&asked, call.format)
        }
        BestPlay::PlayOrFold { comes_to, decisions } => play_or_fold::print(&asked, &comes_to, &decisions, call.format),
    }
}

/// The cards the player sees.
struct PlayerCards {
    hand: CardSet,
    known: CardSet,
}

impl PlayerCards {
    fn read(game: &dyn Game, hand: &str, known: &str) -> anyhow::Result<Self> {
        let clause = game.shape_clause();
        let hand = read_hand(game, hand.as_bytes(), "a hand", game.cards_dealt(), clause)?;
        let known = read_cards(game, known.as_bytes())?;
        if let Some(card) = hand.intersection(known).first() {
            let deck = game.deck_clause();
            anyhow::bail!("`{card}` is both in the hand and among the known cards, but the deck has only one ({deck})");
        }
        let (left, dealt) = (game.deck().difference(hand).difference(known).len(), game.cards_dealt());
        if left < dealt {
            anyhow::bail!("only {left} cards remain unknown, but the dealer has {dealt} ({clause})");
        }
        Ok(Self { hand, known })
    }
}

/// The choices as a table, best first.
fn print_choices(
    asked: &RulesSource,
    seen: &PlayerCards,
    choices: &[Choice],
    house_way: Option<&str>,
) -> CommandResult {
    let brush = Palette(colour());
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

fn print_json(asked: &RulesSource, seen: &PlayerCards, choices: &[Choice], house_way: Option<&str>) -> CommandResult {
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
