//! The tabled ladders against the ladders themselves, on every hand of the deck.
//!
//! One hand of each suit class is asked about; `CROUPIER_FULL=1` asks about all 154,143,080 of seven cards and
//! 22,957,480 of six.

use croupier_odds::evaluators::IndexedLadder;
use croupier_rules::games::{asia_poker, crazy_4, six_card_fortune};
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{CardSet, Ladder, ReadingId, Readings};
use rayon::prelude::*;

fn full() -> bool {
    std::env::var("CROUPIER_FULL").is_ok_and(|value| value == "1")
}

/// Asks each ladder, and its table, about every hand of `size` cards.
fn agree(ladders: &[(&'static Ladder, Readings)], size: usize, joker_in_deck: bool) {
    let tabled: Vec<(IndexedLadder, Readings)> =
        ladders.iter().map(|&(ladder, readings)| (IndexedLadder::new(ladder, readings).unwrap(), readings)).collect();
    let agrees = |cards: CardSet| {
        for (tabled, readings) in &tabled {
            assert_eq!(tabled.place(cards), tabled.ladder().place(cards, *readings), "{cards}");
        }
    };
    let hands: u64 = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let mut hands = 0;
            each_suit_class(size, joker_in_deck, part, |class| {
                hands += class.weight;
                agrees(class.hand);
            });
            hands
        })
        .sum();
    let deck = if joker_in_deck { 53 } else { 52 };
    assert_eq!(hands, (0..size as u64).fold(1, |ways, i| ways * (deck - i) / (i + 1)));
    if full() {
        (0..deck).into_par_iter().for_each(|lowest| each_hand(CardSet::from_bits(1 << lowest), deck, size, &agrees));
    }
}

/// Every hand whose cards beyond the last of these have higher numbers.
fn each_hand(begun: CardSet, deck: u64, size: usize, each: &impl Fn(CardSet)) {
    if begun.len() == size {
        return each(begun);
    }
    for next in u64::from(begun.bits().ilog2()) + 1..deck {
        each_hand(begun.union(CardSet::from_bits(1 << next)), deck, size, each);
    }
}

/// §§ 659a.6(d), 659a.6(e), 659a.12(c) and 575.6(d), as read and in the alternatives of.
#[test]
fn ladders_of_seven_cards_agree_with_their_tables_exhaustive() {
    let read = Readings::default();
    let otherwise = [ReadingId::ROYAL_JOKER_ONLY_ACE, ReadingId::ROYAL_NATURAL_ONLY, ReadingId::NINE_HIGH_FLUSH]
        .into_iter()
        .fold(read, |readings, id| readings.choose(id).unwrap());
    use asia_poker::{FORTUNE_BONUS, INSURANCE, PA_575_BONUS, PROGRESSIVE};
    let mut ladders = vec![
        (&FORTUNE_BONUS, read),
        (&INSURANCE, read),
        (&PROGRESSIVE, read),
        (&PA_575_BONUS, read),
        (&PA_575_BONUS, otherwise),
    ];
    if full() {
        ladders.extend([(&FORTUNE_BONUS, otherwise), (&PROGRESSIVE, otherwise)]);
    }
    agree(&ladders, 7, true);
}

/// §§ 670a.6(b) and 670a.12(c), and § 657a.6(e) with its deck of 52.
#[test]
fn ladders_of_six_cards_agree_with_their_tables_exhaustive() {
    let read = Readings::default();
    let otherwise = read.choose(ReadingId::ROYAL_JOKER_ONLY_ACE).unwrap();
    use six_card_fortune::{BEST_FIVE, INSURANCE};
    agree(&[(&BEST_FIVE, read), (&BEST_FIVE, otherwise), (&INSURANCE, read)], 6, true);
    agree(&[(&crazy_4::SIX_CARD_BONUS, read)], 6, false);
}

/// A ladder of another number of cards has no table.
#[test]
fn ladders_of_five_cards_are_not_tabled() {
    assert!(IndexedLadder::new(&crazy_4::FIVE_CARD, Readings::default()).is_none());
}
