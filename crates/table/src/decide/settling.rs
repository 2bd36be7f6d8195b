//! The dealer's hand, and settlement from the right, wager by wager: section .11 from the dealer's cards on, section .12,
//! MA 12(c)-(i).

use super::Decided;
use crate::command::{Declared, Shown};
use crate::event::{Event, Ruling, Verdict};
use crate::house::Price;
use crate::meter::Worth;
use crate::refusal::{Code, Refusal, refuse};
use crate::round::{Area, Standing};
use crate::table::Table;
use croupier_rules::submission::StartMethod;
use croupier_rules::{
    AfterFold, Award, Card, CardSet, Cents, Clause, Fate, Holding, Irregularity, Judgement, On, Phase, Place, Reads,
    Seat, Setting, Validation, Wager, WagerKind,
};

/// A seat as it is being settled: the area, and the hands that count.
pub(super) struct Seen<'a> {
    pub(super) seat: Seat,
    pub(super) area: &'a Area,
    /// The seat's cards; none where only the outcome is declared.
    pub(super) hand: Option<Setting>,
    /// The dealer's hands.
    pub(super) dealer: Option<Setting>,
    /// How a contest ends that is only declared.
    pub(super) declared: Option<Fate>,
}

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
            return refuse(Code::Done, clause, "the dealer's cards are up");
        }
        if let Some((StartMethod::Dice, _, starting)) = self.starting().filter(|_| !round.shaker_covered) {
            return refuse(Code::OutOfTurn, starting.shaken_after, "the shaker must first be covered and shaken once");
        }
        if let Some(seat) = round.wagering().find(|&seat| self.area(seat).may_void) {
            let clause = self.house.procedure.irregularities.player_exposed.unwrap_or(clause);
            return refuse(Code::OutOfTurn, clause, format!("{seat} must first say whether to void the hand"));
        }
        for seat in round.wagering().filter(|&seat| self.area(seat).standing == Standing::Folded) {
            self.forfeit(seat, events);
        }
        let (cards, shared) = if self.sealed() {
            (round.dealer.cards, Some(round.shared.cards).filter(|shared| !shared.is_empty()))
        } else {
            let Some(setting) = setting else {
                // Where every hand is settled by the dealer's cards an outcome cannot stand for them.
                if self.house.procedure.playing.play_or_fold.is_some() {
                    return refuse(Code::Cards, clause, "the dealer's cards must be entered");
                }
                events.push(Event::DealerUnseen);
                self.maybe_settled(None, events);
                return Ok(());
            };
            self.entered_hands(Place::Dealer, setting, clause)?;
            let shared = self.entered_shared(shared, setting.cards())?;
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
        let shared = self.entered_shared(shared, setting.cards())?;
        events.push(Event::DealerTurned { cards: setting.cards(), shared });
        self.set_dealer(setting.cards(), Some(setting), events)
    }

    fn entered_shared(&self, shared: Option<CardSet>, dealer: CardSet) -> Result<Option<CardSet>, Refusal> {
        if self.state.round.shared.count == 0 {
            return Ok(None);
        }
        let clause = self.dealing().shared.map(|shared| shared.clause);
        match shared {
            Some(card) if card.len() == 1 && card.both(dealer).is_empty() => {
                self.entered_cards(Place::Shared, card, clause.unwrap_or(self.house.game.deck_clause()))?;
                Ok(Some(card))
            }
            _ => refuse(Code::Cards, clause, "the bonus card is turned with the dealer's, and is another card"),
        }
    }

    /// Whether hands read off the table can be: each card lies in one of them.
    pub(super) fn entered_hands(&self, place: Place, setting: Setting, clause: Clause) -> Decided {
        let lie = setting.high.len() + setting.medium.len() + setting.low.len();
        if lie != setting.cards().len() {
            return refuse(Code::Cards, clause, format!("a card lies twice in {setting}"));
        }
        self.entered_cards(place, setting.cards(), clause)
    }

    /// Whether cards read off the table can be: the right number, of the deck, and none seen elsewhere.
    fn entered_cards(&self, place: Place, cards: CardSet, clause: Clause) -> Decided {
        let right = if place == Place::Shared { 1 } else { self.house.game.cards_dealt() };
        if cards.len() != right {
            return refuse(Code::Cards, clause, format!("{place} has {right} cards, and {} are given", cards.len()));
        }
        if let Some(card) = cards.minus(self.house.game.deck()).first() {
            return refuse(Code::Cards, self.house.game.deck_clause(), format!("{card} is not in the deck"));
        }
        if let Some(card) = cards.both(self.seen_except(place)).first() {
            return refuse(
                Code::Cards,
                self.house.game.deck_clause(),
                format!("{card} has been seen elsewhere in this round"),
            );
        }
        Ok(())
    }

    /// The dealer's hands by the house way; hands set otherwise are reset (.13(i), MA 14(i)).
    fn set_dealer(&self, cards: CardSet, given: Option<Setting>, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.dealer;
        if let Some(given) = given
            && (given.cards() != cards || given.high.len() + given.medium.len() + given.low.len() != cards.len())
        {
            return refuse(Code::Cards, clause, format!("{given} are not the dealer's cards"));
        }
        if self.house.as_laid
            && let Some(setting) = given
        {
            events.push(Event::DealerSet { setting, rule: None });
            return Ok(());
        }
        let Some((right, rule)) = self.house.set(cards) else {
            return refuse(Code::Cards, clause, format!("no rule of the house way sets {cards}"));
        };
        let unset = Setting::unset(cards);
        if let Some(given) = given.filter(|given| *given != right && *given != unset) {
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
    fn forfeit(&self, seat: Seat, events: &mut Vec<Event>) {
        self.give_up(
            seat,
            |wager| match self.house.price(wager.kind)?.spec.settled.after_fold? {
                AfterFold::Forfeited(clause) => Some((Verdict::Forfeited, clause)),
                AfterFold::Stays(_) => None,
            },
            events,
        );
    }

    pub(super) fn reveal(&self, seat: Seat, shown: Shown, events: &mut Vec<Event>) -> Decided {
        let clause = self.house.procedure.settling.reveal;
        self.in_phase(&[Phase::Responding, Phase::Settling], clause, "revealing hands")?;
        let round = &self.state.round;
        if !round.dealer_up {
            return refuse(Code::OutOfTurn, clause, "the dealer's cards must first be turned");
        }
        if let Some(waiting) = round.waiting {
            let message = format!("{}'s {} wager waits: nothing later is settled", waiting.seat, waiting.wager);
            return refuse(Code::OutOfTurn, clause, message);
        }
        let area = self.area(seat);
        match self.to_show().next() {
            Some(next) if next == seat => {}
            _ if !self.shows(seat, None) => {
                return refuse(Code::Done, clause, format!("{seat} has no hand to be shown"));
            }
            Some(next) => return refuse(Code::OutOfTurn, clause, format!("{next} is shown before {seat}")),
            None => return refuse(Code::Done, clause, format!("{seat} has no hand to be shown")),
        }
        if area.may_void {
            return refuse(Code::OutOfTurn, clause, format!("{seat} must first say whether to void the hand"));
        }
        let (hand, declared) = self.shown(seat, shown, clause)?;
        if round.phase == Phase::Responding {
            events.push(Event::Entered(Phase::Settling));
        }
        events.push(Event::Revealed { seat, setting: hand });
        self.settle(seat, area.clone(), hand, declared, events)
    }

    /// What a reveal shows: the hand as it is set, or an outcome alone.
    fn shown(&self, seat: Seat, shown: Shown, clause: Clause) -> Result<(Option<Setting>, Option<Fate>), Refusal> {
        let area = self.area(seat);
        match shown {
            Shown::Known if self.sealed() => {
                Ok((Some(area.hand.setting.unwrap_or(Setting::unset(area.hand.cards))), None))
            }
            Shown::Known => refuse(Code::Cards, clause, format!("say which cards {seat} shows")),
            Shown::Cards(setting) if self.sealed() => {
                let known = area.hand.setting.unwrap_or(Setting::unset(area.hand.cards));
                if setting == known {
                    Ok((Some(setting), None))
                } else {
                    refuse(Code::Cards, clause, format!("{seat}'s hand does not lie as {setting}"))
                }
            }
            Shown::Cards(_) if self.dealer_unseen() && area.standing != Standing::Surrendered => {
                let clause = self.house.procedure.settling.dealer;
                refuse(Code::Cards, clause, "the dealer's cards must first be entered")
            }
            Shown::Cards(setting) => {
                self.entered_hands(Place::Seat(seat), setting, clause)?;
                let two_hands = self.house.game.shape().is_some_and(|shape| shape.medium == 0);
                let shape = self.house.game.shape().map(|shape| [shape.high, shape.medium, shape.low]);
                let lies = [setting.high.len(), setting.medium.len(), setting.low.len()];
                if shape.is_none_or(|shape| two_hands && shape != lies) && shape.is_some() {
                    let clause = self.house.game.shape_clause();
                    return refuse(Code::Cards, clause, format!("{setting} is not set as five and one"));
                }
                Ok((Some(setting), None))
            }
            Shown::Outcome(_) if self.sealed() => {
                refuse(Code::Cards, clause, "the cards are known: nothing is declared")
            }
            Shown::Outcome(Declared::Ties) if !self.house.game.ties() => {
                refuse(Code::Cards, clause, "a wager wins or loses here, and nobody ties")
            }
            Shown::Outcome(declared) => {
                self.may_declare(seat, clause)?;
                Ok((None, Some(Fate::of(declared.outcome()))))
            }
        }
    }

    /// An outcome suffices only where no wager reads the cards.
    pub(crate) fn may_declare(&self, seat: Seat, clause: Clause) -> Decided {
        let area = self.area(seat);
        if let Some((wager, _)) = area.wagers().find(|(wager, _)| wager.kind != WagerKind::Main) {
            return refuse(Code::Cards, clause, format!("{seat}'s {wager} wager is settled by the cards: enter them"));
        }
        if self.envied(seat, None) {
            return refuse(
                Code::Cards,
                clause,
                format!("another player may earn envy from {seat}'s cards: enter them"),
            );
        }
        if self.house.procedure.playing.play_or_fold.is_some() || area.standing != Standing::Live {
            return refuse(Code::Cards, clause, format!("{seat}'s wagers are settled by the cards: enter them"));
        }
        Ok(())
    }

    /// Settles a seat that has just been shown.
    pub(super) fn settle(
        &self,
        seat: Seat,
        mut area: Area,
        hand: Option<Setting>,
        declared: Option<Fate>,
        events: &mut Vec<Event>,
    ) -> Decided {
        if area.standing == Standing::Live {
            self.cut_play(seat, &mut area, hand, events);
        }
        let seen = Seen { seat, area: &area, hand, dealer: self.state.round.dealer.setting, declared };
        let mut paid = Cents(0);
        if area.standing == Standing::Live {
            self.contest(&seen, &mut paid, events)?;
        }
        self.side_wagers(&seen, 0, paid, events);
        Ok(())
    }

    /// a Play Wager placed on unseen cards that turn out below a pair of aces goes back above the Ante.
    fn cut_play(&self, seat: Seat, area: &mut Area, hand: Option<Setting>, events: &mut Vec<Event>) {
        let Some(asked) = self.house.procedure.playing.play_or_fold else { return };
        let play = Wager::own(WagerKind::Play);
        let excess = area.stake(play).0 - area.main().0;
        if excess > 0 && hand.is_some_and(|hand| !self.house.game.may_raise(hand.cards())) {
            area.stakes[play.index()] = area.main();
            events.push(Event::PlayCut { seat, amount: Cents(excess), clause: asked.clause });
        }
    }

    /// The wagers that contest the dealer.
    pub(super) fn contest(&self, seen: &Seen<'_>, paid: &mut Cents, events: &mut Vec<Event>) -> Decided {
        let judgement = match (seen.hand, seen.dealer, seen.declared) {
            (_, _, Some(fate)) => Judgement::new(WagerKind::Main, fate, self.house.procedure.settling.reveal),
            (Some(hand), Some(dealer), None) => {
                match self.house.game.judge(&self.house.rules.choices, &hand, &dealer) {
                    Ok(judgement) => judgement,
                    Err(error) => return refuse(Code::Cards, self.house.game.deck_clause(), error.to_string()),
                }
            }
            _ => {
                return refuse(Code::Cards, self.house.procedure.settling.dealer, "the dealer's cards must be entered");
            }
        };
        for (kind, fate, clause) in judgement.iter() {
            let wager = Wager::own(kind);
            let stake = seen.area.stake(wager);
            if stake.0 == 0 {
                continue;
            }
            let row = match (fate, seen.hand) {
                (Fate::Pay, Some(hand)) => self.house.row(kind, hand.cards(), &Holding::of(hand.cards())),
                _ => None,
            };
            let ruling = match fate {
                Fate::Lose => ruling(seen.seat, wager, Verdict::Loses, stake, clause),
                Fate::Return => ruling(seen.seat, wager, Verdict::Returned, stake, clause),
                Fate::Pay => self.paid(seen.seat, wager, row, stake, clause, paid),
            };
            events.push(Event::Ruled(ruling));
            if kind == WagerKind::Main {
                Self::coupon(seen.seat, seen.area.coupon, fate, clause, events);
            }
        }
        Ok(())
    }

    /// a coupon pays like chips and is taken win or lose.
    pub(super) fn coupon(seat: Seat, amount: Cents, fate: Fate, clause: Clause, events: &mut Vec<Event>) {
        if amount.0 > 0 {
            let won = if fate == Fate::Pay { amount } else { Cents(0) };
            events.push(Event::CouponTaken { seat, amount, won, clause });
        }
    }

    /// A paid wager within the payout limit of § 575.12(c), which main and bonus of one area share.
    pub(super) fn paid(
        &self,
        seat: Seat,
        wager: Wager,
        row: Option<u8>,
        stake: Cents,
        clause: Clause,
        paid: &mut Cents,
    ) -> Ruling {
        let worth = self
            .house
            .award(wager.kind, row)
            .map_or(Worth { won: Cents(0), stake_back: true, fraction: 0 }, |award| Worth::of(award, stake));
        let left = self.house.rules.payout_limit.map(|limit| Cents((limit.0 - paid.0).max(0)));
        let limited = left.is_some_and(|left| worth.won > left);
        let won = if limited { left.unwrap_or(worth.won) } else { worth.won };
        let clause = if limited { self.house.procedure.settling.payout_limit.unwrap_or(clause) } else { clause };
        paid.0 = paid.0.saturating_add(won.0);
        let verdict = if worth.won.0 == 0 { Verdict::Returned } else { Verdict::Pays };
        Ruling { seat, wager, verdict, stake, won, row, fraction: worth.fraction, limited, clause }
    }

    /// The wagers paid by a ladder, from a place in their order on, until one waits or the seat is settled.
    pub(super) fn side_wagers(&self, seen: &Seen<'_>, from: u8, mut paid: Cents, events: &mut Vec<Event>) {
        let own = seen.hand.map(|hand| hand.cards());
        let own_holding = own.map(Holding::of);
        for price in self.house.prices().iter().filter(|price| price.spec.ladder.is_some()) {
            for on in [On::Own, On::Dealer] {
                let wager = Wager { kind: price.spec.kind, on };
                let stake = seen.area.stake(wager);
                let step = self.house.step(wager).unwrap_or(0);
                let is_contest = price.spec.placed == croupier_rules::Placed::ToTakePart;
                if (on == On::Dealer && wager != Wager::ON_DEALER) || stake.0 == 0 || step < from || is_contest {
                    continue;
                }
                if seen.area.standing != Standing::Live && !self.stands(seen.area, price) {
                    continue;
                }
                let (cards, holding) = match (on, price.spec.settled.reads) {
                    (On::Own, Reads::Hand) => (own, own_holding),
                    (On::Own, Reads::HandAndShared) => {
                        let six = own.map(|own| own.union(self.state.round.shared.cards));
                        (six, six.map(Holding::of))
                    }
                    (On::Dealer, _) => {
                        let dealer = seen.dealer.map(|dealer| dealer.cards());
                        (dealer, dealer.map(Holding::of))
                    }
                };
                let (Some(cards), Some(holding)) = (cards, holding) else { continue };
                if self.side_wager(seen.seat, wager, price, stake, cards, &holding, &mut paid, events) {
                    return;
                }
            }
        }
        self.seat_settled(seen.seat, events);
    }

    /// Whether a wager of a hand that is out of the round is settled all the same.
    fn stands(&self, area: &Area, price: &Price) -> bool {
        area.standing == Standing::Folded && matches!(price.spec.settled.after_fold, Some(AfterFold::Stays(_)))
    }

    /// Settles one wager; true if it waits.
    #[allow(clippy::too_many_arguments)]
    fn side_wager(
        &self,
        seat: Seat,
        wager: Wager,
        price: &Price,
        stake: Cents,
        cards: CardSet,
        holding: &Holding,
        paid: &mut Cents,
        events: &mut Vec<Event>,
    ) -> bool {
        let settled = &price.spec.settled;
        let row = price.tariff.as_ref().and_then(|tariff| tariff.place(cards, holding));
        let award = row.and_then(|row| self.house.award(wager.kind, Some(row)));
        if let (Some(row), Some(award)) = (row, award) {
            if needs_validation(settled.validation, award) {
                events.push(Event::WinWaits { seat, wager, row });
                return true;
            }
            events.push(Event::Ruled(self.paid(seat, wager, Some(row), stake, settled.paid, paid)));
        } else {
            events.push(Event::Ruled(ruling(seat, wager, Verdict::Loses, stake, settled.lost)));
        }
        self.extras(seat, wager, price, stake, cards, events);
        false
    }

    /// § 657a.12(f)(3): Magic Card and Lucky Bonus, paid whether or not the wager itself won.
    pub(super) fn extras(
        &self,
        seat: Seat,
        wager: Wager,
        price: &Price,
        stake: Cents,
        cards: CardSet,
        events: &mut Vec<Event>,
    ) {
        let (Some(clause), Some(draws)) = (price.spec.settled.extras, self.state.round.draws) else { return };
        let magic = draws.magic.is_some_and(|card: Card| cards.contains(card));
        let position = match wager.on {
            On::Own => croupier_rules::Position::of(seat),
            On::Dealer => croupier_rules::Position::DEALER,
        };
        let lucky = draws.lucky == Some(position);
        for (row, _) in [(0, magic), (1, lucky)].into_iter().filter(|&(_, hit)| hit) {
            let Some(award) = self.house.extra(row) else { continue };
            let amount = Worth::of(&award.award, stake).won;
            events.push(Event::ExtraPaid { seat, wager, row, amount, clause });
        }
    }

    fn seat_settled(&self, seat: Seat, events: &mut Vec<Event>) {
        self.announce_envy_hand(seat, events);
        events.push(Event::SeatSettled(seat));
        self.maybe_settled(Some(seat), events);
    }

    /// A hand that will earn another player envy is announced and stays face up, whether or not its own player made the
    /// wager: §§ 659a.11(h)(1)(i)(C), 670a.11(h)(1)(i)(C), 670a.11(h)(3)(i)(C).
    fn announce_envy_hand(&self, holder: Seat, events: &mut Vec<Event>) {
        let Some(cards) = self.cards_with(events, holder).filter(|_| self.holds_for_others(holder)) else { return };
        let holding = Holding::of(cards);
        for price in self.house.prices() {
            let Some([with, without]) = price.spec.settled.envy_hand else { continue };
            let kind = price.spec.kind;
            let others = self.state.round.wagering().filter(|&seat| self.player(seat) != self.player(holder));
            let earned = others.flat_map(|seat| self.earns_envy(seat)).filter(|(wager, ..)| wager.kind == kind);
            if earned.into_iter().any(|(_, envy, _)| envy.earned(&holding).is_some()) {
                let clause = if self.area(holder).stake(Wager::own(kind)).0 > 0 { with } else { without };
                events.push(Event::EnvyHand { seat: holder, wager: Wager::own(kind), clause });
            }
        }
    }

    /// A seat's cards, also those just shown that are not folded in yet.
    fn cards_with(&self, events: &[Event], holder: Seat) -> Option<CardSet> {
        let shown = events.iter().rev().find_map(|event| match event {
            Event::Revealed { seat, setting } if *seat == holder => Some(setting.map(|setting| setting.cards())),
            _ => None,
        });
        shown.unwrap_or(Some(self.area(holder).hand.cards)).filter(|cards| !cards.is_empty())
    }

    /// If no other seat is left to show, envy is paid and the round is settled. The events so far are not folded in yet.
    pub(super) fn maybe_settled(&self, done: Option<Seat>, events: &mut Vec<Event>) {
        let phase = self.state.round.phase;
        let turns = |event: &Event| matches!(event, Event::DealerTurned { .. } | Event::DealerUnseen);
        let up = self.state.round.dealer_up || events.iter().any(turns);
        let settling = phase == Phase::Settling || (phase == Phase::Responding && up);
        let going = done.filter(|_| goes_out(events));
        if !settling || self.to_show_without(going).any(|seat| Some(seat) != done) {
            return;
        }
        if phase == Phase::Responding && !events.contains(&Event::Entered(Phase::Settling)) {
            events.push(Event::Entered(Phase::Settling));
        }
        self.envy(done, events);
        events.push(Event::RoundSettled);
    }

    /// Envy in a second pass, for every qualifying hand of another player: never one's own, never the dealer's.
    fn envy(&self, done: Option<Seat>, events: &mut Vec<Event>) {
        // The hand just shown is not folded in yet: its cards stand in the event.
        let just_shown = events.iter().rev().find_map(|event| match event {
            Event::Revealed { seat, setting } => Some((*seat, setting.map(|setting| setting.cards()))),
            _ => None,
        });
        let cards = |holder: Seat| match just_shown {
            Some((seat, cards)) if seat == holder => cards,
            _ => Some(self.area(holder).hand.cards),
        };
        let going = done.filter(|_| goes_out(events));
        let out = |seat: Seat| going == Some(seat);
        for seat in Seat::from_the_right().filter(|&seat| !out(seat)) {
            for (wager, envy, clause) in self.earns_envy(seat) {
                for holder in Seat::from_the_right().filter(|&holder| !out(holder)) {
                    if self.player(holder) == self.player(seat) || !self.holds_for_others(holder) {
                        continue;
                    }
                    let Some(cards) = cards(holder).filter(|cards| !cards.is_empty()) else { continue };
                    if let Some((amount, _)) = envy.earned(&Holding::of(cards)) {
                        events.push(Event::EnvyPaid { seat, wager, holder, amount, clause });
                    }
                }
            }
        }
    }

    /// Whether a hand can earn others envy: one in play, or surrendered where the text keeps it.
    fn holds_for_others(&self, holder: Seat) -> bool {
        let area = self.area(holder);
        let stays = self.house.procedure.playing.surrender.is_some_and(|surrender| surrender.stays_for_envy);
        area.main().0 > 0
            && match area.standing {
                Standing::Live => true,
                Standing::Surrendered => stays,
                Standing::Folded | Standing::Voided | Standing::Abandoned => false,
            }
    }
}

const fn ruling(seat: Seat, wager: Wager, verdict: Verdict, stake: Cents, clause: Clause) -> Ruling {
    Ruling { seat, wager, verdict, stake, won: Cents(0), row: None, fraction: 0, limited: false, clause }
}

/// Whether a seat leaves the round with these events, and its wagers with it.
fn goes_out(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::HandVoided { .. } | Event::Abandoned(_)))
}

fn needs_validation(validation: Validation, award: &Award) -> bool {
    match validation {
        Validation::None => false,
        Validation::Always { .. } => true,
        Validation::From { odds, .. } => match award {
            Award::MeterShare(..) => true,
            Award::For(pays) => *pays >= odds,
            Award::To(..) | Award::Fixed(_) | Award::Push => false,
        },
    }
}
