//! What must hold of any input whatever: readers that never panic, settings that always exist, ranks that no renaming
//! of suits changes.

use croupier_rules::games::{asia_poker, crazy_4, six_card_fortune};
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::{
    Card, CardSet, Cents, Choices, GAMES, Ladder, Outcome, Readings, Regulation, Setting, Shape, Suit, game, read_hand,
    read_setting, read_sides, thousands,
};
use proptest::prelude::*;
use proptest::sample::subsequence;
use std::sync::LazyLock;

/// So many cards of the first `deck`.
fn cards(deck: usize, size: usize) -> impl Strategy<Value = CardSet> {
    subsequence((0..deck).collect::<Vec<_>>(), size)
        .prop_map(|indices| indices.into_iter().filter_map(Card::from_index).collect())
}

/// Something that looks like hands now and then: cards, bars, slashes and other bytes in any order.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        8 => (0..53_usize).prop_map(|index| Card::from_index(index).map_or_else(String::new, |card| card.to_string())),
        1 => Just("|".to_owned()),
        1 => Just("/".to_owned()),
        1 => ".{0,3}",
    ];
    let words = proptest::collection::vec(word, 0..20).prop_map(|words| words.join(" ").into_bytes());
    prop_oneof![words, proptest::collection::vec(any::<u8>(), 0..60)]
}

/// A renaming of the four suits.
fn renaming() -> impl Strategy<Value = [Suit; 4]> {
    Just(Suit::ALL.to_vec()).prop_shuffle().prop_map(|suits| [suits[0], suits[1], suits[2], suits[3]])
}

fn renamed(cards: CardSet, suits: [Suit; 4]) -> CardSet {
    let rename = |card: Card| match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => Card::new(rank, suits[suit as usize]),
        _ => card,
    };
    cards.iter().map(rename).collect()
}

/// The dealers of every text that sets hands, each with its shipped way.
static DEALERS: LazyLock<Vec<HouseWaySetter<'static>>> = LazyLock::new(|| {
    let setting = GAMES.into_iter().filter_map(|game| Some((game, game.shape()?, game.house_way()?)));
    let dealer = |(game, shape, way): (&'static dyn croupier_rules::Game, Shape, &str)| {
        let way = HouseWay::read(way, shape).expect("a shipped way is read");
        HouseWaySetter::new(Box::leak(Box::new(way)), shape, game.ranking(&Choices::default()))
    };
    setting.map(dealer).collect()
});

