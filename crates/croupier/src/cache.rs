//! The cache of long computations.
//!
//! An answer depends on nothing but the question and the code that answers it, so it is kept under the hash of both in
//! the user's cache folder (or in `CROUPIER_CACHE`); a damaged or foreign file is simply no answer.

use crate::atomic_file::write_whole;
use croupier_odds::{AnswerCache, NoCache, ShippedAnswers};
use croupier_table::commitment::Digest;
use std::path::PathBuf;

/// The place where the answer to one question is kept.
pub(crate) struct CacheEntry(PathBuf);

impl CacheEntry {
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

/// The cache folder, and after it the answers that ship with the program, for questions about odds. The code of
/// `rules` and `odds` is part of every question unsaid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FolderCache;

impl AnswerCache for FolderCache {
    fn get(&self, kind: &str, facts: &str) -> Option<Vec<u8>> {
        let entry = CacheEntry::of(kind, &with_code(facts));
        entry.and_then(|entry| entry.recall()).or_else(|| ShippedAnswers.get(kind, facts))
    }

    fn put(&self, kind: &str, facts: &str, answer: &[u8]) {
        if let Some(entry) = CacheEntry::of(kind, &with_code(facts)) {
            entry.keep(answer);
        }
    }
}

/// The cache of a call that may say `--no-cache`.
pub(crate) fn answers(no_cache: bool) -> &'static dyn AnswerCache {
    if no_cache { &NoCache } else { &FolderCache }
}

/// A word that tells a question from every other, the code that answers it included.
pub(crate) fn cache_key(facts: &str) -> String {
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
