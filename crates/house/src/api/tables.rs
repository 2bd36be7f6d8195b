//! Tables: the lobby, one table as somebody may see it, and what is wanted of it.

use super::admission::{admit, numbered};
use super::problem::{Body, Fault, Named, Problem, Problems};
use super::sheets::{self, TableBrief, TableNow, TableSheet, brief, now};
use super::submissions::unmade;
use super::visitor::{Anybody, Visitor};
use super::{Casino, TABLES};
use crate::config::PlayChips;
use crate::people::{ANOTHER, Duty, countersigned};
use crate::pit::{Declined, Known, Message, NewDesk, Taken, What};
use crate::store::TableId;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use croupier_rules::submission::Step;
use croupier_table::{Command, CommandId, Event, Given, Mode, Openings, Table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A command for a table.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TableOrder)]
pub(super) struct Order {
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
pub(super) struct Waits {
    /// The number of the request.
    pub(super) approval: i64,
    /// What it waits for.
    pub(super) detail: String,
}

/// Whether a command would be taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CommandVerdict)]
pub(super) struct Verdict {
    /// Whether it would.
    lawful: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
    /// Whether it would first wait for a second person.
    second: bool,
    /// What it would lead to, as the visitor would hear of it; left out where that would tell cards before they are up.
    events: Vec<Event>,
}

/// Commands that are asked about together.
const MOST_VERIFIED: usize = 64;

/// A call for the floor.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FloorCall)]
pub(super) struct Call {
    /// What for: at most 200 characters.
    #[schema(max_length = 200)]
    reason: String,
}

/// A table to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Making {
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
pub(super) struct Opening {
    /// The clauses of the checklist that were seen to; a dealt table needs them all.
    #[serde(default)]
    checked: Vec<String>,
}

/// All tables.
#[utoipa::path(get, path = "/api/tables", tag = TABLES, responses((status = 200, body = Vec<TableBrief>), Problems))]
pub(super) async fn lobby(State(casino): State<Arc<Casino>>, _: Anybody) -> Json<Vec<TableBrief>> {
    Json(casino.pit.tables().iter().map(|known| brief(&casino, known)).collect())
}

/// One table with all it offers.
#[utoipa::path(get, path = "/api/tables/{table}", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = TableSheet), Problems))]
pub(super) async fn sheet(
    State(casino): State<Arc<Casino>>,
    _: Anybody,
    Named(table): Named<i64>,
) -> Result<Json<TableSheet>, Problem> {
    let known = find(&casino, table)?;
    Ok(Json(sheets::whole(&casino, &known)))
}

/// The table as the visitor may see it.
#[utoipa::path(get, path = "/api/tables/{table}/view", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = TableNow), Problems))]
pub(super) async fn view(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
) -> Result<Json<TableNow>, Problem> {
    visitor.may(Duty::Watch).await?;
    let known = find(&casino, table)?;
    Ok(Json(now(&casino, &known, &known.desk.shown(), visitor.audience())))
}

/// Gives the table a command.
#[utoipa::path(post, path = "/api/tables/{table}/commands", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    request_body = Order,
    responses((status = 200, body = Taken), (status = 202, body = Waits, description = "A second person must grant it"), Problems))]
pub(super) async fn command(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Body(order): Body<Order>,
) -> Result<Response, Problem> {
    let known = find(&casino, table)?;
    match give(&casino, &visitor, &known, order).await? {
        Outcome::Taken(taken) => Ok(Json(taken).into_response()),
        Outcome::Waits(waits) => Ok((StatusCode::ACCEPTED, Json(waits)).into_response()),
    }
}

/// What became of a command.
pub(super) enum Outcome {
    /// It was taken.
    Taken(Taken),
    /// It waits for a second person.
    Waits(Waits),
}

