//! What ends a round otherwise than its close: two persons who end one that cannot go on, and wagers that go back when
//! betting closes.

#[path = "bench/mod.rs"]
#[allow(dead_code)]
mod bench;

use bench::{Bench, DEALER, FLOOR, player, seat};
use croupier_rules::{Cents, Phase, Revision, RulesChange, Wager, WagerKind};
use croupier_table::{Account, Actor, Command, DealMode, Event, PersonId, Prompt, RefusalCode};

const PROGRESSIVE: Wager = Wager::own(WagerKind::Progressive);

fn end(second: Option<PersonId>) -> Command {
    Command::EndRound { reason: "the program cannot go on".to_owned(), second }
}

/// Two seats with a progressive each; the first that is shown wins all of the meter.
fn two_seats() -> Bench {
    let mut bench = Bench::sealed("pa-659a-a").open(&[3, 5]).bet(3, WagerKind::Main, 25).bet(5, WagerKind::Main, 25);
    bench.wager(3, PROGRESSIVE, 1);
    bench.wager(5, PROGRESSIVE, 1);
    bench.at(5, "9c 8c 7c 6c 5c 4c 3c");
    bench
}

/// what is ruled and paid stays so, and every wager that is not ruled goes back with what it fed to the meter.
#[test]
fn a_round_that_two_persons_end_keeps_every_win_and_returns_the_other_wagers() {
    let before = two_seats().supply.meters;
    let mut bench = two_seats().until(|table| table.round().waiting.is_some());
    let refused = |bench: &mut Bench, second| bench.give(FLOOR, end(second)).map_err(|refusal| refusal.code);
    assert_eq!(refused(&mut bench, Some(DEALER.who)), Err(RefusalCode::OutOfTurn), "a win waits");
    let mut bench = bench.until(|table| table.round().area(seat(5)).settled);
    assert_eq!(refused(&mut bench, Some(DEALER.who)), Err(RefusalCode::OutOfTurn), "its documents are not done");
    bench.must(FLOOR, Command::Documented(seat(5)));
    assert_eq!(bench.table.round().phase, Phase::Settling);
    assert_eq!(refused(&mut bench, None), Err(RefusalCode::NotYourRole));
    assert_eq!(refused(&mut bench, Some(FLOOR.who)), Err(RefusalCode::NotYourRole), "two persons are two");
    assert_eq!(
        bench.give(player(3), end(Some(DEALER.who))).map_err(|refusal| refusal.code),
        Err(RefusalCode::NotYourRole)
    );
    let winner = bench.chips(5);
    assert!(winner > Cents::dollars(109_000), "{winner}");
    let events = bench.must(FLOOR, end(Some(DEALER.who)));
    assert_eq!((bench.chips(5), bench.chips(3)), (winner, Cents::dollars(100_000)));
    assert_eq!(bench.table.round().phase, Phase::Closed);
    assert_eq!(bench.table.state().ledger.balance(Account::Felt).0, 0);
    assert_eq!(bench.table.state().ledger.balance(Account::Payable).0, 0);
    assert!(events.iter().any(|event| matches!(event, Event::HandVoided { seat: of, .. } if *of == seat(3))));
    assert!(!events.iter().any(|event| matches!(event, Event::ShareReturned { .. })));
    assert_ne!(before, bench.supply.meters);
    // The next round is played as ever.
    bench.bet(3, WagerKind::Main, 25).to(Phase::Deciding);
}

#[test]
fn a_round_that_is_ended_before_anything_is_ruled_returns_every_wager() {
    for name in ["pa-659a-a", "pa-670a-full", "pa-657a-a", "ma-asia-hand", "pa-575-a"] {
        let mut bench = Bench::sealed(name).open(&[3, 5]).bet(3, WagerKind::Main, 25).bet(5, WagerKind::Main, 25);
        assert_eq!(
            bench.give(FLOOR, end(Some(DEALER.who))).map_err(|refusal| refusal.code),
            Err(RefusalCode::WrongPhase)
        );
        let mut bench = bench.to(Phase::Deciding);
        bench.must(FLOOR, end(Some(DEALER.who)));
        assert_eq!((bench.chips(3), bench.chips(5)), (Cents::dollars(100_000), Cents::dollars(100_000)), "{name}");
        assert_eq!(bench.table.state().ledger.balance(Account::Felt).0, 0, "{name}");
    }
}

/// R-59, § 657a.7(d)(1): by the rules at which the Super Bonus took a command of its own, an Ante without it goes back
/// where the program announces "no more bets"; a dealer is told to see to it.
#[test]
fn an_incomplete_wager_is_returned_by_the_program_and_refused_to_a_dealer() {
    let all = [("steps      = []", "steps      = \"all\"")];
    let before = Revision(RulesChange::EqualWithMain.revision().0 - 1);
    let bench = Bench::at_revision("pa-657a-a", DealMode::Sealed, &all, before).open(&[3, 5]);
    let bench = bench.bet(5, WagerKind::Main, 25).bet(5, WagerKind::SuperBonus, 25);
    let bench = bench.bet(3, WagerKind::Main, 25).bet(3, WagerKind::QueensUp, 5);
    let asked = |table: &croupier_table::Table| {
        table
            .prompts()
            .iter()
            .any(|ask| matches!(ask, Prompt::Dealer { step: croupier_table::DealerStep::NoMoreBets, .. }))
    };
    let mut bench = bench.until(asked);
    let events = bench.must(Actor::HOUSE, Command::NoMoreBets);
    let returned = |event: &&Event| matches!(event, Event::WagerReturned { seat: of, .. } if *of == seat(3));
    assert_eq!(events.iter().filter(returned).count(), 2);
    assert_eq!(bench.chips(3), Cents::dollars(100_000));
    assert_eq!(bench.table.round().wagering().collect::<Vec<_>>(), [seat(5)]);
}

/// the wagers of a paused table go back when the program ends the betting, and a dealer cannot end it.
#[test]
fn the_wagers_of_a_paused_table_go_back_when_the_program_ends_the_betting() {
    let all = [("steps      = []", "steps      = \"all\"")];
    let mut bench = Bench::new("pa-659a-b", DealMode::Sealed, &all).open(&[3]).bet(3, WagerKind::Main, 25);
    bench.must(FLOOR, Command::Pause { reason: "a spilt drink".to_owned() });
    assert_eq!(bench.give(DEALER, Command::NoMoreBets).map_err(|refusal| refusal.code), Err(RefusalCode::TableStatus));
    bench.must(Actor::HOUSE, Command::NoMoreBets);
    assert_eq!((bench.chips(3), bench.table.round().phase), (Cents::dollars(100_000), Phase::Betting));
    assert_eq!(
        bench.give(Actor::HOUSE, Command::NoMoreBets).map_err(|refusal| refusal.code),
        Err(RefusalCode::OutOfTurn)
    );
}

/// MA 11(d): a shoe out of order leaves the button out; decks promised for it are shuffled anew.
#[test]
fn a_deck_made_ready_for_the_button_is_shuffled_anew_when_the_shoe_goes_out_of_order() {
    let mut bench = Bench::sealed("ma-asia-button").open(&[3]).bet(3, WagerKind::Main, 25);
    bench = bench.until(|table| table.ready(table.state().next_deck));
    let events = bench.must(DEALER, Command::Report(croupier_rules::Irregularity::ShoeOutOfOrder));
    assert!(events.iter().any(|event| matches!(event, Event::DeckStacked(_))), "{events:?}");
}
