//! Several nodes of one house on a real PostgreSQL: shared out, killed, stopped and cut off in the middle of rounds.

#[path = "nodes/player.rs"]
mod player;
mod server_runner;
#[path = "../../house/tests/support/mod.rs"]
mod support;

use croupier_house::keys::Keys;
use croupier_house::reconciliation::reckon;
use croupier_house::store::{Location, Store, TableId};
use croupier_rules::{Registry, Regulation, Seat};
use player::{Node, Player, Shared};
use server_runner::Served;
use sqlx::{AnyConnection, Connection as _};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use support::Server;
use support::audit::{Audit, Taken};
use support::client::Client;

/// The electronic submission of a text under another name; its progressive, if it has one, is linked.
fn electronic(text: Regulation, name: &str) -> String {
    let id = format!("{}-electronic", text.id());
    let (_, submission) =
        croupier_house::electronic(Registry::standard()).into_iter().find(|(known, _)| *known == id).unwrap();
    let named = submission
        .lines()
        .map(|line| if line.starts_with("name ") { format!("name = \"{name}\"") } else { line.to_owned() });
    let named = named.collect::<Vec<_>>().join("\n") + "\n";
    named.replace("progressive]\n", "progressive]\nlinked = \"floor\"\n")
}

/// Two tables on one linked meter, and two others.
fn four_tables() -> Vec<String> {
    let texts = [
        (Regulation::Pa657a, "Crazy one"),
        (Regulation::Pa657a, "Crazy two"),
        (Regulation::Pa670a, "Fortune"),
        (Regulation::MaAsia, "Asia"),
    ];
    texts.into_iter().map(|(text, name)| electronic(text, name)).collect()
}

/// The tables of the house, by number.
fn tables(node: SocketAddr) -> Vec<i64> {
    Client::new(node).tables()
}

/// Something asked of the store.
fn asked<T>(location: &Location, ask: impl AsyncFnOnce(&Store) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::read(location).await.unwrap();
        let answer = ask(&store).await;
        store.close().await;
        answer
    })
}

/// The name of the node that runs each table.
fn owners(location: &Location) -> BTreeMap<i64, String> {
    asked(location, async |store| {
        let mut owners = BTreeMap::new();
        for standing in store.statuses().await.unwrap() {
            let owner = store.whereabouts(standing.table).await.unwrap();
            owners.insert(standing.table.0, owner.map_or_else(String::new, |(_, name)| name));
        }
        owners
    })
}

/// Waits until the nodes run tables so; how long that took.
fn wait_for(location: &Location, stand: impl Fn(&BTreeMap<i64, String>) -> bool) -> Duration {
    let since = Instant::now();
    loop {
        let owners = owners(location);
        if stand(&owners) {
            return since.elapsed();
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{owners:?}");
        thread::sleep(Duration::from_millis(100));
    }
}

/// How many tables a node runs.
fn count(owners: &BTreeMap<i64, String>, node: &str) -> usize {
    owners.values().filter(|owner| *owner == node).count()
}

/// Two nodes between which the four tables are shared out, while nobody plays at them.
fn two_nodes(shared: &Shared<'_>) -> [Node; 2] {
    let first = shared.node("first", &four_tables());
    assert_eq!(count(&owners(&shared.location()), "first"), 4);
    let second = shared.node("second", &[]);
    let took = wait_for(&shared.location(), |owners| count(owners, "first") == 2 && count(owners, "second") == 2);
    println!("tables were shared out after {took:?}");
    [first, second]
}

/// Does what a node that joins does when another has been silent for a day.
fn forget(location: &Location, node: &str) {
    let Location::Url(url) = location else { panic!("nodes share a database") };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut database = AnyConnection::connect(url).await.unwrap();
        let forgotten = sqlx::query("DELETE FROM nodes WHERE address = $1").bind(node).execute(&mut database).await;
        assert_eq!(forgotten.unwrap().rows_affected(), 1);
        database.close().await.unwrap();
    });
}

/// The table of a node with the lowest number.
fn table_of(location: &Location, node: &str) -> i64 {
    owners(location).into_iter().find(|(_, owner)| owner == node).map(|(table, _)| table).unwrap()
}

/// Two players at each table: one who is at the first node, one who is at the second.
fn sit_down(nodes: [SocketAddr; 2], tables: &[i64]) -> Vec<Player> {
    let [first, second] = nodes;
    let places = tables
        .iter()
        .flat_map(|table| [(*table, Seat::ALL[0], [first, second]), (*table, Seat::ALL[1], [second, first])]);
    thread::scope(|scope| {
        let sitting: Vec<_> =
            places.map(|(table, seat, nodes)| scope.spawn(move || Player::sits(&nodes, table, seat))).collect();
        sitting.into_iter().map(|player| player.join().unwrap()).collect()
    })
}

