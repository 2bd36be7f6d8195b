//! The best response of Asia Poker: what it gains against the house way in all.

use crate::CommandResult;
use crate::asia_poker::print_rules;
use crate::cli::Format;
use crate::colour::{Palette, colour};
use croupier_odds::asia_poker::{RuleReport, Side};
use croupier_odds::{Fraction, RulesSource};
use serde_json::json;
use std::io::Write as _;

pub(super) fn print(asked: &RulesSource, player: &Side, rules: &[RuleReport], format: Format) -> CommandResult {
    match format {
        Format::Text => print_strategy(asked, player, rules),
        Format::Json => print_json(asked, player, rules),
    }
}

/// What the house keeps from a player who plays best, and from one who copies the way.
fn edges(player: &Side) -> [Fraction; 2] {
    [player.best, player.way].map(|won| player.distribution(won).house_edge())
}

fn print_strategy(asked: &RulesSource, player: &Side, rules: &[RuleReport]) -> CommandResult {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    let [best, copied] = edges(player);
    writeln!(out, "{}", brush.bold(format!("{}: the best response to the house way", asked.game.title())))?;
    writeln!(out, "  house edge {} against a player who sets every hand best,", best.percent(4))?;
    writeln!(out, "  {} against a player who follows the house way", copied.percent(4))?;
    let heading = format!("What following each rule costs the player: {}", (copied - best).percent(4));
    writeln!(out, "\n{}", brush.bold(heading))?;
    print_rules(&mut out, brush, rules)?;
    Ok(())
}

fn print_json(asked: &RulesSource, player: &Side, rules: &[RuleReport]) -> CommandResult {
    let [best, copied] = edges(player);
    let object = json!({
        "text": asked.game.text().id(),
        "house_edge": best,
        "house_edge_by_house_way": copied,
        "rules": rules,
    });
    Ok(writeln!(std::io::stdout().lock(), "{object}")?)
}
