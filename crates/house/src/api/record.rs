//! The record: finding and replaying rounds, exporting journals, verifying chains.
#![allow(unused_qualifications, reason = "utoipa's params do")]

use super::auth::User;
use super::tables::find;
use super::{Casino, RECORD};
use crate::journal_reader::{JournalPart, JournalReadError};
use crate::people::Duty;
use crate::pit::{TableHandle, UpdateLine};
use crate::problem::{PathParam, Problem, Problems, QueryParams, page_of};
use crate::signed_heads::{self, SignedHead};
use crate::store::{ChainId, RoundRow, RoundSearch};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_rules::{Card, CardSet, Cents, Phase};
use croupier_table::commitment::Digest;
use croupier_table::{PersonId, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::mpsc;
use utoipa::{IntoParams, ToSchema};

/// What rounds are looked for; what is not said does not matter.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RoundQuery {
    /// At this table.
    table: Option<i64>,
    /// With this number.
    round: Option<u64>,
    /// With this player; a player finds his own rounds only.
    player: Option<u32>,
    /// Closed at or after this moment, in milliseconds since 1970.
    since: Option<u64>,
    /// Closed before this moment.
    before: Option<u64>,
    /// Void, or not.
    void: Option<bool>,
    /// Where at least so many cents came back to a player, stakes among them.
    returned: Option<i64>,
    /// Where a player staked at least so many cents.
    staked: Option<i64>,
    /// With these cards among a player's, such as `As Kd`.
    hand: Option<String>,
    /// After so many of those found, for the next page.
    #[param(maximum = 1_000_000)]
    skip: Option<u32>,
    /// At most so many: 100 if nothing is said.
    #[param(minimum = 1, maximum = 1000)]
    most: Option<u32>,
}

/// A round that was found.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundSummary {
    /// The table.
    table: i64,
    /// Its number there.
    round: u64,
    /// Its first line in the table's journal.
    first: u64,
    /// Its last line.
    last: u64,
    /// When it was opened.
    opened: Timestamp,
    /// When it was closed.
    closed: Timestamp,
    /// Whether it is void.
    void: bool,
    /// What was staked, in cents.
    staked: Cents,
    /// What came back, stakes among it, in cents; not known of rounds that an early program recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    returned: Option<Cents>,
    /// Who played.
    players: Vec<RoundSummaryPlayer>,
}

/// A player of a round that was found.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundSummaryPlayer {
    /// Who.
    who: PersonId,
    /// What he staked, in cents.
    staked: Cents,
    /// What came back, stakes among it, in cents; not known of rounds that an early program recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    returned: Option<Cents>,
    /// His cards, as they were set if they were.
    hand: String,
}

/// A round, step by step, as the user may hear of it.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundReport {
    /// The table.
    table: i64,
    /// The round.
    round: u64,
    /// What happened, line by line.
    lines: Vec<UpdateLine>,
    /// The same in the words of a floor report, with clauses.
    report: Vec<RoundReportLine>,
}

/// A line of a floor report.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundReportLine {
    /// The line of the journal.
    seq: u64,
    /// What happened.
    text: String,
    /// The clause behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
}

/// Which part of a journal.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ExcerptQuery {
    /// One round.
    round: Option<u64>,
    /// The rounds closed on this day, in UTC.
    #[param(example = "2026-11-16", format = Date)]
    day: Option<String>,
    /// Of this chain of the table, 1 for its first; if nothing is said, of the one that has the round, or of the
    /// present one.
    #[param(minimum = 1)]
    chain: Option<usize>,
}

/// A chain of a table: it has several if its submission or the program was changed, or keys were lost.
#[derive(Serialize, ToSchema)]
pub(super) struct ChainSheet {
    /// Which of them, 1 for the first.
    chain: usize,
    /// The number of the last line before it.
    after: u64,
    /// The number of its last line.
    last: u64,
    /// The hash of that.
    head: Digest,
    /// The program that began it.
    program: String,
    /// The hash of that program's rules.
    rules: String,
    /// The SHA-256 of the submission that its rounds are played by.
    submission: Digest,
}

/// What a check of a journal found.
#[derive(Serialize, ToSchema)]
pub(super) struct JournalVerification {
    /// Whether every line holds: chain, restore and audit.
    holds: bool,
    /// The lines checked.
    lines: usize,
    /// The rounds in them.
    rounds: u64,
    /// The hash of the last line that holds.
    head: String,
    /// The first line that does not hold, or the first signature, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// What its signatures show; nothing where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<SignedPart>,
}

/// How far a journal is signed.
#[derive(Serialize, ToSchema)]
pub(super) struct SignedPart {
    /// How many of its heads are signed.
    signatures: usize,
    /// The last line that is.
    upto: u64,
    /// The key they were made with.
    key: String,
}

