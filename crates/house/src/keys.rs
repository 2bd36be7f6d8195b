//! The keys of the house, in a file of their own outside the database.
//!
//! The *sealing key* encrypts what the database may not show while a round is open: a deck's order, its draws and its
//! secret (XChaCha20-Poly1305, a random nonce before each text, what it is about as associated data). The *signing key*
//! signs the head of a chain at each close (ed25519), since a chain of hashes shows damage but neither a rewrite nor a
//! cut tail. What is odd: whoever has the database but not this file can read no open round and forge no head, and
//! whoever loses this file loses the open rounds, which are then void.

use chacha20poly1305::aead::{Aead as _, Generate as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use croupier_table::commitment::Digest;
use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The sealing key and the signing key.
pub struct Keys {
    sealing: XChaCha20Poly1305,
    signing: SigningKey,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keys({})", self.public())
    }
}

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The file cannot be read or written.
    #[error("the key file {path} cannot be {done}: {why}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What was to be done with it.
        done: &'static str,
        /// What the system says.
        why: io::Error,
    },
    /// Others than its owner may use it.
    #[error(
        "the key file {path} is open to others (mode {mode:04o}): run `chmod 600 {path}`, and take new keys if someone may have read it",
        path = path.display()
    )]
    Open {
        /// Which.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// It does not say what it should. What it does say is not repeated: it may be a key.
    #[error(
        "the key file {path} needs `{key}`, sixty-four hexadecimal digits in lower case: restore it from its copy",
        path = path.display()
    )]
    Content {
        /// Which.
        path: PathBuf,
        /// The key that is missing or wrong.
        key: &'static str,
    },
    /// The system gives no random bytes.
    #[error(transparent)]
    NoEntropy(#[from] crate::chance::NoEntropy),
}

const SEALING: &str = "sealing-key";
const SIGNING: &str = "signing-key";
const NONCE: usize = 24;

impl Keys {
    /// The keys in this file; new ones, if there is no such file.
    pub fn load_or_make(path: &Path) -> Result<Self, KeysError> {
        match Self::load(path) {
            Err(KeysError::File { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                let chance = crate::chance::Chance::new()?;
                make(path, &chance).map_err(|why| KeysError::File { path: path.to_owned(), done: "made", why })?;
                Self::load(path)
            }
            loaded => loaded,
        }
    }

    /// The keys in this file.
    pub fn load(path: &Path) -> Result<Self, KeysError> {
        let unreadable = |why| KeysError::File { path: path.to_owned(), done: "read", why };
        let mut file = File::open(path).map_err(unreadable)?;
        let mode = mode(&file).map_err(unreadable)?;
        if mode & 0o077 != 0 {
            return Err(KeysError::Open { path: path.to_owned(), mode });
        }
        let written = io::read_to_string(&mut file).map_err(unreadable)?;
        let table: toml::Table = written.parse().unwrap_or_default();
        let key = |key: &'static str| {
            let digits = table.get(key).and_then(toml::Value::as_str);
            let digest = digits.and_then(|digits| Digest::read(digits.as_bytes()));
            digest.ok_or_else(|| KeysError::Content { path: path.to_owned(), key })
        };
        let (sealing, signing) = (key(SEALING)?, key(SIGNING)?);
        Ok(Self { sealing: XChaCha20Poly1305::new(&sealing.0.into()), signing: SigningKey::from_bytes(&signing.0) })
    }

    /// Encrypts bytes about something, so that only these keys open them and only as being about the same.
    ///
    /// # Panics
    /// If the operating system has no random bytes for a nonce: nothing may then be sealed, and so nothing dealt.
    pub fn seal(&self, context: &str, bytes: &[u8]) -> Vec<u8> {
        let nonce = XNonce::generate();
        let text = self.sealing.encrypt(&nonce, Payload { msg: bytes, aad: context.as_bytes() });
        let text = text.expect("only a text of 256 GiB cannot be encrypted");
        [nonce.as_slice(), &text].concat()
    }

    /// What was sealed, if these keys did it and it is about this.
    pub fn open(&self, context: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_first_chunk::<NONCE>()?;
        self.sealing.decrypt(&XNonce::from(*nonce), Payload { msg: text, aad: context.as_bytes() }).ok()
    }

    /// Signs the head of a chain: the hash of the line of this number.
    pub fn sign(&self, chain: &str, seq: u64, head: &Digest) -> Signature {
        Signature(self.signing.sign(&signed(chain, seq, head)).to_bytes())
    }

    /// The key that signatures are checked with.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.signing.verifying_key())
    }
}

