//! The seeds of the fuzz targets, replayed in every run: what the targets assert must hold of them, and none may panic.

#![allow(clippy::disallowed_methods, reason = "the rules touch no files, but the seeds of their tests are files")]

use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{
    CardSet, Choices, GAMES, Regulation, Shape, game, read_hand, read_setting, read_sides, submission,
};
use std::fs;
use std::path::Path;

/// The files of one target's folder, by name.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let entries = fs::read_dir(&folder).expect("every target has a folder of seeds");
    let mut seeds: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a seed can be read"))
        })
        .collect();
    seeds.sort();
    assert!(!seeds.is_empty(), "there are no seeds for {target}");
    seeds
}

#[test]
fn seeds_of_the_target_cards_are_read_without_panic() {
    for (name, line) in seeds("cards") {
        if let Ok(cards) = CardSet::read(&line) {
            assert_eq!(cards.to_string().parse(), Ok(cards), "{name}");
        }
        for game in GAMES {
            let _ = read_hand(game, &line, "a hand", game.cards_dealt(), game.deck_clause());
            if let Ok(setting) = read_setting(game, &line) {
                assert_eq!(setting.cards().len(), game.cards_dealt(), "{name}");
            }
            let sides = read_sides(game, &line);
            let compared = sides.and_then(|(player, dealer)| game.compare(&Choices::default(), &player, &dealer));
            let meant_for_it = match game.text().id() {
                "pa-670a" => name == "sides-six-card",
                "pa-657a" => name == "sides-crazy-4",
                _ => name == "sides-asia",
            };
            assert_eq!(compared.is_ok(), meant_for_it, "{name} in {}: {compared:?}", game.text());
        }
    }
}

#[test]
fn seeds_of_the_target_house_way_are_read_and_set_hands_without_panic() {
    let hands = ["As Kd 9c 9h 5s 2d Jk", "Ts 9s 8s 7s 6s 2d 2c", "Ah Ad Ac As Jk Kd Kc", "Kd Js 9c 7h 6s 4d 2c"];
    for (name, way) in seeds("house_way") {
        let way = String::from_utf8(way).expect("these seeds are text");
        for (text, shape) in [(Regulation::Pa659a, Shape::FOUR_TWO_ONE), (Regulation::Pa670a, Shape::FIVE_ONE)] {
            let read = HouseWay::read(&way, shape);
            let sound = match name.as_str() {
                "670a" => true,
                "asia" | "every-phrase" => shape == Shape::FOUR_TWO_ONE,
                _ => false,
            };
            assert_eq!(read.is_ok(), sound, "{name}: {read:?}");
            let Ok(read) = read else { continue };
            let dealer = HouseWaySetter::new(&read, shape, game(text).ranking(&Choices::default()));
            for hand in hands {
                let cards = hand.parse::<CardSet>().expect("a hand").iter().take(shape.cards()).collect();
                if let Some(set) = dealer.set(cards) {
                    assert_eq!(set.setting.cards(), cards, "{name}");
                    assert_eq!(set.setting.foul(shape, dealer.ranking()), None, "{name}");
                }
            }
        }
    }
}

#[test]
fn seeds_of_the_target_submission_are_checked_without_panic() {
    for (name, written) in seeds("submission") {
        let written = String::from_utf8(written).expect("these seeds are text");
        let checked = submission::check(&written);
        let sound = name.starts_with("pa-");
        assert_eq!(checked.rules.is_some(), sound, "{name}: {:?}", checked.diagnostics);
        for diagnostic in &checked.diagnostics {
            assert!(written.get(diagnostic.span.clone()).is_some(), "{name}: {diagnostic:?} points outside the file");
        }
    }
}
