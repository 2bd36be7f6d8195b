//! Reading a script into actions and what is expected of them, and writing it back with new expectations.

use std::fmt::Write as _;

/// One thing a script does, and what must come of it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Its line in the file, from one.
    pub(crate) line: usize,
    /// What is done, words separated by single spaces.
    pub(crate) action: String,
    /// Lines that belong to it: more cards, or what is expected.
    pub(crate) below: Vec<(usize, String)>,
}

impl Entry {
    /// Whether the lines below it are cards and not expectations.
    pub(crate) fn has_data_below(&self) -> bool {
        self.action.starts_with("cards")
    }
}

/// A script.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    lines: Vec<String>,
    pub(crate) entries: Vec<Entry>,
}

impl Script {
    /// Reads a script; any text is one, though its actions may make no sense.
    pub(crate) fn read(text: &str) -> Self {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut entries: Vec<Entry> = Vec::new();
        for (number, line) in (1..).zip(&lines) {
            let words = words(line);
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let indented = line.starts_with([' ', '\t']);
            match entries.last_mut() {
                Some(entry) if indented => entry.below.push((number, words)),
                _ => entries.push(Entry { line: number, action: words, below: Vec::new() }),
            }
        }
        Self { lines, entries }
    }

    /// The first line, which says what the script shows.
    pub(crate) fn title(&self) -> &str {
        self.lines.first().map_or("", |line| line.trim_start_matches(['#', ' ']))
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

/// Lines with their clauses, and the columns before them, under one another.
fn align(lines: &[String]) -> Vec<String> {
    let split = |line: &String| {
        let cut = [line.rfind("  § "), line.rfind("  MA ")].into_iter().flatten().max();
        cut.map_or_else(|| (line.clone(), String::new()), |cut| (line[..cut].to_owned(), line[cut + 2..].to_owned()))
    };
    let parts: Vec<_> = lines.iter().map(split).collect();
    let width = parts.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    parts
        .into_iter()
        .map(|(text, clause)| if clause.is_empty() { text } else { format!("{text:width$}  {clause}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "# § 659a.11(f)(2): two hands win.\ntext pa-659a\nseat 3  main $25\n\ncards   seat 3  9c 9d\n        dealer  9h 9s\nsettle\n  seat 3  main  wins $25\n";

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
}
