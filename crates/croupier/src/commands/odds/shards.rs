//! `croupier odds --shard` and `--merge`: the Asia Poker count in parts, for a job array of any scheduler.
//!
//! A part is one JSON file with the sums over its share of the hands; parts of one question merge by addition. What
//! comes from elsewhere is looked at before it is believed.

use crate::asia_poker::Question;
use crate::{Failure, Outcome};
use anyhow::{Context as _, bail};
use croupier_odds::Progress;
use croupier_odds::asia_poker::{Shard, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// More parts than this would each have little to do.
const MOST: usize = 1000;

/// One part of the count.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    text: String,
    /// Tells the question from every other, and the code that counted.
    facts: String,
    shard: String,
    player: Side,
}

/// Reads `I/N`, counted from 1.
pub(super) fn read_shard(written: &str) -> anyhow::Result<Shard> {
    let numbers = written.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    let Some((i, n)) = numbers else { bail!("`{written}` is no part of a count: write I/N, as 3/8") };
    anyhow::ensure!((1..=MOST).contains(&n), "`{written}`: a count has 1 to {MOST} parts");
    anyhow::ensure!((1..=n).contains(&i), "`{written}`: of {n} parts name 1 to {n}");
    Ok(Shard { index: i - 1, of: n })
}

fn number(written: &str) -> Option<usize> {
    // A sign is no digit, though Rust would read it.
    written.bytes().all(|byte| byte.is_ascii_digit()).then(|| written.parse().ok())?
}

/// Does one part and writes it.
pub(super) fn count(text: &str, question: Question<'_>, shard: Shard, progress: &dyn Progress) -> Outcome {
    let player = question.house_way_set(progress)?.solve(shard, progress).player;
    let shard = format!("{}/{}", shard.index + 1, shard.of);
    let part = Part { text: text.to_owned(), facts: question.told_apart(), shard, player };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &part).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

/// The whole from all its parts.
pub(super) fn merge(text: &str, question: Question<'_>, files: &[PathBuf]) -> Result<Side, Failure> {
    let mut found: BTreeMap<usize, &Path> = BTreeMap::new();
    let mut whole = Side::default();
    let mut of = None;
    for file in files {
        let named = |said: String| Failure::Content(format!("{}: {said}", file.display()));
        let (part, shard) = read(file)?;
        if part.text != text {
            return Err(named(format!("a part of {:?}, not of {text}", part.text)));
        }
        if part.facts != question.told_apart() {
            return Err(named("a part of another question (another way, option or reading) or program".to_owned()));
        }
        if *of.get_or_insert(shard.of) != shard.of {
            return Err(named(format!("one of {} parts, but {} has others", shard.of, files[0].display())));
        }
        if let Some(other) = found.insert(shard.index, file) {
            return Err(named(format!("part {} is in {} too", part.shard, other.display())));
        }
        whole.add(&part.player);
    }
    let of = of.unwrap_or(0);
    let missing: Vec<_> =
        (0..of).filter(|index| !found.contains_key(index)).map(|index| format!("{}/{of}", index + 1)).collect();
    match missing.as_slice() {
        [] if whole.is_whole() => {
            question.keep_player(&whole);
            Ok(whole)
        }
        [] => Err(Failure::Content("the parts do not add up to every hand of the deck".to_owned())),
        [one] => Err(Failure::Content(format!("part {one} is missing"))),
        [first, rest @ ..] => Err(Failure::Content(format!("part {first} and {} others are missing", rest.len()))),
    }
}

fn read(file: &Path) -> Result<(Part, Shard), Failure> {
    let written = std::fs::read(file).with_context(|| file.display().to_string())?;
    let named = |said: &dyn std::fmt::Display| Failure::Content(format!("{}: {said}", file.display()));
    let part: Part = serde_json::from_slice(&written).map_err(|error| named(&format!("not a part: {error}")))?;
    let shard = read_shard(&part.shard).map_err(|error| named(&error))?;
    if !part.player.is_possible() {
        return Err(named(&"no count comes to these sums"));
    }
    Ok((part, shard))
}
