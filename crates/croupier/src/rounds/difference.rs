//! The expected and the actual results of a line.

use super::script::{ScriptStep, words};

/// Notes the difference between what a line of the script expects and what came, in the script's own form.
pub(super) fn compare(entry: &ScriptStep, outcome: &[String], differences: &mut Vec<String>) {
    let came: Vec<String> = outcome.iter().map(|line| words(line)).collect();
    let expected: Vec<&str> = entry.below.iter().map(|(_, line)| line.as_str()).collect();
    if came == expected {
        return;
    }
    let mut difference = format!("line {}: {}", entry.line, entry.action);
    for (sign, line) in line_by_line(&expected, &came) {
        difference += &format!("\n{sign}   {line}");
    }
    differences.push(difference);
}

/// What was expected beside what came: a line that came in its place is unmarked, all others have `-` or `+`.
fn line_by_line<'a>(expected: &[&'a str], came: &'a [String]) -> Vec<(char, &'a str)> {
    // The length of the longest common run of lines, gaps allowed, from each pair of places on.
    let mut common = vec![vec![0_usize; came.len() + 1]; expected.len() + 1];
    for (e, wanted) in expected.iter().enumerate().rev() {
        for (c, line) in came.iter().enumerate().rev() {
            common[e][c] =
                if wanted == line { common[e + 1][c + 1] + 1 } else { common[e + 1][c].max(common[e][c + 1]) };
        }
    }
    let (mut e, mut c, mut lines) = (0, 0, Vec::new());
    while e < expected.len() || c < came.len() {
        match (expected.get(e), came.get(c)) {
            (Some(wanted), Some(line)) if wanted == line => {
                lines.push((' ', *wanted));
                (e, c) = (e + 1, c + 1);
            }
            (Some(wanted), _) if c == came.len() || common[e + 1][c] >= common[e][c + 1] => {
                lines.push(('-', *wanted));
                e += 1;
            }
            (_, Some(line)) => {
                lines.push(('+', line.as_str()));
                c += 1;
            }
            (_, None) => break,
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_in_another_place_is_marked_where_it_was_expected_and_where_it_came() {
        let came = ["b", "a", "c"].map(str::to_owned);
        assert_eq!(line_by_line(&["a", "b", "c"], &came), [('-', "a"), (' ', "b"), ('+', "a"), (' ', "c")]);
        assert_eq!(line_by_line(&["a"], &came), [('+', "b"), (' ', "a"), ('+', "c")]);
        assert_eq!(line_by_line(&[], &came[..1]), [('+', "b")]);
        assert_eq!(line_by_line(&["a", "a"], &[]), [('-', "a"), ('-', "a")]);
    }
}
