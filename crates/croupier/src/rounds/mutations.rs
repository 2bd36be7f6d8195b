//! Mutants of the round scripts: a script with one thing changed must fail, or else it asserts too little.
//!
//! `cargo xtask mutate-rounds` runs all of them, `cargo xtask test` those of a sample of the scripts. The engine is a
//! test of this crate and not a part of `xtask`: it plays thousands of scripts, too many for a process each, and
//! `xtask` would otherwise have to build the whole program before it could build anything.
//!
//! What is changed: the dealer's setting (two cards exchanged between hands), a card, an amount of money or a clause,
//! each wherever it stands, in what the script does and in what it expects. A changed card often changes nothing: a
//! nine-high hand loses as a ten-high hand does. Such a mutant is *equivalent* if the whole floor report of its
//! journal, line by line, is that of the script, for then no expectation could tell the two apart. Any other mutant
//! that holds is a survivor: something happened that the script does not show.

use super::play::{ScriptResult, play};
use super::script::Script;
use croupier_rules::{Card, CardSet, Cents, Registry};
use croupier_table::journal;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many scripts are mutated in every run of the tests.
const SAMPLE: usize = 40;
/// By which numbers they and the changes are drawn.
const SEED: u64 = 17;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MutantKind {
    Setting,
    Card,
    Amount,
    Clause,
}

impl MutantKind {
    const ALL: [Self; 4] = [Self::Setting, Self::Card, Self::Amount, Self::Clause];

    const fn name(self) -> &'static str {
        match self {
            Self::Setting => "dealer's setting",
            Self::Card => "card",
            Self::Amount => "amount",
            Self::Clause => "clause",
        }
    }
}

/// A script with one line changed.
struct Mutant {
    kind: MutantKind,
    /// The line, from one.
    line: usize,
    old: String,
    new: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The mutant fails, as it must.
    Killed,
    /// The same floor report: nothing to be told apart.
    Equivalent,
    Survived,
}

/// Numbers that are the same in every run, drawn by SplitMix64.
struct Draw(u64);

impl Draw {
    /// The numbers of one script, whichever others are mutated beside it.
    fn of(seed: u64, name: &str) -> Self {
        Self(name.bytes().fold(seed, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let place = self.next().checked_rem(from.len() as u64)?;
        from.get(place as usize)
    }
}

/// The words of a line, without a comma or bracket at their end, and where they stand.
fn words_of(line: &str) -> Vec<(Range<usize>, &str)> {
    let mut from = 0;
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        let start = from + line[from..].find(word).unwrap_or(0);
        from = start + word.len();
        let bare = word.trim_end_matches([',', ')', ';', ':']);
        words.push((start..start + bare.len(), bare));
    }
    words
}

fn cards_of(line: &str) -> Vec<(Range<usize>, Card)> {
    words_of(line).into_iter().filter_map(|(at, word)| Some((at, word.parse().ok()?))).collect()
}

fn replaced(line: &str, at: &Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &line[..at.start], &line[at.end..])
}

/// Two cards exchanged between two of the dealer's hands.
fn exchange(line: &str, draw: &mut Draw) -> Option<String> {
    let cards = cards_of(line);
    let hand = |at: &Range<usize>| line[..at.start].matches('|').count();
    let pairs: Vec<_> = cards
        .iter()
        .flat_map(|one| cards.iter().map(move |other| (one, other)))
        .filter(|((one, _), (other, _))| hand(one) < hand(other))
        .collect();
    let ((one_at, one), (other_at, other)) = draw.choose(&pairs)?;
    // The later one first, so that the place of the earlier one holds.
    let line = replaced(line, other_at, &one.to_string());
    Some(replaced(&line, one_at, &other.to_string()))
}

/// Five dollars more; below five dollars, twice as much.
fn other_amount(word: &str) -> Option<(usize, String)> {
    let sign = word.find('$')?;
    let amount: Cents = word[sign..].parse().ok()?;
    let other = if amount.0 < 500 { amount.0 * 2 } else { amount.0 + 500 };
    Some((sign, Cents(if amount.0 == 0 { 100 } else { other }).to_string()))
}

