//! The result of a wager and its clause: all money won or lost moves by rulings.

use croupier_rules::{Cents, Clause, Seat, Wager};
use serde::{Deserialize, Serialize};

/// What became of a wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is collected.
    Loses,
    /// It goes back to the player.
    Returned,
    /// It is paid.
    Pays,
    /// It is given up with the hand.
    Forfeited,
}

/// What became of one wager, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ruling {
    /// On which area.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// What became of it.
    pub verdict: Verdict,
    /// What was staked.
    pub stake: Cents,
    /// What the house adds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub won: Cents,
    /// The row of the paytable, where it is paid by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// Hundredths of a cent lost to rounding down.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub fraction: u8,
    /// Whether a payout limit cut it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
    /// The clause that decides.
    pub clause: Clause,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(cents: &Cents) -> bool {
    cents.0 == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_nothing(number: &u8) -> bool {
    *number == 0
}
