//! A question about a house way of four, two and one: what is kept of it and its best response, and what each rule
//! costs.

use super::house_way_table::{DEALER_HANDS, HouseWaySet, UncoveredHand};
use super::solve::{AsiaSolution, RuleCost, Shard, Side, WorstHand};
use crate::cache::{AnswerCache, cached_as};
use crate::error::OddsError;
use crate::fraction::Fraction;
use crate::progress::Progress;
use crate::rules_source::RulesSource;
use croupier_rules::house_way::{HouseWay, HouseWayRule, HouseWaySetter};
use croupier_rules::{CardSet, Ranking, Setting, Shape};
use serde::Serialize;
use std::convert::Infallible;

/// A question about a house way of four, two and one.
#[derive(Clone, Copy)]
pub struct HouseWayQuery<'a> {
    asked: &'a RulesSource,
    way: &'a HouseWay,
    cache: &'a dyn AnswerCache,
}

impl<'a> HouseWayQuery<'a> {
    /// The question, if the rules set hands of four, two and one.
    pub fn new(asked: &'a RulesSource, cache: &'a dyn AnswerCache) -> Option<Self> {
        let way = asked.way.as_ref().filter(|_| asked.game.shape() == Some(Shape::FOUR_TWO_ONE))?;
        Some(Self { asked, way, cache })
    }

    /// What tells this question from every other. What the way is called and what its rules say of themselves does not
    /// matter, but it is cheap to ask again.
    pub fn facts(self) -> String {
        format!("{:?}\n{:?}", self.ranking(), self.way)
    }

    /// How hands of player and dealer compare.
    pub fn ranking(self) -> Ranking {
        self.asked.game.ranking(&self.asked.choices)
    }

    /// The way that is asked about.
    pub fn way(self) -> &'a HouseWay {
        self.way
    }

    fn dealer(self) -> HouseWaySetter<'a> {
        HouseWaySetter::new(self.way, Shape::FOUR_TWO_ONE, self.ranking())
    }

    /// What the way makes of a hand.
    ///
    /// # Errors
    /// If the way leaves a hand unset.
    pub fn set(self, hand: CardSet) -> Result<Setting, OddsError> {
        let set = self.dealer().set(hand).ok_or_else(|| OddsError::Rules(UncoveredHand(hand).to_string()))?;
        Ok(set.setting)
    }

    /// Every hand of seven cards set by the way.
    ///
    /// # Errors
    /// If the way leaves a hand unset.
    pub fn house_way_set(self, progress: &dyn Progress) -> Result<HouseWaySet, OddsError> {
        let ranking = self.ranking();
        let read = |kept: &[u8]| HouseWaySet::from_bytes(kept, ranking);
        cached_as(self.cache, "asia-poker-set", &self.facts(), read, HouseWaySet::to_bytes, || {
            HouseWaySet::new(&self.dealer(), ranking, progress).map_err(|error| OddsError::Rules(error.to_string()))
        })
    }

    /// The best response to every hand that was set so.
    pub fn solution(self, set: &HouseWaySet, progress: &dyn Progress) -> AsiaSolution {
        let ranking = self.ranking();
        let read = |kept: &[u8]| AsiaSolution::from_bytes(kept, ranking);
        let solve = || Ok(set.solve(Shard::WHOLE, progress));
        let found = cached_as(self.cache, "asia-poker-best", &self.facts(), read, AsiaSolution::to_bytes, solve);
        found.unwrap_or_else(|never: Infallible| match never {})
    }

    /// The player's side, whole.
    ///
    /// # Errors
    /// If the way leaves a hand unset.
    pub fn player(self, progress: &dyn Progress) -> Result<Side, OddsError> {
        self.side(PLAYER, || Ok(self.solution(&self.house_way_set(progress)?, progress).player))
    }

    /// The same, if it was computed before.
    pub fn cached_player(self) -> Option<Side> {
        read_side(&self.cache.get(PLAYER, &self.facts())?)
    }

    /// The house's side against the player who plays best.
    ///
    /// # Errors
    /// If the way leaves a hand unset.
    pub fn house_side(self, progress: &dyn Progress) -> Result<Side, OddsError> {
        self.side("asia-poker-house", || {
            let set = self.house_way_set(progress)?;
            Ok(set.house_side(&self.solution(&set, progress), progress))
        })
    }

    /// Keeps the player's side that was counted elsewhere.
    pub fn cache_player(self, player: &Side) {
        self.cache.put(PLAYER, &self.facts(), &written(player));
    }

    fn side(self, kind: &str, compute: impl FnOnce() -> Result<Side, OddsError>) -> Result<Side, OddsError> {
        cached_as(self.cache, kind, &self.facts(), read_side, written, compute)
    }

    /// What each rule of the way costs the side that follows it.
    pub fn rules(self, side: &Side) -> Vec<RuleReport> {
        let dealer = self.dealer();
        let unused = RuleCost::default();
        let costs = side.rules.iter().chain(std::iter::repeat(&unused));
        let told = |(rule, cost): (&HouseWayRule, &RuleCost)| RuleReport {
            rule: rule.name.clone(),
            hands: cost.hands.to_string(),
            share: Fraction::of(cost.hands.into(), side.hands.into()),
            cost: per_unit(cost.cost, side),
            worst: cost.worst.as_ref().and_then(|worst| WorstHandReport::new(worst, &dealer)),
        };
        self.way.rules.iter().zip(costs).map(told).collect()
    }
}

