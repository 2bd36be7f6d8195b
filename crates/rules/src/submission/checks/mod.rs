//! The checks, by topic. Each reports its faults and returns its part of the house rules.
//!
//! After a fault a harmless value stands in for the wrong one, so that the other checks can go on; nobody sees it,
//! since house rules are only handed out when no error was found.

mod automation;
mod cards;
mod deal;
mod draws;
mod layout;
mod limits;
mod links;
mod options;
mod payout;
mod wagers;
mod way;

use super::ast::RulesSubmission;
use super::codes::CheckCode;
use super::faults::{Diagnostics, Spanned};
use super::house_rules::HouseRules;
use crate::law::{Amendment, Date};
use crate::regulation::Regulation;

/// Checks a submission clause by clause.
pub(super) fn check(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> HouseRules {
    let effective = effective(written, text, faults);
    let wagers = wagers::check(written, text, faults);
    let choices = options::check(written, text, &wagers, faults);
    wagers::both_progressives(written, text, choices.readings, faults);
    wagers::envy_in_reach(written, text, choices.readings, faults);
    let shuffle = cards::shuffle(written, text, faults);
    let cards = cards::decks(written, text, shuffle, faults);
    let deal = deal::method(written, text, shuffle, faults);
    let positions = layout::positions(written, text, faults);
    let adjacent_areas = layout::adjacent_areas(written, text, positions, faults);
    let payout_limit = payout::limit(written, text, &wagers, adjacent_areas, faults);
    HouseRules {
        text,
        name: written.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        effective,
        positions,
        adjacent_areas,
        layout: layout::inscriptions(written, text, faults),
        signs: layout::signs(written),
        match_play: wagers::match_play(written, text, faults),
        stub_count_every: deal::stub_count(written, text, deal, shuffle, faults),
        start: deal::start(written, text, deal, shuffle, faults),
        payout_limit,
        house_way: way::check(written, text, faults),
        automation: automation::check(written, text, &wagers, (&cards, shuffle), faults),
        silent_seat: automation::silent_seat(written, text, &wagers, faults),
        wagers,
        choices,
        cards,
        shuffle,
        deal,
    }
}

/// a text holds from one day and, if temporary, to another; outside them a submission is warned, not refused.
fn effective(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> Date {
    let Some(day) = &written.effective else { return Date { year: 1, month: 1, day: 1 } };
    let law = text.law();
    let chapter = text.procedure().requirements.chapter;
    if let Some(first) = law.effective.filter(|&first| day.value < first) {
        let message = format!("{text} is in force from {first}, but the submission takes effect on {}", day.value);
        let help = format!("use the date {first} or later, or submit it under the text in force on that date");
        faults.report(CheckCode::BeforeTheText, &day.span, message).under(chapter).help(help);
    }
    if let Some(last) = law.expires.filter(|&last| day.value > last) {
        let message = format!("{text} was temporary and expired on {last}");
        let help = format!("use the date {last} or earlier, or submit it under a text in force on that date");
        faults.report(CheckCode::AfterTheText, &day.span, message).under(chapter).help(help);
    }
    if law.effective.is_none_or(|first| day.value >= first) {
        amendments(day, text, faults);
    }
    day.value
}

/// the text is known as it was last amended; a submission of an earlier day is warned about, not refused.
fn amendments(day: &Spanned<Date>, text: Regulation, faults: &mut Diagnostics) {
    let later: Vec<&Amendment> = text.law().amendments.iter().filter(|later| day.value < later.effective).collect();
    let Some(last) = later.last() else { return };
    let listed: Vec<String> = later.iter().map(ToString::to_string).collect();
    let message = format!("{text} was amended after {}: {}", day.value, listed.join("; "));
    let help = format!("use the date {} or later, or compare it with the text in force on its date", last.effective);
    let fault = faults.report(CheckCode::BeforeAnAmendment, &day.span, message);
    fault.under(text.procedure().requirements.chapter).help(help);
}
