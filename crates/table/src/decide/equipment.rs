//! Decks and dice from their arrival to their removal: sections .3, .4 and .5, MA 2, 4, 5 and 6.

use super::Decided;
use crate::actor::{Actor, At};
use crate::command::Command;
use crate::commitment::Digest;
use crate::deck::{DeckId, Device, Order, ShuffledBy, Stage};
use crate::event::Event;
use crate::refusal::{Code, refuse};
use crate::table::{Status, Table};
use croupier_rules::procedure::CutBy;
use croupier_rules::submission::{ShuffleMethod, StartMethod};
use croupier_rules::{Clause, Irregularity, Phase, Position, Remedy, RulesChange, Seat};

impl Table {
    pub(super) fn decide_equipment(&self, by: Actor, command: &Command, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        match *command {
            Command::OpenTable if self.state.status != Status::Closed => refuse(Code::Done, None, "the table is open"),
            Command::OpenTable => {
                events.push(Event::Status(Status::Open));
                Ok(())
            }
            Command::CloseTable => self.close_table(events),
            Command::RestoreDevice(device) => self.restore_device(device, events),
            Command::GoIdle { face_up } => self.go_idle(face_up, events),
            Command::ReceiveDeck(deck) => {
                self.at_stage(deck, &[Stage::Absent], cards.inspect)?;
                events.push(Event::DeckReceived(deck));
                Ok(())
            }
            Command::InspectDeck(deck) => {
                self.opening_step(deck, Stage::Received, cards.inspect)?;
                events.push(Event::DeckInspected(deck));
                Ok(())
            }
            Command::TearJoker(deck) => self.tear_joker(deck, events),
            Command::VerifyDeck(deck) => {
                self.opening_step(deck, Stage::Inspected, cards.verify)?;
                if let Some(clause) = cards.tear_joker.filter(|_| self.has_spare_joker() && !self.deck(deck).joker_torn)
                {
                    return refuse(Code::OutOfTurn, clause, "the second joker must first be torn in half");
                }
                events.push(Event::DeckVerified(deck));
                Ok(())
            }
            Command::SpreadDeck(deck) => self.spread(deck, events),
            Command::LookAtDeck(deck) => self.look(deck, events),
            Command::WashDeck(deck) => {
                // A deck that has been played with was spread because the table was idle.
                let again = self.deck(deck).shuffled_by.is_some();
                self.at_stage(deck, &[Stage::Viewed], if again { cards.idle.washed } else { cards.wash })?;
                events.push(Event::DeckStacked(deck));
                Ok(())
            }
            Command::Shuffle { deck, by, ref order, seal, counted } => {
                self.shuffle(deck, by, order.as_deref(), seal, counted, events)
            }
            Command::DeclineCut(seat) => self.decline_cut(by, seat, events),
            Command::Cut { deck, cards, by } => self.cut(deck, cards, by, events),
            Command::OrderRecut(deck) => {
                self.before_the_first_card(deck, &[Stage::Ready], cards.recut)?;
                if self.deck(deck).shuffled_by == Some(ShuffledBy::Device) {
                    return refuse(Code::NotOffered, cards.no_cut, "this deck was shuffled by a device and not cut");
                }
                events.push(Event::RecutOrdered(deck));
                Ok(())
            }
            Command::OrderShuffle(deck) => {
                let Some(clause) = cards.shuffle_ordered else {
                    let message = "the text does not let a floorperson direct a shuffle";
                    return refuse(Code::NotOffered, cards.shuffle, message);
                };
                self.before_the_first_card(deck, &[Stage::Shuffled, Stage::Ready], clause)?;
                events.push(Event::ShuffleOrdered(deck));
                Ok(())
            }
            Command::RemoveDeck(deck) => self.remove_deck(deck, events),
            Command::PlaceDice => self.place_dice(events),
            _ => Ok(()),
        }
    }

    fn has_spare_joker(&self) -> bool {
        self.house.rules.cards.jokers_made == 2
    }

    fn has_deck(&self, deck: DeckId) -> Decided {
        if deck.index() < usize::from(self.house.rules.cards.decks) {
            return Ok(());
        }
        refuse(Code::NotHere, self.house.procedure.cards.decks_alternate, "the submission has one deck at this table")
    }

    fn at_stage(&self, deck: DeckId, stages: &[Stage], clause: Clause) -> Decided {
        self.has_deck(deck)?;
        let stage = self.deck(deck).stage;
        if stages.contains(&stage) {
            return Ok(());
        }
        let wanted: Vec<_> = stages.iter().map(|stage| stage.name()).collect();
        let code = if stages.iter().all(|&wanted| stage > wanted) { Code::Done } else { Code::OutOfTurn };
        let message = format!("the {} is {}, and must be {} for this", deck.name(), stage.name(), wanted.join(" or "));
        refuse(code, clause, message)
    }

