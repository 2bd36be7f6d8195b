//! The odds that a running house shows for its tables: those of `croupier odds`, computed at the first request.
//!
//! Note: one thread computes them, however many there are, since the tables come first. An Asia Poker main game takes
//! most of a minute: those of the submissions in the repository ship with the program, others are shown once a call of
//! `croupier odds` has computed them. Another thread builds the tables that value single hands, as the house starts.

use crate::Games;
use crate::cache::FolderCache;
use croupier_house::api::OddsReport;
use croupier_odds::{NoProgress, OddsEngine, QuickReport, RulesSource, ValueService};
use croupier_rules::submission;

/// The odds of a rules submission.
pub(crate) fn odds_of(games: &Games, submission: &str) -> Result<OddsReport, String> {
    let told = compute(games, submission)?;
    answer(&told)
}

/// Builds the tables that value single hands of every text, on a thread of its own, and keeps them for later calls.
pub(crate) fn prepare_values(games: &Games) -> std::io::Result<()> {
    let games = games.clone();
    let prepare = move || {
        // One worker, whatever the machine has: play comes first.
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return };
        let service = ValueService::new(games.solvers.clone(), FolderCache);
        for text in games.registry.texts() {
            let prepared =
                RulesSource::of_text(text.game()).and_then(|source| pool.install(|| service.prepare(&source)));
            if let Err(error) = prepared {
                tracing::warn!("hands of {text} cannot be valued: {error}");
            }
        }
    };
    std::thread::Builder::new().name("values".to_owned()).spawn(prepare).map(drop)
}

fn compute(games: &Games, submission: &str) -> Result<QuickReport, String> {
    let checked = submission::check_by(&games.registry, submission);
    let source = RulesSource::of_submission(checked.rules.ok_or("the submission has faults")?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let engine = OddsEngine::new(&games.solvers, &FolderCache, &NoProgress);
    pool.install(|| engine.quick_report(&source)).map_err(|error| error.to_string())
}

/// The figures as the API describes them. Both sides write the same keys; a key that one of them lacks is an error.
fn answer(told: &QuickReport) -> Result<OddsReport, String> {
    let figures = serde_json::to_value(told).map_err(|error| error.to_string())?;
    serde_json::from_value(figures).map_err(|error| format!("the odds do not match the API schema: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_api_answers_has_every_key_of_the_odds_and_no_other() {
        for submission in [
            include_str!("../../../submissions/pa-659a-electronic.toml"),
            include_str!("../../../submissions/ma-asia-electronic.toml"),
            include_str!("../../../submissions/pa-575-electronic.toml"),
            include_str!("../../../submissions/pa-670a-electronic.toml"),
            include_str!("../../../submissions/pa-657a-electronic.toml"),
            include_str!("../../../submissions/pa-657a-hand-bonus.toml"),
        ] {
            let told = compute(&Games::standard(), submission).unwrap();
            let answered = serde_json::to_value(answer(&told).unwrap()).unwrap();
            assert_eq!(answered, serde_json::to_value(&told).unwrap());
        }
    }
}
