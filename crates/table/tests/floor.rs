//! What is done beside the game: the inventory, tips, pauses, devices that come back, and players long gone.

#[path = "bench/mod.rs"]
#[allow(dead_code)]
mod bench;

use bench::{Bench, DEALER, FLOOR, player, seat};
use croupier_rules::{Cents, Irregularity, Phase, WagerKind};
use croupier_table::{
    Account, Actor, Audience, Command, DealerStep, DeckStage, Device, Event, PersonId, Prompt, Purse, RefusalCode,
    ShuffledBy, TableStatus,
};

const SECOND: Option<PersonId> = Some(PersonId::new(9));

fn balance(bench: &Bench, account: Account) -> Cents {
    bench.table.state().ledger.balance(account).cents()
}

fn count(dollars: i64) -> Command {
    Command::CountInventory { counted: Cents::dollars(dollars), second: SECOND }
}

#[test]
fn the_book_of_the_inventory_is_what_was_counted_filled_and_credited() {
    let mut bench = Bench::sealed("pa-659a-b").open(&[3]);
    assert_eq!(balance(&bench, Account::Inventory), Cents::dollars(-200_000), "chips sold before the count");
    let events = bench.give(DEALER, count(10_000)).expect("the opening count");
    let (counted, book) = (Cents::dollars(10_000), Cents::dollars(-200_000));
    assert_eq!(events, [Event::InventoryCounted { counted, book, opening: true }]);
    assert_eq!(balance(&bench, Account::Inventory), Cents::dollars(10_000));
    assert_eq!(balance(&bench, Account::Cage), Cents::dollars(-210_000));
    bench.must(FLOOR, Command::Fill { amount: Cents::dollars(500), second: SECOND });
    bench.must(FLOOR, Command::Credit { amount: Cents::dollars(200), second: SECOND });
    assert_eq!(balance(&bench, Account::Inventory), Cents::dollars(10_300));
    // Ten dollars short, and the book then says what is there.
    let events = bench.give(DEALER, count(10_290)).expect("a count with a second person");
    let (counted, book) = (Cents::dollars(10_290), Cents::dollars(10_300));
    assert_eq!(events, [Event::InventoryCounted { counted, book, opening: false }]);
    let said = bench.table.house().report(&events[0]).text;
    assert_eq!(said, "inventory counted: $10,290, $10 less than the ledger's $10,300");
    assert_eq!(balance(&bench, Account::Inventory), counted);
    assert_eq!(bench.table.state().ledger.total(), 0);
}

#[test]
fn the_inventory_of_the_night_before_is_counted_anew_at_the_next_opening() {
    let mut bench = Bench::sealed("pa-659a-b").open(&[3]);
    bench.must(DEALER, count(10_000));
    bench.must(FLOOR, Command::RelieveDealer { dealer: PersonId::new(8) });
    bench.must(FLOOR, Command::CloseTable);
    assert_eq!(bench.table.state().dealer, None);
    bench.must(DEALER, count(10_000));
    let cage = balance(&bench, Account::Cage);
    bench.must(FLOOR, Command::OpenTable);
    let fill = Command::Fill { amount: Cents::dollars(1), second: SECOND };
    let refused = bench.give(FLOOR, fill).expect_err("not counted since");
    assert_eq!(refused.code, RefusalCode::OutOfTurn);
    bench.must(DEALER, count(10_000));
    assert_eq!(balance(&bench, Account::Cage), cage, "nothing came from the cage");
}

#[test]
fn only_those_who_work_here_hear_of_the_inventory() {
    let mut bench = Bench::sealed("pa-659a-b").open(&[3]);
    let events = bench.give(DEALER, count(10_000)).expect("the opening count");
    for (audience, hears) in [
        (Audience::Dealer, true),
        (Audience::Floor, true),
        (Audience::Auditor, true),
        (Audience::Player(player(3).who), false),
        (Audience::Public, false),
    ] {
        assert_eq!(bench.table.event_for(audience, &events[0]).is_some(), hears, "{audience:?}");
    }
}

/// A tip is no part of the round that is void.
#[test]
fn a_tip_stays_in_the_box_when_the_round_is_void() {
    let mut bench = Bench::sealed("pa-659a-b").open(&[3]).bet(3, WagerKind::Main, 15).to(Phase::Deciding);
    bench.must(player(3), Command::Tip { seat: seat(3), amount: Cents::dollars(5) });
    let has = bench.chips(3);
    bench.must(FLOOR, Command::VoidRound { reason: "a fire alarm".to_owned(), second: None, irregularity: None });
    assert_eq!(bench.chips(3), Cents(has.0 + 1_500));
    assert_eq!(balance(&bench, Account::Tips), Cents::dollars(5));
}

