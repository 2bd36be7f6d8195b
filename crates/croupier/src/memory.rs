//! What long work found, remembered for the next call.
//!
//! An answer depends on nothing but the question and the code that answers it, so it is kept under the hash of both in
//! the user's cache folder (or in `CROUPIER_CACHE`); a damaged or foreign file is simply no answer.

use crate::whole_file::write_whole;
use croupier_table::commitment::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// The place where the answer to one question is kept.
pub(crate) struct Place(PathBuf);

impl Place {
    /// For a question of this kind, such as `house-way`, that these facts tell from every other; the facts begin with
    /// the hash of the code that answers. None if there is no folder to keep it in.
    pub(crate) fn of(kind: &str, facts: &str) -> Option<Self> {
        Some(Self(folder()?.join(format!("{kind}-{}", hash(facts.as_bytes())))))
    }

    /// What is kept there, if it is whole: its hash stands on the first line.
    pub(crate) fn recall(&self) -> Option<Vec<u8>> {
        let kept = std::fs::read(&self.0).ok()?;
        let end = kept.iter().position(|&byte| byte == b'\n')?;
        let (sum, answer) = (&kept[..end], &kept[end + 1..]);
        (sum == hash(answer).as_bytes()).then(|| answer.to_vec())
    }

    /// Keeps an answer. Forgetting one costs only time, so a folder that cannot be written is no reason to stop.
    pub(crate) fn keep(&self, answer: &[u8]) {
        let _ = self.0.parent().map_or(Ok(()), std::fs::create_dir_all);
        let _ = write_whole(&self.0, &[hash(answer).as_bytes(), b"\n", answer].concat());
    }
}

/// The answer to a question, from memory or computed now. `facts` tell the question from every other; the code of
/// `rules` and `odds` is part of it unsaid. What is no answer (an `Err`) is not remembered.
pub(crate) fn remembered<T: Serialize + DeserializeOwned>(
    kind: &str,
    facts: &str,
    remember: bool,
    compute: impl FnOnce() -> T,
) -> T {
    let written = |answer: &T| serde_json::to_vec(answer).unwrap_or_default();
    let answer =
        remembered_as(kind, facts, remember, |kept| serde_json::from_slice(kept).ok(), written, || Ok(compute()));
    answer.unwrap_or_else(|never: std::convert::Infallible| match never {})
}

/// The same for an answer with a form of its own, which may fail.
pub(crate) fn remembered_as<T, E>(
    kind: &str,
    facts: &str,
    remember: bool,
    read: impl FnOnce(&[u8]) -> Option<T>,
    written: impl FnOnce(&T) -> Vec<u8>,
    compute: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let place = place(kind, facts, remember);
    if let Some(answer) = place.as_ref().and_then(|place| read(&place.recall()?)) {
        return Ok(answer);
    }
    let answer = compute()?;
    if let Some(place) = &place {
        place.keep(&written(&answer));
    }
    Ok(answer)
}

/// Remembers an answer that was found elsewhere.
pub(crate) fn keep(kind: &str, facts: &str, remember: bool, answer: &[u8]) {
    if let Some(place) = place(kind, facts, remember) {
        place.keep(answer);
    }
}

fn place(kind: &str, facts: &str, remember: bool) -> Option<Place> {
    if remember { Place::of(kind, &with_code(facts)) } else { None }
}

/// A word that tells a question from every other, the code that answers it included.
pub(crate) fn told_apart(facts: &str) -> String {
    hash(with_code(facts).as_bytes())
}

fn with_code(facts: &str) -> String {
    format!("{}\n{facts}", env!("CROUPIER_ODDS_HASH"))
}

fn hash(bytes: &[u8]) -> String {
    Digest::of(bytes).to_string()
}

fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("CROUPIER_CACHE") {
        return Some(PathBuf::from(folder));
    }
    match std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder).join("croupier")),
        None => Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/croupier")),
    }
}
