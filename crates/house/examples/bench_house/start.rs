//! How long the program takes to start when a million rounds are on record.

use crate::support::casino::{FAST, keys};
use crate::support::client::Client;
use crate::{figure, floor, runtime};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// At how many tables they were played.
const TABLES: usize = 256;

/// Measures it.
pub(crate) fn measure(program: &Path, rounds: u64) {
    let folder = crate::support::Folder::new();
    let each = rounds.div_ceil(TABLES as u64);
    let begun = Instant::now();
    runtime().block_on(async {
        let pit = floor::pit(folder.path()).await;
        let tables = floor::tables(&pit, TABLES).await;
        let played = tables.into_iter().map(|table| tokio::spawn(async move { floor::rounds(&table, each).await }));
        for table in played.collect::<Vec<_>>() {
            table.await.unwrap();
        }
        // As after a crash: the pit is not closed, so no table has a snapshot of its end.
    });
    let rounds = each * TABLES as u64;
    println!("{rounds} rounds at {TABLES} tables were played in {:.0} s", begun.elapsed().as_secs_f64());
    let served = running(program, folder.path());
    figure(&format!("start with {rounds} rounds on record"), served.waited.as_secs_f64(), "s", "<=5");
}

/// The program, ended when it is dropped.
pub(crate) struct Program(Child);

impl Program {
    /// How much memory it has, by the name the kernel has for it.
    pub(crate) fn gigabytes(&self, name: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        kilobytes * 1_024.0 / 1e9
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A house that is served by the program.
pub(crate) struct Served {
    pub(crate) program: Program,
    pub(crate) address: SocketAddr,
    /// How long it took until it was well.
    pub(crate) waited: Duration,
}

/// Starts the program on a folder, and waits until it is well.
pub(crate) fn running(program: &Path, folder: &Path) -> Served {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let begun = Instant::now();
    let child = Command::new(program)
        .arg("serve")
        .envs(FAST.iter().copied())
        .env("CROUPIER_LISTEN", address.to_string())
        .env("CROUPIER_DATA", folder.join("data"))
        .env("CROUPIER_KEYS", keys(folder))
        .stdout(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let program = Program(child);
    let client = Client::new(address);
    while client.try_ask("GET", "/healthz", None).is_none_or(|(status, _)| status != 200) {
        assert!(begun.elapsed() < Duration::from_secs(120), "the house did not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    Served { program, address, waited: begun.elapsed() }
}
