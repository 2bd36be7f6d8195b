//! The contest of Crazy 4: the best four of five cards against a dealer who needs a king, § 657a.11(b), § 657a.11(c).
//!
//! A round is to take a tenth of a microsecond, so the law is asked once for every kind of ending, not for every round:
//! which row of the Super Bonus the player holds, who is higher, whether the dealer qualifies. What [`judge_ranks`]
//! says of the first such deal is remembered. In the same way the player is asked beforehand about every hand of the
//! deck up to a renaming of suits, and only where equal hands are not played alike is he asked again at the table.

use super::SimulationError;
use super::contest::{ContestEnd, EVEN, SimulatedContest, net};
use super::strategy::{SeatDecision, Strategy};
use crate::crazy_4::{BestFour, FourCardRank};
use croupier_rules::games::crazy_4::{dealer_qualifies, judge_ranks};
use croupier_rules::shuffle::ShuffleDeck;
use croupier_rules::suit_class::{PARTS, each_suit_class};
use croupier_rules::{Award, Card, CardSet, Choices, Game, Holding, PayIndex, Readings, WagerKind};
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
struct RankFacts {
    /// The Play Wager in Antes, nothing being a fold; or [`ASK`].
    times: u8,
    /// One more than the row of the Super Bonus, or nothing.
    row: u8,
    qualifies: bool,
}

/// What a kind of ending comes to for each Play Wager: the net, and what the house pays.
pub(super) type EndingValue = [(i64, i64); MOST + 1];

/// A player, the law, and what is remembered of it.
#[derive(Clone)]
pub(super) struct FourCards<'a> {
    choices: Choices,
    strategy: &'a dyn Strategy,
    tables: &'static BestFour,
    super_bonus: &'a PayIndex,
    ante: i64,
    known: Vec<RankFacts>,
    remembered: Vec<Option<EndingValue>>,
}

/// The Super Bonus of a text that has one: § 657a.12(b).
pub(super) fn super_bonus(game: &'static dyn Game, readings: Readings) -> Option<PayIndex> {
    let spec = game.wagers().iter().find(|spec| spec.kind == WagerKind::SuperBonus)?;
    Some(PayIndex::new(spec.ladder?, game.payouts().paytable(spec.kind, None)?, readings))
}

