//! `croupier odds --shard` and `--merge`: the Asia Poker count in parts, for a job array of any scheduler.
//!
//! A part is one JSON file with the sums over its share of the hands; parts of one question merge by addition. What
//! comes from elsewhere is looked at before it is believed.

use crate::cache::cache_key;
use crate::output::write_json;
use crate::{CommandResult, Failure, atomic_file};
use anyhow::bail;
use croupier_odds::Progress;
use croupier_odds::asia_poker::{HouseWayQuery, Shard, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// More parts than this would each have little to do.
const MOST: usize = 1000;

/// One part of the count.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardResult {
    text: String,
    /// Tells the question from every other, and the code that counted.
    facts: String,
    shard: String,
    player: Side,
}

/// Reads `I/N`, counted from 1.
pub(super) fn read_shard(written: &str) -> anyhow::Result<Shard> {
    let numbers = written.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    let Some((i, n)) = numbers else { bail!("`{written}` is not a shard: write I/N, such as 3/8") };
    anyhow::ensure!((1..=MOST).contains(&n), "`{written}`: the number of shards must be 1 to {MOST}");
    anyhow::ensure!((1..=n).contains(&i), "`{written}`: the shard must be 1 to {n}");
    Ok(Shard { index: i - 1, of: n })
}

fn number(written: &str) -> Option<usize> {
    // A sign is no digit, though Rust would read it.
    written.bytes().all(|byte| byte.is_ascii_digit()).then(|| written.parse().ok())?
}

/// Does one part and writes it.
pub(super) fn count(text: &str, question: HouseWayQuery<'_>, shard: Shard, progress: &dyn Progress) -> CommandResult {
    let player = question.house_way_set(progress)?.solve(shard, progress).player;
    let shard = format!("{}/{}", shard.index + 1, shard.of);
    let part = ShardResult { text: text.to_owned(), facts: cache_key(&question.facts()), shard, player };
    let mut out = std::io::stdout().lock();
    Ok(write_json(&mut out, &part)?)
}

/// The whole from all its parts. They are compared with each other before they are compared with the question.
pub(super) fn merge(text: &str, question: HouseWayQuery<'_>, files: &[PathBuf]) -> Result<Side, Failure> {
    let mut whole = Side::default();
    let mut first: Option<(ShardResult, Shard)> = None;
    let mut found: BTreeMap<usize, &Path> = BTreeMap::new();
    for file in files {
        let (part, shard) = read(file)?;
        let refused = |said: String| Failure::Content(format!("{}: {said}", file.display()));
        if part.text != text {
            return Err(refused(format!("a shard of {:?}, not of {text}", part.text)));
        }
        if let Some(other) = found.insert(shard.index, file) {
            return Err(refused(format!("shard {} is also in {}", part.shard, other.display())));
        }
        whole.add(&part.player);
        let (first, of) = first.get_or_insert((part.clone(), shard));
        if part.facts != first.facts {
            return Err(refused(format!("this shard and {} belong to different computations", files[0].display())));
        }
        if shard.of != of.of {
            return Err(refused(format!(
                "this is one of {} shards, but {} is one of {}",
                shard.of,
                files[0].display(),
                of.of
            )));
        }
    }
    // The call names at least one file.
    if let Some((first, of)) = first {
        none_missing(&found, of.of)?;
        if first.facts != cache_key(&question.facts()) {
            let said = "the shards belong to another computation (house way, option or reading) or to another \
                version of this program";
            return Err(Failure::Content(format!("{}: {said}", files[0].display())));
        }
    }
    if !whole.is_whole() {
        return Err(Failure::Content("the shards do not add up to all hands of the deck".to_owned()));
    }
    question.cache_player(&whole);
    Ok(whole)
}

fn none_missing(found: &BTreeMap<usize, &Path>, of: usize) -> CommandResult {
    let mut missing = (0..of).filter(|index| !found.contains_key(index)).map(|index| format!("{}/{of}", index + 1));
    let Some(first) = missing.next() else { return Ok(()) };
    let said = match missing.count() {
        0 => format!("shard {first} is missing"),
        more => format!("shard {first} and {more} more are missing"),
    };
    Err(Failure::Content(said))
}

fn read(file: &Path) -> Result<(ShardResult, Shard), Failure> {
    let written = atomic_file::read(file)?;
    let named = |said: &dyn std::fmt::Display| Failure::Content(format!("{}: {said}", file.display()));
    let part: ShardResult =
        serde_json::from_slice(&written).map_err(|error| named(&format!("not a shard: {error}")))?;
    let shard = read_shard(&part.shard).map_err(|error| named(&error))?;
    if !part.player.is_possible() {
        return Err(named(&"the sums are impossible"));
    }
    Ok((part, shard))
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_odds::asia_poker::RuleCost;
    use croupier_odds::{NoCache, RulesSource};
    use croupier_rules::{Regulation, game};

    #[test]
    fn a_shard_is_written_as_one_of_so_many() {
        assert_eq!(read_shard("3/8").unwrap(), Shard { index: 2, of: 8 });
        assert_eq!(read_shard("1000/1000").unwrap(), Shard { index: 999, of: 1000 });
        for wrong in ["", "3", "/", "0/8", "9/8", "1/0", "1/1001", "+1/8", "1/8/9", "-1/8", "1/99999999999999999999"] {
            assert!(read_shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parts_of_the_question_add_up_to_the_whole() {
        let asked = RulesSource::of_text(game(Regulation::Pa659a)).unwrap();
        let question = HouseWayQuery::new(&asked, &NoCache).unwrap();
        let folder = std::env::temp_dir().join(format!("croupier-shards-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |shard: &str, hands: u64| {
            let rules = vec![RuleCost { hands, ..RuleCost::default() }];
            let player = Side { hands, best: hands.into(), way: hands.into(), rules };
            let part = ShardResult {
                text: "pa-659a".into(),
                facts: cache_key(&question.facts()),
                shard: shard.into(),
                player,
            };
            let file = folder.join(shard.replace('/', "-of-"));
            std::fs::write(&file, serde_json::to_vec(&part).unwrap()).unwrap();
            file
        };
        let files = [write("2/2", 154_143_000), write("1/2", 80)];
        let whole = merge("pa-659a", question, &files);
        let short = merge("pa-659a", question, &[write("1/1", 80)]);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(whole.unwrap().best, 154_143_080);
        assert!(matches!(short, Err(Failure::Content(said)) if said.contains("do not add up")));
    }
}
