//! The subcommands, one file each.

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

use crate::cli::{CliCommand, command as command_line};
use crate::{CommandResult, Games};
use std::io::Write as _;

/// Does the job asked for.
pub(crate) fn run(games: &Games, command: CliCommand) -> CommandResult {
    let registry = &games.registry;
    match command {
        CliCommand::Rank(call) => rank::run(&call),
        CliCommand::Set(call) => set::run(registry, &call),
        CliCommand::Compare(call) => compare::run(&call),
        CliCommand::Check(call) => check::run(registry, &call),
        CliCommand::Run(call) => run::run(registry, &call),
        CliCommand::New(call) => new::run(&call),
        CliCommand::Clauses(call) => clauses::run(registry, &call),
        CliCommand::Odds(call) => odds::run(games, &call),
        CliCommand::Strategy(call) => strategy::run(games, &call),
        CliCommand::Par(call) => par::run(games, &call),
        CliCommand::Verify(call) => verify::run(registry, &call),
        CliCommand::Replay(call) => replay::run(registry, &call),
        CliCommand::Simulate(call) => simulate::run(games, &call),
        CliCommand::Serve(call) => serve::run(games, &call),
        CliCommand::Rng(call) => rng::run(&call),
        CliCommand::About(call) => about::run(registry, &call),
        CliCommand::Export(call) => export::run(registry, &call),
        CliCommand::Meters(call) => meters::run(registry, &call),
        CliCommand::Backup(call) => backup::run(&call),
        CliCommand::Restore(call) => restore::run(&call),
        CliCommand::Completions { shell } => {
            // Written to memory first: what prints a script does not expect a closed pipe.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command_line(registry), "croupier", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}
