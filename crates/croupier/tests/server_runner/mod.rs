//! The program itself, `croupier serve`, in a process that tests start, stop and kill.
#![allow(dead_code, reason = "each test program uses a part")]

use crate::support::casino::environment;
use croupier_house::store::Location;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A house that is being served.
pub(crate) struct Served {
    process: Child,
    says: BufReader<ChildStdout>,
}

impl Served {
    /// Starts the house of this place. It ends with the thread that starts it, however that ends.
    pub(crate) fn start(location: &Location, keys: &Path, variables: &[(&str, &str)]) -> Self {
        let mut program = Command::new("setpriv");
        program.args(["--pdeathsig", "KILL", env!("CARGO_BIN_EXE_croupier"), "serve"]);
        program.envs(environment(location, keys, variables)).env("CROUPIER_LOG_LEVEL", "warn");
        let mut process = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let says = BufReader::new(process.stdout.take().unwrap());
        Self { process, says }
    }

    /// Waits until it is open: where, and the administrator's first password at a first start.
    pub(crate) fn opened(&mut self) -> (SocketAddr, Option<String>) {
        let mut password = None;
        loop {
            let line = self.line().expect("a house that opens");
            password = password.or_else(|| first_password(&line));
            if let Some((_, address)) = line.split_once(" is open at http://") {
                return (address.trim_end_matches('/').parse().unwrap(), password);
            }
        }
    }

    /// The next line it says; nothing once it is gone.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        self.says.read_line(&mut line).ok().filter(|read| *read > 0)?;
        Some(line.trim_end().to_owned())
    }

    /// Kills it: SIGKILL, which no process can do anything about. Returns the administrator's first password, if it
    /// told one that nobody has asked for.
    pub(crate) fn kill(&mut self) -> Option<String> {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::iter::from_fn(|| self.line()).find_map(|line| first_password(&line))
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: &str) {
        // The shell's own `kill`: a bare machine has no program of that name.
        let sent =
            Command::new("sh").args(["-c", r#"kill "$0" "$1""#, signal, &self.process.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Tells it to stop as a service manager does, and waits until it has closed in good order.
    pub(crate) fn stop(&mut self) {
        self.signal("-TERM");
        let last = std::iter::from_fn(|| self.line()).last();
        assert_eq!(last.as_deref(), Some("the house is closed; everything is saved"));
        assert!(self.process.wait().unwrap().success());
    }
}

/// The password in a line that tells one.
fn first_password(line: &str) -> Option<String> {
    line.split_once("sign in as administrator with ").map(|(_, password)| password.to_owned())
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
