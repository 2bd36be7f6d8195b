//! Asia Poker: copying the house way, which is what is told unless the best response is asked for.

use super::{no_fold_below, not_for};
use crate::asia_poker::{AsiaBestPlayer, HouseWayQuery, HouseWaySet, Side, UncoveredHand};
use crate::choice::{Choice, best_first};
use crate::counting::choose;
use crate::error::OddsError;
use crate::report::{MainStrategy, WagerReport};
use crate::rules_source::RulesSource;
use crate::simulate::{ContestKind, CopyHouseWay, Strategy};
use crate::solver::{BestPlay, Computation, HandChoices, Solver, ValueTable, contest_report};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Game, Ranking, Shape, WagerKind};

/// Solves the main game of the three Asia Poker texts.
#[derive(Clone, Copy, Debug)]
pub struct AsiaPokerSolver;

fn query<'a>(source: &'a RulesSource, with: Computation<'a>) -> Result<HouseWayQuery<'a>, OddsError> {
    HouseWayQuery::new(source, with.cache)
        .ok_or_else(|| not_for(source.game, "a house way for hands of four, two and one"))
}

impl AsiaPokerSolver {
    /// What the main wager comes to for a player whose side was counted.
    pub fn main_report(source: &RulesSource, player: &Side, strategy: MainStrategy) -> WagerReport {
        let won = match strategy {
            MainStrategy::Optimal => player.best,
            MainStrategy::HouseWay => player.way,
        };
        contest_report(source, WagerKind::Main, &player.distribution(won), strategy)
    }
}

/// Every hand set by one way.
struct AsiaValueTable {
    game: &'static dyn Game,
    ranking: Ranking,
    dealer: HouseWaySetter<'static>,
    set: HouseWaySet,
}

impl ValueTable for AsiaValueTable {
    fn choices(&self, hand: CardSet, known: CardSet) -> Result<HandChoices, OddsError> {
        let set = self.dealer.set(hand).ok_or_else(|| OddsError::Rules(UncoveredHand(hand).to_string()))?;
        let house_way = set.setting;
        let unknown = self.game.deck().difference(hand).difference(known).len();
        let hands = u128::from(choose(unknown as u32, hand.len() as u32));
        let choices = self.set.settings(hand, known).into_iter().map(|(setting, beaten)| {
            // Of settings that show the same, one is listed: the way's own where it is among them.
            let same = setting.ranks(&self.ranking) == house_way.ranks(&self.ranking);
            let name = if same { house_way } else { setting };
            Choice::of_setting(name.to_string(), beaten.into(), 0, hands - u128::from(beaten))
        });
        Ok(HandChoices { choices: best_first(choices.collect()), house_way: Some(house_way.to_string()) })
    }
}

impl Solver for AsiaPokerSolver {
    fn usual_strategy(&self) -> MainStrategy {
        MainStrategy::HouseWay
    }

    fn contests(
        &self,
        source: &RulesSource,
        strategy: MainStrategy,
        with: Computation<'_>,
    ) -> Result<Vec<WagerReport>, OddsError> {
        let player = query(source, with)?.player(with.progress)?;
        Ok(vec![Self::main_report(source, &player, strategy)])
    }

    fn contests_at_once(
        &self,
        source: &RulesSource,
        with: Computation<'_>,
    ) -> Result<Option<Vec<WagerReport>>, OddsError> {
        let player = query(source, with)?.cached_player();
        Ok(player.map(|player| vec![Self::main_report(source, &player, self.usual_strategy())]))
    }

    fn value_table(&self, source: &RulesSource, with: Computation<'_>) -> Result<Box<dyn ValueTable>, OddsError> {
        let query = query(source, with)?;
        let (ranking, way) = (query.ranking(), query.way().clone());
        Ok(Box::new(AsiaValueTable {
            game: source.game,
            ranking,
            dealer: HouseWaySetter::owning(way, Shape::FOUR_TWO_ONE, ranking),
            set: query.house_way_set(with.progress)?,
        }))
    }

    fn best_play(
        &self,
        source: &RulesSource,
        fold_below: &[String],
        with: Computation<'_>,
    ) -> Result<BestPlay, OddsError> {
        no_fold_below(source.game, "players do not fold in", fold_below)?;
        let query = query(source, with)?;
        let player = query.player(with.progress)?;
        let rules = query.rules(&player);
        Ok(BestPlay::AsiaPoker { player, rules })
    }

    fn player_strategies(&self) -> &'static [&'static str] {
        &["optimal", "house-way"]
    }

    fn player<'a>(
        &self,
        source: &'a RulesSource,
        dealer: Option<&'a HouseWaySetter<'a>>,
        name: &str,
        with: Computation<'_>,
    ) -> Result<Option<Box<dyn Strategy + 'a>>, OddsError> {
        let dealer = dealer.ok_or_else(|| not_for(source.game, "a house way"))?;
        Ok(match name {
            "optimal" => {
                let query = query(source, with)?;
                let solution = query.solution(&query.house_way_set(with.progress)?, with.progress);
                Some(Box::new(AsiaBestPlayer::new(&solution, query.ranking(), with.progress)))
            }
            "house-way" => Some(Box::new(CopyHouseWay(dealer))),
            _ => None,
        })
    }

    fn contest_kind(&self) -> ContestKind {
        ContestKind::SetHands
    }
}
