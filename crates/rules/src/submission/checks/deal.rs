//! §§ .5(g), .8-.10, MA 4, MA 8-11: how the cards are dealt, the stub counted and the start found.

use crate::procedure::{StartSubmitted, StubCounted};
use crate::revision::RulesChange;
use crate::submission::codes::Code;
use crate::submission::faults::Faults;
use crate::submission::house_rules::{DealMethod, Shuffle, Start, StartMethod};
use crate::submission::written::{RulesSubmission, WrittenStart};
use crate::text::Text;

/// What the cards are dealt from.
pub(super) fn method(written: &RulesSubmission, text: Text, shuffle: Shuffle, faults: &mut Faults) -> DealMethod {
    let Some(method) = &written.deal.method else { return DealMethod::AutomatedShoe };
    if method.value == DealMethod::Hand
        && !shuffle.method.is_device()
        && let Some(cited) = text.procedure().submitting.hand_needs_device
    {
        let message = format!(
            "cards shuffled by `{}` may not be dealt from the hand: that needs an automated shuffling device",
            shuffle.method.word()
        );
        let fault = faults.report(Code::HandWithoutDevice, &method.span, message);
        fault.under(cited).help("deal from a shoe, or write `method = \"device\"` under `[shuffle]`");
    }
    let approved = written.deal.approved.as_ref();
    if let Some(cited) = text.procedure().submitting.shoe_approved
        && method.value == DealMethod::AutomatedShoe
        && !approved.is_some_and(|approved| approved.value)
    {
        let message = "an automated shoe needs the Commission's approval of shoe, place and use";
        let fault = faults.report(Code::ShoeNotApproved, approved.map_or(&method.span, |at| &at.span), message);
        fault.under(cited).help("write `approved = true` once it is approved");
    } else if let Some(stated) = approved.filter(|approved| !approved.value) {
        let message = format!("no clause asks for an approval of the deal by `{}`", method.value.word());
        let fault = faults.report(Code::ApprovalNeedless, &stated.span, message);
        fault.under(text.procedure().dealing(method.value).loaded).help("leave `approved` out");
    }
    method.value
}

/// How often the stub is counted: in every round, but in § 657a at least once in five, unless the device counts.
pub(super) fn stub_count(
    written: &RulesSubmission,
    text: Text,
    deal: DealMethod,
    shuffle: Shuffle,
    faults: &mut Faults,
) -> Option<u8> {
    let stub = text.procedure().dealing(deal).stub;
    let cited = stub.clause;
    let Some(stated) = &written.deal.stub_count_every else {
        return (stub.counted == StubCounted::EveryRound || !shuffle.counts).then_some(1);
    };
    let StubCounted::AtLeastEvery(most) = stub.counted else {
        let message = "the stub is counted in every round";
        let fault = faults.report(Code::StubCountFixed, &stated.span, message);
        fault.under(cited).help("leave `stub-count-every` out");
        return Some(1);
    };
    let Some(every) = u8::try_from(stated.value).ok().filter(|every| (1..=most).contains(every)) else {
        let message = format!("the stub is counted at least once in {most} rounds, not once in {}", stated.value);
        let fault = faults.report(Code::StubCountTooSeldom, &stated.span, message);
        fault.under(cited).help(format!("write `stub-count-every = {most}` or less"));
        return Some(1);
    };
    if shuffle.counts {
        let message = "the shuffling device counts every deck, so the stub need not be counted";
        let fault = faults.report(Code::StubCountNeedless, &stated.span, message);
        let counts = text.procedure().cards.device_miscount;
        fault.under(counts.unwrap_or(cited)).help("leave `stub-count-every` out, or keep it as a second check");
    }
    Some(every)
}

