//! §§ .3-.5, MA 2, MA 5, MA 6: decks and shuffling.

use crate::clause::Clause;
use crate::submission::codes::Code;
use crate::submission::faults::{At, Faults};
use crate::submission::house_rules::{Cards, Shuffle, ShuffleMethod};
use crate::submission::written::RulesSubmission;
use crate::text::Text;
use std::collections::BTreeSet;

/// Where a text speaks of a device that reshuffles by itself, or else of shuffling.
fn reshuffling(text: Text) -> Clause {
    let cards = &text.procedure().cards;
    cards.reshuffler.unwrap_or(cards.shuffle)
}

/// How the cards are shuffled.
pub(super) fn shuffle(written: &RulesSubmission, text: Text, faults: &mut Faults) -> Shuffle {
    let Some(method) = &written.shuffle.method else {
        // What is not known is not held against the rest: a device is allowed whatever follows.
        return Shuffle { method: ShuffleMethod::Device, counts: false };
    };
    let mut counts = method.value == ShuffleMethod::CountingDevice;
    if method.value == ShuffleMethod::AutomaticReshuffler {
        reshuffler(written, text, method, faults);
        counts = written.shuffle.counts.as_ref().is_some_and(|counts| counts.value);
    } else if let Some(stated) = &written.shuffle.counts {
        let message = format!("`counts` is said of an automatic reshuffler, not of `{}`", method.value.word());
        let fault = faults.report(Code::CountsMisplaced, &stated.span, message);
        fault.under(reshuffling(text)).help("for a shuffling device that counts write `counting-device`");
    }
    preinspection(written, text, method, faults);
    needless_approval(written, text, method, faults);
    Shuffle { method: method.value, counts }
}

/// §§ 659a.5(f), 575.5(f), 670a.5(h), 657a.5(g); the last two want the cards counted, and Massachusetts has no such device.
fn reshuffler(written: &RulesSubmission, text: Text, method: &At<ShuffleMethod>, faults: &mut Faults) {
    let cited = reshuffling(text);
    if text.procedure().cards.reshuffler.is_none() {
        let message = "the cards are shuffled by hand or by a shuffling device; no clause allows a reshuffling shoe";
        let fault = faults.report(Code::ReshufflerNotInText, &method.span, message);
        fault.under(cited).help("write `manual`, `device` or `preshuffled`");
        return;
    }
    let approved = written.shuffle.approved.as_ref();
    if !approved.is_some_and(|approved| approved.value) {
        let message = "a device that reshuffles by itself needs approval before it is used";
        let fault = faults.report(Code::ReshufflerNotApproved, approved.map_or(&method.span, |at| &at.span), message);
        fault.under(cited).help("write `approved = true` once it is approved");
    }
    let counts = written.shuffle.counts.as_ref();
    if text.procedure().submitting.reshuffler_counts && !counts.is_some_and(|counts| counts.value) {
        let message = "a device that reshuffles by itself must also count the cards";
        let fault = faults.report(Code::ReshufflerMustCount, counts.map_or(&method.span, |at| &at.span), message);
        fault.under(cited).help("write `counts = true` if it does");
    }
}

/// Whether the decks come shuffled: the submission says so of the decks, or of the shuffle where no device does it.
fn preshuffled(written: &RulesSubmission) -> bool {
    let stated = written.cards.preshuffled.as_ref().is_some_and(|stated| stated.value);
    stated || written.shuffle.method.as_ref().is_some_and(|method| method.value == ShuffleMethod::Preshuffled)
}

/// §§ 659a.4(e), 575.4(e), 670a.4(e), 657a.4(e), MA 5(a): preinspected and preshuffled go together.
fn preinspection(written: &RulesSubmission, text: Text, method: &At<ShuffleMethod>, faults: &mut Faults) {
    let cited = text.procedure().cards.preinspected;
    let preshuffled = preshuffled(written);
    match &written.cards.preinspected {
        Some(stated) if stated.value && !preshuffled => {
            let message = "preinspected decks skip the opening only if they also come preshuffled";
            let fault = faults.report(Code::PreinspectedNotPreshuffled, &stated.span, message);
            fault.under(cited).help("write `preshuffled = true` as well, or leave `preinspected` out");
        }
        stated if preshuffled && !stated.as_ref().is_some_and(|stated| stated.value) => {
            let message = "preshuffled decks must also come preinspected";
            let said =
                written.cards.preshuffled.as_ref().filter(|said| said.value).map_or(&method.span, |said| &said.span);
            let span = stated.as_ref().map_or(said, |stated| &stated.span);
            let fault = faults.report(Code::PreshuffledNotPreinspected, span, message);
            fault.under(cited).help("write `preinspected = true` under `[cards]`");
        }
        _ => {}
    }
}

