//! Any text as a house way of either shape; one that is read must set hands, or decline to, without panicking.
#![no_main]

use croupier_rules::house_way::{Dealer, HouseWay};
use croupier_rules::{CardSet, Choices, Shape, Text, game};
use libfuzzer_sys::fuzz_target;

const HANDS: [&[u8]; 4] =
    [b"As Kd 9c 9h 5s 2d Jk", b"Ts 9s 8s 7s 6s 2d 2c", b"Ah Ad Ac As Jk Kd Kc", b"Kd Js 9c 7h 6s 4d 2c"];

fuzz_target!(|way: &str| {
    for (text, shape) in [(Text::Pa659a, Shape::FOUR_TWO_ONE), (Text::Pa670a, Shape::FIVE_ONE)] {
        let Ok(read) = HouseWay::read(way, shape) else { continue };
        let dealer = Dealer::new(&read, shape, game(text).ranking(&Choices::default()));
        for hand in HANDS {
            let cards: CardSet = CardSet::read(hand).unwrap().iter().take(shape.cards()).collect();
            if let Some(set) = dealer.set(cards) {
                assert_eq!(set.setting.cards(), cards);
                assert_eq!(set.setting.foul(shape, dealer.ranking()), None);
            }
        }
    }
});
