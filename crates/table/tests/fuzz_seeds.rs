//! The seeds of the fuzz target `journal`, replayed in every run, and journals forged at random: nothing may panic.
//!
//! The seeds are journals of one round of each game and mode. When the format, a template or a procedure changes they
//! are written anew with `UPDATE=1 cargo test -p croupier-table --test fuzz_seeds`.

#![allow(clippy::disallowed_methods, reason = "a table touches no files, but the seeds of its tests are files")]

mod simulated;

use croupier_rules::{Regulation, submission};
use croupier_table::journal::{Journal, audit, restore, seal, verify};
use croupier_table::{Audience, DealMode};
use simulated::{Generator, Simulated, rechained};
use std::fs;
use std::path::{Path, PathBuf};

fn seed_file(text: Regulation, mode: DealMode) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/journal");
    folder.join(format!("{text}-{mode:?}").to_lowercase())
}

/// The template without its comments, so that the seeds stay small.
fn bare(text: Regulation) -> String {
    let template = submission::template(text);
    template.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn the_seeds_of_the_target_journal_verify() {
    for text in Regulation::ALL {
        for mode in [DealMode::Sealed, DealMode::Observed] {
            let file = seed_file(text, mode);
            if std::env::var_os("UPDATE").is_some() {
                let mut simulated = Simulated::open(&bare(text), mode, 3);
                simulated.play(1);
                fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                fs::write(&file, &simulated.lines).expect("a seed is written");
            }
            let seed = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let report = verify(&seed);
            assert_eq!(report.fault, None, "{}: write the seeds anew with UPDATE=1", file.display());
            assert_eq!(report.rounds, 1, "{}", file.display());
        }
    }
}

/// Pieces of the events' own JSON put in each other's place, numbers at their limits, events left out and repeated: the
/// chain is made good again, and folding in whatever is still an event must not panic.
#[test]
fn forged_events_are_folded_in_without_panic() {
    let mut generator = Generator(657);
    for text in Regulation::ALL {
        let mode = if generator.below(2) == 0 { DealMode::Sealed } else { DealMode::Observed };
        let mut simulated = Simulated::open(&bare(text), mode, 5);
        simulated.play(2);
        let good: Vec<String> = simulated.lines.lines().map(str::to_owned).collect();
        for _ in 0..60 {
            let mut bad = good.clone();
            for _ in 0..=generator.below(8) {
                forge(&mut bad, &mut generator);
            }
            let bad = rechained(&bad);
            let restored = restore(bad.as_bytes());
            if let Some(table) = &restored.table {
                assert_eq!(table.state().ledger.total(), 0, "{text}");
                let _ = table.prompts();
            }
            let _ = audit(bad.as_bytes());
        }
    }
}

/// An excerpt brings a whole state from outside: with numbers of it at their limits the lines that follow must be
/// refused or folded in, and whatever table comes of it looked at, without panic.
#[test]
fn forged_states_are_played_on_without_panic() {
    let mut generator = Generator(670);
    for text in Regulation::ALL {
        for mode in [DealMode::Sealed, DealMode::Observed] {
            let mut simulated = Simulated::open(&bare(text), mode, 7);
            simulated.play(2);
            let whole: Vec<&str> = simulated.lines.split_inclusive('\n').collect();
            for after in (30..whole.len()).step_by(11) {
                let report = restore(whole[..=after].concat().as_bytes());
                let (header, table) = (report.header.expect("a header"), report.table.expect("a table"));
                let journal = Journal::resume(after as u64, report.head);
                let (_, first) = Journal::begin(&header.excerpt(&journal, table.state().clone()));
                let state = first.find("\"state\":").expect("a state");
                for _ in 0..6 {
                    let forged = numbers(&first[state..], 60, &mut generator);
                    let mut line = format!("{}{}", &first[..state], forged.trim_end());
                    line.truncate(line.rfind(",\"hash\"").expect("a hash"));
                    line.push('}');
                    seal(&mut line);
                    let forged = line + &whole[after + 1..].concat();
                    for report in [restore(forged.as_bytes()), audit(forged.as_bytes())] {
                        if let Some(table) = report.table {
                            let _ = (table.prompts(), table.view(Audience::Auditor), table.openings(Audience::Public));
                        }
                    }
                }
            }
        }
    }
}

/// Changes the events of one line.
fn forge(lines: &mut [String], generator: &mut Generator) {
    let place = 1 + generator.below(lines.len() as u64 - 1) as usize;
    let other = 1 + generator.below(lines.len() as u64 - 1) as usize;
    let events = |line: &str| {
        let (from, upto) = (line.find("\"events\":[").expect("events") + 10, line.rfind("],\"hash\"").expect("a hash"));
        (from, upto)
    };
    let (from, upto) = events(&lines[place]);
    let own = lines[place][from..upto].to_owned();
    let (other_from, other_upto) = events(&lines[other]);
    let theirs = lines[other][other_from..other_upto].to_owned();
    let forged = match generator.below(5) {
        0 => theirs,
        1 => vec![own; 2 + generator.below(40) as usize].join(","),
        2 => format!("{own},{theirs}"),
        3 => String::new(),
        _ => numbers(&own, 3, generator),
    };
    lines[place].replace_range(from..upto, forged.trim_matches(','));
}

/// The same text with one in so many of its numbers at a limit.
fn numbers(text: &str, one_in: u64, generator: &mut Generator) -> String {
    let limits = ["0", "1", "6", "255", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "-1"];
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[at..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| at + end);
        let plain = rest[..at].ends_with(':') && generator.below(one_in) == 0;
        out += &rest[..at];
        out += if plain { limits[generator.below(limits.len() as u64) as usize] } else { &rest[at..end] };
        rest = &rest[end..];
    }
    out + rest
}
