//! Colours, on a terminal only.

use std::fmt;
use std::io::IsTerminal as _;

/// Whether standard output shows colour.
pub(crate) fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Something printed in a colour if colour is shown.
pub(crate) struct Coloured<T>(pub(crate) T, &'static str, bool);

impl<T: fmt::Display> fmt::Display for Coloured<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.2 {
            write!(f, "\x1b[{}m", self.1)?;
        }
        self.0.fmt(f)?;
        if self.2 { f.write_str("\x1b[0m") } else { Ok(()) }
    }
}

/// A brush that paints or does not.
#[derive(Clone, Copy)]
pub(crate) struct Palette(pub(crate) bool);

impl Palette {
    /// For what needs none.
    pub(crate) fn plain<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "0", false)
    }

    /// For headings.
    pub(crate) fn bold<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "1", self.0)
    }

    /// For what matters less.
    pub(crate) fn dim<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "2", self.0)
    }

    /// For citations.
    pub(crate) fn cyan<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "36", self.0)
    }

    /// For what is well.
    pub(crate) fn green<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "32", self.0)
    }

    /// For what is not done yet.
    pub(crate) fn yellow<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "33", self.0)
    }

    /// For what does not hold.
    pub(crate) fn red<T>(self, what: T) -> Coloured<T> {
        Coloured(what, "31", self.0)
    }
}
