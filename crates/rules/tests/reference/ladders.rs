//! The bonus hands, each asked of every five-card hand within the cards held.
//!
//! A ladder answers with all its rungs that hold, the best as the lowest bit: the first of them pays, and the others
//! matter where a paytable lacks a row.

use super::{ACE, JOKER, KING, List, QUEEN};
use croupier_rules::{CardSet, ReadingId, Readings};

/// What a five-card hand is, by the words of the texts; several may be true at once.
#[derive(Clone, Copy)]
pub(crate) struct Words(u16);

const THREE: u16 = 1;
const STRAIGHT: u16 = 1 << 1;
const FLUSH: u16 = 1 << 2;
const FULL_HOUSE: u16 = 1 << 3;
const FOUR: u16 = 1 << 4;
const STRAIGHT_FLUSH: u16 = 1 << 5;
const NATURAL_STRAIGHT_FLUSH: u16 = 1 << 6;
const ROYAL: u16 = 1 << 7;
/// Royal with the joker, if there is one, as its ace.
const ROYAL_ACE: u16 = 1 << 8;
const NATURAL_ROYAL: u16 = 1 << 9;
const FIVE_ACES: u16 = 1 << 10;

impl Words {
    pub(crate) fn of(five: &List) -> Self {
        let Some(joker) = five.joker() else { return Self::natural(five) };
        let mut words = Self::kinds(five);
        five.with_each_card_for_the_joker(joker, |card, whole| {
            let made = Self::natural(&whole).0;
            words |= made & (STRAIGHT | FLUSH | STRAIGHT_FLUSH | ROYAL);
            if card.rank == ACE {
                words |= made & ROYAL_ACE;
            }
        });
        Self(words)
    }

    fn natural(five: &List) -> Self {
        let (suited, sequence) = (five.same_suit(), five.consecutive());
        let mut words = Self::kinds(five);
        if suited {
            words |= FLUSH;
        }
        if let Some(lowest) = sequence {
            words |= STRAIGHT;
            if suited {
                words |= STRAIGHT_FLUSH | NATURAL_STRAIGHT_FLUSH;
            }
            if suited && lowest == 10 {
                words |= ROYAL | ROYAL_ACE | NATURAL_ROYAL;
            }
        }
        Self(words)
    }

    fn kinds(five: &List) -> u16 {
        // Sorted by rank, five cards hold three of a rank only if the middle one is among them.
        let middle = five.cards()[2].rank;
        let of_the_middle = five.count(middle);
        let beside = five.cards().iter().find(|card| card.rank != middle).map_or(0, |card| five.count(card.rank));
        let mut words = 0;
        if of_the_middle >= 3 {
            words |= THREE;
        }
        if of_the_middle == 3 && beside == 2 {
            words |= FULL_HOUSE;
        }
        if of_the_middle >= 4 {
            words |= FOUR;
        }
        if of_the_middle == 5 {
            words |= FIVE_ACES;
        }
        words
    }
}

/// The words of all 2,869,685 five-card hands.
pub(crate) struct Fives {
    words: Vec<Words>,
}

/// Cards to be asked about.
pub(crate) struct Held {
    list: List,
    indices: [usize; 7],
    words: u16,
}

impl Fives {
    pub(crate) fn new() -> Self {
        let mut words = Vec::with_capacity(2_869_685);
        for e in 4..53_u64 {
            for d in 3..e {
                for c in 2..d {
                    for b in 1..c {
                        for a in 0..b {
                            let hand = CardSet::from_bits(1 << a | 1 << b | 1 << c | 1 << d | 1 << e);
                            words.push(Words::of(&List::of(hand)));
                        }
                    }
                }
            }
        }
        Self { words }
    }

    /// Asks about every five-card hand within five, six or seven cards.
    pub(crate) fn ask(&self, cards: CardSet) -> Held {
        let mut indices = [0; 7];
        for (place, card) in cards.iter().enumerate() {
            indices[place] = card.index();
        }
        let held = Held { list: List::of(cards), indices, words: 0 };
        let mut any = 0;
        self.each_five(&held, |words, _, _| any |= words);
        Held { words: any, ..held }
    }

