//! The keys of the house, in a file of their own outside the database.
//!
//! The *sealing key* encrypts what the database may not show while a round is open: a deck's order, its draws and its
//! secret (XChaCha20-Poly1305, a random nonce before each text, what it is about as associated data). The *signing key*
//! signs the head of a chain at each close (ed25519), since a chain of hashes shows damage but neither a rewrite nor a
//! cut tail. Note: whoever has the database but not this file can read no open round and forge no head, and
//! whoever loses this file loses the open rounds, which are then void. Renewed keys are used from then on; the file
//! keeps the earlier sealing keys, to read with, and of the earlier signing keys only what signatures are checked with.

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
use std::sync::{Arc, PoisonError, RwLock};

/// The sealing key and the signing key, and what is kept of earlier ones.
pub struct Keys(RwLock<Arc<Ring>>);

/// The keys as the file has them.
struct Ring {
    sealing: Digest,
    signing: SigningKey,
    /// The latest first.
    earlier_sealing: Vec<Digest>,
    /// Likewise.
    earlier_public: Vec<PublicKey>,
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
        "other users can read the key file {path} (mode {mode:04o}): run `chmod 600 {path}`, and renew the keys if \
            someone may have read it",
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
        "the key file {path} needs `{key}` with 64 lower-case hexadecimal digits: restore it from a copy",
        path = path.display()
    )]
    Content {
        /// Which.
        path: PathBuf,
        /// The key that is missing or wrong.
        key: &'static str,
    },
    /// It lists an earlier key that is none.
    #[error(
        "the key file {path} has an invalid key in `{list}` (expected 64 lower-case hexadecimal digits): restore it \
            from a copy",
        path = path.display()
    )]
    Earlier {
        /// Which.
        path: PathBuf,
        /// The list.
        list: &'static str,
    },
    /// The system gives no random bytes.
    #[error(transparent)]
    NoEntropy(#[from] crate::rng::EntropyError),
}

const SEALING: &str = "sealing-key";
const SIGNING: &str = "signing-key";
const EARLIER_SEALING: &str = "earlier-sealing-keys";
const EARLIER_PUBLIC: &str = "earlier-public-keys";
const NONCE: usize = 24;

impl Keys {
    /// The keys in this file; new ones, if there is no such file.
    pub fn load_or_make(path: &Path) -> Result<Self, KeysError> {
        match Self::load(path) {
            Err(KeysError::File { why, .. }) if why.kind() == io::ErrorKind::NotFound => {
                let ring = Ring::new()?;
                ring.make(path).map_err(|why| KeysError::File { path: path.to_owned(), done: "made", why })?;
                Self::load(path)
            }
            loaded => loaded,
        }
    }

    /// Keys with which nothing was ever sealed or signed, to read with what needs none.
    ///
    /// # Errors
    /// If the system gives no random bytes.
    pub fn of_nobody() -> Result<Self, KeysError> {
        Ok(Self(RwLock::new(Arc::new(Ring::new()?))))
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
        let earlier = |list| earlier(&table, list).ok_or_else(|| KeysError::Earlier { path: path.to_owned(), list });
        let earlier_sealing = earlier(EARLIER_SEALING)?;
        let public = |bytes: Digest| bytes.to_string().parse::<PublicKey>().ok();
        let earlier_public = earlier(EARLIER_PUBLIC)?.into_iter().map(public).collect::<Option<_>>();
        let earlier_public =
            earlier_public.ok_or_else(|| KeysError::Earlier { path: path.to_owned(), list: EARLIER_PUBLIC })?;
        let signing = SigningKey::from_bytes(&signing.0);
        Ok(Self(RwLock::new(Arc::new(Ring { sealing, signing, earlier_sealing, earlier_public }))))
    }

    /// Takes new keys, from now on and in the file; the earlier ones are kept for reading. The old and the new key that
    /// signatures are checked with.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing has changed.
    pub fn renew(&self, path: &Path) -> Result<(PublicKey, PublicKey), KeysError> {
        let Ring { sealing, signing, .. } = Ring::new()?;
        let mut ring = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let earlier_sealing = [&[ring.sealing], &ring.earlier_sealing[..]].concat();
        let earlier_public = [&[ring.public()], &ring.earlier_public[..]].concat();
        let new = Ring { sealing, signing, earlier_sealing, earlier_public };
        new.replace(path).map_err(|why| KeysError::File { path: path.to_owned(), done: "written", why })?;
        let old = std::mem::replace(&mut *ring, Arc::new(new));
        Ok((old.public(), ring.public()))
    }

