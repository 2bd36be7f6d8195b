//! Tables at a pit over a real store: played, stopped, read back.

mod support;

use croupier_house::pit::{Pit, Request, TableHandle, TableMessage, TableToCreate};
use croupier_house::store::Location;
use croupier_rules::{Phase, Regulation, Seat, submission};
use croupier_table::{Actor, Audience, Command, CommandId, PersonId, Purse};
use std::path::Path;
use std::sync::Arc;
use support::bot;

async fn pit(folder: &Path) -> Arc<Pit> {
    support::pit::pit(&Location::Data(folder.to_owned()), &folder.join("keys.toml"), "test").await
}

/// A submission whose every step the program does, with play chips.
fn electronic(text: Regulation) -> String {
    let template = submission::template(text);
    template.replace("play-chips = false", "play-chips = true").replace("steps      = []", "steps      = \"all\"")
}

async fn give(table: &TableHandle, by: Actor, id: u64, command: Command) -> u64 {
    let what =
        Request::Give { id: Some(CommandId(id)), expects: None, command: Box::new(command.clone()), ready: false };
    match table.desk.send(TableMessage { by, what }).await {
        Ok(taken) => taken.sequence,
        Err(declined) => panic!("{command:?}: {declined:?}"),
    }
}

/// A player has made his wagers, or does not surrender.
async fn ready(table: &TableHandle, player: Actor) -> u64 {
    table.desk.send(TableMessage { by: player, what: Request::Ready { who: player.who } }).await.unwrap().sequence
}

/// Plays so many rounds alone.
async fn play(table: &TableHandle, player: Actor, seat: Seat, rounds: u64) {
    let mut id = 1_000_000 * u64::from(player.who.number()) + table.desk.current().table.state().sequence;
    let mut next = || {
        id += 1;
        id
    };
    for _ in 0..rounds {
        let before = table.desk.current().table.round().number;
        for command in bot::wagers(&table.house, seat) {
            give(table, player, next(), command).await;
        }
        ready(table, player).await;
        for _ in 0..20 {
            let view = table.desk.current().table.view(Audience::Player(player.who));
            if view.round > before && view.phase == Phase::Closed {
                break;
            }
            match bot::answer(&table.house, &view, seat) {
                Some(command) => give(table, player, next(), command).await,
                None if bot::may_surrender(&view, seat) => ready(table, player).await,
                None => panic!("{:?} waits for {:?}", view.phase, table.desk.current().table.prompts()),
            };
        }
        assert_eq!(table.desk.current().table.round().phase, Phase::Closed);
    }
}

#[tokio::test]
async fn rounds_of_every_text_are_played_and_read_back_after_a_restart() {
    for text in Regulation::ALL {
        let folder = tempfile::tempdir().unwrap();
        let first = pit(folder.path()).await;
        let new = TableToCreate { name: format!("{text} 1"), submission: electronic(text) };
        let table = first.make(new, &"manager").await.unwrap();
        let (player, seat) = (Actor::player(7), Seat::ALL[2]);
        give(&table, Actor::HOUSE, 1, Command::OpenTable).await;
        give(&table, player, 2, Command::Sit { seat, player: PersonId::new(7) }).await;
        for (id, purse) in [(3, Purse::Chips), (4, Purse::GameAccount)] {
            give(&table, Actor::HOUSE, id, Command::BuyIn { player: PersonId::new(7), purse, amount: bot::STAKE })
                .await;
        }
        play(&table, player, seat, 30).await;
        let state = table.desk.current().table.state().clone();
        assert_eq!(state.round.number, 30);
        first.close().await;
        drop((table, first));

        let second = pit(folder.path()).await;
        let table = second.tables().pop().unwrap();
        assert_eq!(*table.desk.current().table.state(), state, "{text}");
        play(&table, player, seat, 3).await;
        second.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_made_while_the_pit_looks_for_new_ones_gets_one_desk() {
    let folder = tempfile::tempdir().unwrap();
    let pit = pit(folder.path()).await;
    tokio::spawn(Arc::clone(&pit).watch());
    let submission = electronic(Regulation::Pa657a);
    let (mut made, end) = (Vec::new(), std::time::Instant::now() + std::time::Duration::from_millis(2_500));
    while std::time::Instant::now() < end {
        let several = (0..4).map(|place| {
            let name = format!("table {} {place}", made.len());
            pit.make(TableToCreate { name, submission: submission.clone() }, &"manager")
        });
        made.extend(futures_util::future::join_all(several).await.into_iter().map(Result::unwrap));
    }
    // A desk that only follows would wait for another node to answer.
    for table in made {
        let handle = pit.table(table.row.id).unwrap();
        give(&handle, Actor::HOUSE, 1, Command::OpenTable).await;
    }
    pit.close().await;
}
