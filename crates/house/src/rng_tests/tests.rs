//! Tests of the statistical tests: fair sources pass, each test fails for its kind of unfair source, and the p-values
//! are uniform.

use super::*;
use crate::rng::HouseRng;
use croupier_rules::shuffle::draw;
use std::collections::{BTreeMap, BTreeSet};

fn fair(seed: u8) -> HouseRng {
    HouseRng::repeatable([seed; 32])
}

fn failed(examination: &RngTestReport) -> BTreeSet<&'static str> {
    let failed = examination.findings.iter().filter(|finding| !examination.holds(finding));
    failed.map(|finding| finding.test).collect()
}

/// One in so many.
fn seldom(chance: &HouseRng, often: u64) -> bool {
    draw(&mut &*chance, often) == 0
}

#[test]
fn the_generator_of_the_house_passes() {
    let chance = fair(1);
    let mut told = 0;
    let examination = examine(&mut &chance, FEWEST_ROUNDS, |rounds| told += rounds);
    assert_eq!(told, FEWEST_ROUNDS);
    let failed: Vec<_> = examination.findings.iter().filter(|finding| !examination.holds(finding)).collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert!((examination.threshold * examination.findings.len() as f64 - SIGNIFICANCE).abs() < 1e-12);
}

/// A generator that sometimes clears its highest bit, one that sometimes gives its last word again, and one that only
/// counts in steps of the golden section, whose words are more even than chance.
#[test]
fn a_biased_generator_fails() {
    let chance = fair(2);
    // The lowest bits decide nothing in a draw, so that they can decide when to be unfair.
    let sometimes = |word: u64| word.is_multiple_of(16);
    let mut low = || {
        let word = (&chance).word();
        if sometimes(word) { word >> 1 } else { word }
    };
    let failed_low = failed(&examine(&mut low, FEWEST_ROUNDS, |_| ()));
    assert!(failed_low.is_superset(&["chi-square", "equidistribution", "gap", "interplay"].into()), "{failed_low:?}");

    let mut last = 0;
    let mut sticky = || {
        let word = (&chance).word();
        if !sometimes(word) {
            last = word;
        }
        last
    };
    let failed_sticky = failed(&examine(&mut sticky, FEWEST_ROUNDS, |_| ()));
    assert!(failed_sticky.contains("interplay"), "{failed_sticky:?}");

    let mut counted = 0_u64;
    let mut even = || {
        counted = counted.wrapping_add(0x9e37_79b9_7f4a_7c15);
        counted
    };
    let failed_even = failed(&examine(&mut even, FEWEST_ROUNDS, |_| ()));
    assert!(failed_even.is_superset(&["chi-square", "serial correlation", "runs up"].into()), "{failed_even:?}");
}

#[test]
fn a_generator_that_has_stopped_fails_every_test() {
    let examination = examine(&mut || u64::MAX, FEWEST_ROUNDS, |_| ());
    assert!(examination.findings.iter().all(|finding| !examination.holds(finding)), "{examination:?}");
}

const LENGTH: usize = 30_000;

fn sequence(kinds: usize, mut next: impl FnMut(&[u8]) -> u64) -> Sequence {
    let mut sequence = Sequence::new("made", kinds);
    for _ in 0..LENGTH {
        let outcome = next(&sequence.outcomes) as u8;
        sequence.outcomes.push(outcome);
    }
    sequence
}

/// Each way to be unfair is found by the tests that are there to find it, and there is one for every test.
#[test]
fn every_test_of_a_sequence_can_fail() {
    let chance = fair(3);
    let any = || draw(&mut &chance, 7);
    let before = |seen: &[u8], distance: usize| seen.len().checked_sub(distance).map(|place| u64::from(seen[place]));
    let skewed = sequence(7, |_| if seldom(&chance, 10) { 6 } else { any() });
    let sticky = sequence(7, |seen| before(seen, 1).filter(|_| seldom(&chance, 10)).unwrap_or_else(any));
    let echoing = sequence(7, |seen| before(seen, 7).filter(|_| seldom(&chance, 10)).unwrap_or_else(any));
    let climbing = sequence(7, |seen| match before(seen, 1) {
        Some(last) if seldom(&chance, 10) => (last + 1).min(6),
        _ => any(),
    });
    let clumped = sequence(7, |seen| before(seen, 3).filter(|_| seldom(&chance, 5)).unwrap_or_else(any));
    let mut caught = BTreeSet::new();
    for (unfair, must) in [
        (&skewed, &["equidistribution", "subsequence", "gap", "order statistic"][..]),
        (&sticky, &["overlaps", "duplicates", "poker", "coupon collector", "runs up", "runs down"]),
        (&echoing, &["serial correlation"]),
        (&climbing, &["permutation", "overlaps"]),
        (&clumped, &["Poisson distribution", "serial correlation"]),
    ] {
        let failed: BTreeSet<_> =
            unfair.examine().iter().filter(|finding| finding.p < 1e-4).map(|finding| finding.test).collect();
        assert!(must.iter().all(|test| failed.contains(test)), "{must:?} of {failed:?}");
        caught.extend(must.iter().copied());
    }
    let all: BTreeSet<_> = skewed.examine().iter().map(|finding| finding.test).collect();
    assert_eq!(caught, all);
}

