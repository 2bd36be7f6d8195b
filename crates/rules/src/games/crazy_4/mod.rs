//! Crazy 4 Poker, 58 Pa. Code ch. 657a: the best four of five cards of 52, against a dealer who needs a king.
//!
//! What is odd: with four cards three-of-a-kind beats a flush and four-of-a-kind a straight flush; four aces are a row of
//! two paytables but no rank.

use crate::card::Rank;
use crate::card_set::CardSet;
use crate::clause::{Clause, clause};
use crate::game::{Choices, Comparison, Game, Kind, OptionError, Outcome, Ranked};
use crate::hand::{HandError, check_sides};
use crate::holding::Joker;
use crate::ladder::{Ladder, rung};
use crate::paytable::Payouts;
use crate::ranking::{AceLow, Category, HandRank, Ranking, TieBreak};
use crate::reading::ReadingId;
use crate::setting::{Setting, Shape};
use crate::text::Text;
use crate::wager::{Amount, Offered, Placed, WagerKind, WagerSpec};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The game of chapter 657a.
pub struct Crazy4;

/// § 657a, Crazy 4 Poker.
pub static CRAZY_4_POKER: Crazy4 = Crazy4;

/// § 657a.1 "Hand", § 657a.6(b): four-of-a-kind on top, three-of-a-kind above a flush, A-2-3-4 the lowest straight.
const PA_657A: Ranking = Ranking {
    order: &[
        (Category::FourOfAKind, clause("657a.6(b)(1)")),
        (Category::StraightFlush, clause("657a.6(b)(2)")),
        (Category::ThreeOfAKind, clause("657a.6(b)(3)")),
        (Category::Flush, clause("657a.6(b)(4)")),
        (Category::Straight, clause("657a.6(b)(5)")),
        (Category::TwoPair, clause("657a.6(b)(6)")),
        (Category::Pair, clause("657a.6(b)(7)")),
        (Category::HighCard, clause("657a.6(c)")),
    ],
    size: 4,
    straight: AceLow::Lowest,
    straight_flush: AceLow::Lowest,
    tie_break: TieBreak::CardByCard,
    royal_joker_only_ace: false,
};

/// § 657a.1 "Four-Card Progressive Payout Hand" is from three-of-a-kind up. The four-card hands that Super Bonus, Queens Up and the Four-Card Progressive are paid for: § 657a.6(b), four aces
/// apart, down to the pair of queens of § 657a.12(c).
pub static FOUR_CARD: Ladder = Ladder {
    cards: 5,
    rungs: &[
        rung("four aces", "657a.12(b)", |hand, _| hand.count(Rank::Ace) == 4),
        rung("four-of-a-kind", "657a.6(b)(1)", |hand, _| hand.has_kind(4)),
        rung("straight flush", "657a.6(b)(2)", |hand, _| hand.straight_flush(4, Joker::Absent)),
        rung("three-of-a-kind", "657a.6(b)(3)", |hand, _| hand.has_kind(3)),
        rung("flush", "657a.6(b)(4)", |hand, _| hand.flush(4)),
        rung("straight", "657a.6(b)(5)", |hand, _| hand.straight(4)),
        rung("two pair", "657a.6(b)(6)", |hand, _| hand.pairs() >= 2),
        rung("pair of queens or better", "657a.12(c)", |hand, _| hand.of_a_kind(2) >= Rank::Queen.bit()),
    ],
};

/// § 657a.6(d): the five cards dealt; § 657a.1 "Five-Card Progressive Payout Hand" is from three-of-a-kind up.
pub static FIVE_CARD: Ladder = Ladder {
    cards: 5,
    rungs: &[
        rung("royal flush", "657a.6(d)(1)", |hand, _| hand.royal_flush(Joker::Absent).is_some()),
        rung("straight flush", "657a.6(d)(2)", |hand, _| hand.straight_flush(5, Joker::Absent)),
        rung("four-of-a-kind", "657a.6(d)(3)", |hand, _| hand.has_kind(4)),
        rung("full house", "657a.6(d)(4)", |hand, _| hand.full_house()),
        rung("flush", "657a.6(d)(5)", |hand, _| hand.flush(5)),
        rung("straight", "657a.6(d)(6)", |hand, _| hand.straight(5)),
        rung("three-of-a-kind", "657a.6(d)(7)", |hand, _| hand.has_kind(3)),
    ],
};

