//! The figures for people: a table for each wager, percentages rounded to four places.

use crate::asia_poker::print_rules;
use crate::colour::{Palette, colour};
use crate::output::printable;
use croupier_odds::asia_poker::HouseWayCosts;
use croupier_odds::fraction::{PLACES, shortened};
use croupier_odds::query::AlternativeReading;
use croupier_odds::report::{DrawReport, EnvyReport, MainReport, ProgressiveReport};
use croupier_odds::{Fraction, MainStrategy, Report, WagerReport};
use croupier_rules::{Cents, Game, thousands};
use std::io::{Result, Write};

pub(super) fn write(out: &mut impl Write, game: &dyn Game, told: &Report, sides: &[AlternativeReading]) -> Result<()> {
    let brush = Palette(colour());
    write!(out, "{}  {}", brush.bold(game.title()), brush.cyan(told.text))?;
    if let Some(name) = &told.submission {
        write!(out, "  {}", printable(name))?;
    }
    for id in &told.alternatives {
        write!(out, "  {}", brush.yellow(format!("{id} alternative")))?;
    }
    writeln!(out)?;
    if told.wagers.is_empty() {
        writeln!(out, "\nno such wagers")?;
    }
    for wager in &told.wagers {
        writeln!(out)?;
        heading(out, brush, game, wager)?;
        rows(out, brush, wager)?;
        figures(out, brush, wager)?;
        for side in sides {
            other_side(out, brush, wager, side)?;
        }
    }
    Ok(())
}

fn heading(out: &mut impl Write, brush: Palette, game: &dyn Game, wager: &WagerReport) -> Result<()> {
    let title =
        game.wagers().iter().find(|spec| spec.kind == wager.wager).map_or(wager.wager.name(), |spec| spec.title);
    let letter = wager.paytable.map_or(String::new(), |letter| format!(", paytable {letter}"));
    write!(out, "{}  {}", brush.bold(format!("{title}{letter}")), brush.cyan(&wager.clause))?;
    if wager.not_in_text {
        write!(out, "  {}", brush.yellow("custom paytable, not in the text"))?;
    }
    writeln!(out)
}

fn rows(out: &mut impl Write, brush: Palette, wager: &WagerReport) -> Result<()> {
    if wager.rows.is_empty() {
        return Ok(());
    }
    let hand = wager.rows.iter().map(|row| row.hand.chars().count()).max().unwrap_or(0).max("unpaid".len());
    let pays = wager.rows.iter().map(|row| row.pays.chars().count()).max().unwrap_or(0).max("pays".len());
    let head = format!("  {:<hand$}  {:>pays$}  {:>13}  {:>13}", "hand", "pays", "hands", "one in");
    writeln!(out, "{}", brush.dim(head))?;
    for row in &wager.rows {
        let often = one_in(row.count, wager.combinations);
        writeln!(out, "  {:<hand$}  {:>pays$}  {:>13}  {often:>13}", row.hand, row.pays, thousands(row.count))?;
    }
    let unpaid = wager.combinations - wager.rows.iter().map(|row| row.count).sum::<u128>();
    writeln!(out, "  {:<hand$}  {:>pays$}  {:>13}  {:>13}", "unpaid", "", thousands(unpaid), "")
}

fn figures(out: &mut impl Write, brush: Palette, wager: &WagerReport) -> Result<()> {
    let mut line = Vec::new();
    if let Some(edge) = wager.house_edge {
        line.push(format!("house edge {}", brush.green(percent(edge))));
    }
    if let Some(fixed) = wager.fixed_return {
        line.push(format!("fixed return {}", brush.green(percent(fixed))));
    }
    line.push(format!("hit frequency {}", percent(wager.hit_frequency)));
    if let Some(deviation) = &wager.standard_deviation {
        line.push(format!("standard deviation {}", shortened(deviation, 4)));
    }
    writeln!(out, "  {}", line.join("   "))?;
    if let Some(main) = &wager.main {
        contest(out, brush, wager, main)?;
    }
    if let Some(figures) = &wager.progressive {
        progressive(out, brush, figures)?;
    }
    wager.draws.iter().try_for_each(|told| draw(out, told))?;
    wager.envy.iter().try_for_each(|schedule| envy(out, schedule))
}

fn contest(out: &mut impl Write, brush: Palette, wager: &WagerReport, main: &MainReport) -> Result<()> {
    let played = match main.strategy {
        MainStrategy::Optimal => "best play",
        MainStrategy::HouseWay => "the player follows the house way",
    };
    writeln!(
        out,
        "  {played}; average wager {}   element of risk {}",
        main.average_wager.rounded(4),
        percent(main.element_of_risk)
    )?;
    let width = main.outcomes.iter().map(|outcome| outcome.outcome.chars().count()).max().unwrap_or(0);
    for outcome in &main.outcomes {
        let often = percent(Fraction::of(outcome.count, wager.combinations));
        let deals = brush.dim(format!("{:>24} deals", thousands(outcome.count)));
        let net = signed(outcome.net);
        writeln!(out, "    {:<width$}  {net:>8}  {often:>10}  {deals}", outcome.outcome)?;
    }
    Ok(())
}

