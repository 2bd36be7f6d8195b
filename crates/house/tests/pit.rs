//! Tables at a pit over a real store: played, stopped, read back.

mod support;

use croupier_house::pit::{Known, Message, NewDesk, Pit, What};
use croupier_house::store::Location;
use croupier_rules::{Phase, Seat, Text, submission};
use croupier_table::{Actor, Audience, Command, CommandId, Purse, Who};
use std::path::Path;
use std::sync::Arc;
use support::bot;

async fn pit(folder: &Path) -> Arc<Pit> {
    support::pit::pit(&Location::Data(folder.to_owned()), &folder.join("keys.toml"), "test").await
}

/// A submission whose every step the program does, with play chips.
fn electronic(text: Text) -> String {
    let template = submission::template(text);
    template.replace("play-chips = false", "play-chips = true").replace("steps      = []", "steps      = \"all\"")
}

async fn give(table: &Known, by: Actor, id: u64, command: Command) -> u64 {
    let what = What::Give { id: Some(CommandId(id)), expects: None, command: Box::new(command.clone()), ready: false };
    match table.desk.want(Message { by, what }).await {
        Ok(taken) => taken.sequence,
        Err(declined) => panic!("{command:?}: {declined:?}"),
    }
}

/// A player has made his wagers, or does not surrender.
async fn ready(table: &Known, player: Actor) -> u64 {
    table.desk.want(Message { by: player, what: What::Ready { who: player.who } }).await.unwrap().sequence
}

/// Plays so many rounds alone.
async fn play(table: &Known, player: Actor, seat: Seat, rounds: u64) {
    let mut id = 1_000_000 * u64::from(player.who.0) + table.desk.shown().table.state().sequence;
    let mut next = || {
        id += 1;
        id
    };
    for _ in 0..rounds {
        let before = table.desk.shown().table.round().number;
        for command in bot::wagers(&table.house, seat) {
            give(table, player, next(), command).await;
        }
        ready(table, player).await;
        for _ in 0..20 {
            let view = table.desk.shown().table.view(Audience::Player(player.who));
            if view.round > before && view.phase == Phase::Closed {
                break;
            }
            match bot::answer(&table.house, &view, seat) {
                Some(command) => give(table, player, next(), command).await,
                None if bot::may_surrender(&view, seat) => ready(table, player).await,
                None => panic!("{:?} waits for {:?}", view.phase, table.desk.shown().table.asks()),
            };
        }
        assert_eq!(table.desk.shown().table.round().phase, Phase::Closed);
    }
}

#[tokio::test]
async fn rounds_of_every_text_are_played_and_read_back_after_a_restart() {
    for text in Text::ALL {
        let folder = tempfile::tempdir().unwrap();
        let first = pit(folder.path()).await;
        let new = NewDesk { name: format!("{text} 1"), submission: electronic(text) };
        let table = first.make(new, &"manager").await.unwrap();
        let (player, seat) = (Actor::player(7), Seat::ALL[2]);
        give(&table, Actor::HOUSE, 1, Command::OpenTable).await;
        give(&table, player, 2, Command::Sit { seat, player: Who(7) }).await;
        for (id, purse) in [(3, Purse::Chips), (4, Purse::GameAccount)] {
            give(&table, Actor::HOUSE, id, Command::BuyIn { player: Who(7), purse, amount: bot::STAKE }).await;
        }
        play(&table, player, seat, 30).await;
        let state = table.desk.shown().table.state().clone();
        assert_eq!(state.round.number, 30);
        first.close().await;
        drop((table, first));

        let second = pit(folder.path()).await;
        let table = second.tables().pop().unwrap();
        assert_eq!(*table.desk.shown().table.state(), state, "{text}");
        play(&table, player, seat, 3).await;
        second.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_made_while_the_pit_looks_for_new_ones_gets_one_desk() {
    let folder = tempfile::tempdir().unwrap();
    let pit = pit(folder.path()).await;
    tokio::spawn(Arc::clone(&pit).watch());
    let submission = electronic(Text::Pa657a);
    let (mut made, end) = (Vec::new(), std::time::Instant::now() + std::time::Duration::from_millis(2_500));
    while std::time::Instant::now() < end {
        let several = (0..4).map(|place| {
            let name = format!("table {} {place}", made.len());
            pit.make(NewDesk { name, submission: submission.clone() }, &"manager")
        });
        made.extend(futures_util::future::join_all(several).await.into_iter().map(Result::unwrap));
    }
    // A desk that only follows would wait for another node to answer.
    for table in made {
        let known = pit.table(table.row.id).unwrap();
        give(&known, Actor::HOUSE, 1, Command::OpenTable).await;
    }
    pit.close().await;
}
