//! One text's order of hands: a list, as its § .6(b) prints it, and where A-2-3-4 stands in it.
//!
//! This evaluator is the specification. It is written to be read beside the page; anything faster must agree with it
//! on every hand of the deck. Note: a joker is an ace unless it completes a straight or a flush, so a hand that
//! holds it is ranked once as it lies and once for each rank the joker might stand for, and the best lawful use counts
//! (reading R-29).

use crate::card::{Card, Rank};
use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::holding::Holding;
use std::fmt;

/// What a hand is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// Four aces and the joker.
    FiveAces,
    /// Four aces, the joker among them or not, where the text puts them above all.
    FourAces,
    /// The highest straight flush, where the text gives it a name of its own.
    RoyalFlush,
    /// A straight in one suit.
    StraightFlush,
    /// Four of one rank.
    FourOfAKind,
    /// Three of one rank and two of another.
    FullHouse,
    /// All of one suit.
    Flush,
    /// All ranks in a row.
    Straight,
    /// Three of one rank.
    ThreeOfAKind,
    /// Two of one rank and two of another.
    TwoPair,
    /// Two of one rank.
    Pair,
    /// None of these: the highest card counts.
    HighCard,
}

impl Category {
    /// All of them; the order says nothing about rank, which is each text's own.
    pub const ALL: [Self; 12] = [
        Self::FiveAces,
        Self::FourAces,
        Self::RoyalFlush,
        Self::StraightFlush,
        Self::FourOfAKind,
        Self::FullHouse,
        Self::Flush,
        Self::Straight,
        Self::ThreeOfAKind,
        Self::TwoPair,
        Self::Pair,
        Self::HighCard,
    ];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FiveAces => "five aces",
            Self::FourAces => "four aces",
            Self::RoyalFlush => "royal flush",
            Self::StraightFlush => "straight flush",
            Self::FourOfAKind => "four-of-a-kind",
            Self::FullHouse => "full house",
            Self::Flush => "flush",
            Self::Straight => "straight",
            Self::ThreeOfAKind => "three-of-a-kind",
            Self::TwoPair => "two pair",
            Self::Pair => "pair",
            Self::HighCard => "high card",
        }
    }

    /// Whether the joker may stand for any card to make it: §§ 659a.6(a), 575.6(a), 670a.6(a), MA 3(c).
    const fn joker_may_complete(self) -> bool {
        matches!(self, Self::RoyalFlush | Self::StraightFlush | Self::Flush | Self::Straight)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where the straight that begins with an ace stands among the straights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AceLow {
    /// Above all others, since the ace-high one has a name of its own: a royal flush.
    Highest,
    /// Below the ace-high one only.
    SecondHighest,
    /// Below all others.
    Lowest,
}

/// How two hands of one category are told apart once the list of § .6(b) is exhausted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TieBreak {
    /// By the highest card not in the other hand: §§ 575.6(c), 670a.6(c), 657a.6(c), MA 3(e), and R-02 for § 659a.6(c).
    CardByCard,
    /// By the highest card alone, as § 659a.6(c) has it to the letter (alternative of R-02).
    HighestCard,
}

/// The comparable strength of a hand under one ranking; a higher number is a higher hand.
///
/// The number is the category's place from below, then up to five ranks of four bits each, most telling first: the
/// paired rank before the cards beside it. Missing cards count as nothing, so that of two hands of unequal length which
/// agree card by card the longer is higher, which is what setting a hand asks for (R-30).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandRank(u32);

impl HandRank {
    /// Below every hand.
    pub const NONE: Self = Self(0);

    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The strength as a plain number.
    pub const fn strength(self) -> u32 {
        self.0
    }

    /// The lowest hand of this place in the list that begins with these ranks.
    pub fn least(place: u32, ranks: &[u32]) -> Self {
        Self(ranks.iter().enumerate().fold(place << 20, |bits, (i, rank)| bits | rank << (16 - 4 * i)))
    }

    /// The highest hand of this place in the list that begins with these ranks.
    pub(crate) fn greatest(place: u32, ranks: &[u32]) -> Self {
        Self(Self::least(place, ranks).0 | (0xf_ffff >> (4 * ranks.len())))
    }

    /// The lowest hand of the same category.
    pub(crate) const fn least_of_category(self) -> Self {
        Self(self.0 >> 20 << 20)
    }
}

