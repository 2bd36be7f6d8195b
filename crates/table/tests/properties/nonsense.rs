//! Commands without sense: any command, by anybody, about anything, with an eye to what lies near the lawful.

use crate::desk::Rng;
use crate::driver::{Driver, PLAYERS};
use croupier_rules::{
    Card, CardSet, Cents, Irregularity, Phase, Place, Position, Revision, Seat, Setting, Wager, WagerKind,
};
use croupier_table::commitment::{CommittedDraws, Digest};
use croupier_table::{
    Actor, Centicents, Command, DealMode, DeckId, DeclaredOutcome, Device, PersonId, Purse, Reservation, Reveal,
    ShuffledBy, StepInputs, TableRole, Tender,
};

pub(crate) fn irregularity(rng: &mut Rng) -> Irregularity {
    let places: Vec<_> = Seat::ALL.into_iter().map(Place::Seat).chain([Place::Dealer, Place::Shared]).collect();
    let place = rng.pick(&places);
    let seat = Place::Seat(rng.pick(&Seat::ALL));
    rng.pick(&[
        Irregularity::DiceNotFlat,
        Irregularity::DieFellOut,
        Irregularity::WrongStart,
        Irregularity::Exposed(place),
        Irregularity::Exposed(seat),
        Irregularity::Exposed(seat),
        Irregularity::Exposed(seat),
        Irregularity::FaceUp,
        Irregularity::FaceUp,
        Irregularity::DrawnInError,
        Irregularity::WrongCount(place),
        Irregularity::StacksOutOfOrder,
        Irregularity::SetWrongly,
        Irregularity::SetWrongly,
        Irregularity::StubMisdealt,
        Irregularity::StubUnexplained,
        Irregularity::ShufflerFails,
        Irregularity::DeviceMiscount,
        Irregularity::ShoeFails,
        Irregularity::ShufflerOutOfOrder,
        Irregularity::ShoeOutOfOrder,
    ])
}

fn amount(rng: &mut Rng) -> Cents {
    let odd = rng.next() as i64;
    rng.pick(
        &[0, -1, 1, 100, 499, 500, 1_000, 1_499, 1_500, 2_500, 5_000, 50_000, 100_000, i64::MAX, i64::MIN, odd]
            .map(Cents),
    )
}

fn cards(rng: &mut Rng, how_many: usize) -> CardSet {
    (0..how_many).filter_map(|_| Card::from_index(rng.below(53))).collect()
}

fn setting(rng: &mut Rng) -> Setting {
    let sizes = rng.pick(&[[4, 2, 1], [5, 0, 1], [5, 0, 0], [3, 3, 1]]);
    Setting { high: cards(rng, sizes[0]), medium: cards(rng, sizes[1]), low: cards(rng, sizes[2]) }
}

/// The setting of cards that really lie at a place, or any other.
fn near(driver: &mut Driver, place: Place) -> Setting {
    let cards = driver.desk.at(place);
    let rng = &mut driver.desk.rng;
    let Some(shape) = driver.table.house().game.shape().filter(|shape| shape.cards() == cards.len()) else {
        return if cards.is_empty() || rng.one_in(3) { setting(rng) } else { Setting::unset(cards) };
    };
    if rng.one_in(4) {
        return setting(rng);
    }
    let all: Vec<_> = shape.settings(cards).collect();
    rng.pick(&all)
}

fn actor(driver: &mut Driver) -> Actor {
    let rng = &mut driver.desk.rng;
    let role = rng.pick(&[
        TableRole::Player,
        TableRole::Player,
        TableRole::Dealer,
        TableRole::Dealer,
        TableRole::Floorperson,
        TableRole::Manager,
        TableRole::House,
    ]);
    let who = if role == TableRole::Player { rng.pick(&PLAYERS) } else { rng.pick(&[1, 2, 3]) };
    Actor { role, who: PersonId::new(who) }
}

/// Any command by anybody.
pub(crate) fn command(driver: &mut Driver) -> (Actor, Command) {
    let seat = driver.desk.rng.pick(&Seat::ALL);
    let owner = driver.table.state().seats[seat.index()];
    let in_play = !matches!(driver.table.round().phase, Phase::Betting | Phase::Closed);
    // An irregularity is the most telling nonsense, and a floor's orders are seldom given.
    if in_play && driver.desk.rng.one_in(4) {
        let what = irregularity(&mut driver.desk.rng);
        return (Actor::dealer(1), Command::Report(what));
    }
    if driver.desk.rng.one_in(2)
        && let Some(mischief) = mischief(driver, seat)
    {
        return mischief;
    }
    let mut by = actor(driver);
    if by.role == TableRole::Player
        && let Some(owner) = owner
        && driver.desk.rng.one_in(2)
    {
        by.who = owner;
    }
    (by, any(driver, seat))
}

