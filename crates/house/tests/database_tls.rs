//! PostgreSQL over the wire: a real server that takes TLS connections only, with certificates made for the test by
//! OpenSSL.

mod support;

use croupier_house::store::{Location, Store};
use croupier_table::Timestamp;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use support::{Folder, Server};

/// A PostgreSQL with `hostssl` alone in its pg_hba.conf, a certificate for localhost, and the authority that signed it.
struct Secured {
    server: Server,
    folder: Folder,
}

impl Secured {
    fn running() -> &'static Self {
        static SECURED: OnceLock<Secured> = OnceLock::new();
        SECURED.get_or_init(|| {
            let folder = Folder::new();
            authority(folder.path(), "house");
            authority(folder.path(), "stranger");
            certificate(folder.path(), "house");
            let path = |name: &str| folder.path().join(name);
            let server = Server::with_tls(&path("server.pem"), &path("server-key.pem"));
            Self { server, folder }
        })
    }

    /// The address of a new database, by a host's name, with these words behind it.
    async fn url(&self, host: &str, with: &str) -> String {
        let database = self.server.database("").await;
        format!("postgres://postgres@{host}:{}/{database}{with}", self.server.port())
    }

    fn authority(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}-ca.pem"))
    }
}

fn openssl(arguments: &[&str], folder: &Path) {
    let mut command = Command::new("openssl");
    let status = command.args(arguments).current_dir(folder).stderr(Stdio::null()).stdout(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "openssl {arguments:?}");
}

/// A certificate authority of one's own.
fn authority(folder: &Path, name: &str) {
    let (key, certificate) = (format!("{name}-ca-key.pem"), format!("{name}-ca.pem"));
    let subject = format!("/CN={name} authority");
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
    let mut arguments = vec!["req", "-x509"];
    arguments.extend(curve);
    arguments.extend(["-subj", &subject, "-addext", "basicConstraints=critical,CA:TRUE"]);
    arguments.extend(["-keyout", &key, "-out", &certificate]);
    openssl(&arguments, folder);
}

/// A certificate for localhost, signed by an authority.
fn certificate(folder: &Path, by: &str) {
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n").unwrap();
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    let mut request = vec!["req"];
    request.extend(curve);
    request.extend(["-subj", "/CN=localhost", "-keyout", "server-key.pem", "-out", "server.csr"]);
    openssl(&request, folder);
    let (authority, key) = (format!("{by}-ca.pem"), format!("{by}-ca-key.pem"));
    let signed = ["-CA", &authority, "-CAkey", &key, "-CAcreateserial", "-days", "1", "-extfile", "names"];
    let mut sign = vec!["x509", "-req", "-in", "server.csr", "-out", "server.pem"];
    sign.extend(signed);
    openssl(&sign, folder);
}

async fn refused(url: String) -> String {
    match Store::open(&Location::Url(url.clone()), Timestamp(1)).await {
        Ok(_) => panic!("{url} was opened"),
        Err(error) => error.to_string(),
    }
}

/// Whether the connections of an open store are encrypted, as the server sees it.
async fn encrypted(secured: &Secured) -> bool {
    let over_the_wire = "FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL";
    let (all, open) =
        (format!("SELECT count(*) {over_the_wire}"), format!("SELECT count(*) {over_the_wire} AND NOT ssl"));
    secured.server.count(&all).await > 0 && secured.server.count(&open).await == 0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_takes_tls_alone_is_reached_with_every_mode_that_speaks_it() {
    let secured = Secured::running();
    let own = format!("&sslrootcert={}", secured.authority("house").display());
    for (mode, with) in [("require", ""), ("prefer", ""), ("verify-ca", own.as_str()), ("verify-full", own.as_str())] {
        let url = secured.url("localhost", &format!("?sslmode={mode}{with}")).await;
        let store =
            Store::open(&Location::Url(url), Timestamp(1)).await.unwrap_or_else(|error| panic!("{mode}: {error}"));
        assert!(encrypted(secured).await, "{mode}");
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_authority_a_wrong_name_and_plaintext_are_refused() {
    let secured = Secured::running();
    let (own, stranger) = (secured.authority("house"), secured.authority("stranger"));
    for mode in ["verify-ca", "verify-full"] {
        let with = format!("?sslmode={mode}&sslrootcert={}", stranger.display());
        let told = refused(secured.url("localhost", &with).await).await;
        assert!(told.contains("certificate"), "{mode}: {told}");
        // Without an authority of one's own those of the system are asked, and none of them signed this.
        let told = refused(secured.url("localhost", &format!("?sslmode={mode}")).await).await;
        assert!(told.contains("certificate"), "{mode}: {told}");
    }
    // The certificate is localhost's.
    let with = format!("?sslmode=verify-full&sslrootcert={}", own.display());
    let told = refused(secured.url("127.0.0.1", &with).await).await;
    assert!(told.contains("certificate"), "{told}");
    let told = refused(secured.url("localhost", "?sslmode=disable").await).await;
    assert!(told.contains("pg_hba") || told.contains("no encryption"), "{told}");
}

/// Linux takes 0.0.0.0 for this machine, and its address does not say so: it stands for a server somewhere else.
const ELSEWHERE: &str = "0.0.0.0";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_beyond_this_machine_is_never_spoken_to_in_the_clear_unless_that_is_allowed() {
    // This server speaks no TLS at all.
    let server = Server::running();
    let database = server.database("").await;
    let url = |with: &str| format!("postgres://postgres@{ELSEWHERE}:{}/{database}{with}", server.port());
    for with in ["", "?sslmode=prefer", "?sslmode=require"] {
        let told = refused(url(with)).await;
        assert!(told.contains("does not support TLS"), "{with}: {told}");
    }
    for with in ["?sslmode=disable", "?sslmode=allow"] {
        let told = refused(url(with)).await;
        assert!(told.contains("database-plaintext"), "{with}: {told}");
    }
    let store = Store::open(&Location::PlainUrl(url("")), Timestamp(1)).await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_beyond_this_machine_is_reached_with_tls_though_nothing_is_said_of_it() {
    let secured = Secured::running();
    let url = secured.url(ELSEWHERE, "").await;
    let store = Store::open(&Location::Url(url), Timestamp(1)).await.unwrap();
    assert!(encrypted(secured).await);
    store.close().await;
}
