//! Proving a house way over the whole deck, and remembering the proof.
//!
//! A proof depends on nothing but the rules of the way, the ranking and the code of `rules`; a failed one is never
//! kept.

use crate::cache::CacheEntry;
use crate::progress_bar::TerminalProgress;
use croupier_odds::Progress as _;
use croupier_odds::counting::choose;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::house_way::proof::Proof;
use croupier_rules::suit_class::PARTS;
use rayon::prelude::*;

/// A proof that the way sets every hand lawfully, from memory or made now.
pub(crate) fn prove(dealer: &HouseWaySetter<'_>, remember: bool) -> Proof {
    let place = if remember { memory(dealer) } else { None };
    if let Some(proof) = place.as_ref().and_then(|place| recall(dealer, place)) {
        return proof;
    }
    let proof = walk(dealer);
    if let (true, Some(place)) = (proof.holds(), &place) {
        let numbers = [proof.hands, proof.classes];
        let lines: String = numbers.iter().chain(&proof.by_rule).map(|number| format!("{number}\n")).collect();
        place.keep(lines.as_bytes());
    }
    proof
}

fn walk(dealer: &HouseWaySetter<'_>) -> Proof {
    let bar = TerminalProgress::default();
    bar.begin("proving the house way", PARTS as u64);
    let proof = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let proof = Proof::part(dealer, part);
            bar.advance(1);
            proof
        })
        .reduce(Proof::default, Proof::and);
    bar.end();
    proof
}

/// Where the proof of this way is kept.
fn memory(dealer: &HouseWaySetter<'_>) -> Option<CacheEntry> {
    let rules: Vec<_> =
        dealer.way().rules.iter().map(|rule| (&rule.hands, &rule.high, &rule.medium, &rule.low, rule.prefer)).collect();
    let facts = format!("{}\n{:?}\n{:?}\n{rules:?}", env!("CROUPIER_RULES_HASH"), dealer.shape(), dealer.ranking());
    CacheEntry::of("house-way", &facts)
}

fn recall(dealer: &HouseWaySetter<'_>, place: &CacheEntry) -> Option<Proof> {
    let kept = String::from_utf8(place.recall()?).ok()?;
    let mut lines = kept.lines();
    let mut number = || lines.next()?.parse::<u64>().ok();
    let (hands, classes) = (number()?, number()?);
    let by_rule = dealer.way().rules.iter().map(|_| number()).collect::<Option<Vec<u64>>>()?;
    let set = by_rule.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count))?;
    let whole = hands == choose(53, dealer.cards() as u32) && set == hands && lines.next().is_none();
    whole.then(|| Proof { hands, classes, by_rule, ..Proof::default() })
}
