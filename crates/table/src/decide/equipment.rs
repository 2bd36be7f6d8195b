//! Decks and dice from their arrival to their removal: sections .3, .4 and .5, MA 2, 4, 5 and 6.

use super::Decided;
use crate::actor::{Actor, Timestamp};
use crate::deck::{DeckId, DeckOrder, DeckStage, Device, ShuffledBy};
use crate::digest::Digest;
use crate::event::Event;
use crate::refusal::{RefusalCode, refuse};
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::procedure::CutBy;
use croupier_rules::vocabulary::{ShuffleMethod, StartMethod};
use croupier_rules::{Clause, Irregularity, Phase, Position, Remedy, RulesChange, Seat};

impl Table {
    pub(super) fn open_table(&self, events: &mut Vec<Event>) -> Decided {
        if self.state.status != TableStatus::Closed {
            return refuse(RefusalCode::Done, None, "the table is already open");
        }
        events.push(Event::Status(TableStatus::Open));
        Ok(())
    }

    pub(super) fn receive(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        self.at_stage(deck, &[DeckStage::Absent], self.house.procedure.cards.inspect)?;
        events.push(Event::DeckReceived(deck));
        Ok(())
    }

    pub(super) fn inspect(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        self.opening_step(deck, DeckStage::Received, self.house.procedure.cards.inspect)?;
        events.push(Event::DeckInspected(deck));
        Ok(())
    }

    pub(super) fn verify_inspection(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        self.opening_step(deck, DeckStage::Inspected, cards.verify)?;
        if let Some(clause) = cards.tear_joker.filter(|_| self.has_spare_joker() && !self.deck(deck).joker_torn) {
            return refuse(RefusalCode::OutOfTurn, clause, "tear up the second joker first");
        }
        events.push(Event::DeckVerified(deck));
        Ok(())
    }

    pub(super) fn wash(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        // A deck that has been played with was spread because the table was idle.
        let again = self.deck(deck).shuffled_by.is_some();
        self.at_stage(deck, &[DeckStage::Viewed], if again { cards.idle.washed } else { cards.wash })?;
        events.push(Event::DeckStacked(deck));
        Ok(())
    }

    pub(super) fn recut(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        self.before_the_first_card(deck, &[DeckStage::Ready], cards.recut)?;
        if self.deck(deck).shuffled_by == Some(ShuffledBy::Device) {
            return refuse(
                RefusalCode::NotOffered,
                cards.no_cut,
                "a deck shuffled by a device is not cut, so there is no recut",
            );
        }
        events.push(Event::RecutOrdered(deck));
        Ok(())
    }

    pub(super) fn reshuffle(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        let Some(clause) = cards.shuffle_ordered else {
            let message = "the text does not allow a floorperson to order a shuffle";
            return refuse(RefusalCode::NotOffered, cards.shuffle, message);
        };
        self.before_the_first_card(deck, &[DeckStage::Shuffled, DeckStage::Ready], clause)?;
        events.push(Event::ShuffleOrdered(deck));
        Ok(())
    }

    fn has_spare_joker(&self) -> bool {
        self.house.rules.cards.jokers_made == 2
    }

    fn has_deck(&self, deck: DeckId) -> Decided {
        if deck.index() < usize::from(self.house.rules.cards.decks) {
            return Ok(());
        }
        refuse(RefusalCode::NotHere, self.house.procedure.cards.decks_alternate, "this table has only one deck")
    }

    fn at_stage(&self, deck: DeckId, stages: &[DeckStage], clause: Clause) -> Decided {
        self.has_deck(deck)?;
        let stage = self.deck(deck).stage;
        if stages.contains(&stage) {
            return Ok(());
        }
        let wanted: Vec<_> = stages.iter().map(|stage| stage.name()).collect();
        let code = if stages.iter().all(|&wanted| stage > wanted) { RefusalCode::Done } else { RefusalCode::OutOfTurn };
        let message =
            format!("the {0} must be {2} for this (it is {1})", deck.name(), stage.name(), wanted.join(" or "));
        refuse(code, clause, message)
    }

