//! Any game in which players play on or fold, through what its [`Game`](croupier_rules::Game) answers.

use super::{no_fold_below, not_for};
use crate::error::OddsError;
use crate::play_or_fold::{AlwaysPlay, PlayOrFoldGame};
use crate::report::{MainStrategy, WagerReport};
use crate::rules_source::RulesSource;
use crate::simulate::{ContestKind, Strategy};
use crate::solver::{BestPlay, Computation, HandChoices, Solver, ValueTable, contest_report};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, HandError, WagerKind};

/// Solves a game in which players play on or fold, deal by deal: right for hands of few cards.
#[derive(Clone, Copy, Debug)]
pub struct PlayOrFoldSolver;

fn solved(source: &RulesSource) -> Result<PlayOrFoldGame<'static>, OddsError> {
    PlayOrFoldGame::new(source.game, source.choices)
        .ok_or_else(|| not_for(source.game, "a game in which players play on or fold"))
}

fn unjudged(error: HandError) -> OddsError {
    OddsError::Rules(error.to_string())
}

/// A game in which players play on or fold, which needs no table: its hands are few.
struct PlayOrFoldValueTable(PlayOrFoldGame<'static>);

impl ValueTable for PlayOrFoldValueTable {
    fn choices(&self, hand: CardSet, known: CardSet) -> Result<HandChoices, OddsError> {
        let choices = self.0.choices_knowing(hand, known).map_err(unjudged)?;
        Ok(HandChoices { choices, house_way: None })
    }
}

impl Solver for PlayOrFoldSolver {
    fn usual_strategy(&self) -> MainStrategy {
        MainStrategy::Optimal
    }

    fn contests(
        &self,
        source: &RulesSource,
        _: MainStrategy,
        _: Computation<'_>,
    ) -> Result<Vec<WagerReport>, OddsError> {
        let comes_to = solved(source)?.best_play().map_err(unjudged)?;
        Ok(vec![contest_report(source, WagerKind::Main, &comes_to, MainStrategy::Optimal)])
    }

    fn value_table(&self, source: &RulesSource, _: Computation<'_>) -> Result<Box<dyn ValueTable>, OddsError> {
        Ok(Box::new(PlayOrFoldValueTable(solved(source)?)))
    }

    fn best_play(
        &self,
        source: &RulesSource,
        fold_below: &[String],
        _: Computation<'_>,
    ) -> Result<BestPlay, OddsError> {
        no_fold_below(source.game, "the hands to fold are listed for", fold_below)?;
        let game = solved(source)?;
        let decisions = game.decisions().map_err(unjudged)?;
        Ok(BestPlay::PlayOrFold { comes_to: game.best_play().map_err(unjudged)?, decisions })
    }

    fn player_strategies(&self) -> &'static [&'static str] {
        &["optimal", "always-play"]
    }

    fn player<'a>(
        &self,
        source: &'a RulesSource,
        _: Option<&'a HouseWaySetter<'a>>,
        name: &str,
        _: Computation<'_>,
    ) -> Result<Option<Box<dyn Strategy + 'a>>, OddsError> {
        Ok(match name {
            "optimal" => Some(Box::new(solved(source)?.best_player().map_err(unjudged)?)),
            "always-play" => Some(Box::new(AlwaysPlay)),
            _ => None,
        })
    }

    fn contest_kind(&self) -> ContestKind {
        ContestKind::PlayOrFold
    }
}
