//! Tables: the lobby, one table as somebody may see it, and what is wanted of it.

use super::hands::{Called, called};
use super::problem::{Body, Fault, Named, Problem, Problems};
use super::visitor::{Anybody, Visitor};
use super::{Casino, TABLES};
use crate::config::PlayChips;
use crate::people::Duty;
use crate::pit::{Deadline, Declined, Known, MakeError, Message, NewDesk, Taken, Told, What};
use crate::store::{MeterState, TableId};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use croupier_rules::law::{Honoured, law};
use croupier_rules::submission::{Completion, Diagnostic, HouseRules, Severity, Stake, Step};
use croupier_rules::{Cents, MadeWith, Phase, Placed, Seat, game};
use croupier_table::{Account, Audience, Command, CommandId, Given, Mode, Openings, Price, Purse, Status, View, Who};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A table in the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableBrief {
    /// Its number.
    id: i64,
    /// Its name.
    name: String,
    /// The text it plays by.
    #[schema(example = "pa-657a")]
    text: String,
    /// The game.
    #[schema(example = "Crazy 4 Poker")]
    game: &'static str,
    /// Whether the program deals (`electronic`) or people do (`dealt`).
    kind: &'static str,
    /// Whether its chips are worth nothing.
    play_chips: bool,
    /// Whether it is open: `closed`, `open` or `idle`.
    status: Status,
    /// The number of the last round.
    round: u64,
    /// Where it stands.
    phase: Phase,
    /// How many betting positions it has.
    positions: u8,
    /// The seats that are free.
    free_seats: Vec<Seat>,
    /// The least main wager, in cents.
    minimum: Cents,
    /// The most, in cents.
    maximum: Cents,
    /// What stands on its meters.
    meters: Vec<MeterBrief>,
}

/// What stands on a meter.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct MeterBrief {
    /// Its number.
    pub(super) id: i64,
    /// What it is called at the table.
    pub(super) name: String,
    /// What stands on it, in whole cents.
    pub(super) amount: Cents,
    /// Whether wagers that feed it are taken.
    pub(super) runs: bool,
}

/// A table with all it offers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableSheet {
    #[serde(flatten)]
    table: TableBrief,
    /// The wagers, in the order they are settled.
    wagers: Vec<WagerSheet>,
    /// How many adjacent areas one player may wager on.
    adjacent_areas: u8,
    /// How many cards a hand is dealt.
    cards: usize,
    /// How many of them are set into each hand, high first; empty where none are.
    hands: Vec<usize>,
    /// The most one betting area is paid in a round, in cents, where the text sets a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    payout_limit: Option<Cents>,
    /// The clause that lets a player give up the main wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    surrender: Option<String>,
    /// How many seconds a seat may think.
    seconds: u16,
    /// What happens to a seat that does not answer: `house-way`, `fold` or `play`.
    silent_seat: &'static str,
    /// How many seconds the clock stops, once, for a lost connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    reconnect_seconds: Option<u16>,
    /// The whole rules submission.
    submission: String,
}

/// A wager that is offered.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct WagerSheet {
    /// Which.
    #[schema(example = "queens-up")]
    wager: String,
    /// What the text calls it.
    title: &'static str,
    /// The clause.
    clause: String,
    /// The least, the most and the step, in cents; nothing where it equals the main wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<LimitsSheet>,
    /// The letter of its paytable.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    letter: Option<char>,
    /// What it pays, as it is printed; empty for a contest with the dealer.
    pays: Vec<PaySheet>,
    /// When it is placed: `to-take-part`, `beside`, `after-seeing-cards` or `never`.
    placed: &'static str,
    /// What it is made with: `chips`, `progressive-chip` or `game-account`.
    made_with: &'static str,
    /// What it earns its owner in envy of others' hands, by the least wager that earns it.
    envy: Vec<EnvySheet>,
}

