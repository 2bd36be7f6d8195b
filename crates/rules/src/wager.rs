//! The wagers of the five texts: which there are, what each requires and which cards it reads.

use crate::clause::{Clause, clause};
use crate::ladder::Ladder;
use std::fmt;
use std::str::FromStr;

/// A wager by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WagerKind {
    /// The wager against the dealer; in Crazy 4 the Ante and, once made, the Play Wager.
    Main,
    /// § 670a.7(e)(1).
    DoubleDown,
    /// § 657a.7(d)(1), always equal to the Ante.
    SuperBonus,
    /// §§ 659a.7(e)(1), 670a.7(e)(2).
    FortuneBonus,
    /// § 575.7(e).
    Bonus,
    /// §§ 659a.7(e)(2), 670a.7(e)(3).
    Insurance,
    /// §§ 659a.7(e)(3), 670a.7(e)(4).
    Progressive,
    /// § 657a.7(d)(2).
    QueensUp,
    /// § 657a.7(d)(3).
    FourCardProgressive,
    /// § 657a.7(d)(4).
    FiveCardProgressive,
    /// § 657a.7(d)(5).
    FiveCardHandBonus,
    /// § 657a.12(f)(3): paid on the Five Card Hand Bonus Wager, never wagered by itself.
    MagicCardAndLucky,
    /// § 657a.7(d)(6).
    SixCardBonus,
}

impl WagerKind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Main,
        Self::DoubleDown,
        Self::SuperBonus,
        Self::FortuneBonus,
        Self::Bonus,
        Self::Insurance,
        Self::Progressive,
        Self::QueensUp,
        Self::FourCardProgressive,
        Self::FiveCardProgressive,
        Self::FiveCardHandBonus,
        Self::MagicCardAndLucky,
        Self::SixCardBonus,
    ];

    /// The name scripts and submissions use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::DoubleDown => "double-down",
            Self::SuperBonus => "super-bonus",
            Self::FortuneBonus => "fortune-bonus",
            Self::Bonus => "bonus",
            Self::Insurance => "insurance",
            Self::Progressive => "progressive",
            Self::QueensUp => "queens-up",
            Self::FourCardProgressive => "four-card-progressive",
            Self::FiveCardProgressive => "five-card-progressive",
            Self::FiveCardHandBonus => "five-card-hand-bonus",
            Self::MagicCardAndLucky => "magic-card-and-lucky",
            Self::SixCardBonus => "six-card-bonus",
        }
    }
}

impl fmt::Display for WagerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no wager's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown wager `{0}`")]
pub struct UnknownWager(pub String);

impl FromStr for WagerKind {
    type Err = UnknownWager;

    fn from_str(name: &str) -> Result<Self, UnknownWager> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownWager(name.to_owned()))
    }
}

/// When a wager comes to the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placed {
    /// A player must place it to take part.
    ToTakePart,
    /// A player may place it beside the main wager before "no more bets".
    Beside,
    /// A player may place it after seeing the cards.
    AfterSeeingCards,
    /// It is not placed: it is paid on another wager.
    Never,
}

/// Whether the operator has a choice about a wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offered {
    /// Every table has it.
    Always,
    /// If the rules submission says so.
    IfSubmitted,
}

/// How the amount of a wager is set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// Between the table's limits.
    WithinLimits,
    /// The same as the main wager.
    EqualToMain,
    /// One fixed amount for the table.
    Fixed,
}

/// What a text says of one wager.
#[derive(Debug)]
pub struct WagerSpec {
    /// Which wager.
    pub kind: WagerKind,
    /// What the layout calls it.
    pub title: &'static str,
    /// Where the text provides for it.
    pub clause: Clause,
    /// When it is placed.
    pub placed: Placed,
    /// Whether the operator has a choice.
    pub offered: Offered,
    /// How its amount is set.
    pub amount: Amount,
    /// The hands it is paid for; none for a contest with the dealer.
    pub ladder: Option<&'static Ladder>,
}

impl WagerSpec {
    /// The wager by which a player takes part.
    pub(crate) const fn main(title: &'static str, citation: &'static str) -> Self {
        Self {
            kind: WagerKind::Main,
            title,
            clause: clause(citation),
            placed: Placed::ToTakePart,
            offered: Offered::Always,
            amount: Amount::WithinLimits,
            ladder: None,
        }
    }

    /// A wager that a player may place beside the main one where the submission offers it.
    pub(crate) const fn beside(
        kind: WagerKind,
        title: &'static str,
        citation: &'static str,
        amount: Amount,
        ladder: &'static Ladder,
    ) -> Self {
        Self {
            kind,
            title,
            clause: clause(citation),
            placed: Placed::Beside,
            offered: Offered::IfSubmitted,
            amount,
            ladder: Some(ladder),
        }
    }
}