    /// At one of these stages, or in play without a card dealt.
    fn before_the_first_card(&self, deck: DeckId, stages: &[DeckStage], clause: Clause) -> Decided {
        self.has_deck(deck)?;
        let round = &self.state.round;
        let in_play = self.deck(deck).stage == DeckStage::InPlay && round.phase == Phase::Dealing;
        if in_play && round.out == 0 {
            return Ok(());
        }
        if in_play {
            return refuse(RefusalCode::Done, clause, "cards have already been dealt");
        }
        self.at_stage(deck, stages, clause)
    }

    fn opening_step(&self, deck: DeckId, stage: DeckStage, clause: Clause) -> Decided {
        if self.opening_lifted() {
            let lifted = self.house.procedure.cards.preinspected;
            return refuse(
                RefusalCode::NotOffered,
                lifted,
                "decks arrive inspected and shuffled, so the opening steps are skipped",
            );
        }
        // The second of two decks goes through the same steps by itself.
        let clause = if deck == DeckId::Second { self.house.procedure.cards.each_deck } else { clause };
        self.at_stage(deck, &[stage], clause)
    }

    pub(super) fn tear_joker(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let Some(clause) = self.house.procedure.cards.tear_joker.filter(|_| self.has_spare_joker()) else {
            return refuse(RefusalCode::NotOffered, self.house.game.deck_clause(), "the deck has no second joker");
        };
        self.at_stage(deck, &[DeckStage::Received, DeckStage::Inspected], clause)?;
        if self.deck(deck).joker_torn {
            return refuse(RefusalCode::Done, clause, "the second joker has already been torn up");
        }
        events.push(Event::JokerTorn(deck));
        Ok(())
    }

    pub(super) fn spread(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        // A player may ask to see the deck that was stored in the device (§ 670a.5(g)(2)).
        let asked_for = cards.idle.stored_deck.is_some() && self.state.round.phase == Phase::Closed;
        if !(asked_for && self.has_deck(deck).is_ok() && self.deck(deck).stage == DeckStage::Ready) {
            self.opening_step(deck, DeckStage::Verified, cards.spread)?;
        }
        events.push(Event::DeckSpread { deck, face_up: true });
        Ok(())
    }

    pub(super) fn look(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        self.at_stage(deck, &[DeckStage::Spread], cards.spread)?;
        if self.state.seats.iter().all(Option::is_none) {
            return refuse(RefusalCode::OutOfTurn, cards.spread, "no player is seated to look at the cards");
        }
        if cards.idle.turned_up_for_player && !self.deck(deck).face_up {
            events.push(Event::DeckSpread { deck, face_up: true });
        }
        events.push(Event::DeckViewed(deck));
        if self.state.status == TableStatus::Idle {
            events.push(Event::Status(TableStatus::Open));
        }
        Ok(())
    }

