//! Applies a house way: turns its rules into ranges of ranks and sets the cards by the first rule that fits.
//!
//! Setting is asked for millions of hands in a row, so the ranks of all four-card hands are tabled once, from the
//! readable evaluator and nothing else; of five-card hands a setting has only six, which are ranked as they come.

use super::{HandPattern, HandSlot, HouseWay};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::holding::Holding;
use crate::ranking::{HandRank, Ranking};
use crate::setting::{Setting, Shape};
use std::borrow::Cow;

/// A dealer who knows one house way.
pub struct HouseWaySetter<'way> {
    way: Cow<'way, HouseWay>,
    shape: Shape,
    ranking: Ranking,
    rules: Vec<Ranges>,
    fours: Option<Fours>,
}

/// Cards set, and the place of the rule that set them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseWayChoice {
    /// The hands.
    pub setting: Setting,
    /// The rule's place in the way, the first being 0.
    pub rule: usize,
}

/// The lowest and highest rank a rule admits for the high, medium and low hand; none if it can never be met.
struct Ranges {
    bounds: Option<[(HandRank, HandRank); 3]>,
    best: [bool; 2],
}

/// One lawful setting: the ranks of its hands, and its place among all settings of the cards.
#[derive(Clone, Copy)]
struct Candidate {
    ranks: [HandRank; 3],
    split: u8,
}

/// The lawful settings of some cards, in the order of [`SPLITS`], and the highest rank any of them gives each hand.
struct LawfulSettings {
    candidates: [Candidate; 105],
    count: usize,
    highest: [HandRank; 3],
}

impl<'way> HouseWaySetter<'way> {
    /// Teaches a dealer this way for a game of this shape and ranking.
    pub fn new(way: &'way HouseWay, shape: Shape, ranking: Ranking) -> Self {
        Self::knowing(Cow::Borrowed(way), shape, ranking)
    }

    /// Teaches a dealer this way for good.
    pub fn owning(way: HouseWay, shape: Shape, ranking: Ranking) -> HouseWaySetter<'static> {
        HouseWaySetter::knowing(Cow::Owned(way), shape, ranking)
    }

    fn knowing(way: Cow<'way, HouseWay>, shape: Shape, ranking: Ranking) -> Self {
        let ranking = ranking.card_by_card();
        let rules = way.rules.iter().map(|rule| {
            let ranges = [&rule.high, &rule.medium, &rule.low].map(|pattern| pattern.range(&ranking));
            let bounds = match ranges {
                [Some(high), Some(medium), Some(low)] => Some([high, medium, low]),
                _ => None,
            };
            Ranges { bounds, best: [rule.high == HandPattern::Best, rule.medium == HandPattern::Best] }
        });
        let rules = rules.collect();
        let fours = (shape == Shape::FOUR_TWO_ONE).then(|| Fours::new(&ranking));
        Self { way, shape, ranking, rules, fours }
    }

    /// The way this dealer knows.
    pub fn way(&self) -> &HouseWay {
        &self.way
    }

    /// How many cards this dealer sets.
    pub fn cards(&self) -> usize {
        self.shape.cards()
    }

    /// The ranking by which this dealer compares the hands of a setting.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The shape this dealer sets cards into.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Sets the cards by the first rule that fits; none if no rule does.
    ///
    /// The choice depends on suits only through flushes: of settings equal in the rank of every hand the first is
    /// taken, by the low card and then the medium ones, so hands that differ by a renaming of suits are set with equal
    /// ranks.
    pub fn set(&self, cards: CardSet) -> Option<HouseWayChoice> {
        assert_eq!(cards.len(), self.cards(), "a dealer sets as many cards as are dealt");
        let lawful = match &self.fours {
            Some(fours) => fours.lawful(&Seven::of(cards)),
            None => self.lawful_of_six(cards),
        };
        let holding = Holding::of(cards);
        let size = self.ranking.size as u32;
        self.way.rules.iter().zip(&self.rules).enumerate().find_map(|(place, (rule, ranges))| {
            let mut bounds = ranges.bounds?;
            let for_these_hands = |all: &Vec<super::Feature>| all.iter().all(|feature| feature.holds(&holding, size));
            if !rule.hands.is_empty() && !rule.hands.iter().any(for_these_hands) {
                return None;
            }
            for (hand, &best) in ranges.best.iter().enumerate() {
                if best {
                    bounds[hand].0 = lawful.highest[hand].least_of_category();
                }
            }
            let split = lawful.pick(&bounds, rule.prefer)?;
            Some(HouseWayChoice { setting: self.setting(cards, split), rule: place })
        })
    }

    /// The lawful ways to set six cards as five and one, by the place of the low card.
    fn lawful_of_six(&self, cards: CardSet) -> LawfulSettings {
        let mut lawful = LawfulSettings::NONE;
        for (split, low) in (0_u8..).zip(cards) {
            let [high, low] = [cards.without(low), CardSet::of(low)].map(|hand| self.ranking.rank(hand));
            lawful.push_if_lawful(Candidate { ranks: [high, HandRank::NONE, low], split }, high > low);
        }
        lawful
    }

    /// The setting in this place among all settings of the cards.
    fn setting(&self, cards: CardSet, split: u8) -> Setting {
        let (medium, low) = if self.fours.is_some() {
            let Split { medium: [first, second], low, .. } = SPLITS[usize::from(split)];
            let seven = Seven::of(cards);
            (seven.card(first).union(seven.card(second)), seven.card(low))
        } else {
            (CardSet::EMPTY, cards.iter().nth(usize::from(split)).map_or(CardSet::EMPTY, CardSet::of))
        };
        Setting { high: cards.difference(medium).difference(low), medium, low }
    }
}

