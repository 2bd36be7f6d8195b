//! Asia Poker: seven cards of 53, set as four, two and one, two of three hands to win. One game, three texts.
//!
//! The fields of [`AsiaPoker`] are where the texts differ; `Rule` is the concordance that gives one rule its number
//! in each. Chapters 659a and 575 of 58 Pa. Code, and the Massachusetts rules. Note: § 659a has no royal flush in
//! its ranking, so A-K-Q-J suited only tops the straight flushes; the other two let the operator move A-2-3-4 to the
//! bottom.

mod ladders;
mod procedure;
mod rankings;
mod requirements;

pub use ladders::{FORTUNE_BONUS, INSURANCE, PA_575_BONUS, PROGRESSIVE};

use crate::card_set::CardSet;
use crate::clause::{Clause, clause};
use crate::game::{Choices, Comparison, Game, HandKind, Judgement, OptionError, Outcome, RankMethod};
use crate::hand_error::HandError;
use crate::law::{self, Law};
use crate::legal_text::LegalText;
use crate::parse::check_sides;
use crate::paytable::Payouts;
use crate::procedure::Procedure;
use crate::ranking::{AceLow, Ranking, TieBreak};
use crate::reading::ReadingId;
use crate::setting::{Foul, Setting, Shape};
use crate::wager::{Amount, EnvyAnnouncement, EnvyHandRule, SettlementRule, WagerKind, WagerSpec};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// Asia Poker under one text.
pub struct AsiaPoker {
    edition: Edition,
    title: &'static str,
    ranking: &'static Ranking,
    ace_low: AceLowOption,
    kinds: &'static [HandKind],
    wagers: &'static [WagerSpec],
    payouts: fn() -> &'static Payouts,
    procedure: &'static Procedure,
}

/// Which text it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edition {
    Pa659a,
    Pa575,
    Massachusetts,
}

/// What the operator may decide about A-2-3-4.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AceLowOption {
    /// Nothing: § 659a.6(b)(2),(5) fix it.
    Fixed,
    /// Straight flush and straight together: MA 3(d).
    Together,
    /// Each by itself: §§ 575.6(b)(3), 575.6(b)(6).
    Separate,
}

/// § 659a, Fortune Asia Poker.
pub static FORTUNE_ASIA_POKER_PA: AsiaPoker = AsiaPoker {
    edition: Edition::Pa659a,
    title: "Fortune Asia Poker",
    ranking: &rankings::PA_659A,
    ace_low: AceLowOption::Fixed,
    kinds: &[
        hand_kind("high", 4, "659a.1 \"High hand\""),
        hand_kind("medium", 2, "659a.1 \"Medium hand\""),
        hand_kind("low", 1, "659a.1 \"Low hand\""),
        HandKind {
            name: "fortune-bonus",
            cards: 7,
            ranked: RankMethod::Ladder(&FORTUNE_BONUS),
            clause: clause("659a.7(e)(1)"),
        },
        HandKind {
            name: "insurance",
            cards: 7,
            ranked: RankMethod::Ladder(&INSURANCE),
            clause: clause("659a.7(e)(2)"),
        },
        HandKind {
            name: "progressive",
            cards: 7,
            ranked: RankMethod::Ladder(&PROGRESSIVE),
            clause: clause("659a.7(e)(3)"),
        },
    ],
    wagers: &[
        WagerSpec::main("Fortune Asia Poker Wager", "659a.7(d)", SettlementRule::by("659a.11(f)(1)", "659a.11(f)(2)")),
        WagerSpec::beside(
            WagerKind::FortuneBonus,
            "Fortune Bonus Wager",
            "659a.7(e)(1)",
            Amount::WithinLimits,
            &FORTUNE_BONUS,
            SettlementRule::by("659a.11(h)(1)(i)(A)", "659a.11(h)(1)(i)(B)")
                .earning_envy("659a.11(h)(1)(ii)")
                .announced(
                    EnvyHandRule::new("659a.11(h)(1)(i)(B)", EnvyAnnouncement::AnyPlayer),
                    EnvyHandRule::new("659a.11(h)(1)(i)(C)", EnvyAnnouncement::AnotherPlayer),
                ),
        ),
        WagerSpec::beside(
            WagerKind::Insurance,
            "Insurance Wager",
            "659a.7(e)(2)",
            Amount::WithinLimits,
            &INSURANCE,
            SettlementRule::by("659a.11(h)(2)(i)", "659a.11(h)(2)(ii)"),
        ),
        WagerSpec::beside(
            WagerKind::Progressive,
            "Progressive Payout Wager",
            "659a.7(e)(3)",
            Amount::Fixed,
            &PROGRESSIVE,
            // § 659a.2(d)(1): each position has its device.
            SettlementRule::by("659a.11(h)(3)(i)", "659a.11(h)(3)(ii)(D)")
                .progressive("659a.11(h)(3)(ii)(A)", "659a.11(h)(3)(ii)(B)", "659a.11(h)(3)(ii)(C)")
                .locked_out("659a.2(d)(2)"),
        ),
    ],
    payouts: || &PA_659A_PAYOUTS,
    procedure: &procedure::PA_659A,
};

