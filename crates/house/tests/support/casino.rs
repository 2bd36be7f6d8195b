//! A house for tests, in this process and on a free port.

use croupier_house::casino::{Casino, ClockAndRng, Program};
use croupier_house::clock::Clock;
use croupier_house::config;
use croupier_house::people::Password;
use croupier_house::rng::HouseRng;
use croupier_house::store::Location;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A house that runs until it is dropped.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) casino: Arc<Casino>,
    /// The administrator's first password, at the first start.
    pub(crate) password: Option<String>,
    runtime: Option<tokio::runtime::Runtime>,
    served: Option<tokio::task::JoinHandle<()>>,
}

/// What tests want other than an operator does: no limits on how fast one plays.
pub(crate) const FAST: &[(&str, &str)] = &[
    ("CROUPIER_LIMITS_REQUESTS_PER_SECOND", "10000"),
    ("CROUPIER_LIMITS_REQUESTS_AT_ONCE", "10000"),
    ("CROUPIER_LIMITS_REFUSALS_PER_MINUTE", "10000"),
    ("CROUPIER_LIMITS_GUESTS_PER_HOUR", "10000"),
    ("CROUPIER_LIMITS_SIGN_INS_PER_MINUTE", "10000"),
    ("CROUPIER_TIMES_STOP_SECONDS", "1"),
];

/// Where the house of a folder keeps its data.
pub(crate) fn data(folder: &Path) -> Location {
    Location::Data(folder.join("data"))
}

/// Where it keeps its keys.
pub(crate) fn keys(folder: &Path) -> PathBuf {
    folder.join("keys.toml")
}

/// The program as these tests run it.
pub(crate) fn program() -> Program {
    let registry = croupier_rules::Registry::standard().clone();
    Program { name: "croupier test".to_owned(), rules: "0".repeat(64), hashes: Vec::new(), registry }
}

/// What is set for a house: everything in this place, a free port, and what the variables say.
pub(crate) fn environment(location: &Location, keys: &Path, variables: &[(&str, &str)]) -> Vec<(String, String)> {
    let keys = keys.display().to_string();
    let (place, stored) = match location {
        Location::Data(folder) => ("CROUPIER_DATA", folder.display().to_string()),
        Location::Url(url) | Location::PlainUrl(url) => ("CROUPIER_DATABASE", url.clone()),
        Location::File(_) => panic!("a house has a folder or a database"),
    };
    let own = [("CROUPIER_LISTEN", "127.0.0.1:0"), ("CROUPIER_KEYS", &*keys), (place, &*stored)];
    variables.iter().chain(&own).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The configuration that this makes.
pub(crate) fn configuration(location: &Location, keys: &Path, variables: &[(&str, &str)]) -> config::Config {
    let checked = config::check(None, environment(location, keys, variables), []);
    checked.config.unwrap_or_else(|| panic!("{:?}", checked.faults))
}

impl House {
    /// Opens the house of a folder, as tests want it.
    pub(crate) fn of(folder: &Path, variables: &[(&str, &str)]) -> Self {
        Self::open(&data(folder), &keys(folder), &[FAST, variables].concat())
    }

    /// Opens a house.
    pub(crate) fn open(location: &Location, keys: &Path, variables: &[(&str, &str)]) -> Self {
        Self::run_by(program(), location, keys, variables)
    }

    /// Opens a house that another program runs.
    pub(crate) fn run_by(program: Program, location: &Location, keys: &Path, variables: &[(&str, &str)]) -> Self {
        let given = ClockAndRng { clock: Clock::default(), chance: HouseRng::new().unwrap() };
        Self::run_with(program, given, location, keys, variables)
    }

    /// Opens a house with a clock and a generator of the test's.
    pub(crate) fn run_with(
        program: Program,
        given: ClockAndRng,
        location: &Location,
        keys: &Path,
        variables: &[(&str, &str)],
    ) -> Self {
        let config = configuration(location, keys, variables);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let mut password = None;
        let tell = |_: &str, first: &Password| {
            password = Some(first.reveal().to_owned());
            Ok(())
        };
        let (address, casino, served) = runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind(config.listen).await.unwrap();
            let address = listener.local_addr().unwrap();
            let casino =
                Casino::open_with(config, program, given, tell).await.unwrap_or_else(|error| panic!("{error}"));
            let serving = Arc::clone(&casino);
            (address, casino, tokio::spawn(async move { serving.serve(listener).await.unwrap() }))
        });
        Self { address, casino, password, runtime: Some(runtime), served: Some(served) }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.casino.stop();
        if let (Some(runtime), Some(served)) = (self.runtime.take(), self.served.take()) {
            let _ = runtime.block_on(async { tokio::time::timeout(std::time::Duration::from_secs(20), served).await });
            runtime.shutdown_timeout(std::time::Duration::from_secs(1));
        }
    }
}
