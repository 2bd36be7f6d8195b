//! §§ .7, .12: which wagers are offered, under which paytable.

use super::{draws, limits, links};
use crate::clause::{Clause, clause};
use crate::games::game;
use crate::reading::{ReadingId, Readings};
use crate::submission::codes::Code;
use crate::submission::faults::Faults;
use crate::submission::house_rules::{OfferedWager, Stake};
use crate::submission::reader::{list, shown};
use crate::submission::written::{RulesSubmission, WrittenWager};
use crate::text::Text;
use crate::wager::{Amount, Offered, Placed, WagerKind, WagerSpec};

/// The wagers offered, in the order of the text.
pub(super) fn check(written: &RulesSubmission, text: Text, faults: &mut Faults) -> Vec<OfferedWager> {
    for wager in &written.wagers {
        belongs(wager, text, faults);
    }
    let mut offered = Vec::new();
    for spec in game(text).wagers() {
        let stated = written.wagers.iter().find(|wager| wager.kind.value == spec.kind);
        match stated {
            Some(wager) if spec.kind == WagerKind::SuperBonus => super_bonus_stated(wager, faults),
            Some(wager) => offered.push(one(wager, spec, text, faults)),
            None if spec.offered == Offered::Always && spec.amount != Amount::EqualToMain => {
                missing(spec, written, faults);
            }
            None => {}
        }
        // § 657a.7(d)(1): always there and never stated.
        if spec.offered == Offered::Always && spec.amount == Amount::EqualToMain {
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

fn one(wager: &WrittenWager, spec: &WagerSpec, text: Text, faults: &mut Faults) -> OfferedWager {
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
fn belongs(wager: &WrittenWager, text: Text, faults: &mut Faults) {
    let kind = wager.kind.value;
    if kind == WagerKind::MagicCardAndLucky {
        let message = "Magic Card and Lucky Bonus are paid on the Five Card Hand Bonus Wager and never wagered";
        let fault = faults.report(Code::NotAWager, &wager.kind.span, message);
        fault
            .under(clause("657a.12(f)(3)"))
            .help("write `magic-card` and `lucky-bonus` under `[wagers.five-card-hand-bonus]`");
    } else if game(text).wagers().iter().all(|spec| spec.kind != kind) {
        let message = format!("{text} provides for no wager `{kind}`");
        let names = game(text)
            .wagers()
            .iter()
            .filter(|spec| spec.placed != Placed::Never && spec.kind != WagerKind::SuperBonus);
        let fault = faults.report(Code::WagerOfAnotherText, &wager.kind.span, message);
        fault
            .under(text.procedure().submitting.wagers)
            .help(format!("its wagers are {}", list(names.map(|spec| spec.kind.name()))));
    }
}

fn super_bonus_stated(wager: &WrittenWager, faults: &mut Faults) {
    let message = "the Super Bonus Wager always equals the Ante and takes nothing of its own";
    let fault = faults.report(Code::SuperBonusStated, &wager.kind.span, message);
    fault.under(clause("657a.7(d)(1)")).help("leave `[wagers.super-bonus]` out; `[wagers.main]` is the Ante");
}

fn missing(spec: &WagerSpec, written: &RulesSubmission, faults: &mut Faults) {
    let (code, cited) = match spec.kind {
        // required to be offered.
        WagerKind::QueensUp => (Code::NoQueensUp, clause("657a.2(b)(2)")),
        _ => (Code::NoMainWager, spec.clause),
    };
    let message = format!("the {} is not offered", spec.title);
    let fault = faults.report(code, &written.wagers_span, message);
    fault.under(cited).help(format!("add `[wagers.{}]` with its limits", spec.kind));
}

/// § 670a.7(e)(1): equal to the main wager, so there is nothing to state.
fn no_amounts(wager: &WrittenWager, spec: &WagerSpec, faults: &mut Faults) {
    let amounts = [&wager.minimum, &wager.maximum, &wager.increment, &wager.amount];
    for amount in amounts.into_iter().flatten() {
        let message = format!("the {} is equal to the main wager and takes no amounts", spec.title);
        let fault = faults.report(Code::DoubleDownAmount, &amount.span, message);
        fault.under(spec.clause).help(format!("write `[wagers.{}]` with nothing under it", spec.kind));
    }
}

/// The letter of the paytable: needed where several are printed, out of place where one is.
fn letter(wager: &WrittenWager, text: Text, faults: &mut Faults) -> Option<char> {
    let kind = wager.kind.value;
    let payouts = game(text).payouts();
    let letters: Vec<char> = payouts.letters(kind).collect();
    let cited: Option<Clause> = payouts.paytables.iter().find(|table| table.wager == kind).map(|table| table.clause);
    let names: Vec<String> = letters.iter().map(char::to_string).collect();
    let choices = list(names.iter().map(String::as_str));
    match &wager.paytable {
        None if letters.is_empty() || wager.has("paytable") => None,
        None => {
            let message = format!("`{kind}` has several paytables, and none is chosen");
            let fault = faults.report(Code::NoLetter, &wager.kind.span, message);
            fault.under(cited).help(format!("write `paytable = \"{}\"`; the text prints {choices}", names[0]));
            None
        }
        Some(written) if letters.is_empty() => {
            let message = format!("{text} prints one table for `{kind}`, so there is no letter to choose");
            faults.report(Code::NeedlessLetter, &written.span, message).under(cited).help("leave `paytable` out");
            None
        }
        Some(written) => {
            let found = letters.iter().copied().find(|letter| written.value == letter.to_string());
            if found.is_none() {
                let message = format!("{text} prints no paytable `{}` for `{kind}`", shown(&written.value));
                let fault = faults.report(Code::UnknownLetter, &written.span, message);
                fault.under(cited).help(format!("it prints {choices}"));
            }
            found
        }
    }
}

/// § 657a.2(b)(4) and (d): the Five Card Hand Bonus is wagered on a device at each position.
fn electronic(wager: &WrittenWager, faults: &mut Faults) {
    let help = "write `electronic = true` if every position has the electronic wagering system";
    match (&wager.electronic, wager.kind.value) {
        (Some(written), WagerKind::FiveCardHandBonus) if !written.value => {
            let message = "the Five Card Hand Bonus is wagered electronically and no other way";
            faults.report(Code::NotElectronic, &written.span, message).under(clause("657a.2(d)")).help(help);
        }
        (None, WagerKind::FiveCardHandBonus) => {
            let message = "the Five Card Hand Bonus needs an electronic wagering system at each position";
            faults.report(Code::NotElectronic, &wager.kind.span, message).under(clause("657a.2(b)(4)")).help(help);
        }
        (Some(written), kind) if kind != WagerKind::FiveCardHandBonus => {
            let message = format!("`electronic` is said of the Five Card Hand Bonus, not of `{kind}`");
            let fault = faults.report(Code::WagerKeyMisplaced, &written.span, message);
            fault.under(clause("657a.2(b)(4)")).help("leave it out");
        }
        _ => {}
    }
}

/// § 657a.2(b)(3): "either", read as one per table unless R-42 is switched.
pub(super) fn both_progressives(written: &RulesSubmission, text: Text, readings: Readings, faults: &mut Faults) {
    let offered = |kind| written.wagers.iter().find(|wager| wager.kind.value == kind);
    let known = |kind| text.game().wagers().iter().any(|spec| spec.kind == kind);
    if let (Some(_), Some(five)) = (offered(WagerKind::FourCardProgressive), offered(WagerKind::FiveCardProgressive))
        && !readings.alternative(ReadingId::BOTH_PROGRESSIVES)
        && known(WagerKind::FiveCardProgressive)
    {
        let message = "a table offers either the Four-Card or the Five-Card Progressive, not both";
        let fault = faults.report(Code::BothProgressives, &five.kind.span, message);
        fault
            .under(clause("657a.2(b)(3)"))
            .help("leave one out, or choose the other reading: `R-42 = \"alternative\"` under `[readings]`");
    }
}

/// A Fortune Bonus earns envy from $5 upwards; under the alternative of R-07 § 670a gives it from $1.
pub(super) fn envy_in_reach(written: &RulesSubmission, text: Text, readings: Readings, faults: &mut Faults) {
    let Some(qualifying) = text.procedure().submitting.qualifying else { return };
    let (least, cited) = qualifying.by(readings);
    let bonus = written.wagers.iter().find(|wager| wager.kind.value == WagerKind::FortuneBonus);
    if let Some(maximum) = bonus.and_then(|bonus| bonus.maximum.as_ref()).filter(|maximum| maximum.value < least) {
        let message = format!("envy begins at {least}, and nobody can wager more than {}", maximum.value);
        let fault = faults.report(Code::NoEnvyInReach, &maximum.span, message);
        fault.under(cited).help(format!("raise `maximum` to `{least}` or more"));
    }
}

/// MA 7(a): the Massachusetts rules alone know the match play coupon, and it goes with the main wager.
pub(super) fn match_play(written: &RulesSubmission, text: Text, faults: &mut Faults) -> bool {
    let mut taken = false;
    for wager in &written.wagers {
        let Some(stated) = &wager.match_play else { continue };
        if text.procedure().wagering.match_play.is_some() && wager.kind.value == WagerKind::Main {
            taken = stated.value;
        } else {
            let message = format!("{text} takes no match play coupon with `{}`", wager.kind.value);
            let fault = faults.report(Code::WagerKeyMisplaced, &stated.span, message);
            fault.under(text.procedure().wagering.chips).help("leave `match-play` out");
        }
    }
    taken
}
