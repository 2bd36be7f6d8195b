//! What random play once found wrong, told as plainly as it can be.

#[path = "bench/mod.rs"]
#[allow(dead_code)]
mod bench;

use bench::{Bench, DEALER, FLOOR, MAIN, player, seat};
use croupier_rules::{Cents, Irregularity, Phase, Place, Remedy, Revision, RulesChange, Wager, WagerKind};
use croupier_table::{
    Actor, Audience, Command, CommandEnvelope, CommandId, DealMode, DealerStep, DeckId, DeckStep, DeclaredOutcome,
    Event, Prompt, RefusalCode, Reservation, Reveal, SeatStatus, ShuffledBy, Table, TableStatus, Tender,
};

/// A table of the first rules, by which a hand could be voided after it was set.
fn first_rules() -> Bench {
    Bench::at_revision("pa-659a-c", DealMode::Sealed, &[], Revision::FIRST)
}

const FORTUNE: WagerKind = WagerKind::FortuneBonus;

#[test]
fn a_round_is_settled_when_the_last_hand_left_is_surrendered() {
    for (seats, phase) in [(vec![2], Phase::Responding), (vec![2, 5], Phase::Settling)] {
        let bench = seats
            .iter()
            .fold(Bench::sealed("pa-659a-c").open(&seats), |bench, &number| bench.bet(number, WagerKind::Main, 10));
        let mut bench = bench.until(|table| table.round().dealer_up && table.to_show().count() == 1);
        assert!(bench.table.round().phase <= phase);
        let events = bench.must(player(2), Command::Surrender(seat(2)));
        assert_eq!(events.last(), Some(&Event::RoundSettled), "{events:?}");
        bench.to(Phase::Closed);
    }
}

/// R-40: a surrendered hand stays for the envy of another; when that other voids his hand, nobody is left to be shown.
#[test]
fn a_round_is_settled_when_he_who_could_earn_envy_voids_his_hand() {
    let bench = first_rules().open(&[2, 6]).bet(2, WagerKind::Main, 10).bet(6, WagerKind::Main, 10);
    let mut bench = bench.bet(6, FORTUNE, 25).until(|table| table.round().dealer_up);
    bench.must(DEALER, Command::Report(Irregularity::Exposed(Place::Seat(seat(6)))));
    bench.must(player(2), Command::Surrender(seat(2)));
    assert_eq!(bench.table.to_show().map(croupier_rules::Seat::number).collect::<Vec<_>>(), [6, 2]);
    let events = bench.must(player(6), Command::VoidHand { seat: seat(6), void: true });
    assert_eq!(events.last(), Some(&Event::RoundSettled), "{events:?}");
    assert!(!events.iter().any(|event| matches!(event, Event::EnvyPaid { .. })));
    bench.to(Phase::Closed);
}

#[test]
fn a_round_whose_only_hand_was_voided_during_the_deal_goes_on_to_its_end() {
    let mut bench =
        Bench::sealed("pa-659a-c").open(&[3]).bet(3, WagerKind::Main, 10).until_asked(DealerStep::CountStub);
    bench.must(DEALER, Command::Report(Irregularity::Exposed(Place::Seat(seat(3)))));
    bench.must(player(3), Command::VoidHand { seat: seat(3), void: true });
    assert_eq!(bench.chips(3), Cents::dollars(100_000));
    bench.to(Phase::Closed);
}

#[test]
fn hands_played_out_after_they_were_set_stay_as_their_player_set_them() {
    for silent in [false, true] {
        let mut bench = first_rules().open(&[3, 4]).bet(3, WagerKind::Main, 10);
        bench.at(3, "As Ah Kd Kc 9s 7h 2d");
        let mut bench = bench.to(Phase::Deciding);
        let own = bench::setting("As Ah Kd 9s | Kc 7h | 2d");
        bench.must(DEALER, Command::Report(Irregularity::Exposed(Place::Seat(seat(3)))));
        bench.must(player(3), Command::VoidHand { seat: seat(3), void: false });
        let early = bench.give(player(3), Command::SetHands { seat: seat(3), setting: Some(own) });
        assert!(early.is_ok(), "{early:?}");
        assert_eq!(bench.table.round().phase, Phase::Responding);
        bench.must(DEALER, Command::Report(Irregularity::Exposed(Place::Seat(seat(3)))));
        let turned = bench.give(DEALER, Command::TurnDealer { setting: None, shared: None });
        assert_eq!(
            turned.map_err(|refusal| refusal.code),
            Err(RefusalCode::OutOfTurn),
            "he decides before the dealer shows"
        );
        let answer = if silent { Command::Complete(seat(3)) } else { Command::VoidHand { seat: seat(3), void: false } };
        bench.must(if silent { Actor::HOUSE } else { player(3) }, answer);
        assert_eq!(bench.table.round().area(seat(3)).hand.setting, Some(own));
        bench.to(Phase::Closed);
    }
}