/// What is signed. The chain's name comes last, so that no name can pass for another number.
fn signed(chain: &str, seq: u64, head: &Digest) -> Vec<u8> {
    format!("croupier head {seq} {head} {chain}").into_bytes()
}

/// Writes a file of new keys that nobody else may read. Of several at once one wins, and none is ever half written.
fn make(path: &Path, chance: &crate::chance::Chance) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
    let draft = directory.join(format!(".{name}.{}", chance.secret()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    let made = write!(
        file,
        "# The keys of this house. Keep a copy where the database is not: without them open rounds are void\n\
         # and new signatures do not match old ones. With them every open deck can be read.\n\
         {SEALING} = \"{}\"\n{SIGNING} = \"{}\"\n",
        chance.secret(),
        chance.secret()
    )
    .and_then(|()| file.sync_all())
    .and_then(|()| match fs::hard_link(&draft, path) {
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        linked => linked,
    });
    fs::remove_file(&draft)?;
    made?;
    File::open(directory)?.sync_all()
}

#[cfg(unix)]
fn mode(file: &File) -> io::Result<u32> {
    Ok(std::os::unix::fs::MetadataExt::mode(&file.metadata()?) & 0o7777)
}

/// Elsewhere files have no mode, and who may read them is for the operator to see to.
#[cfg(not(unix))]
fn mode(_: &File) -> io::Result<u32> {
    Ok(0o600)
}

/// A signature of a chain's head, written as hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; 64]);

/// The key that signatures of one house are checked with, written as hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Whether this key's owner signed this head.
    pub fn verify(&self, chain: &str, seq: u64, head: &Digest, signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        self.0.verify_strict(&signed(chain, seq, head), &signature).is_ok()
    }
}

/// What should be a key or a signature is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAKey {
    /// A public key has sixty-four digits and is a point of the curve.
    #[error("not a public key: that is sixty-four hexadecimal digits in lower case")]
    PublicKey,
    /// A signature has a hundred and twenty-eight digits.
    #[error("not a signature: that is a hundred and twenty-eight hexadecimal digits in lower case")]
    Signature,
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Digest(self.0.to_bytes()).fmt(f)
    }
}

impl FromStr for PublicKey {
    type Err = NotAKey;

    fn from_str(digits: &str) -> Result<Self, NotAKey> {
        let Digest(bytes) = Digest::read(digits.as_bytes()).ok_or(NotAKey::PublicKey)?;
        VerifyingKey::from_bytes(&bytes).map(Self).map_err(|_| NotAKey::PublicKey)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Signature {
    type Err = NotAKey;

    fn from_str(digits: &str) -> Result<Self, NotAKey> {
        let (first, second) = digits.as_bytes().split_at_checked(64).ok_or(NotAKey::Signature)?;
        let halves = [first, second].map(|half| Digest::read(half).ok_or(NotAKey::Signature));
        let mut bytes = [0; 64];
        for (part, half) in bytes.chunks_exact_mut(32).zip(halves) {
            part.copy_from_slice(&half?.0);
        }
        Ok(Self(bytes))
    }
}

macro_rules! as_digits {
    ($($type:ty),*) => {
        $(
            impl fmt::Debug for $type {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Display::fmt(self, f)
                }
            }

            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let digits = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                    digits.parse().map_err(serde::de::Error::custom)
                }
            }
        )*
    };
}

