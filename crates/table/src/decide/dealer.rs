//! The dealer's hand: turned after all have answered, set by the house way, reset if set otherwise: section .11(c),
//! § 670a.11(d), § 657a.11(c), MA 12(c), and .13(i), MA 14(i).

use super::Decided;
use super::correcting::Scope;
use super::settling::ShownHand;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::round::SeatStatus;
use crate::ruling::Verdict;
use crate::table::Table;
use croupier_rules::vocabulary::StartMethod;
use croupier_rules::{CardSet, Clause, FoldEffect, Irregularity, Phase, Place, RulesChange, Seat, Setting};

impl Table {
    pub(super) fn turn_dealer(
        &self,
        setting: Option<Setting>,
        shared: Option<CardSet>,
        events: &mut Vec<Event>,
    ) -> Decided {
        let clause = self.house.procedure.settling.dealer;
        if let Some(setting) = setting.filter(|_| self.dealer_unseen()) {
            return self.enter_dealer(setting, shared, events);
        }
        self.in_phase(&[Phase::Responding], clause, "turning the dealer's cards")?;
        let round = &self.state.round;
        if round.dealer_up {
            return refuse(RefusalCode::Done, clause, "the dealer's cards are already turned");
        }
        if let Some((StartMethod::Dice, _, starting)) = self.starting().filter(|_| !round.shaker_covered) {
            return refuse(RefusalCode::OutOfTurn, starting.shaken_after, "cover the shaker and shake it once first");
        }
        if let Some(seat) = round.wagering().find(|&seat| self.area(seat).may_void) {
            self.has_said(seat)?;
        }
        for seat in round.wagering().filter(|&seat| self.area(seat).standing == SeatStatus::Folded) {
            self.forfeit(seat, events);
        }
        let (cards, shared) = if self.sealed() {
            (round.dealer.cards, Some(round.shared.cards).filter(|shared| !shared.is_empty()))
        } else {
            let Some(setting) = setting else {
                // Where every hand is settled by the dealer's cards an outcome cannot stand for them.
                if self.house.procedure.playing.play_or_fold.is_some() {
                    return refuse(RefusalCode::Cards, clause, "enter the dealer's cards");
                }
                events.push(Event::DealerUnseen);
                self.maybe_settled(None, events);
                return Ok(());
            };
            self.entered_hands(Place::Dealer, setting, clause)?;
            let shared = self.entered_shared(shared, setting.cards(), &[Place::Shared])?;
            (setting.cards(), shared)
        };
        events.push(Event::DealerTurned { cards, shared });
        self.set_dealer(cards, setting, events)?;
        // It may be that no hand is left to be shown.
        self.maybe_settled(None, events);
        Ok(())
    }

    /// Whether the dealer's cards are up and only outcomes have been declared so far.
    pub(crate) fn dealer_unseen(&self) -> bool {
        let round = &self.state.round;
        let going_on = matches!(round.phase, Phase::Responding | Phase::Settling) && !round.settled;
        !self.sealed() && going_on && round.dealer_up && round.dealer.cards.is_empty()
    }

    /// The dealer's cards are entered after all, because a wager is settled by cards or is disputed.
    fn enter_dealer(&self, setting: Setting, shared: Option<CardSet>, events: &mut Vec<Event>) -> Decided {
        self.entered_hands(Place::Dealer, setting, self.house.procedure.settling.dealer)?;
        let shared = self.entered_shared(shared, setting.cards(), &[Place::Shared])?;
        events.push(Event::DealerTurned { cards: setting.cards(), shared });
        self.set_dealer(setting.cards(), Some(setting), events)
    }

    pub(super) fn entered_shared(
        &self,
        shared: Option<CardSet>,
        dealer: CardSet,
        except: &[Place],
    ) -> Result<Option<CardSet>, Refusal> {
        if self.state.round.shared.count == 0 {
            return Ok(None);
        }
        let clause = self.dealing().shared.map(|shared| shared.clause);
        match shared {
            Some(card) if card.len() == 1 && card.intersection(dealer).is_empty() => {
                self.entered_cards(Place::Shared, except, card, clause.unwrap_or(self.house.game.deck_clause()))?;
                Ok(Some(card))
            }
            _ => refuse(RefusalCode::Cards, clause, "enter one bonus card that is not among the dealer's cards"),
        }
    }

    /// Whether hands read off the table can be: each card lies in one of them.
    pub(super) fn entered_hands(&self, place: Place, setting: Setting, clause: Clause) -> Decided {
        self.entered_hands_beside(place, &[place], setting, clause)
    }

    /// As [`entered_hands`](Self::entered_hands), where cards of these places are entered anew together.
    pub(super) fn entered_hands_beside(
        &self,
        place: Place,
        except: &[Place],
        setting: Setting,
        clause: Clause,
    ) -> Decided {
        if setting.overlaps() {
            return refuse(RefusalCode::Cards, clause, format!("a card appears twice in {setting}"));
        }
        self.entered_cards(place, except, setting.cards(), clause)
    }

