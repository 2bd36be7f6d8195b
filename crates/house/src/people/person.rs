//! A person of the house: added and changed by an administrator, never removed, because the journals refer to them.

use super::password::{Password, WeakPassword};
use super::role::{Role, Roles};
use super::{AuditChange, People, PeopleError};
use croupier_table::{PersonId, Timestamp};
use serde::Serialize;
use sqlx::Row as _;
use sqlx::any::AnyRow;

/// Somebody the house knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct Person {
    /// His number, by which the journals name him.
    #[schema(value_type = u32)]
    pub id: PersonId,
    /// His name.
    pub name: String,
    /// The roles he may act in.
    pub roles: Roles,
    /// Whether he may sign in at all.
    pub active: bool,
    /// Whether he has no password: a guest.
    pub guest: bool,
    /// How often in a row a wrong password was given for him.
    pub failures: u32,
    /// Until when he is locked out.
    #[schema(value_type = Option<u64>)]
    pub locked_until: Option<Timestamp>,
    /// Whether he must change his password before anything else.
    pub must_change: bool,
    /// When he was made.
    #[schema(value_type = u64)]
    pub made: Timestamp,
    /// When he was last changed.
    #[schema(value_type = u64)]
    pub changed: Timestamp,
}

/// What the person's row holds besides.
pub(super) struct PersonRow {
    pub(super) person: Person,
    pub(super) hash: Option<String>,
}

/// What an administrator changes of a person.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PersonEdit {
    /// Other roles.
    pub roles: Option<Roles>,
    /// Whether he may sign in.
    pub active: Option<bool>,
    /// Whether his lock-out is lifted.
    pub lift_lock_out: bool,
}

macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT id, name, password, roles, active, failures, locked_until, must_change, made, changed FROM people ",
            $which
        )
    };
}

/// The name of a guest begins so, and nobody else's does.
pub(super) const GUEST: &str = "Guest ";

impl People {
    /// Makes a person with a first password, which he must change when he signs in.
    ///
    /// # Errors
    /// If the name will not do or is taken, or the store cannot be written.
    pub async fn make(
        &self,
        name: &str,
        roles: Roles,
        now: Timestamp,
    ) -> Result<(AuditChange<Person>, Password), PeopleError> {
        let password = Password::random()?;
        Ok((self.make_with(name, roles, password.clone(), now).await?, password))
    }

    async fn make_with(
        &self,
        name: &str,
        roles: Roles,
        password: Password,
        now: Timestamp,
    ) -> Result<AuditChange<Person>, PeopleError> {
        let name = named(name)?;
        let taken = sqlx::query("SELECT id FROM people WHERE LOWER(name) = LOWER($1)").bind(name);
        if taken.fetch_optional(self.store.pool()).await?.is_some() {
            return Err(PeopleError::NameTaken(name.to_owned()));
        }
        let hash = self.hashing.hash(password).await?;
        let person = self.insert(name.to_owned(), roles, Some(hash), now).await?;
        Ok(AuditChange { before: None, after: Some(person) })
    }

