//! A way at work: the rules turned into ranges of ranks, and the cards set by the first that fits.
//!
//! Setting is asked for millions of hands in a row, so the ranks of all four-card hands are tabled once, from the
//! readable evaluator and nothing else; five-card hands are few enough to be ranked as they come.

use super::{Hand, HouseWay, Pattern};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::holding::Holding;
use crate::ranking::{HandRank, Ranking};
use crate::setting::{Setting, Shape};

/// A dealer who knows one house way.
pub struct Dealer<'way> {
    way: &'way HouseWay,
    shape: Shape,
    ranking: Ranking,
    rules: Vec<Ranges>,
    fours: Option<Fours>,
}

/// Cards set, and the place of the rule that set them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set {
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

/// One lawful setting with the ranks of its hands.
#[derive(Clone, Copy)]
struct Candidate {
    ranks: [HandRank; 3],
    setting: Setting,
}

impl<'way> Dealer<'way> {
    /// Teaches a dealer this way for a game of this shape and ranking.
    pub fn new(way: &'way HouseWay, shape: Shape, ranking: Ranking) -> Self {
        // Within a setting hands are compared card by card whatever the text says of copies.
        let ranking = Ranking { tie_break: crate::ranking::TieBreak::CardByCard, ..ranking };
        let rules = way.rules.iter().map(|rule| {
            let ranges = [&rule.high, &rule.medium, &rule.low].map(|pattern| pattern.range(&ranking));
            let bounds = match ranges {
                [Some(high), Some(medium), Some(low)] => Some([high, medium, low]),
                _ => None,
            };
            Ranges { bounds, best: [rule.high == Pattern::Best, rule.medium == Pattern::Best] }
        });
        let fours = (shape == Shape::FOUR_TWO_ONE).then(|| Fours::new(&ranking));
        Self { way, shape, ranking, rules: rules.collect(), fours }
    }

    /// The way this dealer knows.
    pub fn way(&self) -> &'way HouseWay {
        self.way
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
    /// The choice depends on suits only through flushes: of settings equal in the rank of every hand the first in
    /// order of cards is taken, so hands that differ by a renaming of suits are set with equal ranks.
    pub fn set(&self, cards: CardSet) -> Option<Set> {
        assert_eq!(cards.len(), self.cards(), "a dealer sets as many cards as are dealt");
        let mut candidates = [EMPTY; 105];
        let lawful = self.lawful(cards, &mut candidates);
        let candidates = &candidates[..lawful];
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
                    let top = candidates.iter().map(|candidate| candidate.ranks[hand].strength() >> 20).max()?;
                    bounds[hand].0 = HandRank::from_bits(top << 20);
                }
            }
            let setting = pick(candidates, &bounds, rule.prefer)?;
            Some(Set { setting, rule: place })
        })
    }

    /// Fills in the lawful settings of these cards and says how many there are.
    fn lawful(&self, cards: CardSet, out: &mut [Candidate; 105]) -> usize {
        let mut count = 0;
        let mut keep = |candidate: Candidate| {
            let [high, medium, low] = candidate.ranks;
            let lawful = if self.shape.medium == 0 { high > low } else { high > medium && medium > low };
            if lawful {
                out[count] = candidate;
                count += 1;
            }
        };
        match &self.fours {
            Some(fours) => fours.each_setting(cards, &mut keep),
            None => {
                for low in cards {
                    let setting = Setting { high: cards.without(low), medium: CardSet::EMPTY, low: CardSet::of(low) };
                    let ranks = [self.ranking.rank(setting.high), HandRank::NONE, self.ranking.rank(setting.low)];
                    keep(Candidate { ranks, setting });
                }
            }
        }
        count
    }
}

const EMPTY: Candidate = Candidate {
    ranks: [HandRank::NONE; 3],
    setting: Setting { high: CardSet::EMPTY, medium: CardSet::EMPTY, low: CardSet::EMPTY },
};

