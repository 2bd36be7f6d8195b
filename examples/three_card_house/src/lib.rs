//! Three Card House: a game of our own invention, added to Croupier from outside.
//!
//! Three cards of 52 each, an Ante, and then a Play Wager of the same size or a fold; the dealer needs a queen. Beside
//! it the Pairs Wager is paid by the hand alone. All of it is here: the clauses (`law.toml`), what wagers pay
//! (`paytables.toml`), the order of hands and the rulings (this file), how a table is run (`procedure.rs`), submissions
//! to open tables with (`submissions/`), rounds that show its law (`rounds/`), and the program of a house with six
//! games (`main.rs`). No other crate knows of it. docs/adding-a-game.md goes through it step by step.
//!
//! ```
//! use croupier_rules::submission::check_by;
//!
//! let registry = three_card_house::registry();
//! let checked = check_by(&registry, three_card_house::SUBMISSION);
//! assert_eq!(checked.diagnostics, []);
//! assert_eq!(checked.rules.unwrap().text, three_card_house::TEXT);
//! ```

mod procedure;

use croupier::Games;
use croupier_odds::{PlayOrFoldSolver, SolverSet};
use croupier_rules::law::Law;
use croupier_rules::procedure::Procedure;
use croupier_rules::{
    AceLow, Amount, CardSet, Category, Choices, Clause, Comparison, Game, HandError, HandKind, HandRank, Joker,
    Judgement, Ladder, LegalText, OptionError, Outcome, Payouts, RankMethod, Ranking, Registry, Regulation, Setting,
    SettlementRule, Shape, TieBreak, WagerFate, WagerKind, WagerSpec, check_sides, clause, rung,
};
use std::cmp::Ordering;
use std::sync::LazyLock;

/// The text, cited as `TCH 8(b)`.
pub const TEXT: Regulation = Regulation::new(LegalText::new("own-3", "TCH "), &ThreeCardHouse);

/// The submission of an electronic table, which the house opens at its first start.
pub const SUBMISSION: &str = include_str!("../submissions/electronic.toml");

/// The submission of a table that a dealer deals: what `new` prints to start from.
pub const TEMPLATE: &str = include_str!("../submissions/dealt.toml");

/// The texts that are shipped and this one.
///
/// # Panics
/// Never: no shipped text has its id or its citations, which the test of every use holds.
pub fn registry() -> Registry {
    Registry::standard().with(TEXT).expect("the name is free")
}

/// The games of the program: those that are shipped and this one, whose best play follows from what it answers.
pub fn games() -> Games {
    Games { registry: registry(), solvers: SolverSet::standard().with(TEXT, &PlayOrFoldSolver) }
}

/// The game of the text.
pub struct ThreeCardHouse;

/// TCH 5(a): with three cards a straight is rarer than a flush, and three-of-a-kind than either.
const RANKING: Ranking = Ranking {
    order: &[
        (Category::StraightFlush, clause("TCH 5(a)(1)")),
        (Category::ThreeOfAKind, clause("TCH 5(a)(2)")),
        (Category::Straight, clause("TCH 5(a)(3)")),
        (Category::Flush, clause("TCH 5(a)(4)")),
        (Category::Pair, clause("TCH 5(a)(5)")),
        (Category::HighCard, clause("TCH 5(a)(6)")),
    ],
    size: 3,
    straight: AceLow::Lowest,
    straight_flush: AceLow::Lowest,
    tie_break: TieBreak::CardByCard,
    royal_joker_only_ace: false,
};

/// TCH 8(e): the hands a Pairs Wager is paid for.
pub static PAIRS: Ladder = Ladder {
    cards: 3,
    rungs: &[
        rung("straight flush", "TCH 5(a)(1)", |hand, _| hand.straight_flush(3, Joker::Absent)),
        rung("three-of-a-kind", "TCH 5(a)(2)", |hand, _| hand.has_kind(3)),
        rung("straight", "TCH 5(a)(3)", |hand, _| hand.straight(3)),
        rung("flush", "TCH 5(a)(4)", |hand, _| hand.flush(3)),
        rung("pair", "TCH 5(a)(5)", |hand, _| hand.has_kind(2)),
    ],
};

