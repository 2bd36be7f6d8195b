//! Any game in which a player looks at the cards and plays on or folds, counted deal by deal.
//!
//! Nothing is asked but what a [`Game`] answers, so that a game a caller adds has exact odds without a line in this
//! crate. Note: the game judges once for each rank the dealer may hold, so its judgement may depend on nothing
//! else of the dealer's cards. Every hand is compared with every other, which three cards take well; for the five of
//! Crazy 4 there is [`crazy_4`](crate::crazy_4), and a test holds the two together hand by hand.

use crate::choice::{Choice, DecisionKind, best_first};
use crate::distribution::Distribution;
use crate::fraction::Fraction;
use crate::simulate::{SeatDecision, Strategy};
use croupier_rules::suit_class::{PARTS, SuitClass, each_suit_class};
use croupier_rules::{
    Award, CardSet, Choices, Game, HandError, HandRank, Judgement, PlacedWhen, Setting, WagerFate, WagerKind,
};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The hands with which one decision is best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionRange {
    /// The decision: `fold`, `play 1x`.
    pub decision: String,
    /// How many hands of the deck.
    pub hands: u128,
    /// The weakest of them, and what the decision is worth with it.
    pub weakest: (CardSet, Fraction),
    /// The strongest of them, and what the decision is worth with it.
    pub strongest: (CardSet, Fraction),
}

/// A player who knows the best decision for every hand of the deck.
pub struct PlayOrFoldPlayer {
    /// The Play Wager in times of the main one, nothing being a fold, by the suit class of the hand.
    times: BTreeMap<CardSet, i64>,
}

impl Strategy for PlayOrFoldPlayer {
    fn decide(&self, cards: CardSet) -> Option<SeatDecision> {
        Some(match *self.times.get(&of_class(cards))? {
            0 => SeatDecision::Fold,
            times => SeatDecision::Play(times),
        })
    }
}

/// A player who never folds and never raises.
#[derive(Clone, Copy, Debug)]
pub struct AlwaysPlay;

impl Strategy for AlwaysPlay {
    fn decide(&self, _: CardSet) -> Option<SeatDecision> {
        Some(SeatDecision::Play(1))
    }
}

/// The hand that stands for the suit class of these cards.
fn of_class(cards: CardSet) -> CardSet {
    let mut suits = cards.suits();
    suits.sort_unstable_by(|one, other| other.cmp(one));
    CardSet::from_suits(suits, cards.has_joker())
}

/// A game of this kind, with every hand of its deck ranked.
pub struct PlayOrFoldGame<'a> {
    game: &'a dyn Game,
    choices: Choices,
    /// The most a Play Wager may be, in times of the main wager, with a hand that allows more than one.
    most: i64,
    /// The wagers that a player must place to take part, each as large as the main one.
    to_take_part: i64,
    hands: Vec<(CardSet, usize)>,
    ranks: usize,
}

