//! `cargo xtask test`: everything a change must pass, in stages, cheapest first.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::UsageError;
use crate::process::{cargo, run};
use crate::tools::{TAPLO, TYPOS, ensure_cargo_command, ensure_postgresql, toml_files};
use crate::workspace::Workspace;

/// One thing a change must pass.
pub(crate) struct Stage {
    /// What `--only` calls it.
    pub(crate) name: &'static str,
    /// What it does, for the help.
    pub(crate) about: &'static str,
    run: fn(&Workspace, &Options) -> Result<()>,
}

/// The stages in the order they run. To add one, add an entry here.
pub(crate) const STAGES: &[Stage] = &[
    Stage { name: "format", about: "the layout of the Rust code", run: format },
    Stage { name: "spelling", about: "spelling everywhere; layout and errors of TOML", run: spelling },
    Stage { name: "pages", about: "types, tests and build of the pages, which the program embeds", run: pages },
    Stage { name: "lint", about: "clippy over everything, no warning allowed", run: lint },
    Stage { name: "tests", about: "builds the workspace and runs its tests", run: tests },
    Stage {
        name: "api",
        about: "the OpenAPI document: valid, played by a generated client, true of a house",
        run: api,
    },
    Stage { name: "browser", about: "uses a house's pages in Chromium", run: browser },
    Stage { name: "doctests", about: "the examples in the documentation", run: doctests },
    Stage { name: "docs", about: "the documentation itself, no warning allowed", run: docs },
];

fn format(workspace: &Workspace, _: &Options) -> Result<()> {
    run(cargo(workspace).args(["fmt", "--all", "--check"])).context("`cargo fmt --all` puts it right")
}

fn spelling(workspace: &Workspace, _: &Options) -> Result<()> {
    run(&mut TYPOS.command(workspace)?).context("correct the words, or allow them in _typos.toml")?;

    let files = toml_files(workspace)?;
    let mut format = TAPLO.command(workspace)?;
    let program = format.get_program().to_string_lossy().into_owned();
    run(format.env("RUST_LOG", "warn").args(["fmt", "--check"]).args(&files))
        .with_context(|| format!("`{program} fmt` puts it right"))?;

    // taplo.toml keeps the tables aligned by hand from being formatted; without it they are linted with the rest.
    run(TAPLO
        .command(workspace)?
        .env("RUST_LOG", "warn")
        .args(["lint", "--no-auto-config", "--no-schema"])
        .args(&files))
    .context("a TOML file has errors")
}

fn pages(workspace: &Workspace, _: &Options) -> Result<()> {
    crate::pages::check(workspace)
}

fn lint(workspace: &Workspace, _: &Options) -> Result<()> {
    run(cargo(workspace).args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        .context("the code has warnings or does not compile")
}

fn tests(workspace: &Workspace, options: &Options) -> Result<()> {
    ensure_cargo_command(workspace, "nextest")?;
    ensure_postgresql(workspace)?;
    run(tested(workspace, options).args(["nextest", "run", "--workspace"])).context("a test failed or does not compile")
}

/// A cargo whose tests are heavy if that is wanted.
fn tested(workspace: &Workspace, options: &Options) -> Command {
    let mut command = cargo(workspace);
    if options.full {
        command.env("CROUPIER_FULL", "1");
    }
    command
}

fn api(workspace: &Workspace, options: &Options) -> Result<()> {
    crate::api::check(workspace, options.full)
}

fn browser(workspace: &Workspace, _: &Options) -> Result<()> {
    crate::pages::browse(workspace)
}

fn doctests(workspace: &Workspace, options: &Options) -> Result<()> {
    run(tested(workspace, options).args(["test", "--doc", "--workspace"]))
        .context("an example in the documentation failed")
}

fn docs(workspace: &Workspace, _: &Options) -> Result<()> {
    run(cargo(workspace).env("RUSTDOCFLAGS", "-Dwarnings").args(["doc", "--workspace", "--no-deps"]))
        .context("the documentation has warnings")
}

/// What was asked for on the command line.
#[derive(Debug, Default)]
pub(crate) struct Options {
    full: bool,
    only: Vec<String>,
}

impl Options {
    /// Reads the arguments after `test`.
    pub(crate) fn parse(args: &[String]) -> Result<Self, UsageError> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--full" => options.full = true,
                "--only" => {
                    let name = args.next().map_or("", String::as_str);
                    if !STAGES.iter().any(|stage| stage.name == name) {
                        let names: Vec<_> = STAGES.iter().map(|stage| stage.name).collect();
                        return Err(UsageError(format!("`--only` wants a stage, one of {}", names.join(", "))));
                    }
                    options.only.push(name.into());
                }
                other => return Err(UsageError(format!("`test` does not know `{other}`"))),
            }
        }
        Ok(options)
    }

    fn wants(&self, stage: &Stage) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == stage.name)
    }
}

