//! What every hand of seven cards shows when somebody sets it: the other side of a contest.

use super::ranks::{DECK, RankCounts, each_renaming, hands, number};
use super::setting_rank::SettingRank;
use crate::progress::Progress;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// The standing of every hand of the deck under one way of setting.
pub(super) struct DeckSettings {
    /// By the number of a hand: the place of its standing in the list.
    places: Vec<AtomicU32>,
    /// The standings that occur, in rising order, so by the high hand first.
    standings: Vec<SettingRank>,
}

impl DeckSettings {
    /// The whole deck from one hand of each suit class: `shown` tells what it shows by the place of its ranks among
    /// [`RankCounts::all`] and its own place among the hands of those, or by the hand itself.
    pub(super) fn new(shown: impl Fn(usize, usize, &[u8]) -> SettingRank + Sync, progress: &dyn Progress) -> Self {
        let all = RankCounts::all(7);
        // The list of standings is not known before the last hand, so their bits are kept first and numbered after.
        let places: Vec<AtomicU32> = (0..hands(7)).into_par_iter().map(|_| AtomicU32::new(0)).collect();
        progress.begin("enumerating the deck", all.len() as u64);
        let occurring = all.par_iter().enumerate().map(|(at, ranks)| {
            let mut found = Vec::new();
            ranks.each_hand(&mut |hand, _| {
                let standing = shown(at, found.len(), hand);
                found.push(standing);
                // Each hand has a number of its own, so the order of these writes does not matter.
                each_renaming(hand, &mut |hand| places[number(hand)].store(standing.bits(), Ordering::Relaxed));
            });
            found.sort_unstable();
            found.dedup();
            progress.advance(1);
            found
        });
        let mut standings: Vec<SettingRank> = occurring.flatten_iter().collect();
        standings.par_sort_unstable();
        standings.dedup();
        let most = standings.last().map_or(0, |last| last.bits() as usize);
        let mut place_of = vec![0; most + 1];
        for (place, standing) in (0..).zip(&standings) {
            place_of[standing.bits() as usize] = place;
        }
        places.par_iter().for_each(|place| {
            place.store(place_of[place.load(Ordering::Relaxed) as usize], Ordering::Relaxed);
        });
        progress.end();
        Self { places, standings }
    }

    /// The standings that occur, in rising order.
    pub(super) fn ranks(&self) -> &[SettingRank] {
        &self.standings
    }

    /// The standing of a hand.
    pub(super) fn rank(&self, hand: &[u8]) -> SettingRank {
        self.standings[self.place(number(hand))]
    }

    fn place(&self, number: usize) -> usize {
        self.places[number].load(Ordering::Relaxed) as usize
    }

    /// Calls `each` with the place of the standing of every hand that holds all of these cards, which are in rising
    /// order.
    pub(super) fn each_holding(&self, cards: &[u8], each: &mut impl FnMut(usize)) {
        let below: Vec<usize> = (0..=cards.len()).map(|held| number(&cards[..held])).collect();
        self.complete(cards, &below, 7, DECK, 0, each);
    }

    /// Fills the places of a hand from the highest card down: `open` of them are left, for cards below `bound`, and
    /// `sum` is what the cards above add to the hand's number.
    fn complete(
        &self,
        held: &[u8],
        below: &[usize],
        open: usize,
        bound: usize,
        sum: usize,
        each: &mut impl FnMut(usize),
    ) {
        use super::ranks::CHOOSE;
        if open == held.len() {
            return each(self.place(sum + below[held.len()]));
        }
        let highest = held.last().map_or(0, |&card| usize::from(card) + 1);
        if open == held.len() + 1 {
            for row in &CHOOSE[highest..bound] {
                each(self.place(sum + below[held.len()] + row[open] as usize));
            }
        } else {
            for (card, row) in CHOOSE.iter().enumerate().take(bound).skip(highest) {
                self.complete(held, below, open - 1, card, sum + row[open] as usize, each);
            }
        }
        if let Some((&card, held)) = held.split_last() {
            let card = usize::from(card);
            self.complete(held, below, open - 1, card, sum + CHOOSE[card][open] as usize, each);
        }
    }
}
