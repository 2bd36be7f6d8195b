//! What a house way makes of every hand, pattern by pattern, and what any one hand beats of it.
//!
//! A single hand needs no sums over subsets. The other side's hands are counted by their ranks, of which so many are
//! left, and for each suit by the ranks in it and those of the other cards: a look at every pattern tells, in
//! milliseconds, how often each standing is met.

use super::measure::{Entries, Measure, ways};
use super::patterns::{ALL_PATTERNS, JOKER_BIT, OTHERS, PATTERNS, beside, each_others, ranks_of};
use super::ranks::RankCounts;
use super::setting_rank::{HandOrder, SettingRank};
use crate::counting::choose;
use crate::progress::Progress;
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::{CardSet, Ranking, Setting};
use rayon::prelude::*;
use std::sync::OnceLock;

/// What a hand shows when it is set by a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HouseWayRow {
    pub(super) standing: SettingRank,
    /// The rule that set it.
    pub(super) rule: u8,
}

/// One hand of every pattern, set by a house way.
pub struct HouseWaySet {
    pub(super) order: HandOrder,
    /// By the place of a pattern among all.
    pub(super) rows: Vec<HouseWayRow>,
    /// The same as sums, once it is asked for.
    measure: OnceLock<PlacedMeasure>,
}

/// A measure and the standings that occur in it.
pub(super) struct PlacedMeasure {
    pub(super) measure: Measure,
    standings: Vec<SettingRank>,
    /// By the bits of a standing: its place in the list.
    places: Vec<u32>,
}

/// A hand for which a house way has no rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule of the house way applies to {0}")]
pub struct UncoveredHand(pub CardSet);

impl HouseWaySet {
    /// Sets one hand of each pattern by the dealer's way, to be compared with other hands by `contest`.
    ///
    /// # Errors
    /// If the way has no rule for a hand.
    pub fn new(dealer: &HouseWaySetter<'_>, contest: Ranking, progress: &dyn Progress) -> Result<Self, UncoveredHand> {
        let order = HandOrder::new(contest);
        let hands = PATTERNS.hands();
        let set = |&cards: &CardSet| {
            let set = dealer.set(cards).ok_or(UncoveredHand(cards))?;
            // A way has at most a hundred rules.
            Ok(HouseWayRow { standing: order.rank(&set.setting), rule: set.rule as u8 })
        };
        progress.begin("setting every hand", hands.len() as u64);
        let chunks = hands.par_chunks(1 << 12).map(|hands| {
            let rows = hands.iter().map(set).collect::<Result<Vec<_>, _>>();
            progress.advance(hands.len() as u64);
            rows
        });
        let rows = chunks.collect::<Result<Vec<_>, _>>();
        progress.end();
        Ok(Self { order, rows: rows?.concat(), measure: OnceLock::new() })
    }

    /// What was set, to be kept: five bytes for each pattern.
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = self.rows.iter().flat_map(|row| {
            let [a, b, c, d] = row.standing.bits().to_le_bytes();
            [a, b, c, d, row.rule]
        });
        bytes.collect()
    }

    /// What was kept, for hands compared by `contest`; none if it is not whole.
    pub fn from_bytes(bytes: &[u8], contest: Ranking) -> Option<Self> {
        let read = |kept: &[u8]| HouseWayRow {
            standing: SettingRank::from_bits(u32::from_le_bytes([kept[0], kept[1], kept[2], kept[3]])),
            rule: kept[4],
        };
        let rows: Vec<HouseWayRow> = bytes.chunks_exact(5).map(read).collect();
        let order = HandOrder::new(contest);
        let whole = bytes.len() == 5 * ALL_PATTERNS && rows.iter().all(|row| order.has(row.standing));
        whole.then_some(Self { order, rows, measure: OnceLock::new() })
    }

    /// What the way makes of a hand.
    pub(super) fn row(&self, cards: CardSet) -> HouseWayRow {
        self.rows[PATTERNS.of_hand(cards)]
    }

    /// What the way shows, as sums.
    pub(super) fn measure(&self) -> &Measure {
        &self.placed().measure
    }

    fn placed(&self) -> &PlacedMeasure {
        self.measure.get_or_init(|| PlacedMeasure::new(Measure::of(&self.rows)))
    }

    /// Every lawful setting of seven cards and how many of the hands it beats that the dealer can hold when these other
    /// cards are known; settings that show the same are told once.
    pub fn settings(&self, cards: CardSet, known: CardSet) -> Vec<(Setting, u64)> {
        let against = self.placed().against(cards.union(known));
        let mut settings: Vec<(Setting, SettingRank)> = Vec::new();
        for setting in self.order.lawful_settings(cards) {
            let standing = self.order.rank(&setting);
            if !settings.iter().any(|&(_, known)| known == standing) {
                settings.push((setting, standing));
            }
        }
        let beaten = |standing: SettingRank| {
            against.iter().filter(|(other, _)| standing.beats(*other)).map(|&(_, count)| count).sum()
        };
        settings.into_iter().map(|(setting, standing)| (setting, beaten(standing))).collect()
    }
}

