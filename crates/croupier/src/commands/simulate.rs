//! `croupier simulate`: whole rounds from a seed, and what they say of every wager.

use crate::asia_poker::Question;
use crate::asked::Asked;
use crate::bar::Bar;
use crate::cli::{Format, Simulate};
use crate::paint::{Brush, colour};
use crate::{Failure, Outcome};
use anyhow::{Context as _, bail};
use croupier_odds::simulate::{
    AsTheHouse, Estimate, EveningPlan, EveningReport, FoldBelow, MeterReport, Plan, SharedCards, Simulated,
    SimulatedTable, SimulationError, Strategy, WagerSimulated, share_cards, simulate,
};
use croupier_odds::{asia_poker, crazy_4, six_card_fortune};
use croupier_rules::house_way::Dealer;
use croupier_rules::{Cents, Game, Text, WagerKind, thousands};
use std::io::Write;

pub(super) fn run(call: &Simulate) -> Outcome {
    let asked = call.asking.asked()?;
    let Asked { game, choices, ref way, ref rules } = asked;
    let dealer = match (way, game.shape()) {
        (Some(way), Some(shape)) => Some(Dealer::new(way, shape, game.ranking(&choices))),
        _ => None,
    };
    let plan = plan(call)?;
    let (name, strategy) = strategy(&asked, dealer.as_ref(), call)?;
    let table = SimulatedTable { game, choices, dealer: dealer.as_ref(), rules: rules.as_ref(), strategy: &*strategy };
    let pool = match call.threads {
        Some(threads) if !(1..=MOST_THREADS).contains(&threads) => {
            return Err(anyhow::anyhow!("{threads} threads: name 1 to {MOST_THREADS}").into());
        }
        threads => rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build(),
    };
    let pool = pool.context("the threads cannot be started")?;
    let simulated = pool.install(|| simulate(&table, &plan, &Bar::default())).map_err(failed)?;
    let shared = call.shared_cards.then(|| {
        let asked = (plan.rounds, plan.seed, plan.seats);
        pool.install(|| share_cards(game, choices, &*strategy, asked, &Bar::default()))
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

fn plan(call: &Simulate) -> anyhow::Result<Plan> {
    let wagers = call.wagers.iter().map(|name| name.parse::<WagerKind>()).collect::<Result<Vec<_>, _>>()?;
    let pace = call.rounds_per_hour;
    if !(pace > 0.0 && pace <= MOST_ROUNDS_PER_HOUR) {
        bail!("{pace} rounds per hour: a table plays more than none and at most {MOST_ROUNDS_PER_HOUR}");
    }
    let bankroll = call.bankroll.as_deref().map(str::parse::<Cents>).transpose()?;
    if let Some(bankroll) = bankroll.filter(|bankroll| bankroll.0 <= 0) {
        bail!("a bankroll of {bankroll} plays no round");
    }
    let evening = match call.evening {
        None => None,
        Some(hours) if hours > 0.0 && hours <= MOST_HOURS => {
            let rounds = (hours * pace).round().max(1.0) as u64;
            Some(EveningPlan { rounds, bankroll: bankroll.map(|bankroll| bankroll.0) })
        }
        Some(hours) => bail!("an evening of {hours} hours: it lasts more than none and at most {MOST_HOURS}"),
    };
    Ok(Plan { rounds: call.rounds, seed: call.seed, seats: call.seats, wagers, rounds_per_hour: pace, evening })
}

const MOST_ROUNDS_PER_HOUR: f64 = 3_600.0;
const MOST_THREADS: usize = 1_024;
const MOST_HOURS: f64 = 24.0 * 366.0;

/// The strategy asked for, or else that of `odds`, and what it is called.
fn strategy<'a>(
    asked: &'a Asked,
    dealer: Option<&'a Dealer<'a>>,
    call: &Simulate,
) -> Result<(String, Box<dyn Strategy + 'a>), Failure> {
    let Asked { game, choices, .. } = *asked;
    let solved = [Text::Pa657a, Text::Pa670a].contains(&game.text());
    let usual = if solved { "optimal" } else { "house-way" };
    let name = call.strategy.as_deref().unwrap_or(usual);
    let (strategy, known): (Option<Box<dyn Strategy + 'a>>, _) = match (dealer, name) {
        (Some(dealer), "optimal") => (Some(best_player(asked, dealer, !call.no_cache)?), ""),
        (Some(dealer), "house-way") => (Some(Box::new(AsTheHouse(dealer))), ""),
        (Some(_), _) => (None, "optimal, house-way"),
        (None, _) => (
            match name {
                "optimal" => Some(Box::new(crazy_4::Strategy::best(&crazy_4::MainGame::solve(&choices)))),
                "simple" => Some(fold_below("K-Q-8-4")?),
                "always-play" => Some(Box::new(FoldBelow(crazy_4::Standing::LOWEST))),
                _ => match name.strip_prefix("fold-below=") {
                    Some(hand) => Some(fold_below(hand)?),
                    None => None,
                },
            },
            "optimal, simple, always-play, fold-below=K-Q-8-4",
        ),
    };
    let unknown = || anyhow::anyhow!("{} has no strategy `{name}`: it has {known}", game.text());
    Ok((name.to_owned(), strategy.ok_or_else(unknown)?))
}

/// The best player of a game in which hands are set.
fn best_player<'a>(
    asked: &'a Asked,
    dealer: &'a Dealer<'a>,
    remember: bool,
) -> Result<Box<dyn Strategy + 'a>, Failure> {
    let bar = Bar::default();
    if let Some(question) = Question::new(asked, remember) {
        let solution = question.solution(&question.house_way_set(&bar)?, &bar);
        return Ok(Box::new(asia_poker::Player::new(&solution, question.ranking(), &bar)));
    }
    let player = six_card_fortune::Player::new(asked.choices, dealer, &bar);
    Ok(Box::new(player.map_err(|unset| Failure::Content(unset.to_string()))?))
}

