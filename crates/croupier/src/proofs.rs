//! Proving a house way over the whole deck, and remembering the proof.
//!
//! A proof depends on nothing but the rules of the way, the ranking and the code of `rules`, so it is kept under the hash
//! of the three in the user's cache folder (or in `CROUPIER_CACHE`); a damaged or foreign file is simply no proof.

use croupier_rules::house_way::Dealer;
use croupier_rules::house_way::proof::Proof;
use croupier_rules::suit_class::PARTS;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::io::IsTerminal as _;
use std::path::PathBuf;

/// A proof that the way sets every hand lawfully, from memory or made now; a failed one is never remembered.
pub(crate) fn prove(dealer: &Dealer<'_>, remember: bool) -> Proof {
    let place = remember.then(|| memory(dealer)).flatten();
    if let Some(proof) = place.as_ref().and_then(|place| recall(dealer, place)) {
        return proof;
    }
    let proof = walk(dealer);
    if let (true, Some(place)) = (proof.holds(), &place) {
        keep(&proof, place);
    }
    proof
}

fn walk(dealer: &Dealer<'_>) -> Proof {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(PARTS as u64) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("proving the house way {bar:40.cyan} {percent:>3} %  {elapsed}") {
        bar.set_style(style);
    }
    let proof = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let proof = Proof::part(dealer, part);
            bar.inc(1);
            proof
        })
        .reduce(Proof::default, Proof::and);
    bar.finish_and_clear();
    proof
}

/// Where the proof of this way is kept.
fn memory(dealer: &Dealer<'_>) -> Option<PathBuf> {
    let folder = match std::env::var_os("CROUPIER_CACHE") {
        Some(folder) => PathBuf::from(folder),
        None => match std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()) {
            Some(folder) => PathBuf::from(folder).join("croupier"),
            None => PathBuf::from(std::env::var_os("HOME")?).join(".cache/croupier"),
        },
    };
    let rules: Vec<_> =
        dealer.way().rules.iter().map(|rule| (&rule.hands, &rule.high, &rule.medium, &rule.low, rule.prefer)).collect();
    let facts = format!("{}\n{:?}\n{:?}\n{rules:?}", env!("CROUPIER_RULES_HASH"), dealer.shape(), dealer.ranking());
    let hash = Sha256::digest(facts.as_bytes());
    let name: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(folder.join(format!("house-way-{name}")))
}

fn recall(dealer: &Dealer<'_>, place: &PathBuf) -> Option<Proof> {
    let kept = std::fs::read_to_string(place).ok()?;
    let mut lines = kept.lines();
    let mut number = || lines.next()?.parse::<u64>().ok();
    let (hands, classes) = (number()?, number()?);
    let by_rule = dealer.way().rules.iter().map(|_| number()).collect::<Option<Vec<u64>>>()?;
    let set = by_rule.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count))?;
    let whole = hands == hands_of_the_deck(dealer.cards()) && set == hands && lines.next().is_none();
    whole.then(|| Proof { hands, classes, by_rule, ..Proof::default() })
}

/// How many hands of this many cards 53 cards hold.
fn hands_of_the_deck(cards: usize) -> u64 {
    (0..cards as u64).fold(1, |hands, dealt| hands * (53 - dealt) / (dealt + 1))
}

fn keep(proof: &Proof, place: &PathBuf) {
    let lines: String =
        [proof.hands, proof.classes].iter().chain(&proof.by_rule).map(|number| format!("{number}\n")).collect();
    // Forgetting a proof costs seconds, so a folder that cannot be written is no reason to stop. Written beside and
    // renamed, a half-written file is never read.
    let _ = (|| {
        std::fs::create_dir_all(place.parent()?).ok()?;
        let beside = place.with_extension(std::process::id().to_string());
        std::fs::write(&beside, lines).ok()?;
        std::fs::rename(&beside, place).ok()
    })();
}