/// Where a clause stands at the end of an expected line.
fn clause_of(line: &str) -> Option<(Range<usize>, &str)> {
    let at = ["  § ", "  MA "].iter().filter_map(|sign| line.rfind(sign)).max()? + 2;
    let clause = line[at..].trim_end();
    Some((at..at + clause.len(), clause))
}

/// All clauses that scripts expect, for those of the same text to take each other's place.
fn clauses_in(texts: &[(PathBuf, String)]) -> Vec<String> {
    let expected = texts.iter().flat_map(|(_, text)| text.lines().filter(|line| line.starts_with([' ', '\t'])));
    let mut clauses: Vec<String> =
        expected.filter_map(|line| clause_of(line).map(|(_, clause)| clause.to_owned())).collect();
    clauses.sort();
    clauses.dedup();
    clauses
}

/// All mutants of a script.
fn mutants(text: &str, clauses: &[String], draw: &mut Draw) -> Vec<Mutant> {
    let script = Script::read(text);
    let lines: Vec<&str> = text.lines().collect();
    let named: CardSet = script
        .entries
        .iter()
        .flat_map(|entry| lines_of(entry, &lines))
        .flat_map(|(_, line, _)| cards_of(line))
        .map(|(_, card)| card)
        .collect();
    let unnamed: Vec<Card> = CardSet::FIFTY_TWO.difference(named).iter().collect();
    let mut mutants = Vec::new();
    for (number, line, expected) in script.entries.iter().flat_map(|entry| lines_of(entry, &lines)) {
        let mut push = |kind, new: String| mutants.push(Mutant { kind, line: number, old: line.to_owned(), new });
        if line.contains('|') && line.contains("dealer") {
            exchange(line, draw).into_iter().for_each(|new| push(MutantKind::Setting, new));
        }
        for (at, _) in cards_of(line) {
            let card = draw.choose(&unnamed);
            card.into_iter().for_each(|card| push(MutantKind::Card, replaced(line, &at, &card.to_string())));
        }
        for (at, word) in words_of(line) {
            if let Some((sign, other)) = other_amount(word) {
                push(MutantKind::Amount, replaced(line, &(at.start + sign..at.end), &other));
            }
        }
        if let Some((at, clause)) = clause_of(line).filter(|_| expected) {
            let chapter = clause.find('.').map_or("MA ", |dot| &clause[..=dot]);
            let same_text = |other: &&String| *other != clause && other.starts_with(chapter);
            let others: Vec<&String> = clauses.iter().filter(same_text).collect();
            draw.choose(&others).into_iter().for_each(|other| push(MutantKind::Clause, replaced(line, &at, other)));
        }
    }
    mutants
}

/// The lines of an entry that can be changed: number, line, and whether it is an expectation.
fn lines_of<'a>(entry: &super::script::ScriptStep, lines: &[&'a str]) -> Vec<(usize, &'a str, bool)> {
    // A submission's values and the reason of a pause are not what the script shows.
    let about_the_table = ["text", "submission", "with", "pause"].iter().any(|word| entry.action.starts_with(word));
    let own = (!about_the_table).then_some((entry.line, false));
    let below = entry.below.iter().map(|(line, _)| (*line, !entry.has_data_below()));
    own.into_iter().chain(below).map(|(number, expected)| (number, lines[number - 1], expected)).collect()
}

fn holds(result: &ScriptResult) -> bool {
    result.faults.is_empty() && result.differences.is_empty()
}

/// Everything that a floor report tells of a journal, whether a script shows it or not.
fn floor_report(registry: &Registry, journal: &str) -> Vec<String> {
    let (header, lines) = journal::read_by(registry, journal.as_bytes()).expect("a journal");
    let house = header.house_by(registry).expect("a table");
    let events = lines.flat_map(|entry| entry.and_then(|entry| entry.events()).expect("events"));
    let told = events.map(|event| house.report(&event)).filter(|line| line.telling);
    told.map(|line| format!("{}  {:?}", line.text, line.clause)).collect()
}

