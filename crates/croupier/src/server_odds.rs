//! The odds that a running house shows for its tables: those of `croupier odds`, computed at the first request.
//!
//! Note: one thread computes them, however many there are, since the tables come first; and an Asia Poker main
//! game, which takes minutes, is only told if an earlier call of `croupier odds` has computed it.

use crate::Games;
use crate::cache::FolderCache;
use croupier_house::api::OddsReport;
use croupier_odds::{NoProgress, OddsEngine, QuickReport, RulesSource};
use croupier_rules::submission;

/// The odds of a rules submission.
pub(crate) fn odds_of(games: &Games, submission: &str) -> Result<OddsReport, String> {
    let told = compute(games, submission)?;
    answer(&told)
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
