//! Where a table stands when a wrong command comes, and the commands in short.

use crate::bench::{Bench, DEALER, FLOOR, MAIN, cards, player, seat, setting};
use croupier_rules::{Cents, Irregularity, Phase, Place, Revision, RulesChange, Wager, WagerKind};
use croupier_table::{
    Actor, Command, DealMode, DealerStep, DeckId, DeckStage, PersonId, Prompt, Purse, Reservation, Reveal, ShuffledBy,
    StepInputs, Tender, Timestamp,
};

pub(crate) const FIRST: DeckId = DeckId::First;
pub(crate) const HOUSE: Actor = Actor::HOUSE;
pub(crate) const HOUR: u64 = 3_600_000;

pub(crate) const fn own(kind: WagerKind) -> Wager {
    Wager::own(kind)
}

pub(crate) fn place(number: u8, wager: Wager, cents: i64, tender: Tender) -> Command {
    Command::Place { seat: seat(number), wager, amount: Cents(cents), tender }
}

pub(crate) fn chips(number: u8, wager: Wager, cents: i64) -> Command {
    place(number, wager, cents, Tender::Chips)
}

pub(crate) fn back(number: u8, wager: Wager) -> Command {
    Command::TakeBack { seat: seat(number), wager }
}

pub(crate) fn roll(shakes: u8, dice: [u8; 3], announced: u8) -> Command {
    Command::Roll { shakes, dice, announced }
}

pub(crate) fn cut(cards: u8, by: Option<u8>) -> Command {
    Command::Cut { deck: FIRST, cards, by: by.map(seat) }
}

pub(crate) fn known(number: u8) -> Command {
    Command::Reveal { seat: seat(number), shown: Reveal::Known }
}

pub(crate) fn shows(number: u8, written: &str) -> Command {
    Command::Reveal { seat: seat(number), shown: Reveal::Cards(setting(written)) }
}

pub(crate) fn shuffle(by: ShuffledBy, counted: Option<u8>, bench: &mut Bench) -> Command {
    let known = bench.supply.shuffle(&bench.table, FIRST);
    let (order, seal) = known.map_or((None, None), |(order, seal)| (Some(Box::new(order)), seal));
    Command::Shuffle { deck: FIRST, by, order, seal, counted }
}

pub(crate) fn closed() -> Bench {
    Bench::sealed("pa-659a-b")
}

pub(crate) fn open() -> Bench {
    Bench::sealed("pa-659a-b").open(&[3, 4])
}

pub(crate) fn wagered() -> Bench {
    open().bet(3, WagerKind::Main, 15)
}

pub(crate) fn dealing() -> Bench {
    wagered().to(Phase::Dealing)
}

pub(crate) fn deciding() -> Bench {
    let mut bench = wagered().bet(4, WagerKind::Main, 15);
    bench.at(3, "As Ah Kd Kc 9s 7h 2d");
    bench.to(Phase::Deciding)
}

pub(crate) fn responding() -> Bench {
    wagered().bet(4, WagerKind::Main, 15).to(Phase::Responding)
}

pub(crate) fn turned() -> Bench {
    wagered().bet(4, WagerKind::Main, 15).until(|table| table.round().dealer_up)
}

pub(crate) fn settled() -> Bench {
    wagered().until(|table| table.round().settled)
}

pub(crate) fn later(mut bench: Bench, milliseconds: u64) -> Bench {
    bench.now = Timestamp(bench.now.0 + milliseconds);
    bench
}

pub(crate) fn ma() -> Bench {
    Bench::sealed("ma-asia-hand").open(&[3, 4])
}

pub(crate) fn ma_wagered() -> Bench {
    ma().bet(3, WagerKind::Main, 15)
}

pub(crate) fn ma_shuffled() -> Bench {
    ma_wagered().until(|table| table.state().decks[0].stage == DeckStage::Shuffled)
}

pub(crate) fn ma_start() -> Bench {
    ma_wagered().until_asked(DealerStep::FindStart)
}

pub(crate) fn six_shuffled() -> Bench {
    let bench = Bench::sealed("pa-670a-manual").open(&[3, 4]).bet(3, WagerKind::Main, 10);
    bench.until(|table| table.state().decks[0].stage == DeckStage::Shuffled)
}

