//! §§ 575.6(b)(3), 575.6(b)(6), MA 3(d): options of the text; and the readings a submission may switch.

use crate::clause::{Clause, clause};
use crate::game::{Choices, OptionError};
use crate::law;
use crate::reading::{ReadingError, ReadingId};
use crate::regulation::{Regulation, game};
use crate::submission::ast::RulesSubmission;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned, nearest};
use crate::submission::house_rules::OfferedWager;
use crate::submission::reader::{excerpt, list};
use crate::wager::WagerKind;

/// The choices that change how hands rank and are paid.
pub(super) fn check(
    written: &RulesSubmission,
    text: Regulation,
    wagers: &[OfferedWager],
    faults: &mut Diagnostics,
) -> Choices {
    let mut choices = Choices::default();
    for (name, value) in &written.options {
        choices = option(choices, name, value, text, faults);
    }
    included(written, text, faults);
    for (id, choice) in &written.readings {
        choices = reading(choices, id, choice, text, wagers, faults);
    }
    choices
}

fn option(
    choices: Choices,
    name: &Spanned<String>,
    value: &Spanned<String>,
    text: Regulation,
    faults: &mut Diagnostics,
) -> Choices {
    match game(text).choose_option(choices, &name.value, &value.value) {
        Ok(chosen) => chosen,
        Err(OptionError::Unknown { known, .. }) => {
            let message = format!("{text} has no option `{}`{known}", excerpt(&name.value));
            let fault = faults.report(CheckCode::UnknownOption, &name.span, message);
            fault.under(text.procedure().requirements.ranking).help("remove it");
            choices
        }
        Err(OptionError::Value { .. }) => {
            let message = format!("option `{}` cannot be `{}`", excerpt(&name.value), excerpt(&value.value));
            let fault = faults.report(CheckCode::OptionValue, &value.span, message);
            fault
                .under(text.procedure().requirements.option(&name.value))
                .help("write `lowest`, or remove the option to keep the order of the text");
            choices
        }
    }
}

/// `ace-low` sets both of § 575.6(b)(3) and § 575.6(b)(6), so that another beside it says nothing.
fn included(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) {
    const BOTH: &str = "ace-low";
    if !written.options.iter().any(|(name, _)| name.value == BOTH) {
        return;
    }
    for (name, _) in written.options.iter().filter(|(name, _)| name.value != BOTH) {
        let Some(cited) = text.procedure().requirements.option(&name.value) else { continue };
        let message = format!("`ace-low` already includes `{}`", name.value);
        let fault = faults.report(CheckCode::OptionRepeated, &name.span, message);
        fault.under(cited).help("keep only `ace-low`, or only the other two (R-35)");
    }
}

fn reading(
    mut choices: Choices,
    id: &Spanned<String>,
    choice: &Spanned<String>,
    text: Regulation,
    wagers: &[OfferedWager],
    faults: &mut Diagnostics,
) -> Choices {
    let switches = || ReadingId::SWITCHES.map(|id| id.to_string());
    let known = id.value.parse::<ReadingId>().ok().and_then(|id| law::readings().iter().find(|row| row.id == id));
    let Some(row) = known else {
        let switches = switches();
        let fault =
            faults.report(CheckCode::UnknownReading, &id.span, format!("unknown reading `{}`", excerpt(&id.value)));
        match nearest(&id.value, switches.iter().map(String::as_str)) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help(format!("readings with an alternative: {}", list(switches.iter().map(String::as_str)))),
        };
        return choices;
    };
    let cited = concerns(row, text);
    match choices.readings.choose_written(&id.value, &choice.value) {
        Ok(readings) => choices.readings = readings,
        Err(ReadingError::UnknownChoice(_)) => {
            let message = format!("invalid choice `{}` for a reading", excerpt(&choice.value));
            let fault = faults.report(CheckCode::UnknownChoice, &choice.span, message);
            fault.under(cited).help("write `alternative`, or `reading` to keep the default");
            return choices;
        }
        Err(_) => {
            let switches = switches();
            let message = format!("reading {} has no alternative", row.id);
            let fault = faults.report(CheckCode::ReadingNotASwitch, &id.span, message);
            fault
                .under(cited)
                .help(format!("readings with an alternative: {}", list(switches.iter().map(String::as_str))));
            return choices;
        }
    }
    if cited.is_none() {
        let message = format!("reading {} does not apply to {text}", row.id);
        let about = row.clauses.first().map_or("", String::as_str);
        let fault = faults.report(CheckCode::ReadingOfAnotherText, &id.span, message);
        fault.help(format!("remove it; it applies to {about}"));
    } else if choices.readings.alternative(row.id) && !has_effect(row.id, wagers) {
        let message = format!("the alternative of {} changes nothing with the wagers of this table", row.id);
        let fault = faults.report(CheckCode::ReadingWithoutEffect, &id.span, message);
        fault.under(cited).help("remove it");
    }
    choices
}

/// The first clause of a reading that is this text's.
fn concerns(row: &'static law::Reading, text: Regulation) -> Option<Clause> {
    let ours = row.clauses.iter().find(|cited| cited.starts_with(text.citation_prefix()));
    // The rows live as long as the program, so the citation may be borrowed from them.
    ours.map(|cited| clause(cited.as_str()))
}

/// Whether a switch touches anything that is offered.
fn has_effect(id: ReadingId, wagers: &[OfferedWager]) -> bool {
    let offered = |kind| wagers.iter().any(|wager| wager.kind == kind);
    match id {
        ReadingId::ENVY_BELOW_FIVE_DOLLARS => offered(WagerKind::FortuneBonus),
        ReadingId::ROYAL_NATURAL_ONLY => offered(WagerKind::FortuneBonus) || offered(WagerKind::Bonus),
        ReadingId::NINE_HIGH_FLUSH => offered(WagerKind::Bonus),
        ReadingId::BOTH_PROGRESSIVES => {
            offered(WagerKind::FourCardProgressive) && offered(WagerKind::FiveCardProgressive)
        }
        _ => true,
    }
}
