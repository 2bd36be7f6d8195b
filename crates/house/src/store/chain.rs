//! The lines of the chains that the store numbers itself: those of meters and that of the house.
//!
//! They are sealed as the lines of a table's journal are: each ends with the SHA-256 of its own bytes before that and
//! names that of the line before. Several nodes write the same chain, so a line is numbered only inside the
//! transaction that has the chain locked.

use croupier_table::commitment::Digest;
use croupier_table::journal;
use serde::{Deserialize, Serialize};

/// The end of a chain, to which lines are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChainEnd {
    /// The number of the last line.
    pub(super) seq: u64,
    /// Its hash.
    pub(super) head: Digest,
}

#[derive(Serialize)]
struct Numbered<'a, T: Serialize> {
    seq: u64,
    prev: Digest,
    #[serde(flatten)]
    rest: &'a T,
}

impl ChainEnd {
    /// Puts a line to the chain, and returns it with its newline.
    pub(super) fn append(&mut self, rest: &impl Serialize) -> String {
        self.seq += 1;
        let (line, head) = sealed(&Numbered { seq: self.seq, prev: self.head, rest });
        self.head = head;
        line
    }
}

/// A line with its hash and newline.
pub(super) fn sealed(what: &impl Serialize) -> (String, Digest) {
    // Nothing the store writes refuses to be written: no map has keys other than names.
    let mut line = serde_json::to_string(what).unwrap_or_default();
    let hash = journal::seal(&mut line);
    (line, hash)
}

/// The hash a line ends with, if it is that of its bytes.
pub(super) fn hash(line: &str) -> Option<Digest> {
    journal::sealed(line.trim_end_matches('\n').as_bytes()).ok().map(|(_, hash)| hash)
}

/// Goes through a chain of a meter or of the house from its first line, and returns the number and hash of its last.
///
/// # Errors
/// The first line that does not hold, counted from 1, and why.
pub fn verify(chain: &str) -> Result<(u64, Digest), String> {
    #[derive(Deserialize)]
    struct Link {
        seq: u64,
        prev: Digest,
    }
    let mut end: Option<ChainEnd> = None;
    for (place, line) in (1..).zip(chain.split_inclusive('\n')) {
        let wrong = |what: &str| format!("line {place}: {what}");
        if !line.ends_with('\n') {
            return Err(wrong("it is truncated: a line must end with a newline"));
        }
        let head = hash(line).ok_or_else(|| wrong("it was changed: its hash does not match its bytes"))?;
        let Some(before) = end else {
            end = Some(ChainEnd { seq: 0, head });
            continue;
        };
        let link: Link = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        if link.seq != before.seq + 1 {
            return Err(wrong(&format!("it has number {} (expected {})", link.seq, before.seq + 1)));
        }
        if link.prev != before.head {
            return Err(wrong("the chain is broken: it names another predecessor"));
        }
        end = Some(ChainEnd { seq: link.seq, head });
    }
    end.map(|end| (end.seq, end.head)).ok_or_else(|| "the chain is empty".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Said {
        said: &'static str,
    }

    fn chain() -> Vec<String> {
        let (first, head) = sealed(&Said { said: "begin" });
        let mut end = ChainEnd { seq: 0, head };
        vec![first, end.append(&Said { said: "one" }), end.append(&Said { said: "two" })]
    }

    #[test]
    fn a_chain_holds_and_ends_where_it_ends() {
        let lines = chain();
        assert_eq!(verify(&lines.concat()), Ok((2, hash(&lines[2]).unwrap())));
    }

    #[test]
    fn a_changed_a_missing_a_moved_and_a_torn_line_are_found() {
        let lines = chain();
        let changed = lines.concat().replace("one", "won");
        assert!(verify(&changed).unwrap_err().starts_with("line 2: it was changed"));
        let missing = [lines[0].as_str(), &lines[2]].concat();
        assert_eq!(verify(&missing).unwrap_err(), "line 2: it has number 2 (expected 1)");
        let (other, head) = sealed(&Said { said: "other" });
        let put_in = ChainEnd { seq: 0, head }.append(&Said { said: "one" });
        assert!(verify(&[lines[0].as_str(), &put_in].concat()).unwrap_err().contains("the chain is broken"));
        assert!(verify(other.trim_end()).unwrap_err().contains("truncated"));
        assert_eq!(verify("").unwrap_err(), "the chain is empty");
    }
}
