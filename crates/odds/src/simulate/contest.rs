//! How the wagers that contest the dealer end, by the law itself: [`Game::judge`] rules on them.
//!
//! A Crazy 4 round is to take a tenth of a microsecond, and there the law is asked once for every kind of ending: which
//! row of the Super Bonus the player holds, who is higher, whether the dealer qualifies. Rounds that end the same way
//! are settled from memory.

use super::SimulationError;
use super::draw::Deck;
use super::strategy::{Decision, Strategy};
use super::wagers::worth;
use croupier_rules::games::crazy_4::dealer_qualifies;
use croupier_rules::house_way::Dealer;
use croupier_rules::{
    Award, CardSet, Choices, Fate, Game, HandRank, Holding, Judgement, Ranking, Setting, Tariff, WagerKind,
};
use std::cmp::Ordering;

/// How a contest ended for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    /// What the main wager, with those that go with it, came to.
    pub(super) net: i64,
    /// What was put down for it.
    pub(super) wagered: i64,
    /// What the house paid on it.
    pub(super) paid: i64,
    /// What the Double Down Wager came to, if one was made.
    pub(super) doubled: Option<i64>,
    /// The place of the outcome in the list of outcomes.
    pub(super) outcome: usize,
    /// Whether the hand was folded.
    pub(super) folded: bool,
}

/// A game's contest between players and dealer.
pub(super) trait Contest {
    /// The dealer's hand, ready for comparison.
    type Dealer;
    /// What the outcomes are called.
    const OUTCOMES: &'static [&'static str];
    /// The dealer turns his cards and sets them.
    fn dealer(&self, deck: &Deck) -> Result<Self::Dealer, SimulationError>;
    /// The seat whose cards lie in the deck from a place on decides, and its wagers are settled.
    fn settle(&mut self, deck: &Deck, from: usize, dealer: &Self::Dealer) -> Result<Ended, SimulationError>;
}

/// What becomes of a stake.
fn net(fate: Fate, stake: i64, award: &Award) -> (i64, i64) {
    match fate {
        Fate::Lose => (-stake, 0),
        Fate::Return => (0, 0),
        Fate::Pay => {
            let (won, stake_back) = worth(award, stake);
            (if stake_back { won } else { won - stake }, won)
        }
    }
}

/// §§ 659a.12(a), 575.12(a), 670a.12(a), 657a.12(a), MA 12(i): every text pays its contests 1 to 1.
const EVEN: Award = Award::To(1, 1);

const FROM_ONE_DECK: &str = "all cards come from one deck, and the house way sets lawfully";

/// Hands set by both sides: the Asia texts and § 670a.
pub(super) struct Settings<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) choices: Choices,
    pub(super) dealer: &'a Dealer<'a>,
    pub(super) strategy: &'a dyn Strategy,
    pub(super) stake: i64,
}

impl Contest for Settings<'_> {
    type Dealer = Setting;
    const OUTCOMES: &'static [&'static str] = &["win", "tie", "lose"];

    fn dealer(&self, deck: &Deck) -> Result<Setting, SimulationError> {
        let cards = deck.cards(0, self.dealer.cards());
        self.dealer.set(cards).map(|set| set.setting).ok_or(SimulationError::Unset(cards))
    }

    fn settle(&mut self, deck: &Deck, from: usize, dealer: &Setting) -> Result<Ended, SimulationError> {
        let cards = deck.cards(from, self.dealer.cards());
        let Some(Decision::Set { setting, double_down }) = self.strategy.decide(cards) else {
            return Err(SimulationError::Unset(cards));
        };
        let judged = self.game.judge(&self.choices, &setting, dealer).expect(FROM_ONE_DECK);
        let mut ended = Ended { net: 0, wagered: self.stake, paid: 0, doubled: None, outcome: 0, folded: false };
        for (wager, fate, _) in judged.iter() {
            let (net, paid) = net(fate, self.stake, &EVEN);
            if wager == WagerKind::Main {
                (ended.net, ended.paid) = (net, paid);
                ended.outcome = match fate {
                    Fate::Pay => 0,
                    Fate::Return => 1,
                    Fate::Lose => 2,
                };
            } else if double_down {
                ended.doubled = Some(net);
            }
        }
        Ok(ended)
    }
}