/// Gives a command for a visitor, or asks a second person where it takes two.
pub(super) async fn give(casino: &Casino, visitor: &Visitor, known: &Known, order: Order) -> Result<Outcome, Problem> {
    let Order { id, expects, command, ready } = order;
    visitor.may_give(&command).await?;
    if let Err(problem) = permitted(casino, visitor, known, &command).await {
        return Err(refused(casino, visitor, known, problem).await);
    }
    if let Some(waits) = super::approvals::second_person(casino, visitor, known, &command).await? {
        return Ok(Outcome::Waits(waits));
    }
    let (by, command) = (visitor.actor()?, numbered(casino, command).await?);
    let what = What::Give { id: Some(id), expects: Some(expects), command: Box::new(command), ready };
    match known.desk.want(Message { by, what }).await {
        Ok(taken) => {
            metrics::counter!("croupier_commands_total").increment(1);
            Ok(Outcome::Taken(taken))
        }
        Err(declined) => Err(refused(casino, visitor, known, declined.into()).await),
    }
}

/// Whether the house, beside the rules of the table, lets a visitor give a command.
async fn permitted(casino: &Casino, visitor: &Visitor, known: &Known, command: &Command) -> Result<(), Problem> {
    limits(casino, visitor, known, command)?;
    duties_apart(visitor, known, command)?;
    admit(casino, visitor, known, command).await
}

/// Puts a refusal on record. That the house cannot do something now is none.
pub(super) async fn refused(casino: &Casino, visitor: &Visitor, known: &Known, problem: Problem) -> Problem {
    if problem.status() != StatusCode::SERVICE_UNAVAILABLE {
        let Problem { code, detail, clause, .. } = &problem;
        metrics::counter!("croupier_refusals_total", "code" => code.clone()).increment(1);
        let what = serde_json::json!({ "refused": {
            "table": known.row.id, "code": code, "message": detail, "clause": clause,
        }});
        casino.note_refusal(&visitor.session.id, &visitor.mark(), code, &what).await;
    }
    problem
}

/// What the house's configuration limits beside the rules: how much play money one takes to a table.
fn limits(casino: &Casino, visitor: &Visitor, known: &Known, command: &Command) -> Result<(), Problem> {
    let &Command::BuyIn { player, purse, amount } = command else { return Ok(()) };
    if !visitor.is_player() || !known.house.rules.automation.play_chips {
        return Ok(());
    }
    let PlayChips { most_per_buy_in, most_held } = casino.config.play_chips;
    let unlawful = |detail| Err(Problem::unlawful("amount", detail));
    if amount > most_per_buy_in {
        return unlawful(format!("one buys in for at most {most_per_buy_in} of play chips at a time"));
    }
    if known.desk.shown().table.state().ledger.balance(purse.account(player)).cents() > most_held {
        return unlawful(format!("who holds more than {most_held} of play chips buys no more"));
    }
    Ok(())
}

/// What the role alone does not show: nobody checks his own dealing, and nobody deals where the house does.
fn duties_apart(visitor: &Visitor, known: &Known, command: &Command) -> Result<(), Problem> {
    let Some(duty) = Duty::of(command) else { return Ok(()) };
    let dealer = known.desk.shown().table.state().dealer;
    if duty.checks_the_dealer() && dealer == Some(visitor.session.person) {
        let detail =
            format!("`{duty}` checks the dealer's work, and you deal at this table: another floorperson does it");
        return Err(Problem::new(StatusCode::FORBIDDEN, "own-work", detail));
    }
    let automated = Step::ALL.iter().all(|(_, step)| known.house.automates(*step));
    if duty == Duty::Deal && automated {
        return Err(Problem::conflict("automated", "the house does every step of the deal at this table"));
    }
    Ok(())
}

/// Says that a player has made his wagers for this round, or will make none; or, once the dealer's hands are set, that he
/// does not surrender.
#[utoipa::path(post, path = "/api/tables/{table}/ready", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Taken), Problems))]
pub(super) async fn ready(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
) -> Result<Json<Taken>, Problem> {
    visitor.may(Duty::Play).await?;
    let known = find(&casino, table)?;
    let by = visitor.actor()?;
    match known.desk.want(Message { by, what: What::Ready { who: by.who } }).await {
        Ok(taken) => Ok(Json(taken)),
        Err(declined) => Err(refused(&casino, &visitor, &known, declined.into()).await),
    }
}

