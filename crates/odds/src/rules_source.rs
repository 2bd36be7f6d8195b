//! What a question about odds is about: a text as it is shipped, or a submission, with choices on top.

use crate::error::OddsError;
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::submission::HouseRules;
use croupier_rules::{Choices, Game, WagerKind};

/// The game, its house way and the choices a question is about.
#[derive(Clone)]
pub struct RulesSource {
    /// The game.
    pub game: &'static dyn Game,
    /// Options and readings.
    pub choices: Choices,
    /// How the dealer sets; none where no hands are set.
    pub way: Option<HouseWay>,
    /// The submission, if the question is about one.
    pub rules: Option<HouseRules>,
}

impl RulesSource {
    /// A text as it is shipped.
    ///
    /// # Errors
    /// If the house way that the game ships cannot be read.
    pub fn of_text(game: &'static dyn Game) -> Result<Self, OddsError> {
        let unread = |said: String| OddsError::Rules(format!("the built-in house way of {}: {said}", game.text()));
        let way = HouseWay::shipped(game).transpose().map_err(|faults| unread(faults[0].to_string()))?;
        Ok(Self { game, choices: Choices::default(), way, rules: None })
    }

    /// A submission that checks.
    pub fn of_submission(rules: HouseRules) -> Self {
        Self { game: rules.text.game(), choices: rules.choices, way: rules.house_way.clone(), rules: Some(rules) }
    }

    /// Whether a wager is offered: by the submission, or where there is none by the text.
    pub fn offers(&self, kind: WagerKind) -> bool {
        self.rules.as_ref().is_none_or(|rules| rules.wager(kind).is_some())
    }

    /// The dealer who sets by the house way; none where no hands are set.
    pub fn dealer(&self) -> Option<HouseWaySetter<'_>> {
        let (way, shape) = (self.way.as_ref()?, self.game.shape()?);
        Some(HouseWaySetter::new(way, shape, self.game.ranking(&self.choices)))
    }
}
