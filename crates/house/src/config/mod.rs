//! The configuration: one TOML file, the environment, the command line, checked like a rules submission.
//!
//! [`check`] lists *all* faults at once, each with its place and what would be right, and gives a [`Config`] if none of
//! them is an error. Note: the defaults are read from the annotated file that `croupier serve --print-config` prints,
//! by the same code, so that what is documented is what is meant.

mod keys;
mod layers;

pub use keys::Network;
pub use layers::{ConfigFault, ConfigSeverity, ConfigSource};

use crate::people::SessionPolicy;
use crate::store::Location;
use crate::store::target::{DatabaseTarget, DatabaseTargetError, reach};
use croupier_rules::Cents;
use keys::Value;
use layers::Layers;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Every key with its default and what it is for.
pub const ANNOTATED: &str = include_str!("croupier.toml");

/// Everything an operator decides about a house.
#[derive(Clone, PartialEq)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// How browsers reach it: `https://tables.example`.
    pub public_address: Option<String>,
    /// Proxies whose word about the client's address is believed.
    pub trusted_proxies: Vec<Network>,
    /// Where everything is kept.
    pub store: Location,
    /// The name of this node.
    pub node: String,
    /// The file with the keys.
    pub keys: PathBuf,
    /// Whether anybody may play as a guest.
    pub guests: bool,
    /// What is opened at the first start: ids of texts and paths of submissions.
    pub first_tables: Vec<String>,
    /// How many rounds a player may sit out at an electronic table.
    pub sit_out_rounds: u32,
    /// Limits of what a player buys in himself.
    pub play_chips: PlayChips,
    /// How long things last.
    pub times: Durations,
    /// How much is too much.
    pub limits: RequestLimits,
    /// Where the figures are read.
    pub metrics: Option<SocketAddr>,
    /// What is logged, and how.
    pub log: Log,
    /// Certificate and private key, if the program itself speaks TLS.
    pub tls: Option<Tls>,
}

/// What a player may buy in himself at a play-chip table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayChips {
    /// At once.
    pub most_per_buy_in: Cents,
    /// Before he buys in again.
    pub most_held: Cents,
}

/// How long things last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Durations {
    /// An electronic table takes wagers so long.
    pub betting_seconds: u64,
    /// It waits so long for a surrender once the dealer's hands are set.
    pub surrender_seconds: u64,
    /// Then a table without players goes idle.
    pub idle_table_minutes: u64,
    /// Then a player who has made no wager is asked to make one.
    pub sit_out_minutes: u64,
    /// Then a session ends.
    pub session_hours: u64,
    /// Then a dealer's station locks.
    pub idle_lock_minutes: u64,
    /// So long three wrong passwords lock a person out.
    pub lock_out_minutes: u64,
    /// So long a stopping house waits.
    pub stop_seconds: u64,
}

/// How much is too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestLimits {
    /// Requests a second for one session.
    pub requests_per_second: u32,
    /// Requests of one session that may come at once.
    pub requests_at_once: u32,
    /// Refusals a minute that are put on record one by one for a user; the rest are counted.
    pub refusals_per_minute: u32,
    /// Sign-ins a minute from one address.
    pub sign_ins_per_minute: u32,
    /// New guests an hour from one address.
    pub guests_per_hour: u32,
    /// The largest body.
    pub body_bytes: usize,
    /// The largest message.
    pub message_bytes: usize,
    /// WebSockets of one session.
    pub sockets_per_session: usize,
    /// WebSockets of the node.
    pub sockets: usize,
}

/// What is logged, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    /// Whether as JSON, for machines.
    pub json: bool,
    /// From which level on.
    pub level: String,
    /// To which file, in place of standard error.
    pub file: Option<PathBuf>,
}

/// Certificate and private key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tls {
    /// The certificate chain, in PEM.
    pub certificate: PathBuf,
    /// The private key, in PEM.
    pub key: PathBuf,
}

/// What the check says of a configuration.
#[derive(Debug)]
pub struct ConfigCheck {
    /// All that was found: in the file, then in the environment, then on the command line.
    pub faults: Vec<ConfigFault>,
    /// The configuration; there if and only if no error was found.
    pub config: Option<Config>,
    /// Where the tables of the first start were said.
    pub first_tables: ConfigSource,
}

/// Checks a configuration: the file's text, the environment's variables, and what the command line sets, by key.
pub fn check(
    file: Option<&str>,
    variables: impl IntoIterator<Item = (String, String)>,
    options: impl IntoIterator<Item = (&'static str, String)>,
) -> ConfigCheck {
    let mut layers = Layers::of_the_defaults();
    if let Some(file) = file {
        layers.lay_file(file);
    }
    layers.lay_variables(variables);
    layers.lay_options(options);
    let config = layers.config();
    let first_tables = layers.place("tables.first");
    let faults = layers.into_faults();
    let refused = faults.iter().any(|fault| fault.severity == ConfigSeverity::Error);
    ConfigCheck { faults, config: config.filter(|_| !refused), first_tables }
}

impl Config {
    /// How long sessions last and whether guests come in.
    pub const fn terms(&self) -> SessionPolicy {
        SessionPolicy {
            session: self.times.session_hours * 3_600_000,
            idle_lock: self.times.idle_lock_minutes * 60_000,
            lock_out: self.times.lock_out_minutes * 60_000,
            guests: self.guests,
        }
    }
}

/// The store's address may hold a password.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Config({} at {})", self.node, self.listen)
    }
}

