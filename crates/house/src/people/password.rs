//! Passwords: the requirements, and verification by hash.
//!
//! They are kept as argon2id with the parameters OWASP recommends (19 MiB, two passes, one lane). Note: hashing is
//! meant to be slow, so it runs beside the server's own tasks, few at a time, and a crowd at the door is turned away
//! before it can take the CPU or the memory from the tables.

use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use serde::Deserialize;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// A password in plain text. It shows itself to nobody by accident.
#[derive(Clone, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Password)]
pub struct Password(String);

/// Why a password will not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeakPassword {
    /// Too few characters.
    #[error("the password must have at least {LEAST} characters")]
    Short,
    /// Too many.
    #[error("the password must have at most {MOST} characters")]
    Long,
    /// It has the person's name in it.
    #[error("the password must not contain the person's name")]
    Name,
    /// Everybody tries it first.
    #[error("this password is too common: choose another, or several words")]
    Common,
    /// It is the old one.
    #[error("the new password must differ from the old one")]
    Old,
}

const LEAST: usize = 10;
/// Long enough for any sentence; a longer one only costs time to hash.
const MOST: usize = 200;

/// The commonest passwords of ten characters or more, in lower case, from what published leaks have in common.
const COMMONEST: &[&str] = &[
    "1234567890",
    "12345678910",
    "0123456789",
    "0987654321",
    "9876543210",
    "123456789a",
    "a123456789",
    "1q2w3e4r5t",
    "1q2w3e4r5t6y",
    "q1w2e3r4t5",
    "qwertyuiop",
    "qwerty12345",
    "qwerty123456",
    "qwerty1234",
    "asdfghjkl;",
    "1qaz2wsx3edc",
    "zaq12wsxcde3",
    "password12",
    "password123",
    "password1234",
    "passw0rd123",
    "p@ssw0rd123",
    "mypassword",
    "administrator",
    "letmein123",
    "iloveyou123",
    "welcome123",
    "football123",
    "basketball",
    "sunshine123",
    "princess123",
    "superman123",
    "michael123",
    "abcd123456",
    "abc1234567",
    "abcdefghij",
    "changeme123",
    "croupier123",
    "blackjack21",
    "fullhouse1",
    "royalflush",
    "straightflush",
];

/// The letters of a generated password: none that is taken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

impl Password {
    /// A password somebody typed.
    pub fn new(typed: impl Into<String>) -> Self {
        Self(typed.into())
    }

