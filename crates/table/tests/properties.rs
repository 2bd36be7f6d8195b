//! What must hold whatever happens at a table: money, secrets, replay, and that nothing is ever stuck.
//!
//! A table is driven by somebody who mostly does what it asks for and now and then anything else, in every game and
//! both modes, and all is checked after every step. `CROUPIER_FULL=1` plays longer, `CROUPIER_SEED` plays one seed.

#[path = "properties/desk.rs"]
mod desk;
#[path = "properties/driver.rs"]
mod driver;
#[path = "properties/model.rs"]
mod model;
#[path = "properties/nonsense.rs"]
mod nonsense;
#[path = "properties/secrets.rs"]
mod secrets;
#[path = "bench/submissions.rs"]
mod submissions;

use croupier_rules::{Revision, Setting};
use croupier_table::{Command, CommandEnvelope, DealMode, Event, Reveal, Table};
use driver::{Driver, house_from};
use proptest::prelude::*;
use std::collections::BTreeSet;
use submissions::SUBMISSIONS;

fn full() -> bool {
    std::env::var_os("CROUPIER_FULL").is_some_and(|full| full == "1")
}

/// Plays so many steps, with nonsense once in so many, and says what went wrong and where.
fn played(submission: usize, mode: DealMode, seed: u64, steps: usize, nonsense_in: usize) -> Result<Driver, String> {
    // Every third table began by the first rules, and adopts the present ones when a round is closed.
    let revision = if seed % 3 == 1 { Revision::FIRST } else { Revision::CURRENT };
    let mut driver = Driver::new(house_from(submission, mode, revision), seed);
    for step in 0..steps {
        driver.step(nonsense_in).map_err(|why| {
            let name = SUBMISSIONS[submission].0;
            format!("{name} {mode:?}, seed {seed}, nonsense 1 in {nonsense_in}, step {step}: {why}")
        })?;
    }
    driver.replay().map_err(|why| format!("{} {mode:?}, seed {seed}: {why}", SUBMISSIONS[submission].0))?;
    Ok(driver)
}

const MODES: [DealMode; 2] = [DealMode::Sealed, DealMode::Observed];

#[test]
fn every_table_plays_rounds_to_their_close_whatever_is_done_between() {
    let asked = std::env::var_os("CROUPIER_SEED").and_then(|seed| seed.to_str()?.parse().ok());
    let seeds: Vec<u64> = asked.map_or_else(|| (0..if full() { 200 } else { 5 }).collect(), |seed| vec![seed]);
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for (submission, (name, _)) in SUBMISSIONS.iter().enumerate() {
        for mode in MODES {
            for (&seed, nonsense_in) in seeds.iter().flat_map(|seed| [0, 12, 3].map(|often| (seed, often))) {
                match played(submission, mode, seed, 150, nonsense_in) {
                    Ok(driver) if nonsense_in == 0 && driver.closed == 0 => {
                        wrong.push(format!("{name} {mode:?}, seed {seed}: no round closed"));
                    }
                    Ok(driver) => seen.extend(driver.envelope.iter().flat_map(|(_, events)| events).map(kind)),
                    Err(why) => wrong.push(why),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} went wrong:\n{}", wrong.len(), wrong.join("\n\n"));
    // Serde names all events when it is given one that does not exist.
    let unknown = serde_json::from_str::<Event>("\"no such event\"").expect_err("unknown").to_string();
    let all: BTreeSet<String> = unknown.split('`').skip(3).step_by(2).map(str::to_owned).collect();
    assert!(all.len() > 60, "{unknown}");
    let never: Vec<_> = all.difference(&seen).collect();
    assert!(asked.is_some() || never.is_empty(), "the driver never comes to {never:?}");
}

/// The name of an event as journals write it.
fn kind(event: &Event) -> String {
    let written = serde_json::to_string(event).expect("an event is written");
    written.split('"').nth(1).unwrap_or_default().to_owned()
}

/// The same command at a table where people shuffle: what a sealed table knew is entered when it is turned up.
fn as_observed(envelope: &CommandEnvelope, events: &[Event]) -> Option<CommandEnvelope> {
    let command = match &envelope.command {
        Command::AskHouseWay(_) => return None,
        Command::Shuffle { deck, by, counted, .. } => {
            Command::Shuffle { deck: *deck, by: *by, order: None, seal: None, counted: *counted }
        }
        Command::SetHands { seat, .. } => Command::SetHands { seat: *seat, setting: None },
        Command::TurnDealer { .. } => events.iter().find_map(|event| match event {
            Event::DealerTurned { cards, shared } => {
                Some(Command::TurnDealer { setting: Some(Setting::unset(*cards)), shared: *shared })
            }
            _ => None,
        })?,
        Command::Reveal { seat, .. } => events.iter().find_map(|event| match event {
            Event::Revealed { setting: Some(setting), .. } => {
                Some(Command::Reveal { seat: *seat, shown: Reveal::Cards(*setting) })
            }
            _ => None,
        })?,
        Command::CloseRound { .. } => Command::CloseRound { secret: None },
        other => other.clone(),
    };
    Some(CommandEnvelope { command, ..envelope.clone() })
}

/// What became of the money.
fn rulings(events: &[Event]) -> Vec<&Event> {
    let ruled = |event: &&Event| {
        matches!(event, Event::Ruled(_) | Event::EnvyPaid { .. } | Event::ExtraPaid { .. } | Event::SharePaid { .. })
    };
    events.iter().filter(ruled).collect()
}

#[test]
fn sealed_and_observed_play_of_the_same_cards_is_ruled_alike() {
    for (submission, (name, _)) in SUBMISSIONS.iter().enumerate() {
        for seed in 0..if full() { 100 } else { 2 } {
            let sealed = played(submission, DealMode::Sealed, seed, 150, 0).unwrap_or_else(|why| panic!("{why}"));
            let revision = sealed.table.house().first_revision;
            let mut observed = Table::new(house_from(submission, DealMode::Observed, revision));
            for (envelope, events) in &sealed.envelope {
                let Some(envelope) = as_observed(envelope, events) else { continue };
                let seen = observed.act(&envelope).unwrap_or_else(|refusal| {
                    panic!("{name}, seed {seed}: {:?} is refused at the observed table: {refusal}", envelope.command)
                });
                assert_eq!(rulings(&seen), rulings(events), "{name}, seed {seed}: {:?}", envelope.command);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if full() { 5_000 } else { 100 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Steps are shrunk, so that what is reported fails at its last one.
    #[test]
    fn nothing_done_in_any_order_breaks_a_table(
        submission in 0..SUBMISSIONS.len(),
        sealed in any::<bool>(),
        seed in any::<u64>(),
        steps in 1..250_usize,
        nonsense_in in 2..8_usize,
    ) {
        let mode = if sealed { DealMode::Sealed } else { DealMode::Observed };
        if let Err(why) = played(submission, mode, seed, steps, nonsense_in) {
            return Err(TestCaseError::fail(why));
        }
    }
}
