//! What a side shows, pattern by pattern, in a form that adds up: every hand shows what its ranks show, and where a
//! flush or two change that, what they show instead is added and the rest taken off.
//!
//! Sums over such a measure need not ask which pattern a hand has: they run over ranks alone, over one suit and the
//! ranks of the other cards, and over two suits, each by itself. The difference of two ways is a measure as well, and
//! has few entries when the ways are neighbours.

use super::house_way_table::HouseWayRow;
use super::patterns::{
    DOUBLE_PATTERNS, FLUSH_PATTERNS, JOKER_BIT, PATTERNS, RANK_PATTERNS, beside, each_others, ranks_of,
};
use super::ranks::{JOKER, RankCounts};
use super::setting_rank::SettingRank;

/// By place of a pattern: what counts for its hands, and how often.
#[derive(Default)]
pub(super) struct Entries {
    starts: Vec<u32>,
    entries: Vec<(SettingRank, i32)>,
}

impl Entries {
    /// What counts for the hands of one pattern.
    pub(super) fn of(&self, place: usize) -> &[(SettingRank, i32)] {
        &self.entries[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Whether nothing counts.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Everything that counts, for any pattern.
    pub(super) fn all(&self) -> &[(SettingRank, i32)] {
        &self.entries
    }

    fn push(&mut self, entries: &[(SettingRank, i32)]) {
        let start = self.entries.len();
        for &(standing, times) in entries {
            match self.entries[start..].iter_mut().find(|(known, _)| *known == standing) {
                Some((_, known)) => *known += times,
                None => self.entries.push((standing, times)),
            }
        }
        let mut kept = start;
        for at in start..self.entries.len() {
            if self.entries[at].1 != 0 {
                self.entries.swap(kept, at);
                kept += 1;
            }
        }
        self.entries.truncate(kept);
        self.starts.push(kept as u32);
    }

    fn with_room(patterns: usize) -> Self {
        let mut starts = Vec::with_capacity(patterns + 1);
        starts.push(0);
        Self { starts, entries: Vec::new() }
    }
}

/// What a side shows, as sums.
pub(super) struct Measure {
    /// By place of the ranks: what every hand of these ranks counts for.
    pub(super) ranks: Entries,
    /// By place of a pattern with a flush: what each of its hands counts for besides.
    pub(super) flushes: Entries,
    /// By place of a pattern with two: what each of its hands counts for besides, being counted as a flush twice.
    pub(super) doubles: Entries,
    /// Whether it is the difference of two ways, so that a hand can count twice.
    pub(super) change: bool,
}

impl Measure {
    /// What a way shows.
    pub(super) fn of(way: &[HouseWayRow]) -> Self {
        Self::added(&[(way, 1)])
    }

    /// What one way shows and another does not, the latter taken off.
    pub(super) fn change(from: &[HouseWayRow], to: &[HouseWayRow]) -> Self {
        Self { change: true, ..Self::added(&[(to, 1), (from, -1)]) }
    }

    fn added(ways: &[(&[HouseWayRow], i32)]) -> Self {
        let mut ranks = Entries::with_room(RANK_PATTERNS);
        let mut found = Vec::new();
        let mut add = |entries: &mut Entries, places: &[(usize, i32)]| {
            found.clear();
            for &(way, times) in ways {
                found.extend(places.iter().map(|&(place, sign)| (way[place].standing, times * sign)));
            }
            entries.push(&found);
        };
        (0..RANK_PATTERNS).for_each(|place| add(&mut ranks, &[(place, 1)]));
        let mut flushes = Entries::with_room(FLUSH_PATTERNS);
        for suit in 0..1 << 14 {
            let Some(count) = beside(suit) else { continue };
            let in_suit = ranks_of([suit & !JOKER_BIT, 0, 0, 0], false);
            let mut place = RANK_PATTERNS + PATTERNS.first_flush(suit);
            each_others(count, &mut |others| {
                let all = others.iter().fold(in_suit, |ranks, &rank| ranks.with(rank));
                let base = PATTERNS.of_ranks(if suit & JOKER_BIT == 0 { all } else { all.with(JOKER) });
                add(&mut flushes, &[(place, 1), (base, -1)]);
                place += 1;
            });
        }
        let mut doubles = Entries::with_room(DOUBLE_PATTERNS);
        let mut place = RANK_PATTERNS + FLUSH_PATTERNS;
        for (higher, &second) in PATTERNS.threes.iter().enumerate() {
            for &first in &PATTERNS.threes[..=higher] {
                let base = PATTERNS.of_ranks(ranks_of([first, second, 0, 0], true));
                let flush = |suit: u16, others: u16| {
                    let others: Vec<u8> = ranks_of([others, 0, 0, 0], false).iter().collect();
                    RANK_PATTERNS + PATTERNS.of_flush(suit | JOKER_BIT, &others)
                };
                let once = [flush(first, second), flush(second, first)];
                add(&mut doubles, &[(place, 1), (once[0], -1), (once[1], -1), (base, 1)]);
                place += 1;
            }
        }
        Self { ranks, flushes, doubles, change: false }
    }
}

/// In how many ways hands of these ranks can be dealt when so many cards of each rank are left.
pub(super) fn ways(ranks: RankCounts, left: &[u8; 14]) -> u64 {
    let mut ways = 1;
    for (rank, &left) in (0..=JOKER).zip(left) {
        ways *= crate::counting::choose(left.into(), ranks.count(rank) as u32);
    }
    ways
}
