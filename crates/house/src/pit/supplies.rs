//! What a table gets from outside: shuffles with their promise, dice and draws as promised, shares of meters.
//!
//! All chance of a sealed round is drawn at once, with the shuffle, and promised together; what is dealt, rolled and drawn
//! later is read off what was kept.

use crate::chance::{Chance, Kept};
use croupier_table::commitment::{Digest, Draws};
use croupier_table::{At, DeckId, Mode, Order, Reservation, ShareDue, Supply, Table};

/// The supplies for one step.
pub(super) struct Supplies<'a> {
    pub(super) chance: &'a Chance,
    /// What is kept for each deck.
    pub(super) kept: &'a mut [Option<Kept>; 2],
    /// The deck of the round, or of the next.
    pub(super) deck: DeckId,
    /// The share the house has taken for a winner.
    pub(super) share: Option<Reservation>,
    /// A share that was asked for and is not there yet.
    pub(super) due: Option<ShareDue>,
    /// The time.
    pub(super) now: At,
}

impl Supplies<'_> {
    fn promised(&self) -> Option<Kept> {
        self.kept[self.deck.index()]
    }
}

impl Supply for Supplies<'_> {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(Order, Option<Digest>)> {
        if table.house().mode == Mode::Observed {
            return None;
        }
        let kept = self.chance.keep(table, deck);
        self.kept[deck.index()] = Some(kept);
        Some((kept.order, Some(kept.root())))
    }

    fn dice(&mut self) -> [u8; 3] {
        self.promised().map_or_else(|| self.chance.dice(), |kept| kept.draws.start)
    }

    fn number(&mut self) -> u8 {
        self.promised().map_or_else(|| self.chance.number(), |kept| kept.draws.start[0])
    }

    fn draws(&mut self, table: &Table) -> Draws {
        let drawn = self.promised().unwrap_or_else(|| self.chance.keep(table, self.deck)).draws;
        Draws { start: [0; 3], ..drawn }
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        let share = self.share.take();
        if share.is_none() {
            self.due = Some(*due);
        }
        share
    }

    fn now(&self, table: &Table) -> At {
        self.now.max(table.state().clock)
    }

    fn secret(&mut self) -> Option<Digest> {
        self.promised().map(|kept| kept.secret)
    }

    fn cut(&mut self, table: &Table) -> u8 {
        self.chance.cut_depth(table)
    }
}
