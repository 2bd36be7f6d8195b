//! Wagers until "no more bets": section .7, MA 7, and the lock-out of §§ 659a.8(b)(2), 670a.8(b)(2), 657a.8(b).

use super::Decided;
use super::dealing::StartEvidence;
use crate::actor::{Actor, PersonId, Timestamp};
use crate::command::Tender;
use crate::config::TableWager;
use crate::event::Event;
use crate::ledger::{Account, Centicents};
use crate::refusal::{RefusalCode, refuse};
use crate::status::TableStatus;
use crate::table::Table;
use croupier_rules::procedure::StartTiming;
use croupier_rules::submission::Stake;
use croupier_rules::vocabulary::{StartMethod, Step};
use croupier_rules::{Cents, Clause, FundedBy, Phase, PlacedWhen, RulesChange, Seat, Wager, WagerKind, WagerOn};

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
            return refuse(RefusalCode::WrongPhase, clause, "wagers cannot be placed or raised after \"no more bets\"");
        }
        let price = self.offered(wager);
        if let Some((title, clause)) = self.offered_later(wager) {
            return refuse(
                RefusalCode::OutOfTurn,
                clause,
                format!("the {title} can only be placed after the cards are seen"),
            );
        }
        // A round that has ended left its wagers behind.
        let before = |wager: Wager| if phase == Phase::Closed { Cents(0) } else { self.area(seat).stake(wager) };
        let (main, staked) = (before(MAIN), before(wager));
        let for_main = wager == MAIN && tender != Tender::MatchPlay;
        if !for_main && main.0 == 0 {
            let title = price.as_ref().map_or(wager.name(), |price| price.spec.title);
            let what = if tender == Tender::MatchPlay { "match play coupon" } else { title };
            let message = format!("the {what} requires a main wager, and {seat} has none");
            return refuse(RefusalCode::OutOfTurn, wagering.to_take_part, message);
        }
        let price = price?;
        let spec = price.spec;
        if matches!(price.offered.stake, Stake::Fixed(_)) && staked.0 > 0 {
            return refuse(RefusalCode::Done, spec.clause, format!("the {} has already been placed", spec.title));
        }
        if self.goes_with_main(wager) {
            let title = spec.title;
            let message = format!("the {title} is placed with the main wager and already equals it ({staked})");
            return refuse(RefusalCode::Done, spec.clause, message);
        }
        self.tendered(price, wager, tender)?;
        Self::is_positive(amount, Some(spec.clause))?;
        if tender == Tender::MatchPlay {
            let coupons = before_coupon(self, seat, phase).0.saturating_add(amount.0);
            if coupons > main.0 {
                let message =
                    format!("match play coupons must not exceed the main wager of {main} (got {})", Cents(coupons));
                return refuse(RefusalCode::Amount, wagering.match_play, message);
            }
        } else {
            self.amount_fits(price, Cents(staked.0 + amount.0), main)?;
        }
        let stake = NewStake { wager, amount, tender, title: spec.title, clause: spec.clause };
        self.place_all(seat, player, vec![stake], events)
    }

    /// Places wagers, and with a main wager those that must equal it, if the player can pay for all of them. Opens the
    /// round if it is not open.
    fn place_all(&self, seat: Seat, player: PersonId, mut stakes: Vec<NewStake>, events: &mut Vec<Event>) -> Decided {
        if let Some(place) = stakes.iter().position(|stake| stake.wager == MAIN && stake.tender != Tender::MatchPlay) {
            let amount = stakes[place].amount;
            let equal = self.equal_wagers().map(|price| NewStake::own(price, amount));
            drop(stakes.splice(place + 1..place + 1, equal));
        }
        let purses = [(Tender::Chips, Account::Player(player)), (Tender::GameAccount, Account::Game(player))];
        for (tender, account) in purses {
            let from = || stakes.iter().filter(|stake| stake.tender == tender);
            let needed = Cents(from().fold(0, |sum, stake| stake.amount.0.saturating_add(sum)));
            self.funds_for(account, needed, || {
                let parts: Vec<_> = from().map(|stake| format!("{} {}", stake.title, stake.amount)).collect();
                if parts.len() > 1 { format!(": {}", parts.join(", ")) } else { String::new() }
            })?;
        }
        self.begin_round(events);
        events.extend(stakes.into_iter().map(|NewStake { wager, amount, tender, clause, .. }| Event::Placed {
            seat,
            wager,
            amount,
            tender,
            clause,
        }));
        Ok(())
    }

    /// The wagers that are placed and taken back with the main wager, because they must equal it.
    fn equal_wagers(&self) -> impl Iterator<Item = &TableWager> {
        let with_main = self.includes(RulesChange::EqualWithMain);
        self.house.prices().iter().filter(move |price| with_main && must_equal_main(price))
    }

    fn goes_with_main(&self, wager: Wager) -> bool {
        self.equal_wagers().any(|price| Wager::own(price.spec.kind) == wager)
    }

    /// What a wager is called, and where the text has it, that is made once the cards are seen.
    fn offered_later(&self, wager: Wager) -> Option<(&'static str, Clause)> {
        let spec = self.house.price(wager.kind).map(|price| price.spec);
        let asked = self.house.procedure.playing.play_or_fold.filter(|_| wager == Wager::own(WagerKind::Play));
        match spec.filter(|spec| matches!(spec.placed, PlacedWhen::AfterSeeingCards | PlacedWhen::Never)) {
            Some(spec) => Some((spec.title, spec.clause)),
            None => asked.map(|asked| ("Play Wager", asked.clause)),
        }
    }

    pub(super) fn repeat(&self, by: Actor, seat: Seat, events: &mut Vec<Event>) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let player = self.owner(by, seat, wagering.seated)?;
        let phase = self.state.round.phase;
        if !matches!(phase, Phase::Betting | Phase::Closed) {
            return refuse(
                RefusalCode::WrongPhase,
                wagering.closed,
                "wagers cannot be placed or raised after \"no more bets\"",
            );
        }
        let (now, before) = (self.area(seat), &self.state.last[seat.index()]);
        // Until a round opens, the last one's areas are still the table's.
        let before = if phase == Phase::Closed && now.main().0 > 0 { now } else { before };
        if phase == Phase::Betting && now.wagers().next().is_some() {
            return refuse(RefusalCode::Done, wagering.closed, format!("{seat} already has wagers in this round"));
        }
        if before.main().0 == 0 || before.owner != Some(player) {
            return refuse(
                RefusalCode::NotHere,
                wagering.to_take_part,
                format!("the player at {seat} has no wagers to repeat"),
            );
        }
        let mut stakes = Vec::new();
        for (wager, amount) in before.wagers() {
            let Some(price) = self.house.price(wager.kind) else { continue };
            let later = matches!(price.spec.placed, PlacedWhen::AfterSeeingCards | PlacedWhen::Never);
            if later || self.goes_with_main(wager) {
                continue;
            }
            // The table may be run by another submission since.
            self.amount_fits(price, amount, before.main())?;
            stakes.push(NewStake { wager, ..NewStake::own(price, amount) });
        }
        self.place_all(seat, player, stakes, events)
    }

    /// The first wager wakes an idle table and opens the round.
    fn begin_round(&self, events: &mut Vec<Event>) {
        if self.state.status == TableStatus::Idle {
            events.push(Event::Status(TableStatus::Open));
        }
        if self.state.round.phase == Phase::Closed {
            let marks = self.house.marks().cloned().map(Box::new);
            events.push(Event::RoundOpened { number: self.state.round.number.wrapping_add(1), marks });
        }
    }

    fn offered(&self, wager: Wager) -> Result<&TableWager, crate::refusal::Refusal> {
        let price = self.house.price(wager.kind);
        match price {
            Some(price) if wager.on == WagerOn::Own || wager == Wager::ON_DEALER => Ok(price),
            _ => {
                let clause = self.house.procedure.wagering.beside;
                refuse(RefusalCode::NotOffered, clause, format!("the {wager} wager is not offered at this table"))
            }
        }
    }

    fn tendered(&self, price: &TableWager, wager: Wager, tender: Tender) -> Decided {
        let wagering = &self.house.procedure.wagering;
        let electronic = price.spec.settled.made_with == FundedBy::GameAccount;
        match tender {
            Tender::SpokenCash => {
                refuse(RefusalCode::NotOffered, wagering.chips, "verbal cash wagers are not accepted")
            }
            Tender::MatchPlay if wagering.match_play.is_none() || !self.house.rules.match_play || wager != MAIN => {
                let clause = wagering.match_play.unwrap_or(wagering.chips);
                refuse(
                    RefusalCode::NotOffered,
                    clause,
                    "match play coupons are not accepted for this wager at this table",
                )
            }
            Tender::Chips if electronic => {
                let message = format!("the {} must be placed from the game account", price.spec.title);
                refuse(RefusalCode::NotOffered, price.spec.clause, message)
            }
            Tender::GameAccount if !electronic => refuse(
                RefusalCode::NotOffered,
                wagering.chips,
                format!("the {} must be placed with chips", price.spec.title),
            ),
            Tender::Chips | Tender::GameAccount | Tender::MatchPlay => Ok(()),
        }
    }

    pub(super) fn amount_fits(&self, price: &TableWager, total: Cents, main: Cents) -> Decided {
        let (title, clause) = (price.spec.title, price.spec.clause);
        match price.offered.stake {
            Stake::Within(limits) if !limits.allow(total) => {
                let message = format!(
                    "the {title} must be {} to {} in steps of {} (got {total})",
                    limits.minimum, limits.maximum, limits.increment
                );
                refuse(RefusalCode::Amount, clause, message)
            }
            Stake::EqualToMain if total != main => refuse(
                RefusalCode::Amount,
                clause,
                format!("the {title} must equal the main wager of {main} (got {total})"),
            ),
            Stake::Fixed(fixed) if total != fixed => {
                refuse(RefusalCode::Amount, clause, format!("the {title} must be {fixed} (got {total})"))
            }
            Stake::Within(_) | Stake::EqualToMain | Stake::Fixed(_) => Ok(()),
        }
    }

    pub(super) fn take_back(&self, by: Actor, seat: Seat, wager: Wager, events: &mut Vec<Event>) -> Decided {
        let wagering = &self.house.procedure.wagering;
        self.owner(by, seat, wagering.seated)?;
        if self.state.round.phase != Phase::Betting {
            return refuse(
                RefusalCode::WrongPhase,
                wagering.closed,
                "wagers cannot be taken back after \"no more bets\"",
            );
        }
        let (area, amount) = (self.area(seat), self.area(seat).stake(wager));
        if amount.0 == 0 {
            return refuse(RefusalCode::NotHere, wagering.closed, format!("{seat} has no {wager} wager"));
        }
        if let Some(price) = self.house.price(wager.kind).filter(|_| self.goes_with_main(wager)) {
            let message = format!("the {} must equal the main wager: take back the main wager", price.spec.title);
            return refuse(RefusalCode::OutOfTurn, price.spec.clause, message);
        }
        if wager == MAIN && area.wagers().any(|(other, _)| other != MAIN && !self.goes_with_main(other)) {
            let message = format!("{seat} has other wagers: take them back before the main wager");
            return refuse(RefusalCode::OutOfTurn, wagering.to_take_part, message);
        }
        let along = area.wagers().filter(|(other, _)| wager == MAIN && self.goes_with_main(*other));
        let wagers = along.chain([(wager, amount)]);
        let clause = wagering.closed;
        events.extend(wagers.map(|(wager, amount)| Event::TakenBack { seat, wager, amount, clause }));
        Ok(())
    }

    /// Whether "no more bets" can be announced now.
    pub(crate) fn may_close_bets(&self, now: Timestamp) -> Decided {
        let (dealing, wagering) = (self.dealing(), &self.house.procedure.wagering);
        self.in_phase(&[Phase::Betting], dealing.no_more_bets, "\"no more bets\"")?;
        let round = &self.state.round;
        if round.wagering().next().is_none() {
            return refuse(RefusalCode::OutOfTurn, wagering.to_take_part, "nobody has placed a main wager");
        }
        self.deck_ready()?;
        // A dealer tells the player what is missing; where the program announces it, nobody would.
        if !self.house.automates(Step::Deal)
            && let Some((seat, price)) = round.wagering().find_map(|seat| Some((seat, self.missing(seat)?)))
        {
            let (main, staked) = (round.area(seat).main(), round.area(seat).stake(Wager::own(price.spec.kind)));
            let title = price.spec.title;
            let message = format!("the {title} at {seat} must equal the main wager of {main} (it is {staked})");
            return refuse(RefusalCode::Amount, price.spec.clause, message);
        }
        self.deck_fresh(now)
    }

    /// A wager that a seat must make to take part and has not made, or not as high as the main wager.
    fn missing(&self, seat: Seat) -> Option<&TableWager> {
        let area = self.area(seat);
        let mut required = self.house.prices().iter().filter(|price| must_equal_main(price));
        required.find(|price| area.stake(Wager::own(price.spec.kind)) != area.main())
    }

    pub(super) fn no_more_bets(&self, now: Timestamp, events: &mut Vec<Event>) -> Decided {
        let round = &self.state.round;
        if self.state.paused.is_some() {
            // What is not dealt when a table is paused is not dealt: nobody's chips lie there until somebody resumes.
            let closed = self.house.procedure.wagering.closed;
            self.in_phase(&[Phase::Betting], closed, "\"no more bets\"")?;
            if round.areas.iter().all(|area| area.wagers().next().is_none()) {
                return refuse(RefusalCode::OutOfTurn, closed, "nobody has placed a wager");
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
        if let Some((StartMethod::Button, StartTiming::BeforeDealing, _)) = self.starting() {
            events.push(self.start_found(self.state.button, StartEvidence::Button));
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
            for on in [WagerOn::Own, WagerOn::Dealer] {
                let wager = Wager { kind: price.spec.kind, on };
                if on == WagerOn::Dealer && wager != Wager::ON_DEALER {
                    continue;
                }
                let amount = self.area(seat).stake(wager);
                if amount.0 == 0 {
                    continue;
                }
                let chips = price.spec.settled.made_with == FundedBy::Chips;
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

    fn contribute(&self, seat: Seat, wager: Wager, price: &TableWager, amount: Cents, events: &mut Vec<Event>) {
        for &meter in &price.meters {
            let Some(known) = self.house.meters().get(usize::from(meter)) else { continue };
            // A percent of a cent is a hundredth of it.
            let (primary, reserve) =
                (Centicents(amount.0 * known.meter.primary), Centicents(amount.0 * known.meter.reserve));
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
        self.in_phase(&[Phase::Dealing], clause, "counting the progressive chips")?;
        let accepted = self.progressive_wagers();
        let offered = self.house.prices().iter().any(on_device);
        if self.state.round.progressive_counted || self.state.round.out > 0 {
            return refuse(RefusalCode::Done, clause, "the progressive chips have already been counted");
        }
        if !offered || (accepted == 0 && self.state.round.miscounted.is_none() && chips == 0) {
            return refuse(RefusalCode::NotOffered, clause, "there are no progressive wagers to count");
        }
        events.push(Event::ProgressiveCounted { chips, accepted });
        Ok(())
    }

    pub(super) fn correct_progressive(&self, seat: Seat, wager: Wager, made: bool, events: &mut Vec<Event>) -> Decided {
        let clause = self.lock_out_clause();
        if self.area(seat).main().0 == 0 {
            return refuse(
                RefusalCode::NotHere,
                self.house.procedure.wagering.to_take_part,
                format!("{seat} is not in the round"),
            );
        }
        self.in_phase(&[Phase::Dealing], clause, "correcting progressive wagers")?;
        let price = self.offered(wager)?;
        let Some(amount) = self.house.fixed(wager).filter(|_| on_device(price)) else {
            return refuse(
                RefusalCode::NotOffered,
                clause,
                format!("the {wager} wager is not placed on the progressive device"),
            );
        };
        if self.state.round.out > 0 || self.state.round.miscounted.is_none() {
            return refuse(
                RefusalCode::Done,
                clause,
                "nothing to correct: the chips match the system's count, or cards have been dealt",
            );
        }
        if made == (self.area(seat).stake(wager).0 > 0) {
            let message = format!("{seat} already has {} {wager} wager", if made { "a" } else { "no" });
            return refuse(RefusalCode::Done, clause, message);
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

/// A wager as it is placed, before it is an event.
struct NewStake {
    wager: Wager,
    amount: Cents,
    tender: Tender,
    title: &'static str,
    clause: Clause,
}

impl NewStake {
    /// A wager on the player's own hand, paid for as it must be.
    fn own(price: &TableWager, amount: Cents) -> Self {
        let (wager, spec) = (Wager::own(price.spec.kind), price.spec);
        let tender = match spec.settled.made_with {
            FundedBy::GameAccount => Tender::GameAccount,
            FundedBy::Chips | FundedBy::ProgressiveChip => Tender::Chips,
        };
        Self { wager, amount, tender, title: spec.title, clause: spec.clause }
    }
}

/// Whether a wager must be as high as the main wager for its player to take part.
fn must_equal_main(price: &TableWager) -> bool {
    price.spec.placed == PlacedWhen::ToTakePart && price.offered.stake == Stake::EqualToMain
}

fn on_device(price: &TableWager) -> bool {
    price.spec.settled.made_with == FundedBy::ProgressiveChip
}

fn before_coupon(table: &Table, seat: Seat, phase: Phase) -> Cents {
    if phase == Phase::Closed { Cents(0) } else { table.area(seat).coupon }
}
