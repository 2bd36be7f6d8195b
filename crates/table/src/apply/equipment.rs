//! Applies events of status, decks, dice and devices.

use crate::actor::Timestamp;
use crate::deck::{Deck, DeckId, DeckOrder, DeckStage, Device, ShuffledBy};
use crate::digest::Digest;
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::{Phase, Position, RulesChange, Seat};

impl Table {
    pub(super) fn change_status(&mut self, status: TableStatus) {
        let before = std::mem::replace(&mut self.state.status, status);
        if before == TableStatus::Closed {
            self.state.counted = false;
            // § 575.5(g)(3), MA 11(d): the first round of the day starts at the dealer.
            if self.includes(RulesChange::ButtonAtOpening) {
                self.state.button = Position::DEALER;
            }
        }
        if status == TableStatus::Closed {
            (self.state.paused, self.state.dealer) = (None, None);
        }
        if status != TableStatus::Open {
            (self.state.first_to_arrive, self.state.nobody_yet) = (None, true);
        }
    }

    pub(super) fn receive_deck(&mut self, deck: DeckId, clock: Timestamp) {
        self.state.decks[deck.index()] = Deck { stage: DeckStage::Received, received: Some(clock), ..Deck::default() };
    }

    pub(super) fn spread_deck(&mut self, deck: DeckId, face_up: bool) {
        self.stage(deck, DeckStage::Spread);
        self.state.decks[deck.index()].face_up = face_up;
    }

    pub(super) fn shuffle_deck(
        &mut self,
        deck: DeckId,
        by: ShuffledBy,
        ready: bool,
        order: Option<&DeckOrder>,
        seal: Option<Digest>,
    ) {
        let stage = if ready { self.ready_stage(deck) } else { DeckStage::Shuffled };
        let deck = &mut self.state.decks[deck.index()];
        (deck.stage, deck.shuffled_by, deck.cut) = (stage, Some(by), 0);
        (deck.order, deck.seal) = (order.copied(), seal);
        (self.state.declined, self.state.recut) = ([false; 6], false);
    }

    pub(super) fn cut_deck(&mut self, deck: DeckId, cards: u8, by: Option<Seat>) {
        let (len, stage) = (self.deck_len(), self.ready_stage(deck));
        let deck = &mut self.state.decks[deck.index()];
        deck.stage = stage;
        deck.order = deck.order.map(|order| order.cut(cards));
        deck.cut = ((u16::from(deck.cut) + u16::from(cards)) % u16::from(len)) as u8;
        self.state.last_cut = Some(by.map_or(Position::DEALER, Position::of));
        self.state.recut = false;
    }

    pub(super) fn order_recut(&mut self, deck: DeckId) {
        self.stage(deck, DeckStage::Shuffled);
        self.state.recut = true;
    }

    pub(super) fn out_of_order(&mut self, device: Device) -> &mut bool {
        match device {
            Device::Shuffler => &mut self.state.shuffler_out,
            Device::Shoe => &mut self.state.shoe_out,
        }
    }

    /// A deck shuffled or cut again before its first card is in play as it was.
    fn ready_stage(&self, deck: DeckId) -> DeckStage {
        let in_play = self.state.round.phase == Phase::Dealing && self.state.round.deck == Some(deck);
        if in_play { DeckStage::InPlay } else { DeckStage::Ready }
    }

    pub(super) fn stage(&mut self, deck: DeckId, stage: DeckStage) {
        self.state.decks[deck.index()].stage = stage;
    }
}
