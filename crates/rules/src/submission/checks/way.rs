//! §§ 659a.11(c), 575.11(c), MA 12(d), 670a.11(d), 657a.11(c): the house way.
//!
//! Whether a way takes every hand of the deck is proved elsewhere, since it takes seconds; here it is read, and what a
//! reader of the rack card would stumble over is warned about.

use crate::clause::Clause;
use crate::game::Game;
use crate::house_way::{HouseWay, HouseWayFault, MOST_RULES, Pattern, Rule as WayRule, WrittenHouseWay, WrittenRule};
use crate::procedure::ShippedWay;
use crate::setting::Shape;
use crate::submission::codes::Code;
use crate::submission::faults::{At, Faults, nearest};
use crate::submission::reader::shown;
use crate::submission::written::{RulesSubmission, WrittenWay};
use crate::text::Text;
use std::collections::BTreeSet;
use toml::Spanned;

/// A way of more rules than this does not fit a rack card.
const RACK_CARD: usize = 12;

fn shipped(game: &dyn Game, shape: Shape) -> Option<HouseWay> {
    game.house_way().map(|way| HouseWay::read(way, shape).expect("shipped ways are part of the program"))
}

/// The way the dealer sets by.
pub(super) fn check(written: &RulesSubmission, text: Text, faults: &mut Faults) -> Option<HouseWay> {
    let submitting = &text.procedure().submitting;
    let cited = submitting.house_way;
    let way = written.house_way.as_ref();
    let Some(shape) = text.game().shape() else {
        if let Some(way) = way {
            let message = "no hands are set in this game, so there is no house way";
            let fault = faults.report(Code::HouseWayNotInText, &way.span, message);
            fault.under(cited).help("leave `[house-way]` out");
        }
        return None;
    };
    let known = submitting.shipped_way;
    if let Some(ShippedWay { name, prescribed: true }) = known {
        prescribed(way, name, cited, faults);
        return shipped(text.game(), shape);
    }
    let known: Vec<&str> = known.iter().map(|way| way.name).collect();
    let Some(way) = way else {
        let message = format!("the {} must say how the dealer's hands are set", submitting.operator);
        let place = written.text.as_ref().map_or(0..0, |text| text.span.clone());
        let fault = faults.report(Code::NoHouseWay, &place, message);
        fault.under(cited).help(match known.first() {
            Some(name) => format!("add `[house-way]` with `use = \"{name}\"`, or with rules of your own"),
            None => "add `[house-way]` with rules of your own".to_owned(),
        });
        return None;
    };
    match &way.shipped {
        Some(name) => {
            if let Some(rule) = way.rules.first() {
                let message = format!("the way `{}` is used and own rules are given as well", shown(&name.value));
                let fault = faults.report(Code::HouseWayTwice, &rule.span, message);
                fault.under(cited).help("keep `use` or the rules, not both");
            }
            used(name, &known, cited, faults).then(|| shipped(text.game(), shape)).flatten()
        }
        None => own(way, shape, cited, faults),
    }
}

/// § 670a.11(d) prescribes the way, so that only its own name may stand there.
fn prescribed(way: Option<&WrittenWay>, own: &str, cited: Clause, faults: &mut Faults) {
    let Some(way) = way else { return };
    if !way.rules.is_empty() || way.name.is_some() {
        let message = "the text prescribes how the dealer's hands are set, and leaves no way of one's own";
        let fault = faults.report(Code::OwnHouseWayRefused, &way.span, message);
        fault.under(cited).help(format!("leave `[house-way]` out, or write `use = \"{own}\"`"));
    } else if let Some(name) = &way.shipped {
        used(name, &[own], cited, faults);
    }
}

fn used(name: &At<String>, known: &[&str], cited: Clause, faults: &mut Faults) -> bool {
    if known.contains(&name.value.as_str()) {
        return true;
    }
    let message = format!("this text has no house way `{}` to use", shown(&name.value));
    let fault = faults.report(Code::UnknownHouseWay, &name.span, message).under(cited);
    match nearest(&name.value, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(match known.first() {
            Some(name) => format!("write `use = \"{name}\"`"),
            None => "write rules of your own".to_owned(),
        }),
    };
    false
}

