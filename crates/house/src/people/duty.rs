//! Who may do what: one table of duties and roles, and which duty each command of a table is.
//!
//! Every endpoint asks [`Duty::is_for`] before anything else; the table still refuses by its own rules what the texts
//! leave to others. Duties are kept apart: an administrator never touches money or games, an auditor changes nothing, a
//! dealer does not validate, and what takes two persons is asked by one and granted by another (see [`Second`]). It
//! honours sections .4(a), .5(d) and .11 of the Pennsylvania chapters and MA 6(d), where they name a floorperson or
//! supervisor.

use super::role::Role;
use croupier_table::{Command, Who};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use Role::{Administrator, Auditor, Dealer, Floorperson, Manager, Player};
use Second::{Always, Never, WhenDue};

/// Whether a duty takes a second person, and who that may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Second {
    /// One person does it.
    Never,
    /// One person asks, and one of these grants it, in the cases the table or the house names.
    WhenDue(&'static [Role]),
    /// One person asks, and one of these grants it.
    Always(&'static [Role]),
}

impl Second {
    /// Who may grant it.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::Never => &[],
            Self::WhenDue(roles) | Self::Always(roles) => roles,
        }
    }
}

/// One row of the table: a duty, who may do it or ask for it, who grants it, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Permission {
    /// What.
    pub duty: Duty,
    /// Who may do it, or ask for it where it takes a second person.
    pub roles: &'static [Role],
    /// The second person.
    pub second: Second,
    /// The clause or the reason.
    pub why: &'static str,
}

const FLOOR: &[Role] = &[Floorperson, Manager];
const PIT: &[Role] = &[Dealer, Floorperson, Manager];
const EVERYBODY: &[Role] = &Role::ALL;