/// Only a device that reshuffles by itself is approved under these texts, so that a refusal of others says nothing.
fn needless_approval(written: &RulesSubmission, text: Text, method: &At<ShuffleMethod>, faults: &mut Faults) {
    if let Some(stated) = written.shuffle.approved.as_ref().filter(|stated| !stated.value)
        && method.value != ShuffleMethod::AutomaticReshuffler
    {
        let message = format!("no clause asks for an approval of the shuffle by `{}`", method.value.word());
        let fault = faults.report(Code::ApprovalNeedless, &stated.span, message);
        fault.under(text.procedure().cards.shuffle).help("leave `approved` out");
    }
}

/// The decks.
pub(super) fn decks(written: &RulesSubmission, text: Text, shuffle: Shuffle, faults: &mut Faults) -> Cards {
    let stated = written.cards.decks.as_ref();
    let decks = match stated.map(|decks| decks.value) {
        None if written.cards.decks_unread => None,
        None | Some(1) => Some(1),
        Some(2) => Some(2),
        Some(other) => {
            let span = &stated.expect("a number is stated").span;
            let message = format!("the game is played with one deck or with two that alternate, not with {other}");
            let fault = faults.report(Code::Decks, span, message);
            fault.under(text.game().deck_clause()).help("write `decks = 1`");
            None
        }
    };
    if let Some(stated) = stated
        && decks == Some(2)
        && !shuffle.method.is_device()
    {
        let message =
            format!("two decks need an automated shuffling device, and the shuffle is `{}`", shuffle.method.word());
        let fault = faults.report(Code::TwoDecksWithoutDevice, &stated.span, message);
        fault.under(text.procedure().cards.two_decks).help(match shuffle.method {
            ShuffleMethod::Preshuffled => {
                "write `decks = 1`, or `method = \"device\"` under `[shuffle]` and `preshuffled = true` here"
            }
            _ => "write `decks = 1`, or `method = \"device\"` under `[shuffle]`",
        });
    }
    Cards {
        decks: decks.unwrap_or(1),
        jokers_made: jokers(written, text, faults),
        back_colours: colours(written, text, decks, faults),
        preinspected: written.cards.preinspected.as_ref().is_some_and(|stated| stated.value),
        preshuffled: preshuffled(written),
    }
}

fn jokers(written: &RulesSubmission, text: Text, faults: &mut Faults) -> u8 {
    let game = text.game();
    let without = !game.deck().has_joker();
    match &written.cards.jokers_made {
        Some(stated) if without => {
            let message = format!("{} is played with {} cards and no joker", game.title(), game.deck().len());
            let fault = faults.report(Code::NoJokerInThisGame, &stated.span, message);
            fault.under(game.deck_clause()).help("leave `jokers-made` out");
            0
        }
        None if without => 0,
        None => 1,
        Some(stated) => match stated.value {
            1 => 1,
            2 => 2,
            other => {
                let message = format!("decks are made with one joker or two, not with {other}; one plays");
                let fault = faults.report(Code::JokersMade, &stated.span, message);
                fault.under(game.deck_clause()).help("write `jokers-made = 1` or `jokers-made = 2`");
                1
            }
        },
    }
}

/// §§ 659a.3(b)(1), 575.3(b)(1), 670a.3(b)(1), 657a.3(b)(1), MA 2(b)(2): backs of two colours tell two decks apart.
fn colours(written: &RulesSubmission, text: Text, decks: Option<u8>, faults: &mut Faults) -> Vec<String> {
    let stated = written.cards.back_colours.as_ref();
    let names: Vec<String> =
        stated.map_or_else(Vec::new, |list| list.value.iter().map(|at| at.value.clone()).collect());
    let different: BTreeSet<String> = names.iter().map(|name| name.trim().to_lowercase()).collect();
    if decks == Some(2) && (names.len() != 2 || different.len() != 2) {
        let at_decks = written.cards.decks.as_ref().map_or(&written.cards.span, |decks| &decks.span);
        let message = "the backs of two decks must be of two different colours";
        let fault = faults.report(Code::BackColours, stated.map_or(at_decks, |list| &list.span), message);
        fault
            .under(text.procedure().submitting.back_colours)
            .help("write for instance `back-colours = [\"red\", \"blue\"]`");
    }
    if let Some(stated) = stated
        && decks == Some(1)
        && names.len() > 1
    {
        let message = "the cards of one deck must look alike, so their backs have one colour";
        let fault = faults.report(Code::OneDeckManyColours, &stated.span, message);
        fault.under(text.game().deck_clause()).help("name one colour, or write `decks = 2`");
    }
    names
}
