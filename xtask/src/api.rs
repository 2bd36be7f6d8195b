//! The stage `api`: the OpenAPI document is valid by its specification; a Python client is generated from it and plays
//! rounds against a house opened from the debug program (`xtask/client.py`); and schemathesis asks that house
//! everything the document describes, as every role and as nobody (`xtask/api.py`).

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{run, tested_program};
use crate::tools::{CLIENT_GENERATOR, SCHEMATHESIS, SPEC_VALIDATOR};
use crate::workspace::Workspace;

/// How many right and wrong requests each role makes of each operation; with `--full`, many times as many.
const EXAMPLES: [[&str; 2]; 2] = [["5", "3"], ["60", "40"]];

/// What a house allows that is asked by a program.
const FAST: [(&str, &str); 4] = [
    ("CROUPIER_LIMITS_REQUESTS_PER_SECOND", "10000"),
    ("CROUPIER_LIMITS_REQUESTS_AT_ONCE", "10000"),
    ("CROUPIER_LIMITS_GUESTS_PER_HOUR", "10000"),
    ("CROUPIER_LIMITS_SIGN_INS_PER_MINUTE", "10000"),
];

/// The document, which a test of the house holds to what it answers.
const DOCUMENT: &str = "web/openapi.json";

/// Checks that the document is valid, that a client made from it can play, and that it describes what the house
/// answers.
pub(crate) fn check(workspace: &Workspace, full: bool) -> Result<()> {
    run(SPEC_VALIDATOR.fixed_command(workspace)?.arg(DOCUMENT)).context("the document is not valid OpenAPI 3.1")?;
    let client = workspace.target.join("api-client");
    let mut generate = CLIENT_GENERATOR.fixed_command(workspace)?;
    generate.args([
        "generate",
        "--overwrite",
        "--fail-on-warning",
        "--config",
        "xtask/client.yaml",
        "--path",
        DOCUMENT,
    ]);
    run(generate.arg("--output-path").arg(&client)).context("cannot generate a client from the document")?;

    let program = tested_program(workspace)?;
    let python = SCHEMATHESIS.python(workspace)?;
    let (house, password) = House::open(workspace, &program)?;
    run(workspace.command(&python).arg("xtask/client.py").arg(&client).arg(&house.address))
        .context("the generated client cannot play")?;
    let mut ask = workspace.command(python);
    ask.arg("xtask/api.py").args([&house.address, &password]).args(EXAMPLES[usize::from(full)]);
    run(&mut ask).context("the OpenAPI document and the house differ")
}

/// A house in a folder of its own, which goes with it.
struct House {
    process: Child,
    /// What it says is read to the end by nobody, but it must be able to say it.
    says: BufReader<ChildStdout>,
    folder: PathBuf,
    address: String,
}

impl House {
    /// Opens one, with the administrator's first password.
    fn open(workspace: &Workspace, program: &Path) -> Result<(Self, String)> {
        let folder = std::env::temp_dir().join(format!("croupier-api-{}", std::process::id()));
        let mut program = workspace.command(program);
        program.arg("serve").arg("--data").arg(&folder).args(["--listen", "127.0.0.1:0"]).envs(FAST);
        let mut process = program.stdout(Stdio::piped()).spawn().context("cannot run the debug program")?;
        let says = BufReader::new(process.stdout.take().context("the house has no output")?);
        let mut house = Self { process, says, folder, address: String::new() };
        let mut password = String::new();
        while let Some(line) = house.says.by_ref().lines().next() {
            let line = line?;
            if let Some((_, word)) = line.split_once("sign in as administrator with ") {
                word.clone_into(&mut password);
            }
            if let Some((_, address)) = line.split_once(" is open at ") {
                address.trim_end_matches('/').clone_into(&mut house.address);
                return Ok((house, password));
            }
        }
        bail!("the house stopped before it was open")
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
