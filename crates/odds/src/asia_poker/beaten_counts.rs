//! How many hands of the other side each way of setting seven cards beats: exactly, for every hand of the deck.
//!
//! Of the other side's hands only those that share no card with ours can be dealt. They are counted by inclusion and
//! exclusion over the 128 subsets of our cards: the hands beaten among all hands that hold a subset, added for an even
//! and taken off for an odd number of cards. What makes this quick:
//!
//! - All hands of equal ranks ask the same questions (a [`RankChoice`] for each setting worth a thought), and subsets
//!   that differ by a renaming of suits have the same answers. So answers are found once for each subset class and each
//!   set of ranks that contains it, some fifty million times, and not for each subset of each hand.
//! - For one subset class the other side's hands are taken in order of their high hand, and a table of medium by low
//!   counts those below: with it, of all hands that hold the subset, the number beaten is M + L - 2ML among those of
//!   lower high hand, plus ML among all, where M counts a lower medium hand, L a lower low hand, ML both.
//! - Hands of equal ranks are visited so that neighbours share their first cards, and with them the sums over the
//!   subsets of those.

use super::deck::DeckSettings;
use super::ranks::{CHOOSE, RankCounts, card_set, each_renaming, hands, number};
use super::setting_rank::{HandOrder, LOWS, MEDIUMS, RankChoice, SettingRank};
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::HashMap;

/// What is asked about all hands of equal ranks: first of every hand, then of those that may have a flush.
struct Questions {
    choices: Vec<RankChoice>,
    /// For each choice, the place of its standing among those asked about.
    lanes: Vec<usize>,
    /// What is asked about, each part padded to whole steps.
    standings: Vec<SettingRank>,
    /// For each, the ranks held once that must lie in one suit for it; none if it is asked in any case.
    one_suit: Vec<u16>,
    /// How many are asked of a hand that cannot have a flush.
    without_flush: usize,
}

/// So many answers are added in one step.
const STEP: usize = 4;

/// One hand and how many hands of the other side its settings beat.
pub(super) struct HandCounts<'a> {
    /// The cards in rising order.
    pub(super) hand: &'a [u8],
    /// How many hands are like it.
    pub(super) weight: u64,
    questions: &'a Questions,
    beaten: &'a [i32],
}

impl HandCounts<'_> {
    /// The settings open to the hand that no other surpasses, each with how many hands of the other side it beats.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&RankChoice, u64)> {
        let suits = card_set(self.hand).suits();
        let asked = self.questions.choices.iter().zip(&self.questions.lanes);
        asked.filter(move |(choice, _)| choice.open_to(&suits)).map(|(choice, &lane)| (choice, self.beaten_in(lane)))
    }

    /// The best setting; of equally good ones the first, which has the highest high hand.
    pub(super) fn best(&self) -> (&RankChoice, u64) {
        // There is always a lawful setting: the cards in falling order, four, two and one.
        self.settings()
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .expect("every hand can be set lawfully")
    }

    /// How many hands of the other side are beaten by what [`Contest::also`] has this hand show.
    pub(super) fn beaten_by(&self, standing: SettingRank) -> u64 {
        let mut asked = self.questions.standings.iter().zip(&self.questions.one_suit);
        let lane = asked.position(|(&asked, &one_suit)| asked == standing && one_suit == 0);
        self.beaten_in(lane.expect("what the hand shows was asked about"))
    }

    fn beaten_in(&self, lane: usize) -> u64 {
        u64::try_from(self.beaten[lane]).expect("a count is not negative")
    }
}

