//! The phrases of the rule language, in a dealer's words: `pair of jacks or better`, `ace-high`, `A-Q or better`,
//! `straight or less`, `queen or better`, `best`.

use super::HandSlot;
use crate::card::Rank;
use crate::holding::{Holding, Joker};
use crate::ranking::{Category, HandRank, Ranking};

/// What one hand of a setting must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandPattern {
    /// Anything.
    Any,
    /// The highest category that any lawful setting of the cards gives this hand.
    Best,
    /// A hand of this kind, or from it upwards or downwards.
    Kind {
        /// Its category.
        category: Category,
        /// The ranks it begins with: the pair's, or the highest cards.
        ranks: Vec<Rank>,
        /// Exactly so, or better, or less.
        bound: Bound,
    },
}

/// How far a pattern reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// That hand and no other.
    Exactly,
    /// That hand and all above it.
    OrBetter,
    /// That hand and all below it.
    OrLess,
}

/// A phrase that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// An unknown hand.
    #[error(
        "`{0}` is not a hand: write for example `pair of jacks or better`, `straight`, `ace-high`, `A-Q or better`, \
            `best`"
    )]
    Hand(String),
    /// An unknown low card.
    #[error("`{0}` is not a low card: write for example `queen or better`, `9`, `any`")]
    Card(String),
    /// An unknown feature.
    #[error("`{0}` is not a holding: write for example `three pair`, `no joker`, `straight and flush`")]
    Feature(String),
}

fn short(phrase: &str) -> String {
    phrase.chars().take(60).collect()
}

impl HandPattern {
    /// Reads a phrase about one hand.
    pub(super) fn read(phrase: &str, hand: HandSlot) -> Result<Self, PatternError> {
        let (name, bound) = if let Some(name) = phrase.strip_suffix(" or better") {
            (name, Bound::OrBetter)
        } else if let Some(name) = phrase.strip_suffix(" or less") {
            (name, Bound::OrLess)
        } else {
            (phrase, Bound::Exactly)
        };
        match (name, hand) {
            ("any", _) if bound == Bound::Exactly => return Ok(Self::Any),
            ("best", HandSlot::High | HandSlot::Medium) if bound == Bound::Exactly => return Ok(Self::Best),
            _ => {}
        }
        let read = if hand == HandSlot::Low {
            rank_word(name).map(|rank| (Category::HighCard, vec![rank]))
        } else {
            read_kind(name)
        };
        match read {
            Some((category, ranks)) => Ok(Self::Kind { category, ranks, bound }),
            None if hand == HandSlot::Low => Err(PatternError::Card(short(phrase))),
            None => Err(PatternError::Hand(short(phrase))),
        }
    }

    /// The lowest and the highest rank it admits under a text's order, or nothing if the text has no such hand.
    pub(super) fn range(&self, ranking: &Ranking) -> Option<(HandRank, HandRank)> {
        const ALL: (HandRank, HandRank) = (HandRank::NONE, HandRank::from_bits(u32::MAX));
        let Self::Kind { category, ranks, bound } = self else { return Some(ALL) };
        let place = ranking.place(*category)?;
        let values: Vec<u32> = ranks.iter().map(|rank| rank.index() as u32 + 2).collect();
        let (least, greatest) = (HandRank::least(place, &values), HandRank::greatest(place, &values));
        Some(match bound {
            Bound::Exactly => (least, greatest),
            Bound::OrBetter => (least, ALL.1),
            Bound::OrLess => (ALL.0, greatest),
        })
    }
}

