//! Who acts at a table, and when.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// A person at a table. On the wire and in journals a person is a number; three numbers stand for no person in
/// particular and are variants of their own here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub enum PersonId {
    /// Nobody in person: the program itself. The number 0.
    #[default]
    Nobody,
    /// The person to whom the house gave this number.
    Numbered(PersonNumber),
    /// A patron without a card to whom the house gave this number, above 4,000,000,000.
    Patron(PersonNumber),
    /// A patron without a card who has no number yet: the house gives him one when he is seated. The number
    /// 4,000,000,000.
    NoCard,
    /// Another person, not known yet: to ask whether a command would be taken with a second person. The largest number.
    AnotherPerson,
}

/// The number of a person or patron: none of those that stand for nobody in particular.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PersonNumber(u32);

impl PersonId {
    const NO_CARD: u32 = 4_000_000_000;

    /// The person with this number on the wire.
    pub const fn new(number: u32) -> Self {
        match number {
            0 => Self::Nobody,
            Self::NO_CARD => Self::NoCard,
            u32::MAX => Self::AnotherPerson,
            number if number > Self::NO_CARD => Self::Patron(PersonNumber(number)),
            number => Self::Numbered(PersonNumber(number)),
        }
    }

    /// The number on the wire and in journals.
    pub const fn number(self) -> u32 {
        match self {
            Self::Nobody => 0,
            Self::Numbered(PersonNumber(number)) | Self::Patron(PersonNumber(number)) => number,
            Self::NoCard => Self::NO_CARD,
            Self::AnotherPerson => u32::MAX,
        }
    }
}

impl From<u32> for PersonId {
    fn from(number: u32) -> Self {
        Self::new(number)
    }
}

impl From<PersonId> for u32 {
    fn from(person: PersonId) -> Self {
        person.number()
    }
}

/// By number.
impl Ord for PersonId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for PersonId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A second person who is always written, as 0 where there is none.
pub(crate) mod zero_for_none {
    use super::PersonId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(second: &Option<PersonId>, to: S) -> Result<S::Ok, S::Error> {
        second.unwrap_or_default().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PersonId>, D::Error> {
        PersonId::deserialize(from).map(|second| Some(second).filter(|second| *second != PersonId::Nobody))
    }
}

#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    /// A person, by the number the house knows him by; 0 is nobody.
    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct PersonId(u32);

    impl PartialSchema for super::PersonId {
        fn schema() -> RefOr<Schema> {
            PersonId::schema()
        }
    }

    impl ToSchema for super::PersonId {
        fn name() -> Cow<'static, str> {
            Cow::Borrowed("PersonId")
        }
    }
}

/// In what capacity somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableRole {
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

impl TableRole {
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

/// Who gives a command: a person or the program, in a role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Actor {
    /// In this role.
    pub role: TableRole,
    /// This person.
    pub who: PersonId,
}

impl Actor {
    /// The program itself.
    pub const HOUSE: Self = Self { role: TableRole::House, who: PersonId::Nobody };

    /// A player.
    pub const fn player(who: u32) -> Self {
        Self { role: TableRole::Player, who: PersonId::new(who) }
    }

    /// A dealer.
    pub const fn dealer(who: u32) -> Self {
        Self { role: TableRole::Dealer, who: PersonId::new(who) }
    }

    /// A floorperson.
    pub const fn floorperson(who: u32) -> Self {
        Self { role: TableRole::Floorperson, who: PersonId::new(who) }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            TableRole::House => f.write_str("house"),
            role => write!(f, "{} {}", role.name(), self.who),
        }
    }
}

/// A moment, in milliseconds since 1970. The table never asks for one: each command brings its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// So many whole hours later, for comparing ages.
    #[must_use]
    pub const fn after_hours(self, hours: u8) -> Self {
        Self(self.0.saturating_add(hours as u64 * 3_600_000))
    }
}
