//! `croupier clauses`: the clauses of the texts with the code and tests that honour them.

use crate::CommandResult;
use crate::cli::{ClausesArgs, Format};
use crate::colour::{Palette, colour};
use crate::output::write_json;
use croupier_rules::law::{ClauseRow, Coverage, Law, names, readings};
use croupier_rules::{LegalText, Registry, Regulation};
use serde_json::json;
use std::io::{BufWriter, Write};

/// A place in the source tree that cites a clause.
struct Citation {
    citation: &'static str,
    test: bool,
    /// Whether a command is refused under it there.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the tests of the labels ask"))]
    refusal: bool,
    place: &'static str,
}

/// Every citation in the source tree, gathered by the build.
static CITATIONS: &[Citation] = include!(concat!(env!("OUT_DIR"), "/citations.rs"));

pub(super) fn run(registry: &Registry, call: &ClausesArgs) -> CommandResult {
    if call.irregularities {
        return super::irregularities::run(registry, call);
    }
    if call.revisions {
        return super::revisions::run(call);
    }
    let rows = select(registry, call)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match call.format {
        Format::Json => {
            let list: Vec<_> = rows.iter().map(|(law, row)| as_json(law.text, row)).collect();
            write_json(&mut out, &list)?;
        }
        Format::Text if rows.len() == 1 => one(&mut out, rows[0])?,
        Format::Text => matrix(&mut out, &rows)?,
    }
    out.flush()?;
    Ok(())
}

/// The rows asked for. A clause may be written with `§` or `MA` or as the clause list has it.
fn select(registry: &Registry, call: &ClausesArgs) -> anyhow::Result<Vec<(&'static Law, &'static ClauseRow)>> {
    let laws = registry.texts().iter().map(|text| text.law());
    let all = laws
        .filter(|law| call.text.is_none_or(|text| law.text == text.text()))
        .flat_map(|law| law.clauses.iter().map(move |row| (law, row)));
    let Some(wanted) = &call.clause else { return Ok(all.collect()) };
    let plain = wanted.trim().trim_start_matches('§').trim();
    // A text that is cited by letters may be named by them: `MA 12(g)(1)`.
    let lettered = registry.texts().iter().filter(|text| !text.numbers_its_chapter());
    let named = lettered.copied().find_map(|text| Some((text.cited(plain)?, Some(text))));
    let (plain, text) = named.unwrap_or((plain, call.text));
    // With a text named, its chapter may be left out: `--text pa-659a "11(f)"`.
    let chapter = text.filter(|text| text.numbers_its_chapter()).map_or("", Regulation::citation_prefix);
    let id =
        if plain.starts_with(chapter.trim_end_matches('.')) { plain.to_owned() } else { format!("{chapter}{plain}") };
    let id = id.as_str();
    let rows: Vec<_> = all
        .filter(|(law, row)| text.is_none_or(|text| law.text == text.text()) && !id.is_empty() && names(id, &row.id))
        .collect();
    // The clause itself, where it exists, and not also what stands below it.
    if let Some(&exact) = rows.iter().find(|(_, row)| row.id == id) {
        return Ok(vec![exact]);
    }
    if rows.is_empty() {
        anyhow::bail!("unknown clause `{wanted}`{}", call.text.map_or(String::new(), |text| format!(" in {text}")));
    }
    Ok(rows)
}

/// The places that cite this clause or something below it.
fn places(text: LegalText, id: &str, test: bool) -> Vec<&'static str> {
    let clause = text.cite(id);
    let mut places: Vec<_> = CITATIONS
        .iter()
        .filter(|cited| cited.test == test && (names(&clause, cited.citation) || names(cited_term(cited), &clause)))
        .map(|cited| cited.place)
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// A definition cited without the paragraph the list splits it into stands for each of its parts.
fn cited_term(cited: &Citation) -> &'static str {
    if cited.citation.ends_with('"') { cited.citation } else { "\0" }
}

fn concerning(text: LegalText, id: &str) -> Vec<String> {
    let clause = text.cite(id);
    let concerns = |cited: &String| names(cited, &clause);
    readings()
        .iter()
        .filter(|reading| reading.clauses.iter().any(concerns))
        .map(|reading| reading.id.to_string())
        .collect()
}

