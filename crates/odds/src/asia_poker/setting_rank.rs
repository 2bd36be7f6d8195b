//! What a setting shows: the place of its high, medium and low hand in the text's order of hands.
//!
//! Places are whole numbers without gaps, so that counts can be tabled by them. Two rankings are at work: hands of one
//! setting are always compared card by card, hands of player and dealer as the text says of copies.

use super::ranks::{JOKER, RankCounts, card, card_set, rank};
use croupier_rules::{CardSet, HandRank, Ranking, Setting, Shape};

/// The places of the three hands in one number, the high hand's foremost: 11 bits are left to medium and low.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct SettingRank(u32);

impl SettingRank {
    const fn new(high: u16, medium: u8, low: u8) -> Self {
        Self((high as u32) << 11 | (medium as u32) << 4 | low as u32)
    }

    pub(super) const fn high(self) -> usize {
        (self.0 >> 11) as usize
    }

    pub(super) const fn medium(self) -> usize {
        (self.0 >> 4 & 0x7f) as usize
    }

    pub(super) const fn low(self) -> usize {
        (self.0 & 0xf) as usize
    }

    /// The number itself.
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The standing of this number.
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The standing that is beaten by this one only if it beats or copies `self`: one place higher in every hand.
    pub(super) const fn copies_win(self) -> Self {
        Self::new(self.high() as u16 + 1, self.medium() as u8 + 1, self.low() as u8 + 1)
    }

    /// Whether two of three hands are strictly higher than the other's: §§ 659a.11(f), 575.11(f), MA 12(g), MA 12(h).
    pub(super) fn beats(self, other: Self) -> bool {
        let higher = [self.high() > other.high(), self.medium() > other.medium(), self.low() > other.low()];
        higher.into_iter().filter(|&higher| higher).count() >= 2
    }

    /// Whether no hand is lower than the other's.
    pub(super) fn covers(self, other: Self) -> bool {
        self.high() >= other.high() && self.medium() >= other.medium() && self.low() >= other.low()
    }
}

/// The places a medium hand can have, one more for a standing that wins copies.
pub(super) const MEDIUMS: usize = 92;
/// The places a low hand can have, one more for a standing that wins copies.
pub(super) const LOWS: usize = 14;

/// The order of hands of one text, tabled by ranks.
pub(super) struct HandOrder {
    contest: Ranking,
    highs: Vec<HandRank>,
    mediums: Vec<HandRank>,
    lows: Vec<HandRank>,
    /// By four rising ranks: the high hand of several suits, and of one.
    fours: Vec<[Four; 2]>,
    twos: [[(HandRank, u8); 14]; 14],
    ones: [(HandRank, u8); 14],
}

/// A high hand by its ranks: how it compares within its setting, and its place against others.
#[derive(Clone, Copy, Default)]
struct Four {
    within: Option<HandRank>,
    place: u16,
}

/// A way to set cards of given ranks that no other way surpasses in every hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RankChoice {
    /// What it shows.
    pub(super) standing: SettingRank,
    /// The ranks that must lie in one suit for it, or none.
    pub(super) one_suit: u16,
    /// The places of the low card and the medium cards among the seven, as bits.
    pub(super) low: u8,
    pub(super) medium: u8,
}

impl HandOrder {
    pub(super) fn new(contest: Ranking) -> Self {
        let within = contest.card_by_card();
        let ranked = |hand: &[u8]| (within.rank(card_set(hand)), contest.rank(card_set(hand)));
        let mut fours = vec![[None; 2]; 14 * 14 * 14 * 14];
        for ranks in RankCounts::all(4) {
            let ranks: Vec<u8> = ranks.iter().collect();
            let mut mixed: Vec<u8> = ranks.iter().zip([0, 1, 2, 3]).map(|(&rank, suit)| card(rank, suit)).collect();
            mixed.sort_unstable();
            let suited: Vec<u8> = ranks.iter().map(|&rank| card(rank, 0)).collect();
            let distinct = ranks.windows(2).all(|pair| pair[0] < pair[1]);
            fours[place_of(&ranks)] = [Some(ranked(&mixed)), distinct.then(|| ranked(&suited))];
        }
        let sorted = |mut ranks: Vec<HandRank>| {
            ranks.sort_unstable();
            ranks.dedup();
            ranks
        };
        let highs = sorted(fours.iter().flatten().flatten().map(|&(_, contest)| contest).collect());
        let pairs = |a: u8, b: u8| ranked(&[card(a.min(b), 0), card(a.max(b), 1)]);
        // There is but one joker.
        let two = (0..=JOKER).flat_map(|b| (0..=b).map(move |a| (a, b))).filter(|&pair| pair != (JOKER, JOKER));
        let mediums = sorted(two.map(|(a, b)| pairs(a, b).1).collect());
        let lows = sorted((0..=JOKER).map(|rank| ranked(&[card(rank, 0)]).1).collect());
        let four = |found: Option<(HandRank, HandRank)>| {
            found.map_or(Four::default(), |(within, contest)| Four {
                within: Some(within),
                place: place_among(&highs, contest) as u16,
            })
        };
        let fours = fours.into_iter().map(|pair| pair.map(four)).collect();
        let twos = std::array::from_fn(|a| {
            std::array::from_fn(|b| {
                let (within, contest) = pairs(a as u8, b as u8);
                (within, place_among(&mediums, contest) as u8)
            })
        });
        let ones = std::array::from_fn(|rank| {
            let (within, contest) = ranked(&[card(rank as u8, 0)]);
            (within, place_among(&lows, contest) as u8)
        });
        assert!(mediums.len() < MEDIUMS && lows.len() < LOWS, "the tables have room for every place");
        Self { contest, highs, mediums, lows, fours, twos, ones }
    }

