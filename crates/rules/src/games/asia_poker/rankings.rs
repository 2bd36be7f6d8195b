//! The rankings of the three texts as lists in their printed order, so that comparing them shows how the texts differ.

use crate::clause::clause;
use crate::ranking::{AceLow, Category::*, Ranking, TieBreak};

/// § 659a.6(b): no royal flush; A-K-Q-J tops the straight flushes and A-2-3-4 is second.
///
/// *Reading R-01.* § 659a.6(b)(1) does not mention three aces and the joker, which rank as four aces by § 659a.6(a).
pub(super) const PA_659A: Ranking = Ranking {
    order: &[
        (FourAces, clause("659a.6(b)(1)")),
        (StraightFlush, clause("659a.6(b)(2)")),
        (FourOfAKind, clause("659a.6(b)(3)")),
        (Flush, clause("659a.6(b)(4)")),
        (Straight, clause("659a.6(b)(5)")),
        (ThreeOfAKind, clause("659a.6(b)(6)")),
        (TwoPair, clause("659a.6(b)(7)")),
        (Pair, clause("659a.6(b)(8)")),
        (HighCard, clause("659a.6(c)")),
    ],
    size: 4,
    straight: AceLow::SecondHighest,
    straight_flush: AceLow::SecondHighest,
    tie_break: TieBreak::CardByCard,
    royal_joker_only_ace: false,
};

/// § 575.6(b): the royal flush stands alone, so A-2-3-4 is the highest straight flush.
pub(super) const PA_575: Ranking = Ranking {
    order: &[
        (FourAces, clause("575.6(b)(1)")),
        (RoyalFlush, clause("575.6(b)(2)")),
        (StraightFlush, clause("575.6(b)(3)")),
        (FourOfAKind, clause("575.6(b)(4)")),
        (Flush, clause("575.6(b)(5)")),
        (Straight, clause("575.6(b)(6)")),
        (ThreeOfAKind, clause("575.6(b)(7)")),
        (TwoPair, clause("575.6(b)(8)")),
        (Pair, clause("575.6(b)(9)")),
        (HighCard, clause("575.6(c)")),
    ],
    size: 4,
    straight: AceLow::SecondHighest,
    straight_flush: AceLow::Highest,
    tie_break: TieBreak::CardByCard,
    royal_joker_only_ace: false,
};

/// MA 3(b): as in Pennsylvania's chapter 575.
pub(super) const MA_ASIA: Ranking = Ranking {
    order: &[
        (FourAces, clause("MA 3(b)(1)")),
        (RoyalFlush, clause("MA 3(b)(2)")),
        (StraightFlush, clause("MA 3(b)(3)")),
        (FourOfAKind, clause("MA 3(b)(4)")),
        (Flush, clause("MA 3(b)(5)")),
        (Straight, clause("MA 3(b)(6)")),
        (ThreeOfAKind, clause("MA 3(b)(7)")),
        (TwoPair, clause("MA 3(b)(8)")),
        (Pair, clause("MA 3(b)(9)")),
        (HighCard, clause("MA 3(e)")),
    ],
    ..PA_575
};