fn as_json(text: LegalText, row: &ClauseRow) -> serde_json::Value {
    json!({
        "text": text.id(),
        "clause": row.id,
        "summary": row.summary,
        "honoured": row.honoured.word(),
        "code": places(text, &row.id, false),
        "tests": places(text, &row.id, true),
        "readings": concerning(text, &row.id),
    })
}

fn one(out: &mut impl Write, (law, row): (&Law, &ClauseRow)) -> std::io::Result<()> {
    let brush = Palette(colour());
    let sign = if law.text.numbers_its_chapter() { "§ " } else { "" };
    writeln!(out, "{}  {}", brush.cyan(format!("{sign}{}", law.text.cite(&row.id))), brush.dim(&law.title))?;
    writeln!(out, "  {}", row.summary)?;
    write!(out, "  honoured: {}", paint(brush, row.honoured, row.honoured.word()))?;
    match row.planned_as {
        Some(later) => writeln!(out, " (will be {})", later.word())?,
        None => writeln!(out)?,
    }
    for (title, places) in [("code", places(law.text, &row.id, false)), ("tests", places(law.text, &row.id, true))] {
        if !places.is_empty() {
            writeln!(out, "  {title}:")?;
        }
        for place in places {
            writeln!(out, "    {place}")?;
        }
    }
    let concerned = concerning(law.text, &row.id);
    for reading in readings().iter().filter(|reading| concerned.contains(&reading.id.to_string())) {
        writeln!(out, "  {} {}", brush.bold(reading.id), reading.doubt)?;
        writeln!(out, "    reading:     {}", reading.reading)?;
        if let Some(alternative) = &reading.alternative {
            writeln!(out, "    alternative: {alternative}")?;
        }
    }
    Ok(())
}

fn matrix(out: &mut impl Write, rows: &[(&Law, &ClauseRow)]) -> std::io::Result<()> {
    let brush = Palette(colour());
    let width = rows.iter().map(|(law, row)| law.text.cite(&row.id).chars().count()).max().unwrap_or(0).min(44);
    for (law, row) in rows {
        let tests = places(law.text, &row.id, true).len();
        writeln!(
            out,
            "{}  {}  {}  {}",
            brush.cyan(format!("{:<width$}", law.text.cite(&row.id))),
            paint(brush, row.honoured, format!("{:<10}", row.honoured.word())),
            brush.dim(format!("{tests:>3} {}", if tests == 1 { "test " } else { "tests" })),
            row.summary
        )?;
    }
    writeln!(out)?;
    // The rows of one text stand together.
    let mut counts: Vec<(LegalText, [usize; 6])> = Vec::new();
    for (law, row) in rows {
        if counts.last().is_none_or(|(text, _)| *text != law.text) {
            counts.push((law.text, [0; 6]));
        }
        if let Some((_, by)) = counts.last_mut() {
            by[row.honoured as usize] += 1;
        }
    }
    write!(out, "{}", brush.bold(format!("{:<10}{:>8}", "text", "clauses")))?;
    for honoured in Coverage::ALL {
        write!(out, "{}", brush.bold(format!("{:>12}", honoured.word())))?;
    }
    writeln!(out)?;
    let mut total = [0; 6];
    for (text, by) in &counts {
        count_line(out, text.id(), by)?;
        total.iter_mut().zip(by).for_each(|(total, count)| *total += count);
    }
    if counts.len() > 1 { count_line(out, "together", &total) } else { Ok(()) }
}

fn count_line(out: &mut impl Write, name: &str, by: &[usize; 6]) -> std::io::Result<()> {
    write!(out, "{name:<10}{:>8}", by.iter().sum::<usize>())?;
    for count in by {
        write!(out, "{count:>12}")?;
    }
    writeln!(out)
}