fn own(way: &WrittenWay, shape: Shape, cited: Clause, faults: &mut Faults) -> Option<HouseWay> {
    let spanned = |at: &Option<At<String>>| at.as_ref().map(|at| Spanned::new(at.span.clone(), at.value.clone()));
    let mut rules = Vec::new();
    // One more than allowed is enough to say that there are too many.
    for rule in way.rules.iter().take(MOST_RULES + 1) {
        if let Some(stated) = &rule.clause {
            let message = "a rule of an own way carries out no clause: the text leaves the way to the operator";
            faults.report(Code::RuleClause, &stated.span, message).under(cited).help("leave `clause` out");
        }
        rules.push(WrittenRule {
            name: rule.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
            clause: None,
            hands: spanned(&rule.hands),
            high: spanned(&rule.high),
            medium: spanned(&rule.medium),
            low: spanned(&rule.low),
            prefer: spanned(&rule.prefer),
        });
    }
    let name = way.name.as_ref().map_or_else(|| "own way".to_owned(), |name| name.value.clone());
    match HouseWay::from_written(&WrittenHouseWay { name, rules }, shape, way.span.clone()) {
        Ok(read) => {
            stumbles(&read, way, cited, faults);
            Some(read)
        }
        Err(found) => {
            for error in found {
                let (code, help) = match &error.fault {
                    HouseWayFault::Empty => (Code::HouseWayEmpty, "add `[[house-way.rule]]`, or `use` a shipped way"),
                    HouseWayFault::Prefer(_) => (Code::HouseWayOrder, "the hands are `high`, `medium` and `low`"),
                    HouseWayFault::TooMany(_) => (Code::HouseWayTooLong, "a rack card has twelve rules or fewer"),
                    _ => (Code::HouseWayPhrase, "phrases are in lower case; docs/house-ways.md lists them"),
                };
                faults.report(code, &error.span, error.to_string()).under(cited).help(help);
            }
            None
        }
    }
}

/// A rule any hand can meet: it asks for nothing, or only for the best there is.
fn takes_all(rule: &WayRule) -> bool {
    let open = |pattern: &Pattern| matches!(pattern, Pattern::Any);
    rule.hands.is_empty()
        && open(&rule.low)
        && open(&rule.medium)
        && (open(&rule.high) || matches!(rule.high, Pattern::Best))
}

fn stumbles(read: &HouseWay, way: &WrittenWay, cited: Clause, faults: &mut Faults) {
    if read.rules.len() > RACK_CARD {
        let message = format!("{} rules do not fit a rack card", read.rules.len());
        let fault = faults.report(Code::NotARackCard, &way.span, message);
        fault.under(cited).help(format!("{RACK_CARD} rules are as many as a dealer carries in mind"));
    }
    let mut names = BTreeSet::new();
    let mut hidden_by: Option<&str> = None;
    for (rule, stands) in read.rules.iter().zip(&way.rules) {
        if let Some(earlier) = hidden_by {
            let message = format!("no hand comes as far as this rule: `{}` takes them all", shown(earlier));
            let fault = faults.report(Code::RuleNeverReached, &stands.span, message);
            fault.under(cited).help("move it up or leave it out");
        } else if takes_all(rule) {
            hidden_by = Some(&rule.name);
        }
        if !names.insert(rule.name.as_str()) {
            let message = format!("another rule is called `{}` too", shown(&rule.name));
            let span = stands.name.as_ref().map_or(&stands.span, |name| &name.span);
            faults.report(Code::RuleNamedTwice, span, message).under(cited).help("name each rule differently");
        }
    }
    if hidden_by.is_none()
        && let Some(last) = way.rules.last()
    {
        let message = "the last rule does not take every hand, so some hand may find no rule";
        let fault = faults.report(Code::NoLastRule, &last.span, message);
        fault.under(cited).help("end with a rule that has a name and `prefer` alone");
    }
}
