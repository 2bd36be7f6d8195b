//! `croupier rng`: the output of the house's random number generator, for test batteries, and its own statistical
//! tests.

use crate::cli::{DrawKind, Format, OutcomesArgs, RngCommand, RngTestArgs};
use crate::colour::{Palette, colour};
use crate::output::write_json;
use crate::progress_bar::TerminalProgress;
use crate::{CommandResult, Failure};
use anyhow::{Context as _, ensure};
use croupier_house::rng::HouseRng;
use croupier_house::rng_tests::{FEWEST_ROUNDS, MOST_ROUNDS, RngTestReport, SIGNIFICANCE, examine};
use croupier_odds::Progress as _;
use croupier_rules::submission::Frequency;
use croupier_rules::{CardSet, thousands};
use croupier_table::commitment::Digest;
use serde_json::json;
use std::io::{BufWriter, Write};

pub(super) fn run(call: &RngCommand) -> CommandResult {
    match call {
        RngCommand::Raw { bytes } => raw(*bytes),
        RngCommand::Outcomes(call) => outcomes(call),
        RngCommand::Test(call) => test(call),
    }
}

fn raw(mut bytes: u64) -> CommandResult {
    let chance = HouseRng::new().map_err(anyhow::Error::from)?;
    let mut out = std::io::stdout().lock();
    let mut page = vec![0; 1 << 18];
    while bytes > 0 {
        let part = usize::try_from(bytes).unwrap_or(usize::MAX).min(page.len());
        chance.bytes(&mut page[..part]);
        out.write_all(&page[..part])?;
        bytes -= part as u64;
    }
    Ok(out.flush()?)
}

fn outcomes(call: &OutcomesArgs) -> CommandResult {
    let chance = HouseRng::new().map_err(anyhow::Error::from)?;
    let often = frequency(&call.often)?;
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    for _ in 0..call.count {
        match call.what {
            DrawKind::Shuffle52 => writeln!(out, "{}", chance.shuffle(CardSet::FIFTY_TWO))?,
            DrawKind::Shuffle53 => writeln!(out, "{}", chance.shuffle(CardSet::FIFTY_THREE))?,
            DrawKind::Start => writeln!(out, "{}", chance.number())?,
            DrawKind::Dice => {
                let [one, two, three] = chance.dice();
                writeln!(out, "{one} {two} {three}")?;
            }
            DrawKind::Magic => drawn(&mut out, chance.magic(often))?,
            DrawKind::Lucky => drawn(&mut out, chance.lucky(often).map(croupier_rules::Position::number))?,
        }
    }
    Ok(out.flush()?)
}

fn drawn(out: &mut impl Write, outcome: Option<impl std::fmt::Display>) -> std::io::Result<()> {
    match outcome {
        Some(outcome) => writeln!(out, "{outcome}"),
        None => writeln!(out, "-"),
    }
}

fn frequency(written: &str) -> anyhow::Result<Frequency> {
    let numbers = written.split_once(" in ").and_then(|(times, rounds)| {
        Some(Frequency { times: times.trim().parse().ok()?, rounds: rounds.trim().parse().ok()? })
    });
    let right = |often: &Frequency| often.rounds > 0 && often.times <= often.rounds;
    numbers.filter(right).with_context(|| format!("`{written}` is not a frequency: write for example \"1 in 20\""))
}

/// The thirty-two bytes of a seed of up to sixty-four hexadecimal digits.
fn seed(digits: &str) -> anyhow::Result<[u8; 32]> {
    let whole = format!("{:0>64}", digits.to_ascii_lowercase());
    let seed = Digest::read(whole.as_bytes()).filter(|_| !digits.is_empty());
    let Digest(bytes) = seed.with_context(|| format!("`{digits}` is not a seed: write 1 to 64 hexadecimal digits"))?;
    Ok(bytes)
}

/// What the call says to examine.
fn source(call: &RngTestArgs) -> anyhow::Result<HouseRng> {
    let (fewest, most, asked) = (thousands(FEWEST_ROUNDS), thousands(MOST_ROUNDS), thousands(call.rounds));
    ensure!(
        (FEWEST_ROUNDS..=MOST_ROUNDS).contains(&call.rounds),
        "the number of rounds must be {fewest} to {most} (got {asked})"
    );
    match &call.seed {
        Some(digits) => Ok(HouseRng::repeatable(seed(digits)?)),
        None => Ok(HouseRng::new()?),
    }
}

fn test(call: &RngTestArgs) -> CommandResult {
    let chance = source(call)?;
    let bar = TerminalProgress::default();
    bar.begin("examining", call.rounds);
    let examination = examine(&mut &chance, call.rounds, |rounds| bar.advance(rounds));
    bar.end();
    let out = std::io::stdout().lock();
    match call.format {
        Format::Json => as_json(out, &examination)?,
        Format::Text => as_table(out, &examination)?,
    }
    if examination.passed() { Ok(()) } else { Err(Failure::BadContent) }
}

fn as_json(out: impl Write, examination: &RngTestReport) -> std::io::Result<()> {
    let tests: Vec<_> = examination
        .findings
        .iter()
        .map(|finding| {
            json!({
                "test": finding.test,
                "of": finding.of,
                "statistic": finding.statistic,
                "degrees_of_freedom": finding.freedom,
                "p": finding.p,
                "passed": examination.holds(finding),
            })
        })
        .collect();
    let answer = json!({
        "rounds": examination.rounds,
        "confidence": 1.0 - SIGNIFICANCE,
        "correction": "Bonferroni",
        "threshold": examination.threshold,
        "passed": examination.passed(),
        "tests": tests,
    });
    write_json(out, &answer)
}

fn as_table(mut out: impl Write, examination: &RngTestReport) -> std::io::Result<()> {
    let brush = Palette(colour());
    let heading = format!("   {:<22}{:<36}{:>12}{:>9}{:>10}", "test", "of", "statistic", "freedom", "p");
    writeln!(out, "{}", brush.bold(heading.trim_end()))?;
    for finding in &examination.findings {
        let freedom = finding.freedom.map(|freedom| freedom.to_string()).unwrap_or_default();
        let figures = format!("{:>12.4}{freedom:>9}{:>10.6}", finding.statistic, finding.p);
        let (mark, figures) = if examination.holds(finding) {
            (brush.green("✓"), brush.plain(figures))
        } else {
            (brush.yellow("✗"), brush.bold(figures))
        };
        writeln!(out, " {mark} {:<22}{:<36}{figures}", finding.test, finding.of)?;
    }
    let failed = examination.findings.iter().filter(|finding| !examination.holds(finding)).count();
    let tests = examination.findings.len();
    writeln!(
        out,
        "\n{} rounds, {tests} tests, 99 % confidence for all together: a test fails below p = 0.01/{tests} = {:.2e} \
            (Bonferroni).",
        thousands(examination.rounds),
        examination.threshold
    )?;
    match failed {
        0 => writeln!(out, "{}", brush.green("All tests pass.")),
        1 => writeln!(out, "{}", brush.yellow("1 test fails.")),
        _ => writeln!(out, "{}", brush.yellow(format!("{failed} tests fail."))),
    }
}
