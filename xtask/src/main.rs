//! The build helper of this workspace, run as `cargo xtask`.
//!
//! One command stands for everything a change must pass, so that a person at a desk and the machine that checks
//! changes run the same thing. It needs no tool but cargo to begin with: what is missing it installs or names.

mod api;
mod bench;
mod figures;
mod fuzz;
mod house;
mod instructions;
mod mutate;
mod pages;
mod process;
mod program;
mod test;
mod tools;
mod usage;
mod workspace;

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;

use process::{cargo, run};
use workspace::Workspace;

/// What `cargo xtask help` prints ahead of the stages.
const USAGE: &str = "\
Usage: cargo xtask COMMAND

  test [--full] [--only STAGE]    everything a change must pass, stage by stage;
                                  --full adds the heavy exhaustive tests (CROUPIER_FULL=1),
                                  --only runs one stage, and may be repeated
  serve [ARGS]                    builds the pages and the program in release mode and runs `croupier serve ARGS`
  bench [PART]... [--heavy] [-- ARGS]
                                  runs all benchmarks or the named parts in release mode and prints a table of results
                                  and targets; --heavy adds the slow ones, ARGS go to criterion
  fuzz [TARGET] [--seconds N]     runs one fuzz target, by default for 60 seconds; without TARGET lists them
  mutate-rounds [--sample N] [--seed S] [NAME]...
                                  changes a dealer's setting, a card, an amount or a clause in every round script (or in
                                  N of them, or in those whose names contain NAME), and each must then fail
  help                            this text
";

/// A command line that cannot be understood, which ends with status 2 as shells have it.
#[derive(Debug)]
struct UsageError(String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

fn main() -> ExitCode {
    match dispatch() {
        Ok(status) => status,
        Err(error) => {
            let (usage, status) =
                if error.is::<UsageError>() { (format!("\n{}", usage()), 2) } else { (String::new(), 1) };
            // When even the error stream is closed there is nobody left to tell.
            let _ = write!(io::stderr(), "\nxtask: {}\n{usage}", sentences(&error));
            ExitCode::from(status)
        }
    }
}

/// The error and what brought it about, a line each.
fn sentences(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).collect::<Vec<_>>().join("\n  ")
}

/// Runs the command named first on the command line.
fn dispatch() -> Result<ExitCode> {
    let args = env::args_os()
        .skip(1)
        .map(|arg| arg.into_string().map_err(|arg| UsageError(format!("the argument {arg:?} is not UTF-8"))))
        .collect::<Result<Vec<String>, _>>()?;
    let Some((command, rest)) = args.split_first() else {
        return Ok(help());
    };
    match command.as_str() {
        "test" => test::test(&Workspace::find()?, &test::TestOptions::parse(rest)?),
        "serve" => serve(&Workspace::find()?, rest),
        "bench" => bench::bench(&Workspace::find()?, &bench::BenchOptions::parse(rest)?),
        "fuzz" => fuzz::fuzz(&Workspace::find()?, &fuzz::FuzzOptions::parse(rest)?),
        "mutate-rounds" => mutate::mutate(&Workspace::find()?, &mutate::MutateOptions::parse(rest)?),
        "help" | "--help" | "-h" => Ok(help()),
        other => Err(UsageError(format!("unknown command `{other}`")).into()),
    }
}

/// Prints the usage.
fn help() -> ExitCode {
    print!("{}", usage());
    ExitCode::SUCCESS
}

/// The commands, the stages of `test` and the parts of `bench`.
fn usage() -> String {
    let row = |name, about| format!("  {name:<14}{about}\n");
    let stages: String = test::STAGES.iter().map(|stage| row(stage.name, stage.about)).collect();
    let parts: String = bench::PARTS.iter().map(|part| row(part.name, part.about)).collect();
    format!("{USAGE}\nStages of `test`, in order:\n\n{stages}\nParts of `bench`, in order:\n\n{parts}")
}

/// Builds the pages and the program in release and opens a house; its status is ours.
fn serve(workspace: &Workspace, args: &[String]) -> Result<ExitCode> {
    let program = workspace.release_program("croupier");
    if !program.exists() {
        println!(
            "The first build downloads about 90 npm packages and compiles about 300 crates in release mode. It takes \
                about ten minutes on two cores; cargo shows its progress below. Later builds compile only what has \
                changed."
        );
    }
    step("1 of 3: the pages", || pages::build(workspace))?;
    step("2 of 3: the program", || run(cargo(workspace).args(["build", "--release", "-p", "croupier"])))?;
    println!("\n3 of 3: the house; open the address it prints in a browser");
    process::status(workspace.command(program).arg("serve").args(args))
}

/// Says what is being done, and how long it took.
fn step(what: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("\n{what}");
    let start = Instant::now();
    work()?;
    println!("{what}: done in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// A command line as a shell would hand it over, for tests.
#[cfg(test)]
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}
