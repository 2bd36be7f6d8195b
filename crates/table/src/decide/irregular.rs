//! Irregularities as they are reported: section .13, MA 14, and the stub rules.

use super::Decided;
use crate::deck::{DeckId, Device, Stage};
use crate::event::Event;
use crate::refusal::{Code, refuse};
use crate::table::Table;
use croupier_rules::procedure::StartFound;
use croupier_rules::submission::{DealMethod, StartMethod};
use croupier_rules::{
    Clause, DeckFate, Irregularity, Moment, Phase, Place, Remedy, Ruled, RulesChange, Seat, Wager, remedy,
};

impl Table {
    /// The moment an irregularity meets.
    fn moment(&self, what: Irregularity, dealer_up: bool) -> Moment {
        let round = &self.state.round;
        let seat = match what {
            Irregularity::Exposed(Place::Seat(seat)) | Irregularity::WrongCount(Place::Seat(seat)) => Some(seat),
            _ => None,
        };
        Moment {
            phase: round.phase,
            method: self.method(),
            start_found: round.start.is_some(),
            cards_out: match what {
                // A stack goes astray only when it is delivered (MA 14(c)).
                Irregularity::WrongStart if self.dealing().start == StartFound::BeforeDelivery => round.start.is_some(),
                // A place that has no card yet has none to expose; stacks that are not delivered are nobody's.
                Irregularity::Exposed(place) if self.dealing().start != StartFound::BeforeDelivery => {
                    round.hand(place).count > 0
                }
                _ => round.out > 0,
            },
            dealer_up,
            face_up_before: round.aside.is_some(),
            in_device: self.in_device().is_some(),
            all_out: usize::from(round.out) >= self.route().total(),
            delivered: round.stub && (round.start.is_some() || self.dealing().start != StartFound::BeforeDelivery),
            // A surrendered hand is a player's still, but nobody decides about it any more.
            wagered: seat.is_some_and(|seat| match what {
                Irregularity::WrongCount(_) => round.area(seat).main().0 > 0,
                _ => round.area(seat).live(),
            }),
            looked: seat.is_some_and(|seat| self.has_looked(seat)),
            revealed: seat.is_some_and(|seat| round.area(seat).revealed),
            revision: self.state.revision,
        }
    }

    /// What an irregularity leads to now.
    pub fn ruled(&self, what: Irregularity) -> Ruled {
        let ruled = self.ruled_when(what, self.state.round.dealer_up);
        let right = ruled.remedy == Remedy::ResetDealer && self.dealer_is_right();
        if right && self.includes(RulesChange::EqualSettingsRight) {
            return Ruled { remedy: Remedy::NoEffect, ..ruled };
        }
        ruled
    }

    pub(super) fn ruled_when(&self, what: Irregularity, dealer_up: bool) -> Ruled {
        remedy(self.house.procedure, &self.moment(what, dealer_up), what)
    }

    pub(super) fn report(&self, what: Irregularity, events: &mut Vec<Event>) -> Decided {
        let Ruled { remedy, clause } = self.ruled(what);
        self.can_happen(what, clause)?;
        if matches!(remedy, Remedy::VoidRound(_)) && self.validated_paid() {
            let message = "a progressive has been paid: the round is voided with a second person";
            return refuse(Code::NotYourRole, clause, message);
        }
        events.push(Event::Irregular { what, remedy, clause });
        match remedy {
            Remedy::NoEffect | Remedy::RollAgain | Remedy::UseAsNext => {}
            Remedy::VoidRound(deck) => self.voided(deck, Some(clause), events),
            Remedy::MayVoidHand => {
                if let Irregularity::Exposed(Place::Seat(seat)) = what {
                    events.push(Event::MayVoid(seat));
                }
            }
            Remedy::ResetDealer => self.reset_dealer(clause, events)?,
            Remedy::SetAside => events.push(Event::SetAside),
            Remedy::ShuffleAgain => events.extend(self.in_device().map(Event::DeckStacked)),
            Remedy::RemoveDeck => events.extend(self.in_device().map(|deck| Event::DeckRemoved { deck, clause })),
            Remedy::CoverOrSign | Remedy::RemoveDevice => {
                let device = if what == Irregularity::ShoeOutOfOrder { Device::Shoe } else { Device::Shuffler };
                events.push(Event::DeviceOut { device, clause });
                let button = self.sealed() && self.start_method() == Some(StartMethod::Button);
                if device == Device::Shoe && button && self.includes(RulesChange::ShoeOutMeansNewShuffle) {
                    let ready = |deck: &DeckId| matches!(self.deck(*deck).stage, Stage::Shuffled | Stage::Ready);
                    events.extend(DeckId::ALL.into_iter().filter(ready).map(Event::DeckStacked));
                }
                if device == Device::Shuffler {
                    // What is in it comes out and is shuffled by hand.
                    events.extend(self.in_device().map(Event::DeckStacked));
                }
            }
        }
        Ok(())
    }