/// § 657a.6(e): the five cards dealt and the Six Card Bonus card.
pub static SIX_CARD_BONUS: Ladder = Ladder {
    cards: 6,
    rungs: &[
        rung("six-card royal flush", "657a.6(e)(1)", |hand, _| {
            hand.straight_flush(6, Joker::Absent) && hand.royal_flush(Joker::Absent).is_some()
        }),
        rung("royal flush", "657a.6(e)(2)", |hand, _| hand.royal_flush(Joker::Absent).is_some()),
        rung("straight flush", "657a.6(e)(3)", |hand, _| hand.straight_flush(5, Joker::Absent)),
        rung("four-of-a-kind", "657a.6(e)(4)", |hand, _| hand.has_kind(4)),
        rung("full house", "657a.6(e)(5)", |hand, _| hand.full_house()),
        rung("flush", "657a.6(e)(6)", |hand, _| hand.flush(5)),
        rung("straight", "657a.6(e)(7)", |hand, _| hand.straight(5)),
        rung("three-of-a-kind", "657a.6(e)(8)", |hand, _| hand.has_kind(3)),
    ],
};

static WAGERS: [WagerSpec; 7] = [
    WagerSpec::main("Ante Wager", "657a.7(d)(1)"),
    WagerSpec {
        kind: WagerKind::SuperBonus,
        title: "Super Bonus Wager",
        clause: clause("657a.7(d)(1)"),
        placed: Placed::ToTakePart,
        offered: Offered::Always,
        amount: Amount::EqualToMain,
        ladder: Some(&FOUR_CARD),
    },
    // § 657a.1 "Queens Up Wager" is required to be offered, optional to the player.
    WagerSpec {
        kind: WagerKind::QueensUp,
        title: "Queens Up Wager",
        clause: clause("657a.7(d)(2)"),
        placed: Placed::Beside,
        offered: Offered::Always,
        amount: Amount::WithinLimits,
        ladder: Some(&FOUR_CARD),
    },
    WagerSpec::beside(
        WagerKind::FourCardProgressive,
        "Four-Card Progressive Payout Wager",
        "657a.7(d)(3)",
        Amount::Fixed,
        &FOUR_CARD,
    ),
    WagerSpec::beside(
        WagerKind::FiveCardProgressive,
        "Five-Card Progressive Payout Wager",
        "657a.7(d)(4)",
        Amount::Fixed,
        &FIVE_CARD,
    ),
    WagerSpec::beside(
        WagerKind::FiveCardHandBonus,
        "Five Card Hand Bonus Wager",
        "657a.7(d)(5)",
        Amount::Fixed,
        &FIVE_CARD,
    ),
    WagerSpec::beside(
        WagerKind::SixCardBonus,
        "Six Card Bonus Wager",
        "657a.7(d)(6)",
        Amount::WithinLimits,
        &SIX_CARD_BONUS,
    ),
];

static KINDS: [Kind; 4] = [
    Kind { name: "best-four", cards: 5, ranked: Ranked::BestOf, clause: clause("657a.11(c)(2)") },
    Kind { name: "five", cards: 5, ranked: Ranked::Ladder(&FIVE_CARD), clause: clause("657a.6(d)") },
    Kind { name: "six-card-bonus", cards: 6, ranked: Ranked::Ladder(&SIX_CARD_BONUS), clause: clause("657a.7(d)(6)") },
    Kind { name: "queens-up", cards: 5, ranked: Ranked::Ladder(&FOUR_CARD), clause: clause("657a.11(d)") },
];

static PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(include_str!("paytables.toml"), Text::Pa657a));

/// Whether the dealer's best four cards are a king or better: § 657a.11(c)(3).
pub fn dealer_qualifies(rank: HandRank) -> bool {
    const KING: u32 = 13;
    rank >= HandRank::least(1, &[KING])
}

