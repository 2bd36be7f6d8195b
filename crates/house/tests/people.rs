//! People, sessions and approvals, on both databases.

#[macro_use]
mod support;

use croupier_house::people::{
    ApprovalRequest, ApprovalStatus, ApprovalSubject, Duty, Password, People, PeopleError, Person, PersonEdit,
    Presence, Role, Roles, Session, SessionPolicy, SignIn, Token,
};
use croupier_table::{PersonId, Timestamp};
use serde_json::json;
use support::Place;

on_both!(
    the_first_start_makes_one_administrator_who_must_change_his_password,
    a_wrong_name_and_a_wrong_password_are_told_alike,
    three_wrong_passwords_lock_a_person_out_until_time_or_an_administrator_lifts_it,
    many_guesses_at_once_are_no_more_than_three,
    a_right_password_clears_the_failures_before_it,
    a_person_acts_in_one_of_his_roles_which_he_names_if_he_has_several,
    a_session_ends_after_its_hours,
    a_dealers_station_locks_after_five_minutes_and_a_players_does_not,
    a_locked_session_may_only_unlock_or_end,
    a_page_that_asks_by_itself_does_not_keep_a_station_open,
    all_sessions_end_with_a_new_password_a_new_role_or_a_deactivation,
    an_ending_works_on_other_nodes_within_seconds,
    a_restart_knows_its_sessions_and_the_store_knows_no_token,
    guests_play_under_a_number_if_the_house_has_guests,
    names_are_ones_own_and_nobody_changes_himself,
    a_second_person_grants_and_it_is_carried_out_once,
    nobody_decides_on_his_own_request_nor_without_the_role,
    of_two_who_decide_at_once_one_comes_too_late,
    a_request_expires_and_can_be_withdrawn_by_its_asker_alone,
);

const MINUTE: u64 = 60_000;
const NOON: Timestamp = Timestamp(1_800_000_000_000);

fn after(millis: u64) -> Timestamp {
    Timestamp(NOON.0 + millis)
}

fn good() -> Password {
    Password::new("correct horse battery")
}

async fn people(place: &Place) -> People {
    People::new(place.open().await, SessionPolicy::default())
}

/// A person who has changed his first password.
async fn hire(people: &People, name: &str, roles: &[Role]) -> Person {
    let roles = Roles::new(roles.iter().copied()).unwrap();
    let (made, first) = people.make(name, roles, NOON).await.unwrap();
    let id = made.after.unwrap().id;
    people.change_password(id, first, good(), NOON).await.unwrap().after.unwrap()
}

async fn sign_in(people: &People, name: &str, now: Timestamp) -> SignIn {
    people.sign_in(name, good(), None, "127.0.0.1", now).await.unwrap()
}

async fn try_with(people: &People, name: &str, password: &str, now: Timestamp) -> Result<SignIn, PeopleError> {
    people.sign_in(name, Password::new(password), None, "127.0.0.1", now).await
}

fn code<T: std::fmt::Debug>(result: Result<T, PeopleError>) -> &'static str {
    result.unwrap_err().code()
}

async fn session(people: &People, token: &Token, now: Timestamp) -> Result<Session, PeopleError> {
    people.session(token, Presence::Active, now).await.map(|session| Session::clone(&session))
}

async fn the_first_start_makes_one_administrator_who_must_change_his_password(place: &Place) {
    let people = people(place).await;
    let first = Password::random().unwrap();
    let administrator = people.first_administrator(first.clone(), NOON).await.unwrap().unwrap();
    assert!(people.first_administrator(first.clone(), NOON).await.unwrap().is_none());
    let signed = people.sign_in("Administrator", first.clone(), None, "::1", NOON).await.unwrap();
    assert!(matches!(signed.session.may(Duty::People), Err(PeopleError::MustChange)));
    signed.session.may(Duty::OwnAccount).unwrap();

    let short = people.change_password(administrator.id, first.clone(), Password::new("short"), NOON).await;
    assert_eq!(code(short), "weak-password");
    let same = people.change_password(administrator.id, first.clone(), first.clone(), NOON).await;
    assert_eq!(code(same), "weak-password");
    let change = people.change_password(administrator.id, first.clone(), good(), NOON).await.unwrap();
    assert!(change.before.unwrap().must_change && !change.after.unwrap().must_change);
    assert_eq!(code(try_with(&people, "administrator", first.reveal(), NOON).await), "wrong-password");
    let signed = sign_in(&people, "administrator", NOON).await;
    signed.session.may(Duty::People).unwrap();
    assert_eq!(code(signed.session.may(Duty::Play)), "not-your-duty");
}

