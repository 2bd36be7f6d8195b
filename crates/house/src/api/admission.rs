//! Who may sit down and buy chips, and when a table may close: the house checks this before the table does, because a
//! table knows its players only by number.
//!
//! Note: a patron at a dealt table need not be known to the house. He is seated as [`PersonId::NoCard`] and gets a
//! number of his own, which no person ever gets and nobody had before him, so that nobody comes into what another has
//! left there.

use super::Casino;
use super::auth::User;
use crate::people::{PeopleError, Role};
use crate::pit::TableHandle;
use crate::problem::Problem;
use croupier_table::{Command, DealMode, PersonId, TableStatus};

/// The numbers of patrons begin after this one. The ten million before it an earlier program gave by table and seat.
const PATRONS: u32 = PersonId::NoCard.number() + 10_000_000;

/// What patrons are numbered by in the store.
const PATRON: &str = "patron";

/// Refuses whom the house does not let sit or buy, and to close a dealt table at which somebody sits.
pub(super) async fn admit(
    casino: &Casino,
    user: &User,
    handle: &TableHandle,
    command: &Command,
) -> Result<(), Problem> {
    let shown = handle.desk.current();
    let state = shown.table.state();
    match *command {
        Command::Sit { player: PersonId::NoCard, .. } if !user.is_player() => Ok(()),
        Command::Sit { player, .. } => may_play(casino, user, handle, player).await,
        Command::BuyIn { .. } if state.status == TableStatus::Closed => {
            Err(Problem::conflict("closed", "the table is closed: buy in when it is open"))
        }
        Command::BuyIn { player, .. } => may_play(casino, user, handle, player).await,
        // At an electronic table nobody else could make a player leave, and he cashes out when it is closed.
        Command::CloseTable if handle.row.mode == DealMode::Observed => match state.seats.iter().flatten().count() {
            0 => Ok(()),
            seated => {
                let who = if seated == 1 { "one seat is".to_owned() } else { format!("{seated} seats are") };
                let detail = format!("{who} taken: all players must leave and cash out before the table closes");
                Err(Problem::conflict("seated", detail))
            }
        },
        _ => Ok(()),
    }
}

/// The command as the table takes it: a patron who shows no card has a number that nobody had before him.
pub(super) async fn numbered(casino: &Casino, command: Command) -> Result<Command, Problem> {
    let Command::Sit { seat, player: PersonId::NoCard } = command else { return Ok(command) };
    let number = casino.store.number(PATRON).await?;
    let player = u32::try_from(number).ok().and_then(|number| PATRONS.checked_add(number));
    let player = player.ok_or_else(|| Problem::unavailable("no numbers are left for patrons without a card"))?;
    Ok(Command::Sit { seat, player: PersonId::new(player) })
}

/// Whether somebody may play at a table: a player the house knows, a guest where chips are worth nothing, a patron
/// without a card where a dealer seats him.
async fn may_play(casino: &Casino, user: &User, handle: &TableHandle, player: PersonId) -> Result<(), Problem> {
    let refuse = |code, detail: String| Err(Problem::unlawful(code, detail));
    if matches!(player, PersonId::Patron(_)) && !user.is_player() {
        let given = casino.store.numbered(PATRON).await?;
        let number = i64::from(player.number()) - i64::from(PATRONS);
        if (1..=given).contains(&number) {
            return Ok(());
        }
        let detail = format!("no patron has the number {player}: seat a patron without a card as {}", PersonId::NoCard);
        return refuse("no-such-player", detail);
    }
    let person = match casino.people.person(player).await {
        Ok(person) => person,
        Err(PeopleError::NoSuchPerson(_)) => {
            let detail = format!("unknown player {player}: seat a patron without a card as {}", PersonId::NoCard);
            return refuse("no-such-player", detail);
        }
        Err(error) => return Err(error.into()),
    };
    if person.guest && !handle.house.rules.automation.play_chips {
        return refuse("guest", "guests can only play at play-chip tables: sign in as a player".to_owned());
    }
    if !person.active || !person.roles.hold(Role::Player) {
        return refuse("no-player", format!("{} is not a player of this house", person.name));
    }
    Ok(())
}
