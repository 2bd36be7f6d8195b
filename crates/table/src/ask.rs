//! What a table waits for: questions to seats, dealer, floorperson and house.

use crate::deck::DeckId;
use croupier_rules::{Cents, Clause, Seat, Wager};
use serde::Serialize;

/// A share of a meter that falls due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ShareDue {
    /// Which of the table's meters.
    pub meter: u8,
    /// How much of it.
    pub percent: i64,
    /// Among how many it is divided.
    pub heads: u8,
}

/// Something the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Set your hands.
    SetHands {
        /// Whose.
        seat: Seat,
        /// The clause.
        clause: Clause,
    },
    /// Double down?
    DoubleDown {
        /// Whose.
        seat: Seat,
        /// How much it would be.
        amount: Cents,
        /// The clause.
        clause: Clause,
    },
    /// Play or fold?
    PlayOrFold {
        /// Whose.
        seat: Seat,
        /// The least.
        least: Cents,
        /// The most these cards allow; at an observed table the most any cards would.
        most: Cents,
        /// The clause.
        clause: Clause,
    },
    /// Surrender? The round does not wait for it.
    Surrender {
        /// Whose.
        seat: Seat,
        /// The clause.
        clause: Clause,
    },
    /// Void the hand, or play it out?
    VoidHand {
        /// Whose.
        seat: Seat,
        /// The clause.
        clause: Clause,
    },
    /// The dealer's next step with a deck.
    Deck {
        /// Which.
        deck: DeckId,
        /// What is to be done.
        step: DeckStep,
        /// The clause.
        clause: Clause,
    },
    /// The dealer's next step in the round.
    Dealer {
        /// What is to be done.
        step: DealerStep,
        /// The clause.
        clause: Clause,
    },
    /// A floorperson is to validate a payout.
    Validate {
        /// Whose.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The clause.
        clause: Clause,
    },
    /// A floorperson is to make chips and count agree.
    CorrectProgressive {
        /// The chips counted.
        chips: u8,
        /// The wagers the system accepted.
        accepted: u8,
        /// The clause.
        clause: Clause,
    },
    /// The house is to take a share off a meter.
    Reserve(ShareDue),
    /// The house is to draw a Magic Card and a Lucky position.
    SystemDraws {
        /// The clause.
        clause: Clause,
    },
    /// The documents for a payout are to be completed.
    Document {
        /// Whose cards stay until then.
        seat: Seat,
        /// The clause.
        clause: Clause,
    },
}

/// A step with a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum DeckStep {
    Receive,
    Inspect,
    TearJoker,
    Verify,
    Spread,
    Look,
    Wash,
    Shuffle,
    Cut,
    /// Its time is up.
    Remove,
}

/// A step of the dealer in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum DealerStep {
    PlaceDice,
    NoMoreBets,
    CountProgressive,
    FindStart,
    Deal,
    CountStub,
    CoverShaker,
    CountSurrendered(Seat),
    TurnCards,
    Reveal(Seat),
    VerifyWin(Seat),
    CloseRound,
}
