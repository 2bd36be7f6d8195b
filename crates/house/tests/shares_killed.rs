//! A house is killed again and again around the moment a share of a meter is won: each is paid, and none twice.
//!
//! The house runs in a process of its own, as this very program called for one test, so that its decks can be laid and
//! no program that is shipped can do that. `CROUPIER_FULL=1` kills it at every step of every row.

mod support;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::Folder;
use support::audit::Audit;
use support::casino::{data, keys};
use support::shares::{Game, Lay, all, fixed, house, lays, stacked, tables};
use support::stack::full;

/// Where the house of the other process is kept.
const FOLDER: &str = "CROUPIER_TEST_FOLDER";
const OPEN: &str = "the house is open at ";

/// The tables that have every kind of row between them.
const TABLES: [&str; 5] = ["pa-659a-electronic", "pa-670a-electronic", "pa-657a-c", "pa-657a-e", "pa-657a-electronic"];

fn chosen() -> Vec<(String, String)> {
    all().into_iter().filter(|(name, _)| TABLES.contains(&name.as_str())).collect()
}

/// What is laid in each round: every row, so many times.
fn schedule(times: usize) -> BTreeMap<String, Vec<Option<Lay>>> {
    let laid = |text: &str| lays(&fixed(text)).into_iter().flat_map(|lay| vec![Some(lay); times]).collect();
    chosen().into_iter().map(|(name, text)| (name, laid(&text))).collect()
}

/// How often each row is laid.
fn times() -> usize {
    if full() { MOMENTS.len() } else { 1 }
}

/// The process that the other test kills; by itself it does nothing.
#[test]
fn a_house_to_be_killed_is_open() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let chance = stacked(u64::from(std::process::id()), Arc::new(schedule(times())));
    let house = house(Path::new(&folder), &chosen(), chance);
    println!("{OPEN}{}", house.address);
    loop {
        std::thread::park();
    }
}

/// The other process.
struct Served(Arc<Mutex<Child>>, SocketAddr);

impl Served {
    fn start(folder: &Path) -> Self {
        let mut program = Command::new("setpriv");
        program.args(["--pdeathsig", "KILL"]).arg(std::env::current_exe().unwrap());
        program.args(["--exact", "a_house_to_be_killed_is_open", "--nocapture"]).env(FOLDER, folder);
        let mut process = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let says = BufReader::new(process.stdout.take().unwrap());
        let mut lines = says.lines().map(Result::unwrap);
        let address = lines.find_map(|line| line.strip_prefix(OPEN)?.parse().ok()).expect("a house that opens");
        // What it says after that is for nobody, and must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self(Arc::new(Mutex::new(process)), address)
    }

    fn kill(&self) {
        kill(&self.0);
    }

    /// Kills it after a while.
    fn kill_in(&self, pause: Duration) -> std::thread::JoinHandle<()> {
        let process = Arc::clone(&self.0);
        std::thread::spawn(move || {
            std::thread::sleep(pause);
            kill(&process);
        })
    }
}

/// SIGKILL, which no process can do anything about.
fn kill(process: &Mutex<Child>) {
    let mut process = process.lock().unwrap();
    let _ = process.kill();
    let _ = process.wait();
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

/// When the house is killed in a round.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// When the wagers lie.
    Wagered,
    /// So many milliseconds after betting closes: in the deal, the answers, the settlement.
    After(u64),
    /// When the round is closed.
    Closed,
}

const MOMENTS: [Moment; 8] = [
    Moment::Wagered,
    Moment::After(5),
    Moment::After(15),
    Moment::After(30),
    Moment::After(50),
    Moment::After(80),
    Moment::After(120),
    Moment::Closed,
];

/// Plays one round, in which the house is killed at a moment.
fn killed(folder: &Path, served: Served, game: &mut Game, moment: Moment) -> Served {
    let before = game.number();
    game.wagers(before).expect("a house that answers");
    let killer = match moment {
        Moment::Wagered => Some(served.kill_in(Duration::ZERO)),
        Moment::After(pause) => Some(served.kill_in(Duration::from_millis(pause))),
        Moment::Closed => None,
    };
    let closed = game.play_on(before);
    killer.into_iter().for_each(|killer| killer.join().unwrap());
    served.kill();
    let served = Served::start(folder);
    game.at(served.1);
    if closed.is_none() {
        game.wagers(before).and_then(|()| game.play_on(before)).expect("a house that answers");
    }
    served
}

#[test]
fn every_share_is_paid_once_however_often_the_house_is_killed_around_it() {
    let folder = Folder::new();
    let mut served = Served::start(folder.path());
    let schedule = schedule(times());
    let (mut kills, mut shares) = (0, 0);
    for (id, name) in tables(served.1) {
        let mut game = Game::of(served.1, id, &name);
        for lay in schedule[&game.name].iter().flatten() {
            let before = game.standing();
            served = killed(folder.path(), served, &mut game, MOMENTS[kills % MOMENTS.len()]);
            kills += 1;
            shares += game.was_won(lay, before);
        }
    }
    served.kill();
    let mut audit = Audit::of(&data(folder.path()), &keys(folder.path()));
    audit.look(&[]);
    assert_eq!(audit.voided(), 0);
    println!("{kills} kills, {shares} shares");
    assert!(kills >= 20 && shares > kills as u64, "{kills} kills, {shares} shares");
}