/// Which signatures.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SignatureQuery {
    /// Of lines from this number on.
    #[serde(default)]
    from: u64,
    /// At most so many.
    #[param(minimum = 1, maximum = 1000)]
    most: Option<u32>,
    /// Of this chain of the table, 1 for its first; if nothing is said, of the present one.
    #[param(minimum = 1)]
    chain: Option<usize>,
}

/// Finds rounds.
#[utoipa::path(get, path = "/api/rounds", tag = RECORD,
    params(RoundQuery),
    responses((status = 200, body = Vec<RoundSummary>), Problems))]
pub(super) async fn rounds(
    State(casino): State<Arc<Casino>>,
    user: User,
    QueryParams(search): QueryParams<RoundQuery>,
) -> Result<Json<Vec<RoundSummary>>, Problem> {
    let who = if user.is_player() {
        user.may(Duty::OwnRounds).await?;
        Some(user.session.person)
    } else {
        user.may(Duty::Rounds).await?;
        search.player.map(PersonId::new)
    };
    let chains = search.table.map(|table| find(&casino, table).map(|handle| handle.chains())).transpose()?;
    let hand = search.hand.as_deref().map(cards).transpose()?.unwrap_or_default();
    let asked = RoundSearch {
        chains: chains.unwrap_or_default(),
        round: search.round,
        who,
        since: search.since.map(Timestamp),
        before: search.before.map(Timestamp),
        void: search.void,
        returned: search.returned,
        staked: search.staked,
        hand,
        skip: search.skip.unwrap_or(0).min(1_000_000),
        most: Some(page_of(search.most)),
    };
    let rounds = casino.store.rounds(&asked).await?;
    let alone = user.is_player().then_some(user.session.person);
    Ok(Json(rounds.into_iter().filter_map(|(chain, row)| round_summary(&casino, chain, row, alone)).collect()))
}

/// The cards somebody looks for.
fn cards(written: &str) -> Result<CardSet, Problem> {
    let card = |card: &str| {
        // As people write them: `as`, `10H`.
        let written = card.replacen("10", "T", 1).to_ascii_lowercase();
        let (rank, suit) = written.split_at_checked(1).unwrap_or_default();
        format!("{}{suit}", rank.to_ascii_uppercase()).parse::<Card>().map_err(|_| {
            let why = format!("`{card}` is not a card: write rank and suit, such as As Td, or Jk for the joker");
            Problem::malformed(&why)
        })
    };
    written.split_whitespace().map(card).collect()
}

/// A round as it is told: to a player without what concerns others.
fn round_summary(casino: &Casino, chain: ChainId, row: RoundRow, alone: Option<PersonId>) -> Option<RoundSummary> {
    let handle = casino.pit.tables().into_iter().find(|handle| handle.chains().contains(&chain))?;
    let players = row.players.into_iter().filter(|player| alone.is_none_or(|who| who == player.who));
    let players: Vec<_> = players
        .map(|player| RoundSummaryPlayer {
            who: player.who,
            staked: Cents(player.staked),
            returned: player.returned.map(Cents),
            hand: player.hand,
        })
        .collect();
    Some(RoundSummary {
        table: handle.row.id.0,
        round: row.round,
        first: row.first,
        last: row.last,
        opened: row.opened,
        closed: row.closed,
        void: row.void,
        staked: Cents(players.iter().map(|player| player.staked.0).sum()),
        returned: players.iter().map(|player| player.returned.map(|returned| returned.0)).sum::<Option<_>>().map(Cents),
        players,
    })
}

/// One round, step by step; for a dealer the one that was last closed.
#[utoipa::path(get, path = "/api/tables/{table}/rounds/{round}", tag = RECORD,
    params(
        ("table" = i64, Path, description = "The table's number"),
        ("round" = u64, Path, description = "The round's number at that table"),
    ),
    responses((status = 200, body = RoundReport), Problems))]
