//! A second evaluator, written straight from the definitions of §§ 659a.6, 575.6, 670a.6, 657a.6 and MA 3.
//!
//! It shares nothing with the crate but the cards and the readings, and goes about its work in another way: it sorts a
//! list of cards, forms every subset of the size a definition speaks of, lays each of the 52 cards in the joker's
//! place and asks the words of the text. Note: the answers for every five-card hand are tabled once, because
//! seven cards hold twenty-one of them and there are 154 million sevens. `ladders` has the bonus hands, `dealer` the
//! setting of § 670a.11(d).

pub(crate) mod dealer;
pub(crate) mod ladders;

use croupier_rules::CardSet;

/// A card as the definitions see it: a rank from 2 to 14, and a suit. The joker lies here as an ace without a suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Card {
    pub(crate) rank: u8,
    pub(crate) suit: u8,
}

pub(crate) const ACE: u8 = 14;
pub(crate) const KING: u8 = 13;
pub(crate) const QUEEN: u8 = 12;
const NO_SUIT: u8 = 4;
const ANY: u8 = 15;
pub(crate) const JOKER: Card = Card { rank: ACE, suit: NO_SUIT };
const NOTHING: Card = Card { rank: 0, suit: NO_SUIT };

/// Up to seven cards, the lowest rank first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct List {
    cards: [Card; 7],
    len: usize,
}

impl List {
    pub(crate) fn of(cards: CardSet) -> Self {
        let mut list = Self { cards: [NOTHING; 7], len: 0 };
        for card in cards {
            list.insert(match (card.rank(), card.suit()) {
                (Some(rank), Some(suit)) => Card { rank: rank.index() as u8 + 2, suit: suit as u8 },
                _ => JOKER,
            });
        }
        list
    }

    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    /// The list with one more card, in its place.
    fn insert(&mut self, card: Card) {
        let mut place = self.len;
        while place > 0 && self.cards[place - 1].rank > card.rank {
            self.cards[place] = self.cards[place - 1];
            place -= 1;
        }
        self.cards[place] = card;
        self.len += 1;
    }

    /// The list without the card in this place.
    pub(crate) fn without(&self, place: usize) -> Self {
        let mut rest = Self { cards: [NOTHING; 7], len: self.len - 1 };
        for to in 0..rest.len {
            rest.cards[to] = self.cards[to + usize::from(to >= place)];
        }
        rest
    }

    /// The place of the joker.
    pub(crate) fn joker(&self) -> Option<usize> {
        self.cards().iter().position(|&card| card == JOKER)
    }

    /// Calls `each` with the list that results from laying each of the 52 cards, if not yet held, for the joker.
    pub(crate) fn with_each_card_for_the_joker(&self, joker: usize, mut each: impl FnMut(Card, Self)) {
        let natural = self.without(joker);
        for suit in 0..4 {
            for rank in 2..=ACE {
                let card = Card { rank, suit };
                if !natural.cards().contains(&card) {
                    let mut whole = natural;
                    whole.insert(card);
                    each(card, whole);
                }
            }
        }
    }

    fn has_joker(&self) -> bool {
        self.joker().is_some()
    }

    /// How many cards have this rank, the joker being an ace.
    pub(crate) fn count(&self, rank: u8) -> usize {
        self.cards().iter().filter(|card| card.rank == rank).count()
    }

    /// "of the same suit"
    pub(crate) fn same_suit(&self) -> bool {
        self.cards().iter().all(|card| card.suit == self.cards[0].suit && card.suit != NO_SUIT)
    }

    /// "of consecutive rank": the lowest rank of the sequence, 1 if it begins with the ace.
    pub(crate) fn consecutive(&self) -> Option<u8> {
        let cards = self.cards();
        let rising = |cards: &[Card]| cards.windows(2).all(|pair| pair[1].rank == pair[0].rank + 1);
        if self.has_joker() {
            None
        } else if rising(cards) {
            Some(cards[0].rank)
        } else if cards[0].rank == 2 && cards[self.len - 1].rank == ACE && rising(&cards[..self.len - 1]) {
            Some(1)
        } else {
            None
        }
    }

    /// The highest rank, below a bound, of which exactly this many are held.
    fn exactly(&self, n: usize, below: u8) -> Option<u8> {
        self.cards().iter().rev().map(|card| card.rank).find(|&rank| rank < below && self.count(rank) == n)
    }
}

/// The hands the five texts name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    FiveAces,
    FourAces,
    RoyalFlush,
    StraightFlush,
    FourOfAKind,
    FullHouse,
    Flush,
    Straight,
    ThreeOfAKind,
    TwoPair,
    Pair,
    Nothing,
}

/// One text's order of hands: the names from the highest to the lowest, and the straights from the highest to the
/// lowest by the rank they begin with (1 for the ace below the two).
#[derive(Clone, Copy)]
pub(crate) struct Order {
    pub(crate) names: &'static [Name],
    pub(crate) size: usize,
    pub(crate) straights: &'static [u8],
    pub(crate) straight_flushes: &'static [u8],
    /// § 659a.6(c) to the letter (alternative of R-02).
    pub(crate) by_the_highest_card_alone: bool,
    /// Alternative of R-20.
    pub(crate) royal_joker_only_ace: bool,
}

use Name::*;

