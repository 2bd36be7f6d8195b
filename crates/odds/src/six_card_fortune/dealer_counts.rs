//! How many dealer's hands that avoid a player's cards stand below a given high hand and a given low card.
//!
//! The dealer's hands are gone through in rising order of the high hand, once for each bound on the low card, and every
//! question is asked when all hands below its bound have been counted. A dealer's hand is counted twice over:
//!
//! - by its ranks, as if it were plain. For every part of it the hands that hold that part are added up, so that those
//!   which avoid a player's ranks follow by inclusion and exclusion over the parts of the player's hand.
//! - and if it is suited, as one hand less where it would stand unsuited and one more where it stands. These are added
//!   up suit by suit, again by parts. A suit of the player's enters only through the ranks held in it and the ranks of
//!   the whole hand, so all hands of the same ranks share one small table with an entry for each set of ranks that a
//!   suit may hold.
//!
//! What makes the second part small: a suited hand `F` with a card of rank `r` outside the suit is met in as many ways
//! as cards of that rank are left outside the suit, `4 - m(r)` less one if the suit's own card is left, where `m`
//! counts the ranks of the player's whole hand. The first term does not ask about suits, and the second is a hand of
//! `F` and `r` in one suit, counted off.

use super::hands::{DealerRank, Plain, Suited};
use super::ranks::{JOKER, PLACES, bit, copies};
use crate::counting::choose;
use std::ops::{Add, AddAssign, Mul, Sub};

/// How many dealer's hands, and how many of those contest the Double Down Wager.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct DealerTally {
    pub(super) all: i32,
    pub(super) contested: i32,
}

impl DealerTally {
    fn of(stand: &DealerRank) -> Self {
        Self { all: 1, contested: i32::from(stand.contested) }
    }
}

impl Add for DealerTally {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { all: self.all + other.all, contested: self.contested + other.contested }
    }
}

impl Sub for DealerTally {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { all: self.all - other.all, contested: self.contested - other.contested }
    }
}

impl AddAssign for DealerTally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<i32> for DealerTally {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self { all: self.all * times, contested: self.contested * times }
    }
}

/// A part of a hand's ranks, as a dealer's hand and as a player's.
#[derive(Clone, Copy)]
struct Part {
    place: u32,
    /// How many dealer's hands of the whole's ranks hold given cards of the part's ranks.
    holding: i32,
    /// How often a player's hand of the whole's ranks holds the part; negative for parts of an odd number of cards.
    held: i32,
}

/// The parts of every plain hand.
pub(super) struct Parts {
    all: Vec<Part>,
    starts: Vec<usize>,
}

impl Parts {
    pub(super) fn of(hands: &[Plain]) -> Self {
        let mut parts = Self { all: Vec::new(), starts: vec![0] };
        for hand in hands {
            hand.ranks.each_part(|part, taken| {
                let holding = taken.iter().map(|&(symbol, held, some)| choose(copies(symbol) - some, held - some));
                let held = taken.iter().map(|&(_, held, some)| choose(held, some) as i32 * [1, -1][some as usize % 2]);
                let place = part.place() as u32;
                parts.all.push(Part { place, holding: holding.product::<u64>() as i32, held: held.product() });
            });
            parts.starts.push(parts.all.len());
        }
        parts
    }

    fn of_hand(&self, hand: usize) -> &[Part] {
        &self.all[self.starts[hand]..self.starts[hand + 1]]
    }
}

/// Something to be counted once the sweep has come to a high hand: so many hands of these ranks, or of this suit.
#[derive(Clone, Copy)]
enum Counted {
    Plain(u32),
    Suited(u32, i32),
}

/// The dealer's hands in rising order of the high hand.
pub(super) struct DealerHandsByRank<'hands> {
    plain: &'hands [Plain],
    suited: &'hands [Suited],
    parts: &'hands Parts,
    order: Vec<(DealerRank, Counted)>,
}

