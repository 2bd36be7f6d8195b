//! The steps that the program performs itself, and how it completes an inactive seat.

use crate::clause::{Clause, clause};
use crate::regulation::Regulation;
use crate::submission::ast::RulesSubmission;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned};
use crate::submission::house_rules::{Automation, Completion, DeckRules, InactiveSeat, OfferedWager, ShuffleRules};
use crate::vocabulary::{DealMethod, Step};
use crate::wager::{Validation, WagerKind};

/// The steps automated, in the order of a round.
pub(super) fn check(
    written: &RulesSubmission,
    text: Regulation,
    wagers: &[OfferedWager],
    (cards, shuffle): (&DeckRules, ShuffleRules),
    faults: &mut Diagnostics,
) -> Automation {
    let play_chips = written.automation.play_chips.as_ref().is_some_and(|stated| stated.value);
    for step in &written.automation.steps {
        let idle = idle(step.value, text, wagers, cards, shuffle);
        if let Some(cited) = idle
            && !written.automation.all
        {
            let message = format!("this table has no step `{}`", step.value.word());
            faults.report(CheckCode::StepNotHere, &step.span, message).under(cited).help("remove it from `steps`");
        }
        if idle.is_none() && !play_chips {
            floorperson(step, text, wagers, faults);
        }
    }
    let mut steps: Vec<Step> = written.automation.steps.iter().map(|step| step.value).collect();
    steps.sort_unstable();
    Automation { play_chips, steps }
}

/// The clause by which this table never takes the step, if there is one.
fn idle(
    step: Step,
    text: Regulation,
    wagers: &[OfferedWager],
    cards: &DeckRules,
    shuffle: ShuffleRules,
) -> Option<Clause> {
    let procedure = text.procedure();
    match step {
        // § 657a.8(d): the deal begins at the dealer's left, whatever the cards come from.
        Step::Roll if procedure.start.is_none() => Some(procedure.dealing(DealMethod::ManualShoe).deal),
        // A deck that comes shuffled is cut before its first round, whatever shuffles it afterwards.
        Step::Cut if shuffle.method.is_device() && !cards.preshuffled => Some(procedure.cards.no_cut),
        Step::Validate if validated(text, wagers).next().is_none() => Some(procedure.requirements.wagers),
        _ => None,
    }
}

/// The wagers whose payouts a floorperson validates, and where the text says so.
fn validated(text: Regulation, wagers: &[OfferedWager]) -> impl Iterator<Item = (WagerKind, Clause)> + use<'_> {
    wagers.iter().filter_map(move |wager| {
        let spec = text.game().wagers().iter().find(|spec| spec.kind == wager.kind)?;
        match spec.settled.validation {
            Validation::None => None,
            Validation::Always { floorperson, .. } | Validation::From { floorperson, .. } => {
                Some((wager.kind, floorperson))
            }
        }
    })
}

/// Where a clause names a floorperson, a program may stand in only where nothing is at stake.
fn floorperson(step: &Spanned<Step>, text: Regulation, wagers: &[OfferedWager], faults: &mut Diagnostics) {
    let cards = &text.procedure().cards;
    let mut warn = |what: &str, cited: Clause| {
        let message = format!("{what}, and this table does not use play chips");
        let fault = faults.report(CheckCode::FloorpersonReplaced, &step.span, message);
        fault.under(cited).help(format!("remove `{}` from `steps`, or write `play-chips = true`", step.value.word()));
    };
    match step.value {
        Step::Inspect => warn("a floorperson must verify the inspection of the cards", cards.verify),
        Step::Cut => warn("only a floorperson may order a new cut", cards.recut),
        Step::Validate => {
            for (kind, cited) in validated(text, wagers) {
                warn(&format!("a floorperson must validate the payouts of `{kind}`"), cited);
            }
        }
        _ => {}
    }
}

const LEAST_SECONDS: i64 = 5;
const MOST_SECONDS: i64 = 3_600;

