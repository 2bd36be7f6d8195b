//! Signing in and out.

use super::auth::{Anonymous, COOKIE, User};
use super::{Casino, SESSION};
use crate::people::{Password, PeopleError, Role, Session, SignIn};
use crate::problem::{JsonBody, Problem, Problems};
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
pub(super) struct NewSession {
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
pub(super) struct UnlockRequest {
    /// The password.
    #[schema(format = Password)]
    password: String,
}

/// A cookie with a token, or the end of one.
type Cookie = [(HeaderName, String); 1];

/// Signs in.
#[utoipa::path(post, path = "/api/session", tag = SESSION, request_body = Credentials, security(()),
    responses((status = 201, body = NewSession), Problems))]
pub(super) async fn sign_in(
    State(casino): State<Arc<Casino>>,
    Anonymous { address }: Anonymous,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<(StatusCode, Cookie, Json<NewSession>), Problem> {
    casino.limits.sign_ins(&address)?;
    let Credentials { name, password, role } = credentials;
    let password = Password::new(password);
    let signed_in = casino.people.sign_in(&name, password, role, &address, casino.clock.now()).await;
    begun(&casino, signed_in, &name, &address).await
}

/// Plays as a guest, with play chips.
#[utoipa::path(post, path = "/api/session/guest", tag = SESSION, security(()),
    responses((status = 201, body = NewSession), Problems))]
pub(super) async fn guest(
    State(casino): State<Arc<Casino>>,
    Anonymous { address }: Anonymous,
) -> Result<(StatusCode, Cookie, Json<NewSession>), Problem> {
    casino.limits.guests(&address)?;
    let signed_in = casino.people.sign_in_guest(&address, casino.clock.now()).await;
    begun(&casino, signed_in, "guest", &address).await
}

async fn begun(
    casino: &Casino,
    signed_in: Result<SignIn, PeopleError>,
    name: &str,
    address: &str,
) -> Result<(StatusCode, Cookie, Json<NewSession>), Problem> {
    match signed_in {
        Ok(SignIn { token, session }) => {
            metrics::counter!("croupier_sign_ins_total").increment(1);
            let by = serde_json::json!({
                "person": session.person, "name": session.name, "role": session.role, "session": session.id,
                "address": address,
            });
            casino.note(&by, &serde_json::json!("signed-in")).await;
            let token = token.reveal();
            let cookie = cookie(casino, &token, casino.config.times.session_hours * 3_600);
            Ok((StatusCode::CREATED, cookie, Json(NewSession { token, session: (*session).clone() })))
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
pub(super) async fn who(user: User) -> Json<Session> {
    Json((*user.session).clone())
}

/// Signs out.
#[utoipa::path(delete, path = "/api/session", tag = SESSION,
    responses((status = 204, description = "The session has ended"), Problems))]
pub(super) async fn sign_out(State(casino): State<Arc<Casino>>, user: User) -> Result<(StatusCode, Cookie), Problem> {
    casino.people.sign_out(&user.token, casino.clock.now()).await?;
    casino.note(&user.mark(), &serde_json::json!("signed-out")).await;
    Ok((StatusCode::NO_CONTENT, cookie(&casino, "", 0)))
}

/// Changes one's own password; all one's sessions end.
#[utoipa::path(put, path = "/api/session/password", tag = SESSION, request_body = NewPassword,
    responses((status = 204, description = "The password has been changed: sign in again"), Problems))]
pub(super) async fn password(
    State(casino): State<Arc<Casino>>,
    user: User,
    JsonBody(NewPassword { old, new }): JsonBody<NewPassword>,
) -> Result<StatusCode, Problem> {
    casino.limits.sign_ins(&user.address)?;
    let (old, new) = (Password::new(old), Password::new(new));
    let changed = casino.people.change_password(user.session.person, old, new, casino.clock.now()).await;
    let told = match &changed {
        Ok(change) => serde_json::json!({ "password-changed": change }),
        Err(error) => serde_json::json!({ "password-change-refused": error.code() }),
    };
    casino.note(&user.mark(), &told).await;
    changed?;
    Ok(StatusCode::NO_CONTENT)
}

/// Locks one's station.
#[utoipa::path(post, path = "/api/session/lock", tag = SESSION,
    responses((status = 204, description = "The station is locked"), Problems))]
pub(super) async fn lock(State(casino): State<Arc<Casino>>, user: User) -> Result<StatusCode, Problem> {
    let change = casino.people.lock_now(&user.token, casino.clock.now()).await?;
    casino.note(&user.mark(), &serde_json::json!({ "locked": change })).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Unlocks one's station.
#[utoipa::path(post, path = "/api/session/unlock", tag = SESSION, request_body = UnlockRequest,
    responses((status = 204, description = "The station is unlocked"), Problems))]
pub(super) async fn unlock(
    State(casino): State<Arc<Casino>>,
    user: User,
    JsonBody(UnlockRequest { password }): JsonBody<UnlockRequest>,
) -> Result<StatusCode, Problem> {
    casino.limits.sign_ins(&user.address)?;
    let unlocked = casino.people.unlock(&user.token, Password::new(password), casino.clock.now()).await;
    let told = match &unlocked {
        Ok(change) => serde_json::json!({ "unlocked": change }),
        Err(error) => serde_json::json!({ "unlock-refused": error.code() }),
    };
    casino.note(&user.mark(), &told).await;
    unlocked?;
    Ok(StatusCode::NO_CONTENT)
}
