//! `croupier export`: the journal of a table, a round or a day out of the store of a house, with its signatures.
//!
//! What is odd: it reads a store that may be run by another process, and yet puts on record there that something was taken
//! out, as the API does. Where nothing can be written it says so, and goes on: whoever can read the files can copy them.

use crate::cli::Export;
use crate::kept::Kept;
use crate::paint::{Brush, colour};
use crate::told::counted;
use crate::whole_file::write_whole;
use crate::{Failure, Outcome};
use croupier_house::book::{Book, Part, Trouble};
use croupier_house::clock::Clock;
use croupier_house::signed::{self, SignedHead};
use croupier_house::store::{ChainId, HouseLine, Location, RoundSearch, Store, TableRow};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &Export) -> Outcome {
    let mut signed = call.out.as_os_str().to_owned();
    signed.push(".sig");
    let signed = Path::new(&signed);
    if let Some(there) = [&*call.out, signed].into_iter().find(|file| !call.force && file.is_file()) {
        let said = format!("{} is there already: name another file, or write over it with `--force`", there.display());
        return Err(anyhow::anyhow!(said).into());
    }
    let config = call.kept.config()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (journal, signatures) = runtime.block_on(taken(call, &config))?;
    let noted = runtime.block_on(noted(call, &config.store));
    write_whole(&call.out, &journal)?;
    let written = write_signatures(signed, &signatures)?;
    let lines = journal.iter().filter(|byte| **byte == b'\n').count();
    let (brush, out) = (Brush(colour()), call.out.display());
    writeln!(std::io::stdout(), "{} {out}: {}, {written}", brush.green("✓"), counted(lines, "line"))?;
    if let Err(why) = noted {
        let said = "the house's own chain does not tell of this export";
        writeln!(std::io::stderr(), "croupier: {said}, since it could not be written: {why}")?;
    }
    Ok(())
}

/// Writes the signatures beside the journal, and tells of it. Where nothing is signed yet there is no file: an empty one
/// would look like signatures that somebody has taken away, and `verify` refuses it.
fn write_signatures(file: &Path, signatures: &[SignedHead]) -> Result<String, Failure> {
    if signatures.is_empty() {
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => return Ok("nothing signed yet".to_owned()),
        }
    }
    let lines = signatures.iter().filter_map(|signed| Some(serde_json::to_string(signed).ok()? + "\n"));
    write_whole(file, lines.collect::<String>().as_bytes())?;
    Ok(format!("{} in {}", counted(signatures.len(), "signature"), file.display()))
}

/// The part that is wanted, and its signatures.
async fn taken(call: &Export, config: &croupier_house::config::Config) -> Result<(Vec<u8>, Vec<SignedHead>), Failure> {
    let part = match (&call.day, call.round) {
        (Some(day), _) => Part::day(day).map_err(|why| anyhow::anyhow!(why))?,
        (None, Some(round)) => Part::Round(round),
        (None, None) => Part::Whole,
    };
    let keys = Kept::keys(config, "")?;
    let wrong = |error: croupier_house::store::StoreError| Failure::WrongCall(error.into());
    let bad = |trouble: Trouble| Failure::Content(trouble.to_string());
    let store = Store::read(&config.store).await.map_err(wrong)?;
    let tables = store.tables().await.map_err(wrong)?;
    let row = named(&tables, &call.table)?;
    let book = Book::new(row, keys).of(chain(&store, row, call).await?);
    let (journal, upto) = book.gather(&store, part).await.map_err(bad)?;
    let signatures = signed::beside(&store, &book, &journal, upto).await.map_err(bad)?;
    store.close().await;
    Ok((journal, signatures))
}

/// The chain that is meant: the one named, that of the round named, or the last.
async fn chain(store: &Store, row: &TableRow, call: &Export) -> Result<ChainId, Failure> {
    let wrong = |error: croupier_house::store::StoreError| Failure::WrongCall(error.into());
    let mut chains = store.earlier_chains(row).await.map_err(wrong)?;
    chains.push(row.chain);
    if let Some(place) = call.chain {
        let found = place.checked_sub(1).and_then(|place| chains.get(place).copied());
        let count = chains.len();
        return found.ok_or_else(|| anyhow::anyhow!("table {} has chains 1 to {count}, no {place}", row.id.0).into());
    }
    let Some(round) = call.round else { return Ok(row.chain) };
    let search = RoundSearch { chains, round: Some(round), ..RoundSearch::default() };
    let found = store.rounds(&search).await.map_err(wrong)?;
    Ok(found.first().map_or(row.chain, |(chain, _)| *chain))
}

/// Puts on record in the chain of the house what is taken out of it, and by which user of the system.
async fn noted(call: &Export, store: &Location) -> Result<(), String> {
    let Export { table, round, day, chain, .. } = call;
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
        anyhow::anyhow!("there is no table `{wanted}`: there are {}", names.join(", ")).into()
    })
}
