//! The best response to a way that is one step from a way already counted.
//!
//! Two ways that differ in a rule make the same of most hands. What every setting of every hand beats is kept of the
//! first; of the second only the patterns that it sets otherwise are counted, and added.

use super::house_way_table::{HouseWayRow, HouseWaySet};
use super::measure::Measure;
use super::pattern_counts::{PatternContest, PatternHand};
use super::ranks::RankCounts;
use super::solve::Side;
use crate::progress::Progress;

/// What every setting worth a thought of every hand beats of one way: some 400 MB.
pub struct CountedWay {
    ranks: Vec<RankCounts>,
    rows: Vec<HouseWayRow>,
    /// By ranks, then by hand, then by setting.
    counts: Vec<Vec<i32>>,
}

impl HouseWaySet {
    /// Counts every hand against this way, to be asked about its neighbours.
    pub fn counted(&self, progress: &dyn Progress) -> CountedWay {
        self.counted_for(RankCounts::all(7), progress)
    }

    pub(super) fn counted_for(&self, ranks: Vec<RankCounts>, progress: &dyn Progress) -> CountedWay {
        let contest = PatternContest { order: &self.order, other: self.measure(), own: None };
        let counts = contest.gather(&ranks, progress, |_| Vec::new(), |counts, hand| counts.extend(hand.open_counts()));
        CountedWay { ranks, rows: self.rows.clone(), counts }
    }
}

impl CountedWay {
    /// The player's side against a neighbour of the way that was counted, if every hand is set as well as it can be:
    /// the hands, and the deals won. Both ways must compare hands alike.
    pub fn best_response(&self, neighbour: &HouseWaySet, progress: &dyn Progress) -> Side {
        let change = Measure::change(&self.rows, &neighbour.rows);
        let contest = PatternContest { order: &neighbour.order, other: &change, own: None };
        let start = |at: usize| Recount { counts: &self.counts[at], side: Side::default() };
        let found = contest.gather(&self.ranks, progress, start, Recount::take);
        found.iter().fold(Side::default(), |mut side, found| {
            side.hands += found.side.hands;
            side.best += found.side.best;
            side
        })
    }
}

/// What was found of the hands of equal ranks.
struct Recount<'a> {
    /// The counts that are left.
    counts: &'a [i32],
    side: Side,
}

impl Recount<'_> {
    fn take(&mut self, hand: &PatternHand<'_>) {
        let (mut best, mut next) = (0, 0);
        for change in hand.open_counts() {
            best = best.max(self.counts[next] + change);
            next += 1;
        }
        self.counts = &self.counts[next..];
        self.side.hands += hand.weight;
        self.side.best += u128::from(hand.weight) * best as u128;
    }
}