/// Whose ranks are asked about, and where the answer goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum QueryHand {
    /// A plain hand; the answer is a [`BySuit`].
    Plain(u32),
    /// A suited hand and its ranks among the plain hands; the answer is one tally.
    Suited { hand: u32, ranks: u32 },
}

/// How many of the dealer's hands that avoid the asker's cards stand below a high hand of this strength?
#[derive(Clone, Copy, Debug)]
pub(super) struct CountQuery {
    pub(super) below: u32,
    pub(super) asker: QueryHand,
    /// The answer's place.
    pub(super) answer: u32,
}

/// The answer for all plain hands of the same ranks: a sum, and what each set of ranks held in a suit adds to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BySuit<'answers>(pub(super) &'answers [DealerTally]);

impl BySuit<'_> {
    /// How many entries the ranks of a hand take.
    pub(super) fn len(hand: &Plain) -> usize {
        1 + (1 << natural_ranks(hand))
    }

    /// The tally of a hand whose four suits hold these of its ranks, each a place among the sets of them.
    pub(super) fn of(self, suits: [usize; 4]) -> DealerTally {
        suits.into_iter().fold(self.0[0], |sum, suit| sum + self.0[1 + suit])
    }
}

fn natural_ranks(hand: &Plain) -> u32 {
    (hand.ranks.mask() & !bit(JOKER)).count_ones()
}

impl<'hands> DealerHandsByRank<'hands> {
    pub(super) fn new(plain: &'hands [Plain], suited: &'hands [Suited], parts: &'hands Parts) -> Self {
        let as_ranked = (0..).zip(plain).map(|(i, hand)| (hand.stand, Counted::Plain(i)));
        let moved = (0..).zip(suited).filter(|(_, hand)| hand.stand != hand.unsuited);
        let as_suited =
            moved.flat_map(|(i, hand)| [(hand.unsuited, Counted::Suited(i, -1)), (hand.stand, Counted::Suited(i, 1))]);
        let mut order: Vec<_> = as_ranked.chain(as_suited).collect();
        order.sort_by_key(|(stand, _)| stand.high);
        Self { plain, suited, parts, order }
    }

    /// Answers questions about the dealer's hands whose low card is below this, which must be in rising order of the
    /// high hand; the answers have so many entries in all.
    pub(super) fn answer(&self, low: u8, questions: &[CountQuery], entries: usize) -> Vec<DealerTally> {
        let mut answers = vec![DealerTally::default(); entries];
        let mut sums = Sums::new();
        let mut rest = self.order.iter().filter(|(stand, _)| stand.low < low).peekable();
        for question in questions {
            while let Some((stand, counted)) = rest.next_if(|(stand, _)| stand.high.strength() < question.below) {
                match *counted {
                    Counted::Plain(hand) => sums.count_ranks(self.parts.of_hand(hand as usize), DealerTally::of(stand)),
                    Counted::Suited(hand, times) => {
                        sums.count_suit(&self.suited[hand as usize], DealerTally::of(stand) * times);
                    }
                }
            }
            let answer = &mut answers[question.answer as usize..];
            match question.asker {
                QueryHand::Plain(hand) => {
                    let hand = hand as usize;
                    answer[0] = sums.avoiding_ranks(self.parts.of_hand(hand));
                    sums.by_suit(&self.plain[hand], &mut answer[1..BySuit::len(&self.plain[hand])]);
                }
                QueryHand::Suited { hand, ranks } => {
                    let by_ranks = sums.avoiding_ranks(self.parts.of_hand(ranks as usize));
                    answer[0] =
                        by_ranks + sums.avoiding_suits(&self.suited[hand as usize], &self.plain[ranks as usize]);
                }
            }
        }
        answers
    }
}

/// What has been counted so far in one sweep.
struct Sums {
    /// By the place of a part: the dealer's hands that hold given cards of its ranks.
    ranks: Vec<DealerTally>,
    /// By a part of one suit: what does not depend on the other suits, and then by the rank outside the suit.
    suits: Vec<[DealerTally; 14]>,
    /// The place of a set of at most six ranks in `suits`.
    places: Vec<u16>,
}

