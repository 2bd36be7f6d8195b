//! The rows, one line each whatever its length.

use crate::bench::{DEALER, FLOOR, MAIN, player, seat, setting};
use crate::stands::*;
use crate::{Row, no, yes};
use croupier_rules::{Irregularity, WagerKind};
use croupier_table::commitment::{Digest, Draws};
use croupier_table::{Code, Command, DeckId, Declared, Shown, ShuffledBy, Supply, Tender, Who};

/// One thing wrong with each, in the order of the codes.
pub(crate) fn one_thing_wrong() -> Vec<Row> {
    let mut rows = of_time_people_and_turns();
    rows.extend(of_offers_amounts_and_cards());
    rows
}

#[rustfmt::skip]
#[allow(clippy::too_many_lines)]
fn of_time_people_and_turns() -> Vec<Row> {
    use Code::{Done, NotHere, NotYourRole, NotYours, OutOfTurn, TableStatus, TimeGoesBack, WrongPhase};
    use WagerKind::{FortuneBonus, Insurance, Play, Progressive};
    let second = Some(Who(9));
    let one = seat(3);
    vec![
        // Time.
        no(TimeGoesBack, "", "a millisecond before the last command", early, player(3), chips(3, MAIN, 1_500)),
        // Roles.
        no(NotYourRole, "§ 659a.5(d)", "a player orders a recut", open, player(3), Command::OrderRecut(FIRST)),
        no(NotYourRole, "§ 659a.5(a)", "a dealer orders a shuffle", open, DEALER, Command::OrderShuffle(FIRST)),
        no(NotYourRole, "MA 6(d)", "a dealer orders a recut", ma, DEALER, Command::OrderRecut(FIRST)),
        no(NotYourRole, "§ 659a.4(a)", "a dealer verifies his inspection", open, DEALER, Command::VerifyDeck(FIRST)),
        no(NotYourRole, "", "a floorperson wagers for a player", open, FLOOR, chips(3, MAIN, 1_500)),
        no(NotYourRole, "", "a dealer wagers for a player of a sealed table", open, DEALER, chips(3, MAIN, 1_500)),
        no(NotYourRole, "", "a player deals", dealing, player(3), Command::Deal { cards: None }),
        no(NotYourRole, "", "the house deals where people do", dealing, HOUSE, Command::Deal { cards: None }),
        no(NotYourRole, "", "a floorperson sells chips", open, FLOOR, buy(100)),
        no(NotYourRole, "§ 659a.7(b)", "a dealer declares wagers abandoned", deciding, DEALER, Command::Abandon(one)),
        no(NotYourRole, "", "a dealer completes a silent seat", deciding, DEALER, Command::Complete(one)),
        no(NotYourRole, "", "a dealer draws for the system", dealing, DEALER, Command::SystemDraws(Draws::default())),
        no(NotYourRole, "§ 659a.10(a)(2)", "a dealer corrects progressive wagers", progressive, DEALER, struck(3)),
        no(NotYourRole, "§ 659a.11(h)(3)(ii)(C)", "a dealer validates his payout", verified, DEALER, Command::Validate),
        no(NotYourRole, "", "a floorperson answers for the meter", verified, FLOOR, share(0)),
        no(NotYourRole, "", "a player reports an irregularity", dealing, player(3), Command::Report(Irregularity::FaceUp)),
        no(NotYourRole, "§ 659a.13", "a dealer voids the round", dealing, DEALER, void(None)),
        no(NotYourRole, "§ 659a.13", "one person voids a paid progressive", undocumented, FLOOR, void(None)),
        no(NotYourRole, "§ 659a.13", "the second person is the first", undocumented, FLOOR, void(Some(FLOOR.who))),
        yes("two persons void a paid progressive", undocumented, FLOOR, void(second)),
        no(NotYourRole, "§ 659a.13", "one person adjusts", settled_before, FLOOR, adjust(1, 1, FLOOR.who)),
        yes("two persons adjust", settled_before, FLOOR, adjust(1, 1, Who(9))),
        // Status.
        no(TableStatus, "", "a wager at a closed table", closed, player(3), chips(3, MAIN, 1_500)),
        no(TableStatus, "", "a closed table is closed", closed, DEALER, Command::CloseTable),
        no(TableStatus, "", "a deck at a closed table", closed, DEALER, Command::ReceiveDeck(FIRST)),
        no(TableStatus, "§ 659a.5(e)", "a wager before anybody looked at idle cards", idle, player(3), chips(3, MAIN, 1_500)),
        // Places.
        no(NotHere, "§ 659a.7(b)", "a wager on an empty seat", open, player(5), chips(5, MAIN, 1_500)),
        no(NotHere, "", "a fifth seat at a table of four", short, player(5), Command::Sit { seat: seat(5), player: Who(105) }),
        no(NotHere, "§ 659a.3(b)(3)", "a second deck where there is one", open, DEALER, Command::ReceiveDeck(DeckId::Second)),
        no(NotHere, "§ 659a.7(d)", "wagers repeated that were never made", open, player(3), Command::Repeat(one)),
        no(NotHere, "§ 659a.7(c)", "a wager taken back that was not made", wagered, player(3), Command::TakeBack { seat: one, wager: own(Insurance) }),
        no(NotHere, "§ 659a.11(j)", "a stake corrected that was not made", deciding, FLOOR, stake(3, own(Insurance), 500)),
        no(NotHere, "§ 659a.7(d)", "a progressive struck of a seat that plays not", counting, FLOOR, struck(4)),
        // Owners.
        no(NotYours, "§ 659a.7(b)", "a wager on another's area", open, player(4), chips(3, MAIN, 1_500)),
        no(NotYours, "§ 659a.7(b)", "somebody else is seated", open, player(4), Command::Sit { seat: seat(5), player: Who(106) }),
        no(NotYours, "§ 659a.11(a)(1)", "another's hands are set", deciding, player(4), set(3, "As Ah Kd 9s | Kc 7h | 2d")),
        no(NotYours, "§ 657a.11(a)(1)", "another's hand is folded", kings, player(4), Command::Fold(one)),
        no(NotYours, "§ 659a.13(d)", "another's hand is voided", exposed, player(4), Command::VoidHand { seat: one, void: true }),
        no(NotYours, "§ 659a.7(b)", "another's seat is left", open, player(4), Command::Leave(one)),
        // Phases.
        no(WrongPhase, "§ 659a.7(c)", "a wager after \"no more bets\"", dealing, player(4), chips(4, MAIN, 1_500)),
        no(WrongPhase, "MA 7(c)", "a wager after \"no more bets\"", ma_start, player(4), chips(4, MAIN, 1_500)),
        no(WrongPhase, "§ 659a.7(c)", "wagers repeated after \"no more bets\"", dealing, player(3), Command::Repeat(one)),
        no(WrongPhase, "§ 659a.7(c)", "a wager taken back after \"no more bets\"", dealing, player(3), Command::TakeBack { seat: one, wager: MAIN }),
        no(WrongPhase, "", "the table closes with wagers on it", wagered, DEALER, Command::CloseTable),
        no(WrongPhase, "", "the table falls idle with wagers on it", wagered, DEALER, Command::GoIdle { face_up: true }),
        no(WrongPhase, "§ 659a.9(a)(3)", "\"no more bets\" twice", dealing, DEALER, Command::NoMoreBets),
        no(WrongPhase, "§ 659a.9(b)", "cards before \"no more bets\"", wagered, DEALER, Command::Deal { cards: None }),
        no(WrongPhase, "§ 659a.9(c)", "a stub before the deal", wagered, DEALER, Command::CountStub { cards: 4, misdealt: false }),
        no(WrongPhase, "§ 659a.5(g)(2)", "a start before \"no more bets\"", wagered, DEALER, Command::DrawStart(3)),
        no(WrongPhase, "§ 659a.5(h)", "a start marked before it is found", wagered, DEALER, Command::MarkStart),
        no(WrongPhase, "§ 659a.11(b)", "hands set before the deal", wagered, player(3), set(3, "As Ah Kd 9s | Kc 7h | 2d")),
        no(WrongPhase, "§ 659a.11(a)(1)", "the house way before the deal", wagered, player(3), Command::AskHouseWay(one)),
        no(WrongPhase, "§ 670a.11(c)", "a Double Down before the deal", six_wagered, player(3), Command::DoubleDown { seat: one, take: true }),
        no(WrongPhase, "§ 657a.11(b)", "a Play Wager before the deal", crazy_wagered, player(3), play(3, 1_000)),
        no(WrongPhase, "§ 659a.11(d)", "surrender before the dealer's cards are turned", deciding, player(3), Command::Surrender(one)),
        no(WrongPhase, "§ 659a.11(c)", "the dealer turns while players set", deciding, DEALER, turn()),
        no(WrongPhase, "§ 659a.11(e)", "a hand revealed while players set", deciding, DEALER, known(3)),
        no(WrongPhase, "§ 659a.11(j)", "the round closed while players set", deciding, DEALER, Command::CloseRound { secret: None }),
        no(WrongPhase, "§ 659a.11(j)", "a stake corrected before the deal", wagered, FLOOR, stake(3, MAIN, 2_000)),
        no(WrongPhase, "§ 659a.13", "a void between rounds", settled_before, FLOOR, void(None)),
        // Turns.
        no(OutOfTurn, "§ 659a.4(a)", "an inspection of a deck that is not here", open, DEALER, Command::InspectDeck(FIRST)),
        no(OutOfTurn, "MA 5(b)", "verified before the second joker is torn", untorn, FLOOR, Command::VerifyDeck(FIRST)),
        no(OutOfTurn, "§ 659a.4(b)", "spread before it is verified", open, DEALER, Command::SpreadDeck(FIRST)),
        no(OutOfTurn, "§ 659a.4(b)", "nobody there to look", nobody, DEALER, Command::LookAtDeck(FIRST)),
        no(OutOfTurn, "§ 659a.4(c)", "washed before it was looked at", open, DEALER, Command::WashDeck(FIRST)),
        no(OutOfTurn, "§ 659a.5(a)", "shuffled before it is stacked", open, DEALER, shuffle(ShuffledBy::Device, None, &mut open())),
        no(OutOfTurn, "§ 670a.5(d)(1)", "the cut by a player not in turn", six_shuffled, DEALER, cut(20, Some(4))),
        no(OutOfTurn, "§ 670a.5(d)(1)", "the cut declined by a player not in turn", six_shuffled, player(4), Command::DeclineCut(seat(4))),
        no(OutOfTurn, "§ 659a.7(b)", "a player leaves with a wager on the felt", wagered, player(3), Command::Leave(one)),
        no(OutOfTurn, "§ 659a.7(d)", "an optional wager without the main one", open, player(3), chips(3, own(FortuneBonus), 500)),
        no(OutOfTurn, "§ 657a.11(b)", "a Play Wager before the cards", crazy_wagered, player(3), chips(3, own(Play), 1_000)),
        no(OutOfTurn, "§ 659a.7(d)", "the main wager taken back beside another", with_bonus, player(3), Command::TakeBack { seat: one, wager: MAIN }),
        no(OutOfTurn, "§ 659a.5(a)", "\"no more bets\" with a stacked deck", stacked, DEALER, Command::NoMoreBets),
        no(OutOfTurn, "§ 659a.7(d)", "\"no more bets\" and nobody has wagered", taken_back, DEALER, Command::NoMoreBets),
        no(OutOfTurn, "§ 659a.9(b)", "cards before the start is found", dealing, DEALER, Command::Deal { cards: None }),
        no(OutOfTurn, "§ 659a.10(a)(2)", "a start before the progressive chips are counted", locked, DEALER, roll(3, [1, 2, 3], 6)),
        no(OutOfTurn, "MA 9(e)", "a start before the stacks are laid", ma_dealing, DEALER, roll(3, [1, 2, 3], 6)),
        no(OutOfTurn, "§ 659a.9(c)", "a stub before the cards are out", started, DEALER, Command::CountStub { cards: 4, misdealt: false }),
        no(OutOfTurn, "MA 11(b)(4)", "the shaker covered before the deal", ma_start, DEALER, Command::CoverShaker { shakes: 1 }),
        no(OutOfTurn, "§ 659a.7(f)", "the smaller of two hands first", adjacent, player(3), Command::AskHouseWay(seat(4))),
        no(OutOfTurn, "§ 659a.7(d)", "hands of a seat that plays not", one_plays, player(4), set(4, "As Ah Kd 9s | Kc 7h | 2d")),
        no(OutOfTurn, "§ 659a.13(d)", "hands set before it is said whether they are void", exposed, player(3), set(3, "As Ah Kd 9s | Kc 7h | 2d")),
        no(OutOfTurn, "§ 657a.11(b)", "a fold before the seat to the left has answered", kings, player(4), Command::Fold(seat(4))),
        no(OutOfTurn, "§ 659a.11(d)", "surrender before the dealer sets", responding, player(3), Command::Surrender(one)),
        no(OutOfTurn, "MA 11(b)(4)", "the dealer turns before the shaker is covered", ma_responding, DEALER, turn()),
        no(OutOfTurn, "§ 659a.11(e)", "a hand revealed before the one to its right", turned, DEALER, known(3)),
        no(OutOfTurn, "§ 659a.11(h)(3)(ii)(C)", "validated before it is verified", unverified, FLOOR, Command::Validate),
        no(OutOfTurn, "§ 659a.11(i)", "the round closed before it is settled", half_settled, DEALER, Command::CloseRound { secret: None }),
        no(OutOfTurn, "§ 659a.11(h)(3)(ii)(D)", "the round closed before the documents", undocumented, DEALER, Command::CloseRound { secret: None }),
        no(OutOfTurn, "§ 659a.11(j)", "a seat ruled anew that was not ruled", half_seen, FLOOR, Command::Correct { seat: one, setting: setting("As Ah Kd 9s | Kc 7h | 2d") }),
        no(OutOfTurn, "§ 659a.13", "an open round adjusted", deciding, FLOOR, adjust(1, 1, Who(9))),
        // Done.
        no(Done, "", "an open table opened", open, DEALER, Command::OpenTable),
        no(Done, "§ 659a.3(c)(1)", "a deck removed that is not here", open, DEALER, Command::RemoveDeck(FIRST)),
        no(Done, "§ 659a.7(b)", "a seat that is taken", open, player(5), Command::Sit { seat: one, player: Who(105) }),
        no(Done, "§ 659a.7(e)(3)", "a second progressive wager", progressive, player(3), chips(3, own(Progressive), 100)),
        no(Done, "§ 659a.10(a)(2)", "progressive chips counted twice", counted, DEALER, Command::CountProgressive { chips: 1 }),
        no(Done, "§ 659a.5(g)(2)", "a second start", started, DEALER, Command::DrawStart(3)),
        no(Done, "§ 659a.9(b)", "a card more than all", dealt, DEALER, Command::Deal { cards: Some(1) }),
        no(Done, "§ 659a.11(a)(3)", "hands set twice", set_once, player(3), set(3, "As Ah Kd 9s | Kc 7h | 2d")),
        no(Done, "§ 670a.11(c)", "a Double Down answered twice", six_declined, player(3), Command::DoubleDown { seat: one, take: true }),
        no(Done, "§ 657a.11(b)", "a fold after a Play Wager", played, player(3), Command::Fold(one)),
        no(Done, "§ 659a.11(d)", "surrender after the reveal", half_settled, player(4), Command::Surrender(seat(4))),
        no(Done, "§ 659a.11(d)", "cards counted that nobody surrendered", turned, DEALER, Command::CountSurrendered { seat: one, cards: 7 }),
        no(Done, "§ 659a.13(d)", "a hand voided without an exposed card", deciding, player(3), Command::VoidHand { seat: one, void: true }),
        no(Done, "§ 659a.11(b)", "a seat completed that has answered", set_once, HOUSE, Command::Complete(one)),
        no(Done, "§ 659a.11(e)", "a win verified when none waits", turned, DEALER, Command::VerifyWin { light: true }),
        no(Done, "§ 659a.11(h)(3)(ii)(A)", "a win verified twice", verified, DEALER, Command::VerifyWin { light: true }),
        no(Done, "§ 659a.11(e)", "a payout validated when none waits", turned, FLOOR, Command::Validate),
        no(Done, "§ 659a.11(i)", "documents for no payout", turned, FLOOR, Command::Documented(one)),
        no(Done, "§ 659a.11(e)", "a hand revealed twice", half_settled, DEALER, known(4)),
    ]
}