pub(super) async fn round(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam((table, number)): PathParam<(i64, u64)>,
) -> Result<Json<RoundReport>, Problem> {
    let handle = find(&casino, table)?;
    let now = handle.desk.current();
    let round = &now.table.state().round;
    let last = if round.phase == Phase::Closed { round.number } else { round.number.saturating_sub(1) };
    // A person who only deals sees the last round and none before it.
    let deals = user.session.may(Duty::LastRound).is_ok() && user.session.may(Duty::Rounds).is_err();
    user.may(if user.is_player() {
        Duty::OwnRounds
    } else if deals {
        Duty::LastRound
    } else {
        Duty::Rounds
    })
    .await?;
    if deals && number != last {
        return Err(Problem::not_found(format!("the last closed round at table {table} is {last}")));
    }
    let who = user.is_player().then_some(user.session.person);
    let search = RoundSearch { chains: handle.chains(), round: Some(number), who, ..RoundSearch::default() };
    let rounds = casino.store.rounds(&search).await?;
    let Some((chain, row)) = rounds.into_iter().next() else {
        return Err(Problem::not_found(format!("no closed round {number} at table {table} that you may see")));
    };
    let handle = on_chain(&casino, handle, chain).await?;
    let lines = casino.pit.missed(&handle, row.first.saturating_sub(1), row.last, user.audience()).await;
    let lines =
        lines.map_err(trouble)?.ok_or_else(|| Problem::conflict("too-long", "the round is too long to show"))?;
    let report = lines.iter().flat_map(|line| {
        line.events.iter().map(|event| {
            let told = handle.house.report(event);
            RoundReportLine {
                seq: line.sequence,
                text: told.text,
                clause: told.clause.map(|clause| clause.to_string()),
            }
        })
    });
    Ok(Json(RoundReport { table, round: number, report: report.collect(), lines }))
}

/// The table as it was run when it had this chain.
async fn on_chain(casino: &Casino, handle: TableHandle, chain: ChainId) -> Result<TableHandle, Problem> {
    if chain == handle.row.chain {
        return Ok(handle);
    }
    let book = handle.book.of(chain);
    let (header, _) = book.header(&casino.store).await.map_err(trouble)?;
    let house = Arc::new(header.house_by(&casino.registry).map_err(Problem::unavailable)?);
    Ok(TableHandle { book, house, ..handle })
}

/// Which chain of a table is meant.
async fn chain_of(casino: &Casino, handle: &TableHandle, excerpt: &ExcerptQuery) -> Result<ChainId, Problem> {
    match (excerpt.chain, excerpt.round) {
        (Some(place), _) => chain_at(handle, place),
        (None, Some(round)) => {
            let search = RoundSearch { chains: handle.chains(), round: Some(round), ..RoundSearch::default() };
            let found = casino.store.rounds(&search).await?;
            Ok(found.first().map_or(handle.row.chain, |(chain, _)| *chain))
        }
        (None, None) => Ok(handle.row.chain),
    }
}

/// A chain of a table by its place among them.
fn chain_at(handle: &TableHandle, place: usize) -> Result<ChainId, Problem> {
    let chains = handle.chains();
    let chain = place.checked_sub(1).and_then(|place| chains.get(place).copied());
    chain.ok_or_else(|| {
        Problem::not_found(format!("table {} has chains 1 to {} (got {place})", handle.row.id.0, chains.len()))
    })
}

pub(super) fn trouble(trouble: JournalReadError) -> Problem {
    match trouble {
        JournalReadError::Store(error) => error.into(),
        JournalReadError::Lost(why) => Problem::not_found(why),
        JournalReadError::Secret(why) => Problem::conflict("secret", why),
        sealed @ JournalReadError::Sealed { .. } => Problem::conflict("sealed", sealed.to_string()),
    }
}

/// The chains of a table, the first one first.
#[utoipa::path(get, path = "/api/tables/{table}/chains", tag = RECORD,
    params(("table" = i64, Path, description = "The table's number")),
    responses((status = 200, body = Vec<ChainSheet>), Problems))]
pub(super) async fn chains(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
) -> Result<Json<Vec<ChainSheet>>, Problem> {
    user.may(Duty::ReadJournal).await?;
    let handle = find(&casino, table)?;
    let mut sheets = Vec::new();
    for (id, chain) in handle.chains().into_iter().zip(1..) {
        let (header, _) = handle.book.of(id).header(&casino.store).await.map_err(trouble)?;
        let stands = casino.store.chain(id).await?;
        let stands = stands.ok_or_else(|| Problem::unavailable(format!("chain {chain} does not exist")))?;
        sheets.push(ChainSheet {
            chain,
            after: header.excerpt.map_or(0, |excerpt| excerpt.after),
            last: stands.seq,
            head: stands.head,
            program: header.program,
            rules: header.rules,
            submission: Digest::of(header.submission.as_bytes()),
        });
    }
    Ok(Json(sheets))
}

/// A table's journal, or an excerpt of it, as `croupier verify` reads it. Lines of a deck that is still to be played
/// are left out.
#[utoipa::path(get, path = "/api/tables/{table}/journal", tag = RECORD,
    params(("table" = i64, Path, description = "The table's number"), ExcerptQuery),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), Problems))]
