//! The table of commands: for each command who may give it, which duty it is, in which status of the table it is taken
//! and whether it takes two persons.
//!
//! [`Table::decide`](crate::Table::decide) reads it, and so does the house for its duties, its API and its documents.
//! The macro makes one arm of an exhaustive match from each row, so that a command without a row does not compile.

use crate::actor::TableRole;
use crate::command::Command;
use croupier_rules::vocabulary::Step;

use AllowedRole::{Cashier, Dealer, Floor, FloorOrLostCards, House, Pit, PitStaff, Player, PlayerOrStandIn};
use CommandStatus::{Always, NotClosed, Open, Wagering};
use FloorClause::{Irregularities, LockOut, OrderedShuffle, Recut, Seated, Validation, Verification};
use TableRole as Role;
use TwoPersons::{EveryTime, Never, WhenDue};

/// Who may give a command by the rules of the table. The house may be stricter: see [`CommandDuty::roles`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AllowedRole {
    /// A player, for his own seat; at an observed table the dealer enters it for him.
    Player,
    /// A player; the dealer and the program may take the step for him, since it decides nothing.
    PlayerOrStandIn,
    /// The dealer, or the program where it does this step.
    Dealer(Step),
    /// A floorperson or above under this clause; the program only where it does this step with play chips.
    Floor(Option<Step>, FloorClause),
    /// A floorperson or above under this clause; once the cards of the round are lost, the pit or the program.
    FloorOrLostCards(FloorClause),
    /// The dealer, a floorperson or above, or the program.
    Pit,
    /// The dealer or a floorperson or above; the program only with play chips.
    PitStaff,
    /// The pit or the program; with play chips also a player, for himself.
    Cashier,
    /// The program alone.
    House,
}

impl AllowedRole {
    /// In a few words, for people to read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player (the dealer enters it at an observed table)",
            Self::PlayerOrStandIn => "player, dealer or program",
            Self::Dealer(_) => "dealer (or the program, where it does the step)",
            Self::Floor(None, _) => "floorperson or above",
            Self::Floor(Some(_), _) => "floorperson or above (or the program, with play chips)",
            Self::FloorOrLostCards(_) => "floorperson or above (the pit or the program once the cards are lost)",
            Self::Pit => "dealer, floorperson or above, or program",
            Self::PitStaff => "dealer, floorperson or above (or the program, with play chips)",
            Self::Cashier => "dealer, floorperson or above, or program (a player with play chips)",
            Self::House => "program",
        }
    }

    /// Whether it is a player's, so that the dealer of an observed table enters it.
    pub const fn is_players(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOrStandIn)
    }
}

/// The clause that gives a command to the floor. Each regulation has its own: the table's procedure names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FloorClause {
    /// The verification of an inspected deck.
    Verification,
    /// The order to cut again.
    Recut,
    /// The order to shuffle again.
    OrderedShuffle,
    /// The lock-out of progressive wagers.
    LockOut,
    /// Who has wagers at a seat.
    Seated,
    /// The validation of a payout.
    Validation,
    /// The section on irregularities.
    Irregularities,
}

/// In which status of the table a command is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CommandStatus {
    /// In every status.
    Always,
    /// While the table is open or idle.
    NotClosed,
    /// While the table is open, or idle with no deck spread.
    Open,
    /// As [`Open`](Self::Open), and while the table is not paused. The program may end the betting of a paused table.
    Wagering,
}

impl CommandStatus {
    /// In a few words, for people to read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Always => "any",
            Self::NotClosed => "open or idle",
            Self::Open => "open",
            Self::Wagering => "open, not paused",
        }
    }
}

/// Whether a command takes two persons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TwoPersons {
    /// One person gives it.
    Never,
    /// It takes two in the cases that the table names.
    WhenDue,
    /// It takes two every time.
    EveryTime,
}

impl TwoPersons {
    /// In a few words, for people to read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "",
            Self::WhenDue => "when due",
            Self::EveryTime => "always",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandRule {
    /// The command, as clients and journals write it.
    pub name: &'static str,
    /// Who may give it.
    pub by: AllowedRole,
    /// Which duty it is; none where only the program gives it.
    pub duty: Option<CommandDuty>,
    /// In which status of the table.
    pub status: CommandStatus,
    /// Whether it takes two persons.
    pub second: TwoPersons,
}

macro_rules! commands {
    ($($command:ident $name:literal $by:expr, $duty:ident, $status:expr, $second:expr;)*) => {
        impl CommandRule {
            /// The whole table, in the order of the commands.
            pub const ALL: &'static [Self] = &[
                $(Self { name: $name, by: $by, duty: commands!(@duty $duty), status: $status, second: $second },)*
            ];
        }

        /// The commands by name, as places in the table.
        enum CommandPlace { $($command,)* }

        impl Command {
            /// Its row of the table of commands.
            pub const fn rule(&self) -> &'static CommandRule {
                let place = match self { $(Self::$command { .. } => CommandPlace::$command,)* };
                // The rows are made from the same list as the places, in the same order.
                &CommandRule::ALL[place as usize]
            }
        }
    };
    (@duty None) => { None };
    (@duty $duty:ident) => { Some(CommandDuty::$duty) };
}

