//! A closed round step by step, as any audience saw it: the table after each line, with ledger and meters beside it.
//!
//! Note: nobody sees more here than the table showed him then. The auditor sees all hands only with the last
//! step, since only then they were his to see; so a page that wants them earlier takes them from there.
#![allow(unused_qualifications, reason = "utoipa's params do")]

use super::auth::User;
use super::record::trouble;
use super::tables::find;
use super::{Casino, RECORD};
use crate::people::{Duty, Role};
use crate::pit::TableHandle;
use crate::problem::{PathParam, Problem, Problems, QueryParams};
use crate::store::{MeterAmounts, MeterEvent, MeterId, MeterLine, RoundRow, RoundSearch, StoreError};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_rules::Cents;
use croupier_table::{Account, Actor, Audience, Balance, Centicents, Event, PersonId, Table, Timestamp, View};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The most lines of one round that are shown.
const MOST_LINES: u64 = 2_000;

/// As whom a round is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReplayQuery {
    /// `public`, `dealer`, `floor`, `auditor` or a player, such as `player-7`; as oneself if nothing is said.
    #[serde(rename = "as")]
    #[param(example = "player-7")]
    whose: Option<String>,
}

/// A closed round, step by step.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundReplay {
    /// The table.
    table: i64,
    /// The round.
    round: u64,
    /// As whom it is looked at.
    audience: Audience,
    /// As whom the user may look at it.
    audiences: Vec<Audience>,
    /// Whether it is void.
    void: bool,
    /// All accounts before the first step, for those who work here.
    before: Vec<Balance>,
    /// The steps.
    steps: Vec<ReplayStep>,
}

/// One line of the journal, and the table after it.
#[derive(Serialize, ToSchema)]
#[schema(as = ReplayStep)]
pub(super) struct ReplayStep {
    /// Its number.
    seq: u64,
    /// When.
    at: Timestamp,
    /// Who gave the command.
    by: Actor,
    /// Which command: its name alone, since its content may be another's secret.
    #[schema(example = "no-more-bets")]
    command: String,
    /// What happened, as the audience may hear of it.
    events: Vec<ReplayEvent>,
    /// What the audience saw then.
    view: View,
    /// All accounts, for those who work here.
    ledger: Vec<Balance>,
    /// The table's meters.
    meters: Vec<MeterAtStep>,
}

/// An event with its words and its clause.
#[derive(Serialize, ToSchema)]
pub(super) struct ReplayEvent {
    /// The event.
    event: Event,
    /// The same in the words of a floor report.
    text: String,
    /// The clause behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
}

/// What stood on a meter.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct MeterAtStep {
    /// What it is called at the table.
    name: String,
    /// What stood on it, in hundredths of a cent.
    amount: Centicents,
    /// What stood in its reserve.
    reserve: Centicents,
}

/// One closed round, step by step, as somebody saw it.
#[utoipa::path(get, path = "/api/tables/{table}/rounds/{round}/steps", tag = RECORD,
    params(
        ("table" = i64, Path, description = "The table's number"),
        ("round" = u64, Path, description = "The round's number at that table"),
        ReplayQuery,
    ),
    responses((status = 200, body = RoundReplay), Problems))]
pub(super) async fn steps(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam((table, number)): PathParam<(i64, u64)>,
    QueryParams(looking): QueryParams<ReplayQuery>,
) -> Result<Json<RoundReplay>, Problem> {
    user.may(if user.is_player() { Duty::OwnRounds } else { Duty::Rounds }).await?;
    let handle = find(&casino, table)?;
    let who = user.is_player().then_some(user.session.person);
    let search = RoundSearch { chains: handle.chains(), round: Some(number), who, ..RoundSearch::default() };
    let Some((chain, row)) = casino.store.rounds(&search).await?.into_iter().next() else {
        return Err(Problem::not_found(format!("no closed round {number} at table {table} that you may see")));
    };
    let audiences = audiences(user.session.role, user.session.person, &row);
    let audience = match &looking.whose {
        None => user.audience(),
        Some(written) => read(written).ok_or_else(|| {
            let why = format!("unknown audience `{written}`: write public, dealer, floor, auditor or player-7");
            Problem::malformed(&why)
        })?,
    };
    if !audiences.contains(&audience) {
        let why = "only an auditor may see another person's view";
        let problem = Problem::new(StatusCode::FORBIDDEN, "not-your-view", why);
        user.note_denied(&problem).await;
        return Err(problem);
    }
    if row.last.saturating_sub(row.first) > MOST_LINES {
        return Err(Problem::conflict("too-long", "the round is too long to show"));
    }
    let book = handle.book.of(chain);
    let mut meters = MeterBook::read(&casino, &handle, &row).await?;
    let (mut now, mut journal) =
        book.table_after(&casino.store, &handle.house, row.first.saturating_sub(1)).await.map_err(trouble)?;
    let staff = !user.is_player();
    let ledger = |table: &Table| if staff { ledger(table) } else { Vec::new() };
    let before = ledger(&now);
    let mut steps = Vec::new();
    let take = |table: &Table, seq, envelope: croupier_table::CommandEnvelope, events: Vec<Event>| {
        events.iter().for_each(|event| meters.apply(event));
        let told = events.iter().filter_map(|event| table.event_for(audience, event)).map(|event| {
            let told = handle.house.report(&event);
            ReplayEvent { event, text: told.text, clause: told.clause.map(|clause| clause.to_string()) }
        });
        steps.push(ReplayStep {
            seq,
            at: envelope.at,
            by: envelope.by,
            command: name(&envelope.command),
            events: told.collect(),
            view: table.view(audience),
            ledger: ledger(table),
            meters: meters.stands.clone(),
        });
    };
    book.each_line(&casino.store, (&mut now, &mut journal), row.last, take).await.map_err(trouble)?;
    Ok(Json(RoundReplay { table, round: number, audience, audiences, void: row.void, before, steps }))
}

