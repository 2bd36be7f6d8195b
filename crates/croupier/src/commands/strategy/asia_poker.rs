//! The best response of Asia Poker: every lawful setting of one hand, or what it gains against the house way in all.

use super::Seen;
use crate::asia_poker::{Question, RuleTold, tell_rules};
use crate::asked::Asked;
use crate::bar::Bar;
use crate::cli::{Format, Strategy};
use crate::paint::{Brush, colour};
use crate::{Failure, Outcome};
use croupier_odds::asia_poker::Side;
use croupier_odds::counting::choose;
use croupier_odds::{Choice, Fraction, best_first};
use serde_json::json;
use std::io::Write as _;

fn question(asked: &Asked, remember: bool) -> anyhow::Result<Question<'_>> {
    Question::only_for(asked, remember, "strategy", "sets no hands")
}

/// Every lawful setting of one hand, and which of them the house way plays.
pub(super) fn choices_for(asked: &Asked, seen: &Seen, remember: bool) -> Result<(Vec<Choice>, String), Failure> {
    let question = question(asked, remember)?;
    let ranking = question.ranking();
    let house_way = question.set(seen.hand)?;
    let unknown = asked.game.deck().minus(seen.hand).minus(seen.known).len();
    let hands = u128::from(choose(unknown as u32, seen.hand.len() as u32));
    let settings = question.house_way_set(&Bar::default())?.settings(seen.hand, seen.known);
    let choices = settings.into_iter().map(|(setting, beaten)| {
        // Of settings that show the same, one is listed: the way's own where it is among them.
        let same = setting.ranks(&ranking) == house_way.ranks(&ranking);
        let name = if same { house_way } else { setting };
        Choice::of_setting(name.to_string(), beaten.into(), 0, hands - u128::from(beaten))
    });
    Ok((best_first(choices.collect()), house_way.to_string()))
}

/// The best response in general, and what a player gives away who copies the way.
pub(super) fn best_play(asked: &Asked, call: &Strategy) -> Outcome {
    let question = question(asked, !call.no_cache)?;
    let player = question.player(&Bar::default())?;
    let rules = question.rules(&player);
    match call.format {
        Format::Text => tell(asked, &player, &rules),
        Format::Json => print_json(asked, &player, &rules),
    }
}

/// What the house keeps from a player who plays best, and from one who copies the way.
fn edges(player: &Side) -> [Fraction; 2] {
    [player.best, player.way].map(|won| player.distribution(won).house_edge())
}

fn tell(asked: &Asked, player: &Side, rules: &[RuleTold]) -> Outcome {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    let [best, copied] = edges(player);
    writeln!(out, "{}", brush.bold(format!("{}: the best response to the house way", asked.game.title())))?;
    writeln!(out, "  the house keeps {} of the wager from a player who sets every hand best,", best.percent(4))?;
    writeln!(out, "  {} from one who sets them by the house way", copied.percent(4))?;
    let heading = format!("What a player gives away who follows its rules: {}", (copied - best).percent(4));
    writeln!(out, "\n{}", brush.bold(heading))?;
    tell_rules(&mut out, brush, rules)?;
    Ok(())
}

fn print_json(asked: &Asked, player: &Side, rules: &[RuleTold]) -> Outcome {
    let [best, copied] = edges(player);
    let object = json!({
        "text": asked.game.text().id(),
        "house_edge": best,
        "house_edge_by_house_way": copied,
        "rules": rules,
    });
    Ok(writeln!(std::io::stdout().lock(), "{object}")?)
}