/// The highest of the settings within bounds, in the order of hands preferred.
fn pick(candidates: &[Candidate], bounds: &[(HandRank, HandRank); 3], prefer: [Hand; 3]) -> Option<Setting> {
    let order = prefer.map(|hand| hand as usize);
    let key = |candidate: &Candidate| order.map(|hand| candidate.ranks[hand]);
    let mut best: Option<&Candidate> = None;
    for candidate in candidates {
        let within = (0..3).all(|hand| (bounds[hand].0..=bounds[hand].1).contains(&candidate.ranks[hand]));
        if within && best.is_none_or(|best| key(candidate) > key(best)) {
            best = Some(candidate);
        }
    }
    best.map(|candidate| candidate.setting)
}

/// The ranks of every hand of one, two and four cards of 53.
struct Fours {
    four: Box<[HandRank]>,
    two: Box<[[HandRank; 53]; 53]>,
    one: [HandRank; 53],
}

impl Fours {
    fn new(ranking: &Ranking) -> Self {
        let card = |index: usize| Card::from_index(index).map_or(CardSet::EMPTY, CardSet::of);
        let mut four = Vec::with_capacity(292_825);
        for d in 3..53 {
            for c in 2..d {
                for b in 1..c {
                    for a in 0..b {
                        four.push(ranking.rank(card(a).union(card(b)).union(card(c)).union(card(d))));
                    }
                }
            }
        }
        let mut two = Box::new([[HandRank::NONE; 53]; 53]);
        for (a, row) in two.iter_mut().enumerate() {
            for (b, rank) in row.iter_mut().enumerate() {
                *rank = ranking.rank(card(a).union(card(b)));
            }
        }
        Self { four: four.into(), two, one: std::array::from_fn(|index| ranking.rank(card(index))) }
    }

    /// Every way to set seven cards, lawful or not.
    fn each_setting(&self, cards: CardSet, keep: &mut impl FnMut(Candidate)) {
        let mut held = [0_usize; 7];
        for (place, card) in cards.iter().enumerate() {
            held[place] = card.index();
        }
        for low in 0..7 {
            let rest: [usize; 6] = std::array::from_fn(|i| held[i + usize::from(i >= low)]);
            let low_rank = self.one[held[low]];
            for first in 0..5 {
                for second in first + 1..6 {
                    let medium_rank = self.two[rest[first]][rest[second]];
                    if medium_rank <= low_rank {
                        continue;
                    }
                    let mut high = [0_usize; 4];
                    let mut next = 0;
                    for (place, &card) in rest.iter().enumerate() {
                        if place != first && place != second {
                            high[next] = card;
                            next += 1;
                        }
                    }
                    let high_rank = self.four[index_of_four(high)];
                    let bits = |indices: &[usize]| CardSet::from_bits(indices.iter().fold(0, |bits, i| bits | 1 << i));
                    keep(Candidate {
                        ranks: [high_rank, medium_rank, low_rank],
                        setting: Setting {
                            high: bits(&high),
                            medium: bits(&[rest[first], rest[second]]),
                            low: bits(&[held[low]]),
                        },
                    });
                }
            }
        }
    }
}

/// The place of four rising card indices in the order in which [`Fours::new`] lists them.
fn index_of_four([a, b, c, d]: [usize; 4]) -> usize {
    const TWO: [u32; 53] = chosen(2);
    const THREE: [u32; 53] = chosen(3);
    const FOUR: [u32; 53] = chosen(4);
    a + (TWO[b] + THREE[c] + FOUR[d]) as usize
}

/// `n` over `k` for each `n` below 53.
const fn chosen(k: u32) -> [u32; 53] {
    let mut table = [0; 53];
    let mut n = 0;
    while n < 53 {
        let (mut ways, mut i) = (1_u64, 0);
        while i < k as u64 {
            ways = if n as u64 >= i { ways * (n as u64 - i) / (i + 1) } else { 0 };
            i += 1;
        }
        table[n] = ways as u32;
        n += 1;
    }
    table
}
