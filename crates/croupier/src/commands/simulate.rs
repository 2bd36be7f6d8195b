//! `croupier simulate`: simulates whole rounds from a seed and prints the result of every wager.

use crate::cache::answers;
use crate::cli::{Format, SimulateArgs};
use crate::colour::{Palette, colour};
use crate::progress_bar::TerminalProgress;
use crate::{CommandResult, Failure, Games};
use anyhow::{Context as _, bail};
use croupier_odds::simulate::{
    Estimate, EveningPlan, EveningReport, MeterHistory, SharedCards, SimulatedTable, SimulatedWager, SimulationError,
    SimulationPlan, SimulationReport, share_cards, simulate,
};
use croupier_odds::{OddsEngine, RulesSource, SimulatedPlayer};
use croupier_rules::{Cents, Game, WagerKind, thousands};
use std::io::Write;

pub(super) fn run(games: &Games, call: &SimulateArgs) -> CommandResult {
    let asked = call.asking.load(&games.registry)?;
    let RulesSource { game, choices, ref rules, .. } = asked;
    let dealer = asked.dealer();
    let plan = plan(call)?;
    let bar = TerminalProgress::default();
    let engine = OddsEngine::new(&games.solvers, answers(call.no_cache), &bar);
    let SimulatedPlayer { name, strategy, contest } =
        engine.player(&asked, dealer.as_ref(), call.strategy.as_deref())?;
    let (dealer, rules) = (dealer.as_ref(), rules.as_ref());
    let table = SimulatedTable { game, contest, choices, dealer, rules, strategy: &*strategy };
    let pool = match call.threads {
        Some(threads) if !(1..=MOST_THREADS).contains(&threads) => {
            return Err(anyhow::anyhow!("the number of threads must be 1 to {MOST_THREADS} (got {threads})").into());
        }
        threads => rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build(),
    };
    let pool = pool.context("cannot start the threads")?;
    let simulated = pool.install(|| simulate(&table, &plan, &TerminalProgress::default())).map_err(failed)?;
    let shared = call.shared_cards.then(|| {
        let asked = (plan.rounds, plan.seed, plan.seats);
        pool.install(|| share_cards(game, choices, &*strategy, asked, &TerminalProgress::default()))
    });
    let shared = shared.transpose().map_err(failed)?;
    let out = std::io::stdout().lock();
    match call.format {
        Format::Json => json(out, &name, &simulated, shared.as_ref()),
        Format::Text => text(out, game, &name, &simulated, shared.as_ref()),
    }
}

/// A way that leaves hands unset is bad content; everything else is a wrong call.
fn failed(error: SimulationError) -> Failure {
    match error {
        SimulationError::Unset(_) => Failure::Content(error.to_string()),
        _ => Failure::WrongCall(error.into()),
    }
}

fn plan(call: &SimulateArgs) -> anyhow::Result<SimulationPlan> {
    let wagers = call.wagers.iter().map(|name| name.parse::<WagerKind>()).collect::<Result<Vec<_>, _>>()?;
    let pace = call.rounds_per_hour;
    if !(pace > 0.0 && pace <= MOST_ROUNDS_PER_HOUR) {
        bail!("rounds per hour must be above 0 and at most {MOST_ROUNDS_PER_HOUR} (got {pace})");
    }
    let bankroll = call.bankroll.as_deref().map(str::parse::<Cents>).transpose()?;
    if let Some(bankroll) = bankroll.filter(|bankroll| bankroll.0 <= 0) {
        bail!("the bankroll is too small for one round (got {bankroll})");
    }
    let evening = match call.evening {
        None => None,
        Some(hours) if hours > 0.0 && hours <= MOST_HOURS => {
            let rounds = (hours * pace).round().max(1.0) as u64;
            Some(EveningPlan { rounds, bankroll: bankroll.map(|bankroll| bankroll.0) })
        }
        Some(hours) => bail!("an evening must have more than 0 and at most {MOST_HOURS} hours (got {hours})"),
    };
    Ok(SimulationPlan {
        rounds: call.rounds,
        seed: call.seed,
        seats: call.seats,
        wagers,
        rounds_per_hour: pace,
        evening,
    })
}

const MOST_ROUNDS_PER_HOUR: f64 = 3_600.0;
const MOST_THREADS: usize = 1_024;
const MOST_HOURS: f64 = 24.0 * 366.0;

fn json(
    mut out: impl Write,
    strategy: &str,
    simulated: &SimulationReport,
    shared: Option<&SharedCards>,
) -> CommandResult {
    let mut value = serde_json::to_value(simulated).context("results are plain data")?;
    if let Some(object) = value.as_object_mut() {
        object.insert("strategy".to_owned(), strategy.into());
        if let Some(shared) = shared {
            object.insert("shared_cards".to_owned(), serde_json::to_value(shared).context("results are plain data")?);
        }
    }
    writeln!(out, "{value}")?;
    Ok(())
}

