//! The commands that people, and the program in their place, give to a table.

use crate::actor::{Actor, PersonId, Timestamp, zero_for_none};
use crate::commitment::CommittedDraws;
use crate::deck::{DeckId, DeckOrder, Device, ShuffledBy};
use crate::digest::Digest;
use crate::ledger::Account;
use crate::meter::Reservation;
use croupier_rules::{CardSet, Cents, Irregularity, Outcome, Revision, Seat, Setting, Wager};
use serde::{Deserialize, Serialize};

/// A number that the client chooses, so that a repeated command has no second effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct CommandId(pub u64);

/// A command with who gives it, when, and its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CommandEnvelope {
    /// The client's number; none where nothing is repeated, as in a simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub by: Actor,
    /// What.
    #[serde(rename = "do")]
    pub command: Command,
}

/// What a wager is offered with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Tender {
    /// Chips or plaques on the layout.
    Chips,
    /// The player's game account.
    GameAccount,
    /// A match play coupon.
    MatchPlay,
    /// A spoken wager with cash, which no text accepts.
    SpokenCash,
}

/// How a seat's hand is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reveal {
    /// As the table already knows it.
    Known,
    /// These cards, set so.
    Cards(Setting),
    /// Only the outcome is declared.
    Outcome(DeclaredOutcome),
}

/// An outcome a dealer declares without entering cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeclaredOutcome {
    /// The player wins.
    Wins,
    /// The player loses.
    Loses,
    /// Neither does.
    Ties,
}

impl DeclaredOutcome {
    /// As the comparison would have it.
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Wins => Outcome::Win,
            Self::Loses => Outcome::Lose,
            Self::Ties => Outcome::Tie,
        }
    }
}

/// Which of a player's two accounts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Purse {
    /// Chips.
    Chips,
    /// The game account.
    GameAccount,
}

impl Purse {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Chips, Self::GameAccount];

    /// A player's account of this kind.
    pub const fn account(self, player: PersonId) -> Account {
        match self {
            Self::Chips => Account::Player(player),
            Self::GameAccount => Account::Game(player),
        }
    }
}

