//! Who may sit down and buy chips, and when a table may close: what the house looks at before the table does, since a
//! table knows its players by number alone.
//!
//! What is odd: a patron at a dealt table need not be known to the house. He is seated as [`NO_CARD`] and gets a number of
//! his own, which no person ever gets and nobody had before him, so that nobody comes into what another has left there.

use super::Casino;
use super::problem::Problem;
use super::visitor::Visitor;
use crate::people::{PeopleError, Role};
use crate::pit::Known;
use croupier_table::{Command, Mode, Status, Who};

/// As this number a patron who shows no card is seated. His own, which the house gives him then, is above it.
pub(super) const NO_CARD: Who = Who(4_000_000_000);

/// The numbers of patrons begin after this one. The ten million before it an earlier program gave by table and seat.
const PATRONS: u32 = NO_CARD.0 + 10_000_000;

/// What patrons are numbered by in the store.
const PATRON: &str = "patron";

/// Refuses whom the house does not let sit or buy, and to close a dealt table at which somebody sits.
pub(super) async fn admit(casino: &Casino, visitor: &Visitor, known: &Known, command: &Command) -> Result<(), Problem> {
    let shown = known.desk.shown();
    let state = shown.table.state();
    match *command {
        Command::Sit { player: NO_CARD, .. } if !visitor.is_player() => Ok(()),
        Command::Sit { player, .. } => may_play(casino, visitor, known, player).await,
        Command::BuyIn { .. } if state.status == Status::Closed => {
            Err(Problem::conflict("closed", "the table is closed: chips are bought when it is open"))
        }
        Command::BuyIn { player, .. } => may_play(casino, visitor, known, player).await,
        // At an electronic table nobody else could make a player leave, and he cashes out when it is closed.
        Command::CloseTable if known.row.mode == Mode::Observed => match state.seats.iter().flatten().count() {
            0 => Ok(()),
            seated => {
                let who = if seated == 1 { "one seat is".to_owned() } else { format!("{seated} seats are") };
                let detail = format!("{who} taken: a table is closed when everybody has left and cashed out");
                Err(Problem::conflict("seated", detail))
            }
        },
        _ => Ok(()),
    }
}

/// The command as the table takes it: a patron who shows no card has a number that nobody had before him.
pub(super) async fn numbered(casino: &Casino, command: Command) -> Result<Command, Problem> {
    let Command::Sit { seat, player: NO_CARD } = command else { return Ok(command) };
    let number = casino.store.number(PATRON).await?;
    let player = u32::try_from(number).ok().and_then(|number| PATRONS.checked_add(number));
    let player = player.ok_or_else(|| Problem::unavailable("there are no numbers left for patrons without a card"))?;
    Ok(Command::Sit { seat, player: Who(player) })
}

/// Whether somebody may play at a table: a player the house knows, a guest where chips are worth nothing, a patron
/// without a card where a dealer seats him.
async fn may_play(casino: &Casino, visitor: &Visitor, known: &Known, player: Who) -> Result<(), Problem> {
    let refuse = |code, detail: String| Err(Problem::unlawful(code, detail));
    if player >= NO_CARD && !visitor.is_player() {
        let given = casino.store.numbered(PATRON).await?;
        let number = i64::from(player.0) - i64::from(PATRONS);
        if (1..=given).contains(&number) {
            return Ok(());
        }
        let detail = format!("the house has given no patron the number {}: seat him as {}", player.0, NO_CARD.0);
        return refuse("no-such-player", detail);
    }
    let person = match casino.people.person(player).await {
        Ok(person) => person,
        Err(PeopleError::NoSuchPerson(_)) => {
            let detail =
                format!("the house knows no player {}: a patron without a card is seated as {}", player.0, NO_CARD.0);
            return refuse("no-such-player", detail);
        }
        Err(error) => return Err(error.into()),
    };
    if person.guest && !known.house.rules.automation.play_chips {
        return refuse("guest", "guests play where chips are worth nothing: here one signs in as a player".to_owned());
    }
    if !person.active || !person.roles.hold(Role::Player) {
        return refuse("no-player", format!("{} is no player of this house", person.name));
    }
    Ok(())
}
