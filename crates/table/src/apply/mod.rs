//! Folding events into a table. Nothing here can fail: an event that does not fit changes what it can, and the audit
//! replay, which decides every command again, is what finds it out.

mod equipment;
mod floor;

use crate::actor::Who;
use crate::command::{Purse, Tender};
use crate::deck::{Deck, Stage};
use crate::event::Event;
use crate::ledger::{Account, Hundredths, Posting};
use crate::round::{Area, Came, Hand, How, Opened, Round, Standing, Taken, Waiting};
use crate::ruling::{Ruling, Verdict};
use crate::table::Table;
use croupier_rules::procedure::{Recipients, StartFound};
use croupier_rules::{Award, Cents, Clause, DeckFate, MadeWith, On, Phase, Seat, Wager, WagerKind};

impl Table {
    /// Folds in what happened.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Status(_)
            | Event::JokerTorn(_)
            | Event::DeckReceived(_)
            | Event::DeckInspected(_)
            | Event::DeckVerified(_)
            | Event::DeckSpread { .. }
            | Event::DeckViewed(_)
            | Event::DeckStacked(_)
            | Event::DeckShuffled { .. }
            | Event::CutDeclined(_)
            | Event::DeckCut { .. }
            | Event::RecutOrdered(_)
            | Event::ShuffleOrdered(_)
            | Event::DeckRemoved { .. }
            | Event::DicePlaced
            | Event::DeviceOut { .. }
            | Event::DeviceRestored { .. } => self.apply_equipment(event),
            Event::Paused { .. }
            | Event::Resumed
            | Event::RulesAdopted { .. }
            | Event::DealerRelieved { .. }
            | Event::InventoryCounted { .. }
            | Event::Filled { .. }
            | Event::Credited { .. }
            | Event::Tipped { .. }
            | Event::ConnectionAwaited { .. } => self.apply_floor(event),
            Event::Seated { seat, player } => {
                self.state.seats[seat.index()] = Some(*player);
                if std::mem::take(&mut self.state.nobody_yet) {
                    self.state.first_to_arrive = Some(*seat);
                }
            }
            Event::Left(seat) => {
                self.state.seats[seat.index()] = None;
                if self.state.first_to_arrive == Some(*seat) {
                    self.state.first_to_arrive = None;
                }
            }
            Event::BoughtIn { player, purse, amount } => self.buy_in(*player, *purse, *amount),
            Event::CashedOut { player, purse, amount } => self.cash_out(*player, *purse, *amount),
            Event::Adjusted { player, amount, .. } => {
                self.post(Account::Cage, Account::Player(*player), *amount, None);
            }
            Event::RoundOpened { number, .. } => {
                let round = &mut self.state.round;
                let (mut log, mut came) = (std::mem::take(&mut round.log), std::mem::take(&mut round.came));
                log.clear();
                came.clear();
                // A round that was void has left its areas there already.
                for (last, area) in
                    self.state.last.iter_mut().zip(&mut round.areas).filter(|(_, area)| area.main().0 > 0)
                {
                    std::mem::swap(last, area);
                }
                *round = Round { number: *number, phase: Phase::Betting, log, came, ..Round::default() };
                // Whoever has gone with all his chips long ago; no movement of the last round can name him any more.
                let seats = self.state.seats;
                self.state.ledger.forget(|who| seats.contains(&Some(who)));
            }
            Event::Placed { .. }
            | Event::TakenBack { .. }
            | Event::WagerReturned { .. }
            | Event::Lammer { .. }
            | Event::LammerRemoved { .. }
            | Event::Collected { .. }
            | Event::Contributed { .. }
            | Event::ContributionReturned { .. }
            | Event::ShareReturned { .. }
            | Event::ProgressiveCounted { .. }
            | Event::ProgressiveCorrected { .. }
            | Event::StakeCorrected { .. } => self.apply_wager(event),
            Event::Entered(phase) => self.state.round.phase = *phase,
            Event::DeckInPlay { deck, .. } => {
                self.state.decks[deck.index()].stage = Stage::InPlay;
                self.state.round.deck = Some(*deck);
                (self.state.first_to_arrive, self.state.nobody_yet) = (None, false);
            }
            Event::SystemDrew(draws) => self.state.round.draws = Some(*draws),
            Event::StartFound { position, dice, number, .. } => {
                self.state.round.start = Some(*position);
                self.state.round.dice = dice.unwrap_or([number.unwrap_or(0), 0, 0]);
                if self.dealing().start == StartFound::BeforeDelivery {
                    let out = usize::from(self.state.round.out);
                    self.lay(0, out);
                }
            }
            Event::StartMarked => self.state.round.marked = true,
            Event::Dealt { cards } => self.deal(*cards),
            Event::SetAside => self.state.round.aside = Some(self.state.round.out),
            Event::StubCounted { .. } => {
                self.state.round.stub = true;
                self.state.since_stub = 0;
            }
            Event::StubRacked => {
                self.state.round.stub = true;
                self.state.since_stub = self.state.since_stub.saturating_add(1);
            }
            Event::UnwageredCollected { .. } => self.clear_unwagered(),
            Event::ShakerCovered => self.state.round.shaker_covered = true,
            Event::DealerUnseen => self.state.round.dealer_up = true,
            Event::HandSet { seat, setting } => {
                let hand = &mut self.area_mut(*seat).hand;
                hand.laid = true;
                hand.setting = *setting;
            }
            Event::DoubleDeclined(seat) => self.area_mut(*seat).answered = true,
            Event::Doubled { seat, amount, clause } => self.stake(*seat, WagerKind::DoubleDown, *amount, *clause),
            Event::Played { seat, amount, clause } => self.stake(*seat, WagerKind::Play, *amount, *clause),
            Event::Folded(seat) => {
                let area = self.area_mut(*seat);
                area.standing = Standing::Folded;
                area.answered = true;
            }
            Event::Surrendered(seat) => {
                let area = self.area_mut(*seat);
                area.standing = Standing::Surrendered;
                area.uncounted = true;
            }
            Event::SurrenderedCounted { seat, .. } => self.area_mut(*seat).uncounted = false,
            Event::MayVoid(seat) => self.area_mut(*seat).may_void = true,
            Event::PlayedOut(seat) => self.area_mut(*seat).may_void = false,
            Event::HandVoided { seat, .. } => {
                self.reverse(0, |about| about.is_some_and(|(whose, _)| whose == *seat));
                self.state.round.came.retain(|came| came.seat != *seat);
                let area = self.area_mut(*seat);
                (area.standing, area.may_void, area.settled) = (Standing::Voided, false, true);
            }
            Event::Abandoned(seat) => {
                let area = self.area_mut(*seat);
                (area.standing, area.may_void, area.settled) = (Standing::Abandoned, false, true);
            }
            Event::DealerTurned { .. }
            | Event::DealerCorrected { .. }
            | Event::DealerSet { .. }
            | Event::Revealed { .. }
            | Event::Ruled(_)
            | Event::PlayCut { .. }
            | Event::CouponTaken { .. }
            | Event::WinWaits { .. }
            | Event::WinVerified { .. }
            | Event::Validated
            | Event::Reserved { .. }
            | Event::SharePaid { .. }
            | Event::ExtraPaid { .. }
            | Event::Documented(_)
            | Event::SeatSettled(_)
            | Event::SettlementReversed { .. }
            | Event::EnvyReversed
            | Event::EnvyPaid { .. }
            | Event::RoundSettled => self.apply_settlement(event),
            Event::WayTold { seat, .. } => self.area_mut(*seat).looked = true,
            Event::Completed(_) | Event::Irregular { .. } | Event::EnvyHand { .. } => {}
            Event::RoundVoided { deck, .. } => {
                self.reverse(0, |_| true);
                self.end_round(*deck);
                let areas = std::mem::take(&mut self.state.round.areas);
                for (last, area) in self.state.last.iter_mut().zip(areas).filter(|(_, area)| area.main().0 > 0) {
                    *last = area;
                }
                self.state.round.came.clear();
            }
            Event::RoundClosed { secret } => {
                let sealed = self.state.round.deck.is_some_and(|deck| self.deck(deck).seal.is_some());
                let opened = secret.filter(|_| sealed).zip(self.promise());
                self.state.round.opened = opened.map(|(secret, promise)| Box::new(Opened { promise, secret }));
                self.end_round(DeckFate::Reshuffled);
                // The button moves after each completed round, and a void round does not move it.
                self.state.button = self.state.button.clockwise();
            }
        }
    }

    fn apply_wager(&mut self, event: &Event) {
        match *event {
            Event::Placed { seat, wager, amount, tender, clause } => {
                let Some(player) = self.player(seat) else { return };
                let area = self.area_mut(seat);
                area.owner = Some(player);
                match tender {
                    Tender::MatchPlay => area.coupon.0 = area.coupon.0.saturating_add(amount.0),
                    Tender::Chips | Tender::GameAccount | Tender::SpokenCash => {
                        area.stakes[wager.index()].0 = area.stakes[wager.index()].0.saturating_add(amount.0);
                        let from =
                            if tender == Tender::GameAccount { Account::Game(player) } else { Account::Player(player) };
                        self.post_about(from, Account::Felt, Hundredths::of(amount), clause, seat, wager);
                    }
                }
            }
            Event::TakenBack { seat, wager, amount, clause } | Event::WagerReturned { seat, wager, amount, clause } => {
                self.area_mut(seat).stakes[wager.index()] = Cents(0);
                if wager == Wager::own(WagerKind::Main) {
                    self.area_mut(seat).coupon = Cents(0);
                }
                self.post_about(Account::Felt, self.purse(seat, wager), Hundredths::of(amount), clause, seat, wager);
            }
            Event::Lammer { seat, .. } => self.area_mut(seat).lammer = true,
            Event::LammerRemoved { seat, .. } => self.area_mut(seat).lammer = false,
            Event::Collected { seat, wager, amount, clause } => {
                self.post_about(Account::Felt, Account::Inventory, Hundredths::of(amount), clause, seat, wager);
            }
            Event::Contributed { seat, wager, meter, primary, reserve, clause } => {
                self.post_about(Account::Inventory, Account::Meter(meter), primary, clause, seat, wager);
                self.post_about(Account::Inventory, Account::Reserve(meter), reserve, clause, seat, wager);
            }
            Event::ContributionReturned { seat, wager, meter, primary, reserve, clause } => {
                self.post_about(Account::Meter(meter), Account::Inventory, primary, clause, seat, wager);
                self.post_about(Account::Reserve(meter), Account::Inventory, reserve, clause, seat, wager);
            }
            Event::ShareReturned { meter, ref reservation, clause } => {
                let taken = Hundredths::of(reservation.taken);
                let reseeded = Hundredths::of(reservation.reseeded);
                self.log_post(Account::Payable, Account::Meter(meter), taken, clause);
                self.log_post(Account::Meter(meter), Account::Cage, reseeded, clause);
                self.log_post(Account::Meter(meter), Account::Reserve(meter), reservation.from_reserve, clause);
                // What is back on the meter is not returned once more if the round is void.
                let taken = &mut self.state.round.taken;
                let returned = |taken: &Taken| taken.meter == meter && taken.reservation == **reservation;
                if let Some(place) = taken.iter().position(returned) {
                    taken.remove(place);
                }
            }
            Event::ProgressiveCounted { chips, accepted } => {
                let agree = chips == accepted;
                self.state.round.progressive_counted = agree;
                self.state.round.miscounted = (!agree).then_some(chips);
            }
            Event::ProgressiveCorrected { seat, wager, made, amount, clause } => {
                let Some(player) = self.player(seat) else { return };
                let (player, inventory) = (Account::Player(player), Account::Inventory);
                let (from, to) = if made { (player, inventory) } else { (inventory, player) };
                self.area_mut(seat).stakes[wager.index()] = if made { amount } else { Cents(0) };
                self.post_about(from, to, Hundredths::of(amount), clause, seat, wager);
                (self.state.round.miscounted, self.state.round.progressive_counted) = (None, false);
            }
            Event::StakeCorrected { seat, wager, amount, clause } => {
                let purse = self.purse(seat, wager);
                let stake = &mut self.area_mut(seat).stakes[wager.index()];
                let more = amount.0.saturating_sub(stake.0);
                *stake = amount;
                self.post_about(purse, Account::Felt, Hundredths::of(Cents(more)), clause, seat, wager);
            }
            _ => {}
        }
    }

    fn apply_settlement(&mut self, event: &Event) {
        match *event {
            Event::DealerTurned { cards, shared } | Event::DealerCorrected { cards, shared, .. } => {
                let round = &mut self.state.round;
                round.dealer_up = true;
                round.dealer.cards = cards;
                if let Some(shared) = shared {
                    round.shared.cards = shared;
                }
            }
            Event::DealerSet { setting, .. } => self.state.round.dealer.setting = Some(setting),
            Event::Revealed { seat, setting } => {
                let from = self.state.round.log.len();
                let area = self.area_mut(seat);
                (area.revealed, area.settled_from) = (true, from);
                if let Some(setting) = setting {
                    area.hand.setting = Some(setting);
                    area.hand.cards = setting.cards();
                }
            }
            Event::Ruled(ref ruling) => self.apply_ruling(ruling),
            Event::PlayCut { seat, amount, clause } => {
                let play = Wager::own(WagerKind::Play);
                let area = self.area_mut(seat);
                area.play_cut = amount;
                let stake = &mut area.stakes[play.index()];
                stake.0 = stake.0.saturating_sub(amount.0);
                self.came(seat, play, How::PlayCut, amount, Cents(0), None, clause);
                self.post_about(Account::Felt, self.purse(seat, play), Hundredths::of(amount), clause, seat, play);
            }
            Event::CouponTaken { seat, amount, won, clause } => {
                let main = Wager::own(WagerKind::Main);
                self.came(seat, main, How::Coupon, amount, won, None, clause);
                self.post_about(Account::Inventory, self.purse(seat, main), Hundredths::of(won), clause, seat, main);
            }
            Event::WinWaits { seat, wager, row } => {
                let (verified, validated, reservation) = (false, false, None);
                self.state.round.waiting = Some(Waiting { seat, wager, row, verified, validated, reservation });
            }
            Event::WinVerified { .. } => {
                if let Some(waiting) = &mut self.state.round.waiting {
                    waiting.verified = true;
                }
            }
            Event::Validated => {
                if let Some(waiting) = &mut self.state.round.waiting {
                    waiting.validated = true;
                }
            }
            Event::Reserved { meter, ref reservation, clause } => {
                let reservation = **reservation;
                let waiting = self.state.round.waiting;
                let on_dealer = waiting.is_some_and(|waiting| waiting.wager.on == On::Dealer);
                let seat = waiting.filter(|_| !on_dealer).map(|waiting| waiting.seat);
                let wager = waiting.map(|waiting| waiting.wager);
                self.state.round.taken.push(Taken { meter, reservation, on_dealer, seat, wager });
                if let Some(waiting) = &mut self.state.round.waiting {
                    waiting.reservation = Some(reservation);
                }
                let taken = Hundredths::of(reservation.taken);
                self.log_post(Account::Meter(meter), Account::Payable, taken, clause);
                self.log_post(Account::Cage, Account::Meter(meter), Hundredths::of(reservation.reseeded), clause);
                self.log_post(Account::Reserve(meter), Account::Meter(meter), reservation.from_reserve, clause);
            }
            Event::SharePaid { seat, wager, row, amount, clause } => {
                let Some(player) = self.player(seat) else { return };
                self.finish_wager(seat, wager);
                let stake = self.area(seat).stake(wager);
                self.came(seat, wager, How::Share, stake, amount, Some(row), clause);
                let area = self.area_mut(seat);
                (area.undocumented, area.validated_paid) = (Some(wager), true);
                let (from, to) = (Account::Payable, Account::Player(player));
                self.post_about(from, to, Hundredths::of(amount), clause, seat, wager);
            }
            Event::ExtraPaid { seat, wager, row, amount, clause } => {
                let to = self.purse(seat, wager);
                self.came(seat, wager, How::Extra, Cents(0), amount, Some(row), clause);
                self.post_about(Account::Inventory, to, Hundredths::of(amount), clause, seat, wager);
            }
            Event::Documented(seat) => self.area_mut(seat).undocumented = None,
            Event::SeatSettled(seat) => {
                self.area_mut(seat).settled = true;
            }
            Event::SettlementReversed { seat, contest_only, ref wagers, .. } => {
                self.reverse_settlement(seat, contest_only, wagers);
            }
            Event::EnvyReversed => self.reverse_envy(),
            Event::EnvyPaid { seat, wager, holder, amount, clause } => {
                self.came(seat, wager, How::Envy { holder }, Cents(0), amount, None, clause);
                self.post_envy(seat, wager, amount, clause);
            }
            Event::RoundSettled => self.state.round.settled = true,
            _ => {}
        }
    }

    /// Moves the money of a ruling: a stake on the felt goes to the inventory or back; one already in the inventory comes
    /// from there.
    fn apply_ruling(&mut self, ruling: &Ruling) {
        let Ruling { seat, wager, verdict, stake, won, row, clause, .. } = *ruling;
        self.finish_wager(seat, wager);
        self.came(seat, wager, How::Ruled(verdict), stake, won, row, clause);
        let collected = self.made_with(wager) != MadeWith::Chips;
        let (lies, purse) = (if collected { Account::Inventory } else { Account::Felt }, self.purse(seat, wager));
        let stake_back = match verdict {
            Verdict::Loses | Verdict::Forfeited => {
                if !collected {
                    self.post_about(lies, Account::Inventory, Hundredths::of(stake), clause, seat, wager);
                }
                return;
            }
            Verdict::Returned => true,
            Verdict::Pays => self.house.award(wager.kind, row).is_none_or(Award::returns_stake),
        };
        if stake_back {
            self.post_about(lies, purse, Hundredths::of(stake), clause, seat, wager);
        }
        if won.0 > 0 {
            self.post_about(Account::Inventory, purse, Hundredths::of(won), clause, seat, wager);
            let contest = self.house.contests(wager.kind);
            let area = self.area_mut(seat);
            area.paid.0 = area.paid.0.saturating_add(won.0);
            if !contest {
                area.side_paid.0 = area.side_paid.0.saturating_add(won.0);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn came(&mut self, seat: Seat, wager: Wager, how: How, stake: Cents, won: Cents, row: Option<u8>, clause: Clause) {
        self.state.round.came.push(Came { seat, wager, how, stake, won, row, clause });
    }

    fn post_envy(&mut self, seat: Seat, wager: Wager, amount: Cents, clause: Clause) {
        let Some(player) = self.player(seat) else { return };
        let (from, to) = (Account::Inventory, Account::Player(player));
        self.post_about(from, to, Hundredths::of(amount), clause, seat, wager);
    }

    /// Takes back what was settled for a seat: all of it, the contest with the dealer, or some of its wagers.
    fn reverse_settlement(&mut self, seat: Seat, contest_only: bool, wagers: &[Wager]) {
        let house = self.house.clone();
        let taken_back = |wager: Wager| match contest_only {
            true => house.contests(wager.kind),
            false => wagers.is_empty() || wagers.contains(&wager),
        };
        let from = self.area(seat).settled_from;
        self.reverse(from, |about| about.is_some_and(|(whose, wager)| whose == seat && taken_back(wager)));
        let round = &mut self.state.round;
        round.came.retain(|came| came.seat != seat || matches!(came.how, How::Envy { .. }) || !taken_back(came.wager));
        round.waiting = round.waiting.filter(|waiting| waiting.seat != seat || !taken_back(waiting.wager));
        let (paid, side_paid) = self.paid_to(seat);
        let validated = self.round().came.iter().any(|came| came.seat == seat && self.was_validated(came));
        let whole = !contest_only && wagers.is_empty();
        let area = self.area_mut(seat);
        if whole {
            area.unsettle();
        } else {
            if taken_back(Wager::own(WagerKind::Play)) {
                area.restore_play();
            }
            (area.paid, area.side_paid) = (paid, side_paid);
            area.undocumented = area.undocumented.filter(|wager| !taken_back(*wager));
            area.settled &= contest_only;
            area.validated_paid &= contest_only || validated;
        }
        self.state.round.settled &= contest_only;
    }

    /// What the house has paid a seat for its wagers, and what of that for those that do not contest the dealer.
    fn paid_to(&self, seat: Seat) -> (Cents, Cents) {
        let ruled = self.state.round.came.iter().filter(|came| came.seat == seat && matches!(came.how, How::Ruled(_)));
        ruled.fold((Cents(0), Cents(0)), |(paid, side), came| {
            let more = |sum: Cents| Cents(sum.0.saturating_add(came.won.0));
            (more(paid), if self.house.contests(came.wager.kind) { side } else { more(side) })
        })
    }

    /// Takes back what envy paid, and nothing else that happened since.
    fn reverse_envy(&mut self) {
        self.state.round.settled = false;
        let mut came = std::mem::take(&mut self.state.round.came);
        came.retain(|came| {
            let envy = matches!(came.how, How::Envy { .. });
            if envy {
                self.post_envy(came.seat, came.wager, Cents(came.won.0.saturating_neg()), came.clause);
            }
            !envy
        });
        self.state.round.came = came;
    }

    /// A win that waited is done with.
    fn finish_wager(&mut self, seat: Seat, wager: Wager) {
        let round = &mut self.state.round;
        if let Some(waiting) = round.waiting.filter(|waiting| waiting.seat == seat && waiting.wager == wager) {
            round.waiting = None;
            round.areas[seat.index()].validated_paid |= waiting.validated;
        }
    }

    fn made_with(&self, wager: Wager) -> MadeWith {
        self.house.price(wager.kind).map_or(MadeWith::Chips, |price| price.spec.settled.made_with)
    }

    /// The account a wager comes from and its win goes to.
    fn purse(&self, seat: Seat, wager: Wager) -> Account {
        let player = self.player(seat).unwrap_or(Who(0));
        match self.made_with(wager) {
            MadeWith::GameAccount => Account::Game(player),
            MadeWith::Chips | MadeWith::ProgressiveChip => Account::Player(player),
        }
    }

    fn stake(&mut self, seat: Seat, kind: WagerKind, amount: Cents, clause: Clause) {
        let wager = Wager::own(kind);
        let area = self.area_mut(seat);
        area.answered = true;
        area.stakes[wager.index()] = amount;
        self.post_about(self.purse(seat, wager), Account::Felt, Hundredths::of(amount), clause, seat, wager);
    }

    fn area_mut(&mut self, seat: Seat) -> &mut Area {
        &mut self.state.round.areas[seat.index()]
    }

    fn deal(&mut self, cards: u8) {
        let out = self.state.round.out;
        let total = self.route().total();
        let upto = usize::from(out.saturating_add(cards)).min(total);
        self.state.round.out = upto as u8;
        if self.dealing().start != StartFound::BeforeDelivery {
            self.lay(usize::from(out), upto);
        }
    }

    /// Lays the dealt cards of these numbers where they belong.
    fn lay(&mut self, from: usize, upto: usize) {
        let route = self.route();
        let round = &mut self.state.round;
        let order = round.deck.and_then(|deck| self.state.decks[deck.index()].order.as_ref());
        let aside = round.aside.map_or(usize::MAX, usize::from);
        for number in from..upto {
            let Some(place) = route.destination(number) else { continue };
            // A card set aside stays in its place of the deck and is passed over.
            let face = order.and_then(|order| order.card(number + usize::from(number >= aside)));
            let hand = round.hand_mut(place);
            hand.count = hand.count.saturating_add(1);
            if let Some(card) = face {
                hand.cards = hand.cards.with(card);
            }
        }
    }

    fn clear_unwagered(&mut self) {
        self.state.round.delivered = true;
        if self.dealing().recipients == Recipients::AllPositions {
            for area in self.state.round.areas.iter_mut().filter(|area| area.main().0 == 0) {
                area.hand = Hand::default();
            }
        }
    }

    fn end_round(&mut self, fate: DeckFate) {
        let two = self.two_decks();
        if let Some(deck) = self.state.round.deck {
            self.stage(deck, Stage::Stacked);
            if fate == DeckFate::Removed {
                self.state.decks[deck.index()] = Deck::default();
            }
            // Two decks take turns, each serving every second round.
            if two {
                self.state.next_deck = deck.other();
            }
        }
        self.state.round.phase = Phase::Closed;
        self.state.round.waiting = None;
    }

    fn buy_in(&mut self, player: Who, purse: Purse, amount: Cents) {
        self.post(Account::Inventory, purse.account(player), amount, None);
        self.post(Account::Patrons, Account::Drop, amount, None);
    }

    fn cash_out(&mut self, player: Who, purse: Purse, amount: Cents) {
        self.post(purse.account(player), Account::Cage, amount, None);
    }

    /// Moves money beside the round, so that no void takes it back.
    fn post(&mut self, from: Account, to: Account, amount: Cents, clause: Option<Clause>) {
        self.state.ledger.post(&Posting { from, to, amount: Hundredths::of(amount), clause, about: None });
    }

    fn post_about(&mut self, from: Account, to: Account, amount: Hundredths, clause: Clause, seat: Seat, wager: Wager) {
        self.log(Posting { from, to, amount, clause: Some(clause), about: Some((seat, wager)) });
    }

    fn log_post(&mut self, from: Account, to: Account, amount: Hundredths, clause: Clause) {
        self.log(Posting { from, to, amount, clause: Some(clause), about: None });
    }

    fn log(&mut self, posting: Posting) {
        if posting.amount.0 != 0 {
            self.state.ledger.post(&posting);
            self.state.round.log.push(posting);
        }
    }

    /// Undoes the movements of this round from a place in its log on, as far as they are about what is asked for.
    fn reverse(&mut self, from: usize, about: impl Fn(Option<(Seat, Wager)>) -> bool) {
        let upto = self.state.round.log.len();
        // Each reversal can double the log, so that a few forged ones could fill the memory.
        if upto > MOST_POSTINGS {
            return;
        }
        for place in from..upto {
            let posting = self.state.round.log[place];
            if about(posting.about) {
                self.log(posting.reversed());
            }
        }
    }
}

/// Far more movements of money than a round has, however often it is corrected.
const MOST_POSTINGS: usize = 1 << 18;
