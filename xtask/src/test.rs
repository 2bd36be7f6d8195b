//! `cargo xtask test`: everything a change must pass, in stages, cheapest first.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::UsageError;
use crate::process::{cargo, run};
use crate::tools::{TAPLO, TYPOS, ensure_cargo_command, ensure_postgresql, toml_files};
use crate::workspace::Workspace;

/// One thing a change must pass.
pub(crate) struct TestStage {
    /// What `--only` calls it.
    pub(crate) name: &'static str,
    /// What it does, for the help.
    pub(crate) about: &'static str,
    run: fn(&Workspace, &TestOptions) -> Result<()>,
}

/// The stages in the order they run. To add one, add an entry here.
pub(crate) const STAGES: &[TestStage] = &[
    TestStage { name: "format", about: "format of the Rust code and of the pages", run: format },
    TestStage { name: "spelling", about: "spelling everywhere; format and validity of TOML", run: spelling },
    TestStage { name: "pages", about: "types, tests and build of the pages, which the program embeds", run: pages },
    TestStage { name: "lint", about: "clippy on everything and on each feature alone, no warnings allowed", run: lint },
    TestStage { name: "tests", about: "builds the workspace and runs its tests", run: tests },
    TestStage {
        name: "api",
        about: "the OpenAPI document: validity, a generated client, agreement with a house",
        run: api,
    },
    TestStage { name: "browser", about: "uses a house's pages in Chromium", run: browser },
    TestStage { name: "doctests", about: "the examples in the documentation", run: doctests },
    TestStage { name: "docs", about: "the API documentation, no warnings allowed", run: docs },
];

fn format(workspace: &Workspace, _: &TestOptions) -> Result<()> {
    run(cargo(workspace).args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")?;
    crate::pages::check_format(workspace)
}

fn spelling(workspace: &Workspace, _: &TestOptions) -> Result<()> {
    run(&mut TYPOS.command(workspace)?).context("correct the words, or allow them in _typos.toml")?;

    let files = toml_files(workspace)?;
    let mut format = TAPLO.command(workspace)?;
    let program = format.get_program().to_string_lossy().into_owned();
    run(format.env("RUST_LOG", "warn").args(["fmt", "--check"]).args(&files))
        .with_context(|| format!("run `{program} fmt`"))?;

    // taplo.toml keeps the tables aligned by hand from being formatted; without it they are linted with the rest.
    run(TAPLO
        .command(workspace)?
        .env("RUST_LOG", "warn")
        .args(["lint", "--no-auto-config", "--no-schema"])
        .args(&files))
    .context("a TOML file has errors")
}

fn pages(workspace: &Workspace, _: &TestOptions) -> Result<()> {
    crate::pages::check(workspace)
}

/// What the libraries are built with beside all their features: each feature must be needed by nothing but itself.
const FEATURES: [(&str, &str); 4] =
    [("croupier-rules", ""), ("croupier-rules", "serde"), ("croupier-rules", "submission"), ("croupier-odds", "")];

fn lint(workspace: &Workspace, _: &TestOptions) -> Result<()> {
    run(cargo(workspace).args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        .context("the code has warnings or does not compile")?;
    for (library, features) in FEATURES {
        let alone = ["clippy", "--package", library, "--no-default-features", "--features", features];
        run(cargo(workspace).args(alone).args(["--", "-D", "warnings"]))
            .with_context(|| format!("{library} does not compile with the features `{features}` alone"))?;
    }
    Ok(())
}

fn tests(workspace: &Workspace, options: &TestOptions) -> Result<()> {
    ensure_cargo_command(workspace, "nextest")?;
    ensure_postgresql(workspace)?;
    run(tested(workspace, options).args(["nextest", "run", "--workspace"])).context("a test failed or does not compile")
}

/// A cargo whose tests are heavy if that is wanted.
fn tested(workspace: &Workspace, options: &TestOptions) -> Command {
    let mut command = cargo(workspace);
    if options.full {
        command.env("CROUPIER_FULL", "1");
    }
    command
}

fn api(workspace: &Workspace, options: &TestOptions) -> Result<()> {
    crate::api::check(workspace, options.full)
}

fn browser(workspace: &Workspace, _: &TestOptions) -> Result<()> {
    crate::pages::browse(workspace)
}

fn doctests(workspace: &Workspace, options: &TestOptions) -> Result<()> {
    run(tested(workspace, options).args(["test", "--doc", "--workspace"]))
        .context("an example in the documentation failed")
}

fn docs(workspace: &Workspace, _: &TestOptions) -> Result<()> {
    run(cargo(workspace).env("RUSTDOCFLAGS", "-Dwarnings").args(["doc", "--workspace", "--no-deps"]))
        .context("the documentation has warnings")
}

/// What was asked for on the command line.
#[derive(Debug, Default)]
pub(crate) struct TestOptions {
    full: bool,
    only: Vec<String>,
}

impl TestOptions {
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
                        return Err(UsageError(format!("`--only` requires a stage: {}", names.join(", "))));
                    }
                    options.only.push(name.into());
                }
                other => return Err(UsageError(format!("unknown argument `{other}` of `test`"))),
            }
        }
        Ok(options)
    }

    fn selects(&self, stage: &TestStage) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == stage.name)
    }
}

/// Runs the stages asked for up to the first failure, and says how long each took either way.
pub(crate) fn test(workspace: &Workspace, options: &TestOptions) -> Result<ExitCode> {
    let mut times = Vec::new();
    let mut outcome = Ok(ExitCode::SUCCESS);
    for stage in STAGES.iter().filter(|stage| options.selects(stage)) {
        println!("\n=== {}: {} ===", stage.name, stage.about);
        let start = Instant::now();
        let result = (stage.run)(workspace, options);
        times.push((stage.name, start.elapsed(), result.is_ok()));
        if let Err(error) = result {
            outcome = Err(error.context(format!(
                "the stage `{}` failed (run it alone with `cargo xtask test --only {}`)",
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

    fn parse(line: &str) -> Result<TestOptions, UsageError> {
        TestOptions::parse(&crate::words(line))
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
        assert!(options.full && STAGES.iter().all(|stage| options.selects(stage)));
    }

    #[test]
    fn only_picks_stages() {
        let options = parse("--only lint --only docs").unwrap();
        let names: Vec<_> = STAGES.iter().filter(|stage| options.selects(stage)).map(|stage| stage.name).collect();
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