/// What is lawful now or nearly so, by whom it is lawful for, and yet not what the table waits for.
fn mischief(driver: &mut Driver, seat: Seat) -> Option<(Actor, Command)> {
    let (dealer, floor) = (Actor::dealer(1), Actor::floorperson(3));
    let state = driver.table.state();
    let (round, house) = (&state.round, driver.table.house().clone());
    let deck = state.next_deck;
    let owner = state.seats[seat.index()].map(|who| Actor::player(who.number()));
    let wagers: Vec<_> = round.area(seat).wagers().collect();
    let cutter = driver.table.cuts_next().0;
    let shows = driver.table.to_show().next();
    let progressive: Vec<_> = house
        .prices()
        .iter()
        .filter(|price| price.spec.settled.made_with == croupier_rules::FundedBy::ProgressiveChip)
        .map(|price| Wager::own(price.spec.kind))
        .collect();
    let settled: Vec<_> = Seat::ALL.into_iter().filter(|&seat| round.area(seat).settled).collect();
    let (phase, miscounted) = (round.phase, round.miscounted.is_some());
    let rng = &mut driver.desk.rng;
    let second = Some(PersonId::new(2));
    Some(match (phase, rng.below(4)) {
        (Phase::Betting | Phase::Closed, 0) => (floor, Command::OrderRecut(deck)),
        (Phase::Betting | Phase::Closed, 1) => (floor, Command::OrderShuffle(deck)),
        (Phase::Betting | Phase::Closed, 2) => {
            let by = cutter?;
            let who = driver.table.state().seats[by.index()]?;
            (Actor::player(who.number()), Command::DeclineCut(by))
        }
        (Phase::Betting, _) => {
            let wager = if wagers.is_empty() { return None } else { rng.pick(&wagers).0 };
            (owner?, Command::TakeBack { seat, wager })
        }
        (Phase::Dealing, 0) if !progressive.is_empty() && miscounted => {
            let wager = rng.pick(&progressive);
            let made = round_stake(driver, seat, wager) == 0;
            (floor, Command::CorrectProgressive { seat, wager, made })
        }
        (Phase::Dealing, 0 | 1) if !progressive.is_empty() => {
            (dealer, Command::CountProgressive { chips: rng.below(4) as u8 })
        }
        (Phase::Dealing | Phase::Deciding, 2) => (dealer, Command::MarkStart),
        (Phase::Dealing, _) => (dealer, Command::Deal { cards: Some(1 + rng.below(9) as u8) }),
        (Phase::Deciding, 0) => (floor, Command::Abandon(seat)),
        (Phase::Deciding, 1) if !wagers.is_empty() => {
            let amount = rng.pick(&[Cents(100), Cents(400), Cents(500), Cents(1_000)]);
            (floor, Command::CorrectStake { seat, wager: rng.pick(&wagers).0, amount, second: None })
        }
        (Phase::Deciding, _) => (Actor::HOUSE, Command::Complete(seat)),
        (Phase::Responding, 0) => (dealer, Command::TurnDealer { setting: None, shared: None }),
        (Phase::Responding, 1) => {
            let setting = near(driver, Place::Dealer);
            let shared = Some(driver.desk.at(Place::Shared)).filter(|shared| !shared.is_empty());
            (dealer, Command::TurnDealer { setting: Some(setting), shared })
        }
        (Phase::Responding | Phase::Settling, 2) if shows.is_some() => {
            let declared = rng.pick(&[DeclaredOutcome::Wins, DeclaredOutcome::Loses, DeclaredOutcome::Ties]);
            (dealer, Command::Reveal { seat: shows?, shown: Reveal::Outcome(declared) })
        }
        (Phase::Settling, 0) if !settled.is_empty() => {
            let seat = rng.pick(&settled);
            (dealer, correction(driver, seat, second))
        }
        (Phase::Settling, 1 | 2) if !wagers.is_empty() => {
            let (wager, amount) = rng.pick(&wagers);
            let amount = rng.pick(&[Cents(amount.0 + 500), Cents(amount.0 * 2), Cents(500), Cents(400)]);
            (floor, Command::CorrectStake { seat, wager, amount, second: second.filter(|_| rng.one_in(2)) })
        }
        (Phase::Settling, 3) => {
            let irregularity = Some(irregularity(rng)).filter(|_| rng.one_in(2));
            (floor, Command::VoidRound { reason: "for some reason".to_owned(), second, irregularity })
        }
        _ => return None,
    })
}

