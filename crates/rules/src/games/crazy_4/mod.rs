//! Crazy 4 Poker, 58 Pa. Code ch. 657a: the best four of five cards of 52, against a dealer who needs a king.
//!
//! Note: with four cards three-of-a-kind beats a flush and four-of-a-kind a straight flush; four aces are a row of
//! two paytables but no rank.

mod procedure;
mod requirements;

use crate::card::Rank;
use crate::card_set::CardSet;
use crate::clause::{Clause, clause};
use crate::game::{Choices, Comparison, Game, HandKind, Judgement, OptionError, Outcome, RankMethod, WagerFate};
use crate::hand_error::HandError;
use crate::holding::Joker;
use crate::ladder::{Ladder, rung};
use crate::law::{self, Law};
use crate::legal_text::LegalText;
use crate::parse::check_sides;
use crate::paytable::Payouts;
use crate::procedure::Procedure;
use crate::ranking::{AceLow, Category, HandRank, Ranking, TieBreak};
use crate::reading::ReadingId;
use crate::setting::{Setting, Shape};
use crate::wager::{
    Amount, CardsRead, FundedBy, PlacedWhen, SettlementRule, Validation, WagerKind, WagerOffer, WagerSpec,
};
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

/// The four-card hands that Super Bonus, Queens Up and the Four-Card Progressive are paid for: § 657a.6(b), four aces
/// apart, down to the pair of queens of § 657a.12(c). A § 657a.1 "Four-Card Progressive Payout Hand" is from
/// three-of-a-kind up.
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

/// § 657a.11(e): settled after Queens Up, whoever won; a fold forfeits the wager but not its envy.
const PROGRESSIVE: SettlementRule = SettlementRule::by("657a.11(e)", "657a.11(e)(4)")
    .progressive("657a.11(e)(1)", "657a.11(e)(2)", "657a.11(e)(3)")
    .forfeited("657a.11(b)(2)")
    .locked_out("657a.2(c)(2)");

/// § 657a.11(f): through the game account; it is not among the wagers a fold forfeits.
const HAND_BONUS: SettlementRule = SettlementRule {
    made_with: FundedBy::GameAccount,
    validation: Validation::From { hand: clause("657a.11(f)(1)"), odds: 500, floorperson: clause("657a.11(f)(2)") },
    extras: Some(clause("657a.12(f)(3)")),
    ..SettlementRule::by("657a.11(f)", "657a.11(f)(3)").staying("657a.11(f)").locked_out("657a.2(d)")
};

static WAGERS: [WagerSpec; 7] = [
    WagerSpec::main(
        "Ante Wager",
        "657a.7(d)(1)",
        SettlementRule::by("657a.11(c)(3)(ii)(A)", "657a.11(c)(3)(ii)(B)").forfeited("657a.11(b)"),
    ),
    WagerSpec {
        kind: WagerKind::SuperBonus,
        title: "Super Bonus Wager",
        clause: clause("657a.7(d)(1)"),
        placed: PlacedWhen::ToTakePart,
        offered: WagerOffer::Always,
        amount: Amount::EqualToMain,
        ladder: Some(&FOUR_CARD),
        settled: SettlementRule::by("657a.11(c)(3)(ii)(A)", "657a.11(c)(3)(ii)(B)").forfeited("657a.11(b)"),
    },
    // § 657a.1 "Queens Up Wager" is required to be offered, optional to the player.
    WagerSpec {
        kind: WagerKind::QueensUp,
        title: "Queens Up Wager",
        clause: clause("657a.7(d)(2)"),
        placed: PlacedWhen::Beside,
        offered: WagerOffer::Always,
        amount: Amount::WithinLimits,
        ladder: Some(&FOUR_CARD),
        settled: SettlementRule::by("657a.11(d)", "657a.11(d)").forfeited("657a.11(b)(1)"),
    },
    WagerSpec::beside(
        WagerKind::FourCardProgressive,
        "Four-Card Progressive Payout Wager",
        "657a.7(d)(3)",
        Amount::Fixed,
        &FOUR_CARD,
        PROGRESSIVE.earning_envy("657a.11(e)(5)(i)"),
    ),
    WagerSpec::beside(
        WagerKind::FiveCardProgressive,
        "Five-Card Progressive Payout Wager",
        "657a.7(d)(4)",
        Amount::Fixed,
        &FIVE_CARD,
        PROGRESSIVE.earning_envy("657a.11(e)(5)(ii)"),
    ),
    WagerSpec::beside(
        WagerKind::FiveCardHandBonus,
        "Five Card Hand Bonus Wager",
        "657a.7(d)(5)",
        Amount::Fixed,
        &FIVE_CARD,
        HAND_BONUS,
    ),
    WagerSpec::beside(
        WagerKind::SixCardBonus,
        "Six Card Bonus Wager",
        "657a.7(d)(6)",
        Amount::WithinLimits,
        &SIX_CARD_BONUS,
        SettlementRule {
            reads: CardsRead::HandAndShared,
            ..SettlementRule::by("657a.11(g)(1)", "657a.11(g)(2)").staying("657a.11(b)(3)")
        },
    ),
];