commands! {
    OpenTable "open-table" Pit, OpenTable, Always, Never;
    CloseTable "close-table" Pit, CloseTable, NotClosed, Never;
    GoIdle "go-idle" Dealer(Step::Spread), Deal, Open, Never;
    Pause "pause" Pit, Pause, NotClosed, Never;
    Resume "resume" Pit, Pause, NotClosed, Never;
    AdoptRules "adopt-rules" House, None, Always, Never;
    RelieveDealer "relieve-dealer" Pit, Relieve, NotClosed, Never;
    CountInventory "count-inventory" PitStaff, Count, Always, WhenDue;
    Fill "fill" PitStaff, Fill, NotClosed, EveryTime;
    Credit "credit" PitStaff, Fill, NotClosed, EveryTime;
    RestoreDevice "restore-device" Pit, Supervise, NotClosed, Never;
    ReceiveDeck "receive-deck" Dealer(Step::Inspect), Deal, NotClosed, Never;
    InspectDeck "inspect-deck" Dealer(Step::Inspect), Deal, NotClosed, Never;
    TearJoker "tear-joker" Dealer(Step::Inspect), Deal, NotClosed, Never;
    VerifyDeck "verify-deck" Floor(Some(Step::Inspect), Verification), Supervise, NotClosed, Never;
    SpreadDeck "spread-deck" Dealer(Step::Spread), Deal, NotClosed, Never;
    LookAtDeck "look-at-deck" PlayerOrStandIn, Play, NotClosed, Never;
    WashDeck "wash-deck" Dealer(Step::Wash), Deal, NotClosed, Never;
    Shuffle "shuffle" Dealer(Step::Shuffle), Deal, NotClosed, Never;
    DeclineCut "decline-cut" PlayerOrStandIn, Play, Open, Never;
    Cut "cut" Dealer(Step::Cut), Deal, Open, Never;
    OrderRecut "order-recut" Floor(None, Recut), Supervise, Open, Never;
    OrderShuffle "order-shuffle" Floor(None, OrderedShuffle), Supervise, Open, Never;
    RemoveDeck "remove-deck" Pit, Report, NotClosed, Never;
    PlaceDice "place-dice" Dealer(Step::Roll), Deal, NotClosed, Never;
    Sit "sit" PlayerOrStandIn, Play, NotClosed, Never;
    Leave "leave" PlayerOrStandIn, Play, NotClosed, Never;
    BuyIn "buy-in" Cashier, Chips, Always, Never;
    CashOut "cash-out" Cashier, Chips, Always, Never;
    Tip "tip" Player, Play, Open, Never;
    Place "place" Player, Play, Wagering, Never;
    Repeat "repeat" Player, Play, Wagering, Never;
    TakeBack "take-back" Player, Play, Open, Never;
    NoMoreBets "no-more-bets" Dealer(Step::Deal), Deal, Wagering, Never;
    CountProgressive "count-progressive" Dealer(Step::Deal), Deal, Open, Never;
    CorrectProgressive "correct-progressive" Floor(None, LockOut), Supervise, Open, Never;
    SystemDraws "system-draws" House, None, Open, Never;
    Roll "roll" Dealer(Step::Roll), Deal, Open, Never;
    DrawStart "draw-start" Dealer(Step::Roll), Deal, Open, Never;
    MarkStart "mark-start" Dealer(Step::Roll), Deal, Open, Never;
    Deal "deal" Dealer(Step::Deal), Deal, Open, Never;
    CountStub "count-stub" Dealer(Step::CountStub), Deal, Open, Never;
    RackStub "rack-stub" Dealer(Step::CountStub), Deal, Open, Never;
    CollectUnwagered "collect-unwagered" Dealer(Step::CountStub), Deal, Open, Never;
    CoverShaker "cover-shaker" Dealer(Step::Roll), Deal, Open, Never;
    SetHands "set-hands" Player, Play, Open, Never;
    AskHouseWay "ask-house-way" Player, Play, Open, Never;
    DoubleDown "double-down" Player, Play, Open, Never;
    Play "play" Player, Play, Open, Never;
    Fold "fold" Player, Play, Open, Never;
    Surrender "surrender" Player, Play, Open, Never;
    CountSurrendered "count-surrendered" Dealer(Step::Reveal), Deal, Open, Never;
    VoidHand "void-hand" Player, Play, Open, Never;
    Abandon "abandon" Floor(None, Seated), Supervise, Open, Never;
    AwaitConnection "await-connection" House, None, Open, Never;
    Complete "complete" House, None, Open, Never;
    TurnDealer "turn-dealer" Dealer(Step::Reveal), Deal, Open, Never;
    Reveal "reveal" Dealer(Step::Reveal), Deal, Open, Never;
    VerifyWin "verify-win" Dealer(Step::Validate), Deal, Open, Never;
    Reserve "reserve" House, None, Open, Never;
    Validate "validate" Floor(Some(Step::Validate), Validation), Validate, Open, Never;
    Documented "documented" Pit, Report, Open, Never;
    Correct "correct" Pit, Correct, Open, WhenDue;
    CorrectOutcome "correct-outcome" Pit, Correct, Open, Never;
    CorrectDealer "correct-dealer" Pit, Correct, Open, WhenDue;
    CorrectStake "correct-stake" Pit, Correct, Open, WhenDue;
    Report "report" Pit, Report, NotClosed, Never;
    VoidRound "void-round" FloorOrLostCards(Irregularities), Void, Open, WhenDue;
    EndRound "end-round" Floor(None, Irregularities), Void, Open, WhenDue;
    CloseRound "close-round" Dealer(Step::Reveal), Deal, Open, Never;
    Adjust "adjust" Floor(None, Irregularities), Adjust, Always, EveryTime;
}

