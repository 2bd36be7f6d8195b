//! How a PostgreSQL database is reached: on this machine as its address says, anywhere else with TLS.
//!
//! Note: the driver's own default, `sslmode=prefer`, speaks plaintext to a server that offers nothing else and says
//! nothing about it. To another machine it is raised to `require` here, and a mode that allows plaintext is refused,
//! unless the configuration says `database-plaintext = true`.

use sqlx::any::AnyConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::net::IpAddr;
use std::str::FromStr as _;

/// What an address of a database comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DatabaseTarget {
    /// A socket or a loopback address of this machine.
    ThisMachine,
    /// Another machine, with TLS.
    Tls,
    /// Another machine, perhaps without TLS, as the configuration allows.
    Plaintext,
}

/// Why a database is not reached.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatabaseTargetError {
    /// The address cannot be read. It is not shown, since it may hold a password.
    #[error("invalid database URL: {0}")]
    Address(#[from] sqlx::Error),
    /// It would be reached without TLS.
    #[error("`sslmode={0}` allows a connection without TLS, but the database is on another machine ({1})")]
    Plaintext(&'static str, String),
}

/// The address with the mode it is reached by, and what that comes to.
///
/// # Errors
/// If it cannot be read, or would be reached over the network without TLS though `plaintext` is not allowed.
pub(crate) fn reach(url: &str, plaintext: bool) -> Result<(String, DatabaseTarget), DatabaseTargetError> {
    let (options, mut address) = (PgConnectOptions::from_str(url)?, AnyConnectOptions::from_str(url)?);
    if is_here(&options) {
        return Ok((url.to_owned(), DatabaseTarget::ThisMachine));
    }
    let mode = match options.get_ssl_mode() {
        PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull => {
            return Ok((url.to_owned(), DatabaseTarget::Tls));
        }
        _ if plaintext => return Ok((url.to_owned(), DatabaseTarget::Plaintext)),
        PgSslMode::Prefer => {
            // Of a key that stands twice the driver takes the last.
            address.database_url.query_pairs_mut().append_pair("sslmode", "require");
            return Ok((address.database_url.to_string(), DatabaseTarget::Tls));
        }
        PgSslMode::Allow => "allow",
        PgSslMode::Disable => "disable",
    };
    Err(DatabaseTargetError::Plaintext(mode, options.get_host().to_owned()))
}

/// Whether the server is on this machine, as far as its address says.
fn is_here(options: &PgConnectOptions) -> bool {
    let host = options.get_host().trim_start_matches('[').trim_end_matches(']');
    let loopback = |address: IpAddr| address.to_canonical().is_loopback();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(url: &str, plaintext: bool) -> Result<(String, DatabaseTarget), String> {
        reach(url, plaintext).map_err(|error| error.to_string())
    }

    #[test]
    fn this_machine_is_reached_as_the_address_says() {
        for url in [
            "postgres://croupier@localhost/house",
            "postgres://croupier@127.0.0.1:5433/house?sslmode=disable",
            "postgres://croupier@[::1]/house",
            "postgres://croupier@%2Fvar%2Frun%2Fpostgresql/house",
            "postgres:///house?host=/var/run/postgresql",
        ] {
            assert_eq!(of(url, false), Ok((url.to_owned(), DatabaseTarget::ThisMachine)), "{url}");
        }
    }

    #[test]
    fn another_machine_is_reached_with_tls_or_not_at_all() {
        let far = "postgres://croupier:secret@db.example/house";
        for mode in ["", "?sslmode=prefer", "?application_name=a&sslmode=prefer"] {
            let (url, reached) = of(&format!("{far}{mode}"), false).unwrap();
            assert_eq!(reached, DatabaseTarget::Tls, "{mode}");
            let options = PgConnectOptions::from_str(&url).unwrap();
            assert!(matches!(options.get_ssl_mode(), PgSslMode::Require), "{url}");
        }
        for mode in ["require", "verify-ca", "verify-full"] {
            let url = format!("{far}?sslmode={mode}");
            assert_eq!(of(&url, false), Ok((url.clone(), DatabaseTarget::Tls)), "{mode}");
        }
        for mode in ["disable", "allow"] {
            let refused = of(&format!("{far}?sslmode={mode}"), false).unwrap_err();
            assert!(
                refused.contains(mode) && refused.contains("db.example") && !refused.contains("secret"),
                "{refused}"
            );
        }
        for host in ["10.0.0.7", "[2001:db8::7]", "192.168.1.2:5433", "localhost.example"] {
            let reached = of(&format!("postgres://croupier@{host}/house"), false);
            assert!(matches!(reached, Ok((_, DatabaseTarget::Tls))), "{host}: {reached:?}");
        }
    }

    #[test]
    fn plaintext_is_spoken_only_where_the_configuration_says_so() {
        for mode in ["", "?sslmode=prefer", "?sslmode=disable", "?sslmode=allow"] {
            let url = format!("postgres://croupier@db.example/house{mode}");
            assert_eq!(of(&url, true), Ok((url.clone(), DatabaseTarget::Plaintext)), "{mode}");
        }
        let url = "postgres://croupier@db.example/house?sslmode=verify-full";
        assert_eq!(of(url, true), Ok((url.to_owned(), DatabaseTarget::Tls)));
    }
}
