//! Progressive meters: their values, taking them out of service and back, transferring and decommissioning them.

use super::auth::{Anonymous, User};
use super::tables::PendingApproval;
use super::{Casino, METERS, approvals};
use crate::people::{Approval, ApprovalRequest, ApprovalSubject, Duty};
use crate::pit::MeterDisplay;
use crate::problem::{JsonBody, PathParam, Problem, Problems};
use crate::store::{Batch, HouseLine, MeterChange, MeterEvent, MeterId, MeterState};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_rules::Cents;
use croupier_table::Centicents;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A meter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct MeterSheet {
    /// Its number.
    id: i64,
    /// Its name: the link or the table, the wager, the meter.
    name: String,
    /// The text it is played under.
    text: String,
    /// The wager that feeds it.
    wager: String,
    /// The letter of that wager's paytable.
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<String>,
    /// What stands on it, in whole cents.
    amount: Cents,
    /// The same in hundredths of a cent.
    hundredths: Centicents,
    /// What stands in its reserve, in hundredths of a cent.
    reserve: Centicents,
    /// What it starts again with, in cents.
    reseed: Cents,
    /// How often it has changed.
    sequence: u64,
    /// Whether it runs.
    state: MeterState,
    /// What it is run by, frozen while it runs.
    #[schema(value_type = Object)]
    parameters: serde_json::Value,
}

impl From<MeterDisplay> for MeterSheet {
    fn from(shown: MeterDisplay) -> Self {
        Self {
            id: shown.id.0,
            name: shown.name,
            text: shown.text.to_string(),
            wager: shown.wager,
            letter: shown.letter,
            amount: shown.meter.amount.cents(),
            hundredths: shown.meter.amount,
            reserve: shown.meter.reserve,
            reseed: shown.meter.reseed,
            sequence: shown.meter.sequence,
            state: shown.state,
            parameters: shown.parameters,
        }
    }
}

/// Where a meter's money goes.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Transfer {
    /// The meter that gets it.
    to: i64,
    /// Why.
    reason: String,
}

/// The end of a meter.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Decommission {
    /// Why.
    reason: String,
}

/// What is asked of a meter with a second person.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Operation {
    Transfer { to: i64 },
    Decommission,
}

/// All meters.
#[utoipa::path(get, path = "/api/meters", operation_id = "meters", tag = METERS, security(()),
    responses((status = 200, body = Vec<MeterSheet>), Problems))]
pub(super) async fn list(State(casino): State<Arc<Casino>>, _: Anonymous) -> Json<Vec<MeterSheet>> {
    Json(casino.pit.meters().all().into_iter().map(MeterSheet::from).collect())
}

/// One meter.
#[utoipa::path(get, path = "/api/meters/{meter}", operation_id = "meter", tag = METERS, security(()),
    params(("meter" = i64, Path, description = "The meter's number")),
    responses((status = 200, body = MeterSheet), Problems))]
pub(super) async fn one(
    State(casino): State<Arc<Casino>>,
    _: Anonymous,
    PathParam(meter): PathParam<i64>,
) -> Result<Json<MeterSheet>, Problem> {
    find(&casino, meter).map(|meter| Json(meter.into()))
}

fn find(casino: &Casino, meter: i64) -> Result<MeterDisplay, Problem> {
    casino.pit.meters().meter(MeterId(meter)).ok_or_else(|| Problem::not_found(format!("unknown meter {meter}")))
}

/// Takes a meter out of service: its values are kept, and no wager that feeds it is taken.
#[utoipa::path(post, path = "/api/meters/{meter}/disable", tag = METERS,
    params(("meter" = i64, Path, description = "The meter's number")),
    responses((status = 200, body = MeterSheet), Problems))]
pub(super) async fn disable(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(meter): PathParam<i64>,
) -> Result<Json<MeterSheet>, Problem> {
    became(&casino, &user, meter, MeterState::Running, MeterState::Disabled).await
}

/// Puts a meter back into service, with the values it had.
#[utoipa::path(post, path = "/api/meters/{meter}/enable", tag = METERS,
    params(("meter" = i64, Path, description = "The meter's number")),
    responses((status = 200, body = MeterSheet), Problems))]
pub(super) async fn enable(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(meter): PathParam<i64>,
) -> Result<Json<MeterSheet>, Problem> {
    became(&casino, &user, meter, MeterState::Disabled, MeterState::Running).await
}

async fn became(
    casino: &Casino,
    user: &User,
    meter: i64,
    from: MeterState,
    to: MeterState,
) -> Result<Json<MeterSheet>, Problem> {
    user.may(Duty::OperateMeter).await?;
    let shown = find(casino, meter)?;
    if shown.state != from {
        return Err(Problem::conflict("meter-state", format!("the meter is {}", word(shown.state))));
    }
    let by = serde_json::to_value(user.mark()).unwrap_or_default();
    change(casino, user, vec![(shown.id, MeterEvent::Became { state: to, approval: by })]).await?;
    find(casino, meter).map(|meter| Json(meter.into()))
}

const fn word(state: MeterState) -> &'static str {
    match state {
        MeterState::Running => "running",
        MeterState::Disabled => "out of service",
        MeterState::Decommissioned => "decommissioned",
    }
}

/// Asks for a meter's money to go to another meter; a second person must grant it.
#[utoipa::path(post, path = "/api/meters/{meter}/transfer", tag = METERS,
    params(("meter" = i64, Path, description = "The meter's number")),
    request_body = Transfer, responses((status = 202, body = PendingApproval), Problems))]
