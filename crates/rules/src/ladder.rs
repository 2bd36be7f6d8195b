//! A text's bonus hands in pay order. The first matching rung pays.
//!
//! Order matters more than strength: §§ 575.6(d) and 659a.6(d) put three-of-a-kind above a straight, and a 9-high of
//! § 575.6(d)(7) stands above the flush it may also be.

use crate::card::Rank;
use crate::card_set::CardSet;
use crate::clause::{Clause, clause};
use crate::holding::{Holding, Joker};
use crate::reading::{ReadingId, Readings};

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

/// A rung, as the ladders write it.
pub const fn rung(label: &'static str, citation: &'static str, holds: fn(&Holding, Readings) -> bool) -> Rung {
    Rung { label, clause: clause(citation), holds }
}

/// A royal flush with the joker as any card of it, or in the alternative of R-20 only as the ace.
pub(crate) fn royal_flush(hand: &Holding, readings: Readings) -> bool {
    let only_ace = readings.alternative(ReadingId::ROYAL_JOKER_ONLY_ACE);
    hand.royal_flush(if only_ace { Joker::AceOnly } else { Joker::Any }).is_some()
}

/// A hand worth nothing but its highest card: what an Insurance Wager is paid for.
pub(crate) fn worthless(hand: &Holding, highest: Rank) -> bool {
    hand.highest() == Some(highest) && !hand.has_kind(2) && !hand.straight(5) && !hand.flush(5)
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
