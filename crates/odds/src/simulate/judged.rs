//! The contest of any game in which players play on or fold: the game itself judges every deal.

use super::SimulationError;
use super::contest::{ContestEnd, EVEN, SimulatedContest, net};
use super::strategy::{SeatDecision, Strategy};
use croupier_rules::shuffle::ShuffleDeck;
use croupier_rules::{
    Award, CardSet, Choices, Game, Holding, Outcome, PayIndex, PlacedWhen, Setting, WagerKind, WagerSpec,
};

/// A game judged deal by deal.
#[derive(Clone)]
pub(super) struct JudgedHands<'a> {
    game: &'static dyn Game,
    choices: Choices,
    strategy: &'a dyn Strategy,
    stake: i64,
    /// The wagers a player must place to take part, each as large as the main one.
    to_take_part: i64,
    /// What the wagers pay that are paid by their hand.
    by_hand: Vec<(WagerKind, PayIndex)>,
}

impl<'a> JudgedHands<'a> {
    pub(super) fn new(
        game: &'static dyn Game,
        choices: Choices,
        strategy: &'a dyn Strategy,
        stake: i64,
    ) -> Result<Self, SimulationError> {
        if game.procedure().playing.play_or_fold.is_none() {
            return Err(SimulationError::NoPlayWager(game.text()));
        }
        let with_main = || game.wagers().iter().filter(|spec| spec.placed == PlacedWhen::ToTakePart);
        let by_hand = |spec: &WagerSpec| {
            let table = game.payouts().paytable(spec.kind, None)?;
            Some((spec.kind, PayIndex::new(spec.ladder?, table, choices.readings)))
        };
        let (to_take_part, by_hand) = (with_main().count() as i64, with_main().filter_map(by_hand).collect());
        Ok(Self { game, choices, strategy, stake, to_take_part, by_hand })
    }

    /// What the main wager takes at least from a player who stays in.
    pub(super) fn least(&self) -> i64 {
        (self.to_take_part + 1) * self.stake
    }

    fn cards(&self, deck: &ShuffleDeck, from: usize) -> CardSet {
        deck.cards(from, self.game.cards_dealt())
    }

    fn award(&self, wager: WagerKind, cards: CardSet) -> &Award {
        let Some((_, index)) = self.by_hand.iter().find(|(kind, _)| *kind == wager) else { return &EVEN };
        let row = index.place(cards, &Holding::of(cards)).and_then(|row| index.row(row));
        row.map_or(&Award::Push, |row| &row.award)
    }
}

const FROM_ONE_DECK: &str = "all cards come from one deck";

impl SimulatedContest for JudgedHands<'_> {
    type Dealer = CardSet;
    const OUTCOMES: &'static [&'static str] = &["fold", "dealer does not qualify", "win", "tie", "lose"];

    fn dealer(&self, deck: &ShuffleDeck) -> Result<CardSet, SimulationError> {
        Ok(self.cards(deck, 0))
    }

    fn settle(&mut self, deck: &ShuffleDeck, from: usize, &dealer: &CardSet) -> Result<ContestEnd, SimulationError> {
        let cards = self.cards(deck, from);
        let times = match self.strategy.decide(cards) {
            Some(SeatDecision::Fold) => {
                let lost = self.to_take_part * self.stake;
                return Ok(ContestEnd { net: -lost, wagered: lost, paid: 0, doubled: None, outcome: 0, folded: true });
            }
            Some(SeatDecision::Play(times)) => times,
            Some(SeatDecision::Set { .. }) | None => return Err(SimulationError::Unset(cards)),
        };
        let (player, dealer) = (Setting::unset(cards), Setting::unset(dealer));
        let judged = self.game.judge(&self.choices, &player, &dealer).expect(FROM_ONE_DECK);
        let compared = self.game.compare(&self.choices, &player, &dealer).expect(FROM_ONE_DECK);
        let outcome = match compared.outcome {
            _ if compared.qualifies == Some(false) => 1,
            Outcome::Win => 2,
            Outcome::Tie => 3,
            Outcome::Lose => 4,
        };
        let (mut up, mut paid) = (0, 0);
        for (wager, fate, _) in judged.iter() {
            let stake = if wager == WagerKind::Play { times * self.stake } else { self.stake };
            let (won, added) = net(fate, stake, self.award(wager, cards));
            (up, paid) = (up + won, paid + added);
        }
        let wagered = (self.to_take_part + times) * self.stake;
        Ok(ContestEnd { net: up, wagered, paid, doubled: None, outcome, folded: false })
    }
}
