//! A program of somebody else's, built against the packaged crates alone.

use croupier_odds::fraction::Fraction;
use croupier_rules::{Choices, Outcome, Regulation, game, read_sides, submission};
use croupier_table::{Actor, Command, CommandEnvelope, DealMode, Table, TableConfig, Timestamp};
use std::sync::Arc;

fn main() {
    let fortune_asia = game(Regulation::Pa659a);
    let line = b"9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd";
    let (player, dealer) = read_sides(fortune_asia, line).expect("two settings");
    let ruling = fortune_asia.compare(&Choices::default(), &player, &dealer).expect("a lawful dealer");
    assert_eq!((ruling.outcome, ruling.clause.to_string().as_str()), (Outcome::Lose, "§ 659a.11(f)(1)(ii)"));

    let rules = submission::check(&submission::template(Regulation::Pa657a)).rules.expect("a valid template");
    let table = Table::new(Arc::new(TableConfig::new(rules, DealMode::Observed)));
    let early = CommandEnvelope { id: None, at: Timestamp(0), by: Actor::HOUSE, command: Command::NoMoreBets };
    let refusal = table.decide(&early).expect_err("the table is not open");
    println!("{ruling:?}\n{refusal}\n{}", Fraction::new(1, 3).percent(2));
}
