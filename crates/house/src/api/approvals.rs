//! Actions that require two persons: requested by one, approved by another, carried out once.

use super::auth::User;
use super::tables::{PendingApproval, find, refused};
use super::{Casino, HOUSE};
use crate::people::{Approval, ApprovalRequest, ApprovalSubject, AuditChange, Duty};
use crate::pit::{Rejection, Request, TableHandle, TableMessage};
use crate::problem::{PathParam, Problem, Problems};
use crate::store::TableId;
use axum::Json;
use axum::extract::State;
use croupier_table::{Actor, Command, CommandEnvelope, CommandId, PersonId, RefusalCode, TwoPersons};
use std::sync::Arc;

/// Asks for a second person if a command takes one now; nothing if one person may give it.
pub(super) async fn second_person(
    casino: &Casino,
    user: &User,
    handle: &TableHandle,
    command: &Command,
) -> Result<Option<PendingApproval>, Problem> {
    let Some(duty) = Duty::of(command) else { return Ok(None) };
    if !needs_second(casino, user, handle, command)? {
        return Ok(None);
    }
    // What the table would not do even with a second person is not asked of one.
    if let Err(refusal) = handle.desk.current().table.verify(&together(casino, user, handle, command)?) {
        return Err(refused(casino, user, handle, Rejection::from(refusal).into()).await);
    }
    let what = serde_json::to_value(command).map_err(Problem::unavailable)?;
    let asked = ApprovalRequest { duty, about: ApprovalSubject::Table(handle.row.id.0), what };
    let reason = match command {
        Command::VoidRound { reason, .. } | Command::EndRound { reason, .. } | Command::Adjust { reason, .. } => {
            reason.clone()
        }
        _ => String::new(),
    };
    ask(casino, user, asked, &reason).await.map(Some)
}

/// Whether a command takes a second person now.
pub(super) fn needs_second(
    casino: &Casino,
    user: &User,
    handle: &TableHandle,
    command: &Command,
) -> Result<bool, Problem> {
    match command.rule().second {
        TwoPersons::Never => Ok(false),
        TwoPersons::EveryTime => Ok(true),
        TwoPersons::WhenDue => takes_two(casino, user, handle, command),
    }
}

/// Calls the floor to a table, unless it has been called there and has not answered.
pub(super) async fn call(
    casino: &Casino,
    user: &User,
    handle: &TableHandle,
    reason: &str,
) -> Result<PendingApproval, Problem> {
    let about = ApprovalSubject::Table(handle.row.id.0);
    let waiting = casino.people.waiting(casino.clock.now()).await?;
    let same = waiting.into_iter().find(|waits| waits.asked.duty == Duty::Call && waits.asked.about == about);
    if let Some(Approval { id: approval, .. }) = same {
        return Ok(PendingApproval { approval, detail: format!("the floor has been called (request {approval})") });
    }
    let asked = ApprovalRequest { duty: Duty::Call, about, what: serde_json::json!({ "call-floor": reason }) };
    ask(casino, user, asked, reason).await
}

/// Makes a request for a second person.
pub(super) async fn ask(
    casino: &Casino,
    user: &User,
    asked: ApprovalRequest,
    reason: &str,
) -> Result<PendingApproval, Problem> {
    let duty = asked.duty;
    let change = casino.people.ask(&user.session, asked, reason, casino.clock.now()).await?;
    casino.note(&user.mark(), &serde_json::json!({ "approval-asked": change })).await;
    let approval = change.after.ok_or_else(|| Problem::unavailable("the request no longer exists"))?.id;
    Ok(PendingApproval {
        approval,
        detail: format!("`{duty}` requires two persons: request {approval} is waiting for the second"),
    })
}

/// Whether the table refuses a command for want of a second person and would take it with one.
fn takes_two(casino: &Casino, user: &User, handle: &TableHandle, command: &Command) -> Result<bool, Problem> {
    let shown = handle.desk.current();
    let at = casino.clock.now().max(shown.table.state().clock);
    let alone = shown.table.verify(&CommandEnvelope { id: None, at, by: user.actor()?, command: command.clone() });
    let together = shown.table.verify(&together(casino, user, handle, command)?);
    Ok(alone.is_err_and(|refusal| refusal.code == RefusalCode::NotYourRole) && together.is_ok())
}

/// A command as it would be given now, with a second person, whoever that will be.
fn together(casino: &Casino, user: &User, handle: &TableHandle, command: &Command) -> Result<CommandEnvelope, Problem> {
    let at = casino.clock.now().max(handle.desk.current().table.state().clock);
    let command = command.clone().with_second(PersonId::AnotherPerson);
    Ok(CommandEnvelope { id: None, at, by: user.actor()?, command })
}