async fn a_wrong_name_and_a_wrong_password_are_told_alike(place: &Place) {
    let people = people(place).await;
    let ann = hire(&people, "Ann", &[Role::Player]).await;
    let wrong = try_with(&people, "Ann", "not the password", NOON).await.unwrap_err();
    let nobody = try_with(&people, "Bob", "not the password", NOON).await.unwrap_err();
    assert_eq!(wrong.to_string(), nobody.to_string());
    people
        .amend(PersonId::new(999), ann.id, &PersonEdit { active: Some(false), ..PersonEdit::default() }, NOON)
        .await
        .unwrap();
    let inactive = people.sign_in("Ann", good(), None, "::1", NOON).await.unwrap_err();
    assert_eq!(inactive.to_string(), nobody.to_string());
}

async fn three_wrong_passwords_lock_a_person_out_until_time_or_an_administrator_lifts_it(place: &Place) {
    let people = people(place).await;
    let ann = hire(&people, "Ann", &[Role::Player]).await;
    assert_eq!(code(try_with(&people, "Ann", "wrong one", NOON).await), "wrong-password");
    assert_eq!(code(try_with(&people, "Ann", "wrong two", NOON).await), "wrong-password");
    let third = try_with(&people, "Ann", "wrong three", NOON).await.unwrap_err();
    assert!(matches!(third, PeopleError::LockedOut(until) if until == after(15 * MINUTE)), "{third}");
    let right = people.sign_in("Ann", good(), None, "::1", after(15 * MINUTE - 1)).await;
    assert_eq!(code(right), "locked-out");
    sign_in(&people, "Ann", after(15 * MINUTE)).await;

    for wrong in ["one", "two", "three"] {
        assert!(try_with(&people, "Ann", wrong, after(20 * MINUTE)).await.is_err());
    }
    assert_eq!(people.person(ann.id).await.unwrap().failures, 3);
    let lift = PersonEdit { lift_lock_out: true, ..PersonEdit::default() };
    let change = people.amend(PersonId::new(999), ann.id, &lift, after(20 * MINUTE)).await.unwrap();
    assert!(change.before.unwrap().locked_until.is_some() && change.after.unwrap().locked_until.is_none());
    sign_in(&people, "Ann", after(20 * MINUTE)).await;
}

async fn many_guesses_at_once_are_no_more_than_three(place: &Place) {
    let people = people(place).await;
    hire(&people, "Ann", &[Role::Player]).await;
    let guesses: Vec<_> = (0..12)
        .map(|guess| {
            let people = people.clone();
            tokio::spawn(async move { try_with(&people, "Ann", &format!("guess number {guess}"), NOON).await })
        })
        .collect();
    for guess in guesses {
        guess.await.unwrap().unwrap_err();
    }
    let ann = people.list(PersonId::Nobody, 10).await.unwrap().remove(0);
    assert_eq!((ann.failures, ann.locked_until), (3, Some(after(15 * MINUTE))));
}

async fn a_right_password_clears_the_failures_before_it(place: &Place) {
    let people = people(place).await;
    let ann = hire(&people, "Ann", &[Role::Player]).await;
    for _ in 0..2 {
        for wrong in ["one", "two"] {
            assert_eq!(code(try_with(&people, "Ann", wrong, NOON).await), "wrong-password");
        }
        sign_in(&people, "Ann", NOON).await;
        assert_eq!(people.person(ann.id).await.unwrap().failures, 0);
    }
}