    pub(super) fn shuffle(
        &self,
        deck: DeckId,
        by: ShuffledBy,
        order: Option<&DeckOrder>,
        seal: Option<Digest>,
        counted: Option<u8>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let (cards, rules) = (&self.house.procedure.cards, &self.house.rules);
        self.has_deck(deck)?;
        if rules.cards.decks == 2 && !self.two_decks() && deck != self.state.next_deck {
            return refuse(
                RefusalCode::NotOffered,
                cards.two_decks,
                "without a working shuffling device only one deck may be used",
            );
        }
        match by {
            ShuffledBy::Before if !self.opening_lifted() => {
                return refuse(
                    RefusalCode::NotOffered,
                    cards.preinspected,
                    "under the submission decks do not arrive shuffled",
                );
            }
            ShuffledBy::Before => self.at_stage(deck, &[DeckStage::Received], cards.preinspected)?,
            ShuffledBy::Device if !rules.shuffle.method.is_device() => {
                return refuse(RefusalCode::NotOffered, cards.shuffle, "this table has no shuffling device");
            }
            ShuffledBy::Device if self.state.shuffler_out => {
                let clause = self.house.procedure.irregularities.out_of_order;
                return refuse(RefusalCode::NotOffered, clause, "the shuffling device is out of order");
            }
            ShuffledBy::Hand if self.shuffles_by_device() => {
                let clause = self.house.procedure.irregularities.out_of_order;
                return refuse(RefusalCode::NotOffered, clause, "shuffle with the device, unless it is out of order");
            }
            ShuffledBy::Device | ShuffledBy::Hand => self.at_stage(deck, &[DeckStage::Stacked], cards.shuffle)?,
        }
        let len = self.deck_len();
        if self.sealed() != order.is_some() {
            let message = if self.sealed() {
                "a sealed table requires the order of the deck"
            } else {
                "an observed table must not be given the order of the deck"
            };
            return refuse(RefusalCode::Cards, cards.shuffle, message);
        }
        if order.is_some_and(|order| order.cards().len() != usize::from(len)) {
            return refuse(
                RefusalCode::Cards,
                self.house.game.deck_clause(),
                format!("the order must have {len} cards"),
            );
        }
        if by == ShuffledBy::Device && rules.shuffle.counts {
            let Some(found) = counted else {
                return refuse(
                    RefusalCode::Count,
                    cards.device_miscount,
                    "the count of the shuffling device is missing",
                );
            };
            if found != len {
                let ruled = self.ruled(Irregularity::DeviceMiscount);
                let (remedy, clause) = (Remedy::RemoveDeck, ruled.clause);
                events.push(Event::Irregular { what: Irregularity::DeviceMiscount, remedy, clause });
                events.push(Event::DeckRemoved { deck, clause });
                return Ok(());
            }
        }
        let ready = by == ShuffledBy::Device;
        events.push(Event::DeckShuffled { deck, by, ready, order: order.map(|order| Box::new(*order)), seal });
        Ok(())
    }

    /// Whose turn it is to cut: a player, or the dealer when none is left (§ 670a.5(d)). At a recut the turn is that of
    /// the next after whoever cut last (§ 670a.5(f)).
    pub fn cuts_next(&self) -> (Option<Seat>, Clause) {
        let cut = self.house.procedure.cards.cut;
        let CutBy::Players { offered, first, rotation } = cut.by else { return (None, cut.clause) };
        let arrived = self.state.first_to_arrive.map(|seat| (seat, first));
        let round = Seat::from_the_right().map(|seat| (seat, rotation));
        let order = arrived.into_iter().chain(round.filter(|(seat, _)| Some(*seat) != self.state.first_to_arrive));
        let last = self.state.last_cut.and_then(Position::seat).filter(|_| self.state.recut);
        let after =
            order.skip_while(|(seat, _)| last.is_some_and(|last| *seat != last)).skip(usize::from(last.is_some()));
        let willing = |seat: Seat| self.player(seat).is_some() && !self.state.declined[seat.index()];
        let mut entitled = after.filter(|(seat, _)| willing(*seat));
        entitled.next().map_or((None, offered), |(seat, clause)| (Some(seat), clause))
    }

    pub(super) fn decline_cut(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let (next, clause) = self.cuts_next();
        self.owner(by, seat, clause)?;
        self.at_stage(self.state.next_deck, &[DeckStage::Shuffled], clause)?;
        if next != Some(seat) {
            return refuse(RefusalCode::OutOfTurn, clause, format!("it is not {seat}'s turn to cut"));
        }
        events.push(Event::CutDeclined(seat));
        Ok(())
    }

    pub(super) fn cut(&self, deck: DeckId, depth: u8, by: Option<Seat>, events: &mut Vec<Event>) -> Decided {
        let (handling, len) = (&self.house.procedure.cards, self.deck_len());
        let cut = handling.cut;
        self.has_deck(deck)?;
        if self.deck(deck).stage == DeckStage::Ready && self.deck(deck).shuffled_by == Some(ShuffledBy::Device) {
            return refuse(RefusalCode::NotOffered, handling.no_cut, "a deck shuffled by a device is not cut");
        }
        self.at_stage(deck, &[DeckStage::Shuffled], handling.must_cut)?;
        let (next, clause) = self.cuts_next();
        // A recut is for whoever cut last, or for the next in the order (§ 670a.5(f)).
        let again = self.state.recut && self.state.last_cut == Some(by.map_or(Position::DEALER, Position::of));
        if by != next && !again {
            let clause = if self.state.recut { handling.recut } else { clause };
            let whose = next.map_or("the dealer".to_owned(), |seat| seat.to_string());
            return refuse(RefusalCode::OutOfTurn, clause, format!("{whose} must cut"));
        }
        let most = if cut.from_bottom_too { len - cut.least } else { len - 1 };
        if depth < cut.least || depth > most {
            let message = format!("a cut must take {} to {most} cards from the top (got {depth})", cut.least);
            return refuse(RefusalCode::Number, cut.clause, message);
        }
        events.push(Event::DeckCut { deck, cards: depth, by });
        Ok(())
    }

