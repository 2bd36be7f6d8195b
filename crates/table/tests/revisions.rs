//! Rulings that changed, by the first rules and by today's: each keeps what it decided.

#[path = "bench/mod.rs"]
#[allow(dead_code)]
mod bench;

use bench::{Bench, DEALER, FLOOR, MAIN, seat, setting};
use croupier_rules::{Cents, Irregularity, Phase, Place, Position, Remedy, Revision, RulesChange, Wager, WagerKind};
use croupier_table::{
    Account, Actor, Command, DealMode, Event, PersonId, Purse, Reveal, Table, TableState, Tender, Verdict,
};

/// The same table in the same round, decided by another revision.
fn by(revision: Revision, mut bench: Bench) -> Bench {
    let state = TableState { revision, ..bench.table.state().clone() };
    bench.table = Table::restored(bench.table.house().clone(), state);
    bench
}

/// What comes of the same thing by the first rules and by today's.
fn both<T>(of: impl Fn(Revision) -> T) -> [T; 2] {
    [of(Revision::FIRST), of(Revision::CURRENT)]
}

fn verdict(events: &[Event], wager: Wager) -> Option<Verdict> {
    events.iter().find_map(|event| match event {
        Event::Ruled(ruling) if ruling.wager == wager => Some(ruling.verdict),
        _ => None,
    })
}

/// § 657a.11(c)(2).
#[test]
fn cards_entered_with_a_bar_were_ranked_up_to_the_bar() {
    let shown = |revision| {
        let bench = Bench::observed("pa-657a-a").open(&[3]).bet(3, WagerKind::Main, 15);
        let mut bench = bench.lay(Place::Dealer, "Kc Kd 9h 7s 5c");
        bench.at(3, "4h 4s As 3d 2c");
        let mut bench = by(revision, bench).until(|table| table.round().dealer_up);
        let shown = Reveal::Cards(setting("4h 4s As 3d | 2c"));
        verdict(&bench.must(DEALER, Command::Reveal { seat: seat(3), shown }), MAIN)
    };
    assert_eq!(both(shown), [Some(Verdict::Loses), Some(Verdict::Pays)]);
}

/// § 657a.11(f)(1): by the first rules a flush at 50 for 1 was paid at the reveal.
#[test]
fn a_hand_bonus_below_500_for_1_was_paid_unverified() {
    let waits = |revision| {
        let bonus = WagerKind::FiveCardHandBonus;
        let mut bench = Bench::sealed("pa-657a-hand-bonus").open(&[3]).bet(3, WagerKind::Main, 10).bet(3, bonus, 1);
        bench.at(3, "Kh Jh 8h 5h 2h");
        let mut bench = by(revision, bench).until(|table| table.round().dealer_up);
        bench.must(DEALER, Command::Reveal { seat: seat(3), shown: Reveal::Known });
        bench.table.round().waiting.is_some()
    };
    assert_eq!(both(waits), [false, true]);
}

/// § 657a.13(c), MA 14(h).
#[test]
fn a_wrong_number_where_nobody_wagers_voided_the_round() {
    for (submission, main) in [("pa-657a-a", 15), ("ma-asia-shoe", 25)] {
        let voids = |revision| {
            let bench = Bench::sealed(submission).open(&[3]).bet(3, WagerKind::Main, main);
            let bench = by(revision, bench).to(Phase::Deciding);
            let wrong = |number| bench.table.ruled(Irregularity::WrongCount(Place::Seat(seat(number)))).remedy;
            assert!(matches!(wrong(3), Remedy::VoidRound(_)), "a player's hand always does");
            matches!(wrong(5), Remedy::VoidRound(_))
        };
        assert_eq!(both(voids), [true, false], "{submission}");
    }
}

/// § 659a.11(h)(1)(i)(B).
#[test]
fn an_envy_hand_was_announced_only_for_another_player() {
    let announced = |revision| {
        let bench = Bench::sealed("pa-659a-a").open(&[3]).bet(3, WagerKind::Main, 25);
        let mut bench = bench.bet(3, WagerKind::FortuneBonus, 5);
        bench.at(3, "9c 9d 9h 9s 5c 4d 2h");
        let mut bench = by(revision, bench).until(|table| table.round().dealer_up);
        let events = bench.must(DEALER, Command::Reveal { seat: seat(3), shown: Reveal::Known });
        events.iter().filter(|event| matches!(event, Event::EnvyHand { .. })).count()
    };
    assert_eq!(both(announced), [0, 1]);
}

