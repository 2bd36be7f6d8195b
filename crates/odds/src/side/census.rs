//! How many hands of the deck hold which rungs of a ladder.
//!
//! A paytable without a row for a rung pays the next rung that holds and has one, so what counts is not the
//! first rung of a hand but the set of all it holds. Counted once by that set, the hands give every letter and every
//! what-if table without another walk through the deck.

use crate::progress::Progress;
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{CardSet, Game, Holding, Ladder, Readings, Suit};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// What is asked of the deck: the rungs of a ladder under a side of the doubtful readings.
#[derive(Clone, Copy, Debug)]
pub struct LadderQuery {
    /// The ladder.
    pub ladder: &'static Ladder,
    /// The readings.
    pub readings: Readings,
}

impl LadderQuery {
    /// The rungs these cards hold.
    fn rungs(&self, holding: &Holding) -> u16 {
        let rungs = self.ladder.rungs.iter().enumerate();
        rungs.fold(0, |held, (place, rung)| held | u16::from((rung.holds)(holding, self.readings)) << place)
    }
}

/// Hands that hold the same rungs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RungHands {
    /// The rungs held, the best one in the lowest bit.
    pub rungs: u16,
    /// Whether five or more cards are of one suit, by which table E of § 657a.12(g) tells royal flushes apart. A hand
    /// of seven has at most one such suit.
    pub five_suited: bool,
}

/// The hands of the deck by the rungs they hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Census(Vec<(RungHands, u64)>);

impl Census {
    /// The sets of rungs that occur, and how many hands hold exactly these.
    pub fn counts(&self) -> impl Iterator<Item = (RungHands, u128)> {
        self.0.iter().map(|&(held, hands)| (held, u128::from(hands)))
    }

    /// All hands of the deck.
    pub fn hands(&self) -> u128 {
        self.counts().map(|(_, hands)| hands).sum()
    }
}

/// Walks through the deck and answers all questions, in their order.
pub fn census(game: &dyn Game, questions: &[LadderQuery], progress: &dyn Progress) -> Vec<Census> {
    let mut sizes: Vec<usize> = questions.iter().map(|question| question.ladder.cards).collect();
    sizes.sort_unstable();
    sizes.dedup();
    progress.begin("counting hands", (sizes.len() * PARTS) as u64);
    let mut answers = vec![Census(Vec::new()); questions.len()];
    for size in sizes {
        let places: Vec<usize> = (0..questions.len()).filter(|&place| questions[place].ladder.cards == size).collect();
        let asked: Vec<LadderQuery> = places.iter().map(|&place| questions[place]).collect();
        for (place, counts) in places.into_iter().zip(walk(game, size, &asked, progress)) {
            answers[place] = sparse(&counts);
        }
    }
    progress.end();
    answers
}

/// Hands by rungs held, which stand in the upper bits, and whether five are of a suit.
type Counts = Vec<u64>;

fn sparse(counts: &Counts) -> Census {
    let held = |place: usize| RungHands { rungs: (place >> 1) as u16, five_suited: place & 1 == 1 };
    let some = counts.iter().enumerate().filter(|&(_, &hands)| hands > 0);
    Census(some.map(|(place, &hands)| (held(place), hands)).collect())
}

fn walk(game: &dyn Game, size: usize, questions: &[LadderQuery], progress: &dyn Progress) -> Vec<Counts> {
    let joker = game.deck().has_joker();
    let none = || questions.iter().map(|question| vec![0; 2 << question.ladder.rungs.len()]).collect::<Vec<Counts>>();
    let part = |mut counts: Vec<Counts>, part| {
        each_suit_class(size, joker, part, |class| {
            let holding = Holding::of(class.hand);
            let five_suited = usize::from(five_suited(class.hand));
            for (counts, question) in counts.iter_mut().zip(questions) {
                counts[usize::from(question.rungs(&holding)) << 1 | five_suited] += class.weight;
            }
        });
        progress.advance(1);
        counts
    };
    (0..PARTS).into_par_iter().fold(none, part).reduce(none, |mut all, more| {
        for (all, more) in all.iter_mut().flatten().zip(more.iter().flatten()) {
            *all += more;
        }
        all
    })
}

fn five_suited(cards: CardSet) -> bool {
    Suit::ALL.into_iter().any(|suit| cards.suit(suit).count_ones() >= 5)
}
