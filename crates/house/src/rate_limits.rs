//! Rate limits: by person for commands, by address for sign-ins; and limits of connections per session and per node.

use crate::config;
use crate::problem::Problem;
use axum::http::StatusCode;
use croupier_table::PersonId;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Keys that are remembered before those long unused are forgotten.
const REMEMBERED: usize = 100_000;

/// The limits of a house.
pub(crate) struct RateLimits {
    commands: DefaultKeyedRateLimiter<PersonId>,
    anybody: DefaultKeyedRateLimiter<String>,
    sign_ins: DefaultKeyedRateLimiter<String>,
    guests: DefaultKeyedRateLimiter<String>,
    sockets: Sockets,
    most_sockets: usize,
    most_sockets_per_session: usize,
}

/// The sockets that are open, by session.
type Sockets = Arc<Mutex<HashMap<String, usize>>>;

/// An open socket, counted until this is dropped.
pub(crate) struct SocketSlot {
    sockets: Sockets,
    session: String,
}

impl RateLimits {
    pub(crate) fn new(limits: &config::RequestLimits) -> Self {
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
            sockets: Sockets::default(),
            most_sockets: limits.sockets,
            most_sockets_per_session: limits.sockets_per_session,
        }
    }

    /// What a person does.
    pub(crate) fn commands(&self, who: PersonId) -> Result<(), Problem> {
        within(&self.commands, &who, "too many requests from this person")
    }

    /// What anybody asks from an address.
    pub(crate) fn anybody(&self, address: &str) -> Result<(), Problem> {
        within(&self.anybody, &address.to_owned(), "too many requests from this address")
    }

    /// Passwords tried from an address.
    pub(crate) fn sign_ins(&self, address: &str) -> Result<(), Problem> {
        within(&self.sign_ins, &address.to_owned(), "too many sign-in attempts from this address")
    }

    /// New guests from an address.
    pub(crate) fn guests(&self, address: &str) -> Result<(), Problem> {
        within(&self.guests, &address.to_owned(), "too many new guests from this address")
    }

    /// Counts one more socket of a session.
    pub(crate) fn socket(&self, session: &str) -> Result<SocketSlot, Problem> {
        let mut open = counted(&self.sockets);
        if open.values().sum::<usize>() >= self.most_sockets {
            return Err(Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "full",
                "this node has reached its limit of feeds",
            ));
        }
        let own = open.entry(session.to_owned()).or_default();
        if *own >= self.most_sockets_per_session {
            let detail = format!("a session can have at most {own} feeds at once: close one");
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", detail));
        }
        *own += 1;
        Ok(SocketSlot { sockets: Arc::clone(&self.sockets), session: session.to_owned() })
    }
}

impl Drop for SocketSlot {
    fn drop(&mut self) {
        let mut open = counted(&self.sockets);
        if let Some(own) = open.get_mut(&self.session) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                open.remove(&self.session);
            }
        }
    }
}

/// A count is right whoever broke off while he held it.
fn counted(sockets: &Sockets) -> MutexGuard<'_, HashMap<String, usize>> {
    sockets.lock().unwrap_or_else(PoisonError::into_inner)
}

fn within<K: Hash + Eq + Clone>(limiter: &DefaultKeyedRateLimiter<K>, key: &K, why: &str) -> Result<(), Problem> {
    if limiter.len() > REMEMBERED {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|_| {
        metrics::counter!("croupier_rate_limited_total").increment(1);
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", format!("{why}: try again in a moment"))
    })
}
