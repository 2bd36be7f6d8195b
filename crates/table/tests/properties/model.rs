//! What the players' money must be, reckoned from the events alone and in another way than the ledger does.

use croupier_rules::{Award, Cents, FundedBy, Seat, Wager};
use croupier_table::{Account, Centicents, Event, PersonId, Purse, Table, Tender, Verdict};
use std::collections::BTreeMap;

/// One betting area's gains and losses in the round, per purse.
#[derive(Clone, Default, Debug)]
struct Area {
    stakes: BTreeMap<Wager, i64>,
    /// All moves: which wager, which purse, how much, whether since the reveal, whether envy.
    moves: Vec<(Wager, Purse, i64, bool, bool)>,
    revealed: bool,
    owner: Option<PersonId>,
}

/// Every player's money.
#[derive(Clone, Default, Debug)]
pub(crate) struct Model {
    /// Outside the round.
    kept: BTreeMap<(PersonId, u8), i64>,
    areas: BTreeMap<Seat, Area>,
}

const fn side(purse: Purse) -> u8 {
    match purse {
        Purse::Chips => 0,
        Purse::GameAccount => 1,
    }
}

impl Model {
    /// What a player should have.
    pub(crate) fn balance(&self, who: PersonId, purse: Purse) -> i64 {
        let staked = self.areas.values().filter(|area| area.owner == Some(who));
        let moves = staked.flat_map(|area| &area.moves).filter(|(_, of, ..)| *of == purse).map(|(_, _, sum, ..)| sum);
        self.kept.get(&(who, side(purse))).copied().unwrap_or(0) + moves.sum::<i64>()
    }

    fn keep(&mut self, who: PersonId, purse: Purse, amount: i64) {
        *self.kept.entry((who, side(purse))).or_insert(0) += amount;
    }

    fn purse(table: &Table, wager: Wager) -> Purse {
        match table.house().price(wager.kind).map(|price| price.spec.settled.made_with) {
            Some(FundedBy::GameAccount) => Purse::GameAccount,
            _ => Purse::Chips,
        }
    }

    fn moved(&mut self, table: &Table, seat: Seat, wager: Wager, amount: Cents) {
        self.moved_to(Self::purse(table, wager), seat, wager, amount, false);
    }

    fn moved_to(&mut self, purse: Purse, seat: Seat, wager: Wager, amount: Cents, envy: bool) {
        let area = self.areas.entry(seat).or_default();
        area.moves.push((wager, purse, amount.0, area.revealed, envy));
    }

    /// The round is over: what it brought is kept.
    fn close(&mut self) {
        for area in std::mem::take(&mut self.areas).into_values() {
            for (_, purse, amount, ..) in area.moves {
                if let Some(owner) = area.owner {
                    self.keep(owner, purse, amount);
                }
            }
        }
    }