/// What a wager earns in envy.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct EnvySheet {
    /// The wager from which this is earned, in cents.
    from: Cents,
    /// Another's hands and what each earns.
    rows: Vec<EnvyRow>,
}

/// A hand of another, and what it earns in envy.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct EnvyRow {
    /// The hand.
    hand: String,
    /// What it earns, in cents.
    earns: Cents,
}

/// What may be staked, in cents.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct LimitsSheet {
    /// The least.
    minimum: Cents,
    /// The most.
    maximum: Cents,
    /// The step.
    increment: Cents,
}

/// A row of a paytable, as it is printed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PaySheet {
    /// The hand.
    hand: String,
    /// What it pays.
    pays: String,
    /// What it earns others in envy, in cents.
    #[serde(skip_serializing_if = "Option::is_none")]
    envy: Option<Cents>,
}

/// A table as somebody sees it now.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TableNow {
    /// Its number.
    pub(super) table: i64,
    /// What he sees.
    pub(super) view: View,
    /// Until when what is waited for.
    pub(super) deadlines: Vec<Deadline>,
    /// Who has made his wagers.
    pub(super) ready: Vec<Who>,
    /// The house's time, so that a page can count down by it.
    pub(super) now: croupier_table::At,
    /// What stands on the table's meters.
    pub(super) meters: Vec<MeterBrief>,
    /// What the hands are called that he sees.
    pub(super) called: Vec<Called>,
}

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
    /// Whether the player has then made his wagers for this round.
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

/// A submission to be checked.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Submitted {
    /// The rules submission, in TOML.
    submission: String,
}

/// What the check says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct CheckReport {
    /// Whether a table could be made by it.
    sound: bool,
    /// What is wrong with it.
    faults: Vec<Fault>,
    /// What is doubtful.
    warnings: Vec<Fault>,
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
    let rules = &known.house.rules;
    let wagers = known.house.prices().iter().map(|price| {
        let pays = rules.paytable(price.spec.kind).map_or(&[][..], |table| &table.rows);
        let limits = match price.offered.stake {
            Stake::Within(limits) => Some((limits.minimum, limits.maximum, limits.increment)),
            Stake::Fixed(amount) => Some((amount, amount, amount)),
            Stake::EqualToMain => None,
        };
        WagerSheet {
            wager: price.spec.kind.to_string(),
            title: price.spec.title,
            clause: price.spec.clause.to_string(),
            limits: limits.map(|(minimum, maximum, increment)| LimitsSheet { minimum, maximum, increment }),
            letter: price.offered.letter,
            pays: pays
                .iter()
                .map(|row| PaySheet { hand: row.hand.clone(), pays: row.pays.clone(), envy: row.envy })
                .collect(),
            placed: match price.spec.placed {
                Placed::ToTakePart => "to-take-part",
                Placed::Beside => "beside",
                Placed::AfterSeeingCards => "after-seeing-cards",
                Placed::Never => "never",
            },
            made_with: match price.spec.settled.made_with {
                MadeWith::Chips => "chips",
                MadeWith::ProgressiveChip => "progressive-chip",
                MadeWith::GameAccount => "game-account",
            },
            envy: envy(rules, price),
        }
    });
    let game = known.house.game;
    let shape = game.shape().map(|shape| [shape.high, shape.medium, shape.low]);
    Ok(Json(TableSheet {
        table: brief(&casino, &known),
        wagers: wagers.collect(),
        adjacent_areas: rules.adjacent_areas,
        cards: game.cards_dealt(),
        hands: shape.into_iter().flatten().filter(|size| *size > 0).collect(),
        payout_limit: rules.payout_limit,
        surrender: game.procedure().playing.surrender.map(|surrender| surrender.clause.to_string()),
        seconds: rules.silent_seat.seconds,
        silent_seat: match rules.silent_seat.completion {
            Completion::HouseWay => "house-way",
            Completion::Fold => "fold",
            Completion::Play => "play",
        },
        reconnect_seconds: rules.silent_seat.reconnect_seconds,
        submission: known.row.submission.clone(),
    }))
}

