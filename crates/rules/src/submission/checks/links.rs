//! Progressive meters: seeds at the table's amount, envy schedules that fit it, and links to other tables.

use crate::clause::{Clause, clause};
use crate::games::game;
use crate::money::Cents;
use crate::submission::codes::Code;
use crate::submission::faults::Faults;
use crate::submission::house_rules::{Link, Meter, Stake};
use crate::submission::reader::shown;
use crate::submission::written::{WrittenLink, WrittenWager};
use crate::text::Text;
use crate::wager::WagerKind;
use std::ops::Range;

/// The meters of a wager, seeded for its amount.
pub(super) fn meters(
    wager: &WrittenWager,
    text: Text,
    letter: Option<char>,
    stake: Stake,
    faults: &mut Faults,
) -> Vec<Meter> {
    let Stake::Fixed(amount) = stake else { return Vec::new() };
    let mut meters = Vec::new();
    for spec in game(text).payouts().meters(wager.kind.value, letter) {
        match Meter::seeded(spec, amount) {
            Some(meter) => meters.push(meter),
            None => {
                let span = wager.amount.as_ref().map_or(&wager.kind.span, |amount| &amount.span);
                let message = format!("the seed of `{}` for wagers of {amount} cannot be counted", spec.name);
                let fault = faults.report(Code::MeterTooLarge, span, message);
                fault.under(spec.clause).help("write an amount people wager");
            }
        }
    }
    meters
}

/// envy is printed for wagers of $1 and $5; another amount earns the highest schedule not above it.
pub(super) fn envy_amount(wager: &WrittenWager, text: Text, letter: Option<char>, stake: Stake, faults: &mut Faults) {
    let Stake::Fixed(amount) = stake else { return };
    let payouts = game(text).payouts();
    let schedules: Vec<Cents> = payouts.envy(wager.kind.value, letter).map(|envy| envy.amount).collect();
    let Some(span) = wager.amount.as_ref().map(|amount| &amount.span) else { return };
    if schedules.is_empty() || schedules.contains(&amount) {
        return;
    }
    let message = match schedules.iter().filter(|&&printed| printed < amount).max() {
        Some(printed) => format!("no envy is printed for wagers of {amount}; they earn that of {printed}"),
        None => format!("no envy is printed for wagers of {amount}, so nobody earns any"),
    };
    let cited = match wager.kind.value {
        // Two letters, two paragraphs: the amounts are the same.
        WagerKind::FourCardProgressive => Some(clause("657a.12(d)(5)")),
        kind => payouts.envy(kind, letter).next().map(|envy| envy.clause),
    };
    let fault = faults.report(Code::EnvyOddAmount, span, message);
    fault.under(cited).help("write `amount = \"$1\"` or `amount = \"$5\"` (R-28)");
}

/// The linked meter: a name, and what else hangs on it, all of one text, letter and amount.
pub(super) fn link(
    wager: &WrittenWager,
    text: Text,
    letter: Option<char>,
    stake: Stake,
    faults: &mut Faults,
) -> Option<Link> {
    let kind = wager.kind.value;
    let submitting = &text.procedure().submitting;
    let Stake::Fixed(amount) = stake else {
        let first = wager.linked.as_ref().map(|name| &name.span).or(wager.link_with.first().map(|link| &link.span));
        if let Some(span) = first {
            let message = format!("`{kind}` feeds no meter, so there is nothing to link");
            let fault = faults.report(Code::WagerKeyMisplaced, span, message);
            fault.under(submitting.progressive).help("leave `linked` and `link-with` out");
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
            let message = "tables are linked, but the meter they share has no name";
            let fault = faults.report(Code::LinkWithoutName, &first.span, message);
            fault.under(cited).help("write `linked = \"…\"`, the same at each table");
        }
        return None;
    };
    if name.value.trim().is_empty() {
        faults.report(Code::EmptyName, &name.span, "`linked` is empty").under(cited).help("name the shared meter");
    }
    if !submitting.names_links {
        let message = format!("{text} names no linked progressives; section 605a.8 is cited in § 657a alone");
        let fault = faults.report(Code::LinkOutside657a, &name.span, message);
        fault.under(cited).help("ask the Board before linking, or leave `linked` out (R-51)");
    }
    Some(Link { name: name.value.clone(), tables: wager.link_with.len() })
}

fn agrees(
    link: &WrittenLink,
    text: Text,
    letter: Option<char>,
    amount: Cents,
    cited: Option<Clause>,
    faults: &mut Faults,
) {
    let mut differs = |span: &Range<usize>, what: &str, theirs: &str, ours: &str| {
        let message = format!("a linked table has the {what} `{theirs}`, and this one `{ours}`");
        faults
            .report(Code::LinkDisagrees, span, message)
            .under(cited)
            .help("only tables of one text, letter and wager amount share a meter (R-51)");
    };
    if let Some(theirs) = link.text.as_ref().filter(|theirs| theirs.value != text.id()) {
        differs(&theirs.span, "text", &shown(&theirs.value), text.id());
    }
    // Where one table is printed, a letter tells no tables apart.
    if let Some(ours) = letter.map(|letter| letter.to_string())
        && let Some(theirs) = link.letter.as_ref().filter(|theirs| theirs.value != ours)
    {
        differs(&theirs.span, "letter", &shown(&theirs.value), &ours);
    }
    if let Some(theirs) = link.amount.as_ref().filter(|theirs| theirs.value != amount) {
        differs(&theirs.span, "amount", &theirs.value.to_string(), &amount.to_string());
    }
}