#[test]
fn deciding_ends_when_the_last_exposed_hand_that_was_already_set_is_played_out() {
    let mut bench = first_rules().open(&[3, 4]).bet(3, WagerKind::Main, 10).bet(4, WagerKind::Main, 10);
    bench = bench.until(|table| table.round().area(seat(3)).hand.laid);
    bench.must(DEALER, Command::Report(Irregularity::Exposed(Place::Seat(seat(3)))));
    bench.step();
    assert_eq!(bench.table.round().phase, Phase::Deciding);
    bench.must(Actor::HOUSE, Command::Complete(seat(3)));
    assert_eq!(bench.table.round().phase, Phase::Responding);
}

#[test]
fn a_dealer_who_only_declared_outcomes_may_enter_his_cards_after_all() {
    let bench = Bench::observed("pa-659a-c").open(&[2, 5]).bet(2, WagerKind::Main, 10).bet(5, WagerKind::Main, 10);
    let mut bench = bench.bet(2, WagerKind::Insurance, 5).until(|table| table.round().shaker_covered);
    bench = bench.until_asked(DealerStep::TurnCards);
    bench.must(DEALER, Command::TurnDealer { setting: None, shared: None });
    bench.must(DEALER, Command::Reveal { seat: seat(5), shown: Reveal::Outcome(DeclaredOutcome::Loses) });
    let cards = bench.supply.setting(&bench.table, seat(2)).expect("a hand");
    let refused = bench.give(DEALER, Command::Reveal { seat: seat(2), shown: Reveal::Cards(cards) });
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(RefusalCode::Cards));
    let asks = bench.table.prompts();
    assert!(asks.iter().any(|ask| matches!(ask, Prompt::Dealer { step: DealerStep::TurnCards, .. })), "{asks:?}");
    bench.to(Phase::Closed);
}

#[test]
fn a_refused_reveal_does_not_tell_how_the_hand_lies() {
    let mut bench = Bench::sealed("pa-659a-c").open(&[3]).bet(3, WagerKind::Main, 10);
    bench.at(3, "As Ah Kd Kc 9s 7h 2d");
    let mut bench = bench.until_asked(DealerStep::Reveal(seat(3)));
    let guess = bench::setting("3c 3d 4h 5h | 8c 8d | Tc");
    let refused = bench.give(DEALER, Command::Reveal { seat: seat(3), shown: Reveal::Cards(guess) });
    let message = refused.expect_err("a guess").message;
    assert!(!message.contains("As") && !message.contains("2d"), "{message}");
}

#[test]
fn the_close_of_a_table_repeated_has_no_second_effect_nor_has_a_purchase_before_it() {
    let mut bench = Bench::sealed("pa-659a-c").open(&[3]);
    let buy = Command::BuyIn { player: player(3).who, purse: croupier_table::Purse::Chips, amount: Cents::dollars(50) };
    let envelope = |id, command| CommandEnvelope {
        id: Some(CommandId(id)),
        at: Bench::sealed("pa-659a-c").now,
        by: DEALER,
        command,
    };
    let (buy, close, open) = (envelope(1, buy), envelope(2, Command::CloseTable), envelope(3, Command::OpenTable));
    for first in [&buy, &close] {
        assert!(!bench.table.act(first).expect("lawful").is_empty());
    }
    for again in [&buy, &close] {
        assert_eq!(bench.table.act(again), Ok(Vec::new()));
    }
    assert_eq!(bench.chips(3), Cents::dollars(100_050));
    assert!(!bench.table.act(&open).expect("lawful").is_empty());
    assert_eq!(bench.table.act(&open), Ok(Vec::new()));
    assert_eq!(bench.table.state().status, TableStatus::Open);
}

