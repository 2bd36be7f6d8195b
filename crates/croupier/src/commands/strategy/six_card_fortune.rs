//! The best play of Six-Card Fortune Pai Gow: where it departs from the house way, and when to double down.

use crate::CommandResult;
use crate::cli::Format;
use crate::colour::{Palette, colour};
use croupier_odds::counting::choose;
use croupier_odds::six_card_fortune::{Departure, DoublingBorder, FortuneSolution};
use croupier_odds::{Fraction, RulesSource};
use croupier_rules::{HandRank, Setting, WagerKind, thousands};
use serde_json::{Value, json};
use std::io::Write as _;

pub(super) fn print(asked: &RulesSource, solution: &FortuneSolution, format: Format) -> CommandResult {
    match format {
        Format::Text => print_strategy(asked, solution),
        Format::Json => Ok(writeln!(std::io::stdout().lock(), "{}", object(asked, solution))?),
    }
}

fn print_strategy(asked: &RulesSource, solution: &FortuneSolution) -> CommandResult {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    let edge = solution.best.main().house_edge();
    writeln!(out, "{}", brush.bold(format!("{}: the best play", asked.game.title())))?;
    writeln!(out, "  house edge {} of the main wager against a player who sets the hands best,", edge.percent(4))?;
    writeln!(
        out,
        "  {} against a player who follows the house way",
        solution.house_way.main().house_edge().percent(4)
    )?;
    let departing: u64 = solution.departures.iter().map(|departure| departure.hands).sum();
    let heading =
        format!("Hands that the house way does not set best: {} of {}", thousands(departing), thousands(choose(53, 6)));
    writeln!(out, "\n{}", brush.bold(heading))?;
    let deals = solution.best.main().combinations();
    for departure in &solution.departures {
        let cost = departure.cost_of(deals).percent(4);
        let Departure { house, best, worst, better, .. } = departure;
        let rather = if house == best { String::new() } else { format!(" instead of {house}") };
        let joker = if departure.joker_low { ", the joker low" } else { "" };
        writeln!(out, "  {cost:>9}  {:>7} hands  keep {best}{rather}{joker}", thousands(departure.hands))?;
        writeln!(out, "{}", brush.dim(format!("{:29}for example {better}, not {worst}", "")))?;
    }
    if asked.offers(WagerKind::DoubleDown) {
        print_doubling(&mut out, brush, solution)?;
    }
    Ok(())
}

fn print_doubling(out: &mut impl std::io::Write, brush: Palette, solution: &FortuneSolution) -> std::io::Result<()> {
    let heading = format!("When to double down: {} hands", thousands(solution.best.hands_doubled));
    writeln!(out, "\n{}", brush.bold(heading))?;
    let [alone, both, together] =
        [solution.best.double_down(), solution.best.both(), solution.together.both()].map(|wager| wager.house_edge());
    writeln!(
        out,
        "  gains {} of the main wager, which leaves a house edge of {};",
        (-alone).percent(4),
        both.percent(4)
    )?;
    let otherwise = thousands(solution.hands_set_for_double_down);
    writeln!(out, "  {} if {otherwise} hands are set differently for it", together.percent(4))?;
    for (low, border) in solution.doubling.borders().filter(|(_, border)| border.hands > 0) {
        let part = Fraction::of(border.doubled.into(), border.hands.into()).percent(2);
        let said = match (border.lowest_doubled, border.highest_not) {
            (None, _) => "never".to_owned(),
            (Some(_), None) => "always".to_owned(),
            (Some((from, lowest)), Some((not, _))) if not < from => format!("from {} up", lowest.high),
            (Some((_, lowest)), Some((_, highest))) => {
                format!("from {} up, but not with every hand up to {}", lowest.high, highest.high)
            }
        };
        writeln!(out, "  {low:>5} low  {part:>9}  {said}")?;
    }
    Ok(())
}

fn object(asked: &RulesSource, solution: &FortuneSolution) -> Value {
    let deals = solution.best.main().combinations();
    let departures = solution.departures.iter().map(|departure| {
        json!({
            "house_way": departure.house.name(),
            "best": departure.best.name(),
            "joker_low": departure.joker_low,
            "hands": departure.hands.to_string(),
            "cost": departure.cost_of(deals),
            "worst": departure.worst.to_string(),
            "better": departure.better.to_string(),
        })
    });
    let doubling = solution.doubling.borders().map(|(low, border)| doubled(low, border));
    json!({
        "text": asked.game.text().id(),
        "house_edge": solution.best.main().house_edge(),
        "house_edge_by_house_way": solution.house_way.main().house_edge(),
        "departures": departures.collect::<Vec<_>>(),
        "double_down": {
            "house_edge": solution.best.double_down().house_edge(),
            "house_edge_with_main": solution.best.both().house_edge(),
            "house_edge_set_together": solution.together.both().house_edge(),
            "hands_doubled": solution.best.hands_doubled.to_string(),
            "hands_set_for_it": solution.hands_set_for_double_down.to_string(),
            "by_low_card": doubling.collect::<Vec<_>>(),
        },
    })
}

fn doubled(low: &str, border: &DoublingBorder) -> Value {
    let hand = |at: Option<(HandRank, Setting)>| at.map(|(_, setting)| setting.high.to_string());
    json!({
        "low": low,
        "hands": border.hands.to_string(),
        "doubled": border.doubled.to_string(),
        "lowest_doubled": hand(border.lowest_doubled),
        "highest_not_doubled": hand(border.highest_not),
    })
}
