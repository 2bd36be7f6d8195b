//! Authentication: the session of a request, what its user may do, and the rate limits.

use super::Problem;
use super::middleware::RequestUser;
use crate::casino::Casino;
use crate::people::{Duty, PeopleError, Presence, Session, Token, may_give};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method, StatusCode, header};
use croupier_table::{Actor, Audience, Command, PersonId};
use serde::Serialize;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The name of the cookie that holds a session's token.
pub(super) const COOKIE: &str = "croupier_session";

/// Somebody who has signed in.
#[derive(Clone)]
pub(crate) struct User {
    casino: Arc<Casino>,
    /// What he shows.
    pub(super) token: Token,
    /// Who he is, and in what role.
    pub(super) session: Arc<Session>,
    /// Where he asks from.
    pub(super) address: String,
}

/// How a user stands in the chain of the house.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AuditActor {
    person: PersonId,
    name: String,
    role: String,
    pub(super) session: String,
    address: String,
}

impl User {
    /// Lets him pass if this is his duty; a refusal is put on record.
    pub(super) async fn may(&self, duty: Duty) -> Result<(), Problem> {
        match self.session.may(duty) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.denied(error).await),
        }
    }

    /// Lets him give a command if that is his duty; a refusal is put on record.
    pub(super) async fn may_give(&self, command: &Command) -> Result<(), Problem> {
        match self.could_give(command) {
            Ok(()) => Ok(()),
            Err(problem) => {
                self.note_denied(&problem).await;
                Err(problem)
            }
        }
    }

    /// Whether giving a command is his duty.
    pub(super) fn could_give(&self, command: &Command) -> Result<(), Problem> {
        if command.second().is_some() {
            let detail = "do not name the second person: the person who approves the request is the second";
            return Err(Problem::new(StatusCode::FORBIDDEN, "second-person", detail));
        }
        let role = self.session.role;
        if may_give(role, command) {
            // Watching is open to everybody who can give a command: it finds a session that is locked.
            return self.session.may(Duty::Watch).map_err(Problem::from);
        }
        let Some(duty) = Duty::of(command) else {
            return Err(Problem::new(StatusCode::FORBIDDEN, "not-your-duty", "only the house can do this"));
        };
        self.session.may(duty).map_err(Problem::from)?;
        Err(Problem::new(StatusCode::FORBIDDEN, "not-your-duty", "only the house can supply this data"))
    }

    async fn denied(&self, error: PeopleError) -> Problem {
        let problem = Problem::from(error);
        self.note_denied(&problem).await;
        problem
    }

    /// Puts on record what he was not let do.
    pub(super) async fn note_denied(&self, problem: &Problem) {
        metrics::counter!("croupier_denials_total", "code" => problem.code.clone()).increment(1);
        let what = serde_json::json!({ "denied": { "code": problem.code, "detail": problem.detail } });
        self.casino.note_refusal(&self.session.id, &self.mark(), &problem.code, &what).await;
    }

    /// As whom a table hears him.
    pub(super) fn actor(&self) -> Result<Actor, Problem> {
        let role = self.session.role.at_the_table().ok_or_else(|| {
            Problem::new(
                StatusCode::FORBIDDEN,
                "not-your-duty",
                format!("the role {} cannot give commands at a table", self.session.role),
            )
        })?;
        Ok(Actor { role, who: self.session.person })
    }

    /// What he may see.
    pub(super) fn audience(&self) -> Audience {
        use crate::people::Role;
        match self.session.role {
            Role::Player => Audience::Player(self.session.person),
            Role::Dealer => Audience::Dealer,
            Role::Floorperson | Role::Manager => Audience::Floor,
            Role::Auditor => Audience::Auditor,
            Role::Administrator => Audience::Public,
        }
    }

    /// Whether he plays.
    pub(super) fn is_player(&self) -> bool {
        self.session.role == crate::people::Role::Player
    }

    /// How he stands in the chain of the house.
    pub(crate) fn mark(&self) -> AuditActor {
        let Session { person, ref name, role, ref id, .. } = *self.session;
        let (name, role, session) = (name.clone(), role.to_string(), id.clone());
        AuditActor { person, name, role, session, address: self.address.clone() }
    }

    /// Whether his session still holds, for a connection that has been open for a while.
    pub(super) async fn is_still_here(&self) -> bool {
        let now = self.casino.clock.now();
        match self.casino.people.session(&self.token, Presence::Passive, now).await {
            Ok(session) => !session.locked,
            // A store that is away ends no session.
            Err(PeopleError::Store(_)) => true,
            Err(_) => false,
        }
    }

    /// He does something on a connection that has been open for a while, so that his station does not lock under his
    /// hands.
    pub(super) async fn is_active(&self) {
        // A session that is over is found at the next look; a store that is away ends none.
        let _ = self.casino.people.session(&self.token, Presence::Active, self.casino.clock.now()).await;
    }

    /// Refuses more than one person does by hand.
    pub(super) fn not_too_fast(&self) -> Result<(), Problem> {
        self.casino.limits.commands(self.session.person)
    }
}

