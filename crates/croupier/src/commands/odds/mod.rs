//! `croupier odds`: what every wager costs.

mod compare;
mod page;
mod shards;
mod text;

use crate::asia_poker::{Costs, Question};
use crate::asked::Asked;
use crate::bar::Bar;
use crate::cli::{Format, Odds, Played};
use crate::figures::{OtherSide, Wanted, WantedTable, other_sides, read_wager, report, report_of};
use crate::main_game::asia_poker;
use crate::told::write_json;
use crate::{Failure, Outcome};
use croupier_odds::{Report, Strategy};
use croupier_rules::{Cents, WagerKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &Odds) -> Outcome {
    if call.all {
        return Ok(std::io::stdout().write_all(page::page(call.side, call.no_cache)?.as_bytes())?);
    }
    if let Some([first, second]) = call.compare.as_deref() {
        return compare::run(call, [first, second]);
    }
    let asked = call.asking.asked()?;
    let wanted = wanted(call, &asked)?;
    let bar = Bar::default();
    if let Some(shard) = &call.shard {
        let question = in_parts(&asked, &wanted, "--shard")?;
        return shards::count(asked.game.text().id(), question, shards::read_shard(shard)?, &bar);
    }
    if !call.merge.is_empty() {
        let question = in_parts(&asked, &wanted, "--merge")?;
        let player = shards::merge(asked.game.text().id(), question, &call.merge)?;
        let told = report_of(&asked, vec![asia_poker(&asked, &player, wanted.strategy)]);
        return print(call.format, &asked, &Told { told, costs: None }, |_| Ok(Vec::new()));
    }
    let costs = call.costs.then(|| costly(&asked, &wanted)).transpose()?;
    let told = report(&asked, &wanted, &bar)?;
    let costs = costs.map(|question| Costs::new(question, &bar)).transpose()?;
    print(call.format, &asked, &Told { told, costs }, |asked| other_sides(asked, &wanted, &bar))
}

/// All that is printed.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    told: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Costs>,
}

fn print(
    format: Format,
    asked: &Asked,
    told: &Told,
    sides: impl FnOnce(&Asked) -> Result<Vec<OtherSide>, Failure>,
) -> Outcome {
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => write_json(&mut out, told)?,
        Format::Text => {
            text::write(&mut out, asked.game, &told.told, &sides(asked)?)?;
            if let Some(costs) = &told.costs {
                text::costs(&mut out, costs)?;
            }
        }
    }
    Ok(())
}

/// The count that can be done in parts.
fn in_parts<'a>(asked: &'a Asked, wanted: &Wanted, flag: &str) -> anyhow::Result<Question<'a>> {
    anyhow::ensure!(wanted.wager == Some(WagerKind::Main), "`{flag}` is for the main wager: write --wager main");
    Question::only_for(asked, !wanted.no_cache, flag, "is counted in seconds")
}

/// The house way whose costs are to be told.
fn costly<'a>(asked: &'a Asked, wanted: &Wanted) -> anyhow::Result<Question<'a>> {
    let question =
        Question::only_for(asked, !wanted.no_cache, "--costs", "is not played against a way of the house's own")?;
    let on_main = wanted.wager.is_none_or(|wager| wager == WagerKind::Main);
    anyhow::ensure!(
        on_main && wanted.strategy == Some(Strategy::Optimal),
        "`--costs` is about the main wager of a player who plays best: write --wager main --strategy optimal"
    );
    Ok(question)
}

/// What the call wants told.
fn wanted(call: &Odds, asked: &Asked) -> anyhow::Result<Wanted> {
    let wager = call.wager.as_deref().map(|name| read_wager(asked, name)).transpose()?;
    let mut meters = BTreeMap::new();
    for written in &call.meters {
        let (name, cents) = read_meter(written)?;
        let twice = meters.insert(name, cents).is_some();
        anyhow::ensure!(!twice, "`{written}`: what stands on that meter is said twice");
    }
    Ok(Wanted {
        wager,
        paytable: call.paytable.as_deref().map(read_table),
        side_only: call.side,
        strategy: call.strategy.map(strategy),
        meters,
        no_cache: call.no_cache,
    })
}

fn strategy(played: Played) -> Strategy {
    match played {
        Played::Optimal => Strategy::Optimal,
        Played::HouseWay => Strategy::HouseWay,
    }
}

/// One letter is a letter; anything longer is a file.
fn read_table(written: &Path) -> WantedTable {
    let mut letters = written.to_str().unwrap_or_default().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => WantedTable::Letter(letter),
        _ => WantedTable::File(written.to_owned()),
    }
}

fn read_meter(written: &str) -> anyhow::Result<(String, Cents)> {
    let (name, cents) = written.split_once('=').unwrap_or(("meter", written));
    let number = cents.parse::<i64>().map_err(|_| {
        anyhow::anyhow!("`{written}` cannot stand on a meter: write whole cents, as 1234500 or mega=1234500")
    })?;
    anyhow::ensure!(number >= 0, "`{written}`: a meter does not stand below zero");
    Ok((name.to_owned(), Cents(number)))
}