impl LawfulSettings {
    const NONE: Self = Self {
        candidates: [Candidate { ranks: [HandRank::NONE; 3], split: 0 }; 105],
        count: 0,
        highest: [HandRank::NONE; 3],
    };

    /// Adds a setting if it is lawful. Written without a branch, since which settings are lawful cannot be foretold.
    fn push_if_lawful(&mut self, candidate: Candidate, lawful: bool) {
        self.candidates[self.count] = candidate;
        self.count += usize::from(lawful);
        for (highest, rank) in self.highest.iter_mut().zip(candidate.ranks) {
            *highest = (*highest).max(if lawful { rank } else { HandRank::NONE });
        }
    }

    /// The highest of the settings within bounds, in the order of hands preferred; the first of equal ones.
    fn pick(&self, bounds: &[(HandRank, HandRank); 3], prefer: [HandSlot; 3]) -> Option<u8> {
        // Most rules of a way fail because no setting reaches as high as they ask, which needs no search.
        if bounds.iter().zip(self.highest).any(|(&(least, _), highest)| highest < least) {
            return None;
        }
        let shifts = shifts(prefer);
        let mut best = 0;
        for candidate in &self.candidates[..self.count] {
            let ranks = candidate.ranks.map(HandRank::strength);
            // Again without a branch, and so with `&` for "and".
            let within =
                |hand: usize| (bounds[hand].0.strength() <= ranks[hand]) & (ranks[hand] <= bounds[hand].1.strength());
            let key = (u64::from(ranks[0]) << shifts[0])
                | (u64::from(ranks[1] >> 12) << shifts[1])
                | (u64::from(ranks[2] >> 16) << shifts[2])
                | u64::from(u8::MAX - candidate.split);
            best = best.max(if within(0) & within(1) & within(2) { key } else { 0 });
        }
        // No key is zero, since every high hand has a rank.
        (best != 0).then_some(u8::MAX - best as u8)
    }
}

/// Where the ranks of the high, medium and low hand stand in a number that compares settings by this preference, above
/// the eight bits for the place of the setting. A high hand's rank has 24 bits; a medium hand's has its lowest 12 empty
/// and a low hand's its lowest 16, because they have so few cards.
fn shifts(prefer: [HandSlot; 3]) -> [u32; 3] {
    const BITS: [u32; 3] = [24, 12, 8];
    let mut shifts = [0; 3];
    let mut next = 8;
    for hand in prefer.into_iter().rev() {
        shifts[hand as usize] = next;
        next += BITS[hand as usize];
    }
    shifts
}