async fn a_person_acts_in_one_of_his_roles_which_he_names_if_he_has_several(place: &Place) {
    let people = people(place).await;
    hire(&people, "Dora", &[Role::Dealer, Role::Floorperson]).await;
    let unsaid = people.sign_in("Dora", good(), None, "::1", NOON).await.unwrap_err();
    assert_eq!(unsaid.to_string(), "choose one of your roles: dealer floorperson");
    assert_eq!(code(people.sign_in("Dora", good(), Some(Role::Manager), "::1", NOON).await), "choose-role");
    let dealer = people.sign_in("Dora", good(), Some(Role::Dealer), "::1", NOON).await.unwrap();
    dealer.session.may(Duty::Deal).unwrap();
    assert_eq!(code(dealer.session.may(Duty::Validate)), "not-your-duty");
    let floor = people.sign_in("Dora", good(), Some(Role::Floorperson), "::1", NOON).await.unwrap();
    floor.session.may(Duty::Validate).unwrap();
    assert_eq!(people.sessions_of(dealer.session.person, NOON).await.unwrap().len(), 2);
}

async fn a_session_ends_after_its_hours(place: &Place) {
    let people = people(place).await;
    hire(&people, "Ann", &[Role::Player]).await;
    let token = sign_in(&people, "Ann", NOON).await.token;
    session(&people, &token, after(12 * 60 * MINUTE - 1)).await.unwrap();
    assert_eq!(code(session(&people, &token, after(12 * 60 * MINUTE)).await), "no-session");
    // Read from the store it has ended as well.
    assert_eq!(code(session(&people, &token, after(12 * 60 * MINUTE)).await), "no-session");
    assert_eq!(Token::read("0"), None);
    let forged = Token::read(&"0".repeat(64)).unwrap();
    assert_eq!(code(session(&people, &forged, NOON).await), "no-session");
}

async fn a_dealers_station_locks_after_five_minutes_and_a_players_does_not(place: &Place) {
    let people = people(place).await;
    hire(&people, "Dora", &[Role::Dealer]).await;
    hire(&people, "Ann", &[Role::Player]).await;
    let dealer = sign_in(&people, "Dora", NOON).await.token;
    let player = sign_in(&people, "Ann", NOON).await.token;
    let almost = after(5 * MINUTE - 1);
    assert!(!session(&people, &dealer, almost).await.unwrap().locked);
    assert!(!session(&people, &dealer, Timestamp(almost.0 + 5 * MINUTE - 1)).await.unwrap().locked);
    let late = Timestamp(almost.0 + 10 * MINUTE - 1);
    assert!(session(&people, &dealer, late).await.unwrap().locked);
    assert!(session(&people, &dealer, late).await.unwrap().locked);
    assert!(!session(&people, &player, late).await.unwrap().locked);
}

async fn a_locked_session_may_only_unlock_or_end(place: &Place) {
    let people = people(place).await;
    hire(&people, "Dora", &[Role::Dealer]).await;
    let token = sign_in(&people, "Dora", NOON).await.token;
    let change = people.lock_now(&token, NOON).await.unwrap();
    assert!(!change.before.unwrap().locked && change.after.unwrap().locked);
    let locked = session(&people, &token, after(1)).await.unwrap();
    for row in Duty::TABLE {
        assert_eq!(locked.may(row.duty).is_ok(), row.duty == Duty::OwnAccount, "{}", row.duty);
    }
    assert_eq!(code(people.unlock(&token, Password::new("wrong"), after(2)).await), "wrong-password");
    assert!(session(&people, &token, after(2)).await.unwrap().locked);
    people.unlock(&token, good(), after(6 * MINUTE)).await.unwrap();
    assert!(!session(&people, &token, after(6 * MINUTE)).await.unwrap().locked);
    people.lock_now(&token, after(6 * MINUTE)).await.unwrap();
    people.sign_out(&token, after(6 * MINUTE)).await.unwrap();
    assert_eq!(code(session(&people, &token, after(6 * MINUTE)).await), "no-session");
}

