//! The pure engine of a table.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

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
mod table;
mod view;

pub use actor::{Actor, At, Role, Who};
pub use ask::{Ask, DealerStep, DeckStep, ShareDue};
pub use automation::{Due, Supply};
pub use command::{Command, CommandId, Declared, Given, Purse, Shown, Tender};
pub use deck::{Deck, DeckId, Order, ShuffledBy, Stage};
pub use event::{Device, Event, Ruling, Status, Verdict};
pub use house::{House, KnownMeter, Marks, Mode, Price};
pub use ledger::{Account, Hundredths, Ledger, METERS, Posting};
pub use meter::{Meter, Meters, Reservation, Worth};
pub use refusal::{Code, Refusal};
pub use report::Line;
pub use round::{Area, Came, Hand, How, Opened, Round, Standing, Taken, Waiting};
pub use table::{State, Table};
pub use view::{
    Audience, Balance, DeckView, DiceView, DrawsView, HandView, Openings, SeatView, StartView, View, WaitingView,
};
