//! How many of the dealer's hands lie below, level with and above each hand of the player's.
//!
//! Of the dealer's hands up to some rank, those that hold none of the player's five cards are counted by inclusion and
//! exclusion: all of them, less those that hold one certain card, plus those that hold two, and so on through the 32
//! sets of the player's cards. How many hold a certain set is kept once for all sets that differ only in which suit is
//! which, while one hand of each suit class is walked from the lowest rank to the highest: 134,459 steps, not four
//! trillion.

use super::best_four::{BestFour, FourCardRank};
use crate::counting::{NAMINGS, choose_table};
use croupier_rules::suit_class::{PARTS, SuitClass, each_suit_class};
use croupier_rules::{CardSet, games::crazy_4};

/// The dealer's hands against one hand of the player's, by whether the dealer qualifies (§ 657a.11(c)(3)).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Dealers {
    /// Below a king.
    pub unqualified: Against,
    /// A king or better.
    pub qualified: Against,
}

/// The dealer's hands by how the player's stands to them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Against {
    /// The player's is the higher.
    pub ahead: u64,
    /// They are equal in rank.
    pub level: u64,
    /// The player's is the lower.
    pub behind: u64,
}

impl Dealers {
    /// All hands.
    pub fn count(&self) -> u64 {
        [self.unqualified, self.qualified].iter().map(|against| against.ahead + against.level + against.behind).sum()
    }

    /// From how many are lower, how many equal, how many do not qualify and how many there are: below a king nobody
    /// qualifies, so where a hand stands to a king tells the rest.
    fn from_counts(player_qualifies: bool, lower: u64, equal: u64, unqualified: u64, all: u64) -> Self {
        let higher = all - lower - equal;
        if player_qualifies {
            Self {
                unqualified: Against { ahead: unqualified, ..Against::default() },
                qualified: Against { ahead: lower - unqualified, level: equal, behind: higher },
            }
        } else {
            Self {
                unqualified: Against { ahead: lower, level: equal, behind: unqualified - lower - equal },
                qualified: Against { behind: all - unqualified, ..Against::default() },
            }
        }
    }

    /// Every hand of five of the cards left, counted one by one, against a hand that stands here.
    pub fn one_by_one(tables: &BestFour, player: FourCardRank, left: CardSet) -> Self {
        let mut counts = vec![0_u64; tables.ranks().len()];
        tables.each_hand(left, |_, dealer| counts[dealer.index()] += 1);
        let king = king(tables);
        let sum = |part: &[u64]| part.iter().sum();
        let place = player.index();
        Self::from_counts(
            player >= king,
            sum(&counts[..place]),
            counts[place],
            sum(&counts[..king.index()]),
            sum(&counts),
        )
    }
}

/// The lowest hand with which the dealer qualifies.
pub(super) fn king(tables: &BestFour) -> FourCardRank {
    tables.least(crazy_4::dealer_qualifies)
}

/// One hand of each suit class, and the dealers it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matchup {
    /// The hand standing for its class.
    pub hand: CardSet,
    /// How many hands the class has.
    pub weight: u64,
    /// Where its best four stand.
    pub standing: FourCardRank,
    /// The dealer's hands.
    pub dealers: Dealers,
}

/// All 134,459 classes from the lowest standing to the highest, each with the dealers it meets.
pub fn meetings() -> Vec<Matchup> {
    let tables = BestFour::get();
    let classes = SetClasses::new();
    let mut hands = Vec::with_capacity(134_459);
    for part in 0..PARTS {
        each_suit_class(5, false, part, |SuitClass { hand, weight }| {
            hands.push(Matchup { hand, weight, standing: tables.of_set(hand), dealers: Dealers::default() });
        });
    }
    hands.sort_unstable_by_key(|meeting| meeting.standing);
    let king = king(tables);
    let mut unqualified = Holders::new(&classes);
    for meeting in hands.iter().take_while(|meeting| meeting.standing < king) {
        unqualified.add(&classes.of(meeting.hand), meeting.weight);
    }
    let mut walked = Holders::new(&classes);
    for equals in hands.chunk_by_mut(|one, other| one.standing == other.standing) {
        let subsets: Vec<Subsets> = equals.iter().map(|meeting| classes.of(meeting.hand)).collect();
        let lower: Vec<u64> = subsets.iter().map(|of_hand| walked.without(of_hand, false)).collect();
        for (meeting, of_hand) in equals.iter().zip(&subsets) {
            walked.add(of_hand, meeting.weight);
        }
        for ((meeting, of_hand), lower) in equals.iter_mut().zip(&subsets).zip(lower) {
            let qualifies = meeting.standing >= king;
            let equal = walked.without(of_hand, true) - lower;
            let unqualified = unqualified.without(of_hand, !qualifies);
            meeting.dealers = Dealers::from_counts(qualifies, lower, equal, unqualified, ALL);
        }
    }
    hands
}