/// The requests that wait; for who grants none, his own of the last half hour, however they stand.
#[utoipa::path(get, path = "/api/approvals", operation_id = "approvals", tag = HOUSE,
    responses((status = 200, body = Vec<Approval>), Problems))]
pub(super) async fn list(State(casino): State<Arc<Casino>>, user: User) -> Result<Json<Vec<Approval>>, Problem> {
    let (session, now) = (&user.session, casino.clock.now());
    if session.may(Duty::Approve).is_err() {
        user.may(Duty::Call).await?;
        return Ok(Json(casino.people.requests_of(session.person, now).await?));
    }
    Ok(Json(casino.people.waiting(now).await?))
}

/// Withdraws one's own request.
#[utoipa::path(post, path = "/api/approvals/{approval}/withdraw", tag = HOUSE,
    params(("approval" = i64, Path, description = "The request's number")),
    responses((status = 200, body = Approval), Problems))]
pub(super) async fn withdraw(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(approval): PathParam<i64>,
) -> Result<Json<Approval>, Problem> {
    user.may(Duty::Call).await?;
    let change = casino.people.withdraw(&user.session, approval, casino.clock.now()).await?;
    decided(&casino, &user, "approval-withdrawn", change).await.map(Json)
}

/// Refuses a request, as the second person.
#[utoipa::path(post, path = "/api/approvals/{approval}/refuse", tag = HOUSE,
    params(("approval" = i64, Path, description = "The request's number")),
    responses((status = 200, body = Approval), Problems))]
pub(super) async fn refuse(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(approval): PathParam<i64>,
) -> Result<Json<Approval>, Problem> {
    user.may(Duty::Approve).await?;
    let change = casino.people.refuse(&user.session, approval, casino.clock.now()).await?;
    decided(&casino, &user, "approval-refused", change).await.map(Json)
}

/// Grants a request, as the second person; it is carried out at once.
#[utoipa::path(post, path = "/api/approvals/{approval}/grant", tag = HOUSE,
    params(("approval" = i64, Path, description = "The request's number")),
    responses((status = 200, body = Approval), Problems))]
pub(super) async fn grant(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(approval): PathParam<i64>,
) -> Result<Json<Approval>, Problem> {
    user.may(Duty::Approve).await?;
    let now = casino.clock.now();
    let change = casino.people.grant(&user.session, approval, now).await?;
    decided(&casino, &user, "approval-granted", change).await?;
    let change = casino.people.take_up(approval, now).await?;
    let granted = decided(&casino, &user, "approval-taken-up", change).await?;
    carry_out(&casino, &user, &granted).await?;
    Ok(Json(granted))
}

async fn decided(casino: &Casino, user: &User, how: &str, change: AuditChange<Approval>) -> Result<Approval, Problem> {
    casino.note(&user.mark(), &serde_json::json!({ how: change })).await;
    change.after.ok_or_else(|| Problem::unavailable("the request no longer exists"))
}

/// Does what was granted, with both persons' names.
async fn carry_out(casino: &Casino, user: &User, granted: &Approval) -> Result<(), Problem> {
    // A floorperson answers a call by coming: there is nothing more to do.
    if granted.asked.duty == Duty::Call {
        return Ok(());
    }
    match &granted.asked.about {
        ApprovalSubject::Table(table) if granted.asked.duty == Duty::ChangeTable => {
            super::submissions::carry_out(casino, user, *table, granted).await
        }
        ApprovalSubject::Table(table) => {
            let handle = find(casino, TableId(*table).0)?;
            let command: Command = serde_json::from_value(granted.asked.what.clone()).map_err(Problem::unavailable)?;
            let command = Box::new(command.with_second(user.session.person));
            let role = granted
                .role
                .at_the_table()
                .ok_or_else(|| Problem::conflict("role", "the table cannot use the role of the person who asked"))?;
            let by = Actor { role, who: granted.by };
            // The request's own number, far from those that clients make up, so that it cannot have two effects.
            let id = Some(CommandId((1 << 63) | granted.id.unsigned_abs()));
            match handle
                .desk
                .send(TableMessage { by, what: Request::Give { id, expects: None, command, ready: false } })
                .await
            {
                Ok(_) => Ok(()),
                Err(declined) => Err(refused(casino, user, &handle, declined.into()).await),
            }
        }
        ApprovalSubject::Meter(name) => super::meters::carry_out(casino, user, name, granted).await,
        ApprovalSubject::House => super::house::carry_out(casino, user, granted).await,
    }
}