macro_rules! duties {
    ($($(#[$doc:meta])* $duty:ident $name:literal $roles:expr, $second:expr, $why:literal;)*) => {
        /// Something an endpoint can do.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Duty {
            $($(#[$doc])* $duty,)*
        }

        impl Duty {
            /// The whole table, a row to a duty, in order.
            pub const TABLE: &'static [Permission] = &[
                $(Permission { duty: Self::$duty, roles: $roles, second: $second, why: $why },)*
            ];

            /// In a word or two.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$duty => $name,)* }
            }
        }
    };
}

duties! {
    // At the table.
    /// Sit, wager, set, answer, leave.
    Play "play" &[Player], Never, "a seat's decisions are its player's (section .7)";
    /// Buy chips in and cash them out.
    Chips "chips" &[Player, Dealer, Floorperson], Never,
        "the dealer changes money for chips; a player does it himself, for himself, only with play chips";
    /// The dealer's steps of a round.
    Deal "deal" &[Dealer], Never, "the texts give every step of the deal to the dealer (sections .5 to .11)";
    /// Report an irregularity, take a deck off the table, note that documents are done.
    Report "report" PIT, Never, "whoever of the pit sees an irregularity tells it at once (section .13)";
    /// Enter cards, outcomes or stakes anew before the cards are racked.
    Correct "correct" PIT, WhenDue(FLOOR),
        "a wrong entry is set right while the cards still lie there; what was validated is taken back by two persons";
    /// Call the floor to a table, see how one's own requests stand, withdraw them.
    Call "call" PIT, Always(FLOOR), "who needs the floor asks for it, and a floorperson answers by coming";
    /// Verify inspections, order recuts and shuffles, set progressive wagers right, declare wagers abandoned.
    Supervise "supervise" FLOOR, Never, "§ 659a.4(a), § 659a.5(d), MA 6(d): a floorperson or above";
    /// Validate a payout.
    Validate "validate" FLOOR, Never, "§ 659a.11(h)(3)(ii)(C), § 657a.11(e)(3): a floorperson or above, so never the dealer";
    /// Void a round.
    Void "void" FLOOR, WhenDue(FLOOR), "a floorperson rules it; once a progressive is paid it takes two persons";
    /// Set money of a closed round right.
    Adjust "adjust" FLOOR, Always(FLOOR), "money moved after the close without a round behind it takes two persons";
    /// Stop taking wagers for a while, and go on.
    Pause "pause" PIT, Never, "whoever sees a reason stops the table; what is dealt is played on";
    /// Say who deals from now on.
    Relieve "relieve" PIT, Never, "the journal shows who dealt every card";
    /// Open a table.
    OpenTable "open-table" &[Manager], Never, "opening is the manager's; the chips are counted by others";
    /// Close a table.
    CloseTable "close-table" FLOOR, Never, "closing stops money, so the floor need not wait for the manager";
    /// Count the table inventory.
    Count "count" &[Dealer, Floorperson], WhenDue(FLOOR),
        "the dealer counts and the floor verifies; whoever opened the table does not count it alone";
    /// Bring chips from the cage to the table, or back.
    Fill "fill" PIT, Always(FLOOR), "chips cross the pit under two persons' names";

    // Tables and meters.
    /// Make a table from a submission.
    MakeTable "make-table" &[Manager], Never, "submissions are the manager's";
    /// Change a table's submission or limits.
    ChangeTable "change-table" &[Manager], Always(FLOOR), "what a table pays is not changed by one person";
    /// Lock a meter's payouts out, take it out of service and back with the same values.
    OperateMeter "operate-meter" FLOOR, Never, "stopping a meter moves no money, and its values are kept";
    /// Make a meter's money another's, or end a meter.
    MoveMeter "move-meter" &[Manager], Always(FLOOR), "the meter's money is the players', so two persons move it";
    /// Compare meters and accounts with the journals.
    Reconcile "reconcile" &[Manager, Auditor], Never, "it reads, and changes nothing";
    /// Grant or refuse what another asked for; each request names who may.
    Approve "approve" FLOOR, Never, "the second of two persons; never the one who asked";

    // Reading.
    /// See which tables there are, what they offer and what their meters show.
    Lobby "lobby" EVERYBODY, Never, "what stands on the signs of a casino floor";
    /// See a table as everybody around it sees it; a player sees his own cards too.
    Watch "watch" &[Player, Dealer, Floorperson, Manager, Auditor], Never, "an administrator has no business at a table";
    /// See one's own rounds and the openings of one's own cards.
    OwnRounds "own-rounds" &[Player], Never, "a player may check what he was dealt";
    /// See the round that was last closed at a table.
    LastRound "last-round" PIT, Never, "a dispute is settled with the hands of the last round";
    /// Search all rounds.
    Rounds "rounds" &[Floorperson, Manager, Auditor], Never, "rulings need what went before";
    /// Read journals line by line.
    ReadJournal "read-journal" &[Manager, Auditor], Never, "the record is for those who answer for it and those who check it";
    /// Take journals out of the house.
    Export "export" &[Auditor], Never, "one role hands records to the regulator";
    /// Read the house's own chain: sign-ins, refusals, changes.
    ReadLog "read-log" &[Auditor, Administrator], Never, "who looks after access must see it, and who audits too";

    // People.
    /// See who works and plays here.
    ReadPeople "read-people" &[Manager, Auditor, Administrator], Never, "names and roles, never a password's hash";
    /// Make and change people, lift lock-outs, end sessions.
    People "people" &[Administrator], Never, "who gives roles has none at a table, and cannot change his own";
    /// Renew the house's keys.
    Keys "keys" &[Administrator], Always(&[Manager]), "a key unseals decks in play, so no one renews it alone";
    /// Change one's own password, lock, unlock, sign out.
    OwnAccount "own-account" EVERYBODY, Never, "each looks after his own access";
}

impl Duty {
    /// Its row of the table.
    pub fn permission(self) -> &'static Permission {
        // The rows are made from the same list as the duties, in the same order.
        &Self::TABLE[self as usize]
    }

    /// Whether somebody acting in this role may do it, or ask for it.
    pub fn is_for(self, role: Role) -> bool {
        self.permission().roles.contains(&role)
    }

    /// Whether somebody acting in this role may be the second person.
    pub fn is_granted_by(self, role: Role) -> bool {
        self.permission().second.roles().contains(&role)
    }

    /// Whether it checks the dealer's work, so that the person who deals cannot do it, in whatever role.
    pub const fn checks_the_dealer(self) -> bool {
        matches!(self, Self::Supervise | Self::Validate | Self::Void | Self::Adjust)
    }

    /// Which duty a command is; none where only the program gives it.
    pub const fn of(command: &Command) -> Option<Self> {
        Some(match command {
            Command::LookAtDeck(_)
            | Command::DeclineCut(_)
            | Command::Sit { .. }
            | Command::Leave(_)
            | Command::Place { .. }
            | Command::Repeat(_)
            | Command::TakeBack { .. }
            | Command::SetHands { .. }
            | Command::AskHouseWay(_)
            | Command::DoubleDown { .. }
            | Command::Play { .. }
            | Command::Fold(_)
            | Command::Surrender(_)
            | Command::Tip { .. }
            | Command::VoidHand { .. } => Self::Play,
            Command::BuyIn { .. } | Command::CashOut { .. } => Self::Chips,
            Command::GoIdle { .. }
            | Command::ReceiveDeck(_)
            | Command::InspectDeck(_)
            | Command::TearJoker(_)
            | Command::SpreadDeck(_)
            | Command::WashDeck(_)
            | Command::Shuffle { .. }
            | Command::Cut { .. }
            | Command::PlaceDice
            | Command::NoMoreBets
            | Command::CountProgressive { .. }
            | Command::Roll { .. }
            | Command::DrawStart(_)
            | Command::MarkStart
            | Command::Deal { .. }
            | Command::CountStub { .. }
            | Command::RackStub
            | Command::CollectUnwagered
            | Command::CoverShaker { .. }
            | Command::CountSurrendered { .. }
            | Command::TurnDealer { .. }
            | Command::Reveal { .. }
            | Command::VerifyWin { .. }
            | Command::CloseRound { .. } => Self::Deal,
            Command::RemoveDeck(_) | Command::Documented(_) | Command::Report(_) => Self::Report,
            Command::Correct { .. }
            | Command::CorrectOutcome { .. }
            | Command::CorrectDealer { .. }
            | Command::CorrectStake { .. } => Self::Correct,
            Command::VerifyDeck(_)
            | Command::OrderRecut(_)
            | Command::OrderShuffle(_)
            | Command::CorrectProgressive { .. }
            | Command::Abandon(_) => Self::Supervise,
            Command::RestoreDevice(_) => Self::Supervise,
            Command::Pause { .. } | Command::Resume => Self::Pause,
            Command::RelieveDealer { .. } => Self::Relieve,
            Command::CountInventory { .. } => Self::Count,
            Command::Fill { .. } | Command::Credit { .. } => Self::Fill,
            Command::Validate => Self::Validate,
            Command::VoidRound { .. } | Command::EndRound { .. } => Self::Void,
            Command::Adjust { .. } => Self::Adjust,
            Command::OpenTable => Self::OpenTable,
            Command::CloseTable => Self::CloseTable,
            Command::AdoptRules { .. }
            | Command::SystemDraws(_)
            | Command::Reserve(_)
            | Command::Complete(_)
            | Command::AwaitConnection(_) => return None,
        })
    }
}

