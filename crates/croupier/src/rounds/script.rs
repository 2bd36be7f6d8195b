//! Parses a script into actions and expectations, and writes it back with new expectations.

use std::fmt::Write as _;

/// One thing a script does, and what must come of it.
#[derive(Clone, Debug)]
pub(crate) struct ScriptStep {
    /// Its line in the file, from one.
    pub(crate) line: usize,
    /// What is done, words separated by single spaces.
    pub(crate) action: String,
    /// Lines that belong to it: more cards, or what is expected.
    pub(crate) below: Vec<(usize, String)>,
}

impl ScriptStep {
    /// Whether the lines below it are cards and not expectations.
    pub(crate) fn has_data_below(&self) -> bool {
        self.action.starts_with("cards")
    }
}

/// A script.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    lines: Vec<String>,
    pub(crate) entries: Vec<ScriptStep>,
}

impl Script {
    /// Reads a script; any text is one, though its actions may make no sense.
    pub(crate) fn read(text: &str) -> Self {
        // Some editors begin a file with a mark that nobody sees.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut entries: Vec<ScriptStep> = Vec::new();
        for (number, line) in (1..).zip(&lines) {
            let words = words(line);
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let indented = line.starts_with([' ', '\t']);
            match entries.last_mut() {
                Some(entry) if indented => entry.below.push((number, words)),
                _ => entries.push(ScriptStep { line: number, action: words, below: Vec::new() }),
            }
        }
        Self { lines, entries }
    }

    /// The first line, which says what the script shows.
    pub(crate) fn title(&self) -> &str {
        let first = self.lines.first().filter(|line| line.starts_with('#'));
        first.map_or("a script without a title", |line| line.trim_start_matches(['#', ' ']).trim_end_matches('.'))
    }

    /// Whether anything is expected of any of its actions.
    pub(crate) fn expects(&self) -> bool {
        self.entries.iter().any(|entry| !entry.has_data_below() && !entry.below.is_empty())
    }

    /// The script with what really came of each action in place of what was expected.
    pub(crate) fn updated(&self, outcomes: &[Vec<String>]) -> String {
        let mut out = String::new();
        let mut dropped = vec![false; self.lines.len() + 1];
        for entry in self.entries.iter().filter(|entry| !entry.has_data_below()) {
            for (line, _) in &entry.below {
                dropped[*line] = true;
            }
        }
        for (number, line) in (1..).zip(&self.lines) {
            if !dropped[number] {
                let _ = writeln!(out, "{}", line.trim_end());
            }
            let place = self.entries.iter().position(|entry| entry.line == number && !entry.has_data_below());
            for outcome in align(place.and_then(|place| outcomes.get(place)).map_or(&[][..], Vec::as_slice)) {
                let _ = writeln!(out, "  {outcome}");
            }
        }
        out
    }
}

/// The words of a line, one space between them.
pub(crate) fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines with their columns, which two spaces set apart, under one another. The dealer's hand is a wide line: lined up
/// with it, the amounts and clauses of the seats would stand far from their names.
fn align(lines: &[String]) -> Vec<String> {
    let wide = |line: &&String| line.starts_with("dealer sets ") || line.starts_with("dealer shows ");
    let mut lined_up = align_columns(lines.iter().filter(|line| !wide(line))).into_iter();
    lines.iter().filter_map(|line| if wide(&line) { Some(line.clone()) } else { lined_up.next() }).collect()
}

fn align_columns<'a>(lines: impl Iterator<Item = &'a String>) -> Vec<String> {
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split("  ").collect()).collect();
    // The clause stands last wherever there is one, after whatever number of columns.
    let clause = |row: &Vec<&str>| row.len() > 1 && row.last().is_some_and(|last| last.starts_with(['§', 'M']));
    let columns = |row: &Vec<&str>| row.len() - usize::from(clause(row));
    let width = |column: usize| {
        let inner = rows.iter().filter(|row| columns(row) > column + 1).map(|row| row[column].chars().count());
        inner.max().unwrap_or(0)
    };
    let text = |row: &Vec<&str>| {
        let cells = row[..columns(row)].iter().enumerate();
        let last = columns(row) - 1;
        let padded = cells
            .map(|(column, cell)| if column < last { format!("{cell:0$}", width(column)) } else { (*cell).to_owned() });
        padded.collect::<Vec<_>>().join("  ")
    };
    let texts: Vec<_> = rows.iter().map(text).collect();
    let longest = rows.iter().zip(&texts).filter(|(row, _)| clause(row)).map(|(_, text)| text.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let whole = |(row, text): (&Vec<&str>, &String)| match row.last() {
        Some(last) if clause(row) => format!("{text:longest$}  {last}"),
        _ => text.clone(),
    };
    rows.iter().zip(&texts).map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "# § 659a.11(f)(2): two hands win.\ntext pa-659a\nseat 3  main $25\n\n\
        cards   seat 3  9c 9d\n        dealer  9h 9s\nsettle\n  seat 3  main  wins $25\n";

    #[test]
    fn what_is_indented_belongs_to_the_line_above() {
        let script = Script::read(SCRIPT);
        let actions: Vec<_> = script.entries.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, ["text pa-659a", "seat 3 main $25", "cards seat 3 9c 9d", "settle"]);
        assert_eq!(script.entries[2].below, [(6, "dealer 9h 9s".to_owned())]);
        assert_eq!(script.entries[3].below, [(8, "seat 3 main wins $25".to_owned())]);
        assert!(script.title().starts_with("§ 659a.11(f)(2)"));
    }

    #[test]
    fn an_update_replaces_what_was_expected_and_nothing_else() {
        let script = Script::read(SCRIPT);
        let outcomes = [vec![], vec![], vec![], vec!["seat 3  main  loses $25  § 659a.11(f)(1)(i)".to_owned()]];
        let updated = script.updated(&outcomes);
        assert_eq!(updated, SCRIPT.replace("wins $25", "loses $25  § 659a.11(f)(1)(i)"));
    }

    #[test]
    fn the_dealers_line_does_not_widen_the_columns_below_it() {
        let lines = [
            "dealer sets 9h 9s 6c 4d | Kc 7h | Jd, rule 12  § 659a.11(c)",
            "seat 3  main  loses $25  § 659a.11(f)(1)(i)",
            "seat 3  insurance  loses $5  § 659a.11(g)",
        ];
        let aligned = align(&lines.map(str::to_owned));
        assert_eq!(aligned[0], lines[0]);
        assert_eq!(aligned[1], "seat 3  main       loses $25  § 659a.11(f)(1)(i)");
        assert_eq!(aligned[2], "seat 3  insurance  loses $5   § 659a.11(g)");
    }
}