/// One way to divide [`Seven`] cards, by their places; the other four are the high hand.
#[derive(Clone, Copy)]
struct Split {
    medium: [u8; 2],
    low: u8,
    /// The places of these three as bits.
    left_out: u8,
}

/// All ways to divide seven cards: by the low card, then by the medium hand.
const SPLITS: [Split; 105] = {
    let mut splits = [Split { medium: [0, 0], low: 0, left_out: 0 }; 105];
    let (mut next, mut low) = (0, 0);
    while low < 7 {
        let mut first = 0;
        while first < 7 {
            let mut second = first + 1;
            while second < 7 {
                if first != low && second != low {
                    splits[next] =
                        Split { medium: [first, second], low, left_out: 1 << first | 1 << second | 1 << low };
                    next += 1;
                }
                second += 1;
            }
            first += 1;
        }
        low += 1;
    }
    splits
};

/// The ranks of every hand of one, two and four cards of 53.
///
/// Suits matter only to a hand of one suit, so four cards are tabled by their ranks alone, once as a hand of one suit
/// and once as a hand of several. The joker is a rank above the ace here, and of every suit.
struct Fours {
    suited: [HandRank; FOUR_RANKS],
    mixed: [HandRank; FOUR_RANKS],
    two: [[HandRank; 14]; 14],
    one: [HandRank; 14],
}

/// In how many ways four cards can have fourteen ranks.
const FOUR_RANKS: usize = 2380;
const JOKER_RANK: usize = 13;

/// Seven cards in rising order of rank, and within a rank of suit.
struct Seven {
    ranks: [usize; 7],
    /// The suit of each as a bit, all bits for the joker.
    suits: [u8; 7],
}

impl Seven {
    fn of(cards: CardSet) -> Self {
        let mut seven = Self { ranks: [JOKER_RANK; 7], suits: [0b1111; 7] };
        // Bits at four times the rank plus the suit put the cards into order without comparing them.
        let mut sorted = 0_u64;
        for card in cards.without(Card::JOKER) {
            sorted |= 1 << (4 * (card.index() % 13) + card.index() / 13);
        }
        for (rank, suit) in seven.ranks.iter_mut().zip(&mut seven.suits) {
            if sorted != 0 {
                let place = sorted.trailing_zeros() as usize;
                (*rank, *suit) = (place / 4, 1 << (place % 4));
                sorted &= sorted - 1;
            }
        }
        seven
    }

    fn card(&self, place: u8) -> CardSet {
        let place = usize::from(place);
        let suit = self.suits[place].trailing_zeros() as usize;
        let index = if self.ranks[place] == JOKER_RANK { Card::JOKER.index() } else { 13 * suit + self.ranks[place] };
        CardSet::from_bits(1 << index)
    }
}

impl Fours {
    fn new(ranking: &Ranking) -> Self {
        let card = |rank: usize, suit: usize| {
            let index = if rank == JOKER_RANK { Card::JOKER.index() } else { 13 * suit + rank };
            CardSet::from_bits(1 << index)
        };
        // Hands that no deck can hold, such as two jokers, come out with fewer cards and are never asked for.
        let hand = |ranks: &[usize], suits: [usize; 4]| {
            ranks.iter().zip(suits).fold(CardSet::EMPTY, |hand, (&rank, suit)| hand.union(card(rank, suit)))
        };
        let mut fours = Self {
            suited: [HandRank::NONE; FOUR_RANKS],
            mixed: [HandRank::NONE; FOUR_RANKS],
            two: std::array::from_fn(|a| std::array::from_fn(|b| ranking.rank(hand(&[a, b], [0, 1, 2, 3])))),
            one: std::array::from_fn(|rank| ranking.rank(card(rank, 0))),
        };
        for d in 0..14 {
            for c in 0..=d {
                for b in 0..=c {
                    for a in 0..=b {
                        let ranks = [a, b, c, d];
                        let place = place_of_four(ranks);
                        fours.suited[place] = ranking.rank(hand(&ranks, [0; 4]));
                        fours.mixed[place] = ranking.rank(hand(&ranks, [0, 1, 2, 3]));
                    }
                }
            }
        }
        fours
    }

