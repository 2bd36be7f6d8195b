//! `croupier par`: the PAR sheet of a submission, for a gaming laboratory and for the operator's own books.

use crate::atomic_file::{self, write_whole};
use crate::cache::answers;
use crate::cli::{ParArgs, ParFormat};
use crate::progress_bar::TerminalProgress;
use crate::rules_source::as_submitted;
use crate::{CommandResult, Failure, Games};
use anyhow::Context as _;
use croupier_odds::par::{self, Assumptions, Hashes, ParSheet, WagerShare};
use croupier_odds::{OddsEngine, OddsQuery};
use croupier_table::commitment::Digest;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(games: &Games, call: &ParArgs) -> CommandResult {
    let asked = as_submitted(&games.registry, &call.submission)?;
    let Some(rules) = &asked.rules else { return Err(Failure::BadContent) };
    let assumed = assumed(call)?;
    assumed.check(rules).map_err(anyhow::Error::from)?;
    let query = OddsQuery { side_only: call.side, ..OddsQuery::default() };
    let bar = TerminalProgress::default();
    let told = OddsEngine::new(&games.solvers, answers(call.no_cache), &bar).report(&asked, &query)?;
    let hashes = hashes(&call.submission)?;
    let sheet = ParSheet::new(rules, told.wagers, hashes, &assumed).map_err(anyhow::Error::from)?;
    let printed = print(&sheet, call.format)?;
    match &call.out {
        Some(file) => Ok(write_whole(file, &printed).with_context(|| format!("{}", file.display()))?),
        None => Ok(std::io::stdout().lock().write_all(&printed)?),
    }
}

fn assumed(call: &ParArgs) -> anyhow::Result<Assumptions> {
    let mix = call.mix.iter().map(|written| written.parse()).collect::<Result<Vec<WagerShare>, _>>()?;
    for (place, share) in mix.iter().enumerate() {
        let twice = mix[..place].iter().any(|before| before.wager == share.wager);
        anyhow::ensure!(!twice, "`--mix` names {} twice", share.wager);
    }
    let usual = Assumptions::default();
    let rounds_per_hour = call.rounds_per_hour.unwrap_or(usual.rounds_per_hour);
    Ok(Assumptions { seats: call.seats, rounds_per_hour, mix })
}

fn hashes(file: &Path) -> anyhow::Result<Hashes> {
    let submission = Digest::of(&atomic_file::read(file)?).to_string();
    let (rules, odds) = (env!("CROUPIER_RULES_HASH").to_owned(), env!("CROUPIER_ODDS_HASH").to_owned());
    Ok(Hashes { rules, odds, submission })
}

fn print(sheet: &ParSheet, format: ParFormat) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        ParFormat::Html => par::html(&par::page(sheet))?.into_bytes(),
        ParFormat::Csv => par::csv(sheet)?,
        ParFormat::Json => {
            let mut json = serde_json::to_vec_pretty(sheet)?;
            json.push(b'\n');
            json
        }
        ParFormat::Pdf => par::pdf(&par::page(sheet)),
    })
}
