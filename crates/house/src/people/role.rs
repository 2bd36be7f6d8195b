//! The six roles, which of them one person may hold together, and what the table calls them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// In what capacity a person has signed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = PersonRole)]
pub enum Role {
    /// A patron; a guest is one without a name of his own.
    Player,
    /// Works the steps of a dealt table.
    Dealer,
    /// Supervises tables: verifies, validates, rules, voids.
    Floorperson,
    /// Answers for submissions, limits, the opening of tables and second approvals.
    Manager,
    /// Reads everything and changes nothing.
    Auditor,
    /// Looks after people and keys, and never touches money or games.
    Administrator,
}

impl Role {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Player, Self::Dealer, Self::Floorperson, Self::Manager, Self::Auditor, Self::Administrator];

    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Dealer => "dealer",
            Self::Floorperson => "floorperson",
            Self::Manager => "manager",
            Self::Auditor => "auditor",
            Self::Administrator => "administrator",
        }
    }

    /// As whom a table hears him; nobody hears an auditor or an administrator.
    pub const fn at_the_table(self) -> Option<croupier_table::TableRole> {
        match self {
            Self::Player => Some(croupier_table::TableRole::Player),
            Self::Dealer => Some(croupier_table::TableRole::Dealer),
            Self::Floorperson => Some(croupier_table::TableRole::Floorperson),
            Self::Manager => Some(croupier_table::TableRole::Manager),
            Self::Auditor | Self::Administrator => None,
        }
    }

    /// Whether his session locks after a few minutes without a sign of him, since his station stands on the floor.
    pub const fn locks_when_idle(self) -> bool {
        matches!(self, Self::Dealer | Self::Floorperson)
    }

    /// Whether whoever holds this role holds no other. A player would rule on his own wagers, an auditor would read his
    /// own work, and an administrator could give himself what he may not touch.
    const fn is_exclusive(self) -> bool {
        matches!(self, Self::Player | Self::Auditor | Self::Administrator)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = RolesError;

    fn from_str(word: &str) -> Result<Self, RolesError> {
        Self::ALL.into_iter().find(|role| role.name() == word).ok_or_else(|| RolesError::Unknown(word.to_owned()))
    }
}

/// The roles one person holds: at least one, in order, none twice.
///
/// Dealer, floorperson and manager may be one person, as a dual-rate dealer is on a casino floor; the others stand
/// alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(try_from = "Vec<Role>", into = "Vec<Role>")]
#[schema(value_type = Vec<Role>)]
pub struct Roles(Vec<Role>);

/// Why a list of roles cannot be given to one person.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RolesError {
    /// No such role.
    #[error("unknown role `{0}`: expected player, dealer, floorperson, manager, auditor or administrator")]
    Unknown(String),
    /// No role at all.
    #[error("a person must have at least one role")]
    None,
    /// A role that stands alone together with others.
    #[error("the role {0} cannot be combined with another role")]
    StandsAlone(Role),
}

impl Roles {
    /// Checks a list of roles.
    ///
    /// # Errors
    /// If it is empty, or mixes a role that stands alone with others.
    pub fn new(roles: impl IntoIterator<Item = Role>) -> Result<Self, RolesError> {
        let mut roles: Vec<_> = roles.into_iter().collect();
        roles.sort_unstable();
        roles.dedup();
        match roles.iter().find(|role| role.is_exclusive()) {
            _ if roles.is_empty() => Err(RolesError::None),
            Some(&alone) if roles.len() > 1 => Err(RolesError::StandsAlone(alone)),
            _ => Ok(Self(roles)),
        }
    }

    /// Whether this is one of them.
    pub fn hold(&self, role: Role) -> bool {
        self.0.contains(&role)
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Role> + '_ {
        self.0.iter().copied()
    }
}

impl TryFrom<Vec<Role>> for Roles {
    type Error = RolesError;

    fn try_from(roles: Vec<Role>) -> Result<Self, RolesError> {
        Self::new(roles)
    }
}

impl From<Roles> for Vec<Role> {
    fn from(roles: Roles) -> Self {
        roles.0
    }
}

/// As the database keeps them: `dealer floorperson`.
impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Role::name).collect();
        f.write_str(&names.join(" "))
    }
}

impl FromStr for Roles {
    type Err = RolesError;

    fn from_str(names: &str) -> Result<Self, RolesError> {
        let roles: Result<Vec<Role>, _> = names.split_whitespace().map(str::parse).collect();
        Self::new(roles?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_deals_may_also_be_floorperson_but_nobody_else_mixes() {
        assert!("dealer floorperson manager".parse::<Roles>().is_ok());
        assert_eq!(Roles::new([Role::Auditor, Role::Manager]), Err(RolesError::StandsAlone(Role::Auditor)));
        assert_eq!("administrator manager".parse::<Roles>(), Err(RolesError::StandsAlone(Role::Administrator)));
        assert_eq!("player dealer".parse::<Roles>(), Err(RolesError::StandsAlone(Role::Player)));
        assert_eq!("".parse::<Roles>(), Err(RolesError::None));
        assert_eq!("croupier".parse::<Roles>(), Err(RolesError::Unknown("croupier".to_owned())));
    }

    #[test]
    fn roles_are_read_as_they_are_written() {
        let roles = Roles::new([Role::Manager, Role::Dealer, Role::Dealer]).unwrap();
        assert_eq!(roles.to_string(), "dealer manager");
        assert_eq!(roles.to_string().parse(), Ok(roles));
    }
}
