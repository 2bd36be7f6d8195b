//! A player for tests: he looks at what he may see of the table, and answers what he is asked.

use croupier_rules::submission::Stake;
use croupier_rules::{Cents, FundedBy, Phase, PlacedWhen, Seat, Wager, WagerKind};
use croupier_table::{Command, Prompt, TableConfig, Tender, View};

/// The least wagers that take part in a round: the main wager and one of every progressive.
pub(crate) fn wagers(house: &TableConfig, seat: Seat) -> Vec<Command> {
    let main = house.price(WagerKind::Main).map(|price| price.offered.stake);
    let Some(Stake::Within(limits)) = main else { return Vec::new() };
    let mut placed = Vec::new();
    for price in house.prices() {
        let amount = match price.offered.stake {
            _ if price.spec.kind == WagerKind::Main => limits.minimum,
            Stake::Fixed(amount) => amount,
            Stake::EqualToMain | Stake::Within(_) => continue,
        };
        let electronic = price.spec.kind == WagerKind::FiveCardHandBonus;
        let tender = if electronic { Tender::GameAccount } else { Tender::Chips };
        placed.push(Command::Place { seat, wager: Wager::own(price.spec.kind), amount, tender });
    }
    placed
}

/// Every wager that a seat can place before the cards, each at its least; the bonus of the dealer's hand too.
pub(crate) fn all_wagers(house: &TableConfig, seat: Seat) -> Vec<Command> {
    let mut placed = Vec::new();
    for price in house.prices() {
        let amount = match (price.offered.stake, price.spec.placed) {
            (_, PlacedWhen::AfterSeeingCards | PlacedWhen::Never) | (Stake::EqualToMain, _) => continue,
            (Stake::Fixed(amount), _) => amount,
            (Stake::Within(limits), _) => limits.minimum,
        };
        let electronic = price.spec.settled.made_with == FundedBy::GameAccount;
        let tender = if electronic { Tender::GameAccount } else { Tender::Chips };
        placed.push(Command::Place { seat, wager: Wager::own(price.spec.kind), amount, tender });
        if Wager::ON_DEALER.kind == price.spec.kind {
            placed.push(Command::Place { seat, wager: Wager::ON_DEALER, amount, tender });
        }
    }
    // The others go beside the main wager.
    placed.sort_by_key(|place| !matches!(place, Command::Place { wager, .. } if *wager == Wager::own(WagerKind::Main)));
    placed
}

/// The answer to the first thing this seat is asked.
pub(crate) fn answer(house: &TableConfig, view: &View, seat: Seat) -> Option<Command> {
    let place = view.seats.iter().find(|place| place.seat == seat)?;
    view.asks.iter().find_map(|ask| match *ask {
        Prompt::SetHands { seat: asked, .. } if asked == seat => {
            let (setting, _) = house.set(place.hand.cards?)?;
            Some(Command::SetHands { seat, setting: Some(setting) })
        }
        Prompt::DoubleDown { seat: asked, .. } if asked == seat => Some(Command::DoubleDown { seat, take: false }),
        Prompt::PlayOrFold { seat: asked, least, .. } if asked == seat => Some(Command::Play { seat, amount: least }),
        Prompt::VoidHand { seat: asked, .. } if asked == seat => Some(Command::VoidHand { seat, void: false }),
        _ => None,
    })
}

/// Whether the house waits for a seat to surrender, or to say that it does not.
pub(crate) fn may_surrender(view: &View, seat: Seat) -> bool {
    let mut asks = view.asks.iter();
    view.phase == Phase::Responding
        && asks.any(|ask| matches!(*ask, Prompt::Surrender { seat: asked, .. } if asked == seat))
}

/// What a player brings to the table.
pub(crate) const STAKE: Cents = Cents::dollars(5_000);
