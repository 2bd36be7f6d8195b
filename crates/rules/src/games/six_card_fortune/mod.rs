//! Six-Card Fortune Pai Gow Poker, 58 Pa. Code ch. 670a: six cards of 53, set as five and one; both hands to win.
//!
//! Note: the text prescribes the dealer's setting itself (§ 670a.11(d)), the player's joker in the low hand beats
//! even an ace, and equal hands go to the dealer yet leave two cases of § 670a.11(f) unwritten.

mod procedure;
mod requirements;

use crate::card::Rank;
use crate::card_set::CardSet;
use crate::clause::{Clause, clause};
use crate::game::{Choices, Comparison, Game, HandKind, Judgement, OptionError, Outcome, RankMethod, WagerFate};
use crate::hand_error::HandError;
use crate::holding::Joker;
use crate::ladder::{Ladder, royal_flush, rung, worthless};
use crate::law::{self, Law};
use crate::legal_text::LegalText;
use crate::parse::check_sides;
use crate::paytable::Payouts;
use crate::procedure::Procedure;
use crate::ranking::{AceLow, Category, HandRank, Ranking, TieBreak};
use crate::reading::ReadingId;
use crate::revision::RulesChange;
use crate::setting::{Foul, Setting, Shape};
use crate::wager::{
    Amount, EnvyAnnouncement, EnvyHandRule, PlacedWhen, SettlementRule, WagerKind, WagerOffer, WagerSpec,
};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::sync::LazyLock;

/// The game of chapter 670a.
pub struct SixCardFortune;

/// § 670a, Six-Card Fortune Pai Gow Poker.
pub static SIX_CARD_FORTUNE_PAI_GOW: SixCardFortune = SixCardFortune;

/// § 670a.6(b): A-2-3-4-5 is the highest straight flush, since A-K-Q-J-10 is the royal flush, and the second straight.
const PA_670A: Ranking = Ranking {
    order: &[
        (Category::FiveAces, clause("670a.6(b)(1)")),
        (Category::RoyalFlush, clause("670a.6(b)(2)")),
        (Category::StraightFlush, clause("670a.6(b)(3)")),
        (Category::FourOfAKind, clause("670a.6(b)(4)")),
        (Category::FullHouse, clause("670a.6(b)(5)")),
        (Category::Flush, clause("670a.6(b)(6)")),
        (Category::Straight, clause("670a.6(b)(7)")),
        (Category::ThreeOfAKind, clause("670a.6(b)(8)")),
        (Category::TwoPair, clause("670a.6(b)(9)")),
        (Category::Pair, clause("670a.6(b)(10)")),
        (Category::HighCard, clause("670a.6(c)")),
    ],
    size: 5,
    straight: AceLow::SecondHighest,
    straight_flush: AceLow::Highest,
    tie_break: TieBreak::CardByCard,
    royal_joker_only_ace: false,
};

/// The best five of six cards as § 670a.6(b) lists them: for the Fortune Bonus down to three-of-a-kind
/// (§ 670a.7(e)(2)), for the progressive down to the straight (§ 670a.7(e)(4)).
pub static BEST_FIVE: Ladder = Ladder {
    cards: 6,
    rungs: &[
        rung("five aces", "670a.6(b)(1)", |hand, _| hand.has_kind(5)),
        rung("royal flush", "670a.6(b)(2)", royal_flush),
        rung("straight flush", "670a.6(b)(3)", |hand, _| hand.straight_flush(5, Joker::Any)),
        rung("four-of-a-kind", "670a.6(b)(4)", |hand, _| hand.has_kind(4)),
        rung("full house", "670a.6(b)(5)", |hand, _| hand.full_house()),
        rung("flush", "670a.6(b)(6)", |hand, _| hand.flush(5)),
        rung("straight", "670a.6(b)(7)", |hand, _| hand.straight(5)),
        rung("three-of-a-kind", "670a.6(b)(8)", |hand, _| hand.has_kind(3)),
    ],
};

/// § 670a.12(c): a king-high or less, and the less the better.
pub static INSURANCE: Ladder = Ladder {
    cards: 6,
    rungs: &[
        rung("eight-high", "670a.12(c)", |hand, _| worthless(hand, Rank::Eight)),
        rung("nine-high", "670a.12(c)", |hand, _| worthless(hand, Rank::Nine)),
        rung("ten-high", "670a.12(c)", |hand, _| worthless(hand, Rank::Ten)),
        rung("jack-high", "670a.12(c)", |hand, _| worthless(hand, Rank::Jack)),
        rung("queen-high", "670a.12(c)", |hand, _| worthless(hand, Rank::Queen)),
        rung("king-high", "670a.12(c)", |hand, _| worthless(hand, Rank::King)),
    ],
};

