//! The house's clock: the time of its records, and the timers of its tables.
//!
//! Two readings are kept apart. [`Clock::now`] is the time that stands in journals: milliseconds since 1970, never
//! back. [`Clock::moment`] is monotonic and counts from the start of the program: every timer of a table runs on it, so
//! that no step of the system's clock hurries a player or freezes a round.
//!
//! Note: if the system's clock is behind the last time on record, because it stepped back or because the journal was
//! written by a clock that was ahead, the time of the records goes on at half its pace until the system's has caught
//! up. It neither goes back nor stands still: decks still wear, sessions and lock-outs still end. Every step of the
//! system's clock is kept as a [`ClockStep`] until somebody puts it on record.

use croupier_table::Timestamp;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A step that is worth a word, in milliseconds; smaller ones are the ordinary work of a time server.
const STEP: u64 = 1_000;

/// A moment of the monotonic clock: milliseconds since the program started. It means nothing to another process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MonotonicTime(pub u64);

impl MonotonicTime {
    /// So many milliseconds later.
    #[must_use]
    pub const fn after(self, milliseconds: u64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }
}

/// The system's clock stepped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockStep {
    /// What it should have shown, or what the journals showed when the house started.
    pub expected: Timestamp,
    /// What it showed.
    pub found: Timestamp,
}

impl ClockStep {
    /// By how much it stepped, in milliseconds; back if below zero.
    pub const fn by(&self) -> i64 {
        self.found.0.saturating_sub(self.expected.0).cast_signed()
            - self.expected.0.saturating_sub(self.found.0).cast_signed()
    }
}

/// Where the system's time comes from.
type System = Box<dyn Fn() -> u64 + Send + Sync>;

/// A clock whose records never go back and whose timers never stop.
pub struct Clock {
    started: Instant,
    system: System,
    /// How many times faster than the system's it runs: 1 but in tests.
    pace: u32,
    hands: Mutex<Hands>,
}

#[derive(Default)]
struct Hands {
    /// The last time told, in half milliseconds.
    halves: u64,
    /// When it was told, and what the system's clock showed then.
    read: Option<(MonotonicTime, u64)>,
    steps: Vec<ClockStep>,
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clock")
    }
}

impl Default for Clock {
    fn default() -> Self {
        let since_1970 = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        Self::with_system(move || u64::try_from(since_1970()).unwrap_or(u64::MAX))
    }
}

impl Clock {
    /// A clock whose system time a test sets.
    pub fn with_system(system: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self { started: Instant::now(), system: Box::new(system), pace: 1, hands: Mutex::default() }
    }

    /// A clock that runs so many times faster than the system's, for tests of what takes hours.
    pub fn quick(pace: u32) -> Self {
        let (started, began) = (Instant::now(), Self::default().now().0);
        let system = move || began.saturating_add(milliseconds(started.elapsed().saturating_mul(pace)));
        Self { started, system: Box::new(system), pace, hands: Mutex::default() }
    }

    /// The time for the record: the system's, or the latest ever told if that is later.
    pub fn now(&self) -> Timestamp {
        let mut hands = self.hands();
        // Read under the lock, so that two readers do not see each other's time as a step.
        self.read(&mut hands, self.moment(), (self.system)())
    }

    /// The moment for timers.
    pub fn moment(&self) -> MonotonicTime {
        MonotonicTime(milliseconds(self.started.elapsed().saturating_mul(self.pace)))
    }

    /// When a moment comes, for a task that sleeps until then.
    pub fn instant(&self, moment: MonotonicTime) -> tokio::time::Instant {
        let pause = Duration::from_millis(moment.0.saturating_sub(self.moment().0)) / self.pace;
        tokio::time::Instant::now() + pause
    }

    /// What the clock of the records will show at a moment, for people to see.
    pub fn wall_time(&self, moment: MonotonicTime) -> Timestamp {
        let (now, at) = (self.moment(), self.now());
        Timestamp((at.0 + moment.0.saturating_sub(now.0)).saturating_sub(now.0.saturating_sub(moment.0)))
    }

    /// From now on no time before this is told: what a table's last line names, after a restart.
    pub fn not_before(&self, at: Timestamp) {
        let mut hands = self.hands();
        hands.halves = hands.halves.max(at.0.saturating_mul(2));
    }

    /// Takes it down as a step if the journals are ahead of the system's clock: at the start of a house.
    pub fn compare(&self) {
        let (expected, found) = (self.now(), Timestamp((self.system)()));
        if expected.0 > found.0.saturating_add(STEP) {
            self.hands().step(ClockStep { expected, found });
        }
    }

