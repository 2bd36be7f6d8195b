//! Why a command is refused. The table is unchanged, and the first thing wrong is named.

use croupier_rules::Clause;
use serde::Serialize;
use std::fmt;

/// The kinds of refusal, in order of precedence: of several things wrong, the first listed is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The command's time is before the last one's.
    TimeGoesBack,
    /// Somebody in this role may not do it.
    NotYourRole,
    /// Not while the table is closed, or open, or idle.
    TableStatus,
    /// There is no such deck, seat or player here.
    NotHere,
    /// The seat, hand or question is another's.
    NotYours,
    /// Not in this phase of the round.
    WrongPhase,
    /// Something else must come first.
    OutOfTurn,
    /// It has been done, answered or closed.
    Done,
    /// The text, the submission or the table does not offer it.
    NotOffered,
    /// The amount is not allowed.
    Amount,
    /// The number is not allowed.
    Number,
    /// There is not enough money.
    Funds,
    /// A deck or the dice have served their time.
    Worn,
    /// The cards are not such as may be.
    Cards,
    /// The hands are not set as they must be.
    Foul,
    /// Two counts that must agree do not.
    Count,
    /// The opening does not keep the promise made before the first card.
    Promise,
}

impl Code {
    /// All of them, first things first.
    pub const ALL: [Self; 17] = [
        Self::TimeGoesBack,
        Self::NotYourRole,
        Self::TableStatus,
        Self::NotHere,
        Self::NotYours,
        Self::WrongPhase,
        Self::OutOfTurn,
        Self::Done,
        Self::NotOffered,
        Self::Amount,
        Self::Number,
        Self::Funds,
        Self::Worn,
        Self::Cards,
        Self::Foul,
        Self::Count,
        Self::Promise,
    ];

    /// The word clients see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TimeGoesBack => "time-goes-back",
            Self::NotYourRole => "not-your-role",
            Self::TableStatus => "table-status",
            Self::NotHere => "not-here",
            Self::NotYours => "not-yours",
            Self::WrongPhase => "wrong-phase",
            Self::OutOfTurn => "out-of-turn",
            Self::Done => "done",
            Self::NotOffered => "not-offered",
            Self::Amount => "amount",
            Self::Number => "number",
            Self::Funds => "funds",
            Self::Worn => "worn",
            Self::Cards => "cards",
            Self::Foul => "foul",
            Self::Count => "count",
            Self::Promise => "promise",
        }
    }
}

/// A refusal: what is wrong, what would be right, and the clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// Of which kind.
    pub code: Code,
    /// What is wrong, and what would be right.
    pub message: String,
    /// The clause behind it, where one is.
    pub clause: Option<Clause>,
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.clause.map_or(Ok(()), |clause| write!(f, " ({clause})"))
    }
}

/// Refuses.
pub(crate) fn refuse<T>(
    code: Code,
    clause: impl Into<Option<Clause>>,
    message: impl Into<String>,
) -> Result<T, Refusal> {
    Err(Refusal { code, message: message.into(), clause: clause.into() })
}
