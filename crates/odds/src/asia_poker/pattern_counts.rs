//! How many hands of a side that sets by a house way each setting of seven cards beats: exactly, for every hand of the
//! deck.
//!
//! A way sees suits only through flushes, so what it shows is a [`Measure`]: what the ranks show, what one suit changes
//! about that, what two suits change. Each sum takes only the other side's hands that share no card with ours.
//!
//! - By ranks: of each rank so many cards are left. The sum is the same for all our hands of equal ranks.
//! - By a suit: it depends on our ranks in that suit and, for the other cards, on how many of each rank we hold beside
//!   it.
//!   So for our ranks as a whole there are at most 128 such sums, and a hand adds the four of its suits.
//! - By two suits beside the joker: it depends on our ranks in both, and a hand adds the six of its pairs of suits.
//!
//! Each sum is had by inclusion and exclusion: the hands that hold some of our cards in the suit and some beside it (a
//! [`Cell`]), added for an even and taken off for an odd number of cards. All our hands of equal ranks ask about the
//! same standings, and all of it for all ranks that contain a cell is answered in one sweep.

use super::cells::{Cell, CellSweep, HandCount, each_cell};
use super::house_way_table::{HouseWayRow, HouseWaySet};
use super::measure::Measure;
use super::patterns::{JOKER_BIT, PATTERNS, RANK_PATTERNS, beside};
use super::ranks::{JOKER, RankCounts, card_set};
use super::setting_rank::{HandOrder, RankChoice, SettingRank};
use crate::counting::choose;
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;

/// So many counts are added in one step.
const STEP: usize = 4;
/// The ranks are taken in so many parts.
const PARTS: usize = 5;

/// What is asked about all hands of equal ranks: first of every hand, then of those that may have a flush.
pub(super) struct RankQuestions {
    choices: Vec<RankChoice>,
    /// For each choice, the place of its standing among those asked about.
    lanes: Vec<usize>,
    /// What is asked about, each part padded to whole steps.
    pub(super) standings: Vec<Option<SettingRank>>,
    /// For each, the ranks held once that must lie in one suit for it; none if it is asked in any case.
    pub(super) one_suit: Vec<u16>,
    /// How many are asked of a hand that cannot have a flush.
    without_flush: usize,
}

impl RankQuestions {
    fn new(order: &HandOrder, ranks: RankCounts, own: Option<&HouseWaySet>) -> Self {
        let choices = order.choices(ranks);
        let mut asked = [Vec::new(), Vec::new()];
        let single = ranks.single();
        for choice in &choices {
            asked[usize::from(choice.one_suit != 0)].push((Some(choice.standing), choice.one_suit & single));
        }
        if let Some(way) = own {
            each_own(way, ranks, &mut |row, flush| {
                let own = (Some(row.standing), 0);
                if !(asked[0].contains(&own) || flush && asked[1].contains(&own)) {
                    asked[usize::from(flush)].push(own);
                }
            });
        }
        for part in &mut asked {
            part.resize(part.len().next_multiple_of(STEP), (None, 0));
        }
        let without_flush = asked[0].len();
        // The choices were asked about in their order, those of one suit after the others.
        let (mut any, mut suited) = (0.., without_flush..);
        let lane = |choice: &RankChoice| if choice.one_suit == 0 { any.next() } else { suited.next() };
        let lanes = choices.iter().filter_map(lane).collect();
        let (standings, one_suit) = asked.concat().into_iter().unzip();
        Self { choices, lanes, standings, one_suit, without_flush }
    }
}

/// Calls `each` with everything a way makes of hands of these ranks, and with whether it takes a flush to be dealt it.
fn each_own(way: &HouseWaySet, ranks: RankCounts, each: &mut impl FnMut(HouseWayRow, bool)) {
    each(way.rows[PATTERNS.of_ranks(ranks)], false);
    let joker = if ranks.count(JOKER) > 0 { JOKER_BIT } else { 0 };
    let held = (0..JOKER).filter(|&rank| ranks.count(rank) > 0).fold(0_u16, |all, rank| all | 1 << rank);
    let mut suit = held;
    while suit > 0 {
        if beside(suit | joker).is_some() {
            let beside = |rank: &u8| *rank != JOKER;
            let mut left: Vec<u8> = ranks.iter().filter(beside).collect();
            for rank in (0..JOKER).filter(|rank| suit >> rank & 1 == 1) {
                let at = left.iter().position(|&other| other == rank);
                at.map(|at| left.remove(at));
            }
            // Four of a kind have one in every suit.
            if left.windows(4).all(|four| four[0] != four[3]) {
                each(way.rows[RANK_PATTERNS + PATTERNS.of_flush(suit | joker, &left)], true);
                let other = left.iter().fold(0_u16, |all, rank| all | 1 << rank);
                if suit.count_ones() == 3 && other.count_ones() == 3 && suit <= other {
                    each(
                        way.rows[way.rows.len() - super::patterns::DOUBLE_PATTERNS + PATTERNS.of_double(suit, other)],
                        true,
                    );
                }
            }
        }
        suit = (suit - 1) & held;
    }
}

