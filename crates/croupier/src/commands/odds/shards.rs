//! `croupier odds --shard` and `--merge`: the Asia Poker count in parts, for a job array of any scheduler.
//!
//! A part is one JSON file with the sums over its share of the hands; parts of one question merge by addition. What
//! comes from elsewhere is looked at before it is believed.

use crate::asia_poker::Question;
use crate::told::write_json;
use crate::{Failure, Outcome, whole_file};
use anyhow::bail;
use croupier_odds::Progress;
use croupier_odds::asia_poker::{Shard, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// More parts than this would each have little to do.
const MOST: usize = 1000;

/// One part of the count.
#[derive(Clone, Serialize, Deserialize)]
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
    Ok(write_json(&mut out, &part)?)
}

/// The whole from all its parts. They are compared with each other before they are compared with the question.
pub(super) fn merge(text: &str, question: Question<'_>, files: &[PathBuf]) -> Result<Side, Failure> {
    let mut whole = Side::default();
    let mut first: Option<(Part, Shard)> = None;
    let mut found: BTreeMap<usize, &Path> = BTreeMap::new();
    for file in files {
        let (part, shard) = read(file)?;
        let refused = |said: String| Failure::Content(format!("{}: {said}", file.display()));
        if part.text != text {
            return Err(refused(format!("a part of {:?}, not of {text}", part.text)));
        }
        if let Some(other) = found.insert(shard.index, file) {
            return Err(refused(format!("part {} is in {} too", part.shard, other.display())));
        }
        whole.add(&part.player);
        let (first, of) = first.get_or_insert((part.clone(), shard));
        if part.facts != first.facts {
            return Err(refused(format!("a part of another question than {}", files[0].display())));
        }
        if shard.of != of.of {
            return Err(refused(format!("one of {} parts, but {} is one of {}", shard.of, files[0].display(), of.of)));
        }
    }
    // The call names at least one file.
    if let Some((first, of)) = first {
        none_missing(&found, of.of)?;
        if first.facts != question.told_apart() {
            let said = "parts of another question (way, option or reading), or of another version of this program";
            return Err(Failure::Content(format!("{}: {said}", files[0].display())));
        }
    }
    if !whole.is_whole() {
        return Err(Failure::Content("the parts do not add up to every hand of the deck".to_owned()));
    }
    question.keep_player(&whole);
    Ok(whole)
}

fn none_missing(found: &BTreeMap<usize, &Path>, of: usize) -> Outcome {
    let mut missing = (0..of).filter(|index| !found.contains_key(index)).map(|index| format!("{}/{of}", index + 1));
    let Some(first) = missing.next() else { return Ok(()) };
    let said = match missing.count() {
        0 => format!("part {first} is missing"),
        more => format!("part {first} and {more} more are missing"),
    };
    Err(Failure::Content(said))
}

fn read(file: &Path) -> Result<(Part, Shard), Failure> {
    let written = whole_file::read(file)?;
    let named = |said: &dyn std::fmt::Display| Failure::Content(format!("{}: {said}", file.display()));
    let part: Part = serde_json::from_slice(&written).map_err(|error| named(&format!("not a part: {error}")))?;
    let shard = read_shard(&part.shard).map_err(|error| named(&error))?;
    if !part.player.is_possible() {
        return Err(named(&"no count comes to these sums"));
    }
    Ok((part, shard))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asked::of_text;
    use croupier_odds::asia_poker::RuleCost;
    use croupier_rules::{Text, game};

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
        let asked = of_text(game(Text::Pa659a)).unwrap();
        let question = Question::new(&asked, false).unwrap();
        let folder = std::env::temp_dir().join(format!("croupier-shards-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let write = |shard: &str, hands: u64| {
            let rules = vec![RuleCost { hands, ..RuleCost::default() }];
            let player = Side { hands, best: hands.into(), way: hands.into(), rules };
            let part = Part { text: "pa-659a".into(), facts: question.told_apart(), shard: shard.into(), player };
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