fn paint<T>(brush: Palette, honoured: Coverage, what: T) -> crate::colour::Coloured<T> {
    match honoured {
        Coverage::Planned => brush.yellow(what),
        Coverage::Furniture | Coverage::Definition => brush.dim(what),
        Coverage::Enforced | Coverage::Recorded | Coverage::Data => brush.green(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::ReadingId;
    use croupier_rules::law::{laws, resolves};

    /// A number no reading has, which tests write to see it refused.
    const NO_READING: [&str; 1] = ["R-99"];

    #[test]
    fn every_citation_in_code_data_and_tests_resolves() {
        let lost: Vec<_> = CITATIONS
            .iter()
            .filter(|cited| !resolves(cited.citation) && !NO_READING.contains(&cited.citation))
            .filter(|cited| !readings().iter().any(|reading| reading.id.to_string() == cited.citation))
            .map(|cited| format!("{} in {}", cited.citation, cited.place))
            .collect();
        assert!(lost.is_empty(), "citations of clauses that do not exist: {lost:#?}");
        assert!(CITATIONS.len() > 1000, "the build gathered {} citations", CITATIONS.len());
    }

    #[test]
    fn every_reading_that_can_be_switched_has_a_test_that_names_it() {
        for reading in readings().iter().filter(|reading| reading.switch) {
            let id = reading.id.to_string();
            assert!(CITATIONS.iter().any(|cited| cited.test && cited.citation == id), "{id}");
            assert!(ReadingId::SWITCHES.contains(&reading.id) && reading.alternative.is_some(), "{id}");
        }
        assert_eq!(readings().iter().filter(|reading| reading.switch).count(), ReadingId::SWITCHES.len());
        let numbers: Vec<_> = readings().iter().map(|reading| reading.id.0).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    }

    #[test]
    fn every_citation_of_a_reading_resolves() {
        let lost: Vec<_> =
            readings().iter().flat_map(|reading| &reading.clauses).filter(|cited| !resolves(cited)).collect();
        assert!(lost.is_empty(), "{lost:?}");
    }

    #[test]
    fn every_clause_that_is_not_furniture_or_planned_is_named_by_code_and_by_a_test() {
        let mut untested = Vec::new();
        for law in laws() {
            for row in &law.clauses {
                let excused = matches!(row.honoured, Coverage::Furniture | Coverage::Planned);
                if !excused && [true, false].iter().any(|&test| places(law.text, &row.id, test).is_empty()) {
                    untested.push(law.text.cite(&row.id));
                }
            }
        }
        assert!(untested.is_empty(), "{} clauses lack code or a test that names them: {untested:#?}", untested.len());
    }

    /// What the table refuses, its label may not leave to the journal or to the opening checklist.
    #[test]
    fn a_clause_under_which_a_command_is_refused_is_labelled_enforced_or_data() {
        let mut wrong = Vec::new();
        for (law, row) in laws().iter().flat_map(|law| law.clauses.iter().map(move |row| (law, row))) {
            let clause = law.text.cite(&row.id);
            let refused = CITATIONS.iter().find(|cited| cited.refusal && cited.citation == clause);
            if let Some(refused) = refused.filter(|_| !matches!(row.honoured, Coverage::Enforced | Coverage::Data)) {
                wrong.push(format!("{clause} is labelled {} and refused in {}", row.honoured.word(), refused.place));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(CITATIONS.iter().filter(|cited| cited.refusal).count() > 200, "the build gathers refusals");
    }

    #[test]
    fn the_law_has_a_row_for_each_of_the_828_clauses_and_none_twice() {
        let counts = Regulation::ALL.map(|text| text.law().clauses.len());
        assert_eq!(counts, [181, 126, 143, 194, 184]);
        for text in Regulation::ALL {
            let mut ids: Vec<_> = text.law().clauses.iter().map(|row| &row.id).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), text.law().clauses.len(), "{text}");
        }
    }

    #[test]
    fn a_planned_clause_says_how_it_will_be_honoured_and_no_other_does() {
        for row in laws().iter().flat_map(|law| &law.clauses) {
            assert_eq!(row.honoured == Coverage::Planned, row.planned_as.is_some(), "{}", row.id);
            assert!(!row.summary.is_empty() && row.summary.chars().count() <= 140, "{}: {}", row.id, row.summary);
        }
    }
}
