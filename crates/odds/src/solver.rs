//! What a game's solver answers: the one interface through which odds, strategies and simulations reach exact play.
//!
//! [`solvers`](crate::solvers) has the solvers of the games that are shipped and the set in which a program finds them.

use crate::asia_poker::{RuleReport, Side};
use crate::cache::AnswerCache;
use crate::choice::Choice;
use crate::crazy_4::{DecisionBorder, MainGame};
use crate::distribution::Distribution;
use crate::error::OddsError;
use crate::fraction::Fraction;
use crate::play_or_fold::DecisionRange;
use crate::progress::Progress;
use crate::report::{MainStrategy, WagerReport};
use crate::rules_source::RulesSource;
use crate::simulate::{ContestKind, Strategy};
use crate::six_card_fortune::FortuneSolution;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, WagerKind};

/// The cache and the progress that a computation uses.
#[derive(Clone, Copy)]
pub struct Computation<'a> {
    /// Where answers that take long are kept.
    pub cache: &'a dyn AnswerCache,
    /// Receives the progress.
    pub progress: &'a dyn Progress,
}

/// Values any hand under some rules. A game's [`Solver`] builds it.
pub trait ValueTable: Send + Sync {
    /// What a player can do with one hand, of whose unseen cards some are known, best first. The cards are of the
    /// game's deck and number, and leave enough for the dealer.
    ///
    /// # Errors
    /// If the rules leave the hand open.
    fn choices(&self, hand: CardSet, known: CardSet) -> Result<HandChoices, OddsError>;
}

/// Knows the exact play of a game.
pub trait Solver: Sync {
    /// How the main game is played where nobody says otherwise.
    fn usual_strategy(&self) -> MainStrategy;

    /// What the wagers come to that contest the dealer, the main wager first.
    ///
    /// # Errors
    /// If the rules leave a hand open, or are not of a game this solver knows.
    fn contests(
        &self,
        source: &RulesSource,
        strategy: MainStrategy,
        with: Computation<'_>,
    ) -> Result<Vec<WagerReport>, OddsError>;

    /// The same under the usual strategy, if it takes seconds or was computed before; none if it takes minutes.
    ///
    /// # Errors
    /// As [`contests`](Self::contests).
    fn contests_at_once(
        &self,
        source: &RulesSource,
        with: Computation<'_>,
    ) -> Result<Option<Vec<WagerReport>>, OddsError> {
        self.contests(source, self.usual_strategy(), with).map(Some)
    }

    /// What a player can do with one hand, of whose unseen cards some are known.
    ///
    /// # Errors
    /// As [`contests`](Self::contests).
    fn choices_for(
        &self,
        source: &RulesSource,
        hand: CardSet,
        known: CardSet,
        with: Computation<'_>,
    ) -> Result<HandChoices, OddsError> {
        self.value_table(source, with)?.choices(hand, known)
    }

    /// What is built once for some rules and then values any hand at once.
    ///
    /// # Errors
    /// As [`contests`](Self::contests).
    fn value_table(&self, source: &RulesSource, with: Computation<'_>) -> Result<Box<dyn ValueTable>, OddsError>;

    /// The best play of the whole game. `fold_below` are hands below which a caller would fold, to be priced.
    ///
    /// # Errors
    /// As [`contests`](Self::contests), and if the game prices no such hands.
    fn best_play(
        &self,
        source: &RulesSource,
        fold_below: &[String],
        with: Computation<'_>,
    ) -> Result<BestPlay, OddsError>;

    /// The names of the strategies that a simulated player can follow, as a caller writes them.
    fn player_strategies(&self) -> &'static [&'static str];

    /// A player who follows the strategy of this name; none if there is no such strategy.
    ///
    /// # Errors
    /// As [`contests`](Self::contests), and if the strategy names a hand that cannot be read.
    fn player<'a>(
        &self,
        source: &'a RulesSource,
        dealer: Option<&'a HouseWaySetter<'a>>,
        name: &str,
        with: Computation<'_>,
    ) -> Result<Option<Box<dyn Strategy + 'a>>, OddsError>;

    /// How a simulation settles the contest with the dealer.
    fn contest_kind(&self) -> ContestKind;
}

/// What a player can do with one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandChoices {
    /// The choices, best first.
    pub choices: Vec<Choice>,
    /// The name of the one that the house way takes, where that is told.
    pub house_way: Option<String>,
}

/// The best play of a game, in the form that suits the game.
pub enum BestPlay {
    /// Hands set as four, two and one: what a player gains over the house way.
    AsiaPoker {
        /// The player's side.
        player: Side,
        /// What each rule of the way costs a player who follows it.
        rules: Vec<RuleReport>,
    },
    /// Hands set as five and one, and doubled: where best play departs from the house way.
    SixCardFortune(Box<FortuneSolution>),
    /// The best four of five cards: simple rules and what they cost, and the borders between decisions.
    Crazy4 {
        /// The game solved.
        game: Box<MainGame>,
        /// Where one decision gives way to the next.
        borders: Vec<DecisionBorder>,
        /// Simple rules.
        rules: Vec<PricedRule>,
    },
    /// A game in which players play on or fold: the whole game, and the hands on both sides of each border.
    PlayOrFold {
        /// What the game comes to.
        comes_to: Distribution,
        /// Every decision with its weakest and strongest hand, the weakest decision first.
        decisions: Vec<DecisionRange>,
    },
}

/// A simple rule of play, in words, and what it costs more than the best play per unit of the first wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PricedRule {
    /// The rule.
    pub rule: String,
    /// What it costs.
    pub cost: Fraction,
}

/// The report of a wager that contests the dealer, with the clause that prints its paytable.
pub(crate) fn contest_report(
    source: &RulesSource,
    wager: WagerKind,
    comes_to: &Distribution,
    strategy: MainStrategy,
) -> WagerReport {
    let printed = source.game.payouts().paytables.iter().find(|table| table.wager == wager);
    let clause = printed.map(|table| table.clause.to_string()).unwrap_or_default();
    WagerReport::contest(wager, clause, comes_to, strategy)
}
