//! The program: one subcommand for each job.
//!
//! Exit status: 0 done, or the answer is yes; 1 the content is bad; 2 the call was wrong. Errors are one line on standard
//! error. A closed pipe ends quietly.

mod asia_poker;
mod asked;
mod bar;
mod cli;
mod commands;
mod configured;
mod diagnostics;
mod figures;
mod kept;
mod lines;
mod main_game;
mod memory;
mod paint;
mod proofs;
mod rounds;
mod told;
mod told_odds;
mod whole_file;

use clap::Parser as _;
use clap::error::ErrorKind;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// How a subcommand ends when it does not succeed.
#[derive(Debug)]
enum Failure {
    /// The content is bad, and that has been said already.
    BadContent,
    /// The content is bad, in this way.
    Content(String),
    /// The call was wrong.
    WrongCall(anyhow::Error),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::WrongCall(error)
    }
}

type Outcome = Result<(), Failure>;

fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return complain("name a job, such as `rank`, `check` or `clauses`; `croupier --help` lists them", 2);
        }
        Err(error) if error.use_stderr() => return complain(&one_line(&error), 2),
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::BadContent) => ExitCode::from(1),
        Err(Failure::Content(said)) => complain(&said, 1),
        Err(Failure::WrongCall(error)) => complain(&format!("{error:#}"), 2),
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => complain(&error.to_string(), 2),
    }
}

fn complain(message: &str, status: u8) -> ExitCode {
    // If even standard error is gone there is nobody left to tell.
    let _ = writeln!(io::stderr(), "croupier: {message}");
    ExitCode::from(status)
}

/// What clap says over several lines, in one.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let said =
        text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let line = said.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ").replace(" tip: ", "; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line).to_owned();
    format!("{line} (`croupier --help` lists the calls)")
}
