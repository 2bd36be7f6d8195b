//! The best play of Crazy 4 as something a player can hold in his head, and as something a program can look up.
//!
//! Note: next to the border between folding and playing, the fifth card and the suits decide, because they block
//! some of the dealer's hands. So the best play is told by standing with a few exceptions, and a simple rule that heeds
//! only the standing costs a little; [`MainGame::cost`] says how much.

use super::best_four::{BestFour, FourCardRank};
use super::main_game::{MainGame, SolvedHand};
use super::terms::PlayDecision;
use crate::fraction::Fraction;
use croupier_rules::{Card, CardSet, Category, Choices, HandRank, Rank, Regulation, Suit, choose, game};
use std::collections::{BTreeMap, HashMap};

/// The best decision for any hand, looked up.
pub struct DecisionTable {
    /// The decision at each standing; none where it takes more than the standing to decide.
    by_standing: Vec<Option<PlayDecision>>,
    /// The decisions at those others, by the hand that stands for its suit class.
    close: HashMap<CardSet, PlayDecision>,
}

impl DecisionTable {
    /// The best play of a solved game.
    pub fn best(game: &MainGame) -> Self {
        let mut by_standing = vec![None; BestFour::get().ranks().len()];
        let mut close = HashMap::new();
        for equals in by_standing_of(game) {
            if equals.iter().all(|hand| hand.best == equals[0].best) {
                by_standing[equals[0].standing.index()] = Some(equals[0].best);
            } else {
                close.extend(equals.iter().map(|hand| (hand.hand, hand.best)));
            }
        }
        Self { by_standing, close }
    }

    /// What to do with five cards that stand here.
    pub fn decide(&self, cards: CardSet, standing: FourCardRank) -> PlayDecision {
        self.by_standing[standing.index()].unwrap_or_else(|| self.close[&of_class(cards)])
    }
}

/// The hand that stands for the suit class of these cards.
fn of_class(cards: CardSet) -> CardSet {
    let mut suits = cards.suits();
    suits.sort_unstable_by(|one, other| other.cmp(one));
    CardSet::from_suits(suits, false)
}

/// A rule by standing alone: raise from here, play from there, else fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankRule {
    /// The lowest standing raised.
    pub raise_from: FourCardRank,
    /// The lowest standing played.
    pub play_from: FourCardRank,
}

impl RankRule {
    /// Raises whatever may be raised, and plays from this standing on.
    pub fn playing_from(game: &MainGame, play_from: FourCardRank) -> Self {
        Self { raise_from: game.may_raise_from(), play_from }
    }

    /// Of all rules that raise whatever may be raised, the one that costs least.
    pub fn cheapest(game: &MainGame) -> Self {
        // Going down from the top, playing one standing more gains or loses what its hands do.
        let (mut gained, mut best) = (0, (0, game.may_raise_from()));
        for equals in by_standing_of(game).rev().skip_while(|equals| equals[0].standing >= game.may_raise_from()) {
            gained += equals
                .iter()
                .map(|hand| i128::from(hand.weight) * i128::from(hand.gain(PlayDecision::Play)))
                .sum::<i128>();
            if gained > best.0 {
                best = (gained, equals[0].standing);
            }
        }
        Self::playing_from(game, best.1)
    }

    /// What it does with a hand.
    pub fn decide(&self, hand: &SolvedHand) -> PlayDecision {
        match hand.standing {
            standing if standing < self.play_from => PlayDecision::Fold,
            standing if standing < self.raise_from => PlayDecision::Play,
            _ => PlayDecision::Raise,
        }
    }

    /// What it costs against the best play, in Antes per round.
    pub fn cost(&self, game: &MainGame) -> Fraction {
        game.cost(|hand| self.decide(hand))
    }
}

