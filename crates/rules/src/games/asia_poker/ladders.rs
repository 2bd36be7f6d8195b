//! The bonus hands of §§ 659a.6(d), 659a.6(e), 659a.12(c) and 575.6(d), all of seven cards.
//!
//! What is odd: three-of-a-kind stands above the straight in both texts, a royal flush with Royal Match may hold the
//! joker only inside the royal flush, and § 575.6(d)(7) pays a hand for being worth nothing.

use crate::card::Rank;
use crate::clause::clause;
use crate::holding::{Holding, Joker};
use crate::ladder::{Ladder, Rung};
use crate::reading::{ReadingId, Readings};

/// § 659a.6(d), with the three pair that only table C of § 659a.12(b) pays.
pub static FORTUNE_BONUS: Ladder = Ladder {
    cards: 7,
    rungs: &[
        Rung {
            label: "seven-card straight flush",
            clause: clause("659a.6(d)(1)"),
            holds: |hand, _| hand.straight_flush(7, Joker::Absent),
        },
        Rung {
            label: "royal flush and royal match",
            clause: clause("659a.6(d)(2)"),
            holds: |hand, _| hand.royal_flush(Joker::Any).is_some_and(|suit| hand.royal_match(suit)),
        },
        Rung {
            label: "seven-card straight flush with joker",
            clause: clause("659a.6(d)(3)"),
            holds: |hand, _| hand.straight_flush(7, Joker::Any),
        },
        Rung { label: "five aces", clause: clause("659a.6(d)(4)"), holds: |hand, _| hand.has_kind(5) },
        Rung { label: "royal flush", clause: clause("659a.6(d)(5)"), holds: bonus_royal_flush },
        Rung {
            label: "straight flush",
            clause: clause("659a.6(d)(6)"),
            holds: |hand, _| hand.straight_flush(5, Joker::Any),
        },
        Rung { label: "four-of-a-kind", clause: clause("659a.6(d)(7)"), holds: |hand, _| hand.has_kind(4) },
        Rung { label: "full house", clause: clause("659a.6(d)(8)"), holds: |hand, _| hand.full_house() },
        Rung { label: "flush", clause: clause("659a.6(d)(9)"), holds: |hand, _| hand.flush(5) },
        Rung { label: "three-of-a-kind", clause: clause("659a.6(d)(10)"), holds: |hand, _| hand.has_kind(3) },
        Rung { label: "straight", clause: clause("659a.6(d)(11)"), holds: |hand, _| hand.straight(5) },
        Rung { label: "three pair", clause: clause("659a.7(e)(1)"), holds: |hand, _| hand.pairs() >= 3 },
    ],
};

/// § 659a.6(e).
pub static PROGRESSIVE: Ladder = Ladder {
    cards: 7,
    rungs: &[
        Rung {
            label: "seven-card straight flush",
            clause: clause("659a.6(e)(1)"),
            holds: |hand, _| hand.straight_flush(7, Joker::Any),
        },
        Rung { label: "five aces", clause: clause("659a.6(e)(2)"), holds: |hand, _| hand.has_kind(5) },
        Rung { label: "royal flush", clause: clause("659a.6(e)(3)"), holds: progressive_royal_flush },
        Rung {
            label: "straight flush",
            clause: clause("659a.6(e)(4)"),
            holds: |hand, _| hand.straight_flush(5, Joker::Any),
        },
        Rung { label: "four-of-a-kind", clause: clause("659a.6(e)(5)"), holds: |hand, _| hand.has_kind(4) },
        Rung { label: "full house", clause: clause("659a.6(e)(6)"), holds: |hand, _| hand.full_house() },
    ],
};