/// Seat 6 earns envy from seat 2; its stake is corrected twice, and each time only its own settlement and the envy
/// are taken back.
#[test]
fn a_seat_ruled_anew_twice_leaves_the_others_as_they_were() {
    for envied in [true, false] {
        let bench = Bench::observed("pa-659a-c").open(&[2, 6]).bet(2, WagerKind::Main, 10).bet(6, WagerKind::Main, 10);
        let mut bench = bench.bet(6, FORTUNE, 25);
        if envied {
            bench.at(2, "9c 8c 7c 6c 5c 4c 3c");
        }
        let mut bench = bench.until(|table| table.round().settled);
        let (two, six) = (bench.chips(2), bench.chips(6));
        for dollars in [20, 10, 20, 10] {
            let amount = Cents::dollars(dollars);
            bench.must(FLOOR, Command::CorrectStake { seat: seat(2), wager: MAIN, amount, second: None });
            assert_eq!(bench.chips(6), six, "envied {envied}");
        }
        assert_eq!(bench.chips(2), two, "envied {envied}");
        bench.to(Phase::Closed);
    }
}

/// A progressive that a floorperson validated and that is paid is undone by two persons only.
#[test]
fn an_irregularity_reported_after_a_validated_payout_takes_two_persons_to_void() {
    let mut bench = Bench::sealed("pa-659a-a").open(&[3]).bet(3, WagerKind::Main, 25);
    bench.wager(3, Wager::own(WagerKind::Progressive), 1);
    bench.at(3, "9c 8c 7c 6c 5c 4c 3c");
    let mut bench = bench.until(|table| table.round().area(seat(3)).validated_paid);
    let wrong = Command::Report(Irregularity::WrongCount(Place::Seat(seat(3))));
    assert_eq!(bench.give(DEALER, wrong).map_err(|refusal| refusal.code), Err(RefusalCode::NotYourRole));
    let alone = Command::VoidRound { reason: "miscounted".into(), second: None, irregularity: None };
    assert_eq!(bench.give(FLOOR, alone).map_err(|refusal| refusal.code), Err(RefusalCode::NotYourRole));
    let before = bench.supply.meters.clone();
    bench.must(FLOOR, Command::VoidRound { reason: "miscounted".into(), second: Some(DEALER.who), irregularity: None });
    assert_eq!(bench.chips(3), Cents::dollars(100_000));
    assert_ne!(before, bench.supply.meters);
}

#[test]
fn a_share_that_does_not_add_up_is_refused() {
    let mut bench = Bench::sealed("pa-659a-a").open(&[3]).bet(3, WagerKind::Main, 25);
    bench.wager(3, Wager::own(WagerKind::Progressive), 1);
    bench.at(3, "9c 8c 7c 6c 5c 4c 3c");
    let mut bench = bench.until(|table| table.prompts().iter().any(|ask| matches!(ask, Prompt::Reserve(_))));
    let due =
        bench.table.prompts().into_iter().find_map(|ask| if let Prompt::Reserve(due) = ask { Some(due) } else { None });
    let right = bench.supply.meters.clone().answer(&due.expect("a share")).expect("a meter");
    for wrong in [
        Reservation { each: Cents(right.each.0 + 1), ..right },
        Reservation { reseeded: Cents(i64::MAX), ..right },
        Reservation { reseeded: Cents(-1), ..right },
        Reservation { taken: Cents(i64::MIN), reseeded: Cents(i64::MAX), ..right },
        Reservation { after: croupier_table::Centicents(right.after.0 + 1), ..right },
        Reservation { from_reserve: croupier_table::Centicents(i64::MAX), ..right },
    ] {
        let refused = bench.give(Actor::HOUSE, Command::Reserve(Box::new(wrong)));
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(RefusalCode::Amount), "{wrong:?}");
    }
    bench.must(Actor::HOUSE, Command::Reserve(Box::new(right)));
}