/// Where one decision gives way to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionBorder {
    /// The decision below it.
    pub below: PlayDecision,
    /// The decision above it.
    pub above: PlayDecision,
    /// The strongest hand decided as below; of equals the one that comes nearest to the decision above.
    pub strongest_below: SolvedHand,
    /// The weakest hand decided as above; of equals the one that comes nearest to the decision below.
    pub weakest_above: SolvedHand,
    /// The hands of one rank that are decided both ways, weakest first.
    pub mixed: Vec<SuitSplit>,
}

/// Hands of one rank and one fifth card, of which the suits decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuitSplit {
    /// The best four.
    pub four: String,
    /// The card left out.
    pub fifth: Rank,
    /// How many hands are decided as below the border.
    pub below: u64,
    /// How many are decided as above it.
    pub above: u64,
}

impl DecisionBorder {
    /// The border between two decisions; none where either is never best.
    pub fn between(game: &MainGame, below: PlayDecision, above: PlayDecision) -> Option<Self> {
        let closeness = |hand: &&SolvedHand| (hand.gain(above) - hand.gain(below)).abs();
        let decided = |decision| game.hands().iter().filter(move |hand| hand.best == decision);
        let strongest = decided(below).map(|hand| hand.standing).max()?;
        let weakest = decided(above).map(|hand| hand.standing).min()?;
        let strongest_below = decided(below).filter(|hand| hand.standing == strongest).min_by_key(closeness)?;
        let weakest_above = decided(above).filter(|hand| hand.standing == weakest).min_by_key(closeness)?;
        let between = game.hands().iter().filter(|hand| (weakest..=strongest).contains(&hand.standing));
        Some(Self {
            below,
            above,
            strongest_below: *strongest_below,
            weakest_above: *weakest_above,
            mixed: mixed(between, above),
        })
    }
}

/// The hands next to a border by rank and fifth card, of which some are decided as above it.
fn mixed<'a>(hands: impl Iterator<Item = &'a SolvedHand>, above: PlayDecision) -> Vec<SuitSplit> {
    let mut by_fifth: BTreeMap<(FourCardRank, Rank), SuitSplit> = BTreeMap::new();
    for hand in hands {
        let four = best_four(hand.hand);
        let Some(fifth) = hand.hand.difference(four).first().and_then(Card::rank) else { continue };
        let entry = by_fifth.entry((hand.standing, fifth)).or_insert_with(|| SuitSplit {
            four: ranks(four),
            fifth,
            below: 0,
            above: 0,
        });
        if hand.best == above {
            entry.above += hand.weight;
        } else {
            entry.below += hand.weight;
        }
    }
    by_fifth.into_values().collect()
}

/// The best four of five cards.
fn best_four(hand: CardSet) -> CardSet {
    let ranking = game(Regulation::Pa657a).ranking(&Choices::default());
    choose(hand, 4).max_by_key(|&four| ranking.rank(four)).unwrap_or(hand)
}

/// The ranks of cards, those there are more of first: `K-Q-8-4`, `A-A-5-3`.
fn ranks(cards: CardSet) -> String {
    let mut ranks: Vec<Rank> = cards.iter().filter_map(Card::rank).collect();
    let alike = |rank: Rank| cards.iter().filter(|card| card.rank() == Some(rank)).count();
    ranks.sort_by_key(|&rank| std::cmp::Reverse((alike(rank), rank)));
    ranks.iter().map(|rank| rank.letter().to_string()).collect::<Vec<_>>().join("-")
}

/// What a standing is called: `K-Q-8-4`, `pair A-A-5-3`.
pub fn name_of(game: &MainGame, standing: FourCardRank) -> String {
    let tables = BestFour::get();
    let four = game.hands().iter().find(|hand| hand.standing == standing).map(|hand| ranks(best_four(hand.hand)));
    let four = four.unwrap_or_default();
    match croupier_rules::game(Regulation::Pa657a).ranking(&Choices::default()).category(tables.rank(standing)) {
        Category::HighCard => four,
        category => format!("{category} {four}"),
    }
}

/// What is wrong with a four-card hand written by its ranks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a four-card hand: write four ranks, such as K-Q-8-4 or A-A-5-3")]
pub struct ParseFourError(String);

