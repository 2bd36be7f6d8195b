//! A text's bonus hands in pay order. The hand that pays is the first rung that holds.
//!
//! Order matters more than strength: §§ 575.6(d) and 659a.6(d) put three-of-a-kind above a straight, and a 9-high of
//! § 575.6(d)(7) stands above the flush it may also be.

use crate::card_set::CardSet;
use crate::clause::Clause;
use crate::holding::Holding;
use crate::reading::Readings;

/// One rung: a hand that a wager can be paid for.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The paytable's row in lower case.
    pub label: &'static str,
    /// Where the text describes the hand.
    pub clause: Clause,
    /// Whether the cards hold it.
    pub holds: fn(&Holding, Readings) -> bool,
}

/// A text's bonus hands in pay order.
#[derive(Debug)]
pub struct Ladder {
    /// How many cards it reads.
    pub cards: usize,
    /// The rungs, best first.
    pub rungs: &'static [Rung],
}

impl Ladder {
    /// The place of the first rung that holds, the best being 0.
    pub fn place(&self, cards: CardSet, readings: Readings) -> Option<usize> {
        let holding = Holding::of(cards);
        self.rungs.iter().position(|rung| (rung.holds)(&holding, readings))
    }

    /// The first rung that holds.
    pub fn rung(&self, cards: CardSet, readings: Readings) -> Option<&'static Rung> {
        self.place(cards, readings).map(|place| &self.rungs[place])
    }

    /// The places of all rungs that hold, best first: where a paytable lacks a row for a rung, the next one that holds
    /// and has a row pays.
    pub fn places(&self, cards: CardSet, readings: Readings) -> impl Iterator<Item = usize> {
        let holding = Holding::of(cards);
        self.rungs.iter().enumerate().filter(move |(_, rung)| (rung.holds)(&holding, readings)).map(|(place, _)| place)
    }
}
