//! Who may sit down and buy chips, and when a table may close: what the house looks at before the table does, since a
//! table knows its players by number alone.
//!
//! What is odd: a patron at a dealt table need not be known to the house. Whoever shows no card has a number from
//! [`PATRONS`] on, which no person ever gets, so that no guest comes into what a patron has left there.

use super::Casino;
use super::problem::Problem;
use super::visitor::Visitor;
use crate::people::{PeopleError, Role};
use crate::pit::Known;
use axum::http::StatusCode;
use croupier_table::{Command, Mode, Status, Who};

/// The numbers of patrons who show no card begin here.
pub(super) const PATRONS: u32 = 4_000_000_000;

/// Refuses whom the house does not let sit or buy, and to close a dealt table at which somebody sits.
pub(super) async fn admit(casino: &Casino, visitor: &Visitor, known: &Known, command: &Command) -> Result<(), Problem> {
    let shown = known.desk.shown();
    let state = shown.table.state();
    match *command {
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

/// Whether somebody may play at a table: a player the house knows, a guest where chips are worth nothing, a patron
/// without a card where a dealer seats him.
async fn may_play(casino: &Casino, visitor: &Visitor, known: &Known, player: Who) -> Result<(), Problem> {
    let refuse = |code, detail: String| Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail));
    if player.0 >= PATRONS && !visitor.is_player() {
        return Ok(());
    }
    let person = match casino.people.person(player).await {
        Ok(person) => person,
        Err(PeopleError::NoSuchPerson(_)) => {
            let detail = format!(
                "the house knows no player {}: a patron without a card has a number from {PATRONS} on",
                player.0
            );
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