#[rustfmt::skip]
#[allow(clippy::too_many_lines)]
fn of_offers_amounts_and_cards() -> Vec<Row> {
    use Code::{Amount, Cards, Count, Foul, Funds, NotOffered, Number, Promise, Worn};
    use WagerKind::{FiveCardHandBonus, FiveCardProgressive, FortuneBonus, Progressive, QueensUp, SuperBonus};
    let one = seat(3);
    vec![
        // Offers.
        no(NotOffered, "§ 659a.4(e)", "an inspected deck inspected", preshuffled, DEALER, Command::InspectDeck(FIRST)),
        no(NotOffered, "§ 657a.3(a)", "a joker torn where there is none", crazy, DEALER, Command::TearJoker(FIRST)),
        no(NotOffered, "MA 6(a)", "a shuffle directed in Massachusetts", ma_shuffled, FLOOR, Command::OrderShuffle(FIRST)),
        no(NotOffered, "§ 659a.5(b)(1)", "a recut of a deck the device shuffled", ready, FLOOR, Command::OrderRecut(FIRST)),
        no(NotOffered, "§ 659a.5(b)(1)", "a cut of a deck the device shuffled", ready, DEALER, cut(20, None)),
        no(NotOffered, "MA 6(a)", "a device where there is none", ma, DEALER, shuffle(ShuffledBy::Device, None, &mut ma())),
        no(NotOffered, "", "dice where nothing is counted", crazy, DEALER, Command::PlaceDice),
        no(NotOffered, "§ 659a.7(f)", "a second area where one is allowed", open, player(3), Command::Sit { seat: seat(2), player: Who(103) }),
        no(NotOffered, "MA 13(a)", "a second area that does not adjoin", ma, player(3), Command::Sit { seat: seat(6), player: Who(103) }),
        yes("a second area that adjoins", ma, player(3), Command::Sit { seat: seat(2), player: Who(103) }),
        no(NotOffered, "§ 659a.7(a)", "a spoken wager with cash", open, player(3), place(3, MAIN, 1_500, Tender::SpokenCash)),
        no(NotOffered, "MA 7(a)", "a spoken wager with cash", ma, player(3), place(3, MAIN, 1_500, Tender::SpokenCash)),
        no(NotOffered, "§ 659a.7(a)", "a coupon in Pennsylvania", wagered, player(3), place(3, MAIN, 1_500, Tender::MatchPlay)),
        no(NotOffered, "§ 659a.7(e)", "a wager of another game", wagered, player(3), chips(3, own(QueensUp), 500)),
        no(NotOffered, "MA 7", "a bonus wager in Massachusetts", ma_wagered, player(3), chips(3, own(FortuneBonus), 500)),
        no(NotOffered, "§ 657a.7(d)(5)", "chips for an electronic wager", electronic, player(3), chips(3, own(FiveCardHandBonus), 100)),
        no(NotOffered, "§ 657a.7(a)", "the game account for the Ante", crazy, player(3), place(3, MAIN, 1_000, Tender::GameAccount)),
        no(NotOffered, "MA 9(b)(2)", "progressive chips counted where there are none", ma_dealing, DEALER, Command::CountProgressive { chips: 1 }),
        no(NotOffered, "§ 657a.8(d)", "dice rolled where nothing is counted", crazy_dealing, DEALER, roll(3, [1, 2, 3], 6)),
        no(NotOffered, "", "a start marked where it is not", unmarked, DEALER, Command::MarkStart),
        no(NotOffered, "§ 659a.5(g)(1)(ii)", "dice at a table with a generator", dealing, DEALER, roll(3, [1, 2, 3], 6)),
        no(NotOffered, "§ 657a.11(c)(2)", "hands set in Crazy 4", kings, player(3), Command::SetHands { seat: one, setting: None }),
        no(NotOffered, "§ 659a.7(e)", "a Double Down in Asia Poker", deciding, player(3), Command::DoubleDown { seat: one, take: true }),
        no(NotOffered, "§ 659a.11(b)", "a fold in Asia Poker", deciding, player(3), Command::Fold(one)),
        no(NotOffered, "§ 670a.11(b)", "surrender in a text without it", six_deciding, player(3), Command::Surrender(one)),
        no(NotOffered, "§ 659a.11(d)", "surrender beside an optional wager", bonus_turned, player(3), Command::Surrender(one)),
        yes("surrender without one", turned, player(3), Command::Surrender(one)),
        yes("surrender in Massachusetts as soon as the cards are there", ma_deciding, player(3), Command::Surrender(one)),
        no(NotOffered, "§ 659a.11(j)", "cards corrected that are known", settled, FLOOR, Command::Correct { seat: one, setting: setting("As Ah Kd 9s | Kc 7h | 2d") }),
        no(NotOffered, "§ 659a.13(m)", "a shoe fails where there is none", dealing, DEALER, Command::Report(Irregularity::ShoeFails)),
        // Amounts.
        no(Amount, "MA 7(a)", "nothing wagered", ma, player(3), chips(3, MAIN, 0)),
        no(Amount, "MA 7(a)", "less than nothing wagered", ma, player(3), chips(3, MAIN, -1_500)),
        no(Amount, "MA 7(a)", "$14.99 at a $15 table", ma, player(3), chips(3, MAIN, 1_499)),
        yes("$15 at a $15 table", ma, player(3), chips(3, MAIN, 1_500)),
        no(Amount, "MA 7(a)", "$17 in steps of $5", ma, player(3), chips(3, MAIN, 1_700)),
        yes("$1,000 at a table to $1,000", ma, player(3), chips(3, MAIN, 100_000)),
        no(Amount, "MA 7(a)", "$1,005 at a table to $1,000", ma, player(3), chips(3, MAIN, 100_500)),
        no(Amount, "MA 7(a)", "all that a number holds", ma, player(3), chips(3, MAIN, i64::MAX)),
        no(Amount, "MA 7(a)", "all that a number holds, added", ma_wagered, player(3), chips(3, MAIN, i64::MAX)),
        no(Amount, "MA 7(a)", "a coupon above the wager", ma_wagered, player(3), place(3, MAIN, 1_501, Tender::MatchPlay)),
        yes("a coupon of the wager", ma_wagered, player(3), place(3, MAIN, 1_500, Tender::MatchPlay)),
        no(Amount, "§ 659a.7(d)", "$14.99 at a $15 table", open, player(3), chips(3, MAIN, 1_499)),
        no(Amount, "§ 657a.7(d)(1)", "$9.99 at a $10 table", crazy, player(3), chips(3, MAIN, 999)),
        no(Amount, "§ 657a.7(d)(1)", "a Super Bonus above the Ante", ante, player(3), chips(3, own(SuperBonus), 1_500)),
        no(Amount, "§ 657a.7(d)(1)", "a Super Bonus below the Ante", ante, player(3), chips(3, own(SuperBonus), 999)),
        yes("a Super Bonus equal to the Ante", ante, player(3), chips(3, own(SuperBonus), 1_000)),
        no(Amount, "§ 657a.7(d)(1)", "\"no more bets\" without the Super Bonus", ante_ready, DEALER, Command::NoMoreBets),
        no(Amount, "§ 659a.7(e)(3)", "a progressive wager of $2 where it is $1", dear, player(3), chips(3, own(Progressive), 200)),
        no(Amount, "§ 657a.7(d)(4)", "a progressive wager of nothing", crazy_wagered, player(3), chips(3, own(FiveCardProgressive), 0)),
        no(Amount, "", "chips for nothing", open, DEALER, buy(0)),
        no(Amount, "§ 657a.11(b)", "three times the Ante with kings", kings, player(3), play(3, 3_000)),
        yes("once the Ante with kings", kings, player(3), play(3, 1_000)),
        yes("three times the Ante with aces", aces, player(3), play(3, 3_000)),
        no(Amount, "§ 657a.11(b)", "more than three times the Ante with aces", aces, player(3), play(3, 3_001)),
        no(Amount, "§ 657a.11(b)", "less than the Ante", aces, player(3), play(3, 999)),
        no(Amount, "§ 657a.11(b)", "not in steps of the table", aces, player(3), play(3, 1_200)),
        no(Amount, "§ 659a.11(h)(3)(ii)(D)", "a share that does not add up", verified, HOUSE, share(1)),
        no(Amount, "", "an adjustment of nothing", settled_before, FLOOR, adjust(0, 1, Who(9))),
        // Numbers.
        no(Number, "MA 6(c)(1)(ii)", "a cut of nine cards", ma_shuffled, DEALER, cut(9, None)),
        yes("a cut of ten cards", ma_shuffled, DEALER, cut(10, None)),
        yes("a cut that leaves one card", ma_shuffled, DEALER, cut(52, None)),
        no(Number, "MA 6(c)(1)(ii)", "a cut of all cards", ma_shuffled, DEALER, cut(53, None)),
        no(Number, "§ 670a.5(e)", "a cut of nine cards", six_shuffled, DEALER, cut(9, Some(3))),
        yes("a cut that leaves ten cards", six_shuffled, DEALER, cut(43, Some(3))),
        no(Number, "§ 670a.5(e)", "a cut that leaves nine cards", six_shuffled, DEALER, cut(44, Some(3))),
        no(Number, "MA 11(b)", "two shakes", ma_start, DEALER, roll(2, [1, 2, 3], 6)),
        yes("three shakes", ma_start, DEALER, roll(3, [1, 2, 3], 6)),
        no(Number, "MA 11(b)(1)", "a die that shows seven", ma_start, DEALER, roll(3, [1, 2, 7], 10)),
        no(Number, "§ 659a.5(g)(2)", "the generator shows 0", dealing, DEALER, Command::DrawStart(0)),
        yes("the generator shows 1", dealing, DEALER, Command::DrawStart(1)),
        yes("the generator shows 7", dealing, DEALER, Command::DrawStart(7)),
        no(Number, "§ 659a.5(g)(2)", "the generator shows 8", dealing, DEALER, Command::DrawStart(8)),
        no(Number, "§ 659a.9(b)", "no card dealt", started, DEALER, Command::Deal { cards: Some(0) }),
        no(Number, "§ 659a.9(b)", "50 cards dealt", started, DEALER, Command::Deal { cards: Some(50) }),
        yes("49 cards dealt", started, DEALER, Command::Deal { cards: Some(49) }),
        no(Number, "MA 11(b)(4)", "the covered shaker shaken twice", ma_deciding, DEALER, Command::CoverShaker { shakes: 2 }),
        // Money.
        no(Funds, "", "a wager beyond the chips", poor, player(3), chips(3, MAIN, 2_000)),
        yes("a wager of all the chips", poor, player(3), chips(3, MAIN, 1_500)),
        no(Funds, "", "more cashed out than there is", poor, DEALER, cash(1_501)),
        yes("all of it cashed out", poor, DEALER, cash(1_500)),
        // Age.
        yes("a deck dealt by hand at four hours", at_four_hours, DEALER, Command::NoMoreBets),
        no(Worn, "§ 659a.3(c)(1)", "a millisecond later", past_four_hours, DEALER, Command::NoMoreBets),
        yes("a deck dealt from a shoe at eight hours", at_eight_hours, DEALER, Command::NoMoreBets),
        no(Worn, "§ 657a.3(c)(2)", "a millisecond later", past_eight_hours, DEALER, Command::NoMoreBets),
        yes("dice at twenty-four hours", dice_at_a_day, DEALER, Command::NoMoreBets),
        no(Worn, "MA 4(a)(1)(iii)", "a millisecond later", dice_past_a_day, DEALER, Command::NoMoreBets),
        // Cards.
        no(Cards, "§ 659a.5(a)", "a sealed shuffle without its order", stacked, DEALER, Command::Shuffle { deck: FIRST, by: ShuffledBy::Device, order: None, seal: None, counted: None }),
        no(Cards, "§ 659a.11(b)", "hands of another's cards", deciding, player(3), set(3, "3c 3d 4h 5h | 8c 8d | Tc")),
        no(Cards, "§ 659a.11(b)", "hands set unseen at a sealed table", deciding, player(3), Command::SetHands { seat: one, setting: None }),
        no(Cards, "§ 659a.11(e)", "an outcome declared where the cards are known", turned, DEALER, Command::Reveal { seat: seat(4), shown: Shown::Outcome(Declared::Wins) }),
        no(Cards, "§ 659a.11(e)", "cards not said at an observed table", observed, DEALER, known(4)),
        no(Cards, "§ 659a.3(a)", "a card that the dealer has", observed, DEALER, shows(4, "2c Ah Kd 9s | Kc 7h | 2d")),
        no(Cards, "§ 659a.11(e)", "six cards for seven", observed, DEALER, shows(4, "Ah Kd 9s | Kc 7h | 2d")),
        no(Cards, "§ 657a.3(a)", "the joker in a deck without one", crazy_observed, DEALER, shows(4, "Jk Ah Kd 9s 2d")),
        yes("cards of the deck that nobody else has", observed, DEALER, shows(4, "As Ah Kd 9s | Kc 7h | 2d")),
        no(Cards, "§ 659a.11(e)", "an outcome declared beside a bonus wager", bonus_observed, DEALER, Command::Reveal { seat: one, shown: Shown::Outcome(Declared::Wins) }),
        // Hands.
        no(Foul, "§ 659a.11(b)", "the medium hand above the high hand", deciding, player(3), set(3, "Kc 9s 7h 2d | As Ah | Kd")),
        no(Foul, "§ 659a.11(b)", "five, one and one", deciding, player(3), set(3, "As Ah Kd Kc 9s | 7h | 2d")),
        no(Foul, "§ 670a.11(b)", "the low hand above the high hand", six_low, player(3), set(3, "Qd 9s 7h 5c 3d | Kd")),
        // Counts.
        no(Count, "§ 657a.5(b)", "a device that counts and does not say", counting_device, DEALER, shuffle(ShuffledBy::Device, None, &mut counting_device())),
        no(Count, "§ 659a.10(a)(2)", "chips and system differ", miscounted, DEALER, roll(3, [1, 2, 3], 6)),
        no(Count, "MA 11(b)(1)", "a total announced wrongly", ma_start, DEALER, roll(3, [1, 2, 3], 7)),
        no(Count, "§ 659a.9(c)", "a stub racked uncounted", dealt, DEALER, Command::RackStub),
        yes("a stub racked uncounted where it is counted now and then", crazy_dealt, DEALER, Command::RackStub),
        no(Count, "§ 659a.11(h)(3)(ii)(B)", "the light is not lit", unverified, DEALER, Command::VerifyWin { light: false }),
        // The promise.
        no(Promise, "", "a round closed without its secret", settled, DEALER, Command::CloseRound { secret: None }),
        no(Promise, "", "a round closed with another's secret", settled, DEALER, Command::CloseRound { secret: Some(Digest::of(b"other")) }),
        yes("a round closed with its secret", settled, DEALER, Command::CloseRound { secret: settled().supply.secret() }),
    ]
}

