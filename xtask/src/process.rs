//! Runs other programs: prints each before it runs, and reports its failure in a sentence.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;

/// The cargo that started us, so that the toolchain chosen for us is kept.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    workspace.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The program as the tests have built it. Named alone, its dependencies would be built a second time: without those of
/// the tests they have other features.
pub(crate) fn tested_program(workspace: &Workspace) -> Result<PathBuf> {
    run(cargo(workspace).args(["test", "--workspace", "--no-run", "--quiet"]))?;
    Ok(workspace.debug_program("croupier"))
}

/// Shows and runs `command`; anything but success is an error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = spawn(command)?;
    ensure!(status.success(), "`{}` failed ({status})", line(command));
    Ok(())
}

/// Shows and runs `command`, and hands on the status it ended with.
pub(crate) fn status(command: &mut Command) -> Result<ExitCode> {
    let status = spawn(command)?;
    // A program ended by a signal has no code of its own.
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}

/// What `command` prints, without showing it; `None` if it is missing or fails.
pub(crate) fn quiet_output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn spawn(command: &mut Command) -> Result<ExitStatus> {
    println!("$ {}", line(command));
    command.status().with_context(|| format!("cannot start `{}`", line(command)))
}

/// The longest list of arguments that is shown whole.
const SHOWN_ARGUMENTS: usize = 8;

/// The command as one would type it: the variables set for it, the program's bare name where it is cargo, the
/// arguments up to a number that can be read.
fn line(command: &Command) -> String {
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), value?.to_string_lossy())))
        .collect();
    let program = command.get_program();
    let is_cargo = env::var_os("CARGO").is_some_and(|cargo| cargo == program);
    words.push(if is_cargo { "cargo".into() } else { program.to_string_lossy().into_owned() });
    words.extend(command.get_args().take(SHOWN_ARGUMENTS).map(|arg| arg.to_string_lossy().into_owned()));
    if let Some(more @ 1..) = command.get_args().count().checked_sub(SHOWN_ARGUMENTS) {
        words.push(format!("… and {more} more"));
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_typed() {
        let mut command = Command::new("typos");
        command.env("LANG", "C").args(["--format", "brief"]);
        assert_eq!(line(&command), "LANG=C typos --format brief");
    }

    #[test]
    fn a_long_command_is_cut() {
        let mut command = Command::new("taplo");
        command.args((0..SHOWN_ARGUMENTS + 3).map(|n| n.to_string()));
        assert!(line(&command).ends_with(" 7 … and 3 more"), "{}", line(&command));
    }
}
