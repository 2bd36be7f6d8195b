//! How fast the house is, beside what the same machine does at the same time without it.
//!
//! `cargo xtask bench house` runs it. Since others may use the machine, the house and its reference are measured in
//! short turns, one after the other, and what counts is their ratio. Every figure is a line of its own, with tabs
//! between `figure`, its name, how much, the unit, and what it should be (`>=50`, `<=5`, or nothing).

mod crowd;
mod floor;
mod line;
mod rounds;
mod start;
#[path = "../../tests/support/mod.rs"]
mod support;
mod writing;

use std::path::PathBuf;
use std::time::Duration;

/// What is measured, how much of it, and with which program.
struct Wanted {
    parts: Vec<String>,
    /// `croupier` in release, for what is measured of a process of its own.
    program: PathBuf,
    /// How many rounds are on record when the house starts.
    rounds: u64,
}

impl Wanted {
    fn read() -> Result<Self, String> {
        let mut wanted =
            Self { parts: Vec::new(), program: PathBuf::from("target/release/croupier"), rounds: 1_000_000 };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--program" => wanted.program = args.next().ok_or("--program names a path")?.into(),
                "--rounds" => {
                    let rounds = args.next().and_then(|rounds| rounds.parse().ok());
                    wanted.rounds = rounds.ok_or("--rounds names a number")?;
                }
                "rounds" | "sqlite" | "postgresql" | "crowd" | "start" => wanted.parts.push(arg),
                other => {
                    return Err(format!("`{other}` is not measured: rounds, sqlite, postgresql, crowd, start are"));
                }
            }
        }
        Ok(wanted)
    }
}

fn main() -> Result<(), String> {
    let wanted = Wanted::read()?;
    for part in &wanted.parts {
        match part.as_str() {
            "rounds" => rounds::measure(),
            "sqlite" => writing::sqlite(),
            "postgresql" => writing::postgresql(),
            "crowd" => crowd::measure(&wanted.program),
            _ => start::measure(&wanted.program, wanted.rounds),
        }
    }
    Ok(())
}

/// Prints a figure.
fn figure(name: &str, measured: f64, unit: &str, target: &str) {
    println!("figure\t{name}\t{measured}\t{unit}\t{target}");
}

/// So many of something in so much time.
#[derive(Clone, Copy, Default)]
struct Pace {
    done: u64,
    took: Duration,
}

impl Pace {
    fn per_second(self) -> f64 {
        self.done as f64 / self.took.as_secs_f64()
    }
}

/// Prints what was measured, its reference and the share of it in percent.
fn beside(name: &str, measured: f64, reference: (&str, f64), unit: &str, target: &str) {
    figure(name, measured, unit, "");
    figure(reference.0, reference.1, unit, "");
    figure(&format!("{name}: share"), 100.0 * measured / reference.1, "%", target);
}

/// The middle one of some figures.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A runtime as the house has it.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}