/// Two things wrong with each: the earlier code is reported.
#[rustfmt::skip]
pub(crate) fn two_things_wrong() -> Vec<Row> {
    use Code::{
        Amount, Done, NotHere, NotOffered, NotYourRole, NotYours, Number, OutOfTurn, TableStatus, TimeGoesBack,
        WrongPhase,
    };
    use WagerKind::{FortuneBonus, Progressive, QueensUp};
    let one = seat(3);
    vec![
        no(TimeGoesBack, "", "too early, and by a player", early, player(3), Command::OrderRecut(FIRST)),
        no(NotYourRole, "", "by a floorperson, and at a closed table", closed, FLOOR, chips(3, MAIN, 0)),
        no(NotYourRole, "§ 659a.13", "by a dealer, and between rounds", open, DEALER, void(None)),
        no(TableStatus, "", "at a closed table, and on an empty seat", closed, player(5), chips(5, MAIN, 0)),
        no(NotHere, "§ 659a.7(b)", "on an empty seat, and after \"no more bets\"", dealing, player(5), chips(5, MAIN, 0)),
        no(NotYours, "§ 659a.7(b)", "on another's seat, and after \"no more bets\"", dealing, player(4), chips(3, MAIN, 0)),
        no(NotYours, "§ 659a.11(a)(1)", "of another's hands, and foul", deciding, player(4), set(3, "Kc 9s 7h 2d | As Ah | Kd")),
        no(WrongPhase, "§ 659a.7(c)", "after \"no more bets\", and not offered", dealing, player(3), chips(3, own(QueensUp), 0)),
        no(WrongPhase, "§ 659a.5(g)(2)", "before \"no more bets\", and 8", wagered, DEALER, Command::DrawStart(8)),
        no(OutOfTurn, "§ 659a.7(d)", "without a main wager, and not offered", open, player(3), chips(3, own(QueensUp), 500)),
        no(OutOfTurn, "§ 659a.7(d)", "without a main wager, and of nothing", open, player(3), chips(3, own(FortuneBonus), 0)),
        no(OutOfTurn, "§ 657a.5(c)(2)", "with an uncut deck, and without the Super Bonus", ante_shuffled, DEALER, Command::NoMoreBets),
        no(OutOfTurn, "§ 659a.13(d)", "undecided about a void, and foul", exposed, player(3), set(3, "Kc 9s 7h 2d | As Ah | Kd")),
        no(OutOfTurn, "§ 670a.5(d)(1)", "not in turn to cut, and nine cards", six_shuffled, DEALER, cut(9, Some(4))),
        no(Done, "§ 659a.7(e)(3)", "a second progressive, and of nothing", progressive, player(3), chips(3, own(Progressive), 0)),
        no(Done, "§ 659a.7(e)(3)", "a second progressive, and with a coupon", progressive, player(3), place(3, own(Progressive), 100, Tender::MatchPlay)),
        no(Done, "§ 659a.5(g)(2)", "a second start, and 8", started, DEALER, Command::DrawStart(8)),
        no(Done, "§ 659a.11(a)(3)", "set twice, and foul", set_once, player(3), set(3, "Kc 9s 7h 2d | As Ah | Kd")),
        no(NotOffered, "§ 659a.7(a)", "a spoken wager, and of nothing", open, player(3), place(3, MAIN, 0, Tender::SpokenCash)),
        no(Amount, "MA 7(a)", "too much for the table, and for the player", ma, player(3), chips(3, MAIN, 100_000_000)),
        no(Amount, "§ 657a.7(d)(1)", "without the Super Bonus, and with a worn deck", ante_worn, DEALER, Command::NoMoreBets),
        no(Number, "MA 11(b)", "two shakes, and a total announced wrongly", ma_start, DEALER, roll(2, [1, 2, 3], 7)),
        no(Code::Worn, "§ 659a.3(c)(1)", "a worn deck under a round whose seat is closed", past_four_hours, DEALER, Command::NoMoreBets),
        no(Code::Cards, "§ 659a.11(b)", "cards of another, and foul", deciding, player(3), set(3, "3c 4d 5h 8s | 8c 8d | Tc")),
        no(WrongPhase, "§ 659a.11(j)", "before it is settled, and without a secret", deciding, DEALER, Command::CloseRound { secret: None }),
        no(Done, "§ 659a.13(d)", "no exposed card, and voided", deciding, player(3), Command::VoidHand { seat: one, void: true }),
    ]
}
