//! `croupier odds --all`: every figure of every text on one page, which the repository keeps as `docs/odds.md`.

use super::text::{dollars, percent};
use crate::Failure;
use croupier_odds::fraction::shortened;
use croupier_odds::query::AlternativeReading;
use croupier_odds::report::ProgressiveReport;
use croupier_odds::{Fraction, MainStrategy, OddsEngine, OddsQuery, RulesSource, WagerReport};
use croupier_rules::{Game, LegalText, Registry, WagerKind, thousands};
use std::fmt::Write as _;

/// The page, or its side wagers alone.
pub(super) fn page(registry: &Registry, engine: &OddsEngine<'_>, side_only: bool) -> Result<String, Failure> {
    let mut page = String::from(INTRODUCTION);
    for text in registry.texts() {
        let game = text.game();
        let asked = RulesSource::of_text(game)?;
        let _ = writeln!(page, "\n## {}: {} ({})", game.text(), game.title(), game.deck_clause());
        if !side_only {
            main_game(&mut page, engine, &asked)?;
        }
        side_wagers(&mut page, engine, &asked)?;
    }
    Ok(page)
}

/// The wagers that contest the dealer, by strategy and reading.
fn main_game(page: &mut String, engine: &OddsEngine<'_>, asked: &RulesSource) -> Result<(), Failure> {
    let strategies: &[MainStrategy] =
        if asked.way.is_some() { &[MainStrategy::Optimal, MainStrategy::HouseWay] } else { &[MainStrategy::Optimal] };
    let mut lines = String::new();
    for &strategy in strategies {
        let wanted = OddsQuery { strategy: Some(strategy), ..OddsQuery::default() };
        let told = engine.report(asked, &wanted)?;
        let sides = engine.other_sides(asked, &wanted)?;
        for wager in told.wagers.iter().filter(|wager| wager.main.is_some()) {
            contest(&mut lines, wager, "", published(asked.game.text(), wager));
            each_other(wager, &sides, |other, reading| contest(&mut lines, other, reading, ""));
        }
    }
    if !lines.is_empty() {
        page.push_str(MAIN_HEAD);
        page.push_str(&lines);
    }
    Ok(())
}

fn contest(page: &mut String, wager: &WagerReport, reading: &str, published: &str) {
    let Some(main) = &wager.main else { return };
    let played = match main.strategy {
        MainStrategy::Optimal => "best play",
        MainStrategy::HouseWay => "as the dealer sets",
    };
    let ends = |net: fn(Fraction) -> bool| {
        let counts = main.outcomes.iter().filter(|outcome| net(outcome.net)).map(|outcome| outcome.count);
        percent(Fraction::of(counts.sum(), wager.combinations))
    };
    let _ = writeln!(
        page,
        "| {} | {played} | {reading} | {} | {} | {} | {} | {} | {} | {} | {published} |",
        wager.wager,
        wager.house_edge.map(percent).unwrap_or_default(),
        main.average_wager.rounded(4),
        percent(main.element_of_risk),
        deviation(wager),
        ends(|net| net > Fraction::ZERO),
        ends(|net| net == Fraction::ZERO),
        ends(|net| net < Fraction::ZERO),
    );
}

fn side_wagers(page: &mut String, engine: &OddsEngine<'_>, asked: &RulesSource) -> Result<(), Failure> {
    let wanted = OddsQuery { side_only: true, ..OddsQuery::default() };
    let told = engine.report(asked, &wanted)?;
    let sides = engine.other_sides(asked, &wanted)?;
    page.push_str("\n### Side wagers\n\n");
    if told.wagers.is_empty() {
        page.push_str("The text has no side wagers.\n");
        return Ok(());
    }
    page.push_str(SIDE_HEAD);
    for wager in &told.wagers {
        line(page, wager, "", published(asked.game.text(), wager));
        each_other(wager, &sides, |other, reading| line(page, other, reading, ""));
    }
    progressives(page, &told.wagers);
    envy(page, &told.wagers);
    counts(page, asked.game, &told.wagers);
    Ok(())
}

/// Tells the same wager under every other side of a reading that changes its figures.
fn each_other(wager: &WagerReport, sides: &[AlternativeReading], mut tell: impl FnMut(&WagerReport, &str)) {
    for side in sides {
        if let Some(other) = side.of(wager).filter(|other| figures_differ(other, wager)) {
            tell(other, &format!("{} alternative", side.id));
        }
    }
}

const INTRODUCTION: &str = "\
# What every wager costs

`croupier odds --all` generates this page; a test compares it with what the program computes. Every figure follows from
exact counts of all hands of the deck; percentages are rounded to the nearest. The edge is what the house keeps of each
unit wagered. For a progressive it is the long-run edge: the fixed rows, the contributions to the meters and the reseeds
are returned to the players. Magic Card and Lucky Bonus are separate, because the submission states how often they are
drawn.
";

const MAIN_HEAD: &str = "
### Main game

Per unit of the first wager (the Ante in Crazy 4).

| wager | played | reading | house edge | average wager | element of risk | standard deviation | up | even \
| down | published elsewhere |
|---|---|---|--:|--:|--:|--:|--:|--:|--:|---|
";

const SIDE_HEAD: &str = "\
| wager | paytable | reading | house edge | hit frequency | standard deviation | published elsewhere |
|---|---|---|--:|--:|--:|---|
";

