//! Tables: the lobby, a table as its audience may see it, and commands.

use super::admission::{admit, numbered};
use super::auth::{Anonymous, User};
use super::dto::{self, CurrentTable, TableBrief, TableSheet, brief, now};
use super::submissions::unmade;
use super::{Casino, TABLES};
use crate::config::PlayChips;
use crate::people::Duty;
use crate::pit::{Accepted, Rejection, Request, TableHandle, TableMessage, TableToCreate};
use crate::problem::{JsonBody, PathParam, Problem, ProblemFault, Problems};
use crate::store::TableId;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use croupier_rules::vocabulary::Step;
use croupier_table::{Command, CommandDuty, CommandEnvelope, CommandId, DealMode, Event, Openings, PersonId, Table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A command for a table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableOrder)]
pub(super) struct CommandRequest {
    /// A number the client makes up: the same command under the same number has no second effect.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub(super) id: CommandId,
    /// The sequence number of the last message or view the client has seen.
    pub(super) expects: u64,
    /// What is wanted.
    pub(super) command: Command,
    /// Whether the player has then made his wagers for this round, or surrendered all he will.
    #[serde(default)]
    pub(super) ready: bool,
}

/// Something that waits for a second person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PendingApproval {
    /// The number of the request.
    pub(super) approval: i64,
    /// What it waits for.
    pub(super) detail: String,
}

/// Whether a command would be taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CommandVerdict)]
pub(super) struct CommandVerdict {
    /// Whether it would.
    lawful: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
    /// Whether it would first wait for a second person.
    second: bool,
    /// What it would lead to, as the user would hear of it; left out where that would tell cards before they are up.
    events: Vec<Event>,
}

/// Commands that are asked about together.
const MOST_VERIFIED: usize = 64;

/// A call for the floor.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FloorCall)]
pub(super) struct FloorCall {
    /// What for: at most 200 characters.
    #[schema(max_length = 200)]
    reason: String,
}

/// A table to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewTableRequest {
    /// What it will be called: 1 to 80 characters.
    #[schema(min_length = 1, max_length = 80)]
    name: String,
    /// The rules submission, in TOML.
    submission: String,
}

/// Something that must be seen at the table before it opens.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct CheckItem {
    /// The clause.
    clause: String,
    /// What it wants, in our words.
    summary: &'static str,
}

/// The opening of a table.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableOpening)]
pub(super) struct TableOpening {
    /// The clauses of the checklist that were seen to; a dealt table needs them all.
    #[serde(default)]
    checked: Vec<String>,
}

/// All tables.
#[utoipa::path(get, path = "/api/tables", tag = TABLES, responses((status = 200, body = Vec<TableBrief>), Problems))]
pub(super) async fn lobby(State(casino): State<Arc<Casino>>, _: Anonymous) -> Json<Vec<TableBrief>> {
    Json(casino.pit.tables().iter().map(|handle| brief(&casino, handle)).collect())
}

/// One table with all it offers.
#[utoipa::path(get, path = "/api/tables/{table}", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = TableSheet), Problems))]
pub(super) async fn sheet(
    State(casino): State<Arc<Casino>>,
    _: Anonymous,
    PathParam(table): PathParam<i64>,
) -> Result<Json<TableSheet>, Problem> {
    let handle = find(&casino, table)?;
    Ok(Json(dto::whole(&casino, &handle)))
}

/// The table as the user may see it.
#[utoipa::path(get, path = "/api/tables/{table}/view", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = CurrentTable), Problems))]
pub(super) async fn view(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
) -> Result<Json<CurrentTable>, Problem> {
    user.may(Duty::Watch).await?;
    let handle = find(&casino, table)?;
    Ok(Json(now(&casino, &handle, &handle.desk.current(), user.audience())))
}

/// Gives the table a command.
#[utoipa::path(post, path = "/api/tables/{table}/commands", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    request_body = CommandRequest,
    responses(
        (status = 200, body = Accepted),
        (status = 202, body = PendingApproval, description = "A second person must approve it"),
        Problems))]
pub(super) async fn command(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    JsonBody(order): JsonBody<CommandRequest>,
) -> Result<Response, Problem> {
    let handle = find(&casino, table)?;
    match give(&casino, &user, &handle, order).await? {
        CommandOutcome::Taken(taken) => Ok(Json(taken).into_response()),
        CommandOutcome::Waits(waits) => Ok((StatusCode::ACCEPTED, Json(waits)).into_response()),
    }
}