    fn ring(&self) -> Arc<Ring> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Encrypts bytes about something, so that only these keys open them and only as being about the same.
    ///
    /// # Panics
    /// If the operating system has no random bytes for a nonce: nothing may then be sealed, and so nothing dealt.
    pub fn seal(&self, context: &str, bytes: &[u8]) -> Vec<u8> {
        let nonce = XNonce::generate();
        let text = cipher(&self.ring().sealing).encrypt(&nonce, Payload { msg: bytes, aad: context.as_bytes() });
        let text = text.expect("only a text of 256 GiB cannot be encrypted");
        [nonce.as_slice(), &text].concat()
    }

    /// What was sealed, if these keys or earlier ones did it and it is about this.
    pub fn open(&self, context: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_first_chunk::<NONCE>()?;
        let (ring, nonce) = (self.ring(), XNonce::from(*nonce));
        let open = |key: &Digest| cipher(key).decrypt(&nonce, Payload { msg: text, aad: context.as_bytes() }).ok();
        std::iter::once(&ring.sealing).chain(&ring.earlier_sealing).find_map(open)
    }

    /// Signs the head of a chain: the hash of the line of this number. With the key that the signature is checked with.
    pub fn sign(&self, chain: &str, seq: u64, head: &Digest) -> (PublicKey, Signature) {
        let ring = self.ring();
        let signature = ring.signing.sign(&signed(chain, seq, head));
        (ring.public(), Signature(signature.to_bytes()))
    }

    /// The key that signatures are checked with.
    pub fn public(&self) -> PublicKey {
        self.ring().public()
    }

    /// The same with those of earlier keys, the latest first.
    pub fn publics(&self) -> Vec<PublicKey> {
        let ring = self.ring();
        [&[ring.public()], &ring.earlier_public[..]].concat()
    }
}

fn cipher(key: &Digest) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.0.into())
}

/// The keys in a list of the file; none if one of them is no key.
fn earlier(table: &toml::Table, list: &str) -> Option<Vec<Digest>> {
    let Some(listed) = table.get(list) else { return Some(Vec::new()) };
    listed.as_array()?.iter().map(|key| Digest::read(key.as_str()?.as_bytes())).collect()
}

/// What is signed. The chain's name comes last, so that no name can pass for another number.
fn signed(chain: &str, seq: u64, head: &Digest) -> Vec<u8> {
    format!("croupier head {seq} {head} {chain}").into_bytes()
}

impl Ring {
    /// New keys.
    fn new() -> Result<Self, crate::rng::EntropyError> {
        let chance = crate::rng::HouseRng::new()?;
        let (sealing, signing) = (chance.secret(), SigningKey::from_bytes(&chance.secret().0));
        Ok(Self { sealing, signing, earlier_sealing: Vec::new(), earlier_public: Vec::new() })
    }

    fn public(&self) -> PublicKey {
        PublicKey(self.signing.verifying_key())
    }

    /// Writes a file where there is none. Of several at once one wins.
    fn make(&self, path: &Path) -> io::Result<()> {
        self.write(path, |draft| match fs::hard_link(draft, path) {
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => fs::remove_file(draft),
            linked => linked.and_then(|()| fs::remove_file(draft)),
        })
    }

    /// Writes a file in place of another.
    fn replace(&self, path: &Path) -> io::Result<()> {
        self.write(path, |draft| fs::rename(draft, path))
    }

    /// Writes a file that nobody else may read and puts it in its place, so that it is never half written.
    fn write(&self, path: &Path, place: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
        // Its name tells nothing of the key, and no two have the same.
        let draft = directory.join(format!(".{name}.{}", self.public()));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&draft)?;
        let written = file.write_all(self.to_string().as_bytes()).and_then(|()| file.sync_all());
        if let Err(why) = written.and_then(|()| place(&draft)) {
            // The draft may hold a part of a key. What matters is why it failed.
            let _ = fs::remove_file(&draft);
            return Err(why);
        }
        File::open(directory)?.sync_all()
    }
}

/// As the file has them.
impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sealing, signing, earlier_sealing, earlier_public } = self;
        let signing = Digest(signing.to_bytes());
        writeln!(
            f,
            "# The keys of this house. Keep a copy apart from the database: without the keys open rounds are void\n# \
                and new signatures do not match old ones. Anyone with these keys can read every open \
                deck.\n{SEALING} = \"{sealing}\"\n{SIGNING} = \"{signing}\""
        )?;
        if earlier_public.is_empty() {
            return Ok(());
        }
        let sealing: Vec<_> = earlier_sealing.iter().map(ToString::to_string).collect();
        let public: Vec<_> = earlier_public.iter().map(ToString::to_string).collect();
        writeln!(
            f,
            "\n# Earlier keys: to read what was sealed with them, and to verify what was signed with \
                them.\n{EARLIER_SEALING} = {sealing:?}\n{EARLIER_PUBLIC} = {public:?}"
        )
    }
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
pub enum ParseKeyError {
    /// A public key has sixty-four digits and is a point of the curve.
    #[error("not a public key: expected 64 lower-case hexadecimal digits")]
    PublicKey,
    /// A signature has a hundred and twenty-eight digits.
    #[error("not a signature: expected 128 lower-case hexadecimal digits")]
    Signature,
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Digest(self.0.to_bytes()).fmt(f)
    }
}

