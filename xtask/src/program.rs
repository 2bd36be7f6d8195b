//! The resources of the program for complete answers: CPU seconds, memory and latency.
//!
//! Each is the least of a few runs. So where the program remembers what took long, and is not told to do without, the
//! figure is that of every call but the first.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::figures::{Figure, Target};
use crate::process::{cargo, run};
use crate::usage::{Usage, usage};
use crate::workspace::Workspace;

/// A call of the program that is measured.
struct Call {
    name: &'static str,
    args: &'static [&'static str],
    measured: Measured,
}

/// What is measured of a call, and what it should be.
enum Measured {
    /// CPU seconds, at most so many.
    Seconds(f64),
    /// Milliseconds one waits for the answer, at most so many.
    Wait(f64),
    /// Millions of rounds in a CPU second: so many rounds are played, and at least so many millions are wanted.
    Rounds(f64, f64),
    /// CPU seconds and gigabytes of a run that takes minutes, at most so many of each.
    Heavy(f64, f64),
}

/// What is meant by an answer "in milliseconds"; fixed before anything was measured.
const AT_ONCE: f64 = 50.0;

const CALLS: &[Call] = &[
    Call {
        name: "Crazy 4 main game, exact",
        args: &["odds", "--text", "pa-657a", "--wager", "main", "--no-cache", "--format", "json"],
        measured: Measured::Seconds(0.3),
    },
    Call {
        name: "Six-Card Fortune main game, exact",
        args: &["odds", "--text", "pa-670a", "--wager", "main", "--no-cache", "--format", "json"],
        measured: Measured::Seconds(5.0),
    },
    Call {
        name: "Asia Poker best response, exact",
        args: &[
            "odds",
            "--text",
            "pa-659a",
            "--wager",
            "main",
            "--strategy",
            "optimal",
            "--no-cache",
            "--format",
            "json",
        ],
        measured: Measured::Heavy(300.0, 4.0),
    },
    // Massachusetts has none.
    side("all side wagers of pa-659a", &["odds", "--text", "pa-659a", "--side", "--no-cache"]),
    side("all side wagers of pa-575", &["odds", "--text", "pa-575", "--side", "--no-cache"]),
    side("all side wagers of pa-670a", &["odds", "--text", "pa-670a", "--side", "--no-cache"]),
    side("all side wagers of pa-657a", &["odds", "--text", "pa-657a", "--side", "--no-cache"]),
    Call {
        name: "two-hand rounds of Crazy 4, simulated",
        args: &["simulate", "--text", "pa-657a", "--wager", "main", "--rounds", "40000000", "--seed", "657"],
        measured: Measured::Rounds(40e6, 10.0),
    },
    Call {
        name: "strategy for one hand of Crazy 4",
        args: &["strategy", "--text", "pa-657a", "--hand", "Kc Qd 8h 4s 2c"],
        measured: Measured::Wait(AT_ONCE),
    },
    Call {
        name: "strategy for one hand of Six-Card Fortune",
        args: &["strategy", "--text", "pa-670a", "--hand", "As Ks Qd Jd Tc 2h"],
        measured: Measured::Wait(AT_ONCE),
    },
    Call {
        name: "strategy for one hand of Asia Poker",
        args: &["strategy", "--text", "pa-659a", "--hand", "As Kd Qc 9h 9s 5d 2c"],
        measured: Measured::Wait(2000.0),
    },
    Call {
        name: "strategy for one hand of Asia Poker, the first",
        args: &["strategy", "--text", "pa-659a", "--hand", "As Kd Qc 9h 9s 5d 2c", "--no-cache"],
        measured: Measured::Wait(2000.0),
    },
];

/// All side wagers of one text.
const fn side(name: &'static str, args: &'static [&'static str]) -> Call {
    Call { name, args, measured: Measured::Seconds(20.0) }
}

/// Builds the program in release and measures every call; those that take minutes only if `heavy`.
pub(crate) fn measure(workspace: &Workspace, heavy: bool) -> Result<Vec<Figure>> {
    run(cargo(workspace).args(["build", "--release", "-p", "croupier"])).context("the program does not build")?;
    Ok(CALLS.iter().flat_map(|call| call.measure(workspace, heavy)).collect())
}

impl Call {
    fn measure(&self, workspace: &Workspace, heavy: bool) -> Vec<Figure> {
        let command = || {
            let mut command = workspace.command(workspace.release_program("croupier"));
            // What is remembered is remembered by us alone, so that no figure hangs on what was asked before.
            command.args(self.args).env("CROUPIER_CACHE", workspace.target.join("bench"));
            command
        };
        let named = |name: &str, measured: Result<f64>, unit, target| {
            let measured = measured.map_err(|error| format!("{error:#}"));
            Figure { name: name.to_owned(), measured, unit, target }
        };
        let figure = |measured, unit, target| named(self.name, measured, unit, target);
        if !matches!(self.measured, Measured::Heavy(..)) || heavy {
            println!("measuring croupier {}", self.args.join(" "));
        }
        match self.measured {
            Measured::Seconds(most) => {
                let seconds = least(|| Ok(usage(&mut command())?.cpu_seconds));
                vec![figure(seconds, "CPU-s", Target::AtMost(most))]
            }
            Measured::Wait(most) => {
                let wait = least(|| Ok(wait(&mut command())?.as_secs_f64() * 1e3));
                vec![figure(wait, "ms", Target::AtMost(most))]
            }
            Measured::Rounds(rounds, millions) => {
                let seconds = least(|| Ok(usage(&mut command())?.cpu_seconds));
                let rate = seconds.map(|seconds| rounds / 1e6 / seconds);
                vec![figure(rate, "million/CPU-s", Target::AtLeast(millions))]
            }
            Measured::Heavy(seconds, gigabytes) => {
                let run =
                    if heavy { usage(&mut command()) } else { Err(anyhow::anyhow!("takes minutes: use --heavy")) };
                let of = |part: fn(Usage) -> f64| match &run {
                    Ok(usage) => Ok(part(*usage)),
                    Err(error) => Err(anyhow::anyhow!("{error:#}")),
                };
                let memory = of(|usage| usage.peak_memory as f64 / 1e9);
                vec![
                    figure(of(|usage| usage.cpu_seconds), "CPU-s", Target::AtMost(seconds)),
                    named(&format!("{}: memory", self.name), memory, "GB", Target::AtMost(gigabytes)),
                ]
            }
        }
    }
}

/// How often a call is repeated to find the run that others on the machine disturbed least.
const RUNS: usize = 10;
/// How long that goes on; but every call is made twice, since the first may be the one that remembers.
const ENOUGH: Duration = Duration::from_secs(3);

/// The least of several runs.
fn least(mut run: impl FnMut() -> Result<f64>) -> Result<f64> {
    let begun = Instant::now();
    let mut least = run()?.min(run()?);
    for _ in 2..RUNS {
        if begun.elapsed() > ENOUGH {
            break;
        }
        least = least.min(run()?);
    }
    Ok(least)
}

/// How long one waits for the program.
fn wait(command: &mut Command) -> Result<Duration> {
    let begun = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status().context("cannot start it")?;
    ensure!(status.success(), "{status}");
    Ok(begun.elapsed())
}
