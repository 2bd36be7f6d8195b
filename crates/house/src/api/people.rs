//! People and their roles, for the administrator.
#![allow(unused_qualifications, reason = "utoipa's params do")]

use super::auth::{Anonymous, User};
use super::{Casino, PEOPLE};
use crate::people::{Duty, Permission, Person, PersonEdit, Role, Roles, SecondPerson};
use crate::problem::{JsonBody, PathParam, Problem, Problems, QueryParams};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use croupier_table::PersonId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Which people.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PeopleQuery {
    /// Those after this number.
    #[serde(default)]
    after: u32,
    /// At most so many: 100 if nothing is said.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    most: u32,
}

const fn hundred() -> u32 {
    100
}

/// A person to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPerson {
    /// The name to sign in with.
    name: String,
    /// The roles.
    roles: Vec<Role>,
}

/// A change of a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PersonChange {
    /// New roles.
    #[serde(default)]
    roles: Option<Vec<Role>>,
    /// Whether he may sign in.
    #[serde(default)]
    active: Option<bool>,
}

/// A person with a first password.
#[derive(Serialize, ToSchema)]
pub(super) struct IssuedPassword {
    /// The person.
    person: Person,
    /// The password, told this once; it must be changed at the first sign-in.
    #[schema(format = Password)]
    password: String,
}

/// Somebody who works in the pit.
#[derive(Serialize, ToSchema)]
pub(super) struct Colleague {
    /// The number, by which tables name him.
    id: u32,
    /// The name.
    name: String,
    /// The roles he may act in.
    roles: Roles,
}

/// One row of the table of duties.
#[derive(Serialize, ToSchema)]
pub(super) struct DutyRow {
    /// What.
    duty: Duty,
    /// Who may do it, or ask for it where it takes a second person.
    roles: Vec<Role>,
    /// Whether it takes a second person.
    takes_two: SecondPersonRule,
    /// Who may be the second person.
    granted_by: Vec<Role>,
    /// The clause or the reason.
    why: &'static str,
}

/// Whether a duty takes a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SecondPersonRule {
    /// One person does it.
    Never,
    /// In the cases the table or the house names.
    WhenDue,
    /// One person asks, and another grants it.
    Always,
}

/// Who may do what.
#[utoipa::path(get, path = "/api/duties", tag = PEOPLE, security(()),
    responses((status = 200, body = Vec<DutyRow>), Problems))]
pub(super) async fn duties(_: Anonymous) -> Json<Vec<DutyRow>> {
    let row = |&Permission { duty, roles, second, why }: &Permission| DutyRow {
        duty,
        roles: roles.to_vec(),
        takes_two: match second {
            SecondPerson::Never => SecondPersonRule::Never,
            SecondPerson::WhenDue(_) => SecondPersonRule::WhenDue,
            SecondPerson::Always(_) => SecondPersonRule::Always,
        },
        granted_by: second.roles().to_vec(),
        why,
    };
    Json(Duty::TABLE.iter().map(row).collect())
}

/// Who works in the pit: for whoever relieves a dealer, and to call colleagues by their names.
#[utoipa::path(get, path = "/api/pit", tag = PEOPLE, responses((status = 200, body = Vec<Colleague>), Problems))]
pub(super) async fn pit(State(casino): State<Arc<Casino>>, user: User) -> Result<Json<Vec<Colleague>>, Problem> {
    user.may(Duty::Relieve).await?;
    let colleague = |Person { id, name, roles, .. }: Person| Colleague { id: id.number(), name, roles };
    Ok(Json(casino.people.pit().await?.into_iter().map(colleague).collect()))
}

/// People after a number, in order.
#[utoipa::path(get, path = "/api/people", operation_id = "people", tag = PEOPLE,
    params(PeopleQuery),
    responses((status = 200, body = Vec<Person>), Problems))]
pub(super) async fn list(
    State(casino): State<Arc<Casino>>,
    user: User,
    QueryParams(PeopleQuery { after, most }): QueryParams<PeopleQuery>,
) -> Result<Json<Vec<Person>>, Problem> {
    user.may(Duty::ReadPeople).await?;
    Ok(Json(casino.people.list(PersonId::new(after), most.clamp(1, 1000)).await?))
}

