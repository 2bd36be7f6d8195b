//! The best four of five cards by tables, for walks through millions of hands.
//!
//! Each card has a number that tells its rank and its suit. The five numbers of a hand add up to one that is the same
//! in whatever order the cards come, so a nested walk adds once per level. Its lower part counts the cards of each
//! suit: four or more of one suit are a flush, nothing but a straight flush in the same suit can be better, and a table
//! by the ranks of that suit answers. Otherwise the suits do not matter, and its upper part, which no two sets of five
//! ranks share, finds the answer in a table. [`Ranking::best`] fills the tables, so § 657a.6(b) is written only there.

use croupier_rules::{Card, CardSet, Choices, HandRank, Rank, Ranking, Regulation, Suit, game};
use std::sync::LazyLock;

/// Where a four-card hand stands among the 2,150 ranks that the best of five cards can have, 0 being the lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FourCardRank(u16);

impl FourCardRank {
    /// The lowest hand.
    pub const LOWEST: Self = Self(0);

    /// The rank counted from the lowest.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Cards held so far, up to five.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PartialHand {
    number: u32,
    cards: u64,
}

impl PartialHand {
    /// The cards.
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits(self.cards)
    }

    const fn and(self, other: Self) -> Self {
        Self { number: self.number + other.number, cards: self.cards | other.cards }
    }
}

/// What stands in the upper part of a card's number for its rank. Each is the least that keeps the sums of any five
/// ranks, at most four alike, apart from one another; filling the tables finds out if they were not.
const RANK: [u32; 13] = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415];
/// The upper part begins above three bits for each suit.
const RANK_SHIFT: u32 = 13;
/// The bits set by four or more cards of a suit.
const FLUSH: u32 = 0b100_100_100_100;
const ONE_OF_EACH_SUIT: u32 = 0b001_001_001_001;
/// A sum of ranks is cut into a row of the table and a column of nine bits.
const COLUMN_BITS: u32 = 9;
const ROWS: usize = 1 << (32 - RANK_SHIFT - COLUMN_BITS);
/// Rows are laid over one another so that no two answers meet; they fit into this many places, a little more than a
/// third of them used.
const PLACES: usize = 1 << 14;
/// A set of ranks is thirteen bits.
const SUITS: usize = 1 << 13;
const FREE: u16 = u16::MAX;

/// The tables.
pub struct BestFour {
    /// The number of each card, as long as a byte counts, which spares a check of bounds.
    numbers: [u32; 256],
    /// How far each row is shifted, less the row's own part of the sum.
    shifts: [u16; ROWS],
    /// The standings: first by the sum of ranks, where there is no flush, then by the ranks of a suit of four or five
    /// cards. They share one table so that both kinds of hand end in the same step.
    standings: [u16; PLACES + SUITS],
    /// The rank at each standing.
    ranks: Vec<HandRank>,
}