/// The lowest standing that is not below four cards written by their ranks: `K-Q-8-4`.
///
/// # Errors
/// If there are not four ranks.
pub fn read_four(written: &str) -> Result<FourCardRank, ParseFourError> {
    let wrong = || ParseFourError(written.chars().take(16).collect());
    let cards = written.split('-').zip(Suit::ALL).map(|(rank, suit)| {
        let letter = <[u8; 1]>::try_from(rank.as_bytes()).ok()?[0];
        Card::from_letters([letter, suit.letter() as u8])
    });
    let cards: CardSet = cards.collect::<Option<_>>().ok_or_else(wrong)?;
    if cards.len() != 4 || written.split('-').count() != 4 {
        return Err(wrong());
    }
    let least = game(Regulation::Pa657a).ranking(&Choices::default()).rank(cards);
    Ok(BestFour::get().least(|rank: HandRank| rank >= least))
}

/// The hands of a solved game, one slice for each standing, lowest first.
fn by_standing_of(game: &MainGame) -> impl DoubleEndedIterator<Item = &[SolvedHand]> {
    game.hands().chunk_by(|one, other| one.standing == other.standing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved() -> MainGame {
        MainGame::solve(&Choices::default())
    }

    #[test]
    fn the_cheapest_simple_rule_is_the_published_one() {
        let game = solved();
        let rule = RankRule::cheapest(&game);
        assert_eq!(name_of(&game, rule.play_from), "K-Q-8-4");
        assert_eq!(name_of(&game, rule.raise_from), "pair A-A-5-3");
        assert_eq!(rule.play_from, read_four("K-Q-8-4").unwrap());
        let cost = rule.cost(&game);
        assert!(cost > Fraction::ZERO && cost < Fraction::new(1, 100_000), "{cost}");
        for dearer in ["K-Q-8-5", "K-Q-8-3", "K-4-3-2", "2-2-4-3"] {
            assert!(RankRule::playing_from(&game, read_four(dearer).unwrap()).cost(&game) > cost, "{dearer}");
        }
    }

    #[test]
    fn the_border_between_folding_and_playing_lies_about_king_queen_eight_four() {
        let game = solved();
        let border = DecisionBorder::between(&game, PlayDecision::Fold, PlayDecision::Play).unwrap();
        assert!(border.weakest_above.standing < border.strongest_below.standing);
        let both_ways: Vec<&str> = border
            .mixed
            .iter()
            .filter(|mixed| mixed.below > 0 && mixed.above > 0)
            .map(|mixed| mixed.four.as_str())
            .collect();
        assert!(both_ways.contains(&"K-Q-8-4"), "{both_ways:?}");
    }

    #[test]
    fn whatever_may_be_raised_is_raised() {
        let game = solved();
        let border = DecisionBorder::between(&game, PlayDecision::Play, PlayDecision::Raise).unwrap();
        assert_eq!(border.weakest_above.standing, game.may_raise_from());
        assert!(border.mixed.is_empty());
        assert!(
            game.hands()
                .iter()
                .all(|hand| (hand.standing >= game.may_raise_from()) == (hand.best == PlayDecision::Raise))
        );
    }

    #[test]
    fn a_decision_looked_up_is_the_best_for_every_naming_of_the_suits() {
        let game = solved();
        let strategy = DecisionTable::best(&game);
        for hand in game.hands().iter().step_by(7) {
            let [a, b, c, d] = hand.hand.suits();
            for suits in [[a, b, c, d], [d, c, b, a], [b, d, a, c]] {
                let cards = CardSet::from_suits(suits, false);
                assert_eq!(strategy.decide(cards, hand.standing), hand.best, "{cards}");
            }
        }
    }

    #[test]
    fn what_is_not_four_ranks_is_refused() {
        for wrong in ["", "K-Q-8", "K-Q-8-4-2", "K-Q-8-1", "KQ84", "Ks-Q-8-4"] {
            assert!(read_four(wrong).is_err(), "{wrong}");
        }
    }
}
