//! §§ 659a.11(c), 575.11(c), MA 12(d), 670a.11(d), 657a.11(c): the house way.
//!
//! Whether a way takes every hand of the deck is proved elsewhere, since it takes seconds; here it is read, and what a
//! reader of the rack card would stumble over is warned about.

use crate::clause::Clause;
use crate::game::Game;
use crate::house_way::{
    HandPattern, HouseWay, HouseWayFault, HouseWayFile, HouseWayRule as WayRule, HouseWayRuleEntry, MOST_RULES,
};
use crate::procedure::BuiltInHouseWay;
use crate::regulation::Regulation;
use crate::setting::Shape;
use crate::submission::ast::{HouseWaySection, RulesSubmission};
use crate::submission::codes::CheckCode;
use crate::submission::faults::{Diagnostics, Spanned, nearest};
use crate::submission::reader::excerpt;
use std::collections::BTreeSet;
use toml::Spanned as TomlSpanned;

/// A way of more rules than this does not fit a rack card.
const RACK_CARD: usize = 12;

fn shipped(game: &dyn Game) -> Option<HouseWay> {
    HouseWay::shipped(game).map(|way| way.expect("shipped ways are part of the program"))
}

/// The way the dealer sets by.
pub(super) fn check(written: &RulesSubmission, text: Regulation, faults: &mut Diagnostics) -> Option<HouseWay> {
    let submitting = &text.procedure().requirements;
    let cited = submitting.house_way;
    let way = written.house_way.as_ref();
    let Some(shape) = text.game().shape() else {
        if let Some(way) = way {
            let message = "hands are not set in this game, so there is no house way";
            let fault = faults.report(CheckCode::HouseWayNotInText, &way.span, message);
            fault.under(cited).help("remove `[house-way]`");
        }
        return None;
    };
    let known = submitting.shipped_way;
    if let Some(BuiltInHouseWay { name, prescribed: true }) = known {
        prescribed(way, name, cited, faults);
        return shipped(text.game());
    }
    let known: Vec<&str> = known.iter().map(|way| way.name).collect();
    let Some(way) = way else {
        let message = format!("the {} must state how the dealer's hands are set", submitting.operator);
        let place = written.text.as_ref().map_or(0..0, |text| text.span.clone());
        let fault = faults.report(CheckCode::NoHouseWay, &place, message);
        fault.under(cited).help(match known.first() {
            Some(name) => format!("add `[house-way]` with `use = \"{name}\"`, or with rules of your own"),
            None => "add `[house-way]` with rules of your own".to_owned(),
        });
        return None;
    };
    match &way.shipped {
        Some(name) => {
            if let Some(rule) = way.rules.first() {
                let message = format!("the submission uses `{}` and also has custom rules", excerpt(&name.value));
                let fault = faults.report(CheckCode::HouseWayTwice, &rule.span, message);
                fault.under(cited).help("keep `use` or the rules, not both");
            }
            used(name, &known, cited, faults).then(|| shipped(text.game())).flatten()
        }
        None => own(way, shape, cited, faults),
    }
}

/// § 670a.11(d) prescribes the way, so that only its own name may stand there.
fn prescribed(way: Option<&HouseWaySection>, own: &str, cited: Clause, faults: &mut Diagnostics) {
    let Some(way) = way else { return };
    if !way.rules.is_empty() || way.name.is_some() {
        let message = "the text prescribes the house way, so custom rules are not allowed";
        let fault = faults.report(CheckCode::OwnHouseWayRefused, &way.span, message);
        fault.under(cited).help(format!("remove `[house-way]`, or write `use = \"{own}\"`"));
    } else if let Some(name) = &way.shipped {
        used(name, &[own], cited, faults);
    }
}

fn used(name: &Spanned<String>, known: &[&str], cited: Clause, faults: &mut Diagnostics) -> bool {
    if known.contains(&name.value.as_str()) {
        return true;
    }
    let message = format!("this text has no built-in house way `{}`", excerpt(&name.value));
    let fault = faults.report(CheckCode::UnknownHouseWay, &name.span, message).under(cited);
    match nearest(&name.value, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(match known.first() {
            Some(name) => format!("write `use = \"{name}\"`"),
            None => "write rules of your own".to_owned(),
        }),
    };
    false
}