static WAGERS: [WagerSpec; 2] = [
    WagerSpec::main("Ante", "TCH 6(d)", SettlementRule::by("TCH 8(d)(2)", "TCH 8(d)(3)").forfeited("TCH 8(b)")),
    WagerSpec::beside(
        WagerKind::Bonus,
        "Pairs Wager",
        "TCH 6(e)",
        Amount::WithinLimits,
        &PAIRS,
        SettlementRule::by("TCH 8(e)(1)", "TCH 8(e)(2)").forfeited("TCH 8(b)"),
    ),
];

static KINDS: [HandKind; 2] = [
    HandKind { name: "three", cards: 3, ranked: RankMethod::AsHeld, clause: clause("TCH 7(b)") },
    HandKind { name: "pairs", cards: 3, ranked: RankMethod::Ladder(&PAIRS), clause: clause("TCH 6(e)") },
];

static LAW: LazyLock<Law> = LazyLock::new(|| Law::read(include_str!("../law.toml"), TEXT.text()));
static PAYOUTS: LazyLock<Payouts> = LazyLock::new(|| Payouts::read(include_str!("../paytables.toml"), TEXT.text()));

/// TCH 8(d)(1): whether the dealer's hand is queen-high or better.
fn dealer_qualifies(dealer: HandRank) -> bool {
    const QUEEN: u32 = 12;
    dealer >= HandRank::least(1, &[QUEEN])
}

/// TCH 8(d): who has the higher hand, and the paragraph that rules.
fn contest(player: HandRank, dealer: HandRank) -> (Outcome, Clause) {
    let (outcome, citation) = match player.cmp(&dealer) {
        Ordering::Less => (Outcome::Lose, "TCH 8(d)(2)"),
        Ordering::Greater => (Outcome::Win, "TCH 8(d)(3)"),
        Ordering::Equal => (Outcome::Tie, "TCH 8(d)(4)"),
    };
    (outcome, clause(if dealer_qualifies(dealer) { citation } else { "TCH 8(d)(1)" }))
}

impl Game for ThreeCardHouse {
    fn text(&self) -> LegalText {
        TEXT.text()
    }

    fn law(&self) -> &'static Law {
        &LAW
    }

    fn title(&self) -> &'static str {
        "Three Card House"
    }

    fn deck(&self) -> CardSet {
        CardSet::FIFTY_TWO
    }

    fn deck_clause(&self) -> Clause {
        clause("TCH 2(a)")
    }

    fn cards_dealt(&self) -> usize {
        3
    }

    fn shape(&self) -> Option<Shape> {
        None
    }

    fn shape_clause(&self) -> Clause {
        clause("TCH 7(b)")
    }

    fn kinds(&self) -> &'static [HandKind] {
        &KINDS
    }

    fn ranking(&self, _: &Choices) -> Ranking {
        RANKING
    }

    fn choose_option(&self, _: Choices, name: &str, _: &str) -> Result<Choices, OptionError> {
        Err(OptionError::Unknown { text: TEXT.text(), name: name.to_owned(), known: ": TCH 5 leaves nothing open" })
    }

    fn wagers(&self) -> &'static [WagerSpec] {
        &WAGERS
    }

    fn payouts(&self) -> &Payouts {
        &PAYOUTS
    }

    fn compare(&self, _: &Choices, player: &Setting, dealer: &Setting) -> Result<Comparison, HandError> {
        check_sides(self, player, dealer, None)?;
        let dealer = RANKING.rank(dealer.high);
        let (outcome, clause) = contest(RANKING.rank(player.high), dealer);
        Ok(Comparison { outcome, foul: false, clause, qualifies: Some(dealer_qualifies(dealer)) })
    }

    fn house_way(&self) -> Option<&'static str> {
        None
    }

    fn procedure(&self) -> &'static Procedure {
        &procedure::TCH
    }

    fn dealer_qualifies(&self, dealer: CardSet) -> Option<(bool, Clause)> {
        Some((dealer_qualifies(RANKING.rank(dealer)), clause("TCH 8(d)(1)")))
    }

    fn judge(&self, choices: &Choices, player: &Setting, dealer: &Setting) -> Result<Judgement, HandError> {
        let ruled = self.compare(choices, player, dealer)?;
        let (ante, play) = match ruled.qualifies {
            Some(false) => (WagerFate::Pay, WagerFate::Return),
            _ => (WagerFate::of(ruled.outcome), WagerFate::of(ruled.outcome)),
        };
        Ok(Judgement::new(WagerKind::Main, ante, ruled.clause).and(WagerKind::Play, play, ruled.clause))
    }
}
