//! Improves an Asia Poker house way step by step until no neighbour of it keeps more against the best-responding
//! player.
//!
//! ```sh
//! cargo run --release -p croupier-odds --example improve_house_way [WAY.toml]
//! ```
//!
//! Each way one step from the present one (rules swapped, a rule left out, a threshold moved by one rank) is first
//! looked at on a fixed sample of about 100,000 dealer's hands, against the players who answered the ways computed so
//! far. Its own best answer leaves it no more than any of those players does, so what gains nothing against one of them
//! gains nothing; what seems to gain is computed exactly, which takes a minute or two. The first that really gains
//! becomes the present way. Without a file it begins with the way the program ships.

use croupier_odds::asia_poker::{HouseWaySet, Shard, WaySearch, neighbours};
use croupier_odds::{Fraction, NoProgress};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{Choices, Regulation, Shape, game};
use rayon::prelude::*;

/// One in so many of 6,972,147 suit classes makes a sample of about 100,000.
const ONE_IN: u64 = 70;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = game(Regulation::Pa659a);
    let ranking = game.ranking(&Choices::default());
    let toml = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => game.house_way().ok_or("the text ships a way")?.to_owned(),
    };
    let mut way = HouseWay::read(&toml, Shape::FOUR_TWO_ONE).map_err(|faults| faults[0].to_string())?;
    let dealer = |way: &HouseWay| HouseWaySetter::owning(way.clone(), Shape::FOUR_TWO_ONE, ranking);
    let solve = |way: &HouseWay| -> Result<(Fraction, WaySearch), Box<dyn std::error::Error>> {
        let set = HouseWaySet::new(&dealer(way), ranking, &NoProgress)?;
        let solution = set.solve(Shard::WHOLE, &NoProgress);
        let edge = solution.player.distribution(solution.player.best).house_edge();
        Ok((edge, set.screen(&solution, ONE_IN, ranking, &NoProgress)))
    };
    let (mut edge, screen) = solve(&way)?;
    println!("{} keeps {edge:.6} against the best response; sample of {} hands", way.name, screen.len());
    // What a sample is off is known from the way its player answered, which was computed exactly.
    let known = |edge: Fraction, way: &HouseWay, screen: WaySearch| -> Result<_, Box<dyn std::error::Error>> {
        Ok((edge - screen.house_edge(&dealer(way)).ok_or("the way takes every hand")?, screen))
    };
    let mut players = vec![known(edge, &way, screen)?];
    loop {
        let at_most = |changed: &HouseWay| -> Option<Fraction> {
            let changed = dealer(changed);
            let kept = players.iter().map(|(off, screen)| Some(screen.house_edge(&changed)? + *off));
            kept.collect::<Option<Vec<_>>>()?.into_iter().min()
        };
        let all = neighbours(&way);
        let many = all.len();
        let mut seeming: Vec<_> = all
            .into_par_iter()
            .filter_map(|neighbour| Some((at_most(&neighbour.way)?, neighbour)))
            .filter(|(at_most, _)| *at_most > edge)
            .collect();
        seeming.sort_by_key(|(at_most, _)| std::cmp::Reverse(*at_most));
        println!("{} of {many} neighbours may keep more, by the sample", seeming.len());
        let Some((at_most, best)) = seeming.into_iter().next() else { break };
        let (exact, screen) = solve(&best.way)?;
        println!("  {}: at most {at_most:.6} by the sample, exactly {exact:.6}", best.change);
        players.push(known(exact, &best.way, screen)?);
        if exact > edge {
            (edge, way) = (exact, best.way);
        }
    }
    println!("no neighbour keeps more than {edge:.6}:");
    for rule in &way.rules {
        println!("  {:?} | {:?} | {:?}  {:?} {:?}", rule.high, rule.medium, rule.low, rule.prefer, rule.hands);
    }
    Ok(())
}