/// As whom somebody may look at a round: the auditor as everybody, the floor as those who work there, a player as
/// himself; and everybody as whoever stands by.
fn audiences(role: Role, person: PersonId, row: &RoundRow) -> Vec<Audience> {
    match role {
        Role::Player => vec![Audience::Player(person), Audience::Public],
        Role::Auditor => {
            let players = row.players.iter().map(|player| Audience::Player(player.who));
            [Audience::Auditor, Audience::Floor, Audience::Dealer, Audience::Public]
                .into_iter()
                .chain(players)
                .collect()
        }
        _ => vec![Audience::Floor, Audience::Dealer, Audience::Public],
    }
}

fn read(written: &str) -> Option<Audience> {
    Some(match written {
        "public" => Audience::Public,
        "dealer" => Audience::Dealer,
        "floor" => Audience::Floor,
        "auditor" => Audience::Auditor,
        player => Audience::Player(PersonId::new(player.strip_prefix("player-")?.parse().ok()?)),
    })
}

/// The name a command has on the wire.
fn name(command: &croupier_table::Command) -> String {
    match serde_json::to_value(command) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(serde_json::Value::Object(inside)) => inside.into_iter().next().map(|(name, _)| name).unwrap_or_default(),
        _ => String::new(),
    }
}

fn ledger(table: &Table) -> Vec<Balance> {
    let accounts: Vec<(Account, Centicents)> = table.state().ledger.clone().into();
    accounts.into_iter().map(|(account, amount)| Balance { account, amount }).collect()
}

/// The meters of a table while a round goes on: as they stood at its beginning, and what each change of the round left
/// on them, in order. Other tables may have fed a linked meter in between: that is seen with the round's next change.
struct MeterBook {
    stands: Vec<MeterAtStep>,
    changes: Vec<VecDeque<MeterAmounts>>,
}

impl MeterBook {
    async fn read(casino: &Casino, handle: &TableHandle, row: &RoundRow) -> Result<Self, StoreError> {
        let mut book = Self { stands: Vec::new(), changes: Vec::new() };
        for (place, &meter) in (0..).zip(handle.meters.iter()) {
            let (stand, changes) = Self::of(casino, handle, meter, row).await?;
            let MeterAmounts { amount, reserve } = stand;
            book.stands.push(MeterAtStep { name: handle.house.meter_name(place), amount, reserve });
            book.changes.push(changes);
        }
        Ok(book)
    }

    async fn of(
        casino: &Casino,
        handle: &TableHandle,
        meter: MeterId,
        row: &RoundRow,
    ) -> Result<(MeterAmounts, VecDeque<MeterAmounts>), StoreError> {
        /// The first line of the chain.
        #[derive(Deserialize)]
        struct Header {
            seed: Cents,
        }
        let mut stand = MeterAmounts { amount: Centicents(0), reserve: Centicents(0) };
        let mut changes = VecDeque::new();
        let Some(shown) = casino.pit.meters().meter(meter) else { return Ok((stand, changes)) };
        let rows = casino.store.lines_between(shown.chain, row.opened, row.closed).await?;
        for line in rows.iter().flat_map(|row| row.text.split(|byte| *byte == b'\n')) {
            if let Ok(line) = serde_json::from_slice::<MeterLine>(line) {
                if of_round(&line.what) == Some((handle.row.id, row.round)) {
                    changes.push_back(line.after);
                } else if changes.is_empty() {
                    stand = line.after;
                }
            } else if let Ok(Header { seed }) = serde_json::from_slice(line) {
                stand.amount = Centicents::of(seed);
            }
        }
        Ok((stand, changes))
    }

    fn apply(&mut self, event: &Event) {
        let (Event::Contributed { meter, .. }
        | Event::ContributionReturned { meter, .. }
        | Event::Reserved { meter, .. }
        | Event::ShareReturned { meter, .. }) = *event
        else {
            return;
        };
        let place = usize::from(meter);
        let next = self.changes.get_mut(place).and_then(VecDeque::pop_front);
        if let (Some(stand), Some(next)) = (self.stands.get_mut(place), next) {
            (stand.amount, stand.reserve) = (next.amount, next.reserve);
        }
    }
}

/// The table and the round that changed a meter.
const fn of_round(what: &MeterEvent) -> Option<(crate::store::TableId, u64)> {
    match *what {
        MeterEvent::Contributed { table, round, .. }
        | MeterEvent::Returned { table, round, .. }
        | MeterEvent::Reserved { table, round, .. }
        | MeterEvent::ShareReturned { table, round, .. } => Some((table, round)),
        MeterEvent::Transferred { .. } | MeterEvent::Became { .. } => None,
    }
}
