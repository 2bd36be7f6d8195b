//! The Ante, Super Bonus and Play Wagers together, solved for every hand.

use super::best_four::FourCardRank;
use super::dealers::{Matchup, meetings};
use super::terms::{BEFORE_THE_CARDS, Endings, PayTerms, PlayDecision, in_order};
use crate::distribution::Distribution;
use crate::fraction::Fraction;
use croupier_rules::{CardSet, Choices};

/// One hand of each suit class with the worth of what can be done with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedHand {
    /// The hand standing for its class.
    pub hand: CardSet,
    /// How many hands the class has.
    pub weight: u64,
    /// Where its best four stand.
    pub standing: FourCardRank,
    /// The best decision.
    pub best: PlayDecision,
    dealers: [u64; 6],
    /// What a Play Wager of one Ante is worth more than to fold, and what each further Ante adds, over all dealers.
    over_folding: i64,
    each_further: i64,
}

impl SolvedHand {
    /// What a decision is worth more than to fold, over all dealers and in units.
    pub(super) fn gain(&self, decision: PlayDecision) -> i64 {
        match decision.times() {
            0 => 0,
            times => self.over_folding + (times - 1) * self.each_further,
        }
    }
}

/// The main game solved.
pub struct MainGame {
    terms: PayTerms,
    may_raise_from: FourCardRank,
    /// The hands, lowest standing first.
    hands: Vec<SolvedHand>,
}

impl MainGame {
    /// Solves it.
    pub fn solve(choices: &Choices) -> Self {
        let terms = PayTerms::new(choices);
        let meetings = meetings();
        let mut hands = Vec::with_capacity(meetings.len());
        let mut may_raise_from = None;
        for equals in meetings.chunk_by(|one, other| one.standing == other.standing) {
            // Neither what a hand is paid nor whether it may be raised depends on more than its standing.
            let first = &equals[0];
            let endings = terms.endings(first.hand, first.standing);
            let may_raise = terms.may_raise(first.hand);
            may_raise_from = may_raise_from.or(may_raise.then_some(first.standing));
            hands.extend(equals.iter().map(|meeting| solve(meeting, &endings, may_raise, terms.unit())));
        }
        let may_raise_from = may_raise_from.expect("§ 657a.11(b) lets some hands be raised");
        Self { terms, may_raise_from, hands }
    }

    /// The lowest standing that may be raised.
    pub fn may_raise_from(&self) -> FourCardRank {
        self.may_raise_from
    }

    /// One hand of each suit class, lowest standing first.
    pub fn hands(&self) -> &[SolvedHand] {
        &self.hands
    }

    /// What comes of the best play.
    pub fn best_play(&self) -> Distribution {
        self.following(|hand| hand.best)
    }

    /// What comes of deciding in any other way.
    pub fn following(&self, decide: impl Fn(&SolvedHand) -> PlayDecision) -> Distribution {
        const DECISIONS: [PlayDecision; 3] = [PlayDecision::Fold, PlayDecision::Play, PlayDecision::Raise];
        let mut all = Distribution::default();
        for equals in self.hands.chunk_by(|one, other| one.standing == other.standing) {
            let mut counts = [[0_u128; 6]; 3];
            for hand in equals {
                let decided = &mut counts[decide(hand) as usize];
                for (count, dealers) in decided.iter_mut().zip(hand.dealers) {
                    *count += u128::from(hand.weight * dealers);
                }
            }
            let endings = self.terms.endings(equals[0].hand, equals[0].standing);
            for (decision, counts) in DECISIONS.into_iter().zip(&counts) {
                self.terms.add(&mut all, &endings, decision, counts);
            }
        }
        all.outcomes.retain(|outcome| outcome.count > 0);
        all.outcomes.sort_by_key(|outcome| ENDS.iter().position(|&end| end == outcome.name));
        all
    }

    /// What a way to decide costs against the best play, in Antes per round.
    pub fn cost(&self, decide: impl Fn(&SolvedHand) -> PlayDecision) -> Fraction {
        let lost =
            |hand: &SolvedHand| i128::from(hand.weight) * i128::from(hand.gain(hand.best) - hand.gain(decide(hand)));
        self.per_round(self.hands.iter().map(lost).sum())
    }