    /// A random one of twenty letters in groups, a hundred bits, for somebody's first sign-in.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 20];
        getrandom::fill(&mut bytes)?;
        // Thirty-two letters divide the values of a byte evenly, so each is equally likely.
        let letters: Vec<_> = bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
        let groups: Vec<String> = letters.chunks(5).map(|group| group.iter().collect()).collect();
        Ok(Self(groups.join("-")))
    }

    /// The password itself, to be printed once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether it will do for a person of this name.
    ///
    /// # Errors
    /// If it is too short, too long, too common or contains the name.
    pub fn check(&self, name: &str) -> Result<(), WeakPassword> {
        let lower = self.0.to_lowercase();
        let name = name.trim().to_lowercase();
        let mut letters = self.0.chars();
        let first = letters.next();
        match self.0.chars().count() {
            length if length < LEAST => Err(WeakPassword::Short),
            length if length > MOST => Err(WeakPassword::Long),
            _ if !name.is_empty() && lower.contains(&name) => Err(WeakPassword::Name),
            _ if COMMONEST.contains(&lower.as_str()) || letters.all(|letter| Some(letter) == first) => {
                Err(WeakPassword::Common)
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Why a password was neither hashed nor compared.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// Too many are being hashed.
    #[error("too many people are signing in: try again in a moment")]
    Busy,
    /// Hashing itself failed.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

/// Where passwords are hashed: so many at a time, and so many waiting.
#[derive(Clone, Debug)]
pub(super) struct PasswordHasher {
    at_once: Arc<Semaphore>,
    inside: Arc<AtomicUsize>,
    room: usize,
}

/// How many may hash or wait to: at some thirty milliseconds each nobody waits longer than a second or two.
const ROOM: usize = 64;

impl PasswordHasher {
    pub(super) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { at_once: Arc::new(Semaphore::new(cores.div_ceil(2).min(4))), inside: Arc::default(), room: ROOM }
    }

    /// The hash to keep.
    pub(super) async fn hash(&self, password: Password) -> Result<String, HashError> {
        let hash = move || Argon2::default().hash_password(password.0.as_bytes()).map(|hash| hash.to_string());
        self.slowly(hash).await?.map_err(|error| HashError::Failed(error.to_string()))
    }

    /// Whether the password is that of the hash. Without a hash it is not, and takes as long to say.
    pub(super) async fn holds(&self, password: Password, hash: Option<String>) -> Result<bool, HashError> {
        let compare = move || match hash {
            Some(hash) => Argon2::default().verify_password(password.0.as_bytes(), hash.as_str()).is_ok(),
            None => {
                let wasted = Argon2::default().hash_password_with_salt(password.0.as_bytes(), b"nobody is here");
                // Looked at, so that it is not left out as useless work.
                std::hint::black_box(wasted.is_ok());
                false
            }
        };
        self.slowly(compare).await
    }

    async fn slowly<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, HashError> {
        let _inside = self.enter()?;
        let permit = Arc::clone(&self.at_once).acquire_owned().await;
        let permit = permit.map_err(|error| HashError::Failed(error.to_string()))?;
        let worked = tokio::task::spawn_blocking(move || {
            // The permit goes with the work, which nobody can stop once it runs, even if the asker has gone.
            let _permit = permit;
            work()
        });
        worked.await.map_err(|error| HashError::Failed(error.to_string()))
    }

    fn enter(&self) -> Result<Inside, HashError> {
        let inside = Inside(Arc::clone(&self.inside));
        if self.inside.fetch_add(1, Ordering::AcqRel) < self.room { Ok(inside) } else { Err(HashError::Busy) }
    }
}

/// One who hashes or waits to, until he is gone.
struct Inside(Arc<AtomicUsize>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_ten_characters_and_is_neither_the_name_nor_common() {
        let check = |typed: &str| Password::new(typed).check("Marguerite");
        assert_eq!(check("ninechars"), Err(WeakPassword::Short));
        assert_eq!(check("tencharss!"), Ok(()));
        assert_eq!(check("zehn♠zeich"), Ok(()));
        assert_eq!(check("xMARGUERITEx"), Err(WeakPassword::Name));
        assert_eq!(check("Password123"), Err(WeakPassword::Common));
        assert_eq!(check("zzzzzzzzzzzz"), Err(WeakPassword::Common));
        assert_eq!(check(&"ab".repeat(100)), Ok(()));
        assert_eq!(check(&"ab".repeat(101)), Err(WeakPassword::Long));
    }

    #[test]
    fn the_list_of_the_commonest_has_nothing_the_length_refuses_already() {
        for common in COMMONEST {
            assert!(common.chars().count() >= LEAST, "{common}");
            assert_eq!(*common, common.to_lowercase());
        }
    }

    #[test]
    fn a_password_does_not_show_itself() {
        assert!(!format!("{:?}", Password::new("tencharss!")).contains("ten"));
    }

    #[test]
    fn a_first_password_is_random_and_will_do() {
        let (one, other) = (Password::random().unwrap(), Password::random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.reveal().len(), 23);
        assert_eq!(one.check("administrator"), Ok(()));
    }

    #[tokio::test]
    async fn a_hash_is_argon2id_and_proves_its_password_alone() {
        let hashing = PasswordHasher::new();
        let hash = hashing.hash(Password::new("tencharss!")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(hashing.holds(Password::new("tencharss!"), Some(hash.clone())).await.unwrap());
        assert!(!hashing.holds(Password::new("tencharss?"), Some(hash)).await.unwrap());
        assert!(!hashing.holds(Password::new("tencharss!"), None).await.unwrap());
    }

    #[tokio::test]
    async fn a_crowd_at_the_door_is_turned_away() {
        let hashing = PasswordHasher { room: 2, ..PasswordHasher::new() };
        let (first, second) = (hashing.enter().unwrap(), hashing.enter().unwrap());
        assert!(matches!(hashing.hash(Password::new("tencharss!")).await, Err(HashError::Busy)));
        drop((first, second));
        assert!(hashing.hash(Password::new("tencharss!")).await.is_ok());
    }
}
