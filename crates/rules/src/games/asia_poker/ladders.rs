//! The bonus hands of §§ 659a.6(d), 659a.6(e), 659a.12(c) and 575.6(d), all of seven cards.
//!
//! Note: three-of-a-kind stands above the straight in both texts, a royal flush with Royal Match may hold the
//! joker only inside the royal flush, and § 575.6(d)(7) pays a hand for being worth nothing.

use crate::card::Rank;
use crate::holding::{Holding, Joker};
use crate::ladder::{Ladder, royal_flush, rung, worthless};
use crate::reading::{ReadingId, Readings};

/// § 659a.6(d), with the three pair that only table C of § 659a.12(b) pays.
pub static FORTUNE_BONUS: Ladder = Ladder {
    cards: 7,
    rungs: &[
        rung("seven-card straight flush", "659a.6(d)(1)", |hand, _| hand.straight_flush(7, Joker::Absent)),
        rung("royal flush and royal match", "659a.6(d)(2)", |hand, _| {
            hand.royal_flush(Joker::Any).is_some_and(|suit| hand.royal_match(suit))
        }),
        rung("seven-card straight flush with joker", "659a.6(d)(3)", |hand, _| hand.straight_flush(7, Joker::Any)),
        rung("five aces", "659a.6(d)(4)", |hand, _| hand.has_kind(5)),
        rung("royal flush", "659a.6(d)(5)", bonus_royal_flush),
        rung("straight flush", "659a.6(d)(6)", |hand, _| hand.straight_flush(5, Joker::Any)),
        rung("four-of-a-kind", "659a.6(d)(7)", |hand, _| hand.has_kind(4)),
        rung("full house", "659a.6(d)(8)", |hand, _| hand.full_house()),
        rung("flush", "659a.6(d)(9)", |hand, _| hand.flush(5)),
        rung("three-of-a-kind", "659a.6(d)(10)", |hand, _| hand.has_kind(3)),
        rung("straight", "659a.6(d)(11)", |hand, _| hand.straight(5)),
        rung("three pair", "659a.7(e)(1)", |hand, _| hand.pairs() >= 3),
    ],
};

/// § 659a.6(e).
pub static PROGRESSIVE: Ladder = Ladder {
    cards: 7,
    rungs: &[
        rung("seven-card straight flush", "659a.6(e)(1)", |hand, _| hand.straight_flush(7, Joker::Any)),
        rung("five aces", "659a.6(e)(2)", |hand, _| hand.has_kind(5)),
        rung("royal flush", "659a.6(e)(3)", royal_flush),
        rung("straight flush", "659a.6(e)(4)", |hand, _| hand.straight_flush(5, Joker::Any)),
        rung("four-of-a-kind", "659a.6(e)(5)", |hand, _| hand.has_kind(4)),
        rung("full house", "659a.6(e)(6)", |hand, _| hand.full_house()),
    ],
};

/// § 659a.12(c): no pair or better, and the lower the highest card the better; straights and flushes lose.
pub static INSURANCE: Ladder = Ladder {
    cards: 7,
    rungs: &[
        rung("9-high", "659a.12(c)", |hand, _| worthless(hand, Rank::Nine)),
        rung("10-high", "659a.12(c)", |hand, _| worthless(hand, Rank::Ten)),
        rung("jack-high", "659a.12(c)", |hand, _| worthless(hand, Rank::Jack)),
        rung("queen-high", "659a.12(c)", |hand, _| worthless(hand, Rank::Queen)),
        rung("king-high", "659a.12(c)", |hand, _| worthless(hand, Rank::King)),
        rung("ace-high", "659a.12(c)", |hand, _| worthless(hand, Rank::Ace)),
    ],
};

/// § 575.6(d). All eleven rows pay, also the four printed below 9-high.
pub static PA_575_BONUS: Ladder = Ladder {
    cards: 7,
    rungs: &[
        // The joker makes three aces of two.
        rung("three-of-a-kind and four 8s", "575.6(d)(1)", |hand, _| {
            hand.count(Rank::Eight) == 4 && hand.of_a_kind(3) & !Rank::Eight.bit() != 0
        }),
        rung("five aces", "575.6(d)(2)", |hand, _| hand.has_kind(5)),
        rung("royal flush", "575.6(d)(3)", bonus_royal_flush),
        rung("natural straight flush", "575.6(d)(4)", |hand, _| hand.straight_flush(5, Joker::Absent)),
        rung("straight flush with joker", "575.6(d)(5)", |hand, _| hand.straight_flush(5, Joker::Any)),
        rung("four-of-a-kind", "575.6(d)(6)", |hand, _| hand.has_kind(4)),
        rung("9-high", "575.6(d)(7)", nine_high),
        rung("full house", "575.6(d)(8)", |hand, _| hand.full_house()),
        rung("flush", "575.6(d)(9)", |hand, _| hand.flush(5)),
        rung("three-of-a-kind", "575.6(d)(10)", |hand, _| hand.has_kind(3)),
        rung("straight", "575.6(d)(11)", |hand, _| hand.straight(5)),
    ],
};

/// *Reading R-22.* The joker may complete it; in the alternative it must be natural.
fn bonus_royal_flush(hand: &Holding, readings: Readings) -> bool {
    let natural_only = readings.alternative(ReadingId::ROYAL_NATURAL_ONLY);
    hand.royal_flush(if natural_only { Joker::Absent } else { Joker::Any }).is_some()
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
