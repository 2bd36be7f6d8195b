//! Every hand a player can be dealt, with what each lawful setting of it comes to against all dealer's hands.

use super::dealer_counts::{BySuit, CountQuery, DealerHandsByRank, DealerTally, Parts, QueryHand};
use super::hands::{HandRules, Plain, PlayerSetting, Suited, UnsetHand};
use super::ranks::{JOKER, PLACES, RankList, bit};
use crate::progress::Progress;
use croupier_rules::{CardSet, Setting};
use rayon::prelude::*;

/// What a setting comes to: dealer's hands in all, and those that the high hand, the low hand and both of them beat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct BeatenCounts {
    pub(super) of: DealerTally,
    pub(super) by_high: DealerTally,
    pub(super) by_low: DealerTally,
    pub(super) by_both: DealerTally,
}

/// A bound on the low card that all dealer's hands are below.
const ANY_LOW: u8 = 13;

/// How many sweeps the counting takes.
pub(super) const SWEEPS: u8 = ANY_LOW + 1;

/// A strength that all high hands are below.
const ABOVE_ALL: u32 = u32::MAX;

/// The settings of one hand, and where in the book their figures stand.
struct Entry {
    plays: Vec<PlayerSetting>,
    /// For each setting the answers for the high hand, the low hand and both.
    answers: Vec<[u32; 3]>,
    /// The answer for all dealer's hands.
    of: u32,
    /// The setting that the house way chooses.
    house: usize,
}

/// One hand opened in the book.
pub(super) struct StrategyEntry<'book> {
    pub(super) plays: &'book [PlayerSetting],
    /// For each setting what it comes to.
    pub(super) beaten: [BeatenCounts; 6],
    /// The setting that the house way chooses.
    pub(super) house: usize,
}

impl StrategyEntry<'_> {
    /// The setting that is worth most; of those worth the same the one named is taken, and else the first.
    pub(super) fn greatest(&self, named: usize, worth: fn(&BeatenCounts) -> i32) -> usize {
        let better = |best, place| if worth(&self.beaten[place]) > worth(&self.beaten[best]) { place } else { best };
        (0..self.plays.len()).fold(named, better)
    }
}

/// All hands and their figures.
pub(super) struct StrategyTable {
    plain: Vec<Entry>,
    /// The ranks of each plain hand, as bits without the joker's.
    masks: Vec<u16>,
    /// The plain hand at each place of [`Ranks::place`].
    places: Vec<u32>,
    suited: Vec<Entry>,
    /// The first suited hand with each set of ranks in its suit.
    starts: Vec<u32>,
    /// The answers of each sweep, by the bound on the low card.
    answers: Vec<Vec<DealerTally>>,
}

/// The questions of each sweep, and how many entries their answers take.
struct Asked {
    sweeps: Vec<(Vec<CountQuery>, usize)>,
}

impl Asked {
    fn ask(&mut self, low: u8, below: u32, asker: QueryHand, entries: usize) -> u32 {
        let (questions, next) = &mut self.sweeps[usize::from(low)];
        let answer = *next as u32;
        questions.push(CountQuery { below, asker, answer });
        *next += entries;
        answer
    }

    /// Asks all that there is to know about a hand that the house way sets so.
    fn entry(&mut self, law: &HandRules<'_>, house: &Setting, asker: QueryHand, entries: usize) -> Entry {
        let plays = law.settings(house.cards());
        let house = law.place(&plays, house).expect("a dealer sets hands lawfully");
        let answers = plays.iter().map(|play| {
            [(play.high.strength(), ANY_LOW), (ABOVE_ALL, play.beats), (play.high.strength(), play.beats)]
                .map(|(below, low)| self.ask(low, below, asker, entries))
        });
        let answers = answers.collect();
        Entry { of: self.ask(ANY_LOW, ABOVE_ALL, asker, entries), plays, answers, house }
    }
}