    /// Calls `each` with the words of every five-card hand, and with the places of the cards it leaves out; a place
    /// beyond the cards where fewer than two are left out.
    fn each_five(&self, held: &Held, mut each: impl FnMut(u16, usize, usize)) {
        let len = held.list.len;
        let places: &[(usize, usize)] = match len {
            5 => &[(5, 6)],
            6 => &[(0, 6), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6)],
            _ => &TWO_OF_SEVEN,
        };
        for &(first, second) in places {
            let (mut index, mut nth) = (0, 0);
            for place in 0..len {
                if place != first && place != second {
                    index += CHOOSE[nth][held.indices[place]];
                    nth += 1;
                }
            }
            each(self.words[index].0, first, second);
        }
    }

    /// § 659a.6(d)(2): a royal flush with or without the joker, and besides it a king and a queen of one suit (R-34:
    /// both natural).
    fn royal_match(&self, held: &Held) -> bool {
        if held.words & ROYAL == 0 {
            return false;
        }
        let mut matched = false;
        self.each_five(held, |words, first, second| {
            let [a, b] = [held.indices[first], held.indices[second]];
            let ranks = [a % 13 + 2, b % 13 + 2];
            let king_and_queen = ranks == [usize::from(QUEEN), usize::from(KING)];
            matched |= words & ROYAL != 0 && a < 52 && b < 52 && a / 13 == b / 13 && king_and_queen;
        });
        matched
    }
}

const TWO_OF_SEVEN: [(usize, usize); 21] = {
    let mut pairs = [(0, 0); 21];
    let (mut next, mut first) = (0, 0);
    while first < 7 {
        let mut second = first + 1;
        while second < 7 {
            pairs[next] = (first, second);
            next += 1;
            second += 1;
        }
        first += 1;
    }
    pairs
};

/// `CHOOSE[k][n]` is n over k + 1: the place of a hand in the table is the sum over its cards.
const CHOOSE: [[usize; 53]; 5] = {
    let mut table = [[0; 53]; 5];
    let mut n = 0;
    while n < 53 {
        table[0][n] = n;
        let mut k = 1;
        while k < 5 {
            table[k][n] = table[k - 1][n] * n.saturating_sub(k) / (k + 1);
            k += 1;
        }
        n += 1;
    }
    table
};

/// The rungs that hold, best first as the lowest bit.
pub(crate) type Rungs = u16;

fn rungs<const N: usize>(holds: [bool; N]) -> Rungs {
    holds.into_iter().enumerate().fold(0, |rungs, (place, holds)| rungs | Rungs::from(holds) << place)
}

impl Held {
    fn is(&self, word: u16) -> bool {
        self.words & word != 0
    }

    /// All cards of one suit and in sequence, one of them the joker's if it may be used.
    fn all_in_sequence(&self, joker_too: bool) -> bool {
        match self.list.joker() {
            None => self.list.same_suit() && self.list.consecutive().is_some(),
            Some(joker) if joker_too && self.list.without(joker).same_suit() => {
                let mut found = false;
                self.list.with_each_card_for_the_joker(joker, |_, whole| {
                    found |= whole.same_suit() && whole.consecutive().is_some();
                });
                found
            }
            Some(_) => false,
        }
    }

    fn pairs(&self) -> usize {
        (2..=ACE).filter(|&rank| self.list.count(rank) >= 2).count()
    }

    /// No pair, no straight, no flush, and this highest card.
    fn worthless(&self, highest: u8) -> bool {
        let cards = self.list.cards();
        cards[cards.len() - 1].rank == highest
            && cards.windows(2).all(|two| two[0].rank != two[1].rank)
            && !self.is(STRAIGHT | FLUSH)
    }
}

fn switched(readings: Readings, number: u8) -> bool {
    readings.alternative(ReadingId(number))
}

/// § 659a.6(d), and the three pair of § 659a.12(b) table C.
pub(crate) fn fortune_bonus_659a(fives: &Fives, held: &Held, readings: Readings) -> Rungs {
    rungs([
        held.all_in_sequence(false),
        fives.royal_match(held),
        held.all_in_sequence(true),
        held.is(FIVE_ACES),
        held.is(if switched(readings, 22) { NATURAL_ROYAL } else { ROYAL }),
        held.is(STRAIGHT_FLUSH),
        held.is(FOUR),
        held.is(FULL_HOUSE),
        held.is(FLUSH),
        held.is(THREE),
        held.is(STRAIGHT),
        held.pairs() >= 3,
    ])
}