/// A Crazy 4 player who folds below a hand written by its ranks.
fn fold_below(hand: &str) -> anyhow::Result<Box<dyn Strategy>> {
    Ok(Box::new(FoldBelow(crazy_4::read_four(hand)?)))
}

fn json(mut out: impl Write, strategy: &str, simulated: &Simulated, shared: Option<&SharedCards>) -> Outcome {
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
    simulated: &Simulated,
    shared: Option<&SharedCards>,
) -> Outcome {
    let brush = Brush(colour());
    let Simulated { text, seed, rounds, seats, .. } = simulated;
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
    let hour = format!("the table holds per hour of {} rounds", simulated.rounds_per_hour);
    writeln!(out, "{hour}: {}", money(&simulated.hold_per_hour))?;
    if let Some(evening) = &simulated.evening {
        told_evening(&mut out, brush, evening)?;
    }
    if let Some(shared) = shared {
        writeln!(out)?;
        let head = format!("{} players who show each other their cards, per Ante", shared.seats);
        writeln!(out, "{}", brush.bold(head))?;
        row(&mut out, "  own cards alone", &shared.alone)?;
        row(&mut out, "  all cards shown", &shared.shown)?;
        row(&mut out, "  gain", &shared.gain)?;
        writeln!(out, "  {} hands decided otherwise", thousands(shared.decided_otherwise))?;
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

fn details(out: &mut impl Write, brush: Brush, wager: &WagerSimulated) -> std::io::Result<()> {
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
        told_meter(out, brush, meter)?;
    }
    Ok(())
}

fn told_meter(out: &mut impl Write, brush: Brush, meter: &MeterReport) -> std::io::Result<()> {
    let name = &meter.meter;
    let growth = format!("  {name} grows {:.2} ¢ a round", meter.growth_per_round);
    let end = format!("and stands at {} in the end", Cents(meter.at_the_end as i64));
    let (Some(wait), Some(paid)) = (meter.rounds_to_hit, meter.amount_at_hit) else {
        return writeln!(out, "{}", brush.dim(format!("{growth}, is not won whole {end}")));
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

fn told_evening(out: &mut impl Write, brush: Brush, evening: &EveningReport) -> std::io::Result<()> {
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
