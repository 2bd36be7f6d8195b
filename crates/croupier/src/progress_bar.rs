//! A progress bar for long computations, on a terminal only.

use croupier_odds::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::Mutex;

/// Shows the work in hand on standard error.
#[derive(Default)]
pub(crate) struct TerminalProgress(Mutex<Option<ProgressBar>>);

impl TerminalProgress {
    fn with_bar(&self, act: impl FnOnce(&mut Option<ProgressBar>)) {
        // A bar that a panicking thread left behind still shows where the work stands.
        act(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl Progress for TerminalProgress {
    fn begin(&self, what: &str, steps: u64) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let bar = ProgressBar::new(steps).with_message(what.to_owned());
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40.cyan} {percent:>3} %  {elapsed}, {eta} left") {
            bar.set_style(style);
        }
        self.with_bar(|current| *current = Some(bar));
    }

    fn advance(&self, steps: u64) {
        self.with_bar(|current| {
            if let Some(bar) = current {
                bar.inc(steps);
            }
        });
    }

    fn end(&self) {
        self.with_bar(|current| {
            if let Some(bar) = current.take() {
                bar.finish_and_clear();
            }
        });
    }
}
