//! Records refusals: one by one, until a user causes so many that they would fill the record.
//!
//! Note: of what is refused to one user within a minute only so many get a line of their own. The rest are
//! counted, and when the minute is over one line tells how many there were and why, so that the record has every
//! refusal and a flood of them is a line a minute.

use croupier_table::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long refusals are counted before they are told, in milliseconds.
const MINUTE: u64 = 60_000;

/// What was refused to whom within the last minute.
pub(crate) struct RefusalLog {
    /// How many of a minute stand on record by themselves.
    most: u32,
    minutes: Mutex<HashMap<String, Minute>>,
}

/// What was refused to one user within a minute.
struct Minute {
    by: Value,
    since: Timestamp,
    /// How many stand on record by themselves.
    told: u32,
    /// How many do not, by code.
    counted: BTreeMap<String, u64>,
}

impl RefusalLog {
    pub(crate) fn new(most: u32) -> Self {
        Self { most, minutes: Mutex::default() }
    }

    /// Whether a refusal is to stand on record by itself; otherwise it is counted. A user is known by his session, or
    /// by his address if he has none.
    pub(crate) fn is_recorded(&self, user: &str, by: &impl Serialize, code: &str, now: Timestamp) -> bool {
        let mut minutes = self.minutes();
        let minute = minutes.entry(user.to_owned()).or_insert_with(|| {
            let by = serde_json::to_value(by).unwrap_or_default();
            Minute { by, since: now, told: 0, counted: BTreeMap::new() }
        });
        if minute.told < self.most {
            minute.told += 1;
            return true;
        }
        *minute.counted.entry(code.to_owned()).or_default() += 1;
        false
    }

    /// Ends the minutes that are over: by whom and what was counted in each.
    pub(crate) fn over(&self, now: Timestamp) -> Vec<(Value, Value)> {
        self.ended(|minute| now.0.saturating_sub(minute.since.0) >= MINUTE)
    }

    /// Ends all minutes.
    pub(crate) fn all(&self) -> Vec<(Value, Value)> {
        self.ended(|_| true)
    }

    fn ended(&self, over: impl Fn(&Minute) -> bool) -> Vec<(Value, Value)> {
        let ended = self.minutes().extract_if(|_, minute| over(minute)).map(|(_, minute)| minute).collect::<Vec<_>>();
        let counted = ended.into_iter().filter(|minute| !minute.counted.is_empty());
        let line = |Minute { by, since, counted, .. }| {
            (
                by,
                json!({ "refused-too-often": {
                    "since": since, "count": counted.values().sum::<u64>(), "codes": counted,
                }}),
            )
        };
        counted.map(line).collect()
    }

    /// A count is right whoever broke off while he held it.
    fn minutes(&self) -> MutexGuard<'_, HashMap<String, Minute>> {
        self.minutes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_counted_and_told_in_a_line_when_the_minute_is_over() {
        let refusals = RefusalLog::new(3);
        let refuse = |user, code, at| refusals.is_recorded(user, &user, code, Timestamp(at));
        assert_eq!([1, 2, 3, 4, 5].map(|at| refuse("ann", "stale", at)), [true, true, true, false, false]);
        assert!(!refuse("ann", "amount", 6));
        assert!(refuse("bob", "stale", 7), "each has his own count");
        assert_eq!(refusals.over(Timestamp(60_000)), []);
        let told = json!({ "refused-too-often": { "since": 1, "count": 3, "codes": { "amount": 1, "stale": 2 } } });
        assert_eq!(refusals.over(Timestamp(60_001)), [(json!("ann"), told)]);
        assert!(refuse("ann", "stale", 60_002), "a new minute");
        assert_eq!(refusals.all(), [], "what stands alone is not told again");
    }
}
