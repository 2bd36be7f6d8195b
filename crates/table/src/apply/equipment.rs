//! What happens to status, decks, dice and devices.

use crate::deck::{Deck, DeckId, Device, Stage};
use crate::event::Event;
use crate::table::{Status, Table};
use croupier_rules::{Phase, Position, RulesChange};

impl Table {
    pub(super) fn apply_equipment(&mut self, event: &Event) {
        let clock = self.state.clock;
        match event {
            Event::Status(status) => {
                let before = std::mem::replace(&mut self.state.status, *status);
                if before == Status::Closed {
                    self.state.counted = false;
                    // § 575.5(g)(3), MA 11(d): the first round of the day starts at the dealer.
                    if self.includes(RulesChange::ButtonAtOpening) {
                        self.state.button = Position::DEALER;
                    }
                }
                if *status == Status::Closed {
                    (self.state.paused, self.state.dealer) = (None, None);
                }
                if *status != Status::Open {
                    (self.state.first_to_arrive, self.state.nobody_yet) = (None, true);
                }
            }
            Event::DeckReceived(deck) => {
                self.state.decks[deck.index()] =
                    Deck { stage: Stage::Received, received: Some(clock), ..Deck::default() };
            }
            Event::DeckInspected(deck) => self.stage(*deck, Stage::Inspected),
            Event::JokerTorn(deck) => self.state.decks[deck.index()].joker_torn = true,
            Event::DeckVerified(deck) => self.stage(*deck, Stage::Verified),
            Event::DeckSpread { deck, face_up } => {
                self.stage(*deck, Stage::Spread);
                self.state.decks[deck.index()].face_up = *face_up;
            }
            Event::DeckViewed(deck) => self.stage(*deck, Stage::Viewed),
            Event::DeckStacked(deck) | Event::ShuffleOrdered(deck) => self.stage(*deck, Stage::Stacked),
            Event::DeckShuffled { deck, by, ready, order, seal } => {
                let stage = if *ready { self.ready_stage(*deck) } else { Stage::Shuffled };
                let deck = &mut self.state.decks[deck.index()];
                (deck.stage, deck.shuffled_by, deck.cut) = (stage, Some(*by), 0);
                deck.order = order.as_deref().copied();
                deck.seal = *seal;
                (self.state.declined, self.state.recut) = ([false; 6], false);
            }
            Event::CutDeclined(seat) => self.state.declined[seat.index()] = true,
            Event::DeckCut { deck, cards, by } => {
                let (len, stage) = (self.deck_len(), self.ready_stage(*deck));
                let deck = &mut self.state.decks[deck.index()];
                deck.stage = stage;
                deck.order = deck.order.map(|order| order.cut(*cards));
                deck.cut = ((u16::from(deck.cut) + u16::from(*cards)) % u16::from(len)) as u8;
                self.state.last_cut = Some(by.map_or(Position::DEALER, Position::of));
                self.state.recut = false;
            }
            Event::RecutOrdered(deck) => {
                self.stage(*deck, Stage::Shuffled);
                self.state.recut = true;
            }
            Event::DeckRemoved { deck, .. } => self.state.decks[deck.index()] = Deck::default(),
            Event::DicePlaced => self.state.dice = Some(clock),
            Event::DeviceOut { device, .. } => *self.out_of_order(*device) = true,
            Event::DeviceRestored { device, .. } => *self.out_of_order(*device) = false,
            _ => {}
        }
    }

    fn out_of_order(&mut self, device: Device) -> &mut bool {
        match device {
            Device::Shuffler => &mut self.state.shuffler_out,
            Device::Shoe => &mut self.state.shoe_out,
        }
    }

    /// A deck shuffled or cut again before its first card is in play as it was.
    fn ready_stage(&self, deck: DeckId) -> Stage {
        let in_play = self.state.round.phase == Phase::Dealing && self.state.round.deck == Some(deck);
        if in_play { Stage::InPlay } else { Stage::Ready }
    }

    pub(super) fn stage(&mut self, deck: DeckId, stage: Stage) {
        self.state.decks[deck.index()].stage = stage;
    }
}
