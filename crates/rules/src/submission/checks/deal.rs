//! §§ .5(g), .8-.10, MA 4, MA 8-11: how the cards are dealt, the stub counted and the start found.

use crate::procedure::{StartRequirement, StubCountRule};
use crate::regulation::Regulation;
use crate::revision::RulesChange;
use crate::submission::ast::{RulesSubmission, StartSection};
use crate::submission::codes::CheckCode;
use crate::submission::faults::Diagnostics;
use crate::submission::house_rules::{ShuffleRules, StartRules};
use crate::vocabulary::{DealMethod, StartMethod};

/// What the cards are dealt from.
pub(super) fn method(
    written: &RulesSubmission,
    text: Regulation,
    shuffle: ShuffleRules,
    faults: &mut Diagnostics,
) -> DealMethod {
    let Some(method) = &written.deal.method else { return DealMethod::AutomatedShoe };
    if method.value == DealMethod::Hand
        && !shuffle.method.is_device()
        && let Some(cited) = text.procedure().requirements.hand_needs_device
    {
        let message = format!(
            "dealing from the hand requires an automated shuffling device, but the shuffling method is `{}`",
            shuffle.method.word()
        );
        let fault = faults.report(CheckCode::HandWithoutDevice, &method.span, message);
        fault.under(cited).help("deal from a shoe, or write `method = \"device\"` under `[shuffle]`");
    }
    let approved = written.deal.approved.as_ref();
    if let Some(cited) = text.procedure().requirements.shoe_approved
        && method.value == DealMethod::AutomatedShoe
        && !approved.is_some_and(|approved| approved.value)
    {
        let message = "an automated shoe, its place and its use need the Commission's approval";
        let fault = faults.report(CheckCode::ShoeNotApproved, approved.map_or(&method.span, |at| &at.span), message);
        fault.under(cited).help("write `approved = true` once it is approved");
    } else if let Some(stated) = approved.filter(|approved| !approved.value) {
        let message = format!("no clause requires approval of the dealing method `{}`", method.value.word());
        let fault = faults.report(CheckCode::ApprovalNeedless, &stated.span, message);
        fault.under(text.procedure().dealing(method.value).loaded).help("remove `approved`");
    }
    method.value
}

/// How often the stub is counted: in every round, but in § 657a at least once in five, unless the device counts.
pub(super) fn stub_count(
    written: &RulesSubmission,
    text: Regulation,
    deal: DealMethod,
    shuffle: ShuffleRules,
    faults: &mut Diagnostics,
) -> Option<u8> {
    let stub = text.procedure().dealing(deal).stub;
    let cited = stub.clause;
    let Some(stated) = &written.deal.stub_count_every else {
        return (stub.counted == StubCountRule::EveryRound || !shuffle.counts).then_some(1);
    };
    let StubCountRule::AtLeastEvery(most) = stub.counted else {
        let message = "the stub must be counted in every round";
        let fault = faults.report(CheckCode::StubCountFixed, &stated.span, message);
        fault.under(cited).help("remove `stub-count-every`");
        return Some(1);
    };
    let Some(every) = u8::try_from(stated.value).ok().filter(|every| (1..=most).contains(every)) else {
        let message = format!("the stub must be counted at least once every {most} rounds (got {})", stated.value);
        let fault = faults.report(CheckCode::StubCountTooSeldom, &stated.span, message);
        fault.under(cited).help(format!("write `stub-count-every = {most}` or less"));
        return Some(1);
    };
    if shuffle.counts {
        let message = "the shuffling device counts every deck, so the stub need not be counted";
        let fault = faults.report(CheckCode::StubCountNeedless, &stated.span, message);
        let counts = text.procedure().cards.device_miscount;
        fault.under(counts.unwrap_or(cited)).help("remove `stub-count-every`, or keep it as a second check");
    }
    Some(every)
}

