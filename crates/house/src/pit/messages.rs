//! The messages of a desk: responses to requests, and updates to all feeds once they are durable.

use crate::clock::{Clock, MonotonicTime};
use crate::journal_reader::UpdateLine;
use crate::store::NodeId;
use croupier_rules::Seat;
use croupier_table::{Actor, Command, CommandId, PersonId, Refusal, Table, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A request to a table, and who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableMessage {
    /// Who.
    pub by: Actor,
    /// What.
    pub what: Request,
}

/// A request to a table's desk: a command, a retry, or a player's readiness or connections.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// A command of the game.
    Give {
        /// The client's number for it; none for what the house does by itself.
        id: Option<CommandId>,
        /// The sequence number of the last message the client has seen; none where nothing can be stale.
        expects: Option<u64>,
        /// The command.
        command: Box<Command>,
        /// Whether its player has then made his wagers, or surrendered all he will.
        ready: bool,
    },
    /// The step that the table refuses is tried again at once.
    Retry,
    /// A player has made his wagers, or will make none in this round, or does not surrender.
    Ready {
        /// Which player.
        who: PersonId,
    },
    /// A player's connection came or went.
    Present {
        /// Which player.
        who: PersonId,
        /// Whether he is there.
        here: bool,
    },
    /// A player has so many connections at another node.
    Elsewhere {
        /// Which player.
        who: PersonId,
        /// Which node.
        node: NodeId,
        /// How many.
        connections: u32,
    },
}

/// The answer to a request that was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Accepted {
    /// The table's sequence number for it.
    pub sequence: u64,
    /// Whether it had been taken before, so that it had no effect now.
    pub repeated: bool,
}

/// Why a request was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rejection {
    /// The table refused it.
    Refused {
        /// The kind of refusal.
        code: String,
        /// What is wrong, and what would be right.
        message: String,
        /// The clause.
        clause: Option<String>,
    },
    /// The client has not seen what happened since.
    Stale {
        /// Where the table is.
        sequence: u64,
    },
    /// The house cannot record anything now; nothing has happened.
    Unavailable {
        /// Why.
        why: String,
    },
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Self {
        Self::Refused {
            code: refusal.code.name().to_owned(),
            message: refusal.message,
            clause: refusal.clause.map(|clause| clause.to_string()),
        }
    }
}

/// How long the table waits for a seat, or for everybody's wagers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Deadline {
    /// The seat that is asked; none for the wagers of all.
    pub seat: Option<Seat>,
    /// Until then.
    pub until: Timestamp,
}

/// A deadline on the monotonic clock of this node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    /// The seat that is asked; none for the wagers of all.
    pub seat: Option<Seat>,
    /// Until then.
    pub until: MonotonicTime,
}

impl Timer {
    /// As people see it.
    pub fn display(self, clock: &Clock) -> Deadline {
        Deadline { seat: self.seat, until: clock.wall_time(self.until) }
    }
}

/// A step of the program that the table refuses: a fault of the program, which people must see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StuckStep {
    /// The step.
    #[schema(example = "close-round")]
    pub step: String,
    /// The kind of refusal.
    pub code: String,
    /// Why it is refused.
    pub message: String,
    /// The clause behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// Since when.
    pub since: Timestamp,
    /// How often it was tried.
    pub tries: u32,
}

/// A person an electronic table waits for: what the program may not do in his place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CalledPerson {
    /// Who: `dealer` or `floorperson`.
    pub role: String,
    /// What for.
    pub what: String,
    /// Since when.
    pub since: Timestamp,
}

/// What happened at a table in one durable step, and the table after it.
#[derive(Clone, Debug)]
pub struct TableUpdate {
    /// The lines, in order.
    pub lines: Vec<UpdateLine>,
    /// The table after the last.
    pub table: Arc<Table>,
    /// What is waited for until when.
    pub deadlines: Vec<Timer>,
    /// The seats that are asked to make a wager, and until when they are kept without one.
    pub sitting_out: Vec<Timer>,
    /// The step of the program that the table refuses, if one is.
    pub stuck: Option<StuckStep>,
    /// The person an electronic table waits for.
    pub called: Option<CalledPerson>,
    /// The players who have made their wagers, or do not surrender, whichever is waited for.
    pub ready: Vec<PersonId>,
}
