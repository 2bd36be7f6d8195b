//! `croupier clauses --irregularities`: the matrix of phase by irregularity, text by text.

use crate::CommandResult;
use crate::cli::{ClausesArgs, Format};
use crate::colour::{Palette, colour};
use crate::output::write_json;
use croupier_rules::irregularity::{IrregularityCell, IrregularityRow, ROWS, cell};
use croupier_rules::vocabulary::DealMethod;
use croupier_rules::{DeckFate, Game, Phase, Remedy, game};
use croupier_rules::{Irregularity, Registry};
use serde_json::json;
use std::io::Write;

pub(super) fn run(registry: &Registry, call: &ClausesArgs) -> CommandResult {
    let texts = registry.texts().iter().copied().filter(|text| call.text.is_none_or(|wanted| wanted == *text));
    let mut out = std::io::stdout().lock();
    match call.format {
        Format::Json => {
            let cells: Vec<_> = texts.flat_map(|text| as_json(game(text))).collect();
            write_json(&mut out, &cells)?;
        }
        Format::Text => {
            for text in texts {
                matrix(&mut out, game(text))?;
            }
            writeln!(out, "a / b: first a, later b (--format json gives the point of change). Dash: no effect.")?;
        }
    }
    Ok(())
}

fn as_json(game: &'static dyn Game) -> Vec<serde_json::Value> {
    let mut cells = Vec::new();
    for row in &ROWS {
        for &(word, method) in DealMethod::ALL {
            for phase in Phase::ALL {
                let cases = cell(game.procedure(), method, phase, row).into_iter().map(|(when, ruled)| {
                    json!({ "when": when, "remedy": ruled.remedy.name(), "clause": ruled.clause.to_string() })
                });
                cells.push(json!({
                    "text": game.text().id(),
                    "irregularity": row.name,
                    "deal": word,
                    "phase": phase.name(),
                    "cases": cases.collect::<Vec<_>>(),
                }));
            }
        }
    }
    cells
}

/// A row as it is printed: the remedies by phase, and the clauses behind them.
type Printed = (String, Vec<String>, String);

fn matrix(out: &mut impl Write, game: &'static dyn Game) -> std::io::Result<()> {
    let brush = Palette(colour());
    let rows: Vec<Printed> = ROWS.iter().filter(|row| concerns(game, row)).flat_map(|row| printed(game, row)).collect();
    let first = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = Phase::ALL
        .iter()
        .enumerate()
        .map(|(column, phase)| {
            let cells = rows.iter().map(|(_, cells, _)| cells[column].chars().count());
            cells.chain([phase.name().len()]).max().unwrap_or(0)
        })
        .collect();
    writeln!(out, "{}", brush.bold(format!("{}: {}", game.text(), game.title())))?;
    let heads = Phase::ALL.iter().zip(&widths).map(|(phase, &width)| format!("{:width$}", phase.name()));
    writeln!(out, "{}", brush.dim(format!("{:first$}  {}", "", heads.collect::<Vec<_>>().join("  "))))?;
    for (name, cells, clauses) in &rows {
        let cells = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        writeln!(out, "{name:first$}  {}  {}", cells.collect::<Vec<_>>().join("  "), brush.cyan(clauses))?;
    }
    writeln!(out)
}

/// Whether a row says anything about a game: no dice, no bonus card, no setting where the text has none.
fn concerns(game: &dyn Game, row: &IrregularityRow) -> bool {
    let effect = |(_, ruled): &(_, croupier_rules::IrregularityRuling)| ruled.remedy != Remedy::NoEffect;
    let cells = |method| Phase::ALL.into_iter().flat_map(move |phase| cell(game.procedure(), method, phase, row));
    let silent = matches!(row.what, Irregularity::Exposed(croupier_rules::Place::Shared));
    DealMethod::ALL.iter().any(|&(_, method)| cells(method).any(|case| effect(&case)))
        || (silent && game.procedure().dealing.iter().any(|dealing| dealing.shared.is_some()))
        || matches!(row.what, Irregularity::Exposed(croupier_rules::Place::Seat(_)))
}

/// One line for all ways of dealing, or one for those that agree, without those where nothing comes of it.
fn printed(game: &dyn Game, row: &IrregularityRow) -> Vec<Printed> {
    let mut groups: Vec<(Vec<&str>, Vec<String>, Vec<String>)> = Vec::new();
    for &(word, method) in DealMethod::ALL {
        let cells: Vec<IrregularityCell> =
            Phase::ALL.into_iter().map(|phase| cell(game.procedure(), method, phase, row)).collect();
        let line: Vec<String> = cells.iter().map(cell_text).collect();
        let effective = cells.iter().flatten().filter(|(_, ruled)| ruled.remedy != Remedy::NoEffect);
        let clauses = effective.map(|(_, ruled)| ruled.clause.to_string());
        let place = groups.iter().position(|(_, known, _)| *known == line).unwrap_or_else(|| {
            groups.push((Vec::new(), line, Vec::new()));
            groups.len() - 1
        });
        groups[place].0.push(word);
        for clause in clauses {
            if !groups[place].2.contains(&clause) {
                groups[place].2.push(clause);
            }
        }
    }
    let all = groups.len() == 1;
    let line = |(words, cells, clauses): (Vec<&str>, Vec<String>, Vec<String>)| {
        let name = if all { row.name.to_owned() } else { format!("{} ({})", row.name, words.join(", ")) };
        (name, cells, clauses.join(", "))
    };
    groups.into_iter().filter(|(_, _, clauses)| all || !clauses.is_empty()).map(line).collect()
}

fn cell_text(cell: &IrregularityCell) -> String {
    let short = |remedy| match remedy {
        Remedy::NoEffect => "-",
        Remedy::RollAgain => "roll again",
        Remedy::VoidRound(DeckFate::Reshuffled) => "void",
        Remedy::VoidRound(DeckFate::Removed) => "void, remove deck",
        Remedy::MayVoidHand => "player may void",
        Remedy::ResetDealer => "reset",
        Remedy::UseAsNext => "next card",
        Remedy::SetAside => "set aside",
        Remedy::ShuffleAgain => "shuffle again",
        Remedy::RemoveDeck => "remove deck",
        Remedy::CoverOrSign => "cover or post sign",
        Remedy::RemoveDevice => "remove device",
    };
    cell.iter().map(|(_, ruled)| short(ruled.remedy)).collect::<Vec<_>>().join(" / ")
}
