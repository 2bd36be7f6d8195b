//! What the program does in a person's place, and what completes a seat that does not answer.

use crate::clause::{Clause, clause};
use crate::submission::codes::Code;
use crate::submission::faults::{At, Faults};
use crate::submission::house_rules::{
    Automation, Cards, Completion, DealMethod, OfferedWager, Shuffle, SilentSeat, Step,
};
use crate::submission::written::RulesSubmission;
use crate::text::Text;
use crate::wager::{Validation, WagerKind};

/// The steps automated, in the order of a round.
pub(super) fn check(
    written: &RulesSubmission,
    text: Text,
    wagers: &[OfferedWager],
    (cards, shuffle): (&Cards, Shuffle),
    faults: &mut Faults,
) -> Automation {
    let play_chips = written.automation.play_chips.as_ref().is_some_and(|stated| stated.value);
    for step in &written.automation.steps {
        let idle = idle(step.value, text, wagers, cards, shuffle);
        if let Some(cited) = idle
            && !written.automation.all
        {
            let message = format!("there is no `{}` at this table", step.value.word());
            faults.report(Code::StepNotHere, &step.span, message).under(cited).help("leave it out of `steps`");
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
fn idle(step: Step, text: Text, wagers: &[OfferedWager], cards: &Cards, shuffle: Shuffle) -> Option<Clause> {
    let procedure = text.procedure();
    match step {
        // § 657a.8(d): the deal begins at the dealer's left, whatever the cards come from.
        Step::Roll if procedure.start.is_none() => Some(procedure.dealing(DealMethod::ManualShoe).deal),
        // A deck that comes shuffled is cut before its first round, whatever shuffles it afterwards.
        Step::Cut if shuffle.method.is_device() && !cards.preshuffled => Some(procedure.cards.no_cut),
        Step::Validate if validated(text, wagers).next().is_none() => Some(procedure.submitting.wagers),
        _ => None,
    }
}

/// The wagers whose payouts a floorperson validates, and where the text says so.
fn validated(text: Text, wagers: &[OfferedWager]) -> impl Iterator<Item = (WagerKind, Clause)> + use<'_> {
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
fn floorperson(step: &At<Step>, text: Text, wagers: &[OfferedWager], faults: &mut Faults) {
    let cards = &text.procedure().cards;
    let mut warn = |what: &str, cited: Clause| {
        let message = format!("{what}, and the table plays for money");
        let fault = faults.report(Code::FloorpersonReplaced, &step.span, message);
        fault.under(cited).help(format!("leave `{}` to people, or write `play-chips = true`", step.value.word()));
    };
    match step.value {
        Step::Inspect => warn("a floorperson verifies the inspection of the cards", cards.verify),
        Step::Cut => warn("a floorperson may order the cards to be cut again", cards.recut),
        Step::Validate => {
            for (kind, cited) in validated(text, wagers) {
                warn(&format!("a floorperson validates the payouts of `{kind}`"), cited);
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
    text: Text,
    wagers: &[OfferedWager],
    faults: &mut Faults,
) -> SilentSeat {
    let silent = &written.silent_seat;
    let asked_to_play = text.procedure().playing.play_or_fold;
    let plays_or_folds = asked_to_play.is_some();
    let cited = asked_to_play.map_or_else(|| text.game().shape_clause(), |asked| asked.clause);
    if let Some(set) = silent.set.as_ref().filter(|_| plays_or_folds) {
        let message = "no hands are set in this game: a silent seat folds or plays";
        let fault = faults.report(Code::SilentSetting, &set.span, message);
        fault.under(cited).help("write `play = \"fold\"` or `play = \"play\"` in place of `set`");
    }
    if let Some(play) = silent.play.as_ref().filter(|_| !plays_or_folds) {
        let message = "nobody folds or plays in this game: the hands of a silent seat are set";
        let fault = faults.report(Code::SilentSetting, &play.span, message);
        fault.under(cited).help("write `set = \"house-way\"` in place of `play`");
    }
    double_down(written, wagers, faults);
    let plays = silent.play.as_ref().filter(|play| play.value && plays_or_folds);
    if let Some(play) = plays {
        let message = "a Play Wager is placed for a player who did not answer";
        let fault = faults.report(Code::SilentPlay, &play.span, message);
        fault.under(cited).help("`fold` stakes nothing that the player has not put down");
    }
    if let Some(reconnect) = silent.reconnect_seconds.as_ref().filter(|_| !plays_or_folds) {
        let message = "a broken connection costs nothing where the house way completes the hand";
        let fault = faults.report(Code::ReconnectMisplaced, &reconnect.span, message);
        fault.under(cited).help("leave `reconnect-seconds` out");
    }
    let completion = match (plays_or_folds, plays) {
        (false, _) => Completion::HouseWay,
        (true, None) => Completion::Fold,
        (true, Some(_)) => Completion::Play,
    };
    SilentSeat {
        seconds: seconds(silent.seconds.as_ref(), "seconds", cited, faults).unwrap_or(30),
        reconnect_seconds: seconds(silent.reconnect_seconds.as_ref(), "reconnect-seconds", cited, faults)
            .or(plays_or_folds.then_some(60)),
        completion,
    }
}

fn seconds(stated: Option<&At<i64>>, key: &str, cited: Clause, faults: &mut Faults) -> Option<u16> {
    let stated = stated?;
    if (LEAST_SECONDS..=MOST_SECONDS).contains(&stated.value) {
        return u16::try_from(stated.value).ok();
    }
    let message = format!("`{key}` is between {LEAST_SECONDS} and {MOST_SECONDS}, not {}", stated.value);
    faults.report(Code::SilentSeconds, &stated.span, message).under(cited).help(format!("write `{key} = 30`"));
    None
}

/// § 670a.11(c): the Double Down is the player's to place, so that silence declines it.
fn double_down(written: &RulesSubmission, wagers: &[OfferedWager], faults: &mut Faults) {
    let Some(stated) = &written.silent_seat.double_down else { return };
    if stated.value {
        let message = "nobody places a Double Down for a player who did not answer";
        let fault = faults.report(Code::SilentDoubleDown, &stated.span, message);
        fault.under(clause("670a.11(c)")).help("write `double-down = \"no\"`");
    } else if !wagers.iter().any(|wager| wager.kind == WagerKind::DoubleDown) {
        let message = "no Double Down is offered, so nobody is asked about it";
        let fault = faults.report(Code::SilentDoubleDownIdle, &stated.span, message);
        fault.under(clause("670a.7(e)(1)")).help("leave `double-down` out, or offer the wager");
    }
}
