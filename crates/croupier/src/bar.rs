//! A bar on a terminal that shows how far long work has come, and nothing anywhere else.

use croupier_odds::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::Mutex;

/// Shows the work in hand on standard error.
#[derive(Default)]
pub(crate) struct Bar(Mutex<Option<ProgressBar>>);

impl Bar {
    fn shown(&self, act: impl FnOnce(&mut Option<ProgressBar>)) {
        // A bar that a panicking thread left behind still shows where the work stands.
        act(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl Progress for Bar {
    fn begin(&self, what: &str, steps: u64) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let bar = ProgressBar::new(steps).with_message(what.to_owned());
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40.cyan} {percent:>3} %  {elapsed}, {eta} left") {
            bar.set_style(style);
        }
        self.shown(|shown| *shown = Some(bar));
    }

    fn advance(&self, steps: u64) {
        self.shown(|shown| {
            if let Some(bar) = shown {
                bar.inc(steps);
            }
        });
    }

    fn end(&self) {
        self.shown(|shown| {
            if let Some(bar) = shown.take() {
                bar.finish_and_clear();
            }
        });
    }
}
