//! The inputs of a table: shuffles with their commitment, dice and draws as committed, shares of meters.
//!
//! All chance of a sealed round is drawn at once, with the shuffle, and committed to together; what is dealt, rolled
//! and drawn later is read from the sealed shuffle.

use crate::rng::{HouseRng, SealedShuffle};
use croupier_table::commitment::{CommittedDraws, Digest};
use croupier_table::{DealMode, DeckId, DeckOrder, Reservation, ShareDue, StepInputs, Table, Timestamp};

/// The inputs for one step.
pub(super) struct DeskInputs<'a> {
    pub(super) chance: &'a HouseRng,
    /// What is kept for each deck.
    pub(super) kept: &'a mut [Option<SealedShuffle>; 2],
    /// The deck of the round, or of the next.
    pub(super) deck: DeckId,
    /// The share the house has taken for a winner.
    pub(super) share: Option<Reservation>,
    /// A share that was asked for and is not there yet.
    pub(super) due: Option<ShareDue>,
    /// The time.
    pub(super) now: Timestamp,
}

impl DeskInputs<'_> {
    fn promised(&self) -> Option<SealedShuffle> {
        self.kept[self.deck.index()]
    }
}

impl StepInputs for DeskInputs<'_> {
    fn shuffle(&mut self, table: &Table, deck: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        if table.house().mode == DealMode::Observed {
            return None;
        }
        let kept = self.chance.draw_sealed(table, deck);
        self.kept[deck.index()] = Some(kept);
        Some((kept.order, Some(kept.root())))
    }

    fn dice(&mut self) -> [u8; 3] {
        self.promised().map_or_else(|| self.chance.dice(), |kept| kept.draws.start)
    }

    fn number(&mut self) -> u8 {
        self.promised().map_or_else(|| self.chance.number(), |kept| kept.draws.start[0])
    }

    fn draws(&mut self, table: &Table) -> CommittedDraws {
        let drawn = self.promised().unwrap_or_else(|| self.chance.draw_sealed(table, self.deck)).draws;
        CommittedDraws { start: [0; 3], ..drawn }
    }

    fn reserve(&mut self, due: &ShareDue) -> Option<Reservation> {
        let share = self.share.take();
        if share.is_none() {
            self.due = Some(*due);
        }
        share
    }

    fn now(&self, table: &Table) -> Timestamp {
        self.now.max(table.state().clock)
    }

    fn secret(&mut self) -> Option<Digest> {
        self.promised().map(|kept| kept.secret)
    }

    fn cut(&mut self, table: &Table) -> u8 {
        self.chance.cut_depth(table)
    }
}
