//! What must hold whatever happens at a table: money, secrets, replay, and that nothing is ever stuck.
//!
//! A table is driven by somebody who mostly does what it asks for and now and then anything else, in every game and both
//! modes, and all is checked after every step. `CROUPIER_FULL=1` plays longer, `CROUPIER_SEED` plays one seed.

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

use croupier_table::{Event, Mode};
use driver::{Driver, SUBMISSIONS, house};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn full() -> bool {
    std::env::var_os("CROUPIER_FULL").is_some()
}

/// Plays so many steps, with nonsense once in so many, and says what went wrong and where.
fn played(submission: usize, mode: Mode, seed: u64, steps: usize, nonsense_in: usize) -> Result<Driver, String> {
    let mut driver = Driver::new(house(submission, mode), seed);
    for step in 0..steps {
        driver.step(nonsense_in).map_err(|why| {
            let name = SUBMISSIONS[submission].0;
            format!("{name} {mode:?}, seed {seed}, nonsense 1 in {nonsense_in}, step {step}: {why}")
        })?;
    }
    driver.replay().map_err(|why| format!("{} {mode:?}, seed {seed}: {why}", SUBMISSIONS[submission].0))?;
    Ok(driver)
}

const MODES: [Mode; 2] = [Mode::Sealed, Mode::Observed];

#[test]
fn every_table_plays_rounds_to_their_close_whatever_is_done_between() {
    let asked = std::env::var_os("CROUPIER_SEED").and_then(|seed| seed.to_str()?.parse().ok());
    let seeds: Vec<u64> = asked.map_or_else(|| (0..if full() { 200 } else { 2 }).collect(), |seed| vec![seed]);
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for (submission, (name, _)) in SUBMISSIONS.iter().enumerate() {
        for mode in MODES {
            for (&seed, nonsense_in) in seeds.iter().flat_map(|seed| [0, 12, 3].map(|often| (seed, often))) {
                match played(submission, mode, seed, 150, nonsense_in) {
                    Ok(driver) if nonsense_in == 0 && driver.closed == 0 => {
                        wrong.push(format!("{name} {mode:?}, seed {seed}: no round closed"));
                    }
                    Ok(driver) => seen.extend(driver.given.iter().flat_map(|(_, events)| events).map(kind)),
                    Err(why) => wrong.push(why),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} went wrong:\n{}", wrong.len(), wrong.join("\n\n"));
    println!("{seen:?}");
}

/// The name of an event.
fn kind(event: &Event) -> String {
    let written = format!("{event:?}");
    written.split([' ', '(']).next().unwrap_or_default().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if full() { 5_000 } else { 60 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Steps are shrunk, so that what is reported fails at its last one.
    #[test]
    fn nothing_done_in_any_order_breaks_a_table(
        submission in 0..SUBMISSIONS.len(),
        sealed in any::<bool>(),
        seed in any::<u64>(),
        steps in 1..250_usize,
        nonsense_in in 2..8_usize,
    ) {
        let mode = if sealed { Mode::Sealed } else { Mode::Observed };
        if let Err(why) = played(submission, mode, seed, steps, nonsense_in) {
            return Err(TestCaseError::fail(why));
        }
    }
}
