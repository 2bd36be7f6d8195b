//! `croupier compare`: who wins, by which clause.

use crate::Outcome;
use crate::cli::Compare;
use crate::lines::answer;
use croupier_rules::{game, read_sides};
use std::io::Write as _;

pub(super) fn run(call: &Compare) -> Outcome {
    let game = game(call.text);
    let choices = call.chosen.choices(game)?;
    answer(&call.sides, |line, out| {
        let (player, dealer) = read_sides(game, line)?;
        let ruling = game.compare(&choices, &player, &dealer)?;
        let _ = write!(out, "{{\"result\":\"{}\",\"foul\":{},", ruling.outcome.word(), ruling.foul);
        if let Some(qualifies) = ruling.qualifies {
            let _ = write!(out, "\"qualifies\":{qualifies},");
        }
        let _ = write!(out, "\"clause\":\"{}\"}}", ruling.clause);
        Ok(())
    })
}