as_digits!(PublicKey, Signature);

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, gone afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new() -> Self {
            let secret = crate::chance::Chance::new().expect("the system has bytes").secret();
            let folder = std::env::temp_dir().join(format!("croupier-keys-{secret}"));
            fs::create_dir(&folder).expect("a new folder");
            Self(folder)
        }

        fn file(&self) -> PathBuf {
            self.0.join("keys.toml")
        }

        fn keys(&self) -> Keys {
            Keys::load_or_make(&self.file()).expect("keys")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn keys_are_made_once_and_found_again() {
        let folder = Folder::new();
        let (made, found) = (folder.keys(), folder.keys());
        assert_eq!(made.public(), found.public());
        let sealed = made.seal("table 1", b"As Kd");
        assert_eq!(found.open("table 1", &sealed).as_deref(), Some(&b"As Kd"[..]));
        let left: Vec<_> = fs::read_dir(&folder.0).expect("a folder").filter_map(Result::ok).collect();
        assert_eq!(left.len(), 1, "no draft is left: {left:?}");
    }

    #[test]
    fn several_who_make_keys_at_once_get_the_same() {
        let folder = Folder::new();
        let file = &folder.file();
        let publics: Vec<_> = std::thread::scope(|scope| {
            let makers: Vec<_> = (0..8).map(|_| scope.spawn(|| Keys::load_or_make(file).map(|k| k.public()))).collect();
            makers.into_iter().map(|maker| maker.join().expect("no panic").expect("keys")).collect()
        });
        assert!(publics.iter().all(|public| *public == publics[0]));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_others_can_read_is_refused_and_the_remedy_told() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = Folder::new();
        folder.keys();
        assert_eq!(fs::metadata(folder.file()).expect("a file").permissions().mode() & 0o777, 0o600);
        for mode in [0o640, 0o604, 0o620] {
            fs::set_permissions(folder.file(), fs::Permissions::from_mode(mode)).expect("own file");
            let error = Keys::load_or_make(&folder.file()).expect_err("open to others").to_string();
            assert!(error.contains(&format!("{mode:04o}")) && error.contains("chmod 600"), "{error}");
        }
        fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o400)).expect("own file");
        Keys::load_or_make(&folder.file()).expect("a file only its owner reads");
    }

    #[test]
    fn a_damaged_file_is_refused_and_neither_replaced_nor_repeated() {
        let folder = Folder::new();
        folder.keys();
        let whole = fs::read_to_string(folder.file()).expect("a file");
        let digits = &whole[whole.find("= \"").expect("a key") + 3..][..64];
        for (damaged, key) in [
            (whole.replace(digits, &digits[..63]), SEALING),
            (whole.replace(digits, &digits.to_uppercase().replace(|c: char| c.is_ascii_digit(), "A")), SEALING),
            (whole.replace(SIGNING, "sining-key"), SIGNING),
            (whole.replace('=', ""), SEALING),
            (String::new(), SEALING),
        ] {
            fs::write(folder.file(), &damaged).expect("own file");
            let error = Keys::load_or_make(&folder.file()).expect_err("damaged").to_string();
            assert!(error.contains(&format!("needs `{key}`")), "{error}");
            assert!(!error.contains(&digits[..16]), "{error}");
            assert_eq!(fs::read_to_string(folder.file()).expect("a file"), damaged);
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let folder = Folder::new();
        let error = Keys::load_or_make(&folder.0.join("nowhere/keys.toml")).expect_err("no folder").to_string();
        assert!(error.contains("nowhere/keys.toml cannot be made"), "{error}");
    }

    #[test]
    fn what_is_sealed_opens_only_whole_and_about_the_same() {
        let (one, other) = (Folder::new(), Folder::new());
        let keys = one.keys();
        let sealed = keys.seal("table 1 deck 1", b"As Kd");
        assert_ne!(keys.seal("table 1 deck 1", b"As Kd"), sealed, "no nonce is used twice");
        assert_eq!(keys.open("table 1 deck 2", &sealed), None);
        assert_eq!(other.keys().open("table 1 deck 1", &sealed), None);
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert_eq!(keys.open("table 1 deck 1", &changed), None, "byte {place}");
            assert_eq!(keys.open("table 1 deck 1", &sealed[..place]), None, "cut at {place}");
        }
    }

    #[test]
    fn a_signature_holds_for_its_head_alone() {
        let (one, other) = (Folder::new(), Folder::new());
        let (keys, head) = (one.keys(), Digest::of(b"line"));
        let signature = keys.sign("table-1", 7, &head);
        let public: PublicKey = keys.public().to_string().parse().expect("its own digits");
        let read: Signature = signature.to_string().parse().expect("its own digits");
        assert!(public.verify("table-1", 7, &head, &read));
        assert!(!public.verify("table-1", 8, &head, &read));
        assert!(!public.verify("table-2", 7, &head, &read));
        assert!(!public.verify("table-1", 7, &Digest::of(b"other"), &read));
        assert!(!other.keys().public().verify("table-1", 7, &head, &read));
        let json = serde_json::to_string(&(public, signature)).expect("plain data");
        assert_eq!(serde_json::from_str::<(PublicKey, Signature)>(&json).expect("what was written"), (public, read));
    }

    #[test]
    fn digits_that_are_no_key_or_signature_are_refused() {
        for digits in ["", "00", &"g".repeat(64), &"0".repeat(63), &"é".repeat(32)] {
            assert_eq!(digits.parse::<PublicKey>(), Err(NotAKey::PublicKey), "{digits}");
            assert_eq!(digits.repeat(2).parse::<Signature>(), Err(NotAKey::Signature), "{digits}");
        }
    }

    #[test]
    fn no_secret_is_shown() {
        let folder = Folder::new();
        let keys = folder.keys();
        assert_eq!(format!("{keys:?}"), format!("Keys({})", keys.public()));
    }
}