    /// Whether cards read off the table can be: the right number, of the deck, and none seen elsewhere.
    fn entered_cards(&self, place: Place, except: &[Place], cards: CardSet, clause: Clause) -> Decided {
        let right = if place == Place::Shared { 1 } else { self.house.game.cards_dealt() };
        if cards.len() != right {
            return refuse(RefusalCode::Cards, clause, format!("{place} has {right} cards (got {})", cards.len()));
        }
        if let Some(card) = cards.difference(self.house.game.deck()).first() {
            return refuse(RefusalCode::Cards, self.house.game.deck_clause(), format!("{card} is not in the deck"));
        }
        if let Some(card) = cards.intersection(self.known_cards_except(except)).first() {
            return refuse(
                RefusalCode::Cards,
                self.house.game.deck_clause(),
                format!("{card} was already seen elsewhere in this round"),
            );
        }
        Ok(())
    }

    /// The dealer's hands by the house way; hands set otherwise are reset (.13(i), MA 14(i)).
    pub(super) fn set_dealer(&self, cards: CardSet, given: Option<Setting>, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.dealer;
        if let Some(given) = given
            && (given.cards() != cards || given.overlaps())
        {
            return refuse(RefusalCode::Cards, clause, format!("{given} does not match the dealer's cards"));
        }
        let rounds = &self.house.as_laid_rounds;
        if self.house.as_laid
            && (rounds.is_empty() || rounds.contains(&self.state.round.number))
            && let Some(setting) = given
        {
            events.push(Event::DealerSet { setting, rule: None });
            return Ok(());
        }
        let Some((right, rule)) = self.set(cards) else {
            return refuse(RefusalCode::Cards, clause, format!("no rule of the house way sets {cards}"));
        };
        let unset = Setting::unset(cards);
        // Where no hands are set, none is set wrongly.
        let sets = self.house.game.shape().is_some() || !self.includes(RulesChange::CardsNotLaid);
        let given = given.filter(|given| sets && *given != unset);
        if let Some(setting) = given.filter(|given| self.is_right(given, &right)) {
            events.push(Event::DealerSet { setting, rule });
            return Ok(());
        }
        if let Some(given) = given {
            let ruled = self.ruled_when(Irregularity::SetWrongly, true);
            events.push(Event::DealerSet { setting: given, rule: None });
            events.push(Event::Irregular {
                what: Irregularity::SetWrongly,
                remedy: ruled.remedy,
                clause: ruled.clause,
            });
        }
        events.push(Event::DealerSet { setting: right, rule });
        Ok(())
    }

    /// § 657a.11(b), § 657a.11(c): folded wagers are collected after all have answered, except those that stand.
    pub(super) fn forfeit(&self, seat: Seat, events: &mut Vec<Event>) {
        self.give_up(
            seat,
            |wager| match self.house.price(wager.kind)?.spec.settled.after_fold? {
                FoldEffect::Forfeited(clause) => Some((Verdict::Forfeited, clause)),
                FoldEffect::Stays(_) => None,
            },
            events,
        );
    }

    /// Whether hands are set as they must be: equal cards exchanged for each other leave them right (.13(i), MA 14(i)).
    fn is_right(&self, given: &Setting, right: &Setting) -> bool {
        given == right || (self.includes(RulesChange::EqualSettingsRight) && self.set_alike(given, right))
    }

    /// Whether the dealer's hands lie as they must.
    pub(super) fn dealer_is_right(&self) -> bool {
        let dealer = &self.state.round.dealer;
        let right = self.set(dealer.cards).map(|(right, _)| right);
        dealer.setting.zip(right).is_some_and(|(laid, right)| self.is_right(&laid, &right))
    }

    /// The dealer's hands are reset: what was settled against the wrong ones is ruled anew.
    pub(super) fn reset_dealer(&self, clause: Clause, events: &mut Vec<Event>) -> Decided {
        let round = &self.state.round;
        let Some((right, rule)) = self.set(round.dealer.cards) else { return Ok(()) };
        if self.dealer_is_right() {
            return Ok(());
        }
        events.push(Event::DealerSet { setting: right, rule });
        if self.includes(RulesChange::LimitRuledAnew) {
            return self.rule_against_dealer(&self.affected(false), right, clause, events);
        }
        for seat in Seat::from_the_right().filter(|&seat| self.area(seat).revealed && self.area(seat).live()) {
            self.contest_anew(seat, right, clause, events)?;
        }
        Ok(())
    }

    /// Takes back what was settled in the contest with the dealer, and rules it against these hands.
    pub(super) fn contest_anew(&self, seat: Seat, dealer: Setting, clause: Clause, events: &mut Vec<Event>) -> Decided {
        let mut area = self.area(seat).clone();
        area.restore_play();
        events.push(self.reversal(seat, &Scope::Contest, clause));
        let hand = area.hand.setting;
        self.cut_play(seat, &mut area, hand, events);
        let seen = ShownHand { seat, area: &area, hand, dealer: Some(dealer), declared: None, anew: true };
        self.contest(&seen, &mut area.side_paid.clone(), events)
    }
}