/// Cards or an outcome entered anew, rightly or not: a seat's, or the dealer's.
fn correction(driver: &mut Driver, seat: Seat, second: Option<PersonId>) -> Command {
    let own = near(driver, Place::Seat(seat));
    let dealers = near(driver, Place::Dealer);
    let bonus = driver.desk.at(Place::Shared);
    let rng = &mut driver.desk.rng;
    let second = second.filter(|_| rng.one_in(2));
    match rng.below(4) {
        0 => Command::Correct { seat, setting: own, second },
        1 => {
            let outcome = rng.pick(&[DeclaredOutcome::Wins, DeclaredOutcome::Loses, DeclaredOutcome::Ties]);
            Command::CorrectOutcome { seat, outcome }
        }
        _ => {
            let any = Card::from_index(rng.below(53)).map_or(bonus, |card| CardSet::EMPTY.with(card));
            let shared = rng.pick(&[None, Some(bonus), Some(any)]).filter(|shared| !shared.is_empty());
            Command::CorrectDealer { setting: dealers, shared, second }
        }
    }
}

fn round_stake(driver: &Driver, seat: Seat, wager: Wager) -> i64 {
    driver.table.round().area(seat).stake(wager).0
}

#[allow(clippy::too_many_lines, reason = "one arm for each command")]
fn any(driver: &mut Driver, seat: Seat) -> Command {
    let deck = driver.desk.rng.pick(&[DeckId::First, DeckId::First, DeckId::Second]);
    let which = driver.desk.rng.below(73);
    if which < 20 {
        return equipment(driver, which, deck, seat);
    }
    let sealed = driver.table.house().mode == DealMode::Sealed;
    let near_setting = near(driver, Place::Seat(seat));
    let near_dealer = near(driver, Place::Dealer);
    let shared = driver.desk.at(Place::Shared);
    let rng = &mut driver.desk.rng;
    let player = PersonId::new(rng.pick(&PLAYERS));
    let kinds = [MAIN_KINDS, &WagerKind::ALL].concat();
    let wager = if rng.one_in(12) { Wager::ON_DEALER } else { Wager::own(rng.pick(&kinds)) };
    let purse = rng.pick(&[Purse::Chips, Purse::GameAccount]);
    let amount = amount(rng);
    let small = rng.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 53, 255]);
    let flag = rng.one_in(2);
    match which {
        20 => Command::Sit { seat, player },
        21 => Command::Leave(seat),
        22 => Command::BuyIn { player, purse, amount },
        23 => Command::CashOut { player, purse, amount },
        24..=27 => {
            let tender =
                rng.pick(&[Tender::Chips, Tender::Chips, Tender::GameAccount, Tender::MatchPlay, Tender::SpokenCash]);
            Command::Place { seat, wager, amount, tender }
        }
        28 => Command::Repeat(seat),
        29 => Command::TakeBack { seat, wager },
        30 => Command::NoMoreBets,
        31 => Command::CountProgressive { chips: small },
        32 => Command::CorrectProgressive { seat, wager, made: flag },
        33 => Command::SystemDraws(CommittedDraws {
            start: [small; 3],
            magic: Card::from_index(rng.below(53)).filter(|_| flag),
            lucky: Some(Position::DEALER),
        }),
        34 => Command::Roll { shakes: small, dice: [small; 3], announced: small },
        35 => Command::DrawStart(small),
        36 => Command::MarkStart,
        37 | 38 => Command::Deal { cards: Some(small).filter(|_| flag) },
        39 => Command::CountStub { cards: small, misdealt: flag },
        40 if flag => Command::CollectUnwagered,
        40 => Command::RackStub,
        41 => Command::CoverShaker { shakes: small },
        42 | 43 => Command::SetHands { seat, setting: Some(near_setting).filter(|_| flag) },
        44 => Command::AskHouseWay(seat),
        45 => Command::DoubleDown { seat, take: flag },
        46 => Command::Play { seat, amount },
        47 => Command::Fold(seat),
        48 => Command::Surrender(seat),
        49 => Command::CountSurrendered { seat, cards: small },
        50 => Command::VoidHand { seat, void: flag },
        51 if rng.one_in(3) => Command::Abandon(seat),
        51 => Command::Complete(seat),
        52 => {
            let setting = Some(near_dealer).filter(|_| flag);
            Command::TurnDealer { setting, shared: Some(shared).filter(|shared| !shared.is_empty()) }
        }
        53 | 54 => {
            let declared = rng.pick(&[DeclaredOutcome::Wins, DeclaredOutcome::Loses, DeclaredOutcome::Ties]);
            let cards = Reveal::Cards(near_setting);
            let shown = rng.pick(&[Reveal::Known, Reveal::Outcome(declared), cards, cards]);
            Command::Reveal { seat, shown }
        }
        55 => Command::VerifyWin { light: flag },
        56 => Command::Reserve(Box::new(reservation(rng))),
        57 => Command::Validate,
        58 => Command::Documented(seat),
        59 if !sealed || flag => correction(driver, seat, Some(player)),
        60 if !sealed || flag => Command::Correct { seat, setting: near_setting, second: None },
        59..=61 => Command::CorrectStake { seat, wager, amount, second: None },
        // Nobody ends a round alone.
        62 if rng.one_in(4) => Command::EndRound { reason: "for no reason".to_owned(), second: None },
        62 if rng.one_in(4) => Command::VoidRound {
            reason: "for no reason".to_owned(),
            second: Some(player).filter(|_| flag),
            irregularity: None,
        },
        62 => Command::CloseRound { secret: Some(Digest::default()).filter(|_| flag) },
        63 if flag => Command::Pause { reason: "x".repeat(usize::from(small)) },
        63 => Command::Resume,
        64 => Command::RelieveDealer { dealer: PersonId::new(rng.pick(&[1, 2, 101])) },
        65 => Command::CountInventory { counted: amount, second: Some(PersonId::new(3)).filter(|_| flag) },
        66 => Command::Fill { amount, second: Some(PersonId::new(rng.pick(&[1, 2, 3]))) },
        67 => Command::Credit { amount, second: Some(PersonId::new(rng.pick(&[1, 2, 3]))) },
        68 => Command::Tip { seat, amount },
        69 => Command::AwaitConnection(seat),
        70 if rng.one_in(4) => Command::AdoptRules { revision: Revision(u32::from(small)) },
        70 => Command::RestoreDevice(rng.pick(&[Device::Shuffler, Device::Shoe])),
        _ if rng.one_in(2) => Command::Report(irregularity(rng)),
        _ => {
            let (round, second) = (rng.below(9) as u64, Some(PersonId::new(rng.pick(&[1, 2, 3]))));
            Command::Adjust { player, amount, round, reason: "for no reason".to_owned(), second }
        }
    }
}

