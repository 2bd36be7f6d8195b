//! What can be wrong with a hand that is read or compared.

use crate::card::{Card, CardError};
use crate::clause::Clause;
use crate::setting::Foul;

/// What can be wrong with a hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandError {
    /// The cards themselves cannot be read.
    #[error(transparent)]
    Cards(#[from] CardError),
    /// The line is empty.
    #[error("empty line: expected cards")]
    Empty,
    /// Too many cards, or too few.
    #[error("{found} {cards}, but {what} has {right} ({clause})", cards = if *.found == 1 { "card" } else { "cards" })]
    Count {
        /// How many there are.
        found: usize,
        /// What they were to be.
        what: String,
        /// How many there should be.
        right: usize,
        /// Where the text says so.
        clause: Clause,
    },
    /// A joker where the deck has none.
    #[error("the joker `Jk` is not in this game's deck of 52 ({0})")]
    NoJoker(Clause),
    /// A second joker.
    #[error("second joker `Jk`: only one joker is in play ({0})")]
    SecondJoker(Clause),
    /// A setting with the wrong number of hands.
    #[error(
        "{found} {hands}, but a setting has {right}, separated by `|` ({clause})",
        hands = if *.found == 1 { "hand" } else { "hands" }
    )]
    Hands {
        /// How many there are.
        found: usize,
        /// How many there should be.
        right: usize,
        /// Where the text says so.
        clause: Clause,
    },
    /// A comparison without exactly one `/`.
    #[error("write a comparison as `PLAYER / DEALER`")]
    Sides,
    /// The dealer's hands are not lawfully set.
    #[error("the dealer's setting is foul: {} ({clause})", foul_words(*.foul))]
    DealerFoul {
        /// What is wrong with it.
        foul: Foul,
        /// Where the text says so.
        clause: Clause,
    },
    /// No rule of the house way sets the cards.
    #[error("no rule of the house way applies to these cards; `croupier check` lists such hands")]
    NoRule,
    /// A card on both sides.
    #[error("`{card}` appears on both sides, but the deck has only one ({clause})")]
    BothSides {
        /// The card.
        card: Card,
        /// Where the text says so.
        clause: Clause,
    },
}

impl HandError {
    /// The clause behind it, where the text has one; its words end with it.
    pub const fn clause(&self) -> Option<Clause> {
        match self {
            Self::Count { clause, .. }
            | Self::NoJoker(clause)
            | Self::SecondJoker(clause)
            | Self::Hands { clause, .. }
            | Self::DealerFoul { clause, .. }
            | Self::BothSides { clause, .. } => Some(*clause),
            Self::Cards(_) | Self::Empty | Self::Sides | Self::NoRule => None,
        }
    }
}

fn foul_words(foul: Foul) -> &'static str {
    match foul {
        Foul::WrongShape => "the hands have the wrong number of cards",
        Foul::HighNotAboveMedium => "the high hand does not rank above the medium hand",
        Foul::MediumNotAboveLow => "the medium hand does not rank above the low hand",
        Foul::HighBelowLow => "the high hand ranks below the low hand",
    }
}