/// One hand and how many hands of the other side its settings beat.
pub(super) struct PatternHand<'a> {
    /// The cards in rising order.
    pub(super) hand: &'a [u8],
    /// How many hands are like it.
    pub(super) weight: u64,
    questions: &'a RankQuestions,
    suits: [u16; 4],
    counts: &'a [i32],
}

impl PatternHand<'_> {
    /// The best setting and how many hands it beats; of equally good ones the first, which has the highest high hand.
    pub(super) fn best(&self) -> (&RankChoice, u64) {
        let RankQuestions { choices, lanes, .. } = self.questions;
        let open = choices.iter().zip(lanes).filter(|(choice, _)| choice.open_to(&self.suits));
        let best = open.reduce(|best, next| if self.counts[*next.1] > self.counts[*best.1] { next } else { best });
        // There is always a lawful setting: the cards in falling order, four, two and one.
        let (choice, &lane) = best.expect("every hand can be set lawfully");
        (choice, self.count(lane))
    }

    /// How many hands of the other side are beaten by what the way makes of this one.
    pub(super) fn beaten_by(&self, standing: SettingRank) -> u64 {
        let mut asked = self.questions.standings.iter().zip(&self.questions.one_suit);
        let lane = asked.position(|(&asked, &one_suit)| asked == Some(standing) && one_suit == 0);
        self.count(lane.expect("what the way makes of the hand was asked about"))
    }

    /// The counts of all settings that are open to this hand, in a fixed order.
    pub(super) fn open_counts(&self) -> impl Iterator<Item = i32> {
        let RankQuestions { choices, lanes, .. } = self.questions;
        let open = choices.iter().zip(lanes).filter(|(choice, _)| choice.open_to(&self.suits));
        open.map(|(_, &lane)| self.counts[lane])
    }

    fn count(&self, lane: usize) -> u64 {
        u64::try_from(self.counts[lane]).expect("a count is not negative")
    }
}

/// The answers for all cells of given ranks.
struct CellAnswers {
    /// The sets of ranks that contain them, and where the questions of each begin.
    supersets: Vec<(u32, u32)>,
    /// By cell: where its counts begin; none if nothing counts in it.
    cells: Vec<Option<u32>>,
    /// By cell, then by set of ranks, then by question.
    counts: CellCounts,
}

enum CellCounts {
    Wide(Vec<i32>),
    Narrow(Vec<i16>),
}

/// A side that answers a way.
pub(super) struct PatternContest<'a> {
    pub(super) order: &'a HandOrder,
    /// What the other side shows.
    pub(super) other: &'a Measure,
    /// Another way to be asked about besides the settings that no other surpasses.
    pub(super) own: Option<&'a HouseWaySet>,
}

