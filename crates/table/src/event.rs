//! What happened at a table. Folding the events of a journal rebuilds the table; [`Table::apply`](crate::Table::apply)
//! cannot fail.

use crate::actor::Who;
use crate::command::{Purse, Tender};
use crate::commitment::{Digest, Draws};
use crate::deck::{DeckId, Order, ShuffledBy};
use crate::house::Marks;
use crate::ledger::Hundredths;
use crate::meter::Reservation;
use croupier_rules::{CardSet, Cents, Clause, DeckFate, Irregularity, Phase, Position, Remedy, Seat, Setting, Wager};
use serde::{Deserialize, Serialize};

/// What became of a wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is collected.
    Loses,
    /// It goes back to the player.
    Returned,
    /// It is paid.
    Pays,
    /// It is given up with the hand.
    Forfeited,
}

/// What became of one wager, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ruling {
    /// On which area.
    pub seat: Seat,
    /// Which wager.
    pub wager: Wager,
    /// What became of it.
    pub verdict: Verdict,
    /// What was staked.
    pub stake: Cents,
    /// What the house adds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub won: Cents,
    /// The row of the paytable, where it is paid by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// Hundredths of a cent lost to rounding down.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub fraction: u8,
    /// Whether a payout limit cut it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
    /// The clause that decides.
    pub clause: Clause,
}

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Closed.
    #[default]
    Closed,
    /// Open for gaming.
    Open,
    /// Open, and nobody plays.
    Idle,
}

/// A device that can be out of order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// The shuffling device.
    Shuffler,
    /// The automated shoe.
    Shoe,
}

