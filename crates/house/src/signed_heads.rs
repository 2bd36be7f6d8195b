//! Signed heads, which reveal a rewritten chain or missing lines at its end; the chain alone does not.
//!
//! The house signs the head of a table's journal at each close. An export carries the signatures in a file of their own
//! beside it, a JSON object to a line, so that the journal stays what it is.

use crate::journal_reader::{JournalReadError, JournalReader};
use crate::keys::{PublicKey, Signature};
use crate::store::Store;
use croupier_rules::Registry;
use croupier_table::commitment::Digest;
use croupier_table::journal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Signatures read at once.
const PAGE: u32 = 1_000;

/// The head of a table's journal after a line, signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedHead {
    /// The number of the line.
    pub seq: u64,
    /// Its hash.
    pub head: Digest,
    /// The key it was signed with, in hexadecimal.
    pub key: String,
    /// The signature, in hexadecimal.
    pub signature: String,
}

impl From<crate::store::SignatureRow> for SignedHead {
    fn from(stored: crate::store::SignatureRow) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { seq: stored.seq, head: stored.head, key: text(stored.key), signature: text(stored.signature) }
    }
}

/// What the signatures of a journal show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureCoverage {
    /// How many hold.
    pub signatures: usize,
    /// The last line that is signed.
    pub upto: u64,
    /// The key they were made with.
    pub key: String,
}

/// The signatures of what [`JournalReader::gather`] has taken out, up to its last line.
///
/// # Errors
/// If the store is away.
pub async fn beside(
    store: &Store,
    book: &JournalReader,
    journal: &[u8],
    upto: u64,
) -> Result<Vec<SignedHead>, JournalReadError> {
    let first = journal::read_by(book.registry(), journal).ok().and_then(|(header, _)| Some(header.excerpt?.after + 1));
    of(store, book, first.unwrap_or(0), upto).await
}

/// All signatures of a table's journal for lines from one to another.
async fn of(store: &Store, book: &JournalReader, from: u64, upto: u64) -> Result<Vec<SignedHead>, JournalReadError> {
    let mut all = Vec::new();
    let mut next = from;
    loop {
        let page = store.signatures(book.chain, next, PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        next = last.seq + 1;
        all.extend(page.into_iter().filter(|signed| signed.seq <= upto).map(SignedHead::from));
        if next > upto {
            return Ok(all);
        }
    }
}

/// Checks signatures against the journal they are of: each names the hash of its line and holds for the key it names,
/// and from the first that one of these keys made, all are made by one of them. What others made before that is of keys
/// since renewed, and covered by what follows. Without a key the last one's is taken.
///
/// # Errors
/// What does not hold, in words.
pub fn check(journal: &[u8], signatures: &[SignedHead], keys: &[String]) -> Result<SignatureCoverage, String> {
    check_by(Registry::standard(), journal, signatures, keys)
}

/// [`check`], for a table of any text of the registry.
///
/// # Errors
/// What does not hold, in words.
pub fn check_by(
    registry: &Registry,
    journal: &[u8],
    signatures: &[SignedHead],
    keys: &[String],
) -> Result<SignatureCoverage, String> {
    let (header, lines) = journal::read_by(registry, journal).map_err(|fault| fault.to_string())?;
    let mut heads = std::collections::BTreeMap::new();
    for entry in lines {
        let entry = entry.map_err(|fault| fault.to_string())?;
        heads.insert(entry.seq, entry.hash);
    }
    let last = signatures.last().ok_or("there are no signatures")?;
    let trusted = |signed: &SignedHead| signed.key == last.key && keys.is_empty() || keys.contains(&signed.key);
    let first = signatures.iter().position(trusted).ok_or("all signatures were made with another key")?;
    for (place, signed) in signatures.iter().enumerate() {
        let wrong = |what: &str| format!("the signature of line {}: {what}", signed.seq);
        if place > first && !trusted(signed) {
            return Err(wrong("it was made with another key"));
        }
        match heads.get(&signed.seq) {
            None => return Err(wrong("the journal has no such line: lines are missing at its end")),
            Some(head) if *head != signed.head => {
                return Err(wrong("the line has another hash: the journal was rewritten"));
            }
            Some(_) => {}
        }
        let public: PublicKey = signed.key.parse().map_err(|error| wrong(&format!("{error}")))?;
        let signature: Signature = signed.signature.parse().map_err(|error| format!("{error}"))?;
        if !public.verify(&header.table, signed.seq, &signed.head, &signature) {
            return Err(wrong("it does not match the key"));
        }
    }
    let shown = signatures.get(first..).unwrap_or_default();
    let upto = shown.iter().map(|signed| signed.seq).max().unwrap_or_default();
    Ok(SignatureCoverage { signatures: shown.len(), upto, key: last.key.clone() })
}