pub(crate) fn six_deciding() -> Bench {
    let mut bench = Bench::sealed("pa-670a-full").open(&[3, 4]).bet(3, WagerKind::Main, 25);
    bench.at(3, "As Ah Kd Kc 9s 7h");
    bench.to(Phase::Deciding)
}

pub(crate) fn crazy() -> Bench {
    Bench::sealed("pa-657a-a").open(&[3, 4])
}

pub(crate) fn crazy_with(hand: &str) -> Bench {
    let mut bench = crazy().bet(3, WagerKind::Main, 10).bet(4, WagerKind::Main, 10);
    bench.at(3, hand);
    bench.to(Phase::Deciding)
}

pub(crate) fn kings() -> Bench {
    crazy_with("Ks Kh Qd 8c 2s")
}

pub(crate) fn aces() -> Bench {
    crazy_with("As Ah Qd 8c 2s")
}

pub(crate) fn electronic() -> Bench {
    Bench::sealed("pa-657a-hand-bonus").open(&[3, 4]).bet(3, WagerKind::Main, 10)
}

pub(crate) fn progressive() -> Bench {
    Bench::sealed("pa-659a-a").open(&[3]).bet(3, WagerKind::Main, 25).bet(3, WagerKind::Progressive, 1)
}

/// A seven-card straight flush takes the meter.
pub(crate) fn jackpot() -> Bench {
    let mut bench = progressive();
    bench.at(3, "9c 8c 7c 6c 5c 4c 3c");
    bench.until_asked(DealerStep::VerifyWin(seat(3)))
}

pub(crate) fn unverified() -> Bench {
    jackpot()
}

pub(crate) fn verified() -> Bench {
    let mut bench = jackpot();
    bench.must(DEALER, Command::VerifyWin { light: true });
    bench
}

pub(crate) fn undocumented() -> Bench {
    jackpot().until(|table| {
        table.prompts().iter().any(|ask| matches!(ask, Prompt::Document { .. })) && table.round().settled
    })
}

pub(crate) fn observed() -> Bench {
    let bench = Bench::observed("pa-659a-b").open(&[3, 4]).bet(3, WagerKind::Main, 15).bet(4, WagerKind::Main, 15);
    bench.lay(Place::Dealer, "2c 3d 5h 8s 9c Jd Kh").until(|table| table.round().dealer_up)
}

pub(crate) fn idle() -> Bench {
    let mut bench = settled().to(Phase::Closed);
    bench.must(DEALER, Command::GoIdle { face_up: false });
    bench
}

pub(crate) fn exposed() -> Bench {
    let mut bench = deciding();
    bench.must(DEALER, Command::Report(Irregularity::Exposed(Place::Seat(seat(3)))));
    bench
}

pub(crate) fn early() -> Bench {
    let mut bench = open();
    bench.now = Timestamp(bench.now.0 - 1);
    bench
}

pub(crate) fn buy(cents: i64) -> Command {
    Command::BuyIn { player: PersonId::new(103), purse: Purse::Chips, amount: Cents(cents) }
}

pub(crate) fn cash(cents: i64) -> Command {
    Command::CashOut { player: PersonId::new(103), purse: Purse::Chips, amount: Cents(cents) }
}

pub(crate) fn struck(number: u8) -> Command {
    Command::CorrectProgressive { seat: seat(number), wager: own(WagerKind::Progressive), made: false }
}

pub(crate) fn pause(reason: &str) -> Command {
    Command::Pause { reason: reason.to_owned() }
}

pub(crate) fn inventory(cents: i64, second: Option<PersonId>) -> Command {
    Command::CountInventory { counted: Cents(cents), second }
}

pub(crate) fn fill(cents: i64, second: u32) -> Command {
    Command::Fill { amount: Cents(cents), second: Some(PersonId::new(second)) }
}

pub(crate) fn credit(cents: i64, second: u32) -> Command {
    Command::Credit { amount: Cents(cents), second: Some(PersonId::new(second)) }
}

pub(crate) fn tip(number: u8, cents: i64) -> Command {
    Command::Tip { seat: seat(number), amount: Cents(cents) }
}

pub(crate) fn play_chips() -> Bench {
    Bench::sealed("pa-659a-d").open(&[3, 4])
}