impl FromRequestParts<Arc<Casino>> for User {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, casino: &Arc<Casino>) -> Result<Self, Problem> {
        let address = address(&parts.headers, &parts.extensions, casino);
        let shown = token(&parts.headers);
        let Some(token) = shown.as_deref().and_then(Token::read) else {
            let detail = "sign in first: POST /api/session, or POST /api/session/guest to play as a guest";
            return Err(Problem::new(StatusCode::UNAUTHORIZED, "no-session", detail));
        };
        let presence = if parts.method == Method::GET { Presence::Passive } else { Presence::Active };
        let session = casino.people.session(&token, presence, casino.clock.now()).await?;
        let user = Self { casino: Arc::clone(casino), token, session, address };
        if let Some(RequestUser(by)) = parts.extensions.get() {
            let _ = by.set(user.mark());
        }
        user.not_too_fast()?;
        Ok(user)
    }
}

/// Anybody, signed in or not, who does not ask too often.
pub(super) struct Anonymous {
    /// Where he asks from.
    pub(super) address: String,
}

impl FromRequestParts<Arc<Casino>> for Anonymous {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, casino: &Arc<Casino>) -> Result<Self, Problem> {
        let address = address(&parts.headers, &parts.extensions, casino);
        casino.limits.anybody(&address)?;
        Ok(Self { address })
    }
}

/// The token a request shows: in the header for programs, in the cookie for browsers.
fn token(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(bearer) = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")) {
        return Some(bearer.trim().to_owned());
    }
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|line| line.split(';')).find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE).then(|| value.to_owned())
    })
}

/// Where a request comes from: the connection's other end, or what a trusted proxy says of it.
pub(super) fn address(headers: &HeaderMap, extensions: &Extensions, casino: &Casino) -> String {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let forwarded = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    let told = forwarded.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse::<IpAddr>().ok());
    match (peer, told) {
        (Some(peer), Some(told)) if casino.config.trusted_proxies.iter().any(|proxy| proxy.has(peer)) => {
            told.to_string()
        }
        (Some(peer), _) => peer.to_string(),
        (None, _) => "unknown".to_owned(),
    }
}

impl From<PeopleError> for Problem {
    fn from(error: PeopleError) -> Self {
        let status = match &error {
            PeopleError::WrongPassword | PeopleError::NoSession | PeopleError::Locked => StatusCode::UNAUTHORIZED,
            PeopleError::LockedOut(_)
            | PeopleError::NoGuests
            | PeopleError::MustChange
            | PeopleError::NotYourDuty { .. }
            | PeopleError::NotYoursToGrant { .. }
            | PeopleError::OwnRequest
            | PeopleError::NotYourRequest
            | PeopleError::OneSelf
            | PeopleError::Guest => StatusCode::FORBIDDEN,
            PeopleError::NoSuchRequest(_) | PeopleError::NoSuchPerson(_) => StatusCode::NOT_FOUND,
            PeopleError::Decided { .. } | PeopleError::NameTaken(_) | PeopleError::ChangedMeanwhile => {
                StatusCode::CONFLICT
            }
            PeopleError::ChooseRole(_)
            | PeopleError::NeedsNoSecond(_)
            | PeopleError::BadName
            | PeopleError::Weak(_)
            | PeopleError::Unfit(_) => StatusCode::UNPROCESSABLE_ENTITY,
            PeopleError::NotHashed(_) | PeopleError::Chance(_) | PeopleError::Store(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        let problem = Self::new(status, error.code(), error.to_string());
        match error {
            PeopleError::ChooseRole(roles) => Self { roles: roles.into(), ..problem },
            _ => problem,
        }
    }
}
