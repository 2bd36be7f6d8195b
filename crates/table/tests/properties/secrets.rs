//! Which cards each audience may know, followed from the events and the test's own record of the deal.

use crate::desk::Desk;
use croupier_rules::{Card, CardSet, Phase, Place, Seat};
use croupier_table::commitment::CommitmentItem;
use croupier_table::{Audience, DealMode, Event, PersonId, Table};
use serde::Serialize;

/// What has become of one hand.
#[derive(Clone, Copy, Default, Debug)]
struct Hand {
    owner: Option<PersonId>,
    /// The cards it was shown with; at an observed table perhaps entered wrongly, and that is what was seen.
    shown: Option<CardSet>,
    set: bool,
    /// Whether its player still has it: not folded, surrendered, voided or abandoned.
    held: bool,
    /// Whether nobody, its player included, is to see it any more.
    buried: bool,
    may_void: bool,
}

/// What each audience may know of a round.
#[derive(Clone, Default, Debug)]
pub(crate) struct Secrets {
    hands: [Hand; 6],
    delivered: bool,
    dealer: CardSet,
    closed: bool,
}

impl Secrets {
    /// Follows an event before the table has taken it in.
    pub(crate) fn follow(&mut self, table: &Table, event: &Event) {
        let seats = &table.state().seats;
        match *event {
            Event::RoundOpened { .. } => *self = Self::default(),
            Event::RoundVoided { .. } => {
                let dealer = self.dealer;
                *self = Self { dealer, ..Self::default() };
            }
            Event::RoundClosed { .. } => self.closed = true,
            Event::Placed { seat, .. } => {
                let hand = &mut self.hands[seat.index()];
                (hand.owner, hand.held) = (seats[seat.index()], true);
            }
            Event::Entered(Phase::Deciding) => self.delivered = true,
            Event::HandSet { seat, .. } => self.hands[seat.index()].set = true,
            Event::MayVoid(seat) => self.hands[seat.index()].may_void = true,
            Event::PlayedOut(seat) => self.hands[seat.index()].may_void = false,
            Event::Folded(seat) | Event::Surrendered(seat) => self.hands[seat.index()].held = false,
            Event::HandVoided { seat, .. } | Event::Abandoned(seat) => {
                let hand = &mut self.hands[seat.index()];
                (hand.held, hand.buried) = (false, true);
            }
            Event::Revealed { seat, setting } => {
                let shown = setting.map_or(CardSet::EMPTY, |setting| setting.cards());
                self.hands[seat.index()].shown = Some(shown);
            }
            Event::DealerTurned { cards, shared } => {
                self.dealer = cards.union(shared.unwrap_or(CardSet::EMPTY));
            }
            Event::DealerCorrected { cards, shared, .. } => {
                self.dealer = self.dealer.union(cards).union(shared.unwrap_or(CardSet::EMPTY));
            }
            _ => {}
        }
    }

    /// The cards an audience may know.
    pub(crate) fn allowed(&self, table: &Table, desk: &Desk, audience: Audience) -> CardSet {
        let mut known = self.dealer;
        for seat in Seat::ALL {
            let hand = &self.hands[seat.index()];
            if let Some(shown) = hand.shown {
                known = known.union(shown);
            } else if self.may_see(table, audience, seat) {
                known = known.union(desk.at(Place::Seat(seat)));
            }
        }
        known
    }

    fn may_see(&self, table: &Table, audience: Audience, seat: Seat) -> bool {
        let hand = &self.hands[seat.index()];
        let Audience::Player(who) = audience else {
            return audience == Audience::Auditor && self.closed;
        };
        // The larger wager is set first, of equal ones the one farther to the dealer's right.
        let main = |seat: Seat| (table.round().area(seat).main(), seat);
        let first_to_set = Seat::ALL.into_iter().all(|other| {
            let before = &self.hands[other.index()];
            let waits = before.owner == Some(who) && before.held && !before.set && main(other) > main(seat);
            other == seat || !waits || table.house().game.shape().is_none()
        });
        hand.owner == Some(who) && self.delivered && !hand.buried && !hand.may_void && first_to_set
    }

    /// What is wrong with what an audience is shown, if anything is.
    pub(crate) fn check(&self, table: &Table, desk: &Desk, events: &[Event]) -> Result<(), String> {
        let players = table.state().ledger.players().map(Audience::Player);
        let others = [Audience::Dealer, Audience::Floor, Audience::Auditor, Audience::Public];
        for audience in others.into_iter().chain(players) {
            let allowed = self.allowed(table, desk, audience);
            only(allowed, &table.view(audience)).map_err(|why| format!("{audience:?} sees {why}"))?;
            for event in events {
                if let Some(told) = table.event_for(audience, event) {
                    only(allowed, &told).map_err(|why| format!("{audience:?} hears {why} in {told:?}"))?;
                    let opens = matches!(told, Event::RoundClosed { secret: Some(_) });
                    if opens && audience != Audience::Auditor {
                        return Err(format!("{audience:?} hears the secret"));
                    }
                }
            }
            self.check_openings(table, audience, allowed)?;
        }
        Ok(())
    }

    fn check_openings(&self, table: &Table, audience: Audience, allowed: CardSet) -> Result<(), String> {
        let Some(openings) = table.openings(audience) else {
            let due = self.closed && table.house().mode == DealMode::Sealed && table.round().phase == Phase::Closed;
            return if due { Err(format!("{audience:?} gets no openings")) } else { Ok(()) };
        };
        if !self.closed {
            return Err(format!("{audience:?} gets openings of an open round"));
        }
        let mut places = 0;
        for opening in &openings.openings {
            if !openings.leaves.contains(&opening.leaf()) {
                return Err(format!("{opening:?} is no leaf"));
            }
            if let CommitmentItem::Place(_) = opening.item {
                places += 1;
                let card = Card::from_index(usize::from(opening.value[0]) - 1);
                if audience != Audience::Auditor && card.is_none_or(|card| !allowed.contains(card)) {
                    return Err(format!("{audience:?} gets the opening of {card:?}"));
                }
            }
        }
        let all = table.house().game.deck().len();
        let right = if audience == Audience::Auditor { all } else { allowed.len() };
        if places != right || (openings.secret.is_some() != (audience == Audience::Auditor)) {
            return Err(format!("{audience:?} gets {places} openings of cards, not {right}"));
        }
        let seal = croupier_table::commitment::root(openings.leaves.iter().copied());
        if seal != openings.root {
            return Err("the leaves do not make the root".to_owned());
        }
        Ok(())
    }
}

/// The first card written anywhere in a value that is not among those allowed.
fn only(allowed: CardSet, value: &impl Serialize) -> Result<(), String> {
    let written = serde_json::to_string(value).map_err(|error| error.to_string())?;
    let mut words = written.split('"');
    let mut key = "";
    // Every second piece lies between quotation marks; nothing the table writes has one inside.
    while let (Some(_), Some(text)) = (words.next(), words.next()) {
        // A drawn Magic Card is public, wherever the same card lies.
        if key != "magic"
            && let Some(card) = cards_in(text).difference(allowed).first()
        {
            return Err(format!("{card} in {text:?} as {key}"));
        }
        key = text;
    }
    Ok(())
}

/// The cards a text consists of; none if it is anything but cards.
pub(crate) fn cards_in(text: &str) -> CardSet {
    let mut cards = CardSet::EMPTY;
    for word in text.split([' ', '|']).filter(|word| !word.is_empty()) {
        match word.parse::<Card>() {
            Ok(card) => cards = cards.with(card),
            Err(_) => return CardSet::EMPTY,
        }
    }
    cards
}