#[test]
fn a_table_asks_for_dice_and_for_a_fresh_deck_when_the_old_one_is_worn() {
    let mut bench = Bench::sealed("pa-659a-c");
    bench.must(FLOOR, Command::OpenTable);
    let asks = |bench: &Bench, wanted: fn(&Prompt) -> bool| bench.table.prompts().iter().any(wanted);
    let dice = |ask: &Prompt| matches!(ask, Prompt::Dealer { step: DealerStep::PlaceDice, .. });
    let change = |ask: &Prompt| matches!(ask, Prompt::Deck { step: DeckStep::Remove, .. });
    assert!(asks(&bench, dice));
    bench.must(DEALER, Command::PlaceDice);
    assert!(!asks(&bench, dice));
    bench.sit(3, player(3).who);
    let mut bench = bench.bet(3, WagerKind::Main, 10).until_asked(DealerStep::NoMoreBets);
    bench.now = croupier_table::Timestamp(bench.now.0 + 25 * 3_600_000);
    assert!(!asks(&bench, change));
    bench.wager(3, MAIN, 5);
    assert!(asks(&bench, change) && asks(&bench, dice));
    // By the book deck and dice are changed and the round is played.
    bench.to(Phase::Closed);
}

#[test]
fn the_hand_of_a_player_who_left_is_not_shown_to_the_next_at_his_seat() {
    let mut bench = Bench::sealed("ma-asia-hand").open(&[3, 4]).bet(3, WagerKind::Main, 15).bet(4, WagerKind::Main, 15);
    bench.at(3, "As Ah Kd Kc 9s 7h 2d");
    let mut bench = bench.to(Phase::Deciding);
    bench.must(player(3), Command::Surrender(seat(3)));
    assert_eq!(bench.standing(3), SeatStatus::Surrendered);
    let mut bench = bench.to(Phase::Closed);
    bench.must(player(3), Command::Leave(seat(3)));
    bench.sit(3, player(6).who);
    let sees = |who: Actor| bench.table.view(Audience::Player(who.who)).seats[2].hand.cards;
    assert_eq!(sees(player(3)), Some(bench::cards("As Ah Kd Kc 9s 7h 2d")));
    assert_eq!(sees(player(6)), None);
    assert_eq!(bench.table.view(Audience::Floor).seats[2].hand.cards, None);
    assert!(bench.table.view(Audience::Auditor).seats[2].hand.cards.is_some());
}

#[test]
fn no_progressive_is_counted_where_none_is_offered() {
    let mut bench = Bench::sealed("ma-asia-hand").open(&[3]).bet(3, WagerKind::Main, 15).to(Phase::Dealing);
    let refused = bench.give(DEALER, Command::CountProgressive { chips: 3 });
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(RefusalCode::NotOffered));
}

#[test]
fn a_correction_takes_no_money_that_a_player_of_a_sealed_table_does_not_have() {
    let mut bench = Bench::sealed("pa-659a-c").open(&[3]).bet(3, WagerKind::Main, 10).to(Phase::Deciding);
    let amount = Cents(bench.chips(3).0 - 10_000);
    bench.must(DEALER, Command::CashOut { player: player(3).who, purse: croupier_table::Purse::Chips, amount });
    let correct =
        |dollars| Command::CorrectStake { seat: seat(3), wager: MAIN, amount: Cents::dollars(dollars), second: None };
    let refused = bench.give(FLOOR, correct(115));
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(RefusalCode::Funds));
    bench.must(FLOOR, correct(110));
    assert_eq!(bench.chips(3), Cents(0));
}

#[test]
fn a_table_whose_device_failed_goes_on_with_the_deck_whose_turn_it_was() {
    let bench = Bench::sealed("pa-659a-a").open(&[3]).bet(3, WagerKind::Main, 25).to(Phase::Closed);
    let mut bench = bench;
    assert_eq!(bench.table.state().next_deck, DeckId::Second);
    bench.must(DEALER, Command::Report(Irregularity::ShufflerOutOfOrder));
    bench.must(DEALER, Command::RemoveDeck(DeckId::Second));
    bench.bet(3, WagerKind::Main, 25).to(Phase::Deciding).to(Phase::Closed);
}