/// Has the program try again at once what the table refuses, rather than when its pause is over.
#[utoipa::path(post, path = "/api/tables/{table}/retry", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Taken), Problems))]
pub(super) async fn retry(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
) -> Result<Json<Taken>, Problem> {
    visitor.may(Duty::Supervise).await?;
    let known = find(&casino, table)?;
    match known.desk.want(Message { by: visitor.actor()?, what: What::Retry }).await {
        Ok(taken) => Ok(Json(taken)),
        Err(declined) => Err(refused(&casino, &visitor, &known, declined.into()).await),
    }
}

/// Asks whether a command would be taken now, why not, and what it would lead to.
#[utoipa::path(post, path = "/api/tables/{table}/verify", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    request_body = Command, responses((status = 200, body = Verdict), Problems))]
pub(super) async fn verify(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Body(command): Body<Command>,
) -> Result<Json<Verdict>, Problem> {
    visitor.may(Duty::Watch).await?;
    let known = find(&casino, table)?;
    verdict(&casino, &visitor, &known, command).await.map(Json)
}

/// Asks the same about several commands, each by itself: what a console may offer now.
#[utoipa::path(post, path = "/api/tables/{table}/verify-all", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    request_body = Vec<Command>, responses((status = 200, body = Vec<Verdict>), Problems))]
pub(super) async fn verify_all(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Body(commands): Body<Vec<Command>>,
) -> Result<Json<Vec<Verdict>>, Problem> {
    visitor.may(Duty::Watch).await?;
    let known = find(&casino, table)?;
    if commands.len() > MOST_VERIFIED {
        let detail = format!("one asks about {MOST_VERIFIED} commands at a time, and these are {}", commands.len());
        return Err(Problem::unlawful("number", detail));
    }
    let mut verdicts = Vec::with_capacity(commands.len());
    for command in commands {
        verdicts.push(verdict(&casino, &visitor, &known, command).await?);
    }
    Ok(Json(verdicts))
}

async fn verdict(casino: &Casino, visitor: &Visitor, known: &Known, command: Command) -> Result<Verdict, Problem> {
    let no = |problem| Verdict { lawful: false, problem: Some(problem), second: false, events: Vec::new() };
    let permitted = match visitor.could_give(&command) {
        Ok(()) => permitted(casino, visitor, known, &command).await,
        Err(problem) => Err(problem),
    };
    if let Err(problem) = permitted {
        return Ok(no(problem));
    }
    let second = super::approvals::needs_second(casino, visitor, known, &command)?;
    // Somebody else, whoever it will be.
    let command = if second { countersigned(command, ANOTHER) } else { command };
    let mut table = Table::clone(&known.desk.shown().table);
    let at = casino.clock.now().max(table.state().clock);
    let given = Given { id: None, at, by: visitor.actor()?, command };
    let events = match table.act(&given) {
        Ok(events) => events,
        Err(refusal) => return Ok(no(Declined::from(refusal).into())),
    };
    // The program knows the cards of a sealed table before they are turned; an irregularity turns none.
    let tells = known.row.mode == Mode::Observed || matches!(given.command, Command::Report(_));
    let heard = events.iter().filter(|_| tells).filter_map(|event| table.event_for(visitor.audience(), event));
    Ok(Verdict { lawful: true, problem: None, second, events: heard.collect() })
}

/// Calls the floor to a table: a request that a floorperson answers by coming. Called again, it is the same call.
#[utoipa::path(post, path = "/api/tables/{table}/call", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    request_body = Call, responses((status = 202, body = Waits), Problems))]
pub(super) async fn call(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Body(Call { reason }): Body<Call>,
) -> Result<(StatusCode, Json<Waits>), Problem> {
    visitor.may(Duty::Call).await?;
    let known = find(&casino, table)?;
    if reason.chars().count() > 200 || reason.chars().any(char::is_control) {
        let detail = "a reason has at most 200 characters, none of them a control character";
        return Err(Problem::unlawful("reason", detail));
    }
    super::approvals::call(&casino, &visitor, &known, reason.trim())
        .await
        .map(|waits| (StatusCode::ACCEPTED, Json(waits)))
}