/// One text's order of hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The categories from the highest to the lowest, each with the clause that places it.
    pub order: &'static [(Category, Clause)],
    /// How many cards a straight or a flush takes: the size of the high hand.
    pub size: usize,
    /// Where A-2-3-4(-5) stands among the straights.
    pub straight: AceLow,
    /// Where A-2-3-4(-5) suited stands among the straight flushes.
    pub straight_flush: AceLow,
    /// How hands of equal category are told apart.
    pub tie_break: TieBreak,
    /// Whether the joker in a royal flush may only be its ace (alternative of R-20).
    pub royal_joker_only_ace: bool,
}

impl Ranking {
    /// The same, comparing hands of one category card by card: so hands of one setting are always compared, whatever
    /// the text says of copies (R-02).
    #[must_use]
    pub const fn card_by_card(self) -> Self {
        Self { tie_break: TieBreak::CardByCard, ..self }
    }

    /// The rank of a hand of up to `size` cards. Shorter hands can hold no straight and no flush.
    ///
    /// ```
    /// use croupier_rules::{game, Choices, Regulation};
    /// let ranking = game(Regulation::Pa659a).ranking(&Choices::default());
    /// let aces = ranking.rank("As Ad Ac Jk".parse().unwrap());
    /// let kings = ranking.rank("Ks Kd Kc Kh".parse().unwrap());
    /// assert!(aces > kings);
    /// assert_eq!(ranking.category(aces).name(), "four aces");
    /// ```
    pub fn rank(&self, hand: CardSet) -> HandRank {
        let as_an_ace = self.rank_as_it_lies(hand);
        if !hand.has_joker() || hand.len() < self.size {
            return as_an_ace;
        }
        let natural = hand.without(Card::JOKER);
        let (size, holding) = (self.size as u32, Holding::of(hand));
        if !holding.straight(size) && !holding.flush(size) {
            return as_an_ace;
        }
        // Only cards of one suit can become a flush, so the first card's suit serves for every use of the joker.
        let Some(suit) = natural.first().and_then(Card::suit) else { return as_an_ace };
        let completed = Rank::ALL.into_iter().filter_map(|rank| {
            let whole = natural.with(Card::new(rank, suit));
            let made = (whole.len() == hand.len()).then(|| self.rank_as_it_lies(whole))?;
            match self.category(made) {
                Category::RoyalFlush if self.royal_joker_only_ace && rank != Rank::Ace => {
                    Some(self.value(Category::StraightFlush, &[ACE_LOW_HIGH]))
                }
                category => category.joker_may_complete().then_some(made),
            }
        });
        completed.fold(as_an_ace, HandRank::max)
    }

    /// The highest hand of `size` cards among more of them.
    pub fn best(&self, cards: CardSet) -> HandRank {
        if cards.len() == self.size + 1 {
            let all = Holding::of(cards);
            let size = self.size as u32;
            // Without a straight or a flush only the groups count, and the least of the smallest is left out.
            if !all.joker() && !all.straight(size) && !all.flush(size) {
                return self.rank(cards.difference(all.least()));
            }
            return cards.iter().map(|card| self.rank(cards.without(card))).max().unwrap_or(HandRank::NONE);
        }
        choose(cards, self.size).map(|hand| self.rank(hand)).max().unwrap_or(HandRank::NONE)
    }

    /// What a hand of this rank is called.
    pub fn category(&self, rank: HandRank) -> Category {
        let from_below = (rank.0 >> 20) as usize;
        self.order[self.order.len() - from_below].0
    }

    /// A category's place counted from below, the lowest being 1; none if the text does not have it.
    pub fn place(&self, category: Category) -> Option<u32> {
        let from_above = self.order.iter().position(|&(listed, _)| listed == category)?;
        Some((self.order.len() - from_above) as u32)
    }

    /// The rank with the joker, if any, counted as one more ace.
    fn rank_as_it_lies(&self, hand: CardSet) -> HandRank {
        let groups = Groups::of(hand);
        let top = groups.ranks[0];
        match groups.counts {
            [5, ..] => self.value(Category::FiveAces, &[]),
            [4, ..] if top == ACE && self.place(Category::FourAces).is_some() => {
                self.broken(Category::FourAces, &groups, 1)
            }
            [4, ..] => self.broken(Category::FourOfAKind, &groups, 1),
            [3, 2, ..] => self.broken(Category::FullHouse, &groups, 2),
            [3, ..] => self.broken(Category::ThreeOfAKind, &groups, 1),
            [2, 2, ..] => self.broken(Category::TwoPair, &groups, 2),
            [2, ..] => self.broken(Category::Pair, &groups, 1),
            _ if hand.len() < self.size => self.broken(Category::HighCard, &groups, 0),
            _ => self.straight_or_flush(hand, &groups),
        }
    }

