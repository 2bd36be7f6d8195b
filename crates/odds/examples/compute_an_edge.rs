//! What the Queens Up Wager of Crazy 4 Poker costs, under a paytable of the text and under one of our own: every hand
//! of the deck is counted once, and both follow from the counts.
//!
//! `cargo run -p croupier-odds --example compute_an_edge`

use croupier_odds::NoProgress;
use croupier_odds::side::{LadderQuery, SideWagerTerms, WhatIf, census, side_wagers};
use croupier_rules::{Readings, Regulation, WagerKind, game};
use std::error::Error;

/// Like paytable A, but for a meaner flush.
const OURS: &str = r#"rows = [
    ["four-of-a-kind", "50 to 1"], ["straight flush", "30 to 1"], ["three-of-a-kind", "9 to 1"],
    ["flush", "3 to 1"], ["straight", "3 to 1"], ["two pair", "2 to 1"], ["pair of queens or better", "1 to 1"],
]"#;

fn main() -> Result<(), Box<dyn Error>> {
    let (crazy_4, readings) = (game(Regulation::Pa657a), Readings::default());
    let queens_up = side_wagers(crazy_4).find(|(spec, _)| spec.kind == WagerKind::QueensUp).ok_or("no such wager")?;
    let counted = census(crazy_4, &[LadderQuery { ladder: queens_up.1, readings }], &NoProgress);

    let printed = crazy_4.payouts().paytable(WagerKind::QueensUp, Some('A')).ok_or("no such paytable")?;
    let ours = WhatIf::read(OURS, crazy_4, queens_up)?;
    for (name, table) in [("paytable A", printed), ("with 3 to 1 for a flush", &ours.table)] {
        let report = SideWagerTerms::new(crazy_4, queens_up, table, None, readings).report(crazy_4, &counted[0]);
        let edge = report.house_edge.ok_or("a progressive has no edge without its meters")?;
        println!("{name}: house edge {edge:.6} of each unit, over {} hands", report.combinations);
    }
    Ok(())
}
