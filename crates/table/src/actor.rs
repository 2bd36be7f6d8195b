//! Who acts at a table, and when.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A person, by the number the house knows him by; 0 is nobody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Who(pub u32);

/// In what capacity somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A patron at a seat.
    Player,
    /// The dealer.
    Dealer,
    /// A floorperson; in Massachusetts also the casino supervisor.
    Floorperson,
    /// Someone above the floorperson.
    Manager,
    /// The program: automated steps, the meters, the table game system.
    House,
}

impl Role {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Dealer => "dealer",
            Self::Floorperson => "floorperson",
            Self::Manager => "manager",
            Self::House => "house",
        }
    }

    /// Whether a clause that asks for a floorperson or above is content with this role.
    pub const fn supervises(self) -> bool {
        matches!(self, Self::Floorperson | Self::Manager)
    }
}

/// Somebody acting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Actor {
    /// In this role.
    pub role: Role,
    /// This person.
    pub who: Who,
}

impl Actor {
    /// The program itself.
    pub const HOUSE: Self = Self { role: Role::House, who: Who(0) };

    /// A player.
    pub const fn player(who: u32) -> Self {
        Self { role: Role::Player, who: Who(who) }
    }

    /// A dealer.
    pub const fn dealer(who: u32) -> Self {
        Self { role: Role::Dealer, who: Who(who) }
    }

    /// A floorperson.
    pub const fn floorperson(who: u32) -> Self {
        Self { role: Role::Floorperson, who: Who(who) }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::House => f.write_str("house"),
            role => write!(f, "{} {}", role.name(), self.who.0),
        }
    }
}

/// A moment, in milliseconds since 1970. The table never asks for one: each command brings its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct At(pub u64);

impl At {
    /// So many whole hours later, for comparing ages.
    #[must_use]
    pub const fn after_hours(self, hours: u8) -> Self {
        Self(self.0.saturating_add(hours as u64 * 3_600_000))
    }
}
