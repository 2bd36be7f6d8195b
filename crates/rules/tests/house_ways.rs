//! How the dealer sets the hands: § 670a.11(d) clause by clause, the shipped Asia way, and the rule language.

use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{CardSet, Choices, Clause, Regulation, Shape, game};

fn shipped(text: Regulation) -> HouseWay {
    let game = game(text);
    HouseWay::read(game.house_way().expect("a house way"), game.shape().expect("a shape")).expect("the shipped way")
}

/// Sets by a text's shipped way; gives the hands and the rule's clause.
fn set(text: Regulation, cards: &str) -> (String, String, String, Option<&'static str>) {
    let way = shipped(text);
    let game = game(text);
    let dealer = HouseWaySetter::new(&way, game.shape().expect("a shape"), game.ranking(&Choices::default()));
    let set = dealer.set(cards.parse().expect("cards")).expect("a rule");
    let clause = way.rules[set.rule].clause.map(Clause::citation);
    (set.setting.high.to_string(), set.setting.medium.to_string(), set.setting.low.to_string(), clause)
}

#[test]
fn the_dealer_of_670a_sets_by_its_text() {
    for (clause, cards, low) in [
        ("670a.11(d)(1)", "9s 9d 9h 9c Ks 2d", "Ks"),
        ("670a.11(d)(1)", "9s 9d Kh 7c 5s 2d", "Kh"),
        ("670a.11(d)(1)", "9s 9d 9h Kc 7s 2d", "Kc"),
        ("670a.11(d)(1)", "9s 9d 9h 4c 4s 2d", "2d"),
        ("670a.11(d)(1)", "9s 9d 4h 4c Ks 2d", "Ks"),
        ("670a.11(d)(1)", "As Jk 9h 7c 5s 2d", "9h"),
        ("670a.11(d)(1)(i)", "Ks Kd Kh 9c 9s 9d", "K"),
        ("670a.11(d)(1)(ii)", "Ks Kd 9h 9c 4s 4d", "K"),
        ("670a.11(d)(2)", "9s 8d 7h 6c 5s 4d", "9s"),
        ("670a.11(d)(2)", "Ks Js 9s 7s 4s 2s", "Ks"),
        ("670a.11(d)(2)", "As Ks Qs Js Ts 9s", "As"),
        ("670a.11(d)(2)", "9s 8s 7s 6s 5s 4s", "9s"),
        ("670a.11(d)(3)", "9s 8s 7s 6s 2s 5d", "5d"),
        ("670a.11(d)(4)", "9s 8s 7s 6s 5s Td", "Td"),
        ("670a.11(d)(5)", "9s 8s 7s 6s 5s Ks", "Ks"),
        ("670a.11(d)(6)", "Ks Jd 9h 7c 4s 2d", "Jd"),
    ] {
        let (_, _, set_low, cited) = set(Regulation::Pa670a, cards);
        assert!(set_low.starts_with(low), "{cards}: low is {set_low}, not {low}");
        assert_eq!(cited, Some(clause), "{cards}");
    }
}

/// Reading R-19, on 670a.11(d): what the listed cases leave open.
#[test]
fn what_670a_leaves_open_is_set_as_read() {
    for (cards, low) in [
        ("9s 8d 7h 6c 5s 5d", "5"),
        ("Ks Ts 8s 6s 2s 2d", "2d"),
        ("9s 9d 9h 9c Ks Kd", "K"),
        ("Ks Qd Jh Tc 9s Jk", "Jk"),
        ("2s 3d 4h 5c 7s Jk", "7s"),
        ("As 2d 3h 4c 5s 6d", "As"),
        ("2s 4d 5h 6c 8s Jk", "8s"),
        ("As Qs Js Ts 8s Jk", "8s"),
        ("As Jk Kh Kc 4s 4d", "A"),
    ] {
        let found = set(Regulation::Pa670a, cards).2.replace("Jk", if low == "A" { "A" } else { "Jk" });
        assert!(found.starts_with(low), "{cards}: low is {found}, not {low}");
    }
}

/// §§ 659a.11(c), 575.11(c), MA 12(d): the operator's own way.
#[test]
fn the_shipped_asia_way_divides_two_pairs_and_fits_a_rack_card() {
    for text in [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia] {
        let way = shipped(text);
        assert!(way.rules.len() <= 12, "{} rules", way.rules.len());
        let (high, medium, low, _) = set(text, "As Ad Kc Kd 9h 4s 2c");
        assert_eq!((high.as_str(), medium.as_str(), low.as_str()), ("As Ad 4s 2c", "Kd Kc", "9h"));
    }
}