const MAIN_KINDS: &[WagerKind] = &[WagerKind::Main; 8];

fn reservation(rng: &mut Rng) -> Reservation {
    Reservation {
        each: amount(rng),
        taken: amount(rng),
        before: Centicents(amount(rng).0),
        after: Centicents(amount(rng).0),
        reseeded: amount(rng),
        from_reserve: Centicents(amount(rng).0),
        sequence: rng.next(),
    }
}

fn equipment(driver: &mut Driver, which: usize, deck: DeckId, seat: Seat) -> Command {
    let rng = &mut driver.desk.rng;
    let depth = rng.pick(&[0, 9, 10, 26, 43, 44, 52, 53, 255]);
    let by = Some(seat).filter(|_| rng.one_in(2));
    match which {
        0 => Command::OpenTable,
        1 if rng.one_in(4) => Command::CloseTable,
        2 if rng.one_in(3) => Command::GoIdle { face_up: true },
        3 => Command::ReceiveDeck(deck),
        4 => Command::InspectDeck(deck),
        5 => Command::TearJoker(deck),
        6 => Command::VerifyDeck(deck),
        7 => Command::SpreadDeck(deck),
        8 => Command::LookAtDeck(deck),
        9 => Command::WashDeck(deck),
        10..=12 => {
            let shuffled_by = rng.pick(&[ShuffledBy::Hand, ShuffledBy::Device, ShuffledBy::Before]);
            let table = driver.table.clone();
            let known = driver.desk.shuffle(&table, deck);
            let keep = !driver.desk.rng.one_in(4);
            let counted = driver.desk.rng.pick(&[None, Some(52), Some(53)]);
            let (order, seal) =
                known.filter(|_| keep).map_or((None, None), |(order, seal)| (Some(Box::new(order)), seal));
            Command::Shuffle { deck, by: shuffled_by, order, seal, counted }
        }
        13 => Command::DeclineCut(seat),
        14 | 15 => Command::Cut { deck, cards: depth, by },
        16 => Command::OrderRecut(deck),
        17 => Command::OrderShuffle(deck),
        18 if rng.one_in(3) => Command::RemoveDeck(deck),
        _ => Command::PlaceDice,
    }
}