/// What became of a command.
pub(super) enum CommandOutcome {
    /// It was taken.
    Taken(Accepted),
    /// It waits for a second person.
    Waits(PendingApproval),
}

/// Gives a command for a user, or asks a second person where it takes two.
pub(super) async fn give(
    casino: &Casino,
    user: &User,
    handle: &TableHandle,
    order: CommandRequest,
) -> Result<CommandOutcome, Problem> {
    let CommandRequest { id, expects, command, ready } = order;
    user.may_give(&command).await?;
    if let Err(problem) = permitted(casino, user, handle, &command).await {
        return Err(refused(casino, user, handle, problem).await);
    }
    if let Some(waits) = super::approvals::second_person(casino, user, handle, &command).await? {
        return Ok(CommandOutcome::Waits(waits));
    }
    let (by, command) = (user.actor()?, numbered(casino, command).await?);
    let what = Request::Give { id: Some(id), expects: Some(expects), command: Box::new(command), ready };
    match handle.desk.send(TableMessage { by, what }).await {
        Ok(taken) => {
            metrics::counter!("croupier_commands_total").increment(1);
            Ok(CommandOutcome::Taken(taken))
        }
        Err(declined) => Err(refused(casino, user, handle, declined.into()).await),
    }
}

/// Whether the house, beside the rules of the table, lets a user give a command.
async fn permitted(casino: &Casino, user: &User, handle: &TableHandle, command: &Command) -> Result<(), Problem> {
    limits(casino, user, handle, command)?;
    duties_apart(user, handle, command)?;
    admit(casino, user, handle, command).await
}

/// Puts a refusal on record. That the house cannot do something now is none.
pub(super) async fn refused(casino: &Casino, user: &User, handle: &TableHandle, problem: Problem) -> Problem {
    if problem.status() != StatusCode::SERVICE_UNAVAILABLE {
        let Problem { code, detail, clause, .. } = &problem;
        metrics::counter!("croupier_refusals_total", "code" => code.clone()).increment(1);
        let what = serde_json::json!({ "refused": {
            "table": handle.row.id, "code": code, "message": detail, "clause": clause,
        }});
        casino.note_refusal(&user.session.id, &user.mark(), code, &what).await;
    }
    problem
}

/// What the house's configuration limits beside the rules: how much play money one takes to a table.
fn limits(casino: &Casino, user: &User, handle: &TableHandle, command: &Command) -> Result<(), Problem> {
    let &Command::BuyIn { player, purse, amount } = command else { return Ok(()) };
    if !user.is_player() || !handle.house.rules.automation.play_chips {
        return Ok(());
    }
    let PlayChips { most_per_buy_in, most_held } = casino.config.play_chips;
    let unlawful = |detail| Err(Problem::unlawful("amount", detail));
    if amount > most_per_buy_in {
        return unlawful(format!("play-chip buy-in limit is {most_per_buy_in}"));
    }
    if handle.desk.current().table.state().ledger.balance(purse.account(player)).cents() > most_held {
        return unlawful(format!("play-chip balance limit is {most_held}"));
    }
    Ok(())
}

/// What the role alone does not show: nobody checks his own dealing, and nobody deals where the house does.
fn duties_apart(user: &User, handle: &TableHandle, command: &Command) -> Result<(), Problem> {
    let Some(duty) = Duty::of(command) else { return Ok(()) };
    let dealer = handle.desk.current().table.state().dealer;
    let checks_the_dealer = command.rule().duty.is_some_and(CommandDuty::checks_the_dealer);
    if checks_the_dealer && dealer == Some(user.session.person) {
        let detail = format!(
            "`{duty}` checks the dealer's work: you are dealing at this table, so another floorperson must \
                do it"
        );
        return Err(Problem::new(StatusCode::FORBIDDEN, "own-work", detail));
    }
    let automated = Step::ALL.iter().all(|(_, step)| handle.house.automates(*step));
    if duty == Duty::Deal && automated {
        return Err(Problem::conflict(
            "automated",
            "this is an electronic table: the house performs every step of the deal",
        ));
    }
    Ok(())
}