/// A setting with a card in two hands cannot be written down and read again.
#[test]
fn a_card_that_lies_in_two_hands_is_refused() {
    let overlapping = |lies: croupier_rules::CardSet| {
        let mut cards = lies.iter();
        let high: croupier_rules::CardSet = cards.by_ref().take(5).collect();
        let low = high.first().map_or(high, croupier_rules::CardSet::of);
        croupier_rules::Setting { high, medium: cards.collect(), low }
    };
    for mode in [DealMode::Sealed, DealMode::Observed] {
        let bench = Bench::new("pa-659a-b", mode, &[]).open(&[3]).bet(3, WagerKind::Main, 15);
        let mut bench = bench.until_asked(DealerStep::TurnCards);
        let turned = overlapping(bench.supply.lying(&bench.table, Place::Dealer));
        let refused = bench.give(DEALER, Command::TurnDealer { setting: Some(turned), shared: None });
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(RefusalCode::Cards), "{mode:?}");
        let mut bench = bench.until_asked(DealerStep::Reveal(seat(3)));
        let shown = overlapping(bench.supply.lying(&bench.table, Place::Seat(seat(3))));
        let refused = bench.give(DEALER, Command::Reveal { seat: seat(3), shown: Reveal::Cards(shown) });
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(RefusalCode::Cards), "{mode:?}");
        bench.to(Phase::Closed);
    }
}

/// § 670a.4(e), R-72: decks that come inspected and not shuffled skipped the opening under the first rules, and
/// journals of those tables go on verifying; by the rules of today they go through it, from the round in which a table
/// adopts them.
#[test]
fn an_inspected_deck_that_is_not_shuffled_skips_the_opening_under_the_first_rules_alone() {
    let first = |bench: &mut Bench| bench.table.due(&mut bench.supply).expect("something is due").command;
    for (revision, skips) in [(Revision::FIRST, true), (Revision::CURRENT, false)] {
        let edits = [("back-colours", "preinspected = true\nback-colours")];
        let bench = Bench::beginning_at("pa-670a-full", DealMode::Sealed, &edits, revision).open(&[3]);
        // Rules change between rounds, and this one has begun.
        let mut bench = bench.bet(3, WagerKind::Main, 25);
        bench.must(DEALER, Command::ReceiveDeck(DeckId::First));
        let due = first(&mut bench);
        assert_eq!(matches!(due, Command::Shuffle { by: ShuffledBy::Before, .. }), skips, "{revision}: {due:?}");
        assert_eq!(matches!(due, Command::InspectDeck(_)), !skips, "{revision}: {due:?}");
        assert_eq!(bench.give(DEALER, Command::InspectDeck(DeckId::First)).is_err(), skips, "{revision}");
        let mut bench = bench.to(Phase::Closed);
        if skips {
            bench.must(Actor::HOUSE, Command::AdoptRules { revision: Revision::CURRENT });
            bench.must(DEALER, Command::RemoveDeck(DeckId::First));
            bench.must(DEALER, Command::ReceiveDeck(DeckId::First));
            let refused = bench.give(
                DEALER,
                Command::Shuffle {
                    deck: DeckId::First,
                    by: ShuffledBy::Before,
                    order: None,
                    seal: None,
                    counted: None,
                },
            );
            assert_eq!(refused.unwrap_err().clause.map(|clause| clause.to_string()).as_deref(), Some("§ 670a.4(e)"));
            bench.must(DEALER, Command::InspectDeck(DeckId::First));
        }
    }
}

/// R-72: two decks that come inspected and shuffled are cut, played, and shuffled by the device from then on.
#[test]
fn two_preshuffled_decks_play_round_after_round_with_a_shuffling_device() {
    for submission in ["pa-659a-a", "pa-575-a", "pa-670a-full", "ma-asia-button"] {
        let edits = [("back-colours", "preinspected = true\npreshuffled = true\nback-colours")];
        let mut bench = Bench::new(submission, DealMode::Sealed, &edits).open(&[3]);
        for round in 0..4 {
            bench = bench.bet(3, WagerKind::Main, 25).to(Phase::Dealing);
            let deck = bench.table.round().deck.expect("a deck is in play");
            let by = bench.table.state().decks[deck.index()].shuffled_by;
            let beforehand = if round < 2 { ShuffledBy::Before } else { ShuffledBy::Device };
            assert_eq!(by, Some(beforehand), "{submission}, round {round}");
            bench = bench.to(Phase::Closed);
        }
    }
}

