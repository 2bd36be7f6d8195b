//! `croupier odds`: the exact cost of every wager.

mod compare;
mod page;
mod shards;
mod text;

use crate::asia_poker::house_way_query;
use crate::cache::answers;
use crate::cli::{Format, OddsArgs, PlayStrategy};
use crate::output::write_json;
use crate::progress_bar::TerminalProgress;
use crate::{CommandResult, Failure, Games};
use anyhow::Context as _;
use croupier_odds::asia_poker::{HouseWayCosts, HouseWayQuery};
use croupier_odds::query::{AlternativeReading, read_wager, report_of};
use croupier_odds::solvers::AsiaPokerSolver;
use croupier_odds::{
    AnswerCache, MainStrategy, OddsEngine, OddsQuery, PaytableSelection, Report, RulesSource, Solver as _,
};
use croupier_rules::{Cents, WagerKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(games: &Games, call: &OddsArgs) -> CommandResult {
    let bar = TerminalProgress::default();
    let cache = answers(call.no_cache);
    let engine = OddsEngine::new(&games.solvers, cache, &bar);
    if call.all {
        return Ok(std::io::stdout().write_all(page::page(&games.registry, &engine, call.side)?.as_bytes())?);
    }
    if let Some([first, second]) = call.compare.as_deref() {
        return compare::run(&games.registry, &engine, call, [first, second]);
    }
    let source = call.asking.load(&games.registry)?;
    let query = query(call, &source)?;
    if let Some(shard) = &call.shard {
        let question = in_parts(&source, &query, cache, "--shard")?;
        return shards::count(source.game.text().id(), question, shards::read_shard(shard)?, &bar);
    }
    if !call.merge.is_empty() {
        let question = in_parts(&source, &query, cache, "--merge")?;
        let player = shards::merge(source.game.text().id(), question, &call.merge)?;
        let strategy = query.strategy.unwrap_or(AsiaPokerSolver.usual_strategy());
        let report = report_of(&source, vec![AsiaPokerSolver::main_report(&source, &player, strategy)]);
        return print(call.format, &source, &OddsOutput { report, costs: None }, |_| Ok(Vec::new()));
    }
    let costs = call.costs.then(|| costly(&source, &query, cache)).transpose()?;
    let report = engine.report(&source, &query)?;
    let costs = costs.map(|question| HouseWayCosts::new(question, &bar)).transpose()?;
    print(call.format, &source, &OddsOutput { report, costs }, |source| Ok(engine.other_sides(source, &query)?))
}

/// All that is printed.
#[derive(Serialize)]
struct OddsOutput {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<HouseWayCosts>,
}

fn print(
    format: Format,
    source: &RulesSource,
    output: &OddsOutput,
    sides: impl FnOnce(&RulesSource) -> Result<Vec<AlternativeReading>, Failure>,
) -> CommandResult {
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => write_json(&mut out, output)?,
        Format::Text => {
            text::write(&mut out, source.game, &output.report, &sides(source)?)?;
            if let Some(costs) = &output.costs {
                text::costs(&mut out, costs)?;
            }
        }
    }
    Ok(())
}

/// The count that can be done in parts.
fn in_parts<'a>(
    asked: &'a RulesSource,
    wanted: &OddsQuery,
    cache: &'a dyn AnswerCache,
    flag: &str,
) -> anyhow::Result<HouseWayQuery<'a>> {
    anyhow::ensure!(wanted.wager == Some(WagerKind::Main), "`{flag}` requires --wager main");
    house_way_query(asked, cache, flag, "is counted in seconds")
}

/// The house way whose costs are computed.
fn costly<'a>(
    asked: &'a RulesSource,
    wanted: &OddsQuery,
    cache: &'a dyn AnswerCache,
) -> anyhow::Result<HouseWayQuery<'a>> {
    let question = house_way_query(asked, cache, "--costs", "is not played against a way of the house's own")?;
    let on_main = wanted.wager.is_none_or(|wager| wager == WagerKind::Main);
    anyhow::ensure!(
        on_main && wanted.strategy == Some(MainStrategy::Optimal),
        "`--costs` requires --wager main --strategy optimal"
    );
    Ok(question)
}

/// The query of a call.
fn query(call: &OddsArgs, source: &RulesSource) -> anyhow::Result<OddsQuery> {
    let wager = call.wager.as_deref().map(|name| read_wager(source, name)).transpose()?;
    let mut meters = BTreeMap::new();
    for written in &call.meters {
        let (name, cents) = read_meter(written)?;
        let twice = meters.insert(name, cents).is_some();
        anyhow::ensure!(!twice, "`{written}`: this meter was already given");
    }
    Ok(OddsQuery {
        wager,
        paytable: call.paytable.as_deref().map(|written| read_table(written, wager.is_some())).transpose()?,
        side_only: call.side,
        strategy: call.strategy.map(strategy),
        meters,
    })
}

fn strategy(played: PlayStrategy) -> MainStrategy {
    match played {
        PlayStrategy::Optimal => MainStrategy::Optimal,
        PlayStrategy::HouseWay => MainStrategy::HouseWay,
    }
}

/// One letter is a letter; anything longer is a file.
fn read_table(written: &Path, of_wager: bool) -> anyhow::Result<PaytableSelection> {
    let mut letters = written.to_str().unwrap_or_default().chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Ok(PaytableSelection::Letter(letter));
    }
    let name = written.display().to_string();
    let unread = || format!("`{name}` is neither a paytable letter nor a readable paytable file");
    // Without a wager the query is refused whatever the file says.
    let toml = if of_wager { std::fs::read_to_string(written).with_context(unread)? } else { String::new() };
    Ok(PaytableSelection::Own { name, toml })
}

fn read_meter(written: &str) -> anyhow::Result<(String, Cents)> {
    let (name, cents) = written.split_once('=').unwrap_or(("meter", written));
    let number = cents.parse::<i64>().map_err(|_| {
        anyhow::anyhow!("`{written}` is not a meter value: write whole cents, such as 1234500 or mega=1234500")
    })?;
    anyhow::ensure!(number >= 0, "`{written}`: a meter cannot be negative");
    Ok((name.to_owned(), Cents(number)))
}