/// Says that a player has made his wagers for this round, or will make none; or, once the dealer's hands are set, that
/// he does not surrender.
#[utoipa::path(post, path = "/api/tables/{table}/ready", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Accepted), Problems))]
pub(super) async fn ready(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
) -> Result<Json<Accepted>, Problem> {
    user.may(Duty::Play).await?;
    let handle = find(&casino, table)?;
    let by = user.actor()?;
    match handle.desk.send(TableMessage { by, what: Request::Ready { who: by.who } }).await {
        Ok(taken) => Ok(Json(taken)),
        Err(declined) => Err(refused(&casino, &user, &handle, declined.into()).await),
    }
}

/// Has the program try again at once what the table refuses, rather than when its pause is over.
#[utoipa::path(post, path = "/api/tables/{table}/retry", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Accepted), Problems))]
pub(super) async fn retry(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
) -> Result<Json<Accepted>, Problem> {
    user.may(Duty::Supervise).await?;
    let handle = find(&casino, table)?;
    match handle.desk.send(TableMessage { by: user.actor()?, what: Request::Retry }).await {
        Ok(taken) => Ok(Json(taken)),
        Err(declined) => Err(refused(&casino, &user, &handle, declined.into()).await),
    }
}

/// Asks whether a command would be taken now, why not, and what it would lead to.
#[utoipa::path(post, path = "/api/tables/{table}/verify", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    request_body = Command, responses((status = 200, body = CommandVerdict), Problems))]
pub(super) async fn verify(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    JsonBody(command): JsonBody<Command>,
) -> Result<Json<CommandVerdict>, Problem> {
    user.may(Duty::Watch).await?;
    let handle = find(&casino, table)?;
    verdict(&casino, &user, &handle, command).await.map(Json)
}

/// Asks the same about several commands, each by itself: what a console may offer now.
#[utoipa::path(post, path = "/api/tables/{table}/verify-all", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    request_body = Vec<Command>, responses((status = 200, body = Vec<CommandVerdict>), Problems))]
pub(super) async fn verify_all(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    JsonBody(commands): JsonBody<Vec<Command>>,
) -> Result<Json<Vec<CommandVerdict>>, Problem> {
    user.may(Duty::Watch).await?;
    let handle = find(&casino, table)?;
    if commands.len() > MOST_VERIFIED {
        let detail = format!("at most {MOST_VERIFIED} commands can be checked at a time (got {})", commands.len());
        return Err(Problem::unlawful("number", detail));
    }
    let mut verdicts = Vec::with_capacity(commands.len());
    for command in commands {
        verdicts.push(verdict(&casino, &user, &handle, command).await?);
    }
    Ok(Json(verdicts))
}

async fn verdict(
    casino: &Casino,
    user: &User,
    handle: &TableHandle,
    command: Command,
) -> Result<CommandVerdict, Problem> {
    let no = |problem| CommandVerdict { lawful: false, problem: Some(problem), second: false, events: Vec::new() };
    let permitted = match user.could_give(&command) {
        Ok(()) => permitted(casino, user, handle, &command).await,
        Err(problem) => Err(problem),
    };
    if let Err(problem) = permitted {
        return Ok(no(problem));
    }
    let second = super::approvals::needs_second(casino, user, handle, &command)?;
    // Somebody else, whoever it will be.
    let command = if second { command.with_second(PersonId::AnotherPerson) } else { command };
    let mut table = Table::clone(&handle.desk.current().table);
    let at = casino.clock.now().max(table.state().clock);
    let envelope = CommandEnvelope { id: None, at, by: user.actor()?, command };
    let events = match table.act(&envelope) {
        Ok(events) => events,
        Err(refusal) => return Ok(no(Rejection::from(refusal).into())),
    };
    // The program knows the cards of a sealed table before they are turned; an irregularity turns none.
    let tells = handle.row.mode == DealMode::Observed || matches!(envelope.command, Command::Report(_));
    let heard = events.iter().filter(|_| tells).filter_map(|event| table.event_for(user.audience(), event));
    Ok(CommandVerdict { lawful: true, problem: None, second, events: heard.collect() })
}

/// Calls the floor to a table: a request that a floorperson answers by coming. Called again, it is the same call.
#[utoipa::path(post, path = "/api/tables/{table}/call", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    request_body = FloorCall, responses((status = 202, body = PendingApproval), Problems))]
pub(super) async fn call(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    JsonBody(FloorCall { reason }): JsonBody<FloorCall>,
) -> Result<(StatusCode, Json<PendingApproval>), Problem> {
    user.may(Duty::Call).await?;
    let handle = find(&casino, table)?;
    if reason.chars().count() > 200 || reason.chars().any(char::is_control) {
        let detail = "a reason can have at most 200 characters and no control characters";
        return Err(Problem::unlawful("reason", detail));
    }
    super::approvals::call(&casino, &user, &handle, reason.trim())
        .await
        .map(|waits| (StatusCode::ACCEPTED, Json(waits)))
}

