//! Requests for a second person's approval.
//!
//! Whoever wants something that takes two persons asks; another with the right role grants or refuses; then, once, the
//! house does it with both names. Every step is one conditional change in the database, so of two who decide at the
//! same time, on whatever nodes, one comes too late. Note: a granted request is marked used *before* it is carried out,
//! so after a crash in between it is asked for again rather than done twice.

use super::duty::{Duty, SecondPerson};
use super::person::{millis, moment};
use super::role::Role;
use super::session::Session;
use super::{AuditChange, People, PeopleError};
use croupier_table::{PersonId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::fmt;

/// What a request is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ApprovalSubject {
    /// A table, by its number.
    Table(i64),
    /// A meter, by its name.
    Meter(String),
    /// The house as a whole.
    House,
}

/// What a second person is asked to approve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ApprovalRequest {
    /// The duty it is.
    pub duty: Duty,
    /// What it is about.
    pub about: ApprovalSubject,
    /// The command or operation itself, to be carried out as it stands.
    #[schema(value_type = Object)]
    pub what: Value,
}

/// The status of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ApprovalStanding)]
pub enum ApprovalStatus {
    /// It waits for a second person.
    Open,
    /// A second person granted it.
    Granted,
    /// A second person refused it.
    Refused,
    /// Who asked no longer wants it.
    Withdrawn,
    /// It was granted and carried out.
    Used,
    /// Nobody decided in time, or nobody carried it out in time.
    Expired,
}

impl ApprovalStatus {
    const ALL: [Self; 6] = [Self::Open, Self::Granted, Self::Refused, Self::Withdrawn, Self::Used, Self::Expired];

    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Granted => "granted",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::Used => "used",
            Self::Expired => "expired",
        }
    }
}

impl fmt::Display for ApprovalStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who decided a request, in what role, and when.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct ApprovalDecision {
    /// Who.
    #[schema(value_type = u32)]
    pub by: PersonId,
    /// In what role.
    pub role: Role,
    /// When.
    #[schema(value_type = u64)]
    pub at: Timestamp,
}

/// A request and its status.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct Approval {
    /// Its number.
    pub id: i64,
    /// What is asked for.
    pub asked: ApprovalRequest,
    /// Who asks.
    #[schema(value_type = u32)]
    pub by: PersonId,
    /// In what role.
    pub role: Role,
    /// When.
    #[schema(value_type = u64)]
    pub at: Timestamp,
    /// Until when it can be granted and used.
    #[schema(value_type = u64)]
    pub expires: Timestamp,
    /// Why.
    pub reason: String,
    /// How it stands.
    pub standing: ApprovalStatus,
    /// Who decided on it.
    pub decided: Option<ApprovalDecision>,
}

/// A request is good for half an hour: what stood to reason then may not stand to reason later.
const LIVES: u64 = 30 * 60_000;

macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT id, what, asked_by, asked_role, asked_at, reason, decided_by, decided_role, decided_at, state ",
            "FROM approvals ",
            $which
        )
    };
}

impl People {
    /// Asks for a second person's approval.
    ///
    /// # Errors
    /// If the session may not do this at all, or it takes one person only.
    pub async fn ask(
        &self,
        session: &Session,
        asked: ApprovalRequest,
        reason: &str,
        now: Timestamp,
    ) -> Result<AuditChange<Approval>, PeopleError> {
        session.may(asked.duty)?;
        if asked.duty.permission().second == SecondPerson::Never {
            return Err(PeopleError::NeedsNoSecond(asked.duty));
        }
        let id = self.store.number("approval").await?;
        let what = serde_json::to_string(&asked).map_err(|error| PeopleError::damaged(&error.to_string()))?;
        let table = match asked.about {
            ApprovalSubject::Table(table) => Some(table),
            ApprovalSubject::Meter(_) | ApprovalSubject::House => None,
        };
        sqlx::query(
            "INSERT INTO approvals (id, what, table_id, asked_by, asked_role, asked_at, reason, state) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')",
        )
        .bind(id)
        .bind(what)
        .bind(table)
        .bind(i64::from(session.person.number()))
        .bind(session.role.name())
        .bind(millis(now))
        .bind(reason.to_owned())
        .execute(self.store.pool())
        .await?;
        Ok(AuditChange { before: None, after: Some(self.approval(id, now).await?) })
    }

    /// Grants a request, as a second person.
    ///
    /// # Errors
    /// If it is one's own, another role grants it, or it is no longer open.
    pub async fn grant(
        &self,
        session: &Session,
        id: i64,
        now: Timestamp,
    ) -> Result<AuditChange<Approval>, PeopleError> {
        self.decide(session, id, ApprovalStatus::Granted, now).await
    }

    /// Refuses a request, as a second person.
    ///
    /// # Errors
    /// As [`grant`](Self::grant).
    pub async fn refuse(
        &self,
        session: &Session,
        id: i64,
        now: Timestamp,
    ) -> Result<AuditChange<Approval>, PeopleError> {
        self.decide(session, id, ApprovalStatus::Refused, now).await
    }

