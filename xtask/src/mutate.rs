//! `cargo xtask mutate-rounds`: changes one thing in the round scripts at a time, and each changed script must fail.
//!
//! The engine is a test of the `croupier` crate (`rounds/mutations.rs`): it plays tens of thousands of scripts, and
//! this helper must not wait for the whole program to be built before it can do anything.

use std::process::ExitCode;

use anyhow::Result;

use crate::UsageError;
use crate::process::{cargo, status};
use crate::workspace::Workspace;

/// What was asked for on the command line.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct MutateOptions {
    /// How many scripts are drawn; none for all.
    sample: Option<u64>,
    seed: Option<u64>,
    /// Parts of the names of the scripts that are wanted.
    names: Vec<String>,
}

impl MutateOptions {
    /// Reads the arguments after `mutate-rounds`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, UsageError> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut number = || args.next().and_then(|number| number.parse::<u64>().ok());
            match arg.as_str() {
                "--sample" => {
                    let sample = number().filter(|scripts| *scripts > 0);
                    options.sample =
                        Some(sample.ok_or_else(|| UsageError("`--sample` requires a whole number above zero".into()))?);
                }
                "--seed" => {
                    options.seed = Some(number().ok_or_else(|| UsageError("`--seed` requires a whole number".into()))?);
                }
                flag if flag.starts_with('-') => {
                    return Err(UsageError(format!("unknown argument `{flag}` of `mutate-rounds`")));
                }
                name => options.names.push(name.into()),
            }
        }
        if options.sample.is_some() && !options.names.is_empty() {
            return Err(UsageError("`mutate-rounds` takes either `--sample` or names of scripts".into()));
        }
        Ok(options)
    }
}

/// Runs the mutants of all scripts, of a sample or of those named; the status is 1 if one of them holds.
pub(crate) fn mutate(workspace: &Workspace, options: &MutateOptions) -> Result<ExitCode> {
    let mut command = cargo(workspace);
    command.env("MUTATE_ROUNDS", options.sample.unwrap_or(0).to_string());
    if let Some(seed) = options.seed {
        command.env("MUTATE_SEED", seed.to_string());
    }
    if !options.names.is_empty() {
        command.env("MUTATE_ONLY", options.names.join("\n"));
    }
    command.args(["test", "--quiet", "-p", "croupier", "--lib", "--"]);
    let ended = status(command.args(["--exact", "rounds::mutations::mutants_of_round_scripts_fail", "--nocapture"]))?;
    Ok(if ended == ExitCode::SUCCESS { ended } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn arguments_are_read() {
        let parse = |line| MutateOptions::parse(&words(line));
        assert_eq!(parse("").unwrap(), MutateOptions::default());
        let sample = MutateOptions { sample: Some(50), seed: Some(7), names: Vec::new() };
        assert_eq!(parse("--sample 50 --seed 7").unwrap(), sample);
        assert_eq!(parse("659a.11(f) MA-12").unwrap().names, ["659a.11(f)", "MA-12"]);
        for wrong in ["--sample", "--sample 0", "--seed x", "--all", "--sample 5 MA-12"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