async fn a_page_that_asks_by_itself_does_not_keep_a_station_open(place: &Place) {
    let people = people(place).await;
    hire(&people, "Flo", &[Role::Floorperson]).await;
    let token = sign_in(&people, "Flo", NOON).await.token;
    for minute in 1..5 {
        assert!(!people.session(&token, Presence::Passive, after(minute * MINUTE)).await.unwrap().locked);
    }
    assert!(people.session(&token, Presence::Passive, after(5 * MINUTE)).await.unwrap().locked);
}

async fn all_sessions_end_with_a_new_password_a_new_role_or_a_deactivation(place: &Place) {
    let people = people(place).await;
    let dora = hire(&people, "Dora", &[Role::Dealer]).await;
    hire(&people, "Ann", &[Role::Player]).await;
    let other = sign_in(&people, "Ann", NOON).await.token;

    let token = sign_in(&people, "Dora", NOON).await.token;
    let new = Password::new("another long sentence");
    people.change_password(dora.id, good(), new.clone(), NOON).await.unwrap();
    assert_eq!(code(session(&people, &token, NOON).await), "no-session");

    let token = people.sign_in("Dora", new, None, "::1", NOON).await.unwrap().token;
    let floor = PersonEdit { roles: Some(Roles::new([Role::Floorperson]).unwrap()), ..PersonEdit::default() };
    people.amend(PersonId::new(999), dora.id, &floor, NOON).await.unwrap();
    assert_eq!(code(session(&people, &token, NOON).await), "no-session");

    let (change, first) = people.reset_password(PersonId::new(999), dora.id, NOON).await.unwrap();
    assert!(change.after.unwrap().must_change);
    let token = people.sign_in("Dora", first, None, "::1", NOON).await.unwrap().token;
    let off = PersonEdit { active: Some(false), ..PersonEdit::default() };
    people.amend(PersonId::new(999), dora.id, &off, NOON).await.unwrap();
    assert_eq!(code(session(&people, &token, NOON).await), "no-session");
    session(&people, &other, NOON).await.unwrap();
}

async fn an_ending_works_on_other_nodes_within_seconds(place: &Place) {
    let store = place.open().await;
    let here = People::new(store.clone(), SessionPolicy::default());
    // A data folder has one process; a second memory over the same store stands in for the other node.
    let elsewhere = match place {
        Place::Folder(_) => People::new(store, SessionPolicy::default()),
        Place::Database(..) => people(place).await,
    };
    hire(&here, "Ann", &[Role::Player]).await;
    let token = sign_in(&here, "Ann", NOON).await.token;
    session(&elsewhere, &token, NOON).await.unwrap();
    here.sign_out(&token, NOON).await.unwrap();
    assert_eq!(code(session(&here, &token, NOON).await), "no-session");
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    assert_eq!(code(session(&elsewhere, &token, NOON).await), "no-session");
}

async fn a_restart_knows_its_sessions_and_the_store_knows_no_token(place: &Place) {
    let store = place.open().await;
    let before = People::new(store.clone(), SessionPolicy::default());
    hire(&before, "Dora", &[Role::Dealer]).await;
    let token = sign_in(&before, "Dora", NOON).await.token;
    session(&before, &token, after(4 * MINUTE)).await.unwrap();
    let restarted = People::new(store.clone(), SessionPolicy::default());
    let found = session(&restarted, &token, after(8 * MINUTE)).await.unwrap();
    assert_eq!((found.name.as_str(), found.role, found.locked), ("Dora", Role::Dealer, false));
    let stored: Vec<u8> = sqlx::query_scalar("SELECT token_hash FROM sessions").fetch_one(store.pool()).await.unwrap();
    let stored: String = stored.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(stored.len(), 64);
    assert_ne!(stored, token.reveal());
}

