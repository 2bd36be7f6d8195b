//! What chapter 670a requires of a rules submission.
//!
//! Note: it prescribes the house way itself, § 670a.11(d).

use crate::clause::clause;
use crate::money::Cents;
use crate::procedure::{BuiltInHouseWay, EnvyThreshold, StartRequirement, SubmissionRequirements};
use crate::reading::ReadingId;
use crate::vocabulary::Inscription;
use crate::wager::WagerKind;

/// Six-Card Fortune Pai Gow Poker in Pennsylvania.
pub(super) const PA_670A: SubmissionRequirements = SubmissionRequirements {
    operator: "certificate holder",
    template: include_str!("templates/pa-670a.toml"),
    electronic: Some(include_str!("electronic/pa-670a.toml")),
    chapter: Some(clause("670a")),
    positions: clause("670a.2(a)"),
    states_adjacent: false,
    wagers: clause("670a.7(e)"),
    areas: &[
        (WagerKind::Main, clause("670a.2(b)(2)")),
        (WagerKind::DoubleDown, clause("670a.2(b)(5)")),
        (WagerKind::FortuneBonus, clause("670a.2(b)(6)")),
        (WagerKind::Insurance, clause("670a.2(b)(7)")),
        (WagerKind::Progressive, clause("670a.2(b)(8)")),
    ],
    places: &[],
    inscriptions: &[(Inscription::Logo, clause("670a.2(b)(1)")), (Inscription::PayoutOdds, clause("670a.2(b)(9)"))],
    back_colours: clause("670a.3(b)(1)"),
    reshuffler_counts: true,
    hand_needs_device: Some(clause("670a.9(a)(1)")),
    shoe_approved: None,
    start: Some(StartRequirement {
        six: clause("670a.5(i)(2)"),
        methods: clause("670a.5(i)"),
        shaker_approved: Some(clause("670a.2(d)(1)")),
        shaker: clause("670a.2(d)(1)"),
        generator_approved: clause("670a.2(d)(2)"),
        button: None,
    }),
    dealt_once: &[],
    house_way: clause("670a.11(d)"),
    shipped_way: Some(BuiltInHouseWay { name: "670a.11(d)", prescribed: true }),
    ranking: clause("670a.6(b)"),
    options: &[],
    progressive: Some(clause("670a.2(c)")),
    names_links: false,
    qualifying: Some(EnvyThreshold {
        least: Cents::dollars(5),
        clause: clause("670a.1 \"Qualifying Fortune Bonus Wager\""),
        alternative: Some((ReadingId::ENVY_BELOW_FIVE_DOLLARS, Cents::dollars(1), clause("670a.12(b)(2)"))),
    }),
};
