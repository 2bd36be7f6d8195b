//! TLS spoken by the program itself, with a certificate made for the test by OpenSSL.

use axum::Router;
use axum::extract::ConnectInfo;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use croupier_house::config::Tls;
use croupier_house::tls::TlsListener;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tokio::net::{TcpListener, TcpStream};

fn made(folder: &Path, name: &str) -> Tls {
    let (certificate, key) = (folder.join(format!("{name}.pem")), folder.join(format!("{name}-key.pem")));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    Tls { certificate, key }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-tls-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Asks over TLS with OpenSSL's own client, which checks the certificate.
fn ask(address: SocketAddr, trusted: &Path) -> String {
    let mut client = Command::new("openssl")
        .args([
            "s_client",
            "-quiet",
            "-verify_return_error",
            "-servername",
            "localhost",
            "-verify_hostname",
            "localhost",
        ])
        .arg("-CAfile")
        .arg(trusted)
        .arg("-connect")
        .arg(address.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    client.stdin.as_mut().unwrap().write_all(request).unwrap();
    String::from_utf8(client.wait_with_output().unwrap().stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_checks_the_certificate_is_served_and_slow_ones_keep_nobody_waiting() {
    let folder = folder("served");
    let tls = made(&folder, "cert");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let listener = TlsListener::new(listener, &tls).unwrap();
    let told = async |ConnectInfo(peer): ConnectInfo<SocketAddr>| format!("you are {}", peer.ip());
    let service = Router::new().route("/", get(told)).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(axum::serve(listener.tap_io(|_| {}), service).into_future());

    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    let certificate = tls.certificate.clone();
    let answer = tokio::task::spawn_blocking(move || ask(address, &certificate)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("you are 127.0.0.1"), "{answer}");
    let stranger = made(&folder, "other").certificate;
    let answer = tokio::task::spawn_blocking(move || ask(address, &stranger)).await.unwrap();
    assert_eq!(answer, "", "a certificate the client does not trust");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn files_that_hold_something_else_are_named() {
    let folder = folder("faults");
    let tls = made(&folder, "one");
    let other = made(&folder, "two");
    let try_with = async |tls: Tls| {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        TlsListener::new(listener, &tls).unwrap_err().to_string()
    };
    let swapped = try_with(Tls { certificate: tls.key.clone(), key: tls.certificate.clone() }).await;
    assert!(swapped.contains("one-key.pem holds no certificate"), "{swapped}");
    let missing = try_with(Tls { key: folder.join("nowhere.pem"), ..tls.clone() }).await;
    assert!(missing.contains("nowhere.pem holds no private key"), "{missing}");
    let mixed = try_with(Tls { key: other.key, ..tls }).await;
    assert!(mixed.contains("invalid certificate or key"), "{mixed}");
    std::fs::remove_dir_all(folder).unwrap();
}
