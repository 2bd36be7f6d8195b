//! What takes two persons: asked by one, granted by another, carried out once.

use super::problem::{Named, Problem, Problems};
use super::tables::{Waits, find, refused};
use super::visitor::Visitor;
use super::{Casino, HOUSE};
use crate::people::{ANOTHER, About, Approval, Asked, Change, Duty, Second, countersigned};
use crate::pit::{Declined, Known, Message, What};
use crate::store::TableId;
use axum::Json;
use axum::extract::State;
use croupier_table::{Actor, Code, Command, CommandId, Given};
use std::sync::Arc;

/// Asks for a second person if a command takes one now; nothing if one person may give it.
pub(super) async fn second_person(
    casino: &Casino,
    visitor: &Visitor,
    known: &Known,
    command: &Command,
) -> Result<Option<Waits>, Problem> {
    let Some(duty) = Duty::of(command) else { return Ok(None) };
    if !needs_second(casino, visitor, known, command)? {
        return Ok(None);
    }
    // What the table would not do even with a second person is not asked of one.
    if let Err(refusal) = known.desk.shown().table.verify(&together(casino, visitor, known, command)?) {
        return Err(refused(casino, visitor, known, Declined::from(refusal).into()).await);
    }
    let what = serde_json::to_value(command).map_err(Problem::unavailable)?;
    let asked = Asked { duty, about: About::Table(known.row.id.0), what };
    let reason = match command {
        Command::VoidRound { reason, .. } | Command::EndRound { reason, .. } | Command::Adjust { reason, .. } => {
            reason.clone()
        }
        _ => String::new(),
    };
    ask(casino, visitor, asked, &reason).await.map(Some)
}

/// Whether a command takes a second person now.
pub(super) fn needs_second(
    casino: &Casino,
    visitor: &Visitor,
    known: &Known,
    command: &Command,
) -> Result<bool, Problem> {
    match Duty::of(command).map(|duty| duty.permission().second) {
        None | Some(Second::Never) => Ok(false),
        Some(Second::Always(_)) => Ok(true),
        Some(Second::WhenDue(_)) => takes_two(casino, visitor, known, command),
    }
}

/// Calls the floor to a table, unless it has been called there and has not answered.
pub(super) async fn call(casino: &Casino, visitor: &Visitor, known: &Known, reason: &str) -> Result<Waits, Problem> {
    let about = About::Table(known.row.id.0);
    let waiting = casino.people.waiting(casino.clock.now()).await?;
    let same = waiting.into_iter().find(|waits| waits.asked.duty == Duty::Call && waits.asked.about == about);
    if let Some(Approval { id: approval, .. }) = same {
        return Ok(Waits { approval, detail: format!("the floor has been called: request {approval} waits for it") });
    }
    let asked = Asked { duty: Duty::Call, about, what: serde_json::json!({ "call-floor": reason }) };
    ask(casino, visitor, asked, reason).await
}

/// Makes a request for a second person.
pub(super) async fn ask(casino: &Casino, visitor: &Visitor, asked: Asked, reason: &str) -> Result<Waits, Problem> {
    let duty = asked.duty;
    let change = casino.people.ask(&visitor.session, asked, reason, casino.clock.now()).await?;
    casino.note(&visitor.mark(), &serde_json::json!({ "approval-asked": change })).await;
    let approval = change.after.ok_or_else(|| Problem::unavailable("the request is gone"))?.id;
    Ok(Waits { approval, detail: format!("`{duty}` takes two persons: request {approval} waits for the second") })
}

/// Whether the table refuses a command for want of a second person and would take it with one.
fn takes_two(casino: &Casino, visitor: &Visitor, known: &Known, command: &Command) -> Result<bool, Problem> {
    let shown = known.desk.shown();
    let at = casino.clock.now().max(shown.table.state().clock);
    let alone = shown.table.verify(&Given { id: None, at, by: visitor.actor()?, command: command.clone() });
    let together = shown.table.verify(&together(casino, visitor, known, command)?);
    Ok(alone.is_err_and(|refusal| refusal.code == Code::NotYourRole) && together.is_ok())
}

/// A command as it would be given now, with a second person, whoever that will be.
fn together(casino: &Casino, visitor: &Visitor, known: &Known, command: &Command) -> Result<Given, Problem> {
    let at = casino.clock.now().max(known.desk.shown().table.state().clock);
    let command = countersigned(command.clone(), ANOTHER);
    Ok(Given { id: None, at, by: visitor.actor()?, command })
}

