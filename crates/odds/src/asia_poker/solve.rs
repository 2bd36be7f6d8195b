//! The whole game added up: what the best response and the copied way win, and what each rule of the way costs.

use super::beaten_counts::SideContest;
use super::deck::DeckSettings;
use super::house_way_table::{DEALER_HANDS, HouseWaySet};
use super::pattern_counts::PatternContest;
use super::ranks::{RankCounts, card_set};
use super::setting_rank::{RankChoice, SettingRank};
use crate::distribution::Distribution;
use crate::fraction::Fraction;
use crate::progress::Progress;
use croupier_rules::{CardSet, Setting};
use serde::{Deserialize, Serialize};

/// The hands of seven of 53 cards.
const HANDS: u64 = 154_143_080;

/// One side of the game against the other: hands set by the way, and as well as they can be.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Side {
    /// How many hands were counted, of 154,143,080.
    pub hands: u64,
    /// The deals won if every hand is set as well as it can be.
    #[serde(with = "decimal")]
    pub best: u128,
    /// The deals won if every hand is set by the way.
    #[serde(with = "decimal")]
    pub way: u128,
    /// What each rule of the way costs.
    pub rules: Vec<RuleCost>,
}

/// What one rule of a way gives away.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct RuleCost {
    /// The hands it sets.
    pub hands: u64,
    /// The deals lost that another setting would have won.
    #[serde(with = "decimal")]
    pub cost: u128,
    /// The hand for which it costs most.
    pub worst: Option<WorstHand>,
}

/// A hand for which a way is not the best setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorstHand {
    /// The cards.
    pub cards: String,
    /// The best setting.
    pub best: String,
    /// How many of the other side's hands the best setting beats beyond those the way's does, of [`DEALER_HANDS`].
    pub lost: u64,
}

/// A part of the work: the `index`th of `of`, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { index: 0, of: 1 };
}

/// What the player's side of the game comes to.
pub struct AsiaSolution {
    /// The player.
    pub player: Side,
    /// What the best response shows, by ranks and class as in [`HouseWaySet`].
    pub(super) answers: Vec<Vec<SettingRank>>,
}

impl HouseWaySet {
    /// The player's side: copying the way, and answering it as well as can be.
    pub fn solve(&self, shard: Shard, progress: &dyn Progress) -> AsiaSolution {
        let contest = PatternContest { order: &self.order, other: self.measure(), own: Some(self) };
        let mine: Vec<RankCounts> = RankCounts::all(7).into_iter().skip(shard.index).step_by(shard.of).collect();
        let found = contest.gather(
            &mine,
            progress,
            |_| Found::default(),
            |found, hand| {
                let row = self.row(card_set(hand.hand));
                let ((choice, best), own) = (hand.best(), hand.beaten_by(row.standing));
                found.take(hand.hand, hand.weight, row.rule, choice, [best, own]);
            },
        );
        let (player, answers) = merged(found);
        AsiaSolution { player, answers }
    }

    /// The house's side against a player who answers the way as well as can be: what each rule gives away to him, and
    /// what the best setting of every hand would keep against him. The solution must be of the whole game.
    pub fn house_side(&self, solution: &AsiaSolution, progress: &dyn Progress) -> Side {
        let (own, player) =
            (self.deck(progress), DeckSettings::new(|at, class, _| solution.answers[at][class], progress));
        let contest = SideContest { order: &self.order, other: &player, also: Some(&own), copies_win: true };
        let found = contest.gather(
            &RankCounts::all(7),
            progress,
            |_| Found::default(),
            |found, valued| {
                let row = self.row(card_set(valued.hand));
                let ((choice, best), own) = (valued.best(), valued.beaten_by(row.standing));
                found.take(valued.hand, valued.weight, row.rule, choice, [best, own]);
            },
        );
        merged(found).0
    }

    /// How the way sets the whole deck.
    pub(super) fn deck(&self, progress: &dyn Progress) -> DeckSettings {
        DeckSettings::new(|_, _, hand| self.row(card_set(hand)).standing, progress)
    }
}