impl Device {
    /// In one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shuffler => "shuffler",
            Self::Shoe => "shoe",
        }
    }
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    /// The table's status changed.
    Status(Status),
    /// A deck's second joker was torn.
    JokerTorn(DeckId),
    /// A deck came to the table.
    DeckReceived(DeckId),
    DeckInspected(DeckId),
    DeckVerified(DeckId),
    /// A deck lies spread, for a player to look at.
    DeckSpread {
        deck: DeckId,
        face_up: bool,
    },
    DeckViewed(DeckId),
    /// A deck is washed and stacked.
    DeckStacked(DeckId),
    DeckShuffled {
        deck: DeckId,
        by: ShuffledBy,
        /// Whether it may be dealt without a cut.
        ready: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Box<Order>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<Digest>,
    },
    CutDeclined(Seat),
    DeckCut {
        deck: DeckId,
        cards: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    RecutOrdered(DeckId),
    ShuffleOrdered(DeckId),
    DeckRemoved {
        deck: DeckId,
        clause: Clause,
    },
    DicePlaced,
    DeviceOut {
        device: Device,
        clause: Clause,
    },
    DeviceRestored {
        device: Device,
        clause: Clause,
    },
    Paused {
        reason: String,
    },
    Resumed,
    DealerRelieved {
        dealer: Who,
    },
    /// The inventory was counted: beside what the book says.
    InventoryCounted {
        counted: Cents,
        book: Cents,
        /// Whether it is the first count since the table opened.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        opening: bool,
    },
    Filled {
        amount: Cents,
    },
    Credited {
        amount: Cents,
    },
    Tipped {
        seat: Seat,
        amount: Cents,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    Seated {
        seat: Seat,
        player: Who,
    },
    Left(Seat),
    BoughtIn {
        player: Who,
        purse: Purse,
        amount: Cents,
    },
    CashedOut {
        player: Who,
        purse: Purse,
        amount: Cents,
    },
    /// A round begins.
    RoundOpened {
        number: u64,
        /// What it is played by.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marks: Option<Box<Marks>>,
    },
    Placed {
        seat: Seat,
        wager: Wager,
        amount: Cents,
        tender: Tender,
        clause: Clause,
    },
    TakenBack {
        seat: Seat,
        wager: Wager,
        amount: Cents,
        clause: Clause,
    },
    /// The round enters a phase.
    Entered(Phase),
    /// The deck goes into the shoe or the dealer's hand.
    DeckInPlay {
        deck: DeckId,
        clause: Clause,
    },
    /// A Qualifying Wager gets a lammer.
    Lammer {
        seat: Seat,
        clause: Clause,
    },
    /// A wager on a device is put into the table inventory.
    Collected {
        seat: Seat,
        wager: Wager,
        amount: Cents,
        clause: Clause,
    },
    /// A wager feeds a meter.
    Contributed {
        seat: Seat,
        wager: Wager,
        meter: u8,
        primary: Hundredths,
        reserve: Hundredths,
        clause: Clause,
    },
    ContributionReturned {
        seat: Seat,
        wager: Wager,
        meter: u8,
        primary: Hundredths,
        reserve: Hundredths,
        clause: Clause,
    },
    ShareReturned {
        meter: u8,
        reservation: Box<Reservation>,
        clause: Clause,
    },
    ProgressiveCounted {
        chips: u8,
        accepted: u8,
    },
    ProgressiveCorrected {
        seat: Seat,
        wager: Wager,
        made: bool,
        amount: Cents,
        clause: Clause,
    },
    SystemDrew(Draws),
    StartFound {
        position: Position,
        dice: [u8; 3],
    },
    StartMarked,
    /// Cards leave the deck.
    Dealt {
        cards: u8,
    },
    /// The next card is not used in this round.
    SetAside,
    StubCounted {
        cards: u8,
        clause: Clause,
    },
    StubRacked,
    /// The cards are where they belong, and those at positions without a wager are racked.
    UnwageredCollected {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    ShakerCovered,
    /// What the dealer told a player who asked.
    WayTold {
        seat: Seat,
        setting: Setting,
    },
    HandSet {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setting: Option<Setting>,
    },
    DoubleDeclined(Seat),
    Doubled {
        seat: Seat,
        amount: Cents,
        clause: Clause,
    },
    Played {
        seat: Seat,
        amount: Cents,
        clause: Clause,
    },
    Folded(Seat),
    Surrendered(Seat),
    SurrenderedCounted {
        seat: Seat,
        cards: u8,
    },
    /// A player may void his hand.
    MayVoid(Seat),
    PlayedOut(Seat),
    HandVoided {
        seat: Seat,
        clause: Clause,
    },
    Abandoned(Seat),
    /// The seat's connection broke, and it gets so much longer.
    ConnectionAwaited {
        seat: Seat,
        seconds: u16,
        clause: Clause,
    },
    /// The house answered for a silent seat.
    Completed(Seat),
    DealerTurned {
        cards: CardSet,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shared: Option<CardSet>,
    },
    DealerSet {
        setting: Setting,
        /// The rule of the house way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<u8>,
    },
    /// The dealer's outcome is all that is entered.
    DealerUnseen,
    Revealed {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setting: Option<Setting>,
    },
    Ruled(Ruling),
    /// Part of a Play Wager goes back: the cards did not allow so much.
    PlayCut {
        seat: Seat,
        amount: Cents,
        clause: Clause,
    },
    /// A match play coupon is taken, and what it won.
    CouponTaken {
        seat: Seat,
        amount: Cents,
        won: Cents,
        clause: Clause,
    },
    /// A win waits for a check before it is paid.
    WinWaits {
        seat: Seat,
        wager: Wager,
        row: u8,
    },
    WinVerified {
        light: bool,
    },
    Reserved {
        meter: u8,
        reservation: Box<Reservation>,
        clause: Clause,
    },
    Validated,
    /// A share of a meter is paid, not from the table inventory.
    SharePaid {
        seat: Seat,
        wager: Wager,
        row: u8,
        amount: Cents,
        clause: Clause,
    },
    /// Magic Card or Lucky Bonus.
    ExtraPaid {
        seat: Seat,
        wager: Wager,
        row: u8,
        amount: Cents,
        clause: Clause,
    },
    Documented(Seat),
    /// The seat is settled.
    SeatSettled(Seat),
    /// An earlier settlement of the seat is taken back: all of it, or only the contest with the dealer.
    SettlementReversed {
        seat: Seat,
        contest_only: bool,
    },
    StakeCorrected {
        seat: Seat,
        wager: Wager,
        amount: Cents,
        clause: Clause,
    },
    /// The envy payments are taken back.
    EnvyReversed,
    /// A hand is announced as one that earns others envy, and its cards stay face up.
    EnvyHand {
        seat: Seat,
        wager: Wager,
        clause: Clause,
    },
    EnvyPaid {
        seat: Seat,
        wager: Wager,
        holder: Seat,
        amount: Cents,
        clause: Clause,
    },
    /// Every seat is settled and envy is paid.
    RoundSettled,
    Irregular {
        what: Irregularity,
        remedy: Remedy,
        clause: Clause,
    },
    RoundVoided {
        deck: DeckFate,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    /// The cards are racked.
    RoundClosed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Digest>,
    },
    Adjusted {
        player: Who,
        amount: Cents,
        round: u64,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(cents: &Cents) -> bool {
    cents.0 == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_nothing(number: &u8) -> bool {
    *number == 0
}