/// What must be seen at the table before it opens: all that its text and its submission want there and no program sees.
#[utoipa::path(get, path = "/api/tables/{table}/checklist", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Vec<CheckItem>), Problems))]
pub(super) async fn checklist(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
) -> Result<Json<Vec<CheckItem>>, Problem> {
    user.may(Duty::Watch).await?;
    Ok(Json(items(&find(&casino, table)?).collect()))
}

fn items(handle: &TableHandle) -> impl Iterator<Item = CheckItem> {
    handle.house.rules.furniture().map(|row| CheckItem { clause: row.id.clone(), summary: &row.summary })
}

/// Opens the table, with the checklist that was gone through.
#[utoipa::path(post, path = "/api/tables/{table}/open", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    request_body = TableOpening, responses((status = 200, body = Accepted), Problems))]
pub(super) async fn open(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    JsonBody(opening): JsonBody<TableOpening>,
) -> Result<Json<Accepted>, Problem> {
    user.may(Duty::OpenTable).await?;
    let handle = find(&casino, table)?;
    let missing: Vec<_> = items(&handle).filter(|item| !opening.checked.contains(&item.clause)).collect();
    if handle.row.mode == DealMode::Observed && !missing.is_empty() {
        let faults = missing.into_iter().map(|item| ProblemFault {
            code: "unchecked".to_owned(),
            message: item.summary.to_owned(),
            clause: Some(item.clause),
            line: 0,
            column: 0,
            help: None,
        });
        let detail = "the opening checklist is not complete; missing items follow";
        let problem = Problem::unlawful("checklist", detail);
        return Err(refused(&casino, &user, &handle, Problem { faults: faults.collect(), ..problem }).await);
    }
    let what = Request::Give { id: None, expects: None, command: Box::new(Command::OpenTable), ready: false };
    let taken = match handle.desk.send(TableMessage { by: user.actor()?, what }).await {
        Ok(taken) => taken,
        Err(declined) => return Err(refused(&casino, &user, &handle, declined.into()).await),
    };
    casino
        .note(&user.mark(), &serde_json::json!({ "table-opened": { "table": table, "checked": opening.checked } }))
        .await;
    Ok(Json(taken))
}

/// Makes a table from a rules submission; it is closed until it is opened.
#[utoipa::path(post, path = "/api/tables", tag = TABLES, request_body = NewTableRequest,
    responses((status = 201, body = TableBrief), Problems))]
pub(super) async fn make(
    State(casino): State<Arc<Casino>>,
    user: User,
    JsonBody(making): JsonBody<NewTableRequest>,
) -> Result<(StatusCode, Json<TableBrief>), Problem> {
    user.may(Duty::MakeTable).await?;
    let NewTableRequest { name, submission } = making;
    let length = name.trim().chars().count();
    if !(1..=80).contains(&length) || name.chars().any(char::is_control) {
        let detail = "a table's name must have 1 to 80 characters and no control characters";
        return Err(Problem::unlawful("name", detail));
    }
    let new = TableToCreate { name: name.trim().to_owned(), submission: submission.clone() };
    let handle = casino.pit.make(new, &user.mark()).await.map_err(|error| unmade(&submission, error))?;
    Ok((StatusCode::CREATED, Json(brief(&casino, &handle))))
}

/// What the user can check the last closed round's shuffle with.
#[utoipa::path(get, path = "/api/tables/{table}/openings", tag = TABLES,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Openings), Problems))]
pub(super) async fn openings(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
) -> Result<Json<Openings>, Problem> {
    user.may(Duty::Watch).await?;
    let handle = find(&casino, table)?;
    let openings = handle.desk.current().table.openings(user.audience());
    openings.map(Json).ok_or_else(|| Problem::not_found("no closed round has a commitment that can be opened now"))
}

/// A table by its number.
pub(super) fn find(casino: &Casino, table: i64) -> Result<TableHandle, Problem> {
    casino.pit.table(TableId(table)).ok_or_else(|| Problem::not_found(format!("unknown table {table}")))
}