/// The dealer's hands once the player's five cards are gone: C(47, 5).
const ALL: u64 = 1_533_939;

/// The classes of the sets of a hand's cards, by which of the five are in the set; the hand itself has none.
type Subsets = [u16; 31];

/// How many cards each of the sets has, written down since many processors count bits slowly.
const SIZE: [usize; 31] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4];

/// How many hands walked so far hold a set of cards, for each class of sets.
struct Holders<'a> {
    classes: &'a SetClasses,
    /// A class with n sets is counted in twenty-fourths, 24/n for each hand, so that the count is of one certain set.
    counts: Vec<i64>,
}

impl<'a> Holders<'a> {
    fn new(classes: &'a SetClasses) -> Self {
        Self { classes, counts: vec![0; classes.shares.len()] }
    }

    /// So many hands of one class, of which one has these sets.
    fn add(&mut self, subsets: &Subsets, weight: u64) {
        for &class in subsets {
            self.counts[usize::from(class)] += weight as i64 * self.classes.shares[usize::from(class)];
        }
    }

    /// How many hands hold none of the five cards; the hand of those five may have been walked itself.
    fn without(&self, subsets: &Subsets, itself_walked: bool) -> u64 {
        let signed = |(set, &class): (usize, &u16)| {
            let count = self.counts[usize::from(class)];
            if SIZE[set].is_multiple_of(2) { count } else { -count }
        };
        let of_subsets = subsets.iter().enumerate().map(signed).sum::<i64>();
        of_subsets as u64 / 24 - u64::from(itself_walked)
    }
}

/// The sets of up to four cards of 52, in classes that differ only in which suit is which.
struct SetClasses {
    /// The class of each set by its place: smaller sets first, those of one size in order of their highest card.
    class_of: Vec<u16>,
    /// For each class 24 over the number of its sets.
    shares: Vec<i64>,
}

/// The place where the sets of each size begin, and where those of four cards end.
const BEGIN: [usize; 6] = [0, 1, 53, 1_379, 23_479, 294_204];

impl SetClasses {
    fn new() -> Self {
        let mut classes = Self { class_of: vec![0; BEGIN[5]], shares: Vec::new() };
        for size in 0..5 {
            for part in 0..PARTS {
                each_suit_class(size, false, part, |class| classes.push(class));
            }
        }
        classes
    }

    fn push(&mut self, class: SuitClass) {
        let number = self.shares.len() as u16;
        let suits = class.hand.suits();
        for naming in NAMINGS {
            let named = CardSet::from_suits(naming.map(|suit| suits[usize::from(suit)]), false);
            self.class_of[place(named)] = number;
        }
        self.shares.push(24 / class.weight as i64);
    }

    fn of(&self, hand: CardSet) -> Subsets {
        let mut cards = [0; 5];
        for (place, card) in cards.iter_mut().zip(hand) {
            *place = card.index();
        }
        // A set comes after the same set without its highest card, so its place follows from that one's.
        let mut within_size = [0_usize; 31];
        let mut subsets = [self.class_of[0]; 31];
        for set in 1..31_usize {
            let (highest, size) = (set.ilog2() as usize, SIZE[set]);
            within_size[set] = within_size[set ^ 1 << highest] + CHOOSE[cards[highest]][size] as usize;
            subsets[set] = self.class_of[BEGIN[size] + within_size[set]];
        }
        subsets
    }
}

fn place(set: CardSet) -> usize {
    BEGIN[set.len()] + set.iter().zip(1..).map(|(card, size)| CHOOSE[card.index()][size] as usize).sum::<usize>()
}

/// What each card adds to the place of its set, by how many of the set's cards it is.
const CHOOSE: [[u32; 5]; 52] = choose_table();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_one_by_one_gives_the_same_dealers_for_every_400th_class() {
        let tables = BestFour::get();
        let meetings = meetings();
        assert_eq!(meetings.len(), 134_459);
        assert_eq!(meetings.iter().map(|meeting| meeting.weight).sum::<u64>(), 2_598_960);
        assert!(meetings.iter().all(|meeting| meeting.dealers.count() == ALL));
        for meeting in meetings.iter().step_by(400) {
            let left = CardSet::FIFTY_TWO.difference(meeting.hand);
            assert_eq!(Dealers::one_by_one(tables, meeting.standing, left), meeting.dealers, "{}", meeting.hand);
        }
    }
}
