//! Decks laid as a test wants them, and the hands that win shares of meters.

use super::bot;
use croupier_house::rng::SealedShuffle;
use croupier_rules::{Award, Card, CardSet, Place, Position, Seat, Wager, WagerOn};
use croupier_table::{Command, DeckOrder, Event, PersonId, Table, TableConfig};

/// A row of a paytable that pays a share of a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShareRow {
    pub(crate) wager: Wager,
    pub(crate) row: u8,
    pub(crate) percent: i64,
    /// Two hands that win it, where the deck has two.
    pub(crate) hands: [Option<&'static str>; 2],
}

/// All rows of a table that pay a share, each once for a player's own hand and once for the dealer's where that can be.
pub(crate) fn share_rows(house: &TableConfig) -> Vec<ShareRow> {
    let mut found = Vec::new();
    for price in house.prices() {
        let Some(paytable) = house.rules.paytable(price.spec.kind) else { continue };
        for (row, printed) in (0..).zip(&paytable.rows) {
            let Some(Award::MeterShare(percent, _)) = house.award(price.spec.kind, Some(row)) else { continue };
            let hands = winning(&printed.hand, house.game.cards_dealt());
            for on in [WagerOn::Own, WagerOn::Dealer] {
                let wager = Wager { kind: price.spec.kind, on };
                if on == WagerOn::Own || wager == Wager::ON_DEALER {
                    found.push(ShareRow { wager, row, percent: *percent, hands });
                }
            }
        }
    }
    found
}

/// Hands of this many cards that hold what a paytable prints, and nothing better.
fn winning(printed: &str, cards: usize) -> [Option<&'static str>; 2] {
    match (printed, cards) {
        ("seven-card straight flush", 7) => [Some("3s 4s 5s 6s 7s 8s 9s"), Some("3h 4h 5h 6h 7h 8h 9h")],
        ("five aces", 7) => [Some("As Ah Ac Ad Jk 9d 6c"), None],
        ("five aces", 6) => [Some("As Ah Ac Ad Jk 9d"), None],
        ("royal flush", 6) => [Some("As Ks Qs Js Ts 2d"), Some("Ah Kh Qh Jh Th 3d")],
        ("royal flush", 5) => [Some("As Ks Qs Js Ts"), Some("Ah Kh Qh Jh Th")],
        ("straight flush", 5) => [Some("5s 6s 7s 8s 9s"), Some("5h 6h 7h 8h 9h")],
        ("four-of-a-kind", 5) => [Some("9s 9h 9c 9d 2c"), Some("8s 8h 8c 8d 3c")],
        ("four aces", 5) => [Some("As Ah Ac Ad 2c"), None],
        _ => panic!("no hand of {cards} cards is known for `{printed}`"),
    }
}

/// Lays a deck so that these places get these cards when these seats have made all their wagers.
pub(crate) fn lay(table: &Table, kept: &mut SealedShuffle, seats: &[Seat], hands: &[(Place, CardSet)]) {
    let start = match table.start_method() {
        Some(_) => Position::counted(kept.draws.start.iter().sum()).unwrap_or(Position::DEALER),
        None => Position::DEALER,
    };
    let plan = wagered(table, seats).deal_plan(start);
    let wanted = hands.iter().fold(CardSet::EMPTY, |all, (_, cards)| all.union(*cards));
    let mut others = kept.order.cards().iter().copied().filter(|card| !wanted.contains(*card));
    let mut own: Vec<(Place, Vec<Card>)> =
        hands.iter().map(|(place, cards)| (*place, cards.iter().collect())).collect();
    let mut next = |place: Option<Place>| {
        let hand = own.iter_mut().find(|(of, _)| Some(*of) == place);
        hand.and_then(|(_, cards)| cards.pop()).or_else(|| others.next())
    };
    let mut cards: Vec<Card> = plan.into_iter().filter_map(&mut next).collect();
    cards.extend(std::iter::from_fn(|| next(None)));
    kept.order = DeckOrder::new(&cards, table.house().game.deck()).expect("every card once");
}

/// The table as it will be when these seats have made all their wagers.
fn wagered(table: &Table, seats: &[Seat]) -> Table {
    let mut table = table.clone();
    table.apply(&Event::RoundOpened { number: 0, marks: None });
    let house = std::sync::Arc::clone(table.house());
    for &seat in seats {
        table.apply(&Event::Seated { seat, player: PersonId::new(u32::from(seat.number())) });
        for place in bot::all_wagers(&house, seat) {
            let Command::Place { seat, wager, amount, tender } = place else { continue };
            let Some(price) = house.price(wager.kind) else { continue };
            table.apply(&Event::Placed { seat, wager, amount, tender, clause: price.spec.clause });
        }
    }
    table
}

/// A submission with every step done by the program, for play chips or for money.
pub(crate) fn electronic(submission: &str, play_chips: bool) -> String {
    let all = submission.replace("steps      = []", "steps      = \"all\"");
    if play_chips {
        all.replace("play-chips = false", "play-chips = true")
    } else {
        all.replace("play-chips = true", "play-chips = false")
    }
}

/// All submissions we ship, by the names of their files; one with a house way of its own, which takes minutes to prove,
/// only with `CROUPIER_FULL=1`.
pub(crate) fn submissions() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../submissions");
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .filter(|(_, text)| full() || !text.contains("[[house-way"))
        .collect();
    found.sort();
    found
}

/// Whether the long form of a test is wanted.
pub(crate) fn full() -> bool {
    std::env::var_os("CROUPIER_FULL").is_some_and(|full| full == "1")
}
