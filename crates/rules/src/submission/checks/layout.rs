//! §§ .2, .7: positions, adjacent areas, and what the layout must show.

use crate::regulation::Regulation;
use crate::submission::ast::RulesSubmission;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned};
use crate::submission::reader::excerpt;
use crate::vocabulary::Inscription;
use crate::wager::WagerKind;

/// §§ 659a.2(a), 575.2(a), 670a.2(a), 657a.2(a), MA 11(b)(2): at most six positions, and exactly six where the start is
/// counted off around them.
pub(super) fn positions(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> u8 {
    const SIX: u8 = 6;
    let submitting = &text.procedure().requirements;
    let Some(positions) = &written.table.positions else { return SIX };
    match u8::try_from(positions.value) {
        Ok(1..=SIX) => {}
        _ => {
            let message = format!("a table has one to six betting positions (got {})", positions.value);
            let fault = faults.report(CheckCode::TooManyPositions, &positions.span, message);
            fault.under(submitting.positions).help("write `positions = 6`");
            return SIX;
        }
    }
    if let Some(start) = submitting.start.filter(|_| positions.value < i64::from(SIX)) {
        let message = "cards are always dealt to six positions and the dealer, with or without a wager";
        let fault = faults.report(CheckCode::TooFewPositions, &positions.span, message);
        fault.under(start.six).help("write `positions = 6`; a closed seat is an empty position (R-39)");
    }
    positions.value as u8
}

/// §§ 659a.7(f), 575.7(f), 670a.7(f), MA 13(a): two at most; § 657a.7(e): as many as the submission must state.
pub(super) fn adjacent_areas(
    written: &RulesSubmission,
    text: Regulation,
    positions: u8,
    faults: &mut Diagnostics,
) -> u8 {
    let clause = text.procedure().wagering.adjacent;
    let must_state = text.procedure().requirements.states_adjacent;
    let most = if must_state { positions } else { 2 };
    let Some(areas) = &written.table.adjacent_areas else {
        if must_state {
            let message = "the submission must state on how many adjacent areas one player may wager";
            let fault = faults.report(CheckCode::AdjacentAreasNotStated, &written.table.span, message);
            fault.under(clause).help(format!("write `adjacent-areas = 1`, or up to {positions}"));
        }
        return 1;
    };
    match u8::try_from(areas.value) {
        Ok(number) if (1..=most).contains(&number) => number,
        _ => {
            let message = format!("one player may wager on 1 to {most} adjacent areas (got {})", areas.value);
            faults
                .report(CheckCode::AdjacentAreas, &areas.span, message)
                .under(clause)
                .help(format!("write `adjacent-areas = {most}` or less"));
            1
        }
    }
}

/// What the layout says. A submission that says nothing of it leaves it to the layout's own approval.
pub(super) fn inscriptions(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> Vec<Inscription> {
    betting_areas(written, text, faults);
    let Some(layout) = &written.table.layout else { return Vec::new() };
    let signs = signs(written);
    let inscribed: Vec<Inscription> = layout.value.iter().map(|item| item.value).collect();
    let has = |what| inscribed.contains(&what);
    let missing = |what, code, message: &str, help: &str, faults: &mut Diagnostics| {
        let Some(clause) = text.procedure().requirements.inscription(what) else { return };
        faults.report(code, &layout.span, message).under(clause).help(help);
    };
    if !has(Inscription::Logo) {
        let message =
            format!("the layout must show the name or logo of the {}", text.procedure().requirements.operator);
        missing(Inscription::Logo, CheckCode::NoLogo, &message, "add `\"logo\"` to `layout`", faults);
    }
    if !has(Inscription::PayoutOdds) && !signs.contains(&Inscription::PayoutOdds) {
        let message = "the payout odds must be on the layout or on a sign";
        let help = "add `\"payout odds\"` to `layout` or to `signs`";
        missing(Inscription::PayoutOdds, CheckCode::PayoutOddsNotShown, message, help, faults);
    }
    let limit_shown = has(Inscription::PayoutLimit) || signs.contains(&Inscription::PayoutLimit);
    if written.payout_limit.is_some() && !limit_shown {
        let message = "the payout limit must be on the layout or on a sign";
        let help = "add `\"payout limit\"` to `layout` or to `signs`";
        missing(Inscription::PayoutLimit, CheckCode::PayoutLimitNotShown, message, help, faults);
    }
    notices(&inscribed, &signs, layout, text, faults);
    nothing_to_show(written, text, faults);
    inscribed
}

/// What the signs say.
pub(super) fn signs(written: &RulesSubmission) -> Vec<Inscription> {
    written.table.signs.iter().flat_map(|signs| &signs.value).map(|item| item.value).collect()
}

/// § 657a.2(b)(7) and (8): four notices, on the layout or on a sign.
fn notices(
    inscribed: &[Inscription],
    signs: &[Inscription],
    layout: &Spanned<Vec<Spanned<Inscription>>>,
    text: Regulation,
    faults: &mut Diagnostics,
) {
    let shown = |what| inscribed.contains(&what) || signs.contains(&what);
    if shown(Inscription::RulesOfPlay) {
        return;
    }
    for what in [
        Inscription::BestFourCards,
        Inscription::DealerQualifies,
        Inscription::ThreeTimesTheAnte,
        Inscription::SuperBonusReturned,
    ] {
        if let Some(clause) = text.procedure().requirements.inscription(what).filter(|_| !shown(what)) {
            let message = format!("the notice `{}` must be on the layout or on a sign", what.word());
            let fault = faults.report(CheckCode::RulesOfPlayNotShown, &layout.span, message);
            fault.under(clause).help("add it, or `\"rules of play\"` for all four, to `layout` or to `signs`");
        }
    }
}

fn nothing_to_show(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) {
    let all = [&written.table.layout, &written.table.signs].into_iter().flatten().flat_map(|list| &list.value);
    for item in all {
        let asked_for = text.procedure().requirements.inscription(item.value);
        let idle = match item.value {
            Inscription::Logo | Inscription::PayoutOdds => false,
            Inscription::PayoutLimit => written.payout_limit.is_none(),
            _ => asked_for.is_none(),
        };
        if idle {
            let message = format!("`{}` describes something this table does not have", item.value.word());
            let fault = faults.report(CheckCode::NothingToShow, &item.span, message);
            fault.under(asked_for).help("remove it");
        }
    }
}

/// § 657a.2(b)(2): the areas that go with the Ante. Neither wager is stated in a submission, and each has its area.
const WITH_THE_ANTE: [WagerKind; 2] = [WagerKind::Play, WagerKind::SuperBonus];

/// Section .2(b): each wager offered has its area, and a shared card its place. What is not listed is warned about.
fn betting_areas(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) {
    let submitting = &text.procedure().requirements;
    let Some(areas) = &written.table.areas else {
        if let Some(&(_, first)) = submitting.areas.first().filter(|_| !written.table.areas_unread) {
            let message = "the betting areas of the layout are not stated, so they cannot be compared with the wagers";
            let fault = faults.report(CheckCode::AreasNotStated, &written.table.span, message);
            fault.under(first).help("list them: `areas = [\"main\", …]`, one for each wager offered");
        }
        return;
    };
    let kinds = written.wagers.iter().map(|wager| wager.kind.value).chain(WITH_THE_ANTE);
    let needed: Vec<_> = kinds.filter_map(|kind| Some((kind.name(), submitting.area(kind)?))).collect();
    for &(name, clause) in &needed {
        if !areas.value.iter().any(|area| area.value == name) {
            let message = format!("`{name}` is offered but has no betting area");
            let fault = faults.report(CheckCode::NoBettingArea, &areas.span, message);
            fault.under(clause).help(format!("add `\"{name}\"` to `areas`"));
        }
    }
    card_places(written, text, areas, faults);
    let is_place = |area: &Spanned<String>| submitting.places.iter().any(|place| place.name == area.value);
    for area in areas.value.iter().filter(|area| !is_place(area)) {
        let offered = written.wagers.iter().any(|wager| wager.kind.value.name() == area.value);
        if !offered && needed.iter().all(|&(name, _)| name != area.value) {
            let message = format!("there is a betting area for `{}`, which is not offered", excerpt(&area.value));
            let clause = area.value.parse().ok().and_then(|kind| submitting.area(kind));
            faults
                .report(CheckCode::IdleBettingArea, &area.span, message)
                .under(clause)
                .help("offer the wager, or remove its area");
        }
    }
}

/// § 657a.2(b)(5)(ii): the card that a wager shares among the players has a place of its own.
fn card_places(
    written: &RulesSubmission,
    text: Regulation,
    areas: &Spanned<Vec<Spanned<String>>>,
    faults: &mut Diagnostics,
) {
    for place in text.procedure().requirements.places {
        let offered = written.wagers.iter().any(|wager| wager.kind.value == place.with);
        match areas.value.iter().find(|area| area.value == place.name) {
            None if offered => {
                let message = format!("`{}` is offered, but its card has no place on the layout", place.with);
                let fault = faults.report(CheckCode::NoCardPlace, &areas.span, message);
                fault.under(place.clause).help(format!("add `\"{}\"` to `areas`", place.name));
            }
            Some(area) if !offered => {
                let message = format!("there is a place for `{}`, but `{}` is not offered", place.name, place.with);
                let fault = faults.report(CheckCode::IdleBettingArea, &area.span, message);
                fault.under(place.clause).help("offer the wager, or remove the place");
            }
            _ => {}
        }
    }
}