impl FromStr for PublicKey {
    type Err = ParseKeyError;

    fn from_str(digits: &str) -> Result<Self, ParseKeyError> {
        let Digest(bytes) = Digest::read(digits.as_bytes()).ok_or(ParseKeyError::PublicKey)?;
        VerifyingKey::from_bytes(&bytes).map(Self).map_err(|_| ParseKeyError::PublicKey)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Signature {
    type Err = ParseKeyError;

    fn from_str(digits: &str) -> Result<Self, ParseKeyError> {
        let (first, second) = digits.as_bytes().split_at_checked(64).ok_or(ParseKeyError::Signature)?;
        let halves = [first, second].map(|half| Digest::read(half).ok_or(ParseKeyError::Signature));
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
            let secret = crate::rng::HouseRng::new().expect("the system has bytes").secret();
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
            let error = Keys::load_or_make(&folder.file()).expect_err("other users can read").to_string();
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
        let (_, signature) = keys.sign("table-1", 7, &head);
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
    fn renewed_keys_read_what_the_earlier_ones_sealed_here_and_after_a_restart() {
        let (folder, head) = (Folder::new(), Digest::of(b"line"));
        let keys = folder.keys();
        let mut sealed = vec![keys.seal("table 1", b"As Kd")];
        let (first, signature) = keys.sign("table-1", 7, &head);
        for _ in 0..2 {
            let before = keys.public();
            let (old, new) = keys.renew(&folder.file()).expect("a file that can be written");
            assert_eq!((old, new), (before, keys.public()));
            assert_ne!(old, new);
            sealed.push(keys.seal("table 1", b"As Kd"));
        }
        for found in [&keys, &folder.keys()] {
            assert!(sealed.iter().all(|sealed| found.open("table 1", sealed).as_deref() == Some(b"As Kd")));
            assert_eq!((found.publics().len(), found.publics().last()), (3, Some(&first)));
            assert_eq!(found.sign("table-1", 7, &head).0, keys.public());
        }
        assert!(first.verify("table-1", 7, &head, &signature));
        let left: Vec<_> = fs::read_dir(&folder.0).expect("a folder").filter_map(Result::ok).collect();
        assert_eq!(left.len(), 1, "no draft is left: {left:?}");
    }

    #[test]
    fn keys_whose_file_cannot_be_written_are_not_renewed() {
        let folder = Folder::new();
        let keys = folder.keys();
        let before = keys.public();
        let error = keys.renew(&folder.0.join("nowhere/keys.toml")).expect_err("no folder").to_string();
        assert!(error.contains("nowhere/keys.toml cannot be written"), "{error}");
        assert_eq!((keys.public(), keys.publics().len()), (before, 1));
    }

    #[test]
    fn an_earlier_key_that_is_damaged_is_named() {
        let folder = Folder::new();
        folder.keys().renew(&folder.file()).expect("a file that can be written");
        let whole = fs::read_to_string(folder.file()).expect("a file");
        for list in [EARLIER_SEALING, EARLIER_PUBLIC] {
            let (before, after) = whole.split_once(&format!("{list} = [\"")).expect("a list");
            fs::write(folder.file(), format!("{before}{list} = [\"x{after}")).expect("own file");
            let error = Keys::load(&folder.file()).expect_err("damaged").to_string();
            assert!(error.contains(&format!("invalid key in `{list}`")), "{error}");
        }
    }

    #[test]
    fn digits_that_are_no_key_or_signature_are_refused() {
        for digits in ["", "00", &"g".repeat(64), &"0".repeat(63), &"é".repeat(32)] {
            assert_eq!(digits.parse::<PublicKey>(), Err(ParseKeyError::PublicKey), "{digits}");
            assert_eq!(digits.repeat(2).parse::<Signature>(), Err(ParseKeyError::Signature), "{digits}");
        }
    }

    #[test]
    fn no_secret_is_shown() {
        let folder = Folder::new();
        let keys = folder.keys();
        assert_eq!(format!("{keys:?}"), format!("Keys({})", keys.public()));
    }
}
