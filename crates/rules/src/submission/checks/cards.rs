//! §§ .3-.5, MA 2, MA 5, MA 6: decks and shuffling.

use crate::clause::Clause;
use crate::regulation::Regulation;
use crate::submission::ast::RulesSubmission;
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned};
use crate::submission::house_rules::{DeckRules, ShuffleRules};
use crate::vocabulary::ShuffleMethod;
use std::collections::BTreeSet;

/// Where a text speaks of a device that reshuffles by itself, or else of shuffling.
fn reshuffling(text: Regulation) -> Clause {
    let cards = &text.procedure().cards;
    cards.reshuffler.unwrap_or(cards.shuffle)
}

/// How the cards are shuffled.
pub(super) fn shuffle(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> ShuffleRules {
    let Some(method) = &written.shuffle.method else {
        // What is not known is not held against the rest: a device is allowed whatever follows.
        return ShuffleRules { method: ShuffleMethod::Device, counts: false };
    };
    let mut counts = method.value == ShuffleMethod::CountingDevice;
    if method.value == ShuffleMethod::AutomaticReshuffler {
        reshuffler(written, text, method, faults);
        counts = written.shuffle.counts.as_ref().is_some_and(|counts| counts.value);
    } else if let Some(stated) = &written.shuffle.counts {
        let message = format!("`counts` only applies to an automatic reshuffler, not to `{}`", method.value.word());
        let fault = faults.report(CheckCode::CountsMisplaced, &stated.span, message);
        fault.under(reshuffling(text)).help("write `counting-device` for a shuffling device that counts");
    }
    preinspection(written, text, method, faults);
    needless_approval(written, text, method, faults);
    ShuffleRules { method: method.value, counts }
}

/// §§ 659a.5(f), 575.5(f), 670a.5(h), 657a.5(g); the last two want the cards counted, and Massachusetts has no such
/// device.
fn reshuffler(written: &RulesSubmission, text: Regulation, method: &Spanned<ShuffleMethod>, faults: &mut Diagnostics) {
    let cited = reshuffling(text);
    if text.procedure().cards.reshuffler.is_none() {
        let message = "the text allows shuffling by hand or by a shuffling device, but no automatic reshuffler";
        let fault = faults.report(CheckCode::ReshufflerNotInText, &method.span, message);
        fault.under(cited).help("write `manual`, `device` or `preshuffled`");
        return;
    }
    let approved = written.shuffle.approved.as_ref();
    if !approved.is_some_and(|approved| approved.value) {
        let message = "an automatic reshuffler needs prior approval";
        let fault =
            faults.report(CheckCode::ReshufflerNotApproved, approved.map_or(&method.span, |at| &at.span), message);
        fault.under(cited).help("write `approved = true` once it is approved");
    }
    let counts = written.shuffle.counts.as_ref();
    if text.procedure().requirements.reshuffler_counts && !counts.is_some_and(|counts| counts.value) {
        let message = "an automatic reshuffler must also count the cards";
        let fault = faults.report(CheckCode::ReshufflerMustCount, counts.map_or(&method.span, |at| &at.span), message);
        fault.under(cited).help("write `counts = true` if it does");
    }
}

/// Whether the decks come shuffled: the submission says so of the decks, or of the shuffle where no device does it.
fn preshuffled(written: &RulesSubmission) -> bool {
    let stated = written.cards.preshuffled.as_ref().is_some_and(|stated| stated.value);
    stated || written.shuffle.method.as_ref().is_some_and(|method| method.value == ShuffleMethod::Preshuffled)
}

/// §§ 659a.4(e), 575.4(e), 670a.4(e), 657a.4(e), MA 5(a): preinspected and preshuffled go together.
fn preinspection(
    written: &RulesSubmission,
    text: Regulation,
    method: &Spanned<ShuffleMethod>,
    faults: &mut Diagnostics,
) {
    let cited = text.procedure().cards.preinspected;
    let preshuffled = preshuffled(written);
    match &written.cards.preinspected {
        Some(stated) if stated.value && !preshuffled => {
            let message = "preinspected decks skip the opening only if they are also preshuffled";
            let fault = faults.report(CheckCode::PreinspectedNotPreshuffled, &stated.span, message);
            fault.under(cited).help("add `preshuffled = true`, or remove `preinspected`");
        }
        stated if preshuffled && !stated.as_ref().is_some_and(|stated| stated.value) => {
            let message = "preshuffled decks must also be preinspected";
            let said =
                written.cards.preshuffled.as_ref().filter(|said| said.value).map_or(&method.span, |said| &said.span);
            let span = stated.as_ref().map_or(said, |stated| &stated.span);
            let fault = faults.report(CheckCode::PreshuffledNotPreinspected, span, message);
            fault.under(cited).help("write `preinspected = true` under `[cards]`");
        }
        _ => {}
    }
}

/// Only a device that reshuffles by itself is approved under these texts, so that a refusal of others says nothing.
fn needless_approval(
    written: &RulesSubmission,
    text: Regulation,
    method: &Spanned<ShuffleMethod>,
    faults: &mut Diagnostics,
) {
    if let Some(stated) = written.shuffle.approved.as_ref().filter(|stated| !stated.value)
        && method.value != ShuffleMethod::AutomaticReshuffler
    {
        let message = format!("no clause requires approval of the shuffling method `{}`", method.value.word());
        let fault = faults.report(CheckCode::ApprovalNeedless, &stated.span, message);
        fault.under(text.procedure().cards.shuffle).help("remove `approved`");
    }
}

/// The decks.
pub(super) fn decks(
    written: &RulesSubmission,
    text: Regulation,
    shuffle: ShuffleRules,
    faults: &mut Diagnostics,
) -> DeckRules {
    let stated = written.cards.decks.as_ref();
    let decks = match stated.map(|decks| decks.value) {
        None if written.cards.decks_unread => None,
        None | Some(1) => Some(1),
        Some(2) => Some(2),
        Some(other) => {
            let span = &stated.expect("a number is stated").span;
            let message = format!("the game uses one deck or two alternating decks (got {other})");
            let fault = faults.report(CheckCode::Decks, span, message);
            fault.under(text.game().deck_clause()).help("write `decks = 1`");
            None
        }
    };
    if let Some(stated) = stated
        && decks == Some(2)
        && !shuffle.method.is_device()
    {
        let message = format!(
            "two decks require an automated shuffling device, but the shuffling method is `{}`",
            shuffle.method.word()
        );
        let fault = faults.report(CheckCode::TwoDecksWithoutDevice, &stated.span, message);
        fault.under(text.procedure().cards.two_decks).help(match shuffle.method {
            ShuffleMethod::Preshuffled => {
                "write `decks = 1`, or `method = \"device\"` under `[shuffle]` and `preshuffled = true` here"
            }
            _ => "write `decks = 1`, or `method = \"device\"` under `[shuffle]`",
        });
    }
    DeckRules {
        decks: decks.unwrap_or(1),
        jokers_made: jokers(written, text, faults),
        back_colours: colours(written, text, decks, faults),
        preinspected: written.cards.preinspected.as_ref().is_some_and(|stated| stated.value),
        preshuffled: preshuffled(written),
    }
}

fn jokers(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> u8 {
    let game = text.game();
    let without = !game.deck().has_joker();
    match &written.cards.jokers_made {
        Some(stated) if without => {
            let message = format!("{} uses {} cards and no joker", game.title(), game.deck().len());
            let fault = faults.report(CheckCode::NoJokerInThisGame, &stated.span, message);
            fault.under(game.deck_clause()).help("remove `jokers-made`");
            0
        }
        None if without => 0,
        None => 1,
        Some(stated) => match stated.value {
            1 => 1,
            2 => 2,
            other => {
                let message = format!("a deck is made with one or two jokers, of which one is in play (got {other})");
                let fault = faults.report(CheckCode::JokersMade, &stated.span, message);
                fault.under(game.deck_clause()).help("write `jokers-made = 1` or `jokers-made = 2`");
                1
            }
        },
    }
}

/// §§ 659a.3(b)(1), 575.3(b)(1), 670a.3(b)(1), 657a.3(b)(1), MA 2(b)(2): backs of two colours tell two decks apart.
fn colours(written: &RulesSubmission, text: Regulation, decks: Option<u8>, faults: &mut Diagnostics) -> Vec<String> {
    let stated = written.cards.back_colours.as_ref();
    let names: Vec<String> =
        stated.map_or_else(Vec::new, |list| list.value.iter().map(|at| at.value.clone()).collect());
    let different: BTreeSet<String> = names.iter().map(|name| name.trim().to_lowercase()).collect();
    if decks == Some(2) && (names.len() != 2 || different.len() != 2) {
        let at_decks = written.cards.decks.as_ref().map_or(&written.cards.span, |decks| &decks.span);
        let message = "two decks must have backs of different colours";
        let fault = faults.report(CheckCode::BackColours, stated.map_or(at_decks, |list| &list.span), message);
        fault
            .under(text.procedure().requirements.back_colours)
            .help("write for example `back-colours = [\"red\", \"blue\"]`");
    }
    if let Some(stated) = stated
        && decks == Some(1)
        && names.len() > 1
    {
        let message = "the cards of one deck must have backs of one colour";
        let fault = faults.report(CheckCode::OneDeckManyColours, &stated.span, message);
        fault.under(text.game().deck_clause()).help("name one colour, or write `decks = 2`");
    }
    names
}