async fn guests_play_under_a_number_if_the_house_has_guests(place: &Place) {
    let store = place.open().await;
    let closed = People::new(store.clone(), SessionPolicy { guests: false, ..SessionPolicy::default() });
    assert_eq!(code(closed.sign_in_guest("::1", NOON).await), "no-guests");
    let open = People::new(store, SessionPolicy::default());
    let (one, two) = (open.sign_in_guest("::1", NOON).await.unwrap(), open.sign_in_guest("::1", NOON).await.unwrap());
    assert_eq!((one.session.name.as_str(), two.session.name.as_str()), ("Guest 1", "Guest 2"));
    assert!(one.session.guest && one.session.role == Role::Player);
    one.session.may(Duty::Play).unwrap();
    assert_eq!(code(try_with(&open, "Guest 1", "", NOON).await), "wrong-password");
    assert_eq!(code(open.reset_password(PersonId::new(999), one.session.person, NOON).await), "guest");
    let promote = PersonEdit { roles: Some(Roles::new([Role::Manager]).unwrap()), ..PersonEdit::default() };
    assert_eq!(code(open.amend(PersonId::new(999), one.session.person, &promote, NOON).await), "guest");
}

async fn names_are_ones_own_and_nobody_changes_himself(place: &Place) {
    let people = people(place).await;
    let ann = hire(&people, "Ann", &[Role::Administrator]).await;
    let roles = Roles::new([Role::Player]).unwrap();
    assert_eq!(code(people.make(" ANN ", roles.clone(), NOON).await), "name-taken");
    assert_eq!(code(people.make("Guest 5", roles.clone(), NOON).await), "bad-name");
    let himself = PersonEdit { active: Some(true), ..PersonEdit::default() };
    assert_eq!(code(people.amend(ann.id, ann.id, &himself, NOON).await), "oneself");
    assert_eq!(code(people.reset_password(ann.id, ann.id, NOON).await), "oneself");
    assert_eq!(code(people.amend(ann.id, PersonId::new(77), &himself, NOON).await), "no-such-person");
    let bob = hire(&people, "Bob", &[Role::Player]).await;
    assert_eq!(people.list(ann.id, 10).await.unwrap(), [bob]);
}

fn void() -> ApprovalRequest {
    let what = json!({ "void-round": { "reason": "a wet card" } });
    ApprovalRequest { duty: Duty::Void, about: ApprovalSubject::House, what }
}

async fn floor(people: &People, name: &str, role: Role) -> Session {
    hire(people, name, &[role]).await;
    Session::clone(&sign_in(people, name, NOON).await.session)
}

async fn a_second_person_grants_and_it_is_carried_out_once(place: &Place) {
    let people = people(place).await;
    let (flo, max) = (floor(&people, "Flo", Role::Floorperson).await, floor(&people, "Max", Role::Manager).await);
    let asked = people.ask(&flo, void(), "a wet card", NOON).await.unwrap().after.unwrap();
    assert_eq!((asked.standing, asked.by, &asked.asked), (ApprovalStatus::Open, flo.person, &void()));
    assert_eq!(people.waiting(after(1)).await.unwrap(), std::slice::from_ref(&asked));
    assert_eq!(code(people.take_up(asked.id, NOON).await), "already-decided");

    let granted = people.grant(&max, asked.id, after(5)).await.unwrap();
    assert_eq!(granted.before.unwrap(), asked);
    let decided = granted.after.unwrap().decided.unwrap();
    assert_eq!((decided.by, decided.role, decided.at), (max.person, Role::Manager, after(5)));

    let takers: Vec<_> = (0..8)
        .map(|_| {
            let people = people.clone();
            tokio::spawn(async move { people.take_up(asked.id, after(6)).await.is_ok() })
        })
        .collect();
    let mut taken = 0;
    for taker in takers {
        taken += u32::from(taker.await.unwrap());
    }
    assert_eq!(taken, 1);
    assert!(people.waiting(after(7)).await.unwrap().is_empty());
    assert_eq!(people.approval(asked.id, after(90 * MINUTE)).await.unwrap().standing, ApprovalStatus::Used);
}

