//! One hand of Crazy 4 with whatever other cards are known, each choice valued over every hand the dealer may hold.

use super::best_four::BestFour;
use super::dealers::Dealers;
use super::terms::{PayTerms, in_order};
use crate::choice::{Choice, DecisionKind};
use crate::distribution::Distribution;
use croupier_rules::{CardSet, Choices};

/// What the player can do with five cards when these others are known not to be the dealer's, best first.
///
/// The dealer's hands are counted one by one, since known cards make no two decks alike; there are at most 1,533,939.
///
/// # Panics
/// If fewer than five cards are left for the dealer.
pub fn choices_for(choices: &Choices, hand: CardSet, known: CardSet) -> Vec<Choice> {
    let (terms, tables) = (PayTerms::new(choices), BestFour::get());
    let standing = tables.of_set(hand);
    let endings = terms.endings(hand, standing);
    let left = CardSet::FIFTY_TWO.difference(hand).difference(known);
    let dealers = in_order(&Dealers::one_by_one(tables, standing, left)).map(u128::from);
    let valued = |(name, times)| {
        let mut outcomes = Distribution::default();
        terms.add_times(&mut outcomes, &endings, times, &dealers);
        Choice::new(if times == 0 { DecisionKind::Fold } else { DecisionKind::Play }, name, outcomes)
    };
    // § 657a.11(b) allows any Play Wager up to three times the Ante; whole Antes show how its worth runs.
    let lawful = [("fold", 0), ("play 1x", 1), ("play 2x", 2), ("play 3x", 3)];
    let lawful = lawful.into_iter().filter(|&(_, times)| times < 2 || terms.may_raise(hand));
    crate::choice::best_first(lawful.map(valued).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fraction::Fraction;
    use croupier_rules::{ReadingId, Readings, Regulation, Setting, WagerFate, WagerKind, game};

    fn cards(written: &str) -> CardSet {
        written.parse().unwrap()
    }

    fn value(choices: &[Choice], name: &str) -> Fraction {
        choices.iter().find(|choice| choice.name == name).unwrap().value()
    }

    /// The same by asking the game itself to judge every hand the dealer may hold; payouts by the printed page.
    fn judged(rules: &Choices, hand: CardSet, left: CardSet, super_bonus: Fraction, times: i128) -> Fraction {
        let laid = |high| Setting { high, medium: CardSet::EMPTY, low: CardSet::EMPTY };
        let (mut sum, mut deals) = (Fraction::ZERO, 0);
        BestFour::get().each_hand(left, |dealer, _| {
            let judgement = game(Regulation::Pa657a).judge(rules, &laid(hand), &laid(dealer.cards())).unwrap();
            deals += 1;
            for (wager, fate, _) in judgement.iter() {
                let stake = Fraction::from(if wager == WagerKind::Play { times } else { 1 });
                let pays = if wager == WagerKind::SuperBonus { super_bonus } else { Fraction::ONE };
                sum = sum
                    + match fate {
                        WagerFate::Lose => -stake,
                        WagerFate::Return => Fraction::ZERO,
                        WagerFate::Pay => stake * pays,
                    };
            }
        });
        sum / Fraction::of(deals, 1)
    }

    #[test]
    fn the_values_are_those_of_judging_every_deal() {
        let alternative = Readings::default().choose(ReadingId::SUPER_BONUS_WHEN_BEHIND).unwrap();
        // Some thirty cards known keep the judging short.
        let known = "2c 2d 3c 3d 4c 5d 6c 6h 7c 7d 8c 8h 9c 9s Tc Th Jc Js Qc Ks Ac";
        for (hand, super_bonus) in [
            ("Qd Ts 8d 5s 3s", Fraction::ZERO),
            ("Kd Qh 8s 4d 2s", Fraction::ZERO),
            ("Ad Ah Js 4d 2s", Fraction::ZERO),
            ("Kd Qd Jd 9d 2s", Fraction::new(3, 2)),
            ("Ad Kh Qs Jd 2s", Fraction::ONE),
        ] {
            for readings in [Readings::default(), alternative] {
                let rules = Choices { readings, ..Choices::default() };
                let (hand, known) = (cards(hand), cards(known));
                let found = choices_for(&rules, hand, known);
                let left = CardSet::FIFTY_TWO.difference(hand).difference(known);
                assert_eq!(value(&found, "fold"), Fraction::from(-2));
                for (name, times) in [("play 1x", 1), ("play 2x", 2), ("play 3x", 3)] {
                    if times == 1 || game(Regulation::Pa657a).may_raise(hand) {
                        assert_eq!(
                            value(&found, name),
                            judged(&rules, hand, left, super_bonus, times),
                            "{hand} {name}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn kings_allow_no_raise_and_aces_do() {
        let names = |hand| {
            let found = choices_for(&Choices::default(), cards(hand), CardSet::EMPTY);
            found.iter().map(|choice| choice.name.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names("Kc Kd Qh Js 2c"), ["play 1x", "fold"]);
        assert_eq!(names("Ac Ad 5h 3s 2c"), ["play 3x", "play 2x", "play 1x", "fold"]);
    }

    #[test]
    fn known_kings_and_aces_make_a_fold_a_play() {
        let hand = cards("Kc Qd 7h 6s 2h");
        let best = |known| choices_for(&Choices::default(), hand, cards(known))[0].name.clone();
        assert_eq!(best(""), "fold");
        assert_eq!(best("Kd Kh As Ah"), "play 1x");
    }
}
