//! From the lock-out to the last card: sections .8-.10, the start of .5(g), MA 8-11.

use super::Decided;
use crate::commitment::CommittedDraws;
use crate::deck::DeckStage;
use crate::event::Event;
use crate::refusal::{RefusalCode, refuse};
use crate::table::Table;
use croupier_rules::procedure::{StartTiming, StubCountRule};
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{Clause, Irregularity, Phase, Place, Position, RulesChange, Seat, WagerKind};

/// What showed where the deal starts.
pub(super) enum StartEvidence {
    /// Three dice.
    Dice([u8; 3]),
    /// A number of the generator.
    Number(u8),
    /// The button.
    Button,
}

impl Table {
    /// Whether the table game system has still to draw. It draws in every round where it may, wagered on or not,
    /// since what it draws was promised with the deck.
    pub(crate) fn draws_due(&self) -> Option<Clause> {
        let price = self.house.price(WagerKind::FiveCardHandBonus)?;
        let offered = price.offered.magic_card.is_some() || price.offered.lucky_bonus.is_some();
        price.spec.settled.extras.filter(|_| offered && self.state.round.draws.is_none())
    }

    pub(super) fn system_draws(&self, draws: CommittedDraws, events: &mut Vec<Event>) -> Decided {
        let Some(price) = self.house.price(WagerKind::FiveCardHandBonus) else {
            return refuse(
                RefusalCode::NotOffered,
                self.house.procedure.wagering.beside,
                "this table has no Magic Card or Lucky position",
            );
        };
        let clause = price.spec.settled.extras.unwrap_or(price.spec.clause);
        self.in_phase(&[Phase::Dealing], clause, "the system's draw")?;
        if self.state.round.out > 0 {
            return refuse(RefusalCode::OutOfTurn, clause, "the system must draw before the first card is dealt");
        }
        if self.state.round.draws.is_some() {
            return refuse(RefusalCode::Done, clause, "the system has already drawn");
        }
        let unoffered = (draws.magic.is_some() && price.offered.magic_card.is_none())
            || (draws.lucky.is_some() && price.offered.lucky_bonus.is_none());
        if unoffered || self.draws_due().is_none() {
            return refuse(RefusalCode::NotOffered, clause, "the submission offers no such draw");
        }
        if draws.magic.is_some_and(|card| !self.house.game.deck().contains(card)) {
            return refuse(RefusalCode::Cards, self.house.game.deck_clause(), "the Magic Card is not in the deck");
        }
        events.push(Event::SystemDrew(draws));
        Ok(())
    }

    /// Whether the start may be found by this method now.
    fn may_start(&self, method: StartMethod, clause: Clause) -> Decided {
        self.in_phase(&[Phase::Dealing], clause, "finding the start")?;
        let round = &self.state.round;
        let Some((_, when, _)) = self.starting().filter(|(known, ..)| *known == method) else {
            return refuse(
                RefusalCode::NotOffered,
                clause,
                format!("this table does not find the start by {}", method.word()),
            );
        };
        if round.start.is_some() {
            return refuse(RefusalCode::Done, clause, "the starting position has already been found");
        }
        match when {
            StartTiming::BeforeDelivery if !round.stub => {
                let clause = self.dealing().start_clause.unwrap_or(clause);
                refuse(RefusalCode::OutOfTurn, clause, "deal the stacks and count the stub before finding the start")
            }
            StartTiming::BeforeDealing => self.counted_and_drawn(),
            StartTiming::Never | StartTiming::BeforeDelivery => Ok(()),
        }
    }

    fn counted_and_drawn(&self) -> Decided {
        let round = &self.state.round;
        let lock_out = self.lock_out_clause();
        if let Some(chips) = round.miscounted {
            let accepted = self.progressive_wagers();
            let message = format!(
                "{chips} progressive chips were collected but the system accepted {accepted}: a floorperson must \
                    correct this, then count again"
            );
            return refuse(RefusalCode::Count, lock_out, message);
        }
        if self.progressive_wagers() > 0 && !round.progressive_counted {
            return refuse(RefusalCode::OutOfTurn, lock_out, "count the progressive chips first");
        }
        if let Some(clause) = self.draws_due() {
            return refuse(
                RefusalCode::OutOfTurn,
                clause,
                "the system must draw the Magic Card and the Lucky position first",
            );
        }
        Ok(())
    }

    pub(super) fn roll(&self, shakes: u8, dice: [u8; 3], announced: u8, events: &mut Vec<Event>) -> Decided {
        let Some(starting) = &self.house.procedure.start else {
            return refuse(
                RefusalCode::NotOffered,
                self.dealing().deal,
                "in this game the deal always starts at the dealer's left",
            );
        };
        self.may_start(StartMethod::Dice, starting.total)?;
        let (least, clause) = starting.shakes;
        if shakes < least {
            return refuse(
                RefusalCode::Number,
                clause,
                format!("the shaker must be shaken at least {least} times (got {shakes})"),
            );
        }
        if !dice.iter().all(|die| (1..=6).contains(die)) {
            return refuse(RefusalCode::Number, starting.total, format!("each die must show 1 to 6 (got {dice:?})"));
        }
        let total: u8 = dice.iter().sum();
        if announced != total {
            return refuse(
                RefusalCode::Count,
                starting.total,
                format!("the dice total {total}, but {announced} was announced"),
            );
        }
        self.started(Position::counted(total), StartEvidence::Dice(dice), events);
        Ok(())
    }