/// The best four of five cards against a dealer who needs a king: § 657a.11(b), § 657a.11(c).
#[derive(Clone)]
pub(super) struct FourCards<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) choices: Choices,
    pub(super) strategy: &'a dyn Strategy,
    pub(super) ranking: Ranking,
    pub(super) super_bonus: &'a Tariff,
    pub(super) ante: i64,
    /// What the law said of each kind of ending, by row, order and whether the dealer qualifies.
    pub(super) remembered: Vec<Option<Judgement>>,
}

/// The cards of a hand.
const FIVE: usize = 5;
/// The rows a Super Bonus table may have, and one place for none.
const ROWS: usize = 16;

impl<'a> FourCards<'a> {
    /// Nothing remembered yet.
    pub(super) fn new(
        game: &'static dyn Game,
        choices: Choices,
        strategy: &'a dyn Strategy,
        super_bonus: &'a Tariff,
        ante: i64,
    ) -> Self {
        let ranking = game.ranking(&choices);
        Self { game, choices, strategy, ranking, super_bonus, ante, remembered: vec![None; ROWS * 3 * 2] }
    }
}

impl Contest for FourCards<'_> {
    type Dealer = (CardSet, HandRank);
    const OUTCOMES: &'static [&'static str] = &["fold", "dealer does not qualify", "win", "tie", "lose"];

    fn dealer(&self, deck: &Deck) -> Result<Self::Dealer, SimulationError> {
        let cards = deck.cards(0, FIVE);
        Ok((cards, self.ranking.best(cards)))
    }

    fn settle(
        &mut self,
        deck: &Deck,
        from: usize,
        &(theirs, theirs_rank): &Self::Dealer,
    ) -> Result<Ended, SimulationError> {
        let cards = deck.cards(from, FIVE);
        let times = match self.strategy.decide(cards) {
            Some(Decision::Play(times)) => times,
            Some(Decision::Fold) => {
                let lost = 2 * self.ante;
                return Ok(Ended { net: -lost, wagered: lost, paid: 0, doubled: None, outcome: 0, folded: true });
            }
            _ => return Err(SimulationError::Unset(cards)),
        };
        let rank = self.ranking.best(cards);
        let row = self.super_bonus.place(cards, &Holding::of(cards));
        let order = rank.cmp(&theirs_rank);
        let qualifies = dealer_qualifies(theirs_rank);
        let kind = (row.map_or(0, |row| usize::from(row) + 1) * 3 + (order as i8 + 1) as usize) * 2 + usize::from(qualifies);
        let judged = *self.remembered[kind].get_or_insert_with(|| {
            let (ours, theirs) = (Setting::unset(cards), Setting::unset(theirs));
            self.game.judge(&self.choices, &ours, &theirs).expect(FROM_ONE_DECK)
        });
        let bonus = row.and_then(|row| self.super_bonus.row(row)).map_or(&Award::Push, |row| &row.award);
        let mut ended =
            Ended { net: 0, wagered: (2 + times) * self.ante, paid: 0, doubled: None, outcome: 0, folded: false };
        for (wager, fate, _) in judged.iter() {
            let (net, paid) = match wager {
                WagerKind::Play => net(fate, times * self.ante, &EVEN),
                WagerKind::SuperBonus => net(fate, self.ante, bonus),
                _ => net(fate, self.ante, &EVEN),
            };
            ended.net += net;
            ended.paid += paid;
        }
        ended.outcome = match (qualifies, order) {
            (false, _) => 1,
            (true, Ordering::Greater) => 2,
            (true, Ordering::Equal) => 3,
            (true, Ordering::Less) => 4,
        };
        Ok(ended)
    }
}
