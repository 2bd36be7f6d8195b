//! `croupier odds --all`: every figure of every text on one page, which the repository keeps as `docs/odds.md`.

use super::other_sides;
use super::text::{count, dollars, percent};
use crate::Failure;
use crate::asked::of_text;
use crate::bar::Bar;
use crate::figures::{Wanted, report};
use croupier_odds::report::ProgressiveReport;
use croupier_odds::{Fraction, WagerReport};
use croupier_rules::{GAMES, Game};
use std::fmt::Write as _;

/// The page.
pub(super) fn page(no_cache: bool) -> Result<String, Failure> {
    let mut page = String::from(INTRODUCTION);
    for game in GAMES {
        let asked = of_text(game)?;
        let wanted = Wanted { no_cache, ..Wanted::default() };
        let bar = Bar::default();
        let told = report(&asked, &wanted, &bar)?;
        let sides = other_sides(&asked, &wanted, &bar)?;
        let _ = writeln!(page, "\n## {}: {} ({})\n", game.text(), game.title(), game.deck_clause());
        if told.wagers.is_empty() {
            page.push_str("The text has no side wager.\n");
            continue;
        }
        page.push_str(HEAD);
        for wager in &told.wagers {
            line(&mut page, wager, "");
            for side in &sides {
                let same = |other: &&WagerReport| other.wager == wager.wager && other.paytable == wager.paytable;
                if let Some(other) = side.wagers.iter().find(same).filter(|other| figures_differ(other, wager)) {
                    line(&mut page, other, &format!("{} alternative", side.id));
                }
            }
        }
        progressives(&mut page, &told.wagers);
        envy(&mut page, &told.wagers);
        counts(&mut page, game, &told.wagers);
    }
    Ok(page)
}

const INTRODUCTION: &str = "\
# What every wager costs

Made by `croupier odds --all`; a test compares this page with what the program computes. Every figure follows from exact
counts of all hands of the deck; percentages are cut, not rounded. The edge is what the house keeps of each unit wagered.
A progressive has in its place what it keeps in the long run: the fixed rows, the contributions to the meters and the
reseeds come back to the players. Magic Card and Lucky Bonus are apart, since the submission says how often they are drawn.
";

const HEAD: &str = "\
| wager | paytable | reading | house edge | hit frequency | standard deviation |
|---|---|---|--:|--:|--:|
";

fn figures_differ(one: &WagerReport, other: &WagerReport) -> bool {
    one.house_edge != other.house_edge || one.fixed_return != other.fixed_return || one.rows != other.rows
}

fn letter(wager: &WagerReport) -> String {
    wager.paytable.map_or("-".to_owned(), |letter| letter.to_string())
}

fn line(page: &mut String, wager: &WagerReport, reading: &str) {
    let long_run =
        |figures: &ProgressiveReport| format!("{} long run", percent(Fraction::ONE - figures.long_run_return));
    let edge = wager.house_edge.map(percent).or_else(|| wager.progressive.as_ref().map(long_run)).unwrap_or_default();
    let deviation = wager.standard_deviation.as_deref().map_or("", |deviation| &deviation[..deviation.len() - 8]);
    let hits = percent(wager.hit_frequency);
    let _ = writeln!(page, "| {} | {} | {reading} | {edge} | {hits} | {deviation} |", wager.wager, letter(wager));
}

fn progressives(page: &mut String, wagers: &[WagerReport]) {
    let with_meters = || wagers.iter().filter_map(|wager| Some((wager, wager.progressive.as_ref()?)));
    if with_meters().next().is_none() {
        return;
    }
    page.push_str("\nMeters, for wagers of $1, the others of the same wager at their seeds:\n\n");
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
    page.push_str("\nEnvy, for each other player who stays in:\n\n| wager | paytable | for | cents | of the wager |\n");
    page.push_str("|---|---|--:|--:|--:|\n");
    for (wager, told) in wagers.iter().flat_map(|wager| wager.envy.iter().map(move |told| (wager, told))) {
        let (cents, value) = (told.cents_per_other_player.decimal(4), percent(told.value_per_other_player));
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
        let letters =
            wager.paytable.map_or(String::new(), |letter| format!(", paytable {letter} and those with its rows"));
        let _ = writeln!(
            page,
            "\n{title}{letters}, of {} hands:\n\n| hand | hands |\n|---|--:|",
            count(wager.combinations)
        );
        for (hand, hands) in &rows {
            let _ = writeln!(page, "| {hand} | {} |", count(*hands));
        }
        shown.push((wager.wager.name(), rows));
    }
}