    /// At one of these stages, or in play without a card dealt.
    fn before_the_first_card(&self, deck: DeckId, stages: &[Stage], clause: Clause) -> Decided {
        self.has_deck(deck)?;
        let round = &self.state.round;
        let in_play = self.deck(deck).stage == Stage::InPlay && round.phase == Phase::Dealing;
        if in_play && round.out == 0 {
            return Ok(());
        }
        if in_play {
            return refuse(Code::Done, clause, "cards have been dealt");
        }
        self.at_stage(deck, stages, clause)
    }

    fn opening_step(&self, deck: DeckId, stage: Stage, clause: Clause) -> Decided {
        if self.opening_lifted() {
            let lifted = self.house.procedure.cards.preinspected;
            return refuse(Code::NotOffered, lifted, "decks come inspected and shuffled: the opening steps fall away");
        }
        // The second of two decks goes through the same steps by itself.
        let clause = if deck == DeckId::Second { self.house.procedure.cards.each_deck } else { clause };
        self.at_stage(deck, &[stage], clause)
    }

    fn tear_joker(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let Some(clause) = self.house.procedure.cards.tear_joker.filter(|_| self.has_spare_joker()) else {
            return refuse(Code::NotOffered, self.house.game.deck_clause(), "the deck is made without a second joker");
        };
        self.at_stage(deck, &[Stage::Received, Stage::Inspected], clause)?;
        if self.deck(deck).joker_torn {
            return refuse(Code::Done, clause, "the second joker is torn");
        }
        events.push(Event::JokerTorn(deck));
        Ok(())
    }

    fn spread(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        // A player may ask to see the deck that was stored in the device (§ 670a.5(g)(2)).
        let asked_for = cards.idle.stored_deck.is_some() && self.state.round.phase == Phase::Closed;
        if !(asked_for && self.has_deck(deck).is_ok() && self.deck(deck).stage == Stage::Ready) {
            self.opening_step(deck, Stage::Verified, cards.spread)?;
        }
        events.push(Event::DeckSpread { deck, face_up: true });
        Ok(())
    }

    fn look(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        self.at_stage(deck, &[Stage::Spread], cards.spread)?;
        if self.state.seats.iter().all(Option::is_none) {
            return refuse(Code::OutOfTurn, cards.spread, "no player has arrived to look at the cards");
        }
        if cards.idle.turned_up_for_player && !self.deck(deck).face_up {
            events.push(Event::DeckSpread { deck, face_up: true });
        }
        events.push(Event::DeckViewed(deck));
        if self.state.status == Status::Idle {
            events.push(Event::Status(Status::Open));
        }
        Ok(())
    }

