//! Hands up to a permutation of suits.
//!
//! All suits are equal in rank, so what holds of one hand holds of every hand that differs from it only by which suit
//! is which. Walking one hand of each such class, with the size of the class as its weight, covers the whole deck in a
//! twentieth of the steps: 134,459 classes of five cards of 52, 1,097,447 of six of 53 and 6,972,147 of seven of 53.

use crate::card_set::CardSet;

/// One hand standing for its class, and how many hands the class has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SuitClass {
    /// The hand whose suits hold their ranks in falling order of the rank masks.
    pub hand: CardSet,
    /// The number of hands in the class.
    pub weight: u64,
}

/// How many parts the work is cut into: one for each set of ranks the first suit may hold.
pub const PARTS: usize = 1 << 13;

/// Calls `each` with every class of `size` cards whose first suit holds the ranks of `part`.
///
/// The parts together are the whole deck, so that they can be shared out among threads; most of the work lies in the
/// middle ones.
pub fn each_suit_class(size: usize, joker_in_deck: bool, part: usize, mut each: impl FnMut(SuitClass)) {
    let first = part as u16;
    let jokers: &[bool] = if joker_in_deck { &[false, true] } else { &[false] };
    for &joker in jokers {
        let natural = size as u32 - u32::from(joker);
        if first.count_ones() > natural {
            continue;
        }
        let left = natural - first.count_ones();
        for second in masks_up_to(first, left) {
            let left = left - second.count_ones();
            for third in masks_up_to(second, left) {
                let left = left - third.count_ones();
                // Only a fourth mask with exactly the cards left completes the hand.
                for fourth in masks_of(left).iter().copied().take_while(|&mask| mask <= third) {
                    let suits = [first, second, third, fourth];
                    each(SuitClass { hand: CardSet::from_suits(suits, joker), weight: namings(suits) });
                }
            }
        }
    }
}

/// In how many ways four suits can hold these ranks: 4! over the factorials of equal ones.
fn namings([a, b, c, d]: [u16; 4]) -> u64 {
    match (a == b, b == c, c == d) {
        (true, true, true) => 1,
        (true, true, false) | (false, true, true) => 4,
        (true, false, true) => 6,
        (false, false, false) => 24,
        _ => 12,
    }
}

fn masks_up_to(bound: u16, cards: u32) -> impl Iterator<Item = u16> {
    (0..=cards).flat_map(move |n| masks_of(n).iter().copied().take_while(move |&mask| mask <= bound))
}

/// The rank masks with this many bits, in rising order.
fn masks_of(n: u32) -> &'static [u16] {
    use std::sync::LazyLock;
    static BY_COUNT: LazyLock<[Vec<u16>; 14]> = LazyLock::new(|| {
        std::array::from_fn(|n| (0..1 << 13).filter(|mask: &u16| mask.count_ones() as usize == n).collect())
    });
    BY_COUNT.get(n as usize).map_or(&[], Vec::as_slice)
}
