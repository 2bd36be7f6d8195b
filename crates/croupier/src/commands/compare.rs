//! `croupier compare`: who wins, and under which clause.

use crate::CommandResult;
use crate::cli::CompareArgs;
use crate::hand_stream::answer;
use croupier_rules::{game, read_sides};
use std::io::Write as _;

pub(super) fn run(call: &CompareArgs) -> CommandResult {
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