/// One person.
#[utoipa::path(get, path = "/api/people/{person}", operation_id = "person", tag = PEOPLE,
    params(("person" = u32, Path, description = "The person's number")),
    responses((status = 200, body = Person), Problems))]
pub(super) async fn one(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(person): PathParam<u32>,
) -> Result<Json<Person>, Problem> {
    user.may(Duty::ReadPeople).await?;
    Ok(Json(casino.people.person(PersonId::new(person)).await?))
}

/// Makes a person.
#[utoipa::path(post, path = "/api/people", operation_id = "make_person", tag = PEOPLE, request_body = NewPerson,
    responses((status = 201, body = IssuedPassword), Problems))]
pub(super) async fn make(
    State(casino): State<Arc<Casino>>,
    user: User,
    JsonBody(NewPerson { name, roles }): JsonBody<NewPerson>,
) -> Result<(StatusCode, Json<IssuedPassword>), Problem> {
    user.may(Duty::People).await?;
    let roles = Roles::new(roles).map_err(crate::people::PeopleError::from)?;
    let (change, password) = casino.people.make(&name, roles, casino.clock.now()).await?;
    casino.note(&user.mark(), &serde_json::json!({ "person-made": change })).await;
    let person = change.after.ok_or_else(|| Problem::unavailable("the person no longer exists"))?;
    Ok((StatusCode::CREATED, Json(IssuedPassword { person, password: password.reveal().to_owned() })))
}

/// Changes a person's roles or standing.
#[utoipa::path(patch, path = "/api/people/{person}", tag = PEOPLE,
    params(("person" = u32, Path, description = "The person's number")),
    request_body = PersonChange, responses((status = 200, body = Person), Problems))]
pub(super) async fn amend(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(person): PathParam<u32>,
    JsonBody(PersonChange { roles, active }): JsonBody<PersonChange>,
) -> Result<Json<Person>, Problem> {
    user.may(Duty::People).await?;
    let roles = roles.map(Roles::new).transpose().map_err(crate::people::PeopleError::from)?;
    amended(&casino, &user, person, PersonEdit { roles, active, lift_lock_out: false }).await
}

/// Lifts a lock-out.
#[utoipa::path(post, path = "/api/people/{person}/lift", tag = PEOPLE,
    params(("person" = u32, Path, description = "The person's number")),
    responses((status = 200, body = Person), Problems))]
pub(super) async fn lift(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(person): PathParam<u32>,
) -> Result<Json<Person>, Problem> {
    user.may(Duty::People).await?;
    amended(&casino, &user, person, PersonEdit { roles: None, active: None, lift_lock_out: true }).await
}

async fn amended(casino: &Casino, user: &User, person: u32, amendment: PersonEdit) -> Result<Json<Person>, Problem> {
    let by = user.session.person;
    let change = casino.people.amend(by, PersonId::new(person), &amendment, casino.clock.now()).await?;
    casino.note(&user.mark(), &serde_json::json!({ "person-changed": change })).await;
    change.after.map(Json).ok_or_else(|| Problem::unavailable("the person no longer exists"))
}

/// Gives a person a new first password; all his sessions end.
#[utoipa::path(post, path = "/api/people/{person}/password", tag = PEOPLE,
    params(("person" = u32, Path, description = "The person's number")),
    responses((status = 200, body = IssuedPassword), Problems))]
pub(super) async fn reset(
    State(casino): State<Arc<Casino>>,
    user: User,
    PathParam(person): PathParam<u32>,
) -> Result<Json<IssuedPassword>, Problem> {
    user.may(Duty::People).await?;
    let (change, password) =
        casino.people.reset_password(user.session.person, PersonId::new(person), casino.clock.now()).await?;
    casino.note(&user.mark(), &serde_json::json!({ "password-reset": change })).await;
    let person = change.after.ok_or_else(|| Problem::unavailable("the person no longer exists"))?;
    Ok(Json(IssuedPassword { person, password: password.reveal().to_owned() }))
}
