//! Sessions: signing in, staying in, being locked, signing out.
//!
//! A session is an opaque token of 256 random bits of which only the SHA-256 is stored, so that a stolen database opens
//! nothing. Note: sessions are remembered in memory, since every request asks for one. A row counts the endings
//! and locks of sessions, whichever node they happen on; each node looks at that one number at most once a second, and
//! forgets what it remembers when it has moved. An ending on this node works at once.

use super::duty::Duty;
use super::password::Password;
use super::person::{GUEST, Person, PersonRow, millis, moment};
use super::role::{Role, Roles};
use super::{AuditChange, People, PeopleError};
use croupier_table::commitment::Digest;
use croupier_table::{PersonId, Timestamp};
use serde::Serialize;
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a client shows with every request. It shows itself to nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(Digest);

impl Token {
    fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(Digest(bytes)))
    }

    /// Reads what a client shows; none if it cannot be a token.
    pub fn read(shown: &str) -> Option<Self> {
        Digest::read(shown.as_bytes()).map(Self)
    }

    /// The token itself, for the client it was made for.
    pub fn reveal(&self) -> String {
        self.0.to_string()
    }

    fn hash(&self) -> Digest {
        Digest::of(&self.0.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Whether a request shows that somebody is there, or only a page that asks again by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// Somebody did something.
    Active,
    /// Nobody need be there.
    Passive,
}

/// A person who has signed in, and in what role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct Session {
    /// A name for it that opens nothing: the beginning of the stored hash.
    pub id: String,
    /// Who.
    #[schema(value_type = u32)]
    pub person: PersonId,
    /// His name.
    pub name: String,
    /// In what role.
    pub role: Role,
    /// Since when.
    #[schema(value_type = u64)]
    pub made: Timestamp,
    /// Until when.
    #[schema(value_type = u64)]
    pub ends: Timestamp,
    /// Whether it is locked.
    pub locked: bool,
    /// Whether the password must be changed first.
    pub must_change: bool,
    /// Whether he is a guest.
    pub guest: bool,
    /// From where he signed in.
    pub address: String,
}

impl Session {
    /// Whether this session may do something.
    ///
    /// # Errors
    /// If it is locked, a first password is still to be changed, or another role does this.
    pub fn may(&self, duty: Duty) -> Result<(), PeopleError> {
        match self {
            _ if duty == Duty::OwnAccount => Ok(()),
            Self { locked: true, .. } => Err(PeopleError::Locked),
            Self { must_change: true, .. } => Err(PeopleError::MustChange),
            _ if duty.is_for(self.role) => Ok(()),
            _ => Err(PeopleError::NotYourDuty { duty, role: self.role }),
        }
    }
}

/// A sign-in that went well.
#[derive(Debug)]
pub struct SignIn {
    /// What the client shows from now on.
    pub token: Token,
    /// The session.
    pub session: Arc<Session>,
}

/// What a node remembers of sessions.
#[derive(Debug, Default)]
pub(super) struct SessionCache {
    sessions: HashMap<Digest, Remembered>,
    /// How often it forgot; what was remembered before that is read again.
    forgot: u64,
    /// The number of endings when it was last looked at, and when that was.
    endings: i64,
    looked: Option<Instant>,
}

impl SessionCache {
    fn insert(&mut self, hash: Digest, found: Remembered) {
        if self.sessions.len() >= MOST_REMEMBERED {
            self.sessions.clear();
        }
        self.sessions.insert(hash, found);
    }
}

#[derive(Clone, Debug)]
struct Remembered {
    session: Arc<Session>,
    /// When somebody was last there, as this node saw it and as the store has it.
    seen: Timestamp,
    stored: Timestamp,
    /// How often the node had forgotten everything when this was read.
    forgot: u64,
}

/// How long a node goes by what it remembers before it looks whether sessions have ended elsewhere.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How far the store may be behind about when somebody was last there.
const SEEN_EVERY: u64 = 20_000;
/// More sessions than a node serves; beyond it begins afresh.
const MOST_REMEMBERED: usize = 100_000;
/// Wrong passwords in a row that lock a person out.
const MOST_FAILURES: i64 = 3;

impl People {
    /// Signs somebody in. Without a role he acts in the one he holds.
    ///
    /// # Errors
    /// If name or password is wrong, he is locked out, or it is not clear in which role he acts.
    pub async fn sign_in(
        &self,
        name: &str,
        password: Password,
        role: Option<Role>,
        address: &str,
        now: Timestamp,
    ) -> Result<SignIn, PeopleError> {
        let person = self.prove(name, password, now).await?;
        let role = acting(&person.roles, role).ok_or_else(|| PeopleError::ChooseRole(person.roles.clone()))?;
        self.begin(&person, role, address, now).await
    }

