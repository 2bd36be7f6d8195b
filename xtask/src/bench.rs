//! `cargo xtask bench`: wall time, instruction counts and CPU seconds, and a table of results and targets.

use std::fs;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result};

use crate::figures::{Figure, FigureTable};
use crate::process::{cargo, run};
use crate::workspace::Workspace;
use crate::{UsageError, house, instructions, program};

/// One kind of measurement.
pub(crate) struct BenchPart {
    /// What the command line calls it.
    pub(crate) name: &'static str,
    /// What it measures, for the help.
    pub(crate) about: &'static str,
    run: fn(&Workspace, &BenchOptions) -> Result<Vec<Figure>>,
}

/// The parts in the order they run.
pub(crate) const PARTS: &[BenchPart] = &[
    BenchPart {
        name: "rules",
        about: "wall time: readable evaluators, house-way setters, suit classes",
        run: |workspace, options| clock(workspace, options, "croupier-rules", "evaluators"),
    },
    BenchPart {
        name: "table",
        about: "wall time: rounds at a table, its journal",
        run: |workspace, options| clock(workspace, options, "croupier-table", "table"),
    },
    BenchPart {
        name: "odds",
        about: "wall time: fast evaluators compared with a public one, complete answers",
        run: |workspace, options| clock(workspace, options, "croupier-odds", "odds"),
    },
    BenchPart {
        name: "instructions",
        about: "instruction counts of the fast evaluators and the public one (needs valgrind)",
        run: |workspace, _| instructions::count(workspace),
    },
    BenchPart {
        name: "program",
        about: "CPU seconds and latency of the release program",
        run: |workspace, options| program::measure(workspace, options.heavy),
    },
    BenchPart {
        name: "house",
        about: "durable rounds and writes compared with raw references; memory and start of a large house",
        run: |workspace, options| house::measure(workspace, options.heavy),
    },
];

/// What was asked for on the command line.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct BenchOptions {
    parts: Vec<String>,
    heavy: bool,
    criterion: Vec<String>,
}

impl BenchOptions {
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
                    return Err(UsageError(format!(
                        "unknown part `{other}` of `bench`: the parts are {}",
                        names.join(", ")
                    )));
                }
            }
        }
        Ok(options)
    }

    fn selects(&self, part: &BenchPart) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|name| name == part.name)
    }
}

/// Runs the parts asked for, or all, and closes with the table of what they measured against a target.
pub(crate) fn bench(workspace: &Workspace, options: &BenchOptions) -> Result<ExitCode> {
    let mut figures = Vec::new();
    for part in PARTS.iter().filter(|part| options.selects(part)) {
        println!("\n## {}: {}\n", part.name, part.about);
        figures.extend((part.run)(workspace, options)?);
    }
    if !figures.is_empty() {
        println!("\n{}", FigureTable(&figures));
        println!("{}", how_busy());
    }
    Ok(ExitCode::SUCCESS)
}

/// How busy the machine was, which instructions do not feel, CPU seconds a little and waits wholly.
fn how_busy() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().unwrap_or("unknown");
    let cores = thread::available_parallelism().map_or("an unknown number".to_owned(), |cores| cores.to_string());
    format!("load {load} on {cores} cores; a busy machine increases CPU seconds slightly and latencies (ms) fully")
}

/// Runs one bench of criterion's, which prints its own figures.
fn clock(workspace: &Workspace, options: &BenchOptions, package: &str, bench: &str) -> Result<Vec<Figure>> {
    run(cargo(workspace).args(["bench", "--package", package, "--bench", bench, "--"]).args(&options.criterion))
        .context("the benchmarks did not run")?;
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<BenchOptions, UsageError> {
        BenchOptions::parse(&crate::words(line))
    }

    #[test]
    fn all_parts_run_unless_some_are_named() {
        let wanted = |line| PARTS.iter().filter(|part| parse(line).unwrap().selects(part)).count();
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
