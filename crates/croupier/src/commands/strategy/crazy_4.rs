//! The best play of Crazy 4: a rule of one line, its close calls, and what simpler rules cost.

use crate::CommandResult;
use crate::cli::Format;
use crate::colour::{Palette, colour};
use croupier_odds::RulesSource;
use croupier_odds::crazy_4::{DecisionBorder, MainGame, PlayDecision, SolvedHand};
use croupier_odds::solver::PricedRule;
use serde_json::{Value, json};
use std::io::Write as _;

/// All that is told.
pub(super) struct StrategyOutput<'a> {
    pub(super) game: &'a MainGame,
    pub(super) borders: &'a [DecisionBorder],
    pub(super) rules: &'a [PricedRule],
}

impl StrategyOutput<'_> {
    pub(super) fn write(&self, asked: &RulesSource, format: Format) -> CommandResult {
        match format {
            Format::Text => self.print(asked),
            Format::Json => self.print_json(asked),
        }
    }

    fn print(&self, asked: &RulesSource) -> CommandResult {
        let brush = Palette(colour());
        let mut out = std::io::stdout().lock();
        let best = self.game.best_play();
        writeln!(out, "{}", brush.bold(format!("{}: the best play", asked.game.title())))?;
        writeln!(
            out,
            "  house edge {} of the Ante, {} of all wagers\n",
            best.house_edge().percent(4),
            best.element_of_risk().percent(4)
        )?;
        writeln!(out, "{}", brush.bold("Simple rules, and their cost compared with the best play"))?;
        for PricedRule { rule, cost } in self.rules {
            writeln!(out, "  {:>14} of the Ante  {rule}", cost.percent(8))?;
        }
        for border in self.borders {
            writeln!(out, "\n{}", brush.bold(format!("Between {} and {}", border.below.name(), border.above.name())))?;
            for (which, hand) in [("strongest", &border.strongest_below), ("weakest", &border.weakest_above)] {
                writeln!(
                    out,
                    "  {which} hand to {}: {} ({})",
                    hand.best.name(),
                    hand.hand,
                    self.verdict(border, hand)
                )?;
            }
            if !border.mixed.is_empty() {
                writeln!(out, "  by the fifth card, where the suits may decide:")?;
            }
            for mixed in &border.mixed {
                let (below, above) = (border.below.name(), border.above.name());
                let fifth = mixed.fifth.letter();
                writeln!(
                    out,
                    "    {} with {fifth}: {below} {:>4}, {above} {:>4}",
                    mixed.four, mixed.below, mixed.above
                )?;
            }
        }
        Ok(())
    }

    /// Why a hand next to a border lies on its side of it.
    fn verdict(&self, border: &DecisionBorder, hand: &SolvedHand) -> String {
        if border.above == PlayDecision::Raise && hand.standing < self.game.may_raise_from() {
            return "raising is not allowed, § 657a.11(b)".to_owned();
        }
        let gain = self.game.gain(hand, border.below, border.above);
        format!("{} is worth {gain} of the Ante more than {}", border.above.name(), border.below.name())
    }

    fn print_json(&self, asked: &RulesSource) -> CommandResult {
        let best = self.game.best_play();
        let rules = self.rules.iter().map(|PricedRule { rule, cost }| json!({ "rule": rule, "cost": cost }));
        let object = json!({
            "text": asked.game.text().id(),
            "house_edge": best.house_edge(),
            "element_of_risk": best.element_of_risk(),
            "rules": rules.collect::<Vec<_>>(),
            "borders": self.borders.iter().map(|border| self.border(border)).collect::<Vec<_>>(),
        });
        Ok(writeln!(std::io::stdout().lock(), "{object}")?)
    }

    fn border(&self, border: &DecisionBorder) -> Value {
        let hand = |hand: &SolvedHand| {
            json!({
                "hand": hand.hand.to_string(),
                "gain": self.game.gain(hand, border.below, border.above),
            })
        };
        let mixed = border.mixed.iter().map(|mixed| {
            json!({
                "four": mixed.four,
                "fifth": mixed.fifth.letter(),
                "below": mixed.below,
                "above": mixed.above,
            })
        });
        json!({
            "below": border.below.name(),
            "above": border.above.name(),
            "strongest_below": hand(&border.strongest_below),
            "weakest_above": hand(&border.weakest_above),
            "mixed": mixed.collect::<Vec<_>>(),
        })
    }
}
