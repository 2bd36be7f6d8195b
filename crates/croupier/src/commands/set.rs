//! `croupier set`: sets hands by the house way, or prints the house way as a rack card.

use crate::cli::SetArgs;
use crate::colour::{Palette, colour};
use crate::hand_stream::{answer, write_cards};
use crate::{CommandResult, Failure};
use croupier_odds::RulesSource;
use croupier_rules::house_way::{HandSlot, HouseWay, HouseWaySetter};
use croupier_rules::{Game, HandError, Registry, Shape, read_hand};
use std::io::Write as _;

pub(super) fn run(registry: &Registry, call: &SetArgs) -> CommandResult {
    let RulesSource { game, way, choices, .. } = call.asking.load(registry)?;
    let (Some(shape), Some(way)) = (game.shape(), way) else { return Err(no_house_way(game)) };
    if call.card {
        return rack_card(game, shape, &way);
    }
    let dealer = HouseWaySetter::new(&way, shape, game.ranking(&choices));
    let clause = game.shape_clause();
    let rule_names: Vec<String> =
        way.rules.iter().map(|rule| serde_json::Value::from(rule.name.as_str()).to_string()).collect();
    answer(&call.hands, |line, out| {
        let cards = read_hand(game, line, "a hand", shape.cards(), clause)?;
        let set = dealer.set(cards).ok_or(HandError::NoRule)?;
        out.push(b'{');
        write_cards(out, "cards", cards);
        out.push(b',');
        write_cards(out, "high", set.setting.high);
        if shape.medium > 0 {
            out.push(b',');
            write_cards(out, "medium", set.setting.medium);
        }
        out.push(b',');
        write_cards(out, "low", set.setting.low);
        out.extend_from_slice(b",\"rule\":");
        out.extend_from_slice(rule_names[set.rule].as_bytes());
        out.push(b'}');
        Ok(())
    })
}

fn no_house_way(game: &dyn Game) -> Failure {
    Failure::WrongCall(anyhow::anyhow!(
        "hands are not set in {}, so it has no house way ({})",
        game.text(),
        game.shape_clause()
    ))
}

/// The way as a card for the rack: fits a page, reads from top to bottom.
fn rack_card(game: &dyn Game, shape: Shape, way: &HouseWay) -> CommandResult {
    const WIDTH: usize = 76;
    let brush = Palette(colour());
    let mut out = std::io::stdout().lock();
    writeln!(out, "┌{}┐", "─".repeat(WIDTH))?;
    for line in [game.title(), &way.name] {
        writeln!(out, "│ {} │", brush.bold(format!("{:<width$}", clip(line, WIDTH - 2), width = WIDTH - 2)))?;
    }
    writeln!(out, "├{}┤", "─".repeat(WIDTH))?;
    for (place, rule) in way.rules.iter().enumerate() {
        let cited = rule.clause.map_or(String::new(), |clause| format!(" ({clause})"));
        let order = match rule.prefer {
            [HandSlot::Low, HandSlot::Medium, HandSlot::High] => String::new(),
            order => format!(" [{}]", order.map(HandSlot::name).join(", ")),
        };
        for (row, line) in wrap(&format!("{}{order}{cited}", rule.name), WIDTH - 6).into_iter().enumerate() {
            let number = if row == 0 { format!("{:>2}.", place + 1) } else { "   ".to_owned() };
            writeln!(out, "│ {} {:<width$} │", brush.cyan(number), line, width = WIDTH - 6)?;
        }
    }
    writeln!(out, "├{}┤", "─".repeat(WIDTH))?;
    let order = if shape.medium == 0 { "low hand, then high" } else { "low hand, then medium, then high" };
    let foot = format!(
        "Follow the first rule that a legal setting satisfies. If several settings do, take the highest: compare \
            {order}, unless brackets give another order."
    );
    for line in wrap(&foot, WIDTH - 2) {
        writeln!(out, "│ {} │", brush.dim(format!("{line:<width$}", width = WIDTH - 2)))?;
    }
    writeln!(out, "└{}┘", "─".repeat(WIDTH))?;
    Ok(())
}

fn clip(line: &str, width: usize) -> String {
    line.chars().take(width).collect()
}

/// Breaks a sentence into lines at its spaces.
fn wrap(sentence: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let line = lines.len() - 1;
        if !lines[line].is_empty() && lines[line].chars().count() + 1 + word.chars().count() > width {
            lines.push(clip(word, width));
        } else {
            let space = if lines[line].is_empty() { "" } else { " " };
            lines[line].push_str(space);
            lines[line].push_str(&clip(word, width));
        }
    }
    lines
}
