//! Who may do what: one table of duties and roles, and the duty of each command.
//!
//! Every endpoint asks [`Duty::is_for`] before anything else; the table still refuses by its own rules what the texts
//! leave to others. Duties are kept apart: an administrator never touches money or games, an auditor changes nothing, a
//! dealer does not validate, and what takes two persons is asked by one and granted by another (see [`SecondPerson`]).
//! It honours sections .4(a), .5(d) and .11 of the Pennsylvania chapters and MA 6(d), where they name a floorperson or
//! supervisor.

use super::role::Role;
use croupier_table::{Command, CommandDuty, TableRole, TwoPersons};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use Role::{Administrator, Auditor, Dealer, Floorperson, Manager, Player};
use SecondPerson::{Always, Never, WhenDue};

/// Whether a duty takes a second person, and who that may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondPerson {
    /// One person does it.
    Never,
    /// One person asks, and one of these grants it, in the cases the table or the house names.
    WhenDue(&'static [Role]),
    /// One person asks, and one of these grants it.
    Always(&'static [Role]),
}

impl SecondPerson {
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
    pub second: SecondPerson,
    /// The clause or the reason.
    pub why: &'static str,
}

const FLOOR: &[Role] = &[Floorperson, Manager];
const PIT: &[Role] = &[Dealer, Floorperson, Manager];
const EVERYBODY: &[Role] = &Role::ALL;

/// Roles of the table as roles of the house.
const fn house_roles<const N: usize>(roles: &[TableRole]) -> [Role; N] {
    let (mut house, mut place) = ([Player; N], 0);
    while place < N {
        house[place] = match roles[place] {
            TableRole::Player => Player,
            TableRole::Dealer => Dealer,
            TableRole::Floorperson => Floorperson,
            TableRole::Manager => Manager,
            TableRole::House => panic!("the program has no role of a person"),
        };
        place += 1;
    }
    house
}

/// Who does a duty and who is the second person: `from` the table of commands, or written here.
macro_rules! permission {
    (from $duty:ident) => {{
        const DUTY: CommandDuty = CommandDuty::$duty;
        const ROLES: [Role; DUTY.roles().len()] = house_roles(DUTY.roles());
        const GRANTED_BY: [Role; DUTY.granted_by().len()] = house_roles(DUTY.granted_by());
        const SECOND: SecondPerson = match DUTY.second() {
            TwoPersons::Never => Never,
            TwoPersons::WhenDue => WhenDue(&GRANTED_BY),
            TwoPersons::EveryTime => Always(&GRANTED_BY),
        };
        (&ROLES, SECOND)
    }};
    ($roles:expr, $second:expr) => {
        ($roles, $second)
    };
}

macro_rules! duties {
    ($($(#[$doc:meta])* $duty:ident $name:literal ($($permission:tt)*) $why:literal;)*) => {
        /// Something an endpoint can do.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Duty {
            $($(#[$doc])* $duty,)*
        }

        impl Duty {
            /// The whole table, a row to a duty, in order.
            pub const TABLE: &'static [Permission] = &[
                $({
                    const PERMISSION: (&[Role], SecondPerson) = permission!($($permission)*);
                    Permission { duty: Self::$duty, roles: PERMISSION.0, second: PERMISSION.1, why: $why }
                },)*
            ];

            /// In a word or two.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$duty => $name,)* }
            }
        }
    };
}

duties! {
    // At the table: the table of commands says whose they are.
    /// Sit, wager, set, answer, leave.
    Play "play" (from Play) "players decide for their own seats (section .7)";
    /// Buy chips in and cash them out.
    Chips "chips" (from Chips)
        "the dealer exchanges money for chips; players buy only their own play chips";
    /// The dealer's steps of a round.
    Deal "deal" (from Deal) "the texts assign every step of the deal to the dealer (sections .5 to .11)";
    /// Report an irregularity, take a deck off the table, note that documents are done.
    Report "report" (from Report) "pit staff report an irregularity at once (section .13)";
    /// Enter cards, outcomes or stakes anew before the cards are racked.
    Correct "correct" (from Correct)
        "wrong entries are corrected while the cards are on the table; two persons take back a validated payout";
    /// Call the floor to a table, see how one's own requests stand, withdraw them.
    Call "call" (PIT, Always(FLOOR)) "staff call the floor, and a floorperson responds";
    /// Verify inspections, order recuts and shuffles, set progressive wagers right, declare wagers abandoned.
    Supervise "supervise" (from Supervise) "§ 659a.4(a), § 659a.5(d), MA 6(d): a floorperson or above";
    /// Validate a payout.
    Validate "validate" (from Validate)
        "§ 659a.11(h)(3)(ii)(C), § 657a.11(e)(3): a floorperson or above, so never the dealer";
    /// Void a round.
    Void "void" (from Void) "a floorperson decides; after a progressive payout two persons are required";
    /// Set money of a closed round right.
    Adjust "adjust" (from Adjust) "moving money after the close, outside a round, requires two persons";
    /// Stop taking wagers for a while, and go on.
    Pause "pause" (from Pause) "anyone on staff may pause the table; a dealt round is played to its end";
    /// Say who deals from now on.
    Relieve "relieve" (from Relieve) "the journal records who dealt every card";
    /// Open a table.
    OpenTable "open-table" (from OpenTable) "the manager opens tables; others count the chips";
    /// Close a table.
    CloseTable "close-table" (from CloseTable) "closing stops play, so the floor need not wait for the manager";
    /// Count the table inventory.
    Count "count" (from Count)
        "the dealer counts and the floor verifies; the person who opened the table does not count alone";
    /// Bring chips from the cage to the table, or back.
    Fill "fill" (from Fill) "two persons sign for chips that cross the pit";

    // Tables and meters.
    /// Make a table from a submission.
    MakeTable "make-table" (&[Manager], Never) "managers are responsible for submissions";
    /// Change a table's submission or limits.
    ChangeTable "change-table" (&[Manager], Always(FLOOR)) "one person alone cannot change what a table pays";
    /// Lock a meter's payouts out, take it out of service and back with the same values.
    OperateMeter "operate-meter" (FLOOR, Never) "stopping a meter moves no money and keeps its values";
    /// Make a meter's money another's, or end a meter.
    MoveMeter "move-meter" (&[Manager], Always(FLOOR)) "the money belongs to the players, so two persons move it";
    /// Compare meters and accounts with the journals.
    Reconcile "reconcile" (&[Manager, Auditor], Never) "it only reads data";
    /// Grant or refuse what another asked for; each request names who may.
    Approve "approve" (FLOOR, Never) "the second of two persons, never the one who asked";

    // Reading.
    /// See which tables there are, what they offer and what their meters show.
    Lobby "lobby" (EVERYBODY, Never) "public information, as on the signs of a casino floor";
    /// See a table as everybody around it sees it; a player sees his own cards too.
    Watch "watch" (&[Player, Dealer, Floorperson, Manager, Auditor], Never) "administrators have no duties at a table";
    /// See one's own rounds and the openings of one's own cards.
    OwnRounds "own-rounds" (&[Player], Never) "players may check their own rounds";
    /// See the round that was last closed at a table.
    LastRound "last-round" (PIT, Never) "disputes are settled with the hands of the last round";
    /// Search all rounds.
    Rounds "rounds" (&[Floorperson, Manager, Auditor], Never) "rulings depend on earlier rounds";
    /// Read journals line by line.
    ReadJournal "read-journal" (&[Manager, Auditor], Never) "managers answer for the record, auditors check it";
    /// Take journals out of the house.
    Export "export" (&[Auditor], Never) "only one role gives records to the regulator";
    /// Read the house's own chain: sign-ins, refusals, changes.
    ReadLog "read-log" (&[Auditor, Administrator], Never) "administrators manage access, and auditors check it";

    // People.
    /// See who works and plays here.
    ReadPeople "read-people" (&[Manager, Auditor, Administrator], Never) "names and roles, never password hashes";
    /// Make and change people, lift lock-outs, end sessions.
    People "people" (&[Administrator], Never)
        "administrators have no role at a table and cannot change their own roles";
    /// Renew the house's keys.
    Keys "keys" (&[Administrator], Always(&[Manager])) "a key can decrypt decks in play, so nobody renews it alone";
    /// Change one's own password, lock, unlock, sign out.
    OwnAccount "own-account" (EVERYBODY, Never) "everyone manages their own access";
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

    /// Which duty a command is, by the table of commands; none where only the program gives it.
    pub const fn of(command: &Command) -> Option<Self> {
        let Some(duty) = command.rule().duty else { return None };
        Some(Self::at_the_table(duty))
    }

    const fn at_the_table(duty: CommandDuty) -> Self {
        match duty {
            CommandDuty::Play => Self::Play,
            CommandDuty::Chips => Self::Chips,
            CommandDuty::Deal => Self::Deal,
            CommandDuty::Report => Self::Report,
            CommandDuty::Correct => Self::Correct,
            CommandDuty::Supervise => Self::Supervise,
            CommandDuty::Validate => Self::Validate,
            CommandDuty::Void => Self::Void,
            CommandDuty::Adjust => Self::Adjust,
            CommandDuty::Pause => Self::Pause,
            CommandDuty::Relieve => Self::Relieve,
            CommandDuty::OpenTable => Self::OpenTable,
            CommandDuty::CloseTable => Self::CloseTable,
            CommandDuty::Count => Self::Count,
            CommandDuty::Fill => Self::Fill,
        }
    }
}

/// Whether somebody acting in this role may give this command. At a dealt table the dealer also enters what players do
/// with chips and cards; the table itself refuses him that where players speak for themselves.
pub fn may_give(role: Role, command: &Command) -> bool {
    let entered = role == Dealer && command.rule().by.is_players();
    Duty::of(command).is_some_and(|duty| duty.is_for(role) || entered) && !only_the_house(command)
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
    use croupier_table::{CommandRule, PersonId};

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
        let somebody = PersonId::new(7);
        assert_eq!(void.second(), None);
        assert_eq!(void.with_second(somebody).second(), Some(somebody));
        assert_eq!(Command::Validate.with_second(somebody), Command::Validate);
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

    /// The table of commands as its page prints it.
    fn printed_commands() -> String {
        let mut page =
            "| command | by the rules of the table | duty | house roles | status | two persons |\n".to_owned();
        page.push_str("|---|---|---|---|---|---|\n");
        for CommandRule { name, by, duty, status, second } in CommandRule::ALL {
            let duty = duty.map(Duty::at_the_table);
            let roles =
                duty.map_or(Vec::new(), |duty| duty.permission().roles.iter().map(|role| role.name()).collect());
            let duty = duty.map_or(String::new(), |duty| format!("`{duty}`"));
            let (by, status, roles) = (by.name(), status.name(), roles.join(", "));
            page.push_str(&format!("| `{name}` | {by} | {duty} | {roles} | {status} | {} |\n", second.name()));
        }
        page
    }

    #[test]
    fn the_page_of_commands_prints_the_table_of_commands() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
        let text = std::fs::read_to_string(path).unwrap();
        let (before, rest) = text.split_once("the_page_of_commands` -->\n").unwrap();
        let (table, after) = rest.split_once("<!-- end of commands -->").unwrap();
        if std::env::var_os("UPDATE").is_some() {
            let text =
                format!("{before}the_page_of_commands` -->\n{}<!-- end of commands -->{after}", printed_commands());
            std::fs::write(path, text).unwrap();
        } else {
            assert_eq!(table, printed_commands(), "run it with UPDATE=1");
        }
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
