//! Applies events of a round from its opening to its close: the deal, the decisions of the seats, the end.

use crate::deck::{Deck, DeckId, DeckStage};
use crate::digest::Digest;
use crate::round::{DealtHand, OpenedCommitment, Round, SeatStatus};
use crate::table::Table;
use croupier_rules::procedure::{Recipients, StartTiming};
use croupier_rules::{DeckFate, Phase, Position, Seat, Setting};

impl Table {
    pub(super) fn open_round(&mut self, number: u64) {
        let round = &mut self.state.round;
        let (mut log, mut came) = (std::mem::take(&mut round.log), std::mem::take(&mut round.came));
        log.clear();
        came.clear();
        // A round that was void has left its areas there already.
        for (last, area) in self.state.last.iter_mut().zip(&mut round.areas).filter(|(_, area)| area.main().0 > 0) {
            std::mem::swap(last, area);
        }
        *round = Round { number, phase: Phase::Betting, log, came, ..Round::default() };
        // Whoever has gone with all his chips long ago; no movement of the last round can name him any more.
        let seats = self.state.seats;
        self.state.ledger.forget(|who| seats.contains(&Some(who)));
    }

    pub(super) fn put_in_play(&mut self, deck: DeckId) {
        self.stage(deck, DeckStage::InPlay);
        self.state.round.deck = Some(deck);
        (self.state.first_to_arrive, self.state.nobody_yet) = (None, false);
    }

    pub(super) fn find_start(&mut self, position: Position, dice: Option<[u8; 3]>, number: Option<u8>) {
        self.state.round.start = Some(position);
        self.state.round.dice = dice.unwrap_or([number.unwrap_or(0), 0, 0]);
        if self.dealing().start == StartTiming::BeforeDelivery {
            let out = usize::from(self.state.round.out);
            self.lay(0, out);
        }
    }

    /// The stub is counted or racked, so many rounds after the last count.
    pub(super) fn end_stub(&mut self, since_stub: u8) {
        self.state.round.stub = true;
        self.state.since_stub = since_stub;
    }

    pub(super) fn set_hand(&mut self, seat: Seat, setting: Option<Setting>) {
        let hand = &mut self.area_mut(seat).hand;
        hand.laid = true;
        hand.setting = setting;
    }

    pub(super) fn fold_hand(&mut self, seat: Seat) {
        let area = self.area_mut(seat);
        (area.standing, area.answered) = (SeatStatus::Folded, true);
    }

    pub(super) fn surrender_hand(&mut self, seat: Seat) {
        let area = self.area_mut(seat);
        (area.standing, area.uncounted) = (SeatStatus::Surrendered, true);
    }

    pub(super) fn void_seat(&mut self, seat: Seat) {
        self.reverse(0, |about| about.is_some_and(|(whose, _)| whose == seat));
        self.state.round.came.retain(|came| came.seat != seat);
        self.end_seat(seat, SeatStatus::Voided);
    }

    /// The seat has nothing more to decide or to settle in this round.
    pub(super) fn end_seat(&mut self, seat: Seat, status: SeatStatus) {
        let area = self.area_mut(seat);
        (area.standing, area.may_void, area.settled) = (status, false, true);
    }

    pub(super) fn apply_round_void(&mut self, deck: DeckFate) {
        self.reverse(0, |_| true);
        self.end_round(deck);
        let areas = std::mem::take(&mut self.state.round.areas);
        for (last, area) in self.state.last.iter_mut().zip(areas).filter(|(_, area)| area.main().0 > 0) {
            *last = area;
        }
        self.state.round.came.clear();
    }

    pub(super) fn apply_round_close(&mut self, secret: Option<Digest>) {
        let sealed = self.state.round.deck.is_some_and(|deck| self.deck(deck).seal.is_some());
        let opened = secret.filter(|_| sealed).zip(self.promise());
        self.state.round.opened = opened.map(|(secret, promise)| Box::new(OpenedCommitment { promise, secret }));
        self.end_round(DeckFate::Reshuffled);
        // The button moves after each completed round, and a void round does not move it.
        self.state.button = self.state.button.clockwise();
    }

    pub(super) fn deal(&mut self, cards: u8) {
        let out = self.state.round.out;
        let total = self.route().total();
        let upto = usize::from(out.saturating_add(cards)).min(total);
        self.state.round.out = upto as u8;
        if self.dealing().start != StartTiming::BeforeDelivery {
            self.lay(usize::from(out), upto);
        }
    }

    /// Lays the dealt cards of these numbers where they belong.
    pub(super) fn lay(&mut self, from: usize, upto: usize) {
        let route = self.route();
        let round = &mut self.state.round;
        let order = round.deck.and_then(|deck| self.state.decks[deck.index()].order.as_ref());
        let aside = round.aside.map_or(usize::MAX, usize::from);
        for number in from..upto {
            let Some(place) = route.destination(number) else { continue };
            // A card set aside stays in its place of the deck and is passed over.
            let face = order.and_then(|order| order.card(number + usize::from(number >= aside)));
            let hand = round.hand_mut(place);
            hand.count = hand.count.saturating_add(1);
            if let Some(card) = face {
                hand.cards = hand.cards.with(card);
            }
        }
    }

    pub(super) fn clear_unwagered(&mut self) {
        self.state.round.delivered = true;
        if self.dealing().recipients == Recipients::AllPositions {
            for area in self.state.round.areas.iter_mut().filter(|area| area.main().0 == 0) {
                area.hand = DealtHand::default();
            }
        }
    }

    pub(super) fn end_round(&mut self, fate: DeckFate) {
        let two = self.two_decks();
        if let Some(deck) = self.state.round.deck {
            self.stage(deck, DeckStage::Stacked);
            if fate == DeckFate::Removed {
                self.state.decks[deck.index()] = Deck::default();
            }
            // Two decks take turns, each serving every second round.
            if two {
                self.state.next_deck = deck.other();
            }
        }
        self.state.round.phase = Phase::Closed;
        self.state.round.waiting = None;
    }
}