/// What completes a silent seat: its hands are set by the house way, or folded or played where none are set.
pub(super) fn silent_seat(
    written: &RulesSubmission,
    text: Regulation,
    wagers: &[OfferedWager],
    faults: &mut Diagnostics,
) -> InactiveSeat {
    let silent = &written.silent_seat;
    let asked_to_play = text.procedure().playing.play_or_fold;
    let plays_or_folds = asked_to_play.is_some();
    let cited = asked_to_play.map_or_else(|| text.game().shape_clause(), |asked| asked.clause);
    if let Some(set) = silent.set.as_ref().filter(|_| plays_or_folds) {
        let message = "hands are not set in this game: an inactive seat folds or plays";
        let fault = faults.report(CheckCode::SilentSetting, &set.span, message);
        fault.under(cited).help("write `play = \"fold\"` or `play = \"play\"` instead of `set`");
    }
    if let Some(play) = silent.play.as_ref().filter(|_| !plays_or_folds) {
        let message = "players do not fold or play in this game: the hands of an inactive seat are set";
        let fault = faults.report(CheckCode::SilentSetting, &play.span, message);
        fault.under(cited).help("write `set = \"house-way\"` instead of `play`");
    }
    double_down(written, wagers, faults);
    let plays = silent.play.as_ref().filter(|play| play.value && plays_or_folds);
    if let Some(play) = plays {
        let message = "the table places a Play Wager for a player who did not act";
        let fault = faults.report(CheckCode::SilentPlay, &play.span, message);
        fault.under(cited).help("with `fold` the table stakes nothing for the player");
    }
    if let Some(reconnect) = silent.reconnect_seconds.as_ref().filter(|_| !plays_or_folds) {
        let message = "a lost connection costs nothing here, because the house way completes the hand";
        let fault = faults.report(CheckCode::ReconnectMisplaced, &reconnect.span, message);
        fault.under(cited).help("remove `reconnect-seconds`");
    }
    let completion = match (plays_or_folds, plays) {
        (false, _) => Completion::HouseWay,
        (true, None) => Completion::Fold,
        (true, Some(_)) => Completion::Play,
    };
    InactiveSeat {
        seconds: seconds(silent.seconds.as_ref(), "seconds", cited, faults).unwrap_or(30),
        reconnect_seconds: seconds(silent.reconnect_seconds.as_ref(), "reconnect-seconds", cited, faults)
            .or(plays_or_folds.then_some(60)),
        completion,
    }
}

fn seconds(stated: Option<&Spanned<i64>>, key: &str, cited: Clause, faults: &mut Diagnostics) -> Option<u16> {
    let stated = stated?;
    if (LEAST_SECONDS..=MOST_SECONDS).contains(&stated.value) {
        return u16::try_from(stated.value).ok();
    }
    let message = format!("`{key}` must be {LEAST_SECONDS} to {MOST_SECONDS} (got {})", stated.value);
    faults.report(CheckCode::SilentSeconds, &stated.span, message).under(cited).help(format!("write `{key} = 30`"));
    None
}

/// § 670a.11(c): the Double Down is the player's to place, so that silence declines it.
fn double_down(written: &RulesSubmission, wagers: &[OfferedWager], faults: &mut Diagnostics) {
    let Some(stated) = &written.silent_seat.double_down else { return };
    if stated.value {
        let message = "a Double Down cannot be placed for a player who did not act";
        let fault = faults.report(CheckCode::SilentDoubleDown, &stated.span, message);
        fault.under(clause("670a.11(c)")).help("write `double-down = \"no\"`");
    } else if !wagers.iter().any(|wager| wager.kind == WagerKind::DoubleDown) {
        let message = "the Double Down is not offered at this table";
        let fault = faults.report(CheckCode::SilentDoubleDownIdle, &stated.span, message);
        fault.under(clause("670a.7(e)(1)")).help("remove `double-down`, or offer the wager");
    }
}
