//! How long work tells how far it has come, without knowing who watches.

/// Receives the progress of a long computation.
pub trait Progress: Sync {
    /// Work of this many steps begins, called by this name.
    fn begin(&self, what: &str, steps: u64);
    /// So many more steps are done.
    fn advance(&self, steps: u64);
    /// The work is done.
    fn end(&self);
}

/// Ignores all progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
}
