//! The pure engine of a table: what moves a round from the arrival of the decks to the last document.
//!
//! A [`House`] is what does not change: checked rules, tariffs, the house way. A [`Table`] is what does. [`Table::decide`]
//! answers a [`Command`] with [`Event`]s or a [`Refusal`] and changes nothing; [`Table::apply`] folds events in and cannot
//! fail. Time, deck orders, dice and draws come in with commands; nothing here is random and nothing reads a clock. The
//! [`journal`] is the record, and both its replays must come to the same table.
//!
//! ```
//! use croupier_rules::{Text, submission};
//! use croupier_table::{Actor, At, Command, Given, House, Mode, Table};
//! use std::sync::Arc;
//!
//! let rules = submission::check(&submission::template(Text::Pa657a)).rules.unwrap();
//! let mut table = Table::new(Arc::new(House::new(rules, Mode::Sealed)));
//! let given = |by, command| Given { id: None, at: At(0), by, command };
//!
//! table.act(&given(Actor::floorperson(1), Command::OpenTable)).unwrap();
//! let refusal = table.act(&given(Actor::dealer(2), Command::NoMoreBets)).unwrap_err();
//! assert_eq!(refusal.to_string(), "\"no more bets\" belongs to betting, and the round is closed (§ 657a.10(a)(2))");
//! ```

mod actor;
mod apply;
mod ask;
mod asks;
mod automation;
mod command;
pub mod commitment;
mod decide;
mod deck;
mod event;
mod house;
pub mod journal;
mod ledger;
mod meter;
mod refusal;
mod report;
mod round;
mod ruling;
#[cfg(feature = "schema")]
mod schema;
mod seen;
mod table;
mod view;

pub use actor::{Actor, At, Role, Who};
pub use ask::{Ask, DealerStep, DeckStep, ShareDue};
pub use automation::{Due, Supply};
pub use command::{Command, CommandId, Declared, Given, Purse, Shown, Tender};
pub use deck::{Deck, DeckId, Device, Order, ShuffledBy, Stage};
pub use event::Event;
pub use house::{House, KnownMeter, Marks, Mode, Price};
pub use ledger::{Account, Hundredths, Ledger, METERS, Posting};
pub use meter::{Meter, Meters, Reservation};
pub use refusal::{Code, Refusal};
pub use report::Line;
pub use round::{Area, Came, Hand, How, Opened, Round, Standing, Taken, Waiting};
pub use ruling::{Ruling, Verdict};
pub use seen::Seen;
pub use table::{State, Status, Table};
pub use view::{
    Audience, Balance, DeckView, DiceView, DrawsView, HandView, Openings, SeatView, StartView, View, WaitingView,
};
