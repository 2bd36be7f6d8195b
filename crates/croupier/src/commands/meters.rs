//! `croupier meters`: the value of every meter of a house, compared with its chain and the tables.

use crate::cli::{Format, MetersArgs};
use crate::colour::{Palette, colour};
use crate::store_args::StoreArgs;
use crate::{CommandResult, Failure};
use croupier_house::reconciliation::{MeterReconciliation, reckon};
use croupier_house::store::Store;
use croupier_rules::Registry;
use std::io::Write as _;

pub(super) fn run(registry: &Registry, call: &MetersArgs) -> CommandResult {
    let config = call.kept.config()?;
    let keys = StoreArgs::keys(&config, "")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let reckoned = runtime.block_on(async {
        let store = Store::read(&config.store).await.map_err(|error| Failure::WrongCall(error.into()))?;
        let reckoned = reckon(&store, &keys, registry).await.map_err(|trouble| Failure::Content(trouble.to_string()));
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

fn table(out: &mut impl std::io::Write, reckoned: &[MeterReconciliation]) -> std::io::Result<()> {
    let brush = Palette(colour());
    let amounts: Vec<_> = reckoned.iter().map(|meter| meter.amount.to_string()).collect();
    let width = amounts.iter().map(String::len).max().unwrap_or(0);
    for (meter, amount) in reckoned.iter().zip(&amounts) {
        let mark = if meter.agrees { brush.green("✓") } else { brush.red("✗") };
        let reserve = if meter.reserve.0 == 0 { String::new() } else { format!(", {} in reserve", meter.reserve) };
        writeln!(out, "{mark} {amount:>width$}  {}{}", meter.name, brush.dim(reserve))?;
        if let Some(fault) = &meter.fault {
            writeln!(out, "    {fault}: the chain has {}, the tables have {}", meter.chain, meter.tables)?;
        }
    }
    let changes: u64 = reckoned.iter().map(|meter| meter.sequence).sum();
    writeln!(
        out,
        "{}",
        brush.dim(format!("{} meters, {changes} changes; compared with the chain and the tables", reckoned.len()))
    )
}