/// The requests that wait; for who grants none, his own of the last half hour, however they stand.
#[utoipa::path(get, path = "/api/approvals", operation_id = "approvals", tag = HOUSE, responses((status = 200, body = Vec<Approval>), Problems))]
pub(super) async fn list(State(casino): State<Arc<Casino>>, visitor: Visitor) -> Result<Json<Vec<Approval>>, Problem> {
    let (session, now) = (&visitor.session, casino.clock.now());
    if session.may(Duty::Approve).is_err() {
        visitor.may(Duty::Call).await?;
        return Ok(Json(casino.people.asked_by(session.person, now).await?));
    }
    Ok(Json(casino.people.waiting(now).await?))
}

/// Withdraws one's own request.
#[utoipa::path(post, path = "/api/approvals/{approval}/withdraw", tag = HOUSE, params(("approval" = i64, Path, description = "The request's number")),
    responses((status = 200, body = Approval), Problems))]
pub(super) async fn withdraw(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(approval): Named<i64>,
) -> Result<Json<Approval>, Problem> {
    visitor.may(Duty::Call).await?;
    let change = casino.people.withdraw(&visitor.session, approval, casino.clock.now()).await?;
    decided(&casino, &visitor, "approval-withdrawn", change).await.map(Json)
}

/// Refuses a request, as the second person.
#[utoipa::path(post, path = "/api/approvals/{approval}/refuse", tag = HOUSE, params(("approval" = i64, Path, description = "The request's number")),
    responses((status = 200, body = Approval), Problems))]
pub(super) async fn refuse(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(approval): Named<i64>,
) -> Result<Json<Approval>, Problem> {
    visitor.may(Duty::Approve).await?;
    let change = casino.people.refuse(&visitor.session, approval, casino.clock.now()).await?;
    decided(&casino, &visitor, "approval-refused", change).await.map(Json)
}

/// Grants a request, as the second person; it is carried out at once.
#[utoipa::path(post, path = "/api/approvals/{approval}/grant", tag = HOUSE, params(("approval" = i64, Path, description = "The request's number")),
    responses((status = 200, body = Approval), Problems))]
pub(super) async fn grant(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(approval): Named<i64>,
) -> Result<Json<Approval>, Problem> {
    visitor.may(Duty::Approve).await?;
    let now = casino.clock.now();
    let change = casino.people.grant(&visitor.session, approval, now).await?;
    decided(&casino, &visitor, "approval-granted", change).await?;
    let change = casino.people.take_up(approval, now).await?;
    let granted = decided(&casino, &visitor, "approval-taken-up", change).await?;
    carry_out(&casino, &visitor, &granted).await?;
    Ok(Json(granted))
}

async fn decided(casino: &Casino, visitor: &Visitor, how: &str, change: Change<Approval>) -> Result<Approval, Problem> {
    casino.note(&visitor.mark(), &serde_json::json!({ how: change })).await;
    change.after.ok_or_else(|| Problem::unavailable("the request is gone"))
}

/// Does what was granted, with both persons' names.
async fn carry_out(casino: &Casino, visitor: &Visitor, granted: &Approval) -> Result<(), Problem> {
    // Who answers a call comes: there is nothing more to do.
    if granted.asked.duty == Duty::Call {
        return Ok(());
    }
    match &granted.asked.about {
        About::Table(table) if granted.asked.duty == Duty::ChangeTable => {
            super::submissions::carry_out(casino, visitor, *table, granted).await
        }
        About::Table(table) => {
            let known = find(casino, TableId(*table).0)?;
            let command: Command = serde_json::from_value(granted.asked.what.clone()).map_err(Problem::unavailable)?;
            let command = Box::new(countersigned(command, visitor.session.person));
            let role = granted
                .role
                .at_the_table()
                .ok_or_else(|| Problem::conflict("role", "a table does not hear who asked"))?;
            let by = Actor { role, who: granted.by };
            // The request's own number, far from those that clients make up, so that it cannot have two effects.
            let id = Some(CommandId((1 << 63) | granted.id.unsigned_abs()));
            match known.desk.want(Message { by, what: What::Give { id, expects: None, command, ready: false } }).await {
                Ok(_) => Ok(()),
                Err(declined) => Err(refused(casino, visitor, &known, declined.into()).await),
            }
        }
        About::Meter(name) => super::meters::carry_out(casino, visitor, name, granted).await,
        About::House => super::house::carry_out(casino, visitor, granted).await,
    }
}
