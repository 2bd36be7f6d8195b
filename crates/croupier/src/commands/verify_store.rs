//! `croupier verify --data`: the whole record of a house, which may be open while it is read.

use crate::cli::VerifyArgs;
use crate::colour::{Palette, colour};
use crate::output::printable;
use crate::store_args::StoreArgs;
use crate::{CommandResult, Failure};
use croupier_house::journal_reader::{JournalPart, JournalReadError, JournalReader};
use croupier_house::keys::Keys;
use croupier_house::signed_heads;
use croupier_house::store::{Chain, ChainKind, Store, verify_chain};
use croupier_rules::{Registry, thousands};
use croupier_table::journal::verify_by;
use std::io::Write as _;
use std::sync::Arc;

pub(super) fn run(registry: &Registry, call: &VerifyArgs) -> CommandResult {
    let config = call.kept.config()?;
    let keys = match &call.key {
        // What is checked is not sealed, and a key of the house's file would be trusted no more than the one named.
        Some(_) => Arc::new(Keys::of_nobody().map_err(|error| Failure::WrongCall(error.into()))?),
        None => StoreArgs::keys(&config, ", or give the public key with `--key KEY`")?,
    };
    let ours = keys.publics().into_iter().map(|key| key.to_string());
    let trusted: Vec<_> = call.key.clone().map_or_else(|| ours.collect(), |key| vec![key]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let wrong = |error: croupier_house::store::StoreError| Failure::WrongCall(error.into());
        let store = Store::read(&config.store).await.map_err(wrong)?;
        let mut sound = true;
        for row in store.tables().await.map_err(wrong)? {
            let book = JournalReader::new(&row, Arc::clone(&keys), Arc::new(registry.clone()));
            for (earlier, place) in store.earlier_chains(&row).await.map_err(wrong)?.into_iter().zip(1..) {
                let name = format!("{}, chain {place}", row.name);
                sound &= print_chain(&name, table(registry, &store, &book.of(earlier), &trusted, true).await)?;
            }
            sound &= print_chain(&row.name, table(registry, &store, &book, &trusted, false).await)?;
        }
        for chain in store.chains().await.map_err(wrong)? {
            if chain.kind != ChainKind::Table {
                sound &= print_chain(&chain.name, plain(&store, &chain).await)?;
            }
        }
        store.close().await;
        if sound { Ok(()) } else { Err(Failure::BadContent) }
    })
}

/// One line about a chain; whether it holds.
fn print_chain(name: &str, found: Result<String, String>) -> Result<bool, Failure> {
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    match &found {
        Ok(what) => writeln!(out, "{} {}  {}", brush.green("✓"), printable(name), brush.dim(what))?,
        Err(what) => writeln!(out, "{} {}  {}", brush.red("✗"), printable(name), printable(what))?,
    }
    Ok(found.is_ok())
}

/// A table: chain, restore, audit, and the signatures of its heads.
async fn table(
    registry: &Registry,
    store: &Store,
    book: &JournalReader,
    trusted: &[String],
    earlier: bool,
) -> Result<String, String> {
    let told = |trouble: JournalReadError| trouble.to_string();
    let (journal, upto) = book.gather(store, JournalPart::Whole).await.map_err(told)?;
    let report = verify_by(registry, &journal);
    if let Some(fault) = report.fault {
        return Err(fault.to_string());
    }
    let signatures = signed_heads::beside(store, book, &journal, upto).await.map_err(told)?;
    // The keys of an earlier chain may be what was lost; then its signatures can only be checked against each other.
    let lost = earlier && !signatures.iter().any(|signed| trusted.contains(&signed.key));
    if !signatures.is_empty() {
        signed_heads::check_by(registry, &journal, &signatures, if lost { &[] } else { trusted })?;
    }
    let counts = [(report.lines as u64, "lines"), (report.rounds, "rounds"), (signatures.len() as u64, "signatures")];
    Ok(counts.map(|(count, what)| format!("{} {what}", thousands(count))).join(", "))
}

/// A chain that the store numbers itself: a meter's, or that of the house.
async fn plain(store: &Store, chain: &Chain) -> Result<String, String> {
    let text = store.whole(chain.id).await.map_err(|error| error.to_string())?;
    let (seq, _) = verify_chain(&text)?;
    // Lines may have come since the chain was listed, but none may have gone.
    if seq < chain.seq {
        Err(format!("it ends at line {seq} (expected {})", chain.seq))
    } else {
        Ok(format!("{} lines", thousands(seq + 1)))
    }
}
