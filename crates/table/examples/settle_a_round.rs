//! A whole round of Crazy 4 Poker at a table with no house around it: the table is told what people and chance do, and
//! says what comes of it. The journal that a house would keep is verified in the end.
//!
//! `cargo run -p croupier-table --example settle_a_round`

use croupier_rules::{Cents, Phase, Seat, Wager, WagerKind, shuffle};
use croupier_table::commitment::{CommittedDraws, Digest};
use croupier_table::journal::{self, Header, Journal};
use croupier_table::*;
use std::error::Error;
use std::sync::Arc;

/// Where the shuffle comes from. This one is the same each time; a house has a generator.
struct Chance;

impl StepInputs for Chance {
    fn shuffle(&mut self, table: &Table, _: DeckId) -> Option<(DeckOrder, Option<Digest>)> {
        let cards = table.house().game.deck();
        let (mut deck, mut word) = (shuffle::ShuffleDeck::new(cards, cards.len()), 1_u64);
        deck.shuffle(&mut || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            word
        });
        Some((DeckOrder::new(deck.order(), cards)?, None))
    }
    fn dice(&mut self) -> [u8; 3] {
        [2, 2, 3]
    }
    fn number(&mut self) -> u8 {
        1
    }
    fn draws(&mut self, _: &Table) -> CommittedDraws {
        CommittedDraws::default()
    }
    fn reserve(&mut self, _: &ShareDue) -> Option<Reservation> {
        None
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let submission = include_str!("../../../submissions/pa-657a-electronic.toml");
    let header = Header::new("Table 1", DealMode::Sealed, "settle_a_round", "", submission);
    let mut table = Table::new(Arc::new(header.house().map_err(|wrong| wrong.to_string())?));
    let (mut journal, mut lines) = Journal::begin(&header);

    // Decided, written down, folded in: the three things that happen to every command.
    let mut act = |table: &mut Table, by: Actor, command: Command| -> Result<(), Refusal> {
        let envelope = CommandEnvelope { id: None, at: Timestamp(0), by, command };
        let events = table.decide(&envelope)?;
        lines += &journal.append(&envelope, &events);
        table.commit(&envelope, &events);
        for line in events.iter().map(|event| table.house().report(event)).filter(|line| line.telling) {
            println!("{}{}", line.text, line.clause.map_or(String::new(), |clause| format!("  {clause}")));
        }
        Ok(())
    };
    let (seat, player) = (Seat::ALL[2], PersonId::new(7));
    // The Ante; the Super Bonus, which must equal it, is placed with it.
    let ante = Wager::own(WagerKind::Main);
    let place = Command::Place { seat, wager: ante, amount: Cents(1_000), tender: Tender::Chips };
    act(&mut table, Actor::floorperson(1), Command::OpenTable)?;
    act(&mut table, Actor::player(7), Command::Sit { seat, player })?;
    act(&mut table, Actor::player(7), Command::BuyIn { player, purse: Purse::Chips, amount: Cents(10_000) })?;
    act(&mut table, Actor::player(7), place)?;
    while table.round().phase != Phase::Closed {
        match table.automated(&mut Chance) {
            Some((by, command)) => act(&mut table, by, command)?,
            // Only the player is waited for: he plays for as much as his Ante.
            None => act(&mut table, Actor::player(7), Command::Play { seat, amount: Cents(1_000) })?,
        }
    }
    let verified = journal::verify(lines.as_bytes());
    println!("{} commands, {} events; fault: {:?}", verified.commands, verified.events, verified.fault);
    println!("player 7 has {}", table.state().ledger.balance(Account::Player(player)));
    Ok(())
}