/// What the player's side is remembered as.
pub(crate) const PLAYER: &str = "asia-poker";

fn read_side(kept: &[u8]) -> Option<Side> {
    serde_json::from_slice(kept).ok().filter(Side::is_whole)
}

fn written(side: &Side) -> Vec<u8> {
    // Plain data can always be written.
    serde_json::to_vec(side).unwrap_or_default()
}

/// What it is worth to win so many deals that were lost: each is two units, the one lost and the one won.
fn per_unit(deals: u128, side: &Side) -> Fraction {
    Fraction::of(2 * deals, side.deals())
}

/// The figures of one rule of a house way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RuleReport {
    /// What the rule is called.
    pub rule: String,
    /// How many hands of the deck it sets.
    pub hands: String,
    /// The same as a share of all hands.
    pub share: Fraction,
    /// What it costs in all, per unit of the wager.
    pub cost: Fraction,
    /// The hand it costs most.
    pub worst: Option<WorstHandReport>,
}

/// A hand that a rule sets badly.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorstHandReport {
    /// The cards.
    pub cards: String,
    /// How the way sets them.
    pub house_way: String,
    /// How they are set best.
    pub best: String,
    /// What the best setting of this hand is worth beyond the way's, per unit of the wager.
    pub cost: Fraction,
}

impl WorstHandReport {
    fn new(worst: &WorstHand, dealer: &HouseWaySetter<'_>) -> Option<Self> {
        let set = dealer.set(worst.cards.parse::<CardSet>().ok()?)?;
        let cost = Fraction::of(2 * u128::from(worst.lost), DEALER_HANDS.into());
        let WorstHand { cards, best, .. } = worst.clone();
        Some(Self { cards, house_way: set.setting.to_string(), best, cost })
    }
}

/// What the house way gives the player who plays best.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HouseWayCosts {
    /// What the house keeps of each unit.
    pub house_edge: Fraction,
    /// What it would keep against the same player if every hand were set as well as can be; no way keeps more against
    /// its own best response.
    pub most: Fraction,
    /// The difference.
    pub given_away: Fraction,
    /// What each rule gives away.
    pub rules: Vec<RuleReport>,
}

impl HouseWayCosts {
    /// The costs of the way that is asked about.
    ///
    /// # Errors
    /// If the way leaves a hand unset.
    pub fn new(question: HouseWayQuery<'_>, progress: &dyn Progress) -> Result<Self, OddsError> {
        let house = question.house_side(progress)?;
        Ok(Self {
            house_edge: per_unit(house.way, &house) - Fraction::ONE,
            most: per_unit(house.best, &house) - Fraction::ONE,
            given_away: per_unit(house.best - house.way, &house),
            rules: question.rules(&house),
        })
    }
}
