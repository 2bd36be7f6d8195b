//! Which sides of the doubtful readings a sheet is computed by.

use croupier_rules::law::{Reading, readings};
use croupier_rules::submission::HouseRules;
use serde::Serialize;

/// A reading that may be switched, and the side taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadingChoice {
    /// Its number: `R-23`.
    pub reading: String,
    /// The clauses it concerns.
    pub clauses: Vec<String>,
    /// `reading` or `alternative`.
    pub side: &'static str,
    /// What that side says.
    pub says: String,
}

/// The readings of the text that have two tenable sides.
pub(super) fn reading_choices(rules: &HouseRules) -> Vec<ReadingChoice> {
    let prefix = rules.text.citation_prefix();
    let ours = |reading: &&Reading| reading.switch && reading.clauses.iter().any(|clause| clause.starts_with(prefix));
    let side = |reading: &Reading| {
        let (side, says) = match &reading.alternative {
            Some(alternative) if rules.choices.readings.alternative(reading.id) => ("alternative", alternative),
            _ => ("reading", &reading.reading),
        };
        let clauses = reading.clauses.iter().filter(|clause| clause.starts_with(prefix)).cloned().collect();
        ReadingChoice { reading: reading.id.to_string(), clauses, side, says: says.clone() }
    };
    readings().iter().filter(ours).map(side).collect()
}
