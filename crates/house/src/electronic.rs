//! The tables created at the first start: one electronic play-chip table for each text that brings one.

use croupier_rules::Registry;

/// The submissions of the electronic tables by name: `pa-657a-electronic`.
pub fn electronic(registry: &Registry) -> Vec<(String, &'static str)> {
    let submission = |text: &croupier_rules::Regulation| {
        Some((format!("{}-electronic", text.id()), text.procedure().requirements.electronic?))
    };
    registry.texts().iter().filter_map(submission).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::Regulation;
    use croupier_rules::submission::check;
    use croupier_rules::vocabulary::Step;

    #[test]
    fn every_text_has_an_electronic_table_where_the_program_does_every_step() {
        let texts: Vec<_> = electronic(Registry::standard())
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
        assert_eq!(texts, Regulation::ALL);
    }
}
