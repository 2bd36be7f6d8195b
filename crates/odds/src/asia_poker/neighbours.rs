//! The house ways one step from another: two neighbouring rules swapped, a rule left out, a threshold one rank higher
//! or lower. A way is as good as it gets, as far as a dealer could tell, when none of these keeps more for the house.

use croupier_rules::Rank;
use croupier_rules::house_way::{HandPattern, HandSlot, HouseWay, HouseWayRule};

/// A way one step from another, and what the step is.
pub struct Neighbour {
    /// What is changed.
    pub change: String,
    /// The way changed.
    pub way: HouseWay,
}

/// All ways one step from this one.
pub fn neighbours(way: &HouseWay) -> Vec<Neighbour> {
    let mut found = Vec::new();
    let mut step = |change: String, alter: &dyn Fn(&mut Vec<HouseWayRule>)| {
        let mut way = way.clone();
        alter(&mut way.rules);
        found.push(Neighbour { change, way });
    };
    for rule in 0..way.rules.len() {
        let number = rule + 1;
        if number < way.rules.len() {
            step(format!("rules {number} and {} swapped", number + 1), &|rules| rules.swap(rule, number));
        }
        step(format!("rule {number} removed"), &|rules| {
            rules.remove(rule);
        });
        for hand in [HandSlot::High, HandSlot::Medium, HandSlot::Low] {
            for (direction, up) in [("higher", true), ("lower", false)] {
                if let Some(shifted) = shifted(pattern(&way.rules[rule], hand), up) {
                    step(format!("rule {number}: {} one rank {direction}", hand.name()), &|rules| {
                        *pattern_mut(&mut rules[rule], hand) = shifted.clone();
                    });
                }
            }
        }
    }
    found
}

fn pattern(rule: &HouseWayRule, hand: HandSlot) -> &HandPattern {
    match hand {
        HandSlot::High => &rule.high,
        HandSlot::Medium => &rule.medium,
        HandSlot::Low => &rule.low,
    }
}

fn pattern_mut(rule: &mut HouseWayRule, hand: HandSlot) -> &mut HandPattern {
    match hand {
        HandSlot::High => &mut rule.high,
        HandSlot::Medium => &mut rule.medium,
        HandSlot::Low => &mut rule.low,
    }
}

/// A pattern whose last rank is one higher or lower; none if it names no rank, or there is no such hand.
fn shifted(pattern: &HandPattern, up: bool) -> Option<HandPattern> {
    let HandPattern::Kind { category, ranks, bound } = pattern else { return None };
    let (last, before) = ranks.split_last()?;
    let place = if up { last.index() + 1 } else { last.index().checked_sub(1)? };
    let moved = Rank::ALL.into_iter().find(|rank| rank.index() == place)?;
    let lawful = before.last().is_none_or(|&above| above > moved);
    let ranks = before.iter().copied().chain([moved]).collect();
    lawful.then_some(HandPattern::Kind { category: *category, ranks, bound: *bound })
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::Shape;

    #[test]
    fn a_way_has_its_swaps_removals_and_shifts_for_neighbours() {
        let toml = "name = \"a way\"\n[[rule]]\nname = \"one\"\nhigh = \"pair of aces\"\nmedium = \"K-Q or better\"\n\
                    [[rule]]\nname = \"two\"\nlow = \"9 or better\"\n\
                    [[rule]]\nname = \"three\"\nhigh = \"straight or better\"";
        let way = HouseWay::read(toml, Shape::FOUR_TWO_ONE).expect("a way");
        let changes: Vec<String> = neighbours(&way).into_iter().map(|neighbour| neighbour.change).collect();
        assert_eq!(
            changes,
            [
                "rules 1 and 2 swapped",
                "rule 1 removed",
                "rule 1: high one rank lower",
                "rule 1: medium one rank lower",
                "rules 2 and 3 swapped",
                "rule 2 removed",
                "rule 2: low one rank higher",
                "rule 2: low one rank lower",
                "rule 3 removed",
            ]
        );
    }
}
