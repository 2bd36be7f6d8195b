//! The contest of Crazy 4: the best four of five cards against a dealer who needs a king, § 657a.11(b), § 657a.11(c).
//!
//! A round is to take a tenth of a microsecond, so the law is asked once for every kind of ending, not for every round:
//! which row of the Super Bonus the player holds, who is higher, whether the dealer qualifies. What [`Game::judge`] says
//! of the first such deal is remembered. In the same way the player is asked beforehand about every hand of the deck up
//! to a renaming of suits, and only where equal hands are not played alike is he asked again at the table.

use super::SimulationError;
use super::contest::{Contest, EVEN, Ended, FROM_ONE_DECK, net};
use super::draw::Deck;
use super::strategy::{Decision, Strategy};
use crate::crazy_4::{BestFour, Standing};
use croupier_rules::games::crazy_4::dealer_qualifies;
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{Award, Card, Choices, Game, Holding, Readings, Setting, Tariff, WagerKind};
use std::cmp::Ordering;

/// The cards of a hand.
const FIVE: usize = 5;
/// The rows a Super Bonus table may have, and one place for none.
const ROWS: usize = 16;
/// The most a Play Wager may be, in Antes.
const MOST: usize = 3;
/// A hand about which the player must be asked.
const ASK: u8 = u8::MAX;

/// What is known of a hand by where its best four cards stand.
#[derive(Clone, Copy)]
struct Known {
    /// The Play Wager in Antes, nothing being a fold; or [`ASK`].
    times: u8,
    /// One more than the row of the Super Bonus, or nothing.
    row: u8,
    qualifies: bool,
}

/// What a kind of ending comes to for each Play Wager: the net, and what the house pays.
type Worth = [(i64, i64); MOST + 1];

/// A player, the law, and what is remembered of it.
#[derive(Clone)]
pub(super) struct FourCards<'a> {
    game: &'static dyn Game,
    choices: Choices,
    strategy: &'a dyn Strategy,
    tables: &'static BestFour,
    super_bonus: &'a Tariff,
    ante: i64,
    known: Vec<Known>,
    remembered: Vec<Option<Worth>>,
}

/// The Super Bonus of a text that has one: § 657a.12(b).
pub(super) fn super_bonus(game: &'static dyn Game, readings: Readings) -> Option<Tariff> {
    let spec = game.wagers().iter().find(|spec| spec.kind == WagerKind::SuperBonus)?;
    Some(Tariff::new(spec.ladder?, game.payouts().paytable(spec.kind, None)?, readings))
}

impl<'a> FourCards<'a> {
    pub(super) fn new(
        game: &'static dyn Game,
        choices: Choices,
        strategy: &'a dyn Strategy,
        super_bonus: &'a Tariff,
        ante: i64,
    ) -> Result<Self, SimulationError> {
        let tables = BestFour::get();
        let qualifies = |&rank| Known { times: 0, row: 0, qualifies: dealer_qualifies(rank) };
        let mut known: Vec<Known> = tables.ranks().iter().map(qualifies).collect();
        let mut seen = vec![false; known.len()];
        let mut unanswered = None;
        for part in 0..PARTS {
            each_suit_class(FIVE, false, part, |class| {
                let times = match strategy.decide(class.hand) {
                    Some(Decision::Fold) => 0,
                    Some(Decision::Play(times)) if (1..=MOST as i64).contains(&times) => times as u8,
                    _ => {
                        unanswered = Some(class.hand);
                        return;
                    }
                };
                let standing = tables.of_set(class.hand).index();
                let known = &mut known[standing];
                if !seen[standing] {
                    seen[standing] = true;
                    known.times = times;
                    known.row = super_bonus.place(class.hand, &Holding::of(class.hand)).map_or(0, |row| row + 1);
                } else if known.times != times {
                    known.times = ASK;
                }
            });
        }
        match unanswered {
            Some(hand) => Err(SimulationError::Unset(hand)),
            None => Ok(Self {
                game,
                choices,
                strategy,
                tables,
                super_bonus,
                ante,
                known,
                remembered: vec![None; ROWS * 3 * 2],
            }),
        }
    }

    /// What the law makes of these two hands for each Play Wager.
    fn judged(&self, ours: [Card; FIVE], theirs: [Card; FIVE], row: u8) -> Worth {
        let [ours, theirs] = [ours, theirs].map(|hand| Setting::unset(hand.into_iter().collect()));
        let judged = self.game.judge(&self.choices, &ours, &theirs).expect(FROM_ONE_DECK);
        let row = row.checked_sub(1).and_then(|row| self.super_bonus.row(row));
        let bonus = row.map_or(&Award::Push, |row| &row.award);
        std::array::from_fn(|times| {
            judged.iter().fold((0, 0), |(all, all_paid), (wager, fate, _)| {
                let (net, paid) = match wager {
                    WagerKind::Play => net(fate, times as i64 * self.ante, &EVEN),
                    WagerKind::SuperBonus => net(fate, self.ante, bonus),
                    _ => net(fate, self.ante, &EVEN),
                };
                (all + net, all_paid + paid)
            })
        })
    }

    fn asked(&self, hand: [Card; FIVE]) -> usize {
        match self.strategy.decide(hand.into_iter().collect()) {
            Some(Decision::Play(times)) => times as usize,
            _ => 0,
        }
    }
}

impl Contest for FourCards<'_> {
    type Dealer = ([Card; FIVE], Standing);
    const OUTCOMES: &'static [&'static str] = &["fold", "dealer does not qualify", "win", "tie", "lose"];

    #[inline]
    fn dealer(&self, deck: &Deck) -> Result<Self::Dealer, SimulationError> {
        let hand = deck.hand(0);
        Ok((hand, self.tables.of(&hand)))
    }

    #[inline]
    fn settle(&mut self, deck: &Deck, from: usize, dealer: &Self::Dealer) -> Result<Ended, SimulationError> {
        let hand: [Card; FIVE] = deck.hand(from);
        let ours = self.tables.of(&hand);
        let (theirs_hand, theirs) = *dealer;
        let known = self.known[ours.index()];
        let times = if known.times == ASK { self.asked(hand) } else { usize::from(known.times) };
        if times == 0 {
            let lost = 2 * self.ante;
            return Ok(Ended { net: -lost, wagered: lost, paid: 0, doubled: None, outcome: 0, folded: true });
        }
        let order = ours.cmp(&theirs);
        let qualifies = self.known[theirs.index()].qualifies;
        let kind = (usize::from(known.row) * 3 + (order as i8 + 1) as usize) * 2 + usize::from(qualifies);
        let worth = match self.remembered[kind] {
            Some(worth) => worth[times],
            None => {
                let judged = self.judged(hand, theirs_hand, known.row);
                self.remembered[kind].insert(judged)[times]
            }
        };
        let outcome = match (qualifies, order) {
            (false, _) => 1,
            (true, Ordering::Greater) => 2,
            (true, Ordering::Equal) => 3,
            (true, Ordering::Less) => 4,
        };
        let wagered = (2 + times as i64) * self.ante;
        Ok(Ended { net: worth.0, wagered, paid: worth.1, doubled: None, outcome, folded: false })
    }
}
