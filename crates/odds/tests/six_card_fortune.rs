//! Six-Card Fortune Pai Gow Poker solved, against what a plain count gives.

use croupier_odds::Silent;
use croupier_odds::six_card_fortune::solve;
use croupier_rules::house_way::{Dealer, HouseWay};
use croupier_rules::{Choices, Shape, Text, game};

#[test]
fn every_deal_is_counted() {
    let game = game(Text::Pa670a);
    let way = HouseWay::read(game.house_way().unwrap(), Shape::FIVE_ONE).unwrap();
    let dealer = Dealer::new(&way, Shape::FIVE_ONE, game.ranking(&Choices::default()));
    let solution = solve(Choices::default(), &dealer, &Silent).unwrap();
    for played in [&solution.best, &solution.house_way, &solution.together] {
        println!(
            "{:?} {} {} {}",
            played,
            played.main().house_edge(),
            played.double_down().house_edge(),
            played.both().house_edge()
        );
        for d in [played.main(), played.double_down(), played.both()] {
            assert_eq!(d.combinations(), 246_507_617_396_040);
        }
    }
}