async fn nobody_decides_on_his_own_request_nor_without_the_role(place: &Place) {
    let people = people(place).await;
    let flo = floor(&people, "Flo", Role::Floorperson).await;
    let dora = floor(&people, "Dora", Role::Dealer).await;
    let adam = floor(&people, "Adam", Role::Administrator).await;
    let aude = floor(&people, "Aude", Role::Auditor).await;
    assert_eq!(code(people.ask(&dora, void(), "", NOON).await), "not-your-duty");
    assert_eq!(
        code(people.ask(&flo, ApprovalRequest { duty: Duty::Validate, ..void() }, "", NOON).await),
        "needs-no-second"
    );
    let id = people.ask(&flo, void(), "a wet card", NOON).await.unwrap().after.unwrap().id;
    assert_eq!(code(people.grant(&flo, id, NOON).await), "own-request");
    assert_eq!(code(people.refuse(&flo, id, NOON).await), "own-request");
    for other in [&dora, &adam, &aude] {
        assert_eq!(code(people.grant(other, id, NOON).await), "not-your-duty");
    }
    assert_eq!(code(people.grant(&dora, 999, NOON).await), "not-your-duty");
    let keys = ApprovalRequest { duty: Duty::Keys, ..void() };
    let keys = people.ask(&adam, keys, "a year old", NOON).await.unwrap().after.unwrap().id;
    assert_eq!(code(people.grant(&flo, keys, NOON).await), "not-yours-to-grant");
    assert_eq!(code(people.grant(&flo, 999, NOON).await), "no-such-request");
    assert_eq!(people.approval(id, NOON).await.unwrap().standing, ApprovalStatus::Open);
}

async fn of_two_who_decide_at_once_one_comes_too_late(place: &Place) {
    let people = people(place).await;
    let flo = floor(&people, "Flo", Role::Floorperson).await;
    let (max, may) = (floor(&people, "Max", Role::Manager).await, floor(&people, "May", Role::Manager).await);
    for _ in 0..5 {
        let id = people.ask(&flo, void(), "a wet card", NOON).await.unwrap().after.unwrap().id;
        let (granted, refused) = tokio::join!(people.grant(&max, id, NOON), people.refuse(&may, id, NOON));
        assert!(granted.is_ok() != refused.is_ok());
        let standing = people.approval(id, NOON).await.unwrap().standing;
        assert_eq!(standing, if granted.is_ok() { ApprovalStatus::Granted } else { ApprovalStatus::Refused });
    }
}

async fn a_request_expires_and_can_be_withdrawn_by_its_asker_alone(place: &Place) {
    let people = people(place).await;
    let (flo, max) = (floor(&people, "Flo", Role::Floorperson).await, floor(&people, "Max", Role::Manager).await);
    let ask = async || people.ask(&flo, void(), "a wet card", NOON).await.unwrap().after.unwrap();
    let (late, in_time, withdrawn) = (ask().await, ask().await, ask().await);
    assert_eq!(late.expires, after(30 * MINUTE));
    assert_eq!(code(people.grant(&max, late.id, after(30 * MINUTE)).await), "already-decided");
    assert_eq!(people.approval(late.id, after(30 * MINUTE)).await.unwrap().standing, ApprovalStatus::Expired);
    people.grant(&max, in_time.id, after(30 * MINUTE - 1)).await.unwrap();
    assert_eq!(code(people.take_up(in_time.id, after(30 * MINUTE)).await), "already-decided");
    assert_eq!(code(people.withdraw(&max, withdrawn.id, NOON).await), "not-your-request");
    people.withdraw(&flo, withdrawn.id, NOON).await.unwrap();
    assert_eq!(code(people.grant(&max, withdrawn.id, NOON).await), "already-decided");
}
