//! One cell of the count by patterns: the other side's hands that hold some cards of ours, and how many of them each
//! standing beats.
//!
//! The hands are taken in order of their high hand, and a table of medium by low counts those below: of all hands of
//! the cell, the number beaten is M + L - 2ML among those of lower high hand, plus ML among all, where M counts a lower
//! medium hand, L a lower low hand, ML both. All of it wraps around, since entries of a measure may be taken off.

use super::measure::{Measure, ways};
use super::pattern_counts::RankQuestions;
use super::patterns::{JOKER_BIT, OTHERS, PATTERNS, beside, each_others, others_place};
use super::ranks::{JOKER, RankCounts};
use super::setting_rank::{HandOrder, LOWS, MEDIUMS, SettingRank};
use crate::counting::choose;
use std::sync::LazyLock;

/// Some of our cards that the other side's hands are to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// As many of each rank as given, of any suits.
    Ranks,
    /// Some ranks in a suit that can make a flush, and the others beside it.
    Flush {
        /// The ranks in the suit.
        suit: u16,
        /// The ranks of the others, in rising order, and how many there are.
        others: [u8; 3],
        /// How many others there are.
        beside: usize,
    },
    /// Some ranks in each of two suits that make a flush with the joker.
    Double {
        /// The ranks in one of the suits.
        first: u16,
        /// The ranks in the other; two suits are alike, so it is the higher number.
        second: u16,
    },
}

/// Calls `each` with every cell of cards of these ranks, those of two suits last.
pub(super) fn each_cell(ranks: RankCounts, each: &mut impl FnMut(Cell)) {
    each(Cell::Ranks);
    let (mut held, mut twice, mut most) = (0_u16, 0_u16, 0);
    for rank in 0..JOKER {
        let count = ranks.count(rank);
        held |= u16::from(count > 0) << rank;
        twice |= u16::from(count > 1) << rank;
        most = most.max(count);
    }
    let size = ranks.len();
    let mut suit = held;
    loop {
        let beside = size - suit.count_ones() as usize;
        if beside <= 3 {
            let (mut others, mut at) = ([0; 3], 0);
            for rank in (0..JOKER).filter(|rank| held >> rank & 1 == 1) {
                for _ in 0..ranks.count(rank) - u64::from(suit >> rank & 1) {
                    others[at] = rank;
                    at += 1;
                }
            }
            each(Cell::Flush { suit, others, beside });
        }
        if suit == 0 {
            break;
        }
        suit = (suit - 1) & held;
    }
    if most > 2 || size > 6 {
        return;
    }
    let once = held & !twice;
    let mut some = once;
    loop {
        let (first, second) = (twice | some, twice | (once & !some));
        if first.count_ones() <= 3 && second.count_ones() <= 3 && first <= second {
            each(Cell::Double { first, second });
        }
        if some == 0 {
            break;
        }
        some = (some - 1) & once;
    }
}

/// A count of hands, which may be taken off.
pub(super) trait HandCount: Copy + Default + Send + Sync + std::ops::BitAnd<Output = Self> {
    /// All bits.
    const ONES: Self;
    /// The number, wrapped.
    fn of(count: i32) -> Self;
    /// The sum, wrapped.
    fn plus(self, other: Self) -> Self;
    /// The number as far as it is known.
    fn wide(self) -> i32;
}

impl HandCount for i32 {
    const ONES: Self = -1;

    fn of(count: i32) -> Self {
        count
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn wide(self) -> i32 {
        self
    }
}

impl HandCount for i16 {
    const ONES: Self = -1;

    fn of(count: i32) -> Self {
        count as Self
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn wide(self) -> i32 {
        self.into()
    }
}

/// A standing asked about.
struct AskedStanding {
    standing: SettingRank,
    one_suit: u16,
    slot: u32,
}

/// What counts in a cell.
#[derive(Clone, Copy)]
struct CellEntry {
    standing: SettingRank,
    times: i32,
    joker: bool,
}

/// Answers all questions about cells of some ranks, cell by cell.
pub(super) struct CellSweep<T> {
    /// What hands without and with the joker ask, in order of the high hand.
    asked: [Vec<AskedStanding>; 2],
    entries: Vec<CellEntry>,
    sorted: Vec<CellEntry>,
    starts: Vec<u32>,
    table: BelowTable<T>,
    found: Vec<T>,
    /// How many slots are asked by hands without the joker, which come first.
    plain_slots: usize,
}

impl<T: HandCount> CellSweep<T> {
    /// Asks what these sets of ranks ask, each with whether it has the joker; those without come first.
    pub(super) fn new(order: &HandOrder, wholes: &[(bool, u32)], questions: &[RankQuestions]) -> Self {
        let mut asked = [Vec::new(), Vec::new()];
        let (mut slot, mut plain_slots) = (0, 0);
        for &(joker, whole) in wholes {
            let questions = &questions[whole as usize];
            for (standing, &one_suit) in questions.standings.iter().zip(&questions.one_suit) {
                let standing = standing.map(|standing| AskedStanding { standing, one_suit, slot });
                asked[usize::from(joker)].extend(standing);
                slot += 1;
            }
            plain_slots = if joker { plain_slots } else { slot as usize };
        }
        for asked in &mut asked {
            asked.sort_unstable_by_key(|asked| asked.standing.high());
        }
        Self {
            asked,
            entries: Vec::new(),
            sorted: Vec::new(),
            starts: vec![0; order.highs() + 1],
            table: BelowTable::new(),
            found: vec![T::default(); slot as usize],
            plain_slots,
        }
    }

