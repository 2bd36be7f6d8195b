//! Envy: hands that earn it are announced, and it is paid in a second pass after all seats are settled:
//! §§ 659a.11(h)(1)(ii), 670a.11(h)(1)(ii), 670a.11(h)(3)(ii), 657a.11(e)(5).

use crate::config::TableWager;
use crate::event::Event;
use crate::round::SeatStatus;
use crate::table::Table;
use croupier_rules::{CardSet, Clause, EnvyAnnouncement, Holding, RulesChange, Seat, Wager};

impl Table {
    /// An Envy Bonus Qualifying Hand is announced and stays face up under the condition of its clause:
    /// §§ 659a.11(h)(1)(i)(B), 659a.11(h)(1)(i)(C), 670a.11(h)(1)(i)(B), 670a.11(h)(1)(i)(C), 670a.11(h)(3)(i)(C).
    pub(super) fn announce_envy_hand(&self, holder: Seat, events: &mut Vec<Event>) {
        if self.house.prices().iter().all(|price| price.spec.settled.envy_hand.is_none()) {
            return;
        }
        let Some(cards) = self.cards_with(events, holder).filter(|_| self.holds_for_others(holder)) else { return };
        let holding = Holding::of(cards);
        for price in self.house.prices() {
            let clause = match self.includes(RulesChange::EnvyHandsByClause) {
                true => self.envy_hand_clause(holder, price).filter(|_| price.envy_hand(&holding)),
                false => self.earns_another(holder, price, &holding),
            };
            let wager = Wager::own(price.spec.kind);
            events.extend(clause.map(|clause| Event::EnvyHand { seat: holder, wager, clause }));
        }
    }

    /// Where the text has an Envy Bonus Qualifying Hand of this seat announced, if the wagers at the table call for it.
    pub(super) fn envy_hand_clause(&self, holder: Seat, price: &TableWager) -> Option<Clause> {
        let [with, without] = price.spec.settled.envy_hand?;
        let kind = price.spec.kind;
        let rule = if self.area(holder).stake(Wager::own(kind)).0 > 0 { with } else { without };
        let earns = |seat: Seat| self.earns_envy(seat).any(|(wager, ..)| wager.kind == kind);
        let mut wagering = self.state.round.wagering();
        let announced = match rule.announced_for {
            EnvyAnnouncement::EveryHand => self.is_rearranged(holder),
            EnvyAnnouncement::AnyPlayer => wagering.any(earns),
            EnvyAnnouncement::AnotherPlayer => {
                wagering.any(|seat| self.player(seat) != self.player(holder) && earns(seat))
            }
        };
        announced.then_some(rule.clause)
    }

    /// Whether the dealer rearranges the cards of a seat: its player has an optional wager, or anybody has one that can
    /// earn envy (§ 670a.11(h), R-64).
    fn is_rearranged(&self, holder: Seat) -> bool {
        let ladder = |wager: Wager| self.house.price(wager.kind).is_some_and(|price| price.spec.ladder.is_some());
        let announced =
            |wager: Wager| self.house.price(wager.kind).is_some_and(|price| price.spec.settled.envy_hand.is_some());
        let out = |seat: Seat| matches!(self.area(seat).standing, SeatStatus::Voided | SeatStatus::Abandoned);
        self.area(holder).wagers().any(|(wager, _)| ladder(wager))
            || self
                .state
                .round
                .wagering()
                .filter(|&seat| !out(seat))
                .any(|seat| self.area(seat).wagers().any(|(wager, _)| announced(wager)))
    }

    /// As the first rules announced it: only a hand that earns another player envy.
    fn earns_another(&self, holder: Seat, price: &TableWager, holding: &Holding) -> Option<Clause> {
        let [with, without] = price.spec.settled.envy_hand?;
        let kind = price.spec.kind;
        let others = self.state.round.wagering().filter(|&seat| self.player(seat) != self.player(holder));
        let mut earned = others.flat_map(|seat| self.earns_envy(seat)).filter(|(wager, ..)| wager.kind == kind);
        let rule = if self.area(holder).stake(Wager::own(kind)).0 > 0 { with } else { without };
        earned.any(|(_, envy, _)| envy.earned(holding).is_some()).then_some(rule.clause)
    }

    /// A seat's cards, also those just shown that are not folded in yet.
    pub(super) fn cards_with(&self, events: &[Event], holder: Seat) -> Option<CardSet> {
        let shown = events.iter().rev().find_map(|event| {
            let Event::Revealed { seat, setting } = event else { return None };
            (*seat == holder).then(|| setting.map(|setting| setting.cards()))
        });
        shown.unwrap_or(Some(self.area(holder).hand.cards)).filter(|cards| !cards.is_empty())
    }

    /// Envy in a second pass, for every qualifying hand of another player: never one's own, never the dealer's.
    pub(super) fn envy(&self, done: Option<Seat>, events: &mut Vec<Event>) {
        let going = done.filter(|_| goes_out(events));
        self.envy_among(|seat| going != Some(seat), events);
    }

    /// Envy among these seats.
    pub(super) fn envy_among(&self, stays: impl Fn(Seat) -> bool, events: &mut Vec<Event>) {
        for seat in Seat::from_the_right().filter(|&seat| stays(seat)) {
            for (wager, envy, clause) in self.earns_envy(seat) {
                for holder in Seat::from_the_right().filter(|&holder| stays(holder)) {
                    if self.player(holder) == self.player(seat) || !self.holds_for_others(holder) {
                        continue;
                    }
                    let Some(cards) = self.cards_with(events, holder) else { continue };
                    if let Some((amount, _)) = envy.earned(&Holding::of(cards)) {
                        events.push(Event::EnvyPaid { seat, wager, holder, amount, clause });
                    }
                }
            }
        }
    }

    /// Whether a hand can earn others envy: one in play, or surrendered where the text keeps it.
    pub(super) fn holds_for_others(&self, holder: Seat) -> bool {
        let area = self.area(holder);
        let stays = self.house.procedure.playing.surrender.is_some_and(|surrender| surrender.stays_for_envy);
        area.main().0 > 0
            && match area.standing {
                SeatStatus::Live => true,
                SeatStatus::Surrendered => stays,
                SeatStatus::Folded | SeatStatus::Voided | SeatStatus::Abandoned => false,
            }
    }
}

/// Whether a seat leaves the round with these events, and its wagers with it.
pub(super) fn goes_out(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::HandVoided { .. } | Event::Abandoned(_)))
}
