//! Closing a round: the cards racked so that hands can be reconstructed, documents done, the promise opened; or voiding
//! it.

use super::Decided;
use crate::actor::{Actor, PersonId};
use crate::commitment::{CommittedDraws, CommittedShuffle};
use crate::deck::{DeckId, DeckStage};
use crate::digest::Digest;
use crate::event::Event;
use crate::refusal::{RefusalCode, refuse};
use crate::round::SeatStatus;
use crate::table::Table;
use croupier_rules::{DeckFate, Irregularity, IrregularityRuling, Phase, Remedy, Seat};

impl Table {
    pub(super) fn close_round(&self, secret: Option<&Digest>, events: &mut Vec<Event>) -> Decided {
        let settling = &self.house.procedure.settling;
        self.in_phase(&[Phase::Settling], settling.reconstruct, "closing the round")?;
        let round = &self.state.round;
        if !round.settled {
            return refuse(RefusalCode::OutOfTurn, settling.racked, "not all hands are settled");
        }
        for seat in Seat::ALL {
            if let Some(wager) = round.area(seat).undocumented {
                let message = format!("{seat}'s cards must stay on the table until the documents are complete");
                return refuse(RefusalCode::OutOfTurn, self.documents_clause(wager), message);
            }
            if let Some(surrender) = self.house.procedure.playing.surrender.filter(|_| round.area(seat).uncounted) {
                let message = format!("{seat}'s surrendered cards must be counted before they are racked");
                return refuse(RefusalCode::OutOfTurn, surrender.counted, message);
            }
        }
        if let Some(other) = round.deck.map(DeckId::other).filter(|_| self.two_decks())
            && self.deck(other).stage == DeckStage::Stacked
        {
            let clause = self.house.procedure.cards.one_deck_in_rack;
            let message = format!(
                "the {} is still in the discard rack: put it into the shuffling device before racking other cards",
                other.name()
            );
            return refuse(RefusalCode::OutOfTurn, clause, message);
        }
        self.matches_commitment(secret)?;
        events.push(Event::RoundClosed { secret: secret.copied() });
        Ok(())
    }

    /// At a sealed table the secret opens what was promised before the first card.
    fn matches_commitment(&self, secret: Option<&Digest>) -> Decided {
        let round = &self.state.round;
        let Some(seal) = round.deck.and_then(|deck| self.deck(deck).seal) else { return Ok(()) };
        let (Some(secret), Some(promise)) = (secret, self.promise()) else {
            return refuse(RefusalCode::Promise, None, "closing a sealed round requires its secret");
        };
        if promise.root(secret) == seal {
            return Ok(());
        }
        refuse(RefusalCode::Promise, None, "the secret does not match the shuffle commitment")
    }

    /// What must have been promised before the first card: the deck as it was before the cut, and what was drawn since.
    pub(crate) fn promise(&self) -> Option<CommittedShuffle> {
        let round = &self.state.round;
        let deck = self.deck(round.deck?);
        let order = deck.order?.cut(self.deck_len().saturating_sub(deck.cut));
        Some(CommittedShuffle { order, draws: CommittedDraws { start: round.dice, ..round.draws.unwrap_or_default() } })
    }

    /// Whether a win has been paid that was validated, which one person alone cannot undo.
    pub(super) fn validated_paid(&self) -> bool {
        self.state.round.areas.iter().any(|area| area.validated_paid)
    }

    /// A floorperson voids the round: by an irregularity, whose clause and deck rule then hold, or by judgement.
    pub(super) fn void_round(
        &self,
        by: Actor,
        second: Option<PersonId>,
        irregularity: Option<Irregularity>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let section = self.house.procedure.irregularities.section;
        let open = [Phase::Betting, Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling];
        self.in_phase(&open, section, "voiding the round")?;
        let ruled = irregularity.map(|what| (what, self.ruled(what)));
        let mut deck = DeckFate::Reshuffled;
        if let Some((what, IrregularityRuling { remedy, clause })) = ruled {
            self.can_happen(what, clause)?;
            let Remedy::VoidRound(fate) = remedy else {
                let message = format!("{} does not void the round (it leads to: {})", what.name(), remedy.name());
                return refuse(RefusalCode::OutOfTurn, clause, message);
            };
            deck = fate;
        }
        let clause = ruled.map(|(_, ruled)| ruled.clause);
        if self.validated_paid() && !self.cards_are_lost() && second.is_none_or(|second| second == by.who) {
            let message = "voiding requires a second person, because a progressive has been paid";
            return refuse(RefusalCode::NotYourRole, clause.unwrap_or(section), message);
        }
        events.extend(ruled.map(|(what, IrregularityRuling { remedy, clause })| Event::Irregular {
            what,
            remedy,
            clause,
        }));
        self.voided(deck, clause, events);
        Ok(())
    }

    /// The remedy for a round that the program cannot bring to its end: nobody loses a win. What is ruled, paid or
    /// reserved stays so, envy among the settled hands is paid, and every wager that is not ruled goes back with what
    /// it fed to meters. A win that waits is paid before, and documents are done before, by the people who do that
    /// anyway.
    pub(super) fn end_round_early(&self, by: Actor, second: Option<PersonId>, events: &mut Vec<Event>) -> Decided {
        let section = self.house.procedure.irregularities.section;
        let dealt = [Phase::Dealing, Phase::Deciding, Phase::Responding, Phase::Settling];
        self.in_phase(&dealt, section, "ending the round early")?;
        if second.is_none_or(|second| second == by.who) {
            return refuse(RefusalCode::NotYourRole, section, "ending the round early requires two persons");
        }
        let round = &self.state.round;
        if let Some(waiting) = round.waiting {
            let message = format!("{}'s {} win is pending: verify and validate it first", waiting.seat, waiting.wager);
            return refuse(RefusalCode::OutOfTurn, self.validation_clause(), message);
        }
        if let Some((seat, wager)) = Seat::ALL.into_iter().find_map(|seat| Some((seat, self.area(seat).undocumented?)))
        {
            let message = format!("{seat}'s cards must stay on the table until the documents are complete");
            return refuse(RefusalCode::OutOfTurn, self.documents_clause(wager), message);
        }
        // The main wager of a surrendered hand is ruled, and nothing else of it is open.
        let unruled = |seat: &Seat| {
            let area = self.area(*seat);
            area.main().0 > 0 && !area.settled && area.standing != SeatStatus::Surrendered
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
