//! The rules a command is about: a built-in text or a submission, with additional choices.

use crate::Failure;
use crate::choice_args::ChoiceArgs;
use crate::submission_file::read_submission;
use anyhow::Context as _;
use clap::Args;
use croupier_odds::RulesSource;
use croupier_rules::{Registry, Regulation, game};
use std::path::{Path, PathBuf};

/// Names a text or a submission.
#[derive(Args)]
pub(crate) struct RulesSourceArgs {
    /// The text, with the house way that the program ships for it
    #[arg(long, value_name = "TEXT")]
    text: Option<Regulation>,
    /// A rules submission, with its own house way and options
    #[arg(long, value_name = "FILE")]
    submission: Option<PathBuf>,
    #[command(flatten)]
    chosen: ChoiceArgs,
}

impl RulesSourceArgs {
    /// Reads what is named.
    pub(crate) fn load(&self, registry: &Registry) -> Result<RulesSource, Failure> {
        if let Some(file) = &self.submission {
            let source = of_submission(registry, file, self)?;
            if let Some(text) = self.text.filter(|&text| text.text() != source.game.text()) {
                let under = source.game.text();
                let error = anyhow::anyhow!("{} is a submission for {under}, not for {text}", file.display());
                return Err(Failure::WrongCall(error));
            }
            return Ok(source);
        }
        let game = game(self.text.context("name a text with --text, or a submission with --submission")?);
        Ok(RulesSource { choices: self.chosen.choices(game)?, ..RulesSource::of_text(game)? })
    }
}

/// The submission in a file.
pub(crate) fn as_submitted(registry: &Registry, file: &Path) -> Result<RulesSource, Failure> {
    Ok(RulesSource::of_submission(read_submission(registry, file)?))
}

/// The submission in a file, with the choices of a call on top.
pub(crate) fn of_submission(registry: &Registry, file: &Path, args: &RulesSourceArgs) -> Result<RulesSource, Failure> {
    let source = as_submitted(registry, file)?;
    Ok(RulesSource { choices: args.chosen.on_top_of(source.game, source.choices)?, ..source })
}
