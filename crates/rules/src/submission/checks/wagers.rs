//! §§ .7, .12: which wagers are offered, under which paytable.

use super::{draws, limits, links};
use crate::clause::{Clause, clause};
use crate::reading::{ReadingId, Readings};
use crate::regulation::{Regulation, game};
use crate::submission::ast::{RulesSubmission, WagerSection};
use crate::submission::codes::CheckCode;
use crate::submission::faults::Diagnostics;
use crate::submission::house_rules::{OfferedWager, Stake};
use crate::submission::reader::{excerpt, list};
use crate::wager::{Amount, PlacedWhen, WagerKind, WagerOffer, WagerSpec};

/// The wagers offered, in the order of the text.
pub(super) fn check(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> Vec<OfferedWager> {
    for wager in &written.wagers {
        belongs(wager, text, faults);
    }
    let mut offered = Vec::new();
    for spec in game(text).wagers() {
        let stated = written.wagers.iter().find(|wager| wager.kind.value == spec.kind);
        match stated {
            Some(wager) if spec.kind == WagerKind::SuperBonus => super_bonus_stated(wager, faults),
            Some(wager) => offered.push(one(wager, spec, text, faults)),
            None if spec.offered == WagerOffer::Always && spec.amount != Amount::EqualToMain => {
                missing(spec, written, faults);
            }
            None => {}
        }
        // § 657a.7(d)(1): always there and never stated.
        if spec.offered == WagerOffer::Always && spec.amount == Amount::EqualToMain {
            offered.push(OfferedWager {
                kind: spec.kind,
                stake: Stake::EqualToMain,
                letter: None,
                meters: Vec::new(),
                link: None,
                magic_card: None,
                lucky_bonus: None,
            });
        }
    }
    offered
}

fn one(wager: &WagerSection, spec: &WagerSpec, text: Regulation, faults: &mut Diagnostics) -> OfferedWager {
    let stake = if spec.amount == Amount::EqualToMain {
        no_amounts(wager, spec, faults);
        Stake::EqualToMain
    } else {
        limits::stake(wager, spec, faults)
    };
    let letter = letter(wager, text, faults);
    limits::payable(wager, text, letter, stake, faults);
    limits::fractions(wager, text, stake, faults);
    let meters = links::meters(wager, text, letter, stake, faults);
    links::envy_amount(wager, text, letter, stake, faults);
    let link = links::link(wager, text, letter, stake, faults);
    let (magic_card, lucky_bonus) = draws::check(wager, text, faults);
    electronic(wager, faults);
    OfferedWager { kind: spec.kind, stake, letter, meters, link, magic_card, lucky_bonus }
}

/// A wager of another text, or a bonus that nobody wagers.
fn belongs(wager: &WagerSection, text: Regulation, faults: &mut Diagnostics) {
    let kind = wager.kind.value;
    if kind == WagerKind::MagicCardAndLucky {
        let message = "Magic Card and Lucky Bonus are bonuses of the Five Card Hand Bonus Wager, not wagers";
        let fault = faults.report(CheckCode::NotAWager, &wager.kind.span, message);
        fault
            .under(clause("657a.12(f)(3)"))
            .help("write `magic-card` and `lucky-bonus` under `[wagers.five-card-hand-bonus]`");
    } else if game(text).wagers().iter().all(|spec| spec.kind != kind) {
        let message = format!("{text} has no wager `{kind}`");
        let names = game(text)
            .wagers()
            .iter()
            .filter(|spec| spec.placed != PlacedWhen::Never && spec.kind != WagerKind::SuperBonus);
        let fault = faults.report(CheckCode::WagerOfAnotherText, &wager.kind.span, message);
        fault
            .under(text.procedure().requirements.wagers)
            .help(format!("the wagers are {}", list(names.map(|spec| spec.kind.name()))));
    }
}

fn super_bonus_stated(wager: &WagerSection, faults: &mut Diagnostics) {
    let message = "the Super Bonus Wager always equals the Ante and has no section";
    let fault = faults.report(CheckCode::SuperBonusStated, &wager.kind.span, message);
    fault.under(clause("657a.7(d)(1)")).help("remove `[wagers.super-bonus]`; `[wagers.main]` is the Ante");
}

fn missing(spec: &WagerSpec, written: &RulesSubmission, faults: &mut Diagnostics) {
    let (code, cited) = match spec.kind {
        // required to be offered.
        WagerKind::QueensUp => (CheckCode::NoQueensUp, clause("657a.2(b)(2)")),
        _ => (CheckCode::NoMainWager, spec.clause),
    };
    let message = format!("the {} is not offered", spec.title);
    let fault = faults.report(code, &written.wagers_span, message);
    fault.under(cited).help(format!("add `[wagers.{}]` with its limits", spec.kind));
}

/// § 670a.7(e)(1): equal to the main wager, so there is nothing to state.
fn no_amounts(wager: &WagerSection, spec: &WagerSpec, faults: &mut Diagnostics) {
    let amounts = [&wager.minimum, &wager.maximum, &wager.increment, &wager.amount];
    for amount in amounts.into_iter().flatten() {
        let message = format!("the {} always equals the main wager and has no amounts", spec.title);
        let fault = faults.report(CheckCode::DoubleDownAmount, &amount.span, message);
        fault.under(spec.clause).help(format!("leave `[wagers.{}]` empty", spec.kind));
    }
}

/// The letter of the paytable: needed where several are printed, out of place where one is.
fn letter(wager: &WagerSection, text: Regulation, faults: &mut Diagnostics) -> Option<char> {
    let kind = wager.kind.value;
    let payouts = game(text).payouts();
    let letters: Vec<char> = payouts.letters(kind).collect();
    let cited: Option<Clause> = payouts.paytables.iter().find(|table| table.wager == kind).map(|table| table.clause);
    let names: Vec<String> = letters.iter().map(char::to_string).collect();
    let choices = list(names.iter().map(String::as_str));
    match &wager.paytable {
        None if letters.is_empty() || wager.has("paytable") => None,
        None => {
            let message = format!("`{kind}` has several paytables: choose one");
            let fault = faults.report(CheckCode::NoLetter, &wager.kind.span, message);
            fault.under(cited).help(format!("write `paytable = \"{}\"`; the text has {choices}", names[0]));
            None
        }
        Some(written) if letters.is_empty() => {
            let message = format!("{text} has one paytable for `{kind}`, so there is no letter to choose");
            faults.report(CheckCode::NeedlessLetter, &written.span, message).under(cited).help("remove `paytable`");
            None
        }
        Some(written) => {
            let found = letters.iter().copied().find(|letter| written.value == letter.to_string());
            if found.is_none() {
                let message = format!("{text} has no paytable `{}` for `{kind}`", excerpt(&written.value));
                let fault = faults.report(CheckCode::UnknownLetter, &written.span, message);
                fault.under(cited).help(format!("the text has {choices}"));
            }
            found
        }
    }
}

/// § 657a.2(b)(4) and (d): the Five Card Hand Bonus is wagered on a device at each position.
fn electronic(wager: &WagerSection, faults: &mut Diagnostics) {
    let help = "write `electronic = true` if every position has an electronic wagering device";
    match (&wager.electronic, wager.kind.value) {
        (Some(written), WagerKind::FiveCardHandBonus) if !written.value => {
            let message = "the Five Card Hand Bonus can only be wagered electronically";
            faults.report(CheckCode::NotElectronic, &written.span, message).under(clause("657a.2(d)")).help(help);
        }
        (None, WagerKind::FiveCardHandBonus) => {
            let message = "the Five Card Hand Bonus requires an electronic wagering device at each position";
            faults.report(CheckCode::NotElectronic, &wager.kind.span, message).under(clause("657a.2(b)(4)")).help(help);
        }
        (Some(written), kind) if kind != WagerKind::FiveCardHandBonus => {
            let message = format!("`electronic` only applies to the Five Card Hand Bonus, not to `{kind}`");
            let fault = faults.report(CheckCode::WagerKeyMisplaced, &written.span, message);
            fault.under(clause("657a.2(b)(4)")).help("remove it");
        }
        _ => {}
    }
}

/// § 657a.2(b)(3): "either", read as one per table unless R-42 is switched.
pub(super) fn both_progressives(
    written: &RulesSubmission,
    text: Regulation,
    readings: Readings,
    faults: &mut Diagnostics,
) {
    let offered = |kind| written.wagers.iter().find(|wager| wager.kind.value == kind);
    let known = |kind| text.game().wagers().iter().any(|spec| spec.kind == kind);
    if let (Some(_), Some(five)) = (offered(WagerKind::FourCardProgressive), offered(WagerKind::FiveCardProgressive))
        && !readings.alternative(ReadingId::BOTH_PROGRESSIVES)
        && known(WagerKind::FiveCardProgressive)
    {
        let message = "a table can offer either the Four-Card or the Five-Card Progressive, not both";
        let fault = faults.report(CheckCode::BothProgressives, &five.kind.span, message);
        fault
            .under(clause("657a.2(b)(3)"))
            .help("remove one, or choose the alternative reading: `R-42 = \"alternative\"` under `[readings]`");
    }
}

/// A Fortune Bonus earns envy from $5 upwards; under the alternative of R-07 § 670a gives it from $1.
pub(super) fn envy_in_reach(written: &RulesSubmission, text: Regulation, readings: Readings, faults: &mut Diagnostics) {
    let Some(qualifying) = text.procedure().requirements.qualifying else { return };
    let (least, cited) = qualifying.by(readings);
    let bonus = written.wagers.iter().find(|wager| wager.kind.value == WagerKind::FortuneBonus);
    if let Some(maximum) = bonus.and_then(|bonus| bonus.maximum.as_ref()).filter(|maximum| maximum.value < least) {
        let message = format!("envy requires a wager of {least}, but the maximum is {}", maximum.value);
        let fault = faults.report(CheckCode::NoEnvyInReach, &maximum.span, message);
        fault.under(cited).help(format!("raise `maximum` to `{least}` or more"));
    }
}

/// MA 7(a): the Massachusetts rules alone know the match play coupon, and it goes with the main wager.
pub(super) fn match_play(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> bool {
    let mut taken = false;
    for wager in &written.wagers {
        let Some(stated) = &wager.match_play else { continue };
        if text.procedure().wagering.match_play.is_some() && wager.kind.value == WagerKind::Main {
            taken = stated.value;
        } else {
            let message = format!("{text} does not allow match play coupons with `{}`", wager.kind.value);
            let fault = faults.report(CheckCode::WagerKeyMisplaced, &stated.span, message);
            fault.under(text.procedure().wagering.chips).help("remove `match-play`");
        }
    }
    taken
}
