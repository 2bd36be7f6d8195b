//! What Crazy 4 players gain who show each other their cards before they decide.
//!
//! With six players each knows thirty cards, and the dealer holds five of the other 22: one of 26,334 hands. So nothing
//! is left to chance but the players' own cards: for every deal both decisions, with and without the others' cards, are
//! valued exactly over all those hands, by one walk that serves all players. The gain of a deal is never negative, and
//! its mean settles far sooner than a difference of two simulations would.

use super::SimulationError;
use super::draw::RandomDraws;
use super::estimate::{Estimate, Sums};
use super::four_cards::{FourCards, super_bonus};
use super::strategy::Strategy;
use super::{MOST_SEATS, WAVE};
use crate::counting::choose;
use crate::crazy_4::{BestFour, FourCardRank};
use crate::progress::Progress;
use croupier_rules::shuffle::ShuffleDeck;
use croupier_rules::{Card, CardSet, Choices, Game};
use rayon::prelude::*;
use serde::Serialize;

/// The cards of a hand.
const FIVE: usize = 5;
/// A deal takes a fifth of a millisecond, so a block has few.
const BLOCK: u64 = 256;
/// Streams that no block of plain rounds draws from.
const STREAMS: u64 = 1 << 63;
/// All payouts are whole numbers of the Ante's hundredth part.
const ANTE: i64 = 100;

/// The gain. Figures are per Ante.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SharedCards {
    /// How many rounds were dealt.
    pub rounds: u64,
    /// How many players showed each other their cards.
    pub seats: u8,
    /// What a player is up who looks at his own cards alone.
    pub alone: Estimate,
    /// What he is up who heeds all cards shown.
    pub shown: Estimate,
    /// The difference.
    pub gain: Estimate,
    /// How many hands were decided otherwise.
    pub decided_otherwise: u64,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    alone: Sums,
    shown: Sums,
    gain: Sums,
    otherwise: u64,
}

/// Values the decisions of so many players, alone by this strategy and together by the best one.
///
/// # Errors
/// If there are no rounds or not that many seats, if the game is not Crazy 4, or the strategy leaves a hand open.
pub fn share_cards(
    game: &'static dyn Game,
    choices: Choices,
    strategy: &dyn Strategy,
    (rounds, seed, seats): (u64, u64, u8),
    progress: &dyn Progress,
) -> Result<SharedCards, SimulationError> {
    if rounds == 0 {
        return Err(SimulationError::NoRounds);
    }
    if !(1..=MOST_SEATS).contains(&seats) {
        return Err(SimulationError::Seats(seats, MOST_SEATS));
    }
    let super_bonus = super_bonus(game, choices.readings).ok_or(SimulationError::CardsNotShown(game.text()))?;
    let player = FourCards::new(choices, strategy, &super_bonus, ANTE)?;
    let blocks = rounds.div_ceil(BLOCK);
    let mut all = Tally::default();
    progress.begin("deals with shared cards", rounds);
    for wave in (0..blocks).step_by(WAVE as usize) {
        let numbers: Vec<u64> = (wave..blocks.min(wave + WAVE)).collect();
        let block = |number: u64| {
            let count = BLOCK.min(rounds - number * BLOCK);
            let mut deals =
                Deals::new(game, player.clone(), usize::from(seats), RandomDraws::stream(seed, STREAMS + number));
            (0..count).for_each(|_| deals.deal());
            progress.advance(count);
            deals.tally
        };
        for tally in numbers.into_par_iter().map(block).collect::<Vec<_>>() {
            all.alone.merge(&tally.alone);
            all.shown.merge(&tally.shown);
            all.gain.merge(&tally.gain);
            all.otherwise += tally.otherwise;
        }
    }
    progress.end();
    let left = game.deck().len() - FIVE * usize::from(seats);
    let unit = (ANTE * i64::from(seats)) as f64 * choose(left as u32, FIVE as u32) as f64;
    let estimate = |sums: &Sums| sums.estimate(rounds, unit);
    let [alone, shown, gain] = [&all.alone, &all.shown, &all.gain].map(estimate);
    Ok(SharedCards { rounds, seats, alone, shown, gain, decided_otherwise: all.otherwise })
}

/// One block of deals.
struct Deals<'a> {
    game: &'static dyn Game,
    player: FourCards<'a>,
    tables: &'static BestFour,
    seats: usize,
    draws: RandomDraws,
    deck: ShuffleDeck,
    /// How many of the dealer's hands stand at each standing, and the standings that occur.
    dealers: Vec<i64>,
    standings: Vec<FourCardRank>,
    tally: Tally,
}

