//! The house's clock: milliseconds since 1970, and never back.
//!
//! A journal refuses a time before the last, and a table must not stop because an operator or a time server set the
//! clock back. So the clock stands still until the system's has caught up, and says so once.

use croupier_table::At;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A step back that is worth a word; smaller ones are the ordinary work of a time server.
const WORTH_SAYING: u64 = 1_000;

/// A clock that never goes back.
#[derive(Debug, Default)]
pub struct Clock {
    last: AtomicU64,
    said: AtomicU64,
}

impl Clock {
    /// Now, or the latest moment ever told.
    pub fn now(&self) -> At {
        let system = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        self.read(u64::try_from(system).unwrap_or(u64::MAX))
    }

    /// From now on no moment before this is told: what a table's last line names, after a restart.
    pub fn not_before(&self, at: At) {
        self.last.fetch_max(at.0, Ordering::Relaxed);
    }

    fn read(&self, system: u64) -> At {
        let last = self.last.fetch_max(system, Ordering::Relaxed).max(system);
        if last > system.saturating_add(WORTH_SAYING) && self.said.swap(last, Ordering::Relaxed) != last {
            tracing::warn!(
                behind_ms = last - system,
                "the system's clock stepped back: the house waits for it to catch up"
            );
        }
        At(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_steps_back_stands_still() {
        let clock = Clock::default();
        assert_eq!(clock.read(5_000), At(5_000));
        assert_eq!(clock.read(1_000), At(5_000));
        clock.not_before(At(6_000));
        assert_eq!(clock.read(5_500), At(6_000));
        assert_eq!(clock.read(6_001), At(6_001));
    }
}