pub(super) async fn journal(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    QueryParams(excerpt): QueryParams<ExcerptQuery>,
) -> Result<Response, Problem> {
    user.may(Duty::Export).await?;
    let handle = find(&casino, table)?;
    let part = part(&excerpt)?;
    let book = handle.book.of(chain_of(&casino, &handle, &excerpt).await?);
    let ExcerptQuery { round, day, chain } = &excerpt;
    let what = serde_json::json!({ "exported": { "table": table, "round": round, "day": day, "chain": chain } });
    casino.note(&user.mark(), &what).await;
    let (sender, mut pieces) = mpsc::channel(8);
    let store = casino.store.clone();
    let exported = tokio::spawn(async move { book.export(&store, part, &sender).await });
    let Some(first) = pieces.recv().await else {
        let failed = exported.await.map_err(Problem::unavailable)?;
        return Err(failed.err().map_or_else(|| Problem::unavailable("nothing was exported"), trouble));
    };
    let rest = futures_util::stream::unfold((Some(first), pieces), |(first, mut pieces)| async move {
        let piece = match first {
            Some(first) => Some(first),
            None => pieces.recv().await,
        };
        piece.map(|piece| (Ok::<_, std::io::Error>(piece), (None, pieces)))
    });
    let part = match (excerpt.round, &excerpt.day) {
        (Some(round), _) => format!("-round-{round}"),
        (None, Some(day)) => format!("-{day}"),
        (None, None) => String::new(),
    };
    let chain = excerpt.chain.map(|chain| format!("-chain-{chain}")).unwrap_or_default();
    let name = format!("attachment; filename=\"table-{table}{chain}{part}.journal\"");
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, Body::from_stream(rest)).into_response())
}

fn part(excerpt: &ExcerptQuery) -> Result<JournalPart, Problem> {
    match (excerpt.round, &excerpt.day) {
        (Some(_), Some(_)) => Err(Problem::malformed("ask for either a round or a day, not both")),
        (Some(round), None) => Ok(JournalPart::Round(round)),
        (None, Some(day)) => JournalPart::day(day).map_err(|why| Problem::malformed(&why)),
        (None, None) => Ok(JournalPart::Whole),
    }
}

/// The signatures of a table's journal.
#[utoipa::path(get, path = "/api/tables/{table}/signatures", tag = RECORD,
    params(("table" = i64, Path, description = "The table's number"), SignatureQuery),
    responses((status = 200, body = Vec<SignedHead>), Problems))]
pub(super) async fn signatures(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    QueryParams(SignatureQuery { from, most, chain }): QueryParams<SignatureQuery>,
) -> Result<Json<Vec<SignedHead>>, Problem> {
    user.may(Duty::Export).await?;
    let handle = find(&casino, table)?;
    let chain = chain.map_or(Ok(handle.row.chain), |place| chain_at(&handle, place))?;
    let signed = casino.store.signatures(chain, from, page_of(most)).await?;
    Ok(Json(signed.into_iter().map(SignedHead::from).collect()))
}

/// Checks a table's journal: its chain, its restore and its audit.
#[utoipa::path(get, path = "/api/tables/{table}/verification", operation_id = "verify_journal", tag = RECORD,
    params(("table" = i64, Path, description = "The table's number"), ExcerptQuery),
    responses((status = 200, body = JournalVerification), Problems))]
pub(super) async fn verify(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(table): PathParam<i64>,
    QueryParams(excerpt): QueryParams<ExcerptQuery>,
) -> Result<Json<JournalVerification>, Problem> {
    user.may(Duty::ReadJournal).await?;
    let handle = find(&casino, table)?;
    let part = part(&excerpt)?;
    let book = handle.book.of(chain_of(&casino, &handle, &excerpt).await?);
    let (journal, upto) = book.gather(&casino.store, part).await.map_err(trouble)?;
    let signatures = signed_heads::beside(&casino.store, &book, &journal, upto).await.map_err(trouble)?;
    let registry = Arc::clone(&casino.registry);
    let checked = tokio::task::spawn_blocking(move || {
        let shown =
            (!signatures.is_empty()).then(|| signed_heads::check_by(&registry, &journal, &signatures, &[])).transpose();
        (croupier_table::journal::verify_by(&registry, &journal), shown)
    });
    let (report, shown) = checked.await.map_err(Problem::unavailable)?;
    let fault = report.fault.map(|fault| fault.to_string()).or(shown.as_ref().err().cloned());
    let signed = shown.ok().flatten();
    Ok(Json(JournalVerification {
        holds: fault.is_none(),
        lines: report.lines,
        rounds: report.rounds,
        head: report.head.to_string(),
        fault,
        signed: signed.map(|shown| SignedPart { signatures: shown.signatures, upto: shown.upto, key: shown.key }),
    }))
}
