//! What an operator sees: a log without secrets, and figures on a listener of their own.

mod support;

use croupier_house::config::Log;
use croupier_house::logs::{begin, logged};
use croupier_house::metrics::Metrics;
use croupier_house::people::{Password, People, Presence, Role, Roles, SessionPolicy};
use croupier_house::store::Batch;
use croupier_table::Timestamp;
use std::io;
use std::sync::{Arc, Mutex};
use support::{Place, chains::said};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Lines kept in memory.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is logged of three lines.
fn of(log: &Log) -> String {
    let kept = Kept::default();
    let writer = kept.clone();
    tracing::subscriber::with_default(logged(log, move || writer.clone()), || {
        tracing::info!(target: "croupier_house::pit", table = 4, "a table was opened");
        tracing::debug!(target: "croupier_house::pit", "a detail");
        tracing::info!(target: "sqlx::query", "SELECT 1");
    });
    let lines = kept.0.lock().unwrap().clone();
    String::from_utf8(lines).unwrap()
}

#[test]
fn text_and_json_say_the_same_from_the_level_on() {
    let text = of(&Log { json: false, level: "info".to_owned(), file: None });
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("INFO") && text.contains("a table was opened table=4"), "{text}");
    let json = of(&Log { json: true, level: "debug".to_owned(), file: None });
    let lines: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{json}");
    assert_eq!((&lines[0]["message"], &lines[0]["table"]), (&"a table was opened".into(), &4.into()));
}

#[test]
fn a_log_file_that_cannot_be_written_is_named() {
    let log = Log { json: false, level: "info".to_owned(), file: Some("/nowhere/at/all.log".into()) };
    assert!(begin(&log).unwrap_err().to_string().contains("/nowhere/at/all.log"));
}

#[tokio::test]
async fn a_log_of_everything_has_no_password_no_token_and_no_hash() {
    let kept = Kept::default();
    let writer = kept.clone();
    let lines = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    tracing::subscriber::set_global_default(lines.finish()).unwrap();

    let place = Place::sqlite();
    let people = People::new(place.open().await, SessionPolicy::default());
    let now = Timestamp(1_800_000_000_000);
    let (made, first) = people.make("Dora", Roles::new([Role::Dealer]).unwrap(), now).await.unwrap();
    let id = made.after.clone().unwrap().id;
    let second = Password::new("a sentence nobody guesses");
    people.change_password(id, first.clone(), second.clone(), now).await.unwrap();
    let wrong = Password::new("a wrong one altogether");
    let refused = people.sign_in("Dora", wrong.clone(), None, "::1", now).await.unwrap_err();
    let signed = people.sign_in("Dora", second.clone(), None, "::1", now).await.unwrap();
    let session = people.session(&signed.token, Presence::Active, now).await.unwrap();
    tracing::info!(?made, ?first, ?second, ?refused, ?signed, ?session, ?people, "all that a careless line could tell");

    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("all that a careless line could tell") && log.contains("Dora"), "{log}");
    let token = signed.token.reveal();
    for secret in [first.reveal(), second.reveal(), wrong.reveal(), &token, "$argon2id$"] {
        assert!(!log.contains(secret), "`{secret}` stands in the log: {log}");
    }
}

#[tokio::test]
async fn the_figures_are_read_over_http_and_nothing_else_is() {
    let place = Place::sqlite();
    let store = place.open().await;
    let figures = Metrics::begin(store.clone()).unwrap();
    store.writer().write(Batch { house: vec![said("good morning")], ..Batch::default() }).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(figures.serve(listener, std::future::pending()));
    let ask = async |path: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: figures\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let answer = ask("/metrics").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    for line in [
        "# HELP croupier_commit_seconds duration of a writer transaction",
        "croupier_batches_total 1",
        "croupier_commit_seconds_count 1",
        "croupier_commit_seconds_bucket{le=\"10\"} 1",
        "croupier_open_tables 0",
    ] {
        assert!(answer.lines().any(|told| told == line), "{line} is not in {answer}");
    }
    assert!(ask("/api/tables").await.starts_with("HTTP/1.1 404"));
}