/// § 659a.1 "Qualifying Wager", § 659a.11(j).
#[test]
fn envy_was_earned_by_the_stake_before_its_correction() {
    let envy = |revision| {
        let low = [("minimum   = \"$5\"", "minimum   = \"$1\""), ("increment = \"$5\"", "increment = \"$1\"")];
        let bench = Bench::new("pa-659a-a", DealMode::Sealed, &low).open(&[2, 5]);
        let bench = bench.bet(2, WagerKind::Main, 25).bet(2, WagerKind::FortuneBonus, 5);
        let mut bench = bench.bet(5, WagerKind::Main, 25);
        bench.at(5, "9c 9d 9h 9s 5c 4d 2h");
        let mut bench = by(revision, bench).until(|table| table.round().settled);
        let (wager, amount) = (Wager::own(WagerKind::FortuneBonus), Cents::dollars(4));
        let correct = Command::CorrectStake { seat: seat(2), wager, amount, second: None };
        let events = bench.must(FLOOR, correct);
        let lammer = bench.table.round().area(seat(2)).lammer;
        (events.iter().any(|event| matches!(event, Event::EnvyPaid { .. })), lammer)
    };
    assert_eq!(both(envy), [(true, true), (false, false)]);
}

/// § 657a.11(b): a silent seat that is to play on needs the chips for it.
#[test]
fn a_silent_seat_without_chips_played_on_credit() {
    let folds = |revision| {
        let edits = [("play              = \"fold\"", "play              = \"play\"")];
        let mut bench = Bench::new("pa-657a-a", DealMode::Sealed, &edits).open(&[3]).bet(3, WagerKind::Main, 15);
        let (player, amount) = (bench.who(3).who, bench.chips(3));
        bench.must(DEALER, Command::CashOut { player, purse: Purse::Chips, amount });
        let mut bench = by(revision, bench).to(Phase::Deciding);
        let events = bench.must(Actor::HOUSE, Command::Complete(seat(3)));
        events.contains(&Event::Folded(seat(3)))
    };
    assert_eq!(both(folds), [false, true]);
}

/// What is placed or taken back, in dollars.
fn moved(events: &[Event]) -> Vec<(&'static str, WagerKind, i64)> {
    let moved = events.iter().filter_map(|event| match event {
        Event::Placed { wager, amount, .. } => Some(("placed", wager.kind, amount.0 / 100)),
        Event::TakenBack { wager, amount, .. } => Some(("taken back", wager.kind, amount.0 / 100)),
        _ => None,
    });
    moved.collect()
}

const SUPER_BONUS: Wager = Wager::own(WagerKind::SuperBonus);

fn put(wager: Wager, dollars: i64) -> Command {
    Command::Place { seat: seat(3), wager, amount: Cents::dollars(dollars), tender: Tender::Chips }
}

fn back(wager: Wager) -> Command {
    Command::TakeBack { seat: seat(3), wager }
}

/// § 657a.7(d)(1): by the revision before, the player placed the Super Bonus and took it back.
#[test]
fn a_super_bonus_took_commands_of_its_own() {
    use WagerKind::{Main, SuperBonus};
    let first = RulesChange::EqualWithMain.revision();
    for mode in [DealMode::Sealed, DealMode::Observed] {
        let mut bench = Bench::at_revision("pa-657a-a", mode, &[], Revision(first.0 - 1)).open(&[3]);
        let by = bench.who(3);
        assert_eq!(moved(&bench.must(by, put(MAIN, 10))), [("placed", Main, 10)]);
        assert_eq!(moved(&bench.must(by, put(SUPER_BONUS, 10))), [("placed", SuperBonus, 10)]);
        assert_eq!(moved(&bench.must(by, back(SUPER_BONUS))), [("taken back", SuperBonus, 10)]);
        assert_eq!(moved(&bench.must(by, back(MAIN))), [("taken back", Main, 10)]);

        let mut bench = Bench::at_revision("pa-657a-a", mode, &[], first).open(&[3]);
        let placed = moved(&bench.must(by, put(MAIN, 10)));
        assert_eq!(placed, [("placed", Main, 10), ("placed", SuperBonus, 10)]);
        let raised = moved(&bench.must(by, put(MAIN, 5)));
        assert_eq!(raised, [("placed", Main, 5), ("placed", SuperBonus, 5)]);
        let taken = moved(&bench.must(by, back(MAIN)));
        assert_eq!(taken, [("taken back", SuperBonus, 15), ("taken back", Main, 15)]);
        assert_eq!(bench.chips(3), Cents::dollars(100_000));
        assert_eq!(bench.table.state().ledger.balance(Account::Felt).0, 0);
    }
}