pub(crate) fn paused() -> Bench {
    let mut bench = wagered();
    bench.must(FLOOR, pause("a spilt drink"));
    bench
}

/// An inventory of $10,000, counted after the players have bought in.
pub(crate) fn inventoried() -> Bench {
    let mut bench = open();
    bench.must(DEALER, inventory(1_000_000, Some(FLOOR.who)));
    bench
}

pub(crate) fn closed_counted() -> Bench {
    let mut bench = inventoried();
    bench.must(FLOOR, Command::CloseTable);
    bench
}

pub(crate) fn relieved() -> Bench {
    let mut bench = open();
    bench.must(FLOOR, Command::RelieveDealer { dealer: PersonId::new(8) });
    bench
}

pub(crate) fn awaited() -> Bench {
    let mut bench = kings();
    bench.must(HOUSE, Command::AwaitConnection(seat(3)));
    bench
}

pub(crate) fn shuffler_out() -> Bench {
    let mut bench = wagered();
    bench.must(DEALER, Command::Report(Irregularity::ShufflerOutOfOrder));
    bench
}

pub(crate) fn void(second: Option<PersonId>) -> Command {
    Command::VoidRound { reason: "a reason".to_owned(), second, irregularity: None }
}

pub(crate) fn end_round(second: Option<PersonId>) -> Command {
    Command::EndRound { reason: "a reason".to_owned(), second }
}

pub(crate) fn adjust(cents: i64, round: u64, second: PersonId) -> Command {
    let (player, second) = (PersonId::new(103), Some(second));
    Command::Adjust { player, amount: Cents(cents), round, reason: "a reason".to_owned(), second }
}

pub(crate) fn stake(number: u8, wager: Wager, cents: i64) -> Command {
    Command::CorrectStake { seat: seat(number), wager, amount: Cents(cents), second: None }
}

pub(crate) fn set(number: u8, written: &str) -> Command {
    Command::SetHands { seat: seat(number), setting: Some(setting(written)) }
}

pub(crate) fn play(number: u8, cents: i64) -> Command {
    Command::Play { seat: seat(number), amount: Cents(cents) }
}

pub(crate) fn turn() -> Command {
    Command::TurnDealer { setting: None, shared: None }
}

/// The share the meter would answer with, and so many cents more for the winner.
pub(crate) fn share(more: i64) -> Command {
    let mut bench = verified();
    let due =
        bench.table.prompts().into_iter().find_map(|ask| if let Prompt::Reserve(due) = ask { Some(due) } else { None });
    let right = bench.supply.reserve(&due.expect("a share is due")).expect("a meter");
    Command::Reserve(Box::new(Reservation { each: Cents(right.each.0 + more), ..right }))
}

pub(crate) fn settled_before() -> Bench {
    settled().to(Phase::Closed)
}

pub(crate) fn short() -> Bench {
    Bench::sealed("pa-657a-d").open(&[3])
}

pub(crate) fn counting() -> Bench {
    progressive().until_asked(DealerStep::CountProgressive)
}

pub(crate) fn locked() -> Bench {
    counting()
}

pub(crate) fn counted() -> Bench {
    progressive().until_asked(DealerStep::FindStart)
}

pub(crate) fn miscounted() -> Bench {
    let mut bench = counting();
    bench.must(DEALER, Command::CountProgressive { chips: 2 });
    bench
}

pub(crate) fn six_wagered() -> Bench {
    Bench::sealed("pa-670a-full").open(&[3]).bet(3, WagerKind::Main, 25)
}

pub(crate) fn six_declined() -> Bench {
    let mut bench = six_deciding();
    bench.must(player(3), Command::DoubleDown { seat: seat(3), take: false });
    bench
}

pub(crate) fn six_low() -> Bench {
    let mut bench = six_wagered();
    bench.at(3, "Kd Qd 9s 7h 5c 3d");
    bench.to(Phase::Deciding)
}

pub(crate) fn crazy_wagered() -> Bench {
    crazy().bet(3, WagerKind::Main, 10)
}

pub(crate) fn crazy_dealing() -> Bench {
    crazy_wagered().to(Phase::Dealing)
}

pub(crate) fn crazy_dealt() -> Bench {
    crazy_wagered().until_asked(DealerStep::CountStub)
}

