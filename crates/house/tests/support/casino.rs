//! A house for tests, in this process and on a free port.

use croupier_house::casino::{Casino, Opened, Program};
use croupier_house::config;
use croupier_house::store::Location;
use std::net::SocketAddr;
use std::path::Path;
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
    ("CROUPIER_LIMITS_GUESTS_PER_HOUR", "10000"),
    ("CROUPIER_LIMITS_SIGN_INS_PER_MINUTE", "10000"),
    ("CROUPIER_TIMES_STOP_SECONDS", "1"),
];

/// The program as these tests run it.
pub(crate) fn program() -> Program {
    Program { name: "croupier test".to_owned(), rules: "0".repeat(64), hashes: Vec::new() }
}

/// A configuration: everything in this place, and what the variables say.
pub(crate) fn configuration(location: &Location, keys: &Path, variables: &[(&str, &str)]) -> config::Config {
    let mut set: Vec<(String, String)> =
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    set.push(("CROUPIER_KEYS".to_owned(), keys.display().to_string()));
    set.push(match location {
        Location::Data(folder) => ("CROUPIER_DATA".to_owned(), folder.display().to_string()),
        Location::Url(url) => ("CROUPIER_DATABASE".to_owned(), url.clone()),
        Location::File(_) => panic!("a house has a folder or a database"),
    });
    let checked = config::check(None, set, [("listen", "127.0.0.1:0".to_owned())]);
    checked.config.unwrap_or_else(|| panic!("{:?}", checked.faults))
}

impl House {
    /// Opens a house.
    pub(crate) fn open(location: &Location, keys: &Path, variables: &[(&str, &str)]) -> Self {
        Self::run_by(program(), location, keys, variables)
    }

    /// Opens a house that another program runs.
    pub(crate) fn run_by(program: Program, location: &Location, keys: &Path, variables: &[(&str, &str)]) -> Self {
        let config = configuration(location, keys, variables);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (address, opened, served) = runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind(config.listen).await.unwrap();
            let address = listener.local_addr().unwrap();
            let opened = Casino::open(config, program).await.unwrap_or_else(|error| panic!("{error}"));
            let casino = Arc::clone(&opened.casino);
            let served = tokio::spawn(async move { casino.serve(listener).await.unwrap() });
            (address, opened, served)
        });
        let Opened { casino, administrator } = opened;
        let password = administrator.map(|(_, password)| password.reveal().to_owned());
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