/// §§ 659a.1 "Setting the hands", 575.1 "Setting the hands", MA 1 "Setting the hands", 670a.1 "Setting the hands":
/// every card goes into exactly one hand, of the sizes that these name: 659a.1 "High hand", 659a.1 "Medium hand",
/// 659a.1 "Low hand", 575.1 "High hand", 575.1 "Medium hand", 575.1 "Low hand", MA 1 "High hand",
/// MA 1 "Medium hand", MA 1 "Low hand", 670a.1 "High hand" and 670a.1 "Low hand".
#[test]
fn setting_the_hands_forms_hands_of_the_right_size_from_the_cards_dealt() {
    for text in [Regulation::Pa659a, Regulation::Pa575, Regulation::MaAsia, Regulation::Pa670a] {
        let game = game(text);
        let shape = game.shape().expect("a shape");
        let cards: CardSet = "As Kd Qh 9c 7s 4d 2h".parse().expect("cards");
        let dealt: CardSet = cards.iter().take(game.cards_dealt()).collect();
        let settings: Vec<_> = shape.settings(dealt).collect();
        assert_eq!(settings.len(), if shape == Shape::FIVE_ONE { 6 } else { 105 });
        for setting in settings {
            assert_eq!(setting.cards(), dealt);
            let sizes = [setting.high.len(), setting.medium.len(), setting.low.len()];
            assert_eq!(sizes, if shape == Shape::FIVE_ONE { [5, 0, 1] } else { [4, 2, 1] });
        }
    }
}

/// §§ 659a.11(b), 575.11(b), MA 12(a): high above medium above low, in every setting the dealer makes.
#[test]
fn a_rule_is_played_only_where_its_setting_is_lawful() {
    let way = HouseWay::read(
        "name = \"pairs medium\"\n[[rule]]\nname = \"pair medium\"\nmedium = \"pair\"\n[[rule]]\nname = \"rest\"\n",
        Shape::FOUR_TWO_ONE,
    )
    .expect("a way");
    let dealer = HouseWaySetter::new(&way, Shape::FOUR_TWO_ONE, game(Regulation::Pa659a).ranking(&Choices::default()));
    // One pair and nothing else cannot lawfully lie medium, so the first rule passes.
    assert_eq!(dealer.set("9s 9d Kh Qc 7s 4d 2h".parse().expect("cards")).expect("set").rule, 1);
    assert_eq!(dealer.set("9s 9d Kh Kc 7s 4d 2h".parse().expect("cards")).expect("set").rule, 0);
}

#[test]
fn a_way_with_faults_reports_all_of_them_with_their_places() {
    let written = "name = \"w\"\n[[rule]]\nname = \"a\"\nhigh = \"pear\"\nlow = \"one\"\n\
        prefer = \"low, low\"\nhands = \"five pair\"\n";
    let faults = HouseWay::read(written, Shape::FOUR_TWO_ONE).expect_err("faults");
    let said: Vec<_> = faults.iter().map(|fault| &written[fault.span.clone()]).collect();
    assert_eq!(said, ["\"pear\"", "\"one\"", "\"five pair\"", "\"low, low\""]);
    let no_medium = "name = \"w\"\n[[rule]]\nname = \"a\"\nmedium = \"pair\"\n";
    assert!(HouseWay::read(no_medium, Shape::FIVE_ONE).is_err());
    assert!(HouseWay::read("name = \"w\"", Shape::FIVE_ONE).is_err(), "no rule");
    assert!(HouseWay::read("name = \"w\"\nrules = 3", Shape::FIVE_ONE).is_err(), "unknown key");
}

#[test]
fn every_phrase_of_the_language_can_be_read() {
    for phrase in [
        "any",
        "best",
        "pair",
        "pair of jacks or better",
        "pair of 7s or less",
        "three 9s",
        "two pair, aces and 9s or better",
        "straight or better",
        "ace-high",
        "10-high or less",
        "A-Q or better",
        "A-K-9",
        "four-of-a-kind",
    ] {
        let written = format!("name = \"w\"\n[[rule]]\nname = \"a\"\nhigh = \"{phrase}\"\nlow = \"queen or better\"\n");
        assert!(HouseWay::read(&written, Shape::FOUR_TWO_ONE).is_ok(), "{phrase}");
    }
    for phrase in ["", "pairs", "pair of elevens", "Q-A", "A-A", "best or better", "flush of hearts", "A-K-Q-J-9"] {
        let written = format!("name = \"w\"\n[[rule]]\nname = \"a\"\nhigh = \"{phrase}\"\n");
        assert!(HouseWay::read(&written, Shape::FOUR_TWO_ONE).is_err(), "{phrase}");
    }
}
