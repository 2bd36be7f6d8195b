//! Tables for the house to find: made, opened and, if there is to be a record, played before it starts.

use crate::support::casino::{data, keys};
use crate::support::pit::give;
use crate::support::{self, bot};
use croupier_house::pit::{Pit, TableHandle, TableToCreate};
use croupier_rules::{Cents, Regulation, Seat, WagerKind};
use croupier_table::{Actor, Command, PersonId, Purse, TableConfig};
use std::path::Path;
use std::sync::Arc;

/// How many tables are made at once.
const TOGETHER: usize = 8;

/// A pit over the store in a folder.
pub(crate) async fn pit(folder: &Path) -> Arc<Pit> {
    support::pit::pit(&data(folder), &keys(folder), "bench").await
}

/// Makes and opens electronic tables of Crazy 4.
pub(crate) async fn tables(pit: &Arc<Pit>, number: usize) -> Vec<TableHandle> {
    let submission = Regulation::Pa657a.procedure().requirements.electronic.unwrap();
    let one = |table: usize| async move {
        let new = TableToCreate { name: format!("bench {table}"), submission: submission.to_owned() };
        let known = pit.make(new, &"bench").await.unwrap();
        give(&known, Actor::HOUSE, Command::OpenTable, false).await;
        known
    };
    // A few at a time, since the store has no more connections than that.
    let mut made = Vec::new();
    for first in (1..=number).step_by(TOGETHER) {
        let some = first..(first + TOGETHER).min(number + 1);
        made.extend(futures_util::future::join_all(some.map(one)).await);
    }
    made
}

/// The wagers without which nobody takes part.
pub(crate) fn wagers(house: &TableConfig, seat: Seat) -> Vec<Command> {
    let needed = |command: &Command| matches!(command, Command::Place { wager, .. } if wager.kind == WagerKind::Main);
    bot::wagers(house, seat).into_iter().filter(needed).collect()
}

/// The Play wager that is always lawful: as much as the Ante.
pub(crate) fn play(house: &TableConfig, seat: Seat) -> Command {
    let ante = wagers(house, seat).into_iter().find_map(|wager| match wager {
        Command::Place { amount, .. } => Some(amount),
        _ => None,
    });
    Command::Play { seat, amount: ante.unwrap_or(Cents(0)) }
}

/// Plays so many rounds alone at a table, without a feed.
pub(crate) async fn rounds(table: &TableHandle, rounds: u64) {
    let (player, seat) = (Actor::player(1), Seat::ALL[0]);
    give(table, player, Command::Sit { seat, player: PersonId::new(1) }, false).await;
    let bank = Command::BuyIn { player: PersonId::new(1), purse: Purse::Chips, amount: Cents::dollars(1_000_000) };
    give(table, Actor::HOUSE, bank, false).await;
    for _ in 0..rounds {
        let wagers = wagers(&table.house, seat).into_iter().map(|wager| give(table, player, wager, true));
        futures_util::future::join_all(wagers).await;
        give(table, player, play(&table.house, seat), false).await;
    }
    assert_eq!(table.desk.current().table.round().number, rounds);
}