    /// Follows an event before the table has taken it in.
    pub(crate) fn follow(&mut self, table: &Table, event: &Event) {
        match *event {
            Event::BoughtIn { player, purse, amount } => self.keep(player, purse, amount.0),
            Event::CashedOut { player, purse, amount } => self.keep(player, purse, -amount.0),
            Event::Adjusted { player, amount, .. } => self.keep(player, Purse::Chips, amount.0),
            Event::Tipped { seat, amount, .. } => {
                if let Some(player) = table.state().seats[seat.index()] {
                    self.keep(player, Purse::Chips, -amount.0);
                }
            }
            Event::RoundOpened { .. } | Event::RoundClosed { .. } => self.close(),
            Event::RoundVoided { .. } => self.areas.clear(),
            Event::Placed { seat, wager, amount, tender, .. } => {
                let area = self.areas.entry(seat).or_default();
                area.owner = table.state().seats[seat.index()];
                if tender != Tender::MatchPlay {
                    *area.stakes.entry(wager).or_insert(0) += amount.0;
                    self.moved(table, seat, wager, Cents(-amount.0));
                }
            }
            Event::TakenBack { seat, wager, amount, .. } | Event::WagerReturned { seat, wager, amount, .. } => {
                self.areas.entry(seat).or_default().stakes.remove(&wager);
                self.moved(table, seat, wager, amount);
            }
            Event::ProgressiveCorrected { seat, wager, made, amount, .. } => {
                let sum = if made { -amount.0 } else { amount.0 };
                self.moved(table, seat, wager, Cents(sum));
            }
            Event::StakeCorrected { seat, wager, amount, .. } => {
                let area = self.areas.entry(seat).or_default();
                // The correction itself is no part of the settlement it leads to.
                area.revealed = false;
                let before = area.stakes.insert(wager, amount.0).unwrap_or(0);
                self.moved(table, seat, wager, Cents(before - amount.0));
            }
            Event::Doubled { seat, amount, .. } => self.add(table, seat, croupier_rules::WagerKind::DoubleDown, amount),
            Event::Played { seat, amount, .. } => self.add(table, seat, croupier_rules::WagerKind::Play, amount),
            Event::PlayCut { seat, amount, .. } => {
                self.moved(table, seat, Wager::own(croupier_rules::WagerKind::Play), amount);
            }
            Event::CouponTaken { seat, won, .. } => {
                self.moved(table, seat, Wager::own(croupier_rules::WagerKind::Main), won);
            }
            Event::Ruled(ruling) => {
                let back = match (ruling.verdict, ruling.row) {
                    (Verdict::Loses | Verdict::Forfeited, _) => false,
                    (Verdict::Returned, _) | (Verdict::Pays, None) => true,
                    (Verdict::Pays, row) => {
                        matches!(table.house().award(ruling.wager.kind, row), Some(Award::To(..) | Award::Push))
                    }
                };
                let sum = ruling.won.0 + if back { ruling.stake.0 } else { 0 };
                self.moved(table, ruling.seat, ruling.wager, Cents(sum));
            }
            Event::SharePaid { seat, wager, amount, .. } => {
                self.moved_to(Purse::Chips, seat, wager, amount, false);
            }
            Event::ExtraPaid { seat, wager, amount, .. } => self.moved(table, seat, wager, amount),
            Event::EnvyPaid { seat, wager, amount, .. } => self.moved_to(Purse::Chips, seat, wager, amount, true),
            Event::EnvyReversed => {
                self.areas.values_mut().for_each(|area| area.moves.retain(|(.., envy)| !envy));
            }
            Event::Revealed { seat, .. } => self.areas.entry(seat).or_default().revealed = true,
            Event::SettlementReversed { seat, contest_only, ref wagers, .. } => {
                use croupier_rules::WagerKind::{DoubleDown, Main, Play, SuperBonus};
                let back = |wager: Wager| match contest_only {
                    true => matches!(wager.kind, Main | DoubleDown | Play | SuperBonus),
                    false => wagers.is_empty() || wagers.contains(&wager),
                };
                let area = self.areas.entry(seat).or_default();
                area.moves.retain(|(wager, _, _, since, _)| !since || !back(*wager));
            }
            Event::HandVoided { seat, .. } => self.areas.entry(seat).or_default().moves.clear(),
            _ => {}
        }
    }

    fn add(&mut self, table: &Table, seat: Seat, kind: croupier_rules::WagerKind, amount: Cents) {
        let wager = Wager::own(kind);
        self.areas.entry(seat).or_default().stakes.insert(wager, amount.0);
        self.moved(table, seat, wager, Cents(-amount.0));
    }

    /// Whether the ledger has it so too.
    pub(crate) fn check(&self, table: &Table) -> Result<(), String> {
        let ledger = &table.state().ledger;
        for who in ledger.players() {
            for (purse, account) in [(Purse::Chips, Account::Player(who)), (Purse::GameAccount, Account::Game(who))] {
                let (has, should) = (ledger.balance(account), Centicents::of(Cents(self.balance(who, purse))));
                if has != should {
                    return Err(format!("{account} has {has} and should have {should}"));
                }
            }
        }
        Ok(())
    }
}
