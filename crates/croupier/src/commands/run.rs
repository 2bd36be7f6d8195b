//! `croupier run`: plays round scripts and compares the results; differences are printed in the form of the script.

use crate::cli::RunArgs;
use crate::output::counted;
use crate::rounds::{Script, ScriptResult, play};
use crate::{CommandResult, Failure, atomic_file};
use anyhow::Context as _;
use croupier_rules::Registry;
use rayon::prelude::*;
use std::io::Write as _;
use std::path::{Path, PathBuf};

pub(super) fn run(registry: &Registry, call: &RunArgs) -> CommandResult {
    let mut files = Vec::new();
    for file in &call.files {
        gather(file, &mut files)?;
    }
    if files.is_empty() {
        return Err(anyhow::anyhow!("no scripts (FILE.round) found").into());
    }
    if let Some(journal) = call.journal.as_ref().filter(|journal| journal.exists()) {
        return Err(anyhow::anyhow!("{} already exists; journals are never overwritten", journal.display()).into());
    }
    if call.journal.is_some() && files.len() != 1 {
        return Err(anyhow::anyhow!("--journal requires exactly one script (got {})", files.len()).into());
    }
    let update = call.update || std::env::var_os("UPDATE").is_some_and(|value| value != "0");
    let results: Vec<anyhow::Result<(PathBuf, Script, ScriptResult)>> = files
        .into_par_iter()
        .map(|file| {
            let bytes = atomic_file::read(&file)?;
            let script = Script::read(&String::from_utf8_lossy(&bytes));
            let mut played = play(registry, &script, file.parent().unwrap_or(Path::new(".")));
            if std::str::from_utf8(&bytes).is_err() {
                played.faults = vec!["the file is not valid UTF-8".to_owned()];
            }
            Ok((file, script, played))
        })
        .collect();
    let mut out = std::io::stdout().lock();
    let (mut held, mut failed, mut observed, mut updated) = (0, 0, 0, 0);
    for result in results {
        let (file, script, played) = result?;
        observed += usize::from(played.observed_too);
        if let Some(journal) = &call.journal {
            std::fs::write(journal, &played.journal).with_context(|| format!("{}", journal.display()))?;
        }
        if played.faults.is_empty() && played.differences.is_empty() {
            held += 1;
            continue;
        }
        if update && played.faults.is_empty() {
            std::fs::write(&file, script.updated(&played.outcomes))?;
            updated += 1;
            continue;
        }
        failed += 1;
        writeln!(out, "{}: {}", file.display(), script.title())?;
        for fault in played.faults.iter().chain(&played.differences) {
            writeln!(out, "  {}", fault.replace('\n', "\n  "))?;
        }
    }
    if updated > 0 {
        writeln!(out, "{} rewritten", counted(updated, "script"))?;
    }
    let holds = if held == 1 { "holds" } else { "hold" };
    writeln!(out, "{} {holds}, {failed} failed; {observed} also played at an observed table", counted(held, "script"))?;
    if failed > 0 { Err(Failure::BadContent) } else { Ok(()) }
}

/// A file, or all scripts below a folder; links to folders are not followed, since they may lead back.
fn gather(file: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !file.is_dir() {
        files.push(file.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(file).with_context(|| format!("{}", file.display()))?;
    let mut paths: Vec<_> = entries.collect::<Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let folder = path.is_dir() && !path.is_symlink();
        if folder || path.extension().is_some_and(|extension| extension == "round") {
            gather(&path, files)?;
        }
    }
    Ok(())
}
