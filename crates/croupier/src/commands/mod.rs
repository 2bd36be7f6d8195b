//! One file for each job.

mod about;
mod backup;
mod check;
mod clauses;
mod compare;
mod export;
mod irregularities;
mod meters;
mod new;
mod odds;
mod par;
mod rank;
mod replay;
mod restore;
mod revisions;
mod rng;
mod run;
mod serve;
mod set;
mod simulate;
mod strategy;
mod verify;
mod verify_store;

pub(crate) use check::read_submission;

use crate::Outcome;
use crate::cli::{Cli, Command};
use clap::CommandFactory as _;
use std::io::Write as _;

/// Does the job asked for.
pub(crate) fn run(command: Command) -> Outcome {
    match command {
        Command::Rank(call) => rank::run(&call),
        Command::Set(call) => set::run(&call),
        Command::Compare(call) => compare::run(&call),
        Command::Check(call) => check::run(&call),
        Command::Run(call) => run::run(&call),
        Command::New(call) => new::run(&call),
        Command::Clauses(call) => clauses::run(&call),
        Command::Odds(call) => odds::run(&call),
        Command::Strategy(call) => strategy::run(&call),
        Command::Par(call) => par::run(&call),
        Command::Verify(call) => verify::run(&call),
        Command::Replay(call) => replay::run(&call),
        Command::Simulate(call) => simulate::run(&call),
        Command::Serve(call) => serve::run(&call),
        Command::Rng(call) => rng::run(&call),
        Command::About(call) => about::run(&call),
        Command::Export(call) => export::run(&call),
        Command::Meters(call) => meters::run(&call),
        Command::Backup(call) => backup::run(&call),
        Command::Restore(call) => restore::run(&call),
        Command::Completions { shell } => {
            // Written to memory first: what prints a script does not expect a closed pipe.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "croupier", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}
