//! How the wagers that contest the dealer end, by the law itself: [`Game::judge`] rules on them.

use super::SimulationError;
use super::strategy::{SeatDecision, Strategy};
use croupier_rules::house_way::HouseWaySetter;
use croupier_rules::shuffle::ShuffleDeck;
use croupier_rules::{Award, Cents, Choices, Game, Setting, WagerFate, WagerKind};

/// How a contest ended for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ContestEnd {
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
pub(super) trait SimulatedContest {
    /// The dealer's hand, ready for comparison.
    type Dealer;
    /// What the outcomes are called.
    const OUTCOMES: &'static [&'static str];
    /// The dealer turns his cards and sets them.
    fn dealer(&self, deck: &ShuffleDeck) -> Result<Self::Dealer, SimulationError>;
    /// The seat whose cards lie in the deck from a place on decides, and its wagers are settled.
    fn settle(&mut self, deck: &ShuffleDeck, from: usize, dealer: &Self::Dealer)
    -> Result<ContestEnd, SimulationError>;
}

/// What a stake comes to, and what the house adds to it.
pub(super) fn net(fate: WagerFate, stake: i64, award: &Award) -> (i64, i64) {
    match fate {
        WagerFate::Lose => (-stake, 0),
        WagerFate::Return => (0, 0),
        WagerFate::Pay => {
            let won = award.worth(Cents(stake)).won.0;
            (if award.returns_stake() { won } else { won - stake }, won)
        }
    }
}

/// §§ 659a.12(a), 575.12(a), 670a.12(a), 657a.12(a), MA 12(i): every text pays its contests 1 to 1.
pub(super) const EVEN: Award = Award::To(1, 1);

const FROM_ONE_DECK: &str = "all cards come from one deck, and the house way sets lawfully";

/// Hands set by both sides: the Asia texts and § 670a.
pub(super) struct SetHands<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) choices: Choices,
    pub(super) dealer: &'a HouseWaySetter<'a>,
    pub(super) strategy: &'a dyn Strategy,
    pub(super) stake: i64,
}

impl SimulatedContest for SetHands<'_> {
    type Dealer = Setting;
    const OUTCOMES: &'static [&'static str] = &["win", "tie", "lose"];

    fn dealer(&self, deck: &ShuffleDeck) -> Result<Setting, SimulationError> {
        let cards = deck.cards(0, self.dealer.cards());
        self.dealer.set(cards).map(|set| set.setting).ok_or(SimulationError::Unset(cards))
    }

    fn settle(&mut self, deck: &ShuffleDeck, from: usize, dealer: &Setting) -> Result<ContestEnd, SimulationError> {
        let cards = deck.cards(from, self.dealer.cards());
        let Some(SeatDecision::Set { setting, double_down }) = self.strategy.decide(cards) else {
            return Err(SimulationError::Unset(cards));
        };
        let judged = self.game.judge(&self.choices, &setting, dealer).expect(FROM_ONE_DECK);
        let mut ended = ContestEnd { net: 0, wagered: self.stake, paid: 0, doubled: None, outcome: 0, folded: false };
        for (wager, fate, _) in judged.iter() {
            let (net, paid) = net(fate, self.stake, &EVEN);
            if wager == WagerKind::Main {
                (ended.net, ended.paid) = (net, paid);
                ended.outcome = match fate {
                    WagerFate::Pay => 0,
                    WagerFate::Return => 1,
                    WagerFate::Lose => 2,
                };
            } else if double_down {
                ended.doubled = Some(net);
            }
        }
        Ok(ended)
    }
}
