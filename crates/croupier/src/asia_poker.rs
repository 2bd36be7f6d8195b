//! Asia Poker as the program asks about it: what is remembered of a house way and its best response, and what each rule
//! of the way costs, told.

use crate::Failure;
use crate::asked::Asked;
use crate::memory::{keep, remembered_as, told_apart};
use crate::paint::Brush;
use crate::told::printable;
use anyhow::anyhow;
use croupier_odds::asia_poker::{Costly, DEALER_HANDS, HouseWaySet, NoRule, RuleCost, Shard, Side, Solution};
use croupier_odds::{Fraction, Progress};
use croupier_rules::house_way::{Dealer, HouseWay, Rule};
use croupier_rules::{CardSet, Ranking, Setting, Shape};
use serde::Serialize;
use std::convert::Infallible;
use std::io::{self, Write};

/// A question about a house way of four, two and one.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    asked: &'a Asked,
    way: &'a HouseWay,
    /// Whether answers are remembered.
    remember: bool,
}

impl<'a> Question<'a> {
    /// The question, if the game is Asia Poker.
    pub(crate) fn new(asked: &'a Asked, remember: bool) -> Option<Self> {
        let way = asked.way.as_ref().filter(|_| asked.game.shape() == Some(Shape::FOUR_TWO_ONE))?;
        Some(Self { asked, way, remember })
    }

    /// The question, for a flag that is of use for nothing else; `instead` says why.
    pub(crate) fn only_for(asked: &'a Asked, remember: bool, flag: &str, instead: &str) -> anyhow::Result<Self> {
        let text = asked.game.text();
        Self::new(asked, remember).ok_or_else(|| {
            anyhow!("`{flag}` is for the Asia Poker texts pa-659a, pa-575 and ma-asia; {text} {instead}")
        })
    }

    /// What tells this question from every other. What the way is called and what its rules say of themselves does not
    /// matter, but it is cheap to ask again.
    fn facts(self) -> String {
        format!("{:?}\n{:?}", self.ranking(), self.way)
    }

    /// The same in a word that parts of the work carry.
    pub(crate) fn told_apart(self) -> String {
        told_apart(&self.facts())
    }

    /// How hands of player and dealer compare.
    pub(crate) fn ranking(self) -> Ranking {
        self.asked.game.ranking(&self.asked.choices)
    }

    fn dealer(self) -> Dealer<'a> {
        Dealer::new(self.way, Shape::FOUR_TWO_ONE, self.ranking())
    }

    /// What the way makes of a hand.
    pub(crate) fn set(self, hand: CardSet) -> Result<Setting, Failure> {
        let set = self.dealer().set(hand).ok_or_else(|| Failure::Content(NoRule(hand).to_string()))?;
        Ok(set.setting)
    }

    /// Every hand of seven cards set by the way.
    pub(crate) fn house_way_set(self, progress: &dyn Progress) -> Result<HouseWaySet, Failure> {
        let ranking = self.ranking();
        let read = |kept: &[u8]| HouseWaySet::from_bytes(kept, ranking);
        remembered_as("asia-poker-set", &self.facts(), self.remember, read, HouseWaySet::to_bytes, || {
            HouseWaySet::new(&self.dealer(), ranking, progress).map_err(|error| Failure::Content(error.to_string()))
        })
    }

    /// The best response to every hand that was set so.
    pub(crate) fn solution(self, set: &HouseWaySet, progress: &dyn Progress) -> Solution {
        let ranking = self.ranking();
        let read = |kept: &[u8]| Solution::from_bytes(kept, ranking);
        let solve = || Ok(set.solve(Shard::WHOLE, progress));
        let found = remembered_as("asia-poker-best", &self.facts(), self.remember, read, Solution::to_bytes, solve);
        found.unwrap_or_else(|never: Infallible| match never {})
    }

    /// The player's side, whole.
    pub(crate) fn player(self, progress: &dyn Progress) -> Result<Side, Failure> {
        self.side(PLAYER, || Ok(self.solution(&self.house_way_set(progress)?, progress).player))
    }

    /// The same, if it was computed before.
    pub(crate) fn remembered_player(self) -> Option<Side> {
        self.side(PLAYER, || Err(Failure::BadContent)).ok()
    }

    /// The house's side against the player who plays best.
    pub(crate) fn given_away(self, progress: &dyn Progress) -> Result<Side, Failure> {
        self.side("asia-poker-house", || {
            let set = self.house_way_set(progress)?;
            Ok(set.given_away(&self.solution(&set, progress), progress))
        })
    }

    /// Remembers the player's side that was counted elsewhere.
    pub(crate) fn keep_player(self, player: &Side) {
        keep(PLAYER, &self.facts(), self.remember, &written(player));
    }

    fn side(self, kind: &str, compute: impl FnOnce() -> Result<Side, Failure>) -> Result<Side, Failure> {
        let read = |kept: &[u8]| serde_json::from_slice(kept).ok().filter(Side::is_whole);
        remembered_as(kind, &self.facts(), self.remember, read, written, compute)
    }

    /// What each rule of the way costs the side that follows it.
    pub(crate) fn rules(self, side: &Side) -> Vec<RuleTold> {
        let dealer = self.dealer();
        let unused = RuleCost::default();
        let costs = side.rules.iter().chain(std::iter::repeat(&unused));
        let told = |(rule, cost): (&Rule, &RuleCost)| RuleTold {
            rule: rule.name.clone(),
            hands: cost.hands.to_string(),
            share: Fraction::of(cost.hands.into(), side.hands.into()),
            cost: per_unit(cost.cost, side),
            worst: cost.worst.as_ref().and_then(|worst| WorstTold::new(worst, &dealer)),
        };
        self.way.rules.iter().zip(costs).map(told).collect()
    }
}

