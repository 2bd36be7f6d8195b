//! Progressive meters: seeds at the table's amount, envy schedules that fit it, and links to other tables.

use crate::clause::{Clause, clause};
use crate::money::Cents;
use crate::regulation::{Regulation, game};
use crate::submission::ast::{LinkSection, WagerSection};
use crate::submission::codes::CheckCode;
use crate::submission::faults::Diagnostics;
use crate::submission::house_rules::{MeterLink, MeterTerms, Stake};
use crate::submission::reader::excerpt;
use crate::wager::WagerKind;
use std::ops::Range;

/// The meters of a wager, seeded for its amount.
pub(super) fn meters(
    wager: &WagerSection,
    text: Regulation,
    letter: Option<char>,
    stake: Stake,
    faults: &mut Diagnostics,
) -> Vec<MeterTerms> {
    let Stake::Fixed(amount) = stake else { return Vec::new() };
    let mut meters = Vec::new();
    for spec in game(text).payouts().meters(wager.kind.value, letter) {
        match MeterTerms::seeded(spec, amount) {
            Some(meter) => meters.push(meter),
            None => {
                let span = wager.amount.as_ref().map_or(&wager.kind.span, |amount| &amount.span);
                let message = format!("the seed of `{}` for wagers of {amount} is too large to compute", spec.name);
                let fault = faults.report(CheckCode::MeterTooLarge, span, message);
                fault.under(spec.clause).help("write a smaller amount");
            }
        }
    }
    meters
}

/// envy is printed for wagers of $1 and $5; another amount earns the highest schedule not above it.
pub(super) fn envy_amount(
    wager: &WagerSection,
    text: Regulation,
    letter: Option<char>,
    stake: Stake,
    faults: &mut Diagnostics,
) {
    let Stake::Fixed(amount) = stake else { return };
    let payouts = game(text).payouts();
    let schedules: Vec<Cents> = payouts.envy(wager.kind.value, letter).map(|envy| envy.amount).collect();
    let Some(span) = wager.amount.as_ref().map(|amount| &amount.span) else { return };
    if schedules.is_empty() || schedules.contains(&amount) {
        return;
    }
    let message = match schedules.iter().filter(|&&printed| printed < amount).max() {
        Some(printed) => format!("the text has no envy schedule for wagers of {amount}; they earn that of {printed}"),
        None => format!("the text has no envy schedule for wagers of {amount}, so they earn no envy"),
    };
    let cited = match wager.kind.value {
        // Two letters, two paragraphs: the amounts are the same.
        WagerKind::FourCardProgressive => Some(clause("657a.12(d)(5)")),
        kind => payouts.envy(kind, letter).next().map(|envy| envy.clause),
    };
    let fault = faults.report(CheckCode::EnvyOddAmount, span, message);
    fault.under(cited).help("write `amount = \"$1\"` or `amount = \"$5\"` (R-28)");
}

/// The linked meter: a name, and what else hangs on it, all of one text, letter and amount.
pub(super) fn link(
    wager: &WagerSection,
    text: Regulation,
    letter: Option<char>,
    stake: Stake,
    faults: &mut Diagnostics,
) -> Option<MeterLink> {
    let kind = wager.kind.value;
    let submitting = &text.procedure().requirements;
    let Stake::Fixed(amount) = stake else {
        let first = wager.linked.as_ref().map(|name| &name.span).or(wager.link_with.first().map(|link| &link.span));
        if let Some(span) = first {
            let message = format!("`{kind}` has no meter to link");
            let fault = faults.report(CheckCode::WagerKeyMisplaced, span, message);
            fault.under(submitting.progressive).help("remove `linked` and `link-with`");
        }
        return None;
    };
    let cited = match kind {
        WagerKind::FiveCardHandBonus => Some(clause("657a.2(d)")),
        _ => submitting.progressive,
    };
    for link in &wager.link_with {
        agrees(link, text, letter, amount, cited, faults);
    }
    let Some(name) = &wager.linked else {
        if let Some(first) = wager.link_with.first() {
            let message = "the shared meter has no name";
            let fault = faults.report(CheckCode::LinkWithoutName, &first.span, message);
            fault.under(cited).help("write `linked = \"…\"`, the same at each table");
        }
        return None;
    };
    if name.value.trim().is_empty() {
        faults.report(CheckCode::EmptyName, &name.span, "`linked` is empty").under(cited).help("name the shared meter");
    }
    if !submitting.names_links {
        let message = format!("{text} does not mention linked progressives; only § 657a cites section 605a.8");
        let fault = faults.report(CheckCode::LinkOutside657a, &name.span, message);
        fault.under(cited).help("ask the Board before linking, or remove `linked` (R-51)");
    }
    Some(MeterLink { name: name.value.clone(), tables: wager.link_with.len() })
}

fn agrees(
    link: &LinkSection,
    text: Regulation,
    letter: Option<char>,
    amount: Cents,
    cited: Option<Clause>,
    faults: &mut Diagnostics,
) {
    let mut differs = |span: &Range<usize>, what: &str, theirs: &str, ours: &str| {
        let message = format!("the linked table has {what} `{theirs}`, but this one has `{ours}`");
        faults
            .report(CheckCode::LinkDisagrees, span, message)
            .under(cited)
            .help("only tables with the same text, letter and wager amount can share a meter (R-51)");
    };
    if let Some(theirs) = link.text.as_ref().filter(|theirs| theirs.value != text.id()) {
        differs(&theirs.span, "text", &excerpt(&theirs.value), text.id());
    }
    // Where one table is printed, a letter tells no tables apart.
    if let Some(ours) = letter.map(|letter| letter.to_string())
        && let Some(theirs) = link.letter.as_ref().filter(|theirs| theirs.value != ours)
    {
        differs(&theirs.span, "letter", &excerpt(&theirs.value), &ours);
    }
    if let Some(theirs) = link.amount.as_ref().filter(|theirs| theirs.value != amount) {
        differs(&theirs.span, "amount", &theirs.value.to_string(), &amount.to_string());
    }
}
