//! The best play of Six-Card Fortune: where it departs from the house way, and which hands are doubled.

use super::in_percent;
use crate::asked::Asked;
use crate::bar::Bar;
use crate::cli::Format;
use crate::paint::{Brush, colour};
use crate::{Failure, Outcome};
use anyhow::Context as _;
use croupier_odds::six_card_fortune::{Border, Departure, Solution, settings, solve};
use croupier_odds::{Choice, best_first};
use croupier_rules::house_way::Dealer;
use croupier_rules::{CardSet, Shape};
use serde_json::{Value, json};
use std::io::Write as _;

/// The dealer whose way is asked about.
fn dealer(asked: &Asked) -> anyhow::Result<Dealer<'_>> {
    let way = asked.way.as_ref().context("the submission has no house way (§ 670a.11(d))")?;
    Ok(Dealer::new(way, Shape::FIVE_ONE, asked.game.ranking(&asked.choices)))
}

/// Every lawful setting, with and without the Double Down Wager, best first.
pub(super) fn choices_for(asked: &Asked, hand: CardSet, known: CardSet) -> Result<Vec<Choice>, Failure> {
    let valued = settings(asked.choices, &dealer(asked)?, hand, known);
    let valued = valued.map_err(|unset| Failure::Content(unset.to_string()))?;
    Ok(best_first(valued.iter().flat_map(|valued| [valued.single(), valued.doubled()]).collect()))
}

pub(super) fn best_play(asked: &Asked, format: Format) -> Outcome {
    let solved = solve(asked.choices, &dealer(asked)?, &Bar::default());
    let solved = solved.map_err(|unset| Failure::Content(unset.to_string()))?;
    match format {
        Format::Text => tell(asked, &solved),
        Format::Json => print_json(asked, &solved),
    }
}

fn tell(asked: &Asked, solved: &Solution) -> Outcome {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    let (best, house_way, together) = (solved.best.main(), solved.house_way.main(), solved.together.both());
    writeln!(out, "{}", brush.bold(format!("{}: the best play", asked.game.title())))?;
    for (who, comes_to) in [
        ("sets the hands best", &best),
        ("sets the hands by the house way", &house_way),
        ("doubles down too, and sets the hands for both", &together),
    ] {
        writeln!(out, "  of who {who} the house keeps {}", in_percent(comes_to.house_edge(), 4))?;
    }
    writeln!(out, "\n{}", brush.bold("Where the best setting departs from the house way, and what it is worth"))?;
    for departure in &solved.departures {
        let worth = in_percent(departure.cost_of(best.combinations()), 8);
        let Departure { house, best, hands, worst, better, .. } = departure;
        let joker = if departure.joker_low { ", the joker low" } else { "" };
        writeln!(out, "  {worth:>14}  {house} to {best}{joker}, {hands} hands: {worst} as {better}")?;
    }
    writeln!(out, "\n{}", brush.bold("Which hands are doubled, by the low card"))?;
    for (low, border) in solved.doubling.borders().filter(|(_, border)| border.hands > 0) {
        writeln!(out, "  {low:>5}  {} of {} hands{}", border.doubled, border.hands, ends(border))?;
    }
    Ok(())
}

/// The hands next to a border.
fn ends(border: &Border) -> String {
    let lowest = border.lowest_doubled.map_or(String::new(), |(_, setting)| format!("; lowest doubled {setting}"));
    let highest = border.highest_not.map_or(String::new(), |(_, setting)| format!("; highest not {setting}"));
    format!("{lowest}{highest}")
}

fn print_json(asked: &Asked, solved: &Solution) -> Outcome {
    let best = solved.best.main();
    let departures = solved.departures.iter().map(|departure| {
        json!({
            "house_way": departure.house.name(),
            "best": departure.best.name(),
            "joker_low": departure.joker_low,
            "hands": departure.hands,
            "cost": departure.cost_of(best.combinations()),
            "worst": departure.worst.to_string(),
            "better": departure.better.to_string(),
        })
    });
    let doubling = solved.doubling.borders().map(|(low, border)| doubled(low, border));
    let object = json!({
        "text": asked.game.text().id(),
        "house_edge": best.house_edge(),
        "house_edge_by_house_way": solved.house_way.main().house_edge(),
        "departures": departures.collect::<Vec<_>>(),
        "doubling": doubling.collect::<Vec<_>>(),
    });
    Ok(writeln!(std::io::stdout().lock(), "{object}")?)
}

fn doubled(low: &str, border: &Border) -> Value {
    json!({
        "low": low,
        "hands": border.hands,
        "doubled": border.doubled,
        "lowest_doubled": border.lowest_doubled.map(|(_, setting)| setting.to_string()),
        "highest_not": border.highest_not.map(|(_, setting)| setting.to_string()),
    })
}
