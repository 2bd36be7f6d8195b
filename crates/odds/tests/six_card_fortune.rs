//! Six-Card Fortune Pai Gow Poker solved over every deal.

use croupier_odds::six_card_fortune::{FortuneSolution, FortuneTable, solve};
use croupier_odds::{Fraction, NoProgress};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{CardSet, Category, Choices, Regulation, Shape, game};
use std::sync::LazyLock;

const DEALS: u128 = 246_507_617_396_040;

static DEALER: LazyLock<HouseWaySetter<'static>> = LazyLock::new(|| {
    let game = game(Regulation::Pa670a);
    let way = HouseWay::read(game.house_way().unwrap(), Shape::FIVE_ONE).unwrap();
    HouseWaySetter::owning(way, Shape::FIVE_ONE, game.ranking(&Choices::default()))
});

static SOLUTION: LazyLock<FortuneSolution> = LazyLock::new(|| solve(Choices::default(), &DEALER, &NoProgress).unwrap());

#[test]
fn every_deal_is_counted_for_every_player() {
    for played in [&SOLUTION.best, &SOLUTION.house_way, &SOLUTION.together] {
        for wager in [played.main(), played.double_down(), played.both()] {
            assert_eq!(wager.combinations(), DEALS);
        }
        assert_eq!(played.both().house_edge(), played.main().house_edge() + played.double_down().house_edge());
    }
}

/// The figures themselves, so that a change of any rule shows as a changed number.
#[test]
fn the_main_wager_costs_less_than_four_percent_well_set_and_more_than_six_by_the_house_way() {
    let best = SOLUTION.best.main();
    assert_eq!(["win", "tie", "lose"].map(|end| best.count(end)), [63520311369440, 109737277912596, 73250028114004]);
    assert_eq!(best.house_edge().to_string(), "0.039470247805");
    let house_way = SOLUTION.house_way.main();
    assert_eq!(house_way.house_edge().to_string(), "0.062194539071");
    let cost: u128 = SOLUTION.departures.iter().map(|departure| departure.cost).sum();
    assert_eq!(house_way.house_edge() - best.house_edge(), Fraction::of(cost, DEALS));
}

/// § 670a.11(g): a Double Down Wager goes back when the dealer is weak, yet it is worth having.
#[test]
fn doubling_is_worth_more_when_the_hands_are_set_for_it() {
    assert_eq!(SOLUTION.best.double_down().house_edge().to_string(), "-0.024856810931");
    assert_eq!(SOLUTION.best.both().house_edge().to_string(), "0.014613436873");
    assert_eq!(SOLUTION.together.both().house_edge().to_string(), "0.014377075365");
    assert_eq!(SOLUTION.hands_set_for_double_down, 89_888);
    let doubled: u64 = SOLUTION.doubling.borders().map(|(_, border)| border.doubled).sum();
    assert_eq!(doubled, SOLUTION.best.hands_doubled);
    assert_eq!(SOLUTION.doubling.borders().map(|(_, border)| border.hands).sum::<u64>(), 22_957_480);
}

/// What costs most by the house way is to keep two pair whole where the higher one could give its card to the low hand.
#[test]
fn two_pair_kept_whole_cost_most() {
    let first = &SOLUTION.departures[0];
    assert_eq!((first.house, first.best, first.joker_low), (Category::TwoPair, Category::Pair, false));
    assert_eq!(first.hands, 574_440);
}

/// A hand by itself is worth what it adds to the whole, and known cards leave fewer hands to the dealer.
#[test]
fn a_hand_by_itself_has_every_lawful_setting_with_and_without_doubling() {
    let cards: CardSet = "As Ks Qd Jd Tc 2h".parse().unwrap();
    let table = FortuneTable::new(Choices::default(), &DEALER).unwrap();
    let valued = table.settings(&DEALER, cards, CardSet::EMPTY);
    assert_eq!(valued.len(), 5, "an ace low would be a foul");
    assert!(valued.iter().all(|setting| setting.all.iter().sum::<u128>() == 10_737_573));
    let straight = valued.iter().find(|setting| setting.setting.low == "2h".parse().unwrap()).unwrap();
    assert_eq!(straight.all, [0, 10_478_663, 258_910]);
    assert_eq!(straight.doubled().value(), straight.single().value() * Fraction::from(2));
    let known = "Ac Ad Ah".parse().unwrap();
    let fewer = table.settings(&DEALER, cards, known);
    assert!(fewer.iter().all(|setting| setting.all.iter().sum::<u128>() == 7_059_052));
}
