//! The house's own log: its chain of starts, sign-ins, refusals and changes, read and searched.
#![allow(unused_qualifications, reason = "utoipa's params do")]

use super::auth::User;
use super::{Casino, RECORD};
use crate::people::Duty;
use crate::problem::{Problem, Problems, QueryParams, page_of};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use croupier_table::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The lines of the house's chain that one search looks at, and how many it reads at once.
const MOST_LOOKED_AT: u64 = 20_000;
const WINDOW: u64 = 500;

/// What is looked for in the chain of the house; what is not said does not matter.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LogSearch {
    /// With all these words, in small or capital letters.
    find: Option<String>,
    /// Written at or after this moment, in milliseconds since 1970.
    since: Option<u64>,
    /// Written before this moment.
    before: Option<u64>,
    /// With this number or a lower one.
    upto: Option<u64>,
    /// At most so many: 100 if nothing is said.
    #[param(minimum = 1, maximum = 1000)]
    most: Option<u32>,
}

/// Lines of the house's chain that were found, the latest first.
#[derive(Serialize, ToSchema)]
pub(super) struct LogPage {
    /// The lines.
    lines: Vec<LogLine>,
    /// Where to look on; nothing if all of it was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
    /// The number of the chain's last line.
    last: u64,
    /// Its hash.
    head: String,
}

/// A line of the house's chain.
#[derive(Serialize, Deserialize, ToSchema)]
pub(super) struct LogLine {
    /// Its number.
    seq: u64,
    /// When.
    at: Timestamp,
    /// Who, in what role and from where.
    by: serde_json::Value,
    /// What happened.
    what: serde_json::Value,
}

/// Which lines.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LogRange {
    /// From this number on.
    #[serde(default)]
    from: u64,
    /// At most about so many.
    #[param(minimum = 1, maximum = 1000)]
    most: Option<u32>,
}

/// The house's own chain: starts, sign-ins, refusals, changes.
#[utoipa::path(get, path = "/api/log", tag = RECORD, params(LogRange),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), Problems))]
pub(super) async fn log(
    State(casino): State<Arc<Casino>>,
    user: User,
    QueryParams(LogRange { from, most }): QueryParams<LogRange>,
) -> Result<Response, Problem> {
    user.may(Duty::ReadLog).await?;
    let chain = casino.store.house_chain().await?;
    let rows = casino.store.lines(chain.id, from, page_of(most)).await?;
    let text: Vec<u8> = rows.into_iter().flat_map(|row| row.text).collect();
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response())
}

/// Looks through the house's own chain, from its end.
#[utoipa::path(get, path = "/api/log/search", tag = RECORD,
    params(LogSearch),
    responses((status = 200, body = LogPage), Problems))]
pub(super) async fn search_log(
    State(casino): State<Arc<Casino>>,
    user: User,
    QueryParams(search): QueryParams<LogSearch>,
) -> Result<Json<LogPage>, Problem> {
    user.may(Duty::ReadLog).await?;
    let chain = casino.store.house_chain().await?;
    let most = page_of(search.most) as usize;
    let words: Vec<String> =
        search.find.iter().flat_map(|find| find.split_whitespace()).map(str::to_lowercase).collect();
    let fits = |line: &LogLine| {
        let told = format!("{} {}", line.by, line.what).to_lowercase();
        search.since.is_none_or(|since| line.at.0 >= since)
            && search.before.is_none_or(|before| line.at.0 < before)
            && words.iter().all(|word| told.contains(word.as_str()))
    };
    let mut upto = search.upto.unwrap_or(u64::MAX).min(chain.seq);
    let stop = upto.saturating_sub(MOST_LOOKED_AT);
    let mut lines: Vec<LogLine> = Vec::new();
    while upto > stop && lines.len() < most {
        let from = upto.saturating_sub(WINDOW - 1).max(stop + 1);
        let rows = casino.store.lines(chain.id, from, WINDOW as u32).await?;
        let read = rows.iter().flat_map(|row| row.text.split(|byte| *byte == b'\n'));
        let read = read.filter_map(|line| serde_json::from_slice::<LogLine>(line).ok());
        let mut window: Vec<_> = read.filter(|line| (from..=upto).contains(&line.seq)).collect();
        window.reverse();
        // Time only goes on: before the first line that is early enough there is none that is not.
        let over = window.last().is_some_and(|first| search.since.is_some_and(|since| first.at.0 < since));
        let missing = most - lines.len();
        let found: Vec<_> = window.into_iter().filter(&fits).take(missing).collect();
        upto = match found.last() {
            Some(last) if found.len() == missing => last.seq - 1,
            _ if over => 0,
            _ => from - 1,
        };
        lines.extend(found);
    }
    Ok(Json(LogPage { lines, next: (upto > 0).then_some(upto), last: chain.seq, head: chain.head.to_string() }))
}
