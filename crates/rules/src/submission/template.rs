//! The template submission: valid, with an explanation and the clause for every key.
//!
//! Each is a file of its own in the folder of its game; `croupier new` prints it.

use crate::regulation::Regulation;

/// The commented submission that a new table starts from.
pub fn template(text: Regulation) -> String {
    text.procedure().requirements.template.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::check;

    #[test]
    fn every_template_is_valid_as_it_stands() {
        for text in Regulation::ALL {
            let checked = check(&template(text));
            assert_eq!(checked.diagnostics, [], "{text}");
            assert_eq!(checked.rules.map(|rules| rules.text), Some(text));
        }
    }

    /// What a template leaves out, it leaves out in a comment that can be uncommented.
    #[test]
    fn the_choices_a_template_does_not_take_are_known_keys() {
        for text in Regulation::ALL {
            let taken: String = template(text)
                .lines()
                .map(|line| {
                    let bare = line.strip_prefix("# ").unwrap_or(line);
                    let choice = bare.starts_with('[')
                        || bare.split_once(" = ").is_some_and(|(key, _)| !key.trim().contains(' '));
                    format!("{}\n", if choice { bare } else { line })
                })
                .collect();
            let faults = check(&taken).diagnostics;
            let shape = faults.iter().filter(|fault| fault.code.code() < "S100").collect::<Vec<_>>();
            assert!(shape.is_empty(), "{text}: {shape:?}\n{taken}");
        }
    }
}
