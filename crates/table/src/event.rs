//! The events of a table. Applying the events of a journal rebuilds the table; [`Table::apply`](crate::Table::apply)
//! cannot fail.

use crate::actor::PersonId;
use crate::command::{Purse, Tender};
use crate::commitment::CommittedDraws;
use crate::config::Provenance;
use crate::deck::{DeckId, DeckOrder, Device, ShuffledBy};
use crate::digest::Digest;
use crate::ledger::Centicents;
use crate::meter::Reservation;
use crate::ruling::Ruling;
use crate::status::TableStatus;
use croupier_rules::{
    CardSet, Cents, Clause, DeckFate, Irregularity, Phase, Position, Remedy, Revision, Seat, Setting, Wager,
};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The table's status changed.
    Status(TableStatus),
    /// A deck's second joker was torn.
    JokerTorn(DeckId),
    /// A deck came to the table.
    DeckReceived(DeckId),
    /// The dealer inspected a deck.
    DeckInspected(DeckId),
    /// A floorperson verified the inspection.
    DeckVerified(DeckId),
    /// A deck lies spread, for a player to look at.
    DeckSpread {
        /// Which deck.
        deck: DeckId,
        /// Whether face up.
        face_up: bool,
    },
    /// The first player has had the chance to look at a deck.
    DeckViewed(DeckId),
    /// A deck is washed and stacked.
    DeckStacked(DeckId),
    /// A deck was shuffled.
    DeckShuffled {
        /// Which deck.
        deck: DeckId,
        /// By what.
        by: ShuffledBy,
        /// Whether it may be dealt without a cut.
        ready: bool,
        /// Its new order, at a sealed table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Box<DeckOrder>>,
        /// The promise made with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<Digest>,
    },
    /// A player declined the cut.
    CutDeclined(Seat),
    /// A deck was cut.
    DeckCut {
        /// Which deck.
        deck: DeckId,
        /// How many cards from the top.
        cards: u8,
        /// The player who cut; none for the dealer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A floorperson required a recut.
    RecutOrdered(DeckId),
    /// A floorperson directed a shuffle.
    ShuffleOrdered(DeckId),
    /// A deck was taken off the table.
    DeckRemoved {
        /// Which deck.
        deck: DeckId,
        /// The clause behind it.
        clause: Clause,
    },
    /// Fresh dice are in the shaker.
    DicePlaced,
    /// A device went out of order.
    DeviceOut {
        /// Which device.
        device: Device,
        /// The clause behind it.
        clause: Clause,
    },
    /// A device works again.
    DeviceRestored {
        /// Which device.
        device: Device,
        /// The clause behind it.
        clause: Clause,
    },
    /// No wagers are taken for the moment.
    Paused {
        /// Why.
        reason: String,
    },
    /// Wagers are taken again.
    Resumed,
    /// Commands are decided by a later revision of the rules.
    RulesAdopted {
        /// That revision.
        revision: Revision,
    },
    /// Another dealer deals from here on.
    DealerRelieved {
        /// Who.
        dealer: PersonId,
    },
    /// The inventory was counted: beside what the book says.
    InventoryCounted {
        /// What was counted.
        counted: Cents,
        /// What the book says.
        book: Cents,
        /// Whether it is the first count since the table opened.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        opening: bool,
    },
    /// Chips came from the cage.
    Filled {
        /// How much.
        amount: Cents,
    },
    /// Chips went to the cage.
    Credited {
        /// How much.
        amount: Cents,
    },
    /// A player tipped the dealer.
    Tipped {
        /// Which seat.
        seat: Seat,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    /// A player sat down.
    Seated {
        /// Which seat.
        seat: Seat,
        /// Which player.
        player: PersonId,
    },
    /// A player left his seat.
    Left(Seat),
    /// A player bought in.
    BoughtIn {
        /// Which player.
        player: PersonId,
        /// Chips, or the game account.
        purse: Purse,
        /// How much.
        amount: Cents,
    },
    /// A player cashed out.
    CashedOut {
        /// Which player.
        player: PersonId,
        /// Chips, or the game account.
        purse: Purse,
        /// How much.
        amount: Cents,
    },
    /// A round begins.
    RoundOpened {
        /// Its number.
        number: u64,
        /// What it is played by.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marks: Option<Box<Provenance>>,
    },
    /// A wager was placed.
    Placed {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// How much.
        amount: Cents,
        /// What it was made with.
        tender: Tender,
        /// The clause behind it.
        clause: Clause,
    },
    /// A wager was taken back before "no more bets".
    TakenBack {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A wager went back to its player when "no more bets" was announced: a wager that must be made beside it was
    /// missing, or the table was paused.
    WagerReturned {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// The round enters a phase.
    Entered(Phase),
    /// The deck goes into the shoe or the dealer's hand.
    DeckInPlay {
        /// Which deck.
        deck: DeckId,
        /// The clause behind it.
        clause: Clause,
    },
    /// A Qualifying Wager gets a lammer.
    Lammer {
        /// Which seat.
        seat: Seat,
        /// The clause behind it.
        clause: Clause,
    },
    /// A wager that no longer qualifies loses its lammer.
    LammerRemoved {
        /// Which seat.
        seat: Seat,
        /// The clause behind it.
        clause: Clause,
    },
    /// A wager on a device is put into the table inventory.
    Collected {
        /// Whose.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A wager feeds a meter.
    Contributed {
        /// Whose.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The meter's place in the table's list.
        meter: u8,
        /// What the meter itself gains.
        primary: Centicents,
        /// What goes to its reserve.
        reserve: Centicents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A contribution to a meter went back.
    ContributionReturned {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The meter's place in the table's list.
        meter: u8,
        /// What the meter itself gives back.
        primary: Centicents,
        /// What its reserve gives back.
        reserve: Centicents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A share of a meter that had been taken went back.
    ShareReturned {
        /// The meter's place in the table's list.
        meter: u8,
        /// The share.
        reservation: Box<Reservation>,
        /// The clause behind it.
        clause: Clause,
    },
    /// The progressive wagers were counted.
    ProgressiveCounted {
        /// The chips counted.
        chips: u8,
        /// The wagers the system accepted.
        accepted: u8,
    },
    /// A progressive wager was entered or struck after the count.
    ProgressiveCorrected {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// Entered, or struck.
        made: bool,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// The table game system drew.
    SystemDrew(CommittedDraws),
    /// It was found where the deal starts.
    StartFound {
        /// Where.
        position: Position,
        /// The dice. Journals of the first revision of the rules have the generator's number here as the first die, and
        /// three times nothing for the button.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<[u8; 3]>,
        /// The number that the generator showed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u8>,
        /// Whether the button lay there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        button: bool,
    },
    /// The start was marked.
    StartMarked,
    /// Cards leave the deck.
    Dealt {
        /// How many.
        cards: u8,
    },
    /// The next card is not used in this round.
    SetAside,
    /// The stub was counted.
    StubCounted {
        /// How many cards it has.
        cards: u8,
        /// The clause behind it.
        clause: Clause,
    },
    /// The stub was racked without a count.
    StubRacked,
    /// The cards are where they belong, and those at positions without a wager are racked.
    UnwageredCollected {
        /// The clause behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    /// The shaker was covered and shaken.
    ShakerCovered,
    /// What the dealer told a player who asked.
    WayTold {
        /// Which seat.
        seat: Seat,
        /// How the house would set.
        setting: Setting,
    },
    /// A player set his hands.
    HandSet {
        /// Which seat.
        seat: Seat,
        /// How; none where the cards are unseen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setting: Option<Setting>,
    },
    /// A player doubles nothing.
    DoubleDeclined(Seat),
    /// A player made the Double Down Wager.
    Doubled {
        /// Which seat.
        seat: Seat,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A player made the Play Wager.
    Played {
        /// Which seat.
        seat: Seat,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A player folded.
    Folded(Seat),
    /// A player surrendered.
    Surrendered(Seat),
    /// The cards of a surrendered hand were counted.
    SurrenderedCounted {
        /// Which seat.
        seat: Seat,
        /// How many.
        cards: u8,
    },
    /// A player may void his hand.
    MayVoid(Seat),
    /// A player who might have voided his hand plays it.
    PlayedOut(Seat),
    /// A hand is void.
    HandVoided {
        /// Which seat.
        seat: Seat,
        /// The clause behind it.
        clause: Clause,
    },
    /// A seat was given up with its wagers.
    Abandoned(Seat),
    /// The seat's connection broke, and it gets so much longer.
    ConnectionAwaited {
        /// Which seat.
        seat: Seat,
        /// How much longer.
        seconds: u16,
        /// The clause behind it.
        clause: Clause,
    },
    /// The house answered for a silent seat.
    Completed(Seat),
    /// The dealer's cards were turned.
    DealerTurned {
        /// The cards.
        cards: CardSet,
        /// The card all share, at an observed table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shared: Option<CardSet>,
    },
    /// The dealer's hands are set.
    DealerSet {
        /// How.
        setting: Setting,
        /// The rule of the house way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<u8>,
    },
    /// The dealer's outcome is all that is entered.
    DealerUnseen,
    /// A seat's hand was shown.
    Revealed {
        /// Which seat.
        seat: Seat,
        /// How it lies; none where only the outcome is declared.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setting: Option<Setting>,
    },
    /// A wager was ruled.
    Ruled(Ruling),
    /// Part of a Play Wager goes back: the cards did not allow so much.
    PlayCut {
        /// Which seat.
        seat: Seat,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A match play coupon is taken, and what it won.
    CouponTaken {
        /// Which seat.
        seat: Seat,
        /// How much.
        amount: Cents,
        /// What it won.
        won: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// A win waits for a check before it is paid.
    WinWaits {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The row of the paytable; none where only an extra is won on the wager.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        row: Option<u8>,
    },
    /// A win that waited was verified.
    WinVerified {
        /// Whether the device lit its light.
        light: bool,
    },
    /// The house took a share off a meter for a win that waits.
    Reserved {
        /// The meter's place in the table's list.
        meter: u8,
        /// The share.
        reservation: Box<Reservation>,
        /// The clause behind it.
        clause: Clause,
    },
    /// A floorperson validated a payout.
    Validated,
    /// A share of a meter is paid, not from the table inventory.
    SharePaid {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The row of the paytable.
        row: u8,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// Magic Card or Lucky Bonus.
    ExtraPaid {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// Magic Card is row 0, Lucky Bonus row 1.
        row: u8,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// The documents of a payout are done.
    Documented(Seat),
    /// The seat is settled.
    SeatSettled(Seat),
    /// An earlier settlement of the seat is taken back: all of it, only the contest with the dealer, or some wagers.
    SettlementReversed {
        /// Which seat.
        seat: Seat,
        /// Whether only the contest.
        contest_only: bool,
        /// The wagers, where it is neither all of them nor just the contest.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        wagers: Vec<Wager>,
        /// The clause behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    /// The dealer's cards were entered wrongly and are entered anew.
    DealerCorrected {
        /// The cards.
        cards: CardSet,
        /// The card all share, where it was entered anew too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shared: Option<CardSet>,
        /// The clause behind it.
        clause: Clause,
    },
    /// A stake that was entered wrongly was set right.
    StakeCorrected {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// What it really was.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// The envy payments are taken back.
    EnvyReversed,
    /// A hand is announced as one that earns others envy, and its cards stay face up.
    EnvyHand {
        /// Which seat.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The clause behind it.
        clause: Clause,
    },
    /// Envy was paid.
    EnvyPaid {
        /// Who earned it.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// Whose hand earned it.
        holder: Seat,
        /// How much.
        amount: Cents,
        /// The clause behind it.
        clause: Clause,
    },
    /// Every seat is settled and envy is paid.
    RoundSettled,
    /// An irregularity was ruled.
    Irregular {
        /// What.
        what: Irregularity,
        /// What it leads to.
        remedy: Remedy,
        /// The clause behind it.
        clause: Clause,
    },
    /// The round is void.
    RoundVoided {
        /// What becomes of the deck.
        deck: DeckFate,
        /// The clause behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Clause>,
    },
    /// The cards are racked.
    RoundClosed {
        /// What opens the promise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Digest>,
    },
    /// Money was moved after the close of a round.
    Adjusted {
        /// Which player.
        player: PersonId,
        /// How much.
        amount: Cents,
        /// On account of which round.
        round: u64,
    },
}