    pub(super) fn draw_start(&self, number: u8, events: &mut Vec<Event>) -> Decided {
        let Some(starting) = &self.house.procedure.start else {
            return refuse(
                RefusalCode::NotOffered,
                self.dealing().deal,
                "in this game the deal always starts at the dealer's left",
            );
        };
        self.may_start(StartMethod::Generator, starting.generator)?;
        if !(1..=7).contains(&number) {
            return refuse(
                RefusalCode::Number,
                starting.generator,
                format!("the random number must be 1 to 7 (got {number})"),
            );
        }
        self.started(Position::counted(number), StartEvidence::Number(number), events);
        Ok(())
    }

    fn started(&self, position: Option<Position>, found: StartEvidence, events: &mut Vec<Event>) {
        if let Some(position) = position {
            events.push(self.start_found(position, found));
        }
        if self.dealing().start == StartTiming::BeforeDelivery {
            self.delivered(events);
        }
    }

    /// The start as it was found; the first revision of the rules wrote a number or the button as dice.
    pub(super) fn start_found(&self, position: Position, found: StartEvidence) -> Event {
        let named = self.includes(RulesChange::StartAsFound);
        let (dice, number, button) = match found {
            StartEvidence::Dice(dice) => (Some(dice), None, false),
            StartEvidence::Number(number) if named => (None, Some(number), false),
            StartEvidence::Button if named => (None, None, true),
            StartEvidence::Number(number) => (Some([number, 0, 0]), None, false),
            StartEvidence::Button => (Some([0; 3]), None, false),
        };
        Event::StartFound { position, dice, number, button }
    }

    pub(super) fn mark_start(&self, events: &mut Vec<Event>) -> Decided {
        let round = &self.state.round;
        let marks = self.house.rules.start.is_some_and(|start| start.mark);
        let Some(starting) = self.house.procedure.start.as_ref().filter(|_| marks) else {
            return refuse(RefusalCode::NotOffered, None, "the submission does not mark the start");
        };
        self.in_phase(&[Phase::Dealing, Phase::Deciding], starting.mark, "marking the start")?;
        if round.start.is_none() {
            return refuse(RefusalCode::OutOfTurn, starting.mark, "find the starting position first");
        }
        if round.marked {
            return refuse(RefusalCode::Done, starting.mark, "the start is already marked");
        }
        events.push(Event::StartMarked);
        Ok(())
    }