/// What others have published of a wager, for comparison: text, wager, letter, figure and source.
const PUBLISHED: &[(LegalText, WagerKind, Option<char>, &str)] = &[
    (
        LegalText::Pa659a,
        WagerKind::FortuneBonus,
        Some('B'),
        "7.8 %, each other player 0.92 % \
         ([Grochowski 2015](https://www.casinocitytimes.com/john-grochowski/article/fortune-pai-gow-64242))",
    ),
    (
        LegalText::Pa657a,
        WagerKind::Main,
        None,
        "3.42 % of the Ante, element of risk 1.09 % ([Ko, 2004](https://wizardofodds.com/games/crazy-four-poker/))",
    ),
];

fn figures_differ(one: &WagerReport, other: &WagerReport) -> bool {
    one.house_edge != other.house_edge || one.fixed_return != other.fixed_return || one.rows != other.rows
}

fn letter(wager: &WagerReport) -> String {
    wager.paytable.map_or("-".to_owned(), |letter| letter.to_string())
}

fn published(text: LegalText, wager: &WagerReport) -> &'static str {
    let same = |(of, kind, letter, _): &&(LegalText, WagerKind, Option<char>, &str)| {
        (*of, *kind, *letter) == (text, wager.wager, wager.paytable)
    };
    PUBLISHED.iter().find(same).map_or("", |(.., figure)| figure)
}

/// The standard deviation with four places.
fn deviation(wager: &WagerReport) -> String {
    wager.standard_deviation.as_deref().map_or_else(String::new, |deviation| shortened(deviation, 4))
}

fn line(page: &mut String, wager: &WagerReport, reading: &str, published: &str) {
    let long_run =
        |figures: &ProgressiveReport| format!("{} long run", percent(Fraction::ONE - figures.long_run_return));
    let edge = wager.house_edge.map(percent).or_else(|| wager.progressive.as_ref().map(long_run)).unwrap_or_default();
    let deviation = deviation(wager);
    let hits = percent(wager.hit_frequency);
    let _ = writeln!(
        page,
        "| {} | {} | {reading} | {edge} | {hits} | {deviation} | {published} |",
        wager.wager,
        letter(wager)
    );
}

fn progressives(page: &mut String, wagers: &[WagerReport]) {
    let with_meters = || wagers.iter().filter_map(|wager| Some((wager, wager.progressive.as_ref()?)));
    if with_meters().next().is_none() {
        return;
    }
    page.push_str("\nMeters, for wagers of $1, with the other meters of the same wager at their seeds:\n\n");
    page.push_str("| wager | paytable | fixed return | return at the seeds | meter | seed | breaks even at |\n");
    page.push_str("|---|---|--:|--:|---|--:|--:|\n");
    for (wager, figures) in with_meters() {
        let fixed = wager.fixed_return.map(percent).unwrap_or_default();
        for meter in &figures.meters {
            let even = meter.break_even.map_or("never".to_owned(), |even| dollars(even).to_string());
            let now = percent(figures.return_now);
            let _ = writeln!(
                page,
                "| {} | {} | {fixed} | {now} | {} | {} | {even} |",
                wager.wager,
                letter(wager),
                meter.meter,
                meter.seed
            );
        }
    }
    for draw in wagers.iter().flat_map(|wager| &wager.draws) {
        let _ = writeln!(page, "\n{} {}: each draw returns {}.", draw.draw, draw.pays, percent(draw.per_draw));
    }
}

fn envy(page: &mut String, wagers: &[WagerReport]) {
    if wagers.iter().all(|wager| wager.envy.is_empty()) {
        return;
    }
    page.push_str("\nEnvy, for each other player in the round:\n\n| wager | paytable | for | cents | of the wager |\n");
    page.push_str("|---|---|--:|--:|--:|\n");
    for (wager, told) in wagers.iter().flat_map(|wager| wager.envy.iter().map(move |told| (wager, told))) {
        let (cents, value) = (told.cents_per_other_player.rounded(4), percent(told.value_per_other_player));
        let _ = writeln!(page, "| {} | {} | {} | {cents} | {value} |", wager.wager, letter(wager), told.amount);
    }
}

/// The counts behind the figures, once for each wager: letters with the same rows have the same counts.
fn counts(page: &mut String, game: &dyn Game, wagers: &[WagerReport]) {
    let mut shown: Vec<(&str, Vec<(&str, u128)>)> = Vec::new();
    for wager in wagers.iter().filter(|wager| !wager.rows.is_empty()) {
        let rows: Vec<_> = wager.rows.iter().map(|row| (row.hand.as_str(), row.count)).collect();
        if shown.iter().any(|(name, known)| *name == wager.wager.name() && *known == rows) {
            continue;
        }
        let title = game.wagers().iter().find(|spec| spec.kind == wager.wager).map_or("", |spec| spec.title);
        let letters = wager
            .paytable
            .map_or(String::new(), |letter| format!(", paytable {letter} and paytables with the same rows"));
        let _ = writeln!(
            page,
            "\n{title}{letters}, of {} hands:\n\n| hand | hands |\n|---|--:|",
            thousands(wager.combinations)
        );
        for (hand, hands) in &rows {
            let _ = writeln!(page, "| {hand} | {} |", thousands(*hands));
        }
        shown.push((wager.wager.name(), rows));
    }
}