    /// How many of the cell's hands each standing asked about beats, by slot; none if nothing counts in it. What no
    /// hand with these cards asks about, because they mix the suits, is left out, and two suits make a flush only with
    /// the joker, so that hands which hold it do not ask.
    pub(super) fn count(&mut self, other: &Measure, ranks: RankCounts, cell: Cell) -> Option<&[T]> {
        self.entries.clear();
        match cell {
            Cell::Ranks => self.take_ranks(other, ranks),
            Cell::Flush { suit, others, beside } => self.take_flushes(other, suit, &others[..beside]),
            Cell::Double { first, second } => self.take_doubles(other, first, second),
        }
        if self.entries.is_empty() {
            return None;
        }
        self.found.fill(T::default());
        self.sort();
        let parts = match cell {
            Cell::Ranks => [u16::MAX; 2],
            Cell::Flush { suit, others, beside } => {
                [suit, others[..beside].iter().fold(0, |all, rank| all | 1 << rank)]
            }
            Cell::Double { first, second } => [first, second],
        };
        let Self { asked: [plain, with_joker], sorted, table, found, plain_slots, .. } = self;
        if !plain.is_empty() {
            table.sweep(sorted, plain, parts, found);
        }
        if matches!(cell, Cell::Double { .. }) {
            return Some(&found[..*plain_slots]);
        }
        if !with_joker.is_empty() {
            // Our joker is not in the other side's hand.
            sorted.retain(|entry| !entry.joker);
            table.sweep(sorted, with_joker, parts, found);
        }
        Some(found)
    }

    fn take_ranks(&mut self, other: &Measure, ranks: RankCounts) {
        let left = std::array::from_fn(|rank| if rank == 13 { 1 } else { 4 } - ranks.count(rank as u8) as u8);
        ranks.each_with(7 - ranks.len(), &mut |whole| {
            let entries = other.ranks.of(PATTERNS.of_ranks(whole));
            if !entries.is_empty() {
                let (ways, joker) = (ways(whole.less(ranks), &left) as i32, whole.count(JOKER) > 0);
                let entry = |&(standing, times)| CellEntry { standing, times: times * ways, joker };
                self.entries.extend(entries.iter().map(entry));
            }
        });
    }

    fn take_flushes(&mut self, other: &Measure, suit: u16, others: &[u8]) {
        if other.flushes.is_empty() {
            return;
        }
        let supersets = &SUPERSETS[OTHERS[..others.len()].iter().sum::<usize>() + others_place(others)];
        let held = suit.count_ones() as usize;
        for more in 4_usize.saturating_sub(held)..=(7 - others.len()).saturating_sub(held) {
            each_with_bits(suit, !suit & ((JOKER_BIT << 1) - 1), more, &mut |ranks| {
                let Some(count) = beside(ranks) else { return };
                let (first, joker) = (PATTERNS.first_flush(ranks), ranks & JOKER_BIT != 0);
                for &(place, ways) in &supersets[count - others.len()] {
                    for &(standing, times) in other.flushes.of(first + usize::from(place)) {
                        self.entries.push(CellEntry { standing, times: times * i32::from(ways), joker });
                    }
                }
            });
        }
    }

    fn take_doubles(&mut self, other: &Measure, first: u16, second: u16) {
        if other.doubles.is_empty() {
            return;
        }
        let threes = |held: u16| PATTERNS.threes.iter().enumerate().filter(move |(_, ranks)| held & !**ranks == 0);
        for (a, _) in threes(first) {
            for (b, _) in threes(second) {
                let (lower, higher) = (a.min(b), a.max(b));
                let entries = other.doubles.of(higher * (higher + 1) / 2 + lower);
                let entry = |&(standing, times)| CellEntry { standing, times, joker: true };
                self.entries.extend(entries.iter().map(entry));
            }
        }
    }

    /// Puts what counts in order of the high hand.
    fn sort(&mut self) {
        let Self { entries, sorted, starts, .. } = self;
        sorted.clear();
        if entries.len() < FEW {
            sorted.extend_from_slice(entries);
            sorted.sort_unstable_by_key(|entry| entry.standing.high());
            return;
        }
        starts.fill(0);
        for entry in &*entries {
            starts[entry.standing.high() + 1] += 1;
        }
        for high in 1..starts.len() {
            starts[high] += starts[high - 1];
        }
        sorted.extend_from_slice(entries);
        for entry in &*entries {
            let next = &mut starts[entry.standing.high()];
            sorted[*next as usize] = *entry;
            *next += 1;
        }
    }
}

/// Fewer entries than these are sorted by comparing them.
const FEW: usize = 600;

/// Calls `each` with these bits and every way to add so many of the free ones.
fn each_with_bits(bits: u16, free: u16, more: usize, each: &mut impl FnMut(u16)) {
    if more == 0 {
        return each(bits);
    }
    let mut left = free;
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        each_with_bits(bits | bit, left, more - 1, each);
    }
}

/// For some cards beside a suit, by how many more there are: every way to have them, by its place, and how many hands
/// have it.
type OthersWith = [Vec<(u16, u8)>; 4];

/// By how many cards there are beside the suit, and then by the place of their ranks.
static SUPERSETS: LazyLock<Vec<OthersWith>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for held in 0..=3 {
        each_others(held, &mut |others| all.push(others_with(others)));
    }
    all
});