    async fn decide(
        &self,
        session: &Session,
        id: i64,
        to: ApprovalStatus,
        now: Timestamp,
    ) -> Result<AuditChange<Approval>, PeopleError> {
        session.may(Duty::Approve)?;
        let before = self.approval(id, now).await?;
        let (duty, role) = (before.asked.duty, session.role);
        if before.by == session.person {
            return Err(PeopleError::OwnRequest);
        }
        if !duty.is_granted_by(role) {
            return Err(PeopleError::NotYoursToGrant { duty, role });
        }
        let decided = sqlx::query(
            "UPDATE approvals SET state = $2, decided_by = $3, decided_role = $4, decided_at = $5 \
             WHERE id = $1 AND state = 'open' AND asked_at > $6 AND asked_by <> $3",
        )
        .bind(id)
        .bind(to.name())
        .bind(i64::from(session.person.number()))
        .bind(role.name())
        .bind(millis(now))
        .bind(oldest(now));
        self.moved(decided, before, to, now).await
    }

    /// Withdraws one's own request.
    ///
    /// # Errors
    /// If it is another's, or no longer open.
    pub async fn withdraw(
        &self,
        session: &Session,
        id: i64,
        now: Timestamp,
    ) -> Result<AuditChange<Approval>, PeopleError> {
        let before = self.approval(id, now).await?;
        if before.by != session.person {
            return Err(PeopleError::NotYourRequest);
        }
        let withdrawn = sqlx::query("UPDATE approvals SET state = 'withdrawn' WHERE id = $1 AND state = 'open'");
        self.moved(withdrawn.bind(id), before, ApprovalStatus::Withdrawn, now).await
    }

    /// Takes up a granted request, to carry it out now. Whoever gets it is the only one.
    ///
    /// # Errors
    /// If it was not granted, was taken up before, or is too old.
    pub async fn take_up(&self, id: i64, now: Timestamp) -> Result<AuditChange<Approval>, PeopleError> {
        let before = self.approval(id, now).await?;
        let used = "UPDATE approvals SET state = 'used' WHERE id = $1 AND state = 'granted' AND asked_at > $2";
        self.moved(sqlx::query(used).bind(id).bind(oldest(now)), before, ApprovalStatus::Used, now).await
    }

    async fn moved(
        &self,
        change: sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments>,
        before: Approval,
        to: ApprovalStatus,
        now: Timestamp,
    ) -> Result<AuditChange<Approval>, PeopleError> {
        let changed = change.execute(self.store.pool()).await?.rows_affected();
        let after = self.approval(before.id, now).await?;
        if changed == 0 {
            return Err(PeopleError::Decided { id: before.id, standing: after.standing, wanted: to.name() });
        }
        Ok(AuditChange { before: Some(before), after: Some(after) })
    }

    /// A request by its number.
    ///
    /// # Errors
    /// If there is none.
    pub async fn approval(&self, id: i64, now: Timestamp) -> Result<Approval, PeopleError> {
        let row = sqlx::query(select!("WHERE id = $1")).bind(id).fetch_optional(self.store.pool()).await?;
        read(&row.ok_or(PeopleError::NoSuchRequest(id))?, now)
    }

    /// What somebody asked for in the last half hour, however it stands; the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn requests_of(&self, who: PersonId, now: Timestamp) -> Result<Vec<Approval>, PeopleError> {
        let rows = sqlx::query(select!("WHERE asked_by = $1 AND asked_at > $2 ORDER BY id"));
        let rows = rows.bind(i64::from(who.number())).bind(oldest(now)).fetch_all(self.store.pool()).await?;
        rows.iter().map(|row| read(row, now)).collect()
    }

    /// The requests that wait for a second person, or were granted and not carried out; the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn waiting(&self, now: Timestamp) -> Result<Vec<Approval>, PeopleError> {
        let rows = sqlx::query(select!("WHERE state IN ('open', 'granted') AND asked_at > $1 ORDER BY id"));
        let rows = rows.bind(oldest(now)).fetch_all(self.store.pool()).await?;
        rows.iter().map(|row| read(row, now)).collect()
    }
}

/// A request of this moment or before has expired.
fn oldest(now: Timestamp) -> i64 {
    // A house younger than that has no old requests.
    millis(now).saturating_sub(i64::try_from(LIVES).unwrap_or(i64::MAX))
}

fn read(row: &AnyRow, now: Timestamp) -> Result<Approval, PeopleError> {
    let (id, what, by): (i64, String, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (role, at, reason): (String, i64, String) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
    let (decided_by, decided_role): (Option<i64>, Option<String>) = (row.try_get(6)?, row.try_get(7)?);
    let (decided_at, state): (Option<i64>, String) = (row.try_get(8)?, row.try_get(9)?);
    let damaged = || PeopleError::damaged(&format!("request {id} in the database is invalid"));
    let who = |number: i64| u32::try_from(number).map(PersonId::new).map_err(|_| damaged());
    let decided = match (decided_by, decided_role, decided_at) {
        (Some(by), Some(role), Some(at)) => {
            Some(ApprovalDecision { by: who(by)?, role: role.parse()?, at: moment(at) })
        }
        _ => None,
    };
    let at = moment(at);
    let expires = Timestamp(at.0.saturating_add(LIVES));
    let stored = ApprovalStatus::ALL.into_iter().find(|standing| standing.name() == state).ok_or_else(damaged)?;
    let late = matches!(stored, ApprovalStatus::Open | ApprovalStatus::Granted) && now >= expires;
    Ok(Approval {
        id,
        asked: serde_json::from_str(&what).map_err(|_| damaged())?,
        by: who(by)?,
        role: role.parse()?,
        at,
        expires,
        reason,
        standing: if late { ApprovalStatus::Expired } else { stored },
        decided,
    })
}