/// What the house way gives a player who plays best.
pub(super) fn costs(out: &mut impl Write, costs: &HouseWayCosts) -> Result<()> {
    let brush = Palette(colour());
    let heading = format!("What each rule of the house way costs against best play: {}", percent(costs.given_away));
    writeln!(out, "\n{}", brush.bold(heading))?;
    let (kept, most) = (percent(costs.house_edge), percent(costs.most));
    writeln!(out, "  the house keeps {kept}; with the best setting of every hand it would keep {most} from the same")?;
    writeln!(out, "  player, and no house way keeps more than that against best play")?;
    print_rules(out, brush, &costs.rules)
}

fn progressive(out: &mut impl Write, brush: Palette, figures: &ProgressiveReport) -> Result<()> {
    for meter in &figures.meters {
        let reserve = if meter.reserve > 0 { format!(" and {}% to its reserve", meter.reserve) } else { String::new() };
        writeln!(
            out,
            "  {} at {}: seed {}, reseed {}, {}% of each {} wager{reserve}",
            brush.bold(&meter.meter),
            meter.now,
            meter.seed,
            meter.reseed,
            meter.primary,
            figures.amount
        )?;
        if let Some(even) = meter.break_even {
            writeln!(out, "    breaks even at {}", dollars(even))?;
        }
    }
    writeln!(
        out,
        "  return with these meters {}   in the long run {}",
        percent(figures.return_now),
        percent(figures.long_run_return)
    )?;
    if let Some(on_dealer) = &figures.on_dealer {
        writeln!(
            out,
            "  on the dealer's hand {} fixed, and {} from the meters, divided among the players who wagered on it",
            percent(on_dealer.fixed_return),
            percent(on_dealer.shares_undivided)
        )?;
    }
    Ok(())
}

fn draw(out: &mut impl Write, told: &DrawReport) -> Result<()> {
    let returns = match (told.frequency, told.returns) {
        (Some(often), Some(returns)) => format!(", drawn in {} of rounds returns {}", percent(often), percent(returns)),
        _ => String::new(),
    };
    writeln!(out, "  {} {}: each draw returns {}{returns}", told.draw, told.pays, percent(told.per_draw))
}

fn envy(out: &mut impl Write, told: &EnvyReport) -> Result<()> {
    let rows: Vec<_> = told.rows.iter().map(|row| format!("{} {}", row.hand, row.sum)).collect();
    writeln!(
        out,
        "  envy for wagers of {}: each other player adds {} cents, {} of the wager  ({})",
        told.amount,
        told.cents_per_other_player.rounded(4),
        percent(told.value_per_other_player),
        rows.join(", ")
    )
}

/// What the other side of a reading makes of a wager, where it differs.
fn other_side(out: &mut impl Write, brush: Palette, wager: &WagerReport, side: &AlternativeReading) -> Result<()> {
    let Some(other) = side.of(wager).filter(|other| *other != wager) else { return Ok(()) };
    let name = format!("{} {}", side.id, if side.alternative { "alternative" } else { "default reading" });
    write!(out, "  {}:", brush.yellow(name))?;
    let pairs =
        [("house edge", wager.house_edge, other.house_edge), ("fixed return", wager.fixed_return, other.fixed_return)];
    for (what, ours, theirs) in pairs {
        if let (Some(ours), Some(theirs)) = (ours, theirs)
            && ours != theirs
        {
            // As many places as it takes to tell them apart.
            let places = [4, 6, 8].into_iter().find(|&places| theirs.percent(places) != ours.percent(places));
            let told = |part: Fraction| part.percent(places.unwrap_or(PLACES));
            write!(out, "  {what} {} instead of {}", told(theirs), told(ours))?;
        }
    }
    for (ours, theirs) in wager.rows.iter().zip(&other.rows).filter(|(ours, theirs)| ours != theirs) {
        write!(out, "  {} {} instead of {}", theirs.hand, thousands(theirs.count), thousands(ours.count))?;
    }
    for theirs in other.envy.iter().filter(|theirs| !wager.envy.contains(theirs)) {
        let cents = theirs.cents_per_other_player.rounded(4);
        write!(out, "  envy for wagers of {} worth {cents} cents for each other player", theirs.amount)?;
    }
    writeln!(out)
}

/// A part of one in percent with four places, rounded.
pub(super) fn percent(part: Fraction) -> String {
    part.percent(4)
}

/// How many hands there are for each of these.
fn one_in(count: u128, all: u128) -> String {
    match count {
        0 => "never".to_owned(),
        // Tenths where they still say something.
        count if all / count < 100 => Fraction::of(all, count).rounded(1),
        count => thousands(all / count + u128::from(all % count >= count.div_ceil(2))),
    }
}

/// Cents as money, cut at the cent.
pub(super) fn dollars(cents: Fraction) -> Cents {
    Cents(i64::try_from(cents.num() / cents.den()).unwrap_or(i64::MAX))
}

fn signed(net: Fraction) -> String {
    let sign = if net > Fraction::ZERO { "+" } else { "" };
    format!("{sign}{}", if net.den() == 1 { net.num().to_string() } else { net.rounded(4) })
}
