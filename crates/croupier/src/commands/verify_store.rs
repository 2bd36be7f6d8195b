//! `croupier verify --data`: the whole record of a house, which may be open while it is read.

use crate::cli::Verify;
use crate::kept::Kept;
use crate::paint::{Brush, colour};
use crate::told::printable;
use crate::{Failure, Outcome};
use croupier_house::book::{Book, Part, Trouble};
use croupier_house::keys::Keys;
use croupier_house::signed;
use croupier_house::store::{Chain, Kind, Store, verify_chain};
use croupier_rules::thousands;
use croupier_table::journal::verify;
use std::io::Write as _;
use std::sync::Arc;

pub(super) fn run(call: &Verify) -> Outcome {
    let config = call.kept.config()?;
    let keys = match &call.key {
        // What is checked is not sealed, and a key of the house's file would be trusted no more than the one named.
        Some(_) => Arc::new(Keys::of_nobody().map_err(|error| Failure::WrongCall(error.into()))?),
        None => Kept::keys(&config, ", or name with `--key KEY` the key its signatures must have been made with")?,
    };
    let ours = keys.publics().into_iter().map(|key| key.to_string());
    let trusted: Vec<_> = call.key.clone().map_or_else(|| ours.collect(), |key| vec![key]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let wrong = |error: croupier_house::store::StoreError| Failure::WrongCall(error.into());
        let store = Store::read(&config.store).await.map_err(wrong)?;
        let mut sound = true;
        for row in store.tables().await.map_err(wrong)? {
            let book = Book::new(&row, Arc::clone(&keys));
            for (earlier, place) in store.earlier_chains(&row).await.map_err(wrong)?.into_iter().zip(1..) {
                let name = format!("{}, chain {place}", row.name);
                sound &= told(&name, table(&store, &book.of(earlier), &trusted, true).await)?;
            }
            sound &= told(&row.name, table(&store, &book, &trusted, false).await)?;
        }
        for chain in store.chains().await.map_err(wrong)? {
            if chain.kind != Kind::Table {
                sound &= told(&chain.name, plain(&store, &chain).await)?;
            }
        }
        store.close().await;
        if sound { Ok(()) } else { Err(Failure::BadContent) }
    })
}

/// One line about a chain; whether it holds.
fn told(name: &str, found: Result<String, String>) -> Result<bool, Failure> {
    let brush = Brush(colour());
    let mut out = std::io::stdout().lock();
    match &found {
        Ok(what) => writeln!(out, "{} {}  {}", brush.green("✓"), printable(name), brush.dim(what))?,
        Err(what) => writeln!(out, "{} {}  {}", brush.red("✗"), printable(name), printable(what))?,
    }
    Ok(found.is_ok())
}

/// A table: chain, restore, audit, and the signatures of its heads.
async fn table(store: &Store, book: &Book, trusted: &[String], earlier: bool) -> Result<String, String> {
    let told = |trouble: Trouble| trouble.to_string();
    let (journal, upto) = book.gather(store, Part::Whole).await.map_err(told)?;
    let report = verify(&journal);
    if let Some(fault) = report.fault {
        return Err(fault.to_string());
    }
    let signatures = signed::beside(store, book, &journal, upto).await.map_err(told)?;
    // The keys of an earlier chain may be what was lost; then its signatures can only be checked against each other.
    let lost = earlier && !signatures.iter().any(|signed| trusted.contains(&signed.key));
    if !signatures.is_empty() {
        signed::check(&journal, &signatures, if lost { &[] } else { trusted })?;
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
        Err(format!("it ends at line {seq}, not {}", chain.seq))
    } else {
        Ok(format!("{} lines", thousands(seq + 1)))
    }
}
