//! `croupier meters`: what stands on every meter of a house, and whether the three accounts of it agree.

use crate::cli::{Format, Meters};
use crate::kept::Kept;
use crate::paint::{Brush, colour};
use crate::{Failure, Outcome};
use croupier_house::reckoning::{Reckoned, reckon};
use croupier_house::store::Store;
use std::io::Write as _;

pub(super) fn run(call: &Meters) -> Outcome {
    let config = call.kept.config()?;
    let keys = Kept::keys(&config, "")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let reckoned = runtime.block_on(async {
        let store = Store::read(&config.store).await.map_err(|error| Failure::WrongCall(error.into()))?;
        let reckoned = reckon(&store, &keys).await.map_err(|trouble| Failure::Content(trouble.to_string()));
        store.close().await;
        reckoned
    })?;
    let mut out = std::io::stdout().lock();
    match call.format {
        Format::Json => writeln!(out, "{}", serde_json::json!(reckoned))?,
        Format::Text => table(&mut out, &reckoned)?,
    }
    if reckoned.iter().all(|meter| meter.agrees) { Ok(()) } else { Err(Failure::BadContent) }
}

fn table(out: &mut impl std::io::Write, reckoned: &[Reckoned]) -> std::io::Result<()> {
    let brush = Brush(colour());
    let amounts: Vec<_> = reckoned.iter().map(|meter| meter.amount.to_string()).collect();
    let width = amounts.iter().map(String::len).max().unwrap_or(0);
    for (meter, amount) in reckoned.iter().zip(&amounts) {
        let mark = if meter.agrees { brush.green("✓") } else { brush.red("✗") };
        let reserve = if meter.reserve.0 == 0 { String::new() } else { format!(", {} in reserve", meter.reserve) };
        writeln!(out, "{mark} {amount:>width$}  {}{}", meter.name, brush.dim(reserve))?;
        if let Some(fault) = &meter.fault {
            writeln!(out, "    {fault}: the chain has {}, the tables {}", meter.chain, meter.tables)?;
        }
    }
    let changes: u64 = reckoned.iter().map(|meter| meter.sequence).sum();
    writeln!(
        out,
        "{}",
        brush.dim(format!("{} meters, {changes} changes; meter, chain and tables compared", reckoned.len()))
    )
}
