//! `croupier export`: the journal of a table, a round or a day out of the store of a house, with its signatures.

use crate::cli::Export;
use crate::paint::{Brush, colour};
use crate::whole_file::write_whole;
use crate::{Failure, Outcome};
use croupier_house::book::{Book, Part};
use croupier_house::keys::Keys;
use croupier_house::signed;
use croupier_house::store::{Store, TableRow};
use std::io::Write as _;
use std::sync::Arc;

pub(super) fn run(call: &Export) -> Outcome {
    let config = call.kept.config()?;
    let keys = Arc::new(Keys::load(&config.keys).map_err(|error| Failure::WrongCall(error.into()))?);
    let part = match (&call.day, call.round) {
        (Some(day), _) => Part::day(day).map_err(|why| anyhow::anyhow!(why))?,
        (None, Some(round)) => Part::Round(round),
        (None, None) => Part::Whole,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (journal, signatures) = runtime.block_on(async {
        let store = Store::read(&config.store).await.map_err(|error| Failure::WrongCall(error.into()))?;
        let tables = store.tables().await.map_err(|error| Failure::WrongCall(error.into()))?;
        let book = Book::new(named(&tables, &call.table)?, keys);
        let bad = |trouble: croupier_house::book::Trouble| Failure::Content(trouble.to_string());
        let (journal, upto) = book.gather(&store, part).await.map_err(bad)?;
        let first =
            croupier_table::journal::read(&journal).ok().and_then(|(header, _)| Some(header.excerpt?.after + 1));
        let signatures = signed::of(&store, &book, first.unwrap_or(0), upto).await.map_err(bad)?;
        store.close().await;
        Ok::<_, Failure>((journal, signatures))
    })?;
    write_whole(&call.out, &journal)?;
    let mut name = call.out.as_os_str().to_owned();
    name.push(".sig");
    let lines: String =
        signatures.iter().filter_map(|signed| Some(serde_json::to_string(signed).ok()? + "\n")).collect();
    write_whole(name.as_ref(), lines.as_bytes())?;
    let lines = journal.iter().filter(|byte| **byte == b'\n').count();
    let brush = Brush(colour());
    writeln!(
        std::io::stdout(),
        "{} {}: {lines} lines, {} signatures in {}",
        brush.green("✓"),
        call.out.display(),
        signatures.len(),
        std::path::Path::new(&name).display()
    )?;
    Ok(())
}

/// A table by its number or its name.
fn named<'a>(tables: &'a [TableRow], wanted: &str) -> Result<&'a TableRow, Failure> {
    let found = tables.iter().find(|row| row.name == wanted || row.id.0.to_string() == wanted);
    found.ok_or_else(|| {
        let names: Vec<_> = tables.iter().map(|row| format!("{} ({})", row.id.0, row.name)).collect();
        anyhow::anyhow!("there is no table `{wanted}`: there are {}", names.join(", ")).into()
    })
}