    /// Whether the table has what the irregularity is about.
    pub(super) fn can_happen(&self, what: Irregularity, clause: Clause) -> Decided {
        let device = self.house.rules.shuffle.method.is_device();
        let shoe = self.house.rules.deal == DealMethod::AutomatedShoe;
        let state = &self.state;
        match what {
            Irregularity::ShufflerFails | Irregularity::DeviceMiscount | Irregularity::ShufflerOutOfOrder
                if !device =>
            {
                refuse(Code::NotOffered, clause, "there is no shuffling device at this table")
            }
            Irregularity::DeviceMiscount if !self.house.rules.shuffle.counts => {
                refuse(Code::NotOffered, clause, "the shuffling device does not count")
            }
            Irregularity::ShoeFails | Irregularity::ShoeOutOfOrder if !shoe => {
                refuse(Code::NotOffered, clause, "there is no automated shoe at this table")
            }
            Irregularity::ShufflerOutOfOrder if state.shuffler_out => {
                refuse(Code::Done, clause, "the shuffling device is out of order")
            }
            Irregularity::ShoeOutOfOrder if state.shoe_out => {
                refuse(Code::Done, clause, "the automated shoe is out of order")
            }
            Irregularity::ShoeOutOfOrder
                if state.round.phase == Phase::Dealing && state.round.out > 0 && !state.round.stub =>
            {
                refuse(Code::OutOfTurn, clause, "cards are being dealt: report first that the shoe failed")
            }
            Irregularity::FaceUp if self.deck_len() <= state.round.out + u8::from(state.round.aside.is_some()) => {
                refuse(Code::Number, clause, "no card is left in the deck")
            }
            Irregularity::Exposed(Place::Seat(seat)) if self.area(seat).may_void => {
                refuse(Code::Done, clause, format!("{seat} is deciding whether to void the hand"))
            }
            _ => Ok(()),
        }
    }

    /// The deck that is in the shuffling device, if one is.
    fn in_device(&self) -> Option<DeckId> {
        let next = self.state.next_deck;
        let decks = if self.two_decks() { vec![next, next.other()] } else { vec![next] };
        let shuffled =
            |deck: &DeckId| matches!(self.deck(*deck).stage, Stage::Stacked | Stage::Shuffled | Stage::Ready);
        decks.into_iter().find(shuffled)
    }

    /// All hands are void and all wagers returned; what meters got and gave goes back as they then stand.
    pub(super) fn voided(&self, deck: DeckFate, clause: Option<Clause>, events: &mut Vec<Event>) {
        let because = clause.unwrap_or(self.house.procedure.irregularities.section);
        self.return_contributions(|_, _| true, because, events);
        for taken in &self.state.round.taken {
            let reservation = Box::new(taken.reservation);
            events.push(Event::ShareReturned { meter: taken.meter, reservation, clause: because });
        }
        events.push(Event::RoundVoided { deck, clause });
    }

    /// What wagers fed to meters goes back for those asked for.
    pub(super) fn return_contributions(
        &self,
        whose: impl Fn(Seat, Wager) -> bool,
        clause: Clause,
        events: &mut Vec<Event>,
    ) {
        use crate::ledger::{Account, Hundredths};
        // The log holds what each wager gave, and what was given back since.
        let mut given: Vec<(Seat, Wager, u8, i64, i64)> = Vec::new();
        for posting in &self.state.round.log {
            let Some((seat, wager)) = posting.about.filter(|&(seat, wager)| whose(seat, wager)) else { continue };
            let (meter, primary, reserve) = match (posting.from, posting.to) {
                (_, Account::Meter(meter)) => (meter, posting.amount.0, 0),
                (Account::Meter(meter), _) => (meter, -posting.amount.0, 0),
                (_, Account::Reserve(meter)) => (meter, 0, posting.amount.0),
                (Account::Reserve(meter), _) => (meter, 0, -posting.amount.0),
                _ => continue,
            };
            match given.iter_mut().find(|entry| (entry.0, entry.1, entry.2) == (seat, wager, meter)) {
                Some(entry) => {
                    entry.3 += primary;
                    entry.4 += reserve;
                }
                None => given.push((seat, wager, meter, primary, reserve)),
            }
        }
        for (seat, wager, meter, primary, reserve) in given.into_iter().filter(|entry| (entry.3, entry.4) != (0, 0)) {
            let (primary, reserve) = (Hundredths(primary), Hundredths(reserve));
            events.push(Event::ContributionReturned { seat, wager, meter, primary, reserve, clause });
        }
    }
}
