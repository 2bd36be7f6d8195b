//! The submission to start from: every key with a line of explanation and its clause, and valid as it stands.
//!
//! The templates are files of their own beside the ready submissions, so that an operator can read them there too.

use crate::text::Text;

/// The commented submission that a new table starts from.
pub fn template(text: Text) -> String {
    text.procedure().submitting.template.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submission::check;

    #[test]
    fn every_template_is_valid_as_it_stands() {
        for text in Text::ALL {
            let checked = check(&template(text));
            assert_eq!(checked.diagnostics, [], "{text}");
            assert_eq!(checked.rules.map(|rules| rules.text), Some(text));
        }
    }

    /// What a template leaves out, it leaves out in a comment that can be uncommented.
    #[test]
    fn the_choices_a_template_does_not_take_are_known_keys() {
        for text in Text::ALL {
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
