//! What is known of the odds of submissions: told by the program, once for each.

use crate::odds_report::OddsReport;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Tells the odds of a rules submission.
pub type OddsProvider = Box<dyn Fn(&str) -> Result<OddsReport, String> + Send + Sync>;

/// What is known of the odds of submissions.
#[derive(Default)]
pub(crate) struct OddsCache {
    teller: OnceLock<OddsProvider>,
    /// By submission; nothing while it is computed.
    told: Mutex<HashMap<String, Option<Result<OddsReport, String>>>>,
    /// One after the other: tables come first.
    busy: Mutex<()>,
}

impl OddsCache {
    /// Says who tells the odds.
    pub(crate) fn set_provider(&self, teller: OddsProvider) {
        // The first stays.
        let _ = self.teller.set(teller);
    }

    /// What is known of a submission; nothing inside while it is computed.
    pub(crate) fn look(&self, submission: &str) -> Option<Option<Result<OddsReport, String>>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).get(submission).cloned()
    }

    /// Notes what is known of a submission.
    pub(crate) fn note(&self, submission: &str, told: Option<Result<OddsReport, String>>) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(submission.to_owned(), told);
    }

    /// Computes the odds of a submission, after those that were asked for before.
    pub(crate) fn compute(&self, submission: &str) {
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(teller) = self.teller.get() else { return };
        self.note(submission, Some(teller(submission)));
    }

    /// Whether anybody tells the odds.
    pub(crate) fn has_provider(&self) -> bool {
        self.teller.get().is_some()
    }
}