const FLOOR: &[Role] = &[Role::Floorperson, Role::Manager];
const PIT: &[Role] = &[Role::Dealer, Role::Floorperson, Role::Manager];

/// What kind of work a command is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CommandDuty {
    /// Sit, wager, set, answer, leave.
    Play,
    /// Buy chips in and cash them out.
    Chips,
    /// The dealer's steps of a round.
    Deal,
    /// Report an irregularity, take a deck off the table, note that documents are done.
    Report,
    /// Enter cards, outcomes or stakes anew before the cards are racked.
    Correct,
    /// Verify inspections, order recuts and shuffles, correct progressive wagers, declare wagers abandoned.
    Supervise,
    /// Validate a payout.
    Validate,
    /// Void or end a round.
    Void,
    /// Correct money of a closed round.
    Adjust,
    /// Stop taking wagers for a while, and go on.
    Pause,
    /// Say who deals from now on.
    Relieve,
    /// Open a table.
    OpenTable,
    /// Close a table.
    CloseTable,
    /// Count the table inventory.
    Count,
    /// Bring chips from the cage to the table, or back.
    Fill,
}

impl CommandDuty {
    /// In which roles people of the house do it, or ask for it where it takes two persons.
    pub const fn roles(self) -> &'static [TableRole] {
        match self {
            Self::Play => &[Role::Player],
            Self::Chips => &[Role::Player, Role::Dealer, Role::Floorperson],
            Self::Deal => &[Role::Dealer],
            Self::Report | Self::Correct | Self::Pause | Self::Relieve | Self::Fill => PIT,
            Self::Supervise | Self::Validate | Self::Void | Self::Adjust | Self::CloseTable => FLOOR,
            Self::OpenTable => &[Role::Manager],
            Self::Count => &[Role::Dealer, Role::Floorperson],
        }
    }

    /// Who may be the second person, where it takes one.
    pub const fn granted_by(self) -> &'static [TableRole] {
        match self.second() {
            Never => &[],
            WhenDue | EveryTime => FLOOR,
        }
    }

    /// Whether it takes two persons: as much as the strictest of its commands.
    pub const fn second(self) -> TwoPersons {
        let (mut strictest, mut place) = (Never, 0);
        while place < CommandRule::ALL.len() {
            let CommandRule { duty, second, .. } = CommandRule::ALL[place];
            if matches!(duty, Some(duty) if duty as u8 == self as u8) && second as u8 > strictest as u8 {
                strictest = second;
            }
            place += 1;
        }
        strictest
    }

    /// Whether it checks the dealer's work, so that the person who deals cannot do it, in whatever role.
    pub const fn checks_the_dealer(self) -> bool {
        match self {
            Self::Supervise | Self::Validate | Self::Void | Self::Adjust => true,
            Self::Play
            | Self::Chips
            | Self::Deal
            | Self::Report
            | Self::Correct
            | Self::Pause
            | Self::Relieve
            | Self::OpenTable
            | Self::CloseTable
            | Self::Count
            | Self::Fill => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_names_of_the_commands_in_order() {
        // Serde names all variants when it is given one that does not exist.
        let unknown = serde_json::from_str::<Command>("\"no such command\"").expect_err("unknown").to_string();
        let names: Vec<&str> = unknown.split('`').skip(3).step_by(2).collect();
        assert_eq!(CommandRule::ALL.iter().map(|rule| rule.name).collect::<Vec<_>>(), names);
        assert_eq!(Command::NoMoreBets.rule().name, "no-more-bets");
        assert_eq!(Command::Pause { reason: String::new() }.rule().name, "pause");
    }

    #[test]
    fn people_have_every_command_but_those_of_the_program_as_a_duty() {
        for rule in CommandRule::ALL {
            assert_eq!(rule.duty.is_none(), rule.by == House, "{rule:?}");
            assert_eq!(rule.duty == Some(CommandDuty::Play), rule.by.is_players(), "{rule:?}");
        }
    }
}
