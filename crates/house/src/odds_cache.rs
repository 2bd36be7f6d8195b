//! A cache of the odds of submissions, which the program computes once for each.

use crate::odds_report::OddsReport;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Computes the odds of a rules submission.
pub type OddsProvider = Box<dyn Fn(&str) -> Result<OddsReport, String> + Send + Sync>;

/// The odds of submissions, as far as they are computed.
#[derive(Default)]
pub(crate) struct OddsCache {
    provider: OnceLock<OddsProvider>,
    /// By submission; none while it is being computed.
    reports: Mutex<HashMap<String, Option<Result<OddsReport, String>>>>,
    /// One after the other: tables come first.
    busy: Mutex<()>,
}

impl OddsCache {
    /// Sets the function that computes the odds.
    pub(crate) fn set_provider(&self, provider: OddsProvider) {
        // A second call changes nothing.
        let _ = self.provider.set(provider);
    }

    /// The odds of a submission: none before the first request, `Some(None)` while they are being computed.
    pub(crate) fn look(&self, submission: &str) -> Option<Option<Result<OddsReport, String>>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).get(submission).cloned()
    }

    /// Stores the odds of a submission; none if they are being computed.
    pub(crate) fn note(&self, submission: &str, report: Option<Result<OddsReport, String>>) {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).insert(submission.to_owned(), report);
    }

    /// Computes the odds of a submission, after those that were asked for before.
    pub(crate) fn compute(&self, submission: &str) {
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(provider) = self.provider.get() else { return };
        self.note(submission, Some(provider(submission)));
    }

    /// Whether this server can compute odds.
    pub(crate) fn has_provider(&self) -> bool {
        self.provider.get().is_some()
    }
}
