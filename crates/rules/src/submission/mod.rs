//! Rules submissions: what the texts leave to the certificate holder or gaming licensee, as one TOML file.
//!
//! [`check`] is a compiler. It reads the file as written ([`RulesSubmission`]), reports *all* faults at once, each with
//! its place, its clause and what would be right, and if none of them is an error hands back [`HouseRules`], by which
//! tables are run and odds computed. Note: nothing is deserialised, since that would stop at the first thing that
//! does not fit. The checks honour sections .2, .3, .5, .7-.10 and .12 of the Pennsylvania chapters and sections 2,
//! 4-11 and 13 of the Massachusetts rules, as far as a submission can show; [`template`] writes a submission to start
//! from.
//!
//! ```
//! use croupier_rules::{Regulation, submission};
//!
//! let checked = submission::check(&submission::template(Regulation::Pa659a));
//! assert!(checked.rules.is_some());
//!
//! let seven = submission::template(Regulation::Pa659a).replace("positions      = 6", "positions      = 7");
//! let checked = submission::check(&seven);
//! assert_eq!(checked.diagnostics[0].code.to_string(), "S101");
//! assert_eq!(checked.diagnostics[0].clause.unwrap().to_string(), "§ 659a.2(a)");
//! ```

mod ast;
mod checks;
mod codes;
mod faults;
mod house_rules;
mod reader;
mod template;

pub use ast::{
    AutomationSection, CardsSection, DealSection, HouseWayRuleSection, HouseWaySection, InactiveSeatSection,
    LinkSection, RulesSubmission, ShuffleSection, StartSection, TableSection, WagerSection,
};
pub use codes::{CheckCode, Severity, UnknownCheckCode};
pub use faults::{Spanned, nearest};
pub use house_rules::{
    Automation, Completion, DeckRules, Frequency, HouseRules, InactiveSeat, MeterLink, MeterTerms, OfferedWager,
    ShuffleRules, Stake, StartRules, WagerLimits,
};
pub use template::template;

use crate::clause::Clause;
use crate::game::Choices;
use crate::house_way::HouseWay;
use crate::house_way::proof::Proof;
use crate::money::thousands;
use crate::registry::Registry;
use crate::regulation::Regulation;
use crate::revision::{Revision, RulesChange};
use faults::Diagnostics;
use std::ops::Range;
use toml::de::DeTable;

/// One thing found in a submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What kind of fault it is.
    pub code: CheckCode,
    /// Whether it refuses the submission; always that of the code.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The clause behind it, where there is one.
    pub clause: Option<Clause>,
    /// The bytes of the file it concerns.
    pub span: Range<usize>,
    /// What would be right.
    pub help: Option<String>,
    /// The change of the rules that brought this check; none for a check of the first rules.
    pub since: Option<RulesChange>,
}

/// What the check says of a submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckOutcome {
    /// All that was found, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The rules to play by; there if and only if no error was found.
    pub rules: Option<HouseRules>,
    /// The house way, if it can be read, whatever else is wrong: it is still to be proved over the whole deck.
    pub to_prove: Option<UnprovedHouseWay>,
}

impl CheckOutcome {
    /// The latest revision of the rules whose checks find no error here, if it is not before `from`.
    pub fn accepted_up_to(&self, from: Revision) -> Option<Revision> {
        let errors = self.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        // An error of the first rules refuses the submission at every revision.
        let before = |found: &Diagnostic| found.since.map_or(0, |change| change.revision().0 - 1);
        let latest = errors.map(before).min().map_or(Revision::CURRENT, Revision);
        Some(latest).filter(|latest| *latest >= from)
    }
}

/// A house way that the check has read but not proved, since that takes seconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnprovedHouseWay {
    /// The text it is to set hands for.
    pub text: Regulation,
    /// The options and readings by which hands rank.
    pub choices: Choices,
    /// The way.
    pub way: HouseWay,
    /// Where it stands in the file.
    span: Range<usize>,
}