impl Questions {
    fn new(order: &HandOrder, ranks: RankCounts, also: Option<&DeckSettings>) -> Self {
        let choices = order.choices(ranks);
        let mut asked = [Vec::new(), Vec::new()];
        let single = ranks.single();
        for choice in &choices {
            asked[usize::from(choice.one_suit != 0)].push((choice.standing, choice.one_suit & single));
        }
        if let Some(deck) = also {
            ranks.each_hand(&mut |hand, _| {
                let (own, flush) = ((deck.rank(hand), 0), may_flush(hand));
                if !(asked[0].contains(&own) || flush && asked[1].contains(&own)) {
                    asked[usize::from(flush)].push(own);
                }
            });
        }
        for part in &mut asked {
            part.resize(part.len().next_multiple_of(STEP), (SettingRank::default(), 0));
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

/// Whether four of these cards can be of one suit.
fn may_flush(hand: &[u8]) -> bool {
    let cards = card_set(hand);
    let joker = u32::from(cards.has_joker());
    cards.suits().into_iter().any(|suit| suit.count_ones() + joker >= 4)
}

/// A standing asked about for one subset class.
struct Asked {
    standing: SettingRank,
    one_suit: u16,
    slot: u32,
}

/// The ranks are taken in so many parts.
const PARTS: usize = 2;

/// The answers for all subset classes of given ranks.
struct Answers {
    /// The sets of ranks that contain them, and where the questions of each begin.
    supersets: Vec<(u32, u32)>,
    /// How many subset classes there are.
    classes: usize,
    /// By set of ranks, then by subset class, then by question.
    counts: Counts,
}

enum Counts {
    Wide(Vec<u32>),
    Narrow(Vec<u16>),
}

/// All subsets of one size.
struct Subsets {
    answers: HashMap<RankCounts, Answers>,
    /// By the number of a subset: its class among those of equal ranks.
    class: Vec<u8>,
}

/// One side of the contest, ready to count what it beats.
pub(super) struct SideContest<'a> {
    pub(super) order: &'a HandOrder,
    /// How the other side sets every hand.
    pub(super) other: &'a DeckSettings,
    /// Standings to be asked about besides those no other surpasses: how our side might set its hands.
    pub(super) also: Option<&'a DeckSettings>,
    /// Whether a copy is ours, as it is the dealer's.
    pub(super) copies_win: bool,
}

impl SideContest<'_> {
    /// Visits one hand of every suit class that has some of these ranks, and gathers what `each` finds: one gathering
    /// for each of the ranks, in their order, begun by `start` with its place.
    pub(super) fn gather<T: Send>(
        &self,
        ranks: &[RankCounts],
        progress: &dyn Progress,
        start: impl Fn(usize) -> T + Sync,
        each: impl Fn(&mut T, &HandCounts<'_>) + Sync,
    ) -> Vec<T> {
        // The answers for all ranks at once would take twice the memory. The ranks are in order, so that subsets with a
        // low rank concern only the first part.
        let many = ranks.len().div_ceil(PARTS).max(1);
        let parts = ranks.chunks(many).enumerate();
        parts.flat_map(|(part, ranks)| self.gather_part(ranks, progress, |at| start(part * many + at), &each)).collect()
    }

    fn gather_part<T: Send>(
        &self,
        ranks: &[RankCounts],
        progress: &dyn Progress,
        start: impl Fn(usize) -> T + Sync,
        each: impl Fn(&mut T, &HandCounts<'_>) + Sync,
    ) -> Vec<T> {
        let questions: Vec<Questions> =
            ranks.par_iter().map(|&ranks| Questions::new(self.order, ranks, self.also)).collect();
        let index: HashMap<RankCounts, u32> = ranks.iter().copied().zip(0..).collect();
        progress.begin("counting what each subset beats", (0..7).map(|size| RankCounts::all(size).len() as u64).sum());
        let subsets: Vec<Subsets> = (0..7).map(|size| self.subsets(size, &index, &questions, progress)).collect();
        progress.end();
        progress.begin("adding up for every hand", ranks.len() as u64);
        let gathered = (0..ranks.len()).into_par_iter().map(|at| {
            let mut found = start(at);
            self.visit(ranks[at], at as u32, &questions[at], &subsets, &mut |valued| each(&mut found, valued));
            progress.advance(1);
            found
        });
        let gathered = gathered.collect();
        progress.end();
        gathered
    }

    /// The standing to ask about so that strictly higher hands are what counts.
    fn asks(&self, standing: SettingRank) -> SettingRank {
        if self.copies_win { standing.copies_win() } else { standing }
    }

    fn subsets(
        &self,
        size: usize,
        index: &HashMap<RankCounts, u32>,
        questions: &[Questions],
        progress: &dyn Progress,
    ) -> Subsets {
        let mut class = vec![0; hands(size)];
        for ranks in RankCounts::all(size) {
            let mut next = 0;
            ranks.each_hand(&mut |hand, _| {
                each_renaming(hand, &mut |hand| class[number(hand)] = next);
                next += 1;
            });
        }
        let answers = RankCounts::all(size)
            .into_par_iter()
            .map(|ranks| {
                let answers = match size {
                    0..=3 => self.answer::<u32>(ranks, size, index, questions),
                    _ => self.answer::<u16>(ranks, size, index, questions),
                };
                progress.advance(1);
                (ranks, answers)
            })
            .collect();
        Subsets { answers, class }
    }

    fn answer<T: Tally>(
        &self,
        ranks: RankCounts,
        size: usize,
        index: &HashMap<RankCounts, u32>,
        questions: &[Questions],
    ) -> Answers {
        let mut wholes = Vec::new();
        ranks.each_with(7 - size, &mut |whole| wholes.extend(index.get(&whole)));
        wholes.sort_unstable();
        let (mut supersets, mut asked) = (Vec::new(), Vec::new());
        for whole in wholes {
            supersets.push((whole, asked.len() as u32));
            let Questions { standings, one_suit, .. } = &questions[whole as usize];
            let standings = standings.iter().map(|&standing| self.asks(standing));
            let slots = asked.len() as u32..;
            asked.extend(standings.zip(one_suit).zip(slots).map(|((standing, &one_suit), slot)| Asked {
                standing,
                one_suit,
                slot,
            }));
        }
        let slots = asked.len();
        asked.sort_unstable_by_key(|asked| asked.standing.high());
        let mut classes = 0;
        ranks.each_hand(&mut |_, _| classes += usize::from(slots > 0));
        let mut counts = vec![T::default(); slots * classes];
        let (mut found, mut gathered) = (vec![T::default(); slots], Gathered::new(self, size));
        let mut class = 0;
        ranks.each_hand(&mut |subset, _| {
            if slots == 0 {
                return;
            }
            gathered.gather(self.other, subset);
            gathered.sweep(&asked, card_set(subset).suits(), &mut found);
            for (at, &(_, start)) in supersets.iter().enumerate() {
                let start = start as usize;
                let end = supersets.get(at + 1).map_or(slots, |next| next.1 as usize);
                let to = start * classes + class * (end - start);
                counts[to..to + end - start].copy_from_slice(&found[start..end]);
            }
            class += 1;
        });
        Answers { supersets, classes, counts: T::counts(counts) }
    }

    /// Visits every hand of these ranks.
    fn visit(
        &self,
        ranks: RankCounts,
        at: u32,
        questions: &Questions,
        subsets: &[Subsets],
        each: &mut impl FnMut(&HandCounts<'_>),
    ) {
        let lanes = questions.standings.len();
        let places: Vec<u8> = ranks.iter().collect();
        let parts: Vec<Part<'_>> = (0..127_usize).map(|subset| Part::of(subset, &places, at, lanes, subsets)).collect();
        // Sums over the subsets of the first cards, by how many cards those are.
        let mut sums = vec![vec![0_i32; lanes]; 8];
        let mut numbers = [0_usize; 128];
        parts[0].add_to(&mut sums[0], 0, 1);
        let mut before: Vec<u8> = Vec::new();
        ranks.each_hand(&mut |hand, weight| {
            let shared = before.iter().zip(hand).take_while(|(old, new)| old == new).count();
            let flush = may_flush(hand);
            for place in shared..7 {
                let (done, rest) = sums.split_at_mut(place + 1);
                let needed = if place < 6 || flush { lanes } else { questions.without_flush };
                let sum = &mut rest[0][..needed];
                sum.copy_from_slice(&done[place][..needed]);
                let row = &CHOOSE[usize::from(hand[place])];
                for lower in 0..1_usize << place {
                    let subset = lower | 1 << place;
                    let size = subset.count_ones() as usize;
                    let number = numbers[lower] + row[size] as usize;
                    numbers[subset] = number;
                    if size < 7 {
                        let sign = if size.is_multiple_of(2) { 1 } else { -1 };
                        parts[subset].add_to(sum, usize::from(subsets[size].class[number]), sign);
                    }
                }
            }
            before.clear();
            before.extend_from_slice(hand);
            // The one hand that holds all our cards is our own.
            let own = self.other.rank(hand);
            let needed = if flush { lanes } else { questions.without_flush };
            for (beaten, &standing) in sums[7][..needed].iter_mut().zip(&questions.standings) {
                *beaten -= i32::from(self.asks(standing).beats(own));
            }
            each(&HandCounts { hand, weight, questions, beaten: &sums[7][..needed] });
        });
    }
}

/// The answers for the subsets of seven cards that lie in the same places.
struct Part<'a> {
    lanes: usize,
    counts: PartCounts<'a>,
}

enum PartCounts<'a> {
    Wide(&'a [u32]),
    Narrow(&'a [u16]),
}

impl<'a> Part<'a> {
    fn of(subset: usize, places: &[u8], whole: u32, lanes: usize, subsets: &'a [Subsets]) -> Self {
        let held = places.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1);
        let ranks = held.fold(RankCounts::default(), |ranks, (_, &rank)| ranks.with(rank));
        let answers = &subsets[subset.count_ones() as usize].answers[&ranks];
        let at = answers.supersets.partition_point(|&(other, _)| other < whole);
        let start = answers.supersets[at].1 as usize * answers.classes;
        let range = start..start + lanes * answers.classes;
        let counts = match &answers.counts {
            Counts::Wide(counts) => PartCounts::Wide(&counts[range]),
            Counts::Narrow(counts) => PartCounts::Narrow(&counts[range]),
        };
        Self { lanes, counts }
    }

    fn add_to(&self, sums: &mut [i32], class: usize, sign: i32) {
        let start = class * self.lanes;
        match self.counts {
            PartCounts::Wide(counts) => add(sums, &counts[start..start + sums.len()], |count| sign * count as i32),
            PartCounts::Narrow(counts) => {
                add(sums, &counts[start..start + sums.len()], |count| sign * i32::from(count));
            }
        }
    }
}

fn add<T: Copy>(sums: &mut [i32], counts: &[T], signed: impl Fn(T) -> i32) {
    for (sums, counts) in sums.chunks_exact_mut(STEP).zip(counts.chunks_exact(STEP)) {
        for lane in 0..STEP {
            sums[lane] += signed(counts[lane]);
        }
    }
}

/// A count of hands that hold a subset: 16 bits are enough from four cards on, of which 18,424 hands hold all.
trait Tally: Copy + Default + Send + std::ops::AddAssign + std::ops::BitAnd<Output = Self> + Into<u32> {
    const ONES: Self;
    fn of(count: u32) -> Self;
    fn counts(all: Vec<Self>) -> Counts;
}

impl Tally for u32 {
    const ONES: Self = Self::MAX;

    fn of(count: u32) -> Self {
        count
    }

    fn counts(all: Vec<Self>) -> Counts {
        Counts::Wide(all)
    }
}

impl Tally for u16 {
    const ONES: Self = Self::MAX;

    fn of(count: u32) -> Self {
        count as Self
    }

    fn counts(all: Vec<Self>) -> Counts {
        Counts::Narrow(all)
    }
}

/// The hands of the other side that hold a subset, in order of their high hand, and what lies below a standing.
struct Gathered<T> {
    /// Whether nearly every standing occurs, so that hands are best counted by it; otherwise they are sorted.
    many: bool,
    /// By place of standing how many hands, or by place of the high hand where its hands begin.
    counts: Vec<u32>,
    places: Vec<u32>,
    hands: Vec<(SettingRank, T)>,
    /// By medium hand, as a tree of partial sums: how many have a lower medium hand and each lower low hand.
    below: [[T; LOW_LANES]; MEDIUMS + 1],
    /// The same of all hands, as plain sums.
    all: [[T; LOW_LANES]; MEDIUMS + 1],
    /// By low hand: all bits in the lanes of the higher ones.
    lanes: [[T; LOW_LANES]; LOW_LANES],
}

/// A lane for each place of a low hand; the last counts every hand.
const LOW_LANES: usize = 16;
const EVERY: usize = LOW_LANES - 1;
const _: () = assert!(LOWS <= EVERY);

impl<T: Tally> Gathered<T> {
    fn new(contest: &SideContest<'_>, size: usize) -> Self {
        let many = size < 4;
        let places = if many { contest.other.ranks().len() } else { contest.order.highs() + 1 };
        let lanes =
            std::array::from_fn(|low| std::array::from_fn(|lane| if low < lane { T::ONES } else { T::default() }));
        let nothing = [[T::default(); LOW_LANES]; MEDIUMS + 1];
        Self {
            many,
            counts: vec![0; places],
            places: Vec::new(),
            hands: Vec::new(),
            below: nothing,
            all: nothing,
            lanes,
        }
    }

    /// Takes up the hands that hold a subset.
    fn gather(&mut self, deck: &DeckSettings, subset: &[u8]) {
        let standings = deck.ranks();
        self.counts.fill(0);
        self.hands.clear();
        if self.many {
            deck.each_holding(subset, &mut |place| self.counts[place] += 1);
            let occurring = self.counts.iter().zip(standings).filter(|&(&count, _)| count > 0);
            self.hands.extend(occurring.map(|(&count, &standing)| (standing, T::of(count))));
        } else {
            self.places.clear();
            deck.each_holding(subset, &mut |place| self.places.push(place as u32));
            for &place in &self.places {
                self.counts[standings[place as usize].high() + 1] += 1;
            }
            for high in 1..self.counts.len() {
                self.counts[high] += self.counts[high - 1];
            }
            self.hands.resize(self.places.len(), (SettingRank::default(), T::of(1)));
            for &place in &self.places {
                let standing = standings[place as usize];
                let next = &mut self.counts[standing.high()];
                self.hands[*next as usize].0 = standing;
                *next += 1;
            }
        }
    }

    /// Finds for each standing asked about, in order of its high hand, how many of the hands it beats. Those that no
    /// hand with this subset asks about, because the subset mixes the suits, are left out.
    fn sweep(&mut self, asked: &[Asked], suits: [u16; 4], found: &mut [T]) {
        let held = suits[0] | suits[1] | suits[2] | suits[3];
        self.all.fill([T::default(); LOW_LANES]);
        self.below.fill([T::default(); LOW_LANES]);
        for &(standing, count) in &self.hands {
            add_lanes(&mut self.all[standing.medium() + 1], &self.lanes[standing.low()], count);
        }
        for medium in 1..=MEDIUMS {
            let (lower, higher) = self.all.split_at_mut(medium);
            add_lanes(&mut higher[0], &lower[medium - 1], T::ONES);
        }
        let mut lower_low = [T::default(); LOW_LANES];
        let mut next = 0;
        for &Asked { standing, one_suit, slot } in asked {
            let wanted = held & one_suit;
            if suits.iter().all(|suit| wanted & !suit != 0) {
                continue;
            }
            while let Some(&(hand, count)) = self.hands.get(next).filter(|(hand, _)| hand.high() < standing.high()) {
                let lanes = self.lanes[hand.low()];
                add_lanes(&mut lower_low, &lanes, count);
                let mut node = hand.medium() + 1;
                while node <= MEDIUMS {
                    add_lanes(&mut self.below[node], &lanes, count);
                    node += node & node.wrapping_neg();
                }
                next += 1;
            }
            let (medium, low) = (standing.medium(), standing.low());
            let (mut lower_medium, mut both, mut node) = (0, 0, medium);
            while node > 0 {
                lower_medium += self.below[node][EVERY].into();
                both += self.below[node][low].into();
                node &= node - 1;
            }
            let all_both: u32 = self.all[medium][low].into();
            let one_low: u32 = lower_low[low].into();
            found[slot as usize] = T::of(lower_medium + one_low + all_both - 2 * both);
        }
    }
}

/// Adds a count to the lanes set.
fn add_lanes<T: Tally>(sums: &mut [T; LOW_LANES], lanes: &[T; LOW_LANES], count: T) {
    for (sum, &lane) in sums.iter_mut().zip(lanes) {
        *sum += lane & count;
    }
}
