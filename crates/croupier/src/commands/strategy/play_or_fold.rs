//! The best play of a game in which players play on or fold: the hands with which each decision is best.

use crate::CommandResult;
use crate::cli::Format;
use crate::colour::{Palette, colour};
use croupier_odds::play_or_fold::DecisionRange;
use croupier_odds::{Distribution, Fraction, RulesSource};
use croupier_rules::{CardSet, thousands};
use serde_json::json;
use std::io::Write as _;

pub(super) fn print(
    asked: &RulesSource,
    comes_to: &Distribution,
    decisions: &[DecisionRange],
    format: Format,
) -> CommandResult {
    match format {
        Format::Text => print_text(asked, comes_to, decisions),
        Format::Json => print_json(asked, comes_to, decisions),
    }
}

fn print_text(asked: &RulesSource, comes_to: &Distribution, decisions: &[DecisionRange]) -> CommandResult {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", brush.bold(format!("{}: the best play", asked.game.title())))?;
    let (edge, risk) = (comes_to.house_edge().percent(4), comes_to.element_of_risk().percent(4));
    writeln!(out, "  house edge {edge} of the first wager, {risk} of all wagers\n")?;
    for range in decisions {
        writeln!(out, "{}", brush.bold(format!("{}: {} hands", range.decision, thousands(range.hands))))?;
        for (which, (hand, worth)) in [("weakest", range.weakest), ("strongest", range.strongest)] {
            writeln!(out, "  {which:<9} {hand}  {}", brush.dim(format!("worth {worth}")))?;
        }
    }
    Ok(())
}

fn print_json(asked: &RulesSource, comes_to: &Distribution, decisions: &[DecisionRange]) -> CommandResult {
    let hand = |(hand, worth): (CardSet, Fraction)| json!({ "hand": hand.to_string(), "value": worth });
    let decisions = decisions.iter().map(|range| {
        json!({
            "decision": range.decision,
            "hands": range.hands.to_string(),
            "weakest": hand(range.weakest),
            "strongest": hand(range.strongest),
        })
    });
    let object = json!({
        "text": asked.game.text().id(),
        "house_edge": comes_to.house_edge(),
        "element_of_risk": comes_to.element_of_risk(),
        "decisions": decisions.collect::<Vec<_>>(),
    });
    Ok(writeln!(std::io::stdout().lock(), "{object}")?)
}
