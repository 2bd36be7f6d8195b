//! What blocks of rounds add up to.

use super::estimate::Sums;
use super::meters::Hit;

/// One line's part.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct LineTally {
    /// What it came to, round by round, shares of meters, envy and extras apart.
    pub(super) base: Sums,
    /// How often each row was paid.
    pub(super) rows: Vec<u64>,
    /// What it earned in envy.
    pub(super) envy: Sums,
    /// What Magic Card and Lucky Bonus paid on it.
    pub(super) extras: [Sums; 2],
    /// How often they did.
    pub(super) extra_hits: [u64; 2],
}

/// How one evening ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EveningEnd {
    /// What the player is up, in cents.
    pub(super) result: i64,
    /// Whether the bankroll fell short of another round.
    pub(super) ruined: bool,
}

/// All that is counted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Tally {
    pub(super) rounds: u64,
    pub(super) main: Sums,
    pub(super) wagered: i128,
    pub(super) outcomes: [u64; 5],
    pub(super) doubled: Sums,
    pub(super) doubled_hands: u64,
    pub(super) lines: Vec<LineTally>,
    /// What all players together were up, shares of meters apart.
    pub(super) total: Sums,
    /// Shares that fell due, in order.
    pub(super) hits: Vec<Hit>,
    /// Evenings that ended, in order.
    pub(super) evenings: Vec<EveningEnd>,
}

impl Tally {
    /// Nothing yet, for lines with so many rows.
    pub(super) fn new(rows: impl Iterator<Item = usize>) -> Self {
        let line = |rows| LineTally { rows: vec![0; rows], ..LineTally::default() };
        Self { lines: rows.map(line).collect(), ..Self::default() }
    }

    /// Adds the next block; its hits are left to the meters.
    pub(super) fn append(&mut self, block: &Self) {
        self.rounds += block.rounds;
        self.main.merge(&block.main);
        self.wagered += block.wagered;
        for (all, more) in self.outcomes.iter_mut().zip(block.outcomes) {
            *all += more;
        }
        self.doubled.merge(&block.doubled);
        self.doubled_hands += block.doubled_hands;
        for (line, more) in self.lines.iter_mut().zip(&block.lines) {
            line.base.merge(&more.base);
            line.envy.merge(&more.envy);
            line.rows.iter_mut().zip(&more.rows).for_each(|(all, more)| *all += more);
            for place in 0..2 {
                line.extras[place].merge(&more.extras[place]);
                line.extra_hits[place] += more.extra_hits[place];
            }
        }
        self.total.merge(&block.total);
        self.evenings.extend_from_slice(&block.evenings);
    }
}