impl Layers {
    /// The configuration, if every key that must be there can be read.
    fn config(&mut self) -> Option<Config> {
        let store = self.store()?;
        let keys = self.path("keys").unwrap_or_else(|| match &store {
            Location::Data(folder) => folder.join("keys.toml"),
            Location::File(_) | Location::Url(_) | Location::PlainUrl(_) => PathBuf::from("keys.toml"),
        });
        let config = Config {
            listen: self.address("listen")?,
            public_address: self.text("public-address"),
            trusted_proxies: match self.value("trusted-proxies")? {
                Value::Networks(networks) => networks,
                _ => return None,
            },
            store,
            node: self.text("node")?,
            keys,
            guests: self.value("guests")? == Value::Yes(true),
            first_tables: match self.value("tables.first")? {
                Value::List(first) => first,
                _ => return None,
            },
            sit_out_rounds: u32::try_from(self.number("tables.sit-out-rounds")?).ok()?,
            play_chips: PlayChips {
                most_per_buy_in: self.money("play-chips.most-per-buy-in")?,
                most_held: self.money("play-chips.most-held")?,
            },
            times: self.times()?,
            limits: self.limits()?,
            metrics: self.address("metrics.listen"),
            log: Log {
                json: self.text("log.format")? == "json",
                level: self.text("log.level")?,
                file: self.path("log.file"),
            },
            tls: self.tls(),
        };
        self.compare(&config);
        Some(config)
    }

    fn times(&self) -> Option<Durations> {
        Some(Durations {
            betting_seconds: self.number("times.betting-seconds")?,
            surrender_seconds: self.number("times.surrender-seconds")?,
            idle_table_minutes: self.number("times.idle-table-minutes")?,
            sit_out_minutes: self.number("times.sit-out-minutes")?,
            session_hours: self.number("times.session-hours")?,
            idle_lock_minutes: self.number("times.idle-lock-minutes")?,
            lock_out_minutes: self.number("times.lock-out-minutes")?,
            stop_seconds: self.number("times.stop-seconds")?,
        })
    }

    fn limits(&self) -> Option<RequestLimits> {
        let small = |path| self.number(path).and_then(|number| u32::try_from(number).ok());
        let size = |path| self.number(path).and_then(|number| usize::try_from(number).ok());
        Some(RequestLimits {
            requests_per_second: small("limits.requests-per-second")?,
            requests_at_once: small("limits.requests-at-once")?,
            refusals_per_minute: small("limits.refusals-per-minute")?,
            sign_ins_per_minute: small("limits.sign-ins-per-minute")?,
            guests_per_hour: small("limits.guests-per-hour")?,
            body_bytes: size("limits.body-bytes")?,
            message_bytes: size("limits.message-bytes")?,
            sockets_per_session: size("limits.sockets-per-session")?,
            sockets: size("limits.sockets")?,
        })
    }

    /// A folder or a database, whichever was said last: the command line goes before the environment and the file.
    fn store(&mut self) -> Option<Location> {
        let (data, database) = (self.path("data"), self.text("database"));
        match (self.layer("data"), self.layer("database")) {
            (said, also) if said == also && also.is_some() => {
                let help = "a house uses either a folder (SQLite) or a PostgreSQL database: remove one of them";
                self.wrong("database", "`data` and `database` are both set", help);
                None
            }
            (said, also) if also > said => self.reached(database?),
            _ => data.map(Location::Data),
        }
    }

    /// A database beyond this machine is reached with TLS, unless `database-plaintext` says otherwise.
    fn reached(&mut self, url: String) -> Option<Location> {
        let plaintext = self.value("database-plaintext") == Some(Value::Yes(true));
        let help = "add `sslmode=verify-full` to the URL, or set `database-plaintext = true`";
        match reach(&url, plaintext) {
            Err(error) => {
                let help = if matches!(error, DatabaseTargetError::Plaintext(..)) {
                    help
                } else {
                    "see the message of the driver"
                };
                self.wrong("database", &error.to_string(), help);
                return None;
            }
            Ok((_, DatabaseTarget::Plaintext)) => {
                let message = "the connection to a database on another machine may be unencrypted";
                let help = "remove `database-plaintext` once the server supports TLS";
                self.doubtful("database-plaintext", message, help);
            }
            Ok(_) => {}
        }
        Some(if plaintext { Location::PlainUrl(url) } else { Location::Url(url) })
    }

    fn tls(&mut self) -> Option<Tls> {
        let (certificate, key) = (self.path("tls.certificate"), self.path("tls.key"));
        if certificate.is_none() && key.is_none() {
            return None;
        }
        let set = if certificate.is_some() { "tls.certificate" } else { "tls.key" };
        if !cfg!(feature = "tls") {
            let help = "put a proxy with TLS in front, or build with `--features tls`";
            self.wrong(set, "this program was built without TLS", help);
        }
        let (Some(certificate), Some(key)) = (certificate, key) else {
            self.wrong(set, "`[tls]` needs both `certificate` and `key`", "set both files, or neither");
            return None;
        };
        Some(Tls { certificate, key })
    }

    /// What no key shows by itself.
    fn compare(&mut self, config: &Config) {
        if config.metrics == Some(config.listen) {
            let help = "use a separate port that is not public";
            self.wrong("metrics.listen", "metrics and the house cannot listen on the same address", help);
        }
        if config.play_chips.most_per_buy_in > config.play_chips.most_held {
            let help = "set `most-held` to at least `most-per-buy-in`";
            self.wrong("play-chips.most-held", "`most-held` is less than `most-per-buy-in`", help);
        }
        let secured = config.tls.is_some()
            || config.public_address.as_ref().is_some_and(|address| address.starts_with("https://"));
        if !config.listen.ip().is_loopback() && !secured {
            let message =
                "the house is reachable from other machines without TLS: passwords and tokens are sent unencrypted";
            let help = "listen on 127.0.0.1 behind a TLS proxy and set `public-address = \"https://…\"`";
            self.doubtful("listen", message, help);
        }
    }
}

#[cfg(test)]
mod tests;