impl PlacedMeasure {
    fn new(measure: Measure) -> Self {
        let all = || [&measure.ranks, &measure.flushes, &measure.doubles].into_iter().flat_map(Entries::all);
        let most = all().map(|(standing, _)| standing.bits() as usize).max().unwrap_or(0);
        let mut places = vec![u32::MAX; most + 1];
        let mut standings = Vec::new();
        for &(standing, _) in all() {
            let place = &mut places[standing.bits() as usize];
            if *place == u32::MAX {
                *place = standings.len() as u32;
                standings.push(standing);
            }
        }
        Self { measure, standings, places }
    }

    /// What the other side can show when these cards are not in its hand, and in how many hands.
    fn against(&self, cards: CardSet) -> Vec<(SettingRank, u64)> {
        let (suits, joker) = (cards.suits(), cards.has_joker());
        let mut counts = vec![0_i64; self.standings.len()];
        let mut add = |entries: &[(SettingRank, i32)], ways: i64| {
            for &(standing, times) in entries {
                counts[self.places[standing.bits() as usize] as usize] += i64::from(times) * ways;
            }
        };
        let held = ranks_of(suits, joker);
        let left = std::array::from_fn(|rank| if rank == 13 { 1 } else { 4 } - held.count(rank as u8) as u8);
        for (place, ranks) in RankCounts::all(7).into_iter().enumerate() {
            let ways = ways(ranks, &left);
            if ways > 0 {
                add(self.measure.ranks.of(place), ways as i64);
            }
        }
        let barred = if joker { JOKER_BIT } else { 0 };
        for suit in suits {
            let others = other_ways(&left, suit);
            for ranks in (0..1 << 14).filter(|ranks| ranks & (suit | barred) == 0) {
                let Some(count) = beside(ranks) else { continue };
                let first = PATTERNS.first_flush(ranks);
                for (place, &ways) in others[count].iter().enumerate().filter(|&(_, &ways)| ways > 0) {
                    add(self.measure.flushes.of(first + place), ways);
                }
            }
        }
        if !joker {
            let pairs = (0..4).flat_map(|second| (0..second).map(move |first| (suits[first], suits[second])));
            for (first, second) in pairs {
                let free = |suit: u16| PATTERNS.threes.iter().copied().filter(move |ranks| ranks & suit == 0);
                for ranks in free(first) {
                    free(second).for_each(|other| add(self.measure.doubles.of(PATTERNS.of_double(ranks, other)), 1));
                }
            }
        }
        let counted = self.standings.iter().copied().zip(counts).filter(|&(_, count)| count != 0);
        counted.map(|(standing, count)| (standing, u64::try_from(count).expect("a count is not negative"))).collect()
    }
}

/// By how many cards there are beside a suit, and by the place of their ranks: in how many ways they can be dealt when
/// so many cards of each rank are left in all, and these are missing from the suit.
fn other_ways(left: &[u8; 14], suit: u16) -> [Vec<i64>; 4] {
    // What is left of a rank beside the suit is one less, unless the suit's own card is what is missing.
    let left: [u8; 13] = std::array::from_fn(|rank| left[rank] - u8::from(suit >> rank & 1 == 0));
    std::array::from_fn(|count| {
        let mut ways = Vec::with_capacity(OTHERS[count]);
        each_others(count, &mut |others| {
            let of_rank = |rank: u8| {
                choose(left[usize::from(rank)].into(), others.iter().filter(|&&other| other == rank).count() as u32)
            };
            let first_of = |(at, rank): (usize, &u8)| (!others[..at].contains(rank)).then_some(*rank);
            ways.push(others.iter().enumerate().filter_map(first_of).map(of_rank).product::<u64>() as i64);
        });
        ways
    })
}

/// The suit classes of seven cards.
pub(super) const CLASSES: usize = 6_972_147;
/// The hands the dealer can hold against seven cards: 46 over 7.
pub const DEALER_HANDS: u64 = 53_524_680;