    /// What one decision is worth more than another with a hand of this game, in Antes.
    pub fn gain(&self, hand: &SolvedHand, over: PlayDecision, decision: PlayDecision) -> Fraction {
        let gained = i128::from(hand.gain(decision) - hand.gain(over));
        Fraction::new(gained, i128::from(hand.dealers.iter().sum::<u64>()) * i128::from(self.terms.unit()))
    }

    /// A sum over all deals, in units, as Antes per round.
    fn per_round(&self, sum: i128) -> Fraction {
        let deals: u64 = self.hands.iter().map(|hand| hand.weight * hand.dealers.iter().sum::<u64>()).sum();
        Fraction::new(sum, i128::from(deals) * i128::from(self.terms.unit()))
    }
}

/// The order in which the ends of a round are told.
const ENDS: [&str; 5] = ["fold", "dealer does not qualify", "win", "tie", "lose"];

fn solve(meeting: &Matchup, endings: &Endings, may_raise: bool, unit: i64) -> SolvedHand {
    let &Matchup { hand, weight, standing, ref dealers } = meeting;
    let dealers = in_order(dealers);
    let (mut over_folding, mut each_further) = (0, 0);
    for (ending, count) in endings.iter().zip(dealers) {
        over_folding += count as i64 * (ending.staying + ending.playing + BEFORE_THE_CARDS * unit);
        each_further += count as i64 * ending.playing;
    }
    let mut solved =
        SolvedHand { hand, weight, standing, best: PlayDecision::Fold, dealers, over_folding, each_further };
    let lawful = if may_raise { &[PlayDecision::Play, PlayDecision::Raise][..] } else { &[PlayDecision::Play] };
    for &decision in lawful {
        if solved.gain(decision) > solved.gain(solved.best) {
            solved.best = decision;
        }
    }
    solved
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_rules::{ReadingId, Readings};

    fn solved(alternative: bool) -> MainGame {
        let mut readings = Readings::default();
        if alternative {
            readings = readings.choose(ReadingId::SUPER_BONUS_WHEN_BEHIND).unwrap();
        }
        MainGame::solve(&Choices { readings, ..Choices::default() })
    }

    #[test]
    fn every_deal_is_counted_and_the_published_figures_come_out() {
        let best = solved(false).best_play();
        assert_eq!(best.combinations(), 3_986_646_103_440);
        // 3.42 % of the Ante, 1.09 % of all that is wagered and a deviation of 3.13 are published.
        assert_eq!(best.house_edge().to_string(), "0.034188549629");
        assert_eq!(best.element_of_risk().to_string(), "0.010901365187");
        assert_eq!(best.average_wager().to_string(), "3.136171391633");
        assert_eq!(best.variance().sqrt_decimal(12), "3.128543811602");
        assert_eq!(best.count("fold"), 937_150_828_416);
        assert_eq!(ENDS.map(|end| best.count(end)).iter().sum::<u128>(), best.combinations());
    }

    #[test]
    fn the_cost_of_a_way_to_decide_is_the_difference_of_the_edges() {
        let game = solved(false);
        let always_play = |_: &SolvedHand| PlayDecision::Play;
        let worse = game.following(always_play);
        assert_eq!(worse.combinations(), 3_986_646_103_440);
        assert_eq!(worse.count("fold"), 0);
        assert_eq!(game.cost(always_play), worse.house_edge() - game.best_play().house_edge());
        assert_eq!(game.cost(|hand| hand.best), Fraction::ZERO);
    }

    #[test]
    fn the_other_side_of_r_09_matters_only_to_those_who_play_less_than_the_dealer_needs() {
        let (reading, alternative) = (solved(false), solved(true));
        assert_eq!(reading.best_play(), alternative.best_play());
        let always_play = |_: &SolvedHand| PlayDecision::Play;
        assert!(alternative.cost(always_play) > reading.cost(always_play));
    }
}
