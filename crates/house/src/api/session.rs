//! Signing in and out.

use super::problem::{Body, Problem, Problems};
use super::visitor::{Anybody, COOKIE, Visitor};
use super::{Casino, SESSION};
use crate::people::{Password, PeopleError, Role, Session, SignedIn};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    /// The name.
    name: String,
    /// The password.
    #[schema(format = Password)]
    password: String,
    /// The role to act in, for who holds several.
    #[serde(default)]
    role: Option<Role>,
}

/// A session that has begun.
#[derive(Serialize, ToSchema)]
pub(super) struct Begun {
    /// What to show with every request, as `Authorization: Bearer …`; a browser gets it as a cookie too.
    token: String,
    /// The session.
    session: Session,
}

/// A change of one's password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    /// The present one.
    #[schema(format = Password)]
    old: String,
    /// The new one.
    #[schema(format = Password)]
    new: String,
}

/// A password, to unlock a station.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Unlocking {
    /// The password.
    #[schema(format = Password)]
    password: String,
}

/// A cookie with a token, or the end of one.
type Cookie = [(HeaderName, String); 1];

/// Signs in.
#[utoipa::path(post, path = "/api/session", tag = SESSION, request_body = Credentials, security(()),
    responses((status = 201, body = Begun), Problems))]
pub(super) async fn sign_in(
    State(casino): State<Arc<Casino>>,
    Anybody { address }: Anybody,
    Body(credentials): Body<Credentials>,
) -> Result<(StatusCode, Cookie, Json<Begun>), Problem> {
    casino.limits.sign_ins(&address)?;
    let Credentials { name, password, role } = credentials;
    let password = Password::new(password);
    let signed_in = casino.people.sign_in(&name, password, role, &address, casino.clock.now()).await;
    begun(&casino, signed_in, &name, &address).await
}

/// Plays as a guest, with play chips.
#[utoipa::path(post, path = "/api/session/guest", tag = SESSION, security(()), responses((status = 201, body = Begun), Problems))]
pub(super) async fn guest(
    State(casino): State<Arc<Casino>>,
    Anybody { address }: Anybody,
) -> Result<(StatusCode, Cookie, Json<Begun>), Problem> {
    casino.limits.guests(&address)?;
    let signed_in = casino.people.sign_in_guest(&address, casino.clock.now()).await;
    begun(&casino, signed_in, "guest", &address).await
}

async fn begun(
    casino: &Casino,
    signed_in: Result<SignedIn, PeopleError>,
    name: &str,
    address: &str,
) -> Result<(StatusCode, Cookie, Json<Begun>), Problem> {
    match signed_in {
        Ok(SignedIn { token, session }) => {
            metrics::counter!("croupier_sign_ins_total").increment(1);
            let by = serde_json::json!({ "person": session.person, "name": session.name, "role": session.role, "session": session.id, "address": address });
            casino.note(&by, &serde_json::json!("signed-in")).await;
            let token = token.reveal();
            let cookie = cookie(casino, &token, casino.config.times.session_hours * 3_600);
            Ok((StatusCode::CREATED, cookie, Json(Begun { token, session: (*session).clone() })))
        }
        Err(error) => {
            let shown: String = name.chars().filter(|letter| !letter.is_control()).take(40).collect();
            let what = serde_json::json!({ "sign-in-refused": { "name": shown, "code": error.code() } });
            casino.note(&serde_json::json!({ "address": address }), &what).await;
            Err(error.into())
        }
    }
}

fn cookie(casino: &Casino, token: &str, seconds: u64) -> Cookie {
    let secure = if casino.is_secure() { "; Secure" } else { "" };
    [(header::SET_COOKIE, format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}"))]
}

/// Who one is here.
#[utoipa::path(get, path = "/api/session", tag = SESSION, responses((status = 200, body = Session), Problems))]
pub(super) async fn who(visitor: Visitor) -> Json<Session> {
    Json((*visitor.session).clone())
}

/// Signs out.
#[utoipa::path(delete, path = "/api/session", tag = SESSION, responses((status = 204, description = "The session is over"), Problems))]
pub(super) async fn sign_out(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
) -> Result<(StatusCode, Cookie), Problem> {
    casino.people.sign_out(&visitor.token, casino.clock.now()).await?;
    casino.note(&visitor.mark(), &serde_json::json!("signed-out")).await;
    Ok((StatusCode::NO_CONTENT, cookie(&casino, "", 0)))
}

/// Changes one's own password; all one's sessions end.
#[utoipa::path(put, path = "/api/session/password", tag = SESSION, request_body = NewPassword,
    responses((status = 204, description = "The password is changed: sign in again"), Problems))]
pub(super) async fn password(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<StatusCode, Problem> {
    casino.limits.sign_ins(&visitor.address)?;
    let (old, new) = (Password::new(old), Password::new(new));
    let changed = casino.people.change_password(visitor.session.person, old, new, casino.clock.now()).await;
    let told = match &changed {
        Ok(change) => serde_json::json!({ "password-changed": change }),
        Err(error) => serde_json::json!({ "password-change-refused": error.code() }),
    };
    casino.note(&visitor.mark(), &told).await;
    changed?;
    Ok(StatusCode::NO_CONTENT)
}

/// Locks one's station.
#[utoipa::path(post, path = "/api/session/lock", tag = SESSION, responses((status = 204, description = "The station is locked"), Problems))]
pub(super) async fn lock(State(casino): State<Arc<Casino>>, visitor: Visitor) -> Result<StatusCode, Problem> {
    let change = casino.people.lock_now(&visitor.token, casino.clock.now()).await?;
    casino.note(&visitor.mark(), &serde_json::json!({ "locked": change })).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Unlocks one's station.
#[utoipa::path(post, path = "/api/session/unlock", tag = SESSION, request_body = Unlocking,
    responses((status = 204, description = "The station is unlocked"), Problems))]
pub(super) async fn unlock(
    State(casino): State<Arc<Casino>>,
    visitor: Visitor,
    Body(Unlocking { password }): Body<Unlocking>,
) -> Result<StatusCode, Problem> {
    casino.limits.sign_ins(&visitor.address)?;
    let unlocked = casino.people.unlock(&visitor.token, Password::new(password), casino.clock.now()).await;
    let told = match &unlocked {
        Ok(change) => serde_json::json!({ "unlocked": change }),
        Err(error) => serde_json::json!({ "unlock-refused": error.code() }),
    };
    casino.note(&visitor.mark(), &told).await;
    unlocked?;
    Ok(StatusCode::NO_CONTENT)
}
