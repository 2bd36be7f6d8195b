//! Applies events to a table. Nothing here can fail: an event that does not fit changes what it can, and the audit
//! replay, which decides every command again, detects it.

#![deny(clippy::wildcard_enum_match_arm)]

mod equipment;
mod floor;
mod round;
mod settlement;
mod wagers;

use crate::deck::{Deck, DeckStage};
use crate::event::Event;
use crate::ledger::{Account, Centicents, Posting};
use crate::round::{BettingArea, ResultKind, SeatStatus};
use crate::table::Table;
use croupier_rules::{Cents, Clause, FundedBy, Seat, Wager, WagerKind};

impl Table {
    /// Folds in what happened. Every event has its arm: the compiler finds one that was forgotten.
    #[allow(clippy::too_many_lines, reason = "one arm for each event")]
    pub fn apply(&mut self, event: &Event) {
        let clock = self.state.clock;
        match *event {
            // The status of the table, its decks, dice and devices.
            Event::Status(status) => self.change_status(status),
            Event::DeckReceived(deck) => self.receive_deck(deck, clock),
            Event::DeckInspected(deck) => self.stage(deck, DeckStage::Inspected),
            Event::JokerTorn(deck) => self.state.decks[deck.index()].joker_torn = true,
            Event::DeckVerified(deck) => self.stage(deck, DeckStage::Verified),
            Event::DeckSpread { deck, face_up } => self.spread_deck(deck, face_up),
            Event::DeckViewed(deck) => self.stage(deck, DeckStage::Viewed),
            Event::DeckStacked(deck) | Event::ShuffleOrdered(deck) => self.stage(deck, DeckStage::Stacked),
            Event::DeckShuffled { deck, by, ready, ref order, seal } => {
                self.shuffle_deck(deck, by, ready, order.as_deref(), seal);
            }
            Event::CutDeclined(seat) => self.state.declined[seat.index()] = true,
            Event::DeckCut { deck, cards, by } => self.cut_deck(deck, cards, by),
            Event::RecutOrdered(deck) => self.order_recut(deck),
            Event::DeckRemoved { deck, .. } => self.state.decks[deck.index()] = Deck::default(),
            Event::DicePlaced => self.state.dice = Some(clock),
            Event::DeviceOut { device, .. } => *self.out_of_order(device) = true,
            Event::DeviceRestored { device, .. } => *self.out_of_order(device) = false,
            // Beside the game: pauses, dealers, the table inventory, people and their money.
            Event::Paused { ref reason } => self.state.paused = Some(reason.clone()),
            Event::Resumed => self.state.paused = None,
            Event::RulesAdopted { revision } => self.state.revision = revision,
            Event::DealerRelieved { dealer } => self.state.dealer = Some(dealer),
            Event::InventoryCounted { counted, book, .. } => self.apply_inventory_count(counted, book),
            Event::Filled { amount } => self.post(Account::Cage, Account::Inventory, amount, None),
            Event::Credited { amount } => self.post(Account::Inventory, Account::Cage, amount, None),
            Event::Tipped { seat, amount, clause } => self.tip_dealer(seat, amount, clause),
            Event::ConnectionAwaited { seat, .. } => self.area_mut(seat).awaited = true,
            Event::Seated { seat, player } => self.seat_player(seat, player),
            Event::Left(seat) => self.leave_seat(seat),
            Event::BoughtIn { player, purse, amount } => self.buy_in(player, purse, amount),
            Event::CashedOut { player, purse, amount } => self.cash_out(player, purse, amount),
            Event::Adjusted { player, amount, .. } => self.post(Account::Cage, Account::Player(player), amount, None),
            // The wagers of a round.
            Event::RoundOpened { number, .. } => self.open_round(number),
            Event::Placed { seat, wager, amount, tender, clause } => {
                self.place_wager(seat, wager, amount, tender, clause);
            }
            Event::TakenBack { seat, wager, amount, clause } | Event::WagerReturned { seat, wager, amount, clause } => {
                self.return_wager(seat, wager, amount, clause);
            }
            Event::Lammer { seat, .. } => self.area_mut(seat).lammer = true,
            Event::LammerRemoved { seat, .. } => self.area_mut(seat).lammer = false,
            Event::Collected { seat, wager, amount, clause } => {
                self.post_about(Account::Felt, Account::Inventory, Centicents::of(amount), clause, seat, wager);
            }
            Event::Contributed { seat, wager, meter, primary, reserve, clause } => {
                self.post_about(Account::Inventory, Account::Meter(meter), primary, clause, seat, wager);
                self.post_about(Account::Inventory, Account::Reserve(meter), reserve, clause, seat, wager);
            }
            Event::ContributionReturned { seat, wager, meter, primary, reserve, clause } => {
                self.post_about(Account::Meter(meter), Account::Inventory, primary, clause, seat, wager);
                self.post_about(Account::Reserve(meter), Account::Inventory, reserve, clause, seat, wager);
            }
            Event::ShareReturned { meter, ref reservation, clause } => self.return_share(meter, reservation, clause),
            Event::ProgressiveCounted { chips, accepted } => self.apply_progressive_count(chips, accepted),
            Event::ProgressiveCorrected { seat, wager, made, amount, clause } => {
                self.correct_progressive_wager(seat, wager, made, amount, clause);
            }
            Event::StakeCorrected { seat, wager, amount, clause } => self.restake(seat, wager, amount, clause),
            // The deal.
            Event::Entered(phase) => self.state.round.phase = phase,
            Event::DeckInPlay { deck, .. } => self.put_in_play(deck),
            Event::SystemDrew(draws) => self.state.round.draws = Some(draws),
            Event::StartFound { position, dice, number, .. } => self.find_start(position, dice, number),
            Event::StartMarked => self.state.round.marked = true,
            Event::Dealt { cards } => self.deal(cards),
            Event::SetAside => self.state.round.aside = Some(self.state.round.out),
            Event::StubCounted { .. } => self.end_stub(0),
            Event::StubRacked => self.end_stub(self.state.since_stub.saturating_add(1)),
            Event::UnwageredCollected { .. } => self.clear_unwagered(),
            Event::ShakerCovered => self.state.round.shaker_covered = true,
            Event::DealerUnseen => self.state.round.dealer_up = true,
            // The decisions of the players.
            Event::WayTold { seat, .. } => self.area_mut(seat).looked = true,
            Event::HandSet { seat, setting } => self.set_hand(seat, setting),
            Event::DoubleDeclined(seat) => self.area_mut(seat).answered = true,
            Event::Doubled { seat, amount, clause } => self.stake(seat, WagerKind::DoubleDown, amount, clause),
            Event::Played { seat, amount, clause } => self.stake(seat, WagerKind::Play, amount, clause),
            Event::Folded(seat) => self.fold_hand(seat),
            Event::Surrendered(seat) => self.surrender_hand(seat),
            Event::SurrenderedCounted { seat, .. } => self.area_mut(seat).uncounted = false,
            Event::MayVoid(seat) => self.area_mut(seat).may_void = true,
            Event::PlayedOut(seat) => self.area_mut(seat).may_void = false,
            Event::HandVoided { seat, .. } => self.void_seat(seat),
            Event::Abandoned(seat) => self.end_seat(seat, SeatStatus::Abandoned),
            // The settlement.
            Event::DealerTurned { cards, shared } | Event::DealerCorrected { cards, shared, .. } => {
                self.turn_dealer_cards(cards, shared);
            }
            Event::DealerSet { setting, .. } => self.state.round.dealer.setting = Some(setting),
            Event::Revealed { seat, setting } => self.reveal_hand(seat, setting),
            Event::Ruled(ref ruling) => self.apply_ruling(ruling),
            Event::PlayCut { seat, amount, clause } => self.apply_play_cut(seat, amount, clause),
            Event::CouponTaken { seat, amount, won, clause } => self.take_coupon(seat, amount, won, clause),
            Event::WinWaits { seat, wager, row } => self.hold_win(seat, wager, row),
            Event::WinVerified { .. } => self.update_waiting(|waiting| waiting.verified = true),
            Event::Validated => self.update_waiting(|waiting| waiting.validated = true),
            Event::Reserved { meter, ref reservation, clause } => self.reserve_share(meter, **reservation, clause),
            Event::SharePaid { seat, wager, row, amount, clause } => self.pay_share(seat, wager, row, amount, clause),
            Event::ExtraPaid { seat, wager, row, amount, clause } => self.pay_extra(seat, wager, row, amount, clause),
            Event::Documented(seat) => self.area_mut(seat).undocumented = None,
            Event::SeatSettled(seat) => self.area_mut(seat).settled = true,
            Event::SettlementReversed { seat, contest_only, ref wagers, .. } => {
                self.reverse_settlement(seat, contest_only, wagers);
            }
            Event::EnvyReversed => self.reverse_envy(),
            Event::EnvyPaid { seat, wager, holder, amount, clause } => {
                self.record_result(seat, wager, ResultKind::Envy { holder }, Cents(0), amount, None, clause);
                self.post_envy(seat, wager, amount, clause);
            }
            Event::RoundSettled => self.state.round.settled = true,
            Event::RoundVoided { deck, .. } => self.apply_round_void(deck),
            Event::RoundClosed { secret } => self.apply_round_close(secret),
            // These say what happened and change nothing by themselves: other events beside them do.
            Event::Completed(_) | Event::Irregular { .. } | Event::EnvyHand { .. } => {}
        }
    }