/// The schedules by which a wager at this table earns envy: none that its limits do not reach.
fn envy(rules: &HouseRules, price: &Price) -> Vec<EnvySheet> {
    let payouts = game(rules.text).payouts();
    let schedules = payouts.envy(price.spec.kind, price.offered.letter);
    let earned = schedules.filter(|schedule| {
        let by = payouts.envy_earned(schedule.wager, price.offered.letter, schedule.amount, rules.choices.readings);
        let most = match price.offered.stake {
            Stake::Within(limits) => limits.maximum,
            Stake::Fixed(amount) => amount,
            Stake::EqualToMain => schedule.amount,
        };
        by.is_some() && schedule.amount <= most
    });
    let row = |(hand, earns): &(String, Cents)| EnvyRow { hand: hand.clone(), earns: *earns };
    earned.map(|schedule| EnvySheet { from: schedule.amount, rows: schedule.rows.iter().map(row).collect() }).collect()
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
    let apart = limits(casino, visitor, known, &command).and_then(|()| duties_apart(visitor, known, &command));
    if let Err(problem) = apart {
        return Err(refused(casino, visitor, known, problem).await);
    }
    if let Some(waits) = super::approvals::second_person(casino, visitor, known, &command).await? {
        return Ok(Outcome::Waits(waits));
    }
    let by = visitor.actor()?;
    let what = What::Give { id: Some(id), expects: Some(expects), command: Box::new(command), ready };
    match known.desk.want(Message { by, what }).await {
        Ok(taken) => {
            metrics::counter!("croupier_commands_total").increment(1);
            Ok(Outcome::Taken(taken))
        }
        Err(declined) => Err(refused(casino, visitor, known, declined.into()).await),
    }
}

/// Puts a refusal on record. That the house cannot do something now is none.
pub(super) async fn refused(casino: &Casino, visitor: &Visitor, known: &Known, problem: Problem) -> Problem {
    if problem.status() != StatusCode::SERVICE_UNAVAILABLE {
        let Problem { code, detail, clause, .. } = &problem;
        metrics::counter!("croupier_refusals_total", "code" => code.clone()).increment(1);
        let what = serde_json::json!({ "refused": {
            "table": known.row.id, "code": code, "message": detail, "clause": clause,
        }});
        casino.note(&visitor.mark(), &what).await;
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
    let unlawful = |detail| Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "amount", detail));
    if amount > most_per_buy_in {
        return unlawful(format!("one buys in for at most {most_per_buy_in} of play chips at a time"));
    }
    let account = match purse {
        Purse::Chips => Account::Player(player),
        Purse::GameAccount => Account::Game(player),
    };
    if known.desk.shown().table.state().ledger.balance(account).cents() > most_held {
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

/// Says that a player has made his wagers for this round, or will make none.
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

/// Asks whether a command would be taken now, and why not.
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
    if let Err(problem) = visitor.could_give(&command) {
        return Ok(Json(Verdict { lawful: false, problem: Some(problem) }));
    }
    let shown = known.desk.shown();
    let at = casino.clock.now().max(shown.table.state().clock);
    let given = Given { id: None, at, by: visitor.actor()?, command };
    let problem = shown.table.verify(&given).err().map(|refusal| Declined::from(refusal).into());
    Ok(Json(Verdict { lawful: problem.is_none(), problem }))
}

