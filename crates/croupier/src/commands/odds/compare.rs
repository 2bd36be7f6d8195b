//! `croupier odds --compare A B`: two submissions side by side.

use super::text::percent;
use crate::CommandResult;
use crate::cli::{Format, OddsArgs};
use crate::colour::{Palette, colour};
use crate::output::{printable, write_json};
use crate::rules_source::of_submission;
use croupier_odds::{Fraction, OddsEngine, OddsQuery, Report, RulesSource, WagerReport};
use croupier_rules::submission::{HouseRules, Stake};
use croupier_rules::{ReadingId, Registry, WagerKind};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Something in which two submissions differ.
struct Difference {
    what: String,
    sides: [String; 2],
}

pub(super) fn run(registry: &Registry, engine: &OddsEngine<'_>, call: &OddsArgs, files: [&Path; 2]) -> CommandResult {
    let strategy = call.strategy.map(super::strategy);
    let wanted = OddsQuery { side_only: call.side, strategy, ..OddsQuery::default() };
    let side = |file: &Path| {
        let asked = of_submission(registry, file, &call.asking)?;
        let told = engine.report(&asked, &wanted)?;
        Ok::<_, crate::Failure>((asked, told))
    };
    let (first, second) = (side(files[0])?, side(files[1])?);
    let differences = differences([&first.0, &second.0]);
    let reports = [&first.1, &second.1];
    let mut out = std::io::stdout().lock();
    match call.format {
        Format::Json => write_json(&mut out, &as_json(files, &differences, reports))?,
        Format::Text => write(&mut out, files, &differences, reports)?,
    }
    Ok(())
}

fn differences(asked: [&RulesSource; 2]) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut tell = |what: String, sides: [String; 2]| {
        if sides[0] != sides[1] {
            found.push(Difference { what, sides });
        }
    };
    tell("text".to_owned(), asked.map(|asked| asked.game.text().to_string()));
    let yes = |yes: bool| if yes { "lowest" } else { "order of the text" }.to_owned();
    tell("A-2-3-4 straight flush".to_owned(), asked.map(|asked| yes(asked.choices.ace_low_straight_flush_lowest)));
    tell("A-2-3-4 straight".to_owned(), asked.map(|asked| yes(asked.choices.ace_low_straight_lowest)));
    for id in ReadingId::SWITCHES {
        let side = |asked: &RulesSource| if asked.choices.readings.alternative(id) { "alternative" } else { "reading" };
        tell(id.to_string(), asked.map(|asked| side(asked).to_owned()));
    }
    tell(
        "house way".to_owned(),
        asked.map(|asked| asked.way.as_ref().map_or("none".to_owned(), |way| printable(&way.name))),
    );
    for kind in WagerKind::ALL {
        tell(
            kind.to_string(),
            asked.map(|asked| asked.rules.as_ref().map_or(String::new(), |rules| offer(rules, kind))),
        );
    }
    let rules = |asked: &RulesSource, of: fn(&HouseRules) -> String| asked.rules.as_ref().map_or(String::new(), of);
    let limit = |rules: &HouseRules| rules.payout_limit.map_or("none".to_owned(), |limit| limit.to_string());
    tell("payout limit".to_owned(), asked.map(|asked| rules(asked, limit)));
    tell("positions".to_owned(), asked.map(|asked| rules(asked, |rules| rules.positions.to_string())));
    found
}

/// How a wager is offered, in a few words.
fn offer(rules: &HouseRules, kind: WagerKind) -> String {
    let Some(offered) = rules.wager(kind) else { return "not offered".to_owned() };
    let stake = match offered.stake {
        Stake::Within(limits) => format!("{} to {} in steps of {}", limits.minimum, limits.maximum, limits.increment),
        Stake::EqualToMain => "equal to the main wager".to_owned(),
        Stake::Fixed(amount) => amount.to_string(),
    };
    let letter = offered.letter.map_or(String::new(), |letter| format!("paytable {letter}, "));
    let often = [("Magic Card", offered.magic_card), ("Lucky Bonus", offered.lucky_bonus)];
    let draws = often.iter().filter_map(|(name, often)| {
        let often = (*often)?;
        Some(format!(", {name} {} in {}", often.times, often.rounds))
    });
    format!("{letter}{stake}{}", draws.collect::<String>())
}