/// All play as long as something else is done.
fn while_they_play<T>(players: &mut [Player], meanwhile: impl FnOnce() -> T) -> T {
    let on = AtomicBool::new(true);
    thread::scope(|scope| {
        for player in players.iter_mut() {
            scope.spawn(|| player.play_while(&on));
        }
        let done = meanwhile();
        on.store(false, Ordering::Relaxed);
        done
    })
}

/// All play so many rounds more.
fn play_on(players: &mut [Player], rounds: u64) {
    thread::scope(|scope| {
        for player in players.iter_mut() {
            let round = player.view["round"].as_u64().unwrap();
            scope.spawn(move || player.play_through(round + rounds - 1));
        }
    });
}

/// An independent audit of all that was acknowledged; the number of commands.
fn audit(location: &Location, keys: &Path, players: &[Player]) -> usize {
    let of = |player: &Player| {
        let (table, who) = (player.table, player.who());
        player.taken.iter().map(move |&(id, sequence)| Taken { table, who, id, sequence }).collect::<Vec<_>>()
    };
    let taken: Vec<Taken> = players.iter().flat_map(of).collect();
    let mut audit = Audit::of(location, keys);
    audit.look(&taken);
    assert_eq!(audit.voided(), 0);
    audit.over_from_the_beginning();
    taken.len()
}

/// Reckons all meters up, over and over, while others play; how often. They agree each time.
fn reckon_while(shared: &Shared<'_>, on: &AtomicBool) -> u32 {
    let keys = Arc::new(Keys::load(&shared.keys()).unwrap());
    asked(&shared.location(), async |store| {
        let mut times = 0;
        while on.load(Ordering::Relaxed) {
            for meter in reckon(store, &keys, Registry::standard()).await.unwrap() {
                assert!(meter.agrees, "{meter:?}");
            }
            times += 1;
        }
        times
    })
}

#[test]
fn nodes_that_start_at_once_on_an_empty_database_make_everything_once() {
    let shared = Shared::new(Server::running());
    let mut nodes = ["first", "second", "third"].map(|name| shared.start(name, &four_tables()));
    let opened = nodes.each_mut().map(Served::opened);
    let passwords: Vec<_> = opened.iter().filter_map(|(_, password)| password.as_deref()).collect();
    let [password] = passwords[..] else { panic!("{opened:?}") };
    for (address, _) in &opened {
        Client::person(*address, "administrator", password, None);
        let (_, tables) = Client::new(*address).ask("GET", "/api/tables", None);
        let open: Vec<_> = tables.as_array().unwrap().iter().map(|table| table["status"].as_str()).collect();
        assert_eq!(open, [Some("open"); 4], "{tables}");
    }
    let house =
        asked(&shared.location(), async |store| store.whole(store.house_chain().await.unwrap().id).await.unwrap());
    assert_eq!(house.matches("\"table-made\"").count(), 4, "{house}");
    for node in &mut nodes {
        node.stop();
    }
    assert_eq!(owners(&shared.location()).values().filter(|owner| !owner.is_empty()).count(), 0);
    audit(&shared.location(), &shared.keys(), &[]);
}

#[test]
fn players_at_two_nodes_play_at_each_others_tables_and_see_the_same() {
    let shared = Shared::new(Server::running());
    let [first, second] = two_nodes(&shared);
    let tables = tables(second.address);
    let mut players = sit_down([first.address, second.address], &tables);
    let here = Player::stands(&[first.address], tables[0], Seat::ALL[5]);
    let there = here.also_at(second.address);
    let mut watchers = [here, there];
    let on = AtomicBool::new(true);
    thread::scope(|scope| {
        for watcher in &mut watchers {
            scope.spawn(|| {
                while on.load(Ordering::Relaxed) {
                    watcher.hear(Duration::from_millis(100));
                }
            });
        }
        let reckoning = scope.spawn(|| reckon_while(&shared, &on));
        play_on(&mut players, 3);
        on.store(false, Ordering::Relaxed);
        println!("all meters were reckoned up {} times meanwhile", reckoning.join().unwrap());
    });
    let [here, there] = &mut watchers;
    let last = asked(&shared.location(), async |store| store.statuses().await.unwrap()[0].last);
    for watcher in [&mut *here, &mut *there] {
        watcher.until(|view| view["sequence"].as_u64() >= Some(last));
    }
    assert_eq!(here.view, there.view);
    assert!(there.lines.len() > 30, "{}", there.lines.len());
    for (number, line) in &there.lines {
        assert_eq!(here.lines.get(number), Some(line));
    }
    // Both tables of the linked meter, one at each node, have fed it.
    let fed = asked(&shared.location(), async |store| {
        let meter =
            store.meters().await.unwrap().into_iter().find(|meter| meter.name.starts_with("floor/five")).unwrap();
        store.whole(meter.chain).await.unwrap()
    });
    let of = |table: i64| fed.matches(&format!("\"contributed\":{{\"table\":{table},")).count();
    assert!(of(tables[0]) >= 4 && of(tables[1]) >= 4, "{fed}");
    drop((first, second));
    audit(&shared.location(), &shared.keys(), &players);
}

