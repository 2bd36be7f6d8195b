//! Where answers that take long are kept, without knowing how.
//!
//! An answer depends on nothing but the question and the code that answers it. `kind` names the sort of question and
//! `facts` tell one question from every other; the code is the cache's own business.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Keeps answers for later calls.
pub trait AnswerCache: Sync {
    /// The answer to a question, if it was kept and is whole.
    fn get(&self, kind: &str, facts: &str) -> Option<Vec<u8>>;
    /// Keeps the answer to a question. Losing it costs only time, so this cannot fail.
    fn put(&self, kind: &str, facts: &str, answer: &[u8]);
}

impl<C: AnswerCache + ?Sized> AnswerCache for &C {
    fn get(&self, kind: &str, facts: &str) -> Option<Vec<u8>> {
        (**self).get(kind, facts)
    }

    fn put(&self, kind: &str, facts: &str, answer: &[u8]) {
        (**self).put(kind, facts, answer);
    }
}

/// Keeps nothing: everything is computed anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCache;

impl AnswerCache for NoCache {
    fn get(&self, _: &str, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn put(&self, _: &str, _: &str, _: &[u8]) {}
}

/// The answer to a question as JSON, from the cache or computed now. An `Err` is not kept.
pub(crate) fn cached<T: Serialize + DeserializeOwned, E>(
    cache: &dyn AnswerCache,
    kind: &str,
    facts: &str,
    compute: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let written = |answer: &T| serde_json::to_vec(answer).unwrap_or_default();
    cached_as(cache, kind, facts, |kept| serde_json::from_slice(kept).ok(), written, compute)
}

/// The same for an answer with a form of its own.
pub(crate) fn cached_as<T, E>(
    cache: &dyn AnswerCache,
    kind: &str,
    facts: &str,
    read: impl FnOnce(&[u8]) -> Option<T>,
    written: impl FnOnce(&T) -> Vec<u8>,
    compute: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    if let Some(answer) = cache.get(kind, facts).and_then(|kept| read(&kept)) {
        return Ok(answer);
    }
    let answer = compute()?;
    cache.put(kind, facts, &written(&answer));
    Ok(answer)
}
