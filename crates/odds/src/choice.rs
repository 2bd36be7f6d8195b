//! What a player can do with one hand, and what each choice is worth.
//!
//! A choice is a lawful setting of the hands, or to fold, to play, to raise. Its worth is exact: every hand the dealer
//! may hold is counted.

use crate::distribution::Distribution;
use crate::fraction::Fraction;
use std::borrow::Cow;

/// What sort of decision a choice is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DecisionKind {
    /// To set the hands so.
    Set,
    /// To set the hands so and double the main wager.
    SetAndDoubleDown,
    /// To stay in with a further wager.
    Play,
    /// To give up the hand.
    Fold,
    /// To give up the main wager before the hands are compared.
    Surrender,
}

/// One lawful choice for one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What the player does: `fold`, `play 3x`, or a setting with its hands separated by `|`.
    pub name: Cow<'static, str>,
    /// What sort of decision it is.
    pub kind: DecisionKind,
    /// What comes of it over all hands the dealer may hold, per unit of the first wager.
    pub outcomes: Distribution,
}

impl Choice {
    /// A choice and what comes of it.
    pub fn new(kind: DecisionKind, name: impl Into<Cow<'static, str>>, outcomes: Distribution) -> Self {
        Self { name: name.into(), kind, outcomes }
    }

    /// A setting that wins, ties or loses one unit so many times.
    pub fn of_setting(name: impl Into<Cow<'static, str>>, win: u128, tie: u128, lose: u128) -> Self {
        let mut outcomes = Distribution::default();
        for (outcome, net, count) in
            [("win", Fraction::ONE, win), ("tie", Fraction::ZERO, tie), ("lose", -Fraction::ONE, lose)]
        {
            outcomes.add(outcome, net, Fraction::ONE, count);
        }
        Self::new(DecisionKind::Set, name, outcomes)
    }

    /// What the player is up on the average, per unit of the first wager.
    pub fn value(&self) -> Fraction {
        self.outcomes.mean(|outcome| outcome.net)
    }
}

/// Puts the choices in order of their worth, the best first; equal ones stay in the order they came.
pub fn best_first(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.sort_by_cached_key(|choice| std::cmp::Reverse(choice.value()));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_that_is_worth_most_comes_first() {
        let choices = vec![Choice::of_setting("copied", 1, 1, 2), Choice::of_setting("better", 2, 0, 2)];
        let best = best_first(choices);
        assert_eq!(best[0].name, "better");
        assert_eq!(best[0].value(), Fraction::ZERO);
        assert_eq!(best[1].value(), Fraction::new(-1, 4));
    }
}
