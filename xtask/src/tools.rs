//! The tools beyond cargo: found on the machine or, where missing, installed.
//!
//! A tool from PyPI goes into a virtual environment in the build folder at a fixed version, so that two machines
//! without it judge alike. A tool of cargo's goes where cargo installs programs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, quiet_output, run};
use crate::workspace::Workspace;

/// A program that PyPI has as a wheel of the same name.
pub(crate) struct PythonTool {
    /// The name of the program and of the wheel.
    pub(crate) name: &'static str,
    /// The version installed where the machine has none of its own.
    pub(crate) version: &'static str,
}

/// Finds misspelt words.
pub(crate) const TYPOS: PythonTool = PythonTool { name: "typos", version: "1.51.1" };

/// Formats and lints TOML.
pub(crate) const TAPLO: PythonTool = PythonTool { name: "taplo", version: "0.9.3" };

/// Asks an API all that its document describes.
pub(crate) const SCHEMATHESIS: PythonTool = PythonTool { name: "schemathesis", version: "4.32.5" };

/// Checks an OpenAPI document against the specification.
pub(crate) const SPEC_VALIDATOR: PythonTool = PythonTool { name: "openapi-spec-validator", version: "0.9.0" };

/// Makes a Python client from an OpenAPI document.
pub(crate) const CLIENT_GENERATOR: PythonTool = PythonTool { name: "openapi-python-client", version: "0.29.1" };

impl PythonTool {
    /// The Python that has the tool as a library too, which is installed first if need be.
    pub(crate) fn python(&self, workspace: &Workspace) -> Result<PathBuf> {
        Ok(self.installed(workspace)?.join("python"))
    }

    /// A command that runs the tool in its fixed version, whatever else the machine has.
    pub(crate) fn fixed_command(&self, workspace: &Workspace) -> Result<Command> {
        Ok(workspace.command(self.installed(workspace)?.join(self.name)))
    }

    /// A command that runs the tool, which is installed first if need be.
    pub(crate) fn command(&self, workspace: &Workspace) -> Result<Command> {
        // A stand-in on the path, such as pyenv's, exists without working, so only an answer counts.
        if version(Path::new(self.name)).is_some() {
            return Ok(workspace.command(self.name));
        }
        Ok(workspace.command(self.installed(workspace)?.join(self.name)))
    }

    /// The folder of programs that has the tool in its version, installed there if need be.
    fn installed(&self, workspace: &Workspace) -> Result<PathBuf> {
        let tools = workspace.target.join("tools");
        let programs = tools.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let program = programs.join(self.name);
        if !self.is_wanted_version(&program) {
            self.install(workspace, &tools, &programs)?;
            ensure!(
                self.is_wanted_version(&program),
                "{} {} was installed into {} but does not answer `--version`; put {} on the PATH",
                self.name,
                self.version,
                tools.display(),
                self.name,
            );
        }
        Ok(programs)
    }

    fn is_wanted_version(&self, program: &Path) -> bool {
        version(program).is_some_and(|answer| answer.split_whitespace().any(|word| word == self.version))
    }

    fn install(&self, workspace: &Workspace, tools: &Path, programs: &Path) -> Result<()> {
        let python = programs.join("python");
        let pip = ["-m", "pip"];
        if quiet_output(Command::new(&python).args(pip).arg("--version")).is_none() {
            ensure_python(workspace)?;
            run(workspace.command("python3").args(["-m", "venv", "--clear"]).arg(tools)).with_context(|| {
                format!("cannot create a virtual environment for {}: put {} on the PATH", self.name, self.name)
            })?;
        }
        let wheel = format!("{}=={}", self.name, self.version);
        run(workspace.command(&python).args(pip).args(["install", "--quiet", &wheel])).with_context(|| {
            format!("pip cannot install {wheel}; without access to PyPI, put {} on the PATH", self.name)
        })
    }
}

/// What the program answers to `--version`.
fn version(program: &Path) -> Option<String> {
    quiet_output(Command::new(program).arg("--version"))
}

/// The least version of Python 3 that the tools run on.
const PYTHON: u32 = 11;

/// Makes sure that Python is new enough and has its module `venv`, which Debian keeps in a package of its own.
fn ensure_python(workspace: &Workspace) -> Result<()> {
    let ask = |script: &str| quiet_output(workspace.command("python3").args(["-c", script]));
    let minor = ask("import sys; print(sys.version_info.minor)").and_then(|minor| minor.trim().parse::<u32>().ok());
    ensure!(
        minor.is_some_and(|minor| minor >= PYTHON),
        "the tools need Python 3.{PYTHON} or later as `python3`, but {}",
        minor.map_or("none is installed".to_owned(), |minor| format!("this is 3.{minor}")),
    );
    ensure_debian(workspace, "python3-venv", || ask("import ensurepip, venv").is_some())
}

/// Makes sure that `cargo NAME` exists, and installs the crate `cargo-NAME` if it does not.
pub(crate) fn ensure_cargo_command(workspace: &Workspace, name: &str) -> Result<()> {
    if quiet_output(cargo(workspace).args([name, "--version"])).is_some() {
        return Ok(());
    }
    let package = format!("cargo-{name}");
    run(cargo(workspace).args(["install", "--locked", &package])).with_context(|| {
        format!(
            "`cargo {name}` is missing and cannot be installed from here: \
             put the program `{package}` (the crate {package} on crates.io) on the PATH"
        )
    })
}

/// Makes sure that PostgreSQL is installed, which tests of the house start for themselves.
pub(crate) fn ensure_postgresql(workspace: &Workspace) -> Result<()> {
    ensure_debian(workspace, "postgresql", || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        versions.map(|version| version.path()).any(|version| version.join("bin/initdb").exists())
    })
}

/// Makes sure that what a package of Debian's holds is there, and installs the package if it is not.
pub(crate) fn ensure_debian(workspace: &Workspace, package: &str, is_there: impl Fn() -> bool) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    let mut apt = workspace.command("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive").args(["install", "--yes", "--no-install-recommends", package]);
    // A machine that was just set up has no lists of packages yet.
    if run(&mut apt).is_ok() {
        return Ok(());
    }
    run(workspace.command("apt-get").arg("update")).and_then(|()| run(&mut apt)).with_context(|| {
        format!("{package} is missing and cannot be installed from here: install Debian's package {package}")
    })
}

/// The workspace's TOML files: those git has, and new ones it is not told to ignore.
pub(crate) fn toml_files(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let mut git = workspace.command("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.toml"]);
    let listing = quiet_output(&mut git).context("git cannot list the TOML files: this must be a git checkout")?;
    let names = listing.split('\0').filter(|name| !name.is_empty());
    // A file that was deleted and not yet committed is still in git's list.
    Ok(names.map(PathBuf::from).filter(|name| workspace.root.join(name).is_file()).collect())
}