/// How the starting position is found.
pub(super) fn start(
    written: &RulesSubmission,
    text: Text,
    deal: DealMethod,
    shuffle: Shuffle,
    faults: &mut Faults,
) -> Option<Start> {
    let found = text.procedure().submitting.start;
    let Some(start) = &written.start else {
        if let Some(StartSubmitted { methods: cited, .. }) = found {
            let message = "nothing says how the starting position is found";
            let place = written.text.as_ref().map_or(0..0, |text| text.span.clone());
            let fault = faults.report(Code::NoStart, &place, message);
            fault.under(cited).help("add `[start]` with `method = \"dice\"`");
        }
        return None;
    };
    let Some(found) = found else {
        let message = "the first card goes to the player farthest to the dealer's left: there is no start to find";
        let fault = faults.report(Code::StartNotInText, &start.span, message);
        fault.under(text.procedure().dealing(deal).deal).help("leave `[start]` out");
        return None;
    };
    let method = start.method.as_ref()?.value;
    if method == StartMethod::Button {
        button(start, text, found, deal, shuffle, faults);
    }
    approval(start, method, found, faults);
    let mark = start.mark.as_ref().is_some_and(|mark| mark.value);
    Some(Start { method, mark })
}

/// §§ 575.5(g)(3), MA 4(a)(3): a button needs a shuffling device and an automated shoe; the other texts have none.
fn button(
    start: &WrittenStart,
    text: Text,
    found: StartSubmitted,
    deal: DealMethod,
    shuffle: Shuffle,
    faults: &mut Faults,
) {
    let Some(method) = &start.method else { return };
    let Some(submitted) = found.button else {
        let message = format!("{text} finds the start by dice or by random number generator, not by a button");
        let fault = faults.report(Code::ButtonNotInText, &method.span, message);
        fault.under(found.methods).help("write `method = \"dice\"` or `method = \"rng\"`");
        return;
    };
    if deal != DealMethod::AutomatedShoe || !shuffle.method.is_device() {
        let message = "a button marks the start only with a shuffling device and an automated shoe";
        let fault = faults.report(Code::ButtonWithoutShoe, &method.span, message);
        fault
            .under(submitted.with_shoe)
            .help("use dice or a generator, or write `method = \"automated-shoe\"` under `[deal]`");
    }
    if let Some(mark) = start.mark.as_ref().filter(|mark| mark.value) {
        let message = "the button already shows the starting position";
        let fault = faults.report(Code::MarkBesideButton, &mark.span, message);
        fault.under(text.procedure().start.as_ref().map(|start| start.mark)).help("leave `mark` out");
    }
}

/// The thing that finds the start is approved beforehand.
fn approval(start: &WrittenStart, method: StartMethod, found: StartSubmitted, faults: &mut Faults) {
    let (code, what, cited) = match method {
        StartMethod::Dice => return shaker(start, found, faults),
        StartMethod::Generator => {
            (Code::GeneratorNotApproved, "a random number generator", Some(found.generator_approved))
        }
        StartMethod::Button => (Code::ButtonNotApproved, "a button", found.button.map(|button| button.approved)),
    };
    let Some(cited) = cited else { return };
    let approved = start.approved.as_ref();
    if approved.is_some_and(|approved| approved.value) {
        return;
    }
    let at_method = start.method.as_ref().map_or(&start.span, |method| &method.span);
    let message = format!("{what} needs approval before it is used");
    let fault = faults.report(code, approved.map_or(at_method, |approved| &approved.span), message);
    fault.under(cited).help("write `approved = true` once it is approved");
}

/// §§ 659a.2(c)(1), 575.2(c)(1), 670a.2(d)(1): the shaker of the dice is approved too; MA 4(a)(1) asks for no approval.
fn shaker(start: &WrittenStart, found: StartSubmitted, faults: &mut Faults) {
    let at_method = start.method.as_ref().map_or(&start.span, |method| &method.span);
    match (&start.approved, found.shaker_approved) {
        (Some(stated), Some(cited)) if !stated.value => {
            let message = "the shaker of the dice needs approval before it is used";
            let fault =
                faults.report(Code::ShakerNotApproved, &stated.span, message).since(RulesChange::ShakerApproval);
            fault.under(cited).help("write `approved = true` once it is approved");
        }
        (None, Some(cited)) => {
            let message = "nothing says whether the shaker of the dice is approved";
            let fault = faults.report(Code::ShakerApprovalNotStated, at_method, message);
            fault.under(cited).help("write `approved = true` under `[start]` once it is approved");
        }
        (Some(stated), None) if !stated.value => {
            let message = "no clause asks for an approval of dice and shaker";
            let fault = faults.report(Code::ApprovalNeedless, &stated.span, message);
            fault.under(found.shaker).help("leave `approved` out");
        }
        _ => {}
    }
}
