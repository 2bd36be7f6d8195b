//! What a table waits for now, and from whom.

use crate::actor::Timestamp;
use crate::config::DealMode;
use crate::deck::{DeckId, DeckStage};
use crate::prompt::{DealerStep, DeckStep, Prompt};
use crate::round::SeatStatus;
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::procedure::StartTiming;
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Clause, Phase, Seat};

impl Table {
    /// All open questions: first those the round waits for, in the order they come, then those anybody may leave open.
    /// As things stood at the last command: a deck whose hours have ended since is asked about by
    /// [`prompts_at`](Self::prompts_at).
    pub fn prompts(&self) -> Vec<Prompt> {
        self.prompts_at(self.state.clock)
    }

    /// All open questions at this moment.
    pub fn prompts_at(&self, now: Timestamp) -> Vec<Prompt> {
        let now = now.max(self.state.clock);
        let mut asks = Vec::with_capacity(8);
        if self.state.status == TableStatus::Closed {
            return asks;
        }
        match self.state.round.phase {
            Phase::Betting | Phase::Closed => self.before_the_deal(now, &mut asks),
            Phase::Dealing => self.in_the_deal(now, &mut asks),
            Phase::Deciding => self.of_players(&mut asks),
            Phase::Responding | Phase::Settling => self.of_settlement(&mut asks),
        }
        asks.extend(Seat::ALL.into_iter().filter(|&seat| self.surrender_open(seat)).filter_map(|seat| {
            Some(Prompt::Surrender { seat, clause: self.house.procedure.playing.surrender?.clause })
        }));
        if self.state.round.phase >= Phase::Dealing && self.state.round.phase != Phase::Closed {
            // While one deck plays the other is shuffled.
            if self.two_decks() {
                let ask = self.deck_ask(self.state.next_deck.other(), now);
                // What is racked goes into the device before other cards are racked.
                let place =
                    asks.iter().position(|ask| matches!(ask, Prompt::Dealer { step: DealerStep::CloseRound, .. }));
                let place = place.unwrap_or(asks.len());
                asks.splice(place..place, ask);
            }
        }
        asks
    }

    fn before_the_deal(&self, now: Timestamp, asks: &mut Vec<Prompt>) {
        let decks: &[DeckId] = if self.two_decks() { &DeckId::ALL } else { &[self.state.next_deck] };
        asks.extend(decks.iter().filter_map(|&deck| self.deck_ask(deck, now)));
        if let Some((StartMethod::Dice, _, starting)) = self.starting()
            && (self.state.dice.is_none() || self.dice_worn(now).is_some())
        {
            let clause = if self.state.dice.is_none() { starting.housed } else { starting.dice_hours.1 };
            asks.push(dealer(DealerStep::PlaceDice, clause));
        }
        let betting = self.state.round.phase == Phase::Betting && self.state.paused.is_none();
        if betting && self.may_close_bets(now).is_ok() {
            asks.push(dealer(DealerStep::NoMoreBets, self.dealing().no_more_bets));
        }
    }

    /// The next step with a deck, if one is due.
    fn deck_ask(&self, deck: DeckId, now: Timestamp) -> Option<Prompt> {
        let cards = &self.house.procedure.cards;
        let known = self.deck(deck);
        let played = self.state.round.phase != Phase::Closed && self.state.round.deck == Some(deck);
        let lies_by = !played && known.stage != DeckStage::Absent;
        if let Some((_, clause)) = self.deck_worn(deck, now).filter(|_| lies_by) {
            return Some(Prompt::Deck { deck, step: DeckStep::Remove, clause });
        }
        let spare = self.house.rules.cards.jokers_made == 2 && !known.joker_torn;
        let (step, clause) = match known.stage {
            DeckStage::Absent => (DeckStep::Receive, cards.inspect),
            DeckStage::Received if self.opening_lifted() => (DeckStep::Shuffle, cards.preinspected),
            DeckStage::Received => (DeckStep::Inspect, cards.inspect),
            DeckStage::Inspected if spare => (DeckStep::TearJoker, cards.tear_joker?),
            DeckStage::Inspected => (DeckStep::Verify, cards.verify),
            DeckStage::Verified => (DeckStep::Spread, cards.spread),
            DeckStage::Spread => (DeckStep::Look, cards.spread),
            DeckStage::Viewed => (DeckStep::Wash, cards.wash),
            DeckStage::Stacked => (DeckStep::Shuffle, cards.shuffle),
            DeckStage::Shuffled => (DeckStep::Cut, self.cuts_next().1),
            DeckStage::Ready | DeckStage::InPlay => return None,
        };
        Some(Prompt::Deck { deck, step, clause })
    }

