//! How much anybody may ask in how short a time: by person for what he does, by address for signing in.

use crate::api::Problem;
use crate::config;
use axum::http::StatusCode;
use croupier_table::Who;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

/// Keys that are remembered before those long unused are forgotten.
const REMEMBERED: usize = 100_000;

/// The limits of a house.
pub(crate) struct Limits {
    commands: DefaultKeyedRateLimiter<Who>,
    anybody: DefaultKeyedRateLimiter<String>,
    sign_ins: DefaultKeyedRateLimiter<String>,
    guests: DefaultKeyedRateLimiter<String>,
}

impl Limits {
    pub(crate) fn new(limits: &config::Limits) -> Self {
        let number = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let requests =
            Quota::per_second(number(limits.requests_per_second)).allow_burst(number(limits.requests_at_once));
        let hour = Duration::from_secs(3_600) / limits.guests_per_hour.max(1);
        let guests = Quota::with_period(hour).map(|quota| quota.allow_burst(number(limits.guests_per_hour)));
        Self {
            commands: DefaultKeyedRateLimiter::keyed(requests),
            anybody: DefaultKeyedRateLimiter::keyed(requests),
            sign_ins: DefaultKeyedRateLimiter::keyed(Quota::per_minute(number(limits.sign_ins_per_minute))),
            guests: DefaultKeyedRateLimiter::keyed(guests.unwrap_or(requests)),
        }
    }

    /// What a person does.
    pub(crate) fn commands(&self, who: Who) -> Result<(), Problem> {
        within(&self.commands, &who, "more requests than a person makes")
    }

    /// What anybody asks from an address.
    pub(crate) fn anybody(&self, address: &str) -> Result<(), Problem> {
        within(&self.anybody, &address.to_owned(), "more requests than one address makes")
    }

    /// Passwords tried from an address.
    pub(crate) fn sign_ins(&self, address: &str) -> Result<(), Problem> {
        within(&self.sign_ins, &address.to_owned(), "too many passwords from this address")
    }

    /// New guests from an address.
    pub(crate) fn guests(&self, address: &str) -> Result<(), Problem> {
        within(&self.guests, &address.to_owned(), "too many guests from this address")
    }
}

fn within<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K, why: &str) -> Result<(), Problem> {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|_| {
        metrics::counter!("croupier_rate_limited_total").increment(1);
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", format!("{why}: wait a little"))
    })
}