static WAGERS: [WagerSpec; 5] = [
    WagerSpec::main(
        "Six-Card Fortune Pai Gow Poker Wager",
        "670a.7(d)",
        SettlementRule::by("670a.11(f)(1)", "670a.11(f)(3)"),
    ),
    WagerSpec {
        kind: WagerKind::DoubleDown,
        title: "Double Down Wager",
        clause: clause("670a.7(e)(1)"),
        placed: PlacedWhen::AfterSeeingCards,
        offered: WagerOffer::IfSubmitted,
        amount: Amount::EqualToMain,
        ladder: None,
        settled: SettlementRule::by("670a.11(g)(1)", "670a.11(g)(1)"),
    },
    WagerSpec::beside(
        WagerKind::FortuneBonus,
        "Fortune Bonus Wager",
        "670a.7(e)(2)",
        Amount::WithinLimits,
        &BEST_FIVE,
        SettlementRule::by("670a.11(h)(1)(i)(A)", "670a.11(h)(1)(i)(B)").earning_envy("670a.11(h)(1)(ii)").announced(
            EnvyHandRule::new("670a.11(h)(1)(i)(B)", EnvyAnnouncement::EveryHand),
            EnvyHandRule::new("670a.11(h)(1)(i)(C)", EnvyAnnouncement::EveryHand),
        ),
    ),
    WagerSpec::beside(
        WagerKind::Insurance,
        "Insurance Wager",
        "670a.7(e)(3)",
        Amount::WithinLimits,
        &INSURANCE,
        SettlementRule::by("670a.11(h)(2)(i)", "670a.11(h)(2)(ii)"),
    ),
    WagerSpec::beside(
        WagerKind::Progressive,
        "Progressive Payout Wager",
        "670a.7(e)(4)",
        Amount::Fixed,
        &BEST_FIVE,
        SettlementRule::by("670a.11(h)(3)(i)(A)", "670a.11(h)(3)(i)(B)(IV)")
            .progressive("670a.11(h)(3)(i)(B)(I)", "670a.11(h)(3)(i)(B)(II)", "670a.11(h)(3)(i)(B)(III)")
            .earning_envy("670a.11(h)(3)(ii)")
            .announced(
                EnvyHandRule::new("670a.11(h)(3)(i)(C)", EnvyAnnouncement::AnyPlayer),
                EnvyHandRule::new("670a.11(h)(3)(i)(C)", EnvyAnnouncement::AnyPlayer),
            )
            // § 670a.2(c)(1): each position has its device.
            .locked_out("670a.2(c)(2)"),
    ),
];

static KINDS: [HandKind; 4] = [
    HandKind { name: "high", cards: 5, ranked: RankMethod::AsHeld, clause: clause("670a.1 \"High hand\"") },
    HandKind { name: "low", cards: 1, ranked: RankMethod::AsHeld, clause: clause("670a.1 \"Low hand\"") },
    HandKind { name: "best-five", cards: 6, ranked: RankMethod::BestOf, clause: clause("670a.11(h)") },
    HandKind { name: "insurance", cards: 6, ranked: RankMethod::Ladder(&INSURANCE), clause: clause("670a.7(e)(3)") },
];

static PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(include_str!("paytables.toml"), LegalText::Pa670a));

/// The pair's place from below in § 670a.6(b).
const PAIR: u32 = 2;

/// What a dealer must hold for the Double Down to be contested: § 670a.11(g)(1).
fn pair_of_eights() -> HandRank {
    const EIGHT: u32 = 8;
    HandRank::least(PAIR, &[EIGHT])
}

impl SixCardFortune {
    /// § 670a.11(g): whether a dealer with these cards contests the Double Down Wager, which goes back otherwise.
    pub fn double_down_is_contested(&self, choices: &Choices, dealer: CardSet) -> bool {
        self.ranking(choices).best(dealer) >= pair_of_eights()
    }
}

impl Game for SixCardFortune {
    fn text(&self) -> LegalText {
        LegalText::Pa670a
    }

