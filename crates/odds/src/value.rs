//! What every choice with one hand is worth, exactly: the service that a coach, a drill or a look-up asks.
//!
//! A hand is valued against a table that is built once for some rules: every hand the dealer can hold, set by the house
//! way. Building it takes up to a second, valuing a hand some milliseconds to some tens of them. [`ValueService`] keeps
//! the tables it has built, shares them between threads, and asks a cache for those that an earlier program has built.
//! A house builds them in the background as it starts, with [`ValueService::prepare`].
//!
//! ```
//! use croupier_odds::{DecisionKind, NoCache, RulesSource, SolverSet, ValueService};
//! use croupier_rules::{CardSet, Regulation, game};
//!
//! let service = ValueService::new(SolverSet::standard(), NoCache);
//! let rules = RulesSource::of_text(game(Regulation::Pa657a))?;
//! let hand = "Ks Qd 8c 4h 2d".parse().unwrap();
//! let valued = service.value(&rules, hand, CardSet::EMPTY, &[DecisionKind::Play, DecisionKind::Fold])?;
//! assert_eq!(valued.choices[0].name, "play 1x");
//! assert_eq!(valued.choices[1].name, "fold");
//! // Best first, each an exact fraction of the first wager.
//! assert!(valued.choices[0].value() > valued.choices[1].value());
//! # Ok::<(), croupier_odds::OddsError>(())
//! ```

use crate::cache::AnswerCache;
use crate::choice::{Choice, DecisionKind, best_first};
use crate::distribution::Distribution;
use crate::error::OddsError;
use crate::fraction::Fraction;
use crate::progress::NoProgress;
use crate::rules_source::RulesSource;
use crate::solver::{Computation, HandChoices, ValueTable};
use crate::solvers::SolverSet;
use croupier_rules::{CardSet, WagerKind};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A table, once it has been built; callers that come meanwhile wait for it.
type SharedTable = Arc<OnceLock<Result<Box<dyn ValueTable>, OddsError>>>;

/// Values hands under any rules, with tables that are built once.
pub struct ValueService {
    solvers: SolverSet,
    cache: Box<dyn AnswerCache + Send>,
    tables: Mutex<BTreeMap<String, SharedTable>>,
}

impl ValueService {
    /// Asks these solvers, and keeps tables that take long to build here.
    pub fn new(solvers: SolverSet, cache: impl AnswerCache + Send + 'static) -> Self {
        Self { solvers, cache: Box::new(cache), tables: Mutex::default() }
    }

    /// Builds the table of some rules, unless it is there.
    ///
    /// # Errors
    /// If the game has no solver, or the rules leave a hand open.
    pub fn prepare(&self, source: &RulesSource) -> Result<(), OddsError> {
        self.with_table(source, |_| Ok(()))
    }

    /// Whether the table of some rules is there, so that [`value`](Self::value) answers at once.
    pub fn is_ready(&self, source: &RulesSource) -> bool {
        self.tables().get(&facts(source)).is_some_and(|table| table.get().is_some())
    }

    /// What a player's choices of some kinds (of all if none is named) are worth with this hand when these other cards
    /// are known not to be the dealer's: the choices, best first, each with what comes of it over all hands the dealer
    /// may hold.
    ///
    /// # Errors
    /// If the game has no solver, the cards are not a hand of the game, or the rules leave a hand open.
    pub fn value(
        &self,
        source: &RulesSource,
        hand: CardSet,
        known: CardSet,
        kinds: &[DecisionKind],
    ) -> Result<HandChoices, OddsError> {
        check_cards(source, hand, known)?;
        let mut valued = self.with_table(source, |table| table.choices(hand, known))?;
        if source.game.procedure().playing.surrender.is_some() {
            let hands = valued.choices.first().map_or(0, |choice| choice.outcomes.combinations());
            valued.choices.push(surrender(hands));
        }
        valued.choices.retain(|choice| kinds.is_empty() || kinds.contains(&choice.kind));
        Ok(HandChoices { choices: best_first(valued.choices), ..valued })
    }

    fn with_table<T>(
        &self,
        source: &RulesSource,
        ask: impl FnOnce(&dyn ValueTable) -> Result<T, OddsError>,
    ) -> Result<T, OddsError> {
        let solver = self.solvers.find(source.game)?;
        let table = Arc::clone(self.tables().entry(facts(source)).or_default());
        let build = || solver.value_table(source, Computation { cache: &*self.cache, progress: &NoProgress });
        match table.get_or_init(build) {
            Ok(table) => ask(&**table),
            Err(error) => Err(error.clone()),
        }
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, SharedTable>> {
        // Nothing is left half done under the lock, so what a panic elsewhere left is whole.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What tells the rules of one table from those of every other, as far as choices with a hand go.
fn facts(source: &RulesSource) -> String {
    let (text, doubles) = (source.game.text(), source.offers(WagerKind::DoubleDown));
    format!("{text}\n{:?}\n{:?}\n{doubles}", source.choices, source.way)
}

/// The choice to give up the main wager, which is collected whatever the dealer holds.
fn surrender(hands: u128) -> Choice {
    let mut outcomes = Distribution::default();
    outcomes.add("surrender", -Fraction::ONE, Fraction::ONE, hands);
    Choice::new(DecisionKind::Surrender, "surrender", outcomes)
}

fn check_cards(source: &RulesSource, hand: CardSet, known: CardSet) -> Result<(), OddsError> {
    let (deck, dealt) = (source.game.deck(), source.game.cards_dealt());
    let said = if hand.len() != dealt {
        format!("a hand has {dealt} cards (got {})", hand.len())
    } else if let Some(card) = hand.union(known).difference(deck).first() {
        format!("`{card}` is not in the deck of {}", source.game.text())
    } else if let Some(card) = hand.intersection(known).first() {
        format!("`{card}` is both in the hand and among the known cards")
    } else if deck.difference(hand).difference(known).len() < dealt {
        format!("the known cards leave the dealer fewer than {dealt} cards")
    } else {
        return Ok(());
    };
    Err(OddsError::Query(said))
}
