//! The fast counts against a plain one: every hand of the dealer's, set and ranked by the rules themselves.

use super::dealer_counts::DealerTally;
use super::hands::HandRules;
use super::one_hand::DealerHands;
use super::strategy_table::{BeatenCounts, StrategyTable};
use crate::progress::NoProgress;
use croupier_rules::games::six_card_fortune::SIX_CARD_FORTUNE_PAI_GOW as GAME;
use croupier_rules::house_way::{HouseWay, HouseWaySetter};
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{
    CardSet, Choices, Game as _, HandRank, ReadingId, Readings, Setting, Shape, WagerFate, WagerKind,
};
use rayon::prelude::*;
use std::collections::BTreeMap;

const DEALS_EACH: i32 = 10_737_573;

fn dealer(choices: Choices) -> HouseWaySetter<'static> {
    let way = HouseWay::read(GAME.house_way().unwrap(), Shape::FIVE_ONE).unwrap();
    HouseWaySetter::owning(way, Shape::FIVE_ONE, GAME.ranking(&choices))
}

/// Where a dealer stands: the ranks of both hands, and whether the cards contest a Double Down Wager.
type Standing = (HandRank, HandRank, bool);

/// Every hand of six cards, by where a dealer stands with it. One hand of each suit class is set, and the others follow
/// by exchanging suits, about which the text says nothing.
fn all_hands(choices: Choices) -> BTreeMap<Standing, Vec<u64>> {
    let (dealer, ranking) = (dealer(choices), GAME.ranking(&choices));
    let part = |part: usize| {
        let mut found: Vec<(Standing, Vec<u64>)> = Vec::new();
        each_suit_class(6, true, part, |class| {
            let set = dealer.set(class.hand).unwrap().setting;
            let contested = GAME.double_down_is_contested(&choices, class.hand);
            let mut hands: Vec<u64> = renamed(class.hand).map(CardSet::bits).to_vec();
            hands.sort_unstable();
            hands.dedup();
            assert_eq!(hands.len() as u64, class.weight);
            found.push(((ranking.rank(set.high), ranking.rank(set.low), contested), hands));
        });
        found
    };
    let mut all: BTreeMap<Standing, Vec<u64>> = BTreeMap::new();
    for (standing, hands) in (0..PARTS).into_par_iter().flat_map_iter(part).collect::<Vec<_>>() {
        all.entry(standing).or_default().extend(hands);
    }
    assert_eq!(all.values().map(Vec::len).sum::<usize>(), 22_957_480);
    all
}

/// The hand with its suits exchanged in every way.
fn renamed(hand: CardSet) -> [CardSet; 24] {
    let suits = hand.suits();
    let mut orders = (0..256).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]);
    std::array::from_fn(|_| {
        let order = orders.find(|[a, b, c, d]| 1 << a | 1 << b | 1 << c | 1 << d == 15).unwrap();
        CardSet::from_suits(order.map(|suit: usize| suits[suit]), hand.has_joker())
    })
}

/// Cards drawn by a small generator of its own, so that the sample is always the same.
struct Drawn(u64);

impl Drawn {
    fn draw(&mut self, n: usize, from: CardSet) -> CardSet {
        let mut cards = CardSet::EMPTY;
        while cards.len() < n {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let card = CardSet::from_bits(1 << ((self.0 >> 33) % 53));
            cards = cards.union(card.intersection(from));
        }
        cards
    }

    /// Hands of every sort: any, with the joker, of one suit but one, and of few ranks.
    fn players(&mut self, number: usize) -> Vec<CardSet> {
        let deck = CardSet::FIFTY_THREE;
        let joker = CardSet::from_bits(1 << 52);
        let clubs = CardSet::from_bits(0x1fff);
        let low_ranks = CardSet::from_suits([0x31; 4], false);
        let drawn = |i: usize| match i % 6 {
            0 | 1 => self.draw(6, deck),
            2 => self.draw(5, CardSet::FIFTY_TWO).union(joker),
            3 => {
                let suited = self.draw(5, clubs);
                suited.union(self.draw(1, deck.difference(suited)))
            }
            4 => {
                let suited = self.draw(4, clubs).union(joker);
                suited.union(self.draw(1, deck.difference(suited)))
            }
            _ => self.draw(6, low_ranks),
        };
        (0..number).map(drawn).collect()
    }
}

