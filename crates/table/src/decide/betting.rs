//! Wagers until "no more bets": section .7, MA 7, and the lock-out of §§ 659a.8(b)(2), 670a.8(b)(2), 657a.8(b).

use super::Decided;
use super::dealing::Found;
use crate::actor::{Actor, At};
use crate::command::Tender;
use crate::event::Event;
use crate::house::Price;
use crate::ledger::{Account, Hundredths};
use crate::refusal::{Code, refuse};
use crate::table::{Status, Table};
use croupier_rules::procedure::StartFound;
use croupier_rules::submission::{Stake, StartMethod, Step};
use croupier_rules::{Cents, Clause, MadeWith, On, Phase, Placed, Seat, Wager, WagerKind};

const MAIN: Wager = Wager::own(WagerKind::Main);

impl Table {
    pub(super) fn place(
        &self,
        by: Actor,
        seat: Seat,
        wager: Wager,
        amount: Cents,
        tender: Tender,
        events: &mut Vec<Event>,
    ) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let player = self.owner(by, seat, wagering.seated)?;
        let phase = self.state.round.phase;
        if !matches!(phase, Phase::Betting | Phase::Closed) {
            // Wagers on devices are locked out; the others are merely too late.
            let locked = self.house.price(wager.kind).and_then(|price| price.spec.settled.locked_out);
            let clause = locked.unwrap_or(wagering.closed);
            return refuse(Code::WrongPhase, clause, "no wager is made or increased after \"no more bets\"");
        }
        let price = self.offered(wager);
        if let Some((title, clause)) = self.offered_later(wager) {
            return refuse(Code::OutOfTurn, clause, format!("the {title} is offered after the cards are seen"));
        }
        // A round that has ended left its wagers behind.
        let before = |wager: Wager| if phase == Phase::Closed { Cents(0) } else { self.area(seat).stake(wager) };
        let (main, staked) = (before(MAIN), before(wager));
        let for_main = wager == MAIN && tender != Tender::MatchPlay;
        if !for_main && main.0 == 0 {
            let title = price.as_ref().map_or(wager.name(), |price| price.spec.title);
            let what = if tender == Tender::MatchPlay { "match play coupon" } else { title };
            let message = format!("{seat} has no main wager, and the {what} goes beside it");
            return refuse(Code::OutOfTurn, wagering.to_take_part, message);
        }
        let price = price?;
        let spec = price.spec;
        if matches!(price.offered.stake, Stake::Fixed(_)) && staked.0 > 0 {
            return refuse(Code::Done, spec.clause, format!("the {} is placed", spec.title));
        }
        self.tendered(price, wager, tender)?;
        Self::is_positive(amount, Some(spec.clause))?;
        if tender == Tender::MatchPlay {
            let coupons = before_coupon(self, seat, phase).0.saturating_add(amount.0);
            if coupons > main.0 {
                let message = format!("match play coupons of {} are more than the main wager, {main}", Cents(coupons));
                return refuse(Code::Amount, wagering.match_play, message);
            }
        } else {
            self.amount_fits(price, Cents(staked.0 + amount.0), main)?;
            let from = match tender {
                Tender::GameAccount => Account::Game(player),
                Tender::Chips | Tender::MatchPlay | Tender::SpokenCash => Account::Player(player),
            };
            self.funds(from, amount)?;
        }
        self.begin_round(events);
        events.push(Event::Placed { seat, wager, amount, tender, clause: spec.clause });
        Ok(())
    }

    /// What a wager is called, and where the text has it, that is made once the cards are seen.
    fn offered_later(&self, wager: Wager) -> Option<(&'static str, Clause)> {
        let spec = self.house.price(wager.kind).map(|price| price.spec);
        let asked = self.house.procedure.playing.play_or_fold.filter(|_| wager == Wager::own(WagerKind::Play));
        match spec.filter(|spec| matches!(spec.placed, Placed::AfterSeeingCards | Placed::Never)) {
            Some(spec) => Some((spec.title, spec.clause)),
            None => asked.map(|asked| ("Play Wager", asked.clause)),
        }
    }

    pub(super) fn repeat(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let player = self.owner(by, seat, wagering.seated)?;
        let phase = self.state.round.phase;
        if !matches!(phase, Phase::Betting | Phase::Closed) {
            return refuse(Code::WrongPhase, wagering.closed, "no wager is made or increased after \"no more bets\"");
        }
        let (now, before) = (self.area(seat), &self.state.last[seat.index()]);
        // Until a round opens, the last one's areas are still the table's.
        let before = if phase == Phase::Closed && now.main().0 > 0 { now } else { before };
        if phase == Phase::Betting && now.wagers().next().is_some() {
            return refuse(Code::Done, wagering.closed, format!("{seat} has wagers in this round"));
        }
        if before.main().0 == 0 || before.owner != Some(player) {
            return refuse(Code::NotHere, wagering.to_take_part, format!("{seat}'s player has no wagers to repeat"));
        }
        self.begin_round(events);
        let mut needed = [Cents(0); 2];
        for (wager, amount) in before.wagers() {
            let Some(price) = self.house.price(wager.kind) else { continue };
            if matches!(price.spec.placed, Placed::AfterSeeingCards | Placed::Never) {
                continue;
            }
            // The table may be run by another submission since.
            self.amount_fits(price, amount, before.main())?;
            let electronic = price.spec.settled.made_with == MadeWith::GameAccount;
            needed[usize::from(electronic)].0 += amount.0;
            let tender = if electronic { Tender::GameAccount } else { Tender::Chips };
            events.push(Event::Placed { seat, wager, amount, tender, clause: price.spec.clause });
        }
        self.funds(Account::Player(player), needed[0])?;
        self.funds(Account::Game(player), needed[1])
    }

    /// The first wager wakes an idle table and opens the round.
    fn begin_round(&self, events: &mut Vec<Event>) {
        if self.state.status == Status::Idle {
            events.push(Event::Status(Status::Open));
        }
        if self.state.round.phase == Phase::Closed {
            let marks = self.house.marks().cloned().map(Box::new);
            events.push(Event::RoundOpened { number: self.state.round.number.wrapping_add(1), marks });
        }
    }

    fn offered(&self, wager: Wager) -> Result<&Price, crate::refusal::Refusal> {
        let price = self.house.price(wager.kind);
        match price {
            Some(price) if wager.on == On::Own || wager == Wager::ON_DEALER => Ok(price),
            _ => {
                let clause = self.house.procedure.wagering.beside;
                refuse(Code::NotOffered, clause, format!("the {wager} wager is not offered at this table"))
            }
        }
    }

    fn tendered(&self, price: &Price, wager: Wager, tender: Tender) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let electronic = price.spec.settled.made_with == MadeWith::GameAccount;
        match tender {
            Tender::SpokenCash => refuse(Code::NotOffered, wagering.chips, "a spoken wager with cash is not accepted"),
            Tender::MatchPlay if wagering.match_play.is_none() || !self.house.rules.match_play || wager != MAIN => {
                let clause = wagering.match_play.unwrap_or(wagering.chips);
                refuse(Code::NotOffered, clause, "match play coupons are not taken for this wager here")
            }
            Tender::Chips if electronic => {
                let message = format!("the {} is made from the game account", price.spec.title);
                refuse(Code::NotOffered, price.spec.clause, message)
            }
            Tender::GameAccount if !electronic => {
                refuse(Code::NotOffered, wagering.chips, format!("the {} is made with chips", price.spec.title))
            }
            Tender::Chips | Tender::GameAccount | Tender::MatchPlay => Ok(()),
        }
    }

    pub(super) fn amount_fits(&self, price: &Price, total: Cents, main: Cents) -> Decided {
        let (title, clause) = (price.spec.title, price.spec.clause);
        match price.offered.stake {
            Stake::Within(limits) if !limits.allow(total) => {
                let message = format!(
                    "the {title} is {} to {} in steps of {}, and this would be {total}",
                    limits.minimum, limits.maximum, limits.increment
                );
                refuse(Code::Amount, clause, message)
            }
            Stake::EqualToMain if total != main => refuse(
                Code::Amount,
                clause,
                format!("the {title} equals the main wager of {main}, and this would be {total}"),
            ),
            Stake::Fixed(fixed) if total != fixed => {
                refuse(Code::Amount, clause, format!("the {title} is {fixed}, and this would be {total}"))
            }
            Stake::Within(_) | Stake::EqualToMain | Stake::Fixed(_) => Ok(()),
        }
    }

    pub(super) fn take_back(&self, by: Actor, seat: Seat, wager: Wager, events: &mut Vec<Event>) -> Decided {
        let wagering = &self.house.procedure.wagering;
        self.owner(by, seat, wagering.seated)?;
        if self.state.round.phase != Phase::Betting {
            return refuse(Code::WrongPhase, wagering.closed, "no wager is withdrawn after \"no more bets\"");
        }
        let (area, amount) = (self.area(seat), self.area(seat).stake(wager));
        if amount.0 == 0 {
            return refuse(Code::NotHere, wagering.closed, format!("{seat} has no {wager} wager"));
        }
        if wager == MAIN && area.wagers().any(|(other, _)| other != MAIN) {
            let message = format!("{seat} has other wagers beside the main one: take those back first");
            return refuse(Code::OutOfTurn, wagering.to_take_part, message);
        }
        events.push(Event::TakenBack { seat, wager, amount, clause: wagering.closed });
        Ok(())
    }

    /// Whether "no more bets" can be announced now.
    pub(crate) fn may_close_bets(&self, now: At) -> Decided {
        let (dealing, wagering) = (self.dealing(), &self.house.procedure.wagering);
        self.in_phase(&[Phase::Betting], dealing.no_more_bets, "\"no more bets\"")?;
        let round = &self.state.round;
        if round.wagering().next().is_none() {
            return refuse(Code::OutOfTurn, wagering.to_take_part, "nobody has placed the main wager");
        }
        self.deck_ready()?;
        // A dealer tells the player what is missing; where the program announces it, nobody would.
        if !self.house.automates(Step::Deal)
            && let Some((seat, price)) = round.wagering().find_map(|seat| Some((seat, self.missing(seat)?)))
        {
            let (main, staked) = (round.area(seat).main(), round.area(seat).stake(Wager::own(price.spec.kind)));
            let title = price.spec.title;
            let message = format!("{seat} has a {title} of {staked} beside a main wager of {main}: they are equal");
            return refuse(Code::Amount, price.spec.clause, message);
        }
        self.deck_fresh(now)
    }

    /// A wager that a seat must make to take part and has not made, or not as high as the main wager.
    fn missing(&self, seat: Seat) -> Option<&Price> {
        let area = self.area(seat);
        let required =
            |price: &&Price| price.spec.placed == Placed::ToTakePart && price.offered.stake == Stake::EqualToMain;
        let mut required = self.house.prices().iter().filter(required);
        required.find(|price| area.stake(Wager::own(price.spec.kind)) != area.main())
    }

    pub(super) fn no_more_bets(&self, now: At, events: &mut Vec<Event>) -> Decided {
        let round = &self.state.round;
        if self.state.paused.is_some() {
            // What is not dealt when a table is paused is not dealt: nobody's chips lie there until somebody resumes.
            let closed = self.house.procedure.wagering.closed;
            self.in_phase(&[Phase::Betting], closed, "\"no more bets\"")?;
            if round.areas.iter().all(|area| area.wagers().next().is_none()) {
                return refuse(Code::OutOfTurn, closed, "nobody has placed a wager");
            }
            Seat::from_the_right().for_each(|seat| self.return_wagers(seat, closed, events));
            return Ok(());
        }
        self.may_close_bets(now)?;
        let takes_part = |seat: &Seat| round.area(*seat).main().0 > 0 && self.missing(*seat).is_none();
        for seat in Seat::from_the_right() {
            if let Some(price) = self.missing(seat).filter(|_| round.area(seat).main().0 > 0) {
                self.return_wagers(seat, price.spec.clause, events);
            }
        }
        // If nobody's wagers are complete the round stays open for others.
        if !Seat::ALL.iter().any(takes_part) {
            return Ok(());
        }
        events.push(Event::Entered(Phase::Dealing));
        events.push(Event::DeckInPlay { deck: self.state.next_deck, clause: self.dealing().loaded });
        for seat in Seat::from_the_right().filter(takes_part) {
            self.lock_out(seat, events);
        }
        if let Some((StartMethod::Button, StartFound::BeforeDealing, _)) = self.starting() {
            events.push(self.start_found(self.state.button, Found::Button));
        }
        Ok(())
    }

    /// Every wager of a seat goes back to its player, those beside the main wager first.
    fn return_wagers(&self, seat: Seat, clause: Clause, events: &mut Vec<Event>) {
        let mut wagers: Vec<_> = self.area(seat).wagers().collect();
        wagers.sort_by_key(|&(wager, _)| wager == MAIN);
        events.extend(wagers.into_iter().map(|(wager, amount)| Event::WagerReturned { seat, wager, amount, clause }));
    }

    /// Lammers for Qualifying Wagers, wagers on devices into the inventory, and their percents to the meters.
    fn lock_out(&self, seat: Seat, events: &mut Vec<Event>) {
        let dealing = self.dealing();
        for price in self.house.prices() {
            for on in [On::Own, On::Dealer] {
                let wager = Wager { kind: price.spec.kind, on };
                if on == On::Dealer && wager != Wager::ON_DEALER {
                    continue;
                }
                let amount = self.area(seat).stake(wager);
                if amount.0 == 0 {
                    continue;
                }
                let chips = price.spec.settled.made_with == MadeWith::Chips;
                if let Some(clause) = dealing.lammers.filter(|_| chips && price.envy(amount).is_some()) {
                    events.push(Event::Lammer { seat, clause });
                }
                if !chips {
                    let clause = dealing.lock_out.unwrap_or(price.spec.clause);
                    events.push(Event::Collected { seat, wager, amount, clause });
                    self.contribute(seat, wager, price, amount, events);
                }
            }
        }
    }

    fn contribute(&self, seat: Seat, wager: Wager, price: &Price, amount: Cents, events: &mut Vec<Event>) {
        for &meter in &price.meters {
            let Some(known) = self.house.meters().get(usize::from(meter)) else { continue };
            // A percent of a cent is a hundredth of it.
            let (primary, reserve) =
                (Hundredths(amount.0 * known.meter.primary), Hundredths(amount.0 * known.meter.reserve));
            let clause = known.meter.clause;
            events.push(Event::Contributed { seat, wager, meter, primary, reserve, clause });
        }
    }

    /// How many progressive wagers the system has accepted.
    pub(crate) fn progressive_wagers(&self) -> u8 {
        let prices = self.house.prices().iter();
        let progressive = prices.filter(|price| on_device(price));
        let made = |kind| Seat::ALL.iter().filter(|&&seat| self.area(seat).stake(Wager::own(kind)).0 > 0).count() as u8;
        progressive.map(|price| made(price.spec.kind)).sum()
    }

    pub(super) fn count_progressive(&self, chips: u8, events: &mut Vec<Event>) -> Decided {
        let clause = self.lock_out_clause();
        self.in_phase(&[Phase::Dealing], clause, "the count of progressive wagers")?;
        let accepted = self.progressive_wagers();
        let offered = self.house.prices().iter().any(on_device);
        if self.state.round.progressive_counted || self.state.round.out > 0 {
            return refuse(Code::Done, clause, "the progressive wagers are counted");
        }
        if !offered || (accepted == 0 && self.state.round.miscounted.is_none() && chips == 0) {
            return refuse(Code::NotOffered, clause, "no progressive wager was made");
        }
        events.push(Event::ProgressiveCounted { chips, accepted });
        Ok(())
    }

    pub(super) fn correct_progressive(&self, seat: Seat, wager: Wager, made: bool, events: &mut Vec<Event>) -> Decided {
        let clause = self.lock_out_clause();
        if self.area(seat).main().0 == 0 {
            return refuse(
                Code::NotHere,
                self.house.procedure.wagering.to_take_part,
                format!("{seat} is not in the round"),
            );
        }
        self.in_phase(&[Phase::Dealing], clause, "the correction of progressive wagers")?;
        let price = self.offered(wager)?;
        let Some(amount) = self.house.fixed(wager).filter(|_| on_device(price)) else {
            return refuse(
                Code::NotOffered,
                clause,
                format!("the {wager} wager is not made on the progressive device"),
            );
        };
        if self.state.round.out > 0 || self.state.round.miscounted.is_none() {
            return refuse(Code::Done, clause, "chips and system agree, or the cards are out");
        }
        if made == (self.area(seat).stake(wager).0 > 0) {
            let message = format!("{seat} has {} {wager} wager", if made { "a" } else { "no" });
            return refuse(Code::Done, clause, message);
        }
        if made {
            if let Some(player) = self.player(seat) {
                self.funds(Account::Player(player), amount)?;
            }
            events.push(Event::ProgressiveCorrected { seat, wager, made, amount, clause });
            self.contribute(seat, wager, price, amount, events);
        } else {
            self.return_contributions(|of, which| of == seat && which == wager, clause, events);
            events.push(Event::ProgressiveCorrected { seat, wager, made, amount, clause });
        }
        Ok(())
    }
}

fn on_device(price: &Price) -> bool {
    price.spec.settled.made_with == MadeWith::ProgressiveChip
}

fn before_coupon(table: &Table, seat: Seat, phase: Phase) -> Cents {
    if phase == Phase::Closed { Cents(0) } else { table.area(seat).coupon }
}