    /// The steps of the system's clock since this was last asked, each once.
    pub fn steps(&self) -> Vec<ClockStep> {
        self.now();
        std::mem::take(&mut self.hands().steps)
    }

    fn hands(&self) -> std::sync::MutexGuard<'_, Hands> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, hands: &mut Hands, moment: MonotonicTime, system: u64) -> Timestamp {
        let passed = hands.read.map_or(0, |(read, _)| moment.0.saturating_sub(read.0));
        if let Some((_, before)) = hands.read {
            let expected = before.saturating_add(passed);
            if expected.abs_diff(system) > STEP * u64::from(self.pace) {
                hands.step(ClockStep { expected: Timestamp(expected), found: Timestamp(system) });
            }
        }
        hands.read = Some((moment, system));
        let halves = system.saturating_mul(2);
        // While the system's clock is behind, half a millisecond for each that passes.
        hands.halves = if halves >= hands.halves { halves } else { hands.halves.saturating_add(passed) };
        Timestamp(hands.halves / 2)
    }
}

impl Hands {
    fn step(&mut self, step: ClockStep) {
        tracing::warn!(expected = step.expected.0, found = step.found.0, by_ms = step.by(), "the system clock jumped");
        self.steps.push(step);
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A clock, and the system's time behind it.
    fn clock(system: u64) -> (Clock, Arc<AtomicU64>) {
        let hands = Arc::new(AtomicU64::new(system));
        let system = Arc::clone(&hands);
        (Clock::with_system(move || system.load(Ordering::Relaxed)), hands)
    }

    fn at(clock: &Clock, moment: u64, system: u64) -> Timestamp {
        clock.read(&mut clock.hands(), MonotonicTime(moment), system)
    }

    #[test]
    fn the_time_on_record_never_goes_back_and_never_stands_still() {
        let (clock, _) = clock(0);
        assert_eq!(at(&clock, 0, 500_000), Timestamp(500_000));
        assert_eq!(at(&clock, 1_000, 501_000), Timestamp(501_000));
        // An hour back: from there on at half pace.
        assert_eq!(at(&clock, 1_000, 401_000), Timestamp(501_000));
        assert_eq!(at(&clock, 1_001, 401_001), Timestamp(501_000));
        assert_eq!(at(&clock, 1_002, 401_002), Timestamp(501_001));
        assert_eq!(at(&clock, 101_000, 501_000), Timestamp(551_000));
        // The system's clock has caught up after twice the step.
        assert_eq!(at(&clock, 201_000, 601_000), Timestamp(601_000));
        assert_eq!(at(&clock, 202_000, 602_000), Timestamp(602_000));
    }

    #[test]
    fn each_step_of_the_systems_clock_is_told_once() {
        let (clock, system) = clock(500_000);
        clock.now();
        system.fetch_add(1_000, Ordering::Relaxed);
        assert_eq!(clock.steps(), [], "a second is the ordinary work of a time server");
        system.fetch_add(3_600_000, Ordering::Relaxed);
        let steps = clock.steps();
        assert!(matches!(steps[..], [step] if (3_599_000..=3_600_000).contains(&step.by())), "{steps:?}");
        assert_eq!(clock.steps(), []);
        system.fetch_sub(3_600_000, Ordering::Relaxed);
        let steps = clock.steps();
        assert!(matches!(steps[..], [step] if (-3_601_000..=-3_600_000).contains(&step.by())), "{steps:?}");
        assert_eq!(clock.steps(), []);
    }

    #[test]
    fn a_journal_ahead_of_the_system_is_told_at_the_start_and_timers_run() {
        let (clock, _) = clock(500_000);
        clock.not_before(Timestamp(501_000));
        clock.compare();
        assert_eq!(clock.steps(), []);
        clock.not_before(Timestamp(900_000));
        clock.compare();
        let steps = clock.steps();
        assert!(
            matches!(steps[..], [step] if step.found == Timestamp(500_000) && step.expected >= Timestamp(900_000)),
            "{steps:?}"
        );
        let until = clock.moment().after(10);
        while clock.moment() < until {
            std::thread::yield_now();
        }
        assert!(clock.now() >= Timestamp(900_005));
    }

    #[test]
    fn a_moment_is_shown_as_the_records_will_name_it() {
        let (clock, _) = clock(500_000);
        let shown = clock.wall_time(clock.moment().after(20_000));
        assert!((519_000..=520_000).contains(&shown.0), "{shown:?}");
    }
}