    /// The rank of the four cards in these rising places.
    fn four(&self, seven: &Seven, places: [usize; 4]) -> HandRank {
        let place = place_of_four(places.map(|place| seven.ranks[place]));
        let one_suit = places.into_iter().fold(0b1111, |suits, place| suits & seven.suits[place]);
        if one_suit == 0 { self.mixed[place] } else { self.suited[place] }
    }

    /// The lawful settings of seven cards.
    fn lawful(&self, seven: &Seven) -> LawfulSettings {
        // Each four cards are the high hand of three settings, so they are looked up first, under the three left out.
        let mut high = [HandRank::NONE; 128];
        for d in 3..7 {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        let left_out = 0x7f & !(1 << a | 1 << b | 1 << c | 1 << d);
                        high[left_out] = self.four(seven, [a, b, c, d]);
                    }
                }
            }
        }
        let mut lawful = LawfulSettings::NONE;
        for (place, split) in SPLITS.iter().enumerate() {
            let [first, second] = split.medium.map(|place| seven.ranks[usize::from(place)]);
            let high = high[usize::from(split.left_out)];
            let medium = self.two[first][second];
            let low = self.one[seven.ranks[usize::from(split.low)]];
            let candidate = Candidate { ranks: [high, medium, low], split: place as u8 };
            lawful.push_if_lawful(candidate, (high > medium) & (medium > low));
        }
        lawful
    }
}

/// The place of four rising ranks among all of them: `r` over 1, `r + 1` over 2 and so on, added up.
fn place_of_four([a, b, c, d]: [usize; 4]) -> usize {
    const TABLES: [[u16; 14]; 3] = [chosen(2), chosen(3), chosen(4)];
    a + usize::from(TABLES[0][b]) + usize::from(TABLES[1][c]) + usize::from(TABLES[2][d])
}

/// `rank + k - 1` over `k` for each rank.
const fn chosen(k: u16) -> [u16; 14] {
    let mut table = [0; 14];
    let mut rank = 0;
    while rank < 14 {
        let (mut ways, mut i) = (1_u64, 0);
        while i < k as u64 {
            ways = ways * (rank as u64 + i) / (i + 1);
            i += 1;
        }
        table[rank] = ways as u16;
        rank += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Regulation, choose, game};

    /// The table is only a shorter way to the readable evaluator of §§ 659a.6(b), 575.6(b) and MA 3(b).
    #[test]
    fn tabled_ranks_are_those_of_the_evaluator_on_every_four_cards_exhaustive() {
        for text in [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia] {
            let ranking = game(text).ranking(&Choices::default());
            let fours = Fours::new(&ranking);
            let mut hands = 0;
            for last in 0..53 {
                let below = CardSet::from_bits((1 << last) - 1);
                let last = CardSet::from_bits(1 << last);
                for a in below {
                    for b in below.intersection(CardSet::from_bits((1 << a.index()) - 1)) {
                        for c in below.intersection(CardSet::from_bits((1 << b.index()) - 1)) {
                            let hand = last.with(a).with(b).with(c);
                            let tabled = fours.four(&Seven::of(hand), [0, 1, 2, 3]);
                            assert_eq!(tabled, ranking.rank(hand), "{text}: {hand}");
                            hands += 1;
                        }
                    }
                }
            }
            assert_eq!(hands, 292_825);
        }
    }

    #[test]
    fn every_split_leaves_three_cards_out_of_the_high_hand() {
        let cards = CardSet::read(b"As Kd 9c 9h 5s 2d Jk").expect("seven cards");
        let seven = Seven::of(cards);
        assert!((0..7).fold(CardSet::EMPTY, |all, place| all.union(seven.card(place))) == cards);
        assert!(SPLITS.iter().all(|split| split.left_out.count_ones() == 3));
        assert_eq!(choose(cards, 4).count() * 3, SPLITS.len());
    }
}
