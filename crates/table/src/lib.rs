//! The pure engine of a table: what moves a round from the arrival of the decks to the last document.
//!
//! A [`TableConfig`] is what does not change: checked rules, tariffs, the house way. A [`Table`] is what does.
//! [`Table::decide`] answers a [`Command`] with [`Event`]s or a [`Refusal`] and changes nothing; [`Table::apply`] folds
//! events in and cannot fail. Time, deck orders, dice and draws come in with commands; nothing here is random and
//! nothing reads a clock. The [`journal`] is the record, and both its replays must come to the same table.
//!
//! ```
//! use croupier_rules::{Regulation, submission};
//! use croupier_table::{Actor, Command, CommandEnvelope, DealMode, Table, TableConfig, Timestamp};
//! use std::sync::Arc;
//!
//! let rules = submission::check(&submission::template(Regulation::Pa657a)).rules.unwrap();
//! let mut table = Table::new(Arc::new(TableConfig::new(rules, DealMode::Sealed)));
//! let envelope = |by, command| CommandEnvelope { id: None, at: Timestamp(0), by, command };
//!
//! table.act(&envelope(Actor::floorperson(1), Command::OpenTable)).unwrap();
//! let refusal = table.act(&envelope(Actor::dealer(2), Command::NoMoreBets)).unwrap_err();
//! let expected = "\"no more bets\" is only allowed while betting (the round is closed) (§ 657a.10(a)(2))";
//! assert_eq!(refusal.to_string(), expected);
//! ```

mod actor;
mod apply;
mod automation;
mod command;
mod command_table;
pub mod commitment;
mod config;
mod decide;
mod deck;
mod digest;
mod event;
pub mod journal;
mod ledger;
mod local_meters;
mod meter;
mod prompt;
mod prompts;
mod recent_commands;
mod refusal;
mod report;
mod round;
mod ruling;
#[cfg(feature = "schema")]
mod schema;
mod status;
mod table;
mod view;

pub use actor::{Actor, PersonId, PersonNumber, TableRole, Timestamp};
pub use automation::{NextStep, StepInputs};
pub use command::{Command, CommandEnvelope, CommandId, DeclaredOutcome, Purse, Reveal, Tender};
pub use command_table::{AllowedRole, CommandDuty, CommandRule, CommandStatus, FloorClause, TwoPersons};
pub use config::{DealMode, Provenance, TableConfig, TableMeter, TableWager};
pub use deck::{Deck, DeckId, DeckOrder, DeckStage, Device, ShuffledBy};
pub use event::Event;
pub use ledger::{Account, Centicents, Ledger, METERS, Posting};
pub use local_meters::LocalMeters;
pub use meter::{Meter, Reservation};
pub use prompt::{DealerStep, DeckStep, Prompt, ShareDue};
pub use recent_commands::RecentCommands;
pub use refusal::{Refusal, RefusalCode};
pub use report::ReportLine;
pub use round::{
    BettingArea, DealtHand, MeterShare, OpenedCommitment, PendingWin, ResultKind, Round, SeatStatus, WagerResult,
};
pub use ruling::{Ruling, Verdict};
pub use status::TableStatus;
pub use table::{Table, TableState};
pub use view::{
    Audience, Balance, DeckView, DiceView, DrawsView, HandView, Openings, SeatView, StartView, View, WaitingView,
};