/// § 659a.12(c): no pair or better, and the lower the highest card the better; straights and flushes lose.
pub static INSURANCE: Ladder = Ladder {
    cards: 7,
    rungs: &[
        Rung { label: "9-high", clause: clause("659a.12(c)"), holds: |hand, _| worthless(hand, Rank::Nine) },
        Rung { label: "10-high", clause: clause("659a.12(c)"), holds: |hand, _| worthless(hand, Rank::Ten) },
        Rung { label: "jack-high", clause: clause("659a.12(c)"), holds: |hand, _| worthless(hand, Rank::Jack) },
        Rung { label: "queen-high", clause: clause("659a.12(c)"), holds: |hand, _| worthless(hand, Rank::Queen) },
        Rung { label: "king-high", clause: clause("659a.12(c)"), holds: |hand, _| worthless(hand, Rank::King) },
        Rung { label: "ace-high", clause: clause("659a.12(c)"), holds: |hand, _| worthless(hand, Rank::Ace) },
    ],
};

/// § 575.6(d). All eleven rows pay, also the four printed below 9-high.
pub static PA_575_BONUS: Ladder = Ladder {
    cards: 7,
    rungs: &[
        Rung {
            label: "three-of-a-kind and four 8s",
            clause: clause("575.6(d)(1)"),
            // The joker makes three aces of two.
            holds: |hand, _| hand.count(Rank::Eight) == 4 && hand.of_a_kind(3) & !Rank::Eight.bit() != 0,
        },
        Rung { label: "five aces", clause: clause("575.6(d)(2)"), holds: |hand, _| hand.has_kind(5) },
        Rung { label: "royal flush", clause: clause("575.6(d)(3)"), holds: bonus_royal_flush },
        Rung {
            label: "natural straight flush",
            clause: clause("575.6(d)(4)"),
            holds: |hand, _| hand.straight_flush(5, Joker::Absent),
        },
        Rung {
            label: "straight flush with joker",
            clause: clause("575.6(d)(5)"),
            holds: |hand, _| hand.straight_flush(5, Joker::Any),
        },
        Rung { label: "four-of-a-kind", clause: clause("575.6(d)(6)"), holds: |hand, _| hand.has_kind(4) },
        Rung { label: "9-high", clause: clause("575.6(d)(7)"), holds: nine_high },
        Rung { label: "full house", clause: clause("575.6(d)(8)"), holds: |hand, _| hand.full_house() },
        Rung { label: "flush", clause: clause("575.6(d)(9)"), holds: |hand, _| hand.flush(5) },
        Rung { label: "three-of-a-kind", clause: clause("575.6(d)(10)"), holds: |hand, _| hand.has_kind(3) },
        Rung { label: "straight", clause: clause("575.6(d)(11)"), holds: |hand, _| hand.straight(5) },
    ],
};

/// *Reading R-22.* The joker may complete it; in the alternative it must be natural.
fn bonus_royal_flush(hand: &Holding, readings: Readings) -> bool {
    let natural_only = readings.alternative(ReadingId::ROYAL_NATURAL_ONLY);
    hand.royal_flush(if natural_only { Joker::Absent } else { Joker::Any }).is_some()
}

/// *Reading R-20.* The joker may be any card of it; in the alternative only the ace.
fn progressive_royal_flush(hand: &Holding, readings: Readings) -> bool {
    let only_ace = readings.alternative(ReadingId::ROYAL_JOKER_ONLY_ACE);
    hand.royal_flush(if only_ace { Joker::AceOnly } else { Joker::Any }).is_some()
}

fn worthless(hand: &Holding, highest: Rank) -> bool {
    hand.highest() == Some(highest) && !hand.has_kind(2) && !hand.straight(5) && !hand.flush(5)
}

/// § 575.6(d)(7): 9-8-7-6-4-3-2 or 9-8-7-5-4-3-2.
///
/// *Reading R-23.* One that is also a flush is still a 9-high, which stands above it; in the alternative it is a flush.
fn nine_high(hand: &Holding, readings: Readings) -> bool {
    const WITHOUT_FIVE: u16 = 0b1111_0111;
    const WITHOUT_SIX: u16 = 0b1110_1111;
    let nine_high = !hand.joker() && matches!(hand.ranks(), WITHOUT_FIVE | WITHOUT_SIX);
    nine_high && !(readings.alternative(ReadingId::NINE_HIGH_FLUSH) && hand.flush(5))
}
