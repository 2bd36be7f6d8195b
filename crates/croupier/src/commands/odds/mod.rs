//! `croupier odds`: what every wager costs.

mod compare;
mod page;
mod text;

use crate::Outcome;
use crate::asked::Asked;
use crate::bar::Bar;
use crate::cli::{Format, Odds, Played};
use crate::figures::{Wanted, WantedTable, other_sides, read_wager, report};
use croupier_odds::Strategy;
use croupier_rules::Cents;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &Odds) -> Outcome {
    if call.all {
        return Ok(std::io::stdout().write_all(page::page(call.side, call.no_cache)?.as_bytes())?);
    }
    if let Some([first, second]) = call.compare.as_deref() {
        return compare::run(call, [first, second]);
    }
    let asked = call.asking.asked()?;
    let wanted = wanted(call, &asked)?;
    let bar = Bar::default();
    let told = report(&asked, &wanted, &bar)?;
    let mut out = std::io::stdout().lock();
    match call.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &told).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        Format::Text => {
            let sides = other_sides(&asked, &wanted, &bar)?;
            text::write(&mut out, asked.game, &told, &sides)?;
        }
    }
    Ok(())
}

/// What the call wants told.
fn wanted(call: &Odds, asked: &Asked) -> anyhow::Result<Wanted> {
    let wager = call.wager.as_deref().map(|name| read_wager(asked, name)).transpose()?;
    let mut meters = BTreeMap::new();
    for written in &call.meters {
        let (name, cents) = read_meter(written)?;
        let twice = meters.insert(name, cents).is_some();
        anyhow::ensure!(!twice, "`{written}`: what stands on that meter is said twice");
    }
    Ok(Wanted {
        wager,
        paytable: call.paytable.as_deref().map(read_table),
        side_only: call.side,
        strategy: call.strategy.map(strategy),
        meters,
        no_cache: call.no_cache,
    })
}

fn strategy(played: Played) -> Strategy {
    match played {
        Played::Optimal => Strategy::Optimal,
        Played::HouseWay => Strategy::HouseWay,
    }
}

/// One letter is a letter; anything longer is a file.
fn read_table(written: &Path) -> WantedTable {
    let mut letters = written.to_str().unwrap_or_default().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => WantedTable::Letter(letter),
        _ => WantedTable::File(written.to_owned()),
    }
}

fn read_meter(written: &str) -> anyhow::Result<(String, Cents)> {
    let (name, cents) = written.split_once('=').unwrap_or(("meter", written));
    let number = cents.parse::<i64>().map_err(|_| {
        anyhow::anyhow!("`{written}` cannot stand on a meter: write whole cents, as 1234500 or mega=1234500")
    })?;
    anyhow::ensure!(number >= 0, "`{written}`: a meter does not stand below zero");
    Ok((name.to_owned(), Cents(number)))
}
