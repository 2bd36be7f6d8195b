//! Where the tests of the house keep their stores: a data folder, or a database of a real PostgreSQL.
//!
//! The server is started once in a test process, from Debian's package, in a temporary folder of its own with a free
//! port. A watchdog in a session of its own holds the other end of a pipe: when the test process is gone, however it
//! went, the server is stopped and its folder removed. What `initdb` makes is kept as a template for the next process.
#![allow(dead_code, reason = "each test program uses a part")]

pub(crate) mod audit;
pub(crate) mod bot;
pub(crate) mod casino;
pub(crate) mod chains;
pub(crate) mod client;
pub(crate) mod pit;
pub(crate) mod shares;
pub(crate) mod stack;
pub(crate) mod staff;

use croupier_house::store::{Location, Store};
use croupier_table::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A place for a store, fresh and empty.
pub(crate) enum Place {
    /// A data folder.
    Folder(Folder),
    /// A database of the test server.
    Database(&'static Server, String),
}

impl Place {
    /// A data folder.
    pub(crate) fn sqlite() -> Self {
        Self::Folder(Folder::new())
    }

    /// A database.
    pub(crate) async fn postgres() -> Self {
        let server = Server::running();
        let database = server.database("").await;
        Self::Database(server, database)
    }

    /// Where that is.
    pub(crate) fn location(&self) -> Location {
        match self {
            Self::Folder(folder) => Location::Data(folder.path().join("data")),
            Self::Database(server, database) => Location::Url(server.url(database)),
        }
    }

    /// Opens the store there.
    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.location(), Timestamp(1)).await.unwrap()
    }
}

/// Makes a test of each function named, once on SQLite and once on PostgreSQL.
#[allow(unused_macros, reason = "not every test program has such tests")]
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::support::Place::sqlite()).await;
            }
        )*}
        mod on_postgresql {$(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&crate::support::Place::postgres().await).await;
            }
        )*}
    };
}

/// A temporary folder, removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A new one.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("croupier-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A small disk, for what happens when it is full or may only be read.
pub(crate) struct Disk(Folder);

impl Disk {
    /// A disk of so many kilobytes that everybody may write to.
    pub(crate) fn new(kilobytes: u32) -> Self {
        let folder = Folder::new();
        let options = format!("size={kilobytes}k,mode=0777");
        run(Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(folder.path()));
        Self(folder)
    }

