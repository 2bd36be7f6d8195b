//! The options and readings that a call chooses.

use clap::Args;
use croupier_rules::{Choices, Game};

/// Choices that change how hands rank.
#[derive(Args)]
pub(crate) struct ChoiceArgs {
    /// Choose an option of the text, such as ace-low=lowest (pa-575, ma-asia)
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Choose the alternative of a doubtful reading, such as R-23=alternative
    #[arg(long = "reading", value_name = "R-NN=CHOICE")]
    readings: Vec<String>,
}

impl ChoiceArgs {
    /// The choices made, added to the given ones.
    pub(crate) fn on_top_of(&self, game: &dyn Game, mut choices: Choices) -> anyhow::Result<Choices> {
        for written in &self.options {
            let (name, value) = split(written, "NAME=VALUE, such as ace-low=lowest")?;
            choices = game.choose_option(choices, name, value)?;
        }
        let mut readings = choices.readings;
        for written in &self.readings {
            let (id, choice) = split(written, "R-NN=alternative or R-NN=reading")?;
            readings = readings.choose_written(id, choice)?;
        }
        Ok(Choices { readings, ..choices })
    }

    /// The choices made.
    pub(crate) fn choices(&self, game: &dyn Game) -> anyhow::Result<Choices> {
        self.on_top_of(game, Choices::default())
    }
}

fn split<'a>(written: &'a str, right: &str) -> anyhow::Result<(&'a str, &'a str)> {
    written.split_once('=').ok_or_else(|| anyhow::anyhow!("`{written}` must have the form {right}"))
}