/// What becomes of a Super Bonus Wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SuperBonus {
    /// Paid by § 657a.12(b).
    Paid,
    /// Returned to the player.
    Returned,
    /// Collected.
    Lost,
}

/// § 657a.11(c)(3): what becomes of the Super Bonus Wager of a player who made a Play Wager, both hands by rank.
///
/// A straight or better is paid whoever wins. *Reading R-08.* Below a straight it loses when the player loses to a
/// dealer who qualifies. *Reading R-09.* If the dealer does not qualify it is returned even to a player whose hand is
/// the lower; in the alternative the inscription of § 657a.2(b)(7)(iv) holds, by which only beating or tying returns it.
pub fn super_bonus(choices: &Choices, player: HandRank, dealer: HandRank) -> (SuperBonus, Clause) {
    let behind = player < dealer;
    let below_a_straight = player < HandRank::least(STRAIGHT, &[]);
    let returned_when_behind =
        !dealer_qualifies(dealer) && !choices.readings.alternative(ReadingId::SUPER_BONUS_WHEN_BEHIND);
    let fate = match (below_a_straight, behind && !returned_when_behind) {
        (false, _) => SuperBonus::Paid,
        (true, false) => SuperBonus::Returned,
        (true, true) => SuperBonus::Lost,
    };
    let citation = match player.cmp(&dealer) {
        _ if fate == SuperBonus::Lost && !dealer_qualifies(dealer) => "657a.2(b)(7)(iv)",
        _ if !dealer_qualifies(dealer) => "657a.11(c)(3)(i)",
        Ordering::Less => "657a.11(c)(3)(ii)(A)",
        Ordering::Greater => "657a.11(c)(3)(ii)(B)",
        Ordering::Equal => "657a.11(c)(3)(ii)(C)",
    };
    (fate, clause(citation))
}

/// The straight's place from below in § 657a.6(b).
const STRAIGHT: u32 = 4;

impl Game for Crazy4 {
    fn text(&self) -> Text {
        Text::Pa657a
    }

    fn title(&self) -> &'static str {
        "Crazy 4 Poker"
    }

    fn deck(&self) -> CardSet {
        CardSet::FIFTY_TWO
    }

    fn deck_clause(&self) -> Clause {
        clause("657a.3(a)")
    }

    fn cards_dealt(&self) -> usize {
        5
    }

    fn shape(&self) -> Option<Shape> {
        None
    }

    fn shape_clause(&self) -> Clause {
        clause("657a.11(c)(2)")
    }

    fn kinds(&self) -> &'static [Kind] {
        &KINDS
    }

    fn ranking(&self, _: &Choices) -> Ranking {
        PA_657A
    }

    fn choose_option(&self, _: Choices, name: &str, _: &str) -> Result<Choices, OptionError> {
        let known = ": § 657a.6(b) fixes the place of A-2-3-4";
        Err(OptionError::Unknown { text: Text::Pa657a, name: name.to_owned(), known })
    }

    fn wagers(&self) -> &'static [WagerSpec] {
        &WAGERS
    }

    fn payouts(&self) -> &Payouts {
        &PAYOUTS
    }

    /// § 657a.11(c)(3): a dealer below a king is ruled by (i), otherwise the higher four-card hand wins.
    fn compare(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Comparison, HandError> {
        check_sides(self, player, dealer, None)?;
        let ranking = self.ranking(choices);
        let (ours, theirs) = (ranking.best(player.high), ranking.best(dealer.high));
        let qualifies = dealer_qualifies(theirs);
        let (outcome, citation) = match ours.cmp(&theirs) {
            Ordering::Less => (Outcome::Lose, "657a.11(c)(3)(ii)(A)"),
            Ordering::Greater => (Outcome::Win, "657a.11(c)(3)(ii)(B)"),
            Ordering::Equal => (Outcome::Tie, "657a.11(c)(3)(ii)(C)"),
        };
        let clause = clause(if qualifies { citation } else { "657a.11(c)(3)(i)" });
        Ok(Comparison { outcome, foul: false, clause, qualifies: Some(qualifies) })
    }

    fn house_way(&self) -> Option<&'static str> {
        None
    }
}