/// § 659a.6(b).
pub(crate) const PA_659A: Order = Order {
    names: &[FourAces, StraightFlush, FourOfAKind, Flush, Straight, ThreeOfAKind, TwoPair, Pair, Nothing],
    size: 4,
    straights: &[11, 1, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    straight_flushes: &[11, 1, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    by_the_highest_card_alone: false,
    royal_joker_only_ace: false,
};

/// § 575.6(b) and MA 3(b), which are the same.
pub(crate) const PA_575: Order = Order {
    names: &[FourAces, RoyalFlush, StraightFlush, FourOfAKind, Flush, Straight, ThreeOfAKind, TwoPair, Pair, Nothing],
    straights: &[11, 1, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    straight_flushes: &[1, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    ..PA_659A
};

/// What § 575.6(b)(3) and MA 3(d) let the operator choose.
pub(crate) const STRAIGHT_FLUSHES_ACE_LOWEST: &[u8] = &[10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
/// What § 575.6(b)(6) and MA 3(d) let the operator choose.
pub(crate) const STRAIGHTS_ACE_LOWEST: &[u8] = &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/// § 670a.6(b).
pub(crate) const PA_670A: Order = Order {
    names: &[
        FiveAces,
        RoyalFlush,
        StraightFlush,
        FourOfAKind,
        FullHouse,
        Flush,
        Straight,
        ThreeOfAKind,
        TwoPair,
        Pair,
        Nothing,
    ],
    size: 5,
    straights: &[10, 1, 9, 8, 7, 6, 5, 4, 3, 2],
    straight_flushes: &[1, 9, 8, 7, 6, 5, 4, 3, 2],
    by_the_highest_card_alone: false,
    royal_joker_only_ace: false,
};

/// § 657a.6(b).
pub(crate) const PA_657A: Order = Order {
    names: &[FourOfAKind, StraightFlush, ThreeOfAKind, Flush, Straight, TwoPair, Pair, Nothing],
    straights: STRAIGHTS_ACE_LOWEST,
    straight_flushes: STRAIGHTS_ACE_LOWEST,
    ..PA_659A
};

/// A hand's strength: place of its name from below, what the name itself compares, then all cards, highest first.
pub(crate) type Key = [u8; 8];

impl Order {
    fn has(&self, name: Name) -> bool {
        self.names.contains(&name)
    }

    /// The name of a hand of this strength.
    pub(crate) fn name(&self, key: Key) -> Name {
        self.names[self.names.len() - usize::from(key[0])]
    }

    /// The strength of a hand. The joker is an ace, or any card that completes a straight or a flush.
    pub(crate) fn key(&self, hand: &List) -> Key {
        let Some(joker) = hand.joker() else { return self.natural(hand) };
        let mut best = self.natural(hand);
        if hand.len == self.size {
            hand.with_each_card_for_the_joker(joker, |card, whole| {
                let mut key = self.natural(&whole);
                match self.name(key) {
                    // No longer royal, but five suited cards in a row all the same: as high as such can be.
                    RoyalFlush if self.royal_joker_only_ace && card.rank != ACE => {
                        key = self.spell(StraightFlush, [self.straight_flushes.len() as u8, 0], None);
                    }
                    RoyalFlush | StraightFlush | Flush | Straight => {}
                    _ => return,
                }
                best = best.max(key);
            });
        }
        best
    }

    /// The highest hand of this order's size that leaves out one of the cards.
    pub(crate) fn best_without_one(&self, cards: &List) -> Key {
        (0..cards.len).map(|place| self.key(&cards.without(place))).max().unwrap_or_default()
    }

    /// The strength of a hand as it lies, by the words of subsection (b) in their order.
    fn natural(&self, hand: &List) -> Key {
        let whole = hand.len == self.size;
        let (suited, sequence) = (whole && hand.same_suit(), if whole { hand.consecutive() } else { None });
        if let (true, Some(lowest)) = (suited, sequence) {
            if lowest + self.size as u8 - 1 == ACE && self.has(RoyalFlush) {
                return self.spell(RoyalFlush, [0, 0], None);
            }
            return self.spell(StraightFlush, [from_below(self.straight_flushes, lowest), 0], None);
        }
        if let (false, Some(lowest)) = (suited, sequence) {
            return self.spell(Straight, [from_below(self.straights, lowest), 0], None);
        }
        if suited {
            return self.spell(Flush, [0, 0], Some(hand));
        }
        if hand.count(ACE) == 5 {
            return self.spell(FiveAces, [0, 0], None);
        }
        if let Some(rank) = hand.exactly(4, ANY) {
            let name = if rank == ACE && self.has(FourAces) { FourAces } else { FourOfAKind };
            return self.spell(name, [rank, 0], Some(hand));
        }
        match (hand.exactly(3, ANY), hand.exactly(2, ANY)) {
            (Some(three), Some(pair)) => return self.spell(FullHouse, [three, pair], Some(hand)),
            (Some(three), None) => return self.spell(ThreeOfAKind, [three, 0], Some(hand)),
            (None, Some(pair)) => {
                let lower = hand.exactly(2, pair);
                let name = if lower.is_some() { TwoPair } else { Pair };
                return self.spell(name, [pair, lower.unwrap_or(0)], Some(hand));
            }
            (None, None) => {}
        }
        self.spell(Nothing, [0, 0], Some(hand))
    }

    /// Subsection (c) and MA 3(e): after what the name compares, "the highest ranking card which is not in the other
    /// hand".
    fn spell(&self, name: Name, named: [u8; 2], cards: Option<&List>) -> Key {
        let place = self.names.iter().rev().position(|&listed| listed == name).expect("the text has this hand") + 1;
        let mut key = [place as u8, named[0], named[1], 0, 0, 0, 0, 0];
        let shown = if self.by_the_highest_card_alone { 1 } else { 5 };
        for (to, card) in cards.into_iter().flat_map(|hand| hand.cards().iter().rev()).take(shown).enumerate() {
            key[3 + to] = card.rank;
        }
        key
    }
}

fn from_below(list: &[u8], lowest: u8) -> u8 {
    list.iter().rev().position(|&listed| listed == lowest).map_or(0, |place| place as u8 + 1)
}