    /// Lets somebody play who has no name here.
    ///
    /// # Errors
    /// If the house has no guests, or the store cannot be written.
    pub async fn sign_in_guest(&self, address: &str, now: Timestamp) -> Result<SignIn, PeopleError> {
        if !self.terms.guests {
            return Err(PeopleError::NoGuests);
        }
        let name = format!("{GUEST}{}", self.store.number("guest").await?);
        let guest = self.insert(name, Roles::new([Role::Player])?, None, now).await?;
        self.begin(&guest, Role::Player, address, now).await
    }

    /// The person whose name and password these are. Each attempt is counted before the password is looked at, so that
    /// many at once are no more than three.
    pub(super) async fn prove(&self, name: &str, password: Password, now: Timestamp) -> Result<Person, PeopleError> {
        let known = self.row_by_name(name.trim()).await?.filter(|known| known.person.active && known.hash.is_some());
        let Some(PersonRow { person, hash }) = known else {
            // It takes as long as with a name that is known, so that time does not tell which names are.
            self.hashing.holds(password, None).await?;
            return Err(PeopleError::WrongPassword);
        };
        let counted = sqlx::query(
            "UPDATE people SET \
             failures = CASE WHEN locked_until IS NULL THEN failures + 1 ELSE 1 END, \
             locked_until = CASE WHEN locked_until IS NULL AND failures + 1 >= $3 THEN $4 ELSE NULL END \
             WHERE id = $1 AND active = 1 AND (locked_until IS NULL OR locked_until <= $2)",
        )
        .bind(i64::from(person.id.number()))
        .bind(millis(now))
        .bind(MOST_FAILURES)
        .bind(millis(Timestamp(now.0.saturating_add(self.terms.lock_out))))
        .execute(self.store.pool())
        .await?;
        if counted.rows_affected() == 0 {
            let until = self.row(person.id).await?.person.locked_until;
            return Err(until.map_or(PeopleError::WrongPassword, PeopleError::LockedOut));
        }
        if !self.hashing.holds(password, hash).await? {
            let until = self.row(person.id).await?.person.locked_until;
            return Err(until.map_or(PeopleError::WrongPassword, PeopleError::LockedOut));
        }
        sqlx::query("UPDATE people SET failures = 0, locked_until = NULL WHERE id = $1")
            .bind(i64::from(person.id.number()))
            .execute(self.store.pool())
            .await?;
        Ok(Person { failures: 0, locked_until: None, ..person })
    }

    async fn begin(&self, person: &Person, role: Role, address: &str, now: Timestamp) -> Result<SignIn, PeopleError> {
        let token = Token::random()?;
        let hash = token.hash();
        let expired = millis(Timestamp(now.0.saturating_sub(self.terms.session)));
        sqlx::query("DELETE FROM sessions WHERE made < $1").bind(expired).execute(self.store.pool()).await?;
        sqlx::query(
            "INSERT INTO sessions (token_hash, person, role, made, seen, locked, address) \
             VALUES ($1, $2, $3, $4, $4, 0, $5)",
        )
        .bind(hash.0.to_vec())
        .bind(i64::from(person.id.number()))
        .bind(role.name())
        .bind(millis(now))
        .bind(address.to_owned())
        .execute(self.store.pool())
        .await?;
        let session = Arc::new(Session {
            id: short(hash),
            person: person.id,
            name: person.name.clone(),
            role,
            made: now,
            ends: Timestamp(now.0.saturating_add(self.terms.session)),
            locked: false,
            must_change: person.must_change,
            guest: person.guest,
            address: address.to_owned(),
        });
        self.remember(hash, Arc::clone(&session), now);
        Ok(SignIn { token, session })
    }

    /// Whose session this is.
    ///
    /// # Errors
    /// If there is none, or no longer.
    pub async fn session(
        &self,
        token: &Token,
        presence: Presence,
        now: Timestamp,
    ) -> Result<Arc<Session>, PeopleError> {
        self.look_for_endings().await?;
        let hash = token.hash();
        let mut found = match self.remembered(hash) {
            Some(found) => found,
            None => self.recall(hash).await?,
        };
        if now >= found.session.ends {
            self.cache().sessions.remove(&hash);
            return Err(PeopleError::NoSession);
        }
        if self.is_idle(&found, now) {
            // He may have been seen by another node since.
            found = self.recall(hash).await?;
            if self.is_idle(&found, now) {
                return self.lock(hash, &found).await;
            }
        }
        if presence == Presence::Active && !found.session.locked {
            self.see(hash, &found, now).await?;
        }
        Ok(found.session)
    }