/// What a setting beats, by going through all hands.
fn beaten(choices: &Choices, setting: &Setting, disjoint: &[(Standing, i32)]) -> BeatenCounts {
    let ranking = GAME.ranking(choices);
    let (high, low) = (ranking.rank(setting.high), ranking.rank(setting.low));
    let mut beaten = BeatenCounts::default();
    for &((dealer_high, dealer_low, contested), hands) in disjoint {
        let tally = DealerTally { all: hands, contested: if contested { hands } else { 0 } };
        let (by_high, by_low) = (high > dealer_high, low > dealer_low || setting.low.has_joker());
        beaten.of += tally;
        beaten.by_high += tally * i32::from(by_high);
        beaten.by_low += tally * i32::from(by_low);
        beaten.by_both += tally * i32::from(by_high && by_low);
    }
    beaten
}

/// How many hands of each standing share no card with the player's.
fn disjoint(all: &BTreeMap<Standing, Vec<u64>>, player: CardSet) -> Vec<(Standing, i32)> {
    let cards = player.bits();
    let apart = |hands: &Vec<u64>| hands.iter().map(|hand| i32::from(hand & cards == 0)).sum();
    all.iter().map(|(&standing, hands)| (standing, apart(hands))).collect()
}

fn agrees_with_a_plain_count(choices: Choices, players: &[CardSet]) {
    let (all, dealer) = (all_hands(choices), dealer(choices));
    let law = HandRules::new(choices, &dealer);
    let (book, hands) = (StrategyTable::new(&law, &NoProgress).unwrap(), DealerHands::new(&law).unwrap());
    players.par_iter().for_each(|&player| {
        let (opened, apart) = (book.open(player), disjoint(&all, player));
        let plays = law.settings(player);
        let alone = hands.against(&plays, player);
        assert!(!plays.is_empty() && plays.len() == opened.plays.len());
        for (place, play) in plays.iter().enumerate() {
            let plain = beaten(&choices, &play.setting, &apart);
            assert_eq!(plain.of.all, DEALS_EACH);
            assert_eq!(alone[place], plain, "{} alone", play.setting);
            let in_book = law.place(opened.plays, &play.setting).unwrap();
            assert_eq!(opened.beaten[in_book], plain, "{} in the book", play.setting);
        }
        let house = dealer.set(player).unwrap().setting;
        assert_eq!(opened.beaten[opened.house], beaten(&choices, &house, &apart), "{house} by the house way");
    });
}

/// §§ 670a.11(f) and 670a.11(g), over all the dealer's hands.
#[test]
fn three_hundred_hands_come_to_what_a_plain_count_gives() {
    agrees_with_a_plain_count(Choices::default(), &Drawn(670).players(300));
}

/// The alternative of R-20 changes royal flushes made with the joker.
#[test]
fn the_other_reading_of_the_royal_flush_is_followed() {
    let readings = Readings::default().choose(ReadingId::ROYAL_JOKER_ONLY_ACE).unwrap();
    let royals = ["As Ks Qs Js Jk 2d", "Ks Qs Js Ts Jk 9s", "As Ks Qs Ts 4d 4h"].map(|hand| hand.parse().unwrap());
    agrees_with_a_plain_count(Choices { readings, ..Choices::default() }, &royals);
}

/// What the counts call won, tied and lost is what [`croupier_rules::Game::judge`] rules, wager by wager.
#[test]
fn hands_end_as_the_game_judges_them() {
    let choices = Choices::default();
    let dealer = dealer(choices);
    let law = HandRules::new(choices, &dealer);
    let mut drawn = Drawn(11);
    for player in drawn.players(120) {
        for _ in 0..40 {
            let cards = drawn.draw(6, CardSet::FIFTY_THREE.difference(player));
            let (stand, set) = law.dealer_rank(cards).unwrap();
            for play in law.settings(player) {
                let (high, low) = (stand.high < play.high, stand.low < play.beats);
                let ends = match (high, low) {
                    (true, true) => WagerFate::Pay,
                    (false, false) => WagerFate::Lose,
                    _ => WagerFate::Return,
                };
                let judged = GAME.judge(&choices, &play.setting, &set).unwrap();
                for (wager, fate, _) in judged.iter() {
                    let returned = wager == WagerKind::DoubleDown && !stand.contested;
                    assert_eq!(fate, if returned { WagerFate::Return } else { ends }, "{} / {set}", play.setting);
                }
            }
        }
    }
}