/// What became of all mutants of a script.
fn judge(registry: &Registry, path: &Path, text: &str, clauses: &[String], seed: u64) -> Vec<(Mutant, Verdict)> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let played = play(registry, &Script::read(text), folder);
    assert!(holds(&played), "{} does not hold: {:?} {:?}", path.display(), played.faults, played.differences);
    let lines: Vec<&str> = text.lines().collect();
    let verdict = |mutant: &Mutant| {
        let mut changed = lines.clone();
        changed[mutant.line - 1] = &mutant.new;
        let again = play(registry, &Script::read(&changed.join("\n")), folder);
        if !holds(&again) {
            Verdict::Killed
        } else if floor_report(registry, &again.journal) == floor_report(registry, &played.journal) {
            Verdict::Equivalent
        } else {
            Verdict::Survived
        }
    };
    let mutants = mutants(text, clauses, &mut Draw::of(seed, &name));
    mutants.into_iter().map(|mutant| (verdict(&mutant), mutant)).map(|(verdict, mutant)| (mutant, verdict)).collect()
}

/// All scripts below `rounds`, in the order of their names.
fn scripts() -> Vec<(PathBuf, String)> {
    let rounds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rounds");
    let read = |folder: &Path| std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut paths: Vec<PathBuf> = read(&rounds).flat_map(|folder| read(&folder).collect::<Vec<_>>()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a script"))).collect()
}

fn variable<T: std::str::FromStr>(name: &str) -> Option<T> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a number (got `{value}`)")))
}

/// A row for each kind of change: how many mutants there are, and what became of them.
fn table(judged: &[(Mutant, Verdict)]) -> String {
    let mut table =
        format!("{:<18}{:>9}{:>9}{:>12}{:>11}\n", "changed", "mutants", "killed", "equivalent", "survivors");
    let mut row = |name: &str, of: &dyn Fn(MutantKind) -> bool| {
        let count = |verdict: Option<Verdict>| {
            judged
                .iter()
                .filter(|(mutant, was)| of(mutant.kind) && verdict.is_none_or(|verdict| *was == verdict))
                .count()
        };
        let [killed, equivalent, survived] =
            [Verdict::Killed, Verdict::Equivalent, Verdict::Survived].map(|verdict| count(Some(verdict)));
        let _ = writeln!(table, "{name:<18}{:>9}{killed:>9}{equivalent:>12}{survived:>11}", count(None));
    };
    for kind in MutantKind::ALL {
        row(kind.name(), &|of| of == kind);
    }
    row("all", &|_| true);
    table
}

/// The scripts to mutate: those that `MUTATE_ONLY` names, a part of a name on each line; or else so many as
/// `MUTATE_ROUNDS` says, 0 for all.
fn drawn(all: &[(PathBuf, String)], seed: u64) -> Vec<&(PathBuf, String)> {
    if let Ok(only) = std::env::var("MUTATE_ONLY") {
        let named = |path: &Path| only.lines().any(|part| path.to_string_lossy().contains(part));
        return all.iter().filter(|(path, _)| named(path)).collect();
    }
    let full = std::env::var_os("CROUPIER_FULL").is_some_and(|value| value == "1");
    let sample = variable("MUTATE_ROUNDS").unwrap_or(if full { 0 } else { SAMPLE });
    let mut drawn: Vec<_> = all.iter().collect();
    if sample > 0 {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        drawn.sort_by_cached_key(|(path, _)| Draw::of(seed, &name(path)).next());
        drawn.truncate(sample);
    }
    drawn
}