const TWO_DECKS: (&str, &str) = ("decks        = 1", "decks        = 2\nback-colours = [\"red\", \"blue\"]");

/// §§ 575.3(b)(2), 657a.3(b)(2), 659a.3(b)(2), 670a.3(b)(2), MA 2(b)(3): the program puts the idle deck into the device
/// by itself before it closes the betting, and no round waits for anybody.
#[test]
fn an_automated_table_with_two_decks_shuffles_the_idle_one_before_betting_closes() {
    for text in ["ma-asia", "pa-575", "pa-657a", "pa-659a", "pa-670a"] {
        let name = format!("{text}-electronic");
        let mut bench = Bench::new(&name, DealMode::Sealed, &[TWO_DECKS]).open(&[3]);
        let mut shuffled = 0;
        for round in 1..=4 {
            bench = bench.bet(3, WagerKind::Main, 10);
            for _ in 0..200 {
                if bench.table.round().phase == Phase::Closed {
                    break;
                }
                let idle = bench.table.state().next_deck.other();
                let automated = bench.table.automated(&mut bench.supply);
                let silent = || bench.table.prompts().iter().find_map(Prompt::waits_for);
                let (by, command) =
                    automated.or_else(|| Some((Actor::HOUSE, Command::Complete(silent()?)))).unwrap_or_else(|| {
                        panic!("{name}, round {round}: nobody does what is asked: {:?}", bench.table.prompts())
                    });
                if command == Command::NoMoreBets {
                    assert!(bench.table.ready(idle), "{name}, round {round}");
                }
                shuffled += usize::from(matches!(command, Command::Shuffle { .. }));
                bench.must(by, command);
            }
            assert_eq!((bench.table.round().phase, bench.table.round().number), (Phase::Closed, round), "{name}");
        }
        assert_eq!(shuffled, 5, "{name}: both decks for the first round, then the one that was played");
    }
}

