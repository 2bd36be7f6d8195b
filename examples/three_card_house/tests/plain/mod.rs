//! The order of three-card hands a second time, from the definitions and nothing of ours: what the game is held
//! against.

#![allow(dead_code, unreachable_pub, reason = "each test uses what it needs")]

use croupier_rules::{Card, CardSet};

/// Every hand of the deck.
pub fn hands() -> Vec<CardSet> {
    let deck: Vec<Card> = CardSet::FIFTY_TWO.iter().collect();
    let mut hands = Vec::new();
    for (a, first) in deck.iter().enumerate() {
        for (b, second) in deck.iter().enumerate().skip(a + 1) {
            for third in deck.iter().skip(b + 1) {
                hands.push([*first, *second, *third].into_iter().collect());
            }
        }
    }
    hands
}

/// What a hand is, higher for the rarer, and its cards in the order they are compared.
pub fn strength(hand: CardSet) -> (u8, [usize; 3]) {
    let written = hand.to_string();
    let cards: Vec<&str> = written.split(' ').collect();
    let mut ranks: Vec<usize> = cards.iter().map(|card| "23456789TJQKA".find(&card[..1]).expect("a rank")).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    let [high, middle, low] = [ranks[0], ranks[1], ranks[2]];
    let suited = cards.iter().all(|card| card[1..] == cards[0][1..]);
    let ace_low = [high, middle, low] == [12, 1, 0];
    let in_sequence = (high == middle + 1 && middle == low + 1) || ace_low;
    match (in_sequence, suited) {
        (true, true) => (5, [if ace_low { 1 } else { high }, 0, 0]),
        (true, false) => (3, [if ace_low { 1 } else { high }, 0, 0]),
        (false, true) => (2, [high, middle, low]),
        _ if high == low => (4, [high, 0, 0]),
        _ if high == middle => (1, [high, low, 0]),
        _ if middle == low => (1, [middle, high, 0]),
        _ => (0, [high, middle, low]),
    }
}

/// Whether a dealer with this hand qualifies: a queen at least.
pub fn qualifies(dealer: (u8, [usize; 3])) -> bool {
    const QUEEN: usize = 10;
    dealer.0 > 0 || dealer.1[0] >= QUEEN
}
