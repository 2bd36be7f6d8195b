//! Six-Card Fortune Pai Gow Poker: the main wager, and the Double Down of a player who sets the hands for the main
//! wager.

use super::{no_fold_below, not_for};
use crate::cache::cached;
use crate::choice::{Choice, best_first};
use crate::error::OddsError;
use crate::report::{MainStrategy, WagerReport};
use crate::rules_source::RulesSource;
use crate::simulate::{ContestKind, CopyHouseWay, Strategy};
use crate::six_card_fortune::{FortuneBestPlayer, FortuneTable, SettingValue, UnsetHand, solve};
use crate::solver::{BestPlay, Computation, HandChoices, Solver, ValueTable, contest_report};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Shape, WagerKind};

/// Solves Six-Card Fortune Pai Gow Poker.
#[derive(Clone, Copy, Debug)]
pub struct SixCardFortuneSolver;

fn dealer(source: &RulesSource) -> Result<HouseWaySetter<'_>, OddsError> {
    let dealer = source.dealer().filter(|_| source.game.shape() == Some(Shape::FIVE_ONE));
    dealer.ok_or_else(|| not_for(source.game, "a house way for hands of five and one (§ 670a.11(d))"))
}

fn unset(error: UnsetHand) -> OddsError {
    OddsError::Rules(error.to_string())
}

/// The dealer's hands set by one way.
struct FortuneValueTable {
    table: FortuneTable,
    dealer: HouseWaySetter<'static>,
    double_down: bool,
}

impl ValueTable for FortuneValueTable {
    fn choices(&self, hand: CardSet, known: CardSet) -> Result<HandChoices, OddsError> {
        let valued = self.table.settings(&self.dealer, hand, known);
        let mut choices: Vec<Choice> = valued.iter().map(SettingValue::single).collect();
        if self.double_down {
            choices.extend(valued.iter().map(SettingValue::doubled));
        }
        Ok(HandChoices { choices: best_first(choices), house_way: None })
    }
}

impl Solver for SixCardFortuneSolver {
    fn usual_strategy(&self) -> MainStrategy {
        MainStrategy::Optimal
    }

    fn contests(
        &self,
        source: &RulesSource,
        strategy: MainStrategy,
        with: Computation<'_>,
    ) -> Result<Vec<WagerReport>, OddsError> {
        let dealer = dealer(source)?;
        let facts = format!("{}\n{:?}\n{:?}", source.game.text(), source.choices, dealer.way());
        let (best, house_way) = cached(with.cache, "six-card-fortune", &facts, || {
            let solution = solve(source.choices, &dealer, with.progress).map_err(unset)?;
            Ok::<_, OddsError>((solution.best, solution.house_way))
        })?;
        let played = match strategy {
            MainStrategy::HouseWay => house_way,
            MainStrategy::Optimal => best,
        };
        let report = |wager, comes_to| contest_report(source, wager, &comes_to, strategy);
        Ok(vec![report(WagerKind::Main, played.main()), report(WagerKind::DoubleDown, played.double_down())])
    }

    fn value_table(&self, source: &RulesSource, _: Computation<'_>) -> Result<Box<dyn ValueTable>, OddsError> {
        let table = FortuneTable::new(source.choices, &dealer(source)?).map_err(unset)?;
        let (ranking, way) = (source.game.ranking(&source.choices), dealer(source)?.way().clone());
        Ok(Box::new(FortuneValueTable {
            table,
            dealer: HouseWaySetter::owning(way, Shape::FIVE_ONE, ranking),
            double_down: source.offers(WagerKind::DoubleDown),
        }))
    }

    fn best_play(
        &self,
        source: &RulesSource,
        fold_below: &[String],
        with: Computation<'_>,
    ) -> Result<BestPlay, OddsError> {
        no_fold_below(source.game, "players do not fold in", fold_below)?;
        let solution = solve(source.choices, &dealer(source)?, with.progress).map_err(unset)?;
        Ok(BestPlay::SixCardFortune(Box::new(solution)))
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
                let player = FortuneBestPlayer::new(source.choices, dealer, with.progress).map_err(unset)?;
                Some(Box::new(player))
            }
            "house-way" => Some(Box::new(CopyHouseWay(dealer))),
            _ => None,
        })
    }

    fn contest_kind(&self) -> ContestKind {
        ContestKind::SetHands
    }
}
