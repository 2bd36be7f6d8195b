//! `croupier export`: the journal of a table, a round or a day out of the store of a house, with its signatures.
//!
//! Note: it reads a store that may be run by another process, and yet puts on record there that something was taken
//! out, as the API does. Where nothing can be written it says so, and goes on: whoever can read the files can copy
//! them.

use crate::atomic_file::write_whole;
use crate::cli::ExportArgs;
use crate::colour::{Palette, colour};
use crate::output::counted;
use crate::store_args::StoreArgs;
use crate::{CommandResult, Failure};
use croupier_house::clock::Clock;
use croupier_house::journal_reader::{JournalPart, JournalReadError, JournalReader};
use croupier_house::signed_heads::{self, SignedHead};
use croupier_house::store::{ChainId, HouseLine, Location, RoundSearch, Store, TableRow};
use croupier_rules::Registry;
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(registry: &Registry, call: &ExportArgs) -> CommandResult {
    let mut signed = call.out.as_os_str().to_owned();
    signed.push(".sig");
    let signed = Path::new(&signed);
    if let Some(there) = [&*call.out, signed].into_iter().find(|file| !call.force && file.is_file()) {
        let said = format!("{} already exists: name another file, or overwrite it with `--force`", there.display());
        return Err(anyhow::anyhow!(said).into());
    }
    let config = call.kept.config()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (journal, signatures) = runtime.block_on(selected_part(registry, call, &config))?;
    let noted = runtime.block_on(noted(call, &config.store));
    write_whole(&call.out, &journal)?;
    let written = write_signatures(signed, &signatures)?;
    let lines = journal.iter().filter(|byte| **byte == b'\n').count();
    let (brush, out) = (Palette(colour()), call.out.display());
    writeln!(std::io::stdout(), "{} {out}: {}, {written}", brush.green("✓"), counted(lines, "line"))?;
    if let Err(why) = noted {
        let said = "this export is not recorded in the house's chain";
        writeln!(std::io::stderr(), "croupier: {said}, because it could not be written: {why}")?;
    }
    Ok(())
}

/// Writes the signatures beside the journal, and tells of it. Where nothing is signed yet there is no file: an empty
/// one would look like signatures that somebody has taken away, and `verify` refuses it.
fn write_signatures(file: &Path, signatures: &[SignedHead]) -> Result<String, Failure> {
    if signatures.is_empty() {
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => return Ok("not signed yet".to_owned()),
        }
    }
    let lines = signatures.iter().filter_map(|signed| Some(serde_json::to_string(signed).ok()? + "\n"));
    write_whole(file, lines.collect::<String>().as_bytes())?;
    Ok(format!("{} in {}", counted(signatures.len(), "signature"), file.display()))
}

/// The part that is wanted, and its signatures.
async fn selected_part(
    registry: &Registry,
    call: &ExportArgs,
    config: &croupier_house::config::Config,
) -> Result<(Vec<u8>, Vec<SignedHead>), Failure> {
    let part = match (&call.day, call.round) {
        (Some(day), _) => JournalPart::day(day).map_err(|why| anyhow::anyhow!(why))?,
        (None, Some(round)) => JournalPart::Round(round),
        (None, None) => JournalPart::Whole,
    };
    let keys = StoreArgs::keys(config, "")?;
    let wrong = |error: croupier_house::store::StoreError| Failure::WrongCall(error.into());
    let bad = |trouble: JournalReadError| Failure::Content(trouble.to_string());
    let store = Store::read(&config.store).await.map_err(wrong)?;
    let tables = store.tables().await.map_err(wrong)?;
    let row = named(&tables, &call.table)?;
    let book = JournalReader::new(row, keys, Arc::new(registry.clone())).of(chain(&store, row, call).await?);
    let (journal, upto) = book.gather(&store, part).await.map_err(bad)?;
    let signatures = signed_heads::beside(&store, &book, &journal, upto).await.map_err(bad)?;
    store.close().await;
    Ok((journal, signatures))
}

/// The chain that is meant: the one named, that of the round named, or the last.
async fn chain(store: &Store, row: &TableRow, call: &ExportArgs) -> Result<ChainId, Failure> {
    let wrong = |error: croupier_house::store::StoreError| Failure::WrongCall(error.into());
    let mut chains = store.earlier_chains(row).await.map_err(wrong)?;
    chains.push(row.chain);
    if let Some(place) = call.chain {
        let found = place.checked_sub(1).and_then(|place| chains.get(place).copied());
        let count = chains.len();
        return found.ok_or_else(|| anyhow::anyhow!("table {} has chains 1 to {count} (got {place})", row.id.0).into());
    }
    let Some(round) = call.round else { return Ok(row.chain) };
    let search = RoundSearch { chains, round: Some(round), ..RoundSearch::default() };
    let found = store.rounds(&search).await.map_err(wrong)?;
    Ok(found.first().map_or(row.chain, |(chain, _)| *chain))
}

/// Puts on record in the chain of the house what is taken out of it, and by which user of the system.
async fn noted(call: &ExportArgs, store: &Location) -> Result<(), String> {
    let ExportArgs { table, round, day, chain, .. } = call;
    let what = json!({ "exported": { "table": table, "round": round, "day": day, "chain": chain } });
    let line = HouseLine::new(Clock::default().now(), &json!({ "program": "croupier export", "user": user() }), &what);
    Store::note(store, line).await.map_err(|error| error.to_string())
}

/// The number by which the system knows who runs this; nothing where it has none.
#[cfg(unix)]
fn user() -> Option<u32> {
    std::fs::metadata("/proc/self").ok().map(|me| std::os::unix::fs::MetadataExt::uid(&me))
}

#[cfg(not(unix))]
fn user() -> Option<u32> {
    None
}

/// A table by its number or its name.
fn named<'a>(tables: &'a [TableRow], wanted: &str) -> Result<&'a TableRow, Failure> {
    let found = tables.iter().find(|row| row.name == wanted || row.id.0.to_string() == wanted);
    found.ok_or_else(|| {
        let names: Vec<_> = tables.iter().map(|row| format!("{} ({})", row.id.0, row.name)).collect();
        anyhow::anyhow!("unknown table `{wanted}`: the tables are {}", names.join(", ")).into()
    })
}