#[test]
fn mutants_of_round_scripts_fail() {
    let all = scripts();
    let seed = variable("MUTATE_SEED").unwrap_or(SEED);
    let clauses = clauses_in(&all);
    let drawn = drawn(&all, seed);
    let (registry, done) = (Registry::standard(), AtomicUsize::new(0));
    let judged: Vec<(String, Vec<(Mutant, Verdict)>)> = drawn
        .par_iter()
        .map(|(path, text)| {
            let judged = judge(registry, path, text, &clauses, seed);
            let so_far = done.fetch_add(1, Ordering::Relaxed) + 1;
            if so_far % 100 == 0 {
                println!("{so_far} of {} scripts", drawn.len());
            }
            let name = path.components().rev().take(2).map(|part| part.as_os_str().to_string_lossy().into_owned());
            let name: Vec<String> = name.collect();
            (name.into_iter().rev().collect::<Vec<_>>().join("/"), judged)
        })
        .collect();
    let mut survivors = String::new();
    for (name, judged) in &judged {
        for (mutant, _) in judged.iter().filter(|(_, verdict)| *verdict == Verdict::Survived) {
            let Mutant { kind, line, old, new } = mutant;
            let _ =
                writeln!(survivors, "rounds/{name}:{line}: {}\n  - {}\n  + {}", kind.name(), old.trim(), new.trim());
        }
    }
    let scripts = judged.len();
    let judged: Vec<_> = judged.into_iter().flat_map(|(_, judged)| judged).collect();
    println!("{scripts} scripts\n\n{}", table(&judged));
    assert!(
        survivors.is_empty(),
        "these changed scripts still hold, although the floor report is another: show what changed\n{survivors}"
    );
    assert!(judged.iter().any(|(_, verdict)| *verdict == Verdict::Killed), "no mutant was made");
}

#[test]
fn a_change_is_made_in_its_place() {
    let mut draw = Draw(SEED);
    let exchanged = exchange("  dealer sets Kc | Td, rule 1  § 670a.11(d)(1)", &mut draw);
    assert_eq!(exchanged.as_deref(), Some("  dealer sets Td | Kc, rule 1  § 670a.11(d)(1)"));
    let amounts = ["$25,", "+$299", "-$1.50", "$0", "25"].map(|word| other_amount(word.trim_end_matches(',')));
    let expected = [Some((0, "$30")), Some((1, "$304")), Some((1, "$3")), Some((0, "$1")), None];
    assert_eq!(amounts, expected.map(|found| found.map(|(at, amount)| (at, amount.to_owned()))));
    let texts = mutants(
        "# § 670a.11(d)\ntext pa-670a\nseat 3  main $25\nsettle\n  seat 3  main  loses $25  § 670a.11(f)(1)(i)\n",
        &["§ 670a.11(f)(1)(i)".to_owned(), "§ 670a.11(f)(1)(ii)".to_owned(), "MA 12(c)".to_owned()],
        &mut draw,
    );
    let changed: Vec<_> = texts.iter().map(|mutant| (mutant.kind, mutant.line, mutant.new.as_str())).collect();
    let expected = [
        (MutantKind::Amount, 3, "seat 3  main $30"),
        (MutantKind::Amount, 5, "  seat 3  main  loses $30  § 670a.11(f)(1)(i)"),
        (MutantKind::Clause, 5, "  seat 3  main  loses $25  § 670a.11(f)(1)(ii)"),
    ];
    assert_eq!(changed, expected);
}

/// A script that plays a round to its end without a look at the money does not notice another amount, one that settles
/// it does, and an amount that nothing depends on is nobody's fault.
#[test]
fn a_script_that_shows_too_little_is_found() {
    let of_amounts = |end: &str| {
        let text = format!("# § 670a.11(f)\ntext pa-670a\nseat 3  main $25\n{end}");
        let script = Script::read(&text);
        let played = play(Registry::standard(), &script, Path::new("."));
        let text = script.updated(&played.outcomes);
        let judged = judge(Registry::standard(), Path::new("one.round"), &text, &[], SEED);
        let input = judged.into_iter().find(|(mutant, _)| mutant.line == 3).map(|(_, verdict)| verdict);
        input.expect("a mutant of the stake")
    };
    assert_eq!(of_amounts("to the end\n"), Verdict::Survived);
    assert_eq!(of_amounts("settle\n"), Verdict::Killed);
    assert_eq!(of_amounts("no more bets\nasks\n"), Verdict::Equivalent);
}