impl<'a> FourCards<'a> {
    pub(super) fn new(
        choices: Choices,
        strategy: &'a dyn Strategy,
        super_bonus: &'a PayIndex,
        ante: i64,
    ) -> Result<Self, SimulationError> {
        let tables = BestFour::get();
        let qualifies = |&rank| RankFacts { times: 0, row: 0, qualifies: dealer_qualifies(rank) };
        let mut known: Vec<RankFacts> = tables.ranks().iter().map(qualifies).collect();
        let mut seen = vec![false; known.len()];
        let mut unanswered = None;
        for part in 0..PARTS {
            each_suit_class(FIVE, false, part, |class| {
                let times = match strategy.decide(class.hand) {
                    Some(SeatDecision::Fold) => 0,
                    Some(SeatDecision::Play(times)) if (1..=MOST as i64).contains(&times) => times as u8,
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
            None => {
                Ok(Self { choices, strategy, tables, super_bonus, ante, known, remembered: vec![None; ROWS * 3 * 2] })
            }
        }
    }

    /// What it comes to when hands that stand so meet, for each Play Wager.
    #[inline]
    pub(super) fn meeting(&mut self, ours: FourCardRank, theirs: FourCardRank) -> EndingValue {
        let (row, qualifies) = (self.known[ours.index()].row, self.qualifies(theirs));
        let kind = (usize::from(row) * 3 + (ours.cmp(&theirs) as i8 + 1) as usize) * 2 + usize::from(qualifies);
        match self.remembered[kind] {
            Some(worth) => worth,
            None => {
                let judged = self.judged(ours, theirs, row);
                *self.remembered[kind].insert(judged)
            }
        }
    }

    /// What the law makes of it.
    fn judged(&self, ours: FourCardRank, theirs: FourCardRank, row: u8) -> EndingValue {
        let judged = judge_ranks(&self.choices, self.tables.rank(ours), self.tables.rank(theirs));
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

    /// Whether a dealer's hand that stands so qualifies.
    #[inline]
    pub(super) fn qualifies(&self, theirs: FourCardRank) -> bool {
        self.known[theirs.index()].qualifies
    }

    /// The Play Wager in Antes; nothing is a fold.
    #[inline]
    pub(super) fn times(&self, hand: [Card; FIVE], standing: FourCardRank) -> usize {
        match self.known[standing.index()].times {
            ASK => match self.strategy.decide(hand.into_iter().collect::<CardSet>()) {
                Some(SeatDecision::Play(times)) => times as usize,
                _ => 0,
            },
            times => usize::from(times),
        }
    }
}

impl SimulatedContest for FourCards<'_> {
    type Dealer = FourCardRank;
    const OUTCOMES: &'static [&'static str] = &["fold", "dealer does not qualify", "win", "tie", "lose"];

    #[inline]
    fn dealer(&self, deck: &ShuffleDeck) -> Result<FourCardRank, SimulationError> {
        Ok(self.tables.of(&deck.hand(0)))
    }

    #[inline]
    fn settle(
        &mut self,
        deck: &ShuffleDeck,
        from: usize,
        &theirs: &FourCardRank,
    ) -> Result<ContestEnd, SimulationError> {
        let hand = deck.hand(from);
        let ours = self.tables.of(&hand);
        let times = self.times(hand, ours);
        if times == 0 {
            let lost = 2 * self.ante;
            return Ok(ContestEnd { net: -lost, wagered: lost, paid: 0, doubled: None, outcome: 0, folded: true });
        }
        let (net, paid) = self.meeting(ours, theirs)[times];
        let outcome = match ours.cmp(&theirs) {
            _ if !self.qualifies(theirs) => 1,
            Ordering::Greater => 2,
            Ordering::Equal => 3,
            Ordering::Less => 4,
        };
        let wagered = (2 + times as i64) * self.ante;
        Ok(ContestEnd { net, wagered, paid, doubled: None, outcome, folded: false })
    }
}

#[cfg(test)]
mod tests {
    use super::super::draw::RandomDraws;
    use super::super::strategy::FoldBelow;
    use super::*;
    use croupier_rules::{ReadingId, Regulation, Setting, WagerFate, game};

    /// What the game itself makes of two hands with this Play Wager, by the printed Super Bonus row.
    fn by_the_game(choices: &Choices, ours: CardSet, theirs: CardSet, times: i64) -> i64 {
        let game = game(Regulation::Pa657a);
        let spec = game.wagers().iter().find(|spec| spec.kind == WagerKind::SuperBonus).unwrap();
        let table = game.payouts().paytable(WagerKind::SuperBonus, None).unwrap();
        let judged = game.judge(choices, &Setting::unset(ours), &Setting::unset(theirs)).unwrap();
        let ends = judged.iter().map(|(wager, fate, _)| {
            let stake = if wager == WagerKind::Play { 1_000 * times } else { 1_000 };
            match (fate, wager) {
                (WagerFate::Lose, _) => -stake,
                (WagerFate::Return, _) => 0,
                (WagerFate::Pay, WagerKind::SuperBonus) => {
                    match table.row(spec.ladder.unwrap(), ours, choices.readings).unwrap().award {
                        Award::To(pays, unit) => stake * pays / unit,
                        _ => panic!("§ 657a.12(b) pays to 1"),
                    }
                }
                (WagerFate::Pay, _) => stake,
            }
        });
        ends.sum()
    }

    #[test]
    fn every_deal_is_settled_as_the_game_judges_it() {
        for alternative in [false, true] {
            let readings = Readings::default();
            let behind = ReadingId::SUPER_BONUS_WHEN_BEHIND;
            let readings = if alternative { readings.choose(behind).unwrap() } else { readings };
            let choices = Choices { readings, ..Choices::default() };
            let bonus = super_bonus(game(Regulation::Pa657a), readings).unwrap();
            let mut contest = FourCards::new(choices, &FoldBelow(FourCardRank::LOWEST), &bonus, 1_000).unwrap();
            let mut deck = ShuffleDeck::new(CardSet::FIFTY_TWO, 2 * FIVE);
            let mut draws = RandomDraws::stream(657, u64::from(alternative));
            for _ in 0..50_000 {
                deck.shuffle(&mut draws);
                let dealer = contest.dealer(&deck).unwrap();
                let ended = contest.settle(&deck, FIVE, &dealer).unwrap();
                let (ours, theirs) = (deck.cards(FIVE, FIVE), deck.cards(0, FIVE));
                let times = if game(Regulation::Pa657a).may_raise(ours) { 3 } else { 1 };
                assert_eq!(ended.net, by_the_game(&choices, ours, theirs, times), "{ours} / {theirs}");
                assert_eq!(ended.wagered, (2 + times) * 1_000);
            }
        }
    }
}