/// How the starting position is found.
pub(super) fn start(
    written: &RulesSubmission,
    text: Regulation,
    deal: DealMethod,
    shuffle: ShuffleRules,
    faults: &mut Diagnostics,
) -> Option<StartRules> {
    let found = text.procedure().requirements.start;
    let Some(start) = &written.start else {
        if let Some(StartRequirement { methods: cited, .. }) = found {
            let message = "the method for finding the starting position is missing";
            let place = written.text.as_ref().map_or(0..0, |text| text.span.clone());
            let fault = faults.report(CheckCode::NoStart, &place, message);
            fault.under(cited).help("add `[start]` with `method = \"dice\"`");
        }
        return None;
    };
    let Some(found) = found else {
        let message =
            "the first card always goes to the player farthest to the dealer's left, so there is no start to find";
        let fault = faults.report(CheckCode::StartNotInText, &start.span, message);
        fault.under(text.procedure().dealing(deal).deal).help("remove `[start]`");
        return None;
    };
    let method = start.method.as_ref()?.value;
    if method == StartMethod::Button {
        button(start, text, found, deal, shuffle, faults);
    }
    approval(start, method, found, faults);
    let mark = start.mark.as_ref().is_some_and(|mark| mark.value);
    Some(StartRules { method, mark })
}

/// §§ 575.5(g)(3), MA 4(a)(3): a button needs a shuffling device and an automated shoe; the other texts have none.
fn button(
    start: &StartSection,
    text: Regulation,
    found: StartRequirement,
    deal: DealMethod,
    shuffle: ShuffleRules,
    faults: &mut Diagnostics,
) {
    let Some(method) = &start.method else { return };
    let Some(submitted) = found.button else {
        let message = format!("{text} allows dice or a random number generator to find the start, but no button");
        let fault = faults.report(CheckCode::ButtonNotInText, &method.span, message);
        fault.under(found.methods).help("write `method = \"dice\"` or `method = \"rng\"`");
        return;
    };
    if deal != DealMethod::AutomatedShoe || !shuffle.method.is_device() {
        let message = "a button requires a shuffling device and an automated shoe";
        let fault = faults.report(CheckCode::ButtonWithoutShoe, &method.span, message);
        fault
            .under(submitted.with_shoe)
            .help("use dice or a generator, or write `method = \"automated-shoe\"` under `[deal]`");
    }
    if let Some(mark) = start.mark.as_ref().filter(|mark| mark.value) {
        let message = "the button already marks the starting position";
        let fault = faults.report(CheckCode::MarkBesideButton, &mark.span, message);
        fault.under(text.procedure().start.as_ref().map(|start| start.mark)).help("remove `mark`");
    }
}

/// The thing that finds the start is approved beforehand.
fn approval(start: &StartSection, method: StartMethod, found: StartRequirement, faults: &mut Diagnostics) {
    let (code, what, cited) = match method {
        StartMethod::Dice => return shaker(start, found, faults),
        StartMethod::Generator => {
            (CheckCode::GeneratorNotApproved, "a random number generator", Some(found.generator_approved))
        }
        StartMethod::Button => (CheckCode::ButtonNotApproved, "a button", found.button.map(|button| button.approved)),
    };
    let Some(cited) = cited else { return };
    let approved = start.approved.as_ref();
    if approved.is_some_and(|approved| approved.value) {
        return;
    }
    let at_method = start.method.as_ref().map_or(&start.span, |method| &method.span);
    let message = format!("{what} needs prior approval");
    let fault = faults.report(code, approved.map_or(at_method, |approved| &approved.span), message);
    fault.under(cited).help("write `approved = true` once it is approved");
}

/// §§ 659a.2(c)(1), 575.2(c)(1), 670a.2(d)(1): the shaker of the dice is approved too; MA 4(a)(1) asks for no approval.
fn shaker(start: &StartSection, found: StartRequirement, faults: &mut Diagnostics) {
    let at_method = start.method.as_ref().map_or(&start.span, |method| &method.span);
    match (&start.approved, found.shaker_approved) {
        (Some(stated), Some(cited)) if !stated.value => {
            let message = "the dice shaker needs prior approval";
            let fault =
                faults.report(CheckCode::ShakerNotApproved, &stated.span, message).since(RulesChange::ShakerApproval);
            fault.under(cited).help("write `approved = true` once it is approved");
        }
        (None, Some(cited)) => {
            let message = "the submission does not say whether the dice shaker is approved";
            let fault = faults.report(CheckCode::ShakerApprovalNotStated, at_method, message);
            fault.under(cited).help("write `approved = true` under `[start]` once it is approved");
        }
        (Some(stated), None) if !stated.value => {
            let message = "no clause requires approval of dice and shaker";
            let fault = faults.report(CheckCode::ApprovalNeedless, &stated.span, message);
            fault.under(found.shaker).help("remove `approved`");
        }
        _ => {}
    }
}