/// What must be seen at the table before it opens: all that its text and its submission want there and no program sees.
#[utoipa::path(get, path = "/api/tables/{table}/checklist", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Vec<CheckItem>), Problems))]
pub(super) async fn checklist(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
) -> Result<Json<Vec<CheckItem>>, Problem> {
    visitor.may(Duty::Watch).await?;
    Ok(Json(items(&find(&casino, table)?).collect()))
}

fn items(known: &Known) -> impl Iterator<Item = CheckItem> {
    known.house.rules.furniture().map(|row| CheckItem { clause: row.id.clone(), summary: &row.summary })
}

/// Opens the table, with the checklist that was gone through.
#[utoipa::path(post, path = "/api/tables/{table}/open", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    request_body = Opening, responses((status = 200, body = Taken), Problems))]
pub(super) async fn open(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
    Body(opening): Body<Opening>,
) -> Result<Json<Taken>, Problem> {
    visitor.may(Duty::OpenTable).await?;
    let known = find(&casino, table)?;
    let missing: Vec<_> = items(&known).filter(|item| !opening.checked.contains(&item.clause)).collect();
    if known.row.mode == Mode::Observed && !missing.is_empty() {
        let faults = missing.into_iter().map(|item| Fault {
            code: "unchecked".to_owned(),
            message: item.summary.to_owned(),
            clause: Some(item.clause),
            line: 0,
            column: 0,
            help: None,
        });
        let detail = "the opening checklist is not gone through: these are missing";
        let problem = Problem::unlawful("checklist", detail);
        return Err(refused(&casino, &visitor, &known, Problem { faults: faults.collect(), ..problem }).await);
    }
    let what = What::Give { id: None, expects: None, command: Box::new(Command::OpenTable), ready: false };
    let taken = match known.desk.want(Message { by: visitor.actor()?, what }).await {
        Ok(taken) => taken,
        Err(declined) => return Err(refused(&casino, &visitor, &known, declined.into()).await),
    };
    casino
        .note(&visitor.mark(), &serde_json::json!({ "table-opened": { "table": table, "checked": opening.checked } }))
        .await;
    Ok(Json(taken))
}

/// Makes a table from a rules submission; it is closed until it is opened.
#[utoipa::path(post, path = "/api/tables", tag = TABLES, request_body = Making,
    responses((status = 201, body = TableBrief), Problems))]
pub(super) async fn make(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Body(making): Body<Making>,
) -> Result<(StatusCode, Json<TableBrief>), Problem> {
    visitor.may(Duty::MakeTable).await?;
    let Making { name, submission } = making;
    let length = name.trim().chars().count();
    if !(1..=80).contains(&length) || name.chars().any(char::is_control) {
        let detail = "a table's name has 1 to 80 characters, none of them a control character";
        return Err(Problem::unlawful("name", detail));
    }
    let new = NewDesk { name: name.trim().to_owned(), submission: submission.clone() };
    let known = casino.pit.make(new, &visitor.mark()).await.map_err(|error| unmade(&submission, error))?;
    Ok((StatusCode::CREATED, Json(brief(&casino, &known))))
}

/// What the visitor can check the last closed round's shuffle with.
#[utoipa::path(get, path = "/api/tables/{table}/openings", tag = TABLES, params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Openings), Problems))]
pub(super) async fn openings(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Named(table): Named<i64>,
) -> Result<Json<Openings>, Problem> {
    visitor.may(Duty::Watch).await?;
    let known = find(&casino, table)?;
    let openings = known.desk.shown().table.openings(visitor.audience());
    openings.map(Json).ok_or_else(|| Problem::not_found("there is no closed round whose promise can be opened now"))
}

/// A table by its number.
pub(super) fn find(casino: &Casino, table: i64) -> Result<Known, Problem> {
    casino.pit.table(TableId(table)).ok_or_else(|| Problem::not_found(format!("there is no table {table}")))
}