    fn made_with(&self, wager: Wager) -> FundedBy {
        self.house.price(wager.kind).map_or(FundedBy::Chips, |price| price.spec.settled.made_with)
    }

    /// The account a wager comes from and its win goes to.
    fn purse(&self, seat: Seat, wager: Wager) -> Account {
        let player = self.player(seat).unwrap_or_default();
        match self.made_with(wager) {
            FundedBy::GameAccount => Account::Game(player),
            FundedBy::Chips | FundedBy::ProgressiveChip => Account::Player(player),
        }
    }

    fn stake(&mut self, seat: Seat, kind: WagerKind, amount: Cents, clause: Clause) {
        let wager = Wager::own(kind);
        let area = self.area_mut(seat);
        area.answered = true;
        area.stakes[wager.index()] = amount;
        self.post_about(self.purse(seat, wager), Account::Felt, Centicents::of(amount), clause, seat, wager);
    }

    fn area_mut(&mut self, seat: Seat) -> &mut BettingArea {
        &mut self.state.round.areas[seat.index()]
    }

    /// Moves money beside the round, so that no void takes it back.
    fn post(&mut self, from: Account, to: Account, amount: Cents, clause: Option<Clause>) {
        self.state.ledger.post(&Posting { from, to, amount: Centicents::of(amount), clause, about: None });
    }

    fn post_about(&mut self, from: Account, to: Account, amount: Centicents, clause: Clause, seat: Seat, wager: Wager) {
        self.log(Posting { from, to, amount, clause: Some(clause), about: Some((seat, wager)) });
    }

    fn log_post(&mut self, from: Account, to: Account, amount: Centicents, clause: Clause) {
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