    pub(super) fn deal_cards(&self, cards: Option<u8>, events: &mut Vec<Event>) -> Decided {
        let dealing = self.dealing();
        self.in_phase(&[Phase::Dealing], dealing.deal, "dealing")?;
        let round = &self.state.round;
        self.counted_and_drawn()?;
        if let Some(deck) = round.deck.filter(|&deck| self.deck(deck).stage != DeckStage::InPlay) {
            let cards = &self.house.procedure.cards;
            let clause = match (self.deck(deck).stage == DeckStage::Shuffled, self.state.recut) {
                (true, true) => cards.recut,
                (true, false) => cards.must_cut,
                (false, _) => cards.shuffle,
            };
            let message = format!("the {} is {}: shuffle and cut it first", deck.name(), self.deck(deck).stage.name());
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        if let Some((_, StartTiming::BeforeDealing, starting)) = self.starting().filter(|_| round.start.is_none()) {
            let clause = dealing.start_clause.unwrap_or(starting.count);
            return refuse(RefusalCode::OutOfTurn, clause, "find the starting position first");
        }
        let left = self.route().total() as u8 - round.out;
        if left == 0 {
            return refuse(RefusalCode::Done, dealing.deal, "all cards have already been dealt");
        }
        let cards = cards.unwrap_or(left);
        if cards == 0 || cards > left {
            return refuse(
                RefusalCode::Number,
                dealing.deal,
                format!("only {left} cards remain to be dealt (got {cards})"),
            );
        }
        events.push(Event::Dealt { cards });
        Ok(())
    }

    /// What the stub must have: a card set aside is missing from it.
    pub(crate) fn right_stub(&self) -> u8 {
        let aside = u8::from(self.state.round.aside.is_some());
        self.deck_len().saturating_sub(self.route().total() as u8 + aside)
    }

    fn stub_due(&self, clause: Clause) -> Decided {
        self.in_phase(&[Phase::Dealing], clause, "handling the stub")?;
        if usize::from(self.state.round.out) < self.route().total() {
            return refuse(RefusalCode::OutOfTurn, clause, "deal all cards first");
        }
        if self.state.round.stub {
            return refuse(RefusalCode::Done, clause, "the stub is already in the rack");
        }
        Ok(())
    }

    pub(super) fn count_stub(&self, cards: u8, misdealt: bool, events: &mut Vec<Event>) -> Decided {
        let stub = &self.dealing().stub;
        self.stub_due(stub.clause)?;
        let what = match (cards == self.right_stub(), misdealt) {
            (true, false) => None,
            // One has too many and another too few, which the stub does not show.
            (true, true) => Some(Irregularity::WrongCount(Place::Dealer)),
            (false, true) => Some(Irregularity::StubMisdealt),
            (false, false) => Some(Irregularity::StubUnexplained),
        };
        if let Some(what) = what {
            return self.report(what, events);
        }
        events.push(Event::StubCounted { cards, clause: stub.right });
        self.stub_racked(events);
        Ok(())
    }

    /// Whether the stub may stay uncounted in this round (§ 657a.8(f)).
    pub(crate) fn stub_may_stay_uncounted(&self) -> bool {
        self.stub_every().is_none_or(|often| self.state.since_stub.saturating_add(1) < often)
    }

    /// In how many rounds the stub is counted once; none where the device counts, as long as it is used.
    fn stub_every(&self) -> Option<u8> {
        match self.dealing().stub.counted {
            StubCountRule::EveryRound => Some(1),
            StubCountRule::AtLeastEvery(rounds) if self.state.shuffler_out => {
                Some(self.house.rules.stub_count_every.unwrap_or(rounds))
            }
            StubCountRule::AtLeastEvery(_) => self.house.rules.stub_count_every,
        }
    }

    pub(super) fn rack_stub(&self, events: &mut Vec<Event>) -> Decided {
        let stub = &self.dealing().stub;
        self.stub_due(stub.clause)?;
        if !self.stub_may_stay_uncounted() {
            let message = match self.stub_every() {
                Some(often) if often > 1 => {
                    format!(
                        "the stub must be counted at least once every {often} rounds (not counted for {} rounds)",
                        self.state.since_stub
                    )
                }
                _ => "the stub must be counted in every round".to_owned(),
            };
            return refuse(RefusalCode::Count, stub.clause, message);
        }
        events.push(Event::StubRacked);
        self.stub_racked(events);
        Ok(())
    }

    fn stub_racked(&self, events: &mut Vec<Event>) {
        if self.dealing().start != StartTiming::BeforeDelivery {
            self.delivered(events);
        }
    }

    /// The cards are where they belong. Those nobody wagered on are collected first, in a step of the dealer's own;
    /// in the first revision of the rules the count of the stub stood for it.
    fn delivered(&self, events: &mut Vec<Event>) {
        let round = &self.state.round;
        let left =
            self.dealing().unwagered.is_some() && Seat::ALL.into_iter().any(|seat| round.area(seat).main().0 == 0);
        if !(left && self.includes(RulesChange::UnwageredCollectedApart)) {
            self.collected(events);
        }
    }

    pub(super) fn collect_unwagered(&self, events: &mut Vec<Event>) -> Decided {
        let dealing = self.dealing();
        let clause = dealing.unwagered.unwrap_or(dealing.stub.right);
        self.in_phase(&[Phase::Dealing], clause, "collecting the cards of positions without a wager")?;
        if !self.state.round.stub {
            return refuse(RefusalCode::OutOfTurn, clause, "count the stub first");
        }
        if dealing.start == StartTiming::BeforeDelivery && self.state.round.start.is_none() {
            return refuse(RefusalCode::OutOfTurn, clause, "deliver the stacks first");
        }
        self.collected(events);
        Ok(())
    }

    /// Nothing lies where no wager is, and players may look at their cards.
    fn collected(&self, events: &mut Vec<Event>) {
        events.push(Event::UnwageredCollected { clause: self.dealing().unwagered });
        events.push(Event::Entered(Phase::Deciding));
        // Hands voided or abandoned while the cards were dealt may leave nobody to decide.
        let round = &self.state.round;
        if !round.wagering().any(|seat| round.area(seat).live()) {
            events.push(Event::Entered(Phase::Responding));
        }
    }

    pub(super) fn cover_shaker(&self, shakes: u8, events: &mut Vec<Event>) -> Decided {
        let Some((StartMethod::Dice, _, starting)) = self.starting() else {
            return refuse(RefusalCode::NotOffered, None, "this table has no shaker");
        };
        let round = &self.state.round;
        let clause = starting.shaken_after;
        if !round.delivered {
            return refuse(RefusalCode::OutOfTurn, clause, "the shaker must be covered after the deal");
        }
        if round.shaker_covered {
            return refuse(RefusalCode::Done, clause, "the shaker is already covered");
        }
        if shakes != 1 {
            return refuse(
                RefusalCode::Number,
                clause,
                format!("the covered shaker must be shaken once (got {shakes} times)"),
            );
        }
        events.push(Event::ShakerCovered);
        Ok(())
    }
}
