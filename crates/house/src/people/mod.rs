//! The people of the house: who they are, what each may do, and how they prove it.
//!
//! [`Role`] and [`Duty`] say who may do what, in one table; [`People`] keeps persons, sessions and requests for a
//! second person's approval in the store. Note: a person may hold several roles but acts in one, chosen when he
//! signs in, so that nobody is dealer and floorperson in the same breath. Credentials are keys and no record, so they
//! stand in no chain; but every change comes back with what was before and after, and the caller writes that to the
//! chain of the house.

mod approval;
mod duty;
mod password;
mod person;
mod role;
mod session;

pub use approval::{Approval, ApprovalDecision, ApprovalRequest, ApprovalStatus, ApprovalSubject};
pub use duty::{Duty, Permission, SecondPerson, may_give, only_the_house};
pub use password::{HashError, Password, WeakPassword};
pub use person::{Person, PersonEdit};
pub use role::{Role, Roles, RolesError};
pub use session::{Presence, Session, SignIn, Token};

use crate::store::{Store, StoreError};
use croupier_table::{PersonId, Timestamp};
use password::PasswordHasher;
use serde::Serialize;
use session::SessionCache;
use std::sync::{Arc, Mutex};

/// How long things last and whether guests may come in; the configuration says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionPolicy {
    /// A session ends so many milliseconds after the sign-in.
    pub session: u64,
    /// A dealer's or floorperson's session locks after so many milliseconds without a sign of him.
    pub idle_lock: u64,
    /// Three wrong passwords in a row lock a person out for so many milliseconds.
    pub lock_out: u64,
    /// Whether anybody may play as a guest.
    pub guests: bool,
}

impl Default for SessionPolicy {
    fn default() -> Self {
        Self { session: 12 * 3_600_000, idle_lock: 5 * 60_000, lock_out: 15 * 60_000, guests: true }
    }
}

/// The people of the house. Cheap to clone.
#[derive(Clone, Debug)]
pub struct People {
    store: Store,
    terms: SessionPolicy,
    hashing: PasswordHasher,
    cache: Arc<Mutex<SessionCache>>,
}

impl People {
    /// The people in this store.
    pub fn new(store: Store, terms: SessionPolicy) -> Self {
        Self { store, terms, hashing: PasswordHasher::new(), cache: Arc::default() }
    }
}

/// Something as it was and as it is, for the chain of the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AuditChange<T> {
    /// As it was; none if it was not.
    pub before: Option<T>,
    /// As it is; none if it is no more.
    pub after: Option<T>,
}