/// § 659a.6(e).
pub(crate) fn progressive_659a(_: &Fives, held: &Held, readings: Readings) -> Rungs {
    rungs([
        held.all_in_sequence(true),
        held.is(FIVE_ACES),
        held.is(if switched(readings, 20) { ROYAL_ACE } else { ROYAL }),
        held.is(STRAIGHT_FLUSH),
        held.is(FOUR),
        held.is(FULL_HOUSE),
    ])
}

/// § 659a.7(e)(2) and § 659a.12(c).
pub(crate) fn insurance_659a(_: &Fives, held: &Held, _: Readings) -> Rungs {
    rungs([9, 10, 11, 12, 13, 14].map(|highest| held.worthless(highest)))
}

/// § 575.6(d).
pub(crate) fn bonus_575(_: &Fives, held: &Held, readings: Readings) -> Rungs {
    let three_besides = (2..=ACE).any(|rank| rank != 8 && held.list.count(rank) >= 3);
    let cards = held.list.cards();
    let is = |ranks: [u8; 7]| cards.iter().map(|card| card.rank).eq(ranks) && !cards.contains(&JOKER);
    let nine_high = is([2, 3, 4, 6, 7, 8, 9]) || is([2, 3, 4, 5, 7, 8, 9]);
    rungs([
        held.list.count(8) == 4 && three_besides,
        held.is(FIVE_ACES),
        held.is(if switched(readings, 22) { NATURAL_ROYAL } else { ROYAL }),
        held.is(NATURAL_STRAIGHT_FLUSH),
        held.is(STRAIGHT_FLUSH),
        held.is(FOUR),
        nine_high && !(switched(readings, 23) && held.is(FLUSH)),
        held.is(FULL_HOUSE),
        held.is(FLUSH),
        held.is(THREE),
        held.is(STRAIGHT),
    ])
}

/// § 670a.6(b) down to the three-of-a-kind of § 670a.7(e)(2).
pub(crate) fn best_five_670a(_: &Fives, held: &Held, readings: Readings) -> Rungs {
    rungs([
        held.is(FIVE_ACES),
        held.is(if switched(readings, 20) { ROYAL_ACE } else { ROYAL }),
        held.is(STRAIGHT_FLUSH),
        held.is(FOUR),
        held.is(FULL_HOUSE),
        held.is(FLUSH),
        held.is(STRAIGHT),
        held.is(THREE),
    ])
}

/// § 670a.7(e)(3) and § 670a.12(c).
pub(crate) fn insurance_670a(_: &Fives, held: &Held, _: Readings) -> Rungs {
    rungs([8, 9, 10, 11, 12, 13].map(|highest| held.worthless(highest)))
}

/// § 657a.6(d).
pub(crate) fn five_card_657a(_: &Fives, held: &Held, _: Readings) -> Rungs {
    rungs([ROYAL, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE].map(|word| held.is(word)))
}

/// § 657a.6(e).
pub(crate) fn six_card_bonus_657a(_: &Fives, held: &Held, _: Readings) -> Rungs {
    rungs([
        // A, K, Q, J, 10 and 9 are the one sequence of six that begins with a 9.
        held.all_in_sequence(false) && held.list.consecutive() == Some(9),
        held.is(ROYAL),
        held.is(STRAIGHT_FLUSH),
        held.is(FOUR),
        held.is(FULL_HOUSE),
        held.is(FLUSH),
        held.is(STRAIGHT),
        held.is(THREE),
    ])
}

/// § 657a.6(b) with the four aces and the pair of queens of § 657a.12, asked of each four of the five cards.
pub(crate) fn four_card_657a(_: &Fives, held: &Held, _: Readings) -> Rungs {
    (0..5).fold(0, |all, left_out| {
        let four = held.list.without(left_out);
        let ranks: [u8; 4] = std::array::from_fn(|place| four.cards()[place].rank);
        let [a, b, c, d] = ranks;
        all | rungs([
            ranks == [ACE; 4],
            a == d,
            four.same_suit() && four.consecutive().is_some(),
            a == c || b == d,
            four.same_suit(),
            four.consecutive().is_some(),
            a == b && c == d && b != c,
            (a == b && a >= QUEEN) || (b == c && b >= QUEEN) || (c == d && c >= QUEEN),
        ])
    })
}