fn own(way: &HouseWaySection, shape: Shape, cited: Clause, faults: &mut Diagnostics) -> Option<HouseWay> {
    let spanned =
        |at: &Option<Spanned<String>>| at.as_ref().map(|at| TomlSpanned::new(at.span.clone(), at.value.clone()));
    let mut rules = Vec::new();
    // One more than allowed is enough to say that there are too many.
    for rule in way.rules.iter().take(MOST_RULES + 1) {
        if let Some(stated) = &rule.clause {
            let message = "rules of a custom house way have no clause: the text leaves the house way to the operator";
            faults.report(CheckCode::RuleClause, &stated.span, message).under(cited).help("remove `clause`");
        }
        rules.push(HouseWayRuleEntry {
            name: rule.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
            clause: None,
            hands: spanned(&rule.hands),
            high: spanned(&rule.high),
            medium: spanned(&rule.medium),
            low: spanned(&rule.low),
            prefer: spanned(&rule.prefer),
        });
    }
    let name = way.name.as_ref().map_or_else(|| "custom house way".to_owned(), |name| name.value.clone());
    match HouseWay::from_written(&HouseWayFile { name, rules }, shape, way.span.clone()) {
        Ok(read) => {
            stumbles(&read, way, cited, faults);
            Some(read)
        }
        Err(found) => {
            for error in found {
                let (code, help) = match &error.fault {
                    HouseWayFault::Empty => {
                        (CheckCode::HouseWayEmpty, "add `[[house-way.rule]]`, or `use` a built-in house way")
                    }
                    HouseWayFault::Prefer(_) => (CheckCode::HouseWayOrder, "the hands are `high`, `medium` and `low`"),
                    HouseWayFault::TooMany(_) => (CheckCode::HouseWayTooLong, "a rack card has twelve rules or fewer"),
                    _ => (CheckCode::HouseWayPhrase, "phrases are in lower case; docs/house-ways.md lists them"),
                };
                faults.report(code, &error.span, error.to_string()).under(cited).help(help);
            }
            None
        }
    }
}

/// A rule any hand can meet: it asks for nothing, or only for the best there is.
fn takes_all(rule: &WayRule) -> bool {
    let open = |pattern: &HandPattern| matches!(pattern, HandPattern::Any);
    rule.hands.is_empty()
        && open(&rule.low)
        && open(&rule.medium)
        && (open(&rule.high) || matches!(rule.high, HandPattern::Best))
}

fn stumbles(read: &HouseWay, way: &HouseWaySection, cited: Clause, faults: &mut Diagnostics) {
    if read.rules.len() > RACK_CARD {
        let message = format!("{} rules do not fit on a rack card", read.rules.len());
        let fault = faults.report(CheckCode::NotARackCard, &way.span, message);
        fault.under(cited).help(format!("a dealer can remember about {RACK_CARD} rules"));
    }
    let mut names = BTreeSet::new();
    let mut hidden_by: Option<&str> = None;
    for (rule, stands) in read.rules.iter().zip(&way.rules) {
        if let Some(earlier) = hidden_by {
            let message = format!("this rule is never reached: `{}` takes every hand before it", excerpt(earlier));
            let fault = faults.report(CheckCode::RuleNeverReached, &stands.span, message);
            fault.under(cited).help("move it up or remove it");
        } else if takes_all(rule) {
            hidden_by = Some(&rule.name);
        }
        if !names.insert(rule.name.as_str()) {
            let message = format!("another rule is also named `{}`", excerpt(&rule.name));
            let span = stands.name.as_ref().map_or(&stands.span, |name| &name.span);
            faults.report(CheckCode::RuleNamedTwice, span, message).under(cited).help("give each rule its own name");
        }
    }
    if hidden_by.is_none()
        && let Some(last) = way.rules.last()
    {
        let message = "the last rule does not apply to every hand, so some hands may have no rule";
        let fault = faults.report(CheckCode::NoLastRule, &last.span, message);
        fault.under(cited).help("end with a rule that has only a name and `prefer`");
    }
}