fn merged(found: Vec<Found>) -> (Side, Vec<Vec<SettingRank>>) {
    let mut side = Side::default();
    let mut answers = Vec::with_capacity(found.len());
    for found in found {
        side.add(&found.side);
        answers.push(found.answers);
    }
    (side, answers)
}

/// What was found of the hands of equal ranks.
#[derive(Default)]
struct Found {
    side: Side,
    answers: Vec<SettingRank>,
}

impl Found {
    /// Takes up a hand that a rule sets: its best setting, and what that and the rule's win.
    fn take(&mut self, hand: &[u8], weight: u64, rule: u8, choice: &RankChoice, [best, own]: [u64; 2]) {
        self.answers.push(choice.standing);
        let deals = |beaten: u64| u128::from(weight) * u128::from(beaten);
        let (side, rule) = (&mut self.side, usize::from(rule));
        side.hands += weight;
        side.best += deals(best);
        side.way += deals(own);
        side.rules.resize_with(side.rules.len().max(rule + 1), RuleCost::default);
        let cost = &mut side.rules[rule];
        cost.hands += weight;
        cost.cost += deals(best - own);
        if best > own && cost.worst.as_ref().is_none_or(|worst| worst.lost < best - own) {
            cost.worst = Some(WorstHand::new(hand, choice, best - own));
        }
    }
}

impl WorstHand {
    fn new(hand: &[u8], best: &RankChoice, lost: u64) -> Self {
        let cards: CardSet = card_set(hand);
        Self { cards: cards.to_string(), best: best.setting(hand).to_string(), lost }
    }

    fn is_possible(&self) -> bool {
        let (Ok(cards), Ok(best)) = (self.cards.parse::<CardSet>(), self.best.parse::<Setting>()) else { return false };
        let shape = [best.high, best.medium, best.low].map(CardSet::len);
        self.lost <= DEALER_HANDS && shape == [4, 2, 1] && best.cards() == cards
    }
}

impl Side {
    /// Adds another part of the same game: shards merge by addition.
    pub fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.best += other.best;
        self.way += other.way;
        self.rules.resize_with(self.rules.len().max(other.rules.len()), RuleCost::default);
        for (ours, theirs) in self.rules.iter_mut().zip(&other.rules) {
            ours.hands += theirs.hands;
            ours.cost += theirs.cost;
            // Of equally costly hands the first is told, in whichever order the parts are added.
            let key = |worst: &Option<WorstHand>| {
                worst.as_ref().map(|worst| (worst.lost, std::cmp::Reverse(worst.cards.clone())))
            };
            if key(&theirs.worst) > key(&ours.worst) {
                ours.worst.clone_from(&theirs.worst);
            }
        }
    }

    /// The deals there are for the hands counted.
    pub fn deals(&self) -> u128 {
        u128::from(self.hands) * u128::from(DEALER_HANDS)
    }

    /// Whether every hand of the deck was counted, and nothing more often than it can be.
    pub fn is_whole(&self) -> bool {
        self.hands == HANDS && self.is_possible()
    }

    /// Whether these can be sums over so many hands of the deck. What was read from a file may be anything.
    pub fn is_possible(&self) -> bool {
        let possible = |rule: &RuleCost| {
            let worst = rule.worst.as_ref();
            let deals = u128::from(rule.hands) * u128::from(DEALER_HANDS);
            rule.cost <= deals && (rule.cost > 0) == worst.is_some() && worst.is_none_or(WorstHand::is_possible)
        };
        let sum = |of: fn(&RuleCost) -> u128| self.rules.iter().map(of).try_fold(0, u128::checked_add);
        self.hands <= HANDS
            && self.way <= self.best
            && self.best <= self.deals()
            && self.rules.iter().all(possible)
            && sum(|rule| rule.hands.into()) == Some(self.hands.into())
            && sum(|rule| rule.cost) == Some(self.best - self.way)
    }

    /// What it comes to if this many deals are won and the others lost.
    pub fn distribution(&self, won: u128) -> Distribution {
        let mut comes_to = Distribution::default();
        comes_to.add("win", Fraction::ONE, Fraction::ONE, won);
        comes_to.add("lose", -Fraction::ONE, Fraction::ONE, self.deals() - won);
        comes_to
    }
}

/// Whole numbers of more than 64 bits are written as text.
mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
