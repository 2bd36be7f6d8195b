//! The tables that stand open on the first start: one electronic table for each text, with play chips.

/// The submissions of the electronic tables by name, as they lie in `submissions/`.
pub const ELECTRONIC: [(&str, &str); 5] = [
    ("pa-659a-electronic", include_str!("../../../submissions/pa-659a-electronic.toml")),
    ("ma-asia-electronic", include_str!("../../../submissions/ma-asia-electronic.toml")),
    ("pa-575-electronic", include_str!("../../../submissions/pa-575-electronic.toml")),
    ("pa-670a-electronic", include_str!("../../../submissions/pa-670a-electronic.toml")),
    ("pa-657a-electronic", include_str!("../../../submissions/pa-657a-electronic.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::Text;
    use croupier_rules::submission::{Step, check};

    #[test]
    fn every_text_has_an_electronic_table_where_the_program_does_every_step() {
        let texts: Vec<_> = ELECTRONIC
            .iter()
            .map(|(name, submission)| {
                let checked = check(submission);
                assert_eq!(checked.diagnostics, [], "{name}");
                let rules = checked.rules.expect("a clean submission");
                assert_eq!(*name, format!("{}-electronic", rules.text.id()));
                assert!(rules.automation.play_chips, "{name}");
                assert!(Step::ALL.iter().all(|&(_, step)| rules.automation.does(step)), "{name}");
                rules.text
            })
            .collect();
        assert_eq!(texts, Text::ALL);
    }
}
