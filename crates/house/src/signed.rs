//! Signed heads: what shows a rewrite or a cut tail, which a chain alone does not.
//!
//! The house signs the head of a table's journal at each close. An export carries the signatures in a file of their own
//! beside it, a JSON object to a line, so that the journal stays what it is.

use crate::book::{Book, Trouble};
use crate::keys::{PublicKey, Signature};
use crate::store::Store;
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

impl From<crate::store::Signature> for SignedHead {
    fn from(stored: crate::store::Signature) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { seq: stored.seq, head: stored.head, key: text(stored.key), signature: text(stored.signature) }
    }
}

/// What the signatures of a journal show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// How many hold.
    pub signatures: usize,
    /// The last line that is signed.
    pub upto: u64,
    /// The key they were made with.
    pub key: String,
}

/// All signatures of a table's journal for lines from one to another.
///
/// # Errors
/// If the store is away.
pub async fn of(store: &Store, book: &Book, from: u64, upto: u64) -> Result<Vec<SignedHead>, Trouble> {
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

/// Checks signatures against the journal they are of: each names the hash of its line, and this key signed it.
///
/// # Errors
/// What does not hold, in words.
pub fn check(journal: &[u8], signatures: &[SignedHead], key: Option<&str>) -> Result<Shown, String> {
    let (header, lines) = journal::read(journal).map_err(|fault| fault.to_string())?;
    let mut heads = std::collections::BTreeMap::new();
    for entry in lines {
        let entry = entry.map_err(|fault| fault.to_string())?;
        heads.insert(entry.seq, entry.hash);
    }
    let first = signatures.first().ok_or("there is no signature at all")?;
    let key = key.unwrap_or(&first.key);
    let public: PublicKey = key.parse().map_err(|error| format!("{error}"))?;
    for signed in signatures {
        let wrong = |what: &str| format!("the signature of line {}: {what}", signed.seq);
        if signed.key != key {
            return Err(wrong("it was made with another key"));
        }
        match heads.get(&signed.seq) {
            None => return Err(wrong("the journal has no such line: lines are missing at its end")),
            Some(head) if *head != signed.head => {
                return Err(wrong("the line is another: the journal was written anew"));
            }
            Some(_) => {}
        }
        let signature: Signature = signed.signature.parse().map_err(|error| format!("{error}"))?;
        if !public.verify(&header.table, signed.seq, &signed.head, &signature) {
            return Err(wrong("it was not made by this key's owner"));
        }
    }
    let upto = signatures.iter().map(|signed| signed.seq).max().unwrap_or_default();
    Ok(Shown { signatures: signatures.len(), upto, key: key.to_owned() })
}
