//! Where the store of a house and its keys are, for the commands that read a house's record.

use crate::environment::variables;
use clap::Args;
use croupier_house::config;
use croupier_house::keys::{Keys, KeysError};
use croupier_house::store::Location;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the store of a house is.
#[derive(Args)]
pub(crate) struct StoreArgs {
    /// The folder the house is kept in, with SQLite; if nothing is said, where `croupier serve` keeps it
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,
    /// The PostgreSQL database the house is kept in
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Let a database on another machine be reached without TLS
    #[arg(long)]
    database_plaintext: bool,
    /// The file with the keys of the house; if nothing is said, keys.toml beside the store
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
}

impl StoreArgs {
    /// The place, as `croupier serve` would find it without a configuration file.
    pub(crate) fn location(&self) -> anyhow::Result<Location> {
        Ok(self.config()?.store)
    }

    /// The whole configuration, as `croupier serve` would find it without a file.
    pub(crate) fn config(&self) -> anyhow::Result<config::Config> {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let (data, keys) = (self.data.as_ref().map(path), self.keys.as_ref().map(path));
        let plaintext = self.database_plaintext.then(|| "true".to_owned());
        let database = ("database", self.database.clone());
        let options = [("data", data), database, ("database-plaintext", plaintext), ("keys", keys)];
        let options = options.into_iter().filter_map(|(key, value)| Some((key, value?)));
        let checked = config::check(None, variables(), options);
        let wrong = checked.faults.iter().find(|fault| fault.severity == config::ConfigSeverity::Error);
        let message = wrong.map_or("cannot tell where the house stores its data", |fault| fault.message.as_str());
        checked.config.ok_or_else(|| anyhow::anyhow!("{message}"))
    }

    /// The keys of the house.
    ///
    /// # Errors
    /// If they are not where they are looked for, or cannot be read; `instead` says what else would do.
    pub(crate) fn keys(config: &config::Config, instead: &str) -> anyhow::Result<Arc<Keys>> {
        match Keys::load(&config.keys) {
            Err(KeysError::File { path, why, .. }) if why.kind() == std::io::ErrorKind::NotFound => {
                let path = path.display();
                let copy = "a backup does not contain the keys; copy them separately";
                anyhow::bail!("no keys found at {path}: name the file with `--keys FILE` ({copy}){instead}")
            }
            loaded => Ok(Arc::new(loaded?)),
        }
    }
}