/// § 657a.7(d)(1), (e): each of two areas of one player has its own Ante and Super Bonus, and both are repeated.
#[test]
fn a_super_bonus_is_placed_and_repeated_with_the_ante_of_each_area() {
    use WagerKind::{Main, QueensUp, SuperBonus};
    let mut bench = Bench::sealed("pa-657a-a").open(&[3]);
    let by = bench.who(3);
    bench.must(DEALER, Command::Sit { seat: seat(4), player: by.who });
    let mut bench = bench.bet(3, Main, 10).bet(3, QueensUp, 5).bet(4, Main, 25).to(Phase::Closed);
    let repeated = moved(&bench.must(by, Command::Repeat(seat(3))));
    assert_eq!(repeated, [("placed", Main, 10), ("placed", SuperBonus, 10), ("placed", QueensUp, 5)]);
    let repeated = moved(&bench.must(by, Command::Repeat(seat(4))));
    assert_eq!(repeated, [("placed", Main, 25), ("placed", SuperBonus, 25)]);
    // Queens Up is in the way, and the Super Bonus is not.
    let refusal = bench.give(by, back(MAIN)).expect_err("Queens Up lies beside it");
    assert_eq!(refusal.message, "seat 3 has other wagers: take them back before the main wager");
    bench.must(by, back(Wager::own(QueensUp)));
    bench.must(by, back(MAIN));
    assert_eq!(bench.table.round().wagering().collect::<Vec<_>>(), [seat(4)]);
}

/// § 657a.7(d)(1): what a refusal tells a player who is short of chips, or a client that still sends the Super Bonus.
#[test]
fn a_refused_ante_names_the_sum_and_a_refused_super_bonus_the_ante() {
    let mut bench = Bench::sealed("pa-657a-a").open(&[3]);
    let (by, player) = (bench.who(3), PersonId::new(103));
    let amount = Cents(bench.chips(3).0 - 2_999);
    bench.must(DEALER, Command::CashOut { player, purse: Purse::Chips, amount });
    let mut said = |command| bench.give(by, command).map_err(|refusal| refusal.to_string()).err();
    let said =
        [put(MAIN, 15), put(SUPER_BONUS, 10), put(MAIN, 10), put(SUPER_BONUS, 10), back(SUPER_BONUS)].map(&mut said);
    let wanted = [
        Some("player 103 has only $29.99 (needs $30: Ante Wager $15, Super Bonus Wager $15)"),
        Some("the Super Bonus Wager requires a main wager, and seat 3 has none (§ 657a.7(d)(1))"),
        None,
        Some("the Super Bonus Wager is placed with the main wager and already equals it ($10) (§ 657a.7(d)(1))"),
        Some("the Super Bonus Wager must equal the main wager: take back the main wager (§ 657a.7(d)(1))"),
    ];
    assert_eq!(said, wanted.map(|text| text.map(str::to_owned)));
}

/// § 575.5(g)(3), MA 11(d): at opening the button lies before the dealer.
#[test]
fn the_button_lay_where_the_last_day_had_left_it() {
    let left = Position::of(seat(2));
    let opened = |revision| {
        let mut bench = by(revision, Bench::sealed("ma-asia-button"));
        let state = TableState { button: left, ..bench.table.state().clone() };
        bench.table = Table::restored(bench.table.house().clone(), state);
        bench.must(DEALER, Command::OpenTable);
        bench.table.state().button
    };
    assert_eq!(both(opened), [left, Position::DEALER]);
}