impl Entry {
    /// Looks up what each setting comes to.
    fn opened(&self, look: impl Fn(u8, u32) -> DealerTally) -> StrategyEntry<'_> {
        let of = look(ANY_LOW, self.of);
        let mut beaten = [BeatenCounts::default(); 6];
        for ((beaten, play), &[high, low, both]) in beaten.iter_mut().zip(&self.plays).zip(&self.answers) {
            let by_high = look(ANY_LOW, high);
            *beaten = BeatenCounts { of, by_high, by_low: look(play.beats, low), by_both: look(play.beats, both) };
        }
        StrategyEntry { plays: &self.plays, beaten, house: self.house }
    }
}

impl StrategyTable {
    /// Counts everything.
    pub(super) fn new(law: &HandRules<'_>, progress: &dyn Progress) -> Result<Self, UnsetHand> {
        let plain = law.plain_hands()?;
        let suited = law.suited_hands(&plain)?;
        let mut places = vec![0; PLACES];
        (0..).zip(&plain).for_each(|(i, hand)| places[hand.ranks.place()] = i);
        let mut starts = vec![0; 1 << JOKER];
        suited.iter().enumerate().rev().for_each(|(i, hand)| starts[usize::from(hand.suit)] = i as u32);
        let mut asked = Asked { sweeps: vec![(Vec::new(), 0); usize::from(SWEEPS)] };
        let plain_entry =
            |(i, hand): (u32, &Plain)| asked.entry(law, &hand.house, QueryHand::Plain(i), BySuit::len(hand));
        let plain_entries = (0..).zip(&plain).map(plain_entry).collect();
        let suited_entry = |(i, hand): (u32, &Suited)| {
            let asker = QueryHand::Suited { hand: i, ranks: places[RankList::of(hand.house.cards()).place()] };
            asked.entry(law, &hand.house, asker, 1)
        };
        let suited_entries = (0..).zip(&suited).map(suited_entry).collect();
        let parts = Parts::of(&plain);
        let dealt = DealerHandsByRank::new(&plain, &suited, &parts);
        let sweep = |(low, (questions, entries)): (usize, &mut (Vec<CountQuery>, usize))| {
            questions.sort_by_key(|question| question.below);
            let answers = dealt.answer(low as u8, questions, *entries);
            progress.advance(1);
            answers
        };
        let answers = asked.sweeps.par_iter_mut().enumerate().map(sweep).collect();
        let masks = plain.iter().map(|hand| hand.ranks.mask() & !bit(JOKER)).collect();
        Ok(Self { plain: plain_entries, masks, places, suited: suited_entries, starts, answers })
    }

    /// The settings of some cards and what each comes to.
    pub(super) fn open(&self, cards: CardSet) -> StrategyEntry<'_> {
        let suits = cards.suits();
        let joker = if cards.has_joker() { bit(JOKER) } else { 0 };
        let answers = |low: u8, at: u32| &self.answers[usize::from(low)][at as usize..];
        if let Some(suit) = suits.into_iter().find(|suit| (suit | joker).count_ones() >= 5) {
            let off: u16 = suits.into_iter().filter(|&other| other != suit).sum();
            let start = self.starts[usize::from(suit | joker)];
            let entry = &self.suited[(start + off.checked_ilog2().unwrap_or(0)) as usize];
            return entry.opened(|low, at| answers(low, at)[0]);
        }
        let hand = self.places[RankList::of(cards).place()] as usize;
        let sets = suits.map(|suit| place_among(suit, self.masks[hand]));
        self.plain[hand].opened(|low, at| BySuit(answers(low, at)).of(sets))
    }
}

/// The place of a set of ranks among all sets of the ranks in `mask`.
fn place_among(set: u16, mask: u16) -> usize {
    let mut place = 0;
    let mut left = set;
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        place |= 1 << (mask & (lowest - 1)).count_ones();
        left ^= lowest;
    }
    place
}
