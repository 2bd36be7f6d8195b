//! `croupier backup`: a consistent copy of the whole store in one file.

use crate::cli::BackupArgs;
use crate::colour::{Palette, colour};
use crate::{CommandResult, Failure};
use croupier_house::store::{CopyReport, Location, Store};
use croupier_rules::thousands;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &BackupArgs) -> CommandResult {
    let location = call.kept.location()?;
    if call.file.exists() {
        let said = format!("{} already exists: write the backup to a new file", call.file.display());
        return Err(anyhow::anyhow!(said).into());
    }
    // Written beside its place and renamed, so that what bears the name is whole.
    let mut name = call.file.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let copied = copied(&location, &Location::File(part.to_owned()));
    let copied = copied.and_then(|copied| Ok(std::fs::rename(part, &call.file).map(|()| copied)?));
    match copied {
        Ok(copied) => print_report(&copied, &call.file.display().to_string()),
        Err(failure) => {
            // What could not be finished is taken away; if even that fails there is nothing left to do.
            let _ = std::fs::remove_file(part);
            Err(failure)
        }
    }
}

/// Copies one store into another.
pub(super) fn copied(from: &Location, to: &Location) -> Result<CopyReport, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let copied = runtime.block_on(async {
        let store = Store::read(from).await?;
        let copied = store.copy_to(to).await;
        store.close().await;
        copied
    });
    copied.map_err(|error| Failure::WrongCall(error.into()))
}

/// Says what a copy holds.
pub(super) fn print_report(copied: &CopyReport, place: &str) -> CommandResult {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    let agree = format!("{} chains agree to the last line", thousands(copied.chains as u64));
    writeln!(out, "{} {place}: {agree}", brush.green("✓"))?;
    for (name, rows) in copied.rows.iter().filter(|(_, rows)| **rows > 0) {
        writeln!(out, "{:>12}  {}", thousands(*rows), brush.dim(name.replace('_', " ")))?;
    }
    Ok(())
}