/// What the player's side is remembered as.
const PLAYER: &str = "asia-poker";

fn written(side: &Side) -> Vec<u8> {
    // Plain data can always be written.
    serde_json::to_vec(side).unwrap_or_default()
}

/// What it is worth to win so many deals that were lost: each is two units, the one lost and the one won.
fn per_unit(deals: u128, side: &Side) -> Fraction {
    Fraction::of(2 * deals, side.deals())
}

/// What is told of a rule.
#[derive(Serialize)]
pub(crate) struct RuleTold {
    rule: String,
    /// How many hands of the deck it sets.
    hands: String,
    share: Fraction,
    /// What it costs in all, per unit of the wager.
    cost: Fraction,
    /// The hand it costs most.
    worst: Option<WorstTold>,
}

/// A hand that a rule sets badly.
#[derive(Serialize)]
pub(crate) struct WorstTold {
    cards: String,
    house_way: String,
    best: String,
    /// What the best setting of this hand is worth beyond the way's, per unit of the wager.
    cost: Fraction,
}

impl WorstTold {
    fn new(worst: &Costly, dealer: &Dealer<'_>) -> Option<Self> {
        let set = dealer.set(worst.cards.parse::<CardSet>().ok()?)?;
        let cost = Fraction::of(2 * u128::from(worst.lost), DEALER_HANDS.into());
        let Costly { cards, best, .. } = worst.clone();
        Some(Self { cards, house_way: set.setting.to_string(), best, cost })
    }
}

/// What the house way gives the player who plays best.
#[derive(Serialize)]
pub(crate) struct Costs {
    /// What the house keeps of each unit.
    pub(crate) house_edge: Fraction,
    /// What it would keep against the same player if every hand were set as well as can be; no way keeps more against
    /// its own best response.
    pub(crate) most: Fraction,
    /// The difference.
    pub(crate) given_away: Fraction,
    pub(crate) rules: Vec<RuleTold>,
}

impl Costs {
    pub(crate) fn new(question: Question<'_>, progress: &dyn Progress) -> Result<Self, Failure> {
        let house = question.given_away(progress)?;
        Ok(Self {
            house_edge: per_unit(house.way, &house) - Fraction::ONE,
            most: per_unit(house.best, &house) - Fraction::ONE,
            given_away: per_unit(house.best - house.way, &house),
            rules: question.rules(&house),
        })
    }
}

/// The rules for people: how often each sets a hand, what it costs, and where it costs most.
pub(crate) fn tell_rules(out: &mut impl Write, brush: Brush, rules: &[RuleTold]) -> io::Result<()> {
    for (place, told) in rules.iter().enumerate() {
        let (share, cost) = (told.share.percent(4), told.cost.percent(4));
        let name = printable(&told.rule);
        writeln!(out, "  {:>2}.  sets {share:>10}  costs {cost:>9}  {name}", place + 1)?;
        if let Some(worst) = &told.worst {
            let line = format!("{}, not {} ({} of this hand)", worst.best, worst.house_way, worst.cost.percent(4));
            writeln!(out, "{}", brush.dim(format!("{:8}worst: {line}", "")))?;
        }
    }
    Ok(())
}