/// What somebody asks of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// The table is opened for gaming.
    OpenTable,
    /// The table is closed: no wagers, decks off the table.
    CloseTable,
    /// Nobody plays: the cards are spread.
    GoIdle {
        /// Face up, as a player may request.
        face_up: bool,
    },
    /// No wagers for the moment; what is dealt is played on.
    Pause {
        /// Why.
        reason: String,
    },
    /// Wagers are taken again.
    Resume,
    /// Decide by a later revision of the rules from the next round on.
    AdoptRules {
        /// That revision.
        revision: Revision,
    },
    /// Another dealer deals from here on.
    RelieveDealer {
        /// Who.
        dealer: PersonId,
    },
    /// The table inventory is counted, and what is over or short goes against the cage.
    CountInventory {
        /// What was counted.
        counted: Cents,
        /// Who verifies the opening count, or one that differs from the book.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<PersonId>,
    },
    /// Chips come from the cage into the table inventory.
    Fill {
        /// How much.
        amount: Cents,
        /// The second person; none in what a client sends.
        #[serde(default, with = "zero_for_none")]
        #[cfg_attr(feature = "schema", schema(value_type = PersonId))]
        second: Option<PersonId>,
    },
    /// Chips go from the table inventory to the cage.
    Credit {
        /// How much.
        amount: Cents,
        /// The second person; none in what a client sends.
        #[serde(default, with = "zero_for_none")]
        #[cfg_attr(feature = "schema", schema(value_type = PersonId))]
        second: Option<PersonId>,
    },
    /// A device that was out of order works again.
    RestoreDevice(Device),
    /// A deck comes to the table.
    ReceiveDeck(DeckId),
    /// The dealer inspects it.
    InspectDeck(DeckId),
    /// The second joker is torn in half.
    TearJoker(DeckId),
    /// The floorperson verifies the inspection.
    VerifyDeck(DeckId),
    /// It is spread face up for the first player.
    SpreadDeck(DeckId),
    /// The first player has had the chance to look.
    LookAtDeck(DeckId),
    /// It is washed and stacked.
    WashDeck(DeckId),
    /// It is shuffled.
    Shuffle {
        /// Which deck.
        deck: DeckId,
        /// By what.
        by: ShuffledBy,
        /// Its new order, at a sealed table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Box<DeckOrder>>,
        /// The promise made with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<Digest>,
        /// The count, of a device that counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<u8>,
    },
    /// A player declines the cut.
    DeclineCut(Seat),
    /// The cards are cut.
    Cut {
        /// Which deck.
        deck: DeckId,
        /// How many cards from the top.
        cards: u8,
        /// The player who cuts; none for the dealer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A floorperson requires a recut.
    OrderRecut(DeckId),
    /// A floorperson directs a shuffle.
    OrderShuffle(DeckId),
    /// A deck is taken off the table.
    RemoveDeck(DeckId),
    /// Fresh dice are put into the shaker.
    PlaceDice,
    /// A player sits down.
    Sit {
        /// Where.
        seat: Seat,
        /// Who.
        player: PersonId,
    },
    /// A player leaves a seat between rounds.
    Leave(Seat),
    /// A player buys chips or funds a game account.
    BuyIn {
        /// Who.
        player: PersonId,
        /// Which of the two.
        purse: Purse,
        /// How much.
        amount: Cents,
    },
    /// A player cashes out.
    CashOut {
        /// Who.
        player: PersonId,
        /// Which of the two.
        purse: Purse,
        /// How much.
        amount: Cents,
    },
    /// A player tips the dealer.
    Tip {
        /// From which seat.
        seat: Seat,
        /// How much.
        amount: Cents,
    },
    /// A wager is placed, or added to. The wagers that must equal the main wager are placed with it.
    Place {
        /// On which area.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// How much.
        amount: Cents,
        /// With what.
        tender: Tender,
    },
    /// A player makes the same wagers as in the last round he was in, all at once.
    Repeat(Seat),
    /// A wager is taken back before "no more bets". The wagers that must equal the main wager are taken back with it.
    TakeBack {
        /// From which area.
        seat: Seat,
        /// Which wager.
        wager: Wager,
    },
    /// The dealer announces "no more bets".
    NoMoreBets,
    /// The dealer counts the progressive chips he collected.
    CountProgressive {
        /// How many.
        chips: u8,
    },
    /// A floorperson strikes or accepts a progressive wager so that chips and system agree.
    CorrectProgressive {
        /// Whose.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// Whether it was made.
        made: bool,
    },
    /// The table game system draws a Magic Card and a Lucky position, or neither.
    SystemDraws(CommittedDraws),
    /// The dealer shakes and uncovers the dice.
    Roll {
        /// How often he shook.
        shakes: u8,
        /// What they show.
        dice: [u8; 3],
        /// The total he announces.
        announced: u8,
    },
    /// The generator shows a number.
    DrawStart(u8),
    /// The start is marked.
    MarkStart,
    /// Cards are dealt: so many, or all that are still to be dealt.
    Deal {
        /// So many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<u8>,
    },
    /// The stub is counted.
    CountStub {
        /// How many cards it has.
        cards: u8,
        /// Whether somebody has too many or too few.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        misdealt: bool,
    },
    /// The stub is racked uncounted, where that is allowed.
    RackStub,
    /// The cards dealt to positions without a wager are collected and racked unseen.
    CollectUnwagered,
    /// The shaker is covered and shaken after the deal.
    CoverShaker {
        /// How often.
        shakes: u8,
    },
    /// A player sets his hands; at an observed table face down.
    SetHands {
        /// Whose.
        seat: Seat,
        /// How, where the faces are known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setting: Option<Setting>,
    },
    /// A player asks how the house would set his cards.
    AskHouseWay(Seat),
    /// A player takes or declines the Double Down Wager.
    DoubleDown {
        /// Whose.
        seat: Seat,
        /// Whether he takes it.
        take: bool,
    },
    /// A player makes a Play Wager.
    Play {
        /// Whose.
        seat: Seat,
        /// How much.
        amount: Cents,
    },
    /// A player folds.
    Fold(Seat),
    /// A player surrenders the main wager.
    Surrender(Seat),
    /// The dealer counts the surrendered cards face down.
    CountSurrendered {
        /// Whose.
        seat: Seat,
        /// How many.
        cards: u8,
    },
    /// A player whose card was exposed voids his hand or plays it out.
    VoidHand {
        /// Whose.
        seat: Seat,
        /// Whether he voids it.
        void: bool,
    },
    /// A floorperson declares a player's wagers abandoned.
    Abandon(Seat),
    /// The house waits for a seat whose connection broke.
    AwaitConnection(Seat),
    /// The house completes a seat that did not answer in time.
    Complete(Seat),
    /// The dealer turns his cards and sets them.
    TurnDealer {
        /// How he set them; none where the program sets them by the house way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setting: Option<Setting>,
        /// The shared card, at an observed table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shared: Option<CardSet>,
    },
    /// The dealer reveals a seat's hand and settles it.
    Reveal {
        /// Whose.
        seat: Seat,
        /// What is seen.
        shown: Reveal,
    },
    /// The dealer verifies the winning hand, and the light where there is one.
    VerifyWin {
        /// Whether the right light is lit.
        light: bool,
    },
    /// The house answers a share that fell due.
    Reserve(Box<Reservation>),
    /// A floorperson validates the payout.
    Validate,
    /// The documents for a payout that does not come from the table are done.
    Documented(Seat),
    /// A seat's cards are entered anew and ruled anew.
    Correct {
        /// Whose.
        seat: Seat,
        /// The right cards.
        setting: Setting,
        /// A second person, needed once the seat was paid after validation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<PersonId>,
    },
    /// An outcome that was declared wrongly is declared anew, and its seat ruled anew.
    CorrectOutcome {
        /// Whose.
        seat: Seat,
        /// The right outcome.
        outcome: DeclaredOutcome,
    },
    /// The dealer's cards are entered anew, and what was settled by them is ruled anew.
    CorrectDealer {
        /// The right cards, as they are set.
        setting: Setting,
        /// The right shared card, if that was wrong too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shared: Option<CardSet>,
        /// A second person, needed where a payout that was validated is taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<PersonId>,
    },
    /// A stake is entered anew, and its seat ruled anew if it has been ruled.
    CorrectStake {
        /// Whose.
        seat: Seat,
        /// Which wager.
        wager: Wager,
        /// The right amount.
        amount: Cents,
        /// A second person, needed once the seat was paid after validation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<PersonId>,
    },
    /// An irregularity is reported.
    Report(Irregularity),
    /// A floorperson voids the round.
    VoidRound {
        /// Why.
        reason: String,
        /// A second person, needed once a progressive is paid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<PersonId>,
        /// The irregularity that voids the round, whose clause and deck rule then hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        irregularity: Option<Irregularity>,
    },
    /// Two persons end a round that cannot go on: what is ruled and paid stays so, every wager that is not ruled goes
    /// back.
    EndRound {
        /// Why.
        reason: String,
        /// The second person; none in what a client sends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<PersonId>,
    },
    /// The cards are racked and the round is closed.
    CloseRound {
        /// The secret that opens the promise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Digest>,
    },
    /// Money of an earlier round is set right, by two persons.
    Adjust {
        /// Whose account.
        player: PersonId,
        /// What he gets, or gives if below zero.
        amount: Cents,
        /// Of which round.
        round: u64,
        /// Why.
        reason: String,
        /// The second person; none in what a client sends.
        #[serde(default, with = "zero_for_none")]
        #[cfg_attr(feature = "schema", schema(value_type = PersonId))]
        second: Option<PersonId>,
    },
}

impl Command {
    /// The second person who answers for it, if it names one.
    pub fn second(&self) -> Option<PersonId> {
        match self {
            Self::VoidRound { second, .. }
            | Self::EndRound { second, .. }
            | Self::CountInventory { second, .. }
            | Self::Correct { second, .. }
            | Self::CorrectDealer { second, .. }
            | Self::CorrectStake { second, .. }
            | Self::Adjust { second, .. }
            | Self::Fill { second, .. }
            | Self::Credit { second, .. } => *second,
            _ => None,
        }
    }

    /// The same command with this second person, if it has a place for one.
    #[must_use]
    pub fn with_second(mut self, person: PersonId) -> Self {
        match &mut self {
            Self::VoidRound { second, .. }
            | Self::EndRound { second, .. }
            | Self::CountInventory { second, .. }
            | Self::Correct { second, .. }
            | Self::CorrectDealer { second, .. }
            | Self::CorrectStake { second, .. }
            | Self::Adjust { second, .. }
            | Self::Fill { second, .. }
            | Self::Credit { second, .. } => *second = Some(person),
            _ => {}
        }
        self
    }
}
