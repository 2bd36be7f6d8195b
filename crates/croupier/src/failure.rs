//! How a subcommand ends when it does not succeed.

use croupier_odds::OddsError;
use std::io;

/// How a subcommand ends when it does not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The content is bad, and that has been said already.
    BadContent,
    /// The content is bad, in this way.
    Content(String),
    /// The call was wrong.
    WrongCall(anyhow::Error),
    /// Reading or writing failed.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::WrongCall(error)
    }
}

impl From<OddsError> for Failure {
    fn from(error: OddsError) -> Self {
        match error {
            OddsError::Rules(said) => Self::Content(said),
            error @ (OddsError::NoSolver(_) | OddsError::Query(_)) => Self::WrongCall(error.into()),
        }
    }
}

/// How a subcommand ends.
pub(crate) type CommandResult = Result<(), Failure>;