/// Whether somebody acting in this role may give this command. At a dealt table the dealer also enters what players do
/// with chips and cards; the table itself refuses him that where players speak for themselves.
pub fn may_give(role: Role, command: &Command) -> bool {
    Duty::of(command).is_some_and(|duty| duty.is_for(role) || (duty == Duty::Play && role == Dealer))
        && !only_the_house(command)
}

/// Whether a command tells what only the program can know: a sealed deck's order, or the secret behind a promise.
/// The table cannot tell who made them up, so nobody may send them in.
pub const fn only_the_house(command: &Command) -> bool {
    match command {
        Command::Shuffle { order, seal, .. } => order.is_some() || seal.is_some(),
        Command::CloseRound { secret } => secret.is_some(),
        _ => Duty::of(command).is_none(),
    }
}

/// Whether a command already names a second person. Only a granted request does that, never a client.
pub fn names_second(command: &Command) -> bool {
    match command {
        Command::VoidRound { second, .. }
        | Command::EndRound { second, .. }
        | Command::CountInventory { second, .. }
        | Command::Correct { second, .. }
        | Command::CorrectDealer { second, .. }
        | Command::CorrectStake { second, .. } => second.is_some(),
        Command::Adjust { second, .. } | Command::Fill { second, .. } | Command::Credit { second, .. } => {
            *second != NOBODY
        }
        _ => false,
    }
}

/// The command with the second person who granted it.
#[must_use]
pub fn countersigned(mut command: Command, by: Who) -> Command {
    match &mut command {
        Command::VoidRound { second, .. }
        | Command::EndRound { second, .. }
        | Command::CountInventory { second, .. }
        | Command::Correct { second, .. }
        | Command::CorrectDealer { second, .. }
        | Command::CorrectStake { second, .. } => *second = Some(by),
        Command::Adjust { second, .. } | Command::Fill { second, .. } | Command::Credit { second, .. } => *second = by,
        _ => {}
    }
    command
}

/// The number of no person: that of the house itself.
const NOBODY: Who = Who(0);
/// Somebody else, whoever it will be: to ask whether a command would be taken with a second person.
pub const ANOTHER: Who = Who(u32::MAX);