impl BestFour {
    /// The tables, made at the first call in some milliseconds.
    pub fn get() -> &'static Self {
        static TABLES: LazyLock<Box<BestFour>> = LazyLock::new(BestFour::fill);
        &TABLES
    }

    /// Where the best four of these five cards of 52 stand.
    #[inline]
    pub fn of(&self, cards: &[Card; 5]) -> FourCardRank {
        let number = cards.iter().map(|&card| self.number(card)).sum::<u32>();
        if number & FLUSH == 0 {
            return FourCardRank(self.standings[self.place_by_ranks(number)]);
        }
        self.of_flush(number, cards)
    }

    /// These cards and one more.
    #[inline]
    pub fn hold(&self, held: PartialHand, card: Card) -> PartialHand {
        held.and(PartialHand { number: self.number(card), cards: 1 << card.index() })
    }

    /// Where the best four stand of what is held, which is five cards.
    #[inline]
    pub fn rank_of_best_four(&self, held: PartialHand) -> FourCardRank {
        let place = if held.number & FLUSH == 0 {
            self.place_by_ranks(held.number)
        } else {
            place_by_suit(held.number, held.cards)
        };
        FourCardRank(self.standings[place])
    }

    /// Where the best four of a set of five cards stand.
    pub fn of_set(&self, cards: CardSet) -> FourCardRank {
        self.rank_of_best_four(cards.iter().fold(PartialHand::default(), |held, card| self.hold(held, card)))
    }

    /// Calls `each` with every hand of five of these cards and where it stands.
    #[inline]
    pub fn each_hand(&self, deck: CardSet, mut each: impl FnMut(PartialHand, FourCardRank)) {
        let deck: Vec<PartialHand> = deck.iter().map(|card| self.hold(PartialHand::default(), card)).collect();
        // Each level takes its card from those after the card before, so every hand comes once.
        for (first, after_first) in with_those_after(&deck) {
            for (second, after_second) in with_those_after(after_first) {
                let two = first.and(second);
                for (third, after_third) in with_those_after(after_second) {
                    let three = two.and(third);
                    for (fourth, after_fourth) in with_those_after(after_third) {
                        self.each_fifth(three.and(fourth), after_fourth, &mut each);
                    }
                }
            }
        }
    }

    /// Calls `each` with four cards and every fifth.
    #[inline]
    fn each_fifth(&self, four: PartialHand, fifths: &[PartialHand], mut each: impl FnMut(PartialHand, FourCardRank)) {
        if (four.number + ONE_OF_EACH_SUIT) & FLUSH == 0 {
            // No suit has three, so no fifth card makes a flush.
            for &fifth in fifths {
                let hand = four.and(fifth);
                each(hand, FourCardRank(self.standings[self.place_by_ranks(hand.number)]));
            }
        } else {
            for &fifth in fifths {
                let hand = four.and(fifth);
                each(hand, self.rank_of_best_four(hand));
            }
        }
    }

    /// The rank at this standing.
    pub fn rank(&self, standing: FourCardRank) -> HandRank {
        self.ranks[standing.index()]
    }

    /// All ranks, the lowest first.
    pub fn ranks(&self) -> &[HandRank] {
        &self.ranks
    }

    /// The lowest standing whose rank meets a condition that every higher rank meets too.
    pub fn least(&self, meets: impl Fn(HandRank) -> bool) -> FourCardRank {
        FourCardRank(self.ranks.partition_point(|&rank| !meets(rank)) as u16)
    }

    #[inline]
    fn number(&self, card: Card) -> u32 {
        self.numbers[card.index()]
    }

    /// Where a hand that is no flush has its standing.
    #[inline]
    fn place_by_ranks(&self, number: u32) -> usize {
        let shift = u32::from(self.shifts[(number >> (RANK_SHIFT + COLUMN_BITS)) as usize]);
        ((number >> RANK_SHIFT) + shift) as usize % PLACES
    }

    /// Apart from the rest, since one hand in twenty comes here.
    #[cold]
    fn of_flush(&self, number: u32, cards: &[Card; 5]) -> FourCardRank {
        let cards = cards.iter().fold(0, |bits, card| bits | 1 << card.index());
        FourCardRank(self.standings[place_by_suit(number, cards)])
    }

    fn fill() -> Box<Self> {
        let ranking = game(Regulation::Pa657a).ranking(&Choices::default());
        let by_sum: Vec<(u32, HandRank)> =
            fives_of_ranks().map(|five| (sum(five), ranking.best(spread(five)))).collect();
        let by_suit: Vec<(usize, HandRank)> = suits_of_four_or_five(&ranking).collect();
        let mut ranks: Vec<HandRank> =
            by_sum.iter().map(|&(_, rank)| rank).chain(by_suit.iter().map(|&(_, rank)| rank)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let mut tables =
            Box::new(Self { numbers: [0; 256], shifts: [0; ROWS], standings: [FREE; PLACES + SUITS], ranks });
        for card in CardSet::FIFTY_TWO {
            let (suit, rank) = (card.index() as u32 / 13, card.index() % 13);
            tables.numbers[card.index()] = RANK[rank] << RANK_SHIFT | 1 << (3 * suit);
        }
        for (mask, rank) in by_suit {
            tables.standings[PLACES + mask] = tables.rank_index(rank);
        }
        tables.lay_rows(&by_sum);
        tables
    }

    fn rank_index(&self, rank: HandRank) -> u16 {
        self.ranks.binary_search(&rank).expect("every rank is listed") as u16
    }

    /// Lays the rows over one another, the fullest first, each at the first place where it meets no other answer.
    fn lay_rows(&mut self, by_sum: &[(u32, HandRank)]) {
        let mut rows = vec![Vec::new(); ROWS];
        for &(sum, rank) in by_sum {
            rows[(sum >> COLUMN_BITS) as usize].push((sum as usize, self.rank_index(rank)));
        }
        let mut fullest_first: Vec<usize> = (0..ROWS).filter(|&row| !rows[row].is_empty()).collect();
        fullest_first.sort_by_key(|&row| std::cmp::Reverse(rows[row].len()));
        for row in fullest_first {
            let free = |shift: usize| {
                rows[row].iter().all(|&(sum, standing)| {
                    let there = self.standings[(sum + shift) % PLACES];
                    there == FREE || there == standing
                })
            };
            let shift = (0..PLACES).find(|&shift| free(shift)).expect("the rows fit");
            self.shifts[row] = shift as u16;
            for &(sum, standing) in &rows[row] {
                self.standings[(sum + shift) % PLACES] = standing;
            }
        }
    }
}

