//! What a table waits for: questions to seats, dealer, floorperson and house.

use crate::deck::DeckId;
use croupier_rules::{Cents, Clause, Seat, Wager};
use serde::Serialize;
use std::fmt;

/// A share of a meter that falls due.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Prompt {
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
    /// Dealer and floorperson are to count the inventory of a table that has just opened. No round waits for it, but
    /// chips neither come nor go before.
    OpeningCount {
        /// What there should be by the book.
        book: Cents,
    },
    /// The documents for a payout are to be completed.
    Document {
        /// Whose cards stay until then.
        seat: Seat,
        /// The clause.
        clause: Clause,
    },
}

impl Prompt {
    /// The seat whose player is asked.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            Self::SetHands { seat, .. }
            | Self::DoubleDown { seat, .. }
            | Self::PlayOrFold { seat, .. }
            | Self::Surrender { seat, .. }
            | Self::VoidHand { seat, .. } => Some(seat),
            Self::Deck { .. }
            | Self::Dealer { .. }
            | Self::Validate { .. }
            | Self::CorrectProgressive { .. }
            | Self::Reserve(_)
            | Self::SystemDraws { .. }
            | Self::OpeningCount { .. }
            | Self::Document { .. } => None,
        }
    }

    /// The seat the round waits for: not for a surrender, which anybody may leave open.
    pub const fn waits_for(&self) -> Option<Seat> {
        match self {
            Self::Surrender { .. } => None,
            other => other.seat(),
        }
    }
}

/// A step with a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DeckStep {
    /// It comes to the table.
    Receive,
    /// The dealer inspects it.
    Inspect,
    /// Its second joker is torn.
    TearJoker,
    /// A floorperson verifies the inspection.
    Verify,
    /// It is spread.
    Spread,
    /// The first player may look at it.
    Look,
    /// It is washed and stacked.
    Wash,
    /// It is shuffled.
    Shuffle,
    /// It is cut.
    Cut,
    /// Its time is up.
    Remove,
}

/// A step of the dealer in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DealerStep {
    /// Fresh dice go into the shaker.
    PlaceDice,
    /// "No more bets" is announced.
    NoMoreBets,
    /// The progressive wagers are counted.
    CountProgressive,
    /// It is found where the deal starts.
    FindStart,
    /// The cards are dealt.
    Deal,
    /// The stub is counted, or racked where that may be.
    CountStub,
    /// Cards at positions without a wager are collected.
    CollectUnwagered,
    /// The shaker is covered.
    CoverShaker,
    /// The cards of a surrendered hand are counted.
    CountSurrendered(Seat),
    /// The dealer's own cards are turned and set.
    TurnCards,
    /// A seat is shown and settled.
    Reveal(Seat),
    /// A win that waits is verified.
    VerifyWin(Seat),
    /// The cards are racked and the round is closed.
    CloseRound,
}

impl DeckStep {
    /// In a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Receive => "receive",
            Self::Remove => "remove",
            Self::Inspect => "inspect",
            Self::TearJoker => "tear up the second joker of",
            Self::Verify => "verify",
            Self::Spread => "spread",
            Self::Look => "look at",
            Self::Wash => "wash",
            Self::Shuffle => "shuffle",
            Self::Cut => "cut",
        }
    }
}

impl fmt::Display for DealerStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlaceDice => f.write_str("put dice into the shaker"),
            Self::NoMoreBets => f.write_str("announce \"no more bets\""),
            Self::CountProgressive => f.write_str("count the progressive chips"),
            Self::FindStart => f.write_str("find the start"),
            Self::Deal => f.write_str("deal"),
            Self::CountStub => f.write_str("count the stub"),
            Self::CollectUnwagered => f.write_str("collect the cards at positions without a wager"),
            Self::CoverShaker => f.write_str("cover the shaker"),
            Self::CountSurrendered(seat) => write!(f, "count the surrendered cards of {seat}"),
            Self::TurnCards => f.write_str("turn the dealer's cards"),
            Self::Reveal(seat) => write!(f, "reveal {seat}"),
            Self::VerifyWin(seat) => write!(f, "verify the win of {seat}"),
            Self::CloseRound => f.write_str("close the round"),
        }
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetHands { seat, clause } => write!(f, "{seat}  set your hands  {clause}"),
            Self::DoubleDown { seat, amount, clause } => write!(f, "{seat}  double down for {amount}?  {clause}"),
            Self::PlayOrFold { seat, least, most, clause } => {
                write!(f, "{seat}  play for {least} to {most}, or fold?  {clause}")
            }
            Self::Surrender { seat, clause } => write!(f, "{seat}  surrender?  {clause}"),
            Self::VoidHand { seat, clause } => write!(f, "{seat}  void the hand, or play it out?  {clause}"),
            Self::Deck { deck, step, clause } => write!(f, "dealer  {} the {}  {clause}", step.name(), deck.name()),
            Self::Dealer { step, clause } => write!(f, "dealer  {step}  {clause}"),
            Self::Validate { seat, wager, clause } => write!(f, "floorperson  validate {seat}'s {wager}  {clause}"),
            Self::CorrectProgressive { chips, accepted, clause } => {
                write!(f, "floorperson  correct the progressive wagers: {chips} chips, {accepted} accepted  {clause}")
            }
            Self::Reserve(due) => write!(f, "house  take {}% off meter {}", due.percent, due.meter + 1),
            Self::SystemDraws { clause } => write!(f, "house  draw Magic Card and Lucky position  {clause}"),
            Self::OpeningCount { book } => write!(f, "dealer  count the inventory (the ledger has {book})"),
            Self::Document { seat, clause } => write!(f, "floorperson  document {seat}'s payout  {clause}"),
        }
    }
}