    fn straight_or_flush(&self, hand: CardSet, groups: &Groups) -> HandRank {
        let flush = hand.suits().into_iter().any(|ranks| ranks.count_ones() as usize == self.size);
        match (flush, self.straight_top(groups)) {
            (true, Some(Top::AceHigh)) if self.place(Category::RoyalFlush).is_some() => {
                self.value(Category::RoyalFlush, &[])
            }
            (true, Some(top)) => self.value(Category::StraightFlush, &[self.top_value(top, self.straight_flush)]),
            (true, None) => self.broken(Category::Flush, groups, 0),
            (false, Some(top)) => self.value(Category::Straight, &[self.top_value(top, self.straight)]),
            (false, None) => self.broken(Category::HighCard, groups, 0),
        }
    }

    fn straight_top(&self, groups: &Groups) -> Option<Top> {
        let size = self.size as u32;
        let [first, second, ..] = groups.ranks;
        let last = groups.ranks[self.size - 1];
        match first - last {
            span if span == size - 1 && first == ACE => Some(Top::AceHigh),
            span if span == size - 1 => Some(Top::Card(first)),
            // An ace above the run from 2 up: 5-4-3-2 for five cards, 4-3-2 for four.
            _ if first == ACE && second == size && last == 2 => Some(Top::AceLow),
            _ => None,
        }
    }

    fn top_value(&self, top: Top, ace_low: AceLow) -> u32 {
        match (top, ace_low) {
            (Top::AceHigh, _) => 15,
            (Top::Card(top), _) => top,
            (Top::AceLow, AceLow::Highest | AceLow::SecondHighest) => ACE_LOW_HIGH,
            (Top::AceLow, AceLow::Lowest) => self.size as u32,
        }
    }

    /// The rank of a category with these telling ranks.
    fn value(&self, category: Category, ranks: &[u32]) -> HandRank {
        // A category outside the list cannot arise from a deck of the text: five aces need a fifth card.
        HandRank::least(self.place(category).unwrap_or(0), ranks)
    }

    /// The rank of a category whose first `named` groups the list itself compares, ties broken as the text says.
    fn broken(&self, category: Category, groups: &Groups, named: usize) -> HandRank {
        match self.tie_break {
            TieBreak::CardByCard => self.value(category, &groups.ranks),
            TieBreak::HighestCard => {
                let mut ranks = groups.ranks;
                let highest = groups.ranks.into_iter().max().unwrap_or(0);
                ranks[named..].fill(0);
                ranks[named] = highest;
                self.value(category, &ranks)
            }
        }
    }
}

/// The value of an ace; a two is 2.
const ACE: u32 = 14;
/// The place of an ace-low straight that ranks above the king-high one: between king (13) and ace-high (15).
const ACE_LOW_HIGH: u32 = 14;

enum Top {
    AceHigh,
    AceLow,
    Card(u32),
}

/// A hand's ranks, larger groups first and within them higher ranks first.
struct Groups {
    ranks: [u32; 5],
    counts: [u8; 5],
}

impl Groups {
    fn of(hand: CardSet) -> Self {
        let mut groups = Self { ranks: [0; 5], counts: [0; 5] };
        let (mut next, mut more) = (0, 0);
        let [one, two, three, four, five] = Holding::of(hand).kinds();
        for (size, at_least) in [(5, five), (4, four), (3, three), (2, two), (1, one)] {
            let mut exactly = at_least & !more;
            more = at_least;
            while exactly != 0 && next < 5 {
                let highest = exactly.ilog2();
                groups.ranks[next] = highest + 2;
                groups.counts[next] = size;
                exactly &= !(1 << highest);
                next += 1;
            }
        }
        groups
    }
}

/// All ways to choose `n` of these cards.
pub fn choose(cards: CardSet, n: usize) -> impl Iterator<Item = CardSet> {
    let all = cards.bits();
    let mut next = Some(0_u64);
    // Subtracting within the bits of `all` counts through its subsets in rising order, without a list of them.
    let subsets = std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != all).then_some(subset.wrapping_sub(all) & all);
        Some(CardSet::from_bits(subset))
    });
    subsets.filter(move |subset| subset.len() == n)
}
