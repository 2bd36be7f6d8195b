//! Who gets which card, written out from the texts and not from the program.

use croupier_rules::{Place, Position, Regulation, Seat, submission};
use croupier_table::{
    Actor, Command, CommandEnvelope, DealMode, PersonId, Purse, Table, TableConfig, Tender, Timestamp,
};
use std::sync::Arc;

/// A table of a text with these values in its template, and wagers on these seats.
fn table(text: Regulation, changes: &[(&str, &str)], seats: &[u8], wagers: &[(&str, i64)]) -> Table {
    let mut toml = submission::template(text);
    for (from, to) in changes {
        assert!(toml.contains(from), "{from}");
        toml = toml.replace(from, to);
    }
    let checked = submission::check(&toml);
    let rules = checked.rules.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let mut table = Table::new(Arc::new(TableConfig::new(rules, DealMode::Observed)));
    let mut act = |by, command| {
        let envelope = CommandEnvelope { id: None, at: Timestamp(0), by, command };
        table.act(&envelope).unwrap_or_else(|refusal| panic!("{refusal}"));
    };
    act(Actor::floorperson(9), Command::OpenTable);
    for &number in seats {
        let (seat, player) = (Seat::new(number).expect("a seat"), PersonId::new(u32::from(number)));
        act(Actor::dealer(8), Command::Sit { seat, player });
        act(
            Actor::dealer(8),
            Command::BuyIn { player, purse: Purse::Chips, amount: croupier_rules::Cents::dollars(900) },
        );
        for &(wager, dollars) in wagers {
            let (wager, amount) = (wager.parse().expect("a wager"), croupier_rules::Cents::dollars(dollars));
            act(Actor::player(player.number()), Command::Place { seat, wager, amount, tender: Tender::Chips });
        }
    }
    table
}

fn plan(table: &Table, start: u8) -> Vec<String> {
    let start = Position::counted(start).expect("a position");
    let shown = |place: Option<Place>| place.map_or("rack".to_owned(), |place| place.to_string());
    table.deal_plan(start).into_iter().map(shown).collect()
}

const HAND: (&str, &str) = ("method = \"automated-shoe\"", "method = \"hand\"");
const MANUAL: (&str, &str) = ("method = \"automated-shoe\"", "method = \"manual-shoe\"");

/// §§ 659a.8(c), 659a.9(b), 575.8(c), 575.9(b), 670a.8(d), 670a.9(c), MA 8(c): one card at a time, clockwise from the
/// start, to every position and the dealer, wagered or not.
#[test]
fn cards_go_singly_and_clockwise_to_all_positions_and_the_dealer() {
    let cases = [
        (Regulation::Pa659a, MANUAL, 7),
        (Regulation::Pa659a, HAND, 7),
        (Regulation::Pa575, MANUAL, 7),
        (Regulation::Pa575, HAND, 7),
        (Regulation::Pa670a, MANUAL, 6),
        (Regulation::Pa670a, HAND, 6),
        (Regulation::MaAsia, MANUAL, 7),
    ];
    for (text, method, each) in cases {
        // A count of three ends at seat 5: the dealer is one, seat 6 two.
        let plan = plan(&table(text, &[method], &[2], &[("main", 15)]), 3);
        let round = ["seat 5", "seat 6", "dealer", "seat 1", "seat 2", "seat 3", "seat 4"];
        assert_eq!(plan, round.repeat(each), "{text}");
    }
}

/// §§ 659a.10(b), 575.10(b), 670a.10(c), MA 10(d): whole stacks, the first to the start, the others clockwise.
#[test]
fn an_automated_shoe_gives_whole_stacks() {
    for (text, each) in
        [(Regulation::Pa659a, 7), (Regulation::Pa575, 7), (Regulation::Pa670a, 6), (Regulation::MaAsia, 7)]
    {
        let plan = plan(&table(text, &[], &[2], &[("main", 15)]), 8);
        let round = ["dealer", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6"];
        let stacks: Vec<_> = round.iter().flat_map(|place| std::iter::repeat_n(*place, each)).collect();
        assert_eq!(plan, stacks, "{text}");
    }
}

/// MA 9(c), MA 9(f): seven stacks left to right, then right to left; the leftmost goes to the start.
#[test]
fn massachusetts_lays_stacks_back_and_forth() {
    let plan = plan(&table(Regulation::MaAsia, &[HAND], &[2], &[("main", 15)]), 7);
    let there = ["seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "dealer"];
    let back = ["dealer", "seat 6", "seat 5", "seat 4", "seat 3", "seat 2", "seat 1"];
    let passes = [there, back, there, back, there, back, there].concat();
    assert_eq!(plan, passes);
}

const SIX_CARD: (&str, &str) = (
    "[cards]\n",
    "[wagers.six-card-bonus]\npaytable = \"A\"\nminimum = \"$5\"\nmaximum = \"$50\"\nincrement = \"$5\"\n\n[cards]\n",
);

const AREA: (&str, &str) = ("\"queens-up\"]", "\"queens-up\", \"six-card-bonus\"]");

/// §§ 657a.8(d), 657a.9(b): only wagering players and the dealer, from the dealer's left; the bonus card before all,
/// and only if it is wagered on.
#[test]
fn crazy_4_deals_to_wagering_players_and_the_bonus_card_first() {
    for method in [MANUAL, HAND] {
        let without = plan(&table(Regulation::Pa657a, &[method], &[2, 5], &[("main", 15)]), 1);
        assert_eq!(without, ["seat 2", "seat 5", "dealer"].repeat(5));
        let wagers = [("main", 15), ("six-card-bonus", 5)];
        let with = plan(&table(Regulation::Pa657a, &[method, SIX_CARD, AREA], &[2, 5], &wagers), 1);
        assert_eq!(with[0], "bonus card");
        assert_eq!(with[1..], ["seat 2", "seat 5", "dealer"].repeat(5));
    }
}

/// § 657a.10(b): stacks of five, the dealer's last; the bonus card tops one more stack, whose rest is racked.
#[test]
fn crazy_4_takes_the_bonus_card_from_the_next_stack() {
    let wagers = [("main", 15), ("six-card-bonus", 5)];
    let plan = plan(&table(Regulation::Pa657a, &[SIX_CARD, AREA], &[2, 5], &wagers), 1);
    let stacks = ["seat 2", "seat 5", "dealer"].iter().flat_map(|place| std::iter::repeat_n(*place, 5));
    let all: Vec<_> = stacks.chain(["bonus card", "rack", "rack", "rack", "rack"]).collect();
    assert_eq!(plan, all);
}