/// What must be seen at the table before it opens: all the text wants there that no program sees.
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
    let furniture = law(known.row.text).clauses.iter().filter(|row| row.honoured == Honoured::Furniture);
    furniture.map(|row| CheckItem { clause: row.id.clone(), summary: &row.summary })
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
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "checklist", detail);
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
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "name", detail));
    }
    let new = NewDesk { name: name.trim().to_owned(), submission: submission.clone() };
    match casino.pit.make(new, &visitor.mark()).await {
        Ok(known) => Ok((StatusCode::CREATED, Json(brief(&casino, &known)))),
        Err(MakeError::Submission(found)) => {
            let detail = "the rules submission has faults";
            let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "submission", detail);
            Err(Problem { faults: found.iter().map(|found| fault(&submission, found)).collect(), ..problem })
        }
        Err(MakeError::Conflict(why)) => Err(Problem::conflict("conflict", why)),
        Err(MakeError::Trouble(trouble)) => Err(Problem::unavailable(trouble)),
    }
}

/// Checks a rules submission clause by clause, without making anything of it.
#[utoipa::path(post, path = "/api/submissions/check", tag = TABLES, request_body = Submitted,
    responses((status = 200, body = CheckReport), Problems))]
pub(super) async fn check(
    visitor: Visitor,
    Body(Submitted { submission }): Body<Submitted>,
) -> Result<Json<CheckReport>, Problem> {
    visitor.may(Duty::MakeTable).await?;
    let checked = croupier_rules::submission::check(&submission);
    let of = |severity| {
        let found = checked.diagnostics.iter().filter(move |found| found.severity == severity);
        found.map(|found| fault(&submission, found)).collect()
    };
    Ok(Json(CheckReport {
        sound: checked.rules.is_some(),
        faults: of(Severity::Error),
        warnings: of(Severity::Warning),
    }))
}

fn fault(submission: &str, found: &Diagnostic) -> Fault {
    let before = submission.get(..found.span.start).unwrap_or_default();
    Fault {
        code: found.code.to_string(),
        message: found.message.clone(),
        clause: found.clause.map(|clause| clause.to_string()),
        line: before.matches('\n').count() + 1,
        column: before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1,
        help: found.help.clone(),
    }
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

fn brief(casino: &Casino, known: &Known) -> TableBrief {
    let shown = known.desk.shown();
    let (state, rules) = (shown.table.state(), &known.house.rules);
    let limits = known.house.price(croupier_rules::WagerKind::Main).map(|price| price.offered.stake);
    let (minimum, maximum) = match limits {
        Some(Stake::Within(limits)) => (limits.minimum, limits.maximum),
        Some(Stake::Fixed(amount)) => (amount, amount),
        Some(Stake::EqualToMain) | None => (Cents(0), Cents(0)),
    };
    TableBrief {
        id: known.row.id.0,
        name: known.row.name.clone(),
        text: rules.text.to_string(),
        game: &law(rules.text).title,
        kind: if known.row.mode == Mode::Sealed { "electronic" } else { "dealt" },
        play_chips: rules.automation.play_chips,
        status: state.status,
        round: state.round.number,
        phase: state.round.phase,
        positions: rules.positions,
        free_seats: Seat::ALL
            .into_iter()
            .filter(|seat| seat.number() <= rules.positions && state.seats[seat.index()].is_none())
            .collect(),
        minimum,
        maximum,
        meters: meters(casino, known),
    }
}

/// What stands on a table's meters.
pub(super) fn meters(casino: &Casino, known: &Known) -> Vec<MeterBrief> {
    let shown = (0..).zip(known.meters.iter()).filter_map(|(place, id)| {
        let stands = casino.pit.meters().stands(*id)?;
        Some(MeterBrief {
            id: id.0,
            name: known.house.meter_name(place),
            amount: stands.amount,
            runs: stands.state == MeterState::Running,
        })
    });
    shown.collect()
}

/// A table as an audience sees it after what was told last.
pub(super) fn now(casino: &Casino, known: &Known, told: &Told, audience: Audience) -> TableNow {
    let view = told.table.view(audience);
    TableNow {
        table: known.row.id.0,
        called: called(known, &view),
        view,
        deadlines: told.deadlines.clone(),
        ready: told.ready.clone(),
        now: casino.clock.now(),
        meters: meters(casino, known),
    }
}