    fn shuffle(
        &self,
        deck: DeckId,
        by: ShuffledBy,
        order: Option<&Order>,
        seal: Option<Digest>,
        counted: Option<u8>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let (cards, rules) = (&self.house.procedure.cards, &self.house.rules);
        self.has_deck(deck)?;
        if rules.cards.decks == 2 && !self.two_decks() && deck != self.state.next_deck {
            return refuse(Code::NotOffered, cards.two_decks, "without a shuffling device one deck is used");
        }
        match by {
            ShuffledBy::Before if !self.opening_lifted() => {
                return refuse(Code::NotOffered, cards.preinspected, "the submission's decks do not come shuffled");
            }
            ShuffledBy::Before => self.at_stage(deck, &[Stage::Received], cards.preinspected)?,
            ShuffledBy::Device if !rules.shuffle.method.is_device() => {
                return refuse(Code::NotOffered, cards.shuffle, "the submission has no shuffling device");
            }
            ShuffledBy::Device if self.state.shuffler_out => {
                let clause = self.house.procedure.irregularities.out_of_order;
                return refuse(Code::NotOffered, clause, "the shuffling device is out of order");
            }
            ShuffledBy::Hand if self.shuffles_by_device() => {
                let clause = self.house.procedure.irregularities.out_of_order;
                return refuse(Code::NotOffered, clause, "the device shuffles here until it is out of order");
            }
            ShuffledBy::Device | ShuffledBy::Hand => self.at_stage(deck, &[Stage::Stacked], cards.shuffle)?,
        }
        let len = self.deck_len();
        if self.sealed() != order.is_some() {
            let message = if self.sealed() {
                "a sealed table needs the deck's order"
            } else {
                "nobody knows an observed deck's order"
            };
            return refuse(Code::Cards, cards.shuffle, message);
        }
        if order.is_some_and(|order| order.cards().len() != usize::from(len)) {
            return refuse(Code::Cards, self.house.game.deck_clause(), format!("the deck has {len} cards"));
        }
        if by == ShuffledBy::Device && rules.shuffle.counts {
            let Some(found) = counted else {
                return refuse(Code::Count, cards.device_miscount, "the device counts: give its count");
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

    fn decline_cut(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let (next, clause) = self.cuts_next();
        self.owner(by, seat, clause)?;
        self.at_stage(self.state.next_deck, &[Stage::Shuffled], clause)?;
        if next != Some(seat) {
            return refuse(Code::OutOfTurn, clause, format!("the cut is not offered to {seat} now"));
        }
        events.push(Event::CutDeclined(seat));
        Ok(())
    }

    fn cut(&self, deck: DeckId, depth: u8, by: Option<Seat>, events: &mut Vec<Event>) -> Decided {
        let (handling, len) = (&self.house.procedure.cards, self.deck_len());
        let cut = handling.cut;
        self.has_deck(deck)?;
        if self.deck(deck).stage == Stage::Ready && self.deck(deck).shuffled_by == Some(ShuffledBy::Device) {
            return refuse(Code::NotOffered, handling.no_cut, "a deck shuffled by a device is not cut");
        }
        self.at_stage(deck, &[Stage::Shuffled], handling.must_cut)?;
        let (next, clause) = self.cuts_next();
        // A recut is for whoever cut last, or for the next in the order (§ 670a.5(f)).
        let again = self.state.recut && self.state.last_cut == Some(by.map_or(Position::DEALER, Position::of));
        if by != next && !again {
            let clause = if self.state.recut { handling.recut } else { clause };
            let whose = next.map_or("the dealer".to_owned(), |seat| seat.to_string());
            return refuse(Code::OutOfTurn, clause, format!("the cut is for {whose}"));
        }
        let most = if cut.from_bottom_too { len - cut.least } else { len - 1 };
        if depth < cut.least || depth > most {
            let message = format!("a cut takes {} to {most} cards from the top, and this takes {depth}", cut.least);
            return refuse(Code::Number, cut.clause, message);
        }
        events.push(Event::DeckCut { deck, cards: depth, by });
        Ok(())
    }

    fn remove_deck(&self, deck: DeckId, events: &mut Vec<Event>) -> Decided {
        let cards = &self.house.procedure.cards;
        let clause = cards.hours.map_or(cards.inspect, |hours| hours.of(self.method()).1);
        self.has_deck(deck)?;
        match self.deck(deck).stage {
            Stage::Absent => refuse(Code::Done, clause, format!("the {} is not at the table", deck.name())),
            Stage::InPlay => refuse(Code::OutOfTurn, clause, format!("the {} is in play", deck.name())),
            _ => {
                events.push(Event::DeckRemoved { deck, clause });
                Ok(())
            }
        }
    }

    fn place_dice(&self, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.start.as_ref().map(|start| start.dice_hours.1);
        if self.starting().is_none_or(|(method, ..)| method != StartMethod::Dice) {
            return refuse(Code::NotOffered, clause, "the start is not found by dice at this table");
        }
        if self.state.round.phase == Phase::Dealing && self.state.round.start.is_none() {
            return refuse(Code::OutOfTurn, clause, "the dice are changed between rounds");
        }
        events.push(Event::DicePlaced);
        Ok(())
    }

    fn close_table(&self, events: &mut Vec<Event>) -> Decided {
        self.between_rounds("the table is closed")?;
        let cards = &self.house.procedure.cards;
        let clause = cards.hours.map_or(cards.inspect, |hours| hours.of(self.method()).1);
        let here = |deck: &DeckId| self.deck(*deck).stage != Stage::Absent;
        let decks = DeckId::ALL.into_iter().filter(here);
        events.extend(decks.map(|deck| Event::DeckRemoved { deck, clause }));
        events.push(Event::Status(Status::Closed));
        Ok(())
    }

    /// A device comes back between rounds, since it changes how the cards are shuffled and dealt.
    fn restore_device(&self, device: Device, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.irregularities.out_of_order;
        self.between_rounds("a device comes back")?;
        let out = match device {
            Device::Shuffler => self.state.shuffler_out,
            Device::Shoe => self.state.shoe_out,
        };
        if !out {
            return refuse(Code::Done, clause, format!("the {} is not out of order", device.name()));
        }
        events.push(Event::DeviceRestored { device, clause });
        // What was made ready for dealing without it, and promised so, is shuffled anew.
        let ready = |deck: &DeckId| matches!(self.deck(*deck).stage, Stage::Shuffled | Stage::Ready);
        events.extend(DeckId::ALL.into_iter().filter(ready).map(Event::DeckStacked));
        Ok(())
    }

    fn between_rounds(&self, what: &str) -> Decided {
        let round = &self.state.round;
        let no_wager = round.areas.iter().all(|area| area.wagers().next().is_none());
        if round.phase == Phase::Closed || (round.phase == Phase::Betting && no_wager) {
            return Ok(());
        }
        refuse(Code::WrongPhase, None, format!("{what} between rounds, and one is {}", self.state.round.phase))
    }

    /// At an idle table the cards outside the device lie spread: §§ 659a.5(e), 575.5(e), 670a.5(g), 657a.5(f), MA 6(e).
    fn go_idle(&self, face_up: bool, events: &mut Vec<Event>) -> Decided {
        let (cards, rules) = (&self.house.procedure.cards, &self.house.rules);
        self.between_rounds("a table falls idle")?;
        if self.state.status == Status::Idle {
            return refuse(Code::Done, cards.idle.spread, "the table is idle");
        }
        events.push(Event::Status(Status::Idle));
        // A device that reshuffles by itself lifts the rule.
        if rules.shuffle.method == ShuffleMethod::AutomaticReshuffler && cards.reshuffler.is_some() {
            return Ok(());
        }
        // Of two decks one is stored in the device; the other lies on the table.
        let lying = if self.two_decks() { self.state.next_deck.other() } else { self.state.next_deck };
        if self.deck(lying).stage >= Stage::Stacked {
            events.push(Event::DeckSpread { deck: lying, face_up });
        }
        Ok(())
    }

    /// The first reason why the deck of the next round cannot be dealt now.
    pub(super) fn deck_ready(&self) -> Decided {
        let cards = &self.house.procedure.cards;
        let next = self.state.next_deck;
        let deck = self.deck(next);
        if deck.stage != Stage::Ready {
            let clause = match deck.stage {
                Stage::Shuffled => cards.must_cut,
                Stage::Stacked => cards.shuffle,
                Stage::Viewed => cards.wash,
                Stage::Spread | Stage::Verified => cards.spread,
                Stage::Inspected => cards.verify,
                Stage::Absent | Stage::Received | Stage::Ready | Stage::InPlay => cards.inspect,
            };
            let message = format!("the {} is {}, not ready to be dealt", next.name(), deck.stage.name());
            return refuse(Code::OutOfTurn, clause, message);
        }
        let other = self.deck(next.other()).stage;
        // A deck that lies in the rack or waits for its cut is not in the device.
        let in_device = match self.includes(RulesChange::IdleDeckInDevice) {
            true => other == Stage::Ready,
            false => matches!(other, Stage::Stacked | Stage::Shuffled | Stage::Ready),
        };
        if self.two_decks() && !in_device {
            let message = format!(
                "the {} is {}: it must be in the device while this one plays",
                next.other().name(),
                other.name()
            );
            return refuse(Code::OutOfTurn, cards.other_deck_shuffles, message);
        }
        match self.starting() {
            Some((StartMethod::Dice, _, starting)) if self.state.dice.is_none() => {
                refuse(Code::OutOfTurn, starting.housed, "there are no dice in the shaker")
            }
            _ => Ok(()),
        }
    }

    /// Whether the deck of the next round and the dice may still serve.
    pub(super) fn deck_fresh(&self, now: At) -> Decided {
        let next = self.state.next_deck;
        if let Some((hours, clause)) = self.deck_worn(next, now) {
            let message = format!("the {} has served its {hours} hours and must be changed", next.name());
            return refuse(Code::Worn, clause, message);
        }
        match self.dice_worn(now) {
            Some((hours, clause)) => {
                let message = format!("the dice have been here {hours} hours and must be changed");
                refuse(Code::Worn, clause, message)
            }
            None => Ok(()),
        }
    }

    /// The hours a deck may serve, if they are over.
    pub(crate) fn deck_worn(&self, deck: DeckId, now: At) -> Option<(u8, Clause)> {
        let (hours, clause) = self.house.procedure.cards.hours?.of(self.method());
        let fresh = self.deck(deck).received.is_some_and(|since| now <= since.after_hours(hours));
        (!fresh).then_some((hours, clause))
    }

    /// The hours dice may serve, if they are over.
    pub(crate) fn dice_worn(&self, now: At) -> Option<(u8, Clause)> {
        let (_, _, starting) = self.starting().filter(|(method, ..)| *method == StartMethod::Dice)?;
        let (hours, clause) = starting.dice_hours;
        self.state.dice.is_some_and(|since| now > since.after_hours(hours)).then_some((hours, clause))
    }
}
