//! The strategy in a few lines: where the best setting departs from the house way, and from which hands on a player
//! doubles.

use super::hands::PlayerSetting;
use super::strategy_table::{BeatenCounts, StrategyEntry};
use crate::fraction::Fraction;
use croupier_rules::{Category, HandRank, Rank, Ranking, Setting};
use std::collections::BTreeMap;

/// Hands that are better not set by the house way: what it keeps in the high hand, and what is better kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The category of the high hand by the house way.
    pub house: Category,
    /// The category of the better high hand.
    pub best: Category,
    /// Whether the joker is better played low, where it beats every card (§ 670a.6(c), R-06).
    pub joker_low: bool,
    /// How many of a player's hands these are.
    pub hands: u64,
    /// What setting them by the house way costs over all deals, in units of the main wager.
    pub cost: u128,
    /// The hand that loses most by it, as the house way sets it.
    pub worst: Setting,
    /// The same hand better set.
    pub better: Setting,
    /// What that hand loses over the dealer's 10,737,573 hands.
    pub worst_cost: i32,
}

impl Departure {
    /// What the departure is worth per unit of the main wager, over so many deals.
    pub fn cost_of(&self, deals: u128) -> Fraction {
        Fraction::of(self.cost, deals)
    }

    fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.cost += other.cost;
        // Of hands that lose the same the same one is kept, in whatever order the parts come in.
        let key = |departure: &Self| (departure.worst_cost, departure.worst.cards());
        if key(other) > key(self) {
            (self.worst, self.better, self.worst_cost) = (other.worst, other.better, other.worst_cost);
        }
    }
}

/// All departures.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Departures(BTreeMap<(Category, Category, bool), Departure>);

impl Departures {
    pub(super) fn count(&mut self, ranking: &Ranking, opened: &StrategyEntry<'_>, best: usize, hands: u64) {
        if best == opened.house {
            return;
        }
        let (house, better) = (&opened.plays[opened.house], &opened.plays[best]);
        let worst_cost = opened.beaten[best].worth() - opened.beaten[opened.house].worth();
        self.add(Departure {
            house: ranking.category(house.high),
            best: ranking.category(better.high),
            joker_low: better.setting.low.has_joker(),
            hands,
            cost: u128::from(hands) * worst_cost as u128,
            worst: house.setting,
            better: better.setting,
            worst_cost,
        });
    }

    fn add(&mut self, departure: Departure) {
        let key = (departure.house, departure.best, departure.joker_low);
        self.0.entry(key).and_modify(|same| same.add(&departure)).or_insert(departure);
    }

    pub(super) fn and(mut self, other: Self) -> Self {
        other.0.into_values().for_each(|departure| self.add(departure));
        self
    }

    /// Those that cost most first.
    pub(super) fn by_cost(self) -> Vec<Departure> {
        let mut departures: Vec<Departure> = self.0.into_values().collect();
        departures.sort_by_key(|departure| std::cmp::Reverse(departure.cost));
        departures
    }
}

/// With one low card: from which high hand on a player doubles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DoublingBorder {
    /// How many of a player's hands are set with that low card.
    pub hands: u64,
    /// How many of them are doubled.
    pub doubled: u64,
    /// The lowest high hand that is doubled, in a hand it occurs in.
    pub lowest_doubled: Option<(HandRank, Setting)>,
    /// The highest high hand that is not. If it is above the lowest doubled, the cards held decide in between.
    pub highest_not: Option<(HandRank, Setting)>,
}

impl DoublingBorder {
    fn and(self, other: Self) -> Self {
        let by_rank = |&(rank, setting): &(HandRank, Setting)| (rank, setting.cards());
        Self {
            hands: self.hands + other.hands,
            doubled: self.doubled + other.doubled,
            lowest_doubled: self.lowest_doubled.into_iter().chain(other.lowest_doubled).min_by_key(by_rank),
            highest_not: self.highest_not.into_iter().chain(other.highest_not).max_by_key(by_rank),
        }
    }
}

/// Which hands are doubled, by the low card: the two first, and after the ace the joker.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Doubling([DoublingBorder; 14]);

impl Doubling {
    pub(super) fn count(&mut self, play: &PlayerSetting, beaten: &BeatenCounts, hands: u64) {
        let doubled = beaten.worth_of_double_down() > 0;
        let here = Some((play.high, play.setting));
        let border = DoublingBorder {
            hands,
            doubled: if doubled { hands } else { 0 },
            lowest_doubled: here.filter(|_| doubled),
            highest_not: here.filter(|_| !doubled),
        };
        let low = &mut self.0[usize::from(play.beats)];
        *low = low.and(border);
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|low| self.0[low].and(other.0[low])))
    }

    /// The borders with the low card each is for, `joker` or a rank's word, the highest first.
    pub fn borders(&self) -> impl Iterator<Item = (&'static str, &DoublingBorder)> {
        let words = Rank::ALL.into_iter().map(Rank::word).chain(["joker"]);
        words.zip(&self.0).collect::<Vec<_>>().into_iter().rev()
    }
}