impl CheckOutcome {
    /// Takes in the proof of the house way: one that leaves hands unset refuses the submission, and a rule that sets
    /// none is warned about.
    pub fn add_proof(&mut self, proof: &Proof) {
        let Some(UnprovedHouseWay { text, span, way, .. }) = &self.to_prove else { return };
        let cited = text.procedure().requirements.house_way;
        let mut faults = Diagnostics::default();
        if !proof.holds() {
            let (unset, hands) = (thousands(proof.unmatched + proof.unlawful), thousands(proof.hands));
            let examples: Vec<_> = proof.examples.iter().map(ToString::to_string).collect();
            let message = format!("no rule of the house way applies to {unset} of the {hands} hands of the deck");
            let help =
                format!("end with a rule that applies to every hand; hands without a rule: {}", examples.join("; "));
            faults.report(CheckCode::HouseWayIncomplete, span, message).under(cited).help(help);
            self.rules = None;
        }
        for (rule, _) in way.rules.iter().zip(&proof.by_rule).filter(|&(_, &hands)| hands == 0) {
            let message = format!("the rule `{}` sets no hand of the deck", reader::excerpt(&rule.name));
            let help = "remove it, or move it above the rules that take its hands";
            faults.report(CheckCode::RuleNeverPlayed, span, message).under(cited).help(help);
        }
        self.diagnostics.extend(faults.into_sorted());
        self.diagnostics.sort_by_key(|found| found.span.start);
    }
}

/// A submission longer than this is something else.
pub const MOST_BYTES: usize = 1 << 20;

/// Checks a submission under one of the texts that are shipped, clause by clause.
pub fn check(toml: &str) -> CheckOutcome {
    check_by(Registry::standard(), toml)
}

/// Checks a submission under one of these texts, clause by clause.
pub fn check_by(registry: &Registry, toml: &str) -> CheckOutcome {
    check_at(registry, toml, Revision::CURRENT)
}

/// Checks a submission as the program did at a revision of the rules: a journal's submission was accepted by the checks
/// of its time, so faults that only later checks find do not refuse it. They are listed all the same.
pub fn check_at(registry: &Registry, toml: &str, revision: Revision) -> CheckOutcome {
    registry.reading(|| check_under(registry, toml, revision))
}

fn check_under(registry: &Registry, toml: &str, revision: Revision) -> CheckOutcome {
    let mut faults = Diagnostics::default();
    if toml.len() > MOST_BYTES {
        let message = format!("a submission can have at most {MOST_BYTES} bytes (this file has {})", toml.len());
        faults.report(CheckCode::TooLarge, &(0..0), message).help("write one submission per table");
        return CheckOutcome { diagnostics: faults.into_sorted(), rules: None, to_prove: None };
    }
    let (document, errors) = DeTable::parse_recoverable(toml);
    for error in &errors {
        let span = error.span().map_or(0..0, |span| span.start.min(toml.len())..span.end.min(toml.len()));
        faults.report(CheckCode::Syntax, &span, error.message().to_owned());
    }
    let written = RulesSubmission::read(registry, document.get_ref(), &mut faults);
    let rules = written.text.as_ref().map(|text| checks::check(&written, text.value, &mut faults));
    let to_prove = rules.as_ref().and_then(|rules| {
        let span = written.house_way.as_ref().map_or(0..0, |way| way.span.clone());
        let HouseRules { text, choices, .. } = *rules;
        Some(UnprovedHouseWay { text, choices, way: rules.house_way.clone()?, span })
    });
    let rules = rules.filter(|_| !faults.refuse(revision));
    CheckOutcome { diagnostics: faults.into_sorted(), rules, to_prove }
}

/// The line and column of a byte of the file, both from one; the column counts characters.
///
/// An offset beyond the end, or inside a character, counts as the place before it.
pub fn line_and_column(toml: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(toml.len());
    while !toml.is_char_boundary(end) {
        end -= 1;
    }
    let before = &toml[..end];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
