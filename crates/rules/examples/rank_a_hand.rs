//! What hands are called, which of them is higher, and who wins by which clause: `croupier-rules` alone.
//!
//! `cargo run -p croupier-rules --example rank_a_hand`

use croupier_rules::{Choices, Regulation, game, read_cards, read_sides};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let (crazy_4, choices) = (game(Regulation::Pa657a), Choices::default());
    let ranking = crazy_4.ranking(&choices);
    let [threes, flush] = ["3c 3d 3h Ks Jd", "Ah Jh 9h 4h 2c"].map(|cards| read_cards(crazy_4, cards.as_bytes()));
    // In this text three of a kind is above a flush: § 657a.6(b).
    let (threes, flush) = (ranking.best(threes?), ranking.best(flush?));
    println!("{} is higher than {}: {}", ranking.category(threes), ranking.category(flush), threes > flush);

    let asia = game(Regulation::Pa659a);
    let (player, dealer) = read_sides(asia, b"9c 9d 5h 4s | Kh 7s | Qd / 9h 9s 6c 4d | Kc 7h | Jd")?;
    let ruled = asia.compare(&choices, &player, &dealer)?;
    println!("{player} against {dealer}: {} by {}", ruled.outcome.word(), ruled.clause);
    Ok(())
}
