//! What chapter 657a requires of a rules submission.
//!
//! Note: no start is found and no hands are set, the number of adjacent areas must be stated, and notices of the
//! rules of play belong on the layout. § 657a.2(b)(4) gives the Five Card Hand Bonus a device in place of an area.

use crate::clause::clause;
use crate::procedure::{CardPlace, SubmissionRequirements};
use crate::vocabulary::Inscription;
use crate::wager::WagerKind;

/// Crazy 4 Poker in Pennsylvania.
pub(super) const PA_657A: SubmissionRequirements = SubmissionRequirements {
    operator: "certificate holder",
    template: include_str!("templates/pa-657a.toml"),
    electronic: Some(include_str!("electronic/pa-657a.toml")),
    chapter: Some(clause("657a")),
    positions: clause("657a.2(a)"),
    states_adjacent: true,
    wagers: clause("657a.7(d)"),
    areas: &[
        (WagerKind::Main, clause("657a.2(b)(2)")),
        (WagerKind::Play, clause("657a.2(b)(2)")),
        (WagerKind::SuperBonus, clause("657a.2(b)(2)")),
        (WagerKind::QueensUp, clause("657a.2(b)(2)")),
        (WagerKind::FourCardProgressive, clause("657a.2(b)(3)")),
        (WagerKind::FiveCardProgressive, clause("657a.2(b)(3)")),
        (WagerKind::SixCardBonus, clause("657a.2(b)(5)(i)")),
    ],
    places: &[CardPlace { name: "bonus-card", with: WagerKind::SixCardBonus, clause: clause("657a.2(b)(5)(ii)") }],
    inscriptions: &[
        (Inscription::Logo, clause("657a.2(b)(1)")),
        (Inscription::PayoutOdds, clause("657a.2(b)(6)")),
        (Inscription::BestFourCards, clause("657a.2(b)(7)(i)")),
        (Inscription::DealerQualifies, clause("657a.2(b)(7)(ii)")),
        (Inscription::ThreeTimesTheAnte, clause("657a.2(b)(7)(iii)")),
        (Inscription::SuperBonusReturned, clause("657a.2(b)(7)(iv)")),
        (Inscription::RulesOfPlay, clause("657a.2(b)(8)")),
    ],
    back_colours: clause("657a.3(b)(1)"),
    reshuffler_counts: true,
    hand_needs_device: Some(clause("657a.9(a)(1)")),
    shoe_approved: None,
    start: None,
    dealt_once: &[],
    house_way: clause("657a.11(c)"),
    shipped_way: None,
    ranking: clause("657a.6(b)"),
    options: &[],
    progressive: Some(clause("657a.2(c)")),
    names_links: true,
    qualifying: None,
};