/// Where a flush has its standing.
#[inline]
fn place_by_suit(number: u32, cards: u64) -> usize {
    let suit = (number & FLUSH).trailing_zeros() / 3;
    PLACES + (cards >> (13 * suit)) as usize % SUITS
}

/// Each card with those that come after it.
#[inline]
fn with_those_after(mut deck: &[PartialHand]) -> impl Iterator<Item = (PartialHand, &[PartialHand])> {
    std::iter::from_fn(move || {
        let (&card, after) = deck.split_first()?;
        deck = after;
        Some((card, after))
    })
}

/// The ranks of five cards, highest first.
type Five = [Rank; 5];

/// Every five ranks that a deck can hold.
fn fives_of_ranks() -> impl Iterator<Item = Five> {
    let up_to = |bound: Rank| Rank::ALL.into_iter().take_while(move |&rank| rank <= bound);
    let two = up_to(Rank::Ace).flat_map(move |a| up_to(a).map(move |b| [a, b]));
    let four = two.flat_map(move |[a, b]| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d])));
    let five = four.flat_map(move |[a, b, c, d]| up_to(d).map(move |e| [a, b, c, d, e]));
    five.filter(|five| five[0] != five[4])
}

fn sum(five: Five) -> u32 {
    five.iter().map(|rank| RANK[rank.index()]).sum()
}

/// Cards of these ranks, their suits in turn, so that no suit has three.
fn spread(five: Five) -> CardSet {
    five.into_iter().zip(Suit::ALL.into_iter().cycle()).map(|(rank, suit)| Card::new(rank, suit)).collect()
}

/// The ranks of four or five cards of one suit, and how they rank: the strayer beside four cannot make them better.
fn suits_of_four_or_five(ranking: &Ranking) -> impl Iterator<Item = (usize, HandRank)> {
    let masks = (0..1_u16 << 13).filter(|mask| matches!(mask.count_ones(), 4 | 5));
    masks.map(|mask| (usize::from(mask), ranking.best(CardSet::from_suits([mask, 0, 0, 0], false))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_agree_with_the_ranking_of_657a_6_b_on_every_hand_of_the_deck() {
        let ranking = game(Regulation::Pa657a).ranking(&Choices::default());
        let tables = BestFour::get();
        let mut hands = 0_u32;
        tables.each_hand(CardSet::FIFTY_TWO, |hand, standing| {
            hands += 1;
            assert_eq!(tables.rank(standing), ranking.best(hand.cards()), "{}", hand.cards());
        });
        assert_eq!(hands, 2_598_960);
        assert_eq!(tables.ranks().len(), 2_150);
    }

    #[test]
    fn a_hand_stands_the_same_in_whatever_order_its_cards_come() {
        let tables = BestFour::get();
        for hand in ["Ks Qd 8h 4c 2s", "As 2s 3s 4s 5d", "9c 9d 9h 9s Ac", "Ah Kh Qh Jh Th", "7c 7d 6h 6s 5c"] {
            let cards: CardSet = hand.parse().unwrap();
            let mut array: [Card; 5] = cards.iter().collect::<Vec<_>>().try_into().unwrap();
            for turn in 0..5 {
                array.rotate_left(1);
                array.swap(turn, 0);
                assert_eq!(tables.of(&array), tables.of_set(cards), "{hand}");
            }
        }
    }
}
