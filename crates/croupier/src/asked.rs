//! What a call asks about: a text as the program ships it, or a submission, with choices on top.

use crate::Failure;
use crate::cli::{Chosen, texts};
use crate::commands::read_submission;
use anyhow::Context as _;
use clap::Args;
use croupier_rules::house_way::HouseWay;
use croupier_rules::submission::HouseRules;
use croupier_rules::{Choices, Game, Text, game};
use std::path::{Path, PathBuf};

/// Names a text or a submission.
#[derive(Args)]
pub(crate) struct Asking {
    /// The text, with the house way that the program ships for it
    #[arg(long, value_name = "TEXT", value_parser = texts())]
    text: Option<Text>,
    /// A rules submission, with its own house way and options
    #[arg(long, value_name = "FILE")]
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

impl Asked {
    /// What a submission that checks names.
    pub(crate) fn of(rules: HouseRules) -> Self {
        Self { game: game(rules.text), choices: rules.choices, way: rules.house_way.clone(), rules: Some(rules) }
    }
}

impl Asking {
    /// Reads what is named.
    pub(crate) fn asked(&self) -> Result<Asked, Failure> {
        if let Some(file) = &self.submission {
            let asked = of_submission(file, self)?;
            if let Some(text) = self.text.filter(|&text| text != asked.game.text()) {
                let under = asked.game.text();
                let said = anyhow::anyhow!("{} is a submission under {under}, not {text}", file.display());
                return Err(Failure::WrongCall(said));
            }
            return Ok(asked);
        }
        let game = game(self.text.context("name a text with --text, or a submission with --submission")?);
        Ok(Asked { choices: self.chosen.choices(game)?, ..of_text(game)? })
    }
}

/// A text as the program ships it.
pub(crate) fn of_text(game: &'static dyn Game) -> anyhow::Result<Asked> {
    Ok(Asked { game, choices: Choices::default(), way: shipped_way(game)?, rules: None })
}

/// The submission in a file.
pub(crate) fn as_submitted(file: &Path) -> Result<Asked, Failure> {
    Ok(Asked::of(read_submission(file)?))
}

/// The submission in a file, with the choices of a call on top.
pub(crate) fn of_submission(file: &Path, asking: &Asking) -> Result<Asked, Failure> {
    let asked = as_submitted(file)?;
    Ok(Asked { choices: asking.chosen.on_top_of(asked.game, asked.choices)?, ..asked })
}

/// The house way the program ships for a game; none where no hands are set.
fn shipped_way(game: &dyn Game) -> anyhow::Result<Option<HouseWay>> {
    let (Some(shape), Some(shipped)) = (game.shape(), game.house_way()) else { return Ok(None) };
    // The shipped ways are part of the program; a test reads each.
    let way =
        HouseWay::read(shipped, shape).map_err(|faults| anyhow::anyhow!("the shipped house way: {}", faults[0]))?;
    Ok(Some(way))
}