/// The Massachusetts rules of Asia Poker.
pub static ASIA_POKER_MA: AsiaPoker = AsiaPoker {
    edition: Edition::Massachusetts,
    title: "Asia Poker",
    ranking: &rankings::MA_ASIA,
    ace_low: AceLowOption::Together,
    kinds: &[
        hand_kind("high", 4, "MA 1 \"High hand\""),
        hand_kind("medium", 2, "MA 1 \"Medium hand\""),
        hand_kind("low", 1, "MA 1 \"Low hand\""),
    ],
    wagers: &[WagerSpec::main("Asia Poker wager", "MA 7(a)", SettlementRule::by("MA 12(g)", "MA 12(h)"))],
    payouts: || &MA_ASIA_PAYOUTS,
    procedure: &procedure::MA_ASIA,
};

/// § 575, Asia Poker: temporary regulations of 2011.
pub static ASIA_POKER_PA_2011: AsiaPoker = AsiaPoker {
    edition: Edition::Pa575,
    title: "Asia Poker",
    ranking: &rankings::PA_575,
    ace_low: AceLowOption::Separate,
    kinds: &[
        hand_kind("high", 4, "575.1 \"High hand\""),
        hand_kind("medium", 2, "575.1 \"Medium hand\""),
        hand_kind("low", 1, "575.1 \"Low hand\""),
        HandKind { name: "bonus", cards: 7, ranked: RankMethod::Ladder(&PA_575_BONUS), clause: clause("575.7(e)") },
    ],
    wagers: &[
        WagerSpec::main("Asia Poker Wager", "575.7(d)", SettlementRule::by("575.11(f)(1)", "575.11(f)(2)")),
        WagerSpec::beside(
            WagerKind::Bonus,
            "Bonus Wager",
            "575.7(e)",
            Amount::WithinLimits,
            &PA_575_BONUS,
            SettlementRule::by("575.11(h)(1)", "575.11(h)(2)"),
        ),
    ],
    payouts: || &PA_575_PAYOUTS,
    procedure: &procedure::PA_575,
};

const PAYTABLES: &str = include_str!("paytables.toml");
const HOUSE_WAY: &str = include_str!("house_way.toml");

static PA_659A_PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(PAYTABLES, LegalText::Pa659a));
static MA_ASIA_PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(PAYTABLES, LegalText::MaAsia));
static PA_575_PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(PAYTABLES, LegalText::Pa575));

const fn hand_kind(name: &'static str, cards: usize, citation: &'static str) -> HandKind {
    HandKind { name, cards, ranked: RankMethod::AsHeld, clause: clause(citation) }
}

/// A rule that all three texts have, each under its own number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Deck,
    SettingTheHands,
    TwoHandsHigher,
    TwoHandsNotHigher,
    OneCopyOneLower,
    HighNotAboveMedium,
    MediumNotAboveLow,
    NotSetCorrectly,
}

impl Rule {
    const fn clause(self, edition: Edition) -> Clause {
        let [pa_659a, pa_575, massachusetts] = match self {
            Self::Deck => ["659a.3(a)", "575.3(a)", "MA 2(a)"],
            Self::SettingTheHands => ["659a.11(b)", "575.11(b)", "MA 12(a)"],
            Self::TwoHandsHigher => ["659a.11(f)(2)", "575.11(f)(2)", "MA 12(h)"],
            Self::TwoHandsNotHigher => ["659a.11(f)(1)(i)", "575.11(f)(1)(i)", "MA 12(g)(1)"],
            Self::OneCopyOneLower => ["659a.11(f)(1)(ii)", "575.11(f)(1)(ii)", "MA 12(g)(2)"],
            Self::HighNotAboveMedium => ["659a.11(f)(1)(iii)", "575.11(f)(1)(iii)", "MA 12(g)(3)"],
            Self::MediumNotAboveLow => ["659a.11(f)(1)(iv)", "575.11(f)(1)(iv)", "MA 12(g)(3)"],
            Self::NotSetCorrectly => ["659a.11(f)(1)(v)", "575.11(f)(1)(v)", "MA 12(g)(4)"],
        };
        clause(match edition {
            Edition::Pa659a => pa_659a,
            Edition::Pa575 => pa_575,
            Edition::Massachusetts => massachusetts,
        })
    }
}

impl AsiaPoker {
    fn clause(&self, rule: Rule) -> Clause {
        rule.clause(self.edition)
    }

    /// A foul is cited before either way of losing by comparison.
    fn foul(&self, foul: Foul) -> Comparison {
        let rule = match foul {
            Foul::WrongShape | Foul::HighBelowLow => Rule::NotSetCorrectly,
            Foul::HighNotAboveMedium => Rule::HighNotAboveMedium,
            Foul::MediumNotAboveLow => Rule::MediumNotAboveLow,
        };
        Comparison { outcome: Outcome::Lose, foul: true, clause: self.clause(rule), qualifies: None }
    }
}