static KINDS: [HandKind; 4] = [
    HandKind { name: "best-four", cards: 5, ranked: RankMethod::BestOf, clause: clause("657a.11(c)(2)") },
    HandKind { name: "five", cards: 5, ranked: RankMethod::Ladder(&FIVE_CARD), clause: clause("657a.6(d)") },
    HandKind {
        name: "six-card-bonus",
        cards: 6,
        ranked: RankMethod::Ladder(&SIX_CARD_BONUS),
        clause: clause("657a.7(d)(6)"),
    },
    HandKind { name: "queens-up", cards: 5, ranked: RankMethod::Ladder(&FOUR_CARD), clause: clause("657a.11(d)") },
];

static PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(include_str!("paytables.toml"), LegalText::Pa657a));

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
/// the lower; in the alternative the inscription of § 657a.2(b)(7)(iv) holds, by which only beating or tying returns
/// it.
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

/// The places from below in § 657a.6(b).
const PAIR: u32 = 2;
const STRAIGHT: u32 = 4;

/// § 657a.11(c)(3): a dealer below a king is ruled by (i), otherwise the higher four-card hand wins.
fn contest(ours: HandRank, theirs: HandRank) -> (Outcome, Clause) {
    let (outcome, citation) = match ours.cmp(&theirs) {
        Ordering::Less => (Outcome::Lose, "657a.11(c)(3)(ii)(A)"),
        Ordering::Greater => (Outcome::Win, "657a.11(c)(3)(ii)(B)"),
        Ordering::Equal => (Outcome::Tie, "657a.11(c)(3)(ii)(C)"),
    };
    (outcome, clause(if dealer_qualifies(theirs) { citation } else { "657a.11(c)(3)(i)" }))
}

/// § 657a.11(c)(3): Ante and Play by the comparison, the Ante returned below a king; the Super Bonus by its own rule.
pub fn judge_ranks(choices: &Choices, player: HandRank, dealer: HandRank) -> Judgement {
    let (outcome, ruled) = contest(player, dealer);
    let (ante, play) = match dealer_qualifies(dealer) {
        true => (WagerFate::of(outcome), WagerFate::of(outcome)),
        false => (WagerFate::Return, WagerFate::Pay),
    };
    let (bonus, bonus_ruled) = super_bonus(choices, player, dealer);
    let bonus = match bonus {
        SuperBonus::Paid => WagerFate::Pay,
        SuperBonus::Returned => WagerFate::Return,
        SuperBonus::Lost => WagerFate::Lose,
    };
    Judgement::new(WagerKind::Main, ante, ruled).and(WagerKind::Play, play, ruled).and(
        WagerKind::SuperBonus,
        bonus,
        bonus_ruled,
    )
}

impl Game for Crazy4 {
    fn text(&self) -> LegalText {
        LegalText::Pa657a
    }

    fn law(&self) -> &'static Law {
        law::shipped(self.text())
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

    fn kinds(&self) -> &'static [HandKind] {
        &KINDS
    }

    fn ranking(&self, _: &Choices) -> Ranking {
        PA_657A
    }

    fn choose_option(&self, _: Choices, name: &str, _: &str) -> Result<Choices, OptionError> {
        let known = ": § 657a.6(b) fixes the rank of A-2-3-4";
        Err(OptionError::Unknown { text: LegalText::Pa657a, name: name.to_owned(), known })
    }

    fn wagers(&self) -> &'static [WagerSpec] {
        &WAGERS
    }

    fn payouts(&self) -> &Payouts {
        &PAYOUTS
    }

    fn compare(&self, _: &Choices, player: &Setting, dealer: &Setting) -> Result<Comparison, HandError> {
        check_sides(self, player, dealer, None)?;
        let (ours, theirs) = (PA_657A.best(player.cards()), PA_657A.best(dealer.cards()));
        let (outcome, clause) = contest(ours, theirs);
        Ok(Comparison { outcome, foul: false, clause, qualifies: Some(dealer_qualifies(theirs)) })
    }

    fn house_way(&self) -> Option<&'static str> {
        None
    }

    fn procedure(&self) -> &'static Procedure {
        &procedure::PA_657A
    }

    /// § 657a.11(c)(2): the best four of all cards play, however they lie.
    fn judge(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Judgement, HandError> {
        check_sides(self, player, dealer, None)?;
        Ok(judge_ranks(choices, PA_657A.best(player.cards()), PA_657A.best(dealer.cards())))
    }

    fn dealer_qualifies(&self, dealer: CardSet) -> Option<(bool, Clause)> {
        Some((dealer_qualifies(PA_657A.best(dealer)), clause("657a.11(c)(3)")))
    }

    /// § 657a.11(b): a pair of aces or better allows up to three times the Ante; two pair is better.
    fn may_raise(&self, cards: CardSet) -> bool {
        const ACE: u32 = 14;
        PA_657A.best(cards) >= HandRank::least(PAIR, &[ACE])
    }
}