impl PatternContest<'_> {
    /// Visits one hand of every suit class that has some of these ranks, and gathers what `each` finds: one gathering
    /// for each of the ranks, in their order, begun by `start` with its place.
    pub(super) fn gather<T: Send>(
        &self,
        ranks: &[RankCounts],
        progress: &dyn Progress,
        start: impl Fn(usize) -> T + Sync,
        each: impl Fn(&mut T, &PatternHand<'_>) + Sync,
    ) -> Vec<T> {
        let questions: Vec<RankQuestions> =
            ranks.par_iter().map(|&ranks| RankQuestions::new(self.order, ranks, self.own)).collect();
        // The answers for all ranks at once would take too much memory. The ranks are in order, so that cells with a
        // low rank concern only the first parts.
        let room = |at: usize| {
            let cells = groups(ranks[at]).iter().map(|&(_, count)| 2 * count + 1).product::<usize>();
            cells * questions[at].standings.len()
        };
        let all = (0..ranks.len()).map(room).sum::<usize>();
        let (mut gathered, mut first, mut filled) = (Vec::with_capacity(ranks.len()), 0, 0);
        for next in 1..=ranks.len() {
            filled += room(next - 1);
            if filled * PARTS >= all || next == ranks.len() {
                let part = first..next;
                gathered.extend(self.gather_part(
                    &ranks[part.clone()],
                    &questions[part],
                    progress,
                    |at| start(first + at),
                    &each,
                ));
                (first, filled) = (next, 0);
            }
        }
        gathered
    }

    fn gather_part<T: Send>(
        &self,
        ranks: &[RankCounts],
        questions: &[RankQuestions],
        progress: &dyn Progress,
        start: impl Fn(usize) -> T + Sync,
        each: impl Fn(&mut T, &PatternHand<'_>) + Sync,
    ) -> Vec<T> {
        let index: HashMap<RankCounts, u32> = ranks.iter().copied().zip(0..).collect();
        let cells: Vec<RankCounts> = (0..=7).flat_map(RankCounts::all_natural).collect();
        progress.begin("counting what each subset beats", cells.len() as u64);
        let answer = |&ranks: &RankCounts| {
            let answers = self.answer(ranks, &index, questions);
            progress.advance(1);
            (ranks, answers)
        };
        let answers: HashMap<RankCounts, CellAnswers> = cells.par_iter().map(answer).collect();
        progress.end();
        progress.begin("adding up for every hand", ranks.len() as u64);
        let gathered = (0..ranks.len()).into_par_iter().map_init(Sums::default, |sums, at| {
            let mut found = start(at);
            sums.add_up(ranks[at], at as u32, &questions[at], &answers);
            sums.visit(ranks[at], &questions[at], &mut |hand| each(&mut found, hand));
            progress.advance(1);
            found
        });
        let gathered = gathered.collect();
        progress.end();
        gathered
    }

    /// Answers every question about the cells of these ranks.
    fn answer(&self, ranks: RankCounts, index: &HashMap<RankCounts, u32>, questions: &[RankQuestions]) -> CellAnswers {
        let size = ranks.len();
        // Those without the joker come first.
        let mut wholes: Vec<(bool, u32)> = Vec::new();
        ranks.each_with(7 - size, &mut |whole| {
            wholes.extend(index.get(&whole).map(|&at| (whole.count(JOKER) > 0, at)));
        });
        wholes.sort_unstable();
        let mut next = 0;
        let mut supersets: Vec<(u32, u32)> = Vec::with_capacity(wholes.len());
        for &(_, whole) in &wholes {
            supersets.push((whole, next));
            next += questions[whole as usize].standings.len() as u32;
        }
        supersets.sort_unstable();
        // A hand that counts twice needs a bit more.
        let (cells, counts) = if size < 4 || size == 4 && self.other.change {
            let (cells, counts) = self.sweep::<i32>(ranks, &wholes, questions);
            (cells, CellCounts::Wide(counts))
        } else {
            let (cells, counts) = self.sweep::<i16>(ranks, &wholes, questions);
            (cells, CellCounts::Narrow(counts))
        };
        CellAnswers { supersets, cells, counts }
    }

    fn sweep<T: HandCount>(
        &self,
        ranks: RankCounts,
        wholes: &[(bool, u32)],
        questions: &[RankQuestions],
    ) -> (Vec<Option<u32>>, Vec<T>) {
        let (mut cells, mut counts) = (Vec::new(), Vec::new());
        if wholes.is_empty() {
            return (cells, counts);
        }
        let mut sweep = CellSweep::<T>::new(self.order, wholes, questions);
        each_cell(ranks, &mut |cell| {
            let found = sweep.count(self.other, ranks, cell);
            cells.push(found.map(|_| counts.len() as u32));
            counts.extend_from_slice(found.unwrap_or_default());
        });
        counts.shrink_to_fit();
        (cells, counts)
    }
}

/// The sums for all hands of equal ranks.
#[derive(Default)]
struct Sums {
    lanes: usize,
    by_ranks: Vec<i32>,
    /// By the ranks in a suit; empty if they change nothing.
    suit: Vec<i32>,
    /// By the ranks in two suits; empty if they change nothing.
    double: Vec<i32>,
    scratch: Vec<i32>,
}

/// The ranks of a hand, without the joker, each with how often it is held.
fn groups(ranks: RankCounts) -> Vec<(u8, usize)> {
    (0..JOKER).map(|rank| (rank, ranks.count(rank) as usize)).filter(|&(_, count)| count > 0).collect()
}

impl Sums {
    /// Adds up the answers about all cells of these ranks.
    fn add_up(
        &mut self,
        ranks: RankCounts,
        at: u32,
        questions: &RankQuestions,
        answers: &HashMap<RankCounts, CellAnswers>,
    ) {
        let groups = groups(ranks);
        self.lanes = questions.standings.len();
        let double_states = |count: usize| if count == 1 { 3 } else { 4 };
        let size = |states: &dyn Fn(usize) -> usize| -> usize {
            groups.iter().map(|&(_, count)| states(count)).product::<usize>() * self.lanes
        };
        let sizes = [size(&|count| 2 * count + 1), size(&double_states)];
        for (table, size) in [&mut self.suit, &mut self.double].into_iter().zip(sizes) {
            table.clear();
            table.resize(size, 0);
        }
        self.by_ranks.clear();
        self.by_ranks.resize(self.lanes, 0);
        let mut any = [false; 2];
        let mut held = vec![0_usize; groups.len()];
        loop {
            let cell_ranks = groups.iter().zip(&held).fold(RankCounts::default(), |ranks, (&(rank, _), &held)| {
                (0..held).fold(ranks, |ranks, _| ranks.with(rank))
            });
            let found = &answers[&cell_ranks];
            let [suit, double] = self.take(&groups, &held, cell_ranks, ranks.count(JOKER) > 0, found, at);
            any = [any[0] | suit, any[1] | double];
            // The next way to hold some of each rank.
            let Some(next) = (0..held.len()).find(|&group| held[group] < groups[group].1) else { break };
            held[..next].fill(0);
            held[next] += 1;
        }
        if any[0] {
            groups.iter().enumerate().for_each(|(group, &(_, count))| self.suit_stage(&groups, group, count));
        } else {
            self.suit.clear();
        }
        if any[1] {
            self.double_stages(&groups);
        } else {
            self.double.clear();
        }
    }

    /// Puts the answers about the cells of some of the ranks in their places; tells whether one suit and whether two
    /// change anything.
    fn take(
        &mut self,
        groups: &[(u8, usize)],
        held: &[usize],
        cell_ranks: RankCounts,
        joker: bool,
        answers: &CellAnswers,
        at: u32,
    ) -> [bool; 2] {
        let begins = answers.supersets[answers.supersets.partition_point(|&(other, _)| other < at)].1 as usize;
        let lanes = self.lanes;
        let (mut cells, mut any) = (answers.cells.iter(), [false; 2]);
        let put = |to: &mut [i32], times: i32, cell: usize| match &answers.counts {
            CellCounts::Wide(counts) => add(to, &counts[cell + begins..][..lanes], |count| times * count),
            CellCounts::Narrow(counts) => {
                add(to, &counts[cell + begins..][..lanes], |count| times * i32::from(count));
            }
        };
        each_cell(cell_ranks, &mut |cell| {
            let Some(&Some(next)) = cells.next() else { return };
            let next = next as usize;
            match cell {
                Cell::Ranks => {
                    let times = groups.iter().zip(held).map(|(&(_, count), &held)| {
                        let ways = choose(count as u32, held as u32) as i32;
                        if held % 2 == 0 { ways } else { -ways }
                    });
                    put(&mut self.by_ranks, times.product(), next);
                }
                Cell::Flush { suit, .. } => {
                    any[0] = true;
                    let place = groups.iter().zip(held).fold(0, |place, (&(rank, count), &held)| {
                        let in_suit = usize::from(suit >> rank & 1);
                        place * (2 * count + 1) + 2 * (held - in_suit) + in_suit
                    });
                    put(&mut self.suit[place * lanes..][..lanes], 1, next);
                }
                Cell::Double { .. } if joker => {}
                Cell::Double { first, second } => {
                    let place = |first: u16, second: u16| {
                        groups.iter().fold(0, |place, &(rank, count)| {
                            let state = usize::from(first >> rank & 1) + 2 * usize::from(second >> rank & 1);
                            place * if count == 1 { 3 } else { 4 } + state
                        })
                    };
                    let places = [place(first, second), place(second, first)];
                    any[1] = true;
                    put(&mut self.double[places[0] * lanes..][..lanes], 1, next);
                    if places[1] != places[0] {
                        put(&mut self.double[places[1] * lanes..][..lanes], 1, next);
                    }
                }
            }
        });
        any
    }

    /// Turns, for one rank, counts by how many are held in a suit and beside it into sums by whether ours is in the
    /// suit.
    fn suit_stage(&mut self, groups: &[(u8, usize)], group: usize, count: usize) {
        let outer: usize = 1 << group;
        let inner: usize = groups[group + 1..].iter().map(|&(_, count)| 2 * count + 1).product::<usize>() * self.lanes;
        let states = 2 * count + 1;
        self.scratch.clear();
        self.scratch.resize(outer * 2 * inner, 0);
        for (from, to) in self.suit.chunks_exact(states * inner).zip(self.scratch.chunks_exact_mut(2 * inner)) {
            for (ours, to) in to.chunks_exact_mut(inner).enumerate() {
                for (state, from) in from.chunks_exact(inner).enumerate() {
                    let (in_suit, beside) = (state % 2, state / 2);
                    if in_suit > ours || beside > count - ours {
                        continue;
                    }
                    let ways = choose((count - ours) as u32, beside as u32) as i32;
                    let times = if (in_suit + beside) % 2 == 0 { ways } else { -ways };
                    match times {
                        1 => add(to, from, |count| count),
                        -1 => add(to, from, |count: i32| -count),
                        _ => add(to, from, |count| times * count),
                    }
                }
            }
        }
        std::mem::swap(&mut self.suit, &mut self.scratch);
    }

    /// The same for two suits, in place.
    fn double_stages(&mut self, groups: &[(u8, usize)]) {
        let states = |count: usize| if count == 1 { 3 } else { 4 };
        for (group, &(_, count)) in groups.iter().enumerate() {
            let inner: usize =
                groups[group + 1..].iter().map(|&(_, count)| states(count)).product::<usize>() * self.lanes;
            for block in self.double.chunks_exact_mut(states(count) * inner) {
                let (none, rest) = block.split_at_mut(inner);
                let (first, rest) = rest.split_at_mut(inner);
                let (second, both) = rest.split_at_mut(inner);
                for at in 0..inner {
                    if let Some(both) = both.get_mut(at) {
                        *both += none[at] - first[at] - second[at];
                    }
                    first[at] = none[at] - first[at];
                    second[at] = none[at] - second[at];
                }
            }
        }
    }

    /// Visits one hand of every suit class of these ranks.
    fn visit(&self, ranks: RankCounts, questions: &RankQuestions, each: &mut impl FnMut(&PatternHand<'_>)) {
        let groups = groups(ranks);
        let mut strides = vec![0; groups.len()];
        let mut stride = 1;
        for (group, &(_, count)) in groups.iter().enumerate().rev() {
            strides[group] = stride;
            stride *= if count == 1 { 3 } else { 4 };
        }
        let mut group_of = [0; 14];
        groups.iter().enumerate().for_each(|(group, &(rank, _))| group_of[usize::from(rank)] = group);
        let need = if ranks.count(JOKER) > 0 { 3 } else { 4 };
        let mut counts = vec![0_i32; self.lanes];
        ranks.each_hand(&mut |hand, weight| {
            let (mut suits, mut doubles, mut held) = ([0_usize; 4], [0_usize; 4], [0; 4]);
            for &card in hand.iter().filter(|&&card| card < 52) {
                let (group, suit) = (group_of[usize::from(card >> 2)], usize::from(card & 3));
                // The last rank is the lowest digit.
                suits[suit] |= 1 << (groups.len() - 1 - group);
                doubles[suit] += strides[group];
                held[suit] += 1;
            }
            let flush = held.iter().any(|&held| held >= need);
            let lanes = if flush { self.lanes } else { questions.without_flush };
            let counts = &mut counts[..lanes];
            counts.copy_from_slice(&self.by_ranks[..lanes]);
            for suit in suits.into_iter().filter(|_| !self.suit.is_empty()) {
                add(counts, &self.suit[suit * self.lanes..][..lanes], |count| count);
            }
            if !self.double.is_empty() {
                for second in 1..4 {
                    for first in 0..second {
                        let place = doubles[first] + 2 * doubles[second];
                        add(counts, &self.double[place * self.lanes..][..lanes], |count| count);
                    }
                }
            }
            each(&PatternHand { hand, weight, questions, suits: card_set(hand).suits(), counts });
        });
    }
}

fn add<T: Copy>(sums: &mut [i32], counts: &[T], signed: impl Fn(T) -> i32) {
    for (sums, counts) in sums.chunks_exact_mut(STEP).zip(counts.chunks_exact(STEP)) {
        for lane in 0..STEP {
            sums[lane] += signed(counts[lane]);
        }
    }
}