    fn law(&self) -> &'static Law {
        law::shipped(self.text())
    }

    fn title(&self) -> &'static str {
        "Six-Card Fortune Pai Gow Poker"
    }

    fn deck(&self) -> CardSet {
        CardSet::FIFTY_THREE
    }

    fn deck_clause(&self) -> Clause {
        clause("670a.3(a)")
    }

    fn cards_dealt(&self) -> usize {
        6
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape::FIVE_ONE)
    }

    fn shape_clause(&self) -> Clause {
        clause("670a.11(b)")
    }

    fn kinds(&self) -> &'static [HandKind] {
        &KINDS
    }

    fn ranking(&self, choices: &Choices) -> Ranking {
        Ranking { royal_joker_only_ace: choices.readings.alternative(ReadingId::ROYAL_JOKER_ONLY_ACE), ..PA_670A }
    }

    fn choose_option(&self, _: Choices, name: &str, _: &str) -> Result<Choices, OptionError> {
        let known = ": § 670a.6(b) fixes the rank of A-2-3-4-5";
        Err(OptionError::Unknown { text: LegalText::Pa670a, name: name.to_owned(), known })
    }

    fn wagers(&self) -> &'static [WagerSpec] {
        &WAGERS
    }

    fn payouts(&self) -> &Payouts {
        &PAYOUTS
    }

    /// § 670a.11(f). High higher and low identical, and the reverse, have no paragraph: identical goes to the dealer by
    /// § 670a.6(c), so each is a tie.
    fn compare(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Comparison, HandError> {
        let ranking = self.ranking(choices);
        let foul = |setting: &Setting| setting.foul(Shape::FIVE_ONE, &ranking);
        check_sides(self, player, dealer, foul(dealer))?;
        let ruled = |outcome, citation| Comparison { outcome, foul: false, clause: clause(citation), qualifies: None };
        match foul(player) {
            Some(Foul::WrongShape) => {
                let found = player.high.len();
                let what = "the high hand".to_owned();
                return Err(HandError::Count { found, what, right: 5, clause: clause("670a.1 \"High hand\"") });
            }
            Some(_) => return Ok(Comparison { foul: true, ..ruled(Outcome::Lose, "670a.11(f)(1)(v)") }),
            None => {}
        }
        let high = ranking.rank(player.high).cmp(&ranking.rank(dealer.high));
        let low =
            if player.low.has_joker() { Greater } else { ranking.rank(player.low).cmp(&ranking.rank(dealer.low)) };
        Ok(match (high, low) {
            (Less, Less) => ruled(Outcome::Lose, "670a.11(f)(1)(i)"),
            (Less, Equal) => ruled(Outcome::Lose, "670a.11(f)(1)(ii)"),
            (Equal, Less) => ruled(Outcome::Lose, "670a.11(f)(1)(iii)"),
            (Equal, Equal) => ruled(Outcome::Lose, "670a.11(f)(1)(iv)"),
            (Greater, Less) => ruled(Outcome::Tie, "670a.11(f)(2)(i)"),
            (Less, Greater) => ruled(Outcome::Tie, "670a.11(f)(2)(ii)"),
            (Greater, Equal) | (Equal, Greater) => ruled(Outcome::Tie, "670a.6(c)"),
            (Greater, Greater) => ruled(Outcome::Win, "670a.11(f)(3)"),
        })
    }

    fn house_way(&self) -> Option<&'static str> {
        Some(include_str!("house_way.toml"))
    }

    /// § 670a.11(d): until then the dealer's natural royal flush with the joker was broken under the alternative of
    ///
    fn earlier_house_ways(&self) -> &'static [(RulesChange, &'static str)] {
        &[(RulesChange::RoyalFlushKept, include_str!("house_way_first.toml"))]
    }

    fn procedure(&self) -> &'static Procedure {
        &procedure::PA_670A
    }

    /// § 670a.11(g): against a dealer below a pair of eights the Double Down Wager goes back, whoever won.
    fn judge(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Judgement, HandError> {
        let ruled = self.compare(choices, player, dealer)?;
        let doubled = if self.double_down_is_contested(choices, dealer.cards()) {
            (WagerFate::of(ruled.outcome), clause("670a.11(g)(1)"))
        } else {
            (WagerFate::Return, clause("670a.11(g)(2)"))
        };
        Ok(Judgement::of_main(ruled).and(WagerKind::DoubleDown, doubled.0, doubled.1))
    }
}
