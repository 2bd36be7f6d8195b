//! `cargo xtask fuzz`: runs one target of the `fuzz` folder for a while, by way of cargo-fuzz.
//!
//! The folder is a workspace of its own, since cargo-fuzz builds it with flags the rest must not see. Those flags
//! belong to the nightly compiler; `RUSTC_BOOTSTRAP=1` lets the stable one, the only one this project uses, take them.

use std::fs;
use std::io;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::UsageError;
use crate::process::{cargo, run};
use crate::tools::ensure_cargo_command;
use crate::workspace::Workspace;

/// How long a target runs unless told.
const DEFAULT_SECONDS: u64 = 60;

/// What was asked for on the command line.
#[derive(Debug, PartialEq)]
pub(crate) struct FuzzOptions {
    target: Option<String>,
    seconds: u64,
}

impl FuzzOptions {
    /// Reads the arguments after `fuzz`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, UsageError> {
        let mut options = Self { target: None, seconds: DEFAULT_SECONDS };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--seconds" => {
                    // To libFuzzer zero means for ever, which nobody asks for by that number.
                    options.seconds = args
                        .next()
                        .and_then(|number| number.parse().ok())
                        .filter(|seconds| *seconds > 0)
                        .ok_or_else(|| UsageError("`--seconds` requires a whole number above zero".into()))?;
                }
                flag if flag.starts_with('-') => {
                    return Err(UsageError(format!("unknown argument `{flag}` of `fuzz`")));
                }
                target if options.target.is_none() => options.target = Some(target.into()),
                second => {
                    return Err(UsageError(format!("`fuzz` runs one target at a time (got a second one, `{second}`)")));
                }
            }
        }
        Ok(options)
    }
}

/// Runs the target asked for, or lists the targets there are.
pub(crate) fn fuzz(workspace: &Workspace, options: &FuzzOptions) -> Result<ExitCode> {
    let targets = targets(workspace)?;
    let Some(target) = &options.target else {
        if targets.is_empty() {
            println!("There are no fuzz targets yet: put them into fuzz/fuzz_targets.");
        }
        for target in targets {
            println!("{target}");
        }
        return Ok(ExitCode::SUCCESS);
    };
    ensure!(targets.contains(target), "unknown fuzz target `{target}` (fuzz/fuzz_targets/{target}.rs)");
    ensure_cargo_command(workspace, "fuzz")?;
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(workspace.root.join(&corpus)).with_context(|| format!("cannot create {corpus}"))?;
    run(cargo(workspace)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["fuzz", "run", target, &corpus, &format!("fuzz/seeds/{target}"), "--"])
        .arg(format!("-max_total_time={}", options.seconds)))
    .with_context(|| format!("the fuzz target `{target}` found a failure or does not build"))?;
    Ok(ExitCode::SUCCESS)
}

/// The names of the files in fuzz/fuzz_targets, sorted; none if there is no such folder.
fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.root.join("fuzz").join("fuzz_targets");
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.context("cannot read fuzz/fuzz_targets")?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.context("cannot read fuzz/fuzz_targets")?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<FuzzOptions, UsageError> {
        FuzzOptions::parse(&crate::words(line))
    }

    #[test]
    fn a_target_runs_for_a_minute_unless_told() {
        assert_eq!(parse("").unwrap(), FuzzOptions { target: None, seconds: 60 });
        assert_eq!(parse("cards").unwrap(), FuzzOptions { target: Some("cards".into()), seconds: 60 });
        assert_eq!(parse("--seconds 5 cards").unwrap(), FuzzOptions { target: Some("cards".into()), seconds: 5 });
    }

    #[test]
    fn mistakes_are_told() {
        for line in ["--seconds", "--seconds 0", "--seconds -1", "--seconds soon", "--minutes 1", "cards odds"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