    fn is_idle(&self, found: &Remembered, now: Timestamp) -> bool {
        let idle = now.0.saturating_sub(found.seen.0);
        found.session.role.locks_when_idle() && !found.session.locked && idle >= self.terms.idle_lock
    }

    async fn lock(&self, hash: Digest, found: &Remembered) -> Result<Arc<Session>, PeopleError> {
        self.mark_locked(hash, true, found.seen).await?;
        let session = Arc::new(Session { locked: true, ..Session::clone(&found.session) });
        self.remember(hash, Arc::clone(&session), found.seen);
        Ok(session)
    }

    /// Locks a session at its owner's wish, as a dealer does who steps away.
    ///
    /// # Errors
    /// If there is no such session.
    pub async fn lock_now(&self, token: &Token, now: Timestamp) -> Result<AuditChange<Session>, PeopleError> {
        let before = self.session(token, Presence::Passive, now).await?;
        let found = Remembered { session: Arc::clone(&before), seen: now, stored: now, forgot: 0 };
        let after = self.lock(token.hash(), &found).await?;
        Ok(AuditChange { before: Some(Session::clone(&before)), after: Some(Session::clone(&after)) })
    }

    /// Unlocks a session with its owner's password; a wrong one counts towards a lock-out.
    ///
    /// # Errors
    /// If there is no such session, or the password is wrong.
    pub async fn unlock(
        &self,
        token: &Token,
        password: Password,
        now: Timestamp,
    ) -> Result<AuditChange<Session>, PeopleError> {
        let before = self.session(token, Presence::Passive, now).await?;
        self.prove(&before.name, password, now).await?;
        self.mark_locked(token.hash(), false, now).await?;
        let after = Session { locked: false, ..Session::clone(&before) };
        self.remember(token.hash(), Arc::new(after.clone()), now);
        Ok(AuditChange { before: Some(Session::clone(&before)), after: Some(after) })
    }

    /// Ends a session.
    ///
    /// # Errors
    /// If there is no such session.
    pub async fn sign_out(&self, token: &Token, now: Timestamp) -> Result<AuditChange<Session>, PeopleError> {
        let session = self.session(token, Presence::Passive, now).await?;
        let delete = sqlx::query("DELETE FROM sessions WHERE token_hash = $1").bind(token.hash().0.to_vec());
        self.ending(delete).await?;
        Ok(AuditChange { before: Some(Session::clone(&session)), after: None })
    }

