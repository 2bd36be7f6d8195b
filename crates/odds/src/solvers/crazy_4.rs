//! Crazy 4 Poker: best play by the tables of chapter 657a, and the simple rules people play by.

use crate::crazy_4::{
    BestFour, DecisionBorder, DecisionTable, FourCardRank, MainGame, PlayDecision, RankRule, SolvedHand, choices_for,
    name_of, read_four,
};
use crate::error::OddsError;
use crate::report::{MainStrategy, WagerReport};
use crate::rules_source::RulesSource;
use crate::simulate::{ContestKind, FoldBelow, Strategy};
use crate::solver::{BestPlay, Computation, HandChoices, PricedRule, Solver, ValueTable, contest_report};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Choices, WagerKind};

/// Solves Crazy 4 Poker.
#[derive(Clone, Copy, Debug)]
pub struct Crazy4Solver;

/// The least hand a player plays who follows the simple rule.
const SIMPLE: &str = "K-Q-8-4";

/// Rules of thumb, each with the least hand it plays.
const USUAL: [(&str, &str); 4] = [
    ("fold below a king", "K-4-3-2"),
    ("fold below king and queen", "K-Q-3-2"),
    ("fold below an ace", "A-5-3-2"),
    ("fold below a pair", "2-2-4-3"),
];

/// Crazy 4 under some choices.
struct Crazy4ValueTable(Choices);

impl ValueTable for Crazy4ValueTable {
    fn choices(&self, hand: CardSet, known: CardSet) -> Result<HandChoices, OddsError> {
        Ok(HandChoices { choices: choices_for(&self.0, hand, known), house_way: None })
    }
}

impl Solver for Crazy4Solver {
    fn usual_strategy(&self) -> MainStrategy {
        MainStrategy::Optimal
    }

    fn contests(
        &self,
        source: &RulesSource,
        _: MainStrategy,
        _: Computation<'_>,
    ) -> Result<Vec<WagerReport>, OddsError> {
        let comes_to = MainGame::solve(&source.choices).best_play();
        Ok(vec![contest_report(source, WagerKind::Main, &comes_to, MainStrategy::Optimal)])
    }

    fn value_table(&self, source: &RulesSource, _: Computation<'_>) -> Result<Box<dyn ValueTable>, OddsError> {
        // The tables of the best four are shared by all rules.
        BestFour::get();
        Ok(Box::new(Crazy4ValueTable(source.choices)))
    }

    fn best_play(
        &self,
        source: &RulesSource,
        fold_below: &[String],
        _: Computation<'_>,
    ) -> Result<BestPlay, OddsError> {
        let below = fold_below.iter().map(|four| read_four(four)).collect::<Result<Vec<_>, _>>();
        let below = below.map_err(|error| OddsError::Query(format!("--fold-below: {error}")))?;
        let game = Box::new(MainGame::solve(&source.choices));
        let between = |below, above| DecisionBorder::between(&game, below, above);
        let borders =
            [between(PlayDecision::Fold, PlayDecision::Play), between(PlayDecision::Play, PlayDecision::Raise)];
        let (borders, rules) = (borders.into_iter().flatten().collect(), rules(&game, &below));
        Ok(BestPlay::Crazy4 { game, borders, rules })
    }

    fn player_strategies(&self) -> &'static [&'static str] {
        &["optimal", "simple", "always-play", "fold-below=K-Q-8-4"]
    }

    fn player<'a>(
        &self,
        source: &'a RulesSource,
        _: Option<&'a HouseWaySetter<'a>>,
        name: &str,
        _: Computation<'_>,
    ) -> Result<Option<Box<dyn Strategy + 'a>>, OddsError> {
        Ok(match name {
            "optimal" => Some(Box::new(DecisionTable::best(&MainGame::solve(&source.choices)))),
            "simple" => Some(fold_below(SIMPLE)?),
            "always-play" => Some(Box::new(FoldBelow(FourCardRank::LOWEST))),
            _ => match name.strip_prefix("fold-below=") {
                Some(hand) => Some(fold_below(hand)?),
                None => None,
            },
        })
    }

    fn contest_kind(&self) -> ContestKind {
        ContestKind::BestFour
    }
}

/// A player who folds below a hand written by its ranks.
fn fold_below(hand: &str) -> Result<Box<dyn Strategy>, OddsError> {
    Ok(Box::new(FoldBelow(read_four(hand).map_err(|error| OddsError::Query(error.to_string()))?)))
}

/// The best rule by rank alone, the simpler ones everybody thinks of, and those asked for.
fn rules(game: &MainGame, below: &[FourCardRank]) -> Vec<PricedRule> {
    let best = RankRule::cheapest(game);
    let raise = name_of(game, best.raise_from);
    let priced =
        |rule: String, decide: &dyn Fn(&SolvedHand) -> PlayDecision| PricedRule { rule, cost: game.cost(decide) };
    let folding = |standing: FourCardRank| {
        let rule = RankRule::playing_from(game, standing);
        priced(format!("fold below {}, raise 3x when allowed", name_of(game, standing)), &|hand| rule.decide(hand))
    };
    let least = name_of(game, best.play_from);
    let one_line = format!("raise 3x with {raise} or better, play 1x with {least} or better, otherwise fold");
    let mut rules = vec![
        priced(one_line, &|hand| best.decide(hand)),
        priced("never fold, raise 3x when allowed".to_owned(), &|hand| {
            RankRule::playing_from(game, FourCardRank::LOWEST).decide(hand)
        }),
        priced("fold when best, never raise".to_owned(), &|hand| hand.best.min(PlayDecision::Play)),
    ];
    rules.extend(USUAL.iter().filter_map(|&(words, four)| {
        let rule = RankRule::playing_from(game, read_four(four).ok()?);
        Some(priced(format!("{words}, raise 3x when allowed"), &|hand| rule.decide(hand)))
    }));
    rules.extend(below.iter().copied().map(folding));
    rules
}