fn text(
    mut out: impl Write,
    game: &dyn Game,
    strategy: &str,
    simulated: &SimulationReport,
    shared: Option<&SharedCards>,
) -> CommandResult {
    let brush = Palette(colour());
    let SimulationReport { text, seed, rounds, seats, .. } = simulated;
    writeln!(out, "{} ({text}), strategy {strategy}", brush.bold(game.title()))?;
    let players = if *seats == 1 { "1 player".to_owned() } else { format!("{seats} players") };
    writeln!(out, "{} rounds, {players}, seed {seed}", thousands(*rounds))?;
    writeln!(out)?;
    let head = format!("{:<26}{:>12} {:>10}   {}", "wager", "mean", "error", "95 % confidence interval");
    writeln!(out, "{}", brush.bold(head))?;
    for wager in &simulated.wagers {
        let letter = wager.paytable.map_or(String::new(), |letter| format!(" {letter}"));
        row(&mut out, &format!("{}{letter}", wager.wager), &wager.net)?;
        details(&mut out, brush, wager)?;
    }
    writeln!(out)?;
    let hour = format!("hold of the table per hour of {} rounds", simulated.rounds_per_hour);
    writeln!(out, "{hour}: {}", money(&simulated.hold_per_hour))?;
    if let Some(evening) = &simulated.evening {
        print_evening(&mut out, brush, evening)?;
    }
    if let Some(shared) = shared {
        writeln!(out)?;
        let head = format!("{} players who share their cards, per Ante", shared.seats);
        writeln!(out, "{}", brush.bold(head))?;
        row(&mut out, "  own cards only", &shared.alone)?;
        row(&mut out, "  shared cards", &shared.shown)?;
        row(&mut out, "  gain", &shared.gain)?;
        writeln!(out, "  {} hands decided differently", thousands(shared.decided_otherwise))?;
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, estimate: &Estimate) -> std::io::Result<()> {
    let percent = |share: f64| format!("{:+.4} %", share * 100.0);
    let error = estimate.standard_error.map_or("-".to_owned(), |error| format!("{:.4} %", error * 100.0));
    let interval = estimate
        .confidence_95
        .map_or("one round has none".to_owned(), |[low, high]| format!("{} to {}", percent(low), percent(high)));
    writeln!(out, "{name:<26}{:>12} {error:>10}   {interval}", percent(estimate.mean))
}

fn details(out: &mut impl Write, brush: Palette, wager: &SimulatedWager) -> std::io::Result<()> {
    let counts = wager.outcomes.iter().map(|outcome| (outcome.outcome, outcome.count));
    let counts: Vec<_> = counts.map(|(name, count)| format!("{name} {}", thousands(count))).collect();
    if !counts.is_empty() {
        writeln!(out, "  {}", brush.dim(counts.join(", ")))?;
    }
    if let Some(fixed) = &wager.fixed_return {
        row(out, "  fixed return", fixed)?;
    }
    if let Some(envy) = &wager.envy {
        row(out, "  envy", envy)?;
    }
    for extra in &wager.extras {
        row(out, &format!("  {}", extra.extra), &extra.paid)?;
    }
    for meter in &wager.meters {
        print_meter(out, brush, meter)?;
    }
    Ok(())
}

fn print_meter(out: &mut impl Write, brush: Palette, meter: &MeterHistory) -> std::io::Result<()> {
    let name = &meter.meter;
    let growth = format!("  {name} grows by {:.2} ¢ per round", meter.growth_per_round);
    let end = format!("and ends at {}", Cents(meter.at_the_end as i64));
    let (Some(wait), Some(paid)) = (meter.rounds_to_hit, meter.amount_at_hit) else {
        return writeln!(out, "{}", brush.dim(format!("{growth}, is never won in full {end}")));
    };
    let interval = wait.confidence_95.map_or(String::new(), |[low, high]| {
        format!(" (95 %: {} to {})", thousands(low.max(0.0) as u64), thousands(high as u64))
    });
    let wait = format!("every {} rounds{interval}", thousands(wait.mean as u64));
    let line = format!("{growth}, is won {} times, {wait}, pays {} {end}", thousands(meter.hits), money(&paid));
    writeln!(out, "{}", brush.dim(line))?;
    if let Some(percentiles) = &meter.rounds_to_hit_percentiles {
        let at: Vec<_> =
            percentiles.iter().map(|(percent, wait)| format!("{percent} %: {}", thousands(*wait))).collect();
        writeln!(out, "  {}", brush.dim(format!("  rounds until it is won, {}", at.join(", "))))?;
    }
    Ok(())
}

fn print_evening(out: &mut impl Write, brush: Palette, evening: &EveningReport) -> std::io::Result<()> {
    writeln!(out)?;
    let brought = evening.bankroll.map_or(String::new(), |bankroll| format!(" with {}", Cents(bankroll)));
    let head = format!("{} evenings of {} rounds{brought}", thousands(evening.evenings), thousands(evening.rounds));
    writeln!(out, "{}", brush.bold(head))?;
    writeln!(out, "  result {}", money(&evening.result))?;
    let at: Vec<_> =
        evening.percentiles.iter().map(|(percent, cents)| format!("{percent} %: {}", Cents(*cents))).collect();
    writeln!(out, "  {}", at.join(", "))?;
    row(out, "  ahead", &evening.ahead)?;
    if let Some(ruin) = &evening.ruin {
        row(out, "  ruined", ruin)?;
    }
    Ok(())
}

/// An amount in cents with its interval.
fn money(estimate: &Estimate) -> String {
    let cents = |amount: f64| Cents(amount.round() as i64);
    let interval = estimate
        .confidence_95
        .map_or(String::new(), |[low, high]| format!(" (95 %: {} to {})", cents(low), cents(high)));
    format!("{}{interval}", cents(estimate.mean))
}
