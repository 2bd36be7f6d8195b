//! `cargo xtask bench`: how fast everything is, by the clock, by instructions and by CPU seconds, and a closing table
//! of what was asked for.

use std::fs;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result};

use crate::figures::{Figure, Table};
use crate::process::{cargo, run};
use crate::workspace::Workspace;
use crate::{UsageError, house, instructions, program};

/// One kind of measurement.
pub(crate) struct Part {
    /// What the command line calls it.
    pub(crate) name: &'static str,
    /// What it measures, for the help.
    pub(crate) about: &'static str,
    run: fn(&Workspace, &Options) -> Result<Vec<Figure>>,
}

/// The parts in the order they run.
pub(crate) const PARTS: &[Part] = &[
    Part {
        name: "rules",
        about: "by the clock: the readable evaluators, dealers, suit classes",
        run: |workspace, options| clock(workspace, options, "croupier-rules", "evaluators"),
    },
    Part {
        name: "table",
        about: "by the clock: rounds at a table, its journal",
        run: |workspace, options| clock(workspace, options, "croupier-table", "table"),
    },
    Part {
        name: "odds",
        about: "by the clock: fast evaluators beside a public one, whole answers",
        run: |workspace, options| clock(workspace, options, "croupier-odds", "odds"),
    },
    Part {
        name: "instructions",
        about: "instructions of the fast evaluators and the public one, where valgrind is installed",
        run: |workspace, _| instructions::count(workspace),
    },
    Part {
        name: "program",
        about: "CPU seconds and waits of the program in release",
        run: |workspace, options| program::measure(workspace, options.heavy),
    },
    Part {
        name: "house",
        about: "durable rounds and writes beside raw references, memory and start of a large house",
        run: |workspace, options| house::measure(workspace, options.heavy),
    },
];

/// What was asked for on the command line.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    parts: Vec<String>,
    heavy: bool,
    criterion: Vec<String>,
}

impl Options {
    /// Reads the arguments after `bench`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, UsageError> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--heavy" => options.heavy = true,
                "--" => options.criterion = args.by_ref().cloned().collect(),
                name if PARTS.iter().any(|part| part.name == name) => options.parts.push(name.into()),
                other => {
                    let names: Vec<_> = PARTS.iter().map(|part| part.name).collect();
                    return Err(UsageError(format!("`bench` has no part `{other}`: it has {}", names.join(", "))));
                }
            }
        }
        Ok(options)
    }

    fn wants(&self, part: &Part) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|name| name == part.name)
    }
}

/// Runs the parts asked for, or all, and closes with the table of what they measured against a target.
pub(crate) fn bench(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let mut figures = Vec::new();
    for part in PARTS.iter().filter(|part| options.wants(part)) {
        println!("\n## {}: {}\n", part.name, part.about);
        figures.extend((part.run)(workspace, options)?);
    }
    if !figures.is_empty() {
        println!("\n{}", Table(&figures));
        println!("{}", how_busy());
    }
    Ok(ExitCode::SUCCESS)
}

/// How busy the machine was, which instructions do not feel, CPU seconds a little and waits wholly.
fn how_busy() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().unwrap_or("unknown");
    let cores = thread::available_parallelism().map_or("an unknown number".to_owned(), |cores| cores.to_string());
    format!("load {load} on {cores} cores; a busy machine lengthens CPU seconds a little and waits (ms) wholly")
}

/// Runs one bench of criterion's, which prints its own figures.
fn clock(workspace: &Workspace, options: &Options, package: &str, bench: &str) -> Result<Vec<Figure>> {
    run(cargo(workspace).args(["bench", "--package", package, "--bench", bench, "--"]).args(&options.criterion))
        .context("the benchmarks did not run")?;
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, UsageError> {
        Options::parse(&crate::words(line))
    }

    #[test]
    fn all_parts_run_unless_some_are_named() {
        let wanted = |line| PARTS.iter().filter(|part| parse(line).unwrap().wants(part)).count();
        assert_eq!(wanted(""), PARTS.len());
        assert_eq!(wanted("--heavy"), PARTS.len());
        assert_eq!(wanted("odds"), 1);
        assert_eq!(wanted("odds program --heavy"), 2);
    }

    #[test]
    fn what_follows_two_dashes_is_for_criterion() {
        let options = parse("odds -- --quick odds").unwrap();
        assert_eq!(options.criterion, ["--quick", "odds"]);
        assert_eq!(options.parts, ["odds"]);
    }

    #[test]
    fn a_part_that_is_not_there_is_told() {
        for line in ["oods", "--quick", "--fast"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
