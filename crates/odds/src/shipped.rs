//! Answers that ship with the library: the best responses to the house way of every submission in the repository.
//!
//! Each is kept with the facts of its question, so an answer to any other rules, however alike, is never found. The
//! test `shipped_odds` of the program recomputes a sample of each, and writes the file anew.

use crate::asia_poker::Side;
use crate::cache::AnswerCache;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// One answer that ships with the library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShippedSide {
    /// The facts of the question: how hands compare, and the house way.
    pub facts: String,
    /// The answer: the player's side, whole.
    pub player: Side,
    /// The part of the answer that a test recomputes.
    pub sample: Side,
}

static SHIPPED: LazyLock<Vec<ShippedSide>> = LazyLock::new(|| {
    // A test reads the file; a library that cannot read it has no answer and computes.
    serde_json::from_str(include_str!("../data/best_responses.json")).unwrap_or_default()
});

/// The answers that ship with the library, as a cache that keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedAnswers;

impl ShippedAnswers {
    /// All of them.
    pub fn sides() -> &'static [ShippedSide] {
        &SHIPPED
    }
}

impl AnswerCache for ShippedAnswers {
    fn get(&self, kind: &str, facts: &str) -> Option<Vec<u8>> {
        let side = SHIPPED.iter().find(|side| kind == crate::asia_poker::PLAYER && side.facts == facts)?;
        serde_json::to_vec(&side.player).ok()
    }

    fn put(&self, _: &str, _: &str, _: &[u8]) {}
}