impl Sums {
    fn new() -> Self {
        let mut places = vec![0; 1 << JOKER];
        let mut next = 0;
        for (set, place) in places.iter_mut().enumerate() {
            if set.count_ones() <= 6 {
                *place = next;
                next += 1;
            }
        }
        Self {
            ranks: vec![DealerTally::default(); PLACES],
            suits: vec![[DealerTally::default(); 14]; usize::from(next)],
            places,
        }
    }

    fn count_ranks(&mut self, parts: &[Part], one: DealerTally) {
        for part in parts {
            self.ranks[part.place as usize] += one * part.holding;
        }
    }

    fn avoiding_ranks(&self, parts: &[Part]) -> DealerTally {
        parts.iter().fold(DealerTally::default(), |sum, part| sum + self.ranks[part.place as usize] * part.held)
    }

    fn count_suit(&mut self, hand: &Suited, one: DealerTally) {
        let off = usize::from(hand.off);
        for part in subsets(hand.suit) {
            let sums = &mut self.suits[usize::from(self.places[usize::from(part)])];
            if off == 0 {
                sums[0] += one;
            } else {
                sums[0] += one * 4;
                sums[off] += one;
            }
        }
        if off != 0 {
            for part in subsets(hand.suit | bit(hand.off)) {
                let sums = &mut self.suits[usize::from(self.places[usize::from(part)])];
                sums[0] = sums[0] - one;
            }
        }
    }

    /// The sum for one part of one suit, given the ranks of the player's whole hand.
    fn part_of_suit(&self, part: u16, ranks: &[(u8, u32)]) -> DealerTally {
        let sums = &self.suits[usize::from(self.places[usize::from(part)])];
        ranks.iter().fold(sums[0], |sum, &(symbol, held)| sum - sums[usize::from(symbol)] * held as i32)
    }

    /// What each set of ranks that a suit may hold adds to the tally of a plain hand.
    fn by_suit(&self, hand: &Plain, added: &mut [DealerTally]) {
        let mut ranks: Vec<(u8, u32)> = hand.ranks.groups().collect();
        let joker = ranks.pop_if(|(symbol, _)| *symbol == JOKER).map(|_| bit(JOKER));
        for (set, added) in added.iter_mut().enumerate() {
            let part = (ranks.iter().enumerate())
                .filter(|(i, _)| set >> i & 1 == 1)
                .fold(0, |part, (_, (symbol, _))| part | bit(*symbol));
            *added = self.part_of_suit(part, &ranks);
            if let Some(joker) = joker {
                *added = *added - self.part_of_suit(part | joker, &ranks);
            }
        }
        // Inclusion and exclusion for all sets at once, a rank at a time.
        for rank in 0..ranks.len() {
            for set in (0..added.len()).filter(|set| set >> rank & 1 == 1) {
                added[set] = added[set ^ 1 << rank] - added[set];
            }
        }
    }

    /// What the four suits of a suited hand add to its tally.
    fn avoiding_suits(&self, hand: &Suited, ranks: &Plain) -> DealerTally {
        let joker = hand.suit & bit(JOKER);
        let ranks: Vec<(u8, u32)> = ranks.ranks.groups().filter(|&(symbol, _)| symbol != JOKER).collect();
        let off = if hand.off == 0 { 0 } else { bit(hand.off) };
        let avoiding = |suit: u16| {
            subsets(suit).fold(DealerTally::default(), |sum, part| {
                let counted = self.part_of_suit(part, &ranks);
                if part.count_ones() % 2 == 0 { sum + counted } else { sum - counted }
            })
        };
        avoiding(hand.suit) + avoiding(off | joker) + avoiding(joker) * 2
    }
}

/// Every part of a set of ranks, itself and none of them among them.
fn subsets(set: u16) -> impl Iterator<Item = u16> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != 0).then(|| (subset - 1) & set);
        Some(subset)
    })
}
