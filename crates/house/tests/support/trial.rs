//! A house in a process of its own, so that it can be killed: the test program runs itself again.
//!
//! A test program that wants one has an ignored test `the_house_under_trial` that calls [`stand_trial`].

use super::casino::{FAST, House};
use croupier_house::store::Location;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const FOLDER: &str = "CROUPIER_TRIAL_FOLDER";
const OPEN: &str = "the house is open at ";

/// Where the house of a folder keeps its data.
pub(crate) fn data(folder: &Path) -> Location {
    Location::Data(folder.join("data"))
}

/// Where it keeps its keys.
pub(crate) fn keys(folder: &Path) -> PathBuf {
    folder.join("keys.toml")
}

/// What the process under trial does: it opens the house of its folder, says where, and runs until it is killed or
/// nobody holds the other end of its standard input any more.
pub(crate) fn stand_trial() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let house = House::open(&data(&folder), &keys(&folder), FAST);
    println!("\n{OPEN}{}", house.address);
    loop {
        std::thread::park();
    }
}

/// A house under trial.
pub(crate) struct Trial(Child);

impl Trial {
    /// Starts the house of a folder.
    pub(crate) fn start(folder: &Path) -> Self {
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "the_house_under_trial", "--ignored", "--nocapture"]).env(FOLDER, folder);
        Self(again.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Waits until it is open, and says where.
    pub(crate) fn address(&mut self) -> SocketAddr {
        let lines = BufReader::new(self.0.stdout.as_mut().unwrap()).lines().map_while(Result::ok);
        let open = lines.filter_map(|line| line.strip_prefix(OPEN)?.parse().ok()).next();
        open.expect("a house that opens")
    }

    /// Kills it: SIGKILL, which no process can do anything about.
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}