pub(crate) fn crazy_observed() -> Bench {
    let bench = Bench::observed("pa-657a-a").open(&[4]).bet(4, WagerKind::Main, 10);
    bench.until(|table| table.round().dealer_up)
}

pub(crate) fn untorn() -> Bench {
    let mut bench = ma();
    bench.must(DEALER, Command::ReceiveDeck(FIRST));
    bench.must(DEALER, Command::InspectDeck(FIRST));
    bench
}

pub(crate) fn nobody() -> Bench {
    let mut bench = closed().open(&[]);
    bench.must(DEALER, Command::ReceiveDeck(FIRST));
    bench.must(DEALER, Command::InspectDeck(FIRST));
    bench.must(FLOOR, Command::VerifyDeck(FIRST));
    bench.must(DEALER, Command::SpreadDeck(FIRST));
    bench
}

pub(crate) fn with_bonus() -> Bench {
    wagered().bet(3, WagerKind::FortuneBonus, 5)
}

pub(crate) fn bonus_turned() -> Bench {
    with_bonus().until(|table| table.round().dealer_up)
}

pub(crate) fn bonus_observed() -> Bench {
    let bench = Bench::observed("pa-659a-b").open(&[3]).bet(3, WagerKind::Main, 15).bet(3, WagerKind::FortuneBonus, 5);
    bench.until(|table| table.round().dealer_up)
}

pub(crate) fn stacked() -> Bench {
    wagered().until(|table| table.state().decks[0].stage == DeckStage::Stacked)
}

pub(crate) fn ready() -> Bench {
    wagered().until(|table| table.state().decks[0].stage == DeckStage::Ready)
}

pub(crate) fn taken_back() -> Bench {
    let mut bench = ready();
    bench.must(player(3), back(3, MAIN));
    bench
}

pub(crate) fn ma_dealing() -> Bench {
    ma_wagered().to(Phase::Dealing)
}

pub(crate) fn ma_deciding() -> Bench {
    ma_wagered().to(Phase::Deciding)
}

pub(crate) fn ma_responding() -> Bench {
    let mut bench = ma_deciding();
    bench.step();
    bench
}

pub(crate) fn started() -> Bench {
    wagered().until_asked(DealerStep::Deal)
}

pub(crate) fn dealt() -> Bench {
    wagered().until_asked(DealerStep::CountStub)
}

pub(crate) fn stub_counted() -> Bench {
    wagered().until_asked(DealerStep::CollectUnwagered)
}

/// Seats 3 and 4 are one player's, and the wager on seat 3 is larger.
pub(crate) fn adjacent() -> Bench {
    let mut bench = Bench::sealed("pa-659a-c").open(&[3]);
    bench.sit(4, PersonId::new(103));
    bench.bet(3, WagerKind::Main, 20).bet(4, WagerKind::Main, 10).to(Phase::Deciding)
}

pub(crate) fn one_plays() -> Bench {
    wagered().to(Phase::Deciding)
}

pub(crate) fn half_settled() -> Bench {
    wagered().bet(4, WagerKind::Main, 15).until(|table| table.round().area(seat(4)).settled)
}

pub(crate) fn half_seen() -> Bench {
    let mut bench = observed();
    bench.step();
    bench
}

pub(crate) fn set_once() -> Bench {
    let mut bench = deciding();
    bench.must(player(3), set(3, "As Ah Kd 9s | Kc 7h | 2d"));
    bench
}

pub(crate) fn played() -> Bench {
    let mut bench = kings();
    bench.must(player(3), play(3, 1_000));
    bench
}

pub(crate) fn preshuffled() -> Bench {
    Bench::sealed("pa-659a-c").open(&[3])
}

pub(crate) fn unmarked() -> Bench {
    preshuffled().bet(3, WagerKind::Main, 10).until_asked(DealerStep::Deal)
}

/// By the last rules at which the Super Bonus took a command of its own: an Ante without it.
pub(crate) fn ante() -> Bench {
    let before = Revision(RulesChange::EqualWithMain.revision().0 - 1);
    let bench = Bench::at_revision("pa-657a-a", DealMode::Sealed, &[], before);
    bench.open(&[3, 4]).bet(3, WagerKind::Main, 10)
}

