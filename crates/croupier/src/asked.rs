//! What a call asks about: a text as the program ships it, or a submission, with choices on top.

use crate::Failure;
use crate::cli::{Chosen, texts};
use crate::commands::read_submission;
use anyhow::Context as _;
use clap::Args;
use croupier_rules::house_way::HouseWay;
use croupier_rules::submission::HouseRules;
use croupier_rules::{Choices, Game, Text, game};
use std::path::PathBuf;

/// Names a text or a submission.
#[derive(Args)]
pub(crate) struct Asking {
    /// The text, with the house way that the program ships for it
    #[arg(long, value_name = "TEXT", required_unless_present = "submission", value_parser = texts())]
    text: Option<Text>,
    /// A rules submission, with its own house way and options
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    submission: Option<PathBuf>,
    #[command(flatten)]
    chosen: Chosen,
}

/// The game, way and choices a call names.
pub(crate) struct Asked {
    pub(crate) game: &'static dyn Game,
    pub(crate) choices: Choices,
    /// None where no hands are set.
    pub(crate) way: Option<HouseWay>,
    /// The submission, if one was named.
    pub(crate) rules: Option<HouseRules>,
}

impl Asking {
    /// Reads what is named.
    pub(crate) fn asked(&self) -> Result<Asked, Failure> {
        if let Some(file) = &self.submission {
            let rules = read_submission(file)?;
            let game = game(rules.text);
            let choices = self.chosen.on_top_of(game, rules.choices)?;
            return Ok(Asked { game, choices, way: rules.house_way.clone(), rules: Some(rules) });
        }
        let game = game(self.text.context("name a text or a submission")?);
        Ok(Asked { game, choices: self.chosen.choices(game)?, way: shipped_way(game)?, rules: None })
    }
}

/// The house way the program ships for a game; none where no hands are set.
fn shipped_way(game: &dyn Game) -> anyhow::Result<Option<HouseWay>> {
    let (Some(shape), Some(shipped)) = (game.shape(), game.house_way()) else { return Ok(None) };
    // The shipped ways are part of the program; a test reads each.
    let way =
        HouseWay::read(shipped, shape).map_err(|faults| anyhow::anyhow!("the shipped house way: {}", faults[0]))?;
    Ok(Some(way))
}