    pub(super) fn remove_deck(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        let clause = cards.hours.map_or(cards.inspect, |hours| hours.of(self.method()).1);
        self.has_deck(deck)?;
        match self.deck(deck).stage {
            DeckStage::Absent => refuse(RefusalCode::Done, clause, format!("the {} is not at the table", deck.name())),
            DeckStage::InPlay => refuse(RefusalCode::OutOfTurn, clause, format!("the {} is in play", deck.name())),
            DeckStage::Received
            | DeckStage::Inspected
            | DeckStage::Verified
            | DeckStage::Spread
            | DeckStage::Viewed
            | DeckStage::Stacked
            | DeckStage::Shuffled
            | DeckStage::Ready => {
                events.push(Event::DeckRemoved { deck, clause });
                Ok(())
            }
        }
    }

    pub(super) fn place_dice(&self, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.start.as_ref().map(|start| start.dice_hours.1);
        if self.starting().is_none_or(|(method, ..)| method != StartMethod::Dice) {
            return refuse(RefusalCode::NotOffered, clause, "this table does not use dice");
        }
        if self.state.round.phase == Phase::Dealing && self.state.round.start.is_none() {
            return refuse(RefusalCode::OutOfTurn, clause, "the dice can only be changed between rounds");
        }
        events.push(Event::DicePlaced);
        Ok(())
    }

    pub(super) fn close_table(&self, events: &mut Vec<Event>) -> Decided {
        self.between_rounds("closing the table")?;
        let cards = &self.house.procedure.cards;
        let clause = cards.hours.map_or(cards.inspect, |hours| hours.of(self.method()).1);
        let here = |deck: &DeckId| self.deck(*deck).stage != DeckStage::Absent;
        let decks = DeckId::ALL.into_iter().filter(here);
        events.extend(decks.map(|deck| Event::DeckRemoved { deck, clause }));
        events.push(Event::Status(TableStatus::Closed));
        Ok(())
    }

    /// A device comes back between rounds, since it changes how the cards are shuffled and dealt.
    pub(super) fn restore_device(&self, device: Device, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.irregularities.out_of_order;
        self.between_rounds("restoring a device")?;
        let out = match device {
            Device::Shuffler => self.state.shuffler_out,
            Device::Shoe => self.state.shoe_out,
        };
        if !out {
            return refuse(RefusalCode::Done, clause, format!("the {} is not out of order", device.name()));
        }
        events.push(Event::DeviceRestored { device, clause });
        // What was made ready for dealing without it, and promised so, is shuffled anew.
        let ready = |deck: &DeckId| matches!(self.deck(*deck).stage, DeckStage::Shuffled | DeckStage::Ready);
        events.extend(DeckId::ALL.into_iter().filter(ready).map(Event::DeckStacked));
        Ok(())
    }

    fn between_rounds(&self, what: &str) -> Decided {
        let round = &self.state.round;
        let no_wager = round.areas.iter().all(|area| area.wagers().next().is_none());
        if round.phase == Phase::Closed || (round.phase == Phase::Betting && no_wager) {
            return Ok(());
        }
        refuse(
            RefusalCode::WrongPhase,
            None,
            format!("{what} is only allowed between rounds (the round is {})", self.state.round.phase),
        )
    }