fn others_with(held: &[u8]) -> OthersWith {
    std::array::from_fn(|more| {
        let mut found = Vec::new();
        if held.len() + more <= 3 {
            each_others(more, &mut |added| {
                let mut whole = [held, added].concat();
                whole.sort_unstable();
                let count = |cards: &[u8], rank: u8| cards.iter().filter(|&&other| other == rank).count() as u32;
                let ways: u64 = (0..JOKER).map(|rank| choose(3 - count(held, rank), count(added, rank))).product();
                found.push((others_place(&whole) as u16, ways as u8));
            });
        }
        found
    })
}

/// A lane for each place of a low hand; the last counts every hand.
const LOW_LANES: usize = 16;
const EVERY: usize = LOW_LANES - 1;
const _: () = assert!(LOWS <= EVERY);
/// So many places of the medium hand share a block.
const BLOCK: usize = 10;
const BLOCKS: usize = MEDIUMS / BLOCK + 1;

/// How many hands lie below a medium and a low hand.
struct BelowTable<T> {
    /// By medium hand: all of lower medium hand, and of each lower low hand.
    all: Vec<[T; LOW_LANES]>,
    /// The same of those of lower high hand: within the medium hand's block, and in the blocks before.
    within: Vec<[T; LOW_LANES]>,
    before: [[T; LOW_LANES]; BLOCKS],
    /// By low hand: all bits in the lanes of the higher ones.
    lanes: [[T; LOW_LANES]; LOW_LANES],
}

impl<T: HandCount> BelowTable<T> {
    fn new() -> Self {
        let nothing = [T::default(); LOW_LANES];
        let lanes =
            std::array::from_fn(|low| std::array::from_fn(|lane| if low < lane { T::ONES } else { T::default() }));
        Self {
            all: vec![nothing; MEDIUMS + 1],
            within: vec![nothing; BLOCKS * BLOCK],
            before: [nothing; BLOCKS],
            lanes,
        }
    }

    fn sweep(&mut self, entries: &[CellEntry], asked: &[AskedStanding], parts: [u16; 2], found: &mut [T]) {
        let nothing = [T::default(); LOW_LANES];
        self.all.fill(nothing);
        self.within.fill(nothing);
        self.before.fill(nothing);
        for entry in entries {
            let lanes = &self.lanes[entry.standing.low()];
            add_lanes(&mut self.all[entry.standing.medium() + 1], lanes, T::of(entry.times));
        }
        for medium in 1..=MEDIUMS {
            let (lower, higher) = self.all.split_at_mut(medium);
            add_lanes(&mut higher[0], &lower[medium - 1], T::ONES);
        }
        let held = parts[0] | parts[1];
        let mut lower_low = nothing;
        let mut next = 0;
        for &AskedStanding { standing, one_suit, slot } in asked {
            let wanted = held & one_suit;
            if wanted & !parts[0] != 0 && wanted & !parts[1] != 0 {
                continue;
            }
            while let Some(entry) = entries.get(next).filter(|entry| entry.standing.high() < standing.high()) {
                let (lanes, times) = (self.lanes[entry.standing.low()], T::of(entry.times));
                add_lanes(&mut lower_low, &lanes, times);
                let medium = entry.standing.medium() + 1;
                let block = (medium - 1) / BLOCK;
                let end = (block + 1) * BLOCK;
                self.within[medium.min(end)..end].iter_mut().for_each(|sums| add_lanes(sums, &lanes, times));
                self.before[block + 1..].iter_mut().for_each(|sums| add_lanes(sums, &lanes, times));
                next += 1;
            }
            let (medium, low) = (standing.medium(), standing.low());
            let (within, before) = (&self.within[medium], &self.before[medium / BLOCK]);
            let lower_medium = within[EVERY].wide().wrapping_add(before[EVERY].wide());
            let both = within[low].wide().wrapping_add(before[low].wide());
            let one = lower_medium.wrapping_add(lower_low[low].wide());
            let all_both = self.all[medium][low].wide();
            found[slot as usize] = T::of(one.wrapping_add(all_both).wrapping_sub(both.wrapping_mul(2)));
        }
    }
}

/// Adds a count to the lanes set.
fn add_lanes<T: HandCount>(sums: &mut [T; LOW_LANES], lanes: &[T; LOW_LANES], count: T) {
    for (sum, &lane) in sums.iter_mut().zip(lanes) {
        *sum = sum.plus(lane & count);
    }
}