/// `pair`, `pair of jacks`, `three 9s`, `ace-high`, `A-Q`.
fn read_kind(name: &str) -> Option<(Category, Vec<Rank>)> {
    if let Some(category) = Category::ALL.into_iter().find(|category| category.name() == name) {
        return Some((category, Vec::new()));
    }
    if let Some(ranks) = name.strip_prefix("pair of ") {
        return Some((Category::Pair, vec![plural(ranks)?]));
    }
    if let Some(ranks) = name.strip_prefix("three ") {
        return Some((Category::ThreeOfAKind, vec![plural(ranks)?]));
    }
    if let Some(ranks) = name.strip_prefix("two pair, ") {
        let (first, second) = ranks.split_once(" and ")?;
        return Some((Category::TwoPair, vec![plural(first)?, plural(second)?]));
    }
    if let Some(rank) = name.strip_suffix("-high") {
        return Some((Category::HighCard, vec![rank_word(rank)?]));
    }
    let ranks = name.split('-').map(rank_letter).collect::<Option<Vec<_>>>()?;
    let falling = ranks.windows(2).all(|pair| pair[0] > pair[1]);
    (falling && (2..=4).contains(&ranks.len())).then_some((Category::HighCard, ranks))
}

fn rank_word(word: &str) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| rank.word() == word)
}

fn plural(words: &str) -> Option<Rank> {
    words.strip_suffix('s').and_then(rank_word)
}

fn rank_letter(word: &str) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| word == rank.letter().to_string() || word == rank.word())
}

/// Something the dealt cards hold, or do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    what: What,
    held: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Joker,
    Pairs(u32),
    OfAKind(u32),
    TwoThrees,
    FullHouse,
    Straight,
    Flush,
    StraightFlush,
    RoyalFlush,
    NaturalRoyalFlush,
    LongStraight,
    LongFlush,
    LongStraightFlush,
}

const WHAT: [(&str, What); 16] = [
    ("joker", What::Joker),
    ("pair", What::Pairs(1)),
    ("two pair", What::Pairs(2)),
    ("three pair", What::Pairs(3)),
    ("three-of-a-kind", What::OfAKind(3)),
    ("two three-of-a-kinds", What::TwoThrees),
    ("four-of-a-kind", What::OfAKind(4)),
    ("five aces", What::OfAKind(5)),
    ("full house", What::FullHouse),
    ("straight", What::Straight),
    ("flush", What::Flush),
    ("straight flush", What::StraightFlush),
    ("royal flush", What::RoyalFlush),
    ("natural royal flush", What::NaturalRoyalFlush),
    ("six-card straight", What::LongStraight),
    ("six-card flush", What::LongFlush),
];

impl Feature {
    /// Reads `three pair and no joker or six-card straight`: lists of features joined by "or".
    pub(super) fn read_list(phrase: &str) -> Result<Vec<Vec<Self>>, PatternError> {
        phrase.split(" or ").map(|all| all.split(" and ").map(Self::read).collect()).collect()
    }

    fn read(phrase: &str) -> Result<Self, PatternError> {
        let (name, held) = match phrase.trim().strip_prefix("no ") {
            Some(name) => (name, false),
            None => (phrase.trim(), true),
        };
        let long = ("six-card straight flush", What::LongStraightFlush);
        let what = WHAT.into_iter().chain([long]).find(|&(known, _)| known == name).map(|(_, what)| what);
        what.map(|what| Self { what, held }).ok_or_else(|| PatternError::Feature(short(phrase)))
    }

    /// Whether the cards hold it; a straight or a flush is of as many cards as the text's high hand.
    pub(super) fn holds(self, cards: &Holding, size: u32) -> bool {
        let held = match self.what {
            What::Joker => cards.joker(),
            What::Pairs(n) => cards.pairs() >= n,
            What::OfAKind(n) => cards.has_kind(n),
            What::TwoThrees => cards.of_a_kind(3).count_ones() >= 2,
            What::FullHouse => cards.full_house(),
            What::Straight => cards.straight(size),
            What::Flush => cards.flush(size),
            What::StraightFlush => cards.straight_flush(size, Joker::Any),
            What::RoyalFlush => cards.royal_flush(Joker::Any).is_some(),
            What::NaturalRoyalFlush => cards.royal_flush(Joker::Absent).is_some(),
            What::LongStraight => cards.straight(6),
            What::LongFlush => cards.flush(6),
            What::LongStraightFlush => cards.straight_flush(6, Joker::Any),
        };
        held == self.held
    }
}