    fn in_the_deal(&self, now: Timestamp, asks: &mut Vec<Prompt>) {
        let (round, dealing) = (&self.state.round, self.dealing());
        let lock_out = self.lock_out_clause();
        let accepted = self.progressive_wagers();
        if let Some(chips) = round.miscounted {
            asks.push(Prompt::CorrectProgressive { chips, accepted, clause: lock_out });
        } else if accepted > 0 && !round.progressive_counted {
            asks.push(dealer(DealerStep::CountProgressive, lock_out));
        }
        asks.extend(self.draws_due().map(|clause| Prompt::SystemDraws { clause }));
        // A deck that is recut or shuffled again on a floorperson's order.
        asks.extend(round.deck.filter(|_| round.out == 0).and_then(|deck| self.deck_ask(deck, now)));
        if !asks.is_empty() {
            return;
        }
        self.void_asks(asks);
        let all_out = usize::from(round.out) == self.route().total();
        match self.starting().filter(|_| round.start.is_none()) {
            Some((_, StartTiming::BeforeDealing, starting)) => {
                asks.push(dealer(DealerStep::FindStart, dealing.start_clause.unwrap_or(starting.count)));
            }
            Some((_, StartTiming::BeforeDelivery, starting)) if round.stub => {
                asks.push(dealer(DealerStep::FindStart, dealing.start_clause.unwrap_or(starting.count)));
            }
            _ if !all_out => asks.push(dealer(DealerStep::Deal, dealing.deal)),
            _ if round.stub => {
                asks.push(dealer(DealerStep::CollectUnwagered, dealing.unwagered.unwrap_or(dealing.stub.right)));
            }
            _ => asks.push(dealer(DealerStep::CountStub, dealing.stub.clause)),
        }
    }

    fn of_players(&self, asks: &mut Vec<Prompt>) {
        let playing = &self.house.procedure.playing;
        self.void_asks(asks);
        for seat in self.state.round.live().filter(|&seat| !self.area(seat).may_void) {
            let area = self.area(seat);
            if let Some(clause) = playing.double_down.filter(|_| self.double_open(seat)) {
                asks.push(Prompt::DoubleDown { seat, amount: area.main(), clause });
            }
            if self.house.game.shape().is_some() && !area.hand.laid && self.set_before(seat).is_none() {
                asks.push(Prompt::SetHands { seat, clause: self.house.game.shape_clause() });
            }
        }
        if let Some((asked, seat)) = playing.play_or_fold.zip(self.plays_next()) {
            let (least, hand) = (self.area(seat).main(), &self.area(seat).hand);
            let may_raise = self.house.mode == DealMode::Observed || self.house.game.may_raise(hand.cards);
            let most = if may_raise { least.times(asked.most).unwrap_or(least) } else { least };
            asks.push(Prompt::PlayOrFold { seat, least, most, clause: asked.clause });
        }
        self.shaker_ask(asks);
    }

    fn void_asks(&self, asks: &mut Vec<Prompt>) {
        let ours = &self.house.procedure.irregularities;
        let clause = ours.player_exposed.unwrap_or(ours.section);
        let waits = Seat::ALL.into_iter().filter(|&seat| self.area(seat).may_void);
        asks.extend(waits.map(|seat| Prompt::VoidHand { seat, clause }));
    }

    fn shaker_ask(&self, asks: &mut Vec<Prompt>) {
        if let Some((StartMethod::Dice, _, starting)) = self.starting()
            && self.state.round.delivered
            && !self.state.round.shaker_covered
        {
            asks.push(dealer(DealerStep::CoverShaker, starting.shaken_after));
        }
    }

    fn of_settlement(&self, asks: &mut Vec<Prompt>) {
        let (round, settling) = (&self.state.round, &self.house.procedure.settling);
        self.void_asks(asks);
        if let Some(waiting) = round.waiting {
            let (seat, wager) = (waiting.seat, waiting.wager);
            asks.extend(self.reservation_due().map(Prompt::Reserve));
            if waiting.verified {
                asks.push(Prompt::Validate { seat, wager, clause: self.validation_clause() });
            } else {
                asks.push(dealer(DealerStep::VerifyWin(seat), self.verification_clause()));
            }
            return;
        }
        self.shaker_ask(asks);
        if let Some(surrender) = self.house.procedure.playing.surrender {
            let uncounted = Seat::ALL.into_iter().filter(|&seat| self.area(seat).uncounted);
            // Cards that stay for envy are counted when they are collected.
            let here = uncounted.filter(|&seat| !self.to_show().any(|shown| shown == seat));
            asks.extend(here.map(|seat| dealer(DealerStep::CountSurrendered(seat), surrender.counted)));
        }
        let deciding = |seat: Seat| self.area(seat).may_void;
        let needs_dealer = |seat: Seat| {
            let shown = self.area(seat).standing != SeatStatus::Surrendered;
            shown && self.dealer_unseen() && self.may_declare(seat, settling.reveal).is_err()
        };
        if !round.dealer_up {
            if !Seat::ALL.into_iter().any(deciding) {
                asks.push(dealer(DealerStep::TurnCards, settling.dealer));
            }
        } else if let Some(seat) = self.to_show().next().filter(|&seat| !deciding(seat)) {
            // Where only outcomes were to be declared, a wager may need the dealer's cards after all.
            let (step, clause) = match needs_dealer(seat) {
                true => (DealerStep::TurnCards, settling.dealer),
                false => (DealerStep::Reveal(seat), settling.reveal),
            };
            asks.push(dealer(step, clause));
        }
        asks.extend(Seat::ALL.into_iter().filter_map(|seat| {
            let wager = self.area(seat).undocumented?;
            Some(Prompt::Document { seat, clause: self.documents_clause(wager) })
        }));
        if round.settled && asks.is_empty() {
            asks.push(dealer(DealerStep::CloseRound, settling.reconstruct));
        }
    }
}

const fn dealer(step: DealerStep, clause: Clause) -> Prompt {
    Prompt::Dealer { step, clause }
}