/// By the same rules: the Super Bonus placed beside its Ante.
pub(crate) fn super_bonus_apart() -> Bench {
    ante().bet(3, WagerKind::SuperBonus, 10)
}

pub(crate) fn crazy_with_side_wager() -> Bench {
    crazy_wagered().bet(3, WagerKind::QueensUp, 5)
}

/// With chips for an Ante of $10 and its Super Bonus, and a cent less than for one of $15.
pub(crate) fn crazy_poor() -> Bench {
    let mut bench = crazy();
    let left = bench.chips(3).0 - 2_999;
    bench.must(DEALER, cash(left));
    bench
}

pub(crate) fn ante_ready() -> Bench {
    let mut bench = ante();
    while bench.table.state().decks[0].stage != DeckStage::Ready {
        bench.step();
    }
    bench
}

pub(crate) fn dear() -> Bench {
    Bench::sealed("pa-659a-a").open(&[3]).bet(3, WagerKind::Main, 25)
}

pub(crate) fn poor() -> Bench {
    let mut bench = open();
    let left = bench.chips(3).0 - 1_500;
    bench.must(DEALER, cash(left));
    bench
}

pub(crate) fn at_four_hours() -> Bench {
    later(ready(), 4 * HOUR)
}

pub(crate) fn past_four_hours() -> Bench {
    later(ready(), 4 * HOUR + 1)
}

pub(crate) fn crazy_ready() -> Bench {
    crazy_wagered().until_asked(DealerStep::NoMoreBets)
}

pub(crate) fn at_eight_hours() -> Bench {
    later(crazy_ready(), 8 * HOUR)
}

pub(crate) fn past_eight_hours() -> Bench {
    later(crazy_ready(), 8 * HOUR + 1)
}

pub(crate) fn ma_ready() -> Bench {
    ma_wagered().until_asked(DealerStep::NoMoreBets)
}

/// A deck that is ready and a wager that lies, and no dice in the shaker.
pub(crate) fn ma_without_dice() -> Bench {
    let mut bench = Bench::sealed("ma-asia-hand");
    bench.must(FLOOR, Command::OpenTable);
    bench.sit(3, player(3).who);
    bench.bet(3, WagerKind::Main, 15).until(|table| table.state().decks[0].stage == DeckStage::Ready)
}

/// Decks that come inspected and not shuffled.
pub(crate) fn preinspected() -> Bench {
    let edits = [("back-colours", "preinspected = true\nback-colours")];
    let mut bench = Bench::new("pa-659a-b", DealMode::Sealed, &edits).open(&[3]);
    bench.must(DEALER, Command::ReceiveDeck(FIRST));
    bench
}

pub(crate) fn dice_at_a_day() -> Bench {
    later(ma_ready(), 24 * HOUR)
}

pub(crate) fn dice_past_a_day() -> Bench {
    later(ma_ready(), 24 * HOUR + 1)
}

pub(crate) fn counting_device() -> Bench {
    let bench = Bench::sealed("pa-657a-e").open(&[3]).bet(3, WagerKind::Main, 10);
    bench.until(|table| table.state().decks[0].stage == DeckStage::Stacked)
}

pub(crate) fn ante_shuffled() -> Bench {
    let mut bench = ante();
    while bench.table.state().decks[0].stage != DeckStage::Shuffled {
        bench.step();
    }
    bench
}

pub(crate) fn ante_worn() -> Bench {
    later(ante_ready(), 9 * HOUR)
}

/// What the rows take for granted of a setting.
#[test]
fn cards_are_written_as_rows_write_them() {
    assert_eq!(setting("As Ah Kd 9s | Kc 7h | 2d").cards(), cards("As Ah Kd Kc 9s 7h 2d"));
}

pub(crate) fn stake_with(number: u8, wager: Wager, cents: i64, second: PersonId) -> Command {
    Command::CorrectStake { seat: seat(number), wager, amount: Cents(cents), second: Some(second) }
}

pub(crate) fn dealer_anew(cards: &str, second: Option<PersonId>) -> Command {
    Command::CorrectDealer { setting: setting(cards), shared: None, second }
}

pub(crate) fn void_for(what: Irregularity, second: Option<PersonId>) -> Command {
    Command::VoidRound { reason: "a reason".to_owned(), second, irregularity: Some(what) }
}