    /// At an idle table the cards outside the device lie spread: §§ 659a.5(e), 575.5(e), 670a.5(g), 657a.5(f), MA 6(e).
    pub(super) fn go_idle(&self, face_up: bool, events: &mut Vec<Event>) -> Decided {
        let (cards, rules) = (&self.house.procedure.cards, &self.house.rules);
        self.between_rounds("setting the table idle")?;
        if self.state.status == TableStatus::Idle {
            return refuse(RefusalCode::Done, cards.idle.spread, "the table is already idle");
        }
        events.push(Event::Status(TableStatus::Idle));
        // A device that reshuffles by itself lifts the rule.
        if rules.shuffle.method == ShuffleMethod::AutomaticReshuffler && cards.reshuffler.is_some() {
            return Ok(());
        }
        // Of two decks one is stored in the device; the other lies on the table.
        let lying = if self.two_decks() { self.state.next_deck.other() } else { self.state.next_deck };
        if self.deck(lying).stage >= DeckStage::Stacked {
            events.push(Event::DeckSpread { deck: lying, face_up });
        }
        Ok(())
    }

    /// The first reason why the deck of the next round cannot be dealt now.
    pub(super) fn deck_ready(&self) -> Decided {
        let cards = &self.house.procedure.cards;
        let next = self.state.next_deck;
        let deck = self.deck(next);
        if deck.stage != DeckStage::Ready {
            let clause = match deck.stage {
                DeckStage::Shuffled => cards.must_cut,
                DeckStage::Stacked => cards.shuffle,
                DeckStage::Viewed => cards.wash,
                DeckStage::Spread | DeckStage::Verified => cards.spread,
                DeckStage::Inspected => cards.verify,
                DeckStage::Absent | DeckStage::Received | DeckStage::Ready | DeckStage::InPlay => cards.inspect,
            };
            let message = format!("the {} is {} and not ready to be dealt", next.name(), deck.stage.name());
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        let other = self.deck(next.other()).stage;
        // A deck that lies in the rack or waits for its cut is not in the device.
        let in_device = match self.includes(RulesChange::IdleDeckInDevice) {
            true => other == DeckStage::Ready,
            false => matches!(other, DeckStage::Stacked | DeckStage::Shuffled | DeckStage::Ready),
        };
        if self.two_decks() && !in_device {
            let message = format!(
                "the {} is {}: it must be in the shuffling device while the other deck is in play",
                next.other().name(),
                other.name()
            );
            return refuse(RefusalCode::OutOfTurn, cards.other_deck_shuffles, message);
        }
        if let Some((StartMethod::Dice, _, starting)) = self.starting()
            && self.state.dice.is_none()
        {
            return refuse(RefusalCode::OutOfTurn, starting.housed, "put dice into the shaker first");
        }
        Ok(())
    }

    /// Whether the deck of the next round and the dice may still serve.
    pub(super) fn deck_fresh(&self, now: Timestamp) -> Decided {
        let next = self.state.next_deck;
        if let Some((hours, clause)) = self.deck_worn(next, now) {
            let message = format!("the {} has been in use for {hours} hours and must be replaced", next.name());
            return refuse(RefusalCode::Worn, clause, message);
        }
        match self.dice_worn(now) {
            Some((hours, clause)) => {
                let message = format!("the dice have been in use for {hours} hours and must be replaced");
                refuse(RefusalCode::Worn, clause, message)
            }
            None => Ok(()),
        }
    }

    /// The hours a deck may serve, if they are over.
    pub(crate) fn deck_worn(&self, deck: DeckId, now: Timestamp) -> Option<(u8, Clause)> {
        let (hours, clause) = self.house.procedure.cards.hours?.of(self.method());
        let fresh = self.deck(deck).received.is_some_and(|since| now <= since.after_hours(hours));
        (!fresh).then_some((hours, clause))
    }

    /// The hours dice may serve, if they are over.
    pub(crate) fn dice_worn(&self, now: Timestamp) -> Option<(u8, Clause)> {
        let (_, _, starting) = self.starting().filter(|(method, ..)| *method == StartMethod::Dice)?;
        let (hours, clause) = starting.dice_hours;
        self.state.dice.is_some_and(|since| now > since.after_hours(hours)).then_some((hours, clause))
    }
}