    /// Ends all sessions of a person, and says how many there were.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn end_all(&self, person: PersonId) -> Result<u64, PeopleError> {
        self.ending(sqlx::query("DELETE FROM sessions WHERE person = $1").bind(i64::from(person.number()))).await
    }

    /// The sessions of a person, the oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn sessions_of(&self, person: PersonId, now: Timestamp) -> Result<Vec<Session>, PeopleError> {
        let rows = sqlx::query(select!("WHERE s.person = $1 ORDER BY s.made")).bind(i64::from(person.number()));
        let rows = rows.fetch_all(self.store.pool()).await?;
        let read: Result<Vec<_>, _> = rows.iter().map(|row| self.read(row)).collect();
        let live = read?.into_iter().filter(|found| now < found.session.ends);
        Ok(live.map(|found| Session::clone(&found.session)).collect())
    }

    async fn mark_locked(&self, hash: Digest, locked: bool, seen: Timestamp) -> Result<(), PeopleError> {
        let mark = sqlx::query("UPDATE sessions SET locked = $2, seen = $3 WHERE token_hash = $1");
        self.ending(mark.bind(hash.0.to_vec()).bind(i64::from(locked)).bind(millis(seen))).await.map(drop)
    }

    /// Changes sessions so that every node takes notice: the change and the new count are one.
    async fn ending(&self, change: Query) -> Result<u64, PeopleError> {
        let mut transaction = self.store.begin().await?;
        let changed = change.execute(&mut *transaction).await?.rows_affected();
        sqlx::query(
            "INSERT INTO numbers (what, last) VALUES ('endings', 1) \
             ON CONFLICT (what) DO UPDATE SET last = numbers.last + 1",
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        self.cache().forgot += 1;
        Ok(changed)
    }

    async fn look_for_endings(&self) -> Result<(), PeopleError> {
        {
            let mut cache = self.cache();
            if cache.looked.is_some_and(|looked| looked.elapsed() < LOOK_EVERY) {
                return Ok(());
            }
            // Whoever comes while this one looks goes by what is remembered.
            cache.looked = Some(Instant::now());
        }
        let number = sqlx::query("SELECT last FROM numbers WHERE what = 'endings'");
        let number = match number.fetch_optional(self.store.pool()).await {
            Ok(row) => row.map_or(Ok(0), |row| row.try_get::<i64, _>(0))?,
            Err(error) => {
                self.cache().looked = None;
                return Err(error.into());
            }
        };
        let mut cache = self.cache();
        if cache.endings != number {
            cache.forgot += 1;
            cache.endings = number;
        }
        Ok(())
    }

    /// Reads a session from the store and remembers it. When somebody was last there this node may know better.
    async fn recall(&self, hash: Digest) -> Result<Remembered, PeopleError> {
        let forgot = self.cache().forgot;
        let row = sqlx::query(select!("WHERE s.token_hash = $1")).bind(hash.0.to_vec());
        let Some(row) = row.fetch_optional(self.store.pool()).await? else {
            self.cache().sessions.remove(&hash);
            return Err(PeopleError::NoSession);
        };
        let mut found = Remembered { forgot, ..self.read(&row)? };
        let mut cache = self.cache();
        if let Some(before) = cache.sessions.get(&hash) {
            found.seen = found.seen.max(before.seen);
        }
        cache.insert(hash, found.clone());
        Ok(found)
    }

    fn read(&self, row: &AnyRow) -> Result<Remembered, PeopleError> {
        let (hash, person, name): (Vec<u8>, i64, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let (role, made, seen): (String, i64, i64) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
        let (locked, address): (i64, String) = (row.try_get(6)?, row.try_get(7)?);
        let (must_change, guest): (i64, i64) = (row.try_get(8)?, row.try_get(9)?);
        let damaged = || PeopleError::damaged("a session in the database is invalid");
        let hash = Digest(hash.try_into().map_err(|_| damaged())?);
        let made = moment(made);
        let session = Session {
            id: short(hash),
            person: PersonId::new(u32::try_from(person).map_err(|_| damaged())?),
            name,
            role: role.parse()?,
            made,
            ends: Timestamp(made.0.saturating_add(self.terms.session)),
            locked: locked != 0,
            must_change: must_change != 0,
            guest: guest != 0,
            address,
        };
        Ok(Remembered { session: Arc::new(session), seen: moment(seen), stored: moment(seen), forgot: 0 })
    }

    /// Notes that somebody was there. The store hears of it now and then.
    async fn see(&self, hash: Digest, found: &Remembered, now: Timestamp) -> Result<(), PeopleError> {
        let write = now.0.saturating_sub(found.stored.0) >= SEEN_EVERY;
        if let Some(remembered) = self.cache().sessions.get_mut(&hash) {
            remembered.seen = now;
            if write {
                remembered.stored = now;
            }
        }
        if write {
            sqlx::query("UPDATE sessions SET seen = $2 WHERE token_hash = $1 AND seen < $2")
                .bind(hash.0.to_vec())
                .bind(millis(now))
                .execute(self.store.pool())
                .await?;
        }
        Ok(())
    }

    fn remembered(&self, hash: Digest) -> Option<Remembered> {
        let cache = self.cache();
        cache.sessions.get(&hash).filter(|found| found.forgot == cache.forgot).cloned()
    }

    /// Remembers what this node has just written.
    fn remember(&self, hash: Digest, session: Arc<Session>, seen: Timestamp) {
        let mut cache = self.cache();
        let forgot = cache.forgot;
        cache.insert(hash, Remembered { session, seen, stored: seen, forgot });
    }

    fn cache(&self) -> MutexGuard<'_, SessionCache> {
        // What is remembered is whole at every moment, even if somebody panicked with the lock.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Query = sqlx::query::Query<'static, sqlx::Any, sqlx::any::AnyArguments>;

macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT s.token_hash, s.person, p.name, s.role, s.made, s.seen, s.locked, s.address, p.must_change, ",
            "CASE WHEN p.password IS NULL THEN 1 ELSE 0 END ",
            "FROM sessions s JOIN people p ON p.id = s.person AND p.active = 1 ",
            $which
        )
    };
}
use select;

/// The role to act in: the one named, if it is held, or the only one.
fn acting(roles: &Roles, named: Option<Role>) -> Option<Role> {
    match named {
        Some(role) => roles.hold(role).then_some(role),
        None => {
            let mut held = roles.iter();
            held.next().filter(|_| held.next().is_none())
        }
    }
}

fn short(hash: Digest) -> String {
    hash.to_string().chars().take(16).collect()
}
