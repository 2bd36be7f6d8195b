//! Refusals of commands. A refusal names the first fault and leaves the table unchanged.

use croupier_rules::Clause;
use serde::Serialize;
use std::fmt;

/// The kinds of refusal, in order of precedence: of several faults, the first listed is reported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RefusalCode {
    /// The command's time is before that of the last command.
    TimeGoesBack,
    /// This role may not do it.
    NotYourRole,
    /// Not allowed in the table's status: closed, open or idle.
    TableStatus,
    /// The deck, seat or player does not exist here.
    NotHere,
    /// The seat, hand or prompt belongs to another player.
    NotYours,
    /// Not allowed in this phase of the round.
    WrongPhase,
    /// Something else must happen first.
    OutOfTurn,
    /// It has already been done, answered or closed.
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
    /// The cards are impossible.
    Cards,
    /// The hands are set wrongly.
    Foul,
    /// Two counts that must agree do not.
    Count,
    /// The opening does not match the shuffle commitment.
    Promise,
}

impl RefusalCode {
    /// All of them, in order of precedence.
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

    /// The name that clients see.
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
    /// The kind of refusal.
    pub code: RefusalCode,
    /// What is wrong, and what would be right.
    pub message: String,
    /// The clause, if there is one.
    pub clause: Option<Clause>,
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.clause.map_or(Ok(()), |clause| write!(f, " ({clause})"))
    }
}

/// Returns a refusal.
pub(crate) fn refuse<T>(
    code: RefusalCode,
    clause: impl Into<Option<Clause>>,
    message: impl Into<String>,
) -> Result<T, Refusal> {
    Err(Refusal { code, message: message.into(), clause: clause.into() })
}
