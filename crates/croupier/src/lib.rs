//! The program and its subcommands, as a library over the games it is given.
//!
//! `croupier` itself is [`run`] over the games that are shipped. A program that plays further games is the same call
//! with more [`Games`]; docs/adding-a-game.md goes through one.
//!
//! Exit status: 0 done, or the answer is yes; 1 the content is bad; 2 the call was wrong. Errors are one line on
//! standard error. A closed pipe ends quietly.

mod asia_poker;
mod atomic_file;
mod cache;
mod choice_args;
mod cli;
mod colour;
mod commands;
mod diagnostics;
mod environment;
mod failure;
mod games;
mod hand_stream;
mod house_way_proof;
mod output;
mod progress_bar;
mod rounds;
mod rules_source;
mod serve_config;
mod server_odds;
mod store_args;
mod submission_file;

pub use cli::command;
pub use games::Games;

use failure::{CommandResult, Failure};

use clap::FromArgMatches as _;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Does what a command line asks, whose first word is the name of the program.
pub fn run(games: &Games, words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let parsed =
        command(&games.registry).try_get_matches_from(words).and_then(|found| cli::Cli::from_arg_matches(&found));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return complain("missing command, such as `rank`, `check` or `clauses`; `croupier --help` lists them", 2);
        }
        Err(error) if error.use_stderr() => return complain(&one_line(&error), 2),
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match commands::run(games, cli.command) {
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
    format!("{line} (`croupier --help` lists the commands)")
}