proptest! {
    #[test]
    fn cards_are_read_as_they_are_written(hand in (0..=53_usize).prop_flat_map(|size| cards(53, size))) {
        prop_assert_eq!(hand.to_string().parse(), Ok(hand));
        for card in hand {
            prop_assert_eq!(card.to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn no_line_makes_a_reader_panic(line in line()) {
        let _ = CardSet::read(&line);
        for game in GAMES {
            let _ = read_hand(game, &line, "a hand", game.cards_dealt(), game.deck_clause());
            let _ = read_setting(game, &line);
            if let Ok((player, dealer)) = read_sides(game, &line) {
                let _ = game.compare(&Choices::default(), &player, &dealer);
            }
        }
    }

    #[test]
    fn a_setting_is_read_as_it_is_written(seven in cards(53, 7), six in cards(53, 6), at in 0..105_usize) {
        for game in GAMES {
            let Some(shape) = game.shape() else { continue };
            let all = if shape == Shape::FIVE_ONE { six } else { seven };
            let settings: Vec<Setting> = shape.settings(all).collect();
            let setting = settings[at % settings.len()];
            prop_assert_eq!(read_setting(game, setting.to_string().as_bytes()), Ok(setting));
        }
    }

    /// § 657a.11(c)(3): if the player wins, the dealer with those cards would have lost, and a tie is one either way.
    #[test]
    fn comparing_two_hands_of_crazy_4_the_other_way_round_turns_the_outcome(
        both in cards(52, 10),
        pick in 0..252_usize,
    ) {
        let high = croupier_rules::choose(both, 5).nth(pick).expect("252 ways");
        let side = |high| Setting { high, medium: CardSet::EMPTY, low: CardSet::EMPTY };
        let (one, other) = (side(high), side(both.difference(high)));
        let compare = |a, b| game(Regulation::Pa657a).compare(&Choices::default(), a, b).map(|ruling| ruling.outcome);
        let turned = match compare(&one, &other) {
            Ok(Outcome::Win) => Outcome::Lose,
            Ok(Outcome::Lose) => Outcome::Win,
            _ => Outcome::Tie,
        };
        prop_assert_eq!(compare(&other, &one), Ok(turned));
    }

    /// § 659a.11(b), § 575.11(b), § 670a.11(b), MA 12(a).
    #[test]
    fn some_setting_of_any_cards_is_lawful(seven in cards(53, 7), six in cards(53, 6)) {
        for game in GAMES {
            let Some(shape) = game.shape() else { continue };
            let all = if shape == Shape::FIVE_ONE { six } else { seven };
            let ranking = game.ranking(&Choices::default());
            prop_assert!(shape.settings(all).any(|setting| setting.foul(shape, &ranking).is_none()));
        }
    }

    /// § 659a.11(c), § 575.11(c), § 670a.11(d), MA 12(d).
    #[test]
    fn the_dealer_sets_all_cards_and_no_others(seven in cards(53, 7), six in cards(53, 6)) {
        for dealer in DEALERS.iter() {
            let all = if dealer.shape() == Shape::FIVE_ONE { six } else { seven };
            let setting = dealer.set(all).expect("a shipped way sets every hand").setting;
            let Setting { high, medium, low } = setting;
            prop_assert_eq!(setting.cards(), all);
            prop_assert_eq!(high.len() + medium.len() + low.len(), all.len());
            prop_assert_eq!(setting.foul(dealer.shape(), dealer.ranking()), None);
        }
    }

    /// § 657a.6(a): all suits are equal in rank.
    #[test]
    fn renaming_the_suits_changes_no_rank(seven in cards(53, 7), natural in cards(52, 6), suits in renaming()) {
        let first = |cards: CardSet, size: usize| cards.iter().take(size).collect::<CardSet>();
        for game in GAMES {
            let ranking = game.ranking(&Choices::default());
            let whole = if game.deck().has_joker() { seven } else { natural };
            for size in [1, 2, ranking.size] {
                let hand = first(whole, size);
                prop_assert_eq!(ranking.rank(hand), ranking.rank(renamed(hand, suits)));
            }
            prop_assert_eq!(ranking.best(whole), ranking.best(renamed(whole, suits)));
        }
        let ladders: [(&Ladder, CardSet); 9] = [
            (&asia_poker::FORTUNE_BONUS, seven),
            (&asia_poker::PROGRESSIVE, seven),
            (&asia_poker::INSURANCE, seven),
            (&asia_poker::PA_575_BONUS, seven),
            (&six_card_fortune::BEST_FIVE, seven),
            (&six_card_fortune::INSURANCE, seven),
            (&crazy_4::FOUR_CARD, natural),
            (&crazy_4::FIVE_CARD, natural),
            (&crazy_4::SIX_CARD_BONUS, natural),
        ];
        for (ladder, cards) in ladders {
            let hand = first(cards, ladder.cards);
            let places = |hand| ladder.places(hand, Readings::default()).collect::<Vec<_>>();
            prop_assert_eq!(places(hand), places(renamed(hand, suits)));
        }
        for dealer in DEALERS.iter() {
            let hand = first(seven, dealer.cards());
            let set = |hand| dealer.set(hand).map(|set| (set.rule, set.setting.ranks(dealer.ranking())));
            prop_assert_eq!(set(hand), set(renamed(hand, suits)));
        }
    }

    /// § 659a.6(a), § 575.6(a), § 670a.6(a), MA 3(a): the joker is an ace, and nothing ranks above one card that is.
    #[test]
    fn the_joker_in_a_low_or_medium_hand_is_as_good_as_any_card(two in cards(52, 2)) {
        let [kept, other] = [two.first().expect("two cards"), two.iter().last().expect("two cards")];
        for game in GAMES.into_iter().filter(|game| game.deck().has_joker()) {
            let ranking = game.ranking(&Choices::default());
            let joker = CardSet::of(Card::JOKER);
            prop_assert!(ranking.rank(joker) >= ranking.rank(CardSet::of(other)));
            // In a medium hand a pair stands above an ace, and only an ace can be paired by the joker.
            let beside = ranking.rank(joker.with(kept));
            let ace = Card::new(croupier_rules::Rank::Ace, other.suit().expect("a natural card"));
            if kept.rank() != other.rank() {
                prop_assert!(beside >= ranking.rank(CardSet::of(other).with(kept)));
            }
            if kept != ace {
                prop_assert_eq!(beside, ranking.rank(CardSet::of(ace).with(kept)));
            }
        }
    }

    #[test]
    fn money_is_read_as_it_is_written(cents in (i64::MIN + 1)..=i64::MAX, number: u64) {
        prop_assert_eq!(Cents(cents).to_string().parse(), Ok(Cents(cents)));
        prop_assert_eq!(thousands(number).replace(',', "").parse(), Ok(number));
        prop_assert!(thousands(number).split(',').skip(1).all(|group| group.len() == 3));
    }

    #[test]
    fn no_words_make_a_reader_of_money_panic(written in "-?\\$?[0-9,.]{0,30}|.{0,20}") {
        if let Ok(cents) = written.parse::<Cents>() {
            prop_assert_eq!(cents.to_string().parse(), Ok(cents));
        }
    }
}