    /// Makes the first administrator of a new house with a first password, if it has none yet.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn first_administrator(&self, password: Password, now: Timestamp) -> Result<Option<Person>, PeopleError> {
        if self.has_administrator().await? {
            return Ok(None);
        }
        let roles = Roles::new([Role::Administrator])?;
        Ok(self.make_with(Role::Administrator.name(), roles, password, now).await?.after)
    }

    /// Whether there is an administrator: whether the first start is over.
    pub(crate) async fn has_administrator(&self) -> Result<bool, PeopleError> {
        let one = sqlx::query("SELECT id FROM people WHERE roles = $1").bind(Role::Administrator.name());
        Ok(one.fetch_optional(self.store.pool()).await?.is_some())
    }

    pub(super) async fn insert(
        &self,
        name: String,
        roles: Roles,
        hash: Option<String>,
        now: Timestamp,
    ) -> Result<Person, PeopleError> {
        let number = self.store.number("person").await?;
        let id = u32::try_from(number).map_err(|_| PeopleError::damaged("the limit of people is reached"))?;
        let guest = hash.is_none();
        let made = sqlx::query(
            "INSERT INTO people (id, name, password, roles, active, failures, locked_until, must_change, made, \
             changed) \
             VALUES ($1, $2, $3, $4, 1, 0, NULL, $5, $6, $6)",
        )
        .bind(number)
        .bind(name.clone())
        .bind(hash)
        .bind(roles.to_string())
        .bind(i64::from(!guest))
        .bind(millis(now))
        .execute(self.store.pool())
        .await;
        match made {
            Ok(_) => Ok(Person {
                id: PersonId::new(id),
                name,
                roles,
                active: true,
                guest,
                failures: 0,
                locked_until: None,
                must_change: !guest,
                made: now,
                changed: now,
            }),
            Err(error) if error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation) => {
                Err(PeopleError::NameTaken(name))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Changes a person's roles or standing; his sessions end unless only a lock-out is lifted.
    ///
    /// # Errors
    /// If there is no such person, it is the one who asks, or nobody could look after people any more.
    pub async fn amend(
        &self,
        by: PersonId,
        id: PersonId,
        amendment: &PersonEdit,
        now: Timestamp,
    ) -> Result<AuditChange<Person>, PeopleError> {
        if by == id {
            return Err(PeopleError::OneSelf);
        }
        let before = self.row(id).await?.person;
        let mut after = before.clone();
        after.roles = amendment.roles.clone().unwrap_or(after.roles);
        after.active = amendment.active.unwrap_or(after.active);
        if before.guest && after.roles != before.roles {
            return Err(PeopleError::Guest);
        }
        if amendment.lift_lock_out {
            (after.failures, after.locked_until) = (0, None);
        }
        after.changed = later(now, before.changed);
        let changed = sqlx::query(
            "UPDATE people SET roles = $3, active = $4, failures = $5, locked_until = $6, changed = $7 \
             WHERE id = $1 AND changed = $2",
        )
        .bind(i64::from(id.number()))
        .bind(millis(before.changed))
        .bind(after.roles.to_string())
        .bind(i64::from(after.active))
        .bind(i64::from(after.failures))
        .bind(after.locked_until.map(millis))
        .bind(millis(after.changed))
        .execute(self.store.pool())
        .await?;
        if changed.rows_affected() == 0 {
            return Err(PeopleError::ChangedMeanwhile);
        }
        if after.roles != before.roles || after.active != before.active {
            self.end_all(id).await?;
        }
        Ok(AuditChange { before: Some(before), after: Some(after) })
    }

    /// Gives a person a new first password and ends his sessions.
    ///
    /// # Errors
    /// If there is no such person, or he is a guest, or it is the one who asks.
    pub async fn reset_password(
        &self,
        by: PersonId,
        id: PersonId,
        now: Timestamp,
    ) -> Result<(AuditChange<Person>, Password), PeopleError> {
        if by == id {
            return Err(PeopleError::OneSelf);
        }
        let password = Password::random()?;
        Ok((self.replace_password(id, password.clone(), true, now).await?, password))
    }

    /// Changes one's own password and ends all one's sessions.
    ///
    /// # Errors
    /// If the old one is wrong (which counts towards a lock-out), or the new one will not do.
    pub async fn change_password(
        &self,
        id: PersonId,
        old: Password,
        new: Password,
        now: Timestamp,
    ) -> Result<AuditChange<Person>, PeopleError> {
        let name = self.row(id).await?.person.name;
        new.check(&name)?;
        if old == new {
            return Err(WeakPassword::Old.into());
        }
        self.prove(&name, old, now).await?;
        self.replace_password(id, new, false, now).await
    }

    async fn replace_password(
        &self,
        id: PersonId,
        password: Password,
        must_change: bool,
        now: Timestamp,
    ) -> Result<AuditChange<Person>, PeopleError> {
        let before = self.row(id).await?.person;
        if before.guest {
            return Err(PeopleError::Guest);
        }
        let hash = self.hashing.hash(password).await?;
        let mut after = Person { must_change, failures: 0, locked_until: None, ..before.clone() };
        after.changed = later(now, before.changed);
        sqlx::query(
            "UPDATE people SET password = $2, must_change = $3, failures = 0, locked_until = NULL, changed = $4 \
             WHERE id = $1",
        )
        .bind(i64::from(id.number()))
        .bind(hash)
        .bind(i64::from(must_change))
        .bind(millis(after.changed))
        .execute(self.store.pool())
        .await?;
        self.end_all(id).await?;
        Ok(AuditChange { before: Some(before), after: Some(after) })
    }

    /// A person by his number.
    ///
    /// # Errors
    /// If there is none.
    pub async fn person(&self, id: PersonId) -> Result<Person, PeopleError> {
        Ok(self.row(id).await?.person)
    }

    /// People after this number, in order, at most so many.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn list(&self, after: PersonId, most: u32) -> Result<Vec<Person>, PeopleError> {
        let rows = sqlx::query(select!("WHERE id > $1 ORDER BY id LIMIT $2"))
            .bind(i64::from(after.number()))
            .bind(i64::from(most));
        let rows = rows.fetch_all(self.store.pool()).await?;
        rows.iter().map(|row| Ok(read(row)?.person)).collect()
    }

    /// Whoever works in the pit: dealers, floorpersons and managers who may sign in, in order of their numbers.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn pit(&self) -> Result<Vec<Person>, PeopleError> {
        let rows = sqlx::query(select!(
            "WHERE active = 1 AND (roles LIKE '%dealer%' OR roles LIKE '%floorperson%' OR roles LIKE '%manager%') \
             ORDER BY id"
        ));
        let rows = rows.fetch_all(self.store.pool()).await?;
        rows.iter().map(|row| Ok(read(row)?.person)).collect()
    }

    pub(super) async fn row(&self, id: PersonId) -> Result<PersonRow, PeopleError> {
        let row = sqlx::query(select!("WHERE id = $1")).bind(i64::from(id.number()));
        let row = row.fetch_optional(self.store.pool()).await?.ok_or(PeopleError::NoSuchPerson(id))?;
        read(&row)
    }

    pub(super) async fn row_by_name(&self, name: &str) -> Result<Option<PersonRow>, PeopleError> {
        let row = sqlx::query(select!("WHERE LOWER(name) = LOWER($1)")).bind(name);
        row.fetch_optional(self.store.pool()).await?.as_ref().map(read).transpose()
    }
}

