//! §§ 659a.11(c), 575.11(c), MA 12(d), 670a.11(d), 657a.11(c): the house way.
//!
//! Whether a way takes every hand of the deck is proved elsewhere, since it takes seconds; here it is read, and what a
//! reader of the rack card would stumble over is warned about.

use crate::clause::Clause;
use crate::games::game;
use crate::house_way::{HouseWay, HouseWayFault, MOST_RULES, Pattern, Rule as WayRule, WrittenHouseWay, WrittenRule};
use crate::setting::Shape;
use crate::submission::codes::Code;
use crate::submission::concordance::Rule;
use crate::submission::faults::{At, Faults, nearest};
use crate::submission::reader::shown;
use crate::submission::written::{RulesSubmission, WrittenWay};
use crate::text::Text;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use toml::Spanned;

/// The names under which the shipped ways are used.
const ASIA: &str = "croupier-asia";
const SIX_CARD: &str = "670a.11(d)";

/// A way of more rules than this does not fit a rack card.
const RACK_CARD: usize = 12;

// Read once: their rules cite clauses, which live as long as the program.
static SHIPPED_ASIA: LazyLock<HouseWay> = LazyLock::new(|| shipped(Text::Pa659a));
static SHIPPED_SIX_CARD: LazyLock<HouseWay> = LazyLock::new(|| shipped(Text::Pa670a));

fn shipped(text: Text) -> HouseWay {
    let game = game(text);
    let (way, shape) = (game.house_way().expect("the text has a way"), game.shape().expect("its hands are set"));
    HouseWay::read(way, shape).expect("shipped ways are part of the program")
}

/// The way the dealer sets by.
pub(super) fn check(written: &RulesSubmission, text: Text, faults: &mut Faults) -> Option<HouseWay> {
    let cited = Rule::HouseWay.clause(text);
    let way = written.house_way.as_ref();
    let Some(shape) = game(text).shape() else {
        if let Some(way) = way {
            let message = "no hands are set in this game, so there is no house way";
            let fault = faults.report(Code::HouseWayNotInText, &way.span, message);
            fault.under(cited).help("leave `[house-way]` out");
        }
        return None;
    };
    if text == Text::Pa670a {
        return prescribed(way, cited, faults);
    }
    let Some(way) = way else {
        let message = format!("the {} must say how the dealer's hands are set", text.operator());
        let place = written.text.as_ref().map_or(0..0, |text| text.span.clone());
        let fault = faults.report(Code::NoHouseWay, &place, message);
        fault.under(cited).help(format!("add `[house-way]` with `use = \"{ASIA}\"`, or with rules of your own"));
        return None;
    };
    match &way.shipped {
        Some(name) => {
            if let Some(rule) = way.rules.first() {
                let message = format!("the way `{}` is used and own rules are given as well", shown(&name.value));
                let fault = faults.report(Code::HouseWayTwice, &rule.span, message);
                fault.under(cited).help("keep `use` or the rules, not both");
            }
            used(name, &[ASIA], cited, faults).then(|| SHIPPED_ASIA.clone())
        }
        None => own(way, shape, cited, faults),
    }
}

/// § 670a.11(d) prescribes the way, so that only its own name may stand there.
fn prescribed(way: Option<&WrittenWay>, cited: Option<Clause>, faults: &mut Faults) -> Option<HouseWay> {
    if let Some(way) = way {
        if !way.rules.is_empty() || way.name.is_some() {
            let message = "the text prescribes how the dealer's hands are set, and leaves no way of one's own";
            let fault = faults.report(Code::OwnHouseWayRefused, &way.span, message);
            fault.under(cited).help(format!("leave `[house-way]` out, or write `use = \"{SIX_CARD}\"`"));
        } else if let Some(name) = &way.shipped {
            used(name, &[SIX_CARD], cited, faults);
        }
    }
    Some(SHIPPED_SIX_CARD.clone())
}

fn used(name: &At<String>, known: &[&str], cited: Option<Clause>, faults: &mut Faults) -> bool {
    if known.contains(&name.value.as_str()) {
        return true;
    }
    let message = format!("this text has no house way `{}` to use", shown(&name.value));
    let fault = faults.report(Code::UnknownHouseWay, &name.span, message).under(cited);
    match nearest(&name.value, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(format!("write `use = \"{}\"`", known[0])),
    };
    false
}

fn own(way: &WrittenWay, shape: Shape, cited: Option<Clause>, faults: &mut Faults) -> Option<HouseWay> {
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

fn stumbles(read: &HouseWay, way: &WrittenWay, cited: Option<Clause>, faults: &mut Faults) {
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