/// Each change of the rules, at the last revision without it and at the first with it.
#[test]
fn every_revision_goes_on_deciding_as_it_did() {
    let bench = |change: RulesChange, with: bool, name: &str, mode, edits: &[(&str, &str)]| {
        let revision = Revision(change.revision().0 - u32::from(!with));
        Bench::at_revision(name, mode, edits, revision)
    };
    let exposed = || Command::Report(Irregularity::Exposed(Place::Seat(seat(3))));
    let has = |events: &[Event], wanted: fn(&Event) -> bool| events.iter().any(wanted);
    for with in [false, true] {
        // § 659a.3(b)(2): the idle deck.
        let at = bench(RulesChange::IdleDeckInDevice, with, "pa-659a-electronic", DealMode::Observed, &[TWO_DECKS]);
        let mut at = at.open(&[3]).bet(3, WagerKind::Main, 10).to(Phase::Closed).bet(3, WagerKind::Main, 10);
        assert_eq!(at.give(DEALER, Command::NoMoreBets).is_err(), with, "the idle deck lies in the rack");
        // § 659a.13(d): a hand that its player has acted on.
        let at = bench(RulesChange::LookedAtHandStays, with, "pa-659a-c", DealMode::Sealed, &[]);
        let mut at = at.open(&[3]).bet(3, WagerKind::Main, 10).to(Phase::Responding);
        at.must(DEALER, exposed());
        assert_eq!(
            at.give(player(3), Command::VoidHand { seat: seat(3), void: true }).is_err(),
            with,
            "a void after setting"
        );
        // § 659a.9(e): cards without a wager.
        let at = bench(RulesChange::UnwageredCollectedApart, with, "pa-659a-c", DealMode::Sealed, &[]);
        let mut at = at.open(&[3]).bet(3, WagerKind::Main, 10).until_asked(DealerStep::CountStub);
        let counted = at.must(DEALER, Command::CountStub { cards: 4, misdealt: false });
        assert_eq!(has(&counted, |event| matches!(event, Event::UnwageredCollected { .. })), !with, "{counted:?}");
        // MA 14(k): stacks found out of order after their delivery.
        let at = bench(RulesChange::StacksFoundLater, with, "ma-asia-hand", DealMode::Sealed, &[]);
        let mut at = at.open(&[3]).bet(3, WagerKind::Main, 25).to(Phase::Deciding);
        let found = at.must(DEALER, Command::Report(Irregularity::StacksOutOfOrder));
        assert_eq!(has(&found, |event| matches!(event, Event::RoundVoided { .. })), with, "{found:?}");
        // § 659a.5(g)(2): a start by the generator.
        let at = bench(RulesChange::StartAsFound, with, "pa-659a-electronic", DealMode::Sealed, &[]);
        let mut at = at.open(&[3]).bet(3, WagerKind::Main, 10).until_asked(DealerStep::FindStart);
        let found = at.must(DEALER, Command::DrawStart(2));
        let position = croupier_rules::Position::counted(2).expect("a position");
        let (dice, number) = if with { (None, Some(2)) } else { (Some([2, 0, 0]), None) };
        assert_eq!(found[0], Event::StartFound { position, dice, number, button: false });
        let written = serde_json::to_string(&found[0]).expect("it is written");
        let bytes = if with {
            r#"{"start-found":{"position":2,"number":2}}"#
        } else {
            r#"{"start-found":{"position":2,"dice":[2,0,0]}}"#
        };
        assert_eq!(written, bytes);
        // MA 7(a): a coupon beside a main wager that is corrected.
        let at = bench(RulesChange::CouponWithinMain, with, "ma-asia-hand", DealMode::Sealed, &[]);
        let mut at = at.open(&[3]).bet(3, WagerKind::Main, 25);
        let coupon = Cents::dollars(25);
        at.must(player(3), Command::Place { seat: seat(3), wager: MAIN, amount: coupon, tender: Tender::MatchPlay });
        let mut at = at.to(Phase::Deciding);
        let less = Command::CorrectStake { seat: seat(3), wager: MAIN, amount: Cents::dollars(15), second: None };
        assert_eq!(at.give(FLOOR, less).map_err(|refusal| refusal.code).err(), with.then_some(RefusalCode::Amount));
        // § 670a.11(d): a natural royal flush beside the joker, by the other reading of R-20.
        let other = ("[readings]\n", "[readings]\nR-20 = \"alternative\"\n");
        let at = bench(RulesChange::RoyalFlushKept, with, "pa-670a-small", DealMode::Sealed, &[other]).open(&[3]);
        let at = at.lay(Place::Dealer, "As Ks Qs Js Ts Jk").bet(3, WagerKind::Main, 25);
        let at = at.until(|table| table.round().dealer_up);
        let low = at.table.round().dealer.setting.map(|setting| setting.low);
        assert_eq!(low == Some(bench::cards("Ks")), !with, "{low:?}");
        // § 670a.13(i): which king goes low.
        for setting in ["8h 8s 4c 4d Kc | Kd", "8h 8s 4c 4d Kd | Kc"].map(bench::setting) {
            let mut at =
                bench(RulesChange::EqualSettingsRight, with, "pa-670a-full", DealMode::Observed, &[]).open(&[3]);
            at.supply.laid.insert(Place::Dealer, setting.cards());
            let mut at = at.bet(3, WagerKind::Main, 25).to(Phase::Responding);
            let shaker = |table: &Table| {
                let covers = |ask: &Prompt| matches!(ask, Prompt::Dealer { step: DealerStep::CoverShaker, .. });
                table.prompts().iter().any(covers)
            };
            if shaker(&at.table) {
                at.must(DEALER, Command::CoverShaker { shakes: 1 });
            }
            let turned = at.must(DEALER, Command::TurnDealer { setting: Some(setting), shared: None });
            let right = at.table.set(setting.cards()).expect("a rule").0 == setting;
            assert_eq!(has(&turned, |event| matches!(event, Event::Irregular { .. })), !with && !right, "{turned:?}");
            let complained = at.must(DEALER, Command::Report(Irregularity::SetWrongly));
            let reset = |event: &Event| matches!(event, Event::Irregular { remedy: Remedy::ResetDealer, .. });
            assert_eq!(has(&complained, reset), !with, "{complained:?}");
        }
    }
}