/// Runs the stages asked for up to the first failure, and says how long each took either way.
pub(crate) fn test(workspace: &Workspace, options: &Options) -> Result<ExitCode> {
    let mut times = Vec::new();
    let mut outcome = Ok(ExitCode::SUCCESS);
    for stage in STAGES.iter().filter(|stage| options.wants(stage)) {
        println!("\n=== {}: {} ===", stage.name, stage.about);
        let start = Instant::now();
        let result = (stage.run)(workspace, options);
        times.push((stage.name, start.elapsed(), result.is_ok()));
        if let Err(error) = result {
            outcome = Err(error.context(format!(
                "the stage `{}` failed (again alone: `cargo xtask test --only {}`)",
                stage.name, stage.name
            )));
            break;
        }
    }
    print!("\n{}", table(&times));
    if outcome.is_ok() {
        println!("\nEvery stage passed.");
    }
    outcome
}

/// The minutes each stage took, and their sum.
fn table(times: &[(&str, Duration, bool)]) -> String {
    let minutes = |time: Duration| time.as_secs_f64() / 60.0;
    let mut text = format!("{:<10}{:>8}\n", "stage", "minutes");
    for (name, time, passed) in times {
        let note = if *passed { "" } else { "  failed" };
        text += &format!("{name:<10}{:>8.2}{note}\n", minutes(*time));
    }
    let total = times.iter().map(|(_, time, _)| *time).sum();
    text + &format!("{:<10}{:>8.2}\n", "total", minutes(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, UsageError> {
        Options::parse(&crate::words(line))
    }

    #[test]
    fn stage_names_are_distinct_and_fit_the_table() {
        for (index, stage) in STAGES.iter().enumerate() {
            assert!(stage.name.len() < 10, "{} is too long for its column", stage.name);
            assert!(STAGES[..index].iter().all(|earlier| earlier.name != stage.name), "two stages are {}", stage.name);
        }
    }

    #[test]
    fn without_only_every_stage_runs() {
        let options = parse("--full").unwrap();
        assert!(options.full && STAGES.iter().all(|stage| options.wants(stage)));
    }

    #[test]
    fn only_picks_stages() {
        let options = parse("--only lint --only docs").unwrap();
        let names: Vec<_> = STAGES.iter().filter(|stage| options.wants(stage)).map(|stage| stage.name).collect();
        assert!(!options.full);
        assert_eq!(names, ["lint", "docs"]);
    }

    #[test]
    fn mistakes_name_what_is_known() {
        assert!(parse("--only").unwrap_err().0.contains("spelling"));
        assert!(parse("--only web").unwrap_err().0.contains("doctests"));
        assert!(parse("--fully").unwrap_err().0.contains("`--fully`"));
    }

    #[test]
    fn the_table_sums_and_marks_the_failure() {
        let times = [("format", Duration::from_secs(30), true), ("lint", Duration::from_secs(60), false)];
        assert_eq!(
            table(&times),
            "stage      minutes\nformat        0.50\nlint          1.00  failed\ntotal         1.50\n"
        );
    }
}