/// Why the house does not let somebody in, or not do something.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// Name or password is wrong; which of them is not said.
    #[error("the name or the password is wrong")]
    WrongPassword,
    /// Three wrong passwords, or one right one too late.
    #[error("locked out after three wrong passwords until {}, or until an administrator lifts the lock", utc(*.0))]
    LockedOut(Timestamp),
    /// He holds several roles and has not said in which he acts, or one he does not hold.
    #[error("choose one of your roles: {0}")]
    ChooseRole(Roles),
    /// Guests are not let in here.
    #[error("guest play is disabled: sign in with a name and a password")]
    NoGuests,
    /// There is no such session, or no longer.
    #[error("the session does not exist or has ended: sign in")]
    NoSession,
    /// The session is locked.
    #[error("this station is locked after inactivity: unlock it with your password")]
    Locked,
    /// The first password is still to be changed.
    #[error("change your initial password first")]
    MustChange,
    /// Another role does this.
    #[error("`{duty}` requires {} (you act as {role}): {}", names(duty.permission().roles), duty.permission().why)]
    NotYourDuty {
        /// What he wanted to do.
        duty: Duty,
        /// In what role.
        role: Role,
    },
    /// Another role grants this.
    #[error("approving `{duty}` requires {} (you act as {role})", names(duty.permission().second.roles()))]
    NotYoursToGrant {
        /// What was asked for.
        duty: Duty,
        /// In what role he acts.
        role: Role,
    },
    /// Nobody approves his own request.
    #[error("you cannot decide on your own request: a second person must")]
    OwnRequest,
    /// Only who asked for it withdraws it.
    #[error("only the person who made a request can withdraw it")]
    NotYourRequest,
    /// The duty takes one person only.
    #[error("`{0}` needs no second person: do it directly")]
    NeedsNoSecond(Duty),
    /// There is no such request.
    #[error("unknown request {0}")]
    NoSuchRequest(i64),
    /// It was decided before, or it is too late.
    #[error("request {id} is {standing} and can no longer be {wanted}")]
    Decided {
        /// Which.
        id: i64,
        /// What it is.
        standing: ApprovalStatus,
        /// What was to be done with it.
        wanted: &'static str,
    },
    /// There is no such person.
    #[error("unknown person {0}")]
    NoSuchPerson(PersonId),
    /// The name is another's.
    #[error("the name `{0}` is already taken")]
    NameTaken(String),
    /// The name will not do.
    #[error(
        "a name must have 1 to 40 letters, digits, spaces, dots, hyphens, underscores or apostrophes, and must not \
            begin with `Guest`"
    )]
    BadName,
    /// Nobody changes his own roles or standing.
    #[error("you cannot change your own roles or status: another administrator must")]
    OneSelf,
    /// A guest has no password and stays a player.
    #[error("a guest has no password and can only be a player: add a user instead")]
    Guest,
    /// Somebody else changed him at the same time.
    #[error("someone else has just changed this person: reload and try again")]
    ChangedMeanwhile,
    /// The password will not do.
    #[error(transparent)]
    Weak(#[from] WeakPassword),
    /// The roles do not go together.
    #[error(transparent)]
    Unfit(#[from] RolesError),
    /// The password could not be hashed now.
    #[error(transparent)]
    NotHashed(#[from] HashError),
    /// The operating system has no randomness.
    #[error("the operating system provides no random bytes: {0}")]
    Chance(#[from] getrandom::Error),
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PeopleError {
    /// A short name that stays, for problem details, the log and the figures.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::WrongPassword => "wrong-password",
            Self::LockedOut(_) => "locked-out",
            Self::ChooseRole(_) => "choose-role",
            Self::NoGuests => "no-guests",
            Self::NoSession => "no-session",
            Self::Locked => "session-locked",
            Self::MustChange => "must-change-password",
            Self::NotYourDuty { .. } => "not-your-duty",
            Self::NotYoursToGrant { .. } => "not-yours-to-grant",
            Self::OwnRequest => "own-request",
            Self::NotYourRequest => "not-your-request",
            Self::NeedsNoSecond(_) => "needs-no-second",
            Self::NoSuchRequest(_) => "no-such-request",
            Self::Decided { .. } => "already-decided",
            Self::NoSuchPerson(_) => "no-such-person",
            Self::NameTaken(_) => "name-taken",
            Self::BadName => "bad-name",
            Self::OneSelf => "oneself",
            Self::Guest => "guest",
            Self::ChangedMeanwhile => "changed-meanwhile",
            Self::Weak(_) => "weak-password",
            Self::Unfit(_) => "unfit-roles",
            Self::NotHashed(HashError::Busy) => "busy",
            Self::NotHashed(_) | Self::Chance(_) => "internal",
            Self::Store(_) => "unavailable",
        }
    }

    fn damaged(what: &str) -> Self {
        Self::Store(StoreError::Damaged(what.to_owned()))
    }
}

impl From<sqlx::Error> for PeopleError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(StoreError::Database(error))
    }
}

fn names(roles: &[Role]) -> String {
    roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(" or ")
}

/// A moment people can read, in UTC.
fn utc(at: Timestamp) -> String {
    let moment = i64::try_from(at.0).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    moment.map_or_else(|| at.0.to_string(), |moment| moment.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}
