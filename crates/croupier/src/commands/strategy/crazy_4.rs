//! The best play of Crazy 4: a rule of one line, its close calls, and what simpler rules cost.

use crate::Outcome;
use crate::asked::Asked;
use crate::cli::Format;
use crate::paint::{Brush, colour};
use anyhow::Context as _;
use croupier_odds::Fraction;
use croupier_odds::crazy_4::{Border, Decision, MainGame, Rule, Solved, Standing, name_of, read_four};
use serde_json::{Value, json};
use std::io::Write as _;

/// A way to decide, in words, and what it costs.
struct Priced {
    rule: String,
    cost: Fraction,
}

/// Rules of thumb, each with the least hand it plays.
const USUAL: [(&str, &str); 4] = [
    ("fold below a king", "K-4-3-2"),
    ("fold below king and queen", "K-Q-3-2"),
    ("fold below an ace", "A-5-3-2"),
    ("fold below a pair", "2-2-4-3"),
];

/// All that is told.
struct Told {
    game: MainGame,
    borders: Vec<Border>,
    rules: Vec<Priced>,
}

pub(super) fn best_play(asked: &Asked, fold_below: &[String], format: Format) -> Outcome {
    let below = fold_below.iter().map(|four| read_four(four)).collect::<Result<Vec<_>, _>>().context("--fold-below")?;
    let game = MainGame::solve(&asked.choices);
    let between = |below, above| Border::between(&game, below, above);
    let borders = [between(Decision::Fold, Decision::Play), between(Decision::Play, Decision::Raise)];
    let told = Told { borders: borders.into_iter().flatten().collect(), rules: rules(&game, &below), game };
    match format {
        Format::Text => told.tell(asked),
        Format::Json => told.print_json(asked),
    }
}

/// The best rule by rank alone, the simpler ones everybody thinks of, and those asked for.
fn rules(game: &MainGame, below: &[Standing]) -> Vec<Priced> {
    let best = Rule::cheapest(game);
    let raise = name_of(game, best.raise_from);
    let priced = |rule: String, decide: &dyn Fn(&Solved) -> Decision| Priced { rule, cost: game.cost(decide) };
    let folding = |standing: Standing| {
        let rule = Rule::playing_from(game, standing);
        priced(format!("fold below {}, raise 3x when allowed", name_of(game, standing)), &|hand| rule.decide(hand))
    };
    let least = name_of(game, best.play_from);
    let one_line = format!("raise 3x with {raise} or better, play 1x with {least} or better, else fold");
    let mut rules = vec![
        priced(one_line, &|hand| best.decide(hand)),
        priced("never fold, raise 3x when allowed".to_owned(), &|hand| {
            Rule::playing_from(game, Standing::LOWEST).decide(hand)
        }),
        priced("fold when best, never raise".to_owned(), &|hand| hand.best.min(Decision::Play)),
    ];
    rules.extend(USUAL.iter().filter_map(|&(words, four)| {
        let rule = Rule::playing_from(game, read_four(four).ok()?);
        Some(priced(format!("{words}, raise 3x when allowed"), &|hand| rule.decide(hand)))
    }));
    rules.extend(below.iter().copied().map(folding));
    rules
}

impl Told {
    fn tell(&self, asked: &Asked) -> Outcome {
        let brush = Brush(colour());
        let mut out = std::io::stdout().lock();
        let best = self.game.best_play();
        writeln!(out, "{}", brush.bold(format!("{}: the best play", asked.game.title())))?;
        writeln!(
            out,
            "  the house keeps {} of the Ante, {} of all that is wagered\n",
            best.house_edge().percent(4),
            best.element_of_risk().percent(4)
        )?;
        writeln!(out, "{}", brush.bold("Simple rules, and what each costs more than the best play"))?;
        for Priced { rule, cost } in &self.rules {
            writeln!(out, "  {:>14} of the Ante  {rule}", cost.percent(8))?;
        }
        for border in &self.borders {
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
    fn verdict(&self, border: &Border, hand: &Solved) -> String {
        if border.above == Decision::Raise && hand.standing < self.game.may_raise_from() {
            return "it may not be raised, § 657a.11(b)".to_owned();
        }
        let gain = self.game.gain(hand, border.below, border.above);
        format!("{} is worth {gain} of the Ante more than {}", border.above.name(), border.below.name())
    }

    fn print_json(&self, asked: &Asked) -> Outcome {
        let best = self.game.best_play();
        let rules = self.rules.iter().map(|Priced { rule, cost }| json!({ "rule": rule, "cost": cost }));
        let object = json!({
            "text": asked.game.text().id(),
            "house_edge": best.house_edge(),
            "element_of_risk": best.element_of_risk(),
            "rules": rules.collect::<Vec<_>>(),
            "borders": self.borders.iter().map(|border| self.border(border)).collect::<Vec<_>>(),
        });
        Ok(writeln!(std::io::stdout().lock(), "{object}")?)
    }

    fn border(&self, border: &Border) -> Value {
        let hand = |hand: &Solved| {
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