    /// Where it is mounted.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fills it with a file to the last byte; removing the file makes room again.
    pub(crate) fn fill(&self) -> PathBuf {
        let path = self.path().join("filler");
        let mut file = File::create(&path).unwrap();
        let full = std::io::copy(&mut std::io::repeat(0), &mut file);
        assert_eq!(full.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
        path
    }

    /// Makes it a disk that may only be read. Nothing on it may be open for writing.
    pub(crate) fn write_protect(&self) {
        run(Command::new("mount").args(["-o", "remount,ro"]).arg(self.path()));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

/// A PostgreSQL server.
pub(crate) struct Server {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    /// Whether it takes TLS alone over the network, so that the tests themselves use its socket.
    tls: bool,
    /// Its standard input ends with this process.
    _watchdog: Child,
}

impl Server {
    /// The server of this test process.
    pub(crate) fn running() -> &'static Self {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(Self::set_up)
    }

    /// A server of its own, for tests that stop it.
    pub(crate) fn set_up() -> Self {
        Self::set_up_with(None)
    }

    /// A server that takes TLS connections and no others, with this certificate and key.
    pub(crate) fn with_tls(certificate: &Path, key: &Path) -> Self {
        Self::set_up_with(Some((certificate, key)))
    }

    fn set_up_with(tls: Option<(&Path, &Path)>) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let programs = programs();
        let template = template(&programs);
        let name = format!("croupier-postgres-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        run(Command::new("cp").arg("-a").arg(&template).arg(&folder));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut settings = format!(
            "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = '{}'\nshared_buffers = '32MB'\n",
            folder.display()
        );
        let file = folder.join("postgresql.auto.conf");
        if let Some((certificate, key)) = tls {
            // PostgreSQL wants its key to be its own and nobody else's.
            for (from, to) in [(certificate, "server.crt"), (key, "server.key")] {
                let to = folder.join(to);
                fs::copy(from, &to).unwrap();
                run(Command::new("chown").arg("--reference").arg(&folder).arg(&to));
                run(Command::new("chmod").arg("600").arg(&to));
            }
            settings += "ssl = on\n";
            fs::write(folder.join("pg_hba.conf"), "local all all trust\nhostssl all all all trust\n").unwrap();
        }
        fs::write(&file, settings).unwrap();
        let tls = tls.is_some();
        let server = Self { _watchdog: watchdog(&programs, &folder), folder, programs, port, tls };
        server.start();
        server
    }

    /// Starts it, and waits until it answers.
    pub(crate) fn start(&self) {
        let log = self.folder.join("log");
        run(self.control().args(["-w", "-t", "60", "-l"]).arg(log).arg("start"));
    }

    /// Stops it at once, as a machine that fails would.
    pub(crate) fn stop(&self) {
        run(self.control().args(["-w", "-m", "immediate", "stop"]));
    }

    fn control(&self) -> Command {
        let mut control = as_postgres(&self.programs.join("pg_ctl"));
        control.arg("-D").arg(&self.folder);
        control
    }

    /// The address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        if self.tls {
            let socket = self.folder.to_string_lossy().replace('/', "%2F");
            return format!("postgres://postgres@{socket}:{}/{database}", self.port);
        }
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// The port it listens at.
    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// What a question answers that asks for a number.
    pub(crate) async fn count(&self, question: &str) -> i64 {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url("postgres")).await.unwrap();
        let answer = sqlx::query_scalar(AssertSqlSafe(question.to_owned())).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        answer
    }

    /// PostgreSQL's own benchmark, on a database.
    pub(crate) fn pgbench(&self, database: &str) -> Command {
        let mut pgbench = Command::new(self.programs.join("pgbench"));
        pgbench.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &self.port.to_string()]).env("PGDATABASE", database);
        pgbench
    }

    /// Makes a database; what follows its name in SQL may be added.
    pub(crate) async fn database(&self, with: &str) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("house_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.tell("postgres", &format!("CREATE DATABASE {name} {with}")).await;
        name
    }

    /// Runs a statement in a database.
    pub(crate) async fn tell(&self, database: &str, statement: &str) {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url(database)).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

/// Stops the server and removes its folder when this process is gone. It has a session of its own, so that what ends a
/// test's processes does not end it.
fn watchdog(programs: &Path, folder: &Path) -> Child {
    let stop = as_postgres(&programs.join("pg_ctl"));
    let words: Vec<String> = std::iter::once(stop.get_program())
        .chain(stop.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    let folder = folder.display();
    let script = format!("cat; {} -D '{folder}' -m immediate stop; rm -rf '{folder}'", words.join(" "));
    let mut watchdog = Command::new("setsid");
    watchdog.args(["sh", "-c", &script]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    watchdog.current_dir("/").spawn().unwrap()
}

/// A data folder as `initdb` makes it: made by the first who wants it, while the others wait.
fn template(programs: &Path) -> PathBuf {
    let version = programs.to_string_lossy().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let template = std::env::temp_dir().join(format!("croupier-postgres-template{version}"));
    let lock = File::create(template.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    if !template.exists() {
        let half = template.with_extension("half");
        let _ = fs::remove_dir_all(&half);
        let mut initdb = as_postgres(&programs.join("initdb"));
        initdb.args([
            "--no-sync",
            "--wal-segsize=1",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "-U",
            "postgres",
        ]);
        run(initdb.arg("-D").arg(&half));
        fs::rename(&half, &template).unwrap();
    }
    template
}

/// Where the programs of PostgreSQL are.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max();
    newest.expect("PostgreSQL is missing: `cargo xtask test` installs it, or install Debian's package postgresql")
}

/// A command of PostgreSQL, which refuses to be run by root.
fn as_postgres(program: &Path) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0);
    let mut command = Command::new(if is_root { Path::new("runuser") } else { program });
    if is_root {
        command.args(["-u", "postgres", "--"]).arg(program);
    }
    command.current_dir("/");
    command
}

/// Runs a command that must succeed.
fn run(command: &mut Command) {
    // Not captured by a pipe: a server started by it would hold the pipe open.
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(status.as_ref().is_ok_and(std::process::ExitStatus::success), "{command:?}: {status:?}");
}