/// The one figure by which a wager is compared: its edge, or of a progressive what the house keeps in the long run.
fn compared_edge(told: &WagerReport) -> Option<Fraction> {
    told.house_edge.or_else(|| told.progressive.as_ref().map(|figures| Fraction::ONE - figures.long_run_return))
}

/// The wagers of either, in the order of the texts.
fn wagers<'a>(reports: [&'a Report; 2]) -> Vec<(WagerKind, [Option<&'a WagerReport>; 2])> {
    let of = |report: &'a Report, kind| report.wagers.iter().find(|told| told.wager == kind);
    let both = WagerKind::ALL.into_iter().map(|kind| (kind, reports.map(|report| of(report, kind))));
    both.filter(|(_, sides)| sides.iter().any(Option::is_some)).collect()
}

fn as_json(files: [&Path; 2], differences: &[Difference], reports: [&Report; 2]) -> serde_json::Value {
    let wagers: Vec<_> = wagers(reports)
        .into_iter()
        .map(|(kind, sides)| {
            let kept = sides.map(|side| side.and_then(compared_edge));
            let more = kept[0].zip(kept[1]).map(|(first, second)| second - first);
            json!({ "wager": kind.name(), "house_keeps": kept, "difference": more, "sides": sides })
        })
        .collect();
    let submissions: Vec<_> = files
        .iter()
        .zip(reports)
        .map(|(file, told)| {
            json!({ "file": file.display().to_string(), "name": told.submission, "text": told.text.id() })
        })
        .collect();
    let differences: Vec<_> =
        differences.iter().map(|found| json!({ "what": found.what, "sides": found.sides })).collect();
    json!({ "submissions": submissions, "differences": differences, "wagers": wagers })
}

fn write(
    out: &mut impl Write,
    files: [&Path; 2],
    differences: &[Difference],
    reports: [&Report; 2],
) -> std::io::Result<()> {
    let brush = Palette(colour());
    let names = [0, 1].map(|side| {
        let file = printable(&files[side].display().to_string());
        format!("{file} ({})", printable(reports[side].submission.as_deref().unwrap_or_default()))
    });
    writeln!(out, "{}  {}\n{}  {}", brush.bold("A"), names[0], brush.bold("B"), names[1])?;
    writeln!(out)?;
    if differences.is_empty() {
        writeln!(out, "no difference that affects the odds")?;
    }
    let what = differences.iter().map(|found| found.what.chars().count()).max().unwrap_or(0).max(22);
    let first = differences.iter().map(|found| found.sides[0].chars().count()).max().unwrap_or(0).max(14);
    if !differences.is_empty() {
        writeln!(out, "{}", brush.dim(format!("{:<what$}  {:<first$}  B", "difference", "A")))?;
    }
    for found in differences {
        writeln!(out, "{:<what$}  {:<first$}  {}", found.what, found.sides[0], found.sides[1])?;
    }
    writeln!(out, "\n{}", brush.dim(format!("{:<what$}  {:>14}  {:>14}  {:>14}", "house edge", "A", "B", "B - A")))?;
    for (kind, sides) in wagers(reports) {
        let kept = sides.map(|side| side.and_then(compared_edge));
        let [one, other] = kept.map(|kept| kept.map_or("-".to_owned(), percent));
        let more = kept[0].zip(kept[1]).map_or("-".to_owned(), |(first, second)| percent(second - first));
        writeln!(out, "{:<what$}  {one:>14}  {other:>14}  {more:>14}", kind.name())?;
    }
    writeln!(out, "{}", brush.dim("progressives: long run, without envy and draws"))
}