fn shuffled(chance: &HouseRng) -> Vec<Card> {
    chance.shuffle(CardSet::FIFTY_TWO).cards().to_vec()
}

fn results(rounds: u64, mut next: impl FnMut() -> Vec<Card>) -> Vec<RngTestResult> {
    let mut shuffles = Shuffles::new("made", CardSet::FIFTY_TWO);
    (0..rounds).for_each(|_| shuffles.take(&next()));
    shuffles.examine()
}

#[test]
fn every_test_of_shuffles_can_fail() {
    let chance = fair(4);
    let below = |n| draw(&mut &chance, n) as usize;
    // The shuffle that swaps each place with any other, which everybody writes once.
    let naive = results(5000, || {
        let mut cards: Vec<_> = CardSet::FIFTY_TWO.iter().collect();
        (0..52).for_each(|place| cards.swap(place, below(52)));
        cards
    });
    // A deck that is only cut: every card is anywhere, and none ever leaves its neighbour.
    let cut = results(2000, || {
        let mut cards: Vec<_> = CardSet::FIFTY_TWO.iter().collect();
        cards.rotate_left(below(52));
        cards
    });
    // A deck that is shuffled from the order it had, and not enough.
    let mut cards = shuffled(&chance);
    let lazy = results(3000, || {
        (0..75).for_each(|_| cards.swap(below(52), below(52)));
        cards.clone()
    });
    // A generator that comes round again.
    let few: Vec<_> = (0..1000).map(|_| shuffled(&chance)).collect();
    let circular = results(2000, || few[below(1000)].clone());
    let mut caught = BTreeSet::new();
    for (unfair, must) in [
        (
            naive,
            &[("chi-square", "made"), ("chi-square", "made, worst place"), ("Kolmogorov-Smirnov", "made, its places")]
                [..],
        ),
        (cut, &[("adjacency", "made"), ("permutation", "made, four together")]),
        (lazy, &[("duplicates", "made, unchanged places"), ("serial correlation", "made, place by place")]),
        (circular, &[("duplicates", "made, repeated top five")]),
    ] {
        for &(test, of) in must {
            let finding = unfair.iter().find(|finding| finding.test == test && finding.of == of);
            assert!(finding.is_some_and(|finding| finding.p < 1e-4), "{test} {of}: {unfair:?}");
        }
        caught.extend(must.iter().copied());
    }
    assert_eq!(caught.len(), results(100, || shuffled(&chance)).len());
}

/// P-values of a fair generator lie evenly between nought and one, test by test: the chances are worked out rightly.
#[test]
fn the_p_values_of_fair_outcomes_are_even() {
    let mut values: BTreeMap<(&str, String), Vec<f64>> = BTreeMap::new();
    let mut note = |findings: Vec<RngTestResult>| {
        for finding in findings {
            values.entry((finding.test, finding.of)).or_default().push(finding.p);
        }
    };
    let chance = fair(5);
    for _ in 0..120 {
        for (of, kinds) in [("seven", 7), ("six", 6)] {
            let mut sequence = Sequence::new(of, kinds);
            sequence.outcomes.extend((0..4000).map(|_| draw(&mut &chance, kinds as u64) as u8));
            note(sequence.examine());
        }
    }
    for _ in 0..60 {
        let mut shuffles = Shuffles::new("deck", CardSet::FIFTY_THREE);
        (0..1000).for_each(|_| shuffles.take(chance.shuffle(CardSet::FIFTY_THREE).cards()));
        // A thousand shuffles hardly ever repeat five cards, so that this count has no even p-values.
        note(shuffles.examine().into_iter().filter(|finding| !finding.of.ends_with("repeated top five")).collect());
    }
    for ((test, of), mut values) in values {
        let (distance, p) = statistics::kolmogorov_smirnov(&mut values);
        assert!(p > 1e-4, "{test} of {of}: {distance} {p} {values:?}");
    }
}
