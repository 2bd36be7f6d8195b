//! §§ .5(g), .8-.10, MA 4, MA 8-11: how the cards are dealt, the stub counted and the start found.

use crate::clause::clause;
use crate::submission::codes::Code;
use crate::submission::concordance::{self, Rule};
use crate::submission::faults::Faults;
use crate::submission::house_rules::{DealMethod, Shuffle, Start, StartMethod};
use crate::submission::written::{RulesSubmission, WrittenStart};
use crate::text::Text;

/// What the cards are dealt from.
pub(super) fn method(written: &RulesSubmission, text: Text, shuffle: Shuffle, faults: &mut Faults) -> DealMethod {
    let Some(method) = &written.deal.method else { return DealMethod::AutomatedShoe };
    if method.value == DealMethod::Hand
        && !shuffle.method.is_device()
        && let Some(cited) = Rule::HandNeedsDevice.clause(text)
    {
        let message = format!(
            "cards shuffled by `{}` may not be dealt from the hand: that needs an automated shuffling device",
            shuffle.method.word()
        );
        let fault = faults.report(Code::HandWithoutDevice, &method.span, message);
        fault.under(cited).help("deal from a shoe, or write `method = \"device\"` under `[shuffle]`");
    }
    let approved = written.deal.approved.as_ref();
    if text == Text::MaAsia
        && method.value == DealMethod::AutomatedShoe
        && !approved.is_some_and(|approved| approved.value)
    {
        let message = "an automated shoe needs the Commission's approval of shoe, place and use";
        let fault = faults.report(Code::ShoeNotApproved, approved.map_or(&method.span, |at| &at.span), message);
        fault.under(clause("MA 10(a)")).help("write `approved = true` once it is approved");
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
    let cited = concordance::stub_count(deal, text);
    let Some(stated) = &written.deal.stub_count_every else {
        return (text != Text::Pa657a || !shuffle.counts).then_some(1);
    };
    if text != Text::Pa657a {
        let message = "the stub is counted in every round";
        let fault = faults.report(Code::StubCountFixed, &stated.span, message);
        fault.under(cited).help("leave `stub-count-every` out");
        return Some(1);
    }
    let Some(every) = u8::try_from(stated.value).ok().filter(|every| (1..=5).contains(every)) else {
        let message = format!("the stub is counted at least once in five rounds, not once in {}", stated.value);
        let fault = faults.report(Code::StubCountTooSeldom, &stated.span, message);
        fault.under(cited).help("write `stub-count-every = 5` or less");
        return Some(1);
    };
    if shuffle.counts {
        let message = "the shuffling device counts every deck, so the stub need not be counted";
        let fault = faults.report(Code::StubCountNeedless, &stated.span, message);
        fault.under(clause("657a.5(b)")).help("leave `stub-count-every` out, or keep it as a second check");
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
    let Some(start) = &written.start else {
        if let Some(cited) = Rule::StartMethods.clause(text) {
            let message = "nothing says how the starting position is found";
            let place = written.text.as_ref().map_or(0..0, |text| text.span.clone());
            let fault = faults.report(Code::NoStart, &place, message);
            fault.under(cited).help("add `[start]` with `method = \"dice\"`");
        }
        return None;
    };
    if text == Text::Pa657a {
        let message = "the first card goes to the player farthest to the dealer's left: there is no start to find";
        let fault = faults.report(Code::StartNotInText, &start.span, message);
        fault.under(concordance::first_card_657a(deal)).help("leave `[start]` out");
        return None;
    }
    let method = start.method.as_ref()?.value;
    if method == StartMethod::Button {
        button(start, text, deal, shuffle, faults);
    }
    approval(start, method, text, faults);
    let mark = start.mark.as_ref().is_some_and(|mark| mark.value);
    Some(Start { method, mark })
}

/// §§ 575.5(g)(3), MA 4(a)(3): a button needs a shuffling device and an automated shoe; the other texts have none.
fn button(start: &WrittenStart, text: Text, deal: DealMethod, shuffle: Shuffle, faults: &mut Faults) {
    let Some(method) = &start.method else { return };
    if concordance::start_approval(StartMethod::Button, text).is_none() {
        let message = format!("{text} finds the start by dice or by random number generator, not by a button");
        let fault = faults.report(Code::ButtonNotInText, &method.span, message);
        fault.under(Rule::StartMethods.clause(text)).help("write `method = \"dice\"` or `method = \"rng\"`");
        return;
    }
    if deal != DealMethod::AutomatedShoe || !shuffle.method.is_device() {
        let message = "a button marks the start only with a shuffling device and an automated shoe";
        let cited = if text == Text::MaAsia { clause("MA 4(a)(3)") } else { clause("575.5(g)(3)") };
        let fault = faults.report(Code::ButtonWithoutShoe, &method.span, message);
        fault.under(cited).help("use dice or a generator, or write `method = \"automated-shoe\"` under `[deal]`");
    }
    if let Some(mark) = start.mark.as_ref().filter(|mark| mark.value) {
        let message = "the button already shows the starting position";
        let fault = faults.report(Code::MarkBesideButton, &mark.span, message);
        fault.under(Rule::MarkStart.clause(text)).help("leave `mark` out");
    }
}

fn approval(start: &WrittenStart, method: StartMethod, text: Text, faults: &mut Faults) {
    let Some(cited) = concordance::start_approval(method, text) else { return };
    let approved = start.approved.as_ref();
    if approved.is_some_and(|approved| approved.value) {
        return;
    }
    let (code, what) = match method {
        StartMethod::Button => (Code::ButtonNotApproved, "a button"),
        _ => (Code::GeneratorNotApproved, "a random number generator"),
    };
    let at_method = start.method.as_ref().map_or(&start.span, |method| &method.span);
    let message = format!("{what} needs approval before it is used");
    let fault = faults.report(code, approved.map_or(at_method, |approved| &approved.span), message);
    fault.under(cited).help("write `approved = true` once it is approved");
}
