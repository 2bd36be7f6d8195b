//! Whether a table is open.

use serde::{Deserialize, Serialize};

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableStatus {
    /// Closed.
    #[default]
    Closed,
    /// Open for gaming.
    Open,
    /// Open, and nobody plays.
    Idle,
}
