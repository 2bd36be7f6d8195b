//! A game added from outside has exact odds: the whole deal counted by `croupier-odds`, and held against a plain count.

mod plain;

use croupier_odds::side::{LadderQuery, SideWagerTerms, census, side_wagers};
use croupier_odds::{Fraction, NoProgress, PlayOrFoldGame};
use croupier_rules::{Choices, Readings, WagerKind};
use three_card_house::{TEXT, ThreeCardHouse};

/// The deals that end so, for a player who folds what is better folded: fold, dealer below a queen, won, lost, tied.
fn counted_plainly() -> [u128; 5] {
    let hands: Vec<_> = plain::hands().into_iter().map(|hand| (hand.bits(), plain::strength(hand))).collect();
    let mut order: Vec<_> = hands.iter().map(|(_, strength)| *strength).collect();
    order.sort_unstable();
    order.dedup();
    let place = |strength| order.binary_search(strength).expect("a strength") as u32;
    let placed: Vec<(u64, u32)> = hands.iter().map(|(bits, strength)| (*bits, place(strength))).collect();
    let queen = order.iter().position(|strength| plain::qualifies(*strength)).expect("a queen") as u32;
    let mut counted = [0; 5];
    for &(ours, player) in &placed {
        let (mut below, mut won, mut lost, mut tied) = (0_i64, 0_i64, 0_i64, 0_i64);
        for &(_, dealer) in placed.iter().filter(|(theirs, _)| theirs & ours == 0) {
            match dealer {
                dealer if dealer < queen => below += 1,
                dealer if dealer < player => won += 1,
                dealer if dealer > player => lost += 1,
                _ => tied += 1,
            }
        }
        let deals = below + won + lost + tied;
        let played = below + 2 * won - 2 * lost;
        let ends = if played > -deals { [0, below, won, lost, tied] } else { [deals, 0, 0, 0, 0] };
        counted.iter_mut().zip(ends).for_each(|(all, more)| *all += more as u128);
    }
    counted
}

#[test]
fn the_edge_of_best_play_is_that_of_a_plain_count_of_every_deal() {
    let counted = PlayOrFoldGame::new(&ThreeCardHouse, Choices::default()).expect("players fold");
    let best = counted.best_play().expect("hands are judged");
    let [fold, below, won, lost, tied] = counted_plainly();
    assert_eq!(best.combinations(), 22_100 * 18_424);
    let ends = [
        ("fold", fold),
        ("main paid, play returned", below),
        ("main paid, play paid", won),
        ("main lost, play lost", lost),
        ("main returned, play returned", tied),
    ];
    for (name, deals) in ends {
        assert_eq!(best.count(name), deals, "{name}");
    }
    let net = below as i128 + 2 * won as i128 - 2 * lost as i128 - fold as i128;
    assert_eq!(best.house_edge(), -Fraction::new(net, 22_100 * 18_424));
    println!("Three Card House: house edge {} of the Ante", best.house_edge());
}

#[test]
fn a_queen_six_four_is_the_least_hand_to_play() {
    let counted = PlayOrFoldGame::new(&ThreeCardHouse, Choices::default()).expect("players fold");
    for (hand, best) in [("Qs 6d 4c", "play 1x"), ("Qs 6d 3c", "fold"), ("Js Td 8c", "fold"), ("2s 2d 3c", "play 1x")] {
        let choices = counted.choices_for(hand.parse().expect("cards")).expect("hands are judged");
        assert_eq!(choices[0].name, best, "{hand}");
    }
}

#[test]
fn the_pairs_wager_is_counted_row_by_row_under_each_letter() {
    let (spec, ladder) = side_wagers(&ThreeCardHouse).next().expect("the Pairs Wager");
    let question = LadderQuery { ladder, readings: Readings::default() };
    let census = &census(&ThreeCardHouse, &[question], &NoProgress)[0];
    let mut rows = [0_u128; 6];
    for hand in plain::hands() {
        rows[usize::from(5 - plain::strength(hand).0)] += 1;
    }
    for (letter, edge) in [('A', Fraction::new(512, 22_100)), ('B', Fraction::new(772, 22_100))] {
        let table = TEXT.game().payouts().paytable(WagerKind::Bonus, Some(letter)).expect("it is printed");
        let terms = SideWagerTerms::new(&ThreeCardHouse, (spec, ladder), table, None, Readings::default());
        let report = terms.report(&ThreeCardHouse, census);
        assert_eq!(report.rows.iter().map(|row| row.count).collect::<Vec<_>>(), rows[..5], "{letter}");
        assert_eq!((report.combinations, report.house_edge), (22_100, Some(edge)), "{letter}");
    }
}