impl fmt::Display for Duty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Duty {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::TABLE.iter().find(|row| row.duty.name() == name);
        found.map(|row| row.duty).ok_or_else(|| format!("`{name}` is not a duty"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What reads or concerns oneself alone.
    const HARMLESS: &[Duty] = &[
        Duty::Reconcile,
        Duty::Lobby,
        Duty::Watch,
        Duty::OwnRounds,
        Duty::LastRound,
        Duty::Rounds,
        Duty::ReadJournal,
        Duty::Export,
        Duty::ReadLog,
        Duty::ReadPeople,
        Duty::OwnAccount,
    ];

    #[test]
    fn the_table_has_a_row_for_every_duty_in_order() {
        for (place, row) in Duty::TABLE.iter().enumerate() {
            assert_eq!(row.duty as usize, place);
            assert_eq!(row.duty.permission(), row);
            assert_eq!(row.duty.name().parse(), Ok(row.duty));
            assert_eq!(serde_json::to_value(row.duty).unwrap(), row.duty.name());
            assert!(!row.roles.is_empty() && !row.why.is_empty(), "{row:?}");
        }
    }

    #[test]
    fn an_auditor_changes_nothing_and_is_never_a_second_person() {
        for row in Duty::TABLE {
            assert!(!row.duty.is_for(Auditor) || HARMLESS.contains(&row.duty), "{}", row.duty);
            assert!(!row.duty.is_granted_by(Auditor), "{}", row.duty);
        }
    }

    #[test]
    fn an_administrator_touches_neither_money_nor_games() {
        let his = [Duty::People, Duty::Keys];
        for row in Duty::TABLE.iter().filter(|row| row.duty.is_for(Administrator)) {
            assert!(his.contains(&row.duty) || HARMLESS.contains(&row.duty), "{}", row.duty);
        }
        assert!(!Duty::Watch.is_for(Administrator) && !Duty::ReadJournal.is_for(Administrator));
        assert!(Duty::TABLE.iter().all(|row| !row.duty.is_granted_by(Administrator)));
    }

    #[test]
    fn a_dealer_neither_validates_nor_voids_nor_opens() {
        for duty in [Duty::Supervise, Duty::Validate, Duty::Void, Duty::Adjust, Duty::OpenTable, Duty::CloseTable] {
            assert!(!duty.is_for(Dealer), "{duty}");
            assert!(!duty.is_granted_by(Dealer), "{duty}");
        }
    }

    #[test]
    fn who_opens_tables_does_not_count_their_chips() {
        assert!(Duty::OpenTable.is_for(Manager) && !Duty::Count.is_for(Manager));
        assert!(Duty::Count.permission().roles.iter().all(|&role| !Duty::OpenTable.is_for(role)));
    }

    #[test]
    fn a_player_plays_and_reads_what_is_his_and_nothing_more() {
        let his = [Duty::Play, Duty::Chips, Duty::Lobby, Duty::Watch, Duty::OwnRounds, Duty::OwnAccount];
        let may: Vec<_> = Duty::TABLE.iter().filter(|row| row.duty.is_for(Player)).map(|row| row.duty).collect();
        assert_eq!(may, his);
    }

    #[test]
    fn nobody_sends_in_a_deck_or_the_programs_own_answers() {
        use croupier_table::commitment::Digest;
        use croupier_table::{DeckId, ShuffledBy};
        let shuffle =
            |seal| Command::Shuffle { deck: DeckId::First, by: ShuffledBy::Hand, order: None, seal, counted: None };
        let complete = Command::Complete(croupier_rules::Seat::ALL[0]);
        for role in Role::ALL {
            assert!(!may_give(role, &shuffle(Some(Digest::of(b"a deck")))), "{role}");
            assert!(!may_give(role, &complete), "{role}");
            assert_eq!(may_give(role, &shuffle(None)), role == Dealer, "{role}");
        }
    }

    #[test]
    fn a_client_cannot_name_the_second_person_and_a_grant_does() {
        let void = Command::VoidRound { reason: "a wet card".to_owned(), second: None, irregularity: None };
        assert!(!names_second(&void));
        assert!(names_second(&countersigned(void, Who(7))));
        assert_eq!(countersigned(Command::Validate, Who(7)), Command::Validate);
    }

    /// The table of duties as the operator's guide prints it.
    fn printed() -> String {
        let mut page = "| | player | dealer | floor | manager | auditor | admin. | second person | why |\n".to_owned();
        page.push_str("|---|:-:|:-:|:-:|:-:|:-:|:-:|---|---|\n");
        for Permission { duty, roles, second, why } in Duty::TABLE {
            let mark = match second {
                Never => "●",
                WhenDue(_) => "◐",
                Always(_) => "○",
            };
            let marks = Role::ALL.map(|role| if roles.contains(&role) { mark } else { "" }).join(" | ");
            let seconds: Vec<_> = second.roles().iter().map(|role| role.name()).collect();
            page.push_str(&format!("| `{duty}` | {marks} | {} | {why} |\n", seconds.join(", ")));
        }
        page
    }

    #[test]
    fn the_guide_prints_the_table_of_duties() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operation.md");
        let text = std::fs::read_to_string(guide).unwrap();
        let (before, rest) = text.split_once("the_guide` -->\n").unwrap();
        let (table, after) = rest.split_once("<!-- end of duties -->").unwrap();
        if std::env::var_os("UPDATE").is_some() {
            let text = format!("{before}the_guide` -->\n{}<!-- end of duties -->{after}", printed());
            std::fs::write(guide, text).unwrap();
        } else {
            assert_eq!(table, printed(), "run it with UPDATE=1");
        }
    }
}
