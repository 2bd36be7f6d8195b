//! Closing a round: the cards racked so that hands can be reconstructed, documents done, the promise opened; or voiding it.

use super::Decided;
use crate::actor::{Actor, Who};
use crate::commitment::{Digest, Draws, Promise};
use crate::deck::{DeckId, Stage};
use crate::event::Event;
use crate::refusal::{Code, refuse};
use crate::round::Standing;
use crate::table::Table;
use croupier_rules::{DeckFate, Irregularity, Phase, Remedy, Ruled, Seat};

impl Table {
    pub(super) fn close_round(&self, secret: Option<&Digest>, events: &mut Vec<Event>) -> Decided {
        let settling = &self.house.procedure.settling;
        self.in_phase(&[Phase::Settling], settling.reconstruct, "closing the round")?;
        let round = &self.state.round;
        if !round.settled {
            return refuse(Code::OutOfTurn, settling.racked, "not every hand is settled");
        }
        for seat in Seat::ALL {
            if let Some(wager) = round.area(seat).undocumented {
                let message = format!("{seat}'s cards stay on the table until the documents are done");
                return refuse(Code::OutOfTurn, self.documents_clause(wager), message);
            }
            if let Some(surrender) = self.house.procedure.playing.surrender.filter(|_| round.area(seat).uncounted) {
                let message = format!("{seat}'s surrendered cards must be counted before they are racked");
                return refuse(Code::OutOfTurn, surrender.counted, message);
            }
        }
        if let Some(other) = round.deck.map(DeckId::other).filter(|_| self.two_decks())
            && self.deck(other).stage == Stage::Stacked
        {
            let clause = self.house.procedure.cards.one_deck_in_rack;
            let message = format!(
                "the {} still lies in the discard rack: it goes into the device before other cards are racked",
                other.name()
            );
            return refuse(Code::OutOfTurn, clause, message);
        }
        self.keeps_promise(secret)?;
        events.push(Event::RoundClosed { secret: secret.copied() });
        Ok(())
    }

    /// At a sealed table the secret opens what was promised before the first card.
    fn keeps_promise(&self, secret: Option<&Digest>) -> Decided {
        let round = &self.state.round;
        let Some(seal) = round.deck.and_then(|deck| self.deck(deck).seal) else { return Ok(()) };
        let (Some(secret), Some(promise)) = (secret, self.promise()) else {
            return refuse(Code::Promise, None, "the round was sealed: its secret is needed");
        };
        if promise.root(secret) == seal {
            return Ok(());
        }
        refuse(Code::Promise, None, "the secret does not open what was promised before the first card")
    }

    /// What must have been promised before the first card: the deck as it was before the cut, and what was drawn since.
    pub(crate) fn promise(&self) -> Option<Promise> {
        let round = &self.state.round;
        let deck = self.deck(round.deck?);
        let order = deck.order?.cut(self.deck_len().saturating_sub(deck.cut));
        Some(Promise { order, draws: Draws { start: round.dice, ..round.draws.unwrap_or_default() } })
    }

    /// Whether a win has been paid that was validated, which one person alone cannot undo.
    pub(super) fn validated_paid(&self) -> bool {
        self.state.round.areas.iter().any(|area| area.validated_paid)
    }

    /// A floorperson voids the round: by an irregularity, whose clause and deck rule then hold, or by judgement.
    pub(super) fn void_round(
        &self,
        by: Actor,
        second: Option<Who>,
        irregularity: Option<Irregularity>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let section = self.house.procedure.irregularities.section;
        let open = [Phase::Betting, Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling];
        self.in_phase(&open, section, "a void")?;
        let ruled = irregularity.map(|what| (what, self.ruled(what)));
        let mut deck = DeckFate::Reshuffled;
        if let Some((what, Ruled { remedy, clause })) = ruled {
            self.can_happen(what, clause)?;
            let Remedy::VoidRound(fate) = remedy else {
                let message = format!("{}: {}, which does not void the round", what.name(), remedy.name());
                return refuse(Code::OutOfTurn, clause, message);
            };
            deck = fate;
        }
        let clause = ruled.map(|(_, ruled)| ruled.clause);
        if self.validated_paid() && !self.cards_are_lost() && second.is_none_or(|second| second == by.who) {
            let message = "a progressive has been paid: the void takes a second person";
            return refuse(Code::NotYourRole, clause.unwrap_or(section), message);
        }
        events.extend(ruled.map(|(what, Ruled { remedy, clause })| Event::Irregular { what, remedy, clause }));
        self.voided(deck, clause, events);
        Ok(())
    }

    /// The remedy for a round that the program cannot bring to its end: nobody loses a win. What is ruled, paid or reserved
    /// stays so, envy among the settled hands is paid, and every wager that is not ruled goes back with what it fed to
    /// meters. A win that waits is paid before, and documents are done before, by the people who do that anyway.
    pub(super) fn end_round_early(&self, by: Actor, second: Option<Who>, events: &mut Vec<Event>) -> Decided {
        let section = self.house.procedure.irregularities.section;
        let dealt = [Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling];
        self.in_phase(&dealt, section, "ending a round early")?;
        if second.is_none_or(|second| second == by.who) {
            return refuse(Code::NotYourRole, section, "ending a round early takes two persons");
        }
        let round = &self.state.round;
        if let Some(waiting) = round.waiting {
            let message = format!("{}'s {} win waits: verify and validate it first", waiting.seat, waiting.wager);
            return refuse(Code::OutOfTurn, self.validation_clause(), message);
        }
        if let Some((seat, wager)) = Seat::ALL.into_iter().find_map(|seat| Some((seat, self.area(seat).undocumented?)))
        {
            let message = format!("{seat}'s cards stay on the table until the documents are done");
            return refuse(Code::OutOfTurn, self.documents_clause(wager), message);
        }
        // The main wager of a surrendered hand is ruled, and nothing else of it is open.
        let unruled = |seat: &Seat| {
            let area = self.area(*seat);
            area.main().0 > 0 && !area.settled && area.standing != Standing::Surrendered
        };
        for seat in Seat::from_the_right().filter(unruled) {
            self.return_contributions(|of, _| of == seat, section, events);
            events.push(Event::HandVoided { seat, clause: section });
        }
        if !round.settled {
            self.envy_among(|seat| !unruled(&seat), events);
        }
        events.push(Event::RoundClosed { secret: None });
        Ok(())
    }
}