fn read(row: &AnyRow) -> Result<PersonRow, PeopleError> {
    let (id, name, hash): (i64, String, Option<String>) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (roles, active, failures): (String, i64, i64) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
    let (locked, must_change): (Option<i64>, i64) = (row.try_get(6)?, row.try_get(7)?);
    let damaged = |_| PeopleError::damaged(&format!("person {id} in the database is invalid"));
    let person = Person {
        id: PersonId::new(u32::try_from(id).map_err(damaged)?),
        name,
        roles: roles.parse()?,
        active: active != 0,
        guest: hash.is_none(),
        failures: u32::try_from(failures).unwrap_or(u32::MAX),
        locked_until: locked.map(moment),
        must_change: must_change != 0,
        made: moment(row.try_get(8)?),
        changed: moment(row.try_get(9)?),
    };
    Ok(PersonRow { person, hash })
}

/// A name people can read aloud and no page or terminal obeys.
fn named(name: &str) -> Result<&str, PeopleError> {
    let fits = |letter: char| letter.is_alphanumeric() || " .-_'".contains(letter);
    let name = name.trim();
    let length = name.chars().count();
    if (1..=40).contains(&length) && name.chars().all(fits) && !name.to_lowercase().starts_with(&GUEST.to_lowercase()) {
        Ok(name)
    } else {
        Err(PeopleError::BadName)
    }
}

/// The next moment a row changes at: every change has one of its own, so that none is overwritten unseen.
fn later(now: Timestamp, before: Timestamp) -> Timestamp {
    now.max(Timestamp(before.0.saturating_add(1)))
}

/// A moment as the database keeps it.
pub(super) fn millis(at: Timestamp) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// A moment as the database kept it.
pub(super) fn moment(millis: i64) -> Timestamp {
    Timestamp(u64::try_from(millis).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_read_aloud() {
        for good in ["Ann", " Zoë O'Hara-Müller ", "dealer_7", "x"] {
            assert_eq!(named(good).unwrap(), good.trim());
        }
        for bad in ["", "  ", "a\u{1b}[2J", "<b>", "Guest 4", "guest x", "a\nb", &"x".repeat(41)] {
            assert!(matches!(named(bad), Err(PeopleError::BadName)), "{bad:?}");
        }
    }
}