#[test]
fn a_node_that_is_killed_in_the_middle_of_rounds_loses_and_doubles_nothing() {
    let shared = Shared::new(Server::running());
    let [mut first, second] = two_nodes(&shared);
    let location = shared.location();
    let held = table_of(&location, "first");
    let others: Vec<i64> = tables(second.address).into_iter().filter(|table| *table != held).collect();
    let mut players = sit_down([first.address, second.address], &others);
    // One player has his cards before him and is asked when his node dies.
    let mut holder = Player::sits(&[first.address, second.address], held, Seat::ALL[2]);
    holder.play_until_asked();
    let (round, cards) = (holder.view["round"].clone(), holder.cards());
    assert!(!cards.is_empty());
    let took = while_they_play(&mut players, || {
        thread::sleep(Duration::from_millis(1_500));
        first.served.kill();
        let took = wait_for(&location, |owners| count(owners, "second") == 4);
        holder.until(|_| true);
        assert_eq!((&holder.view["round"], holder.cards()), (&round, cards));
        holder.step();
        holder.play_through(round.as_u64().unwrap() + 1);
        took
    });
    println!("the tables of the killed node were taken over after {took:?}");
    assert!(took < Duration::from_millis(croupier_house::store::LEASE.unsigned_abs()) + Duration::from_secs(3));
    play_on(&mut players, 1);
    players.push(holder);
    drop(second);
    let commands = audit(&location, &shared.keys(), &players);
    println!("{commands} acknowledged commands stand in the journals");
}

#[test]
fn a_node_that_was_thought_dead_is_fenced_and_one_that_stops_hands_its_tables_over() {
    let shared = Shared::new(Server::running());
    let [mut first, second] = two_nodes(&shared);
    let location = shared.location();
    let table = table_of(&location, "first");
    let mut here = Player::sits(&[first.address, second.address], table, Seat::ALL[0]);
    here.play_until_asked();
    let epoch =
        |location: &Location| asked(location, async |store| store.table(TableId(table)).await.unwrap().unwrap().epoch);
    let before = epoch(&location);
    // His answer waits at the node that stands still, while the other one takes over and plays on. It stands still for
    // so long that it is forgotten.
    first.served.signal("-STOP");
    let there = thread::scope(|scope| {
        let answering = scope.spawn(|| here.step());
        let there = Player::sits(&[second.address], table, Seat::ALL[1]);
        assert!(epoch(&location) > before);
        wait_for(&location, |owners| count(owners, "second") == 4);
        forget(&location, "first");
        first.served.signal("-CONT");
        answering.join().unwrap();
        there
    });
    let mut players = [here, there];
    play_on(&mut players, 1);
    // It lives, so it gets its share again; and then it is told to stop.
    wait_for(&location, |owners| count(owners, "first") == 2);
    let stopped = Instant::now();
    first.served.stop();
    wait_for(&location, |owners| count(owners, "second") == 4);
    println!("a node stopped and its tables were taken over after {:?}", stopped.elapsed());
    assert!(stopped.elapsed() < Duration::from_secs(4));
    play_on(&mut players, 1);
    drop(second);
    audit(&location, &shared.keys(), &players);
}

/// Whether a node says that it can take wagers.
fn is_well(node: &Node) -> bool {
    Client::new(node.address).try_ask("GET", "/healthz", None).is_some_and(|(status, _)| status == 200)
}

#[test]
fn postgresql_may_be_gone_for_a_while_under_two_nodes() {
    let full = std::env::var_os("CROUPIER_FULL").is_some_and(|full| full == "1");
    let server = Server::set_up();
    let shared = Shared::new(&server);
    let nodes = [shared.node("first", &four_tables()), shared.node("second", &[])];
    let addresses = [nodes[0].address, nodes[1].address];
    let mut players = sit_down(addresses, &tables(addresses[0]));
    while_they_play(&mut players, || {
        thread::sleep(Duration::from_secs(1));
        server.stop();
        let gone = Instant::now();
        if full {
            assert!(nodes.iter().all(|node| !is_well(node)));
        }
        thread::sleep(Duration::from_secs(if full { 10 } else { 3 }).saturating_sub(gone.elapsed()));
        server.start();
        let back = Instant::now();
        while !nodes.iter().all(is_well) {
            assert!(back.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(100));
        }
        println!("all is well {:?} after the database is back", back.elapsed());
    });
    let refused: u64 = players.iter().map(|player| player.unavailable).sum();
    println!("{refused} commands were answered with 503 and given again");
    assert!(refused > 0 || !full);
    play_on(&mut players, 1);
    drop(nodes);
    audit(&shared.location(), &shared.keys(), &players);
}