#[test]
fn a_paused_table_plays_on_what_is_dealt_and_then_waits() {
    let mut bench = Bench::sealed("pa-659a-b").open(&[3]).bet(3, WagerKind::Main, 15).to(Phase::Deciding);
    bench.must(FLOOR, Command::Pause { reason: "a spilt drink".to_owned() });
    assert_eq!(bench.table.view(Audience::Public).paused.as_deref(), Some("a spilt drink"));
    let mut bench = bench.to(Phase::Closed);
    let amount = Cents::dollars(15);
    let place = |seat| Command::Place { seat, wager: bench::MAIN, amount, tender: croupier_table::Tender::Chips };
    let refused = bench.give(player(3), place(seat(3))).expect_err("paused");
    assert_eq!(refused.to_string(), "the table is paused: a spilt drink");
    bench.must(FLOOR, Command::Resume);
    bench.must(player(3), place(seat(3)));
    let mut bench = bench.until_asked(DealerStep::NoMoreBets);
    bench.must(FLOOR, Command::Pause { reason: "another drink".to_owned() });
    let bets = |ask: &Prompt| matches!(ask, Prompt::Dealer { step: DealerStep::NoMoreBets, .. });
    assert!(!bench.table.prompts().iter().any(bets), "nobody is asked for what would be refused");
    bench.must(FLOOR, Command::Resume);
    bench.to(Phase::Closed);
}

#[test]
fn a_shuffler_that_works_again_shuffles_the_next_deck() {
    let mut bench = Bench::sealed("pa-659a-a").open(&[3]);
    bench.must(DEALER, Command::Report(Irregularity::ShufflerOutOfOrder));
    let mut bench = bench.bet(3, WagerKind::Main, 25).to(Phase::Closed);
    bench.must(DEALER, Command::RestoreDevice(Device::Shuffler));
    assert!(!bench.table.state().shuffler_out);
    let bench = bench.bet(3, WagerKind::Main, 25).until(|table| table.ready(table.state().next_deck));
    let next = bench.table.state().next_deck;
    assert_eq!(bench.table.state().decks[next.index()].shuffled_by, Some(ShuffledBy::Device));
    bench.to(Phase::Closed);
}

/// A deck that lay ready was promised for another way of dealing.
#[test]
fn a_deck_made_ready_without_the_device_is_shuffled_anew() {
    let mut bench = Bench::sealed("pa-659a-a").open(&[3]);
    bench.must(DEALER, Command::Report(Irregularity::ShufflerOutOfOrder));
    let mut bench = bench.until(|table| table.ready(table.state().next_deck));
    bench.must(DEALER, Command::RestoreDevice(Device::Shuffler));
    assert_eq!(bench.table.state().decks[0].stage, DeckStage::Stacked);
    bench.bet(3, WagerKind::Main, 25).to(Phase::Closed);
}

/// Guests come and go for months: those with nothing left are forgotten, the longest gone first.
#[test]
fn a_table_does_not_remember_every_guest_for_ever() {
    let mut bench = Bench::sealed("pa-659a-d").open(&[3]);
    let amount = Cents::dollars(1);
    for guest in 10_000..11_100 {
        let (player, purse) = (PersonId::new(guest), Purse::Chips);
        bench.must(Actor::player(guest), Command::BuyIn { player, purse, amount });
        // One of the first forgot a dollar.
        if guest != 10_001 {
            bench.must(Actor::player(guest), Command::CashOut { player, purse, amount });
        }
    }
    let bench = bench.bet(3, WagerKind::Main, 25);
    let known: Vec<_> = bench.table.state().ledger.players().collect();
    assert_eq!(known.len(), 1_024);
    assert!(
        known.contains(&player(3).who)
            && known.contains(&PersonId::new(10_001))
            && known.contains(&PersonId::new(11_099))
    );
    assert!(!known.contains(&PersonId::new(10_000)) && !known.contains(&PersonId::new(10_050)));
    assert_eq!(bench.table.state().ledger.total(), 0);
}

#[test]
fn no_number_of_purchases_fills_an_account_beyond_counting() {
    let mut bench = Bench::sealed("pa-659a-d").open(&[3]);
    let (player, purse, amount) = (player(3).who, Purse::Chips, Cents::dollars(1_000_000_000));
    let bought = (0..200_000)
        .find(|_| {
            let bought = bench.give(DEALER, Command::BuyIn { player, purse, amount });
            bought.is_err_and(|refusal| refusal.code == RefusalCode::Amount)
        })
        .expect("an end");
    assert_eq!(bought, 99_999, "a hundred million millions, less what was bought before");
    bench.must(DEALER, Command::CashOut { player, purse, amount });
    let refused = bench.give(DEALER, Command::BuyIn { player, purse, amount }).expect_err("the drop box is full");
    assert_eq!(refused.code, RefusalCode::Amount);
    assert_eq!(bench.table.state().status, TableStatus::Open);
}
