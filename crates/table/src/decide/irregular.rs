//! Reported irregularities: section .13, MA 14, and the stub rules.

use super::Decided;
use crate::deck::{DeckId, DeckStage, Device};
use crate::event::Event;
use crate::refusal::{RefusalCode, refuse};
use crate::table::Table;
use croupier_rules::procedure::StartTiming;
use croupier_rules::vocabulary::{DealMethod, StartMethod};
use croupier_rules::{
    Clause, DeckFate, Irregularity, IrregularityRuling, Phase, Place, Remedy, RemedyContext, RulesChange, Seat, Wager,
    remedy,
};

impl Table {
    /// The moment an irregularity meets.
    fn moment(&self, what: Irregularity, dealer_up: bool) -> RemedyContext {
        let round = &self.state.round;
        let seat = if let Irregularity::Exposed(Place::Seat(seat)) | Irregularity::WrongCount(Place::Seat(seat)) = what
        {
            Some(seat)
        } else {
            None
        };
        let delivered_late = self.dealing().start == StartTiming::BeforeDelivery;
        RemedyContext {
            phase: round.phase,
            method: self.method(),
            start_found: round.start.is_some(),
            cards_out: match (what, delivered_late) {
                // A stack goes astray only when it is delivered (MA 14(c)).
                (Irregularity::WrongStart, true) => round.start.is_some(),
                // A place that has no card yet has none to expose; stacks that are not delivered are nobody's.
                (Irregularity::Exposed(place), false) => round.hand(place).count > 0,
                _ => round.out > 0,
            },
            dealer_up,
            face_up_before: round.aside.is_some(),
            in_device: self.in_device().is_some(),
            all_out: usize::from(round.out) >= self.route().total(),
            delivered: round.stub && (round.start.is_some() || !delivered_late),
            // A surrendered hand is a player's still, but nobody decides about it any more.
            wagered: seat.is_some_and(|seat| {
                let area = round.area(seat);
                if matches!(what, Irregularity::WrongCount(_)) { area.main().0 > 0 } else { area.live() }
            }),
            looked: seat.is_some_and(|seat| self.has_looked(seat)),
            revealed: seat.is_some_and(|seat| round.area(seat).revealed),
            revision: self.state.revision,
        }
    }

    /// What an irregularity leads to now.
    pub fn ruled(&self, what: Irregularity) -> IrregularityRuling {
        let ruled = self.ruled_when(what, self.state.round.dealer_up);
        let right = ruled.remedy == Remedy::ResetDealer && self.dealer_is_right();
        if right && self.includes(RulesChange::EqualSettingsRight) {
            return IrregularityRuling { remedy: Remedy::NoEffect, ..ruled };
        }
        ruled
    }

    pub(super) fn ruled_when(&self, what: Irregularity, dealer_up: bool) -> IrregularityRuling {
        remedy(self.house.procedure, &self.moment(what, dealer_up), what)
    }

    pub(super) fn report(&self, what: Irregularity, events: &mut Vec<Event>) -> Decided {
        let IrregularityRuling { remedy, clause } = self.ruled(what);
        self.can_happen(what, clause)?;
        if matches!(remedy, Remedy::VoidRound(_)) && self.validated_paid() {
            let message = "voiding requires a second person, because a progressive has been paid";
            return refuse(RefusalCode::NotYourRole, clause, message);
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
                    let ready =
                        |deck: &DeckId| matches!(self.deck(*deck).stage, DeckStage::Shuffled | DeckStage::Ready);
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
        let (state, rules) = (&self.state, &self.house.rules);
        let no_shuffler = || refuse(RefusalCode::NotOffered, clause, "this table has no shuffling device");
        let no_shoe = || refuse(RefusalCode::NotOffered, clause, "this table has no automated shoe");
        let (device, shoe) = (rules.shuffle.method.is_device(), rules.deal == DealMethod::AutomatedShoe);
        let being_dealt = state.round.phase == Phase::Dealing && state.round.out > 0 && !state.round.stub;
        match what {
            Irregularity::ShufflerFails if !device => no_shuffler(),
            Irregularity::DeviceMiscount if !device => no_shuffler(),
            Irregularity::DeviceMiscount if !rules.shuffle.counts => {
                refuse(RefusalCode::NotOffered, clause, "the shuffling device does not count")
            }
            Irregularity::ShufflerOutOfOrder if !device => no_shuffler(),
            Irregularity::ShufflerOutOfOrder if state.shuffler_out => {
                refuse(RefusalCode::Done, clause, "the shuffling device is out of order")
            }
            Irregularity::ShoeFails if !shoe => no_shoe(),
            Irregularity::ShoeOutOfOrder if !shoe => no_shoe(),
            Irregularity::ShoeOutOfOrder if state.shoe_out => {
                refuse(RefusalCode::Done, clause, "the automated shoe is out of order")
            }
            Irregularity::ShoeOutOfOrder if being_dealt => {
                refuse(RefusalCode::OutOfTurn, clause, "cards are being dealt: report the shoe failure first")
            }
            Irregularity::FaceUp if self.deck_len() <= state.round.out + u8::from(state.round.aside.is_some()) => {
                refuse(RefusalCode::Number, clause, "no cards are left in the deck")
            }
            Irregularity::Exposed(Place::Seat(seat)) if self.area(seat).may_void => {
                refuse(RefusalCode::Done, clause, format!("{seat} must decide first whether to void the hand"))
            }
            Irregularity::ShufflerFails
            | Irregularity::DeviceMiscount
            | Irregularity::ShufflerOutOfOrder
            | Irregularity::ShoeFails
            | Irregularity::ShoeOutOfOrder
            | Irregularity::FaceUp
            | Irregularity::Exposed(_)
            | Irregularity::DiceNotFlat
            | Irregularity::DieFellOut
            | Irregularity::WrongStart
            | Irregularity::DrawnInError
            | Irregularity::WrongCount(_)
            | Irregularity::StacksOutOfOrder
            | Irregularity::SetWrongly
            | Irregularity::StubMisdealt
            | Irregularity::StubUnexplained => Ok(()),
        }
    }

    /// The deck that is in the shuffling device, if one is.
    fn in_device(&self) -> Option<DeckId> {
        let next = self.state.next_deck;
        let decks = if self.two_decks() { vec![next, next.other()] } else { vec![next] };
        let shuffled = |deck: &DeckId| {
            matches!(self.deck(*deck).stage, DeckStage::Stacked | DeckStage::Shuffled | DeckStage::Ready)
        };
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
        use crate::ledger::{Account, Centicents};
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
            let (primary, reserve) = (Centicents(primary), Centicents(reserve));
            events.push(Event::ContributionReturned { seat, wager, meter, primary, reserve, clause });
        }
    }
}