impl<'a> Deals<'a> {
    fn new(game: &'static dyn Game, player: FourCards<'a>, seats: usize, draws: RandomDraws) -> Self {
        let tables = BestFour::get();
        Self {
            game,
            player,
            tables,
            seats,
            draws,
            deck: ShuffleDeck::new(game.deck(), seats * FIVE),
            dealers: vec![0; tables.ranks().len()],
            standings: Vec::new(),
            tally: Tally::default(),
        }
    }

    fn deal(&mut self) {
        self.deck.shuffle(&mut self.draws);
        let left = self.game.deck().difference(self.deck.cards(0, self.seats * FIVE));
        let (dealers, standings) = (&mut self.dealers, &mut self.standings);
        self.tables.each_hand(left, |_, standing| {
            let count = &mut dealers[standing.index()];
            if *count == 0 {
                standings.push(standing);
            }
            *count += 1;
        });
        let (mut alone, mut shown) = (0, 0);
        for seat in 0..self.seats {
            let hand: [Card; FIVE] = self.deck.hand(seat * FIVE);
            let standing = self.tables.of(&hand);
            let values = self.values(standing);
            let own = self.player.times(hand, standing);
            let may_raise = self.game.may_raise(hand.into_iter().collect::<CardSet>());
            let lawful: &[usize] = if may_raise { &[0, 1, 3] } else { &[0, 1] };
            let best =
                lawful.iter().copied().fold(own, |best, times| if values[times] > values[best] { times } else { best });
            alone += values[own];
            shown += values[best];
            self.tally.otherwise += u64::from(best != own);
        }
        self.tally.alone.add(alone);
        self.tally.shown.add(shown);
        self.tally.gain.add(shown - alone);
        for standing in self.standings.drain(..) {
            self.dealers[standing.index()] = 0;
        }
    }

    /// What each Play Wager is worth to a hand that stands so, added up over the dealer's hands; nothing is a fold.
    fn values(&mut self, ours: FourCardRank) -> [i64; 4] {
        let hands: i64 = self.standings.iter().map(|standing| self.dealers[standing.index()]).sum();
        let mut values = [-2 * ANTE * hands, 0, 0, 0];
        for &theirs in &self.standings {
            let count = self.dealers[theirs.index()];
            let worth = self.player.meeting(ours, theirs);
            for (value, (net, _)) in values.iter_mut().zip(worth).skip(1) {
                *value += count * net;
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crazy_4::{DecisionTable as BestPlay, MainGame, choices_for};
    use crate::progress::NoProgress;
    use croupier_rules::{Regulation, game};

    #[test]
    fn a_deal_is_valued_as_the_one_hand_with_known_cards_is() {
        let choices = Choices::default();
        let crazy_4 = game(Regulation::Pa657a);
        let best = BestPlay::best(&MainGame::solve(&choices));
        let bonus = super_bonus(crazy_4, choices.readings).unwrap();
        let player = FourCards::new(choices, &best, &bonus, ANTE).unwrap();
        let mut deals = Deals::new(crazy_4, player, 6, RandomDraws::stream(3, STREAMS));
        for _ in 0..20 {
            deals.deal();
            let known = deals.deck.cards(0, 30);
            let expected: f64 = (0..6)
                .map(|seat| {
                    let hand = deals.deck.cards(seat * FIVE, FIVE);
                    choices_for(&choices, hand, known.difference(hand))[0].value().to_f64()
                })
                .sum();
            let shown = deals.tally.shown.sum as f64 / (ANTE as f64 * choose(22, 5) as f64);
            assert!((shown - expected).abs() < 1e-9, "{shown} {expected}");
            deals.tally = Tally::default();
        }
    }

    #[test]
    fn one_player_gains_nothing_and_six_gain_a_little() {
        let choices = Choices::default();
        let crazy_4 = game(Regulation::Pa657a);
        let solved = MainGame::solve(&choices);
        let best = BestPlay::best(&solved);
        let share = |rounds, seats| share_cards(crazy_4, choices, &best, (rounds, 5, seats), &NoProgress).unwrap();
        let alone = share(1, 1);
        assert_eq!((alone.gain.mean, alone.decided_otherwise), (0.0, 0));
        let six = share(4_000, 6);
        let edge = solved.best_play().house_edge().to_f64();
        assert!(six.alone.deviations(-edge).abs() < 4.0, "{:?} {edge}", six.alone);
        assert!(six.gain.confidence_95.unwrap()[0] > 0.0 && six.gain.mean < 0.02, "{:?}", six.gain);
    }
}