    /// How many places a high hand can have, one more for a standing that wins copies.
    pub(super) fn highs(&self) -> usize {
        self.highs.len() + 1
    }

    /// Whether a setting could show this.
    pub(super) fn has(&self, standing: SettingRank) -> bool {
        standing.high() < self.highs.len() && standing.medium() < self.mediums.len() && standing.low() < self.lows.len()
    }

    /// What beats everything.
    #[cfg(test)]
    pub(super) fn above_all(&self) -> SettingRank {
        SettingRank::new(self.highs.len() as u16, self.mediums.len() as u8, self.lows.len() as u8)
    }

    /// The lawful settings of seven cards.
    pub(super) fn lawful_settings(&self, cards: CardSet) -> impl Iterator<Item = Setting> {
        let within = self.contest.card_by_card();
        let lawful = move |setting: &Setting| setting.foul(Shape::FOUR_TWO_ONE, &within).is_none();
        Shape::FOUR_TWO_ONE.settings(cards).filter(lawful)
    }

    /// What a setting shows.
    pub(super) fn rank(&self, setting: &Setting) -> SettingRank {
        let [high, medium, low] =
            [(setting.high, &self.highs), (setting.medium, &self.mediums), (setting.low, &self.lows)]
                .map(|(hand, places)| place_among(places, self.contest.rank(hand)));
        SettingRank::new(high as u16, medium as u8, low as u8)
    }

    /// The lawful ways to set seven cards of these ranks that no other surpasses: first those of any suits, then those
    /// whose high hand is of one suit.
    pub(super) fn choices(&self, ranks: RankCounts) -> Vec<RankChoice> {
        let ranks: Vec<u8> = ranks.iter().collect();
        let mut choices: Vec<RankChoice> = Vec::new();
        for suited in [0, 1] {
            let mut found: Vec<RankChoice> = self.lawful(&ranks, suited).collect();
            found.sort_by_key(|choice| std::cmp::Reverse(choice.standing));
            for choice in found {
                let surpassed = |other: &RankChoice| {
                    other.standing.covers(choice.standing) && other.one_suit & !choice.one_suit == 0
                };
                if !choices.iter().any(surpassed) {
                    choices.push(choice);
                }
            }
        }
        choices
    }

    /// The lawful ways to set seven cards of these ranks with a high hand of several suits (0) or of one (1).
    fn lawful(&self, ranks: &[u8], suited: usize) -> impl Iterator<Item = RankChoice> {
        (0..7).flat_map(move |low| (0..7).map(move |a| (low, a))).flat_map(move |(low, a)| {
            (a + 1..7).filter(move |&b| low != a && low != b).filter_map(move |b| {
                let high: Vec<u8> = (0..7).filter(|&at| at != low && at != a && at != b).map(|at| ranks[at]).collect();
                let Four { within, place } = self.fours[place_of(&high)][suited];
                let (medium, medium_place) = self.twos[usize::from(ranks[a])][usize::from(ranks[b])];
                let (lowest, low_place) = self.ones[usize::from(ranks[low])];
                let lawful = within? > medium && medium > lowest;
                let one_suit = high.iter().filter(|&&rank| rank != JOKER).fold(0, |all, rank| all | 1 << rank);
                lawful.then_some(RankChoice {
                    standing: SettingRank::new(place, medium_place, low_place),
                    one_suit: if suited == 1 { one_suit } else { 0 },
                    low: 1 << low,
                    medium: 1 << a | 1 << b,
                })
            })
        })
    }
}

impl RankChoice {
    /// Whether a hand whose suits hold these ranks can be set so.
    pub(super) fn open_to(&self, suits: &[u16; 4]) -> bool {
        self.one_suit == 0 || suits.iter().any(|suit| self.one_suit & !suit == 0)
    }

    /// The setting of these seven cards, in rising order, that shows it.
    pub(super) fn setting(&self, hand: &[u8]) -> Setting {
        let ranks: Vec<u8> = hand.iter().map(|&card| rank(card)).collect();
        let part = |places: u8| (0..7).filter(move |at| places >> at & 1 == 1).map(|at| ranks[at]).collect::<Vec<u8>>();
        let (low, medium) = (part(self.low), part(self.medium));
        let cards = card_set(hand);
        let suit = (0..4).find(|&suit| self.one_suit & !cards.suits()[suit] == 0).filter(|_| self.one_suit != 0);
        // Of cards of one rank, those of the flush's suit stay in the high hand.
        let mut left: Vec<u8> = hand.to_vec();
        left.sort_by_key(|&card| suit.is_some_and(|suit| usize::from(card & 3) == suit && rank(card) != JOKER));
        let mut take = |wanted: &[u8]| {
            wanted.iter().fold(CardSet::EMPTY, |taken, &wanted| {
                let at = left.iter().position(|&card| rank(card) == wanted);
                taken.union(at.map_or(CardSet::EMPTY, |at| card_set(&[left.remove(at)])))
            })
        };
        let (low, medium) = (take(&low), take(&medium));
        Setting { high: cards.difference(low).difference(medium), medium, low }
    }
}

fn place_of(ranks: &[u8]) -> usize {
    ranks.iter().fold(0, |place, &rank| 14 * place + usize::from(rank))
}

fn place_among(places: &[HandRank], rank: HandRank) -> usize {
    places.partition_point(|&lower| lower < rank)
}