pub(super) async fn transfer(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(meter): PathParam<i64>,
    JsonBody(Transfer { to, reason }): JsonBody<Transfer>,
) -> Result<(StatusCode, Json<PendingApproval>), Problem> {
    user.may(Duty::MoveMeter).await?;
    let shown = find(&casino, meter)?;
    checked_transfer(&casino, &shown, to)?;
    move_asked(&casino, &user, shown, Operation::Transfer { to }, &reason).await
}

/// Asks for the end of a meter; a second person must grant it, and nothing may be left on it.
#[utoipa::path(post, path = "/api/meters/{meter}/decommission", tag = METERS,
    params(("meter" = i64, Path, description = "The meter's number")),
    request_body = Decommission, responses((status = 202, body = PendingApproval), Problems))]
pub(super) async fn decommission(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(meter): PathParam<i64>,
    JsonBody(Decommission { reason }): JsonBody<Decommission>,
) -> Result<(StatusCode, Json<PendingApproval>), Problem> {
    user.may(Duty::MoveMeter).await?;
    let shown = find(&casino, meter)?;
    checked_end(&shown)?;
    move_asked(&casino, &user, shown, Operation::Decommission, &reason).await
}

async fn move_asked(
    casino: &Casino,
    user: &User,
    shown: MeterDisplay,
    operation: Operation,
    reason: &str,
) -> Result<(StatusCode, Json<PendingApproval>), Problem> {
    let what = serde_json::to_value(&operation).map_err(Problem::unavailable)?;
    let asked = ApprovalRequest { duty: Duty::MoveMeter, about: ApprovalSubject::Meter(shown.name), what };
    let waits = approvals::ask(casino, user, asked, reason).await?;
    Ok((StatusCode::ACCEPTED, Json(waits)))
}

/// A meter gives its money only while it is out of service, and to one that is not ended.
fn checked_transfer(casino: &Casino, from: &MeterDisplay, to: i64) -> Result<MeterDisplay, Problem> {
    let to = find(casino, to)?;
    if from.state != MeterState::Disabled {
        return Err(Problem::conflict("meter-state", "take the meter out of service before moving its money"));
    }
    if to.id == from.id || to.state == MeterState::Decommissioned {
        return Err(Problem::conflict(
            "meter-state",
            "transfer the money to a different meter that is not decommissioned",
        ));
    }
    Ok(to)
}

fn checked_end(shown: &MeterDisplay) -> Result<(), Problem> {
    if shown.state != MeterState::Disabled {
        return Err(Problem::conflict("meter-state", "take the meter out of service before decommissioning it"));
    }
    if shown.meter.amount.0 != 0 || shown.meter.reserve.0 != 0 {
        let detail = "the money on the meter belongs to the players: transfer it to another meter first";
        return Err(Problem::conflict("meter-state", detail));
    }
    Ok(())
}

/// Does what two persons want of a meter.
pub(super) async fn carry_out(casino: &Casino, user: &User, name: &str, granted: &Approval) -> Result<(), Problem> {
    let shown = casino.pit.meters().all().into_iter().find(|meter| meter.name == name);
    let shown = shown.ok_or_else(|| Problem::not_found(format!("unknown meter {name}")))?;
    let operation = serde_json::from_value(granted.asked.what.clone()).map_err(Problem::unavailable)?;
    let approval = serde_json::to_value(granted).unwrap_or_default();
    let changes = match operation {
        Operation::Transfer { to } => {
            let to = checked_transfer(casino, &shown, to)?;
            let (amount, reserve) = (shown.meter.amount, shown.meter.reserve);
            let moved = |other, sign: i64| MeterEvent::Transferred {
                other,
                amount: Centicents(sign * amount.0),
                reserve: Centicents(sign * reserve.0),
                approval: approval.clone(),
            };
            vec![(shown.id, moved(to.id, -1)), (to.id, moved(shown.id, 1))]
        }
        Operation::Decommission => {
            checked_end(&shown)?;
            vec![(shown.id, MeterEvent::Became { state: MeterState::Decommissioned, approval })]
        }
    };
    change(casino, user, changes).await
}

/// Changes meters, and puts it on record, in one transaction.
async fn change(casino: &Casino, user: &User, changes: Vec<(MeterId, MeterEvent)>) -> Result<(), Problem> {
    let at = casino.clock.now();
    let told =
        serde_json::json!({ "meters-changed": changes.iter().map(|(meter, what)| (meter, what)).collect::<Vec<_>>() });
    let meters = changes.into_iter().map(|(meter, what)| MeterChange { meter, at, what }).collect();
    let house = vec![HouseLine::new(at, &user.mark(), &told)];
    casino.store.writer().write(Batch { meters, house, ..Batch::default() }).await?;
    casino.pit.look_at_meters().await.map_err(Problem::from)
}

/// Compares every meter with its own chain and with the ledgers of the tables that feed it.
#[utoipa::path(get, path = "/api/meters/reconciliation", tag = METERS,
    responses((status = 200, body = Vec<crate::reconciliation::MeterReconciliation>), Problems))]
pub(super) async fn reconcile(
    State(casino): State<Arc<Casino>>,
    user: User,
) -> Result<Json<Vec<crate::reconciliation::MeterReconciliation>>, Problem> {
    user.may(Duty::Reconcile).await?;
    let reckoned = crate::reconciliation::reckon(&casino.store, &casino.keys, &casino.registry).await;
    reckoned.map(Json).map_err(Problem::unavailable)
}
