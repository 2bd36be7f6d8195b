//! `croupier par`: the PAR sheet of a submission, for a gaming laboratory and for the operator's own books.

use crate::asked::as_submitted;
use crate::bar::Bar;
use crate::cli::{Par, ParFormat};
use crate::figures::{Wanted, report};
use crate::whole_file::{self, write_whole};
use crate::{Failure, Outcome};
use anyhow::Context as _;
use croupier_odds::par::{self, Assumed, Hashes, ParSheet, Share};
use croupier_table::commitment::Digest;
use std::io::Write as _;
use std::path::Path;

pub(super) fn run(call: &Par) -> Outcome {
    let asked = as_submitted(&call.submission)?;
    let Some(rules) = &asked.rules else { return Err(Failure::BadContent) };
    let assumed = assumed(call)?;
    assumed.check(rules).map_err(anyhow::Error::from)?;
    let wanted = Wanted { no_cache: call.no_cache, side_only: call.side, ..Wanted::default() };
    let told = report(&asked, &wanted, &Bar::default())?;
    let hashes = hashes(&call.submission)?;
    let sheet = ParSheet::new(rules, told.wagers, hashes, &assumed).map_err(anyhow::Error::from)?;
    let printed = print(&sheet, call.format)?;
    match &call.out {
        Some(file) => Ok(write_whole(file, &printed).with_context(|| format!("{}", file.display()))?),
        None => Ok(std::io::stdout().lock().write_all(&printed)?),
    }
}

fn assumed(call: &Par) -> anyhow::Result<Assumed> {
    let mix = call.mix.iter().map(|written| written.parse()).collect::<Result<Vec<Share>, _>>()?;
    for (place, share) in mix.iter().enumerate() {
        let twice = mix[..place].iter().any(|before| before.wager == share.wager);
        anyhow::ensure!(!twice, "`--mix` tells of {} twice", share.wager);
    }
    let usual = Assumed::default();
    let rounds_per_hour = call.rounds_per_hour.unwrap_or(usual.rounds_per_hour);
    Ok(Assumed { seats: call.seats, rounds_per_hour, mix })
}

fn hashes(file: &Path) -> anyhow::Result<Hashes> {
    let submission = Digest::of(&whole_file::read(file)?).to_string();
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
