//! What the three texts require of a rules submission.
//!
//! Note: Massachusetts says nothing of the layout, and only chapter 575 limits what an area can be paid.

use crate::clause::clause;
use crate::money::Cents;
use crate::procedure::{BuiltInHouseWay, ButtonRequirement, EnvyThreshold, StartRequirement, SubmissionRequirements};
use crate::vocabulary::Inscription;
use crate::wager::WagerKind;

/// Fortune Asia Poker in Pennsylvania.
pub(super) const PA_659A: SubmissionRequirements = SubmissionRequirements {
    operator: "certificate holder",
    template: include_str!("templates/pa-659a.toml"),
    electronic: Some(include_str!("electronic/pa-659a.toml")),
    chapter: Some(clause("659a")),
    positions: clause("659a.2(a)"),
    states_adjacent: false,
    wagers: clause("659a.7(e)"),
    areas: &[
        (WagerKind::Main, clause("659a.2(b)(2)")),
        (WagerKind::FortuneBonus, clause("659a.2(b)(5)")),
        (WagerKind::Insurance, clause("659a.2(b)(6)")),
        (WagerKind::Progressive, clause("659a.2(b)(7)")),
    ],
    places: &[],
    inscriptions: &[(Inscription::Logo, clause("659a.2(b)(1)")), (Inscription::PayoutOdds, clause("659a.2(b)(8)"))],
    back_colours: clause("659a.3(b)(1)"),
    reshuffler_counts: false,
    hand_needs_device: Some(clause("659a.9(a)(1)")),
    shoe_approved: None,
    start: Some(StartRequirement {
        six: clause("659a.5(g)(2)"),
        methods: clause("659a.5(g)"),
        shaker_approved: Some(clause("659a.2(c)(1)")),
        shaker: clause("659a.2(c)(1)"),
        generator_approved: clause("659a.2(c)(2)"),
        button: None,
    }),
    dealt_once: &[],
    house_way: clause("659a.11(c)"),
    shipped_way: Some(BuiltInHouseWay { name: "croupier-asia", prescribed: false }),
    ranking: clause("659a.6(b)"),
    options: &[],
    progressive: Some(clause("659a.2(d)")),
    names_links: false,
    qualifying: Some(EnvyThreshold {
        least: Cents::dollars(5),
        clause: clause("659a.1 \"Qualifying Wager\""),
        alternative: None,
    }),
};

/// Asia Poker in Massachusetts: what the others ask for once, the Commission approves.
pub(super) const MA_ASIA: SubmissionRequirements = SubmissionRequirements {
    operator: "gaming licensee",
    template: include_str!("templates/ma-asia.toml"),
    electronic: Some(include_str!("electronic/ma-asia.toml")),
    chapter: None,
    positions: clause("MA 11(b)(2)"),
    states_adjacent: false,
    wagers: clause("MA 7(a)"),
    areas: &[],
    places: &[],
    inscriptions: &[],
    back_colours: clause("MA 2(b)(2)"),
    reshuffler_counts: false,
    hand_needs_device: None,
    shoe_approved: Some(clause("MA 10(a)")),
    start: Some(StartRequirement {
        six: clause("MA 4(a)(2)"),
        methods: clause("MA 4(a)"),
        shaker_approved: None,
        shaker: clause("MA 4(a)(1)"),
        generator_approved: clause("MA 11(c)"),
        button: Some(ButtonRequirement { with_shoe: clause("MA 4(a)(3)"), approved: clause("MA 11(d)") }),
    }),
    dealt_once: &[],
    house_way: clause("MA 12(d)"),
    shipped_way: Some(BuiltInHouseWay { name: "croupier-asia", prescribed: false }),
    ranking: clause("MA 3(d)"),
    options: &[("ace-low", clause("MA 3(d)"))],
    progressive: None,
    names_links: false,
    qualifying: None,
};

/// Asia Poker in Pennsylvania, 2011.
pub(super) const PA_575: SubmissionRequirements = SubmissionRequirements {
    operator: "certificate holder",
    template: include_str!("templates/pa-575.toml"),
    electronic: Some(include_str!("electronic/pa-575.toml")),
    chapter: Some(clause("575")),
    positions: clause("575.2(a)"),
    states_adjacent: false,
    wagers: clause("575.7(e)"),
    areas: &[(WagerKind::Main, clause("575.2(b)(2)")), (WagerKind::Bonus, clause("575.2(b)(5)"))],
    places: &[],
    inscriptions: &[
        (Inscription::Logo, clause("575.2(b)(1)")),
        (Inscription::PayoutOdds, clause("575.2(b)(6)")),
        (Inscription::PayoutLimit, clause("575.2(b)(7)")),
    ],
    back_colours: clause("575.3(b)(1)"),
    reshuffler_counts: false,
    hand_needs_device: Some(clause("575.9(a)(1)")),
    shoe_approved: None,
    start: Some(StartRequirement {
        six: clause("575.5(g)(2)"),
        methods: clause("575.5(g)"),
        shaker_approved: Some(clause("575.2(c)(1)")),
        shaker: clause("575.2(c)(1)"),
        generator_approved: clause("575.2(c)(2)"),
        button: Some(ButtonRequirement { with_shoe: clause("575.5(g)(3)"), approved: clause("575.2(c)(3)") }),
    }),
    dealt_once: &["three-of-a-kind and four 8s", "five aces"],
    house_way: clause("575.11(c)"),
    shipped_way: Some(BuiltInHouseWay { name: "croupier-asia", prescribed: false }),
    ranking: clause("575.6(b)(3)"),
    options: &[
        ("ace-low", clause("575.6(b)(3)")),
        ("ace-low-straight-flush", clause("575.6(b)(3)")),
        ("ace-low-straight", clause("575.6(b)(6)")),
    ],
    progressive: None,
    names_links: false,
    qualifying: None,
};