impl<'a> PlayOrFoldGame<'a> {
    /// The game under these choices; none if it asks nobody to play or fold.
    pub fn new(game: &'a dyn Game, choices: Choices) -> Option<Self> {
        let most = game.procedure().playing.play_or_fold?.most;
        let to_take_part = game.wagers().iter().filter(|spec| spec.placed == PlacedWhen::ToTakePart).count() as i64;
        let ranking = game.ranking(&choices);
        let ranked: Vec<(CardSet, HandRank)> = hands(game).map(|hand| (hand, ranking.best(hand))).collect();
        let mut ranks: Vec<HandRank> = ranked.iter().map(|&(_, rank)| rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let place = |rank: &HandRank| ranks.partition_point(|known| known < rank);
        let hands = ranked.iter().map(|(hand, rank)| (*hand, place(rank))).collect();
        Some(Self { game, choices, most, to_take_part, hands, ranks: ranks.len() })
    }

    /// What the player can do with a hand, best first, over every hand the dealer may hold.
    ///
    /// # Errors
    /// If the game cannot judge two hands that share no card.
    pub fn choices_for(&self, hand: CardSet) -> Result<Vec<Choice>, HandError> {
        self.choices_knowing(hand, CardSet::EMPTY)
    }

    /// The same where some cards are known to be with nobody who matters.
    ///
    /// # Errors
    /// If the game cannot judge two hands that share no card.
    pub fn choices_knowing(&self, hand: CardSet, known: CardSet) -> Result<Vec<Choice>, HandError> {
        let judged = self.judged(hand, known)?;
        let most = if self.game.may_raise(hand) { self.most } else { 1 };
        let mut choices =
            vec![Choice::new(DecisionKind::Fold, "fold", self.fold(judged.iter().map(|(_, deals)| deals).sum()))];
        for times in 1..=most {
            let mut outcomes = Distribution::default();
            for (judgement, deals) in &judged {
                let wagered = Fraction::from(i128::from(self.to_take_part + times));
                outcomes.add(describe(judgement), self.net(hand, judgement, times), wagered, *deals);
            }
            choices.push(Choice::new(DecisionKind::Play, play_name(times), outcomes));
        }
        Ok(best_first(choices))
    }

    /// What the game comes to for a player who always chooses best, per unit of the main wager.
    ///
    /// # Errors
    /// If the game cannot judge two hands that share no card.
    pub fn best_play(&self) -> Result<Distribution, HandError> {
        let mut comes_to = Distribution::default();
        for (class, choice) in self.best_choices()? {
            for outcome in choice.outcomes.outcomes {
                comes_to.add(outcome.name, outcome.net, outcome.wagered, outcome.count * u128::from(class.weight));
            }
        }
        Ok(comes_to)
    }

    /// A player who always chooses best, for simulations.
    ///
    /// # Errors
    /// If the game cannot judge two hands that share no card.
    pub fn best_player(&self) -> Result<PlayOrFoldPlayer, HandError> {
        let best = self.best_choices()?.into_iter();
        let times = best.map(|(class, choice)| (of_class(class.hand), self.times(&choice))).collect();
        Ok(PlayOrFoldPlayer { times })
    }

    /// Every decision that is best with some hand, and the weakest and strongest of these hands, the least Play Wager
    /// first.
    ///
    /// # Errors
    /// If the game cannot judge two hands that share no card.
    pub fn decisions(&self) -> Result<Vec<DecisionRange>, HandError> {
        let ranking = self.game.ranking(&self.choices);
        let mut ranges: BTreeMap<i64, ([HandRank; 2], DecisionRange)> = BTreeMap::new();
        for (class, choice) in self.best_choices()? {
            let (rank, at) = (ranking.best(class.hand), (class.hand, choice.value()));
            let range = DecisionRange { decision: choice.name.to_string(), hands: 0, weakest: at, strongest: at };
            let ([low, high], range) = ranges.entry(self.times(&choice)).or_insert(([rank, rank], range));
            range.hands += u128::from(class.weight);
            if rank < *low {
                (*low, range.weakest) = (rank, at);
            }
            if rank > *high {
                (*high, range.strongest) = (rank, at);
            }
        }
        Ok(ranges.into_values().map(|(_, range)| range).collect())
    }

    /// The best choice for every hand of the deck, up to a renaming of suits.
    fn best_choices(&self) -> Result<Vec<(SuitClass, Choice)>, HandError> {
        let (cards, deck) = (self.game.cards_dealt(), self.game.deck());
        let mut classes: Vec<SuitClass> = Vec::new();
        for part in 0..PARTS {
            each_suit_class(cards, deck.has_joker(), part, |class| classes.push(class));
        }
        classes.retain(|class| class.hand.difference(deck).is_empty());
        let best = |class: SuitClass| Ok((class, self.choices_for(class.hand)?.swap_remove(0)));
        classes.into_par_iter().map(best).collect()
    }

    /// The Play Wager of a choice in times of the main wager; nothing is a fold.
    fn times(&self, choice: &Choice) -> i64 {
        (1..=self.most).find(|times| choice.name == play_name(*times)).unwrap_or(0)
    }

    /// How the game judges this hand, and against how many of the dealer's.
    fn judged(&self, hand: CardSet, known: CardSet) -> Result<Vec<(Judgement, u128)>, HandError> {
        let mut dealers: Vec<Option<(CardSet, u128)>> = vec![None; self.ranks];
        let away = hand.union(known);
        for &(dealer, rank) in self.hands.iter().filter(|(dealer, _)| dealer.intersection(away).is_empty()) {
            dealers[rank].get_or_insert((dealer, 0)).1 += 1;
        }
        let mut judged: Vec<(Judgement, u128)> = Vec::new();
        for (dealer, deals) in dealers.into_iter().flatten() {
            let judgement = self.game.judge(&self.choices, &Setting::unset(hand), &Setting::unset(dealer))?;
            match judged.iter_mut().find(|(known, _)| *known == judgement) {
                Some((_, known)) => *known += deals,
                None => judged.push((judgement, deals)),
            }
        }
        Ok(judged)
    }

    fn fold(&self, deals: u128) -> Distribution {
        let lost = Fraction::from(i128::from(self.to_take_part));
        let mut outcomes = Distribution::default();
        outcomes.add("fold", -lost, lost, deals);
        outcomes
    }

    /// What the player is up, with a Play Wager of so many times the main one.
    fn net(&self, hand: CardSet, judgement: &Judgement, times: i64) -> Fraction {
        let wagers = judgement.iter().map(|(kind, fate, _)| {
            let stake = Fraction::from(i128::from(if kind == WagerKind::Play { times } else { 1 }));
            match fate {
                WagerFate::Lose => -stake,
                WagerFate::Return => Fraction::ZERO,
                WagerFate::Pay => stake * self.pays(kind, hand),
            }
        });
        wagers.sum()
    }

    /// What one unit wins: by its ladder where it has one, and otherwise even money, as every contest is paid.
    fn pays(&self, kind: WagerKind, hand: CardSet) -> Fraction {
        let Some(ladder) = self.game.wagers().iter().find(|spec| spec.kind == kind).and_then(|spec| spec.ladder) else {
            return Fraction::ONE;
        };
        let table = self.game.payouts().paytable(kind, None);
        match table.and_then(|table| table.row(ladder, hand, self.choices.readings)).map(|row| &row.award) {
            Some(Award::To(pays, unit)) => Fraction::new(i128::from(*pays), i128::from(*unit)),
            Some(Award::For(pays)) => Fraction::from(i128::from(pays - 1)),
            // No text pays a contest a fixed sum or from a meter.
            Some(Award::Push | Award::Fixed(_) | Award::MeterShare(..)) | None => Fraction::ZERO,
        }
    }
}

/// Every hand of the game's deck. A deck is the lowest bits of a set, so the sets of a size are counted upwards.
fn hands(game: &dyn Game) -> impl Iterator<Item = CardSet> {
    let deck = game.deck();
    let mut next = (1_u64 << game.cards_dealt()) - 1;
    let sets = std::iter::from_fn(move || {
        let set = (next <= deck.bits()).then_some(next)?;
        // The next higher number with as many bits: the lowest run carries, and what is left of it starts anew below.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        next = carried | (((set ^ carried) >> 2) / lowest);
        Some(CardSet::from_bits(set))
    });
    sets.filter(move |set| set.difference(deck).is_empty())
}

fn play_name(times: i64) -> String {
    format!("play {times}x")
}

/// `main paid, play returned`
fn describe(judgement: &Judgement) -> String {
    let word = |fate| match fate {
        WagerFate::Lose => "lost",
        WagerFate::Return => "returned",
        WagerFate::Pay => "paid",
    };
    let wagers: Vec<String> = judgement.iter().map(|(kind, fate, _)| format!("{kind} {}", word(fate))).collect();
    wagers.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crazy_4;
    use croupier_rules::{Regulation, game};

    #[test]
    fn a_game_that_asks_nobody_to_fold_is_not_of_this_kind() {
        assert!(PlayOrFoldGame::new(game(Regulation::Pa670a), Choices::default()).is_none());
    }

    /// Two ways to one number: by asking the game for every rank of the dealer, and by the tables of chapter 657a.
    #[test]
    fn a_hand_of_crazy_4_is_worth_what_its_own_tables_say() {
        let rules = Choices::default();
        let counted = PlayOrFoldGame::new(game(Regulation::Pa657a), rules).unwrap();
        for hand in ["As Ad 9c 5h 2d", "Ks Qd 8c 5h 2d", "Jh Th 9h 8h 2c", "Qs Jd 7c 5h 2d"] {
            let hand: CardSet = hand.parse().unwrap();
            let valued = |choices: Vec<Choice>| -> Vec<_> {
                choices.into_iter().map(|choice| (choice.value(), choice.name)).collect()
            };
            let here = valued(counted.choices_for(hand).unwrap());
            assert_eq!(here, valued(crazy_4::choices_for(&rules, hand, CardSet::EMPTY)), "{hand}");
        }
    }
}