impl Game for AsiaPoker {
    fn text(&self) -> LegalText {
        match self.edition {
            Edition::Pa659a => LegalText::Pa659a,
            Edition::Pa575 => LegalText::Pa575,
            Edition::Massachusetts => LegalText::MaAsia,
        }
    }

    fn law(&self) -> &'static Law {
        law::shipped(self.text())
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn deck(&self) -> CardSet {
        CardSet::FIFTY_THREE
    }

    fn deck_clause(&self) -> Clause {
        self.clause(Rule::Deck)
    }

    fn cards_dealt(&self) -> usize {
        7
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape::FOUR_TWO_ONE)
    }

    fn shape_clause(&self) -> Clause {
        self.clause(Rule::SettingTheHands)
    }

    fn kinds(&self) -> &'static [HandKind] {
        self.kinds
    }

    fn ranking(&self, choices: &Choices) -> Ranking {
        let mut ranking = *self.ranking;
        if choices.ace_low_straight_flush_lowest {
            ranking.straight_flush = AceLow::Lowest;
        }
        if choices.ace_low_straight_lowest {
            ranking.straight = AceLow::Lowest;
        }
        if self.edition == Edition::Pa659a && choices.readings.alternative(ReadingId::COPY_BY_TOP_CARD) {
            ranking.tie_break = TieBreak::HighestCard;
        }
        ranking
    }

    fn choose_option(&self, mut choices: Choices, name: &str, value: &str) -> Result<Choices, OptionError> {
        let (flush, straight) = match (name, self.ace_low) {
            ("ace-low", AceLowOption::Together | AceLowOption::Separate) => (true, true),
            ("ace-low-straight-flush", AceLowOption::Separate) => (true, false),
            ("ace-low-straight", AceLowOption::Separate) => (false, true),
            _ => {
                let known = match self.ace_low {
                    AceLowOption::Fixed => ": § 659a.6(b) fixes the rank of A-2-3-4",
                    AceLowOption::Together => ": MA 3(d) allows `ace-low`",
                    AceLowOption::Separate => {
                        ": § 575.6(b)(3) and § 575.6(b)(6) allow `ace-low`, `ace-low-straight-flush` and \
                            `ace-low-straight`"
                    }
                };
                return Err(OptionError::Unknown { text: self.text(), name: name.to_owned(), known });
            }
        };
        if value != "lowest" {
            return Err(OptionError::Value { name: name.to_owned(), value: value.to_owned() });
        }
        choices.ace_low_straight_flush_lowest |= flush;
        choices.ace_low_straight_lowest |= straight;
        Ok(choices)
    }

    fn wagers(&self) -> &'static [WagerSpec] {
        self.wagers
    }

    fn payouts(&self) -> &Payouts {
        (self.payouts)()
    }

    /// §§ 659a.11(f), 575.11(f), MA 12(g), MA 12(h): two of three hands must be strictly higher. A copy is the
    /// dealer's: § 659a.1 "Copy hand", § 575.1 "Copy hand", MA 1 "Copy hand".
    ///
    /// *Reading R-03.* Paragraph (ii) adds no case to (i); it is cited when exactly one hand is a copy and exactly one
    /// is lower, since it is the narrower.
    fn compare(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Comparison, HandError> {
        let shape = Shape::FOUR_TWO_ONE;
        let ranking = self.ranking(choices);
        let within = ranking.card_by_card();
        check_sides(self, player, dealer, dealer.foul(shape, &within))?;
        if let Some(foul) = player.foul(shape, &within) {
            return Ok(self.foul(foul));
        }
        let (ours, theirs) = (player.ranks(&ranking), dealer.ranks(&ranking));
        let count = |wanted| (0..3).filter(|&hand| ours[hand].cmp(&theirs[hand]) == wanted).count();
        let (outcome, rule) = match (count(Ordering::Greater), count(Ordering::Equal), count(Ordering::Less)) {
            (2.., _, _) => (Outcome::Win, Rule::TwoHandsHigher),
            (_, 1, 1) => (Outcome::Lose, Rule::OneCopyOneLower),
            _ => (Outcome::Lose, Rule::TwoHandsNotHigher),
        };
        Ok(Comparison { outcome, foul: false, clause: self.clause(rule), qualifies: None })
    }

    fn house_way(&self) -> Option<&'static str> {
        Some(HOUSE_WAY)
    }

    fn procedure(&self) -> &'static Procedure {
        self.procedure
    }

    /// A copy is the dealer's, so somebody always has two of three hands.
    fn ties(&self) -> bool {
        false
    }

    fn judge(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Judgement, HandError> {
        let ruled = self.compare(choices, player, dealer)?;
        Ok(Judgement::of_main(ruled))
    }
}
