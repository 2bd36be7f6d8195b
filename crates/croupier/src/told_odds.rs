//! The odds that a running house tells of its tables: those of `croupier odds`, computed when they are first asked for.
//!
//! What is odd: one thread computes them, however many there are, since the tables come first; and an Asia Poker main
//! game, which takes minutes, is only told if an earlier call of `croupier odds` has computed it.

use crate::Failure;
use crate::asia_poker::Question;
use crate::asked::Asked;
use crate::figures::{Wanted, report};
use crate::main_game::asia_poker;
use croupier_house::api::OddsReport;
use croupier_odds::{Report, Silent};
use croupier_rules::{WagerKind, submission};
use serde::Serialize;

/// What a house tells.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    report: Report,
    /// What was not computed.
    skipped: Vec<Skipped>,
}

/// A wager that was not computed.
#[derive(Serialize)]
struct Skipped {
    wager: &'static str,
    why: &'static str,
}

/// The odds of a rules submission.
pub(crate) fn told(submission: &str) -> Result<OddsReport, String> {
    let asked = Asked::of(submission::check(submission).rules.ok_or("the submission is not sound")?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let told = pool.install(|| compute(&asked)).map_err(|failure| match failure {
        Failure::Content(why) => why,
        Failure::WrongCall(error) => error.to_string(),
        Failure::Io(error) => error.to_string(),
        Failure::BadContent => "the odds cannot be computed".to_owned(),
    })?;
    answer(&told)
}

/// The figures as the API describes them. Both sides write the same keys; a key that one of them lacks is an error.
fn answer(told: &Told) -> Result<OddsReport, String> {
    let figures = serde_json::to_value(told).map_err(|error| error.to_string())?;
    serde_json::from_value(figures).map_err(|error| format!("the odds are not as the API describes them: {error}"))
}

fn compute(asked: &Asked) -> Result<Told, Failure> {
    let question = Question::new(asked, true);
    let wanted = Wanted { side_only: question.is_some(), ..Wanted::default() };
    let mut report = report(asked, &wanted, &Silent)?;
    let mut skipped = Vec::new();
    if let Some(question) = question {
        match question.remembered_player() {
            Some(player) => report.wagers.insert(0, asia_poker(asked, &player, None)),
            None => skipped.push(Skipped {
                wager: WagerKind::Main.name(),
                why: "it takes some minutes: once `croupier odds --submission` has computed it on this machine, \
                      it is told here",
            }),
        }
    }
    Ok(Told { report, skipped })
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
            let told = compute(&Asked::of(submission::check(submission).rules.unwrap())).unwrap();
            let answered = serde_json::to_value(answer(&told).unwrap()).unwrap();
            assert_eq!(answered, serde_json::to_value(&told).unwrap());
        }
    }
}
