//! What a desk does about its table: it runs it, follows it, or is down.

use super::pending::PendingWork;

/// What a desk does about its table, with what it has for that.
pub(super) enum DeskMode {
    /// It runs the table under this epoch.
    Running { epoch: u64, work: PendingWork },
    /// It follows the table, which another node runs.
    Following { work: PendingWork },
    /// It has no table, until it has read it from the store.
    Down(Rejoin),
}

/// What a desk does once it has read its table again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rejoin {
    /// It runs the table, if no other node does.
    Claim,
    /// It follows the node that runs the table, and passes messages on to it in the meantime.
    Follow,
}

impl DeskMode {
    /// The mode of a desk that has read its table, and holds this epoch if it runs it.
    pub(super) fn with(epoch: Option<u64>, work: PendingWork) -> Self {
        match epoch {
            Some(epoch) => Self::Running { epoch, work },
            None => Self::Following { work },
        }
    }

    pub(super) fn work(&self) -> Option<&PendingWork> {
        match self {
            Self::Running { work, .. } | Self::Following { work } => Some(work),
            Self::Down(_) => None,
        }
    }

    pub(super) fn work_mut(&mut self) -> Option<&mut PendingWork> {
        match self {
            Self::Running { work, .. } | Self::Following { work } => Some(work),
            Self::Down(_) => None,
        }
    }

    /// Whether another node runs the table, as far as the desk knows.
    pub(super) fn follows(&self) -> bool {
        matches!(self, Self::Following { .. } | Self::Down(Rejoin::Follow))
    }
}
